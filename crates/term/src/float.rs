//! Float values of any binary format: exact big-integer arithmetic, rounded once.
//!
//! A value is unpacked to sign, significand and exponent, the operation is done exactly (or with a
//! sticky remainder), and [`round`] packs the result. There is one NaN; its bits are those of the
//! default NaN of x86: sign set, exponent all ones, only the top fraction bit set.

use crate::bv::BvValue;
use crate::sort::{FloatFormat, Rounding};
use num_bigint::{BigInt, BigUint, Sign};
use num_traits::{One, Zero};
use std::cmp::Ordering;
use std::fmt;

/// A float constant: a format and the bits of its interchange form, NaN made unique.
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct FloatValue {
    format: FloatFormat,
    bits: BvValue,
}

/// A float taken apart. `Finite` is `sig * 2^exp`, never zero.
#[derive(Clone, Debug)]
pub(crate) enum Unpacked {
    Nan,
    Inf(bool),
    Zero(bool),
    Finite(Finite),
}

#[derive(Clone, Debug)]
pub(crate) struct Finite {
    pub neg: bool,
    pub sig: BigUint,
    pub exp: i64,
}

impl Finite {
    /// The exponent of the highest bit.
    fn top(&self) -> i64 {
        self.exp + self.sig.bits() as i64 - 1
    }
}

/// Decides whether a truncated magnitude goes up by one unit in the last place.
fn rounds_up(mode: Rounding, neg: bool, odd: bool, half: bool, sticky: bool) -> bool {
    match mode {
        Rounding::NearestEven => half && (sticky || odd),
        Rounding::NearestAway => half,
        Rounding::Up => !neg && (half || sticky),
        Rounding::Down => neg && (half || sticky),
        Rounding::Zero => false,
    }
}

/// Shifts right by `shift`, giving the quotient, the bit below it, and whether more was lost.
fn shift_right(sig: &BigUint, shift: u64) -> (BigUint, bool, bool) {
    if shift == 0 {
        return (sig.clone(), false, false);
    }
    let half = sig.bit(shift - 1);
    let sticky = sig.trailing_zeros().is_some_and(|n| n < shift - 1);
    if shift > sig.bits() {
        return (BigUint::zero(), half, sticky);
    }
    (sig >> shift, half, sticky)
}

/// Packs `±(sig + ε) * 2^exp`, where ε is in (0,1) if `sticky` and else 0. If `sticky`, `sig`
/// has at least two bits more than the format keeps.
pub(crate) fn round(format: FloatFormat, mode: Rounding, value: Finite, sticky: bool) -> FloatValue {
    let Finite { neg, sig, exp } = value;
    if sig.is_zero() && !sticky {
        return FloatValue::zero(format, neg);
    }
    let p = format.sig as i64;
    let mut lsb = (exp + sig.bits() as i64 - p).max(format.min_exp() - (p - 1));
    let shift = lsb - exp;
    let (mut q, half, rest) = if shift <= 0 {
        debug_assert!(!sticky, "too few bits to round");
        (sig << (-shift) as u64, false, false)
    } else {
        shift_right(&sig, shift as u64)
    };
    if rounds_up(mode, neg, q.bit(0), half, rest || sticky) {
        q += 1u32;
        if q.bits() as i64 > p {
            q >>= 1;
            lsb += 1;
        }
    }
    pack(format, mode, neg, q, lsb)
}

/// Packs a significand that fits; exponents beyond the format overflow.
fn pack(format: FloatFormat, mode: Rounding, neg: bool, q: BigUint, lsb: i64) -> FloatValue {
    let p = format.sig as i64;
    if (q.bits() as i64) < p {
        return FloatValue::from_parts(format, neg, 0, &q);
    }
    let top = lsb + p - 1;
    if top > format.bias() {
        return overflow(format, mode, neg);
    }
    let fraction = q - (BigUint::one() << (p - 1) as u64);
    FloatValue::from_parts(format, neg, (top + format.bias()) as u64, &fraction)
}

