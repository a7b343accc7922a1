//! From text to a rule.
//!
//! ```text
//! file  = { state | block }
//! state = ["per" "handle"] "state" type NAME ["=" ["-"] NUMBER] ";"
//! type  = "int" | "unsigned" | "long" | "bool"
//! block = ("entry" | "exit") NAME { "," NAME } ["for" expr] body
//!       | "end" ["per" "handle"] body
//! body  = "{" { stmt } "}"
//! stmt  = NAME ("=" | "+=" | "-=") expr ";" | NAME ("++" | "--") ";" | "abort" TEXT ";"
//!       | "if" "(" expr ")" stmt ["else" stmt] | body | ";"
//! ```

use maymust_source::{Diagnostics, FileId, SourceMap, Span};

use crate::lexer::{Token, tokens};
use crate::tree::{Binary, Block, Event, Expr, ExprKind, Named, Rule, State, Stmt, Unary};

/// Nothing in a rule is nested deeper.
const MAX_DEPTH: u32 = 100;

/// Reads a rule file. Errors go to the diagnostics; then there is no rule.
pub fn parse(file: FileId, sources: &SourceMap, diagnostics: &mut Diagnostics) -> Option<Rule> {
    let errors = diagnostics.error_count();
    let text = sources.text(file);
    let tokens = tokens(&text, sources.base(file), diagnostics);
    let path = std::path::Path::new(sources.name(file));
    let name = path.file_stem().map_or("rule".into(), |n| n.to_string_lossy().into_owned());
    let rule = Rule { name, states: Vec::new(), blocks: Vec::new() };
    let mut parser = Parser { tokens, at: 0, depth: 0, rule, here: Here::default(), diagnostics };
    while parser.peek() != &Token::End {
        if parser.item().is_none() {
            parser.recover();
        }
    }
    let rule = parser.rule;
    if rule.blocks.is_empty() && diagnostics.error_count() == errors {
        let start = sources.base(file);
        diagnostics.error(Span::new(start, start), "the rule has no block: it says nothing");
    }
    (diagnostics.error_count() == errors).then_some(rule)
}

/// What may be said where the parser is.
#[derive(Clone, Copy, Default)]
struct Here {
    arguments: bool,
    result: bool,
    per_handle: bool,
}

struct Parser<'a> {
    tokens: Vec<(Token, Span)>,
    at: usize,
    depth: u32,
    rule: Rule,
    here: Here,
    diagnostics: &'a mut Diagnostics,
}

