//! The table of types: interning, sizes, alignments, classification.

use rustc_hash::FxHashMap;

use crate::types::*;

/// Length slot of an array type `[*]` or of a VLA outside of function bodies.
pub const STAR: crate::hir::VlaId = crate::hir::VlaId(u32::MAX);

macro_rules! common {
    ($($(#[$doc:meta])* $name:ident)*) => {
        /// The table of types: equal types have equal ids.
        #[derive(Debug)]
        pub struct Types {
            data_model: DataModel,
            types: Vec<Type>,
            ids: FxHashMap<Type, TypeId>,
            records: Vec<Record>,
            enums: Vec<Enum>,
            va_list: TypeId,
            $($(#[$doc])* pub $name: TypeId,)*
        }

        impl Types {
            fn blank(data_model: DataModel) -> Types {
                Types {
                    data_model,
                    types: Vec::new(),
                    ids: FxHashMap::default(),
                    records: Vec::new(),
                    enums: Vec::new(),
                    va_list: TypeId(0),
                    $($name: TypeId(0),)*
                }
            }

            $($(#[$doc])* pub fn $name(&self) -> TypeId {
                self.$name
            })*
        }
    };
}

common! {
    /// The type that stands for errors.
    error
    /// `void`
    void
    /// `_Bool`
    bool_
    /// `char`
    char_
    /// `signed char`
    schar
    /// `unsigned char`
    uchar
    /// `short`
    short
    /// `unsigned short`
    ushort
    /// `int`
    int
    /// `unsigned int`
    uint
    /// `long`
    long
    /// `unsigned long`
    ulong
    /// `long long`
    longlong
    /// `unsigned long long`
    ulonglong
    /// `__int128`
    int128
    /// `unsigned __int128`
    uint128
    /// `_Float16`
    float16
    /// `float`
    float
    /// `double`
    double
    /// `long double`
    longdouble
    /// `__float128`
    float128
    /// `size_t`
    size_t
    /// `ptrdiff_t`
    ptrdiff
    /// `wchar_t`
    wchar
    /// `void *`
    void_ptr
    /// `char *`
    char_ptr
    /// `const char`
    const_char
    /// `const char *`
    const_char_ptr
    /// `const void *`
    const_void_ptr
    /// `int (void)`-less: `int ()`, the type of an implicitly declared function
    implicit_function
}

impl Default for Types {
    fn default() -> Types {
        Types::new(DataModel::default())
    }
}

impl Types {
    /// The table with the basic types.
    pub fn new(data_model: DataModel) -> Types {
        let mut t = Types::blank(data_model);
        t.error = t.intern(Type::Error);
        t.void = t.intern(Type::Void);
        let int = |rank, signed| Type::Int(IntType { rank, signed });
        t.bool_ = t.intern(int(IntRank::Bool, false));
        t.char_ = t.intern(int(IntRank::Char, true));
        t.schar = t.intern(int(IntRank::SChar, true));
        t.uchar = t.intern(int(IntRank::SChar, false));
        t.short = t.intern(int(IntRank::Short, true));
        t.ushort = t.intern(int(IntRank::Short, false));
        t.int = t.intern(int(IntRank::Int, true));
        t.uint = t.intern(int(IntRank::Int, false));
        t.long = t.intern(int(IntRank::Long, true));
        t.ulong = t.intern(int(IntRank::Long, false));
        t.longlong = t.intern(int(IntRank::LongLong, true));
        t.ulonglong = t.intern(int(IntRank::LongLong, false));
        t.int128 = t.intern(int(IntRank::Int128, true));
        t.uint128 = t.intern(int(IntRank::Int128, false));
        t.float16 = t.intern(Type::Float(FloatKind::F16));
        t.float = t.intern(Type::Float(FloatKind::Float));
        t.double = t.intern(Type::Float(FloatKind::Double));
        t.longdouble = t.intern(Type::Float(FloatKind::LongDouble));
        t.float128 = t.intern(Type::Float(FloatKind::F128));
        (t.size_t, t.ptrdiff, t.wchar) = match data_model {
            DataModel::Lp64 => (t.ulong, t.long, t.int),
            DataModel::Ilp32 => (t.uint, t.int, t.long),
        };
        t.void_ptr = t.pointer_to(t.void);
        t.char_ptr = t.pointer_to(t.char_);
        let is_const = Qualifiers { is_const: true, ..Qualifiers::default() };
        t.const_char = t.qualified(is_const, t.char_);
        t.const_char_ptr = t.pointer_to(t.const_char);
        let const_void = t.qualified(is_const, t.void);
        t.const_void_ptr = t.pointer_to(const_void);
        let result = t.int;
        t.implicit_function = t.intern(Type::Function(FunctionType {
            result,
            params: Vec::new(),
            variadic: false,
            prototype: false,
        }));
        t.va_list = t.make_va_list();
        t
    }

    fn make_va_list(&mut self) -> TypeId {
        if self.data_model == DataModel::Ilp32 {
            return self.char_ptr;
        }
        let field = |ty, offset| Field { name: None, ty, offset, bits: None };
        let fields =
            vec![field(self.uint, 0), field(self.uint, 4), field(self.void_ptr, 8), field(self.void_ptr, 16)];
        let layout = RecordLayout { fields, size: 24, align: 8, flexible: false };
        let id = self.add_record(Record {
            is_union: false,
            tag: None,
            layout: Some(layout),
            transparent: false,
            packed: false,
            aligned: None,
        });
        let tag = self.intern(Type::Record(id));
        self.intern(Type::Array(tag, 1))
    }

    /// The sizes in force.
    pub fn data_model(&self) -> DataModel {
        self.data_model
    }

    /// `__builtin_va_list`.
    pub fn va_list(&self) -> TypeId {
        self.va_list
    }

    /// What a type is.
    pub fn get(&self, id: TypeId) -> &Type {
        &self.types[id.0 as usize]
    }

    /// The id of a type.
    pub fn intern(&mut self, ty: Type) -> TypeId {
        if let Some(&id) = self.ids.get(&ty) {
            return id;
        }
        let id = TypeId(self.types.len() as u32);
        self.types.push(ty.clone());
        self.ids.insert(ty, id);
        id
    }

    /// The type without qualifiers and alignment of its own.
    pub fn unqualified(&self, id: TypeId) -> TypeId {
        match self.get(id) {
            Type::Qualified(_, inner) => *inner,
            _ => id,
        }
    }

    /// What a type is, qualifiers aside.
    pub fn bare(&self, id: TypeId) -> &Type {
        match self.get(id) {
            Type::Qualified(_, inner) => self.get(*inner),
            ty => ty,
        }
    }

    /// The qualifiers of a type (of an array: those of its elements).
    pub fn qualifiers(&self, id: TypeId) -> Qualifiers {
        match self.get(id) {
            Type::Qualified(q, _) => *q,
            Type::Array(e, _) | Type::IncompleteArray(e) | Type::Vla(e, _) => {
                Qualifiers { align_log2: 0, ..self.qualifiers(*e) }
            }
            _ => Qualifiers::default(),
        }
    }

    /// The type with further qualifiers; those of an array go to its elements.
    pub fn qualified(&mut self, quals: Qualifiers, id: TypeId) -> TypeId {
        if quals.is_none() {
            return id;
        }
        let inner = Qualifiers { align_log2: 0, ..quals };
        match *self.get(id) {
            Type::Qualified(q, base) => self.intern(Type::Qualified(q.union(quals), base)),
            Type::Array(e, n) if !inner.is_none() => {
                let e = self.qualified(inner, e);
                let array = self.intern(Type::Array(e, n));
                self.aligned(quals, array)
            }
            Type::IncompleteArray(e) if !inner.is_none() => {
                let e = self.qualified(inner, e);
                let array = self.intern(Type::IncompleteArray(e));
                self.aligned(quals, array)
            }
            Type::Vla(e, n) if !inner.is_none() => {
                let e = self.qualified(inner, e);
                self.intern(Type::Vla(e, n))
            }
            Type::Error => id,
            Type::Function(_) => id,
            _ => self.intern(Type::Qualified(quals, id)),
        }
    }

    fn aligned(&mut self, quals: Qualifiers, id: TypeId) -> TypeId {
        if quals.align_log2 == 0 {
            return id;
        }
        self.intern(Type::Qualified(Qualifiers { align_log2: quals.align_log2, ..Qualifiers::default() }, id))
    }

    /// Pointer to a type.
    pub fn pointer_to(&mut self, id: TypeId) -> TypeId {
        self.intern(Type::Pointer(id))
    }

    /// A record's definition.
    pub fn record(&self, id: RecordId) -> &Record {
        &self.records[id.0 as usize]
    }

    /// A record's definition, to complete it.
    pub fn record_mut(&mut self, id: RecordId) -> &mut Record {
        &mut self.records[id.0 as usize]
    }

    /// A new record.
    pub fn add_record(&mut self, record: Record) -> RecordId {
        self.records.push(record);
        RecordId(self.records.len() as u32 - 1)
    }

    /// An enum's definition.
    pub fn enum_(&self, id: EnumId) -> &Enum {
        &self.enums[id.0 as usize]
    }

    /// An enum's definition, to complete it.
    pub fn enum_mut(&mut self, id: EnumId) -> &mut Enum {
        &mut self.enums[id.0 as usize]
    }

    /// A new enum.
    pub fn add_enum(&mut self, enum_: Enum) -> EnumId {
        self.enums.push(enum_);
        EnumId(self.enums.len() as u32 - 1)
    }

    /// Bytes of a pointer.
    pub fn pointer_size(&self) -> u64 {
        match self.data_model {
            DataModel::Lp64 => 8,
            DataModel::Ilp32 => 4,
        }
    }

    /// `sizeof`; none for incomplete types, VLAs, functions and void.
    pub fn size_of(&self, id: TypeId) -> Option<u64> {
        match self.get(id) {
            Type::Void | Type::Function(_) | Type::IncompleteArray(_) | Type::Vla(..) => None,
            Type::Int(int) => Some(u64::from(self.int_width(*int)) / 8),
            Type::Float(kind) => Some(self.float_size(*kind)),
            Type::Complex(part) => self.size_of(*part)?.checked_mul(2),
            Type::Pointer(_) => Some(self.pointer_size()),
            Type::Array(element, n) => self.size_of(*element)?.checked_mul(*n),
            Type::Record(record) => self.record(*record).layout.as_ref().map(|l| l.size),
            Type::Enum(e) => self.enum_(*e).compatible.map(|int| u64::from(self.int_width(int)) / 8),
            Type::Vector(element, n) => self.size_of(*element)?.checked_mul(*n),
            Type::Qualified(_, inner) => self.size_of(*inner),
            Type::Error => Some(4),
        }
    }

    /// The unit of pointer arithmetic: `sizeof`, 1 for void and functions; none for incomplete types and VLAs.
    pub fn element_size(&self, id: TypeId) -> Option<u64> {
        match self.bare(id) {
            Type::Void | Type::Function(_) => Some(1),
            _ => self.size_of(id),
        }
    }

    fn float_size(&self, kind: FloatKind) -> u64 {
        match kind {
            FloatKind::F16 => 2,
            FloatKind::Float => 4,
            FloatKind::Double => 8,
            FloatKind::LongDouble if self.data_model == DataModel::Ilp32 => 12,
            FloatKind::LongDouble | FloatKind::F128 => 16,
        }
    }

    /// `__alignof__`: of incomplete types 1.
    pub fn align_of(&self, id: TypeId) -> u64 {
        match self.get(id) {
            Type::Void | Type::Function(_) | Type::Error => 1,
            Type::Float(FloatKind::LongDouble) if self.data_model == DataModel::Ilp32 => 4,
            Type::Complex(part) => self.align_of(*part),
            Type::Array(element, _) | Type::IncompleteArray(element) | Type::Vla(element, _) => {
                self.align_of(*element)
            }
            Type::Record(record) => self.record(*record).layout.as_ref().map_or(1, |l| l.align),
            Type::Vector(..) => self.size_of(id).map_or(1, u64::next_power_of_two),
            Type::Qualified(quals, inner) => quals.align().unwrap_or_else(|| self.align_of(*inner)),
            _ => self.size_of(id).unwrap_or(1).max(1),
        }
    }

    /// The alignment as a member of a record (and `_Alignof`): on i386 at most 4 for `double`, `long long`
    /// and what has the size of one.
    pub fn field_align(&self, id: TypeId) -> u64 {
        if self.data_model == DataModel::Lp64 {
            return self.align_of(id);
        }
        match self.get(id) {
            Type::Array(element, _) | Type::IncompleteArray(element) | Type::Vla(element, _) => {
                self.field_align(*element)
            }
            Type::Qualified(quals, inner) => quals.align().unwrap_or_else(|| self.field_align(*inner)),
            Type::Complex(part) => self.field_align(*part),
            Type::Float(FloatKind::Double) => 4,
            Type::Int(_) | Type::Enum(_) | Type::Vector(..) if self.size_of(id) == Some(8) => 4,
            _ => self.align_of(id),
        }
    }

    /// The integer type, through enums; none for other types.
    pub fn int_type(&self, id: TypeId) -> Option<IntType> {
        match self.bare(id) {
            Type::Int(int) => Some(*int),
            Type::Enum(e) => {
                Some(self.enum_(*e).compatible.unwrap_or(IntType { rank: IntRank::Int, signed: false }))
            }
            _ => None,
        }
    }

    /// Bits of storage (`_Bool`: 8).
    pub fn int_width(&self, int: IntType) -> u32 {
        match int.rank {
            IntRank::Bool | IntRank::Char | IntRank::SChar => 8,
            IntRank::Short => 16,
            IntRank::Int => 32,
            IntRank::Long if self.data_model == DataModel::Ilp32 => 32,
            IntRank::Long | IntRank::LongLong => 64,
            IntRank::Int128 => 128,
        }
    }

    /// The type id of an integer type.
    pub fn int_id(&self, int: IntType) -> TypeId {
        let pick = |signed, unsigned| if int.signed { signed } else { unsigned };
        match int.rank {
            IntRank::Bool => self.bool_,
            IntRank::Char => self.char_,
            IntRank::SChar => pick(self.schar, self.uchar),
            IntRank::Short => pick(self.short, self.ushort),
            IntRank::Int => pick(self.int, self.uint),
            IntRank::Long => pick(self.long, self.ulong),
            IntRank::LongLong => pick(self.longlong, self.ulonglong),
            IntRank::Int128 => pick(self.int128, self.uint128),
        }
    }

    /// Bits of an integer type's storage; none for other types.
    pub fn width_of(&self, id: TypeId) -> Option<u32> {
        self.int_type(id).map(|int| self.int_width(int))
    }

    /// A signed integer type?
    pub fn is_signed(&self, id: TypeId) -> bool {
        self.int_type(id).is_some_and(|int| int.signed)
    }

    /// An integer type, an enum or `_Bool`?
    pub fn is_integer(&self, id: TypeId) -> bool {
        matches!(self.bare(id), Type::Int(_) | Type::Enum(_))
    }

    /// A pointer?
    pub fn is_pointer(&self, id: TypeId) -> bool {
        matches!(self.bare(id), Type::Pointer(_))
    }

    /// What a pointer points to.
    pub fn pointee(&self, id: TypeId) -> Option<TypeId> {
        match self.bare(id) {
            Type::Pointer(to) => Some(*to),
            _ => None,
        }
    }

    /// The element type of an array.
    pub fn element(&self, id: TypeId) -> Option<TypeId> {
        match self.bare(id) {
            Type::Array(e, _) | Type::IncompleteArray(e) | Type::Vla(e, _) => Some(*e),
            _ => None,
        }
    }

    /// A real floating type?
    pub fn is_float(&self, id: TypeId) -> bool {
        matches!(self.bare(id), Type::Float(_))
    }

    /// The real floating type.
    pub fn float_kind(&self, id: TypeId) -> Option<FloatKind> {
        match self.bare(id) {
            Type::Float(kind) => Some(*kind),
            _ => None,
        }
    }

    /// Integer, floating or complex?
    pub fn is_arithmetic(&self, id: TypeId) -> bool {
        matches!(self.bare(id), Type::Int(_) | Type::Enum(_) | Type::Float(_) | Type::Complex(_))
    }

    /// The parts of a complex number or vector: their type and how many there are.
    pub fn parts(&self, id: TypeId) -> Option<(TypeId, u64)> {
        match self.bare(id) {
            Type::Complex(part) => Some((*part, 2)),
            Type::Vector(element, n) => Some((*element, *n)),
            _ => None,
        }
    }

    /// A complex type?
    pub fn is_complex(&self, id: TypeId) -> bool {
        matches!(self.bare(id), Type::Complex(_))
    }

    /// A GNU vector type?
    pub fn is_vector(&self, id: TypeId) -> bool {
        matches!(self.bare(id), Type::Vector(..))
    }

    /// Struct or union?
    pub fn is_record(&self, id: TypeId) -> bool {
        matches!(self.bare(id), Type::Record(_))
    }

    /// The record of a struct or union type.
    pub fn record_of(&self, id: TypeId) -> Option<RecordId> {
        match self.bare(id) {
            Type::Record(record) => Some(*record),
            _ => None,
        }
    }

    /// An array of any kind?
    pub fn is_array(&self, id: TypeId) -> bool {
        matches!(self.bare(id), Type::Array(..) | Type::IncompleteArray(_) | Type::Vla(..))
    }

    /// Integer, float, complex or pointer?
    pub fn is_scalar(&self, id: TypeId) -> bool {
        self.is_arithmetic(id) || self.is_pointer(id)
    }

    /// `void`?
    pub fn is_void(&self, id: TypeId) -> bool {
        matches!(self.bare(id), Type::Void)
    }

    /// A function?
    pub fn is_function(&self, id: TypeId) -> bool {
        matches!(self.bare(id), Type::Function(_))
    }

    /// The function type.
    pub fn function(&self, id: TypeId) -> Option<&FunctionType> {
        match self.bare(id) {
            Type::Function(function) => Some(function),
            _ => None,
        }
    }

    /// The error type?
    pub fn is_error(&self, id: TypeId) -> bool {
        matches!(self.bare(id), Type::Error)
    }

    /// A complete object type (VLAs are complete)?
    pub fn is_complete(&self, id: TypeId) -> bool {
        match self.bare(id) {
            Type::Vla(e, _) => self.is_complete(*e),
            Type::Array(e, _) => self.is_complete(*e),
            Type::Void | Type::IncompleteArray(_) | Type::Function(_) => false,
            Type::Record(r) => self.record(*r).layout.is_some(),
            Type::Enum(e) => self.enum_(*e).compatible.is_some(),
            _ => true,
        }
    }

    /// Is the object's own size only known at run time (a VLA, or an array of VLAs)?
    pub fn contains_vla(&self, id: TypeId) -> bool {
        match self.bare(id) {
            Type::Vla(..) => true,
            Type::Array(e, _) | Type::IncompleteArray(e) => self.contains_vla(*e),
            _ => false,
        }
    }

    /// Does the type mention a VLA anywhere, also behind pointers?
    pub fn is_variably_modified(&self, id: TypeId) -> bool {
        match self.bare(id) {
            Type::Vla(..) => true,
            Type::Array(e, _) | Type::IncompleteArray(e) | Type::Pointer(e) => self.is_variably_modified(*e),
            Type::Function(f) => self.is_variably_modified(f.result),
            _ => false,
        }
    }
}
