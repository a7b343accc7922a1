//! The concrete engine: a program that reads no input has exactly one run, and that run answers everything.
//!
//! The machine runs the program with zeros for all inputs. A check that fails has failed in a real run. If the run ends
//! without having asked for any input, every check holds; if it asked, nothing is proved. What was not written is an input only once it
//! is read. Handles of rules are the exception: all that matter are tried.

use std::time::{Duration, Instant};

use maymust_machine::{Env, Inputs, Limits, Machine, Observer, Options, Request, Silent, State, Stop, Zeros};
use maymust_program::unset::Unset;
use maymust_program::{CheckId, CheckKind, Input, VarId};
use maymust_term::{Terms, Value};

use crate::handles::{Offered, handles, other_than};
use crate::{Answer, Engine, Event, Means, Outcome, Reason, Run, Statistics, Task, Verdict};

/// A handle that hardly any program has.
const UNLIKELY: u64 = 0xfeed_0bad_cafe_0123;
/// Loop iterations and calls between two looks at the clock.
const SLICE: u64 = 1 << 14;

/// See the module.
#[derive(Clone, Copy, Debug, Default)]
pub struct Concrete;

impl Engine for Concrete {
    fn name(&self) -> &'static str {
        "concrete"
    }

    fn knows_termination(&self) -> bool {
        true
    }

    fn answer(&mut self, task: &Task<'_>) -> Outcome {
        let start = Instant::now();
        let seen = run(task, start);
        let time = start.elapsed();
        let answer =
            |(&check, verdict)| Answer { check, verdict, engine: self.name(), by: Means::Search, time };
        let answers: Vec<Answer> = task.checks.iter().zip(seen.verdicts).map(answer).collect();
        answers.iter().for_each(|a| (task.listener)(Event::Answered(a)));
        let mut statistics = Statistics::default();
        statistics.count("tests_run", seen.runs);
        statistics.count("steps", seen.steps);
        statistics.time("test_time_s", time);
        Outcome { answers, statistics, broken: Vec::new() }
    }
}

/// What the runs so far say.
struct Seen {
    verdicts: Vec<Verdict>,
    runs: u64,
    steps: u64,
}

/// All runs that there are, or one of them.
fn run(task: &Task<'_>, start: Instant) -> Seen {
    (task.listener)(Event::Working("the run of the program"));
    let handles = handles(task.program);
    let mut seen = Seen { verdicts: vec![Verdict::Proved; task.checks.len()], runs: 0, steps: 0 };
    let mut offered = Offered::new(&handles);
    let observer: Option<&mut dyn Observer> = if handles.is_empty() { None } else { Some(&mut offered) };
    let mut chosen: Vec<(VarId, u64)> = handles.iter().map(|h| (h.var, UNLIKELY)).collect();
    one_run(task, start, &chosen, observer, &mut seen);
    for (choice, values) in chosen.iter_mut().zip(&offered.values) {
        choice.1 = other_than(values);
    }
    if !handles.is_empty() {
        one_run(task, start, &chosen, None, &mut seen);
    }
    for (i, values) in offered.values.iter().enumerate() {
        for &value in values {
            let mut chosen = chosen.clone();
            chosen[i].1 = value;
            one_run(task, start, &chosen, None, &mut seen);
        }
    }
    seen
}

/// One run with these handles.
fn one_run(
    task: &Task<'_>,
    start: Instant,
    chosen: &[(VarId, u64)],
    observer: Option<&mut dyn Observer>,
    seen: &mut Seen,
) {
    let options = Options { checks: task.check_set(), record: true };
    let machine = Machine::with_options(task.program, options).watching_unset();
    let Some(mut state) = machine.start() else {
        seen.verdicts.fill(Verdict::Unknown(Reason::NoEntry));
        return;
    };
    let mut inputs = Watched { zeros: Zeros, asked: false, chosen, unset: Unset::new(task.program) };
    let stop = run_slices(task, &machine, &mut state, &mut inputs, observer, start + task.budget);
    let asked = inputs.asked || state.has_read_unset();
    seen.runs += 1;
    seen.steps += state.steps;
    for (old, new) in seen.verdicts.iter_mut().zip(verdicts(task, &state, stop, asked)) {
        // A failure is one for good, and what one run leaves open is open.
        match (&old, &new) {
            (Verdict::Fails(_), _) | (Verdict::Unknown(_), Verdict::Proved | Verdict::Unknown(_)) => {}
            _ => *old = new,
        }
    }
}

fn is_termination(task: &Task<'_>, check: CheckId) -> bool {
    task.program.checks[check.index()].kind == CheckKind::Termination
}

fn verdicts(task: &Task<'_>, state: &State, stop: Option<Stop>, asked: bool) -> Vec<Verdict> {
    let all = |verdict: Verdict| vec![verdict; task.checks.len()];
    let unknown = |reason: Reason| all(Verdict::Unknown(reason));
    match stop {
        None if task.is_cancelled() => unknown(Reason::Cancelled),
        None => unknown(Reason::TIME),
        Some(Stop::Failed(failure)) => {
            let run = Run { inputs: state.record.clone(), failure: *failure.clone() };
            let verdict = |check| match failure.check {
                Some(failed) if failed == check => Verdict::Fails(Box::new(run.clone())),
                // What is undefined has no end; what was asserted wrongly ends the run.
                Some(_) if is_termination(task, check) && failure.kind.is_assertion() && !asked => {
                    Verdict::Proved
                }
                _ => Verdict::Unknown(Reason::OtherFailure),
            };
            task.checks.iter().map(|&c| verdict(c)).collect()
        }
        Some(Stop::Unsupported { reason, span }) => {
            unknown(Reason::Unsupported { what: task.located(&reason, span), function: None })
        }
        Some(Stop::StackOverflow { .. }) => unknown(Reason::StackOverflow),
        Some(Stop::Exit(_) | Stop::Returned | Stop::Blocked { .. }) if !asked => all(Verdict::Proved),
        Some(_) => unknown(Reason::ReadsInputs),
    }
}

/// Runs until the end or the deadline (none).
fn run_slices(
    task: &Task<'_>,
    machine: &Machine<'_>,
    state: &mut State,
    inputs: &mut Watched<'_>,
    mut observer: Option<&mut dyn Observer>,
    deadline: Instant,
) -> Option<Stop> {
    while Instant::now() + Duration::from_millis(1) < deadline && !task.is_cancelled() {
        let observer = observer.as_mut().map(|o| &mut **o as &mut dyn Observer);
        let env = Env { inputs, output: &mut Silent, observer };
        match machine.run(state, env, Limits { steps: SLICE, ..Limits::default() }) {
            Stop::StepLimit => {}
            stop => return Some(stop),
        }
    }
    None
}

/// Zeros, noting whether anything but handles was asked for.
struct Watched<'c> {
    zeros: Zeros,
    asked: bool,
    chosen: &'c [(VarId, u64)],
    unset: Unset<'c>,
}

impl Inputs for Watched<'_> {
    fn value(&mut self, terms: &Terms, request: Request<'_>) -> Option<Value> {
        if let Some((_, handle)) = self.chosen.iter().find(|(var, _)| Some(*var) == request.var) {
            return Some(Value::bv(request.sort.width().unwrap_or(64), *handle));
        }
        let is_dead = match (request.input, request.var) {
            (Input::Uninitialised(_), Some(var)) => !self.unset.may_be_read(var),
            _ => false,
        };
        self.asked |= !is_dead;
        self.zeros.value(terms, request)
    }

    fn stdin(&mut self) -> Option<u8> {
        self.asked = true;
        None
    }
}
