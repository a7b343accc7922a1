//! Instructions that are rare or long: operators by their meaning, whole terms, inputs, allocation.

use maymust_program::{ObjectState, VarId};
use maymust_term::{TermId, Value, apply, eval};

use crate::code::{AllocateInfo, AnyAccess, ApplyInfo, Code, HavocInfo};
use crate::exec::{Exec, Exit};
use crate::inputs::zero;
use crate::layout::{Place, Rep};
use crate::machine::{from_bytes, from_words, put_words, to_bytes};
use crate::memory::{Fault, Site};
use crate::reader::read_term;
use crate::state::State;

impl Exec<'_, '_> {
    fn read_place(&self, state: &State, place: Place, sort: maymust_term::Sort) -> Value {
        let Some(frame) = state.frames.last() else { return zero(&self.machine.program.terms, sort) };
        match place.rep {
            Rep::Big => state.bigs[(frame.big_base + place.index) as usize].clone(),
            _ => from_words(sort, &state.regs[(frame.base + place.index) as usize..]),
        }
    }

    fn write_place(&self, state: &mut State, place: Place, value: Value) {
        let Some(&frame) = state.frames.last() else { return };
        match place.rep {
            Rep::Big => state.bigs[(frame.big_base + place.index) as usize] = value,
            _ => put_words(&mut state.regs[(frame.base + place.index) as usize..], &value),
        }
    }

    /// An operator by its meaning.
    #[inline(never)]
    pub(crate) fn apply(&self, state: &mut State, info: &ApplyInfo) {
        let values: Vec<Value> = info.args.iter().map(|(p, s)| self.read_place(state, *p, *s)).collect();
        let refs: Vec<&Value> = values.iter().collect();
        self.write_place(state, info.dst, apply(info.op, &refs));
    }

    /// A whole term.
    #[inline(never)]
    pub(crate) fn eval(&self, state: &mut State, term: TermId, place: Place) {
        let value = self.eval_term(state, term);
        self.write_place(state, place, value);
    }

    /// Cell by cell if that is possible: memory as a whole is an array of as many elements as there are bytes.
    fn eval_term(&self, state: &State, term: TermId) -> Value {
        if let Some(value) = read_term(self.machine, state, term) {
            return value;
        }
        let terms = &self.machine.program.terms;
        let model = |var: VarId| {
            self.machine.value(state, var).unwrap_or_else(|| zero(terms, terms.symbol_sort(var)))
        };
        eval(terms, term, &model)
    }

    /// `select(literal, index)`.
    #[inline(never)]
    pub(crate) fn table_select(&self, select: TermId, index: u64) -> u64 {
        let terms = &self.machine.program.terms;
        let array = terms.arg(select, 0);
        let width = terms.sort(terms.arg(select, 1)).width().unwrap_or(64);
        let value = terms.as_table(array).map(|t| t.select(&maymust_term::BvValue::from_u64(width, index)));
        let mut words = [0; 2];
        put_words(&mut words, &value.unwrap_or(Value::Bool(false)));
        words[0]
    }

    /// A load of unusual size.
    #[inline(never)]
    pub(crate) fn load_any(&self, state: &mut State, access: &AnyAccess, address: u64) -> Result<(), Fault> {
        let value = match state.memory.read(address, access.bytes as usize) {
            Ok(bytes) => from_bytes(access.sort, &bytes),
            Err(Fault) if access.quiet => zero(&self.machine.program.terms, access.sort),
            Err(fault) => return Err(fault),
        };
        self.write_place(state, access.value, value);
        Ok(())
    }

    /// A store of unusual size.
    #[inline(never)]
    pub(crate) fn store_any(&self, state: &mut State, access: &AnyAccess, address: u64) -> Result<(), Fault> {
        let value = self.read_place(state, access.value, access.sort);
        state.memory.write(address, &to_bytes(&value, access.bytes))
    }

    /// Assigns memory as a whole.
    #[inline(never)]
    pub(crate) fn assign_array(
        &self,
        state: &mut State,
        var: VarId,
        term: TermId,
        pc: u32,
    ) -> Result<(), Exit> {
        let value = self.eval_term(state, term);
        if self.machine.set_array(state, var, &value) {
            return Ok(());
        }
        Err(Exit::Unsupported("an assignment to memory as a whole".into(), pc))
    }

    /// An arbitrary value.
    #[inline(never)]
    pub(crate) fn havoc(&mut self, state: &mut State, info: &HavocInfo, pc: u32) -> Result<(), Exit> {
        if self.machine.program.terms.symbol_sort(info.var).is_array() && self.is_memory(info.var) {
            return Err(Exit::Unsupported("arbitrary contents of all memory".into(), pc));
        }
        self.set_input(state, info.var, &info.input, pc)
    }

    fn is_memory(&self, var: VarId) -> bool {
        use crate::layout::Home;
        !matches!(self.machine.homes.of(var), Home::Frame(..) | Home::Global(_))
    }

    /// A new object.
    #[inline(never)]
    pub(crate) fn allocate(
        &mut self,
        state: &mut State,
        info: &AllocateInfo,
        size: u32,
        code: &Code,
        pc: u32,
    ) -> Result<(), Exit> {
        if state.memory.live_bytes().saturating_add(u64::from(size)) > self.max_memory {
            let reason = format!("more than {} bytes of objects at a time", self.max_memory);
            return Err(Exit::Unsupported(reason, pc));
        }
        let (proc, edge) = match info.state {
            ObjectState::Heap => self.user_place(state, code, pc),
            _ => self.here(state, code, pc),
        };
        let Some(number) = state.memory.allocate(size, info.state, Site::Edge(proc, edge)) else {
            let most = self.machine.program.layout.objects() - 1;
            return Err(Exit::Unsupported(format!("more than {most} objects"), pc));
        };
        let address = state.memory.address(number, 0);
        if !info.zeroed && self.machine.watches_unset {
            state.memory.watch(number);
        }
        if !info.zeroed
            && let Some(mut bytes) = self.inputs.contents(number, size)
        {
            // What is not given is zero, as a new object is.
            bytes.truncate(size as usize);
            if state.memory.write(address, &bytes).is_ok() && self.machine.options.record {
                state.record.contents.push((number, bytes));
            }
        }
        if !self.machine.set_value(
            state,
            info.result,
            &Value::bv(self.machine.program.layout.bits(), address),
        ) {
            return Err(Exit::Unsupported("an allocation into something that is no pointer".into(), pc));
        }
        Ok(())
    }
}
