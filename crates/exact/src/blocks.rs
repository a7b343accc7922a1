//! Procedures in large blocks: the edges of the abstraction are loop-free, call-free pieces of a procedure.
//!
//! Nodes are the entry, the exit, loop heads, the places before and after calls, and one node for each check (or unsupported
//! operation) that can fail. A piece is executed symbolically once, with merging at joins: an edge says under which
//! conditions it is taken, and what every changed variable is, over the values at its source and the inputs read on the way.

use std::collections::BTreeSet;
use std::sync::Arc;

use maymust_program::loops::LoopTree;
use maymust_program::{CheckId, Input, LocId, Op, Proc, ProcId, Program, VarId};
use maymust_symbolic::{Host, State, Step, execute};
use maymust_term::{Symbol, TermId, Terms};
use rustc_hash::FxHashMap;

/// What reaching a failure node means.
#[derive(Clone, PartialEq, Eq, Debug, Hash, PartialOrd, Ord)]
pub enum Label {
    /// The check fails.
    Check(CheckId),
    /// Something happens that is not modelled.
    Unsupported(Arc<str>),
}

/// A node.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Node {
    /// A location.
    Loc(LocId),
    /// A failure, without a way on.
    Fail(Label),
}

/// An input that a piece reads.
#[derive(Clone, Debug)]
pub struct Read {
    /// Its value.
    pub symbol: Symbol,
    /// When it is read.
    pub condition: TermId,
    /// The variable that gets it and where it comes from; none if the exact value could not be said.
    pub source: Option<(VarId, Input)>,
}

/// A new object with arbitrary contents.
#[derive(Clone, Debug)]
pub struct Contents {
    /// When it is made.
    pub condition: TermId,
    /// Its number.
    pub number: TermId,
    /// Its size in bytes.
    pub size: TermId,
    /// Its regions, with their values at that moment.
    pub regions: Vec<(u32, TermId)>,
}

/// What a piece reads, in order.
#[derive(Clone, Debug, Default)]
pub struct Reads {
    /// Inputs.
    pub inputs: Vec<Read>,
    /// Contents of objects.
    pub contents: Vec<Contents>,
}

/// A piece of a procedure.
#[derive(Clone, Debug)]
pub struct Block {
    /// It is taken when all of these hold.
    pub guard: Vec<TermId>,
    /// What changes.
    pub updates: FxHashMap<VarId, TermId>,
    /// What it reads.
    pub reads: Arc<Reads>,
}

/// A call of a procedure with a body.
#[derive(Clone, Debug)]
pub struct CallSite {
    /// The callee.
    pub proc: ProcId,
    /// One argument per parameter.
    pub args: Vec<TermId>,
    /// Where the result goes.
    pub result: Option<VarId>,
}

/// What an edge does.
#[derive(Clone, Debug)]
pub enum Kind {
    /// A piece.
    Block(Block),
    /// A call.
    Call(CallSite),
}

/// An edge.
#[derive(Clone, Debug)]
pub struct Edge {
    /// Source.
    pub from: usize,
    /// Target.
    pub to: usize,
    /// What it does.
    pub kind: Kind,
}

/// A procedure.
#[derive(Clone, Debug)]
pub struct Graph {
    /// Nodes.
    pub nodes: Vec<Node>,
    /// Where it starts.
    pub entry: usize,
    /// Where it returns.
    pub exit: usize,
    /// Edges.
    pub edges: Vec<Edge>,
    /// By node: edges out.
    pub out: Vec<Vec<usize>>,
    /// Is a state of it possible that no run has, because an exact value could not be said?
    pub forgets: bool,
}

impl Graph {
    /// The blocks of a procedure.
    pub fn new(program: &Program, terms: &mut Terms, id: ProcId) -> Graph {
        let proc = program.proc(id);
        let mut builder = Builder {
            program,
            terms,
            proc,
            nodes: Vec::new(),
            node_of: FxHashMap::default(),
            fails: FxHashMap::default(),
            edges: Vec::new(),
            forgets: false,
        };
        builder.run()
    }
}

