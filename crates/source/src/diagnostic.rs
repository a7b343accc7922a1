//! What the tool says about source text: errors and warnings with an excerpt.

use crate::{SourceMap, Span};

/// How grave a diagnostic is.
#[derive(Clone, Copy, PartialEq, Eq, Debug, PartialOrd, Ord)]
pub enum Severity {
    /// The program is understood; something is doubtful.
    Warning,
    /// The program is not valid C as gcc accepts it, or not supported at all.
    Error,
}

/// One message about one place, perhaps with further places as notes.
#[derive(Clone, Debug)]
pub struct Diagnostic {
    /// Error or warning.
    pub severity: Severity,
    /// The message, lower case, without a full stop.
    pub message: String,
    /// Where.
    pub span: Span,
    /// Further places with their messages ("previous definition is here").
    pub notes: Vec<(Span, String)>,
}

/// Collects diagnostics; nothing stops at the first error.
#[derive(Clone, Debug, Default)]
pub struct Diagnostics {
    list: Vec<Diagnostic>,
    errors: usize,
}

impl Diagnostics {
    /// Adds an error.
    pub fn error(&mut self, span: Span, message: impl Into<String>) {
        self.push(Diagnostic { severity: Severity::Error, message: message.into(), span, notes: Vec::new() });
    }

    /// Adds a warning.
    pub fn warning(&mut self, span: Span, message: impl Into<String>) {
        self.push(Diagnostic {
            severity: Severity::Warning,
            message: message.into(),
            span,
            notes: Vec::new(),
        });
    }

    /// Adds a diagnostic.
    pub fn push(&mut self, diagnostic: Diagnostic) {
        self.errors += usize::from(diagnostic.severity == Severity::Error);
        self.list.push(diagnostic);
    }

    /// How many errors there are.
    pub fn error_count(&self) -> usize {
        self.errors
    }

    /// Everything said, in order.
    pub fn iter(&self) -> impl Iterator<Item = &Diagnostic> {
        self.list.iter()
    }
}

impl Diagnostic {
    /// The message with place and excerpt, as a compiler prints it.
    pub fn render(&self, sources: &SourceMap, color: bool) -> String {
        let word = match self.severity {
            Severity::Warning => "warning",
            Severity::Error => "error",
        };
        let mut out = excerpt(sources, self.span, word, &self.message, color);
        for (span, note) in &self.notes {
            out.push_str(&excerpt(sources, *span, "note", note, color));
        }
        out
    }
}

/// `file:line:col: word: message`, the line of text and a caret under the span.
pub fn excerpt(sources: &SourceMap, span: Span, word: &str, message: &str, color: bool) -> String {
    let (bold, hue, reset) = if color {
        let hue = match word {
            "error" => "\x1b[1;31m",
            "warning" => "\x1b[1;35m",
            _ => "\x1b[1;36m",
        };
        ("\x1b[1m", hue, "\x1b[0m")
    } else {
        ("", "", "")
    };
    let Some(place) = sources.place(span) else {
        return format!("{hue}{word}:{reset} {message}\n");
    };
    let mut out = format!(
        "{bold}{}:{}:{}:{reset} {hue}{word}:{reset} {message}\n",
        place.file, place.line, place.column
    );
    if let Some(line) = sources.line_text(span) {
        out.push_str(&caret_lines(line, &place, span, hue, reset));
    }
    out
}

/// A long line is cut to a window around the span so that a 10 MB line stays readable.
fn caret_lines(line: &str, place: &crate::Place, span: Span, hue: &str, reset: &str) -> String {
    const WINDOW: usize = 100;
    let column = (place.column as usize - 1).min(line.len());
    let mut start = column.saturating_sub(WINDOW / 2);
    if line.len() <= WINDOW {
        start = 0;
    }
    let start = floor_boundary(line, start);
    let end = floor_boundary(line, (start + WINDOW).min(line.len()).max(column));
    let shown: String = line[start..end].replace('\t', " ");
    let pad = line[start..floor_boundary(line, column).max(start)].chars().count();
    let width = ((span.hi.saturating_sub(span.lo)) as usize).clamp(1, WINDOW);
    let width = width.min((end.saturating_sub(column)).max(1));
    let number = place.line.to_string();
    let gutter = " ".repeat(number.len());
    format!("{number} | {shown}\n{gutter} | {}{hue}{}{reset}\n", " ".repeat(pad), "^".repeat(width))
}

fn floor_boundary(s: &str, mut i: usize) -> usize {
    i = i.min(s.len());
    while !s.is_char_boundary(i) {
        i -= 1;
    }
    i
}
