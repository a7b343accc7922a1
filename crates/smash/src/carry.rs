//! Carrying the goal back: predicates for regions beyond the frontier, before anything is spent on reaching them.
//!
//! NOTMAY-PRE does not need a test (figure 5): any t that contains Pre(e, r2) may split r1. Beyond the frontier, what the goal
//! speaks of is carried back edge by edge, without the guards on the way, and known not-may summaries are used. Often the frontier is then
//! closed by what the rule is about, and a hard condition in front of it need never be solved.

use maymust_program::VarId;
use maymust_term::TermId;
use rustc_hash::FxHashSet;

use crate::active::{Active, Frontier};
use crate::call::Target;
use crate::core::Core;
use crate::frontier::read_symbols;
use crate::graph::{Call, Graph, Kind};
use crate::ids::{EdgeId, RegionId, SpaceId};
use crate::path::{Context, Values};
use crate::query::Progress;
use crate::space::{Crossing, Goal, Space, Why};
use crate::summary::End;

/// Predicates larger than this are left to the frontier, which has a reason for them.
const LARGEST: usize = 40;
/// Paths longer than this are not looked at as a whole.
const LONGEST: usize = 60;
/// Nor are those with more conditions at a time.
const MOST_CARRIED: usize = 40;
/// How often a call beyond a frontier is asked about.
const ANTICIPATED: u8 = 3;
/// Nodes with more regions than this are not split in advance.
const MOST_LEAVES: usize = 12;

/// A condition, and the number of the one at the next region that it comes from.
type Carried = (TermId, Option<usize>);

impl Core {
    /// Splits the regions of an abstract path beyond the frontier, from the goal back; was there anything to split?
    pub fn carry_back(&mut self, active: &Active, beyond: &[Crossing]) -> bool {
        if !self.facts.rules.carry {
            return false;
        }
        let graph = self.known.spaces[active.space].graph.clone();
        let mut changed = false;
        // The part of the later region through which the path still goes.
        let mut after = None;
        for &Crossing { from, edge, to } in beyond.iter().rev() {
            let to = after.take().unwrap_or(to);
            let leaves = self.known.spaces[active.space].leaves[graph.edges[edge].from].len();
            if active.reached.by_leaf.contains_key(&from) || leaves > MOST_LEAVES {
                continue;
            }
            let Some((by, why)) = self.crossing(active.space, &graph, edge, to) else { continue };
            let space = &mut self.known.spaces[active.space];
            let region = space.regions[from].predicate;
            let both = self.terms.and(&[region, by]);
            if both == region || self.terms.size(by) > LARGEST {
                continue;
            }
            changed = true;
            self.counts.excluded += 1;
            if both == self.terms.fls() {
                space.exclude(edge, from, to, why);
                return true;
            }
            self.counts.splits += 1;
            let (yes, no) = space.split_in_advance(&mut self.terms, from, by);
            space.exclude(edge, no, to, why);
            after = Some(yes);
        }
        changed
    }

    /// A set that contains all states from which an edge leads into a region, and why.
    fn crossing(
        &mut self,
        space: SpaceId,
        graph: &Graph,
        edge: EdgeId,
        to: RegionId,
    ) -> Option<(TermId, Why)> {
        match &graph.edges[edge].kind {
            Kind::Block { updates, .. } => {
                let map: Values = updates.iter().copied().collect();
                let literals = self.known.spaces[space].regions[to].literals.clone();
                let before = self.terms.substitute_all(&literals, &map);
                Some((self.without_reads(graph, edge, &before), Why::Edge))
            }
            Kind::Fail { .. } => {
                let (pre, _) = self.pre_of(space, graph, edge, to)?;
                Some((self.without_reads(graph, edge, &pre), Why::Edge))
            }
            Kind::Call(call) => self.call_crossing(space, call, to, false),
            Kind::CallFail(call) => self.call_crossing(space, call, to, true),
        }
    }

