//! Known bits of bit-vector terms of at most 64 bits, computed once when a node is made.

use crate::arena::Terms;
use crate::op::{Op, TermId};
use crate::sort::Sort;

/// Which bits of a term are surely zero and surely one. Terms of more than 64 bits, and of other
/// sorts, have none.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct KnownBits {
    /// Bits that are surely zero.
    pub zeros: u64,
    /// Bits that are surely one.
    pub ones: u64,
}

/// The low `width` bits set; `width` is at most 64.
pub(crate) fn low_mask(width: u32) -> u64 {
    if width >= 64 { u64::MAX } else { (1 << width) - 1 }
}

/// `v` shifted left, zero if that is all of it.
fn shl(v: u64, n: u32) -> u64 {
    if n >= 64 { 0 } else { v << n }
}

fn shr(v: u64, n: u32) -> u64 {
    if n >= 64 { 0 } else { v >> n }
}

impl KnownBits {
    /// All bits of a constant.
    pub(crate) fn constant(width: u32, v: u64) -> Self {
        Self { zeros: !v & low_mask(width), ones: v }
    }

    /// The value, if every bit is known.
    pub fn value(self, width: u32) -> Option<u64> {
        (self.zeros | self.ones == low_mask(width)).then_some(self.ones)
    }

    /// The least unsigned number that fits.
    pub fn min_unsigned(self) -> u64 {
        self.ones
    }

    /// The greatest unsigned number that fits.
    pub fn max_unsigned(self, width: u32) -> u64 {
        low_mask(width) & !self.zeros
    }

    /// The least signed number that fits.
    pub fn min_signed(self, width: u32) -> i64 {
        let sign = 1u64 << (width - 1);
        let v = self.ones | (sign & !self.zeros);
        to_signed(v, width)
    }

    /// The greatest signed number that fits.
    pub fn max_signed(self, width: u32) -> i64 {
        let sign = 1u64 << (width - 1);
        let free = low_mask(width) & !self.zeros & !sign;
        to_signed(free | (self.ones & sign), width)
    }

    /// Surely different: some bit is known and differs.
    pub fn conflicts(self, o: Self) -> bool {
        (self.ones & o.zeros) | (self.zeros & o.ones) != 0
    }

    /// The sign bit, if known.
    pub fn sign(self, width: u32) -> Option<bool> {
        let bit = 1u64 << (width - 1);
        if self.ones & bit != 0 {
            Some(true)
        } else if self.zeros & bit != 0 {
            Some(false)
        } else {
            None
        }
    }

    fn flip(self) -> Self {
        Self { zeros: self.ones, ones: self.zeros }
    }

    /// Both agree.
    fn join(self, o: Self) -> Self {
        Self { zeros: self.zeros & o.zeros, ones: self.ones & o.ones }
    }

    /// The sum with a carry in: the known low bits, and what is known of each bit's carry.
    fn add(self, o: Self, carry: bool, width: u32) -> Self {
        let m = low_mask(width);
        let (min_a, max_a) = (self.ones, m & !self.zeros);
        let (min_b, max_b) = (o.ones, m & !o.zeros);
        let c = carry as u64;
        // The carries into each bit are monotone in the operands.
        let low = min_a.wrapping_add(min_b).wrapping_add(c);
        let high = max_a.wrapping_add(max_b).wrapping_add(c);
        let carry_low = low ^ min_a ^ min_b;
        let carry_high = high ^ max_a ^ max_b;
        let known = !(carry_low ^ carry_high) & (self.zeros | self.ones) & (o.zeros | o.ones) & m;
        Self { zeros: !low & known, ones: low & known }
    }

    fn trailing_zeros(self) -> u32 {
        self.zeros.trailing_ones()
    }

    /// Zeros on top of a number that is at most `max`.
    fn bounded(max: u64, width: u32) -> Self {
        Self { zeros: low_mask(width) & !low_mask(64 - max.leading_zeros()), ones: 0 }
    }

    fn shl_by(self, n: u32, width: u32) -> Self {
        let m = low_mask(width);
        Self { zeros: (shl(self.zeros, n) | low_mask(n.min(64))) & m, ones: shl(self.ones, n) & m }
    }

