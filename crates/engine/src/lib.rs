//! What an engine is given and must answer; the concrete engine.
//!
//! An engine gets a [`Task`] (a program and the checks in question) and gives one [`Answer`] per check. Engines know
//! neither C nor each other nor how answers are shown. Three kinds of end are kept apart: a proof, a failing run
//! that the machine has replayed, and [`Verdict::Unknown`] with its reason, which is also where every limit,
//! time-out and unsupported construct ends.

mod assumed;
mod concrete;
mod handles;
mod options;
mod reason;
pub mod replay;
mod statistics;

use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use maymust_machine::{CheckSet, Record};
use maymust_program::{CheckId, CheckKind, Op, Program, threads};
use maymust_source::Span;

pub use assumed::{Assumed, Violation, has_caller, is_own_doing, negated};
pub use concrete::Concrete;
pub use options::{Analysis, Approximation, Backend, Helper, Integers, Options, Refine, Summaries};
pub use reason::{NotExpanded, Reason};
pub use statistics::{Number, Statistics, Work};

/// What is asked of an engine.
#[derive(Clone)]
pub struct Task<'a> {
    /// The program as it was lowered. Engines prepare a copy of their own; failing runs are replayed on this one.
    pub program: &'a Program,
    /// The checks to be answered; other checks are not active.
    pub checks: Vec<CheckId>,
    /// How long it may take.
    pub budget: Duration,
    /// How it is to be done.
    pub options: Options,
    /// Set from outside when the engine has to come to an end. Goes into the solver's limits too.
    pub cancel: Arc<AtomicBool>,
    /// Set from outside while memory is low: an engine that can free much should do so, and go on with less.
    pub memory_low: Arc<AtomicBool>,
    /// Is told what goes on.
    pub listener: &'a (dyn Fn(Event<'_>) + Sync),
    /// Has a check been decided by someone else? Then the engine need not bother.
    pub decided: &'a (dyn Fn(CheckId) -> bool + Sync),
    /// A place of the source in words, for reasons.
    pub place: &'a (dyn Fn(Span) -> Option<String> + Sync),
}

/// What a check means to an engine.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    /// It is to be answered; no run goes on beyond its failure.
    Asked,
    /// It is taken to hold: a run beyond its failure has no meaning.
    Assumed,
    /// It says nothing: a run goes on beyond its failure.
    Ignored,
}

/// The role of checks that are not asked about: undefined behaviour cuts the path, but overflow wraps, shifts
/// are what the term operators say, and a leak harms nobody.
pub fn unasked_role(kind: CheckKind) -> Role {
    if kind.may_be_passed() { Role::Ignored } else { Role::Assumed }
}

impl<'a> Task<'a> {
    /// A task with default options and nobody listening.
    pub fn new(program: &'a Program, checks: Vec<CheckId>, budget: Duration) -> Task<'a> {
        Task {
            program,
            checks,
            budget,
            options: Options::default(),
            cancel: Arc::default(),
            memory_low: Arc::default(),
            listener: &|_| (),
            decided: &|_| false,
            place: &|_| None,
        }
    }

    /// What each check of the lowered program means, by its number.
    pub fn roles(&self) -> Vec<Role> {
        let mut roles: Vec<Role> = self.program.checks.iter().map(|c| unasked_role(c.kind)).collect();
        for check in &self.checks {
            roles[check.index()] = Role::Asked;
        }
        roles
    }

    /// The program ready for formulas: checks that say nothing are gone, then [`maymust_program::prepare`]. In this order,
    /// because the preparation learns from checks: what holds behind them must be what runs cannot pass. What is not supported
    /// says where it is.
    pub fn prepared(&self) -> Program {
        let mut program = self.program.clone();
        threads::sequential(&mut program);
        let (roles, tru) = (self.roles(), program.terms.tru());
        for edge in program.procs.iter_mut().flat_map(|p| &mut p.edges) {
            if let Op::Check(c, _) = edge.op
                && roles[c.index()] == Role::Ignored
            {
                edge.op = Op::Assume(tru);
            }
        }
        maymust_program::prepare(&mut program);
        for edge in program.procs.iter_mut().filter(|p| !p.is_library()).flat_map(|p| &mut p.edges) {
            if let Op::Unsupported(reason) = &mut edge.op {
                *reason = self.located(reason, edge.span).into();
            }
        }
        program
    }

    /// A reason with its place.
    pub(crate) fn located(&self, reason: &str, span: Span) -> String {
        match (self.place)(span) {
            Some(place) => format!("{reason} ({place})"),
            None => reason.to_owned(),
        }
    }

    /// The checks that a machine must watch: the kinds that are asked about and those that are assumed.
    pub fn check_set(&self) -> CheckSet {
        let asked = self.checks.iter().map(|c| self.program.checks[c.index()].kind);
        let assumed = CheckKind::ALL.into_iter().filter(|k| unasked_role(*k) == Role::Assumed);
        asked.chain(assumed).fold(CheckSet::NONE, CheckSet::with)
    }

    /// Is memory low?
    pub fn memory_low(&self) -> bool {
        self.memory_low.load(Ordering::Relaxed)
    }

    /// Must the engine come to an end?
    pub fn is_cancelled(&self) -> bool {
        self.cancel.load(Ordering::Relaxed)
    }
}

impl fmt::Debug for Task<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Task")
            .field("checks", &self.checks)
            .field("budget", &self.budget)
            .field("options", &self.options)
            .finish_non_exhaustive()
    }
}

