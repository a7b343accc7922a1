//! Declarations: specifiers, declarators, records, initialisers, function definitions.

use super::check;

#[test]
fn type_words() {
    check("int a;", "(decl int (a))");
    check("unsigned a;", "(decl uint (a))");
    check("signed char a;", "(decl schar (a))");
    check("char unsigned a;", "(decl uchar (a))");
    check("short int unsigned a;", "(decl ushort (a))");
    check(
        "long a; long long b; int long unsigned long c;",
        "(decl long (a))\n(decl longlong (b))\n(decl ulonglong (c))",
    );
    check("long double a; double long b;", "(decl longdouble (a))\n(decl longdouble (b))");
    check("_Bool a; float b; void *c;", "(decl bool (a))\n(decl float (b))\n(decl void (c *))");
    check(
        "__int128 a; unsigned __int128 b; __int128_t c; __uint128_t d;",
        "(decl int128 (a))\n(decl uint128 (b))\n(decl int128 (c))\n(decl uint128 (d))",
    );
    check(
        "_Float16 a; _Float32 b; _Float64 c; _Float128 d; __float128 e; _Float32x f; _Float64x g;",
        "(decl float16 (a))\n(decl float (b))\n(decl double (c))\n(decl float128 (d))\n(decl float128 (e))\n(decl double (f))\n(decl longdouble (g))",
    );
    check(
        "_Complex a; double _Complex b; __complex__ float c; long double _Complex d; _Complex int e;",
        "(decl (complex double) (a))\n(decl (complex double) (b))\n(decl (complex float) (c))\n(decl (complex longdouble) (d))\n(decl (complex int) (e))",
    );
    check("__builtin_va_list a;", "(decl valist (a))");
    check("__signed__ a; __signed b;", "(decl int (a))\n(decl int (b))");
}

#[test]
fn storage_and_qualifiers() {
    check("static a;", "(decl static missing (a))");
    check("extern const volatile int a;", "(decl extern const volatile int (a))");
    check("int typedef T; T x;", "(decl typedef int (T))\n(decl `T (x))");
    check(
        "_Thread_local static int a; extern __thread int b;",
        "(decl static thread int (a))\n(decl extern thread int (b))",
    );
    check(
        "static inline int f(void); __inline__ g(); __inline static h();",
        "(decl static inline int (f fn()))\n(decl inline missing (g fn(?)))\n(decl static inline missing (h fn(?)))",
    );
    check("_Noreturn void f(void);", "(decl noreturn void (f fn()))");
    check("const x; register y;", "(decl const missing (x))\n(decl register missing (y))");
    check(
        "_Atomic int a; _Atomic(int *) b; int *_Atomic c;",
        "(decl atomic int (a))\n(decl (atomic (type int *)) (b))\n(decl int (c * atomic))",
    );
    check(
        "_Alignas(16) int a; _Alignas(double) char b;",
        "(decl (alignas 16) int (a))\n(decl (alignas (type double)) char (b))",
    );
    check("int const *restrict __restrict__ const a;", "(decl const int (a * const restrict))");
    check("__extension__ typedef long long T;", "(decl typedef longlong (T))");
    check("__const int a; __volatile__ int b;", "(decl const int (a))\n(decl volatile int (b))");
}

#[test]
fn typeof_() {
    check(
        "typeof(int) a; __typeof__(a + 1) b; __typeof(a) *c;",
        "(decl (typeof (type int)) (a))\n(decl (typeof (+ a 1)) (b))\n(decl (typeof a) (c *))",
    );
    check(
        "int x; typeof(x) y; typeof(int *[2]) z;",
        "(decl int (x))\n(decl (typeof x) (y))\n(decl (typeof (type int [2] *)) (z))",
    );
    check(
        "void f(int n) { __auto_type a = n; typeof(({ n; })) b; }",
        "(fn void f fn((int n)) {(decl autotype (a = n)) (decl (typeof (stmt-expr {n})) (b))})",
    );
}

#[test]
fn declarators() {
    check(
        "int *a, **b, *const c, *const *volatile d;",
        "(decl int (a *) (b * *) (c * const) (d * volatile * const))",
    );
    check("int a[3], b[2][3], *c[4], (*d)[5];", "(decl int (a [3]) (b [2] [3]) (c [4] *) (d * [5]))");
    check(
        "int f(void), (*g)(void), *(*h)(void), (*(*i)(void))[3];",
        "(decl int (f fn()) (g * fn()) (h * fn() *) (i * fn() * [3]))",
    );
    check("int (*a[3])(int);", "(decl int (a [3] * fn((int))))");
    check("int ((a)), (*(b));", "(decl int (a) (b *))");
    check(
        "void (*signal(int, void (*)(int)))(int);",
        "(decl void (signal fn((int) (void * fn((int)))) * fn((int))))",
    );
    check("int (*(*f(int a))(char))[4];", "(decl int (f fn((int a)) * fn((char)) * [4]))");
    check("int a[];", "(decl int (a []))");
}

