//! Tests: concrete runs through large blocks, which fill the sets Omega.
//!
//! A test starts in a state that the solver gave, follows a known path as far as the solver's model goes, and runs on
//! from there with arbitrary inputs until the procedure ends, a call comes that no must summary takes, or it has gone far enough.

use std::rc::Rc;
use std::time::Instant;

use maymust_program::VarId;
use maymust_term::{BvValue, Evaluator, Sort, Symbol, TermId, Value};
use rustc_hash::FxHashMap;

use crate::active::{Active, Omega, descend};
use crate::core::Core;
use crate::graph::{Call, Graph, Kind, Reads};
use crate::ids::{EdgeId, NodeId, PlaceId};
use crate::path::{Concrete, Way};
use crate::space::{Goal, Space};
use crate::summary::{End, MustSummary};
use crate::through;

/// Steps that a test runs on beyond the known path.
const STEPS: u32 = 400;
/// Concrete states kept per place.
const STATES: u32 = 4;

impl Core {
    /// The values of the last model: the state at the entry, and what is read at each place of a line.
    fn take_model(&mut self, active: &Active, line: &[PlaceId]) -> (Concrete, Vec<FxHashMap<Symbol, Value>>) {
        let space = &self.known.spaces[active.space];
        let (proc, locals) = (space.proc, space.graph.locals.clone());
        let values = active.paths.context.values.clone();
        let mut vars: Vec<VarId> = self.facts.program.proc(proc).params.clone();
        vars.extend(locals);
        vars.extend(self.facts.shared(proc));
        vars.extend(values.keys().copied());
        vars.sort_unstable();
        vars.dedup();
        let mut start = Concrete::default();
        for v in vars {
            let t = match values.get(&v) {
                Some(t) => *t,
                None => self.terms.var(v),
            };
            let value = self.value(t);
            start.insert(v, value);
        }
        let mut reads = Vec::new();
        for &place in line {
            let mut map = FxHashMap::default();
            if let Some((_, way)) = &active.paths.places[place].from {
                let mut pairs: Vec<(Symbol, TermId)> = way.renamed.iter().map(|(s, t)| (*s, *t)).collect();
                pairs.sort_unstable();
                for (s, t) in pairs {
                    let value = self.value(t);
                    map.insert(s, value);
                }
            }
            reads.push(map);
        }
        (start, reads)
    }

    /// Runs the test of the last model along a path and on.
    pub fn run_test(&mut self, active: &mut Active, to: PlaceId) {
        let line = active.paths.line(to);
        let (start, reads) = self.take_model(active, &line);
        let begin = Instant::now();
        self.counts.tests += 1;
        let graph = self.known.spaces[active.space].graph.clone();
        let mut state = Rc::new(start);
        if active.reached.found.is_none() {
            active.reached.found_from = state.clone();
        }
        self.add_omega(active, line[0], &state);
        for (i, &place) in line.iter().enumerate().skip(1) {
            let Some((_, way)) = active.paths.places[place].from.clone() else { continue };
            match self.concrete_step(&graph, &way, &state, &reads[i]) {
                Some(next) => state = Rc::new(next),
                None => {
                    self.counts.time_tests += begin.elapsed();
                    return;
                }
            }
            self.add_omega(active, place, &state);
        }
        self.run_on(active, &graph, to, state);
        self.counts.time_tests += begin.elapsed();
    }

    fn add_omega(&mut self, active: &mut Active, place: PlaceId, state: &Rc<Concrete>) {
        let data = &mut active.paths.places[place];
        let node = data.node;
        data.n_states += 1;
        let space = &self.known.spaces[active.space];
        let leaf = descend(self, space, Space::root(node), state);
        if space.is_goal(leaf) && active.reached.found.is_none() {
            active.reached.found = Some(place);
        }
        let in_leaf = active.reached.by_leaf.entry(leaf).or_default();
        if active.paths.places[place].n_states > STATES && !in_leaf.is_empty() {
            return;
        }
        let id = active.reached.states.push(Omega { place, leaf, state: state.clone() });
        in_leaf.push(id);
    }

