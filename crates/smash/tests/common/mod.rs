//! Asking the engine about C programs.
#![allow(dead_code, reason = "each test file uses a part")]

use std::time::Duration;

use maymust_engine::{Analysis, Engine, Number, Options, Outcome, Task, Verdict};
use maymust_front::Loaded;
use maymust_program::CheckId;
use maymust_smash::{Questions, Smash};

/// What the programs start with.
const PRELUDE: &str = "extern int __VERIFIER_nondet_int(void); extern unsigned __VERIFIER_nondet_uint(void);\n\
    extern void __VERIFIER_assume(int); extern void reach_error(void);\n";

/// Loads a program given as text.
pub fn load(text: &str) -> Loaded {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("program.i");
    std::fs::write(&file, format!("{PRELUDE}{text}")).expect("a file");
    let (loaded, messages) = maymust_front::load(&maymust_front::Options::new(vec![file]), false);
    let text: Vec<String> = messages.into_iter().filter(|m| m.is_error).map(|m| m.text).collect();
    loaded.unwrap_or_else(|e| panic!("{e} {}", text.join("\n")))
}

/// The assertions of a program, in the order of its text.
pub fn assertions(loaded: &Loaded) -> Vec<CheckId> {
    let all = (0..loaded.program.checks.len() as u32).map(CheckId);
    let check = |c: &CheckId| &loaded.program.checks[c.index()];
    all.filter(|c| check(c).kind.is_assertion())
        .filter(|c| !loaded.program.proc(check(c).proc).is_library())
        .collect()
}

/// Asks about some checks.
pub fn ask(loaded: &Loaded, checks: &[CheckId], analysis: Analysis, questions: Questions) -> Outcome {
    // The others are asked to be right, not to decide.
    let seconds = if analysis == Analysis::Smash { 30 } else { 1 };
    let mut task = Task::new(&loaded.program, checks.to_vec(), Duration::from_secs(seconds));
    task.options = Options { analysis, audit: true, evidence: true, ..Options::default() };
    let outcome = Smash { questions }.answer(&task);
    assert!(outcome.broken.is_empty(), "the audit found: {:?}", outcome.broken);
    outcome
}

/// Asks about all assertions.
pub fn ask_all(text: &str) -> Outcome {
    let loaded = load(text);
    ask(&loaded, &assertions(&loaded), Analysis::Smash, Questions::Together)
}

/// Verdicts in words.
pub fn words(outcome: &Outcome) -> Vec<&'static str> {
    let word = |v: &Verdict| match v {
        Verdict::Proved => "proved",
        Verdict::Fails(_) => "fails",
        Verdict::Unknown(_) => "unknown",
    };
    outcome.answers.iter().map(|a| word(&a.verdict)).collect()
}

/// A count of the statistics; zero if it is not there.
pub fn count(outcome: &Outcome, name: &str) -> u64 {
    match outcome.statistics.get(name) {
        Some(Number::Count(n)) => n,
        _ => 0,
    }
}

/// How many pieces of evidence are about this.
pub fn evidence(outcome: &Outcome, about: &str) -> usize {
    outcome.statistics.evidence.iter().filter(|e| e.0 == about).count()
}
