//! Rules for conjunctions of bounds: comparisons of one term with constants.

use crate::arena::Terms;
use crate::bv::BvValue;
use crate::op::{Op, TermId};
use smallvec::SmallVec;

/// A literal on a term and a constant: `x < c`, `x = c` or its negation.
pub(crate) struct Bound<'a> {
    pub term: TermId,
    pub op: Op,
    pub constant: &'a BvValue,
    pub positive: bool,
}

/// What two bounds of one term come to.
enum Pair {
    /// Nothing new.
    Both,
    /// The first follows from the second.
    Second,
    /// The second follows from the first.
    First,
    /// They exclude each other.
    Never,
    /// Only one value is left.
    Exactly(BvValue),
}

impl Terms {
    /// A term read as a bound.
    pub(crate) fn bound(&self, t: TermId) -> Option<Bound<'_>> {
        let (t, positive) = if self.op(t) == Op::Not { (self.arg(t, 0), false) } else { (t, true) };
        let op = self.op(t);
        if !matches!(op, Op::Ult | Op::Slt | Op::Eq) {
            return None;
        }
        let &[term, constant] = self.args(t) else { return None };
        Some(Bound { term, op, constant: self.as_bv(constant)?, positive })
    }

    /// Merges two bounds of one term; none if no two can be.
    pub(super) fn merge_bounds(&mut self, list: &SmallVec<[TermId; 16]>) -> Option<SmallVec<[TermId; 16]>> {
        let bounds: SmallVec<[Option<Bound<'_>>; 16]> = list.iter().map(|t| self.bound(*t)).collect();
        let mut found = None;
        'search: for (i, a) in bounds.iter().enumerate() {
            let Some(a) = a else { continue };
            for (j, b) in bounds.iter().enumerate().skip(i + 1) {
                let Some(b) = b.as_ref().filter(|b| b.term == a.term) else { continue };
                let pair = pair(a, b);
                if !matches!(pair, Pair::Both) {
                    found = Some((i, j, a.term, pair));
                    break 'search;
                }
            }
        }
        drop(bounds);
        let (i, j, term, pair) = found?;
        let mut out = list.clone();
        match pair {
            Pair::Both => return None,
            Pair::First => drop(out.remove(j)),
            Pair::Second => drop(out.remove(i)),
            Pair::Never => out = SmallVec::from_slice(&[self.fls()]),
            Pair::Exactly(v) => {
                let v = self.bv_value(v);
                out.remove(j);
                out[i] = self.eq(term, v);
            }
        }
        Some(out)
    }
}

/// Does `x = v` make the bound true?
fn holds(b: &Bound<'_>, v: &BvValue) -> bool {
    let truth = match b.op {
        Op::Ult => v.ult(b.constant),
        Op::Slt => v.slt(b.constant),
        _ => v == b.constant,
    };
    truth == b.positive
}

fn pair(a: &Bound<'_>, b: &Bound<'_>) -> Pair {
    // match: (and (= x c) B), B a bound on x / result: (= x c) or false
    if a.op == Op::Eq && a.positive {
        return if holds(b, a.constant) { Pair::First } else { Pair::Never };
    }
    if b.op == Op::Eq && b.positive {
        return if holds(a, b.constant) { Pair::Second } else { Pair::Never };
    }
    // match: (and (not (= x c)) B), where B excludes c / result: B
    if a.op == Op::Eq {
        return if holds(b, a.constant) { Pair::Both } else { Pair::Second };
    }
    if b.op == Op::Eq {
        return if holds(a, b.constant) { Pair::Both } else { Pair::First };
    }
    if a.op != b.op {
        return Pair::Both;
    }
    let less = |p: &BvValue, q: &BvValue| if a.op == Op::Ult { p.ult(q) } else { p.slt(q) };
    let (c, d) = (a.constant, b.constant);
    match (a.positive, b.positive) {
        // match: (and (< x c) (< x d)), c below d / result: (< x c)
        (true, true) => {
            if less(c, d) {
                Pair::First
            } else {
                Pair::Second
            }
        }
        // match: (and (not (< x c)) (not (< x d))), c below d / result: (not (< x d))
        (false, false) => {
            if less(c, d) {
                Pair::Second
            } else {
                Pair::First
            }
        }
        (true, false) => between(d, c, less),
        (false, true) => between(c, d, less),
    }
}

/// match: (and (not (< x low)) (< x high)) / result: false if high is not above low, and
/// (= x low) if high is low + 1
fn between(low: &BvValue, high: &BvValue, less: impl Fn(&BvValue, &BvValue) -> bool) -> Pair {
    if !less(low, high) {
        return Pair::Never;
    }
    let next = low.add(&BvValue::one(low.width()));
    if next == *high { Pair::Exactly(low.clone()) } else { Pair::Both }
}
