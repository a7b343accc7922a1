//! Statements.

use maymust_source::Span;
use maymust_syntax::Name;
use maymust_syntax::ast::{self, ForInit, StmtKind as Ast};

use crate::check::{Checker, SwitchState};
use crate::hir::*;

impl Checker<'_> {
    pub(crate) fn enter_block(&mut self) {
        self.ordinary.enter();
        self.tags.enter();
    }

    pub(crate) fn leave_block(&mut self) {
        self.tags.leave();
        self.ordinary.leave();
    }

    /// Checks a statement; what it becomes is added to `out`.
    pub(crate) fn stmt(&mut self, stmt: &ast::Stmt, out: &mut Vec<Stmt>) {
        let span = stmt.span;
        let kind = match &stmt.kind {
            Ast::Empty => return,
            Ast::Expr(expr) => {
                let value = self.value(expr);
                StmtKind::Expr(value)
            }
            Ast::Declaration(declaration) => return self.declaration(declaration, out),
            Ast::NestedFunction(def) => return self.nested_function(def),
            Ast::StaticAssert(assert) => return self.static_assert(assert),
            Ast::LocalLabels(labels) => return self.local_labels(labels),
            Ast::Block(block) => StmtKind::Block(self.block(block)),
            Ast::If(..) => return self.if_chain(stmt, out),
            Ast::While(condition, body) => {
                let condition = self.test(condition);
                let body = self.loop_body(body);
                StmtKind::While(condition, body)
            }
            Ast::DoWhile(body, condition) => {
                let body = self.loop_body(body);
                let condition = self.test(condition);
                StmtKind::DoWhile(body, condition)
            }
            Ast::For(parts) => self.for_loop(parts),
            Ast::Switch(value, body) => self.switch(value, body),
            Ast::Case(low, high, inner) => {
                self.case(low, high.as_ref(), span, out);
                return self.stmt(inner, out);
            }
            Ast::Default(inner) => {
                self.default(span, out);
                return self.stmt(inner, out);
            }
            Ast::Label(name, inner) => {
                self.place_label(*name, span, out);
                return self.stmt(inner, out);
            }
            Ast::Goto(name) => match self.label(*name, span) {
                Some(label) => StmtKind::Goto(label),
                None => return,
            },
            Ast::ComputedGoto(target) => {
                let target = self.value(target);
                let void_ptr = self.types().void_ptr;
                StmtKind::ComputedGoto(self.convert(target, void_ptr))
            }
            Ast::Break => {
                if self.function.as_ref().is_none_or(|f| f.breakable == 0) {
                    return self.error(span, "break statement not within loop or switch");
                }
                StmtKind::Break
            }
            Ast::Continue => {
                if self.function.as_ref().is_none_or(|f| f.loops == 0) {
                    return self.error(span, "continue statement not within a loop");
                }
                StmtKind::Continue
            }
            Ast::Return(value) => self.return_stmt(value.as_ref(), span, out),
            Ast::Asm(asm) => match self.asm(asm) {
                Some(kind) => kind,
                None => return,
            },
        };
        out.push(Stmt { kind, span });
    }

    pub(crate) fn block(&mut self, block: &ast::Block) -> Vec<Stmt> {
        let labels = self.function.as_ref().map_or(0, |f| f.local_labels.len());
        self.enter_block();
        let mut stmts = Vec::with_capacity(block.stmts.len());
        for stmt in &block.stmts {
            self.stmt(stmt, &mut stmts);
        }
        self.leave_block();
        if let Some(function) = &mut self.function {
            function.local_labels.truncate(labels);
        }
        stmts
    }

    /// One statement as the body of another.
    fn sub_stmt(&mut self, stmt: &ast::Stmt) -> Box<Stmt> {
        let mut stmts = Vec::with_capacity(1);
        self.enter_block();
        self.stmt(stmt, &mut stmts);
        self.leave_block();
        let single = stmts.len() == 1 && !matches!(stmts[0].kind, StmtKind::Declare(..));
        match stmts.pop() {
            Some(only) if single => Box::new(only),
            last => {
                stmts.extend(last);
                Box::new(Stmt { kind: StmtKind::Block(stmts), span: stmt.span })
            }
        }
    }

    fn loop_body(&mut self, body: &ast::Stmt) -> Box<Stmt> {
        self.open_loops(1);
        let body = self.sub_stmt(body);
        self.open_loops(-1);
        body
    }

    fn open_loops(&mut self, change: i32) {
        if let Some(function) = &mut self.function {
            function.loops = function.loops.wrapping_add_signed(change);
            function.breakable = function.breakable.wrapping_add_signed(change);
        }
    }

    fn test(&mut self, condition: &ast::Expr) -> Expr {
        let value = self.value(condition);
        self.condition(value)
    }

    /// `if … else if … else …` without recursion along the chain.
    fn if_chain(&mut self, stmt: &ast::Stmt, out: &mut Vec<Stmt>) {
        let mut links = Vec::new();
        let mut current = stmt;
        let mut last = None;
        while let Ast::If(condition, then, otherwise) = &current.kind {
            let condition = self.test(condition);
            let then = self.sub_stmt(then);
            links.push((condition, then, current.span));
            match otherwise {
                Some(next) if matches!(next.kind, Ast::If(..)) => current = next,
                Some(next) => {
                    last = Some(self.sub_stmt(next));
                    break;
                }
                None => break,
            }
        }
        for (condition, then, span) in links.into_iter().rev() {
            last = Some(Box::new(Stmt { kind: StmtKind::If(condition, then, last), span }));
        }
        out.extend(last.map(|s| *s));
    }

    fn for_loop(&mut self, parts: &ast::For) -> StmtKind {
        self.enter_block();
        let mut init = Vec::new();
        match &parts.init {
            ForInit::None => {}
            ForInit::Expr(expr) => {
                let value = self.value(expr);
                let span = value.span;
                init.push(Stmt { kind: StmtKind::Expr(value), span });
            }
            ForInit::Declaration(declaration) => self.declaration(declaration, &mut init),
        }
        let condition = parts.condition.as_ref().map(|c| self.test(c));
        let step = parts.step.as_ref().map(|s| self.value(s));
        let body = self.loop_body(&parts.body);
        self.leave_block();
        StmtKind::For { init, condition, step, body }
    }

    fn switch(&mut self, value: &ast::Expr, body: &ast::Stmt) -> StmtKind {
        let mut value = self.value(value);
        if !self.types().is_integer(value.ty) {
            if !self.types().is_error(value.ty) {
                self.error(value.span, "switch quantity not an integer");
            }
            value = self.int_expr(0, self.types().int, value.span);
        }
        let value = self.promote(value);
        if let Some(function) = &mut self.function {
            function.switches.push(SwitchState { ty: value.ty, cases: Vec::new(), default: None });
            function.breakable += 1;
        }
        let body = self.sub_stmt(body);
        let state = self.function.as_mut().and_then(|f| {
            f.breakable -= 1;
            f.switches.pop()
        });
        if let Some(state) = state {
            self.check_cases(state);
        }
        StmtKind::Switch { value, body }
    }

    fn check_cases(&mut self, mut state: SwitchState) {
        state.cases.sort_by_key(|&(low, high, span)| (low, high, span));
        for pair in state.cases.windows(2) {
            if pair[1].0 <= pair[0].1 {
                let (first, second) =
                    if pair[0].2 < pair[1].2 { (pair[0].2, pair[1].2) } else { (pair[1].2, pair[0].2) };
                self.error_with_note(
                    second,
                    "duplicate case value".to_owned(),
                    (first, "previously used here"),
                );
            }
        }
    }

    fn case(&mut self, low: &ast::Expr, high: Option<&ast::Expr>, span: Span, out: &mut Vec<Stmt>) {
        let Some(ty) = self.function.as_ref().and_then(|f| f.switches.last()).map(|s| s.ty) else {
            return self.error(span, "case label not within a switch statement");
        };
        let what = "case label";
        let Some((low, _)) = self.constant_int(low, what) else { return };
        let high = match high {
            Some(high) => match self.constant_int(high, what) {
                Some((high, _)) => high,
                None => return,
            },
            None => low,
        };
        let low = self.case_value(low, ty);
        let high = self.case_value(high, ty);
        if low > high {
            return self.warning(span, "empty range specified");
        }
        if let Some(state) = self.function.as_mut().and_then(|f| f.switches.last_mut()) {
            state.cases.push((low, high, span));
        }
        out.push(Stmt { kind: StmtKind::Case(low, high), span });
    }

    /// A case value converted to the operand's type.
    fn case_value(&self, value: i128, ty: crate::TypeId) -> i128 {
        let types = self.types();
        let width = types.width_of(ty).unwrap_or(32);
        let kept = crate::constant::truncate(value as u128, width);
        crate::constant::int_value(types, ty, kept)
    }

    fn default(&mut self, span: Span, out: &mut Vec<Stmt>) {
        let Some(state) = self.function.as_mut().and_then(|f| f.switches.last_mut()) else {
            return self.error(span, "'default' label not within a switch statement");
        };
        if let Some(previous) = state.default.replace(span) {
            let message = "multiple default labels in one switch".to_owned();
            return self.error_with_note(span, message, (previous, "this is the first default label"));
        }
        out.push(Stmt { kind: StmtKind::Default, span });
    }

    fn local_labels(&mut self, labels: &[(Name, Span)]) {
        for &(name, span) in labels {
            let label = self.new_label(name, span);
            if let Some(function) = &mut self.function {
                function.local_labels.push((name, label));
            }
        }
    }

    fn new_label(&mut self, name: Name, span: Span) -> LabelId {
        let text = self.text(name);
        let Some(function) = &mut self.function else { return LabelId(0) };
        function.body.labels.push(Label { name: text, address_taken: false, span });
        function.placed.push(false);
        LabelId(function.body.labels.len() as u32 - 1)
    }

    /// The label a name means here, declared if need be.
    pub(crate) fn label(&mut self, name: Name, span: Span) -> Option<LabelId> {
        let function = self.function.as_ref()?;
        if let Some((_, label)) = function.local_labels.iter().rev().find(|(n, _)| *n == name) {
            return Some(*label);
        }
        if let Some(&label) = function.labels.get(&name) {
            return Some(label);
        }
        let label = self.new_label(name, span);
        self.function.as_mut()?.labels.insert(name, label);
        Some(label)
    }

    pub(crate) fn place_label(&mut self, name: Name, span: Span, out: &mut Vec<Stmt>) {
        let Some(label) = self.label(name, span) else { return };
        let Some(function) = &mut self.function else { return };
        let previous = function.body.labels[label.index()].span;
        if std::mem::replace(&mut function.placed[label.index()], true) {
            let message = format!("duplicate label '{}'", self.text(name));
            return self.error_with_note(span, message, (previous, "previous definition is here"));
        }
        function.body.labels[label.index()].span = span;
        out.push(Stmt { kind: StmtKind::Label(label), span });
    }

    /// Reports labels that are used and not defined.
    pub(crate) fn check_labels(&mut self) {
        let Some(function) = &self.function else { return };
        let missing: Vec<(String, Span)> = function
            .body
            .labels
            .iter()
            .zip(&function.placed)
            .filter(|(_, placed)| !**placed)
            .map(|(label, _)| (label.name.clone(), label.span))
            .collect();
        for (name, span) in missing {
            self.error(span, format!("label '{name}' used but not defined"));
        }
    }

    fn return_stmt(&mut self, value: Option<&ast::Expr>, span: Span, out: &mut Vec<Stmt>) -> StmtKind {
        let result = self.function.as_ref().map_or(self.types().void, |f| f.result);
        let void = self.types().is_void(result);
        let Some(value) = value else {
            if !void {
                self.warning(span, "'return' with no value, in function returning non-void");
            }
            return StmtKind::Return(None);
        };
        let value = self.value(value);
        if !void {
            return StmtKind::Return(Some(self.assign_convert(value, result, "return")));
        }
        if !self.types().is_void(value.ty) && !self.types().is_error(value.ty) {
            self.warning(span, "'return' with a value, in function returning void");
        }
        out.push(Stmt { kind: StmtKind::Expr(value), span });
        StmtKind::Return(None)
    }

    /// None for an assembly statement that does nothing.
    fn asm(&mut self, asm: &ast::Asm) -> Option<StmtKind> {
        let mut outputs = Vec::new();
        for (_, expr) in &asm.outputs {
            let operand = self.operand(expr);
            let place = self.asm_output(operand);
            place.iter().for_each(|p| self.mark_written(p));
            outputs.extend(place);
        }
        let mut inputs = Vec::new();
        for (_, expr) in &asm.inputs {
            inputs.push(self.value(expr));
        }
        let mut labels = Vec::new();
        for &(name, span) in &asm.labels {
            labels.extend(self.label(name, span));
        }
        let empty = asm.template.trim().is_empty() && labels.is_empty();
        let unchanged = asm.outputs.iter().all(|(constraint, _)| constraint.starts_with('+'));
        if empty && unchanged {
            // Operands are evaluated all the same.
            let plain = |p: &Place| matches!(p.kind, PlaceKind::Local(_) | PlaceKind::Global(_));
            let read = outputs.drain(..).filter(|p| !plain(p)).collect::<Vec<_>>();
            let read = read.into_iter().map(|p| self.decay(crate::expr::Operand::Place(p)));
            inputs = read.chain(inputs).collect();
        }
        if empty && unchanged && inputs.is_empty() {
            return None;
        }
        let tied = asm.inputs.iter().all(|(constraint, _)| constraint.bytes().all(|b| b.is_ascii_digit()));
        if empty && (unchanged || (tied && outputs.len() == 1 && inputs.len() == 1)) {
            return Some(self.tied_asm(outputs, inputs, unchanged));
        }
        let memory = asm.clobbers.iter().any(|c| c == "memory");
        Some(StmtKind::Asm { outputs, inputs, memory, labels })
    }

    /// The empty template: inputs are evaluated; `"=r"(x) : "0"(y)` stores `y` into `x`.
    fn tied_asm(&mut self, mut outputs: Vec<Place>, mut inputs: Vec<Expr>, unchanged: bool) -> StmtKind {
        let void = self.types().void;
        if !unchanged && let (Some(place), Some(value)) = (outputs.pop(), inputs.pop()) {
            let (ty, span) = (self.types().unqualified(place.ty), place.span);
            let value = self.convert(value, ty);
            let kind = ExprKind::Assign(Box::new(place), Box::new(value));
            return StmtKind::Expr(Expr { kind, ty, span });
        }
        let inputs = inputs.into_iter().map(|e| {
            let span = e.span;
            let e = Expr { kind: ExprKind::Convert(Box::new(e)), ty: void, span };
            Stmt { kind: StmtKind::Expr(e), span }
        });
        StmtKind::Block(inputs.collect())
    }

    fn asm_output(&mut self, operand: crate::expr::Operand) -> Option<Place> {
        match operand {
            crate::expr::Operand::Place(place) => Some(place),
            crate::expr::Operand::Value(value) => {
                if !self.types().is_error(value.ty) {
                    self.error(value.span, "lvalue required in asm statement");
                }
                None
            }
        }
    }
}
