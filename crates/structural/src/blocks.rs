//! What is not modelled, and which proofs it blocks.
//!
//! Behind something that is not modelled anything may happen. So a check that can come after it, whatever the data, is proved
//! only if nothing reaches it. That is a condition like others, but one that matters only to proofs: while there is none, or one that is blocked for
//! good, nobody needs to know.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use maymust_engine::Reason;
use maymust_program::calls::address_taken;
use maymust_program::{CheckId, EdgeId, LocId, Op, ProcId, Program};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::summary::Target;

/// All that is not modelled in a program.
pub struct Blocks<'a> {
    program: &'a Program,
    /// What is not modelled, in order.
    targets: Vec<Target>,
    /// Checks whose proofs may be blocked.
    pub exposed: FxHashSet<CheckId>,
    /// How many proofs there are so far.
    proofs: AtomicUsize,
    state: Mutex<State>,
}

/// What has been found out.
#[derive(Default)]
struct State {
    /// The checks behind a target.
    behind: FxHashMap<Target, Arc<FxHashSet<CheckId>>>,
    /// Checks behind something that may be reached, as far as will be known.
    lost: FxHashSet<CheckId>,
    /// What may be reached.
    given_up: Vec<Target>,
    /// What is not needed: so many proofs there were when that was found.
    asleep: FxHashMap<Target, usize>,
}

impl<'a> Blocks<'a> {
    /// Of a prepared program.
    pub fn new(program: &'a Program, targets: &[Target]) -> Blocks<'a> {
        let mut targets = targets.to_vec();
        targets.sort_unstable();
        let edges: Vec<(ProcId, EdgeId)> = targets.iter().filter_map(|t| edge(*t)).collect();
        let mut exposed = after(program, &edges);
        exposed.extend(unresolved(program).into_iter().map(|(c, _)| c));
        Blocks { program, targets, exposed, proofs: AtomicUsize::new(0), state: Mutex::default() }
    }

    /// A check was proved, if nothing blocks that.
    pub fn proved(&self) {
        self.proofs.fetch_add(1, Ordering::SeqCst);
    }

    /// Does a proof depend on a target?
    pub fn is_needed(&self, target: Target, proved: impl FnOnce() -> FxHashSet<CheckId>) -> bool {
        let proofs = self.proofs.load(Ordering::SeqCst);
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        if state.asleep.get(&target).is_some_and(|then| *then == proofs) {
            return false;
        }
        let behind = self.behind(&mut state, target);
        let is_needed = proved().iter().any(|c| behind.contains(c) && !state.lost.contains(c));
        if !is_needed {
            state.asleep.insert(target, proofs);
        }
        is_needed
    }

    /// It stays open whether a target can be reached.
    pub fn give_up(&self, target: Target) {
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        if edge(target).is_some() {
            let behind = self.behind(&mut state, target);
            state.lost.extend(behind.iter());
            state.given_up.push(target);
        }
    }

    fn behind(&self, state: &mut State, target: Target) -> Arc<FxHashSet<CheckId>> {
        let found = || Arc::new(after(self.program, edge(target).as_slice()));
        state.behind.entry(target).or_insert_with(found).clone()
    }

    /// Checks that could come after something that may be reached, with a reason.
    pub fn reasons(&self, is_reached: &dyn Fn(Target) -> bool) -> FxHashMap<CheckId, Reason> {
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        let mut blocked: FxHashMap<CheckId, Reason> = unresolved(self.program).into_iter().collect();
        // What was looked at says more than what was not.
        let targets: Vec<Target> = state.given_up.iter().chain(&self.targets).copied().collect();
        for target in targets.into_iter().filter(|t| is_reached(*t)) {
            if self.exposed.iter().all(|c| blocked.contains_key(c)) {
                break;
            }
            let reason = self.reason(target);
            #[allow(clippy::iter_over_hash_type)]
            for check in self.behind(&mut state, target).iter() {
                blocked.entry(*check).or_insert_with(|| reason.clone());
            }
        }
        blocked
    }

    fn reason(&self, target: Target) -> Reason {
        let Some((proc, edge)) = edge(target) else { return Reason::NoProgress };
        let proc = self.program.proc(proc);
        let what = match &proc.edges[edge.index()].op {
            Op::Unsupported(what) => what.as_ref(),
            _ => "a call through a pointer",
        };
        Reason::Unsupported { what: what.to_owned(), function: Some(proc.name.clone()) }
    }
}

/// Checks of calls through pointers that no pass has resolved: nothing is known of them.
fn unresolved(program: &Program) -> Vec<(CheckId, Reason)> {
    let edges = program.procs.iter().flat_map(|p| &p.edges);
    let check = |op: &Op| match op {
        Op::CallPointer { check, .. } => Some(program.original_check(*check)),
        _ => None,
    };
    let reason = Reason::Unsupported { what: "a call through a pointer".to_owned(), function: None };
    edges.filter_map(|e| check(&e.op)).map(|c| (c, reason.clone())).collect()
}

/// The edge of a target that is not modelled.
fn edge(target: Target) -> Option<(ProcId, EdgeId)> {
    match target {
        Target::Unsupported(p, e) => Some((p, e)),
        Target::Check(_) | Target::Checks(..) => None,
    }
}

/// The checks that control can come to from some edges that are not modelled, whatever the data: behind them, and in procedures that they
/// may call.
fn after(program: &Program, edges: &[(ProcId, EdgeId)]) -> FxHashSet<CheckId> {
    let mut returns: Vec<Vec<(ProcId, LocId)>> = vec![Vec::new(); program.procs.len()];
    for (p, proc) in program.procs.iter().enumerate() {
        for edge in &proc.edges {
            if let Op::Call { proc: callee, .. } = edge.op {
                returns[callee.index()].push((ProcId(p as u32), edge.to));
            }
        }
    }
    let mut seen: FxHashSet<(ProcId, LocId)> = FxHashSet::default();
    let mut found = FxHashSet::default();
    let mut work: Vec<(ProcId, LocId)> =
        edges.iter().map(|(p, e)| (*p, program.proc(*p).edges[e.index()].to)).collect();
    if !edges.is_empty() {
        work.extend(address_taken(program).into_iter().map(|p| (p, program.proc(p).entry)));
    }
    while let Some((p, loc)) = work.pop() {
        if !seen.insert((p, loc)) {
            continue;
        }
        let proc = program.proc(p);
        if loc == proc.exit {
            work.extend(&returns[p.index()]);
        }
        for (_, edge) in proc.successors(loc) {
            match &edge.op {
                Op::Call { proc: callee, .. } => work.push((*callee, program.proc(*callee).entry)),
                Op::Check(check, _) => {
                    found.insert(program.original_check(*check));
                }
                _ => {}
            }
            work.push((p, edge.to));
        }
    }
    found
}
