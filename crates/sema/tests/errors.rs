//! Semantic errors: message and line; all are reported.

mod common;

use common::{check, check_files, check_units, errors};
use maymust_sema::DataModel;

#[test]
fn names() {
    errors(
        "int f(void) {\n return x + x;\n}\nint g(void) { return x; }",
        &["2: 'x' undeclared", "4: 'x' undeclared"],
    );
    errors("struct s { int a; } v;\nint f(void) { return v.b; }", &["2: 'struct s' has no member named 'b'"]);
    errors("int x; \nfloat x;", &["2: conflicting types for 'x'"]);
    errors("int f(void) { return 0; }\nint f(void) { return 1; }", &["2: redefinition of 'f'"]);
    errors("enum { A };\nenum { A };", &["2: redeclaration of enumerator 'A'"]);
    errors("void f(void) { int a;\nint a; }", &["2: redeclaration of 'a' with no linkage"]);
}

#[test]
fn types() {
    errors(
        "struct s; struct s *p;\nint f(void) { return p->a; }",
        &["2: invalid use of undefined type 'struct s'"],
    );
    errors("void f(void) { struct t x;\n}", &["1: variable 'x' has incomplete type"]);
    errors(
        "struct a {\nstruct a { int x; }\ny; };",
        &["2: nested redefinition of 'struct a'", "3: field 'y' has incomplete type"],
    );
    errors(
        "struct a {int x;} s; int *p;\nvoid f(void) { p = s; s = p; p * 2; s + 1; }",
        &[
            "2: incompatible types in assignment: 'int *' from 'struct a'",
            "2: incompatible types in assignment: 'struct a' from 'int *'",
            "2: invalid operands to binary operator (have 'int *' and 'int')",
            "2: invalid operands to binary operator (have 'struct a' and 'int')",
        ],
    );
    errors("void f(void) { int x; x(); }", &["1: called object is not a function or function pointer"]);
    errors(
        "void g(int); void f(void) { g(); g(1, 2); }",
        &["1: too few arguments to function 'g'", "1: too many arguments to function 'g'"],
    );
    errors(
        "void f(void) { 1 = 2; const int c = 1; c = 2; int a[2]; a = 0; &3; }",
        &[
            "1: lvalue required as left operand of assignment",
            "1: left operand of assignment is read-only",
            "1: left operand of assignment is an array or function, not a modifiable lvalue",
            "1: lvalue required as unary '&' operand",
        ],
    );
    errors(
        "struct b { int x:3; } s; int *f(void) { return &s.x; }",
        &["1: cannot take address of bit-field"],
    );
    errors("_Static_assert(sizeof(int) == 8, \"no\");", &["1: static assertion failed: \"no\""]);
}

#[test]
fn statements() {
    errors("void f(int x) { break; }", &["1: break statement not within loop or switch"]);
    errors("void f(int x) { switch (x) { case 1: case 2: case 1: ; } }", &["1: duplicate case value"]);
    errors("void f(int x) { goto l; }", &["1: label 'l' used but not defined"]);
    errors("void f(int x) { case 1: ; }", &["1: case label not within a switch statement"]);
    errors("int g; int x = g;", &["1: initializer element is not constant"]);
}

#[test]
fn warnings_are_not_errors() {
    let checked = check(
        "int *p; void f(char *q) { p = q; p = 3; int i = p; g(1); return 1; }\nint h(void) { return; }",
    );
    assert!(checked.errors().is_empty(), "{:?}", checked.messages);
    assert_eq!(checked.messages.len(), 6, "{:#?}", checked.messages);
}

#[test]
fn linking() {
    let checked = check_files(
        &[
            "int x; extern int y; int f(void) { return y; }",
            "int x = 3; int y = 4; static int f(void) { return 1; } int *p = &x; int (*q)(void) = f;",
        ],
        DataModel::Lp64,
    );
    assert!(checked.messages.is_empty(), "{:?}", checked.messages);
    assert!(checked.text.contains("x: int = {0: 3}"), "{}", checked.text);
    assert_eq!(checked.program.functions.len(), 2);
    let checked = check_files(
        &["int x = 1; int f(void) { return 0; }", "int x = 2;\nint f(void) { return 1; }"],
        DataModel::Lp64,
    );
    assert_eq!(checked.errors(), ["1: error: redefinition of 'x'", "2: error: redefinition of 'f'"]);
}

#[test]
fn a_users_definition_replaces_a_library_models() {
    let user = ("int abs(int x) { return 7; } int g(void) { return labs(3) + abs(1); }", false);
    let library = (
        "static int unused(void) { return 1; } int abs(int x) { return x; } long labs(long x) { return x; }",
        true,
    );
    let checked = check_units(&[user, library], DataModel::Lp64);
    assert!(checked.errors().is_empty(), "{:?}", checked.messages);
    let library: Vec<(&str, bool)> =
        checked.program.functions.iter().map(|f| (f.name.as_str(), f.is_library)).collect();
    assert_eq!(library, [("abs", false), ("g", false), ("labs", true)]);
}

