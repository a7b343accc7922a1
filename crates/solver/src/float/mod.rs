//! Floats as circuits: every IEEE-754 operation, correctly rounded, over words of literals.
//!
//! A float is the word of its interchange form, with the one NaN. An operation takes its arguments
//! apart ([`parts`]), computes with a sticky last bit, and rounds once ([`round`]).

mod arith;
mod convert;
mod parts;
mod round;

use crate::bitblast::circuits::{self, Word};
use crate::gate::{Graph, Lit};
use maymust_term::{FloatFormat, FloatValue, Op};
use parts::{Parts, fields};

/// The largest exponent width for which the remainder, which divides step by step, is made.
const MOST_EXP_OF_REM: u32 = 11;

/// The word of a float operator; `format` is that of the first argument.
pub fn blast(g: &mut Graph, op: Op, format: Option<FloatFormat>, args: &[Word]) -> Option<Word> {
    let a = args.first()?;
    match op {
        Op::FpFromBits(f) => return Some(g.fp_canonical(f, a)),
        Op::FpFromUbv(f, r) => return Some(convert::from_unsigned(g, f, r, a)),
        Op::FpFromSbv(f, r) => return Some(convert::from_signed(g, f, r, a)),
        _ => {}
    }
    let f = format?;
    if let Some(lit) = predicate(g, f, op, args) {
        return Some(vec![lit]);
    }
    let parts: Vec<Parts> = match op {
        Op::FpAbs | Op::FpNeg | Op::FpMin | Op::FpMax | Op::FpToBits => Vec::new(),
        _ => args.iter().map(|w| Parts::new(g, f, w)).collect(),
    };
    Some(match op {
        Op::FpToBits => a.clone(),
        Op::FpAbs | Op::FpNeg => sign_changed(g, f, op, a),
        Op::FpMin | Op::FpMax => extreme(g, f, op, a, &args[1]),
        Op::FpAdd(r) => arith::add(g, f, r, &parts[0], &parts[1], Lit::FALSE),
        Op::FpSub(r) => arith::add(g, f, r, &parts[0], &parts[1], Lit::TRUE),
        Op::FpMul(r) => arith::mul(g, f, r, &parts[0], &parts[1]),
        Op::FpDiv(r) => arith::div(g, f, r, &parts[0], &parts[1]),
        Op::FpFma(r) => arith::fma(g, f, r, &parts),
        Op::FpSqrt(r) => arith::sqrt(g, f, r, &parts[0]),
        Op::FpRem if f.exp <= MOST_EXP_OF_REM => arith::rem(g, f, a, &parts[0], &parts[1]),
        Op::FpRoundToIntegral(r) => convert::round_to_integral(g, f, r, a, &parts[0]),
        Op::FpFromFp(to, r) => convert::to_format(g, to, r, &parts[0]),
        Op::FpToSbv(w, r) => convert::to_bits(g, f, w, r, &parts[0], true),
        Op::FpToUbv(w, r) => convert::to_bits(g, f, w, r, &parts[0], false),
        _ => return None,
    })
}

/// The word of a constant.
pub(crate) fn value_word(v: &FloatValue) -> Word {
    circuits::constant(v.format().width(), |i| v.bits().bit(i))
}

impl Graph {
    /// The one NaN for all NaNs, other floats as they are.
    pub fn fp_canonical(&mut self, format: FloatFormat, raw: &[Lit]) -> Word {
        let nan = is_nan(self, format, raw);
        self.ite_word(nan, &value_word(&FloatValue::nan(format)), raw)
    }
}

fn is_nan(g: &mut Graph, f: FloatFormat, a: &[Lit]) -> Lit {
    let (fraction, exp, _) = fields(f, a);
    let (ones, some) = (g.and_all(exp), g.any(fraction));
    g.and(ones, some)
}

fn is_inf(g: &mut Graph, f: FloatFormat, a: &[Lit]) -> Lit {
    let (fraction, exp, _) = fields(f, a);
    let (ones, some) = (g.and_all(exp), g.any(fraction));
    g.and(ones, !some)
}

