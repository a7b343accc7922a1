//! Conversions: promotions, usual arithmetic conversions, assignment.

use maymust_source::Span;

use crate::check::Checker;
use crate::constant;
use crate::hir::*;
use crate::types::*;

impl Checker<'_> {
    /// The value converted to a type, without asking whether C allows it.
    pub(crate) fn convert(&mut self, expr: Expr, to: TypeId) -> Expr {
        let to = self.types().unqualified(to);
        if expr.ty == to || self.types().is_error(expr.ty) || self.types().is_error(to) {
            return Expr { ty: to, ..expr };
        }
        if let ExprKind::Constant(c) = &expr.kind
            && let Some(c) = constant::convert(self.types(), c, expr.ty, to)
        {
            return Expr { kind: ExprKind::Constant(c), ty: to, span: expr.span };
        }
        let (types, span) = (self.types(), expr.span);
        if (types.is_complex(expr.ty) || types.is_complex(to)) && !types.is_void(to) {
            return self.convert_complex(expr, to);
        }
        if (types.is_vector(expr.ty) || types.is_vector(to)) && !types.is_void(to) {
            return self.reinterpret(expr, to, span);
        }
        Expr { kind: ExprKind::Convert(Box::new(expr)), ty: to, span }
    }

    /// Something typed but not modelled.
    pub(crate) fn unsupported(&self, reason: &str, ty: TypeId, span: Span) -> Expr {
        Expr { kind: ExprKind::Unsupported(reason.to_owned()), ty, span }
    }

    /// The width of the bit-field an expression reads or stores, with its signedness.
    pub(crate) fn bit_field_of(&self, expr: &Expr) -> Option<BitField> {
        match &expr.kind {
            ExprKind::Load(place)
            | ExprKind::Assign(place, _)
            | ExprKind::AssignOp { place, .. }
            | ExprKind::IncDec { place, .. } => match place.kind {
                PlaceKind::Field { bits, .. } => bits,
                _ => None,
            },
            ExprKind::Comma(_, b) => self.bit_field_of(b),
            _ => None,
        }
    }

    /// The type integer promotion gives; other types stay.
    pub(crate) fn promoted_type(&self, expr: &Expr) -> TypeId {
        let types = self.types();
        let Some(int) = types.int_type(expr.ty) else { return types.unqualified(expr.ty) };
        if let Some(bits) = self.bit_field_of(expr) {
            let fits = bits.width < 32 || (bits.width == 32 && bits.signed);
            return if fits {
                types.int
            } else if bits.width == 32 {
                types.uint
            } else {
                types.int_id(int)
            };
        }
        if int.rank < IntRank::Int { types.int } else { types.int_id(int) }
    }

    /// gcc gives bit-fields wider than `int` and narrower than their declared type a type of just that width.
    pub(crate) fn narrow_type(&self, expr: &Expr) -> Option<(u32, bool)> {
        let width = self.types().width_of(expr.ty)?;
        if let Some(bits) = self.bit_field_of(expr) {
            return (bits.width > 32 && bits.width < width).then_some((bits.width, bits.signed));
        }
        self.narrow_results.get(&expr.span).copied().filter(|(w, _)| *w < width)
    }

    /// The narrow type of `a op b`, if that is what the usual conversions give.
    pub(crate) fn narrow_common(&self, a: &Expr, b: &Expr) -> Option<(u32, bool)> {
        let (x, y) = (self.narrow_type(a), self.narrow_type(b));
        if x.is_none() && y.is_none() {
            return None;
        }
        let full = |e: &Expr| {
            let ty = self.promoted_type(e);
            (self.types().width_of(ty).unwrap_or(u32::MAX), self.types().is_signed(ty))
        };
        let (p, q) = (x.unwrap_or_else(|| full(a)), y.unwrap_or_else(|| full(b)));
        // More bits win; among equals the unsigned one.
        let first = p.0 > q.0 || (p.0 == q.0 && !p.1);
        let winner = if first { (x, p) } else { (y, q) };
        let narrow = winner.0?;
        Some((narrow.0, winner.1.1))
    }

    /// The value reduced to a narrow type, kept in the full one.
    pub(crate) fn narrow(&mut self, expr: Expr, (width, signed): (u32, bool)) -> Expr {
        let (ty, span) = (expr.ty, expr.span);
        let Some(int) = self.types().int_type(ty) else { return expr };
        let full = self.types().int_width(int);
        if let ExprKind::Constant(Constant::Int(v)) = expr.kind {
            let kept = constant::truncate(v, width);
            let value = if signed { constant::sign_extend(kept, width) } else { kept as i128 };
            self.narrow_results.insert(span, (width, signed));
            return self.int_expr(value, ty, span);
        }
        let unsigned = self.types().int_id(IntType { signed: false, ..int });
        let narrowed = if signed {
            let by = i128::from(full - width);
            let bits = self.convert(expr, unsigned);
            let up = self.shift(BinaryOp::Shl, bits, by);
            let up = self.convert(up, self.types().int_id(IntType { signed: true, ..int }));
            let down = self.shift(BinaryOp::Shr, up, by);
            self.convert(down, ty)
        } else {
            let mask = self.int_expr((1i128 << width) - 1, ty, span);
            Expr { kind: ExprKind::Binary(BinaryOp::And, Box::new(expr), Box::new(mask)), ty, span }
        };
        self.narrow_results.insert(span, (width, signed));
        Expr { span, ..narrowed }
    }

    fn shift(&mut self, op: BinaryOp, expr: Expr, by: i128) -> Expr {
        let (ty, span) = (expr.ty, expr.span);
        let by = self.int_expr(by, self.types().int, span);
        Expr { kind: ExprKind::Binary(op, Box::new(expr), Box::new(by)), ty, span }
    }

    /// Integer promotion.
    pub(crate) fn promote(&mut self, expr: Expr) -> Expr {
        let ty = self.promoted_type(&expr);
        self.convert(expr, ty)
    }

    /// What an argument without parameter type becomes.
    pub(crate) fn default_promote(&mut self, expr: Expr) -> Expr {
        if matches!(self.types().bare(expr.ty), Type::Float(FloatKind::Float)) {
            let double = self.types().double;
            return self.convert(expr, double);
        }
        self.promote(expr)
    }

    /// The common type of the usual arithmetic conversions.
    pub(crate) fn common_type(&mut self, a: &Expr, b: &Expr) -> TypeId {
        if self.types().is_complex(a.ty) || self.types().is_complex(b.ty) {
            return self.common_complex(a.ty, b.ty);
        }
        let common = self.common_of(self.promoted_type(a), self.promoted_type(b));
        let (x, y) = (self.narrow_type(a), self.narrow_type(b));
        let Some(int) = self.types().int_type(common).filter(|_| x.is_some() || y.is_some()) else {
            return common;
        };
        match self.narrow_common(a, b) {
            Some((_, signed)) => self.types().int_id(IntType { signed, ..int }),
            // The full type has more bits than the narrow one.
            None => self.promoted_type(if x.is_some() { b } else { a }),
        }
    }

    /// The common type of two promoted real types.
    pub(crate) fn common_of(&self, a: TypeId, b: TypeId) -> TypeId {
        let types = self.types();
        match (types.bare(a), types.bare(b)) {
            (Type::Float(k), Type::Float(l)) => return if k >= l { a } else { b },
            (Type::Float(_), _) => return a,
            (_, Type::Float(_)) => return b,
            _ => {}
        }
        let (Some(x), Some(y)) = (types.int_type(a), types.int_type(b)) else { return types.error };
        if x == y {
            return types.int_id(x);
        }
        if x.signed == y.signed {
            return types.int_id(if x.rank >= y.rank { x } else { y });
        }
        let (signed, unsigned) = if x.signed { (x, y) } else { (y, x) };
        if unsigned.rank >= signed.rank {
            return types.int_id(unsigned);
        }
        if types.int_width(signed) > types.int_width(unsigned) {
            return types.int_id(signed);
        }
        types.int_id(IntType { signed: false, ..signed })
    }

    /// A literal zero, or zero cast to `void *`.
    pub(crate) fn is_null_constant(&self, expr: &Expr) -> bool {
        if !matches!(expr.kind, ExprKind::Constant(Constant::Int(0))) {
            return false;
        }
        self.types().is_integer(expr.ty) || expr.ty == self.types().void_ptr
    }

    /// The value as a condition: any scalar.
    pub(crate) fn condition(&mut self, expr: Expr) -> Expr {
        let types = self.types();
        if types.is_error(expr.ty) {
            let int = types.int;
            return Expr { ty: int, ..expr };
        }
        if !types.is_scalar(expr.ty) {
            let message = match types.is_void(expr.ty) {
                true => "void value not ignored as it ought to be".to_owned(),
                false => format!("used '{}' value where scalar is required", self.show(expr.ty)),
            };
            self.error(expr.span, message);
            return self.int_expr(0, self.types().int, expr.span);
        }
        if types.is_complex(expr.ty) {
            return self.complex_truth(expr);
        }
        expr
    }

    /// Converts a value as by assignment; `what` names the context in messages.
    pub(crate) fn assign_convert(&mut self, expr: Expr, to: TypeId, what: &str) -> Expr {
        let span = expr.span;
        let types = self.types();
        let to = types.unqualified(to);
        let from = expr.ty;
        if from == to || types.is_error(from) || types.is_error(to) {
            return Expr { ty: to, ..expr };
        }
        match (types.bare(to), types.bare(from)) {
            (_, Type::Void) => {
                self.error(span, "void value not ignored as it ought to be");
                return Expr { ty: to, ..self.error_expr(span) };
            }
            (Type::Int(int), Type::Pointer(_)) if int.rank == IntRank::Bool => {}
            (Type::Pointer(t), Type::Pointer(f)) => {
                let (t, f) = (*t, *f);
                if !self.is_null_constant(&expr) {
                    self.check_pointers(t, f, to, from, what, span);
                }
            }
            (Type::Pointer(_), Type::Int(_) | Type::Enum(_)) => {
                if !self.is_null_constant(&expr) {
                    self.warning(span, format!("{what} makes pointer from integer without a cast"));
                }
            }
            (Type::Int(_) | Type::Enum(_), Type::Pointer(_)) => {
                self.warning(span, format!("{what} makes integer from pointer without a cast"));
            }
            (Type::Record(r), Type::Record(f)) if r == f => return Expr { ty: to, ..expr },
            (Type::Vector(..), Type::Vector(..)) if types.size_of(to) == types.size_of(from) => {}
            _ if types.is_arithmetic(to) && types.is_arithmetic(from) => {}
            _ => {
                let message =
                    format!("incompatible types in {what}: '{}' from '{}'", self.show(to), self.show(from));
                self.error(span, message);
                return Expr { ty: to, ..self.error_expr(span) };
            }
        }
        self.convert(expr, to)
    }

    fn check_pointers(&mut self, t: TypeId, f: TypeId, to: TypeId, from: TypeId, what: &str, span: Span) {
        let types = self.types();
        let (tq, fq) = (types.qualifiers(t), types.qualifiers(f));
        let (bare_t, bare_f) = (types.unqualified(t), types.unqualified(f));
        let void = types.is_void(t) || types.is_void(f);
        if !void && !types.compatible(bare_t, bare_f) && !self.signs_differ_only(bare_t, bare_f) {
            if self.compatible_but_qualifiers(bare_t, bare_f) {
                return;
            }
            let message =
                format!("{what}: incompatible pointer types '{}' from '{}'", self.show(to), self.show(from));
            self.warning(span, message);
        } else if (fq.is_const && !tq.is_const) || (fq.is_volatile && !tq.is_volatile) {
            let message = format!("{what} discards qualifiers from pointer target type");
            self.warning(span, message);
        }
    }

    /// gcc is silent by default about `unsigned *` from `int *`.
    fn signs_differ_only(&self, a: TypeId, b: TypeId) -> bool {
        let types = self.types();
        match (types.int_type(a), types.int_type(b)) {
            (Some(x), Some(y)) => {
                types.int_width(x) == types.int_width(y) && (x.rank == y.rank || types.int_width(x) == 8)
            }
            _ => false,
        }
    }

    /// Arrays of qualified elements.
    fn compatible_but_qualifiers(&self, a: TypeId, b: TypeId) -> bool {
        let types = self.types();
        match (types.element(a), types.element(b)) {
            (Some(a), Some(b)) => types.compatible(types.unqualified(a), types.unqualified(b)),
            _ => false,
        }
    }

    /// An argument for a parameter of transparent union type: the union with the fitting member set.
    pub(crate) fn transparent_argument(&mut self, expr: Expr, to: TypeId) -> Result<Expr, Expr> {
        let Some(record) = self.types().record_of(to) else { return Err(expr) };
        let union = self.types().record(record);
        let Some(layout) = union.layout.as_ref().filter(|_| union.transparent) else { return Err(expr) };
        if self.types().compatible(expr.ty, self.types().unqualified(to)) {
            return Err(expr);
        }
        let fields: Vec<TypeId> = layout.fields.iter().map(|f| f.ty).collect();
        let types = self.types();
        let exact = fields.iter().find(|&&f| types.compatible(types.unqualified(f), expr.ty));
        let loose = fields
            .iter()
            .find(|&&f| types.is_pointer(f) && (types.is_pointer(expr.ty) || self.is_null_constant(&expr)));
        let Some(&field) = exact.or(loose) else { return Err(expr) };
        let value = self.convert(expr, field);
        Ok(self.union_value(to, value))
    }

    /// A union whose member at offset 0 has the value.
    pub(crate) fn union_value(&mut self, union: TypeId, value: Expr) -> Expr {
        let span = value.span;
        let union = self.types().unqualified(union);
        if self.function.is_none() {
            return self.unsupported("cast to union at file scope", union, span);
        }
        let local = self.add_local(String::new(), union, None, span);
        let parts = vec![InitPart { offset: 0, bits: None, value: InitValue::Expr(value) }];
        let init = Box::new(LocalInit::Parts { zero: true, parts });
        let place = Place { kind: PlaceKind::CompoundLiteral(local, init), ty: union, span };
        Expr { kind: ExprKind::Load(Box::new(place)), ty: union, span }
    }
}
