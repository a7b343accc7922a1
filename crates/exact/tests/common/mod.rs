//! Asking the engine about C programs.
#![allow(dead_code, reason = "each test file uses a part")]

use std::path::Path;
use std::time::Duration;

use maymust_engine::{Approximation, Engine, Number, Options, Outcome, Task, Verdict};
use maymust_exact::Exact;
use maymust_front::Loaded;
use maymust_program::CheckId;

/// Loads a file.
pub fn load_file(file: &Path) -> Loaded {
    let (loaded, messages) = maymust_front::load(&maymust_front::Options::new(vec![file.to_owned()]), false);
    let text: Vec<String> = messages.into_iter().filter(|m| m.is_error).map(|m| m.text).collect();
    loaded.unwrap_or_else(|e| panic!("{}: {e} {}", file.display(), text.join("\n")))
}

/// Loads a program given as text.
pub fn load(text: &str) -> Loaded {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("program.i");
    std::fs::write(&file, text).expect("a file");
    load_file(&file)
}

/// The assertions of a program, in the order of its text.
pub fn assertions(loaded: &Loaded) -> Vec<CheckId> {
    let all = (0..loaded.program.checks.len() as u32).map(CheckId);
    let check = |c: &CheckId| &loaded.program.checks[c.index()];
    all.filter(|c| check(c).kind.is_assertion())
        .filter(|c| !loaded.program.proc(check(c).proc).is_library())
        .collect()
}

/// Asks about all assertions.
pub fn ask(loaded: &Loaded, options: Options, seconds: u64) -> Outcome {
    let mut task = Task::new(&loaded.program, assertions(loaded), Duration::from_secs(seconds));
    task.options = options;
    let outcome = Exact.answer(&task);
    assert!(outcome.broken.is_empty(), "broken: {:?}", outcome.broken);
    outcome
}

/// Asks about all assertions, with an approximation.
pub fn ask_with(loaded: &Loaded, approximation: Approximation) -> Outcome {
    ask(loaded, Options { approximation, ..Options::default() }, 20)
}

/// The verdict on all checks together, in a word.
pub fn word(outcome: &Outcome) -> &'static str {
    let has = |f: fn(&Verdict) -> bool| outcome.answers.iter().any(|a| f(&a.verdict));
    if has(|v| matches!(v, Verdict::Fails(_))) {
        "fails"
    } else if has(|v| matches!(v, Verdict::Unknown(_))) {
        "unknown"
    } else {
        "proved"
    }
}

/// A count of the statistics; zero if it is not there.
pub fn count(outcome: &Outcome, name: &str) -> u64 {
    match outcome.statistics.get(name) {
        Some(Number::Count(n)) => n,
        _ => 0,
    }
}
