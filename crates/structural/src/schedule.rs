//! One thread: takes conditions from its queue, gives each a little effort, and puts what stays open back for more.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use maymust_engine::Reason;
use maymust_engine::replay::Replay;
use maymust_program::ProcId;
use rustc_hash::{FxHashMap, FxHashSet};

use crate::engine::Job;
use crate::knowledge::{Knowledge, Known};
use crate::pace::Pace;
use crate::queue::{Attempt, Queue, Turns};
use crate::refine::{Bounds, Effort, INFER};
use crate::stats::Counts;
use crate::summary::Target;
use crate::worker::{NextStep, Worker};

/// How long a condition may take at first. Most take a few milliseconds, and effort is bounded as well: this is for what
/// neither rounds nor conflicts measure.
const FIRST: Duration = Duration::from_millis(500);
/// How long to wait until memory that was given back is seen.
const RELIEF: Duration = Duration::from_secs(2);

/// A thread at work.
pub struct Thread<'t, 'a> {
    job: &'t Job<'a>,
    entry: ProcId,
    knowledge: &'t Knowledge<'t>,
    replay: &'t Replay<'t>,
    turns: Option<Turns>,
    worker: Option<Worker<'t>>,
    counts: Counts,
    /// How long conditions took so far.
    times: FxHashMap<Target, Duration>,
    pace: Pace,
    /// Does giving up what the worker holds help while memory is low? Not if others hold it.
    can_free: bool,
    /// Conditions during which memory ran low.
    greedy: FxHashSet<Target>,
}

impl<'t, 'a> Thread<'t, 'a> {
    /// With nothing done yet.
    pub fn new(
        job: &'t Job<'a>,
        entry: ProcId,
        knowledge: &'t Knowledge<'t>,
        replay: &'t Replay<'t>,
    ) -> Thread<'t, 'a> {
        Thread {
            job,
            entry,
            knowledge,
            replay,
            turns: Turns::of(&job.task.options),
            worker: None,
            counts: Counts::default(),
            times: FxHashMap::default(),
            pace: Pace::start(),
            can_free: true,
            greedy: FxHashSet::default(),
        }
    }

    /// Works until the queue is empty or the time is used up. Bounds of effort, not of time, make the order the same on every
    /// machine.
    pub fn work(mut self, queue: &mut Queue) -> Counts {
        while let Some(next) = queue.pop() {
            if Instant::now() >= self.end() || self.job.task.is_cancelled() {
                queue.clear();
                break;
            }
            if !self.knowledge.is_open(next.target, self.job.task.decided) {
                continue;
            }
            if !self.knowledge.is_needed(next.target) {
                queue.asleep.push(next);
                continue;
            }
            self.look(next, queue);
        }
        self.drop_worker();
        self.counts.condition_times = self.times.into_values().collect();
        self.counts
    }

    /// When all of it ends.
    fn end(&self) -> Instant {
        self.job.start + self.job.task.budget
    }

    /// The most that one condition may take.
    fn most(&self) -> Duration {
        self.job.task.options.check_time.unwrap_or(self.job.task.budget)
    }

    fn drop_worker(&mut self) {
        self.worker.take().into_iter().for_each(|w| self.counts.add(&w.counts()));
    }

    /// One look at a condition.
    fn look(&mut self, next: Attempt, queue: &mut Queue) {
        if self.worker.as_ref().is_some_and(Worker::is_full) {
            self.drop_worker();
        }
        let is_fresh = self.worker.is_none();
        self.can_free |= !self.job.task.memory_low();
        let target = next.target;
        let mut worker = match self.worker.take().map_or_else(|| Worker::new(self.job, self.entry), Ok) {
            Ok(worker) => worker,
            Err(reason) => {
                self.job.keep(self.knowledge, vec![(target, Known::Unknown(reason))]);
                return;
            }
        };
        self.counts.conditions += u64::from(!self.times.contains_key(&target));
        let used = self.times.get(&target).copied().unwrap_or_default();
        let bounds = self.bounds(next, used, queue.is_empty());
        worker.stop_on(self.interrupts());
        let (found, step) = worker.condition(target, bounds, self.replay);
        self.worker = Some(worker);
        let used = used + self.pace.lap();
        self.times.insert(target, used);
        self.job.keep(self.knowledge, found);
        if !self.is_out_of_memory(next, step, is_fresh, queue) {
            self.follow(next, step, used, queue);
        }
        queue.wake(|target| self.knowledge.is_needed(target));
    }

