//! The engine: all conditions of a task, their order, threads, and what blocks proofs.

use std::collections::{BTreeMap, VecDeque};
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use maymust_engine::{Answer, Engine, Event, Outcome, Reason, Refine, Role, Run, Task, Verdict};
use maymust_machine::{Machine, Options};
use maymust_program::{CheckId, EdgeId, Op, ProcId, Program, VarId};
use maymust_solver::Solver;
use maymust_symbolic::{Host, State, initial};
use maymust_term::{TermId, Terms};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::blocks::Blocks;
use crate::cut::cut;
use crate::pace::Pace;
use crate::refine::{Bounds, Choice, Effort, Finding, INFER, Refiner, most_hoisted};
use crate::stats::Counts;
use crate::summary::{Context, Target};
use crate::unfold::{InstanceId, Unfolding, View};
use crate::witness::{Replay, guess};

/// How long a condition may take at first. Most take a few milliseconds, and effort is bounded as well: this is for what neither rounds
/// nor conflicts measure.
const FIRST: Duration = Duration::from_millis(500);
/// So many looks are at closed loops only.
const QUICK: u32 = 2;
/// A look with open loops comes after so many further looks with closed ones.
const OPEN_LOOPS: usize = 2;
/// The look of checks that are asked together: they end in halves, not in another look.
const TOGETHER: u32 = 3;
/// With more terms or gates a thread begins anew.
const MANY_TERMS: usize = 20_000_000;
const MANY_GATES: u64 = 40_000_000;
/// The reason of an unknown answer when a condition alone uses up the memory.
/// How long to wait until memory that was given back is seen.
const RELIEF: Duration = Duration::from_secs(2);
/// How long a run of the machine may take.
const REPLAY: Duration = Duration::from_secs(5);
/// The same, if it is only a try.
const PEEK: Duration = Duration::from_millis(20);

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
struct Job<'a> {
    task: &'a Task<'a>,
    program: &'a Program,
    roles: &'a [Role],
    start: Instant,
}

/// A condition that is to be looked at.
#[derive(Clone, Copy, Debug)]
struct Try {
    target: Target,
    /// How many looks there were before: each may take more effort than the last.
    look: u32,
    /// Do loops stay closed?
    is_quick: bool,
    /// How regions are chosen.
    choice: Choice,
}

/// When the default scheme chooses regions in which way.
#[derive(Clone, Copy, Debug)]
struct Turns {
    /// From this look on one effect at a time, once loops may be open, …
    nearest: u32,
    /// … and from this one on correcting sets in turn with it.
    both: u32,
}

impl Turns {
    /// One effect at a time is faster, but can follow a loop or a recursion for ever.
    const UNBOUNDED: Turns = Turns { nearest: 2, both: 2 };
    /// Where it cannot.
    const BOUNDED: Turns = Turns { nearest: 1, both: 6 };

    /// None if there is but one way.
    fn of(options: &maymust_engine::Options) -> Option<Turns> {
        let bounded = options.unroll.is_some();
        let turns = if bounded { Turns::BOUNDED } else { Turns::UNBOUNDED };
        (options.refine == Refine::Default).then_some(turns)
    }
}

impl Try {
    fn new(target: Target, is_quick: bool) -> Try {
        let (look, choice) = match target {
            Target::Checks(..) => (TOGETHER, Choice::Nearest),
            _ => (0, Choice::Correction),
        };
        Try { target, look, is_quick, choice }
    }

    /// What comes first: little effort, and closed loops.
    fn rank(self) -> usize {
        self.look as usize + if self.is_quick { 0 } else { OPEN_LOOPS }
    }

    /// With open loops.
    fn open(self, look: u32, turns: Option<Turns>) -> Try {
        let choice =
            if turns.is_some_and(|t| look >= t.nearest) { Choice::Nearest } else { Choice::Correction };
        Try { look, is_quick: false, choice, ..self }
    }

    /// With more effort, or in the other way.
    fn again(self, turns: Option<Turns>) -> Try {
        if self.choice == Choice::Nearest && turns.is_some_and(|t| self.look >= t.both) {
            return Try { choice: Choice::Correction, ..self };
        }
        let look = self.look + 1;
        match self.is_quick && look < QUICK {
            true => Try { look, ..self },
            false => self.open(look, turns),
        }
    }
}

