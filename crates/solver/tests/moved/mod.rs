//! A back end with an arena of its own: whatever it is told is copied there first, by import or
//! as text.

use maymust_solver::{Answer, Limits, Solver, Statistics};
use maymust_term::{TermId, Terms, Value};

/// How terms get from one arena to the other.
#[derive(Clone, Copy)]
pub enum Way {
    Import,
    Text,
}

pub struct Moved<S> {
    inner: S,
    own: Terms,
    way: Way,
    /// The assumptions of the last check: theirs and ours.
    assumed: Vec<(TermId, TermId)>,
}

impl<S: Solver> Moved<S> {
    pub fn new(inner: S, way: Way) -> Self {
        let mut own = Terms::new();
        // So that the same numbers do not mean the same terms.
        own.declare_var("elsewhere", maymust_term::Sort::BitVec(3));
        Moved { inner, own, way, assumed: Vec::new() }
    }

    fn copy(&mut self, terms: &Terms, t: TermId) -> TermId {
        match self.way {
            Way::Import => self.own.import_by_name(terms, t),
            Way::Text => {
                let text = terms.print_term(t);
                let lookup = &mut |own: &mut Terms, name: &str| {
                    let sort = terms.symbol_sort(terms.lookup(name)?);
                    let sort = own.import_sort(terms, sort);
                    Some(own.declare_var(name, sort))
                };
                self.own.parse_term(&text, lookup).unwrap_or_else(|e| panic!("{e}: {text}"))
            }
        }
    }
}

impl<S: Solver> Solver for Moved<S> {
    fn name(&self) -> &str {
        self.inner.name()
    }

    fn assert(&mut self, terms: &mut Terms, t: TermId) {
        let t = self.copy(terms, t);
        self.inner.assert(&mut self.own, t);
    }

    fn push(&mut self) {
        self.inner.push();
    }

    fn pop(&mut self, n: usize) {
        self.inner.pop(n);
    }

    fn check(&mut self, terms: &mut Terms, assumptions: &[TermId], limits: &Limits) -> Answer {
        self.assumed = assumptions.iter().map(|t| (*t, self.copy(terms, *t))).collect();
        let own: Vec<TermId> = self.assumed.iter().map(|a| a.1).collect();
        self.inner.check(&mut self.own, &own, limits)
    }

    fn value(&mut self, terms: &mut Terms, t: TermId) -> Option<Value> {
        let t = self.copy(terms, t);
        self.inner.value(&mut self.own, t)
    }

    fn core(&mut self, _terms: &mut Terms) -> Vec<TermId> {
        let core = self.inner.core(&mut self.own);
        self.assumed.iter().filter(|a| core.contains(&a.1)).map(|a| a.0).collect()
    }

    fn statistics(&self) -> Statistics {
        self.inner.statistics()
    }

    fn reset(&mut self) {
        self.inner.reset();
    }
}
