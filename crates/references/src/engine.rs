//! The engine: from a search to answers.

use std::time::Instant;

use maymust_engine::{Answer, Engine, Event, Means, Outcome, Reason, Statistics, Summaries, Task, Verdict};
use maymust_program::CheckId;

use crate::exec::Exec;
use crate::replay::replay;
use crate::search::{Found, search};
use crate::state::State;
use crate::summary;

/// The engine.
#[derive(Clone, Copy, Debug, Default)]
pub struct References;

impl Engine for References {
    fn name(&self) -> &'static str {
        "references"
    }

    fn knows_threads(&self) -> bool {
        true
    }

    fn answer(&mut self, task: &Task<'_>) -> Outcome {
        let start = Instant::now();
        (task.listener)(Event::Working("the states of the program"));
        let mut statistics = Statistics::default();
        let verdicts = verdicts(task, start, &mut statistics);
        let time = start.elapsed();
        let answer =
            |(&check, verdict)| Answer { check, verdict, engine: "references", by: Means::Search, time };
        let answers: Vec<Answer> = task.checks.iter().zip(verdicts).map(answer).collect();
        answers.iter().for_each(|a| (task.listener)(Event::Answered(a)));
        Outcome { answers, statistics, broken: Vec::new() }
    }
}

fn verdicts(task: &Task<'_>, start: Instant, statistics: &mut Statistics) -> Vec<Verdict> {
    let unknown = |why: Reason| vec![Verdict::Unknown(why); task.checks.len()];
    if task.program.memory.bytes.is_none() {
        return unknown(Reason::NotTreated("programs whose memory is divided"));
    }
    let mut exec = match Exec::new(task, start + task.budget) {
        Ok(exec) => exec,
        Err(why) => return unknown(why),
    };
    let Some(state) = exec.start() else { return unknown(Reason::NoEntry) };
    let found = found(&mut exec, state);
    statistics.count("states", found.states);
    statistics.count("steps", exec.steps);
    statistics.count("solver_checks", exec.paths.asked);
    statistics.count("summaries", found.summaries.0);
    statistics.count("effects", found.summaries.1);
    task.checks.iter().map(|c| verdict(&mut exec, &found, *c)).collect()
}

/// With summaries if they are asked for and can be used, else without.
fn found(exec: &mut Exec<'_>, state: State) -> Found {
    if exec.task.options.summaries != Summaries::None && exec.visible.is_none() {
        if let Ok(found) = summary::search(exec, state.clone()) {
            return found;
        }
        exec.forget();
    }
    search(exec, state)
}

fn verdict(exec: &mut Exec<'_>, found: &Found, check: CheckId) -> Verdict {
    if let Some((_, choices)) = found.failures.iter().find(|f| f.0 == check) {
        return match replay(exec, check, choices) {
            Ok(run) => Verdict::Fails(Box::new(run)),
            Err(why) => Verdict::Unknown(why),
        };
    }
    if exec.eval.observed {
        return Verdict::Unknown(Reason::NotTreated("programs that depend on how objects are numbered"));
    }
    match found.cut.is_empty() {
        true => Verdict::Proved,
        false => Verdict::Unknown(Reason::join(found.cut.iter().cloned())),
    }
}
