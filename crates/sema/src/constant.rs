//! Constant folding: on construction where it loses nothing, and of whole trees where C requires a constant.

use crate::Types;
use crate::float;
use crate::hir::*;
use crate::types::{FloatKind, IntRank, Type, TypeId};

/// May a fold hide undefined behaviour?
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Mode {
    /// No: what overflows, divides by zero or gives no finite number stays an operation.
    Exact,
    /// Yes, as gcc folds where a constant is required.
    Wrap,
}

/// The low `width` bits.
pub fn truncate(value: u128, width: u32) -> u128 {
    if width >= 128 { value } else { value & ((1u128 << width) - 1) }
}

/// The low `width` bits as a signed number.
pub fn sign_extend(value: u128, width: u32) -> i128 {
    if width == 0 || width >= 128 {
        return value as i128;
    }
    ((value << (128 - width)) as i128) >> (128 - width)
}

/// The value of an integer constant of a type, sign-extended if the type is signed.
pub fn int_value(types: &Types, ty: TypeId, value: u128) -> i128 {
    match types.int_type(ty) {
        Some(int) if int.signed => sign_extend(value, types.int_width(int)),
        _ => value as i128,
    }
}

/// The width of an integer or pointer type as constants hold it.
fn constant_width(types: &Types, ty: TypeId) -> u32 {
    types.width_of(ty).unwrap_or(types.pointer_size() as u32 * 8)
}

/// The constant converted to another type.
pub fn convert(types: &Types, constant: &Constant, from: TypeId, to: TypeId) -> Option<Constant> {
    if let Type::Int(int) = types.bare(to)
        && int.rank == IntRank::Bool
    {
        return truth(types, constant, from).map(|b| Constant::Int(u128::from(b)));
    }
    match (constant, types.float_kind(to)) {
        (Constant::Int(v), Some(kind)) => {
            let value = int_value(types, from, *v) as u128;
            Some(Constant::Float(float::from_int(kind, value, types.is_signed(from))))
        }
        (Constant::Float(bits), Some(kind)) => {
            Some(Constant::Float(float::convert(types.float_kind(from)?, *bits, kind)))
        }
        (Constant::Int(v), None) if is_word(types, to) => {
            // A pointer widens as an unsigned number; truncation keeps the low bits.
            Some(Constant::Int(truncate(int_value(types, from, *v) as u128, constant_width(types, to))))
        }
        (Constant::Float(bits), None) => {
            let int = types.int_type(to)?;
            let width = types.int_width(int);
            // gcc gives the nearest value, where the machine at run time may give another.
            let value = float::to_int(types.float_kind(from)?, *bits, width, int.signed);
            Some(Constant::Int(truncate(value, width)))
        }
        (Constant::Global(..) | Constant::Function(_) | Constant::Label(..), None) => {
            let wide = is_word(types, to) && u64::from(constant_width(types, to)) >= types.pointer_size() * 8;
            wide.then(|| constant.clone())
        }
        _ => None,
    }
}

fn is_word(types: &Types, ty: TypeId) -> bool {
    types.is_integer(ty) || types.is_pointer(ty)
}

/// Is the constant different from zero?
pub fn truth(types: &Types, constant: &Constant, ty: TypeId) -> Option<bool> {
    match constant {
        Constant::Int(v) => Some(*v != 0),
        Constant::Float(bits) => Some(!float::is_zero(types.float_kind(ty)?, *bits)),
        Constant::Global(_, 0) | Constant::Label(..) => Some(true),
        // A function may be weak and missing: lowering knows.
        Constant::Global(..) | Constant::Function(_) => None,
    }
}

/// `a op b` in type `ty`; a shift's right operand has type `right`.
pub fn binary(
    types: &Types,
    op: BinaryOp,
    ty: TypeId,
    right: TypeId,
    a: &Constant,
    b: &Constant,
    mode: Mode,
) -> Option<Constant> {
    match (a, b) {
        (Constant::Int(a), Constant::Int(b)) => {
            let b = int_value(types, right, *b);
            int_binary(types, op, ty, *a, b, mode).map(Constant::Int)
        }
        (Constant::Float(a), Constant::Float(b)) => {
            let kind = types.float_kind(ty)?;
            float_binary(kind, op, *a, *b, mode).map(Constant::Float)
        }
        (address, Constant::Int(n)) if mode == Mode::Wrap && is_word(types, ty) => {
            let n = int_value(types, ty, *n);
            match op {
                BinaryOp::Add => offset(types, address, n),
                BinaryOp::Sub => offset(types, address, n.checked_neg()?),
                _ => None,
            }
        }
        (Constant::Int(n), address) if mode == Mode::Wrap && op == BinaryOp::Add && is_word(types, ty) => {
            offset(types, address, int_value(types, ty, *n))
        }
        (Constant::Global(g, a), Constant::Global(h, b)) if g == h && op == BinaryOp::Sub => {
            Some(Constant::Int(truncate(a.wrapping_sub(*b) as i128 as u128, constant_width(types, ty))))
        }
        _ => None,
    }
}

