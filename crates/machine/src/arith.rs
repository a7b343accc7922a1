//! Arithmetic on registers, with the meaning that the term crate gives to its operators.
//!
//! `s` is `64 - width`; operands are zero-extended, and so are results.

use crate::inst::{FloatOp, WideOp};

/// The `s` of C's `int`. Most signed operations are on those, and shifts by a constant are cheaper.
const INT: u8 = 32;

#[inline(always)]
pub(crate) fn signed(s: u8, a: u64) -> i64 {
    if s == INT { i64::from(a as i32) } else { ((a << s) as i64) >> s }
}

#[inline(always)]
pub(crate) fn slt(s: u8, a: u64, b: u64) -> bool {
    if s == INT { (a as i32) < b as i32 } else { ((a << s) as i64) < (b << s) as i64 }
}

#[inline(always)]
pub(crate) fn sle(s: u8, a: u64, b: u64) -> bool {
    if s == INT { a as i32 <= b as i32 } else { (a << s) as i64 <= (b << s) as i64 }
}

/// The sum, and whether it overflows.
#[inline(always)]
pub(crate) fn sadd(s: u8, a: u64, b: u64) -> (u64, bool) {
    if s == INT {
        let (sum, over) = (a as i32).overflowing_add(b as i32);
        return (u64::from(sum as u32), over);
    }
    let (sum, over) = ((a << s) as i64).overflowing_add((b << s) as i64);
    (sum as u64 >> s, over)
}

#[inline(always)]
pub(crate) fn ssub(s: u8, a: u64, b: u64) -> (u64, bool) {
    if s == INT {
        let (difference, over) = (a as i32).overflowing_sub(b as i32);
        return (u64::from(difference as u32), over);
    }
    let (difference, over) = ((a << s) as i64).overflowing_sub((b << s) as i64);
    (difference as u64 >> s, over)
}

#[inline(always)]
pub(crate) fn smul(s: u8, a: u64, b: u64) -> (u64, bool) {
    if s == INT {
        let (product, over) = (a as i32).overflowing_mul(b as i32);
        return (u64::from(product as u32), over);
    }
    let (product, over) = signed(s, a).overflowing_mul((b << s) as i64);
    (product as u64 >> s, over)
}

#[inline(always)]
pub(crate) fn udiv(s: u8, a: u64, b: u64) -> u64 {
    a.checked_div(b).unwrap_or(u64::MAX >> s)
}

#[inline(always)]
pub(crate) fn urem(a: u64, b: u64) -> u64 {
    a.checked_rem(b).unwrap_or(a)
}

#[inline(always)]
pub(crate) fn sdiv(s: u8, a: u64, b: u64) -> u64 {
    let (x, y) = (signed(s, a), signed(s, b));
    let quotient = match y {
        0 if x < 0 => 1,
        0 => -1,
        _ => x.wrapping_div(y),
    };
    quotient as u64 & (u64::MAX >> s)
}

#[inline(always)]
pub(crate) fn srem(s: u8, a: u64, b: u64) -> u64 {
    let (x, y) = (signed(s, a), signed(s, b));
    let rest = if y == 0 { x } else { x.wrapping_rem(y) };
    rest as u64 & (u64::MAX >> s)
}

#[inline(always)]
pub(crate) fn shl(s: u8, a: u64, b: u64) -> u64 {
    if b >= 64 - u64::from(s) { 0 } else { (a << b) & (u64::MAX >> s) }
}

#[inline(always)]
pub(crate) fn lshr(s: u8, a: u64, b: u64) -> u64 {
    if b >= 64 - u64::from(s) { 0 } else { a >> b }
}

#[inline(always)]
pub(crate) fn ashr(s: u8, a: u64, b: u64) -> u64 {
    (signed(s, a) >> b.min(63)) as u64 & (u64::MAX >> s)
}

#[inline(always)]
pub(crate) fn uaddo(s: u8, a: u64, b: u64) -> bool {
    (a << s).overflowing_add(b << s).1
}

#[inline(always)]
pub(crate) fn umulo(s: u8, a: u64, b: u64) -> bool {
    u128::from(a) * u128::from(b) > u128::from(u64::MAX >> s)
}

fn mask(width: u8) -> u128 {
    u128::MAX >> (128 - u32::from(width))
}

fn wide_signed(width: u8, a: u128) -> i128 {
    let s = 128 - u32::from(width);
    ((a << s) as i128) >> s
}

/// One register's value to more bits.
#[inline(never)]
pub(crate) fn extend(a: u128, from: u8, width: u8, is_signed: bool) -> u128 {
    if is_signed { wide_signed(from, a) as u128 & mask(width) } else { a }
}

/// An operation on up to 128 bits; true if the result is a truth value.
#[inline(never)]
pub(crate) fn wide(op: WideOp, width: u8, a: u128, b: u128) -> (u128, bool) {
    let (x, y) = (wide_signed(width, a), wide_signed(width, b));
    let bits = u128::from(width);
    let value = match op {
        WideOp::Add => a.wrapping_add(b),
        WideOp::Sub => a.wrapping_sub(b),
        WideOp::Mul => a.wrapping_mul(b),
        WideOp::UDiv => a.checked_div(b).unwrap_or(u128::MAX),
        WideOp::URem => a.checked_rem(b).unwrap_or(a),
        WideOp::SDiv if y == 0 => {
            if x < 0 {
                1
            } else {
                u128::MAX
            }
        }
        WideOp::SDiv => x.wrapping_div(y) as u128,
        WideOp::SRem if y == 0 => a,
        WideOp::SRem => x.wrapping_rem(y) as u128,
        WideOp::And => a & b,
        WideOp::Or => a | b,
        WideOp::Xor => a ^ b,
        WideOp::Shl if b >= bits => 0,
        WideOp::Shl => a << b,
        WideOp::LShr if b >= bits => 0,
        WideOp::LShr => a >> b,
        WideOp::AShr => (x >> b.min(127)) as u128,
        WideOp::Neg => a.wrapping_neg(),
        WideOp::Not => !a,
        WideOp::Eq => return (u128::from(a == b), true),
        WideOp::Ult => return (u128::from(a < b), true),
        WideOp::Ule => return (u128::from(a <= b), true),
        WideOp::Slt => return (u128::from(x < y), true),
        WideOp::Sle => return (u128::from(x <= y), true),
    };
    (value & mask(width), false)
}

