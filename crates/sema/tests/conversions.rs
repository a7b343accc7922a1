//! Promotions, usual conversions, literals, operators.

mod common;

use common::{expect, expect_in};
use maymust_sema::DataModel;

#[test]
fn small_integers_promote_to_int() {
    expect(
        "int f(char a, unsigned short b, _Bool c) { return a + b * c; }",
        &["return ((int)a + ((int)b * (int)c))"],
    );
}

#[test]
fn unsigned_wins_at_equal_rank() {
    expect("int f(int a, unsigned b) { return a < b; }", &["return ((unsigned int)a < b)"]);
    expect("long f(long a, unsigned b) { return a + b; }", &["return (a + (long)b)"]);
    expect_in(
        "long f(long a, unsigned b) { return a + b; }",
        &["return (long)((unsigned long)a + (unsigned long)b)"],
        DataModel::Ilp32,
    );
}

#[test]
fn bit_fields_promote_by_width() {
    let source = "struct s { unsigned a:3; unsigned b:32; int c:4; unsigned long d:20; } s;
        void f(int i) { i + s.a; i + s.b; i + s.c; i + s.d; -s.a; }";
    expect(
        source,
        &["(i + (int)s.a)", "((unsigned int)i + s.b)", "(i + s.c)", "(i + (int)s.d)", "-(int)s.a"],
    );
}

#[test]
fn literals_have_the_first_type_that_fits() {
    let source = "__typeof__(2147483647) a; __typeof__(2147483648) b; __typeof__(0x80000000) c;
        __typeof__(0xffffffffffffffff) d; __typeof__(1u) e; __typeof__(1ll) f; __typeof__('a') g; __typeof__(L'a') h;
        __typeof__(1.0f) i; __typeof__(1.0L) j; __typeof__(9223372036854775808u) k;";
    expect(
        source,
        &[
            "a: int",
            "b: long",
            "c: unsigned int",
            "d: unsigned long",
            "e: unsigned int",
            "f: long long",
            "g: int",
            "h: int",
            "i: float",
            "j: long double",
            "k: unsigned long",
        ],
    );
    expect_in(
        "__typeof__(2147483648) b; __typeof__(0x80000000) c; __typeof__(0xffffffffffffffff) d; __typeof__(sizeof 1) e;",
        &["b: long long", "c: unsigned int", "d: unsigned long long", "e: unsigned int"],
        DataModel::Ilp32,
    );
}

#[test]
fn enums_have_gccs_types() {
    let source = "enum a { A }; enum b { B = -1 }; enum c { C = 0x100000000 }; enum d { D = 0xffffffff };
        enum __attribute__((packed)) e { E = 200 };
        int x[] = { sizeof(enum a), sizeof(enum b), sizeof(enum c), sizeof(enum d), sizeof(enum e), sizeof(A), sizeof(C) };
        int y[] = { (enum a)-1 > 0, (enum b)-1 > 0, (enum d)-1 > 0 };
        __typeof__(A) z; __typeof__(+D) w;";
    expect(
        source,
        &[
            "x: int [7] = {0: 4, 4: 4, 8: 8, 12: 4, 16: 1, 20: 4, 24: 8}",
            "y: int [3] = {0: 1, 4: 0, 8: 1}",
            "z: int",
            "w: unsigned int",
        ],
    );
}

#[test]
fn compound_assignment_computes_in_the_common_type() {
    let source = "void f(char c, float x, int *p, long l, unsigned char u) {
        c += l; c <<= l; x *= c; p -= u; u++; p--; c /= 2.5; }";
    expect(
        source,
        &[
            "c +=(long) l",
            "c <<=(int) l",
            "x *=(float) (float)c",
            "p -*= (int)u",
            "u++",
            "p--",
            "c /=(double) 0x4004000000000000:double",
        ],
    );
}

#[test]
fn pointers() {
    let source = "int a[4], *p; void *v; char c;
        void f(long i) { p + i; i + p; p - a; p[i]; 2[a]; *p; *a; &*p; &a[1]; v + 1; p == 0; p != v; c ? p : 0; c ? p : v; !p; p && c; }";
    expect(
        source,
        &[
            "(p +* i)",
            "(p +* i)",
            "(p -* &a)",
            "*(p +* i)",
            "a[2]",
            "*p",
            "a[0]",
            "p",
            "&a[1]",
            "(v +* 1)",
            "(p == 0:int *)",
            "(p != (int *)v)",
            "(c ? p : 0:int *)",
            "(c ? (void *)p : v)",
            "!p",
            "(p && c)",
        ],
    );
}

#[test]
fn constants_fold_unless_that_hides_undefined_behaviour() {
    let source = "void f(void) { 2 + 3 * 4; 2147483647 + 1; 1 / 0; 1 << 31; 1 << 3; -2147483647 - 1; 1u - 2; 1.0 / 0; 0.5 + 0.25; 1 ? 2 : 1 / 0; 0 && f2(); ~0; !5; 3 > 2.5; }";
    expect(
        source,
        &[
            "14",
            "(2147483647 + 1)",
            "(1 / 0)",
            "(1 << 31)",
            "8",
            "-2147483648",
            "4294967295:unsigned int",
            "(0x3ff0000000000000:double / 0x0:double)",
            "0x3fe8000000000000:double",
            "2",
            "0",
            "-1",
            "0",
            "1",
        ],
    );
}

