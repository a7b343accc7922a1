//! From a procedure of the program model to bytecode.
//!
//! *Fast* code keeps values of terms in registers along straight lines (the same term is not computed twice while its
//! variables keep their values) and can be entered only at some locations. *Stepped* code announces every edge
//! and can be entered everywhere; a run that stands where fast code has no entry takes stepped code until it has one.

mod checks;
mod hoist;
mod stores;
mod threads;

use maymust_program::threads::{Visible, is_about_threads};
use maymust_program::{
    CheckId, CheckKind, Edge, EdgeId, LocId, Op as ProgramOp, Proc, ProcId, Program, VarId, loops::LoopTree,
};
use maymust_term::{Op, Sort, TermId};
use rustc_hash::FxHashMap;

use crate::access::Addresses;
use crate::code::{AllocateInfo, CallInfo, Code, HavocInfo, NO_REGISTER, NOWHERE, SwitchTable};
use crate::fuse::fuse;
use crate::inst::{Inst, Reg};
use crate::layout::{FrameLayout, Home, Homes, Sums};
use crate::layout::{Place, Rep, rep_of};
use crate::machine::Machine;

/// A set of check kinds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct CheckSet(u32);

impl CheckSet {
    /// No kind.
    pub const NONE: CheckSet = CheckSet(0);
    /// Every kind.
    pub const ALL: CheckSet = CheckSet(u32::MAX);

    /// With a kind.
    pub fn with(self, kind: CheckKind) -> CheckSet {
        CheckSet(self.0 | 1 << kind as u32)
    }

    /// Without a kind.
    pub fn without(self, kind: CheckKind) -> CheckSet {
        CheckSet(self.0 & !(1 << kind as u32))
    }

    /// Is the kind in it?
    pub fn contains(self, kind: CheckKind) -> bool {
        self.0 >> kind as u32 & 1 == 1
    }
}

impl FromIterator<CheckKind> for CheckSet {
    fn from_iter<I: IntoIterator<Item = CheckKind>>(kinds: I) -> CheckSet {
        kinds.into_iter().fold(CheckSet::NONE, CheckSet::with)
    }
}

/// A jump target; becomes a position at the end.
pub(crate) type Label = u32;

/// A value that is at hand in a register.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Known {
    pub(crate) place: Place,
    /// Which variables it depends on (a Bloom filter of 64 bits).
    pub(crate) depends: u64,
    /// Was it computed by loads that give zero where there is no object?
    pub(crate) quiet: bool,
}

/// The values at hand, and the registers they take.
#[derive(Clone, Debug, Default)]
pub(crate) struct Available {
    pub(crate) values: FxHashMap<TermId, Known>,
    /// Sums at hand that are no terms.
    pub(crate) sums: FxHashMap<hoist::Linear, Known>,
    /// Conditions that hold here, with the variables they depend on.
    pub(crate) facts: FxHashMap<TermId, u64>,
    pub(crate) regs: u32,
    pub(crate) bigs: u32,
}

impl Available {
    /// Is nothing at hand?
    fn is_empty(&self) -> bool {
        self.values.is_empty() && self.sums.is_empty() && self.facts.is_empty()
    }

    /// Is as much at hand as there? (One of the two has all that the other has.)
    fn is_like(&self, other: &Available) -> bool {
        self.values.len() == other.values.len()
            && self.sums.len() == other.sums.len()
            && self.facts.len() == other.facts.len()
    }
}

/// Code that is put after the procedure's main line.
enum Stub {
    Fail(CheckId),
    Leak(CheckId, Label),
    Blocked,
    /// A thread waits.
    Waits,
    /// A conditional jump back.
    Loop(LocId),
    /// Stepped code goes on at a location.
    Step(LocId),
    /// Checks of one access, one by one, after its fast test failed or its access faulted.
    Checks {
        edges: Vec<EdgeId>,
        resume: Option<Label>,
    },
}

