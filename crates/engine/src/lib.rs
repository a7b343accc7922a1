//! What an engine is given and must answer; the concrete engine.
//!
//! An engine gets a [`Task`] (a program and the checks in question) and gives one [`Answer`] per check. Engines know
//! neither C nor each other nor how answers are shown. Three kinds of end are kept apart: a proof, a failing run
//! that the machine has replayed, and [`Verdict::Unknown`] with its reason, which is also where every limit,
//! time-out and unsupported construct ends.

mod concrete;

use std::time::Duration;

use maymust_machine::Record;
use maymust_program::{CheckId, Program};

pub use concrete::Concrete;

/// What is asked of an engine.
#[derive(Clone, Debug)]
pub struct Task<'a> {
    /// The program.
    pub program: &'a Program,
    /// The checks to be answered; other checks are not active.
    pub checks: Vec<CheckId>,
    /// How long it may take.
    pub budget: Duration,
}

/// The answer to one check.
#[derive(Clone, Debug)]
pub enum Verdict {
    /// No run of the program fails the check.
    Proved,
    /// This run fails it.
    Fails(Box<Run>),
    /// Neither is known; why.
    Unknown(String),
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
    /// When, since the engine started.
    pub time: Duration,
}

/// Something that answers checks.
pub trait Engine {
    /// Its name in output and on the command line.
    fn name(&self) -> &'static str;

    /// Answers every check of the task, in the task's order.
    fn answer(&mut self, task: &Task<'_>) -> Vec<Answer>;
}
