//! The syntax tree: C11 and GNU C as written, names not resolved, types not computed.
//!
//! The parser knows only which identifiers are typedef names. Positions of attributes are folded
//! into the nearest specifier list or declarator.

use maymust_source::Span;

use crate::Name;

/// A translation unit.
#[derive(Clone, Debug, Default)]
pub struct Unit {
    /// External declarations in order.
    pub items: Vec<Item>,
}

/// An external declaration.
#[derive(Clone, Debug)]
pub enum Item {
    /// A declaration.
    Declaration(Declaration),
    /// A function definition.
    Function(Box<FunctionDef>),
    /// `_Static_assert(condition, message);`
    StaticAssert(Box<StaticAssert>),
    /// Top-level `asm("…");`
    Asm(Span),
}

/// `_Static_assert(condition, message)`.
#[derive(Clone, Debug)]
pub struct StaticAssert {
    /// The condition.
    pub condition: Expr,
    /// The message if there is one.
    pub message: Option<String>,
    /// The whole.
    pub span: Span,
}

/// A function with its body.
#[derive(Clone, Debug)]
pub struct FunctionDef {
    /// Specifiers.
    pub specs: DeclSpecs,
    /// Declarator; the outermost part next to the name is a [`DeclPart::Function`].
    pub declarator: Declarator,
    /// K&R parameter declarations.
    pub old_style: Vec<Declaration>,
    /// Body.
    pub body: Block,
    /// From specifiers to the closing brace.
    pub span: Span,
}

/// `specifiers declarator = init, …;`
#[derive(Clone, Debug)]
pub struct Declaration {
    /// Specifiers.
    pub specs: DeclSpecs,
    /// Declarators; empty for `struct s {…};`.
    pub declarators: Vec<InitDeclarator>,
    /// The whole.
    pub span: Span,
}

/// A declarator with its initialiser.
#[derive(Clone, Debug)]
pub struct InitDeclarator {
    /// The declarator.
    pub declarator: Declarator,
    /// The initialiser.
    pub init: Option<Initializer>,
}

/// Storage class; `typedef` counts as one, as in the grammar.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Storage {
    /// None written.
    #[default]
    None,
    /// `typedef`
    Typedef,
    /// `extern`
    Extern,
    /// `static`
    Static,
    /// `auto`
    Auto,
    /// `register`
    Register,
}

/// Type qualifiers.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Hash)]
pub struct Quals {
    /// `const`
    pub is_const: bool,
    /// `volatile`
    pub is_volatile: bool,
    /// `restrict`
    pub is_restrict: bool,
    /// `_Atomic` as qualifier
    pub is_atomic: bool,
}

/// Declaration specifiers.
#[derive(Clone, Debug)]
pub struct DeclSpecs {
    /// Storage class.
    pub storage: Storage,
    /// `_Thread_local` / `__thread`
    pub thread_local: bool,
    /// `inline`
    pub inline: bool,
    /// `_Noreturn`
    pub noreturn: bool,
    /// Qualifiers.
    pub quals: Quals,
    /// The type.
    pub ty: TypeSpec,
    /// `__attribute__((…))` anywhere among the specifiers.
    pub attrs: Vec<Attribute>,
    /// `_Alignas(…)`
    pub alignas: Vec<SizeofArg>,
    /// The specifiers' span.
    pub span: Span,
}

