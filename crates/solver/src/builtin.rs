//! The built-in solver: definitions, bit-blasting, CaDiCaL, lemmas on demand.
//!
//! Gates are kept for good, but a query is given to an instance of the SAT solver that is not
//! much larger than the query's own cone: a satisfying assignment covers all variables of an
//! instance, so one that only grew would make small queries dear.

use crate::arrays::{Arrays, Verdict};
use crate::bitblast::{Blaster, value_of_bits};
use crate::cnf::{Instance, Order};
use crate::gate::Lit;
use crate::limits::{Answer, Limits, Reason};
use crate::model::Model;
use crate::resolve::{Resolver, flatten};
use crate::sat::{Cadical, SatLimits};
use crate::solver::{Solver, Statistics};
use maymust_term::{ArrayValue, Sort, Symbol, TermId, Terms, Value};
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::VecDeque;
use std::time::Instant;

/// How many instances are kept.
const INSTANCES: usize = 4;
/// An instance may have this part more variables than a query has gates …
const SLACK: usize = 4;
/// … and this many. What does not belong to the query is costly: with four times its gates, a
/// sequence of small queries took sixty times as long, since the search decides all of it.
const FLOOR: usize = 300;
/// With more gates, inputs are decided first: measured on chains of conditions.
const MANY: usize = 20_000;
/// With more gates, the SAT solver only searches: measured on chains of conditions.
const LARGE: usize = 200_000;
/// With ranges, models may differ at ever other indices: after so many, that is given up.
const MOST_REPAIRS: usize = 500;
/// How many models are tried before a search.
const MODELS: usize = 3;

/// The built-in solver.
#[derive(Default)]
pub struct Builtin {
    blaster: Blaster,
    resolver: Resolver,
    /// Assertions for good that are not digested yet.
    pending: Vec<TermId>,
    base: Frame,
    frames: Vec<Frame>,
    instances: Vec<Pooled>,
    clock: u64,
    models: VecDeque<Model>,
    /// Models that need no search, as far as they are not among the last ones.
    guesses: Guesses,
    /// Was the last answer `Sat`? Then the first of `models` is its model.
    has_model: bool,
    core: Vec<TermId>,
    stamps: Vec<u32>,
    stamp: u32,
    statistics: Statistics,
    retired_clauses: u64,
}

/// All zeros and all ones: true of many a condition.
struct Guesses(Vec<Model>);

impl Default for Guesses {
    fn default() -> Self {
        Guesses(vec![Model::zeros(), Model::ones()])
    }
}

/// Assertions that come and go together, resolved and blasted.
#[derive(Default)]
struct Frame {
    terms: Vec<TermId>,
    lits: Vec<Lit>,
    /// Asserted but not yet looked at.
    pending: Vec<TermId>,
}

struct Pooled {
    instance: Instance,
    arrays: Arrays,
    /// How many base assertions it has as clauses.
    n_base: usize,
    /// How many of its variables came with lemmas: they belong to what it was asked.
    n_of_lemmas: usize,
    /// How often equalities of arrays did not hold in a model.
    n_repairs: usize,
    last_used: u64,
}

/// A query in all forms.
struct Query {
    /// Resolved terms that must hold, base assertions not included.
    terms: Vec<TermId>,
    /// Literals to assume: of frames, then of assumptions.
    lits: Vec<Lit>,
    /// Where the assumptions start in `lits`.
    first_assumption: usize,
}

impl Builtin {
    /// A solver without assertions.
    pub fn new() -> Self {
        Self::default()
    }

    /// Blasts a resolved term that will be part of queries.
    fn blast(&mut self, terms: &Terms, t: TermId, limits: &SatLimits) -> Result<Lit, Reason> {
        if !self.blaster.has(t) {
            self.resolver.freeze(terms, t);
            self.blaster.blast(terms, t, limits)?;
        }
        Ok(self.blaster.lit(terms, t))
    }

    fn digest_base(&mut self, terms: &mut Terms, limits: &SatLimits) -> Result<(), Reason> {
        if self.pending.is_empty() {
            return Ok(());
        }
        let rest = self.resolver.digest(terms, &std::mem::take(&mut self.pending));
        self.base.pending.extend(rest);
        digest_frame(self, terms, None, limits)
    }

