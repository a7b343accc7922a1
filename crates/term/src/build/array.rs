//! Rules for arrays: reads over writes, literals.

use crate::arena::{Constant, Terms};
use crate::op::{Op, TermId};
use crate::sort::Sort;
use crate::table::Table;

impl Terms {
    /// An array literal of an array sort; panics if the table does not fit the sort.
    pub fn table(&mut self, sort: Sort, table: Table) -> TermId {
        let (index, element) = self.array_parts(sort).expect("a table has an array sort");
        assert_eq!(index, Sort::BitVec(table.base().width()), "index sort of a table");
        assert!(table.default_value().has_sort(element), "element sort of a table");
        self.constant(Constant::Table(sort, table))
    }

    pub(super) fn array_rules(&mut self, op: Op, sort: Sort, args: &[TermId]) -> Option<TermId> {
        let _ = sort;
        match op {
            Op::Select => self.select_rules(args[0], args[1]),
            _ => None,
        }
    }

    fn select_rules(&mut self, array: TermId, index: TermId) -> Option<TermId> {
        match self.op(array) {
            // match: (select (store a i v) i) / result: v
            Op::Store if self.arg(array, 1) == index => Some(self.arg(array, 2)),
            // match: (select ((as const A) v) i) / result: v
            Op::ConstArray(_) => Some(self.arg(array, 0)),
            // match: (select table c) / result: the element
            Op::Table(_) => {
                let v = self.as_table(array)?.select(self.as_bv(index)?);
                self.value(&v)
            }
            _ => None,
        }
    }
}
