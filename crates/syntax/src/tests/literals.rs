//! Literals: numbers, characters, strings.

use super::check_expr;

#[test]
fn integers() {
    check_expr("0", "0");
    check_expr("7", "7");
    check_expr("017", "0xf");
    check_expr("0x1F", "0x1f");
    check_expr("0XfF", "0xff");
    check_expr("0b101", "0x5");
    check_expr("0B1", "0x1");
    check_expr("18446744073709551615", "18446744073709551615");
    check_expr("1u", "1u");
    check_expr("1U", "1u");
    check_expr("1l", "1l");
    check_expr("1L", "1l");
    check_expr("1ul", "1ul");
    check_expr("1LU", "1ul");
    check_expr("1ull", "1ull");
    check_expr("1llu", "1ull");
    check_expr("1LLU", "1ull");
    check_expr("1uLL", "1ull");
    check_expr("1i", "1i");
    check_expr("1j", "1i");
    check_expr("0x1ulli", "0x1ulli");
    check_expr("0i", "0i");
}

#[test]
fn floats() {
    check_expr("1.0", "1.0d");
    check_expr("1.", "1.d");
    check_expr(".5", ".5d");
    check_expr("1e3", "1e3d");
    check_expr("1E-3", "1E-3d");
    check_expr("1.5e+10f", "1.5e+10Float");
    check_expr("1.0F", "1.0Float");
    check_expr("1.0l", "1.0LongDouble");
    check_expr("1.0L", "1.0LongDouble");
    check_expr("0x1p3", "0x1p3d");
    check_expr("0x1.8p-2f", "0x1.8p-2Float");
    check_expr("0x.8P1L", "0x.8P1LongDouble");
    check_expr("08.5", "08.5d");
    check_expr("1.0q", "1.0Quad");
    check_expr("1.0w", "1.0LongDouble");
    check_expr("1.0f16", "1.0Half");
    check_expr("1.0f32", "1.0Float");
    check_expr("1.0F64", "1.0d");
    check_expr("1.0f128", "1.0Quad");
    check_expr("1.0f32x", "1.0d");
    check_expr("1.0F64x", "1.0LongDouble");
    check_expr("1.0i", "(imaginary 1.0d)");
    check_expr("1.0iF", "(imaginary 1.0Float)");
    check_expr("1.0Fi", "(imaginary 1.0Float)");
    check_expr("2.5jl", "(imaginary 2.5LongDouble)");
}

#[test]
fn characters() {
    check_expr("'a'", "'97'");
    check_expr(r#"'\n'"#, "'10'");
    check_expr(r#"'\0'"#, "'0'");
    check_expr(r#"'\377'"#, "'-1'");
    check_expr(r#"'\xff'"#, "'-1'");
    check_expr(r#"'\x80'"#, "'-128'");
    check_expr(r#"'\''"#, "'39'");
    check_expr(r#"'\"'"#, "'34'");
    check_expr(r#"'"'"#, "'34'");
    check_expr(r#"'\\'"#, "'92'");
    check_expr(r#"'\?'"#, "'63'");
    check_expr(r#"'\e'"#, "'27'");
    check_expr(r#"'\a\b\f\v'"#, "'117967883'");
    check_expr("'ab'", "'24930'");
    check_expr("'abcd'", "'1633837924'");
    check_expr("'abcde'", "'1650680933'");
    check_expr(r#"'\377\377'"#, "'65535'");
    check_expr("'é'", "'50089'");
    check_expr("L'a'", "L'97'");
    check_expr("L'é'", "L'233'");
    check_expr(r#"L'\xffffffff'"#, "L'-1'");
    check_expr("u'a'", "u'97'");
    check_expr(r#"u'\uffff'"#, "u'65535'");
    check_expr("U'😀'", "U'128512'");
    check_expr(r#"'\q'"#, "'113'");
}

#[test]
fn strings() {
    check_expr(r#""""#, r#""""#);
    check_expr(r#""a""#, r#""a""#);
    check_expr(r#""a" "b""#, r#""ab""#);
    check_expr(r#""\x41\101\n\t\\\"""#, r#""AA\a;\9;\5c;\22;""#);
    check_expr(r#""\x411""#, r#""\11;""#);
    check_expr(r#""\1234""#, r#""S4""#);
    check_expr(r#""é""#, r#""\c3;\a9;""#);
    check_expr(r#"L"é😀""#, r#"L"\e9;\1f600;""#);
    check_expr(r#"u"é😀""#, r#"u"\e9;\d83d;\de00;""#);
    check_expr(r#"U"😀""#, r#"U"\1f600;""#);
    check_expr(r#"u8"é""#, r#"u8"\c3;\a9;""#);
    check_expr(r#""\u00e9""#, r#""\c3;\a9;""#);
    check_expr(r#"L"\U0001F600""#, r#"L"\1f600;""#);
    check_expr(r#""a" L"b""#, r#"L"ab""#);
    check_expr(r#"L"a" "\x1ff""#, r#"L"a\1ff;""#);
    check_expr(r#""\400""#, r#""\0;""#);
}

#[test]
fn raw_strings() {
    check_expr(r#"R"(a\n"b)""#, r#""a\5c;n\22;b""#);
    check_expr(r#"R"xy(a)"b)xy""#, r#""a)\22;b""#);
    check_expr("R\"x(a)\\\nx\"b)x\" \"c\"", r#""a)\5c;\a;x\22;bc""#);
    check_expr("R\"(a\\\nb)\" \"c\\\nd\"", r#""a\5c;\a;bcd""#);
    check_expr(r#"LR"(é)""#, r#"L"\e9;""#);
    check_expr(r#"u8R"(a)" "b""#, r#"u8"ab""#);
}
