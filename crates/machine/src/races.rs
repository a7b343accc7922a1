//! Data races of a run, by what happens before what.
//!
//! Every thread has a vector clock; starts of threads, [`Op::Acquire`](maymust_program::Op::Acquire) and
//! [`Op::Release`](maymust_program::Op::Release) pass clocks on. For every byte and every global the last accesses of each thread are
//! kept. Two accesses race if they are of different threads, one writes, not both lie in atomic sections, and
//! neither happens before the other. What library models keep for themselves is not looked at.

use maymust_program::{CheckId, CheckKind, ObjectState, VarId, threads};
use maymust_source::Span;
use rustc_hash::FxHashMap;

use crate::code::Code;
use crate::exec::{Exec, Exit};
use crate::failure::Failure;
use crate::inst::Reg;
use crate::machine::{Machine, Stop};
use crate::state::State;

/// An access of an edge, as code has it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Touch {
    pub(crate) what: Touched,
    pub(crate) write: bool,
}

/// What is accessed.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Touched {
    /// So many bytes at the address in a register.
    Bytes(Reg, u32),
    /// As many bytes as another register says.
    Block(Reg, Reg),
    /// All bytes of an object whose life ends.
    Object(Reg),
    /// A global.
    Var(VarId),
}

/// Longer blocks are looked at up to here.
const LONGEST: u32 = 1 << 16;

/// A vector clock, by thread.
type Clock = Vec<u32>;

/// An access that was made.
#[derive(Clone, Copy, Debug)]
struct Seen {
    thread: u32,
    clock: u32,
    write: bool,
    atomic: bool,
    /// Procedure and edge.
    place: (u32, u32),
}

/// What happened so far.
#[derive(Clone, Debug)]
pub(crate) struct Races {
    check: CheckId,
    clocks: Vec<Clock>,
    released: FxHashMap<u64, Clock>,
    /// By address; globals have addresses in no object.
    seen: FxHashMap<u64, Vec<Seen>>,
}

fn join(into: &mut Clock, other: &Clock) {
    if into.len() < other.len() {
        into.resize(other.len(), 0);
    }
    for (a, b) in into.iter_mut().zip(other) {
        *a = (*a).max(*b);
    }
}

impl Races {
    /// None if the program has no check for races, or it is not active.
    pub(crate) fn new(machine: &Machine<'_>) -> Option<Box<Races>> {
        let check = threads::race_check(machine.program)?;
        let wanted = machine.threaded.is_some() && machine.options.checks.contains(CheckKind::DataRace);
        let (released, seen) = Default::default();
        wanted.then(|| Box::new(Races { check, clocks: vec![vec![1]], released, seen }))
    }

    /// A thread starts another one.
    pub(crate) fn start(&mut self, starter: u32, number: u32) {
        let (starter, number) = (starter as usize, number as usize);
        let mut clock = self.clocks[starter].clone();
        clock.resize(number + 1, 0);
        clock[number] = 1;
        self.clocks.resize(number + 1, Clock::new());
        self.clocks[number] = clock;
        self.clocks[starter][starter] += 1;
    }

    fn order(&mut self, thread: u32, address: u64, release: bool) {
        let Some(clock) = self.clocks.get_mut(thread as usize) else { return };
        if release {
            join(self.released.entry(address).or_default(), clock);
            clock[thread as usize] += 1;
        } else if let Some(released) = self.released.get(&address) {
            join(clock, released);
        }
    }

    /// Notes an access to a byte or global; an earlier one that it races with, if there is one.
    fn access(&mut self, at: u64, new: Seen) -> Option<Seen> {
        let Some(clock) = self.clocks.get(new.thread as usize) else { return None };
        let seen = self.seen.entry(at).or_default();
        let before = |old: &Seen| clock.get(old.thread as usize).is_some_and(|c| *c >= old.clock);
        let races = |old: &&Seen| {
            old.thread != new.thread
                && (old.write || new.write)
                && !(old.atomic && new.atomic)
                && !before(old)
        };
        let found = seen.iter().find(races).copied();
        let same = |o: &&mut Seen| (o.thread, o.write, o.atomic) == (new.thread, new.write, new.atomic);
        match seen.iter_mut().find(same) {
            Some(old) => *old = new,
            None => seen.push(new),
        }
        found
    }
}

impl Exec<'_, '_> {
    /// Orders what happened before against what comes, by an address.
    pub(crate) fn order(&self, state: &mut State, address: u64, release: bool) {
        let thread = state.running();
        if let Some(races) = &mut state.races {
            races.order(thread, address, release);
        }
    }

