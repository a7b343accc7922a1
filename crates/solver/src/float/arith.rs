//! Sum, product, quotient, fused product and sum, square root, remainder.

use super::parts::{Parts, normalize, signed};
use super::round::{infinity, nan, round, select, zero};
use crate::bitblast::circuits::{self, Word};
use crate::gate::{Graph, Lit};
use maymust_term::{FloatFormat, Rounding};

/// A finite number on its way to be rounded.
struct Number {
    sign: Lit,
    exp: Word,
    sig: Word,
}

/// The sum of two numbers of equally long significands, normalised, with a sticky last bit.
fn add_numbers(g: &mut Graph, a: &Number, b: &Number) -> (Number, Lit) {
    let swap = g.slt(&a.exp, &b.exp);
    let x_exp = g.ite_word(swap, &b.exp, &a.exp);
    let y_exp = g.ite_word(swap, &a.exp, &b.exp);
    let x_sig = g.ite_word(swap, &b.sig, &a.sig);
    let y_sig = g.ite_word(swap, &a.sig, &b.sig);
    let sign = g.ite(swap, b.sign, a.sign);
    let subtract = g.xor(a.sign, b.sign);
    let distance = g.sub(&x_exp, &y_exp);
    let guard = |w: &[Lit]| [&[Lit::FALSE; 3][..], w].concat();
    let width = x_sig.len() + 5;
    let y = g.shift_right_sticky(&guard(&y_sig), &distance);
    let x = circuits::zero_extend(&guard(&x_sig), width);
    let y = circuits::zero_extend(&y, width);
    let y: Word = y.iter().map(|l| g.xor(*l, subtract)).collect();
    let (sum, _) = g.add_carry(&x, &y, subtract);
    let negative = sum[width - 1];
    let magnitude = g.negate_if(&sum, negative);
    let magnitude = &magnitude[..width - 1];
    let none = g.is_zero(magnitude);
    let (sig, zeros) = normalize(g, magnitude);
    // The top bit stands for one more than the exponent of the larger.
    let exp = g.increment_if(&x_exp, Lit::TRUE);
    let exp = g.sub(&exp, &circuits::zero_extend(&zeros, exp.len()));
    (Number { sign: g.xor(sign, negative), exp, sig }, none)
}

/// The sign of a zero that is an exact sum.
fn zero_sign(g: &mut Graph, mode: Rounding, a: &Number, b: &Number, both_zero: Lit) -> Lit {
    let default = Lit::constant(mode == Rounding::Down);
    let same = g.iff(a.sign, b.sign);
    let keep = g.and(both_zero, same);
    g.ite(keep, a.sign, default)
}

/// Sum, or difference if `subtract`.
pub fn add(g: &mut Graph, f: FloatFormat, mode: Rounding, a: &Parts, b: &Parts, subtract: Lit) -> Word {
    let b_sign = g.xor(b.sign, subtract);
    let x = Number { sign: a.sign, exp: a.exp.clone(), sig: a.sig.clone() };
    let y = Number { sign: b_sign, exp: b.exp.clone(), sig: b.sig.clone() };
    let (sum, none) = add_numbers(g, &x, &y);
    let rounded = round(g, f, mode, sum.sign, &sum.exp, &sum.sig);
    let both = g.and(a.zero, b.zero);
    let z = zero_sign(g, mode, &x, &y, both);
    let opposite = g.xor(a.sign, b_sign);
    let infinities = g.and_all(&[a.inf, b.inf, opposite]);
    let bad = g.or_all(&[a.nan, b.nan, infinities]);
    let cases =
        [(bad, nan(f)), (a.inf, infinity(f, a.sign)), (b.inf, infinity(f, b_sign)), (none, zero(f, z))];
    select(g, &cases, rounded)
}

/// The exact product, normalised.
fn product(g: &mut Graph, a: &Parts, b: &Parts) -> Number {
    let p = a.sig.len();
    let x = circuits::zero_extend(&a.sig, 2 * p);
    let y = circuits::zero_extend(&b.sig, 2 * p);
    let exact = g.mul(&x, &y);
    let exp = g.add(&a.exp, &b.exp);
    let high = exact[2 * p - 1];
    let exp = g.increment_if(&exp, high);
    let mut shifted = vec![Lit::FALSE];
    shifted.extend(&exact[..2 * p - 1]);
    Number { sign: g.xor(a.sign, b.sign), exp, sig: g.ite_word(high, &exact, &shifted) }
}

