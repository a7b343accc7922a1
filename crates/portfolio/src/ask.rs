//! Lets engines work on a task, in turns.

use std::any::Any;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::RecvTimeoutError;
use std::time::{Duration, Instant};

use maymust_engine::{Answer, Engine, Event, Outcome, Reason, Statistics, Task, Verdict, Work};
use maymust_program::CheckId;

use crate::{Board, ENGINES, Features, Member, Turn};

/// The stack of an engine's thread: programs nest deep.
const STACK: usize = 1 << 28;
/// The engines whose turn is first may use this part of the time.
const FIRST: u32 = 20;
/// How often the signal to stop is handed on.
const PAUSE: Duration = Duration::from_millis(2);

/// What engines did, besides their answers.
#[derive(Debug, Default)]
pub struct Done {
    /// What each did.
    pub work: Vec<Work>,
    /// What audits found broken: nothing is to be believed then.
    pub broken: Vec<String>,
}

/// Asks the engine of a name, or those that suit the program. Their answers are on the board.
pub fn ask(only: Option<&'static Member>, task: &Task<'_>, board: &Board) -> Done {
    let start = Instant::now();
    let mut done = Done::default();
    if task.is_cancelled() {
        return done;
    }
    if let Some(member) = only {
        side_by_side(&[member], task, board, &mut done);
        return done;
    }
    let features = Features::of(task);
    let of_turn =
        |turn: Turn| ENGINES.iter().filter(|m| (m.turn)(&features) == turn).collect::<Vec<&Member>>();
    let first = Task { budget: task.budget / FIRST, ..task.clone() };
    side_by_side(&of_turn(Turn::First), &first, board, &mut done);
    let open: Vec<CheckId> = task.checks.iter().copied().filter(|c| !board.is_decided(*c)).collect();
    if !open.is_empty() && !task.is_cancelled() {
        board.next_turn();
        let budget = task.budget.saturating_sub(start.elapsed());
        let rest = Task { checks: open, budget, ..task.clone() };
        side_by_side(&of_turn(Turn::Together), &rest, board, &mut done);
    }
    done
}

/// Every engine has a thread of its own and sees what others have decided. When everything is decided the engines are
/// stopped.
fn side_by_side(members: &[&Member], task: &Task<'_>, board: &Board, done: &mut Done) {
    let stop = Arc::new(AtomicBool::new(false));
    std::thread::scope(|scope| {
        let mut threads = Vec::new();
        let (alive, ended) = std::sync::mpsc::channel::<()>();
        for member in members {
            let (stop, alive) = (stop.clone(), alive.clone());
            let work = move || {
                let _alive = alive;
                work((member.make)(), task, board, stop)
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
