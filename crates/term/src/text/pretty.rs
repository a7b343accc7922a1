//! A C-like form of terms, for people. It does not parse back: widths are not shown, and a term
//! that would take too much room is cut.
//!
//! Comparisons and divisions are signed unless marked with `u`: `x <u y`.

use super::heads::quote;
use crate::arena::Terms;
use crate::bv::BvValue;
use crate::op::{Op, TermId};
use crate::sort::Rounding;

/// So many nodes are printed, then dots.
const BUDGET: usize = 4000;

enum Step {
    Text(String),
    Term(TermId, u8, bool),
    /// The negation of a term.
    Not(TermId, u8),
}

/// Levels of binding, weakest first.
mod level {
    pub const ITE: u8 = 1;
    pub const OR: u8 = 2;
    pub const AND: u8 = 3;
    pub const BIT_OR: u8 = 4;
    pub const BIT_XOR: u8 = 5;
    pub const BIT_AND: u8 = 6;
    pub const EQ: u8 = 7;
    pub const LESS: u8 = 8;
    pub const CONCAT: u8 = 9;
    pub const SHIFT: u8 = 10;
    pub const ADD: u8 = 11;
    pub const MUL: u8 = 12;
    pub const UNARY: u8 = 13;
    pub const POSTFIX: u8 = 14;
}

impl Terms {
    /// The term in a C-like form.
    pub fn pretty(&self, t: TermId) -> String {
        let mut out = String::new();
        let mut stack = vec![Step::Term(t, 0, false)];
        let mut budget = BUDGET;
        while let Some(step) = stack.pop() {
            let ((level, mut steps), outer) = match step {
                Step::Text(s) => {
                    out.push_str(&s);
                    continue;
                }
                _ if budget == 0 => {
                    out.push('…');
                    continue;
                }
                Step::Term(t, outer, unsigned) => (self.pretty_steps(t, unsigned), outer),
                Step::Not(t, outer) if self.op(t) == Op::Not => {
                    (self.pretty_steps(self.arg(t, 0), false), outer)
                }
                Step::Not(t, outer) => (self.pretty_not(t), outer),
            };
            budget -= 1;
            if level < outer {
                steps.insert(0, text("("));
                steps.push(text(")"));
            }
            stack.extend(steps.into_iter().rev());
        }
        out
    }

