//! Boolean programs in the syntax of SLAM and Bebop, straight to the model checker of the engine `exact`.
//!
//! [`parse`] gives a syntax tree or diagnostics, [`build`] a model over bits with a target for every check, [`check`] asks the
//! model checker. Nothing is abstracted: what may happen in a Boolean program must be possible in it. [`write`] is the way
//! back: the abstraction of a C program as a Boolean one.

mod ast;
mod build;
mod check;
mod lexer;
mod parser;
mod write;

pub use ast::Program;
pub use build::{Built, Check, build};
pub use check::{Answer, Line, Options, Question, Verdict, check};
pub use parser::parse;
pub use write::write;
