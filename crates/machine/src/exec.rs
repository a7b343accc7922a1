//! The interpreter loop.

use maymust_program::{CheckId, EdgeId, LocId, ProcId, VarId};

use crate::arith;
use crate::call::Next;
use crate::code::{Code, NOWHERE};
use crate::inst::{FIRST_REGISTERS, Inst};
use crate::machine::{Env, Limits, Machine, Stop};
use crate::output::Buffer;
use crate::state::State;
use crate::trace::Observer;
use crate::{inputs::Inputs, leak};

/// Why the loop was left.
pub(crate) enum Exit {
    Stop(Stop),
    /// A check fails at a position.
    Check(CheckId, u32),
    /// An access that no check guards.
    Fault {
        address: u64,
        bytes: u32,
        write: bool,
        pc: u32,
    },
    /// Not modelled.
    Unsupported(String, u32),
    Blocked(u32),
    StackOverflow(u32),
    InputsEnded(u32),
    /// The code has no entry here: stepped code must go on for a while.
    NoEntry,
    /// Another thread may take a turn.
    Switch,
    /// The running thread has ended.
    Ended,
    /// The running thread waits, and there is no other.
    Waits(u32),
}

/// A run under way.
pub(crate) struct Exec<'m, 'e> {
    pub(crate) machine: &'m Machine<'m>,
    pub(crate) inputs: &'e mut dyn Inputs,
    pub(crate) output: Buffer<'e>,
    pub(crate) observer: Option<&'e mut dyn Observer>,
    pub(crate) fuel: u64,
    pub(crate) stepped: bool,
    pub(crate) max_frames: usize,
    pub(crate) max_memory: u64,
    /// Is the run over with the turn of the running thread?
    one_turn: bool,
}

impl Machine<'_> {
    /// Runs until something stops it. All memory of the state is shared afterwards, so that clones are cheap.
    pub fn run(&self, state: &mut State, env: Env<'_>, limits: Limits) -> Stop {
        self.run_with(state, env, limits, false)
    }

    /// Runs until something stops it, or until the turn of the running thread is over.
    pub(crate) fn run_with(&self, state: &mut State, env: Env<'_>, limits: Limits, one_turn: bool) -> Stop {
        let stepped = limits.stepped || env.observer.is_some() || self.threaded.is_some();
        let mut exec = Exec {
            machine: self,
            inputs: env.inputs,
            output: Buffer::new(env.output),
            observer: env.observer,
            fuel: limits.steps,
            stepped,
            max_frames: limits.frames as usize,
            max_memory: limits.memory,
            one_turn,
        };
        let stop = exec.drive(state, stepped);
        exec.output.flush();
        state.steps += limits.steps - exec.fuel;
        if let Some(frame) = state.frames.last() {
            // Only the variables and constants of the innermost frame are needed to go on.
            let code = self.code(frame.proc, false);
            state.regs.truncate((frame.base + code.const_base) as usize + code.consts.len());
        }
        state.memory.freeze();
        stop
    }

    /// Executes one edge.
    pub fn step(&self, state: &mut State, env: Env<'_>) -> Stop {
        self.run(state, env, Limits { steps: 1, stepped: true, ..Limits::default() })
    }
}

impl Exec<'_, '_> {
    fn drive(&mut self, state: &mut State, stepped: bool) -> Stop {
        loop {
            let exit = match self.execute(state) {
                Exit::Switch if self.one_turn => return Stop::Turn,
                Exit::Switch => match self.schedule(state) {
                    Ok(()) => continue,
                    Err(stop) => return stop,
                },
                Exit::Stop(Stop::Returned) if state.running() != 0 => Exit::Ended,
                exit => exit,
            };
            if let Exit::Ended = exit {
                if !self.thread_ended(state) {
                    return Stop::Exit(0);
                }
                if self.one_turn {
                    return Stop::Turn;
                }
                match self.schedule(state) {
                    Ok(()) => continue,
                    Err(stop) => return stop,
                }
            }
            let Exit::NoEntry = exit else { return self.finish(state, exit) };
            // Where fast code cannot be entered, single edges of stepped code lead on. They take fuel: a loop may have no entry at all.
            if self.fuel == 0 {
                return Stop::StepLimit;
            }
            self.fuel -= 1;
            let fuel = std::mem::replace(&mut self.fuel, 1);
            self.stepped = true;
            let exit = self.execute(state);
            self.fuel = fuel;
            match exit {
                Exit::Stop(Stop::StepLimit) => {}
                // Positions are those of stepped code.
                exit => return self.finish(state, exit),
            }
            self.stepped = stepped;
        }
    }

