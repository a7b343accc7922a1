//! The engine: all conditions of a task, their order, threads, and what blocks proofs.

use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use maymust_engine::{Answer, CANCELLED, Engine, Event, Outcome, Role, Run, Task, Verdict};
use maymust_machine::{Machine, Options};
use maymust_program::{CheckId, EdgeId, LocId, Op, ProcId, Program, VarId, prepare};
use maymust_solver::Solver;
use maymust_symbolic::{Host, State, initial};
use maymust_term::{TermId, Terms};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::refine::{Finding, Refiner};
use crate::stats::Counts;
use crate::summary::{Context, Target};
use crate::unfold::{InstanceId, Mode, Unfolding, View};
use crate::witness::{Replay, guess};

/// How long a condition may take at first; what is left open then gets more.
const FIRST: Duration = Duration::from_secs(2);
/// How long a run of the machine may take.
const REPLAY: Duration = Duration::from_secs(5);

/// The engine.
#[derive(Clone, Copy, Debug, Default)]
pub struct Structural;

impl Engine for Structural {
    fn name(&self) -> &'static str {
        "structural"
    }

    fn answer(&mut self, task: &Task<'_>) -> Outcome {
        let start = Instant::now();
        let mut program = task.program.clone();
        (task.listener)(Event::Working("preparing the program"));
        prepare(&mut program);
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

/// What is known of a target.
#[derive(Clone, Debug)]
enum Known {
    Nothing,
    Unreachable,
    Fails(Box<Run>),
    Unknown(String),
}

/// What the threads share.
struct Shared<'a> {
    targets: Vec<Target>,
    next: AtomicUsize,
    known: Mutex<FxHashMap<Target, Known>>,
    counts: Mutex<Counts>,
    replay: Replay<'a>,
}

