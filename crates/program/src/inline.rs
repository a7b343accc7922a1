//! Inlining of small procedures, for the sake of precision.
//!
//! The points-to analysis does not tell calls of one procedure apart: all that goes through `malloc`, `memcpy` or a
//! wrapper of them would be one region. [`inline`] copies the bodies of chosen procedures into their callers, callees
//! first, so that each call has allocations and copies of its own. Recursive procedures are never inlined.
//!
//! A copy has fresh variables (`caller::callee.x.17`), but for parameters that the argument itself can stand for. Those that may be read before they are written are made arbitrary
//! first, as in a new activation. Checks are copied with the body, and then stand in the caller;
//! [`Program::original_check`] leads back to the check that a copy was made of.

use crate::builder::{ends_run, normalise};
use crate::calls::CallGraph;
use crate::verify::debug_verify;
use crate::{CheckId, Edge, Input, LocId, ObjectState, Op, Proc, ProcId, Program, VarId, VarKind};
use maymust_term::{Substitution, TermId};
use rustc_hash::{FxHashMap, FxHashSet};

/// What to inline.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Limits {
    /// Procedures with at most this many edges, after inlining into them.
    pub edges: usize,
    /// No caller grows beyond this many edges.
    pub caller: usize,
}

impl Default for Limits {
    fn default() -> Self {
        Limits { edges: 60, caller: 20_000 }
    }
}

/// Inlines library models and procedures that make objects which outlive them, if they are small: which object a pointer
/// points to is then known at the call.
pub fn inline(program: &mut Program, limits: Limits) {
    let calls = CallGraph::new(program);
    let order: Vec<ProcId> = calls.bottom_up().collect();
    let mut chosen = vec![false; program.procs.len()];
    for p in order {
        inline_into(program, p, &chosen, limits);
        let proc = program.proc(p);
        let lasts = |state: ObjectState| matches!(state, ObjectState::Heap | ObjectState::External);
        let makes = |op: &Op| matches!(op, Op::Allocate { state, .. } if lasts(*state));
        let allocates = || proc.edges.iter().any(|e| makes(&e.op));
        let starts_at_header = proc.edges.iter().any(|e| e.to == proc.entry);
        chosen[p.index()] = proc.has_body
            && !calls.recursive[p.index()]
            && proc.edges.len() <= limits.edges
            && !starts_at_header
            && (proc.is_library() || allocates());
    }
    debug_verify(program, "inlining");
}

fn inline_into(program: &mut Program, id: ProcId, chosen: &[bool], limits: Limits) {
    let wanted = |e: &Edge| matches!(e.op, Op::Call { proc, .. } if chosen[proc.index()]);
    if !program.proc(id).edges.iter().any(wanted) {
        return;
    }
    let mut proc = program.proc(id).clone();
    let edges = std::mem::take(&mut proc.edges);
    let mut size = edges.len();
    for edge in edges {
        match &edge.op {
            Op::Call { proc: callee, args, result } if chosen[callee.index()] && size < limits.caller => {
                size += program.proc(*callee).edges.len();
                let call = Call { callee: *callee, args, result: *result };
                copy_body(program, id, &mut proc, &edge, &call);
            }
            _ => proc.edges.push(edge),
        }
    }
    program.procs[id.index()] = normalise(program, id, proc);
}

struct Call<'a> {
    callee: ProcId,
    args: &'a [TermId],
    result: Option<VarId>,
}

/// Replaces a call edge by a copy of the callee.
fn copy_body(program: &mut Program, id: ProcId, proc: &mut Proc, edge: &Edge, call: &Call<'_>) {
    let body = program.proc(call.callee).clone();
    let fixed = fixed_params(program, id, &body, call.args);
    let vars = copy_vars(program, id, proc, &body, &fixed);
    let span = edge.span;
    let mut at = edge.from;
    let mut step = |proc: &mut Proc, op: Op| {
        let to = fresh_loc(proc);
        proc.edges.push(Edge { from: at, to, op, span });
        at = to;
    };
    for (param, arg) in body.params.iter().zip(call.args) {
        if let Some(copy) = vars.get(param) {
            step(proc, Op::Assign(*copy, *arg));
        }
    }
    for v in body.locals.iter().chain(&body.result) {
        if !program.terms.symbol_sort(*v).is_array() && may_read_first(program, &body, *v) {
            let name = program.var(*v).name.clone();
            step(proc, Op::Havoc(vars[v], Input::Uninitialised(name.into())));
        }
    }
    let base = proc.locs;
    proc.locs += body.locs;
    let shifted = |l: LocId| LocId(l.0 + base);
    proc.edges.push(Edge { from: at, to: shifted(body.entry), op: Op::Assume(program.terms.tru()), span });
    let mut terms: FxHashMap<VarId, TermId> =
        vars_sorted(&vars).into_iter().map(|(old, new)| (old, program.terms.var(new))).collect();
    terms.extend(fixed);
    let mut substitution = Substitution::new(|s| terms.get(&s).copied());
    for e in &body.edges {
        let op = copy_op(program, id, &e.op, &vars, &mut substitution);
        proc.edges.push(Edge { from: shifted(e.from), to: shifted(e.to), op, span: e.span });
    }
    let last = match (call.result, body.result) {
        (Some(to), Some(from)) => Op::Assign(to, terms[&from]),
        _ => Op::Assume(program.terms.tru()),
    };
    proc.edges.push(Edge { from: shifted(body.exit), to: edge.to, op: last, span });
}

