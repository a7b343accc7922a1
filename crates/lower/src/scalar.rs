//! How C's scalar types look as bit-vectors: widths in variables, bytes in memory, conversions between them.

use maymust_program::Reading;
use maymust_sema::{FloatKind, IntRank, TypeId, Types};
use maymust_term::{FloatFormat, Rounding, TermId, Terms};

/// A scalar type.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Scalar {
    /// `_Bool`: eight bits, zero or one.
    Bool,
    /// An integer.
    Int { width: u32, signed: bool },
    /// A float; kept as its bits.
    Float(FloatKind),
    /// A pointer: 64 bits in the model, `bytes` in C.
    Pointer { bytes: u32 },
}

impl Scalar {
    /// The scalar type of a C type; none for records, arrays, functions, void, complex and vectors.
    pub fn of(types: &Types, ty: TypeId) -> Option<Scalar> {
        if let Some(int) = types.int_type(ty) {
            return Some(if int.rank == IntRank::Bool {
                Scalar::Bool
            } else {
                Scalar::Int { width: types.int_width(int), signed: int.signed }
            });
        }
        if let Some(kind) = types.float_kind(ty) {
            return Some(Scalar::Float(kind));
        }
        types.is_pointer(ty).then(|| Scalar::Pointer { bytes: types.pointer_size() as u32 })
    }

    /// Bits in a variable.
    pub fn bits(self) -> u32 {
        match self {
            Scalar::Bool => 8,
            Scalar::Int { width, .. } => width,
            Scalar::Float(kind) => float_bits(kind),
            Scalar::Pointer { .. } => 64,
        }
    }

    /// Bytes that an access touches.
    pub fn bytes(self) -> u32 {
        match self {
            Scalar::Pointer { bytes } => bytes,
            _ => self.bits() / 8,
        }
    }

    pub fn is_signed(self) -> bool {
        matches!(self, Scalar::Int { signed: true, .. })
    }

    /// How people read its values.
    pub fn reading(self) -> Reading {
        match self {
            Scalar::Float(_) => Reading::Float,
            Scalar::Pointer { .. } => Reading::Pointer,
            _ => self.is_signed().into(),
        }
    }
}

pub(crate) fn float_bits(kind: FloatKind) -> u32 {
    match kind {
        FloatKind::F16 => 16,
        FloatKind::Float => 32,
        FloatKind::Double => 64,
        FloatKind::LongDouble => 80,
        FloatKind::F128 => 128,
    }
}

pub(crate) fn float_format(kind: FloatKind) -> FloatFormat {
    match kind {
        FloatKind::F16 => FloatFormat::F16,
        FloatKind::Float => FloatFormat::F32,
        FloatKind::Double => FloatFormat::F64,
        FloatKind::LongDouble => FloatFormat::X87,
        FloatKind::F128 => FloatFormat::F128,
    }
}

/// The float that bits stand for.
pub(crate) fn to_float(terms: &mut Terms, kind: FloatKind, bits: TermId) -> TermId {
    match kind {
        FloatKind::LongDouble => terms.fp_from_x87_bits(bits),
        _ => terms.fp_from_bits(float_format(kind), bits),
    }
}

/// The bits of a float.
pub(crate) fn from_float(terms: &mut Terms, kind: FloatKind, float: TermId) -> TermId {
    match kind {
        FloatKind::LongDouble => terms.fp_to_x87_bits(float),
        _ => terms.fp_to_bits(float),
    }
}

/// Is the value non-zero, as C's conditions ask?
pub(crate) fn truth(terms: &mut Terms, scalar: Scalar, value: TermId) -> TermId {
    if let Scalar::Float(kind) = scalar {
        let float = to_float(terms, kind, value);
        let zero = terms.fp_is_zero(float);
        return terms.not(zero);
    }
    terms.bv_nonzero(value)
}

/// Converts between scalar types as C does. Integers to pointers are zero- or sign-extended to the model's 64 bits.
pub(crate) fn convert(terms: &mut Terms, from: Scalar, to: Scalar, value: TermId) -> TermId {
    if from == to {
        return value;
    }
    match (from, to) {
        (_, Scalar::Bool) => {
            let t = truth(terms, from, value);
            terms.bool_to_bv(t, 8)
        }
        (Scalar::Float(a), Scalar::Float(b)) => {
            let float = to_float(terms, a, value);
            let float = terms.fp_from_fp(Rounding::NearestEven, float_format(b), float);
            from_float(terms, b, float)
        }
        (Scalar::Float(a), Scalar::Int { width, signed }) => {
            let float = to_float(terms, a, value);
            float_to_int(terms, float, width, signed)
        }
        (Scalar::Float(_), Scalar::Pointer { .. }) => terms.bv(64, 0),
        (Scalar::Int { signed: true, .. }, Scalar::Float(b)) => {
            let float = terms.fp_from_sbv(Rounding::NearestEven, float_format(b), value);
            from_float(terms, b, float)
        }
        (_, Scalar::Float(b)) => {
            let float = terms.fp_from_ubv(Rounding::NearestEven, float_format(b), value);
            from_float(terms, b, float)
        }
        (Scalar::Int { signed: true, .. }, _) => terms.resize_signed(value, to.bits()),
        _ => terms.resize_unsigned(value, to.bits()),
    }
}

/// Narrow and unsigned targets go through a wider signed conversion, as x86 compilers do it: so values that C leaves
/// undefined agree with gcc's in the common cases.
fn float_to_int(terms: &mut Terms, float: TermId, width: u32, signed: bool) -> TermId {
    let zero = Rounding::Zero;
    match (width, signed) {
        (8 | 16, _) => {
            let wide = terms.fp_to_sbv(zero, 32, float);
            terms.extract(wide, width - 1, 0)
        }
        (32, false) => {
            let wide = terms.fp_to_sbv(zero, 64, float);
            terms.extract(wide, 31, 0)
        }
        (_, true) => terms.fp_to_sbv(zero, width, float),
        (_, false) => terms.fp_to_ubv(zero, width, float),
    }
}
