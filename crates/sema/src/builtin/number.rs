//! Bit counting, byte swapping, checked arithmetic.

use maymust_source::Span;
use maymust_syntax::ast;

use crate::check::Checker;
use crate::hir::*;
use crate::types::*;

impl Checker<'_> {
    pub(super) fn number_builtin(&mut self, name: &str, args: &[ast::Expr], span: Span) -> Option<Expr> {
        if let Some(result) = self.byte_swap(name, args, span) {
            return Some(result);
        }
        if let Some(result) = self.bit_count(name, args, span) {
            return Some(result);
        }
        self.overflow(name, args, span)
    }

    fn byte_swap(&mut self, name: &str, args: &[ast::Expr], span: Span) -> Option<Expr> {
        let types = self.types();
        let wide = types.data_model() == DataModel::Lp64;
        let (ty, bytes) = match name {
            "bswap16" => (types.ushort, 2),
            "bswap32" => (types.uint, 4),
            "bswap64" => (if wide { types.ulong } else { types.ulonglong }, 8),
            "bswap128" => (types.uint128, 16),
            _ => return None,
        };
        let value = self.converted(args.first()?, ty);
        if let ExprKind::Constant(Constant::Int(v)) = value.kind {
            let swapped = v.swap_bytes() >> (128 - 8 * bytes);
            return Some(self.int_expr(swapped as i128, ty, span));
        }
        Some(self.plain(Builtin::ByteSwap, vec![value], ty, span))
    }

    fn bit_count(&mut self, name: &str, args: &[ast::Expr], span: Span) -> Option<Expr> {
        let types = self.types();
        let (stem, signed, unsigned) = match name {
            _ if name.ends_with("imax") => {
                let stem = name.strip_suffix("imax")?;
                if types.data_model() == DataModel::Lp64 {
                    (stem, types.long, types.ulong)
                } else {
                    (stem, types.longlong, types.ulonglong)
                }
            }
            _ if name.ends_with("ll") => (name.strip_suffix("ll")?, types.longlong, types.ulonglong),
            _ if name.ends_with('l') => (name.strip_suffix('l')?, types.long, types.ulong),
            _ => (name, types.int, types.uint),
        };
        let (builtin, ty) = match stem {
            "clz" => (Builtin::Clz, unsigned),
            "ctz" => (Builtin::Ctz, unsigned),
            "ffs" => (Builtin::Ffs, signed),
            "popcount" => (Builtin::Popcount, unsigned),
            "parity" => (Builtin::Parity, unsigned),
            "clrsb" => (Builtin::Clrsb, signed),
            _ => return None,
        };
        let int = self.types().int;
        let value = self.converted(args.first()?, ty);
        if let ExprKind::Constant(Constant::Int(v)) = value.kind
            && let Some(n) = count_bits(builtin, v, self.types().width_of(ty)?)
        {
            return Some(self.int_expr(i128::from(n), int, span));
        }
        Some(self.plain(builtin, vec![value], int, span))
    }

    /// `__builtin_add_overflow_p(a, b, (type)0)`: would it overflow that type?
    fn overflow_test(&mut self, stem: &str, args: &[ast::Expr], span: Span) -> Option<Expr> {
        let (builtin, op) = match stem {
            "add" => (Builtin::AddOverflow, BinaryOp::Add),
            "sub" => (Builtin::SubOverflow, BinaryOp::Sub),
            "mul" => (Builtin::MulOverflow, BinaryOp::Mul),
            _ => return None,
        };
        let [a, b, of] = args else { return None };
        let (a, b) = (self.value(a), self.value(b));
        self.unevaluated += 1;
        let of = self.value(of);
        self.unevaluated -= 1;
        let int = self.types().int_type(of.ty)?;
        let bool_ = self.types().bool_;
        if let (Some(x), Some(y)) = (self.evaluate_int(&a), self.evaluate_int(&b)) {
            let overflows = !fits(op, x, y, int.signed, self.types().int_width(int))?;
            return Some(self.int_expr(i128::from(overflows), bool_, span));
        }
        if self.function.is_none() || self.bit_field_of(&of).is_some() {
            return Some(self.unsupported("overflow test", bool_, span));
        }
        let local = self.add_local(String::new(), of.ty, None, span);
        let place = Place { kind: PlaceKind::Local(local), ty: of.ty, span };
        let pointer = self.types_mut().pointer_to(of.ty);
        let result = self.address(place, pointer, span);
        Some(self.plain(builtin, vec![a, b, result], bool_, span))
    }

    /// `__builtin_add_overflow` and the typed variants.
    fn overflow(&mut self, name: &str, args: &[ast::Expr], span: Span) -> Option<Expr> {
        if let Some(stem) = name.strip_suffix("_overflow_p") {
            return self.overflow_test(stem, args, span);
        }
        let stem = name.strip_suffix("_overflow")?;
        let types = self.types();
        let bool_ = types.bool_;
        let generic = matches!(stem, "add" | "sub" | "mul");
        let (operation, ty) = if generic {
            (stem, None)
        } else {
            let signed = stem.starts_with('s');
            let rest = stem.get(1..)?;
            let (operation, suffix) = (rest.get(..3)?, rest.get(3..)?);
            let pick = |s, u| Some(if signed { s } else { u });
            let ty = match suffix {
                "" => pick(types.int, types.uint),
                "l" => pick(types.long, types.ulong),
                "ll" => pick(types.longlong, types.ulonglong),
                _ => return None,
            };
            (operation, ty)
        };
        let builtin = match operation {
            "add" => Builtin::AddOverflow,
            "sub" => Builtin::SubOverflow,
            "mul" => Builtin::MulOverflow,
            _ => return None,
        };
        let [a, b, result] = args else {
            self.error(span, "wrong number of arguments to builtin");
            return Some(self.error_expr(span));
        };
        let (a, b, result) = match ty {
            Some(ty) => {
                let pointer = self.types_mut().pointer_to(ty);
                (self.converted(a, ty), self.converted(b, ty), self.converted(result, pointer))
            }
            None => (self.value(a), self.value(b), self.value(result)),
        };
        let types = self.types();
        let target = types.pointee(result.ty).is_some_and(|t| types.is_integer(t));
        if !types.is_integer(a.ty) || !types.is_integer(b.ty) || !target {
            self.error(span, "arguments of an overflow builtin must be integers and a pointer to an integer");
            return Some(self.error_expr(span));
        }
        Some(self.plain(builtin, vec![a, b, result], bool_, span))
    }
}

