//! Rules for bitwise operators and shifts.
//!
//! Normal forms: a constant mask stands last and outermost; a mask of the low bits is a
//! zero-extended slice; right shifts by a constant are extended slices.

use crate::arena::Terms;
use crate::bv::BvValue;
use crate::known::low_mask;
use crate::op::{Op, TermId};
use crate::sort::Sort;

impl Terms {
    pub(super) fn bitwise_rules(&mut self, op: Op, sort: Sort, args: &[TermId]) -> Option<TermId> {
        match op {
            Op::BvNot => self.bvnot_rules(args[0]),
            Op::BvAnd | Op::BvOr | Op::BvXor => {
                let (a, b) = self.sorted(args[0], args[1]);
                if self.is_const(b)
                    && let Some(t) = self.bitwise_constants(op, a, b)
                {
                    return Some(t);
                }
                let special = match op {
                    Op::BvAnd => self.bvand_rules(a, b),
                    Op::BvOr => self.bvor_rules(a, b),
                    _ => self.bvxor_rules(a, b),
                };
                special
                    .or_else(|| self.bitwise_constants(op, a, b))
                    .or_else(|| self.over_ite(op, sort, a, b))
                    .or_else(|| self.bitwise_flags(op, a, b))
                    .or_else(|| self.bitwise_extended(op, a, b))
            }
            Op::BvShl => self.shl_rules(args[0], args[1]),
            Op::BvLShr => self.lshr_rules(args[0], args[1]),
            Op::BvAShr => self.ashr_rules(args[0], args[1]),
            _ => None,
        }
    }

    fn bvnot_rules(&mut self, a: TermId) -> Option<TermId> {
        let w = self.width(a);
        match self.op(a) {
            // match: (bvnot (bvnot x)) / result: x
            Op::BvNot => Some(self.arg(a, 0)),
            // match: (bvnot (bvneg x)) / result: (bvadd x -1)
            Op::BvNeg => {
                let (x, ones) = (self.arg(a, 0), self.bv_value(BvValue::ones(w)));
                Some(self.bv_add(x, ones))
            }
            // match: (bvnot (bvadd x c)) / result: (bvsub ~c x)
            Op::BvAdd => {
                let c = self.as_bv(self.arg(a, 1))?.not();
                let (x, c) = (self.arg(a, 0), self.bv_value(c));
                Some(self.bv_sub(c, x))
            }
            // match: (bvnot (bvsub c x)) / result: (bvadd x ~c)
            Op::BvSub => {
                let c = self.as_bv(self.arg(a, 0))?.not();
                let (x, c) = (self.arg(a, 1), self.bv_value(c));
                Some(self.bv_add(x, c))
            }
            // match: (bvnot (bvxor x c)) / result: (bvxor x ~c)
            Op::BvXor => {
                let c = self.as_bv(self.arg(a, 1))?.not();
                let (x, c) = (self.arg(a, 0), self.bv_value(c));
                Some(self.bv_xor(x, c))
            }
            // match: (bvnot (ite c k1 k2)), constants k / result: (ite c ~k1 ~k2)
            Op::Ite => {
                let (c, k1, k2) = self.constant_ite(a)?;
                let (k1, k2) = (self.bv_not(k1), self.bv_not(k2));
                Some(self.ite(c, k1, k2))
            }
            _ => None,
        }
    }

    /// One is the bitwise negation of the other.
    fn bit_complements(&self, a: TermId, b: TermId) -> bool {
        (self.op(a) == Op::BvNot && self.arg(a, 0) == b) || (self.op(b) == Op::BvNot && self.arg(b, 0) == a)
    }