/// Product.
pub fn mul(g: &mut Graph, f: FloatFormat, mode: Rounding, a: &Parts, b: &Parts) -> Word {
    let x = product(g, a, b);
    let rounded = round(g, f, mode, x.sign, &x.exp, &x.sig);
    let (inf, none) = (g.or(a.inf, b.inf), g.or(a.zero, b.zero));
    let undefined = g.and(inf, none);
    let bad = g.or_all(&[a.nan, b.nan, undefined]);
    let cases = [(bad, nan(f)), (inf, infinity(f, x.sign)), (none, zero(f, x.sign))];
    select(g, &cases, rounded)
}

/// Quotient, by long division.
pub fn div(g: &mut Graph, f: FloatFormat, mode: Rounding, a: &Parts, b: &Parts) -> Word {
    let p = f.sig as usize;
    let divisor = circuits::zero_extend(&b.sig, p + 1);
    let mut rest = circuits::zero_extend(&a.sig, p + 1);
    let mut quotient: Word = Vec::new();
    for _ in 0..p + 3 {
        let (difference, fits) = g.add_carry(&rest, &circuits::not(&divisor), Lit::TRUE);
        quotient.push(fits);
        rest = g.ite_word(fits, &difference, &rest);
        rest.insert(0, Lit::FALSE);
        rest.truncate(p + 1);
    }
    quotient.reverse();
    let inexact = g.any(&rest);
    quotient.insert(0, inexact);
    let top = quotient[quotient.len() - 1];
    let mut shifted = vec![Lit::FALSE];
    shifted.extend(&quotient[..quotient.len() - 1]);
    let sig = g.ite_word(top, &quotient, &shifted);
    let exp = g.sub(&a.exp, &b.exp);
    let less = g.sub(&exp, &signed(exp.len() as u32, 1));
    let exp = g.ite_word(top, &exp, &less);
    let sign = g.xor(a.sign, b.sign);
    let rounded = round(g, f, mode, sign, &exp, &sig);
    let (zeros, infinities) = (g.and(a.zero, b.zero), g.and(a.inf, b.inf));
    let bad = g.or_all(&[a.nan, b.nan, zeros, infinities]);
    let (inf, none) = (g.or(a.inf, b.zero), g.or(a.zero, b.inf));
    let cases = [(bad, nan(f)), (inf, infinity(f, sign)), (none, zero(f, sign))];
    select(g, &cases, rounded)
}

/// Product and sum, rounded once.
pub fn fma(g: &mut Graph, f: FloatFormat, mode: Rounding, args: &[Parts]) -> Word {
    let [a, b, c] = args else { return Word::new() };
    let p = f.sig as usize;
    let mut x = product(g, a, b);
    let none = g.or(a.zero, b.zero);
    let far = signed(x.exp.len() as u32, -(1i64 << (x.exp.len() as u32 - 2).min(61)));
    x.exp = g.ite_word(none, &far, &x.exp);
    let padded = [&vec![Lit::FALSE; p][..], &c.sig[..]].concat();
    let y = Number { sign: c.sign, exp: c.exp.clone(), sig: padded };
    let (sum, cancelled) = add_numbers(g, &x, &y);
    let rounded = round(g, f, mode, sum.sign, &sum.exp, &sum.sig);
    let both = g.and(none, c.zero);
    let z = zero_sign(g, mode, &x, &y, both);
    let inf = g.or(a.inf, b.inf);
    let undefined = g.and(inf, none);
    let opposite = g.xor(x.sign, c.sign);
    let infinities = g.and_all(&[inf, c.inf, opposite]);
    let bad = g.or_all(&[a.nan, b.nan, c.nan, undefined, infinities]);
    let cases =
        [(bad, nan(f)), (inf, infinity(f, x.sign)), (c.inf, infinity(f, c.sign)), (cancelled, zero(f, z))];
    select(g, &cases, rounded)
}

