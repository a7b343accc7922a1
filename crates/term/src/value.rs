//! Values of every sort, and array values.

use crate::bv::BvValue;
use crate::float::FloatValue;
use crate::pmap::PMap;
use crate::sort::{FloatFormat, Sort};
use num_bigint::BigInt;
use std::cmp::Ordering;
use std::collections::BTreeMap;
use std::fmt;
use std::hash::{Hash, Hasher};
use std::sync::Arc;

/// A value: what a closed term evaluates to.
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Value {
    /// A truth value.
    Bool(bool),
    /// A bit-vector.
    Bv(BvValue),
    /// A float.
    Float(FloatValue),
    /// An unbounded integer.
    Int(BigInt),
    /// An array.
    Array(ArrayValue),
}

impl Value {
    /// The truth value, if it is one.
    pub fn as_bool(&self) -> Option<bool> {
        match self {
            Value::Bool(b) => Some(*b),
            _ => None,
        }
    }

    /// The bit-vector, if it is one.
    pub fn as_bv(&self) -> Option<&BvValue> {
        match self {
            Value::Bv(v) => Some(v),
            _ => None,
        }
    }

    /// The number of a bit-vector that fits into 64 bits.
    pub fn as_u64(&self) -> Option<u64> {
        self.as_bv().and_then(BvValue::to_u64)
    }

    /// The float, if it is one.
    pub fn as_float(&self) -> Option<&FloatValue> {
        match self {
            Value::Float(v) => Some(v),
            _ => None,
        }
    }

    /// The integer, if it is one.
    pub fn as_int(&self) -> Option<&BigInt> {
        match self {
            Value::Int(v) => Some(v),
            _ => None,
        }
    }

    /// The array, if it is one.
    pub fn as_array(&self) -> Option<&ArrayValue> {
        match self {
            Value::Array(v) => Some(v),
            _ => None,
        }
    }

    /// A value of the low `width` bits of `v`.
    pub fn bv(width: u32, v: u64) -> Self {
        Value::Bv(BvValue::from_u64(width, v))
    }

    /// The float of a format with the given bits.
    pub fn float_bits(format: FloatFormat, bits: BvValue) -> Self {
        Value::Float(FloatValue::from_bits(format, bits))
    }

    /// Is the value of this sort? Arrays are not looked into.
    pub fn has_sort(&self, sort: Sort) -> bool {
        match (self, sort) {
            (Value::Bool(_), Sort::Bool) | (Value::Int(_), Sort::Int) => true,
            (Value::Array(_), Sort::Array(_)) => true,
            (Value::Bv(v), Sort::BitVec(w)) => v.width() == w,
            (Value::Float(v), Sort::Float(f)) => v.format() == f,
            _ => false,
        }
    }

    /// How many values the sort of this one has, if that is known to be few.
    fn domain_size(&self) -> Option<u64> {
        match self {
            Value::Bool(_) => Some(2),
            Value::Bv(v) if v.width() <= 32 => Some(1 << v.width()),
            _ => None,
        }
    }

    /// The `n`-th value of the sort of this one, where that is small.
    fn nth_of_sort(&self, n: u64) -> Value {
        match self {
            Value::Bv(v) => Value::bv(v.width(), n),
            _ => Value::Bool(n == 1),
        }
    }
}

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Value::Bool(b) => write!(f, "{b}"),
            Value::Bv(v) => write!(f, "{v}"),
            Value::Float(v) => write!(f, "{v}"),
            Value::Int(v) => write!(f, "{v}"),
            Value::Array(v) => write!(f, "{v}"),
        }
    }
}

impl fmt::Debug for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Value::Bv(v) => write!(f, "{v:?}"),
            Value::Float(v) => write!(f, "{v:?}"),
            _ => write!(f, "{self}"),
        }
    }
}

/// An array value: a default and finitely many exceptions, kept canonical so that equal arrays
/// compare equal. Clones share, and a store costs the logarithm of the number of exceptions.
#[derive(Clone)]
pub struct ArrayValue {
    default: Arc<Value>,
    entries: PMap<Value, Value>,
}

