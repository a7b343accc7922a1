//! Invariants: candidates that are inductive together, used as splits with excluded pairs.
//!
//! When splitting by one predicate per iteration does not get on, facts that the tests suggest are tried at all nodes of
//! the procedure at once: whatever an edge does not preserve is dropped until nothing more is (Houdini). What is left is a set
//! `I_n` per node such that no edge leads from `I_n1` to outside `I_n2`. The partition becomes `I_n` and its complement,
//! and these pairs are excluded: an application of NOTMAY-PRE at each edge, with the complement of `I_n1`.
//!
//! For a procedure that calls itself the exit's facts are assumed of the inner calls and checked of the body: induction on the
//! depth of calls. Such facts, and those of other procedures with loops, are *contracts*: not-may summaries `<true, not fact>`.

use std::rc::Rc;
use std::sync::Arc;
use std::time::{Duration, Instant};

use maymust_program::index::IndexVec;
use maymust_program::{ProcId, VarId};
use maymust_solver::Answer;
use maymust_term::{TermId, Value};
use rustc_hash::FxHashSet;

use crate::active::Active;
use crate::core::Core;
use crate::graph::{Call, Graph, Kind};
use crate::ids::{EdgeId, NodeId, RegionId};
use crate::path::{Concrete, ENTRY, Values};
use crate::space::{Goal, Space, Why};

/// Facts per node.
type Facts = IndexVec<NodeId, Vec<TermId>>;

/// Time for one question of induction.
const STEP_TIME: Duration = Duration::from_millis(300);
/// Time for one search, and for the first, which has the simplest candidates.
const ROUND: Duration = Duration::from_secs(5);
const FIRST_ROUND: Duration = Duration::from_secs(1);
/// How often invariants of one space are looked for.
const ROUNDS: u32 = 6;

/// What a search for invariants starts from.
struct Setting {
    proc: ProcId,
    graph: Arc<Graph>,
    /// How long it may take.
    deadline: Instant,
}

impl Core {
    /// Looks for invariants if splitting one predicate at a time does not get on.
    pub fn generalise_if_due(&mut self, active: &mut Active) -> bool {
        let space = &self.known.spaces[active.space];
        let graph = &space.graph;
        let limit = 3 + 6 * space.generalised.cast_signed();
        let due = graph.locs.ids().any(|n| graph.is_head[n] && space.splits[n] > limit);
        due && self.generalise(active)
    }

    /// Looks for invariants; did the space change?
    pub fn generalise(&mut self, active: &mut Active) -> bool {
        let space = &self.known.spaces[active.space];
        let (graph, proc, round) = (space.graph.clone(), space.proc, space.generalised);
        let has_loop = graph.is_head.iter().any(|h| *h) || (self.facts.recursive[proc] && !graph.unrolled);
        if !self.facts.rules.invariants || round >= ROUNDS || !has_loop {
            return false;
        }
        // After the simplest candidates: does the loop end soon?
        if round > 0 && !std::mem::replace(&mut self.is_looping, true) {
            return true;
        }
        self.known.spaces[active.space].generalised += 1;
        let start = Instant::now();
        if self.facts.rules.must {
            self.more_tests(active);
        }
        let changed = active.reached.found.is_none() && self.invariants(active, &graph, proc, round);
        self.counts.time_invariants += start.elapsed();
        changed || active.reached.found.is_some()
    }

    /// Samples make candidates better.
    fn more_tests(&mut self, active: &mut Active) {
        const TESTS: usize = 6;
        let conditions = active.paths.context.conditions.clone();
        for _ in 0..TESTS {
            if active.reached.found.is_some() || !self.check(&conditions).is_sat() {
                return;
            }
            self.run_test(active, ENTRY);
        }
    }

