//! Undefined behaviour is found, with its kind and line, and only where it is: the pairs under `tests/ub`.

mod common;

use std::path::{Path, PathBuf};

use common::{all, compile, compiler, entries, maymust, programs, run, scratch, stem};

/// What the first lines of a program say.
struct Expectation {
    /// Kind and line; none if the program is fine.
    failure: Option<(String, u32)>,
    /// Do gcc's sanitizers see it?
    sanitized: bool,
}

fn expectation(program: &Path) -> Expectation {
    let text = std::fs::read_to_string(program).expect("the program can be read");
    let first =
        text.lines().next().and_then(|line| line.strip_prefix("// expect: ")).expect("an expectation");
    let failure =
        first.split_once(" line ").map(|(kind, line)| (kind.to_owned(), line.parse().expect("a line")));
    assert_eq!(failure.is_none(), first == "ok", "{}", program.display());
    Expectation { failure, sanitized: !text.contains("// sanitizer: no") }
}

fn list() -> Vec<PathBuf> {
    let list = entries(&programs("ub"));
    assert!(list.len() >= 120, "only {} programs", list.len());
    list
}

/// The line of the program that a report is about: that of the headline, or that of the innermost call that is
/// not in a library model.
fn reported_line(report: &str, file: &str) -> Option<u32> {
    let at = |text: &str| {
        let rest = &text[text.find(&format!("{file}:"))? + file.len() + 1..];
        rest.split(|c: char| !c.is_ascii_digit()).next()?.parse().ok()
    };
    let in_library = report.lines().take(2).any(|line| line.contains("<library>"));
    let mut lines = report.lines().filter(|line| !in_library || line.trim_start().starts_with('#'));
    lines.find_map(at)
}

/// The line where a lost object was allocated: the first one that the report names.
fn allocation_line(report: &str, file: &str, expected: u32) -> bool {
    report.lines().any(|line| line.contains(&format!("{file}:{expected}:")))
}

fn misjudged(program: &Path, folder: &Path) -> Result<(), String> {
    let (name, file) = (stem(program), program.file_name().unwrap_or_default().to_string_lossy());
    let expected = expectation(program).failure;
    let got = run(maymust().args(["run", "-w", "--leaks"]).arg(program), &folder.join(&name));
    let said = got.stderr.lines().take(8).collect::<Vec<_>>().join("\n    ");
    let complain = |what: String| Err(format!("{name}: {what} (status {:?})\n    {said}", got.status));
    let Some((kind, line)) = expected else {
        return if got.status == Some(0) { Ok(()) } else { complain("is fine".to_owned()) };
    };
    if matches!(got.status, Some(0) | None) || !got.stderr.contains(&format!("{kind}: ")) {
        return complain(format!("{kind} not found"));
    }
    let right = match kind.as_str() {
        "leak" => allocation_line(&got.stderr, &file, line),
        _ => reported_line(&got.stderr, &file) == Some(line),
    };
    if right { Ok(()) } else { complain(format!("{kind} not at line {line}")) }
}

#[test]
fn every_kind_is_found_where_it_is() {
    if compiler().is_none() {
        return;
    }
    let folder = scratch("ub");
    all(&list(), |program| misjudged(program, &folder));
}

#[test]
fn sanitizers_agree_where_they_see_it() {
    let Some(cc) = compiler() else { return };
    let folder = scratch("sanitize");
    let options = ["-fsanitize=address,undefined", "-fno-sanitize-recover=all"];
    let probe = programs("run").join("bare_exit_status.c");
    if compile(&cc, &options, &[probe], &folder.join("probe")).is_err() {
        println!("skipped: the compiler has no sanitizers");
        return;
    }
    all(&list(), |program| {
        let (name, expected) = (stem(program), expectation(program));
        let binary = folder.join(&name);
        compile(&cc, &options, std::slice::from_ref(program), &binary)?;
        let mut command = std::process::Command::new(&binary);
        command.env(
            "ASAN_OPTIONS",
            "detect_stack_use_after_return=1:detect_leaks=1:allocator_may_return_null=1",
        );
        let got = run(&mut command, &folder.join(format!("{name}.log")));
        let seen = got.status != Some(0);
        let is_leak = expected.failure.as_ref().is_some_and(|(kind, _)| kind == "leak");
        let should = expected.failure.is_some() && expected.sanitized;
        // Leak detection needs ptrace, which not every machine grants.
        if seen == should || (is_leak && !seen) {
            return Ok(());
        }
        Err(format!("{name}: sanitizers see it: {seen}, expected: {should}\n{}", got.stderr))
    });
}
