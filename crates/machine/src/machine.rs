//! The machine: a program with its compiled code, and the ways to start and run it.

use std::sync::OnceLock;

use maymust_program::{CheckKind, LocId, ObjectState, ProcId, Program, VarId};
use maymust_source::Span;
use maymust_term::{ArrayValue, BvValue, FloatValue, Sort, Value};

use crate::code::{Code, NO_REGISTER};
use crate::compile::{CheckSet, compile};
use crate::failure::Failure;
use crate::inputs::{Inputs, zero};
use crate::layout::{Home, Homes};
use crate::layout::{Place, Rep};
use crate::memory::{Memory, Site};
use crate::output::Output;
use crate::state::{Frame, State};
use crate::threads::Threaded;
use crate::trace::Observer;

/// What a machine does beside running.
#[derive(Clone, Copy, Debug)]
pub struct Options {
    /// Which checks are active; others cost nothing.
    pub checks: CheckSet,
    /// Are inputs recorded in the state?
    pub record: bool,
}

impl Default for Options {
    /// All checks but leaks; inputs are recorded.
    fn default() -> Self {
        Options { checks: CheckSet::ALL.without(CheckKind::Leak), record: true }
    }
}

/// When a run stops on its own.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// Steps: edges in stepped runs, else loop iterations and calls.
    pub steps: u64,
    /// Activations at a time.
    pub frames: u32,
    /// Bytes of objects at a time; more than that stops a run as not supported.
    pub memory: u64,
    /// Stepped: every edge is a step.
    pub stepped: bool,
}

impl Default for Limits {
    fn default() -> Self {
        Limits { steps: u64::MAX, frames: 200_000, memory: u64::MAX, stepped: false }
    }
}

/// What a run talks to.
pub struct Env<'a> {
    /// Arbitrary values.
    pub inputs: &'a mut dyn Inputs,
    /// What the program writes.
    pub output: &'a mut dyn Output,
    /// Is told every edge; makes the run stepped.
    pub observer: Option<&'a mut dyn Observer>,
}

/// Why a run stopped.
#[derive(Clone, Debug)]
pub enum Stop {
    /// The program ended with a status.
    Exit(u32),
    /// The procedure that was started returned.
    Returned,
    /// A check failed, or undefined behaviour that no active check guards happened.
    Failed(Box<Failure>),
    /// Something that is not modelled happened.
    Unsupported {
        /// What.
        reason: String,
        /// Where.
        span: Span,
    },
    /// As many steps as allowed; the run can go on.
    StepLimit,
    /// An assumption does not hold: the path ends here.
    Blocked {
        /// Where.
        span: Span,
    },
    /// Too many activations.
    StackOverflow {
        /// Where.
        span: Span,
    },
    /// A thread has had its turn, and further ones can be given: see [`Machine::turn`].
    Turn,
    /// The list of inputs is used up; the run can go on with others.
    InputsEnded {
        /// Where.
        span: Span,
    },
}

/// A program with its code. Code is made when a procedure is first called.
#[derive(Debug)]
pub struct Machine<'p> {
    pub(crate) program: &'p Program,
    pub(crate) options: Options,
    pub(crate) homes: Homes,
    /// Is account kept of which bytes of new objects are written?
    pub(crate) watches_unset: bool,
    fast: Vec<OnceLock<Code>>,
    stepped: Vec<OnceLock<Code>>,
    /// Of a program that starts threads.
    pub(crate) threaded: Option<Threaded>,
}

impl<'p> Machine<'p> {
    /// A machine with default options.
    pub fn new(program: &'p Program) -> Machine<'p> {
        Machine::with_options(program, Options::default())
    }

    /// A machine.
    pub fn with_options(program: &'p Program, options: Options) -> Machine<'p> {
        let empty = || program.procs.iter().map(|_| OnceLock::new()).collect();
        let (homes, watches_unset) = (Homes::new(program), false);
        let threaded = Threaded::new(program, |var| homes.of(var));
        Machine { program, options, homes, watches_unset, fast: empty(), stepped: empty(), threaded }
    }

    /// The same machine, which says whether a run reads memory that it has not written: [`State::has_read_unset`].
    pub fn watching_unset(self) -> Machine<'p> {
        Machine { watches_unset: true, ..self }
    }

    /// The program.
    pub fn program(&self) -> &'p Program {
        self.program
    }

