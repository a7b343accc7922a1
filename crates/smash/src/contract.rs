//! Contracts: what holds whenever a procedure that calls itself returns, by induction on the depth of calls.
//!
//! All procedures that call each other in a circle are looked at together. Each has *ghosts*, symbols for what its inputs were
//! at the entry. Candidates come from samples ([`crate::outcome`]); from cut point to cut point (entry, loop heads, exit) a procedure is one formula,
//! in which an inner call may end in any state that the candidates allow for its inputs. What is broken is dropped until
//! nothing is (Houdini). A contract is a not-may summary: `<inputs = ghosts, not fact>`, with the ghosts as rigid symbols.

use std::rc::Rc;
use std::sync::Arc;
use std::time::{Duration, Instant};

use maymust_program::index::IndexVec;
use maymust_program::{ProcId, VarId};
use maymust_solver::Answer;
use maymust_term::{Sort, TermId, Value};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::active::Active;
use crate::core::Core;
use crate::graph::{Graph, Kind};
use crate::ids::{EdgeId, NodeId};
use crate::outcome::Stage;
use crate::path::{Concrete, Values};
use crate::space::Goal;
use crate::summary::NotMaySummary;
use crate::through::STEPS;

/// Time for one question of induction, and for one fact alone.
const STEP_TIME: Duration = Duration::from_millis(500);
const EACH: Duration = Duration::from_millis(100);
/// Time for the contracts of one circle of calls.
const TIME: Duration = Duration::from_secs(6);
/// Inputs that have a ghost.
const MOST_GHOSTS: usize = 10;
/// Runs that give samples.
const RUNS: u64 = 40;
/// Parts of a procedure between cut points that are one formula.
const MOST_SEGMENTS: usize = 40;

/// An input and the symbol for its value at the entry.
pub type Ghost = (VarId, VarId);

/// A procedure of a circle.
pub struct Member {
    /// Which.
    pub proc: ProcId,
    /// Its graph.
    pub graph: Arc<Graph>,
    /// Its inputs' ghosts.
    pub ghosts: Vec<Ghost>,
    /// What it gives: written scalars and the result.
    pub outputs: Vec<VarId>,
    /// Its ways from cut point to cut point.
    segments: Vec<Segment>,
    /// What is thought to hold, by node (at cut points alone).
    facts: IndexVec<NodeId, Vec<TermId>>,
}

impl Member {
    /// What is known to hold at the exit.
    pub fn known(&self) -> &[TermId] {
        &self.facts[self.graph.exit]
    }
}

/// A way from one cut point to another.
struct Segment {
    from: NodeId,
    to: NodeId,
    guard: TermId,
    values: Values,
    /// What is known on the way.
    known: Vec<TermId>,
    /// Calls of procedures of the circle on the way.
    inner: Vec<Inner>,
}

/// A call of a procedure of the circle.
#[derive(Clone)]
struct Inner {
    guard: TermId,
    member: usize,
    /// Ghosts and outputs of the callee, and what else its facts may speak of.
    bind: Rc<Values>,
}

/// What a way has gathered so far.
#[derive(Clone)]
struct Way {
    guard: TermId,
    values: Values,
}