    fn extract(self, hi: u32, lo: u32) -> Self {
        let m = low_mask(hi - lo + 1);
        Self { zeros: shr(self.zeros, lo) & m, ones: shr(self.ones, lo) & m }
    }

    /// What is known of a node with these parts.
    pub(crate) fn of_node(terms: &Terms, op: Op, sort: Sort, args: &[TermId]) -> Self {
        let Sort::BitVec(width) = sort else { return Self::default() };
        if width > 64 {
            return Self::default();
        }
        let known = |i: usize| terms.known_bits(args[i]);
        let wide = |i: usize| terms.width(args[i]);
        match op {
            Op::BvConst(c) => Self::constant(width, terms.small_constant(c)),
            Op::BvNot => known(0).flip(),
            Op::BvAnd => {
                let (a, b) = (known(0), known(1));
                Self { zeros: a.zeros | b.zeros, ones: a.ones & b.ones }
            }
            Op::BvOr => {
                let (a, b) = (known(0), known(1));
                Self { zeros: a.zeros & b.zeros, ones: a.ones | b.ones }
            }
            Op::BvXor => {
                let (a, b) = (known(0), known(1));
                Self {
                    zeros: (a.zeros & b.zeros) | (a.ones & b.ones),
                    ones: (a.zeros & b.ones) | (a.ones & b.zeros),
                }
            }
            Op::Ite => known(1).join(known(2)),
            Op::BvAdd => known(0).add(known(1), false, width),
            Op::BvSub => known(0).add(known(1).flip(), true, width),
            Op::BvNeg => Self::constant(width, 0).add(known(0).flip(), true, width),
            Op::BvMul => Self::of_product(known(0), known(1), width),
            Op::BvUDiv => Self::of_quotient(known(0), known(1), width),
            Op::BvURem => Self::of_remainder(known(0), known(1), width),
            Op::BvShl => match terms.as_u64(args[1]) {
                Some(n) if n < width as u64 => known(0).shl_by(n as u32, width),
                _ => {
                    let n = known(0).trailing_zeros().min(width);
                    Self { zeros: low_mask(n), ones: 0 }
                }
            },
            Op::BvLShr => Self::bounded(known(0).max_unsigned(width), width),
            Op::Concat => {
                let low = wide(1);
                let (a, b) = (known(0), known(1));
                Self { zeros: shl(a.zeros, low) | b.zeros, ones: shl(a.ones, low) | b.ones }
            }
            Op::Extract { hi, lo } if wide(0) <= 64 => known(0).extract(hi, lo),
            Op::ZeroExtend(n) => {
                let top = low_mask(width) & !low_mask(width - n);
                Self { zeros: known(0).zeros | top, ones: known(0).ones }
            }
            Op::SignExtend(n) => {
                let (a, top) = (known(0), low_mask(width) & !low_mask(width - n));
                match a.sign(width - n) {
                    Some(true) => Self { zeros: a.zeros, ones: a.ones | top },
                    Some(false) => Self { zeros: a.zeros | top, ones: a.ones },
                    None => a,
                }
            }
            _ => Self::default(),
        }
    }

    fn of_product(a: Self, b: Self, width: u32) -> Self {
        let low = (a.trailing_zeros() + b.trailing_zeros()).min(width);
        let top = match a.max_unsigned(width).checked_mul(b.max_unsigned(width)) {
            Some(max) if max <= low_mask(width) => Self::bounded(max, width).zeros,
            _ => 0,
        };
        Self { zeros: low_mask(low) | top, ones: 0 }
    }

    /// By zero gives all ones, so the divisor must be known not to be zero.
    fn of_quotient(a: Self, b: Self, width: u32) -> Self {
        match a.max_unsigned(width).checked_div(b.min_unsigned()) {
            Some(max) => Self::bounded(max, width),
            None => Self::default(),
        }
    }

    /// The remainder is at most the dividend, and below the divisor unless that is zero.
    fn of_remainder(a: Self, b: Self, width: u32) -> Self {
        let mut max = a.max_unsigned(width);
        if b.min_unsigned() != 0 {
            max = max.min(b.max_unsigned(width) - 1);
        }
        Self::bounded(max, width)
    }
}

/// The low `width` bits read as signed.
pub(crate) fn to_signed(v: u64, width: u32) -> i64 {
    let shift = 64 - width;
    ((v << shift) as i64) >> shift
}
