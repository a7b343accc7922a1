//! Statements: control flow becomes edges.

use maymust_program::{CheckKind, Input, ObjectState, Op};
use maymust_sema::hir::{self, Expr, LabelId, LocalId, LocalInit, Stmt, StmtKind};
use maymust_term::TermId;

use crate::check::Access;
use crate::function::{Function, LocalHome, Switch, Target};
use crate::place::Spot;
use crate::scalar::Scalar;
use crate::scope::Jump;

impl Function<'_, '_> {
    /// Statements of a block that is a scope of its own.
    pub fn stmts(&mut self, stmts: &[Stmt]) {
        let outer = self.enter_scope(stmts);
        for stmt in stmts {
            self.stmt(stmt);
        }
        self.exit_scope(outer);
    }

    /// A statement.
    pub fn stmt(&mut self, stmt: &Stmt) {
        self.span = stmt.span;
        self.operations = 0;
        let mark = self.temporaries.len();
        match &stmt.kind {
            StmtKind::Expr(e) => self.effect(e),
            StmtKind::Block(stmts) => self.stmts(stmts),
            StmtKind::Declare(local, init) => self.declare(*local, init.as_ref()),
            StmtKind::Cleanup(id) => self.start_cleanup(*id),
            StmtKind::VlaSize(id, e) => self.vla_size(*id, e),
            StmtKind::If(c, a, b) => self.if_stmt(c, a, b.as_deref()),
            StmtKind::While(c, body) => self.loop_stmt(Some(c), None, body, true),
            StmtKind::DoWhile(body, c) => self.loop_stmt(Some(c), None, body, false),
            StmtKind::For { init, condition, step, body } => {
                let outer = self.enter_scope(init);
                for s in init {
                    self.stmt(s);
                }
                self.loop_stmt(condition.as_ref(), step.as_ref(), body, true);
                self.exit_scope(outer);
            }
            StmtKind::Switch { value, body } => self.switch(value, body),
            StmtKind::Case(low, high) => {
                let loc = self.here();
                let scope = self.scope;
                if let Some(switch) = self.targets.iter_mut().rev().find_map(|t| t.switch.as_mut()) {
                    switch.cases.push((*low, *high, loc, scope));
                }
            }
            StmtKind::Default => {
                let loc = self.here();
                let scope = self.scope;
                if let Some(switch) = self.targets.iter_mut().rev().find_map(|t| t.switch.as_mut()) {
                    switch.default = Some((loc, scope));
                }
            }
            StmtKind::Label(label) => {
                let loc = self.here();
                self.labels[label.index()] = Some((loc, self.scope));
            }
            StmtKind::Goto(label) => self.jump(*label),
            StmtKind::ComputedGoto(e) => self.computed_goto(e),
            StmtKind::Break => self.break_or_continue(false),
            StmtKind::Continue => self.break_or_continue(true),
            StmtKind::Return(value) => self.return_stmt(value.as_ref()),
            StmtKind::Asm { outputs, inputs, memory, labels } => self.asm(outputs, inputs, *memory, labels),
        }
        self.end_full_expression(mark);
    }

    /// A location that others may lead to.
    fn here(&mut self) -> maymust_program::LocId {
        let loc = self.b.fresh_loc();
        self.goto(loc);
        self.start(loc);
        loc
    }

    fn declare(&mut self, local: LocalId, init: Option<&LocalInit>) {
        let data = &self.body.locals[local.index()];
        match self.locals[local.index()] {
            LocalHome::Var(var) => match init {
                Some(LocalInit::Expr(e)) => {
                    let value = self.expr(e);
                    self.emit(Op::Assign(var, value));
                }
                Some(LocalInit::Parts { parts, .. }) => {
                    let zero = {
                        let width =
                            Scalar::of(self.l.types, data.ty).map_or(self.l.pointer_bits(), Scalar::bits);
                        self.l.p.terms.bv(width, 0)
                    };
                    let value = match parts.first().map(|p| &p.value) {
                        Some(hir::InitValue::Expr(e)) => self.expr(e),
                        _ => zero,
                    };
                    self.emit(Op::Assign(var, value));
                }
                _ => {
                    self.emit(Op::Havoc(var, Input::Uninitialised(data.name.as_str().into())));
                    if !data.written {
                        self.never_written(var, data.ty, &data.name);
                    }
                }
            },
            LocalHome::Object(address) => {
                if self.l.types.contains_vla(data.ty) {
                    self.stable.remove(&address);
                    // A loop by `goto` may declare it again without leaving the block.
                    self.kill(address);
                    let size = self.element_size(data.ty);
                    let size = self.stack_object_size(size);
                    self.emit(Op::Allocate {
                        result: address,
                        size,
                        state: ObjectState::Stack,
                        zeroed: false,
                    });
                }
                if let Some(init) = init {
                    let address = self.var(address);
                    self.initialise(address, data.ty, init);
                }
            }
        }
    }

