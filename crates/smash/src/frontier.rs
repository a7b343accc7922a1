//! The frontier at a segment: one question to the solver gives a test across it or a predicate to split by.

use std::sync::Arc;
use std::time::Duration;

use maymust_program::VarId;
use maymust_solver::Answer;
use maymust_term::{Op, Sort, TermId, Value};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::active::{Active, Frontier};
use crate::core::Core;
use crate::graph::{Graph, Kind, Label};
use crate::ids::{EdgeId, PlaceId, RegionId, SpaceId};
use crate::path::Values;
use crate::query::Progress;
use crate::reason::Stall;
use crate::space::{Goal, Why};

impl Core {
    /// Pre(e, r2) as a conjunction over variables before the edge and what is read on it: the edge's guard, so many conjuncts,
    /// then what holds in r2.
    pub fn pre_of(
        &mut self,
        active_space: SpaceId,
        graph: &Graph,
        edge: EdgeId,
        to: RegionId,
    ) -> Option<(Vec<TermId>, usize)> {
        let space = &self.known.spaces[active_space];
        let literals = space.regions[to].literals.clone();
        let goal = space.goal.clone();
        match &graph.edges[edge].kind {
            Kind::Block { guard, updates, .. } => {
                let map: Values = updates.iter().copied().collect();
                let mut all = self.terms.conjuncts(*guard);
                let n_guard = all.len();
                for t in self.terms.substitute_all(&literals, &map) {
                    all.extend(self.terms.conjuncts(t));
                }
                Some((all, n_guard))
            }
            Kind::Fail { ways, .. } => {
                let wanted = self.wanted(&goal, ways);
                let t = self.terms.or(&wanted.iter().map(|w| w.1).collect::<Vec<_>>());
                Some((self.terms.conjuncts(t), 0))
            }
            _ => None,
        }
    }

    /// The failures that a goal is about.
    pub fn wanted(&self, goal: &Goal, ways: &[(Label, TermId)]) -> Vec<(Label, TermId)> {
        let Goal::Error(question) = goal else { return Vec::new() };
        let question = &self.known.questions[*question];
        ways.iter().filter(|w| question.wants(&w.0)).cloned().collect()
    }

    /// A frontier at a segment.
    pub fn block_frontier(&mut self, active: &mut Active, graph: &Arc<Graph>, f: Frontier) -> Progress {
        let Some((pre, n_guard)) = self.pre_of(active.space, graph, f.edge, f.to) else {
            return Progress::On;
        };
        let patience = self.patience(graph);
        // The regions alone may exclude each other.
        let mut local = self.known.spaces[active.space].regions[f.from].literals.clone();
        local.extend(&pre);
        let facts = self.object_facts(&local);
        local.extend(facts);
        if self.check_within(&local, patience).is_unsat() {
            self.counts.excluded += 1;
            self.known.spaces[active.space].exclude(f.edge, f.from, f.to, Why::Edge);
            return Progress::On;
        }
        let place = active.reached.states[f.omega].place;
        let child = active.paths.child(self, graph, place, f.edge, None, None);
        let mut query = active.paths.conditions(self, graph, place);
        let n_path = query.len();
        let symbolic = active.paths.symbolic(self, graph, place);
        let renamed = match &active.paths.places[child].from {
            Some((_, way)) => way.renamed.clone(),
            None => return Progress::On,
        };
        let mut map: Values = (*symbolic.values).clone();
        #[allow(clippy::iter_over_hash_type)]
        for (s, t) in renamed.iter() {
            map.insert(*s, *t);
        }
        let across = self.terms.substitute_all(&pre, &map);
        // What the goal speaks of makes better predicates than conditions on the way to it.
        let n_literals = self.known.spaces[active.space].regions[f.to].literals.len();
        if n_literals > 0 && n_guard > 0 {
            query.extend(&across[n_guard..]);
            if self.check(&query).is_unsat() {
                // Unless it is the condition on the way that the goal speaks of.
                let core = self.unsat_core();
                let is_guard = (n_guard..pre.len())
                    .any(|i| core.contains(&across[i]) && pre[..n_guard].contains(&pre[i]));
                let ask = if is_guard { self.anticipate(active, graph, f) } else { None };
                return match ask {
                    Some(ask) => ask,
                    None => self.notmay_pre(active, graph, f, &pre[n_guard..], &query, n_path),
                };
            }
            query.truncate(n_path);
        }
        query.extend(&across);
        match self.check_within(&query, patience) {
            Answer::Sat if graph.cut == Some(f.edge) => {
                self.stick(active, f, Stall::Failed("not everything could be unrolled"));
                Progress::On
            }
            Answer::Sat => self.must_post(active, graph, f, place, child, &query, &map),
            Answer::Unsat => match self.anticipate(active, graph, f) {
                Some(ask) => ask,
                None => self.notmay_pre(active, graph, f, &pre, &query, n_path),
            },
            Answer::Unknown(reason) => {
                if let Some(ask) = self.anticipate(active, graph, f) {
                    return ask;
                }
                self.stick(active, f, Stall::Solver(reason.to_string()));
                Progress::On
            }
        }
    }