    fn bvand_rules(&mut self, a: TermId, b: TermId) -> Option<TermId> {
        let w = self.width(a);
        // match: (bvand x x) / result: x
        if a == b {
            return Some(a);
        }
        // match: (bvand x (bvnot x)) / result: 0
        if self.bit_complements(a, b) {
            return Some(self.bv_value(BvValue::zero(w)));
        }
        // match: (bvand x (bvor x y)) / result: x
        if let Some(x) = self.absorbed(Op::BvOr, a, b) {
            return Some(x);
        }
        let c = self.as_bv(b)?.clone();
        // match: (bvand x 0) / result: 0; (bvand x -1) / result: x
        if c.is_zero() {
            return Some(b);
        }
        if c.is_ones() {
            return Some(a);
        }
        // match: (bvand x c), where x is known to be zero outside c / result: x
        if w <= 64 && self.known_bits(a).zeros | c.to_u64()? == low_mask(w) {
            return Some(a);
        }
        // match: (bvand x c), c = 2^k - 1 / result: the low k bits, filled with zeros
        let k = c.bits();
        if c.count_ones() == k {
            let low = self.extract(a, k - 1, 0);
            return Some(self.zero_extend(low, w - k));
        }
        None
    }

    fn bvor_rules(&mut self, a: TermId, b: TermId) -> Option<TermId> {
        let w = self.width(a);
        // match: (bvor x x) / result: x
        if a == b {
            return Some(a);
        }
        // match: (bvor x (bvnot x)) / result: -1
        if self.bit_complements(a, b) {
            return Some(self.bv_value(BvValue::ones(w)));
        }
        // match: (bvor x (bvand x y)) / result: x
        if let Some(x) = self.absorbed(Op::BvAnd, a, b) {
            return Some(x);
        }
        if let Some(t) = self.disjoint_halves(a, b) {
            return Some(t);
        }
        let c = self.as_bv(b)?;
        // match: (bvor x -1) / result: -1; (bvor x 0) / result: x
        if c.is_ones() {
            return Some(b);
        }
        // match: (bvor x c), where x is known to be one inside c / result: x
        let covered = w <= 64 && self.known_bits(a).ones | c.to_u64()? == self.known_bits(a).ones;
        (c.is_zero() || covered).then_some(a)
    }

    fn bvxor_rules(&mut self, a: TermId, b: TermId) -> Option<TermId> {
        let w = self.width(a);
        // match: (bvxor x x) / result: 0
        if a == b {
            return Some(self.bv_value(BvValue::zero(w)));
        }
        // match: (bvxor x (bvnot x)) / result: -1
        if self.bit_complements(a, b) {
            return Some(self.bv_value(BvValue::ones(w)));
        }
        // match: (bvxor (bvnot x) y) / result: (bvnot (bvxor x y))
        for (n, y) in [(a, b), (b, a)] {
            if self.op(n) == Op::BvNot {
                let x = self.arg(n, 0);
                let xor = self.bv_xor(x, y);
                return Some(self.bv_not(xor));
            }
        }
        if let Some(t) = self.disjoint_halves(a, b) {
            return Some(t);
        }
        // match: (bvxor x (bvxor x y)) / result: y
        for (x, t) in [(a, b), (b, a)] {
            if self.op(t) == Op::BvXor {
                match *self.args(t) {
                    [p, q] if p == x => return Some(q),
                    [p, q] if q == x => return Some(p),
                    _ => {}
                }
            }
        }
        let c = self.as_bv(b)?;
        // match: (bvxor x -1) / result: (bvnot x); (bvxor x 0) / result: x
        if c.is_ones() {
            return Some(self.bv_not(a));
        }
        c.is_zero().then_some(a)
    }

    /// The argument that absorbs the other: `x` of `x` and `(inner x y)`.
    fn absorbed(&self, inner: Op, a: TermId, b: TermId) -> Option<TermId> {
        if self.op(b) == inner && self.args(b).contains(&a) {
            return Some(a);
        }
        (self.op(a) == inner && self.args(a).contains(&b)).then_some(b)
    }

