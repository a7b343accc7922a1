//! Inertial refinement (REF-IR): every closed region is blocked, and only a minimal correction set of the blocks is opened.

use std::time::Instant;

use maymust_solver::{Reason, mcs};
use maymust_term::TermId;
use rustc_hash::FxHashSet;

use super::{Closed, Scheme, Step};
use crate::opening::Pick;
use crate::refine::Refiner;
use crate::unfold::{BoxId, Unfolding, View};

/// The scheme.
pub struct Inertial;

impl Scheme for Inertial {
    fn choose(
        &self,
        r: &mut Refiner<'_, '_>,
        phi: TermId,
        closed: &Closed,
        _view: &View,
    ) -> Result<Step, Reason> {
        let blocks = blocks(r, closed);
        correction(r, phi, blocks)
    }
}

/// For each closed region: it is neither passed nor fails.
pub fn blocks(r: &mut Refiner<'_, '_>, closed: &Closed) -> Vec<(BoxId, TermId)> {
    let yes = r.u.terms.tru();
    let mut blocks: Vec<(BoxId, TermId)> = closed.iter().map(|(b, symbols)| (*b, r.shut(symbols))).collect();
    blocks.retain(|(_, shut)| *shut != yes);
    blocks
}

/// A minimal correction set of blocks; those that come first are kept if possible.
pub fn correction(
    r: &mut Refiner<'_, '_>,
    phi: TermId,
    blocks: Vec<(BoxId, TermId)>,
) -> Result<Step, Reason> {
    let (forced, blocks) = forced(r, phi, blocks);
    let soft: Vec<TermId> = blocks.iter().map(|(_, t)| *t).collect();
    let limits = r.limits();
    let start = Instant::now();
    let before = r.solver.statistics().checks;
    let correction = mcs::correct(r.solver, &mut r.u.terms, &[phi], &soft, &limits);
    r.counts.solver_calls += r.solver.statistics().checks - before;
    r.counts.solver_time += start.elapsed();
    let Some(correction) = correction? else { return Ok(Step::Unreachable) };
    let dropped = blocks.iter().filter(|(_, t)| correction.dropped.contains(t));
    Ok(Step::of(forced.iter().chain(dropped).map(|(b, _)| Pick::Box(*b)).collect()))
}

/// Blocks that the condition contradicts outright need no search; these, and the others.
type Parted = (Vec<(BoxId, TermId)>, Vec<(BoxId, TermId)>);

fn forced(r: &mut Refiner<'_, '_>, phi: TermId, blocks: Vec<(BoxId, TermId)>) -> Parted {
    let no = r.u.terms.fls();
    let said: FxHashSet<TermId> = r.u.terms.conjuncts(phi).into_iter().collect();
    let is_forced = |u: &mut Unfolding<'_>, shut: TermId| {
        let parts = u.terms.conjuncts(shut);
        parts.into_iter().any(|p| said.contains(&u.terms.not(p)))
    };
    blocks.into_iter().partition(|(_, shut)| *shut == no || is_forced(r.u, *shut))
}
