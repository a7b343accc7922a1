//! Array literals: a run of constants from a base index on, and a default elsewhere.

use crate::array_value::ArrayValue;
use crate::bv::BvValue;
use crate::value::Value;
use std::sync::{Arc, OnceLock};

/// The contents of an array literal. Indices are bit-vectors and wrap around.
#[derive(Clone, Debug)]
pub struct Table {
    base: BvValue,
    default: Value,
    values: Values,
    /// The same as a value, once it was asked for.
    array: Arc<OnceLock<ArrayValue>>,
}

impl PartialEq for Table {
    fn eq(&self, o: &Self) -> bool {
        self.base == o.base && self.default == o.default && self.values == o.values
    }
}

impl Eq for Table {}

/// Elements; small bit-vectors are packed.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Values {
    Bytes(Arc<[u8]>),
    Words(u32, Arc<[u64]>),
    Other(Arc<[Value]>),
}

impl Table {
    /// A table of elements at `base`, `base + 1`, …; panics if they do not fit the index sort.
    pub fn new(base: BvValue, default: Value, values: &[Value]) -> Self {
        let fits = base.width() >= 64 || (values.len() as u64) <= 1 << base.width();
        assert!(fits, "a table longer than its index sort");
        let width = match &default {
            Value::Bv(v) if v.width() <= 64 => Some(v.width()),
            _ => None,
        };
        let words = || values.iter().map(|v| v.as_u64().unwrap_or(0));
        let values = match width {
            Some(8) => Values::Bytes(words().map(|w| w as u8).collect()),
            Some(w) => Values::Words(w, words().collect()),
            None => Values::Other(values.into()),
        };
        Self { base, default, values, array: Arc::default() }
    }

    /// A table of bytes; the default is zero.
    pub fn from_bytes(base: BvValue, bytes: &[u8]) -> Self {
        let fits = base.width() >= 64 || (bytes.len() as u64) <= 1 << base.width();
        assert!(fits, "a table longer than its index sort");
        let values = Values::Bytes(bytes.into());
        Self { base, default: Value::bv(8, 0), values, array: Arc::default() }
    }

    /// The index of the first element.
    pub fn base(&self) -> &BvValue {
        &self.base
    }

    /// The element at all indices outside the run.
    pub fn default_value(&self) -> &Value {
        &self.default
    }

    /// How many elements the run has.
    pub fn len(&self) -> usize {
        match &self.values {
            Values::Bytes(v) => v.len(),
            Values::Words(_, v) => v.len(),
            Values::Other(v) => v.len(),
        }
    }

    /// Has the run no elements?
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Element `i` of the run.
    pub fn value(&self, i: usize) -> Value {
        match &self.values {
            Values::Bytes(v) => Value::bv(8, v[i] as u64),
            Values::Words(w, v) => Value::bv(*w, v[i]),
            Values::Other(v) => v[i].clone(),
        }
    }

    /// The elements of the run.
    pub fn values(&self) -> impl Iterator<Item = Value> + '_ {
        (0..self.len()).map(|i| self.value(i))
    }

    /// The elements, if they are bytes.
    pub fn as_bytes(&self) -> Option<&[u8]> {
        match &self.values {
            Values::Bytes(v) => Some(v),
            _ => None,
        }
    }

    /// The element at an index.
    pub fn select(&self, index: &BvValue) -> Value {
        match index.sub(&self.base).to_u64() {
            Some(i) if i < self.len() as u64 => self.value(i as usize),
            _ => self.default.clone(),
        }
    }

    /// The same array as a value; made once and shared.
    pub fn to_array(&self) -> ArrayValue {
        self.array.get_or_init(|| self.make_array()).clone()
    }

    fn make_array(&self) -> ArrayValue {
        let mut array = ArrayValue::constant(self.default.clone());
        for (i, v) in self.values().enumerate() {
            let at = self.base.add(&BvValue::from_u64(self.base.width(), i as u64));
            array = array.store(Value::Bv(at), v);
        }
        array
    }
}
