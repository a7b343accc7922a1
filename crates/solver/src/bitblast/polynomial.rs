//! Polynomials modulo a power of two: an equation of sums and products that are the same, or never
//! the same, once multiplied out needs no circuit, and one that says what another says no second one.

use maymust_term::{Op, Sort, TermId, Terms};
use rustc_hash::FxHashMap;
use std::collections::BTreeMap;
use std::collections::hash_map::Entry;
use std::sync::Arc;

/// More monomials than this, and a term stands for itself.
const MOST_MONOMIALS: usize = 40;
/// A monomial has no more factors than this.
const MOST_FACTORS: usize = 4;

/// Products of terms (sorted) with their coefficients, none of which is zero.
type Poly = BTreeMap<Vec<TermId>, u64>;

/// Polynomials of terms met so far.
#[derive(Clone, Default)]
pub struct Polynomials {
    memo: FxHashMap<TermId, Arc<Poly>>,
    /// The first equation of each kind, by what must be zero.
    equations: FxHashMap<(u32, Poly), TermId>,
}

/// What multiplying out says of an equation.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Equation {
    /// It always holds, or never.
    Constant(bool),
    /// It says the same as an earlier one.
    Same(TermId),
}

impl Polynomials {
    /// Looks at an equation of two bit-vectors of at most 64 bits.
    pub fn equation(&mut self, terms: &Terms, equation: TermId) -> Option<Equation> {
        let (a, b) = (terms.arg(equation, 0), terms.arg(equation, 1));
        let Sort::BitVec(width) = terms.sort(a) else { return None };
        if width > 64 || !(is_sum(terms, a) || is_sum(terms, b)) {
            return None;
        }
        let mask = u64::MAX >> (64 - width);
        let (p, q) = (self.of(terms, a, mask), self.of(terms, b, mask));
        let difference = combine(&p, &q, mask, mask);
        if difference.is_empty() {
            return Some(Equation::Constant(true));
        }
        // With even coefficients an odd constant stays.
        let constant = difference.get(&Vec::new()).copied().unwrap_or(0);
        let rest = difference.iter().filter(|m| !m.0.is_empty());
        let twos = rest.map(|m| m.1.trailing_zeros()).min().unwrap_or(64);
        if constant != 0 && constant.trailing_zeros() < twos {
            return Some(Equation::Constant(false));
        }
        match self.equations.entry((width, monic(difference, mask))) {
            Entry::Occupied(first) => Some(Equation::Same(*first.get())),
            Entry::Vacant(none) => {
                none.insert(equation);
                None
            }
        }
    }

    fn of(&mut self, terms: &Terms, root: TermId, mask: u64) -> Arc<Poly> {
        let mut stack = vec![root];
        while let Some(&t) = stack.last() {
            if self.memo.contains_key(&t) {
                stack.pop();
                continue;
            }
            let before = stack.len();
            if is_sum(terms, t) {
                stack.extend(terms.args(t).iter().filter(|a| !self.memo.contains_key(*a)));
            }
            if stack.len() > before {
                continue;
            }
            let poly = self.node(terms, t, mask).filter(|p| p.len() <= MOST_MONOMIALS);
            let poly = poly.unwrap_or_else(|| Poly::from([(vec![t], 1)]));
            self.memo.insert(t, Arc::new(poly));
        }
        self.memo[&root].clone()
    }

    /// The polynomial of a term whose arguments have theirs.
    fn node(&self, terms: &Terms, t: TermId, mask: u64) -> Option<Poly> {
        let constant = |c: u64| if c == 0 { Poly::new() } else { Poly::from([(Vec::new(), c)]) };
        if let Some(c) = terms.as_u64(t) {
            return Some(constant(c));
        }
        if !is_sum(terms, t) {
            return None;
        }
        let arg = |i: usize| &*self.memo[&terms.arg(t, i)];
        Some(match terms.op(t) {
            Op::BvAdd => combine(arg(0), arg(1), 1, mask),
            Op::BvSub => combine(arg(0), arg(1), mask, mask),
            Op::BvNeg => combine(&Poly::new(), arg(0), mask, mask),
            Op::BvNot => combine(&constant(mask), arg(0), mask, mask),
            Op::BvMul => multiply(arg(0), arg(1), mask)?,
            Op::BvShl => {
                let by = terms.as_u64(terms.arg(t, 1))?;
                let factor = if by < 64 { 1 << by } else { 0 };
                combine(&Poly::new(), arg(0), factor & mask, mask)
            }
            _ => return None,
        })
    }
}

