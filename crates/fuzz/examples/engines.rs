//! Compares engines with the truth on random programs: `cargo run --release -p maymust-fuzz --example engines -- ENGINE
//! FIRST COUNT [SECONDS] [idioms] [ilp32]`. Prints every wrong answer, and how many checks were decided.

use std::time::Duration;

use maymust_engine::{Engine, Task, Verdict};
use maymust_fuzz::{DataModel, generate, load, near_truth, truth};
use maymust_program::{CheckId, CheckKind};

fn engine(name: &str) -> Box<dyn Engine> {
    match name {
        "smash" => Box::new(maymust_smash::Smash::default()),
        "structural" => Box::new(maymust_structural::Structural),
        _ => Box::new(maymust_engine::Concrete),
    }
}

#[derive(Default)]
struct Counts {
    proved: usize,
    fails: usize,
    unknown: usize,
    wrong: usize,
}

fn one(name: &str, seed: u64, seconds: u64, how: &[String], counts: &mut Counts) {
    let has = |word: &str| how.iter().any(|w| w == word);
    let model = if has("ilp32") { DataModel::Ilp32 } else { DataModel::Lp64 };
    let text = if has("idioms") { near_truth(seed, model) } else { Some(generate(seed)) };
    let Some(loaded) = text.and_then(|t| load(&t, model)) else { return println!("{seed}: not accepted") };
    let program = &loaded.program;
    // Assertions alone in every other program: other undefined behaviour then cuts paths, and overflow wraps.
    let asked = |c: &CheckId| match program.checks[c.index()].kind {
        CheckKind::Leak => false,
        CheckKind::Assertion | CheckKind::ErrorCall => true,
        _ => seed % 2 == 1,
    };
    let checks = (0..program.checks.len() as u32).map(CheckId).filter(asked).collect();
    let task = Task::new(program, checks, Duration::from_secs(seconds));
    let known = truth(program, task.check_set());
    for answer in engine(name).answer(&task).answers {
        let fails = known.fails.contains(&answer.check);
        let wrong = match &answer.verdict {
            Verdict::Proved => {
                counts.proved += 1;
                fails
            }
            Verdict::Fails(_) => {
                counts.fails += 1;
                known.complete && !fails
            }
            Verdict::Unknown(reason) => {
                counts.unknown += 1;
                if std::env::var_os("VERBOSE").is_some() {
                    println!("{seed}: {} unknown: {reason}", answer.check);
                }
                false
            }
        };
        if wrong {
            counts.wrong += 1;
            let check = &program.checks[answer.check.index()];
            let place = loaded.sources.place(check.span).map_or(0, |p| p.line);
            println!("{seed}: WRONG line {place}: {} {}: {:?}", check.kind.name(), check.message, !fails);
        }
    }
}

fn main() {
    let args: Vec<String> = std::env::args().collect();
    let number = |i: usize, default: u64| args.get(i).and_then(|s| s.parse().ok()).unwrap_or(default);
    let name = args.get(1).map_or("smash", |s| s);
    let (first, count, seconds) = (number(2, 1), number(3, 10), number(4, 10));
    let mut counts = Counts::default();
    for seed in first..first + count {
        one(name, seed, seconds, &args, &mut counts);
    }
    let Counts { proved, fails, unknown, wrong } = counts;
    println!("{name}: {count} programs: {proved} proved, {fails} fail, {unknown} unknown, {wrong} wrong");
    if wrong > 0 {
        std::process::exit(1);
    }
}
