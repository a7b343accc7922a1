//! Threads: what lowering does differently where a program may start some, and the primitives of the library models.
//!
//! In such a program an edge makes at most one access to what threads share: every load is captured where it is evaluated, so that
//! `x = x + 1` reads in one step and writes in another. Accesses to `_Atomic` places, functions named `__VERIFIER_atomic_…`, and library
//! models that keep something for themselves (`printf`, `malloc`) are atomic sections. A thread-local object is made when
//! its thread begins; a thread-local variable holds its address.

use maymust_program::{
    CheckData, CheckId, CheckKind, LocId, ObjectState, Op, ProcBuilder, ProcId, VarId, VarKind, threads,
};
use maymust_sema::TypeId;
use maymust_sema::hir::{self, Builtin, Constant, Expr, ExprKind, PlaceKind};
use maymust_source::Span;
use maymust_term::{Sort, TermId};

use crate::function::Function;
use crate::place::Spot;
use crate::scalar::Scalar;
use crate::{GlobalHome, Lower};

/// Functions with such names are atomic.
const ATOMIC: &str = "__VERIFIER_atomic_";

impl Function<'_, '_> {
    /// Where threads are, the value of a load is fixed at once.
    pub fn loaded(&mut self, value: TermId) -> TermId {
        let is_fixed = self.l.threads && !self.in_condition;
        if is_fixed { self.capture(value) } else { value }
    }

    /// Can others change the variable?
    pub fn is_shared(&self, var: VarId) -> bool {
        self.l.threads && self.l.p.var(var).kind == VarKind::Global
    }

    /// What `body` does to a place is one step if the place is `_Atomic`.
    pub fn on_place<T>(&mut self, spot: Spot, ty: TypeId, body: impl FnOnce(&mut Self) -> T) -> T {
        if !self.l.threads || !self.l.types.qualifiers(ty).is_atomic {
            return body(self);
        }
        let address = match spot {
            Spot::Mem { address, .. } => self.capture(address),
            Spot::Var(var) => self.word(var.index() as u64),
        };
        self.atomically(address, body)
    }

    /// An atomic section, ordered with others about the same address.
    pub fn atomically<T>(&mut self, address: TermId, body: impl FnOnce(&mut Self) -> T) -> T {
        if !self.l.threads {
            return body(self);
        }
        self.emit(Op::AtomicBegin);
        self.emit(Op::Acquire(address));
        let result = body(self);
        self.emit(Op::Release(address));
        self.emit(Op::AtomicEnd);
        result
    }

    /// Is the whole function an atomic section?
    pub fn is_atomic_function(&self) -> bool {
        let function = &self.l.hir.functions[self.id.index()];
        self.l.threads && !function.is_library && function.name.starts_with(ATOMIC)
    }

    /// The primitives of threads.
    pub fn thread_primitive(&mut self, builtin: Builtin, args: &[Expr], values: &[TermId]) -> TermId {
        match builtin {
            Builtin::MayMustSpawn => return self.spawn(args, values),
            Builtin::MayMustSelf => {
                return match self.l.p.thread {
                    Some(thread) => self.var(thread),
                    None => self.l.p.terms.bv(32, 0),
                };
            }
            Builtin::MayMustThreadBegin => {
                self.cur = self.l.initialise_thread(&mut self.b, self.cur);
            }
            Builtin::MayMustThreadEnd => {
                for i in 0..self.l.homes.len() {
                    if let GlobalHome::Thread(var) = self.l.homes[i] {
                        let pointer = self.var(var);
                        self.emit(Op::Free { pointer, state: ObjectState::Dead });
                    }
                }
            }
            Builtin::MayMustEndThread => self.emit(Op::EndThread),
            Builtin::MayMustAtomicBegin => self.emit(Op::AtomicBegin),
            Builtin::MayMustAtomicEnd => self.emit(Op::AtomicEnd),
            Builtin::MayMustAcquire => self.emit(Op::Acquire(values[0])),
            Builtin::MayMustRelease => self.emit(Op::Release(values[0])),
            _ => self.unsupported("a builtin that is not modelled"),
        }
        self.l.p.terms.tru()
    }

