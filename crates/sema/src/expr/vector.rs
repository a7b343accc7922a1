//! GNU vectors: operators work element by element.

use maymust_source::Span;
use maymust_syntax::ast;

use crate::check::Checker;
use crate::expr::Operand;
use crate::hir::*;
use crate::initializer::copy;
use crate::types::*;

impl Checker<'_> {
    /// Two operands of which one is a vector; the other may be a scalar, which then stands for every element. Gives
    /// the vector type and the elements, or an error.
    fn vector_operands(
        &mut self,
        a: Expr,
        b: Expr,
        before: &mut Vec<Stmt>,
        span: Span,
    ) -> Result<(TypeId, Vec<Expr>, Vec<Expr>), Expr> {
        let types = self.types();
        let ty = types.unqualified(if types.is_vector(a.ty) { a.ty } else { b.ty });
        let Some((element, n)) = types.parts(ty) else { return Err(self.error_expr(span)) };
        let fits = |e: &Expr| match types.parts(e.ty) {
            Some((other, m)) => {
                types.is_vector(e.ty)
                    && m == n
                    && types.size_of(element) == types.size_of(other)
                    && types.is_float(element) == types.is_float(other)
            }
            None => types.is_arithmetic(e.ty),
        };
        if !fits(&a) || !fits(&b) {
            return Err(self.invalid_operands(&a, &b, span));
        }
        let mut elements = |e: Expr| {
            if self.types().is_vector(e.ty) {
                return self.take(e, before);
            }
            let e = self.convert(e, element);
            let one = self.take_scalar(e, before);
            (0..n).map(|_| copy(&one)).collect()
        };
        let (x, y) = (elements(a), elements(b));
        Ok((ty, x, y))
    }

    pub(super) fn vector_binary(&mut self, op: BinaryOp, a: Expr, b: Expr, span: Span) -> Expr {
        let mut before = Vec::new();
        let (ty, x, y) = match self.vector_operands(a, b, &mut before, span) {
            Ok(operands) => operands,
            Err(error) => return error,
        };
        let Some((element, _)) = self.types().parts(ty) else { return self.error_expr(span) };
        if !self.operands_fit(op, element, element) {
            self.error(span, "invalid operands to binary operator on vectors");
            return self.error_expr(span);
        }
        let parts = x.iter().zip(&y).map(|(x, y)| {
            let result = self.part_op(op, x, y, span);
            self.convert(result, element)
        });
        let parts = parts.collect();
        self.of_parts(before, parts, ty, span)
    }

    /// Comparisons give vectors of integers: all bits set where they hold.
    pub(super) fn vector_compare(&mut self, op: CompareOp, a: Expr, b: Expr, span: Span) -> Expr {
        let mut before = Vec::new();
        let (ty, x, y) = match self.vector_operands(a, b, &mut before, span) {
            Ok(operands) => operands,
            Err(error) => return error,
        };
        let Some((element, n)) = self.types().parts(ty) else { return self.error_expr(span) };
        let types = self.types();
        let mask = match types.size_of(element) {
            Some(1) => types.schar,
            Some(2) => types.short,
            Some(4) => types.int,
            Some(8) if types.data_model() == DataModel::Lp64 => types.long,
            Some(8) => types.longlong,
            _ => return self.unsupported("comparison of vectors of this type", ty, span),
        };
        let parts = x.iter().zip(&y).map(|(x, y)| {
            let holds = self.compare(op, copy(x), copy(y), span);
            let ones = self.make_unary(UnaryOp::Neg, holds, span);
            self.convert(ones, mask)
        });
        let parts = parts.collect();
        let ty = self.types_mut().intern(Type::Vector(mask, n));
        self.of_parts(before, parts, ty, span)
    }

    pub(super) fn vector_sign(&mut self, op: UnaryOp, value: Expr, span: Span) -> Expr {
        let ty = value.ty;
        let Some((element, _)) = self.types().parts(ty) else { return self.error_expr(span) };
        if op == UnaryOp::BitNot && !self.types().is_integer(element) {
            self.error(span, "wrong type argument to unary operator on vectors");
            return self.error_expr(span);
        }
        self.map_parts(value, ty, span, |c, _, p| {
            let p = c.promote(p);
            let p = c.make_unary(op, p, span);
            c.convert(p, element)
        })
    }

    /// The same bytes as another type of the same size.
    pub(crate) fn reinterpret(&mut self, value: Expr, to: TypeId, span: Span) -> Expr {
        let to = self.types().unqualified(to);
        let types = self.types();
        if types.size_of(value.ty) != types.size_of(to) || types.is_float(to) || types.is_float(value.ty) {
            let message = format!("cannot convert '{}' to '{}'", self.show(value.ty), self.show(to));
            self.error(span, message);
            return self.error_expr(span);
        }
        let place = Place { kind: PlaceKind::Temporary(Box::new(value)), ty: to, span };
        Expr { kind: ExprKind::Load(Box::new(place)), ty: to, span }
    }

    /// `v[index]`: an element of the array that the vector's place is.
    pub(super) fn vector_element(
        &mut self,
        base: Operand,
        element: TypeId,
        n: u64,
        index: Expr,
        span: Span,
    ) -> Operand {
        let is_value = matches!(base, Operand::Value(_));
        let quals = self.types().qualifiers(base.ty());
        let ty = self.types_mut().qualified(Qualifiers { align_log2: 0, ..quals }, element);
        let array = self.types_mut().intern(Type::Array(ty, n));
        let array = match base {
            Operand::Value(value) => Place { kind: PlaceKind::Temporary(Box::new(value)), ty: array, span },
            // The first bytes of the vector, seen as an array.
            Operand::Place(place) => {
                let kind = PlaceKind::Field {
                    base: Box::new(place),
                    offset: 0,
                    bits: None,
                    name: "elements".to_owned(),
                };
                Place { kind, ty: array, span }
            }
        };
        let index = self.promote(index);
        let place = Place { kind: PlaceKind::Element(Box::new(array), Box::new(index)), ty, span };
        if is_value { Operand::Value(self.decay(Operand::Place(place))) } else { Operand::Place(place) }
    }

    /// `__builtin_convertvector(v, type)`
    pub(super) fn convert_vector(&mut self, value: &ast::Expr, to: &ast::TypeName, span: Span) -> Expr {
        let value = self.value(value);
        let to = self.type_name(to);
        let to = self.types().unqualified(to);
        let types = self.types();
        let vectors = types.is_vector(value.ty) && types.is_vector(to);
        match (types.parts(value.ty), types.parts(to)) {
            (Some((_, m)), Some((element, n))) if m == n && vectors => {
                self.map_parts(value, to, span, |c, _, p| c.convert(p, element))
            }
            _ => {
                self.error(span, "'__builtin_convertvector' needs vectors with the same number of elements");
                self.error_expr(span)
            }
        }
    }

    /// `__builtin_shuffle(v, mask)`, `__builtin_shuffle(v, w, mask)`
    pub(crate) fn shuffle(&mut self, args: &[ast::Expr], span: Span) -> Option<Expr> {
        let mut values = self.values(args);
        let types = self.types();
        let mask = values.pop()?;
        let ty = types.unqualified(values.first()?.ty);
        let fits = (1..=2).contains(&values.len())
            && types.is_vector(mask.ty)
            && types.is_vector(ty)
            && values.iter().all(|v| v.ty == ty)
            && types.parts(mask.ty).map(|p| p.1) == types.parts(ty).map(|p| p.1)
            && types.parts(mask.ty).is_some_and(|p| types.is_integer(p.0));
        if !fits {
            self.error(span, "'__builtin_shuffle' needs vectors of one type and a mask of as many integers");
            return Some(self.error_expr(span));
        }
        let (mut before, mut from) = (Vec::new(), Vec::new());
        for value in values {
            from.extend(self.take(value, &mut before));
        }
        let mask = self.take(mask, &mut before);
        let parts = mask.into_iter().map(|m| self.chosen(&from, m, span)).collect();
        Some(self.of_parts(before, parts, ty, span))
    }

    /// `__builtin_shufflevector(v, w, index…)`; an index of -1 leaves the element open: zero.
    pub(crate) fn shuffle_constant(&mut self, args: &[ast::Expr], span: Span) -> Option<Expr> {
        let [v, w, indices @ ..] = args else { return None };
        let (mut before, mut from) = (Vec::new(), Vec::new());
        let (v, w) = (self.value(v), self.value(w));
        let (x, y) = (self.types().parts(v.ty), self.types().parts(w.ty));
        let (Some((element, _)), Some((other, _))) = (x, y) else { return None };
        if element != other || !self.types().is_vector(v.ty) || !self.types().is_vector(w.ty) {
            return None;
        }
        from.extend(self.take(v, &mut before));
        from.extend(self.take(w, &mut before));
        let mut parts = Vec::with_capacity(indices.len());
        for index in indices {
            let (i, _) = self.constant_int(index, "index of '__builtin_shufflevector'")?;
            let zero = self.int_expr(0, self.types().int, span);
            parts.push(match usize::try_from(i).ok().and_then(|i| from.get(i)) {
                Some(part) => copy(part),
                None => self.convert(zero, element),
            });
        }
        let ty = self.types_mut().intern(Type::Vector(element, parts.len() as u64));
        Some(self.of_parts(before, parts, ty, span))
    }

    /// `__builtin_ia32_vec_ext_v4si(v, index)` and its like
    pub(crate) fn vector_extract(&mut self, args: &[ast::Expr], span: Span) -> Option<Expr> {
        let (vector, index) = (self.value(args.first()?), self.value(args.get(1)?));
        if !self.types().is_vector(vector.ty) || !self.types().is_integer(index.ty) {
            return None;
        }
        let mut before = Vec::new();
        let parts = self.take(vector, &mut before);
        let part = self.chosen(&parts, index, span);
        Some(self.after(before, part, span))
    }

    /// The element of a power of two of them whose number is the index modulo that.
    fn chosen(&mut self, from: &[Expr], index: Expr, span: Span) -> Expr {
        if let ExprKind::Constant(Constant::Int(i)) = index.kind {
            return copy(&from[(i % from.len() as u128) as usize]);
        }
        let last = self.int_expr(from.len() as i128 - 1, index.ty, span);
        let index = self.arithmetic(BinaryOp::And, index, last, span);
        let (mut before, ty) = (Vec::new(), from[0].ty);
        let index = self.take_scalar(index, &mut before);
        let mut result = copy(&from[0]);
        for (i, part) in from.iter().enumerate().skip(1) {
            let number = self.int_expr(i as i128, index.ty, span);
            let here = self.compare(CompareOp::Eq, copy(&index), number, span);
            let kind = ExprKind::Conditional(Box::new(here), Box::new(copy(part)), Box::new(result));
            result = Expr { kind, ty, span };
        }
        self.after(before, result, span)
    }
}
