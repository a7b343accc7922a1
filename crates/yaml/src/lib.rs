//! The part of YAML that task definitions and witnesses use: block maps and lists by indentation, quoted and plain scalars,
//! lists in brackets, comments.

use thiserror::Error;

/// A node of a document.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Yaml {
    /// A scalar, unquoted.
    Text(String),
    /// A list.
    List(Vec<Yaml>),
    /// A map, in the order of the text.
    Map(Vec<(String, Yaml)>),
}

/// Why a text could not be read.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("line {line}: {what}")]
pub struct YamlError {
    /// The line, from one.
    pub line: usize,
    /// What is wrong there.
    pub what: String,
}

impl Yaml {
    /// The value of a key, if this is a map that has it.
    pub fn get(&self, key: &str) -> Option<&Yaml> {
        match self {
            Yaml::Map(entries) => entries.iter().find(|(k, _)| k == key).map(|(_, v)| v),
            _ => None,
        }
    }

    /// The text, if this is a scalar.
    pub fn text(&self) -> Option<&str> {
        match self {
            Yaml::Text(text) => Some(text),
            _ => None,
        }
    }

    /// The elements: of a list, or the scalar alone. An empty scalar is no element.
    pub fn texts(&self) -> Vec<&str> {
        match self {
            Yaml::Text(text) if text.is_empty() => Vec::new(),
            Yaml::Text(text) => vec![text],
            Yaml::List(items) => items.iter().filter_map(Yaml::text).collect(),
            Yaml::Map(_) => Vec::new(),
        }
    }

    /// Reads a document.
    ///
    /// # Errors
    /// If a line has no place in a map or list.
    pub fn parse(text: &str) -> Result<Yaml, YamlError> {
        let mut lines: Vec<Line<'_>> = Vec::new();
        for (index, line) in text.lines().enumerate() {
            let content = without_comment(line).trim_end();
            let trimmed = content.trim_start_matches(' ');
            if trimmed.is_empty() || trimmed == "---" {
                continue;
            }
            if trimmed.starts_with('\t') {
                return Err(YamlError { line: index + 1, what: "a tab cannot indent".to_owned() });
            }
            lines.push(Line { number: index + 1, indent: content.len() - trimmed.len(), text: trimmed });
        }
        Reader { lines, at: 0, depth: 0 }.document()
    }
}

struct Line<'a> {
    number: usize,
    indent: usize,
    text: &'a str,
}

/// Deeper nesting than this is refused: no task needs it, and the reader recurses.
const MAX_DEPTH: usize = 50;

struct Reader<'a> {
    lines: Vec<Line<'a>>,
    at: usize,
    depth: usize,
}

impl Reader<'_> {
    fn document(mut self) -> Result<Yaml, YamlError> {
        let Some(first) = self.lines.first() else { return Ok(Yaml::Map(Vec::new())) };
        let node = self.block(first.indent)?;
        match self.lines.get(self.at) {
            Some(line) => Err(error(line.number, "unexpected indentation")),
            None => Ok(node),
        }
    }

    /// The map or list whose lines are indented by this much.
    fn block(&mut self, indent: usize) -> Result<Yaml, YamlError> {
        self.depth += 1;
        let number = self.lines[self.at].number;
        if self.depth > MAX_DEPTH {
            return Err(error(number, "nested too deeply"));
        }
        let node = if is_item(self.lines[self.at].text) { self.list(indent)? } else { self.map(indent)? };
        self.depth -= 1;
        Ok(node)
    }

    fn list(&mut self, indent: usize) -> Result<Yaml, YamlError> {
        let mut items = Vec::new();
        while let Some(line) = self.lines.get_mut(self.at) {
            if line.indent != indent || !is_item(line.text) {
                break;
            }
            let rest = line.text[1..].trim_start();
            if rest.is_empty() {
                self.at += 1;
                items.push(self.below(indent)?);
            } else if split_key(rest).is_some() {
                // The item is a map that begins on this line: read it as a block of its own.
                line.indent += line.text.len() - rest.len();
                line.text = rest;
                let inner = line.indent;
                items.push(self.block(inner)?);
            } else {
                items.push(scalar(rest, line.number)?);
                self.at += 1;
            }
        }
        Ok(Yaml::List(items))
    }

    fn map(&mut self, indent: usize) -> Result<Yaml, YamlError> {
        let mut entries = Vec::new();
        while let Some(line) = self.lines.get(self.at) {
            if line.indent != indent || is_item(line.text) {
                break;
            }
            let number = line.number;
            let Some((key, rest)) = split_key(line.text) else {
                return Err(error(number, "expected `key: value`"));
            };
            self.at += 1;
            let value = if rest.is_empty() { self.below(indent)? } else { scalar(rest, number)? };
            entries.push((unquote(key), value));
        }
        Ok(Yaml::Map(entries))
    }

    /// What is nested below a key or dash; a list may stand at the indentation of its key.
    fn below(&mut self, indent: usize) -> Result<Yaml, YamlError> {
        match self.lines.get(self.at) {
            Some(line) if line.indent > indent || (line.indent == indent && is_item(line.text)) => {
                let inner = line.indent;
                self.block(inner)
            }
            _ => Ok(Yaml::Text(String::new())),
        }
    }
}

