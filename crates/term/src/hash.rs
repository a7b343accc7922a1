//! The structural hash: 128 bits from names and structure, the same in every run and arena.

use crate::arena::{Constant, Terms};
use crate::bv::BvValue;
use crate::op::Op;
use crate::sort::{FloatFormat, Rounding};
use crate::value::Value;

/// The hash of a term, in two halves.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct StableHash(u64, u64);

impl StableHash {
    /// 32 bits for the table of nodes.
    pub fn key(self) -> u32 {
        (self.0 >> 32) as u32
    }

    pub fn to_u128(self) -> u128 {
        (self.0 as u128) << 64 | self.1 as u128
    }
}

const K1: u64 = 0x9e37_79b9_7f4a_7c15;
const K2: u64 = 0xd6e8_feb8_6659_fd93;

fn fold(a: u64, b: u64) -> u64 {
    let p = a as u128 * b as u128;
    (p as u64) ^ (p >> 64) as u64
}

/// Two 64-bit lanes, mixed word by word.
pub(crate) struct Mixer {
    a: u64,
    b: u64,
}

impl Mixer {
    pub fn new(seed: u64) -> Self {
        Self { a: seed ^ 0x2545_f491_4f6c_dd1d, b: seed.wrapping_mul(K1) ^ 0x1234_5678_9abc_def1 }
    }

    pub fn word(&mut self, w: u64) {
        self.a = fold(self.a ^ w, K1).wrapping_add(w.rotate_left(29));
        self.b = fold(self.b ^ w.rotate_left(32), K2).wrapping_add(w);
    }

    pub fn wide(&mut self, w: u128) {
        self.hash(StableHash((w >> 64) as u64, w as u64));
    }

    pub fn bytes(&mut self, bytes: &[u8]) {
        self.word(bytes.len() as u64);
        for chunk in bytes.chunks(8) {
            let mut w = [0u8; 8];
            w[..chunk.len()].copy_from_slice(chunk);
            self.word(u64::from_le_bytes(w));
        }
    }

    fn bv(&mut self, v: &BvValue) {
        self.word(v.width() as u64);
        match v.to_u128() {
            Some(small) => self.wide(small),
            None => self.bytes(&v.to_biguint().to_bytes_le()),
        }
    }

    fn value(&mut self, v: &Value) {
        match v {
            Value::Bool(b) => self.word(*b as u64),
            Value::Bv(v) => self.bv(v),
            Value::Float(v) => self.bv(v.bits()),
            Value::Int(v) => self.bytes(&v.to_signed_bytes_le()),
            Value::Array(v) => {
                self.value(v.default_value());
                for (first, more, e) in v.runs() {
                    self.value(first);
                    if more > 0 {
                        self.word(more);
                    }
                    self.value(e);
                }
            }
        }
    }

    pub fn hash(&mut self, h: StableHash) {
        let StableHash(hi, lo) = h;
        self.a = fold(self.a ^ lo, K1 ^ hi).wrapping_add(hi.rotate_left(29));
        self.b = fold(self.b ^ hi, K2 ^ lo.rotate_left(17)).wrapping_add(lo);
    }

    pub fn finish(self) -> StableHash {
        let a = fold(self.a ^ self.b.rotate_left(23), K2);
        let b = fold(self.b ^ self.a.rotate_left(41), K1);
        StableHash(a, b)
    }
}

pub(crate) fn of_symbol(name: &str, sort: u128) -> StableHash {
    let mut m = Mixer::new(1);
    m.bytes(name.as_bytes());
    m.wide(sort);
    m.finish()
}

pub(crate) fn of_constant(terms: &Terms, c: &Constant) -> StableHash {
    let mut m = Mixer::new(2);
    match c {
        Constant::Bv(v) => m.bv(v),
        Constant::Float(v) => {
            let f = v.format();
            m.word(1 << 63 | (f.exp as u64) << 32 | f.sig as u64);
            m.bv(v.bits());
        }
        Constant::Int(v) => {
            m.word(1 << 62);
            m.bytes(&v.to_signed_bytes_le());
        }
        Constant::Table(sort, t) => {
            m.word(1 << 61);
            m.wide(terms.hash_of_sort(*sort));
            m.bv(t.base());
            m.value(t.default_value());
            m.word(t.len() as u64);
            match t.as_bytes() {
                Some(bytes) => m.bytes(bytes),
                None => t.values().for_each(|v| m.value(&v)),
            }
        }
    }
    m.finish()
}

