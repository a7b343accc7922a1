//! Schemes of refinement: which regions are opened, given a model of a condition that passes closed ones.
//!
//! A scheme is a strategy over the mechanism of [`crate::refine`]: it sees the condition and its closed regions, may ask
//! the solver, and names what to open. One file a scheme.

mod calysto;
mod dcr;
mod default;
mod eager;
mod inertial;
mod naive;

use maymust_engine::Refine;
use maymust_solver::Reason;
use maymust_term::{Symbol, TermId};

use crate::opening::Pick;
use crate::refine::{Choice, Refiner};
use crate::unfold::{BoxId, View};

/// Closed regions of a condition, each with its placeholders there.
pub type Closed = [(BoxId, Vec<Symbol>)];

/// What a round of refinement comes to.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Step {
    /// The condition cannot hold.
    Unreachable,
    /// The model is a failing run.
    Reached,
    /// These are to be opened.
    Open(Vec<Pick>),
}

impl Step {
    /// What to open: if it is nothing, the model needs no closed region.
    fn of(picks: Vec<Pick>) -> Step {
        if picks.is_empty() { Step::Reached } else { Step::Open(picks) }
    }
}

/// A strategy of refinement.
pub trait Scheme {
    /// Opens regions before the first round; gives the condition then.
    fn begin(&self, _r: &mut Refiner<'_, '_>, _error: TermId, phi: TermId, _view: &mut View) -> TermId {
        phi
    }

    /// What to open. The solver has a model of `phi`, in which some regions are `closed`.
    ///
    /// # Errors
    /// If the solver gives up.
    fn choose(
        &self,
        r: &mut Refiner<'_, '_>,
        phi: TermId,
        closed: &Closed,
        view: &View,
    ) -> Result<Step, Reason>;

    /// Conflicts after which small procedures are opened in place of a longer search.
    fn patience(&self) -> Option<u64> {
        None
    }

    /// Are models tried on the machine although they pass closed regions?
    fn tries_models(&self) -> bool {
        false
    }

    /// Does the first look open nothing but what lies around the target?
    fn looks_before_opening(&self) -> bool {
        false
    }

    /// How many more iterations are unrolled at once, of a loop that has been unrolled so often.
    fn iterations(&self, _depth: u32) -> u32 {
        1
    }

    /// Are invariants of the loops around a target looked for from the start?
    fn infers_around_target(&self) -> bool {
        true
    }
}

/// The scheme that was asked for; the default one chooses in a certain way.
pub fn scheme(refine: Refine, choice: Choice) -> Box<dyn Scheme> {
    match refine {
        Refine::Eager => Box::new(eager::Eager),
        Refine::Calysto => Box::new(calysto::Calysto),
        Refine::Naive => Box::new(naive::Naive),
        Refine::Dcr => Box::new(dcr::Dcr { most: 1 }),
        Refine::DcrPlus => Box::new(dcr::Dcr { most: usize::MAX }),
        Refine::Inertial => Box::new(inertial::Inertial),
        Refine::Default => Box::new(default::Default { choice }),
    }
}