    fn finish(&self, state: &mut State, exit: Exit) -> Stop {
        let place = |state: &mut State, pc: u32| {
            let frame = state.frames.last_mut().map(|f| (f.proc, f));
            let Some((proc, frame)) = frame else { return maymust_source::Span::NONE };
            let Some(edge) = self.machine.code(proc, self.stepped).edge_at(pc) else {
                return maymust_source::Span::NONE;
            };
            let data = &self.machine.program.proc(proc).edges[edge.index()];
            (frame.loc, frame.edge) = (data.from, edge);
            data.span
        };
        match exit {
            Exit::Stop(stop) => stop,
            Exit::Check(check, pc) => {
                place(state, pc);
                Stop::Failed(Box::new(self.machine.check_failure(state, check)))
            }
            Exit::Fault { address, bytes, write, pc } => {
                place(state, pc);
                Stop::Failed(Box::new(self.machine.access_failure(state, address, bytes, write)))
            }
            Exit::Unsupported(reason, pc) => Stop::Unsupported { reason, span: place(state, pc) },
            Exit::Blocked(pc) => Stop::Blocked { span: place(state, pc) },
            Exit::StackOverflow(pc) => Stop::StackOverflow { span: place(state, pc) },
            Exit::InputsEnded(pc) => Stop::InputsEnded { span: place(state, pc) },
            Exit::Waits(pc) if state.has_threads() => {
                Stop::Unsupported { reason: "a waiting thread goes on".into(), span: place(state, pc) }
            }
            Exit::Waits(pc) => {
                place(state, pc);
                self.nobody_goes_on(state)
            }
            Exit::NoEntry | Exit::Switch | Exit::Ended => Stop::StepLimit,
        }
    }

