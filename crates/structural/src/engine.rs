//! The engine: all conditions of a task, dealt to threads, and the verdicts that come of them.

use std::time::Instant;

use maymust_engine::replay::Replay;
use maymust_engine::{Answer, Engine, Event, Means, Outcome, Reason, Refine, Role, Task, Verdict};
use maymust_machine::{Machine, Options};
use maymust_program::{CheckId, ProcId, Program};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::blocks::Blocks;
use crate::cut::cut;
use crate::knowledge::{Knowledge, Known};
use crate::queue::{Attempt, Queue};
use crate::schedule::Thread;
use crate::stats::Counts;
use crate::summary::Target;
use crate::targets::Targets;

/// The engine.
#[derive(Clone, Copy, Debug, Default)]
pub struct Structural;

impl Engine for Structural {
    fn name(&self) -> &'static str {
        "structural"
    }

    fn answer(&mut self, task: &Task<'_>) -> Outcome {
        let start = Instant::now();
        (task.listener)(Event::Working("preparing the program"));
        let cut = cut(task.program, &task.checks);
        let program = Task { program: &cut, ..task.clone() }.prepared();
        let roles = task.roles();
        let all = Job { task, program: &program, roles: &roles, start };
        all.run()
    }
}

/// One run of the engine.
pub struct Job<'a> {
    /// What is asked.
    pub task: &'a Task<'a>,
    /// The prepared program.
    pub program: &'a Program,
    /// What each check means.
    pub roles: &'a [Role],
    /// When it began.
    pub start: Instant,
}

impl Job<'_> {
    fn run(&self) -> Outcome {
        let Some(entry) = self.program.entry else { return self.outcome_of(Reason::NoEntry) };
        let options = Options { checks: self.task.check_set(), record: true };
        let replay = Replay {
            prepared: Machine::with_options(self.program, options),
            lowered: Machine::with_options(self.task.program, options),
        };
        let asked: FxHashSet<CheckId> = self.task.checks.iter().copied().collect();
        let targets = Targets::new(self.program, self.task.program, &asked);
        let blocks = Blocks::new(self.program, &targets.others);
        let first = targets.together();
        let knowledge = Knowledge::new(targets, blocks);
        let counts = self.search(entry, first, &knowledge, &replay);
        let (known, blocks) = knowledge.into_known();
        let is_reached = |t: Target| !matches!(known.get(&t), Some(Known::Unreachable));
        let blocked = blocks.reasons(&is_reached);
        let answers = self.task.checks.iter().map(|c| self.verdict(*c, &known, &blocked)).collect();
        Outcome { answers, statistics: counts.statistics(), broken: Vec::new() }
    }

    fn outcome_of(&self, reason: Reason) -> Outcome {
        let unknown = |check: &CheckId| self.answer(*check, Verdict::Unknown(reason.clone()));
        Outcome { answers: self.task.checks.iter().map(unknown).collect(), ..Outcome::default() }
    }

    fn answer(&self, check: CheckId, verdict: Verdict) -> Answer {
        Answer { check, verdict, engine: "structural", by: Means::Search, time: self.start.elapsed() }
    }

    /// Deals the targets to threads.
    fn search(
        &self,
        entry: ProcId,
        targets: Vec<Target>,
        knowledge: &Knowledge<'_>,
        replay: &Replay<'_>,
    ) -> Counts {
        let jobs = self.task.options.jobs.clamp(1, targets.len().max(1));
        let mut hands: Vec<Queue> = vec![Queue::default(); jobs];
        // First without loops: many conditions, and many bugs, do not need them.
        let is_quick = self.task.options.refine == Refine::Default;
        for (i, target) in targets.into_iter().enumerate() {
            hands[i % jobs].push(Attempt::new(target, is_quick));
        }
        let mut counts = Counts::default();
        let work = |hand: &mut Queue| Thread::new(self, entry, knowledge, replay).work(hand);
        while hands.iter().any(|hand| !hand.is_empty()) {
            std::thread::scope(|scope| {
                let (mine, others) = hands.split_last_mut().unzip();
                let others: Vec<_> =
                    others.into_iter().flatten().map(|hand| scope.spawn(move || work(hand))).collect();
                mine.into_iter().for_each(|hand| counts.add(&work(hand)));
                others.into_iter().filter_map(|t| t.join().ok()).for_each(|c| counts.add(&c));
            });
            // What one thread did not need, another one may have come to need since.
            hands.iter_mut().for_each(|hand| hand.wake(|target| knowledge.is_needed(target)));
        }
        counts
    }

    /// Keeps what was found, and tells the listener.
    pub fn keep(&self, knowledge: &Knowledge<'_>, found: Vec<(Target, Known)>) {
        let news = |target: Target, known: &Known| {
            let Target::Check(check) = target else { return };
            let verdict = match known {
                Known::Fails(run) => Verdict::Fails(run.clone()),
                Known::Unreachable if !knowledge.blocks.exposed.contains(&check) => Verdict::Proved,
                _ => return,
            };
            (self.task.listener)(Event::Answered(&self.answer(check, verdict)));
        };
        let decided = knowledge.keep(found, &news);
        (self.task.listener)(Event::Counted("conditions", decided as u64));
    }

    fn verdict(
        &self,
        check: CheckId,
        known: &FxHashMap<Target, Known>,
        blocked: &FxHashMap<CheckId, Reason>,
    ) -> Answer {
        let verdict = match known.get(&Target::Check(check)) {
            // No way leads there: it was pruned, or every copy is dead.
            None | Some(Known::Unreachable) => match blocked.get(&check) {
                Some(reason) => Verdict::Unknown(reason.clone()),
                None => Verdict::Proved,
            },
            Some(Known::Fails(run)) => Verdict::Fails(run.clone()),
            Some(Known::Unknown(_) | Known::Nothing) if self.task.is_cancelled() => {
                Verdict::Unknown(Reason::Cancelled)
            }
            Some(Known::Unknown(reason)) => Verdict::Unknown(reason.clone()),
            Some(Known::Nothing) => Verdict::Unknown(Reason::TIME),
        };
        self.answer(check, verdict)
    }
}
