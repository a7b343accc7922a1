//! Analyses of one side alone: must without partitions (DART, SMART), may without tests (SLAM).

use std::rc::Rc;
use std::sync::Arc;

use maymust_solver::Answer;
use maymust_term::TermId;
use rustc_hash::FxHashMap;

use crate::core::Core;
use crate::frontier::read_symbols;
use crate::graph::{Call, Graph, Kind};
use crate::path::{Context, Values};
use crate::query::{Progress, Reply};
use crate::space::{Goal, Why};
use crate::summary::{End, MustSummary};
use crate::test::{Active, Frontier};

/// Why an analysis without tests says nothing.
pub const NOT_EXCLUDED: &str = "a path to the goal is not excluded: no tests, so no failure";

impl Core {
    // --- must alone ------------------------------------------------------------------------------

    /// MUST-POST without a partition: every edge out of every place is tried once, those near the entry first.
    pub fn explore(&mut self, active: &mut Active) -> Progress {
        if active.omega.is_empty() {
            return self.start_exploring(active);
        }
        let graph = self.spaces[active.space as usize].graph.clone();
        while (active.cursor as usize) < active.paths.places.len() {
            let place = active.cursor;
            if active.paths.places[place as usize].n_states > 0 {
                let node = active.paths.places[place as usize].node;
                for &edge in &graph.out[node as usize] {
                    if let Some(progress) = self.explore_edge(active, &graph, place, edge) {
                        return progress;
                    }
                }
            }
            active.cursor += 1;
        }
        Progress::Done(Reply::Unknown(
            "no further path leads to the goal: tests alone prove nothing".to_owned(),
        ))
    }

    fn start_exploring(&mut self, active: &mut Active) -> Progress {
        let conditions = active.paths.context.conditions.clone();
        match self.check(&conditions) {
            Answer::Sat => {
                self.run_test(active, 0);
                active.cursor = 0;
                Progress::On
            }
            _ => Progress::Done(Reply::Unknown("no test starts here".to_owned())),
        }
    }

