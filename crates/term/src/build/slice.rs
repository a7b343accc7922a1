//! Rules for slices, concatenation and extension.

use crate::arena::Terms;
use crate::bv::BvValue;
use crate::op::{Op, TermId};

impl Terms {
    pub(super) fn slice_rules(&mut self, op: Op, args: &[TermId]) -> Option<TermId> {
        match op {
            Op::Extract { hi, lo } => self.extract_rules(args[0], hi, lo),
            Op::Concat => self.concat_rules(args[0], args[1]),
            Op::ZeroExtend(n) => self.zero_extend_rules(args[0], n),
            Op::SignExtend(n) => self.sign_extend_rules(args[0], n),
            _ => None,
        }
    }

    fn zero_extend_rules(&mut self, a: TermId, n: u32) -> Option<TermId> {
        // match: (zext 0 x) / result: x
        if n == 0 {
            return Some(a);
        }
        match self.op(a) {
            // match: (zext n (zext m x)) / result: (zext (n + m) x)
            Op::ZeroExtend(m) => {
                let x = self.arg(a, 0);
                Some(self.zero_extend(x, n + m))
            }
            // match: (zext (ite c k1 k2)), constants k / result: (ite c (zext k1) (zext k2))
            Op::Ite => self.extended_ite(Op::ZeroExtend(n), a),
            _ => None,
        }
    }

    fn extended_ite(&mut self, op: Op, a: TermId) -> Option<TermId> {
        let (c, k1, k2) = self.constant_ite(a)?;
        let (k1, k2) = (self.app(op, &[k1]), self.app(op, &[k2]));
        Some(self.ite(c, k1, k2))
    }

    fn sign_extend_rules(&mut self, a: TermId, n: u32) -> Option<TermId> {
        // match: (sext 0 x) / result: x
        if n == 0 {
            return Some(a);
        }
        let w = self.width(a);
        match self.op(a) {
            // match: (sext n (sext m x)) / result: (sext (n + m) x)
            Op::SignExtend(m) => {
                let x = self.arg(a, 0);
                Some(self.sign_extend(x, n + m))
            }
            // match: (sext n (zext m x)) / result: (zext (n + m) x)
            Op::ZeroExtend(m) => {
                let x = self.arg(a, 0);
                Some(self.zero_extend(x, n + m))
            }
            // match: (sext (ite c k1 k2)), constants k / result: (ite c (sext k1) (sext k2))
            Op::Ite if self.constant_ite(a).is_some() => self.extended_ite(Op::SignExtend(n), a),
            // match: (sext n x), x known not to be negative / result: (zext n x)
            _ if w <= 64 && self.known_bits(a).sign(w) == Some(false) => Some(self.zero_extend(a, n)),
            _ => None,
        }
    }

    fn concat_rules(&mut self, a: TermId, b: TermId) -> Option<TermId> {
        // match: (concat 0 x) / result: (zext x)
        if self.as_bv(a).is_some_and(BvValue::is_zero) {
            let n = self.width(a);
            return Some(self.zero_extend(b, n));
        }
        // match: (concat (zext n x) y) / result: (zext n (concat x y))
        if let Op::ZeroExtend(n) = self.op(a) {
            let x = self.arg(a, 0);
            let low = self.concat(x, b);
            return Some(self.zero_extend(low, n));
        }
        if let Some(t) = self.joined(a, b) {
            return Some(t);
        }
        // match: (concat x (concat y z)), x and y join / result: (concat xy z)
        if self.op(b) == Op::Concat {
            let (y, z) = (self.arg(b, 0), self.arg(b, 1));
            if let Some(xy) = self.joined(a, y) {
                return Some(self.concat(xy, z));
            }
        }
        // match: (concat (concat x y) z), y and z join / result: (concat x yz)
        if self.op(a) == Op::Concat {
            let (x, y) = (self.arg(a, 0), self.arg(a, 1));
            if let Some(yz) = self.joined(y, b) {
                return Some(self.concat(x, yz));
            }
        }
        None
    }

