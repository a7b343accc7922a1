//! The must side: paths that tests have taken, as trees of places, each with its symbolic state.
//!
//! A *place* is a node reached over a particular path from the entry. Its symbolic state gives every variable as a term over the
//! symbols of the query's context and over the inputs read on the way; it is computed when it is needed. A test adds concrete
//! states to the places it passes: the sets Omega.

use std::rc::Rc;

use maymust_program::VarId;
use maymust_program::index::IndexVec;
use maymust_term::{Evaluator, Substitution, Symbol, TermId, Value};
use rustc_hash::FxHashMap;

use crate::core::Core;
use crate::graph::{Call, ContentsAt, Graph, InputAt, Kind, Label, Reads};
use crate::ids::{EdgeId, NodeId, PlaceId, SummaryId};
use crate::summary::{Given, MustSummary};

/// Values of variables (and rigid symbols) as terms.
pub type Values = FxHashMap<VarId, TermId>;
/// Values of variables (and rigid symbols).
pub type Concrete = FxHashMap<VarId, Value>;

/// A set of states at the entry: those that some values of the symbols in it give.
#[derive(Clone, Debug)]
pub struct Context {
    /// What holds of the symbols.
    pub conditions: Vec<TermId>,
    /// Inputs, locals and rigid symbols as terms.
    pub values: Rc<Values>,
}

/// How a place was reached from its parent.
#[derive(Clone, Debug)]
pub struct Way {
    /// The edge.
    pub edge: EdgeId,
    /// Which check failed, on failing edges.
    pub label: Option<Label>,
    /// The summary used, on calls.
    pub summary: Option<Rc<MustSummary>>,
    /// Symbols read on the edge and their names here.
    pub renamed: Rc<FxHashMap<Symbol, TermId>>,
}

/// A node on a path.
#[derive(Clone, Debug)]
pub struct Place {
    /// The node.
    pub node: NodeId,
    /// From where and how; none at the entry.
    pub from: Option<(PlaceId, Way)>,
    /// Steps from the entry.
    pub depth: u32,
    /// How many concrete states are known here.
    pub n_states: u32,
    /// Is every step exact?
    pub exact: bool,
    symbolic: Option<Rc<Symbolic>>,
}

/// A symbolic state.
#[derive(Clone, Debug)]
pub struct Symbolic {
    /// What the last step requires.
    pub own: Vec<TermId>,
    /// Variables.
    pub values: Rc<Values>,
}

/// The place where every path begins.
pub const ENTRY: PlaceId = PlaceId(0);

/// Places that share their beginnings.
#[derive(Clone, Debug)]
pub struct Paths {
    /// Where they start.
    pub context: Context,
    /// The places; the first is the entry.
    pub places: IndexVec<PlaceId, Place>,
    children: FxHashMap<(PlaceId, EdgeId, Option<SummaryId>, Option<Label>), PlaceId>,
}

/// A path as terms, from start to end.
#[derive(Clone, Debug, Default)]
pub struct Unrolled {
    /// All conditions.
    pub conditions: Vec<TermId>,
    /// Values at the end.
    pub values: Values,
    /// Inputs in the order of reading.
    pub reads: Vec<Given>,
    /// Contents of new objects.
    pub contents: Vec<ContentsAt>,
}

impl Paths {
    /// INIT-OMEGA: the entry, in the states of the context.
    pub fn init_omega(context: Context, entry: NodeId) -> Paths {
        let symbolic = Symbolic { own: Vec::new(), values: context.values.clone() };
        let place = Place {
            node: entry,
            from: None,
            depth: 0,
            n_states: 0,
            exact: true,
            symbolic: Some(Rc::new(symbolic)),
        };
        Paths { context, places: vec![place].into(), children: FxHashMap::default() }
    }

    /// The place reached from another over an edge; made if it is new.
    pub fn child(
        &mut self,
        core: &mut Core,
        graph: &Graph,
        place: PlaceId,
        edge: EdgeId,
        label: Option<Label>,
        summary: Option<Rc<MustSummary>>,
    ) -> PlaceId {
        let key = (place, edge, summary.as_ref().map(|s| s.id), label.clone());
        if let Some(&child) = self.children.get(&key) {
            return child;
        }
        let symbols: Vec<Symbol> = match (&graph.edges[edge].kind, &summary) {
            (Kind::Block { reads, .. } | Kind::Fail { reads, .. }, _) => {
                reads.inputs.iter().map(|i| i.symbol).collect()
            }
            (_, Some(summary)) => summary.bound.clone(),
            _ => Vec::new(),
        };
        let renamed = Rc::new(core.rename(&symbols));
        let exact = self.places[place].exact
            && summary.as_ref().is_none_or(|s| s.exact)
            && (summary.is_some() || !graph.forgets);
        let depth = self.places[place].depth + 1;
        let node = graph.edges[edge].to;
        let way = Way { edge, label, summary, renamed };
        let from = Some((place, way));
        let child = self.places.push(Place { node, from, depth, n_states: 0, exact, symbolic: None });
        self.children.insert(key, child);
        child
    }

