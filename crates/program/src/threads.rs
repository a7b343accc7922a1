//! Threads: what the operations mean, where threads may be switched, and programs in which there is only one.
//!
//! A run begins with thread 0, which runs the entry. Every thread has its own activations and its own copy of the variables of
//! kind [`VarKind::ThreadLocal`]; all else is shared. Memory is sequentially consistent, and every edge is one step.
//!
//! - [`Op::Spawn`] starts a thread, numbered in the order of starts; it ends when its procedure returns, or at [`Op::EndThread`]. The run ends
//!   with the first [`Op::Halt`] of any thread, with the return of thread 0, or with status 0 when all threads have ended.
//! - A thread *waits* while it stands before [`Op::Block`] and the condition does not hold. That it is seen to hold and that the
//!   thread goes on is one step. If threads are left and all of them wait, the check of the one with the lowest number fails.
//! - Between [`Op::AtomicBegin`] and [`Op::AtomicEnd`] no other thread takes a step, *except* while the thread stands before a
//!   [`Op::Block`]: there others may go on, whether or not the condition holds already. So `AtomicBegin; Block(c); x; AtomicEnd` waits for `c`, and sees
//!   it and does `x` in one step; a section with several waits is one step from each to the next. Sections nest; ends without a beginning do nothing.
//! - [`Op::Acquire`] and [`Op::Release`] change nothing; they say what orders accesses when races are looked for. So do the start
//!   of a thread, and sections: two accesses within atomic sections are no race.
//!
//! **Where threads are switched.** It suffices to switch before edges whose effect depends on when others run: see [`Visible`]. A
//! *turn* of a thread is one edge, whatever it is, and then further edges up to the next visible one outside of a section; schedules count turns.

use crate::calls::CallGraph;
use crate::loops::LoopTree;
use crate::{CheckKind, Edge, EdgeId, LocId, ObjectState, Op, Proc, ProcId, Program, VarId, VarKind};
use maymust_term::TermId;
use rustc_hash::{FxHashMap, FxHashSet};

/// Does the operation exist for the sake of threads?
pub fn is_about_threads(op: &Op) -> bool {
    match op {
        Op::Spawn { .. }
        | Op::Block { .. }
        | Op::AtomicBegin
        | Op::AtomicEnd
        | Op::Acquire(_)
        | Op::Release(_)
        | Op::EndThread => true,
        Op::Assign(..)
        | Op::Assume(_)
        | Op::Havoc(..)
        | Op::Check(..)
        | Op::Call { .. }
        | Op::CallPointer { .. }
        | Op::Allocate { .. }
        | Op::Free { .. }
        | Op::Copy { .. }
        | Op::Fill { .. }
        | Op::Bytes { .. }
        | Op::Output { .. }
        | Op::Halt(_)
        | Op::Unsupported(_) => false,
    }
}

/// Can a second thread be started? Counts what the entry reaches; without an entry, everything.
pub fn starts_threads(program: &Program) -> bool {
    let starts = |p: &Proc| p.edges.iter().any(|e| matches!(e.op, Op::Spawn { .. }));
    if !program.procs.iter().any(starts) {
        return false;
    }
    let reachable = CallGraph::new(program).reachable;
    program.entry.is_none() || program.procs.iter().zip(reachable).any(|(p, reached)| reached && starts(p))
}

