//! Names of operators, sorts, symbols and constants in s-expressions.

use crate::arena::Terms;
use crate::bv::BvValue;
use crate::float::FloatValue;
use crate::op::{Op, TermId};
use crate::sort::{FloatFormat, Rounding, Sort};
use crate::value::Value;
use num_bigint::{BigInt, Sign};
use std::fmt::Write;

impl Terms {
    /// The s-expression of a sort.
    pub fn sort_text(&self, sort: Sort) -> String {
        match sort {
            Sort::Bool => "Bool".into(),
            Sort::Int => "Int".into(),
            Sort::BitVec(w) => format!("(_ BitVec {w})"),
            Sort::Float(f) => f.to_string(),
            Sort::Array(_) => match self.array_parts(sort) {
                // As deep as the sort was written, which is never much.
                Some((i, e)) => format!("(Array {} {})", self.sort_text(i), self.sort_text(e)),
                None => format!("{sort:?}"),
            },
        }
    }

    /// What stands before the arguments of an application, without parenthesis.
    pub(super) fn head(&self, t: TermId) -> String {
        let fp = |f: FloatFormat| format!("(_ to_fp {} {})", f.exp, f.sig);
        let with = |name: &str, r: Rounding| format!("{name} {}", r.name());
        match self.op(t) {
            Op::Extract { hi, lo } => format!("(_ extract {hi} {lo})"),
            Op::ZeroExtend(n) => format!("(_ zero_extend {n})"),
            Op::SignExtend(n) => format!("(_ sign_extend {n})"),
            Op::ConstArray(_) => format!("(as const {})", self.sort_text(self.sort(t))),
            Op::Load { bytes } => format!("(_ load {bytes})"),
            Op::StoreWide { bytes } => format!("(_ store_wide {bytes})"),
            Op::FpAdd(r) => with("fp.add", r),
            Op::FpSub(r) => with("fp.sub", r),
            Op::FpMul(r) => with("fp.mul", r),
            Op::FpDiv(r) => with("fp.div", r),
            Op::FpFma(r) => with("fp.fma", r),
            Op::FpSqrt(r) => with("fp.sqrt", r),
            Op::FpRoundToIntegral(r) => with("fp.roundToIntegral", r),
            Op::FpFromBits(f) => fp(f),
            Op::FpFromFp(f, r) | Op::FpFromSbv(f, r) => with(&fp(f), r),
            Op::FpFromUbv(f, r) => {
                format!("(_ to_fp_unsigned {} {}) {}", f.exp, f.sig, r.name())
            }
            Op::FpToSbv(w, r) => format!("(_ fp.to_sbv {w}) {}", r.name()),
            Op::FpToUbv(w, r) => format!("(_ fp.to_ubv {w}) {}", r.name()),
            Op::IntToBv(w) => format!("(_ int2bv {w})"),
            op => simple_name(op).into(),
        }
    }

    /// The text of a term without arguments.
    pub(super) fn leaf_text(&self, t: TermId) -> String {
        match self.op(t) {
            Op::Var(s) => quote(self.symbol_name(s)),
            Op::BoolConst(b) => b.to_string(),
            Op::Table(_) => self.table_text(t),
            _ => match self.constant_value(t) {
                Some(v) => value_text(&v),
                None => self.head(t),
            },
        }
    }

    fn table_text(&self, t: TermId) -> String {
        let Some(table) = self.as_table(t) else { return String::new() };
        let mut out = format!(
            "(table {} {} {}",
            self.sort_text(self.sort(t)),
            bv_text(table.base()),
            value_text(table.default_value())
        );
        for v in table.values() {
            out.push(' ');
            out.push_str(&value_text(&v));
        }
        out.push(')');
        out
    }
}

/// The s-expression of a value that is no array.
pub(super) fn value_text(v: &Value) -> String {
    match v {
        Value::Bool(b) => b.to_string(),
        Value::Bv(v) => bv_text(v),
        Value::Float(v) => float_text(v),
        Value::Int(v) => int_text(v),
        Value::Array(_) => v.to_string(),
    }
}

fn int_text(v: &BigInt) -> String {
    if v.sign() == Sign::Minus { format!("(- {})", v.magnitude()) } else { v.to_string() }
}

/// Hexadecimal for whole nibbles, else binary.
fn bv_text(v: &BvValue) -> String {
    let (w, n) = (v.width(), v.to_biguint());
    if w.is_multiple_of(4) {
        format!("#x{:0>1$}", format!("{n:x}"), (w / 4) as usize)
    } else {
        format!("#b{:0>1$}", format!("{n:b}"), w as usize)
    }
}