    /// Runs on with arbitrary inputs.
    fn run_on(&mut self, active: &mut Active, graph: &Graph, mut place: PlaceId, mut state: Rc<Concrete>) {
        let mut through = through::STEPS;
        for _ in 0..STEPS {
            let node = active.paths.places[place].node;
            if node == graph.exit || node == graph.error || active.reached.found.is_some() || self.is_over() {
                return;
            }
            let Some((way, next)) = self.some_step(active, graph, node, &state, &mut through) else { return };
            place = active.paths.child(self, graph, place, way.edge, way.label, way.summary);
            state = Rc::new(next);
            self.add_omega(active, place, &state);
        }
    }

    /// A step that the state can take.
    fn some_step(
        &mut self,
        active: &Active,
        graph: &Graph,
        node: NodeId,
        state: &Concrete,
        through: &mut u32,
    ) -> Option<(Way, Concrete)> {
        // The edges of a node are ways of one segment: they read the same.
        let mut drawn: Option<FxHashMap<Symbol, Value>> = None;
        for &e in &graph.out[node] {
            if graph.cut == Some(e) {
                continue;
            }
            let mut way = Way { edge: e, label: None, summary: None, renamed: Rc::default() };
            match &graph.edges[e].kind {
                Kind::Block { reads, .. } => {
                    let values = drawn.get_or_insert_with(|| self.arbitrary(reads)).clone();
                    if let Some(next) = self.concrete_step(graph, &way, state, &values) {
                        return Some((way, next));
                    }
                }
                Kind::Fail { ways, reads } => {
                    let Goal::Error(question) = self.known.spaces[active.space].goal else { continue };
                    let values = drawn.get_or_insert_with(|| self.arbitrary(reads)).clone();
                    for (label, condition) in ways {
                        let fails = self.concrete(*condition, state, &values).as_bool() == Some(true);
                        if fails && self.known.questions[question].wants(label) {
                            way.label = Some(label.clone());
                            return Some((way, state.clone()));
                        }
                    }
                }
                Kind::Call(call) | Kind::CallFail(call) => {
                    let fails = matches!(graph.edges[e].kind, Kind::CallFail(_));
                    if self.facts.rules.must_summaries
                        && let Some((summary, next)) = self.some_summary(active, call, fails, state)
                    {
                        way.summary = Some(summary);
                        return Some((way, next));
                    }
                }
            }
        }
        self.step_through(active, graph, node, state, through)
    }

    /// A step through a procedure that is called, whatever is known of it.
    fn step_through(
        &mut self,
        active: &Active,
        graph: &Graph,
        node: NodeId,
        state: &Concrete,
        through: &mut u32,
    ) -> Option<(Way, Concrete)> {
        let question = match self.known.spaces[active.space].goal {
            Goal::Error(question) => Some(question),
            Goal::Exit(_) => None,
        };
        let call = graph.out[node].iter().find_map(|e| match &graph.edges[*e].kind {
            Kind::Call(call) => Some(call),
            _ => None,
        })?;
        let start = self.callee_state(call, state);
        let ran = self.run_through(call.proc, start, question, true, through)?;
        let is_way = |e: &&EdgeId| match &graph.edges[**e].kind {
            Kind::Call(_) => ran.failed.is_none(),
            Kind::CallFail(_) => ran.failed.is_some(),
            _ => false,
        };
        let edge = *graph.out[node].iter().find(is_way)?;
        let way = Way { edge, label: None, summary: Some(ran.summary?), renamed: Rc::default() };
        let next =
            if ran.failed.is_some() { state.clone() } else { self.state_after(call, state, &ran.state) };
        Some((way, next))
    }

