//! Handles: arbitrary values of the start that a run only compares with others.
//!
//! Rules speak of one handle that is chosen when the program starts. Nothing but its being equal to some value decides
//! what a run does, and the values that it is compared with do not depend on it: one run finds them all, and one
//! run for each of them, and one for no handle at all, are all runs there are.

use std::collections::BTreeSet;

use maymust_machine::Observer;
use maymust_program::{Op, Program, VarId, VarKind};
use maymust_term::{Op as TermOp, TermId, Value};
use rustc_hash::FxHashSet;

/// A handle, and the locals that it is compared with.
#[derive(Clone, Debug)]
pub(crate) struct Handle {
    pub(crate) var: VarId,
    compared: FxHashSet<VarId>,
}

/// The handles of a program: globals that its start makes arbitrary and that otherwise occur only in branches on their
/// equality with a local variable.
pub(crate) fn handles(program: &Program) -> Vec<Handle> {
    let Some(start) = program.entry.map(|e| program.proc(e)) else { return Vec::new() };
    let is_global = |v: &VarId| program.var(*v).kind == VarKind::Global;
    let chosen = start.edges.iter().filter_map(|e| match &e.op {
        Op::Havoc(var, _) => Some(*var).filter(is_global),
        _ => None,
    });
    let mut handles: Vec<Handle> = chosen.map(|var| Handle { var, compared: FxHashSet::default() }).collect();
    if handles.is_empty() {
        return handles;
    }
    let mut other_use: FxHashSet<VarId> = FxHashSet::default();
    for edge in program.procs.iter().flat_map(|p| &p.edges) {
        if let Some(var) = edge.op.target()
            && !matches!(edge.op, Op::Havoc(..))
        {
            other_use.insert(var);
        }
        for term in edge.op.terms() {
            note_uses(program, &edge.op, term, &mut handles, &mut other_use);
        }
    }
    handles.retain(|h| !other_use.contains(&h.var));
    handles
}

fn note_uses(
    program: &Program,
    op: &Op,
    term: TermId,
    handles: &mut [Handle],
    other_use: &mut FxHashSet<VarId>,
) {
    let support = program.terms.support(term);
    for handle in handles.iter_mut().filter(|h| support.contains(&h.var)) {
        match compared_with(program, op, term, handle.var) {
            Some(local) => {
                handle.compared.insert(local);
            }
            None => {
                other_use.insert(handle.var);
            }
        }
    }
}

/// The local of a branch on `handle == local`.
fn compared_with(program: &Program, op: &Op, term: TermId, handle: VarId) -> Option<VarId> {
    let terms = &program.terms;
    if !matches!(op, Op::Assume(_)) {
        return None;
    }
    let equality = if terms.op(term) == TermOp::Not { *terms.args(term).first()? } else { term };
    let [a, b] = *terms.args(equality) else { return None };
    if terms.op(equality) != TermOp::Eq {
        return None;
    }
    let (a, b) = (terms.as_var(a)?, terms.as_var(b)?);
    let local = if a == handle { b } else { a };
    matches!(program.var(local).kind, VarKind::Local(_)).then_some(local)
}

/// Collects the values that handles are compared with.
pub(crate) struct Offered<'h> {
    handles: &'h [Handle],
    /// By handle.
    pub(crate) values: Vec<BTreeSet<u64>>,
}

impl<'h> Offered<'h> {
    pub(crate) fn new(handles: &'h [Handle]) -> Self {
        Offered { handles, values: vec![BTreeSet::new(); handles.len()] }
    }
}

impl Observer for Offered<'_> {
    fn edge(&mut self, _proc: maymust_program::ProcId, _edge: maymust_program::EdgeId) {}

    fn assigned(&mut self, var: VarId, value: &Value) {
        for (handle, values) in self.handles.iter().zip(&mut self.values) {
            if handle.compared.contains(&var)
                && let Some(value) = value.as_u64()
            {
                values.insert(value);
            }
        }
    }
}

/// A value that is not among these.
pub(crate) fn other_than(values: &BTreeSet<u64>) -> u64 {
    (0..).find(|n| !values.contains(n)).unwrap_or(0)
}
