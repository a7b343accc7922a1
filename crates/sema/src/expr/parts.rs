//! Complex numbers and vectors taken apart: operators on them become operators on their parts.
//!
//! A value is evaluated once, in its turn, into scalar locals. What an operator gives is [`ExprKind::Parts`] again, so
//! that only places hold whole complex numbers and vectors.

use maymust_source::Span;

use crate::check::Checker;
use crate::expr::Operand;
use crate::hir::*;
use crate::initializer::{copy, repeatable};
use crate::types::*;

impl Checker<'_> {
    /// The parts of a complex number or vector, or a scalar as its only part: each can be used any number of times with
    /// [`copy`]. What has to be evaluated before is added to `before`.
    pub(crate) fn take(&mut self, value: Expr, before: &mut Vec<Stmt>) -> Vec<Expr> {
        let Some((part, n)) = self.types().parts(value.ty) else {
            return vec![self.take_scalar(value, before)];
        };
        let span = value.span;
        match value.kind {
            ExprKind::Parts(parts) => parts.into_iter().map(|p| self.take_scalar(p, before)).collect(),
            ExprKind::Comma(a, b) => {
                before.push(Stmt { span: a.span, kind: StmtKind::Expr(*a) });
                self.take(*b, before)
            }
            // Without declarations its statements may stand in any block.
            ExprKind::StmtExpr(stmts, Some(last))
                if stmts.iter().all(|s| matches!(s.kind, StmtKind::Expr(_))) =>
            {
                before.extend(stmts);
                self.take(*last, before)
            }
            ExprKind::Load(place) => self.take_place(*place, part, n, before),
            _ => {
                let ty = value.ty;
                let place = Place { kind: PlaceKind::Temporary(Box::new(value)), ty, span };
                self.take_place(place, part, n, before)
            }
        }
    }

    fn take_place(&mut self, place: Place, part: TypeId, n: u64, before: &mut Vec<Stmt>) -> Vec<Expr> {
        // One full expression, so that a temporary lives until its parts are read.
        let mut steps = Vec::new();
        let place = self.steady(place, &mut steps);
        let mut parts = Vec::with_capacity(n as usize);
        for i in 0..n {
            let part = self.part_of(steady_copy(&place), part, i);
            let value = self.decay(Operand::Place(part));
            parts.push(self.take_scalar(value, &mut steps));
        }
        before.extend(in_one(steps));
        parts
    }

    /// A scalar kept in a local of its own, unless it is a constant.
    pub(crate) fn take_scalar(&mut self, value: Expr, before: &mut Vec<Stmt>) -> Expr {
        if matches!(value.kind, ExprKind::Constant(_)) {
            return value;
        }
        let (ty, span) = (value.ty, value.span);
        if self.function.is_none() {
            return self.unsupported("complex or vector arithmetic outside of functions", ty, span);
        }
        let local = self.add_local(String::new(), ty, None, span);
        let place = || Box::new(Place { kind: PlaceKind::Local(local), ty, span });
        let assign = Expr { kind: ExprKind::Assign(place(), Box::new(value)), ty, span };
        before.push(Stmt { kind: StmtKind::Expr(assign), span });
        Expr { kind: ExprKind::Load(place()), ty, span }
    }

    /// The same object as a place that can be named any number of times, see [`steady_copy`].
    pub(super) fn steady(&mut self, place: Place, before: &mut Vec<Stmt>) -> Place {
        let (ty, span) = (place.ty, place.span);
        if matches!(place.kind, PlaceKind::Local(_) | PlaceKind::Global(_)) {
            return place;
        }
        let pointer = self.types_mut().pointer_to(ty);
        let address = self.address(place, pointer, span);
        let address = self.take_scalar(address, before);
        Place { kind: PlaceKind::Deref(Box::new(address)), ty, span }
    }

    /// A numbered part of a complex or vector object.
    pub(super) fn part_of(&mut self, place: Place, part: TypeId, i: u64) -> Place {
        let quals = self.types().qualifiers(place.ty);
        let ty = self.types_mut().qualified(Qualifiers { align_log2: 0, ..quals }, part);
        let span = place.span;
        let offset = i * self.types().size_of(part).unwrap_or(0);
        let name = format!("part {i}");
        let kind = PlaceKind::Field { base: Box::new(place), offset, bits: None, name };
        Place { kind, ty, span }
    }

    /// A value after what has to be evaluated before it.
    pub(crate) fn after(&self, before: Vec<Stmt>, value: Expr, span: Span) -> Expr {
        if before.is_empty() {
            return Expr { span, ..value };
        }
        let ty = value.ty;
        Expr { kind: ExprKind::StmtExpr(before, Some(Box::new(value))), ty, span }
    }

    /// A complex number or vector of its parts.
    pub(super) fn of_parts(&self, before: Vec<Stmt>, parts: Vec<Expr>, ty: TypeId, span: Span) -> Expr {
        self.after(before, Expr { kind: ExprKind::Parts(parts), ty, span }, span)
    }

    /// Takes a value apart and makes a value of another type of what `f` makes of each part.
    pub(super) fn map_parts(
        &mut self,
        value: Expr,
        ty: TypeId,
        span: Span,
        mut f: impl FnMut(&mut Self, usize, Expr) -> Expr,
    ) -> Expr {
        let mut before = Vec::new();
        let parts = self.take(value, &mut before);
        let parts = parts.into_iter().enumerate().map(|(i, p)| f(self, i, p)).collect();
        self.of_parts(before, parts, ty, span)
    }

    /// `place op= value` and `++place`, where a complex number or vector takes part; `step` makes the new value of
    /// the old one.
    pub(super) fn modify_parts(
        &mut self,
        place: Place,
        postfix: bool,
        span: Span,
        step: impl FnOnce(&mut Self, Expr) -> Expr,
    ) -> Expr {
        let ty = self.types().unqualified(place.ty);
        if matches!(place.kind, PlaceKind::Field { bits: Some(_), .. }) {
            return self.unsupported("complex arithmetic on a bit-field", ty, span);
        }
        let mut before = Vec::new();
        let place = self.steady(place, &mut before);
        let mut old = Expr { kind: ExprKind::Load(Box::new(steady_copy(&place))), ty, span };
        let mut kept = Vec::new();
        if postfix {
            kept = self.take(old, &mut before);
            old = Expr { kind: ExprKind::Parts(kept.iter().map(copy).collect()), ty, span };
        }
        let new = step(self, old);
        let new = self.convert(new, ty);
        let assign = Expr { kind: ExprKind::Assign(Box::new(place), Box::new(new)), ty, span };
        if !postfix {
            return self.after(before, assign, span);
        }
        before.push(Stmt { kind: StmtKind::Expr(assign), span });
        self.of_parts(before, kept, ty, span)
    }
}

