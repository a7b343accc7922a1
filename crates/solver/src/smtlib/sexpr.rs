//! S-expressions in a flat store, so that nesting needs no call stack.

use super::lexer::{Lexer, Token};
use super::{Place, SmtError};

/// The position of a node in its store.
pub type NodeId = usize;

/// An atom or a list.
#[derive(Clone, Debug)]
enum Node {
    Atom(Token),
    List(Vec<NodeId>),
}

/// The nodes of one expression.
#[derive(Clone, Debug, Default)]
pub struct Store {
    nodes: Vec<(Node, Place)>,
}

impl Store {
    /// Reads the next expression; `None` at the end of the text.
    pub fn read(lexer: &mut Lexer) -> Result<Option<(Store, NodeId)>, SmtError> {
        let mut store = Store::default();
        let mut open: Vec<(Vec<NodeId>, Place)> = Vec::new();
        loop {
            let Some((token, place)) = lexer.next()? else {
                return match open.last() {
                    Some((_, place)) => Err(SmtError::new(*place, "a list that is not closed")),
                    None => Ok(None),
                };
            };
            let done = match token {
                Token::Open => {
                    open.push((Vec::new(), place));
                    continue;
                }
                Token::Close => {
                    let Some((list, start)) = open.pop() else {
                        return Err(SmtError::new(place, "unexpected ')'"));
                    };
                    store.push(Node::List(list), start)
                }
                token => store.push(Node::Atom(token), place),
            };
            match open.last_mut() {
                Some((list, _)) => list.push(done),
                None => return Ok(Some((store, done))),
            }
        }
    }

    fn push(&mut self, node: Node, place: Place) -> NodeId {
        self.nodes.push((node, place));
        self.nodes.len() - 1
    }

    /// The members, if it is a list.
    pub fn list(&self, n: NodeId) -> Option<&[NodeId]> {
        match &self.nodes[n].0 {
            Node::List(l) => Some(l),
            Node::Atom(_) => None,
        }
    }

    /// The token, if it is an atom.
    pub fn token(&self, n: NodeId) -> Option<&Token> {
        match &self.nodes[n].0 {
            Node::Atom(t) => Some(t),
            Node::List(_) => None,
        }
    }

    /// The name of a symbol, between bars or not.
    pub fn symbol(&self, n: NodeId) -> Option<&str> {
        match self.token(n)? {
            Token::Symbol(s) | Token::Quoted(s) => Some(s),
            _ => None,
        }
    }

    /// The name of a symbol that was not between bars.
    pub fn word(&self, n: NodeId) -> Option<&str> {
        match self.token(n)? {
            Token::Symbol(s) => Some(s),
            _ => None,
        }
    }

    /// The name of a keyword, with its colon.
    pub fn keyword(&self, n: NodeId) -> Option<&str> {
        match self.token(n)? {
            Token::Keyword(k) => Some(k),
            _ => None,
        }
    }

    /// A number that fits.
    pub fn numeral(&self, n: NodeId) -> Option<u32> {
        match self.token(n)? {
            Token::Numeral(k) => k.parse().ok(),
            _ => None,
        }
    }

    /// Where it starts.
    pub fn place(&self, n: NodeId) -> Place {
        self.nodes[n].1
    }

    /// The text of an expression, on one line.
    pub fn text(&self, root: NodeId) -> String {
        enum Step {
            Node(NodeId),
            Close,
        }
        let mut out = String::new();
        let mut todo = vec![Step::Node(root)];
        while let Some(step) = todo.pop() {
            let Step::Node(n) = step else {
                out.push(')');
                continue;
            };
            if !out.is_empty() && !out.ends_with('(') {
                out.push(' ');
            }
            match &self.nodes[n].0 {
                Node::List(members) => {
                    out.push('(');
                    todo.push(Step::Close);
                    todo.extend(members.iter().rev().map(|m| Step::Node(*m)));
                }
                Node::Atom(token) => out.push_str(&token_text(token)),
            }
        }
        out
    }
}

fn token_text(token: &Token) -> String {
    match token {
        Token::Open => "(".into(),
        Token::Close => ")".into(),
        Token::Quoted(s) => format!("|{s}|"),
        Token::Text(s) => format!("\"{}\"", s.replace('"', "\"\"")),
        Token::Symbol(s) | Token::Keyword(s) | Token::Numeral(s) | Token::Decimal(s) | Token::Bits(s) => {
            s.clone()
        }
    }
}