    /// Runs code of one kind until something happens.
    fn execute(&mut self, state: &mut State) -> Exit {
        let Some(&frame) = state.frames.last() else { return Exit::Stop(Stop::Returned) };
        let machine = self.machine;
        let mut code: &Code = machine.code(frame.proc, self.stepped);
        let mut insts: &[Inst] = &code.insts;
        let mut base = frame.base as usize;
        let mut pc = code.entries[frame.loc.index()] as usize;
        if pc == NOWHERE as usize {
            return Exit::NoEntry;
        }
        let needed = base + (code.regs as usize).max(FIRST_REGISTERS);
        if state.regs.len() < needed {
            state.regs.resize(needed, 0);
        }
        if state.bigs.len() < (frame.big_base + code.bigs) as usize {
            state.bigs.resize((frame.big_base + code.bigs) as usize, maymust_term::Value::Bool(false));
        }
        let mut w: &mut [u64] = &mut state.regs[base..];

        macro_rules! r {
            ($reg:expr) => {
                w[$reg as usize]
            };
        }
        // Runs an expression that needs the whole state, then takes the window again.
        macro_rules! slow {
            ($e:expr) => {{
                let result = $e;
                w = &mut state.regs[base..];
                result
            }};
        }
        macro_rules! attempt {
            ($e:expr) => {
                if let Err(exit) = slow!($e) {
                    return exit;
                }
            };
        }
        macro_rules! fault {
            ($address:expr, $bytes:expr, $write:expr) => {{
                match code.fault_target(pc as u32) {
                    Some(target) => {
                        pc = target as usize;
                        continue;
                    }
                    _ => {
                        return Exit::Fault {
                            address: $address,
                            bytes: $bytes,
                            write: $write,
                            pc: pc as u32,
                        };
                    }
                }
            }};
        }
        macro_rules! overflow {
            ($over:expr) => {
                if $over {
                    match code.fault_target(pc as u32) {
                        Some(target) => {
                            pc = target as usize;
                            continue;
                        }
                        None => return Exit::Unsupported("an overflow without a check".into(), pc as u32),
                    }
                }
            };
        }
        macro_rules! load {
            ($n:literal, $int:ty, $dst:expr, $a:expr, $off:expr) => {{
                let address = r!($a).wrapping_add($off as i64 as u64);
                match state.memory.load::<$n>(address) {
                    Ok(bytes) => r!($dst) = <$int>::from_le_bytes(bytes) as u64,
                    Err(_) => fault!(address, $n, false),
                }
            }};
        }
        macro_rules! store {
            ($n:literal, $int:ty, $guarded:expr, $a:expr, $off:expr, $v:expr) => {{
                let address = r!($a).wrapping_add($off as i64 as u64);
                if state.memory.store::<$n>(address, (r!($v) as $int).to_le_bytes(), $guarded).is_err() {
                    fault!(address, $n, true)
                }
            }};
        }
        macro_rules! jump_if {
            ($c:expr, $to:expr) => {
                if $c {
                    pc = $to as usize;
                    continue;
                }
            };
        }
        macro_rules! back_if {
            ($c:expr, $to:expr) => {{
                if self.fuel == 0 {
                    return self.out_of_fuel(state, code.loop_location(pc as u32));
                }
                self.fuel -= 1;
                jump_if!($c, $to);
            }};
        }
        macro_rules! increment {
            ($s:expr, $a:expr) => {{
                let (sum, over) = arith::sadd($s, r!($a), 1);
                overflow!(over);
                r!($a) = sum;
            }};
        }
        macro_rules! index {
            ($factor:expr, $from:expr, $a:expr, $b:expr) => {{
                let index = arith::signed($from, r!($b)) as u64;
                r!($a).wrapping_add(index.wrapping_mul(u64::from($factor)))
            }};
        }
        macro_rules! load_index {
            ($n:literal, $int:ty, $factor:expr, $from:expr, $dst:expr, $a:expr, $b:expr) => {{
                let address = index!($factor, $from, $a, $b);
                match state.memory.load_element::<$n>(address) {
                    Ok(bytes) => r!($dst) = <$int>::from_le_bytes(bytes) as u64,
                    Err(_) => fault!(address, $n, false),
                }
            }};
        }
        macro_rules! store_index {
            ($n:literal, $int:ty, $factor:expr, $from:expr, $a:expr, $b:expr, $v:expr) => {{
                let from = $from.from();
                let address = index!($factor, from, $a, $b);
                let bytes = (r!($v) as $int).to_le_bytes();
                if state.memory.store_element::<$n>(address, bytes, $from.guarded()).is_err() {
                    fault!(address, $n, true)
                }
            }};
        }
        // The first registers, which fused instructions name by bytes: one test for all of them.
        macro_rules! first_registers {
            () => {
                match w.first_chunk_mut::<FIRST_REGISTERS>() {
                    Some(first) => first,
                    None => {
                        state.regs.resize(base + FIRST_REGISTERS, 0);
                        w = &mut state.regs[base..];
                        continue;
                    }
                }
            };
        }
        // The fused ones: in unusual cases the next instruction, which is the second part, comes by itself.
        macro_rules! limited_address {
            ($parts:expr, $first:expr) => {{
                let (parts, first) = ($parts, &*$first);
                let index = first[parts.b as usize];
                jump_if!(first[parts.limit as usize] <= index, parts.to);
                let scaled = (arith::signed(parts.from, index) as u64).wrapping_mul(u64::from(parts.factor));
                first[parts.a as usize].wrapping_add(scaled)
            }};
        }
        macro_rules! limit_load {
            ($n:literal, $int:ty, $parts:expr) => {{
                let first = first_registers!();
                let address = limited_address!($parts, first);
                if let Ok(bytes) = state.memory.load_element::<$n>(address) {
                    first[$parts.v as usize] = <$int>::from_le_bytes(bytes) as u64;
                    pc += 1;
                }
            }};
        }
        macro_rules! limit_store {
            ($n:literal, $int:ty, $parts:expr) => {{
                let first = first_registers!();
                let address = limited_address!($parts, first);
                let bytes = (first[$parts.v as usize] as $int).to_le_bytes();
                if state.memory.store_element::<$n>(address, bytes, true).is_ok() {
                    pc += 1;
                }
            }};
        }
        macro_rules! add_loop {
            ($parts:expr) => {{
                let first = first_registers!();
                let (s, [dst, a, b], [x, y]) = ($parts.s, $parts.sum, $parts.pair);
                let (sum, over) = arith::sadd(s, first[a as usize], first[b as usize]);
                overflow!(over);
                first[dst as usize] = sum;
                (s, first[x as usize], first[y as usize])
            }};
        }
        macro_rules! again_if {
            ($c:expr, $to:expr) => {
                if self.fuel > 0 {
                    self.fuel -= 1;
                    jump_if!($c, $to);
                    pc += 1;
                }
            };
        }
        // Goes on in another procedure.
        macro_rules! go {
            ($next:expr) => {
                match $next {
                    Next::Code { code: next, base: at, pc: start } => {
                        code = next;
                        insts = &code.insts;
                        base = at;
                        pc = start;
                        w = &mut state.regs[base..];
                        continue;
                    }
                    Next::Exit(exit) => return exit,
                }
            };
        }

        loop {
            match insts[pc] {
                Inst::Jump(to) => {
                    pc = to as usize;
                    continue;
                }
                Inst::Loop { to, loc } => {
                    if self.fuel == 0 {
                        return self.out_of_fuel(state, LocId(loc));
                    }
                    self.fuel -= 1;
                    pc = to as usize;
                    continue;
                }
                Inst::LoopSlt { s, a, b, to } => back_if!(arith::slt(s, r!(a), r!(b)), to),
                Inst::LoopSle { s, a, b, to } => back_if!(arith::sle(s, r!(a), r!(b)), to),
                Inst::NextSlt { s, a, b, to } => {
                    increment!(s, a);
                    back_if!(arith::slt(s, r!(a), r!(b)), to)
                }
                Inst::NextSle { s, a, b, to } => {
                    increment!(s, a);
                    back_if!(arith::sle(s, r!(a), r!(b)), to)
                }
                Inst::LoopUlt { a, b, to } => back_if!(r!(a) < r!(b), to),
                Inst::LoopUle { a, b, to } => back_if!(r!(a) <= r!(b), to),
                Inst::LoopNe { a, b, to } => back_if!(r!(a) != r!(b), to),
                Inst::LoopEq { a, b, to } => back_if!(r!(a) == r!(b), to),
                Inst::JRange { s, from, sense, a, range, to } => {
                    let (add, limit) = code.ranges[range as usize];
                    let value = (((r!(a) << from) as i64) >> from) as u64;
                    let inside = value.wrapping_add(add) & (u64::MAX >> s) < limit;
                    jump_if!(inside == sense, to);
                }
                Inst::JTrue { a, to } => jump_if!(r!(a) != 0, to),
                Inst::JFalse { a, to } => jump_if!(r!(a) == 0, to),
                Inst::JEq { a, b, to } => jump_if!(r!(a) == r!(b), to),
                Inst::JNe { a, b, to } => jump_if!(r!(a) != r!(b), to),
                Inst::JUlt { a, b, to } => jump_if!(r!(a) < r!(b), to),
                Inst::JUle { a, b, to } => jump_if!(r!(a) <= r!(b), to),
                Inst::JSlt { s, a, b, to } => jump_if!(arith::slt(s, r!(a), r!(b)), to),
                Inst::JSle { s, a, b, to } => jump_if!(arith::sle(s, r!(a), r!(b)), to),
                Inst::JSAddO { s, a, b, to } => jump_if!(arith::sadd(s, r!(a), r!(b)).1, to),
                Inst::JSSubO { s, a, b, to } => jump_if!(arith::ssub(s, r!(a), r!(b)).1, to),
                Inst::JSMulO { s, a, b, to } => jump_if!(arith::smul(s, r!(a), r!(b)).1, to),
                Inst::Switch { a, table } => {
                    pc = code.switches[table as usize].target(r!(a)) as usize;
                    continue;
                }
                Inst::Access { mask, a, bytes, to } => {
                    let (number, offset) = state.memory.split(r!(a));
                    let (object_state, size) = state.memory.state_and_size(number);
                    let inside = u64::from(offset) + u64::from(bytes) <= u64::from(size);
                    jump_if!(mask >> object_state as u8 & 1 == 0 || !inside, to);
                }
                Inst::Call(index) => {
                    let call = &code.calls[index as usize];
                    go!(self.call(state, code, call, None, pc as u32));
                }
                Inst::CallPointer(index) => {
                    let call = &code.calls[index as usize];
                    let target = r!(call.pointer);
                    go!(self.call(state, code, call, Some(target), pc as u32));
                }
                Inst::CallPlain(index) => {
                    let call = &code.calls[index as usize];
                    go!(self.call_plain(state, code, call, base, pc as u32));
                }
                Inst::Return => go!(self.leave_plain(state, code, base)),
                Inst::MoveReturn { dst, a } => {
                    r!(dst) = r!(a);
                    go!(self.leave_plain(state, code, base));
                }
                Inst::Halt(a) => {
                    let status = r!(a) as u32;
                    state.end();
                    return Exit::Stop(Stop::Exit(status));
                }
                Inst::Fail(check) => return Exit::Check(check, pc as u32),
                Inst::Leak { check, to } => {
                    if slow!(leak::first_lost(machine, state)).is_some() {
                        return Exit::Check(check, pc as u32);
                    }
                    pc = to as usize;
                    continue;
                }
                Inst::Blocked => return Exit::Blocked(pc as u32),
                Inst::Step(loc) => {
                    if let Some(frame) = state.frames.last_mut() {
                        frame.loc = loc;
                    }
                    return Exit::NoEntry;
                }
                Inst::Unsupported(reason) => {
                    return Exit::Unsupported(code.reasons[reason as usize].to_string(), pc as u32);
                }
                Inst::Edge(edge) => {
                    if self.fuel == 0 {
                        let from = self.edge_source(state, edge);
                        return self.out_of_fuel(state, from);
                    }
                    self.fuel -= 1;
                    slow!(self.announce(state, edge));
                }
                Inst::Yield(loc) => {
                    if !slow!(self.goes_on(state, loc)) {
                        return Exit::Switch;
                    }
                }
                Inst::Touch(index) => {
                    let touch = code.touches[index as usize];
                    attempt!(self.touch(state, code, touch, pc as u32));
                }
                Inst::Spawn(index) => {
                    let call = &code.calls[index as usize];
                    attempt!(self.spawn(state, call, pc as u32));
                }
                Inst::Section { enters } => slow!(self.section(state, enters)),
                Inst::Order { a, release } => {
                    let address = r!(a);
                    slow!(self.order(state, address, release));
                }
                Inst::EndThread => return Exit::Ended,
                Inst::Waits => return Exit::Waits(pc as u32),
                Inst::Note(var) => slow!(self.note(state, VarId::from_index(var as usize))),
                Inst::NoteStore { a, off, bytes } => {
                    let address = r!(a).wrapping_add(off as i64 as u64);
                    slow!(self.note_store(state, address, bytes));
                }

                Inst::Move { dst, a } => r!(dst) = r!(a),
                Inst::Const { dst, value } => r!(dst) = value,
                Inst::CMov { dst, c, a } => {
                    if r!(c) != 0 {
                        r!(dst) = r!(a);
                    }
                }
                Inst::GetGlobal { dst, global } => r!(dst) = state.globals[global as usize],
                Inst::SetGlobal { global, a } => state.globals[global as usize] = r!(a),
                Inst::MoveBig { dst, a } => {
                    let at = big_base(&state.frames);
                    state.bigs[at + dst as usize] = state.bigs[at + a as usize].clone();
                }
                Inst::GetGlobalBig { dst, global } => {
                    let at = big_base(&state.frames);
                    state.bigs[at + dst as usize] = state.global_bigs[global as usize].clone();
                }
                Inst::SetGlobalBig { global, a } => {
                    let at = big_base(&state.frames);
                    state.global_bigs[global as usize] = state.bigs[at + a as usize].clone();
                }

                Inst::Add { s, dst, a, b } => r!(dst) = r!(a).wrapping_add(r!(b)) & (u64::MAX >> s),
                Inst::Sub { s, dst, a, b } => r!(dst) = r!(a).wrapping_sub(r!(b)) & (u64::MAX >> s),
                Inst::Mul { s, dst, a, b } => r!(dst) = r!(a).wrapping_mul(r!(b)) & (u64::MAX >> s),
                Inst::AddChecked { s, dst, a, b } => {
                    let (sum, over) = arith::sadd(s, r!(a), r!(b));
                    overflow!(over);
                    r!(dst) = sum;
                }
                Inst::SubChecked { s, dst, a, b } => {
                    let (difference, over) = arith::ssub(s, r!(a), r!(b));
                    overflow!(over);
                    r!(dst) = difference;
                }
                Inst::MulChecked { s, dst, a, b } => {
                    let (product, over) = arith::smul(s, r!(a), r!(b));
                    overflow!(over);
                    r!(dst) = product;
                }
                Inst::UDiv { s, dst, a, b } => r!(dst) = arith::udiv(s, r!(a), r!(b)),
                Inst::SDiv { s, dst, a, b } => r!(dst) = arith::sdiv(s, r!(a), r!(b)),
                Inst::URem { dst, a, b } => r!(dst) = arith::urem(r!(a), r!(b)),
                Inst::SRem { s, dst, a, b } => r!(dst) = arith::srem(s, r!(a), r!(b)),
                Inst::And { dst, a, b } => r!(dst) = r!(a) & r!(b),
                Inst::Or { dst, a, b } => r!(dst) = r!(a) | r!(b),
                Inst::Xor { dst, a, b } => r!(dst) = r!(a) ^ r!(b),
                Inst::Shl { s, dst, a, b } => r!(dst) = arith::shl(s, r!(a), r!(b)),
                Inst::LShr { s, dst, a, b } => r!(dst) = arith::lshr(s, r!(a), r!(b)),
                Inst::AShr { s, dst, a, b } => r!(dst) = arith::ashr(s, r!(a), r!(b)),
                Inst::Neg { s, dst, a } => r!(dst) = r!(a).wrapping_neg() & (u64::MAX >> s),
                Inst::Not { s, dst, a } => r!(dst) = !r!(a) & (u64::MAX >> s),
                Inst::NotBool { dst, a } => r!(dst) = r!(a) ^ 1,
                Inst::Eq { dst, a, b } => r!(dst) = u64::from(r!(a) == r!(b)),
                Inst::Ult { dst, a, b } => r!(dst) = u64::from(r!(a) < r!(b)),
                Inst::Ule { dst, a, b } => r!(dst) = u64::from(r!(a) <= r!(b)),
                Inst::Slt { s, dst, a, b } => r!(dst) = u64::from(arith::slt(s, r!(a), r!(b))),
                Inst::Sle { s, dst, a, b } => r!(dst) = u64::from(arith::sle(s, r!(a), r!(b))),
                Inst::UAddO { s, dst, a, b } => r!(dst) = u64::from(arith::uaddo(s, r!(a), r!(b))),
                Inst::SAddO { s, dst, a, b } => r!(dst) = u64::from(arith::sadd(s, r!(a), r!(b)).1),
                Inst::SSubO { s, dst, a, b } => r!(dst) = u64::from(arith::ssub(s, r!(a), r!(b)).1),
                Inst::UMulO { s, dst, a, b } => r!(dst) = u64::from(arith::umulo(s, r!(a), r!(b))),
                Inst::SMulO { s, dst, a, b } => r!(dst) = u64::from(arith::smul(s, r!(a), r!(b)).1),
                Inst::Concat { shift, dst, a, b } => r!(dst) = (r!(a) << shift) | r!(b),
                Inst::Extract { lo, s, dst, a } => r!(dst) = (r!(a) >> lo) & (u64::MAX >> s),
                Inst::SExt { from, s, dst, a } => {
                    r!(dst) = (((r!(a) << from) as i64) >> from) as u64 & (u64::MAX >> s);
                }

                Inst::Float { op, double, dst, a, b } => r!(dst) = arith::float(op, double, r!(a), r!(b)),
                Inst::FloatToInt { double, signed, s, dst, a } => {
                    r!(dst) = arith::float_to_int(double, signed, s, r!(a));
                }
                Inst::Wide { op, width, dst, a, b } => {
                    let (x, y) = (pair(w, a), pair(w, b));
                    let (value, truth) = arith::wide(op, width, x, y);
                    r!(dst) = value as u64;
                    if !truth {
                        r!(dst + 1) = (value >> 64) as u64;
                    }
                }
                Inst::WideConcat { low, dst, a, b } => {
                    let value = u128::from(r!(a)) << low | u128::from(r!(b));
                    put_pair(w, dst, value);
                }
                Inst::WideExtend { from, width, signed, dst, a } => {
                    let value = arith::extend(u128::from(r!(a)), from, width, signed);
                    put_pair(w, dst, value);
                }
                Inst::WideExtract { lo, width, dst, a } => {
                    let value = pair(w, a) >> lo;
                    r!(dst) = value as u64 & (u64::MAX >> (64 - width));
                }
                Inst::Apply(index) => slow!(self.apply(state, &code.applies[index as usize])),
                Inst::Eval(index) => {
                    let (term, place) = code.evals[index as usize];
                    slow!(self.eval(state, term, place));
                }
                Inst::TableSelect { dst, a, table } => {
                    r!(dst) = self.table_select(table, r!(a));
                }

                Inst::Index { from, factor, dst, a, b } => r!(dst) = index!(factor, from, a, b),
                Inst::LoadIndex1 { from, factor, dst, a, b } => load_index!(1, u8, factor, from, dst, a, b),
                Inst::LoadIndex4 { from, factor, dst, a, b } => load_index!(4, u32, factor, from, dst, a, b),
                Inst::LoadIndex8 { from, factor, dst, a, b } => load_index!(8, u64, factor, from, dst, a, b),
                Inst::StoreIndex1 { factor, from, a, b, v } => {
                    store_index!(1, u8, factor, from, a, b, v)
                }
                Inst::StoreIndex4 { factor, from, a, b, v } => {
                    store_index!(4, u32, factor, from, a, b, v)
                }
                Inst::StoreIndex8 { factor, from, a, b, v } => {
                    store_index!(8, u64, factor, from, a, b, v)
                }
                Inst::Load1 { dst, a, off } => load!(1, u8, dst, a, off),
                Inst::Load2 { dst, a, off } => load!(2, u16, dst, a, off),
                Inst::Load4 { dst, a, off } => load!(4, u32, dst, a, off),
                Inst::Load8 { dst, a, off } => load!(8, u64, dst, a, off),
                Inst::LoadQuiet { bytes, dst, a } => {
                    let address = r!(a);
                    let mut word = [0; 8];
                    match state.memory.read(address, bytes as usize) {
                        Ok(read) => word[..read.len()].copy_from_slice(&read),
                        Err(_) => {}
                    }
                    r!(dst) = u64::from_le_bytes(word);
                }
                Inst::LoadAny(index) => {
                    let access = &code.accesses[index as usize];
                    let address = r!(access.address);
                    if slow!(self.load_any(state, access, address)).is_err() {
                        fault!(address, access.bytes, false)
                    }
                }
                Inst::Store1 { guarded, a, off, v } => store!(1, u8, guarded, a, off, v),
                Inst::Store2 { guarded, a, off, v } => store!(2, u16, guarded, a, off, v),
                Inst::Store4 { guarded, a, off, v } => store!(4, u32, guarded, a, off, v),
                Inst::Store8 { guarded, a, off, v } => store!(8, u64, guarded, a, off, v),
                Inst::StoreAny(index) => {
                    let access = &code.accesses[index as usize];
                    let address = r!(access.address);
                    if slow!(self.store_any(state, access, address)).is_err() {
                        fault!(address, access.bytes, true)
                    }
                }
                Inst::GetSize { dst, a } => r!(dst) = u64::from(state.memory.size(r!(a) as u32)),
                Inst::GetState { dst, a } => r!(dst) = state.memory.state(r!(a) as u32) as u64,
                Inst::GetNext { dst } => r!(dst) = u64::from(state.memory.next()),
                Inst::AssignArray(index) => {
                    let (var, term) = code.array_assigns[index as usize];
                    attempt!(self.assign_array(state, var, term, pc as u32));
                }

                Inst::Havoc(index) => attempt!(self.havoc(state, &code.havocs[index as usize], pc as u32)),
                Inst::Allocate(index) => {
                    let info = &code.allocates[index as usize];
                    let size = r!(info.size) as u32;
                    attempt!(self.allocate(state, info, size, code, pc as u32));
                }
                Inst::Free { a, state: after } => {
                    let (number, _) = state.memory.split(r!(a));
                    let place = slow!(self.user_place(state, code, pc as u32));
                    state.memory.free(number, after, place);
                }
                Inst::Copy { to, from, bytes } => {
                    let (to, from, bytes) = (r!(to), r!(from), r!(bytes) as u32);
                    if state.memory.copy(to, from, bytes).is_err() {
                        let write = state.memory.read(from, bytes as usize).is_ok();
                        fault!(if write { to } else { from }, bytes, write)
                    }
                }
                Inst::Fill { to, byte, bytes } => {
                    let (to, byte, bytes) = (r!(to), r!(byte) as u8, r!(bytes) as u32);
                    if state.memory.fill(to, byte, bytes).is_err() {
                        fault!(to, bytes, true)
                    }
                }
                Inst::Bytes { to, data } => {
                    let (to, data) = (r!(to), &code.data[data as usize]);
                    if state.memory.write(to, data).is_err() {
                        fault!(to, data.len() as u32, true)
                    }
                }
                Inst::LimitLoad1(parts) => limit_load!(1, u8, parts),
                Inst::LimitLoad4(parts) => limit_load!(4, u32, parts),
                Inst::LimitLoad8(parts) => limit_load!(8, u64, parts),
                Inst::LimitStore1(parts) => limit_store!(1, u8, parts),
                Inst::LimitStore4(parts) => limit_store!(4, u32, parts),
                Inst::LimitStore8(parts) => limit_store!(8, u64, parts),
                Inst::AddLoopSlt(parts) => {
                    let more = add_loop!(parts);
                    again_if!(arith::slt(more.0, more.1, more.2), parts.to);
                }
                Inst::AddLoopSle(parts) => {
                    let more = add_loop!(parts);
                    again_if!(arith::sle(more.0, more.1, more.2), parts.to);
                }
                Inst::MulAddChecked { s, product: [p, a, b], sum: [dst, x, y] } => {
                    let first = first_registers!();
                    let (product, over) = arith::smul(s, first[a as usize], first[b as usize]);
                    overflow!(over);
                    first[p as usize] = product;
                    let (sum, over) = arith::sadd(s, first[x as usize], first[y as usize]);
                    if !over {
                        first[dst as usize] = sum;
                        pc += 1;
                    }
                }
                Inst::Output { stream, byte } => self.output.push(r!(stream) as u32, r!(byte) as u8),
            }
            pc += 1;
        }
    }