fn overflow(format: FloatFormat, mode: Rounding, neg: bool) -> FloatValue {
    let to_max = match mode {
        Rounding::NearestEven | Rounding::NearestAway => false,
        Rounding::Up => neg,
        Rounding::Down => !neg,
        Rounding::Zero => true,
    };
    if to_max { FloatValue::max_finite(format, neg) } else { FloatValue::infinity(format, neg) }
}

/// The sum of two finite values, with a sticky bit if the smaller is too far below.
fn add_finite(a: &Finite, b: &Finite, precision: u32) -> (Finite, bool) {
    let (big, small) = if a.top() >= b.top() { (a, b) } else { (b, a) };
    let guard = 2 * precision as i64 + 8;
    let far = big.exp.min(big.top() - guard) > small.top() + 2;
    if far {
        let down = (guard - big.sig.bits() as i64).max(0) as u64 + 1;
        let mut sig = &big.sig << down;
        if big.neg != small.neg {
            sig -= 1u32;
        }
        return (Finite { neg: big.neg, sig, exp: big.exp - down as i64 }, true);
    }
    let exp = a.exp.min(b.exp);
    let x = signed(a.neg, &a.sig << (a.exp - exp) as u64);
    let y = signed(b.neg, &b.sig << (b.exp - exp) as u64);
    let sum = x + y;
    let neg = sum.sign() == Sign::Minus;
    (Finite { neg, sig: sum.into_parts().1, exp }, false)
}

fn signed(neg: bool, magnitude: BigUint) -> BigInt {
    BigInt::from_biguint(if neg { Sign::Minus } else { Sign::Plus }, magnitude)
}

/// Rounds a finite value to an integer magnitude.
fn integer_magnitude(mode: Rounding, f: &Finite) -> BigUint {
    if f.exp >= 0 {
        return &f.sig << f.exp as u64;
    }
    let (q, half, sticky) = shift_right(&f.sig, f.exp.unsigned_abs());
    if rounds_up(mode, f.neg, q.bit(0), half, sticky) { q + 1u32 } else { q }
}

/// Operations the host has for nearest-even; only worth it for single and double.
fn host2(a: &FloatValue, b: &FloatValue, op: HostOp) -> Option<FloatValue> {
    let (x, y) = (a.bits.to_u64()?, b.bits.to_u64()?);
    if a.format == FloatFormat::F64 {
        let (x, y) = (f64::from_bits(x), f64::from_bits(y));
        Some(FloatValue::from_f64(match op {
            HostOp::Add => x + y,
            HostOp::Sub => x - y,
            HostOp::Mul => x * y,
            HostOp::Div => x / y,
        }))
    } else if a.format == FloatFormat::F32 {
        let (x, y) = (f32::from_bits(x as u32), f32::from_bits(y as u32));
        Some(FloatValue::from_f32(match op {
            HostOp::Add => x + y,
            HostOp::Sub => x - y,
            HostOp::Mul => x * y,
            HostOp::Div => x / y,
        }))
    } else {
        None
    }
}

#[derive(Clone, Copy)]
enum HostOp {
    Add,
    Sub,
    Mul,
    Div,
}

impl FloatValue {
    /// From the bits of the interchange form; every NaN becomes the one NaN.
    pub fn from_bits(format: FloatFormat, bits: BvValue) -> Self {
        assert_eq!(bits.width(), format.width(), "bits of another float format");
        let v = Self { format, bits };
        if v.is_nan() { Self::nan(format) } else { v }
    }

    fn from_parts(format: FloatFormat, neg: bool, biased: u64, fraction: &BigUint) -> Self {
        let fraction_bits = (format.sig - 1) as u64;
        let mut v = (BigUint::from(biased) << fraction_bits) | fraction;
        if neg {
            v.set_bit((format.width() - 1) as u64, true);
        }
        Self { format, bits: BvValue::from_biguint(format.width(), &v) }
    }

    /// The one NaN.
    pub fn nan(format: FloatFormat) -> Self {
        let top = BigUint::one() << (format.sig as u64 - 2);
        Self::from_parts(format, true, Self::exp_ones(format), &top)
    }

