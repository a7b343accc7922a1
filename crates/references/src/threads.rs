//! Threads: who can go on, what a turn is, what others can see, and races.
//!
//! What [`Visible`](maymust_program::threads::Visible) says for all runs is refined for the state at hand: an object that only its
//! thread can reach is nobody else's business. An object becomes *shared* when a pointer to it is stored where others can find it or is
//! given to a new thread; it stays shared.
//!
//! A race is two accesses to the same bytes, one of them a write, not both in atomic sections, such that one thread stands before the
//! one while another makes the other. Sequentially consistent runs have unordered conflicting accesses if and only if some run
//! has adjacent ones, so nothing needs to be remembered of what happened before.

use std::rc::Rc;

use maymust_engine::{Reason, Role};
use maymust_program::{CheckId, ProcId};
use maymust_source::Span;

use crate::code::{Act, CodeEdge, Home, ProcCode};
use crate::eval::Access;
use crate::exec::{Exec, Next, Point};
use crate::state::{State, Thread};
use crate::value::Val;

/// Checks before an access that are looked over.
const CHECKS: usize = 64;

/// What a thread touches next.
pub type Footprint = Vec<(Access, bool)>;

impl Exec<'_> {
    /// The edges out of a location.
    fn edges_at(code: &ProcCode, loc: u32) -> &[CodeEdge] {
        &code.edges[code.out[loc as usize] as usize..code.out[loc as usize + 1] as usize]
    }

    /// Does the running thread go on over what others may see?
    pub(crate) fn goes_on(&mut self, state: &mut State, code: &ProcCode, loc: u32) -> bool {
        if std::mem::replace(&mut state.permit, false) {
            self.note_turn(state);
            return true;
        }
        let edges = Self::edges_at(code, loc);
        let waits = matches!(edges, [CodeEdge { act: Act::Block(..), .. }]);
        if state.threads[state.running].atomic > 0 && !waits {
            return true;
        }
        if waits || code.always_visible[loc as usize] || self.touches_shared(state, code, loc) {
            return false;
        }
        self.note_turn(state);
        true
    }

    fn note_turn(&mut self, state: &State) {
        let running = state.running as u32;
        if let Some(script) = &mut self.script {
            script.turns.push(running);
        }
    }

    /// Gives the turn to a thread.
    pub fn give_turn(&mut self, state: &mut State, thread: usize) {
        state.running = thread;
        let Some((proc, loc)) = state.top().map(|f| (f.proc, f.loc)) else { return };
        state.permit = self.proc(proc).visible[loc as usize];
        if !state.permit {
            self.note_turn(state);
        }
    }

    /// The script says whose turn it is.
    pub(crate) fn scripted_turn(&mut self, state: &mut State) -> Option<Point> {
        match self.scripted() {
            Some(thread) if (thread as usize) < state.threads.len() => {
                self.give_turn(state, thread as usize);
                None
            }
            Some(_) => Some(Point::End),
            None => Some(self.script_ends(state)),
        }
    }

    /// The script is used up where something else has to be chosen: a race has been seen by then.
    pub(crate) fn unscripted(&self) -> Next {
        let target = self.script.as_ref().and_then(|s| s.target);
        Next::Stop(if target.is_some() && target == self.race_check() { Point::Hit } else { Point::End })
    }

    /// The script is used up where a thread has to be chosen: this is what a race or a deadlock looks like.
    fn script_ends(&mut self, state: &mut State) -> Point {
        let target = self.script.as_ref().and_then(|s| s.target);
        let is_race = target.is_some() && target == self.race_check();
        if is_race || self.ready(state).is_ok_and(|r| r.is_empty()) { Point::Hit } else { Point::End }
    }

    /// The check about races, if it is asked about.
    pub fn race_check(&self) -> Option<CheckId> {
        let check = maymust_program::threads::race_check(self.task.program)?;
        self.task.checks.contains(&check).then_some(check)
    }

    /// The running thread has no activation left.
    pub(crate) fn thread_ended(&mut self, state: &mut State) -> Point {
        state.threads[state.running].atomic = 0;
        if state.threads.iter().all(|t| t.frames.is_empty()) {
            return Point::End;
        }
        if self.script.is_none() {
            return Point::Schedule;
        }
        match self.scripted_turn(state) {
            Some(point) => point,
            None => self.run(state),
        }
    }

    /// A wait of the only thread.
    pub(crate) fn block_alone(&mut self, state: &mut State, edge: &CodeEdge) -> Next {
        let Act::Block(check, role) = edge.act else { return self.go(state, edge) };
        match self.eval.result(&edge.code, 0) {
            Val::Int(0) => self.fails(check, role),
            Val::Int(_) => self.go(state, edge),
            Val::Sym(_) => self.cut("a wait that depends on an input", edge.span),
            _ => self.problem(edge.span),
        }
    }

    pub(crate) fn spawn(
        &mut self,
        state: &mut State,
        edge: &CodeEdge,
        proc: ProcId,
        result: Option<Home>,
    ) -> Next {
        let args: Vec<Val> = (0..edge.code.roots.len()).map(|i| self.eval.result(&edge.code, i)).collect();
        if args.contains(&Val::Bad) {
            return self.problem(edge.span);
        }
        args.iter().for_each(|a| self.share(state, a));
        let number = state.threads.len();
        if number >= self.max_threads {
            self.too_many_threads = true;
            return Next::Stop(Point::End);
        }
        let terms = &self.task.program.terms;
        let mut own: Vec<Val> =
            self.homes.own.iter().map(|v| Val::zero(terms, terms.symbol_sort(*v))).collect();
        if let Some(Home::Own(index)) = self.task.program.thread.map(|v| self.homes.of(v)) {
            own[index as usize] = Val::Int(number as u64);
        }
        state.threads.push(Thread { own, ..Thread::default() });
        if self.task.program.proc(proc).has_body {
            let starter = std::mem::replace(&mut state.running, number);
            self.push_frame(state, proc, args);
            state.running = starter;
        }
        if let Some(home) = result {
            self.assign(state, home, Val::Int(number as u64));
        }
        self.go(state, edge)
    }

    /// A pointer is where others can find it.
    pub(crate) fn share(&mut self, state: &mut State, value: &Val) {
        let (Some(_), Val::Ptr(p)) = (&self.visible, value) else { return };
        let layout = state.heap.layout();
        let mut open = vec![layout.nearest(*p).0];
        while let Some(number) = open.pop() {
            if state.heap.get(number).is_none_or(|o| o.shared) {
                continue;
            }
            let Some(object) = state.heap.get_mut(number) else { continue };
            object.shared = true;
            let Some(body) = &object.body else { continue };
            open.extend(body.cells.iter().filter_map(|(_, _, value)| match value {
                Val::Ptr(p) => Some(layout.nearest(*p).0),
                _ => None,
            }));
        }
    }

    fn is_shared(state: &State, access: Access) -> bool {
        match access {
            Access::Global(_) => true,
            Access::Bytes(number, ..) | Access::Meta(number) => {
                state.heap.get(number).is_none_or(|o| o.shared)
            }
        }
    }

    /// Does the next edge of the running thread touch what others can reach?
    fn touches_shared(&mut self, state: &mut State, code: &ProcCode, loc: u32) -> bool {
        match self.footprint_at(state, code, loc) {
            Some(footprint) => footprint.iter().any(|(access, _)| Self::is_shared(state, *access)),
            None => true,
        }
    }

    /// What the edges out of a location touch; none if that cannot be told before they are taken.
    fn footprint_at(&mut self, state: &mut State, code: &ProcCode, loc: u32) -> Option<Footprint> {
        let outer = self.eval.log.replace(Vec::new());
        let mut known = true;
        for edge in Self::edges_at(code, loc) {
            self.eval.run(state, &edge.code);
            known &= self.log_writes(state, edge);
        }
        let log = std::mem::replace(&mut self.eval.log, outer);
        log.filter(|_| known)
    }

    /// Adds what an edge, whose code has just run, would write.
    fn log_writes(&mut self, state: &State, edge: &CodeEdge) -> bool {
        let range = |exec: &mut Self, root: usize, length: u64, write: bool| {
            let Some(address) = exec.eval.result(&edge.code, root).word() else { return false };
            if let Some((number, offset)) = state.heap.range(address, length as u32) {
                exec.eval.note(Access::Bytes(number, offset, length as u32), write);
            }
            true
        };
        match &edge.act {
            Act::Assign(Home::Global(index)) | Act::Havoc(Home::Global(index), ..) => {
                self.eval.note(Access::Global(*index), true);
                true
            }
            Act::Store(bytes) => {
                bytes.iter().enumerate().all(|(i, bytes)| range(self, 2 * i, u64::from(*bytes), true))
            }
            Act::Copy | Act::Fill => {
                let Val::Int(length) = self.eval.result(&edge.code, 2) else { return false };
                let reads = !matches!(edge.act, Act::Copy) || range(self, 1, length, false);
                reads && range(self, 0, length, true)
            }
            Act::Bytes(data) => range(self, 0, data.len() as u64, true),
            Act::Free(_) => match self.eval.result(&edge.code, 0).word() {
                Some(pointer) => {
                    let (number, _) = state.heap.layout().split(pointer);
                    self.eval.note(Access::Meta(number), true);
                    let size = state.heap.size(number);
                    if size > 0 {
                        self.eval.note(Access::Bytes(number, 0, size), true);
                    }
                    true
                }
                None => false,
            },
            Act::Call(_, Some(Home::Global(_))) | Act::CallPointer(_, _, Some(Home::Global(_))) => false,
            Act::Spawn(..) | Act::Block(..) | Act::Atomic(true) | Act::Unsupported(_) => false,
            Act::Assign(_)
            | Act::Havoc(..)
            | Act::Assume
            | Act::Check(..)
            | Act::Leak(_)
            | Act::Call(..)
            | Act::CallPointer(..)
            | Act::Allocate(..)
            | Act::Atomic(false)
            | Act::EndThread
            | Act::Skip
            | Act::Halt => true,
        }
    }

    /// The access that a thread outside of atomic sections makes with its next turn, if it makes one.
    ///
    /// # Errors
    /// If that cannot be told.
    pub fn pending(&mut self, state: &State, thread: usize) -> Result<Option<Footprint>, Reason> {
        let mut state = state.clone();
        state.running = thread;
        if state.threads[thread].atomic > 0 {
            return Ok(None);
        }
        for _ in 0..CHECKS {
            let Some((proc, loc)) = state.top().map(|f| (f.proc, f.loc)) else { return Ok(None) };
            let code = self.proc(proc);
            let edges = Self::edges_at(&code, loc);
            if let [CodeEdge { act, .. }] = edges
                && let Act::Spawn(..) | Act::Block(..) | Act::Atomic(true) | Act::Unsupported(_) | Act::Halt =
                    act
            {
                return Ok(None);
            }
            let span = edges.first().map_or(Span::NONE, |e| e.span);
            let Some(mut footprint) = self.footprint_at(&mut state, &code, loc) else {
                return Err(self.unsupported("an access that depends on an input", span));
            };
            footprint
                .retain(|(access, _)| !matches!(access, Access::Meta(_)) && Self::is_shared(&state, *access));
            let [CodeEdge { act: Act::Check(..) | Act::Skip, code: condition, to, .. }] = edges else {
                return Ok(Some(footprint));
            };
            if !footprint.is_empty() {
                return Ok(Some(footprint));
            }
            self.eval.run(&mut state, condition);
            if !condition.roots.is_empty() && self.eval.result(condition, 0) == Val::Int(0) {
                return Ok(None);
            }
            if let Some(frame) = state.top_mut() {
                frame.loc = *to;
            }
        }
        Err(Reason::NotTreated("an access behind that many checks"))
    }

    /// Threads that can take the next turn.
    ///
    /// # Errors
    /// If that depends on an input.
    pub fn ready(&mut self, state: &mut State) -> Result<Vec<usize>, Reason> {
        let running = state.running;
        let mut ready = Vec::new();
        for thread in 0..state.threads.len() {
            state.running = thread;
            if state.threads[thread].stuck {
                continue;
            }
            let Some((proc, loc)) = state.top().map(|f| (f.proc, f.loc)) else { continue };
            let code = self.proc(proc);
            let [CodeEdge { act: Act::Block(..), code: condition, span, .. }] = Self::edges_at(&code, loc)
            else {
                if !code.visible[loc as usize] || state.threads[thread].atomic > 0 {
                    // Nobody sees what it does next, or nobody else may go on.
                    state.running = running;
                    return Ok(vec![thread]);
                }
                ready.push(thread);
                continue;
            };
            self.eval.run(state, condition);
            match self.eval.result(condition, 0) {
                Val::Int(0) => {}
                Val::Int(_) => ready.push(thread),
                _ => {
                    state.running = running;
                    return Err(self.unsupported("a wait that depends on an input", *span));
                }
            }
        }
        state.running = running;
        Ok(ready)
    }

    /// The check that fails when nobody can go on.
    pub fn deadlock(&mut self, state: &State) -> Option<(CheckId, Role)> {
        state.threads.iter().find_map(|thread| {
            let frame = thread.frames.last()?;
            let code: Rc<ProcCode> = self.proc(frame.proc);
            match Self::edges_at(&code, frame.loc) {
                [CodeEdge { act: Act::Block(check, role), .. }] => Some((*check, *role)),
                _ => None,
            }
        })
    }
}

/// Do two accesses touch the same, one of them writing?
pub fn conflict(a: &(Access, bool), b: &(Access, bool)) -> bool {
    if !a.1 && !b.1 {
        return false;
    }
    match (a.0, b.0) {
        (Access::Global(i), Access::Global(j)) => i == j,
        (Access::Bytes(n, i, k), Access::Bytes(m, j, l)) => n == m && i < j + l && j < i + k,
        // Ending an object's life also writes its bytes; its state alone is nothing that a program accesses.
        _ => false,
    }
}
