//! Threads of a run: who is there, who can go on, and whose turn it is.
//!
//! The running thread's activations and thread-local variables lie where those of a run with one thread lie; the others are
//! *parked* and changed places with. So all of the machine but this file knows one thread. A program that starts threads runs stepped:
//! code has an instruction before each edge at which threads are switched ([`Visible`]), and leaves the loop there.

use maymust_program::threads::{Visible, starts_threads};
use maymust_program::{CheckId, EdgeId, LocId, Op, ProcId, Program, VarId, VarKind};
use maymust_term::{Sort, Value};

use crate::code::CallInfo;
use crate::exec::{Exec, Exit};
use crate::inputs::zero;
use crate::layout::{Home, Place, Rep};
use crate::machine::{Env, Limits, Machine, Stop, from_words};
use crate::state::{Frame, State};

/// What the machine knows of a program that starts threads.
#[derive(Debug)]
pub(crate) struct Threaded {
    pub(crate) visible: Visible,
    /// Where thread-local variables are: among the registers, and among the big values, of globals.
    regs: Vec<u32>,
    bigs: Vec<(u32, Sort)>,
}

impl Threaded {
    /// None for a program that starts no threads.
    pub(crate) fn new(program: &Program, home: impl Fn(VarId) -> Home) -> Option<Threaded> {
        if !starts_threads(program) {
            return None;
        }
        let mut threaded = Threaded { visible: Visible::new(program), regs: Vec::new(), bigs: Vec::new() };
        for (i, data) in program.vars.iter().enumerate() {
            let var = VarId::from_index(i);
            if data.kind != VarKind::ThreadLocal {
                continue;
            }
            match home(var) {
                Home::Global(Place { rep: Rep::Big, index }) => {
                    threaded.bigs.push((index, program.terms.symbol_sort(var)));
                }
                Home::Global(Place { rep, index }) => {
                    threaded.regs.push(index);
                    threaded.regs.extend((rep == Rep::Two).then_some(index + 1));
                }
                _ => {}
            }
        }
        Some(threaded)
    }
}

/// A thread.
#[derive(Clone, Debug, Default)]
pub(crate) struct Thread {
    frames: Vec<Frame>,
    regs: Vec<u64>,
    bigs: Vec<Value>,
    /// Its thread-local variables.
    own_regs: Vec<u64>,
    own_bigs: Vec<Value>,
    /// Atomic sections that it is in.
    depth: u32,
    has_ended: bool,
}

/// The threads of a state. Where the running one would be is an empty place.
#[derive(Clone, Debug, Default)]
pub(crate) struct Threads {
    /// By number; empty until a second thread is started.
    all: Vec<Thread>,
    running: u32,
    /// Has the running thread been given the turn for the edge that it stands before?
    goes: bool,
    /// Sections that the first thread is in while there is no other.
    depth_alone: u32,
}

/// A thread as others see it.
#[derive(Clone, Copy, Debug)]
pub struct ThreadView<'s> {
    /// Its number.
    pub number: u32,
    /// Its activations, outermost first; none if it has ended.
    pub frames: &'s [Frame],
    /// How many atomic sections it is in.
    pub sections: u32,
}

impl State {
    /// The number of the running thread.
    pub fn running(&self) -> u32 {
        self.threads.running
    }

    /// Has a second thread been started?
    pub fn has_threads(&self) -> bool {
        !self.threads.all.is_empty()
    }

    /// All threads that were ever started, by number.
    pub fn threads(&self) -> impl Iterator<Item = ThreadView<'_>> {
        let count = self.threads.all.len().max(1) as u32;
        (0..count).map(|number| {
            let parked = self.threads.all.get(number as usize);
            let sections = parked.map_or(0, |t| t.depth);
            let frames = match parked {
                Some(thread) if number != self.threads.running => &thread.frames,
                _ => &self.frames,
            };
            ThreadView { number, frames, sections }
        })
    }

    /// Is the running thread in an atomic section?
    pub fn in_section(&self) -> bool {
        let threads = &self.threads;
        threads.all.get(threads.running as usize).map_or(threads.depth_alone, |t| t.depth) > 0
    }

    /// Nothing is left to run.
    pub(crate) fn end(&mut self) {
        self.frames.clear();
        for thread in &mut self.threads.all {
            *thread = Thread { has_ended: true, ..Thread::default() };
        }
    }
}

