//! Rules for truth values and `ite`.
//!
//! Normal form: only `and` and `not` are stored; `(or a b)` is `(not (and (not a) (not b)))`.

use crate::arena::Terms;
use crate::op::{Op, TermId};
use crate::sort::Sort;
use smallvec::SmallVec;

/// Nested conjunctions are merged up to this many arguments, so that a conjunction grown one by
/// one stays linear in size.
const FLATTEN: usize = 16;

type List = SmallVec<[TermId; 16]>;

impl Terms {
    pub(super) fn not_rules(&mut self, a: TermId) -> TermId {
        // match: (not (not x)) / result: x
        if self.op(a) == Op::Not {
            return self.arg(a, 0);
        }
        match self.as_bool(a) {
            Some(b) => self.bool(!b),
            None => self.intern(Op::Not, Sort::Bool, &[a]),
        }
    }

    /// One is the other's negation.
    pub(crate) fn complementary(&self, a: TermId, b: TermId) -> bool {
        (self.op(a) == Op::Not && self.arg(a, 0) == b) || (self.op(b) == Op::Not && self.arg(b, 0) == a)
    }

    /// match: (or x y) / result: (not (and (not x) (not y)))
    pub(super) fn or_rules(&mut self, args: &[TermId]) -> TermId {
        let negated: List = args.iter().map(|a| self.not_rules(*a)).collect();
        let and = self.and_rules(&negated);
        self.not_rules(and)
    }

    pub(super) fn and_rules(&mut self, args: &[TermId]) -> TermId {
        let mut list = self.merged(args);
        // match: (and x true) / result: x
        list.retain(|a| *a != self.tru());
        list.sort_unstable_by_key(|a| self.order_key(*a));
        // match: (and x x) / result: x
        list.dedup();
        // match: (and x false) / result: false; (and x (not x)) / result: false
        if list.contains(&self.fls()) || self.has_complements(&list) {
            return self.fls();
        }
        if list.len() <= FLATTEN
            && let Some(shorter) = self.merge_bounds(&list).or_else(|| self.propagate(&list))
        {
            return self.and_rules(&shorter);
        }
        match list[..] {
            [] => self.tru(),
            [a] => a,
            _ => self.intern(Op::And, Sort::Bool, &list),
        }
    }

    /// match: (and (and x y) z) / result: (and x y z), while short
    fn merged(&self, args: &[TermId]) -> List {
        let is_and = |a: TermId| self.op(a) == Op::And;
        let count: usize = args.iter().map(|a| if is_and(*a) { self.args(*a).len() } else { 1 }).sum();
        let mut list = List::new();
        for &a in args {
            if count <= FLATTEN && is_and(a) {
                list.extend_from_slice(self.args(a));
            } else {
                list.push(a);
            }
        }
        list
    }

    fn contains_sorted(&self, sorted: &[TermId], t: TermId) -> bool {
        let key = self.order_key(t);
        sorted.binary_search_by_key(&key, |b| self.order_key(*b)).is_ok()
    }

    fn has_complements(&self, sorted: &[TermId]) -> bool {
        sorted.iter().any(|&a| self.op(a) == Op::Not && self.contains_sorted(sorted, self.arg(a, 0)))
    }

    /// Simplifies disjunctions by the other conjuncts; none if nothing changes.
    fn propagate(&mut self, list: &List) -> Option<List> {
        for (i, &a) in list.iter().enumerate() {
            if self.op(a) != Op::Not || self.op(self.arg(a, 0)) != Op::And {
                continue;
            }
            let inner = self.args(self.arg(a, 0));
            if inner.len() > 4 * FLATTEN {
                continue;
            }
            // match: (and x (or x y)) / result: x
            if inner.iter().any(|x| list.iter().any(|m| self.complementary(*x, *m))) {
                let mut out = list.clone();
                out.remove(i);
                return Some(out);
            }
            // match: (and x (or (not x) y)) / result: (and x y)
            let known = |x: &TermId| self.contains_sorted(list, *x);
            if inner.iter().any(known) {
                let rest: List = inner.iter().copied().filter(|x| !known(x)).collect();
                let mut out = list.clone();
                let clause = self.and_rules(&rest);
                out[i] = self.not_rules(clause);
                return Some(out);
            }
        }
        None
    }

