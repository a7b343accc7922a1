//! Statements, labels, scopes of typedef names.

use super::check_stmt;

#[test]
fn simple() {
    check_stmt(";", ";");
    check_stmt("a;", "a");
    check_stmt("return;", "(return)");
    check_stmt("return a;", "(return a)");
    check_stmt("{ }", "{}");
    check_stmt("{ a; { b; } }", "{a {b}}");
    check_stmt("break;", "(break)");
    check_stmt("continue;", "(continue)");
}

#[test]
fn selection() {
    check_stmt("if (a) b;", "(if a b)");
    check_stmt("if (a) b; else c;", "(if a b c)");
    check_stmt("if (a) if (b) c; else d;", "(if a (if b c d))");
    check_stmt("if (a) { if (b) c; } else d;", "(if a {(if b c)} d)");
    check_stmt("if (a) b; else if (c) d; else if (e) f; else g;", "(if a b (if c d (if e f g)))");
    check_stmt(
        "switch (a) { case 1: b; break; case 2 ... 4: case 5: c; default: d; }",
        "(switch a {(case 1 b) (break) (case 2 ... 4 (case 5 c)) (default d)})",
    );
}

#[test]
fn loops() {
    check_stmt("while (a) b;", "(while a b)");
    check_stmt("do a; while (b);", "(do a b)");
    check_stmt("do { a; } while (b);", "(do {a} b)");
    check_stmt("for (;;) ;", "(for _ _ _ ;)");
    check_stmt("for (a; b; c) d;", "(for a b c d)");
    check_stmt(
        "for (int i = 0, j = 1; i < j; i++) { }",
        "(for (decl int (i = 0) (j = 1)) (< i j) (post++ i) {})",
    );
    check_stmt("for (T i = 0;;) i;", "(for (decl `T (i = 0)) _ _ i)");
    check_stmt("while (a) if (b) c; else d;", "(while a (if b c d))");
}

#[test]
fn jumps() {
    check_stmt("goto l; l: a;", "(goto l) (label l a)");
    check_stmt("goto *a;", "(goto* a)");
    check_stmt("goto *a[1];", "(goto* (index a 1))");
    check_stmt("l: m: a;", "(label l (label m a))");
    check_stmt("l: ;", "(label l ;)");
    check_stmt("{ l: }", "{(label l ;)}");
    check_stmt("switch (a) { case 1: }", "(switch a {(case 1 ;)})");
    check_stmt("switch (a) { default: }", "(switch a {(default ;)})");
}

#[test]
fn labels() {
    check_stmt("l: int x;", "(label l (decl int (x)))");
    check_stmt("case 1: int x;", "(case 1 (decl int (x)))");
    check_stmt("T: a; goto T;", "(label T a) (goto T)");
    check_stmt("l: __attribute__((unused)) a;", "(label l a)");
    check_stmt("l: __attribute__((unused));", "(label l ;)");
    check_stmt("__label__ a, b; a: b: ;", "(labels a b) (label a (label b ;))");
    check_stmt("l: T x; x: ;", "(label l (decl `T (x))) (label x ;)");
}

