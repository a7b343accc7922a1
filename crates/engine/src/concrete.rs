//! The concrete engine: a program that reads no input has exactly one run, and that run answers everything.
//!
//! The machine runs the program with zeros for all inputs. A check that fails has failed in a real run. If the run ends
//! without having asked for any input, every check holds; if it asked, nothing is proved.

use std::time::{Duration, Instant};

use maymust_machine::{Env, Inputs, Limits, Machine, Options, Request, Silent, State, Stop, Zeros};
use maymust_term::{Terms, Value};

use crate::{Answer, CANCELLED, Engine, Event, Outcome, Run, Statistics, Task, Verdict};

/// Loop iterations and calls between two looks at the clock.
const SLICE: u64 = 1 << 14;

/// See the module.
#[derive(Clone, Copy, Debug, Default)]
pub struct Concrete;

impl Engine for Concrete {
    fn name(&self) -> &'static str {
        "concrete"
    }

    fn answer(&mut self, task: &Task<'_>) -> Outcome {
        let start = Instant::now();
        let (verdicts, steps) = run(task, start);
        let time = start.elapsed();
        let answer = |(&check, verdict)| Answer { check, verdict, engine: self.name(), time };
        let answers: Vec<Answer> = task.checks.iter().zip(verdicts).map(answer).collect();
        answers.iter().for_each(|a| (task.listener)(Event::Answered(a)));
        let mut statistics = Statistics::default();
        statistics.count("tests_run", 1);
        statistics.count("steps", steps);
        statistics.time("test_time_s", time);
        Outcome { answers, statistics, broken: Vec::new() }
    }
}

/// The verdicts, and the steps of the run.
fn run(task: &Task<'_>, start: Instant) -> (Vec<Verdict>, u64) {
    (task.listener)(Event::Working("the run of the program"));
    let machine = Machine::with_options(task.program, Options { checks: task.check_set(), record: true });
    let Some(mut state) = machine.start() else {
        return (vec![Verdict::Unknown("the program has no entry".to_owned()); task.checks.len()], 0);
    };
    let mut inputs = Watched { zeros: Zeros, asked: false };
    let stop = run_slices(task, &machine, &mut state, &mut inputs, start + task.budget);
    (verdicts(task, &state, stop, inputs.asked), state.steps)
}

fn verdicts(task: &Task<'_>, state: &State, stop: Option<Stop>, asked: bool) -> Vec<Verdict> {
    let all = |verdict: Verdict| vec![verdict; task.checks.len()];
    let unknown = |reason: &str| all(Verdict::Unknown(reason.to_owned()));
    match stop {
        None if task.is_cancelled() => unknown(CANCELLED),
        None => unknown("the time budget is used up"),
        Some(Stop::Failed(failure)) => {
            let run = Run { inputs: state.record.clone(), failure: *failure.clone() };
            let verdict = |check| match failure.check {
                Some(failed) if failed == check => Verdict::Fails(Box::new(run.clone())),
                _ => Verdict::Unknown("the run that was tried ends at another failure".to_owned()),
            };
            task.checks.iter().map(|&c| verdict(c)).collect()
        }
        Some(Stop::Unsupported { reason, .. }) => unknown(&format!("not supported: {reason}")),
        Some(Stop::StackOverflow { .. }) => unknown("the stack of the machine overflows"),
        Some(Stop::Exit(_) | Stop::Returned | Stop::Blocked { .. }) if !asked => all(Verdict::Proved),
        Some(_) => unknown("the program reads inputs or uninitialised memory: one run does not decide it"),
    }
}

/// Runs until the end or the deadline (none).
fn run_slices(
    task: &Task<'_>,
    machine: &Machine<'_>,
    state: &mut State,
    inputs: &mut Watched,
    deadline: Instant,
) -> Option<Stop> {
    while Instant::now() + Duration::from_millis(1) < deadline && !task.is_cancelled() {
        let env = Env { inputs, output: &mut Silent, observer: None };
        match machine.run(state, env, Limits { steps: SLICE, ..Limits::default() }) {
            Stop::StepLimit => {}
            stop => return Some(stop),
        }
    }
    None
}

/// Zeros, noting whether anything was asked for.
struct Watched {
    zeros: Zeros,
    asked: bool,
}

impl Inputs for Watched {
    fn value(&mut self, terms: &Terms, request: Request<'_>) -> Option<Value> {
        self.asked = true;
        self.zeros.value(terms, request)
    }

    fn contents(&mut self, _object: u32, _size: u32) -> Option<Vec<u8>> {
        self.asked = true;
        None
    }

    fn stdin(&mut self) -> Option<u8> {
        self.asked = true;
        None
    }
}