fn float_binary(kind: FloatKind, op: BinaryOp, a: u128, b: u128, mode: Mode) -> Option<u128> {
    let result = float::binary(kind, op, a, b)?;
    (mode == Mode::Wrap || float::is_finite(kind, result)).then_some(result)
}

/// `b` is already sign-extended by its own type.
fn int_binary(types: &Types, op: BinaryOp, ty: TypeId, a: u128, b: i128, mode: Mode) -> Option<u128> {
    let int = types.int_type(ty)?;
    let width = types.int_width(int);
    let x = if int.signed { sign_extend(a, width) } else { a as i128 };
    if matches!(op, BinaryOp::Shl | BinaryOp::Shr) {
        return shift(op, x, b, width, int.signed, mode);
    }
    let (result, overflow) = match op {
        BinaryOp::Add => x.overflowing_add(b),
        BinaryOp::Sub => x.overflowing_sub(b),
        BinaryOp::Mul => x.overflowing_mul(b),
        BinaryOp::And => (x & b, false),
        BinaryOp::Or => (x | b, false),
        BinaryOp::Xor => (x ^ b, false),
        _ if b == 0 => return None,
        BinaryOp::Div if int.signed => x.overflowing_div(b),
        BinaryOp::Rem if int.signed => return Some(truncate(x.wrapping_rem(b) as u128, width)),
        BinaryOp::Div => (((x as u128) / (b as u128)) as i128, false),
        _ => (((x as u128) % (b as u128)) as i128, false),
    };
    let kept = truncate(result as u128, width);
    if int.signed && mode == Mode::Exact && (overflow || sign_extend(kept, width) != result) {
        return None;
    }
    Some(kept)
}

fn shift(op: BinaryOp, x: i128, by: i128, width: u32, signed: bool, mode: Mode) -> Option<u128> {
    if by < 0 || by >= i128::from(width) {
        return None;
    }
    if op == BinaryOp::Shr {
        let shifted = if signed { x >> by } else { ((x as u128) >> by) as i128 };
        return Some(truncate(shifted as u128, width));
    }
    let kept = truncate((x as u128) << by, width);
    // A signed shift that moves bits out (or into the sign) is for the overflow check to see.
    let lossless = x >= 0 && sign_extend(kept, width) >> by == x;
    (!signed || mode == Mode::Wrap || lossless).then_some(kept)
}

/// An address (or integer used as one) plus bytes.
pub fn offset(types: &Types, address: &Constant, by: i128) -> Option<Constant> {
    match address {
        Constant::Int(v) => {
            Some(Constant::Int(truncate(v.wrapping_add(by as u128), types.pointer_size() as u32 * 8)))
        }
        Constant::Global(g, o) => Some(Constant::Global(*g, o.checked_add(i64::try_from(by).ok()?)?)),
        _ if by == 0 => Some(address.clone()),
        _ => None,
    }
}

/// `a op b` for operands of type `ty`.
pub fn compare(types: &Types, op: CompareOp, ty: TypeId, a: &Constant, b: &Constant) -> Option<bool> {
    use std::cmp::Ordering;
    let order = match (a, b) {
        (Constant::Int(a), Constant::Int(b)) if types.is_signed(ty) => {
            Some(int_value(types, ty, *a).cmp(&int_value(types, ty, *b)))
        }
        (Constant::Int(a), Constant::Int(b)) => Some(a.cmp(b)),
        (Constant::Float(a), Constant::Float(b)) => float::compare(types.float_kind(ty)?, *a, *b),
        (Constant::Global(g, a), Constant::Global(h, b)) if g == h => Some(a.cmp(b)),
        (address, Constant::Int(0)) | (Constant::Int(0), address)
            if truth(types, address, ty) == Some(true) =>
        {
            return match op {
                CompareOp::Eq => Some(false),
                CompareOp::Ne => Some(true),
                _ => None,
            };
        }
        (Constant::Function(f), Constant::Function(g)) if f == g => Some(Ordering::Equal),
        _ => return None,
    };
    Some(match op {
        CompareOp::Lt => order == Some(Ordering::Less),
        CompareOp::Le => matches!(order, Some(Ordering::Less | Ordering::Equal)),
        CompareOp::Gt => order == Some(Ordering::Greater),
        CompareOp::Ge => matches!(order, Some(Ordering::Greater | Ordering::Equal)),
        CompareOp::Eq => order == Some(Ordering::Equal),
        CompareOp::Ne => order != Some(Ordering::Equal),
    })
}

