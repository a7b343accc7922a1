//! Lowering one function: its variables, its prologue and epilogue, and the emission of edges.

use std::sync::Arc;

use maymust_program::{
    Input, LocId, ObjectState, Op, ProcBuilder, ProcId, ProcOrigin, Reading, VarId, VarKind,
};
use maymust_sema::{FunctionType, TypeId, Types, hir};
use maymust_source::Span;
use maymust_term::TermId;
use rustc_hash::FxHashSet;

use crate::Lower;
use crate::arbitrary::Exact;
use crate::check::Accesses;
use crate::scalar::Scalar;
use crate::scope::{Jump, Scope, ScopeId};

/// Where a local lives.
#[derive(Clone, Copy, Debug)]
pub(crate) enum LocalHome {
    Var(VarId),
    /// An object; the variable holds its address.
    Object(VarId),
}

/// Where `break`, `continue` and `case` of a loop or switch lead.
pub(crate) struct Target {
    pub breaks: LocId,
    pub continues: Option<LocId>,
    pub scope: ScopeId,
    pub switch: Option<Switch>,
}

/// The labels of a switch met so far.
#[derive(Default)]
pub(crate) struct Switch {
    pub cases: Vec<(i128, i128, LocId, ScopeId)>,
    pub default: Option<(LocId, ScopeId)>,
}

/// The state of lowering a function.
pub(crate) struct Function<'l, 'a> {
    pub l: &'l mut Lower<'a>,
    pub id: hir::FunctionId,
    /// Without its block.
    pub body: &'a hir::Body,
    pub name: String,
    pub b: ProcBuilder,
    /// Where the next edge starts.
    pub cur: LocId,
    /// The source of the next edge.
    pub span: Span,
    pub locals: Vec<LocalHome>,
    pub vlas: Vec<VarId>,
    pub scopes: Vec<Scope>,
    pub scope: ScopeId,
    pub labels: Vec<Option<(LocId, ScopeId)>>,
    pub jumps: Vec<Jump>,
    pub targets: Vec<Target>,
    pub epilogue: LocId,
    /// Where a record result is written.
    pub result_address: Option<VarId>,
    /// The object of the variadic arguments.
    pub variadic: Option<VarId>,
    /// The newest node of the list of `alloca` objects.
    pub alloca: Option<VarId>,
    /// Objects that die at the end of the full expression.
    pub temporaries: Vec<VarId>,
    /// Address variables that must be null before the body starts.
    pub start_null: Vec<VarId>,
    /// Variables assigned once before any use: their terms never go stale.
    pub stable: FxHashSet<VarId>,
    /// Checked operations of the statement at hand since a value was last fixed.
    pub operations: u32,
    /// Is the condition of a wait being evaluated?
    pub in_condition: bool,
    /// Most places are accessed more than once.
    pub accesses: Accesses,
}

/// Lowers a function, with or without body, to the procedure of the same number.
pub(crate) fn lower_function(l: &mut Lower<'_>, id: hir::FunctionId, block: &[hir::Stmt]) {
    let function = &l.hir.functions[id.index()];
    let proc = match &function.body {
        Some(body) => Function::new(l, id, body).lower(block),
        None => external(l, id),
    };
    debug_assert_eq!(l.p.procs.len(), id.index());
    l.p.procs.push(proc);
}

impl<'l, 'a> Function<'l, 'a> {
    fn new(l: &'l mut Lower<'a>, id: hir::FunctionId, body: &'a hir::Body) -> Self {
        let function = &l.hir.functions[id.index()];
        let name = l.proc_name(id);
        let mut b = ProcBuilder::new(&name, ProcId(id.0), function.span);
        b.origin = if function.is_library { ProcOrigin::Library } else { ProcOrigin::User };
        let entry = b.fresh_loc();
        let start = b.fresh_loc();
        let exit = b.fresh_loc();
        let epilogue = b.fresh_loc();
        debug_assert!(entry == ENTRY && start == START && exit == EXIT);
        Function {
            l,
            id,
            body,
            name,
            b,
            cur: START,
            span: function.span,
            locals: Vec::new(),
            vlas: Vec::new(),
            scopes: vec![Scope::default()],
            scope: 0,
            labels: vec![None; body.labels.len()],
            jumps: Vec::new(),
            targets: Vec::new(),
            epilogue,
            result_address: None,
            variadic: None,
            alloca: None,
            temporaries: Vec::new(),
            start_null: Vec::new(),
            stable: FxHashSet::default(),
            operations: 0,
            in_condition: false,
            accesses: Accesses::default(),
        }
    }

