//! Constant parameters: a parameter that every call gives the same constant is that constant.
//!
//! Most pointers to the one device of a driver are such. The calls and the parameters stay; only uses in the body change, so a state of
//! the program before is one of the program after. Engines ask for this pass.

use crate::{Op, ProcId, Program, VarId};
use maymust_term::TermId;
use rustc_hash::{FxHashMap, FxHashSet};

/// What calls pass for a parameter.
#[derive(Clone, Copy, PartialEq)]
enum Passed {
    Nothing,
    Constant(TermId),
    Several,
}

/// Replaces constant parameters in bodies; gives how many there were.
pub fn constant_parameters(program: &mut Program) -> usize {
    let mut ops = program.procs.iter().flat_map(|p| &p.edges).map(|e| &e.op);
    if ops.any(|op| matches!(op, Op::CallPointer { .. })) {
        return 0;
    }
    let mut passed: FxHashMap<VarId, Passed> = FxHashMap::default();
    for (p, proc) in program.procs.iter().enumerate() {
        let assigned: FxHashSet<VarId> = proc.edges.iter().filter_map(|e| e.op.target()).collect();
        let is_entry = program.entry == Some(ProcId(p as u32));
        for v in &proc.params {
            let fixed = !is_entry && !assigned.contains(v);
            passed.insert(*v, if fixed { Passed::Nothing } else { Passed::Several });
        }
    }
    let mut calls: Vec<(VarId, TermId)> = Vec::new();
    for edge in program.procs.iter().flat_map(|p| &p.edges) {
        if let Op::Call { proc, args, .. } = &edge.op {
            calls.extend(program.proc(*proc).params.iter().copied().zip(args.iter().copied()));
        }
    }
    // Parameters passed on make it a fixpoint; each goes down at most twice.
    let mut changed = true;
    while changed {
        changed = false;
        for (param, arg) in &calls {
            let terms = &program.terms;
            let here = match terms.as_var(*arg).and_then(|v| passed.get(&v)) {
                _ if terms.is_const(*arg) => Passed::Constant(*arg),
                Some(known) => *known,
                None => Passed::Several,
            };
            let Some(old) = passed.get_mut(param) else { continue };
            let new = match (*old, here) {
                (old, Passed::Nothing) => old,
                (Passed::Nothing, here) => here,
                (old, here) if old == here => old,
                _ => Passed::Several,
            };
            changed |= new != *old;
            *old = new;
        }
    }
    let constants: FxHashMap<VarId, TermId> = passed
        .into_iter()
        .filter_map(|(v, p)| if let Passed::Constant(t) = p { Some((v, t)) } else { None })
        .collect();
    let terms = &mut program.terms;
    for edge in program.procs.iter_mut().flat_map(|p| &mut p.edges) {
        edge.op.map_terms(|t| terms.substitute(t, &constants));
    }
    crate::verify::debug_verify(program, "constant parameters");
    constants.len()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn passed_on_or_not_the_same_everywhere() {
        let text = "maymust-program 1
pointer-bytes 8
var x param proc1 signed @0:0 (_ BitVec 32)
var y param proc1 signed @0:0 (_ BitVec 32)
var z param proc2 signed @0:0 (_ BitVec 32)
var g global signed @0:0 (_ BitVec 32)
memory - - - - -
proc main @0:0 locs 3 entry 0 exit 2 body user result - params locals
  0 -> 1 @0:0 call proc1 - #x00000007 #x00000001
  1 -> 2 @0:0 call proc1 - #x00000007 #x00000002
proc f @0:0 locs 2 entry 0 exit 1 body user result - params x y locals
  0 -> 1 @0:0 call proc2 - x
proc h @0:0 locs 2 entry 0 exit 1 body user result - params z locals
  0 -> 1 @0:0 g := z
";
        let mut p = crate::text_parse::parse(text).unwrap_or_else(|e| panic!("{e}"));
        assert_eq!(constant_parameters(&mut p), 2, "x and z, not y");
        let seven = p.terms.bv(32, 7);
        let Op::Assign(_, t) = p.procs[2].edges[0].op else { panic!("an assignment") };
        assert_eq!(t, seven);
    }
}
