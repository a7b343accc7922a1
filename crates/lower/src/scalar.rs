//! How C's scalar types look as bit-vectors: widths in variables, bytes in memory, conversions between them.

use maymust_program::Reading;
use maymust_sema::{FloatKind, IntRank, TypeId, Types};
use maymust_term::{FloatFormat, Op, Rounding, TermId, Terms};

/// A scalar type.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Scalar {
    /// `_Bool`: eight bits, zero or one.
    Bool,
    /// An integer.
    Int { width: u32, signed: bool },
    /// A float; kept as its bits.
    Float(FloatKind),
    /// A pointer.
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
            Scalar::Pointer { bytes } => 8 * bytes,
        }
    }

    /// Bytes that an access touches.
    pub fn bytes(self) -> u32 {
        self.bits() / 8
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
        _ => match conversion_result(terms, bits) {
            Some(float) => float,
            None => terms.fp_from_bits(float_format(kind), bits),
        },
    }
}

/// The float whose bits [`convert`] made from another float: there is one NaN, whatever bits it is given.
fn conversion_result(terms: &Terms, bits: TermId) -> Option<TermId> {
    if terms.op(bits) != Op::Ite {
        return None;
    }
    let (is_nan, other) = (terms.arg(bits, 0), terms.arg(bits, 2));
    if terms.op(is_nan) != Op::FpIsNan || terms.op(other) != Op::FpToBits {
        return None;
    }
    let float = terms.arg(other, 0);
    let converts = matches!(terms.op(float), Op::FpFromFp(..));
    (converts && terms.arg(float, 0) == terms.arg(is_nan, 0)).then_some(float)
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

/// Converts between scalar types as C does. Integers to pointers are zero- or sign-extended to its width.
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
            let is_nan = terms.fp_is_nan(float);
            let nan = converted_nan(terms, a, b, value);
            let float = terms.fp_from_fp(Rounding::NearestEven, float_format(b), float);
            let other = from_float(terms, b, float);
            terms.ite(is_nan, nan, other)
        }
        (Scalar::Float(a), Scalar::Int { width, signed }) => {
            let float = to_float(terms, a, value);
            float_to_int(terms, float, width, signed)
        }
        (Scalar::Float(_), Scalar::Pointer { .. }) => terms.bv(to.bits(), 0),
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

/// What a conversion makes of a NaN's bits: sign and payload stay as far as they fit, and it is quiet.
fn converted_nan(terms: &mut Terms, from: FloatKind, to: FloatKind, bits: TermId) -> TermId {
    // An x87 number shows the bit before the point.
    let parts = |kind: FloatKind| {
        let shown = u32::from(kind == FloatKind::LongDouble);
        let fraction = float_format(kind).sig - 1;
        (fraction, float_format(kind).exp + shown)
    };
    let ((fraction, _), (wanted, ones)) = (parts(from), parts(to));
    let sign = terms.extract(bits, float_bits(from) - 1, float_bits(from) - 1);
    let payload = match wanted < fraction {
        true => terms.extract(bits, fraction - 1, fraction - wanted),
        false => {
            let whole = terms.extract(bits, fraction - 1, 0);
            let zeros = terms.bv_u128(wanted - fraction + 1, 0);
            let longer = terms.concat(whole, zeros);
            terms.extract(longer, wanted, 1)
        }
    };
    let quiet = terms.bv_u128(wanted, 1 << (wanted - 1));
    let payload = terms.bv_or(payload, quiet);
    let ones = terms.bv_u128(ones, u128::MAX);
    let magnitude = terms.concat(ones, payload);
    terms.concat(sign, magnitude)
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
