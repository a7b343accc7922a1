//! The abstract form of a loop: its last iteration from an arbitrary state that satisfies the loop's invariants.

use maymust_term::{Symbol, TermId};
use rustc_hash::FxHashMap;

use super::{BoxId, InstanceId, Last, Output, Unfolding};
use crate::invariant::Passed;
use crate::region::Region;
use crate::summary::kept;

impl Unfolding<'_> {
    /// From now on invariants of a loop are looked for whatever the effort.
    pub fn want_invariants(&mut self, id: BoxId) {
        self.boxes[id.0 as usize].wants_invariants = true;
    }

    /// The abstract form of a loop: with invariants, if they are wanted by now.
    pub(super) fn last(&mut self, id: BoxId) -> Last {
        let wants = self.inference.is_allowed() && (self.inference.is_on || self.box_of(id).wants_invariants);
        let last = match self.box_of(id).last {
            Some(l) if l.is_inferred || !wants => return l,
            Some(l) => l,
            None => self.new_last(id),
        };
        if !wants {
            return last;
        }
        let known = self.known_in(id, last.instance);
        let used = self.terms.and(&[last.used, known]);
        let last = Last { used, is_inferred: true, ..last };
        self.boxes[id.0 as usize].last = Some(last);
        last
    }

    /// The abstract form without invariants.
    fn new_last(&mut self, id: BoxId) -> Last {
        let start = self.start_of(id);
        let b = self.box_of(id);
        let (region, depth) = (b.region, b.depth);
        let data = self.regions.get(region).clone();
        let mut map = start.clone();
        for v in data.modifies.iter().chain(&data.selectors) {
            let sort = self.terms.symbol_sort(*v);
            let header = self.new_symbol(id, Output::Header, sort);
            map.insert(*v, self.terms.var(header));
        }
        let used = self.symbol(id, Output::Used);
        let more = self.keep_objects(&data, &start, &mut map);
        let used = self.terms.and(&[used, more]);
        let instance = self.new_instance(region, map, depth, true);
        self.instances[instance.0 as usize].owner = Some(id);
        let last = Last { instance, used, is_inferred: false };
        self.boxes[id.0 as usize].last = Some(last);
        last
    }

    /// The state in which a loop is entered.
    fn start_of(&mut self, id: BoxId) -> FxHashMap<Symbol, TermId> {
        let start = self.inputs(id).into_iter().collect();
        let parent = self.box_of(id).parent;
        self.with_floor(Some(parent), start)
    }

    /// What is known at the start of the last iteration of a loop.
    fn known_in(&mut self, id: BoxId, last: InstanceId) -> TermId {
        let region = self.box_of(id).region;
        let start = self.start_of(id);
        let data = self.regions.get(region);
        let vars = data.inputs.iter().chain(&data.selectors).copied();
        let own = &self.instance(last).map;
        let map: FxHashMap<Symbol, TermId> = vars.filter_map(|v| own.get(&v).map(|t| (v, *t))).collect();
        let invariants = self.invariants_of(region);
        let mut known = invariants.instance(&mut self.terms, &start, &map, &invariants.formulas);
        let more = self.holds_from(region, &invariants, &start);
        if !more.is_empty() {
            let more = invariants.instance(&mut self.terms, &start, &map, &more);
            known = self.terms.and(&[known, more]);
        }
        if invariants.has_cells() {
            self.passed.insert(id, Passed { start, now: map, invariants });
        }
        known
    }

    /// In a state of a loop: objects that were there keep their sizes, and their states unless the loop ends lives. What is to
    /// be assumed for it.
    pub(crate) fn keep_objects(
        &mut self,
        data: &Region,
        start: &FxHashMap<Symbol, TermId>,
        map: &mut FxHashMap<Symbol, TermId>,
    ) -> TermId {
        if !self.regions.are_objects_kept {
            return self.terms.tru();
        }
        let memory = &self.cx.program.memory;
        let next = memory.next.filter(|n| data.modifies.contains(n));
        let below = next.and_then(|n| start.get(&n)).copied();
        for v in [memory.size, memory.state].into_iter().flatten() {
            let (Some(&now), Some(&then)) = (map.get(&v), start.get(&v)) else { continue };
            if !data.modifies.contains(&v) {
                continue;
            }
            let is_state = memory.state == Some(v);
            let mut new = now;
            if let Some(below) = below.filter(|_| !(is_state && data.ends_lives)) {
                new = kept(&mut self.terms, new, then, below);
            }
            if let Some(&below) = self.regions.kept_below(data, is_state).and_then(|f| start.get(&f)) {
                new = kept(&mut self.terms, new, then, below);
            }
            map.insert(v, new);
        }
        let (Some(below), Some(&now)) = (below, next.and_then(|n| map.get(&n))) else {
            return self.terms.tru();
        };
        let floor = self.regions.floor.and_then(|f| start.get(&f));
        let above = [Some(&below), floor].into_iter().flatten().map(|b| self.terms.ule(*b, now));
        let above: Vec<TermId> = above.collect();
        self.terms.and(&above)
    }
}
