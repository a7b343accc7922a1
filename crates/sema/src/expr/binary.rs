//! Binary operators, logical operators, the conditional operator and assignment.

use maymust_source::Span;
use maymust_syntax::ast::{self, BinaryOp as AstOp, ExprKind as Ast};

use crate::check::Checker;
use crate::constant::{self, Mode};
use crate::expr::Operand;
use crate::hir::*;
use crate::types::*;

/// What an operator of the syntax is in the typed tree.
enum Kind {
    Arithmetic(BinaryOp),
    Compare(CompareOp),
}

fn kind(op: AstOp) -> Kind {
    match op {
        AstOp::Mul => Kind::Arithmetic(BinaryOp::Mul),
        AstOp::Div => Kind::Arithmetic(BinaryOp::Div),
        AstOp::Rem => Kind::Arithmetic(BinaryOp::Rem),
        AstOp::Add => Kind::Arithmetic(BinaryOp::Add),
        AstOp::Sub => Kind::Arithmetic(BinaryOp::Sub),
        AstOp::Shl => Kind::Arithmetic(BinaryOp::Shl),
        AstOp::Shr => Kind::Arithmetic(BinaryOp::Shr),
        AstOp::And => Kind::Arithmetic(BinaryOp::And),
        AstOp::Xor => Kind::Arithmetic(BinaryOp::Xor),
        AstOp::Or => Kind::Arithmetic(BinaryOp::Or),
        AstOp::Lt => Kind::Compare(CompareOp::Lt),
        AstOp::Gt => Kind::Compare(CompareOp::Gt),
        AstOp::Le => Kind::Compare(CompareOp::Le),
        AstOp::Ge => Kind::Compare(CompareOp::Ge),
        AstOp::Eq => Kind::Compare(CompareOp::Eq),
        AstOp::Ne => Kind::Compare(CompareOp::Ne),
    }
}

