//! Symbolic states: a path condition, and the variables that have changed.

use maymust_program::VarId;
use maymust_term::{TermId, Terms};
use rustc_hash::FxHashMap;

use crate::Path;

/// What is known at one place: the condition of getting there, and every variable as a term over its values at the start.
#[derive(Clone, Debug, Default)]
pub struct State {
    /// The condition of getting here.
    pub path: Path,
    /// Variables that are not what they were at the start.
    values: FxHashMap<VarId, TermId>,
}

impl State {
    /// The start: every variable is its own value.
    pub fn new() -> State {
        State::default()
    }

    /// The condition of getting here.
    pub fn condition(&self, terms: &Terms) -> TermId {
        self.path.condition(terms)
    }

    /// Does no run get here?
    pub fn is_dead(&self, terms: &Terms) -> bool {
        self.condition(terms) == terms.fls()
    }

    /// The value of a variable.
    pub fn value(&self, terms: &mut Terms, var: VarId) -> TermId {
        match self.values.get(&var) {
            Some(t) => *t,
            None => terms.var(var),
        }
    }

    /// Gives a variable a value.
    pub fn set(&mut self, var: VarId, value: TermId) {
        self.values.insert(var, value);
    }

    /// Forgets that a variable has changed: it is out of scope, or what it was.
    pub fn unset(&mut self, var: VarId) {
        self.values.remove(&var);
    }

    /// A term over the variables here, as one over the values at the start.
    pub fn eval(&self, terms: &mut Terms, t: TermId) -> TermId {
        terms.substitute(t, &self.values)
    }

    /// Several terms at once.
    pub fn eval_all(&self, terms: &mut Terms, ts: &[TermId]) -> Vec<TermId> {
        terms.substitute_all(ts, &self.values)
    }

    /// Goes on only where a condition over values at the start holds.
    pub fn assume(&mut self, terms: &mut Terms, condition: TermId) {
        self.path = self.path.and(terms, condition);
    }

    /// The variables that have changed, in order, with their values.
    pub fn changed(&self) -> Vec<(VarId, TermId)> {
        let mut out: Vec<_> = self.values.iter().map(|(v, t)| (*v, *t)).collect();
        out.sort_unstable_by_key(|(v, _)| *v);
        out
    }

    /// Where the ways of several states meet; none if there is none. The conditions must exclude each other.
    pub fn merge(terms: &mut Terms, states: Vec<State>) -> Option<State> {
        let mut states: Vec<State> = states.into_iter().filter(|s| !s.is_dead(terms)).collect();
        if states.len() <= 1 {
            return states.pop();
        }
        let mut common = states[0].path.clone();
        for s in &states[1..] {
            common = common.common(&s.path);
        }
        let ways: Vec<TermId> = states
            .iter()
            .map(|s| {
                let own = s.path.after(&common);
                terms.and(&own)
            })
            .collect();
        let some = terms.or(&ways);
        let mut merged = State { path: common.and(terms, some), values: FxHashMap::default() };
        let mut vars: Vec<VarId> = states.iter().flat_map(|s| s.values.keys().copied()).collect();
        vars.sort_unstable();
        vars.dedup();
        for var in vars {
            let mut value = states[states.len() - 1].value(terms, var);
            for (s, way) in states.iter().zip(&ways).rev().skip(1) {
                let other = s.value(terms, var);
                value = terms.ite(*way, other, value);
            }
            merged.set(var, value);
        }
        Some(merged)
    }
}
