//! Getting at objects: indexing, members, dereference, compound literals.

use maymust_source::Span;
use maymust_syntax::Name;
use maymust_syntax::ast;

use crate::check::Checker;
use crate::expr::Operand;
use crate::hir::*;
use crate::types::*;

impl Checker<'_> {
    /// `a[b]`, where either may be the pointer.
    pub(super) fn index(&mut self, a: &ast::Expr, b: &ast::Expr, span: Span) -> Operand {
        let base = self.operand(a);
        let other = self.operand(b);
        let base_fits = self.types().is_array(base.ty()) || self.types().is_pointer(base.ty());
        if let Type::Vector(element, n) = *self.types().bare(base.ty()) {
            let index = self.decay(other);
            if !self.types().is_integer(index.ty) {
                self.error(span, "array subscript is not an integer");
                return Operand::Value(self.error_expr(span));
            }
            return self.vector_element(base, element, n, index, span);
        }
        let (base, index) = if base_fits { (base, other) } else { (other, base) };
        let index = self.decay(index);
        let types = self.types();
        if types.is_error(base.ty()) || types.is_error(index.ty) {
            return Operand::Value(self.error_expr(span));
        }
        if !types.is_integer(index.ty) {
            self.error(span, "array subscript is not an integer");
            return Operand::Value(self.error_expr(span));
        }
        let index = self.promote(index);
        if let Operand::Place(place) = base {
            if let Some(element) = self.types().element(place.ty) {
                let quals = self.types().qualifiers(place.ty);
                let ty = self.types_mut().qualified(Qualifiers { align_log2: 0, ..quals }, element);
                let kind = PlaceKind::Element(Box::new(place), Box::new(index));
                return Operand::Place(Place { kind, ty, span });
            }
            return self.index_pointer(Operand::Place(place), index, span);
        }
        self.index_pointer(base, index, span)
    }

    fn index_pointer(&mut self, base: Operand, index: Expr, span: Span) -> Operand {
        let pointer = self.decay(base);
        let Some(to) = self.types().pointee(pointer.ty) else {
            self.error(span, "subscripted value is neither array nor pointer nor vector");
            return Operand::Value(self.error_expr(span));
        };
        if !self.types().is_complete(to) && !self.types().is_void(to) {
            let message = format!("invalid use of incomplete type '{}'", self.show(to));
            self.error(span, message);
            return Operand::Value(self.error_expr(span));
        }
        let sum = self.pointer_add(pointer, index, false, span);
        Operand::Place(Place { kind: PlaceKind::Deref(Box::new(sum)), ty: to, span })
    }

    /// `*e`
    pub(super) fn deref(&mut self, inner: &ast::Expr, span: Span) -> Operand {
        let pointer = self.value(inner);
        if self.types().is_error(pointer.ty) {
            return Operand::Value(self.error_expr(span));
        }
        let Some(to) = self.types().pointee(pointer.ty) else {
            let message = format!("invalid type argument of unary '*' (have '{}')", self.show(pointer.ty));
            self.error(span, message);
            return Operand::Value(self.error_expr(span));
        };
        Operand::Place(self.deref_place(pointer, to, span))
    }

    /// The place a pointer points to; `*&x` is `x`.
    pub(crate) fn deref_place(&mut self, pointer: Expr, to: TypeId, span: Span) -> Place {
        match pointer.kind {
            ExprKind::Constant(Constant::Function(f)) if self.types().is_function(to) => {
                Place { kind: PlaceKind::Function(f), ty: to, span }
            }
            ExprKind::AddrOf(place) if place.ty == to => Place { span, ..*place },
            ExprKind::AddrOf(place) if self.types().element(place.ty) == Some(to) => {
                let zero = self.int_expr(0, self.types().int, span);
                Place { kind: PlaceKind::Element(place, Box::new(zero)), ty: to, span }
            }
            _ => Place { kind: PlaceKind::Deref(Box::new(pointer)), ty: to, span },
        }
    }

    /// `e.name`
    pub(super) fn member(&mut self, base: &ast::Expr, name: Name, span: Span) -> Operand {
        let base = self.operand(base);
        if self.types().is_error(base.ty()) {
            return Operand::Value(self.error_expr(span));
        }
        if !self.types().is_record(base.ty()) {
            let message =
                format!("request for member '{}' in something not a structure or union", self.text(name));
            self.error(span, message);
            return Operand::Value(self.error_expr(span));
        }
        let place = match base {
            Operand::Place(place) => place,
            Operand::Value(value) => {
                let (ty, span) = (value.ty, value.span);
                match value.kind {
                    ExprKind::Load(place) => *place,
                    _ => Place { kind: PlaceKind::Temporary(Box::new(value)), ty, span },
                }
            }
        };
        self.member_of(place, name, span)
    }

    /// `e->name`
    pub(super) fn arrow(&mut self, base: &ast::Expr, name: Name, span: Span) -> Operand {
        let pointer = self.value(base);
        if self.types().is_error(pointer.ty) {
            return Operand::Value(self.error_expr(span));
        }
        let to = self.types().pointee(pointer.ty).filter(|&to| self.types().is_record(to));
        let Some(to) = to else {
            let message = format!("invalid type argument of '->' (have '{}')", self.show(pointer.ty));
            self.error(span, message);
            return Operand::Value(self.error_expr(span));
        };
        let place = self.deref_place(pointer, to, span);
        self.member_of(place, name, span)
    }

    fn member_of(&mut self, base: Place, name: Name, span: Span) -> Operand {
        let quals = self.types().qualifiers(base.ty);
        let Some(record) = self.types().record_of(base.ty) else {
            return Operand::Value(self.error_expr(span));
        };
        let Some(found) = self.find_member(record, name) else {
            let message = if self.types().record(record).layout.is_none() {
                format!("invalid use of undefined type '{}'", self.show(base.ty))
            } else {
                format!("'{}' has no member named '{}'", self.show(base.ty), self.text(name))
            };
            self.error(span, message);
            return Operand::Value(self.error_expr(span));
        };
        let ty = self.types_mut().qualified(Qualifiers { align_log2: 0, ..quals }, found.ty);
        let kind = PlaceKind::Field {
            base: Box::new(base),
            offset: found.offset,
            bits: found.bits,
            name: self.names.text(name).to_owned(),
        };
        Operand::Place(Place { kind, ty, span })
    }

    /// `(type){ … }`
    pub(super) fn compound_literal(
        &mut self,
        name: &ast::TypeName,
        list: &ast::InitList,
        span: Span,
    ) -> Operand {
        let mark = self.vla_sizes.len();
        let ty = self.type_name(name);
        self.vla_sizes.truncate(mark);
        if self.types().contains_vla(ty) {
            self.error(span, "compound literal has variable size");
            return Operand::Value(self.error_expr(span));
        }
        if self.function.is_none() || self.static_context {
            return self.static_literal(ty, list, span);
        }
        let (ty, init) = self.local_list(ty, list, span);
        if !self.types().is_complete(ty) {
            self.error(span, "compound literal has incomplete type");
            return Operand::Value(self.error_expr(span));
        }
        let local = self.add_local(String::new(), ty, None, span);
        Operand::Place(Place { kind: PlaceKind::CompoundLiteral(local, Box::new(init)), ty, span })
    }

    fn static_literal(&mut self, ty: TypeId, list: &ast::InitList, span: Span) -> Operand {
        let (ty, init, size) = self.static_list(ty, list, span);
        let global = Global {
            name: None,
            ty,
            address_taken: true,
            is_extern: false,
            is_static: true,
            is_const: self.types().qualifiers(ty).is_const,
            thread_local: false,
            align: None,
            size,
            init,
            span,
            is_library: self.is_library,
        };
        let id = self.add_global(global);
        Operand::Place(Place { kind: PlaceKind::Global(id), ty, span })
    }
}
