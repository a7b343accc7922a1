//! Reading of s-expressions into a flat store.

use super::parse::ParseError;

/// A node: an atom with its text, or a list.
#[derive(Clone, Debug)]
pub(super) enum Node {
    /// A word, a number, a literal.
    Atom(String),
    /// A symbol that was between bars, without them.
    Quoted(String),
    /// Positions of the members.
    List(Vec<usize>),
}

/// The nodes of one expression with their offsets in the text.
pub(super) struct Store {
    pub nodes: Vec<(Node, usize)>,
}

impl Store {
    /// Reads one expression; gives its node and the offset behind it.
    pub fn read(text: &str) -> Result<(Self, usize, usize), ParseError> {
        let mut store = Store { nodes: Vec::new() };
        let mut open: Vec<(Vec<usize>, usize)> = Vec::new();
        let mut at = 0;
        loop {
            at = skip_blank(text, at);
            let Some(c) = text[at..].chars().next() else {
                return Err(ParseError::new(at, "unexpected end of a term"));
            };
            let done = match c {
                '(' => {
                    open.push((Vec::new(), at));
                    at += 1;
                    continue;
                }
                ')' => {
                    let (list, start) = open.pop().ok_or_else(|| ParseError::new(at, "unexpected ')'"))?;
                    at += 1;
                    store.push(Node::List(list), start)
                }
                '|' => {
                    let (name, end) = read_quoted(text, at)?;
                    let start = std::mem::replace(&mut at, end);
                    store.push(Node::Quoted(name), start)
                }
                _ => {
                    let len = text[at..].find(ends_atom).unwrap_or(text.len() - at);
                    let word = text[at..at + len].to_string();
                    let start = at;
                    at += len;
                    store.push(Node::Atom(word), start)
                }
            };
            match open.last_mut() {
                Some((list, _)) => list.push(done),
                None => return Ok((store, done, at)),
            }
        }
    }

    fn push(&mut self, node: Node, offset: usize) -> usize {
        self.nodes.push((node, offset));
        self.nodes.len() - 1
    }

    /// The members of a list.
    pub fn list(&self, n: usize) -> Option<&[usize]> {
        match &self.nodes[n].0 {
            Node::List(l) => Some(l),
            _ => None,
        }
    }

    /// The word of an atom that was not between bars.
    pub fn atom(&self, n: usize) -> Option<&str> {
        match &self.nodes[n].0 {
            Node::Atom(a) => Some(a),
            _ => None,
        }
    }

    /// The name of a symbol, between bars or not.
    pub fn symbol(&self, n: usize) -> Option<&str> {
        match &self.nodes[n].0 {
            Node::Atom(a) | Node::Quoted(a) => Some(a),
            Node::List(_) => None,
        }
    }

    /// Where a node starts in the text.
    pub fn offset(&self, n: usize) -> usize {
        self.nodes[n].1
    }
}

fn ends_atom(c: char) -> bool {
    c.is_whitespace() || matches!(c, '(' | ')' | '|' | ';')
}

fn skip_blank(text: &str, mut at: usize) -> usize {
    loop {
        let rest = &text[at..];
        at += rest.len() - rest.trim_start().len();
        if !text[at..].starts_with(';') {
            return at;
        }
        at += text[at..].find('\n').unwrap_or(text.len() - at);
    }
}

fn read_quoted(text: &str, start: usize) -> Result<(String, usize), ParseError> {
    let mut name = String::new();
    let mut chars = text[start + 1..].char_indices();
    while let Some((i, c)) = chars.next() {
        match c {
            '|' => return Ok((name, start + 1 + i + 1)),
            '\\' => name.extend(chars.next().map(|(_, c)| c)),
            c => name.push(c),
        }
    }
    Err(ParseError::new(start, "unterminated symbol"))
}
