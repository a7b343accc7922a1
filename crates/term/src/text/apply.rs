//! Application by name: all operators of SMT-LIB's theories, and ours.

use crate::arena::Terms;
use crate::bv::BvValue;
use crate::check::SortError;
use crate::float::FloatValue;
use crate::op::{Op, TermId};
use crate::sort::{FloatFormat, Rounding, Sort};

type Applied = Result<TermId, SortError>;

impl Terms {
    /// Applies an operator by its name in SMT-LIB (or ours), with the numerals of an indexed
    /// name and the rounding mode if it takes one. Chains and n-ary forms are taken apart.
    ///
    /// # Errors
    /// If there is no such operator, or the arguments do not fit.
    pub fn apply_named(
        &mut self,
        name: &str,
        indices: &[u32],
        rounding: Option<Rounding>,
        args: &[TermId],
    ) -> Applied {
        if args.is_empty() {
            return Err(SortError::new(format!("'{name}' without arguments")));
        }
        match rounding {
            Some(r) => self.apply_rounded(name, indices, r, args),
            None if !indices.is_empty() => self.apply_indexed(name, indices, args),
            None => self.apply_plain(name, args),
        }
    }

    fn apply_rounded(&mut self, name: &str, indices: &[u32], r: Rounding, args: &[TermId]) -> Applied {
        let op = match (name, indices) {
            ("fp.add", []) => Op::FpAdd(r),
            ("fp.sub", []) => Op::FpSub(r),
            ("fp.mul", []) => Op::FpMul(r),
            ("fp.div", []) => Op::FpDiv(r),
            ("fp.fma", []) => Op::FpFma(r),
            ("fp.sqrt", []) => Op::FpSqrt(r),
            ("fp.roundToIntegral", []) => Op::FpRoundToIntegral(r),
            ("to_fp", &[exp, sig]) => {
                let format = FloatFormat { exp, sig };
                match self.sort(args[0]) {
                    Sort::Float(_) => Op::FpFromFp(format, r),
                    _ => Op::FpFromSbv(format, r),
                }
            }
            ("to_fp_unsigned", &[exp, sig]) => Op::FpFromUbv(FloatFormat { exp, sig }, r),
            ("fp.to_sbv", &[w]) => Op::FpToSbv(w, r),
            ("fp.to_ubv", &[w]) => Op::FpToUbv(w, r),
            _ => return Err(SortError::new(format!("no operator '{name}' with rounding mode"))),
        };
        self.try_app(op, args)
    }

    fn apply_indexed(&mut self, name: &str, indices: &[u32], args: &[TermId]) -> Applied {
        let op = match (name, indices) {
            ("extract", &[hi, lo]) => Op::Extract { hi, lo },
            ("zero_extend", &[n]) => Op::ZeroExtend(n),
            ("sign_extend", &[n]) => Op::SignExtend(n),
            ("load", &[bytes]) => Op::Load { bytes },
            ("store_wide", &[bytes]) => Op::StoreWide { bytes },
            ("to_fp", &[exp, sig]) => Op::FpFromBits(FloatFormat { exp, sig }),
            ("int2bv" | "int_to_bv", &[w]) => Op::IntToBv(w),
            ("rotate_left" | "rotate_right" | "repeat", &[n]) => {
                return self.apply_rotation(name, n, args);
            }
            _ => return Err(SortError::new(format!("no operator '(_ {name} …)'"))),
        };
        self.try_app(op, args)
    }

    fn apply_rotation(&mut self, name: &str, n: u32, args: &[TermId]) -> Applied {
        let &[a] = args else {
            return Err(SortError::new(format!("'{name}' takes one argument")));
        };
        let Sort::BitVec(w) = self.sort(a) else {
            return Err(SortError::new(format!("'{name}' takes a bit-vector")));
        };
        match name {
            "rotate_left" => Ok(self.rotate_left(a, n)),
            "rotate_right" => Ok(self.rotate_right(a, n)),
            _ if n == 0 || w as u64 * n as u64 > crate::sort::MAX_WIDTH as u64 => {
                Err(SortError::new("bad number of repetitions"))
            }
            _ => Ok(self.repeat(a, n)),
        }
    }

