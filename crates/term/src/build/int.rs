//! Rules for unbounded integers.

use crate::arena::Terms;
use crate::op::{Op, TermId};

impl Terms {
    pub(super) fn int_rules(&mut self, op: Op, args: &[TermId]) -> Option<TermId> {
        match op {
            // match: (- (- a)) / result: a
            Op::IntNeg if self.op(args[0]) == Op::IntNeg => Some(self.arg(args[0], 0)),
            _ => None,
        }
    }
}