fn bits_text(v: &BvValue) -> String {
    format!("#b{:0>1$}", format!("{:b}", v.to_biguint()), v.width() as usize)
}

fn float_text(v: &FloatValue) -> String {
    let f = v.format();
    if v.is_nan() {
        return format!("(_ NaN {} {})", f.exp, f.sig);
    }
    let (bits, w) = (v.bits(), f.width());
    let sign = bits_text(&bits.extract(w - 1, w - 1));
    let exp = bits_text(&bits.extract(w - 2, f.sig - 1));
    format!("(fp {sign} {exp} {})", bits_text(&bits.extract(f.sig - 2, 0)))
}

/// A symbol, between bars unless it is plain. Bars and backslashes inside are escaped by a
/// backslash (which is ours: SMT-LIB cannot write them).
pub(super) fn quote(name: &str) -> String {
    let plain = |c: char| c.is_ascii_alphanumeric() || "~!@$%^&*_-+=<>.?/".contains(c);
    let starts_well = name.chars().next().is_some_and(|c| !c.is_ascii_digit());
    if starts_well && name.chars().all(plain) && !is_reserved(name) {
        return name.into();
    }
    let mut out = String::from("|");
    for c in name.chars() {
        if c == '|' || c == '\\' {
            out.push('\\');
        }
        let _ = out.write_char(c);
    }
    out.push('|');
    out
}

/// Words that mean something else when not between bars.
fn is_reserved(name: &str) -> bool {
    matches!(name, "let" | "as" | "_" | "!" | "true" | "false" | "par" | "forall" | "exists" | "table" | "fp")
        || Rounding::from_name(name).is_some()
}

/// The name of an operator without parameters.
fn simple_name(op: Op) -> &'static str {
    match op {
        Op::Not => "not",
        Op::And => "and",
        Op::Or => "or",
        Op::Eq => "=",
        Op::Ite => "ite",
        Op::BvNeg => "bvneg",
        Op::BvNot => "bvnot",
        Op::BvAdd => "bvadd",
        Op::BvSub => "bvsub",
        Op::BvMul => "bvmul",
        Op::BvUDiv => "bvudiv",
        Op::BvSDiv => "bvsdiv",
        Op::BvURem => "bvurem",
        Op::BvSRem => "bvsrem",
        Op::BvSMod => "bvsmod",
        Op::BvAnd => "bvand",
        Op::BvOr => "bvor",
        Op::BvXor => "bvxor",
        Op::BvShl => "bvshl",
        Op::BvLShr => "bvlshr",
        Op::BvAShr => "bvashr",
        Op::Concat => "concat",
        Op::Ult => "bvult",
        Op::Ule => "bvule",
        Op::Slt => "bvslt",
        Op::Sle => "bvsle",
        Op::UAddO => "bvuaddo",
        Op::SAddO => "bvsaddo",
        Op::SSubO => "bvssubo",
        Op::UMulO => "bvumulo",
        Op::SMulO => "bvsmulo",
        Op::Select => "select",
        Op::Store => "store",
        Op::Fill => "array_fill",
        Op::Copy => "array_copy",
        Op::FpAbs => "fp.abs",
        Op::FpNeg => "fp.neg",
        Op::FpRem => "fp.rem",
        Op::FpMin => "fp.min",
        Op::FpMax => "fp.max",
        Op::FpLe => "fp.leq",
        Op::FpLt => "fp.lt",
        Op::FpEq => "fp.eq",
        Op::FpIsNan => "fp.isNaN",
        Op::FpIsInf => "fp.isInfinite",
        Op::FpIsZero => "fp.isZero",
        Op::FpIsNormal => "fp.isNormal",
        Op::FpIsSubnormal => "fp.isSubnormal",
        Op::FpIsNegative => "fp.isNegative",
        Op::FpIsPositive => "fp.isPositive",
        Op::FpToBits => "fp.to_ieee_bv",
        Op::IntNeg | Op::IntSub => "-",
        Op::IntAdd => "+",
        Op::IntMul => "*",
        Op::IntDiv => "div",
        Op::IntMod => "mod",
        Op::IntLe => "<=",
        Op::IntLt => "<",
        Op::BvToInt => "bv2nat",
        _ => "?",
    }
}
