//! Small programs with known answers: every scheme gives the right one or none, and the default gives it.

mod common;

use common::{SCHEMES, ask, program, whole};
use maymust_engine::Refine;
use maymust_program::CheckKind::{self, *};

const MEMORY: &[CheckKind] =
    &[NullDereference, InvalidPointer, Bounds, UseAfterFree, DoubleFree, InvalidFree];
const ASSERT: &[CheckKind] = &[Assertion, ErrorCall];

struct Case {
    name: &'static str,
    kinds: &'static [CheckKind],
    expected: &'static str,
    text: &'static str,
}

const CASES: &[Case] = &[
    Case {
        name: "counting loop within an array",
        kinds: MEMORY,
        expected: "proved",
        text: "int a[10]; int main(void) { for (int i = 0; i < 10; i++) a[i] = i; return 0; }",
    },
    Case {
        name: "counting loop beyond an array",
        kinds: MEMORY,
        expected: "fails",
        text: "int a[10]; int main(void) { for (int i = 0; i <= 10; i++) a[i] = i; return 0; }",
    },
    Case {
        name: "loop over the heap, length from an input",
        kinds: MEMORY,
        expected: "proved",
        text: "#include <stdlib.h>\nint __VERIFIER_nondet_int(void);\n\
               int main(void) { int n = __VERIFIER_nondet_int(); if (n < 1 || n > 1000) return 0;\n\
               int *p = malloc(n * sizeof *p); if (!p) return 0; for (int i = 0; i < n; i++) p[i] = 0;\n\
               for (int *q = p; q < p + n; q++) *q += 1; free(p); return 0; }",
    },
    Case {
        name: "checks of library models, together",
        kinds: MEMORY,
        expected: "proved",
        text: "#include <string.h>\nint __VERIFIER_nondet_int(void);\n\
               int main(void) { char a[8], b[8]; strcpy(a, \"four\"); if (__VERIFIER_nondet_int()) strcat(a, \"abc\");\n\
               memcpy(b, a, sizeof b); return (int)strlen(b); }",
    },
    Case {
        name: "one of the checks of library models fails",
        kinds: MEMORY,
        expected: "fails",
        text: "#include <string.h>\nint __VERIFIER_nondet_int(void);\n\
               int main(void) { char a[8], b[8]; strcpy(a, \"four\"); if (__VERIFIER_nondet_int()) strcat(a, \"abcd\");\n\
               memcpy(b, a, sizeof b); return (int)strlen(a); }",
    },
    Case {
        name: "use after free behind a call",
        kinds: MEMORY,
        expected: "fails",
        text: "#include <stdlib.h>\nint __VERIFIER_nondet_int(void);\n\
               void drop(int *p, int c) { if (c > 41) free(p); }\n\
               int main(void) { int *p = malloc(4); if (!p) return 0; *p = 1; drop(p, __VERIFIER_nondet_int());\n\
               return *p; }",
    },
    Case {
        name: "recursion that goes deep enough",
        kinds: ASSERT,
        expected: "fails",
        text: "void reach_error(void); int __VERIFIER_nondet_int(void);\n\
               int sum(int n) { return n <= 0 ? 0 : n + sum(n - 1); }\n\
               int main(void) { int n = __VERIFIER_nondet_int(); if (n > 5) return 0; if (sum(n) == 15) reach_error(); return 0; }",
    },
    Case {
        name: "recursion bounded by a constant",
        kinds: ASSERT,
        expected: "proved",
        text: "void reach_error(void);\n\
               int sum(int n) { return n <= 0 ? 0 : n + sum(n - 1); }\n\
               int main(void) { if (sum(6) != 21) reach_error(); return 0; }",
    },
    Case {
        name: "a shift that nobody asks about bounds nothing",
        kinds: ASSERT,
        expected: "fails",
        text: "void reach_error(void); unsigned __VERIFIER_nondet_uint(void);\n\
               struct S { int a[40]; int key; } s;\n\
               int main(void) { unsigned n = __VERIFIER_nondet_uint(); int *p = s.a; int x = 1 << n; p[n] = 7;\n\
               if (s.key != 0) reach_error(); return x == 3; }",
    },
    Case {
        name: "a jump into a loop, behind the object's allocation",
        kinds: MEMORY,
        expected: "fails",
        text: "int __VERIFIER_nondet_int(void); int main(void) { int *q = 0; int n = __VERIFIER_nondet_int();\n\
               if (n == 7) goto inside; top: { int x = n; q = &x; if (n > 5) goto out; inside: n++; if (q) *q = n; }\n\
               if (n < 100) goto top; out: return q ? *q : 0; }",
    },
    Case {
        name: "a jump into a loop",
        kinds: ASSERT,
        expected: "proved",
        text: "void reach_error(void); int __VERIFIER_nondet_int(void);\n\
               int main(void) { int i = 0, c = __VERIFIER_nondet_int(); if (c) goto middle;\n\
               top: if (i > 3) goto out; i++;\n middle: if (i < 0) reach_error(); goto top;\n\
               out: if (i != 4) reach_error(); return 0; }",
    },
    Case {
        name: "a jump into a loop that matters",
        kinds: ASSERT,
        expected: "fails",
        text: "void reach_error(void); int __VERIFIER_nondet_int(void);\n\
               int main(void) { int i = 0, n = 0, c = __VERIFIER_nondet_int(); if (c) goto middle;\n\
               top: if (i > 3) goto out; i++;\n middle: n++; goto top;\n\
               out: if (n == 5) reach_error(); return 0; }",
    },
    Case {
        name: "leaving two loops at once",
        kinds: ASSERT,
        expected: "proved",
        text: "void reach_error(void); int __VERIFIER_nondet_int(void);\n\
               int main(void) { int i, j = 0; for (i = 0; i < 5; i++) for (j = 0; j < 5; j++)\n\
               if (__VERIFIER_nondet_int()) goto out;\n out: if (i > 5 || j > 5) reach_error(); return 0; }",
    },
    Case {
        name: "a level that is clamped for ever",
        kinds: ASSERT,
        expected: "proved",
        text: "void reach_error(void); int __VERIFIER_nondet_int(void);\n\
               int main(void) { int level = 50; while (__VERIFIER_nondet_int()) { int s = __VERIFIER_nondet_int();\n\
               if (s < -10 || s > 10) continue; level += s; if (level < 0) level = 0; if (level > 100) level = 100; }\n\
               if (level < 0 || level > 100) reach_error(); return 0; }",
    },
    Case {
        name: "an error after a hundred iterations",
        kinds: ASSERT,
        expected: "fails",
        text: "void reach_error(void); int __VERIFIER_nondet_int(void);\n\
               int main(void) { int n = __VERIFIER_nondet_int(), i = 0; while (i < n) i++; if (i == 100) reach_error(); return 0; }",
    },
    Case {
        name: "length of a string",
        kinds: MEMORY,
        expected: "proved",
        text: "static unsigned length(const char *s) { const char *p = s; while (*p) p++; return p - s; }\n\
               int main(void) { return (int)length(\"four\"); }",
    },
    Case {
        name: "overflow only for one input",
        kinds: &[SignedOverflow],
        expected: "fails",
        text: "int __VERIFIER_nondet_int(void); int main(void) { int x = __VERIFIER_nondet_int(); return x < 0 ? -x : x; }",
    },
    Case {
        name: "a call ends the life of what was made before, between calls that end others",
        kinds: &[UseAfterFree],
        expected: "fails",
        text: "#include <stdlib.h>\nint __VERIFIER_nondet_int(void);\n\
               void work(void) { int *q = malloc(4); if (q) *q = 1; free(q); }\n\
               void end(int *p) { work(); if (__VERIFIER_nondet_int() == 77) free(p); work(); }\n\
               int main(void) { int local = 0, *p = malloc(4); if (!p) return 0; *p = 3;\n\
               work(); end(p); work(); local += *p; return local; }",
    },
    Case {
        name: "a local of a caller is dead after it has returned",
        kinds: &[UseAfterFree, InvalidPointer],
        expected: "fails",
        text: "#include <stdlib.h>\nint *kept; void work(void) { int *q = malloc(4); free(q); }\n\
               void keep(void) { int local = 5; kept = &local; work(); *kept = 6; }\n\
               int main(void) { work(); keep(); work(); return *kept; }",
    },
    Case {
        name: "division that is guarded",
        kinds: &[DivisionByZero],
        expected: "proved",
        text: "int __VERIFIER_nondet_int(void); int div(int a, int b) { return b ? a / b : 0; }\n\
               int main(void) { return div(__VERIFIER_nondet_int(), __VERIFIER_nondet_int()); }",
    },
];