    /// The pieces of one node and how strongly it binds.
    fn pretty_steps(&self, t: TermId, unsigned: bool) -> (u8, Vec<Step>) {
        let args = self.args(t);
        match self.op(t) {
            Op::Not => self.pretty_not(args[0]),
            Op::And => self.infix(level::AND, " && ", &self.by_age(args), false),
            Op::Or => self.infix(level::OR, " || ", args, false),
            Op::Eq => self.infix(level::EQ, " == ", &self.by_age(args), false),
            Op::Ite => {
                let steps = vec![
                    Step::Term(args[0], level::ITE + 1, false),
                    text(" ? "),
                    Step::Term(args[1], level::ITE + 1, unsigned),
                    text(" : "),
                    Step::Term(args[2], level::ITE, unsigned),
                ];
                (level::ITE, steps)
            }
            Op::BvNeg | Op::IntNeg | Op::FpNeg => self.prefix("-", args[0]),
            Op::BvNot => self.prefix("~", args[0]),
            Op::BvAdd => self.pretty_add(args, unsigned),
            Op::BvSub | Op::IntSub | Op::FpSub(Rounding::NearestEven) => {
                self.infix(level::ADD, " - ", args, unsigned)
            }
            Op::IntAdd | Op::FpAdd(Rounding::NearestEven) => {
                self.infix(level::ADD, " + ", &self.by_age(args), unsigned)
            }
            Op::BvMul | Op::IntMul | Op::FpMul(Rounding::NearestEven) => {
                self.infix(level::MUL, " * ", &self.by_age(args), unsigned)
            }
            Op::BvSDiv | Op::IntDiv | Op::FpDiv(Rounding::NearestEven) => {
                self.infix(level::MUL, " / ", args, false)
            }
            Op::BvSRem | Op::IntMod => self.infix(level::MUL, " % ", args, false),
            Op::BvUDiv => self.infix(level::MUL, " /u ", args, true),
            Op::BvURem => self.infix(level::MUL, " %u ", args, true),
            Op::BvAnd => self.infix(level::BIT_AND, " & ", &self.by_age(args), true),
            Op::BvOr => self.infix(level::BIT_OR, " | ", &self.by_age(args), true),
            Op::BvXor => self.infix(level::BIT_XOR, " ^ ", &self.by_age(args), true),
            Op::BvShl => self.infix(level::SHIFT, " << ", args, true),
            Op::BvLShr => self.infix(level::SHIFT, " >>u ", args, true),
            Op::BvAShr => self.infix(level::SHIFT, " >> ", args, false),
            Op::Concat => self.infix(level::CONCAT, " ++ ", args, true),
            Op::Slt | Op::IntLt | Op::FpLt => self.relation("<", ">", args, false),
            Op::Sle | Op::IntLe | Op::FpLe => self.relation("<=", ">=", args, false),
            Op::Ult => self.relation("<u", ">u", args, true),
            Op::Ule => self.relation("<=u", ">=u", args, true),
            Op::FpEq => self.infix(level::EQ, " == ", &self.by_age(args), false),
            Op::Extract { hi, lo } => self.pretty_extract(args[0], hi, lo),
            Op::ZeroExtend(_) => self.prefix(&format!("(u{})", self.width(t)), args[0]),
            Op::SignExtend(_) => self.prefix(&format!("(i{})", self.width(t)), args[0]),
            Op::Select => {
                let steps = vec![
                    Step::Term(args[0], level::POSTFIX, false),
                    text("["),
                    Step::Term(args[1], 0, true),
                    text("]"),
                ];
                (level::POSTFIX, steps)
            }
            Op::Store => {
                let steps = vec![
                    Step::Term(args[0], level::POSTFIX, false),
                    text("{"),
                    Step::Term(args[1], 0, true),
                    text(" := "),
                    Step::Term(args[2], 0, false),
                    text("}"),
                ];
                (level::POSTFIX, steps)
            }
            Op::Var(s) => (level::POSTFIX, vec![Step::Text(pretty_name(self.symbol_name(s)))]),
            Op::BvConst(_) => {
                let v = self.as_bv(t).map_or(String::new(), |v| bv_number(v, unsigned));
                let level = if v.starts_with('-') { level::UNARY } else { level::POSTFIX };
                (level, vec![Step::Text(v)])
            }
            _ if args.is_empty() => (level::POSTFIX, vec![Step::Text(self.pretty_leaf(t))]),
            op => self.call(&call_name(self, op, t), args),
        }
    }

    fn pretty_leaf(&self, t: TermId) -> String {
        match self.as_table(t) {
            Some(table) => format!("table<{} at {}>", table.len(), table.base()),
            None => self.constant_value(t).map_or_else(|| t.to_string(), |v| v.to_string()),
        }
    }

    /// Commutative arguments in the order they were made, which is mostly that of the source;
    /// constants last.
    fn by_age(&self, args: &[TermId]) -> Vec<TermId> {
        let mut args = args.to_vec();
        args.sort_by_key(|a| (self.is_const(*a), *a));
        args
    }

    /// The negation of a term that is no negation itself.
    fn pretty_not(&self, a: TermId) -> (u8, Vec<Step>) {
        let args = self.args(a);
        match self.op(a) {
            Op::Eq | Op::FpEq => self.infix(level::EQ, " != ", &self.by_age(args), false),
            Op::Slt | Op::IntLt => self.relation(">=", "<=", args, false),
            Op::Ult => self.relation(">=u", "<=u", args, true),
            Op::And => {
                let mut steps = Vec::with_capacity(2 * args.len());
                for a in self.by_age(args) {
                    if !steps.is_empty() {
                        steps.push(text(" || "));
                    }
                    steps.push(Step::Not(a, level::OR + 1));
                }
                (level::OR, steps)
            }
            _ => self.prefix("!", a),
        }
    }

