//! The programs of the paper, in both readings of integers where they differ.

mod common;

use std::path::Path;
use std::time::{Duration, Instant};

use common::{ask, ask_with, count, load, load_file, word};
use maymust_engine::{Approximation, Integers, Options};

/// What the innermost procedure of a template does when its global is positive.
#[derive(Clone, Copy)]
enum Innermost {
    /// T1: it changes the sign.
    Negates,
    /// T2: it calls itself, changes the sign, and calls itself again.
    Recurses,
}

/// The template of the paper's experiments with so many procedures; `guard` is a condition on the arbitrary global.
fn template(n: usize, innermost: Innermost, guard: &str) -> String {
    let mut out = String::from(
        "extern int __VERIFIER_nondet_int(void);\nextern void __VERIFIER_assume(int);\n\
         extern void reach_error(void);\nint g;\n",
    );
    for i in (1..=n).rev() {
        let inner = match innermost {
            _ if i < n => format!("level_{0}(); g = -g; level_{0}();", i + 1),
            Innermost::Negates => "g = -g;".to_owned(),
            Innermost::Recurses => format!("level_{i}(); g = -g; level_{i}();"),
        };
        out += &format!(
            "void level_{i}(void) {{ int t = 0; g = -g; if (g <= 0) {{ t = t + 1; }} else {{ {inner} }} g = -g; }}\n"
        );
    }
    out + &format!(
        "int main(void) {{ g = __VERIFIER_nondet_int(); __VERIFIER_assume({guard}); level_1();\n\
         if (g < 0) reach_error(); return 0; }}\n"
    )
}

/// Without the least integer, which is its own negation, machine integers behave as mathematical ones.
const NOT_LEAST: &str = "g != -2147483647 - 1";

fn program(name: &str) -> std::path::PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/programs").join(name)
}

#[test]
fn single_programs() {
    for (name, expected) in [("ex0.c", "fails"), ("ex0_capped.c", "proved"), ("ex1.c", "proved")] {
        let outcome = ask_with(&load_file(&program(name)), Approximation::Exact);
        assert_eq!(word(&outcome), expected, "{name}");
    }
}

#[test]
fn templates_are_decided() {
    for n in [1, 2, 3, 4, 9, 20] {
        let t1 = ask_with(&load(&template(n, Innermost::Negates, NOT_LEAST)), Approximation::Exact);
        assert_eq!(word(&t1), if n % 2 == 0 { "fails" } else { "proved" }, "T1({n})");
        assert_eq!(count(&t1, "explorations"), 0, "T1({n}) needs no single paths");
        // The abstraction knows that the error must be reached.
        assert_eq!(count(&t1, "failures_that_must_be"), u64::from(n % 2 == 0));
        assert!(count(&t1, "predicates") <= 3, "the paper's predicates or fewer");
        let t2 = ask_with(&load(&template(n, Innermost::Recurses, NOT_LEAST)), Approximation::Exact);
        assert_eq!(word(&t2), "proved", "T2({n})");
        assert!(count(&t2, "predicates") <= 3, "the paper's predicates or fewer");
    }
}

#[test]
fn the_least_integer_reaches_the_error() {
    for innermost in [Innermost::Negates, Innermost::Recurses] {
        let outcome = ask_with(&load(&template(7, innermost, "1")), Approximation::Exact);
        assert_eq!(word(&outcome), "fails");
    }
}

/// Is there a solver that knows integers?
fn has_integers() -> bool {
    use maymust_solver::{Process, Program};
    let is_there = Process::new(Program::Z3).or_else(|| Process::new(Program::Cvc5)).is_some();
    if !is_there {
        println!("skipped: no z3");
    }
    is_there
}

#[test]
fn unbounded_integers() {
    if !has_integers() {
        return;
    }
    let options = || Options { integers: Integers::Unbounded, ..Options::default() };
    for (name, expected) in [("ex0.c", "proved"), ("ex0_capped.c", "proved"), ("ex1.c", "proved")] {
        assert_eq!(word(&ask(&load_file(&program(name)), options(), 20)), expected, "{name}");
    }
    for n in [1, 2, 7, 8] {
        // Here the least integer is none.
        let t1 = ask(&load(&template(n, Innermost::Negates, "1")), options(), 20);
        assert_eq!(word(&t1), if n % 2 == 0 { "fails" } else { "proved" }, "T1({n})");
        let t2 = ask(&load(&template(n, Innermost::Recurses, "1")), options(), 20);
        assert_eq!(word(&t2), "proved", "T2({n})");
    }
}

#[test]
fn what_integers_without_width_cannot_say_is_any_value() {
    if !has_integers() {
        return;
    }
    let text = "extern int __VERIFIER_nondet_int(void); extern void reach_error(void);
        int f(int y) { return y; }
        int main(void) { int x = __VERIFIER_nondet_int(); int y = CALL; if (y == 12345 && x == 7) reach_error(); return 0; }";
    let options = || Options { integers: Integers::Unbounded, ..Options::default() };
    let inline = load(&text.replace("CALL", "(x ^ 5)"));
    assert_eq!(word(&ask(&inline, options(), 10)), "unknown");
    let call = load(&text.replace("CALL", "f(x ^ 5)"));
    assert_eq!(word(&ask(&call, options(), 10)), "unknown");
}

#[test]
fn over_approximation_alone_is_inconclusive() {
    let t1 = load(&template(6, Innermost::Negates, NOT_LEAST));
    assert_eq!(word(&ask_with(&t1, Approximation::Over)), "unknown");
    assert_eq!(word(&ask_with(&t1, Approximation::Under)), "fails");
    assert_eq!(word(&ask_with(&t1, Approximation::Exact)), "fails");
    // What cannot fail is a matter for the other side.
    let t2 = load(&template(6, Innermost::Recurses, NOT_LEAST));
    assert_eq!(word(&ask_with(&t2, Approximation::Over)), "proved");
    assert_eq!(word(&ask_with(&t2, Approximation::Under)), "unknown");
}

#[test]
fn time_grows_with_the_number_of_procedures() {
    for innermost in [Innermost::Negates, Innermost::Recurses] {
        let mut times = Vec::new();
        for n in [100, 500, 2000] {
            let loaded = load(&template(n, innermost, NOT_LEAST));
            let start = Instant::now();
            let outcome = ask_with(&loaded, Approximation::Exact);
            times.push(start.elapsed());
            assert_ne!(word(&outcome), "unknown");
            println!("{n}: {:?} {:?}", start.elapsed(), outcome.statistics);
        }
        // A machine that does other things is slower: the bounds are wide.
        assert!(times[1] < Duration::from_secs(10), "{times:?}");
    }
}
