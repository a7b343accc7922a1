//! Known bits of bit-vector terms of at most 64 bits, computed once when a node is made.

use crate::arena::Terms;
use crate::op::{Op, TermId};
use crate::sort::Sort;

/// Which bits of a term are surely zero and surely one.
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

impl KnownBits {
    /// All bits of a constant.
    pub(crate) fn constant(width: u32, v: u64) -> Self {
        Self { zeros: !v & low_mask(width), ones: v }
    }

    /// The value, if every bit is known.
    pub fn value(self, width: u32) -> Option<u64> {
        (self.zeros | self.ones == low_mask(width)).then_some(self.ones)
    }

    /// What is known of a node with these parts.
    pub(crate) fn of_node(terms: &Terms, op: Op, sort: Sort, args: &[TermId]) -> Self {
        let Sort::BitVec(width) = sort else { return Self::default() };
        if width > 64 {
            return Self::default();
        }
        let known = |i: usize| terms.known_bits(args[i]);
        match op {
            Op::BvConst(c) => Self::constant(width, terms.small_constant(c)),
            Op::BvAnd => {
                let (a, b) = (known(0), known(1));
                Self { zeros: a.zeros | b.zeros, ones: a.ones & b.ones }
            }
            Op::BvOr => {
                let (a, b) = (known(0), known(1));
                Self { zeros: a.zeros & b.zeros, ones: a.ones | b.ones }
            }
            Op::Ite => {
                let (a, b) = (known(1), known(2));
                Self { zeros: a.zeros & b.zeros, ones: a.ones & b.ones }
            }
            Op::ZeroExtend(n) => {
                let a = known(0);
                let top = low_mask(width) & !low_mask(width - n);
                Self { zeros: a.zeros | top, ones: a.ones }
            }
            _ => Self::default(),
        }
    }
}
