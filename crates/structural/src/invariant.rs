//! Loop invariants: candidates that are guessed from the loop, and kept only if they are inductive.

use maymust_program::VarId;
use maymust_term::{Symbol, TermId, Terms};
use rustc_hash::FxHashMap;

use crate::region::RegionId;
use crate::unfold::Unfolding;
use std::rc::Rc;

/// What is known at the start of every iteration of a loop.
#[derive(Clone, Debug, Default)]
pub struct Invariants {
    /// Formulas over variables now and at the start of the loop.
    pub formulas: Vec<TermId>,
    /// The symbols that stand for variables at the start of the loop.
    pub old: Vec<(VarId, Symbol)>,
}

impl Invariants {
    /// The conjunction, for a loop that starts in one state and has come to another.
    pub fn instance(
        &self,
        terms: &mut Terms,
        start: &FxHashMap<Symbol, TermId>,
        now: &FxHashMap<Symbol, TermId>,
    ) -> TermId {
        let mut map = now.clone();
        for (v, old) in &self.old {
            if let Some(t) = start.get(v) {
                map.insert(*old, *t);
            }
        }
        let formulas = terms.substitute_all(&self.formulas, &map);
        terms.and(&formulas)
    }
}

impl Unfolding<'_> {
    /// The invariants of a loop.
    pub fn invariants_of(&mut self, region: RegionId) -> Rc<Invariants> {
        self.invariants.entry(region).or_default().clone()
    }
}