/// Parameters that the arguments can stand for: the body does not assign them, and the arguments depend on nothing but
/// variables of the caller, which the body cannot change.
fn fixed_params(program: &Program, id: ProcId, body: &Proc, args: &[TermId]) -> Vec<(VarId, TermId)> {
    let is_own = |v: &VarId| match program.var(*v).kind {
        VarKind::Local(p) | VarKind::Param(p) | VarKind::Result(p) => p == id,
        _ => false,
    };
    let assigned: FxHashSet<VarId> = body.edges.iter().filter_map(|e| e.op.target()).collect();
    let is_fixed = |(param, arg): &(VarId, TermId)| {
        !assigned.contains(param) && program.terms.support_of(&[*arg]).iter().all(is_own)
    };
    body.params.iter().copied().zip(args.iter().copied()).filter(is_fixed).collect()
}

fn fresh_loc(proc: &mut Proc) -> LocId {
    proc.locs += 1;
    LocId(proc.locs - 1)
}

/// Copies of the callee's variables as locals of the caller, but for those that have a term.
fn copy_vars(
    program: &mut Program,
    id: ProcId,
    proc: &mut Proc,
    body: &Proc,
    fixed: &[(VarId, TermId)],
) -> FxHashMap<VarId, VarId> {
    let mut vars = FxHashMap::default();
    let caller = proc.name.clone();
    let is_fixed = |v: &&VarId| fixed.iter().any(|f| f.0 == **v);
    for v in body.params.iter().filter(|v| !is_fixed(v)).chain(&body.locals).chain(&body.result) {
        let data = program.var(*v).clone();
        let sort = program.terms.symbol_sort(*v);
        // The number of variables so far makes the name unique at once.
        let name = format!("{caller}::{}.{}.{}", body.name, short_name(&data.name), program.vars.len());
        let copy = program.fresh_var(&name, sort, VarKind::Local(id), data.reading, data.span);
        proc.locals.push(copy);
        vars.insert(*v, copy);
    }
    vars
}

/// A name without its procedure and without the number that a copy got.
fn short_name(name: &str) -> &str {
    let last = name.rsplit("::").next().unwrap_or(name);
    match last.rsplit_once('.') {
        Some((front, number)) if number.bytes().all(|b| b.is_ascii_digit()) => front,
        _ => last,
    }
}

fn vars_sorted(vars: &FxHashMap<VarId, VarId>) -> Vec<(VarId, VarId)> {
    #[allow(clippy::iter_over_hash_type, reason = "sorted below")]
    let mut list: Vec<(VarId, VarId)> = vars.iter().map(|(a, b)| (*a, *b)).collect();
    list.sort_unstable();
    list
}

/// May the variable be read before it is written?
fn may_read_first(program: &Program, body: &Proc, v: VarId) -> bool {
    let mut seen = vec![false; body.locs as usize];
    let mut stack = vec![body.entry];
    while let Some(l) = stack.pop() {
        if l == body.exit && body.result == Some(v) {
            return true;
        }
        if std::mem::replace(&mut seen[l.index()], true) {
            continue;
        }
        for (_, e) in body.successors(l) {
            if program.terms.support_of(&e.op.terms()).contains(&v) {
                return true;
            }
            if e.op.target() != Some(v) && !ends_run(program, &e.op) {
                stack.push(e.to);
            }
        }
    }
    false
}

fn copy_op<F: Fn(VarId) -> Option<TermId>>(
    program: &mut Program,
    id: ProcId,
    op: &Op,
    vars: &FxHashMap<VarId, VarId>,
    substitution: &mut Substitution<F>,
) -> Op {
    let mut op = op.clone();
    op.map_terms(|t| substitution.apply(&mut program.terms, t));
    let rename = |v: &mut VarId| *v = vars.get(v).copied().unwrap_or(*v);
    match &mut op {
        Op::Assign(v, _) | Op::Havoc(v, _) | Op::Allocate { result: v, .. } => rename(v),
        Op::Call { result: Some(v), .. } | Op::Spawn { result: Some(v), .. } => rename(v),
        Op::CallPointer { result, check, .. } => {
            result.iter_mut().for_each(rename);
            *check = copy_check(program, id, *check, substitution);
        }
        Op::Check(check, _) | Op::Block { check, .. } => {
            *check = copy_check(program, id, *check, substitution)
        }
        Op::Assume(_)
        | Op::Call { result: None, .. }
        | Op::Spawn { result: None, .. }
        | Op::Free { .. }
        | Op::Copy { .. }
        | Op::Fill { .. }
        | Op::Bytes { .. }
        | Op::Output { .. }
        | Op::Halt(_)
        | Op::AtomicBegin
        | Op::AtomicEnd
        | Op::Acquire(_)
        | Op::Release(_)
        | Op::EndThread
        | Op::Unsupported(_) => {}
    }
    op
}

fn copy_check<F: Fn(VarId) -> Option<TermId>>(
    program: &mut Program,
    id: ProcId,
    check: CheckId,
    substitution: &mut Substitution<F>,
) -> CheckId {
    let mut data = program.checks[check.index()].clone();
    data.proc = id;
    data.access = data.access.map(|(t, n)| (substitution.apply(&mut program.terms, t), n));
    program.checks.push(data);
    let copy = CheckId(program.checks.len() as u32 - 1);
    let original = program.original_check(check);
    program.copied_checks.insert(copy, original);
    copy
}