    /// An access of the running thread is about to be made.
    #[inline(never)]
    pub(crate) fn touch(&self, state: &mut State, code: &Code, touch: Touch, pc: u32) -> Result<(), Exit> {
        if !state.has_threads() && state.races.is_none() {
            return Ok(());
        }
        let program = self.machine.program;
        let register = |reg: Reg| {
            let base = state.frames.last().map_or(0, |f| f.base);
            state.regs[(base + reg) as usize]
        };
        let (at, bytes) = match touch.what {
            Touched::Bytes(reg, bytes) => (register(reg), bytes),
            Touched::Block(reg, bytes) => (register(reg), (register(bytes) as u32).min(LONGEST)),
            Touched::Object(reg) => {
                let number = state.memory.split(register(reg)).0;
                (register(reg), state.memory.size(number).min(LONGEST))
            }
            Touched::Var(var) => (var.index() as u64, 1),
        };
        let number = state.memory.split(at).0;
        if !matches!(touch.what, Touched::Var(_)) {
            let own = |s: &maymust_program::StaticObject| s.is_library && s.state != ObjectState::Code;
            let is_own = program.statics.get((number as usize).wrapping_sub(1)).is_some_and(own);
            // Null and constants harm nobody: the former fails another check.
            if number == 0 || is_own || state.memory.state(number) == ObjectState::Constant {
                return Ok(());
            }
        }
        let (thread, atomic) = (state.running(), state.in_section());
        let place = self.user_place(state, code, pc);
        let Some(races) = &mut state.races else { return Ok(()) };
        let clock = races.clocks.get(thread as usize).map_or(0, |c| c[thread as usize]);
        let new = Seen { thread, clock, write: touch.write, atomic, place };
        let mut found = None;
        for offset in 0..u64::from(bytes) {
            let raced = races.access(at.wrapping_add(offset), new);
            found = found.or(raced);
        }
        let check = races.check;
        match found {
            None => Ok(()),
            Some(old) => {
                let (proc, edge) = self.here(state, code, pc);
                if let Some(frame) = state.frames.last_mut() {
                    let edge = maymust_program::EdgeId(edge);
                    frame.loc = program.procs[proc as usize].edges[edge.index()].from;
                    frame.edge = edge;
                }
                let what = match touch.what {
                    Touched::Var(var) => Err(var),
                    _ => Ok((at, bytes)),
                };
                let failure = self.machine.race_failure(state, check, what, (old, new));
                Err(Exit::Stop(Stop::Failed(Box::new(failure))))
            }
        }
    }
}

impl Machine<'_> {
    fn race_failure(
        &self,
        state: &State,
        check: CheckId,
        what: Result<(u64, u32), VarId>,
        (old, new): (Seen, Seen),
    ) -> Failure {
        let span = |place: (u32, u32)| {
            let proc = self.program.procs.get(place.0 as usize);
            proc.and_then(|p| p.edges.get(place.1 as usize)).map_or(Span::NONE, |e| e.span)
        };
        let word = |seen: &Seen| if seen.write { "write" } else { "read" };
        let atomic = |seen: &Seen| if seen.atomic { "atomic " } else { "" };
        let mut failure = self.check_failure(state, check);
        failure.span = span(new.place);
        failure.notes.clear();
        let object = match what {
            Ok((address, _)) => {
                let (number, offset) = state.memory.split(address);
                let (object, notes) = crate::failure::describe_object(self, state, number);
                failure.notes.extend(notes);
                if offset == 0 { object } else { format!("byte {offset} of {object}") }
            }
            Err(var) => format!("`{}`", self.program.var(var).name),
        };
        failure.access = Some(format!(
            "{}{} of {object} by thread {}, not ordered with the {}{} by thread {}",
            atomic(&new),
            word(&new),
            new.thread,
            atomic(&old),
            word(&old),
            old.thread
        ));
        let text = format!("thread {} makes the other access here", old.thread);
        failure.notes.insert(0, (span(old.place), text));
        failure
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn seen(thread: u32, clock: u32, write: bool, atomic: bool) -> Seen {
        Seen { thread, clock, write, atomic, place: (0, 0) }
    }

    fn two_threads() -> Races {
        let (released, seen) = Default::default();
        let mut races = Races { check: CheckId(0), clocks: vec![vec![1]], released, seen };
        races.start(0, 1);
        races
    }

    #[test]
    fn writes_of_two_threads_race_unless_something_orders_them() {
        let mut races = two_threads();
        assert!(races.access(7, seen(0, 2, true, false)).is_none());
        assert!(races.access(7, seen(1, 1, true, false)).is_some());
        let mut races = two_threads();
        assert!(races.access(7, seen(0, 2, true, false)).is_none());
        races.order(0, 99, true);
        races.order(1, 99, false);
        assert!(races.access(7, seen(1, 1, true, false)).is_none());
    }

    #[test]
    fn reads_and_atomic_accesses_do_not_race() {
        let mut races = two_threads();
        assert!(races.access(7, seen(0, 2, false, false)).is_none());
        assert!(races.access(7, seen(1, 1, false, false)).is_none());
        assert!(races.access(8, seen(0, 2, true, true)).is_none());
        assert!(races.access(8, seen(1, 1, true, true)).is_none());
        assert!(races.access(8, seen(0, 2, false, false)).is_some(), "only one of them is atomic");
    }

    #[test]
    fn what_came_before_the_start_of_a_thread_is_ordered() {
        let (released, all) = Default::default();
        let mut races = Races { check: CheckId(0), clocks: vec![vec![1]], released, seen: all };
        assert!(races.access(7, seen(0, 1, true, false)).is_none());
        races.start(0, 1);
        assert!(races.access(7, seen(1, 1, true, false)).is_none());
        assert!(races.access(7, seen(0, 2, false, false)).is_some());
    }
}
