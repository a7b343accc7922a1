//! Rules for floats.

use crate::arena::Terms;
use crate::op::{Op, TermId};
use crate::sort::Sort;

impl Terms {
    pub(super) fn float_rules(&mut self, op: Op, sort: Sort, args: &[TermId]) -> Option<TermId> {
        let _ = sort;
        match op {
            // match: (fp.neg (fp.neg a)) / result: a
            Op::FpNeg if self.op(args[0]) == Op::FpNeg => Some(self.arg(args[0], 0)),
            _ => None,
        }
    }
}
