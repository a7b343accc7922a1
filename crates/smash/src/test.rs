//! Tests: concrete runs through large blocks, which fill the sets Omega.
//!
//! A test starts in a state that the solver gave, follows a known path as far as the solver's model goes, and runs on
//! from there with arbitrary inputs until the procedure ends, a call comes that no must summary takes, or it has gone far enough.

use std::rc::Rc;
use std::time::{Duration, Instant};

use maymust_program::VarId;
use maymust_term::{BvValue, Evaluator, Sort, Symbol, TermId, Value};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::core::Core;
use crate::graph::{Call, Graph, Kind, Reads};
use crate::path::{Concrete, Context, Paths, Way};
use crate::space::{Goal, Space};
use crate::summary::{End, MustSummary};

/// Steps that a test runs on beyond the known path.
const STEPS: u32 = 400;
/// Concrete states kept per place.
const STATES: u32 = 4;

/// A concrete state that is reached.
#[derive(Clone, Debug)]
pub struct Omega {
    /// Where.
    pub place: u32,
    /// The leaf it was in when last looked at.
    pub leaf: u32,
    /// The state.
    pub state: Rc<Concrete>,
}

/// An edge from a region that tests have reached to one that they have not.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Frontier {
    /// The edge.
    pub edge: u32,
    /// Reached.
    pub from: u32,
    /// Not reached, and it may lead to the goal.
    pub to: u32,
    /// A reached state of `from`.
    pub omega: u32,
}

/// A query under way.
#[derive(Clone, Debug)]
pub struct Active {
    /// Its space.
    pub space: u32,
    /// Where it starts, and the paths taken.
    pub paths: Paths,
    /// States reached.
    pub omega: Vec<Omega>,
    /// By leaf: states in it.
    pub by_leaf: FxHashMap<u32, Vec<u32>>,
    /// Entry regions that no state of the context is in.
    pub disjoint: FxHashSet<u32>,
    /// Entry regions that states of the context are in, though no test got there (or, without tests, that stay).
    pub unentered: FxHashSet<u32>,
    /// Frontiers at which nothing could be done, with why.
    pub stuck: FxHashSet<(u32, u32, u32, u32)>,
    /// Why the first of them was stuck.
    pub reason: Option<String>,
    /// Was a sub-query given up for the number of its steps?
    pub limited: bool,
    /// The frontier whose sub-query is being answered.
    pub waiting: Option<Frontier>,
    /// A place in the goal.
    pub found: Option<u32>,
    /// The state in which the test started that got there.
    pub found_from: Rc<Concrete>,
    /// The version of the space that the leaves are of.
    pub version: u32,
    /// Steps of the search.
    pub steps: u32,
    /// When it began, and how often the solver had been asked by then.
    pub began: (Instant, u64),
    /// After how long it is to be unrolled (again), if at all.
    pub unroll_after: Option<Duration>,
    /// Places and edges tried without a partition, with the summary.
    pub tried: FxHashSet<(u32, u32, Option<u32>)>,
    /// Places and calls about which there is nothing more to ask.
    pub exhausted: FxHashSet<(u32, u32)>,
    /// Paths of callees that only this query knows.
    pub transient: Vec<Rc<MustSummary>>,
    /// The place whose edges are being tried.
    pub cursor: u32,
    /// Calls that are taken path by path, as no query about the goal was answered.
    pub pathwise: FxHashSet<(u32, u32)>,
    /// The abstract path from the present frontier to the goal.
    pub beyond: Vec<(u32, u32, u32)>,
    /// How often calls beyond a frontier were asked about, by the region they lead to.
    pub anticipated: FxHashMap<(u32, u32), u8>,
    /// Abstract paths that were looked at as a whole, with the frontier's edge.
    pub walked: FxHashSet<(u32, Vec<(u32, u32)>)>,
}

impl Active {
    /// A query about a space from a context.
    pub fn new(core: &Core, space: u32, context: Context) -> Active {
        let entry = core.spaces[space as usize].graph.entry;
        Active {
            space,
            paths: Paths::init_omega(context, entry),
            omega: Vec::new(),
            by_leaf: FxHashMap::default(),
            disjoint: FxHashSet::default(),
            unentered: FxHashSet::default(),
            stuck: FxHashSet::default(),
            reason: None,
            limited: false,
            waiting: None,
            found: None,
            found_from: Rc::default(),
            version: core.spaces[space as usize].version,
            steps: 0,
            began: (Instant::now(), core.counts.solver_calls),
            unroll_after: Some(Duration::ZERO),
            tried: FxHashSet::default(),
            exhausted: FxHashSet::default(),
            transient: Vec::new(),
            cursor: 0,
            pathwise: FxHashSet::default(),
            beyond: Vec::new(),
            anticipated: FxHashMap::default(),
            walked: FxHashSet::default(),
        }
    }

    /// Moves states whose leaf has been split on to the parts.
    pub fn refresh(&mut self, core: &Core) {
        let space = &core.spaces[self.space as usize];
        if space.version != self.version {
            self.version = space.version;
            self.by_leaf.clear();
            self.disjoint.clear();
            self.unentered.clear();
            self.stuck.clear();
            for (i, o) in self.omega.iter_mut().enumerate() {
                let node = self.paths.places[o.place as usize].node;
                o.leaf = descend(core, space, node, &o.state);
                self.by_leaf.entry(o.leaf).or_default().push(i as u32);
            }
        }
        let mut old: Vec<u32> = Vec::new();
        old.extend(self.by_leaf.keys().filter(|l| space.regions[**l as usize].split.is_some()));
        old.sort_unstable();
        for leaf in old {
            for o in self.by_leaf.remove(&leaf).unwrap_or_default() {
                let leaf = descend(core, space, leaf, &self.omega[o as usize].state);
                self.omega[o as usize].leaf = leaf;
                self.by_leaf.entry(leaf).or_default().push(o);
            }
        }
    }
}

