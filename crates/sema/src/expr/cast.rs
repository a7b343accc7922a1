//! Casts and statement expressions.

use maymust_source::Span;
use maymust_syntax::ast;

use crate::check::Checker;
use crate::hir::*;
use crate::types::*;

impl Checker<'_> {
    /// `(type) e`
    pub(super) fn cast(&mut self, name: &ast::TypeName, inner: &ast::Expr, span: Span) -> Expr {
        let mark = self.vla_sizes.len();
        let ty = self.type_name(name);
        let sizes = self.vla_sizes.split_off(mark);
        let value = self.value(inner);
        let result = self.cast_value(value, ty, span);
        self.after_sizes(sizes, result)
    }

    /// The expression evaluated after lengths of VLA types.
    pub(super) fn after_sizes(&mut self, sizes: Vec<Stmt>, expr: Expr) -> Expr {
        if sizes.is_empty() || self.unevaluated > 0 {
            return expr;
        }
        let (ty, span) = (expr.ty, expr.span);
        Expr { kind: ExprKind::StmtExpr(sizes, Some(Box::new(expr))), ty, span }
    }

    fn cast_value(&mut self, value: Expr, ty: TypeId, span: Span) -> Expr {
        let types = self.types();
        let ty = types.unqualified(ty);
        if types.is_error(ty) || types.is_error(value.ty) {
            return self.error_expr(span);
        }
        if types.is_void(ty) {
            return Expr { span, ..self.convert(value, ty) };
        }
        let from = value.ty;
        if let Some(record) = types.record_of(ty) {
            return self.cast_to_record(value, ty, record, span);
        }
        if types.is_vector(ty) || types.is_vector(from) {
            return Expr { span, ..self.convert(value, ty) };
        }
        if types.is_array(ty) || types.is_function(ty) {
            self.error(span, "cast specifies array or function type");
            return self.error_expr(span);
        }
        if !types.is_scalar(from) {
            let message = match types.is_void(from) {
                true => "void value not ignored as it ought to be".to_owned(),
                false => format!("cannot convert '{}' to '{}'", self.show(from), self.show(ty)),
            };
            self.error(span, message);
            return self.error_expr(span);
        }
        let floating = |ty: TypeId| types.is_float(ty) || types.is_complex(ty);
        let mixed = (types.is_pointer(ty) && floating(from)) || (floating(ty) && types.is_pointer(from));
        if mixed {
            self.error(span, "pointer value used where a floating-point was expected, or the reverse");
            return self.error_expr(span);
        }
        if types.is_pointer(ty) && types.is_integer(from) && !matches!(value.kind, ExprKind::Constant(_)) {
            // Through the integer type of a pointer's width, so that sign extension is explicit.
            let word = if types.is_signed(from) { types.ptrdiff } else { types.size_t };
            let value = self.convert(value, word);
            return Expr { span, ..self.convert(value, ty) };
        }
        if ty == from && self.bit_field_of(&value).is_some() {
            // From here on the value has its declared type, not the bit-field's.
            return Expr { kind: ExprKind::Convert(Box::new(value)), ty, span };
        }
        Expr { span, ..self.convert(value, ty) }
    }

    fn cast_to_record(&mut self, value: Expr, ty: TypeId, record: RecordId, span: Span) -> Expr {
        if value.ty == ty {
            return Expr { span, ..value };
        }
        let union = self.types().record(record);
        let fields: Vec<TypeId> = match &union.layout {
            Some(layout) if union.is_union => layout.fields.iter().map(|f| f.ty).collect(),
            _ => Vec::new(),
        };
        let types = self.types();
        if let Some(&field) = fields.iter().find(|&&f| types.compatible(types.unqualified(f), value.ty)) {
            let value = self.convert(value, field);
            return Expr { span, ..self.union_value(ty, value) };
        }
        let message = if fields.is_empty() {
            "conversion to non-scalar type requested"
        } else {
            "cast to union type from type not present in union"
        };
        self.error(span, message);
        self.error_expr(span)
    }

    /// `({ … })`
    pub(super) fn statement_expr(&mut self, block: &ast::Block, span: Span) -> Expr {
        let void = self.types().void;
        if self.function.is_none() {
            self.error(span, "braced-group within expression allowed only inside a function");
            return self.error_expr(span);
        }
        self.enter_block();
        let mut stmts = Vec::new();
        let mut value = None;
        for (i, stmt) in block.stmts.iter().enumerate() {
            if i + 1 == block.stmts.len() {
                value = self.last_value(stmt, &mut stmts);
            } else {
                self.stmt(stmt, &mut stmts);
            }
        }
        self.leave_block();
        let ty = value.as_ref().map_or(void, |v: &Expr| v.ty);
        Expr { kind: ExprKind::StmtExpr(stmts, value.map(Box::new)), ty, span }
    }

    /// The value of the last statement, through labels.
    fn last_value(&mut self, stmt: &ast::Stmt, out: &mut Vec<Stmt>) -> Option<Expr> {
        match &stmt.kind {
            ast::StmtKind::Expr(expr) => Some(self.value(expr)),
            ast::StmtKind::Label(name, inner) => {
                self.place_label(*name, stmt.span, out);
                self.last_value(inner, out)
            }
            _ => {
                self.stmt(stmt, out);
                None
            }
        }
    }
}
