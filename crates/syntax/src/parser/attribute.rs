//! `__attribute__((…))`, and `[[…]]`, which is skipped.

use super::{Parsed, Parser};
use crate::ast::{Attribute, Expr, ExprKind};
use crate::token::Tok;

impl Parser<'_> {
    /// Is here `[[`?
    pub(super) fn at_bracket_attribute(&self) -> bool {
        self.tok() == Tok::LBracket && self.peek(1) == Tok::LBracket
    }

    /// Is here an attribute of either syntax?
    pub(super) fn at_attribute(&self) -> bool {
        self.tok() == Tok::Attribute || self.at_bracket_attribute()
    }

    /// All attributes that stand here.
    pub(super) fn attributes(&mut self, out: &mut Vec<Attribute>) -> Parsed<()> {
        loop {
            match self.tok() {
                Tok::Attribute => {
                    self.bump();
                    self.expect(Tok::LParen, "'((' after '__attribute__'")?;
                    self.expect(Tok::LParen, "'((' after '__attribute__'")?;
                    while self.tok() != Tok::RParen {
                        if !self.eat(Tok::Comma) {
                            let attribute = self.attribute()?;
                            out.push(attribute);
                            if self.tok() != Tok::RParen && self.tok() != Tok::Comma {
                                return self.expected("')'");
                            }
                        }
                    }
                    self.bump();
                    self.expect(Tok::RParen, "'))' after attributes")?;
                }
                Tok::LBracket if self.peek(1) == Tok::LBracket => self.skip_brackets()?,
                _ => return Ok(()),
            }
        }
    }

    /// `name` or `name(args)`; the name may be a keyword.
    pub(super) fn attribute(&mut self) -> Parsed<Attribute> {
        let lo = self.lo();
        if !self.tok().is_word() {
            return self.expected("attribute name");
        }
        let text = self.slice(self.token()).into_owned();
        let stripped = text.strip_prefix("__").and_then(|t| t.strip_suffix("__")).filter(|t| !t.is_empty());
        let name = self.names.intern(stripped.unwrap_or(&text));
        self.bump();
        let mut args = Vec::new();
        if self.eat(Tok::LParen) {
            while self.tok() != Tok::RParen {
                args.push(self.attribute_arg()?);
                if !self.eat(Tok::Comma) {
                    break;
                }
            }
            self.expect(Tok::RParen, "')' after attribute arguments")?;
        }
        Ok(Attribute { name, args, span: self.since(lo) })
    }

    /// A lone word is a name, whatever it means elsewhere.
    fn attribute_arg(&mut self) -> Parsed<Expr> {
        let lone = matches!(self.peek(1), Tok::Comma | Tok::RParen);
        if self.tok().is_word() && lone {
            let (name, span) = (self.token().name, self.here());
            self.bump();
            return Ok(Expr { kind: ExprKind::Ident(name), span });
        }
        self.assignment()
    }

    /// `[[…]]`
    fn skip_brackets(&mut self) -> Parsed<()> {
        let open = self.here();
        let mut depth = 0u32;
        loop {
            match self.tok() {
                Tok::LBracket => depth += 1,
                Tok::RBracket if depth == 1 => {
                    self.bump();
                    return Ok(());
                }
                Tok::RBracket => depth -= 1,
                Tok::Eof => return self.expect_close(Tok::RBracket, "']]' after attributes", open),
                _ => {}
            }
            self.bump();
        }
    }
}
