//! Slicing: the part of a program that can influence some checks.
//!
//! An edge is *relevant* if it is one of the checks, if it writes a relevant variable, if it is a branch that decides
//! whether a relevant edge is reached, or a call of a procedure with relevant edges. A variable is relevant if a
//! relevant edge reads it. (Arguments count only if their parameters do. Writes are found without regard to order.)
//! Marks that something is unsupported and operations of threads stay, as do ends of the run and what decides about them within kept procedures.
//!
//! In the slice, other edges do nothing; a branch that decides about nothing relevant leads straight to its
//! post-dominator; other checks, and assumptions, stay as assumptions if they speak of relevant variables only.
//!
//! **What the slice means.** Every run of the program that reaches one of the checks has a run of the slice
//! that reaches it with the same values of the relevant variables. So if a check holds in the slice it holds in the
//! program. Not conversely: a loop that does not end, a failed other check, a dropped assumption or a halt in a
//! dropped procedure may keep the program from coming to the check. A failure found in the slice must be replayed.
//!
//! Variables, checks and the numbers of procedures stay the same; locations and edges do not.

use crate::builder::{ends_run, normalise};
use crate::calls::CallGraph;
use crate::flow::{ControlFlow, returning};
use crate::modref::{Supports, effect};
use crate::verify::debug_verify;
use crate::{CheckId, Edge, LocId, Op, Proc, ProcId, Program, VarId};
use rustc_hash::{FxHashMap, FxHashSet};

/// The slice for some checks. Calls through pointers should be resolved and memory divided before, for a small slice.
pub fn slice(program: &Program, checks: &[CheckId]) -> Program {
    slice_with(program, checks, Assumptions::IfRelevant)
}

/// What becomes of assumptions that relevant edges do not depend on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Assumptions {
    /// They are dropped: the slice is small, and has more runs than the program.
    IfRelevant,
    /// They stay, as do all ends of the run, with what they depend on.
    All,
}

/// As [`slice`], saying what becomes of assumptions.
pub fn slice_with(program: &Program, checks: &[CheckId], assumptions: Assumptions) -> Program {
    let mut s = Slicer::new(program);
    s.start(checks);
    if assumptions == Assumptions::All {
        s.keep_assumptions();
    }
    s.run();
    let sliced = s.build();
    debug_verify(&sliced, "slicing");
    sliced
}

/// An edge of the program.
type At = (ProcId, u32);

struct Slicer<'a> {
    program: &'a Program,
    graph: CallGraph,
    flow: Vec<Option<ControlFlow>>,
    returns: Vec<bool>,
    supports: Supports,
    targets: FxHashSet<CheckId>,
    /// Edges that write a variable.
    writers: FxHashMap<VarId, Vec<At>>,
    /// Call edges by callee.
    calls: Vec<Vec<At>>,
    relevant: Vec<Vec<bool>>,
    vars: FxHashSet<VarId>,
    needed: Vec<bool>,
    edges_to_do: Vec<At>,
    vars_to_do: Vec<VarId>,
}

impl<'a> Slicer<'a> {
    fn new(program: &'a Program) -> Self {
        let n = program.procs.len();
        let mut s = Slicer {
            program,
            graph: CallGraph::new(program),
            flow: vec![None; n],
            returns: returning(program),
            supports: Supports::default(),
            targets: FxHashSet::default(),
            writers: FxHashMap::default(),
            calls: vec![Vec::new(); n],
            relevant: program.procs.iter().map(|p| vec![false; p.edges.len()]).collect(),
            vars: FxHashSet::default(),
            needed: vec![false; n],
            edges_to_do: Vec::new(),
            vars_to_do: Vec::new(),
        };
        s.index();
        s
    }

    fn index(&mut self) {
        for (p, proc) in self.program.procs.iter().enumerate() {
            for (e, edge) in proc.edges.iter().enumerate() {
                let at = (ProcId(p as u32), e as u32);
                for v in effect(self.program, &edge.op, &mut self.supports).writes {
                    self.writers.entry(v).or_default().push(at);
                }
                match &edge.op {
                    Op::Call { proc, .. } | Op::Spawn { proc, .. } => self.calls[proc.index()].push(at),
                    // Any of the candidates: the caller depends on all of them.
                    Op::CallPointer { .. } => {
                        for c in &self.graph.callees[p] {
                            self.calls[c.index()].push(at);
                        }
                    }
                    Op::Assign(..)
                    | Op::Assume(_)
                    | Op::Havoc(..)
                    | Op::Check(..)
                    | Op::Allocate { .. }
                    | Op::Free { .. }
                    | Op::Copy { .. }
                    | Op::Fill { .. }
                    | Op::Bytes { .. }
                    | Op::Output { .. }
                    | Op::Halt(_)
                    | Op::Block { .. }
                    | Op::AtomicBegin
                    | Op::AtomicEnd
                    | Op::Acquire(_)
                    | Op::Release(_)
                    | Op::EndThread
                    | Op::Unsupported(_) => {}
                }
            }
        }
    }