    fn exp_ones(format: FloatFormat) -> u64 {
        (1u64 << format.exp) - 1
    }

    /// An infinity.
    pub fn infinity(format: FloatFormat, neg: bool) -> Self {
        Self::from_parts(format, neg, Self::exp_ones(format), &BigUint::zero())
    }

    /// A zero.
    pub fn zero(format: FloatFormat, neg: bool) -> Self {
        Self::from_parts(format, neg, 0, &BigUint::zero())
    }

    /// The finite value of greatest magnitude.
    pub fn max_finite(format: FloatFormat, neg: bool) -> Self {
        let fraction = (BigUint::one() << (format.sig - 1) as u64) - 1u32;
        Self::from_parts(format, neg, Self::exp_ones(format) - 1, &fraction)
    }

    /// From a host double.
    pub fn from_f64(v: f64) -> Self {
        Self::from_bits(FloatFormat::F64, BvValue::from_u64(64, v.to_bits()))
    }

    /// From a host single.
    pub fn from_f32(v: f32) -> Self {
        Self::from_bits(FloatFormat::F32, BvValue::from_u64(32, v.to_bits() as u64))
    }

    /// The nearest host double.
    pub fn to_f64(&self) -> f64 {
        let d = self.convert(FloatFormat::F64, Rounding::NearestEven);
        f64::from_bits(d.bits.to_u64().unwrap_or(0))
    }

    /// The quotient of two integers, rounded; `denominator` is not zero.
    pub fn from_ratio(
        format: FloatFormat,
        mode: Rounding,
        numerator: &BigInt,
        denominator: &BigUint,
    ) -> Self {
        let neg = numerator.sign() == Sign::Minus;
        if numerator.is_zero() || denominator.is_zero() {
            return Self::zero(format, neg);
        }
        let a = Finite { neg, sig: numerator.magnitude().clone(), exp: 0 };
        let b = Finite { neg: false, sig: denominator.clone(), exp: 0 };
        div_finite(format, mode, &a, &b)
    }

    /// The format.
    pub fn format(&self) -> FloatFormat {
        self.format
    }

    /// The bits of the interchange form.
    pub fn bits(&self) -> &BvValue {
        &self.bits
    }

    fn biased(&self) -> u64 {
        let f = self.format;
        self.bits.extract(f.width() - 2, f.sig - 1).to_u64().unwrap_or(0)
    }

    fn fraction(&self) -> BvValue {
        self.bits.extract(self.format.sig - 2, 0)
    }

    fn exp_full(&self) -> bool {
        self.biased() == Self::exp_ones(self.format)
    }

    /// Not a number?
    pub fn is_nan(&self) -> bool {
        self.exp_full() && !self.fraction().is_zero()
    }

    /// An infinity?
    pub fn is_infinite(&self) -> bool {
        self.exp_full() && self.fraction().is_zero()
    }

    /// A zero of either sign?
    pub fn is_zero(&self) -> bool {
        self.bits.extract(self.format.width() - 2, 0).is_zero()
    }

    /// A normal number (not zero, subnormal, infinite or NaN)?
    pub fn is_normal(&self) -> bool {
        self.biased() != 0 && !self.exp_full()
    }

    /// A subnormal number?
    pub fn is_subnormal(&self) -> bool {
        self.biased() == 0 && !self.fraction().is_zero()
    }

    /// Sign set, and not NaN?
    pub fn is_negative(&self) -> bool {
        self.bits.sign_bit() && !self.is_nan()
    }

    /// Sign clear, and not NaN?
    pub fn is_positive(&self) -> bool {
        !self.bits.sign_bit() && !self.is_nan()
    }

