//! Expressions: from syntax to typed values and places.

mod access;
mod binary;
mod call;
mod cast;
mod complex;
mod literal;
mod parts;
mod sizes;
mod unary;
mod vector;

pub(crate) use literal::string_bytes;

use maymust_source::Span;
use maymust_syntax::Name;
use maymust_syntax::ast::{self, ExprKind as Ast};

use crate::check::Checker;
use crate::hir::*;
use crate::scope::Entity;
use crate::types::*;

/// An expression before it decays: an lvalue or a value.
pub(crate) enum Operand {
    /// A value.
    Value(Expr),
    /// An object or function.
    Place(Place),
}

impl Operand {
    /// Its type, not decayed.
    pub(crate) fn ty(&self) -> TypeId {
        match self {
            Operand::Value(e) => e.ty,
            Operand::Place(p) => p.ty,
        }
    }

    pub(crate) fn span(&self) -> Span {
        match self {
            Operand::Value(e) => e.span,
            Operand::Place(p) => p.span,
        }
    }
}

impl Checker<'_> {
    /// The value of an expression: lvalues are loaded, arrays and functions become pointers.
    pub(crate) fn value(&mut self, expr: &ast::Expr) -> Expr {
        let operand = self.operand(expr);
        self.decay(operand)
    }

    /// Loads an lvalue; arrays and functions become pointers.
    pub(crate) fn decay(&mut self, operand: Operand) -> Expr {
        let place = match operand {
            Operand::Value(value) => return value,
            Operand::Place(place) => place,
        };
        let span = place.span;
        if let Some(element) = self.types().element(place.ty) {
            let ty = self.types_mut().pointer_to(element);
            return self.address(place, ty, span);
        }
        if self.types().is_function(place.ty) {
            let ty = self.types_mut().pointer_to(place.ty);
            return self.address(place, ty, span);
        }
        let ty = self.types().unqualified(place.ty);
        if !self.types().is_complete(ty) && !self.types().is_void(ty) {
            let message = format!("invalid use of incomplete type '{}'", self.show(ty));
            self.error(span, message);
            return self.error_expr(span);
        }
        if self.types().is_void(ty) {
            // `*p` of a void pointer: evaluated for its effects.
            if let PlaceKind::Deref(pointer) = place.kind {
                let void = self.types().void;
                return self.convert(*pointer, void);
            }
            return Expr { ty, ..self.error_expr(span) };
        }
        Expr { kind: ExprKind::Load(Box::new(place)), ty, span }
    }

    /// The address of a place as a pointer of the given type.
    pub(crate) fn address(&mut self, place: Place, ty: TypeId, span: Span) -> Expr {
        self.mark_address(&place);
        if let Some(c) = self.fixed_address(&place) {
            return Expr { kind: ExprKind::Constant(c), ty, span };
        }
        if self.types().is_function(place.ty)
            && let PlaceKind::Deref(pointer) = place.kind
        {
            return Expr { ty, span, ..*pointer };
        }
        if let PlaceKind::Function(f) = place.kind {
            return Expr { kind: ExprKind::Constant(Constant::Function(f)), ty, span };
        }
        Expr { kind: ExprKind::AddrOf(Box::new(place)), ty, span }
    }

    /// `&((struct s *)0)->member` is a number.
    fn fixed_address(&self, place: &Place) -> Option<Constant> {
        let mut base = place;
        loop {
            match &base.kind {
                PlaceKind::Field { base: inner, .. } | PlaceKind::Element(inner, _) => base = inner,
                PlaceKind::Deref(p) => {
                    let fixed = matches!(p.kind, ExprKind::Constant(Constant::Int(_)));
                    return if fixed { crate::constant::address(self.types(), place, None) } else { None };
                }
                _ => return None,
            }
        }
    }

    pub(crate) fn mark_written(&mut self, place: &Place) {
        if let PlaceKind::Local(local) = place.kind
            && let Some(function) = &mut self.function
            && let Some(local) = function.body.locals.get_mut(local.index())
        {
            local.written = true;
        }
    }

    fn mark_address(&mut self, place: &Place) {
        if self.unevaluated > 0 {
            return;
        }
        match place.kind {
            PlaceKind::Local(local) | PlaceKind::CompoundLiteral(local, _) => {
                if let Some(function) = &mut self.function
                    && let Some(local) = function.body.locals.get_mut(local.index())
                {
                    local.address_taken = true;
                }
            }
            PlaceKind::Global(global) => {
                if let Some(global) = self.linker.program.globals.get_mut(global.index()) {
                    global.address_taken = true;
                }
            }
            PlaceKind::Function(f) => {
                if let Some(function) = self.linker.program.functions.get_mut(f.index()) {
                    function.address_taken = true;
                }
            }
            _ => {}
        }
    }

    /// An expression as written, not decayed.
    pub(crate) fn operand(&mut self, expr: &ast::Expr) -> Operand {
        let span = expr.span;
        let value = match &expr.kind {
            Ast::Paren(inner) => return self.operand(inner),
            Ast::Ident(name) => return self.identifier(*name, span),
            Ast::Str(units, encoding) => return self.string(units, *encoding, span),
            Ast::FunctionName => return self.function_name(span),
            Ast::Index(a, b) => return self.index(a, b, span),
            Ast::Member(base, name) => return self.member(base, *name, span),
            Ast::Arrow(base, name) => return self.arrow(base, *name, span),
            Ast::Unary(ast::UnaryOp::Deref, inner) => return self.deref(inner, span),
            Ast::CompoundLiteral(ty, list) => return self.compound_literal(ty, list, span),
            Ast::Generic(control, choices) => return self.generic(control, choices, span),
            Ast::ChooseExpr(c, a, b) => return self.choose(c, a, b),
            Ast::ComplexPart(imaginary, inner) => return self.complex_part(*imaginary, inner, span),
            Ast::Int { value, suffix, decimal } => self.int_literal(*value, *suffix, *decimal, span),
            Ast::Float(text, suffix) => self.float_literal(text, *suffix, span),
            Ast::Imaginary(inner) => {
                let value = self.value(inner);
                self.imaginary(value, span)
            }
            Ast::Char(value, encoding) => self.char_literal(*value, *encoding, span),
            Ast::Call(callee, args) => self.call(callee, args, span),
            Ast::Unary(op, inner) => self.unary(*op, inner, span),
            Ast::Postfix(op, inner) => self.inc_dec(inner, *op == ast::IncDec::Dec, true, span),
            Ast::Binary(..) => self.binary_chain(expr),
            Ast::LogicalAnd(..) | Ast::LogicalOr(..) => self.logical_chain(expr),
            Ast::Comma(..) => self.comma_chain(expr),
            Ast::Assign(op, target, value) => self.assign(*op, target, value, span),
            Ast::Conditional(c, a, b) => self.conditional(c, a.as_deref(), b, span),
            Ast::Cast(ty, inner) => self.cast(ty, inner, span),
            Ast::Sizeof(arg) => self.sizeof(arg, span),
            Ast::Alignof(arg) => self.alignof(arg, false, span),
            Ast::MinAlignof(arg) => self.alignof(arg, true, span),
            Ast::StmtExpr(block) => self.statement_expr(block, span),
            Ast::LabelAddr(name) => self.label_address(*name, span),
            Ast::VaArg(list, ty) => self.va_arg(list, ty, span),
            Ast::Offsetof(ty, path) => self.offsetof(ty, path, span),
            Ast::HasAttribute(of, attribute) => self.has_attribute(of, attribute, span),
            Ast::ConvertVector(value, ty) => self.convert_vector(value, ty, span),
            Ast::TypesCompatible(a, b) => self.types_compatible(a, b, span),
        };
        Operand::Value(value)
    }

    fn identifier(&mut self, name: Name, span: Span) -> Operand {
        let Some(binding) = self.ordinary.find(name) else { return self.undeclared(name, span) };
        match binding.entity {
            Entity::Enumerator(value, ty) => Operand::Value(self.int_expr(value, ty, span)),
            Entity::Local(_) if self.is_enclosing(binding.depth) => {
                let message = format!(
                    "nested functions that use variables of their function ('{}') are not supported",
                    self.text(name)
                );
                self.error(span, message);
                Operand::Value(self.error_expr(span))
            }
            Entity::Local(local) => {
                let Some(ty) = self.local(local).map(|l| l.ty) else {
                    return Operand::Value(self.error_expr(span));
                };
                Operand::Place(Place { kind: PlaceKind::Local(local), ty, span })
            }
            Entity::Object(decl) => {
                let id = self.object_id(decl);
                let ty = self.objects[decl as usize].ty;
                Operand::Place(Place { kind: PlaceKind::Global(id), ty, span })
            }
            Entity::Function(decl) => {
                let id = self.function_id(decl);
                let ty = self.functions[decl as usize].ty;
                Operand::Place(Place { kind: PlaceKind::Function(id), ty, span })
            }
            Entity::Typedef(_) => {
                let message = format!("expected expression, '{}' is a type", self.text(name));
                self.error(span, message);
                Operand::Value(self.error_expr(span))
            }
            Entity::Error => Operand::Value(self.error_expr(span)),
        }
    }

    /// Does what is declared at a depth belong to a function around the one being checked?
    pub(crate) fn is_enclosing(&self, depth: u32) -> bool {
        depth > 0 && self.function.as_ref().is_some_and(|f| depth < f.depth)
    }

    fn undeclared(&mut self, name: Name, span: Span) -> Operand {
        if let Some(decl) = self.declare_library(name, span) {
            let id = self.function_id(decl);
            let ty = self.functions[decl as usize].ty;
            return Operand::Place(Place { kind: PlaceKind::Function(id), ty, span });
        }
        let fresh = match &mut self.function {
            Some(function) if self.quiet == 0 => function.undeclared.insert(name),
            _ => true,
        };
        if fresh {
            let message = format!("'{}' undeclared", self.text(name));
            self.error(span, message);
        }
        Operand::Value(self.error_expr(span))
    }

    fn generic(
        &mut self,
        control: &ast::Expr,
        choices: &[(Option<ast::TypeName>, ast::Expr)],
        span: Span,
    ) -> Operand {
        self.unevaluated += 1;
        let control = self.value(control);
        self.unevaluated -= 1;
        let mut default = None;
        for (name, expr) in choices {
            let Some(name) = name else {
                default = Some(expr);
                continue;
            };
            let ty = self.type_name(name);
            self.vla_sizes.clear();
            if !self.types().is_error(control.ty) && self.types().compatible(ty, control.ty) {
                return self.operand(expr);
            }
        }
        match default {
            Some(expr) => self.operand(expr),
            None => {
                let message =
                    format!("'_Generic' selector of type '{}' fits no association", self.show(control.ty));
                self.error(span, message);
                Operand::Value(self.error_expr(span))
            }
        }
    }

    fn choose(&mut self, c: &ast::Expr, a: &ast::Expr, b: &ast::Expr) -> Operand {
        match self.constant_int(c, "first argument to '__builtin_choose_expr'") {
            Some((0, _)) => self.operand(b),
            Some(_) => self.operand(a),
            None => Operand::Value(self.error_expr(c.span)),
        }
    }

    /// A comma list, whatever its length.
    fn comma_chain(&mut self, expr: &ast::Expr) -> Expr {
        let mut rights = Vec::new();
        let mut left = expr;
        while let Ast::Comma(a, b) = &left.kind {
            rights.push((&**b, left.span));
            left = a;
        }
        let mut result = self.value(left);
        for (right, span) in rights.into_iter().rev() {
            let right = self.value(right);
            let ty = right.ty;
            result = Expr { kind: ExprKind::Comma(Box::new(result), Box::new(right)), ty, span };
        }
        result
    }

    fn label_address(&mut self, name: Name, span: Span) -> Expr {
        let ty = self.types().void_ptr;
        let Some(label) = self.label(name, span) else {
            self.error(span, "label address outside of any function");
            return self.error_expr(span);
        };
        if let Some(function) = &mut self.function {
            function.body.labels[label.index()].address_taken = true;
        }
        Expr { kind: ExprKind::LabelAddr(label), ty, span }
    }
}
