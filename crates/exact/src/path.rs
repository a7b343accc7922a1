//! Paths through blocks: an abstract trace, or a way found by walking, executed symbolically with a stack.

use std::collections::VecDeque;

use maymust_engine::replay::{LARGEST_OBJECT, object_bytes};
use maymust_machine::{Inputs, Request, zero};
use maymust_program::{Input, ProcId, Program, VarId};
use maymust_term::{BvValue, Sort, Substitution, Symbol, TermId, Terms, Value};
use num_bigint::BigInt;
use rustc_hash::FxHashMap;

use crate::abstraction::Start;
use crate::blocks::{Block, CallSite, Graph, Kind};
use crate::oracle::Oracle;
use crate::scope::{Owner, Scopes};
use crate::trace::{Event, Trace};

/// An activation of a procedure on a path.
#[derive(Clone, Debug)]
pub struct Frame {
    /// The procedure.
    pub proc: ProcId,
    /// Who called, and with which of its edges.
    pub caller: Option<(usize, usize)>,
}

/// What a step does.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Action {
    /// An edge that is a piece.
    Block(usize),
    /// A call: this frame begins.
    Enter(usize),
    /// This frame ends.
    Return(usize),
}

/// A step of a path.
#[derive(Clone, Copy, Debug)]
pub struct Step {
    /// The frame that is on top before it.
    pub frame: usize,
    /// The node there.
    pub node: usize,
    /// What it does.
    pub action: Action,
}

/// A path.
#[derive(Clone, Debug, Default)]
pub struct Path {
    /// Activations.
    pub frames: Vec<Frame>,
    /// Steps.
    pub steps: Vec<Step>,
}

impl Path {
    /// The path of a trace; and the node in which it ends, with its procedure.
    pub fn of(trace: &Trace, graphs: &[Option<Graph>], main: ProcId) -> Option<(Path, (ProcId, usize))> {
        let mut path = Path { frames: vec![Frame { proc: main, caller: None }], steps: Vec::new() };
        let mut top = 0;
        for (place, _, event) in &trace.steps {
            let graph = graphs[place.proc].as_ref()?;
            let action = match event {
                Event::Edge(i) => Action::Block(*i),
                Event::Enter(i) => {
                    let Kind::Call(call) = &graph.edges[*i].kind else { return None };
                    path.frames.push(Frame { proc: call.proc, caller: Some((top, *i)) });
                    Action::Enter(path.frames.len() - 1)
                }
                Event::Return => Action::Return(top),
            };
            path.steps.push(Step { frame: top, node: place.loc, action });
            match action {
                Action::Enter(frame) => top = frame,
                Action::Return(frame) => top = path.frames[frame].caller?.0,
                Action::Block(_) => {}
            }
        }
        let (place, _) = trace.end.as_ref()?;
        Some((path, (ProcId(place.proc as u32), place.loc)))
    }

    /// The call that a frame was made by.
    pub fn call<'g>(&self, graphs: &'g [Option<Graph>], frame: usize) -> Option<(usize, &'g CallSite)> {
        let (caller, edge) = self.frames[frame].caller?;
        let graph = graphs[self.frames[caller].proc.index()].as_ref()?;
        match &graph.edges[edge].kind {
            Kind::Call(call) => Some((caller, call)),
            Kind::Block(_) => None,
        }
    }
}

/// New names for the inputs of one execution of a piece.
pub type Renaming = FxHashMap<Symbol, TermId>;

/// The names for the inputs that a piece reads.
pub fn renamed(terms: &mut Terms, block: &Block) -> Renaming {
    let mut map = Renaming::default();
    for read in &block.reads.inputs {
        let fresh = terms.fresh("in", terms.symbol_sort(read.symbol));
        map.insert(read.symbol, terms.var(fresh));
    }
    map
}

/// An input on a path.
#[derive(Clone, Debug)]
struct ReadAt {
    value: TermId,
    condition: TermId,
    source: (VarId, Input),
}

/// The contents of a new object on a path.
#[derive(Clone, Debug)]
struct ContentsAt {
    condition: TermId,
    number: TermId,
    size: TermId,
    regions: Vec<(u32, TermId)>,
}

/// The symbolic state while a path is executed: everything over what the program starts with and reads.
#[derive(Clone)]
pub struct Walk<'a> {
    program: &'a Program,
    graphs: &'a [Option<Graph>],
    globals: FxHashMap<Symbol, TermId>,
    /// By frame on the stack: its variables and what they and globals were at its entry.
    stack: Vec<FxHashMap<Symbol, TermId>>,
    reads: Vec<ReadAt>,
    contents: Vec<ContentsAt>,
}