    pub(crate) fn unpack(&self) -> Unpacked {
        let neg = self.bits.sign_bit();
        if self.is_nan() {
            return Unpacked::Nan;
        }
        if self.is_infinite() {
            return Unpacked::Inf(neg);
        }
        if self.is_zero() {
            return Unpacked::Zero(neg);
        }
        let f = self.format;
        let (biased, mut sig) = (self.biased(), self.fraction().to_biguint());
        let unit = f.min_exp() - (f.sig as i64 - 1);
        if biased == 0 {
            return Unpacked::Finite(Finite { neg, sig, exp: unit });
        }
        sig.set_bit((f.sig - 1) as u64, true);
        Unpacked::Finite(Finite { neg, sig, exp: unit + biased as i64 - 1 })
    }

    fn with_sign(&self, neg: bool) -> Self {
        if self.is_nan() || self.bits.sign_bit() == neg {
            return self.clone();
        }
        let flip = BvValue::min_signed(self.format.width());
        Self { format: self.format, bits: self.bits.xor(&flip) }
    }

    /// Magnitude.
    pub fn abs(&self) -> Self {
        self.with_sign(false)
    }

    /// Sign flipped.
    pub fn neg(&self) -> Self {
        self.with_sign(!self.bits.sign_bit())
    }

    /// Sum.
    pub fn add(&self, o: &Self, mode: Rounding) -> Self {
        if mode == Rounding::NearestEven
            && let Some(v) = host2(self, o, HostOp::Add)
        {
            return v;
        }
        self.add_soft(o, mode)
    }

    pub(crate) fn add_soft(&self, o: &Self, mode: Rounding) -> Self {
        use Unpacked as U;
        let f = self.format;
        match (self.unpack(), o.unpack()) {
            (U::Nan, _) | (_, U::Nan) => Self::nan(f),
            (U::Inf(a), U::Inf(b)) if a != b => Self::nan(f),
            (U::Inf(_), _) => self.clone(),
            (_, U::Inf(_)) => o.clone(),
            (U::Zero(a), U::Zero(b)) if a == b => self.clone(),
            (U::Zero(_), U::Zero(_)) => Self::zero(f, mode == Rounding::Down),
            (U::Zero(_), _) => o.clone(),
            (_, U::Zero(_)) => self.clone(),
            (U::Finite(a), U::Finite(b)) => sum(f, mode, &a, &b),
        }
    }

    /// Difference.
    pub fn sub(&self, o: &Self, mode: Rounding) -> Self {
        if mode == Rounding::NearestEven
            && let Some(v) = host2(self, o, HostOp::Sub)
        {
            return v;
        }
        self.add_soft(&o.neg(), mode)
    }

    /// Product.
    pub fn mul(&self, o: &Self, mode: Rounding) -> Self {
        if mode == Rounding::NearestEven
            && let Some(v) = host2(self, o, HostOp::Mul)
        {
            return v;
        }
        self.mul_soft(o, mode)
    }

    pub(crate) fn mul_soft(&self, o: &Self, mode: Rounding) -> Self {
        use Unpacked as U;
        let f = self.format;
        let neg = self.bits.sign_bit() != o.bits.sign_bit();
        match (self.unpack(), o.unpack()) {
            (U::Nan, _) | (_, U::Nan) => Self::nan(f),
            (U::Inf(_), U::Zero(_)) | (U::Zero(_), U::Inf(_)) => Self::nan(f),
            (U::Inf(_), _) | (_, U::Inf(_)) => Self::infinity(f, neg),
            (U::Zero(_), _) | (_, U::Zero(_)) => Self::zero(f, neg),
            (U::Finite(a), U::Finite(b)) => round(f, mode, product(&a, &b), false),
        }
    }

    /// Quotient.
    pub fn div(&self, o: &Self, mode: Rounding) -> Self {
        if mode == Rounding::NearestEven
            && let Some(v) = host2(self, o, HostOp::Div)
        {
            return v;
        }
        self.div_soft(o, mode)
    }