    fn invariants(&mut self, active: &mut Active, graph: &Arc<Graph>, proc: ProcId, round: u32) -> bool {
        let now = Instant::now();
        let left = self.oracle.question_deadline.saturating_duration_since(now);
        let deadline = now + (left / 3).min(if round == 0 { FIRST_ROUND } else { ROUND });
        let mut extra: Vec<TermId> = Vec::new();
        for region in &self.known.spaces[active.space].regions {
            extra.extend(region.split.map(|s| s.by));
        }
        extra.sort_unstable();
        extra.dedup();
        const MOST_EXTRA: usize = 60;
        extra.truncate(MOST_EXTRA);
        if let Goal::Exit(goal) = &self.known.spaces[active.space].goal {
            extra.extend(goal);
        }
        let ghosts: Vec<VarId> = self.rigid_symbols(active);
        let mut material = self.material(graph, &extra, &ghosts);
        if round == 1 {
            // Before everything: what the predicates speak of, from the states of the context.
            let spoken: FxHashSet<VarId> = self.terms.support_of(&extra).into_iter().collect();
            let only = |t: &TermId| self.terms.support(*t).iter().all(|s| spoken.contains(s));
            material.items.iter_mut().for_each(|items| items.retain(only));
            material.atoms.retain(only);
        }
        let mut facts: Facts = IndexVec::new();
        for node in graph.locs.ids() {
            let samples = samples_at(active, node);
            // Without any sample every candidate is one; nodes never reached get the program's conditions only.
            let list = if node == graph.error || (node == graph.exit && !self.facts.recursive[proc]) {
                Vec::new()
            } else if round == 0 {
                self.plain_candidates(&extra, &samples)
            } else {
                self.candidates(&material, node, &samples)
            };
            facts.push(list);
        }
        let is_start = self.facts.program.entry == Some(proc);
        let entry = if (round == 0 || round == 2) && !is_start {
            Vec::new()
        } else {
            self.entry_facts(active, &facts[graph.entry])
        };
        facts[graph.entry] = entry;
        let setting = Setting { proc, graph: graph.clone(), deadline };
        self.houdini(&setting, &mut facts);
        self.thin_out(&setting, &mut facts);
        self.needed_at_entry(&setting, &mut facts);
        self.install(active, &facts)
    }

    /// Rigid symbols of a query's goal.
    fn rigid_symbols(&self, active: &Active) -> Vec<VarId> {
        let n = self.facts.program.vars.len();
        let mut list: Vec<VarId> =
            active.paths.context.values.keys().copied().filter(|v| v.index() >= n).collect();
        list.sort_unstable();
        list
    }

    /// Candidates that hold in all states of the context.
    fn entry_facts(&mut self, active: &Active, candidates: &[TermId]) -> Vec<TermId> {
        let values = active.paths.context.values.clone();
        let conditions = active.paths.context.conditions.clone();
        let here = self.terms.substitute_all(candidates, &values);
        let mut open: Vec<usize> = (0..candidates.len()).filter(|i| here[*i] != self.terms.tru()).collect();
        loop {
            let not: Vec<TermId> = open.iter().map(|i| here[*i]).map(|t| self.terms.not(t)).collect();
            if not.is_empty() {
                break;
            }
            let mut query = conditions.clone();
            query.push(self.terms.or(&not));
            match self.check_within(&query, STEP_TIME) {
                Answer::Unsat => break,
                Answer::Sat => open.retain(|i| self.value(here[*i]) == Value::Bool(true)),
                Answer::Unknown(_) => open.clear(),
            }
        }
        let open: FxHashSet<usize> = open.into_iter().collect();
        let holds = |i: &usize| here[*i] == self.terms.tru() || open.contains(i);
        (0..candidates.len()).filter(holds).map(|i| candidates[i]).collect()
    }

    /// Drops facts until every edge preserves those that are left.
    fn houdini(&mut self, setting: &Setting, facts: &mut Facts) {
        let graph = setting.graph.clone();
        let mut work: std::collections::BTreeSet<EdgeId> = graph.edges.ids().collect();
        while let Some(e) = work.pop_first() {
            let to = graph.edges[e].to;
            let dropped = self.induct(setting, facts, e);
            if dropped {
                work.extend(&graph.out[to]);
                if to == graph.exit {
                    // Inner calls relied on what held at the exit.
                    work.extend(graph.edges.ids().filter(|e| is_self_call(&graph, *e, setting.proc)));
                }
                // A fact of this edge's own source may have been dropped.
                work.insert(e);
            }
            if Instant::now() >= setting.deadline || self.is_over() {
                // Not finished: nothing is known.
                facts.iter_mut().for_each(Vec::clear);
                return;
            }
        }
    }

