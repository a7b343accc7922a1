//! The guide is true: its files are written and its commands run, in order, chapter by chapter.
//!
//! A block ` ```LANGUAGE file=NAME ` is a file. In a block ` ```console ` a line `$ COMMAND` is run, and the lines after it are found
//! in what it prints, in this order; `…` stands for anything.

mod common;

use std::path::{Path, PathBuf};
use std::process::Command;

use common::{compiler, entries, run, scratch, stem};

/// The blocks of a text: what stands after the backquotes, and the lines.
fn blocks(text: &str) -> Vec<(String, Vec<&str>)> {
    let mut blocks: Vec<(String, Vec<&str>)> = Vec::new();
    let mut is_open = false;
    for line in text.lines() {
        match (line.strip_prefix("```"), is_open) {
            (Some(_), true) => is_open = false,
            (Some(info), false) => {
                is_open = true;
                blocks.push((info.to_owned(), Vec::new()));
            }
            (None, true) => blocks.last_mut().expect("an open block").1.push(line),
            (None, false) => {}
        }
    }
    blocks
}

/// Does a line have these parts in this order, with anything where the pattern says `…`?
fn matches(pattern: &str, line: &str) -> bool {
    let mut rest = line;
    let parts: Vec<&str> = pattern.split('…').collect();
    for (i, part) in parts.iter().enumerate() {
        let Some(at) = rest.find(part) else { return false };
        if i == 0 && at != 0 {
            return false;
        }
        rest = &rest[at + part.len()..];
    }
    parts.last().is_some_and(|p| p.is_empty()) || rest.is_empty()
}

fn chapter(path: &Path, folder: &Path) -> Vec<String> {
    let text = std::fs::read_to_string(path).expect("a chapter");
    let mut wrong = Vec::new();
    for (info, lines) in blocks(&text) {
        if let Some((_, file)) = info.split_once(" file=") {
            std::fs::write(folder.join(file), format!("{}\n", lines.join("\n"))).expect("a file");
        } else if info == "console" {
            let mut lines = lines.into_iter().peekable();
            while let Some(line) = lines.next() {
                let command = line.strip_prefix("$ ").expect("a command");
                let mut expected = Vec::new();
                while let Some(line) = lines.next_if(|l| !l.starts_with("$ ")) {
                    expected.push(line);
                }
                wrong.extend(
                    difference(command, &expected, folder).map(|d| format!("{}: {d}", path.display())),
                );
            }
        }
    }
    wrong
}

/// What a command prints that is not as the guide says.
fn difference(command: &str, expected: &[&str], folder: &Path) -> Option<String> {
    let tool = Path::new(env!("CARGO_BIN_EXE_maymust")).parent().expect("a folder");
    let old = std::env::var_os("PATH").unwrap_or_default();
    let path = std::iter::once(tool.to_owned()).chain(std::env::split_paths(&old));
    let mut shell = Command::new("sh");
    shell.args(["-c", command]).env("PATH", std::env::join_paths(path).expect("a path")).current_dir(folder);
    let out = run(&mut shell, &folder.join("log"));
    let printed = format!("{}{}", out.stdout, out.stderr);
    let mut lines = printed.lines();
    let missing = expected.iter().find(|pattern| !lines.any(|line| matches(pattern, line)))?;
    Some(format!("`{command}` does not print `{missing}`:\n{printed}"))
}

#[test]
fn every_command_prints_what_the_guide_says() {
    if compiler().is_none() {
        return;
    }
    let guide: PathBuf = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/guide");
    let summary = std::fs::read_to_string(guide.join("SUMMARY.md")).expect("a summary");
    let mut wrong = Vec::new();
    for path in entries(&guide) {
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        if name == "SUMMARY.md" {
            continue;
        }
        assert!(summary.contains(&format!("({name})")), "{name} is not in the summary");
        let folder = scratch("guide").join(stem(&path));
        let _ = std::fs::remove_dir_all(&folder);
        std::fs::create_dir_all(&folder).expect("a folder");
        wrong.extend(chapter(&path, &folder));
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn patterns_match_lines() {
    assert!(matches("a…c", "abc") && matches("…b…", "abc") && matches("abc", "abc") && matches("…", ""));
    assert!(!matches("ab", "abc") && !matches("bc", "abc") && !matches("a…d", "abc"));
}
