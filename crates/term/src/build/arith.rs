//! Rules for bit-vector arithmetic.
//!
//! Normal form of sums: a constant is added last and outermost (`(x + y) + c`), a constant is
//! never subtracted (`x + -c`), and `c - x` keeps its constant on the left. Multiplication by a
//! power of two is a left shift.

use crate::arena::Terms;
use crate::bv::BvValue;
use crate::op::{Op, TermId};
use crate::sort::Sort;

/// The division that goes with a remainder.
fn division_of(rem: Op) -> Option<Op> {
    match rem {
        Op::BvURem => Some(Op::BvUDiv),
        Op::BvSRem => Some(Op::BvSDiv),
        _ => None,
    }
}

impl Terms {
    /// `(base, constant)` of `base + constant`; the constant is zero if there is none.
    pub(crate) fn split_offset(&self, t: TermId) -> (TermId, BvValue) {
        if self.op(t) == Op::BvAdd
            && let Some(c) = self.as_bv(self.arg(t, 1))
        {
            return (self.arg(t, 0), c.clone());
        }
        (t, BvValue::zero(self.width(t)))
    }

    /// `(x, c)` of `x + c` where there is a constant.
    fn plus_constant(&self, t: TermId) -> Option<(TermId, BvValue)> {
        if self.op(t) != Op::BvAdd {
            return None;
        }
        Some((self.arg(t, 0), self.as_bv(self.arg(t, 1))?.clone()))
    }

    /// `(c, x)` of `c - x`.
    fn constant_minus(&self, t: TermId) -> Option<(BvValue, TermId)> {
        if self.op(t) != Op::BvSub {
            return None;
        }
        Some((self.as_bv(self.arg(t, 0))?.clone(), self.arg(t, 1)))
    }

    fn add_constant(&mut self, t: TermId, c: BvValue) -> TermId {
        let c = self.bv_value(c);
        self.bv_add(t, c)
    }

    fn constant_sub(&mut self, c: BvValue, t: TermId) -> TermId {
        let c = self.bv_value(c);
        self.bv_sub(c, t)
    }

    pub(super) fn arith_rules(&mut self, op: Op, sort: Sort, args: &[TermId]) -> Option<TermId> {
        match op {
            Op::BvNeg => self.neg_rules(args[0]),
            Op::BvAdd => {
                let (a, b) = self.sorted(args[0], args[1]);
                self.add_rules(a, b).or_else(|| self.over_ite(op, sort, a, b))
            }
            Op::BvSub => {
                self.sub_rules(args[0], args[1]).or_else(|| self.over_ite(op, sort, args[0], args[1]))
            }
            Op::BvMul => {
                let (a, b) = self.sorted(args[0], args[1]);
                self.mul_rules(a, b).or_else(|| self.over_ite(op, sort, a, b))
            }
            Op::BvUDiv => self.udiv_rules(args[0], args[1]),
            Op::BvURem => self.urem_rules(args[0], args[1]),
            Op::BvSDiv => self.sdiv_rules(args[0], args[1]),
            Op::BvSRem => self.srem_rules(args[0], args[1]),
            Op::BvSMod => self.smod_rules(args[0], args[1]),
            _ => None,
        }
    }

    pub(super) fn sorted(&self, a: TermId, b: TermId) -> (TermId, TermId) {
        if self.in_order(a, b) { (a, b) } else { (b, a) }
    }

    /// match: (op (ite c k1 k2) k3), constants k / result: (ite c (op k1 k3) (op k2 k3)),
    /// and with the `ite` on the right.
    pub(super) fn over_ite(&mut self, op: Op, sort: Sort, a: TermId, b: TermId) -> Option<TermId> {
        debug_assert!(sort != Sort::Bool || matches!(op, Op::Eq | Op::Ult | Op::Slt));
        let (c, left, right) = if self.is_const(b) {
            let (c, k1, k2) = self.constant_ite(a)?;
            (c, [k1, b], [k2, b])
        } else if self.is_const(a) {
            let (c, k1, k2) = self.constant_ite(b)?;
            (c, [a, k1], [a, k2])
        } else {
            return None;
        };
        let (x, y) = (self.app(op, &left), self.app(op, &right));
        Some(self.ite(c, x, y))
    }

    /// The parts of an `ite` with constant branches.
    pub(super) fn constant_ite(&self, t: TermId) -> Option<(TermId, TermId, TermId)> {
        if self.op(t) != Op::Ite {
            return None;
        }
        let &[c, a, b] = self.args(t) else { return None };
        (self.is_const(a) && self.is_const(b)).then_some((c, a, b))
    }

