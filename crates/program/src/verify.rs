//! The model verifier: is a program well formed?
//!
//! What must hold, each violation a [`VerifyError`] with its place:
//! - every variable of the program is the symbol of the arena at its position and has its name;
//! - parameters, result and locals of a procedure are declared as its own, each once;
//! - locations of edges exist; edges are sorted by source and `out` is their index; nothing leaves the exit;
//! - of several edges out of one location all are assumes;
//! - an operation names variables of its procedure, globals and memory only; other symbols do not occur;
//! - sorts: an assigned term has its variable's sort; conditions are Bool; pointers have 64 bits; sizes, lengths and
//!   exit statuses 32, bytes 8; arguments and result match the callee's parameters and result;
//! - memory is assigned by chains of stores on the assigned variable only (plain variables of scalar regions are
//!   assigned as they like), and `size`, `state` and `next` have their sorts;
//! - of block operations in divided memory the regions are known;
//! - checks exist and stand in the procedure that they name; those of waits are about deadlocks;
//! - allocations give Stack, Heap or External objects; ends of life are Freed or Dead.
//!
//! Passes call [`debug_verify`] when they are done.

use crate::{
    Cell, CheckId, CheckKind, Edge, EdgeId, ObjectState, Op, Proc, ProcId, Program, SIZE_BITS, VarId, VarKind,
};
use maymust_term::{Op as TermOp, Sort, TermId};
use rustc_hash::FxHashMap;
use std::fmt;

/// What is wrong with a program, and where.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct VerifyError {
    /// The procedure, by number and name.
    pub proc: Option<(ProcId, String)>,
    /// The edge.
    pub edge: Option<EdgeId>,
    /// What is wrong.
    pub message: String,
}

impl fmt::Display for VerifyError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some((id, name)) = &self.proc {
            write!(f, "{id} `{name}`: ")?;
        }
        if let Some(edge) = self.edge {
            write!(f, "{edge}: ")?;
        }
        f.write_str(&self.message)
    }
}

impl std::error::Error for VerifyError {}

/// All that is wrong with a program.
pub fn verify(program: &Program) -> Vec<VerifyError> {
    let mut v =
        Verifier { program, errors: Vec::new(), proc: None, edge: None, owners: FxHashMap::default() };
    v.variables();
    v.memory();
    v.statics();
    v.checks();
    v.copied_checks();
    for i in 0..program.procs.len() {
        v.proc = Some(ProcId(i as u32));
        v.procedure(&program.procs[i]);
        v.edge = None;
    }
    v.errors
}

/// In debug builds, panics if a pass left a program that is not well formed.
///
/// # Panics
/// See above: that is always a mistake of the pass.
pub fn debug_verify(program: &Program, pass: &str) {
    if !cfg!(debug_assertions) {
        return;
    }
    let errors = verify(program);
    if !errors.is_empty() {
        let shown: Vec<String> = errors.iter().take(10).map(VerifyError::to_string).collect();
        panic!("after {pass}: {} errors in the program model:\n{}", errors.len(), shown.join("\n"));
    }
}

/// Which variables a term may name, remembered by term: only the global ones, or those of one procedure too.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Owner {
    Anyone,
    Proc(ProcId),
    /// Variables of two procedures, or a symbol that is no variable.
    Nobody,
}

struct Verifier<'a> {
    program: &'a Program,
    errors: Vec<VerifyError>,
    proc: Option<ProcId>,
    edge: Option<EdgeId>,
    owners: FxHashMap<TermId, Owner>,
}

