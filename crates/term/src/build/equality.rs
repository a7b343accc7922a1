//! Rules for equality.
//!
//! Normal form: a constant stands on the right; sums and slices around a variable are solved
//! for it where that loses nothing.

use crate::arena::Terms;
use crate::bv::BvValue;
use crate::op::{Op, TermId};
use crate::sort::Sort;

impl Terms {
    pub(super) fn eq_rules(&mut self, a: TermId, b: TermId) -> TermId {
        // match: (= x x) / result: true
        if a == b {
            return self.tru();
        }
        let (a, b) = self.sorted(a, b);
        // match: (= c d), different constants / result: false
        if self.is_const(a) && self.is_const(b) && !self.sort(a).is_array() {
            return self.fls();
        }
        let special = match self.sort(a) {
            Sort::Bool => self.eq_bool(a, b),
            Sort::BitVec(_) => self.eq_bits(a, b),
            Sort::Int => self.eq_int(a, b),
            _ => None,
        };
        special.or_else(|| self.eq_ite(a, b)).unwrap_or_else(|| self.intern(Op::Eq, Sort::Bool, &[a, b]))
    }

    fn eq_bool(&mut self, a: TermId, b: TermId) -> Option<TermId> {
        // match: (= x true) / result: x; (= x false) / result: (not x)
        if let Some(v) = self.as_bool(b) {
            return Some(if v { a } else { self.not(a) });
        }
        // match: (= x (not x)) / result: false
        if self.complementary(a, b) {
            return Some(self.fls());
        }
        // match: (= (not x) (not y)) / result: (= x y); (= (not x) y) / result: (not (= x y))
        let (x, y) = (self.strip_not(a), self.strip_not(b));
        if x == a && y == b {
            return None;
        }
        let eq = self.eq(x, y);
        Some(if (x == a) == (y == b) { eq } else { self.not(eq) })
    }

    fn strip_not(&self, t: TermId) -> TermId {
        if self.op(t) == Op::Not { self.arg(t, 0) } else { t }
    }

    /// Equality with an `ite`.
    fn eq_ite(&mut self, a: TermId, b: TermId) -> Option<TermId> {
        if let (Some((c, a1, a2)), Some((d, b1, b2))) = (self.constant_ite(a), self.constant_ite(b))
            && !self.sort(a).is_array()
        {
            // match: (= (ite c k1 k2) (ite d k3 k4)), constants k / result: decided by c and d
            let (t1, t2) = (self.bool(a1 == b1), self.bool(a1 == b2));
            let (e1, e2) = (self.bool(a2 == b1), self.bool(a2 == b2));
            let (yes, no) = (self.ite(d, t1, t2), self.ite(d, e1, e2));
            return Some(self.ite(c, yes, no));
        }
        for (t, k) in [(a, b), (b, a)] {
            if self.op(t) != Op::Ite {
                continue;
            }
            let &[c, x, y] = self.args(t) else { continue };
            let sure = |p: TermId| p == k || (self.is_const(p) && self.is_const(k));
            let decided = |p: TermId| sure(p) && !(self.sort(k).is_array() && p != k);
            // match: (= (ite c x y) x) / result: (or c (= y x)); and with constants that differ
            // from x or y, and with y
            if decided(x) || decided(y) {
                return self.deeper(|s| {
                    let (yes, no) = (s.eq(x, k), s.eq(y, k));
                    Some(s.ite(c, yes, no))
                });
            }
        }
        None
    }

    fn eq_bits(&mut self, a: TermId, b: TermId) -> Option<TermId> {
        let w = self.width(a);
        // match: (= x y), known bits differ / result: false
        if w <= 64 && self.known_bits(a).conflicts(self.known_bits(b)) {
            return Some(self.fls());
        }
        if let Some(c) = self.as_bv(b).cloned() {
            return self.eq_constant(a, b, &c);
        }
        self.eq_sums(a, b).or_else(|| self.eq_structure(a, b))
    }

    fn eq_value(&mut self, x: TermId, c: BvValue) -> TermId {
        let c = self.bv_value(c);
        self.eq(x, c)
    }