    fn neg_rules(&mut self, a: TermId) -> Option<TermId> {
        match self.op(a) {
            // match: (bvneg (bvneg x)) / result: x
            Op::BvNeg => Some(self.arg(a, 0)),
            // match: (bvneg (bvsub x y)) / result: (bvsub y x)
            Op::BvSub => {
                let (x, y) = (self.arg(a, 0), self.arg(a, 1));
                Some(self.bv_sub(y, x))
            }
            // match: (bvneg (bvnot x)) / result: (bvadd x 1)
            Op::BvNot => {
                let x = self.arg(a, 0);
                Some(self.add_constant(x, BvValue::one(self.width(a))))
            }
            // match: (bvneg (bvadd x c)) / result: (bvsub -c x)
            Op::BvAdd => {
                let (x, c) = self.plus_constant(a)?;
                Some(self.constant_sub(c.neg(), x))
            }
            // match: (bvneg (ite c k1 k2)), constants k / result: (ite c -k1 -k2)
            Op::Ite => {
                let (c, k1, k2) = self.constant_ite(a)?;
                let (k1, k2) = (self.bv_neg(k1), self.bv_neg(k2));
                Some(self.ite(c, k1, k2))
            }
            _ => None,
        }
    }

    fn add_rules(&mut self, a: TermId, b: TermId) -> Option<TermId> {
        if let Some(c) = self.as_bv(b).cloned() {
            return self.add_constant_rules(a, &c);
        }
        // match: (bvadd x x) / result: (bvshl x 1)
        if a == b {
            let one = self.bv_value(BvValue::one(self.width(a)));
            return Some(self.bv_shl(a, one));
        }
        self.add_pair(a, b).or_else(|| self.add_pair(b, a))
    }

    /// A constant added to `a`.
    fn add_constant_rules(&mut self, a: TermId, c: &BvValue) -> Option<TermId> {
        // match: (bvadd x 0) / result: x
        if c.is_zero() {
            return Some(a);
        }
        // match: (bvadd (bvadd x d) c) / result: (bvadd x (d + c))
        if let Some((x, d)) = self.plus_constant(a) {
            return Some(self.add_constant(x, d.add(c)));
        }
        // match: (bvadd (bvsub d x) c) / result: (bvsub (d + c) x)
        if let Some((d, x)) = self.constant_minus(a) {
            return Some(self.constant_sub(d.add(c), x));
        }
        // match: (bvadd (bvnot x) c) / result: (bvsub (c - 1) x)
        if self.op(a) == Op::BvNot {
            let x = self.arg(a, 0);
            return Some(self.constant_sub(c.sub(&BvValue::one(c.width())), x));
        }
        // match: (bvadd (bvneg x) c) / result: (bvsub c x)
        if self.op(a) == Op::BvNeg {
            let x = self.arg(a, 0);
            return Some(self.constant_sub(c.clone(), x));
        }
        None
    }

    /// Rules for a sum of no constant, in one order of the arguments.
    fn add_pair(&mut self, a: TermId, b: TermId) -> Option<TermId> {
        // match: (bvadd (bvadd x c) y) / result: (bvadd (bvadd x y) c)
        if let Some((x, c)) = self.plus_constant(a) {
            let sum = self.bv_add(x, b);
            return Some(self.add_constant(sum, c));
        }
        // match: (bvadd (bvsub c x) y) / result: (bvadd (bvsub y x) c)
        if let Some((c, x)) = self.constant_minus(a) {
            let difference = self.bv_sub(b, x);
            return Some(self.add_constant(difference, c));
        }
        match self.op(a) {
            // match: (bvadd (bvneg x) y) / result: (bvsub y x)
            Op::BvNeg => {
                let x = self.arg(a, 0);
                Some(self.bv_sub(b, x))
            }
            // match: (bvadd (bvmul (bvudiv x y) y) (bvurem x y)) / result: x; also signed
            Op::BvMul => {
                let rem = self.op(b);
                let (x, y) = self.whole_part(a, division_of(rem)?)?;
                (self.args(b) == [x, y]).then_some(x)
            }
            // match: (bvadd (bvsub x y) y) / result: x
            Op::BvSub if self.arg(a, 1) == b => Some(self.arg(a, 0)),
            // match: (bvadd (bvnot x) x) / result: all ones
            Op::BvNot if self.arg(a, 0) == b => Some(self.bv_value(BvValue::ones(self.width(a)))),
            // match: (bvadd (bvsub x y) (bvsub y z)) / result: (bvsub x z)
            Op::BvSub if self.op(b) == Op::BvSub && self.arg(a, 1) == self.arg(b, 0) => {
                let (x, z) = (self.arg(a, 0), self.arg(b, 1));
                self.deeper(|s| Some(s.bv_sub(x, z)))
            }
            _ => None,
        }
    }

