//! Weaving rules into a program: a wrapper for every watched function, a procedure for the end, initial state at the start.

use maymust_program::{
    CheckData, CheckId, CheckKind, Input, LocId, Op, Proc, ProcBuilder, ProcId, ProcOrigin, Program, Reading,
    VarId, VarKind,
};
use maymust_source::{Diagnostics, Span};
use maymust_term::{Sort, TermId};

use crate::tree::{Binary, Block, Event, Expr, ExprKind, Rule, Stmt, Unary};

/// Weaves rules into a freshly lowered program. `starts` are the procedures that runs start with.
///
/// A rule that asks for an argument or a result that the function does not have is an error. Functions that the
/// program does not have are noted among its assumptions.
pub fn weave(program: &mut Program, rules: &[Rule], starts: &[ProcId], diagnostics: &mut Diagnostics) {
    let woven: Vec<Woven<'_>> = rules.iter().map(|rule| declare(program, rule)).collect();
    note_missing(program, rules);
    // What is there before the wrappers: they are no callers, and they are no watched functions.
    let procs = program.procs.len();
    let watched = (0..procs as u32).map(ProcId).filter(|p| is_watched(rules, program.proc(*p)));
    let watched: Vec<ProcId> = watched.collect();
    let wrapped: Vec<(ProcId, ProcId)> =
        watched.into_iter().map(|proc| (proc, wrap(program, &woven, proc, diagnostics))).collect();
    bypass(program, &wrapped, starts, procs);
    if let Some(end) = end_procedure(program, &woven, diagnostics) {
        call_at_end(program, end, starts);
    }
    for start in starts {
        initialise(program, &woven, *start);
    }
    if diagnostics.error_count() == 0 {
        maymust_program::verify::debug_verify(program, "weaving");
    }
}

/// A rule with the variables of its states.
struct Woven<'r> {
    rule: &'r Rule,
    states: Vec<VarId>,
    handle: Option<VarId>,
}

/// The name of a function, of which several static ones may exist.
fn source_name(name: &str) -> &str {
    name.split('#').next().unwrap_or(name)
}

fn is_watched(rules: &[Rule], proc: &Proc) -> bool {
    let name = source_name(&proc.name);
    rules.iter().flat_map(|r| &r.blocks).flat_map(|b| &b.functions).any(|f| f.name == name)
}

fn declare<'r>(program: &mut Program, rule: &'r Rule) -> Woven<'r> {
    let mut new = |name: &str, bits: u32, signed: bool, span: Span| {
        let name = format!("{}.rule::{name}", rule.name);
        program.fresh_var(&name, Sort::BitVec(bits), VarKind::Global, signed, span)
    };
    let states = rule.states.iter().map(|s| new(&s.name, s.bits, s.signed, s.span)).collect();
    let handle = rule.is_per_handle().then(|| new("handle", 64, false, Span::NONE));
    Woven { rule, states, handle }
}

/// The functions that a rule watches and a program does not have, in the order of their names.
pub fn missing<'r>(program: &Program, rule: &'r Rule) -> Vec<&'r str> {
    let is_there = |name: &&str| program.procs.iter().any(|p| source_name(&p.name) == *name);
    rule.functions().into_iter().filter(|name| !is_there(name)).collect()
}

fn note_missing(program: &mut Program, rules: &[Rule]) {
    for rule in rules {
        let n_functions = rule.functions().len();
        if n_functions > 0 && missing(program, rule).len() == n_functions {
            let note = format!("rule `{}`: none of its functions is in the program", rule.name);
            program.assumptions.push((Span::NONE, note));
        }
    }
}

