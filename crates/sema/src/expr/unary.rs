//! Prefix and postfix operators.

use maymust_source::Span;
use maymust_syntax::ast::{self, UnaryOp as AstOp};

use crate::check::Checker;
use crate::constant::{self, Mode};
use crate::expr::Operand;
use crate::hir::*;

impl Checker<'_> {
    pub(super) fn unary(&mut self, op: AstOp, inner: &ast::Expr, span: Span) -> Expr {
        match op {
            AstOp::AddrOf => self.address_of(inner, span),
            AstOp::Plus | AstOp::Minus | AstOp::BitNot => self.sign(op, inner, span),
            AstOp::Not => {
                let value = self.value(inner);
                if self.types().is_error(value.ty) {
                    return self.error_expr(span);
                }
                let value = self.condition(value);
                self.not(value, span)
            }
            AstOp::PreInc => self.inc_dec(inner, false, false, span),
            AstOp::PreDec => self.inc_dec(inner, true, false, span),
            AstOp::Deref => {
                let place = self.deref(inner, span);
                self.decay(place)
            }
        }
    }

    /// `!value`
    pub(crate) fn not(&mut self, value: Expr, span: Span) -> Expr {
        let int = self.types().int;
        if let ExprKind::Constant(c) = &value.kind
            && let Some(b) = constant::truth(self.types(), c, value.ty)
        {
            return self.int_expr(i128::from(!b), int, span);
        }
        Expr { kind: ExprKind::Not(Box::new(value)), ty: int, span }
    }

    fn address_of(&mut self, inner: &ast::Expr, span: Span) -> Expr {
        let operand = self.operand(inner);
        if self.types().is_error(operand.ty()) {
            return self.error_expr(span);
        }
        let Operand::Place(place) = operand else {
            self.error(span, "lvalue required as unary '&' operand");
            return self.error_expr(span);
        };
        match place.kind {
            PlaceKind::Field { bits: Some(_), .. } => {
                self.error(span, "cannot take address of bit-field");
                self.error_expr(span)
            }
            PlaceKind::Deref(pointer) => {
                let ty = self.types_mut().pointer_to(place.ty);
                Expr { ty, span, ..*pointer }
            }
            _ => {
                let ty = self.types_mut().pointer_to(place.ty);
                self.address(place, ty, span)
            }
        }
    }

    fn sign(&mut self, op: AstOp, inner: &ast::Expr, span: Span) -> Expr {
        let value = self.value(inner);
        let types = self.types();
        if types.is_error(value.ty) {
            return self.error_expr(span);
        }
        if types.is_complex(value.ty) || types.is_vector(value.ty) {
            return self.sign_parts(op, value, span);
        }
        let fits = match op {
            AstOp::BitNot => types.is_integer(value.ty),
            _ => types.is_arithmetic(value.ty),
        };
        if !fits {
            let message = format!("wrong type argument to unary operator (have '{}')", self.show(value.ty));
            self.error(span, message);
            return self.error_expr(span);
        }
        let narrow = self.narrow_type(&value);
        let value = self.promote(value);
        let op = match op {
            AstOp::Plus => return Expr { span, ..value },
            AstOp::Minus => UnaryOp::Neg,
            _ => UnaryOp::BitNot,
        };
        match self.make_unary(op, value, span) {
            constant @ Expr { kind: ExprKind::Constant(_), .. } => constant,
            result => self.narrowed(result, narrow),
        }
    }

    fn sign_parts(&mut self, op: AstOp, value: Expr, span: Span) -> Expr {
        let op = match op {
            AstOp::Plus => return Expr { span, ..value },
            AstOp::Minus => UnaryOp::Neg,
            _ => UnaryOp::BitNot,
        };
        if self.types().is_complex(value.ty) {
            self.complex_sign(op, value, span)
        } else {
            self.vector_sign(op, value, span)
        }
    }

    /// `-value`, `~value` of a promoted operand.
    pub(super) fn make_unary(&mut self, op: UnaryOp, value: Expr, span: Span) -> Expr {
        let ty = value.ty;
        if let ExprKind::Constant(c) = &value.kind
            && let Some(c) = constant::unary(self.types(), op, ty, c, Mode::Exact)
        {
            return Expr { kind: ExprKind::Constant(c), ty, span };
        }
        Expr { kind: ExprKind::Unary(op, Box::new(value)), ty, span }
    }

    pub(super) fn inc_dec(&mut self, inner: &ast::Expr, decrement: bool, postfix: bool, span: Span) -> Expr {
        let operand = self.operand(inner);
        let what = if decrement { "decrement operand" } else { "increment operand" };
        let Some(place) = self.target(operand, what) else { return self.error_expr(span) };
        let ty = self.types().unqualified(place.ty);
        if self.types().is_complex(ty) || self.types().is_vector(ty) {
            let op = if decrement { BinaryOp::Sub } else { BinaryOp::Add };
            let one = self.int_expr(1, self.types().int, span);
            return self.modify_parts(place, postfix, span, |c, old| {
                if c.types().is_vector(ty) {
                    c.vector_binary(op, old, one, span)
                } else {
                    c.complex_binary(op, old, one, span)
                }
            });
        }
        if !self.types().is_scalar(ty) {
            let message = format!("wrong type argument to {what} (have '{}')", self.show(ty));
            self.error(span, message);
            return self.error_expr(span);
        }
        if let Some(to) = self.types().pointee(ty)
            && !self.types().is_complete(to)
            && !self.types().is_void(to)
            && !self.types().is_function(to)
        {
            let message = format!("arithmetic on a pointer to incomplete type '{}'", self.show(to));
            self.error(span, message);
        }
        Expr { kind: ExprKind::IncDec { place: Box::new(place), decrement, postfix }, ty, span }
    }
}