impl Verifier<'_> {
    fn error(&mut self, message: impl Into<String>) {
        let proc = self.proc.map(|p| (p, self.program.proc(p).name.clone()));
        self.errors.push(VerifyError { proc, edge: self.edge, message: message.into() });
    }

    fn require(&mut self, holds: bool, message: &str) {
        if !holds {
            self.error(message);
        }
    }

    fn name(&self, v: VarId) -> &str {
        self.program.vars.get(v.index()).map_or("?", |d| &d.name)
    }

    fn exists(&self, v: VarId) -> bool {
        v.index() < self.program.vars.len()
    }

    fn sort_of(&self, v: VarId) -> Sort {
        self.program.terms.symbol_sort(v)
    }

    fn variables(&mut self) {
        if self.program.terms.symbol_count() < self.program.vars.len() {
            return self.error("more variables than symbols");
        }
        for (i, data) in self.program.vars.iter().enumerate() {
            let symbol = self.program.terms.symbol_name(VarId::from_index(i));
            if symbol != data.name {
                self.error(format!("variable {i} `{}` has the symbol `{symbol}`", data.name));
            }
            if let VarKind::Local(p) | VarKind::Param(p) | VarKind::Result(p) = data.kind
                && p.index() >= self.program.procs.len()
            {
                self.error(format!("variable `{}` belongs to {p}, which does not exist", data.name));
            }
        }
    }

    fn pointer(&self) -> Sort {
        self.program.layout.sort()
    }

    fn memory(&mut self) {
        let m = &self.program.memory;
        let (pointer, number) = (self.pointer(), self.program.layout.number_sort());
        self.memory_var(m.bytes, "bytes", pointer, Sort::BitVec(8));
        self.memory_var(m.size, "size", number, Sort::BitVec(SIZE_BITS));
        self.memory_var(m.state, "state", number, Sort::BitVec(ObjectState::BITS));
        if let Some(next) = m.next
            && self.memory_kind(next)
        {
            self.require(self.sort_of(next) == number, "`next` is no object number");
        }
        for region in &m.regions {
            match region.cell {
                Cell::Bytes => self.memory_var(Some(region.var), "region", pointer, Sort::BitVec(8)),
                Cell::Cells { bits } => {
                    self.memory_var(Some(region.var), "region", pointer, Sort::BitVec(bits));
                }
                Cell::Scalar { bits, .. } => {
                    if self.memory_kind(region.var) {
                        let right = self.sort_of(region.var) == Sort::BitVec(bits);
                        self.require(right, "the variable of a scalar region has another width");
                    }
                }
            }
        }
        for regions in m.targets.values().chain(m.allocated.values()) {
            let ok = regions.iter().all(|r| (*r as usize) < m.regions.len());
            self.require(ok, "a region that does not exist is named as a target");
        }
    }

    /// In divided memory, a block operation whose regions are not known would be taken to change nothing.
    fn targets(&mut self, op: &Op) {
        let m = &self.program.memory;
        let addresses: &[TermId] = match op {
            Op::Copy { to, from, .. } => &[*to, *from],
            Op::Fill { to, .. } | Op::Bytes { to, .. } => &[*to],
            _ => return,
        };
        let known = m.bytes.is_some() || addresses.iter().all(|t| m.targets.contains_key(t));
        self.require(known, "the regions of a block operation are not known");
    }

    fn memory_kind(&mut self, var: VarId) -> bool {
        let ok = self.exists(var) && self.program.var(var).kind == VarKind::Memory;
        self.require(ok, "a memory variable is not declared as one");
        ok
    }

    fn memory_var(&mut self, var: Option<VarId>, what: &str, index: Sort, element: Sort) {
        let Some(var) = var else { return };
        if self.memory_kind(var)
            && self.program.terms.array_parts(self.sort_of(var)) != Some((index, element))
        {
            self.error(format!("`{}` ({what}) has the wrong sort", self.name(var)));
        }
    }

    fn statics(&mut self) {
        use ObjectState::*;
        for object in &self.program.statics {
            if !matches!(object.state, Static | Constant | External | Code) {
                self.error(format!("static object `{}` is {:?}", object.name, object.state));
            }
            if object.proc.is_some_and(|p| p.index() >= self.program.procs.len()) {
                self.error(format!("static object `{}` names a procedure that does not exist", object.name));
            }
        }
        let entry = self.program.entry.is_none_or(|e| e.index() < self.program.procs.len());
        self.require(entry, "the entry does not exist");
        if let Some(thread) = self.program.thread {
            let ok = self.exists(thread)
                && self.program.var(thread).kind == VarKind::ThreadLocal
                && self.sort_of(thread) == Sort::BitVec(32);
            self.require(ok, "the number of the thread is no thread-local variable of 32 bits");
        }
        self.require(matches!(self.program.layout.bytes(), 4 | 8), "pointers have neither 4 nor 8 bytes");
    }

    fn checks(&mut self) {
        for (i, check) in self.program.checks.iter().enumerate() {
            if check.proc.index() >= self.program.procs.len() {
                self.error(format!("check{i} stands in {}, which does not exist", check.proc));
            }
            if check.access.is_some_and(|(t, _)| self.program.terms.sort(t) != self.pointer()) {
                self.error(format!("the address of check{i} is no pointer"));
            }
        }
    }

    fn copied_checks(&mut self) {
        let n = self.program.checks.len();
        let exist = |(a, b): (&CheckId, &CheckId)| a.index() < n && b.index() < n;
        let ok = self.program.copied_checks.iter().all(exist);
        self.require(ok, "a copied check does not exist");
    }

    fn procedure(&mut self, p: &Proc) {
        let id = self.proc.unwrap_or(ProcId(0));
        self.declared(&p.params, VarKind::Param(id));
        self.declared(&p.locals, VarKind::Local(id));
        self.declared(p.result.as_slice(), VarKind::Result(id));
        if p.entry.0 >= p.locs || p.exit.0 >= p.locs {
            return self.error("entry or exit does not exist");
        }
        if p.edges.iter().any(|e| e.from.0 >= p.locs || e.to.0 >= p.locs) {
            return self.error("an edge leads from or to a location that does not exist");
        }
        if !index_is_right(p) {
            return self.error("the edges are not sorted, or `out` is not their index");
        }
        self.require(p.successors(p.exit).next().is_none(), "an edge leaves the exit");
        for (i, edge) in p.edges.iter().enumerate() {
            self.edge = Some(EdgeId(i as u32));
            let alone = p.out[edge.from.index() + 1] - p.out[edge.from.index()] == 1;
            self.require(alone || matches!(edge.op, Op::Assume(_)), "one of several edges is no assume");
            self.operation(edge);
        }
    }

    fn declared(&mut self, vars: &[VarId], kind: VarKind) {
        let mut seen = rustc_hash::FxHashSet::default();
        for &v in vars {
            if !self.exists(v) || self.program.var(v).kind != kind {
                self.error(format!("variable `{}` is not declared as {kind:?}", self.name(v)));
            }
            if !seen.insert(v) {
                self.error(format!("variable `{}` is listed twice", self.name(v)));
            }
        }
    }

    fn operation(&mut self, edge: &Edge) {
        let terms = edge.op.terms();
        for t in &terms {
            self.owned(*t);
        }
        if let Some(v) = edge.op.target() {
            if !self.exists(v) {
                return self.error("the target is no variable");
            }
            if let VarKind::Local(p) | VarKind::Param(p) | VarKind::Result(p) = self.program.var(v).kind
                && Some(p) != self.proc
            {
                self.error(format!("`{}` belongs to another procedure", self.name(v)));
            }
        }
        self.targets(&edge.op);
        match &edge.op {
            Op::Assign(v, t) => self.assign(*v, *t),
            Op::Assume(t) => self.sort(*t, Sort::Bool, "condition"),
            Op::Check(c, t) => {
                self.check(*c);
                self.sort(*t, Sort::Bool, "condition");
            }
            Op::Call { proc, args, result } => self.call(*proc, args, *result),
            Op::CallPointer { pointer, check, .. } => {
                self.check(*check);
                self.sort(*pointer, self.pointer(), "pointer");
            }
            Op::Allocate { result, size, state, .. } => {
                use ObjectState::*;
                let ok = matches!(state, Stack | Heap | External);
                self.require(ok, "an allocated object is neither Stack nor Heap nor External");
                self.require(
                    self.sort_of(*result) == self.pointer(),
                    "the result of an allocation is no pointer",
                );
                self.sort(*size, Sort::BitVec(32), "size");
            }
            Op::Free { pointer, state } => {
                let ok = matches!(state, ObjectState::Freed | ObjectState::Dead);
                self.require(ok, "the end of a life is neither Freed nor Dead");
                self.sort(*pointer, self.pointer(), "pointer");
            }
            Op::Copy { to, from, bytes } => {
                self.sort(*to, self.pointer(), "target");
                self.sort(*from, self.pointer(), "source");
                self.sort(*bytes, Sort::BitVec(32), "length");
            }
            Op::Fill { to, byte, bytes } => {
                self.sort(*to, self.pointer(), "target");
                self.sort(*byte, Sort::BitVec(8), "byte");
                self.sort(*bytes, Sort::BitVec(32), "length");
            }
            Op::Bytes { to, .. } => self.sort(*to, self.pointer(), "target"),
            Op::Output { stream, byte } => {
                let ok = matches!(self.program.terms.sort(*stream), Sort::BitVec(_));
                self.require(ok, "a stream is no bit-vector");
                self.sort(*byte, Sort::BitVec(8), "byte");
            }
            Op::Halt(t) => self.sort(*t, Sort::BitVec(32), "status"),
            Op::Havoc(v, _) => {
                let array = self.sort_of(*v).is_array();
                self.require(!array, "a whole memory becomes arbitrary");
            }
            Op::Spawn { proc, args, result } => self.spawn(*proc, args, *result),
            Op::Block { check, condition } => {
                self.check(*check);
                let kind = self.program.checks.get(check.index()).map(|c| c.kind);
                self.require(kind == Some(CheckKind::Deadlock), "the check of a wait is not about deadlocks");
                self.sort(*condition, Sort::Bool, "condition");
            }
            Op::Acquire(t) | Op::Release(t) => self.sort(*t, self.pointer(), "address"),
            Op::AtomicBegin | Op::AtomicEnd | Op::EndThread | Op::Unsupported(_) => {}
        }
    }

    fn spawn(&mut self, proc: ProcId, args: &[TermId], result: Option<VarId>) {
        self.call(proc, args, None);
        let is_number = result.is_none_or(|r| self.sort_of(r) == Sort::BitVec(32));
        self.require(is_number, "the number of a thread has not 32 bits");
    }

    fn sort(&mut self, t: TermId, sort: Sort, what: &str) {
        let found = self.program.terms.sort(t);
        if found != sort {
            let terms = &self.program.terms;
            self.error(format!(
                "{what} is of sort {}, not {}",
                terms.sort_text(found),
                terms.sort_text(sort)
            ));
        }
    }

    fn check(&mut self, check: CheckId) {
        match self.program.checks.get(check.index()) {
            None => self.error(format!("{check} does not exist")),
            Some(data) if Some(data.proc) != self.proc => self.error(format!("{check} names {}", data.proc)),
            Some(_) => {}
        }
    }

    fn assign(&mut self, v: VarId, t: TermId) {
        let terms = &self.program.terms;
        self.sort(t, self.sort_of(v), "assigned term");
        if !self.sort_of(v).is_array() {
            return;
        }
        let mut base = t;
        while let TermOp::Store | TermOp::StoreWide { .. } = terms.op(base) {
            base = terms.arg(base, 0);
        }
        if terms.as_var(base) != Some(v) {
            self.error(format!("memory `{}` is assigned something else than stores on itself", self.name(v)));
        }
    }

    fn call(&mut self, callee: ProcId, args: &[TermId], result: Option<VarId>) {
        let Some(callee) = self.program.procs.get(callee.index()) else {
            return self.error(format!("{callee} does not exist"));
        };
        if args.len() != callee.params.len() {
            let (n, m) = (args.len(), callee.params.len());
            return self.error(format!("{n} arguments for the {m} parameters of `{}`", callee.name));
        }
        for (a, p) in args.iter().zip(&callee.params) {
            self.sort(*a, self.sort_of(*p), "argument");
        }
        match (result, callee.result) {
            (Some(r), Some(c)) if self.sort_of(r) != self.sort_of(c) => {
                self.error(format!("the result of `{}` has another sort", callee.name));
            }
            (Some(_), None) => self.error(format!("`{}` has no result", callee.name)),
            _ => {}
        }
    }

    /// The term names variables of this procedure, globals and memory only.
    fn owned(&mut self, t: TermId) {
        match self.owner(t) {
            Owner::Nobody => self.error(format!("a symbol out of place in {}", self.program.terms.pretty(t))),
            Owner::Proc(p) if Some(p) != self.proc => {
                self.error(format!("a variable of {p} in {}", self.program.terms.pretty(t)));
            }
            _ => {}
        }
    }

    fn owner(&mut self, root: TermId) -> Owner {
        let terms = &self.program.terms;
        let mut stack = vec![root];
        while let Some(&t) = stack.last() {
            if self.owners.contains_key(&t) {
                stack.pop();
                continue;
            }
            let before = stack.len();
            stack.extend(terms.args(t).iter().filter(|a| !self.owners.contains_key(*a)));
            if stack.len() > before {
                continue;
            }
            let own = terms.as_var(t).map_or(Owner::Anyone, |s| self.owner_of_symbol(s));
            let owner = terms.args(t).iter().fold(own, |o, a| join(o, self.owners[a]));
            self.owners.insert(t, owner);
            stack.pop();
        }
        self.owners[&root]
    }

    fn owner_of_symbol(&self, s: VarId) -> Owner {
        match self.program.vars.get(s.index()).map(|v| v.kind) {
            None => Owner::Nobody,
            Some(VarKind::Global | VarKind::ThreadLocal | VarKind::Memory) => Owner::Anyone,
            Some(VarKind::Local(p) | VarKind::Param(p) | VarKind::Result(p)) => Owner::Proc(p),
        }
    }
}

fn join(a: Owner, b: Owner) -> Owner {
    match (a, b) {
        (Owner::Anyone, o) | (o, Owner::Anyone) => o,
        (a, b) if a == b => a,
        _ => Owner::Nobody,
    }
}

fn index_is_right(p: &Proc) -> bool {
    let n = p.locs as usize;
    if p.out.len() != n + 1 || p.out[0] != 0 || p.out[n] as usize != p.edges.len() {
        return false;
    }
    let sorted = p.edges.windows(2).all(|w| w[0].from <= w[1].from);
    let ranges = p.out.windows(2).all(|w| w[0] <= w[1]);
    let inside =
        |l: usize| p.edges[p.out[l] as usize..p.out[l + 1] as usize].iter().all(|e| e.from.index() == l);
    sorted && ranges && (0..n).all(inside)
}