impl<'a> Walk<'a> {
    /// At the start.
    pub fn new(program: &'a Program, graphs: &'a [Option<Graph>], start: &Start) -> Walk<'a> {
        Walk {
            program,
            graphs,
            globals: start.values.clone(),
            stack: vec![FxHashMap::default()],
            reads: Vec::new(),
            contents: Vec::new(),
        }
    }

    fn map<'w>(&'w self, inputs: &'w Renaming) -> impl Fn(Symbol) -> Option<TermId> + use<'w, 'a> {
        let top = self.stack.last();
        move |s| {
            inputs.get(&s).or_else(|| top.and_then(|t| t.get(&s))).or_else(|| self.globals.get(&s)).copied()
        }
    }

    /// A term over the variables here, as one over the start and what was read.
    pub fn value(&self, terms: &mut Terms, t: TermId) -> TermId {
        Substitution::new(self.map(&Renaming::default())).apply(terms, t)
    }

    /// The conditions for taking a piece.
    pub fn guard(&self, terms: &mut Terms, block: &Block, inputs: &Renaming) -> Vec<TermId> {
        let mut substitution = Substitution::new(self.map(inputs));
        block.guard.iter().map(|t| substitution.apply(terms, *t)).collect()
    }

    /// Takes a piece.
    pub fn block(&mut self, terms: &mut Terms, block: &Block, inputs: &Renaming) {
        let mut updates: Vec<(VarId, TermId)> = block.updates.iter().map(|(v, t)| (*v, *t)).collect();
        updates.sort_unstable();
        let mut new_reads = Vec::new();
        let mut new_contents = Vec::new();
        {
            let mut substitution = Substitution::new(self.map(inputs));
            for (_, t) in &mut updates {
                *t = substitution.apply(terms, *t);
            }
            for read in &block.reads.inputs {
                let Some(source) = &read.source else { continue };
                let condition = substitution.apply(terms, read.condition);
                new_reads.push(ReadAt { value: inputs[&read.symbol], condition, source: source.clone() });
            }
            for c in &block.reads.contents {
                let mut apply = |t: TermId| substitution.apply(terms, t);
                new_contents.push(ContentsAt {
                    condition: apply(c.condition),
                    number: apply(c.number),
                    size: apply(c.size),
                    regions: c.regions.iter().map(|(r, t)| (*r, apply(*t))).collect(),
                });
            }
        }
        self.reads.extend(new_reads);
        self.contents.extend(new_contents);
        for (v, t) in updates {
            self.set(v, t);
        }
    }

    fn set(&mut self, var: VarId, value: TermId) {
        use maymust_program::VarKind as Kind;
        match self.program.var(var).kind {
            Kind::Global | Kind::ThreadLocal | Kind::Memory => self.globals.insert(var, value),
            Kind::Local(_) | Kind::Param(_) | Kind::Result(_) => {
                self.stack.last_mut().and_then(|top| top.insert(var, value))
            }
        };
    }

    /// Calls.
    pub fn enter(&mut self, scopes: &mut Scopes, terms: &mut Terms, call: &CallSite) {
        let args: Vec<TermId> = call.args.iter().map(|t| self.value(terms, *t)).collect();
        let mut frame = FxHashMap::default();
        let params = &self.program.proc(call.proc).params;
        for (param, arg) in params.iter().zip(args) {
            frame.insert(*param, arg);
            let at_entry = scopes.at_entry(self.program, terms, call.proc, *param);
            if let Some(symbol) = terms.as_var(at_entry) {
                frame.insert(symbol, arg);
            }
        }
        // Locals are arbitrary, each time anew.
        let proc = self.program.proc(call.proc);
        for v in proc.locals.iter().chain(&proc.result) {
            let fresh = terms.fresh("any", terms.symbol_sort(*v));
            let fresh = terms.var(fresh);
            frame.insert(*v, fresh);
        }
        self.stack.push(frame);
    }

    /// Returns.
    pub fn leave(&mut self, terms: &mut Terms, call: &CallSite) {
        let result = self.program.proc(call.proc).result.map(|r| {
            let r = terms.var(r);
            self.value(terms, r)
        });
        self.stack.pop();
        if let (Some(to), Some(value)) = (call.result, result) {
            self.set(to, value);
        }
    }

    /// How deep the stack is.
    pub fn depth(&self) -> usize {
        self.stack.len()
    }

    /// Executes a path: its conditions, each with the step and the condition of the piece that it comes from.
    pub fn run(
        &mut self,
        scopes: &mut Scopes,
        terms: &mut Terms,
        path: &Path,
    ) -> (Vec<Condition>, Vec<Renaming>) {
        let mut conditions = Vec::new();
        let mut renamings = Vec::with_capacity(path.steps.len());
        for (i, step) in path.steps.iter().enumerate() {
            let mut inputs = Renaming::default();
            let graph = self.graphs[path.frames[step.frame].proc.index()].as_ref();
            match (step.action, graph) {
                (Action::Block(edge), Some(graph)) => {
                    if let Kind::Block(block) = &graph.edges[edge].kind {
                        inputs = renamed(terms, block);
                        let guard = self.guard(terms, block, &inputs);
                        for (own, value) in block.guard.iter().zip(guard) {
                            conditions.push(Condition { step: i, own: *own, value });
                        }
                        self.block(terms, block, &inputs);
                    }
                }
                (Action::Enter(frame), _) => {
                    if let Some((_, call)) = path.call(self.graphs, frame) {
                        self.enter(scopes, terms, call);
                    }
                }
                (Action::Return(frame), _) => {
                    if let Some((_, call)) = path.call(self.graphs, frame) {
                        self.leave(terms, call);
                    }
                }
                (Action::Block(_), None) => {}
            }
            renamings.push(inputs);
        }
        (conditions, renamings)
    }

    /// The inputs of the path in the solver's last model.
    pub fn script(&self, terms: &mut Terms, oracle: &mut Oracle) -> Script {
        let mut script = Script::default();
        let is_true = |v: Option<Value>| v.and_then(|v| v.as_bool()) == Some(true);
        for read in &self.reads {
            if !is_true(oracle.value(terms, read.condition)) {
                continue;
            }
            let Some(value) = oracle.value(terms, read.value) else { continue };
            match &read.source {
                (_, Input::Stdin) => {
                    script.stdin.push_back(value.as_u64().filter(|b| *b < 256).map(|b| b as u8));
                }
                (var, _) => script.values.entry(*var).or_default().push_back(value),
            }
        }
        for at in &self.contents {
            if !is_true(oracle.value(terms, at.condition)) {
                continue;
            }
            let number = oracle.value(terms, at.number).and_then(|v| v.as_u64());
            let size = oracle.value(terms, at.size).and_then(|v| v.as_u64());
            let (Some(number), Some(size)) = (number, size.filter(|s| *s <= LARGEST_OBJECT)) else {
                continue;
            };
            let Ok(number) = u32::try_from(number) else { continue };
            let mut regions = Vec::new();
            for (region, array) in &at.regions {
                if let Some(Value::Array(array)) = oracle.value(terms, *array) {
                    regions.push((self.program.memory.regions[*region as usize].cell, array));
                }
            }
            let bytes = object_bytes(&regions, self.program.layout.join(number, 0), size);
            if bytes.iter().any(|b| *b != 0) {
                script.contents.insert(number, bytes);
            }
        }
        script
    }
}

