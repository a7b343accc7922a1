//! The typed tree: C with every name resolved, every conversion written out, every layout decided.
//!
//! What lowering may rely on (and the checker guarantees):
//! - Operands of arithmetic have the operation's type already: every implicit conversion is a [`ExprKind::Convert`].
//! - Lvalues are [`Place`]s. Reading one is [`ExprKind::Load`]; arrays and functions decay by explicit nodes.
//! - Integer constant expressions required to be constant are folded; `sizeof` is a constant except of VLAs.
//! - Names are gone but for printing; types are complete where an object is defined or accessed.
//! - Operators on complex numbers and vectors are gone: they are operators on their parts, see [`ExprKind::Parts`].
//! - Aggregate values (records, complex numbers, vectors) occur only as `Load` of a place, `Call`, `Assign`, `Conditional`, `Comma`, `StmtExpr`,
//!   `CompoundLiteral`-like temporaries ([`ExprKind::Load`] of [`PlaceKind::Temporary`]), `Parts` and `VaArg`.

use maymust_source::Span;

use crate::types::TypeId;

/// A whole program: all files linked.
#[derive(Debug, Default)]
pub struct Program {
    /// Types, records and enums.
    pub types: crate::Types,
    /// Functions with and without body. Static functions of different files are different entries.
    pub functions: Vec<Function>,
    /// Objects of static storage duration: globals, static locals, string literals and file-scope compound literals.
    pub globals: Vec<Global>,
    /// `__attribute__((constructor))` functions: called in order before `main`.
    pub constructors: Vec<FunctionId>,
    /// `__attribute__((destructor))` functions: called in order when the program ends.
    pub destructors: Vec<FunctionId>,
    /// Does a function start threads?
    pub starts_threads: bool,
    /// The texts of names in types, for people; empty if nobody needs them.
    pub names: maymust_syntax::Names,
}

macro_rules! id {
    ($(#[$doc:meta])* $name:ident) => {
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
        pub struct $name(pub u32);
        impl $name {
            /// As an index.
            pub fn index(self) -> usize {
                self.0 as usize
            }
        }
    };
}
id!(
    /// Index into [`Program::functions`].
    FunctionId
);
id!(
    /// Index into [`Program::globals`].
    GlobalId
);
id!(
    /// Index into [`Body::locals`].
    LocalId
);
id!(
    /// Index into [`Body::labels`].
    LabelId
);
id!(
    /// Index into [`Body::vlas`]: where the length of a variable-length array type is kept.
    VlaId
);
id!(
    /// Index into [`Body::cleanups`].
    CleanupId
);

impl LabelId {
    /// Bytes between the first label of the function and this one: so far apart are their addresses.
    pub fn offset(self) -> i64 {
        i64::from(self.0)
    }
}

/// A function.
#[derive(Debug)]
pub struct Function {
    /// The name in the source (asm labels are ignored but for linking).
    pub name: String,
    /// Its type (always [`crate::Type::Function`]).
    pub ty: TypeId,
    /// Body if defined in the linked program.
    pub body: Option<Body>,
    /// `_Noreturn` or attribute.
    pub noreturn: bool,
    /// Attribute `pure` or `const`: what it gives is determined by its arguments (and memory).
    pub pure: bool,
    /// Declared weak: without body it may be missing, and its address null.
    pub weak: bool,
    /// Internal linkage?
    pub is_static: bool,
    /// Is its address taken (used other than by a direct call)?
    pub address_taken: bool,
    /// Declaration or definition.
    pub span: Span,
    /// Declared implicitly by a call?
    pub implicit: bool,
    /// Defined in a library model rather than the user's files?
    pub is_library: bool,
    /// Declared in a header of the system? Said by who knows the files.
    pub is_system: bool,
    /// Is it a clause of a contract, and no function of the source?
    pub is_clause: bool,
    /// What callers must see to, and what they may rely on.
    pub contracts: Vec<Contract>,
    /// Attribute `nonnull`: a bit for every parameter that is never null.
    pub nonnull: u64,
    /// Attribute `returns_nonnull`
    pub returns_nonnull: bool,
}

/// A clause of a function's contract.
#[derive(Clone, Debug)]
pub struct Contract {
    /// Which.
    pub kind: ContractKind,
    /// As it is written.
    pub text: String,
    /// The function that gives its truth: of the parameters, for [`ContractKind::Ensures`] also of the result (if there is one)
    /// and of the values of `olds`.
    pub condition: FunctionId,
    /// The functions that give the values of `old(…)` before the call.
    pub olds: Vec<FunctionId>,
    /// Where.
    pub span: Span,
}

/// Kinds of clauses, by who sees to them and when.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ContractKind {
    /// Holds before every call.
    Requires,
    /// Holds after every call.
    Ensures,
    /// A type's invariant before the call.
    InvariantBefore,
    /// And after it.
    InvariantAfter,
}

