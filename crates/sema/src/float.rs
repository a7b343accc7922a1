//! Floating constants: literals, arithmetic and conversions, correctly rounded in each format.

use std::cmp::Ordering;

use rustc_apfloat::ieee::{Double, Half, Quad, Single, X87DoubleExtended};
use rustc_apfloat::{Float, FloatConvert, Round};

use crate::hir::BinaryOp;
use crate::types::FloatKind;

/// Runs a generic function with the format of a kind.
macro_rules! dispatch {
    ($kind:expr, $function:ident($($arg:expr),*)) => {
        match $kind {
            FloatKind::F16 => $function::<Half>($($arg),*),
            FloatKind::Float => $function::<Single>($($arg),*),
            FloatKind::Double => $function::<Double>($($arg),*),
            FloatKind::LongDouble => $function::<X87DoubleExtended>($($arg),*),
            FloatKind::F128 => $function::<Quad>($($arg),*),
        }
    };
}

fn parse_in<F: Float>(text: &str) -> Option<u128> {
    Some(F::from_str_r(text, Round::NearestTiesToEven).ok()?.value.to_bits())
}

/// The bits of a literal (decimal or hexadecimal).
pub fn parse(kind: FloatKind, text: &str) -> Option<u128> {
    dispatch!(kind, parse_in(text))
}

fn from_int_in<F: Float>(value: u128, negative: bool) -> u128 {
    let round = Round::NearestTiesToEven;
    if negative {
        F::from_i128_r(value as i128, round).value.to_bits()
    } else {
        F::from_u128_r(value, round).value.to_bits()
    }
}

/// The bits of an integer (two's complement in 128 bits if `signed`).
pub fn from_int(kind: FloatKind, value: u128, signed: bool) -> u128 {
    dispatch!(kind, from_int_in(value, signed && (value as i128) < 0))
}

fn to_int_in<F: Float>(bits: u128, width: u32, signed: bool) -> u128 {
    let value = F::from_bits(bits);
    let mut exact = false;
    if signed {
        value.to_i128_r(width as usize, Round::TowardZero, &mut exact).value as u128
    } else {
        value.to_u128_r(width as usize, Round::TowardZero, &mut exact).value
    }
}

/// The integer part, two's complement in 128 bits, or the nearest value that fits.
pub fn to_int(kind: FloatKind, bits: u128, width: u32, signed: bool) -> u128 {
    dispatch!(kind, to_int_in(bits, width, signed))
}

fn convert_in<F>(bits: u128, to: FloatKind) -> u128
where
    F: Float
        + FloatConvert<Half>
        + FloatConvert<Single>
        + FloatConvert<Double>
        + FloatConvert<X87DoubleExtended>
        + FloatConvert<Quad>,
{
    let value = F::from_bits(bits);
    let mut loses = false;
    match to {
        FloatKind::F16 => FloatConvert::<Half>::convert(value, &mut loses).value.to_bits(),
        FloatKind::Float => FloatConvert::<Single>::convert(value, &mut loses).value.to_bits(),
        FloatKind::Double => FloatConvert::<Double>::convert(value, &mut loses).value.to_bits(),
        FloatKind::LongDouble => {
            FloatConvert::<X87DoubleExtended>::convert(value, &mut loses).value.to_bits()
        }
        FloatKind::F128 => FloatConvert::<Quad>::convert(value, &mut loses).value.to_bits(),
    }
}

/// The value in another format.
pub fn convert(from: FloatKind, bits: u128, to: FloatKind) -> u128 {
    if from == to {
        return bits;
    }
    dispatch!(from, convert_in(bits, to))
}

fn binary_in<F: Float>(op: BinaryOp, a: u128, b: u128) -> Option<u128> {
    let (a, b) = (F::from_bits(a), F::from_bits(b));
    let result = match op {
        BinaryOp::Add => a + b,
        BinaryOp::Sub => a - b,
        BinaryOp::Mul => a * b,
        BinaryOp::Div => a / b,
        _ => return None,
    };
    Some(result.value.to_bits())
}

/// `a op b`.
pub fn binary(kind: FloatKind, op: BinaryOp, a: u128, b: u128) -> Option<u128> {
    dispatch!(kind, binary_in(op, a, b))
}

fn negate_in<F: Float>(a: u128) -> u128 {
    (-F::from_bits(a)).to_bits()
}

/// `-a`.
pub fn negate(kind: FloatKind, a: u128) -> u128 {
    dispatch!(kind, negate_in(a))
}

fn compare_in<F: Float>(a: u128, b: u128) -> Option<Ordering> {
    F::from_bits(a).partial_cmp(&F::from_bits(b))
}

/// The order of two values; none if unordered.
pub fn compare(kind: FloatKind, a: u128, b: u128) -> Option<Ordering> {
    dispatch!(kind, compare_in(a, b))
}

fn is_zero_in<F: Float>(a: u128) -> bool {
    F::from_bits(a).is_zero()
}

/// Zero of either sign?
pub fn is_zero(kind: FloatKind, a: u128) -> bool {
    dispatch!(kind, is_zero_in(a))
}

fn is_finite_in<F: Float>(a: u128) -> bool {
    F::from_bits(a).is_finite()
}

/// Neither infinite nor a NaN?
pub fn is_finite(kind: FloatKind, a: u128) -> bool {
    dispatch!(kind, is_finite_in(a))
}

fn infinity_in<F: Float>() -> u128 {
    F::INFINITY.to_bits()
}

/// Positive infinity.
pub fn infinity(kind: FloatKind) -> u128 {
    dispatch!(kind, infinity_in())
}

fn nan_in<F: Float>(payload: u128, signalling: bool) -> u128 {
    if signalling { F::snan(Some(payload)).to_bits() } else { F::qnan(Some(payload)).to_bits() }
}

/// A NaN with a payload.
pub fn nan(kind: FloatKind, payload: u128, signalling: bool) -> u128 {
    dispatch!(kind, nan_in(payload, signalling))
}