impl Checker<'_> {
    /// A left-deep chain of binary operators, without recursion along it.
    pub(super) fn binary_chain(&mut self, expr: &ast::Expr) -> Expr {
        let mut rights = Vec::new();
        let mut left = expr;
        while let Ast::Binary(op, a, b) = &left.kind {
            rights.push((*op, &**b, left.span));
            left = a;
        }
        let mut result = self.value(left);
        for (op, right, span) in rights.into_iter().rev() {
            let right = self.value(right);
            result = self.binary(op, result, right, span);
        }
        result
    }

    /// `a op b` of values.
    pub(crate) fn binary(&mut self, op: AstOp, a: Expr, b: Expr, span: Span) -> Expr {
        let types = self.types();
        if types.is_error(a.ty) || types.is_error(b.ty) {
            return self.error_expr(span);
        }
        let vectors = types.is_vector(a.ty) || types.is_vector(b.ty);
        match kind(op) {
            Kind::Compare(op) if vectors => self.vector_compare(op, a, b, span),
            Kind::Arithmetic(op) if vectors => self.vector_binary(op, a, b, span),
            Kind::Compare(op) => self.compare(op, a, b, span),
            Kind::Arithmetic(op) => {
                if types.is_pointer(a.ty) || types.is_pointer(b.ty) {
                    return self.pointer_arithmetic(op, a, b, span);
                }
                if !self.operands_fit(op, a.ty, b.ty) {
                    return self.invalid_operands(&a, &b, span);
                }
                self.arithmetic(op, a, b, span)
            }
        }
    }

    pub(super) fn operands_fit(&self, op: BinaryOp, a: TypeId, b: TypeId) -> bool {
        let types = self.types();
        match op {
            BinaryOp::Add | BinaryOp::Sub | BinaryOp::Mul | BinaryOp::Div => {
                types.is_arithmetic(a) && types.is_arithmetic(b)
            }
            _ => types.is_integer(a) && types.is_integer(b),
        }
    }

    pub(super) fn invalid_operands(&mut self, a: &Expr, b: &Expr, span: Span) -> Expr {
        let message = format!(
            "invalid operands to binary operator (have '{}' and '{}')",
            self.show(a.ty),
            self.show(b.ty)
        );
        self.error(span, message);
        self.error_expr(span)
    }

    /// Arithmetic on arithmetic operands.
    pub(super) fn arithmetic(&mut self, op: BinaryOp, a: Expr, b: Expr, span: Span) -> Expr {
        if matches!(op, BinaryOp::Shl | BinaryOp::Shr) {
            let narrow = self.narrow_type(&a);
            let (a, b) = (self.promote(a), self.promote(b));
            let ty = a.ty;
            let result = self.make_binary(op, a, b, ty, span);
            return self.narrowed(result, narrow);
        }
        if self.types().is_complex(a.ty) || self.types().is_complex(b.ty) {
            return self.complex_binary(op, a, b, span);
        }
        let ty = self.common_type(&a, &b);
        let narrow = self.narrow_common(&a, &b);
        let (a, b) = self.common_operands(a, b, ty, narrow);
        let result = self.make_binary(op, a, b, ty, span);
        self.narrowed(result, narrow)
    }

    pub(super) fn narrowed(&mut self, result: Expr, narrow: Option<(u32, bool)>) -> Expr {
        match narrow {
            Some(narrow) => self.narrow(result, narrow),
            None => result,
        }
    }

    fn common_operands(&mut self, a: Expr, b: Expr, ty: TypeId, narrow: Option<(u32, bool)>) -> (Expr, Expr) {
        let operand = |c: &mut Self, e: Expr| {
            // Only a negative number does not fit the winning, wider type.
            let reduce = narrow.filter(|n| !n.1 && c.types().is_signed(e.ty));
            let e = c.convert(e, ty);
            match reduce {
                Some(narrow) => c.narrow(e, narrow),
                None => e,
            }
        };
        (operand(self, a), operand(self, b))
    }

    fn make_binary(&mut self, op: BinaryOp, a: Expr, b: Expr, ty: TypeId, span: Span) -> Expr {
        if let (ExprKind::Constant(x), ExprKind::Constant(y)) = (&a.kind, &b.kind)
            && let Some(c) = constant::binary(self.types(), op, ty, b.ty, x, y, Mode::Exact)
        {
            return Expr { kind: ExprKind::Constant(c), ty, span };
        }
        Expr { kind: ExprKind::Binary(op, Box::new(a), Box::new(b)), ty, span }
    }

    fn pointer_arithmetic(&mut self, op: BinaryOp, a: Expr, b: Expr, span: Span) -> Expr {
        let types = self.types();
        match op {
            BinaryOp::Add if types.is_pointer(a.ty) && types.is_integer(b.ty) => {
                self.pointer_add(a, b, false, span)
            }
            BinaryOp::Add if types.is_integer(a.ty) && types.is_pointer(b.ty) => {
                self.pointer_add(b, a, false, span)
            }
            BinaryOp::Sub if types.is_pointer(a.ty) && types.is_integer(b.ty) => {
                self.pointer_add(a, b, true, span)
            }
            BinaryOp::Sub if types.is_pointer(a.ty) && types.is_pointer(b.ty) => {
                self.pointer_diff(a, b, span)
            }
            _ => self.invalid_operands(&a, &b, span),
        }
    }

    /// `pointer + index`.
    pub(crate) fn pointer_add(&mut self, pointer: Expr, index: Expr, subtract: bool, span: Span) -> Expr {
        let index = self.promote(index);
        let ty = pointer.ty;
        self.check_pointee(ty, span);
        let kind = ExprKind::PointerAdd { pointer: Box::new(pointer), index: Box::new(index), subtract };
        let sum = Expr { kind, ty, span };
        // A number used as a pointer stays a number.
        if let ExprKind::PointerAdd { pointer, .. } = &sum.kind
            && matches!(pointer.kind, ExprKind::Constant(Constant::Int(_)))
            && let Some(c) = self.evaluate(&sum)
        {
            return Expr { kind: ExprKind::Constant(c), ty, span };
        }
        sum
    }

    fn check_pointee(&mut self, pointer: TypeId, span: Span) {
        let Some(to) = self.types().pointee(pointer) else { return };
        let types = self.types();
        if !types.is_complete(to) && !types.is_void(to) && !types.is_function(to) {
            let message = format!("invalid use of incomplete type '{}'", self.show(to));
            self.error(span, message);
        }
    }

    fn pointer_diff(&mut self, a: Expr, b: Expr, span: Span) -> Expr {
        let types = self.types();
        let (x, y) = (types.pointee(a.ty), types.pointee(b.ty));
        if let (Some(x), Some(y)) = (x, y)
            && !types.compatible(types.unqualified(x), types.unqualified(y))
        {
            return self.invalid_operands(&a, &b, span);
        }
        self.check_pointee(a.ty, span);
        let ty = self.types().ptrdiff;
        Expr { kind: ExprKind::PointerDiff(Box::new(a), Box::new(b)), ty, span }
    }

    /// A comparison of values.
    pub(crate) fn compare(&mut self, op: CompareOp, a: Expr, b: Expr, span: Span) -> Expr {
        let types = self.types();
        let (pa, pb) = (types.is_pointer(a.ty), types.is_pointer(b.ty));
        let (a, b) = if pa || pb {
            if !(types.is_scalar(a.ty) && types.is_scalar(b.ty))
                || types.is_float(a.ty)
                || types.is_float(b.ty)
            {
                return self.invalid_operands(&a, &b, span);
            }
            self.comparable_pointers(a, b, span)
        } else {
            if !types.is_arithmetic(a.ty) || !types.is_arithmetic(b.ty) {
                return self.invalid_operands(&a, &b, span);
            }
            if types.is_complex(a.ty) || types.is_complex(b.ty) {
                if !matches!(op, CompareOp::Eq | CompareOp::Ne) {
                    return self.invalid_operands(&a, &b, span);
                }
                return self.complex_compare(op, a, b);
            }
            let ty = self.common_type(&a, &b);
            let narrow = self.narrow_common(&a, &b);
            self.common_operands(a, b, ty, narrow)
        };
        self.make_compare(op, a, b, span)
    }

    pub(super) fn make_compare(&mut self, op: CompareOp, a: Expr, b: Expr, span: Span) -> Expr {
        let int = self.types().int;
        if let (ExprKind::Constant(x), ExprKind::Constant(y)) = (&a.kind, &b.kind)
            && let Some(c) = constant::compare(self.types(), op, a.ty, x, y)
        {
            return self.int_expr(i128::from(c), int, span);
        }
        Expr { kind: ExprKind::Compare(op, Box::new(a), Box::new(b)), ty: int, span }
    }

    fn comparable_pointers(&mut self, a: Expr, b: Expr, span: Span) -> (Expr, Expr) {
        let types = self.types();
        if !types.is_pointer(a.ty) || !types.is_pointer(b.ty) {
            if !self.is_null_constant(&a) && !self.is_null_constant(&b) {
                self.warning(span, "comparison between pointer and integer");
            }
            let ty = if self.types().is_pointer(a.ty) { a.ty } else { b.ty };
            return (self.convert(a, ty), self.convert(b, ty));
        }
        let (x, y) = (types.pointee(a.ty), types.pointee(b.ty));
        if let (Some(x), Some(y)) = (x, y) {
            let fits = types.is_void(x)
                || types.is_void(y)
                || types.compatible(types.unqualified(x), types.unqualified(y))
                || self.is_null_constant(&a)
                || self.is_null_constant(&b);
            if !fits {
                self.warning(span, "comparison of distinct pointer types lacks a cast");
            }
        }
        let ty = if self.is_null_constant(&a) { b.ty } else { a.ty };
        (self.convert(a, ty), self.convert(b, ty))
    }

    /// `&&` and `||`, left-deep chains without recursion.
    pub(super) fn logical_chain(&mut self, expr: &ast::Expr) -> Expr {
        let mut rights = Vec::new();
        let mut left = expr;
        loop {
            match &left.kind {
                Ast::LogicalAnd(a, b) => {
                    rights.push((true, &**b, left.span));
                    left = a;
                }
                Ast::LogicalOr(a, b) => {
                    rights.push((false, &**b, left.span));
                    left = a;
                }
                _ => break,
            }
        }
        let mut result = self.value(left);
        for (is_and, right, span) in rights.into_iter().rev() {
            result = self.logical(is_and, result, right, span);
        }
        result
    }

    fn logical(&mut self, is_and: bool, a: Expr, right: &ast::Expr, span: Span) -> Expr {
        let int = self.types().int;
        let a = self.condition(a);
        let decided = match &a.kind {
            ExprKind::Constant(c) => constant::truth(self.types(), c, a.ty),
            _ => None,
        };
        // What is never evaluated is checked, but leaves no trace in the program.
        let dead = decided == Some(!is_and);
        self.unevaluated += u32::from(dead);
        let b = self.value(right);
        let b = self.condition(b);
        self.unevaluated -= u32::from(dead);
        if dead {
            return self.int_expr(i128::from(!is_and), int, span);
        }
        if decided.is_some()
            && let ExprKind::Constant(c) = &b.kind
            && let Some(b) = constant::truth(self.types(), c, b.ty)
        {
            return self.int_expr(i128::from(b), int, span);
        }
        let (a, b) = (Box::new(a), Box::new(b));
        let kind = if is_and { ExprKind::And(a, b) } else { ExprKind::Or(a, b) };
        Expr { kind, ty: int, span }
    }

    /// `c ? a : b`
    pub(super) fn conditional(
        &mut self,
        c: &ast::Expr,
        a: Option<&ast::Expr>,
        b: &ast::Expr,
        span: Span,
    ) -> Expr {
        let c = self.value(c);
        let Some(a) = a else { return self.conditional_self(c, b, span) };
        let c = self.condition(c);
        let decided = match &c.kind {
            ExprKind::Constant(k) => constant::truth(self.types(), k, c.ty),
            _ => None,
        };
        let a = self.branch(a, decided == Some(false));
        let b = self.branch(b, decided == Some(true));
        let Some(ty) = self.branch_type(&a, &b, span) else { return self.error_expr(span) };
        let (a, b) = (self.convert_branch(a, ty), self.convert_branch(b, ty));
        match decided {
            Some(true) => Expr { span, ..a },
            Some(false) => Expr { span, ..b },
            None => Expr { kind: ExprKind::Conditional(Box::new(c), Box::new(a), Box::new(b)), ty, span },
        }
    }

    fn branch(&mut self, expr: &ast::Expr, dead: bool) -> Expr {
        self.unevaluated += u32::from(dead);
        let value = self.value(expr);
        self.unevaluated -= u32::from(dead);
        value
    }

    fn convert_branch(&mut self, e: Expr, ty: TypeId) -> Expr {
        if self.types().is_record(ty) { e } else { self.convert(e, ty) }
    }

    fn conditional_self(&mut self, c: Expr, b: &ast::Expr, span: Span) -> Expr {
        if let ExprKind::Constant(k) = &c.kind
            && let Some(decided) = constant::truth(self.types(), k, c.ty)
        {
            let b = self.branch(b, decided);
            let Some(ty) = self.branch_type(&c, &b, span) else { return self.error_expr(span) };
            return if decided { self.convert(c, ty) } else { self.convert(b, ty) };
        }
        let b = self.value(b);
        let Some(ty) = self.branch_type(&c, &b, span) else { return self.error_expr(span) };
        let c = self.condition(c);
        let b = self.convert(b, ty);
        Expr { kind: ExprKind::ConditionalSelf(Box::new(c), Box::new(b)), ty, span }
    }

    /// The type of a conditional expression.
    fn branch_type(&mut self, a: &Expr, b: &Expr, span: Span) -> Option<TypeId> {
        let types = self.types();
        if types.is_error(a.ty) || types.is_error(b.ty) {
            return None;
        }
        if types.is_arithmetic(a.ty) && types.is_arithmetic(b.ty) {
            return Some(self.common_type(a, b));
        }
        if types.is_void(a.ty) || types.is_void(b.ty) {
            return Some(types.void);
        }
        if a.ty == b.ty && (types.is_record(a.ty) || types.is_vector(a.ty)) {
            return Some(a.ty);
        }
        match (types.pointee(a.ty), types.pointee(b.ty)) {
            (Some(x), Some(y)) => Some(self.pointer_branches(a, b, x, y, span)),
            (Some(_), None) if types.is_integer(b.ty) => {
                if !self.is_null_constant(b) {
                    self.warning(span, "pointer/integer type mismatch in conditional expression");
                }
                Some(a.ty)
            }
            (None, Some(_)) if types.is_integer(a.ty) => {
                if !self.is_null_constant(a) {
                    self.warning(span, "pointer/integer type mismatch in conditional expression");
                }
                Some(b.ty)
            }
            _ => {
                self.error(span, "type mismatch in conditional expression");
                None
            }
        }
    }

    fn pointer_branches(&mut self, a: &Expr, b: &Expr, x: TypeId, y: TypeId, span: Span) -> TypeId {
        if self.is_null_constant(a) && !self.is_null_constant(b) {
            return b.ty;
        }
        if self.is_null_constant(b) && !self.is_null_constant(a) {
            return a.ty;
        }
        let types = self.types();
        let quals = types.qualifiers(x).union(types.qualifiers(y));
        let quals = Qualifiers { align_log2: 0, ..quals };
        let (bare_x, bare_y) = (types.unqualified(x), types.unqualified(y));
        let to = if types.is_void(x) || types.is_void(y) {
            types.void
        } else if types.compatible(bare_x, bare_y) {
            self.types_mut().composite(bare_x, bare_y)
        } else {
            self.warning(span, "pointer type mismatch in conditional expression");
            self.types().void
        };
        let to = self.types_mut().qualified(quals, to);
        self.types_mut().pointer_to(to)
    }

    /// The target of an assignment.
    pub(super) fn target(&mut self, operand: Operand, what: &str) -> Option<Place> {
        let span = operand.span();
        let place = match operand {
            Operand::Place(place) => place,
            Operand::Value(value) => {
                if !self.types().is_error(value.ty) {
                    self.error(span, format!("lvalue required as {what}"));
                }
                return None;
            }
        };
        let types = self.types();
        if types.is_error(place.ty) {
            return None;
        }
        if types.is_array(place.ty) || types.is_function(place.ty) {
            self.error(span, format!("{what} is an array or function, not a modifiable lvalue"));
            return None;
        }
        if types.qualifiers(place.ty).is_const {
            self.error(span, format!("{what} is read-only"));
        }
        if !self.types().is_complete(place.ty) {
            let message = format!("invalid use of incomplete type '{}'", self.show(place.ty));
            self.error(span, message);
            return None;
        }
        self.mark_written(&place);
        Some(place)
    }

    /// `target = value`, `target op= value`
    pub(super) fn assign(
        &mut self,
        op: Option<AstOp>,
        target: &ast::Expr,
        value: &ast::Expr,
        span: Span,
    ) -> Expr {
        let target = self.operand(target);
        let value = self.value(value);
        let Some(place) = self.target(target, "left operand of assignment") else {
            return self.error_expr(span);
        };
        let ty = self.types().unqualified(place.ty);
        let Some(op) = op else {
            let value = self.assign_convert(value, ty, "assignment");
            return Expr { kind: ExprKind::Assign(Box::new(place), Box::new(value)), ty, span };
        };
        let Kind::Arithmetic(op) = kind(op) else { return self.error_expr(span) };
        self.assign_op(op, place, value, ty, span)
    }

    fn assign_op(&mut self, op: BinaryOp, place: Place, value: Expr, ty: TypeId, span: Span) -> Expr {
        let types = self.types();
        if types.is_error(value.ty) {
            return self.error_expr(span);
        }
        if types.is_pointer(ty) && matches!(op, BinaryOp::Add | BinaryOp::Sub) && types.is_integer(value.ty) {
            self.check_pointee(ty, span);
            let index = Box::new(self.promote(value));
            let kind =
                ExprKind::AssignPointerAdd { place: Box::new(place), index, subtract: op == BinaryOp::Sub };
            return Expr { kind, ty, span };
        }
        if types.is_vector(value.ty) || types.is_vector(ty) {
            return self.modify_parts(place, false, span, |c, old| c.vector_binary(op, old, value, span));
        }
        if !self.operands_fit(op, ty, value.ty) {
            let message = format!(
                "invalid operands to compound assignment (have '{}' and '{}')",
                self.show(ty),
                self.show(value.ty)
            );
            self.error(span, message);
            return self.error_expr(span);
        }
        if types.is_complex(value.ty) || types.is_complex(ty) {
            return self.modify_parts(place, false, span, |c, old| c.complex_binary(op, old, value, span));
        }
        // The target's promoted type sees bit-fields through a load of the place.
        let load = Expr { kind: ExprKind::Load(Box::new(place)), ty, span };
        let left = self.promoted_type(&load);
        let ExprKind::Load(place) = load.kind else { return self.error_expr(span) };
        let (compute, value) = if matches!(op, BinaryOp::Shl | BinaryOp::Shr) {
            (left, self.promote(value))
        } else {
            let compute = self.common_of(left, self.promoted_type(&value));
            (compute, self.convert(value, compute))
        };
        Expr { kind: ExprKind::AssignOp { op, place, value: Box::new(value), compute }, ty, span }
    }
}
