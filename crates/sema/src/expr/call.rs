//! Calls.

use maymust_source::Span;
use maymust_syntax::Name;
use maymust_syntax::ast::{self, ExprKind as Ast, Storage};

use crate::attribute::Attributes;
use crate::builtin;
use crate::check::Checker;
use crate::declare::Declared;
use crate::expr::Operand;
use crate::hir::*;
use crate::scope::Entity;
use crate::types::*;

impl Checker<'_> {
    pub(crate) fn call(&mut self, callee: &ast::Expr, args: &[ast::Expr], span: Span) -> Expr {
        let mut inner = callee;
        while let Ast::Paren(e) = &inner.kind {
            inner = e;
        }
        if let Ast::Ident(name) = inner.kind {
            return self.call_name(name, inner, args, span);
        }
        let operand = self.operand(inner);
        self.call_operand(operand, args, span)
    }

    fn call_name(&mut self, name: Name, callee: &ast::Expr, args: &[ast::Expr], span: Span) -> Expr {
        let entity = self.ordinary.find(name).map(|b| b.entity);
        let decl = match entity {
            Some(Entity::Function(decl)) => decl,
            Some(_) => {
                let operand = self.operand(callee);
                return self.call_operand(operand, args, span);
            }
            None => {
                if let Some(result) = self.builtin_call(name, args, span) {
                    return result;
                }
                match self.declare_library(name, callee.span) {
                    Some(decl) => decl,
                    None => self.declare_implicitly(name, callee.span),
                }
            }
        };
        if let Some(special) = self.special(name, decl) {
            let ty = self.functions[decl as usize].ty;
            let (args, result) = self.arguments(ty, args, span, Some(name), None);
            self.linker.program.starts_threads |= special == Builtin::MayMustSpawn;
            return Expr { kind: ExprKind::Builtin(special, args), ty: result, span };
        }
        if builtin::is_long_jump(self.names.text(name)) && !self.is_defined(name, decl) {
            let (_, result) = self.arguments(self.functions[decl as usize].ty, args, span, Some(name), None);
            let reason = format!("`{}`", self.text(name));
            return self.unsupported(&reason, result, span);
        }
        let id = self.function_id(decl);
        let d = &self.functions[decl as usize];
        let (mut ty, old) = (d.ty, d.old_params.clone());
        if d.implicit
            && self.types().function(ty).is_some_and(|f| !f.variadic && f.params.len() != args.len())
        {
            // Only gcc's own idea of the function: the call is taken as written.
            ty = self.without_prototype(ty);
        }
        let (args, result) = self.arguments(ty, args, span, Some(name), old);
        Expr { kind: ExprKind::Call(id, args), ty: result, span }
    }

    /// Is a call of this function one of the verifier's own operations?
    fn special(&self, name: Name, decl: u32) -> Option<Builtin> {
        let text = self.names.text(name);
        let special = builtin::special(text)?;
        if special == Builtin::ReachError && text == "reach_error" {
            return Some(special);
        }
        (!self.is_defined(name, decl)).then_some(special)
    }

    /// Does the program itself define the function?
    fn is_defined(&self, name: Name, decl: u32) -> bool {
        let d = &self.functions[decl as usize];
        d.is_static || d.defined.is_some() || self.linker.user_defined.contains(&name)
    }

    fn call_operand(&mut self, operand: Operand, args: &[ast::Expr], span: Span) -> Expr {
        if let Operand::Place(Place { kind: PlaceKind::Function(id), ty, .. }) = operand {
            let (args, result) = self.arguments(ty, args, span, None, None);
            return Expr { kind: ExprKind::Call(id, args), ty: result, span };
        }
        let pointer = self.decay(operand);
        let function = self.types().pointee(pointer.ty).filter(|&f| self.types().is_function(f));
        let Some(function) = function else {
            if !self.types().is_error(pointer.ty) {
                self.error(span, "called object is not a function or function pointer");
            }
            for arg in args {
                self.value(arg);
            }
            return self.error_expr(span);
        };
        let (args, result) = self.arguments(function, args, span, None, None);
        if let ExprKind::Constant(Constant::Function(id)) = pointer.kind {
            return Expr { kind: ExprKind::Call(id, args), ty: result, span };
        }
        Expr { kind: ExprKind::CallPointer(Box::new(pointer), args), ty: result, span }
    }

    /// Converted arguments and the result type.
    fn arguments(
        &mut self,
        function: TypeId,
        args: &[ast::Expr],
        span: Span,
        name: Option<Name>,
        old: Option<Vec<TypeId>>,
    ) -> (Vec<Expr>, TypeId) {
        let Some(f) = self.types().function(function) else { return (Vec::new(), self.types().error) };
        let (count, variadic, prototype, result) = (f.params.len(), f.variadic, f.prototype, f.result);
        let old = old.filter(|old| !prototype && old.len() == args.len());
        let mut values = Vec::with_capacity(args.len());
        for (i, arg) in args.iter().enumerate() {
            let value = self.value(arg);
            let param = if prototype {
                self.types().function(function).and_then(|f| f.params.get(i).copied())
            } else {
                old.as_ref().map(|old| old[i])
            };
            values.push(match param {
                Some(param) => self.argument(value, param, i),
                None => self.extra_argument(value),
            });
        }
        if prototype && args.len() < count {
            self.count_error("too few", name, span);
        } else if prototype && args.len() > count && !variadic {
            self.count_error("too many", name, span);
        }
        if !self.types().is_complete(result) && !self.types().is_void(result) {
            let message = format!("call returns incomplete type '{}'", self.show(result));
            self.error(span, message);
        }
        (values, result)
    }

    fn count_error(&mut self, what: &str, name: Option<Name>, span: Span) {
        let message = match name {
            Some(name) => format!("{what} arguments to function '{}'", self.text(name)),
            None => format!("{what} arguments to function"),
        };
        self.error(span, message);
    }

    fn argument(&mut self, value: Expr, param: TypeId, i: usize) -> Expr {
        let value = match self.transparent_argument(value, param) {
            Ok(union) => return union,
            Err(value) => value,
        };
        if value.ty == param {
            return value;
        }
        let what = format!("passing argument {}", i + 1);
        self.assign_convert(value, param, &what)
    }

    fn extra_argument(&mut self, value: Expr) -> Expr {
        if self.types().is_void(value.ty) {
            self.error(value.span, "invalid use of void expression");
            return self.error_expr(value.span);
        }
        self.default_promote(value)
    }

    fn without_prototype(&mut self, ty: TypeId) -> TypeId {
        let Some(result) = self.types().function(ty).map(|f| f.result) else { return ty };
        let function = FunctionType { result, params: Vec::new(), variadic: false, prototype: false };
        self.types_mut().intern(Type::Function(function))
    }

    fn declare_implicitly(&mut self, name: Name, span: Span) -> u32 {
        let text = self.text(name);
        self.warning(span, format!("implicit declaration of function '{text}'"));
        let ty = match self.library_type(&text) {
            Some(ty) => ty,
            None => self.types().implicit_function,
        };
        self.declare_undeclared(name, ty, span)
    }

    /// Declares a function that no declaration names.
    pub(crate) fn declare_undeclared(&mut self, name: Name, ty: TypeId, span: Span) -> u32 {
        if let Some(&decl) = self.extern_functions.get(&name) {
            return decl;
        }
        let declared = Declared {
            name,
            link: name,
            ty,
            span,
            storage: Storage::None,
            thread_local: false,
            attributes: Attributes::default(),
            align: None,
        };
        self.new_function(&declared, true)
    }
}
