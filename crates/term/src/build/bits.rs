//! Rules for bit-vector arithmetic, bitwise operators, shifts, and slicing.

use crate::arena::Terms;
use crate::op::{Op, TermId};
use crate::sort::Sort;

impl Terms {
    pub(super) fn bits_rules(&mut self, op: Op, sort: Sort, args: &[TermId]) -> Option<TermId> {
        let _ = sort;
        match op {
            // match: ((_ extract w-1 0) a) / result: a
            Op::Extract { hi, lo: 0 } if hi + 1 == self.width(args[0]) => Some(args[0]),
            // match: ((_ zero_extend 0) a) / result: a
            Op::ZeroExtend(0) | Op::SignExtend(0) => Some(args[0]),
            _ => None,
        }
    }
}
