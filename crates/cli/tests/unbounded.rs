//! Recursion of any depth, by the engine `smash` without unrolling: `tests/corpus/unbounded`.

use std::path::{Path, PathBuf};
use std::process::Command;

/// The programs, with whether they hold.
fn programs() -> Vec<(PathBuf, bool)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/corpus/unbounded");
    let entries = std::fs::read_dir(folder).expect("the folder").map(|e| e.expect("an entry").path());
    let mut programs: Vec<PathBuf> = entries.filter(|p| p.extension().is_some_and(|e| e == "c")).collect();
    programs.sort();
    let expected = |p: &PathBuf| {
        std::fs::read_to_string(p.with_extension("yml")).expect("a task").contains("expected_verdict: true")
    };
    programs.into_iter().map(|p| (p.clone(), expected(&p))).collect()
}

#[test]
fn recursion_is_decided_without_unrolling() {
    if std::env::var_os("CC").is_none() && Command::new("cc").arg("--version").output().is_err() {
        return;
    }
    let programs = programs();
    let mut open = Vec::new();
    for (program, holds) in &programs {
        let mut command = Command::new(env!("CARGO_BIN_EXE_maymust"));
        command.args(["check", "-w", "--check", "assert", "--engine", "smash", "--without", "unroll"]);
        let out = command.args(["--timeout", "10s"]).arg(program).output().expect("maymust runs");
        let name = program.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        match (out.status.code(), holds) {
            (Some(0), true) | (Some(1), false) => {}
            (Some(2), _) => open.push(name),
            (code, _) => panic!("{name}: {code:?} {}", String::from_utf8_lossy(&out.stdout)),
        }
    }
    assert!(programs.len() - open.len() >= 38, "open: {open:?}");
}
