//! Lets engines work on a task, in turns.

use std::any::Any;
use std::collections::BTreeSet;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::RecvTimeoutError;
use std::time::{Duration, Instant};

use maymust_engine::{
    Answer, Assumed, Engine, Event, Outcome, Reason, Statistics, Task, Verdict, Violation, Work, has_caller,
    is_own_doing, negated,
};
use maymust_program::{CheckId, CheckKind};

use crate::{Board, ENGINES, Features, Member, Turn};

/// The stack of an engine's thread: programs nest deep.
const STACK: usize = 1 << 28;
/// The engines whose turn is first may use this part of the time.
const FIRST: u32 = 20;
/// The same if it is asked whether runs end: an endless run shows nothing.
const FIRST_TERMINATION: u32 = 100;
/// The engines whose turn is later begin after this part of the time, and may use that part.
const LATER: (u32, u32) = (12, 4);
/// Besides a tenth of the time used so far, what proofs rest on is looked at for so long.
const ASSUMED: Duration = Duration::from_millis(100);
/// How often the signal to stop is handed on.
const PAUSE: Duration = Duration::from_millis(2);

/// What engines did, besides their answers.
#[derive(Debug, Default)]
pub struct Done {
    /// What each did.
    pub work: Vec<Work>,
    /// What audits found broken: nothing is to be believed then.
    pub broken: Vec<String>,
    /// What is known of the checks that proofs rest on.
    pub assumed: Assumed,
}

/// Asks the engine of a name, or those that suit the program. Their answers are on the board.
pub fn ask(only: Option<&'static Member>, task: &Task<'_>, board: &Board) -> Done {
    let start = Instant::now();
    let mut done = Done::default();
    let features = Features::of(task);
    let of_turn =
        |turn: Turn| ENGINES.iter().filter(|m| (m.turn)(&features) == turn).collect::<Vec<&Member>>();
    let (first, together, later) = match only {
        Some(member) => (Vec::new(), vec![member], Vec::new()),
        None => (of_turn(Turn::First), of_turn(Turn::Together), of_turn(Turn::Later)),
    };
    // One run meets what it meets: it answers for what was asked and for what is assumed.
    let assumed = task.assumed();
    let asked: BTreeSet<CheckId> = task.checks.iter().copied().collect();
    let quiet = |event: Event<'_>| match event {
        Event::Answered(answer) if !asked.contains(&answer.check) => {}
        event => (task.listener)(event),
    };
    let task = &Task { listener: &quiet, ..task.clone() };
    if !first.is_empty() && !task.is_cancelled() {
        let checks = task.checks.iter().chain(&assumed).copied().collect();
        let part = if features.termination { FIRST_TERMINATION } else { FIRST };
        let first_task = Task { checks, budget: task.budget / part, ..task.clone() };
        side_by_side(&first, &[], &first_task, board, &mut done);
    }
    let open = undecided(board, &task.checks);
    if !open.is_empty() && !task.is_cancelled() {
        board.next_turn();
        let budget = task.budget.saturating_sub(start.elapsed());
        let rest = Task { checks: open, budget, ..task.clone() };
        side_by_side(&together, &later, &rest, board, &mut done);
    }
    done.assumed = test_assumptions(&together, task, board, &assumed, start);
    done
}

fn undecided(board: &Board, checks: &[CheckId]) -> Vec<CheckId> {
    checks.iter().copied().filter(|c| !board.is_decided(*c)).collect()
}

/// Looks for a run that fails what proofs rest on, in a share of the time, and finds what of it is proved.
fn test_assumptions(
    members: &[&Member],
    task: &Task<'_>,
    board: &Board,
    assumed: &[CheckId],
    start: Instant,
) -> Assumed {
    let is_proof = |c: &CheckId| board.decided(*c).is_some_and(|a| matches!(a.verdict, Verdict::Proved));
    let elapsed = start.elapsed();
    let share = (elapsed / 10 + ASSUMED).min(task.budget.saturating_sub(elapsed) / 2);
    let search =
        |task: &Task<'_>, board: &Board| side_by_side(members, &[], task, board, &mut Done::default());
    let failing = || assumed.iter().find_map(|c| violation(board, *c));
    if task.checks.iter().any(is_proof) && failing().is_none() && !has_caller(task.program) {
        let open = undecided(board, assumed);
        if !open.is_empty() && !task.is_cancelled() {
            search(&Task { checks: open, budget: share, ..task.clone() }, board);
        }
    }
    let mut violation = failing();
    if let Some(violation) = &mut violation
        && !task.is_cancelled()
    {
        let (program, own) = (negated(task.program, violation.check), Board::default());
        let checks = vec![violation.check];
        search(&Task { program: &program, checks, budget: share, ..task.clone() }, &own);
        let answer = own.decided(violation.check);
        violation.in_every_run = answer.is_some_and(|a| matches!(a.verdict, Verdict::Proved));
    }
    let mut open: Vec<CheckKind> =
        assumed.iter().filter(|c| !is_proof(c)).map(|c| task.program.checks[c.index()].kind).collect();
    open.sort_unstable();
    open.dedup();
    Assumed { open, violation }
}

