//! The programs of `tests/corpus`: no answer contradicts what is expected, and recursion is decided.

mod common;

use std::path::{Path, PathBuf};

use common::{ask, load_file, word};
use maymust_engine::Options;

/// The C programs of a folder with whether their assertions hold.
fn programs(folder: &str) -> Vec<(PathBuf, bool)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/corpus").join(folder);
    let mut out = Vec::new();
    for entry in std::fs::read_dir(&folder).expect("the corpus") {
        let path = entry.expect("an entry").path();
        if path.extension().is_some_and(|e| e == "c") {
            let task = std::fs::read_to_string(path.with_extension("yml")).expect("its task");
            let reach = task.split("property_file").find(|p| p.contains("unreach-call"));
            let Some(reach) = reach else { continue };
            out.push((path, reach.contains("expected_verdict: true")));
        }
    }
    out.sort();
    out
}

/// Asks about all programs of a folder; how many are decided, and how many there are.
fn decided(folder: &str, seconds: u64) -> (usize, usize) {
    let programs = programs(folder);
    let mut decided = 0;
    for (path, holds) in &programs {
        let start = std::time::Instant::now();
        let outcome = ask(&load_file(path), Options::default(), seconds);
        let word = word(&outcome);
        let wrong = if *holds { "fails" } else { "proved" };
        assert_ne!(word, wrong, "{}", path.display());
        if word == "unknown" {
            println!("unknown: {} {:?}", path.display(), outcome.answers[0].verdict);
        } else {
            println!("{word}: {} {:?}", path.display(), start.elapsed());
        }
        decided += usize::from(word != "unknown");
    }
    (decided, programs.len())
}

#[test]
fn recursion_is_decided() {
    let (decided, all) = decided("recursion", 10);
    assert!(all >= 17, "the corpus has shrunk");
    assert!(decided * 10 >= all * 9, "{decided} of {all} decided");
}

#[test]
fn nothing_is_contradicted() {
    for folder in
        ["loops", "arrays", "pointers", "heap", "structs", "switch", "goto", "wrap", "bits", "mixed"]
    {
        let (decided, all) = decided(folder, 2);
        println!("{folder}: {decided} of {all} decided");
    }
}
