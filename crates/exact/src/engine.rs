//! The engine: answers checks by abstraction, model checking and refinement.

use std::time::{Duration, Instant};

use maymust_engine::replay::Replay;
use maymust_engine::{
    Answer, Approximation, Engine, Event, Integers, Means, Outcome, Reason, Run, Statistics, Task, Verdict,
};
use maymust_machine::{Machine, Options};
use maymust_program::slice::{Assumptions, slice_with};
use maymust_program::{CheckId, CheckKind, Op, ProcId, Program};
use maymust_solver::Answer as Found;
use maymust_term::Terms;
use rustc_hash::{FxHashMap, FxHashSet};

use crate::abstraction::{Abstraction, Start};
use crate::belnap::{Sides, Truth};
use crate::blocks::{Graph, Label, Node};
use crate::explore::{Explored, Explorer};
use crate::model::{Links, Place};
use crate::oracle::Oracle;
use crate::path::{Path, Script, Walk};
use crate::predicates::Predicates;
use crate::reach::Reach;
use crate::refine::Refiner;
use crate::scope::Scopes;
use crate::space::Space;
use crate::unbounded;

/// Nodes of decision diagrams.
const MOST_NODES: usize = 1 << 22;
/// How long a run of the machine may take.
const REPLAY: Duration = Duration::from_secs(5);
/// After so many refinements paths are tried one by one.
const ROUNDS: u32 = 30;

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
        let kind = |c: &CheckId| task.program.checks[c.index()].kind;
        let (ends, others): (Vec<CheckId>, Vec<CheckId>) =
            task.checks.iter().partition(|c| kind(c) == CheckKind::Termination);
        let mut outcome = Outcome::default();
        if !others.is_empty() {
            outcome = Session::new(&Task { checks: others, ..task.clone() }).run();
        }
        for check in ends {
            let start = Instant::now();
            let verdict = maymust_termination::decide(task, check, &mut outcome.statistics);
            let answer =
                Answer { check, verdict, engine: self.name(), by: Means::Search, time: start.elapsed() };
            (task.listener)(Event::Answered(&answer));
            outcome.answers.push(answer);
        }
        outcome
    }
}

/// One task.
struct Session<'a, 't> {
    task: &'a Task<'t>,
    start: Instant,
    deadline: Instant,
    verdicts: FxHashMap<CheckId, (Verdict, Duration)>,
    statistics: Statistics,
    /// Has a path been found that is no run? Then the slice dropped an assumption that matters.
    is_spurious: bool,
    /// When the work at hand ends, at the latest.
    phase: Instant,
}

/// A prepared program, and what is found out about it.
struct Prepared {
    program: Program,
    terms: Terms,
    graphs: Vec<Option<Graph>>,
    scopes: Scopes,
    predicates: Predicates,
    start: Start,
    main: ProcId,
    /// Failures that are still asked about.
    targets: Vec<(Label, Place)>,
    /// Checks with a path that could not be replayed: nothing more is said of them.
    given_up: FxHashSet<CheckId>,
}

impl Prepared {
    fn refiner(&mut self) -> Refiner<'_> {
        Refiner {
            program: &self.program,
            terms: &mut self.terms,
            graphs: &self.graphs,
            scopes: &mut self.scopes,
            predicates: &mut self.predicates,
            products: 1,
        }
    }
}

/// What a round of abstraction and model checking came to.
enum Round {
    /// No run fails any more.
    Safe,
    /// Something was found out: go on.
    More,
    /// No way on.
    Stuck(Reason),
}

/// The failing run of a script, if it fails one of these checks.
fn replayed(
    replay: &Replay<'_>,
    script: &mut Script,
    time: Duration,
    checks: &[CheckId],
) -> Option<(CheckId, Run)> {
    replay.run(script, time).ok().filter(|(check, _)| checks.contains(check))
}

impl<'a, 't> Session<'a, 't> {
    fn new(task: &'a Task<'t>) -> Self {
        let start = Instant::now();
        let deadline = start.checked_add(task.budget).unwrap_or(start + Duration::from_secs(1 << 30));
        Session {
            task,
            start,
            deadline,
            verdicts: FxHashMap::default(),
            statistics: Statistics::default(),
            is_spurious: false,
            phase: deadline,
        }
    }

    fn run(mut self) -> Outcome {
        for assumptions in [Assumptions::IfRelevant, Assumptions::All] {
            self.is_spurious = false;
            let reason = self.ask(assumptions);
            if !self.is_spurious || self.is_over() {
                for c in self.open() {
                    self.settle(c, Verdict::Unknown(reason.clone()));
                }
                break;
            }
        }
        for c in self.open() {
            self.settle(c, Verdict::Unknown(Reason::NotReplayed("it is no run of the program".to_owned())));
        }
        let answer = |check: &CheckId| {
            let (verdict, time) = self.verdicts[check].clone();
            Answer { check: *check, verdict, engine: "exact", by: Means::Search, time }
        };
        let answers = self.task.checks.iter().map(answer).collect();
        Outcome { answers, statistics: self.statistics, broken: Vec::new() }
    }