/// The program for those who know one thread only: starting another is unsupported, a wait is a check that nothing but the thread
/// itself can have made true, and what orders accesses is gone. Exact up to the first start of a thread. What threads run is
/// not reached in the result, so a proof of it counts only if [`starts_threads`] does not hold.
pub fn sequential(program: &mut Program) {
    let tru = program.terms.tru();
    for p in 0..program.procs.len() {
        if !program.procs[p].edges.iter().any(|e| is_about_threads(&e.op)) {
            continue;
        }
        let mut proc = program.procs[p].clone();
        for edge in std::mem::take(&mut proc.edges) {
            let skip = |op| Edge { op, ..edge.clone() };
            match &edge.op {
                Op::Spawn { .. } => proc.edges.push(skip(Op::Unsupported("a thread is started".into()))),
                Op::EndThread => proc.edges.push(skip(Op::Halt(program.terms.bv(32, 0)))),
                Op::Block { check, condition } => {
                    let between = LocId(proc.locs);
                    proc.locs += 1;
                    let (from, to) = (edge.from, edge.to);
                    let fails = Op::Check(*check, *condition);
                    proc.edges.push(Edge { from, to: between, op: fails, span: edge.span });
                    proc.edges.push(Edge { from: between, to, op: Op::Assume(*condition), span: edge.span });
                }
                Op::AtomicBegin | Op::AtomicEnd | Op::Acquire(_) | Op::Release(_) => {
                    proc.edges.push(skip(Op::Assume(tru)));
                }
                _ => proc.edges.push(edge),
            }
        }
        program.procs[p] = crate::builder::normalise(program, ProcId(p as u32), proc);
    }
    crate::verify::debug_verify(program, "leaving out threads");
}

/// The check about data races of the program's entry, if it has one.
pub fn race_check(program: &Program) -> Option<crate::CheckId> {
    let is_here = |c: &crate::CheckData| c.kind == CheckKind::DataRace && Some(c.proc) == program.entry;
    let at = program.checks.iter().position(is_here);
    at.map(|i| crate::CheckId(i as u32))
}

/// Which edges others can tell apart: those that read or write what is shared, start threads, wait, or begin an atomic section.
///
/// Not shared are thread-local variables, locals, and *private* objects: allocated on the stack by an edge whose pointer the
/// procedure uses for nothing but addresses of loads, stores, fills and the end of its life. Allocations count as invisible: the numbers of
/// objects depend on the order, but nothing that a program may rely on does.
#[derive(Clone, Debug, Default)]
pub struct Visible {
    edges: Vec<Vec<bool>>,
    /// Those at which threads are switched whatever they access: see [`Visible::always_at`].
    always: Vec<Vec<bool>>,
}

impl Visible {
    /// Of a program.
    pub fn new(program: &Program) -> Visible {
        // What the tool itself counts is nothing that a program could see.
        let internal = program.memory.heap_objects;
        let always: Vec<Vec<bool>> = program.procs.iter().map(|p| always_visible(program, p)).collect();
        let edges = |(p, always): (_, &Vec<bool>)| visible_edges(program, p, internal, always);
        let edges = program.procs.iter().zip(&always).map(edges).collect();
        Visible { edges, always }
    }

    /// Is the edge a point to switch at?
    pub fn edge(&self, proc: ProcId, edge: EdgeId) -> bool {
        self.edges.get(proc.index()).and_then(|p| p.get(edge.index())).is_some_and(|v| *v)
    }

    /// Does an edge out of a location end the run for all, or may it never let another thread go on?
    pub fn always_at(&self, program: &Program, proc: ProcId, loc: LocId) -> bool {
        let is_always = |e: EdgeId| self.always.get(proc.index()).is_some_and(|p| p[e.index()]);
        program.proc(proc).successors(loc).any(|(e, _)| is_always(e))
    }

    /// Is one of the edges out of a location such a point?
    pub fn at(&self, program: &Program, proc: ProcId, loc: LocId) -> bool {
        program.proc(proc).successors(loc).any(|(e, _)| self.edge(proc, e))
    }
}

/// Edges that are visible whatever they access. What ends the run for all comes after what others do before it; and a thread
/// that never leaves a loop must not keep the turn for ever: where a loop has no way out, its back edges are visible.
fn always_visible(program: &Program, proc: &Proc) -> Vec<bool> {
    let tru = program.terms.tru();
    let ends = |edge: &Edge| match edge.op {
        Op::Halt(_) => true,
        Op::Assume(t) => t != tru && proc.successors(edge.from).count() == 1,
        _ => false,
    };
    let mut always: Vec<bool> = proc.edges.iter().map(ends).collect();
    for found in LoopTree::new(proc).loops.iter().filter(|l| l.exits.is_empty()) {
        found.back_edges.iter().for_each(|e| always[e.index()] = true);
    }
    always
}

