//! Sums of as many bits as a pointer has: constants, terms with factors, and what terms are multiples of.

use crate::PointerLayout;
use maymust_term::{Op as TermOp, TermId, Terms};

/// The operand that `x & -2ᵏ` aligns.
pub(crate) fn aligns(terms: &Terms, layout: PointerLayout, t: TermId) -> Option<TermId> {
    let (a, b) = (terms.arg(t, 0), terms.arg(t, 1));
    let is_mask = |m: TermId| {
        let Some(rest) = terms.as_u64(m).map(|m| !layout.signed(m) as u64) else { return false };
        rest >> (layout.offset_bits - 1) == 0 && rest.count_ones() == rest.trailing_ones()
    };
    match (is_mask(a), is_mask(b)) {
        (_, true) => Some(a),
        (true, _) => Some(b),
        _ => None,
    }
}

/// A sum as a constant and terms with factors; nested sums and constant factors are flattened.
pub(crate) fn linear(terms: &Terms, t: TermId) -> (i64, Vec<(i64, TermId)>) {
    const MAX_STEPS: usize = 256;
    let mut steps = 0;
    let mut constant = 0i64;
    let mut atoms: Vec<(i64, TermId)> = Vec::new();
    let mut stack = vec![(1i64, t)];
    while let Some((factor, t)) = stack.pop() {
        let arg = |i| terms.arg(t, i);
        steps += 1;
        let room = steps < MAX_STEPS;
        match terms.op(t) {
            TermOp::BvConst(_) => {
                let c = terms.as_i64(t).unwrap_or(0);
                constant = constant.wrapping_add(factor.wrapping_mul(c));
            }
            TermOp::BvAdd if room => stack.extend([(factor, arg(1)), (factor, arg(0))]),
            TermOp::BvSub if room => stack.extend([(factor.wrapping_neg(), arg(1)), (factor, arg(0))]),
            TermOp::BvNeg => stack.push((factor.wrapping_neg(), arg(0))),
            TermOp::BvShl if terms.as_u64(arg(1)).is_some_and(|n| n < 64) => {
                let n = terms.as_u64(arg(1)).unwrap_or(0);
                stack.push((factor.wrapping_shl(n as u32), arg(0)));
            }
            TermOp::BvMul if terms.is_const(arg(1)) => {
                let c = terms.as_i64(arg(1)).unwrap_or(0);
                stack.push((factor.wrapping_mul(c), arg(0)));
            }
            TermOp::BvMul if terms.is_const(arg(0)) => {
                let c = terms.as_i64(arg(0)).unwrap_or(0);
                stack.push((factor.wrapping_mul(c), arg(1)));
            }
            _ => match atoms.iter_mut().find(|(_, a)| *a == t) {
                Some(known) => known.0 = known.0.wrapping_add(factor),
                None => atoms.push((factor, t)),
            },
        }
    }
    let spare = 64 - terms.sort(t).width().unwrap_or(64).min(64);
    let cut = |n: i64| n << spare >> spare;
    atoms.iter_mut().for_each(|(factor, _)| *factor = cut(*factor));
    atoms.retain(|(factor, _)| *factor != 0);
    (cut(constant), atoms)
}

/// How deep terms are looked into.
const MAX_DEPTH: u32 = 6;

/// A number that `factor` times the term is always a multiple of; 0 if it is always 0. Of some terms it is known that they are near 0.
pub(crate) fn multiple(
    terms: &Terms,
    layout: PointerLayout,
    factor: i64,
    t: TermId,
    is_near: Near<'_>,
) -> u64 {
    let known = Known { terms, layout, is_near };
    let inner = known.multiple_of(t, 0);
    let bits = known.size(t, 0).map(|bits| bits + 64 - factor.unsigned_abs().leading_zeros());
    match factor.unsigned_abs().checked_mul(inner) {
        Some(exact) if bits.is_some_and(|bits| bits < layout.bits()) => exact,
        // What wraps around is a multiple of powers of two only.
        _ => 1u64.checked_shl(factor.trailing_zeros() + inner.trailing_zeros()).unwrap_or(0),
    }
}