    /// `(x, y)` of `(x / y) * y` by this division.
    fn whole_part(&self, t: TermId, division: Op) -> Option<(TermId, TermId)> {
        let &[p, q] = self.args(t) else { return None };
        let parts = |quotient: TermId, y: TermId| match *self.args(quotient) {
            [x, by] if self.op(quotient) == division && by == y => Some((x, y)),
            _ => None,
        };
        parts(p, q).or_else(|| parts(q, p)).filter(|_| self.op(t) == Op::BvMul)
    }

    fn sub_rules(&mut self, a: TermId, b: TermId) -> Option<TermId> {
        // match: (bvsub x x) / result: 0
        if a == b {
            return Some(self.bv_value(BvValue::zero(self.width(a))));
        }
        // match: (bvsub x c) / result: (bvadd x -c)
        if let Some(c) = self.as_bv(b).cloned() {
            return Some(self.add_constant(a, c.neg()));
        }
        if let Some(c) = self.as_bv(a).cloned() {
            return self.constant_sub_rules(&c, b);
        }
        // match: (bvsub (bvadd x c) y) / result: (bvadd (bvsub x y) c)
        if let Some((x, c)) = self.plus_constant(a) {
            let difference = self.bv_sub(x, b);
            return Some(self.add_constant(difference, c));
        }
        // match: (bvsub x (bvadd y c)) / result: (bvadd (bvsub x y) -c)
        if let Some((y, c)) = self.plus_constant(b) {
            let difference = self.bv_sub(a, y);
            return Some(self.add_constant(difference, c.neg()));
        }
        // match: (bvsub (bvsub c x) y) / result: (bvsub c (bvadd x y))
        if let Some((c, x)) = self.constant_minus(a) {
            let sum = self.bv_add(x, b);
            return Some(self.constant_sub(c, sum));
        }
        // match: (bvsub x (bvsub c y)) / result: (bvadd (bvadd x y) -c)
        if let Some((c, y)) = self.constant_minus(b) {
            let sum = self.bv_add(a, y);
            return Some(self.add_constant(sum, c.neg()));
        }
        self.sub_cancel(a, b)
    }

    /// `c - b`
    fn constant_sub_rules(&mut self, c: &BvValue, b: TermId) -> Option<TermId> {
        // match: (bvsub 0 x) / result: (bvneg x)
        if c.is_zero() {
            return Some(self.bv_neg(b));
        }
        // match: (bvsub -1 x) / result: (bvnot x)
        if c.is_ones() {
            return Some(self.bv_not(b));
        }
        // match: (bvsub c (bvadd x d)) / result: (bvsub (c - d) x)
        if let Some((x, d)) = self.plus_constant(b) {
            return Some(self.constant_sub(c.sub(&d), x));
        }
        // match: (bvsub c (bvsub d x)) / result: (bvadd x (c - d))
        if let Some((d, x)) = self.constant_minus(b) {
            return Some(self.add_constant(x, c.sub(&d)));
        }
        match self.op(b) {
            // match: (bvsub c (bvneg x)) / result: (bvadd x c)
            Op::BvNeg => {
                let x = self.arg(b, 0);
                Some(self.add_constant(x, c.clone()))
            }
            // match: (bvsub c (bvnot x)) / result: (bvadd x (c + 1))
            Op::BvNot => {
                let x = self.arg(b, 0);
                Some(self.add_constant(x, c.add(&BvValue::one(c.width()))))
            }
            _ => None,
        }
    }

