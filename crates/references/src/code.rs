//! Terms and procedures in a form that is fast to execute: straight-line code over values, edges by location.

use std::rc::Rc;

use maymust_engine::Role;
use maymust_program::threads::Visible;
use maymust_program::{CheckId, Input, LocId, ObjectState, Op, Proc, ProcId, Program, VarId, VarKind};
use maymust_source::Span;
use maymust_term::{Op as TermOp, Sort, Symbol, TermId, Terms};
use rustc_hash::{FxHashMap, FxHashSet};
use smallvec::SmallVec;

use crate::value::Val;

/// Where a scalar variable lives.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Home {
    /// Among the globals.
    Global(u32),
    /// In the frames of its procedure.
    Local(u32),
    /// Among the variables that each thread has for itself.
    Own(u32),
    /// The byte memory.
    Bytes,
    /// The array of sizes.
    Size,
    /// The array of states.
    State,
    /// The number of the next object.
    Next,
    /// Nowhere that this engine knows.
    Unknown,
}

/// A step of straight-line code; its arguments are earlier steps.
#[derive(Clone, Debug)]
pub struct Node {
    /// What it does.
    pub kind: NodeKind,
    /// Arguments.
    pub args: SmallVec<[u32; 3]>,
    /// The sort of its value.
    pub sort: Sort,
}

/// What a step does.
#[derive(Clone, Debug)]
pub enum NodeKind {
    /// A constant.
    Const(Val),
    /// Reads a variable.
    Read(Home),
    /// Loads so many bytes.
    Load(u32),
    /// The state of an object.
    State,
    /// The size of an object.
    Size,
    /// An operator.
    Op(TermOp),
}

/// Straight-line code with the steps that give its results.
#[derive(Clone, Debug, Default)]
pub struct Code {
    /// Steps.
    pub nodes: Vec<Node>,
    /// Results.
    pub roots: Vec<u32>,
}

/// An edge.
#[derive(Clone, Debug)]
pub struct CodeEdge {
    /// Its number in the procedure.
    pub edge: u32,
    /// Where it leads.
    pub to: u32,
    /// What it evaluates.
    pub code: Code,
    /// What it does then.
    pub act: Act,
    /// The sort of the variable that gets the result of a call.
    pub result_sort: Option<Sort>,
    /// Where in the source.
    pub span: Span,
}

/// What an edge does with the results of its code.
#[derive(Clone, Debug)]
pub enum Act {
    /// Assigns the first.
    Assign(Home),
    /// Stores values at addresses, in pairs, so many bytes each.
    Store(Vec<u32>),
    /// Goes on if the first holds.
    Assume,
    /// An input.
    Havoc(Home, Input, Sort, bool),
    /// Fails unless the first holds.
    Check(CheckId, Role),
    /// A heap object must not be lost.
    Leak(CheckId),
    /// Calls with the results as arguments.
    Call(ProcId, Option<Home>),
    /// Calls through the first, with the others as arguments.
    CallPointer(CheckId, Role, Option<Home>),
    /// A new object of the first as size.
    Allocate(Home, ObjectState, bool),
    /// Ends the life of the object that the first points to.
    Free(ObjectState),
    /// To, from, bytes.
    Copy,
    /// To, byte, bytes.
    Fill,
    /// Constant bytes at the first.
    Bytes(std::sync::Arc<[u8]>),
    /// Starts a thread that runs this.
    Spawn(ProcId, Option<Home>),
    /// Waits until the first holds.
    Block(CheckId, Role),
    /// Begins (true) or ends an atomic section.
    Atomic(bool),
    /// Ends the thread.
    EndThread,
    /// Nothing.
    Skip,
    /// The run ends.
    Halt,
    /// Not modelled.
    Unsupported(String),
}

