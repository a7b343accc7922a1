//! C types, layouts, constants: the typed tree.

mod display;
pub mod hir;
mod table;
pub mod types;

pub use table::{STAR, Types};
pub use types::*;
