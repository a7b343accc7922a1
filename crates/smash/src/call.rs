//! The frontier at a call: must summaries, then not-may summaries, then a query about the callee.
//!
//! A region after the call is taken apart: literals that the call cannot change are required before it already; the others become
//! the callee's goal, over its outputs, where what the callee does not know (locals of the caller) is a *rigid* symbol:
//! a constant that the summary holds for whatever its value.

use std::rc::Rc;
use std::sync::Arc;

use maymust_program::VarId;
use maymust_solver::Answer;
use maymust_term::{Symbol, TermId};
use rustc_hash::FxHashMap;

use crate::active::{Active, Frontier, Waiting};
use crate::core::Core;
use crate::graph::{Call, Graph, Kind};
use crate::ids::{RegionId, SpaceId};
use crate::path::Values;
use crate::query::{Progress, Reply};
use crate::reason::Stall;
use crate::space::{Goal, Why};
use crate::summary::{End, MustSummary, NotMaySummary};

/// What must hold after a call, from the callee's side.
#[derive(Clone, Debug)]
pub struct Target {
    /// Literals over variables of the caller that the call does not change.
    pub kept: Vec<TermId>,
    /// The callee's goal.
    pub goal: Goal,
    /// The goal as one term.
    pub term: TermId,
    /// Rigid symbols in the goal and the variables of the caller that they stand for.
    pub rigid: Vec<(Symbol, VarId)>,
}

/// Summaries tried at a call in one go.
const TRIED: usize = 24;

impl Core {
    /// Takes the region after a call apart.
    pub fn target(&mut self, space: SpaceId, call: &Call, to: RegionId, fails: bool) -> Target {
        let tru = self.terms.tru();
        if fails {
            let goal = self.known.spaces[space].goal.clone();
            return Target { kept: Vec::new(), goal, term: tru, rigid: Vec::new() };
        }
        let literals = self.known.spaces[space].regions[to].literals.clone();
        let mut kept = Vec::new();
        let mut changed = Vec::new();
        for l in literals {
            let is_changed = |v: &VarId| self.facts.changes(call, *v);
            if self.terms.support(l).iter().any(is_changed) { changed.push(l) } else { kept.push(l) }
        }
        let mut map: FxHashMap<Symbol, TermId> = FxHashMap::default();
        let mut rigid = Vec::new();
        for v in self.terms.support_of(&changed) {
            if Some(v) == call.result {
                if let Some(r) = self.facts.program.proc(call.proc).result {
                    map.insert(v, self.terms.var(r));
                }
            } else if !self.facts.is_shared(v) {
                let symbol = self.rigid_symbol(v, rigid.len());
                map.insert(v, self.terms.var(symbol));
                rigid.push((symbol, v));
            }
        }
        let mut goal = self.terms.substitute_all(&changed, &map);
        goal.sort_unstable();
        goal.dedup();
        let term = self.terms.and(&goal);
        Target { kept, goal: Goal::Exit(goal), term, rigid }
    }

    fn rigid_symbol(&mut self, like: VarId, n: usize) -> Symbol {
        let sort = self.terms.symbol_sort(like);
        let name = format!("rigid{n}.{}", self.terms.sort_text(sort));
        self.terms.declare(&name, sort)
    }

    /// A frontier at a call.
    pub fn call_frontier(
        &mut self,
        active: &mut Active,
        graph: &Arc<Graph>,
        f: Frontier,
        call: &Call,
        fails: bool,
    ) -> Progress {
        if !fails && self.take_cases(active, call, f.to) {
            return Progress::On;
        }
        let target = self.target(active.space, call, f.to, fails);
        if let Some(progress) = self.kept_literals(active, graph, f, &target) {
            return progress;
        }
        if !fails && !target.goal.is_plain() {
            self.contract(call.proc, None);
            if self.try_contracts(active, graph, f, call) {
                return Progress::On;
            }
        }
        if self.facts.rules.must_summaries && self.try_must(active, f, call, fails) {
            return Progress::On;
        }
        if self.facts.rules.notmay_summaries && self.try_notmay(active, f, call, &target) {
            return Progress::On;
        }
        let place = active.reached.states[f.omega].place;
        let mut conditions = active.paths.conditions(self, graph, place);
        let symbolic = active.paths.symbolic(self, graph, place);
        if active.calls.pathwise.contains(&(place, f.edge)) {
            return self.ask_path(active, f, call, conditions, &symbolic.values);
        }
        let is_easy = !self.facts.is_hard[call.proc] || target.goal.is_plain();
        if !fails
            && !is_easy
            && let Some(ask) = self.anticipate(active, graph, f)
        {
            return ask;
        }
        // Ω ∩ r1: the states that are reached here and in the region.
        let literals = self.known.spaces[active.space].regions[f.from].literals.clone();
        conditions.extend(self.terms.substitute_all(&literals, &symbolic.values));
        // And those from which what the call does not change is as it must be after it.
        conditions.extend(self.terms.substitute_all(&target.kept, &symbolic.values));
        let values = self.callee_values(call, &symbolic.values, &target);
        if self.is_first(call, &target) {
            return Progress::Ask(call.proc, target.goal, self.context(Vec::new(), values));
        }
        active.calls.waiting = Some(Waiting::Frontier(f));
        Progress::Ask(call.proc, target.goal, self.context(conditions, values))
    }