/// The checks of an access, left to the load or store itself: if it faults, they are done one by one.
struct Guard {
    address: TermId,
    stub: Label,
    write: bool,
}

/// All live states, and those that can be written.
const READABLE: u16 = 0b11_1110;
const WRITABLE: u16 = 0b01_1110;

pub(crate) struct Compiler<'p> {
    pub(crate) program: &'p Program,
    pub(crate) homes: &'p Homes,
    pub(crate) proc: &'p Proc,
    id: ProcId,
    /// Where threads are switched, if the program starts some.
    threads: Option<&'p Visible>,
    pub(crate) layout: FrameLayout,
    pub(crate) code: Code,
    pub(crate) available: Available,
    /// Variables per term, as in [`Known::depends`].
    pub(crate) depends: FxHashMap<TermId, u64>,
    pub(crate) stepped: bool,
    checks: CheckSet,
    /// Positions of labels; the first ones are those of locations.
    labels: Vec<u32>,
    /// Locations still to do, with the values at hand there.
    pending: Vec<(LocId, Available)>,
    /// Labels, and the edges and locations that they belong to.
    stubs: Vec<(Label, EdgeId, LocId, Stub)>,
    /// By location, and whether they jump from inside its loop.
    back_stubs: FxHashMap<(LocId, bool), Label>,
    /// How many edges lead to a location.
    incoming: Vec<u32>,
    current: EdgeId,
    /// The location whose code is being emitted.
    at: LocId,
    pub(crate) temps: (u32, u32),
    /// An access whose checks the next load or store does.
    guard: Option<Guard>,
    /// The conditions of those checks: they hold once the access is made.
    guarded: Vec<TermId>,
    /// Position of the last bound label: instructions before it are not changed any more.
    pub(crate) barrier: usize,
    /// Sums, differences and products of the procedure, by their operands.
    pub(crate) sums: Sums,
    /// `x + 1` and `x - 1` by `x`.
    increments: FxHashMap<(TermId, i64), TermId>,
    /// Loads by address and bytes.
    loads: FxHashMap<(TermId, u32), TermId>,
    /// Addresses of loads, stores and checks, by their offsets.
    pub(crate) addresses: Addresses,
    /// Registers and big values of the main line.
    main: (u32, u32),
    pub(crate) var_terms: FxHashMap<VarId, TermId>,
    /// Is the main line done?
    pub(crate) in_stubs: bool,
    hoists: hoist::Hoists,
    /// Locations where no more is at hand than in all of the loop around them.
    open: Vec<bool>,
}

/// After so many registers of values at hand, they are forgotten.
const MAX_AT_HAND: u32 = 64;

/// The Bloom bit of a variable.
pub(crate) fn bit(var: VarId) -> u64 {
    1 << (var.index() % 64)
}

/// Compiles a procedure that has a body.
pub(crate) fn compile(machine: &Machine<'_>, proc: ProcId, stepped: bool) -> Code {
    let (program, homes, checks) = (machine.program, &machine.homes, machine.options.checks);
    let data = program.proc(proc);
    let roots = roots(data);
    let (layout, sums, loads) = homes.frame(program, proc, &roots);
    let accesses = data.edges.iter().filter_map(|e| match &e.op {
        ProgramOp::Check(check, _) => program.checks.get(check.index())?.access.map(|a| a.0),
        _ => None,
    });
    let addresses = Addresses::new(program, accesses);
    let temps = (layout.var_regs + layout.consts.len() as u32, layout.var_bigs);
    let mut incoming = vec![0u32; data.locs as usize];
    for edge in &data.edges {
        incoming[edge.to.index()] += 1;
    }
    let code =
        Code { regs: temps.0, bigs: temps.1, entries: vec![NOWHERE; data.locs as usize], ..Code::default() };
    let threads = machine.threaded.as_ref().filter(|_| stepped).map(|t| &t.visible);
    let mut compiler = Compiler {
        program,
        homes,
        id: proc,
        threads,
        proc: data,
        layout,
        code,
        available: Available { regs: temps.0, bigs: temps.1, ..Available::default() },
        depends: FxHashMap::default(),
        stepped,
        checks,
        labels: vec![NOWHERE; data.locs as usize],
        pending: Vec::new(),
        stubs: Vec::new(),
        back_stubs: FxHashMap::default(),
        incoming,
        current: EdgeId(0),
        at: data.entry,
        temps,
        guard: None,
        guarded: Vec::new(),
        barrier: 0,
        increments: increments(program, &sums),
        loads,
        sums,
        addresses,
        main: temps,
        var_terms: FxHashMap::default(),
        in_stubs: false,
        hoists: hoist::Hoists::new(if stepped { LoopTree::default() } else { LoopTree::new(data) }),
        open: vec![false; data.locs as usize],
    };
    compiler.all();
    compiler.code
}