    fn prepare(
        &mut self,
        terms: &mut Terms,
        assumptions: &[TermId],
        limits: &SatLimits,
    ) -> Result<Query, Reason> {
        self.digest_base(terms, limits)?;
        digest_frame(self, terms, None, limits)?;
        for i in 0..self.frames.len() {
            digest_frame(self, terms, Some(i), limits)?;
        }
        let mut query = Query { terms: Vec::new(), lits: Vec::new(), first_assumption: 0 };
        for frame in &self.frames {
            query.terms.extend(&frame.terms);
            query.lits.extend(&frame.lits);
        }
        query.first_assumption = query.lits.len();
        for &t in assumptions {
            let t = self.resolver.resolve(terms, t);
            let lit = self.blast(terms, t, limits)?;
            query.terms.push(t);
            query.lits.push(lit);
        }
        Ok(query)
    }

    fn decide(&mut self, terms: &mut Terms, assumptions: &[TermId], limits: &Limits) -> Result<bool, Reason> {
        let limits = SatLimits::start(limits);
        let query = self.prepare(terms, assumptions, &limits)?;
        if let Some(answer) = self.trivial(&query, assumptions) {
            return Ok(answer);
        }
        if self.recent_model(terms, &query) {
            return Ok(true);
        }
        let at = self.choose(&query);
        let mut pooled = self.instances.swap_remove(at);
        let result = self.search(terms, &mut pooled, &query, &limits);
        if result == Ok(false) {
            self.core = self.failed(&pooled.instance, &query, assumptions);
        }
        // One that is full of what led nowhere, or lacks clauses, is not used again.
        if matches!(result, Err(Reason::Incomplete(_))) || pooled.instance.is_partial() {
            self.retired_clauses += pooled.instance.n_clauses();
        } else {
            self.instances.push(pooled);
        }
        result
    }

    /// Answers that need no search.
    fn trivial(&mut self, query: &Query, assumptions: &[TermId]) -> Option<bool> {
        let constant = |l: &Lit| *l == Lit::FALSE;
        let asserted = &query.lits[..query.first_assumption];
        if self.base.lits.iter().chain(asserted).any(constant) {
            self.statistics.trivial += 1;
            self.core.clear();
            return Some(false);
        }
        let assumed = &query.lits[query.first_assumption..];
        if let Some(i) = assumed.iter().position(constant) {
            self.statistics.trivial += 1;
            self.core = vec![assumptions[i]];
            return Some(false);
        }
        let at: FxHashMap<Lit, usize> = assumed.iter().enumerate().map(|(i, l)| (*l, i)).collect();
        for (i, lit) in assumed.iter().enumerate() {
            if let Some(&j) = at.get(&!*lit) {
                self.statistics.trivial += 1;
                self.core = vec![assumptions[i.min(j)], assumptions[i.max(j)]];
                return Some(false);
            }
        }
        None
    }

    /// Does one of the last models do, or a guess?
    fn recent_model(&mut self, terms: &Terms, query: &Query) -> bool {
        let base = &self.base.terms;
        let holds = |model: &mut Model| {
            query.terms.iter().rev().all(|t| model.holds(terms, *t)) && model.holds_all(terms, base)
        };
        let found = if let Some(i) = self.models.iter_mut().position(holds) {
            self.models.remove(i)
        } else {
            let guess = self.guesses.0.iter_mut().position(holds);
            guess.map(|i| self.guesses.0.remove(i))
        };
        let Some(model) = found else { return false };
        self.keep(model);
        self.statistics.by_model += 1;
        true
    }

    fn keep(&mut self, model: Model) {
        self.models.push_front(model);
        while self.models.len() > MODELS {
            self.guesses.0.extend(self.models.pop_back().filter(Model::is_guess));
        }
    }