/// A procedure.
#[derive(Debug)]
pub struct ProcCode {
    /// Its edges by location: `out[l]..out[l + 1]`.
    pub edges: Vec<CodeEdge>,
    /// See `edges`.
    pub out: Vec<u32>,
    /// Where it starts and ends.
    pub entry: u32,
    /// Where it ends.
    pub exit: u32,
    /// The values of its variables before they are assigned.
    pub zeros: Vec<Val>,
    /// Slots of parameters.
    pub params: Vec<u32>,
    /// Slot of the result.
    pub result: Option<u32>,
    /// By location: the slots that matter, sorted.
    pub live: Vec<Vec<u32>>,
    /// Is a location the head of a loop?
    pub heads: Vec<bool>,
    /// May other threads tell when an edge out of a location is taken?
    pub visible: Vec<bool>,
    /// Is that so whatever they access?
    pub always_visible: Vec<bool>,
}

/// The homes of all variables.
#[derive(Debug)]
pub struct Homes {
    homes: Vec<Home>,
    /// Globals in order.
    pub globals: Vec<VarId>,
    /// Variables that each thread has for itself.
    pub own: Vec<VarId>,
}

impl Homes {
    /// Of a program.
    pub fn new(program: &Program) -> Homes {
        let mut homes = vec![Home::Unknown; program.vars.len()];
        let (mut globals, mut own) = (Vec::new(), Vec::new());
        for (i, data) in program.vars.iter().enumerate() {
            let var = VarId::from_index(i);
            if program.terms.symbol_sort(var).is_array() || program.memory.heap_objects == Some(var) {
                continue;
            }
            if data.kind == VarKind::Global {
                homes[i] = Home::Global(globals.len() as u32);
                globals.push(var);
            } else if data.kind == VarKind::ThreadLocal {
                homes[i] = Home::Own(own.len() as u32);
                own.push(var);
            }
        }
        for proc in &program.procs {
            for (slot, var) in variables(proc).enumerate() {
                if !program.terms.symbol_sort(var).is_array() {
                    homes[var.index()] = Home::Local(slot as u32);
                }
            }
        }
        let memory = &program.memory;
        let arrays = [
            (memory.bytes, Home::Bytes),
            (memory.size, Home::Size),
            (memory.state, Home::State),
            (memory.next, Home::Next),
        ];
        for (var, home) in arrays {
            if let Some(var) = var {
                homes[var.index()] = home;
            }
        }
        Homes { homes, globals, own }
    }

    /// Of a variable.
    pub fn of(&self, var: Symbol) -> Home {
        self.homes.get(var.index()).copied().unwrap_or(Home::Unknown)
    }
}

/// The variables of a procedure in the order of their slots.
pub fn variables(proc: &Proc) -> impl Iterator<Item = VarId> + '_ {
    proc.params.iter().chain(&proc.result).chain(&proc.locals).copied()
}

/// Makes code.
pub struct Compiler<'p> {
    /// The program.
    pub program: &'p Program,
    /// Homes.
    pub homes: &'p Homes,
    /// What each check means.
    pub roles: &'p [Role],
    /// Which edges other threads see, if there are any.
    pub visible: Option<&'p Visible>,
}