/// A type specifier; keyword combinations are already resolved.
#[derive(Clone, Debug)]
pub enum TypeSpec {
    /// No type specifier: implicit int.
    Missing,
    /// `void`
    Void,
    /// `_Bool`
    Bool,
    /// `char`
    Char,
    /// `signed char`
    SChar,
    /// `unsigned char`
    UChar,
    /// `short`
    Short,
    /// `unsigned short`
    UShort,
    /// `int`
    Int,
    /// `unsigned int`
    UInt,
    /// `long`
    Long,
    /// `unsigned long`
    ULong,
    /// `long long`
    LongLong,
    /// `unsigned long long`
    ULongLong,
    /// `__int128`
    Int128,
    /// `unsigned __int128`
    UInt128,
    /// `_Float16`
    Float16,
    /// `float`, `_Float32`
    Float,
    /// `double`, `_Float64`, `_Float32x`
    Double,
    /// `long double`, `_Float64x`
    LongDouble,
    /// `__float128`, `_Float128`
    Float128,
    /// `_Complex` of the given real type
    Complex(Box<TypeSpec>),
    /// `__builtin_va_list`
    VaList,
    /// `__auto_type`
    AutoType,
    /// A typedef name.
    Typedef(Name),
    /// `struct` or `union`
    Record(Box<RecordSpec>),
    /// `enum`
    Enum(Box<EnumSpec>),
    /// `typeof(expression)`
    TypeofExpr(Box<Expr>),
    /// `typeof(type)`
    TypeofType(Box<TypeName>),
    /// `_Atomic(type)`
    Atomic(Box<TypeName>),
}

/// Struct or union?
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub enum RecordKind {
    /// `struct`
    Struct,
    /// `union`
    Union,
}

/// `struct tag { … }`
#[derive(Clone, Debug)]
pub struct RecordSpec {
    /// Struct or union.
    pub kind: RecordKind,
    /// Tag.
    pub tag: Option<Name>,
    /// Members if there is a body.
    pub members: Option<Vec<Member>>,
    /// Attributes before the tag and after the brace.
    pub attrs: Vec<Attribute>,
    /// The `#pragma pack` value in force at the closing brace, in bytes.
    pub pack: Option<u32>,
    /// The span of keyword and tag.
    pub span: Span,
}

/// A member declaration.
#[derive(Clone, Debug)]
pub enum Member {
    /// Fields (or an anonymous record: no declarators).
    Field {
        /// Specifiers.
        specs: DeclSpecs,
        /// Declarators with bit-field widths.
        declarators: Vec<FieldDeclarator>,
        /// The whole.
        span: Span,
    },
    /// `_Static_assert`
    StaticAssert(Box<StaticAssert>),
}

/// A field; unnamed bit-fields have a declarator without name.
#[derive(Clone, Debug)]
pub struct FieldDeclarator {
    /// The declarator.
    pub declarator: Declarator,
    /// Bit-field width.
    pub width: Option<Box<Expr>>,
}

/// `enum tag { … }`
#[derive(Clone, Debug)]
pub struct EnumSpec {
    /// Tag.
    pub tag: Option<Name>,
    /// Enumerators if there is a body.
    pub enumerators: Option<Vec<Enumerator>>,
    /// Attributes.
    pub attrs: Vec<Attribute>,
    /// The span of keyword and tag.
    pub span: Span,
}

/// One enumerator.
#[derive(Clone, Debug)]
pub struct Enumerator {
    /// Its name.
    pub name: Name,
    /// Its value if written.
    pub value: Option<Expr>,
    /// Where.
    pub span: Span,
}

/// A declarator. `parts` go from the name outward: `int *a[3]` has parts `[Array(3), Pointer]`.
#[derive(Clone, Debug, Default)]
pub struct Declarator {
    /// The name; none in abstract declarators.
    pub name: Option<Name>,
    /// The name's span, or that of the place where it would stand.
    pub span: Span,
    /// Derivations from the name outward.
    pub parts: Vec<DeclPart>,
    /// Attributes on the declarator.
    pub attrs: Vec<Attribute>,
    /// `asm("label")`
    pub asm_label: Option<String>,
}

/// One derivation of a declarator.
#[derive(Clone, Debug)]
pub enum DeclPart {
    /// `*` with qualifiers.
    Pointer(Quals, Vec<Attribute>),
    /// `[size]`
    Array {
        /// Size.
        size: ArraySize,
        /// Qualifiers inside the brackets (parameters only).
        quals: Quals,
    },
    /// `(…)`
    Function(Box<FunctionPart>),
}