const NAN64: u64 = 0xfff8_0000_0000_0000;
const NAN32: u32 = 0xffc0_0000;

fn bits64(v: f64) -> u64 {
    if v.is_nan() { NAN64 } else { v.to_bits() }
}

fn bits32(v: f32) -> u64 {
    u64::from(if v.is_nan() { NAN32 } else { v.to_bits() })
}

/// An operation on singles or doubles by the host: nearest-even, one NaN.
#[inline(never)]
pub(crate) fn float(op: FloatOp, double: bool, a: u64, b: u64) -> u64 {
    if double {
        float64(op, a, f64::from_bits(a), f64::from_bits(b))
    } else {
        float32(op, a, f32::from_bits(a as u32), f32::from_bits(b as u32))
    }
}

fn float64(op: FloatOp, bits: u64, x: f64, y: f64) -> u64 {
    bits64(match op {
        FloatOp::Add => x + y,
        FloatOp::Sub => x - y,
        FloatOp::Mul => x * y,
        FloatOp::Div => x / y,
        FloatOp::Sqrt => x.sqrt(),
        FloatOp::Abs => x.abs(),
        FloatOp::Neg => -x,
        FloatOp::Canonical => x,
        FloatOp::Convert => return bits32(x as f32),
        FloatOp::FromSigned => bits as i64 as f64,
        FloatOp::FromUnsigned => bits as f64,
        FloatOp::Trunc => x.trunc(),
        FloatOp::Floor => x.floor(),
        FloatOp::Ceil => x.ceil(),
        FloatOp::RoundEven => x.round_ties_even(),
        FloatOp::RoundAway => x.round(),
        FloatOp::Le => return u64::from(x <= y),
        FloatOp::Lt => return u64::from(x < y),
        FloatOp::Eq => return u64::from(x == y),
        FloatOp::IsNan => return u64::from(x.is_nan()),
        FloatOp::IsInf => return u64::from(x.is_infinite()),
        FloatOp::IsZero => return u64::from(x == 0.0),
        FloatOp::IsNormal => return u64::from(x.is_normal()),
        FloatOp::IsSubnormal => return u64::from(x.is_subnormal()),
        FloatOp::IsNegative => return u64::from(x.is_sign_negative() && !x.is_nan()),
        FloatOp::IsPositive => return u64::from(x.is_sign_positive() && !x.is_nan()),
    })
}

fn float32(op: FloatOp, bits: u64, x: f32, y: f32) -> u64 {
    bits32(match op {
        FloatOp::Add => x + y,
        FloatOp::Sub => x - y,
        FloatOp::Mul => x * y,
        FloatOp::Div => x / y,
        FloatOp::Sqrt => x.sqrt(),
        FloatOp::Abs => x.abs(),
        FloatOp::Neg => -x,
        FloatOp::Canonical => x,
        FloatOp::Convert => return bits64(f64::from(x)),
        FloatOp::FromSigned => bits as i64 as f32,
        FloatOp::FromUnsigned => bits as f32,
        FloatOp::Trunc => x.trunc(),
        FloatOp::Floor => x.floor(),
        FloatOp::Ceil => x.ceil(),
        FloatOp::RoundEven => x.round_ties_even(),
        FloatOp::RoundAway => x.round(),
        FloatOp::Le => return u64::from(x <= y),
        FloatOp::Lt => return u64::from(x < y),
        FloatOp::Eq => return u64::from(x == y),
        FloatOp::IsNan => return u64::from(x.is_nan()),
        FloatOp::IsInf => return u64::from(x.is_infinite()),
        FloatOp::IsZero => return u64::from(x == 0.0),
        FloatOp::IsNormal => return u64::from(x.is_normal()),
        FloatOp::IsSubnormal => return u64::from(x.is_subnormal()),
        FloatOp::IsNegative => return u64::from(x.is_sign_negative() && !x.is_nan()),
        FloatOp::IsPositive => return u64::from(x.is_sign_positive() && !x.is_nan()),
    })
}

/// Cut towards zero; what does not fit is the minimum (signed) or all ones.
#[inline(never)]
pub(crate) fn float_to_int(double: bool, is_signed: bool, s: u8, a: u64) -> u64 {
    let x = if double { f64::from_bits(a) } else { f64::from(f32::from_bits(a as u32)) };
    let (all, width) = (u64::MAX >> s, 64 - i32::from(s));
    let cut = x.trunc();
    if is_signed {
        let bound = 2f64.powi(width - 1);
        if cut >= -bound && cut < bound { cut as i64 as u64 & all } else { 1 << (width - 1) }
    } else if cut >= 0.0 && cut < 2f64.powi(width) {
        cut as u64
    } else {
        all
    }
}
