//! Constants across procedures: objects whose number is the same in every run, and parameters that every call gives the same constant.
//!
//! Most pointers to the one device of a driver are such. Allocations, calls and parameters stay; only uses change, so a state of
//! the program before is one of the program after. Engines ask for these passes.

use crate::calls::CallGraph;
use crate::modref::ModRef;
use crate::{LocId, Op, Proc, ProcId, Program, VarId, VarKind};
use maymust_term::TermId;
use rustc_hash::{FxHashMap, FxHashSet};

/// The number of the next object at a location.
#[derive(Clone, Copy, PartialEq)]
enum Next {
    Unreached,
    Is(u32),
    Any,
}

impl Next {
    fn join(self, other: Next) -> Next {
        match (self, other) {
            (Next::Unreached, n) | (n, Next::Unreached) => n,
            (a, b) if a == b => a,
            _ => Next::Any,
        }
    }
}

/// Replaces pointers to objects whose number is the same in every run, as that of a local of `main`; gives how many there were.
pub fn constant_objects(program: &mut Program) -> usize {
    let (Some(entry), Some(next)) = (program.entry, program.memory.next) else { return 0 };
    if has_pointer_calls(program) || crate::threads::starts_threads(program) {
        return 0;
    }
    let numbers = next_numbers(program, entry, next);
    let mut constants: FxHashMap<VarId, TermId> = FxHashMap::default();
    let mut several: FxHashSet<VarId> = FxHashSet::default();
    for (p, proc) in program.procs.iter().enumerate() {
        for edge in &proc.edges {
            let Some(v) = edge.op.target() else { continue };
            let Op::Allocate { result, .. } = edge.op else {
                several.insert(v);
                continue;
            };
            let local = matches!(program.var(result).kind, VarKind::Local(_));
            match numbers[p][edge.from.index()] {
                Next::Is(n) if local && dominates_uses(program, proc, result) => {
                    let pointer = program.layout.join(n, 0);
                    let pointer = program.layout.constant(&mut program.terms, pointer);
                    if constants.insert(result, pointer).is_some() {
                        several.insert(result);
                    }
                }
                _ => {
                    several.insert(result);
                }
            }
        }
    }
    constants.retain(|v, _| !several.contains(v));
    replace(program, &constants);
    crate::verify::debug_verify(program, "constant objects");
    constants.len()
}

/// By procedure and location: the number that the next object gets there.
fn next_numbers(program: &Program, entry: ProcId, next: VarId) -> Vec<Vec<Next>> {
    let calls = CallGraph::new(program);
    let modref = ModRef::new(program, &calls);
    let mut at: Vec<Vec<Next>> =
        program.procs.iter().map(|p| vec![Next::Unreached; p.locs as usize]).collect();
    let start = program.proc(entry).entry;
    at[entry.index()][start.index()] = Next::Is(program.statics.len() as u32 + 1);
    let mut work: Vec<(ProcId, LocId)> = vec![(entry, start)];
    while let Some((p, loc)) = work.pop() {
        let proc = program.proc(p);
        let here = at[p.index()][loc.index()];
        if loc == proc.exit && modref.may_write(p, next) {
            // What follows the calls of it depends on this.
            for &caller in &calls.callers[p.index()] {
                let calls_it = |op: &Op| matches!(op, Op::Call { proc, .. } if *proc == p);
                let edges = program.proc(caller).edges.iter().filter(|e| calls_it(&e.op));
                work.extend(edges.map(|e| (caller, e.from)));
            }
        }
        for (_, edge) in proc.successors(loc) {
            let after = match &edge.op {
                Op::Allocate { .. } => match here {
                    Next::Is(n) if u64::from(n) + 1 < program.layout.objects() => Next::Is(n + 1),
                    Next::Unreached => Next::Unreached,
                    _ => Next::Any,
                },
                Op::Call { proc: callee, .. } if program.proc(*callee).has_body => {
                    let (c, body) = (callee.index(), program.proc(*callee));
                    let joined = at[c][body.entry.index()].join(here);
                    if joined != at[c][body.entry.index()] {
                        at[c][body.entry.index()] = joined;
                        work.push((*callee, body.entry));
                    }
                    if modref.may_write(*callee, next) { at[c][body.exit.index()] } else { here }
                }
                op if op.target() == Some(next) => Next::Any,
                _ => here,
            };
            let slot = &mut at[p.index()][edge.to.index()];
            let joined = slot.join(after);
            if joined != *slot {
                *slot = joined;
                work.push((p, edge.to));
            }
        }
    }
    at
}

