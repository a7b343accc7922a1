//! Sorts of terms: booleans, unbounded integers, bit-vectors, floats and (interned) arrays.

use std::fmt;

/// The largest width of a bit-vector.
pub const MAX_WIDTH: u32 = 1 << 16;

/// The sort (type) of a term. Array sorts are interned in the arena that made them: see
/// [`crate::Terms::array_sort`] and [`crate::Terms::array_parts`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Sort {
    /// Truth values.
    Bool,
    /// Unbounded integers.
    Int,
    /// Bit-vectors of a width between 1 and [`MAX_WIDTH`].
    BitVec(u32),
    /// IEEE-754 binary floats, with one NaN.
    Float(FloatFormat),
    /// Total maps from an index sort to an element sort.
    Array(ArraySort),
}

impl Sort {
    /// The width, for a bit-vector sort.
    pub fn width(self) -> Option<u32> {
        match self {
            Sort::BitVec(w) => Some(w),
            _ => None,
        }
    }

    /// The format, for a float sort.
    pub fn format(self) -> Option<FloatFormat> {
        match self {
            Sort::Float(f) => Some(f),
            _ => None,
        }
    }

    /// Is this an array sort?
    pub fn is_array(self) -> bool {
        matches!(self, Sort::Array(_))
    }
}

/// An interned pair of index and element sort; meaningful in its own arena only.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct ArraySort(pub(crate) u32);

/// A binary float format in the counting of SMT-LIB: `sig` includes the hidden bit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct FloatFormat {
    /// Bits of the exponent, at least 2.
    pub exp: u32,
    /// Bits of the significand with the hidden one, at least 2.
    pub sig: u32,
}

impl FloatFormat {
    /// binary16
    pub const F16: Self = Self { exp: 5, sig: 11 };
    /// binary32
    pub const F32: Self = Self { exp: 8, sig: 24 };
    /// binary64
    pub const F64: Self = Self { exp: 11, sig: 53 };
    /// binary128
    pub const F128: Self = Self { exp: 15, sig: 113 };
    /// The value format of the x87 `long double`. Its interchange form here has 79 bits (the
    /// integer bit of the 80-bit memory form is implied); see [`crate::Terms::fp_to_x87_bits`].
    pub const X87: Self = Self { exp: 15, sig: 64 };

    /// Bits of the interchange form: sign, exponent, fraction.
    pub fn width(self) -> u32 {
        self.exp + self.sig
    }

    /// The exponent bias, which is also the largest exponent of a finite value.
    pub fn bias(self) -> i64 {
        (1i64 << (self.exp - 1)) - 1
    }

    /// The exponent of the smallest normal value.
    pub fn min_exp(self) -> i64 {
        1 - self.bias()
    }

    /// Can this format be handled (sizes in range)?
    pub fn is_valid(self) -> bool {
        (2..=60).contains(&self.exp) && self.sig >= 2 && self.width() <= MAX_WIDTH
    }
}

impl fmt::Display for FloatFormat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "(_ FloatingPoint {} {})", self.exp, self.sig)
    }
}

/// The five rounding modes of IEEE-754.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Rounding {
    /// To nearest, ties to even.
    NearestEven,
    /// To nearest, ties away from zero.
    NearestAway,
    /// Towards plus infinity.
    Up,
    /// Towards minus infinity.
    Down,
    /// Towards zero.
    Zero,
}

impl Rounding {
    /// All modes, in the order of SMT-LIB.
    pub const ALL: [Rounding; 5] = [Self::NearestEven, Self::NearestAway, Self::Up, Self::Down, Self::Zero];

    /// The short name of SMT-LIB.
    pub fn name(self) -> &'static str {
        match self {
            Self::NearestEven => "RNE",
            Self::NearestAway => "RNA",
            Self::Up => "RTP",
            Self::Down => "RTN",
            Self::Zero => "RTZ",
        }
    }

    /// Reads the short or the long name of SMT-LIB.
    pub fn from_name(name: &str) -> Option<Self> {
        Some(match name {
            "RNE" | "roundNearestTiesToEven" => Self::NearestEven,
            "RNA" | "roundNearestTiesToAway" => Self::NearestAway,
            "RTP" | "roundTowardPositive" => Self::Up,
            "RTN" | "roundTowardNegative" => Self::Down,
            "RTZ" | "roundTowardZero" => Self::Zero,
            _ => return None,
        })
    }
}
