//! The engine `references`: explicit states with canonical heaps, after Qadeer and Rajamani, "Deciding assertions in
//! programs with references" (MSR-TR-2005-08).
//!
//! A state is executed edge by edge ([`exec`]) over the lowered program. Values know whether they are pointers
//! ([`value`], [`eval`]), so that states which differ only in garbage and in how objects are numbered are one state ([`canon`]).
//! Inputs of which one bit matters are chosen at once; others stay terms with conditions on a path ([`paths`]).
//!
//! A call's *pattern* is what its runs read of the state that it starts in ([`pattern`]), its *effects* what they write. [`summary`] is
//! the paper's work list; [`search`] is the search without summaries, where the stack is part of the state.
//!
//! Threads take turns ([`threads`]): a turn is one edge that others can see and those after it that they cannot. All choices of
//! whose turn it is are searched, those with few preemptions first.
//!
//! Failures are lists of choices. They are executed again and run on the machine ([`replay`]): only what fails there fails.
//! What the engine cannot follow cuts the search, and a search that was cut proves nothing.

mod canon;
mod code;
mod engine;
mod eval;
mod exec;
mod heap;
mod paths;
mod pattern;
mod replay;
mod search;
mod state;
mod summary;
mod threads;
mod tokens;
mod value;

pub use engine::References;
