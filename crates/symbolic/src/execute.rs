//! One operation, from a symbolic state to the next.

use maymust_program::partition::touched_regions;
use maymust_program::{Cell, CheckId, Input, ObjectState, Op, ProcId, Program, Region, VarId};
use maymust_term::{BvValue, Table, TermId, Terms, Value};
use std::sync::Arc;

use crate::range;
use crate::state::State;

/// Where new symbols come from. The state is the one before the operation.
pub trait Host {
    /// An arbitrary value for a variable.
    fn input(&mut self, terms: &mut Terms, state: &State, var: VarId, input: &Input) -> TermId;

    /// A new object with arbitrary contents: these are what its cells are in the regions' present values. The number is
    /// BV32, the size BV32.
    fn contents(&mut self, _terms: &mut Terms, _state: &State, _number: TermId, _size: TermId) {}

    /// Any value, because the exact one cannot be said: from here on there are more states than runs.
    fn forget(&mut self, terms: &mut Terms, var: VarId) -> TermId;
}

/// What an operation leaves to the engine. Terms are over values at the start.
#[derive(Clone, Debug)]
pub enum Step {
    /// Nothing: the state has been carried on.
    Next,
    /// Fails unless the condition holds.
    Check(CheckId, TermId),
    /// A call.
    Call {
        /// Callee.
        proc: ProcId,
        /// Arguments.
        args: Vec<TermId>,
        /// Where the result goes.
        result: Option<VarId>,
    },
    /// The run ends.
    Halt(TermId),
    /// Not modelled: no run is known beyond.
    Unsupported(Arc<str>),
}

/// Carries a state over an operation.
pub fn execute(
    program: &Program,
    terms: &mut Terms,
    state: &mut State,
    op: &Op,
    host: &mut dyn Host,
) -> Step {
    let mut x = Execute { program, terms, state, host };
    match op {
        Op::Assign(var, t) => {
            let value = x.state.eval(x.terms, *t);
            x.state.set(*var, value);
        }
        Op::Assume(t) => {
            let condition = x.state.eval(x.terms, *t);
            x.state.assume(x.terms, condition);
        }
        Op::Havoc(var, input) => {
            let value = x.host.input(x.terms, x.state, *var, input);
            x.state.set(*var, value);
        }
        Op::Check(check, t) => return Step::Check(*check, x.state.eval(x.terms, *t)),
        Op::Call { proc, args, result } => {
            let args = x.state.eval_all(x.terms, args);
            return Step::Call { proc: *proc, args, result: *result };
        }
        Op::Spawn { .. } | Op::Block { .. } | Op::EndThread => {
            return Step::Unsupported("threads".into());
        }
        // One thread alone is never disturbed.
        Op::AtomicBegin | Op::AtomicEnd | Op::Acquire(_) | Op::Release(_) => {}
        Op::CallPointer { .. } => return Step::Unsupported("a call through a pointer".into()),
        Op::Allocate { result, size, state, zeroed } => x.allocate(op, *result, *size, *state, *zeroed),
        Op::Free { pointer, state } => x.free(*pointer, *state),
        Op::Copy { to, from, bytes } => x.copy(op, *to, *from, *bytes),
        Op::Fill { to, byte, bytes } => {
            let args = x.state.eval_all(x.terms, &[*to, *byte, *bytes]);
            x.fill(op, args[0], args[1], args[2]);
        }
        Op::Bytes { to, data } => x.bytes(op, *to, data),
        Op::Output { .. } => {}
        Op::Halt(status) => return Step::Halt(x.state.eval(x.terms, *status)),
        Op::Unsupported(reason) => return Step::Unsupported(reason.clone()),
    }
    Step::Next
}

struct Execute<'a> {
    program: &'a Program,
    terms: &'a mut Terms,
    state: &'a mut State,
    host: &'a mut dyn Host,
}