    /// A goal is first asked about without the conditions of the path: if that is answered by a not-may summary, it serves other paths too. If
    /// not, only summaries come of it, and the question is put again as it is.
    fn is_first(&mut self, call: &Call, target: &Target) -> bool {
        let is_plain = target.goal.is_plain();
        self.facts.rules.notmay_summaries
            && !is_plain
            && self.known.asked.insert((call.proc, target.goal.clone()))
    }

    /// A disjunction after a call is taken apart into regions, so that each speaks of as little as possible.
    fn take_cases(&mut self, active: &Active, call: &Call, to: RegionId) -> bool {
        const MOST_CASES: usize = 8;
        const MOST_LEAVES: usize = 48;
        let space = &self.known.spaces[active.space];
        let region = &space.regions[to];
        if space.leaves[region.node].len() > MOST_LEAVES || space.is_goal(to) {
            return false;
        }
        let changed = |core: &Core, t: TermId| {
            let is_changed = |v: &VarId| core.facts.changes(call, *v);
            core.terms.support(t).iter().any(is_changed)
        };
        for l in region.literals.clone() {
            let cases = self.disjuncts(l);
            if cases.len() < 2 || cases.len() > MOST_CASES || !changed(self, l) {
                continue;
            }
            let kept = cases.iter().find(|c| !changed(self, **c));
            let by = *kept.unwrap_or(&cases[0]);
            self.counts.splits += 1;
            let rest: Vec<TermId> = cases.iter().filter(|c| **c != by).copied().collect();
            let rest = self.terms.or(&rest);
            let rest = self.terms.conjuncts(rest);
            let space = &mut self.known.spaces[active.space];
            let (yes, no) = space.split(&mut self.terms, to, by);
            // Where the case holds so does the disjunction; where not, another case must.
            space.regions[yes].literals.retain(|t| *t != l);
            let outside = &mut space.regions[no].literals;
            outside.retain(|t| *t != l);
            outside.extend(rest);
            return true;
        }
        false
    }

    /// A goal without literals of the caller.
    pub fn plain_target(&self, goal: Goal) -> Target {
        Target { kept: Vec::new(), goal, term: self.terms.tru(), rigid: Vec::new() }
    }

    /// Asks for the path that one reached state takes through the callee, wherever it ends.
    fn ask_path(
        &mut self,
        active: &mut Active,
        f: Frontier,
        call: &Call,
        mut conditions: Vec<TermId>,
        values: &Values,
    ) -> Progress {
        let state = active.reached.states[f.omega].state.clone();
        if self.try_deterministic(active, f, call) {
            return Progress::On;
        }
        let goal = Goal::Exit(Vec::new());
        let target = self.plain_target(goal.clone());
        let args = self.terms.substitute_all(&call.args, values);
        for (arg, here) in call.args.iter().zip(args) {
            let value = self.concrete(*arg, &state, &FxHashMap::default());
            if let Some(constant) = self.terms.value(&value) {
                conditions.push(self.terms.eq(here, constant));
            }
        }
        let values = self.callee_values(call, values, &target);
        active.calls.waiting = Some(Waiting::Frontier(f));
        Progress::Ask(call.proc, goal, self.context(conditions, values))
    }

    /// The path of a state through the callee is known, or not.
    pub fn deliver_pathwise(&mut self, caller: &mut Active, f: Frontier, reply: Reply) {
        let graph = self.known.spaces[caller.space].graph.clone();
        let (Kind::Call(call) | Kind::CallFail(call)) = &graph.edges[f.edge].kind else { return };
        if let Reply::Yes(summary) = &reply {
            let fails = matches!(graph.edges[f.edge].kind, Kind::CallFail(_));
            if !fails && self.must_post_usesummary(caller, f, summary) {
                return;
            }
            if self.try_deterministic(caller, f, call) {
                return;
            }
        }
        self.stick(caller, f, Stall::Failed("a call could not be decided"));
    }

