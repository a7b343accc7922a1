//! Decision procedures over terms: bit-blasting, SMT-LIB processes, decision diagrams.
//!
//! [`Solver`] is the interface of all back ends. [`Builtin`] is the default: it finds definitions,
//! bounds and slices among the assertions, blasts terms into a graph of gates, gives the cone of each query to
//! CaDiCaL, and treats arrays by lemmas on demand. Only a real `Unsat` is reported as one, and
//! every model is checked by evaluation before it is reported.
//!
//! This crate knows terms and nothing of programs.

pub mod arrays;
pub mod bdd;
pub mod bitblast;
mod builtin;
pub mod cnf;
mod float;
pub mod gate;
mod limits;
mod logged;
pub mod mcs;
mod model;
pub mod process;
mod resolve;
pub mod sat;
mod slices;
pub mod smtlib;
mod solver;

pub use builtin::Builtin;
pub use limits::{Answer, Limits, Reason};
pub use logged::Logged;
pub use model::Model;
pub use process::{Process, Program};
pub use solver::{Solver, Statistics};
