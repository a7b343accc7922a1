//! What a loop does: the variables that it may write, and those that decide whether it goes on.

use maymust_program::calls::CallGraph;
use maymust_program::loops::{LoopId, LoopTree};
use maymust_program::modref::{ModRef, Supports, effect};
use maymust_program::{CheckId, CheckKind, Op, ProcId, Program, VarId};
use rustc_hash::FxHashSet;

/// The loops of a program, and its calls.
pub struct Loops {
    /// By procedure.
    pub trees: Vec<LoopTree>,
    /// By procedure: ranks of its locations.
    pub orders: Vec<Vec<u32>>,
    /// Who calls whom.
    pub calls: CallGraph,
    /// Who writes what.
    pub modref: ModRef,
}

impl Loops {
    /// Of a prepared program.
    pub fn new(program: &Program) -> Loops {
        let trees: Vec<LoopTree> = program.procs.iter().map(LoopTree::new).collect();
        let orders = program.procs.iter().zip(&trees).map(|(p, t)| t.order(p)).collect();
        let calls = CallGraph::new(program);
        let modref = ModRef::new(program, &calls);
        Loops { trees, orders, calls, modref }
    }

    /// The operations of a loop.
    fn ops<'p>(&self, program: &'p Program, proc: ProcId, id: LoopId) -> Vec<&'p Op> {
        let data = program.proc(proc);
        let locs = &self.trees[proc.index()].loops[id.index()].locs;
        locs.iter().flat_map(|l| data.successors(*l)).map(|(_, e)| &e.op).collect()
    }

    /// The variables that a loop may write, sorted: those of what it calls are not among them.
    pub fn modified(&self, program: &Program, proc: ProcId, id: LoopId) -> Vec<VarId> {
        let mut supports = Supports::default();
        let mut vars = Vec::new();
        for op in self.ops(program, proc, id) {
            vars.extend(effect(program, op, &mut supports).writes);
            if let Op::Call { proc, .. } = op {
                vars.extend(&self.modref.writes[proc.index()]);
            }
        }
        vars.sort_unstable();
        vars.dedup();
        vars
    }

    /// The variables whose values decide, together with the inputs, which way the iterations of a loop take: a set that is closed under
    /// what assignments read, also in procedures that the loop calls.
    pub fn deciding(&self, program: &Program, proc: ProcId, id: LoopId) -> FxHashSet<VarId> {
        let mut ops = self.ops(program, proc, id);
        let mut called: Vec<ProcId> = Vec::new();
        let callee = |op: &Op| if let Op::Call { proc, .. } = op { Some(*proc) } else { None };
        let mut work: Vec<ProcId> = ops.iter().filter_map(|op| callee(op)).collect();
        while let Some(p) = work.pop() {
            if !called.contains(&p) {
                called.push(p);
                ops.extend(program.proc(p).edges.iter().map(|e| &e.op));
                work.extend(&self.calls.callees[p.index()]);
            }
        }
        closure(program, &ops)
    }

    /// The same for a recursion through a procedure.
    pub fn deciding_in_calls(&self, program: &Program, proc: ProcId) -> FxHashSet<VarId> {
        let reached = self.calls.reachable_from([proc]);
        let procs = program.procs.iter().zip(reached).filter(|(_, is)| *is).map(|(p, _)| p);
        let ops: Vec<&Op> = procs.flat_map(|p| &p.edges).map(|e| &e.op).collect();
        closure(program, &ops)
    }
}

/// Is it a check of arithmetic? What overflows in a number on which nothing depends does not decide over any way.
pub fn may_overflow(program: &Program, check: CheckId) -> bool {
    matches!(program.checks[check.index()].kind, CheckKind::SignedOverflow | CheckKind::ShiftRange)
}

/// The variables that conditions of some operations depend on.
fn closure(program: &Program, ops: &[&Op]) -> FxHashSet<VarId> {
    let mut supports = Supports::default();
    let mut needed: FxHashSet<VarId> = FxHashSet::default();
    let mut grows = true;
    while std::mem::take(&mut grows) {
        for op in ops {
            let mut reads: Vec<VarId> = Vec::new();
            let mut add = |t: maymust_term::TermId| reads.extend_from_slice(supports.of(program, t));
            match op {
                Op::Assume(t) => add(*t),
                Op::Check(c, t) if !may_overflow(program, *c) => add(*t),
                Op::Assign(var, t) if needed.contains(var) => add(*t),
                Op::Call { proc, args, result } => {
                    let callee = program.proc(*proc);
                    for (param, arg) in callee.params.iter().zip(args) {
                        if needed.contains(param) {
                            add(*arg);
                        }
                    }
                    if result.is_some_and(|r| needed.contains(&r)) {
                        reads.extend(callee.result);
                    }
                }
                Op::Assign(..) | Op::Havoc(..) | Op::Check(..) | Op::Output { .. } | Op::Halt(_) => {}
                Op::Acquire(_) | Op::Release(_) | Op::AtomicBegin | Op::AtomicEnd => {}
                other => {
                    let effect = effect(program, other, &mut supports);
                    if effect.writes.iter().any(|v| needed.contains(v)) {
                        reads.extend(effect.reads);
                    }
                }
            }
            for var in reads {
                grows |= needed.insert(var);
            }
        }
    }
    needed
}