    fn is_over(&self) -> bool {
        self.task.is_cancelled() || Instant::now() >= self.deadline
    }

    fn left(&self) -> Duration {
        self.deadline.saturating_duration_since(Instant::now())
    }

    /// Why nothing more is known when the work is over.
    fn over(&self) -> Reason {
        if self.task.is_cancelled() { Reason::Cancelled } else { Reason::TIME }
    }

    fn open(&self) -> Vec<CheckId> {
        self.task.checks.iter().filter(|c| !self.verdicts.contains_key(c)).copied().collect()
    }

    fn settle(&mut self, check: CheckId, verdict: Verdict) {
        let time = self.start.elapsed();
        let answer = Answer { check, verdict: verdict.clone(), engine: "exact", by: Means::Search, time };
        (self.task.listener)(Event::Answered(&answer));
        self.verdicts.insert(check, (verdict, time));
    }

    /// Asks about all open checks; why those that stay open do.
    fn ask(&mut self, assumptions: Assumptions) -> Reason {
        (self.task.listener)(Event::Working("preparing the program"));
        let whole = self.task.prepared();
        let Some(entry) = whole.entry else { return Reason::NoEntry };
        let mut oracle = match Oracle::new(self.task, self.deadline) {
            Ok(oracle) => oracle,
            Err(error) => return Reason::NoSolver(error.to_string()),
        };
        let mut prepared = self.prepare(&whole, entry, assumptions);
        self.drop_unreachable(&prepared);
        let options = Options { checks: self.task.check_set(), record: true };
        let replay = Replay {
            prepared: Machine::with_options(&whole, options),
            lowered: Machine::with_options(self.task.program, options),
        };
        let mut space = Space::new(MOST_NODES);
        let mut blocked = None;
        let mut explored = self.task.options.approximation == Approximation::Over;
        let mut rounds = 0;
        if !explored {
            self.phase = self.start + self.task.budget / 3;
        }
        let reason = loop {
            self.drop_decided(&mut prepared);
            if !prepared.targets.iter().any(|t| matches!(t.0, Label::Check(_))) {
                break Reason::Cancelled;
            }
            if self.is_over() {
                break self.over();
            }
            oracle.deadline = self.phase;
            rounds += 1;
            let round = match rounds > ROUNDS && !explored || Instant::now() >= self.phase {
                true => Round::Stuck(Reason::StepLimit),
                false => self.round(&mut prepared, &mut oracle, &mut space, &replay, &mut blocked),
            };
            match round {
                Round::More => {}
                Round::Safe => {
                    self.safe(&prepared, blocked.clone());
                    break Reason::NoProgress;
                }
                Round::Stuck(_) if !std::mem::replace(&mut explored, true) => {
                    oracle.deadline = Instant::now() + self.left() / 2;
                    let all = self.explore(&mut prepared, &mut oracle, &replay, &mut blocked);
                    self.phase = self.deadline;
                    if all {
                        self.safe(&prepared, blocked.clone());
                        break Reason::NoProgress;
                    }
                    let recursive = prepared.scopes.recursive.clone();
                    prepared.refiner().guess(&recursive);
                }
                Round::Stuck(reason) => break reason,
            }
        };
        self.statistics.count("predicates", prepared.predicates.count() as u64);
        self.statistics.count("solver_calls", oracle.n_queries);
        blocked.unwrap_or(reason)
    }

