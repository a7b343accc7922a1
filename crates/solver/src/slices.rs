//! Bounds and slices found among assertions: what a conjunct such as `x < 10` or
//! `extract(x) = c` says about bits of a symbol.

use maymust_term::{KnownBits, Op, Sort, Symbol, TermId, Terms};

/// A symbol is put together from no more free parts than this.
const MOST_PARTS: usize = 3;

/// The symbol that a conjunct bounds, and the bits it fixes, at least one.
pub fn fixed_bits(terms: &Terms, conjunct: TermId) -> Option<(Symbol, KnownBits)> {
    let negated = terms.op(conjunct) == Op::Not;
    let t = if negated { terms.arg(conjunct, 0) } else { conjunct };
    let &[a, b] = terms.args(t) else { return None };
    let (symbol, bits) = match terms.op(t) {
        Op::Eq if !negated => equation(terms, a, b).or_else(|| equation(terms, b, a))?,
        Op::Ult => (terms.as_var(a)?, unsigned_bound(terms.width(a), terms.as_u64(b)?, negated)?),
        Op::Slt => (terms.as_var(a)?, sign(terms.width(a), terms.as_i64(b)?, negated)?),
        _ => return None,
    };
    (bits.zeros | bits.ones != 0).then_some((symbol, bits))
}

/// The low `n` bits set.
fn low(n: u32) -> u64 {
    if n >= 64 { u64::MAX } else { (1 << n) - 1 }
}

/// `extract(x) = c` and `x & m = c`. (If `c` has bits outside of `m`, the conjunct is false anyway.)
fn equation(terms: &Terms, t: TermId, constant: TermId) -> Option<(Symbol, KnownBits)> {
    let c = terms.as_u64(constant)?;
    let (x, mask, value) = match terms.op(t) {
        Op::Extract { hi, lo } if hi < 64 => (terms.arg(t, 0), low(hi - lo + 1) << lo, c << lo),
        Op::BvAnd => {
            let (x, m) = (terms.arg(t, 0), terms.arg(t, 1));
            let (x, m) = if terms.as_var(x).is_some() { (x, m) } else { (m, x) };
            (x, terms.as_u64(m)?, c)
        }
        _ => return None,
    };
    let symbol = terms.as_var(x).filter(|_| terms.width(x) <= 64)?;
    Some((symbol, KnownBits { zeros: mask & !value, ones: mask & value }))
}

/// `x < c`, or `x >= c`: the leading bits of all numbers in that range.
fn unsigned_bound(width: u32, c: u64, negated: bool) -> Option<KnownBits> {
    if width > 64 {
        return None;
    }
    let (least, greatest) = if negated { (c, low(width)) } else { (0, c.checked_sub(1)?) };
    let free = low(64 - (least ^ greatest).leading_zeros());
    let fixed = low(width) & !free;
    Some(KnownBits { zeros: fixed & !least, ones: fixed & least })
}

/// `x < c` below zero, or `x >= c` from zero on: the sign.
fn sign(width: u32, c: i64, negated: bool) -> Option<KnownBits> {
    if width > 64 {
        return None;
    }
    let bit = 1u64 << (width - 1);
    match negated {
        false if c <= 0 => Some(KnownBits { zeros: 0, ones: bit }),
        true if c >= 0 => Some(KnownBits { zeros: bit, ones: 0 }),
        _ => None,
    }
}

/// What both say together; `None` if they exclude each other.
pub fn both(a: KnownBits, b: KnownBits) -> Option<KnownBits> {
    (!a.conflicts(b)).then_some(KnownBits { zeros: a.zeros | b.zeros, ones: a.ones | b.ones })
}