    /// Differences in which a summand cancels.
    fn sub_cancel(&mut self, a: TermId, b: TermId) -> Option<TermId> {
        let other = |t: TermId, x: TermId| match *self.args(t) {
            [p, q] if p == x => Some(q),
            [p, q] if q == x => Some(p),
            _ => None,
        };
        if self.op(a) == Op::BvAdd {
            // match: (bvsub (bvadd x y) y) / result: x
            if let Some(x) = other(a, b) {
                return Some(x);
            }
            // match: (bvsub (bvadd x z) (bvadd y z)) / result: (bvsub x y)
            let shared = |z: TermId| Some((other(a, z)?, other(b, z)?));
            if self.op(b) == Op::BvAdd
                && let Some((x, y)) = self.args(a).iter().find_map(|z| shared(*z))
            {
                return self.deeper(|s| Some(s.bv_sub(x, y)));
            }
        }
        // match: (bvsub x (bvadd x y)) / result: (bvneg y)
        if self.op(b) == Op::BvAdd
            && let Some(y) = other(b, a)
        {
            return Some(self.bv_neg(y));
        }
        // match: (bvsub x (bvmul (bvudiv x y) y)) / result: (bvurem x y); also signed
        for (division, rem) in [(Op::BvUDiv, Op::BvURem), (Op::BvSDiv, Op::BvSRem)] {
            if let Some((x, y)) = self.whole_part(b, division).filter(|p| p.0 == a) {
                return Some(self.app(rem, &[x, y]));
            }
        }
        match (self.op(a), self.op(b)) {
            // match: (bvsub x (bvneg y)) / result: (bvadd x y)
            (_, Op::BvNeg) => {
                let y = self.arg(b, 0);
                Some(self.bv_add(a, y))
            }
            // match: (bvsub x (bvsub x y)) / result: y
            (_, Op::BvSub) if self.arg(b, 0) == a => Some(self.arg(b, 1)),
            // match: (bvsub (bvsub x y) x) / result: (bvneg y)
            (Op::BvSub, _) if self.arg(a, 0) == b => {
                let y = self.arg(a, 1);
                Some(self.bv_neg(y))
            }
            _ => None,
        }
    }

    fn mul_rules(&mut self, a: TermId, b: TermId) -> Option<TermId> {
        let Some(c) = self.as_bv(b).cloned() else { return self.mul_neg(a, b) };
        // match: (bvmul x 0) / result: 0
        if c.is_zero() {
            return Some(b);
        }
        // match: (bvmul x 1) / result: x
        if c.is_one() {
            return Some(a);
        }
        // match: (bvmul x -1) / result: (bvneg x)
        if c.is_ones() {
            return Some(self.bv_neg(a));
        }
        // match: (bvmul x 2^k) / result: (bvshl x k)
        if let Some(k) = c.power_of_two() {
            let k = self.bv(c.width(), k as u64);
            return Some(self.bv_shl(a, k));
        }
        self.mul_constant(a, &c)
    }

    fn mul_by(&mut self, x: TermId, c: BvValue) -> TermId {
        let c = self.bv_value(c);
        self.bv_mul(x, c)
    }

    fn mul_constant(&mut self, a: TermId, c: &BvValue) -> Option<TermId> {
        match self.op(a) {
            // match: (bvmul (bvmul x d) c) / result: (bvmul x (d * c))
            Op::BvMul => {
                let d = self.as_bv(self.arg(a, 1))?.mul(c);
                let x = self.arg(a, 0);
                Some(self.mul_by(x, d))
            }
            // match: (bvmul (bvneg x) c) / result: (bvmul x -c)
            Op::BvNeg => {
                let x = self.arg(a, 0);
                Some(self.mul_by(x, c.neg()))
            }
            // match: (bvmul (bvadd x d) c) / result: (bvadd (bvmul x c) (d * c))
            Op::BvAdd => {
                let (x, d) = self.plus_constant(a)?;
                let product = self.mul_by(x, c.clone());
                Some(self.add_constant(product, d.mul(c)))
            }
            // match: (bvmul (bvshl x k) c) / result: (bvmul x (c << k))
            Op::BvShl => {
                let c = c.shl(self.as_bv(self.arg(a, 1))?);
                let x = self.arg(a, 0);
                Some(self.mul_by(x, c))
            }
            _ => None,
        }
    }

    /// match: (bvmul (bvneg x) y) / result: (bvneg (bvmul x y))
    fn mul_neg(&mut self, a: TermId, b: TermId) -> Option<TermId> {
        let (neg, other) = match (self.op(a), self.op(b)) {
            (Op::BvNeg, _) => (a, b),
            (_, Op::BvNeg) => (b, a),
            _ => return None,
        };
        let x = self.arg(neg, 0);
        let product = self.bv_mul(x, other);
        Some(self.bv_neg(product))
    }