    pub(crate) fn div_soft(&self, o: &Self, mode: Rounding) -> Self {
        use Unpacked as U;
        let f = self.format;
        let neg = self.bits.sign_bit() != o.bits.sign_bit();
        match (self.unpack(), o.unpack()) {
            (U::Nan, _) | (_, U::Nan) => Self::nan(f),
            (U::Inf(_), U::Inf(_)) | (U::Zero(_), U::Zero(_)) => Self::nan(f),
            (U::Inf(_), _) | (_, U::Zero(_)) => Self::infinity(f, neg),
            (U::Zero(_), _) | (_, U::Inf(_)) => Self::zero(f, neg),
            (U::Finite(a), U::Finite(b)) => div_finite(f, mode, &a, &b),
        }
    }

    /// `self * y + z`, rounded once.
    pub fn fma(&self, y: &Self, z: &Self, mode: Rounding) -> Self {
        use Unpacked as U;
        let f = self.format;
        let neg = self.bits.sign_bit() != y.bits.sign_bit();
        let p = match (self.unpack(), y.unpack()) {
            (U::Nan, _) | (_, U::Nan) => return Self::nan(f),
            (U::Inf(_), U::Zero(_)) | (U::Zero(_), U::Inf(_)) => return Self::nan(f),
            (U::Inf(_), _) | (_, U::Inf(_)) => {
                return Self::infinity(f, neg).add_soft(z, mode);
            }
            (U::Zero(_), _) | (_, U::Zero(_)) => return Self::zero(f, neg).add_soft(z, mode),
            (U::Finite(a), U::Finite(b)) => product(&a, &b),
        };
        match z.unpack() {
            U::Nan | U::Inf(_) => z.clone(),
            U::Zero(_) => round(f, mode, p, false),
            U::Finite(c) => sum(f, mode, &p, &c),
        }
    }

    /// Square root.
    pub fn sqrt(&self, mode: Rounding) -> Self {
        match self.unpack() {
            Unpacked::Nan => self.clone(),
            Unpacked::Zero(_) | Unpacked::Inf(false) => self.clone(),
            Unpacked::Inf(true) => Self::nan(self.format),
            Unpacked::Finite(a) if a.neg => Self::nan(self.format),
            Unpacked::Finite(a) => sqrt_finite(self.format, mode, a),
        }
    }

    /// The IEEE remainder `x - y*n`, with `n` the integer nearest to `x/y`, ties to even.
    pub fn rem(&self, o: &Self) -> Self {
        use Unpacked as U;
        match (self.unpack(), o.unpack()) {
            (U::Nan | U::Inf(_), _) | (_, U::Nan | U::Zero(_)) => Self::nan(self.format),
            (U::Zero(_), _) | (_, U::Inf(_)) => self.clone(),
            (U::Finite(a), U::Finite(b)) => self.rem_finite(&a, &b),
        }
    }

    fn rem_finite(&self, a: &Finite, b: &Finite) -> Self {
        if a.top() + 1 < b.top() {
            return self.clone();
        }
        let exp = a.exp.min(b.exp);
        let y = &b.sig << (b.exp - exp) as u64;
        let twice = &y << 1u32;
        let scale = BigUint::from(2u32).modpow(&BigUint::from((a.exp - exp) as u64), &twice);
        let mut r = (&a.sig * scale) % &twice;
        let odd = r >= y;
        if odd {
            r -= &y;
        }
        // r < y and the quotient so far is rounded down: go up past the half, or at it if odd.
        let up = match (&r << 1u32).cmp(&y) {
            Ordering::Less => false,
            Ordering::Equal => odd,
            Ordering::Greater => true,
        };
        let (neg, sig) = if up { (!a.neg, y - r) } else { (a.neg, r) };
        if sig.is_zero() {
            return Self::zero(self.format, a.neg);
        }
        round(self.format, Rounding::NearestEven, Finite { neg, sig, exp }, false)
    }

