//! Constructors: each checks sorts and simplifies by local rules.
//!
//! A rule is documented as `match: … / result: …`. Rules only look at a bounded neighbourhood, so
//! building a term takes constant time but for the length of its argument list. A rule that
//! pushes an operator inwards stops at a fixed depth, so no constructor recurses deeply.

mod arith;
mod array;
mod bitwise;
mod bool;
mod bounds;
mod compare;
mod equality;
mod float;
mod int;
mod range;
mod slice;
mod sugar;

use crate::arena::{Constant, Terms};
use crate::check::SortError;
use crate::eval::apply;
use crate::known::KnownBits;
use crate::op::{Op, TermId};
use crate::sort::Sort;
use crate::value::Value;
use smallvec::SmallVec;

/// How deep constructors may call each other by rules that push inwards.
const MAX_DEPTH: u32 = 24;

/// Longer runs of a value are written as a fill.
const MANY: u64 = 4096;

/// The same for rules that push into more than one argument.
const BRANCH_DEPTH: u32 = 3;

impl Terms {
    /// Applies an operator; simplifies. Panics if the arguments have the wrong sorts, which is a
    /// mistake of the caller: see [`Terms::try_app`] for input that is not trusted.
    pub fn app(&mut self, op: Op, args: &[TermId]) -> TermId {
        match self.sort_of(op, args) {
            Ok(sort) => self.app_sorted(op, sort, args),
            Err(e) => panic!("ill-sorted term: {e}"),
        }
    }

    /// Applies an operator; simplifies.
    ///
    /// # Errors
    /// If the number or the sorts of the arguments are wrong. Constants other than truth values
    /// are not made this way.
    pub fn try_app(&mut self, op: Op, args: &[TermId]) -> Result<TermId, SortError> {
        let sort = self.sort_of(op, args)?;
        Ok(self.app_sorted(op, sort, args))
    }

    /// Folds constants, then applies the rules of the operator.
    fn app_sorted(&mut self, op: Op, sort: Sort, args: &[TermId]) -> TermId {
        if self.plain {
            return self.intern(op, sort, args);
        }
        if !args.is_empty()
            && !sort.is_array()
            && args.iter().all(|a| self.is_const(*a))
            && let Some(t) = self.fold(op, args)
        {
            return t;
        }
        match op {
            Op::Var(s) => self.var(s),
            Op::BoolConst(b) => self.bool(b),
            Op::Not => self.not_rules(args[0]),
            Op::And => self.and_rules(args),
            Op::Or => self.or_rules(args),
            Op::Eq => self.eq_rules(args[0], args[1]),
            Op::Ite => self.ite_rules(args[0], args[1], args[2]),
            _ => self.rules(op, sort, args).unwrap_or_else(|| self.make(op, sort, args)),
        }
    }

    /// The rules of an operator on bit-vectors, arrays, floats or integers.
    fn rules(&mut self, op: Op, sort: Sort, args: &[TermId]) -> Option<TermId> {
        match op {
            Op::BvNeg
            | Op::BvAdd
            | Op::BvSub
            | Op::BvMul
            | Op::BvUDiv
            | Op::BvURem
            | Op::BvSDiv
            | Op::BvSRem
            | Op::BvSMod => self.arith_rules(op, sort, args),
            Op::BvNot | Op::BvAnd | Op::BvOr | Op::BvXor | Op::BvShl | Op::BvLShr | Op::BvAShr => {
                self.bitwise_rules(op, sort, args)
            }
            Op::Concat | Op::Extract { .. } | Op::ZeroExtend(_) | Op::SignExtend(_) => {
                self.slice_rules(op, args)
            }
            Op::Ult
            | Op::Ule
            | Op::Slt
            | Op::Sle
            | Op::UAddO
            | Op::SAddO
            | Op::SSubO
            | Op::UMulO
            | Op::SMulO => self.compare_rules(op, args),
            Op::Select | Op::Store | Op::ConstArray(_) | Op::Load { .. } | Op::StoreWide { .. } => {
                self.array_rules(op, args)
            }
            Op::Fill => self.fill_rules(args[0], args[1], args[2], args[3]),
            Op::Copy => self.copy_rules(args),
            Op::IntNeg
            | Op::IntAdd
            | Op::IntSub
            | Op::IntMul
            | Op::IntDiv
            | Op::IntMod
            | Op::IntLe
            | Op::IntLt
            | Op::IntToBv(_) => self.int_rules(op, args),
            _ => self.float_rules(op, args),
        }
    }

