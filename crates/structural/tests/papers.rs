//! The programs of the two papers, with the work that they say it takes.

mod common;

use common::{ask, count, program, whole};
use maymust_engine::{Refine, Statistics};
use maymust_program::CheckKind;

/// A pure function that is dear to expand.
const INIT: &str = "int init(int x) { int r = x; for (int i = 0; i < 1000; i++) r = r * x + i; return r; }\n";

fn run(text: &str, entry: &str, scheme: Refine) -> (&'static str, Statistics) {
    let text = format!(
        "void __assert_fail(const char *, const char *, unsigned, const char *);\n\
                        #define assert(c) ((c) ? (void)0 : __assert_fail(#c, __FILE__, __LINE__, \"\"))\n{text}"
    );
    let outcome = ask(&program(&text, entry), &[CheckKind::Assertion, CheckKind::ErrorCall], scheme, 60);
    (whole(&outcome), outcome.statistics)
}

#[test]
fn scale_is_valid_and_init_stays_closed() {
    let text = format!(
        "int global1, global2;\n{INIT}\
         int flip(int *data) {{ if (*data < 0) {{ *data = -*data; return 1; }} return 0; }}\n\
         void scale(void) {{ global2 = init(global1); if (flip(&global2)) {{ assert(global2 != 0); global1 /= global2; }} }}\n"
    );
    for scheme in [Refine::Calysto, Refine::Default] {
        let (verdict, statistics) = run(&text, "scale", scheme);
        assert_eq!(verdict, "proved", "{scheme:?}");
        assert_eq!(count(&statistics, "opened_init"), 0, "{scheme:?}");
        assert_eq!(count(&statistics, "opened_flip"), 1, "{scheme:?}");
        assert_eq!(count(&statistics, "unrollings"), 0, "{scheme:?}");
    }
}

const FOO: &str = "int bar(int a) { int r = a; for (int k = 0; k < 100; k++) r = r * 31 + k; return r; }\n\
                   int neg(int a) { if (a > 0) return -a; else return a; }\n";

#[test]
fn the_first_assertion_of_foo_fails_with_nothing_opened() {
    let text = format!(
        "{FOO}void foo(int *p, int c) {{ int x; if (p == 0) x = c; else x = bar(*p); assert(x > c); }}\n"
    );
    for scheme in [Refine::Inertial, Refine::Default] {
        let (verdict, statistics) = run(&text, "foo", scheme);
        assert_eq!(verdict, "fails", "{scheme:?}");
        assert_eq!(count(&statistics, "regions_opened"), 0, "{scheme:?}");
    }
}

#[test]
fn the_second_assertion_of_foo_fails_with_only_neg_opened() {
    let text = format!(
        "{FOO}void foo(int *p, int c) {{ int x, y; if (p == 0) x = c; else x = bar(*p);\n\
         if (x == c) y = neg(x); else y = 0; assert(y >= 0); }}\n"
    );
    for scheme in [Refine::Inertial, Refine::Default] {
        let (verdict, statistics) = run(&text, "foo", scheme);
        assert_eq!(verdict, "fails", "{scheme:?}");
        // The default may even meet a failing run before it opens anything.
        let opened = count(&statistics, "opened_neg");
        assert!(opened == 1 || (opened == 0 && scheme == Refine::Default), "{scheme:?}: {statistics:?}");
        assert_eq!(count(&statistics, "regions_opened"), opened, "{scheme:?}");
    }
}

#[test]
fn loopf_fails_at_the_fourth_unrolling_at_the_latest() {
    let text = "void loopf(int n) { int i = 0, j = 0; while (i < n) { j = j + 2 * i; i++; }\n\
                assert(!(n > 0) || j < 2 * n); }\n";
    for scheme in [Refine::Inertial, Refine::Default] {
        let (verdict, statistics) = run(text, "loopf", scheme);
        assert_eq!(verdict, "fails", "{scheme:?}");
        assert!(count(&statistics, "unrollings") <= 4, "{scheme:?}: {statistics:?}");
        assert_eq!(count(&statistics, "functions_opened"), 0, "{scheme:?}");
    }
}

#[test]
fn one_summary_per_region() {
    let mut text = String::from("int f0(int x) { return x + 1; }\n");
    for i in 1..40 {
        text += &format!("int f{i}(int x) {{ return f{}(x) ^ f{}(x + {i}); }}\n", i - 1, i - 1);
    }
    text += "void top(int x) { int y = f39(x); assert(x != 7 || y == y); }\n";
    let (verdict, statistics) = run(&text, "top", Refine::Default);
    assert_eq!(verdict, "proved");
    // Forty functions, top and the start: 2^39 calls do not matter.
    assert!(count(&statistics, "regions_summarised") <= 44, "{statistics:?}");
}
