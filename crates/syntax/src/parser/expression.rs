//! Operators, from comma down to postfix.

use maymust_source::Span;

use super::{Parsed, Parser};
use crate::ast::{BinaryOp, Expr, ExprKind, IncDec, SizeofArg, TypeName, UnaryOp};
use crate::token::Tok;

/// Binary operators in the order of [`Tok`]: binding strength, and the operator if it is plain.
const BINARY: [(u8, Option<BinaryOp>); 18] = [
    (10, Some(BinaryOp::Mul)),
    (10, Some(BinaryOp::Div)),
    (10, Some(BinaryOp::Rem)),
    (9, Some(BinaryOp::Add)),
    (9, Some(BinaryOp::Sub)),
    (8, Some(BinaryOp::Shl)),
    (8, Some(BinaryOp::Shr)),
    (7, Some(BinaryOp::Lt)),
    (7, Some(BinaryOp::Gt)),
    (7, Some(BinaryOp::Le)),
    (7, Some(BinaryOp::Ge)),
    (6, Some(BinaryOp::Eq)),
    (6, Some(BinaryOp::Ne)),
    (5, Some(BinaryOp::And)),
    (4, Some(BinaryOp::Xor)),
    (3, Some(BinaryOp::Or)),
    (2, None),
    (1, None),
];

/// The operator of an assignment token: none for `=`; outer none if it is no assignment.
fn assignment_op(tok: Tok) -> Option<Option<BinaryOp>> {
    Some(match tok {
        Tok::Assign => None,
        Tok::StarAssign => Some(BinaryOp::Mul),
        Tok::SlashAssign => Some(BinaryOp::Div),
        Tok::PercentAssign => Some(BinaryOp::Rem),
        Tok::PlusAssign => Some(BinaryOp::Add),
        Tok::MinusAssign => Some(BinaryOp::Sub),
        Tok::ShlAssign => Some(BinaryOp::Shl),
        Tok::ShrAssign => Some(BinaryOp::Shr),
        Tok::AmpAssign => Some(BinaryOp::And),
        Tok::CaretAssign => Some(BinaryOp::Xor),
        Tok::PipeAssign => Some(BinaryOp::Or),
        _ => return None,
    })
}