    fn lower(mut self, block: &[hir::Stmt]) -> maymust_program::Proc {
        self.declare_signature();
        self.stmts(block);
        self.span = self.body.end;
        self.leave_scopes(self.scope, None);
        let epilogue = self.epilogue;
        self.goto(epilogue);
        self.resolve_jumps();
        self.finish_epilogue();
        self.finish_prologue();
        self.b.finish(&self.l.p, ENTRY, EXIT)
    }

    /// Parameters, result and homes of all locals.
    fn declare_signature(&mut self) {
        let function = &self.l.hir.functions[self.id.index()];
        let ty = self.l.types.function(function.ty).cloned();
        let result = ty.as_ref().map(|t| t.result);
        let has_prototype = ty.as_ref().is_none_or(|t| t.prototype);
        let variadic = ty.is_some_and(|t| t.variadic);
        if let Some(result) = result.filter(|&r| !self.l.types.is_void(r)) {
            match Scalar::of(self.l.types, result) {
                Some(s) => {
                    let name = format!("{}::$result", self.name);
                    let kind = VarKind::Result(self.b.id);
                    self.b.result = Some(self.l.new_var(name, s.bits(), kind, s.reading(), self.span));
                }
                None => {
                    self.result_address =
                        Some(self.new_param("$result_address", self.l.pointer_bits(), false))
                }
            }
        }
        let mut params = Vec::new();
        for &local in &self.body.params {
            let data = &self.body.locals[local.index()];
            let (bits, reading) = match Scalar::of(self.l.types, data.ty) {
                Some(s) => (s.bits(), s.reading()),
                None => (self.l.pointer_bits(), Reading::Pointer),
            };
            params.push(self.new_param(&data.name, bits, reading));
        }
        if variadic {
            self.variadic = Some(self.new_param("$variadic", self.l.pointer_bits(), false));
        }
        self.b.any_arguments = self.b.params.is_empty() && !has_prototype;
        self.declare_locals(&params);
        for _ in &self.body.vlas {
            let var = self.new_local("$length", self.l.pointer_bits(), false);
            self.vlas.push(var);
        }
        self.store_params(&params);
    }

    fn declare_locals(&mut self, params: &[VarId]) {
        for (i, local) in self.body.locals.iter().enumerate() {
            self.span = local.span;
            let param = self.body.params.iter().position(|p| p.index() == i).map(|n| params[n]);
            let scalar = Scalar::of(self.l.types, local.ty);
            let home = match (param, scalar) {
                (Some(var), Some(_)) if !local.address_taken => LocalHome::Var(var),
                // The caller made the copy: the parameter is the object's address.
                (Some(var), None) => LocalHome::Object(var),
                (None, Some(s)) if !local.address_taken => {
                    LocalHome::Var(self.new_local(&local.name, s.bits(), s.reading()))
                }
                _ => {
                    let var = self.new_local(&format!("&{}", local.name), self.l.pointer_bits(), false);
                    self.stable.insert(var);
                    LocalHome::Object(var)
                }
            };
            if self.b.origin == ProcOrigin::User {
                let shape = self.l.shape(local.ty);
                match home {
                    LocalHome::Var(var) => self.l.shapes.note_var(var, shape),
                    LocalHome::Object(var) => self.l.shapes.note_object(var, shape),
                }
                // What a caller gives is there before it has moved into an object.
                if let Some(param) = param.filter(|_| scalar.is_some()) {
                    self.l.shapes.note_var(param, shape);
                }
            }
            self.locals.push(home);
        }
    }

    /// Parameters whose address is taken move into objects of the function's outermost scope.
    fn store_params(&mut self, params: &[VarId]) {
        for (n, &local) in self.body.params.iter().enumerate() {
            let data = &self.body.locals[local.index()];
            let LocalHome::Object(address) = self.locals[local.index()] else { continue };
            if address == params[n] {
                continue;
            }
            self.span = data.span;
            self.add_object(address, data.ty);
            self.allocate_local(address, data.ty);
            let (to, value) = (self.var(address), self.var(params[n]));
            self.store(to, data.ty, None, value);
        }
    }

    fn finish_prologue(&mut self) {
        self.cur = ENTRY;
        self.span = self.b.span;
        for var in std::mem::take(&mut self.start_null) {
            let null = self.word(0);
            self.emit(Op::Assign(var, null));
        }
        if self.is_atomic_function() {
            let section = self.word(0);
            self.emit(Op::AtomicBegin);
            self.emit(Op::Acquire(section));
        }
        self.goto(START);
    }