    pub(crate) fn code(&self, proc: ProcId, stepped: bool) -> &Code {
        let table = if stepped { &self.stepped } else { &self.fast };
        table[proc.index()].get_or_init(|| compile(self, proc, stepped))
    }

    /// The code of a procedure as text, for those who look after speed.
    pub fn listing(&self, proc: ProcId) -> String {
        use std::fmt::Write;
        let code = self.code(proc, false);
        let mut out =
            format!("{} registers, constants from {}: {:?}\n", code.regs, code.const_base, code.consts);
        for (pc, inst) in code.insts.iter().enumerate() {
            let _ = writeln!(out, "{pc:5} {inst:?}");
        }
        out
    }

    /// The state at the program's entry; none if it has none with a body.
    pub fn start(&self) -> Option<State> {
        self.start_at(self.program.entry?, &[])
    }

    /// The state at the start of a procedure with these arguments (missing ones are zero).
    pub fn start_at(&self, proc: ProcId, args: &[Value]) -> Option<State> {
        let data = self.program.procs.get(proc.index()).filter(|p| p.has_body)?;
        let terms = &self.program.terms;
        let mut state = State {
            frames: Vec::new(),
            regs: Vec::new(),
            bigs: Vec::new(),
            globals: vec![0; self.homes.global_regs as usize],
            global_bigs: vec![Value::Bool(false); self.homes.global_bigs as usize],
            memory: self.initial_memory(),
            threads: Default::default(),
            races: None,
            returned: None,
            record: Default::default(),
            steps: 0,
        };
        for (i, _) in self.program.vars.iter().enumerate() {
            let var = VarId::from_index(i);
            if let Home::Global(Place { rep: Rep::Big, .. }) = self.homes.of(var) {
                self.set_value(&mut state, var, &zero(terms, terms.symbol_sort(var)));
            }
        }
        state.races = crate::races::Races::new(self);
        self.push_frame(&mut state, proc);
        for (param, value) in data.params.iter().zip(args) {
            self.set_value(&mut state, *param, value);
        }
        state.memory.freeze();
        Some(state)
    }

    fn initial_memory(&self) -> Memory {
        let mut memory = Memory::new(self.program.layout);
        for (i, object) in self.program.statics.iter().enumerate() {
            memory.allocate(object.size, object.state, Site::Static(i as u32));
        }
        memory
    }

    /// Pushes a frame with zero variables and its constants.
    pub(crate) fn push_frame(&self, state: &mut State, proc: ProcId) {
        let base = state.regs.len() as u32;
        let big_base = state.bigs.len() as u32;
        let code = self.code(proc, false);
        let loc = self.program.proc(proc).entry;
        state.frames.push(Frame {
            proc,
            loc,
            edge: maymust_program::EdgeId(0),
            base,
            big_base,
            result: None,
            result_register: NO_REGISTER,
        });
        state.regs.resize((base + code.regs) as usize, 0);
        let consts = (base + code.const_base) as usize;
        state.regs[consts..consts + code.consts.len()].copy_from_slice(&code.consts);
        self.push_bigs(state, proc, code);
    }

    /// Big values of a frame start as zeros of their sorts.
    pub(crate) fn push_bigs(&self, state: &mut State, proc: ProcId, code: &Code) {
        if code.bigs == 0 {
            return;
        }
        let big_base = state.frames.last().map_or(0, |f| f.big_base);
        state.bigs.resize((big_base + code.bigs) as usize, Value::Bool(false));
        let data = self.program.proc(proc);
        let terms = &self.program.terms;
        for &var in data.params.iter().chain(&data.result).chain(&data.locals) {
            if let Home::Frame(_, Place { rep: Rep::Big, index }) = self.homes.of(var) {
                state.bigs[(big_base + index) as usize] = zero(terms, terms.symbol_sort(var));
            }
        }
    }

