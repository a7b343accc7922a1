//! The symbolic semantics follows the machine: along the run of every test program, with constants for inputs, every
//! assignment gives the value that the machine saw, and every condition on the way is true.

use maymust_machine::{Env, Limits, Machine, Observer, Options, Silent, Zeros};
use maymust_program::{EdgeId, Input, Op, ProcId, Program, VarId};
use maymust_symbolic::{Host, State, Step, execute, initial};
use maymust_term::{Sort, TermId, Terms, Value};

/// So much of every run is followed.
const STEPS: usize = 4000;

/// Zeros for inputs and for the first contents of memory; whatever is forgotten later is a new symbol.
struct Zero {
    forgotten: usize,
    started: bool,
}

impl Host for Zero {
    fn input(&mut self, terms: &mut Terms, _state: &State, var: VarId, _input: &Input) -> TermId {
        zero(terms, terms.symbol_sort(var))
    }

    fn forget(&mut self, terms: &mut Terms, var: VarId) -> TermId {
        if !self.started {
            return zero(terms, terms.symbol_sort(var));
        }
        self.forgotten += 1;
        let symbol = terms.fresh("forgotten", terms.symbol_sort(var));
        terms.var(symbol)
    }
}

fn zero(terms: &mut Terms, sort: Sort) -> TermId {
    match terms.array_parts(sort) {
        Some((_, element)) => {
            let element = zero(terms, element);
            terms.const_array(sort, element)
        }
        None => match sort {
            Sort::BitVec(w) => terms.bv(w, 0),
            _ => terms.fls(),
        },
    }
}

/// Edges with what they assigned.
#[derive(Default)]
struct Edges(Vec<Taken>);

/// An edge and the variables it assigned.
type Taken = (ProcId, EdgeId, Vec<(VarId, Value)>);

impl Observer for Edges {
    fn edge(&mut self, proc: ProcId, edge: EdgeId) {
        self.0.push((proc, edge, Vec::new()));
    }

    fn assigned(&mut self, var: VarId, value: &Value) {
        if let Some(last) = self.0.last_mut() {
            last.2.push((var, value.clone()));
        }
    }
}

struct Frame {
    saved: Vec<(VarId, TermId)>,
    proc: ProcId,
    call: (ProcId, EdgeId),
    result: Option<VarId>,
}

struct Follow<'a> {
    program: &'a Program,
    terms: Terms,
    state: State,
    host: Zero,
    frames: Vec<Frame>,
}

impl Follow<'_> {
    /// One edge of the run; false if nothing exact is known any more.
    fn edge(&mut self, at: (ProcId, EdgeId), assigned: &[(VarId, Value)]) -> bool {
        let edge = &self.program.proc(at.0).edges[at.1.index()];
        let step = execute(self.program, &mut self.terms, &mut self.state, &edge.op, &mut self.host);
        let mut exact = true;
        match step {
            Step::Next => {
                if let Op::Assume(_) = edge.op {
                    assert!(!self.state.is_dead(&self.terms), "the run goes where no state is");
                }
                // An edge to the end also gives the caller its result.
                let own = edge.op.target();
                for (var, value) in assigned.iter().filter(|(v, _)| Some(*v) == own) {
                    exact &= self.compare(*var, value);
                }
                self.leave(at);
                for (var, value) in assigned.iter().filter(|(v, _)| Some(*v) != own) {
                    exact &= self.compare(*var, value);
                }
            }
            Step::Check(_, t) => {
                assert_ne!(t, self.terms.fls(), "a check that the run passes");
                exact = self.terms.as_bool(t).is_some();
                self.leave(at);
            }
            Step::Call { proc, args, result } => self.enter(at, proc, &args, result),
            Step::Halt(_) | Step::Unsupported(_) => exact = false,
        }
        exact && self.terms.as_bool(self.state.condition(&self.terms)).is_some()
    }

    fn compare(&mut self, var: VarId, value: &Value) -> bool {
        let term = self.state.value(&mut self.terms, var);
        if self.terms.sort(term).is_array() {
            return true;
        }
        let expected = self.terms.value(value).expect("a scalar");
        let known = self.terms.is_const(term);
        assert!(!known || term == expected, "{} is not what it is", self.program.var(var).name);
        known
    }

    fn enter(&mut self, call: (ProcId, EdgeId), proc: ProcId, args: &[TermId], result: Option<VarId>) {
        let callee = self.program.proc(proc);
        let own = callee.params.iter().chain(&callee.locals).chain(&callee.result);
        let saved = own.map(|v| (*v, self.state.value(&mut self.terms, *v))).collect();
        for (param, arg) in callee.params.iter().zip(args) {
            self.state.set(*param, *arg);
        }
        self.frames.push(Frame { saved, proc, call, result });
        if callee.entry == callee.exit {
            self.pop();
        }
    }

    /// The edge is done: if it leads to the end of its procedure, back to the caller.
    fn leave(&mut self, at: (ProcId, EdgeId)) {
        let proc = self.program.proc(at.0);
        if proc.edges[at.1.index()].to == proc.exit {
            self.pop();
        }
    }

    fn pop(&mut self) {
        let Some(frame) = self.frames.pop() else { return };
        let value = self.program.proc(frame.proc).result.map(|r| self.state.value(&mut self.terms, r));
        for (var, value) in frame.saved {
            self.state.set(var, value);
        }
        if let (Some(var), Some(value)) = (frame.result, value) {
            self.state.set(var, value);
        }
        self.leave(frame.call);
    }
}

/// How many edges were followed, and whether to the end of what was recorded.
fn follow(program: &Program) -> (usize, bool) {
    let machine = Machine::with_options(program, Options::default());
    let mut run = machine.start().expect("an entry");
    let mut edges = Edges::default();
    let env = Env { inputs: &mut Zeros, output: &mut Silent, observer: Some(&mut edges) };
    machine.run(&mut run, env, Limits { steps: 2000, ..Limits::default() });
    edges.0.truncate(STEPS);
    let mut terms = program.terms.clone();
    let mut host = Zero { forgotten: 0, started: false };
    let state = initial(program, &mut terms, &mut host);
    host.started = true;
    let mut f = Follow { program, terms, state, host, frames: Vec::new() };
    for (i, (proc, edge, assigned)) in edges.0.iter().enumerate() {
        if !f.edge((*proc, *edge), assigned) {
            return (i, false);
        }
    }
    (edges.0.len(), true)
}

#[test]
fn every_program_is_followed() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/run");
    let mut files: Vec<_> =
        std::fs::read_dir(folder).expect("tests/run").flatten().map(|e| e.path()).collect();
    files.retain(|f| f.extension().is_some_and(|e| e == "c"));
    files.sort();
    let (mut edges, mut whole) = (0, 0);
    for file in &files {
        let (loaded, _) = maymust_front::load(&maymust_front::Options::new(vec![file.clone()]), false);
        let Ok(mut loaded) = loaded else { continue };
        if loaded.program.entry.is_none() {
            continue;
        }
        maymust_program::prepare(&mut loaded.program);
        println!("{}", file.display());
        let (n, complete) = follow(&loaded.program);
        println!("  {n} edges, {}", if complete { "all" } else { "stopped" });
        edges += n;
        whole += usize::from(complete);
    }
    assert!(edges > 100_000 && whole > files.len() / 2, "followed {edges} edges, {whole} runs whole");
}
