//! Small programs by hand.
#![allow(dead_code)]

use maymust_machine::{Captured, Env, Inputs, Limits, Machine, State, Stop, Zeros};
use maymust_program::{
    CheckData, CheckId, CheckKind, LocId, ObjectState, Op, ProcBuilder, ProcId, Program, StaticObject, VarId,
    VarKind,
};
use maymust_source::Span;
use maymust_term::{Sort, TermId};

/// A program with the usual memory variables and no procedures.
pub fn program() -> Program {
    let mut p = Program::default();
    let t = &mut p.terms;
    let bytes = t.array_sort(Sort::BitVec(64), Sort::BitVec(8));
    let size = t.array_sort(Sort::BitVec(32), Sort::BitVec(32));
    let state = t.array_sort(Sort::BitVec(32), Sort::BitVec(8));
    let none = Span::NONE;
    p.memory.bytes = Some(p.new_var("memory", bytes, VarKind::Memory, false, none));
    p.memory.size = Some(p.new_var("size", size, VarKind::Memory, false, none));
    p.memory.state = Some(p.new_var("state", state, VarKind::Memory, false, none));
    p.memory.next = Some(p.new_var("next", Sort::BitVec(32), VarKind::Memory, false, none));
    p
}

/// A procedure under construction with its program.
pub struct Builder {
    pub proc: ProcBuilder,
    pub at: LocId,
    pub entry: LocId,
    pub exit: LocId,
    counter: u32,
}

impl Builder {
    pub fn new(p: &Program, name: &str) -> Builder {
        let id = ProcId(p.procs.len() as u32);
        Builder::with_id(name, id)
    }

    pub fn with_id(name: &str, id: ProcId) -> Builder {
        let mut proc = ProcBuilder::new(name, id, Span::NONE);
        let entry = proc.fresh_loc();
        let exit = proc.fresh_loc();
        Builder { proc, at: entry, entry, exit, counter: 0 }
    }

    pub fn local(&mut self, p: &mut Program, sort: Sort) -> (VarId, TermId) {
        self.counter += 1;
        let name = format!("{}::x{}", self.proc.name, self.counter);
        let var = p.new_var(&name, sort, VarKind::Local(self.proc.id), true, Span::NONE);
        self.proc.locals.push(var);
        (var, p.terms.var(var))
    }

    pub fn param(&mut self, p: &mut Program, sort: Sort) -> (VarId, TermId) {
        self.counter += 1;
        let name = format!("{}::p{}", self.proc.name, self.counter);
        let var = p.new_var(&name, sort, VarKind::Param(self.proc.id), true, Span::NONE);
        self.proc.params.push(var);
        (var, p.terms.var(var))
    }

    pub fn result(&mut self, p: &mut Program, sort: Sort) -> (VarId, TermId) {
        let name = format!("{}::result", self.proc.name);
        let var = p.new_var(&name, sort, VarKind::Result(self.proc.id), true, Span::NONE);
        self.proc.result = Some(var);
        (var, p.terms.var(var))
    }

    pub fn op(&mut self, op: Op) {
        self.at = self.proc.step(self.at, op, Span::NONE);
    }

    pub fn assign(&mut self, var: VarId, term: TermId) {
        self.op(Op::Assign(var, term));
    }

    pub fn check(
        &mut self,
        p: &mut Program,
        kind: CheckKind,
        condition: TermId,
        access: Option<(TermId, u32)>,
    ) -> CheckId {
        let id = CheckId(p.checks.len() as u32);
        let message = format!("check {}", id.0);
        p.checks.push(CheckData {
            kind,
            message: message.into(),
            proc: self.proc.id,
            span: Span::NONE,
            access,
        });
        self.op(Op::Check(id, condition));
        id
    }

    pub fn jump(&mut self, p: &Program, to: LocId) {
        self.proc.skip(&p.terms, self.at, to, Span::NONE);
    }

    pub fn finish(mut self, p: &mut Program) -> ProcId {
        let (at, exit) = (self.at, self.exit);
        self.proc.skip(&p.terms, at, exit, Span::NONE);
        let id = self.proc.id;
        let proc = self.proc.finish(p, self.entry, self.exit);
        while p.procs.len() <= id.index() {
            p.procs.push(proc.clone());
        }
        p.procs[id.index()] = proc;
        id
    }
}

pub fn static_object(p: &mut Program, name: &str, size: u32, state: ObjectState) -> u64 {
    p.statics.push(StaticObject {
        name: name.into(),
        size,
        state,
        proc: None,
        is_library: false,
        span: Span::NONE,
    });
    (p.statics.len() as u64) << 32
}

pub fn run(machine: &Machine<'_>, state: &mut State) -> Stop {
    run_with(machine, state, &mut Zeros, Limits::default())
}

pub fn run_with(machine: &Machine<'_>, state: &mut State, inputs: &mut dyn Inputs, limits: Limits) -> Stop {
    let mut output = Captured::default();
    machine.run(state, Env { inputs, output: &mut output, observer: None }, limits)
}

/// Memory terms.
pub fn load(p: &mut Program, address: TermId, bytes: u32) -> TermId {
    let memory = p.terms.var(p.memory.bytes.unwrap());
    p.terms.load(memory, address, bytes)
}

pub fn store(p: &mut Program, address: TermId, value: TermId) -> Op {
    let var = p.memory.bytes.unwrap();
    let memory = p.terms.var(var);
    let stored = p.terms.store_wide(memory, address, value);
    Op::Assign(var, stored)
}

/// The checks of an access as lowering makes them.
pub fn access_checks(b: &mut Builder, p: &mut Program, address: TermId, bytes: u32, write: bool) {
    let (size, state) = (p.terms.var(p.memory.size.unwrap()), p.terms.var(p.memory.state.unwrap()));
    let object = p.terms.extract(address, 63, 32);
    let offset = p.terms.extract(address, 31, 0);
    let zero = p.terms.bv(32, 0);
    let not_null = p.terms.ne(object, zero);
    b.check(p, CheckKind::NullDereference, not_null, Some((address, bytes)));
    let s = p.terms.select(state, object);
    let (one, last) = (p.terms.bv(8, 1), p.terms.bv(8, if write { 4 } else { 5 }));
    let (low, high) = (p.terms.ule(one, s), p.terms.ule(s, last));
    let (six, seven) = (p.terms.bv(8, 6), p.terms.bv(8, 7));
    let (freed, dead) = (p.terms.eq(s, six), p.terms.eq(s, seven));
    let live = p.terms.and(&[low, high]);
    let known = p.terms.or(&[live, freed, dead]);
    b.check(p, CheckKind::InvalidPointer, known, Some((address, bytes)));
    let not_freed = p.terms.or(&[freed, dead]);
    let not_freed = p.terms.not(not_freed);
    b.check(p, CheckKind::UseAfterFree, not_freed, Some((address, bytes)));
    let n = p.terms.bv(64, u64::from(bytes));
    let wide = p.terms.zero_extend(offset, 32);
    let end = p.terms.bv_add(wide, n);
    let size = p.terms.select(size, object);
    let size = p.terms.zero_extend(size, 32);
    let inside = p.terms.ule(end, size);
    b.check(p, CheckKind::Bounds, inside, Some((address, bytes)));
}
