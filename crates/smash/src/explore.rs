//! Analyses of one side alone: must without partitions (DART, SMART), may without tests (SLAM).

use std::rc::Rc;
use std::sync::Arc;

use maymust_solver::Answer;
use maymust_term::TermId;
use rustc_hash::FxHashMap;

use crate::active::{Active, Waiting};
use crate::core::Core;
use crate::frontier::read_symbols;
use crate::graph::{Call, Graph, Kind};
use crate::ids::{EdgeId, PlaceId, RegionId};
use crate::path::{Context, ENTRY, Values};
use crate::query::{Progress, Reply};
use crate::reason::Stall;
use crate::space::{Crossing, Goal, Why};
use crate::summary::{End, MustSummary};

impl Core {
    // --- must alone ------------------------------------------------------------------------------

    /// MUST-POST without a partition: every edge out of every place is tried once, those near the entry first.
    pub fn explore(&mut self, active: &mut Active) -> Progress {
        if active.reached.states.is_empty() {
            return self.start_exploring(active);
        }
        let graph = self.known.spaces[active.space].graph.clone();
        while active.exploring.cursor < active.paths.places.next_id() {
            let place = active.exploring.cursor;
            if active.paths.places[place].n_states > 0 {
                let node = active.paths.places[place].node;
                for &edge in &graph.out[node] {
                    if let Some(progress) = self.explore_edge(active, &graph, place, edge) {
                        return progress;
                    }
                }
            }
            active.exploring.cursor = PlaceId(place.0 + 1);
        }
        Progress::Done(Reply::Unknown(Stall::TestsAlone))
    }

    fn start_exploring(&mut self, active: &mut Active) -> Progress {
        let conditions = active.paths.context.conditions.clone();
        match self.check(&conditions) {
            Answer::Sat => {
                self.run_test(active, ENTRY);
                active.exploring.cursor = ENTRY;
                Progress::On
            }
            _ => Progress::Done(Reply::Unknown(Stall::Failed("no test starts here"))),
        }
    }

    fn explore_edge(
        &mut self,
        active: &mut Active,
        graph: &Arc<Graph>,
        place: PlaceId,
        edge: EdgeId,
    ) -> Option<Progress> {
        match &graph.edges[edge].kind {
            Kind::Block { .. } => {
                if !active.exploring.tried.insert((place, edge, None)) {
                    return None;
                }
                let child = active.paths.child(self, graph, place, edge, None, None);
                self.explore_child(active, graph, child)
            }
            Kind::Fail { ways, .. } => {
                if !active.exploring.tried.insert((place, edge, None)) {
                    return None;
                }
                let goal = self.known.spaces[active.space].goal.clone();
                for (label, _) in self.wanted(&goal, ways) {
                    let child = active.paths.child(self, graph, place, edge, Some(label), None);
                    if let Some(progress) = self.explore_child(active, graph, child) {
                        return Some(progress);
                    }
                }
                None
            }
            Kind::Call(call) => self.explore_call(active, graph, place, edge, call, false),
            Kind::CallFail(call) => self.explore_call(active, graph, place, edge, call, true),
        }
    }

    fn explore_child(&mut self, active: &mut Active, graph: &Arc<Graph>, child: PlaceId) -> Option<Progress> {
        let conditions = active.paths.conditions(self, graph, child);
        if !self.check(&conditions).is_sat() {
            return None;
        }
        self.run_test(active, child);
        Some(Progress::On)
    }