#[test]
fn parameters() {
    check("int f();", "(decl int (f fn(?)))");
    check("int f(void);", "(decl int (f fn()))");
    check("int f(int, char *b, ...);", "(decl int (f fn((int) (char b *) ...)))");
    check(
        "int f(int a[3], int b[static 4], int c[const static 5], int d[restrict], int e[*], int g[volatile *]);",
        "(decl int (f fn((int a [3]) (int b [4]) (int c [const 5]) (int d [restrict]) (int e [*]) (int g [volatile *]))))",
    );
    check(
        "typedef int T; int f(T), g(T T), h(T (T)), i(T (*)(T)), j(int T), k(const T), l(T[]), m(unsigned T);",
        "(decl typedef int (T))\n(decl int (f fn((`T))) (g fn((`T T))) (h fn((`T fn((`T))))) (i fn((`T * fn((`T))))) (j fn((int T))) (k fn((const `T))) (l fn((`T []))) (m fn((uint T))))",
    );
    check("int f(int a, int b[a]);", "(decl int (f fn((int a) (int b [a]))))");
    check(
        "int f(int (a), int (*b), int (), int (*)(void), int [2]);",
        "(decl int (f fn((int a) (int b *) (int fn(?)) (int * fn()) (int [2]))))",
    );
    check("int f(register int a);", "(decl int (f fn((register int a))))");
    check(
        "typedef int T; int f(int T, int x); T y;",
        "(decl typedef int (T))\n(decl int (f fn((int T) (int x))))\n(decl `T (y))",
    );
    check("int f(...);", "(decl int (f fn(...)))");
    check("void f(void (void), int (int));", "(decl void (f fn((void fn()) (int fn((int))))))");
    check(
        "typedef int T; void f(int (T), T x);",
        "(decl typedef int (T))\n(decl void (f fn((int fn((`T))) (`T x))))",
    );
}

#[test]
fn old_style() {
    check(
        "f(a, b) int a; char *b; { return a; }",
        "(fn missing f fn(a b ?) (decl int (a)) (decl char (b *)) {(return a)})",
    );
    check("int f(a) { }", "(fn int f fn(a ?) {})");
    check("int f(a, b) register a, b; { }", "(fn int f fn(a b ?) (decl register missing (a) (b)) {})");
    check("main() { }", "(fn missing main fn(?) {})");
    check("int f(a) int (*a)(); { }", "(fn int f fn(a ?) (decl int (a * fn(?))) {})");
    check("f() { } static g(x) { }", "(fn missing f fn(?) {})\n(fn static missing g fn(x ?) {})");
    check(
        "typedef int T; int f(a, b) T a; struct s *b; { T x; }",
        "(decl typedef int (T))\n(fn int f fn(a b ?) (decl `T (a)) (decl (struct s) (b *)) {(decl `T (x))})",
    );
}

#[test]
fn functions() {
    check("int f(int a) { return a; }", "(fn int f fn((int a)) {(return a)})");
    check("static int *f(void) { }", "(fn static int f fn() * {})");
    check("int (f)(void) { }", "(fn int f fn() {})");
    check("int (*f(int a))(int) { }", "(fn int f fn((int a)) * fn((int)) {})");
    check(
        "typedef int T; T f(T a) { T b; { int T; } }",
        "(decl typedef int (T))\n(fn `T f fn((`T a)) {(decl `T (b)) {(decl int (T))}})",
    );
    check(
        "typedef int T; void f(int T) { T = 1; } T x;",
        "(decl typedef int (T))\n(fn void f fn((int T)) {(= T 1)})\n(decl `T (x))",
    );
    check(
        "inline __attribute__((always_inline)) int f(void) { }",
        "(fn inline @always_inline int f fn() {})",
    );
    check("int __attribute__((noinline)) f(void) { }", "(fn @noinline int f fn() {})");
    check("int f(void) __attribute__((noreturn)) { }", "(fn int f fn() @noreturn {})");
}