    /// The places from the entry to this one.
    pub fn line(&self, place: PlaceId) -> Vec<PlaceId> {
        let mut line = vec![place];
        let mut at = place;
        while let Some((parent, _)) = &self.places[at].from {
            at = *parent;
            line.push(at);
        }
        line.reverse();
        line
    }

    /// The symbolic state of a place.
    pub fn symbolic(&mut self, core: &mut Core, graph: &Graph, place: PlaceId) -> Rc<Symbolic> {
        let mut missing = Vec::new();
        let mut at = place;
        while self.places[at].symbolic.is_none() {
            missing.push(at);
            match &self.places[at].from {
                Some((parent, _)) => at = *parent,
                None => break,
            }
        }
        for at in missing.into_iter().rev() {
            let Some((parent, way)) = self.places[at].from.clone() else { continue };
            let Some(before) = self.places[parent].symbolic.clone() else { continue };
            let (own, values) = core.symbolic_step(graph, &way, &before.values);
            self.places[at].symbolic = Some(Rc::new(Symbolic { own, values: Rc::new(values) }));
        }
        match &self.places[place].symbolic {
            Some(s) => s.clone(),
            None => Rc::new(Symbolic { own: Vec::new(), values: self.context.values.clone() }),
        }
    }

    /// The conditions of a path, those of the context first.
    pub fn conditions(&mut self, core: &mut Core, graph: &Graph, place: PlaceId) -> Vec<TermId> {
        let mut all = self.context.conditions.clone();
        self.symbolic(core, graph, place);
        for at in self.line(place) {
            if let Some(s) = &self.places[at].symbolic {
                all.extend(&s.own);
            }
        }
        let mut seen = rustc_hash::FxHashSet::default();
        all.retain(|t| seen.insert(*t));
        all
    }

    /// A path from arbitrary inputs (or other start values) as terms.
    pub fn unroll(&self, core: &mut Core, graph: &Graph, place: PlaceId, start: Values) -> Unrolled {
        let mut out = Unrolled { values: start, ..Unrolled::default() };
        for at in self.line(place) {
            let Some((_, way)) = &self.places[at].from else { continue };
            core.collect_reads(graph, way, &mut out);
            let (own, values) = core.symbolic_step(graph, way, &out.values);
            out.conditions.extend(own);
            out.values = values;
        }
        out
    }
}

impl Core {
    /// New symbols for old ones.
    pub fn rename(&mut self, symbols: &[Symbol]) -> FxHashMap<Symbol, TermId> {
        let mut map = FxHashMap::default();
        for &s in symbols {
            let name = self.terms.symbol_name(s);
            let hint = name.split('!').next().unwrap_or(name).to_owned();
            let fresh = self.terms.fresh(&hint, self.terms.symbol_sort(s));
            map.insert(s, self.terms.var(fresh));
        }
        map
    }

    /// One step of a symbolic execution: what it requires, and the values after it.
    pub fn symbolic_step(&mut self, graph: &Graph, way: &Way, values: &Values) -> (Vec<TermId>, Values) {
        let edge = &graph.edges[way.edge];
        match &edge.kind {
            Kind::Block { guard, updates, .. } => {
                let mut substitution =
                    Substitution::new(|s| way.renamed.get(&s).or_else(|| values.get(&s)).copied());
                let guard = substitution.apply(&mut self.terms, *guard);
                let mut after = values.clone();
                for (v, t) in updates {
                    after.insert(*v, substitution.apply(&mut self.terms, *t));
                }
                (self.terms.conjuncts(guard), after)
            }
            Kind::Fail { ways, .. } => {
                let wanted = ways.iter().filter(|w| way.label.as_ref().is_none_or(|l| *l == w.0));
                let conditions: Vec<TermId> = wanted.map(|w| w.1).collect();
                let condition = self.terms.or(&conditions);
                let mut substitution =
                    Substitution::new(|s| way.renamed.get(&s).or_else(|| values.get(&s)).copied());
                let condition = substitution.apply(&mut self.terms, condition);
                (self.terms.conjuncts(condition), values.clone())
            }
            Kind::Call(call) | Kind::CallFail(call) => match &way.summary {
                Some(summary) => {
                    let summary = summary.clone();
                    self.apply_must(call, &summary, &way.renamed, values)
                }
                None => (vec![self.terms.fls()], values.clone()),
            },
        }
    }