impl PartialEq for ArrayValue {
    fn eq(&self, other: &Self) -> bool {
        self.entries.len() == other.entries.len()
            && self.default == other.default
            && (self.entries.same(&other.entries) || self.entries.iter().eq(other.entries.iter()))
    }
}

impl Eq for ArrayValue {}

impl PartialOrd for ArrayValue {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for ArrayValue {
    fn cmp(&self, other: &Self) -> Ordering {
        self.default.cmp(&other.default).then_with(|| self.entries.iter().cmp(other.entries.iter()))
    }
}

impl Hash for ArrayValue {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.default.hash(state);
        self.entries.len().hash(state);
        for entry in self.entries.iter() {
            entry.hash(state);
        }
    }
}

impl ArrayValue {
    /// The array that is `default` everywhere.
    pub fn constant(default: Value) -> Self {
        Self { default: Arc::new(default), entries: PMap::default() }
    }

    /// The element at an index.
    pub fn select(&self, index: &Value) -> Value {
        self.entries.get(index).unwrap_or(&self.default).clone()
    }

    /// The array with one element changed.
    pub fn store(mut self, index: Value, element: Value) -> Self {
        let domain = index.domain_size().map(|size| (size, index.clone()));
        if element == *self.default {
            self.entries.remove(&index);
        } else {
            self.entries.insert(index, element);
        }
        if let Some((size, index)) = domain
            && 2 * self.entries.len() as u64 >= size
        {
            self.choose_default(size, &index);
        }
        self
    }

    /// Half of a small domain has exceptions: take the most frequent element (the least of them)
    /// as the default, so that equal arrays stay equal.
    fn choose_default(&mut self, size: u64, sample: &Value) {
        let mut counts: BTreeMap<&Value, u64> = BTreeMap::new();
        counts.insert(&self.default, size - self.entries.len() as u64);
        for (_, v) in self.entries.iter() {
            *counts.entry(v).or_default() += 1;
        }
        let most = counts.values().max().copied().unwrap_or(0);
        let best = counts.iter().find(|(_, n)| **n == most).map(|(v, _)| (*v).clone());
        let Some(best) = best.filter(|b| *b != *self.default) else { return };
        let mut entries = PMap::default();
        for i in (0..size).map(|n| sample.nth_of_sort(n)) {
            let v = self.select(&i);
            if v != best {
                entries.insert(i, v);
            }
        }
        *self = Self { default: Arc::new(best), entries };
    }

    /// The element at every index that is not an exception.
    pub fn default_value(&self) -> &Value {
        &self.default
    }

    /// The exceptions, in the order of their indices.
    pub fn entries(&self) -> impl Iterator<Item = (&Value, &Value)> {
        self.entries.iter()
    }

    /// How many exceptions there are.
    pub fn len(&self) -> usize {
        self.entries.len()
    }

    /// Are there no exceptions?
    pub fn is_empty(&self) -> bool {
        self.entries.len() == 0
    }

    /// The little-endian wide load of `bytes` bytes; the array is from bit-vectors to bytes.
    pub fn load(&self, address: &BvValue, bytes: u32) -> BvValue {
        let mut out = Vec::with_capacity(bytes as usize);
        for i in 0..bytes {
            let at = address.add(&BvValue::from_u64(address.width(), i as u64));
            out.push(self.select(&Value::Bv(at)).as_u64().unwrap_or(0) as u8);
        }
        BvValue::from_le_bytes(&out)
    }

    /// The little-endian wide store of a value of whole bytes.
    pub fn store_wide(self, address: &BvValue, value: &BvValue) -> Self {
        let mut array = self;
        for (i, byte) in value.to_le_bytes().into_iter().enumerate() {
            let at = address.add(&BvValue::from_u64(address.width(), i as u64));
            array = array.store(Value::Bv(at), Value::bv(8, byte as u64));
        }
        array
    }
}

impl fmt::Display for ArrayValue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{{")?;
        for (i, v) in self.entries.iter() {
            write!(f, "{i}: {v}, ")?;
        }
        write!(f, "else {}}}", self.default)
    }
}

impl fmt::Debug for ArrayValue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self}")
    }
}
