//! Why a query has no answer.

use maymust_engine::Reason;
use maymust_solver::Answer;

/// Why a query, or a frontier in it, could not be decided.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Stall {
    /// The time is over.
    Time,
    /// The query took too many steps; it may be answered with more.
    Steps,
    /// Too many calls of one procedure are under way.
    DeepRecursion,
    /// Nothing is left to try.
    NoProgress,
    /// An analysis without tests finds no failure.
    NoTests,
    /// An analysis without partitions proves nothing.
    TestsAlone,
    /// The solver gave up.
    Solver(String),
    /// Some other part of a step failed.
    Failed(&'static str),
}

impl Stall {
    /// Why the solver had no answer.
    pub fn solver(answer: &Answer) -> Stall {
        match answer {
            Answer::Unknown(reason) => Stall::Solver(reason.to_string()),
            _ => Stall::NoProgress,
        }
    }
}

impl From<Stall> for Reason {
    fn from(stall: Stall) -> Reason {
        match stall {
            Stall::Time => Reason::TIME,
            Stall::Steps => Reason::StepLimit,
            Stall::DeepRecursion => Reason::DeepRecursion,
            Stall::NoProgress => Reason::NoProgress,
            Stall::NoTests => Reason::Other(
                "a path to the failure is not excluded (this analysis runs no tests)".to_owned(),
            ),
            Stall::TestsAlone => {
                Reason::Other("no further path leads to the failure (tests alone prove nothing)".to_owned())
            }
            Stall::Solver(reason) => Reason::SolverGaveUp(reason),
            Stall::Failed(what) => Reason::Other(what.to_owned()),
        }
    }
}