    fn finish_epilogue(&mut self) {
        self.cur = self.epilogue;
        self.span = self.body.end;
        if let Some(list) = self.alloca {
            self.free_alloca_list(list);
        }
        if self.is_atomic_function() {
            let section = self.word(0);
            self.emit(Op::Release(section));
            self.emit(Op::AtomicEnd);
        }
        if self.l.hir.functions[self.id.index()].noreturn {
            let never = self.l.p.terms.fls();
            self.check(
                maymust_program::CheckKind::Unreachable,
                never,
                format!("`{}` is declared noreturn but returns", self.name),
            );
        }
        self.goto(EXIT);
    }

    // --- emission ------------------------------------------------------------------------------

    /// Adds an edge with an operation.
    pub fn emit(&mut self, op: Op) {
        self.cur = self.b.step(self.cur, op, self.span);
    }

    /// Leads to a location; what is emitted next is unreachable until [`Self::start`].
    pub fn goto(&mut self, to: LocId) {
        self.b.skip(&self.l.p.terms, self.cur, to, self.span);
        self.cur = self.b.fresh_loc();
    }

    /// Goes on from a location.
    pub fn start(&mut self, at: LocId) {
        self.cur = at;
    }

    /// Branches: `yes` if the condition holds, else `no`.
    pub fn branch(&mut self, condition: TermId, yes: LocId, no: LocId) {
        let t = &mut self.l.p.terms;
        match t.as_bool(condition) {
            Some(c) => self.goto(if c { yes } else { no }),
            None => {
                self.b.branch(t, self.cur, condition, yes, no, self.span);
                self.cur = self.b.fresh_loc();
            }
        }
    }

    /// The path ends here.
    pub fn cut(&mut self) {
        let never = self.l.p.terms.fls();
        self.emit(Op::Assume(never));
    }

    /// Marks something that is not modelled.
    pub fn unsupported(&mut self, reason: impl Into<Arc<str>>) {
        self.emit(Op::Unsupported(reason.into()));
    }

    /// Where a condition does not hold, there is more than is modelled.
    pub fn unsupported_unless(&mut self, modelled: TermId, reason: impl Into<Arc<str>>) {
        let (beyond, here) = (self.b.fresh_loc(), self.b.fresh_loc());
        self.branch(modelled, here, beyond);
        self.start(beyond);
        self.unsupported(reason);
        self.goto(here);
        self.start(here);
    }

    // --- variables -----------------------------------------------------------------------------

    fn new_param(&mut self, name: &str, bits: u32, reading: impl Into<Reading>) -> VarId {
        let name = format!("{}::{name}", self.name);
        let var = self.l.new_var(name, bits, VarKind::Param(self.b.id), reading, self.span);
        self.b.params.push(var);
        var
    }

    /// A local variable.
    pub fn new_local(&mut self, name: &str, bits: u32, reading: impl Into<Reading>) -> VarId {
        let name = format!("{}::{name}", self.name);
        let var = self.l.new_var(name, bits, VarKind::Local(self.b.id), reading, self.span);
        self.b.locals.push(var);
        var
    }

    /// A temporary: assigned before it is read, and not again before its last use.
    pub fn new_temp(&mut self, bits: u32, reading: impl Into<Reading>) -> VarId {
        let var = self.new_local("$t", bits, reading);
        self.stable.insert(var);
        var
    }

    /// The term of a variable.
    pub fn var(&mut self, var: VarId) -> TermId {
        self.l.p.terms.var(var)
    }

    /// Fixes a value now: later changes of the state do not affect the term that is returned.
    pub fn capture(&mut self, value: TermId) -> TermId {
        let t = &self.l.p.terms;
        if t.is_const(value) || t.as_var(value).is_some_and(|v| self.stable.contains(&v)) {
            return value;
        }
        let temp = self.new_temp(self.l.p.terms.width(value), false);
        self.emit(Op::Assign(temp, value));
        self.var(temp)
    }

    /// A constant with as many bits as a pointer.
    pub fn word(&mut self, value: u64) -> TermId {
        self.l.p.layout.constant(&mut self.l.p.terms, value)
    }

    /// Allocates the object of a local of fixed size.
    pub fn allocate_local(&mut self, address: VarId, ty: TypeId) {
        let size = self.l.types.size_of(ty).unwrap_or(0);
        self.allocate_stack(address, size);
    }

    /// Allocates a stack object of `size` bytes.
    pub fn allocate_stack(&mut self, address: VarId, size: u64) {
        if size >= self.l.p.layout.max_object() {
            self.unsupported(format!("an object of {size} bytes"));
        }
        let size = self.l.p.terms.bv(32, size.min(self.l.p.layout.max_object() - 1));
        self.emit(Op::Allocate { result: address, size, state: ObjectState::Stack, zeroed: false });
    }

