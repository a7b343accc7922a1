//! The program model: procedures as control-flow automata over terms.

pub mod builder;
pub mod calls;
mod cells;
pub mod dot;
pub mod loops;
mod model;
pub mod partition;
pub mod points_to;
pub mod pretty;
mod scc;
pub mod text;
pub mod text_parse;
pub mod verify;
mod visit;

pub use builder::ProcBuilder;
pub use model::*;