    fn spawn(&mut self, args: &[Expr], values: &[TermId]) -> TermId {
        let Some(body) = args.first().and_then(function_of) else {
            self.unsupported("a thread that runs no function that is named");
            return self.l.p.terms.bv(32, 0);
        };
        let result = self.new_temp(32, false);
        let proc = ProcId(body.0);
        self.emit(Op::Spawn { proc, args: values[1..].to_vec(), result: Some(result) });
        self.var(result)
    }

    /// `__maymust_block(condition, "what is waited for")`
    pub fn block(&mut self, e: &Expr, args: &[Expr]) -> TermId {
        let text = args.last().and_then(|a| self.l.string_literal(a)).unwrap_or_default();
        let before = self.b.edges().len();
        self.in_condition = true;
        let condition = self.truth(&args[0]);
        self.in_condition = false;
        self.span = e.span;
        // It is evaluated again and again: nothing it stands on may have been computed before.
        if self.b.edges()[before..].iter().any(|e| !matches!(e.op, Op::Check(..))) {
            self.unsupported("a wait for a condition with effects");
        }
        let check = self.named_check(CheckKind::Deadlock, &text);
        self.emit(Op::Block { check, condition });
        self.l.p.terms.tru()
    }
}

/// The function that an expression names.
fn function_of(e: &Expr) -> Option<hir::FunctionId> {
    match &e.kind {
        ExprKind::Convert(inner) => function_of(inner),
        ExprKind::Constant(Constant::Function(id)) => Some(*id),
        ExprKind::AddrOf(place) => match place.kind {
            PlaceKind::Function(id) => Some(id),
            _ => None,
        },
        _ => None,
    }
}