    /// What a summary's symbols are at a call.
    fn bind<'a>(
        &mut self,
        call: &Call,
        renamed: &'a FxHashMap<Symbol, TermId>,
        values: &'a Values,
    ) -> impl Fn(Symbol) -> Option<TermId> + use<'a> {
        let args = self.terms.substitute_all(&call.args, values);
        let params = self.facts.program.proc(call.proc).params.clone();
        let params: FxHashMap<Symbol, TermId> = params.into_iter().zip(args).collect();
        let shared = self.facts.shared_mask.clone();
        move |s: Symbol| {
            if let Some(t) = params.get(&s).or_else(|| renamed.get(&s)) {
                return Some(*t);
            }
            let is_shared = shared.get(s.index()) == Some(&true);
            if is_shared { values.get(&s).copied() } else { None }
        }
    }

    /// MUST-POST-USESUMMARY in terms: what the summary requires at a call, and the values after it.
    pub fn apply_must(
        &mut self,
        call: &Call,
        summary: &MustSummary,
        renamed: &FxHashMap<Symbol, TermId>,
        values: &Values,
    ) -> (Vec<TermId>, Values) {
        let bind = self.bind(call, renamed, values);
        let mut substitution = Substitution::new(bind);
        let mut conditions = Vec::new();
        for c in &summary.conditions {
            let c = substitution.apply(&mut self.terms, *c);
            conditions.extend(self.terms.conjuncts(c));
        }
        let mut after = values.clone();
        let result = self.facts.program.proc(call.proc).result;
        for (v, t) in &summary.outputs {
            let t = substitution.apply(&mut self.terms, *t);
            if Some(*v) != result {
                after.insert(*v, t);
            }
        }
        let given = |r: VarId| summary.outputs.iter().find(|o| o.0 == r);
        if let (Some(to), Some((_, t))) = (call.result, result.and_then(given)) {
            let t = substitution.apply(&mut self.terms, *t);
            after.insert(to, t);
        }
        (conditions, after)
    }

    /// Adds what a step reads to a path.
    fn collect_reads(&mut self, graph: &Graph, way: &Way, out: &mut Unrolled) {
        let values = std::mem::take(&mut out.values);
        let mut own = (Vec::new(), Vec::new());
        match (&graph.edges[way.edge].kind, &way.summary) {
            (Kind::Block { reads, .. } | Kind::Fail { reads, .. }, _) => {
                let reads: &Reads = reads;
                let map = |s: Symbol| way.renamed.get(&s).or_else(|| values.get(&s)).copied();
                let given: Vec<Given> = reads.inputs.iter().map(|i| self.given(i)).collect();
                own = self.rename_reads(&given, &reads.contents, out.reads.len(), map);
            }
            (Kind::Call(call) | Kind::CallFail(call), Some(summary)) => {
                let map = self.bind(call, &way.renamed, &values);
                own = self.rename_reads(&summary.reads, &summary.contents, out.reads.len(), map);
            }
            _ => {}
        }
        out.reads.extend(own.0);
        out.contents.extend(own.1);
        out.values = values;
    }

    fn given(&mut self, input: &InputAt) -> Given {
        let value = self.terms.var(input.symbol);
        Given { value, condition: input.condition, what: input.what.clone() }
    }

    fn rename_reads(
        &mut self,
        inputs: &[Given],
        contents: &[ContentsAt],
        before: usize,
        map: impl Fn(Symbol) -> Option<TermId>,
    ) -> (Vec<Given>, Vec<ContentsAt>) {
        let mut substitution = Substitution::new(map);
        let mut new_inputs = Vec::new();
        for input in inputs {
            let value = substitution.apply(&mut self.terms, input.value);
            let condition = substitution.apply(&mut self.terms, input.condition);
            new_inputs.push(Given { value, condition, what: input.what.clone() });
        }
        let mut new_contents = Vec::new();
        for c in contents {
            let regions =
                c.regions.iter().map(|(v, t)| (*v, substitution.apply(&mut self.terms, *t))).collect();
            new_contents.push(ContentsAt {
                condition: substitution.apply(&mut self.terms, c.condition),
                number: substitution.apply(&mut self.terms, c.number),
                size: substitution.apply(&mut self.terms, c.size),
                regions,
                after: c.after + before,
            });
        }
        (new_inputs, new_contents)
    }

    /// The value of a term over variables in a concrete state; `reads` gives symbols that are read on the way.
    pub fn concrete(&self, t: TermId, state: &Concrete, reads: &FxHashMap<Symbol, Value>) -> Value {
        Evaluator::new().eval(&self.terms, t, &|s| self.concrete_symbol(s, state, reads))
    }

    /// As [`Core::concrete`], for a symbol.
    pub fn concrete_symbol(&self, s: Symbol, state: &Concrete, reads: &FxHashMap<Symbol, Value>) -> Value {
        match state.get(&s).or_else(|| reads.get(&s)) {
            Some(value) => value.clone(),
            None => maymust_machine::zero(&self.terms, self.terms.symbol_sort(s)),
        }
    }

    /// Does a condition hold in a concrete state?
    pub fn holds(&self, t: TermId, state: &Concrete) -> bool {
        self.concrete(t, state, &FxHashMap::default()).as_bool() == Some(true)
    }
}
