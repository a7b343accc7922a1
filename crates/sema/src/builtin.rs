//! Builtins of gcc and of the tool.

mod atomic;
mod float;
mod number;

use maymust_source::Span;
use maymust_syntax::Name;
use maymust_syntax::ast::{self, ExprKind as Ast};

use crate::check::Checker;
use crate::hir::*;
use crate::types::*;

/// Jumps between functions are not modelled.
pub(crate) fn is_long_jump(name: &str) -> bool {
    let plain = name.trim_start_matches('_');
    matches!(plain, "setjmp" | "sigsetjmp" | "longjmp" | "siglongjmp" | "longjmp_chk")
}

/// The operation a function name stands for when the program gives it no body.
pub(crate) fn special(name: &str) -> Option<Builtin> {
    if !name.starts_with("__") {
        return match name {
            "reach_error" => Some(Builtin::ReachError),
            "alloca" => Some(Builtin::Alloca),
            _ => None,
        };
    }
    Some(match name {
        "__VERIFIER_error" => Builtin::ReachError,
        "__VERIFIER_assert" => Builtin::VerifierAssert,
        "__VERIFIER_assume" | "__maymust_assume" => Builtin::MayMustAssume,
        "__maymust_alloc" => Builtin::MayMustAlloc,
        "__maymust_malloc_may_fail" => Builtin::MayMustMallocMayFail,
        "__maymust_free" => Builtin::MayMustFree,
        "__maymust_object_size" => Builtin::MayMustObjectSize,
        "__maymust_valid" => Builtin::MayMustValid,
        "__maymust_copy" => Builtin::MayMustCopy,
        "__maymust_fill" => Builtin::MayMustFill,
        "__maymust_output" => Builtin::MayMustOutput,
        "__maymust_input" => Builtin::MayMustInput,
        "__maymust_destructors" => Builtin::MayMustDestructors,
        "__maymust_exit" => Builtin::MayMustExit,
        "__maymust_abort" => Builtin::MayMustAbort,
        "__maymust_check" => Builtin::MayMustCheck,
        "__maymust_unsupported" => Builtin::MayMustUnsupported,
        "__maymust_spawn" => Builtin::MayMustSpawn,
        "__maymust_self" => Builtin::MayMustSelf,
        "__maymust_thread_begin" => Builtin::MayMustThreadBegin,
        "__maymust_thread_end" => Builtin::MayMustThreadEnd,
        "__maymust_end_thread" => Builtin::MayMustEndThread,
        "__maymust_block" => Builtin::MayMustBlock,
        "__maymust_atomic_begin" => Builtin::MayMustAtomicBegin,
        "__maymust_atomic_end" => Builtin::MayMustAtomicEnd,
        "__maymust_acquire" => Builtin::MayMustAcquire,
        "__maymust_release" => Builtin::MayMustRelease,
        _ if name.starts_with("__VERIFIER_nondet_") || name.starts_with("__maymust_nondet_") => {
            Builtin::Nondet
        }
        _ => return None,
    })
}

