//! Checks: conditions that C demands before something is done.

use std::sync::Arc;

use maymust_program::{CheckData, CheckId, CheckKind, ObjectState, Op};
use maymust_term::TermId;
use rustc_hash::FxHashMap;

use crate::function::Function;

/// What an access does to memory.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Access {
    /// Only the address is computed.
    Address,
    Read,
    Write,
}

/// The checks of an access, in the order in which they are made.
const ACCESS: [CheckKind; 4] =
    [CheckKind::NullDereference, CheckKind::InvalidPointer, CheckKind::Bounds, CheckKind::UseAfterFree];

/// The conditions of the accesses that a function has made: by address, bytes, and whether it writes.
pub(crate) type Accesses = FxHashMap<(TermId, u32, bool), ([TermId; 4], Arc<str>)>;

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
        let is_write = access == Access::Write;
        let (conditions, message) = match self.accesses.get(&(address, bytes, is_write)) {
            Some((conditions, message)) => (*conditions, message.clone()),
            None => {
                let verb = if is_write { "write" } else { "read" };
                let message = format!("{verb} of {bytes} byte{}", if bytes == 1 { "" } else { "s" });
                let message = self.l.message(&message);
                let n = self.l.p.terms.bv(32, u64::from(bytes));
                let conditions = self.access_conditions(address, n, is_write);
                self.accesses.insert((address, bytes, is_write), (conditions, message.clone()));
                (conditions, message)
            }
        };
        self.emit_checks(conditions, message, Some((address, bytes)));
    }

    /// Emits the checks of an access to `bytes` (BV32, perhaps zero: then nothing is required) bytes.
    pub fn check_block(&mut self, address: TermId, bytes: TermId, access: Access, message: &str) {
        let conditions = self.access_conditions(address, bytes, access == Access::Write);
        let t = &mut self.l.p.terms;
        let zero = t.bv(32, 0);
        let nothing = t.eq(bytes, zero);
        let conditions = conditions.map(|condition| t.or2(nothing, condition));
        let message = self.l.message(message);
        self.emit_checks(conditions, message, None);
    }

    /// What an access to `bytes` (BV32) bytes needs, in the order of [`ACCESS`].
    fn access_conditions(&mut self, address: TermId, bytes: TermId, is_write: bool) -> [TermId; 4] {
        let (state, size, layout) = (self.l.state, self.l.size, self.l.p.layout);
        let t = &mut self.l.p.terms;
        let object = layout.object(t, address);
        let offset = layout.offset(t, address);
        let zero = layout.number(t, 0);
        let not_null = t.ne(object, zero);
        let states = t.var(state);
        let state = t.select(states, object);
        let sizes = t.var(size);
        let size = t.select(sizes, object);
        let mut valid = ObjectState::has_bytes(t, state);
        if is_write {
            let constant = ObjectState::Constant.term(t);
            let writable = t.ne(state, constant);
            valid = t.and2(valid, writable);
        }
        let fits = t.ule(bytes, size);
        let last = t.bv_sub(size, bytes);
        let within = t.ule(offset, last);
        let bounds = t.and2(fits, within);
        let live = ObjectState::is_before_end(t, state);
        [not_null, valid, bounds, live]
    }

    /// Emits those checks of an access that are not trivially true.
    fn emit_checks(&mut self, conditions: [TermId; 4], message: Arc<str>, shared: Option<(TermId, u32)>) {
        for (kind, condition) in ACCESS.into_iter().zip(conditions) {
            if condition != self.l.p.terms.tru() {
                let id = self.new_check(kind, message.clone(), shared);
                self.emit(Op::Check(id, condition));
            }
        }
    }

    /// Pointer arithmetic must not stray so far that it could reach another object.
    pub fn check_stray(&mut self, index: TermId, element: u64, result: TermId) {
        let layout = self.l.p.layout;
        let reach = layout.max_object();
        let t = &mut self.l.p.terms;
        if t.is_const(index) {
            let value = t.as_i64(index).unwrap_or(0);
            if (value.unsigned_abs()).saturating_mul(element) < reach {
                return;
            }
        }
        let most = reach / element.max(1);
        let shift = layout.constant(t, most);
        let shifted = t.bv_add(index, shift);
        let range = layout.constant(t, most * 2);
        let near = t.ult(shifted, range);
        let window = layout.is_near(t, result);
        let condition = t.and2(near, window);
        self.check(CheckKind::Bounds, condition, "pointer arithmetic far outside of the object");
    }
}