#[test]
fn the_default_scheme_decides_them() {
    for case in CASES {
        let outcome = ask(&program(case.text, "main"), case.kinds, Refine::Default, 60);
        assert_eq!(whole(&outcome), case.expected, "{}: {:?}", case.name, outcome.answers);
    }
}

#[test]
fn no_scheme_is_wrong() {
    for case in CASES {
        let program = program(case.text, "main");
        for scheme in SCHEMES {
            let verdict = whole(&ask(&program, case.kinds, scheme, 2));
            assert!(verdict == case.expected || verdict == "unknown", "{}, {scheme:?}: {verdict}", case.name);
        }
    }
}

#[test]
fn threads_give_the_same_answers() {
    use maymust_engine::{Engine, Task};
    for case in CASES {
        let program = program(case.text, "main");
        let mut task =
            Task::new(&program, common::checks(&program, case.kinds), std::time::Duration::from_secs(60));
        task.options.jobs = 2;
        assert_eq!(whole(&maymust_structural::Structural.answer(&task)), case.expected, "{}", case.name);
    }
}

#[test]
fn what_is_not_modelled_blocks_proofs_behind_it_only() {
    use maymust_engine::{Engine, Task, Verdict};
    let text = "void reach_error(void); int __VERIFIER_nondet_int(void);\n\
                static void one(void) { __asm__ volatile (\"cli\" : : : \"memory\"); }\n\
                static void two(void) { __asm__ volatile (\"hlt\" : : : \"memory\"); }\n\
                int main(void) { int x = 1 + (__VERIFIER_nondet_int() & 4);\n\
                if (x == 2) reach_error(); if (x == 3) one();\n\
                if (x == 2) reach_error(); if (x == 5) two();\n\
                if (x == 2) reach_error(); return 0; }";
    let program = program(text, "main");
    for jobs in [1, 2, 3] {
        let checks = common::checks(&program, ASSERT);
        let mut task = Task::new(&program, checks, std::time::Duration::from_secs(20));
        task.options.jobs = jobs;
        let answers = maymust_structural::Structural.answer(&task).answers;
        let verdicts: Vec<&Verdict> = answers.iter().map(|a| &a.verdict).collect();
        let [Verdict::Proved, Verdict::Proved, Verdict::Unknown(reason)] = &verdicts[..] else {
            panic!("{jobs} threads: {answers:?}");
        };
        assert!(
            matches!(reason, maymust_engine::Reason::Unsupported { function: Some(f), .. } if f == "two"),
            "{jobs} threads: {reason}"
        );
    }
}

