//! From a satisfying assignment to a run: the inputs that it stands for, and their replay on the machine.
//!
//! The walk goes through the open instances in the order of execution and notes, under conditions that hold in the
//! assignment, what each input and each object's contents are. The machine then runs the prepared program with them, and what it
//! recorded is replayed on the program as it was lowered: only a failure there is a failure.

use std::collections::VecDeque;
use std::time::{Duration, Instant};

use maymust_engine::Run;
use maymust_machine::{Env, Inputs, Limits, Machine, Record, Request, Silent, Stop, zero};
use maymust_program::{Cell, CheckId, Input, VarId};
use maymust_solver::Solver;
use maymust_term::{TermId, Terms, Value};
use rustc_hash::FxHashMap;

use crate::summary::{Event, Target};
use crate::unfold::{InstanceId, Mode, Unfolding, View};

/// Events looked at in one walk.
const EVENTS: usize = 1_000_000;
/// Larger objects keep zeros.
const CONTENTS: u64 = 1 << 20;
/// Loop iterations and calls between two looks at the clock.
const SLICE: u64 = 1 << 16;

/// The inputs of a run, by the variables that get them.
#[derive(Clone, Debug, Default)]
pub struct Guess {
    values: FxHashMap<VarId, VecDeque<Value>>,
    stdin: VecDeque<Option<u8>>,
    contents: FxHashMap<u32, Vec<u8>>,
}

/// Reads the inputs off the solver's last model.
pub fn guess(
    u: &mut Unfolding<'_>,
    solver: &mut dyn Solver,
    root: InstanceId,
    view: &View,
    target: Target,
) -> Guess {
    let mut walk = Walk { u, solver, view, memo: FxHashMap::default(), out: Guess::default() };
    let mut stack = vec![(root, 0usize)];
    for _ in 0..EVENTS {
        let Some((id, at)) = stack.last_mut() else { break };
        let (id, index) = (*id, *at);
        *at += 1;
        let region = walk.u.instance(id).region;
        let summary = walk.u.summary(region);
        match summary.events.get(index) {
            None => {
                stack.pop();
            }
            Some(Event::Box(i)) => {
                if walk.holds(id, summary.boxes[*i].guard)
                    && let Some(inner) = walk.inside(id, *i)
                {
                    stack.push((inner, 0));
                }
            }
            Some(Event::End(t, condition)) => {
                if target.covers(*t) && walk.holds(id, *condition) {
                    break;
                }
            }
            Some(event) => walk.event(id, event),
        }
    }
    walk.out
}

struct Walk<'w, 'a> {
    u: &'w mut Unfolding<'a>,
    solver: &'w mut dyn Solver,
    view: &'w View,
    memo: FxHashMap<TermId, TermId>,
    out: Guess,
}

impl Walk<'_, '_> {
    fn value(&mut self, id: InstanceId, t: TermId) -> Option<Value> {
        let t = self.u.put_in(id, t);
        let t = self.u.resolve(t, self.view, &mut self.memo);
        self.solver.value(&mut self.u.terms, t)
    }

    fn holds(&mut self, id: InstanceId, t: TermId) -> bool {
        self.value(id, t).and_then(|v| v.as_bool()) == Some(true)
    }

    /// The instance behind a box that is open in some way.
    fn inside(&mut self, id: InstanceId, index: usize) -> Option<InstanceId> {
        let b = self.u.box_at(id, index);
        let open = self.view.boxes.get(&b) == Some(&Mode::Exact)
            || self.view.partly.contains(&b)
            || self.u.is_always(b);
        open.then(|| self.u.exact(b))
    }

    fn event(&mut self, id: InstanceId, event: &Event) {
        match event {
            Event::Input { symbol, input, var, guard } => {
                if !self.holds(id, *guard) {
                    return;
                }
                let t = self.u.terms.var(*symbol);
                let Some(value) = self.value(id, t) else { return };
                match input {
                    Input::Stdin => {
                        let byte = value.as_u64().filter(|b| *b < 256).map(|b| b as u8);
                        self.out.stdin.push_back(byte);
                    }
                    _ => self.out.values.entry(*var).or_default().push_back(value),
                }
            }
            Event::Contents { guard, number, size, cells } => {
                if self.holds(id, *guard) {
                    self.contents(id, *number, *size, cells);
                }
            }
            Event::Box(_) | Event::End(..) => {}
        }
    }

