//! Arithmetic with its checks: integers, floats, pointers, comparisons.

use maymust_program::CheckKind;
use maymust_sema::TypeId;
use maymust_sema::hir::{BinaryOp, CompareOp, UnaryOp};
use maymust_term::{Rounding, TermId};

use crate::function::Function;
use crate::scalar::{Scalar, convert, from_float, to_float, truth};

impl Function<'_, '_> {
    /// The scalar type of a C type; what is no scalar counts as a pointer (records are handled by address).
    pub fn scalar(&self, ty: TypeId) -> Scalar {
        Scalar::of(self.l.types, ty).unwrap_or(Scalar::Pointer { bytes: self.l.p.layout.bytes() })
    }

    /// Converts a value between C types.
    pub fn convert(&mut self, from: TypeId, to: TypeId, value: TermId) -> TermId {
        let (from, to) = (self.scalar(from), self.scalar(to));
        convert(&mut self.l.p.terms, from, to, value)
    }

    /// Is the value of a C type true?
    pub fn truth_of(&mut self, ty: TypeId, value: TermId) -> TermId {
        let scalar = self.scalar(ty);
        truth(&mut self.l.p.terms, scalar, value)
    }

    /// A truth value as C's `int`.
    pub fn int_of(&mut self, condition: TermId) -> TermId {
        self.l.p.terms.bool_to_bv(condition, 32)
    }

    /// `-a`, `~a`.
    pub fn unary(&mut self, op: UnaryOp, ty: TypeId, a: TermId) -> TermId {
        let scalar = self.scalar(ty);
        let t = &mut self.l.p.terms;
        match (op, scalar) {
            (UnaryOp::BitNot, _) => t.bv_not(a),
            (UnaryOp::Neg, Scalar::Float(kind)) => {
                // The sign bit flips, also of NaN.
                let bits = crate::scalar::float_bits(kind);
                let sign = t.bv_u128(bits, 1 << (bits - 1));
                t.bv_xor(a, sign)
            }
            (UnaryOp::Neg, _) => {
                if scalar.is_signed() {
                    let overflow = t.nego(a);
                    self.no_overflow(overflow, "-");
                }
                self.l.p.terms.bv_neg(a)
            }
        }
    }

    fn no_overflow(&mut self, overflow: TermId, operator: &str) {
        let fine = self.l.p.terms.not(overflow);
        self.check(CheckKind::SignedOverflow, fine, format!("result of `{operator}` does not fit its type"));
    }

    /// Arithmetic in type `ty`; of shifts the right operand has the type `right`.
    pub fn binary(&mut self, op: BinaryOp, ty: TypeId, right: TypeId, a: TermId, b: TermId) -> TermId {
        match self.scalar(ty) {
            Scalar::Float(kind) => {
                let t = &mut self.l.p.terms;
                let (x, y) = (to_float(t, kind, a), to_float(t, kind, b));
                let near = Rounding::NearestEven;
                let result = match op {
                    BinaryOp::Add => t.fp_add(near, x, y),
                    BinaryOp::Sub => t.fp_sub(near, x, y),
                    BinaryOp::Mul => t.fp_mul(near, x, y),
                    BinaryOp::Div => t.fp_div(near, x, y),
                    _ => {
                        self.unsupported("a bit operation on a floating value");
                        return a;
                    }
                };
                from_float(&mut self.l.p.terms, kind, result)
            }
            scalar => {
                let result = self.int_binary(op, scalar, right, a, b);
                let is_bitwise = matches!(op, BinaryOp::And | BinaryOp::Or | BinaryOp::Xor);
                if scalar.is_signed() && !is_bitwise { self.cut_short(result) } else { result }
            }
        }
    }

    /// Fixes a value now and then in a long expression with checks: each check would speak of everything before it.
    fn cut_short(&mut self, value: TermId) -> TermId {
        const LONG: u32 = 32;
        self.operations += 1;
        if self.operations < LONG {
            return value;
        }
        self.operations = 0;
        self.capture(value)
    }

    fn int_binary(&mut self, op: BinaryOp, scalar: Scalar, right: TypeId, a: TermId, b: TermId) -> TermId {
        let signed = scalar.is_signed();
        let t = &mut self.l.p.terms;
        match op {
            BinaryOp::Add => {
                if signed {
                    let overflow = t.saddo(a, b);
                    self.no_overflow(overflow, "+");
                }
                self.l.p.terms.bv_add(a, b)
            }
            BinaryOp::Sub => {
                if signed {
                    let overflow = t.ssubo(a, b);
                    self.no_overflow(overflow, "-");
                }
                self.l.p.terms.bv_sub(a, b)
            }
            BinaryOp::Mul => {
                if signed {
                    let overflow = t.smulo(a, b);
                    self.no_overflow(overflow, "*");
                }
                self.l.p.terms.bv_mul(a, b)
            }
            BinaryOp::Div | BinaryOp::Rem => self.divide(op, signed, a, b),
            BinaryOp::Shl | BinaryOp::Shr => self.shift(op, scalar, right, a, b),
            BinaryOp::And => t.bv_and(a, b),
            BinaryOp::Or => t.bv_or(a, b),
            BinaryOp::Xor => t.bv_xor(a, b),
        }
    }

