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
            t = self.factor(t);
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
        self.narrow_divisions(t)
    }

    /// What all ways of a disjunction among the conjuncts have in common becomes a conjunct.
    fn factor(&mut self, t: TermId) -> TermId {
        let list = self.conjuncts(t);
        let new: Vec<TermId> = list.iter().map(|c| self.factored(*c).unwrap_or(*c)).collect();
        if new == list { t } else { self.and(&new) }
    }

    fn factored(&mut self, t: TermId) -> Option<TermId> {
        // A disjunction is what is not the conjunction of what is not one of the ways.
        let &[inner] = self.args(t) else { return None };
        if self.op(t) != Op::Not || self.op(inner) != Op::And {
            return None;
        }
        let ways: Vec<TermId> = self.args(inner).to_vec();
        let ways: Vec<TermId> = ways.into_iter().map(|w| self.not(w)).collect();
        let mut common: FxHashSet<TermId> = self.conjuncts(ways[0]).into_iter().collect();
        let mut lists = Vec::with_capacity(ways.len());
        for way in ways {
            let list = self.conjuncts(way);
            let here: FxHashSet<TermId> = list.iter().copied().collect();
            common.retain(|c| here.contains(c));
            if common.is_empty() {
                return None;
            }
            lists.push(list);
        }
        let mut all: Vec<TermId> = lists[0].iter().filter(|c| common.contains(c)).copied().collect();
        let mut rests = Vec::with_capacity(lists.len());
        for mut list in lists {
            list.retain(|c| !common.contains(c));
            rests.push(self.and(&list));
        }
        all.push(self.or(&rests));
        Some(self.and(&all))
    }

    /// Symbols that conjuncts bound become the few bits that they have, if something is divided: leading zeros make a
    /// divider small, and a solver does not find that out by itself.
    fn narrow_divisions(&mut self, t: TermId) -> TermId {
        let divides = |t: &TermId| match self.op(*t) {
            Op::BvUDiv | Op::BvURem | Op::BvSDiv | Op::BvSRem | Op::BvSMod => !self.is_const(self.arg(*t, 1)),
            _ => false,
        };
        if !self.cone(t).iter().any(divides) {
            return t;
        }
        let list = self.conjuncts(t);
        let is_bound = |c: &TermId| self.bound(*c).is_some_and(|b| self.as_var(b.term).is_some());
        let is_bound: Vec<bool> = list.iter().map(is_bound).collect();
        // By symbol: is it known not to be negative, and its least upper bounds, unsigned and signed.
        let mut ranges: FxHashMap<TermId, (bool, u64, u64)> = FxHashMap::default();
        let mut symbols: Vec<TermId> = Vec::new();
        for bound in list.iter().filter_map(|c| self.bound(*c)) {
            let (Some(_), Some(c)) = (self.as_var(bound.term), bound.constant.to_u64()) else { continue };
            let (range, is_negative) = (ranges.entry(bound.term), bound.constant.sign_bit());
            symbols.push(bound.term);
            let (sign, unsigned, signed) = range.or_insert((false, u64::MAX, u64::MAX));
            match (bound.op, bound.positive) {
                (Op::Ult, true) => *unsigned = c.saturating_sub(1).min(*unsigned),
                (Op::Slt, true) if !is_negative => *signed = c.saturating_sub(1).min(*signed),
                (Op::Slt, false) if !is_negative => *sign = true,
                _ => {}
            }
        }
        let mut narrow = Rebuild::default();
        for x in symbols {
            let (sign, unsigned, signed) = ranges[&x];
            let max = if sign { unsigned.min(signed) } else { unsigned };
            let (width, bits) = (self.width(x), 64 - max.leading_zeros());
            if bits > 0 && bits < width {
                let low = self.extract(x, bits - 1, 0);
                let low = self.zero_extend(low, width - bits);
                narrow.memo.insert(x, low);
            }
        }
        if narrow.memo.is_empty() {
            return t;
        }
        // Bounds stay what they are: the rest is equivalent given them.
        let new: Vec<TermId> = (list.iter().zip(is_bound))
            .map(|(c, is_bound)| if is_bound { *c } else { narrow.replaced(self, *c) })
            .collect();
        self.and(&new)
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
    #[test]
    fn what_all_ways_have_in_common() {
        let mut terms = Terms::new();
        let [p, q, r] = ["p", "q", "r"].map(|n| terms.declare_var(n, Sort::Bool));
        let (left, right) = (terms.and(&[p, q]), terms.and(&[p, r]));
        let (either, rest) = (terms.or(&[left, right]), terms.or(&[q, r]));
        check(&mut terms, &[either], &[p, rest]);
        let more = terms.or(&[left, p]);
        check(&mut terms, &[more], &[p]);
        check(&mut terms, &[rest], &[rest]);
    }

    /// Over all values of four bits: bounded operands of a division, and the same formula without the simplification.
    #[test]
    fn divisions_of_bounded_numbers() {
        const W: u32 = 4;
        let mut terms = Terms::new();
        let [x, y] = ["x", "y"].map(|n| terms.declare_var(n, Sort::BitVec(W)));
        let mut narrowed = 0;
        for op in [Op::BvUDiv, Op::BvURem, Op::BvSDiv, Op::BvSRem, Op::BvSMod] {
            for (less, k, swap) in (0..1 << W).flat_map(|k| {
                [Op::Ult, Op::Slt].into_iter().flat_map(move |l| [false, true].map(|s| (l, k, s)))
            }) {
                let (k, three) = (terms.bv(W, k), terms.bv(W, 3));
                let bound = if swap { terms.app(less, &[k, x]) } else { terms.app(less, &[x, k]) };
                let other = if swap { terms.app(less, &[x, three]) } else { terms.app(less, &[three, x]) };
                let (not_bound, not_other) = (terms.not(bound), terms.not(other));
                let result = terms.app(op, &[x, y]);
                let small = terms.ult(result, three);
                for bounds in [[bound, other], [bound, not_other], [not_bound, other], [not_bound, not_other]]
                {
                    let all = terms.and(&[bounds[0], bounds[1], small]);
                    let new = terms.simplify_conjunction(all);
                    narrowed +=
                        (terms.cone(new).iter().any(|t| matches!(terms.op(*t), Op::Extract { .. }))) as u32;
                    for v in 0..1 << (2 * W) {
                        let value =
                            |s| crate::Value::bv(W, if Some(s) == terms.as_var(x) { v & 15 } else { v >> W });
                        assert_eq!(terms.eval(all, &value), terms.eval(new, &value), "{}", terms.pretty(all));
                    }
                }
            }
        }
        assert!(narrowed > 100, "{narrowed}");
    }
}
