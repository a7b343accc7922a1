//! Initialisers: expressions and braced lists with designators.

use super::{Parsed, Parser};
use crate::ast::{Designator, InitEntry, InitList, Initializer};
use crate::token::Tok;

impl Parser<'_> {
    /// What follows `=`.
    pub(super) fn initializer(&mut self) -> Parsed<Initializer> {
        if self.tok() == Tok::LBrace {
            return Ok(Initializer::List(self.init_list()?));
        }
        Ok(Initializer::Expr(self.assignment()?))
    }

    /// `{ … }`
    pub(super) fn init_list(&mut self) -> Parsed<InitList> {
        let (lo, open) = (self.lo(), self.here());
        self.enter()?;
        self.bump();
        let mut entries = Vec::new();
        while self.tok() != Tok::RBrace {
            let entry = self.init_entry()?;
            entries.push(entry);
            if !self.eat(Tok::Comma) {
                break;
            }
        }
        self.expect_close(Tok::RBrace, "',' or '}' in initializer", open)?;
        self.leave();
        Ok(InitList { entries, span: self.since(lo) })
    }

    fn init_entry(&mut self) -> Parsed<InitEntry> {
        let designators = match self.tok() {
            Tok::Dot | Tok::LBracket => self.designation()?,
            Tok::Ident if self.peek(1) == Tok::Colon => {
                let (name, span) = self.ident("member name")?;
                self.bump();
                vec![Designator::Field(name, span)]
            }
            _ => Vec::new(),
        };
        Ok(InitEntry { designators, value: self.initializer()? })
    }

    /// `.a[1][2 ... 3] =`; gcc lets the `=` be missing after an index.
    fn designation(&mut self) -> Parsed<Vec<Designator>> {
        let mut list = Vec::new();
        loop {
            match self.tok() {
                Tok::Dot => {
                    self.bump();
                    let (name, span) = self.ident("member name")?;
                    list.push(Designator::Field(name, span));
                }
                Tok::LBracket => {
                    self.bump();
                    let low = self.conditional()?;
                    list.push(if self.eat(Tok::Ellipsis) {
                        Designator::Range(low, self.conditional()?)
                    } else {
                        Designator::Index(low)
                    });
                    self.expect(Tok::RBracket, "']' after designator")?;
                }
                _ => break,
            }
        }
        let obsolete = matches!(list.last(), Some(Designator::Index(_) | Designator::Range(..)));
        if !self.eat(Tok::Assign) && !obsolete {
            return self.expected("'='");
        }
        Ok(list)
    }
}
