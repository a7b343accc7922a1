//! `sizeof`, `_Alignof`, `offsetof`, type comparison, `va_arg`.

use maymust_source::Span;
use maymust_syntax::ast::{self, Designator, SizeofArg};

use crate::check::Checker;
use crate::expr::Operand;
use crate::hir::*;
use crate::types::*;

impl Checker<'_> {
    pub(super) fn sizeof(&mut self, arg: &SizeofArg, span: Span) -> Expr {
        let mark = self.vla_sizes.len();
        let ty = match arg {
            SizeofArg::Type(name) => self.type_name(name),
            SizeofArg::Expr(expr) => {
                self.unevaluated += 1;
                let operand = self.operand(expr);
                self.unevaluated -= 1;
                if let Operand::Place(Place { kind: PlaceKind::Field { bits: Some(_), .. }, .. }) = operand {
                    self.error(span, "'sizeof' applied to a bit-field");
                }
                let named = matches!(operand, Operand::Place(Place { kind: PlaceKind::Local(_), .. }));
                if self.types().contains_vla(operand.ty()) && !named && self.unevaluated == 0 {
                    self.vla_sizes.truncate(mark);
                    return self.sizeof_evaluated(expr, span);
                }
                operand.ty()
            }
        };
        let sizes = self.vla_sizes.split_off(mark);
        let size_t = self.types().size_t;
        if self.types().is_error(ty) {
            return self.error_expr(span);
        }
        if self.types().contains_vla(ty) {
            let size = Expr { kind: ExprKind::VlaSizeof(ty), ty: size_t, span };
            return self.after_sizes(sizes, size);
        }
        match self.types().element_size(ty) {
            Some(size) => self.int_expr(i128::from(size), size_t, span),
            None => {
                let message =
                    format!("invalid application of 'sizeof' to incomplete type '{}'", self.show(ty));
                self.error(span, message);
                self.error_expr(span)
            }
        }
    }

    /// The size of an operand of variable size: it is evaluated, unlike others.
    fn sizeof_evaluated(&mut self, expr: &ast::Expr, span: Span) -> Expr {
        let mark = self.vla_sizes.len();
        let operand = self.quietly(|c| c.operand(expr));
        let ty = operand.ty();
        let value = self.decay(operand);
        let sizes = self.vla_sizes.split_off(mark);
        let size_t = self.types().size_t;
        let size = Expr { kind: ExprKind::VlaSizeof(ty), ty: size_t, span };
        let both = Expr { kind: ExprKind::Comma(Box::new(value), Box::new(size)), ty: size_t, span };
        self.after_sizes(sizes, both)
    }

    pub(super) fn alignof(&mut self, arg: &SizeofArg, least: bool, span: Span) -> Expr {
        let mark = self.vla_sizes.len();
        let size_t = self.types().size_t;
        let align = match arg {
            SizeofArg::Type(name) => {
                let ty = self.type_name(name);
                if least { self.types().field_align(ty) } else { self.types().align_of(ty) }
            }
            SizeofArg::Expr(expr) => {
                self.unevaluated += 1;
                let operand = self.operand(expr);
                self.unevaluated -= 1;
                self.object_align(&operand)
            }
        };
        self.vla_sizes.truncate(mark);
        self.int_expr(i128::from(align), size_t, span)
    }

    fn object_align(&self, operand: &Operand) -> u64 {
        let types = self.types();
        let Operand::Place(place) = operand else { return types.align_of(operand.ty()) };
        match &place.kind {
            PlaceKind::Local(local) => {
                let own = self.local(*local).and_then(|l| l.align);
                types.align_of(place.ty).max(own.unwrap_or(1))
            }
            PlaceKind::Global(global) => {
                let own = self.linker.program.globals.get(global.index()).and_then(|g| g.align);
                types.align_of(place.ty).max(own.unwrap_or(1))
            }
            PlaceKind::Field { .. } => types.field_align(place.ty),
            _ => types.align_of(place.ty),
        }
    }

    pub(super) fn types_compatible(&mut self, a: &ast::TypeName, b: &ast::TypeName, span: Span) -> Expr {
        let mark = self.vla_sizes.len();
        let (a, b) = (self.type_name(a), self.type_name(b));
        self.vla_sizes.truncate(mark);
        let types = self.types();
        let (a, b) = (types.unqualified(a), types.unqualified(b));
        // Enums count as types of their own here.
        let enums = matches!(types.bare(a), Type::Enum(_)) != matches!(types.bare(b), Type::Enum(_));
        let same = types.compatible(a, b) && !enums;
        self.int_expr(i128::from(same), types.int, span)
    }

    pub(super) fn offsetof(&mut self, name: &ast::TypeName, path: &[Designator], span: Span) -> Expr {
        let mark = self.vla_sizes.len();
        let mut ty = self.type_name(name);
        self.vla_sizes.truncate(mark);
        let size_t = self.types().size_t;
        let mut offset = 0i128;
        let mut rest: Option<Expr> = None;
        for step in path {
            if self.types().is_error(ty) {
                return self.error_expr(span);
            }
            match step {
                Designator::Field(name, at) => {
                    let found = self.types().record_of(ty).and_then(|r| self.find_member(r, *name));
                    let Some(found) = found else {
                        let message =
                            format!("'{}' has no member named '{}'", self.show(ty), self.text(*name));
                        self.error(*at, message);
                        return self.error_expr(span);
                    };
                    if found.bits.is_some() {
                        self.error(*at, "attempt to take address of bit-field");
                    }
                    offset += i128::from(found.offset);
                    ty = found.ty;
                }
                Designator::Index(index) | Designator::Range(index, _) => {
                    let element = self.types().element(ty).or_else(|| self.types().pointee(ty));
                    let Some(element) = element else {
                        self.error(index.span, "subscripted value is not an array");
                        return self.error_expr(span);
                    };
                    let size = self.types().size_of(element).unwrap_or(0);
                    let value = self.value(index);
                    match self.evaluate_int(&value) {
                        Some(n) => offset += n * i128::from(size),
                        None => rest = Some(self.scaled(rest, value, size, span)),
                    }
                    ty = element;
                }
            }
        }
        let offset = self.int_expr(offset, size_t, span);
        match rest {
            None => offset,
            Some(rest) => {
                let kind = ExprKind::Binary(BinaryOp::Add, Box::new(rest), Box::new(offset));
                Expr { kind, ty: size_t, span }
            }
        }
    }

    fn scaled(&mut self, sum: Option<Expr>, index: Expr, size: u64, span: Span) -> Expr {
        let size_t = self.types().size_t;
        let index = self.convert(index, size_t);
        let size = self.int_expr(i128::from(size), size_t, span);
        let kind = ExprKind::Binary(BinaryOp::Mul, Box::new(index), Box::new(size));
        let product = Expr { kind, ty: size_t, span };
        match sum {
            None => product,
            Some(sum) => {
                let kind = ExprKind::Binary(BinaryOp::Add, Box::new(sum), Box::new(product));
                Expr { kind, ty: size_t, span }
            }
        }
    }

    pub(super) fn va_arg(&mut self, list: &ast::Expr, name: &ast::TypeName, span: Span) -> Expr {
        let mark = self.vla_sizes.len();
        let ty = self.type_name(name);
        self.vla_sizes.truncate(mark);
        let Some(list) = self.va_pointer(list) else { return self.error_expr(span) };
        let ty = self.types().unqualified(ty);
        let result = self.types().element(ty).is_none() && !self.types().is_function(ty);
        if !result || !self.types().is_complete(ty) {
            self.error(span, "second argument to 'va_arg' is of incomplete, array or function type");
            return self.error_expr(span);
        }
        Expr { kind: ExprKind::VaArg(Box::new(list)), ty, span }
    }

    /// A pointer to the element of a `va_list`.
    pub(crate) fn va_pointer(&mut self, list: &ast::Expr) -> Option<Expr> {
        let operand = self.operand(list);
        let span = operand.span();
        if self.types().is_error(operand.ty()) {
            return None;
        }
        let va_list = self.types().va_list();
        let Some(element) = self.types().element(va_list) else {
            // A plain pointer: its own address is what changes.
            let Operand::Place(place) = operand else {
                self.error(span, "not a 'va_list'");
                return None;
            };
            let ty = self.types_mut().pointer_to(va_list);
            return Some(self.address(place, ty, span));
        };
        let value = self.decay(operand);
        let fits = self.types().pointee(value.ty).is_some_and(|to| self.types().unqualified(to) == element);
        if !fits {
            self.error(span, "not a 'va_list'");
            return None;
        }
        Some(value)
    }
}
