//! Errors: their places, one per mistake, and that parsing goes on behind them.

use super::{check_errors, error_list, parse_text};

#[test]
fn missing_semicolons() {
    check_errors("int a\nint b;", &["1:6: expected ';' after declaration"]);
    check_errors("void f(void) { a = 1\n b = 2; }", &["1:21: expected ';' after expression"]);
    check_errors("void f(void) { return 1 }", &["1:24: expected ';' after statement"]);
    check_errors("struct s { int a\n int b; };", &["1:17: expected ';' after member"]);
}

#[test]
fn several_errors_in_one_file() {
    check_errors(
        "int f(void) { a = ; b = 1; c = (2; }\nint g( { }\nint h(void) { return 1 +; }\n",
        &[
            "1:19: expected expression before ';'",
            "1:34: expected ')'",
            "2:8: expected declaration specifiers before '{'",
            "3:25: expected expression before ';'",
        ],
    );
}

#[test]
fn unknown_types() {
    check_errors("foo a; foo b;", &["1:1: unknown type name 'foo'"]);
    check_errors("foo *a;", &["1:1: unknown type name 'foo'"]);
    check_errors("static foo a;", &["1:8: unknown type name 'foo'"]);
    check_errors("void f(foo a, int b);", &["1:8: unknown type name 'foo'"]);
    check_errors("void f(void) { foo a; a = 1; }", &["1:16: unknown type name 'foo'"]);
    check_errors("struct s { foo a; int b; };", &["1:12: unknown type name 'foo'"]);
}

#[test]
fn specifiers_that_clash() {
    check_errors("int char a;", &["1:5: two or more data types in declaration specifiers"]);
    check_errors("signed unsigned a;", &["1:1: both 'signed' and 'unsigned' in declaration specifiers"]);
    check_errors("short long a;", &["1:1: both 'short' and 'long' in declaration specifiers"]);
    check_errors("long long long a;", &["1:11: 'long long long' is too long"]);
    check_errors("short double a;", &["1:1: invalid combination of type specifiers"]);
    check_errors("static extern int a;", &["1:8: multiple storage classes in declaration specifiers"]);
    check_errors("_Decimal64 a;", &["1:1: decimal floating types are not supported"]);
}

#[test]
fn unclosed_brackets() {
    check_errors("void f(void) { {", &["1:17: expected '}' at end of block"]);
    check_errors("struct s { int a;", &["1:18: expected '}' after members"]);
    check_errors("int a = (1;", &["1:11: expected ')'"]);
    check_errors("}\nint a;", &["1:1: '}' without a matching '{'"]);
    let outcome = parse_text("void f(void) {\n");
    let note = outcome.diagnostics.iter().next().and_then(|d| d.notes.first()).expect("a note");
    assert_eq!(outcome.sources.place(note.0).map(|p| p.column), Some(14));
}

#[test]
fn statements() {
    check_errors("void f(void) { else a; }", &["1:16: 'else' without a previous 'if'"]);
    check_errors("void f(void) { if a; b; }", &["1:18: expected '(' after 'if'"]);
    check_errors("void f(void) { do a; b; }", &["1:21: expected 'while' after body of 'do'"]);
    check_errors("void f(void) { for (a; b) c; d; }", &["1:25: expected ';' in 'for'"]);
    check_errors(
        "typedef int T; void f(void) { a = T; }",
        &["1:35: expected expression, found type name 'T'"],
    );
    check_errors("void f(void) { goto 1; }", &["1:21: expected label name before '1'"]);
}

#[test]
fn literals() {
    check_errors("int a = 08;", &["1:9: invalid digit '8' in octal constant"]);
    check_errors("int a = 1x;", &["1:9: invalid suffix 'x' on integer constant"]);
    check_errors("int a = 0x;", &["1:9: invalid suffix 'x' on integer constant"]);
    check_errors("int a = 18446744073709551616;", &["1:9: integer constant is too large for its type"]);
    check_errors("int a = 1e;", &["1:9: exponent has no digits"]);
    check_errors("int a = 0x1.8;", &["1:9: hexadecimal floating constants require an exponent"]);
    check_errors("int a = '';", &["1:9: empty character constant"]);
    check_errors("char *a = \"\\xg\";", &["1:11: \\x used with no following hex digits"]);
    check_errors(
        "char *a = L\"a\" u\"b\";",
        &["1:11: string literals of different encodings cannot be joined"],
    );
}

#[test]
fn lexical() {
    check_errors("int a; @ int b;", &["1:8: stray '@' in program"]);
    check_errors("int a; /* x", &["1:8: unterminated comment"]);
    check_errors("#include <stdio.h>\nint a;", &["1:1: directive '#include' in preprocessed text"]);
    check_errors("#pragma pack(3)\nint a;", &["1:1: malformed '#pragma pack' ignored"]);
    let errors = error_list(&parse_text("char *a = \"x;\nint b;"));
    assert_eq!(errors[0], "1:11: missing terminating \" of string literal");
}

#[test]
fn unsupported_builtins() {
    check_errors(
        "int a = __builtin_call_with_static_chain(f(), p); int b;",
        &["1:9: '__builtin_call_with_static_chain' is not supported"],
    );
}

#[test]
fn parameter_forward_declarations() {
    let expected = ["1:12: forward declarations of parameters are not supported"];
    check_errors("int f(int n; int a[n], int n); int b;", &expected);
}

#[test]
fn there_is_an_end() {
    let text = "void f(void) { a = ; }\n".repeat(1000);
    assert!(error_list(&parse_text(&text)).len() <= 101);
    let text = "@".repeat(100_000);
    assert!(error_list(&parse_text(&text)).len() <= 101);
}

#[test]
fn markers_give_the_users_place() {
    let outcome = parse_text("# 7 \"dir/x.h\" 1\n\nint a\n;int = 1;\n# 3 \"t.c\" 2\n@\n#line 90\n@\n");
    let places: Vec<String> = outcome
        .diagnostics
        .iter()
        .filter_map(|d| outcome.sources.place(d.span))
        .map(|p| format!("{}:{}:{}", p.file, p.line, p.column))
        .collect();
    assert_eq!(places, ["dir/x.h:9:6", "t.c:3:1", "t.c:90:1"]);
}

#[test]
fn bytes_that_are_no_text() {
    let text = crate::text_of_bytes(b"char a[] = \"\xff\xc3\xa9\"; int \x80;".to_vec());
    let outcome = parse_text(&text);
    assert_eq!(error_list(&outcome)[0].split(": ").nth(1), Some("stray '\\200' in program"));
    let dumped = crate::dump::dump(&outcome.unit, &outcome.names);
    assert!(dumped.starts_with(r#"(decl char (a [] = "\ff;\c3;\a9;"))"#), "{dumped}");
}