    /// The slice for the open checks, in blocks.
    fn prepare(&mut self, whole: &Program, entry: ProcId, assumptions: Assumptions) -> Prepared {
        let open: FxHashSet<CheckId> = self.open().into_iter().collect();
        let all = (0..whole.checks.len() as u32).map(CheckId);
        let ids: Vec<CheckId> = all.filter(|c| open.contains(&whole.original_check(*c))).collect();
        let mut program = slice_with(whole, &ids, assumptions);
        let ids: FxHashSet<CheckId> = ids.into_iter().collect();
        for edge in program.procs.iter_mut().flat_map(|p| &mut p.edges) {
            if let Op::Check(c, t) = edge.op
                && !ids.contains(&c)
            {
                edge.op = Op::Assume(t);
            }
        }
        maymust_program::constants::constant_objects(&mut program);
        maymust_program::constants::constant_parameters(&mut program);
        let mut terms = std::mem::take(&mut program.terms);
        let scopes = {
            // Effects of operations are read off their terms.
            std::mem::swap(&mut program.terms, &mut terms);
            let scopes = Scopes::new(&program);
            std::mem::swap(&mut program.terms, &mut terms);
            scopes
        };
        let mut graphs: Vec<Option<Graph>> = Vec::new();
        for i in 0..program.procs.len() {
            let is_there = scopes.reachable[i] && program.procs[i].has_body;
            graphs.push(is_there.then(|| Graph::new(&program, &mut terms, ProcId(i as u32))));
        }
        let mut start = Start::new(&program, &mut terms);
        if self.task.options.integers == Integers::Unbounded {
            terms = unbounded::translate(&terms, &mut graphs, &mut start);
        }
        let mut targets = Vec::new();
        for (proc, graph) in graphs.iter().enumerate() {
            for (loc, node) in graph.iter().flat_map(|g| g.nodes.iter().enumerate()) {
                if let Node::Fail(label) = node {
                    targets.push((label.clone(), Place { proc, loc }));
                }
            }
        }
        let predicates = Predicates::new(&graphs);
        let given_up = FxHashSet::default();
        Prepared { program, terms, graphs, scopes, predicates, start, main: entry, targets, given_up }
    }

    /// Checks that the preparation or the slice dropped are never reached, unless something unsupported is.
    fn drop_unreachable(&mut self, prepared: &Prepared) {
        if prepared.targets.iter().any(|t| matches!(t.0, Label::Unsupported(_))) {
            return;
        }
        let there: FxHashSet<CheckId> =
            prepared.targets.iter().filter_map(|t| self.original(prepared, &t.0)).collect();
        for c in self.open() {
            if !there.contains(&c) && self.may_prove() {
                self.settle(c, Verdict::Proved);
            }
        }
    }

    fn original(&self, prepared: &Prepared, label: &Label) -> Option<CheckId> {
        match label {
            Label::Check(c) => Some(prepared.program.original_check(*c)),
            Label::Unsupported(_) => None,
        }
    }

    fn may_prove(&self) -> bool {
        self.task.options.approximation != Approximation::Under
    }

    /// What is decided needs no more work.
    fn drop_decided(&mut self, prepared: &mut Prepared) {
        let mut targets = std::mem::take(&mut prepared.targets);
        let given_up = &prepared.given_up;
        let original = |l: &Label| self.original(prepared, l);
        targets.retain(|t| match original(&t.0) {
            Some(c) => !self.verdicts.contains_key(&c) && !given_up.contains(&c) && !(self.task.decided)(c),
            None => true,
        });
        prepared.targets = targets;
    }

    fn safe(&mut self, prepared: &Prepared, blocked: Option<Reason>) {
        if blocked.is_some() || !self.may_prove() {
            return;
        }
        for c in self.open() {
            // What others decide is left to them.
            if !prepared.given_up.contains(&c) && !(self.task.decided)(c) {
                self.settle(c, Verdict::Proved);
            }
        }
    }

