//! Rounding and packing.

use super::parts::{exp_width, signed};
use super::value_word;
use crate::bitblast::circuits::Word;
use crate::gate::{Graph, Lit};
use maymust_term::{FloatFormat, FloatValue, Rounding};

/// Does a truncated magnitude go up?
pub fn rounds_up(g: &mut Graph, mode: Rounding, sign: Lit, odd: Lit, half: Lit, sticky: Lit) -> Lit {
    match mode {
        Rounding::NearestEven => {
            let more = g.or(sticky, odd);
            g.and(half, more)
        }
        Rounding::NearestAway => half,
        Rounding::Up | Rounding::Down => {
            let inexact = g.or(half, sticky);
            g.and(inexact, sign.negate_if(mode == Rounding::Up))
        }
        Rounding::Zero => Lit::FALSE,
    }
}

/// Packs `±sig * 2^(exp - (sig.len() - 1))`. The top bit of `sig` is set (or nobody looks at the
/// result), and its lowest bit may be sticky if it has at least two bits more than the format.
pub fn round(g: &mut Graph, f: FloatFormat, mode: Rounding, sign: Lit, exp: &[Lit], sig: &[Lit]) -> Word {
    let p = f.sig as usize;
    let width = exp.len().max(exp_width(f) as usize);
    let exp = crate::bitblast::circuits::sign_extend(exp, width);
    let mut s: Word = vec![Lit::FALSE; (p + 2).saturating_sub(sig.len())];
    s.extend(sig);
    // Below the normal range, bits are lost at the low end.
    let low = signed(width as u32, f.min_exp());
    let small = g.slt(&exp, &low);
    let by = g.sub(&low, &exp);
    let by = g.mask_word(small, &by);
    let s = g.shift_right_sticky(&s, &by);
    let n = s.len();
    let kept = &s[n - p..];
    let (half, sticky) = (s[n - p - 1], g.any(&s[..n - p - 1]));
    let up = rounds_up(g, mode, sign, kept[0], half, sticky);
    // The carry out of the fraction goes into the exponent, as it should.
    let field = g.add(&exp, &signed(width as u32, f.bias()));
    let field = g.mask_word(!small, &field);
    let mut word: Word = kept[..p - 1].to_vec();
    word.extend(field);
    let word = g.increment_if(&word, up);
    let field = &word[p - 1..];
    let most = signed(width as u32, 2 * f.bias() + 1);
    let overflow = g.ule(&most, field);
    let mut packed: Word = word[..p - 1 + f.exp as usize].to_vec();
    packed.push(sign);
    let beyond = overflowed(g, f, mode, sign);
    g.ite_word(overflow, &beyond, &packed)
}

/// What is too large becomes infinite or the largest number.
fn overflowed(g: &mut Graph, f: FloatFormat, mode: Rounding, sign: Lit) -> Word {
    let to_max = match mode {
        Rounding::NearestEven | Rounding::NearestAway => Lit::FALSE,
        Rounding::Up => sign,
        Rounding::Down => !sign,
        Rounding::Zero => Lit::TRUE,
    };
    let most = with_sign(&FloatValue::max_finite(f, false), sign);
    let inf = infinity(f, sign);
    g.ite_word(to_max, &most, &inf)
}

fn with_sign(v: &FloatValue, sign: Lit) -> Word {
    let mut w = value_word(v);
    let top = w.len() - 1;
    w[top] = sign;
    w
}

/// Infinity of a sign.
pub fn infinity(f: FloatFormat, sign: Lit) -> Word {
    with_sign(&FloatValue::infinity(f, false), sign)
}

/// Zero of a sign.
pub fn zero(f: FloatFormat, sign: Lit) -> Word {
    with_sign(&FloatValue::zero(f, false), sign)
}

/// The one NaN.
pub fn nan(f: FloatFormat) -> Word {
    value_word(&FloatValue::nan(f))
}

/// The first of some cases that holds, or the last word.
pub fn select(g: &mut Graph, cases: &[(Lit, Word)], otherwise: Word) -> Word {
    let mut out = otherwise;
    for (c, w) in cases.iter().rev() {
        out = g.ite_word(*c, w, &out);
    }
    out
}