/// The size of an array declarator.
#[derive(Clone, Debug)]
pub enum ArraySize {
    /// `[]`
    None,
    /// `[*]`
    Star,
    /// `[expr]`, `[static expr]`
    Expr(Box<Expr>),
}

/// A parameter list.
#[derive(Clone, Debug, Default)]
pub struct FunctionPart {
    /// Prototype parameters. `(void)` gives none with `prototype` true.
    pub params: Vec<Param>,
    /// K&R identifier list.
    pub names: Vec<(Name, Span)>,
    /// `...`
    pub variadic: bool,
    /// False for `()` and identifier lists.
    pub prototype: bool,
    /// Span of the parentheses.
    pub span: Span,
}

/// A prototype parameter.
#[derive(Clone, Debug)]
pub struct Param {
    /// Specifiers.
    pub specs: DeclSpecs,
    /// Declarator, maybe abstract.
    pub declarator: Declarator,
    /// The whole.
    pub span: Span,
}

/// `type-name` in casts, sizeof, ….
#[derive(Clone, Debug)]
pub struct TypeName {
    /// Specifiers.
    pub specs: DeclSpecs,
    /// Abstract declarator.
    pub declarator: Declarator,
    /// The whole.
    pub span: Span,
}

/// `__attribute__((name(args)))`; underscores around the name are stripped.
///
/// The address spaces `__seg_fs` and `__seg_gs` are attributes of these names on specifiers or pointers.
#[derive(Clone, Debug)]
pub struct Attribute {
    /// Name without `__`.
    pub name: Name,
    /// Arguments; an identifier argument such as in `mode(SI)` is an [`ExprKind::Ident`] (underscores kept).
    pub args: Vec<Expr>,
    /// Where.
    pub span: Span,
}

/// An initialiser.
#[derive(Clone, Debug)]
pub enum Initializer {
    /// An expression.
    Expr(Expr),
    /// A braced list.
    List(InitList),
}

/// `{ [1] = a, .x = b, c }`
#[derive(Clone, Debug)]
pub struct InitList {
    /// The entries.
    pub entries: Vec<InitEntry>,
    /// The braces.
    pub span: Span,
}

/// One entry of a braced list.
#[derive(Clone, Debug)]
pub struct InitEntry {
    /// Designators; GNU old style `x: v` is a field designator.
    pub designators: Vec<Designator>,
    /// The value.
    pub value: Initializer,
}

/// A designator.
#[derive(Clone, Debug)]
pub enum Designator {
    /// `.name`
    Field(Name, Span),
    /// `[index]`
    Index(Expr),
    /// `[lo ... hi]`
    Range(Expr, Expr),
}

/// A compound statement.
#[derive(Clone, Debug)]
pub struct Block {
    /// Statements and declarations.
    pub stmts: Vec<Stmt>,
    /// The braces.
    pub span: Span,
}

/// A statement with its span.
#[derive(Clone, Debug)]
pub struct Stmt {
    /// Which.
    pub kind: StmtKind,
    /// Where.
    pub span: Span,
}

/// Statements.
#[derive(Clone, Debug)]
pub enum StmtKind {
    /// `;`
    Empty,
    /// `e;`
    Expr(Expr),
    /// A declaration.
    Declaration(Box<Declaration>),
    /// A nested function (GNU).
    NestedFunction(Box<FunctionDef>),
    /// `_Static_assert`
    StaticAssert(Box<StaticAssert>),
    /// `__label__ a, b;`
    LocalLabels(Vec<(Name, Span)>),
    /// `{ … }`
    Block(Block),
    /// `if`
    If(Expr, Box<Stmt>, Option<Box<Stmt>>),
    /// `while`
    While(Expr, Box<Stmt>),
    /// `do … while`
    DoWhile(Box<Stmt>, Expr),
    /// `for`
    For(Box<For>),
    /// `switch`
    Switch(Expr, Box<Stmt>),
    /// `case lo:` or `case lo ... hi:`
    Case(Expr, Option<Expr>, Box<Stmt>),
    /// `default:`
    Default(Box<Stmt>),
    /// `label:`
    Label(Name, Box<Stmt>),
    /// `goto label;`
    Goto(Name),
    /// `goto *e;`
    ComputedGoto(Expr),
    /// `break;`
    Break,
    /// `continue;`
    Continue,
    /// `return e;`
    Return(Option<Expr>),
    /// `asm`
    Asm(Box<Asm>),
}

