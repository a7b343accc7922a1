//! A run without an end: what it is, and how it is shown.

use std::collections::VecDeque;
use std::time::Instant;

use maymust_engine::{Run, Task};
use maymust_machine::{
    Env, Failure, Inputs, Limits, Machine, Options, Record, Request, Silent, State, Stop, zero,
};
use maymust_program::{CheckId, CheckKind, Input, ProcOrigin, Program};
use maymust_source::Span;
use maymust_term::{Terms, Value};

use crate::loops::Loops;

/// So many loop iterations and calls of the lowered program are walked before a run is reported.
const CONFIRMED: u64 = 20_000;

/// What all searches stand on.
pub struct Stage<'a> {
    /// What is asked.
    pub task: &'a Task<'a>,
    /// The check that is about runs without an end.
    pub check: CheckId,
    /// The prepared program.
    pub program: &'a Program,
    /// Its loops.
    pub loops: Loops,
    /// Runs the prepared program.
    pub machine: Machine<'a>,
    /// Runs the lowered program.
    pub lowered: Machine<'a>,
    /// When all must be over.
    pub deadline: Instant,
}

/// Inputs of a run without an end: those until it repeats itself, and those that it then reads again and again.
#[derive(Clone, Debug, Default)]
pub struct Endless {
    /// Until it repeats itself.
    pub stem: Record,
    /// Again and again.
    pub cycle: Vec<(Input, Value)>,
    /// Where it hangs.
    pub span: Span,
    /// Why it cannot leave.
    pub why: String,
}

impl<'a> Stage<'a> {
    /// Puts it up.
    pub fn new(task: &'a Task<'a>, check: CheckId, program: &'a Program, deadline: Instant) -> Stage<'a> {
        let options = Options { checks: task.check_set(), record: true };
        Stage {
            task,
            check,
            program,
            loops: Loops::new(program),
            machine: Machine::with_options(program, options),
            lowered: Machine::with_options(task.program, options),
            deadline,
        }
    }

    /// Is there no time left?
    pub fn is_over(&self) -> bool {
        self.task.is_cancelled() || Instant::now() >= self.deadline
    }

    /// Runs the lowered program with the inputs of a run that has none to end: it must not end either.
    pub fn confirm(&self, endless: Endless) -> Option<Run> {
        let mut state = self.lowered.start()?;
        let mut inputs = Again::new(&endless);
        let mut shown: Option<State> = None;
        while state.steps < CONFIRMED && (shown.is_none() || !self.is_over()) {
            let env = Env { inputs: &mut inputs, output: &mut Silent, observer: None };
            match self.lowered.run(&mut state, env, Limits { steps: 32, ..Limits::default() }) {
                // Of a recursion that never returns the stack is the end, and none that the program has in mind.
                Stop::StepLimit => {}
                Stop::StackOverflow { .. } if shown.is_some() => break,
                // Only a number on which nothing depends can overflow: the walk has seen the first round, and all others are like it.
                Stop::Failed(failure) if shown.is_some() && is_arithmetic(failure.kind) => break,
                _ => return None,
            }
            if shown.is_none() && inputs.is_round() {
                shown = Some(state.clone());
            }
        }
        let state = shown.unwrap_or(state);
        let inputs = self.trimmed(state.record.clone(), &endless);
        Some(Run { inputs, failure: self.failure(&state, &endless) })
    }

    /// The inputs without repetitions of what repeats.
    fn trimmed(&self, mut record: Record, endless: &Endless) -> Record {
        let is_own = |(input, _): &&(Input, Value)| !matches!(input, Input::Uninitialised(_));
        let own = endless.stem.values.iter().chain(&endless.cycle).filter(is_own).count();
        let mut seen = 0;
        let end = record.values.iter().position(|v| {
            seen += usize::from(is_own(&v));
            seen > own
        });
        record.values.truncate(end.unwrap_or(record.values.len()));
        record
    }

    fn failure(&self, state: &State, endless: &Endless) -> Failure {
        let program = self.task.program;
        let span_of = |f: &maymust_machine::Frame| {
            program.proc(f.proc).edges.get(f.edge.index()).map_or(Span::NONE, |e| e.span)
        };
        let mut stack: Vec<_> = state.frames().iter().rev().map(|f| (f.proc, f.edge, span_of(f))).collect();
        // Code that is not stepped says where it is by location.
        if let Some(innermost) = stack.first_mut() {
            innermost.2 = self.lowered.span(state);
        }
        let is_user = |f: &&maymust_machine::Frame| program.proc(f.proc).origin == ProcOrigin::User;
        let frame = state.frames().iter().rev().find(is_user);
        let found = [endless.span, frame.map_or(Span::NONE, span_of), self.lowered.span(state)];
        let span = found.into_iter().find(|s| *s != Span::NONE).unwrap_or(Span::NONE);
        let inputs = match endless.cycle.len() {
            0 => String::new(),
            1 => "; the last input comes again and again".to_owned(),
            n => format!("; the last {n} inputs come again and again"),
        };
        Failure {
            check: Some(self.check),
            kind: CheckKind::Termination,
            span,
            message: format!("this run never ends: {}{inputs}", endless.why),
            access: None,
            notes: Vec::new(),
            values: Vec::new(),
            stack,
        }
    }
}

fn is_arithmetic(kind: CheckKind) -> bool {
    matches!(kind, CheckKind::SignedOverflow | CheckKind::ShiftRange)
}

/// Gives the inputs of a run without an end to the lowered program, which reads more than the prepared one: what the preparation
/// dropped is zero.
pub struct Again {
    values: VecDeque<(Input, Value)>,
    contents: VecDeque<(u32, Vec<u8>)>,
    cycle: Vec<(Input, Value)>,
    /// How often the cycle has begun.
    rounds: u64,
}

impl Again {
    /// From the start.
    pub fn new(endless: &Endless) -> Again {
        Again {
            values: endless.stem.values.clone().into(),
            contents: endless.stem.contents.clone().into(),
            cycle: endless.cycle.clone(),
            rounds: 0,
        }
    }

    /// Have all inputs been used once?
    fn is_round(&self) -> bool {
        let is_own = |(input, _): &(Input, Value)| !matches!(input, Input::Uninitialised(_));
        self.rounds > 1 || !self.values.iter().any(is_own) && self.cycle.is_empty()
    }

    fn next(&mut self, fits: impl Fn(&Input, &Value) -> bool) -> Option<Value> {
        for _ in 0..=self.values.len() + self.cycle.len() {
            if self.values.is_empty() {
                self.values = self.cycle.iter().cloned().collect();
                self.rounds += 1;
            }
            let (input, value) = self.values.pop_front()?;
            if fits(&input, &value) {
                return Some(value);
            }
            if !matches!(input, Input::Uninitialised(_)) {
                self.values.push_front((input, value));
                return None;
            }
        }
        None
    }
}

impl Inputs for Again {
    fn value(&mut self, terms: &Terms, request: Request<'_>) -> Option<Value> {
        let fits = |input: &Input, value: &Value| input == request.input && value.has_sort(request.sort);
        Some(self.next(fits).unwrap_or_else(|| zero(terms, request.sort)))
    }

    fn contents(&mut self, object: u32, _size: u32) -> Option<Vec<u8>> {
        if self.contents.front().is_some_and(|c| c.0 == object) {
            return self.contents.pop_front().map(|c| c.1);
        }
        None
    }

    fn stdin(&mut self) -> Option<u8> {
        let value = self.next(|input, _| *input == Input::Stdin)?;
        value.as_u64().filter(|b| *b < 256).map(|b| b as u8)
    }
}