/// `x + 1` and `x - 1` among the sums.
fn increments(program: &Program, sums: &Sums) -> FxHashMap<(TermId, i64), TermId> {
    let mut found = FxHashMap::default();
    #[allow(clippy::iter_over_hash_type, reason = "the keys are unique, so the order does not matter")]
    for (&(op, x, y), &sum) in sums {
        if let (Op::BvAdd, Some(by @ (1 | -1))) = (op, program.terms.as_i64(y)) {
            found.insert((x, by), sum);
        }
    }
    found
}

/// The terms of a procedure's edges.
fn roots(proc: &Proc) -> Vec<TermId> {
    proc.edges.iter().flat_map(|edge| edge.op.terms()).collect()
}

impl<'p> Compiler<'p> {
    fn all(&mut self) {
        self.code.consts = self.layout.consts.clone();
        let place = |var: VarId| match self.homes.of(var) {
            Home::Frame(_, place) => Some(place),
            _ => None,
        };
        self.code.result = self.proc.result.and_then(place);
        self.code.result_register = self.proc.result.map_or(NO_REGISTER, |var| self.frame_register(var));
        self.code.params = self.proc.params.iter().filter_map(|var| place(*var)).collect();
        self.code.const_base = self.layout.var_regs;
        self.code.image = vec![0; self.layout.var_regs as usize];
        self.code.image.extend(&self.layout.consts);
        self.pending.push((self.proc.entry, self.available.clone()));
        while let Some((loc, available)) = self.pending.pop() {
            if self.labels[loc.index()] == NOWHERE {
                self.available = available;
                self.block(loc);
            }
        }
        self.main = (self.code.regs, self.code.bigs);
        self.in_stubs = true;
        while let Some((label, edge, at, stub)) = self.stubs.pop() {
            (self.current, self.at) = (edge, at);
            self.stub(label, edge, stub);
        }
        self.patch();
        if !self.stepped {
            fuse(&mut self.code.insts);
        }
        self.code.entry = self.proc.entry.0;
        self.code.entry_pc = self.code.entries[self.proc.entry.index()];
    }

    /// Emits code from a location on, as long as it goes straight or falls through.
    fn block(&mut self, mut loc: LocId) {
        loop {
            if self.labels[loc.index()] != NOWHERE {
                self.jump_back(loc);
                return;
            }
            self.arrive(loc);
            self.at = loc;
            self.yield_at(loc);
            if loc == self.proc.exit {
                self.emit(Inst::Return);
                return;
            }
            let range = self.proc.out[loc.index()]..self.proc.out[loc.index() + 1];
            let next = match range.len() {
                0 => {
                    self.emit(Inst::Blocked);
                    None
                }
                1 => self.single(EdgeId(range.start)),
                _ => {
                    self.touch_branch(loc);
                    let next = self.branch(loc);
                    debug_assert!(self.guard.is_none(), "the access after its checks was not made");
                    next
                }
            };
            match next {
                Some(next) => loc = next,
                None => return,
            }
        }
    }