/// A `for` loop.
#[derive(Clone, Debug)]
pub struct For {
    /// First clause.
    pub init: ForInit,
    /// Condition.
    pub condition: Option<Expr>,
    /// Step.
    pub step: Option<Expr>,
    /// Body.
    pub body: Stmt,
}

/// The first clause of a `for`.
#[derive(Clone, Debug)]
pub enum ForInit {
    /// Nothing.
    None,
    /// An expression.
    Expr(Expr),
    /// A declaration.
    Declaration(Declaration),
}

/// An inline assembly statement.
#[derive(Clone, Debug)]
pub struct Asm {
    /// The template text.
    pub template: String,
    /// `volatile`
    pub is_volatile: bool,
    /// Output operands: constraint and lvalue.
    pub outputs: Vec<(String, Expr)>,
    /// Input operands.
    pub inputs: Vec<(String, Expr)>,
    /// Clobbers.
    pub clobbers: Vec<String>,
    /// `asm goto` labels.
    pub labels: Vec<(Name, Span)>,
}

/// An expression with its span.
#[derive(Clone, Debug)]
pub struct Expr {
    /// Which.
    pub kind: ExprKind,
    /// Where.
    pub span: Span,
}

/// Suffix of an integer literal.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct IntSuffix {
    /// `u`
    pub unsigned: bool,
    /// Number of `l`s: 0, 1 or 2.
    pub longs: u8,
    /// `i`/`j`: GNU imaginary
    pub imaginary: bool,
}

/// Suffix of a floating literal.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum FloatSuffix {
    /// None: double (also f64, f32x).
    Double,
    /// `f`, `f32`
    Float,
    /// `l`, `w`, `f64x`
    LongDouble,
    /// `q`, `f128`
    Quad,
    /// `f16`
    Half,
}

/// Encoding prefix of character and string literals.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Encoding {
    /// none
    Plain,
    /// `L`
    Wide,
    /// `u8`
    Utf8,
    /// `u`
    Utf16,
    /// `U`
    Utf32,
}

