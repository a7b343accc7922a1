//! Bit-vector values: a width and an unsigned number below two to the width.
//!
//! Up to 128 bits the number is inline; beyond, it spills to a big integer.

use num_bigint::{BigInt, BigUint, Sign};
use num_traits::{One, ToPrimitive, Zero};
use std::fmt;

/// A bit-vector constant. All operations are total, with the meaning of SMT-LIB.
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct BvValue {
    width: u32,
    repr: Repr,
}

#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
enum Repr {
    /// Width at most 128.
    Small(u128),
    /// Width above 128.
    Big(BigUint),
}

fn mask(width: u32) -> u128 {
    if width >= 128 { u128::MAX } else { (1u128 << width) - 1 }
}

fn sign_extend_small(v: u128, width: u32) -> i128 {
    let shift = 128 - width;
    ((v << shift) as i128) >> shift
}

impl BvValue {
    /// The low `width` bits of `v`.
    pub fn new(width: u32, v: u128) -> Self {
        debug_assert!(width >= 1);
        let repr = if width <= 128 { Repr::Small(v & mask(width)) } else { Repr::Big(BigUint::from(v)) };
        Self { width, repr }
    }

    /// The low `width` bits of `v`.
    pub fn from_u64(width: u32, v: u64) -> Self {
        Self::new(width, v as u128)
    }

    /// `v` in two's complement.
    pub fn from_i64(width: u32, v: i64) -> Self {
        Self::from_i128(width, v as i128)
    }

    /// `v` in two's complement.
    pub fn from_i128(width: u32, v: i128) -> Self {
        if width <= 128 { Self::new(width, v as u128) } else { Self::from_bigint(width, &BigInt::from(v)) }
    }

    /// `v` modulo two to the width.
    pub fn from_biguint(width: u32, v: &BigUint) -> Self {
        if width <= 128 {
            let mut d = v.iter_u64_digits();
            let lo = d.next().unwrap_or(0) as u128;
            let hi = d.next().unwrap_or(0) as u128;
            Self::new(width, lo | (hi << 64))
        } else if v.bits() <= width as u64 {
            Self { width, repr: Repr::Big(v.clone()) }
        } else {
            let m = (BigUint::one() << width) - 1u32;
            Self { width, repr: Repr::Big(v & m) }
        }
    }

    /// `v` modulo two to the width, in two's complement.
    pub fn from_bigint(width: u32, v: &BigInt) -> Self {
        let magnitude = Self::from_biguint(width, v.magnitude());
        if v.sign() == Sign::Minus { magnitude.neg() } else { magnitude }
    }

    /// All bits zero.
    pub fn zero(width: u32) -> Self {
        Self::new(width, 0)
    }

    /// The number one.
    pub fn one(width: u32) -> Self {
        Self::new(width, 1)
    }

    /// All bits one.
    pub fn ones(width: u32) -> Self {
        Self::zero(width).not()
    }

    /// The most negative signed number.
    pub fn min_signed(width: u32) -> Self {
        Self::one(width).shl_by(width - 1)
    }

    /// The greatest signed number.
    pub fn max_signed(width: u32) -> Self {
        Self::min_signed(width).not()
    }

    /// The width in bits.
    pub fn width(&self) -> u32 {
        self.width
    }

    /// The number, if it fits.
    pub fn to_u64(&self) -> Option<u64> {
        match &self.repr {
            Repr::Small(v) => u64::try_from(*v).ok(),
            Repr::Big(v) => v.to_u64(),
        }
    }

    /// The number, if it fits.
    pub fn to_u128(&self) -> Option<u128> {
        match &self.repr {
            Repr::Small(v) => Some(*v),
            Repr::Big(v) => v.to_u128(),
        }
    }

    /// The number read as signed, if it fits.
    pub fn to_i64(&self) -> Option<i64> {
        self.to_i128().and_then(|v| i64::try_from(v).ok())
    }

    /// The number read as signed, if it fits.
    pub fn to_i128(&self) -> Option<i128> {
        match &self.repr {
            Repr::Small(v) => Some(sign_extend_small(*v, self.width)),
            Repr::Big(_) => self.to_bigint_signed().to_i128(),
        }
    }

