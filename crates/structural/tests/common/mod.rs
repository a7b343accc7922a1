//! What the tests share: programs from C text, and the engine's answers to them.

// No test uses all of it.
#![allow(dead_code)]

use std::time::Duration;

use maymust_engine::{Engine, Number, Outcome, Refine, Statistics, Task, Verdict};
use maymust_program::{CheckId, CheckKind, Program};
use maymust_structural::Structural;

/// All schemes.
pub const SCHEMES: [Refine; 7] = [
    Refine::Eager,
    Refine::Calysto,
    Refine::Naive,
    Refine::Dcr,
    Refine::DcrPlus,
    Refine::Inertial,
    Refine::Default,
];

/// A program of C text.
pub fn program(text: &str, entry: &str) -> Program {
    let dir = tempfile::tempdir().expect("a folder");
    let path = dir.path().join("test.c");
    std::fs::write(&path, text).expect("written");
    let mut options = maymust_front::Options::new(vec![path]);
    options.start.entry = entry.to_owned();
    let (loaded, messages) = maymust_front::load(&options, false);
    let texts: Vec<&str> = messages.iter().map(|m| m.text.as_str()).collect();
    loaded.unwrap_or_else(|e| panic!("{e}\n{}\n{text}", texts.join("\n"))).program
}

/// The checks of some kinds that stand in what the program calls.
pub fn checks(program: &Program, kinds: &[CheckKind]) -> Vec<CheckId> {
    let calls = maymust_program::calls::CallGraph::new(program);
    let keep = |c: &CheckId| {
        let check = &program.checks[c.index()];
        kinds.contains(&check.kind) && calls.reachable[check.proc.index()]
    };
    (0..program.checks.len() as u32).map(CheckId).filter(keep).collect()
}

/// Asks the engine.
pub fn ask(program: &Program, kinds: &[CheckKind], scheme: Refine, seconds: u64) -> Outcome {
    let mut task = Task::new(program, checks(program, kinds), Duration::from_secs(seconds));
    task.options.refine = scheme;
    Structural.answer(&task)
}

/// Fails if one fails, else unknown if one is, else proved.
pub fn whole(outcome: &Outcome) -> &'static str {
    let mut verdicts = outcome.answers.iter().map(|a| &a.verdict);
    if verdicts.clone().any(|v| matches!(v, Verdict::Fails(_))) {
        return "fails";
    }
    if verdicts.any(|v| matches!(v, Verdict::Unknown(_))) { "unknown" } else { "proved" }
}

/// A count.
pub fn count(statistics: &Statistics, name: &str) -> u64 {
    match statistics.get(name) {
        Some(Number::Count(n)) => n,
        _ => 0,
    }
}