    /// Known paths of the callee first; then one that none of them covers.
    fn explore_call(
        &mut self,
        active: &mut Active,
        graph: &Arc<Graph>,
        place: PlaceId,
        edge: EdgeId,
        call: &Call,
        fails: bool,
    ) -> Option<Progress> {
        let goal = self.known.spaces[active.space].goal.clone();
        if fails && !matches!(goal, Goal::Error(_)) {
            return None;
        }
        let mut known: Vec<Rc<MustSummary>> = active.exploring.transient.clone();
        if self.facts.rules.must_summaries {
            known.extend(self.known.must[call.proc].iter().cloned());
        }
        known.retain(|s| s.proc == call.proc && fails == matches!(s.end, End::Failure(_)));
        if let Goal::Error(q) = goal {
            known.retain(|s| match &s.end {
                End::Failure(label) => self.known.questions[q].wants(label),
                End::Exit => true,
            });
        }
        for summary in &known {
            if !active.exploring.tried.insert((place, edge, Some(summary.id))) {
                continue;
            }
            self.counts.must_used += u64::from(self.facts.rules.must_summaries);
            let child = active.paths.child(self, graph, place, edge, None, Some(summary.clone()));
            if let Some(progress) = self.explore_child(active, graph, child) {
                return Some(progress);
            }
        }
        if active.exploring.exhausted.contains(&(place, edge)) {
            return None;
        }
        let symbolic = active.paths.symbolic(self, graph, place);
        let mut conditions = active.paths.conditions(self, graph, place);
        for summary in &known {
            let renamed = self.rename(&summary.bound);
            let (covered, _) = self.apply_must(call, summary, &renamed, &symbolic.values);
            let covered = self.terms.and(&covered);
            conditions.push(self.terms.not(covered));
        }
        let asked = if fails { goal } else { Goal::Exit(Vec::new()) };
        let target = self.plain_target(asked.clone());
        let values = self.callee_values(call, &symbolic.values, &target);
        active.calls.waiting = Some(Waiting::Place(place, edge));
        Some(Progress::Ask(call.proc, asked, Context { conditions, values: Rc::new(values) }))
    }

    /// The answer about a callee, in an analysis by tests alone.
    pub fn deliver_path(&mut self, caller: &mut Active, place: PlaceId, edge: EdgeId, reply: Reply) {
        match reply {
            Reply::Yes(summary) => caller.exploring.transient.push(summary),
            _ => {
                caller.exploring.exhausted.insert((place, edge));
            }
        }
    }

    // --- may alone -------------------------------------------------------------------------------

    /// NOTMAY-PRE without tests: along an abstract path to the goal, the last region that can be split is.
    pub fn refine_path(&mut self, active: &mut Active) -> Progress {
        let space = &self.known.spaces[active.space];
        let graph = space.graph.clone();
        let order = space.backward();
        let next: FxHashMap<RegionId, (EdgeId, RegionId)> =
            order.iter().filter_map(|(l, n)| Some((*l, (*n)?))).collect();
        let mut entries = order.iter().map(|o| o.0).filter(|l| {
            let is_entry = space.regions[*l].node == graph.entry;
            is_entry && !active.entries.disjoint.contains(l) && !active.entries.unentered.contains(l)
        });
        let Some(entry) = entries.next() else { return Progress::Done(self.verified_partly(active)) };
        if !self.meets(active, entry) {
            active.entries.disjoint.insert(entry);
            return Progress::On;
        }
        if self.generalise_if_due(active) {
            return Progress::On;
        }
        let mut path = Vec::new();
        let mut at = entry;
        while let Some(&(edge, to)) = next.get(&at) {
            path.push(Crossing { from: at, edge, to });
            at = to;
        }
        for crossing in path.into_iter().rev() {
            if let Some(progress) = self.refine_edge(active, &graph, crossing) {
                return progress;
            }
        }
        // Nothing more can be said of this region, but of others perhaps.
        active.entries.unentered.insert(entry);
        Progress::On
    }

    /// VERIFIED; for a caller also if some regions are not: what does not lead to the goal is Pre(call, goal) from the other side.
    fn verified_partly(&mut self, active: &Active) -> Reply {
        match self.verified(active) {
            Reply::No(summary) if !active.entries.unentered.is_empty() => {
                Reply::Partly(summary, Stall::NoTests)
            }
            reply => reply,
        }
    }

    fn meets(&mut self, active: &Active, leaf: RegionId) -> bool {
        let literals = self.known.spaces[active.space].regions[leaf].literals.clone();
        let mut query = active.paths.context.conditions.clone();
        query.extend(self.terms.substitute_all(&literals, &active.paths.context.values));
        !self.check(&query).is_unsat()
    }

