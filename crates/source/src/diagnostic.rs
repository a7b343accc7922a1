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
    let message = plain(message);
    let Some(place) = sources.place(span) else {
        return format!("{hue}{word}:{reset} {message}\n");
    };
    let mut out = format!(
        "{bold}{}:{}:{}:{reset} {hue}{word}:{reset} {message}\n",
        plain(&place.file),
        place.line,
        place.column
    );
    if let Some(line) = sources.line_text(span) {
        let (line, place, span) = match sources.original_line(&place) {
            Some(original) if original != line => as_written(original, line, place, span),
            _ => (line, place, span),
        };
        out.push_str(&caret_lines(line, &place, span, hue, reset));
    }
    out
}

/// A line that a macro changed, as the user wrote it: the same text is marked if it is there, else all of the line.
fn as_written<'a>(
    original: &'a str,
    line: &str,
    mut place: crate::Place,
    span: Span,
) -> (&'a str, crate::Place, Span) {
    let start = floor_boundary(line, place.column as usize - 1);
    let end = floor_boundary(line, start + (span.hi.saturating_sub(span.lo)) as usize);
    let marked = line.get(start..end).unwrap_or_default();
    let code = original.trim();
    let same = line.bytes().zip(original.bytes()).take_while(|(a, b)| a == b).count();
    let (at, length) = match original.find(marked) {
        Some(at) if !marked.trim().is_empty() => (at, marked.len()),
        _ => macro_call(original, same).unwrap_or((original.len() - original.trim_start().len(), code.len())),
    };
    place.column = at as u32 + 1;
    (original, place, Span::new(0, length as u32))
}

/// The macro call of a line that is as the preprocessor left it up to here: where it starts, and its length.
fn macro_call(line: &str, same: usize) -> Option<(usize, usize)> {
    let is_word = |b: &u8| b.is_ascii_alphanumeric() || *b == b'_';
    let bytes = line.as_bytes();
    let start = same - bytes[..same].iter().rev().take_while(|b| is_word(b)).count();
    let name = bytes[start..].iter().take_while(|b| is_word(b)).count();
    if name == 0 || bytes[start].is_ascii_digit() {
        return None;
    }
    let mut depth = 0;
    for (i, b) in bytes.iter().enumerate().skip(start + name) {
        match b {
            b'(' => depth += 1,
            b')' if depth == 1 => return Some((start, i + 1 - start)),
            b')' => depth -= 1,
            _ if depth == 0 && *b != b' ' => break,
            _ => {}
        }
    }
    Some((start, name))
}

/// Text that a terminal can show without acting on it.
pub fn plain(text: &str) -> String {
    text.chars().map(printable).collect()
}

/// A long line is cut to a window around the span so that a 10 MB line stays readable.
fn caret_lines(line: &str, place: &crate::Place, span: Span, hue: &str, reset: &str) -> String {
    const WINDOW: usize = 100;
    let column = floor_boundary(line, place.column as usize - 1);
    let start =
        if line.len() <= WINDOW { 0 } else { floor_boundary(line, column.saturating_sub(WINDOW / 2)) };
    let end = floor_boundary(line, (start + WINDOW).max(column));
    // Blanks align the caret: one column for each character shown.
    let mut shown: Vec<char> = line[start..end].chars().map(printable).collect();
    if let Some(first) = shown.first_mut().filter(|_| start > 0) {
        *first = '…';
    }
    shown.extend((end < line.len()).then_some('…'));
    let shown: String = shown.into_iter().collect();
    let pad = line[start..column].chars().count();
    let span_end = floor_boundary(line, column + (span.hi.saturating_sub(span.lo)) as usize).min(end);
    let width = line.get(column..span_end).map_or(0, |marked| marked.chars().count()).max(1);
    let number = place.line.to_string();
    let gutter = " ".repeat(number.len());
    format!("{number} | {shown}\n{gutter} | {}{hue}{}{reset}\n", " ".repeat(pad), "^".repeat(width))
}

/// What a terminal can show in one column without acting on it.
fn printable(c: char) -> char {
    match c {
        '\t' => ' ',
        // Private-use characters stand for bytes that are no text.
        c if c.is_control() || c >= '\u{10FE00}' => '\u{FFFD}',
        c => c,
    }
}

