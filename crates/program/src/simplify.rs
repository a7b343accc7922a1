//! Simplification: assignments to locals that nothing reads are dropped.
//!
//! Only plain assignments go: an arbitrary value asks for an input, a call or an allocation does more than its result.
//! Results and parameters stay, as do globals and memory. Traces no longer show the values of dropped variables, so
//! engines ask for this pass, and [`crate::prepare`] does not run it.

use crate::builder::normalise;
use crate::verify::debug_verify;
use crate::{Op, Proc, ProcId, Program, VarId, VarKind};
use rustc_hash::FxHashMap;

/// Drops dead assignments in all procedures; gives how many there were.
pub fn drop_dead(program: &mut Program) -> usize {
    let mut dropped = 0;
    for i in 0..program.procs.len() {
        let dead = dead_edges(program, &program.procs[i]);
        if dead.is_empty() {
            continue;
        }
        dropped += dead.len();
        let mut proc = program.procs[i].clone();
        for e in dead {
            proc.edges[e].op = Op::Assume(program.terms.tru());
        }
        program.procs[i] = normalise(program, ProcId(i as u32), proc);
    }
    debug_verify(program, "simplification");
    dropped
}

/// Edges that assign locals which only dead edges read.
fn dead_edges(program: &Program, proc: &Proc) -> Vec<usize> {
    let mut readers: FxHashMap<VarId, usize> = FxHashMap::default();
    let mut writers: FxHashMap<VarId, Vec<usize>> = FxHashMap::default();
    let reads = |e: usize| program.terms.support_of(&proc.edges[e].op.terms());
    for (e, edge) in proc.edges.iter().enumerate() {
        for v in reads(e) {
            *readers.entry(v).or_default() += 1;
        }
        if let Op::Assign(v, _) = edge.op
            && matches!(program.var(v).kind, VarKind::Local(_))
        {
            writers.entry(v).or_default().push(e);
        }
    }
    let is_dead = |v: &VarId, readers: &FxHashMap<VarId, usize>| readers.get(v).is_none_or(|n| *n == 0);
    let mut work: Vec<VarId> = proc.locals.iter().filter(|v| is_dead(v, &readers)).copied().collect();
    let mut dead = Vec::new();
    while let Some(v) = work.pop() {
        for e in writers.remove(&v).unwrap_or_default() {
            dead.push(e);
            for read in reads(e) {
                let left = readers.entry(read).or_default();
                *left -= 1;
                if *left == 0 && matches!(program.var(read).kind, VarKind::Local(_)) {
                    work.push(read);
                }
            }
        }
    }
    dead
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn chains_of_dead_assignments_go_and_the_rest_stays() {
        let text = "maymust-program 1
pointer-bytes 8
var g global signed @0:0 (_ BitVec 32)
var a local proc0 signed @0:0 (_ BitVec 32)
var b local proc0 signed @0:0 (_ BitVec 32)
var c local proc0 signed @0:0 (_ BitVec 32)
memory - - - - -
proc f @0:0 locs 6 entry 0 exit 5 body user result - params locals a b c
  0 -> 1 @0:0 havoc a nondet \"in\"
  1 -> 2 @0:0 b := a
  2 -> 3 @0:0 c := (bvadd b #x00000001)
  3 -> 4 @0:0 g := a
  4 -> 5 @0:0 c := (bvadd c c)
";
        let mut p = crate::text_parse::parse(text).unwrap_or_else(|e| panic!("{e}"));
        // `c` is read by its own assignment, so it counts as read.
        assert_eq!(drop_dead(&mut p), 0);
        let last = p.procs[0].edges.len() - 1;
        p.procs[0].edges[last].op = Op::Assume(p.terms.tru());
        assert_eq!(drop_dead(&mut p), 2);
        assert_eq!(p.procs[0].edges.len(), 2);
    }
}
