//! Rules for unbounded integers.
//!
//! Normal form: a constant is added last; only `<` is stored (`a <= b` is `!(b < a)`).

use crate::arena::Terms;
use crate::op::{Op, TermId};
use crate::sort::Sort;
use num_bigint::BigInt;
use num_traits::{One, Zero};

impl Terms {
    pub(super) fn int_rules(&mut self, op: Op, args: &[TermId]) -> Option<TermId> {
        match op {
            Op::IntNeg => self.int_neg_rules(args[0]),
            Op::IntAdd => {
                let (a, b) = self.sorted(args[0], args[1]);
                self.int_add_rules(a, b)
            }
            Op::IntSub => self.int_sub_rules(args[0], args[1]),
            Op::IntMul => {
                let (a, b) = self.sorted(args[0], args[1]);
                self.int_mul_rules(a, b)
            }
            Op::IntDiv | Op::IntMod => self.int_div_rules(op, args[0], args[1]),
            // match: (<= x y) / result: (not (< y x))
            Op::IntLe => {
                let gt = self.int_lt(args[1], args[0]);
                Some(self.not(gt))
            }
            Op::IntLt => self.int_lt_rules(args[0], args[1]),
            Op::IntToBv(w) => self.int_to_bv_rules(w, args[0]),
            _ => None,
        }
    }

    /// `(x, c)` of `x + c`.
    fn int_offset(&self, t: TermId) -> Option<(TermId, BigInt)> {
        if self.op(t) != Op::IntAdd {
            return None;
        }
        Some((self.arg(t, 0), self.as_int(self.arg(t, 1))?.clone()))
    }

    fn int_plus(&mut self, t: TermId, c: BigInt) -> TermId {
        let c = self.int(c);
        self.int_add(t, c)
    }

    fn int_neg_rules(&mut self, a: TermId) -> Option<TermId> {
        match self.op(a) {
            // match: (- (- x)) / result: x
            Op::IntNeg => Some(self.arg(a, 0)),
            // match: (- (- x y)) / result: (- y x)
            Op::IntSub => {
                let (x, y) = (self.arg(a, 0), self.arg(a, 1));
                Some(self.int_sub(y, x))
            }
            _ => None,
        }
    }

    fn int_add_rules(&mut self, a: TermId, b: TermId) -> Option<TermId> {
        if let Some(c) = self.as_int(b).cloned() {
            // match: (+ x 0) / result: x
            if c.is_zero() {
                return Some(a);
            }
            // match: (+ (+ x d) c) / result: (+ x (d + c))
            let (x, d) = self.int_offset(a)?;
            return Some(self.int_plus(x, d + c));
        }
        for (s, t) in [(a, b), (b, a)] {
            // match: (+ (+ x c) y) / result: (+ (+ x y) c)
            if let Some((x, c)) = self.int_offset(s) {
                let sum = self.int_add(x, t);
                return Some(self.int_plus(sum, c));
            }
            match self.op(s) {
                // match: (+ (- x) y) / result: (- y x)
                Op::IntNeg => {
                    let x = self.arg(s, 0);
                    return Some(self.int_sub(t, x));
                }
                // match: (+ (- x y) y) / result: x
                Op::IntSub if self.arg(s, 1) == t => return Some(self.arg(s, 0)),
                _ => {}
            }
        }
        None
    }

    fn int_sub_rules(&mut self, a: TermId, b: TermId) -> Option<TermId> {
        // match: (- x x) / result: 0
        if a == b {
            return Some(self.int(0));
        }
        // match: (- x c) / result: (+ x -c)
        if let Some(c) = self.as_int(b).cloned() {
            return Some(self.int_plus(a, -c));
        }
        // match: (- 0 x) / result: (- x)
        if self.as_int(a).is_some_and(Zero::is_zero) {
            return Some(self.int_neg(b));
        }
        // match: (- (+ x c) y) / result: (+ (- x y) c)
        if let Some((x, c)) = self.int_offset(a) {
            let difference = self.int_sub(x, b);
            return Some(self.int_plus(difference, c));
        }
        // match: (- x (+ y c)) / result: (+ (- x y) -c)
        if let Some((y, c)) = self.int_offset(b) {
            let difference = self.int_sub(a, y);
            return Some(self.int_plus(difference, -c));
        }
        // match: (- x (- y)) / result: (+ x y)
        if self.op(b) == Op::IntNeg {
            let y = self.arg(b, 0);
            return Some(self.int_add(a, y));
        }
        // match: (- (+ x y) y) / result: x
        match *self.args(a) {
            [x, y] if self.op(a) == Op::IntAdd && y == b => Some(x),
            [x, y] if self.op(a) == Op::IntAdd && x == b => Some(y),
            _ => None,
        }
    }