/// Conditions that wait, by rank; those of a rank in turn.
#[derive(Clone, Debug, Default)]
struct Queue {
    ranks: BTreeMap<usize, VecDeque<Try>>,
    /// Those that nothing depends on so far.
    asleep: Vec<Try>,
}

impl Queue {
    fn push(&mut self, next: Try) {
        self.ranks.entry(next.rank()).or_default().push_back(next);
    }

    /// Is there none but those that sleep?
    fn is_empty(&self) -> bool {
        self.ranks.is_empty()
    }

    fn clear(&mut self) {
        *self = Queue::default();
    }

    fn wake(&mut self, is_needed: impl Fn(Target) -> bool) {
        let mut asleep = std::mem::take(&mut self.asleep);
        asleep.extract_if(.., |t| is_needed(t.target)).for_each(|t| self.push(t));
        self.asleep = asleep;
    }

    fn pop(&mut self) -> Option<Try> {
        let mut first = self.ranks.first_entry()?;
        let next = first.get_mut().pop_front();
        if first.get().is_empty() {
            first.remove();
        }
        next
    }
}

/// What another look at a condition needs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Left {
    /// There will be none.
    Nothing,
    /// More time.
    Time,
    /// Loops.
    Loops,
    /// Invariants: no run within the limit of unrollings reaches it.
    Invariants,
    /// To be asked of the halves: checks that are asked together are not decided together.
    Halves,
    /// This one to be left out: of checks that are asked together it is known to fail.
    Without(CheckId),
}

/// What is known of a target.
#[derive(Clone, Debug)]
enum Known {
    Nothing,
    Unreachable,
    Fails(Box<Run>),
    Unknown(Reason),
}

