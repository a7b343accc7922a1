//! The start of a run: static initialisation, constructors, the entry function, the end.

use maymust_program::{CheckData, CheckId, CheckKind, Input, LocId, Op, ProcBuilder, ProcId, VarId, VarKind};
use maymust_sema::hir::{Function, FunctionId};
use maymust_source::Span;
use maymust_term::TermId;

use crate::{Lower, Options};

impl Lower<'_> {
    /// Adds the initialisation procedure and the start procedure, which becomes the program's entry.
    pub fn lower_start(&mut self, entry: FunctionId, options: &Options) {
        let argv = self.argument_objects(options);
        let init_id = ProcId(self.p.procs.len() as u32);
        let mut b = ProcBuilder::new("$init", init_id, Span::NONE);
        b.is_library = true;
        let from = b.fresh_loc();
        let mut at = self.initialise_globals(&mut b, from);
        if !options.any_args {
            at = self.initialise_arguments(&mut b, at, argv, &options.args);
        }
        let exit = b.fresh_loc();
        b.skip(&self.p.terms, at, exit, Span::NONE);
        let proc = b.finish(&self.p.terms, from, exit);
        self.p.procs.push(proc);

        let start_id = ProcId(self.p.procs.len() as u32);
        let mut b = ProcBuilder::new("$start", start_id, Span::NONE);
        b.is_library = true;
        let from = b.fresh_loc();
        let mut at = b.step(from, Op::Call { proc: init_id, args: Vec::new(), result: None }, Span::NONE);
        // Its address was taken for one that is there.
        let missing = |f: &&Function| f.weak && f.address_taken && f.body.is_none();
        for f in self.hir.functions.iter().filter(missing) {
            let reason = format!("the address of the weak function `{}`, which may be missing", f.name);
            at = b.step(at, Op::Unsupported(reason.into()), f.span);
        }
        for &f in &self.hir.constructors {
            at = b.step(at, Op::Call { proc: ProcId(f.0), args: Vec::new(), result: None }, Span::NONE);
        }
        let (after, status) = self.call_entry(&mut b, at, entry, argv, options);
        let end = self.end_run(&mut b, after, status);
        let exit = b.fresh_loc();
        b.skip(&self.p.terms, end, exit, Span::NONE);
        let proc = b.finish(&self.p.terms, from, exit);
        self.p.procs.push(proc);
        self.p.entry = Some(start_id);
    }

    /// Calls the entry function: `main` gets `argc` and `argv`, other parameters are arbitrary.
    fn call_entry(
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
        let is_main = function.name == "main";
        if is_main && options.any_args {
            let (after, args) = self.any_arguments(b, at, callee, argv);
            let status = self.status_var(b, result);
            return (b.step(after, Op::Call { proc: callee, args, result: status }, function.span), status);
        }
        let mut args = Vec::new();
        for (i, &param) in params.iter().enumerate() {
            let width = match self.p.terms.symbol_sort(param) {
                maymust_term::Sort::BitVec(w) => w,
                _ => 64,
            };
            let argument = match (is_main, i) {
                (true, 0) => self.p.terms.bv(width, options.args.len() as u64),
                (true, 1) => self.address(argv, 0),
                (true, _) => self.address(argv, options.args.len() as i64 * i64::from(self.p.pointer_bytes)),
                _ => {
                    let name = self.p.var(param).name.clone();
                    let var = self.start_local(b, &format!("$start::{i}"), width);
                    at = b.step(at, Op::Havoc(var, Input::Entry(name.as_str().into())), function.span);
                    self.p.terms.var(var)
                }
            };
            args.push(argument);
        }
        let status = self.status_var(b, result);
        let at = b.step(at, Op::Call { proc: callee, args, result: status }, function.span);
        (at, status)
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