/// A condition of a path.
#[derive(Clone, Copy, Debug)]
pub struct Condition {
    /// The step that requires it.
    pub step: usize,
    /// Over the variables there.
    pub own: TermId,
    /// Over the start and what was read.
    pub value: TermId,
}

/// The inputs of a run, by the variables that get them.
#[derive(Clone, Debug, Default)]
pub struct Script {
    values: FxHashMap<VarId, VecDeque<Value>>,
    stdin: VecDeque<Option<u8>>,
    contents: FxHashMap<u32, Vec<u8>>,
}

impl Inputs for Script {
    fn value(&mut self, terms: &Terms, request: Request<'_>) -> Option<Value> {
        let listed = request.var.and_then(|v| self.values.get_mut(&v)).and_then(VecDeque::pop_front);
        let fits = listed.and_then(|v| of_machine(v, request.sort)).filter(|v| v.has_sort(request.sort));
        Some(fits.unwrap_or_else(|| zero(terms, request.sort)))
    }

    fn contents(&mut self, object: u32, _size: u32) -> Option<Vec<u8>> {
        self.contents.remove(&object)
    }

    fn stdin(&mut self) -> Option<u8> {
        self.stdin.pop_front().flatten()
    }
}

/// An integer as the machine has it, if it has it.
fn of_machine(value: Value, sort: Sort) -> Option<Value> {
    let (Value::Int(number), Sort::BitVec(width)) = (&value, sort) else { return Some(value) };
    let bits = BvValue::from_bigint(width, number);
    let is_same = bits.to_bigint_signed() == *number || BigInt::from(bits.to_biguint()) == *number;
    is_same.then_some(Value::Bv(bits))
}

/// Is a symbol one that predicates of a frame may speak of?
pub fn is_spoken(scopes: &Scopes, program: &Program, proc: ProcId, s: Symbol) -> bool {
    match scopes.owner(program, s) {
        Owner::Global | Owner::Entry(_) => true,
        Owner::Proc(p) => p == proc,
        Owner::Nobody => false,
    }
}