/// Square root, digit by digit.
pub fn sqrt(g: &mut Graph, f: FloatFormat, mode: Rounding, a: &Parts) -> Word {
    let p = f.sig as usize;
    let digits = p + 2;
    // Two bits before the point: with an odd exponent the significand is doubled.
    let odd = a.exp[0];
    let mut even = vec![Lit::FALSE; 2 * digits - 1 - p];
    even.extend(&a.sig);
    even.push(Lit::FALSE);
    let mut doubled = vec![Lit::FALSE; 2 * digits - p];
    doubled.extend(&a.sig);
    let radicand = g.ite_word(odd, &doubled, &even);
    let width = digits + 2;
    let mut rest = vec![Lit::FALSE; width];
    let mut root: Word = Vec::new();
    for i in (0..digits).rev() {
        let mut next = vec![radicand[2 * i], radicand[2 * i + 1]];
        next.extend(&rest[..width - 2]);
        let mut trial = vec![Lit::TRUE, Lit::FALSE];
        trial.extend(&root);
        trial.resize(width, Lit::FALSE);
        let (difference, fits) = g.add_carry(&next, &circuits::not(&trial), Lit::TRUE);
        rest = g.ite_word(fits, &difference, &next);
        root.insert(0, fits);
    }
    let inexact = g.any(&rest);
    root.insert(0, inexact);
    // Half the exponent, rounded down.
    let exp = circuits::sign_extend(&a.exp[1..], a.exp.len());
    let rounded = round(g, f, mode, Lit::FALSE, &exp, &root);
    let negative = g.and(a.sign, !a.zero);
    let bad = g.or(a.nan, negative);
    let cases = [(bad, nan(f)), (a.inf, infinity(f, Lit::FALSE)), (a.zero, zero(f, a.sign))];
    select(g, &cases, rounded)
}

/// The remainder of the quotient rounded to the nearest integer: long division with as many
/// steps as exponents can differ.
pub fn rem(g: &mut Graph, f: FloatFormat, x: &[Lit], a: &Parts, b: &Parts) -> Word {
    let p = f.sig as usize;
    let width = a.exp.len() as u32;
    let distance = g.sub(&a.exp, &b.exp);
    let most = 2 * f.bias() + p as i64;
    let divisor = circuits::zero_extend(&b.sig, p + 1);
    let mut rest = circuits::zero_extend(&a.sig, p + 1);
    let mut odd = Lit::FALSE;
    for k in (0..=most).rev() {
        let active = g.sle(&signed(width, k), &distance);
        let (difference, fits) = g.add_carry(&rest, &circuits::not(&divisor), Lit::TRUE);
        let fits = g.and(active, fits);
        rest = g.ite_word(fits, &difference, &rest);
        odd = fits;
        if k > 0 {
            let mut doubled = vec![Lit::FALSE];
            doubled.extend(&rest[..p]);
            rest = g.ite_word(active, &doubled, &rest);
        }
    }
    // In units of half the divisor's last place: twice the rest, or the dividend itself if it
    // is one exponent below the divisor.
    let below = g.slt(&distance, &signed(width, 0));
    let double = [&[Lit::FALSE][..], &rest[..]].concat();
    let single = circuits::zero_extend(&a.sig, p + 2);
    let twice = g.ite_word(below, &single, &double);
    let half = circuits::zero_extend(&b.sig, p + 2);
    let (more, tie) = (g.ult(&half, &twice), g.eq_word(&half, &twice));
    let tie_up = g.and(tie, odd);
    let up = g.or(more, tie_up);
    let whole = [&[Lit::FALSE][..], &divisor[..]].concat();
    let back = g.sub(&whole, &twice);
    let magnitude = g.ite_word(up, &back, &twice);
    let sign = g.xor(a.sign, up);
    let none = g.is_zero(&magnitude);
    let (sig, zeros) = normalize(g, &magnitude);
    // The top of p + 2 bits stands for one more than the divisor's exponent, less the half.
    let exp = g.increment_if(&b.exp, Lit::TRUE);
    let exp = g.sub(&exp, &circuits::zero_extend(&zeros, exp.len()));
    let rounded = round(g, f, Rounding::NearestEven, sign, &exp, &sig);
    let bad = g.or_all(&[a.nan, b.nan, a.inf, b.zero]);
    let small = g.slt(&distance, &signed(width, -1));
    let same = g.or_all(&[b.inf, a.zero, small]);
    let cases = [(bad, nan(f)), (same, x.to_vec()), (none, zero(f, a.sign))];
    select(g, &cases, rounded)
}