/// The leaf below a region that a state is in.
pub fn descend(core: &Core, space: &Space, mut region: u32, state: &Concrete) -> u32 {
    while let Some((by, yes, no)) = space.regions[region as usize].split {
        region = if core.holds(by, state) { yes } else { no };
    }
    region
}

impl Core {
    /// The values of the last model: the state at the entry, and what is read at each place of a line.
    fn take_model(&mut self, active: &Active, line: &[u32]) -> (Concrete, Vec<FxHashMap<Symbol, Value>>) {
        let space = &self.spaces[active.space as usize];
        let (proc, locals) = (space.proc, space.graph.locals.clone());
        let values = active.paths.context.values.clone();
        let mut vars: Vec<VarId> = self.program.proc(proc).params.clone();
        vars.extend(locals);
        vars.extend(self.shared(proc));
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
            if let Some((_, way)) = &active.paths.places[place as usize].from {
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
    pub fn run_test(&mut self, active: &mut Active, to: u32) {
        let line = active.paths.line(to);
        let (start, reads) = self.take_model(active, &line);
        let begin = Instant::now();
        self.counts.tests += 1;
        let graph = self.spaces[active.space as usize].graph.clone();
        let mut state = Rc::new(start);
        if active.found.is_none() {
            active.found_from = state.clone();
        }
        self.add_omega(active, line[0], &state);
        for (i, &place) in line.iter().enumerate().skip(1) {
            let Some((_, way)) = active.paths.places[place as usize].from.clone() else { continue };
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

    fn add_omega(&mut self, active: &mut Active, place: u32, state: &Rc<Concrete>) {
        let data = &mut active.paths.places[place as usize];
        let node = data.node;
        data.n_states += 1;
        let space = &self.spaces[active.space as usize];
        let leaf = descend(self, space, node, state);
        if space.is_goal(leaf) && active.found.is_none() {
            active.found = Some(place);
        }
        let in_leaf = active.by_leaf.entry(leaf).or_default();
        if active.paths.places[place as usize].n_states > STATES && !in_leaf.is_empty() {
            return;
        }
        active.omega.push(Omega { place, leaf, state: state.clone() });
        in_leaf.push(active.omega.len() as u32 - 1);
    }

    /// Runs on with arbitrary inputs.
    fn run_on(&mut self, active: &mut Active, graph: &Graph, mut place: u32, mut state: Rc<Concrete>) {
        for _ in 0..STEPS {
            let node = active.paths.places[place as usize].node;
            if node == graph.exit || node == graph.error || active.found.is_some() || self.is_over() {
                return;
            }
            let Some((way, next)) = self.some_step(active, graph, node, &state) else { return };
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
        node: u32,
        state: &Concrete,
    ) -> Option<(Way, Concrete)> {
        // The edges of a node are ways of one segment: they read the same.
        let mut drawn: Option<FxHashMap<Symbol, Value>> = None;
        for &e in &graph.out[node as usize] {
            if graph.cut == Some(e) {
                continue;
            }
            let mut way = Way { edge: e, label: None, summary: None, renamed: Rc::default() };
            match &graph.edges[e as usize].kind {
                Kind::Block { reads, .. } => {
                    let values = drawn.get_or_insert_with(|| self.arbitrary(reads)).clone();
                    if let Some(next) = self.concrete_step(graph, &way, state, &values) {
                        return Some((way, next));
                    }
                }
                Kind::Fail { ways, reads } => {
                    let Goal::Error(question) = self.spaces[active.space as usize].goal else { continue };
                    let values = drawn.get_or_insert_with(|| self.arbitrary(reads)).clone();
                    for (label, condition) in ways {
                        let fails = self.concrete(*condition, state, &values).as_bool() == Some(true);
                        if fails && self.questions[question as usize].wants(label) {
                            way.label = Some(label.clone());
                            return Some((way, state.clone()));
                        }
                    }
                }
                Kind::Call(call) | Kind::CallFail(call) => {
                    if !self.rules.must_summaries {
                        continue;
                    }
                    let fails = matches!(graph.edges[e as usize].kind, Kind::CallFail(_));
                    if let Some((summary, next)) = self.some_summary(active, call, fails, state) {
                        way.summary = Some(summary);
                        return Some((way, next));
                    }
                }
            }
        }
        None
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
            self.must[call.proc.index()].iter().rev().take(TRIED).cloned().collect();
        for summary in list {
            let wanted = match (&summary.end, &self.spaces[active.space as usize].goal) {
                (End::Exit, _) => !fails,
                (End::Failure(label), Goal::Error(q)) => fails && self.questions[*q as usize].wants(label),
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

    fn concrete_step(
        &self,
        graph: &Graph,
        way: &Way,
        state: &Concrete,
        reads: &FxHashMap<Symbol, Value>,
    ) -> Option<Concrete> {
        match &graph.edges[way.edge as usize].kind {
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
        let callee = self.program.proc(call.proc);
        let params: FxHashMap<Symbol, &Value> = callee.params.iter().copied().zip(&args).collect();
        let model = |s: Symbol| match params.get(&s) {
            Some(value) => (*value).clone(),
            None if self.is_shared(s) => self.concrete_symbol(s, state, &none),
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
    fn arbitrary(&mut self, reads: &Reads) -> FxHashMap<Symbol, Value> {
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
