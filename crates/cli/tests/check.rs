//! `maymust check` as a user meets it: limits, properties, entry functions, assumptions, tests for the compiler.

mod common;

use std::path::PathBuf;
use std::process::Command;
use std::time::{Duration, Instant};

use common::{Outcome, compile, compiler, maymust, run, scratch};

fn file(name: &str, text: &str) -> PathBuf {
    let path = scratch("check").join(name);
    std::fs::write(&path, text).expect("a scratch file");
    path
}

/// Runs `maymust COMMAND … FILE`.
fn tool(args: &[&str], program: &str, text: &str) -> Outcome {
    let path = file(program, text);
    let mut command = maymust();
    command.args(args);
    if args[0] == "check" && !args.contains(&"--timeout") {
        // What is undecided after that stays so.
        command.args(["--timeout", "5s"]);
    }
    run(command.arg(path), &scratch("check").join(format!("{program}.log")))
}

fn verdict(out: &Outcome) -> (Option<i32>, Option<&str>) {
    (out.status, out.stdout.lines().last())
}

const ENDLESS: &str = "int main(void) { for (;;) ; }";

#[test]
fn time_ends_in_unknown() {
    let start = Instant::now();
    let text =
        format!("int x; {ENDLESS} int f(void) {{ return 1 / x; }}").replace("for (;;)", "x = f(); for (;;)");
    let out = tool(
        &["check", "--check", "overflow", "--timeout", "300ms"],
        "endless.i",
        &text.replace("1 / x", "1 + x"),
    );
    assert_eq!(verdict(&out), (Some(2), Some("verdict: unknown")), "{out:?}");
    assert!(start.elapsed() < Duration::from_secs(20), "{:?}", start.elapsed());
}

#[test]
fn memory_ends_in_unknown() {
    let text = "void *malloc(unsigned long); int x;\n\
        int main(void) { for (;;) { char *p = malloc(1 << 20); for (int i = 0; p && i < 1 << 20; i += 4096) p[i] = 1; x++; } }";
    let out =
        tool(&["check", "--check", "overflow", "--memory", "150M", "--timeout", "50s"], "greedy.i", text);
    assert_eq!(verdict(&out), (Some(2), Some("verdict: unknown")), "{out:?}");
    assert!(out.stdout.contains("the memory limit is used up"), "{out:?}");
}

#[test]
fn wrong_flags_are_64() {
    for args in [
        &["check", "--timeout", "5 parsecs"][..],
        &["check", "--memory", "lots"],
        &["check", "--jobs", "0"],
        &["check", "--engine", "perpetual"],
        &["check", "--engine", "concrete", "--analysis", "dash"],
        &["check", "--each-function", "--entry", "f"],
        &["check", "--check", "assert", "--property", "x.prp"],
    ] {
        let out = tool(args, "flags.i", "int main(void) { return 0; }");
        assert_eq!(out.status, Some(64), "{args:?}: {out:?}");
    }
}

#[test]
fn properties_say_what_is_checked() {
    let program = "void reach_error(void); void *calloc(unsigned long, unsigned long);\n\
        int zero, *kept;\n\
        int main(void) { kept = calloc(1, 4); if (zero) reach_error(); return 2147483647 + zero; }\n";
    let check = |name: &str, formula: &str| {
        let property = file(name, &format!("CHECK( init(main()), LTL({formula}) )\n"));
        let path = property.to_str().expect("a path").to_owned();
        tool(&["check", "--property", &path], &format!("{name}.i"), program)
    };
    let out = check("unreach.prp", "G ! call(reach_error())");
    assert_eq!(verdict(&out), (Some(0), Some("verdict: proved")), "{out:?}");
    assert!(out.stdout.contains("1 proved, 0 failing"), "{out:?}");
    assert!(out.stdout.contains("check with --check memory") || !out.stdout.contains("note:"), "{out:?}");
    assert_eq!(check("overflow.prp", "G ! overflow").status, Some(0));
    assert_eq!(check("free.prp", "G valid-free").status, Some(0));
    assert_eq!(check("deref.prp", "G valid-deref").status, Some(0));
    // What is still pointed to is not lost, but it is not freed either.
    assert_eq!(check("track.prp", "G valid-memtrack").status, Some(0));
    let out = check("cleanup.prp", "G valid-memcleanup");
    assert!(out.status == Some(1) && out.stdout.contains("not freed when the program ends"), "{out:?}");
    for (name, formula) in [("end.prp", "F end"), ("race.prp", "G ! data-race"), ("odd.prp", "G something")] {
        let out = check(name, formula);
        assert!(out.status == Some(65) && out.stderr.contains(&format!("{name}:1:")), "{out:?}");
    }
    let out = tool(&["check", "--property", "missing.prp"], "missing.i", program);
    assert_eq!(out.status, Some(66));
}

