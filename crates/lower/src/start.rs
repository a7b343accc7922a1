//! The start of a run: static initialisation, constructors, the entry function, the end.
//!
//! `main` starts with its globals initialised. Any other entry function may be called at any time: its parameters and
//! the globals that are not `const` are arbitrary (see `arbitrary.rs`), and constructors are not called.

use maymust_program::{
    CheckData, CheckId, CheckKind, LocId, ObjectState, Op, ProcBuilder, ProcId, ProcOrigin, Reading, VarId,
    VarKind,
};
use maymust_sema::hir::{Function, FunctionId, Global};
use maymust_source::Span;
use maymust_term::TermId;

use crate::arbitrary::Exact;
use crate::contract::Caller;
use crate::scalar::Scalar;
use crate::{GlobalHome, Lower, Options, Starts};

impl Lower<'_> {
    /// Adds the initialisation procedure and the start procedures, of which the first becomes the program's entry.
    pub fn lower_starts(&mut self, entries: &[FunctionId], argv: u32, options: &Options) -> Starts {
        if entries.is_empty() {
            return Starts::new();
        }
        self.prepare_heaps(entries);
        let init = self.lower_init(argv, options);
        let is_main = |f: &FunctionId| self.hir.functions[f.index()].name == "main";
        let any_globals = if entries.iter().all(is_main) { None } else { Some(self.lower_any_globals()) };
        let mut starts = Starts::new();
        for &entry in entries {
            let name = self.hir.functions[entry.index()].name.clone();
            let start = match any_globals.filter(|_| name != "main") {
                None => self.lower_main_start(entry, init, argv, options),
                Some(globals) => self.lower_any_start(entry, &[init, globals], options),
            };
            // Static functions of different files may share a name, procedures do not.
            starts.push((self.p.procs[entry.index()].name.clone(), start));
        }
        self.p.entry = starts.first().map(|s| s.1);
        starts
    }

    fn lower_init(&mut self, argv: u32, options: &Options) -> ProcId {
        self.start_procedure("$init", |l, b, at| {
            let at = l.fill_heaps(b, at);
            let at = l.initialise_globals(b, at);
            if options.any_args { at } else { l.initialise_arguments(b, at, argv, &options.args) }
        })
    }

    /// A procedure without parameters.
    fn start_procedure(
        &mut self,
        name: &str,
        body: impl FnOnce(&mut Self, &mut ProcBuilder, LocId) -> LocId,
    ) -> ProcId {
        let id = ProcId(self.p.procs.len() as u32);
        let mut b = ProcBuilder::new(name, id, Span::NONE);
        b.origin = ProcOrigin::Start;
        let from = b.fresh_loc();
        let at = body(self, &mut b, from);
        let exit = b.fresh_loc();
        b.skip(&self.p.terms, at, exit, Span::NONE);
        let proc = b.finish(&self.p, from, exit);
        debug_assert_eq!(
            id.index(),
            self.p.procs.len(),
            "procedures are numbered in the order of their ends"
        );
        self.p.procs.push(proc);
        id
    }

    fn start_name(&self, entry: FunctionId, options: &Options) -> String {
        match options.each_function {
            true => format!("$start:{}", self.p.procs[entry.index()].name),
            false => "$start".to_owned(),
        }
    }

    fn lower_main_start(&mut self, entry: FunctionId, init: ProcId, argv: u32, options: &Options) -> ProcId {
        let name = self.start_name(entry, options);
        self.start_procedure(&name, |l, b, from| {
            let from = l.race_check(b, from, l.hir.functions[entry.index()].span);
            let mut at = b.step(from, Op::Call { proc: init, args: Vec::new(), result: None }, Span::NONE);
            for &f in &l.hir.constructors {
                at = b.step(at, Op::Call { proc: ProcId(f.0), args: Vec::new(), result: None }, Span::NONE);
            }
            let (after, status) = l.call_main(b, at, entry, argv, options);
            l.end_run(b, after, status)
        })
    }

    /// Calls `main` with `argc` and `argv`.
    fn call_main(
        &mut self,
        b: &mut ProcBuilder,
        mut at: LocId,
        entry: FunctionId,
        argv: u32,
        options: &Options,
    ) -> (LocId, Option<VarId>) {
        let function = &self.hir.functions[entry.index()];
        let callee = ProcId(entry.0);
        let params = self.p.procs[callee.index()].params.clone();
        let result = self.p.procs[callee.index()].result;
        let mut args = Vec::new();
        if options.any_args {
            (at, args) = self.any_arguments(b, at, callee, argv);
        } else {
            for (i, &param) in params.iter().enumerate() {
                let width = self.p.terms.symbol_sort(param).width().unwrap_or(64);
                args.push(match i {
                    0 => self.p.terms.bv(width, options.args.len() as u64),
                    1 => self.address(argv, 0),
                    _ => self.address(argv, options.args.len() as i64 * i64::from(self.p.layout.bytes())),
                });
            }
        }
        let status = self.status_var(b, result);
        let at = b.step(at, Op::Call { proc: callee, args, result: status }, function.span);
        (at, status)
    }

    // --- other entries -------------------------------------------------------------------------

    /// A start for a function that is called with anything, at any time.
    fn lower_any_start(&mut self, entry: FunctionId, before: &[ProcId], options: &Options) -> ProcId {
        let function = &self.hir.functions[entry.index()];
        let types = self.param_types(entry);
        self.note_entry(function, options);
        let name = self.start_name(entry, options);
        let span = function.span;
        self.start_procedure(&name, |l, b, at| {
            let mut at = l.race_check(b, at, span);
            for &proc in before {
                at = b.step(at, Op::Call { proc, args: Vec::new(), result: None }, Span::NONE);
            }
            let (after, status) = l.call_with_anything(b, at, entry, &types, options);
            l.end_run(b, after, status)
        })
    }

    /// Names what is assumed, once.
    fn note_entry(&mut self, function: &Function, options: &Options) {
        let (span, who) = match options.each_function {
            true => (Span::NONE, "every function is an entry".to_owned()),
            false => (function.span, format!("entry `{}`", function.name)),
        };
        let note = format!(
            "{who}: parameters and globals are arbitrary; pointers in them are null or point to objects of the \
             environment"
        );
        if !self.p.assumptions.iter().any(|(_, n)| *n == note) {
            self.p.assumptions.push((span, note));
        }
    }

    fn param_types(&self, function: FunctionId) -> Vec<maymust_sema::TypeId> {
        let body = self.hir.functions[function.index()].body.iter();
        body.flat_map(|b| b.params.iter().map(|p| b.locals[p.index()].ty)).collect()
    }

    fn call_with_anything(
        &mut self,
        b: &mut ProcBuilder,
        mut at: LocId,
        entry: FunctionId,
        types: &[maymust_sema::TypeId],
        options: &Options,
    ) -> (LocId, Option<VarId>) {
        let function = &self.hir.functions[entry.index()];
        let callee = ProcId(entry.0);
        let (params, result) = {
            let proc = self.p.proc(callee);
            (proc.params.clone(), proc.result)
        };
        let mut types = types.iter();
        let mut args = Vec::new();
        for (i, &param) in params.iter().enumerate() {
            let name = self.p.var(param).name.clone();
            if name.ends_with("::$variadic") {
                args.push(self.p.layout.null(&mut self.p.terms));
                continue;
            }
            let width = self.p.terms.symbol_sort(param).width().unwrap_or(64);
            let var = self.start_local(b, &format!("{}::{i}", b.name), width);
            at = if name.ends_with("::$result_address") {
                let size = self.result_size(entry);
                self.any_allocate(b, at, var, size)
            } else {
                let Some(&ty) = types.next() else { continue };
                self.any_argument(b, at, var, ty, &name)
            };
            args.push(self.p.terms.var(var));
        }
        if options.nonnull_args {
            at = self.assume_nonnull(b, at, entry, &args);
        }
        let has_result_address =
            params.first().is_some_and(|p| self.p.var(*p).name.ends_with("::$result_address"));
        let status = self.status_var(b, result);
        let at = if self.has_contract(entry) {
            let mut caller = Caller { b, span: function.span, is_start: true };
            let (at, call) = self.before_call(&mut caller, at, entry, &args);
            let hidden = args.first().copied().filter(|_| has_result_address);
            let at = caller.b.step(at, Op::Call { proc: callee, args, result: status }, function.span);
            let value = status.map(|s| self.p.terms.var(s)).or(hidden);
            self.after_call(&mut caller, at, &call, value)
        } else {
            b.step(at, Op::Call { proc: callee, args, result: status }, function.span)
        };
        // What is no number is no exit status.
        (at, status.filter(|_| result.is_some_and(|r| self.p.var(r).reading == Reading::Signed)))
    }

    /// The pointers that an entry is given are not null.
    fn assume_nonnull(
        &mut self,
        b: &mut ProcBuilder,
        mut at: LocId,
        entry: FunctionId,
        args: &[TermId],
    ) -> LocId {
        let types = self.param_types(entry);
        // The address of a result comes first, variadic arguments last.
        let first = self.p.procs[entry.index()].params.iter();
        let first = first.take_while(|p| self.p.var(**p).name.ends_with("::$result_address")).count();
        for (&arg, &ty) in args.iter().skip(first).zip(&types) {
            if self.types.pointee(ty).is_some_and(|to| !self.types.is_function(to)) {
                let zero = self.p.terms.bv(64, 0);
                let condition = self.p.terms.ne(arg, zero);
                at = b.step(at, Op::Assume(condition), Span::NONE);
            }
        }
        at
    }

    fn result_size(&self, function: FunctionId) -> u64 {
        let ty = self.types.function(self.hir.functions[function.index()].ty);
        ty.and_then(|t| self.types.size_of(t.result)).unwrap_or(0)
    }

    /// Any value for a parameter; a record is passed as the address of an object.
    fn any_argument(
        &mut self,
        b: &mut ProcBuilder,
        at: LocId,
        var: VarId,
        ty: maymust_sema::TypeId,
        name: &str,
    ) -> LocId {
        if Scalar::of(self.types, ty).is_some() {
            return self.any_scalar(b, at, var, ty, name, Exact::Too);
        }
        let size = self.types.size_of(ty).unwrap_or(0);
        let at = self.any_allocate(b, at, var, size);
        let address = self.p.terms.var(var);
        self.care_for(b, at, address, ty, name)
    }

    /// The procedure that makes the globals of the user's files arbitrary.
    fn lower_any_globals(&mut self) -> ProcId {
        let globals = self.arbitrary_globals();
        self.start_procedure("$any_globals", |l, b, mut at| {
            for i in globals {
                at = l.any_global(b, at, i);
            }
            at
        })
    }

    /// Makes a global arbitrary.
    pub(crate) fn any_global(&mut self, b: &mut ProcBuilder, at: LocId, index: usize) -> LocId {
        let global = &self.hir.globals[index];
        let name = global.name.as_deref().unwrap_or("");
        match self.homes[index] {
            GlobalHome::Thread(_) => {
                b.step(at, Op::Unsupported("a thread-local object at the start".into()), global.span)
            }
            GlobalHome::Var(var) => self.any_scalar(b, at, var, global.ty, name, Exact::Too),
            GlobalHome::Object(number) => {
                let object = &self.p.statics[number as usize - 1];
                if object.state == ObjectState::Constant {
                    return at;
                }
                let size = u64::from(object.size);
                let address = self.address(number, 0);
                self.any_contents(b, at, address, global.ty, size, name)
            }
        }
    }

    fn arbitrary_globals(&self) -> Vec<usize> {
        let is_any = |g: &Global| !g.is_library && !g.is_const && !g.is_extern && g.name.is_some();
        (0..self.hir.globals.len()).filter(|&i| is_any(&self.hir.globals[i])).collect()
    }

    /// Makes the heaps that the start needs, so that all are known when they are filled.
    fn prepare_heaps(&mut self, entries: &[FunctionId]) {
        let is_open = |&f: &FunctionId| self.hir.functions[f.index()].name != "main";
        let open: Vec<FunctionId> = entries.iter().copied().filter(is_open).collect();
        let mut types: Vec<_> = open.iter().flat_map(|f| self.param_types(*f)).collect();
        if !open.is_empty() {
            types.extend(self.arbitrary_globals().into_iter().map(|i| self.hir.globals[i].ty));
        }
        types.extend(self.hir.globals.iter().filter(|g| g.is_extern).map(|g| g.ty));
        for ty in types {
            self.prepare_heaps_for(ty);
        }
    }

    fn status_var(&mut self, b: &mut ProcBuilder, result: Option<VarId>) -> Option<VarId> {
        result.map(|r| {
            let bits = self.p.terms.symbol_sort(r).width().unwrap_or(32);
            self.start_local(b, "$start::status", bits)
        })
    }

    pub(crate) fn start_local(&mut self, b: &mut ProcBuilder, name: &str, bits: u32) -> VarId {
        let var = self.new_var(name.to_owned(), bits, VarKind::Local(b.id), true, Span::NONE);
        b.locals.push(var);
        var
    }

    /// `exit(status)` if the program has it, else destructors and the end.
    fn end_run(&mut self, b: &mut ProcBuilder, mut at: LocId, status: Option<VarId>) -> LocId {
        let t = &mut self.p.terms;
        let status = match status {
            Some(var) => {
                let value = t.var(var);
                t.resize_signed(value, 32)
            }
            None => t.bv(32, 0),
        };
        let exit = self.hir.functions.iter().position(|f| f.name == "exit" && f.body.is_some());
        if let Some(exit) = exit
            && self.p.procs[exit].params.len() == 1
        {
            let proc = ProcId(exit as u32);
            return b.step(at, Op::Call { proc, args: vec![status], result: None }, Span::NONE);
        }
        for &f in &self.hir.destructors {
            at = b.step(at, Op::Call { proc: ProcId(f.0), args: Vec::new(), result: None }, Span::NONE);
        }
        let (check, none) = self.leak_check(b.id, Span::NONE);
        at = b.step(at, Op::Check(check, none), Span::NONE);
        b.step(at, Op::Halt(status), Span::NONE)
    }

    /// The check that no heap object is lost when the run ends, and its condition.
    pub fn leak_check(&mut self, proc: ProcId, span: Span) -> (CheckId, TermId) {
        let message = self.message("heap object is lost");
        self.p.checks.push(CheckData { kind: CheckKind::Leak, message, proc, span, access: None });
        let t = &mut self.p.terms;
        let (heap, zero) = (t.var(self.heap), t.bv(32, 0));
        (CheckId(self.p.checks.len() as u32 - 1), self.p.terms.eq(heap, zero))
    }
}
