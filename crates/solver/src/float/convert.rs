//! Conversions between floats, integers and formats.

use super::parts::{Parts, normalize, signed};
use super::round::{infinity, nan, round, rounds_up, select, zero};
use crate::bitblast::circuits::{self, Word};
use crate::gate::{Graph, Lit};
use maymust_term::{FloatFormat, Rounding};

/// A float of another format.
pub fn to_format(g: &mut Graph, to: FloatFormat, mode: Rounding, a: &Parts) -> Word {
    let rounded = round(g, to, mode, a.sign, &a.exp, &a.sig);
    let cases = [(a.nan, nan(to)), (a.inf, infinity(to, a.sign)), (a.zero, zero(to, a.sign))];
    select(g, &cases, rounded)
}

/// The float nearest to an unsigned number.
pub fn from_unsigned(g: &mut Graph, f: FloatFormat, mode: Rounding, a: &[Lit]) -> Word {
    from_magnitude(g, f, mode, Lit::FALSE, a)
}

/// The float nearest to a signed number.
pub fn from_signed(g: &mut Graph, f: FloatFormat, mode: Rounding, a: &[Lit]) -> Word {
    let sign = a[a.len() - 1];
    let magnitude = g.negate_if(a, sign);
    from_magnitude(g, f, mode, sign, &magnitude)
}

fn from_magnitude(g: &mut Graph, f: FloatFormat, mode: Rounding, sign: Lit, a: &[Lit]) -> Word {
    let none = g.is_zero(a);
    let (sig, zeros) = normalize(g, a);
    let width = zeros.len() + 2;
    let exp = signed(width as u32, a.len() as i64 - 1);
    let exp = g.sub(&exp, &circuits::zero_extend(&zeros, width));
    let rounded = round(g, f, mode, sign, &exp, &sig);
    select(g, &[(none, zero(f, Lit::FALSE))], rounded)
}

/// The nearest integral float.
pub fn round_to_integral(g: &mut Graph, f: FloatFormat, mode: Rounding, x: &[Lit], a: &Parts) -> Word {
    let p = f.sig as usize;
    let width = a.exp.len() as u32;
    let last = signed(width, p as i64 - 1);
    let integral = g.sle(&last, &a.exp);
    let by = g.sub(&last, &a.exp);
    let padded = [&[Lit::FALSE; 2][..], &a.sig[..]].concat();
    let shifted = g.shift_right_sticky(&padded, &by);
    let up = rounds_up(g, mode, a.sign, shifted[2], shifted[1], shifted[0]);
    let whole = g.increment_if(&shifted[2..], up);
    let none = g.is_zero(&whole);
    let (sig, zeros) = normalize(g, &whole);
    let exp = g.sub(&last, &circuits::zero_extend(&zeros, width as usize));
    let rounded = round(g, f, mode, a.sign, &exp, &sig);
    let same = g.or_all(&[a.nan, a.inf, a.zero, integral]);
    select(g, &[(same, x.to_vec()), (none, zero(f, a.sign))], rounded)
}

/// The nearest integer as a bit-vector; what does not fit gives the minimum (signed) or all ones.
pub fn to_bits(g: &mut Graph, f: FloatFormat, w: u32, mode: Rounding, a: &Parts, is_signed: bool) -> Word {
    let (p, n) = (f.sig as usize, w as usize);
    // The integer part has n + 1 bits; the significand starts at its top and moves down.
    let total = (n + 3).max(p);
    let mut word = vec![Lit::FALSE; total - p];
    word.extend(&a.sig);
    let bits = (u32::BITS - w.leading_zeros()) + 2;
    let width = (a.exp.len() as u32).max(bits);
    let exp = circuits::sign_extend(&a.exp, width as usize);
    let top = signed(width, w as i64);
    let large = g.slt(&top, &exp);
    let by = g.sub(&top, &exp);
    let word = g.shift_right_sticky(&word, &by);
    let point = total - (n + 1);
    let sticky = g.any(&word[..point - 1]);
    let up = rounds_up(g, mode, a.sign, word[point], word[point - 1], sticky);
    let whole = circuits::zero_extend(&word[point..], n + 2);
    let whole = g.increment_if(&whole, up);
    let limit = |k: usize| {
        let mut c = vec![Lit::FALSE; n + 2];
        c[k] = Lit::TRUE;
        c
    };
    let fits = if is_signed {
        let (low, most) = (g.ult(&whole, &limit(n - 1)), g.ule(&whole, &limit(n - 1)));
        g.ite(a.sign, most, low)
    } else {
        let (below, none) = (g.ult(&whole, &limit(n)), g.is_zero(&whole));
        g.ite(a.sign, none, below)
    };
    let value = g.negate_if(&whole[..n], a.sign);
    let mut other = vec![Lit::constant(!is_signed); n];
    other[n - 1] = Lit::TRUE;
    let bad = g.or_all(&[a.nan, a.inf, large, !fits]);
    let none = vec![Lit::FALSE; n];
    // A zero is far below and must not be taken for too small to tell.
    select(g, &[(a.zero, none), (bad, other)], value)
}
