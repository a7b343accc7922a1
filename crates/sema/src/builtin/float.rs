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
        if name == "islessgreater" {
            return Some(self.unsupported("__builtin_islessgreater", int, span));
        }
        let ty = self.common_type(&a, &b);
        let (a, b) = (self.convert(a, ty), self.convert(b, ty));
        Some(self.plain(Builtin::IsUnordered, vec![a, b], int, span))
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
}