fn is_zero(g: &mut Graph, a: &[Lit]) -> Lit {
    g.is_zero(&a[..a.len() - 1])
}

fn predicate(g: &mut Graph, f: FloatFormat, op: Op, args: &[Word]) -> Option<Lit> {
    let a = &args[0];
    let (fraction, exp, sign) = fields(f, a);
    Some(match op {
        Op::FpIsNan => is_nan(g, f, a),
        Op::FpIsInf => is_inf(g, f, a),
        Op::FpIsZero => is_zero(g, a),
        Op::FpIsNormal => {
            let (some, ones) = (g.any(exp), g.and_all(exp));
            g.and(some, !ones)
        }
        Op::FpIsSubnormal => {
            let (e, some) = (g.any(exp), g.any(fraction));
            g.and(!e, some)
        }
        Op::FpIsNegative | Op::FpIsPositive => {
            let nan = is_nan(g, f, a);
            g.and(sign.negate_if(op == Op::FpIsPositive), !nan)
        }
        Op::FpEq => {
            let same = g.eq_word(a, &args[1]);
            equal_or(g, f, a, &args[1], same)
        }
        Op::FpLt => less(g, f, a, &args[1]),
        Op::FpLe => {
            let (less, same) = (less(g, f, a, &args[1]), g.eq_word(a, &args[1]));
            let either = g.or(less, same);
            equal_or(g, f, a, &args[1], either)
        }
        _ => return None,
    })
}

/// Both zero, or `holds`, and no NaN.
fn equal_or(g: &mut Graph, f: FloatFormat, a: &[Lit], b: &[Lit], holds: Lit) -> Lit {
    let (za, zb) = (is_zero(g, a), is_zero(g, b));
    let zeros = g.and(za, zb);
    let holds = g.or(zeros, holds);
    let (na, nb) = (is_nan(g, f, a), is_nan(g, f, b));
    g.and_all(&[holds, !na, !nb])
}

fn less(g: &mut Graph, f: FloatFormat, a: &[Lit], b: &[Lit]) -> Lit {
    let top = a.len() - 1;
    let (up, down) = (g.ult(&a[..top], &b[..top]), g.ult(&b[..top], &a[..top]));
    let same_sign = g.ite(a[top], down, up);
    let differ = g.xor(a[top], b[top]);
    let less = g.ite(differ, a[top], same_sign);
    let (za, zb) = (is_zero(g, a), is_zero(g, b));
    let zeros = g.and(za, zb);
    let (na, nb) = (is_nan(g, f, a), is_nan(g, f, b));
    g.and_all(&[less, !zeros, !na, !nb])
}

fn sign_changed(g: &mut Graph, f: FloatFormat, op: Op, a: &[Lit]) -> Word {
    let nan = is_nan(g, f, a);
    let mut w = a.to_vec();
    let top = w.len() - 1;
    w[top] = if op == Op::FpAbs { Lit::FALSE } else { !w[top] };
    g.ite_word(nan, a, &w)
}

fn extreme(g: &mut Graph, f: FloatFormat, op: Op, a: &[Lit], b: &[Lit]) -> Word {
    let below = less(g, f, a, b);
    let (za, zb) = (is_zero(g, a), is_zero(g, b));
    let zeros = g.and(za, zb);
    // Of two zeros the minimum is the negative one.
    let negative = a[a.len() - 1];
    let smaller = g.ite(zeros, negative, below);
    let take_a = smaller.negate_if(op == Op::FpMax);
    let equal = g.eq_word(a, b);
    let take_a = g.or(take_a, equal);
    let (na, nb) = (is_nan(g, f, a), is_nan(g, f, b));
    let chosen = g.ite_word(take_a, a, b);
    let chosen = g.ite_word(nb, a, &chosen);
    g.ite_word(na, b, &chosen)
}
