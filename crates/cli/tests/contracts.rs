//! Contracts and the examples that come with them: what is planted is found, everything else is proved.
//!
//! A program says in a comment what is asked (`check: ARGUMENTS`) and which lines fail: those with a comment `fails: KIND`.

mod common;

use std::collections::BTreeSet;
use std::path::Path;

use common::{compiler, entries, maymust, run, scratch, stem};
use serde_json::Value;

/// The lines of a program with `// fails: KIND`.
fn expected(text: &str) -> BTreeSet<(u64, String)> {
    let line = |(i, line): (usize, &str)| {
        let kinds = line.split_once("// fails: ")?.1;
        Some(kinds.split(", ").map(move |kind| (i as u64 + 1, kind.trim().to_owned())).collect::<Vec<_>>())
    };
    text.lines().enumerate().filter_map(line).flatten().collect()
}

/// What is wrong with the answers for a program.
fn mistakes(program: &Path) -> Option<String> {
    let text = std::fs::read_to_string(program).expect("a program");
    let arguments = text.lines().find_map(|l| l.split_once("check: ")).expect("what is asked").1;
    let name = stem(program);
    let mut command = maymust();
    command.arg("check").args(arguments.split_whitespace()).args(["--format", "json", "--timeout", "60s"]);
    let out = run(command.arg(program), &scratch("contracts").join(&name));
    let Ok(json) = serde_json::from_str::<Value>(&out.stdout) else {
        return Some(format!("{name}: {out:?}"));
    };
    let checks = json["checks"].as_array().cloned().unwrap_or_default();
    let of = |verdict: &str| checks.iter().filter(|c| c["verdict"] == *verdict).collect::<Vec<_>>();
    let mut failing = BTreeSet::new();
    for check in of("fails") {
        let kind = check["kind"].as_str().unwrap_or("").to_owned();
        // What a rule says of the end of a run stands in the rule.
        let line = if kind == "rule" { 0 } else { check["line"].as_u64().unwrap_or(0) };
        failing.insert((line, kind));
    }
    let expected: BTreeSet<_> = expected(&text)
        .into_iter()
        .map(|(line, kind)| (if kind == "rule" { 0 } else { line }, kind))
        .collect();
    let unknown = of("unknown");
    if failing == expected && unknown.is_empty() && !of("proved").is_empty() {
        return None;
    }
    Some(format!("{name}: expected {expected:?}, found {failing:?}, unknown {unknown:#?}"))
}

fn folder(path: &Path) {
    if compiler().is_none() {
        return;
    }
    let programs = entries(path).into_iter().filter(|p| p.extension().is_some_and(|e| e == "c"));
    let has_contract =
        |p: &std::path::PathBuf| std::fs::read_to_string(p).is_ok_and(|text| text.contains("check: "));
    let wrong: Vec<String> = programs.filter(has_contract).filter_map(|p| mistakes(&p)).collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn contracts_are_assumed_and_checked() {
    folder(&common::programs("contracts"));
}

#[test]
fn planted_bugs_of_the_examples_are_found_and_everything_else_is_proved() {
    folder(&Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples"));
}

/// Other compilers see nothing of contracts, and warn about nothing.
#[test]
fn plain_compilers_see_nothing() {
    let Some(cc) = compiler() else { return };
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    for program in
        entries(&root.join("examples")).into_iter().filter(|p| p.extension().is_some_and(|e| e == "c"))
    {
        let mut command = std::process::Command::new(&cc);
        command.args(["-fsyntax-only", "-Wall", "-Wextra", "-Werror", "-I"]).arg(root.join("include"));
        let out = run(command.arg(&program), &scratch("contracts").join(stem(&program)));
        assert_eq!(out.status, Some(0), "{}: {}", program.display(), out.stderr);
    }
}