    /// The constant an operator gives on constants; literals of arrays are looked up, not built.
    fn fold(&mut self, op: Op, args: &[TermId]) -> Option<TermId> {
        if args.iter().any(|a| self.sort(*a).is_array()) {
            return None;
        }
        let values: SmallVec<[Value; 3]> = args.iter().filter_map(|a| self.constant_value(*a)).collect();
        let refs: SmallVec<[&Value; 3]> = values.iter().collect();
        let value = apply(op, &refs);
        self.value(&value)
    }

    /// The constant term of a value that is no array.
    pub fn value(&mut self, v: &Value) -> Option<TermId> {
        Some(match v {
            Value::Bool(b) => self.bool(*b),
            Value::Bv(v) => self.bv_value(v.clone()),
            Value::Float(v) => self.fp_value(v.clone()),
            Value::Int(v) => self.constant(Constant::Int(v.clone())),
            Value::Array(_) => return None,
        })
    }

    /// The term of a value of a sort; arrays become a constant array with stores.
    pub fn value_of_sort(&mut self, v: &Value, sort: Sort) -> Option<TermId> {
        let Value::Array(a) = v else {
            return self.value(v).filter(|t| self.sort(*t) == sort);
        };
        let (index, element) = self.array_parts(sort)?;
        let default = self.value_of_sort(a.default_value(), element)?;
        let mut array = self.const_array(sort, default);
        for (first, more, e) in a.runs() {
            let i = self.value_of_sort(first, index)?;
            let e = self.value_of_sort(e, element)?;
            array = match index {
                _ if more == 0 => self.store(array, i, e),
                // What is not long stays in operators that every solver knows.
                Sort::BitVec(w) if more < MANY => {
                    let first = first.as_u64().unwrap_or(0);
                    (0..=more).fold(array, |array, k| {
                        let i = self.bv(w, first + k);
                        self.store(array, i, e)
                    })
                }
                Sort::BitVec(w) => {
                    // A run may be all indices but one, not all.
                    let length = self.bv(w, more + 1);
                    self.fill(array, i, length, e)
                }
                _ => self.store(array, i, e),
            };
        }
        Some(array)
    }

    /// Interns a node in canonical order; a node all of whose bits are known is a constant.
    pub(crate) fn make(&mut self, op: Op, sort: Sort, args: &[TermId]) -> TermId {
        if let [a, b] = *args
            && op.is_commutative()
            && !self.in_order(a, b)
        {
            return self.make_ordered(op, sort, &[b, a]);
        }
        self.make_ordered(op, sort, args)
    }

    fn make_ordered(&mut self, op: Op, sort: Sort, args: &[TermId]) -> TermId {
        let known = KnownBits::of_node(self, op, sort, args);
        if let Sort::BitVec(width) = sort
            && width <= 64
            && let Some(v) = known.value(width)
        {
            return self.bv(width, v);
        }
        self.intern_known(op, sort, args, known)
    }

    /// Runs a rule that branches inwards, at a small depth only.
    pub(crate) fn shallow<R>(&mut self, rule: impl FnOnce(&mut Self) -> Option<R>) -> Option<R> {
        if self.depth >= BRANCH_DEPTH { None } else { self.deeper(rule) }
    }

    /// Runs a rule that pushes inwards, unless that is too deep already.
    pub(crate) fn deeper<R>(&mut self, rule: impl FnOnce(&mut Self) -> Option<R>) -> Option<R> {
        if self.depth >= MAX_DEPTH {
            return None;
        }
        self.depth += 1;
        let result = rule(self);
        self.depth -= 1;
        result
    }
}
