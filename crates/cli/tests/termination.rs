//! `--check termination`: answers to `tests/corpus/termination`, what is said of runs without an end, ranks of loops.

mod common;

use std::path::PathBuf;

use common::{all, maymust, programs, run, scratch};

/// Asks whether a program ends.
fn ask(name: &str, text: &str, more: &[&str]) -> common::Outcome {
    let folder = scratch("termination");
    let file = folder.join(name).with_extension("i");
    std::fs::write(&file, text).expect("a file");
    let mut command = maymust();
    command.args(["check", "--no-warnings", "--check", "termination", "--timeout", "20s"]).args(more);
    run(command.arg(&file), &folder.join(name))
}

fn verdict(out: &common::Outcome) -> &str {
    out.stdout.lines().last().unwrap_or("").strip_prefix("verdict: ").unwrap_or("none")
}

#[test]
fn the_corpus_is_answered() {
    if common::compiler().is_none() {
        return;
    }
    let files = common::entries(&programs("corpus/termination"));
    let files: Vec<PathBuf> = files.into_iter().filter(|f| f.extension().is_some_and(|e| e == "c")).collect();
    assert!(files.len() >= 150, "{}", files.len());
    let step = if std::env::var_os("MAYMUST_ALL").is_some() { 1 } else { 7 };
    let chosen: Vec<PathBuf> = files.into_iter().step_by(step).collect();
    let folder = scratch("termination_corpus");
    let open = std::sync::atomic::AtomicUsize::new(0);
    all(&chosen, |file| {
        let text = std::fs::read_to_string(file).expect("the program");
        let expected = if text.contains("// inputs:") { "fails" } else { "proved" };
        let mut command = maymust();
        command.args(["check", "--no-warnings", "--check", "termination", "--timeout", "10s"]).arg(file);
        let out = run(&mut command, &folder.join(common::stem(file)));
        match verdict(&out) {
            "unknown" => {
                open.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
                Ok(())
            }
            verdict if verdict.starts_with(expected) => Ok(()),
            verdict => Err(format!("{}: {verdict}, not {expected}", file.display())),
        }
    });
    let open = open.into_inner();
    assert!(open * 100 <= chosen.len() * 25, "{open} of {} are unknown", chosen.len());
}

#[test]
fn the_rank_of_a_loop_is_printed() {
    let text = "int __VERIFIER_nondet_int(void);\n\
        int main(void) { int x = __VERIFIER_nondet_int(), y = __VERIFIER_nondet_int();\n\
        while (x > 0 && y > 0) if (__VERIFIER_nondet_int()) { x--; y = __VERIFIER_nondet_int(); } else y--;\n\
        return 0; }";
    let out = ask("rank", text, &["--stats"]);
    assert_eq!(verdict(&out), "proved", "{out:?}");
    assert!(out.stdout.contains("rank of the loop at") && out.stdout.contains(":3 in `main`"), "{out:?}");
    let json = ask("rank_json", text, &["--stats", "--format", "json"]);
    assert!(json.stdout.contains("rank of the loop at"), "{json:?}");
}

#[test]
fn a_run_without_an_end_is_explained() {
    let text = "int __VERIFIER_nondet_int(void);\n\
        int main(void) { int x = __VERIFIER_nondet_int();\n\
        if (x == 4711)\n\
        while (x > 0)\n\
        x = x + 1 - 1;\n\
        return 0; }";
    let out = ask("hangs", text, &[]);
    assert_eq!(verdict(&out), "fails", "{out:?}");
    assert!(out.stdout.contains("this run never ends"), "{out:?}");
    assert!(out.stdout.contains("__VERIFIER_nondet_int() = 4711"), "{out:?}");
    assert!(out.stdout.contains("hangs.i:4:"), "{out:?}");
}

#[test]
fn recurrent_sets_are_shown() {
    let text = "int main(void) { unsigned long i = 0; int go = 1;\n\
        while (go) { i += 2; if (i == 7) go = 0; }\n\
        return 0; }";
    let out = ask("recurrent", text, &[]);
    assert_eq!(verdict(&out), "fails", "{out:?}");
    assert!(out.stdout.contains("the loop is never left while"), "{out:?}");
}

#[test]
fn what_is_not_known_is_unknown() {
    let nondet = "int __VERIFIER_nondet_int(void); void *malloc(unsigned long);\n";
    // That it goes on for ever takes a signed overflow, and that it ends takes that there is none.
    let limit =
        "int main(void) { int n = __VERIFIER_nondet_int(); for (int i = 0; i <= n; i++) ; return 0; }";
    // Numbers of objects grow, but not because anything comes to an end.
    let objects = "struct n { struct n *next; };\n\
        int main(void) { struct n *p = malloc(sizeof *p), *q; int x = __VERIFIER_nondet_int();\n\
        for (;;) { q = p; p = malloc(sizeof *p); if (p == q) break; if (x == 3) x = 4; }\n\
        return 0; }";
    // What nothing depends on can be no measure, whatever is known of it.
    let ghost = "int main(void) { unsigned y = 0; int x = __VERIFIER_nondet_int() | 1;\n\
        while (x != 0) { y++; if (x > 5) x -= 2; else x += 4; }\n\
        return 0; }";
    for (name, text) in [("limit", limit), ("objects", objects), ("ghost", ghost)] {
        let out = ask(name, &format!("{nondet}{text}"), &[]);
        assert_ne!(verdict(&out), "none", "{name}: {out:?}");
        assert!(!verdict(&out).starts_with("proved"), "{name}: {out:?}");
    }
    assert_eq!(verdict(&ask("limit", &format!("{nondet}{limit}"), &[])), "unknown");
}

#[test]
fn a_property_file_asks_the_same() {
    let folder = scratch("termination");
    let property = folder.join("end.prp");
    std::fs::write(&property, "CHECK( init(main()), LTL(F end) )\n").expect("a file");
    let file = folder.join("two.i");
    std::fs::write(&file, "int main(void) { int i = 3; again: if (i) { i--; goto again; } return 0; }")
        .expect("a file");
    let mut command = maymust();
    let out = run(command.arg("check").arg("--property").arg(&property).arg(&file), &folder.join("two"));
    assert_eq!(verdict(&out), "proved", "{out:?}");
}