impl Core {
    /// Looks for the contracts of a procedure that calls itself, once; a query about it may give samples.
    pub fn contract(&mut self, proc: ProcId, query: Option<&Active>) {
        let rules = self.facts.rules;
        let is_due = self.facts.recursive[proc] && rules.invariants && rules.notmay_summaries;
        if !is_due || self.known.contracted.contains(&proc) {
            return;
        }
        let start = Instant::now();
        let left = self.oracle.question_deadline.saturating_duration_since(start);
        let deadline = start + (left / 3).min(TIME);
        let circle = self.circle(proc);
        self.known.contracted.extend(&circle);
        for &p in &circle {
            self.sample_runs(p, query, deadline);
        }
        if let Some(mut members) = self.members(&circle) {
            for stage in Stage::ALL {
                let kept: Vec<Vec<TermId>> = members.iter().map(|m| m.facts[m.graph.exit].clone()).collect();
                self.candidates_of(&mut members, stage);
                for (member, known) in members.iter_mut().zip(&kept) {
                    let exit = member.graph.exit;
                    member.facts[exit].extend(known);
                }
                let share = deadline.saturating_duration_since(Instant::now()) / 2;
                self.induction(&mut members, deadline.min(Instant::now() + share));
                // Each of the two sets holds, also if there was no time for the second.
                for (member, known) in members.iter_mut().zip(&kept) {
                    let facts = &mut member.facts[member.graph.exit];
                    let missing: Vec<TermId> = known.iter().filter(|t| !facts.contains(t)).copied().collect();
                    facts.extend(missing);
                }
            }
            for member in members {
                self.keep_contracts(member, deadline);
            }
        }
        self.counts.time_invariants += start.elapsed();
    }

    /// The procedures that call each other in a circle with this one.
    fn circle(&self, proc: ProcId) -> Vec<ProcId> {
        self.facts.circles.iter().find(|c| c.contains(&proc)).cloned().unwrap_or_else(|| vec![proc])
    }

    /// Runs a procedure from small inputs.
    fn sample_runs(&mut self, proc: ProcId, query: Option<&Active>, deadline: Instant) {
        let params = self.facts.program.proc(proc).params.clone();
        let shared = self.facts.shared(proc);
        let seen: Vec<Rc<Concrete>> = match query {
            Some(q) if self.known.spaces[q.space].proc == proc => q
                .reached
                .states
                .iter()
                .filter(|o| q.paths.places[o.place].depth == 0)
                .map(|o| o.state.clone())
                .collect(),
            _ => Vec::new(),
        };
        for run in 0..RUNS {
            if Instant::now() >= deadline {
                return;
            }
            let base = if seen.is_empty() { None } else { seen.get(run as usize % seen.len()).cloned() };
            let mut start = Concrete::default();
            for (i, &v) in shared.iter().chain(&params).enumerate() {
                let sort = self.terms.symbol_sort(v);
                let given = base.as_ref().and_then(|b| b.get(&v)).cloned();
                // The first runs count in each input; the others are drawn.
                let value = match (sort, given) {
                    (_, Some(value)) if run < seen.len() as u64 => value,
                    (Sort::BitVec(w), _) => {
                        let n = match run {
                            0..=11 => run / (i as u64 + 1),
                            _ => self.random() % 14,
                        };
                        let is_negative = run >= 12 && self.random().is_multiple_of(6);
                        let n = if is_negative { n.wrapping_neg() } else { n };
                        // The machine's own types have at least eight bits.
                        let n =
                            if run > RUNS * 3 / 4 && self.random() & 1 == 1 { n.wrapping_mul(11) } else { n };
                        Value::Bv(maymust_term::BvValue::from_i64(w, n as i64))
                    }
                    (Sort::Bool, _) => Value::Bool(self.random() & 1 == 1),
                    (sort, given) => given.unwrap_or_else(|| maymust_machine::zero(&self.terms, sort)),
                };
                start.insert(v, value);
            }
            self.run_through(proc, start, None, false, &mut { STEPS });
        }
    }