    fn vla_size(&mut self, id: hir::VlaId, e: &Expr) {
        let value = self.expr(e);
        let value = self.index_word(e.ty, value);
        let most = self.l.p.layout.max_object();
        let (zero, limit) = (self.word(0), self.word(most));
        let t = &mut self.l.p.terms;
        let positive = t.slt(zero, value);
        let small = t.slt(value, limit);
        self.check(CheckKind::Bounds, positive, "length of a variable-length array");
        // Below this no product with the size of an element, itself below it, exceeds 64 bits.
        self.assume_small_stack(small);
        let var = self.vlas[id.index()];
        self.emit(Op::Assign(var, value));
    }

    /// Branches on a full expression.
    fn full_condition(&mut self, c: &Expr, yes: maymust_program::LocId, no: maymust_program::LocId) {
        let mark = self.temporaries.len();
        let (ends_yes, ends_no) = (self.b.fresh_loc(), self.b.fresh_loc());
        self.condition(c, ends_yes, ends_no);
        let dying = self.temporaries.split_off(mark);
        for (at, to) in [(ends_yes, yes), (ends_no, no)] {
            self.start(at);
            for &object in &dying {
                self.kill(object);
            }
            self.goto(to);
        }
    }

    fn if_stmt(&mut self, c: &Expr, a: &Stmt, b: Option<&Stmt>) {
        let (yes, no) = (self.b.fresh_loc(), self.b.fresh_loc());
        self.full_condition(c, yes, no);
        self.start(yes);
        self.stmt(a);
        let Some(b) = b else {
            self.goto(no);
            self.start(no);
            return;
        };
        let join = self.b.fresh_loc();
        self.goto(join);
        self.start(no);
        self.stmt(b);
        self.goto(join);
        self.start(join);
    }

    /// All loops: `test_first` is false for `do`.
    fn loop_stmt(&mut self, c: Option<&Expr>, step: Option<&Expr>, body: &Stmt, test_first: bool) {
        let (test, start, next, done) =
            (self.b.fresh_loc(), self.b.fresh_loc(), self.b.fresh_loc(), self.b.fresh_loc());
        self.goto(if test_first { test } else { start });
        self.start(test);
        match c {
            Some(c) => {
                self.span = c.span;
                self.full_condition(c, start, done);
            }
            None => self.goto(start),
        }
        self.start(start);
        self.targets.push(Target { breaks: done, continues: Some(next), scope: self.scope, switch: None });
        self.stmt(body);
        self.targets.pop();
        self.goto(next);
        self.start(next);
        if let Some(step) = step {
            self.span = step.span;
            let mark = self.temporaries.len();
            self.effect(step);
            self.end_full_expression(mark);
        }
        self.goto(test);
        self.start(done);
    }

    fn switch(&mut self, value: &Expr, body: &Stmt) {
        let mark = self.temporaries.len();
        let operand = self.expr(value);
        let operand = self.capture(operand);
        self.end_full_expression(mark);
        let dispatch = self.b.fresh_loc();
        self.goto(dispatch);
        let done = self.b.fresh_loc();
        let switch = Some(Switch::default());
        self.targets.push(Target { breaks: done, continues: None, scope: self.scope, switch });
        self.cur = self.b.fresh_loc();
        self.stmt(body);
        self.goto(done);
        let switch = self.targets.pop().and_then(|t| t.switch).unwrap_or_default();
        self.dispatch(dispatch, value, operand, switch, done);
        self.start(done);
    }

    fn dispatch(
        &mut self,
        from: maymust_program::LocId,
        value: &Expr,
        operand: TermId,
        switch: Switch,
        done: maymust_program::LocId,
    ) {
        let width = self.scalar(value.ty).bits();
        let signed = self.l.types.is_signed(value.ty);
        let mut others = Vec::new();
        self.span = value.span;
        for (low, high, loc, scope) in switch.cases {
            let t = &mut self.l.p.terms;
            let first = t.bv_u128(width, low as u128 & mask(width));
            let hit = if low == high {
                t.eq(operand, first)
            } else {
                let last = t.bv_u128(width, high as u128 & mask(width));
                let (above, below) = if signed {
                    (t.sle(first, operand), t.sle(operand, last))
                } else {
                    (t.ule(first, operand), t.ule(operand, last))
                };
                t.and2(above, below)
            };
            let miss = t.not(hit);
            others.push(miss);
            self.dispatch_edge(from, hit, loc, scope);
        }
        let otherwise = self.l.p.terms.and(&others);
        let (loc, scope) = switch.default.unwrap_or((done, self.scope));
        self.dispatch_edge(from, otherwise, loc, scope);
    }