impl ContractKind {
    /// Before the call?
    pub fn is_before(self) -> bool {
        matches!(self, ContractKind::Requires | ContractKind::InvariantBefore)
    }

    /// In words.
    pub fn name(self) -> &'static str {
        match self {
            ContractKind::Requires => "precondition",
            ContractKind::Ensures => "postcondition",
            ContractKind::InvariantBefore | ContractKind::InvariantAfter => "invariant",
        }
    }
}

/// The body of a function.
#[derive(Debug)]
pub struct Body {
    /// Parameters (they are locals, `params[i]` is the local of parameter i).
    pub params: Vec<LocalId>,
    /// All locals of automatic storage.
    pub locals: Vec<Local>,
    /// All labels.
    pub labels: Vec<Label>,
    /// VLA length slots: one per variably modified array type met in the function. The slot is set by [`StmtKind::VlaSize`].
    pub vlas: Vec<Vla>,
    /// What is done when blocks are left, see [`StmtKind::Cleanup`].
    pub cleanups: Vec<Expr>,
    /// The statements.
    pub block: Vec<Stmt>,
    /// Span of the closing brace.
    pub end: Span,
}

/// A local variable or parameter, or a compound literal's object.
#[derive(Debug)]
pub struct Local {
    /// Name, for printing.
    pub name: String,
    /// Type.
    pub ty: TypeId,
    /// Is its address taken (also: is it an array or record used other than as a whole)? Then it lives in memory.
    pub address_taken: bool,
    /// Does its declaration or an assignment by its name give it a value?
    pub written: bool,
    /// Alignment if raised by an attribute.
    pub align: Option<u64>,
    /// Where.
    pub span: Span,
}

/// A label.
#[derive(Debug)]
pub struct Label {
    /// Name.
    pub name: String,
    /// Taken by `&&label`?
    pub address_taken: bool,
    /// Where.
    pub span: Span,
}

/// A VLA type's length slot.
#[derive(Debug)]
pub struct Vla {
    /// Where.
    pub span: Span,
}

/// An object of static storage duration.
#[derive(Debug)]
pub struct Global {
    /// Name; string literals have none.
    pub name: Option<String>,
    /// Type; complete unless it is declared `extern` and never defined.
    pub ty: TypeId,
    /// Is its address taken? As for [`Local::address_taken`].
    pub address_taken: bool,
    /// `extern` without definition anywhere: contents arbitrary.
    pub is_extern: bool,
    /// Internal linkage or static local?
    pub is_static: bool,
    /// `const` object?
    pub is_const: bool,
    /// `_Thread_local`?
    pub thread_local: bool,
    /// Alignment if raised by an attribute.
    pub align: Option<u64>,
    /// Size in bytes if larger than the type (initialised flexible array member).
    pub size: Option<u64>,
    /// Initialiser; bytes not mentioned are zero.
    pub init: GlobalInit,
    /// Where.
    pub span: Span,
    /// Defined in a library model?
    pub is_library: bool,
}

/// The initial contents of a global.
#[derive(Debug, Clone, Default)]
pub enum GlobalInit {
    /// All zero.
    #[default]
    Zero,
    /// Raw bytes from offset 0 (string literals, big tables of numbers); the rest is zero.
    Bytes(Vec<u8>),
    /// Scalars at offsets, in order; later ones win.
    Cells(Vec<InitCell>),
}

