//! Primary expressions: names, literals, parentheses, and builtins with a syntax of their own.

use std::borrow::Cow;

use super::{Fail, Parsed, Parser};
use crate::ast::{Designator, Encoding, Expr, ExprKind, SizeofArg};
use crate::literal::{self, Number};
use crate::token::Tok;

impl Parser<'_> {
    /// A primary expression.
    pub(super) fn primary(&mut self) -> Parsed<Expr> {
        let lo = self.lo();
        self.height = 1;
        let kind = match self.tok() {
            Tok::Ident => {
                let name = self.token().name;
                if self.is_typedef(name) {
                    let message = format!("expected expression, found type name {}", self.found());
                    self.error(message);
                    return Err(Fail);
                }
                self.bump();
                ExprKind::Ident(name)
            }
            Tok::Number => self.number(),
            Tok::Char => self.character(),
            Tok::Str => self.string(),
            Tok::LParen => return self.parenthesised(),
            Tok::FunctionName => {
                self.bump();
                ExprKind::FunctionName
            }
            Tok::Generic => self.generic()?,
            Tok::VaArg => self.va_arg()?,
            Tok::Offsetof => self.offsetof()?,
            Tok::TypesCompatible => self.types_compatible()?,
            Tok::ConvertVector => self.convert_vector()?,
            Tok::HasAttribute => self.has_attribute()?,
            Tok::ChooseExpr => self.choose_expr()?,
            Tok::UnsupportedBuiltin => {
                let message = format!("{} is not supported", self.found());
                self.error(message);
                return Err(Fail);
            }
            _ => return self.expected("expression"),
        };
        Ok(Expr { kind, span: self.since(lo) })
    }

    /// `( e )` or `({ … })`
    fn parenthesised(&mut self) -> Parsed<Expr> {
        let (lo, open) = (self.lo(), self.here());
        self.bump();
        let kind = if self.tok() == Tok::LBrace {
            let block = self.block()?;
            self.height = 1;
            ExprKind::StmtExpr(Box::new(block))
        } else {
            let inner = self.expression()?;
            self.grow(0)?;
            ExprKind::Paren(Box::new(inner))
        };
        self.expect_close(Tok::RParen, "')'", open)?;
        Ok(Expr { kind, span: self.since(lo) })
    }

    #[inline(never)]
    fn number(&mut self) -> ExprKind {
        let (token, span) = (self.token(), self.here());
        let text = self.slice(token);
        let decoded = literal::number(&text).map(|number| match number {
            Number::Int { value, suffix, decimal } => ExprKind::Int { value, suffix, decimal },
            Number::Float { text, suffix, imaginary: false } => ExprKind::Float(text.into(), suffix),
            Number::Float { text, suffix, imaginary: true } => {
                ExprKind::Imaginary(Box::new(Expr { kind: ExprKind::Float(text.into(), suffix), span }))
            }
        });
        self.decoded(decoded)
    }

    #[inline(never)]
    fn character(&mut self) -> ExprKind {
        let decoded = literal::character(&self.slice(self.token()));
        self.decoded(decoded.map(|(value, encoding)| ExprKind::Char(value, encoding)))
    }

    /// Consumes a literal; a malformed one is reported and counts as 0.
    fn decoded(&mut self, kind: Result<ExprKind, String>) -> ExprKind {
        let kind = kind.unwrap_or_else(|message| {
            self.error(message);
            self.zero(self.here()).kind
        });
        self.bump();
        kind
    }

    /// Adjacent string literals.
    #[inline(never)]
    fn string(&mut self) -> ExprKind {
        let start = self.pos;
        while self.tok() == Tok::Str || self.tok() == Tok::FunctionName && self.pos > start {
            if self.tok() == Tok::FunctionName {
                self.error("function name cannot be joined with a string literal");
            }
            self.bump();
        }
        match self.joined(start, self.pos) {
            Ok((units, encoding)) => ExprKind::Str(units.into(), encoding),
            Err(message) => {
                let span = self.since(self.tokens[start].lo);
                self.error_at(span, message);
                ExprKind::Str(Box::default(), Encoding::Plain)
            }
        }
    }

    /// The code units of the string tokens in a range.
    fn joined(&self, start: usize, end: usize) -> Result<(Vec<u32>, Encoding), String> {
        let tokens = || self.tokens[start..end].iter().filter(|t| t.tok == Tok::Str);
        let texts: Vec<Cow<'_, str>> = tokens().map(|&t| self.slice(t)).collect();
        let encoding = literal::string_encoding(texts.iter().map(|t| &**t))?;
        let mut units = Vec::with_capacity(texts.iter().map(|t| t.len() - 2).sum());
        for text in &texts {
            literal::string_units(text, encoding, &mut units)?;
        }
        Ok((units, encoding))
    }

    /// Adjacent string literals that speak to the compiler, as text.
    pub(super) fn plain_string(&mut self, what: &str) -> Parsed<String> {
        if self.tok() != Tok::Str {
            return self.expected(what);
        }
        let mut all = String::new();
        while self.tok() == Tok::Str {
            let decoded = literal::plain_string(&self.slice(self.token()));
            match decoded {
                Ok(text) => all.push_str(&text),
                Err(message) => self.error(message),
            }
            self.bump();
        }
        Ok(all)
    }

    /// `_Generic(e, type: e, default: e)`
    #[inline(never)]
    fn generic(&mut self) -> Parsed<ExprKind> {
        self.enter()?;
        self.bump();
        let open = self.here();
        self.expect(Tok::LParen, "'(' after '_Generic'")?;
        let selector = self.assignment()?;
        let mut arms = Vec::new();
        while self.eat(Tok::Comma) {
            let ty = if self.eat(Tok::Default) { None } else { Some(self.type_name()?) };
            self.expect(Tok::Colon, "':' in '_Generic'")?;
            arms.push((ty, self.assignment()?));
        }
        self.expect_close(Tok::RParen, "')' after '_Generic'", open)?;
        self.leave();
        Ok(ExprKind::Generic(Box::new(selector), arms))
    }

    /// The name of a builtin and the parenthesis after it.
    fn builtin_open(&mut self) -> Parsed<()> {
        self.bump();
        self.expect(Tok::LParen, "'(' after builtin")
    }

    fn comma(&mut self) -> Parsed<()> {
        self.expect(Tok::Comma, "','")
    }

    fn builtin_close(&mut self) -> Parsed<()> {
        self.expect(Tok::RParen, "')'")
    }

    #[inline(never)]
    fn va_arg(&mut self) -> Parsed<ExprKind> {
        self.builtin_open()?;
        let list = self.assignment()?;
        self.comma()?;
        let ty = self.type_name()?;
        self.builtin_close()?;
        Ok(ExprKind::VaArg(Box::new(list), Box::new(ty)))
    }

    #[inline(never)]
    fn types_compatible(&mut self) -> Parsed<ExprKind> {
        self.builtin_open()?;
        let a = self.type_name()?;
        self.comma()?;
        let b = self.type_name()?;
        self.builtin_close()?;
        Ok(ExprKind::TypesCompatible(Box::new(a), Box::new(b)))
    }

    #[inline(never)]
    fn convert_vector(&mut self) -> Parsed<ExprKind> {
        self.builtin_open()?;
        let value = self.assignment()?;
        self.comma()?;
        let ty = self.type_name()?;
        self.builtin_close()?;
        Ok(ExprKind::ConvertVector(Box::new(value), Box::new(ty)))
    }

    #[inline(never)]
    fn has_attribute(&mut self) -> Parsed<ExprKind> {
        self.builtin_open()?;
        let of = match self.starts_decl(0) {
            true => SizeofArg::Type(self.type_name()?),
            false => SizeofArg::Expr(self.assignment()?),
        };
        self.comma()?;
        let attribute = self.attribute()?;
        self.builtin_close()?;
        Ok(ExprKind::HasAttribute(Box::new(of), Box::new(attribute)))
    }

    #[inline(never)]
    fn choose_expr(&mut self) -> Parsed<ExprKind> {
        self.builtin_open()?;
        let condition = self.assignment()?;
        self.comma()?;
        let a = self.assignment()?;
        self.comma()?;
        let b = self.assignment()?;
        self.builtin_close()?;
        Ok(ExprKind::ChooseExpr(Box::new(condition), Box::new(a), Box::new(b)))
    }

    /// `__builtin_offsetof(type, a.b[1]->c)`
    #[inline(never)]
    fn offsetof(&mut self) -> Parsed<ExprKind> {
        self.builtin_open()?;
        let ty = self.type_name()?;
        self.comma()?;
        let (name, span) = self.ident("member name")?;
        let mut path = vec![Designator::Field(name, span)];
        loop {
            match self.tok() {
                // `a->b` is `a[0].b`, as in gcc.
                tok @ (Tok::Dot | Tok::Arrow) => {
                    if tok == Tok::Arrow {
                        path.push(Designator::Index(self.zero(self.here())));
                    }
                    self.bump();
                    let (name, span) = self.ident("member name")?;
                    path.push(Designator::Field(name, span));
                }
                Tok::LBracket => {
                    self.bump();
                    path.push(Designator::Index(self.expression()?));
                    self.expect(Tok::RBracket, "']'")?;
                }
                _ => break,
            }
        }
        self.builtin_close()?;
        Ok(ExprKind::Offsetof(Box::new(ty), path))
    }
}
