//! Models: values of symbols, and through evaluation of any term.

use crate::bitblast::default_value;
use maymust_term::{Evaluator, Symbol, TermId, Terms, Value};
use rustc_hash::FxHashMap;

/// An assignment to symbols; those not in it have the default of their sort.
#[derive(Clone, Default)]
pub struct Model {
    values: FxHashMap<Symbol, Value>,
    evaluator: Evaluator,
}

impl Model {
    /// A model with these values.
    pub fn new(values: FxHashMap<Symbol, Value>) -> Self {
        Model { values, evaluator: Evaluator::new() }
    }

    /// The value of a term.
    pub fn eval(&mut self, terms: &Terms, t: TermId) -> Value {
        let values = &self.values;
        self.evaluator.eval(terms, t, &|s: Symbol| match values.get(&s) {
            Some(v) => v.clone(),
            None => default_value(terms, terms.symbol_sort(s)),
        })
    }

    /// Gives a symbol another value.
    pub fn set(&mut self, symbol: Symbol, value: Value) {
        self.values.insert(symbol, value);
        self.evaluator.clear();
    }

    /// Is the boolean term true?
    pub fn holds(&mut self, terms: &Terms, t: TermId) -> bool {
        self.eval(terms, t).as_bool() == Some(true)
    }

    /// The value given to a symbol, if one was.
    pub fn get(&self, symbol: Symbol) -> Option<&Value> {
        self.values.get(&symbol)
    }
}
