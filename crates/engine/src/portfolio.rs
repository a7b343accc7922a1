//! Several engines side by side: the first definite answer to a check wins.
//!
//! Every engine has a thread of its own and is told what others have decided, so that it can leave that out. When
//! everything is decided the engines are stopped. Two definite answers that contradict each other mean that one of the engines
//! is wrong: that is reported, and nothing of the run is to be believed.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Instant;

use maymust_program::CheckId;

use crate::{Answer, Engine, Event, Outcome, Reason, Task, Verdict};

/// The stack of an engine's thread: programs nest deep.
const STACK: usize = 1 << 28;

/// What an engine of several did.
#[derive(Debug)]
pub struct Share {
    /// The engine.
    pub engine: &'static str,
    /// All it gave.
    pub outcome: Outcome,
}

/// What came of several engines.
#[derive(Debug, Default)]
pub struct Together {
    /// One answer per check of the task, in its order.
    pub answers: Vec<Answer>,
    /// Pairs of answers that contradict each other.
    pub contradictions: Vec<(Answer, Answer)>,
    /// What each engine did, in the order of the engines.
    pub shares: Vec<Share>,
}

/// What has been decided so far.
#[derive(Default)]
struct Board {
    decided: BTreeMap<CheckId, Answer>,
    contradictions: Vec<(Answer, Answer)>,
}

impl Board {
    /// Notes a definite answer; true if it is the first to its check.
    fn note(&mut self, answer: &Answer) -> bool {
        if matches!(answer.verdict, Verdict::Unknown(_)) {
            return false;
        }
        let Some(first) = self.decided.get(&answer.check) else {
            self.decided.insert(answer.check, answer.clone());
            return true;
        };
        let is_proof = |a: &Answer| matches!(a.verdict, Verdict::Proved);
        let known = self.contradictions.iter().any(|(a, _)| a.check == answer.check);
        if is_proof(first) != is_proof(answer) && !known {
            self.contradictions.push((first.clone(), answer.clone()));
        }
        false
    }
}

/// Asks engines side by side.
pub fn side_by_side(engines: Vec<Box<dyn Engine + Send>>, task: &Task<'_>) -> Together {
    let start = Instant::now();
    let board = Mutex::new(Board::default());
    let stop = Arc::new(AtomicBool::new(false));
    let wanted = task.checks.len();
    let shares: Vec<Share> = std::thread::scope(|scope| {
        let mut threads = Vec::new();
        for mut engine in engines {
            let (board, stop) = (&board, stop.clone());
            let name = engine.name();
            let work = move || {
                let listener = |event: Event<'_>| {
                    if let Event::Answered(answer) = event {
                        let mut answer = answer.clone();
                        answer.time = start.elapsed();
                        let mut board = lock(board);
                        if !board.note(&answer) {
                            return;
                        }
                        if board.decided.len() == wanted {
                            stop.store(true, Ordering::Relaxed);
                        }
                        drop(board);
                        (task.listener)(Event::Answered(&answer));
                        return;
                    }
                    (task.listener)(event);
                };
                let decided = |check: CheckId| lock(board).decided.contains_key(&check);
                let mine =
                    Task { cancel: stop.clone(), listener: &listener, decided: &decided, ..task.clone() };
                let outcome = crate::answers(engine.as_mut(), &mine);
                let mut board = lock(board);
                outcome.answers.iter().for_each(|a| {
                    board.note(a);
                });
                if board.decided.len() == wanted {
                    stop.store(true, Ordering::Relaxed);
                }
                Share { engine: engine.name(), outcome }
            };
            threads.push((name, std::thread::Builder::new().stack_size(STACK).spawn_scoped(scope, work)));
        }
        watch(task, &stop, &threads);
        threads.into_iter().map(|(name, thread)| share(name, thread)).collect()
    });
    together(task, board.into_inner().unwrap_or_else(PoisonError::into_inner), shares, start)
}

type Thread<'s> = (&'static str, std::io::Result<std::thread::ScopedJoinHandle<'s, Share>>);

/// Hands on the task's own signal to stop, until all threads have ended.
fn watch(task: &Task<'_>, stop: &AtomicBool, threads: &[Thread<'_>]) {
    let running = |t: &Thread<'_>| t.1.as_ref().is_ok_and(|h| !h.is_finished());
    while threads.iter().any(running) {
        if task.is_cancelled() {
            stop.store(true, Ordering::Relaxed);
        }
        std::thread::sleep(std::time::Duration::from_millis(2));
    }
}

