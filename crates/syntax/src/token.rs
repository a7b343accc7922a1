//! Kinds of tokens, and the table of keywords.

use crate::Name;

/// A token of 16 bytes; literals are decoded from the text when the parser wants them.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Token {
    /// Which.
    pub tok: Tok,
    /// Of identifiers and keywords.
    pub name: Name,
    /// Global position of the first byte.
    pub lo: u32,
    /// One past the last.
    pub hi: u32,
}

/// The name of tokens that have none.
pub(crate) const NO_NAME: Name = Name(u32::MAX);

/// What kind of token. Binary operators come first, so that tables over them are short.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u8)]
#[rustfmt::skip]
#[allow(missing_docs)]
pub(crate) enum Tok {
    // Binary operators, in the order of `parser::expr::BINARY`.
    Star, Slash, Percent, Plus, Minus, Shl, Shr, Lt, Gt, Le, Ge, EqEq, Ne, Amp, Caret, Pipe, AmpAmp, PipePipe,
    // Assignment operators.
    Assign, StarAssign, SlashAssign, PercentAssign, PlusAssign, MinusAssign, ShlAssign, ShrAssign,
    AmpAssign, CaretAssign, PipeAssign,
    // Other punctuation.
    Question, Colon, Comma, Semi, LParen, RParen, LBracket, RBracket, LBrace, RBrace,
    Dot, Arrow, Ellipsis, PlusPlus, MinusMinus, Tilde, Bang,
    // Words and literals.
    Ident, Number, Char, Str, Eof,
    // Keywords that start declarations.
    Typedef, Extern, Static, Auto, Register, ThreadLocal, Inline, Noreturn,
    Const, Volatile, Restrict, Atomic, Alignas, Attribute, Segment, Extension,
    Void, Bool, CharKw, Short, Int, Long, Float, Double, Signed, Unsigned, Complex,
    Int128, Float16, Float32, Float64, Float32x, Float64x, Float128, VaList, AutoType, Decimal,
    Struct, Union, Enum, Typeof, StaticAssert,
    // Statement keywords.
    If, Else, While, Do, For, Switch, Case, Default, Goto, Break, Continue, Return, Asm, LocalLabel,
    // Expression keywords.
    Sizeof, Alignof, MinAlignof, Generic, FunctionName, Real, Imag,
    VaArg, Offsetof, TypesCompatible, ConvertVector, HasAttribute, ChooseExpr, UnsupportedBuiltin, Pragma,
}

impl Tok {
    /// Does the keyword begin or continue declaration specifiers?
    pub fn is_spec(self) -> bool {
        (Tok::Typedef as u8..=Tok::Typeof as u8).contains(&(self as u8))
    }

    /// Does the keyword begin a statement that is neither an expression nor a declaration?
    pub fn is_stmt(self) -> bool {
        (Tok::If as u8..=Tok::LocalLabel as u8).contains(&(self as u8))
    }

    /// An identifier or keyword: something with a name.
    pub fn is_word(self) -> bool {
        self == Tok::Ident || self as u8 >= Tok::Typedef as u8
    }
}

/// All keywords; the position is the keyword's [`Name`].
#[rustfmt::skip]
pub(crate) const KEYWORDS: &[(&str, Tok)] = &[
    ("typedef", Tok::Typedef), ("extern", Tok::Extern), ("static", Tok::Static), ("auto", Tok::Auto),
    ("register", Tok::Register), ("_Thread_local", Tok::ThreadLocal), ("__thread", Tok::ThreadLocal),
    ("inline", Tok::Inline), ("__inline", Tok::Inline), ("__inline__", Tok::Inline),
    ("_Noreturn", Tok::Noreturn),
    ("const", Tok::Const), ("__const", Tok::Const), ("__const__", Tok::Const),
    ("volatile", Tok::Volatile), ("__volatile", Tok::Volatile), ("__volatile__", Tok::Volatile),
    ("restrict", Tok::Restrict), ("__restrict", Tok::Restrict), ("__restrict__", Tok::Restrict),
    ("_Atomic", Tok::Atomic), ("_Alignas", Tok::Alignas),
    ("__seg_fs", Tok::Segment), ("__seg_gs", Tok::Segment),
    ("__attribute__", Tok::Attribute), ("__attribute", Tok::Attribute), ("__extension__", Tok::Extension),
    ("void", Tok::Void), ("_Bool", Tok::Bool), ("char", Tok::CharKw), ("short", Tok::Short),
    ("int", Tok::Int), ("long", Tok::Long), ("float", Tok::Float), ("double", Tok::Double),
    ("signed", Tok::Signed), ("__signed", Tok::Signed), ("__signed__", Tok::Signed),
    ("unsigned", Tok::Unsigned), ("_Complex", Tok::Complex), ("__complex", Tok::Complex),
    ("__complex__", Tok::Complex), ("__int128", Tok::Int128),
    ("_Float16", Tok::Float16), ("_Float32", Tok::Float32), ("_Float64", Tok::Float64),
    ("_Float32x", Tok::Float32x), ("_Float64x", Tok::Float64x), ("_Float128", Tok::Float128),
    ("__float128", Tok::Float128), ("__float80", Tok::Float64x),
    ("__builtin_va_list", Tok::VaList), ("__auto_type", Tok::AutoType),
    ("_Decimal32", Tok::Decimal), ("_Decimal64", Tok::Decimal), ("_Decimal128", Tok::Decimal),
    ("struct", Tok::Struct), ("union", Tok::Union), ("enum", Tok::Enum),
    ("typeof", Tok::Typeof), ("__typeof", Tok::Typeof), ("__typeof__", Tok::Typeof),
    ("_Static_assert", Tok::StaticAssert),
    ("if", Tok::If), ("else", Tok::Else), ("while", Tok::While), ("do", Tok::Do), ("for", Tok::For),
    ("switch", Tok::Switch), ("case", Tok::Case), ("default", Tok::Default), ("goto", Tok::Goto),
    ("break", Tok::Break), ("continue", Tok::Continue), ("return", Tok::Return),
    ("asm", Tok::Asm), ("__asm", Tok::Asm), ("__asm__", Tok::Asm), ("__label__", Tok::LocalLabel),
    ("sizeof", Tok::Sizeof), ("_Alignof", Tok::MinAlignof), ("__alignof", Tok::Alignof),
    ("__alignof__", Tok::Alignof), ("_Generic", Tok::Generic),
    ("__func__", Tok::FunctionName), ("__FUNCTION__", Tok::FunctionName),
    ("__PRETTY_FUNCTION__", Tok::FunctionName),
    ("__real", Tok::Real), ("__real__", Tok::Real), ("__imag", Tok::Imag), ("__imag__", Tok::Imag),
    ("__builtin_va_arg", Tok::VaArg), ("__builtin_offsetof", Tok::Offsetof),
    ("__builtin_types_compatible_p", Tok::TypesCompatible), ("__builtin_choose_expr", Tok::ChooseExpr),
    ("__builtin_has_attribute", Tok::HasAttribute), ("__builtin_convertvector", Tok::ConvertVector),
    ("__builtin_call_with_static_chain", Tok::UnsupportedBuiltin), ("_Pragma", Tok::Pragma),
];
