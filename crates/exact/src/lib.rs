//! Exact predicate abstraction after Gurfinkel, Wei and Chechik (VMCAI 2008): one computation over predicates holds what
//! may and what must happen.
//!
//! [`model`] is a program over bits, [`belnap`] the four-valued sets and relations over them, as pairs of decision diagrams.
//! [`reach`] and [`nonterm`] are the paper's fixpoints, [`trace`] reads paths off them.
//!
//! A C program comes there in steps. [`blocks`] divides procedures into loop-free pieces, [`scope`] says what each can
//! speak of, [`abstraction`] asks the [`oracle`] what pieces and calls mean for the [`predicates`]. A [`path`] that the model
//! has is executed symbolically: if no run takes it, [`refine`] finds predicates that rule it out; a failing run is replayed. Where this does
//! not get on, [`explore`] follows paths one by one. [`unbounded`] reads integers as mathematical ones.
//!
//! [`endless`] asks whether a run never ends.
//!
//! What holds of an answer: *proved* rests on `unsat` answers for all abstract steps that are left out, and on no limit: whatever meets one makes
//! a set of possible steps larger or a set of necessary ones smaller. *Fails* is a replayed run.

pub mod abstraction;
pub mod belnap;
pub mod blocks;
pub mod describe;
pub mod endless;
mod engine;
pub mod explore;
pub mod model;
pub mod nonterm;
pub mod oracle;
pub mod path;
pub mod predicates;
pub mod prepared;
pub mod reach;
pub mod refine;
pub mod scope;
mod session;
pub mod space;
pub mod trace;
pub mod unbounded;

pub use engine::Exact;
