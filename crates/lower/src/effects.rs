//! Which expressions change the state: operands to their left are then captured first.

use maymust_sema::hir::{Builtin, Expr, ExprKind, Place, PlaceKind};

/// May evaluating the expression change a variable or memory?
pub(crate) fn has_effects(e: &Expr) -> bool {
    match &e.kind {
        ExprKind::Constant(_) | ExprKind::LabelAddr(_) | ExprKind::VlaSizeof(_) => false,
        ExprKind::Load(p) | ExprKind::AddrOf(p) => place_has_effects(p),
        ExprKind::Convert(a) | ExprKind::Unary(_, a) | ExprKind::Not(a) => has_effects(a),
        ExprKind::Binary(_, a, b)
        | ExprKind::Compare(_, a, b)
        | ExprKind::PointerDiff(a, b)
        | ExprKind::And(a, b)
        | ExprKind::Or(a, b)
        | ExprKind::ConditionalSelf(a, b)
        | ExprKind::Comma(a, b) => has_effects(b) || has_effects(a),
        ExprKind::PointerAdd { pointer, index, .. } => has_effects(index) || has_effects(pointer),
        ExprKind::Conditional(c, a, b) => has_effects(c) || has_effects(a) || has_effects(b),
        ExprKind::Builtin(builtin, args) => !is_pure(*builtin) || args.iter().any(has_effects),
        _ => true,
    }
}

/// May evaluating the place change something?
pub(crate) fn place_has_effects(p: &Place) -> bool {
    match &p.kind {
        PlaceKind::Local(_) | PlaceKind::Global(_) | PlaceKind::Function(_) => false,
        PlaceKind::Deref(e) => has_effects(e),
        PlaceKind::Element(base, index) => has_effects(index) || place_has_effects(base),
        PlaceKind::Field { base, .. } => place_has_effects(base),
        PlaceKind::CompoundLiteral(..) | PlaceKind::Temporary(_) => true,
    }
}

fn is_pure(builtin: Builtin) -> bool {
    use Builtin::*;
    matches!(
        builtin,
        ByteSwap
            | Clz
            | Ctz
            | Ffs
            | Popcount
            | Parity
            | Clrsb
            | IsNan
            | IsInf
            | IsInfSign
            | IsFinite
            | IsNormal
            | SignBit
            | IsUnordered
            | Fabs
            | Copysign
            | Sqrt
            | Floor
            | Ceil
            | Trunc
            | Rint
            | Fma
            | Fmin
            | Fmax
            | AtomicLoad
            | MayMustObjectSize
            | MayMustMallocMayFail
            | MayMustSelf
    )
}