fn floor_boundary(s: &str, mut i: usize) -> usize {
    i = i.min(s.len());
    while !s.is_char_boundary(i) {
        i -= 1;
    }
    i
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The excerpt of the bytes `lo..hi` of a text.
    fn shown(text: &str, lo: u32, hi: u32) -> String {
        let mut sources = SourceMap::default();
        let file = sources.add("f.c", text);
        let base = sources.base(file);
        excerpt(&sources, Span::new(base + lo, base + hi), "error", "m", false)
    }

    #[test]
    fn caret_under_the_span() {
        assert_eq!(shown("int x;\nint yy;\n", 11, 13), "f.c:2:5: error: m\n2 | int yy;\n  |     ^^\n");
    }

    #[test]
    fn tabs_and_wide_bytes_take_one_column() {
        assert_eq!(shown("\té = öö;", 6, 10), "f.c:1:7: error: m\n1 |  é = öö;\n  |      ^^\n");
    }

    #[test]
    fn control_characters_are_not_printed() {
        assert_eq!(
            shown("a\x1b[31m\u{10FEFF};", 0, 1),
            "f.c:1:1: error: m\n1 | a\u{FFFD}[31m\u{FFFD};\n  | ^\n"
        );
    }

    #[test]
    fn long_lines_are_cut() {
        let text = "x".repeat(10_000_000);
        let out = shown(&text, 5_000_000, 5_000_003);
        assert!(out.len() < 300, "{}", out.len());
        assert!(out.ends_with(&format!("{}^^^\n", " ".repeat(50))), "{out}");
    }

    #[test]
    fn end_of_line_and_of_file() {
        assert_eq!(shown("int x\ny", 5, 5), "f.c:1:6: error: m\n1 | int x\n  |      ^\n");
        assert_eq!(shown("int x", 5, 5), "f.c:1:6: error: m\n1 | int x\n  |      ^\n");
        assert_eq!(shown("", 0, 0), "f.c:1:1: error: m\n1 | \n  | ^\n");
    }

    #[test]
    fn spans_over_several_lines_and_in_the_middle_of_characters() {
        assert_eq!(shown("a b\nc d\n", 2, 6), "f.c:1:3: error: m\n1 | a b\n  |   ^\n");
        assert_eq!(shown("éé", 1, 3), "f.c:1:2: error: m\n1 | éé\n  | ^\n");
    }

    #[test]
    fn what_the_user_wrote_is_shown() {
        let mut sources = SourceMap::default();
        let text = "  if (x > 4) fail(x);\n";
        let file = sources.add("a.c", text);
        sources.add_original("a.c", "  ASSERT(x);\n");
        let base = sources.base(file);
        let show = |lo: u32, hi: u32| excerpt(&sources, Span::new(base + lo, base + hi), "error", "m", false);
        assert_eq!(show(13, 17), "a.c:1:14: error: m\n1 |   ASSERT(x);\n  |   ^^^^^^^^^^\n");
        assert_eq!(show(6, 7), "a.c:1:7: error: m\n1 |   ASSERT(x);\n  |          ^\n");
    }

    #[test]
    fn no_place_no_excerpt() {
        assert_eq!(excerpt(&SourceMap::default(), Span::NONE, "note", "m", false), "note: m\n");
    }

    #[test]
    fn notes_follow_and_errors_are_counted() {
        let mut sources = SourceMap::default();
        let file = sources.add("f.c", "ab");
        let at = |i| Span::new(sources.base(file) + i, sources.base(file) + i + 1);
        let mut diagnostics = Diagnostics::default();
        diagnostics.warning(at(0), "w");
        let notes = vec![(at(0), "n".to_owned())];
        diagnostics.push(Diagnostic { severity: Severity::Error, message: "e".into(), span: at(1), notes });
        assert_eq!(diagnostics.error_count(), 1);
        let last = diagnostics.iter().last().map(|d| d.render(&sources, false));
        let expected = "f.c:1:2: error: e\n1 | ab\n  |  ^\nf.c:1:1: note: n\n1 | ab\n  | ^\n";
        assert_eq!(last.as_deref(), Some(expected));
    }
}
