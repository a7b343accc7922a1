//! A float taken apart: class, sign, exponent and normalised significand.

use crate::bitblast::circuits::{self, Word};
use crate::gate::{Graph, Lit};
use maymust_term::FloatFormat;

/// Fraction, exponent and sign of an interchange form.
pub fn fields(f: FloatFormat, a: &[Lit]) -> (&[Lit], &[Lit], Lit) {
    let split = f.sig as usize - 1;
    let top = a.len() - 1;
    (&a[..split], &a[split..top], a[top])
}

/// Enough bits for any exponent that comes up, sums and differences included.
pub fn exp_width(f: FloatFormat) -> u32 {
    f.exp + (u32::BITS - f.sig.leading_zeros()) + 5
}

/// A number in two's complement.
pub fn signed(width: u32, v: i64) -> Word {
    circuits::constant(width, |i| v >> i.min(63) & 1 == 1)
}

/// A float taken apart. The value of a finite one is `±sig * 2^(exp - (sig.len() - 1))`, with the
/// top bit of `sig` set; of a zero `sig` is zero and `exp` far below all others.
#[derive(Clone)]
pub struct Parts {
    pub nan: Lit,
    pub inf: Lit,
    pub zero: Lit,
    pub sign: Lit,
    pub exp: Word,
    pub sig: Word,
}

impl Parts {
    /// Takes a float apart.
    pub fn new(g: &mut Graph, f: FloatFormat, a: &[Lit]) -> Parts {
        let (fraction, e, sign) = fields(f, a);
        let width = exp_width(f);
        let (ones, some_e, some_f) = (g.and_all(e), g.any(e), g.any(fraction));
        let zero = g.and(!some_e, !some_f);
        let mut raw = fraction.to_vec();
        raw.push(some_e);
        let (sig, zeros) = normalize(g, &raw);
        // A subnormal has the exponent of the smallest normal number.
        let mut biased = circuits::zero_extend(e, width as usize);
        biased[0] = g.or(biased[0], !some_e);
        let exp = g.sub(&biased, &signed(width, f.bias()));
        let exp = g.sub(&exp, &circuits::zero_extend(&zeros, width as usize));
        let exp = g.ite_word(zero, &signed(width, -(1i64 << (width - 2).min(61))), &exp);
        let (nan, inf) = (g.and(ones, some_f), g.and(ones, !some_f));
        Parts { nan, inf, zero, sign, exp, sig }
    }
}

/// Shifts left until the top bit is set, and counts. Zero stays zero.
pub fn normalize(g: &mut Graph, a: &[Lit]) -> (Word, Word) {
    let width = a.len();
    let mut word = a.to_vec();
    let stages = (usize::BITS - (width - 1).leading_zeros()) as usize;
    let mut count = vec![Lit::FALSE; stages.max(1)];
    for k in (0..stages).rev() {
        let step = 1usize << k;
        if step >= width {
            continue;
        }
        let low = g.is_zero(&word[width - step..]);
        let mut shifted = vec![Lit::FALSE; step];
        shifted.extend(&word[..width - step]);
        word = g.ite_word(low, &shifted, &word);
        count[k] = low;
    }
    (word, count)
}