    /// The value of a variable in the innermost activation of its procedure; of memory variables, all of it.
    pub fn value(&self, state: &State, var: VarId) -> Option<Value> {
        let proc = match self.homes.of(var) {
            Home::Frame(proc, _) => state.frames.iter().rposition(|f| f.proc == proc)?,
            _ => 0,
        };
        self.value_in(state, proc, var)
    }

    /// The value of a variable in an activation (an index into [`State::frames`]).
    pub fn value_in(&self, state: &State, frame: usize, var: VarId) -> Option<Value> {
        let sort = self.program.terms.symbol_sort(var);
        match self.homes.of(var) {
            Home::Frame(proc, place) => {
                let frame = state.frames.get(frame).filter(|f| f.proc == proc)?;
                let regs = &state.regs[frame.base as usize..];
                Some(match place.rep {
                    Rep::Big => state.bigs[(frame.big_base + place.index) as usize].clone(),
                    _ => from_words(sort, &regs[place.index as usize..]),
                })
            }
            Home::Global(place) => Some(match place.rep {
                Rep::Big => state.global_bigs[place.index as usize].clone(),
                _ => from_words(sort, &state.globals[place.index as usize..]),
            }),
            Home::Scalar(bits, address) => {
                let bytes = state.memory.read(address, bits.div_ceil(8) as usize).ok()?;
                Some(from_bytes(sort, &bytes))
            }
            Home::Next => Some(Value::bv(self.program.layout.object_bits, u64::from(state.memory.next()))),
            Home::Unknown => None,
            home => Some(Value::Array(self.memory_array(state, home, sort))),
        }
    }

    /// A memory variable as an array: costs as much as there are bytes.
    fn memory_array(&self, state: &State, home: Home, sort: Sort) -> ArrayValue {
        let element = self.program.terms.array_parts(sort).map_or(Sort::BitVec(8), |p| p.1);
        let mut array = ArrayValue::constant(zero(&self.program.terms, element));
        let memory = &state.memory;
        for number in 1..memory.next() {
            let (object_state, size) = memory.state_and_size(number);
            let index = Value::bv(self.program.layout.object_bits, u64::from(number));
            let cells = match home {
                Home::Size => vec![(index, Value::bv(32, u64::from(size)))],
                Home::State => vec![(index, Value::bv(8, object_state as u64))],
                _ if object_state.is_live() => self.object_cells(memory, home, number, size, element),
                _ => Vec::new(),
            };
            for (index, value) in cells {
                array = array.store(index, value);
            }
        }
        array
    }

    fn object_cells(
        &self,
        memory: &Memory,
        home: Home,
        number: u32,
        size: u32,
        element: Sort,
    ) -> Vec<(Value, Value)> {
        let width = match home {
            Home::Cells(bits) => bits.div_ceil(8),
            _ => 1,
        };
        let mut cells = Vec::new();
        for offset in 0..size {
            let address = memory.address(number, offset);
            let value = memory.read(address, width as usize).ok().map(|b| from_bytes(element, &b));
            cells.extend(value.map(|v| (Value::bv(self.program.layout.bits(), address), v)));
        }
        cells
    }

    /// Sets a variable (of the innermost activation of its procedure); false if that is not possible.
    pub fn set_value(&self, state: &mut State, var: VarId, value: &Value) -> bool {
        let sort = self.program.terms.symbol_sort(var);
        if !value.has_sort(sort) {
            return false;
        }
        match self.homes.of(var) {
            Home::Frame(proc, place) => {
                let Some(frame) = state.frames.iter().rev().find(|f| f.proc == proc) else { return false };
                let (base, big_base) = (frame.base, frame.big_base);
                match place.rep {
                    Rep::Big => state.bigs[(big_base + place.index) as usize] = value.clone(),
                    _ => put_words(&mut state.regs[(base + place.index) as usize..], value),
                }
                true
            }
            Home::Global(place) => {
                match place.rep {
                    Rep::Big => state.global_bigs[place.index as usize] = value.clone(),
                    _ => put_words(&mut state.globals[place.index as usize..], value),
                }
                true
            }
            Home::Scalar(bits, address) => {
                state.memory.write(address, &to_bytes(value, bits.div_ceil(8))).is_ok()
            }
            Home::Bytes | Home::Cells(_) => self.set_array(state, var, value),
            _ => false,
        }
    }