    #[cold]
    fn out_of_fuel(&self, state: &mut State, loc: LocId) -> Exit {
        if let Some(frame) = state.frames.last_mut() {
            frame.loc = loc;
        }
        self.machine.keep_turn(state);
        Exit::Stop(Stop::StepLimit)
    }

    #[inline(never)]
    fn edge_source(&self, state: &State, edge: EdgeId) -> LocId {
        let proc = state.frames.last().map_or(ProcId(0), |f| f.proc);
        self.machine.program.proc(proc).edges[edge.index()].from
    }

    #[inline(never)]
    fn announce(&mut self, state: &mut State, edge: EdgeId) {
        let Some(frame) = state.frames.last_mut() else { return };
        frame.edge = edge;
        let proc = frame.proc;
        if let Some(observer) = &mut self.observer {
            observer.before(state);
            observer.edge(proc, edge);
        }
    }

    #[inline(never)]
    fn note(&mut self, state: &State, var: VarId) {
        if let Some(observer) = &mut self.observer
            && let Some(value) = self.machine.value(state, var)
        {
            observer.assigned(var, &value);
        }
    }

    #[inline(never)]
    fn note_store(&mut self, state: &State, address: u64, bytes: u32) {
        if let Some(observer) = &mut self.observer
            && let Ok(bytes) = state.memory.read(address, bytes as usize)
        {
            observer.stored(state, address, &bytes);
        }
    }

