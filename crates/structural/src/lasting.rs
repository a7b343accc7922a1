//! What lasts: contents of constants, sizes and states of static objects. Every run that passes its checks leaves them as they are, so
//! the arena of terms is told, and reads at constant places become constants whatever a closed region might have done.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use maymust_program::{ObjectState, Op, Program, VarId};
use maymust_term::{Op as TermOp, TermId, Terms};

use crate::region::Regions;

/// Tells the arena that the terms of a program are made in.
pub fn tell(program: &Program, regions: &Regions, terms: &mut Terms) {
    constant_bytes(program).into_iter().for_each(|(at, data)| terms.know_bytes(at, data));
    if regions.are_objects_kept {
        know_statics(program, terms);
    }
}

/// Objects that are there from the start stay there, as long as they are: only lives on the heap and of local objects end, a check in front
/// of each `free` says so.
fn know_statics(program: &Program, terms: &mut Terms) {
    let (Some(size), Some(state)) = (program.memory.size, program.memory.state) else { return };
    let sorts = [size, state].map(|v| terms.symbol_sort(v));
    // No other arrays are meant.
    let mut others = (0..program.vars.len()).map(VarId::from_index).filter(|v| ![size, state].contains(v));
    if sorts[0] == sorts[1] || others.any(|v| sorts.contains(&terms.symbol_sort(v))) {
        return;
    }
    for (i, object) in program.statics.iter().enumerate() {
        let values = [terms.bv(32, u64::from(object.size)), object.state.term(terms)];
        for (sort, value) in sorts.into_iter().zip(values) {
            terms.know_element(sort, i as u64 + 1, value);
        }
    }
}

/// The contents of constants that are written at the start as a whole, by their addresses. Nothing else writes them: a check in
/// front of every write through a pointer says so, and no run goes on behind its failure. So closed regions leave them as they are.
fn constant_bytes(program: &Program) -> BTreeMap<u64, Arc<[u8]>> {
    // Pointers of four bytes have none in memory.
    if program.pointer_bytes != 8 {
        return BTreeMap::new();
    }
    let layout = program.layout;
    let begin = |address: u64| layout.join(layout.split(address).0, 0);
    let constant = |to: TermId| {
        let at = program.terms.as_u64(to)?;
        let object = program.statics.get(layout.split(at).0.checked_sub(1)? as usize)?;
        (object.state == ObjectState::Constant).then_some((at, object.size))
    };
    let mut found: BTreeMap<u64, Arc<[u8]>> = BTreeMap::new();
    let mut others: BTreeSet<u64> = BTreeSet::new();
    for edge in program.procs.iter().flat_map(|p| &p.edges) {
        let (Op::Bytes { to, .. } | Op::Fill { to, .. } | Op::Copy { to, .. }) = &edge.op else { continue };
        let Some((at, size)) = constant(*to) else { continue };
        let is_only = match &edge.op {
            Op::Bytes { data, .. } if at == begin(at) && data.len() == size as usize => {
                found.insert(at, data.clone()).is_none()
            }
            _ => false,
        };
        others.extend((!is_only).then_some(begin(at)));
    }
    // Single cells that are written.
    for t in (0..program.terms.len()).map(TermId::from_index) {
        if matches!(program.terms.op(t), TermOp::Store | TermOp::StoreWide { .. }) {
            others.extend(constant(program.terms.arg(t, 1)).map(|(at, _)| begin(at)));
        }
    }
    found.retain(|at, _| !others.contains(at));
    found
}