    /// The members of a circle with their formulas; none if they are too large.
    fn members(&mut self, circle: &[ProcId]) -> Option<Vec<Member>> {
        let mut members = Vec::new();
        for &proc in circle {
            let graph = self.graph(proc);
            for edge in &graph.edges {
                if let Kind::Call(call) = &edge.kind {
                    // Of another circle: deeper, or of this one, which is under way.
                    self.contract(call.proc, None);
                }
            }
            let is_scalar = |core: &Core, v: &VarId| match core.terms.symbol_sort(*v) {
                Sort::Bool => true,
                Sort::BitVec(w) => w <= 64,
                _ => false,
            };
            let mut inputs = self.facts.program.proc(proc).params.clone();
            // What nobody of the circle writes is what it was.
            let written = &self.facts.modref.writes[proc.index()];
            inputs.extend(written.iter().filter(|v| self.facts.is_shared(**v)));
            inputs.retain(|v| is_scalar(self, v));
            inputs.truncate(MOST_GHOSTS);
            let mut outputs: Vec<VarId> = written.iter().copied().filter(|v| is_scalar(self, v)).collect();
            outputs.truncate(MOST_GHOSTS);
            outputs.extend(self.facts.program.proc(proc).result.filter(|v| is_scalar(self, v)));
            let mut ghosts = Vec::new();
            for v in inputs {
                let name = format!("{}@entry", self.terms.symbol_name(v));
                ghosts.push((v, self.terms.declare(&name, self.terms.symbol_sort(v))));
            }
            let facts = IndexVec::filled(Vec::new(), graph.locs.len());
            members.push(Member { proc, graph, ghosts, outputs, segments: Vec::new(), facts });
        }
        for at in 0..members.len() {
            let segments = self.segments(&members, at)?;
            members[at].segments = segments;
        }
        Some(members)
    }

    /// All ways from cut point to cut point.
    fn segments(&mut self, members: &[Member], at: usize) -> Option<Vec<Segment>> {
        let graph = members[at].graph.clone();
        let mut out = Vec::new();
        let sources =
            graph.locs.ids().filter(|n| is_cut(&graph, *n) && *n != graph.exit && *n != graph.error);
        for from in sources.collect::<Vec<_>>() {
            self.segments_from(members, &graph, from, &mut out);
            if out.len() > MOST_SEGMENTS {
                return None;
            }
        }
        Some(out)
    }

    fn segments_from(&mut self, members: &[Member], graph: &Graph, from: NodeId, out: &mut Vec<Segment>) {
        let tru = self.terms.tru();
        let mut waiting: FxHashMap<NodeId, Vec<Way>> = FxHashMap::default();
        waiting.insert(from, vec![Way { guard: tru, values: Values::default() }]);
        let (mut known, mut inner) = (Vec::new(), Vec::new());
        let first = out.len();
        let mut targets: Vec<(NodeId, Vec<Way>)> = Vec::new();
        for node in order_from(graph, from) {
            let Some(ways) = waiting.remove(&node) else { continue };
            if node != from && is_cut(graph, node) {
                targets.push((node, ways));
                continue;
            }
            let way = self.joined(ways);
            let mut read = Values::default();
            for &e in &graph.out[node] {
                let Some(next) = self.over_edge(members, graph, e, &way, &mut read, &mut known, &mut inner)
                else {
                    continue;
                };
                let to = graph.edges[e].to;
                if to == from {
                    targets.push((to, vec![next]));
                } else {
                    waiting.entry(to).or_default().push(next);
                }
            }
        }
        for (to, ways) in targets {
            if to != graph.error {
                let Way { guard, values } = self.joined(ways);
                out.push(Segment { from, to, guard, values, known: Vec::new(), inner: Vec::new() });
            }
        }
        for segment in &mut out[first..] {
            segment.known.clone_from(&known);
            segment.inner.clone_from(&inner);
        }
    }

    /// Where ways meet.
    fn joined(&mut self, mut ways: Vec<Way>) -> Way {
        let Some(mut all) = ways.pop() else {
            return Way { guard: self.terms.fls(), values: Values::default() };
        };
        for way in ways {
            let mut vars: Vec<VarId> = way.values.keys().chain(all.values.keys()).copied().collect();
            vars.sort_unstable();
            vars.dedup();
            for v in vars {
                let own = self.terms.var(v);
                let a = way.values.get(&v).copied().unwrap_or(own);
                let b = all.values.get(&v).copied().unwrap_or(own);
                let t = self.terms.ite(way.guard, a, b);
                all.values.insert(v, t);
            }
            all.guard = self.terms.or(&[way.guard, all.guard]);
        }
        all
    }

