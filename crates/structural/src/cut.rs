//! Cuts off what comes after the last check that is asked about: it decides nothing, and would only cost summaries.

use maymust_program::{CheckId, LocId, Op, Proc, ProcId, Program};
use rustc_hash::FxHashSet;

/// The program without the edges after which no asked check can come.
pub fn cut(program: &Program, asked: &[CheckId]) -> Program {
    let asked: FxHashSet<CheckId> = asked.iter().copied().collect();
    let mut program = program.clone();
    let by_pointer = program.procs.iter().flat_map(|p| &p.edges).any(|e| is_by_pointer(&e.op));
    let mut live = Live {
        has: holders(&program, &asked),
        // Whoever calls through a pointer may call anyone: then every procedure may come back to something asked.
        comes_back: vec![by_pointer; program.procs.len()],
        locs: vec![FxHashSet::default(); program.procs.len()],
    };
    live.spread(&program, &asked);
    for (p, proc) in program.procs.iter_mut().enumerate() {
        let before = proc.edges.len();
        proc.edges.retain(|e| live.is_kept(ProcId(p as u32), e.to, &e.op, &asked));
        if proc.edges.len() < before {
            proc.index_edges();
        }
    }
    program
}

fn is_by_pointer(op: &Op) -> bool {
    matches!(op, Op::CallPointer { .. })
}

/// By procedure: can an asked check come within it?
fn holders(program: &Program, asked: &FxHashSet<CheckId>) -> Vec<bool> {
    let mut callers: Vec<Vec<usize>> = vec![Vec::new(); program.procs.len()];
    let mut work = Vec::new();
    for (p, proc) in program.procs.iter().enumerate() {
        for edge in &proc.edges {
            match &edge.op {
                Op::Call { proc: callee, .. } => callers[callee.index()].push(p),
                Op::Check(c, _) if asked.contains(c) => work.push(p),
                op if is_by_pointer(op) => work.push(p),
                _ => {}
            }
        }
    }
    let mut has = vec![false; program.procs.len()];
    while let Some(p) = work.pop() {
        if !std::mem::replace(&mut has[p], true) {
            work.extend(&callers[p]);
        }
    }
    has
}

/// What an asked check can come after.
struct Live {
    /// By procedure: within it.
    has: Vec<bool>,
    /// By procedure: after it.
    comes_back: Vec<bool>,
    /// By procedure: after these locations.
    locs: Vec<FxHashSet<LocId>>,
}

impl Live {
    fn is_kept(&self, proc: ProcId, to: LocId, op: &Op, asked: &FxHashSet<CheckId>) -> bool {
        self.locs[proc.index()].contains(&to)
            || match op {
                Op::Check(c, _) => asked.contains(c),
                Op::Call { proc: callee, .. } => self.has[callee.index()],
                op => is_by_pointer(op),
            }
    }

    fn spread(&mut self, program: &Program, asked: &FxHashSet<CheckId>) {
        let mut work: Vec<usize> = (0..program.procs.len()).collect();
        while let Some(p) = work.pop() {
            let proc = &program.procs[p];
            self.locs[p] = self.backwards(ProcId(p as u32), proc, asked);
            for edge in proc.edges.iter().filter(|e| self.locs[p].contains(&e.to)) {
                if let Op::Call { proc: callee, .. } = &edge.op
                    && !std::mem::replace(&mut self.comes_back[callee.index()], true)
                {
                    work.push(callee.index());
                }
            }
        }
    }

    /// The locations of a procedure that something asked can come after.
    fn backwards(&self, id: ProcId, proc: &Proc, asked: &FxHashSet<CheckId>) -> FxHashSet<LocId> {
        let mut into: Vec<Vec<LocId>> = vec![Vec::new(); proc.locs as usize];
        let mut work: Vec<LocId> = Vec::new();
        for edge in &proc.edges {
            into[edge.to.index()].push(edge.from);
            if self.is_kept(id, edge.to, &edge.op, asked) {
                work.push(edge.from);
            }
        }
        work.extend(self.comes_back[id.index()].then_some(proc.exit));
        let mut live = FxHashSet::default();
        while let Some(l) = work.pop() {
            if live.insert(l) {
                work.extend(&into[l.index()]);
            }
        }
        live
    }
}
