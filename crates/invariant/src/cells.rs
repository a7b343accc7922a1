//! Facts about all cells that a loop has passed: `for any k from the start up to i: a[k] = f(k)`.
//!
//! The index `k` is a symbol that nothing else speaks of, so what is inductive with it is so for every index.

use maymust_term::{Op, Sort, Symbol, TermId};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::candidates::Candidates;

/// At most so many facts of a loop are tried.
const MOST_FACTS: usize = 20;
/// Larger values are not compared.
const SIZE: usize = 48;

impl Candidates<'_> {
    /// Facts about the cells that counters have passed, with the symbols that stand for any index.
    pub fn cells_passed(&mut self, guard: TermId, atoms: &[TermId]) -> (Vec<TermId>, Vec<Symbol>) {
        let (mut facts, mut indices) = (Vec::new(), Vec::new());
        for (counter, width) in self.numbers() {
            let Some(up) = self.direction(counter) else { continue };
            let index = self.terms.fresh("$index", Sort::BitVec(width));
            let any = self.terms.var(index);
            let passed = self.passed(guard, counter, any, up);
            let not_passed = self.terms.not(passed);
            let found = self.written(counter, any);
            for (is_changed, fact) in found.into_iter().chain(self.compared(counter, any, atoms)) {
                let range = if is_changed { passed } else { not_passed };
                let fact = self.terms.implies(range, fact);
                if facts.len() < MOST_FACTS && !self.terms.is_const(fact) && !facts.contains(&fact) {
                    facts.push(fact);
                }
            }
            indices.push(index);
        }
        (facts, indices)
    }

    /// Does a variable count by ones, up (true) or down?
    fn direction(&mut self, v: Symbol) -> Option<bool> {
        let moves = self.moves(v);
        let numbers: Vec<i64> = moves.iter().filter_map(|t| self.terms.as_i64(*t)).collect();
        let is = |k: i64| numbers.contains(&k) && numbers.iter().all(|n| *n == 0 || *n == k);
        if is(1) { Some(true) } else { is(-1).then_some(false) }
    }

    /// `old <= any < counter`, or the same downwards.
    fn passed(&mut self, guard: TermId, counter: Symbol, any: TermId, up: bool) -> TermId {
        let (now, old) = (self.terms.var(counter), self.old[&counter]);
        let is_signed = |t: &TermId| self.terms.op(*t) == Op::Slt && self.terms.args(*t).contains(&now);
        let signed = self.terms.cone(guard).iter().any(is_signed);
        let (low, high) = if up { ((old, any), (any, now)) } else { ((now, any), (any, old)) };
        let terms = &mut *self.terms;
        // The start is passed first, where the counter is comes next.
        let (low, high) = match (signed, up) {
            (true, true) => (terms.sle(low.0, low.1), terms.slt(high.0, high.1)),
            (true, false) => (terms.slt(low.0, low.1), terms.sle(high.0, high.1)),
            (false, true) => (terms.ule(low.0, low.1), terms.ult(high.0, high.1)),
            (false, false) => (terms.ult(low.0, low.1), terms.ule(high.0, high.1)),
        };
        terms.and(&[low, high])
    }

    /// What the loop writes at a place that the counter says, and that all else is as it was. True: of cells that were passed.
    fn written(&mut self, counter: Symbol, any: TermId) -> Vec<(bool, TermId)> {
        let mut found = Vec::new();
        for v in self.modified.clone() {
            let (Some(&after), true) = (self.now.get(&v), self.terms.symbol_sort(v).is_array()) else {
                continue;
            };
            for t in self.terms.cone(after) {
                let (index, value) = match (self.terms.op(t), self.terms.args(t)) {
                    (Op::Store, &[_, index, value]) => (index, value),
                    _ => continue,
                };
                let memory = self.terms.var(v);
                if self.terms.sort(t) != self.terms.sort(memory) || !self.moves_with(index, counter) {
                    continue;
                }
                let at = [(counter, any)].into_iter().collect();
                let place = self.terms.substitute(index, &at);
                let (now, then) = (self.terms.select(memory, place), self.terms.select(self.old[&v], place));
                let same = self.terms.eq(now, then);
                found.push((false, same));
                let before: FxHashMap<Symbol, TermId> = (self.old.iter())
                    .filter(|(s, _)| self.terms.symbol_sort(**s).is_array())
                    .map(|(s, t)| (*s, *t))
                    .chain([(counter, any)])
                    .collect();
                if !self.terms.is_small(value, SIZE) {
                    continue;
                }
                for map in [at, before] {
                    let value = self.terms.substitute(value, &map);
                    let equal = self.terms.eq(now, value);
                    if self.is_about(equal, any) {
                        found.push((true, equal));
                    }
                }
            }
        }
        found
    }

    /// Comparisons of cells, for the cells that were passed.
    fn compared(&mut self, counter: Symbol, any: TermId, atoms: &[TermId]) -> Vec<(bool, TermId)> {
        let mut found = Vec::new();
        let sort = self.terms.symbol_sort(counter);
        for &atom in atoms {
            let mut indices: FxHashSet<Symbol> = FxHashSet::default();
            for t in self.terms.cone(atom) {
                if matches!(self.terms.op(t), Op::Select | Op::Load { .. }) {
                    indices.extend(self.terms.support(self.terms.arg(t, 1)));
                }
            }
            #[allow(clippy::iter_over_hash_type)]
            let mut indices: Vec<Symbol> = indices.into_iter().collect();
            indices.sort_unstable();
            for s in indices.into_iter().filter(|s| self.terms.symbol_sort(*s) == sort).collect::<Vec<_>>() {
                let fact = self.terms.substitute(atom, &[(s, any)].into_iter().collect());
                if self.is_about(fact, any) {
                    found.push((true, fact));
                    found.push((true, self.terms.not(fact)));
                }
            }
        }
        found
    }

    /// Does a place depend on the counter, and on nothing else that moves?
    fn moves_with(&self, index: TermId, counter: Symbol) -> bool {
        let support = self.terms.support(index);
        let is_known = |s: &Symbol| *s == counter || (self.inputs.contains(s) && !self.modified.contains(s));
        support.contains(&counter) && support.iter().all(is_known)
    }

    /// Does a fact speak of the loop's own state and of any index?
    fn is_about(&self, fact: TermId, any: TermId) -> bool {
        let support = self.terms.support(fact);
        let is_old = |s: &Symbol| self.old.values().any(|o| self.terms.as_var(*o) == Some(*s));
        let index = self.terms.as_var(any);
        let is_known = |s: &Symbol| Some(*s) == index || self.inputs.contains(s) || is_old(s);
        index.is_some_and(|i| support.contains(&i)) && support.iter().all(is_known)
    }
}