#[test]
fn declarations() {
    check_stmt("int a; T b;", "(decl int (a)) (decl `T (b))");
    check_stmt("T *a;", "(decl `T (a *))");
    check_stmt("T a, *b;", "(decl `T (a) (b *))");
    check_stmt("T (a);", "(decl `T (a))");
    check_stmt("a * b;", "(* a b)");
    check_stmt("static T a = 1;", "(decl static `T (a = 1))");
    check_stmt("T;", "(decl `T)");
    check_stmt("__extension__ T a;", "(decl `T (a))");
    check_stmt("__extension__ a;", "a");
    check_stmt("struct s { int x; } a;", "(decl (struct s {(int (x))}) (a))");
    check_stmt(r#"_Static_assert(1, "m");"#, r#"(static_assert 1 "m")"#);
    check_stmt("extern int g(void);", "(decl extern int (g fn()))");
    check_stmt("int a = 1; a = 2; int b;", "(decl int (a = 1)) (= a 2) (decl int (b))");
}

#[test]
fn shadowing() {
    check_stmt("int T = 1; T * T;", "(decl int (T = 1)) (* T T)");
    check_stmt("{ int T; T = 1; } T x;", "{(decl int (T)) (= T 1)} (decl `T (x))");
    check_stmt(
        "for (int T = 0; T < 3; T++) T; T x;",
        "(for (decl int (T = 0)) (< T 3) (post++ T) T) (decl `T (x))",
    );
    check_stmt("enum { T }; T;", "(decl (enum {T})) T");
    check_stmt("T T = 1; T;", "(decl `T (T = 1)) T");
    check_stmt("int a = sizeof(T), T = a; T++;", "(decl int (a = (sizeof (type `T))) (T = a)) (post++ T)");
    check_stmt(
        "typedef char U; U x; { int U = 1; U++; } U y;",
        "(decl typedef char (U)) (decl `U (x)) {(decl int (U = 1)) (post++ U)} (decl `U (y))",
    );
    check_stmt("if (a) { int T; T; } T b;", "(if a {(decl int (T)) T}) (decl `T (b))");
}

#[test]
fn conditions_are_in_the_scope_of_their_statement() {
    check_stmt("if (sizeof(enum { T })) T; T x;", "(if (sizeof (type (enum {T}))) T) (decl `T (x))");
    check_stmt("while (sizeof(enum { T })) T; T x;", "(while (sizeof (type (enum {T}))) T) (decl `T (x))");
    check_stmt(
        "switch (sizeof(enum { T })) T: ; T x;",
        "(switch (sizeof (type (enum {T}))) (label T ;)) (decl `T (x))",
    );
    check_stmt("do ; while (sizeof(enum { T })); T x;", "(do ; (sizeof (type (enum {T})))) (decl `T (x))");
}

#[test]
fn nested_functions() {
    check_stmt("int g(int a) { return a; } g(1);", "(nested (fn int g fn((int a)) {(return a)})) (call g 1)");
    check_stmt("auto int g(void); T h() { }", "(decl auto int (g fn())) (nested (fn `T h fn(?) {}))");
}

#[test]
fn attributes() {
    check_stmt("__attribute__((fallthrough));", ";");
    check_stmt("[[fallthrough]];", ";");
    check_stmt("__attribute__((unused)) int a;", "(decl @unused int (a))");
    check_stmt("[[maybe_unused]] T a;", "(decl `T (a))");
    check_stmt(
        "int a __attribute__((cleanup(f))) = 1, b __attribute__((unused));",
        "(decl int (a @cleanup(f) = 1) (b @unused))",
    );
    check_stmt("__attribute__((unused)) T a;", "(decl @unused `T (a))");
}

#[test]
fn assembly() {
    check_stmt(r#"asm("nop");"#, r#"(asm "nop")"#);
    check_stmt(r#"__asm__ __volatile__ ("" : : : "memory");"#, r#"(asm volatile "" ~memory)"#);
    check_stmt(
        r#"asm volatile ("a" "b" : "=r" (a), [x] "+m" (*b) : "i" (1), "r" ((T)c) : "cc", "memory");"#,
        r#"(asm volatile "ab" (out =r a) (out +m (* b)) (in i 1) (in r (cast (type `T) c)) ~cc ~memory)"#,
    );
    check_stmt(
        r#"asm goto ("" : : "r" (a) : : l, m); l: m: ;"#,
        r#"(asm "" (in r a) l m) (label l (label m ;))"#,
    );
    check_stmt(r#"asm inline volatile ("");"#, r#"(asm volatile "")"#);
    check_stmt(r#"asm("" :: "r"(a));"#, r#"(asm "" (in r a))"#);
    check_stmt(r#"asm("" ::: "cc");"#, r#"(asm "" ~cc)"#);
}