/// One scalar of an initialised global.
#[derive(Debug, Clone)]
pub struct InitCell {
    /// Byte offset.
    pub offset: u64,
    /// Scalar type.
    pub ty: TypeId,
    /// Bit-field placement.
    pub bits: Option<crate::types::BitField>,
    /// Value.
    pub value: Constant,
}

/// A constant. Integers are kept zero-extended to 128 bits after truncation to their type's width.
#[derive(Debug, Clone, PartialEq)]
pub enum Constant {
    /// Integer, enum, pointer from integer.
    Int(u128),
    /// Floating value as its IEEE (or x87) bits in the type's own format.
    Float(u128),
    /// Address of a global plus bytes.
    Global(GlobalId, i64),
    /// Address of a function.
    Function(FunctionId),
    /// Address of a label of the function the constant stands in (static tables of labels).
    Label(FunctionId, LabelId),
}

/// A statement.
#[derive(Debug)]
pub struct Stmt {
    /// Which.
    pub kind: StmtKind,
    /// Where.
    pub span: Span,
}

/// Statements. `break` and `continue` are kept; `case` labels are statements inside the switch body.
#[derive(Debug)]
pub enum StmtKind {
    /// Evaluate and drop.
    Expr(Expr),
    /// A block is a scope: locals declared directly in it live from its entry to its exit.
    Block(Vec<Stmt>),
    /// A local comes into being (at its block's entry); then its initialiser, if any, runs here.
    Declare(LocalId, Option<LocalInit>),
    /// From here on, whatever leaves the block first evaluates this; the last one declared comes first.
    Cleanup(CleanupId),
    /// Computes a VLA type's length (number of elements, as `size_t`) at the declaration's place.
    VlaSize(VlaId, Expr),
    /// `if`
    If(Expr, Box<Stmt>, Option<Box<Stmt>>),
    /// `while`
    While(Expr, Box<Stmt>),
    /// `do`
    DoWhile(Box<Stmt>, Expr),
    /// `for (init; condition; step)`; the init is a scope around the loop.
    For {
        /// First clause (declarations or an expression).
        init: Vec<Stmt>,
        /// Condition.
        condition: Option<Expr>,
        /// Step.
        step: Option<Expr>,
        /// Body.
        body: Box<Stmt>,
    },
    /// `switch`; the operand is promoted, case values are converted to its type.
    Switch {
        /// Operand.
        value: Expr,
        /// Body containing `Case` and `Default` statements at any depth.
        body: Box<Stmt>,
    },
    /// `case low ... high:` of the innermost switch, values (128-bit, sign-extended if the operand's type is signed).
    Case(i128, i128),
    /// `default:` of the innermost switch.
    Default,
    /// `label:`
    Label(LabelId),
    /// `goto label;`
    Goto(LabelId),
    /// `goto *e;`
    ComputedGoto(Expr),
    /// `break;`
    Break,
    /// `continue;`
    Continue,
    /// `return e;` (converted to the function's result type)
    Return(Option<Expr>),
    /// Inline assembly that is not the empty barrier: outputs become arbitrary.
    Asm {
        /// Output places (read-write ones too).
        outputs: Vec<Place>,
        /// Inputs, evaluated for their effects.
        inputs: Vec<Expr>,
        /// Clobbers memory?
        memory: bool,
        /// `asm goto` targets.
        labels: Vec<LabelId>,
    },
}

/// How a local is initialised.
#[derive(Debug)]
pub enum LocalInit {
    /// Scalar or whole record value.
    Expr(Expr),
    /// An aggregate: first all `size` bytes are zeroed if `zero`, then the parts are stored in order.
    Parts {
        /// Zero the object first?
        zero: bool,
        /// The stores.
        parts: Vec<InitPart>,
    },
    /// A character array from raw bytes at offset 0 (rest zeroed).
    Bytes(Vec<u8>),
}

/// One store of an aggregate initialiser.
#[derive(Debug)]
pub struct InitPart {
    /// Byte offset in the object.
    pub offset: u64,
    /// Bit-field placement.
    pub bits: Option<crate::types::BitField>,
    /// Value; its type is the stored type (records possible).
    pub value: InitValue,
}