    /// Drops the facts after an edge that it does not preserve; were there any?
    fn induct(&mut self, setting: &Setting, facts: &mut Facts, e: EdgeId) -> bool {
        let graph = &setting.graph;
        let edge = &graph.edges[e];
        let to = edge.to;
        if facts[to].is_empty() || to == graph.error {
            return false;
        }
        let mut before = facts[edge.from].clone();
        let after: Vec<TermId> = match &edge.kind {
            Kind::Block { guard, updates, .. } => {
                before.push(*guard);
                let map: Values = updates.iter().copied().collect();
                self.terms.substitute_all(&facts[to].clone(), &map)
            }
            Kind::Call(call) => {
                let exit = exit_facts(setting, facts);
                let map = self.call_outcome(setting, call, &exit, &mut before);
                self.terms.substitute_all(&facts[to].clone(), &map)
            }
            _ => return false,
        };
        let known: FxHashSet<TermId> = before.iter().copied().collect();
        let tru = self.terms.tru();
        let mut open: Vec<usize> =
            (0..after.len()).filter(|i| after[*i] != tru && !known.contains(&after[*i])).collect();
        let object_facts = self.object_facts(&[before.clone(), after.clone()].concat());
        before.extend(object_facts);
        let mut broken: FxHashSet<usize> = FxHashSet::default();
        while !open.is_empty() {
            let not: Vec<TermId> = open.iter().map(|i| after[*i]).map(|t| self.terms.not(t)).collect();
            let mut query = before.clone();
            query.push(self.terms.or(&not));
            self.counts.houdini_rounds += 1;
            match self.check_within(&query, STEP_TIME) {
                Answer::Unsat => break,
                Answer::Sat => {
                    let (mut kept, mut lost) = (Vec::new(), Vec::new());
                    for i in open {
                        if self.value(after[i]) == Value::Bool(true) { kept.push(i) } else { lost.push(i) }
                    }
                    if lost.is_empty() {
                        // The model leaves them open: no progress would be made.
                        lost = std::mem::take(&mut kept);
                    }
                    broken.extend(lost);
                    open = kept;
                }
                Answer::Unknown(_) => {
                    // Too many at once, or one too hard: each by itself.
                    let rest = self.one_by_one(&before, &after, open);
                    broken.extend(rest);
                    break;
                }
            }
            if Instant::now() >= setting.deadline {
                break;
            }
        }
        if broken.is_empty() {
            return false;
        }
        let mut i = 0;
        facts[to].retain(|_| {
            i += 1;
            !broken.contains(&(i - 1))
        });
        true
    }

    /// The ones of these that cannot be shown.
    fn one_by_one(&mut self, before: &[TermId], after: &[TermId], open: Vec<usize>) -> Vec<usize> {
        const EACH: Duration = Duration::from_millis(60);
        let mut lost = Vec::new();
        for i in open {
            let mut query = before.to_vec();
            query.push(self.terms.not(after[i]));
            if !self.check_within(&query, EACH).is_unsat() {
                lost.push(i);
            }
        }
        lost
    }