    /// The number as a big one.
    pub fn to_biguint(&self) -> BigUint {
        match &self.repr {
            Repr::Small(v) => BigUint::from(*v),
            Repr::Big(v) => v.clone(),
        }
    }

    /// The number read as signed.
    pub fn to_bigint_signed(&self) -> BigInt {
        let v = BigInt::from(self.to_biguint());
        if self.sign_bit() { v - (BigInt::one() << self.width) } else { v }
    }

    /// Is every bit zero?
    pub fn is_zero(&self) -> bool {
        match &self.repr {
            Repr::Small(v) => *v == 0,
            Repr::Big(v) => v.is_zero(),
        }
    }

    /// Is it the number one?
    pub fn is_one(&self) -> bool {
        match &self.repr {
            Repr::Small(v) => *v == 1,
            Repr::Big(v) => v.is_one(),
        }
    }

    /// Is every bit one?
    pub fn is_ones(&self) -> bool {
        match &self.repr {
            Repr::Small(v) => *v == mask(self.width),
            Repr::Big(v) => v.count_ones() == self.width as u64,
        }
    }

    /// Is it the most negative signed number?
    pub fn is_min_signed(&self) -> bool {
        self.sign_bit() && self.count_ones() == 1
    }

    /// Is it the greatest signed number?
    pub fn is_max_signed(&self) -> bool {
        !self.sign_bit() && self.count_ones() == self.width - 1
    }

    /// The exponent, if the number is a power of two.
    pub fn power_of_two(&self) -> Option<u32> {
        (self.count_ones() == 1).then(|| self.trailing_zeros())
    }

    /// The number of ones.
    pub fn count_ones(&self) -> u32 {
        match &self.repr {
            Repr::Small(v) => v.count_ones(),
            Repr::Big(v) => v.count_ones() as u32,
        }
    }

    /// The number of zeros below the lowest one; the width, if there is none.
    pub fn trailing_zeros(&self) -> u32 {
        match &self.repr {
            Repr::Small(v) => v.trailing_zeros().min(self.width),
            Repr::Big(v) => v.trailing_zeros().map_or(self.width, |n| n as u32),
        }
    }

    /// The number of bits up to the highest one.
    pub fn bits(&self) -> u32 {
        match &self.repr {
            Repr::Small(v) => 128 - v.leading_zeros(),
            Repr::Big(v) => v.bits() as u32,
        }
    }

    /// Bit `i`; zero beyond the width.
    pub fn bit(&self, i: u32) -> bool {
        match &self.repr {
            Repr::Small(v) => i < 128 && (v >> i) & 1 == 1,
            Repr::Big(v) => v.bit(i as u64),
        }
    }

    /// The most significant bit.
    pub fn sign_bit(&self) -> bool {
        self.bit(self.width - 1)
    }

    fn map2(
        &self,
        o: &Self,
        small: impl Fn(u128, u128) -> u128,
        big: impl Fn(&BigUint, &BigUint) -> BigUint,
    ) -> Self {
        assert_eq!(self.width, o.width, "bit-vector values of different widths");
        match (&self.repr, &o.repr) {
            (Repr::Small(a), Repr::Small(b)) => Self::new(self.width, small(*a, *b)),
            (Repr::Big(a), Repr::Big(b)) => Self::from_biguint(self.width, &big(a, b)),
            _ => unreachable!("equal widths have equal representations"),
        }
    }

    /// Negation in two's complement.
    pub fn neg(&self) -> Self {
        match &self.repr {
            Repr::Small(v) => Self::new(self.width, v.wrapping_neg()),
            Repr::Big(v) => Self::from_biguint(self.width, &((BigUint::one() << self.width) - v)),
        }
    }

    /// Every bit flipped.
    #[allow(clippy::should_implement_trait)]
    pub fn not(&self) -> Self {
        match &self.repr {
            Repr::Small(v) => Self::new(self.width, !v),
            Repr::Big(v) => {
                let m = (BigUint::one() << self.width) - 1u32;
                Self { width: self.width, repr: Repr::Big(m ^ v) }
            }
        }
    }