#[test]
fn records() {
    check("struct s;", "(decl (struct s))");
    check("struct s { int a; char b, *c; };", "(decl (struct s {(int (a)) (char (b) (c *))}))");
    check("union { int a; float b; } u;", "(decl (union {(int (a)) (float (b))}) (u))");
    check(
        "struct s { struct t { int a; }; union { int b; }; struct { int c; } d; };",
        "(decl (struct s {((struct t {(int (a))})) ((union {(int (b))})) ((struct {(int (c))}) (d))}))",
    );
    check(
        "struct { int a : 3, : 0, b : 5 + 1; unsigned : 2; } x;",
        "(decl (struct {(int (a : 3) (: 0) (b : (+ 5 1))) (uint (: 2))}) (x))",
    );
    check("struct { };", "(decl (struct {}))");
    check("struct s { int a; ; ; } x;", "(decl (struct s {(int (a))}) (x))");
    check("struct s { int a };", "(decl (struct s {(int (a))}))");
    check("struct s { int n; char c[]; };", "(decl (struct s {(int (n)) (char (c []))}))");
    check("struct s { int n; char c[0]; };", "(decl (struct s {(int (n)) (char (c [0]))}))");
    check(
        "typedef int T; struct s { T T; T *a, b; unsigned T : 3; T : 2; };",
        "(decl typedef int (T))\n(decl (struct s {(`T (T)) (`T (a *) (b)) (uint (T : 3)) (`T (: 2))}))",
    );
    check(
        r#"struct s { _Static_assert(1, "m"); int a; };"#,
        r#"(decl (struct s {(static_assert 1 "m") (int (a))}))"#,
    );
    check(
        "struct s { __extension__ union { int a; }; const int b; };",
        "(decl (struct s {((union {(int (a))})) (const int (b))}))",
    );
    check(
        "struct T { int T; } T; typedef struct T T2;",
        "(decl (struct T {(int (T))}) (T))\n(decl typedef (struct T) (T2))",
    );
    check("struct s { int (*f)(struct s *); };", "(decl (struct s {(int (f * fn(((struct s) *))))}))");
}

#[test]
fn enums() {
    check("enum e;", "(decl (enum e))");
    check("enum e { A, B = 2, C };", "(decl (enum e {A B = 2 C}))");
    check("enum { A, } x;", "(decl (enum {A}) (x))");
    check(
        "enum __attribute__((packed)) e { A __attribute__((deprecated)), B __attribute__((unused)) = 1 };",
        "(decl (enum e @packed {A B = 1}))",
    );
    check(
        "typedef int T; void f(void) { enum { T = sizeof(T) }; T; }",
        "(decl typedef int (T))\n(fn void f fn() {(decl (enum {T = (sizeof (type `T))})) T})",
    );
}

#[test]
fn attributes() {
    check("struct __attribute__((packed)) s { int a; };", "(decl (struct s @packed {(int (a))}))");
    check(
        "struct s { int a __attribute__((aligned(8))), b __attribute__((packed)); } __attribute__((packed, aligned(4))) x;",
        "(decl (struct s @packed @aligned(4) {(int (a @aligned(8)) (b @packed))}) (x))",
    );
    check(
        "int a __attribute__((unused)), __attribute__((aligned(2))) b;",
        "(decl int (a @unused) (b @aligned(2)))",
    );
    check(
        "int __attribute__((__mode__(__SI__))) a; typedef int b __attribute__((mode(DI)));",
        "(decl @mode(__SI__) int (a))\n(decl typedef int (b @mode(DI)))",
    );
    check(
        "void f(void) __attribute__((noreturn, format(printf, 1, 2))), g(void) __attribute__(());",
        "(decl void (f fn() @noreturn @format(printf 1 2)) (g fn()))",
    );
    check(
        "void f(int a __attribute__((unused)), __attribute__((unused)) int b);",
        "(decl void (f fn((int a @unused) (@unused int b))))",
    );
    check("int (__attribute__((cdecl)) *f)(int);", "(decl int (f * fn((int)) @cdecl))");
    check("int *__attribute__((aligned(4))) a;", "(decl int (a * @aligned(4)))");
    check(
        "__attribute__((const)) int f(void); __attribute__((__const)) int g(void);",
        "(decl @const int (f fn()))\n(decl @__const int (g fn()))",
    );
    check(
        r#"int f(void) __asm__("g") __attribute__((pure)); register int r asm("rax");"#,
        "(decl int (f fn() asm=g @pure))\n(decl register int (r asm=rax))",
    );
    check(
        r#"__attribute__((section(".a" "b"), , alias("x"))) int a;"#,
        r#"(decl @section(".ab") @alias("x") int (a))"#,
    );
    check(
        r#"[[deprecated("x")]] int a; int b [[maybe_unused]]; struct [[packed]] s { [[a::b]] int c; };"#,
        "(decl int (a))\n(decl int (b))\n(decl (struct s {(int (c))}))",
    );
    check(
        "int a[3] __attribute__((aligned(sizeof(int) * 2)));",
        "(decl int (a [3] @aligned((* (sizeof (type int)) 2))))",
    );
    check("typedef int T; T a __attribute__((x(T)));", "(decl typedef int (T))\n(decl `T (a @x(T)))");
    check("typedef float v4 __attribute__((vector_size(16)));", "(decl typedef float (v4 @vector_size(16)))");
    check("int f(int (__attribute__((unused)) a));", "(decl int (f fn((int a @unused))))");
    check(
        "union u { int a; } __attribute__((__transparent_union__));",
        "(decl (union u @transparent_union {(int (a))}))",
    );
    check("struct s { int a; } __attribute__((packed)) *p;", "(decl (struct s @packed {(int (a))}) (p *))");
    check("struct s __attribute__((aligned(4))) x;", "(decl @aligned(4) (struct s) (x))");
}

