//! Inductive invariants, shared by the engines: candidates are guessed, and kept only if they are inductive.
//!
//! A [`Transition`] is one step of a transition system as terms: an iteration of a loop, or an edge of a control-flow
//! automaton. [`Candidates`] guesses formulas from it, [`relations`] adds linear and quadratic equations read off sampled
//! steps, and [`Houdini`] drops whatever a step does not preserve until the rest is inductive.
//!
//! A guess need not be right. What [`Houdini`] returns is: every formula it keeps rests on an UNSAT answer, and a search
//! that runs out of time or is interrupted keeps nothing.

mod candidates;
mod cells;
mod houdini;
mod relations;

pub use candidates::{Candidates, Shape, comparisons};
pub use houdini::{Depending, Effort, Houdini, Transition, broken_by};
pub use relations::{Item, Iteration, relations};
