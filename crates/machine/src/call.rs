//! Calls and returns. The frames are a list: recursion of the program is none of ours.

use maymust_program::{EdgeId, Input, LocId, ObjectState, ProcId, VarId};
use maymust_term::{Sort, Value};

use crate::code::{CallInfo, Code, NO_REGISTER, NOWHERE};
use crate::exec::{Exec, Exit};
use crate::inputs::Request;
use crate::layout::Home;
use crate::layout::{Place, Rep};
use crate::machine::{Stop, from_words};
use crate::state::{Frame, State};

/// What follows a call or a return.
pub(crate) enum Next<'m> {
    /// This code, with its window and position.
    Code { code: &'m Code, base: usize, pc: usize },
    /// The run stops.
    Exit(Exit),
}

impl<'m> Exec<'m, '_> {
    /// Calls; a pointer names the callee if it is given.
    #[inline(never)]
    pub(crate) fn call(
        &mut self,
        state: &mut State,
        code: &'m Code,
        call: &CallInfo,
        pointer: Option<u64>,
        pc: u32,
    ) -> Next<'m> {
        let proc = match (call.proc, pointer) {
            (Some(proc), _) => proc,
            (None, Some(pointer)) => match self.callee(pointer, call) {
                Some(proc) => proc,
                None => {
                    return Next::Exit(match call.check {
                        Some(check) => Exit::Check(check, pc),
                        None => Exit::Unsupported("a call through an invalid pointer".into(), pc),
                    });
                }
            },
            (None, None) => return Next::Exit(Exit::Unsupported("a call of nothing".into(), pc)),
        };
        if state.frames.len() >= self.max_frames {
            return Next::Exit(Exit::StackOverflow(pc));
        }
        if !self.stepped {
            if self.fuel == 0 {
                // The call itself is done again when the run goes on.
                return Next::Exit(self.stop_at_call(state, call));
            }
            self.fuel -= 1;
        }
        if !self.machine.program.proc(proc).has_body {
            return self.call_unknown(state, code, call, proc, pc);
        }
        self.enter(state, code, call, proc)
    }

    fn stop_at_call(&self, state: &mut State, call: &CallInfo) -> Exit {
        if let Some(frame) = state.frames.last_mut() {
            frame.loc = self.machine.program.proc(frame.proc).edges[call.edge.index()].from;
        }
        Exit::Stop(Stop::StepLimit)
    }

    /// The function that a pointer points to, if it has these parameters.
    fn callee(&self, pointer: u64, call: &CallInfo) -> Option<ProcId> {
        let program = self.machine.program;
        let (number, offset) = program.layout.split(pointer);
        let object = program.statics.get((number as usize).checked_sub(1)?)?;
        let proc = object.proc.filter(|_| object.state == ObjectState::Code && offset == 0)?;
        let data = program.proc(proc);
        let sort = |var: &VarId| program.terms.symbol_sort(*var);
        let same_args = (data.params.len() == call.args.len() || data.any_arguments)
            && data.params.iter().zip(&call.args).all(|(param, arg)| sort(param) == arg.1);
        let same_result = match (call.result, data.result) {
            (Some(to), Some(from)) => sort(&to) == sort(&from),
            (Some(_), None) => false,
            (None, _) => true,
        };
        (same_args && same_result).then_some(proc)
    }

    /// Pushes the frame of a procedure with a body.
    fn enter(&mut self, state: &mut State, code: &'m Code, call: &CallInfo, proc: ProcId) -> Next<'m> {
        let machine = self.machine;
        let callee = machine.code(proc, self.stepped);
        let entry = machine.program.proc(proc).entry;
        let Some(caller) = state.frames.last_mut() else { return Next::Exit(Exit::Stop(Stop::Returned)) };
        wait_for(caller, call);
        let (from, big_from) = (caller.base as usize, caller.big_base);
        let base = from + code.regs as usize;
        let big_base = big_from + code.bigs;
        state.frames.push(new_frame(proc, entry, base, big_base));
        let end = base + callee.regs as usize;
        if state.regs.len() < end {
            state.regs.resize(end.max(2 * state.regs.len()), 0);
        }
        state.regs[base..base + callee.image.len()].copy_from_slice(&callee.image);
        if callee.bigs > 0 {
            machine.push_bigs(state, proc, callee);
        }
        pass_arguments(state, call, callee, (from, big_from), (base, big_base));
        Next::Code { code: callee, base, pc: callee.entries[entry.index()] as usize }
    }

    /// A plain call: what `call` does, where little is to be done.
    #[inline(always)]
    pub(crate) fn call_plain(
        &mut self,
        state: &mut State,
        code: &'m Code,
        call: &CallInfo,
        base: usize,
        pc: u32,
    ) -> Next<'m> {
        let Some(proc) = call.proc else { return self.call(state, code, call, None, pc) };
        let callee = self.machine.code(proc, false);
        let next = base + code.regs as usize;
        let end = next + callee.regs as usize;
        if self.fuel == 0
            || state.frames.len() >= self.max_frames
            || callee.bigs > 0
            || state.regs.len() < end
        {
            return self.call(state, code, call, None, pc);
        }
        let Some(caller) = state.frames.last_mut() else { return Next::Exit(Exit::Stop(Stop::Returned)) };
        self.fuel -= 1;
        wait_for(caller, call);
        let big_base = caller.big_base + code.bigs;
        state.frames.push(new_frame(proc, LocId(callee.entry), next, big_base));
        let (mine, theirs) = state.regs[base..end].split_at_mut(code.regs as usize);
        theirs[..callee.image.len()].copy_from_slice(&callee.image);
        for &(from, to) in &call.moves {
            theirs[to as usize] = mine[from as usize];
        }
        Next::Code { code: callee, base: next, pc: callee.entry_pc as usize }
    }

    /// A return from a procedure: what `leave` does, where little is to be done.
    #[inline(always)]
    pub(crate) fn leave_plain(&mut self, state: &mut State, code: &'m Code, base: usize) -> Next<'m> {
        let [.., caller, _] = state.frames.as_slice() else { return self.leave(state, code) };
        let caller_code = self.machine.code(caller.proc, self.stepped);
        let (from, to) = (code.result_register, caller.result_register);
        let pc = caller_code.entries[caller.loc.index()];
        let at = caller.base as usize;
        if self.stepped
            || pc == NOWHERE
            || state.regs.len() < at + caller_code.regs as usize
            || caller.result.is_some() && (from == NO_REGISTER || to == NO_REGISTER)
        {
            return self.leave(state, code);
        }
        if caller.result.is_some() {
            state.regs[at + to as usize] = state.regs[base + from as usize];
        }
        state.frames.pop();
        Next::Code { code: caller_code, base: at, pc: pc as usize }
    }

    /// A call of a function without body gives any value.
    fn call_unknown(
        &mut self,
        state: &mut State,
        code: &'m Code,
        call: &CallInfo,
        proc: ProcId,
        pc: u32,
    ) -> Next<'m> {
        if let Some(var) = call.result {
            let input = Input::External(self.machine.program.proc(proc).name.as_str().into());
            if let Err(exit) = self.set_input(state, var, &input, pc) {
                return Next::Exit(exit);
            }
        }
        self.resume(state, code, call.to)
    }

    /// Goes on at a location of the innermost frame.
    fn resume(&mut self, state: &mut State, code: &'m Code, loc: LocId) -> Next<'m> {
        let base = state.frames.last().map_or(0, |f| f.base as usize);
        let pc = code.entries[loc.index()];
        if pc == NOWHERE {
            if let Some(frame) = state.frames.last_mut() {
                frame.loc = loc;
            }
            return Next::Exit(Exit::NoEntry);
        }
        Next::Code { code, base, pc: pc as usize }
    }

    /// Returns from the innermost frame.
    #[inline(never)]
    pub(crate) fn leave(&mut self, state: &mut State, code: &'m Code) -> Next<'m> {
        let Some(frame) = state.frames.pop() else { return Next::Exit(Exit::Stop(Stop::Returned)) };
        let Some(&caller) = state.frames.last() else {
            state.returned = code.result.and_then(|place| self.result_value(state, &frame, place));
            return Next::Exit(Exit::Stop(Stop::Returned));
        };
        if let (Some(var), Some(place)) = (caller.result, code.result) {
            self.pass_result(state, &frame, &caller, var, place);
        }
        let caller_code = self.machine.code(caller.proc, self.stepped);
        let end = caller.base as usize + caller_code.regs as usize;
        if state.regs.len() < end {
            state.regs.resize(end, 0);
        }
        self.resume(state, caller_code, caller.loc)
    }

    fn pass_result(&mut self, state: &mut State, frame: &Frame, caller: &Frame, var: VarId, place: Place) {
        let source = (frame.base + place.index) as usize;
        match (self.machine.homes.of(var), place.rep) {
            (Home::Frame(_, Place { rep: Rep::One, index }), Rep::One) => {
                state.regs[(caller.base + index) as usize] = state.regs[source];
            }
            (Home::Global(Place { rep: Rep::One, index }), Rep::One) => {
                state.globals[index as usize] = state.regs[source];
            }
            _ => {
                if let Some(value) = self.result_value(state, frame, place) {
                    self.machine.set_value(state, var, &value);
                }
            }
        }
        if self.stepped
            && let Some(observer) = &mut self.observer
            && let Some(value) = self.machine.value(state, var)
        {
            observer.assigned(var, &value);
        }
    }

    fn result_value(&self, state: &State, frame: &Frame, place: Place) -> Option<Value> {
        let program = self.machine.program;
        let sort: Sort = program.terms.symbol_sort(program.proc(frame.proc).result?);
        Some(match place.rep {
            Rep::Big => state.bigs[(frame.big_base + place.index) as usize].clone(),
            _ => from_words(sort, &state.regs[(frame.base + place.index) as usize..]),
        })
    }

    /// Gives a variable a value from the inputs.
    pub(crate) fn set_input(
        &mut self,
        state: &mut State,
        var: VarId,
        input: &Input,
        pc: u32,
    ) -> Result<(), Exit> {
        let terms = &self.machine.program.terms;
        let sort = terms.symbol_sort(var);
        let value = match input {
            Input::Stdin => {
                // What was written before must be seen before the program waits for input.
                self.output.flush();
                let byte = self.inputs.stdin().map_or(-1, i64::from);
                Some(Value::Bv(maymust_term::BvValue::from_i64(sort.width().unwrap_or(32), byte)))
            }
            _ => self.inputs.value(terms, Request { input, sort, var: Some(var) }),
        };
        let Some(value) = value else { return Err(Exit::InputsEnded(pc)) };
        if !self.machine.set_value(state, var, &value) {
            return Err(Exit::Unsupported("an input of another sort than asked for".into(), pc));
        }
        if self.machine.options.record {
            state.record.values.push((input.clone(), value));
        }
        Ok(())
    }
}

/// The caller goes on after the call.
#[inline(always)]
fn wait_for(caller: &mut Frame, call: &CallInfo) {
    (caller.loc, caller.edge) = (call.to, call.edge);
    (caller.result, caller.result_register) = (call.result, call.result_register);
}

#[inline(always)]
fn new_frame(proc: ProcId, loc: LocId, base: usize, big_base: u32) -> Frame {
    let base = base as u32;
    Frame { proc, loc, edge: EdgeId(0), base, big_base, result: None, result_register: NO_REGISTER }
}

/// Copies arguments from the caller's window to the callee's.
#[inline]
fn pass_arguments(
    state: &mut State,
    call: &CallInfo,
    callee: &Code,
    (from, big_from): (usize, u32),
    (base, big_base): (usize, u32),
) {
    for (to, (place, _)) in callee.params.iter().zip(&call.args) {
        let (source, target) = (from + place.index as usize, base + to.index as usize);
        match (place.rep, to.rep) {
            (Rep::Big, Rep::Big) => {
                let value = state.bigs[(big_from + place.index) as usize].clone();
                state.bigs[(big_base + to.index) as usize] = value;
            }
            (Rep::Big, _) | (_, Rep::Big) => {}
            (_, Rep::Two) => {
                state.regs[target] = state.regs[source];
                state.regs[target + 1] = state.regs[source + 1];
            }
            _ => state.regs[target] = state.regs[source],
        }
    }
}