impl<'a> Execute<'a> {
    fn regions(&self, op: &Op) -> Vec<&'a Region> {
        let touched = touched_regions(self.program, op);
        touched.iter().map(|r| &self.program.memory.regions[*r as usize]).collect()
    }

    /// Writes a region, or forgets it.
    fn update(&mut self, var: VarId, value: Option<TermId>) {
        let value = value.unwrap_or_else(|| self.host.forget(self.terms, var));
        self.state.set(var, value);
    }

    /// Before partition block operations touch the undivided memory, about which nothing is said here.
    fn forget_undivided(&mut self) {
        if let Some(var) = self.program.memory.bytes {
            self.update(var, None);
        }
    }

    fn allocate(&mut self, op: &Op, result: VarId, size: TermId, life: ObjectState, zeroed: bool) {
        let memory = &self.program.memory;
        let (Some(next), Some(sizes), Some(states)) = (memory.next, memory.size, memory.state) else {
            return;
        };
        let size = self.state.eval(self.terms, size);
        let number = self.state.value(self.terms, next);
        if !zeroed {
            self.host.contents(self.terms, self.state, number, size);
        }
        let pointer = self.program.layout.start(self.terms, number);
        if zeroed {
            let byte = self.terms.bv(8, 0);
            self.fill(op, pointer, byte, size);
        }
        // Numbers are never used twice: running out of them would be a limit of the model, not of the program. The note on
        // the program's layout says so.
        let layout = self.program.layout;
        let last = layout.number(self.terms, layout.objects() - 1);
        let more = self.terms.ult(number, last);
        self.state.assume(self.terms, more);
        let one = layout.number(self.terms, 1);
        let following = self.terms.bv_add(number, one);
        self.state.set(next, following);
        let old = self.state.value(self.terms, sizes);
        let new = self.terms.store(old, number, size);
        self.state.set(sizes, new);
        self.set_life(states, number, life);
        self.state.set(result, pointer);
    }

    fn set_life(&mut self, states: VarId, number: TermId, life: ObjectState) {
        let life = life.term(self.terms);
        let old = self.state.value(self.terms, states);
        let new = self.terms.store(old, number, life);
        self.state.set(states, new);
    }

    fn free(&mut self, pointer: TermId, life: ObjectState) {
        let Some(states) = self.program.memory.state else { return };
        let pointer = self.state.eval(self.terms, pointer);
        let number = self.program.layout.object(self.terms, pointer);
        let before = self.state.value(self.terms, states);
        self.set_life(states, number, life);
        // Nothing happens to null.
        let zero = self.program.layout.number(self.terms, 0);
        let null = self.terms.eq(number, zero);
        let after = self.state.value(self.terms, states);
        let value = self.terms.ite(null, before, after);
        self.state.set(states, value);
    }

    fn copy(&mut self, op: &Op, to: TermId, from: TermId, bytes: TermId) {
        let args = self.state.eval_all(self.terms, &[to, from, bytes]);
        let (to, from, bytes) = (args[0], args[1], args[2]);
        self.forget_undivided();
        for region in self.regions(op) {
            let old = self.state.value(self.terms, region.var);
            let new = range::copy(self.terms, region, old, to, bytes, old, from);
            self.update(region.var, new);
        }
    }

    fn fill(&mut self, op: &Op, to: TermId, byte: TermId, bytes: TermId) {
        self.forget_undivided();
        for region in self.regions(op) {
            let old = self.state.value(self.terms, region.var);
            let value = self.terms.repeat(byte, cell_bits(region) / 8);
            let new = range::fill(self.terms, region, old, to, bytes, value);
            self.state.set(region.var, new);
        }
    }

    fn bytes(&mut self, op: &Op, to: TermId, data: &[u8]) {
        let to = self.state.eval(self.terms, to);
        self.forget_undivided();
        for region in self.regions(op) {
            let old = self.state.value(self.terms, region.var);
            let new = self.write_data(region, old, to, data);
            self.update(region.var, new);
        }
    }

    /// Constant bytes: a cell gets as many of them as it has, if there are so many from its start on.
    fn write_data(&mut self, region: &Region, array: TermId, to: TermId, data: &[u8]) -> Option<TermId> {
        let bits = cell_bits(region);
        let width = (bits / 8) as usize;
        if data.len() < width {
            return Some(array);
        }
        let starts = data.len() - width + 1;
        let cell = |i: usize| data[i..i + width].iter().rev().fold(0u128, |v, b| v << 8 | u128::from(*b));
        if let Cell::Scalar { address, .. } = region.cell {
            let to = self.terms.as_u64(to)?;
            let at = address.wrapping_sub(to);
            if at >= starts as u64 {
                return Some(array);
            }
            return (bits <= 128).then(|| self.terms.bv_u128(bits, cell(at as usize)));
        }
        if bits > 128 {
            return None;
        }
        let sort = self.terms.sort(array);
        let value = |i: usize| Value::Bv(BvValue::new(bits, cell(i)));
        let values: Vec<Value> = (0..starts).map(value).collect();
        let table = Table::new(BvValue::zero(self.program.layout.bits()), Value::bv(bits, 0), &values);
        let source = self.terms.table(sort, table);
        let (from, length) = (self.program.layout.null(self.terms), self.terms.bv(32, starts as u64));
        range::copy(self.terms, region, array, to, length, source, from)
    }
}

/// The width of a region's cells.
pub fn cell_bits(region: &Region) -> u32 {
    match region.cell {
        Cell::Bytes => 8,
        Cell::Cells { bits } | Cell::Scalar { bits, .. } => bits,
    }
}
