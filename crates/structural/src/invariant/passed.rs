//! Instances of facts about all cells that a loop has passed, for the indices that a condition reads memory with.

use std::rc::Rc;

use maymust_term::{Op, Sort, Symbol, TermId};
use rustc_hash::FxHashMap;

use super::Invariants;
use crate::unfold::{BoxId, Output, Unfolding, View};

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