    /// An object that lives until the end of the full expression; gives its address.
    pub fn temporary_object(&mut self, ty: TypeId) -> TermId {
        let address = self.new_temp(self.l.pointer_bits(), false);
        self.allocate_local(address, ty);
        self.temporaries.push(address);
        self.start_null.push(address);
        self.var(address)
    }

    /// Ends the full expression: temporaries made since `mark` die.
    pub fn end_full_expression(&mut self, mark: usize) {
        for address in self.temporaries.split_off(mark) {
            self.kill(address);
        }
    }

    /// Ends the life of a stack object and forgets its address.
    pub fn kill(&mut self, address: VarId) {
        let pointer = self.var(address);
        self.emit(Op::Free { pointer, state: ObjectState::Dead });
        let null = self.word(0);
        self.emit(Op::Assign(address, null));
    }
}

const ENTRY: LocId = LocId(0);
const START: LocId = LocId(1);
const EXIT: LocId = LocId(2);

/// A function without body: any result, nothing changed. A pointer is null or points to an object of the environment.
fn external(l: &mut Lower<'_>, id: hir::FunctionId) -> maymust_program::Proc {
    let function = &l.hir.functions[id.index()];
    let name = l.proc_name(id);
    let span = function.span;
    let mut b = ProcBuilder::new(&name, ProcId(id.0), span);
    b.origin = if function.is_library { ProcOrigin::Library } else { ProcOrigin::User };
    let kind = VarKind::Param(b.id);
    let ty = l.types.function(function.ty).cloned();
    let result = ty.as_ref().map(|t| t.result).filter(|&r| !l.types.is_void(r));
    let scalar = result.and_then(|r| Scalar::of(l.types, r));
    // Where not any bits will do, what the function gives is a body of its own.
    b.has_body = matches!(scalar, Some(Scalar::Pointer { .. } | Scalar::Bool));
    if result.is_some() && scalar.is_none() {
        b.params.push(l.new_var(format!("{name}::$result_address"), l.pointer_bits(), kind, false, span));
    }
    for (i, &param) in ty.iter().flat_map(|t| &t.params).enumerate() {
        let scalar = Scalar::of(l.types, param);
        let (bits, reading) =
            scalar.map_or((l.pointer_bits(), Reading::Unsigned), |s| (s.bits(), s.reading()));
        b.params.push(l.new_var(format!("{name}::${i}"), bits, kind, reading, span));
    }
    if ty.as_ref().is_some_and(|t| t.variadic) {
        b.params.push(l.new_var(format!("{name}::$variadic"), l.pointer_bits(), kind, false, span));
    }
    let (mut entry, exit) = (b.fresh_loc(), b.fresh_loc());
    let start = entry;
    let input = Input::External(name.as_str().into());
    if does_more(l.types, function) {
        b.has_body = true;
        let reason = format!("`{name}` of the system, which has no model");
        entry = b.step(entry, Op::Unsupported(reason.into()), span);
    }
    match scalar {
        Some(s) => {
            let var =
                l.new_var(format!("{name}::$result"), s.bits(), VarKind::Result(b.id), s.reading(), span);
            b.result = Some(var);
            // The primitives of library models are not called.
            let pointee = result.and_then(|r| l.types.pointee(r)).filter(|_| !function.is_library);
            if let Some(pointee) = pointee {
                let at = l.any_pointer(&mut b, entry, var, pointee, (input, span), Exact::No);
                b.skip(&l.p.terms, at, exit, span);
            } else {
                let mut at = b.step(entry, Op::Havoc(var, input), span);
                if s == Scalar::Bool {
                    let t = &mut l.p.terms;
                    let (value, one) = (t.var(var), t.bv(8, 1));
                    let low = t.bv_and(value, one);
                    at = b.step(at, Op::Assign(var, low), span);
                }
                b.skip(&l.p.terms, at, exit, span);
            }
        }
        // The object of a record that it returns holds anything already.
        None => b.skip(&l.p.terms, entry, exit, span),
    }
    b.finish(&l.p, start, exit)
}

/// May a function do more than give any number? What the system declares may write where its arguments point, and what it
/// gives may be one certain value, as of `sin` and of what is declared pure, or a text that ends somewhere.
pub(crate) fn does_more(types: &Types, function: &hir::Function) -> bool {
    let writes = |&p: &TypeId| types.pointee(p).is_some_and(|to| !types.qualifiers(to).is_const);
    let more = |ty: &FunctionType| {
        let is_number = types.is_integer(ty.result) || types.is_void(ty.result);
        !is_number || function.pure || !ty.prototype || ty.variadic || ty.params.iter().any(writes)
    };
    function.is_system && types.function(function.ty).is_some_and(more)
}
