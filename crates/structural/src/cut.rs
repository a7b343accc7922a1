//! Cuts off what comes after the last check that is asked about: it decides nothing, and would only cost summaries.

use maymust_program::calls::{address_taken, fits};
use maymust_program::{CheckId, Edge, LocId, Op, ProcId, Program};
use rustc_hash::FxHashSet;

/// The program without the edges after which no asked check can come.
pub fn cut(program: &Program, asked: &[CheckId]) -> Program {
    let asked: FxHashSet<CheckId> = asked.iter().copied().collect();
    let mut live = Live {
        has: Vec::new(),
        comes_back: vec![false; program.procs.len()],
        locs: vec![FxHashSet::default(); program.procs.len()],
        taken: address_taken(program),
        asked,
    };
    live.find_holders(program);
    live.spread(program);
    let mut kept = program.clone();
    for (p, proc) in kept.procs.iter_mut().enumerate() {
        proc.edges.retain(|e| live.is_kept(program, p, e));
        proc.index_edges();
    }
    kept
}

/// What an asked check can come after.
struct Live {
    asked: FxHashSet<CheckId>,
    /// Procedures that can be called through pointers.
    taken: Vec<ProcId>,
    /// By procedure: within it.
    has: Vec<bool>,
    /// By procedure: after it.
    comes_back: Vec<bool>,
    /// By procedure: after these locations.
    locs: Vec<FxHashSet<LocId>>,
}

impl Live {
    /// Whom an operation may call.
    fn callees(&self, program: &Program, op: &Op) -> Vec<ProcId> {
        match op {
            Op::Call { proc, .. } | Op::Spawn { proc, .. } => vec![*proc],
            Op::CallPointer { args, result, .. } => {
                self.taken.iter().copied().filter(|p| fits(program, *p, args, *result)).collect()
            }
            _ => Vec::new(),
        }
    }

    fn is_asked(&self, op: &Op) -> bool {
        matches!(op, Op::Check(c, _) | Op::CallPointer { check: c, .. } if self.asked.contains(c))
    }

    fn find_holders(&mut self, program: &Program) {
        let mut callers: Vec<Vec<usize>> = vec![Vec::new(); program.procs.len()];
        let mut work = Vec::new();
        for (p, proc) in program.procs.iter().enumerate() {
            for edge in &proc.edges {
                self.callees(program, &edge.op).iter().for_each(|c| callers[c.index()].push(p));
                work.extend(self.is_asked(&edge.op).then_some(p));
            }
        }
        self.has = vec![false; program.procs.len()];
        while let Some(p) = work.pop() {
            if !std::mem::replace(&mut self.has[p], true) {
                work.extend(&callers[p]);
            }
        }
    }

    fn is_kept(&self, program: &Program, proc: usize, edge: &Edge) -> bool {
        self.locs[proc].contains(&edge.to)
            || self.is_asked(&edge.op)
            || self.callees(program, &edge.op).iter().any(|c| self.has[c.index()])
    }

    fn spread(&mut self, program: &Program) {
        let mut work: Vec<usize> = (0..program.procs.len()).collect();
        while let Some(p) = work.pop() {
            self.locs[p] = self.backwards(program, p);
            for edge in program.procs[p].edges.iter().filter(|e| self.locs[p].contains(&e.to)) {
                for callee in self.callees(program, &edge.op) {
                    if !std::mem::replace(&mut self.comes_back[callee.index()], true) {
                        work.push(callee.index());
                    }
                }
            }
        }
    }

    /// The locations of a procedure that something asked can come after.
    fn backwards(&self, program: &Program, p: usize) -> FxHashSet<LocId> {
        let proc = &program.procs[p];
        let mut into: Vec<Vec<LocId>> = vec![Vec::new(); proc.locs as usize];
        let mut work: Vec<LocId> = Vec::new();
        for edge in &proc.edges {
            into[edge.to.index()].push(edge.from);
            if self.is_kept(program, p, edge) {
                work.push(edge.from);
            }
        }
        work.extend(self.comes_back[p].then_some(proc.exit));
        let mut live = FxHashSet::default();
        while let Some(l) = work.pop() {
            if live.insert(l) {
                work.extend(&into[l.index()]);
            }
        }
        live
    }
}
