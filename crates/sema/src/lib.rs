//! C types, layouts, constants: the typed tree.

pub mod hir;
pub mod types;

pub use types::*;

/// The table of types.
#[derive(Debug, Default)]
pub struct Types {}