#[test]
fn a_property_about_an_error_function_ignores_other_assertions() {
    let text = "void reach_error(void) { }\nvoid bad(void) { }\n\
        int main(void) { void (*f)(void) = bad; f(); __builtin_trap(); return 0; }\n";
    let property = |function: &str| {
        let name = format!("call_{function}.prp");
        let path = file(&name, &format!("CHECK( init(main()), LTL(G ! call({function}())) )"));
        let path = path.to_str().expect("a path").to_owned();
        tool(&["check", "--property", &path], &format!("call_{function}.i"), text)
    };
    let out = property("bad");
    assert!(out.status == Some(1) && out.stdout.contains("bad is called"), "{out:?}");
    let out = property("reach_error");
    assert_ne!(out.status, Some(1), "{out:?}");
}

#[test]
fn unchecked_undefined_behaviour_is_named() {
    let text = "int x, *p = &x; int main(void) { *p = 1; if (x / *p != 1) __builtin_trap(); return 0; }";
    let out = tool(&["check", "--check", "assert"], "assumed.i", text);
    assert_eq!(verdict(&out), (Some(0), Some("verdict: proved")), "{out:?}");
    assert!(out.stdout.contains("note: if no invalid pointer is used: check with --check memory"), "{out:?}");
    assert!(out.stdout.contains("note: if nothing is divided by zero: check with --check div0"), "{out:?}");
    let out = tool(&["check"], "assumed_not.i", text);
    assert!(!out.stdout.contains("note:"), "{out:?}");
}

/// What holds and what may happen at an entry other than `main`.
const ENTRY: &str = "struct node { int value; struct node *next; _Bool ok; int (*op)(int); };\n\
    struct node *list; int limit = 7; static const int table[2] = { 1, 2 }; int counts[5] = { 1, 2, 3, 4, 5 };\n\
    static int twice(int x) { return 2 * x; }\n\
    int (*used)(int) = twice;\n\
    int push(struct node *n, int by, char *s, struct node v)\n\
    {\n\
        if (n && n->next && n->next->next && n->next->next->next) __builtin_trap();\n\
        if (n && (n->ok > 1 || n == list || n->next == n)) __builtin_trap();\n\
        if (v.next && v.next == n) __builtin_trap();\n\
        if (table[1] != 2) __builtin_trap();\n\
        if (n && n->op && n->op != twice) __builtin_trap();\n\
        if (s) s[0] = s[40000];\n\
        REACH\n\
        return by;\n\
    }\n\
    int main(void) { return 0; }\n";

#[test]
fn other_entries_get_arbitrary_arguments_and_globals() {
    let runs = |name: &str, reach: &str| {
        let path = file(&format!("{name}.i"), &ENTRY.replace("REACH", reach));
        let statuses = (0..60).map(|seed| {
            let args = ["run", "-w", "--entry", "push", "--seed", &seed.to_string()];
            let log = scratch("check").join(format!("{name}.{seed}"));
            let out = run(maymust().args(args).arg(&path), &log);
            assert!(!out.stderr.contains("invalid-pointer") && !out.stderr.contains("internal"), "{out:?}");
            out.status
        });
        statuses.filter(|s| *s == Some(134)).count()
    };
    assert_eq!(runs("entry_holds", ""), 0);
    for (name, condition) in [
        ("entry_null", "!n"),
        ("entry_list", "n && n->next && n->next->next"),
        ("entry_global", "limit != 7 && counts[3] != 4"),
        ("entry_value", "by < 0"),
        ("entry_list_global", "list && list->next"),
    ] {
        let hits = runs(name, &format!("if ({condition}) __builtin_trap();"));
        assert!(hits > 0, "{name}: {hits}");
    }
}

