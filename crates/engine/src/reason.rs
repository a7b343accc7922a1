//! Why an answer is unknown: data that engines make and compare, rendered to text here and nowhere else.

use std::fmt;

/// Why a check is neither proved nor shown to fail.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Reason {
    /// The work was stopped from outside. Whoever stopped it replaces this by what they know.
    Cancelled,
    /// Somebody interrupted the run from outside.
    Interrupted,
    /// The time limit was reached.
    Time(NotExpanded),
    /// The memory limit was reached.
    Memory,
    /// The engine's own limit on the number of steps was reached.
    StepLimit,
    /// Loops or recursions were unrolled this many times without a proof.
    UnrollLimit {
        /// The limit.
        times: u32,
        /// What was still closed.
        open: NotExpanded,
    },
    /// A recursion is deeper than the engine follows.
    DeepRecursion,
    /// The engine has no step left that would bring it further.
    NoProgress,
    /// Something that is not modelled may be reached first.
    Unsupported {
        /// What is not modelled, with its place.
        what: String,
        /// The function it stands in, if known.
        function: Option<String>,
    },
    /// The engine does not treat this kind of check or program.
    NotTreated(&'static str),
    /// The SMT backend gave no answer.
    SolverGaveUp(String),
    /// The SMT backend could not be started.
    NoSolver(String),
    /// A failing path was found that the machine does not confirm.
    NotReplayed(String),
    /// The run that was tried fails another check first.
    OtherFailure,
    /// The program reads inputs: one run does not decide it.
    ReadsInputs,
    /// The machine's stack overflows.
    StackOverflow,
    /// The program has no entry.
    NoEntry,
    /// Another check fails, and one failure was asked for.
    AnotherFails,
    /// Every run that comes here violates an assumption first, or a run does: its text.
    AssumptionViolated(String),
    /// An engine panicked or could not be started.
    Crashed {
        /// Which.
        engine: &'static str,
        /// What it said.
        message: String,
    },
    /// A proof rests on these assumptions, and none was to be made.
    RestsOnAssumptions(Vec<String>),
    /// No check was selected.
    NothingToCheck,
    /// Something in an engine's own words; no other part of the tool may depend on it.
    Other(String),
    /// What several engines said, without repetition.
    Several(Vec<Reason>),
}

/// Calls and loops that an engine left closed, as text for people.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct NotExpanded(pub Vec<String>);

impl Reason {
    /// The time limit, with nothing to add.
    pub const TIME: Reason = Reason::Time(NotExpanded(Vec::new()));

