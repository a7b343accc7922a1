//! Tokens to tree: recursive descent over the token list.
//!
//! This file has the cursor, errors and their recovery, and the table of typedef names. The grammar is
//! in the submodules by its nouns.

mod asm;
mod attribute;
mod declaration;
mod declarator;
mod expression;
mod initializer;
mod primary;
mod record;
mod specifier;
mod statement;

use maymust_source::{Diagnostic, Diagnostics, FileId, Severity, SourceMap, Span};

use crate::ast::{Expr, ExprKind, IntSuffix, Unit};
use crate::lexer::{MAX_ERRORS, lex};
use crate::splice::without_splices;
use crate::token::{Tok, Token};
use crate::{Name, Names};

/// How many levels of brackets, blocks, casts and prefix operators may nest.
pub const MAX_NESTING: u32 = 20_000;

/// How high an expression may grow: operators of one level in a row, such as `a + a + a`.
pub const MAX_HEIGHT: u32 = 300_000;

/// Parses a preprocessed file that is already in the source map.
///
/// All errors are reported, at most about a hundred; the tree holds what could be understood.
pub fn parse(
    file: FileId,
    sources: &mut SourceMap,
    names: &mut Names,
    diagnostics: &mut Diagnostics,
) -> Unit {
    let lexed = lex(file, sources, names);
    let text = sources.text(file);
    let int128 = [("__int128_t", false), ("__uint128_t", true)].map(|(text, u)| (names.intern(text), u));
    let mut parser = Parser {
        text: &text,
        base: sources.base(file),
        tokens: lexed.tokens,
        pos: 0,
        spliced: lexed.spliced,
        packs: lexed.packs,
        typedefs: vec![false; names.len()],
        names,
        int128,
        undo: Vec::new(),
        scopes: Vec::new(),
        depth: 0,
        height: 0,
        errors: lexed.errors,
        last_error: usize::MAX,
        stopped: false,
    };
    int128.iter().for_each(|&(name, _)| parser.declare(name, true));
    let items = parser.unit();
    let mut errors = parser.errors;
    errors.sort_by_key(|e| e.span.lo);
    errors.into_iter().for_each(|e| diagnostics.push(e));
    Unit { items }
}

/// A construct could not be parsed; the error is reported. Whoever catches it goes to a safe token.
#[derive(Debug)]
struct Fail;

type Parsed<T> = Result<T, Fail>;

struct Parser<'a> {
    text: &'a str,
    base: u32,
    /// Ends with `Eof`.
    tokens: Vec<Token>,
    pos: usize,
    spliced: bool,
    packs: Vec<(u32, Option<u32>)>,
    names: &'a mut Names,
    /// The built-in typedef names, and whether they are unsigned.
    int128: [(Name, bool); 2],
    /// By name: is it a typedef name here?
    typedefs: Vec<bool>,
    /// What `typedefs` said before a declaration in an inner scope.
    undo: Vec<(Name, bool)>,
    /// Length of `undo` at the start of each open scope.
    scopes: Vec<usize>,
    /// Levels of nesting here.
    depth: u32,
    /// Height of the expression that was parsed last.
    height: u32,
    errors: Vec<Diagnostic>,
    /// Token of the last error, to report one per token.
    last_error: usize,
    /// After a fatal error nothing more is reported.
    stopped: bool,
}

/// What a recovery point puts back.
#[derive(Clone, Copy)]
struct Mark {
    pos: usize,
    depth: u32,
    scopes: usize,
}

