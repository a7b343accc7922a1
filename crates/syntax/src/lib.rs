//! C lexer, parser and syntax tree.
//!
//! [`parse`] never fails: it gives a tree and diagnostics. Input is preprocessed text; its line markers
//! go into the source map. Only the parser's typedef-name table is context.
//!
//! The tree is as deep as the text nests, up to [`MAX_NESTING`] levels of brackets and [`MAX_HEIGHT`]
//! operators in a row. Passes that recurse over it, and dropping it, need a large stack: run the
//! front end on a thread with about 1 GiB of stack (untouched pages cost nothing), or walk iteratively.

pub mod ast;
mod directive;
pub mod dump;
mod lexer;
mod literal;
mod name;
mod parser;
mod splice;
mod text;
mod token;

pub use name::{Name, Names};
pub use parser::{MAX_HEIGHT, MAX_NESTING, parse};
pub use text::{bytes_of_text, text_of_bytes};

#[cfg(test)]
mod tests;
