//! Rules for floats. Few hold: `x - x` may be NaN, `x + 0` may change the sign of a zero.

use crate::arena::Terms;
use crate::float::FloatValue;
use crate::op::{Op, TermId};
use crate::sort::{FloatFormat, Rounding, Sort};

/// Is every value of `small` a value of `large`?
fn embeds(small: FloatFormat, large: FloatFormat) -> bool {
    small.exp <= large.exp && small.sig <= large.sig
}

impl Terms {
    pub(super) fn float_rules(&mut self, op: Op, args: &[TermId]) -> Option<TermId> {
        match op {
            Op::FpNeg | Op::FpAbs => self.sign_rules(op, args[0]),
            Op::FpAdd(_) | Op::FpMul(_) | Op::FpDiv(_) | Op::FpSub(_) => {
                self.float_neutral(op, args[0], args[1])
            }
            // match: (fp.min x x), (fp.max x x) / result: x
            Op::FpMin | Op::FpMax if args[0] == args[1] => Some(args[0]),
            Op::FpLt | Op::FpLe | Op::FpEq => self
                .float_same(op, args[0], args[1])
                .or_else(|| self.float_compare_narrowed(op, args[0], args[1])),
            Op::FpFromFp(f, r) => self.convert_rules(f, r, args[0]),
            // match: (to_fp (fp.to_ieee_bv x)) / result: x
            Op::FpFromBits(f) if self.op(args[0]) == Op::FpToBits => {
                let x = self.arg(args[0], 0);
                (self.sort(x) == Sort::Float(f)).then_some(x)
            }
            Op::FpToSbv(w, _) => self.sbv_rules(w, args[0]),
            Op::FpIsNan
            | Op::FpIsInf
            | Op::FpIsZero
            | Op::FpIsNormal
            | Op::FpIsSubnormal
            | Op::FpIsNegative
            | Op::FpIsPositive => self.classify_rules(op, args[0]),
            _ => None,
        }
    }

    fn sign_rules(&mut self, op: Op, a: TermId) -> Option<TermId> {
        match (op, self.op(a)) {
            // match: (fp.neg (fp.neg x)) / result: x
            (Op::FpNeg, Op::FpNeg) => Some(self.arg(a, 0)),
            // match: (fp.abs (fp.abs x)) / result: (fp.abs x)
            (Op::FpAbs, Op::FpAbs) => Some(a),
            // match: (fp.abs (fp.neg x)) / result: (fp.abs x)
            (Op::FpAbs, Op::FpNeg) => {
                let x = self.arg(a, 0);
                Some(self.fp_abs(x))
            }
            _ => None,
        }
    }

    fn float_neutral(&mut self, op: Op, a: TermId, b: TermId) -> Option<TermId> {
        let (a, b) = if op.is_commutative() { self.sorted(a, b) } else { (a, b) };
        let c = self.as_float(b)?;
        let one = FloatValue::from_int(c.format(), &1.into(), Rounding::Zero);
        match op {
            // match: (fp.mul x 1) / result: x; (fp.mul x -1) / result: (fp.neg x); also fp.div
            Op::FpMul(_) | Op::FpDiv(_) => {
                if *c == one {
                    Some(a)
                } else if *c == one.neg() {
                    Some(self.fp_neg(a))
                } else {
                    None
                }
            }
            // match: (fp.add x -0), not rounding down / result: x
            Op::FpAdd(r) if r != Rounding::Down => (c.is_zero() && c.is_negative()).then_some(a),
            // match: (fp.sub x +0), not rounding down / result: x
            Op::FpSub(r) if r != Rounding::Down => (c.is_zero() && c.is_positive()).then_some(a),
            _ => None,
        }
    }

    /// match: (fp.lt x x) / result: false; (fp.leq x x), (fp.eq x x) / result: x is no NaN
    fn float_same(&mut self, op: Op, a: TermId, b: TermId) -> Option<TermId> {
        // match: (fp.lt x NaN) and so on / result: false
        let nan = |t: TermId| self.as_float(t).is_some_and(FloatValue::is_nan);
        if nan(a) || nan(b) {
            return Some(self.fls());
        }
        if a != b {
            return None;
        }
        if op == Op::FpLt {
            return Some(self.fls());
        }
        let nan = self.fp_is_nan(a);
        Some(self.not(nan))
    }