impl Parser<'_> {
    #[inline]
    fn tok(&self) -> Tok {
        self.tokens[self.pos].tok
    }

    #[inline]
    fn token(&self) -> Token {
        self.tokens[self.pos]
    }

    /// The token kind `ahead` of the current one.
    #[inline]
    fn peek(&self, ahead: usize) -> Tok {
        self.tokens.get(self.pos + ahead).map_or(Tok::Eof, |t| t.tok)
    }

    #[inline]
    fn bump(&mut self) {
        if self.pos + 1 < self.tokens.len() {
            self.pos += 1;
        }
    }

    #[inline]
    fn eat(&mut self, tok: Tok) -> bool {
        let found = self.tok() == tok;
        if found {
            self.bump();
        }
        found
    }

    /// Position of the current token.
    #[inline]
    fn lo(&self) -> u32 {
        self.tokens[self.pos].lo
    }

    /// Span of the current token.
    #[inline]
    fn here(&self) -> Span {
        let t = &self.tokens[self.pos];
        Span::new(t.lo, t.hi)
    }

    /// From `lo` to the end of the last consumed token.
    #[inline]
    fn since(&self, lo: u32) -> Span {
        let hi = if self.pos == 0 { lo } else { self.tokens[self.pos - 1].hi };
        Span::new(lo, hi.max(lo))
    }

    /// The text of a token, without line splices.
    fn slice(&self, token: Token) -> std::borrow::Cow<'_, str> {
        let range = (token.lo - self.base) as usize..(token.hi - self.base) as usize;
        let text = &self.text[range];
        // In raw strings a backslash at the end of a line is just that.
        let raw =
            || token.tok == Tok::Str && text.split('"').next().is_some_and(|prefix| prefix.ends_with('R'));
        if self.spliced && !raw() { without_splices(text) } else { text.into() }
    }

    /// The current token for messages.
    fn found(&self) -> String {
        match self.tok() {
            Tok::Eof => "end of file".into(),
            _ => {
                let text = self.slice(self.token());
                let short: String = text.chars().take(40).collect();
                format!("'{short}'")
            }
        }
    }

    #[inline(never)]
    fn error_at(&mut self, span: Span, message: impl Into<String>) {
        if self.stopped || self.last_error == self.pos {
            return;
        }
        self.last_error = self.pos;
        self.errors.push(Diagnostic {
            severity: Severity::Error,
            message: message.into(),
            span,
            notes: Vec::new(),
        });
        if self.errors.len() >= MAX_ERRORS {
            self.stop("too many errors");
        }
    }

    /// An error about the current token.
    fn error(&mut self, message: impl Into<String>) {
        self.error_at(self.here(), message);
    }

    /// A last error; parsing ends.
    fn stop(&mut self, message: impl Into<String>) {
        let span = self.here();
        if !self.stopped {
            self.errors.push(Diagnostic {
                severity: Severity::Error,
                message: message.into(),
                span,
                notes: Vec::new(),
            });
        }
        self.stopped = true;
        self.pos = self.tokens.len() - 1;
    }

    /// `expected <what> before 'token'`, as failure.
    #[inline(never)]
    fn expected<T>(&mut self, what: &str) -> Parsed<T> {
        let message = match self.tok() {
            Tok::Eof => format!("expected {what} at end of file"),
            _ => format!("expected {what} before {}", self.found()),
        };
        self.error(message);
        Err(Fail)
    }

    /// The place right after the last consumed token.
    fn after_previous(&self) -> Span {
        let hi = if self.pos == 0 { self.lo() } else { self.tokens[self.pos - 1].hi };
        Span::new(hi, hi)
    }

    /// Consumes the token or fails with `expected '…' <context>`.
    fn expect(&mut self, tok: Tok, what: &str) -> Parsed<()> {
        if self.eat(tok) {
            return Ok(());
        }
        self.error_at(self.after_previous(), format!("expected {what}"));
        Err(Fail)
    }

    /// Consumes a closing bracket or fails with a note on the opening one.
    #[inline(never)]
    fn expect_close(&mut self, tok: Tok, what: &str, open: Span) -> Parsed<()> {
        if self.eat(tok) {
            return Ok(());
        }
        let count = self.errors.len();
        let at = if self.tok() == Tok::Eof { self.here() } else { self.after_previous() };
        self.error_at(at, format!("expected {what}"));
        if self.errors.len() > count
            && !self.stopped
            && let Some(error) = self.errors.last_mut()
        {
            error.notes.push((open, "to match this".into()));
        }
        Err(Fail)
    }

    /// Consumes the semicolon. A missing one at the end of a line is reported and supplied.
    fn expect_semi(&mut self, after: &str) -> Parsed<()> {
        if self.eat(Tok::Semi) {
            return Ok(());
        }
        self.error_at(self.after_previous(), format!("expected ';' {after}"));
        let goes_on = self.tok() == Tok::RBrace || self.tok().is_stmt() || self.on_new_line();
        if goes_on { Ok(()) } else { Err(Fail) }
    }

    /// Is the current token the first of its line?
    fn on_new_line(&self) -> bool {
        let Some(before) = self.pos.checked_sub(1) else { return true };
        let (from, to) = (self.tokens[before].hi - self.base, self.lo() - self.base);
        self.text.as_bytes().get(from as usize..to as usize).is_some_and(|gap| gap.contains(&b'\n'))
    }

    /// Consumes an identifier.
    fn ident(&mut self, what: &str) -> Parsed<(Name, Span)> {
        if self.tok() != Tok::Ident {
            return self.expected(what);
        }
        let (name, span) = (self.token().name, self.here());
        self.bump();
        Ok((name, span))
    }

    /// One level deeper; recovery points put the level back.
    #[inline]
    fn enter(&mut self) -> Parsed<()> {
        self.depth += 1;
        if self.depth > MAX_NESTING {
            self.stop(format!("nesting too deep (more than {MAX_NESTING} levels)"));
            return Err(Fail);
        }
        Ok(())
    }

    #[inline]
    fn leave(&mut self) {
        self.depth -= 1;
    }

    /// Notes that the last expression stands above others as high as `below`.
    #[inline]
    fn grow(&mut self, below: u32) -> Parsed<()> {
        self.height = self.height.max(below) + 1;
        if self.height > MAX_HEIGHT {
            self.stop(format!("expression too long (more than {MAX_HEIGHT} operators in a row)"));
            return Err(Fail);
        }
        Ok(())
    }

    fn mark(&self) -> Mark {
        Mark { pos: self.pos, depth: self.depth, scopes: self.scopes.len() }
    }

    /// After a failure since `mark`: goes behind the next `;`, or to the `}` that ends the construct around.
    #[inline(never)]
    fn recover(&mut self, mark: Mark) {
        self.depth = mark.depth;
        while self.scopes.len() > mark.scopes {
            self.close_scope();
        }
        if self.tok() == Tok::Eof {
            return;
        }
        let (mut braces, mut parens) = (0i32, 0i32);
        let step = |tok: Tok, braces: &mut i32, parens: &mut i32| match tok {
            Tok::LBrace => *braces += 1,
            Tok::RBrace => *braces -= 1,
            Tok::LParen => *parens += 1,
            Tok::RParen => *parens -= 1,
            _ => {}
        };
        for t in &self.tokens[mark.pos..self.pos] {
            step(t.tok, &mut braces, &mut parens);
        }
        braces = braces.max(0);
        loop {
            match self.tok() {
                Tok::Eof => break,
                Tok::RBrace if braces <= 0 => break,
                Tok::RBrace if braces == 1 => {
                    self.bump();
                    self.eat(Tok::Semi);
                    break;
                }
                Tok::Semi if braces <= 0 => {
                    self.bump();
                    if parens <= 0 || self.on_new_line() {
                        break;
                    }
                    continue;
                }
                tok if tok.is_stmt() && braces <= 0 && self.pos > mark.pos && self.on_new_line() => break,
                tok => step(tok, &mut braces, &mut parens),
            }
            self.bump();
        }
    }

    fn open_scope(&mut self) {
        self.scopes.push(self.undo.len());
    }

    fn close_scope(&mut self) {
        let start = self.scopes.pop().unwrap_or(0);
        while self.undo.len() > start {
            if let Some((name, before)) = self.undo.pop() {
                self.typedefs[name.0 as usize] = before;
            }
        }
    }

    /// From here on in this scope, is the name a typedef name?
    fn declare(&mut self, name: Name, is_typedef: bool) {
        let i = name.0 as usize;
        if i >= self.typedefs.len() {
            self.typedefs.resize(i + 1, false);
        }
        if self.typedefs[i] == is_typedef {
            return;
        }
        if !self.scopes.is_empty() {
            self.undo.push((name, !is_typedef));
        }
        self.typedefs[i] = is_typedef;
    }

    #[inline]
    fn is_typedef(&self, name: Name) -> bool {
        self.typedefs.get(name.0 as usize).copied().unwrap_or(false)
    }

    /// Can the token `ahead` start declaration specifiers?
    #[inline]
    fn starts_decl(&self, mut ahead: usize) -> bool {
        loop {
            let Some(token) = self.tokens.get(self.pos + ahead) else { return false };
            return match token.tok {
                Tok::Ident => self.is_typedef(token.name),
                // `__extension__` stands before expressions too.
                Tok::Extension => {
                    ahead += 1;
                    continue;
                }
                tok => tok.is_spec(),
            };
        }
    }

    /// The `#pragma pack` value at a position.
    fn pack_at(&self, position: u32) -> Option<u32> {
        let i = self.packs.partition_point(|&(at, _)| at <= position);
        i.checked_sub(1).and_then(|i| self.packs[i].1)
    }

    /// What stands for an expression that could not be decoded.
    fn zero(&self, span: Span) -> Expr {
        Expr { kind: ExprKind::Int { value: 0, suffix: IntSuffix::default(), decimal: true }, span }
    }
}