/// The value of an [`InitPart`].
#[derive(Debug)]
pub enum InitValue {
    /// An expression.
    Expr(Expr),
    /// Raw bytes (string literal for a char array inside an aggregate).
    Bytes(Vec<u8>),
}

/// An expression (an rvalue).
#[derive(Debug)]
pub struct Expr {
    /// Which.
    pub kind: ExprKind,
    /// Unqualified type of the value.
    pub ty: TypeId,
    /// Where.
    pub span: Span,
}

/// Expressions.
#[derive(Debug)]
pub enum ExprKind {
    /// A constant of the expression's type.
    Constant(Constant),
    /// Reads a place.
    Load(Box<Place>),
    /// `&place`, and array-to-pointer decay (type: pointer).
    AddrOf(Box<Place>),
    /// Conversion to the expression's type (casts and implicit ones; to `void` drops the value; to `_Bool` tests ≠ 0).
    Convert(Box<Expr>),
    /// `-a`, `~a`: operand promoted, of the expression's type.
    Unary(UnaryOp, Box<Expr>),
    /// `!a`; operand any scalar; type int.
    Not(Box<Expr>),
    /// Arithmetic, bitwise and shifts: both operands of the expression's type, except that a shift's right operand
    /// has its own promoted type.
    Binary(BinaryOp, Box<Expr>, Box<Expr>),
    /// Comparison: operands of one common type (ints, floats or pointers); type int.
    Compare(CompareOp, Box<Expr>, Box<Expr>),
    /// `pointer + index` (`subtract`: `-`). The index has its promoted integer type. The element size is that of the
    /// pointed-to type (1 for void and functions; VLAs use their slots).
    PointerAdd {
        /// The pointer.
        pointer: Box<Expr>,
        /// The index.
        index: Box<Expr>,
        /// `-`?
        subtract: bool,
    },
    /// `pointer - pointer`, in elements; type ptrdiff_t.
    PointerDiff(Box<Expr>, Box<Expr>),
    /// `a && b`; operands scalars; type int.
    And(Box<Expr>, Box<Expr>),
    /// `a || b`
    Or(Box<Expr>, Box<Expr>),
    /// `c ? a : b`; both branches have the expression's type (or void).
    Conditional(Box<Expr>, Box<Expr>, Box<Expr>),
    /// `c ?: b`: value of c (converted to the expression's type) if it is ≠ 0, evaluated once.
    ConditionalSelf(Box<Expr>, Box<Expr>),
    /// `a, b`
    Comma(Box<Expr>, Box<Expr>),
    /// `place = value`; value of the place's type; gives the stored value (of a bit-field: after truncation).
    Assign(Box<Place>, Box<Expr>),
    /// `place op= value`: computes in `compute` type: place is converted to it, the right operand already has it
    /// (shifts: its own promoted type), and the result is converted back.
    AssignOp {
        /// Operator.
        op: BinaryOp,
        /// Target, evaluated once.
        place: Box<Place>,
        /// Right operand.
        value: Box<Expr>,
        /// Type of the computation.
        compute: TypeId,
    },
    /// `pointer += index` / `-=` as for [`ExprKind::PointerAdd`].
    AssignPointerAdd {
        /// Target.
        place: Box<Place>,
        /// Index.
        index: Box<Expr>,
        /// `-=`?
        subtract: bool,
    },
    /// `++`/`--` on an arithmetic or pointer place.
    IncDec {
        /// Target.
        place: Box<Place>,
        /// Decrement?
        decrement: bool,
        /// Give the old value?
        postfix: bool,
    },
    /// Direct call. Arguments are converted to parameter types, extra ones promoted.
    Call(FunctionId, Vec<Expr>),
    /// Call through a pointer.
    CallPointer(Box<Expr>, Vec<Expr>),
    /// A builtin with its arguments.
    Builtin(Builtin, Vec<Expr>),
    /// `({ … })`; the value is that of the last expression statement, which is `Some` here and not in the list.
    StmtExpr(Vec<Stmt>, Option<Box<Expr>>),
    /// `va_arg(list, type)`; the operand evaluates to a pointer to the `va_list` element.
    VaArg(Box<Expr>),
    /// `&&label`
    LabelAddr(LabelId),
    /// Number of bytes of a variably modified type.
    VlaSizeof(TypeId),
    /// A complex number (real part first) or a vector of its parts, evaluated in order.
    Parts(Vec<Expr>),
    /// Something we parse and type but do not model: reason.
    Unsupported(String),
}