    /// Two neighbours that are one: constants, adjacent slices of one term, adjacent loads.
    fn joined(&mut self, a: TermId, b: TermId) -> Option<TermId> {
        if let (Some(x), Some(y)) = (self.as_bv(a), self.as_bv(b)) {
            let both = x.concat(y);
            return Some(self.bv_value(both));
        }
        // match: (concat (extract h m+1 x) (extract m l x)) / result: (extract h l x)
        if let Op::Extract { hi, lo } = self.op(a)
            && let Op::Extract { hi: h, lo: l } = self.op(b)
            && lo == h + 1
            && self.arg(a, 0) == self.arg(b, 0)
        {
            let x = self.arg(a, 0);
            return Some(self.extract(x, hi, l));
        }
        // match: (concat (sext-copies of the sign of x) x) / result: (sext x)
        if let Op::Extract { hi, lo } = self.op(a)
            && hi == lo
            && self.arg(a, 0) == b
            && hi + 1 == self.width(b)
        {
            return Some(self.sign_extend(b, 1));
        }
        None
    }

    /// Follows a slice to the part of a term that it lies in.
    fn slice_source(&self, mut a: TermId, mut hi: u32, mut lo: u32) -> (TermId, u32, u32) {
        loop {
            let shift = match self.op(a) {
                // match: (extract h l (extract _ m x)) / result: (extract h+m l+m x)
                Op::Extract { lo: m, .. } => {
                    hi += m;
                    lo += m;
                    0
                }
                // match: (extract (concat x y)), all in y or all in x / result: (extract y or x)
                Op::Concat => {
                    let m = self.width(self.arg(a, 1));
                    if hi < m {
                        a = self.arg(a, 1);
                        continue;
                    }
                    if lo < m {
                        return (a, hi, lo);
                    }
                    m
                }
                // match: (extract (zext x)), all in x / result: (extract x); also sext
                Op::ZeroExtend(_) | Op::SignExtend(_) if hi < self.width(self.arg(a, 0)) => 0,
                // match: (extract (bvshl x k)), all from k on / result: (extract x), k lower
                Op::BvShl => match self.as_u64(self.arg(a, 1)) {
                    Some(k) if lo as u64 >= k => k as u32,
                    _ => return (a, hi, lo),
                },
                _ => return (a, hi, lo),
            };
            hi -= shift;
            lo -= shift;
            a = self.arg(a, 0);
        }
    }

    fn extract_rules(&mut self, a: TermId, hi: u32, lo: u32) -> Option<TermId> {
        // match: (extract w-1 0 x) / result: x
        if hi - lo + 1 == self.width(a) {
            return Some(a);
        }
        let (source, high, low) = self.slice_source(a, hi, lo);
        if source != a {
            return Some(self.extract(source, high, low));
        }
        match self.op(a) {
            Op::Concat => self.extract_concat(a, hi, lo),
            Op::ZeroExtend(_) => self.extract_zero_extend(a, hi, lo),
            Op::SignExtend(_) => self.extract_sign_extend(a, hi, lo),
            Op::BvShl => self.extract_shl(a, hi, lo),
            Op::Load { .. } => self.extract_load(a, hi, lo),
            Op::BvNot => self.deeper(|s| {
                // match: (extract (bvnot x)) / result: (bvnot (extract x))
                let x = s.arg(a, 0);
                let low = s.extract(x, hi, lo);
                Some(s.bv_not(low))
            }),
            Op::BvAnd | Op::BvOr | Op::BvXor if self.is_const(self.arg(a, 1)) => {
                // match: (extract (bvand x c)) / result: (bvand (extract x) c'); also or, xor
                self.extract_args(a, hi, lo)
            }
            Op::BvAdd | Op::BvSub | Op::BvMul | Op::BvNeg if lo == 0 && self.narrows(a, hi) => {
                // match: (extract h 0 (bvadd x y)), where an argument is a constant or extended
                // / result: (bvadd (extract h 0 x) (extract h 0 y)); also sub, mul, neg
                self.extract_args(a, hi, 0)
            }
            Op::Ite if self.args(a)[1..].iter().any(|t| self.is_narrow(*t, hi)) => {
                // match: (extract (ite c x y)), x or y a constant or extended
                // / result: (ite c (extract x) (extract y))
                self.deeper(|s| {
                    let &[c, x, y] = s.args(a) else { return None };
                    let (x, y) = (s.extract(x, hi, lo), s.extract(y, hi, lo));
                    Some(s.ite(c, x, y))
                })
            }
            _ => None,
        }
    }

