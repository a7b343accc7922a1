//! Rules for comparisons and overflow predicates.
//!
//! Normal form: only `<` is stored (`a <= b` is `!(b < a)`), and a constant stands on the right
//! (`c < x` is `!(x < c + 1)`).

use crate::arena::Terms;
use crate::bv::BvValue;
use crate::op::{Op, TermId};
use crate::sort::Sort;

impl Terms {
    pub(super) fn compare_rules(&mut self, op: Op, args: &[TermId]) -> Option<TermId> {
        let &[a, b] = args else { return None };
        match op {
            // match: (bvule a b) / result: (not (bvult b a)); also bvsle
            Op::Ule => {
                let gt = self.ult(b, a);
                Some(self.not(gt))
            }
            Op::Sle => {
                let gt = self.slt(b, a);
                Some(self.not(gt))
            }
            Op::Ult => Some(self.ult_rules(a, b)),
            Op::Slt => Some(self.slt_rules(a, b)),
            Op::UAddO | Op::SAddO | Op::SSubO | Op::UMulO | Op::SMulO => self.overflow_rules(op, a, b),
            _ => None,
        }
    }

    fn ult_rules(&mut self, a: TermId, b: TermId) -> TermId {
        let special = self
            .less_same(a, b)
            .or_else(|| self.ult_bounds(a, b))
            .or_else(|| self.ult_known(a, b))
            .or_else(|| self.over_ite(Op::Ult, Sort::Bool, a, b))
            .or_else(|| self.ult_extended(a, b))
            .or_else(|| self.less_sign_extended(Op::Ult, a, b));
        special.unwrap_or_else(|| self.intern(Op::Ult, Sort::Bool, &[a, b]))
    }

    fn slt_rules(&mut self, a: TermId, b: TermId) -> TermId {
        let special = self
            .less_same(a, b)
            .or_else(|| self.slt_bounds(a, b))
            .or_else(|| self.slt_known(a, b))
            .or_else(|| self.slt_nonnegative(a, b))
            .or_else(|| self.over_ite(Op::Slt, Sort::Bool, a, b))
            .or_else(|| self.less_sign_extended(Op::Slt, a, b));
        special.unwrap_or_else(|| self.intern(Op::Slt, Sort::Bool, &[a, b]))
    }

    /// match: (bvult x x) / result: false; also bvslt
    fn less_same(&self, a: TermId, b: TermId) -> Option<TermId> {
        (a == b).then(|| self.fls())
    }

    fn ult_bounds(&mut self, a: TermId, b: TermId) -> Option<TermId> {
        if let Some(c) = self.as_bv(a).cloned() {
            // match: (bvult -1 x) / result: false
            if c.is_ones() {
                return Some(self.fls());
            }
            // match: (bvult c x) / result: (not (bvult x (c + 1)))
            let next = self.bv_value(c.add(&BvValue::one(c.width())));
            let le = self.ult(b, next);
            return Some(self.not(le));
        }
        let c = self.as_bv(b)?.clone();
        // match: (bvult x 0) / result: false
        if c.is_zero() {
            return Some(self.fls());
        }
        // match: (bvult x 1) / result: (= x 0)
        if c.is_one() {
            let zero = self.bv_value(BvValue::zero(c.width()));
            return Some(self.eq(a, zero));
        }
        // match: (bvult x -1) / result: (not (= x -1))
        if c.is_ones() {
            return Some(self.ne(a, b));
        }
        None
    }

    fn slt_bounds(&mut self, a: TermId, b: TermId) -> Option<TermId> {
        if let Some(c) = self.as_bv(a).cloned() {
            // match: (bvslt max x) / result: false
            if c.is_max_signed() {
                return Some(self.fls());
            }
            // match: (bvslt c x) / result: (not (bvslt x (c + 1)))
            let next = self.bv_value(c.add(&BvValue::one(c.width())));
            let le = self.slt(b, next);
            return Some(self.not(le));
        }
        let c = self.as_bv(b)?.clone();
        // match: (bvslt x min) / result: false
        if c.is_min_signed() {
            return Some(self.fls());
        }
        // match: (bvslt x (min + 1)) / result: (= x min)
        let before = c.sub(&BvValue::one(c.width()));
        if before.is_min_signed() {
            let min = self.bv_value(before);
            return Some(self.eq(a, min));
        }
        // match: (bvslt x max) / result: (not (= x max))
        c.is_max_signed().then(|| self.ne(a, b))
    }

