//! The call graph: who calls whom, recursion, bottom-up order, `show --calls`.
//!
//! Calls through pointers that are not resolved yet count as calls of every procedure whose address is taken and
//! whose parameters and result fit: see [`fits`]. Starting a thread counts as a call of what it runs.
//!
//! What is not supported may do anything, so it may also call every procedure whose address is taken, with any arguments. These are
//! no calls of the graph (nothing is known of them), but they count where it matters what a run can reach.

use crate::scc::Graph;
use crate::{Op, ProcId, Program, VarId};
use maymust_term::{Sort, TermId};
use rustc_hash::{FxHashMap, FxHashSet};
use std::fmt::Write;

/// The call graph of a program.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct CallGraph {
    /// By procedure: callees, sorted.
    pub callees: Vec<Vec<ProcId>>,
    /// By procedure: callers, sorted.
    pub callers: Vec<Vec<ProcId>>,
    /// Strongly connected components, callees first.
    pub components: Vec<Vec<ProcId>>,
    /// By procedure: can it call itself, directly or not?
    pub recursive: Vec<bool>,
    /// By procedure: is it reached from the entry?
    pub reachable: Vec<bool>,
    /// By procedure: does it do something that is not supported?
    unsupported: Vec<bool>,
    /// The procedures whose address is taken.
    taken: Vec<ProcId>,
}

impl CallGraph {
    /// Builds the call graph.
    pub fn new(program: &Program) -> CallGraph {
        let n = program.procs.len();
        let taken = address_taken(program);
        // Calls through pointers with the same sorts have the same candidates.
        let mut candidates: FxHashMap<Signature, Vec<ProcId>> = FxHashMap::default();
        let mut callees: Vec<Vec<ProcId>> = Vec::with_capacity(n);
        let mut unsupported = vec![false; n];
        for (p, proc) in program.procs.iter().enumerate() {
            let mut list: Vec<ProcId> = Vec::new();
            let mut seen: FxHashSet<Signature> = FxHashSet::default();
            for e in &proc.edges {
                match &e.op {
                    // What a thread runs is reached as well.
                    Op::Call { proc, .. } | Op::Spawn { proc, .. } => list.push(*proc),
                    Op::CallPointer { args, result, .. } => {
                        let signature = signature(program, args, *result);
                        if seen.insert(signature.clone()) {
                            let fitting =
                                || taken.iter().copied().filter(|p| fits(program, *p, args, *result));
                            list.extend(
                                candidates.entry(signature).or_insert_with(|| fitting().collect()).iter(),
                            );
                        }
                    }
                    Op::Unsupported(_) => unsupported[p] = true,
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
                    | Op::EndThread => {}
                }
            }
            list.sort_unstable();
            list.dedup();
            callees.push(list);
        }
        let mut graph = Self::from_callees(callees);
        (graph.unsupported, graph.taken) = (unsupported, taken);
        graph.reachable = graph.reachable_from(program.entry);
        graph
    }

    fn from_callees(callees: Vec<Vec<ProcId>>) -> CallGraph {
        let n = callees.len();
        let pairs =
            || callees.iter().enumerate().flat_map(|(p, list)| list.iter().map(move |c| (p as u32, c.0)));
        let edges: Vec<(u32, u32)> = pairs().collect();
        let mut callers = vec![Vec::new(); n];
        for (p, c) in pairs() {
            callers[c as usize].push(ProcId(p));
        }
        let graph = Graph::new(n, &edges);
        let mut recursive = vec![false; n];
        let mut components = Vec::new();
        for component in graph.components() {
            for &p in &component {
                recursive[p as usize] = component.len() > 1 || graph.out(p).contains(&p);
            }
            components.push(component.into_iter().map(ProcId).collect());
        }
        CallGraph { callees, callers, components, recursive, ..CallGraph::default() }
    }

    /// By procedure: can a run come to it that starts with these?
    pub fn reachable_from(&self, starts: impl IntoIterator<Item = ProcId>) -> Vec<bool> {
        let mut reached = vec![false; self.callees.len()];
        let mut work: Vec<ProcId> = starts.into_iter().collect();
        let mut anything = false;
        while let Some(p) = work.pop() {
            if std::mem::replace(&mut reached[p.index()], true) {
                continue;
            }
            work.extend(&self.callees[p.index()]);
            if self.unsupported[p.index()] && !std::mem::replace(&mut anything, true) {
                work.extend(&self.taken);
            }
        }
        reached
    }

    /// Can a run that starts with these do something that is not supported?
    pub fn reaches_unsupported(&self, starts: impl IntoIterator<Item = ProcId>) -> bool {
        self.reachable_from(starts).iter().zip(&self.unsupported).any(|(reached, is)| *reached && *is)
    }

    /// All procedures, callees before callers (recursion aside).
    pub fn bottom_up(&self) -> impl Iterator<Item = ProcId> {
        self.components.iter().flatten().copied()
    }

    /// The graph for people, one procedure per line, those reached from the entry first.
    pub fn show(&self, program: &Program) -> String {
        let name = |p: &ProcId| program.proc(*p).name.as_str();
        let mut out = String::new();
        for wanted in [true, false] {
            for (p, list) in self.callees.iter().enumerate().filter(|(p, _)| self.reachable[*p] == wanted) {
                let proc = &program.procs[p];
                if !wanted && proc.is_library() {
                    continue;
                }
                let mut marks = String::new();
                if self.recursive[p] {
                    marks.push_str(" recursive");
                }
                if !proc.has_body {
                    marks.push_str(" no-body");
                }
                if !wanted {
                    marks.push_str(" not-called");
                }
                let list: Vec<&str> = list.iter().map(name).collect();
                let _ = writeln!(out, "{}{marks}: {}", proc.name, list.join(" "));
            }
        }
        out
    }
}

/// Sorts of arguments and result of a call.
type Signature = (Vec<Sort>, Option<Sort>);

fn signature(program: &Program, args: &[TermId], result: Option<VarId>) -> Signature {
    let terms = &program.terms;
    (args.iter().map(|a| terms.sort(*a)).collect(), result.map(|r| terms.symbol_sort(r)))
}

/// The procedures that have an address, in the order of their objects.
pub fn address_taken(program: &Program) -> Vec<ProcId> {
    program.statics.iter().filter_map(|s| s.proc).collect()
}

/// Can the procedure be called with these arguments, and give this result?
pub fn fits(program: &Program, proc: ProcId, args: &[TermId], result: Option<VarId>) -> bool {
    let p = program.proc(proc);
    let terms = &program.terms;
    let same = |(a, v): (&TermId, &VarId)| terms.sort(*a) == terms.symbol_sort(*v);
    (p.params.len() == args.len() || p.any_arguments)
        && args.iter().zip(&p.params).all(same)
        && match (result, p.result) {
            (Some(r), Some(v)) => terms.symbol_sort(r) == terms.symbol_sort(v),
            (Some(_), None) => false,
            (None, _) => true,
        }
}
