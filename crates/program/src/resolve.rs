//! Call resolution: a call through a pointer becomes a case split over the procedures that it may reach.
//!
//! The candidates are the procedures whose addresses the pointer may hold (by [`crate::points_to`]) and whose
//! parameters and result fit. If nothing is known of the pointer, every procedure with an address that fits is a
//! candidate. Each case is guarded by the equality of the pointer with the procedure's address; if none
//! holds, the check of the call fails.
//!
//! ```text
//! l: call-pointer check5 r p x        l: assume p = &f   → l1: call f r x → m
//!                                        assume p = &g   → l2: call g r x → m
//!                                        assume neither  → l3: check check5 false
//! ```

use crate::builder::normalise;
use crate::calls::{address_taken, fits};
use crate::points_to::PointsTo;
use crate::verify::debug_verify;
use crate::{CheckId, Edge, LocId, Op, Proc, ProcId, Program, VarId};
use maymust_term::TermId;
use rustc_hash::FxHashMap;

/// Replaces every [`Op::CallPointer`].
pub fn resolve_calls(program: &mut Program) {
    let is_call = |e: &Edge| matches!(e.op, Op::CallPointer { .. });
    if !program.procs.iter().any(|p| p.edges.iter().any(is_call)) {
        return;
    }
    let mut points_to = PointsTo::new(program);
    let addresses = addresses(program);
    for i in 0..program.procs.len() {
        if !program.procs[i].edges.iter().any(is_call) {
            continue;
        }
        let mut proc = program.procs[i].clone();
        for edge in std::mem::take(&mut proc.edges) {
            match &edge.op {
                Op::CallPointer { pointer, args, result, check } => {
                    let call = Call { pointer: *pointer, args, result: *result, check: *check };
                    let candidates = candidates(program, &mut points_to, &call);
                    split(program, &addresses, &mut proc, &edge, &call, &candidates);
                }
                _ => proc.edges.push(edge),
            }
        }
        program.procs[i] = normalise(program, ProcId(i as u32), proc);
    }
    debug_verify(program, "call resolution");
}

struct Call<'a> {
    pointer: TermId,
    args: &'a [TermId],
    result: Option<VarId>,
    check: CheckId,
}

/// The address of each procedure that has one; the first object counts.
fn addresses(program: &Program) -> FxHashMap<ProcId, u64> {
    let mut addresses = FxHashMap::default();
    for (i, s) in program.statics.iter().enumerate() {
        if let Some(p) = s.proc {
            addresses.entry(p).or_insert(program.layout.join(i as u32 + 1, 0));
        }
    }
    addresses
}

fn candidates(program: &Program, points_to: &mut PointsTo, call: &Call<'_>) -> Vec<ProcId> {
    let known = points_to.callees(program, call.pointer);
    let mut list = known.unwrap_or_else(|| address_taken(program));
    list.retain(|p| fits(program, *p, call.args, call.result));
    list.sort_unstable();
    list.dedup();
    list
}

fn fresh_loc(proc: &mut Proc) -> LocId {
    proc.locs += 1;
    LocId(proc.locs - 1)
}

fn split(
    program: &mut Program,
    addresses: &FxHashMap<ProcId, u64>,
    proc: &mut Proc,
    edge: &Edge,
    call: &Call<'_>,
    candidates: &[ProcId],
) {
    let span = edge.span;
    let mut others = Vec::new();
    for &callee in candidates {
        let address = addresses.get(&callee).copied().unwrap_or(0);
        let address = program.layout.constant(&mut program.terms, address);
        let is_it = program.terms.eq(call.pointer, address);
        others.push(program.terms.not(is_it));
        let before = fresh_loc(proc);
        proc.edges.push(Edge { from: edge.from, to: before, op: Op::Assume(is_it), span });
        // One that takes any arguments drops them.
        let args = call.args.iter().take(program.proc(callee).params.len()).copied().collect();
        let op = Op::Call { proc: callee, args, result: call.result };
        proc.edges.push(Edge { from: before, to: edge.to, op, span });
    }
    let none = program.terms.and(&others);
    let before = fresh_loc(proc);
    proc.edges.push(Edge { from: edge.from, to: before, op: Op::Assume(none), span });
    let fails = Op::Check(call.check, program.terms.fls());
    proc.edges.push(Edge { from: before, to: edge.to, op: fails, span });
}
