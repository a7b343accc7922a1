//! Source files, spans, line markers and diagnostics.
//!
//! All texts of a run live in one [`SourceMap`]; a [`Span`] is a pair of positions in it. Line markers
//! of preprocessed text are recorded while lexing, so that every span maps to the user's own file.

mod diagnostic;
mod map;

pub use diagnostic::{Diagnostic, Diagnostics, Severity, excerpt, plain};
pub use map::{FileId, Place, SourceMap};

/// A half-open range of global positions in a [`SourceMap`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, PartialOrd, Ord, Debug)]
pub struct Span {
    /// First position.
    pub lo: u32,
    /// One past the last position.
    pub hi: u32,
}

impl Span {
    /// The span of things that no source text stands for.
    pub const NONE: Span = Span { lo: 0, hi: 0 };

    /// A span from `lo` to `hi`.
    pub fn new(lo: u32, hi: u32) -> Span {
        Span { lo, hi }
    }

    /// The smallest span that covers both.
    pub fn to(self, end: Span) -> Span {
        if self == Span::NONE {
            return end;
        }
        if end == Span::NONE {
            return self;
        }
        Span { lo: self.lo.min(end.lo), hi: self.hi.max(end.hi) }
    }
}
