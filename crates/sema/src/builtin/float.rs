//! Builtins on floats.

use maymust_source::Span;
use maymust_syntax::ast::{self, ExprKind as Ast};

use crate::check::Checker;
use crate::float;
use crate::hir::*;
use crate::types::*;

impl Checker<'_> {
    pub(super) fn float_builtin(&mut self, name: &str, args: &[ast::Expr], span: Span) -> Option<Expr> {
        if let Some(result) = self.float_constant(name, args, span) {
            return Some(result);
        }
        if name == "fpclassify" {
            return self.fpclassify(args, span);
        }
        if let Some(result) = self.classification(name, args, span) {
            return Some(result);
        }
        if let Some(result) = self.quiet_comparison(name, args, span) {
            return Some(result);
        }
        self.float_function(name, args, span)
    }

    /// The stem of a name and the format its suffix asks for.
    fn suffixed<'n>(&self, name: &'n str, stems: &[&str]) -> Option<(&'n str, FloatKind)> {
        if stems.contains(&name) {
            return Some((name, FloatKind::Double));
        }
        let suffixes = [
            ("f128", FloatKind::F128),
            ("f64x", FloatKind::LongDouble),
            ("f64", FloatKind::Double),
            ("f32x", FloatKind::Double),
            ("f32", FloatKind::Float),
            ("f16", FloatKind::F16),
            ("f", FloatKind::Float),
            ("l", FloatKind::LongDouble),
            ("q", FloatKind::F128),
        ];
        for (suffix, kind) in suffixes {
            if let Some(stem) = name.strip_suffix(suffix)
                && stems.contains(&stem)
            {
                return Some((stem, kind));
            }
        }
        None
    }

    fn float_constant(&mut self, name: &str, args: &[ast::Expr], span: Span) -> Option<Expr> {
        let (stem, kind) = self.suffixed(name, &["inf", "huge_val", "nan", "nans"])?;
        let bits = match stem {
            "inf" | "huge_val" => float::infinity(kind),
            _ => float::nan(kind, self.nan_payload(args.first())?, stem == "nans"),
        };
        let ty = self.types_mut().intern(Type::Float(kind));
        Some(Expr { kind: ExprKind::Constant(Constant::Float(bits)), ty, span })
    }

    fn nan_payload(&self, arg: Option<&ast::Expr>) -> Option<u128> {
        let mut arg = arg?;
        while let Ast::Paren(inner) = &arg.kind {
            arg = inner;
        }
        let Ast::Str(units, _) = &arg.kind else { return None };
        let text: String = units.iter().filter_map(|&u| char::from_u32(u)).collect();
        let text = text.trim();
        if text.is_empty() {
            return Some(0);
        }
        match text.strip_prefix("0x").or_else(|| text.strip_prefix("0X")) {
            Some(hex) => u128::from_str_radix(hex, 16).ok(),
            None if text.starts_with('0') => u128::from_str_radix(text, 8).ok(),
            None => text.parse().ok(),
        }
    }

    fn classification(&mut self, name: &str, args: &[ast::Expr], span: Span) -> Option<Expr> {
        let stems = ["isnan", "isinf", "isinf_sign", "isfinite", "finite", "isnormal", "signbit"];
        let (stem, kind) = self.suffixed(name, &stems)?;
        let builtin = match stem {
            "isnan" => Builtin::IsNan,
            "isinf" => Builtin::IsInf,
            "isinf_sign" => Builtin::IsInfSign,
            "isfinite" | "finite" => Builtin::IsFinite,
            "isnormal" => Builtin::IsNormal,
            _ => Builtin::SignBit,
        };
        let int = self.types().int;
        let mut value = self.value(args.first()?);
        // The names without suffix take any floating type.
        if stem != name {
            let ty = self.types_mut().intern(Type::Float(kind));
            value = self.convert(value, ty);
        }
        if !self.types().is_float(value.ty) {
            if self.types().is_integer(value.ty) {
                let double = self.types().double;
                value = self.convert(value, double);
            } else {
                if !self.types().is_error(value.ty) {
                    self.error(span, "non-floating-point argument in call to builtin");
                }
                return Some(self.error_expr(span));
            }
        }
        Some(self.plain(builtin, vec![value], int, span))
    }

    fn quiet_comparison(&mut self, name: &str, args: &[ast::Expr], span: Span) -> Option<Expr> {
        let op = match name {
            "isgreater" => Some(CompareOp::Gt),
            "isgreaterequal" => Some(CompareOp::Ge),
            "isless" => Some(CompareOp::Lt),
            "islessequal" => Some(CompareOp::Le),
            "isunordered" | "islessgreater" => None,
            _ => return None,
        };
        let [a, b] = args else { return None };
        let (a, b) = (self.value(a), self.value(b));
        let int = self.types().int;
        if let Some(op) = op {
            return Some(self.compare(op, a, b, span));
        }
        let ty = self.common_type(&a, &b);
        if name == "islessgreater" {
            return Some(self.less_or_greater(a, b, ty, span));
        }
        let (a, b) = (self.convert(a, ty), self.convert(b, ty));
        Some(self.plain(Builtin::IsUnordered, vec![a, b], int, span))
    }

    /// Keeps a value in a local; gives the statement that does, and a way to read it.
    fn keep(&mut self, value: Expr, ty: TypeId, span: Span) -> (Stmt, LocalId) {
        let value = self.convert(value, ty);
        let local = self.add_local(String::new(), ty, None, span);
        (Stmt { kind: StmtKind::Declare(local, Some(LocalInit::Expr(value))), span }, local)
    }

    fn kept(&self, local: LocalId, ty: TypeId, span: Span) -> Expr {
        let place = Place { kind: PlaceKind::Local(local), ty, span };
        Expr { kind: ExprKind::Load(Box::new(place)), ty, span }
    }

    /// `a < b || a > b`, operands evaluated once.
    fn less_or_greater(&mut self, a: Expr, b: Expr, ty: TypeId, span: Span) -> Expr {
        let int = self.types().int;
        if self.function.is_none() {
            return self.unsupported("__builtin_islessgreater", int, span);
        }
        let ((first, a), (second, b)) = (self.keep(a, ty, span), self.keep(b, ty, span));
        let (x, y) = (self.kept(a, ty, span), self.kept(b, ty, span));
        let less = self.compare(CompareOp::Lt, x, y, span);
        let (x, y) = (self.kept(a, ty, span), self.kept(b, ty, span));
        let greater = self.compare(CompareOp::Gt, x, y, span);
        let either = Expr { kind: ExprKind::Or(Box::new(less), Box::new(greater)), ty: int, span };
        Expr { kind: ExprKind::StmtExpr(vec![first, second], Some(Box::new(either))), ty: int, span }
    }

    /// `fpclassify(nan, infinite, normal, subnormal, zero, x)`
    fn fpclassify(&mut self, args: &[ast::Expr], span: Span) -> Option<Expr> {
        let [nan, infinite, normal, subnormal, zero, x] = args else { return None };
        let int = self.types().int;
        let classes = [nan, infinite, normal, subnormal, zero].map(|c| self.converted(c, int));
        let x = self.value(x);
        let ty = x.ty;
        if self.function.is_none() || !self.types().is_float(ty) {
            return Some(self.unsupported("__builtin_fpclassify", int, span));
        }
        let (keep, local) = self.keep(x, ty, span);
        let [nan, infinite, normal, subnormal, zero] = classes;
        let test = |c: &Self, builtin| c.plain(builtin, vec![c.kept(local, ty, span)], int, span);
        let (is_nan, is_inf, is_normal) =
            (test(self, Builtin::IsNan), test(self, Builtin::IsInf), test(self, Builtin::IsNormal));
        let none = self.int_expr(0, int, span);
        let none = self.convert(none, ty);
        let value = self.kept(local, ty, span);
        let is_zero = self.compare(CompareOp::Eq, value, none, span);
        let mut result = subnormal;
        for (test, class) in [(is_normal, normal), (is_zero, zero), (is_inf, infinite), (is_nan, nan)] {
            let kind = ExprKind::Conditional(Box::new(test), Box::new(class), Box::new(result));
            result = Expr { kind, ty: int, span };
        }
        Some(Expr { kind: ExprKind::StmtExpr(vec![keep], Some(Box::new(result))), ty: int, span })
    }

    fn float_function(&mut self, name: &str, args: &[ast::Expr], span: Span) -> Option<Expr> {
        let stems = [
            "fabs",
            "copysign",
            "sqrt",
            "floor",
            "ceil",
            "trunc",
            "rint",
            "nearbyint",
            "fma",
            "fmin",
            "fmax",
        ];
        let (stem, kind) = self.suffixed(name, &stems)?;
        let (builtin, count) = match stem {
            "fabs" => (Builtin::Fabs, 1),
            "copysign" => (Builtin::Copysign, 2),
            "sqrt" => (Builtin::Sqrt, 1),
            "floor" => (Builtin::Floor, 1),
            "ceil" => (Builtin::Ceil, 1),
            "trunc" => (Builtin::Trunc, 1),
            "rint" | "nearbyint" => (Builtin::Rint, 1),
            "fma" => (Builtin::Fma, 3),
            "fmin" => (Builtin::Fmin, 2),
            _ => (Builtin::Fmax, 2),
        };
        if args.len() != count {
            self.error(span, "wrong number of arguments to builtin");
            return Some(self.error_expr(span));
        }
        let ty = self.types_mut().intern(Type::Float(kind));
        let values = args.iter().map(|a| self.converted(a, ty)).collect();
        Some(self.plain(builtin, values, ty, span))
    }

    /// `__builtin_tgmath(f, …, x, …)`, of which <tgmath.h> is made: a call of the function whose parameters fit the arguments.
    pub(super) fn type_generic(&mut self, args: &[ast::Expr], span: Span) -> Expr {
        self.unevaluated += 1;
        let operands: Vec<TypeId> = args.iter().map(|a| self.operand(a).ty()).collect();
        self.unevaluated -= 1;
        let types = self.types();
        let functions: Vec<&FunctionType> = operands.iter().map_while(|&ty| types.function(ty)).collect();
        let values = &operands[functions.len()..];
        // The places where the functions differ are those of generic arguments.
        let first = functions.first().map_or(&[][..], |f| &f.params);
        let differs = |i: &usize| functions.iter().any(|f| f.params.get(*i) != first.get(*i));
        let generic: Vec<usize> = (0..values.len()).filter(differs).collect();
        let real = |ty: TypeId| types.parts(ty).map_or(ty, |(part, _)| part);
        let kind = |ty: TypeId| types.float_kind(real(ty)).unwrap_or(FloatKind::Double);
        let wanted = generic.iter().map(|&i| kind(values[i])).max();
        let complex = generic.iter().any(|&i| types.is_complex(values[i]));
        let fits = |f: &FunctionType, complex: bool| {
            f.params.len() == values.len()
                && generic
                    .iter()
                    .all(|&i| Some(kind(f.params[i])) == wanted && types.is_complex(f.params[i]) == complex)
        };
        let find = |complex| functions.iter().position(|f| fits(f, complex));
        // Functions of complex numbers alone take real ones as well.
        let chosen = find(complex).or_else(|| find(true));
        match chosen {
            Some(i) => self.call(&args[i], &args[functions.len()..], span),
            None => {
                self.error(span, "no function of a type-generic macro fits the arguments");
                self.error_expr(span)
            }
        }
    }
}