    fn pretty_add(&self, args: &[TermId], unsigned: bool) -> (u8, Vec<Step>) {
        let args = self.by_age(args);
        if let Some(v) = self.as_bv(args[1])
            && v.sign_bit()
            && !v.is_min_signed()
        {
            let magnitude = bv_number(&v.neg(), true);
            let steps = vec![Step::Term(args[0], level::ADD, unsigned), text(" - "), Step::Text(magnitude)];
            return (level::ADD, steps);
        }
        self.infix(level::ADD, " + ", &args, unsigned)
    }

    fn pretty_extract(&self, a: TermId, hi: u32, lo: u32) -> (u8, Vec<Step>) {
        if lo == 0 && matches!(hi + 1, 8 | 16 | 32 | 64) {
            return self.prefix(&format!("(u{})", hi + 1), a);
        }
        let range = if hi == lo { format!("[{hi}]") } else { format!("[{hi}:{lo}]") };
        (level::POSTFIX, vec![Step::Term(a, level::POSTFIX, true), Step::Text(range)])
    }

    fn relation(&self, less: &str, more: &str, args: &[TermId], unsigned: bool) -> (u8, Vec<Step>) {
        if self.is_const(args[0]) {
            return self.infix(level::LESS, &format!(" {more} "), &[args[1], args[0]], unsigned);
        }
        self.infix(level::LESS, &format!(" {less} "), args, unsigned)
    }

    fn infix(&self, own: u8, sign: &str, args: &[TermId], unsigned: bool) -> (u8, Vec<Step>) {
        let mut steps = Vec::with_capacity(2 * args.len());
        for (i, &a) in args.iter().enumerate() {
            if i > 0 {
                steps.push(Step::Text(sign.into()));
            }
            steps.push(Step::Term(a, if i == 0 { own } else { own + 1 }, unsigned));
        }
        (own, steps)
    }

    fn prefix(&self, sign: &str, a: TermId) -> (u8, Vec<Step>) {
        (level::UNARY, vec![Step::Text(sign.into()), Step::Term(a, level::UNARY, false)])
    }

    fn call(&self, name: &str, args: &[TermId]) -> (u8, Vec<Step>) {
        let mut steps = vec![Step::Text(format!("{name}("))];
        for (i, &a) in args.iter().enumerate() {
            if i > 0 {
                steps.push(text(", "));
            }
            steps.push(Step::Term(a, 0, false));
        }
        steps.push(text(")"));
        (level::POSTFIX, steps)
    }
}

fn text(s: &str) -> Step {
    Step::Text(s.into())
}

/// Names of program variables are kept as they are where that is readable.
fn pretty_name(name: &str) -> String {
    let readable = |c: char| c.is_alphanumeric() || "_:.$!@#*&[]<>-'".contains(c);
    if name.chars().all(readable) { name.into() } else { quote(name) }
}

/// The unsigned number, or the signed one where that is asked for.
fn bv_number(v: &BvValue, unsigned: bool) -> String {
    if unsigned && v.width() > 1 && v.bits() > 16 && v.count_ones() != v.width() {
        return format!("{:#x}", v.to_biguint());
    }
    if !unsigned && v.width() > 1 && v.sign_bit() {
        return v.to_bigint_signed().to_string();
    }
    v.to_string()
}

/// A name for an operator that C has no sign for.
fn call_name(terms: &Terms, op: Op, t: TermId) -> String {
    match op {
        Op::Load { bytes } => format!("load{bytes}"),
        Op::StoreWide { bytes } => format!("store{bytes}"),
        Op::ConstArray(_) => "all".into(),
        Op::Fill => "fill".into(),
        Op::Copy => "copy".into(),
        Op::FpFromBits(f) => format!("f{}_from_bits", f.width()),
        Op::FpToBits => "bits".into(),
        Op::FpFromFp(f, Rounding::NearestEven) => format!("(f{})", f.width()),
        Op::FpFromSbv(f, Rounding::NearestEven) => format!("(f{})(int)", f.width()),
        Op::FpFromUbv(f, Rounding::NearestEven) => format!("(f{})(unsigned)", f.width()),
        Op::FpToSbv(w, Rounding::Zero) => format!("(i{w})"),
        Op::FpToUbv(w, Rounding::Zero) => format!("(u{w})"),
        Op::BvToInt => "int".into(),
        _ => terms.head(t).replace(['(', ')', '_'], "").trim().replace(' ', "."),
    }
}