impl Machine<'_> {
    /// Makes another thread the running one.
    pub fn switch(&self, state: &mut State, to: u32) {
        let Some(threaded) = &self.threaded else { return };
        let from = state.threads.running;
        if from == to || to as usize >= state.threads.all.len() {
            return;
        }
        self.change_places(state, threaded, from);
        self.change_places(state, threaded, to);
        state.threads.running = to;
        state.threads.goes = false;
    }

    /// Parks the running thread in its place, or takes a parked one out of it.
    fn change_places(&self, state: &mut State, threaded: &Threaded, place: u32) {
        let State { threads, frames, regs, bigs, globals, global_bigs, .. } = state;
        let thread = &mut threads.all[place as usize];
        std::mem::swap(&mut thread.frames, frames);
        std::mem::swap(&mut thread.regs, regs);
        std::mem::swap(&mut thread.bigs, bigs);
        thread.own_regs.resize(threaded.regs.len(), 0);
        for (own, at) in thread.own_regs.iter_mut().zip(&threaded.regs) {
            std::mem::swap(own, &mut globals[*at as usize]);
        }
        let zero = |sort: Sort| zero(&self.program.terms, sort);
        let missing = threaded.bigs.iter().skip(thread.own_bigs.len()).map(|(_, sort)| zero(*sort));
        thread.own_bigs.extend(missing.collect::<Vec<_>>());
        for (own, (at, _)) in thread.own_bigs.iter_mut().zip(&threaded.bigs) {
            std::mem::swap(own, &mut global_bigs[*at as usize]);
        }
    }

    /// The edge that the running thread goes on with, if that is the only one there.
    fn next_op(&self, state: &State) -> Option<&Op> {
        let frame = state.top()?;
        self.program.proc(frame.proc).successors(frame.loc).next().map(|(_, e)| &e.op)
    }

    /// The threads that can take the next turn, sorted; a state in which threads are left and none can go on is a deadlock.
    pub fn ready(&self, state: &mut State) -> Vec<u32> {
        let running = state.threads.running;
        let mut ready = Vec::new();
        let mut alone = None;
        for number in 0..state.threads.all.len().max(1) as u32 {
            self.switch(state, number);
            if state.frames.is_empty() {
                continue;
            }
            let waits_for = match self.next_op(state) {
                Some(Op::Block { condition, .. }) => Some(*condition),
                _ => None,
            };
            let depth = state.threads.all.get(number as usize).map_or(0, |t| t.depth);
            if depth > 0 && waits_for.is_none() {
                alone = Some(number);
            }
            let holds = |c| crate::reader::read_term(self, state, c).and_then(|v| v.as_bool());
            // What cannot be evaluated is tried: the machine then stops there.
            if waits_for.is_none_or(|c| holds(c) != Some(false)) {
                ready.push(number);
            }
        }
        let goes = state.threads.goes;
        self.switch(state, running);
        state.threads.goes = goes;
        match alone {
            Some(number) => vec![number],
            None => ready,
        }
    }

    /// Gives a thread the turn: it goes on over one edge and then up to the next one at which threads are switched
    /// ([`Stop::Turn`]). The thread has to be [`Machine::ready`].
    pub fn turn(&self, state: &mut State, thread: u32, env: Env<'_>, limits: Limits) -> Stop {
        self.switch(state, thread);
        self.give_turn(state);
        self.run_with(state, env, limits, true)
    }

    /// A run that stops in the middle of a turn goes on with it later.
    pub(crate) fn keep_turn(&self, state: &mut State) {
        let Some(threaded) = &self.threaded else { return };
        let at_visible = state.top().is_some_and(|f| threaded.visible.at(self.program, f.proc, f.loc));
        state.threads.goes = at_visible;
    }

    pub(crate) fn give_turn(&self, state: &mut State) {
        self.keep_turn(state);
        if state.has_threads() {
            state.record.took_turn(state.threads.running);
        }
    }

    /// The check that fails when nobody can go on: that of the waiting thread with the lowest number, which is made the running one.
    pub(crate) fn deadlock(&self, state: &mut State) -> Option<(CheckId, EdgeId, ProcId, LocId)> {
        for number in 0..state.threads.all.len().max(1) as u32 {
            self.switch(state, number);
            let Some(frame) = state.top().copied() else { continue };
            let found = self.program.proc(frame.proc).successors(frame.loc).next();
            if let Some((edge, data)) = found
                && let Op::Block { check, .. } = data.op
            {
                return Some((check, edge, frame.proc, frame.loc));
            }
        }
        None
    }
}