    /// What a look may take.
    fn bounds(&mut self, next: Attempt, used: Duration, is_last: bool) -> Bounds {
        let Attempt { target, look, is_quick, choice } = next;
        let longer = FIRST * 2u32.saturating_pow(look);
        // There is no reason to stop early if nothing else waits, and there is but one way.
        let (effort, limit) = match target {
            _ if is_last && self.turns.is_none() => (Effort::ALL, self.most()),
            Target::Checks(..) => (Effort::TOGETHER, longer),
            _ => (Effort::of_look(look, choice), longer),
        };
        let limit = limit.min(self.most().saturating_sub(used));
        self.pace.lap();
        let deadline = self.end().min(Instant::now() + self.pace.on_the_clock(limit));
        Bounds { deadline, effort, is_quick }
    }

    /// Flags that end a look. If others hold the memory nothing is gained by stopping for its sake.
    fn interrupts(&self) -> Vec<Arc<AtomicBool>> {
        let mut all = vec![self.job.task.cancel.clone()];
        all.extend(self.can_free.then(|| self.job.task.memory_low.clone()));
        all
    }

    /// Did memory run low during a look? Then the worker is given up, and the condition has another try, or was the reason.
    fn is_out_of_memory(&mut self, next: Attempt, step: NextStep, is_fresh: bool, queue: &mut Queue) -> bool {
        if !self.can_free || !self.job.task.memory_low() {
            return false;
        }
        self.drop_worker();
        self.can_free = self.wait_for_memory();
        if !matches!(step, NextStep::Time | NextStep::Loops | NextStep::Invariants) {
            return false;
        }
        // What came before may have used it up, or others: then the condition has another try.
        let gives_up = self.can_free && (is_fresh || !self.greedy.insert(next.target));
        if gives_up {
            self.job.keep(self.knowledge, vec![(next.target, Known::Unknown(Reason::Memory))]);
            self.knowledge.end(next.target);
        } else {
            queue.push(next);
        }
        true
    }

    /// Waits a little while memory is low: what was given back is not seen at once. Gives whether it was enough.
    fn wait_for_memory(&self) -> bool {
        let start = Instant::now();
        let task = self.job.task;
        while task.memory_low() && !task.is_cancelled() && start.elapsed() < RELIEF {
            std::thread::sleep(Duration::from_millis(5));
        }
        !task.memory_low()
    }

    /// Puts a condition back for what it needs, or ends with it.
    fn follow(&mut self, next: Attempt, step: NextStep, used: Duration, queue: &mut Queue) {
        let is_time_left = used < self.most();
        let Attempt { target, look, is_quick, .. } = next;
        match step {
            NextStep::Loops if look == 0 => queue.push(next.again(self.turns)),
            NextStep::Loops => queue.push(next.open(look, self.turns)),
            NextStep::Invariants if is_time_left => queue.push(next.open(look.max(INFER), self.turns)),
            NextStep::Time if is_time_left => queue.push(next.again(self.turns)),
            NextStep::Time | NextStep::Invariants | NextStep::Nothing => self.knowledge.end(target),
            NextStep::Halves | NextStep::Without(_) => {
                let parts = self.knowledge.parts(target, step);
                parts.into_iter().for_each(|target| queue.push(Attempt::new(target, is_quick)));
            }
        }
    }
}