/// What the threads share.
struct Shared<'a> {
    /// Of single targets.
    known: Mutex<FxHashMap<Target, Known>>,
    /// Checks of library models, sorted.
    library: Vec<CheckId>,
    /// What is not modelled and may block proofs.
    blocks: Blocks<'a>,
    counts: Mutex<Counts>,
    replay: Replay<'a>,
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
        let known = targets.single().map(|t| (t, Known::Nothing)).collect();
        let known = Mutex::new(known);
        let first = targets.together();
        let shared = Shared { known, library: targets.library, blocks, counts: Mutex::default(), replay };
        self.search(entry, first, &shared);
        let counts = shared.counts.into_inner().unwrap_or_default();
        let known = shared.known.into_inner().unwrap_or_default();
        let is_reached = |t: Target| !matches!(known.get(&t), Some(Known::Unreachable));
        let blocked = shared.blocks.reasons(&is_reached);
        let answers = self.task.checks.iter().map(|c| self.verdict(*c, &known, &blocked)).collect();
        Outcome { answers, statistics: counts.statistics(), broken: Vec::new() }
    }

    fn outcome_of(&self, reason: Reason) -> Outcome {
        let unknown = |check: &CheckId| self.answer(*check, Verdict::Unknown(reason.clone()));
        Outcome { answers: self.task.checks.iter().map(unknown).collect(), ..Outcome::default() }
    }

    fn answer(&self, check: CheckId, verdict: Verdict) -> Answer {
        Answer { check, verdict, engine: "structural", time: self.start.elapsed() }
    }

    /// Deals the targets to threads.
    fn search(&self, entry: ProcId, targets: Vec<Target>, shared: &Shared<'_>) {
        let jobs = self.task.options.jobs.clamp(1, targets.len().max(1));
        let mut hands: Vec<Queue> = vec![Queue::default(); jobs];
        // First without loops: many conditions, and many bugs, do not need them.
        let is_quick = self.task.options.refine == Refine::Default;
        for (i, target) in targets.into_iter().enumerate() {
            hands[i % jobs].push(Try::new(target, is_quick));
        }
        while hands.iter().any(|hand| !hand.is_empty()) {
            std::thread::scope(|scope| {
                let (mine, others) = hands.split_last_mut().unzip();
                for hand in others.into_iter().flatten() {
                    scope.spawn(move || self.work(entry, shared, hand));
                }
                mine.into_iter().for_each(|hand| self.work(entry, shared, hand));
            });
            // What one thread did not need, another one may have come to need since.
            hands.iter_mut().for_each(|hand| hand.wake(|target| shared.is_needed(target)));
        }
    }

    /// Each condition gets a little effort; what is open then comes again, with more. Bounds of effort, not of time, make
    /// that the same on every machine.
    fn work(&self, entry: ProcId, shared: &Shared<'_>, queue: &mut Queue) {
        let end = self.start + self.task.budget;
        let most = self.task.options.check_time.unwrap_or(self.task.budget);
        let turns = Turns::of(&self.task.options);
        let mut counts = Counts::default();
        let mut worker: Option<Worker<'_>> = None;
        // How long conditions took so far.
        let mut times: FxHashMap<Target, Duration> = FxHashMap::default();
        let mut pace = Pace::start();
        let mut can_free = true;
        // Conditions that memory ran short with.
        let mut greedy: FxHashSet<Target> = FxHashSet::default();
        while let Some(next) = queue.pop() {
            let Try { target, look, is_quick, choice } = next;
            if Instant::now() >= end || self.task.is_cancelled() {
                queue.clear();
                break;
            }
            if !shared.is_open(target, self.task.decided) {
                continue;
            }
            if !shared.is_needed(target) {
                queue.asleep.push(next);
                continue;
            }
            if worker.as_ref().is_some_and(Worker::is_full) {
                worker.take().into_iter().for_each(|w| counts.add(&w.counts()));
            }
            let is_fresh = worker.is_none();
            can_free |= !self.task.is_short();
            let w = match &mut worker {
                Some(w) => w,
                None => match Worker::new(self, entry) {
                    Ok(new) => worker.insert(new),
                    Err(reason) => {
                        self.keep(shared, vec![(target, Known::Unknown(reason))]);
                        continue;
                    }
                },
            };
            counts.conditions += u64::from(!times.contains_key(&target));
            let used = times.get(&target).copied().unwrap_or_default();
            // There is no reason to stop early if nothing else waits, and there is but one way.
            let (effort, limit) = match target {
                _ if queue.is_empty() && turns.is_none() => (Effort::ALL, most),
                Target::Checks(..) => (Effort::TOGETHER, FIRST * 2u32.saturating_pow(look)),
                _ => (Effort::of_look(look, choice), FIRST * 2u32.saturating_pow(look)),
            };
            let limit = limit.min(most.saturating_sub(used));
            pace.lap();
            let deadline = end.min(Instant::now() + pace.on_the_clock(limit));
            let bounds = Bounds { deadline, effort, is_quick };
            w.interrupts = self.interrupts(can_free);
            let (found, left) = w.condition(target, bounds, &shared.replay);
            let used = used + pace.lap();
            times.insert(target, used);
            self.keep(shared, found);
            if can_free && self.task.is_short() {
                worker.take().into_iter().for_each(|w| counts.add(&w.counts()));
                can_free = self.wait_for_memory();
                // What came before may have used it up, or others: then the condition has another try.
                let gives_up = can_free && (is_fresh || !greedy.insert(target));
                match left {
                    Left::Time | Left::Loops | Left::Invariants if gives_up => {
                        self.keep(shared, vec![(target, Known::Unknown(Reason::Memory))]);
                        shared.end(target);
                        continue;
                    }
                    Left::Time | Left::Loops | Left::Invariants => {
                        queue.push(next);
                        continue;
                    }
                    Left::Nothing | Left::Halves | Left::Without(_) => {}
                }
            }
            match left {
                Left::Loops if look == 0 => queue.push(next.again(turns)),
                Left::Loops => queue.push(next.open(look, turns)),
                Left::Invariants if used < most => queue.push(next.open(look.max(INFER), turns)),
                Left::Time if used < most => queue.push(next.again(turns)),
                Left::Time | Left::Invariants | Left::Nothing => shared.end(target),
                Left::Halves | Left::Without(_) => {
                    let parts = shared.parts(target, left);
                    parts.into_iter().for_each(|target| queue.push(Try::new(target, is_quick)));
                }
            }
            queue.wake(|target| shared.is_needed(target));
        }
        worker.into_iter().for_each(|w| counts.add(&w.counts()));
        counts.condition_times = times.into_values().collect();
        if let Ok(mut all) = shared.counts.lock() {
            all.add(&counts);
        }
    }

    /// Who says when to stop. If others hold the memory nothing is gained by stopping for its sake.
    fn interrupts(&self, can_free: bool) -> Vec<Arc<AtomicBool>> {
        let mut all = vec![self.task.cancel.clone()];
        all.extend(can_free.then(|| self.task.is_short.clone()));
        all
    }

    /// Waits a little while memory is short: what was given back is not seen at once. Gives whether it was enough.
    fn wait_for_memory(&self) -> bool {
        let start = Instant::now();
        while self.task.is_short() && !self.task.is_cancelled() && start.elapsed() < RELIEF {
            std::thread::sleep(Duration::from_millis(5));
        }
        !self.task.is_short()
    }

    fn keep(&self, shared: &Shared<'_>, found: Vec<(Target, Known)>) {
        let Ok(mut known) = shared.known.lock() else { return };
        let single = |(t, k): (Target, Known)| match t {
            Target::Checks(..) => shared.members(t).iter().map(|c| (Target::Check(*c), k.clone())).collect(),
            _ => vec![(t, k)],
        };
        for (t, k) in found.into_iter().flat_map(single) {
            let is_better = known.get(&t).is_none_or(is_open);
            if !is_better {
                continue;
            }
            let verdict = match (t, &k) {
                (Target::Check(check), Known::Fails(run)) => Some((check, Verdict::Fails(run.clone()))),
                (Target::Check(check), Known::Unreachable) if !shared.blocks.exposed.contains(&check) => {
                    Some((check, Verdict::Proved))
                }
                _ => None,
            };
            if let Some((check, verdict)) = verdict {
                (self.task.listener)(Event::Answered(&self.answer(check, verdict)));
            }
            if matches!((t, &k), (Target::Check(_), Known::Unreachable)) {
                shared.blocks.proved();
            }
            known.insert(t, k);
        }
        #[allow(clippy::iter_over_hash_type)]
        let done = known.values().filter(|k| !is_open(k)).count();
        (self.task.listener)(Event::Counted("conditions", done as u64));
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

impl Shared<'_> {
    /// Is there something left to decide about a target?
    fn is_open(&self, target: Target, decided: &dyn Fn(CheckId) -> bool) -> bool {
        let Ok(known) = self.known.lock() else { return false };
        let open = |t: Target| known.get(&t).is_some_and(is_open);
        match target {
            Target::Check(c) => open(target) && !decided(c),
            Target::Checks(..) => {
                self.members(target).iter().any(|c| open(Target::Check(*c)) && !decided(*c))
            }
            Target::Unsupported(..) => open(target),
        }
    }

    /// Does anything depend on a target? On what is not modelled only proofs do, of what can come after it.
    fn is_needed(&self, target: Target) -> bool {
        let Target::Unsupported(..) = target else { return true };
        self.blocks.is_needed(target, || {
            let Ok(known) = self.known.lock() else { return FxHashSet::default() };
            #[allow(clippy::iter_over_hash_type)]
            let proved = known.iter().filter_map(|(t, k)| match (t, k) {
                (Target::Check(check), Known::Unreachable) => Some(*check),
                _ => None,
            });
            proved.collect()
        })
    }

    /// There will be no further look at a target.
    fn end(&self, target: Target) {
        let is_open = self.known.lock().is_ok_and(|known| known.get(&target).is_some_and(is_open));
        if is_open {
            self.blocks.give_up(target);
        }
    }

    /// The checks that are asked together in a target.
    fn members(&self, target: Target) -> &[CheckId] {
        let Target::Checks(first, last) = target else { return &[] };
        let from = self.library.partition_point(|c| *c < first);
        let to = self.library.partition_point(|c| *c <= last);
        &self.library[from..to]
    }

    /// What is to be asked in place of a target.
    fn parts(&self, target: Target, left: Left) -> Vec<Target> {
        let members = self.members(target);
        let (a, b) = match left {
            Left::Without(check) => {
                let at = members.partition_point(|c| *c < check);
                let after = members.partition_point(|c| *c <= check);
                (&members[..at], &members[after..])
            }
            _ => members.split_at(members.len() / 2),
        };
        together(a).into_iter().chain(together(b)).collect()
    }
}