impl Checker<'_> {
    /// A call of an undeclared name that gcc or the tool knows; none if it is an ordinary function.
    pub(crate) fn builtin_call(&mut self, name: Name, args: &[ast::Expr], span: Span) -> Option<Expr> {
        let text = self.names.text(name);
        if !text.starts_with("__") {
            return None;
        }
        let text = text.to_owned();
        if let Some(plain) = text.strip_prefix("__builtin_") {
            return self.gcc_builtin(plain, args, span);
        }
        if text.starts_with("__sync_") || text.starts_with("__atomic_") {
            return self.atomic(&text, args, span);
        }
        None
    }

    fn gcc_builtin(&mut self, name: &str, args: &[ast::Expr], span: Span) -> Option<Expr> {
        let types = self.types();
        let (void, int, void_ptr) = (types.void, types.int, types.void_ptr);
        let result = match name {
            "expect" | "expect_with_probability" => self.expect_builtin(args, span)?,
            "constant_p" => self.constant_p(args, span)?,
            "unreachable" => self.plain(Builtin::Unreachable, Vec::new(), void, span),
            "trap" => self.plain(Builtin::Trap, Vec::new(), void, span),
            "alloca" | "alloca_with_align" | "alloca_with_align_and_max" => {
                let size_t = self.types().size_t;
                let size = self.converted(args.first()?, size_t);
                self.plain(Builtin::Alloca, vec![size], void_ptr, span)
            }
            "va_start" | "va_end" | "va_copy" | "c23_va_start" => return self.va_builtin(name, args, span),
            "object_size" | "dynamic_object_size" => self.object_size(args, span)?,
            "assume_aligned" | "speculation_safe_value" | "launder" => {
                let value = self.value(args.first()?);
                if name == "assume_aligned" { self.convert(value, void_ptr) } else { value }
            }
            "prefetch" => {
                let value = self.value(args.first()?);
                self.convert(value, void)
            }
            "classify_type" => self.classify(args, span)?,
            "strlen" => {
                if let Some(Ast::Str(units, ast::Encoding::Plain)) = args.first().map(|a| &a.kind) {
                    let n = units.iter().position(|&u| u == 0).unwrap_or(units.len());
                    let size_t = self.types().size_t;
                    return Some(self.int_expr(n as i128, size_t, span));
                }
                return None;
            }
            "frame_address" | "return_address" | "extract_return_addr" | "apply_args" | "apply" => {
                self.unsupported(&format!("`__builtin_{name}`"), void_ptr, span)
            }
            "LINE" => self.int_expr(0, int, span),
            "setjmp" | "longjmp" | "cpu_supports" | "cpu_is" | "cpu_init" => {
                self.unsupported(&format!("`__builtin_{name}`"), int, span)
            }
            "tgmath" => self.type_generic(args, span),
            "shuffle" => self.shuffle(args, span)?,
            "shufflevector" => self.shuffle_constant(args, span)?,
            _ if name.starts_with("ia32_vec_ext_") => self.vector_extract(args, span)?,
            _ if name.starts_with("ia32_") => {
                self.values(args);
                self.unsupported(&format!("__builtin_{name}"), self.types().error, span)
            }
            _ if name.starts_with("__") && name.ends_with("_chk") => {
                return self.checked_builtin(name, args, span);
            }
            _ => {
                if let Some(result) = self.number_builtin(name, args, span) {
                    return Some(result);
                }
                if let Some(result) = self.float_builtin(name, args, span) {
                    return Some(result);
                }
                if let Some(result) = self.complex_builtin(name, args, span) {
                    return Some(result);
                }
                if self.library_type(name).is_some() {
                    return None;
                }
                self.warning(span, format!("'__builtin_{name}' is not supported"));
                self.values(args);
                self.unsupported(&format!("__builtin_{name}"), int, span)
            }
        };
        Some(result)
    }

    /// A builtin's node.
    pub(crate) fn plain(&self, builtin: Builtin, args: Vec<Expr>, ty: TypeId, span: Span) -> Expr {
        Expr { kind: ExprKind::Builtin(builtin, args), ty, span }
    }

    /// An argument converted as by assignment.
    pub(crate) fn converted(&mut self, arg: &ast::Expr, ty: TypeId) -> Expr {
        let value = self.value(arg);
        self.assign_convert(value, ty, "passing argument to builtin")
    }

    pub(crate) fn values(&mut self, args: &[ast::Expr]) -> Vec<Expr> {
        args.iter().map(|a| self.value(a)).collect()
    }

    fn expect_builtin(&mut self, args: &[ast::Expr], span: Span) -> Option<Expr> {
        let long = self.types().long;
        let mut value = self.converted(args.first()?, long);
        let mut before = Vec::new();
        for hint in self.values(args.get(1..)?) {
            // A hint with effects is evaluated after the value.
            if self.evaluate(&hint).is_none() && self.function.is_some() {
                value = self.take_scalar(value, &mut before);
                before.push(Stmt { span: hint.span, kind: StmtKind::Expr(hint) });
            }
        }
        Some(self.after(before, value, span))
    }

    fn constant_p(&mut self, args: &[ast::Expr], span: Span) -> Option<Expr> {
        let int = self.types().int;
        self.unevaluated += 1;
        let value = self.quietly(|c| args.first().map(|a| c.value(a)));
        self.unevaluated -= 1;
        let value = value?;
        let string = matches!(args[0].kind, Ast::Str(..));
        let constant = matches!(self.evaluate(&value), Some(Constant::Int(_) | Constant::Float(_)));
        Some(self.int_expr(i128::from(constant || string), int, span))
    }

    fn va_builtin(&mut self, name: &str, args: &[ast::Expr], span: Span) -> Option<Expr> {
        let void = self.types().void;
        if name == "va_start" && !self.function.as_ref().is_some_and(|f| f.variadic) {
            self.error(span, "'va_start' used in function with fixed arguments");
        }
        let error = self.error_expr(span);
        let Some(list) = args.first() else {
            self.error(span, "too few arguments to builtin");
            return Some(error);
        };
        let Some(first) = self.va_pointer(list) else { return Some(error) };
        let mut values = vec![first];
        let builtin = match name {
            "va_start" | "c23_va_start" => Builtin::VaStart,
            "va_end" => Builtin::VaEnd,
            _ => {
                let Some(from) = args.get(1).and_then(|a| self.va_pointer(a)) else { return Some(error) };
                values.push(from);
                Builtin::VaCopy
            }
        };
        Some(self.plain(builtin, values, void, span))
    }

    fn object_size(&mut self, args: &[ast::Expr], span: Span) -> Option<Expr> {
        self.unevaluated += 1;
        let kind = args.get(1).map(|a| self.value(a));
        self.unevaluated -= 1;
        let kind = self.evaluate_int(&kind?).unwrap_or(0);
        let size_t = self.types().size_t;
        Some(self.int_expr(if kind >= 2 { 0 } else { -1 }, size_t, span))
    }

    fn classify(&mut self, args: &[ast::Expr], span: Span) -> Option<Expr> {
        self.unevaluated += 1;
        let value = self.value(args.first()?);
        self.unevaluated -= 1;
        let types = self.types();
        let class = match types.bare(value.ty) {
            Type::Void => 0,
            Type::Int(_) | Type::Enum(_) => 1,
            Type::Pointer(_) => 5,
            Type::Float(_) => 8,
            Type::Complex(_) => 9,
            Type::Function(_) => 10,
            Type::Record(r) => 12 + i128::from(types.record(*r).is_union),
            _ => -1,
        };
        Some(self.int_expr(class, types.int, span))
    }

    /// `__builtin___memcpy_chk` and its like are the functions without the check.
    fn checked_builtin(&mut self, name: &str, args: &[ast::Expr], span: Span) -> Option<Expr> {
        let plain = name.strip_prefix("__")?.strip_suffix("_chk")?;
        let dropped: &[usize] = match plain {
            "printf" => &[0],
            "fprintf" => &[1],
            "sprintf" => &[1, 2],
            "snprintf" => &[2, 3],
            "memcpy" | "memmove" | "memset" | "mempcpy" | "strncpy" | "strncat" | "stpncpy" => &[3],
            "strcpy" | "strcat" | "stpcpy" => &[2],
            _ => return None,
        };
        let ty = self.library_type(plain)?;
        let plain = self.names.intern(plain);
        let decl = self.declare_undeclared(plain, ty, span);
        let id = self.function_id(decl);
        let function = self.types().function(ty)?.clone();
        let kept: Vec<&ast::Expr> =
            args.iter().enumerate().filter(|(i, _)| !dropped.contains(i)).map(|(_, a)| a).collect();
        let mut values = Vec::with_capacity(kept.len());
        for (i, arg) in kept.into_iter().enumerate() {
            values.push(match function.params.get(i) {
                Some(&param) => self.converted(arg, param),
                None => {
                    let value = self.value(arg);
                    self.default_promote(value)
                }
            });
        }
        Some(Expr { kind: ExprKind::Call(id, values), ty: function.result, span })
    }
}
