//! Operations of threads, where they are switched, and the accesses that races are looked for in.

use maymust_program::{CheckKind, LocId, Op as ProgramOp, VarId, VarKind};
use maymust_term::{Op, TermId};
use rustc_hash::FxHashSet;

use super::{Compiler, Stub};
use crate::code::{CallInfo, NO_REGISTER};
use crate::inst::Inst;
use crate::layout::{Home, Place};
use crate::races::{Touch, Touched};

impl Compiler<'_> {
    /// Threads may be switched before the edges out of a location.
    pub(super) fn yield_at(&mut self, loc: LocId) {
        if self.threads.is_some_and(|t| t.at(self.program, self.id, loc)) {
            self.emit(Inst::Yield(loc));
        }
    }

    /// Emits an operation of threads; false if nothing follows it.
    pub(super) fn thread_operation(&mut self, op: &ProgramOp) -> bool {
        match op {
            ProgramOp::Spawn { proc, args, result } => {
                let args: Vec<(Place, _)> =
                    args.iter().map(|a| (self.value(*a), self.program.terms.sort(*a))).collect();
                let index = self.code.calls.len() as u32;
                self.code.calls.push(CallInfo {
                    proc: Some(*proc),
                    pointer: 0,
                    args,
                    moves: Vec::new(),
                    result: *result,
                    result_register: NO_REGISTER,
                    check: None,
                    to: LocId(0),
                    edge: self.current,
                });
                self.emit(Inst::Spawn(index));
                if let Some(var) = result {
                    self.assigned(*var);
                }
            }
            ProgramOp::Block { condition, .. } => {
                let label = self.stub_label(Stub::Waits);
                self.jump_if(*condition, false, label);
            }
            ProgramOp::AtomicBegin => self.emit(Inst::Section { enters: true }),
            ProgramOp::AtomicEnd => self.emit(Inst::Section { enters: false }),
            ProgramOp::Acquire(address) => self.order(*address, false),
            ProgramOp::Release(address) => self.order(*address, true),
            ProgramOp::EndThread => {
                self.emit(Inst::EndThread);
                return false;
            }
            _ => {}
        }
        true
    }

    fn order(&mut self, address: TermId, release: bool) {
        if self.looks_for_races() {
            let a = self.register(address);
            self.emit(Inst::Order { a, release });
        }
    }

    fn looks_for_races(&self) -> bool {
        self.threads.is_some() && self.checks.contains(CheckKind::DataRace)
    }

    /// The accesses of the conditions of a branch.
    pub(super) fn touch_branch(&mut self, loc: LocId) {
        if !self.looks_for_races() {
            return;
        }
        let edges = self.proc.out[loc.index()] as usize..self.proc.out[loc.index() + 1] as usize;
        self.code.places.push((self.code.insts.len() as u32, maymust_program::EdgeId(edges.start as u32)));
        let mut seen = FxHashSet::default();
        for edge in edges {
            for t in self.proc.edges[edge].op.terms() {
                self.touch_reads(t, &mut seen);
            }
        }
    }

    /// The accesses of an operation.
    pub(super) fn touch(&mut self, op: &ProgramOp) {
        // A check looks at nothing that the access behind it does not touch.
        if !self.looks_for_races() {
            return;
        }
        let mut seen = FxHashSet::default();
        op.for_each_term(|t| self.touch_reads(t, &mut seen));
        match op {
            ProgramOp::Assign(var, term) if self.program.terms.symbol_sort(*var).is_array() => {
                self.touch_stores(*var, *term);
            }
            ProgramOp::Copy { to, from, bytes } => {
                let (to, from, bytes) = (self.register(*to), self.register(*from), self.register(*bytes));
                self.note_touch(Touched::Block(from, bytes), false);
                self.note_touch(Touched::Block(to, bytes), true);
            }
            ProgramOp::Fill { to, bytes, .. } => {
                let (to, bytes) = (self.register(*to), self.register(*bytes));
                self.note_touch(Touched::Block(to, bytes), true);
            }
            ProgramOp::Free { pointer, .. } => {
                let pointer = self.register(*pointer);
                self.note_touch(Touched::Object(pointer), true);
            }
            ProgramOp::Bytes { to, data } => {
                let to = self.register(*to);
                self.note_touch(Touched::Bytes(to, data.len() as u32), true);
            }
            op => {
                if let Some(var) = op.target() {
                    self.touch_var(var, true);
                }
            }
        }
    }

    fn note_touch(&mut self, what: Touched, write: bool) {
        let index = self.code.touches.len() as u32;
        self.code.touches.push(Touch { what, write });
        self.emit(Inst::Touch(index));
    }

    fn touch_var(&mut self, var: VarId, write: bool) {
        match self.homes.of(var) {
            Home::Scalar(bits, address) => {
                let a = self.constant(address);
                self.note_touch(Touched::Bytes(a, bits.div_ceil(8)), write);
            }
            _ if self.proc.is_library() || Some(var) == self.program.memory.heap_objects => {}
            Home::Global(_) if self.program.var(var).kind == VarKind::Global => {
                self.note_touch(Touched::Var(var), write);
            }
            _ => {}
        }
    }

    fn touch_stores(&mut self, var: VarId, mut term: TermId) {
        while let Op::Store | Op::StoreWide { .. } = self.program.terms.op(term) {
            let terms = &self.program.terms;
            let bytes = match terms.op(term) {
                Op::StoreWide { bytes } => Some(bytes),
                _ => self.cell_bytes(var),
            };
            let (address, next) = (terms.arg(term, 1), terms.arg(term, 0));
            if let Some(bytes) = bytes {
                let a = self.register(address);
                self.note_touch(Touched::Bytes(a, bytes), true);
            }
            term = next;
        }
    }

    /// Bytes of an element of a memory; none for the arrays about objects.
    fn cell_bytes(&self, var: VarId) -> Option<u32> {
        match self.homes.of(var) {
            Home::Bytes => Some(1),
            Home::Cells(bits) => Some(bits.div_ceil(8)),
            _ => None,
        }
    }

    /// Loads and globals in a term, but for those on one side of a choice only.
    fn touch_reads(&mut self, root: TermId, seen: &mut FxHashSet<TermId>) {
        let mut stack = vec![root];
        while let Some(t) = stack.pop() {
            if !seen.insert(t) {
                continue;
            }
            let terms = &self.program.terms;
            if let Some(var) = terms.as_var(t) {
                if !terms.symbol_sort(var).is_array() {
                    self.touch_var(var, false);
                }
                continue;
            }
            let args = terms.args(t).to_vec();
            let memory = args.first().and_then(|a| terms.as_var(*a));
            let bytes = match (terms.op(t), memory) {
                (Op::Load { bytes }, Some(var)) => self.cell_bytes(var).map(|_| bytes),
                (Op::Select, Some(var)) => self.cell_bytes(var),
                _ => None,
            };
            let is_choice = terms.op(t) == Op::Ite;
            if let Some(bytes) = bytes {
                let a = self.register(args[1]);
                self.note_touch(Touched::Bytes(a, bytes), false);
            }
            stack.extend(args.into_iter().take(if is_choice { 1 } else { usize::MAX }));
        }
    }
}
