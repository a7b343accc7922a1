//! Exact predicate abstraction after Gurfinkel, Wei and Chechik (VMCAI 2008): one computation over predicates holds what
//! may and what must happen.
//!
//! [`model`] is a program over bits, [`belnap`] the four-valued sets and relations over them, as pairs of decision diagrams.
//! [`reach`] and [`nonterm`] are the paper's fixpoints, [`trace`] reads paths off them.

pub mod abstraction;
pub mod belnap;
pub mod blocks;
mod engine;
pub mod explore;
pub mod model;
pub mod nonterm;
pub mod oracle;
pub mod path;
pub mod predicates;
pub mod reach;
pub mod refine;
pub mod scope;
pub mod space;
pub mod trace;
pub mod unbounded;

pub use engine::Exact;
