//! Checks: conditions that C demands before something is done.

use std::sync::Arc;

use maymust_program::{CheckData, CheckId, CheckKind, Op};
use maymust_term::TermId;

use crate::MAX_OBJECT;
use crate::function::Function;

/// What an access does to memory.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Access {
    /// Only the address is computed.
    Address,
    Read,
    Write,
}

impl Function<'_, '_> {
    fn new_check(&mut self, kind: CheckKind, message: Arc<str>, access: Option<(TermId, u32)>) -> CheckId {
        self.l.p.checks.push(CheckData { kind, message, proc: self.b.id, span: self.span, access });
        CheckId(self.l.p.checks.len() as u32 - 1)
    }

    /// Emits a check unless its condition is trivially true.
    pub fn check(&mut self, kind: CheckKind, condition: TermId, message: impl AsRef<str>) {
        if condition == self.l.p.terms.tru() {
            return;
        }
        let message = self.l.message(message.as_ref());
        let id = self.new_check(kind, message, None);
        self.emit(Op::Check(id, condition));
    }

    /// A check that is not emitted here but named by another operation.
    pub fn named_check(&mut self, kind: CheckKind, message: &str) -> CheckId {
        let message = self.l.message(message);
        self.new_check(kind, message, None)
    }

    /// Emits the checks of an access to `bytes` bytes at `address`.
    pub fn check_access(&mut self, address: TermId, bytes: u32, access: Access) {
        if bytes == 0 {
            return;
        }
        let verb = if access == Access::Write { "write" } else { "read" };
        let message = format!("{verb} of {bytes} byte{}", if bytes == 1 { "" } else { "s" });
        let n = self.l.p.terms.bv(32, u64::from(bytes));
        self.check_range(address, n, access, &message, Some((address, bytes)), None);
    }

    /// Emits the checks of an access to `bytes` (BV32, perhaps zero: then nothing is required) bytes.
    pub fn check_block(&mut self, address: TermId, bytes: TermId, access: Access, message: &str) {
        let nothing = {
            let t = &mut self.l.p.terms;
            let zero = t.bv(32, 0);
            t.eq(bytes, zero)
        };
        self.check_range(address, bytes, access, message, None, Some(nothing));
    }

    fn check_range(
        &mut self,
        address: TermId,
        bytes: TermId,
        access: Access,
        message: &str,
        shared: Option<(TermId, u32)>,
        unless: Option<TermId>,
    ) {
        let (state, size) = (self.l.state, self.l.size);
        let t = &mut self.l.p.terms;
        let object = t.extract(address, 63, 32);
        let offset = t.extract(address, 31, 0);
        let zero = t.bv(32, 0);
        let not_null = t.ne(object, zero);
        let states = t.var(state);
        let state = t.select(states, object);
        let sizes = t.var(size);
        let size = t.select(sizes, object);
        // Live objects and dead ones are objects: states 1 to 7.
        let one = t.bv(8, 1);
        let below = t.bv_sub(state, one);
        let seven = t.bv(8, 7);
        let mut valid = t.ult(below, seven);
        if access == Access::Write {
            let constant = t.bv(8, 5);
            let writable = t.ne(state, constant);
            valid = t.and2(valid, writable);
        }
        let fits = t.ule(bytes, size);
        let last = t.bv_sub(size, bytes);
        let within = t.ule(offset, last);
        let bounds = t.and2(fits, within);
        let freed = t.bv(8, 6);
        let live = t.ult(state, freed);
        let checks = [
            (CheckKind::NullDereference, not_null),
            (CheckKind::InvalidPointer, valid),
            (CheckKind::Bounds, bounds),
            (CheckKind::UseAfterFree, live),
        ];
        let message = self.l.message(message);
        for (kind, mut condition) in checks {
            if let Some(unless) = unless {
                condition = self.l.p.terms.or2(unless, condition);
            }
            if condition != self.l.p.terms.tru() {
                let id = self.new_check(kind, message.clone(), shared);
                self.emit(Op::Check(id, condition));
            }
        }
    }

    /// Pointer arithmetic must not stray so far that it could reach another object.
    pub fn check_stray(&mut self, index: TermId, element: u64, result: TermId) {
        let t = &mut self.l.p.terms;
        if t.is_const(index) {
            let value = t.as_i64(index).unwrap_or(0);
            if (value.unsigned_abs()).saturating_mul(element) < MAX_OBJECT {
                return;
            }
        }
        let most = MAX_OBJECT / element.max(1);
        let shift = t.bv(64, most);
        let shifted = t.bv_add(index, shift);
        let range = t.bv(64, most * 2);
        let near = t.ult(shifted, range);
        let offset = t.extract(result, 31, 0);
        let shift = t.bv(32, MAX_OBJECT);
        let shifted = t.bv_add(offset, shift);
        let range = t.bv(32, MAX_OBJECT * 2);
        let window = t.ult(shifted, range);
        let condition = t.and2(near, window);
        self.check(CheckKind::Bounds, condition, "pointer arithmetic far outside of the object");
    }
}