#[test]
fn the_entry_model_is_named() {
    let out =
        tool(&["check", "--entry", "push", "--check", "assert"], "entry_note.i", &ENTRY.replace("REACH", ""));
    assert!(out.stdout.contains("entry `push`: parameters and globals are arbitrary"), "{out:?}");
    assert_ne!(out.status, Some(1), "{out:?}");
    let out = tool(&["check", "--entry", "nothing"], "entry_none.i", ENTRY);
    assert_eq!(out.status, Some(65));
}

#[test]
fn every_function_is_a_start() {
    let text = "static int half(void) { int s = 4; return s / 2; }\n\
        void good(void) { if (half() != 2) __builtin_trap(); }\n\
        void bad(void) { if (half() == 2) __builtin_trap(); }\n\
        int main(void) { good(); return 0; }\n";
    let out = tool(&["check", "--check", "assert"], "each_main.i", text);
    assert_eq!(out.status, Some(0), "{out:?}");
    let out = tool(&["check", "--check", "assert", "--each-function"], "each.i", text);
    assert_eq!(verdict(&out), (Some(1), Some("verdict: fails")), "{out:?}");
    assert!(out.stdout.contains("(from `bad`)"), "{out:?}");
    let out =
        tool(&["check", "--check", "assert", "--each-function", "--format", "json"], "each_json.i", text);
    assert!(
        out.stdout.contains("\"entry\": \"good\"") && out.stdout.contains("\"entry\": \"bad\""),
        "{out:?}"
    );
}

#[test]
fn undefined_objects_are_arbitrary() {
    let text = "extern int a[4]; extern struct { int x; struct { int y; } *p; } s; extern int n;\n\
        int main(void) { if (CONDITION) __builtin_trap(); return 0; }\n";
    for (name, condition) in [
        ("extern_array", "a[2] == 0"),
        ("extern_array_not", "a[2] != 0"),
        ("extern_field", "s.x != 0"),
        ("extern_pointer", "s.p && s.p->y != 3"),
        ("extern_number", "n != 0"),
    ] {
        let out = tool(
            &["check", "--check", "assert"],
            &format!("{name}.i"),
            &text.replace("CONDITION", condition),
        );
        assert_ne!(out.status, Some(0), "{name}: {out:?}");
    }
}

#[test]
fn a_test_fails_the_compiled_program_too() {
    let Some(cc) = compiler() else { return };
    let text = "extern int __VERIFIER_nondet_int(void); extern unsigned char __VERIFIER_nondet_uchar(void);\n\
        extern double __VERIFIER_nondet_double(void); extern void __VERIFIER_assume(int); extern void reach_error(void);\n\
        int main(void)\n{\n\
            int x = __VERIFIER_nondet_int();\n\
            unsigned char c = __VERIFIER_nondet_uchar();\n\
            double d = __VERIFIER_nondet_double();\n\
            __VERIFIER_assume(x == 0);\n\
            if (x + c == 0 && d == 0.0)\n\
                reach_error();\n\
            return 0;\n}\n";
    let program = file("tested.c", text);
    let test = scratch("check").join("tested.harness.c");
    let _ = std::fs::remove_file(&test);
    let out = run(
        maymust().args(["check", "--timeout", "20s", "--check", "assert", "--test"]).arg(&test).arg(&program),
        &scratch("check").join("tested.log"),
    );
    assert_eq!(out.status, Some(1), "{out:?}");
    assert!(out.stdout.contains("__VERIFIER_nondet_uchar = 0"), "{out:?}");
    let binary = scratch("check").join("tested.exe");
    compile(&cc, &[], &[program, test], &binary).expect("the test compiles");
    let out = run(&mut Command::new(&binary), &scratch("check").join("tested.run"));
    assert_eq!(out.status, Some(134), "{out:?}");
}