    /// MUST-POST: a test across the frontier.
    #[allow(clippy::too_many_arguments)]
    fn must_post(
        &mut self,
        active: &mut Active,
        graph: &Arc<Graph>,
        f: Frontier,
        place: PlaceId,
        child: PlaceId,
        query: &[TermId],
        map: &Values,
    ) -> Progress {
        let Kind::Fail { ways, .. } = &graph.edges[f.edge].kind else {
            self.run_test(active, child);
            return Progress::On;
        };
        // Which check fails? That one's own condition is the path's.
        let goal = self.known.spaces[active.space].goal.clone();
        for (label, condition) in self.wanted(&goal, ways) {
            let condition = self.terms.substitute(condition, map);
            if self.value(condition) != Value::Bool(true) {
                continue;
            }
            let child = active.paths.child(self, graph, place, f.edge, Some(label), None);
            let conditions = active.paths.conditions(self, graph, child);
            if self.check(&conditions).is_sat() {
                self.run_test(active, child);
                return Progress::On;
            }
        }
        let _ = query;
        self.stick(active, f, Stall::Failed("the model fails no check"));
        Progress::On
    }

    /// NOTMAY-PRE: splits the region before the frontier by a predicate that holds wherever the edge can be crossed and in
    /// no state that the path reaches.
    fn notmay_pre(
        &mut self,
        active: &mut Active,
        graph: &Arc<Graph>,
        f: Frontier,
        pre: &[TermId],
        query: &[TermId],
        n_path: usize,
    ) -> Progress {
        // Other questions may have been put to the solver since.
        if !self.check(query).is_unsat() {
            self.stick(active, f, Stall::Failed("the solver did not answer again"));
            return Progress::On;
        }
        let needed = self.needed_part(&query[..n_path], &query[n_path..]);
        let chosen: Vec<TermId> = needed.iter().map(|i| pre[*i]).collect();
        let reads = read_symbols(graph, f.edge);
        let speaks = |core: &Core, t: TermId| core.terms.support(t).iter().any(|s| reads.contains(s));
        let by = if chosen.iter().all(|t| !speaks(self, *t)) {
            Some(self.terms.and(&chosen))
        } else {
            let state = active.reached.states[f.omega].state.clone();
            let free: Vec<usize> = (0..pre.len()).filter(|i| !speaks(self, pre[*i])).collect();
            let mut weaker = query[..n_path].to_vec();
            weaker.extend(free.iter().map(|i| query[n_path + i]));
            if self.check(&weaker).is_unsat() {
                let rest: Vec<TermId> = free.iter().map(|i| query[n_path + i]).collect();
                let needed = self.needed_part(&query[..n_path], &rest);
                let chosen: Vec<TermId> = needed.iter().map(|i| pre[free[*i]]).collect();
                Some(self.terms.and(&chosen))
            } else {
                self.cube(&state, pre, &reads, self.patience(graph))
            }
        };
        match by {
            Some(by) => {
                self.split_by(active, f, by, Why::Edge);
                Progress::On
            }
            None => {
                self.stick(active, f, Stall::Failed("no predicate separates the test from the goal"));
                Progress::On
            }
        }
    }

