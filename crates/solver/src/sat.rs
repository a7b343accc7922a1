//! The satisfiability engine behind the solver: a small trait, and CaDiCaL for it.

use crate::limits::{Limits, Reason};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

/// A SAT solver over the variables 1, 2, …; literals are signed as in DIMACS.
pub trait SatSolver {
    /// Makes room for variables up to this one.
    fn reserve(&mut self, last: i32);

    /// Adds a clause for good.
    fn add_clause(&mut self, clause: &[i32]);

    /// Is there an assignment that makes all clauses and these literals true?
    ///
    /// # Errors
    /// The reason why it stopped without an answer.
    fn solve(&mut self, assumptions: &[i32], limits: &SatLimits) -> Result<bool, Reason>;

    /// The value of a literal after a positive answer.
    fn value(&self, lit: i32) -> bool;

    /// After a negative answer: was this assumption needed?
    fn failed(&self, lit: i32) -> bool;
}

/// What a run may cost, with the clock already started.
#[derive(Clone, Debug, Default)]
pub struct SatLimits {
    /// When to stop.
    pub deadline: Option<Instant>,
    /// How many conflicts at most.
    pub conflicts: Option<u64>,
    /// Stops when another thread sets one of these.
    pub interrupts: Vec<Arc<AtomicBool>>,
}

impl SatLimits {
    /// Starts the clock.
    pub fn start(limits: &Limits) -> Self {
        SatLimits {
            deadline: limits.time.map(|d| Instant::now() + d),
            conflicts: limits.conflicts,
            interrupts: limits.interrupts.clone(),
        }
    }

    /// The reason to stop now, if there is one.
    pub fn exceeded(&self) -> Option<Reason> {
        if self.interrupts.iter().any(|f| f.load(Ordering::Relaxed)) {
            return Some(Reason::Interrupted);
        }
        if self.deadline.is_some_and(|d| Instant::now() >= d) {
            return Some(Reason::Time);
        }
        None
    }
}

/// Asked by CaDiCaL now and then whether to stop.
struct Stop(SatLimits);

impl cadical::Callbacks for Stop {
    fn terminate(&mut self) -> bool {
        self.0.exceeded().is_some()
    }
}

/// CaDiCaL.
pub struct Cadical {
    solver: cadical::Solver<Stop>,
}

impl Default for Cadical {
    fn default() -> Self {
        Self::new()
    }
}

impl Cadical {
    /// An instance without clauses.
    pub fn new() -> Self {
        Cadical { solver: cadical::Solver::new() }
    }

    /// An instance without clauses that only searches. In large instances the work on clauses in
    /// between can cost far more than the search.
    pub fn plain() -> Self {
        // The name is one that CaDiCaL knows; without it, the usual configuration does.
        let solver = cadical::Solver::with_config("plain").unwrap_or_else(|_| cadical::Solver::new());
        Cadical { solver }
    }

    fn limit(&mut self, limits: &SatLimits) {
        let timed = limits.deadline.is_some() || !limits.interrupts.is_empty();
        self.solver.set_callbacks(timed.then(|| Stop(limits.clone())));
        if let Some(conflicts) = limits.conflicts {
            let conflicts = i32::try_from(conflicts).unwrap_or(i32::MAX);
            // The name is one that CaDiCaL knows, so this cannot fail.
            let _ = self.solver.set_limit("conflicts", conflicts);
        }
    }
}

impl SatSolver for Cadical {
    fn reserve(&mut self, last: i32) {
        self.solver.reserve(last);
    }

    fn add_clause(&mut self, clause: &[i32]) {
        self.solver.add_clause(clause.iter().copied());
    }

    fn solve(&mut self, assumptions: &[i32], limits: &SatLimits) -> Result<bool, Reason> {
        self.limit(limits);
        let answer = self.solver.solve_with(assumptions.iter().copied());
        answer.ok_or_else(|| limits.exceeded().unwrap_or(Reason::Conflicts))
    }

    fn value(&self, lit: i32) -> bool {
        self.solver.value(lit).unwrap_or(false)
    }

    fn failed(&self, lit: i32) -> bool {
        self.solver.failed(lit)
    }
}