fn error(line: usize, what: &str) -> YamlError {
    YamlError { line, what: what.to_owned() }
}

fn is_item(text: &str) -> bool {
    text == "-" || text.starts_with("- ")
}

/// The key before `: ` (or `:` at the end) and the rest, outside of quotes.
fn split_key(text: &str) -> Option<(&str, &str)> {
    if let Some(quote) = text.chars().next().filter(|c| matches!(c, '\'' | '"')) {
        let end = closing_quote(text, quote)?;
        let rest = text[end + 1..].strip_prefix(':')?;
        return (rest.is_empty() || rest.starts_with(' ')).then(|| (&text[..=end], rest.trim()));
    }
    if text.starts_with(['[', '{']) {
        return None;
    }
    let at = text.find(": ").or_else(|| text.ends_with(':').then(|| text.len() - 1))?;
    Some((text[..at].trim_end(), text[at + 1..].trim()))
}

/// Where a text ends that begins with a quote.
fn closing_quote(text: &str, quote: char) -> Option<usize> {
    let mut escaped = false;
    for (at, c) in text.char_indices().skip(1) {
        match c {
            _ if escaped => escaped = false,
            '\\' if quote == '"' => escaped = true,
            c if c == quote => return Some(at),
            _ => {}
        }
    }
    None
}

fn scalar(text: &str, line: usize) -> Result<Yaml, YamlError> {
    let Some(inner) = text.strip_prefix('[') else { return Ok(Yaml::Text(unquote(text))) };
    let Some(inner) = inner.strip_suffix(']') else { return Err(error(line, "a list needs its `]`")) };
    let items = split_outside_quotes(inner).into_iter().map(str::trim).filter(|t| !t.is_empty());
    Ok(Yaml::List(items.map(|t| Yaml::Text(unquote(t))).collect()))
}

/// The parts between commas that are not quoted.
fn split_outside_quotes(text: &str) -> Vec<&str> {
    let mut parts = Vec::new();
    let (mut quote, mut start) = (None, 0);
    for (at, c) in text.char_indices() {
        match quote {
            Some(q) if c == q => quote = None,
            Some(_) => {}
            None if c == '\'' || c == '"' => quote = Some(c),
            None if c == ',' => {
                parts.push(&text[start..at]);
                start = at + 1;
            }
            None => {}
        }
    }
    parts.push(&text[start..]);
    parts
}

fn unquote(text: &str) -> String {
    let inner = |quote: char| text.strip_prefix(quote)?.strip_suffix(quote);
    if let Some(inner) = inner('\'') {
        return inner.replace("\'\'", "'");
    }
    let Some(inner) = inner('"') else { return text.to_owned() };
    let mut out = String::new();
    let mut chars = inner.chars();
    while let Some(c) = chars.next() {
        match (c, if c == '\\' { chars.next() } else { None }) {
            ('\\', Some('n')) => out.push('\n'),
            ('\\', Some('t')) => out.push('\t'),
            ('\\', Some(escaped)) => out.push(escaped),
            (c, _) => out.push(c),
        }
    }
    out
}