    /// Splits the region before a frontier by a predicate that contains every state from which it can be crossed.
    pub fn split_by(&mut self, active: &mut Active, f: Frontier, by: TermId, why: Why) {
        let tru = self.terms.tru();
        let space = &mut self.known.spaces[active.space];
        let predicate = space.regions[f.from].predicate;
        let crossing = self.terms.and(&[predicate, by]);
        if by == self.terms.fls() || crossing == self.terms.fls() {
            self.counts.excluded += 1;
            space.exclude(f.edge, f.from, f.to, why);
            return;
        }
        if by == tru || crossing == predicate {
            self.stick(active, f, Stall::Failed("the predicate does not split the region"));
            return;
        }
        self.counts.splits += 1;
        self.counts.excluded += 1;
        let (_, no) = space.split(&mut self.terms, f.from, by);
        space.exclude(f.edge, no, f.to, why);
    }

    /// After `Unsat` of both together: members of `rest` that are needed for it.
    pub fn needed_part(&mut self, fixed: &[TermId], rest: &[TermId]) -> Vec<usize> {
        let core = self.unsat_core();
        let fixed: Vec<TermId> = fixed.iter().filter(|t| core.contains(t)).copied().collect();
        let mut kept: Vec<usize> = (0..rest.len()).filter(|i| core.contains(&rest[*i])).collect();
        const MINIMISED: usize = 24;
        if kept.len() > MINIMISED {
            return kept;
        }
        let mut at = 0;
        while at < kept.len() && kept.len() > 1 && !self.is_over() {
            let mut fewer = kept.clone();
            fewer.remove(at);
            let mut all = fixed.clone();
            all.extend(fewer.iter().map(|i| rest[*i]));
            if self.is_unsat_at_once(&all) {
                let core = self.unsat_core();
                kept = fewer.into_iter().filter(|i| core.contains(&rest[*i])).collect();
            } else {
                at += 1;
            }
        }
        kept
    }

    /// A predicate that holds of every state that can cross, though not of this one: the complement of a few facts about
    /// this state that exclude crossing whatever is read.
    pub fn cube(
        &mut self,
        state: &crate::path::Concrete,
        pre: &[TermId],
        reads: &FxHashSet<VarId>,
        patience: Duration,
    ) -> Option<TermId> {
        let (atoms, arrays) = self.atoms(pre, reads);
        let mut facts = Vec::new();
        for t in &arrays {
            self.cells_of(*t, state, &mut facts);
        }
        for t in atoms {
            let value = self.concrete(t, state, &FxHashMap::default());
            let Some(constant) = self.terms.value(&value) else { continue };
            let fact = self.terms.eq(t, constant);
            if fact != self.terms.tru() {
                facts.push(fact);
            }
        }
        let cells = self.cells_read(pre, &arrays);
        const MOST_FACTS: usize = 200;
        loop {
            let mut all = pre.to_vec();
            all.extend(&facts);
            match self.check_within(&all, patience) {
                Answer::Unsat => break,
                // The model reads a cell that nothing is said about yet.
                Answer::Sat if facts.len() < MOST_FACTS && self.say_cells(&cells, state, &mut facts) => {}
                _ => return None,
            }
        }
        let needed = self.needed_part(pre, &facts);
        let mut facts: Vec<TermId> = needed.iter().map(|i| facts[*i]).collect();
        for i in 0..facts.len() {
            self.weaken(pre, &mut facts, i);
        }
        let all = self.terms.and(&facts);
        Some(self.terms.not(all))
    }

    /// Where some terms read cells of these arrays, through stores or not: the array and the index.
    fn cells_read(&mut self, roots: &[TermId], arrays: &[TermId]) -> Vec<(TermId, TermId)> {
        let mut out = Vec::new();
        for t in self.terms.cone_of(roots) {
            if self.terms.op(t) != Op::Select {
                continue;
            }
            let index = self.terms.arg(t, 1);
            let cone = self.terms.cone_of(&[self.terms.arg(t, 0)]);
            let sort = self.terms.sort(self.terms.arg(t, 0));
            let read = arrays.iter().filter(|a| self.terms.sort(**a) == sort && cone.contains(a));
            out.extend(read.map(|a| (*a, index)));
        }
        out
    }