pub(crate) fn of_application(tag: u64, args: impl Iterator<Item = StableHash>) -> StableHash {
    let mut m = Mixer::new(tag);
    for a in args {
        m.hash(a);
    }
    m.finish()
}

fn with(tag: u64, a: u32, b: u32) -> u64 {
    tag | (a as u64) << 8 | (b as u64) << 32
}

fn rounded(tag: u64, r: Rounding) -> u64 {
    tag | (r as u64) << 60
}

fn formatted(tag: u64, f: FloatFormat) -> u64 {
    with(tag, f.exp, f.sig)
}

/// A number for each operator and its parameters. Hashes are kept on disk: never renumber.
pub(crate) fn tag(op: Op) -> u64 {
    match op {
        Op::Var(_) => 1,
        Op::BoolConst(b) => 2 + b as u64,
        Op::BvConst(_) => 4,
        Op::FloatConst(_) => 5,
        Op::IntConst(_) => 6,
        Op::Table(_) => 7,
        Op::Not => 8,
        Op::And => 9,
        Op::Or => 10,
        Op::Eq => 11,
        Op::Ite => 12,
        Op::BvNeg => 13,
        Op::BvNot => 14,
        Op::BvAdd => 15,
        Op::BvSub => 16,
        Op::BvMul => 17,
        Op::BvUDiv => 18,
        Op::BvSDiv => 19,
        Op::BvURem => 20,
        Op::BvSRem => 21,
        Op::BvSMod => 22,
        Op::BvAnd => 23,
        Op::BvOr => 24,
        Op::BvXor => 25,
        Op::BvShl => 26,
        Op::BvLShr => 27,
        Op::BvAShr => 28,
        Op::Concat => 29,
        Op::Extract { hi, lo } => with(30, hi, lo),
        Op::ZeroExtend(n) => with(31, n, 0),
        Op::SignExtend(n) => with(32, n, 0),
        Op::Ult => 33,
        Op::Ule => 34,
        Op::Slt => 35,
        Op::Sle => 36,
        Op::UAddO => 37,
        Op::SAddO => 38,
        Op::SSubO => 39,
        Op::UMulO => 40,
        Op::SMulO => 41,
        Op::Select => 42,
        Op::Store => 43,
        Op::ConstArray(_) => 44,
        Op::Load { bytes } => with(45, bytes, 0),
        Op::StoreWide { bytes } => with(46, bytes, 0),
        Op::FpAbs => 47,
        Op::FpNeg => 48,
        Op::FpAdd(r) => rounded(49, r),
        Op::FpSub(r) => rounded(50, r),
        Op::FpMul(r) => rounded(51, r),
        Op::FpDiv(r) => rounded(52, r),
        Op::FpFma(r) => rounded(53, r),
        Op::FpSqrt(r) => rounded(54, r),
        Op::FpRem => 55,
        Op::FpRoundToIntegral(r) => rounded(56, r),
        Op::FpMin => 57,
        Op::FpMax => 58,
        Op::FpLe => 59,
        Op::FpLt => 60,
        Op::FpEq => 61,
        Op::FpIsNan => 62,
        Op::FpIsInf => 63,
        Op::FpIsZero => 64,
        Op::FpIsNormal => 65,
        Op::FpIsSubnormal => 66,
        Op::FpIsNegative => 67,
        Op::FpIsPositive => 68,
        Op::FpFromBits(f) => formatted(69, f),
        Op::FpToBits => 70,
        Op::FpFromFp(f, r) => rounded(formatted(71, f), r),
        Op::FpFromSbv(f, r) => rounded(formatted(72, f), r),
        Op::FpFromUbv(f, r) => rounded(formatted(73, f), r),
        Op::FpToSbv(w, r) => rounded(with(74, w, 0), r),
        Op::FpToUbv(w, r) => rounded(with(75, w, 0), r),
        Op::IntNeg => 76,
        Op::IntAdd => 77,
        Op::IntSub => 78,
        Op::IntMul => 79,
        Op::IntDiv => 80,
        Op::IntMod => 81,
        Op::IntLe => 82,
        Op::IntLt => 83,
        Op::BvToInt => 84,
        Op::IntToBv(w) => with(85, w, 0),
        Op::Fill => 86,
        Op::Copy => 87,
    }
}