    fn explore_edge(
        &mut self,
        active: &mut Active,
        graph: &Arc<Graph>,
        place: u32,
        edge: u32,
    ) -> Option<Progress> {
        match &graph.edges[edge as usize].kind {
            Kind::Block { .. } => {
                if !active.tried.insert((place, edge, None)) {
                    return None;
                }
                let child = active.paths.child(self, graph, place, edge, None, None);
                self.explore_child(active, graph, child)
            }
            Kind::Fail { ways, .. } => {
                if !active.tried.insert((place, edge, None)) {
                    return None;
                }
                let goal = self.spaces[active.space as usize].goal.clone();
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

    fn explore_child(&mut self, active: &mut Active, graph: &Arc<Graph>, child: u32) -> Option<Progress> {
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
        place: u32,
        edge: u32,
        call: &Call,
        fails: bool,
    ) -> Option<Progress> {
        let goal = self.spaces[active.space as usize].goal.clone();
        if fails && !matches!(goal, Goal::Error(_)) {
            return None;
        }
        let mut known: Vec<Rc<MustSummary>> = active.transient.clone();
        if self.rules.must_summaries {
            known.extend(self.must[call.proc.index()].iter().cloned());
        }
        known.retain(|s| s.proc == call.proc && fails == matches!(s.end, End::Failure(_)));
        if let Goal::Error(q) = goal {
            known.retain(|s| match &s.end {
                End::Failure(label) => self.questions[q as usize].wants(label),
                End::Exit => true,
            });
        }
        for summary in &known {
            if !active.tried.insert((place, edge, Some(summary.id))) {
                continue;
            }
            self.counts.must_used += u64::from(self.rules.must_summaries);
            let child = active.paths.child(self, graph, place, edge, None, Some(summary.clone()));
            if let Some(progress) = self.explore_child(active, graph, child) {
                return Some(progress);
            }
        }
        if active.exhausted.contains(&(place, edge)) {
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
        active.waiting = Some(Frontier { edge, from: 0, to: 0, omega: place });
        Some(Progress::Ask(call.proc, asked, Context { conditions, values: Rc::new(values) }))
    }

    /// The answer about a callee, in an analysis by tests alone.
    pub fn deliver_path(&mut self, caller: &mut Active, frontier: Frontier, reply: Reply) {
        match reply {
            Reply::Yes(summary) => caller.transient.push(summary),
            _ => {
                caller.exhausted.insert((frontier.omega, frontier.edge));
            }
        }
    }

    // --- may alone -------------------------------------------------------------------------------

    /// NOTMAY-PRE without tests: along an abstract path to the goal, the last region that can be split is.
    pub fn refine_path(&mut self, active: &mut Active) -> Progress {
        let space = &self.spaces[active.space as usize];
        let graph = space.graph.clone();
        let order = space.backward();
        let next: FxHashMap<u32, (u32, u32)> = order.iter().filter_map(|(l, n)| Some((*l, (*n)?))).collect();
        let mut entries = order.iter().map(|o| o.0).filter(|l| {
            let is_entry = space.regions[*l as usize].node == graph.entry;
            is_entry && !active.disjoint.contains(l) && !active.unentered.contains(l)
        });
        let Some(entry) = entries.next() else { return Progress::Done(self.verified_partly(active)) };
        if !self.meets(active, entry) {
            active.disjoint.insert(entry);
            return Progress::On;
        }
        if self.generalise_if_due(active) {
            return Progress::On;
        }
        let mut path = Vec::new();
        let mut at = entry;
        while let Some(&(edge, to)) = next.get(&at) {
            path.push((at, edge, to));
            at = to;
        }
        for (from, edge, to) in path.into_iter().rev() {
            if let Some(progress) = self.refine_edge(active, &graph, from, edge, to) {
                return progress;
            }
        }
        // Nothing more can be said of this region, but of others perhaps.
        active.unentered.insert(entry);
        Progress::On
    }

    /// VERIFIED; for a caller also if some regions are not: what does not lead to the goal is Pre(call, goal) from the other side.
    fn verified_partly(&mut self, active: &Active) -> Reply {
        match self.verified(active) {
            Reply::No(summary) if !active.unentered.is_empty() => {
                Reply::Partly(summary, NOT_EXCLUDED.to_owned())
            }
            reply => reply,
        }
    }

    fn meets(&mut self, active: &Active, leaf: u32) -> bool {
        let literals = self.spaces[active.space as usize].regions[leaf as usize].literals.clone();
        let mut query = active.paths.context.conditions.clone();
        query.extend(self.terms.substitute_all(&literals, &active.paths.context.values));
        !self.check(&query).is_unsat()
    }

    /// Splits the region before an edge by the exact precondition; none if it is all of the region.
    fn refine_edge(
        &mut self,
        active: &mut Active,
        graph: &Arc<Graph>,
        from: u32,
        edge: u32,
        to: u32,
    ) -> Option<Progress> {
        let f = Frontier { edge, from, to, omega: u32::MAX };
        let (Kind::Call(call) | Kind::CallFail(call)) = &graph.edges[edge as usize].kind else {
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
        let fails = matches!(graph.edges[edge as usize].kind, Kind::CallFail(_));
        let target = self.target(active.space, call, to, fails);
        let by = self.terms.and(&target.kept);
        if let Some(progress) = self.refine_by(active, f, &target.kept.clone(), by, Why::Edge) {
            return Some(progress);
        }
        if !active.stuck.insert((edge, from, to, u32::MAX)) {
            return None;
        }
        // <r1 ?=> r2>: the states of the region, whichever they are.
        let literals = self.spaces[active.space as usize].regions[from as usize].literals.clone();
        let mut roots = literals.clone();
        roots.extend(&call.args);
        let mut vars = self.terms.support_of(&roots);
        vars.extend(self.shared(call.proc));
        vars.extend(target.rigid.iter().map(|r| r.1));
        vars.extend(self.terms.support_of(&target.kept));
        vars.sort_unstable();
        vars.dedup();
        let values: Values = self.rename(&vars);
        let mut conditions = self.terms.substitute_all(&literals, &values);
        conditions.extend(self.terms.substitute_all(&target.kept, &values));
        let start = self.callee_values(call, &values, &target);
        active.waiting = Some(f);
        Some(Progress::Ask(call.proc, target.goal, Context { conditions, values: Rc::new(start) }))
    }

    fn refine_by(
        &mut self,
        active: &mut Active,
        f: Frontier,
        pre: &[TermId],
        by: TermId,
        why: Why,
    ) -> Option<Progress> {
        let literals = self.spaces[active.space as usize].regions[f.from as usize].literals.clone();
        let mut local = literals.clone();
        local.extend(pre);
        let facts = self.object_facts(&local);
        local.extend(facts);
        if self.check(&local).is_unsat() {
            self.counts.excluded += 1;
            self.spaces[active.space as usize].exclude(f.edge, f.from, f.to, why);
            return Some(Progress::On);
        }
        let mut outside = literals;
        outside.push(self.terms.not(by));
        if self.check(&outside).is_unsat() {
            return None;
        }
        self.counts.splits += 1;
        self.counts.excluded += 1;
        let space = &mut self.spaces[active.space as usize];
        let (_, no) = space.split(&mut self.terms, f.from, by);
        space.exclude(f.edge, no, f.to, why);
        Some(Progress::On)
    }

    /// The answer about a callee, in an analysis without tests.
    pub fn deliver_may(&mut self, caller: &mut Active, f: Frontier, reply: Reply) {
        let (Reply::No(summary) | Reply::Partly(summary, _)) = reply else { return };
        let graph = self.spaces[caller.space as usize].graph.clone();
        let (Kind::Call(call) | Kind::CallFail(call)) = &graph.edges[f.edge as usize].kind else { return };
        let fails = matches!(graph.edges[f.edge as usize].kind, Kind::CallFail(_));
        let target = self.target(caller.space, call, f.to, fails);
        let pre = self.pre_at_call(call, summary.pre, &target.rigid);
        let not = self.terms.not(pre);
        let mut crossing = target.kept.clone();
        crossing.push(not);
        let by = self.terms.and(&crossing);
        if self.refine_by(caller, f, &crossing, by, Why::Summary(summary.id)).is_some() {
            caller.stuck.remove(&(f.edge, f.from, f.to, u32::MAX));
        }
    }
}
