//! Sort checking: the sort of an application, or what is wrong with it.

use crate::arena::Terms;
use crate::op::{Op, TermId};
use crate::sort::{FloatFormat, MAX_WIDTH, Sort};
use std::fmt;

/// An application whose arguments have the wrong sorts or number.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SortError {
    /// What is wrong.
    pub message: String,
}

impl SortError {
    pub(crate) fn new(message: impl Into<String>) -> Self {
        Self { message: message.into() }
    }
}

impl fmt::Display for SortError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for SortError {}

type Checked = Result<Sort, SortError>;

impl Terms {
    /// The sort of an application, if it is well sorted.
    pub fn sort_of(&self, op: Op, args: &[TermId]) -> Checked {
        let problem = || self.sort_problem(op, args);
        if !arity_fits(op, args.len()) {
            return Err(problem());
        }
        let checked = match args {
            [] => self.sort_nullary(op),
            _ => self
                .sort_bool_or_array(op, args)
                .or_else(|| self.sort_bits(op, args).or_else(|| self.sort_float_or_int(op, args))),
        };
        checked.ok_or_else(problem)
    }

    fn sort_problem(&self, op: Op, args: &[TermId]) -> SortError {
        let sorts: Vec<String> = args.iter().map(|a| self.sort_text(self.sort(*a))).collect();
        SortError::new(format!("{op:?} does not take ({})", sorts.join(", ")))
    }

    fn sort_nullary(&self, op: Op) -> Option<Sort> {
        match op {
            Op::BoolConst(_) => Some(Sort::Bool),
            Op::Var(s) if s.index() < self.symbol_count() => Some(self.symbol_sort(s)),
            _ => None,
        }
    }

    /// The common bit-vector sort of all arguments.
    fn same_bits(&self, args: &[TermId]) -> Option<Sort> {
        let sort = self.sort(args[0]);
        let ok = matches!(sort, Sort::BitVec(_)) && args.iter().all(|a| self.sort(*a) == sort);
        ok.then_some(sort)
    }

    fn same_floats(&self, args: &[TermId]) -> Option<Sort> {
        let sort = self.sort(args[0]);
        let ok = matches!(sort, Sort::Float(_)) && args.iter().all(|a| self.sort(*a) == sort);
        ok.then_some(sort)
    }

    fn bits(&self, t: TermId) -> Option<u32> {
        self.sort(t).width()
    }

    fn sort_bool_or_array(&self, op: Op, args: &[TermId]) -> Option<Sort> {
        let sort = |i: usize| self.sort(args[i]);
        match op {
            Op::Not | Op::And | Op::Or => {
                args.iter().all(|a| self.sort(*a) == Sort::Bool).then_some(Sort::Bool)
            }
            Op::Eq => (sort(0) == sort(1)).then_some(Sort::Bool),
            Op::Ite => (sort(0) == Sort::Bool && sort(1) == sort(2)).then_some(sort(1)),
            Op::Select => {
                let (index, element) = self.array_parts(sort(0))?;
                (index == sort(1)).then_some(element)
            }
            Op::Store => {
                let parts = self.array_parts(sort(0))?;
                (parts == (sort(1), sort(2))).then_some(sort(0))
            }
            Op::ConstArray(a) => {
                let (_, element) = self.array_parts(Sort::Array(a))?;
                (element == sort(0)).then_some(Sort::Array(a))
            }
            Op::Load { bytes } => {
                self.byte_array(sort(0), sort(1))?;
                valid_width(bytes.checked_mul(8)?)
            }
            Op::StoreWide { bytes } => {
                self.byte_array(sort(0), sort(1))?;
                (self.bits(args[2])? == bytes.checked_mul(8)?).then_some(sort(0))
            }
            Op::Fill => {
                let (index, element) = self.array_parts(sort(0))?;
                let ok = is_range_index(index) && index == sort(1) && index == sort(2) && element == sort(3);
                ok.then_some(sort(0))
            }
            Op::Copy => {
                let (index, _) = self.array_parts(sort(0))?;
                let ok = is_range_index(index) && [1, 2, 4].iter().all(|i| sort(*i) == index);
                (ok && sort(3) == sort(0)).then_some(sort(0))
            }
            _ => None,
        }
    }

    /// Is it an array from bit-vectors to bytes with this index sort?
    fn byte_array(&self, array: Sort, index: Sort) -> Option<()> {
        let parts = self.array_parts(array)?;
        let ok = parts == (index, Sort::BitVec(8)) && matches!(index, Sort::BitVec(_));
        ok.then_some(())
    }

