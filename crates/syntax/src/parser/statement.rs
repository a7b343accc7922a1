//! Statements and blocks. Label and else-if chains are loops: generated ones are very long.

use maymust_source::Span;

use super::declaration::Declared;
use super::{Parsed, Parser};
use crate::Name;
use crate::ast::{Block, Expr, For, ForInit, Stmt, StmtKind};
use crate::token::Tok;

/// A label in front of a statement.
enum Label {
    Case(Expr, Option<Expr>),
    Default,
    Named(Name),
}

impl Parser<'_> {
    /// `{ … }`, a scope of its own.
    pub(super) fn block(&mut self) -> Parsed<Block> {
        let (lo, open) = (self.lo(), self.here());
        self.enter()?;
        self.open_scope();
        self.bump();
        let mut stmts = Vec::new();
        while !matches!(self.tok(), Tok::RBrace | Tok::Eof) {
            let mark = self.mark();
            match self.statement() {
                Ok(stmt) => stmts.push(stmt),
                Err(_) => {
                    self.recover(mark);
                    if self.pos == mark.pos && self.tok() != Tok::RBrace {
                        self.bump();
                    }
                }
            }
        }
        self.expect_close(Tok::RBrace, "'}' at end of block", open)?;
        self.close_scope();
        self.leave();
        Ok(Block { stmts, span: self.since(lo) })
    }

    /// A statement or declaration, with its labels.
    fn statement(&mut self) -> Parsed<Stmt> {
        let mut labels = Vec::new();
        while let Some(label) = self.label()? {
            labels.push(label);
        }
        let mut stmt = if labels.is_empty() {
            self.unlabelled()?
        } else if self.tok() == Tok::RBrace {
            Stmt { kind: StmtKind::Empty, span: self.after_previous() }
        } else {
            self.unlabelled()?
        };
        for (label, lo) in labels.into_iter().rev() {
            let span = Span::new(lo, stmt.span.hi.max(lo));
            let stmt_box = Box::new(stmt);
            let kind = match label {
                Label::Case(low, high) => StmtKind::Case(low, high, stmt_box),
                Label::Default => StmtKind::Default(stmt_box),
                Label::Named(name) => StmtKind::Label(name, stmt_box),
            };
            stmt = Stmt { kind, span };
        }
        Ok(stmt)
    }

    /// One label if there is one, with its start.
    #[inline(never)]
    fn label(&mut self) -> Parsed<Option<(Label, u32)>> {
        let lo = self.lo();
        let label = match self.tok() {
            Tok::Ident if self.peek(1) == Tok::Colon => {
                let name = self.token().name;
                self.bump();
                self.bump();
                // Attributes of a label (`unused`) change nothing here.
                self.attributes(&mut Vec::new())?;
                return Ok(Some((Label::Named(name), lo)));
            }
            Tok::Case => {
                self.bump();
                let low = self.conditional()?;
                let high = if self.eat(Tok::Ellipsis) { Some(self.conditional()?) } else { None };
                Label::Case(low, high)
            }
            Tok::Default => {
                self.bump();
                Label::Default
            }
            _ => return Ok(None),
        };
        self.expect(Tok::Colon, "':' after case label")?;
        Ok(Some((label, lo)))
    }

    fn unlabelled(&mut self) -> Parsed<Stmt> {
        let lo = self.lo();
        self.enter()?;
        if self.tok() == Tok::Extension && self.peek(1) == Tok::StaticAssert {
            self.bump();
        }
        let kind = match self.tok() {
            Tok::Semi => {
                self.bump();
                StmtKind::Empty
            }
            Tok::LBrace => StmtKind::Block(self.block()?),
            Tok::StaticAssert => StmtKind::StaticAssert(Box::new(self.static_assert()?)),
            Tok::Attribute | Tok::LBracket => self.attributed()?,
            tok if tok.is_stmt() => self.keyword_statement(tok)?,
            tok if tok.is_spec() && tok != Tok::Extension => self.declaration_statement()?,
            Tok::Extension if self.starts_decl(0) => self.declaration_statement()?,
            Tok::Ident if self.starts_decl(0) => self.declaration_statement()?,
            Tok::Ident if self.peek(1) == Tok::Ident => self.declaration_statement()?,
            _ => self.expression_statement()?,
        };
        self.leave();
        Ok(Stmt { kind, span: self.since(lo) })
    }

    fn expression_statement(&mut self) -> Parsed<StmtKind> {
        let e = self.expression()?;
        self.expect_semi("after expression")?;
        Ok(StmtKind::Expr(e))
    }

    fn declaration_statement(&mut self) -> Parsed<StmtKind> {
        self.declared(Vec::new())
    }

    #[inline(never)]
    fn declared(&mut self, attrs: Vec<crate::ast::Attribute>) -> Parsed<StmtKind> {
        Ok(match self.declaration_or_function(attrs)? {
            Declared::Declaration(d) => StmtKind::Declaration(Box::new(d)),
            Declared::Function(f) => StmtKind::NestedFunction(f),
        })
    }

    /// Attributes before a statement (`fallthrough`) or a declaration.
    #[inline(never)]
    fn attributed(&mut self) -> Parsed<StmtKind> {
        let mut attrs = Vec::new();
        self.attributes(&mut attrs)?;
        if self.eat(Tok::Semi) {
            return Ok(StmtKind::Empty);
        }
        if self.starts_decl(0) || self.at_unknown_type() {
            return self.declared(attrs);
        }
        if attrs.is_empty() && self.tok() == Tok::LBracket {
            return self.expected("expression");
        }
        Ok(self.statement()?.kind)
    }

    fn keyword_statement(&mut self, tok: Tok) -> Parsed<StmtKind> {
        let kind = match tok {
            Tok::If => return self.if_statement(),
            Tok::While => return self.while_statement(),
            Tok::For => return self.for_statement(),
            Tok::Do => self.do_statement()?,
            Tok::Switch => {
                self.bump();
                self.open_scope();
                let value = self.condition("switch")?;
                let body = self.body()?;
                self.close_scope();
                return Ok(StmtKind::Switch(value, Box::new(body)));
            }
            Tok::Goto => self.goto_statement()?,
            Tok::Break => {
                self.bump();
                StmtKind::Break
            }
            Tok::Continue => {
                self.bump();
                StmtKind::Continue
            }
            Tok::Return => {
                self.bump();
                let value = if self.tok() == Tok::Semi { None } else { Some(self.expression()?) };
                StmtKind::Return(value)
            }
            Tok::Asm => return Ok(StmtKind::Asm(Box::new(self.asm()?))),
            Tok::LocalLabel => self.local_labels()?,
            Tok::Else => {
                self.error("'else' without a previous 'if'");
                self.bump();
                return Ok(self.statement()?.kind);
            }
            _ => return self.expected("statement"),
        };
        self.expect_semi("after statement")?;
        Ok(kind)
    }

    /// `( expression )`
    fn condition(&mut self, keyword: &str) -> Parsed<Expr> {
        let open = self.here();
        self.expect(Tok::LParen, &format!("'(' after '{keyword}'"))?;
        let e = self.expression()?;
        self.expect_close(Tok::RParen, "')' after condition", open)?;
        Ok(e)
    }

    /// The statement that another one governs: declarations in it are in a scope of their own.
    fn body(&mut self) -> Parsed<Stmt> {
        if self.tok() == Tok::LBrace {
            return self.statement();
        }
        self.open_scope();
        let stmt = self.statement()?;
        self.close_scope();
        Ok(stmt)
    }

    #[inline(never)]
    fn if_statement(&mut self) -> Parsed<StmtKind> {
        let mut arms = Vec::new();
        let mut last = None;
        self.open_scope();
        loop {
            let lo = self.lo();
            self.bump();
            let condition = self.condition("if")?;
            let then = self.body()?;
            arms.push((lo, condition, then));
            if !self.eat(Tok::Else) {
                break;
            }
            if self.tok() != Tok::If {
                last = Some(Box::new(self.body()?));
                break;
            }
        }
        self.close_scope();
        let end = self.since(0).hi;
        let mut kind = StmtKind::Empty;
        for (i, (lo, condition, then)) in arms.into_iter().enumerate().rev() {
            kind = StmtKind::If(condition, Box::new(then), last.take());
            if i > 0 {
                let whole = std::mem::replace(&mut kind, StmtKind::Empty);
                last = Some(Box::new(Stmt { kind: whole, span: Span::new(lo, end) }));
            }
        }
        Ok(kind)
    }

    fn while_statement(&mut self) -> Parsed<StmtKind> {
        self.bump();
        self.open_scope();
        let condition = self.condition("while")?;
        let body = self.body()?;
        self.close_scope();
        Ok(StmtKind::While(condition, Box::new(body)))
    }

    fn do_statement(&mut self) -> Parsed<StmtKind> {
        self.bump();
        self.open_scope();
        let body = self.body()?;
        self.expect(Tok::While, "'while' after body of 'do'")?;
        let condition = self.condition("while")?;
        self.close_scope();
        Ok(StmtKind::DoWhile(Box::new(body), condition))
    }

    #[inline(never)]
    fn for_statement(&mut self) -> Parsed<StmtKind> {
        self.bump();
        let open = self.here();
        self.expect(Tok::LParen, "'(' after 'for'")?;
        self.open_scope();
        let init = if self.eat(Tok::Semi) {
            ForInit::None
        } else if self.starts_decl(0) || self.at_bracket_attribute() {
            ForInit::Declaration(self.plain_declaration()?)
        } else {
            let e = self.expression()?;
            self.expect(Tok::Semi, "';' in 'for'")?;
            ForInit::Expr(e)
        };
        let condition = if self.tok() == Tok::Semi { None } else { Some(self.expression()?) };
        self.expect(Tok::Semi, "';' in 'for'")?;
        let step = if self.tok() == Tok::RParen { None } else { Some(self.expression()?) };
        self.expect_close(Tok::RParen, "')' after 'for'", open)?;
        let body = self.body()?;
        self.close_scope();
        Ok(StmtKind::For(Box::new(For { init, condition, step, body })))
    }

    fn goto_statement(&mut self) -> Parsed<StmtKind> {
        self.bump();
        if self.eat(Tok::Star) {
            return Ok(StmtKind::ComputedGoto(self.expression()?));
        }
        Ok(StmtKind::Goto(self.ident("label name")?.0))
    }

    /// `__label__ a, b;`
    #[inline(never)]
    fn local_labels(&mut self) -> Parsed<StmtKind> {
        self.bump();
        let mut labels = Vec::new();
        loop {
            let label = self.ident("label name")?;
            labels.push(label);
            if !self.eat(Tok::Comma) {
                return Ok(StmtKind::LocalLabels(labels));
            }
        }
    }
}
