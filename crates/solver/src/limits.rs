//! Answers, the reasons for having none, and what a check may cost.

use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

/// The answer to a check. Only `Unsat` proves anything.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Answer {
    /// There is a model.
    Sat,
    /// There is none.
    Unsat,
    /// Nothing is known, and why.
    Unknown(Reason),
}

impl Answer {
    /// Is it `Sat`?
    pub fn is_sat(&self) -> bool {
        *self == Answer::Sat
    }

    /// Is it `Unsat`?
    pub fn is_unsat(&self) -> bool {
        *self == Answer::Unsat
    }
}

impl fmt::Display for Answer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Answer::Sat => "sat",
            Answer::Unsat => "unsat",
            Answer::Unknown(_) => "unknown",
        })
    }
}

/// Why there is no answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reason {
    /// The time is used up.
    Time,
    /// The conflicts are used up.
    Conflicts,
    /// The memory or node limit is used up.
    Space,
    /// The flag was set.
    Interrupted,
    /// The formula has something this back end cannot do.
    Unsupported(String),
    /// The back end said it does not know.
    Incomplete(String),
    /// The back end failed (a process died, a model did not check).
    Failed(String),
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Reason::Time => f.write_str("time limit"),
            Reason::Conflicts => f.write_str("conflict limit"),
            Reason::Space => f.write_str("space limit"),
            Reason::Interrupted => f.write_str("interrupted"),
            Reason::Unsupported(what) => write!(f, "unsupported: {what}"),
            Reason::Incomplete(what) => write!(f, "incomplete: {what}"),
            Reason::Failed(what) => write!(f, "failed: {what}"),
        }
    }
}

/// What one check may cost; by default anything.
#[derive(Clone, Debug, Default)]
pub struct Limits {
    /// Wall-clock time.
    pub time: Option<Duration>,
    /// Conflicts of the SAT solver.
    pub conflicts: Option<u64>,
    /// The check stops when another thread sets one of these.
    pub interrupts: Vec<Arc<AtomicBool>>,
}

impl Limits {
    /// No limit.
    pub fn none() -> Self {
        Self::default()
    }

    /// A limit on time alone.
    pub fn time(time: Duration) -> Self {
        Limits { time: Some(time), ..Self::default() }
    }

    /// Has another thread asked for an end?
    pub fn is_interrupted(&self) -> bool {
        self.interrupts.iter().any(|f| f.load(Ordering::Relaxed))
    }

    /// A limit on conflicts alone.
    pub fn conflicts(conflicts: u64) -> Self {
        Limits { conflicts: Some(conflicts), ..Self::default() }
    }
}