    /// match: (bvor x y), where for some k the low k bits of x and all other bits of y are known
    /// to be zero / result: the high bits of x above the low k bits of y. Also for `bvxor`.
    fn disjoint_halves(&mut self, a: TermId, b: TermId) -> Option<TermId> {
        let w = self.width(a);
        if w > 64 || self.is_const(a) || self.is_const(b) {
            return None;
        }
        for (x, y) in [(a, b), (b, a)] {
            let k = self.known_bits(x).zeros.trailing_ones();
            let top = 64 - self.known_bits(y).max_unsigned(w).leading_zeros();
            if k > 0 && k < w && top <= k {
                let (high, low) = (self.extract(x, w - 1, k), self.extract(y, k - 1, 0));
                return Some(self.concat(high, low));
            }
        }
        None
    }

    fn bitwise_constants(&mut self, op: Op, a: TermId, b: TermId) -> Option<TermId> {
        let masked = |t: TermId| -> Option<(TermId, BvValue)> {
            if self.op(t) != op {
                return None;
            }
            Some((self.arg(t, 0), self.as_bv(self.arg(t, 1))?.clone()))
        };
        let fold = match op {
            Op::BvAnd => BvValue::and,
            Op::BvOr => BvValue::or,
            _ => BvValue::xor,
        };
        // match: (bvand (bvand x d) c) / result: (bvand x (d & c)); also for or, xor
        if let Some(c) = self.as_bv(b) {
            let (x, d) = masked(a)?;
            let both = fold(&d, c);
            let both = self.bv_value(both);
            return Some(self.app(op, &[x, both]));
        }
        // match: (bvand (bvand x c) y) / result: (bvand (bvand x y) c); also for or, xor
        let (x, c, y) = match (masked(a), masked(b)) {
            (Some((x, c)), _) => (x, c, b),
            (None, Some((x, c))) => (x, c, a),
            _ => return None,
        };
        let inner = self.app(op, &[x, y]);
        let c = self.bv_value(c);
        Some(self.app(op, &[inner, c]))
    }

    /// match: (bvand (ite p 1 0) (ite q 1 0)) / result: (ite (and p q) 1 0); also for or, xor
    fn bitwise_flags(&mut self, op: Op, a: TermId, b: TermId) -> Option<TermId> {
        let (p, one, zero) = self.flag(a)?;
        let (q, ..) = self.flag(b)?;
        let c = match op {
            Op::BvAnd => self.and2(p, q),
            Op::BvOr => self.or2(p, q),
            _ => self.xor(p, q),
        };
        Some(self.ite(c, one, zero))
    }

    /// The condition, one and zero of `(ite c 1 0)`; the condition of `(ite c 0 1)` is negated.
    pub(super) fn flag(&mut self, t: TermId) -> Option<(TermId, TermId, TermId)> {
        let (c, a, b) = self.constant_ite(t)?;
        let (va, vb) = (self.as_bv(a)?, self.as_bv(b)?);
        if va.is_one() && vb.is_zero() {
            Some((c, a, b))
        } else if va.is_zero() && vb.is_one() {
            Some((self.not(c), b, a))
        } else {
            None
        }
    }

    /// match: (bvand (zext x) (zext y)), x and y of one width / result: (zext (bvand x y)), also
    /// with a constant that is zero on top; also for or, xor, and for sign extension.
    fn bitwise_extended(&mut self, op: Op, a: TermId, b: TermId) -> Option<TermId> {
        let ext = self.op(a);
        let (Op::ZeroExtend(n) | Op::SignExtend(n)) = ext else { return None };
        let x = self.arg(a, 0);
        let inner = self.width(x);
        let y = if self.op(b) == ext && self.width(self.arg(b, 0)) == inner {
            self.arg(b, 0)
        } else {
            let c = self.as_bv(b)?;
            let low = c.extract(inner - 1, 0);
            let fits = match ext {
                Op::ZeroExtend(_) if op == Op::BvAnd => true,
                Op::ZeroExtend(_) => low.zero_extend(n) == *c,
                _ => low.sign_extend(n) == *c,
            };
            if !fits {
                return None;
            }
            self.bv_value(low)
        };
        let t = self.app(op, &[x, y]);
        Some(self.app(ext, &[t]))
    }

