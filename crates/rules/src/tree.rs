//! What a rule file says.

use maymust_source::Span;

/// A rule.
#[derive(Clone, Debug)]
pub struct Rule {
    /// Its name: the file's, without folder and ending.
    pub name: String,
    pub(crate) states: Vec<State>,
    pub(crate) blocks: Vec<Block>,
}

impl Rule {
    /// The functions that it watches, in the order of the file.
    pub fn functions(&self) -> Vec<&str> {
        let names = self.blocks.iter().flat_map(|b| &b.functions);
        let mut list: Vec<&str> = names.map(|f| f.name.as_str()).collect();
        list.sort_unstable();
        list.dedup();
        list
    }

    pub(crate) fn is_per_handle(&self) -> bool {
        self.blocks.iter().any(|b| b.per_handle)
    }
}

/// A state variable.
#[derive(Clone, Debug)]
pub(crate) struct State {
    pub name: String,
    pub bits: u32,
    pub signed: bool,
    pub initial: i64,
    pub per_handle: bool,
    pub span: Span,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Event {
    Entry,
    Exit,
    End,
}

#[derive(Clone, Debug)]
pub(crate) struct Named {
    pub name: String,
    pub span: Span,
}

/// What happens at an event.
#[derive(Clone, Debug)]
pub(crate) struct Block {
    pub event: Event,
    pub functions: Vec<Named>,
    pub per_handle: bool,
    /// The handle that the event is about; none for `end per handle`.
    pub handle: Option<Expr>,
    pub body: Vec<Stmt>,
}

#[derive(Clone, Debug)]
pub(crate) enum Stmt {
    Assign { state: usize, value: Expr, span: Span },
    If { condition: Expr, yes: Vec<Stmt>, no: Vec<Stmt> },
    Abort { message: String, span: Span },
}

#[derive(Clone, Debug)]
pub(crate) struct Expr {
    pub kind: ExprKind,
    pub span: Span,
    /// How deep the tree is: bounded by the parser, so that recursion over it is harmless.
    pub depth: u32,
}

#[derive(Clone, Debug)]
pub(crate) enum ExprKind {
    Number(i64),
    State(usize),
    /// `$1` is 1.
    Argument(u32),
    Return,
    Unary(Unary, Box<Expr>),
    Binary(Binary, Box<Expr>, Box<Expr>),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Unary {
    Not,
    Minus,
    Complement,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Binary {
    Or,
    And,
    BitOr,
    BitXor,
    BitAnd,
    Eq,
    Ne,
    Lt,
    Le,
    Gt,
    Ge,
    Add,
    Sub,
    Mul,
}

impl Binary {
    /// The operator of a token and how tightly it binds.
    pub fn of(token: &str) -> Option<(Binary, u8)> {
        Some(match token {
            "||" => (Binary::Or, 1),
            "&&" => (Binary::And, 2),
            "|" => (Binary::BitOr, 3),
            "^" => (Binary::BitXor, 4),
            "&" => (Binary::BitAnd, 5),
            "==" => (Binary::Eq, 6),
            "!=" => (Binary::Ne, 6),
            "<" => (Binary::Lt, 7),
            "<=" => (Binary::Le, 7),
            ">" => (Binary::Gt, 7),
            ">=" => (Binary::Ge, 7),
            "+" => (Binary::Add, 8),
            "-" => (Binary::Sub, 8),
            "*" => (Binary::Mul, 9),
            _ => return None,
        })
    }
}