    /// Writes an array into the live objects.
    pub(crate) fn set_array(&self, state: &mut State, var: VarId, value: &Value) -> bool {
        let (Some(array), home) = (value.as_array(), self.homes.of(var)) else { return false };
        let memory = &mut state.memory;
        for number in 1..memory.next() {
            let (object_state, size) = memory.state_and_size(number);
            if !object_state.is_live() {
                continue;
            }
            for offset in 0..size {
                let address = memory.address(number, offset);
                let cell = array.select(&Value::bv(self.program.layout.bits(), address));
                let done = match home {
                    Home::Bytes => memory.write(address, &to_bytes(&cell, 1)),
                    _ if !array.is_exception(&Value::bv(self.program.layout.bits(), address)) => Ok(()),
                    Home::Cells(bits) => memory.write(address, &to_bytes(&cell, bits.div_ceil(8))),
                    _ => return false,
                };
                if done.is_err() {
                    return false;
                }
            }
        }
        true
    }

    /// Where a state stands in the source.
    pub fn span(&self, state: &State) -> Span {
        let Some(frame) = state.top() else { return Span::NONE };
        let proc = self.program.proc(frame.proc);
        proc.successors(frame.loc).next().map_or(proc.span, |(_, edge)| edge.span)
    }

    /// Is this location the end of its procedure?
    pub fn is_exit(&self, proc: ProcId, loc: LocId) -> bool {
        self.program.proc(proc).exit == loc
    }

    /// What a pointer points to, in words.
    pub fn describe_object(&self, state: &State, number: u32) -> String {
        crate::failure::describe_object(self, state, number).0
    }

    /// Static, stack and heap names of states.
    pub(crate) fn state_word(state: ObjectState) -> &'static str {
        match state {
            ObjectState::None => "no object",
            ObjectState::Static => "static object",
            ObjectState::Stack => "local object",
            ObjectState::Heap => "heap object",
            ObjectState::External => "external object",
            ObjectState::Constant => "read-only object",
            ObjectState::Freed => "freed object",
            ObjectState::Dead => "local object whose life has ended",
            ObjectState::Code => "function",
        }
    }
}

/// The value of a sort in registers.
pub(crate) fn from_words(sort: Sort, words: &[u64]) -> Value {
    let wide = |width: u32| {
        let high = if width > 64 { words.get(1).copied().unwrap_or(0) } else { 0 };
        BvValue::new(width, u128::from(words[0]) | u128::from(high) << 64)
    };
    match sort {
        Sort::BitVec(w) => Value::Bv(wide(w)),
        Sort::Float(f) => Value::Float(FloatValue::from_bits(f, wide(f.width()))),
        _ => Value::Bool(words[0] != 0),
    }
}

/// Puts a value into registers.
pub(crate) fn put_words(words: &mut [u64], value: &Value) {
    let bits = match value {
        Value::Bool(b) => {
            words[0] = u64::from(*b);
            return;
        }
        Value::Bv(v) => v,
        Value::Float(f) => f.bits(),
        _ => return,
    };
    let number = bits.to_u128().unwrap_or(0);
    words[0] = number as u64;
    if bits.width() > 64 {
        words[1] = (number >> 64) as u64;
    }
}

/// The little-endian bytes of a value.
pub(crate) fn to_bytes(value: &Value, bytes: u32) -> Vec<u8> {
    let bits = match value {
        Value::Bool(b) => BvValue::from_u64(1, u64::from(*b)),
        Value::Bv(v) => v.clone(),
        Value::Float(f) => f.bits().clone(),
        _ => BvValue::zero(1),
    };
    bits.resize_unsigned(8 * bytes).to_le_bytes()
}

/// The value of a sort in little-endian bytes.
pub(crate) fn from_bytes(sort: Sort, bytes: &[u8]) -> Value {
    let bits = |width: u32| BvValue::from_le_bytes(bytes).resize_unsigned(width);
    match sort {
        Sort::BitVec(w) => Value::Bv(bits(w)),
        Sort::Float(f) => Value::Float(FloatValue::from_bits(f, bits(f.width()))),
        _ => Value::Bool(bytes.first().is_some_and(|b| b & 1 == 1)),
    }
}
