//! Floats against two references: `rustc_apfloat` in all rounding modes, and the host.
//!
//! `MAYMUST_FUZZ=n` runs n random operands per operation, format and mode.

use maymust_term::{BvValue, FloatFormat, FloatValue, Rounding};
use rustc_apfloat::ieee::{Double, Half, Quad, Single, X87DoubleExtended};
use rustc_apfloat::{Float, FloatConvert, Round};

struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0.wrapping_mul(0x2545_f491_4f6c_dd1d)
    }

    fn below(&mut self, n: u64) -> u64 {
        (self.next() >> 16) % n
    }

    fn wide(&mut self) -> u128 {
        (self.next() as u128) << 64 | self.next() as u128
    }

    /// Any bits; often special ones, or an exponent in the middle so that operands meet.
    fn float(&mut self, f: FloatFormat) -> FloatValue {
        let w = f.width();
        let any = BvValue::new(w, self.wide());
        let fraction_bits = f.sig - 1;
        let bits = match self.below(8) {
            0 => BvValue::new(w, self.below(4) as u128),
            1 => {
                let edge = FloatValue::max_finite(f, self.below(2) == 0);
                edge.bits().add(&BvValue::from_i64(w, self.below(5) as i64 - 2))
            }
            2 => {
                let exp = BvValue::new(w, f.bias() as u128 + self.below(6) as u128 - 3);
                let few = BvValue::new(w, self.below(8) as u128).shl_by(fraction_bits.max(3) - 3);
                let sign = BvValue::new(w, self.below(2) as u128).shl_by(w - 1);
                exp.shl_by(fraction_bits).or(&few).or(&sign)
            }
            3 | 4 => {
                let spread = 2 * f.sig as u64;
                let exp = f.bias() as u128 + self.below(spread) as u128;
                let exp = exp.saturating_sub(f.sig as u128);
                let fraction = any.extract(fraction_bits - 1, 0).zero_extend(w - fraction_bits);
                let sign = BvValue::new(w, self.below(2) as u128).shl_by(w - 1);
                BvValue::new(w - 1, exp).zero_extend(1).shl_by(fraction_bits).or(&fraction).or(&sign)
            }
            5 => any.and(&BvValue::new(w, u128::MAX).shl_by(fraction_bits / 2)),
            _ => any,
        };
        FloatValue::from_bits(f, bits)
    }
}

fn rounds() -> u64 {
    std::env::var("MAYMUST_FUZZ").ok().and_then(|n| n.parse().ok()).unwrap_or(2_000)
}

fn mode(r: Rounding) -> Round {
    match r {
        Rounding::NearestEven => Round::NearestTiesToEven,
        Rounding::NearestAway => Round::NearestTiesToAway,
        Rounding::Up => Round::TowardPositive,
        Rounding::Down => Round::TowardNegative,
        Rounding::Zero => Round::TowardZero,
    }
}

/// A format that both sides know.
trait Both: Float {
    const FORMAT: FloatFormat;

    fn theirs(v: &FloatValue) -> Self {
        Self::from_bits(v.bits().to_u128().unwrap())
    }

    fn ours(self) -> FloatValue {
        let bits = BvValue::new(Self::FORMAT.width(), self.to_bits());
        FloatValue::from_bits(Self::FORMAT, bits)
    }
}

impl Both for Half {
    const FORMAT: FloatFormat = FloatFormat::F16;
}
impl Both for Single {
    const FORMAT: FloatFormat = FloatFormat::F32;
}
impl Both for Double {
    const FORMAT: FloatFormat = FloatFormat::F64;
}
impl Both for Quad {
    const FORMAT: FloatFormat = FloatFormat::F128;
}
impl Both for X87DoubleExtended {
    const FORMAT: FloatFormat = FloatFormat::X87;

    /// The reference has the integer bit in its bits.
    fn theirs(v: &FloatValue) -> Self {
        let b = v.bits().to_u128().unwrap();
        let (top, fraction) = (b >> 63, b & ((1 << 63) - 1));
        let integer = (top & 0x7fff != 0) as u128;
        Self::from_bits(top << 64 | integer << 63 | fraction)
    }