    pub(super) fn ite_rules(&mut self, c: TermId, a: TermId, b: TermId) -> TermId {
        // match: (ite true x y) / result: x; (ite false x y) / result: y
        if let Some(v) = self.as_bool(c) {
            return if v { a } else { b };
        }
        // match: (ite c x x) / result: x
        if a == b {
            return a;
        }
        // match: (ite (not c) x y) / result: (ite c y x)
        if self.op(c) == Op::Not {
            let inner = self.arg(c, 0);
            return self.ite(inner, b, a);
        }
        let sort = self.sort(a);
        self.ite_nested(c, a, b)
            .or_else(|| self.ite_equation(c, a, b))
            .or_else(|| self.ite_extended(c, a, b))
            .or_else(|| if sort == Sort::Bool { self.ite_bool(c, a, b) } else { None })
            .unwrap_or_else(|| self.make(Op::Ite, sort, &[c, a, b]))
    }

    /// An `ite` in a branch with the same condition or a shared branch.
    fn ite_nested(&mut self, c: TermId, a: TermId, b: TermId) -> Option<TermId> {
        if self.op(a) == Op::Ite {
            let &[d, x, y] = self.args(a) else { return None };
            // match: (ite c (ite c x y) b) / result: (ite c x b)
            if d == c {
                return Some(self.ite(c, x, b));
            }
            // match: (ite c (ite d x y) y) / result: (ite (and c d) x y)
            if y == b {
                let both = self.and2(c, d);
                return Some(self.ite(both, x, b));
            }
            // match: (ite c (ite d x y) x) / result: (ite (and c (not d)) y x)
            if x == b {
                let nd = self.not(d);
                let both = self.and2(c, nd);
                return Some(self.ite(both, y, b));
            }
        }
        if self.op(b) == Op::Ite {
            let &[d, x, y] = self.args(b) else { return None };
            // match: (ite c a (ite c x y)) / result: (ite c a y)
            if d == c {
                return Some(self.ite(c, a, y));
            }
            // match: (ite c x (ite d x y)) / result: (ite (or c d) x y)
            if x == a {
                let either = self.or2(c, d);
                return Some(self.ite(either, a, y));
            }
            // match: (ite c y (ite d x y)) / result: (ite (or c (not d)) y x)
            if y == a {
                let nd = self.not(d);
                let either = self.or2(c, nd);
                return Some(self.ite(either, a, x));
            }
        }
        None
    }

    /// match: (ite (= x y) x y) / result: y; (ite (= x y) y x) / result: x
    fn ite_equation(&mut self, c: TermId, a: TermId, b: TermId) -> Option<TermId> {
        if self.op(c) != Op::Eq {
            return None;
        }
        let args = self.args(c);
        (args.contains(&a) && args.contains(&b)).then_some(b)
    }

    /// match: (ite c (zext n x) (zext n y)) / result: (zext n (ite c x y)); also sext
    fn ite_extended(&mut self, c: TermId, a: TermId, b: TermId) -> Option<TermId> {
        let op = self.op(a);
        if !matches!(op, Op::ZeroExtend(_) | Op::SignExtend(_)) || op != self.op(b) {
            return None;
        }
        let (x, y) = (self.arg(a, 0), self.arg(b, 0));
        let inner = self.ite(c, x, y);
        Some(self.app(op, &[inner]))
    }

    fn ite_bool(&mut self, c: TermId, a: TermId, b: TermId) -> Option<TermId> {
        // match: (ite c true y) / result: (or c y); (ite c c y) / result: (or c y)
        if self.as_bool(a) == Some(true) || a == c {
            return Some(self.or2(c, b));
        }
        // match: (ite c x false) / result: (and c x); (ite c x c) / result: (and c x)
        if self.as_bool(b) == Some(false) || b == c {
            return Some(self.and2(c, a));
        }
        // match: (ite c false y) / result: (and (not c) y); (ite c (not c) y) / the same
        if self.as_bool(a) == Some(false) || self.complementary(a, c) {
            let nc = self.not(c);
            return Some(self.and2(nc, b));
        }
        // match: (ite c x true) / result: (or (not c) x); (ite c x (not c)) / the same
        if self.as_bool(b) == Some(true) || self.complementary(b, c) {
            return Some(self.implies(c, a));
        }
        // match: (ite c x (not x)) / result: (= c x)
        self.complementary(a, b).then(|| self.eq(c, a))
    }
}
