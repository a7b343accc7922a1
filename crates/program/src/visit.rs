//! Looking at and rewriting the parts of operations: terms, written variables.

use crate::{CheckId, Op, VarId};
use maymust_term::TermId;

impl Op {
    /// Calls `f` with every term of the operation, in the order in which they are printed.
    pub fn for_each_term(&self, mut f: impl FnMut(TermId)) {
        match self {
            Op::Assign(_, t)
            | Op::Assume(t)
            | Op::Check(_, t)
            | Op::Halt(t)
            | Op::Block { condition: t, .. }
            | Op::Acquire(t)
            | Op::Release(t) => f(*t),
            Op::Call { args, .. } | Op::Spawn { args, .. } => args.iter().for_each(|t| f(*t)),
            Op::CallPointer { pointer, args, .. } => {
                f(*pointer);
                args.iter().for_each(|t| f(*t));
            }
            Op::Allocate { size, .. } => f(*size),
            Op::Free { pointer, .. } => f(*pointer),
            Op::Copy { to, from, bytes } => [*to, *from, *bytes].into_iter().for_each(f),
            Op::Fill { to, byte, bytes } => [*to, *byte, *bytes].into_iter().for_each(f),
            Op::Bytes { to, .. } => f(*to),
            Op::Output { stream, byte } => [*stream, *byte].into_iter().for_each(f),
            Op::Havoc(..) | Op::Unsupported(_) | Op::AtomicBegin | Op::AtomicEnd | Op::EndThread => {}
        }
    }

    /// Replaces every term of the operation.
    pub fn map_terms(&mut self, mut f: impl FnMut(TermId) -> TermId) {
        let mut set = |t: &mut TermId| *t = f(*t);
        match self {
            Op::Assign(_, t)
            | Op::Assume(t)
            | Op::Check(_, t)
            | Op::Halt(t)
            | Op::Block { condition: t, .. }
            | Op::Acquire(t)
            | Op::Release(t) => set(t),
            Op::Call { args, .. } | Op::Spawn { args, .. } => args.iter_mut().for_each(set),
            Op::CallPointer { pointer, args, .. } => {
                set(pointer);
                args.iter_mut().for_each(set);
            }
            Op::Allocate { size, .. } => set(size),
            Op::Free { pointer, .. } => set(pointer),
            Op::Copy { to, from, bytes } => [to, from, bytes].into_iter().for_each(set),
            Op::Fill { to, byte, bytes } => [to, byte, bytes].into_iter().for_each(set),
            Op::Bytes { to, .. } => set(to),
            Op::Output { stream, byte } => [stream, byte].into_iter().for_each(set),
            Op::Havoc(..) | Op::Unsupported(_) | Op::AtomicBegin | Op::AtomicEnd | Op::EndThread => {}
        }
    }

    /// All terms of the operation.
    pub fn terms(&self) -> Vec<TermId> {
        let mut terms = Vec::new();
        self.for_each_term(|t| terms.push(t));
        terms
    }

    /// The variable that the operation names as its target. Calls, allocations and block operations write more
    /// than that: see [`crate::modref`].
    pub fn target(&self) -> Option<VarId> {
        match self {
            Op::Assign(v, _) | Op::Havoc(v, _) | Op::Allocate { result: v, .. } => Some(*v),
            Op::Call { result, .. } | Op::CallPointer { result, .. } | Op::Spawn { result, .. } => *result,
            _ => None,
        }
    }

    /// The check that the operation names.
    pub fn check(&self) -> Option<CheckId> {
        match self {
            Op::Check(c, _) | Op::CallPointer { check: c, .. } | Op::Block { check: c, .. } => Some(*c),
            _ => None,
        }
    }
}