/// Moves a procedure to a new number, which it gives, and puts a wrapper in its place.
fn wrap(program: &mut Program, woven: &[Woven<'_>], id: ProcId, diagnostics: &mut Diagnostics) -> ProcId {
    let inner = ProcId(program.procs.len() as u32);
    let proc = program.procs[id.index()].clone();
    for &var in proc.params.iter().chain(&proc.result).chain(&proc.locals) {
        let kind = &mut program.vars[var.index()].kind;
        *kind = match *kind {
            VarKind::Local(_) => VarKind::Local(inner),
            VarKind::Param(_) => VarKind::Param(inner),
            VarKind::Result(_) => VarKind::Result(inner),
            other => other,
        };
    }
    program.checks.iter_mut().filter(|c| c.proc == id).for_each(|c| c.proc = inner);
    let mut b = ProcBuilder::new(&format!("{}$rule", proc.name), id, proc.span);
    b.origin = ProcOrigin::Rule { watched: Some(inner) };
    let (name, span) = (b.name.clone(), proc.span);
    let mut copy = |var: VarId, what: &str, kind: VarKind| {
        let (sort, reading) = (program.terms.symbol_sort(var), program.var(var).reading);
        program.fresh_var(&format!("{name}::{what}"), sort, kind, reading, span)
    };
    b.params =
        proc.params.iter().enumerate().map(|(i, &p)| copy(p, &format!("${i}"), VarKind::Param(id))).collect();
    b.result = proc.result.map(|r| copy(r, "$result", VarKind::Result(id)));
    let arguments = visible_arguments(program, &proc, &b.params);
    program.procs.push(proc);
    let call = call_of(program, &b, inner);
    let mut weaver = Weaver { program, b, woven: None, arguments, diagnostics };
    let entry = weaver.b.fresh_loc();
    let source = source_name(&weaver.program.proc(inner).name).to_owned();
    let mut at = weaver.blocks(woven, Event::Entry, Some(&source), entry);
    at = weaver.b.step(at, call, span);
    at = weaver.blocks(woven, Event::Exit, Some(&source), at);
    let exit = weaver.b.fresh_loc();
    let Weaver { program, mut b, .. } = weaver;
    b.skip(&program.terms, at, exit, span);
    program.procs[id.index()] = b.finish(program, entry, exit);
    inner
}

fn call_of(program: &mut Program, b: &ProcBuilder, proc: ProcId) -> Op {
    let args = b.params.iter().map(|&p| program.terms.var(p)).collect();
    Op::Call { proc, args, result: b.result }
}

/// The parameters that C shows: without the hidden ones for a record result and for variadic arguments.
fn visible_arguments(program: &Program, proc: &Proc, params: &[VarId]) -> Vec<VarId> {
    let is_hidden = |var: VarId| {
        let name = &program.var(var).name;
        name.ends_with("::$result_address") || name.ends_with("::$variadic")
    };
    proc.params.iter().zip(params).filter(|(p, _)| !is_hidden(**p)).map(|(_, &copy)| copy).collect()
}

/// Library models call library models, and the start calls `exit`, without the rules looking on.
fn bypass(program: &mut Program, wrapped: &[(ProcId, ProcId)], starts: &[ProcId], procs: usize) {
    let is_library: Vec<bool> = program.procs.iter().map(Proc::is_library).collect();
    let inner_of = |proc: ProcId| wrapped.iter().find(|(outer, _)| *outer == proc).map(|(_, inner)| *inner);
    for i in 0..program.procs.len() {
        let is_wrapper = i < procs && inner_of(ProcId(i as u32)).is_some();
        if is_wrapper || !is_library[i] {
            continue;
        }
        let is_start = starts.contains(&ProcId(i as u32));
        for edge in &mut program.procs[i].edges {
            if let Op::Call { proc, .. } = &mut edge.op
                && let Some(inner) = inner_of(*proc)
                && (!is_start || is_library[inner.index()])
            {
                *proc = inner;
            }
        }
    }
}

/// The procedure with all `end` blocks.
fn end_procedure(
    program: &mut Program,
    woven: &[Woven<'_>],
    diagnostics: &mut Diagnostics,
) -> Option<ProcId> {
    if !woven.iter().any(|w| w.rule.blocks.iter().any(|b| b.event == Event::End)) {
        return None;
    }
    let id = ProcId(program.procs.len() as u32);
    let mut b = ProcBuilder::new("$rule_end", id, Span::NONE);
    b.origin = ProcOrigin::Rule { watched: None };
    let mut weaver = Weaver { program, b, woven: None, arguments: Vec::new(), diagnostics };
    let entry = weaver.b.fresh_loc();
    let at = weaver.blocks(woven, Event::End, None, entry);
    let exit = weaver.b.fresh_loc();
    let Weaver { program, mut b, .. } = weaver;
    b.skip(&program.terms, at, exit, Span::NONE);
    let proc = b.finish(program, entry, exit);
    program.procs.push(proc);
    Some(id)
}

/// A program ends in `exit` and at the end of its start; not by `abort` or `_exit`.
fn call_at_end(program: &mut Program, end: ProcId, starts: &[ProcId]) {
    let exits = (0..program.procs.len() as u32).map(ProcId).filter(|p| {
        let proc = program.proc(*p);
        starts.contains(p) || (proc.name == "exit" && proc.origin == ProcOrigin::Library)
    });
    for id in exits.collect::<Vec<_>>() {
        before_halts(program, id, |_| Op::Call { proc: end, args: Vec::new(), result: None });
    }
}

/// Puts an operation before every end of the run in a procedure.
fn before_halts(program: &mut Program, id: ProcId, mut op: impl FnMut(&mut Program) -> Op) {
    let proc = program.procs[id.index()].clone();
    let (entry, exit) = (proc.entry, proc.exit);
    let mut b = ProcBuilder::from_proc(id, proc);
    let halts = b.edges().iter().enumerate().filter(|(_, e)| matches!(e.op, Op::Halt(_)));
    for (i, from, span) in halts.map(|(i, e)| (i, e.from, e.span)).collect::<Vec<_>>() {
        let between = b.fresh_loc();
        b.edges_mut()[i].from = between;
        b.edge(from, between, op(program), span);
    }
    program.procs[id.index()] = b.finish(program, entry, exit);
}

/// Checks a condition over globals when the program ends (see [`weave`] for when that is).
pub fn check_at_end(program: &mut Program, starts: &[ProcId], condition: TermId, message: &str) {
    let id = ProcId(program.procs.len() as u32);
    let mut b = ProcBuilder::new("$check_end", id, Span::NONE);
    b.origin = ProcOrigin::Rule { watched: None };
    let (entry, exit) = (b.fresh_loc(), b.fresh_loc());
    let data = CheckData {
        kind: CheckKind::Rule,
        message: message.into(),
        proc: id,
        span: Span::NONE,
        access: None,
    };
    program.checks.push(data);
    b.edge(entry, exit, Op::Check(CheckId(program.checks.len() as u32 - 1), condition), Span::NONE);
    let proc = b.finish(program, entry, exit);
    program.procs.push(proc);
    call_at_end(program, id, starts);
}

/// Initial values of the states, and the arbitrary handle, before all else.
fn initialise(program: &mut Program, woven: &[Woven<'_>], start: ProcId) {
    let proc = program.procs[start.index()].clone();
    let (entry, exit) = (proc.entry, proc.exit);
    let mut b = ProcBuilder::from_proc(start, proc);
    let first = b.fresh_loc();
    let mut at = first;
    for w in woven {
        for (state, &var) in w.rule.states.iter().zip(&w.states) {
            let value = program.terms.bv_i64(state.bits, state.initial);
            at = b.step(at, Op::Assign(var, value), state.span);
        }
        if let Some(handle) = w.handle {
            let input = Input::Entry(format!("handle of rule {}", w.rule.name).into());
            at = b.step(at, Op::Havoc(handle, input), Span::NONE);
        }
    }
    b.skip(&program.terms, at, entry, Span::NONE);
    program.procs[start.index()] = b.finish(program, first, exit);
}

/// Builds one procedure.
struct Weaver<'a, 'r> {
    program: &'a mut Program,
    b: ProcBuilder,
    /// The rule at hand.
    woven: Option<&'a Woven<'r>>,
    arguments: Vec<VarId>,
    diagnostics: &'a mut Diagnostics,
}

impl<'a, 'r> Weaver<'a, 'r> {
    /// All blocks of an event, from a location on; gives where they end.
    fn blocks(
        &mut self,
        woven: &'a [Woven<'r>],
        event: Event,
        function: Option<&str>,
        mut at: LocId,
    ) -> LocId {
        for w in woven {
            self.woven = Some(w);
            let applies = |b: &&Block| {
                b.event == event && function.is_none_or(|name| b.functions.iter().any(|f| f.name == name))
            };
            for block in w.rule.blocks.iter().filter(applies) {
                at = self.block(w, block, at);
            }
        }
        at
    }

    fn block(&mut self, woven: &Woven<'_>, block: &Block, at: LocId) -> LocId {
        let (Some(tracked), Some(handle)) = (woven.handle, &block.handle) else {
            return self.stmts(&block.body, at);
        };
        let id = self.b.id;
        let name = format!("{}::handle", self.b.name);
        let var = self.program.fresh_var(&name, Sort::BitVec(64), VarKind::Local(id), false, handle.span);
        self.b.locals.push(var);
        let value = self.value(handle);
        let at = self.b.step(at, Op::Assign(var, value), handle.span);
        let (yes, done) = (self.b.fresh_loc(), self.b.fresh_loc());
        let t = &mut self.program.terms;
        let (tracked, var) = (t.var(tracked), t.var(var));
        let same = t.eq(tracked, var);
        self.b.branch(t, at, same, yes, done, handle.span);
        let end = self.stmts(&block.body, yes);
        self.b.skip(&self.program.terms, end, done, handle.span);
        done
    }

    fn stmts(&mut self, stmts: &[Stmt], mut at: LocId) -> LocId {
        for stmt in stmts {
            at = self.stmt(stmt, at);
        }
        at
    }

    fn stmt(&mut self, stmt: &Stmt, at: LocId) -> LocId {
        match stmt {
            Stmt::Assign { state, value, span } => {
                let Some((var, bits)) = self.woven.map(|w| (w.states[*state], w.rule.states[*state].bits))
                else {
                    return at;
                };
                let value = match bits {
                    8 => {
                        let truth = self.truth(value);
                        self.program.terms.bool_to_bv(truth, 8)
                    }
                    _ => {
                        let value = self.value(value);
                        self.program.terms.resize_unsigned(value, bits)
                    }
                };
                self.b.step(at, Op::Assign(var, value), *span)
            }
            Stmt::If { condition, yes, no } => {
                let truth = self.truth(condition);
                let (then, other, done) = (self.b.fresh_loc(), self.b.fresh_loc(), self.b.fresh_loc());
                let span = condition.span;
                self.b.branch(&mut self.program.terms, at, truth, then, other, span);
                for (from, branch) in [(then, yes), (other, no)] {
                    let end = self.stmts(branch, from);
                    self.b.skip(&self.program.terms, end, done, span);
                }
                done
            }
            Stmt::Abort { message, span } => {
                let name = self.woven.map_or("", |w| &w.rule.name);
                let message = format!("{name}: {message}").into();
                let proc = self.b.id;
                let data = CheckData { kind: CheckKind::Rule, message, proc, span: *span, access: None };
                self.program.checks.push(data);
                let check = CheckId(self.program.checks.len() as u32 - 1);
                let never = self.program.terms.fls();
                self.b.step(at, Op::Check(check, never), *span)
            }
        }
    }

    /// A variable's value in 64 bits.
    fn widened(&mut self, var: VarId) -> TermId {
        let signed = self.program.var(var).reading == Reading::Signed;
        let t = &mut self.program.terms;
        let term = t.var(var);
        if signed { t.resize_signed(term, 64) } else { t.resize_unsigned(term, 64) }
    }

    fn missing(&mut self, span: Span, what: String) -> TermId {
        let function = match self.b.origin {
            ProcOrigin::Rule { watched: Some(watched) } => source_name(&self.program.proc(watched).name),
            _ => "",
        };
        self.diagnostics.error(span, format!("the function `{function}` has no {what}"));
        self.program.terms.bv(64, 0)
    }

    /// The value of an expression: 64 bits, signed. The parser bounds the depth of the recursion.
    fn value(&mut self, e: &Expr) -> TermId {
        match &e.kind {
            ExprKind::Number(n) => self.program.terms.bv_i64(64, *n),
            ExprKind::State(state) => match self.woven.map(|w| w.states[*state]) {
                Some(var) => self.widened(var),
                None => self.program.terms.bv(64, 0),
            },
            ExprKind::Argument(n) => match self.arguments.get(*n as usize - 1) {
                Some(&var) => self.widened(var),
                None => self.missing(e.span, format!("argument ${n}")),
            },
            ExprKind::Return => match self.b.result {
                Some(var) => self.widened(var),
                None => self.missing(e.span, "result that a rule can read".to_owned()),
            },
            ExprKind::Unary(Unary::Minus, a) => {
                let a = self.value(a);
                self.program.terms.bv_neg(a)
            }
            ExprKind::Unary(Unary::Complement, a) => {
                let a = self.value(a);
                self.program.terms.bv_not(a)
            }
            ExprKind::Binary(op @ (Binary::Add | Binary::Sub | Binary::Mul), a, b) => {
                let (a, b) = (self.value(a), self.value(b));
                let t = &mut self.program.terms;
                match op {
                    Binary::Add => t.bv_add(a, b),
                    Binary::Sub => t.bv_sub(a, b),
                    _ => t.bv_mul(a, b),
                }
            }
            ExprKind::Binary(op @ (Binary::BitOr | Binary::BitXor | Binary::BitAnd), a, b) => {
                let (a, b) = (self.value(a), self.value(b));
                let t = &mut self.program.terms;
                match op {
                    Binary::BitOr => t.bv_or(a, b),
                    Binary::BitXor => t.bv_xor(a, b),
                    _ => t.bv_and(a, b),
                }
            }
            _ => {
                let truth = self.truth(e);
                self.program.terms.bool_to_bv(truth, 64)
            }
        }
    }

    /// Is an expression non-zero?
    fn truth(&mut self, e: &Expr) -> TermId {
        match &e.kind {
            ExprKind::Unary(Unary::Not, a) => {
                let a = self.truth(a);
                self.program.terms.not(a)
            }
            ExprKind::Binary(op @ (Binary::And | Binary::Or), a, b) => {
                let (a, b) = (self.truth(a), self.truth(b));
                let t = &mut self.program.terms;
                if *op == Binary::And { t.and2(a, b) } else { t.or2(a, b) }
            }
            ExprKind::Binary(
                op @ (Binary::Eq | Binary::Ne | Binary::Lt | Binary::Le | Binary::Gt | Binary::Ge),
                a,
                b,
            ) => {
                let (a, b) = (self.value(a), self.value(b));
                let t = &mut self.program.terms;
                match op {
                    Binary::Eq => t.eq(a, b),
                    Binary::Ne => t.ne(a, b),
                    Binary::Lt => t.slt(a, b),
                    Binary::Le => t.sle(a, b),
                    Binary::Gt => t.slt(b, a),
                    _ => t.sle(b, a),
                }
            }
            _ => {
                let value = self.value(e);
                self.program.terms.bv_nonzero(value)
            }
        }
    }
}