    /// Solves an equation with a constant.
    fn eq_constant(&mut self, a: TermId, b: TermId, c: &BvValue) -> Option<TermId> {
        let (op, w) = (self.op(a), c.width());
        // match: (= x #b0), one bit / result: (not (= x #b1))
        if w == 1 && c.is_zero() && op != Op::Ite {
            let one = self.bv(1, 1);
            let eq = self.eq(a, one);
            return Some(self.not(eq));
        }
        match op {
            // match: (= (bvnot x) c) / result: (= x ~c); (= (bvneg x) c) / result: (= x -c)
            Op::BvNot => self.eq_inside(a, c.not()),
            Op::BvNeg => self.eq_inside(a, c.neg()),
            // match: (= (bvadd x d) c) / result: (= x (c - d))
            Op::BvAdd => {
                let d = self.as_bv(self.arg(a, 1))?.clone();
                self.eq_inside(a, c.sub(&d))
            }
            Op::BvSub => {
                let (x, y) = (self.arg(a, 0), self.arg(a, 1));
                // match: (= (bvsub d x) c) / result: (= x (d - c))
                if let Some(d) = self.as_bv(x).cloned() {
                    return Some(self.eq_value(y, d.sub(c)));
                }
                // match: (= (bvsub x y) 0) / result: (= x y)
                c.is_zero().then(|| self.eq(x, y))
            }
            // match: (= (bvxor x d) c) / result: (= x (c ^ d)); (= (bvxor x y) 0) / (= x y)
            Op::BvXor => match self.as_bv(self.arg(a, 1)).cloned() {
                Some(d) => self.eq_inside(a, c.xor(&d)),
                None if c.is_zero() => {
                    let (x, y) = (self.arg(a, 0), self.arg(a, 1));
                    Some(self.eq(x, y))
                }
                None => None,
            },
            // match: (= (bvmul x d) c), d odd / result: (= x (c / d modulo 2^w))
            Op::BvMul => {
                let inverse = odd_inverse(self.as_bv(self.arg(a, 1))?)?;
                self.eq_inside(a, c.mul(&inverse))
            }
            // match: (= (bvshl x k) c) / result: the low bits of x are c >> k, if that loses none
            Op::BvShl => self.eq_shifted(a, c),
            // match: (= (bvor x y) 0) / result: (and (= x 0) (= y 0))
            Op::BvOr if c.is_zero() => self.shallow(|s| {
                let (x, y) = (s.arg(a, 0), s.arg(a, 1));
                let (p, q) = (s.eq(x, b), s.eq(y, b));
                Some(s.and2(p, q))
            }),
            // match: (= (concat x y) c) / result: (and (= x high) (= y low))
            Op::Concat => self.deeper(|s| {
                let (x, y) = (s.arg(a, 0), s.arg(a, 1));
                let m = s.width(y);
                let high = s.eq_value(x, c.extract(w - 1, m));
                let low = s.eq_value(y, c.extract(m - 1, 0));
                Some(s.and2(high, low))
            }),
            // match: (= (zext x) c) / result: (= x c), or false if c does not fit; also sext
            Op::ZeroExtend(n) | Op::SignExtend(n) => {
                let low = c.extract(w - n - 1, 0);
                let back = match op {
                    Op::ZeroExtend(_) => low.zero_extend(n),
                    _ => low.sign_extend(n),
                };
                if back == *c { self.eq_inside(a, low) } else { Some(self.fls()) }
            }
            // match: (= (ite c k1 k2) k), constants k / result: c, (not c), true or false
            Op::Ite => self.over_ite(Op::Eq, Sort::Bool, a, b),
            _ => None,
        }
    }

    fn eq_inside(&mut self, a: TermId, c: BvValue) -> Option<TermId> {
        let x = self.arg(a, 0);
        Some(self.eq_value(x, c))
    }

    fn eq_shifted(&mut self, a: TermId, c: &BvValue) -> Option<TermId> {
        let (x, w) = (self.arg(a, 0), c.width());
        let k = self.as_bv(self.arg(a, 1))?.to_u64()? as u32;
        if c.trailing_zeros() < k {
            return Some(self.fls());
        }
        let low = self.extract(x, w - 1 - k, 0);
        Some(self.eq_value(low, c.extract(w - 1, k)))
    }