    fn shl_rules(&mut self, a: TermId, b: TermId) -> Option<TermId> {
        let w = self.width(a);
        // match: (bvshl 0 x) / result: 0
        if self.as_bv(a).is_some_and(BvValue::is_zero) {
            return Some(a);
        }
        let c = self.as_bv(b)?.clone();
        // match: (bvshl x 0) / result: x
        if c.is_zero() {
            return Some(a);
        }
        // match: (bvshl x c), c not below the width / result: 0
        let Some(k) = c.to_u64().filter(|k| *k < w as u64) else {
            return Some(self.bv_value(BvValue::zero(w)));
        };
        match self.op(a) {
            // match: (bvshl (bvshl x j) k) / result: (bvshl x (j + k))
            Op::BvShl => {
                let j = self.as_u64(self.arg(a, 1))?;
                if j + k >= w as u64 {
                    return Some(self.bv_value(BvValue::zero(w)));
                }
                let (x, sum) = (self.arg(a, 0), self.bv(w, j + k));
                Some(self.bv_shl(x, sum))
            }
            // match: (bvshl (bvadd x d) k) / result: (bvadd (bvshl x k) (d << k))
            Op::BvAdd => {
                let d = self.as_bv(self.arg(a, 1))?.shl_by(k as u32);
                let x = self.arg(a, 0);
                let (shifted, d) = (self.bv_shl(x, b), self.bv_value(d));
                Some(self.bv_add(shifted, d))
            }
            // match: (bvshl (bvmul x d) k) / result: (bvmul x (d << k))
            Op::BvMul => {
                let d = self.as_bv(self.arg(a, 1))?.shl_by(k as u32);
                let (x, d) = (self.arg(a, 0), self.bv_value(d));
                Some(self.bv_mul(x, d))
            }
            // match: (bvshl (bvneg x) k) / result: (bvneg (bvshl x k))
            Op::BvNeg => {
                let x = self.arg(a, 0);
                let shifted = self.bv_shl(x, b);
                Some(self.bv_neg(shifted))
            }
            _ => self.over_ite(Op::BvShl, self.sort(a), a, b),
        }
    }

    fn lshr_rules(&mut self, a: TermId, b: TermId) -> Option<TermId> {
        let w = self.width(a);
        // match: (bvlshr 0 x) / result: 0
        if self.as_bv(a).is_some_and(BvValue::is_zero) {
            return Some(a);
        }
        let c = self.as_bv(b)?;
        if c.is_zero() {
            return Some(a);
        }
        // match: (bvlshr x c), c not below the width / result: 0
        let Some(k) = c.to_u64().filter(|k| *k < w as u64) else {
            return Some(self.bv_value(BvValue::zero(w)));
        };
        // match: (bvlshr x k) / result: the bits from k on, filled with zeros
        let high = self.extract(a, w - 1, k as u32);
        Some(self.zero_extend(high, k as u32))
    }

    fn ashr_rules(&mut self, a: TermId, b: TermId) -> Option<TermId> {
        let w = self.width(a);
        // match: (bvashr 0 x) / result: 0; (bvashr -1 x) / result: -1
        if self.as_bv(a).is_some_and(|v| v.is_zero() || v.is_ones()) {
            return Some(a);
        }
        // match: (bvashr x y), x not negative / result: (bvlshr x y)
        if w <= 64 && self.known_bits(a).sign(w) == Some(false) {
            return Some(self.bv_lshr(a, b));
        }
        let c = self.as_bv(b)?;
        if c.is_zero() {
            return Some(a);
        }
        // match: (bvashr x k) / result: the bits from k on (the sign at least), sign-extended
        let k = c.to_u64().map_or(w - 1, |k| k.min(w as u64 - 1) as u32);
        let high = self.extract(a, w - 1, k);
        Some(self.sign_extend(high, k))
    }
}
