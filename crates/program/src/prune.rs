//! Pruning: procedures that no run can reach lose their bodies.
//!
//! Their numbers stay, so nothing else changes. Library models are linked by the file; most of what a file
//! defines is never called, and would only blur the points-to analysis.

use crate::calls::CallGraph;
use crate::verify::debug_verify;
use crate::{LocId, Program};

/// Empties the procedures that are not reached from the entry. Without an entry nothing happens.
pub fn prune(program: &mut Program) {
    if program.entry.is_none() {
        return;
    }
    let reachable = CallGraph::new(program).reachable;
    for (proc, reached) in program.procs.iter_mut().zip(reachable) {
        if !reached {
            proc.edges = Vec::new();
            proc.locs = 1;
            proc.entry = LocId(0);
            proc.exit = LocId(0);
            proc.index_edges();
        }
    }
    debug_verify(program, "pruning");
}
