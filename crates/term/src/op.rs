//! Operators of terms, and the ids of terms and symbols.

use crate::sort::{ArraySort, FloatFormat, Rounding};
use std::fmt;

/// A term: an index into its arena. Equal ids mean equal structure.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct TermId(pub(crate) u32);

impl TermId {
    /// The position in the arena; arguments come before the terms that use them.
    pub fn index(self) -> usize {
        self.0 as usize
    }

    /// The term at a position.
    pub fn from_index(index: usize) -> Self {
        TermId(u32::try_from(index).expect("more than 2^32 terms"))
    }
}

impl fmt::Display for TermId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "t{}", self.0)
    }
}

impl fmt::Debug for TermId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "t{}", self.0)
    }
}

/// A declared symbol (a free constant of the logic, a variable of the program).
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Symbol(pub(crate) u32);

impl Symbol {
    /// The position in the order of declaration.
    pub fn index(self) -> usize {
        self.0 as usize
    }

    /// The symbol at a position.
    pub fn from_index(index: usize) -> Self {
        Symbol(u32::try_from(index).expect("more than 2^32 symbols"))
    }
}

impl fmt::Display for Symbol {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "s{}", self.0)
    }
}

impl fmt::Debug for Symbol {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "s{}", self.0)
    }
}

/// The place of a constant in its arena; see [`crate::Terms::as_bv`] and its like.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct ConstId(pub(crate) u32);

