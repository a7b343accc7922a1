//! Random programs: what is proved never fails on any input, and what fails does fail.

mod common;

use maymust_engine::{Engine, Refine, Task, Verdict};
use maymust_fuzz::{DataModel, generate, near_truth, truth};
use maymust_program::{CheckId, CheckKind};
use maymust_structural::Structural;

fn compare(seed: u64, scheme: Refine) -> usize {
    compare_on(&generate(seed), seed, scheme)
}

fn compare_on(text: &str, seed: u64, scheme: Refine) -> usize {
    let program = common::program(text, "main");
    let asked = |c: &CheckId| match program.checks[c.index()].kind {
        CheckKind::Leak => false,
        CheckKind::Assertion | CheckKind::ErrorCall => true,
        _ => seed % 2 == 1,
    };
    let checks = (0..program.checks.len() as u32).map(CheckId).filter(asked).collect();
    let mut task = Task::new(&program, checks, std::time::Duration::from_secs(3));
    task.options.refine = scheme;
    let known = truth(&program, task.check_set());
    let mut decided = 0;
    for answer in Structural.answer(&task).answers {
        let fails = known.fails.contains(&answer.check);
        match &answer.verdict {
            Verdict::Proved => {
                assert!(!fails, "{seed} {scheme:?}: {:?}", program.checks[answer.check.index()])
            }
            Verdict::Fails(_) => assert!(fails || !known.complete, "{seed} {scheme:?}: {}", answer.check),
            Verdict::Unknown(_) => continue,
        }
        decided += 1;
    }
    decided
}

#[test]
fn answers_are_true_on_random_programs() {
    let decided: usize = (1..=24).map(|seed| compare(seed, Refine::Default)).sum();
    assert!(decided > 50, "only {decided} decided");
}

#[test]
fn answers_of_all_schemes_are_true_on_random_programs() {
    for (i, scheme) in common::SCHEMES.into_iter().enumerate() {
        for seed in 0..3 {
            compare(100 + 3 * i as u64 + seed, scheme);
        }
    }
}

#[test]
fn answers_are_true_where_assertions_barely_hold() {
    let text = |seed| near_truth(seed, DataModel::Lp64).expect("a program");
    let decided: usize = (1..=6).map(|seed| compare_on(&text(seed), seed, Refine::Default)).sum();
    assert!(decided > 50, "only {decided} decided");
}