    #[allow(clippy::too_many_arguments)]
    /// Carries a way over an edge; none if it ends there.
    fn over_edge(
        &mut self,
        members: &[Member],
        graph: &Graph,
        edge: EdgeId,
        way: &Way,
        read: &mut Values,
        known: &mut Vec<TermId>,
        inner: &mut Vec<Inner>,
    ) -> Option<Way> {
        let implied = |core: &mut Core, t: TermId| {
            let not = core.terms.not(way.guard);
            core.terms.or(&[not, t])
        };
        match &graph.edges[edge].kind {
            Kind::Block { guard, updates, reads } => {
                // The edges of a node read the same.
                let missing = reads.inputs.iter().map(|i| i.symbol).filter(|s| !read.contains_key(s));
                let missing: Vec<VarId> = missing.collect();
                read.extend(self.rename(&missing));
                let mut map = read.clone();
                #[allow(clippy::iter_over_hash_type)]
                for (v, t) in &way.values {
                    map.insert(*v, *t);
                }
                let guard = self.terms.substitute(*guard, &map);
                let mut values = way.values.clone();
                for (v, t) in updates {
                    values.insert(*v, self.terms.substitute(*t, &map));
                }
                let guard = self.terms.and(&[way.guard, guard]);
                (guard != self.terms.fls()).then_some(Way { guard, values })
            }
            Kind::Call(call) => {
                let Some(member) = members.iter().position(|m| m.proc == call.proc) else {
                    let mut before = Vec::new();
                    let after = self.known_outcome(call.proc, call, &mut before);
                    for t in self.terms.substitute_all(&before, &way.values) {
                        known.push(implied(self, t));
                    }
                    let mut values = way.values.clone();
                    #[allow(clippy::iter_over_hash_type)]
                    for (v, t) in after {
                        values.insert(v, self.terms.substitute(t, &way.values));
                    }
                    return Some(Way { guard: way.guard, values });
                };
                let callee = &members[member];
                let mut written = self.facts.modref.writes[call.proc.index()].clone();
                let result = self.facts.program.proc(call.proc).result;
                written.extend(result);
                let fresh: Values = self.rename(&written);
                let args = self.terms.substitute_all(&call.args, &way.values);
                let params = &self.facts.program.proc(call.proc).params;
                let args: Values = params.iter().copied().zip(args).collect();
                // What the callee does not write is here what it is there.
                let mut bind = way.values.clone();
                for (input, ghost) in &callee.ghosts {
                    let now = match args.get(input).or_else(|| way.values.get(input)) {
                        Some(t) => *t,
                        None => self.terms.var(*input),
                    };
                    bind.insert(*ghost, now);
                }
                let mut values = way.values.clone();
                for v in written {
                    bind.insert(v, fresh[&v]);
                    match (Some(v) == result, call.result) {
                        (true, Some(to)) => values.insert(to, fresh[&v]),
                        (true, None) => None,
                        (false, _) => values.insert(v, fresh[&v]),
                    };
                }
                if let (Some(to), Some(r)) = (call.result, result) {
                    values.insert(to, fresh[&r]);
                }
                inner.push(Inner { guard: way.guard, member, bind: Rc::new(bind) });
                Some(Way { guard: way.guard, values })
            }
            Kind::Fail { .. } | Kind::CallFail(_) => None,
        }
    }

    /// Candidates at all cut points.
    fn candidates_of(&mut self, members: &mut [Member], stage: Stage) {
        for member in members {
            let ghosts: Vec<VarId> = member.ghosts.iter().map(|g| g.1).collect();
            let graph = member.graph.clone();
            let samples = self.known.samples[member.proc].clone();
            let at = |node: NodeId| -> Vec<Rc<Concrete>> {
                let here = samples.iter().filter(|s| s.node == node);
                let with_ghosts = here.map(|s| {
                    let mut state = (*s.state).clone();
                    for (input, ghost) in &member.ghosts {
                        if let Some(value) = s.entry.get(input) {
                            state.insert(*ghost, value.clone());
                        }
                    }
                    Rc::new(state)
                });
                with_ghosts.collect()
            };
            let material = self.material(&graph, &[], &ghosts);
            let outcomes = self.outcomes(member, &material, &at(graph.exit), stage);
            for node in graph.locs.ids() {
                if graph.is_head[node] && node != graph.entry {
                    let samples = at(node);
                    if !samples.is_empty() {
                        member.facts[node] = self.candidates(&material, node, &samples);
                    }
                }
            }
            member.facts[graph.exit] = outcomes;
            let mut entry = Vec::new();
            for (input, ghost) in &member.ghosts {
                let (input, ghost) = (self.terms.var(*input), self.terms.var(*ghost));
                entry.push(self.terms.eq(input, ghost));
            }
            member.facts[graph.entry] = entry;
        }
    }