/// Expression statements as one.
fn in_one(steps: Vec<Stmt>) -> Option<Stmt> {
    let exprs = steps.into_iter().filter_map(|s| match s.kind {
        StmtKind::Expr(e) => Some(e),
        _ => None,
    });
    let whole = exprs.reduce(|a, b| {
        let (ty, span) = (b.ty, b.span);
        Expr { kind: ExprKind::Comma(Box::new(a), Box::new(b)), ty, span }
    })?;
    Some(Stmt { span: whole.span, kind: StmtKind::Expr(whole) })
}

/// A copy of a place that [`Checker::steady`] gave.
pub(super) fn steady_copy(place: &Place) -> Place {
    let kind = match &place.kind {
        PlaceKind::Local(local) => PlaceKind::Local(*local),
        PlaceKind::Global(global) => PlaceKind::Global(*global),
        PlaceKind::Deref(pointer) if repeatable(pointer) => PlaceKind::Deref(Box::new(copy(pointer))),
        _ => {
            let reason =
                ExprKind::Unsupported("complex or vector arithmetic outside of functions".to_owned());
            let value = Expr { kind: reason, ty: place.ty, span: place.span };
            PlaceKind::Temporary(Box::new(value))
        }
    };
    Place { kind, ty: place.ty, span: place.span }
}