/// Does `x op y` fit a type? None if it cannot be told.
fn fits(op: BinaryOp, x: i128, y: i128, signed: bool, width: u32) -> Option<bool> {
    let value = match op {
        BinaryOp::Add => x.checked_add(y)?,
        BinaryOp::Sub => x.checked_sub(y)?,
        _ => x.checked_mul(y)?,
    };
    if width >= 128 {
        return signed.then_some(true);
    }
    let kept = crate::constant::truncate(value as u128, width);
    Some(if signed { crate::constant::sign_extend(kept, width) == value } else { kept as i128 == value })
}

/// None where the result is undefined.
fn count_bits(builtin: Builtin, v: u128, width: u32) -> Option<u32> {
    let leading = v.leading_zeros() - (128 - width);
    Some(match builtin {
        Builtin::Clz if v != 0 => leading,
        Builtin::Ctz if v != 0 => v.trailing_zeros(),
        Builtin::Ffs => {
            if v == 0 {
                0
            } else {
                v.trailing_zeros() + 1
            }
        }
        Builtin::Popcount => v.count_ones(),
        Builtin::Parity => v.count_ones() & 1,
        Builtin::Clrsb => {
            let negative = v >> (width - 1) & 1 == 1;
            let same = if negative { crate::constant::truncate(!v, width) } else { v };
            same.leading_zeros() - (128 - width) - 1
        }
        _ => return None,
    })
}