    fn dispatch_edge(
        &mut self,
        from: maymust_program::LocId,
        condition: TermId,
        to: maymust_program::LocId,
        scope: usize,
    ) {
        if condition == self.l.p.terms.fls() {
            return;
        }
        let middle = self.b.step(from, Op::Assume(condition), self.span);
        self.start(middle);
        self.cross_scopes(self.scope, scope);
        self.goto(to);
    }

    fn jump(&mut self, label: LabelId) {
        self.jumps.push(Jump { from: self.cur, scope: self.scope, label, span: self.span });
        self.cur = self.b.fresh_loc();
    }

    fn computed_goto(&mut self, e: &Expr) {
        let target = self.expr(e);
        let target = self.capture(target);
        let from = self.b.fresh_loc();
        self.goto(from);
        let mut others = Vec::new();
        for (i, label) in self.body.labels.iter().enumerate() {
            if !label.address_taken {
                continue;
            }
            let label = LabelId(i as u32);
            let address = self.l.label_address(self.id, label);
            let t = &mut self.l.p.terms;
            let hit = t.eq(target, address);
            let miss = t.not(hit);
            others.push(miss);
            if hit == t.fls() {
                continue;
            }
            let middle = self.b.step(from, Op::Assume(hit), self.span);
            self.jumps.push(Jump { from: middle, scope: self.scope, label, span: self.span });
        }
        let otherwise = self.l.p.terms.and(&others);
        if otherwise != self.l.p.terms.fls() {
            let middle = self.b.step(from, Op::Assume(otherwise), self.span);
            self.start(middle);
            let never = self.l.p.terms.fls();
            self.check(CheckKind::InvalidCall, never, "computed goto to no label of this function");
        }
        self.cur = self.b.fresh_loc();
    }

    fn break_or_continue(&mut self, is_continue: bool) {
        let target = self.targets.iter().rev().find(|t| !is_continue || t.continues.is_some());
        let Some(target) = target else { return };
        let (to, scope) = (if is_continue { target.continues } else { Some(target.breaks) }, target.scope);
        let Some(to) = to else { return };
        self.leave_scopes(self.scope, Some(scope));
        self.goto(to);
    }

    fn return_stmt(&mut self, value: Option<&Expr>) {
        if let Some(e) = value {
            let mark = self.temporaries.len();
            let v = self.expr(e);
            self.span = e.span;
            match (self.b.result, self.result_address) {
                (Some(result), _) if !self.l.types.is_void(e.ty) => self.emit(Op::Assign(result, v)),
                (None, Some(address)) => {
                    let to = self.var(address);
                    self.store(to, e.ty, None, v);
                }
                _ => {}
            }
            self.end_full_expression(mark);
        }
        self.leave_scopes(self.scope, None);
        let epilogue = self.epilogue;
        self.goto(epilogue);
    }

    fn asm(&mut self, outputs: &[hir::Place], inputs: &[Expr], memory: bool, labels: &[LabelId]) {
        for input in inputs {
            self.effect(input);
        }
        self.unsupported(if memory { "inline assembly that changes memory" } else { "inline assembly" });
        for place in outputs {
            let spot = self.place(place, Access::Write);
            let Some(scalar) = Scalar::of(self.l.types, place.ty) else { continue };
            let temp = self.new_temp(scalar.bits(), false);
            self.emit(Op::Havoc(temp, Input::Assembly));
            let value = self.var(temp);
            match spot {
                Spot::Var(v) => self.emit(Op::Assign(v, value)),
                Spot::Mem { .. } => self.write(spot, place.ty, value),
            }
        }
        if labels.is_empty() {
            return;
        }
        let choice = self.new_temp(32, false);
        self.emit(Op::Havoc(choice, Input::Assembly));
        let choice = self.var(choice);
        for (i, &label) in labels.iter().enumerate() {
            let (taken, next) = (self.b.fresh_loc(), self.b.fresh_loc());
            let n = self.l.p.terms.bv(32, i as u64);
            let hit = self.l.p.terms.eq(choice, n);
            self.branch(hit, taken, next);
            self.start(taken);
            self.jump(label);
            self.start(next);
        }
    }
}

fn mask(width: u32) -> u128 {
    if width >= 128 { u128::MAX } else { (1 << width) - 1 }
}