    /// The gates of the query's cone, the base included.
    fn cone(&mut self, query: &Query) -> Vec<u32> {
        self.stamp += 1;
        self.stamps.resize(self.blaster.graph.len(), 0);
        let mut cone: Vec<u32> = Vec::new();
        let roots = self.base.lits.iter().chain(&query.lits);
        let mut todo: Vec<u32> = roots.map(|l| l.node()).collect();
        while let Some(node) = todo.pop() {
            let stamp = &mut self.stamps[node as usize];
            if *stamp != self.stamp {
                *stamp = self.stamp;
                cone.push(node);
                todo.extend(self.blaster.graph.gate(node).args().map(Lit::node));
            }
        }
        cone
    }

    /// The instance that has most of the query and not too much else; else a new one.
    fn choose(&mut self, query: &Query) -> usize {
        self.clock += 1;
        let cone = self.cone(query);
        let mut best: Option<(usize, usize)> = None;
        for (i, pooled) in self.instances.iter().enumerate() {
            let shared = cone.iter().filter(|n| pooled.instance.has(**n)).count();
            let own = pooled.instance.n_vars() - pooled.n_of_lemmas;
            let after = own.max(shared) + cone.len() - shared;
            let fits = after <= cone.len() + cone.len() / SLACK + FLOOR;
            if fits && best.is_none_or(|b| shared > b.1) {
                best = Some((i, shared));
            }
        }
        let at = match best {
            Some((i, _)) => i,
            None => self.new_instance(cone.len()),
        };
        self.instances[at].last_used = self.clock;
        at
    }

    fn new_instance(&mut self, n_gates: usize) -> usize {
        if self.instances.len() >= INSTANCES {
            let oldest = (0..self.instances.len()).min_by_key(|i| self.instances[*i].last_used);
            if let Some(i) = oldest {
                self.retired_clauses += self.instances[i].instance.n_clauses();
                self.instances.swap_remove(i);
            }
        }
        self.statistics.instances += 1;
        let sat = if n_gates > LARGE { Cadical::plain() } else { Cadical::new() };
        let order = if n_gates > MANY { Order::InputsFirst } else { Order::AsFound };
        let (instance, arrays) = (Instance::with(Box::new(sat), order), Arrays::default());
        self.instances.push(Pooled {
            instance,
            arrays,
            n_base: 0,
            n_of_lemmas: 0,
            n_repairs: 0,
            last_used: 0,
        });
        self.instances.len() - 1
    }

    fn search(
        &mut self,
        terms: &Terms,
        pooled: &mut Pooled,
        query: &Query,
        limits: &SatLimits,
    ) -> Result<bool, Reason> {
        let new = &self.base.lits[pooled.n_base..];
        pooled.instance.begin(limits);
        pooled.instance.encode(&self.blaster.graph, &[new, &query.lits].concat());
        for lit in new {
            pooled.instance.add_clause(&self.blaster.graph, &[*lit]);
        }
        if self.blaster.has_arrays() {
            let base = &self.base.terms[pooled.n_base..];
            pooled.arrays.take_up(terms, &self.blaster, &mut pooled.instance, base);
            pooled.arrays.take_up(terms, &self.blaster, &mut pooled.instance, &query.terms);
        }
        pooled.n_base = self.base.lits.len();
        pooled.n_repairs = 0;
        loop {
            self.statistics.sat_calls += 1;
            if !pooled.instance.solve(&self.blaster.graph, &query.lits)? {
                return Ok(false);
            }
            let before = pooled.instance.n_vars();
            let model = self.complete(terms, pooled, query)?;
            pooled.n_of_lemmas += pooled.instance.n_vars() - before;
            let Some(model) = model else {
                if let Some(reason) = limits.exceeded() {
                    return Err(reason);
                }
                continue;
            };
            return self.accept(terms, query, model);
        }
    }

    /// A model is believed only if every assertion evaluates to true in it.
    fn accept(&mut self, terms: &Terms, query: &Query, mut model: Model) -> Result<bool, Reason> {
        let refuted = query.terms.iter().find(|t| !model.holds(terms, **t));
        if let Some(t) = refuted {
            return Err(Reason::Failed(format!("the model found does not satisfy {t}")));
        }
        if !model.holds_all(terms, &self.base.terms) {
            return Err(Reason::Failed("the model found does not satisfy the assertions".into()));
        }
        self.keep(model);
        Ok(true)
    }