impl Exec<'_, '_> {
    /// An edge at which threads are switched comes next: does the running thread go on with it?
    #[inline(never)]
    pub(crate) fn goes_on(&self, state: &mut State, loc: LocId) -> bool {
        let threads = &mut state.threads;
        let Some(thread) = threads.all.get(threads.running as usize) else { return true };
        if std::mem::replace(&mut threads.goes, false) {
            return true;
        }
        let in_section = thread.depth > 0;
        let Some(frame) = state.frames.last_mut() else { return true };
        let proc = self.machine.program.proc(frame.proc);
        let waits = || proc.successors(loc).any(|(_, e)| matches!(e.op, Op::Block { .. }));
        if in_section && !waits() {
            return true;
        }
        frame.loc = loc;
        false
    }

    /// The running thread enters or leaves an atomic section.
    pub(crate) fn section(&self, state: &mut State, enters: bool) {
        let running = state.threads.running as usize;
        if state.threads.all.is_empty() {
            state.threads.depth_alone = match enters {
                true => state.threads.depth_alone + 1,
                false => state.threads.depth_alone.saturating_sub(1),
            };
        } else if let Some(thread) = state.threads.all.get_mut(running) {
            thread.depth = if enters { thread.depth + 1 } else { thread.depth.saturating_sub(1) };
        }
    }

    /// Starts a thread.
    #[inline(never)]
    pub(crate) fn spawn(&mut self, state: &mut State, call: &CallInfo, pc: u32) -> Result<(), Exit> {
        let machine = self.machine;
        let (Some(proc), Some(threaded)) = (call.proc, &machine.threaded) else {
            return Err(Exit::Unsupported("a thread is started".into(), pc));
        };
        let program = machine.program;
        let args: Vec<Value> = call.args.iter().map(|(place, sort)| argument(state, *place, *sort)).collect();
        if state.threads.all.is_empty() {
            let depth = std::mem::take(&mut state.threads.depth_alone);
            state.threads.all.push(Thread { depth, ..Thread::default() });
        }
        let (starter, number) = (state.threads.running, state.threads.all.len() as u32);
        state.threads.all.push(Thread { has_ended: !program.proc(proc).has_body, ..Thread::default() });
        if program.proc(proc).has_body {
            // The new thread is built where the running one lies.
            machine.change_places(state, threaded, starter);
            machine.push_frame(state, proc);
            for (param, value) in program.proc(proc).params.iter().zip(&args) {
                machine.set_value(state, *param, value);
            }
            if let Some(own) = program.thread {
                machine.set_value(state, own, &Value::bv(32, u64::from(number)));
            }
            machine.change_places(state, threaded, number);
            machine.change_places(state, threaded, starter);
        }
        if let Some(races) = &mut state.races {
            races.start(starter, number);
        }
        if let Some(var) = call.result {
            machine.set_value(state, var, &Value::bv(32, u64::from(number)));
        }
        Ok(())
    }

    /// The running thread has ended. Is another one left?
    pub(crate) fn thread_ended(&self, state: &mut State) -> bool {
        let running = state.threads.running as usize;
        if let Some(thread) = state.threads.all.get_mut(running) {
            thread.has_ended = true;
            thread.depth = 0;
        }
        state.frames.clear();
        state.threads().any(|t| !t.frames.is_empty())
    }

    /// Chooses who takes the next turn, and gives it; why the run stops if nobody can.
    pub(crate) fn schedule(&mut self, state: &mut State) -> Result<(), Stop> {
        let ready = self.machine.ready(state);
        if ready.is_empty() {
            return Err(self.nobody_goes_on(state));
        }
        let chosen = self.inputs.turn(&ready, state.threads.running);
        let chosen = if ready.contains(&chosen) { chosen } else { ready[0] };
        self.machine.switch(state, chosen);
        self.machine.give_turn(state);
        Ok(())
    }

    /// All threads wait.
    pub(crate) fn nobody_goes_on(&self, state: &mut State) -> Stop {
        let machine = self.machine;
        let Some((check, edge, proc, loc)) = machine.deadlock(state) else { return Stop::Exit(0) };
        let span = machine.program.proc(proc).edges[edge.index()].span;
        if let Some(frame) = state.frames.last_mut() {
            (frame.loc, frame.edge) = (loc, edge);
        }
        let kind = machine.program.checks[check.index()].kind;
        if machine.options.checks.contains(kind) {
            Stop::Failed(Box::new(machine.deadlock_failure(state, check)))
        } else {
            Stop::Blocked { span }
        }
    }
}

fn argument(state: &State, place: Place, sort: Sort) -> Value {
    let (base, big_base) = state.frames.last().map_or((0, 0), |f| (f.base, f.big_base));
    match place.rep {
        Rep::Big => state.bigs[(big_base + place.index) as usize].clone(),
        _ => from_words(sort, &state.regs[(base + place.index) as usize..]),
    }
}
