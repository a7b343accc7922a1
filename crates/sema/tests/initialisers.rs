//! Initialisers of all forms.

mod common;

use common::expect;

#[test]
fn designators() {
    let source = "struct p { int x, y; }; struct p a = { .y = 2, .x = 1 }; struct p b = { y: 5 };
        int c[6] = { [2] = 1, 2, [0] = 9, [2] = 7 }; int d[] = { [1 ... 3] = 4, 5 };
        struct p e[2] = { [1].y = 3, [0] = { 1 } }; struct { struct p p[2]; int z; } g = { .p[1].x = 4, 5, 6 };";
    expect(
        source,
        &[
            "a: struct p = {4: 2, 0: 1}",
            "b: struct p = {4: 5}",
            "c: int [6] = {12: 2, 0: 9, 8: 7}",
            "d: int [5] = {4: 4, 8: 4, 12: 4, 16: 5}",
            "e: struct p [2] = {12: 3, 0: 1}",
            "g: struct <anonymous> = {8: 4, 12: 5, 16: 6}",
        ],
    );
}

#[test]
fn brace_elision() {
    let source = "struct q { int a[2]; struct { char c; short d; } s; int e; }; struct q a = { 1, 2, 3, 4, 5 };
        struct q b[] = { 1, 2, 3, 4, 5, { { 6 }, { 7 } } }; int c[2][2] = { 1, 2, 3 }, d[2][2] = { { 1 }, { 2 } }; int e = { 3 };";
    expect(
        source,
        &[
            "a: struct q = {0: 1, 4: 2, 8: 3:char, 10: 4:short, 12: 5}",
            "b: struct q [2] = {0: 1, 4: 2, 8: 3:char, 10: 4:short, 12: 5, 16: 6, 24: 7:char}",
            "c: int [2][2] = {0: 1, 4: 2, 8: 3}",
            "d: int [2][2] = {0: 1, 8: 2}",
            "e: int = {0: 3}",
        ],
    );
}

#[test]
fn strings() {
    let source = "char a[] = \"ab\", b[2] = \"ab\", c[5] = { \"ab\" }, *d = \"ab\"; int w[] = L\"x\"; unsigned short u[] = u\"x\";
        struct { char n[4]; int k; } s[] = { { \"ab\", 1 }, \"c\", 2 };";
    expect(
        source,
        &[
            "a: char [3] = \"ab\\x00\"",
            "b: char [2] = \"ab\"",
            "c: char [5] = \"ab\\x00\"",
            "d: char * = {0: &@4}",
            "w: int [2] = \"x\\x00\\x00\\x00\\x00\\x00\\x00\\x00\"",
            "u: unsigned short [2] = \"x\\x00\\x00\\x00\"",
        ],
    );
}

#[test]
fn unions_and_anonymous_members() {
    let source = "union u { int i; double d; } a = { 1 }, b = { .d = 1.0 }, c = { .i = 1, .d = 2.0 };
        struct { int k; union { int x; char y; }; struct { int z; }; } e = { 1, { 2 }, { 3 } }, f = { .y = 4, .z = 5 };";
    expect(
        source,
        &[
            "a: union u = {0: 1}",
            "b: union u = {0: 0x3ff0000000000000:double}",
            "c: union u = {0: 0x4000000000000000:double}",
            "e: struct <anonymous> = {0: 1, 4: 2, 8: 3}",
            "f: struct <anonymous> = {4: 4:char, 8: 5}",
        ],
    );
}

#[test]
fn flexible_members_extend_the_object() {
    let source = "struct f { int n; int a[]; } x = { 2, { 7, 8 } };";
    let checked = common::check(source);
    assert!(checked.errors().is_empty());
    assert_eq!(checked.program.globals[0].size, Some(12));
}

#[test]
fn addresses() {
    let source = "struct s { int a; struct { int b[4]; } t; } v; int *p = &v.t.b[2], *q = v.t.b + 1, n[3]; int (*r)[3] = &n;
        void g(void); void (*fp[])(void) = { g, &g, *g }; long k = (long)&v + 4; char *c = (char *)&v.t; int d = &n[2] - &n[0];
        unsigned long o = (unsigned long)&((struct s *)0)->t.b[1]; _Bool t = &v; void *self = &self;";
    expect(
        source,
        &[
            "p: int * = {0: &v+12}",
            "q: int * = {0: &v+8}",
            "r: int (*)[3] = {0: &n}",
            "fp: void (*[3])(void) = {0: &g, 8: &g, 16: &g}",
            "k: long = {0: &v+4}",
            "c: char * = {0: &v+4}",
            "d: int = {0: 2}",
            "o: unsigned long = {0: 8:unsigned long}",
            "t: _Bool = {0: 1:_Bool}",
            "self: void * = {0: &self}",
        ],
    );
}

#[test]
fn compound_literals() {
    let source = "struct p { int x, y; }; struct p *a = &(struct p){ 1, 2 }; int *b = (int[]){ 3, 4 }; struct p c = (struct p){ 5 };
        int d[] = (int[]){ 1, 2 }; void f(int i) { struct p *l = &(struct p){ .y = i }; }";
    expect(
        source,
        &[
            "a: struct p * = {0: &@1}",
            "@1: struct p = {0: 1, 4: 2}",
            "b: int * = {0: &@3}",
            "@3: int [2] = {0: 3, 4: 4}",
            "c: struct p = {0: 5}",
            "d: int [2] = {0: 1, 4: 2}",
            "l: struct p * = &[%2 = zero {4: i}]",
        ],
    );
}

#[test]
fn locals() {
    let source = "struct p { int x, y; }; struct q { struct p a, b; }; struct p h(void);
        void f(int i, struct p v) { int a[2] = { i, 1 }, b[3] = { i }; struct q c = { v, { 1, i } }, d = { h() }; char s[4] = \"ab\"; int e = { i };
          struct p g = v; int r[4] = { [0 ... 3] = i++ }; }";
    expect(
        source,
        &[
            "a: int [2] = {0: i, 4: 1}",
            "b: int [3] = zero {0: i}",
            "c: struct q = {0: v, 8: 1, 12: i}",
            "d: struct q = zero {0: h()}",
            "s: char [4] = \"ab\\x00\"",
            "e: int = i",
            "g: struct p = v",
            "r: int [4] = {0: %10 = i++, 0: %10, 4: %10, 8: %10, 12: %10}",
        ],
    );
}

#[test]
fn overriding_a_braced_part_forgets_it() {
    expect(
        "struct { int a[2]; int b; } x = { .a = { 1, 2 }, .b = 3, .a = { 4 } };",
        &["x: struct <anonymous> = {8: 3, 0: 4}"],
    );
}
