//! Naive: every closed region is opened, as long as one matters to the model.

use maymust_solver::Reason;
use maymust_term::TermId;

use super::{Closed, Scheme, Step};
use crate::opening::Pick;
use crate::refine::Refiner;
use crate::unfold::View;

/// The scheme.
pub struct Naive;

impl Scheme for Naive {
    fn choose(
        &self,
        r: &mut Refiner<'_, '_>,
        phi: TermId,
        closed: &Closed,
        _view: &View,
    ) -> Result<Step, Reason> {
        Ok(all_if_any_matters(r, phi, closed))
    }
}

/// All closed regions, or none if the model needs none of them.
pub fn all_if_any_matters(r: &mut Refiner<'_, '_>, phi: TermId, closed: &Closed) -> Step {
    match r.relevant(phi, 1).is_empty() {
        true => Step::Reached,
        false => Step::Open(closed.iter().map(|(b, _)| Pick::Box(*b)).collect()),
    }
}
