//! Small programs with known answers: every analysis of the family, with audit, and random runs against proofs.

mod common;

use common::{ask, assertions, load, words};
use maymust_engine::Analysis;
use maymust_machine::{Env, Limits, Machine, Seeded, Silent, Stop};
use maymust_program::{CheckData, CheckId, CheckKind};
use maymust_smash::Questions;

const FAMILY: [Analysis; 7] = [
    Analysis::Slam,
    Analysis::Dart,
    Analysis::Dash,
    Analysis::May,
    Analysis::Smart,
    Analysis::Must,
    Analysis::Smash,
];

/// Programs, and whether their assertion holds.
const PROGRAMS: [(&str, bool); 15] = [
    ("int main(void) { int n = __VERIFIER_nondet_int(), s = 0; for (int i = 0; i < 5; i++) s += 2; if (s != 10) reach_error(); return n; }", true),
    ("int main(void) { int n = __VERIFIER_nondet_int(), s = 0; for (int i = 0; i < 5; i++) s += 2; if (n == s) reach_error(); return 0; }", false),
    ("int main(void) { int n = __VERIFIER_nondet_int(), i = 0, j = 0; while (i < n) { i++; j++; } if (n >= 0 && j != n) reach_error(); return 0; }", true),
    ("int main(void) { unsigned n = __VERIFIER_nondet_uint(), x = 0, y = 0; while (x < n) { x++; y += 2; } if (y & 1) reach_error(); return 0; }", true),
    ("int lock; void acquire(void) { if (lock) reach_error(); lock = 1; } void release(void) { lock = 0; }
      int main(void) { int n = __VERIFIER_nondet_int(); while (n > 0) { acquire(); n--; release(); } return 0; }", true),
    ("int lock; void acquire(void) { if (lock) reach_error(); lock = 1; } void release(void) { lock = 0; }
      int main(void) { int n = __VERIFIER_nondet_int(); while (n > 0) { acquire(); n--; if (n != 3) release(); } return 0; }", false),
    ("int max(int a, int b) { return a > b ? a : b; }
      int main(void) { int a = __VERIFIER_nondet_int(), b = __VERIFIER_nondet_int(); int m = max(a, b); if (m < a || m < b) reach_error(); return 0; }", true),
    ("int main(void) { int x = __VERIFIER_nondet_int(); __VERIFIER_assume(x > 100); int y = x + 1; if (y < 0) reach_error(); return 0; }", false),
    ("int swap(int *p, int *q) { int t = *p; *p = *q; *q = t; return 0; }
      int main(void) { int a = __VERIFIER_nondet_int(), b = __VERIFIER_nondet_int(), c = a, d = b; swap(&a, &b); if (a != d || b != c) reach_error(); return 0; }", true),
    // Block operations behind pointers that are the same constant in every call.
    ("struct s { int x, y; } s; void *memset(void *, int, unsigned long); void clear(struct s *p) { memset(p, 0, sizeof *p); }
      int main(void) { int n = __VERIFIER_nondet_int(); s.x = n; s.y = 3; clear(&s); if (s.x != n) reach_error(); return 0; }", false),
    ("struct s { int x, y; }; void copy(struct s *p, struct s *q) { *p = *q; }
      int main(void) { struct s a, b; int n = __VERIFIER_nondet_int(); a.x = 1; a.y = 2; b.x = n; b.y = 3; copy(&a, &b); if (a.x != n || a.y != 3) reach_error(); return 0; }", true),
    // The sum is below 21 for all of these inputs, and 21 is reached for one more.
    ("int fib(int n) { return n < 2 ? n : fib(n - 1) + fib(n - 2); }
      int main(void) { int n = __VERIFIER_nondet_int(); __VERIFIER_assume(n >= 0 && n < 8); if (fib(n) >= 21) reach_error(); return 0; }", true),
    ("int fib(int n) { return n < 2 ? n : fib(n - 1) + fib(n - 2); }
      int main(void) { int n = __VERIFIER_nondet_int(); __VERIFIER_assume(n >= 0 && n < 9); if (fib(n) >= 21) reach_error(); return 0; }", false),
    // Globals start as they are initialised; a round more than assumed fails.
    ("int limit = 4; unsigned a[4];
      int main(void) { for (int i = 0; i < limit; i++) a[i] = __VERIFIER_nondet_uint() % 8; unsigned s = 0;
        for (int i = 0; i < 4; i++) s += a[i] * a[i]; if (s > 196) reach_error(); return 0; }", true),
    ("int limit = 5; unsigned a[8];
      int main(void) { for (int i = 0; i < limit; i++) a[i] = __VERIFIER_nondet_uint() % 8; unsigned s = 0;
        for (int i = 0; i < 8; i++) s += a[i] * a[i]; if (s > 196) reach_error(); return 0; }", false),
];

#[test]
fn no_analysis_is_wrong_and_smash_decides_all() {
    for (text, holds) in PROGRAMS {
        let loaded = load(text);
        let checks = assertions(&loaded);
        let right = if holds { "proved" } else { "fails" };
        for analysis in FAMILY {
            let outcome = ask(&loaded, &checks, analysis, Questions::Together);
            let words = words(&outcome);
            let wrong = if holds { "fails" } else { "proved" };
            assert!(!words.contains(&wrong), "{analysis:?} is wrong: {text}");
            if analysis == Analysis::Smash {
                assert_eq!(words, [right], "{text}");
            }
        }
    }
}

#[test]
fn random_runs_never_fail_what_is_proved() {
    for (text, _) in PROGRAMS.iter().filter(|p| p.1) {
        let loaded = load(text);
        let machine = Machine::new(&loaded.program);
        for seed in 0..40 {
            let mut state = machine.start().expect("an entry");
            let mut inputs = Seeded::new(seed);
            let env = Env { inputs: &mut inputs, output: &mut Silent, observer: None };
            let stop = machine.run(&mut state, env, Limits { steps: 200_000, ..Limits::default() });
            if let Stop::Failed(failure) = stop {
                assert!(!failure.kind.is_assertion(), "{text}");
            }
        }
    }
}

#[test]
fn an_audit_starts_from_states_that_programs_have() {
    // A pointer that a call returns may be null as far as its callee knows, and no result of `visit` is ever read.
    let owner = "struct device { int id, state; };
        static struct device *owner(int *s) { return (struct device *)((char *)s - 4); }
        int main(void) { struct device d[2] = {{10, 0}, {11, 0}}; int i = __VERIFIER_nondet_int(); __VERIFIER_assume(i == 0 || i == 1);
          if (owner(&d[i].state)->id != 10 + i) reach_error(); return 0; }";
    let visit = "static int depth;
        static int visit(int n) { depth++; if (n > 2 && __VERIFIER_nondet_int()) return 0; if (n > 0) visit(n - 1);
          if (__VERIFIER_nondet_int() && n == 2) return 1; depth--; return 0; }
        int main(void) { int n = __VERIFIER_nondet_int(); __VERIFIER_assume(n >= 0 && n <= 4); visit(n); if (depth) reach_error(); return 0; }";
    for (text, verdict) in [(owner, "proved"), (visit, "fails")] {
        let loaded = load(text);
        let is_asked =
            |c: &&CheckData| c.kind != CheckKind::Leak && !loaded.program.proc(c.proc).is_library();
        let asked = loaded.program.checks.iter().enumerate().filter(|(_, c)| is_asked(c));
        let checks: Vec<CheckId> = asked.map(|(i, _)| CheckId(i as u32)).collect();
        let outcome = ask(&loaded, &checks, Analysis::Smash, Questions::Together);
        assert!(words(&outcome).contains(&verdict), "{text}");
    }
}
