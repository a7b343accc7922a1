//! The program model: procedures as control-flow automata over terms.

pub mod builder;
pub mod calls;
pub mod dot;
pub mod loops;
mod model;
pub mod pretty;
mod scc;
pub mod text;
pub mod text_parse;
pub mod verify;
mod visit;

pub use builder::ProcBuilder;
pub use model::*;