    fn apply_plain(&mut self, name: &str, args: &[TermId]) -> Applied {
        // A negative number is a literal, with or without rules.
        if let ("-", &[a]) = (name, args)
            && let Some(v) = self.as_int(a)
        {
            let negative = -v;
            return Ok(self.int(negative));
        }
        if let Some(op) = plain_op(name, args.len()) {
            return self.try_app(op, args);
        }
        if let Some(op) = left_assoc(name) {
            return self.fold_left(op, args);
        }
        if let Some((op, swap)) = chained(name) {
            return self.chain(op, swap, args);
        }
        self.apply_sugar(name, args)
    }

    fn fold_left(&mut self, op: Op, args: &[TermId]) -> Applied {
        let mut out = args[0];
        if args.len() < 2 {
            self.sort_of(op, args)?;
        }
        for &a in &args[1..] {
            out = self.try_app(op, &[out, a])?;
        }
        Ok(out)
    }

    fn chain(&mut self, op: Op, swap: bool, args: &[TermId]) -> Applied {
        if args.len() < 2 {
            return self.try_app(op, args);
        }
        let mut all = Vec::new();
        for w in args.windows(2) {
            let pair = if swap { [w[1], w[0]] } else { [w[0], w[1]] };
            all.push(self.try_app(op, &pair)?);
        }
        match all[..] {
            [one] => Ok(one),
            _ => Ok(self.and(&all)),
        }
    }

    fn apply_sugar(&mut self, name: &str, args: &[TermId]) -> Applied {
        match (name, args) {
            ("=>", [first @ .., last]) if !first.is_empty() => {
                let mut out = *last;
                for &a in first.iter().rev() {
                    let na = self.try_app(Op::Not, &[a])?;
                    out = self.try_app(Op::Or, &[na, out])?;
                }
                Ok(out)
            }
            ("xor", [first, rest @ ..]) => {
                let mut out = *first;
                for &a in rest {
                    let na = self.try_app(Op::Not, &[a])?;
                    out = self.try_app(Op::Eq, &[out, na])?;
                }
                Ok(out)
            }
            ("distinct", _) => {
                let sort = self.sort(args[0]);
                if args.len() < 2 || args.iter().any(|a| self.sort(*a) != sort) {
                    return Err(SortError::new("'distinct' takes terms of one sort"));
                }
                Ok(self.distinct(args))
            }
            ("bvnand" | "bvnor" | "bvxnor", &[a, b]) => {
                let op = match name {
                    "bvnand" => Op::BvAnd,
                    "bvnor" => Op::BvOr,
                    _ => Op::BvXor,
                };
                let t = self.try_app(op, &[a, b])?;
                Ok(self.bv_not(t))
            }
            ("bvcomp", &[a, b]) => {
                self.sort_of(Op::BvXor, args)?;
                Ok(self.bv_comp(a, b))
            }
            ("bvsdivo", &[a, b]) => {
                self.sort_of(Op::BvSDiv, args)?;
                Ok(self.sdivo(a, b))
            }
            ("bvnego", &[a]) => {
                self.sort_of(Op::BvNeg, args)?;
                Ok(self.nego(a))
            }
            ("abs", &[a]) => {
                self.sort_of(Op::IntNeg, args)?;
                Ok(self.int_abs(a))
            }
            ("sbv_to_int", &[a]) => {
                self.sort_of(Op::BvNeg, args)?;
                Ok(self.bv_to_int_signed(a))
            }
            ("fp", &[sign, exp, fraction]) => self.apply_fp(sign, exp, fraction),
            _ => Err(SortError::new(format!("no operator '{name}' with {} arguments", args.len()))),
        }
    }

    fn apply_fp(&mut self, sign: TermId, exp: TermId, fraction: TermId) -> Applied {
        let widths = [sign, exp, fraction].map(|t| self.sort(t).width());
        let [Some(1), Some(e), Some(f)] = widths else {
            return Err(SortError::new("'fp' takes a bit and two bit-vectors"));
        };
        let format = FloatFormat { exp: e, sig: f + 1 };
        // Of constants it is a literal, with or without rules.
        if let (Some(s), Some(x), Some(y)) = (self.as_bv(sign), self.as_bv(exp), self.as_bv(fraction))
            && format.is_valid()
        {
            let v = FloatValue::from_bits(format, s.concat(x).concat(y));
            return Ok(self.fp_value(v));
        }
        let low = self.try_app(Op::Concat, &[exp, fraction])?;
        let bits = self.try_app(Op::Concat, &[sign, low])?;
        self.try_app(Op::FpFromBits(format), &[bits])
    }