    fn contents(&mut self, id: InstanceId, number: TermId, size: TermId, cells: &[(u32, TermId)]) {
        let number = self.value(id, number).and_then(|v| v.as_u64());
        let size = self.value(id, size).and_then(|v| v.as_u64()).filter(|s| *s <= CONTENTS);
        let (Some(number), Some(size)) = (number.filter(|n| *n <= u64::from(u32::MAX)), size) else { return };
        // As far as something else than zeros is known: objects may be large.
        let mut bytes: Vec<u8> = Vec::new();
        for (region, array) in cells {
            let cell = self.u.cx.program.memory.regions[*region as usize].cell;
            let (Cell::Bytes | Cell::Cells { .. }) = cell else { continue };
            let Some(Value::Array(array)) = self.value(id, *array) else { continue };
            let default = array.default_value().as_u64().unwrap_or(0) as u8;
            if cells.len() == 1 && cell == Cell::Bytes && default != 0 {
                bytes.resize(size as usize, default);
            }
            let base = self.u.cx.program.layout.join(number as u32, 0);
            for (address, value) in array.entries_in(base, base + size.saturating_sub(1)) {
                let Some(value) = value.as_bv() else { continue };
                let offset = (address - base) as usize;
                for (i, b) in value.to_le_bytes().into_iter().enumerate() {
                    let at = offset + i;
                    if at < bytes.len() {
                        bytes[at] = b;
                    } else if b != 0 && at < size as usize {
                        bytes.resize(at, 0);
                        bytes.push(b);
                    }
                }
            }
        }
        if bytes.iter().any(|b| *b != 0) {
            self.out.contents.insert(number as u32, bytes);
        }
    }
}

impl Inputs for Guess {
    fn value(&mut self, terms: &Terms, request: Request<'_>) -> Option<Value> {
        let listed = request.var.and_then(|v| self.values.get_mut(&v)).and_then(VecDeque::pop_front);
        let fits = listed.filter(|v| v.has_sort(request.sort));
        Some(fits.unwrap_or_else(|| zero(terms, request.sort)))
    }

    fn contents(&mut self, object: u32, _size: u32) -> Option<Vec<u8>> {
        self.contents.remove(&object)
    }

    fn stdin(&mut self) -> Option<u8> {
        self.stdin.pop_front().flatten()
    }
}

/// A record of the prepared program for the lowered one, which lacks the inputs that inlining made.
struct Replayed {
    values: VecDeque<(Input, Value)>,
    contents: VecDeque<(u32, Vec<u8>)>,
}

impl Inputs for Replayed {
    fn value(&mut self, terms: &Terms, request: Request<'_>) -> Option<Value> {
        while let Some((input, value)) = self.values.pop_front() {
            if input == *request.input && value.has_sort(request.sort) {
                return Some(value);
            }
            if !matches!(input, Input::Uninitialised(_)) {
                self.values.push_front((input, value));
                break;
            }
        }
        Some(zero(terms, request.sort))
    }

    fn contents(&mut self, object: u32, _size: u32) -> Option<Vec<u8>> {
        if self.contents.front().is_some_and(|c| c.0 == object) {
            return self.contents.pop_front().map(|c| c.1);
        }
        None
    }

    fn stdin(&mut self) -> Option<u8> {
        while let Some((input, value)) = self.values.pop_front() {
            if input == Input::Stdin {
                return value.as_u64().filter(|b| *b < 256).map(|b| b as u8);
            }
            if !matches!(input, Input::Uninitialised(_)) {
                self.values.push_front((input, value));
                break;
            }
        }
        None
    }
}

/// Two machines: of the prepared program and of the lowered one.
pub struct Replay<'p> {
    /// Of the prepared program.
    pub prepared: Machine<'p>,
    /// Of the lowered program.
    pub lowered: Machine<'p>,
}

impl Replay<'_> {
    /// Runs both programs; the check that fails (of the lowered program) and the run, if one does.
    pub fn run(&self, guess: Guess, time: Duration) -> Result<(CheckId, Run), String> {
        let mut guess = guess;
        let record = match run(&self.prepared, &mut guess, time) {
            (Ok(Stop::Failed(failure)), record) if failure.check.is_some() => record,
            (Ok(stop), _) => return Err(stop_text(&stop).to_owned()),
            (Err(why), _) => return Err(why),
        };
        let Record { values, contents } = record;
        let mut again = Replayed { values: values.into(), contents: contents.into() };
        match run(&self.lowered, &mut again, time) {
            (Ok(Stop::Failed(failure)), inputs) => match failure.check {
                Some(check) => Ok((check, Run { inputs, failure: *failure })),
                None => Err("it ends in something that is not asked about".to_owned()),
            },
            (Ok(stop), _) => Err(stop_text(&stop).to_owned()),
            (Err(why), _) => Err(why),
        }
    }
}

fn stop_text(stop: &Stop) -> &'static str {
    match stop {
        Stop::Exit(_) | Stop::Returned => "it ends well",
        Stop::Failed(_) => "it ends in something that is not asked about",
        Stop::Unsupported { .. } => "it comes to something that is not modelled",
        Stop::Blocked { .. } => "it ends at an assumption",
        Stop::StackOverflow { .. } => "the stack of the machine overflows",
        Stop::StepLimit | Stop::InputsEnded { .. } => "it does not end in time",
    }
}

fn run(machine: &Machine<'_>, inputs: &mut dyn Inputs, time: Duration) -> (Result<Stop, String>, Record) {
    let Some(mut state) = machine.start() else {
        return (Err("the program has no entry".to_owned()), Record::default());
    };
    let end = Instant::now() + time;
    while Instant::now() < end {
        let env = Env { inputs, output: &mut Silent, observer: None };
        match machine.run(&mut state, env, Limits { steps: SLICE, ..Limits::default() }) {
            Stop::StepLimit => {}
            stop => return (Ok(stop), std::mem::take(&mut state.record)),
        }
    }
    (Ok(Stop::StepLimit), Record::default())
}
