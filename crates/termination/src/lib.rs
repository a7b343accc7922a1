//! Does every run end? Ranking functions say that it does, lassos and recurrent sets that it does not.
//!
//! A run *ends* when the program returns from its entry or halts, at a failed assertion, and at an assumption that does not
//! hold. Unchecked undefined behaviour is assumed not to happen. A run that stays in a loop, or in
//! calls that never return, for ever is one without an end.
//!
//! [`walk`] lets the machine run and notices that a loop or a recursion repeats itself, [`lasso`] asks the solver for inputs that
//! make it do so, [`recurrent`] finds sets of states that a loop never leaves. [`prove`] goes through the program once,
//! with every loop and recursion replaced by an invariant, and asks [`rank`] for a measure that each iteration lessens.
//!
//! Invariant: every run that is said to have no end was walked by the machine until it repeated itself or was in a set that the
//! solver has shown to be closed; every proof rests on `unsat` alone.

mod explore;
mod hang;
mod lasso;
mod loops;
mod prove;
mod rank;
mod recurrent;
mod walk;

use std::time::{Duration, Instant};

use maymust_engine::{Event, Reason, Statistics, Task, Verdict};
use maymust_program::{CheckId, CheckKind};

use hang::Stage;

/// Decides whether every run of a task's program ends; `check` is the one of this kind.
pub fn decide(task: &Task<'_>, check: CheckId, statistics: &mut Statistics) -> Verdict {
    let start = Instant::now();
    let deadline = start + task.budget.saturating_sub(Duration::from_millis(50));
    (task.listener)(Event::Working("preparing the program"));
    let program = task.prepared();
    if program.entry.is_none() {
        return Verdict::Unknown(Reason::NoEntry);
    }
    // A run whose numbers overflow is undefined, so it is never reported as endless. A proof is about what the machine does: numbers wrap
    // around.
    let defined = defined(task);
    let strict = defined.prepared();
    let stage = Stage::new(&defined, check, &strict, deadline);
    let share = |part: u32| deadline.min(Instant::now() + task.budget / part);
    (task.listener)(Event::Working("runs of the program"));
    let walked = walk::walk(&stage);
    statistics.count("runs_walked", walked.runs);
    if let Some(run) = walked.endless {
        return Verdict::Fails(Box::new(run));
    }
    (task.listener)(Event::Working("loops that repeat themselves"));
    if let Some(run) = lasso::search(&stage, 3, share(12)) {
        return Verdict::Fails(Box::new(run));
    }
    (task.listener)(Event::Working("sets of states that loops never leave"));
    if let Some(run) = recurrent::search(&stage, &walked.suspects, share(8), statistics) {
        return Verdict::Fails(Box::new(run));
    }
    (task.listener)(Event::Working("ranking functions"));
    let wrapping = Stage::new(task, check, &program, deadline);
    let left = deadline.saturating_duration_since(Instant::now());
    let why = match prove::prove(&wrapping, Instant::now() + left * 3 / 4, statistics) {
        Ok(()) => return Verdict::Proved,
        Err(why) => why,
    };
    (task.listener)(Event::Working("loops that repeat themselves"));
    for unroll in [6, 12, 24] {
        if stage.is_over() {
            break;
        }
        if let Some(run) = lasso::search(&stage, unroll, deadline) {
            return Verdict::Fails(Box::new(run));
        }
    }
    if task.is_cancelled() {
        return Verdict::Unknown(Reason::Cancelled);
    }
    Verdict::Unknown(why)
}

/// The same task with the checks of arithmetic asked about as well: no run goes on beyond their failure.
fn defined<'a>(task: &Task<'a>) -> Task<'a> {
    let is_arithmetic = |c: &CheckId| {
        let kind = task.program.checks[c.index()].kind;
        matches!(kind, CheckKind::SignedOverflow | CheckKind::ShiftRange)
    };
    let all = (0..task.program.checks.len() as u32).map(CheckId);
    let mut checks: Vec<CheckId> = all.filter(is_arithmetic).collect();
    checks.extend(&task.checks);
    checks.sort_unstable();
    checks.dedup();
    Task { checks, ..task.clone() }
}