struct Builder<'a> {
    program: &'a Program,
    terms: &'a mut Terms,
    proc: &'a Proc,
    nodes: Vec<Node>,
    node_of: FxHashMap<LocId, usize>,
    fails: FxHashMap<Label, usize>,
    edges: Vec<Edge>,
    forgets: bool,
}

/// Notes what a piece reads.
#[derive(Default)]
struct Reader {
    /// Regions of the object that is being allocated.
    regions: Vec<(u32, VarId)>,
    reads: Reads,
    forgets: bool,
}

impl Reader {
    fn fresh(
        &mut self,
        terms: &mut Terms,
        var: VarId,
        condition: TermId,
        source: Option<(VarId, Input)>,
    ) -> TermId {
        let name = format!("{}?", terms.symbol_name(var));
        let symbol = terms.fresh(&name, terms.symbol_sort(var));
        self.reads.inputs.push(Read { symbol, condition, source });
        terms.var(symbol)
    }
}

impl Host for Reader {
    fn input(&mut self, terms: &mut Terms, state: &State, var: VarId, input: &Input) -> TermId {
        let condition = state.condition(terms);
        self.fresh(terms, var, condition, Some((var, input.clone())))
    }

    fn contents(&mut self, terms: &mut Terms, state: &State, number: TermId, size: TermId) {
        let condition = state.condition(terms);
        let regions = self.regions.iter().map(|(r, v)| (*r, state.value(terms, *v))).collect();
        self.reads.contents.push(Contents { condition, number, size, regions });
    }

    fn forget(&mut self, terms: &mut Terms, var: VarId) -> TermId {
        self.forgets = true;
        let condition = terms.tru();
        self.fresh(terms, var, condition, None)
    }
}