/// An lvalue.
#[derive(Debug)]
pub struct Place {
    /// Which.
    pub kind: PlaceKind,
    /// The object's type as accessed (may be qualified: volatile matters).
    pub ty: TypeId,
    /// Where.
    pub span: Span,
}

/// Lvalues.
#[derive(Debug)]
pub enum PlaceKind {
    /// A local.
    Local(LocalId),
    /// A global.
    Global(GlobalId),
    /// A function designator (for `&f` and calls).
    Function(FunctionId),
    /// `*pointer`
    Deref(Box<Expr>),
    /// `base[index]` of an array place: bounds are known from the base's type. Index has its promoted type.
    Element(Box<Place>, Box<Expr>),
    /// `base.field`: byte offset (sum over anonymous members) and bit-field placement.
    Field {
        /// The record.
        base: Box<Place>,
        /// Byte offset.
        offset: u64,
        /// Bit-field.
        bits: Option<crate::types::BitField>,
        /// For printing.
        name: String,
    },
    /// The object of a compound literal inside a function: the local is (re)initialised, then designated.
    CompoundLiteral(LocalId, Box<LocalInit>),
    /// A temporary holding a record rvalue (`f().x`, `(a, b).x`), or any value whose bytes are seen as another type.
    Temporary(Box<Expr>),
}

/// `-`, `~` and float negation.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum UnaryOp {
    /// `-`
    Neg,
    /// `~`
    BitNot,
}

/// Arithmetic operators.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub enum BinaryOp {
    /// `+`
    Add,
    /// `-`
    Sub,
    /// `*`
    Mul,
    /// `/`
    Div,
    /// `%`
    Rem,
    /// `<<`
    Shl,
    /// `>>`
    Shr,
    /// `&`
    And,
    /// `|`
    Or,
    /// `^`
    Xor,
}

/// Comparisons.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub enum CompareOp {
    /// `<`
    Lt,
    /// `<=`
    Le,
    /// `>`
    Gt,
    /// `>=`
    Ge,
    /// `==`
    Eq,
    /// `!=`
    Ne,
}