    /// The bit-vector of a literal `#x…`, `#b…`.
    pub(super) fn literal(&mut self, text: &str) -> Option<TermId> {
        let (radix, digits, per) = match text.get(..2)? {
            "#x" => (16, &text[2..], 4),
            "#b" => (2, &text[2..], 1),
            _ => return None,
        };
        let width = u32::try_from(digits.len()).ok()?.checked_mul(per)?;
        if width == 0 || width > crate::sort::MAX_WIDTH || !digits.chars().all(|c| c.is_digit(radix)) {
            return None;
        }
        let n = num_bigint::BigUint::parse_bytes(digits.as_bytes(), radix)?;
        Some(self.bv_value(BvValue::from_biguint(width, &n)))
    }
}

/// Operators that take exactly what is stored.
fn plain_op(name: &str, n: usize) -> Option<Op> {
    Some(match (name, n) {
        ("not", _) => Op::Not,
        ("and", _) => Op::And,
        ("or", _) => Op::Or,
        ("ite", _) => Op::Ite,
        ("bvneg", _) => Op::BvNeg,
        ("bvnot", _) => Op::BvNot,
        ("bvsub", _) => Op::BvSub,
        ("bvudiv", _) => Op::BvUDiv,
        ("bvsdiv", _) => Op::BvSDiv,
        ("bvurem", _) => Op::BvURem,
        ("bvsrem", _) => Op::BvSRem,
        ("bvsmod", _) => Op::BvSMod,
        ("bvshl", _) => Op::BvShl,
        ("bvlshr", _) => Op::BvLShr,
        ("bvashr", _) => Op::BvAShr,
        ("bvuaddo", _) => Op::UAddO,
        ("bvsaddo", _) => Op::SAddO,
        ("bvusubo", _) => Op::Ult,
        ("bvssubo", _) => Op::SSubO,
        ("bvumulo", _) => Op::UMulO,
        ("bvsmulo", _) => Op::SMulO,
        ("select", _) => Op::Select,
        ("store", _) => Op::Store,
        ("array_fill", _) => Op::Fill,
        ("array_copy", _) => Op::Copy,
        ("fp.abs", _) => Op::FpAbs,
        ("fp.neg", _) => Op::FpNeg,
        ("fp.rem", _) => Op::FpRem,
        ("fp.min", _) => Op::FpMin,
        ("fp.max", _) => Op::FpMax,
        ("fp.isNaN", _) => Op::FpIsNan,
        ("fp.isInfinite", _) => Op::FpIsInf,
        ("fp.isZero", _) => Op::FpIsZero,
        ("fp.isNormal", _) => Op::FpIsNormal,
        ("fp.isSubnormal", _) => Op::FpIsSubnormal,
        ("fp.isNegative", _) => Op::FpIsNegative,
        ("fp.isPositive", _) => Op::FpIsPositive,
        ("fp.to_ieee_bv", _) => Op::FpToBits,
        ("-", 1) => Op::IntNeg,
        ("bv2nat" | "ubv_to_int" | "bv2int", _) => Op::BvToInt,
        _ => return None,
    })
}

fn left_assoc(name: &str) -> Option<Op> {
    Some(match name {
        "bvadd" => Op::BvAdd,
        "bvmul" => Op::BvMul,
        "bvand" => Op::BvAnd,
        "bvor" => Op::BvOr,
        "bvxor" => Op::BvXor,
        "concat" => Op::Concat,
        "+" => Op::IntAdd,
        "-" => Op::IntSub,
        "*" => Op::IntMul,
        "div" => Op::IntDiv,
        "mod" => Op::IntMod,
        _ => return None,
    })
}

/// Relations, which chain; true if the arguments are swapped.
fn chained(name: &str) -> Option<(Op, bool)> {
    Some(match name {
        "=" => (Op::Eq, false),
        "bvult" => (Op::Ult, false),
        "bvule" => (Op::Ule, false),
        "bvugt" => (Op::Ult, true),
        "bvuge" => (Op::Ule, true),
        "bvslt" => (Op::Slt, false),
        "bvsle" => (Op::Sle, false),
        "bvsgt" => (Op::Slt, true),
        "bvsge" => (Op::Sle, true),
        "fp.leq" => (Op::FpLe, false),
        "fp.lt" => (Op::FpLt, false),
        "fp.geq" => (Op::FpLe, true),
        "fp.gt" => (Op::FpLt, true),
        "fp.eq" => (Op::FpEq, false),
        "<=" => (Op::IntLe, false),
        "<" => (Op::IntLt, false),
        ">=" => (Op::IntLe, true),
        ">" => (Op::IntLt, true),
        _ => return None,
    })
}