    /// Is it surely not zero?
    fn nonzero(&self, t: TermId) -> bool {
        self.known_bits(t).ones != 0 || self.as_bv(t).is_some_and(|v| !v.is_zero())
    }

    fn udiv_rules(&mut self, a: TermId, b: TermId) -> Option<TermId> {
        // match: (bvudiv x x), x known not to be zero / result: 1
        if a == b && self.nonzero(a) {
            return Some(self.bv_value(BvValue::one(self.width(a))));
        }
        // match: (bvudiv 0 x), x known not to be zero / result: 0
        if self.as_bv(a).is_some_and(BvValue::is_zero) && self.nonzero(b) {
            return Some(a);
        }
        let c = self.as_bv(b)?.clone();
        // match: (bvudiv x 0) / result: all ones
        if c.is_zero() {
            return Some(self.bv_value(BvValue::ones(c.width())));
        }
        // match: (bvudiv x 2^k) / result: (bvlshr x k)
        if let Some(k) = c.power_of_two() {
            let k = self.bv(c.width(), k as u64);
            return Some(self.bv_lshr(a, k));
        }
        let w = c.width();
        // match: (bvudiv x c), x known to be below c / result: 0
        (w <= 64 && self.known_bits(a).max_unsigned(w) < c.to_u64()?).then(|| self.bv_value(BvValue::zero(w)))
    }

    fn urem_rules(&mut self, a: TermId, b: TermId) -> Option<TermId> {
        let w = self.width(a);
        // match: (bvurem x x) / result: 0; (bvurem 0 x) / result: 0
        if a == b || self.as_bv(a).is_some_and(BvValue::is_zero) {
            return Some(self.bv_value(BvValue::zero(w)));
        }
        let c = self.as_bv(b)?.clone();
        // match: (bvurem x 0) / result: x
        if c.is_zero() {
            return Some(a);
        }
        // match: (bvurem x 2^k) / result: the low k bits, filled with zeros
        if let Some(k) = c.power_of_two() {
            if k == 0 {
                return Some(self.bv_value(BvValue::zero(w)));
            }
            let low = self.extract(a, k - 1, 0);
            return Some(self.zero_extend(low, w - k));
        }
        // match: (bvurem x c), x known to be below c / result: x
        (w <= 64 && self.known_bits(a).max_unsigned(w) < c.to_u64()?).then_some(a)
    }

    /// Are both known not to be negative?
    pub(super) fn both_nonnegative(&self, a: TermId, b: TermId) -> bool {
        let w = self.width(a);
        let nonnegative = |t: TermId| match self.as_bv(t) {
            Some(v) => !v.sign_bit(),
            None if w <= 64 => self.known_bits(t).sign(w) == Some(false),
            None => matches!(self.op(t), Op::ZeroExtend(_)),
        };
        nonnegative(a) && nonnegative(b)
    }

    fn sdiv_rules(&mut self, a: TermId, b: TermId) -> Option<TermId> {
        // match: (bvsdiv x y), neither negative / result: (bvudiv x y)
        if self.both_nonnegative(a, b) {
            return Some(self.bv_udiv(a, b));
        }
        let c = self.as_bv(b)?;
        // match: (bvsdiv x 1) / result: x; (bvsdiv x -1) / result: (bvneg x)
        if c.is_ones() {
            return Some(self.bv_neg(a));
        }
        c.is_one().then_some(a)
    }

    fn srem_rules(&mut self, a: TermId, b: TermId) -> Option<TermId> {
        let w = self.width(a);
        // match: (bvsrem x x) / result: 0
        if a == b {
            return Some(self.bv_value(BvValue::zero(w)));
        }
        // match: (bvsrem x y), neither negative / result: (bvurem x y)
        if self.both_nonnegative(a, b) {
            return Some(self.bv_urem(a, b));
        }
        let c = self.as_bv(b)?;
        // match: (bvsrem x 0) / result: x
        if c.is_zero() {
            return Some(a);
        }
        // match: (bvsrem x 1), (bvsrem x -1) / result: 0
        (c.is_one() || c.is_ones()).then(|| self.bv_value(BvValue::zero(w)))
    }

    fn smod_rules(&mut self, a: TermId, b: TermId) -> Option<TermId> {
        let w = self.width(a);
        // match: (bvsmod x x) / result: 0
        if a == b {
            return Some(self.bv_value(BvValue::zero(w)));
        }
        // match: (bvsmod x y), neither negative / result: (bvurem x y)
        self.both_nonnegative(a, b).then(|| self.bv_urem(a, b))
    }
}