    /// Drops what some segment does not keep, until nothing is dropped; nothing is known if that takes too long.
    fn induction(&mut self, members: &mut [Member], deadline: Instant) {
        let mut is_open: Vec<Vec<bool>> = members.iter().map(|m| vec![true; m.segments.len()]).collect();
        while let Some((at, segment)) = first_open(&is_open) {
            is_open[at][segment] = false;
            if Instant::now() >= deadline || self.is_over() {
                members.iter_mut().for_each(|m| m.facts.iter_mut().for_each(Vec::clear));
                return;
            }
            let broken = self.broken(members, at, segment, deadline);
            if broken.is_empty() {
                continue;
            }
            let Segment { to, .. } = members[at].segments[segment];
            members[at].facts[to].retain(|t| !broken.contains(t));
            let is_exit = to == members[at].graph.exit;
            for (m, list) in is_open.iter_mut().enumerate() {
                for (s, open) in list.iter_mut().enumerate() {
                    let of = &members[m].segments[s];
                    let follows = m == at && of.from == to;
                    let calls = is_exit && of.inner.iter().any(|i| i.member == at);
                    *open |= follows || calls || (m == at && s == segment);
                }
            }
        }
    }

    /// The facts after a segment that do not follow from those before it and those of inner calls.
    fn broken(
        &mut self,
        members: &[Member],
        at: usize,
        segment: usize,
        deadline: Instant,
    ) -> FxHashSet<TermId> {
        let member = &members[at];
        let Segment { from, to, guard, values, known, inner } = &member.segments[segment];
        let facts = member.facts[*to].clone();
        let after = self.terms.substitute_all(&facts, values);
        let mut before = member.facts[*from].clone();
        before.push(*guard);
        before.extend(known);
        for call in inner {
            let callee = &members[call.member];
            let outcome = self.terms.substitute_all(&callee.facts[callee.graph.exit], &call.bind);
            let outcome = self.terms.and(&outcome);
            let not = self.terms.not(call.guard);
            before.push(self.terms.or(&[not, outcome]));
        }
        let objects = self.object_facts(&[before.clone(), after.clone()].concat());
        before.extend(objects);
        let mut open: Vec<usize> = (0..facts.len()).filter(|i| after[*i] != self.terms.tru()).collect();
        let mut broken = FxHashSet::default();
        while !open.is_empty() {
            let not: Vec<TermId> = open.iter().map(|i| self.terms.not(after[*i])).collect();
            let mut query = before.clone();
            query.push(self.terms.or(&not));
            self.counts.houdini_rounds += 1;
            let answer =
                if Instant::now() >= deadline { Answer::Sat } else { self.check_within(&query, STEP_TIME) };
            match answer {
                Answer::Unsat => break,
                Answer::Sat if Instant::now() < deadline => {
                    let holds = |core: &mut Core, i: &usize| core.value(after[*i]) == Value::Bool(true);
                    let kept: Vec<usize> = open.iter().copied().filter(|i| holds(self, i)).collect();
                    let lost = open.iter().filter(|i| !kept.contains(i));
                    broken.extend(lost.map(|i| facts[*i]));
                    if kept.len() == open.len() {
                        // The model leaves them open.
                        broken.extend(open.iter().map(|i| facts[*i]));
                        break;
                    }
                    open = kept;
                }
                _ => {
                    // Too many at once, or one too hard: each by itself.
                    for i in open {
                        let mut query = before.clone();
                        query.push(self.terms.not(after[i]));
                        let in_time = Instant::now() < deadline;
                        if !in_time || !self.check_within(&query, EACH).is_unsat() {
                            broken.insert(facts[i]);
                        }
                    }
                    break;
                }
            }
        }
        broken
    }