/// Expressions.
#[derive(Clone, Debug)]
pub enum ExprKind {
    /// A name.
    Ident(Name),
    /// An integer literal; `decimal` matters for its type.
    Int {
        /// Value.
        value: u128,
        /// Suffix.
        suffix: IntSuffix,
        /// Written in decimal?
        decimal: bool,
    },
    /// A floating literal as written, without suffix (decimal or hexadecimal).
    Float(Box<str>, FloatSuffix),
    /// A floating literal with the GNU suffix `i` or `j`: that times the imaginary unit.
    Imaginary(Box<Expr>),
    /// A character literal: its value by gcc's rules (multi-character constants too), as `int`/`wchar_t`/….
    Char(i64, Encoding),
    /// A string literal, escapes resolved, adjacent ones joined, one entry per code unit, no terminator.
    Str(Box<[u32]>, Encoding),
    /// `__func__`, `__FUNCTION__`, `__PRETTY_FUNCTION__`
    FunctionName,
    /// `( e )`; kept because gcc's rules for string initialisers see it.
    Paren(Box<Expr>),
    /// `a[b]`
    Index(Box<Expr>, Box<Expr>),
    /// `f(args)`
    Call(Box<Expr>, Vec<Expr>),
    /// `e.name`
    Member(Box<Expr>, Name),
    /// `e->name`
    Arrow(Box<Expr>, Name),
    /// Prefix operators.
    Unary(UnaryOp, Box<Expr>),
    /// Postfix `++`/`--`.
    Postfix(IncDec, Box<Expr>),
    /// Binary operators without assignment, `&&`, `||` and comma.
    Binary(BinaryOp, Box<Expr>, Box<Expr>),
    /// `&&`
    LogicalAnd(Box<Expr>, Box<Expr>),
    /// `||`
    LogicalOr(Box<Expr>, Box<Expr>),
    /// `a, b`
    Comma(Box<Expr>, Box<Expr>),
    /// `a = b`, `a op= b`
    Assign(Option<BinaryOp>, Box<Expr>, Box<Expr>),
    /// `c ? a : b`; the middle may be missing.
    Conditional(Box<Expr>, Option<Box<Expr>>, Box<Expr>),
    /// `(type) e`
    Cast(Box<TypeName>, Box<Expr>),
    /// `(type) { … }`
    CompoundLiteral(Box<TypeName>, Box<InitList>),
    /// `sizeof`
    Sizeof(Box<SizeofArg>),
    /// `__alignof__`: the preferred alignment
    Alignof(Box<SizeofArg>),
    /// `_Alignof`: the least alignment (differs on i386)
    MinAlignof(Box<SizeofArg>),
    /// `_Generic(e, type: e, default: e)`
    Generic(Box<Expr>, Vec<(Option<TypeName>, Expr)>),
    /// `({ … })`
    StmtExpr(Box<Block>),
    /// `&&label`
    LabelAddr(Name),
    /// `__builtin_va_arg(list, type)`
    VaArg(Box<Expr>, Box<TypeName>),
    /// `__builtin_offsetof(type, member designator)`
    Offsetof(Box<TypeName>, Vec<Designator>),
    /// `__builtin_has_attribute(type or expression, attribute)`
    HasAttribute(Box<SizeofArg>, Box<Attribute>),
    /// `__builtin_convertvector(vector, type)`
    ConvertVector(Box<Expr>, Box<TypeName>),
    /// `__builtin_types_compatible_p(a, b)`
    TypesCompatible(Box<TypeName>, Box<TypeName>),
    /// `__builtin_choose_expr(c, a, b)`
    ChooseExpr(Box<Expr>, Box<Expr>, Box<Expr>),
    /// `__builtin_convertvector` and the like never parse into this; `__extension__ e` is just `e`.
    /// `__real__ e` / `__imag__ e`; true for `__imag__`
    ComplexPart(bool, Box<Expr>),
}

/// The operand of sizeof-like operators.
#[derive(Clone, Debug)]
pub enum SizeofArg {
    /// A type in parentheses.
    Type(TypeName),
    /// An expression.
    Expr(Expr),
}

/// Prefix operators.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum UnaryOp {
    /// `&`
    AddrOf,
    /// `*`
    Deref,
    /// `+`
    Plus,
    /// `-`
    Minus,
    /// `~`
    BitNot,
    /// `!`
    Not,
    /// `++e`
    PreInc,
    /// `--e`
    PreDec,
}

/// Increment or decrement.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum IncDec {
    /// `++`
    Inc,
    /// `--`
    Dec,
}

/// Binary operators.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub enum BinaryOp {
    /// `*`
    Mul,
    /// `/`
    Div,
    /// `%`
    Rem,
    /// `+`
    Add,
    /// `-`
    Sub,
    /// `<<`
    Shl,
    /// `>>`
    Shr,
    /// `<`
    Lt,
    /// `>`
    Gt,
    /// `<=`
    Le,
    /// `>=`
    Ge,
    /// `==`
    Eq,
    /// `!=`
    Ne,
    /// `&`
    And,
    /// `^`
    Xor,
    /// `|`
    Or,
}