    fn int_mul_rules(&mut self, a: TermId, b: TermId) -> Option<TermId> {
        let c = self.as_int(b)?.clone();
        // match: (* x 0) / result: 0; (* x 1) / result: x; (* x -1) / result: (- x)
        if c.is_zero() {
            return Some(b);
        }
        if c.is_one() {
            return Some(a);
        }
        if c == BigInt::from(-1) {
            return Some(self.int_neg(a));
        }
        // match: (* (+ x d) c) / result: (+ (* x c) (d * c))
        if let Some((x, d)) = self.int_offset(a) {
            let product = self.int_mul(x, b);
            return Some(self.int_plus(product, d * c));
        }
        // match: (* (* x d) c) / result: (* x (d * c))
        if self.op(a) == Op::IntMul
            && let Some(d) = self.as_int(self.arg(a, 1)).cloned()
        {
            let (x, product) = (self.arg(a, 0), self.int(d * c));
            return Some(self.int_mul(x, product));
        }
        None
    }

    fn int_div_rules(&mut self, op: Op, a: TermId, b: TermId) -> Option<TermId> {
        let c = self.as_int(b)?;
        // match: (div x 0) / result: 0; (mod x 0) / result: x
        if c.is_zero() {
            return Some(if op == Op::IntDiv { b } else { a });
        }
        // match: (div x 1) / result: x; (mod x 1) / result: 0
        c.is_one().then(|| if op == Op::IntDiv { a } else { self.int(0) })
    }

    fn int_lt_rules(&mut self, a: TermId, b: TermId) -> Option<TermId> {
        // match: (< x x) / result: false
        if a == b {
            return Some(self.fls());
        }
        // match: (< (+ x c) d) / result: (< x (d - c))
        if let Some((x, c)) = self.int_offset(a) {
            let bound = self.int_plus(b, -c);
            return Some(self.int_lt(x, bound));
        }
        // match: (< c (+ x d)) / result: (< (c - d) x)
        if self.is_const(a)
            && let Some((x, d)) = self.int_offset(b)
        {
            let bound = self.int_plus(a, -d);
            return Some(self.int_lt(bound, x));
        }
        // match: (< c x) / result: (not (< x (c + 1)))
        if let Some(c) = self.as_int(a).cloned() {
            let next = self.int(c + 1);
            let below = self.int_lt(b, next);
            return Some(self.not(below));
        }
        self.int_lt_bits(a, b)
    }

    /// match: (< (bv2nat x) (bv2nat y)), of one width / result: (bvult x y)
    fn int_lt_bits(&mut self, a: TermId, b: TermId) -> Option<TermId> {
        if self.op(a) != Op::BvToInt || self.op(b) != Op::BvToInt {
            return None;
        }
        let (x, y) = (self.arg(a, 0), self.arg(b, 0));
        (self.sort(x) == self.sort(y)).then(|| self.ult(x, y))
    }

    /// match: (int2bv w (bv2nat x)) / result: x cut or filled with zeros
    fn int_to_bv_rules(&mut self, width: u32, a: TermId) -> Option<TermId> {
        if self.op(a) != Op::BvToInt {
            return None;
        }
        let x = self.arg(a, 0);
        debug_assert!(matches!(self.sort(x), Sort::BitVec(_)));
        Some(self.resize_unsigned(x, width))
    }
}