/// What goes on in an engine.
#[derive(Clone, Copy, Debug)]
pub enum Event<'a> {
    /// It works on a procedure (or in some other phase, in words).
    Working(&'a str),
    /// A check is answered: what was told is known even if the engine never ends.
    Answered(&'a Answer),
    /// A count worth showing while the work goes on ("summaries").
    Counted(&'static str, u64),
}

/// The answer to one check.
#[derive(Clone, Debug)]
pub enum Verdict {
    /// No run of the program fails the check.
    Proved,
    /// This run fails it.
    Fails(Box<Run>),
    /// Neither is known; why.
    Unknown(Reason),
}

/// A failing run: the inputs that make the machine fail the check from the program's start.
#[derive(Clone, Debug)]
pub struct Run {
    /// The inputs.
    pub inputs: Record,
    /// What the machine saw.
    pub failure: maymust_machine::Failure,
}

/// A verdict with where it came from.
#[derive(Clone, Debug)]
pub struct Answer {
    /// The check.
    pub check: CheckId,
    /// The verdict.
    pub verdict: Verdict,
    /// The engine that gave it.
    pub engine: &'static str,
    /// What in the engine gave it.
    pub by: Means,
    /// When, since the engine started.
    pub time: Duration,
}

/// What in an engine gave an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub enum Means {
    /// The engine's own search.
    #[default]
    Search,
    /// The preparation of the program: no run comes to the check.
    Preparation,
    /// The search, with facts that are inductive.
    Invariants,
    /// The whole program as one segment.
    Unrolling,
}

impl Means {
    /// Its name in output.
    pub fn name(self) -> &'static str {
        match self {
            Means::Search => "search",
            Means::Preparation => "preparation",
            Means::Invariants => "invariants",
            Means::Unrolling => "unrolling",
        }
    }
}

/// All that an engine gives.
#[derive(Clone, Debug, Default)]
pub struct Outcome {
    /// One answer per check of the task, in the task's order.
    pub answers: Vec<Answer>,
    /// What was done.
    pub statistics: Statistics,
    /// What an audit found broken: a bug in the engine, and no answer of this run is to be believed.
    pub broken: Vec<String>,
}

/// Something that answers checks.
pub trait Engine {
    /// Its name in output and on the command line.
    fn name(&self) -> &'static str;

    /// Answers every check of the task, in the task's order.
    fn answer(&mut self, task: &Task<'_>) -> Outcome;

    /// Does it know of runs that never end? One that does not is not asked whether there are any.
    fn knows_termination(&self) -> bool {
        false
    }

    /// Does it know of threads? One that does not is not asked about programs that start some.
    fn knows_threads(&self) -> bool {
        false
    }
}

/// The answers of an engine where it knows what the program is made of and what is asked; unknown ones otherwise.
pub fn answers(engine: &mut dyn Engine, task: &Task<'_>) -> Outcome {
    let not = |check: CheckId, what: &'static str| {
        let verdict = Verdict::Unknown(Reason::NotTreated(what));
        Answer { check, verdict, engine: engine.name(), by: Means::Search, time: Duration::ZERO }
    };
    let is_strange = |c: &CheckId| {
        task.program.checks[c.index()].kind == CheckKind::Termination && !engine.knows_termination()
    };
    let (strange, known): (Vec<CheckId>, Vec<CheckId>) = task.checks.iter().partition(|c| is_strange(c));
    let mut refused: Vec<Answer> = strange.into_iter().map(|c| not(c, "whether runs end")).collect();
    let mut outcome = Outcome::default();
    if !engine.knows_threads() && threads::starts_threads(task.program) {
        refused.extend(known.into_iter().map(|c| not(c, "a program that starts threads")));
    } else if !known.is_empty() {
        outcome = engine.answer(&Task { checks: known, ..task.clone() });
    }
    refused.iter().for_each(|a| (task.listener)(Event::Answered(a)));
    outcome.answers.extend(refused);
    let place = |check: CheckId| task.checks.iter().position(|c| *c == check);
    outcome.answers.sort_by_key(|a| place(a.check));
    outcome
}
