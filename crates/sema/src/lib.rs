//! C types, layouts, constants: the typed tree.
//!
//! [`Linker`] takes syntax trees, checks them as gcc does and links them into one [`hir::Program`]; [`check`] is the
//! short way. Library models can be added on demand: [`Linker::undefined_functions`] says what is missing.

mod attribute;
mod builtin;
mod check;
mod compat;
mod constant;
mod contract;
mod convert;
mod declare;
mod display;
pub mod dump;
mod expr;
mod float;
pub mod hir;
mod initializer;
mod layout;
mod library;
mod link;
mod record;
mod scope;
mod specs;
mod stmt;
mod table;
pub mod types;

pub use link::{Linker, Strength, UnitInfo, check};
pub use table::{STAR, Types};
pub use types::*;
