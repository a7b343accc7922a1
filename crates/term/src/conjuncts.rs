//! A conjunction simplified by its own conjuncts: what one says is known in all others.

use crate::arena::Terms;
use crate::op::{Op, TermId};
use crate::walk::Rebuild;
use rustc_hash::{FxHashMap, FxHashSet};

/// So often what was learned may lead to more.
const ROUNDS: usize = 8;

impl Terms {
    /// The conjuncts of a term, those of inner conjunctions included, each once; none of what is true.
    pub fn conjuncts(&self, t: TermId) -> Vec<TermId> {
        let (mut list, mut seen) = (Vec::new(), FxHashSet::default());
        let mut work = vec![t];
        while let Some(t) = work.pop() {
            if !seen.insert(t) {
                continue;
            }
            match self.op(t) {
                Op::And => work.extend(self.args(t).iter().rev()),
                Op::BoolConst(true) => {}
                _ => list.push(t),
            }
        }
        list
    }

    /// An equivalent term: every conjunct is true within the others, and what equals a constant is that constant there.
    ///
    /// Why it is equivalent: a conjunct is what it was given those whose keys (see [`Terms::key`]) occur in it. These keys
    /// are proper parts of its own key, so nothing rests on itself.
    pub fn simplify_conjunction(&mut self, t: TermId) -> TermId {
        let mut t = t;
        for _ in 0..ROUNDS {
            let list = self.conjuncts(t);
            if list.len() < 2 {
                break;
            }
            let mut owners: FxHashMap<TermId, TermId> = FxHashMap::default();
            let mut known = Rebuild::default();
            for &c in &list {
                let (key, value) = self.key(c);
                if owners.contains_key(&key) {
                    continue;
                }
                owners.insert(key, c);
                known.memo.insert(key, value);
            }
            let mut new = Vec::with_capacity(list.len());
            for &c in &list {
                let (key, value) = self.key(c);
                let own = owners.get(&key) == Some(&c);
                let inside = self.args(if own { key } else { c }).to_vec();
                let inside: Vec<TermId> = inside.into_iter().map(|a| known.replaced(self, a)).collect();
                new.push(match own {
                    true => {
                        let key = self.with_args(key, &inside);
                        self.eq(key, value)
                    }
                    false => self.with_args(c, &inside),
                });
            }
            let next = self.and(&new);
            if next == t {
                break;
            }
            t = next;
        }
        t
    }

    /// What a conjunct says: this term has this constant value.
    fn key(&self, c: TermId) -> (TermId, TermId) {
        match (self.op(c), self.args(c)) {
            (Op::Not, &[a]) => (a, self.fls()),
            (Op::Eq, &[a, b]) if self.is_const(b) && !self.is_const(a) => (a, b),
            (Op::Eq, &[a, b]) if self.is_const(a) && !self.is_const(b) => (b, a),
            _ => (c, self.tru()),
        }
    }

    fn with_args(&mut self, t: TermId, args: &[TermId]) -> TermId {
        if *args == *self.args(t) { t } else { self.app(self.op(t), args) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sort::Sort;

    fn check(terms: &mut Terms, conjuncts: &[TermId], expected: &[TermId]) {
        let all = terms.and(conjuncts);
        let expected = terms.and(expected);
        assert_eq!(terms.simplify_conjunction(all), expected, "{}", terms.pretty(all));
    }

    #[test]
    fn conjuncts_hold_within_others() {
        let mut terms = Terms::new();
        let [x, y] = ["x", "y"].map(|n| terms.declare_var(n, Sort::BitVec(32)));
        let p = terms.declare_var("p", Sort::Bool);
        let [one, two, nine] = [1, 2, 9].map(|k| terms.bv(32, k));
        let not = terms.not(p);
        let choice = terms.ite(p, x, one);
        let less = terms.ult(choice, y);
        let simple = terms.ult(one, y);
        check(&mut terms, &[not, less], &[not, simple]);
        // What equals a constant is the constant, also through a chain.
        let is_one = terms.eq(x, one);
        let sum = terms.bv_add(x, one);
        let next = terms.eq(y, sum);
        let is_two = terms.eq(y, two);
        check(&mut terms, &[is_one, next], &[is_one, is_two]);
        let large = terms.ult(nine, y);
        let never = terms.fls();
        check(&mut terms, &[is_one, next, large], &[never]);
        // Two constants for one symbol; a conjunct does not do away with itself.
        let product = terms.bv_mul(x, y);
        let (a, b) = (terms.eq(product, one), terms.eq(product, two));
        check(&mut terms, &[a, b], &[never]);
        check(&mut terms, &[a, large], &[a, large]);
    }
}