    /// The C `fmod`: `x - y*n`, with `n` the quotient cut towards zero.
    pub fn fmod(&self, o: &Self) -> Self {
        use Unpacked as U;
        match (self.unpack(), o.unpack()) {
            (U::Nan | U::Inf(_), _) | (_, U::Nan | U::Zero(_)) => Self::nan(self.format),
            (U::Zero(_), _) | (_, U::Inf(_)) => self.clone(),
            (U::Finite(a), U::Finite(b)) => {
                if a.top() < b.top() {
                    return self.clone();
                }
                let exp = a.exp.min(b.exp);
                let y = &b.sig << (b.exp - exp) as u64;
                let e = BigUint::from((a.exp - exp) as u64);
                let sig = (&a.sig * BigUint::from(2u32).modpow(&e, &y)) % &y;
                round(self.format, Rounding::Zero, Finite { neg: a.neg, sig, exp }, false)
            }
        }
    }

    /// The nearest integral value, in the given mode; the sign of a zero result is kept.
    pub fn round_to_integral(&self, mode: Rounding) -> Self {
        match self.unpack() {
            Unpacked::Finite(a) if a.exp < 0 => {
                let sig = integer_magnitude(mode, &a);
                let exact = Finite { neg: a.neg, sig, exp: 0 };
                round(self.format, mode, exact, false)
            }
            _ => self.clone(),
        }
    }

    /// The smaller operand; the other one if one is NaN; `-0` of two different zeros.
    pub fn ieee_min(&self, o: &Self) -> Self {
        if self.is_nan() {
            return o.clone();
        }
        match self.compare(o) {
            None | Some(Ordering::Less) => self.clone(),
            Some(Ordering::Greater) => o.clone(),
            Some(Ordering::Equal) if self.bits.sign_bit() => self.clone(),
            Some(Ordering::Equal) => o.clone(),
        }
    }

    /// The greater operand; the other one if one is NaN; `+0` of two different zeros.
    pub fn ieee_max(&self, o: &Self) -> Self {
        if self.is_nan() {
            return o.clone();
        }
        match self.compare(o) {
            None | Some(Ordering::Greater) => self.clone(),
            Some(Ordering::Less) => o.clone(),
            Some(Ordering::Equal) if self.bits.sign_bit() => o.clone(),
            Some(Ordering::Equal) => self.clone(),
        }
    }

    /// The IEEE order: none if an operand is NaN; the zeros are equal.
    pub fn compare(&self, o: &Self) -> Option<Ordering> {
        if self.is_nan() || o.is_nan() {
            return None;
        }
        if self.is_zero() && o.is_zero() {
            return Some(Ordering::Equal);
        }
        let by_magnitude = self.bits.cmp(&o.bits);
        Some(match (self.bits.sign_bit(), o.bits.sign_bit()) {
            (false, false) => by_magnitude,
            (true, true) => by_magnitude.reverse(),
            (true, false) => Ordering::Less,
            (false, true) => Ordering::Greater,
        })
    }

    /// IEEE `<=`.
    pub fn ieee_le(&self, o: &Self) -> bool {
        matches!(self.compare(o), Some(Ordering::Less | Ordering::Equal))
    }

    /// IEEE `<`.
    pub fn ieee_lt(&self, o: &Self) -> bool {
        self.compare(o) == Some(Ordering::Less)
    }

    /// IEEE `==`.
    pub fn ieee_eq(&self, o: &Self) -> bool {
        self.compare(o) == Some(Ordering::Equal)
    }

    /// The same number in another format.
    pub fn convert(&self, format: FloatFormat, mode: Rounding) -> Self {
        if format == self.format {
            return self.clone();
        }
        match self.unpack() {
            Unpacked::Nan => Self::nan(format),
            Unpacked::Inf(neg) => Self::infinity(format, neg),
            Unpacked::Zero(neg) => Self::zero(format, neg),
            Unpacked::Finite(a) => round(format, mode, a, false),
        }
    }

    /// From an integer.
    pub fn from_int(format: FloatFormat, v: &BigInt, mode: Rounding) -> Self {
        let neg = v.sign() == Sign::Minus;
        round(format, mode, Finite { neg, sig: v.magnitude().clone(), exp: 0 }, false)
    }

