//! Audit: the invariants I1 to I5 of the paper are checked again on the final state, with a solver of its own.
//!
//! I1: regions split their parents. I3: excluded pairs have no transition, each by its own formula. I4: a not-may summary is
//! VERIFIED again on the space that it was read off: every abstract path from its precondition to its postcondition crosses an
//! excluded pair (which I3 checks); contracts are put to the induction again. Besides, no path of bounded length contradicts it.
//! What is neither verified again nor searched to the end counts as unchecked. I5, and with it I2: a must summary's condition has
//! a model, and the machine, run on the procedure from that model's inputs, ends with the outputs that the summary says (where the
//! machine can be put into such a state). What could not be checked within its time is counted, not believed. Nothing may rest
//! on an assumption about a query in progress: none is.

use std::rc::Rc;
use std::time::{Duration, Instant};

use maymust_machine::{CheckSet, Env, Inputs, Limits as RunLimits, Machine, Options, Request, Silent, Stop};
use maymust_program::{Program, VarId};
use maymust_solver::{Answer, Limits, Solver};
use maymust_term::{Symbol, TermId, Terms, Value};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::core::Core;
use crate::engine::start_context;
use crate::graph::{Call, Kind, Read};
use crate::ids::{EdgeId, PlaceId, RegionId, SpaceId, SummaryId};
use crate::path::{Context, ENTRY, Paths, Values};
use crate::space::{Crossing, Goal, Split, Why};
use crate::summary::{End, MustSummary, NotMaySummary};

/// What an audit found.
#[derive(Clone, Debug, Default)]
pub struct Audit {
    /// What is broken, in words.
    pub broken: Vec<String>,
    /// Facts checked.
    pub checked: u64,
    /// Facts that could not be checked.
    pub unchecked: u64,
}

struct Auditor<'a> {
    core: &'a mut Core,
    solver: Box<dyn Solver>,
    audit: Audit,
    deadline: Instant,
}

impl Core {
    /// Checks the final state with a solver.
    pub fn audit(&mut self, time: Duration, solver: Box<dyn Solver>) -> Audit {
        let deadline = Instant::now() + time;
        let mut auditor = Auditor { core: self, solver, audit: Audit::default(), deadline };
        auditor.assumptions();
        for space in auditor.core.known.spaces.ids() {
            auditor.partitions(space);
            auditor.pairs(space);
        }
        auditor.notmay_summaries();
        auditor.must_summaries();
        auditor.audit
    }
}