/// Checks in a row as one target.
fn together(checks: &[CheckId]) -> Option<Target> {
    match checks {
        [] => None,
        [c] => Some(Target::Check(*c)),
        [first, .., last] => Some(Target::Checks(*first, *last)),
    }
}

fn is_open(known: &Known) -> bool {
    matches!(known, Known::Nothing | Known::Unknown(_))
}

/// All targets of a program.
#[derive(Default)]
struct Targets {
    /// Checks of the program's own procedures.
    own: Vec<CheckId>,
    /// Checks of library models.
    library: Vec<CheckId>,
    /// What is not modelled.
    others: Vec<Target>,
}

impl Targets {
    fn new(program: &Program, lowered: &Program, asked: &FxHashSet<CheckId>) -> Targets {
        let mut all = Targets::default();
        for (p, proc) in program.procs.iter().enumerate() {
            for (e, edge) in proc.edges.iter().enumerate() {
                match &edge.op {
                    Op::Check(check, _) => {
                        let check = program.original_check(*check);
                        if asked.contains(&check) {
                            let home = lowered.checks[check.index()].proc;
                            let is_library = lowered.proc(home).is_library;
                            let list = if is_library { &mut all.library } else { &mut all.own };
                            list.push(check);
                        }
                    }
                    Op::Unsupported(_) | Op::CallPointer { .. } => {
                        all.others.push(Target::Unsupported(ProcId(p as u32), EdgeId(e as u32)));
                    }
                    _ => {}
                }
            }
        }
        for list in [&mut all.own, &mut all.library] {
            list.sort_unstable();
            list.dedup();
        }
        all
    }