impl Parser<'_> {
    /// `a, b, c`
    pub(super) fn expression(&mut self) -> Parsed<Expr> {
        let mut left = self.assignment()?;
        while self.eat(Tok::Comma) {
            let height = self.height;
            let right = self.assignment()?;
            self.grow(height)?;
            let span = left.span.to(right.span);
            left = Expr { kind: ExprKind::Comma(Box::new(left), Box::new(right)), span };
        }
        Ok(left)
    }

    /// `a = b`, or anything that binds tighter.
    pub(super) fn assignment(&mut self) -> Parsed<Expr> {
        self.enter()?;
        let left = self.conditional()?;
        let result = match assignment_op(self.tok()) {
            None => left,
            Some(op) => {
                self.bump();
                let height = self.height;
                let right = self.assignment()?;
                self.grow(height)?;
                let span = left.span.to(right.span);
                Expr { kind: ExprKind::Assign(op, Box::new(left), Box::new(right)), span }
            }
        };
        self.leave();
        Ok(result)
    }

    /// `c ? a : d ? b : e`: a loop, since generated chains are long.
    pub(super) fn conditional(&mut self) -> Parsed<Expr> {
        let mut last = self.binary(1)?;
        if self.tok() != Tok::Question {
            return Ok(last);
        }
        let mut arms = Vec::new();
        let mut height = 0;
        while self.eat(Tok::Question) {
            height = self.height.max(height) + 1;
            let middle = if self.tok() == Tok::Colon { None } else { Some(Box::new(self.expression()?)) };
            height = self.height.max(height) + 1;
            self.expect(Tok::Colon, "':' in conditional expression")?;
            arms.push((last, middle));
            last = self.binary(1)?;
        }
        self.grow(height)?;
        for (condition, middle) in arms.into_iter().rev() {
            let span = condition.span.to(last.span);
            last = Expr { kind: ExprKind::Conditional(Box::new(condition), middle, Box::new(last)), span };
        }
        Ok(last)
    }

    /// Binary operators that bind at least as tightly as `least`.
    fn binary(&mut self, least: u8) -> Parsed<Expr> {
        let mut left = self.cast()?;
        loop {
            let Some(&(strength, op)) = BINARY.get(self.tok() as usize) else { return Ok(left) };
            if strength < least {
                return Ok(left);
            }
            let is_and = self.tok() == Tok::AmpAmp;
            self.bump();
            let height = self.height;
            let right = self.binary(strength + 1)?;
            self.grow(height)?;
            let span = left.span.to(right.span);
            let (left_box, right_box) = (Box::new(left), Box::new(right));
            let kind = match op {
                Some(op) => ExprKind::Binary(op, left_box, right_box),
                None if is_and => ExprKind::LogicalAnd(left_box, right_box),
                None => ExprKind::LogicalOr(left_box, right_box),
            };
            left = Expr { kind, span };
        }
    }

    /// `(type) e`, `(type) { … }`, or a unary expression.
    fn cast(&mut self) -> Parsed<Expr> {
        if self.tok() != Tok::LParen || !self.starts_decl(1) {
            return self.unary();
        }
        let lo = self.lo();
        let ty = self.parenthesised_type()?;
        if self.tok() == Tok::LBrace {
            let literal = self.compound_literal(ty, lo)?;
            return self.postfix(literal, lo);
        }
        self.enter()?;
        let operand = self.cast()?;
        self.leave();
        self.grow(0)?;
        let span = Span::new(lo, operand.span.hi);
        Ok(Expr { kind: ExprKind::Cast(Box::new(ty), Box::new(operand)), span })
    }

    /// `( type-name )`
    #[inline(never)]
    pub(super) fn parenthesised_type(&mut self) -> Parsed<TypeName> {
        let open = self.here();
        self.expect(Tok::LParen, "'(' before type name")?;
        let ty = self.type_name()?;
        self.expect_close(Tok::RParen, "')' after type name", open)?;
        Ok(ty)
    }

    #[inline(never)]
    fn compound_literal(&mut self, ty: TypeName, lo: u32) -> Parsed<Expr> {
        let list = self.init_list()?;
        let span = self.since(lo);
        self.height = 1;
        Ok(Expr { kind: ExprKind::CompoundLiteral(Box::new(ty), Box::new(list)), span })
    }

    /// Prefix operators.
    fn unary(&mut self) -> Parsed<Expr> {
        let lo = self.lo();
        let op = match self.tok() {
            Tok::Amp => UnaryOp::AddrOf,
            Tok::Star => UnaryOp::Deref,
            Tok::Plus => UnaryOp::Plus,
            Tok::Minus => UnaryOp::Minus,
            Tok::Tilde => UnaryOp::BitNot,
            Tok::Bang => UnaryOp::Not,
            Tok::PlusPlus => UnaryOp::PreInc,
            Tok::MinusMinus => UnaryOp::PreDec,
            _ => return self.word_operator(lo),
        };
        self.bump();
        let operand = self.operand()?;
        let span = Span::new(lo, operand.span.hi);
        Ok(Expr { kind: ExprKind::Unary(op, Box::new(operand)), span })
    }

    /// The operand of a prefix operator, one level deeper.
    fn operand(&mut self) -> Parsed<Expr> {
        self.enter()?;
        let operand = self.cast()?;
        self.leave();
        self.grow(0)?;
        Ok(operand)
    }

    /// `sizeof` and the other prefix operators that are words, `&&label`, or a postfix expression.
    #[inline(never)]
    fn word_operator(&mut self, lo: u32) -> Parsed<Expr> {
        let kind = match self.tok() {
            Tok::Sizeof => {
                self.bump();
                ExprKind::Sizeof(Box::new(self.sizeof_arg()?))
            }
            Tok::Alignof => {
                self.bump();
                ExprKind::Alignof(Box::new(self.sizeof_arg()?))
            }
            Tok::MinAlignof => {
                self.bump();
                ExprKind::MinAlignof(Box::new(self.sizeof_arg()?))
            }
            Tok::Extension => {
                self.bump();
                return self.operand();
            }
            tok @ (Tok::Real | Tok::Imag) => {
                self.bump();
                ExprKind::ComplexPart(tok == Tok::Imag, Box::new(self.operand()?))
            }
            Tok::AmpAmp => {
                self.bump();
                self.height = 1;
                ExprKind::LabelAddr(self.ident("label name after '&&'")?.0)
            }
            _ => {
                let primary = self.primary()?;
                return self.postfix(primary, lo);
            }
        };
        Ok(Expr { kind, span: self.since(lo) })
    }

    /// What follows `sizeof`: a type in parentheses, or a unary expression, maybe a compound literal.
    #[inline(never)]
    fn sizeof_arg(&mut self) -> Parsed<SizeofArg> {
        self.enter()?;
        let arg = if self.tok() == Tok::LParen && self.starts_decl(1) {
            let lo = self.lo();
            let ty = self.parenthesised_type()?;
            if self.tok() == Tok::LBrace {
                let literal = self.compound_literal(ty, lo)?;
                SizeofArg::Expr(self.postfix(literal, lo)?)
            } else {
                self.height = 0;
                SizeofArg::Type(ty)
            }
        } else {
            SizeofArg::Expr(self.unary()?)
        };
        self.leave();
        self.grow(0)?;
        Ok(arg)
    }

    /// `e[i]`, `e(…)`, `e.x`, `e->x`, `e++`, `e--`
    fn postfix(&mut self, mut e: Expr, lo: u32) -> Parsed<Expr> {
        loop {
            let height = self.height;
            let tok = self.tok();
            let kind = match tok {
                Tok::LBracket => {
                    let open = self.here();
                    self.bump();
                    let index = self.expression()?;
                    self.expect_close(Tok::RBracket, "']' after index", open)?;
                    ExprKind::Index(Box::new(e), Box::new(index))
                }
                Tok::LParen => {
                    let args = self.arguments()?;
                    ExprKind::Call(Box::new(e), args)
                }
                Tok::Dot | Tok::Arrow => {
                    self.bump();
                    let (name, _) = self.ident("member name")?;
                    let e = Box::new(e);
                    if tok == Tok::Dot { ExprKind::Member(e, name) } else { ExprKind::Arrow(e, name) }
                }
                Tok::PlusPlus | Tok::MinusMinus => {
                    self.bump();
                    let op = if tok == Tok::PlusPlus { IncDec::Inc } else { IncDec::Dec };
                    ExprKind::Postfix(op, Box::new(e))
                }
                _ => return Ok(e),
            };
            self.grow(height)?;
            e = Expr { kind, span: self.since(lo) };
        }
    }

    /// `(a, b, …)`
    fn arguments(&mut self) -> Parsed<Vec<Expr>> {
        let open = self.here();
        self.bump();
        let mut args = Vec::new();
        if self.eat(Tok::RParen) {
            return Ok(args);
        }
        let mut height = 0;
        loop {
            args.push(self.assignment()?);
            height = height.max(self.height);
            if !self.eat(Tok::Comma) {
                break;
            }
        }
        self.height = height;
        self.expect_close(Tok::RParen, "')' after arguments", open)?;
        Ok(args)
    }
}
