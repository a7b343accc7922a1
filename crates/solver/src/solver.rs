//! The interface of all back ends.

use crate::limits::{Answer, Limits};
use maymust_term::{TermId, Terms, Value};
use std::time::Duration;

/// A decision procedure with a stack of assertions. All terms of one solver come from one arena,
/// which is passed along.
pub trait Solver {
    /// The name of the back end.
    fn name(&self) -> &str;

    /// Asserts a boolean term, until the frame it is in is popped.
    fn assert(&mut self, terms: &mut Terms, t: TermId);

    /// Opens a frame.
    fn push(&mut self);

    /// Drops the last `n` frames (fewer, if there are fewer) with their assertions.
    fn pop(&mut self, n: usize);

    /// Is there a model of all assertions and these boolean terms?
    fn check(&mut self, terms: &mut Terms, assumptions: &[TermId], limits: &Limits) -> Answer;

    /// The value of any term in the model of the last check, if that was `Sat`.
    fn value(&mut self, terms: &mut Terms, t: TermId) -> Option<Value>;

    /// After `Unsat`: assumptions of the last check that cannot hold together with the
    /// assertions, in the order in which they were given.
    fn core(&mut self, terms: &mut Terms) -> Vec<TermId>;

    /// What was done so far.
    fn statistics(&self) -> Statistics;

    /// Forgets all assertions and frames.
    fn reset(&mut self);

    /// A core from which nothing can be left out, as far as the limits of each check allow to
    /// tell. To be called after `Unsat`.
    fn minimal_core(&mut self, terms: &mut Terms, limits: &Limits) -> Vec<TermId> {
        let mut core = self.core(terms);
        let mut at = 0;
        while at < core.len() {
            let mut fewer = core.clone();
            fewer.remove(at);
            if self.check(terms, &fewer, limits).is_unsat() {
                core = self.core(terms);
                // What stands before `at` is needed, so it is still in there.
                at = at.min(core.len());
            } else {
                at += 1;
            }
        }
        core
    }
}

impl<S: Solver + ?Sized> Solver for Box<S> {
    fn name(&self) -> &str {
        (**self).name()
    }

    fn assert(&mut self, terms: &mut Terms, t: TermId) {
        (**self).assert(terms, t);
    }

    fn push(&mut self) {
        (**self).push();
    }

    fn pop(&mut self, n: usize) {
        (**self).pop(n);
    }

    fn check(&mut self, terms: &mut Terms, assumptions: &[TermId], limits: &Limits) -> Answer {
        (**self).check(terms, assumptions, limits)
    }

    fn value(&mut self, terms: &mut Terms, t: TermId) -> Option<Value> {
        (**self).value(terms, t)
    }

    fn core(&mut self, terms: &mut Terms) -> Vec<TermId> {
        (**self).core(terms)
    }

    fn statistics(&self) -> Statistics {
        (**self).statistics()
    }

    fn reset(&mut self) {
        (**self).reset();
    }
}

/// Counts of a solver's work.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Statistics {
    /// Checks asked for.
    pub checks: u64,
    /// Answers `Sat`.
    pub sat: u64,
    /// Answers `Unsat`.
    pub unsat: u64,
    /// Answers `Unknown`.
    pub unknown: u64,
    /// Checks answered by simplification alone.
    pub trivial: u64,
    /// Checks answered by a recent model.
    pub by_model: u64,
    /// Clause-solver instances made, or processes started.
    pub instances: u64,
    /// Runs of the SAT solver.
    pub sat_calls: u64,
    /// Array lemmas.
    pub lemmas: u64,
    /// Gates in the graph.
    pub gates: u64,
    /// Clauses given to the SAT solver.
    pub clauses: u64,
    /// Time in checks.
    pub time: Duration,
}