#[test]
fn what_is_not_modelled_is_asked_about_only_for_proofs() {
    let text = "void reach_error(void); int __VERIFIER_nondet_int(void); int main(void) {\n\
                while (__VERIFIER_nondet_int()) if (__VERIFIER_nondet_int()) __asm__ volatile (\"hlt\" : : : \"memory\");\n\
                if (__VERIFIER_nondet_int() == 7) reach_error(); return 0; }";
    let outcome = ask(&program(text, "main"), ASSERT, Refine::Default, 20);
    assert_eq!(whole(&outcome), "fails", "{:?}", outcome.answers);
    assert_eq!(common::count(&outcome.statistics, "conditions"), 1);
}

/// If others hold the memory, nothing is gained by giving up.
#[test]
fn short_memory_that_others_hold_changes_no_answer() {
    use maymust_engine::{Engine, Task};
    for case in CASES.iter().take(2) {
        let program = program(case.text, "main");
        let checks = common::checks(&program, case.kinds);
        let task = Task::new(&program, checks, std::time::Duration::from_secs(60));
        task.memory_low.store(true, std::sync::atomic::Ordering::Relaxed);
        assert_eq!(whole(&maymust_structural::Structural.answer(&task)), case.expected, "{}", case.name);
    }
}

/// What is made before calls stays what it is, also if they end lives on the heap: no call is opened to see that.
#[test]
fn objects_stay_what_they_are_across_closed_calls() {
    use maymust_engine::{Engine, Task, Verdict};
    let mut text = "#include <stdlib.h>\nstruct node { struct node *next; }; int __VERIFIER_nondet_int(void);\n\
                    void work(int n) { struct node *head = 0; while (n-- > 0) { struct node *f = malloc(sizeof *f); if (!f) break;\n\
                    f->next = head; head = f; } while (head) { struct node *next = head->next; free(head); head = next; } }\n\
                    int get(int *p) { return *p; }\n\
                    int all(int *p) {\n"
        .to_owned();
    for i in 0..40 {
        text += &format!("if (__VERIFIER_nondet_int() > {i}) work({i});\n");
    }
    text += "return get(p + 3); }\nint main(void) { int local[4] = { 0 }; return all(local); }\n";
    let program = program(&text, "main");
    let mut checks = common::checks(&program, &[Bounds, UseAfterFree]);
    checks.retain(|c| program.proc(program.checks[c.index()].proc).name == "get");
    assert!(!checks.is_empty());
    for scheme in [Refine::DcrPlus, Refine::Inertial, Refine::Default] {
        let mut task = Task::new(&program, checks.clone(), std::time::Duration::from_secs(60));
        task.options.refine = scheme;
        let outcome = maymust_structural::Structural.answer(&task);
        assert!(
            outcome.answers.iter().all(|a| matches!(a.verdict, Verdict::Proved)),
            "{scheme:?}: {outcome:?}"
        );
        assert_eq!(common::count(&outcome.statistics, "regions_opened"), 0, "{scheme:?}");
    }
}

