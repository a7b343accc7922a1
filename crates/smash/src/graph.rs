//! Large blocks: a procedure as a graph whose edges are loop-free, call-free segments.
//!
//! Nodes are the entry, the exit, loop heads (of every cycle at least one location), and the places before and after
//! calls; one more node, the *error*, is where failing checks lead. A segment is executed symbolically once, with
//! merging at joins: its edge says under which condition it is taken, and every changed variable as a term over the values at
//! its source and over the inputs read on the way.

use std::sync::Arc;

use maymust_program::index::IndexVec;
use maymust_program::loops::LoopTree;
use maymust_program::{CheckId, Input, LocId, Op, ProcId, Program, VarId, VarKind};
use maymust_symbolic::{Host, State, Step, execute};
use maymust_term::{Symbol, TermId, Terms};
use rustc_hash::FxHashMap;

use crate::ids::{EdgeId, NodeId};

/// What a failing edge stands for.
#[derive(Clone, PartialEq, Eq, Debug, Hash, PartialOrd, Ord)]
pub enum Label {
    /// A check fails.
    Check(CheckId),
    /// Something that is not modelled happens.
    Unsupported(Arc<str>),
}

/// An input that is read in a segment.
#[derive(Clone, Debug)]
pub struct InputAt {
    /// The symbol of its value.
    pub symbol: Symbol,
    /// The condition under which it is read, over values at the source and earlier inputs.
    pub condition: TermId,
    /// What it stands for; none for the contents of a new object.
    pub what: Read,
}

/// What is read.
#[derive(Clone, Debug)]
pub enum Read {
    /// A value for a variable.
    Value(VarId, Input),
    /// Nothing that a run can be told: the exact value could not be said.
    Forgotten,
}

/// A new object with arbitrary contents.
#[derive(Clone, Debug)]
pub struct ContentsAt {
    /// When.
    pub condition: TermId,
    /// Number of the object.
    pub number: TermId,
    /// Bytes.
    pub size: TermId,
    /// The regions' values at that moment, by variable.
    pub regions: Vec<(VarId, TermId)>,
    /// How many inputs of the segment were read before.
    pub after: usize,
}

/// What a segment reads, in the order of reading.
#[derive(Clone, Debug, Default)]
pub struct Reads {
    /// Inputs.
    pub inputs: Vec<InputAt>,
    /// Contents of new objects.
    pub contents: Vec<ContentsAt>,
}

/// An edge.
#[derive(Clone, Debug)]
pub struct Edge {
    /// Source node.
    pub from: NodeId,
    /// Target node.
    pub to: NodeId,
    /// What happens.
    pub kind: Kind,
}

/// What an edge does.
#[derive(Clone, Debug)]
pub enum Kind {
    /// A segment.
    Block {
        /// When it is taken.
        guard: TermId,
        /// What it changes.
        updates: Vec<(VarId, TermId)>,
        /// What it reads.
        reads: Arc<Reads>,
    },
    /// A segment that ends in failing checks: each with its condition. They exclude each other.
    Fail {
        /// Checks and conditions.
        ways: Vec<(Label, TermId)>,
        /// What the segment reads.
        reads: Arc<Reads>,
    },
    /// A call that returns.
    Call(Call),
    /// A call in which something fails.
    CallFail(Call),
}

/// A call.
#[derive(Clone, Debug)]
pub struct Call {
    /// Callee.
    pub proc: ProcId,
    /// Arguments, over variables at the source.
    pub args: Vec<TermId>,
    /// Where the result goes.
    pub result: Option<VarId>,
}