    /// Splits the region before an edge by the exact precondition; none if it is all of the region.
    fn refine_edge(&mut self, active: &mut Active, graph: &Arc<Graph>, f: Crossing) -> Option<Progress> {
        let Crossing { from, edge, to } = f;
        let (Kind::Call(call) | Kind::CallFail(call)) = &graph.edges[edge].kind else {
            let (pre, _) = self.pre_of(active.space, graph, edge, to)?;
            let reads = read_symbols(graph, edge);
            let free: Vec<TermId> = pre
                .iter()
                .copied()
                .filter(|t| !self.terms.support(*t).iter().any(|s| reads.contains(s)))
                .collect();
            let by = self.terms.and(&free);
            return self.refine_by(active, f, &pre, by, Why::Edge);
        };
        let fails = matches!(graph.edges[edge].kind, Kind::CallFail(_));
        let target = self.target(active.space, call, to, fails);
        let by = self.terms.and(&target.kept);
        if let Some(progress) = self.refine_by(active, f, &target.kept.clone(), by, Why::Edge) {
            return Some(progress);
        }
        if !active.stuck.pairs.insert((f, None)) {
            return None;
        }
        // <r1 ?=> r2>: the states of the region, whichever they are.
        let literals = self.known.spaces[active.space].regions[from].literals.clone();
        let mut roots = literals.clone();
        roots.extend(&call.args);
        let mut vars = self.terms.support_of(&roots);
        vars.extend(self.facts.shared(call.proc));
        vars.extend(target.rigid.iter().map(|r| r.1));
        vars.extend(self.terms.support_of(&target.kept));
        vars.sort_unstable();
        vars.dedup();
        let values: Values = self.rename(&vars);
        let mut conditions = self.terms.substitute_all(&literals, &values);
        conditions.extend(self.terms.substitute_all(&target.kept, &values));
        let start = self.callee_values(call, &values, &target);
        active.calls.waiting = Some(Waiting::Pair(f));
        Some(Progress::Ask(call.proc, target.goal, Context { conditions, values: Rc::new(start) }))
    }

    fn refine_by(
        &mut self,
        active: &mut Active,
        f: Crossing,
        pre: &[TermId],
        by: TermId,
        why: Why,
    ) -> Option<Progress> {
        let literals = self.known.spaces[active.space].regions[f.from].literals.clone();
        let mut local = literals.clone();
        local.extend(pre);
        let facts = self.object_facts(&local);
        local.extend(facts);
        if self.check(&local).is_unsat() {
            self.counts.excluded += 1;
            self.known.spaces[active.space].exclude(f.edge, f.from, f.to, why);
            return Some(Progress::On);
        }
        let mut outside = literals;
        outside.push(self.terms.not(by));
        if self.check(&outside).is_unsat() {
            return None;
        }
        self.counts.splits += 1;
        self.counts.excluded += 1;
        let space = &mut self.known.spaces[active.space];
        let (_, no) = space.split(&mut self.terms, f.from, by);
        space.exclude(f.edge, no, f.to, why);
        Some(Progress::On)
    }

    /// The answer about a callee, in an analysis without tests.
    pub fn deliver_may(&mut self, caller: &mut Active, f: Crossing, reply: Reply) {
        let (Reply::No(summary) | Reply::Partly(summary, _)) = reply else { return };
        self.known.spaces[caller.space].rest_on(&summary.rests_on);
        let graph = self.known.spaces[caller.space].graph.clone();
        let (Kind::Call(call) | Kind::CallFail(call)) = &graph.edges[f.edge].kind else { return };
        let fails = matches!(graph.edges[f.edge].kind, Kind::CallFail(_));
        let target = self.target(caller.space, call, f.to, fails);
        let pre = self.pre_at_call(call, summary.pre, &target.rigid);
        let not = self.terms.not(pre);
        let mut crossing = target.kept.clone();
        crossing.push(not);
        let by = self.terms.and(&crossing);
        if self.refine_by(caller, f, &crossing, by, Why::Summary(summary.id)).is_some() {
            caller.stuck.pairs.remove(&(f, None));
        }
    }
}