    /// From the inputs of a path that reads nothing there is no other run: a must summary then also says what cannot
    /// happen. In its part of the region the call is like a segment.
    fn try_deterministic(&mut self, active: &mut Active, f: Frontier, call: &Call) -> bool {
        if !self.facts.rules.notmay_summaries {
            return false;
        }
        let state = active.reached.states[f.omega].state.clone();
        let graph = self.known.spaces[active.space].graph.clone();
        let fails = matches!(graph.edges[f.edge].kind, Kind::CallFail(_));
        let params = self.facts.program.proc(call.proc).params.clone();
        let map: Values = params.into_iter().zip(call.args.iter().copied()).collect();
        let list: Vec<Rc<MustSummary>> = self.known.must[call.proc].iter().rev().cloned().collect();
        for summary in list {
            if !self.is_deterministic(&summary) {
                continue;
            }
            let conditions = self.terms.substitute_all(&summary.conditions, &map);
            let taken = self.terms.and(&conditions);
            if !self.holds(taken, &state) {
                continue;
            }
            let into = match (&summary.end, fails) {
                (End::Exit, false) => {
                    let start = identity(self, call);
                    let (_, after) = self.apply_must(call, &summary, &FxHashMap::default(), &start);
                    let literals = self.known.spaces[active.space].regions[f.to].literals.clone();
                    let literals = self.terms.substitute_all(&literals, &after);
                    self.terms.and(&literals)
                }
                (End::Exit, true) | (End::Failure(_), false) => self.terms.fls(),
                (End::Failure(_), true) => continue,
            };
            if self.holds(into, &state) {
                continue;
            }
            let not_taken = self.terms.not(taken);
            let by = self.terms.or(&[not_taken, into]);
            let before = self.counts.excluded;
            self.split_by(active, f, by, Why::Path(summary.id));
            if self.counts.excluded > before {
                self.counts.must_used += 1;
                return true;
            }
        }
        false
    }

    /// Does a path depend on its inputs alone?
    pub fn is_deterministic(&mut self, summary: &MustSummary) -> bool {
        let mut roots = summary.conditions.clone();
        roots.extend(summary.outputs.iter().map(|o| o.1));
        summary.exact
            && summary.reads.is_empty()
            && self.terms.support_of(&roots).iter().all(|s| !summary.bound.contains(s))
    }

    /// What a callee starts with.
    pub fn callee_values(&mut self, call: &Call, values: &Values, target: &Target) -> Values {
        let mut start = Values::default();
        let args = self.terms.substitute_all(&call.args, values);
        let params = self.facts.program.proc(call.proc).params.clone();
        start.extend(params.into_iter().zip(args));
        // The goal may speak of memory that the callee does not know.
        let in_goal = self.terms.support(target.term).into_iter().filter(|v| self.facts.is_shared(*v));
        let shared: Vec<VarId> = in_goal.chain(self.facts.shared(call.proc)).collect();
        for v in shared {
            if let Some(t) = values.get(&v) {
                start.insert(v, *t);
            }
        }
        let locals = self.graph(call.proc).locals.clone();
        let fresh = self.rename(&locals);
        start.extend(locals.iter().map(|l| (*l, fresh[l])));
        for (symbol, v) in &target.rigid {
            let t = match values.get(v) {
                Some(t) => *t,
                None => self.terms.var(*v),
            };
            start.insert(*symbol, t);
        }
        start
    }

    /// Literals that the call cannot change must hold before it: NOTMAY-PRE without looking into the callee.
    fn kept_literals(
        &mut self,
        active: &mut Active,
        graph: &Arc<Graph>,
        f: Frontier,
        target: &Target,
    ) -> Option<Progress> {
        if target.kept.is_empty() {
            return None;
        }
        let mut local = self.known.spaces[active.space].regions[f.from].literals.clone();
        local.extend(&target.kept);
        if self.check(&local).is_unsat() {
            self.counts.excluded += 1;
            self.known.spaces[active.space].exclude(f.edge, f.from, f.to, Why::Edge);
            return Some(Progress::On);
        }
        let place = active.reached.states[f.omega].place;
        let mut query = active.paths.conditions(self, graph, place);
        let n_path = query.len();
        let symbolic = active.paths.symbolic(self, graph, place);
        query.extend(self.terms.substitute_all(&target.kept, &symbolic.values));
        if !self.check(&query).is_unsat() {
            return None;
        }
        let needed = self.needed_part(&query[..n_path], &query[n_path..]);
        let chosen: Vec<TermId> = needed.iter().map(|i| target.kept[*i]).collect();
        let by = self.terms.and(&chosen);
        self.split_by(active, f, by, Why::Edge);
        Some(Progress::On)
    }

    fn try_must(&mut self, active: &mut Active, f: Frontier, call: &Call, fails: bool) -> bool {
        let goal = self.known.spaces[active.space].goal.clone();
        let wanted = |core: &Core, s: &MustSummary| match (&s.end, &goal) {
            (End::Exit, _) => !fails,
            (End::Failure(label), Goal::Error(q)) => fails && core.known.questions[*q].wants(label),
            _ => false,
        };
        let list: Vec<Rc<MustSummary>> =
            self.known.must[call.proc].iter().rev().take(TRIED).cloned().collect();
        for summary in list {
            if wanted(self, &summary) && self.must_post_usesummary(active, f, &summary) {
                self.counts.must_used += 1;
                return true;
            }
        }
        false
    }