/// A procedure in large blocks.
#[derive(Clone, Debug)]
pub struct Graph {
    /// The location of each node (the exit's for the error).
    pub locs: IndexVec<NodeId, LocId>,
    /// Edges.
    pub edges: IndexVec<EdgeId, Edge>,
    /// Edges out of each node.
    pub out: IndexVec<NodeId, Vec<EdgeId>>,
    /// Edges into each node.
    pub into: IndexVec<NodeId, Vec<EdgeId>>,
    /// Is the node a loop head?
    pub is_head: IndexVec<NodeId, bool>,
    /// The entry.
    pub entry: NodeId,
    /// The exit.
    pub exit: NodeId,
    /// Where failures lead.
    pub error: NodeId,
    /// Locals and result of the procedure that occur in its edges.
    pub locals: Vec<VarId>,
    /// Did something have to be forgotten? Then not every path of the graph is a run.
    pub forgets: bool,
    /// Is all of the program one segment?
    pub unrolled: bool,
    /// The edge of an unrolled graph for what is not in it: no run is known that takes it.
    pub cut: Option<EdgeId>,
}

/// Builds the graph of a procedure; `may_fail` says in which procedures something of interest can fail.
pub fn build(program: &Program, terms: &mut Terms, id: ProcId, may_fail: &IndexVec<ProcId, bool>) -> Graph {
    Builder::new(program, terms, id).run(may_fail)
}

struct Builder<'a> {
    program: &'a Program,
    terms: &'a mut Terms,
    id: ProcId,
    /// Node of a location that is one.
    node: FxHashMap<LocId, NodeId>,
    locs: IndexVec<NodeId, LocId>,
    is_head: IndexVec<NodeId, bool>,
    edges: IndexVec<EdgeId, Edge>,
    forgets: bool,
}

/// Collects what a segment reads.
#[derive(Default)]
pub struct Reader {
    /// The regions that the object being allocated lies in.
    regions: Vec<VarId>,
    /// What was read.
    pub reads: Reads,
    /// Was something forgotten?
    pub forgets: bool,
}

impl Reader {
    /// A new symbol for a value of a variable.
    pub fn fresh(&mut self, terms: &mut Terms, var: VarId, condition: TermId, what: Read) -> TermId {
        let name = terms.symbol_name(var).to_owned();
        let symbol = terms.fresh(&format!("{name}?"), terms.symbol_sort(var));
        self.reads.inputs.push(InputAt { symbol, condition, what });
        terms.var(symbol)
    }
}

impl Host for Reader {
    fn input(&mut self, terms: &mut Terms, state: &State, var: VarId, input: &Input) -> TermId {
        let condition = state.condition(terms);
        self.fresh(terms, var, condition, Read::Value(var, input.clone()))
    }

    fn contents(&mut self, terms: &mut Terms, state: &State, number: TermId, size: TermId) {
        let condition = state.condition(terms);
        let regions = self.regions.iter().map(|v| (*v, state.value(terms, *v))).collect();
        let after = self.reads.inputs.len();
        self.reads.contents.push(ContentsAt { condition, number, size, regions, after });
    }

    fn forget(&mut self, terms: &mut Terms, var: VarId) -> TermId {
        self.forgets = true;
        let condition = terms.tru();
        self.fresh(terms, var, condition, Read::Forgotten)
    }
}

impl<'a> Builder<'a> {
    fn new(program: &'a Program, terms: &'a mut Terms, id: ProcId) -> Self {
        let node = FxHashMap::default();
        Builder {
            program,
            terms,
            id,
            node,
            locs: IndexVec::new(),
            is_head: IndexVec::new(),
            edges: IndexVec::new(),
            forgets: false,
        }
    }

    fn add_node(&mut self, loc: LocId) -> NodeId {
        let next = self.locs.next_id();
        let node = *self.node.entry(loc).or_insert(next);
        if node == next {
            self.locs.push(loc);
            self.is_head.push(false);
        }
        node
    }

    /// Calls of procedures without a body are inputs, not calls.
    fn is_call(&self, op: &Op) -> bool {
        matches!(op, Op::Call { proc, .. } if self.program.proc(*proc).has_body)
    }