    /// Decides by the ranges that known bits give.
    fn ult_known(&mut self, a: TermId, b: TermId) -> Option<TermId> {
        let w = self.width(a);
        if w > 64 {
            return None;
        }
        let (x, y) = (self.known_bits(a), self.known_bits(b));
        // match: (bvult x y), max of x below min of y / result: true
        if x.max_unsigned(w) < y.min_unsigned() {
            return Some(self.tru());
        }
        // match: (bvult x y), min of x not below max of y / result: false
        (x.min_unsigned() >= y.max_unsigned(w)).then(|| self.fls())
    }

    fn slt_known(&mut self, a: TermId, b: TermId) -> Option<TermId> {
        let w = self.width(a);
        if w > 64 {
            return None;
        }
        let (x, y) = (self.known_bits(a), self.known_bits(b));
        // match: (bvslt x y), max of x below min of y / result: true
        if x.max_signed(w) < y.min_signed(w) {
            return Some(self.tru());
        }
        // match: (bvslt x y), min of x not below max of y / result: false
        if x.min_signed(w) >= y.max_signed(w) {
            return Some(self.fls());
        }
        // match: (bvslt x y), signs known and equal / result: (bvult x y)
        let same = x.sign(w).is_some() && x.sign(w) == y.sign(w);
        same.then(|| self.ult(a, b))
    }

    /// match: (bvslt x y), neither negative / result: (bvult x y)
    fn slt_nonnegative(&mut self, a: TermId, b: TermId) -> Option<TermId> {
        self.both_nonnegative(a, b).then(|| self.ult(a, b))
    }

    /// A zero-extended term's inside, or a constant cut to the same width, if nothing is lost.
    fn zero_narrowed(&mut self, t: TermId, width: u32) -> Option<TermId> {
        match self.op(t) {
            Op::ZeroExtend(_) => {
                let x = self.arg(t, 0);
                let have = self.width(x);
                (have <= width).then(|| self.zero_extend(x, width - have))
            }
            Op::BvConst(_) => {
                let v = self.as_bv(t)?;
                if v.bits() > width {
                    return None;
                }
                let v = v.extract(width - 1, 0);
                Some(self.bv_value(v))
            }
            _ => None,
        }
    }

    /// The width inside an extension.
    pub(super) fn inner_width(&self, t: TermId) -> u32 {
        match self.op(t) {
            Op::ZeroExtend(_) | Op::SignExtend(_) => self.width(self.arg(t, 0)),
            _ => 0,
        }
    }

    /// match: (bvult (zext x) (zext y)) / result: (bvult x y) in the greater of their widths;
    /// also if one is a constant that fits. If it does not, the comparison is decided.
    fn ult_extended(&mut self, a: TermId, b: TermId) -> Option<TermId> {
        let zext = |t: TermId| matches!(self.op(t), Op::ZeroExtend(_));
        if !zext(a) && !zext(b) {
            return None;
        }
        let width = self.inner_width(a).max(self.inner_width(b));
        if width >= self.width(a) {
            return None;
        }
        // match: (bvult (zext x) c), c beyond what x can be / result: true
        if let Some(c) = self.as_bv(b)
            && c.bits() > width
        {
            return Some(self.tru());
        }
        let (x, y) = (self.zero_narrowed(a, width)?, self.zero_narrowed(b, width)?);
        Some(self.ult(x, y))
    }

    /// match: (bvslt (sext x) (sext y)) / result: (bvslt x y) in the greater of their widths;
    /// also for bvult, and if the right is a constant that fits.
    fn less_sign_extended(&mut self, op: Op, a: TermId, b: TermId) -> Option<TermId> {
        let sext = |t: TermId| matches!(self.op(t), Op::SignExtend(_));
        if !sext(a) || !(sext(b) || self.is_const(b)) {
            return None;
        }
        let width = self.inner_width(a).max(self.inner_width(b));
        if let Some(c) = self.as_bv(b).cloned() {
            return self.sign_extended_below(op, a, &c);
        }
        let (x, y) = (self.arg(a, 0), self.arg(b, 0));
        let (x, y) = (self.resize_signed(x, width), self.resize_signed(y, width));
        Some(self.app(op, &[x, y]))
    }

    fn sign_extended_below(&mut self, op: Op, a: TermId, c: &BvValue) -> Option<TermId> {
        let x = self.arg(a, 0);
        let (inner, w) = (self.width(x), c.width());
        let low = c.extract(inner - 1, 0);
        // match: (bvslt (sext x) c), c fits the width of x / result: (bvslt x c); also bvult
        if low.sign_extend(w - inner) == *c {
            let low = self.bv_value(low);
            return Some(self.app(op, &[x, low]));
        }
        // match: (bvslt (sext x) c), c beyond what x can be / result: c is positive
        if op == Op::Slt {
            return Some(self.bool(!c.sign_bit()));
        }
        // match: (bvult (sext x) c), c between the two ranges of x / result: x not negative
        let zero = self.bv_value(BvValue::zero(inner));
        Some(self.sle(zero, x))
    }