    /// The model of an assignment; `None` if lemmas were added instead.
    fn complete(
        &mut self,
        terms: &Terms,
        pooled: &mut Pooled,
        query: &Query,
    ) -> Result<Option<Model>, Reason> {
        let arrays = if pooled.arrays.is_empty() {
            Vec::new()
        } else {
            let instance = &mut pooled.instance;
            let roots = self.base.terms.iter().chain(&query.terms).copied();
            match pooled.arrays.refine(terms, &mut self.blaster, instance, roots) {
                Verdict::Fits(values) => values,
                Verdict::Lemmas(n) => {
                    self.statistics.lemmas += n as u64;
                    return Ok(None);
                }
                Verdict::GaveUp => return Err(endless()),
            }
        };
        let mut model = self.extract(terms, &pooled.instance, arrays);
        pooled.arrays.equate(terms, &self.blaster, &pooled.instance, &mut model);
        if self.equalities_hold(terms, pooled, &mut model) {
            return Ok(Some(model));
        }
        pooled.n_repairs += 1;
        let endless_repairs = pooled.arrays.has_ranges() && pooled.n_repairs > MOST_REPAIRS;
        if endless_repairs { Err(endless()) } else { Ok(None) }
    }

    fn extract(&self, terms: &Terms, instance: &Instance, arrays: Vec<(Symbol, Value)>) -> Model {
        let mut values: FxHashMap<Symbol, Value> = arrays.into_iter().collect();
        let mut done: FxHashSet<TermId> = FxHashSet::default();
        for &input in instance.inputs() {
            let Some((var, first)) = self.blaster.owner(terms, input) else { continue };
            let Some(symbol) = terms.as_var(var).filter(|_| done.insert(var)) else { continue };
            let sort = terms.sort(var);
            let width = crate::bitblast::bits_of(sort).unwrap_or(0);
            let bit = |i| instance.value(Lit::positive(first + i)).unwrap_or(false);
            let bits: Vec<bool> = (0..width).map(bit).collect();
            values.extend(value_of_bits(sort, &bits).map(|v| (symbol, v)));
        }
        Model::new(values)
    }

    /// Arrays that should be equal may still differ where nothing reads: read there.
    fn equalities_hold(&mut self, terms: &Terms, pooled: &mut Pooled, model: &mut Model) -> bool {
        let mut hold = true;
        for t in pooled.arrays.equalities().to_vec() {
            let lit = self.blaster.lit(terms, t);
            if pooled.instance.value(lit) != Some(true) {
                continue;
            }
            let sides = [0, 1].map(|i| model.eval(terms, terms.arg(t, i)));
            let [Value::Array(a), Value::Array(b)] = &sides else { continue };
            let sort = terms.sort(terms.arg(t, 0));
            let index = terms.array_parts(sort).map_or(Sort::Bool, |p| p.0);
            for at in differences(index, a, b) {
                hold = false;
                self.statistics.lemmas += 1;
                let instance = &mut pooled.instance;
                pooled.arrays.read_at(terms, &mut self.blaster, instance, t, &at);
            }
        }
        hold
    }

    /// The assumptions that the SAT solver needed, each once, in order.
    fn failed(&self, instance: &Instance, query: &Query, assumptions: &[TermId]) -> Vec<TermId> {
        let mut seen: FxHashSet<Lit> = FxHashSet::default();
        let lits = &query.lits[query.first_assumption..];
        let needed = |lit: &Lit| instance.failed(*lit);
        (lits.iter().zip(assumptions))
            .filter(|(lit, _)| needed(lit) && seen.insert(**lit))
            .map(|(_, t)| *t)
            .collect()
    }
}

fn endless() -> Reason {
    Reason::Incomplete("equal arrays with ranges that depend on each other".into())
}