    /// The procedure and edge of a position.
    #[inline(never)]
    pub(crate) fn here(&self, state: &State, code: &Code, pc: u32) -> (u32, u32) {
        let proc = state.frames.last().map_or(0, |f| f.proc.0);
        (proc, code.edge_at(pc).map_or(0, |e| e.0))
    }

    /// The place at hand; inside a library model, the call that led there.
    pub(crate) fn user_place(&self, state: &State, code: &Code, pc: u32) -> (u32, u32) {
        let is_library = |f: &&crate::state::Frame| self.machine.program.proc(f.proc).is_library();
        let inner = state.frames.iter().rev().take_while(is_library).count();
        match state.frames.iter().rev().nth(inner) {
            Some(caller) if inner > 0 => (caller.proc.0, caller.edge.0),
            _ => self.here(state, code, pc),
        }
    }
}

fn big_base(frames: &[crate::state::Frame]) -> usize {
    frames.last().map_or(0, |f| f.big_base as usize)
}

#[inline]
fn pair(w: &[u64], reg: u32) -> u128 {
    u128::from(w[reg as usize]) | u128::from(w.get(reg as usize + 1).copied().unwrap_or(0)) << 64
}

#[inline]
fn put_pair(w: &mut [u64], reg: u32, value: u128) {
    w[reg as usize] = value as u64;
    w[reg as usize + 1] = (value >> 64) as u64;
}