/// Constants stay what they are across calls that write elsewhere, and nothing else does.
#[test]
fn constants_keep_their_contents_across_closed_calls() {
    let text = "#include <stdlib.h>\nvoid reach_error(void); int __VERIFIER_nondet_int(void); OBJECT\n\
                static void work(char *p, int n) { char *q = malloc(n); if (q) q[0] = 1;\n\
                while (n-- > 0) { p[n] = (char)__VERIFIER_nondet_int(); } free(q); }\n\
                int main(void) { int n = __VERIFIER_nondet_int(); if (n < 1 || n > 5) return 0;\n\
                work(__VERIFIER_nondet_int() ? buffer : other, n); if (TEST) reach_error(); return 0; }";
    let other = "static char buffer[6], other[6];";
    for (object, test, expected) in [
        ("static const char text[] = \"hello\";", "text[1] != 'e'", "proved"),
        ("static const char *text = \"hello\";", "text[1] != 'e' || text[5] != 0", "proved"),
        ("static const unsigned text[] = { 1, 0x20304 };", "text[1] != 0x20304", "proved"),
        ("static const char *text = \"hello\";", "text[1] == 'e'", "fails"),
        ("static char text[6] = \"hello\";", "text[1] != 'e'", "proved"),
        ("static char buffer[6] = \"hello\", other[6];", "buffer[1] != 'e'", "fails"),
        (
            "static const char *const texts[] = { \"a\", 0, \"b\" };",
            "texts[2][0] != 'b' || texts[1]",
            "proved",
        ),
        ("static const char *const texts[] = { \"a\", 0, \"b\" };", "!texts[1]", "fails"),
    ] {
        let object = if object.contains("buffer") { object.to_owned() } else { format!("{object} {other}") };
        let text = text.replace("OBJECT", &object).replace("TEST", test);
        let outcome = ask(&program(&text, "main"), ASSERT, Refine::Default, 20);
        assert_eq!(whole(&outcome), expected, "{object} {test}: {:?}", outcome.answers);
        if object.contains("const") && expected == "proved" {
            assert_eq!(common::count(&outcome.statistics, "regions_opened"), 0, "{object}");
        }
    }
}

