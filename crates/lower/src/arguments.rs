//! The arguments of `main`: given ones, or any.

use maymust_program::{Input, LocId, ObjectState, Op, ProcBuilder, ProcId, StaticObject, VarId};
use maymust_source::Span;
use maymust_term::TermId;

use crate::{Lower, Options};

/// With any arguments: so many of them are modelled, if `argv` is used.
const ANY_COUNT: usize = 3;
/// Bytes of each, with the zero at the end.
const ANY_BYTES: usize = 8;

impl Lower<'_> {
    /// `argv` and its strings: the number of the array's object; the strings follow it.
    pub(crate) fn argument_objects(&mut self, options: &Options) -> u32 {
        let any = [String::new(), String::new(), String::new()].map(|s| s + &" ".repeat(ANY_BYTES - 1));
        let args: &[String] = if options.any_args { &any } else { &options.args };
        let object = |name: &str, size: usize| StaticObject {
            name: name.to_owned(),
            size: size as u32,
            state: ObjectState::Static,
            proc: None,
            is_library: false,
            span: Span::NONE,
        };
        self.p.statics.push(object("argv", (args.len() + 1) * self.p.layout.bytes() as usize));
        let argv = self.p.statics.len() as u32;
        for (i, arg) in args.iter().enumerate() {
            self.p.statics.push(object(&format!("argv[{i}]"), arg.len() + 1));
        }
        argv
    }

    pub(crate) fn initialise_arguments(
        &mut self,
        b: &mut ProcBuilder,
        mut at: LocId,
        argv: u32,
        args: &[String],
    ) -> LocId {
        for (i, arg) in args.iter().enumerate() {
            let string = self.address(argv + 1 + i as u32, 0);
            let data = arg.bytes().chain([0]).collect();
            at = b.step(at, Op::Bytes { to: string, data }, Span::NONE);
            let to = self.address(argv, i as i64 * i64::from(self.p.layout.bytes()));
            let op = self.store_value(to, string);
            at = b.step(at, op, Span::NONE);
        }
        at
    }

    pub(crate) fn store_value(&mut self, to: TermId, value: TermId) -> Op {
        let mem = self.mem;
        let t = &mut self.p.terms;
        let memory = t.var(mem);
        Op::Assign(mem, t.store_wide(memory, to, value))
    }

    /// Any arguments. `argc` is any positive number; if the program looks at `argv`, more or longer arguments
    /// than are modelled are marked as unsupported, so that nothing is proved from there being few.
    pub(crate) fn any_arguments(
        &mut self,
        b: &mut ProcBuilder,
        at: LocId,
        main: ProcId,
        argv: u32,
    ) -> (LocId, Vec<TermId>) {
        let params = self.p.proc(main).params.clone();
        let span = self.p.proc(main).span;
        let Some(first) = params.first() else { return (at, Vec::new()) };
        let width = self.p.terms.symbol_sort(*first).width().unwrap_or(32);
        let argc = self.start_local(b, "$start::argc", width);
        let mut at = b.step(at, Op::Havoc(argc, Input::Entry("argc".into())), span);
        let count = self.p.terms.var(argc);
        // The first argument is the program's name: no system starts a program without.
        let zero = self.p.terms.bv(width, 0);
        let legal = self.p.terms.slt(zero, count);
        at = b.step(at, Op::Assume(legal), span);
        let mut args = vec![count];
        if params.len() > 1 {
            args.push(self.address(argv, 0));
            if self.is_read(main, params[1]) {
                at = self.any_strings(b, at, count, argv, span);
            }
        }
        if params.len() > 2 {
            args.push(self.address(argv, ANY_COUNT as i64 * i64::from(self.p.layout.bytes())));
            if self.is_read(main, params[2]) {
                let reason = "the environment as an argument of `main`";
                at = b.step(at, Op::Unsupported(reason.into()), span);
            }
        }
        for (i, param) in params.iter().enumerate().skip(3) {
            let bits = self.p.terms.symbol_sort(*param).width().unwrap_or(64);
            let var = self.start_local(b, &format!("$start::{i}"), bits);
            at = b.step(at, Op::Havoc(var, Input::Entry(format!("argument {i}").as_str().into())), span);
            args.push(self.p.terms.var(var));
        }
        (at, args)
    }

    /// Does a procedure read one of its parameters?
    fn is_read(&self, proc: ProcId, param: VarId) -> bool {
        let reads = |t: TermId| self.p.terms.support(t).contains(&param);
        self.p.proc(proc).edges.iter().any(|e| e.op.terms().into_iter().any(reads))
    }

    fn any_strings(&mut self, b: &mut ProcBuilder, at: LocId, count: TermId, argv: u32, span: Span) -> LocId {
        let t = &mut self.p.terms;
        let width = t.width(count);
        let most = t.bv(width, ANY_COUNT as u64);
        let few = t.sle(count, most);
        let longer = self.start_local(b, "$start::longer", 8);
        let at = b.step(at, Op::Havoc(longer, Input::Entry("a longer argument".into())), span);
        let t = &mut self.p.terms;
        let (longer, zero) = (t.var(longer), t.bv(8, 0));
        let short = t.eq(longer, zero);
        let modelled = t.and(&[few, short]);
        let reason = format!("more than {ANY_COUNT} arguments, or longer than {} characters", ANY_BYTES - 1);
        let mut at = self.unsupported_unless(b, at, modelled, &reason, span);
        for i in 0..ANY_COUNT {
            at = self.any_string(b, at, count, argv, i, span);
        }
        at
    }

    /// `argv[i]`: any string that fits if there are so many, else null.
    fn any_string(
        &mut self,
        b: &mut ProcBuilder,
        at: LocId,
        count: TermId,
        argv: u32,
        i: usize,
        span: Span,
    ) -> LocId {
        let bits = 8 * ANY_BYTES as u32;
        let var = self.start_local(b, &format!("$start::argv{i}"), bits);
        let at = b.step(at, Op::Havoc(var, Input::Entry(format!("argv[{i}]").as_str().into())), span);
        let string = self.address(argv + 1 + i as u32, 0);
        let mem = self.mem;
        let t = &mut self.p.terms;
        let bytes = t.var(var);
        let low = t.extract(bytes, bits - 9, 0);
        let ended = t.zero_extend(low, 8);
        let memory = t.var(mem);
        let op = Op::Assign(mem, t.store_wide(memory, string, ended));
        let at = b.step(at, op, span);
        let t = &mut self.p.terms;
        let index = t.bv(t.width(count), i as u64);
        let there = t.slt(index, count);
        let null = self.p.layout.null(t);
        let pointer = t.ite(there, string, null);
        let to = self.address(argv, i as i64 * i64::from(self.p.layout.bytes()));
        let op = self.store_value(to, pointer);
        b.step(at, op, span)
    }
}
