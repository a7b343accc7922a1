//! The engine: answers checks by abstraction, model checking and refinement.

use std::time::Instant;

use maymust_engine::{Answer, Engine, Event, Means, Outcome, Reason, Task, Verdict};
use maymust_program::CheckKind;

/// The engine.
#[derive(Clone, Copy, Debug, Default)]
pub struct Exact;

impl Engine for Exact {
    fn name(&self) -> &'static str {
        "exact"
    }

    fn knows_termination(&self) -> bool {
        true
    }

    fn answer(&mut self, task: &Task<'_>) -> Outcome {
        let start = Instant::now();
        let kind = |c: maymust_program::CheckId| task.program.checks[c.index()].kind;
        let mut outcome = Outcome::default();
        for &check in &task.checks {
            let verdict = match kind(check) {
                CheckKind::Termination => maymust_termination::decide(task, check, &mut outcome.statistics),
                _ => Verdict::Unknown(Reason::NotTreated("this program yet")),
            };
            let answer =
                Answer { check, verdict, engine: self.name(), by: Means::Search, time: start.elapsed() };
            (task.listener)(Event::Answered(&answer));
            outcome.answers.push(answer);
        }
        outcome
    }
}
