//! Models: values of symbols, and through evaluation of any term.

use crate::bitblast::default_value;
use maymust_term::{BvValue, Evaluator, Sort, Symbol, TermId, Terms, Value};
use rustc_hash::FxHashMap;

/// An assignment to symbols; those not in it have all bits zero, or all one.
#[derive(Clone, Default)]
pub struct Model {
    values: FxHashMap<Symbol, Value>,
    ones: bool,
    guess: bool,
    /// How many of a growing list of terms are known to hold, and whether one does not.
    known: usize,
    refuted: bool,
    evaluator: Evaluator,
}

impl Model {
    /// A model with these values.
    pub fn new(values: FxHashMap<Symbol, Value>) -> Self {
        Model { values, ..Self::default() }
    }

    /// The model that gives every symbol zeros.
    pub fn zeros() -> Self {
        Model { guess: true, ..Self::default() }
    }

    /// The model that gives every symbol ones (bit-vectors and truth values, others zero).
    pub fn ones() -> Self {
        Model { ones: true, ..Self::zeros() }
    }

    /// Was it made without looking at anything?
    pub fn is_guess(&self) -> bool {
        self.guess
    }

    /// The value of a term.
    pub fn eval(&mut self, terms: &Terms, t: TermId) -> Value {
        let (values, ones) = (&self.values, self.ones);
        self.evaluator.eval(terms, t, &|s: Symbol| match (values.get(&s), terms.symbol_sort(s)) {
            (Some(v), _) => v.clone(),
            (None, Sort::BitVec(w)) if ones => Value::Bv(BvValue::ones(w)),
            (None, Sort::Bool) if ones => Value::Bool(true),
            (None, sort) => default_value(terms, sort),
        })
    }

    /// Gives a symbol another value.
    pub fn set(&mut self, symbol: Symbol, value: Value) {
        self.values.insert(symbol, value);
        (self.known, self.refuted) = (0, false);
        self.evaluator.clear();
    }

    /// Is the boolean term true?
    pub fn holds(&mut self, terms: &Terms, t: TermId) -> bool {
        self.eval(terms, t).as_bool() == Some(true)
    }

    /// Are all terms of a list true? The list is the same at every call, but for terms added at
    /// its end: each is looked at once.
    pub fn holds_all(&mut self, terms: &Terms, list: &[TermId]) -> bool {
        while !self.refuted && self.known < list.len() {
            if self.holds(terms, list[self.known]) {
                self.known += 1;
            } else {
                self.refuted = true;
            }
        }
        !self.refuted
    }

    /// The value given to a symbol, if one was.
    pub fn get(&self, symbol: Symbol) -> Option<&Value> {
        self.values.get(&symbol)
    }
}