    fn run(mut self, may_fail: &IndexVec<ProcId, bool>) -> Graph {
        let proc = self.program.proc(self.id);
        let entry = self.add_node(proc.entry);
        let exit = self.add_node(proc.exit);
        for head in cut_set(proc) {
            let node = self.add_node(head);
            self.is_head[node] = true;
        }
        for edge in &proc.edges {
            if !self.is_call(&edge.op) {
                continue;
            }
            self.add_node(edge.from);
            self.add_node(edge.to);
        }
        let error = self.locs.next_id();
        let order = topological(proc, &self.node);
        for node in self.locs.ids() {
            self.segment(node, error, &order, may_fail);
        }
        self.locs.push(proc.exit);
        self.is_head.push(false);
        let mut out: IndexVec<NodeId, Vec<EdgeId>> = IndexVec::filled(Vec::new(), self.locs.len());
        let mut into = out.clone();
        for (id, e) in self.edges.entries() {
            out[e.from].push(id);
            into[e.to].push(id);
        }
        let locals = self.used_locals();
        let Builder { locs, edges, is_head, forgets, .. } = self;
        Graph {
            locs,
            edges,
            out,
            into,
            is_head,
            entry,
            exit,
            error,
            locals,
            forgets,
            unrolled: false,
            cut: None,
        }
    }

    fn used_locals(&self) -> Vec<VarId> {
        let mut roots = Vec::new();
        for e in &self.edges {
            match &e.kind {
                Kind::Block { guard, updates, .. } => {
                    roots.push(*guard);
                    roots.extend(updates.iter().map(|u| u.1));
                }
                Kind::Fail { ways, .. } => roots.extend(ways.iter().map(|w| w.1)),
                Kind::Call(c) | Kind::CallFail(c) => roots.extend(&c.args),
            }
        }
        let is_local = |v: &VarId| {
            v.index() < self.program.vars.len()
                && matches!(self.program.var(*v).kind, VarKind::Local(p) | VarKind::Result(p) if p == self.id)
        };
        let mut locals: Vec<VarId> = self.terms.support_of(&roots).into_iter().filter(is_local).collect();
        locals.extend(self.program.proc(self.id).result);
        locals.sort_unstable();
        locals.dedup();
        locals
    }

    /// Executes from a node to the next ones.
    fn segment(&mut self, node: NodeId, error: NodeId, order: &[u32], may_fail: &IndexVec<ProcId, bool>) {
        let proc = self.program.proc(self.id);
        let start = self.locs[node];
        if start == proc.exit {
            return;
        }
        let mut reader = Reader::default();
        let mut states: FxHashMap<LocId, Vec<State>> = FxHashMap::default();
        let mut fails: Vec<(Label, TermId)> = Vec::new();
        let mut work = std::collections::BTreeSet::new();
        let mut calls = Vec::new();
        states.insert(start, vec![State::new()]);
        work.insert((order[start.index()], start));
        let mut first = true;
        let mut targets: Vec<(NodeId, Vec<State>)> = Vec::new();
        while let Some((_, loc)) = work.pop_first() {
            let Some(list) = states.remove(&loc) else { continue };
            if !first && let Some(&target) = self.node.get(&loc) {
                targets.push((target, list));
                continue;
            }
            first = false;
            let Some(state) = State::merge(self.terms, list) else { continue };
            for (_, edge) in proc.successors(loc) {
                if self.is_call(&edge.op) {
                    // A call stands alone at a node.
                    if let Op::Call { proc, args, result } = &edge.op {
                        let args = state.eval_all(self.terms, args);
                        calls.push((edge.to, Call { proc: *proc, args, result: *result }));
                    }
                    continue;
                }
                let mut state = state.clone();
                let goes_on =
                    operation(self.program, self.terms, &edge.op, &mut state, &mut reader, &mut fails);
                if goes_on && !state.is_dead(self.terms) {
                    states.entry(edge.to).or_default().push(state);
                    // Nodes last: all ways to one are then known.
                    let is_node = self.node.contains_key(&edge.to);
                    let rank = if is_node { u32::MAX } else { order[edge.to.index()] };
                    work.insert((rank, edge.to));
                }
            }
        }
        self.forgets |= reader.forgets;
        let reads = Arc::new(reader.reads);
        for (to, list) in targets {
            self.target(node, to, list, &reads);
        }
        for (to, call) in calls {
            let to = self.node[&to];
            if may_fail[call.proc] {
                self.edges.push(Edge { from: node, to: error, kind: Kind::CallFail(call.clone()) });
            }
            self.edges.push(Edge { from: node, to, kind: Kind::Call(call) });
        }
        if !fails.is_empty() {
            self.edges.push(Edge { from: node, to: error, kind: Kind::Fail { ways: fails, reads } });
        }
    }