fn is_sum(terms: &Terms, t: TermId) -> bool {
    match terms.op(t) {
        Op::BvAdd | Op::BvSub | Op::BvNeg | Op::BvNot | Op::BvMul => true,
        Op::BvShl => terms.as_u64(terms.arg(t, 1)).is_some(),
        _ => false,
    }
}

fn add_to(p: &mut Poly, monomial: Vec<TermId>, c: u64, mask: u64) {
    let sum = p.get(&monomial).copied().unwrap_or(0).wrapping_add(c) & mask;
    if sum == 0 {
        p.remove(&monomial);
    } else {
        p.insert(monomial, sum);
    }
}

/// `p + k * q`
fn combine(p: &Poly, q: &Poly, k: u64, mask: u64) -> Poly {
    let mut sum = p.clone();
    for (m, c) in q {
        add_to(&mut sum, m.clone(), c.wrapping_mul(k) & mask, mask);
    }
    sum
}

/// What is zero wherever the polynomial is: its first coefficient made a power of two.
fn monic(p: Poly, mask: u64) -> Poly {
    let first = p.values().next().copied().unwrap_or(1);
    let odd = first >> first.trailing_zeros();
    // Newton's iteration doubles the right bits: 3, 6, 12, 24, 48, 96.
    let mut inverse = odd;
    for _ in 0..5 {
        inverse = inverse.wrapping_mul(2u64.wrapping_sub(odd.wrapping_mul(inverse)));
    }
    p.into_iter().map(|(m, c)| (m, c.wrapping_mul(inverse) & mask)).collect()
}

fn multiply(p: &Poly, q: &Poly, mask: u64) -> Option<Poly> {
    if p.len() * q.len() > 4 * MOST_MONOMIALS {
        return None;
    }
    let mut product = Poly::new();
    for (m, c) in p {
        for (n, d) in q {
            let mut monomial = [&m[..], &n[..]].concat();
            if monomial.len() > MOST_FACTORS {
                return None;
            }
            monomial.sort_unstable();
            add_to(&mut product, monomial, c.wrapping_mul(*d) & mask, mask);
        }
    }
    Some(product)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn laws() {
        let mut t = Terms::without_rules();
        let [x, y, z] = ["x", "y", "z"].map(|n| t.declare_var(n, Sort::BitVec(8)));
        let sum = t.app(Op::BvAdd, &[x, y]);
        let left = t.app(Op::BvMul, &[sum, z]);
        let (xz, yz) = (t.app(Op::BvMul, &[x, z]), t.app(Op::BvMul, &[y, z]));
        let right = t.app(Op::BvAdd, &[xz, yz]);
        let mut p = Polynomials::default();
        let mut look = |t: &mut Terms, a: TermId, b: TermId| {
            let equation = t.app(Op::Eq, &[a, b]);
            (equation, p.equation(t, equation))
        };
        assert_eq!(look(&mut t, left, right).1, Some(Equation::Constant(true)));
        let one = t.bv(8, 1);
        let more = t.app(Op::BvAdd, &[right, one]);
        assert_eq!(look(&mut t, left, more).1, Some(Equation::Constant(false)));
        assert_eq!(look(&mut t, left, xz).1, None);
        let two = t.bv(8, 6);
        let twice = t.app(Op::BvMul, &[x, two]);
        let odd = t.app(Op::BvAdd, &[twice, one]);
        let even = t.app(Op::BvMul, &[yz, two]);
        assert_eq!(look(&mut t, odd, even).1, Some(Equation::Constant(false)));
        let next = t.app(Op::BvAdd, &[x, one]);
        assert_eq!(look(&mut t, next, even).1, None);
        // -5 (x + 1) = -5 · 6 y z says what x + 1 = 6 y z says; with 2 for -5 it says less.
        let (minus_five, k) = (t.bv(8, 251), t.bv(8, 2));
        for (factor, is_same) in [(minus_five, true), (k, false)] {
            let (a, b) = (t.app(Op::BvMul, &[factor, next]), t.app(Op::BvMul, &[factor, even]));
            let found = look(&mut t, a, b).1;
            assert_eq!(found.is_some(), is_same, "{found:?}");
        }
    }
}