    /// Each by itself.
    fn single(&self) -> impl Iterator<Item = Target> {
        let checks = self.own.iter().chain(&self.library).map(|c| Target::Check(*c));
        checks.chain(self.others.iter().copied())
    }

    /// As they are asked: the program's own checks, what would block their proofs, then library models, whose many checks mostly
    /// hold together.
    fn together(&self) -> Vec<Target> {
        let own = self.own.iter().map(|c| Target::Check(*c));
        let library = self.library.chunk_by(|a, b| {
            let at = self.own.partition_point(|c| c < a);
            self.own.get(at).is_none_or(|c| c > b)
        });
        own.chain(self.others.iter().copied()).chain(library.filter_map(together)).collect()
    }
}

/// What one thread works with.
struct Worker<'a> {
    task: &'a Task<'a>,
    u: Unfolding<'a>,
    solver: Box<dyn Solver>,
    root: InstanceId,
    /// How far conditions went that are not decided yet.
    views: FxHashMap<(Target, Choice), View>,
    /// Conditions that were looked at with invariants.
    inferred: FxHashSet<(Target, Choice)>,
    /// Conditions that no run within the limit of unrollings reaches.
    limited: FxHashSet<Target>,
    /// Who says when to stop.
    interrupts: Vec<Arc<AtomicBool>>,
    /// How many models they had.
    models: FxHashMap<Target, u32>,
    counts: Counts,
}