/// Is a term known to be near 0?
type Near<'a> = &'a dyn Fn(TermId) -> bool;

/// What is known of the terms of a program.
struct Known<'a> {
    terms: &'a Terms,
    layout: PointerLayout,
    is_near: Near<'a>,
}

impl Known<'_> {
    /// A number that the term (as a signed number) is always a multiple of; 0 if it is always 0.
    fn multiple_of(&self, t: TermId, depth: u32) -> u64 {
        let terms = self.terms;
        let width = terms.sort(t).width().unwrap_or(0);
        if depth > MAX_DEPTH || width == 0 {
            return 1;
        }
        let of = |i: usize| self.multiple_of(terms.arg(t, i), depth + 1);
        let exact = match terms.op(t) {
            TermOp::BvConst(_) => return terms.as_i64(t).map_or(1, i64::unsigned_abs),
            TermOp::BvAdd | TermOp::BvSub => gcd(of(0), of(1)),
            TermOp::Ite => gcd(of(1), of(2)),
            TermOp::BvNeg => of(0),
            TermOp::BvMul => of(0).checked_mul(of(1)).unwrap_or(1),
            TermOp::BvShl => match terms.as_u64(terms.arg(t, 1)) {
                Some(n) if n < 32 => of(0).checked_mul(1 << n).unwrap_or(1),
                _ => 1,
            },
            TermOp::ZeroExtend(_) | TermOp::SignExtend(_) => return of(0),
            TermOp::Extract { lo: 0, .. } => of(0),
            TermOp::BvAnd => low_bit(of(0)).max(low_bit(of(1))),
            _ => 1,
        };
        // Arithmetic may wrap around: only a power of two survives that.
        let is_exact = width == self.layout.bits() && self.size(t, depth).is_some();
        if is_exact { exact } else { low_bit(exact) }
    }

    /// So many bits below the sign are enough for a term as wide as a pointer, computed without wrapping around; none if that is
    /// not known.
    fn size(&self, t: TermId, depth: u32) -> Option<u32> {
        let (terms, all) = (self.terms, self.layout.bits());
        let width = terms.sort(t).width()?;
        if let TermOp::ZeroExtend(_) | TermOp::SignExtend(_) = terms.op(t) {
            return terms.sort(terms.arg(t, 0)).width().filter(|w| *w < all);
        }
        if width != all || depth > MAX_DEPTH {
            return None;
        }
        if (self.is_near)(t) {
            return Some(self.layout.offset_bits);
        }
        let of = |i: usize| self.size(terms.arg(t, i), depth + 1);
        let bits = match terms.op(t) {
            TermOp::BvConst(_) => 64 - terms.as_i64(t)?.unsigned_abs().leading_zeros(),
            TermOp::BvAdd | TermOp::BvSub => of(0)?.max(of(1)?) + 1,
            TermOp::Ite => of(1)?.max(of(2)?),
            TermOp::BvNeg => of(0)?,
            TermOp::BvMul => of(0)? + of(1)?,
            TermOp::BvShl => of(0)? + u32::try_from(terms.as_u64(terms.arg(t, 1))?).ok()?,
            _ => significant_bits(terms, t),
        };
        (bits < all).then_some(bits)
    }
}

/// Bits that may be set in a term of at most 64, from the lowest to the highest one.
pub(crate) fn significant_bits(terms: &Terms, t: TermId) -> u32 {
    let width = terms.sort(t).width().unwrap_or(64).min(64);
    let may_be_set = !terms.known_bits(t).zeros << (64 - width) >> (64 - width);
    64 - may_be_set.leading_zeros()
}

pub(crate) fn low_bit(n: u64) -> u64 {
    if n == 0 { 0 } else { 1 << n.trailing_zeros() }
}

pub(crate) fn gcd(a: u64, b: u64) -> u64 {
    if b == 0 { a } else { gcd(b, a % b) }
}
