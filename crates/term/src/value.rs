//! Values of every sort.

use crate::array_value::ArrayValue;
use crate::bv::BvValue;
use crate::float::FloatValue;
use crate::sort::{FloatFormat, Sort};
use num_bigint::BigInt;
use std::fmt;

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