impl<'a> Worker<'a> {
    fn new(job: &Job<'a>, entry: ProcId) -> Result<Worker<'a>, Reason> {
        let start = Instant::now();
        let solver = job.task.options.new_solver().map_err(|e| Reason::NoSolver(e.to_string()))?;
        let mut u = Unfolding::new(Context { program: job.program, roles: job.roles });
        u.budget = job.task.budget;
        u.condition_time = job.task.options.check_time.unwrap_or(Duration::MAX);
        (job.task.listener)(Event::Working("summaries"));
        let body = u.regions.body(entry);
        u.summarise(body);
        let state = initial(job.program, &mut u.terms, &mut Start);
        let inputs = u.regions.get(body).inputs.clone();
        let map = inputs.into_iter().map(|v| (v, state.value(&mut u.terms, v))).collect();
        let root = u.root(entry, map);
        put_in_start(&mut u, entry, root);
        let counts = Counts { summarise_time: start.elapsed(), ..Counts::default() };
        Ok(Worker {
            task: job.task,
            u,
            solver,
            root,
            views: FxHashMap::default(),
            inferred: FxHashSet::default(),
            limited: FxHashSet::default(),
            interrupts: Vec::new(),
            models: FxHashMap::default(),
            counts,
        })
    }

    /// Is it time to begin anew, for the sake of memory?
    fn is_full(&self) -> bool {
        self.u.terms.len() > MANY_TERMS || self.solver.statistics().gates > MANY_GATES
    }

    fn counts(self) -> Counts {
        Counts {
            summarised: self.u.summarised,
            candidates: self.u.candidate_count,
            invariants: self.u.invariant_count,
            invariant_time: self.u.invariant_time,
            searches: self.solver.statistics().sat_calls,
            ..self.counts
        }
    }

    /// Decides one condition; a replay may show more than was asked. Also: what another look needs.
    fn condition(
        &mut self,
        target: Target,
        bounds: Bounds,
        replay: &Replay<'_>,
    ) -> (Vec<(Target, Known)>, Left) {
        let mut view = match self.views.remove(&(target, bounds.effort.choice)) {
            // What was unrolled without invariants only stands in the way of a proof by them.
            Some(_) if bounds.infers() && self.inferred.insert((target, bounds.effort.choice)) => {
                View::default()
            }
            Some(view) => view,
            None => View::default(),
        };
        let mut found = Vec::new();
        let root = self.root;
        let mut peek = |u: &mut Unfolding<'_>, solver: &mut dyn Solver, view: &View| {
            if matches!(target, Target::Unsupported(..)) {
                return false;
            }
            let inputs = guess(u, solver, root, view, target);
            match replay.run(inputs, PEEK) {
                Ok((failed, run)) => {
                    found.push((Target::Check(failed), Known::Fails(Box::new(run))));
                    target.covers(Target::Check(failed))
                }
                Err(_) => false,
            }
        };
        let mut refiner = Refiner {
            u: &mut self.u,
            solver: &mut *self.solver,
            scheme: self.task.options.refine,
            bounds,
            interrupts: self.interrupts.clone(),
            counts: &mut self.counts,
            is_found: false,
            peek: &mut peek,
            patience: None,
            may_stop: matches!(target, Target::Check(_)) && !self.limited.contains(&target),
            models: self.models.entry(target).or_default(),
            hoist: most_hoisted(target),
            unroll: self.task.options.unroll.unwrap_or(u32::MAX),
        };
        let finding = refiner.decide(self.root, target, &mut view);
        // A run is worth more than what was asked; only asked checks are kept.
        found.retain(|(t, _)| matches!(t, Target::Check(c) if self.task.checks.contains(c)));
        if let Some((t, _)) = found.iter().find(|(t, _)| target.covers(*t)) {
            let left = left_of(target, *t);
            return (found, left);
        }
        let (mut more, mut left) = self.conclude(finding, (target, bounds.effort.choice), view, replay);
        if left == Left::Invariants {
            self.limited.insert(target);
            left = if bounds.infers() { Left::Nothing } else { left };
        }
        more.extend(found);
        (more, left)
    }

    fn conclude(
        &mut self,
        finding: Finding,
        (target, choice): (Target, Choice),
        view: View,
        replay: &Replay<'_>,
    ) -> (Vec<(Target, Known)>, Left) {
        match (finding, target) {
            (
                Finding::Late(reason) | Finding::Limit(reason) | Finding::Unknown(reason),
                Target::Checks(..),
            ) => (vec![(target, Known::Unknown(reason))], Left::Halves),
            (Finding::Unreachable, _) => (vec![(target, Known::Unreachable)], Left::Nothing),
            (Finding::Late(reason), _) => {
                self.views.insert((target, choice), view);
                (vec![(target, Known::Unknown(reason))], Left::Time)
            }
            (Finding::NeedsLoop, _) => {
                self.views.insert((target, choice), view);
                (vec![(target, Known::Unknown(Reason::TIME))], Left::Loops)
            }
            (Finding::Limit(reason), _) => (vec![(target, Known::Unknown(reason))], Left::Invariants),
            (Finding::Unknown(reason), _) => (vec![(target, Known::Unknown(reason))], Left::Nothing),
            (Finding::Reached, Target::Unsupported(..)) => {
                (vec![(target, Known::Unknown(Reason::Other("it may be reached".to_owned())))], Left::Nothing)
            }
            (Finding::Reached, Target::Check(_)) => (self.replay(target, &view, replay), Left::Nothing),
            (Finding::Reached, Target::Checks(..)) => {
                let mut found = self.replay(target, &view, replay);
                found.retain(|(t, _)| *t != target);
                let failed = found.iter().find(|(t, _)| target.covers(*t));
                let left = failed.map_or(Left::Halves, |(t, _)| left_of(target, *t));
                (found, left)
            }
        }
    }