#[test]
fn unused_inline_functions_leave_no_trace() {
    let checked = check(
        "static inline int a(void) { return b(); } static inline int c(void) { return 1; } int f(void) { return c(); }",
    );
    let names: Vec<&str> = checked.program.functions.iter().map(|f| f.name.as_str()).collect();
    assert_eq!(names, ["f", "c"]);
    assert!(checked.program.functions.iter().all(|f| f.body.is_some()));
}

#[test]
fn later_names_are_not_seen_by_waiting_bodies() {
    let checked = check(
        "enum { K = 1 }; static inline int a(void) { enum { L = K }; return L + x; } int x; int f(void) { return a(); }",
    );
    assert_eq!(checked.errors(), ["1: error: 'x' undeclared"]);
}

#[test]
fn long_chains_do_not_overflow() {
    let sum = format!("int f(int x) {{ return x{}; }}", " + x".repeat(200_000));
    assert!(std::mem::ManuallyDrop::new(check_quick(&sum)).is_empty());
    let chain = format!("void f(int x) {{ {} ; }}", "if (x) x = 1; else ".repeat(5_000));
    assert!(check_quick(&chain).is_empty());
}

/// Errors alone; the tree is dropped on the checking thread, which has the stack for it.
fn check_quick(source: &str) -> Vec<String> {
    use maymust_sema::{Linker, UnitInfo};
    let run = || {
        let mut sources = maymust_source::SourceMap::default();
        let mut names = maymust_syntax::Names::default();
        let mut diagnostics = maymust_source::Diagnostics::default();
        let file = sources.add("a.c", source);
        let unit = maymust_syntax::parse(file, &mut sources, &mut names, &mut diagnostics);
        let mut linker = Linker::new(DataModel::Lp64);
        linker.add(unit, UnitInfo::default(), &mut names, &mut diagnostics);
        diagnostics.iter().map(|d| d.message.clone()).collect()
    };
    std::thread::scope(|scope| {
        let builder = std::thread::Builder::new().stack_size(1 << 30);
        builder.spawn_scoped(scope, run).expect("a thread").join().expect("no panic")
    })
}

#[test]
fn asm_labels_and_inline_definitions_link() {
    let checked = check(
        "extern int other(void) __asm__(\"real\"); int real(void) { return 42; } int f(void) { return other(); }
        extern inline __attribute__((gnu_inline)) int gi(int x) { return x; } int g(void) { return gi(1); } int gi(int x) { return 2; }",
    );
    assert!(checked.errors().is_empty(), "{:?}", checked.messages);
    assert!(checked.text.contains("return real()"), "{}", checked.text);
    assert!(checked.text.contains("return 2"), "{}", checked.text);
}

#[test]
fn complex_numbers_and_vectors() {
    errors(
        "double _Complex z; struct s { int x; } s; int *p;\nint f(void) { return z < z; }\nvoid g(void) { z % z; }\n\
         void h(void) { z = s; }\nvoid i(void) { p = (int *)z; }\ndouble _Complex n = z;",
        &[
            "2: invalid operands to binary operator (have '_Complex double' and '_Complex double')",
            "3: invalid operands to binary operator (have '_Complex double' and '_Complex double')",
            "4: incompatible types in assignment: '_Complex double' from 'struct s'",
            "5: pointer value used where a floating-point was expected, or the reverse",
            "6: initializer element is not constant",
        ],
    );
    errors(
        "typedef int v4 __attribute__((vector_size(16))); typedef float f4 __attribute__((vector_size(16))); v4 a; f4 f;\n\
         void g(void) { a + f; }\nvoid h(void) { f & f; }\nint i(void) { return a ? 1 : 2; }\nint j(void) { return a[1.0]; }\n\
         typedef char v3 __attribute__((vector_size(3)));\nstruct s { int x; } s __attribute__((vector_size(16)));\n\
         typedef char huge __attribute__((vector_size(1 << 30)));",
        &[
            "2: invalid operands to binary operator (have 'int __attribute__((vector(4)))' and 'float __attribute__((vector(4)))')",
            "3: invalid operands to binary operator on vectors",
            "4: used 'int __attribute__((vector(4)))' value where scalar is required",
            "5: array subscript is not an integer",
            "6: number of vector components 3 not a power of two",
            "7: invalid vector type for attribute 'vector_size'",
            "8: vectors of more than 1024 elements are not supported",
        ],
    );
}

#[test]
fn nested_functions_with_variables_of_others() {
    errors(
        "int f(int n) {\n int g(void) { return n; }\n typedef int T[n];\n int h(void) { T t; return 1; }\n return g() + h(); }",
        &[
            "2: nested functions that use variables of their function ('n') are not supported",
            "4: nested functions that use variable types of their function are not supported",
        ],
    );
}
