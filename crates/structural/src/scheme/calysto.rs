//! CALYSTO's REFINE: the one effect next to the check that matters to the model.

use maymust_solver::Reason;
use maymust_term::{Symbol, TermId};

use super::{Closed, Scheme, Step};
use crate::opening::Pick;
use crate::refine::Refiner;
use crate::unfold::{Output, View};

/// The scheme.
pub struct Calysto;

impl Scheme for Calysto {
    fn choose(
        &self,
        r: &mut Refiner<'_, '_>,
        phi: TermId,
        _closed: &Closed,
        view: &View,
    ) -> Result<Step, Reason> {
        Ok(nearest(r, phi, view))
    }
}

/// The effect next to the check; that a region is left at all only if nothing else matters.
pub fn nearest(r: &mut Refiner<'_, '_>, phi: TermId, view: &View) -> Step {
    let pick = one_effect(r, phi);
    // No effect matters: in CALYSTO's terms that is a failing run, as calls come back there.
    let is_pi = |p: Pick| matches!(p, Pick::Symbol(s) if matches!(r.u.output(s), Some((_, Output::Pi(_)))));
    if pick.is_none_or(is_pi) && r.try_model(view) {
        return Step::Reached;
    }
    Step::of(pick.into_iter().collect())
}

fn one_effect(r: &mut Refiner<'_, '_>, phi: TermId) -> Option<Pick> {
    let found = r.relevant(phi, usize::MAX);
    let key = |s: &Symbol| {
        let (b, output) = r.u.output(*s)?;
        Some((!matches!(output, Output::Pi(_)), r.u.position(b)))
    };
    let best = found.into_iter().max_by_key(key)?;
    // A loop has no effects of its own in the paper: it is opened as a whole.
    let of_loop = r.u.output(best).map(|(b, _)| b).filter(|b| r.is_loop(*b));
    Some(of_loop.map_or(Pick::Symbol(best), Pick::Box))
}