#[test]
fn what_comes_after_the_last_check_is_cut_off_and_nothing_else() {
    let after = "int __VERIFIER_nondet_int(void); void reach_error(void); static int n, calls;\n\
                 static void bad(void) { if (n == 2) reach_error(); } static void (*hook)(void);\n\
                 static void big(void) { while (__VERIFIER_nondet_int()) calls++; __asm__ volatile (\"hlt\" : : : \"memory\"); }\n\
                 int main(void) { n = 1; BODY return 0; }";
    let ask = |body: &str| ask(&program(&after.replace("BODY", body), "main"), ASSERT, Refine::Default, 20);
    let regions = |o: &maymust_engine::Outcome| common::count(&o.statistics, "regions_summarised");
    let (short, long) = (ask("if (n != 1) reach_error();"), ask("if (n != 1) reach_error(); big();"));
    assert_eq!(whole(&long), "proved", "{:?}", long.answers);
    assert_eq!(regions(&long), regions(&short));
    for body in [
        "if (n != 1) reach_error(); n++; hook = bad; if (__VERIFIER_nondet_int()) hook(); big();",
        "for (;;) { if (n > 3) reach_error(); n++; if (__VERIFIER_nondet_int()) calls++; }",
        "bad(); n++; bad(); big();",
    ] {
        assert_eq!(whole(&ask(body)), "fails", "{body}");
    }
}

#[test]
fn loops_are_unrolled_as_often_as_asked() {
    use maymust_engine::{Engine, Task};
    let text = "int __VERIFIER_nondet_int(void); void reach_error(void); int main(void) { int i = 0, s = 1;\n\
                while (__VERIFIER_nondet_int()) { s = s * 3 ^ i; i++; if (s == 77) reach_error(); } return 0; }";
    let program = program(text, "main");
    for scheme in SCHEMES {
        for (unroll, expected) in [(Some(2), "unknown"), (Some(8), "fails")] {
            let checks = common::checks(&program, ASSERT);
            let mut task = Task::new(&program, checks, std::time::Duration::from_secs(20));
            (task.options.refine, task.options.unroll) = (scheme, unroll);
            let outcome = maymust_structural::Structural.answer(&task);
            assert_eq!(whole(&outcome), expected, "{scheme:?}: {:?}", outcome.answers);
        }
    }
}

/// What is known of a loop's template says nothing where the loop is met: a scheme that takes it up opens the same for ever.
#[test]
fn every_scheme_comes_to_an_end_behind_a_loop() {
    let text = "int __VERIFIER_nondet_int(void); char __VERIFIER_nondet_char(void); void reach_error(void);\n\
                struct context { int mode; char text[3]; };\n\
                static int upper(struct context *c) { char out[3]; int i; for (i = 0; i < 2 && c->text[i]; i++) out[i] = c->text[i];\n\
                out[i] = 0; return out[0] ? i : 0; }\n\
                int main(void) { struct context c; c.mode = __VERIFIER_nondet_int(); c.text[0] = __VERIFIER_nondet_char();\n\
                c.text[1] = __VERIFIER_nondet_char(); c.text[2] = 0; if (upper(&c) == 2 && c.mode == 5) reach_error(); return 0; }";
    let program = program(text, "main");
    for scheme in SCHEMES {
        let outcome = ask(&program, ASSERT, scheme, 20);
        assert_eq!(whole(&outcome), "fails", "{scheme:?}: {:?}", outcome.answers);
        let rounds = common::count(&outcome.statistics, "rounds");
        assert!(rounds < 100, "{scheme:?}: {rounds}");
    }
}