    /// Is a contract inductive, together with the others of its circle? Only asked of circles without loops.
    pub fn is_inductive(&mut self, contract: &NotMaySummary, deadline: Instant) -> bool {
        let circle = self.circle(contract.proc);
        let Some(mut members) = self.members(&circle) else { return false };
        for member in &mut members {
            let of = self.known.notmay[member.proc].clone();
            let (entry, exit) = (member.graph.entry, member.graph.exit);
            for s in of.iter().filter(|s| s.space.is_none() && s.rests_on.is_empty()) {
                member.facts[exit].push(self.terms.not(s.post_term));
            }
            for (input, ghost) in member.ghosts.clone() {
                let (input, ghost) = (self.terms.var(input), self.terms.var(ghost));
                member.facts[entry].push(self.terms.eq(input, ghost));
            }
        }
        let at = |m: usize| (0..members[m].segments.len()).map(move |s| (m, s));
        let segments: Vec<(usize, usize)> = (0..members.len()).flat_map(at).collect();
        segments.into_iter().all(|(m, s)| self.broken(&members, m, s, deadline).is_empty())
    }

    /// The facts at the exit become not-may summaries.
    fn keep_contracts(&mut self, member: Member, deadline: Instant) {
        let Member { proc, graph, ghosts, mut facts, .. } = member;
        let mut facts = std::mem::take(&mut facts[graph.exit]);
        self.without_consequences(&mut facts, deadline);
        for fact in facts {
            let speaks = |g: &Ghost| self.terms.support(fact).contains(&g.1);
            let ghosts: Vec<Ghost> = ghosts.iter().copied().filter(speaks).collect();
            let not = self.terms.not(fact);
            let mut pre = Vec::new();
            for (input, ghost) in &ghosts {
                let (input, ghost) = (self.terms.var(*input), self.terms.var(*ghost));
                pre.push(self.terms.eq(input, ghost));
            }
            let pre = self.terms.and(&pre);
            let id = self.known.summary_id();
            let post = Goal::Exit(vec![not]);
            let summary = NotMaySummary {
                id,
                proc,
                pre,
                post,
                post_term: not,
                space: None,
                ghosts,
                rests_on: Vec::new(),
            };
            self.counts.notmay_made += 1;
            self.counts.invariants += 1;
            self.known.notmay[proc].push(Rc::new(summary));
        }
    }
}

/// Do formulas begin and end at a node?
fn is_cut(graph: &Graph, node: NodeId) -> bool {
    node == graph.entry || node == graph.exit || node == graph.error || graph.is_head[node]
}

/// The nodes that a cut point leads to without another in between, each after all that lead to it; the cut points that they
/// lead to are among them.
fn order_from(graph: &Graph, from: NodeId) -> Vec<NodeId> {
    let mut done: FxHashSet<NodeId> = FxHashSet::default();
    let mut order = Vec::new();
    let mut stack = vec![(from, false)];
    while let Some((node, is_left)) = stack.pop() {
        if is_left {
            order.push(node);
            continue;
        }
        if !done.insert(node) {
            continue;
        }
        stack.push((node, true));
        if node == from || !is_cut(graph, node) {
            let next = graph.out[node].iter().map(|e| graph.edges[*e].to);
            stack.extend(next.filter(|n| !done.contains(n)).map(|n| (n, false)));
        }
    }
    order.reverse();
    order
}

fn first_open(is_open: &[Vec<bool>]) -> Option<(usize, usize)> {
    is_open.iter().enumerate().find_map(|(m, list)| list.iter().position(|o| *o).map(|s| (m, s)))
}