    fn round(
        &mut self,
        p: &mut Prepared,
        oracle: &mut Oracle,
        space: &mut Space,
        replay: &Replay<'_>,
        blocked: &mut Option<Reason>,
    ) -> Round {
        self.statistics.count("rounds", 1);
        let approximation = self.task.options.approximation;
        // The may side tells what to refine, whatever is asked for.
        let sides = Sides { may: true, must: approximation != Approximation::Over };
        let mut abstraction = Abstraction {
            program: &p.program,
            terms: &mut p.terms,
            graphs: &p.graphs,
            scopes: &mut p.scopes,
            predicates: &p.predicates,
            oracle,
            space,
            sides,
        };
        let model = match abstraction.model(&p.start) {
            Ok(model) => model,
            Err(reason) => return Round::Stuck(self.gave_up(reason)),
        };
        let links = Links::new(&model);
        let cancel = self.task.cancel.clone();
        let deadline = self.phase;
        let stop = move || cancel.load(std::sync::atomic::Ordering::Relaxed) || Instant::now() >= deadline;
        let mut reach = Reach::new(space, &model, &links, sides, &stop);
        p.targets.iter().for_each(|t| reach.add_target(t.1));
        let found = reach.run().and_then(|()| reach.at_start()).and_then(|start| {
            let trace = if start.may.is_false() { None } else { reach.trace()? };
            Ok((start, trace))
        });
        let (start, trace) = match found {
            Ok(found) => found,
            Err(reason) => return Round::Stuck(self.gave_up(reason)),
        };
        if start.may.is_false() {
            return Round::Safe;
        }
        let Some((path, (proc, node))) = trace.and_then(|t| Path::of(&t, &p.graphs, p.main)) else {
            return Round::Stuck(Reason::StepLimit);
        };
        let mut walk = Walk::new(&p.program, &p.graphs, &p.start);
        let (conditions, renamings) = walk.run(&mut p.scopes, &mut p.terms, &path);
        let mut query = p.start.facts.clone();
        query.extend(conditions.iter().map(|c| c.value));
        match oracle.check(&mut p.terms, &query) {
            Found::Unknown(reason) => Round::Stuck(self.gave_up(reason)),
            Found::Unsat => {
                let core: FxHashSet<_> = oracle.core(&mut p.terms).into_iter().collect();
                let core: Vec<_> = conditions.into_iter().filter(|c| core.contains(&c.value)).collect();
                match p.refiner().refine(&path, &core, &renamings) {
                    0 => Round::Stuck(Reason::NoProgress),
                    _ => Round::More,
                }
            }
            Found::Sat => {
                let label = match p.graphs[proc.index()].as_ref().map(|g| &g.nodes[node]) {
                    Some(Node::Fail(label)) => label.clone(),
                    _ => return Round::Stuck(Reason::NoProgress),
                };
                let original = match &label {
                    Label::Unsupported(what) => {
                        *blocked = Some(Reason::Unsupported { what: what.to_string(), function: None });
                        p.targets.retain(|t| t.0 != label);
                        return Round::More;
                    }
                    Label::Check(c) => p.program.original_check(*c),
                };
                let is_sure = start.truth() == Truth::True;
                if approximation == Approximation::Under && !is_sure {
                    // There is a run, but what must happen does not show it yet.
                    return match p.refiner().refine(&path, &conditions, &renamings) {
                        0 => Round::Stuck(Reason::NoProgress),
                        _ => Round::More,
                    };
                }
                self.statistics.count("failures_that_must_be", u64::from(is_sure));
                if approximation == Approximation::Over {
                    let why = "the over-approximation alone cannot tell whether a run fails";
                    self.settle(original, Verdict::Unknown(Reason::Other(why.to_owned())));
                    return Round::More;
                }
                let mut script = walk.script(&mut p.terms, oracle);
                let open = &self.task.checks;
                let run = replayed(replay, &mut script, self.left().min(REPLAY), open);
                self.failed(original, run, &mut p.given_up);
                Round::More
            }
        }
    }

    /// A path to a failure of a check: the run that came of it.
    fn failed(&mut self, check: CheckId, run: Option<(CheckId, Run)>, given_up: &mut FxHashSet<CheckId>) {
        let fails = run.as_ref().map(|r| r.0);
        if let Some((check, run)) = run
            && !self.verdicts.contains_key(&check)
        {
            self.settle(check, Verdict::Fails(Box::new(run)));
        }
        if fails != Some(check) {
            given_up.insert(check);
            self.is_spurious = true;
        }
    }

    /// Follows paths one by one; true if all have come to their end.
    fn explore(
        &mut self,
        p: &mut Prepared,
        oracle: &mut Oracle,
        replay: &Replay<'_>,
        blocked: &mut Option<Reason>,
    ) -> bool {
        (self.task.listener)(Event::Working("paths one by one"));
        let mut explorer = Explorer {
            program: &p.program,
            terms: &mut p.terms,
            graphs: &p.graphs,
            scopes: &mut p.scopes,
            oracle,
        };
        let (program, given_up) = (&p.program, &mut p.given_up);
        let explored = explorer.run(&p.start, p.main, &mut |label, mut script| {
            match label {
                Label::Unsupported(what) => {
                    *blocked = Some(Reason::Unsupported { what: what.to_string(), function: None });
                }
                Label::Check(c) => {
                    let original = program.original_check(*c);
                    let is_open = !self.verdicts.contains_key(&original) && !given_up.contains(&original);
                    if is_open && self.task.checks.contains(&original) {
                        let time = self.left().min(REPLAY);
                        let run = replayed(replay, &mut script, time, &self.task.checks);
                        self.failed(original, run, given_up);
                    }
                }
            }
            let is_open = |c: &&CheckId| {
                !self.verdicts.contains_key(c) && !given_up.contains(c) && !(self.task.decided)(**c)
            };
            self.task.checks.iter().any(|c| is_open(&c))
        });
        self.statistics.count("explorations", 1);
        explored == Explored::All
    }

    /// A limit of the solver or of decision diagrams as a reason for the user.
    fn gave_up(&self, reason: maymust_solver::Reason) -> Reason {
        use maymust_solver::Reason as Why;
        match reason {
            Why::Interrupted | Why::Time if self.is_over() => self.over(),
            Why::Space => Reason::Memory,
            other => Reason::SolverGaveUp(other.to_string()),
        }
    }
}