    fn sort_bits(&self, op: Op, args: &[TermId]) -> Option<Sort> {
        match op {
            Op::BvNeg
            | Op::BvNot
            | Op::BvAdd
            | Op::BvSub
            | Op::BvMul
            | Op::BvUDiv
            | Op::BvSDiv
            | Op::BvURem
            | Op::BvSRem
            | Op::BvSMod
            | Op::BvAnd
            | Op::BvOr
            | Op::BvXor
            | Op::BvShl
            | Op::BvLShr
            | Op::BvAShr => self.same_bits(args),
            Op::Ult
            | Op::Ule
            | Op::Slt
            | Op::Sle
            | Op::UAddO
            | Op::SAddO
            | Op::SSubO
            | Op::UMulO
            | Op::SMulO => self.same_bits(args).map(|_| Sort::Bool),
            Op::Concat => valid_width(self.bits(args[0])? + self.bits(args[1])?),
            Op::Extract { hi, lo } => {
                (hi >= lo && hi < self.bits(args[0])?).then(|| Sort::BitVec(hi - lo + 1))
            }
            Op::ZeroExtend(n) | Op::SignExtend(n) => valid_width(self.bits(args[0])?.checked_add(n)?),
            Op::BvToInt => self.bits(args[0]).map(|_| Sort::Int),
            Op::FpFromBits(f) => (f.is_valid() && self.bits(args[0])? == f.width()).then_some(Sort::Float(f)),
            Op::FpFromSbv(f, _) | Op::FpFromUbv(f, _) => {
                self.bits(args[0])?;
                valid_format(f)
            }
            _ => None,
        }
    }

    fn sort_float_or_int(&self, op: Op, args: &[TermId]) -> Option<Sort> {
        match op {
            Op::FpAbs
            | Op::FpNeg
            | Op::FpAdd(_)
            | Op::FpSub(_)
            | Op::FpMul(_)
            | Op::FpDiv(_)
            | Op::FpFma(_)
            | Op::FpSqrt(_)
            | Op::FpRem
            | Op::FpRoundToIntegral(_)
            | Op::FpMin
            | Op::FpMax => self.same_floats(args),
            Op::FpLe
            | Op::FpLt
            | Op::FpEq
            | Op::FpIsNan
            | Op::FpIsInf
            | Op::FpIsZero
            | Op::FpIsNormal
            | Op::FpIsSubnormal
            | Op::FpIsNegative
            | Op::FpIsPositive => self.same_floats(args).map(|_| Sort::Bool),
            Op::FpToBits => self.sort(args[0]).format().map(|f| Sort::BitVec(f.width())),
            Op::FpFromFp(f, _) => self.same_floats(args).and_then(|_| valid_format(f)),
            Op::FpToSbv(w, _) | Op::FpToUbv(w, _) => self.same_floats(args).and_then(|_| valid_width(w)),
            Op::IntNeg | Op::IntAdd | Op::IntSub | Op::IntMul | Op::IntDiv | Op::IntMod => {
                self.all_ints(args).then_some(Sort::Int)
            }
            Op::IntLe | Op::IntLt => self.all_ints(args).then_some(Sort::Bool),
            Op::IntToBv(w) => self.all_ints(args).then(|| valid_width(w)).flatten(),
            _ => None,
        }
    }

    fn all_ints(&self, args: &[TermId]) -> bool {
        args.iter().all(|a| self.sort(*a) == Sort::Int)
    }
}

/// Ranges are of indices that are numbers of at most 64 bits.
fn is_range_index(sort: Sort) -> bool {
    matches!(sort, Sort::BitVec(1..=64))
}

fn valid_width(width: u32) -> Option<Sort> {
    (1..=MAX_WIDTH).contains(&width).then_some(Sort::BitVec(width))
}

fn valid_format(format: FloatFormat) -> Option<Sort> {
    format.is_valid().then_some(Sort::Float(format))
}

/// How many arguments an operator takes.
fn arity_fits(op: Op, n: usize) -> bool {
    match op {
        Op::Var(_) | Op::BoolConst(_) => n == 0,
        Op::BvConst(_) | Op::FloatConst(_) | Op::IntConst(_) | Op::Table(_) => false,
        Op::And | Op::Or => n >= 1,
        Op::Fill => n == 4,
        Op::Copy => n == 5,
        Op::Ite | Op::Store | Op::StoreWide { .. } | Op::FpFma(_) => n == 3,
        Op::Not
        | Op::BvNeg
        | Op::BvNot
        | Op::Extract { .. }
        | Op::ZeroExtend(_)
        | Op::SignExtend(_)
        | Op::ConstArray(_)
        | Op::FpAbs
        | Op::FpNeg
        | Op::FpSqrt(_)
        | Op::FpRoundToIntegral(_)
        | Op::FpIsNan
        | Op::FpIsInf
        | Op::FpIsZero
        | Op::FpIsNormal
        | Op::FpIsSubnormal
        | Op::FpIsNegative
        | Op::FpIsPositive
        | Op::FpFromBits(_)
        | Op::FpToBits
        | Op::FpFromFp(..)
        | Op::FpFromSbv(..)
        | Op::FpFromUbv(..)
        | Op::FpToSbv(..)
        | Op::FpToUbv(..)
        | Op::IntNeg
        | Op::BvToInt
        | Op::IntToBv(_) => n == 1,
        _ => n == 2,
    }
}