impl Compiler<'_> {
    /// The code of a procedure.
    pub fn proc(&self, id: ProcId) -> Rc<ProcCode> {
        let proc = self.program.proc(id);
        let terms = &self.program.terms;
        let edges: Vec<CodeEdge> =
            proc.edges.iter().enumerate().map(|(i, _)| self.edge(proc, i as u32)).collect();
        let slot = |var: VarId| match self.homes.of(var) {
            Home::Local(slot) => slot,
            _ => 0,
        };
        let mut code = ProcCode {
            out: proc.out.clone(),
            entry: proc.entry.0,
            exit: proc.exit.0,
            zeros: variables(proc).map(|v| zero_of(terms, terms.symbol_sort(v))).collect(),
            params: proc.params.iter().map(|v| slot(*v)).collect(),
            result: proc.result.map(slot),
            live: Vec::new(),
            heads: heads(proc),
            visible: self.visible_at(id, Visible::at),
            always_visible: self.visible_at(id, Visible::always_at),
            edges,
        };
        code.live = live(&code);
        Rc::new(code)
    }

    fn visible_at(&self, id: ProcId, at: impl Fn(&Visible, &Program, ProcId, LocId) -> bool) -> Vec<bool> {
        let locs = self.program.proc(id).locs;
        match self.visible {
            Some(visible) => (0..locs).map(|l| at(visible, self.program, id, LocId(l))).collect(),
            None => vec![false; locs as usize],
        }
    }

    fn edge(&self, proc: &Proc, index: u32) -> CodeEdge {
        let edge = &proc.edges[index as usize];
        let home = |var: VarId| self.homes.of(var);
        let (roots, act): (Vec<TermId>, Act) = match &edge.op {
            // The number of heap objects is the tool's own; lost ones are found by what is reachable.
            Op::Assign(var, _) if self.program.memory.heap_objects == Some(*var) => (Vec::new(), Act::Skip),
            Op::Assign(var, term) => self.assign(*var, *term),
            Op::Assume(term) => (vec![*term], Act::Assume),
            Op::Havoc(var, input) => {
                let sort = self.program.terms.symbol_sort(*var);
                let is_bool =
                    sort == Sort::Bool || sort == Sort::BitVec(1) || self.only_lowest_bit(proc, *var);
                (Vec::new(), Act::Havoc(home(*var), input.clone(), sort, is_bool))
            }
            Op::Check(check, term) => {
                let role = self.roles[check.index()];
                if self.program.checks[check.index()].kind == maymust_program::CheckKind::Leak {
                    let act = if role == Role::Asked { Act::Leak(*check) } else { Act::Skip };
                    (Vec::new(), act)
                } else if role == Role::Ignored {
                    (Vec::new(), Act::Skip)
                } else {
                    (vec![*term], Act::Check(*check, role))
                }
            }
            Op::Call { proc, args, result } => (args.clone(), Act::Call(*proc, result.map(home))),
            Op::CallPointer { pointer, args, result, check } => {
                let roots = std::iter::once(*pointer).chain(args.iter().copied()).collect();
                (roots, Act::CallPointer(*check, self.roles[check.index()], result.map(home)))
            }
            Op::Allocate { result, size, state, zeroed } => {
                (vec![*size], Act::Allocate(home(*result), *state, *zeroed))
            }
            Op::Free { pointer, state } => (vec![*pointer], Act::Free(*state)),
            Op::Copy { to, from, bytes } => (vec![*to, *from, *bytes], Act::Copy),
            Op::Fill { to, byte, bytes } => (vec![*to, *byte, *bytes], Act::Fill),
            Op::Bytes { to, data } => (vec![*to], Act::Bytes(data.clone())),
            Op::Output { .. } | Op::Acquire(_) | Op::Release(_) => (Vec::new(), Act::Skip),
            Op::Spawn { proc, args, result } => (args.clone(), Act::Spawn(*proc, result.map(home))),
            Op::Block { check, condition } => {
                (vec![*condition], Act::Block(*check, self.roles[check.index()]))
            }
            Op::AtomicBegin => (Vec::new(), Act::Atomic(true)),
            Op::AtomicEnd => (Vec::new(), Act::Atomic(false)),
            Op::EndThread => (Vec::new(), Act::EndThread),
            Op::Halt(_) => (Vec::new(), Act::Halt),
            Op::Unsupported(reason) => (Vec::new(), Act::Unsupported(reason.to_string())),
        };
        let (code, act) = match self.code(&roots) {
            Some(code) => (code, act),
            None => (Code::default(), Act::Unsupported("memory in a form that is not modelled".into())),
        };
        let result_sort = match &edge.op {
            Op::Call { result, .. } | Op::CallPointer { result, .. } => {
                result.map(|v| self.program.terms.symbol_sort(v))
            }
            _ => None,
        };
        CodeEdge { edge: index, to: edge.to.0, code, act, result_sort, span: edge.span }
    }

    fn assign(&self, var: VarId, term: TermId) -> (Vec<TermId>, Act) {
        if self.homes.of(var) != Home::Bytes {
            return (vec![term], Act::Assign(self.homes.of(var)));
        }
        let terms = &self.program.terms;
        let (mut stores, mut at) = (Vec::new(), term);
        loop {
            match (terms.op(at), terms.args(at)) {
                (TermOp::Var(v), _) if v == var => break,
                (TermOp::StoreWide { bytes }, &[below, address, value]) => {
                    stores.push((address, value, bytes));
                    at = below;
                }
                (TermOp::Store, &[below, address, value]) => {
                    stores.push((address, value, 1));
                    at = below;
                }
                _ => return (Vec::new(), Act::Unsupported("an assignment to memory as a whole".into())),
            }
        }
        stores.reverse();
        let roots = stores.iter().flat_map(|s| [s.0, s.1]).collect();
        (roots, Act::Store(stores.into_iter().map(|s| s.2).collect()))
    }

    /// Is nothing but the lowest bit of a local variable used?
    fn only_lowest_bit(&self, proc: &Proc, var: VarId) -> bool {
        let terms = &self.program.terms;
        if !matches!(self.homes.of(var), Home::Local(_)) || proc.result == Some(var) {
            return false;
        }
        let mut seen = FxHashSet::default();
        for edge in &proc.edges {
            let mut stack = op_terms(&edge.op);
            while let Some(t) = stack.pop() {
                if !seen.insert(t) || terms.op(t) == (TermOp::Extract { hi: 0, lo: 0 }) {
                    continue;
                }
                if terms.as_var(t) == Some(var) {
                    return false;
                }
                stack.extend(terms.args(t));
            }
        }
        true
    }

    /// Code for some terms; none if it would read memory as a whole.
    pub fn code(&self, roots: &[TermId]) -> Option<Code> {
        let terms = &self.program.terms;
        let mut code = Code::default();
        let mut numbers: FxHashMap<TermId, u32> = FxHashMap::default();
        for t in terms.cone_of(roots) {
            let sort = terms.sort(t);
            let args = terms.args(t);
            let (kind, args): (NodeKind, &[TermId]) = match terms.op(t) {
                TermOp::Var(v) => match self.homes.of(v) {
                    Home::Bytes | Home::State | Home::Size => continue,
                    Home::Unknown => return None,
                    home => (NodeKind::Read(home), &[]),
                },
                op if op.is_const() => (NodeKind::Const(Val::from_value(terms.constant_value(t)?)), &[]),
                TermOp::Load { bytes } if self.home_of(args[0]) == Some(Home::Bytes) => {
                    (NodeKind::Load(bytes), &args[1..])
                }
                TermOp::Select => match self.home_of(args[0]) {
                    Some(Home::Bytes) => (NodeKind::Load(1), &args[1..]),
                    Some(Home::State) => (NodeKind::State, &args[1..]),
                    Some(Home::Size) => (NodeKind::Size, &args[1..]),
                    _ => (NodeKind::Op(TermOp::Select), args),
                },
                op => (NodeKind::Op(op), args),
            };
            let args: Option<SmallVec<[u32; 3]>> = args.iter().map(|a| numbers.get(a).copied()).collect();
            numbers.insert(t, code.nodes.len() as u32);
            code.nodes.push(Node { kind, args: args?, sort });
        }
        code.roots = roots.iter().map(|t| numbers.get(t).copied()).collect::<Option<_>>()?;
        Some(code)
    }

    fn home_of(&self, t: TermId) -> Option<Home> {
        self.program.terms.as_var(t).map(|v| self.homes.of(v))
    }
}

