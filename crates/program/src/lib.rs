//! The program model: procedures as control-flow automata over terms.

mod model;

pub use model::*;