    fn ours(self) -> FloatValue {
        let b = self.to_bits();
        let bits = (b >> 64) << 63 | (b & ((1 << 63) - 1));
        FloatValue::from_bits(Self::FORMAT, BvValue::new(79, bits))
    }
}

fn arithmetic<F: Both>(seed: u64, rounds: u64) {
    let mut random = Random(seed);
    for i in 0..rounds {
        let [x, y, z] = [(); 3].map(|()| random.float(F::FORMAT));
        let [a, b, c] = [&x, &y, &z].map(F::theirs);
        for r in Rounding::ALL {
            let at = format!("{x:?} {y:?} {z:?} {r:?} round {i}");
            assert_eq!(x.add(&y, r), a.add_r(b, mode(r)).value.ours(), "add {at}");
            assert_eq!(x.sub(&y, r), a.sub_r(b, mode(r)).value.ours(), "sub {at}");
            assert_eq!(x.mul(&y, r), a.mul_r(b, mode(r)).value.ours(), "mul {at}");
            assert_eq!(x.div(&y, r), a.div_r(b, mode(r)).value.ours(), "div {at}");
            let fma = a.mul_add_r(b, c, mode(r)).value.ours();
            assert_eq!(x.fma(&y, &z, r), fma, "fma {at}");
            let integral = a.round_to_integral(mode(r)).value.ours();
            assert_eq!(x.round_to_integral(r), integral, "integral {at}");
            integers::<F>(&x, a, r);
        }
        square_root(&x);
        assert_eq!(x.fmod(&y), a.c_fmod(b).value.ours(), "fmod {x:?} {y:?}");
        if !(x.is_zero() && y.is_zero()) {
            assert_eq!(x.ieee_min(&y), a.min(b).ours(), "min {x:?} {y:?}");
            assert_eq!(x.ieee_max(&y), a.max(b).ours(), "max {x:?} {y:?}");
        }
        assert_eq!(x.compare(&y), a.partial_cmp(&b), "compare {x:?} {y:?}");
        assert_eq!(x.neg(), (-a).ours());
        assert_eq!(x.abs(), a.abs().ours());
        assert_eq!(x.is_subnormal(), a.is_denormal());
        assert_eq!(x.is_normal(), a.is_normal());
        assert_eq!(x.is_nan(), a.is_nan());
        assert_eq!(x.is_infinite(), a.is_infinite());
        assert_eq!(x.is_zero(), a.is_zero());
        remainder(&x, &y);
    }
    println!("{:?}: {rounds} operands per operation, in all modes", F::FORMAT);
}

/// Conversions from and to integers of some widths.
fn integers<F: Both>(x: &FloatValue, a: F, r: Rounding) {
    for width in [2u32, 7, 8, 16, 32, 64, 100] {
        let mut exact = false;
        let signed = a.to_i128_r(width as usize, mode(r), &mut exact);
        let ours = x.to_sbv(width, r);
        if signed.status.contains(rustc_apfloat::Status::INVALID_OP) {
            assert_eq!(ours, BvValue::min_signed(width), "{x:?} to {width} bits");
        } else {
            assert_eq!(ours.to_i128(), Some(signed.value), "{x:?} to {width} bits {r:?}");
        }
        let unsigned = a.to_u128_r(width as usize, mode(r), &mut exact);
        let ours = x.to_ubv(width, r);
        if unsigned.status.contains(rustc_apfloat::Status::INVALID_OP) {
            assert_eq!(ours, BvValue::ones(width), "{x:?} to unsigned {width} bits {r:?}");
        } else {
            assert_eq!(ours.to_u128(), Some(unsigned.value), "{x:?} to unsigned {width} {r:?}");
        }
    }
    let bits = x.bits().to_u128().unwrap();
    let n = num(bits as i128);
    assert_eq!(FloatValue::from_int(F::FORMAT, &n, r), F::from_i128_r(bits as i128, mode(r)).value.ours());
    let small = (bits as i64 >> (bits & 31)) as i128;
    assert_eq!(
        FloatValue::from_int(F::FORMAT, &num(small), r),
        F::from_i128_r(small, mode(r)).value.ours(),
        "{small} {r:?}"
    );
}

fn num(v: i128) -> num_bigint::BigInt {
    num_bigint::BigInt::from(v)
}

