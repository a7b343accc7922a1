//! The engine: who answers which check.

use std::time::Instant;

use maymust_engine::{Answer, Engine, Event, Means, Outcome, Task};
use maymust_program::{CheckId, CheckKind};

use crate::session::Session;

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
        let is_end = |c: &CheckId| task.program.checks[c.index()].kind == CheckKind::Termination;
        let (ends, others): (Vec<CheckId>, Vec<CheckId>) = task.checks.iter().partition(|c| is_end(c));
        let mut outcome = match others.is_empty() {
            true => Outcome::default(),
            false => Session::new(&Task { checks: others, ..task.clone() }).run(),
        };
        for check in ends {
            let verdict = maymust_termination::decide(task, check, &mut outcome.statistics);
            let answer =
                Answer { check, verdict, engine: self.name(), by: Means::Search, time: start.elapsed() };
            (task.listener)(Event::Answered(&answer));
            outcome.answers.push(answer);
        }
        let place = |a: &Answer| task.checks.iter().position(|c| *c == a.check);
        outcome.answers.sort_by_key(place);
        outcome
    }
}