/// Builtins that are not folded by the checker. Those that behave as a library function of the same name
/// (`__builtin_memcpy`, `__builtin_strlen`, `__builtin_printf`, `__builtin_abort`…) are plain calls of that function;
/// `__builtin_expect`, `__builtin_constant_p`, `__builtin_offsetof`, … are folded away. Arguments are converted to the
/// types named here.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub enum Builtin {
    /// `__builtin_va_start(pointer to list element, …)`
    VaStart,
    /// `__builtin_va_end`
    VaEnd,
    /// `__builtin_va_copy(to, from)`: pointers to list elements
    VaCopy,
    /// `__builtin_alloca(size_t)` and `_with_align`
    Alloca,
    /// `__builtin_unreachable()`
    Unreachable,
    /// `__builtin_trap()`
    Trap,
    /// bswap of the argument's width (16, 32, 64, 128)
    ByteSwap,
    /// count leading zeros (argument unsigned 32/64; zero is undefined); type int
    Clz,
    /// count trailing zeros; type int
    Ctz,
    /// ffs; type int
    Ffs,
    /// popcount; type int
    Popcount,
    /// parity; type int
    Parity,
    /// clrsb; type int
    Clrsb,
    /// `__builtin_add_overflow(a, b, result pointer)` and the typed variants: operands keep their own integer types,
    /// the result pointer's pointee decides; type _Bool
    AddOverflow,
    /// sub
    SubOverflow,
    /// mul
    MulOverflow,
    /// isnan of a float argument; type int
    IsNan,
    /// isinf (gives 1)
    IsInf,
    /// isinf_sign (−1, 0, 1)
    IsInfSign,
    /// isfinite
    IsFinite,
    /// isnormal
    IsNormal,
    /// signbit
    SignBit,
    /// isgreater, isless, … quiet comparisons are plain Compare; isunordered
    IsUnordered,
    /// fabs on a float type
    Fabs,
    /// copysign(a, b) on a float type
    Copysign,
    /// inf / huge_val / nan are folded to constants. sqrt, floor, ceil, trunc, rint on a float type
    Sqrt,
    /// floor
    Floor,
    /// ceil
    Ceil,
    /// trunc
    Trunc,
    /// rint / nearbyint (ties to even)
    Rint,
    /// fma
    Fma,
    /// fmin
    Fmin,
    /// fmax
    Fmax,
    /// `__builtin_object_size`-like: folded to -1/0 by the checker. frame_address/return_address: unsupported.
    /// `__sync_/__atomic_` fetch-and-op: (pointer, value) gives the old value
    AtomicFetch(BinaryOp),
    /// op-and-fetch: gives the new value
    AtomicApply(BinaryOp),
    /// fetch-and-nand / nand-and-fetch
    AtomicFetchNand,
    /// nand-and-fetch
    AtomicNandFetch,
    /// exchange (pointer, value): old value
    AtomicExchange,
    /// load (pointer)
    AtomicLoad,
    /// store (pointer, value)
    AtomicStore,
    /// bool compare and swap (pointer, expected value, desired): type _Bool
    SyncBoolCompareSwap,
    /// val compare and swap: old value
    SyncValCompareSwap,
    /// `__atomic_compare_exchange(_n)` (pointer, pointer to expected, desired): type _Bool
    AtomicCompareExchange,
    /// fences: no effect
    Fence,
    /// `__maymust_alloc(size, zeroed)`
    MayMustAlloc,
    /// `__maymust_malloc_may_fail()`: is that to be considered?
    MayMustMallocMayFail,
    /// `__maymust_free(p)`
    MayMustFree,
    /// `__maymust_object_size(p)`
    MayMustObjectSize,
    /// `__maymust_valid(p, n)`: may n bytes be read there?
    MayMustValid,
    /// `__maymust_copy(d, s, n)`
    MayMustCopy,
    /// `__maymust_fill(d, byte, n)`
    MayMustFill,
    /// `__maymust_output(fd, byte)`
    MayMustOutput,
    /// `__maymust_input()`
    MayMustInput,
    /// `__maymust_destructors()`: calls them
    MayMustDestructors,
    /// `__maymust_exit(status)`
    MayMustExit,
    /// `__maymust_abort()`
    MayMustAbort,
    /// `__maymust_check(condition, "kind: message")`
    MayMustCheck,
    /// `__maymust_assume(condition)`, `__VERIFIER_assume`
    MayMustAssume,
    /// `__maymust_unsupported("reason")`
    MayMustUnsupported,
    /// `__maymust_spawn(body, first, second)`: starts a thread that calls `body(first, second)`; its number
    MayMustSpawn,
    /// `__maymust_self()`: the number of the thread
    MayMustSelf,
    /// `__maymust_thread_begin()`: the thread-local objects of a new thread are made
    MayMustThreadBegin,
    /// `__maymust_thread_end()`: the lives of its thread-local objects end
    MayMustThreadEnd,
    /// `__maymust_end_thread()`
    MayMustEndThread,
    /// `__maymust_block(condition, "what is waited for")`: waits; the condition is evaluated again and again, without effects
    MayMustBlock,
    /// `__maymust_atomic_begin()`
    MayMustAtomicBegin,
    /// `__maymust_atomic_end()`
    MayMustAtomicEnd,
    /// `__maymust_acquire(address)`
    MayMustAcquire,
    /// `__maymust_release(address)`
    MayMustRelease,
    /// `__VERIFIER_nondet_T()`, `__maymust_nondet_T()`: any value of the result type
    Nondet,
    /// `reach_error()`, `__VERIFIER_error()`: a failed assertion
    ReachError,
    /// `__VERIFIER_assert(condition)`
    VerifierAssert,
}
