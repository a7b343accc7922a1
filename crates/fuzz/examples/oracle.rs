//! Compares every engine, analysis and refinement scheme with compiled programs on all their inputs: `cargo run --release -p maymust-fuzz
//! --example oracle -- FIRST COUNT [SECONDS] [ilp32]`. Prints every wrong answer and how many answers were compared; exits with 1 if one is
//! wrong.

use std::collections::BTreeMap;
use std::time::Duration;

use maymust_engine::{Analysis, Concrete, Engine, Options, Refine, Task, Verdict};
use maymust_fuzz::{DataModel, Native, generate, load, native, near_truth, near_truth_of_pointers};
use maymust_program::CheckId;

const ANALYSES: [Analysis; 7] = [
    Analysis::Slam,
    Analysis::Dart,
    Analysis::Dash,
    Analysis::May,
    Analysis::Smart,
    Analysis::Must,
    Analysis::Smash,
];
const SCHEMES: [Refine; 7] = [
    Refine::Eager,
    Refine::Calysto,
    Refine::Naive,
    Refine::Dcr,
    Refine::DcrPlus,
    Refine::Inertial,
    Refine::Default,
];

/// Answers that agree, that differ, and that are none.
#[derive(Default)]
struct Counts {
    compared: usize,
    wrong: usize,
    unknown: usize,
}

/// The engines that a seed is shown to: the usual ones, and a scheme and an analysis in turn.
fn engines(seed: u64) -> Vec<(String, Box<dyn Engine>, Options)> {
    let usual = Options::default;
    let turn = (seed / 3) as usize;
    let (refine, analysis) = (SCHEMES[turn % SCHEMES.len()], ANALYSES[turn % ANALYSES.len()]);
    let structural = || Box::new(maymust_structural::Structural);
    let smash = || Box::new(maymust_smash::Smash::default());
    vec![
        ("concrete".to_owned(), Box::new(Concrete), usual()),
        ("structural".to_owned(), structural(), usual()),
        (format!("structural {refine:?}"), structural(), Options { refine, ..usual() }),
        ("smash".to_owned(), smash(), usual()),
        (format!("smash {analysis:?}"), smash(), Options { analysis, ..usual() }),
    ]
}

fn text_of(seed: u64, model: DataModel) -> Option<String> {
    match seed % 3 {
        0 => Some(generate(seed)),
        1 => near_truth(seed, model),
        _ => near_truth_of_pointers(seed, model),
    }
}

fn one(seed: u64, model: DataModel, seconds: u64, all: &mut BTreeMap<String, Counts>) -> Option<()> {
    let text = text_of(seed, model)?;
    let truth = native(&text, model)?;
    let loaded = load(&text, model)?;
    let program = &loaded.program;
    let is_asked = |c: &CheckId| program.checks[c.index()].kind.is_assertion();
    let checks: Vec<CheckId> = (0..program.checks.len() as u32).map(CheckId).filter(is_asked).collect();
    for (name, mut engine, options) in engines(seed) {
        let task = Task { options, ..Task::new(program, checks.clone(), Duration::from_secs(seconds)) };
        let counts = all.entry(name.clone()).or_default();
        for answer in engine.answer(&task).answers {
            let check = &program.checks[answer.check.index()];
            let line = loaded.sources.place(check.span).map_or(0, |p| p.line);
            match (&answer.verdict, truth.fails.contains(&line)) {
                (Verdict::Unknown(_), _) => counts.unknown += 1,
                (Verdict::Proved, false) | (Verdict::Fails(_), true) => counts.compared += 1,
                (verdict, _) => {
                    counts.compared += 1;
                    counts.wrong += 1;
                    let said = if matches!(verdict, Verdict::Proved) { "proved" } else { "fails" };
                    let Native { runs, undefined, .. } = truth;
                    println!("{seed}: WRONG {name}: line {line} {said} ({runs} runs, {undefined} undefined)");
                }
            }
        }
    }
    Some(())
}

fn main() {
    let args: Vec<String> = std::env::args().collect();
    let number = |i: usize, default: u64| args.get(i).and_then(|s| s.parse().ok()).unwrap_or(default);
    let (first, count, seconds) = (number(1, 1), number(2, 30), number(3, 2));
    let model = if args.iter().any(|a| a == "ilp32") { DataModel::Ilp32 } else { DataModel::Lp64 };
    let mut all = BTreeMap::new();
    let mut left_out = 0;
    for seed in first..first + count {
        left_out += usize::from(one(seed, model, seconds, &mut all).is_none());
    }
    let (mut compared, mut wrong) = (0, 0);
    for (name, counts) in &all {
        println!("{name}: {} compared, {} wrong, {} unknown", counts.compared, counts.wrong, counts.unknown);
        compared += counts.compared;
        wrong += counts.wrong;
    }
    println!("{count} programs ({left_out} left out): {compared} compared, {wrong} wrong");
    if wrong > 0 {
        std::process::exit(1);
    }
}
