//! Rules for comparisons and overflow predicates.

use crate::arena::Terms;
use crate::op::{Op, TermId};

impl Terms {
    pub(super) fn compare_rules(&mut self, op: Op, args: &[TermId]) -> Option<TermId> {
        match op {
            // match: (bvult a a) / result: false
            Op::Ult | Op::Slt if args[0] == args[1] => Some(self.fls()),
            // match: (bvule a a) / result: true
            Op::Ule | Op::Sle if args[0] == args[1] => Some(self.tru()),
            _ => None,
        }
    }
}