#[test]
fn initialisers() {
    check("int a = 1, b, *c = &a;", "(decl int (a = 1) (b) (c * = (& a)))");
    check(
        "int a[] = {1, 2, 3,}, b[] = {}, c[2][2] = {{1}, {2, 3}};",
        "(decl int (a [] = {1 2 3}) (b [] = {}) (c [2] [2] = {{1} {2 3}}))",
    );
    check(
        "struct s a = {.x = 1, .y.z[2] = 3, 4, .w = {5}};",
        "(decl (struct s) (a = {.x = 1 .y .z [2] = 3 4 .w = {5}}))",
    );
    check(
        "int a[] = {[0] = 1, [2 ... 4] = 2, [5] 6, [1][2] = 3};",
        "(decl int (a [] = {[0] = 1 [2 ... 4] = 2 [5] = 6 [1] [2] = 3}))",
    );
    check("struct s a = {x: 1, y: {z: 2}};", "(decl (struct s) (a = {.x = 1 .y = {.z = 2}}))");
    check(r#"char a[] = "abc", *b = {"d"};"#, r#"(decl char (a [] = "abc") (b * = {"d"}))"#);
    check(
        "typedef int T; struct s a = {T: 1, .T = 2};",
        "(decl typedef int (T))\n(decl (struct s) (a = {.T = 1 .T = 2}))",
    );
    check("int a = {1};", "(decl int (a = {1}))");
}

#[test]
fn pack() {
    check(
        "#pragma pack(1)\nstruct a { int x; };\n#pragma pack()\nstruct b { int x; };",
        "(decl (struct a #pack=1 {(int (x))}))\n(decl (struct b {(int (x))}))",
    );
    check(
        "#pragma pack(push, 2)\nstruct a { int x; };\n#pragma pack(push)\n#pragma pack(4)\nstruct b { int x; };\n#pragma pack(pop)\nstruct c { int x; };\n#pragma pack(pop)\nstruct d { int x; };",
        "(decl (struct a #pack=2 {(int (x))}))\n(decl (struct b #pack=4 {(int (x))}))\n(decl (struct c #pack=2 {(int (x))}))\n(decl (struct d {(int (x))}))",
    );
    check(
        "#pragma pack(push, n, 1)\n#pragma pack(push, 2)\n#pragma pack(pop, n)\nstruct a { int x; };",
        "(decl (struct a {(int (x))}))",
    );
    check("struct a { int x;\n#pragma pack(1)\n};", "(decl (struct a #pack=1 {(int (x))}))");
    check(r#"_Pragma("pack(2)") struct a { int x; };"#, "(decl (struct a #pack=2 {(int (x))}))");
    check("# pragma GCC diagnostic push\n#pragma once\n#ident \"x\"\nint a;", "(decl int (a))");
}

#[test]
fn top_level() {
    check(
        "__extension__ _Static_assert(1); struct s { __extension__ _Static_assert(1); };",
        "(static_assert 1)\n(decl (struct s {(static_assert 1)}))",
    );
    check("void f(void) { __extension__ _Static_assert(1); }", "(fn void f fn() {(static_assert 1)})");
    check(";;int a;;", "(decl int (a))");
    check(r#"asm("nop"); __asm__ volatile ("");"#, "(asm)\n(asm)");
    check(
        r#"_Static_assert(sizeof(int) == 4, "a" "b"); _Static_assert(1);"#,
        "(static_assert (== (sizeof (type int)) 4) \"ab\")\n(static_assert 1)",
    );
    check("int a;", "(decl int (a))");
}

#[test]
fn lexical() {
    check("in\\\nt a\\\n\\\nb = 1\\ \n2;", "(decl int (ab = 12))");
    check(r#"int $a$1, \u00e9x, éx;"#, "(decl int ($a$1) (éx) (éx))");
    check("int a<:2:> = <%1%>;", "(decl int (a [2] = {1}))");
    check("int/**/a/* x\n */;// y\nint b;", "(decl int (a))\n(decl int (b))");
    check("char a[] = \"x\\\ny\";", r#"(decl char (a [] = "xy"))"#);
    check("\u{feff}int a;", "(decl int (a))");
    check("\u{c}\u{b}int\ta;\r\nint b;\r\n", "(decl int (a))\n(decl int (b))");
    check("int a = 1 /2//x\n;", "(decl int (a = (/ 1 2)))");
}