    fn overflow_rules(&mut self, op: Op, a: TermId, b: TermId) -> Option<TermId> {
        let (a, b) = if op.is_commutative() { self.sorted(a, b) } else { (a, b) };
        let w = self.width(a);
        if let Some(c) = self.as_bv(b).cloned() {
            return self.overflow_constant(op, a, &c);
        }
        match op {
            // match: (bvuaddo x y), the known bits leave no carry / result: false; and so on
            Op::UAddO | Op::UMulO if w <= 64 => {
                let (x, y) = (self.known_bits(a).max_unsigned(w), self.known_bits(b).max_unsigned(w));
                let (x, y) = (x as u128, y as u128);
                let max = if op == Op::UAddO { x + y } else { x * y };
                (max < 1 << w).then(|| self.fls())
            }
            Op::SAddO | Op::SSubO | Op::SMulO if w <= 64 => self.signed_overflow_known(op, a, b),
            _ => None,
        }
    }

    /// Decides signed overflow by the ranges that known bits and extensions give.
    fn signed_overflow_known(&mut self, op: Op, a: TermId, b: TermId) -> Option<TermId> {
        let w = self.width(a);
        let range = |t: TermId| -> (i128, i128) {
            let k = self.known_bits(t);
            let (low, high) = (k.min_signed(w) as i128, k.max_signed(w) as i128);
            match self.op(t) {
                Op::SignExtend(n) => {
                    let bound = 1i128 << (w - n - 1);
                    (low.max(-bound), high.min(bound - 1))
                }
                _ => (low, high),
            }
        };
        let ((al, ah), (bl, bh)) = (range(a), range(b));
        let (low, high) = match op {
            Op::SAddO => (al + bl, ah + bh),
            Op::SSubO => (al - bh, ah - bl),
            _ => {
                let corners = [al * bl, al * bh, ah * bl, ah * bh];
                (*corners.iter().min()?, *corners.iter().max()?)
            }
        };
        let bound = 1i128 << (w - 1);
        (low >= -bound && high < bound).then(|| self.fls())
    }

    /// Overflow with a constant on the right is a comparison.
    fn overflow_constant(&mut self, op: Op, a: TermId, c: &BvValue) -> Option<TermId> {
        let w = c.width();
        // match: (bvuaddo x 0) / result: false; also bvsaddo, bvssubo, bvumulo, bvsmulo
        if c.is_zero() {
            return Some(self.fls());
        }
        let (min, max) = (BvValue::min_signed(w), BvValue::max_signed(w));
        match op {
            // match: (bvuaddo x c) / result: (bvult ~c x)
            Op::UAddO => {
                let bound = self.bv_value(c.not());
                Some(self.ult(bound, a))
            }
            // match: (bvsaddo x c), c positive / result: (bvslt (max - c) x)
            Op::SAddO if !c.sign_bit() => {
                let bound = self.bv_value(max.sub(c));
                Some(self.slt(bound, a))
            }
            // match: (bvsaddo x c), c negative / result: (bvslt x (min - c))
            Op::SAddO => {
                let bound = self.bv_value(min.sub(c));
                Some(self.slt(a, bound))
            }
            // match: (bvssubo x c), c positive / result: (bvslt x (min + c))
            Op::SSubO if !c.sign_bit() => {
                let bound = self.bv_value(min.add(c));
                Some(self.slt(a, bound))
            }
            // match: (bvssubo x c), c negative / result: (bvslt (max + c) x)
            Op::SSubO => {
                let bound = self.bv_value(max.add(c));
                Some(self.slt(bound, a))
            }
            // match: (bvumulo x c) / result: (bvult (-1 / c) x)
            Op::UMulO => {
                let bound = self.bv_value(BvValue::ones(w).udiv(c));
                Some(self.ult(bound, a))
            }
            // match: (bvsmulo x -1) / result: (= x min); (bvsmulo x 1) / result: false
            Op::SMulO if c.is_ones() => {
                let min = self.bv_value(min);
                Some(self.eq(a, min))
            }
            Op::SMulO if c.is_one() => Some(self.fls()),
            // match: (bvsmulo x c) / result: x outside [min / c, max / c] (swapped for negative)
            Op::SMulO => {
                let (p, q) = (min.sdiv(c), max.sdiv(c));
                let (low, high) = if c.sign_bit() { (q, p) } else { (p, q) };
                let (low, high) = (self.bv_value(low), self.bv_value(high));
                let (under, over) = (self.slt(a, low), self.slt(high, a));
                Some(self.or2(under, over))
            }
            _ => None,
        }
    }
}