    /// Jumps to a location that was emitted before; stepped code counts edges instead.
    fn jump_back(&mut self, loc: LocId) {
        if !self.stepped && self.loop_test(loc) {
            return;
        }
        let to = self.entry_label(loc);
        self.emit(if self.stepped { Inst::Jump(to) } else { Inst::Loop { to, loc: loc.0 } });
    }

    /// Binds a location here.
    fn arrive(&mut self, loc: LocId) {
        let shared = self.incoming[loc.index()] > 1 || loc == self.proc.entry;
        let floor = self.floor(loc);
        if self.stepped || shared || self.available.regs > floor.regs + MAX_AT_HAND {
            self.available = floor;
            self.open[loc.index()] = true;
        } else if self.available.is_like(&floor) {
            self.open[loc.index()] = true;
        }
        let pc = self.code.insts.len() as u32;
        self.labels[loc.index()] = pc;
        if self.available.is_empty() {
            self.code.entries[loc.index()] = pc;
        }
        if shared || self.available.is_empty() {
            self.barrier = pc as usize;
        }
        self.before_loop(loc);
    }

    /// An edge that leaves its location alone; the next location, if code falls through to it.
    fn single(&mut self, id: EdgeId) -> Option<LocId> {
        self.start_edge(id);
        let proc = self.proc;
        let edge = &proc.edges[id.index()];
        if let ProgramOp::Check(check, _) = &edge.op
            && let Some(last) = self.check_group(id, *check)
        {
            return Some(last);
        }
        self.touch(&edge.op);
        let goes_on = self.operation(edge);
        if self.guard.take().is_some() {
            debug_assert!(false, "the access after its checks was not made");
            self.unsupported("an access without its checks");
            return None;
        }
        goes_on.then_some(edge.to)
    }

    pub(crate) fn start_edge(&mut self, id: EdgeId) {
        self.current = id;
        self.code.places.push((self.code.insts.len() as u32, id));
        if self.stepped {
            self.emit(Inst::Edge(id));
        }
    }

    /// Emits an operation; false if nothing follows it.
    fn operation(&mut self, edge: &'p Edge) -> bool {
        match &edge.op {
            ProgramOp::Assign(var, term) => self.assign(*var, *term),
            ProgramOp::Assume(condition) => {
                let label = self.stub_label(Stub::Blocked);
                self.jump_if(*condition, false, label);
                return self.program.terms.as_bool(*condition) != Some(false);
            }
            ProgramOp::Havoc(var, input) => {
                let index = self.code.havocs.len() as u32;
                self.code.havocs.push(HavocInfo { var: *var, input: input.clone() });
                self.emit(Inst::Havoc(index));
                self.assigned(*var);
            }
            ProgramOp::Check(check, condition) => return self.check(*check, *condition),
            ProgramOp::Call { proc, args, result } => {
                self.call(Some(*proc), None, args, *result, None, edge.to);
                return self.labels[edge.to.index()] == NOWHERE;
            }
            ProgramOp::CallPointer { pointer, args, result, check } => {
                self.call(None, Some(*pointer), args, *result, Some(*check), edge.to);
                return self.labels[edge.to.index()] == NOWHERE;
            }
            ProgramOp::Allocate { result, size, state, zeroed } => {
                let size = self.register(*size);
                let index = self.code.allocates.len() as u32;
                self.code.allocates.push(AllocateInfo {
                    result: *result,
                    size,
                    state: *state,
                    zeroed: *zeroed,
                });
                self.emit(Inst::Allocate(index));
                self.memory_changed();
                self.assigned(*result);
            }
            ProgramOp::Free { pointer, state } => {
                let a = self.register(*pointer);
                self.emit(Inst::Free { a, state: *state });
                self.memory_changed();
            }
            ProgramOp::Halt(status) => {
                let a = self.register(*status);
                self.emit(Inst::Halt(a));
                return false;
            }
            ProgramOp::Unsupported(reason) => {
                self.unsupported(reason);
                return false;
            }
            other if is_about_threads(other) => return self.thread_operation(other),
            other => self.memory_operation(other),
        }
        true
    }