    /// Sum.
    pub fn add(&self, o: &Self) -> Self {
        self.map2(o, u128::wrapping_add, |a, b| a + b)
    }

    /// Difference.
    pub fn sub(&self, o: &Self) -> Self {
        let w = self.width;
        self.map2(o, u128::wrapping_sub, |a, b| (BigUint::one() << w) + a - b)
    }

    /// Product.
    pub fn mul(&self, o: &Self) -> Self {
        self.map2(o, u128::wrapping_mul, |a, b| a * b)
    }

    /// Unsigned quotient; all ones if the divisor is zero.
    pub fn udiv(&self, o: &Self) -> Self {
        if o.is_zero() {
            return Self::ones(self.width);
        }
        self.map2(o, |a, b| a / b, |a, b| a / b)
    }

    /// Unsigned remainder; the dividend if the divisor is zero.
    pub fn urem(&self, o: &Self) -> Self {
        if o.is_zero() {
            return self.clone();
        }
        self.map2(o, |a, b| a % b, |a, b| a % b)
    }

    fn abs(&self) -> Self {
        if self.sign_bit() { self.neg() } else { self.clone() }
    }

    /// Signed quotient, rounded towards zero.
    pub fn sdiv(&self, o: &Self) -> Self {
        let q = self.abs().udiv(&o.abs());
        if self.sign_bit() != o.sign_bit() { q.neg() } else { q }
    }

    /// Signed remainder with the sign of the dividend.
    pub fn srem(&self, o: &Self) -> Self {
        let r = self.abs().urem(&o.abs());
        if self.sign_bit() { r.neg() } else { r }
    }

    /// Signed remainder with the sign of the divisor.
    pub fn smod(&self, o: &Self) -> Self {
        let r = self.abs().urem(&o.abs());
        if r.is_zero() {
            return r;
        }
        match (self.sign_bit(), o.sign_bit()) {
            (false, false) => r,
            (true, false) => o.sub(&r),
            (false, true) => r.add(o),
            (true, true) => r.neg(),
        }
    }

    /// Bitwise and.
    pub fn and(&self, o: &Self) -> Self {
        self.map2(o, |a, b| a & b, |a, b| a & b)
    }

    /// Bitwise or.
    pub fn or(&self, o: &Self) -> Self {
        self.map2(o, |a, b| a | b, |a, b| a | b)
    }

    /// Bitwise exclusive or.
    pub fn xor(&self, o: &Self) -> Self {
        self.map2(o, |a, b| a ^ b, |a, b| a ^ b)
    }

    fn shift_amount(&self) -> Option<u32> {
        self.to_u64().filter(|n| *n < self.width as u64).map(|n| n as u32)
    }

    /// Left shift by a number of bits.
    pub fn shl_by(&self, n: u32) -> Self {
        if n >= self.width {
            return Self::zero(self.width);
        }
        match &self.repr {
            Repr::Small(v) => Self::new(self.width, v << n),
            Repr::Big(v) => Self::from_biguint(self.width, &(v << n)),
        }
    }

    /// Logical right shift by a number of bits.
    pub fn lshr_by(&self, n: u32) -> Self {
        if n >= self.width {
            return Self::zero(self.width);
        }
        match &self.repr {
            Repr::Small(v) => Self::new(self.width, v >> n),
            Repr::Big(v) => Self::from_biguint(self.width, &(v >> n)),
        }
    }

    /// Left shift; zero if the amount is not below the width.
    pub fn shl(&self, o: &Self) -> Self {
        o.shift_amount().map_or_else(|| Self::zero(self.width), |n| self.shl_by(n))
    }

    /// Logical right shift; zero if the amount is not below the width.
    pub fn lshr(&self, o: &Self) -> Self {
        o.shift_amount().map_or_else(|| Self::zero(self.width), |n| self.lshr_by(n))
    }

    /// Arithmetic right shift; copies of the sign if the amount is not below the width.
    pub fn ashr(&self, o: &Self) -> Self {
        if !self.sign_bit() {
            return self.lshr(o);
        }
        self.not().lshr(o).not()
    }

