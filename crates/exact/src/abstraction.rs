//! From a program and predicates to a model over bits.
//!
//! Every edge becomes a relation between the predicates at its ends: what may happen are all pairs of abstract states with a
//! concrete step between them; what must happen are *choices*: functions that tell each concrete state how to go on. A piece that
//! reads no input is one function; one that reads inputs has a choice for some values of these.

use maymust_program::{ProcId, Program};
use maymust_solver::bdd::Bdd;
use maymust_solver::{Answer, Reason};
use maymust_symbolic::{Host, State, initial};
use maymust_term::{Symbol, TermId, Terms, Value};
use rustc_hash::FxHashMap;

use crate::belnap::{Choice, Must, Relation, Sides};
use crate::blocks::{Block, CallSite, Graph, Kind};
use crate::model::{Call, Edge, Model, Proc, Step};
use crate::oracle::{Literal, Oracle};
use crate::predicates::{Bit, Predicates};
use crate::scope::{End, Scopes};
use crate::space::{At, Space};

/// At most so many choices of inputs are offered per edge.
const CHOICES: usize = 4;

/// A program, its predicates, and what is known of them.
pub struct Abstraction<'a> {
    /// The program, without its terms.
    pub program: &'a Program,
    /// Its terms.
    pub terms: &'a mut Terms,
    /// By procedure: its blocks, if runs can come to it.
    pub graphs: &'a [Option<Graph>],
    /// Who can speak of what.
    pub scopes: &'a mut Scopes,
    /// The predicates.
    pub predicates: &'a Predicates,
    /// Answers queries.
    pub oracle: &'a mut Oracle,
    /// Where the sets live.
    pub space: &'a mut Space,
    /// What is computed.
    pub sides: Sides,
}

/// The state in which the program starts: variables as terms, and what holds of these.
#[derive(Clone, Debug, Default)]
pub struct Start {
    /// Globals and memory.
    pub values: FxHashMap<Symbol, TermId>,
    /// What holds.
    pub facts: Vec<TermId>,
}

struct Arbitrary;

impl Host for Arbitrary {
    fn input(
        &mut self,
        terms: &mut Terms,
        _state: &State,
        var: Symbol,
        _input: &maymust_program::Input,
    ) -> TermId {
        terms.var(var)
    }

    fn forget(&mut self, terms: &mut Terms, var: Symbol) -> TermId {
        terms.var(var)
    }
}

impl Start {
    /// The start of a program.
    pub fn new(program: &Program, terms: &mut Terms) -> Start {
        let state = initial(program, terms, &mut Arbitrary);
        let facts = terms.conjuncts(state.condition(terms));
        Start { values: state.changed().into_iter().collect(), facts }
    }
}

fn literals(at: At, bits: &[Bit]) -> Vec<Literal> {
    bits.iter().map(|(bit, t)| (at, *bit, *t)).collect()
}