/// Some indices at which two arrays differ.
fn differences(index: Sort, a: &ArrayValue, b: &ArrayValue) -> Vec<Value> {
    const MANY: usize = 64;
    let mut out: Vec<Value> = Vec::new();
    // Between the ends of runs nothing changes.
    for (first, more, _) in a.runs().chain(b.runs()) {
        for i in [first.clone(), after(first, more), after(first, more.wrapping_add(1))] {
            if a.select(&i) != b.select(&i) && !out.contains(&i) {
                out.push(i);
            }
        }
        if out.len() >= MANY {
            return out;
        }
    }
    if out.is_empty() && a.default_value() != b.default_value() {
        let width = crate::bitblast::bits_of(index).unwrap_or(1);
        let n = (a.len() + b.len() + 1) as u128;
        for i in 0..=n {
            let bits: Vec<bool> = (0..width).map(|k| k < 128 && i >> k & 1 == 1).collect();
            let Some(at) = value_of_bits(index, &bits) else { break };
            if a.select(&at) != b.select(&at) {
                out.push(at);
                break;
            }
        }
    }
    out
}

/// The index some places later; itself if it is no number.
fn after(index: &Value, by: u64) -> Value {
    match index {
        Value::Bv(v) => Value::Bv(v.add(&maymust_term::BvValue::from_u64(v.width(), by))),
        _ => index.clone(),
    }
}

/// Resolves and blasts what is new in a frame (of the base, if none is given).
fn digest_frame(
    solver: &mut Builtin,
    terms: &mut Terms,
    at: Option<usize>,
    limits: &SatLimits,
) -> Result<(), Reason> {
    let pending = match at {
        Some(i) => std::mem::take(&mut solver.frames[i].pending),
        None => std::mem::take(&mut solver.base.pending),
    };
    let resolved: Vec<TermId> = pending.iter().map(|t| solver.resolver.resolve(terms, *t)).collect();
    let mut left = flatten(terms, &resolved).into_iter();
    while let Some(t) = left.next() {
        let lit = solver.blast(terms, t, limits);
        let frame = match at {
            Some(i) => &mut solver.frames[i],
            None => &mut solver.base,
        };
        match lit {
            Ok(lit) => {
                frame.terms.push(t);
                frame.lits.push(lit);
            }
            Err(reason) => {
                frame.pending.push(t);
                frame.pending.extend(left);
                return Err(reason);
            }
        }
    }
    Ok(())
}

impl Solver for Builtin {
    fn name(&self) -> &str {
        "builtin"
    }

    fn assert(&mut self, _terms: &mut Terms, t: TermId) {
        match self.frames.last_mut() {
            Some(frame) => frame.pending.push(t),
            None => self.pending.push(t),
        }
    }

    fn push(&mut self) {
        self.frames.push(Frame::default());
    }

    fn pop(&mut self, n: usize) {
        let keep = self.frames.len().saturating_sub(n);
        self.frames.truncate(keep);
    }

    fn check(&mut self, terms: &mut Terms, assumptions: &[TermId], limits: &Limits) -> Answer {
        let start = Instant::now();
        self.statistics.checks += 1;
        self.has_model = false;
        self.core.clear();
        let result = self.decide(terms, assumptions, limits);
        self.statistics.time += start.elapsed();
        match result {
            Ok(true) => {
                self.statistics.sat += 1;
                self.has_model = true;
                Answer::Sat
            }
            Ok(false) => {
                self.statistics.unsat += 1;
                Answer::Unsat
            }
            Err(reason) => {
                self.statistics.unknown += 1;
                Answer::Unknown(reason)
            }
        }
    }

    fn value(&mut self, terms: &mut Terms, t: TermId) -> Option<Value> {
        let t = self.resolver.resolve(terms, t);
        let model = self.models.front_mut().filter(|_| self.has_model)?;
        Some(model.eval(terms, t))
    }

    fn core(&mut self, _terms: &mut Terms) -> Vec<TermId> {
        self.core.clone()
    }

    fn statistics(&self) -> Statistics {
        let live: u64 = self.instances.iter().map(|p| p.instance.n_clauses()).sum();
        Statistics {
            gates: self.blaster.graph.len() as u64,
            clauses: self.retired_clauses + live,
            ..self.statistics.clone()
        }
    }

    fn reset(&mut self) {
        let statistics = self.statistics();
        *self = Builtin { retired_clauses: statistics.clauses, statistics, ..Self::default() };
    }
}