    fn memory_operation(&mut self, op: &ProgramOp) {
        match op {
            ProgramOp::Copy { to, from, bytes } => {
                let (to, from, bytes) = (self.register(*to), self.register(*from), self.register(*bytes));
                self.emit(Inst::Copy { to, from, bytes });
                self.memory_changed();
            }
            ProgramOp::Fill { to, byte, bytes } => {
                let (to, byte, bytes) = (self.register(*to), self.register(*byte), self.register(*bytes));
                self.emit(Inst::Fill { to, byte, bytes });
                self.memory_changed();
            }
            ProgramOp::Bytes { to, data } => {
                let to = self.register(*to);
                let index = self.code.data.len() as u32;
                self.code.data.push(data.clone());
                self.emit(Inst::Bytes { to, data: index });
                self.memory_changed();
            }
            ProgramOp::Output { stream, byte } => {
                let (stream, byte) = (self.register(*stream), self.register(*byte));
                self.emit(Inst::Output { stream, byte });
            }
            _ => {}
        }
    }

    fn call(
        &mut self,
        proc: Option<ProcId>,
        pointer: Option<TermId>,
        args: &[TermId],
        result: Option<VarId>,
        check: Option<CheckId>,
        to: LocId,
    ) {
        let pointer = pointer.map_or(0, |p| self.register(p));
        let args: Vec<(Place, Sort)> =
            args.iter().map(|a| (self.value(*a), self.program.terms.sort(*a))).collect();
        let index = self.code.calls.len() as u32;
        let result_register = result.map_or(NO_REGISTER, |var| self.frame_register(var));
        let moves = proc.and_then(|callee| self.plain_moves(callee, &args));
        self.emit(match (&moves, proc) {
            (Some(_), _) => Inst::CallPlain(index),
            (None, Some(_)) => Inst::Call(index),
            (None, None) => Inst::CallPointer(index),
        });
        let (moves, edge) = (moves.unwrap_or_default(), self.current);
        let call = CallInfo { proc, pointer, args, moves, result, result_register, check, to, edge };
        self.code.calls.push(call);
        self.forget_all();
    }

    /// The moves of the arguments of a plain call; none if it is not plain.
    fn plain_moves(&self, callee: ProcId, args: &[(Place, Sort)]) -> Option<Vec<(Reg, Reg)>> {
        let callee = self.program.proc(callee);
        if self.stepped || !callee.has_body || callee.params.len() != args.len() {
            return None;
        }
        let moves = callee.params.iter().zip(args).map(|(param, (arg, _))| {
            let to = self.frame_register(*param);
            (arg.rep == Rep::One && to != NO_REGISTER).then_some((arg.index, to))
        });
        moves.collect()
    }

    /// The register of a frame's variable, if it has one.
    fn frame_register(&self, var: VarId) -> Reg {
        match self.homes.of(var) {
            Home::Frame(_, Place { rep: Rep::One, index }) => index,
            _ => NO_REGISTER,
        }
    }

    fn assign(&mut self, var: VarId, term: TermId) {
        match self.homes.of(var) {
            Home::Frame(_, place) => {
                let known = self.known(term, false);
                self.value_into(term, place);
                self.assigned(var);
                self.remember_copy(var, term, place, known.is_none());
            }
            Home::Global(place) => {
                let value = self.value(term);
                self.emit(match place.rep {
                    Rep::Big => Inst::SetGlobalBig { global: place.index, a: value.index },
                    _ => Inst::SetGlobal { global: place.index, a: value.index },
                });
                if place.rep == Rep::Two {
                    self.emit(Inst::SetGlobal { global: place.index + 1, a: value.index + 1 });
                }
                self.assigned(var);
                self.remember_value(var, value);
            }
            Home::Bytes | Home::Cells(_) => self.assign_memory(var, term),
            Home::Scalar(bits, address) => {
                let value = self.value(term);
                let a = self.constant(address);
                self.store(a, 0, value, self.program.terms.sort(term), bits.div_ceil(8));
                self.assigned(var);
            }
            Home::Size | Home::State | Home::Next => self.unsupported("assignment to an object array"),
            Home::Unknown => self.unsupported("assignment to a variable of no procedure"),
        }
    }