/// `-a`, `~a`.
pub fn unary(types: &Types, op: UnaryOp, ty: TypeId, a: &Constant, mode: Mode) -> Option<Constant> {
    match a {
        Constant::Float(bits) if op == UnaryOp::Neg => {
            Some(Constant::Float(float::negate(types.float_kind(ty)?, *bits)))
        }
        Constant::Int(v) => {
            let int = types.int_type(ty)?;
            let width = types.int_width(int);
            if op == UnaryOp::BitNot {
                return Some(Constant::Int(truncate(!v, width)));
            }
            let least = int.signed && *v == 1u128 << (width - 1);
            (mode == Mode::Wrap || !least).then(|| Constant::Int(truncate(v.wrapping_neg(), width)))
        }
        _ => None,
    }
}

/// The value of a whole tree if it is constant, as gcc folds where a constant is required. `function` is the one the
/// tree stands in (for label addresses).
pub fn evaluate(types: &Types, expr: &Expr, function: Option<FunctionId>) -> Option<Constant> {
    let eval = |e: &Expr| evaluate(types, e, function);
    let test = |e: &Expr| truth(types, &evaluate(types, e, function)?, e.ty);
    let flag = |b: bool| Some(Constant::Int(u128::from(b)));
    match &expr.kind {
        ExprKind::Constant(c) => Some(c.clone()),
        ExprKind::Convert(a) => {
            let value = eval(a)?;
            convert(types, &value, a.ty, expr.ty)
        }
        ExprKind::AddrOf(place) => address(types, place, function),
        ExprKind::Unary(op, a) => unary(types, *op, expr.ty, &eval(a)?, Mode::Wrap),
        ExprKind::Not(a) => flag(!test(a)?),
        ExprKind::Binary(op, a, b) => match (op, eval(a)?, eval(b)?) {
            (BinaryOp::Sub, Constant::Label(f, a), Constant::Label(g, b)) if f == g => {
                let difference = i128::from(a.offset()) - i128::from(b.offset());
                Some(Constant::Int(truncate(difference as u128, constant_width(types, expr.ty))))
            }
            (_, x, y) => binary(types, *op, expr.ty, b.ty, &x, &y, Mode::Wrap),
        },
        ExprKind::Compare(op, a, b) => flag(compare(types, *op, a.ty, &eval(a)?, &eval(b)?)?),
        ExprKind::PointerAdd { pointer, index, subtract } => {
            let Constant::Int(n) = eval(index)? else { return None };
            let n = int_value(types, index.ty, n);
            let size = i128::from(types.element_size(types.pointee(pointer.ty)?)?);
            let by = n.checked_mul(size)?;
            offset(types, &eval(pointer)?, if *subtract { by.checked_neg()? } else { by })
        }
        ExprKind::PointerDiff(a, b) => {
            let size = i128::from(types.element_size(types.pointee(a.ty)?)?).max(1);
            let bytes = match (eval(a)?, eval(b)?) {
                (Constant::Int(a), Constant::Int(b)) => {
                    sign_extend(a.wrapping_sub(b), constant_width(types, expr.ty))
                }
                (Constant::Global(g, a), Constant::Global(h, b)) if g == h => i128::from(a) - i128::from(b),
                (Constant::Label(f, a), Constant::Label(g, b)) if f == g => {
                    i128::from(a.offset()) - i128::from(b.offset())
                }
                _ => return None,
            };
            Some(Constant::Int(truncate((bytes / size) as u128, constant_width(types, expr.ty))))
        }
        ExprKind::And(a, b) => flag(test(a)? && test(b)?),
        ExprKind::Or(a, b) => flag(test(a)? || test(b)?),
        ExprKind::Conditional(c, a, b) => eval(if test(c)? { a } else { b }),
        ExprKind::ConditionalSelf(c, b) => {
            if test(c)? {
                convert(types, &eval(c)?, c.ty, expr.ty)
            } else {
                eval(b)
            }
        }
        ExprKind::Comma(a, b) => {
            eval(a)?;
            eval(b)
        }
        ExprKind::LabelAddr(label) => Some(Constant::Label(function?, *label)),
        ExprKind::StmtExpr(stmts, Some(last)) if stmts.is_empty() => eval(last),
        _ => None,
    }
}

/// The constant address of a place.
pub fn address(types: &Types, place: &Place, function: Option<FunctionId>) -> Option<Constant> {
    match &place.kind {
        PlaceKind::Global(g) => Some(Constant::Global(*g, 0)),
        PlaceKind::Function(f) => Some(Constant::Function(*f)),
        PlaceKind::Deref(pointer) => evaluate(types, pointer, function),
        PlaceKind::Element(base, index) => {
            let Constant::Int(n) = evaluate(types, index, function)? else { return None };
            let by = int_value(types, index.ty, n).checked_mul(i128::from(types.size_of(place.ty)?))?;
            offset(types, &address(types, base, function)?, by)
        }
        PlaceKind::Field { base, offset: by, .. } => {
            offset(types, &address(types, base, function)?, i128::from(*by))
        }
        PlaceKind::Local(_) | PlaceKind::CompoundLiteral(..) | PlaceKind::Temporary(_) => None,
    }
}