    fn replay(&mut self, target: Target, view: &View, replay: &Replay<'_>) -> Vec<(Target, Known)> {
        let start = Instant::now();
        self.counts.replays += 1;
        let inputs = guess(&mut self.u, &mut *self.solver, self.root, view, target);
        let result = replay.run(inputs, REPLAY);
        self.counts.replay_time += start.elapsed();
        match result {
            Ok((failed, run)) if target.covers(Target::Check(failed)) => {
                vec![(Target::Check(failed), Known::Fails(Box::new(run)))]
            }
            Ok((failed, run)) => {
                let mut found = vec![(target, Known::Unknown(Reason::OtherFailure))];
                if self.task.checks.contains(&failed) {
                    found.push((Target::Check(failed), Known::Fails(Box::new(run))));
                }
                found
            }
            Err(why) => {
                vec![(target, Known::Unknown(Reason::NotReplayed(why.to_string())))]
            }
        }
    }
}

/// What is left of a target if a check that it covers fails.
fn left_of(target: Target, failed: Target) -> Left {
    match (target, failed) {
        (Target::Checks(..), Target::Check(check)) => Left::Without(check),
        _ => Left::Nothing,
    }
}

/// What the front end made for the start of a run is no region of its own, but part of the start.
fn put_in_start(u: &mut Unfolding<'_>, entry: ProcId, root: InstanceId) {
    let program = u.cx.program;
    for (p, proc) in program.procs.iter().enumerate() {
        let id = ProcId(p as u32);
        let made = proc.is_library && proc.name.starts_with('$') && id != entry;
        if made && !u.regions.recursive[p] {
            u.put_in_always(u.regions.body(id));
        }
    }
    // One after the other, so that none waits for all before it.
    let summary = u.summary(u.instance(root).region);
    for i in 0..summary.boxes.len() {
        let b = u.box_at(root, i);
        if u.is_always(b) {
            u.exact(b);
        }
    }
}

/// Symbols of the start.
struct Start;

impl Host for Start {
    fn input(
        &mut self,
        terms: &mut Terms,
        _state: &State,
        var: VarId,
        _input: &maymust_program::Input,
    ) -> TermId {
        self.forget(terms, var)
    }

    fn forget(&mut self, terms: &mut Terms, var: VarId) -> TermId {
        let symbol = terms.fresh("$start", terms.symbol_sort(var));
        terms.var(symbol)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_default_takes_turns() {
        let looks = |is_quick, turns| {
            let mut one = Try::new(Target::Check(CheckId(0)), is_quick);
            let mut looks = Vec::new();
            for _ in 0..9 {
                looks.push((one.look, one.choice));
                one = one.again(turns);
            }
            looks
        };
        use Choice::{Correction, Nearest};
        assert_eq!(looks(false, None), [0, 1, 2, 3, 4, 5, 6, 7, 8].map(|look| (look, Correction)));
        let mut turns = vec![(0, Correction), (1, Correction)];
        turns.extend([2, 3, 4].iter().flat_map(|look| [(*look, Nearest), (*look, Correction)]));
        turns.push((5, Nearest));
        assert_eq!(looks(true, Some(Turns::UNBOUNDED)), turns);
        let mut turns = vec![(0, Correction), (1, Correction)];
        turns.extend([2, 3, 4, 5, 6].map(|look| (look, Nearest)));
        turns.extend([(6, Correction), (7, Nearest)]);
        assert_eq!(looks(true, Some(Turns::BOUNDED)), turns);
    }
}