impl Builder<'_> {
    fn node(&mut self, loc: LocId) -> usize {
        let nodes = &mut self.nodes;
        *self.node_of.entry(loc).or_insert_with(|| {
            nodes.push(Node::Loc(loc));
            nodes.len() - 1
        })
    }

    fn fail_node(&mut self, label: Label) -> usize {
        let nodes = &mut self.nodes;
        *self.fails.entry(label.clone()).or_insert_with(|| {
            nodes.push(Node::Fail(label));
            nodes.len() - 1
        })
    }

    /// Calls of procedures without a body are inputs.
    fn is_call(&self, op: &Op) -> bool {
        matches!(op, Op::Call { proc, .. } if self.program.proc(*proc).has_body)
    }

    fn run(&mut self) -> Graph {
        let entry = self.node(self.proc.entry);
        let exit = self.node(self.proc.exit);
        let tree = LoopTree::new(self.proc);
        for l in &tree.loops {
            self.node(l.header);
        }
        for edge in &self.proc.edges {
            if self.is_call(&edge.op) {
                self.node(edge.from);
                self.node(edge.to);
            }
        }
        let order = tree.order(self.proc);
        let starts: Vec<(usize, LocId)> = self
            .nodes
            .iter()
            .enumerate()
            .filter_map(|(i, n)| if let Node::Loc(loc) = n { Some((i, *loc)) } else { None })
            .collect();
        for (node, loc) in starts {
            if node != exit {
                self.piece(node, loc, &order);
            }
        }
        let mut out = vec![Vec::new(); self.nodes.len()];
        for (i, edge) in self.edges.iter().enumerate() {
            out[edge.from].push(i);
        }
        let (nodes, edges) = (std::mem::take(&mut self.nodes), std::mem::take(&mut self.edges));
        Graph { nodes, entry, exit, edges, out, forgets: self.forgets }
    }

    /// Executes from a node to the next ones.
    fn piece(&mut self, node: usize, start: LocId, order: &[u32]) {
        let mut reader = Reader::default();
        let mut states: FxHashMap<LocId, Vec<State>> = FxHashMap::default();
        let mut work = BTreeSet::new();
        let mut fails: Vec<(Label, TermId)> = Vec::new();
        let mut targets: Vec<(usize, Vec<State>)> = Vec::new();
        let mut calls: Vec<(LocId, CallSite)> = Vec::new();
        states.insert(start, vec![State::new()]);
        work.insert((order[start.index()], start));
        let mut is_first = true;
        while let Some((_, loc)) = work.pop_first() {
            let Some(list) = states.remove(&loc) else { continue };
            if !std::mem::take(&mut is_first)
                && let Some(&target) = self.node_of.get(&loc)
            {
                targets.push((target, list));
                continue;
            }
            let Some(state) = State::merge(self.terms, list) else { continue };
            for (_, edge) in self.proc.successors(loc) {
                if let (true, Op::Call { proc, args, result }) = (self.is_call(&edge.op), &edge.op) {
                    // A call stands alone at a node: nothing has changed since.
                    let args = state.eval_all(self.terms, args);
                    calls.push((edge.to, CallSite { proc: *proc, args, result: *result }));
                    continue;
                }
                let mut state = state.clone();
                if self.operation(&edge.op, &mut state, &mut reader, &mut fails) && !state.is_dead(self.terms)
                {
                    states.entry(edge.to).or_default().push(state);
                    // Nodes last: all ways to one are then known.
                    let is_node = self.node_of.contains_key(&edge.to);
                    work.insert((if is_node { u32::MAX } else { order[edge.to.index()] }, edge.to));
                }
            }
        }
        self.forgets |= reader.forgets;
        let reads = Arc::new(reader.reads);
        for (label, condition) in fails {
            let to = self.fail_node(label);
            let guard = self.terms.conjuncts(condition);
            let block = Block { guard, updates: FxHashMap::default(), reads: reads.clone() };
            self.edges.push(Edge { from: node, to, kind: Kind::Block(block) });
        }
        for (to, list) in targets {
            self.target(node, to, list, &reads);
        }
        for (to, call) in calls {
            let to = self.node(to);
            self.edges.push(Edge { from: node, to, kind: Kind::Call(call) });
        }
    }

    fn target(&mut self, from: usize, to: usize, list: Vec<State>, reads: &Arc<Reads>) {
        let Some(state) = State::merge(self.terms, list) else { return };
        let condition = state.condition(self.terms);
        let guard = self.terms.conjuncts(condition);
        let mut updates: FxHashMap<VarId, TermId> = state.changed().into_iter().collect();
        updates.retain(|v, t| self.terms.as_var(*t) != Some(*v));
        self.edges.push(Edge { from, to, kind: Kind::Block(Block { guard, updates, reads: reads.clone() }) });
    }

    /// Carries a state over an operation; false if nothing follows.
    fn operation(
        &mut self,
        op: &Op,
        state: &mut State,
        reader: &mut Reader,
        fails: &mut Vec<(Label, TermId)>,
    ) -> bool {
        if let Op::Allocate { result, .. } = op {
            let memory = &self.program.memory;
            let regions = memory.allocated.get(result).map_or(&[][..], Vec::as_slice);
            reader.regions = regions.iter().map(|r| (*r, memory.regions[*r as usize].var)).collect();
        }
        match execute(self.program, self.terms, state, op, reader) {
            Step::Next => true,
            Step::Check(check, condition) => {
                let broken = self.terms.not(condition);
                let path = state.condition(self.terms);
                let way = self.terms.and(&[path, broken]);
                if way != self.terms.fls() {
                    fails.push((Label::Check(check), way));
                }
                state.assume(self.terms, condition);
                true
            }
            Step::Call { proc, result, .. } => {
                if let Some(result) = result {
                    let name: Arc<str> = self.program.proc(proc).name.as_str().into();
                    let value = reader.input(self.terms, state, result, &Input::External(name));
                    state.set(result, value);
                }
                true
            }
            Step::Halt(_) => false,
            Step::Unsupported(reason) => {
                let path = state.condition(self.terms);
                fails.push((Label::Unsupported(reason), path));
                false
            }
        }
    }
}
