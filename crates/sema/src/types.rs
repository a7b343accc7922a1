//! C types, interned: equal types are equal ids.

use maymust_syntax::Name;

/// An interned type.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct TypeId(pub u32);

/// A struct or union definition.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct RecordId(pub u32);

/// An enum definition.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct EnumId(pub u32);

/// Sizes of `long`, pointers and the like.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum DataModel {
    /// 64-bit `long` and pointers.
    #[default]
    Lp64,
    /// 32-bit `int`, `long` and pointers.
    Ilp32,
}

/// An integer type as the machine sees it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct IntType {
    /// Rank order of C, also when widths are equal (`long` and `long long`).
    pub rank: IntRank,
    /// Signed?
    pub signed: bool,
}

/// The standard integer types by rank. `Char` is plain `char` (signed on our targets, a type of its own).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub enum IntRank {
    /// `_Bool`
    Bool,
    /// `char`: plain (`signed` is true)
    Char,
    /// `signed char`, `unsigned char`
    SChar,
    /// `short`
    Short,
    /// `int`
    Int,
    /// `long`
    Long,
    /// `long long`
    LongLong,
    /// `__int128`
    Int128,
}

/// Floating types.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub enum FloatKind {
    /// `_Float16`
    F16,
    /// `float`
    Float,
    /// `double`
    Double,
    /// x87 `long double`
    LongDouble,
    /// `__float128`
    F128,
}

/// What a type is. Qualifiers: only `volatile`, `const` and `atomic` of the outermost level are kept, in
/// [`Type::Qualified`] wrappers that never nest; most consumers call [`Types::unqualified`] first.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Type {
    /// `void`
    Void,
    /// An integer type.
    Int(IntType),
    /// A floating type.
    Float(FloatKind),
    /// A complex type: two numbers of a real type, the imaginary one second.
    Complex(TypeId),
    /// A pointer.
    Pointer(TypeId),
    /// An array of known constant length.
    Array(TypeId, u64),
    /// `[]`: incomplete, or a flexible member.
    IncompleteArray(TypeId),
    /// A variable-length array; its length is the value of a [`crate::hir::VlaSize`] slot of the function.
    Vla(TypeId, crate::hir::VlaId),
    /// A function.
    Function(FunctionType),
    /// Struct or union.
    Record(RecordId),
    /// An enum; behaves as its compatible integer type.
    Enum(EnumId),
    /// A GNU vector type (element type, number of elements).
    Vector(TypeId, u64),
    /// `va_list`'s element; see `Types::va_list`.
    Qualified(Qualifiers, TypeId),
    /// Stands for a type that had an error.
    Error,
}

/// Qualifiers that survive into types.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Qualifiers {
    /// `const`
    pub is_const: bool,
    /// `volatile`
    pub is_volatile: bool,
    /// `_Atomic`
    pub is_atomic: bool,
    /// `__seg_fs`, `__seg_gs`: in an address space of its own
    pub is_segment: bool,
    /// Alignment given to the type itself by an attribute on a typedef, as a power of two plus one; 0 for none.
    pub align_log2: u8,
}

impl Qualifiers {
    /// Nothing at all?
    pub fn is_none(self) -> bool {
        self == Qualifiers::default()
    }

    /// Both together.
    pub fn union(self, other: Qualifiers) -> Qualifiers {
        Qualifiers {
            is_const: self.is_const || other.is_const,
            is_volatile: self.is_volatile || other.is_volatile,
            is_atomic: self.is_atomic || other.is_atomic,
            is_segment: self.is_segment || other.is_segment,
            align_log2: if other.align_log2 != 0 { other.align_log2 } else { self.align_log2 },
        }
    }

    /// The alignment, if one is set.
    pub fn align(self) -> Option<u64> {
        (self.align_log2 != 0).then(|| 1u64 << (self.align_log2 - 1))
    }
}

/// The type of a function.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct FunctionType {
    /// Result.
    pub result: TypeId,
    /// Parameters after adjustment (arrays and functions are pointers).
    pub params: Vec<TypeId>,
    /// `...`
    pub variadic: bool,
    /// False for `f()`: arguments undergo default promotions and are not checked.
    pub prototype: bool,
}

/// A struct or union with its layout once complete.
#[derive(Clone, Debug)]
pub struct Record {
    /// Union?
    pub is_union: bool,
    /// Tag or the empty name.
    pub tag: Option<Name>,
    /// Layout; none while incomplete.
    pub layout: Option<RecordLayout>,
    /// `transparent_union`
    pub transparent: bool,
    /// `packed`
    pub packed: bool,
    /// `aligned(n)`
    pub aligned: Option<u64>,
}

/// The layout of a complete record.
#[derive(Clone, Debug)]
pub struct RecordLayout {
    /// Fields in order, unnamed bit-fields left out, anonymous records as fields without name.
    pub fields: Vec<Field>,
    /// `sizeof`
    pub size: u64,
    /// `_Alignof`
    pub align: u64,
    /// Ends in a flexible array member?
    pub flexible: bool,
}

/// A field.
#[derive(Clone, Debug)]
pub struct Field {
    /// Name; none for anonymous members.
    pub name: Option<Name>,
    /// Declared type.
    pub ty: TypeId,
    /// Byte offset; of a bit-field: of the storage bytes to access, see `bits`.
    pub offset: u64,
    /// Bit-field placement.
    pub bits: Option<BitField>,
}

/// A bit-field within the little-endian bytes from the field's `offset`: the smallest byte span that holds all
/// its bits is `ceil((shift + width) / 8)` bytes (1..=9, up to 17 for __int128), with `shift < 8`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct BitField {
    /// First bit within the byte at `offset` (0..=7).
    pub shift: u32,
    /// Width in bits, at least 1.
    pub width: u32,
    /// Sign-extend on load?
    pub signed: bool,
}

/// An enum.
#[derive(Clone, Debug)]
pub struct Enum {
    /// Tag.
    pub tag: Option<Name>,
    /// The compatible integer type; none while incomplete.
    pub compatible: Option<IntType>,
}