/// A text in double quotes: it is read back as it is, whatever is in it.
pub fn quoted(text: &str) -> String {
    let mut out = String::from("\"");
    for c in text.chars() {
        match c {
            '"' | '\\' => out.extend(['\\', c]),
            '\n' => out.push_str("\\n"),
            c if c.is_control() => out.push('\u{FFFD}'),
            c => out.push(c),
        }
    }
    out + "\""
}

/// The line up to a `#` that begins a comment.
fn without_comment(line: &str) -> &str {
    let mut quote = None;
    let mut before = ' ';
    let mut escaped = false;
    for (at, c) in line.char_indices() {
        match quote {
            Some('"') if escaped => escaped = false,
            Some('"') if c == '\\' => escaped = true,
            Some(q) if c == q => quote = None,
            Some(_) => {}
            None if c == '\'' || c == '"' => quote = Some(c),
            None if c == '#' && before.is_whitespace() => return &line[..at],
            None => {}
        }
        before = c;
    }
    line
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(s: &str) -> Yaml {
        Yaml::Text(s.to_owned())
    }

    #[test]
    fn a_task_definition() {
        let doc = Yaml::parse(
            "# comment\nformat_version: '2.0'\ninput_files:\n  - 'a.c'\n  - b.c\nproperties:\n  - property_file: ../p.prp  # why\n    \
             expected_verdict: false\n    subproperty: valid-free\n  - property_file: q.prp\noptions:\n  language: C\n  data_model: ILP32\n",
        )
        .expect("readable");
        assert_eq!(doc.get("format_version"), Some(&text("2.0")));
        assert_eq!(doc.get("input_files").map(Yaml::texts), Some(vec!["a.c", "b.c"]));
        let Some(Yaml::List(properties)) = doc.get("properties") else { panic!("a list") };
        assert_eq!(properties.len(), 2);
        assert_eq!(properties[0].get("expected_verdict"), Some(&text("false")));
        assert_eq!(properties[0].get("property_file"), Some(&text("../p.prp")));
        assert_eq!(properties[1].get("expected_verdict"), None);
        assert_eq!(doc.get("options").and_then(|o| o.get("data_model")), Some(&text("ILP32")));
    }

    #[test]
    fn lists_in_brackets_and_at_the_key() {
        let doc = Yaml::parse("a: [x, 'y, z']\nb:\n- 1\n- 2\nc:\n").expect("readable");
        assert_eq!(doc.get("a").map(Yaml::texts), Some(vec!["x", "y, z"]));
        assert_eq!(doc.get("b").map(Yaml::texts), Some(vec!["1", "2"]));
        assert_eq!(doc.get("c"), Some(&text("")));
    }

    #[test]
    fn what_is_quoted_is_read_back() {
        for word in ["a", "it's", "\\result == \"x\"", "a: b # c", "two\nlines", ""] {
            let doc = Yaml::parse(&format!("k: {}\n", quoted(word))).expect("readable");
            assert_eq!(doc.get("k").and_then(Yaml::text), Some(word));
            let doc = Yaml::parse(&format!("{}: v\n", quoted(word))).expect("readable");
            assert_eq!(doc.get(word).and_then(Yaml::text), Some("v"));
        }
    }

    #[test]
    fn errors_have_lines() {
        assert_eq!(Yaml::parse("a: 1\nnonsense\n").map_err(|e| e.line), Err(2));
        assert_eq!(Yaml::parse("a: 1\n    b: 2\n").map_err(|e| e.line), Err(2));
        assert_eq!(Yaml::parse("a: [1\n").map_err(|e| e.line), Err(1));
        let deep: String = (0..100).map(|n| format!("{}a:\n", " ".repeat(n))).collect();
        assert!(Yaml::parse(&deep).is_err());
        assert_eq!(Yaml::parse(""), Ok(Yaml::Map(Vec::new())));
    }
}