impl Lower<'_> {
    /// The variables that programs with threads have.
    pub fn declare_threads(&mut self) {
        if self.threads {
            let (sort, kind) = (Sort::BitVec(32), VarKind::ThreadLocal);
            self.p.thread = Some(self.p.new_var("$thread", sort, kind, false, Span::NONE));
        }
    }

    /// The home of a thread-local global.
    pub fn thread_home(&mut self, global: &hir::Global) -> GlobalHome {
        let name = global.name.clone().unwrap_or_else(|| "$literal".to_owned());
        match Scalar::of(self.types, global.ty) {
            Some(s) if !global.address_taken => {
                GlobalHome::Var(self.new_var(name, s.bits(), VarKind::ThreadLocal, s.reading(), global.span))
            }
            _ => {
                let name = format!("&{name}");
                GlobalHome::Thread(self.new_var(
                    name,
                    self.pointer_bits(),
                    VarKind::ThreadLocal,
                    false,
                    global.span,
                ))
            }
        }
    }

    /// Makes and initialises the thread-local variables of the running thread.
    pub fn initialise_thread(&mut self, b: &mut ProcBuilder, mut at: LocId) -> LocId {
        for (i, global) in self.hir.globals.iter().enumerate() {
            if !global.thread_local || global.is_extern {
                continue;
            }
            let ops = match self.homes[i] {
                GlobalHome::Var(var) => {
                    let bits = Scalar::of(self.types, global.ty).map_or(self.pointer_bits(), Scalar::bits);
                    vec![Op::Assign(var, self.first_scalar(&global.init, bits))]
                }
                GlobalHome::Thread(var) => {
                    let size = global.size.or_else(|| self.types.size_of(global.ty)).unwrap_or(0);
                    let size = self.p.terms.bv(32, size.min(self.p.layout.max_object() - 1));
                    let state = ObjectState::Stack;
                    let mut ops = vec![Op::Allocate { result: var, size, state, zeroed: true }];
                    let address = self.p.terms.var(var);
                    ops.extend(self.object_contents(address, &global.init));
                    ops
                }
                GlobalHome::Object(_) => Vec::new(),
            };
            for op in ops {
                at = b.step(at, op, global.span);
            }
        }
        at
    }

    /// The check that no accesses race, at the start of a run.
    pub fn race_check(&mut self, b: &mut ProcBuilder, at: LocId, span: Span) -> LocId {
        if !self.threads {
            return at;
        }
        let message = self.message("accesses of different threads are ordered or atomic");
        let (kind, proc) = (CheckKind::DataRace, b.id);
        self.p.checks.push(CheckData { kind, message, proc, span, access: None });
        let check = CheckId(self.p.checks.len() as u32 - 1);
        b.step(at, Op::Check(check, self.p.terms.tru()), span)
    }

    /// Library models that keep something for themselves are atomic: no other thread sees them at work.
    pub fn protect_library(&mut self) {
        if !self.threads {
            return;
        }
        let keeps = self.keepers();
        for (p, keeps) in keeps.into_iter().enumerate() {
            if keeps {
                let id = ProcId(p as u32);
                let proc = self.p.procs[p].clone();
                let (entry, exit, span) = (proc.entry, proc.exit, proc.span);
                let mut b = ProcBuilder::from_proc(id, proc);
                let (first, last) = (b.fresh_loc(), b.fresh_loc());
                b.edge(first, entry, Op::AtomicBegin, span);
                b.edge(exit, last, Op::AtomicEnd, span);
                self.p.procs[p] = b.finish(&self.p, first, last);
            }
        }
    }

    /// Library models that access static objects or globals of library models themselves, or call such; not those that know of
    /// threads.
    fn keepers(&self) -> Vec<bool> {
        let p = &self.p;
        let number = self.hir.functions.len();
        let mut own_vars = rustc_hash::FxHashSet::default();
        for (global, home) in self.hir.globals.iter().zip(&self.homes) {
            if let (GlobalHome::Var(var), true) = (home, global.is_library && !global.thread_local) {
                own_vars.insert(*var);
            }
        }
        let is_own = |t: TermId| match p.terms.as_u64(t) {
            Some(address) if p.terms.width(t) == p.layout.bits() => {
                let object = p.layout.split(address).0 as usize;
                let data = object.checked_sub(1).and_then(|i| p.statics.get(i));
                data.is_some_and(|s| s.is_library && s.state == ObjectState::Static)
            }
            _ => p.terms.as_var(t).is_some_and(|v| own_vars.contains(&v)),
        };
        let touches = |op: &Op| {
            op.target().is_some_and(|v| own_vars.contains(&v))
                || op.terms().into_iter().any(|t| occurs(p, t, &is_own))
        };
        let mut knows = vec![false; number];
        let mut keeps = vec![false; number];
        for (i, proc) in p.procs.iter().take(number).enumerate() {
            knows[i] = proc.edges.iter().any(|e| threads::is_about_threads(&e.op));
            keeps[i] = proc.is_library() && proc.has_body && proc.edges.iter().any(|e| touches(&e.op));
        }
        // Callers know of threads if what they call does.
        let calls = maymust_program::calls::CallGraph::new(p);
        for id in calls.bottom_up().filter(|id| id.index() < number) {
            let called = || calls.callees[id.index()].iter().map(|c| c.index()).filter(|c| *c < number);
            let of_library = |c: &usize| p.procs[*c].is_library();
            let (k, t) = (
                called().filter(of_library).any(|c| keeps[c]),
                called().filter(of_library).any(|c| knows[c]),
            );
            keeps[id.index()] |= k && p.proc(id).is_library() && p.proc(id).has_body;
            knows[id.index()] |= t;
        }
        keeps.iter().zip(knows).map(|(keeps, knows)| *keeps && !knows).collect()
    }
}

/// Does a part of the term satisfy the test?
fn occurs(p: &maymust_program::Program, root: TermId, test: &impl Fn(TermId) -> bool) -> bool {
    let mut seen = rustc_hash::FxHashSet::default();
    let mut stack = vec![root];
    while let Some(t) = stack.pop() {
        if seen.insert(t) {
            if p.terms.sort(t) != Sort::Bool && !p.terms.sort(t).is_array() && test(t) {
                return true;
            }
            stack.extend(p.terms.args(t));
        }
    }
    false
}