impl Auditor<'_> {
    fn check(&mut self, query: &[TermId]) -> Answer {
        let left = self.deadline.saturating_duration_since(Instant::now());
        let limits = Limits { time: Some(left.min(Duration::from_secs(5))), ..Limits::none() };
        self.solver.check(&mut self.core.terms, query, &limits)
    }

    /// The query must have no model.
    fn must_be_unsat(&mut self, query: &[TermId], what: impl FnOnce() -> String) {
        match self.check(query) {
            Answer::Unsat => self.audit.checked += 1,
            Answer::Unknown(_) => self.audit.unchecked += 1,
            Answer::Sat => self.audit.broken.push(what()),
        }
    }

    fn name(&self, space: SpaceId) -> String {
        let proc = self.core.known.spaces[space].proc;
        self.core.facts.program.proc(proc).name.clone()
    }

    /// Whatever was assumed of queries in progress is confirmed or forgotten by now.
    fn assumptions(&mut self) {
        let known = &self.core.known;
        let rests = known.notmay.iter().flatten().any(|s| !s.rests_on.is_empty());
        if rests || known.spaces.iter().any(|s| !s.rests_on.is_empty()) {
            self.audit.broken.push("I4: something rests on an assumption that is not confirmed".to_owned());
        }
    }

    /// I1: the parts of a region are the region, and do not overlap.
    fn partitions(&mut self, space: SpaceId) {
        for r in self.core.known.spaces[space].regions.ids() {
            let Some(Split { yes, no, .. }) = self.core.known.spaces[space].regions[r].split else {
                continue;
            };
            let literals = |core: &Core, r: RegionId| core.known.spaces[space].regions[r].literals.clone();
            let (a, b) = (literals(self.core, yes), literals(self.core, no));
            let whole = literals(self.core, r);
            let name = self.name(space);
            self.must_be_unsat(&[a.clone(), b.clone()].concat(), || format!("I1: regions of {name} overlap"));
            let (a, b) = (self.core.terms.and(&a), self.core.terms.and(&b));
            let parts = self.core.terms.or(&[a, b]);
            let mut query = whole.clone();
            query.push(self.core.terms.not(parts));
            let name = self.name(space);
            self.must_be_unsat(&query, || format!("I1: regions of {name} leave something out"));
            let whole = self.core.terms.and(&whole);
            let outside = self.core.terms.not(whole);
            let name = self.name(space);
            self.must_be_unsat(&[parts, outside], || {
                format!("I1: a part of a region of {name} is not in it")
            });
        }
    }

    /// I3: no transition between the regions of a pair.
    fn pairs(&mut self, space: SpaceId) {
        let graph = self.core.known.spaces[space].graph.clone();
        for e in graph.edges.ids() {
            let mut pairs: Vec<((RegionId, RegionId), Why)> =
                self.core.known.spaces[space].notmay[e].iter().map(|(p, w)| (*p, *w)).collect();
            pairs.sort_unstable_by_key(|p| p.0);
            for ((from, to), why) in pairs {
                self.pair(space, Crossing { from, edge: e, to }, why);
            }
        }
    }

    fn pair(&mut self, space: SpaceId, crossing: Crossing, why: Why) {
        let Crossing { from, edge, to } = crossing;
        let graph = self.core.known.spaces[space].graph.clone();
        let mut query = self.core.known.spaces[space].regions[from].literals.clone();
        let (Kind::Call(call) | Kind::CallFail(call)) = &graph.edges[edge].kind else {
            let Some((pre, _)) = self.core.pre_of(space, &graph, edge, to) else { return };
            query.extend(pre);
            let facts = self.core.object_facts(&query);
            query.extend(facts);
            let name = self.name(space);
            self.must_be_unsat(&query, || format!("I3: an excluded pair of {name} has a transition"));
            return;
        };
        let fails = matches!(graph.edges[edge].kind, Kind::CallFail(_));
        let target = self.core.target(space, call, to, fails);
        query.extend(&target.kept);
        match why {
            Why::Edge => {}
            Why::Summary(id) => {
                let list = self.core.known.notmay[call.proc].clone();
                let Some(summary) = list.iter().find(|s| s.id == id) else {
                    self.audit.unchecked += 1;
                    return;
                };
                if !self.core.is_implied(&target, summary) {
                    self.audit.unchecked += 1;
                    return;
                }
                let pre = self.core.pre_at_call(call, summary.pre, &target.rigid);
                query.push(self.core.terms.not(pre));
            }
            Why::Invariant | Why::Contract => return self.invariant_over_call(space, call, query, to),
            Why::Path(id) => return self.only_path(space, call, crossing, id, fails),
        }
        let name = self.name(space);
        self.must_be_unsat(&query, || format!("I3: an excluded call of {name} is not excluded"));
    }

    /// I3 by the only path of a callee: all states of the region take it, and it does not end in the other region.
    fn only_path(&mut self, space: SpaceId, call: &Call, crossing: Crossing, id: SummaryId, fails: bool) {
        let Some(path) = self.core.known.must[call.proc].iter().find(|s| s.id == id).cloned() else {
            self.audit.unchecked += 1;
            return;
        };
        let name = self.name(space);
        if !self.core.is_deterministic(&path) {
            self.audit.broken.push(format!("I3: a call in {name} has other paths"));
            return;
        }
        let start: Vec<VarId> = self.core.facts.shared(call.proc);
        let start: Values = start.into_iter().map(|v| (v, self.core.terms.var(v))).collect();
        let (taken, after) = self.core.apply_must(call, &path, &FxHashMap::default(), &start);
        let taken = self.core.terms.and(&taken);
        let into = match (&path.end, fails) {
            (End::Exit, false) => {
                let literals = self.core.known.spaces[space].regions[crossing.to].literals.clone();
                let literals = self.core.terms.substitute_all(&literals, &after);
                self.core.terms.and(&literals)
            }
            (End::Failure(_), true) => self.core.terms.tru(),
            _ => self.core.terms.fls(),
        };
        let mut query = self.core.known.spaces[space].regions[crossing.from].literals.clone();
        let not_taken = self.core.terms.not(taken);
        query.push(self.core.terms.or(&[not_taken, into]));
        self.must_be_unsat(&query, || {
            format!("I3: the only path of a call in {name} crosses an excluded pair")
        });
    }

    /// I3 over a call: what is known of the callee keeps the invariant.
    fn invariant_over_call(&mut self, space: SpaceId, call: &Call, mut query: Vec<TermId>, to: RegionId) {
        let proc = self.core.known.spaces[space].proc;
        let literals = self.core.known.spaces[space].regions[to].literals.clone();
        let after = self.core.known_outcome(proc, call, &mut query);
        query.extend(self.core.terms.substitute_all(&literals, &after));
        let facts = self.core.object_facts(&query);
        query.extend(facts);
        if call.proc == proc && self.check(&query).is_sat() {
            // What held at the exit was assumed of the inner call: that is induction, not a fact about this edge alone.
            self.audit.unchecked += 1;
            return;
        }
        let name = self.name(space);
        self.must_be_unsat(&query, || format!("I3: a call in {name} does not keep an invariant"));
    }

    /// I4: a search for a path from the precondition to the postcondition finds none. (The precondition speaks of states of
    /// programs: in those no object has a life before it is made.)
    fn notmay_summaries(&mut self) {
        for proc in self.core.known.notmay.ids() {
            for summary in self.core.known.notmay[proc].clone() {
                self.notmay_summary(&summary);
            }
        }
    }

    fn notmay_summary(&mut self, summary: &NotMaySummary) {
        const PLACES: u32 = 60;
        let core = &mut *self.core;
        let graph = core.graph(summary.proc);
        let locals = core.rename(&graph.locals);
        let values: Values = graph.locals.iter().map(|l| (*l, locals[l])).collect();
        let mut context = Context { conditions: Vec::new(), values: Rc::new(values) };
        if core.terms.support(summary.pre).contains(&core.facts.start) {
            context = start_context(core);
        }
        let pre = core.terms.substitute(summary.pre, &context.values);
        context.conditions.push(pre);
        let is_verified = self.is_verified(summary);
        let mut paths = Paths::init_omega(context, graph.entry);
        let mut at = ENTRY;
        let mut is_all = !graph.forgets;
        while at < paths.places.next_id() && at.0 < PLACES && Instant::now() < self.deadline {
            let mut conditions = paths.conditions(self.core, &graph, at);
            conditions.extend(self.core.object_facts(&conditions));
            let node = paths.places[at].node;
            let answer = self.check(&conditions);
            is_all &= !matches!(answer, Answer::Unknown(_));
            if answer.is_sat() {
                if self.reaches(summary, &graph, &mut paths, at, &conditions) {
                    let name = self.core.facts.program.proc(summary.proc).name.clone();
                    self.audit.broken.push(format!("I4: a path contradicts a not-may summary of {name}"));
                    return;
                }
                for &e in &graph.out[node] {
                    // The known paths of a callee are not all that it has.
                    is_all &= !matches!(graph.edges[e].kind, Kind::Call(_) | Kind::CallFail(_));
                    self.extend(summary, &graph, &mut paths, at, e);
                }
            }
            at = PlaceId(at.0 + 1);
        }
        is_all &= at == paths.places.next_id();
        if is_all || is_verified { self.audit.checked += 1 } else { self.audit.unchecked += 1 }
    }

    /// VERIFIED again: does every abstract path from the precondition to the postcondition cross an excluded pair? (A space that
    /// was made anew since does not say.)
    fn is_verified(&mut self, summary: &NotMaySummary) -> bool {
        let Some(space) = summary.space else {
            return self.contract_holds(summary);
        };
        let space = &self.core.known.spaces[space];
        let entry = space.graph.entry;
        let leads = space.backward().into_iter().map(|b| b.0).filter(|r| space.regions[*r].node == entry);
        let leads: Vec<Vec<TermId>> = leads.map(|r| space.regions[r].literals.clone()).collect();
        leads.into_iter().all(|mut literals| {
            literals.push(summary.pre);
            self.check(&literals).is_unsat()
        })
    }

    /// The induction once more, with the auditor's solver.
    fn contract_holds(&mut self, summary: &NotMaySummary) -> bool {
        std::mem::swap(&mut self.core.oracle.solver, &mut self.solver);
        let holds = self.core.is_inductive(summary, self.deadline);
        std::mem::swap(&mut self.core.oracle.solver, &mut self.solver);
        holds
    }

    fn extend(
        &mut self,
        summary: &NotMaySummary,
        graph: &crate::graph::Graph,
        paths: &mut Paths,
        at: PlaceId,
        edge: EdgeId,
    ) {
        match &graph.edges[edge].kind {
            Kind::Block { .. } => {
                paths.child(self.core, graph, at, edge, None, None);
            }
            Kind::Fail { ways, .. } => {
                for (label, _) in self.core.wanted(&summary.post, ways) {
                    paths.child(self.core, graph, at, edge, Some(label), None);
                }
            }
            Kind::Call(call) => {
                let known: Vec<Rc<MustSummary>> = self.core.known.must[call.proc].clone();
                for s in known.into_iter().filter(|s| s.end == End::Exit && s.exact) {
                    paths.child(self.core, graph, at, edge, None, Some(s));
                }
            }
            Kind::CallFail(call) => {
                let Goal::Error(question) = summary.post else { return };
                for s in self.core.known.must[call.proc].clone() {
                    let question = &self.core.known.questions[question];
                    if s.exact && matches!(&s.end, End::Failure(label) if question.wants(label)) {
                        paths.child(self.core, graph, at, edge, None, Some(s));
                    }
                }
            }
        }
    }

    fn reaches(
        &mut self,
        summary: &NotMaySummary,
        graph: &crate::graph::Graph,
        paths: &mut Paths,
        at: PlaceId,
        conditions: &[TermId],
    ) -> bool {
        let place = &paths.places[at];
        let exact = place.exact;
        match &summary.post {
            Goal::Error(_) => exact && place.node == graph.error,
            Goal::Exit(goal) => {
                if place.node != graph.exit || !exact {
                    return false;
                }
                let symbolic = paths.symbolic(self.core, graph, at);
                let mut query = conditions.to_vec();
                query.extend(self.core.terms.substitute_all(goal, &symbolic.values));
                query.extend(self.core.object_facts(&query));
                self.check(&query).is_sat()
            }
        }
    }

    /// I5: the machine does what must summaries say.
    fn must_summaries(&mut self) {
        let mut program = self.core.facts.program.clone();
        program.terms = self.core.terms.clone();
        for proc in self.core.known.must.ids() {
            for summary in self.core.known.must[proc].clone() {
                self.must_summary(&program, &summary);
            }
        }
    }

    fn must_summary(&mut self, program: &Program, summary: &MustSummary) {
        if !summary.exact {
            self.audit.unchecked += 1;
            return;
        }
        match self.check(&summary.conditions) {
            Answer::Sat => {}
            Answer::Unknown(_) => {
                self.audit.unchecked += 1;
                return;
            }
            Answer::Unsat => {
                let name = self.core.facts.program.proc(summary.proc).name.clone();
                self.audit.broken.push(format!("I5: a must summary of {name} has no run"));
                return;
            }
        }
        match self.machine_agrees(program, summary) {
            Some(true) => self.audit.checked += 1,
            None => self.audit.unchecked += 1,
            Some(false) => {
                let name = self.core.facts.program.proc(summary.proc).name.clone();
                self.audit.broken.push(format!("I5: the machine contradicts a must summary of {name}"));
            }
        }
    }

    fn value(&mut self, t: TermId) -> Option<Value> {
        self.solver.value(&mut self.core.terms, t)
    }

    /// Do terms speak of these symbols alone?
    fn speaks_of(&self, list: &[TermId], given: &FxHashSet<Symbol>) -> bool {
        self.core.terms.support_of(list).iter().all(|s| given.contains(s))
    }

    /// Runs the procedure from the model's inputs; none if the machine cannot be put there.
    fn machine_agrees(&mut self, program: &Program, summary: &MustSummary) -> Option<bool> {
        const STEPS: u64 = 1_000_000;
        let shared = self.core.facts.shared(summary.proc);
        let params = program.proc(summary.proc).params.clone();
        // What nobody has written (a result that the slice leaves out) has any value in the summary, and one on the machine.
        let mut given: FxHashSet<Symbol> = shared.iter().chain(&params).copied().collect();
        given.extend(summary.reads.iter().flat_map(|r| self.core.terms.support(r.value)));
        if !self.speaks_of(&summary.conditions, &given) {
            return None;
        }
        let mut args = Vec::new();
        for p in params {
            let t = self.core.terms.var(p);
            args.push(self.value(t)?);
        }
        let machine = Machine::with_options(program, Options { checks: CheckSet::ALL, record: false });
        let mut state = machine.start_at(summary.proc, &args)?;
        for v in shared {
            let t = self.core.terms.var(v);
            let value = self.value(t)?;
            // Objects cannot be made up: only plain variables are set.
            if matches!(value, Value::Array(_)) || !machine.set_value(&mut state, v, &value) {
                return None;
            }
        }
        let mut list = Vec::new();
        for read in &summary.reads {
            let Read::Value(..) = read.what else { return None };
            if self.value(read.condition)? == Value::Bool(true) {
                list.push(self.value(read.value)?);
            }
        }
        let mut inputs = InOrder(list.into());
        let env = Env { inputs: &mut inputs, output: &mut Silent, observer: None };
        let stop = machine.run(&mut state, env, RunLimits { steps: STEPS, ..RunLimits::default() });
        match (&summary.end, stop) {
            (End::Exit, Stop::Returned) => {}
            (End::Failure(crate::graph::Label::Check(c)), Stop::Failed(failure)) => {
                return Some(failure.check == Some(*c));
            }
            (_, Stop::StepLimit | Stop::StackOverflow { .. } | Stop::Unsupported { .. }) => return None,
            _ => return Some(false),
        }
        for (v, t) in &summary.outputs {
            if !self.speaks_of(&[*t], &given) {
                continue;
            }
            let said = self.value(*t)?;
            let seen = if Some(*v) == program.proc(summary.proc).result {
                state.returned.clone()
            } else {
                machine.value(&state, *v)
            };
            if !matches!(said, Value::Array(_)) && seen != Some(said) {
                return Some(false);
            }
        }
        Some(true)
    }
}