impl Job<'_> {
    fn run(&self) -> Outcome {
        let Some(entry) = self.program.entry else { return self.outcome_of("the program has no entry") };
        let checks = self.task.check_set();
        let options = Options { checks, record: true };
        let replay = Replay {
            prepared: Machine::with_options(self.program, options),
            lowered: Machine::with_options(self.task.program, options),
            time: REPLAY,
        };
        let shared = Shared {
            targets: Vec::new(),
            next: AtomicUsize::new(0),
            known: Mutex::default(),
            counts: Mutex::default(),
            replay,
        };
        let shared = self.search(entry, shared);
        let counts = shared.counts.into_inner().unwrap_or_default();
        let known = shared.known.into_inner().unwrap_or_default();
        let blocked = self.blocked(&known);
        let answers = self.task.checks.iter().map(|c| self.verdict(*c, &known, &blocked)).collect();
        Outcome { answers, statistics: counts.statistics(), broken: Vec::new() }
    }

    fn outcome_of(&self, reason: &str) -> Outcome {
        let unknown = |check: &CheckId| self.answer(*check, Verdict::Unknown(reason.to_owned()));
        Outcome { answers: self.task.checks.iter().map(unknown).collect(), ..Outcome::default() }
    }

    fn answer(&self, check: CheckId, verdict: Verdict) -> Answer {
        Answer { check, verdict, engine: "structural", time: self.start.elapsed() }
    }

    /// Checks first, then what would block their proofs; each with little time, then what is open with more.
    fn search<'s>(&self, entry: ProcId, mut shared: Shared<'s>) -> Shared<'s> {
        let asked: FxHashSet<CheckId> = self.task.checks.iter().copied().collect();
        let targets = Targets::new(self.program, &asked);
        let end = self.start + self.task.budget;
        let mut limit = self.task.options.check_time.map_or(FIRST, |t| t.min(FIRST));
        for targets in [targets.checks, targets.unsupported] {
            shared.targets = targets;
            self.pass(entry, &shared, limit);
        }
        let most = self.task.options.check_time.unwrap_or(self.task.budget);
        while limit < most && Instant::now() < end && !self.task.is_cancelled() {
            limit = (limit * 4).min(most);
            let known = shared.known.get_mut().map(|k| k.clone()).unwrap_or_default();
            #[allow(clippy::iter_over_hash_type)]
            let mut open: Vec<Target> = known.iter().filter(|(_, k)| is_open(k)).map(|(t, _)| *t).collect();
            open.sort_unstable();
            if open.is_empty() {
                break;
            }
            shared.targets = open;
            self.pass(entry, &shared, limit);
        }
        shared
    }

    /// Tries all targets of `shared` once.
    fn pass(&self, entry: ProcId, shared: &Shared<'_>, limit: Duration) {
        shared.next.store(0, Ordering::Relaxed);
        if shared.targets.is_empty() {
            return;
        }
        let jobs = self.task.options.jobs.clamp(1, shared.targets.len());
        std::thread::scope(|scope| {
            for _ in 1..jobs {
                scope.spawn(|| self.work(entry, shared, limit));
            }
            self.work(entry, shared, limit);
        });
    }

    fn work(&self, entry: ProcId, shared: &Shared<'_>, limit: Duration) {
        let mut worker = match Worker::new(self, entry) {
            Ok(worker) => worker,
            Err(reason) => {
                let unknown = |t: &Target| (*t, Known::Unknown(reason.clone()));
                if let Ok(mut known) = shared.known.lock() {
                    known.extend(shared.targets.iter().map(unknown));
                }
                return;
            }
        };
        let end = self.start + self.task.budget;
        loop {
            let i = shared.next.fetch_add(1, Ordering::Relaxed);
            let Some(&target) = shared.targets.get(i) else { break };
            let old = shared.known.lock().ok().and_then(|k| k.get(&target).cloned());
            if !old.as_ref().is_none_or(is_open) {
                continue;
            }
            let deadline = end.min(Instant::now() + limit);
            let found = worker.condition(target, deadline, &shared.replay);
            self.keep(shared, target, found);
        }
        if let Ok(mut counts) = shared.counts.lock() {
            worker.counts.summarised = worker.u.summarised;
            worker.counts.candidates = worker.u.candidate_count;
            worker.counts.invariants = worker.u.invariant_count;
            worker.counts.invariant_time = worker.u.invariant_time;
            counts.add(&worker.counts);
        }
    }

    fn keep(&self, shared: &Shared<'_>, target: Target, found: Vec<(Target, Known)>) {
        let Ok(mut known) = shared.known.lock() else { return };
        for (t, k) in found {
            let is_better = known.get(&t).is_none_or(is_open);
            if !is_better {
                continue;
            }
            if let (Target::Check(check), Known::Fails(run)) = (t, &k) {
                let answer = self.answer(check, Verdict::Fails(run.clone()));
                (self.task.listener)(Event::Answered(&answer));
            }
            known.insert(t, k);
        }
        known.entry(target).or_insert(Known::Nothing);
        (self.task.listener)(Event::Counted("conditions", known.len() as u64));
    }

    /// Checks that could come after something that is not modelled and may be reached, with a reason.
    fn blocked(&self, known: &FxHashMap<Target, Known>) -> FxHashMap<CheckId, String> {
        #[allow(clippy::iter_over_hash_type)]
        let mut reached: Vec<(ProcId, EdgeId)> = known
            .iter()
            .filter(|(_, k)| !matches!(k, Known::Unreachable))
            .filter_map(|(t, _)| match t {
                Target::Unsupported(p, e) => Some((*p, *e)),
                Target::Check(_) => None,
            })
            .collect();
        reached.sort_unstable();
        let mut blocked = FxHashMap::default();
        let Some(&(proc, edge)) = reached.first() else { return blocked };
        let reason = match &self.program.proc(proc).edges[edge.index()].op {
            Op::Unsupported(reason) => reason.to_string(),
            _ => "a call through a pointer".to_owned(),
        };
        let name = &self.program.proc(proc).name;
        #[allow(clippy::iter_over_hash_type)]
        for check in after(self.program, &reached) {
            blocked.insert(check, format!("not supported, in `{name}`: {reason}"));
        }
        blocked
    }

    fn verdict(
        &self,
        check: CheckId,
        known: &FxHashMap<Target, Known>,
        blocked: &FxHashMap<CheckId, String>,
    ) -> Answer {
        let verdict = match known.get(&Target::Check(check)) {
            // No way leads there: it was pruned, or every copy is dead.
            None | Some(Known::Unreachable) => match blocked.get(&check) {
                Some(reason) => Verdict::Unknown(reason.clone()),
                None => Verdict::Proved,
            },
            Some(Known::Fails(run)) => Verdict::Fails(run.clone()),
            Some(Known::Unknown(_) | Known::Nothing) if self.task.is_cancelled() => {
                Verdict::Unknown(CANCELLED.to_owned())
            }
            Some(Known::Unknown(reason)) => Verdict::Unknown(reason.clone()),
            Some(Known::Nothing) => Verdict::Unknown("it was not looked at".to_owned()),
        };
        self.answer(check, verdict)
    }
}

fn is_open(known: &Known) -> bool {
    matches!(known, Known::Nothing | Known::Unknown(_))
}

/// All targets of a program.
struct Targets {
    checks: Vec<Target>,
    unsupported: Vec<Target>,
}

impl Targets {
    fn new(program: &Program, asked: &FxHashSet<CheckId>) -> Targets {
        let (mut checks, mut unsupported) = (Vec::new(), Vec::new());
        for (p, proc) in program.procs.iter().enumerate() {
            for (e, edge) in proc.edges.iter().enumerate() {
                match &edge.op {
                    Op::Check(check, _) => {
                        let check = program.original_check(*check);
                        if asked.contains(&check) {
                            checks.push(Target::Check(check));
                        }
                    }
                    Op::Unsupported(_) | Op::CallPointer { .. } => {
                        unsupported.push(Target::Unsupported(ProcId(p as u32), EdgeId(e as u32)));
                    }
                    _ => {}
                }
            }
        }
        checks.sort_unstable();
        checks.dedup();
        Targets { checks, unsupported }
    }
}

