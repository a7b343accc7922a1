//! The concrete machine: executes the program model itself.
//!
//! Each procedure is compiled to register bytecode when it is first called ([`Machine`]); a [`State`] (frames,
//! globals, memory) can be cloned at the cost of a few pointers and run on from every clone. Arbitrary values come
//! from [`Inputs`] and are recorded, so that a run can be replayed. Invariants:
//! - terms mean what `maymust_term::eval` says, whichever way they are executed;
//! - whatever the machine cannot do exactly stops the run with [`Stop::Unsupported`] and a place;
//! - no program makes the machine recurse on its own stack.

mod access;
mod arith;
mod body;
mod branch;
mod call;
mod code;
mod compile;
mod exec;
mod failure;
mod fuse;
mod inputs;
mod inst;
mod layout;
mod leak;
mod lines;
mod machine;
mod memory;
mod output;
mod races;
mod reader;
mod report;
mod slow;
mod state;
mod term_code;
mod threads;
mod trace;
mod unset;

pub use compile::CheckSet;
pub use failure::Failure;
pub use inputs::{
    AfterEnd, Callback, Inputs, List, Record, Request, Scheduled, Seeded, Shuffled, Turns, WithStdin, Zeros,
    zero,
};
pub use machine::{Env, Limits, Machine, Options, Stop};
pub use memory::{Fault, Memory, ObjectInfo, Site};
pub use output::{Captured, Output, Silent, Writers};
pub use report::render;
pub use state::{Frame, State};
pub use threads::ThreadView;
pub use trace::{Observer, Step, Trace};
