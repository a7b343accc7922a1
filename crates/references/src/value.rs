//! Values of states: numbers that know whether they are pointers, and terms over inputs that are not chosen yet.

use std::rc::Rc;

use maymust_term::{BvValue, FloatValue, Sort, TermId, Terms, Value};

/// A value of a variable, a cell or a term.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Val {
    /// A truth value or at most 64 bits that no allocation chose.
    Int(u64),
    /// A pointer to an object that the run allocated (near it, see [`PointerLayout::nearest`](maymust_program::PointerLayout)).
    Ptr(u64),
    /// The number of such an object.
    Num(u64),
    /// A term over inputs that are not chosen yet.
    Sym(TermId),
    /// More than 64 bits, floats, tables.
    Big(Rc<Value>),
    /// No value: memory was read where there is none, or an operation was not possible.
    Bad,
}

impl Val {
    /// The bits, of values that fit into 64 of them.
    pub fn word(&self) -> Option<u64> {
        match self {
            Val::Int(v) | Val::Ptr(v) | Val::Num(v) => Some(*v),
            Val::Sym(_) | Val::Big(_) | Val::Bad => None,
        }
    }

    /// The zero of a sort.
    pub fn zero(terms: &Terms, sort: Sort) -> Val {
        match sort {
            Sort::Bool => Val::Int(0),
            Sort::BitVec(w) if w <= 64 => Val::Int(0),
            _ => Val::Big(Rc::new(maymust_machine::zero(terms, sort))),
        }
    }

    /// From a value of the terms.
    pub fn from_value(value: Value) -> Val {
        match &value {
            Value::Bool(b) => Val::Int(u64::from(*b)),
            Value::Bv(v) if v.width() <= 64 => Val::Int(v.to_u64().unwrap_or(0)),
            _ => Val::Big(Rc::new(value)),
        }
    }

    /// As a value of the terms; none for terms and for no value.
    pub fn to_value(&self, sort: Sort) -> Option<Value> {
        match (self, sort) {
            (Val::Big(value), _) => Some((**value).clone()),
            (Val::Sym(_) | Val::Bad, _) => None,
            (_, Sort::Bool) => Some(Value::Bool(self.word()? != 0)),
            (_, Sort::BitVec(w)) => Some(Value::Bv(BvValue::from_u64(w, self.word()?))),
            (_, Sort::Float(f)) => {
                Some(Value::Float(FloatValue::from_bits(f, BvValue::from_u64(f.width(), self.word()?))))
            }
            _ => None,
        }
    }

    /// As a term of its sort.
    pub fn to_term(&self, terms: &mut Terms, sort: Sort) -> Option<TermId> {
        if let Val::Sym(t) = self {
            return Some(*t);
        }
        Some(match self.to_value(sort)? {
            Value::Bool(b) => terms.bool(b),
            Value::Bv(v) => terms.bv_value(v),
            Value::Float(f) => terms.fp_value(f),
            Value::Int(_) | Value::Array(_) => return None,
        })
    }

    /// From a term: constants become numbers.
    pub fn from_term(terms: &Terms, t: TermId) -> Val {
        match terms.constant_value(t) {
            Some(value) => Val::from_value(value),
            None => Val::Sym(t),
        }
    }
}
