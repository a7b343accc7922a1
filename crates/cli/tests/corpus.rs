//! The programs of `tests/corpus`: what is said to fail does fail on the concrete machine with the inputs that are given, and what
//! is said to hold holds in runs with pseudo-random inputs. So no wrong answer can hide behind a wrong task. What is said never to end
//! does not end when it is compiled either, within many times the steps that it takes to repeat itself.

mod common;

use std::path::{Path, PathBuf};
use std::process::Command;

use maymust_bench::task::{Subject, Task};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn tasks() -> Vec<Task> {
    let work = std::env::temp_dir();
    maymust_bench::suite::load(&[root().join("tests/corpus")], &work).expect("the corpus")
}

/// The kind of failure that a run reports, if any.
fn failure(task: &Task, arguments: &[&str]) -> Option<String> {
    let mut command = Command::new(env!("CARGO_BIN_EXE_maymust"));
    command.args(["run", "-w", "--steps", "2000000"]).args(arguments).args(&task.files);
    if task.questions.iter().any(|q| q.subject == Subject::MemorySafety) {
        command.arg("--leaks");
    }
    let out = command.output().expect("maymust runs");
    let err = String::from_utf8_lossy(&out.stderr).into_owned();
    let line = err.lines().find(|l| l.contains("error: "))?;
    let (_, rest) = line.split_once("error: ")?;
    Some(rest.split(':').next().unwrap_or("").to_owned())
}

fn is_violation(kind: &str, subject: &Subject) -> bool {
    match subject {
        Subject::Unreachable => matches!(kind, "assertion" | "error-call"),
        Subject::NoOverflow => kind == "signed-overflow",
        _ => !matches!(
            kind,
            "assertion"
                | "error-call"
                | "signed-overflow"
                | "division-by-zero"
                | "shift-range"
                | "unreachable"
        ),
    }
}

#[test]
fn the_corpus_is_large_and_mixed() {
    let tasks = tasks();
    let failing = tasks.iter().filter(|t| t.questions[0].expected == Some(false)).count();
    assert!(tasks.len() >= 200, "{} tasks", tasks.len());
    assert!(failing * 10 >= tasks.len() * 4, "{failing} of {} fail", tasks.len());
}

fn is_about_ends(task: &Task) -> bool {
    task.questions[0].subject == Subject::Termination
}

/// The inputs with which a task is said to fail.
fn inputs(task: &Task) -> String {
    let text = std::fs::read_to_string(&task.files[0]).expect("the program");
    let inputs = text.lines().find_map(|l| l.strip_prefix("// inputs:"));
    inputs.unwrap_or_else(|| panic!("{}", task.name)).trim().to_owned()
}

#[test]
fn what_never_ends_does_not_end() {
    if common::compiler().is_none() {
        return;
    }
    let fails = |t: &&Task| is_about_ends(t) && t.questions[0].expected == Some(false);
    for task in tasks().iter().filter(fails) {
        // After the inputs that are given there are zeros.
        let zeros = " 0".repeat(200_000);
        let mut command = Command::new(env!("CARGO_BIN_EXE_maymust"));
        command.args(["run", "-w", "--steps", "100000", "--inputs"]).arg(inputs(task) + &zeros);
        let out = command.args(&task.files).output().expect("maymust runs");
        let err = String::from_utf8_lossy(&out.stderr).into_owned();
        let goes_on = err.contains("given number of steps") || err.contains("overflow");
        assert!(goes_on, "{}: {:?} {err}", task.name, out.status);
    }
}

#[test]
fn what_fails_fails_with_the_inputs_given() {
    if common::compiler().is_none() {
        return;
    }
    let fails = |t: &&Task| !is_about_ends(t) && t.questions[0].expected == Some(false);
    for task in tasks().iter().filter(fails) {
        let kind = failure(task, &["--inputs", &inputs(task)]);
        let subject = &task.questions[0].subject;
        assert!(kind.as_deref().is_some_and(|k| is_violation(k, subject)), "{}: {kind:?}", task.name);
    }
}

#[test]
fn what_holds_holds_in_random_runs() {
    if common::compiler().is_none() {
        return;
    }
    let holds = |t: &&Task| !is_about_ends(t) && t.questions[0].expected == Some(true);
    for task in tasks().iter().filter(holds) {
        for seed in ["1", "2", "3"] {
            let kind = failure(task, &["--seed", seed]);
            let subject = &task.questions[0].subject;
            assert!(!kind.as_deref().is_some_and(|k| is_violation(k, subject)), "{}: {kind:?}", task.name);
        }
    }
}