/// A run that fails an assumed check and has nobody else to blame.
fn violation(board: &Board, check: CheckId) -> Option<Violation> {
    match board.decided(check)?.verdict {
        Verdict::Fails(run) if is_own_doing(&run) => {
            Some(Violation { check, run: *run, in_every_run: false })
        }
        _ => None,
    }
}

/// Every engine has a thread of its own and sees what others have decided. When everything is decided the engines are
/// stopped. Those that come later do so if something is open then.
fn side_by_side(members: &[&Member], later: &[&Member], task: &Task<'_>, board: &Board, done: &mut Done) {
    let stop = Arc::new(AtomicBool::new(false));
    std::thread::scope(|scope| {
        let mut threads = Vec::new();
        let (alive, ended) = std::sync::mpsc::channel::<()>();
        let now = members.iter().map(|m| (m, Duration::ZERO, task.budget));
        let later = later.iter().map(|m| (m, task.budget / LATER.0, task.budget / LATER.1));
        for (member, delay, budget) in now.chain(later) {
            let (stop, alive) = (stop.clone(), alive.clone());
            let work = move || {
                let _alive = alive;
                let end = Instant::now() + delay;
                while Instant::now() < end && !stop.load(Ordering::Relaxed) {
                    std::thread::sleep(PAUSE.min(delay));
                }
                if stop.load(Ordering::Relaxed) && !delay.is_zero() {
                    return Default::default();
                }
                work((member.make)(), &Task { budget, ..task.clone() }, board, stop)
            };
            let thread = std::thread::Builder::new().stack_size(STACK).spawn_scoped(scope, work);
            threads.push((member.name, thread));
        }
        drop(alive);
        // Nothing is ever sent: the channel closes when the last engine ends, however it ends.
        while ended.recv_timeout(PAUSE) == Err(RecvTimeoutError::Timeout) {
            if task.is_cancelled() {
                stop.store(true, Ordering::Relaxed);
            }
        }
        for (engine, thread) in threads {
            let reason = match thread.map(std::thread::ScopedJoinHandle::join) {
                Ok(Ok((statistics, broken))) => {
                    done.work.push(Work { engine, statistics });
                    done.broken.extend(broken.into_iter().map(|b| format!("{engine}: {b}")));
                    continue;
                }
                Ok(Err(panic)) => Reason::Crashed { engine, message: message(&*panic) },
                Err(error) => Reason::Crashed { engine, message: format!("no thread: {error}") },
            };
            task.checks.iter().for_each(|c| board.note_reason(*c, engine, reason.clone()));
        }
    });
}

/// One engine at work.
fn work(
    mut engine: Box<dyn Engine + Send>,
    task: &Task<'_>,
    board: &Board,
    stop: Arc<AtomicBool>,
) -> (Statistics, Vec<String>) {
    let stop_if_done = || {
        if task.checks.iter().all(|c| board.is_decided(*c)) {
            stop.store(true, Ordering::Relaxed);
        }
    };
    let note = |answer: &Answer| {
        if let Some(answer) = board.note(answer) {
            stop_if_done();
            (task.listener)(Event::Answered(&answer));
        }
    };
    let listener = |event: Event<'_>| match event {
        // Only at its end an engine knows why it does not know.
        Event::Answered(answer) if matches!(answer.verdict, Verdict::Unknown(_)) => {}
        Event::Answered(answer) => note(answer),
        Event::Working(_) | Event::Counted(..) => (task.listener)(event),
    };
    let decided = |check: CheckId| board.is_decided(check);
    let mine = Task { cancel: stop.clone(), listener: &listener, decided: &decided, ..task.clone() };
    let Outcome { answers, statistics, broken } = maymust_engine::answers(engine.as_mut(), &mine);
    answers.iter().for_each(note);
    (statistics, broken)
}

fn message(panic: &(dyn Any + Send)) -> String {
    let text = panic.downcast_ref::<&str>().map(|s| (*s).to_owned());
    text.or_else(|| panic.downcast_ref::<String>().cloned()).unwrap_or_default()
}