fn zero_of(terms: &Terms, sort: Sort) -> Val {
    if sort.is_array() { Val::Bad } else { Val::zero(terms, sort) }
}

/// The terms of an operation.
fn op_terms(op: &Op) -> Vec<TermId> {
    match op {
        Op::Assign(_, t) | Op::Assume(t) | Op::Check(_, t) | Op::Halt(t) => vec![*t],
        Op::Call { args, .. } => args.clone(),
        Op::CallPointer { pointer, args, .. } => {
            std::iter::once(*pointer).chain(args.iter().copied()).collect()
        }
        Op::Allocate { size, .. } => vec![*size],
        Op::Free { pointer, .. } => vec![*pointer],
        Op::Copy { to, from, bytes } => vec![*to, *from, *bytes],
        Op::Fill { to, byte, bytes } => vec![*to, *byte, *bytes],
        Op::Bytes { to, .. } => vec![*to],
        Op::Output { stream, byte } => vec![*stream, *byte],
        Op::Spawn { args, .. } => args.clone(),
        Op::Block { condition, .. } => vec![*condition],
        Op::Acquire(t) | Op::Release(t) => vec![*t],
        Op::Havoc(..) | Op::Unsupported(_) | Op::AtomicBegin | Op::AtomicEnd | Op::EndThread => Vec::new(),
    }
}

