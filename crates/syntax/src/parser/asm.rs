//! Inline assembly.

use super::{Parsed, Parser};
use crate::ast::{Asm, Expr};
use crate::token::Tok;

impl Parser<'_> {
    /// `asm volatile ("template" : outputs : inputs : clobbers : labels);`
    #[inline(never)]
    pub(super) fn asm(&mut self) -> Parsed<Asm> {
        self.bump();
        let mut is_volatile = false;
        loop {
            match self.tok() {
                Tok::Volatile => is_volatile = true,
                Tok::Inline | Tok::Goto | Tok::Const => {}
                _ => break,
            }
            self.bump();
        }
        let open = self.here();
        self.expect(Tok::LParen, "'(' after 'asm'")?;
        let template = self.plain_string("string literal")?;
        let (outputs, inputs, clobbers, labels) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
        let mut asm = Asm { template, is_volatile, outputs, inputs, clobbers, labels };
        if self.eat(Tok::Colon) {
            asm.outputs = self.asm_operands()?;
        }
        if self.eat(Tok::Colon) {
            asm.inputs = self.asm_operands()?;
        }
        if self.eat(Tok::Colon) {
            while self.tok() == Tok::Str {
                asm.clobbers.push(self.plain_string("clobber")?);
                self.eat(Tok::Comma);
            }
        }
        if self.eat(Tok::Colon) {
            while self.tok() == Tok::Ident {
                asm.labels.push(self.ident("label")?);
                self.eat(Tok::Comma);
            }
        }
        self.expect_close(Tok::RParen, "')' after 'asm'", open)?;
        self.expect_semi("after 'asm'")?;
        Ok(asm)
    }

    /// `[name] "constraint" (expression), …`
    fn asm_operands(&mut self) -> Parsed<Vec<(String, Expr)>> {
        let mut list = Vec::new();
        while matches!(self.tok(), Tok::Str | Tok::LBracket) {
            if self.eat(Tok::LBracket) {
                if !self.tok().is_word() {
                    return self.expected("operand name");
                }
                self.bump();
                self.expect(Tok::RBracket, "']' after operand name")?;
            }
            let constraint = self.plain_string("operand constraint")?;
            self.expect(Tok::LParen, "'(' before operand")?;
            let operand = self.expression()?;
            self.expect(Tok::RParen, "')' after operand")?;
            list.push((constraint, operand));
            if !self.eat(Tok::Comma) {
                break;
            }
        }
        Ok(list)
    }
}