    /// Cancels what is on both sides of an equation of sums.
    fn eq_sums(&mut self, a: TermId, b: TermId) -> Option<TermId> {
        let ((x, c), (y, d)) = (self.split_offset(a), self.split_offset(b));
        // match: (= (bvadd x c) x) / result: false
        if x == y {
            return Some(self.fls());
        }
        // match: (= (bvadd x c) (bvadd y c)) / result: (= x y)
        if !c.is_zero() && c == d {
            return Some(self.eq(x, y));
        }
        // match: (= (bvneg x) (bvneg y)) / result: (= x y); also bvnot
        if matches!(self.op(a), Op::BvNeg | Op::BvNot) && self.op(a) == self.op(b) {
            let (x, y) = (self.arg(a, 0), self.arg(b, 0));
            return Some(self.eq(x, y));
        }
        for (s, t) in [(a, b), (b, a)] {
            if !matches!(self.op(s), Op::BvAdd | Op::BvXor) {
                continue;
            }
            let (p, q) = (self.arg(s, 0), self.arg(s, 1));
            // match: (= (bvadd x y) x) / result: (= y 0); also bvxor
            for (x, y) in [(p, q), (q, p)] {
                if x == t {
                    return Some(self.eq_value(y, BvValue::zero(self.width(y))));
                }
                // match: (= (bvadd x y) (bvadd x z)) / result: (= y z); also bvxor
                if self.op(t) == self.op(s) && self.args(t).contains(&x) {
                    let z = if self.arg(t, 0) == x { self.arg(t, 1) } else { self.arg(t, 0) };
                    return self.deeper(|s| Some(s.eq(y, z)));
                }
            }
        }
        None
    }

    /// Equality of two terms of the same shape.
    fn eq_structure(&mut self, a: TermId, b: TermId) -> Option<TermId> {
        match (self.op(a), self.op(b)) {
            // match: (= (concat x y) (concat u v)), split alike / result: (and (= x u) (= y v))
            (Op::Concat, Op::Concat) if self.width(self.arg(a, 1)) == self.width(self.arg(b, 1)) => self
                .deeper(|s| {
                    let (x, y, u, v) = (s.arg(a, 0), s.arg(a, 1), s.arg(b, 0), s.arg(b, 1));
                    let (high, low) = (s.eq(x, u), s.eq(y, v));
                    Some(s.and2(high, low))
                }),
            // match: (= (zext x) (zext y)) / result: (= x y) in the greater of their widths
            (Op::ZeroExtend(_), Op::ZeroExtend(_)) => {
                let w = self.inner_width(a).max(self.inner_width(b));
                let (x, y) = (self.arg(a, 0), self.arg(b, 0));
                let (x, y) = (self.resize_unsigned(x, w), self.resize_unsigned(y, w));
                Some(self.eq(x, y))
            }
            // match: (= (sext x) (sext y)) / result: (= x y) in the greater of their widths
            (Op::SignExtend(_), Op::SignExtend(_)) => {
                let w = self.inner_width(a).max(self.inner_width(b));
                let (x, y) = (self.arg(a, 0), self.arg(b, 0));
                let (x, y) = (self.resize_signed(x, w), self.resize_signed(y, w));
                Some(self.eq(x, y))
            }
            _ => None,
        }
    }

    fn eq_int(&mut self, a: TermId, b: TermId) -> Option<TermId> {
        let c = self.as_int(b)?.clone();
        match self.op(a) {
            // match: (= (+ x d) c) / result: (= x (c - d))
            Op::IntAdd => {
                let d = self.as_int(self.arg(a, 1))?.clone();
                let (x, c) = (self.arg(a, 0), self.int(c - d));
                Some(self.eq(x, c))
            }
            // match: (= (- x) c) / result: (= x -c)
            Op::IntNeg => {
                let (x, c) = (self.arg(a, 0), self.int(-c));
                Some(self.eq(x, c))
            }
            // match: (= (- x y) 0) / result: (= x y)
            Op::IntSub if c == num_bigint::BigInt::ZERO => {
                let (x, y) = (self.arg(a, 0), self.arg(a, 1));
                Some(self.eq(x, y))
            }
            // match: (= (bv2nat x) c) / result: (= x c), or false if c does not fit
            Op::BvToInt => {
                let x = self.arg(a, 0);
                let w = self.width(x);
                if c.sign() == num_bigint::Sign::Minus || c.bits() > w as u64 {
                    return Some(self.fls());
                }
                Some(self.eq_value(x, BvValue::from_bigint(w, &c)))
            }
            _ => None,
        }
    }
}

/// The inverse of an odd number modulo two to the width, by Newton's iteration.
fn odd_inverse(d: &BvValue) -> Option<BvValue> {
    if !d.bit(0) {
        return None;
    }
    let two = BvValue::one(d.width()).add(&BvValue::one(d.width()));
    let mut x = d.clone();
    let mut bits = 3;
    while bits < d.width() {
        x = x.mul(&two.sub(&d.mul(&x)));
        bits *= 2;
    }
    Some(x)
}
