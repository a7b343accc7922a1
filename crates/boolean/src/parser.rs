//! The parser: recursive descent. It stops at the first error of a procedure and goes on with the next one.

use maymust_source::{Diagnostics, FileId, SourceMap, Span};

use crate::ast::{Binary, Expr, Name, Proc, Program, Stmt, StmtKind};
use crate::lexer::{Token, lex};

const KEYWORDS: [&str; 27] = [
    "decl",
    "bool",
    "void",
    "begin",
    "end",
    "skip",
    "if",
    "then",
    "else",
    "elsif",
    "fi",
    "while",
    "do",
    "od",
    "goto",
    "assume",
    "assert",
    "return",
    "call",
    "dead",
    "constrain",
    "enforce",
    "schoose",
    "choose",
    "T",
    "F",
    "print",
];
/// Statements and expressions nest at most so deep.
const DEEPEST: usize = 400;

/// An error has been said.
struct Said;
type Parsed<T> = Result<T, Said>;

/// The syntax tree of a file; what is wrong with it is in the diagnostics.
pub fn parse(sources: &SourceMap, file: FileId, diagnostics: &mut Diagnostics) -> Program {
    let tokens = lex(&sources.text(file), sources.base(file), diagnostics);
    let mut parser = Parser { tokens, at: 0, diagnostics, depth: 0 };
    parser.program()
}

struct Parser<'a> {
    tokens: Vec<(Token, Span)>,
    at: usize,
    diagnostics: &'a mut Diagnostics,
    depth: usize,
}