    /// A must summary that takes a state over a call.
    fn some_summary(
        &mut self,
        active: &Active,
        call: &Call,
        fails: bool,
        state: &Concrete,
    ) -> Option<(Rc<MustSummary>, Concrete)> {
        const TRIED: usize = 16;
        let list: Vec<Rc<MustSummary>> =
            self.known.must[call.proc].iter().rev().take(TRIED).cloned().collect();
        for summary in list {
            let wanted = match (&summary.end, &self.known.spaces[active.space].goal) {
                (End::Exit, _) => !fails,
                (End::Failure(label), Goal::Error(q)) => fails && self.known.questions[*q].wants(label),
                _ => false,
            };
            if !wanted {
                continue;
            }
            let reads = FxHashMap::default();
            if let Some(next) = self.concrete_call(call, &summary, state, &reads) {
                return Some((summary, next));
            }
        }
        None
    }

    pub fn concrete_step(
        &self,
        graph: &Graph,
        way: &Way,
        state: &Concrete,
        reads: &FxHashMap<Symbol, Value>,
    ) -> Option<Concrete> {
        match &graph.edges[way.edge].kind {
            Kind::Block { guard, updates, .. } => {
                let mut evaluator = Evaluator::new();
                let model = |s: Symbol| self.concrete_symbol(s, state, reads);
                if evaluator.eval(&self.terms, *guard, &model).as_bool() != Some(true) {
                    return None;
                }
                let mut next = state.clone();
                for (v, t) in updates {
                    next.insert(*v, evaluator.eval(&self.terms, *t, &model));
                }
                Some(next)
            }
            Kind::Fail { ways, .. } => {
                let wanted =
                    |w: &&(crate::graph::Label, TermId)| way.label.as_ref().is_none_or(|l| *l == w.0);
                let holds = |t: TermId| self.concrete(t, state, reads).as_bool() == Some(true);
                ways.iter().filter(wanted).any(|w| holds(w.1)).then(|| state.clone())
            }
            Kind::Call(call) | Kind::CallFail(call) => {
                self.concrete_call(call, way.summary.as_ref()?, state, reads)
            }
        }
    }

    fn concrete_call(
        &self,
        call: &Call,
        summary: &MustSummary,
        state: &Concrete,
        reads: &FxHashMap<Symbol, Value>,
    ) -> Option<Concrete> {
        let none = FxHashMap::default();
        let args: Vec<Value> = call.args.iter().map(|a| self.concrete(*a, state, &none)).collect();
        let callee = self.facts.program.proc(call.proc);
        let params: FxHashMap<Symbol, &Value> = callee.params.iter().copied().zip(&args).collect();
        let model = |s: Symbol| match params.get(&s) {
            Some(value) => (*value).clone(),
            None if self.facts.is_shared(s) => self.concrete_symbol(s, state, &none),
            None => match reads.get(&s) {
                Some(value) => value.clone(),
                None => maymust_machine::zero(&self.terms, self.terms.symbol_sort(s)),
            },
        };
        let mut evaluator = Evaluator::new();
        for c in &summary.conditions {
            if evaluator.eval(&self.terms, *c, &model).as_bool() != Some(true) {
                return None;
            }
        }
        let mut next = state.clone();
        for (v, t) in &summary.outputs {
            let value = evaluator.eval(&self.terms, *t, &model);
            if Some(*v) == callee.result {
                if let Some(to) = call.result {
                    next.insert(to, value);
                }
            } else if Some(*v) != call.result {
                next.insert(*v, value);
            }
        }
        Some(next)
    }

    /// Arbitrary values for what a segment reads.
    pub fn arbitrary(&mut self, reads: &Reads) -> FxHashMap<Symbol, Value> {
        let mut values = FxHashMap::default();
        for input in &reads.inputs {
            let sort = self.terms.symbol_sort(input.symbol);
            let value = match sort {
                Sort::Bool => Value::Bool(self.random() & 1 == 1),
                Sort::BitVec(w) => {
                    let r = self.random();
                    let n = match r % 8 {
                        0..=2 => 0,
                        3 | 4 => 1,
                        5 => r >> 8 & 15,
                        6 => (r >> 8 & 7).wrapping_neg(),
                        _ => r >> 3,
                    };
                    Value::Bv(BvValue::from_i64(w, n as i64))
                }
                _ => maymust_machine::zero(&self.terms, sort),
            };
            values.insert(input.symbol, value);
        }
        values
    }
}