/// The symbol as constants where its bits are fixed and fresh symbols elsewhere; `None` if that
/// takes too many.
pub fn assembled(terms: &mut Terms, symbol: Symbol, bits: KnownBits) -> Option<TermId> {
    let Sort::BitVec(width) = terms.symbol_sort(symbol) else { return None };
    let fixed = bits.zeros | bits.ones;
    // Runs of bits from the lowest on, each as long as it is all fixed or all free.
    let mut runs: Vec<(u32, u32)> = Vec::new();
    let mut at = 0;
    while at < width {
        let here = fixed >> at;
        let length = if here & 1 == 1 { here.trailing_ones() } else { here.trailing_zeros() };
        let length = length.min(width - at);
        runs.push((at, length));
        at += length;
    }
    if runs.iter().filter(|(at, _)| fixed >> at & 1 == 0).count() > MOST_PARTS {
        return None;
    }
    let hint = terms.symbol_name(symbol).to_string();
    let mut whole: Option<TermId> = None;
    for (at, length) in runs {
        let part = if fixed >> at & 1 == 1 {
            terms.bv(length, bits.ones >> at & low(length))
        } else {
            let part = terms.fresh(&hint, Sort::BitVec(length));
            terms.var(part)
        };
        whole = Some(whole.map_or(part, |below| terms.app(Op::Concat, &[part, below])));
    }
    whole
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Of all values of a few bits: those that satisfy a conjunct have the bits it is said to fix,
    /// and no bit more is the same in all of them if it is a bound on the whole symbol.
    #[test]
    fn bits_of_conjuncts() {
        const W: u32 = 4;
        let terms = &mut Terms::new();
        let x = terms.declare_var("x", Sort::BitVec(W));
        let mut conjuncts: Vec<TermId> = Vec::new();
        for c in 0..1 << W {
            let k = terms.bv(W, c);
            for t in [terms.app(Op::Ult, &[x, k]), terms.app(Op::Slt, &[x, k]), terms.app(Op::Ult, &[k, x])] {
                conjuncts.extend([t, terms.not(t)]);
            }
            for m in 0..1 << W {
                let mask = terms.bv(W, m);
                let part = terms.app(Op::BvAnd, &[x, mask]);
                conjuncts.push(terms.eq(part, k));
            }
            let slice = terms.extract(x, 2, 1);
            let k = terms.bv(2, c & 3);
            conjuncts.push(terms.eq(slice, k));
        }
        let mut found = 0;
        for t in conjuncts {
            let Some((symbol, bits)) = fixed_bits(terms, t) else { continue };
            found += 1;
            let values: Vec<u64> = (0..1 << W)
                .filter(|v| {
                    let value = maymust_term::Value::bv(W, *v);
                    terms.eval(t, &|_| value.clone()).as_bool() == Some(true)
                })
                .collect();
            assert!(!values.is_empty());
            for v in values {
                assert_eq!((v & bits.zeros, !v & bits.ones), (0, 0), "{v} and {bits:?}");
            }
            let whole = assembled(terms, symbol, bits).expect("few parts");
            assert_eq!(terms.sort(whole), Sort::BitVec(W));
            assert_eq!(terms.known_bits(whole), bits);
        }
        assert!(found > 40, "{found}");
    }

    #[test]
    fn where_nothing_is_fixed() {
        let terms = &mut Terms::new();
        let [x, y] = ["x", "y"].map(|n| terms.declare_var(n, Sort::BitVec(8)));
        let wide = terms.declare_var("wide", Sort::BitVec(65));
        let (k, c) = (terms.bv(8, 200), terms.bv(65, 3));
        let low = terms.extract(x, 3, 0);
        let five = terms.bv(4, 5);
        let is_five = terms.eq(low, five);
        let conjuncts = [
            terms.app(Op::Ult, &[x, y]),
            terms.app(Op::Ult, &[x, k]),
            terms.app(Op::Ult, &[wide, c]),
            terms.not(is_five),
        ];
        for t in conjuncts {
            assert_eq!(fixed_bits(terms, t), None);
        }
        let scattered = KnownBits { zeros: 0b1010_1010, ones: 0 };
        let x = terms.as_var(x).expect("a variable");
        assert_eq!(assembled(terms, x, scattered), None);
        assert_eq!(both(scattered, KnownBits { zeros: 0, ones: 2 }), None);
    }
}