fn visible_edges(program: &Program, proc: &Proc, internal: Option<VarId>, always: &[bool]) -> Vec<bool> {
    let private = private_objects(program, proc);
    let mut memo: FxHashMap<TermId, bool> = FxHashMap::default();
    let mut edges: Vec<bool> = Vec::with_capacity(proc.edges.len());
    for edge in &proc.edges {
        let seen = match &edge.op {
            Op::Spawn { .. } | Op::Block { .. } | Op::AtomicBegin | Op::Copy { .. } => true,
            Op::Unsupported(_) | Op::AtomicEnd | Op::Acquire(_) | Op::Release(_) | Op::EndThread => false,
            Op::Fill { to, .. } | Op::Bytes { to, .. } => !is_private(program, &private, *to),
            Op::Free { pointer, state } => {
                *state != ObjectState::Dead || !is_private(program, &private, *pointer)
            }
            Op::Allocate { .. } | Op::Halt(_) | Op::Output { .. } => false,
            Op::Assign(..)
            | Op::Assume(_)
            | Op::Havoc(..)
            | Op::Check(..)
            | Op::Call { .. }
            | Op::CallPointer { .. } => false,
        };
        let target =
            edge.op.target().is_some_and(|v| program.var(v).kind == VarKind::Global && Some(v) != internal);
        let mut reads = false;
        edge.op.for_each_term(|t| reads |= touches_shared(program, &private, internal, t, &mut memo));
        edges.push(seen || target || reads || always[edges.len()]);
    }
    follow_checks(program, proc, &mut edges);
    // A section that begins with a wait is switched at there.
    for (i, edge) in proc.edges.iter().enumerate() {
        if edge.op == Op::AtomicBegin {
            edges[i] = !leads_to_wait(proc, edge.to);
        }
    }
    edges
}

/// Does a wait come next, but for checks?
fn leads_to_wait(proc: &Proc, mut loc: LocId) -> bool {
    for _ in 0..proc.edges.len() {
        match proc.successors(loc).next().map(|(_, e)| (&e.op, e.to)) {
            Some((Op::Block { .. }, _)) => return true,
            Some((Op::Check(..), to)) => loc = to,
            _ => return false,
        }
    }
    false
}

/// An access and the checks before it, which look at the state of the object, are one step: switched at is before the first of them.
fn follow_checks(program: &Program, proc: &Proc, visible: &mut [bool]) {
    let into = proc.predecessors();
    let looks = |op: &Op| match op {
        Op::Check(_, t) => program.memory.state.is_some_and(|s| program.terms.support(*t).contains(&s)),
        _ => false,
    };
    let shared = visible.to_vec();
    for (i, edge) in proc.edges.iter().enumerate() {
        let mut at = edge.from;
        visible[i] |= looks(&edge.op);
        // A wait stays a point to switch at: that it can go on is seen there.
        if let Op::Block { .. } = edge.op {
            continue;
        }
        // Straight back over checks that look at nothing else.
        while let [before] = into[at.index()][..]
            && let Op::Check(..) = proc.edges[before.index()].op
            && !shared[before.index()]
            && visible[i]
        {
            if looks(&proc.edges[before.index()].op) {
                visible[i] = false;
                break;
            }
            at = proc.edges[before.index()].from;
            if at == edge.from {
                break;
            }
        }
    }
}