impl Parser<'_> {
    fn token(&self) -> &Token {
        &self.tokens[self.at].0
    }

    fn ahead(&self, n: usize) -> &Token {
        &self.tokens[(self.at + n).min(self.tokens.len() - 1)].0
    }

    fn span(&self) -> Span {
        self.tokens[self.at].1
    }

    fn advance(&mut self) {
        self.at = (self.at + 1).min(self.tokens.len() - 1);
    }

    fn is_word(&self, word: &str) -> bool {
        matches!(self.token(), Token::Word(w) if w == word)
    }

    fn take_word(&mut self, word: &str) -> bool {
        let is_it = self.is_word(word);
        if is_it {
            self.advance();
        }
        is_it
    }

    fn take(&mut self, sign: &str) -> bool {
        let is_it = matches!(self.token(), Token::Sign(s) if *s == sign);
        if is_it {
            self.advance();
        }
        is_it
    }

    fn error<T>(&mut self, message: impl Into<String>) -> Parsed<T> {
        self.diagnostics.error(self.span(), message);
        Err(Said)
    }

    /// Complains about the present token.
    fn expected<T>(&mut self, what: &str) -> Parsed<T> {
        let found = match self.token() {
            Token::Word(w) | Token::Quoted(w) | Token::Number(w) => format!("`{w}`"),
            Token::Sign(s) => format!("`{s}`"),
            Token::End => "the end of the file".to_owned(),
        };
        self.error(format!("{what} is expected here, not {found}"))
    }

    fn need(&mut self, sign: &str) -> Parsed<()> {
        if self.take(sign) { Ok(()) } else { self.expected(&format!("`{sign}`")) }
    }

    fn need_word(&mut self, word: &str) -> Parsed<()> {
        if self.take_word(word) { Ok(()) } else { self.expected(&format!("`{word}`")) }
    }

    fn is_name(token: &Token) -> bool {
        match token {
            Token::Word(w) => !KEYWORDS.contains(&w.as_str()),
            Token::Quoted(_) => true,
            _ => false,
        }
    }

    fn name(&mut self) -> Parsed<Name> {
        if !Self::is_name(self.token()) {
            return self.expected("a name");
        }
        let (Token::Word(text) | Token::Quoted(text)) = self.token().clone() else {
            return self.expected("a name");
        };
        let span = self.span();
        self.advance();
        Ok(Name { text, span })
    }

    fn names(&mut self) -> Parsed<Vec<Name>> {
        let mut names = vec![self.name()?];
        while self.take(",") {
            names.push(self.name()?);
        }
        Ok(names)
    }

    fn program(&mut self) -> Program {
        let mut program = Program::default();
        while *self.token() != Token::End {
            let before = self.at;
            if self.item(&mut program).is_err() {
                self.skip_to_item(before);
            }
        }
        program
    }

    /// Behind an error: what looks like the start of a procedure.
    fn skip_to_item(&mut self, before: usize) {
        if self.at == before {
            self.advance();
        }
        let starts = |p: &Self| {
            p.is_word("void")
                || p.is_word("bool")
                    && (matches!(p.ahead(2), Token::Sign("(")) || *p.ahead(1) == Token::Sign("<"))
        };
        while *self.token() != Token::End && !starts(self) {
            self.advance();
        }
    }

    fn item(&mut self, program: &mut Program) -> Parsed<()> {
        self.depth = 0;
        if self.take_word("decl") {
            program.globals.extend(self.names()?);
            return self.need(";");
        }
        let returns = if self.take_word("void") {
            Some(0)
        } else if self.take_word("bool") {
            match self.take("<") {
                true => {
                    let n = self.number()?;
                    self.need(">")?;
                    Some(n)
                }
                false => None,
            }
        } else if Self::is_name(self.token()) {
            None
        } else {
            return self.expected("`decl`, `bool`, `void` or a procedure");
        };
        let name = self.name()?;
        if !self.take("(") {
            if returns.is_some() {
                return self.expected("`(`");
            }
            program.globals.push(name);
            while self.take(",") {
                program.globals.push(self.name()?);
            }
            return self.need(";");
        }
        let proc = self.proc(name, returns)?;
        program.procs.push(proc);
        Ok(())
    }

    fn number(&mut self) -> Parsed<usize> {
        let Token::Number(text) = self.token().clone() else { return self.expected("a number") };
        match text.parse() {
            Ok(n) => {
                self.advance();
                Ok(n)
            }
            Err(_) => self.expected("a number"),
        }
    }

    fn proc(&mut self, name: Name, returns: Option<usize>) -> Parsed<Proc> {
        let mut params = Vec::new();
        if !self.take(")") {
            loop {
                self.take_word("bool");
                params.push(self.name()?);
                if !self.take(",") {
                    break;
                }
            }
            self.need(")")?;
        }
        self.need_word("begin")?;
        let mut proc = Proc { name, returns, params, locals: Vec::new(), enforce: None, body: Vec::new() };
        loop {
            if self.take_word("decl") || self.take_word("bool") {
                proc.locals.extend(self.names()?);
                self.need(";")?;
            } else if self.take_word("enforce") {
                proc.enforce = Some(self.expr()?);
                self.need(";")?;
            } else {
                break;
            }
        }
        proc.body = self.body(&["end"])?;
        self.need_word("end")?;
        self.take(";");
        Ok(proc)
    }

    /// Statements up to one of the words.
    fn body(&mut self, ends: &[&str]) -> Parsed<Vec<Stmt>> {
        self.depth += 1;
        if self.depth > DEEPEST {
            return self.error("statements are nested too deep");
        }
        let mut body = Vec::new();
        while !ends.iter().any(|e| self.is_word(e)) {
            if *self.token() == Token::End {
                return self.expected(&format!("`{}`", ends[0]));
            }
            if !self.take(";") {
                body.push(self.stmt()?);
            }
        }
        self.depth -= 1;
        Ok(body)
    }

    fn stmt(&mut self) -> Parsed<Stmt> {
        let mut labels = Vec::new();
        while Self::is_name(self.token()) && *self.ahead(1) == Token::Sign(":") {
            labels.push(self.name()?);
            self.advance();
        }
        let start = self.span();
        // A label may stand at the end.
        let kind = match !labels.is_empty() && self.is_word("end") {
            true => StmtKind::Skip,
            false => self.stmt_kind()?,
        };
        let span = start.to(self.tokens[self.at.saturating_sub(1)].1);
        let closed = matches!(kind, StmtKind::If { .. } | StmtKind::While(..));
        if !self.take(";") && !closed && !self.is_word("end") {
            return self.expected("`;`");
        }
        Ok(Stmt { labels, span, kind })
    }

    fn stmt_kind(&mut self) -> Parsed<StmtKind> {
        if *self.token() == Token::Sign(";") || self.take_word("skip") {
            return Ok(StmtKind::Skip);
        }
        if self.take_word("print") {
            self.args()?;
            return Ok(StmtKind::Skip);
        }
        if self.take_word("goto") {
            return Ok(StmtKind::Goto(self.names()?));
        }
        if self.take_word("assume") {
            return Ok(StmtKind::Assume(self.expr()?));
        }
        if self.take_word("assert") {
            return Ok(StmtKind::Assert(self.expr()?));
        }
        if self.take_word("if") {
            return self.conditional();
        }
        if self.take_word("while") {
            let condition = self.expr()?;
            self.need_word("do")?;
            let body = self.body(&["od"])?;
            self.need_word("od")?;
            return Ok(StmtKind::While(condition, body));
        }
        if self.take_word("return") {
            let ends = *self.token() == Token::Sign(";") || self.is_word("end");
            return Ok(StmtKind::Return(if ends { Vec::new() } else { self.exprs()? }));
        }
        if self.take_word("dead") {
            let targets = self.names()?;
            let values = vec![Expr::Any; targets.len()];
            return Ok(StmtKind::Assign { targets, values, constrain: None });
        }
        self.take_word("call");
        if Self::is_name(self.token()) && *self.ahead(1) == Token::Sign("(") {
            return self.call(Vec::new());
        }
        self.assignment()
    }

    fn conditional(&mut self) -> Parsed<StmtKind> {
        let mut arms = Vec::new();
        let mut otherwise = Vec::new();
        loop {
            let condition = self.expr()?;
            self.need_word("then")?;
            arms.push((condition, self.body(&["fi", "else", "elsif"])?));
            if self.take_word("elsif") {
                continue;
            }
            if self.take_word("else") {
                otherwise = self.body(&["fi"])?;
            }
            self.need_word("fi")?;
            return Ok(StmtKind::If { arms, otherwise });
        }
    }

    fn call(&mut self, targets: Vec<Name>) -> Parsed<StmtKind> {
        let proc = self.name()?;
        let args = self.args()?;
        Ok(StmtKind::Call { targets, proc, args })
    }

    fn args(&mut self) -> Parsed<Vec<Expr>> {
        self.need("(")?;
        if self.take(")") {
            return Ok(Vec::new());
        }
        let args = self.exprs()?;
        self.need(")")?;
        Ok(args)
    }

    fn assignment(&mut self) -> Parsed<StmtKind> {
        if !Self::is_name(self.token()) {
            return self.expected("a statement");
        }
        let targets = self.names()?;
        self.need(":=")?;
        if Self::is_name(self.token()) && *self.ahead(1) == Token::Sign("(") {
            return self.call(targets);
        }
        let start = self.span();
        let values = self.exprs()?;
        if values.len() != targets.len() {
            let message = format!(
                "{} and {}: an assignment needs as many values as variables",
                count(targets.len(), "variable"),
                count(values.len(), "value")
            );
            self.diagnostics.error(start, message);
        }
        let constrain = if self.take_word("constrain") { Some(self.expr()?) } else { None };
        Ok(StmtKind::Assign { targets, values, constrain })
    }

    fn exprs(&mut self) -> Parsed<Vec<Expr>> {
        let mut exprs = vec![self.expr()?];
        while self.take(",") {
            exprs.push(self.expr()?);
        }
        Ok(exprs)
    }

    fn expr(&mut self) -> Parsed<Expr> {
        self.depth += 1;
        if self.depth > DEEPEST {
            return self.error("expressions are nested too deep");
        }
        let condition = self.binary(0)?;
        let expr = if self.take("?") {
            let then = self.expr()?;
            self.need(":")?;
            let other = self.expr()?;
            Expr::If(Box::new(condition), Box::new(then), Box::new(other))
        } else {
            condition
        };
        self.depth -= 1;
        Ok(expr)
    }

    /// Operators of at least a level; the weakest bind first.
    fn binary(&mut self, level: usize) -> Parsed<Expr> {
        const LEVELS: [&[(&str, Binary)]; 5] = [
            &[("=>", Binary::Implies)],
            &[("|", Binary::Or), ("||", Binary::Or)],
            &[("^", Binary::Xor)],
            &[("&", Binary::And), ("&&", Binary::And)],
            &[("=", Binary::Iff), ("==", Binary::Iff), ("<=>", Binary::Iff), ("!=", Binary::Xor)],
        ];
        let Some(signs) = LEVELS.get(level) else { return self.unary() };
        let mut left = self.binary(level + 1)?;
        while let Some((_, op)) = signs.iter().find(|(s, _)| *self.token() == Token::Sign(s)).copied() {
            self.advance();
            let right = self.binary(level + 1)?;
            left = Expr::Binary(op, Box::new(left), Box::new(right));
        }
        Ok(left)
    }

    fn unary(&mut self) -> Parsed<Expr> {
        let mut negated = false;
        while self.take("!") || self.take("~") {
            negated = !negated;
        }
        let operand = self.operand()?;
        Ok(if negated { Expr::Not(Box::new(operand)) } else { operand })
    }

    fn operand(&mut self) -> Parsed<Expr> {
        if self.take("(") {
            let inner = self.expr()?;
            self.need(")")?;
            return Ok(inner);
        }
        if self.take("*") {
            return Ok(Expr::Any);
        }
        if self.take("'") {
            return Ok(Expr::New(self.name()?));
        }
        if self.take_word("schoose") || self.take_word("choose") {
            let close = if self.take("[") { "]" } else { ")" };
            if close == ")" {
                self.need("(")?;
            }
            let yes = self.expr()?;
            self.need(",")?;
            let no = self.expr()?;
            self.need(close)?;
            return Ok(Expr::Choose(Box::new(yes), Box::new(no)));
        }
        let constant = match self.token() {
            Token::Number(n) if n == "0" => Some(false),
            Token::Number(n) if n == "1" => Some(true),
            Token::Word(w) if w == "T" || w == "true" => Some(true),
            Token::Word(w) if w == "F" || w == "false" => Some(false),
            _ => None,
        };
        if let Some(value) = constant {
            self.advance();
            return Ok(Expr::Const(value));
        }
        if Self::is_name(self.token()) {
            return Ok(Expr::Var(self.name()?));
        }
        self.expected("an expression")
    }
}

/// `1 value`, `2 values`
pub fn count(n: usize, what: &str) -> String {
    if n == 1 { format!("1 {what}") } else { format!("{n} {what}s") }
}