/// An operator with its parameters. Other operators of SMT-LIB (`xor`, `=>`, `distinct`, `bvnand`,
/// `bvcomp`, rotations, `bvugt`, …) are constructors only. Some of these here are never stored by an
/// arena with rules, as a normal form takes their place: `Or` (by `Not` and `And`), `Ule`, `Sle`,
/// `IntLe` (by `Not` and the strict comparison), and wide accesses of a single byte.
///
/// Unless said otherwise, operators mean what SMT-LIB says; in particular division by zero is
/// total (`bvudiv x 0` is all ones, `bvurem x 0` is `x`). Integer division by zero gives 0, and
/// `mod` by zero gives the dividend.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Op {
    /// A symbol.
    Var(Symbol),
    /// A truth value.
    BoolConst(bool),
    /// A bit-vector constant: [`crate::Terms::as_bv`].
    BvConst(ConstId),
    /// A float constant: [`crate::Terms::as_float`].
    FloatConst(ConstId),
    /// An integer constant: [`crate::Terms::as_int`].
    IntConst(ConstId),
    /// An array literal: [`crate::Terms::as_table`].
    Table(ConstId),

    /// Negation.
    Not,
    /// Conjunction of two or more.
    And,
    /// Disjunction of two or more.
    Or,
    /// Equality of two terms of one sort. On floats it is identity (NaN = NaN, +0 ≠ -0).
    Eq,
    /// If the first, then the second, else the third.
    Ite,

    /// Negation in two's complement.
    BvNeg,
    /// Every bit flipped.
    BvNot,
    /// Sum.
    BvAdd,
    /// Difference.
    BvSub,
    /// Product.
    BvMul,
    /// Unsigned quotient.
    BvUDiv,
    /// Signed quotient, rounded towards zero.
    BvSDiv,
    /// Unsigned remainder.
    BvURem,
    /// Signed remainder, sign of the dividend.
    BvSRem,
    /// Signed remainder, sign of the divisor.
    BvSMod,
    /// Bitwise and.
    BvAnd,
    /// Bitwise or.
    BvOr,
    /// Bitwise exclusive or.
    BvXor,
    /// Left shift.
    BvShl,
    /// Logical right shift.
    BvLShr,
    /// Arithmetic right shift.
    BvAShr,
    /// The first above the second.
    Concat,
    /// Bits `hi` down to `lo`.
    Extract {
        /// The highest bit taken.
        hi: u32,
        /// The lowest bit taken.
        lo: u32,
    },
    /// So many zeros on top.
    ZeroExtend(u32),
    /// So many copies of the sign on top.
    SignExtend(u32),
    /// Unsigned `<`.
    Ult,
    /// Unsigned `<=`.
    Ule,
    /// Signed `<`.
    Slt,
    /// Signed `<=`.
    Sle,
    /// The unsigned sum overflows.
    UAddO,
    /// The signed sum overflows.
    SAddO,
    /// The signed difference overflows.
    SSubO,
    /// The unsigned product overflows.
    UMulO,
    /// The signed product overflows.
    SMulO,

    /// Element of an array at an index.
    Select,
    /// Array with one element changed: array, index, element.
    Store,
    /// The array of this sort that is the argument everywhere.
    ConstArray(ArraySort),
    /// Little-endian load from a byte array: array, address. Addresses wrap around.
    Load {
        /// How many bytes.
        bytes: u32,
    },
    /// Little-endian store into a byte array: array, address, value. Addresses wrap around; if
    /// the value is longer than the address space, the highest bytes win.
    StoreWide {
        /// How many bytes.
        bytes: u32,
    },
    /// Array with a range filled: array, start, length, element. The index `i` gets the element
    /// iff `i - start <u length`; so ranges wrap around. Indices are of at most 64 bits.
    Fill,
    /// Array with a range copied from another: array, start, length, source, start in the source.
    /// The index `i` gets the source's element at `from + (i - to)` iff `i - to <u length`.
    /// Indices are of at most 64 bits.
    Copy,

    /// Magnitude.
    FpAbs,
    /// Sign flipped.
    FpNeg,
    /// Sum.
    FpAdd(Rounding),
    /// Difference.
    FpSub(Rounding),
    /// Product.
    FpMul(Rounding),
    /// Quotient.
    FpDiv(Rounding),
    /// First times second plus third, rounded once.
    FpFma(Rounding),
    /// Square root.
    FpSqrt(Rounding),
    /// IEEE remainder.
    FpRem,
    /// Nearest integral value.
    FpRoundToIntegral(Rounding),
    /// Smaller of two; of two different zeros `-0`; of a NaN and another, the other.
    FpMin,
    /// Greater of two; of two different zeros `+0`; of a NaN and another, the other.
    FpMax,
    /// IEEE `<=`.
    FpLe,
    /// IEEE `<`.
    FpLt,
    /// IEEE `==`.
    FpEq,
    /// NaN?
    FpIsNan,
    /// Infinite?
    FpIsInf,
    /// Zero?
    FpIsZero,
    /// Normal?
    FpIsNormal,
    /// Subnormal?
    FpIsSubnormal,
    /// Negative (not NaN)?
    FpIsNegative,
    /// Positive (not NaN)?
    FpIsPositive,
    /// The float of this format with the given bits.
    FpFromBits(FloatFormat),
    /// The bits of a float; NaN gives sign 1, exponent ones, the top fraction bit alone.
    FpToBits,
    /// Float to float.
    FpFromFp(FloatFormat, Rounding),
    /// Signed bit-vector to float.
    FpFromSbv(FloatFormat, Rounding),
    /// Unsigned bit-vector to float.
    FpFromUbv(FloatFormat, Rounding),
    /// Float to signed bit-vector of a width; NaN and out of range give the minimum.
    FpToSbv(u32, Rounding),
    /// Float to unsigned bit-vector of a width; NaN and out of range give all ones.
    FpToUbv(u32, Rounding),

    /// Integer negation.
    IntNeg,
    /// Integer sum.
    IntAdd,
    /// Integer difference.
    IntSub,
    /// Integer product.
    IntMul,
    /// Integer quotient: the remainder is never negative; by zero: 0.
    IntDiv,
    /// Integer remainder, never negative; by zero: the dividend.
    IntMod,
    /// Integer `<=`.
    IntLe,
    /// Integer `<`.
    IntLt,
    /// The unsigned number of a bit-vector.
    BvToInt,
    /// The number modulo two to the width.
    IntToBv(u32),
}

impl Op {
    /// Do the operator's arguments commute?
    pub fn is_commutative(self) -> bool {
        matches!(
            self,
            Op::And
                | Op::Or
                | Op::Eq
                | Op::BvAdd
                | Op::BvMul
                | Op::BvAnd
                | Op::BvOr
                | Op::BvXor
                | Op::UAddO
                | Op::SAddO
                | Op::UMulO
                | Op::SMulO
                | Op::FpAdd(_)
                | Op::FpMul(_)
                | Op::FpEq
                | Op::FpMin
                | Op::FpMax
                | Op::IntAdd
                | Op::IntMul
        )
    }

    /// Is it a constant (array literals included, constant arrays not)?
    pub fn is_const(self) -> bool {
        matches!(self, Op::BoolConst(_) | Op::BvConst(_) | Op::FloatConst(_) | Op::IntConst(_) | Op::Table(_))
    }
}
