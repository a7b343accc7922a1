//! The program model: procedures as control-flow automata over terms.

pub mod builder;
pub mod calls;
mod cells;
pub mod dot;
pub mod flow;
pub mod inline;
pub mod loops;
mod model;
pub mod modref;
pub mod partition;
pub mod points_to;
pub mod pretty;
pub mod prune;
pub mod resolve;
mod scc;
pub mod slice;
pub mod text;
pub mod text_parse;
pub mod verify;
mod visit;

pub use builder::ProcBuilder;
pub use model::*;