/// Results of allocations on the stack whose pointers are used as addresses only.
fn private_objects(program: &Program, proc: &Proc) -> FxHashSet<VarId> {
    let mut found = FxHashSet::default();
    for edge in &proc.edges {
        if let Op::Allocate { result, state: ObjectState::Stack, .. } = edge.op
            && matches!(program.var(result).kind, VarKind::Local(_))
        {
            found.insert(result);
        }
    }
    let mut seen = FxHashSet::default();
    for edge in &proc.edges {
        if let Some(v) = edge.op.target()
            && !matches!(edge.op, Op::Allocate { .. })
        {
            found.remove(&v);
        }
        match &edge.op {
            Op::Free { pointer: t, .. } | Op::Fill { to: t, .. } | Op::Bytes { to: t, .. } => {
                if base_object(program, *t).is_none() {
                    leaks(program, &mut found, *t, &mut seen);
                }
            }
            // What a check or an assumption compares goes nowhere, but for what it loads.
            Op::Check(..) | Op::Assume(_) => {}
            op => op.for_each_term(|t| leaks(program, &mut found, t, &mut seen)),
        }
    }
    found
}

/// Takes away objects whose pointers occur in a term elsewhere than as the address of an access.
fn leaks(program: &Program, found: &mut FxHashSet<VarId>, root: TermId, seen: &mut FxHashSet<TermId>) {
    use maymust_term::Op as T;
    let terms = &program.terms;
    let mut stack = vec![root];
    while let Some(t) = stack.pop() {
        if !seen.insert(t) {
            continue;
        }
        if let Some(v) = terms.as_var(t) {
            found.remove(&v);
        }
        let is_access = matches!(terms.op(t), T::Load { .. } | T::StoreWide { .. } | T::Select | T::Store);
        for (i, &a) in terms.args(t).iter().enumerate() {
            let is_address = is_access && i == 1;
            if !is_address || base_object(program, a).is_none() {
                stack.push(a);
            }
        }
    }
}

/// The variable of an address `v + constant`.
fn base_object(program: &Program, address: TermId) -> Option<VarId> {
    let terms = &program.terms;
    if let Some(v) = terms.as_var(address) {
        return Some(v);
    }
    match (terms.op(address), terms.args(address)) {
        (maymust_term::Op::BvAdd, [a, b]) => match (terms.as_var(*a), terms.as_var(*b)) {
            (Some(v), None) if terms.is_const(*b) => Some(v),
            (None, Some(v)) if terms.is_const(*a) => Some(v),
            _ => None,
        },
        _ => None,
    }
}

fn is_private(program: &Program, private: &FxHashSet<VarId>, address: TermId) -> bool {
    base_object(program, address).is_some_and(|v| private.contains(&v))
}

/// Does a term read or write what others can see?
fn touches_shared(
    program: &Program,
    private: &FxHashSet<VarId>,
    internal: Option<VarId>,
    root: TermId,
    memo: &mut FxHashMap<TermId, bool>,
) -> bool {
    use maymust_term::Op as T;
    let terms = &program.terms;
    let m = &program.memory;
    let mut stack = vec![root];
    while let Some(&t) = stack.last() {
        if memo.contains_key(&t) {
            stack.pop();
            continue;
        }
        let waiting = stack.len();
        stack.extend(terms.args(t).iter().filter(|a| !memo.contains_key(*a)));
        if stack.len() > waiting {
            continue;
        }
        stack.pop();
        let mut touches = match terms.as_var(t) {
            Some(v) => match program.vars.get(v.index()).map(|d| d.kind) {
                Some(VarKind::Global) => Some(v) != internal,
                // An array by itself is no access; a cell that is a variable of its own is.
                Some(VarKind::Memory) => !terms.symbol_sort(v).is_array() && Some(v) != m.next,
                _ => false,
            },
            None => false,
        };
        let array = terms.args(t).first().copied();
        match terms.op(t) {
            T::Load { .. } | T::StoreWide { .. } | T::Select | T::Store => {
                // The sizes of objects never change, and their states are looked at by checks: see `follow_checks`.
                let var = array.and_then(|a| terms.as_var(a));
                let is_size = var.is_some() && (var == m.size || var == m.state);
                let is_table = array.is_some_and(|a| matches!(terms.op(a), T::Table(_)));
                touches |= !is_size && !is_table && !is_private(program, private, terms.arg(t, 1));
            }
            _ => {}
        }
        touches |= terms.args(t).iter().any(|a| memo[a]);
        memo.insert(t, touches);
    }
    memo[&root]
}