    /// Is an abstract path over the frontier to the goal excluded by its own guards? Then the regions beyond the frontier are split by
    /// what that needs. Whether a test can take the frontier's edge does not matter then, nor what keeps it from doing so.
    pub fn exclude_beyond(&mut self, active: &mut Active, f: Frontier, beyond: &[Crossing]) -> bool {
        let path = beyond.iter().map(|b| (b.from, b.edge)).collect();
        if !self.facts.rules.carry || beyond.len() > LONGEST || !active.beyond.walked.insert((f.edge, path)) {
            return false;
        }
        let graph = self.known.spaces[active.space].graph.clone();
        let Some(&Crossing { to: goal, .. }) = beyond.last() else { return false };
        let beyond: Vec<Crossing> = std::iter::once(f.crossing()).chain(beyond.iter().copied()).collect();
        let literals = self.known.spaces[active.space].regions[goal].literals.clone();
        // What must hold at the later region, each with where it comes from further on.
        let mut levels: Vec<Vec<Carried>> = vec![literals.into_iter().map(|t| (t, None)).collect()];
        for (i, &Crossing { from, edge, .. }) in beyond.iter().enumerate().rev() {
            if i > 0 && active.reached.by_leaf.contains_key(&from) {
                return false;
            }
            let later = levels[levels.len() - 1].clone();
            let (guard, mut here) = self.carried(active.space, &graph, edge, &later);
            let n_carried = here.len();
            if n_carried > MOST_CARRIED {
                return false;
            }
            let own = &self.known.spaces[active.space].regions[from].literals;
            here.extend(guard.iter().chain(own).map(|t| (*t, None)));
            let query: Vec<TermId> = here.iter().map(|c| c.0).collect();
            if n_carried > 0 && self.check(&query).is_unsat() {
                let needed = self.needed_part(&query[n_carried..], &query[..n_carried]);
                let needed = needed.into_iter().filter_map(|i| here[i].1).collect();
                return self.split_beyond(active, &beyond[i..], &levels, needed);
            }
            here.truncate(n_carried);
            here.extend(guard.into_iter().map(|t| (t, None)));
            levels.push(here);
        }
        false
    }

    /// What must hold before an edge: its guard, and what is carried over it.
    fn carried(
        &mut self,
        space: SpaceId,
        graph: &Graph,
        edge: EdgeId,
        later: &[Carried],
    ) -> (Vec<TermId>, Vec<Carried>) {
        let reads = read_symbols(graph, edge);
        let (mut guard, mut here) = (Vec::new(), Vec::new());
        match &graph.edges[edge].kind {
            Kind::Block { guard: condition, updates, .. } => {
                guard = self.terms.conjuncts(*condition);
                let map: Values = updates.iter().copied().collect();
                let terms: Vec<TermId> = later.iter().map(|c| c.0).collect();
                for (i, t) in self.terms.substitute_all(&terms, &map).into_iter().enumerate() {
                    here.extend(self.terms.conjuncts(t).into_iter().map(|t| (t, Some(i))));
                }
            }
            Kind::Fail { .. } => {
                guard = self.pre_of(space, graph, edge, Space::root(graph.error)).map_or(Vec::new(), |p| p.0)
            }
            Kind::Call(call) | Kind::CallFail(call) => {
                let is_changed = |v: &VarId| self.facts.changes(call, *v);
                let kept = |t: TermId| !self.terms.support(t).iter().any(is_changed);
                let later = later.iter().enumerate();
                here.extend(later.filter(|(_, c)| kept(c.0)).map(|(i, c)| (c.0, Some(i))));
            }
        }
        let free = |core: &Core, t: TermId| !core.terms.support(t).iter().any(|s| reads.contains(s));
        guard.retain(|t| free(self, *t));
        here.retain(|c| free(self, c.0));
        (guard, here)
    }

    /// The first edge of a path is excluded into the part of the next region where some of its level hold; the other regions are
    /// split so that there is no way into that part but through it.
    fn split_beyond(
        &mut self,
        active: &Active,
        path: &[Crossing],
        levels: &[Vec<Carried>],
        mut needed: Vec<usize>,
    ) -> bool {
        // levels[path.len() - 1] belongs to the region that the first edge leads to.
        let mut parts: Vec<TermId> = Vec::new();
        for level in levels[..path.len()].iter().rev() {
            needed.sort_unstable();
            needed.dedup();
            let terms: Vec<TermId> = needed.iter().map(|i| level[*i].0).collect();
            parts.push(self.terms.and(&terms));
            needed = needed.into_iter().filter_map(|i| level[i].1).collect();
        }
        let space = &mut self.known.spaces[active.space];
        let before = (space.regions.len(), self.counts.excluded);
        // From the goal back: outside its part a region does not lead into the part of the next one.
        let mut after = path[path.len() - 1].to;
        for (i, &Crossing { from, edge, .. }) in path.iter().enumerate().rev() {
            if i == 0 {
                space.exclude(edge, from, after, Why::Edge);
                self.counts.excluded += 1;
                break;
            }
            let part = parts[i - 1];
            let predicate = space.regions[from].predicate;
            if self.terms.and(&[predicate, part]) == predicate {
                after = from;
                continue;
            }
            self.counts.splits += 1;
            self.counts.excluded += 1;
            let (yes, no) = space.split_in_advance(&mut self.terms, from, part);
            space.exclude(edge, no, after, Why::Edge);
            after = yes;
        }
        (space.regions.len(), self.counts.excluded) != before
    }

