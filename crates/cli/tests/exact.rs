//! The engine `exact` on the command line: approximations, readings of integers, abstractions as files.

mod common;

use std::path::{Path, PathBuf};

use common::{maymust, scratch};

fn program(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../exact/tests/programs").join(name)
}

/// The exit status and what is printed.
fn run(args: &[&str], file: &Path) -> (Option<i32>, String) {
    let out = maymust().args(args).arg(file).output().expect("it starts");
    let text = String::from_utf8_lossy(&out.stdout).into_owned() + &String::from_utf8_lossy(&out.stderr);
    (out.status.code(), text)
}

#[test]
fn approximations() {
    let check = |approximation: &str, file: &str| {
        run(&["check", "--check", "assert", "--approximation", approximation], &program(file)).0
    };
    assert_eq!(check("over", "t1_2.c"), Some(2));
    assert_eq!(check("under", "t1_2.c"), Some(1));
    assert_eq!(check("exact", "t1_2.c"), Some(1));
    assert_eq!(check("over", "t2_3.c"), Some(0));
    assert_eq!(check("under", "t2_3.c"), Some(2));
}

#[test]
fn unbounded_integers_are_an_assumption() {
    let solvers = [maymust_solver::Program::Z3, maymust_solver::Program::Cvc5];
    if solvers.into_iter().all(|s| s.find().is_none()) {
        println!("skipped: no z3");
        return;
    }
    let (status, _) = run(&["check", "--check", "assert", "--engine", "exact"], &program("ex0.c"));
    assert_eq!(status, Some(1), "the sum wraps around");
    let (status, text) = run(&["check", "--check", "assert", "--integers", "unbounded"], &program("ex0.c"));
    assert_eq!(status, Some(0), "{text}");
    assert!(text.contains("assuming unbounded integers"), "{text}");
    let other = ["check", "--engine", "smash", "--integers", "unbounded"];
    let (status, text) = run(&other, &program("ex0.c"));
    assert_eq!(status, Some(64), "{text}");
}

#[test]
fn abstractions_are_files_that_check_reads() {
    let folder = scratch("exact");
    for (name, status) in [("t1_2.c", 1), ("t2_3.c", 0), ("ex1.c", 0)] {
        let (shown, text) = run(&["show", "--boolean"], &program(name));
        assert_eq!(shown, Some(0), "{text}");
        let file = folder.join(name).with_extension("bp");
        std::fs::write(&file, &text).expect("a file");
        let (found, answer) = run(&["check"], &file);
        assert_eq!(found, Some(status), "{answer}\n{text}");
    }
}