impl Abstraction<'_> {
    /// The model.
    ///
    /// # Errors
    /// If there are too many nodes, or the work has to end.
    pub fn model(&mut self, start: &Start) -> Result<Model, Reason> {
        self.space.reserve(self.predicates.n_bits())?;
        let graphs = self.graphs;
        let mut procs = Vec::new();
        for (i, graph) in graphs.iter().enumerate() {
            procs.push(match graph {
                Some(graph) => self.proc(ProcId(i as u32), graph)?,
                None => Proc { n_locs: 2, entry: 0, exit: 1, exit_bits: Vec::new(), edges: Vec::new() },
            });
        }
        let main = self.program.entry.map_or(0, ProcId::index);
        let start = self.start(main, start)?;
        Ok(Model { procs, main, start })
    }

    fn start(&mut self, main: usize, start: &Start) -> Result<Relation, Reason> {
        let Some(graph) = &self.graphs[main] else {
            return Ok(Relation { may: self.space.fls(), must: Must::Same });
        };
        let id = ProcId(main as u32);
        let mut at_start = Vec::new();
        for (bit, t) in self.predicates.at(id, graph, graph.entry) {
            at_start.push((At::Here, bit, self.terms.substitute(t, &start.values)));
        }
        let cubes = self.oracle.cubes(self.terms, self.space, &start.facts, &at_start, &[At::Here])?;
        let must = if cubes.is_exact { Must::Same } else { Must::Choices(Vec::new()) };
        Ok(Relation { may: cubes.set, must })
    }

    fn proc(&mut self, id: ProcId, graph: &Graph) -> Result<Proc, Reason> {
        let mut edges = Vec::new();
        for edge in &graph.edges {
            let from = self.predicates.at(id, graph, edge.from);
            let to = self.predicates.at(id, graph, edge.to);
            let step = match &edge.kind {
                Kind::Block(block) => Step::Local(self.block(block, &from, &to)?),
                Kind::Call(call) => Step::Call(self.call(call, &from, &to)?),
            };
            edges.push(Edge { from: edge.from, to: edge.to, step });
        }
        let exit_bits = self.predicates.at(id, graph, graph.exit).into_iter().map(|b| b.0);
        let mut exit_bits: Vec<usize> = exit_bits.collect();
        exit_bits.sort_unstable();
        Ok(Proc { n_locs: graph.nodes.len(), entry: graph.entry, exit: graph.exit, exit_bits, edges })
    }

    fn block(&mut self, block: &Block, from: &[Bit], to: &[Bit]) -> Result<Relation, Reason> {
        let after: Vec<Bit> =
            to.iter().map(|(bit, t)| (*bit, self.terms.substitute(*t, &block.updates))).collect();
        let may = self.step(&block.guard, from, &after)?;
        if !self.sides.must {
            return Ok(Relation { may, must: Must::Choices(Vec::new()) });
        }
        let mut roots = block.guard.clone();
        roots.extend(after.iter().map(|a| a.1));
        let read = self.terms.support_of(&roots);
        let inputs: Vec<Symbol> =
            block.reads.inputs.iter().map(|i| i.symbol).filter(|s| read.binary_search(s).is_ok()).collect();
        if inputs.is_empty() {
            let sure = self.sure(&block.guard, from)?;
            let must = Must::Choices(vec![Choice { sure, may: may.clone() }]);
            return Ok(Relation { may, must });
        }
        // What was forgotten is nobody's choice.
        if block.reads.inputs.iter().any(|i| i.source.is_none() && inputs.contains(&i.symbol)) {
            return Ok(Relation { may, must: Must::Choices(Vec::new()) });
        }
        let mut choices = Vec::new();
        for values in self.inputs(&block.guard, &after, &inputs)? {
            let guard = self.terms.substitute_all(&block.guard, &values);
            let after: Vec<Bit> =
                after.iter().map(|(bit, t)| (*bit, self.terms.substitute(*t, &values))).collect();
            let sure = self.sure(&guard, from)?;
            if !sure.is_false() {
                let may = self.step(&guard, from, &after)?;
                choices.push(Choice { sure, may });
            }
        }
        Ok(Relation { may, must: Must::Choices(choices) })
    }

    fn step(&mut self, guard: &[TermId], from: &[Bit], after: &[Bit]) -> Result<Bdd, Reason> {
        let mut all = literals(At::Here, from);
        all.extend(literals(At::Next, after));
        Ok(self.oracle.cubes(self.terms, self.space, guard, &all, &[At::Next])?.set)
    }

    /// The states in all of whose concrete states the conditions hold.
    fn sure(&mut self, guard: &[TermId], from: &[Bit]) -> Result<Bdd, Reason> {
        let mut sure = self.space.tru();
        for &condition in guard {
            let not = self.terms.not(condition);
            if not == self.terms.fls() {
                continue;
            }
            let all = literals(At::Here, from);
            let broken = self.oracle.cubes(self.terms, self.space, &[not], &all, &[])?;
            sure = sure.and(&broken.set.not()?)?;
        }
        Ok(sure)
    }

    /// Some values of inputs with which a piece can be taken: different predicates afterwards, if that can be.
    fn inputs(
        &mut self,
        guard: &[TermId],
        after: &[Bit],
        inputs: &[Symbol],
    ) -> Result<Vec<FxHashMap<Symbol, TermId>>, Reason> {
        let mut found: Vec<FxHashMap<Symbol, TermId>> = Vec::new();
        let mut wishes: Vec<Option<TermId>> = vec![None];
        for (_, t) in after {
            let not = self.terms.not(*t);
            wishes.extend([Some(*t), Some(not)]);
        }
        for wish in wishes {
            if found.len() >= CHOICES {
                break;
            }
            if self.oracle.is_over() {
                return Err(Reason::Interrupted);
            }
            let mut query = guard.to_vec();
            query.extend(wish);
            if self.oracle.check(self.terms, &query) != Answer::Sat {
                continue;
            }
            let mut values = FxHashMap::default();
            for &input in inputs {
                let t = self.terms.var(input);
                let value = self.oracle.value(self.terms, t);
                let constant =
                    value.filter(|v| !matches!(v, Value::Array(_))).and_then(|v| self.terms.value(&v));
                values.extend(constant.map(|c| (input, c)));
            }
            if values.len() == inputs.len() && !found.contains(&values) {
                found.push(values);
            }
        }
        Ok(found)
    }

    fn call(&mut self, call: &CallSite, from: &[Bit], to: &[Bit]) -> Result<Call, Reason> {
        let Some(callee) = &self.graphs[call.proc.index()] else {
            let none = Relation { may: self.space.fls(), must: Must::Same };
            return Ok(Call { proc: call.proc.index(), enter: none.clone(), leave: none });
        };
        let at_entry = self.predicates.at(call.proc, callee, callee.entry);
        let at_exit = self.predicates.at(call.proc, callee, callee.exit);
        let here = literals(At::Here, from);
        let mut enter = here.clone();
        for (bit, t) in at_entry {
            let t = self.scopes.in_caller(self.program, self.terms, call, End::Entry, t);
            enter.push((At::CalleeEntry, bit, t));
        }
        let enter = self.oracle.cubes(self.terms, self.space, &[], &enter, &[At::CalleeEntry])?.set;
        let mut leave = here;
        for (bit, t) in at_exit {
            let t = self.scopes.in_caller(self.program, self.terms, call, End::Exit, t);
            leave.push((At::CalleeExit, bit, t));
        }
        for (bit, t) in to {
            let t = self.scopes.after_call(self.program, self.terms, call, *t);
            leave.push((At::Next, *bit, t));
        }
        let leave = self.oracle.cubes(self.terms, self.space, &[], &leave, &[At::Next])?.set;
        let sure = self.space.tru();
        let function = |may: Bdd| {
            let choice = Choice { sure: sure.clone(), may: may.clone() };
            Relation { may, must: Must::Choices(vec![choice]) }
        };
        Ok(Call { proc: call.proc.index(), enter: function(enter), leave: function(leave) })
    }
}