/// The checks that control can come to from behind some edges, whatever the data.
fn after(program: &Program, edges: &[(ProcId, EdgeId)]) -> FxHashSet<CheckId> {
    let mut returns: Vec<Vec<(ProcId, LocId)>> = vec![Vec::new(); program.procs.len()];
    for (p, proc) in program.procs.iter().enumerate() {
        for edge in &proc.edges {
            if let Op::Call { proc: callee, .. } = edge.op {
                returns[callee.index()].push((ProcId(p as u32), edge.to));
            }
        }
    }
    let mut seen: FxHashSet<(ProcId, LocId)> = FxHashSet::default();
    let mut found = FxHashSet::default();
    let mut work: Vec<(ProcId, LocId)> =
        edges.iter().map(|(p, e)| (*p, program.proc(*p).edges[e.index()].to)).collect();
    while let Some((p, loc)) = work.pop() {
        if !seen.insert((p, loc)) {
            continue;
        }
        let proc = program.proc(p);
        if loc == proc.exit {
            work.extend(&returns[p.index()]);
        }
        for (_, edge) in proc.successors(loc) {
            match &edge.op {
                Op::Call { proc: callee, .. } => work.push((*callee, program.proc(*callee).entry)),
                Op::Check(check, _) => {
                    found.insert(program.original_check(*check));
                }
                _ => {}
            }
            work.push((p, edge.to));
        }
    }
    found
}

/// What one thread works with.
struct Worker<'a> {
    task: &'a Task<'a>,
    u: Unfolding<'a>,
    solver: Box<dyn Solver>,
    root: InstanceId,
    view: View,
    counts: Counts,
}

impl<'a> Worker<'a> {
    fn new(job: &Job<'a>, entry: ProcId) -> Result<Worker<'a>, String> {
        let start = Instant::now();
        let solver = job.task.options.new_solver().map_err(|e| format!("no solver: {e}"))?;
        let mut u = Unfolding::new(Context { program: job.program, roles: job.roles });
        (job.task.listener)(Event::Working("summaries"));
        let body = u.regions.body(entry);
        u.summarise(body);
        let state = initial(job.program, &mut u.terms, &mut Start);
        let inputs = u.regions.get(body).inputs.clone();
        let map = inputs.into_iter().map(|v| (v, state.value(&mut u.terms, v))).collect();
        let root = u.root(entry, map);
        let view = with_initialisation(&mut u, root);
        let counts = Counts { summarise_time: start.elapsed(), ..Counts::default() };
        Ok(Worker { task: job.task, u, solver, root, view, counts })
    }

    /// Decides one condition; a replay may show more than was asked.
    fn condition(&mut self, target: Target, deadline: Instant, replay: &Replay<'_>) -> Vec<(Target, Known)> {
        self.counts.conditions += 1;
        self.u.deadline = deadline;
        let mut refiner = Refiner {
            u: &mut self.u,
            solver: &mut *self.solver,
            scheme: self.task.options.refine,
            deadline,
            cancel: self.task.cancel.clone(),
            counts: &mut self.counts,
        };
        let view = match refiner.decide(self.root, target, self.view.clone()) {
            Finding::Unreachable => return vec![(target, Known::Unreachable)],
            Finding::Unknown(reason) => return vec![(target, Known::Unknown(reason))],
            Finding::Reached(view) => view,
        };
        let Target::Check(check) = target else {
            return vec![(target, Known::Unknown("it may be reached".to_owned()))];
        };
        let start = Instant::now();
        self.counts.replays += 1;
        let inputs = guess(&mut self.u, &mut *self.solver, self.root, &view, target);
        let result = replay.run(inputs);
        self.counts.replay_time += start.elapsed();
        match result {
            Ok((failed, run)) if failed == check => vec![(target, Known::Fails(Box::new(run)))],
            Ok((failed, run)) => {
                let reason = "the run that was tried ends at another failure".to_owned();
                let mut found = vec![(target, Known::Unknown(reason))];
                if self.task.checks.contains(&failed) {
                    found.push((Target::Check(failed), Known::Fails(Box::new(run))));
                }
                found
            }
            Err(why) => {
                let reason = format!("a failing run was expected, but {why}");
                vec![(target, Known::Unknown(reason))]
            }
        }
    }
}

/// Static initialisation is no region of its own: it is part of the start.
fn with_initialisation(u: &mut Unfolding<'_>, root: InstanceId) -> View {
    let mut view = View::default();
    let summary = u.summary(u.instance(root).region);
    for (i, b) in summary.boxes.iter().enumerate() {
        let proc = u.cx.program.proc(u.regions.get(b.region).proc);
        if proc.is_library && proc.params.is_empty() && proc.name.starts_with('$') {
            let id = u.box_at(root, i);
            view.boxes.insert(id, Mode::Exact);
        }
    }
    view
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
