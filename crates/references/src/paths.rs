//! Conditions on inputs that are not chosen yet: may they hold, and do they leave a choice?

use maymust_solver::{Limits, Solver};
use maymust_term::{Op, Sort, Symbol, TermId, Terms, Value};
use rustc_hash::{FxHashMap, FxHashSet};

/// What one question may cost the SAT solver.
const CONFLICTS: u64 = 20_000;

/// The solver and what it has said.
pub struct Paths {
    solver: Box<dyn Solver>,
    known: FxHashMap<Vec<TermId>, bool>,
    only: FxHashMap<(Vec<TermId>, Symbol), Option<TermId>>,
    symbols: FxHashMap<TermId, Vec<Symbol>>,
    /// Questions to the solver.
    pub asked: u64,
}

impl Paths {
    /// With a solver.
    pub fn new(solver: Box<dyn Solver>) -> Paths {
        let (known, only, symbols) = Default::default();
        Paths { solver, known, only, symbols, asked: 0 }
    }

    /// The inputs in a term.
    pub fn symbols_of(&mut self, terms: &Terms, t: TermId) -> &[Symbol] {
        self.symbols.entry(t).or_insert_with(|| terms.support(t))
    }

    /// The conditions of a path that speak, directly or through others, of some inputs.
    pub fn about(&mut self, terms: &Terms, path: &[TermId], inputs: &[Symbol]) -> Vec<TermId> {
        let mut inputs: FxHashSet<Symbol> = inputs.iter().copied().collect();
        let mut rest: Vec<TermId> = path.to_vec();
        let mut found = Vec::new();
        loop {
            let before = found.len();
            rest.retain(|t| {
                let symbols = self.symbols_of(terms, *t);
                let near = symbols.iter().any(|s| inputs.contains(s));
                if near {
                    inputs.extend(symbols);
                    found.push(*t);
                }
                !near
            });
            if found.len() == before {
                found.sort_unstable();
                return found;
            }
        }
    }

    /// May a condition hold where a path's conditions do? They can hold together, as a path is only followed while they can.
    pub fn may_hold(&mut self, terms: &mut Terms, path: &[TermId], condition: TermId) -> bool {
        if let Some(known) = terms.as_bool(condition) {
            return known;
        }
        let inputs = self.symbols_of(terms, condition).to_vec();
        let mut all = self.about(terms, path, &inputs);
        if all.binary_search(&condition).is_ok() {
            return true;
        }
        all.push(condition);
        if let Some(known) = self.known.get(&all) {
            return *known;
        }
        self.asked += 1;
        let limits = Limits { conflicts: Some(CONFLICTS), ..Limits::default() };
        let answer = !self.solver.check(terms, &all, &limits).is_unsat();
        self.known.insert(all, answer);
        answer
    }

    /// The value of an input, if a path's conditions leave only one.
    pub fn only_value(&mut self, terms: &mut Terms, path: &[TermId], input: Symbol) -> Option<TermId> {
        let Sort::BitVec(_) = terms.symbol_sort(input) else { return None };
        let all = self.about(terms, path, &[input]);
        let key = (all, input);
        if let Some(known) = self.only.get(&key) {
            return *known;
        }
        let found = self.find_only_value(terms, &key.0, input);
        self.only.insert(key, found);
        found
    }

    fn find_only_value(&mut self, terms: &mut Terms, all: &[TermId], input: Symbol) -> Option<TermId> {
        self.asked += 2;
        let limits = Limits { conflicts: Some(CONFLICTS), ..Limits::default() };
        if !self.solver.check(terms, all, &limits).is_sat() {
            return None;
        }
        let var = terms.var(input);
        let Some(Value::Bv(value)) = self.solver.value(terms, var) else { return None };
        let value = terms.bv_value(value);
        let same = terms.eq(var, value);
        let other = terms.app(Op::Not, &[same]);
        let mut all = all.to_vec();
        all.push(other);
        self.solver.check(terms, &all, &limits).is_unsat().then_some(value)
    }

    /// Values of terms in a model of all conditions.
    pub fn model(&mut self, terms: &mut Terms, path: &[TermId], wanted: &[TermId]) -> Option<Vec<Value>> {
        if !self.solver.check(terms, path, &Limits::default()).is_sat() {
            return None;
        }
        wanted.iter().map(|t| self.solver.value(terms, *t)).collect()
    }
}