/// Is a new object's pointer used only behind its allocation?
fn dominates_uses(program: &Program, proc: &Proc, pointer: VarId) -> bool {
    let mut seen = vec![false; proc.locs as usize];
    let mut stack = vec![proc.entry];
    while let Some(loc) = stack.pop() {
        if std::mem::replace(&mut seen[loc.index()], true) {
            continue;
        }
        for (_, edge) in proc.successors(loc) {
            if program.terms.support_of(&edge.op.terms()).contains(&pointer) {
                return false;
            }
            if edge.op.target() != Some(pointer) {
                stack.push(edge.to);
            }
        }
    }
    true
}

fn has_pointer_calls(program: &Program) -> bool {
    let mut ops = program.procs.iter().flat_map(|p| &p.edges).map(|e| &e.op);
    ops.any(|op| matches!(op, Op::CallPointer { .. }))
}

/// Puts constants in place of variables. What is known of the addresses of block operations goes with them.
fn replace(program: &mut Program, constants: &FxHashMap<VarId, TermId>) {
    let terms = &mut program.terms;
    for edge in program.procs.iter_mut().flat_map(|p| &mut p.edges) {
        edge.op.map_terms(|t| terms.substitute(t, constants));
    }
    for (t, regions) in std::mem::take(&mut program.memory.targets) {
        // The old term may still be one of an operation that no constant reached.
        for t in [t, terms.substitute(t, constants)] {
            let known = program.memory.targets.entry(t).or_default();
            known.extend(&regions);
            known.sort_unstable();
            known.dedup();
        }
    }
}

/// What calls pass for a parameter.
#[derive(Clone, Copy, PartialEq)]
enum Passed {
    Nothing,
    Constant(TermId),
    Several,
}

/// Replaces constant parameters in bodies; gives how many there were.
pub fn constant_parameters(program: &mut Program) -> usize {
    if has_pointer_calls(program) {
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
        if let Op::Call { proc, args, .. } | Op::Spawn { proc, args, .. } = &edge.op {
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
    replace(program, &constants);
    crate::verify::debug_verify(program, "constant parameters");
    constants.len()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn passed_on_or_not_the_same_everywhere() {
        let text = "maymust-program 1
pointers 32 32
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

    #[test]
    fn objects_of_main_are_constant_those_of_a_callee_called_twice_are_not() {
        let text = "maymust-program 1
pointers 32 32
entry proc0
var a local proc0 signed @0:0 (_ BitVec 64)
var b local proc0 signed @0:0 (_ BitVec 64)
var c local proc1 signed @0:0 (_ BitVec 64)
var q param proc1 signed @0:0 (_ BitVec 64)
var g global signed @0:0 (_ BitVec 64)
var next memory unsigned @0:0 (_ BitVec 32)
memory - - - next -
proc main @0:0 locs 6 entry 0 exit 5 body user result - params locals a b
  0 -> 1 @0:0 allocate a stack arbitrary #x00000004
  1 -> 2 @0:0 call proc1 - a
  2 -> 3 @0:0 call proc1 - a
  3 -> 4 @0:0 allocate b stack arbitrary #x00000004
  4 -> 5 @0:0 g := b
proc f @0:0 locs 3 entry 0 exit 2 body user result - params q locals c
  0 -> 1 @0:0 allocate c stack arbitrary #x00000004
  1 -> 2 @0:0 g := (bvadd q c)
";
        let mut p = crate::text_parse::parse(text).unwrap_or_else(|e| panic!("{e}"));
        assert_eq!(constant_objects(&mut p), 1, "a, neither b nor c");
        assert_eq!(constant_parameters(&mut p), 1, "q");
        let (pointer, c) = (p.terms.bv(64, 1 << 32), p.terms.lookup("c").expect("a variable"));
        let c = p.terms.var(c);
        let sum = p.terms.bv_add(pointer, c);
        let Op::Assign(_, t) = p.procs[1].edges[1].op else { panic!("an assignment") };
        assert_eq!(t, sum);
    }

    #[test]
    fn regions_of_block_operations_follow_their_addresses() {
        let text = "maymust-program 1
pointers 32 32
entry proc0
var p param proc1 signed @0:0 (_ BitVec 64)
var cells memory unsigned @0:0 (Array (_ BitVec 64) (_ BitVec 32))
memory - - - - -
region cells cells 32 \"s\"
target p 0
proc main @0:0 locs 2 entry 0 exit 1 body user result - params locals
  0 -> 1 @0:0 call proc1 - #x0000000100000000
proc clear @0:0 locs 2 entry 0 exit 1 body user result - params p locals
  0 -> 1 @0:0 fill p #x00 #x00000008
";
        let mut p = crate::text_parse::parse(text).unwrap_or_else(|e| panic!("{e}"));
        assert_eq!(constant_parameters(&mut p), 1);
        assert_eq!(crate::partition::touched_regions(&p, &p.procs[1].edges[0].op), [0]);
        assert_eq!(crate::verify::verify(&p), []);
    }
}