    /// Adds what a state has in the cells that the last model reads; was there anything new?
    fn say_cells(
        &mut self,
        cells: &[(TermId, TermId)],
        state: &crate::path::Concrete,
        facts: &mut Vec<TermId>,
    ) -> bool {
        let values: Vec<Value> = cells.iter().map(|c| self.value(c.1)).collect();
        let before = facts.len();
        for ((array, _), index) in cells.iter().zip(values) {
            let Some(index) = self.terms.value(&index) else { continue };
            let cell = self.terms.select(*array, index);
            let value = self.concrete(cell, state, &FxHashMap::default());
            let Some(constant) = self.terms.value(&value) else { continue };
            let fact = self.terms.eq(cell, constant);
            if fact != self.terms.tru() && !facts.contains(&fact) {
                facts.push(fact);
            }
        }
        facts.len() > before
    }

    /// Replaces an equation by a bound if that still excludes crossing.
    fn weaken(&mut self, pre: &[TermId], facts: &mut [TermId], at: usize) {
        let t = facts[at];
        if self.terms.op(t) != Op::Eq {
            return;
        }
        let (a, b) = (self.terms.arg(t, 0), self.terms.arg(t, 1));
        if !matches!(self.terms.sort(a), Sort::BitVec(_)) {
            return;
        }
        let options =
            [self.terms.sle(a, b), self.terms.sle(b, a), self.terms.ule(a, b), self.terms.ule(b, a)];
        for option in options {
            if option == self.terms.tru() {
                continue;
            }
            let mut all = pre.to_vec();
            all.extend(facts.iter().enumerate().map(|(i, f)| if i == at { option } else { *f }));
            if self.is_unsat_at_once(&all) {
                facts[at] = option;
                return;
            }
        }
    }

    /// The largest subterms that speak of nothing that is read, of sorts that can be compared with a constant.
    fn atoms(&mut self, pre: &[TermId], reads: &FxHashSet<VarId>) -> (Vec<TermId>, Vec<TermId>) {
        let mut speaks: FxHashMap<TermId, bool> = FxHashMap::default();
        for t in self.terms.cone_of(pre) {
            let own = self.terms.as_var(t).is_some_and(|s| reads.contains(&s));
            let below = self.terms.args(t).iter().any(|a| speaks[a]);
            speaks.insert(t, own || below);
        }
        let (mut atoms, mut arrays) = (Vec::new(), Vec::new());
        let mut seen = FxHashSet::default();
        let mut stack: Vec<TermId> = pre.to_vec();
        while let Some(t) = stack.pop() {
            if !seen.insert(t) || self.terms.is_const(t) {
                continue;
            }
            if !speaks[&t] && !self.terms.sort(t).is_array() {
                atoms.push(t);
            } else if self.terms.as_var(t).is_some() && !speaks[&t] {
                arrays.push(t);
            } else {
                stack.extend(self.terms.args(t));
            }
        }
        atoms.sort_unstable();
        arrays.sort_unstable();
        (atoms, arrays)
    }

    /// Facts about some cells of an array in a state.
    fn cells_of(&mut self, t: TermId, state: &crate::path::Concrete, facts: &mut Vec<TermId>) {
        const MOST: usize = 48;
        let Value::Array(array) = self.concrete(t, state, &FxHashMap::default()) else { return };
        let mut cells: Vec<(Value, Value)> =
            array.entries().take(MOST).map(|(i, v)| (i.clone(), v.clone())).collect();
        cells.sort_by_key(|c| c.0.as_u64());
        for (index, value) in cells {
            let (Some(index), Some(value)) = (self.terms.value(&index), self.terms.value(&value)) else {
                continue;
            };
            let cell = self.terms.select(t, index);
            facts.push(self.terms.eq(cell, value));
        }
    }
}

/// The symbols that are read on an edge.
pub fn read_symbols(graph: &Graph, edge: EdgeId) -> FxHashSet<VarId> {
    match &graph.edges[edge].kind {
        Kind::Block { reads, .. } | Kind::Fail { reads, .. } => {
            reads.inputs.iter().map(|i| i.symbol).collect()
        }
        _ => FxHashSet::default(),
    }
}
