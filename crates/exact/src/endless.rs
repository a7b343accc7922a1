//! Runs that never end, over the abstraction: the greatest fixpoint of [`nonterm`](crate::nonterm) on predicates from the branches of the
//! program and their weakest preconditions.
//!
//! What must be is a proof by itself that some run never ends, for recursion too; it says for which inputs, but shows no run.

use std::time::{Duration, Instant};

use maymust_engine::{Reason, Task};

use crate::abstraction::Abstraction;
use crate::belnap::{Sides, Truth};
use crate::blocks::Label;
use crate::nonterm;
use crate::oracle::Oracle;
use crate::prepared::Prepared;
use crate::space::Space;

/// Nodes of decision diagrams.
const MOST_NODES: usize = 1 << 20;
/// Values of inputs that are tried per edge.
const CHOICES: usize = 12;

/// What is known of runs without an end.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Endless {
    /// Is there one? If no ([`Truth::False`]), every run ends after boundedly many abstract steps.
    pub truth: Truth,
    /// Predicates that were needed.
    pub predicates: usize,
}

/// Asks whether a run of a program never ends, with so many rounds of refinement.
///
/// # Errors
/// Why nothing is known.
pub fn endless(task: &Task<'_>, sides: Sides, rounds: u32) -> Result<Endless, Reason> {
    let start = Instant::now();
    let deadline = start.checked_add(task.budget).unwrap_or(start + Duration::from_secs(1 << 30));
    let whole = task.prepared();
    let Some(entry) = whole.entry else { return Err(Reason::NoEntry) };
    let mut oracle = Oracle::new(task, deadline).map_err(|e| Reason::NoSolver(e.to_string()))?;
    let mut p = Prepared::whole(&whole, entry, task.options.integers);
    oracle.has_remainders = p.graphs.iter().flatten().any(|g| g.has_remainders(&p.terms));
    let gave_up = |r: maymust_solver::Reason| Reason::SolverGaveUp(r.to_string());
    let stop = || task.is_cancelled() || Instant::now() >= deadline;
    let is_unsupported = p.targets.iter().any(|t| matches!(t.0, Label::Unsupported(_)));
    let mut space = Space::new(MOST_NODES);
    p.refiner().branches();
    let mut round = 0;
    loop {
        let mut abstraction = Abstraction {
            program: &p.program,
            terms: &mut p.terms,
            graphs: &p.graphs,
            scopes: &mut p.scopes,
            predicates: &p.predicates,
            oracle: &mut oracle,
            space: &mut space,
            sides,
            choices: CHOICES,
        };
        let model = abstraction.model(&p.start).map_err(gave_up)?;
        let (_, start) = nonterm::endless(&mut space, &model, sides, &stop).map_err(gave_up)?;
        let mut truth = start.truth();
        if truth == Truth::False && is_unsupported {
            // What is not modelled looks like an end.
            truth = Truth::Unknown;
        }
        let found = Endless { truth, predicates: p.predicates.count() };
        let is_known = matches!(found.truth, Truth::True | Truth::False);
        round += 1;
        if is_known || round > rounds || p.refiner().preconditions() == 0 {
            return Ok(found);
        }
    }
}
