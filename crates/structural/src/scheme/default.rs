//! The default scheme: two ways to choose, each with a view of its own, and models tried on the machine all along.

use std::cmp::Reverse;

use maymust_solver::Reason;
use maymust_term::TermId;

use super::calysto::nearest;
use super::inertial::{blocks, correction};
use super::{Closed, Scheme, Step};
use crate::opening::Pick;
use crate::refine::{Choice, Refiner};
use crate::unfold::{BoxId, Output, View};

/// At most so many iterations are unrolled at once.
const AT_ONCE: u32 = 64;
/// So many iterations are unrolled one after the other.
const DEEP: u32 = 2;
/// Conflicts after which procedures are opened in place of a longer search.
const PATIENCE: u64 = 300;

/// The scheme.
pub struct Default {
    /// How it chooses in this look.
    pub choice: Choice,
}

impl Scheme for Default {
    fn choose(
        &self,
        r: &mut Refiner<'_, '_>,
        phi: TermId,
        closed: &Closed,
        view: &View,
    ) -> Result<Step, Reason> {
        match self.choice {
            Choice::Correction => effects_first(r, phi, closed, view),
            Choice::Nearest => fewer_iterations_first(r, phi, closed, view),
        }
    }

    fn patience(&self) -> Option<u64> {
        (self.choice == Choice::Correction).then_some(PATIENCE)
    }

    fn tries_models(&self) -> bool {
        true
    }

    fn looks_before_opening(&self) -> bool {
        true
    }

    fn iterations(&self, depth: u32) -> u32 {
        depth.clamp(1, AT_ONCE)
    }

    /// Most checks in loops hold; one that does not is looked for first.
    fn infers_around_target(&self) -> bool {
        false
    }
}

/// The effect next to the check. Models like many iterations: before there are more, is there a run with fewer?
fn fewer_iterations_first(
    r: &mut Refiner<'_, '_>,
    phi: TermId,
    closed: &Closed,
    view: &View,
) -> Result<Step, Reason> {
    let step = nearest(r, phi, view);
    let Step::Open(picks) = &step else { return Ok(step) };
    let is_deep = |b: BoxId| r.is_loop(b) && r.u.box_of(b).depth >= DEEP;
    let unrolls = picks.iter().filter_map(|p| r.box_of(p)).any(is_deep);
    if unrolls && r.holds_without_closed(phi, closed)? {
        return Ok(Step::Reached);
    }
    Ok(step)
}

/// Of a minimal correction set what matters to the model, and of that first the regions that have an effect, not those that
/// are merely passed.
fn effects_first(r: &mut Refiner<'_, '_>, phi: TermId, closed: &Closed, view: &View) -> Result<Step, Reason> {
    let mut blocks = blocks(r, closed);
    // The largest regions are kept closed first.
    blocks.sort_by_key(|(b, _)| Reverse(r.weight(*b)));
    let picks = match correction(r, phi, blocks)? {
        Step::Open(picks) if picks.len() > 1 => picks,
        other => return Ok(other),
    };
    // The solver's last model need not be one of the correction.
    let kept = closed.iter().filter(|(b, _)| !picks.contains(&Pick::Box(*b)));
    let mut all = vec![phi];
    all.extend(kept.map(|(_, symbols)| r.shut(symbols)));
    if !r.check(&all)? {
        return Ok(Step::Open(picks));
    }
    if r.now_and_then(view) {
        return Ok(Step::Reached);
    }
    let effects = effects_among(r, phi, &picks);
    // A recursion could have effects for ever; what is merely passed may be what ends it.
    if effects.is_empty() || effects.iter().any(|b| r.u.box_of(*b).depth > 0) {
        return Ok(Step::Open(picks));
    }
    Ok(Step::Open(effects.into_iter().map(Pick::Box).collect()))
}

/// The regions among some that have an effect on the model.
fn effects_among(r: &mut Refiner<'_, '_>, phi: TermId, picks: &[Pick]) -> Vec<BoxId> {
    let mut effects: Vec<BoxId> = Vec::new();
    for s in r.relevant(phi, usize::MAX) {
        if let Some((b, output)) = r.u.output(s)
            && !matches!(output, Output::Pi(_))
            && picks.contains(&Pick::Box(b))
            && !effects.contains(&b)
        {
            effects.push(b);
        }
    }
    effects
}