    fn start(&mut self, checks: &[CheckId]) {
        self.targets.extend(checks);
        if let Some(entry) = self.program.entry {
            self.need(entry);
        }
        for (p, proc) in self.program.procs.iter().enumerate() {
            for (e, edge) in proc.edges.iter().enumerate() {
                let wanted = edge.op.check().is_some_and(|c| self.targets.contains(&c));
                let always =
                    matches!(edge.op, Op::Unsupported(_)) || crate::threads::is_about_threads(&edge.op);
                if wanted || always && self.graph.reachable[p] {
                    self.keep((ProcId(p as u32), e as u32));
                }
            }
        }
    }

    fn keep_assumptions(&mut self) {
        let program = self.program;
        let tru = program.terms.tru();
        for (p, proc) in program.procs.iter().enumerate() {
            if !self.graph.reachable[p] {
                continue;
            }
            for (e, edge) in proc.edges.iter().enumerate() {
                let cuts = match edge.op {
                    Op::Assume(t) => t != tru && !is_branch(proc, edge.from),
                    Op::Halt(_) => true,
                    _ => false,
                };
                if cuts {
                    self.keep((ProcId(p as u32), e as u32));
                }
            }
        }
    }

    fn run(&mut self) {
        loop {
            if let Some(at) = self.edges_to_do.pop() {
                self.visit_edge(at);
            } else if let Some(v) = self.vars_to_do.pop() {
                self.visit_var(v);
            } else {
                return;
            }
        }
    }

    // --- relevance -----------------------------------------------------------------------------------

    fn keep(&mut self, at: At) {
        if !std::mem::replace(&mut self.relevant[at.0.index()][at.1 as usize], true) {
            self.edges_to_do.push(at);
        }
    }

    fn keep_var(&mut self, v: VarId) {
        if self.vars.insert(v) {
            self.vars_to_do.push(v);
        }
    }

    fn flow(&mut self, p: ProcId) -> &ControlFlow {
        let (program, returns) = (self.program, &self.returns);
        self.flow[p.index()].get_or_insert_with(|| ControlFlow::new(program, program.proc(p), returns))
    }

    /// A procedure has relevant edges: it must be called as it was, and branches that may end the run stay.
    fn need(&mut self, p: ProcId) {
        if std::mem::replace(&mut self.needed[p.index()], true) {
            return;
        }
        for i in 0..self.calls[p.index()].len() {
            self.keep(self.calls[p.index()][i]);
        }
        let proc = self.program.proc(p);
        for (e, edge) in proc.edges.iter().enumerate() {
            if matches!(edge.op, Op::Call { proc, .. } if !self.returns[proc.index()]) {
                self.keep((p, e as u32));
            }
        }
        for l in (0..proc.locs).map(LocId) {
            if is_branch(proc, l) && self.flow(p).post_dominator[l.index()].is_none() {
                self.keep_branch(p, l);
            }
        }
    }

    fn keep_branch(&mut self, p: ProcId, l: LocId) {
        let proc = self.program.proc(p);
        for e in proc.out[l.index()]..proc.out[l.index() + 1] {
            self.keep((p, e));
        }
    }

    fn visit_edge(&mut self, (p, e): At) {
        self.need(p);
        let program = self.program;
        let edge = &program.proc(p).edges[e as usize];
        for l in self.flow(p).controllers[edge.from.index()].clone() {
            self.keep_branch(p, l);
        }
        match &edge.op {
            Op::Call { proc, result, .. } => {
                self.call(*proc, &edge.op, *result);
                self.visit_never_returning(*proc);
            }
            Op::Spawn { proc, .. } => {
                self.need(*proc);
                self.call(*proc, &edge.op, None);
            }
            op => {
                let mut reads = Vec::new();
                op.for_each_term(|t| reads.extend_from_slice(self.supports.of(program, t)));
                if let Op::Allocate { .. } = op {
                    reads.extend(program.memory.next);
                }
                if let Op::CallPointer { .. } = op {
                    // Not resolved: whatever a callee does with its parameters and result.
                    for callee in &self.graph.callees[p.index()] {
                        let callee = program.proc(*callee);
                        reads.extend(callee.params.iter().copied().chain(callee.result));
                    }
                }
                reads.into_iter().for_each(|v| self.keep_var(v));
            }
        }
    }

