//! A worker: the unfolding and the solver of one thread, and one look at a condition.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use maymust_engine::replay::Replay;
use maymust_engine::{Event, Reason, Task};
use maymust_program::{CheckId, ProcId, ProcOrigin, VarId};
use maymust_solver::Solver;
use maymust_symbolic::{Host, State, initial};
use maymust_term::{TermId, Terms};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::engine::Job;
use crate::invariant::Inference;
use crate::knowledge::Known;
use crate::refine::{Bounds, Choice, Finding, Refiner, most_hoisted};
use crate::scheme::scheme;
use crate::stats::Counts;
use crate::summary::{Context, Target};
use crate::unfold::{InstanceId, Unfolding, View};
use crate::witness::guess;

/// With more terms or gates a thread begins anew.
const MANY_TERMS: usize = 20_000_000;
const MANY_GATES: u64 = 40_000_000;
/// How long a run of the machine may take.
const REPLAY: Duration = Duration::from_secs(5);
/// The same, if it is only a try.
const PEEK: Duration = Duration::from_millis(20);

/// What another look at a condition needs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum NextStep {
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

/// What one thread works with.
pub struct Worker<'a> {
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
    /// Flags that end a look.
    interrupts: Vec<Arc<AtomicBool>>,
    /// How many models they had.
    models: FxHashMap<Target, u32>,
    counts: Counts,
}

impl<'a> Worker<'a> {
    /// With its own unfolding and solver.
    pub fn new(job: &Job<'a>, entry: ProcId) -> Result<Worker<'a>, Reason> {
        let start = Instant::now();
        let solver = job.task.options.new_solver().map_err(|e| Reason::NoSolver(e.to_string()))?;
        let inference = Inference::new(job.task.options.clone(), job.task.budget);
        let cx = Context { program: job.program, roles: job.roles, place: job.task.place };
        let mut u = Unfolding::new(cx, inference);
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

    /// From now on these flags end a look.
    pub fn stop_on(&mut self, interrupts: Vec<Arc<AtomicBool>>) {
        self.u.inference.interrupts.clone_from(&interrupts);
        self.interrupts = interrupts;
    }

    /// Is it time to begin anew, for the sake of memory?
    pub fn is_full(&self) -> bool {
        self.u.terms.len() > MANY_TERMS || self.solver.statistics().gates > MANY_GATES
    }

    /// What it did.
    pub fn counts(self) -> Counts {
        Counts {
            summarised: self.u.summarised,
            candidates: self.u.inference.candidates,
            invariants: self.u.inference.invariants,
            invariant_time: self.u.inference.time,
            searches: self.solver.statistics().sat_calls,
            ..self.counts
        }
    }

    /// Decides one condition; a replay may show more than was asked. Also: what another look needs.
    pub fn condition(
        &mut self,
        target: Target,
        bounds: Bounds,
        replay: &Replay<'_>,
    ) -> (Vec<(Target, Known)>, NextStep) {
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
            let mut inputs = guess(u, solver, root, view, target);
            match replay.run(&mut inputs, PEEK) {
                Ok((failed, run)) => {
                    found.push((Target::Check(failed), Known::Fails(Box::new(run))));
                    target.covers(Target::Check(failed))
                }
                Err(_) => false,
            }
        };
        let scheme = scheme(self.task.options.refine, bounds.effort.choice);
        let mut refiner = Refiner {
            u: &mut self.u,
            solver: &mut *self.solver,
            scheme: &*scheme,
            bounds,
            interrupts: self.interrupts.clone(),
            counts: &mut self.counts,
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
            let next = next_step(target, *t);
            return (found, next);
        }
        let (mut more, mut next) = self.conclude(finding, (target, bounds.effort.choice), view, replay);
        if next == NextStep::Invariants {
            self.limited.insert(target);
            next = if bounds.infers() { NextStep::Nothing } else { next };
        }
        more.extend(found);
        (more, next)
    }

    fn conclude(
        &mut self,
        finding: Finding,
        (target, choice): (Target, Choice),
        view: View,
        replay: &Replay<'_>,
    ) -> (Vec<(Target, Known)>, NextStep) {
        match (finding, target) {
            (
                Finding::Late(reason) | Finding::Limit(reason) | Finding::Unknown(reason),
                Target::Checks(..),
            ) => (vec![(target, Known::Unknown(reason))], NextStep::Halves),
            (Finding::Unreachable, _) => (vec![(target, Known::Unreachable)], NextStep::Nothing),
            (Finding::Late(reason), _) => {
                self.views.insert((target, choice), view);
                (vec![(target, Known::Unknown(reason))], NextStep::Time)
            }
            (Finding::NeedsLoop, _) => {
                self.views.insert((target, choice), view);
                (vec![(target, Known::Unknown(Reason::TIME))], NextStep::Loops)
            }
            (Finding::Limit(reason), _) => (vec![(target, Known::Unknown(reason))], NextStep::Invariants),
            (Finding::Unknown(reason), _) => (vec![(target, Known::Unknown(reason))], NextStep::Nothing),
            (Finding::Reached, Target::Unsupported(..)) => (
                vec![(target, Known::Unknown(Reason::Other("it may be reached".to_owned())))],
                NextStep::Nothing,
            ),
            (Finding::Reached, Target::Check(_)) => (self.replay(target, &view, replay), NextStep::Nothing),
            (Finding::Reached, Target::Checks(..)) => {
                let mut found = self.replay(target, &view, replay);
                found.retain(|(t, _)| *t != target);
                let failed = found.iter().find(|(t, _)| target.covers(*t));
                let next = failed.map_or(NextStep::Halves, |(t, _)| next_step(target, *t));
                (found, next)
            }
        }
    }

    fn replay(&mut self, target: Target, view: &View, replay: &Replay<'_>) -> Vec<(Target, Known)> {
        let start = Instant::now();
        self.counts.replays += 1;
        let mut inputs = guess(&mut self.u, &mut *self.solver, self.root, view, target);
        let result = replay.run(&mut inputs, REPLAY);
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
            Err(why) => vec![(target, Known::Unknown(Reason::NotReplayed(why)))],
        }
    }
}

/// What is left of a target if a check that it covers fails.
fn next_step(target: Target, failed: Target) -> NextStep {
    match (target, failed) {
        (Target::Checks(..), Target::Check(check)) => NextStep::Without(check),
        _ => NextStep::Nothing,
    }
}

/// What the front end made for the start of a run is no region of its own, but part of the start.
fn put_in_start(u: &mut Unfolding<'_>, entry: ProcId, root: InstanceId) {
    let program = u.cx.program;
    for (p, proc) in program.procs.iter().enumerate() {
        let id = ProcId(p as u32);
        let made = proc.origin == ProcOrigin::Start && id != entry;
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
