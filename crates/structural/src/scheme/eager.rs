//! Eager: everything is expanded before the first query. CALYSTO's base case.

use maymust_solver::Reason;
use maymust_term::TermId;

use super::naive::all_if_any_matters;
use super::{Closed, Scheme, Step};
use crate::opening::Pick;
use crate::refine::Refiner;
use crate::unfold::{BoxId, Mode, View};

/// The scheme.
pub struct Eager;

impl Scheme for Eager {
    /// Opens everything but the rest of loops and deeper recursion.
    fn begin(&self, r: &mut Refiner<'_, '_>, error: TermId, phi: TermId, view: &mut View) -> TermId {
        let mut phi = phi;
        while !r.is_late() {
            let closed = r.closed(phi).into_iter().map(|(b, _)| b);
            let is_due = |b: &BoxId| r.u.box_of(*b).depth == 0 && view.boxes.get(b) != Some(&Mode::Exact);
            let picks: Vec<BoxId> = closed.filter(is_due).collect();
            if picks.is_empty() {
                break;
            }
            for b in picks {
                r.set(view, Pick::Box(b), Mode::Exact);
                r.count(view, b);
            }
            phi = r.resolved(error, view);
        }
        phi
    }

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