    /// A call that never returns ends the run: the callee's own structure stays.
    fn visit_never_returning(&mut self, callee: ProcId) {
        if !self.returns[callee.index()] {
            self.need(callee);
        }
    }

    /// A relevant call: arguments of relevant parameters, and the result if it is relevant.
    fn call(&mut self, callee: ProcId, op: &Op, result: Option<VarId>) {
        let program = self.program;
        let (Op::Call { args, .. } | Op::Spawn { args, .. }) = op else { return };
        for (arg, param) in args.iter().zip(&program.proc(callee).params) {
            if self.vars.contains(param) {
                self.supports.of(program, *arg).to_vec().into_iter().for_each(|v| self.keep_var(v));
            }
        }
        if result.is_some_and(|r| self.vars.contains(&r))
            && let Some(r) = program.proc(callee).result
        {
            self.keep_var(r);
        }
    }

    fn visit_var(&mut self, v: VarId) {
        let program = self.program;
        for at in self.writers.get(&v).cloned().unwrap_or_default() {
            self.keep(at);
            if let Op::Call { proc, result, .. } = &program.proc(at.0).edges[at.1 as usize].op {
                self.call(*proc, &program.proc(at.0).edges[at.1 as usize].op, *result);
            }
        }
        // A parameter is written by all calls.
        if let crate::VarKind::Param(p) = program.var(v).kind {
            self.need(p);
            for i in 0..self.calls[p.index()].len() {
                let (q, e) = self.calls[p.index()][i];
                let op = &program.proc(q).edges[e as usize].op;
                self.keep((q, e));
                let result = if let Op::Call { result, .. } = op { *result } else { None };
                self.call(p, op, result);
            }
        }
    }

    // --- the slice -----------------------------------------------------------------------------------

    fn build(mut self) -> Program {
        let program = self.program;
        let mut sliced = program.clone();
        for p in 0..program.procs.len() {
            let id = ProcId(p as u32);
            let mut proc = program.procs[p].clone();
            if self.needed[p] {
                self.build_proc(id, &mut proc);
            } else {
                proc.edges.clear();
                proc.exit = proc.entry;
            }
            sliced.procs[p] = normalise(program, id, proc);
        }
        sliced
    }

    fn build_proc(&mut self, id: ProcId, proc: &mut Proc) {
        let old = self.program.proc(id);
        let skip = Op::Assume(self.program.terms.tru());
        let mut edges = Vec::with_capacity(old.edges.len());
        for l in (0..old.locs).map(LocId) {
            let range = old.out[l.index()] as usize..old.out[l.index() + 1] as usize;
            let relevant = range.clone().any(|e| self.relevant[id.index()][e]);
            if is_branch(old, l)
                && !relevant
                && let Some(to) = self.flow(id).post_dominator[l.index()]
            {
                edges.push(Edge { from: l, to, op: skip.clone(), span: old.edges[range.start].span });
                continue;
            }
            for e in range {
                let mut edge = old.edges[e].clone();
                if !is_branch(old, l) {
                    edge.op = self.reduce(&edge.op, self.relevant[id.index()][e], &skip);
                }
                edges.push(edge);
            }
        }
        proc.edges = edges;
    }

    /// What an edge that does not branch becomes.
    fn reduce(&mut self, op: &Op, relevant: bool, skip: &Op) -> Op {
        let program = self.program;
        let ends = ends_run(program, op);
        match op {
            Op::Check(c, _) if self.targets.contains(c) => op.clone(),
            Op::Check(_, t) | Op::Assume(t) => {
                let known = self.supports.of(program, *t).iter().all(|v| self.vars.contains(v));
                if ends || known { Op::Assume(*t) } else { skip.clone() }
            }
            Op::Call { proc, .. } if !self.returns[proc.index()] => op.clone(),
            _ if relevant || ends => op.clone(),
            _ => skip.clone(),
        }
    }
}

fn is_branch(proc: &Proc, l: LocId) -> bool {
    proc.out[l.index() + 1] - proc.out[l.index()] > 1
}