    /// After `var := term` the term's value is also in the variable, if it does not depend on it.
    fn remember_copy(&mut self, var: VarId, term: TermId, place: Place, fresh: bool) {
        let depends = self.depends_of(term);
        if fresh && !self.stepped && depends & bit(var) == 0 && !self.program.terms.is_const(term) {
            self.available.values.insert(term, Known { place, depends: depends | bit(var), quiet: false });
        }
    }

    fn remember_value(&mut self, var: VarId, place: Place) {
        let is_temp = place.rep == Rep::One && place.index >= self.temps.0;
        if let Some(&term) = self.var_terms.get(&var).filter(|_| is_temp && !self.stepped) {
            self.available.values.insert(term, Known { place, depends: bit(var), quiet: false });
        }
    }

    /// Forgets values that depend on a variable, and tells the observer of stepped code.
    fn assigned(&mut self, var: VarId) {
        self.forget(bit(var));
        if self.stepped && !matches!(self.homes.of(var), Home::Bytes | Home::Cells(_)) {
            self.emit(Inst::Note(var.index() as u32));
        }
    }

    fn memory_changed(&mut self) {
        self.forget(self.memory_mask());
    }

    /// All variables that are memory or about objects.
    fn memory_mask(&self) -> u64 {
        let memory = &self.program.memory;
        let plain = [memory.bytes, memory.size, memory.state, memory.next];
        let vars = plain.into_iter().flatten().chain(memory.regions.iter().map(|r| r.var));
        vars.fold(0, |mask, var| mask | bit(var))
    }

    /// Forgets what depends on some variables.
    fn forget(&mut self, mask: u64) {
        self.available.values.retain(|_, known| known.depends & mask == 0);
        self.available.sums.retain(|_, known| known.depends & mask == 0);
        self.available.facts.retain(|_, depends| *depends & mask == 0);
    }

    /// Remembers that a condition holds from here on.
    pub(crate) fn learn(&mut self, condition: TermId) {
        if !self.stepped && !self.program.terms.is_const(condition) {
            let depends = self.depends_of(condition);
            self.available.facts.insert(condition, depends);
        }
    }

    pub(crate) fn forget_all(&mut self) {
        let (regs, bigs) = self.temps;
        self.available = Available { regs, bigs, ..Available::default() };
    }

    // --- labels and stubs ------------------------------------------------------------------------

    pub(crate) fn emit(&mut self, inst: Inst) {
        self.code.insts.push(inst);
    }

    pub(crate) fn new_label(&mut self) -> Label {
        self.labels.push(NOWHERE);
        self.labels.len() as u32 - 1
    }

    pub(crate) fn bind(&mut self, label: Label) {
        self.barrier = self.code.insts.len();
        self.labels[label as usize] = self.barrier as u32;
    }

    pub(crate) fn is_bound(&self, loc: LocId) -> bool {
        self.labels[loc.index()] != NOWHERE
    }

    fn stub_label(&mut self, stub: Stub) -> Label {
        let label = self.new_label();
        self.stubs.push((label, self.current, self.at, stub));
        label
    }

    pub(crate) fn blocked_label(&mut self) -> Label {
        self.stub_label(Stub::Blocked)
    }

    /// A label that leads to a location; the values at hand go along if no other edge leads there.
    pub(crate) fn location_label(&mut self, loc: LocId) -> Label {
        if self.is_bound(loc) {
            let key = (loc, self.inside_loop_at(loc));
            if let Some(&label) = self.back_stubs.get(&key) {
                return label;
            }
            let label = self.stub_label(Stub::Loop(loc));
            self.back_stubs.insert(key, label);
            return label;
        }
        self.pending.push((loc, self.available.clone()));
        loc.0
    }