/// Targets of edges that lead back, in a depth-first search from the entry.
fn heads(proc: &Proc) -> Vec<bool> {
    let n = proc.locs as usize;
    let (mut heads, mut color) = (vec![false; n], vec![0u8; n]);
    let mut stack = vec![(proc.entry.0, proc.out[proc.entry.index()])];
    color[proc.entry.index()] = 1;
    while let Some((loc, next)) = stack.last_mut() {
        if *next == proc.out[*loc as usize + 1] {
            color[*loc as usize] = 2;
            stack.pop();
            continue;
        }
        let to = proc.edges[*next as usize].to;
        *next += 1;
        match color[to.index()] {
            0 => {
                color[to.index()] = 1;
                stack.push((to.0, proc.out[to.index()]));
            }
            1 => heads[to.index()] = true,
            _ => {}
        }
    }
    heads
}

/// The slots that an edge reads.
fn uses(edge: &CodeEdge) -> impl Iterator<Item = u32> + '_ {
    edge.code.nodes.iter().filter_map(|n| match n.kind {
        NodeKind::Read(Home::Local(slot)) => Some(slot),
        _ => None,
    })
}

/// The slot that an edge assigns.
fn defined(edge: &CodeEdge) -> Option<u32> {
    let home = match &edge.act {
        Act::Assign(home) | Act::Havoc(home, ..) | Act::Allocate(home, ..) => Some(*home),
        Act::Call(_, home) | Act::CallPointer(_, _, home) | Act::Spawn(_, home) => *home,
        _ => None,
    };
    if let Some(Home::Local(slot)) = home { Some(slot) } else { None }
}

/// By location: the slots that are read before they are assigned.
fn live(code: &ProcCode) -> Vec<Vec<u32>> {
    let locs = code.out.len() - 1;
    let words = code.zeros.len().div_ceil(64);
    let mut live = vec![vec![0u64; words]; locs];
    if let Some(result) = code.result {
        live[code.exit as usize][result as usize / 64] |= 1 << (result % 64);
    }
    let mut changed = true;
    while changed {
        changed = false;
        for loc in (0..locs).rev() {
            let mut set = live[loc].clone();
            for edge in &code.edges[code.out[loc] as usize..code.out[loc + 1] as usize] {
                let mut after = live[edge.to as usize].clone();
                if let Some(slot) = defined(edge) {
                    after[slot as usize / 64] &= !(1 << (slot % 64));
                }
                for slot in uses(edge) {
                    after[slot as usize / 64] |= 1 << (slot % 64);
                }
                set.iter_mut().zip(&after).for_each(|(a, b)| *a |= b);
            }
            changed |= set != live[loc];
            live[loc] = set;
        }
    }
    let slots = |set: &Vec<u64>| {
        (0..code.zeros.len() as u32).filter(|s| set[*s as usize / 64] >> (s % 64) & 1 == 1).collect()
    };
    live.iter().map(slots).collect()
}
