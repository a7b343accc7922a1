//! Facts about all cells that a loop has passed: `for any k from the start up to i: a[k] = f(k)`.
//!
//! The index `k` is a symbol that nothing else speaks of, so what is inductive with it is so for every index. A condition
//! gets instances for the indices that it reads memory with.

use std::rc::Rc;

use maymust_program::VarId;
use maymust_term::{Op, Sort, Symbol, TermId};
use rustc_hash::{FxHashMap, FxHashSet};

use super::Invariants;
use super::candidates::Candidates;
use crate::unfold::{BoxId, Output, Unfolding, View};

/// At most so many facts of a loop are tried.
const MOST_FACTS: usize = 20;
/// At most so many instances for each loop of a condition.
const MOST_INSTANCES: usize = 12;
/// So often cells may lead to other cells.
const ROUNDS: usize = 3;
/// Larger terms are no indices.
const SIZE: usize = 12;

/// The facts about cells of a loop that is used in its abstract form.
#[derive(Clone, Debug)]
pub struct Passed {
    /// Variables where it starts.
    pub start: FxHashMap<Symbol, TermId>,
    /// Variables now.
    pub now: FxHashMap<Symbol, TermId>,
    /// Its invariants.
    pub invariants: Rc<Invariants>,
}

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
    fn direction(&mut self, v: VarId) -> Option<bool> {
        let moves = self.moves(v);
        let numbers: Vec<i64> = moves.iter().filter_map(|t| self.terms.as_i64(*t)).collect();
        let is = |k: i64| numbers.contains(&k) && numbers.iter().all(|n| *n == 0 || *n == k);
        if is(1) { Some(true) } else { is(-1).then_some(false) }
    }

    /// `old <= any < counter`, or the same downwards.
    fn passed(&mut self, guard: TermId, counter: VarId, any: TermId, up: bool) -> TermId {
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
    fn written(&mut self, counter: VarId, any: TermId) -> Vec<(bool, TermId)> {
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
                if !self.terms.is_small(value, 4 * SIZE) {
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
    fn compared(&mut self, counter: VarId, any: TermId, atoms: &[TermId]) -> Vec<(bool, TermId)> {
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
    fn moves_with(&self, index: TermId, counter: VarId) -> bool {
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

impl Unfolding<'_> {
    /// A condition as a view sees it, with what loops in their abstract form say of the cells that it reads.
    pub fn with_cells(&mut self, phi: TermId, view: &View, memo: &mut FxHashMap<TermId, TermId>) -> TermId {
        let mut phi = phi;
        // What one loop says may be about cells that another has passed.
        for _ in 0..ROUNDS {
            let mut all = vec![phi];
            let loops = self.loops_with_cells(phi);
            let places = if loops.is_empty() { Vec::new() } else { self.places_read(phi) };
            for b in loops {
                let instances = self.instances_of(b, &places);
                all.extend(instances.into_iter().map(|t| self.resolve(t, view, memo)));
            }
            let more = self.terms.and(&all);
            if more == phi {
                break;
            }
            phi = more;
        }
        phi
    }

    /// Loops whose abstract form a condition speaks of, as far as they say something of cells.
    fn loops_with_cells(&self, phi: TermId) -> Vec<BoxId> {
        let mut loops: Vec<BoxId> = Vec::new();
        for s in self.terms.support(phi) {
            if let Some((b, Output::Header)) = self.output(s)
                && self.passed.contains_key(&b)
                && !loops.contains(&b)
            {
                loops.push(b);
            }
        }
        loops
    }

    fn instances_of(&mut self, b: BoxId, places: &[TermId]) -> Vec<TermId> {
        let Passed { start, mut now, invariants } = self.passed[&b].clone();
        let mut instances = Vec::new();
        for index in &invariants.indices {
            let about = |c: &&TermId| self.terms.support(**c).contains(index);
            let cells: Vec<TermId> = invariants.cells.iter().filter(about).copied().collect();
            for t in self.indices_of(*index, &cells, &now, places) {
                now.insert(*index, t);
                instances.push(invariants.instance(&mut self.terms, &start, &now, &cells));
            }
            now.remove(index);
        }
        instances
    }

    /// The indices that places have: parts of them, simple ones first, and numbers.
    fn indices_of(
        &mut self,
        index: Symbol,
        cells: &[TermId],
        now: &FxHashMap<Symbol, TermId>,
        places: &[TermId],
    ) -> Vec<TermId> {
        let sort = self.terms.symbol_sort(index);
        let mut found = self.terms.cone_of(places);
        found.retain(|t| !self.terms.is_const(*t) && self.terms.sort(*t) == sort);
        found.sort_by_key(|t| (self.terms.as_var(*t).is_none(), *t));
        found.truncate(MOST_INSTANCES);
        let Sort::BitVec(width) = sort else { return found };
        let mut now = now.clone();
        for pattern in self
            .places_of(cells)
            .into_iter()
            .filter(|p| self.terms.support(*p).contains(&index))
            .collect::<Vec<_>>()
        {
            let [first, second] = [0, 1].map(|k| {
                now.insert(index, self.terms.bv(width, k));
                self.terms.substitute(pattern, &now)
            });
            let distance = self.terms.bv_sub(second, first);
            let Some(distance) = self.terms.as_i64(distance).filter(|d| *d != 0) else { continue };
            for place in places
                .iter()
                .filter(|p| self.terms.sort(**p) == self.terms.sort(first))
                .copied()
                .collect::<Vec<_>>()
            {
                let ahead = self.terms.bv_sub(place, first);
                let Some(ahead) = self.terms.as_i64(ahead).filter(|a| a % distance == 0) else { continue };
                let number = self.terms.bv_i64(width, ahead / distance);
                if found.len() < 2 * MOST_INSTANCES && !found.contains(&number) {
                    found.push(number);
                }
            }
        }
        found
    }

    /// The places that a condition reads memory at, as far as they are simple.
    fn places_read(&self, phi: TermId) -> Vec<TermId> {
        let mut places = self.places_of(&[phi]);
        places.retain(|p| self.terms.is_small(*p, SIZE));
        places
    }

    fn places_of(&self, roots: &[TermId]) -> Vec<TermId> {
        let reads = |t: &TermId| matches!(self.terms.op(*t), Op::Select | Op::Load { .. });
        let mut places: Vec<TermId> =
            self.terms.cone_of(roots).into_iter().filter(reads).map(|t| self.terms.arg(t, 1)).collect();
        places.sort_unstable();
        places.dedup();
        places
    }
}