    fn target(&mut self, from: NodeId, to: NodeId, list: Vec<State>, reads: &Arc<Reads>) {
        let Some(state) = State::merge(self.terms, list) else { return };
        let guard = state.condition(self.terms);
        let mut updates = state.changed();
        let terms = &mut *self.terms;
        updates.retain(|(v, t)| terms.as_var(*t) != Some(*v));
        self.edges.push(Edge { from, to, kind: Kind::Block { guard, updates, reads: reads.clone() } });
    }
}

/// Carries a state over an operation that is no call of a procedure with a body; false if nothing follows.
pub fn operation(
    program: &Program,
    terms: &mut Terms,
    op: &Op,
    state: &mut State,
    reader: &mut Reader,
    fails: &mut Vec<(Label, TermId)>,
) -> bool {
    if let Op::Allocate { result, .. } = op {
        let regions = program.memory.allocated.get(result).map_or(&[][..], Vec::as_slice);
        reader.regions = regions.iter().map(|r| program.memory.regions[*r as usize].var).collect();
    }
    match execute(program, terms, state, op, reader) {
        Step::Next => true,
        Step::Check(check, condition) => {
            let fails_here = terms.not(condition);
            let path = state.condition(terms);
            let way = terms.and(&[path, fails_here]);
            if way != terms.fls() {
                fails.push((Label::Check(check), way));
            }
            state.assume(terms, condition);
            true
        }
        Step::Call { proc, result, .. } => {
            if let Some(result) = result {
                let name: Arc<str> = program.proc(proc).name.as_str().into();
                let value = reader.input(terms, state, result, &Input::External(name));
                state.set(result, value);
            }
            true
        }
        Step::Halt(_) => false,
        Step::Unsupported(reason) => {
            let path = state.condition(terms);
            fails.push((Label::Unsupported(reason), path));
            false
        }
    }
}

/// A location on every cycle: loop headers, and, for loops entered at several places, the targets of retreating edges.
fn cut_set(proc: &maymust_program::Proc) -> Vec<LocId> {
    let tree = LoopTree::new(proc);
    let mut cuts: Vec<LocId> = tree.loops.iter().map(|l| l.header).collect();
    cuts.sort_unstable();
    cuts.dedup();
    cuts
}

/// A rank for each location that grows along every edge that does not lead to a node.
fn topological(proc: &maymust_program::Proc, node: &FxHashMap<LocId, NodeId>) -> Vec<u32> {
    let n = proc.locs as usize;
    let mut rank = vec![0u32; n];
    let mut state = vec![0u8; n];
    let mut next = n as u32;
    for root in 0..n as u32 {
        let mut stack = vec![(LocId(root), 0u32)];
        while let Some((loc, i)) = stack.pop() {
            if i == 0 {
                if state[loc.index()] != 0 {
                    continue;
                }
                state[loc.index()] = 1;
            }
            let range = proc.out[loc.index()]..proc.out[loc.index() + 1];
            if i < range.end - range.start {
                stack.push((loc, i + 1));
                let to = proc.edges[(range.start + i) as usize].to;
                if !node.contains_key(&to) && state[to.index()] == 0 {
                    stack.push((to, 0));
                }
            } else {
                state[loc.index()] = 2;
                next -= 1;
                rank[loc.index()] = next;
            }
        }
    }
    rank
}