/// Values one after the other.
struct InOrder(std::collections::VecDeque<Value>);

impl Inputs for InOrder {
    fn value(&mut self, terms: &Terms, request: Request<'_>) -> Option<Value> {
        let next = self.0.pop_front();
        Some(
            next.filter(|v| v.has_sort(request.sort))
                .unwrap_or_else(|| maymust_machine::zero(terms, request.sort)),
        )
    }
}

/// Evidence as text: invariants per location, and summaries.
impl Core {
    pub fn evidence(&self) -> Vec<(String, String)> {
        let mut out = Vec::new();
        let name = |p: maymust_program::ProcId| self.facts.program.proc(p).name.clone();
        for list in &self.known.notmay {
            for s in list {
                let post = match &s.post {
                    Goal::Error(_) => "a failure".to_owned(),
                    Goal::Exit(_) => self.short(s.post_term),
                };
                out.push((format!("not-may {}", name(s.proc)), format!("{} =/=> {post}", self.short(s.pre))));
            }
        }
        for list in &self.known.must {
            for s in list {
                let conditions: Vec<String> = s.conditions.iter().map(|c| self.short(*c)).collect();
                let outputs: Vec<String> = s
                    .outputs
                    .iter()
                    .map(|(v, t)| format!("{} = {}", self.terms.symbol_name(*v), self.short(*t)))
                    .collect();
                let end = if s.end == End::Exit { "" } else { "a failure " };
                let condition =
                    if conditions.is_empty() { "true".to_owned() } else { conditions.join(" && ") };
                out.push((
                    format!("must {}", name(s.proc)),
                    format!("{condition} ==> {end}{}", outputs.join(", ")),
                ));
            }
        }
        for space in &self.known.spaces {
            for (node, leaves) in space.leaves.entries() {
                for &leaf in leaves.iter().filter(|_| leaves.len() > 1) {
                    let region = &space.regions[leaf];
                    let text: Vec<String> = region.literals.iter().map(|l| self.short(*l)).collect();
                    out.push((
                        format!("region {} {}", name(space.proc), space.graph.locs[node]),
                        text.join(" && "),
                    ));
                }
            }
        }
        out
    }

    /// A term as text, not too long.
    fn short(&self, t: TermId) -> String {
        const LARGEST: usize = 400;
        if self.terms.size(t) > LARGEST {
            return format!("({} subterms)", self.terms.size(t));
        }
        self.terms.pretty(t)
    }
}
