//! Engines against each other: `smash` and `structural` never contradict each other, on any program of the repository, nor
//! what is known of it.
//!
//! By default every eighth program is asked about; `MAYMUST_ALL=1` asks about all.

mod common;

use std::path::{Path, PathBuf};

use common::{all, entries, maymust, programs, run, scratch, stem};
use serde_json::Value;

const ENGINES: [&str; 2] = ["smash", "structural"];

/// C files under a folder of the repository.
fn c_files(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(folder) = folders.pop() {
        for path in entries(&folder) {
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|e| e == "c") {
                found.push(path);
            }
        }
    }
    found.sort();
    found
}

/// Every check's place and verdict, as an engine answers; none if the file is no program by itself.
fn answers(engine: &str, file: &Path) -> Result<Option<Vec<(String, String)>>, String> {
    let log = scratch("agree").join(format!("{}-{engine}.log", stem(file)));
    let mut command = maymust();
    command.args(["check", "-w", "--format", "json", "--timeout", "2s", "--engine", engine]).arg(file);
    let out = run(&mut command, &log);
    match out.status {
        Some(0..=2) => {}
        Some(65) => return Ok(None),
        _ => return Err(format!("{}: {engine}: {out:?}", file.display())),
    }
    let json: Value = serde_json::from_str(&out.stdout).map_err(|e| format!("{}: {e}", file.display()))?;
    let checks = json["checks"].as_array().cloned().unwrap_or_default();
    let place = |c: &Value| format!("{} {} {} {}", c["id"], c["kind"], c["line"], c["function"]);
    Ok(Some(checks.iter().map(|c| (place(c), c["verdict"].to_string())).collect()))
}

fn agree(file: &Path) -> Result<(), String> {
    let [one, other] = ENGINES.map(|engine| answers(engine, file));
    let (Some(one), Some(other)) = (one?, other?) else { return Ok(()) };
    if one.len() != other.len() {
        return Err(format!("{}: different checks", file.display()));
    }
    for (a, b) in one.iter().zip(&other) {
        let open = a.1.contains("unknown") || b.1.contains("unknown");
        if a.0 != b.0 || !open && a.1 != b.1 {
            let file = file.display();
            return Err(format!("{file}: {}: {ENGINES:?} say {} and {}", a.0, a.1, b.1));
        }
    }
    Ok(())
}

#[test]
fn engines_agree() {
    if common::compiler().is_none() {
        return;
    }
    let root = programs("..");
    let folders =
        ["tests/corpus", "tests/ub", "tests/run", "rules/examples", "benchmarks/drivers", "examples"];
    let files: Vec<PathBuf> = folders.iter().flat_map(|f| c_files(&root.join(f))).collect();
    assert!(files.len() > 400);
    let step = if std::env::var_os("MAYMUST_ALL").is_some() { 1 } else { 8 };
    let chosen: Vec<PathBuf> = files.into_iter().step_by(step).collect();
    all(&chosen, |file| agree(file));
}
