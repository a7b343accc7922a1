//! Rules for truth values, equality and `ite`.

use crate::arena::Terms;
use crate::op::{Op, TermId};
use crate::sort::Sort;
use smallvec::SmallVec;

/// Nested conjunctions are merged up to this many arguments, so that a conjunction grown one by
/// one stays linear in size.
const FLATTEN: usize = 16;

impl Terms {
    pub(super) fn not_rules(&mut self, a: TermId) -> TermId {
        // match: (not (not a)) / result: a
        if self.op(a) == Op::Not {
            return self.arg(a, 0);
        }
        match self.as_bool(a) {
            Some(b) => self.bool(!b),
            None => self.intern(Op::Not, Sort::Bool, &[a]),
        }
    }

    /// `a` and `b` are each other's negation.
    pub(crate) fn complementary(&self, a: TermId, b: TermId) -> bool {
        (self.op(a) == Op::Not && self.arg(a, 0) == b) || (self.op(b) == Op::Not && self.arg(b, 0) == a)
    }

    /// Conjunction and disjunction; `neutral` is dropped, its negation absorbs.
    pub(super) fn junction(&mut self, op: Op, args: &[TermId]) -> TermId {
        let neutral = self.bool(op == Op::And);
        let absorbing = self.bool(op != Op::And);
        let mut list: SmallVec<[TermId; 16]> = SmallVec::new();
        // match: (and (and a b) c) / result: (and a b c), while short
        let merged: usize =
            args.iter().map(|a| if self.op(*a) == op { self.args(*a).len() } else { 1 }).sum();
        for &a in args {
            if merged <= FLATTEN && self.op(a) == op {
                list.extend_from_slice(self.args(a));
            } else {
                list.push(a);
            }
        }
        // match: (and a true) / result: a
        list.retain(|a| *a != neutral);
        list.sort_by_key(|a| self.order_key(*a));
        // match: (and a a) / result: a
        list.dedup();
        // match: (and a false) / result: false; (and a (not a)) / result: false
        if list.contains(&absorbing) || self.has_complements(&list) {
            return absorbing;
        }
        match list[..] {
            [] => neutral,
            [a] => a,
            _ => self.intern(op, Sort::Bool, &list),
        }
    }

    fn has_complements(&self, sorted: &[TermId]) -> bool {
        sorted.iter().any(|&a| {
            self.op(a) == Op::Not && {
                let key = self.order_key(self.arg(a, 0));
                sorted.binary_search_by_key(&key, |b| self.order_key(*b)).is_ok()
            }
        })
    }

    pub(super) fn eq_rules(&mut self, a: TermId, b: TermId) -> TermId {
        // match: (= a a) / result: true
        if a == b {
            return self.tru();
        }
        let (a, b) = if self.in_order(a, b) { (a, b) } else { (b, a) };
        // match: (= c d), different constants / result: false
        if self.is_const(a) && self.is_const(b) && !self.sort(a).is_array() {
            return self.fls();
        }
        let special = match self.sort(a) {
            Sort::Bool => self.eq_bool(a, b),
            _ => None,
        };
        special.unwrap_or_else(|| self.intern(Op::Eq, Sort::Bool, &[a, b]))
    }

    fn eq_bool(&mut self, a: TermId, b: TermId) -> Option<TermId> {
        // match: (= a true) / result: a; (= a false) / result: (not a)
        if let Some(v) = self.as_bool(b) {
            return Some(if v { a } else { self.not(a) });
        }
        // match: (= a (not a)) / result: false
        if self.complementary(a, b) {
            return Some(self.fls());
        }
        // match: (= (not a) (not b)) / result: (= a b); (= (not a) b) / result: (not (= a b))
        let strip = |t: TermId| if self.op(t) == Op::Not { (self.arg(t, 0), true) } else { (t, false) };
        let ((x, nx), (y, ny)) = (strip(a), strip(b));
        if !nx && !ny {
            return None;
        }
        let eq = self.eq(x, y);
        Some(if nx == ny { eq } else { self.not(eq) })
    }

    pub(super) fn ite_rules(&mut self, c: TermId, a: TermId, b: TermId) -> TermId {
        // match: (ite true a b) / result: a; (ite false a b) / result: b
        if let Some(v) = self.as_bool(c) {
            return if v { a } else { b };
        }
        // match: (ite c a a) / result: a
        if a == b {
            return a;
        }
        // match: (ite (not c) a b) / result: (ite c b a)
        if self.op(c) == Op::Not {
            let inner = self.arg(c, 0);
            return self.ite(inner, b, a);
        }
        let sort = self.sort(a);
        if sort == Sort::Bool
            && let Some(t) = self.ite_bool(c, a, b)
        {
            return t;
        }
        self.make(Op::Ite, sort, &[c, a, b])
    }

    fn ite_bool(&mut self, c: TermId, a: TermId, b: TermId) -> Option<TermId> {
        // match: (ite c true b) / result: (or c b); and so on for constant branches
        match (self.as_bool(a), self.as_bool(b)) {
            (Some(true), _) => return Some(self.or2(c, b)),
            (Some(false), _) => {
                let nc = self.not(c);
                return Some(self.and2(nc, b));
            }
            (_, Some(true)) => return Some(self.implies(c, a)),
            (_, Some(false)) => return Some(self.and2(c, a)),
            _ => {}
        }
        // match: (ite c a (not a)) / result: (= c a)
        self.complementary(a, b).then(|| self.eq(c, a))
    }
}