/// The remainder is exact, at most half the divisor, and congruent to `fmod`.
fn remainder(x: &FloatValue, y: &FloatValue) {
    let r = x.rem(y);
    if x.is_nan() || y.is_nan() || x.is_infinite() || y.is_zero() {
        assert!(r.is_nan());
        return;
    }
    if y.is_infinite() {
        assert_eq!(r, *x);
        return;
    }
    // r is f, f - |y| or f + |y| for f = fmod x y: so check |r| <= |y|/2 and that difference.
    let f = x.fmod(y);
    let down = Rounding::Zero;
    let wide = FloatFormat { exp: 20, sig: 300 };
    let [r2, y2, f2] = [&r, y, &f].map(|v| v.convert(wide, down));
    let twice = r2.add(&r2, down).abs();
    assert!(twice.ieee_le(&y2.abs()), "{x:?} rem {y:?} = {r:?} is too large");
    let difference = r2.sub(&f2, down).abs();
    assert!(difference.is_zero() || difference == y2.abs(), "{x:?} rem {y:?} = {r:?}, not {f:?}");
    if twice == y2.abs() {
        // In the middle the quotient is even: what is left differs by a multiple of twice the divisor.
        let divisor = y2.add(&y2, down).abs();
        let g = x.convert(wide, down).fmod(&divisor);
        let difference = r2.sub(&g, down).abs();
        assert!(difference.is_zero() || difference == divisor, "{x:?} rem {y:?} = {r:?}: an odd quotient");
    }
    if r.is_zero() {
        assert_eq!(r.is_negative(), x.is_negative());
    }
}

#[test]
fn half() {
    arithmetic::<Half>(11, rounds());
}

#[test]
fn single() {
    arithmetic::<Single>(12, rounds());
}

#[test]
fn double() {
    arithmetic::<Double>(13, rounds());
}

#[test]
fn x87() {
    arithmetic::<X87DoubleExtended>(14, rounds().min(100_000));
}

#[test]
fn quad() {
    arithmetic::<Quad>(15, rounds().min(100_000));
}

fn convert<F: Both + FloatConvert<T>, T: Both>(seed: u64) {
    let mut random = Random(seed);
    for _ in 0..rounds() {
        let x = random.float(F::FORMAT);
        for r in Rounding::ALL {
            let mut lost = false;
            let theirs: T = F::theirs(&x).convert_r(mode(r), &mut lost).value;
            assert_eq!(x.convert(T::FORMAT, r), theirs.ours(), "{x:?} {r:?}");
        }
    }
}

#[test]
fn conversions() {
    convert::<Half, Single>(21);
    convert::<Single, Half>(22);
    convert::<Double, Single>(23);
    convert::<Single, Double>(24);
    convert::<Half, Double>(19);
    convert::<Double, Half>(20);
    convert::<Double, X87DoubleExtended>(25);
    convert::<X87DoubleExtended, Double>(26);
    convert::<Quad, X87DoubleExtended>(27);
    convert::<Quad, Half>(28);
    convert::<X87DoubleExtended, Single>(29);
}

#[test]
fn host_double_and_single() {
    let mut random = Random(31);
    for _ in 0..rounds().max(40_000) {
        let (x, y, z) =
            (random.float(FloatFormat::F64), random.float(FloatFormat::F64), random.float(FloatFormat::F64));
        let host = |v: &FloatValue| f64::from_bits(v.bits().to_u64().unwrap());
        let r = Rounding::NearestEven;
        assert_eq!(x.add(&y, r), FloatValue::from_f64(host(&x) + host(&y)));
        assert_eq!(x.sqrt(r), FloatValue::from_f64(host(&x).sqrt()), "{x:?}");
        assert_eq!(x.fma(&y, &z, r), FloatValue::from_f64(host(&x).mul_add(host(&y), host(&z))));
        assert_eq!(x.fmod(&y), FloatValue::from_f64(host(&x) % host(&y)));
        let r = Rounding::Zero;
        assert_eq!(x.round_to_integral(r), FloatValue::from_f64(host(&x).trunc()));
        assert_eq!(x.round_to_integral(Rounding::NearestAway), FloatValue::from_f64(host(&x).round()));
        let single = x.convert(FloatFormat::F32, Rounding::NearestEven);
        assert_eq!(single, FloatValue::from_f32(host(&x) as f32));
        let host = f32::from_bits(single.bits().to_u64().unwrap() as u32);
        assert_eq!(single.sqrt(Rounding::NearestEven), FloatValue::from_f32(host.sqrt()));
    }
}