impl Parser<'_> {
    fn peek(&self) -> &Token {
        &self.tokens[self.at.min(self.tokens.len() - 1)].0
    }

    fn span(&self) -> Span {
        self.tokens[self.at.min(self.tokens.len() - 1)].1
    }

    fn advance(&mut self) -> (Token, Span) {
        let token = self.tokens[self.at.min(self.tokens.len() - 1)].clone();
        self.at += 1;
        token
    }

    fn is_mark(&self, mark: &str) -> bool {
        matches!(self.peek(), Token::Mark(m) if *m == mark)
    }

    fn is_word(&self, word: &str) -> bool {
        matches!(self.peek(), Token::Word(w) if w == word)
    }

    fn take_mark(&mut self, mark: &str) -> bool {
        let found = self.is_mark(mark);
        self.at += usize::from(found);
        found
    }

    fn take_word(&mut self, word: &str) -> bool {
        let found = self.is_word(word);
        self.at += usize::from(found);
        found
    }

    fn error<T>(&mut self, span: Span, message: impl Into<String>) -> Option<T> {
        self.diagnostics.error(span, message);
        None
    }

    fn expected<T>(&mut self, what: &str) -> Option<T> {
        let found = match self.peek() {
            Token::Word(w) => format!("`{w}`"),
            Token::Number(n) => format!("`{n}`"),
            Token::Text(_) => "a text".to_owned(),
            Token::Argument(n) => format!("`${n}`"),
            Token::Return => "`$return`".to_owned(),
            Token::Mark(m) => format!("`{m}`"),
            Token::End => "the end of the file".to_owned(),
        };
        self.error(self.span(), format!("expected {what}, found {found}"))
    }

    fn expect(&mut self, mark: &str) -> Option<()> {
        if self.take_mark(mark) { Some(()) } else { self.expected(&format!("`{mark}`")) }
    }

    fn expect_word(&mut self, word: &str) -> Option<()> {
        if self.take_word(word) { Some(()) } else { self.expected(&format!("`{word}`")) }
    }

    fn name(&mut self, what: &str) -> Option<Named> {
        match self.peek() {
            Token::Word(_) => {}
            _ => return self.expected(what),
        }
        let (token, span) = self.advance();
        match token {
            Token::Word(name) => Some(Named { name, span }),
            _ => None,
        }
    }

    /// After an error: goes on with the next state or block.
    fn recover(&mut self) {
        self.depth = 0;
        loop {
            match self.peek() {
                Token::End => return,
                Token::Word(w) if matches!(w.as_str(), "state" | "per" | "entry" | "exit" | "end") => return,
                _ => self.at += 1,
            }
        }
    }

    fn item(&mut self) -> Option<()> {
        let start = self.at;
        let Some(word) = self.name("`state`, `per handle state`, `entry`, `exit` or `end`") else {
            self.at = start + 1;
            return None;
        };
        match word.name.as_str() {
            "state" => self.state(false),
            "per" => {
                self.expect_word("handle")?;
                self.expect_word("state")?;
                self.state(true)
            }
            "entry" => self.block(Event::Entry),
            "exit" => self.block(Event::Exit),
            "end" => self.block(Event::End),
            other => {
                let message = format!(
                    "`{other}` starts neither a state nor a block; there are `state`, `entry`, `exit`, `end`"
                );
                self.error(word.span, message)
            }
        }
    }

    fn state(&mut self, per_handle: bool) -> Option<()> {
        let ty = self.name("a type")?;
        let (bits, signed) = match ty.name.as_str() {
            "int" => (32, true),
            "unsigned" => (32, false),
            "long" => (64, true),
            "bool" => (8, false),
            other => {
                let message = format!("no type is called `{other}`; there are int, unsigned, long, bool");
                return self.error(ty.span, message);
            }
        };
        let name = self.name("the name of the state variable")?;
        if self.rule.states.iter().any(|s| s.name == name.name) {
            return self.error(name.span, format!("there is a state `{}` already", name.name));
        }
        let mut initial = 0;
        if self.take_mark("=") {
            let negative = self.take_mark("-");
            let Token::Number(n) = *self.peek() else { return self.expected("a number") };
            self.at += 1;
            initial = if negative { n.wrapping_neg() } else { n };
        }
        self.expect(";")?;
        self.rule.states.push(State { name: name.name, bits, signed, initial, per_handle, span: name.span });
        Some(())
    }

    fn block(&mut self, event: Event) -> Option<()> {
        let mut functions = Vec::new();
        let mut per_handle = false;
        let mut handle = None;
        self.here = Here { arguments: event != Event::End, result: event == Event::Exit, per_handle: false };
        if event == Event::End {
            if self.take_word("per") {
                self.expect_word("handle")?;
                per_handle = true;
            }
        } else {
            functions.push(self.name("the name of a function")?);
            while self.take_mark(",") {
                functions.push(self.name("the name of a function")?);
            }
            if self.take_word("for") {
                handle = Some(self.expr(0)?);
                per_handle = true;
            }
        }
        self.here.per_handle = per_handle;
        let body = self.body()?;
        self.rule.blocks.push(Block { event, functions, per_handle, handle, body });
        Some(())
    }

    fn body(&mut self) -> Option<Vec<Stmt>> {
        self.expect("{")?;
        let mut body = Vec::new();
        while !self.take_mark("}") {
            if self.peek() == &Token::End {
                return self.expected("`}`");
            }
            body.extend(self.stmt()?);
        }
        Some(body)
    }

    fn deeper(&mut self, span: Span) -> Option<()> {
        self.depth += 1;
        if self.depth > MAX_DEPTH { self.error(span, "this is nested too deeply") } else { Some(()) }
    }

    fn stmt(&mut self) -> Option<Vec<Stmt>> {
        let span = self.span();
        self.deeper(span)?;
        let stmts = if self.is_mark("{") {
            self.body()?
        } else if self.take_mark(";") {
            Vec::new()
        } else if self.take_word("if") {
            vec![self.branch()?]
        } else if self.take_word("abort") {
            let Token::Text(message) = self.peek().clone() else {
                return self.expected("a message in quotes");
            };
            self.at += 1;
            self.expect(";")?;
            vec![Stmt::Abort { message, span }]
        } else {
            vec![self.assignment()?]
        };
        self.depth -= 1;
        Some(stmts)
    }

    fn branch(&mut self) -> Option<Stmt> {
        self.expect("(")?;
        let condition = self.expr(0)?;
        self.expect(")")?;
        let yes = self.stmt()?;
        let no = if self.take_word("else") { self.stmt()? } else { Vec::new() };
        Some(Stmt::If { condition, yes, no })
    }

    fn assignment(&mut self) -> Option<Stmt> {
        let name = self.name("a statement")?;
        let state = self.find_state(&name)?;
        let (token, span) = self.advance();
        let old = Expr { kind: ExprKind::State(state), span: name.span, depth: 1 };
        let one = Expr { kind: ExprKind::Number(1), span, depth: 1 };
        let value = match token {
            Token::Mark("=") => self.expr(0)?,
            Token::Mark("+=") => {
                let more = self.expr(0)?;
                self.binary(Binary::Add, old, more)?
            }
            Token::Mark("-=") => {
                let less = self.expr(0)?;
                self.binary(Binary::Sub, old, less)?
            }
            Token::Mark("++") => self.binary(Binary::Add, old, one)?,
            Token::Mark("--") => self.binary(Binary::Sub, old, one)?,
            _ => {
                self.at -= 1;
                return self.expected("`=`, `+=`, `-=`, `++` or `--`");
            }
        };
        self.expect(";")?;
        Some(Stmt::Assign { state, value, span: name.span })
    }

    fn find_state(&mut self, name: &Named) -> Option<usize> {
        let Some(state) = self.rule.states.iter().position(|s| s.name == name.name) else {
            return self.error(name.span, format!("there is no state `{}`", name.name));
        };
        if self.rule.states[state].per_handle && !self.here.per_handle {
            let message = format!(
                "`{}` belongs to a handle: the block must say which (`for $1`, `end per handle`)",
                name.name
            );
            return self.error(name.span, message);
        }
        Some(state)
    }

    fn binary(&mut self, op: Binary, a: Expr, b: Expr) -> Option<Expr> {
        let span = a.span.to(b.span);
        let depth = a.depth.max(b.depth) + 1;
        if depth > MAX_DEPTH {
            return self.error(span, "this expression is nested too deeply");
        }
        Some(Expr { kind: ExprKind::Binary(op, Box::new(a), Box::new(b)), span, depth })
    }

    /// An expression whose operators bind tighter than `least`.
    fn expr(&mut self, least: u8) -> Option<Expr> {
        let mut left = self.operand()?;
        loop {
            let Token::Mark(mark) = *self.peek() else { return Some(left) };
            let Some((op, tight)) = Binary::of(mark).filter(|(_, tight)| *tight > least) else {
                return Some(left);
            };
            self.at += 1;
            let right = self.expr(tight)?;
            left = self.binary(op, left, right)?;
        }
    }

    fn operand(&mut self) -> Option<Expr> {
        let span = self.span();
        self.deeper(span)?;
        let operand = self.simple(span)?;
        self.depth -= 1;
        Some(operand)
    }

    fn simple(&mut self, span: Span) -> Option<Expr> {
        let leaf = |kind| Some(Expr { kind, span, depth: 1 });
        match self.peek().clone() {
            Token::Number(n) => {
                self.at += 1;
                leaf(ExprKind::Number(n))
            }
            Token::Argument(n) => {
                self.at += 1;
                if !self.here.arguments {
                    return self.error(span, "there are no arguments at the end of the program");
                }
                leaf(ExprKind::Argument(n))
            }
            Token::Return => {
                self.at += 1;
                if !self.here.result {
                    return self.error(span, "only `exit` blocks know the result");
                }
                leaf(ExprKind::Return)
            }
            Token::Word(name) => {
                self.at += 1;
                let state = self.find_state(&Named { name, span })?;
                leaf(ExprKind::State(state))
            }
            Token::Mark("(") => {
                self.at += 1;
                let inner = self.expr(0)?;
                self.expect(")")?;
                Some(inner)
            }
            Token::Mark(mark @ ("!" | "-" | "~")) => {
                self.at += 1;
                let inner = self.operand()?;
                let op = match mark {
                    "!" => Unary::Not,
                    "-" => Unary::Minus,
                    _ => Unary::Complement,
                };
                let (span, depth) = (span.to(inner.span), inner.depth + 1);
                Some(Expr { kind: ExprKind::Unary(op, Box::new(inner)), span, depth })
            }
            _ => self.expected("an expression"),
        }
    }
}