    /// Has a location compiled, if it is not yet, with no values at hand.
    pub(crate) fn pend_bare(&mut self, loc: LocId) {
        if !self.is_bound(loc) {
            self.pending.push((loc, self.floor(loc)));
        }
    }

    fn stub(&mut self, label: Label, edge: EdgeId, stub: Stub) {
        self.forget_all();
        self.bind(label);
        self.code.places.push((self.code.insts.len() as u32, edge));
        match stub {
            Stub::Fail(check) => self.emit(Inst::Fail(check)),
            Stub::Leak(check, to) => self.emit(Inst::Leak { check, to }),
            Stub::Blocked => self.emit(Inst::Blocked),
            Stub::Waits => self.emit(Inst::Waits),
            Stub::Loop(loc) => self.jump_back(loc),
            Stub::Step(loc) => self.emit(Inst::Step(loc)),
            Stub::Checks { edges, resume } => {
                // Values at hand on the main line stay untouched: this code has registers of its own.
                (self.available.regs, self.available.bigs) = self.main;
                for id in edges {
                    self.current = id;
                    self.code.places.push((self.code.insts.len() as u32, id));
                    if let ProgramOp::Check(check, condition) = &self.proc.edges[id.index()].op {
                        let fail = self.stub_label(Stub::Fail(*check));
                        self.jump_if(*condition, false, fail);
                    }
                }
                match resume {
                    Some(resume) => self.emit(Inst::Jump(resume)),
                    None => self.unsupported("an access failed that its checks allow"),
                }
            }
        }
    }

    pub(crate) fn unsupported(&mut self, reason: &str) {
        let index = self.code.reasons.len() as u32;
        self.code.reasons.push(reason.into());
        self.emit(Inst::Unsupported(index));
    }

    /// Replaces labels by positions.
    fn patch(&mut self) {
        let labels = &self.labels;
        let at = |label: &mut u32| *label = labels[*label as usize];
        for inst in &mut self.code.insts {
            match inst {
                Inst::Jump(to)
                | Inst::Loop { to, .. }
                | Inst::LoopSlt { to, .. }
                | Inst::LoopSle { to, .. }
                | Inst::NextSlt { to, .. }
                | Inst::NextSle { to, .. }
                | Inst::LoopUlt { to, .. }
                | Inst::LoopUle { to, .. }
                | Inst::LoopNe { to, .. }
                | Inst::LoopEq { to, .. }
                | Inst::JRange { to, .. }
                | Inst::JTrue { to, .. }
                | Inst::JFalse { to, .. }
                | Inst::JEq { to, .. }
                | Inst::JNe { to, .. }
                | Inst::JUlt { to, .. }
                | Inst::JUle { to, .. }
                | Inst::JSlt { to, .. }
                | Inst::JSle { to, .. }
                | Inst::JSAddO { to, .. }
                | Inst::JSSubO { to, .. }
                | Inst::JSMulO { to, .. }
                | Inst::Leak { to, .. }
                | Inst::Access { to, .. } => at(to),
                _ => {}
            }
        }
        for table in &mut self.code.switches {
            match table {
                SwitchTable::Dense { targets, other, .. } => {
                    targets.iter_mut().for_each(at);
                    at(other);
                }
                SwitchTable::Sorted { targets, other } => {
                    targets.iter_mut().for_each(|t| at(&mut t.1));
                    at(other);
                }
            }
        }
        for (_, label) in self.code.faults.iter_mut() {
            at(label);
        }
        self.code.faults.sort_unstable();
    }

    /// The register of a value that fits one; anything else is a big value where none can be.
    pub(crate) fn register(&mut self, t: TermId) -> Reg {
        let place = self.value(t);
        debug_assert_eq!(rep_of(self.program.terms.sort(t)), Rep::One, "an operand of one register");
        place.index
    }
}
