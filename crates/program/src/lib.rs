//! The program model: procedures as control-flow automata over terms.

pub mod builder;
mod model;

pub use builder::ProcBuilder;
pub use model::*;