/// A thread that panicked or could not be started has no answers.
fn share(name: &'static str, thread: std::io::Result<std::thread::ScopedJoinHandle<'_, Share>>) -> Share {
    let outcome = match thread.map(|t| t.join()) {
        Ok(Ok(share)) => return share,
        Ok(Err(_)) => Outcome { broken: vec!["the engine panicked".to_owned()], ..Outcome::default() },
        Err(error) => Outcome { broken: vec![format!("no thread: {error}")], ..Outcome::default() },
    };
    Share { engine: name, outcome }
}

fn together(task: &Task<'_>, board: Board, shares: Vec<Share>, start: Instant) -> Together {
    let mut reasons: BTreeMap<CheckId, Vec<(&'static str, &Reason)>> = BTreeMap::new();
    for share in &shares {
        for answer in &share.outcome.answers {
            if let Verdict::Unknown(reason) = &answer.verdict {
                reasons.entry(answer.check).or_default().push((share.engine, reason));
            }
        }
    }
    let answer = |&check: &CheckId| match board.decided.get(&check) {
        Some(answer) => answer.clone(),
        None => unknown(check, reasons.get(&check).map_or(&[], Vec::as_slice), start),
    };
    let answers = task.checks.iter().map(answer).collect();
    Together { answers, contradictions: board.contradictions, shares }
}

/// Nobody knows: the reasons of all engines.
fn unknown(check: CheckId, given: &[(&'static str, &Reason)], start: Instant) -> Answer {
    let engine = given.last().map_or("none", |(engine, _)| engine);
    let reason = Reason::join(given.iter().map(|(_, r)| (*r).clone()));
    Answer { check, verdict: Verdict::Unknown(reason), engine, time: start.elapsed() }
}

fn lock(board: &Mutex<Board>) -> std::sync::MutexGuard<'_, Board> {
    board.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use super::*;
    use maymust_program::Program;
    use std::time::Duration;

    fn failing(check: CheckId) -> crate::Run {
        let failure = maymust_machine::Failure {
            check: Some(check),
            kind: maymust_program::CheckKind::Assertion,
            span: maymust_source::Span::NONE,
            message: String::new(),
            access: None,
            notes: Vec::new(),
            values: Vec::new(),
            stack: Vec::new(),
        };
        crate::Run { inputs: Default::default(), failure }
    }

    /// Gives fixed verdicts; waits for the end if it has none.
    struct Fixed(&'static str, Vec<Option<bool>>);

    impl Engine for Fixed {
        fn name(&self) -> &'static str {
            self.0
        }

        fn answer(&mut self, task: &Task<'_>) -> Outcome {
            let mut outcome = Outcome::default();
            for (&check, known) in task.checks.iter().zip(&self.1) {
                let verdict = match known {
                    Some(true) => Verdict::Proved,
                    Some(false) => Verdict::Fails(Box::new(failing(check))),
                    None => {
                        while !task.is_cancelled() && !(task.decided)(check) {
                            std::thread::sleep(Duration::from_millis(1));
                        }
                        Verdict::Unknown(Reason::Cancelled)
                    }
                };
                let answer = Answer { check, verdict, engine: self.0, time: Duration::ZERO };
                (task.listener)(Event::Answered(&answer));
                outcome.answers.push(answer);
            }
            outcome
        }
    }

    fn run(a: Vec<Option<bool>>, b: Vec<Option<bool>>) -> Together {
        let program = Program::default();
        let checks = (0..a.len() as u32).map(CheckId).collect();
        let task = Task::new(&program, checks, Duration::from_secs(60));
        side_by_side(vec![Box::new(Fixed("a", a)), Box::new(Fixed("b", b))], &task)
    }

    #[test]
    fn the_first_answer_wins_and_ends_the_work() {
        let t = run(vec![Some(true), None], vec![None, Some(false)]);
        assert!(t.contradictions.is_empty());
        assert!(matches!(t.answers[0].verdict, Verdict::Proved) && t.answers[0].engine == "a");
        assert!(matches!(t.answers[1].verdict, Verdict::Fails(_)) && t.answers[1].engine == "b");
    }

    #[test]
    fn a_contradiction_is_kept() {
        let t = run(vec![Some(true)], vec![Some(false)]);
        assert_eq!(t.contradictions.len(), 1);
    }
}