    /// MAY-CALL beyond the frontier: before a condition that is in the way is worked on, the call nearest to the goal about which nothing
    /// is known is asked about, in the state of the frontier. Whatever the answer, only summaries come of it.
    pub fn anticipate(&mut self, active: &mut Active, graph: &Graph, f: Frontier) -> Option<Progress> {
        if !self.facts.rules.anticipate {
            return None;
        }
        let mut past_known = false;
        for Crossing { from, edge, to } in active.beyond.path.clone().into_iter().rev() {
            let (Kind::Call(call) | Kind::CallFail(call)) = &graph.edges[edge].kind else {
                continue;
            };
            let fails = matches!(graph.edges[edge].kind, Kind::CallFail(_));
            let target = self.target(active.space, call, to, fails);
            if target.goal.is_plain() || active.reached.by_leaf.contains_key(&from) {
                continue;
            }
            if self.is_known(call, &target) {
                past_known = true;
                continue;
            }
            if past_known && !self.paths_into(call, &target).is_empty() {
                // Known paths lead there: what could be learnt is hardly worth it.
                return None;
            }
            let times = active.calls.anticipated.entry((edge, to)).or_insert(0);
            *times += 1;
            if *times > ANTICIPATED {
                return None;
            }
            if *times == 1 {
                let place = active.reached.states[f.omega].place;
                let symbolic = active.paths.symbolic(self, graph, place);
                let values = self.callee_values(call, &symbolic.values, &target);
                return Some(Progress::Ask(call.proc, target.goal, self.context(Vec::new(), values)));
            }
            let context = self.other_inputs(call, &target)?;
            return Some(Progress::Ask(call.proc, target.goal, context));
        }
        None
    }

    /// The inputs of a callee from which no known path leads to the target: the state of the frontier, from which one does, need not be
    /// that of the call.
    fn other_inputs(&mut self, call: &Call, target: &Target) -> Option<Context> {
        let inputs: Vec<VarId> = self.facts.shared(call.proc);
        let params = self.facts.program.proc(call.proc).params.clone();
        let of_inputs = |s: &VarId| inputs.contains(s) || params.contains(s);
        let mut conditions = Vec::new();
        for path in self.paths_into(call, target) {
            if self.terms.support_of(&path).iter().all(of_inputs) {
                let taken = self.terms.and(&path);
                conditions.push(self.terms.not(taken));
            }
        }
        if conditions.is_empty() {
            return None;
        }
        let mut vars = inputs;
        vars.extend(params);
        vars.extend(target.rigid.iter().map(|r| r.0));
        vars.extend(self.terms.support(target.term).into_iter().filter(|v| self.facts.is_shared(*v)));
        vars.extend(self.graph(call.proc).locals.clone());
        vars.sort_unstable();
        vars.dedup();
        let values: Values = self.rename(&vars);
        let conditions = self.terms.substitute_all(&conditions, &values);
        Some(self.context(conditions, values))
    }

    /// The conditions, over inputs of the callee and symbols of their own, under which known paths lead to a call's target.
    fn paths_into(&mut self, call: &Call, target: &Target) -> Vec<Vec<TermId>> {
        let mut out = Vec::new();
        for summary in self.known.must[call.proc].clone() {
            let mut path = summary.conditions.clone();
            match (&summary.end, &target.goal) {
                (End::Exit, Goal::Exit(goal)) => {
                    let outputs: Values = summary.outputs.iter().copied().collect();
                    path.extend(self.terms.substitute_all(goal, &outputs));
                }
                (End::Failure(label), Goal::Error(q)) if self.known.questions[*q].wants(label) => {}
                _ => continue,
            }
            if self.check(&path).is_sat() {
                out.push(path);
            }
        }
        out
    }

    /// Is there a not-may summary for a call's target?
    fn is_known(&mut self, call: &Call, target: &Target) -> bool {
        let list = self.known.notmay[call.proc].clone();
        list.iter().any(|s| s.rests_on.is_empty() && s.pre != self.terms.fls() && self.is_implied(target, s))
    }

    fn without_reads(&mut self, graph: &Graph, edge: EdgeId, conjuncts: &[TermId]) -> TermId {
        let reads: FxHashSet<VarId> = read_symbols(graph, edge);
        let speaks = |t: &TermId| self.terms.support(*t).iter().any(|s| reads.contains(s));
        let free: Vec<TermId> = conjuncts.iter().filter(|t| !speaks(t)).copied().collect();
        self.terms.and(&free)
    }

    fn call_crossing(
        &mut self,
        space: SpaceId,
        call: &Call,
        to: RegionId,
        fails: bool,
    ) -> Option<(TermId, Why)> {
        let target = self.target(space, call, to, fails);
        let kept = self.terms.and(&target.kept);
        if self.facts.rules.notmay_summaries {
            for summary in self.known.notmay[call.proc].clone().iter().rev() {
                let is_settled = summary.rests_on.is_empty() && summary.pre != self.terms.fls();
                if is_settled && self.is_implied(&target, summary) {
                    let pre = self.pre_at_call(call, summary.pre, &target.rigid);
                    let not = self.terms.not(pre);
                    return Some((self.terms.and(&[kept, not]), Why::Summary(summary.id)));
                }
            }
        }
        (!target.kept.is_empty()).then_some((kept, Why::Edge))
    }
}