#[test]
fn floating_literals_round_correctly() {
    let source = "float a = 0.1f; double b = 0.1; long double c = 0.1L; double d = 0x1.8p1; float e = 16777217; double g = 1e400 > 1;
        double h = 4.9e-324; float i = 3.4028235677973367e+38f; __float128 j = 1.0q;";
    expect(
        source,
        &[
            "a: float = {0: 0x3dcccccd:float}",
            "b: double = {0: 0x3fb999999999999a:double}",
            "c: long double = {0: 0x3ffbcccccccccccccccd:long double}",
            "d: double = {0: 0x4008000000000000:double}",
            "e: float = {0: 0x4b800000:float}",
            "g: double = {0: 0x3ff0000000000000:double}",
            "h: double = {0: 0x1:double}",
            "i: float = {0: 0x7f800000:float}",
            "j: _Float128 = {0: 0x3fff0000000000000000000000000000:_Float128}",
        ],
    );
}

#[test]
fn calls_convert_arguments() {
    let source = "void p(char, double, ...); void old(); void kr(c, x) char c; float x; {}
        void f(int i, float x, short s) { p(i, i, x, s); old(x, s); kr(i, 1.0); (*p)(1, 2); (&p)(1, 2); }";
    expect(
        source,
        &[
            "p((char)i, (double)i, (double)x, (int)s)",
            "old((double)x, (int)s)",
            "kr((char)i, 0x3f800000:float)",
            "p(1:char, 0x4000000000000000:double)",
            "p(1:char, 0x4000000000000000:double)",
        ],
    );
}

#[test]
fn generic_and_builtins() {
    let source = "int a = _Generic(1.0f, float: 1, double: 2, default: 3); int b = _Generic((const char *)0, char *: 1, const char *: 2);
        int c = __builtin_types_compatible_p(int, const int) + 2 * __builtin_types_compatible_p(int, long);
        int d = __builtin_choose_expr(1, 2, 3.0); int e = __builtin_constant_p(3 + 4), g = __builtin_constant_p(a);
        struct s { int x; struct { int y[4]; }; }; unsigned long h = __builtin_offsetof(struct s, y[2]);
        int i = __builtin_clz(1) + __builtin_ctzl(8) + __builtin_popcountll(255); unsigned j = __builtin_bswap32(0x01020304);
        double k = __builtin_inf(), l = __builtin_nan(\"\"); unsigned long m = __builtin_strlen(\"four\");";
    expect(
        source,
        &[
            "a: int = {0: 1}",
            "b: int = {0: 2}",
            "c: int = {0: 1}",
            "d: int = {0: 2}",
            "e: int = {0: 1}",
            "g: int",
            "h: unsigned long = {0: 12:unsigned long}",
            "i: int = {0: 42}",
            "j: unsigned int = {0: 67305985:unsigned int}",
            "k: double = {0: 0x7ff0000000000000:double}",
            "l: double = {0: 0x7ff8000000000000:double}",
            "m: unsigned long = {0: 4:unsigned long}",
        ],
    );
}

#[test]
fn verifier_functions_are_builtins_unless_defined() {
    let source = "int __VERIFIER_nondet_int(void); void __VERIFIER_assume(int); void reach_error(void) { }
        void __VERIFIER_assert(int c) { if (!c) reach_error(); } unsigned char __VERIFIER_nondet_uchar(void);
        void f(void) { int x = __VERIFIER_nondet_int(); __VERIFIER_assume(x); __VERIFIER_assert(x); x = __VERIFIER_nondet_uchar(); }";
    expect(
        source,
        &[
            "ReachError()",
            "x: int = Nondet()",
            "MayMustAssume(x)",
            "__VERIFIER_assert(x)",
            "x = (int)Nondet()",
        ],
    );
}

#[test]
fn library_builtins_are_calls() {
    expect(
        "void f(char *p) { __builtin_memcpy(p, \"a\", 2); __builtin_abort(); __builtin_unreachable(); __builtin_sqrt(2); }",
        &[
            "memcpy((void *)p, (const void *)&@0, 2:unsigned long)",
            "abort()",
            "Unreachable()",
            "Sqrt(0x4000000000000000:double)",
        ],
    );
}

#[test]
fn asm_barriers_vanish() {
    let source = "void f(int x) { __asm__ volatile(\"\" ::: \"memory\"); __asm__(\"\" : \"+r\"(x)); __asm__(\"nop\" : \"=r\"(x) : \"r\"(x + 1)); x = 1; }";
    expect(source, &["f: void (int) {", "asm [x] [(x + 1)]", "x = 1"]);
}

#[test]
fn wide_bit_fields_have_types_of_their_width() {
    let source = "struct s { unsigned long a:40; long b:50; } s;
        void f(long l, int i) { s.a + 1; s.a + l; s.a << 3; (unsigned long)s.a << 3; s.b + i; s.a + s.b; ~s.a; }";
    expect(
        source,
        &[
            "((s.a + 1:unsigned long) & 1099511627775:unsigned long)",
            "((long)s.a + l)",
            "((s.a << 3) & 1099511627775:unsigned long)",
            "((unsigned long)s.a << 3)",
            "((long)((unsigned long)(s.b + (long)i) << 14) >> 14)",
            "((long)((unsigned long)((long)s.a + s.b) << 14) >> 14)",
            "(~s.a & 1099511627775:unsigned long)",
        ],
    );
}

#[test]
fn casts_end_bit_field_promotion() {
    expect(
        "struct s { unsigned a:3; } s; void f(void) { s.a - 5 < 0; (unsigned)s.a - 5 < 0; }",
        &["(((int)s.a - 5) < 0)", "(((unsigned int)s.a - 5:unsigned int) < 0:unsigned int)"],
    );
}