    /// A stable name for machines.
    pub fn code(&self) -> &'static str {
        match self {
            Reason::Cancelled => "cancelled",
            Reason::Interrupted => "interrupted",
            Reason::Time(_) => "time",
            Reason::Memory => "memory",
            Reason::StepLimit => "step-limit",
            Reason::UnrollLimit { .. } => "unroll-limit",
            Reason::DeepRecursion => "deep-recursion",
            Reason::NoProgress => "no-progress",
            Reason::Unsupported { .. } => "unsupported",
            Reason::NotTreated(_) => "not-treated",
            Reason::SolverGaveUp(_) => "solver-gave-up",
            Reason::NoSolver(_) => "no-solver",
            Reason::NotReplayed(_) => "not-replayed",
            Reason::OtherFailure => "other-failure",
            Reason::ReadsInputs => "reads-inputs",
            Reason::StackOverflow => "stack-overflow",
            Reason::NoEntry => "no-entry",
            Reason::AnotherFails => "another-fails",
            Reason::Crashed { .. } => "crashed",
            Reason::AssumptionViolated(_) => "assumption-violated",
            Reason::RestsOnAssumptions(_) => "rests-on-assumptions",
            Reason::NothingToCheck => "nothing-to-check",
            Reason::Other(_) => "other",
            Reason::Several(all) => all.iter().max_by_key(|r| r.weight()).map_or("other", Reason::code),
        }
    }

    /// How much a reason tells: what must change in the program or the tool before what more time would change.
    fn weight(&self) -> u32 {
        match self {
            Reason::Crashed { .. } => 6,
            Reason::AssumptionViolated(_) => 5,
            Reason::Unsupported { .. } => 4,
            Reason::Interrupted
            | Reason::Time(_)
            | Reason::Memory
            | Reason::StepLimit
            | Reason::UnrollLimit { .. } => 3,
            Reason::NotTreated(_) | Reason::Cancelled => 0,
            Reason::ReadsInputs | Reason::OtherFailure => 1,
            _ => 2,
        }
    }

    /// Joins what several engines said: each reason once, and none that tells nothing beside others.
    pub fn join(reasons: impl IntoIterator<Item = Reason>) -> Reason {
        let mut all: Vec<Reason> = Vec::new();
        for reason in reasons {
            let parts = if let Reason::Several(parts) = reason { parts } else { vec![reason] };
            for part in parts {
                if !all.iter().any(|r| r.covers(&part)) {
                    all.retain(|r| !part.covers(r));
                    all.push(part);
                }
            }
        }
        if all.iter().any(|r| r.weight() > 0) {
            all.retain(|r| r.weight() > 0);
        }
        if all.len() > 1 { Reason::Several(all) } else { all.pop().unwrap_or(Reason::Cancelled) }
    }

    /// Does this one say all that the other says?
    fn covers(&self, other: &Reason) -> bool {
        self == other || matches!((self, other), (Reason::Time(_), Reason::Time(open)) if open.0.is_empty())
    }
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Reason::Cancelled => f.write_str("stopped"),
            Reason::Interrupted => f.write_str("interrupted"),
            Reason::Time(open) => write!(f, "time limit reached{open}"),
            Reason::Memory => f.write_str("memory limit reached"),
            Reason::StepLimit => f.write_str("step limit reached"),
            Reason::UnrollLimit { times, open } => write!(f, "unrolled {times} times{open}"),
            Reason::DeepRecursion => f.write_str("recursion too deep"),
            Reason::NoProgress => f.write_str("no progress possible"),
            Reason::Unsupported { what, function: None } => write!(f, "not supported: {what}"),
            Reason::Unsupported { what, function: Some(name) } => {
                write!(f, "not supported, in `{name}`: {what}")
            }
            Reason::NotTreated(what) => write!(f, "the engine does not treat {what}"),
            Reason::SolverGaveUp(why) => write!(f, "the SMT backend gave up: {why}"),
            Reason::NoSolver(why) => write!(f, "the SMT backend could not be started: {why}"),
            Reason::NotReplayed(why) => write!(f, "a failing path could not be replayed: {why}"),
            Reason::OtherFailure => f.write_str("the run that was tried fails another check first"),
            Reason::ReadsInputs => f.write_str("the program reads inputs; one run does not decide it"),
            Reason::StackOverflow => f.write_str("the machine's stack overflows"),
            Reason::NoEntry => f.write_str("the program has no entry"),
            Reason::Crashed { engine, message } => {
                write!(f, "internal error in the engine `{engine}`: {message}")
            }
            Reason::AnotherFails => f.write_str("not pursued: another check fails"),
            Reason::AssumptionViolated(text) => f.write_str(text),
            Reason::RestsOnAssumptions(all) => write!(f, "proved, but for: {}", all.join("; ")),
            Reason::NothingToCheck => f.write_str("nothing to check"),
            Reason::Other(text) => f.write_str(text),
            Reason::Several(all) => {
                for (i, reason) in all.iter().enumerate() {
                    write!(f, "{}{reason}", if i == 0 { "" } else { "; " })?;
                }
                Ok(())
            }
        }
    }
}

impl fmt::Display for NotExpanded {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0.is_empty() {
            true => Ok(()),
            false => write!(f, "; not expanded: {}", self.0.join(", ")),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reasons_are_joined_without_repetition() {
        let open = Reason::Time(NotExpanded(vec!["call of `f`".to_owned()]));
        let joined = Reason::join([Reason::TIME, Reason::Cancelled, open.clone(), Reason::TIME]);
        assert_eq!(joined, open);
        assert_eq!(joined.to_string(), "time limit reached; not expanded: call of `f`");
        let both =
            Reason::join([Reason::NoProgress, Reason::Several(vec![Reason::Memory, Reason::NoProgress])]);
        assert_eq!(both.to_string(), "no progress possible; memory limit reached");
        assert_eq!(both.code(), "memory");
        assert_eq!(Reason::join([]), Reason::Cancelled);
    }
}
