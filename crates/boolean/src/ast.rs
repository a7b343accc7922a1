//! The syntax tree of Boolean programs.

use maymust_source::Span;

/// A name with its place.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Name {
    /// The text.
    pub text: String,
    /// Where.
    pub span: Span,
}

/// A program.
#[derive(Clone, Debug, Default)]
pub struct Program {
    /// Global variables.
    pub globals: Vec<Name>,
    /// Procedures.
    pub procs: Vec<Proc>,
}

/// A procedure.
#[derive(Clone, Debug)]
pub struct Proc {
    /// Its name.
    pub name: Name,
    /// How many values it returns, if that is declared.
    pub returns: Option<usize>,
    /// Parameters.
    pub params: Vec<Name>,
    /// Local variables.
    pub locals: Vec<Name>,
    /// What holds before every statement.
    pub enforce: Option<Expr>,
    /// Statements.
    pub body: Vec<Stmt>,
}

/// A statement.
#[derive(Clone, Debug)]
pub struct Stmt {
    /// Labels before it.
    pub labels: Vec<Name>,
    /// Where.
    pub span: Span,
    /// What it does.
    pub kind: StmtKind,
}

/// What a statement does.
#[derive(Clone, Debug)]
pub enum StmtKind {
    /// Nothing.
    Skip,
    /// Assigns to all targets at once; a run goes on only if the constraint holds.
    Assign {
        /// Variables.
        targets: Vec<Name>,
        /// Their new values.
        values: Vec<Expr>,
        /// A condition on old and new values.
        constrain: Option<Expr>,
    },
    /// Calls a procedure.
    Call {
        /// Variables for the values that it returns.
        targets: Vec<Name>,
        /// The procedure.
        proc: Name,
        /// Arguments.
        args: Vec<Expr>,
    },
    /// Goes on only if the condition can hold.
    Assume(Expr),
    /// Fails if the condition can be false.
    Assert(Expr),
    /// Goes on at any of the labels.
    Goto(Vec<Name>),
    /// The first arm whose condition holds.
    If {
        /// Conditions with their statements.
        arms: Vec<(Expr, Vec<Stmt>)>,
        /// If none holds.
        otherwise: Vec<Stmt>,
    },
    /// A loop.
    While(Expr, Vec<Stmt>),
    /// Returns values.
    Return(Vec<Expr>),
}

/// An expression.
#[derive(Clone, Debug)]
pub enum Expr {
    /// A constant.
    Const(bool),
    /// A variable.
    Var(Name),
    /// Its value after the assignment, in a constraint.
    New(Name),
    /// Any value.
    Any,
    /// Negation.
    Not(Box<Expr>),
    /// An operator.
    Binary(Binary, Box<Expr>, Box<Expr>),
    /// If the first, then the second, else the third.
    If(Box<Expr>, Box<Expr>, Box<Expr>),
    /// True if the first holds, else false if the second holds, else any value.
    Choose(Box<Expr>, Box<Expr>),
}

/// Binary operators.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Binary {
    /// `&`
    And,
    /// `|`
    Or,
    /// `^`, `!=`
    Xor,
    /// `=`, `<=>`
    Iff,
    /// `=>`
    Implies,
}