/// The square root in all modes: squares are exact in a wide format.
fn square_root(x: &FloatValue) {
    if x.is_nan() || x.is_infinite() || x.is_zero() || x.is_negative() {
        let itself = x.is_zero() || (x.is_infinite() && !x.is_negative());
        for r in Rounding::ALL {
            assert!(if itself { x.sqrt(r) == *x } else { x.sqrt(r).is_nan() }, "sqrt {x:?}");
        }
        return;
    }
    let (wide, r0) = (FloatFormat { exp: 20, sig: 240 }, Rounding::Zero);
    let (down, up) = (x.sqrt(Rounding::Down), x.sqrt(Rounding::Up));
    let square = |v: &FloatValue| v.convert(wide, r0).mul(&v.convert(wide, r0), r0);
    let exact = x.convert(wide, r0);
    assert!(square(&down).ieee_le(&exact) && exact.ieee_le(&square(&up)), "sqrt {x:?}");
    let gap = up.bits().sub(down.bits());
    assert!(gap.is_zero() || gap.to_u64() == Some(1), "sqrt {x:?}");
    assert_eq!(gap.is_zero(), square(&down) == exact);
    assert_eq!(x.sqrt(r0), down);
    // The nearest: compare x with the square of the midpoint, which no root meets.
    let half = FloatValue::from_f64(0.5).convert(wide, r0);
    let middle = down.convert(wide, r0).add(&up.convert(wide, r0), r0).mul(&half, r0);
    let nearest = if middle.mul(&middle, r0).ieee_lt(&exact) { &up } else { &down };
    assert_eq!(x.sqrt(Rounding::NearestEven), *nearest, "sqrt {x:?}");
    assert_eq!(x.sqrt(Rounding::NearestAway), *nearest, "sqrt {x:?}");
}

#[test]
fn square_roots_of_half() {
    for bits in 0..1 << 16 {
        square_root(&FloatValue::from_bits(FloatFormat::F16, BvValue::from_u64(16, bits)));
    }
}

#[test]
fn special_values() {
    for f in [FloatFormat::F16, FloatFormat::F64, FloatFormat::X87] {
        let r = Rounding::NearestEven;
        let (nan, inf) = (FloatValue::nan(f), FloatValue::infinity(f, false));
        let (zero, minus) = (FloatValue::zero(f, false), FloatValue::zero(f, true));
        assert_eq!(zero.add(&minus, r), zero);
        assert_eq!(zero.add(&minus, Rounding::Down), minus);
        assert_eq!(inf.sub(&inf, r), nan);
        assert_eq!(inf.mul(&zero, r), nan);
        assert_eq!(zero.div(&zero, r), nan);
        assert_eq!(minus.sqrt(r), minus);
        assert_eq!(inf.neg().sqrt(r), nan);
        assert_eq!(nan.ieee_min(&zero), zero);
        assert_eq!(zero.ieee_max(&nan), zero);
        assert_eq!(zero.ieee_min(&minus), minus);
        assert_eq!(minus.ieee_max(&zero), zero);
        assert!(nan.bits().sign_bit(), "the default NaN of x86 has its sign set");
        assert_eq!(nan.neg(), nan);
        assert!(zero.ieee_eq(&minus) && zero != minus);
        assert_eq!(nan.to_sbv(32, r), BvValue::min_signed(32));
        assert_eq!(inf.to_ubv(32, r), BvValue::ones(32));
    }
    assert_eq!(FloatValue::from_f64(0.1).to_string(), "0.1");
    assert_eq!(FloatValue::from_f32(0.1).to_string(), "0.1");
    let tenth = FloatValue::from_ratio(FloatFormat::F64, Rounding::NearestEven, &1.into(), &10u32.into());
    assert_eq!(tenth, FloatValue::from_f64(0.1));
}
