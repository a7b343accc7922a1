//! The four programs of the paper's Section 2: verdicts, and the work that leads to them.

mod common;

use common::{ask, ask_all, assertions, count, evidence, load, words};
use maymust_engine::{Analysis, Verdict};
use maymust_smash::Questions;

const ABSOLUTE: &str = "int g(int i) { if (i > 0) return i; else return -i; }\n";

const THREE_CALLS: &str = "int x = g(a), y = g(b), z = g(c);
    if (x < 0 || y < 0 || z < 0) reach_error(); return 0; }";

fn three_inputs(guard: &str) -> String {
    format!(
        "{ABSOLUTE} int main(void) {{ int a = __VERIFIER_nondet_int(), b = __VERIFIER_nondet_int(),
        c = __VERIFIER_nondet_int(); {guard} {THREE_CALLS}"
    )
}

#[test]
fn one_not_may_summary_serves_three_calls() {
    let guard = "if (a == -2147483647 - 1 || b == -2147483647 - 1 || c == -2147483647 - 1) return 0;";
    let outcome = ask_all(&three_inputs(guard));
    assert_eq!(words(&outcome), ["proved"]);
    assert_eq!(evidence(&outcome, "not-may g"), 1);
    // Three times that of g, and that of main by the start.
    assert_eq!(count(&outcome, "notmay_summaries_used_in_proofs"), 4);
}

#[test]
fn the_least_integer_is_its_own_negation() {
    let outcome = ask_all(&three_inputs(""));
    assert_eq!(words(&outcome), ["fails"]);
}

#[test]
fn a_hash_function_is_never_analysed() {
    let outcome = ask_all(
        "int h(int i) { unsigned x = i; for (int k = 0; k < 1000; k++) { x = x * 1103515245u + 12345u; x ^= x >> 7; }
            return (int)x; }
        int f(int i) { if (i > 0) return i; else return h(i); }
        int main(void) { int a = __VERIFIER_nondet_int(), b = __VERIFIER_nondet_int(), c = __VERIFIER_nondet_int();
            int x = f(a), y = f(b), z = f(c);
            if (x > 0) if (y > 0) if (z > 0) reach_error();
            return 0; }",
    );
    assert_eq!(words(&outcome), ["fails"]);
    assert_eq!(count(&outcome, "queries_of_h"), 0);
    // A test that runs through the calls may find it without a question.
    assert!(count(&outcome, "queries_of_f") <= 1);
}

#[test]
fn partitions_alone_prove_a_protocol_across_calls() {
    let loaded = load(
        "int lock;
        void acquire(void) { if (lock) reach_error(); lock = 1; }
        void release(void) { if (!lock) reach_error(); lock = 0; }
        int main(void) { int n = __VERIFIER_nondet_int();
            for (int i = 0; i < n; i++) {
                acquire();
                if (__VERIFIER_nondet_int()) { release(); continue; }
                release();
            }
            return 0; }",
    );
    let checks = assertions(&loaded);
    let outcome = ask(&loaded, &checks, Analysis::Slam, Questions::InOrder);
    assert_eq!(words(&outcome), ["proved", "proved"]);
    assert_eq!(count(&outcome, "tests"), 0);
}

/// `bar` counts up to a hundred at most: never zero.
const THIRD: &str =
    "int bar(int i) { int r = 1; for (int k = 0; k < i; k++) { if (r < 100) r++; } return r; }
    int foo(int i, int j) { if (j > 0) return bar(i) + 1; else return i + 1; }
    int main(void) { int j = __VERIFIER_nondet_int();";

#[test]
fn a_not_may_summary_helps_to_find_a_bug() {
    // On a branch of its own: the later question need not get past that call.
    let earlier = "if (j == 77) { int y = bar(0); if (y == 0) reach_error(); return 0; }";
    let question = "int x = foo(0, j); if (x == 1) reach_error(); return 0; }";
    let loaded = load(&format!("{THIRD} {earlier} {question}"));
    let checks = assertions(&loaded);
    let first = ask(&loaded, &checks[..1], Analysis::Smash, Questions::InOrder);
    assert_eq!(words(&first), ["proved"]);
    let both = ask(&loaded, &checks, Analysis::Smash, Questions::InOrder);
    assert_eq!(words(&both), ["proved", "fails"]);
    assert_eq!(count(&both, "queries_of_bar"), count(&first, "queries_of_bar"), "no new work in bar");
    assert!(evidence(&both, "must foo") > 0);
    let Verdict::Fails(run) = &both.answers[1].verdict else { panic!("it fails") };
    let j = run.inputs.values.last().and_then(|v| v.1.as_bv()).and_then(|v| v.to_i64());
    assert!(j.is_some_and(|j| j <= 0), "found at j <= 0, not at {j:?}");
    // Without the earlier question the verdict is the same.
    assert_eq!(words(&ask_all(&format!("{THIRD} {question}"))), ["fails"]);
}

/// `bar` is small for small inputs and large for large ones, never negative.
const FOURTH: &str = "int bar(int i) { int r = 0; for (int k = 0; k < i; k++) { if (r < 4 || (i > 5 && r < 24)) r += 4; } return r; }
    int g(int j) { if (j > 0) return j; else return -j; }
    int foo(int i, int j) { int r, y; y = bar(i); if (y > 10) r = g(j); else r = y; return r; }
    int main(void) { int i = __VERIFIER_nondet_int(), j = __VERIFIER_nondet_int();";

#[test]
fn must_summaries_help_a_proof() {
    let earlier = "if (i > 2 && j > 2) { int y = bar(i);
        if (y < 0) reach_error();
        if (y > 10 && j == 77) reach_error();
        if (y <= 10 && j == 78) reach_error(); }";
    let question = "if (i > 2 && j > 2) { int x = foo(i, j); if (x < 0) reach_error(); } return 0; }";
    let loaded = load(&format!("{FOURTH} {earlier} {question}"));
    let checks = assertions(&loaded);
    let first = ask(&loaded, &checks[..3], Analysis::Smash, Questions::InOrder);
    assert_eq!(words(&first), ["proved", "fails", "fails"]);
    let all = ask(&loaded, &checks, Analysis::Smash, Questions::InOrder);
    assert_eq!(words(&all), ["proved", "fails", "fails", "proved"]);
    // What the earlier question left of bar is used, and not proved again.
    let never_negative = |e: &&(String, String)| e.0 == "not-may bar" && e.1 == "true =/=> bar::$result < 0";
    assert_eq!(all.statistics.evidence.iter().filter(never_negative).count(), 1);
    let used = |o| count(o, "notmay_summaries_used_in_proofs");
    assert!(used(&all) >= used(&first) + 3, "those of bar, g and foo");
    assert!(count(&all, "must_summaries_used_in_proofs") > count(&first, "must_summaries_used_in_proofs"));
    assert_eq!(evidence(&all, "not-may g"), 1);
    assert_eq!(words(&ask_all(&format!("{FOURTH} {question}"))), ["proved"]);
}