    /// `self` above `low`.
    pub fn concat(&self, low: &Self) -> Self {
        let w = self.width + low.width;
        self.zero_extend(low.width).shl_by(low.width).or(&low.zero_extend(w - low.width))
    }

    /// Bits `hi` down to `lo`.
    pub fn extract(&self, hi: u32, lo: u32) -> Self {
        let w = hi - lo + 1;
        match &self.repr {
            Repr::Small(v) => Self::new(w, v >> lo),
            Repr::Big(v) => Self::from_biguint(w, &(v >> lo)),
        }
    }

    /// `n` zeros on top.
    pub fn zero_extend(&self, n: u32) -> Self {
        let w = self.width + n;
        match &self.repr {
            Repr::Small(v) => Self::new(w, *v),
            Repr::Big(v) => Self { width: w, repr: Repr::Big(v.clone()) },
        }
    }

    /// `n` copies of the sign on top.
    pub fn sign_extend(&self, n: u32) -> Self {
        if self.sign_bit() { self.not().zero_extend(n).not() } else { self.zero_extend(n) }
    }

    /// The same number in another width: cut or filled with zeros.
    pub fn resize_unsigned(&self, width: u32) -> Self {
        if width <= self.width { self.extract(width - 1, 0) } else { self.zero_extend(width - self.width) }
    }

    /// The same signed number in another width: cut or filled with the sign.
    pub fn resize_signed(&self, width: u32) -> Self {
        if width <= self.width { self.extract(width - 1, 0) } else { self.sign_extend(width - self.width) }
    }

    /// Unsigned `<`.
    pub fn ult(&self, o: &Self) -> bool {
        debug_assert_eq!(self.width, o.width);
        self.repr < o.repr
    }

    /// Unsigned `<=`.
    pub fn ule(&self, o: &Self) -> bool {
        !o.ult(self)
    }

    /// Signed `<`.
    pub fn slt(&self, o: &Self) -> bool {
        match (self.sign_bit(), o.sign_bit()) {
            (true, false) => true,
            (false, true) => false,
            _ => self.ult(o),
        }
    }

    /// Signed `<=`.
    pub fn sle(&self, o: &Self) -> bool {
        !o.slt(self)
    }

    /// Does the unsigned sum leave the width?
    pub fn uaddo(&self, o: &Self) -> bool {
        self.add(o).ult(self)
    }

    /// Does the signed sum leave the width?
    pub fn saddo(&self, o: &Self) -> bool {
        self.sign_bit() == o.sign_bit() && self.add(o).sign_bit() != self.sign_bit()
    }

    /// Does the signed difference leave the width?
    pub fn ssubo(&self, o: &Self) -> bool {
        self.sign_bit() != o.sign_bit() && self.sub(o).sign_bit() != self.sign_bit()
    }

    /// Does the unsigned product leave the width?
    pub fn umulo(&self, o: &Self) -> bool {
        let w = self.width;
        let p = self.zero_extend(w).mul(&o.zero_extend(w));
        !p.extract(2 * w - 1, w).is_zero()
    }

    /// Does the signed product leave the width?
    pub fn smulo(&self, o: &Self) -> bool {
        let w = self.width;
        let p = self.sign_extend(w).mul(&o.sign_extend(w));
        p != p.extract(w - 1, 0).sign_extend(w)
    }

    /// The bytes, lowest first; the width is a multiple of 8.
    pub fn to_le_bytes(&self) -> Vec<u8> {
        (0..self.width / 8).map(|i| self.extract(8 * i + 7, 8 * i).to_u64().unwrap_or(0) as u8).collect()
    }

    /// From bytes, lowest first; at least one.
    pub fn from_le_bytes(bytes: &[u8]) -> Self {
        Self::from_biguint(8 * bytes.len() as u32, &BigUint::from_bytes_le(bytes))
    }
}

impl fmt::Display for BvValue {
    /// The unsigned number in decimal.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.repr {
            Repr::Small(v) => write!(f, "{v}"),
            Repr::Big(v) => write!(f, "{v}"),
        }
    }
}

impl fmt::Debug for BvValue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self}:{}", self.width)
    }
}
