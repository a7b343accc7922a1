//! Programs with threads: each of `tests/threads` says in lines `//@ FLAGS: VERDICT` what is asked and what must be answered.

mod common;

use std::path::{Path, PathBuf};

use common::{all, entries, maymust, programs, run, scratch, stem};

/// The questions of a program: flags and verdict.
fn questions(program: &Path) -> Vec<(String, String)> {
    let text = std::fs::read_to_string(program).expect("the program can be read");
    let lines = text.lines().filter_map(|line| line.strip_prefix("//@ "));
    let list: Vec<(String, String)> =
        lines.filter_map(|l| l.rsplit_once(": ")).map(|(f, v)| (f.to_owned(), v.to_owned())).collect();
    assert!(!list.is_empty(), "{}: no question", program.display());
    list
}

fn answered(program: &Path, folder: &Path) -> Result<(), String> {
    for (i, (flags, answer)) in questions(program).iter().enumerate() {
        let log = folder.join(format!("{}.{i}", stem(program)));
        let mut command = maymust();
        let out = run(
            command.args(["check", "--timeout", "120s"]).args(flags.split_whitespace()).arg(program),
            &log,
        );
        let verdict = out.stdout.lines().last().unwrap_or_default();
        // What is assumed may follow.
        let given = verdict.split(" (").next().unwrap_or_default();
        if given != format!("verdict: {answer}") {
            let name = stem(program);
            return Err(format!("{name}: {flags}: not {answer}: {}\n{}", out.stdout, out.stderr));
        }
    }
    Ok(())
}

#[test]
fn all_schedules_are_seen() {
    let list: Vec<PathBuf> = entries(&programs("threads"))
        .into_iter()
        .filter(|p| p.extension().is_some_and(|e| e == "c"))
        .collect();
    let asked: usize = list.iter().map(|p| questions(p).len()).sum();
    assert!(asked >= 100, "only {asked} questions");
    let folder = scratch("threads");
    all(&list, |program| answered(program, &folder));
}