    fn divide(&mut self, op: BinaryOp, signed: bool, a: TermId, b: TermId) -> TermId {
        let nonzero = self.l.p.terms.bv_nonzero(b);
        self.check(CheckKind::DivisionByZero, nonzero, "division by zero");
        let t = &mut self.l.p.terms;
        if signed {
            let overflow = t.sdivo(a, b);
            self.no_overflow(overflow, "/");
        }
        let t = &mut self.l.p.terms;
        match (op, signed) {
            (BinaryOp::Div, true) => t.bv_sdiv(a, b),
            (BinaryOp::Div, false) => t.bv_udiv(a, b),
            (_, true) => t.bv_srem(a, b),
            (_, false) => t.bv_urem(a, b),
        }
    }

    /// A signed value that is shifted to the left is not negative, and the result can be represented (C11 6.5.7). That the amount is in
    /// range is a check of its own.
    fn check_left_shift(&mut self, a: TermId, amount: TermId, result: TermId, inside: TermId) {
        let t = &mut self.l.p.terms;
        let zero = t.bv(t.width(a), 0);
        let back = t.bv_ashr(result, amount);
        let negative = t.slt(a, zero);
        let (not_negative, fits, beyond) = (t.not(negative), t.eq(back, a), t.not(inside));
        let defined = t.and2(not_negative, fits);
        let fine = t.or2(beyond, defined);
        self.check(CheckKind::SignedOverflow, fine, "signed left shift");
    }

    fn shift(&mut self, op: BinaryOp, scalar: Scalar, right: TypeId, a: TermId, b: TermId) -> TermId {
        let width = scalar.bits();
        let amount_width = self.scalar(right).bits();
        let t = &mut self.l.p.terms;
        let limit = t.bv(amount_width, u64::from(width));
        let inside = t.ult(b, limit);
        self.check(CheckKind::ShiftRange, inside, format!("shift amount of a {width}-bit value"));
        let t = &mut self.l.p.terms;
        let amount = t.resize_unsigned(b, width);
        match op {
            BinaryOp::Shl => {
                let result = t.bv_shl(a, amount);
                if scalar.is_signed() {
                    self.check_left_shift(a, amount, result, inside);
                }
                result
            }
            _ if scalar.is_signed() => t.bv_ashr(a, amount),
            _ => t.bv_lshr(a, amount),
        }
    }

    /// A comparison of two values of one type.
    pub fn compare(&mut self, op: CompareOp, ty: TypeId, a: TermId, b: TermId) -> TermId {
        let scalar = self.scalar(ty);
        let t = &mut self.l.p.terms;
        if let Scalar::Float(kind) = scalar {
            let (x, y) = (to_float(t, kind, a), to_float(t, kind, b));
            return match op {
                CompareOp::Lt => t.fp_lt(x, y),
                CompareOp::Le => t.fp_le(x, y),
                CompareOp::Gt => t.fp_gt(x, y),
                CompareOp::Ge => t.fp_ge(x, y),
                CompareOp::Eq => t.fp_eq(x, y),
                CompareOp::Ne => {
                    let equal = t.fp_eq(x, y);
                    t.not(equal)
                }
            };
        }
        let signed = scalar.is_signed();
        match op {
            CompareOp::Eq => t.eq(a, b),
            CompareOp::Ne => t.ne(a, b),
            CompareOp::Lt if signed => t.slt(a, b),
            CompareOp::Le if signed => t.sle(a, b),
            CompareOp::Gt if signed => t.sgt(a, b),
            CompareOp::Ge if signed => t.sge(a, b),
            CompareOp::Lt => t.ult(a, b),
            CompareOp::Le => t.ule(a, b),
            CompareOp::Gt => t.ugt(a, b),
            CompareOp::Ge => t.uge(a, b),
        }
    }

    /// `pointer ± index` for a pointer type.
    pub fn pointer_add(
        &mut self,
        pointer_ty: TypeId,
        pointer: TermId,
        index_ty: TypeId,
        index: TermId,
        subtract: bool,
    ) -> TermId {
        let element = self.l.types.pointee(pointer_ty).unwrap_or(pointer_ty);
        let size = self.element_size(element);
        let index = self.index_word(index_ty, index);
        let t = &mut self.l.p.terms;
        let offset = t.bv_mul(index, size);
        let result = if subtract { t.bv_sub(pointer, offset) } else { t.bv_add(pointer, offset) };
        let known = t.as_u64(size).unwrap_or(1);
        self.check_stray(index, known, result);
        result
    }

    /// `a - b` in elements.
    pub fn pointer_diff(&mut self, pointer_ty: TypeId, result: TypeId, a: TermId, b: TermId) -> TermId {
        let element = self.l.types.pointee(pointer_ty).unwrap_or(pointer_ty);
        let size = self.element_size(element);
        let width = self.scalar(result).bits();
        let t = &mut self.l.p.terms;
        let bytes = t.bv_sub(a, b);
        let elements = match t.as_u64(size) {
            Some(1) => bytes,
            Some(0) => self.l.p.layout.null(t),
            _ => t.bv_sdiv(bytes, size),
        };
        t.resize_signed(elements, width)
    }
}