    /// What a call does: the values after it, and what is known of them.
    fn call_outcome(
        &mut self,
        setting: &Setting,
        call: &Call,
        exit: &[TermId],
        before: &mut Vec<TermId>,
    ) -> Values {
        let callee = self.graph(call.proc);
        let mut map = Values::default();
        // A callee without loops and calls is one segment: exact.
        if let Some((guard, updates)) = single_block(&callee) {
            let symbols: Vec<VarId> = callee.edges.iter().flat_map(|e| reads_of(&e.kind)).collect();
            let mut bind: Values = self.rename(&symbols);
            let locals = self.rename(&callee.locals);
            bind.extend(callee.locals.iter().map(|l| (*l, locals[l])));
            let params = self.facts.program.proc(call.proc).params.clone();
            bind.extend(params.into_iter().zip(call.args.iter().copied()));
            before.push(self.terms.substitute(guard, &bind));
            let result = self.facts.program.proc(call.proc).result;
            for v in self.facts.modref.writes[call.proc.index()].clone() {
                if let Some(u) = updates.iter().find(|u| u.0 == v) {
                    map.insert(v, self.terms.substitute(u.1, &bind));
                }
            }
            if let (Some(to), Some(r)) = (call.result, result) {
                let value = updates.iter().find(|u| u.0 == r).map(|u| u.1);
                let value = match value {
                    Some(t) => self.terms.substitute(t, &bind),
                    None => locals.get(&r).copied().unwrap_or_else(|| self.terms.var(r)),
                };
                map.insert(to, value);
            }
            return map;
        }
        let mut written = self.facts.modref.writes[call.proc.index()].clone();
        written.extend(self.facts.program.proc(call.proc).result);
        let outputs: Values = self.rename(&written);
        for v in &self.facts.modref.writes[call.proc.index()] {
            map.insert(*v, outputs[v]);
        }
        if let (Some(to), Some(r)) = (call.result, self.facts.program.proc(call.proc).result) {
            map.insert(to, outputs[&r]);
        }
        let params = self.facts.program.proc(call.proc).params.clone();
        let args: Values = params.into_iter().zip(call.args.iter().copied()).collect();
        let n_vars = self.facts.program.vars.len();
        for s in self.known.notmay[call.proc].clone() {
            if !matches!(s.post, Goal::Exit(_)) || !s.rests_on.is_empty() {
                continue;
            }
            let is_ghost = |v: &VarId| s.ghosts.iter().any(|g| g.1 == *v);
            let rigid = |core: &Core, t: TermId| {
                core.terms.support(t).iter().any(|v| v.index() >= n_vars && !is_ghost(v))
            };
            if rigid(self, s.pre) || rigid(self, s.post_term) {
                continue;
            }
            let (mut before_call, mut after_call) = (args.clone(), outputs.clone());
            for (input, ghost) in &s.ghosts {
                let now = args.get(input).copied().unwrap_or_else(|| self.terms.var(*input));
                before_call.insert(*ghost, now);
                after_call.insert(*ghost, now);
            }
            let pre = self.terms.substitute(s.pre, &before_call);
            let post = self.terms.substitute(s.post_term, &after_call);
            let both = self.terms.and(&[pre, post]);
            before.push(self.terms.not(both));
        }
        if call.proc == setting.proc {
            // Facts of the exit speak of outputs; others are of no use here.
            for t in exit {
                let known = |v: &VarId| outputs.contains_key(v);
                if self.terms.support(*t).iter().all(known) {
                    before.push(self.terms.substitute(*t, &outputs));
                }
            }
        }
        map
    }

    /// What a call does as far as summaries of the callee say: the values after it, and what is known of them.
    pub fn known_outcome(&mut self, proc: ProcId, call: &Call, before: &mut Vec<TermId>) -> Values {
        let graph = self.graph(proc);
        let setting = Setting { proc, graph, deadline: self.oracle.question_deadline };
        self.call_outcome(&setting, call, &[], before)
    }

    /// Leaves out facts that follow from others at the same node.
    fn thin_out(&mut self, setting: &Setting, facts: &mut Facts) {
        facts.iter_mut().for_each(|list| self.without_consequences(list, setting.deadline));
    }

    /// Leaves out facts that follow from others.
    pub fn without_consequences(&mut self, list: &mut Vec<TermId>, deadline: Instant) {
        const EACH: Duration = Duration::from_millis(50);
        // Equations first, then short ones.
        let mut order = std::mem::take(list);
        let is_equation = |core: &Core, t: TermId| core.terms.op(t) == maymust_term::Op::Eq;
        let rank =
            |core: &mut Core, t: TermId| match core.disjuncts(t).into_iter().any(|c| is_equation(core, c)) {
                _ if is_equation(core, t) => 0,
                true => 1,
                false => 2,
            };
        order.sort_by_cached_key(|t| (rank(self, *t), self.terms.size(*t), *t));
        for t in order {
            if Instant::now() >= deadline {
                list.push(t);
                continue;
            }
            let mut query = list.clone();
            query.push(self.terms.not(t));
            if !self.check_within(&query, EACH).is_unsat() {
                list.push(t);
            }
        }
    }

