//! C lexer, parser and syntax tree.
//!
//! `parse` never fails: it gives a tree and diagnostics.

pub mod ast;
mod name;

pub use name::{Name, Names};