    /// The argument of a conversion that loses nothing, from this format; or a constant of it.
    fn unwidened(&mut self, t: TermId, from: FloatFormat) -> Option<TermId> {
        if let Some(v) = self.as_float(t) {
            let narrow = v.convert(from, Rounding::Zero);
            let exact = narrow.convert(v.format(), Rounding::Zero) == *v;
            return exact.then(|| self.fp_value(narrow));
        }
        let x = self.widened_from(t)?;
        (self.sort(x) == Sort::Float(from)).then_some(x)
    }

    fn widened_from(&self, t: TermId) -> Option<TermId> {
        let Op::FpFromFp(to, _) = self.op(t) else { return None };
        let x = self.arg(t, 0);
        embeds(self.sort(x).format()?, to).then_some(x)
    }

    /// match: (fp.lt (to_fp x) (to_fp y)), both widened from one format / result: (fp.lt x y);
    /// also fp.leq, fp.eq, and if one is a constant of that format
    fn float_compare_narrowed(&mut self, op: Op, a: TermId, b: TermId) -> Option<TermId> {
        let x = self.widened_from(a).or_else(|| self.widened_from(b))?;
        let from = self.sort(x).format()?;
        let (x, y) = (self.unwidened(a, from)?, self.unwidened(b, from)?);
        Some(self.app(op, &[x, y]))
    }

    fn convert_rules(&mut self, to: FloatFormat, r: Rounding, a: TermId) -> Option<TermId> {
        // match: (to_fp x), x of that format / result: x
        if self.sort(a) == Sort::Float(to) {
            return Some(a);
        }
        // match: (to_fp (to_fp x)), the inner one widens / result: (to_fp x)
        let x = self.widened_from(a)?;
        Some(self.fp_from_fp(r, to, x))
    }

    /// match: (fp.to_sbv w (to_fp x)), x a signed number exact in the float and at most as wide
    /// / result: (sext x)
    fn sbv_rules(&mut self, width: u32, a: TermId) -> Option<TermId> {
        let Op::FpFromSbv(f, _) = self.op(a) else { return None };
        let x = self.arg(a, 0);
        let w = self.width(x);
        let exact = w - 1 <= f.sig && (w as i64) <= f.bias();
        (exact && w <= width).then(|| self.sign_extend(x, width - w))
    }

    fn classify_rules(&mut self, op: Op, a: TermId) -> Option<TermId> {
        match self.op(a) {
            Op::FpFromSbv(..) | Op::FpFromUbv(..) if matches!(op, Op::FpIsNan | Op::FpIsSubnormal) => {
                // match: (fp.isNaN (to_fp x)), x a bit-vector / result: false
                self.number_of_bits(op, a)
            }
            // match: (fp.isNaN (fp.neg x)) / result: (fp.isNaN x); also fp.abs; and so on for
            // the classes that do not depend on the sign
            Op::FpNeg | Op::FpAbs if !matches!(op, Op::FpIsNegative | Op::FpIsPositive) => {
                let x = self.arg(a, 0);
                Some(self.app(op, &[x]))
            }
            // match: (fp.isNegative (fp.neg x)) / result: (fp.isPositive x), and the reverse
            Op::FpNeg => {
                let x = self.arg(a, 0);
                let flipped = match op {
                    Op::FpIsNegative => Op::FpIsPositive,
                    _ => Op::FpIsNegative,
                };
                Some(self.app(flipped, &[x]))
            }
            // match: (fp.isNegative (fp.abs x)) / result: false
            Op::FpAbs if op == Op::FpIsNegative => Some(self.fls()),
            // match: (fp.isNaN (to_fp x)), x a float / result: (fp.isNaN x)
            Op::FpFromFp(..) if op == Op::FpIsNan => {
                let x = self.arg(a, 0);
                self.deeper(|s| Some(s.fp_is_nan(x)))
            }
            // match: (fp.isNaN (ite c k1 k2)), constants k / result: decided by c; and so on
            Op::Ite => {
                let (c, k1, k2) = self.constant_ite(a)?;
                let (x, y) = (self.app(op, &[k1]), self.app(op, &[k2]));
                Some(self.ite(c, x, y))
            }
            _ => None,
        }
    }

    /// A number made of an integer is no NaN, and not subnormal where one is a normal number.
    fn number_of_bits(&mut self, op: Op, a: TermId) -> Option<TermId> {
        let f = self.sort(a).format()?;
        (op == Op::FpIsNan || f.min_exp() <= 0).then(|| self.fls())
    }
}