    /// The rounded integer; none for NaN, infinities, and beyond `2^limit` in magnitude.
    fn to_int_below(&self, mode: Rounding, limit: u32) -> Option<BigInt> {
        match self.unpack() {
            Unpacked::Nan | Unpacked::Inf(_) => None,
            Unpacked::Zero(_) => Some(BigInt::zero()),
            Unpacked::Finite(a) if a.top() > limit as i64 => None,
            Unpacked::Finite(a) => Some(signed(a.neg, integer_magnitude(mode, &a))),
        }
    }

    /// The rounded integer, if there is one of moderate size.
    pub fn to_int(&self, mode: Rounding) -> Option<BigInt> {
        self.to_int_below(mode, 1 << 20)
    }

    /// The rounded integer in `width` bits signed; the most negative number if it does not fit.
    pub fn to_sbv(&self, width: u32, mode: Rounding) -> BvValue {
        let fits = self.to_int_below(mode, width).filter(|v| {
            let bound = BigInt::one() << (width - 1);
            *v < bound && *v >= -bound
        });
        fits.map_or_else(|| BvValue::min_signed(width), |v| BvValue::from_bigint(width, &v))
    }

    /// The rounded integer in `width` bits unsigned; all ones if it does not fit.
    pub fn to_ubv(&self, width: u32, mode: Rounding) -> BvValue {
        let fits =
            self.to_int_below(mode, width).filter(|v| v.sign() != Sign::Minus && v.bits() <= width as u64);
        fits.map_or_else(|| BvValue::ones(width), |v| BvValue::from_bigint(width, &v))
    }
}

fn sum(f: FloatFormat, mode: Rounding, a: &Finite, b: &Finite) -> FloatValue {
    let (s, sticky) = add_finite(a, b, f.sig);
    if s.sig.is_zero() {
        return FloatValue::zero(f, mode == Rounding::Down);
    }
    round(f, mode, s, sticky)
}

fn product(a: &Finite, b: &Finite) -> Finite {
    Finite { neg: a.neg != b.neg, sig: &a.sig * &b.sig, exp: a.exp + b.exp }
}

fn div_finite(f: FloatFormat, mode: Rounding, a: &Finite, b: &Finite) -> FloatValue {
    let up = (f.sig as i64 + 3 + b.sig.bits() as i64 - a.sig.bits() as i64).max(0) as u64;
    let n = &a.sig << up;
    let (q, r) = (&n / &b.sig, &n % &b.sig);
    let value = Finite { neg: a.neg != b.neg, sig: q, exp: a.exp - b.exp - up as i64 };
    round(f, mode, value, !r.is_zero())
}

fn sqrt_finite(f: FloatFormat, mode: Rounding, a: Finite) -> FloatValue {
    let mut up = (2 * f.sig as i64 + 8 - a.sig.bits() as i64).max(0);
    if (a.exp - up) % 2 != 0 {
        up += 1;
    }
    let n = a.sig << up as u64;
    let root = n.sqrt();
    let sticky = &root * &root != n;
    round(f, mode, Finite { neg: false, sig: root, exp: (a.exp - up) / 2 }, sticky)
}

impl fmt::Display for FloatValue {
    /// Decimal where a host double holds the value exactly, else a hexadecimal significand.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.unpack() {
            Unpacked::Nan => write!(f, "NaN"),
            Unpacked::Inf(neg) => write!(f, "{}inf", if neg { "-" } else { "" }),
            Unpacked::Zero(neg) => write!(f, "{}0.0", if neg { "-" } else { "" }),
            Unpacked::Finite(a) => self.fmt_finite(&a, f),
        }
    }
}

impl FloatValue {
    fn fmt_finite(&self, a: &Finite, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (d, single) = (self.to_f64(), self.format == FloatFormat::F32);
        if single {
            return write!(f, "{:?}", d as f32);
        }
        if Self::from_f64(d).convert(self.format, Rounding::Zero) == *self {
            return write!(f, "{d:?}");
        }
        write!(f, "{}0x{:x}p{}", if a.neg { "-" } else { "" }, a.sig, a.exp)
    }
}

impl fmt::Debug for FloatValue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self}:f{}", self.format.width())
    }
}

#[cfg(test)]
#[path = "float_tests.rs"]
mod tests;
