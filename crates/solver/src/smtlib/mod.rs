//! SMT-LIB: reading scripts, executing them on a back end, and writing queries.

mod lexer;
mod print;
mod reader;
mod script;
mod sexpr;

pub use print::{Standardizer, query_text, value_text};
pub use script::{Script, run};

use std::fmt;

/// A place in a text, counted from one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Place {
    /// The line.
    pub line: u32,
    /// The column, in characters.
    pub column: u32,
}

/// What is wrong with a script, and where.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SmtError {
    /// Where.
    pub place: Place,
    /// What.
    pub message: String,
}

impl SmtError {
    pub(crate) fn new(place: Place, message: impl Into<String>) -> Self {
        SmtError { place, message: message.into() }
    }
}

impl fmt::Display for SmtError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {} column {}: {}", self.place.line, self.place.column, self.message)
    }
}

impl std::error::Error for SmtError {}