    /// MUST-POST-USESUMMARY: a test over the call, if the summary's path can be taken and ends in the region.
    pub fn must_post_usesummary(
        &mut self,
        active: &mut Active,
        f: Frontier,
        summary: &Rc<MustSummary>,
    ) -> bool {
        let graph = self.known.spaces[active.space].graph.clone();
        let place = active.reached.states[f.omega].place;
        let child = active.paths.child(self, &graph, place, f.edge, None, Some(summary.clone()));
        let mut query = active.paths.conditions(self, &graph, child);
        let symbolic = active.paths.symbolic(self, &graph, child);
        let literals = self.known.spaces[active.space].regions[f.to].literals.clone();
        query.extend(self.terms.substitute_all(&literals, &symbolic.values));
        let answer = self.check(&query);
        if answer != Answer::Sat {
            return false;
        }
        let before = active.reached.states.len();
        self.run_test(active, child);
        active.reached.states.len() > before || active.reached.found.is_some()
    }

    fn try_notmay(&mut self, active: &mut Active, f: Frontier, call: &Call, target: &Target) -> bool {
        let list: Vec<Rc<NotMaySummary>> = self.known.notmay[call.proc].iter().rev().cloned().collect();
        for summary in list {
            if self.is_implied(target, &summary) && self.notmay_pre_usesummary(active, f, &summary) {
                self.counts.notmay_used += 1;
                return true;
            }
        }
        false
    }

    /// Does the target imply the summary's postcondition?
    pub fn is_implied(&mut self, target: &Target, summary: &NotMaySummary) -> bool {
        if !summary.ghosts.is_empty() {
            // It speaks of inputs as well: see `try_contracts`.
            return false;
        }
        match (&target.goal, &summary.post) {
            (Goal::Error(a), Goal::Error(b)) => self.known.questions[*b].covers(&self.known.questions[*a]),
            (Goal::Exit(goal), Goal::Exit(post)) => {
                if post.iter().all(|l| goal.contains(l)) {
                    return true;
                }
                let key = (summary.id, target.term);
                if let Some(&known) = self.known.implied.get(&key) {
                    return known;
                }
                let not = self.terms.not(summary.post_term);
                let implied = self.check(&[target.term, not]).is_unsat();
                self.known.implied.insert(key, implied);
                implied
            }
            _ => false,
        }
    }

    /// NOTMAY-PRE-USESUMMARY: from states of the summary's precondition the call cannot end in the region.
    pub fn notmay_pre_usesummary(
        &mut self,
        active: &mut Active,
        f: Frontier,
        summary: &NotMaySummary,
    ) -> bool {
        let graph = self.known.spaces[active.space].graph.clone();
        let (Kind::Call(call) | Kind::CallFail(call)) = &graph.edges[f.edge].kind else {
            return false;
        };
        let fails = matches!(graph.edges[f.edge].kind, Kind::CallFail(_));
        let target = self.target(active.space, call, f.to, fails);
        let pre = self.pre_at_call(call, summary.pre, &target.rigid);
        let omega = &active.reached.states[f.omega];
        // Only from outside the precondition, and with the literals that the call keeps.
        let mut crossing = target.kept.clone();
        crossing.push(self.terms.not(pre));
        let by = self.terms.and(&crossing);
        if self.holds(by, &omega.state.clone()) {
            return false;
        }
        let space = &self.known.spaces[active.space];
        let region = space.regions[f.from].predicate;
        if self.terms.and(&[region, by]) == region {
            return false;
        }
        self.split_by(active, f, by, Why::Summary(summary.id));
        self.known.spaces[active.space].rest_on(&summary.rests_on);
        true
    }

    /// A precondition of a callee over variables of the caller.
    pub fn pre_at_call(&mut self, call: &Call, pre: TermId, rigid: &[(Symbol, VarId)]) -> TermId {
        let mut map: Values = Values::default();
        let params = self.facts.program.proc(call.proc).params.clone();
        map.extend(params.into_iter().zip(call.args.iter().copied()));
        for (symbol, v) in rigid {
            let t = self.terms.var(*v);
            map.insert(*symbol, t);
        }
        self.terms.substitute(pre, &map)
    }
}

/// Every variable is itself.
fn identity(core: &mut Core, call: &Call) -> Values {
    let vars: Vec<VarId> = core.facts.shared(call.proc);
    vars.into_iter().map(|v| (v, core.terms.var(v))).collect()
}