    /// Keeps only what the edges out of the entry need of it.
    fn needed_at_entry(&mut self, setting: &Setting, facts: &mut Facts) {
        let graph = setting.graph.clone();
        let entry = graph.entry;
        if facts[entry].is_empty() {
            return;
        }
        let mut needed: FxHashSet<TermId> = FxHashSet::default();
        for &e in &graph.out[entry] {
            let edge = &graph.edges[e];
            let to = edge.to;
            let mut rest = Vec::new();
            let after = match &edge.kind {
                Kind::Block { guard, updates, .. } => {
                    rest.push(*guard);
                    let map: Values = updates.iter().copied().collect();
                    self.terms.substitute_all(&facts[to].clone(), &map)
                }
                Kind::Call(call) => {
                    let exit = exit_facts(setting, facts);
                    let map = self.call_outcome(setting, call, &exit, &mut rest);
                    self.terms.substitute_all(&facts[to].clone(), &map)
                }
                _ => continue,
            };
            if after.is_empty() {
                continue;
            }
            let all = self.terms.and(&after);
            rest.push(self.terms.not(all));
            let object_facts = self.object_facts(&[rest.clone(), facts[entry].clone()].concat());
            rest.extend(object_facts);
            let mut query = rest.clone();
            query.extend(&facts[entry]);
            if !self.check_within(&query, STEP_TIME).is_unsat() {
                return;
            }
            let list = facts[entry].clone();
            needed.extend(self.needed_part(&rest, &list).into_iter().map(|i| list[i]));
        }
        if graph.is_head[entry] {
            return;
        }
        facts[entry].retain(|t| needed.contains(t));
    }

    /// Makes the invariants the partition; is there anything in them?
    fn install(&mut self, active: &mut Active, facts: &Facts) -> bool {
        let old = &self.known.spaces[active.space];
        let graph = old.graph.clone();
        let n_facts: usize = facts.iter().map(Vec::len).sum();
        if n_facts == 0 {
            return false;
        }
        let mut space = Space::init_pi_ne(&mut self.terms, old.proc, old.goal.clone(), graph.clone());
        space.generalised = old.generalised;
        space.version = old.version + 1;
        self.counts.invariants += n_facts as u64;
        let mut inside: IndexVec<NodeId, Vec<RegionId>> = IndexVec::new();
        let mut outside: IndexVec<NodeId, Vec<RegionId>> = IndexVec::new();
        for (node, here) in facts.entries() {
            let all = self.terms.and(here);
            let leaves = space.leaves[node].clone();
            if all == self.terms.tru() {
                inside.push(leaves);
                outside.push(Vec::new());
                continue;
            }
            let (mut ins, mut outs) = (Vec::new(), Vec::new());
            for leaf in leaves {
                let (yes, no) = space.split(&mut self.terms, leaf, all);
                ins.push(yes);
                outs.push(no);
            }
            inside.push(ins);
            outside.push(outs);
        }
        for (e, edge) in graph.edges.entries() {
            for &from in &inside[edge.from] {
                for &to in &outside[edge.to] {
                    space.exclude(e, from, to, Why::Invariant);
                }
            }
        }
        space.splits = IndexVec::filled(0, graph.locs.len());
        self.known.spaces[active.space] = space;
        active.entries.disjoint.clear();
        active.entries.unentered.clear();
        active.stuck.pairs.clear();
        active.refresh(self);
        true
    }
}

fn samples_at(active: &Active, node: NodeId) -> Vec<Rc<Concrete>> {
    const MOST: usize = 120;
    let at = |o: &&crate::active::Omega| active.paths.places[o.place].node == node;
    active.reached.states.iter().filter(at).map(|o| o.state.clone()).take(MOST).collect()
}

/// What may be assumed of inner calls: facts that were not made under assumptions about the entry.
fn exit_facts(setting: &Setting, facts: &Facts) -> Vec<TermId> {
    if facts[setting.graph.entry].is_empty() { facts[setting.graph.exit].clone() } else { Vec::new() }
}

fn is_self_call(graph: &Graph, edge: EdgeId, proc: ProcId) -> bool {
    matches!(&graph.edges[edge].kind, Kind::Call(c) if c.proc == proc)
}

fn reads_of(kind: &Kind) -> Vec<VarId> {
    match kind {
        Kind::Block { reads, .. } | Kind::Fail { reads, .. } => {
            reads.inputs.iter().map(|i| i.symbol).collect()
        }
        _ => Vec::new(),
    }
}

/// Condition and updates of a procedure that is one segment.
fn single_block(graph: &Graph) -> Option<(TermId, Vec<(VarId, TermId)>)> {
    let mut found = None;
    for e in &graph.edges {
        match &e.kind {
            Kind::Block { guard, updates, .. } => {
                if found.is_some() || e.from != graph.entry || e.to != graph.exit {
                    return None;
                }
                found = Some((*guard, updates.clone()));
            }
            Kind::Fail { .. } => {}
            Kind::Call(_) | Kind::CallFail(_) => return None,
        }
    }
    found
}