    /// The operator of `a` on slices of its arguments.
    fn extract_args(&mut self, a: TermId, hi: u32, lo: u32) -> Option<TermId> {
        self.deeper(|s| {
            let op = s.op(a);
            let args: smallvec::SmallVec<[TermId; 3]> = s.args(a).into();
            let args: smallvec::SmallVec<[TermId; 3]> =
                args.into_iter().map(|x| s.extract(x, hi, lo)).collect();
            Some(s.app(op, &args))
        })
    }

    /// A slice up to bit `hi` of this term is simpler than the term.
    fn is_narrow(&self, t: TermId, hi: u32) -> bool {
        match self.op(t) {
            Op::BvConst(_) => true,
            Op::ZeroExtend(_) | Op::SignExtend(_) => self.width(self.arg(t, 0)) <= hi + 1,
            Op::Concat => self.width(self.arg(t, 1)) == hi + 1,
            _ => false,
        }
    }

    fn narrows(&self, a: TermId, hi: u32) -> bool {
        self.args(a).iter().any(|t| self.is_narrow(*t, hi))
    }

    /// match: (extract (concat x y)), across / result: (concat (extract x) (extract y))
    fn extract_concat(&mut self, a: TermId, hi: u32, lo: u32) -> Option<TermId> {
        self.deeper(|s| {
            let (x, y) = (s.arg(a, 0), s.arg(a, 1));
            let m = s.width(y);
            let (high, low) = (s.extract(x, hi - m, 0), s.extract(y, m - 1, lo));
            Some(s.concat(high, low))
        })
    }

    fn extract_zero_extend(&mut self, a: TermId, hi: u32, lo: u32) -> Option<TermId> {
        let x = self.arg(a, 0);
        let m = self.width(x);
        // match: (extract (zext x)), all above / result: 0
        if lo >= m {
            return Some(self.bv_value(BvValue::zero(hi - lo + 1)));
        }
        // match: (extract (zext x)), across / result: (zext (extract x))
        let low = self.extract(x, m - 1, lo);
        Some(self.zero_extend(low, hi + 1 - m))
    }

    /// match: (extract (sext x)), not all in x / result: (sext (extract x)), sign included
    fn extract_sign_extend(&mut self, a: TermId, hi: u32, lo: u32) -> Option<TermId> {
        let x = self.arg(a, 0);
        let m = self.width(x);
        let from = lo.min(m - 1);
        let low = self.extract(x, m - 1, from);
        let have = if lo < m { m - lo } else { 1 };
        Some(self.sign_extend(low, hi - lo + 1 - have))
    }

    fn extract_shl(&mut self, a: TermId, hi: u32, lo: u32) -> Option<TermId> {
        let k = self.as_u64(self.arg(a, 1))? as u32;
        let x = self.arg(a, 0);
        // match: (extract (bvshl x k)), all below k / result: 0
        if hi < k {
            return Some(self.bv_value(BvValue::zero(hi - lo + 1)));
        }
        // match: (extract h 0 (bvshl x k)) / result: (bvshl (extract h 0 x) k)
        if lo == 0 {
            return self.deeper(|s| {
                let low = s.extract(x, hi, 0);
                let k = s.bv(hi + 1, k as u64);
                Some(s.bv_shl(low, k))
            });
        }
        // match: (extract (bvshl x k)), across / result: (concat (extract x) 0)
        self.deeper(|s| {
            let (high, zero) = (s.extract(x, hi - k, 0), s.bv_value(BvValue::zero(k - lo)));
            Some(s.concat(high, zero))
        })
    }

    /// match: whole bytes of (load n a p), a not a variable / result: the shorter load
    ///
    /// Loads from a variable stay as they are: that all accesses have one width is what divides memory into cells.
    fn extract_load(&mut self, a: TermId, hi: u32, lo: u32) -> Option<TermId> {
        let (array, address) = (self.arg(a, 0), self.arg(a, 1));
        if !lo.is_multiple_of(8) || !(hi + 1).is_multiple_of(8) || self.as_var(array).is_some() {
            return None;
        }
        self.deeper(|s| {
            let skip = s.bv(s.width(address), (lo / 8) as u64);
            let at = s.bv_add(address, skip);
            Some(s.load(array, at, (hi + 1 - lo) / 8))
        })
    }
}
