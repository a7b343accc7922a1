//! The constructors by name: operators that are stored, and those made of others.

use crate::arena::Terms;
use crate::bv::BvValue;
use crate::float::FloatValue;
use crate::op::{Op, TermId};
use crate::sort::{FloatFormat, Rounding, Sort};

macro_rules! constructors {
    ($($(#[$doc:meta])* $name:ident($($arg:ident),*) = $op:expr;)*) => {
        impl Terms {
            $($(#[$doc])* pub fn $name(&mut self, $($arg: TermId),*) -> TermId {
                self.app($op, &[$($arg),*])
            })*
        }
    };
}

constructors! {
    /// Negation.
    not(a) = Op::Not;
    /// Conjunction.
    and2(a, b) = Op::And;
    /// Disjunction.
    or2(a, b) = Op::Or;
    /// Equality (equivalence of truth values; identity of floats).
    eq(a, b) = Op::Eq;
    /// If `c` then `a` else `b`.
    ite(c, a, b) = Op::Ite;
    /// Negation in two's complement.
    bv_neg(a) = Op::BvNeg;
    /// Every bit flipped.
    bv_not(a) = Op::BvNot;
    /// Sum.
    bv_add(a, b) = Op::BvAdd;
    /// Difference.
    bv_sub(a, b) = Op::BvSub;
    /// Product.
    bv_mul(a, b) = Op::BvMul;
    /// Unsigned quotient.
    bv_udiv(a, b) = Op::BvUDiv;
    /// Signed quotient.
    bv_sdiv(a, b) = Op::BvSDiv;
    /// Unsigned remainder.
    bv_urem(a, b) = Op::BvURem;
    /// Signed remainder, sign of the dividend.
    bv_srem(a, b) = Op::BvSRem;
    /// Signed remainder, sign of the divisor.
    bv_smod(a, b) = Op::BvSMod;
    /// Bitwise and.
    bv_and(a, b) = Op::BvAnd;
    /// Bitwise or.
    bv_or(a, b) = Op::BvOr;
    /// Bitwise exclusive or.
    bv_xor(a, b) = Op::BvXor;
    /// Left shift.
    bv_shl(a, b) = Op::BvShl;
    /// Logical right shift.
    bv_lshr(a, b) = Op::BvLShr;
    /// Arithmetic right shift.
    bv_ashr(a, b) = Op::BvAShr;
    /// `hi` above `lo`.
    concat(hi, lo) = Op::Concat;
    /// Unsigned `<`.
    ult(a, b) = Op::Ult;
    /// Unsigned `<=`.
    ule(a, b) = Op::Ule;
    /// Signed `<`.
    slt(a, b) = Op::Slt;
    /// Signed `<=`.
    sle(a, b) = Op::Sle;
    /// The unsigned sum overflows.
    uaddo(a, b) = Op::UAddO;
    /// The signed sum overflows.
    saddo(a, b) = Op::SAddO;
    /// The signed difference overflows.
    ssubo(a, b) = Op::SSubO;
    /// The unsigned product overflows.
    umulo(a, b) = Op::UMulO;
    /// The signed product overflows.
    smulo(a, b) = Op::SMulO;
    /// Element of an array.
    select(array, index) = Op::Select;
    /// Array with one element changed.
    store(array, index, element) = Op::Store;
    /// Magnitude.
    fp_abs(a) = Op::FpAbs;
    /// Sign flipped.
    fp_neg(a) = Op::FpNeg;
    /// IEEE remainder.
    fp_rem(a, b) = Op::FpRem;
    /// Smaller of two floats.
    fp_min(a, b) = Op::FpMin;
    /// Greater of two floats.
    fp_max(a, b) = Op::FpMax;
    /// IEEE `<=`.
    fp_le(a, b) = Op::FpLe;
    /// IEEE `<`.
    fp_lt(a, b) = Op::FpLt;
    /// IEEE `==`.
    fp_eq(a, b) = Op::FpEq;
    /// NaN?
    fp_is_nan(a) = Op::FpIsNan;
    /// Infinite?
    fp_is_inf(a) = Op::FpIsInf;
    /// Zero?
    fp_is_zero(a) = Op::FpIsZero;
    /// Normal?
    fp_is_normal(a) = Op::FpIsNormal;
    /// Subnormal?
    fp_is_subnormal(a) = Op::FpIsSubnormal;
    /// Negative?
    fp_is_negative(a) = Op::FpIsNegative;
    /// Positive?
    fp_is_positive(a) = Op::FpIsPositive;
    /// The bits of a float.
    fp_to_bits(a) = Op::FpToBits;
    /// Integer negation.
    int_neg(a) = Op::IntNeg;
    /// Integer sum.
    int_add(a, b) = Op::IntAdd;
    /// Integer difference.
    int_sub(a, b) = Op::IntSub;
    /// Integer product.
    int_mul(a, b) = Op::IntMul;
    /// Integer quotient (the remainder is not negative).
    int_div(a, b) = Op::IntDiv;
    /// Integer remainder (not negative).
    int_mod(a, b) = Op::IntMod;
    /// Integer `<=`.
    int_le(a, b) = Op::IntLe;
    /// Integer `<`.
    int_lt(a, b) = Op::IntLt;
    /// The unsigned number of a bit-vector.
    bv_to_int(a) = Op::BvToInt;
}

macro_rules! rounded {
    ($($(#[$doc:meta])* $name:ident($($arg:ident),*) = $op:expr;)*) => {
        impl Terms {
            $($(#[$doc])* pub fn $name(&mut self, r: Rounding, $($arg: TermId),*) -> TermId {
                self.app($op(r), &[$($arg),*])
            })*
        }
    };
}

rounded! {
    /// Sum.
    fp_add(a, b) = Op::FpAdd;
    /// Difference.
    fp_sub(a, b) = Op::FpSub;
    /// Product.
    fp_mul(a, b) = Op::FpMul;
    /// Quotient.
    fp_div(a, b) = Op::FpDiv;
    /// `a * b + c`, rounded once.
    fp_fma(a, b, c) = Op::FpFma;
    /// Square root.
    fp_sqrt(a) = Op::FpSqrt;
    /// Nearest integral value.
    fp_round_to_integral(a) = Op::FpRoundToIntegral;
}

impl Terms {
    // --- truth values ------------------------------------------------------------------------

    /// Conjunction; of nothing, true.
    pub fn and(&mut self, args: &[TermId]) -> TermId {
        if args.is_empty() { self.tru() } else { self.app(Op::And, args) }
    }

    /// Disjunction; of nothing, false.
    pub fn or(&mut self, args: &[TermId]) -> TermId {
        if args.is_empty() { self.fls() } else { self.app(Op::Or, args) }
    }

    /// Exclusive or of truth values.
    pub fn xor(&mut self, a: TermId, b: TermId) -> TermId {
        let nb = self.not(b);
        self.eq(a, nb)
    }

    /// Implication.
    pub fn implies(&mut self, a: TermId, b: TermId) -> TermId {
        let na = self.not(a);
        self.or2(na, b)
    }

    /// Inequality.
    pub fn ne(&mut self, a: TermId, b: TermId) -> TermId {
        let eq = self.eq(a, b);
        self.not(eq)
    }

    /// Pairwise inequality.
    pub fn distinct(&mut self, args: &[TermId]) -> TermId {
        let mut all = Vec::new();
        for (i, &a) in args.iter().enumerate() {
            for &b in &args[i + 1..] {
                all.push(self.ne(a, b));
            }
        }
        self.and(&all)
    }

    // --- bit-vectors -------------------------------------------------------------------------

    /// Bits `hi` down to `lo`.
    pub fn extract(&mut self, t: TermId, hi: u32, lo: u32) -> TermId {
        self.app(Op::Extract { hi, lo }, &[t])
    }

    /// `n` zeros on top.
    pub fn zero_extend(&mut self, t: TermId, n: u32) -> TermId {
        self.app(Op::ZeroExtend(n), &[t])
    }

    /// `n` copies of the sign on top.
    pub fn sign_extend(&mut self, t: TermId, n: u32) -> TermId {
        self.app(Op::SignExtend(n), &[t])
    }

    /// Cut or filled with zeros to a width.
    pub fn resize_unsigned(&mut self, t: TermId, width: u32) -> TermId {
        let w = self.width(t);
        if width <= w { self.extract(t, width - 1, 0) } else { self.zero_extend(t, width - w) }
    }

    /// Cut or filled with the sign to a width.
    pub fn resize_signed(&mut self, t: TermId, width: u32) -> TermId {
        let w = self.width(t);
        if width <= w { self.extract(t, width - 1, 0) } else { self.sign_extend(t, width - w) }
    }

    /// Rotation to the left by a fixed amount.
    pub fn rotate_left(&mut self, t: TermId, n: u32) -> TermId {
        let w = self.width(t);
        let n = n % w;
        if n == 0 {
            return t;
        }
        let (low, high) = (self.extract(t, w - n - 1, 0), self.extract(t, w - 1, w - n));
        self.concat(low, high)
    }

    /// Rotation to the right by a fixed amount.
    pub fn rotate_right(&mut self, t: TermId, n: u32) -> TermId {
        let w = self.width(t);
        self.rotate_left(t, (w - n % w) % w)
    }

    /// `n` copies side by side, at least one.
    pub fn repeat(&mut self, t: TermId, n: u32) -> TermId {
        let mut out = t;
        for _ in 1..n {
            out = self.concat(out, t);
        }
        out
    }

    /// One bit: are they equal?
    pub fn bv_comp(&mut self, a: TermId, b: TermId) -> TermId {
        let eq = self.eq(a, b);
        self.bool_to_bv(eq, 1)
    }

    /// 1 or 0 in `width` bits.
    pub fn bool_to_bv(&mut self, c: TermId, width: u32) -> TermId {
        let (one, zero) = (self.bv(width, 1), self.bv(width, 0));
        self.ite(c, one, zero)
    }

    /// Is it not zero?
    pub fn bv_nonzero(&mut self, a: TermId) -> TermId {
        let zero = self.bv_value(BvValue::zero(self.width(a)));
        self.ne(a, zero)
    }

    /// Negated bitwise and.
    pub fn bv_nand(&mut self, a: TermId, b: TermId) -> TermId {
        let t = self.bv_and(a, b);
        self.bv_not(t)
    }

    /// Negated bitwise or.
    pub fn bv_nor(&mut self, a: TermId, b: TermId) -> TermId {
        let t = self.bv_or(a, b);
        self.bv_not(t)
    }

    /// Negated bitwise exclusive or.
    pub fn bv_xnor(&mut self, a: TermId, b: TermId) -> TermId {
        let t = self.bv_xor(a, b);
        self.bv_not(t)
    }

    /// Unsigned `>`.
    pub fn ugt(&mut self, a: TermId, b: TermId) -> TermId {
        self.ult(b, a)
    }

    /// Unsigned `>=`.
    pub fn uge(&mut self, a: TermId, b: TermId) -> TermId {
        self.ule(b, a)
    }

    /// Signed `>`.
    pub fn sgt(&mut self, a: TermId, b: TermId) -> TermId {
        self.slt(b, a)
    }

    /// Signed `>=`.
    pub fn sge(&mut self, a: TermId, b: TermId) -> TermId {
        self.sle(b, a)
    }

    /// The unsigned difference overflows.
    pub fn usubo(&mut self, a: TermId, b: TermId) -> TermId {
        self.ult(a, b)
    }

    /// The signed quotient overflows (minimum by minus one).
    pub fn sdivo(&mut self, a: TermId, b: TermId) -> TermId {
        let min = self.nego(a);
        let minus_one = self.bv_value(BvValue::ones(self.width(b)));
        let eq = self.eq(b, minus_one);
        self.and2(min, eq)
    }

    /// The signed negation overflows.
    pub fn nego(&mut self, a: TermId) -> TermId {
        let min = self.bv_value(BvValue::min_signed(self.width(a)));
        self.eq(a, min)
    }

    // --- arrays ------------------------------------------------------------------------------

    /// The array of an array sort that is `element` everywhere.
    pub fn const_array(&mut self, sort: Sort, element: TermId) -> TermId {
        match sort {
            Sort::Array(a) => self.app(Op::ConstArray(a), &[element]),
            _ => panic!("ill-sorted term: constant array of sort {sort:?}"),
        }
    }

    /// Little-endian load of `bytes` bytes.
    pub fn load(&mut self, array: TermId, address: TermId, bytes: u32) -> TermId {
        self.app(Op::Load { bytes }, &[array, address])
    }

    /// Little-endian store of a value of whole bytes.
    pub fn store_wide(&mut self, array: TermId, address: TermId, value: TermId) -> TermId {
        let bytes = self.width(value) / 8;
        self.app(Op::StoreWide { bytes }, &[array, address, value])
    }

    /// The array with `element` at the `length` indices from `start` on: all `i` with
    /// `i - start <u length`. Indices are of at most 64 bits.
    pub fn fill(&mut self, array: TermId, start: TermId, length: TermId, element: TermId) -> TermId {
        self.app(Op::Fill, &[array, start, length, element])
    }

    /// The array with the `length` elements of `source` from `from` on, at `to` and after it:
    /// every `i` with `i - to <u length` gets the element at `from + (i - to)`, also if the array
    /// is its own source. Indices are of at most 64 bits.
    pub fn copy(
        &mut self,
        array: TermId,
        to: TermId,
        length: TermId,
        source: TermId,
        from: TermId,
    ) -> TermId {
        self.app(Op::Copy, &[array, to, length, source, from])
    }

    // --- floats ------------------------------------------------------------------------------

    /// The float of a format with the given bits.
    pub fn fp_from_bits(&mut self, format: FloatFormat, bits: TermId) -> TermId {
        self.app(Op::FpFromBits(format), &[bits])
    }

    /// Float to float.
    pub fn fp_from_fp(&mut self, r: Rounding, format: FloatFormat, a: TermId) -> TermId {
        self.app(Op::FpFromFp(format, r), &[a])
    }

    /// Signed bit-vector to float.
    pub fn fp_from_sbv(&mut self, r: Rounding, format: FloatFormat, a: TermId) -> TermId {
        self.app(Op::FpFromSbv(format, r), &[a])
    }

    /// Unsigned bit-vector to float.
    pub fn fp_from_ubv(&mut self, r: Rounding, format: FloatFormat, a: TermId) -> TermId {
        self.app(Op::FpFromUbv(format, r), &[a])
    }

    /// Float to signed bit-vector.
    pub fn fp_to_sbv(&mut self, r: Rounding, width: u32, a: TermId) -> TermId {
        self.app(Op::FpToSbv(width, r), &[a])
    }

    /// Float to unsigned bit-vector.
    pub fn fp_to_ubv(&mut self, r: Rounding, width: u32, a: TermId) -> TermId {
        self.app(Op::FpToUbv(width, r), &[a])
    }

    /// IEEE `>`.
    pub fn fp_gt(&mut self, a: TermId, b: TermId) -> TermId {
        self.fp_lt(b, a)
    }

    /// IEEE `>=`.
    pub fn fp_ge(&mut self, a: TermId, b: TermId) -> TermId {
        self.fp_le(b, a)
    }

    /// A double constant.
    pub fn fp_f64(&mut self, v: f64) -> TermId {
        self.fp_value(FloatValue::from_f64(v))
    }

    /// A single constant.
    pub fn fp_f32(&mut self, v: f32) -> TermId {
        self.fp_value(FloatValue::from_f32(v))
    }

    /// The 80-bit memory form of an x87 value: the integer bit made explicit.
    pub fn fp_to_x87_bits(&mut self, a: TermId) -> TermId {
        let bits = self.fp_to_bits(a);
        let (top, exp) = (self.extract(bits, 78, 63), self.extract(bits, 77, 63));
        let integer = self.bv_nonzero(exp);
        let integer = self.bool_to_bv(integer, 1);
        let fraction = self.extract(bits, 62, 0);
        let low = self.concat(integer, fraction);
        self.concat(top, low)
    }

    /// The x87 value of an 80-bit memory form. The integer bit is ignored: a form whose integer
    /// bit contradicts its exponent (which no x87 operation makes) reads as if it did not.
    pub fn fp_from_x87_bits(&mut self, bits: TermId) -> TermId {
        let (top, fraction) = (self.extract(bits, 79, 64), self.extract(bits, 62, 0));
        let packed = self.concat(top, fraction);
        self.fp_from_bits(FloatFormat::X87, packed)
    }

    // --- integers ----------------------------------------------------------------------------

    /// Magnitude.
    pub fn int_abs(&mut self, a: TermId) -> TermId {
        let zero = self.int(0);
        let (negative, neg) = (self.int_lt(a, zero), self.int_neg(a));
        self.ite(negative, neg, a)
    }

    /// Integer `>=`.
    pub fn int_ge(&mut self, a: TermId, b: TermId) -> TermId {
        self.int_le(b, a)
    }

    /// Integer `>`.
    pub fn int_gt(&mut self, a: TermId, b: TermId) -> TermId {
        self.int_lt(b, a)
    }

    /// The number modulo two to the width.
    pub fn int_to_bv(&mut self, a: TermId, width: u32) -> TermId {
        self.app(Op::IntToBv(width), &[a])
    }

    /// The signed number of a bit-vector.
    pub fn bv_to_int_signed(&mut self, a: TermId) -> TermId {
        let w = self.width(a);
        let unsigned = self.bv_to_int(a);
        let modulus = self.int(num_bigint::BigInt::from(1) << w);
        let zero = self.bv_value(BvValue::zero(w));
        let (negative, wrapped) = (self.slt(a, zero), self.int_sub(unsigned, modulus));
        self.ite(negative, wrapped, unsigned)
    }
}
