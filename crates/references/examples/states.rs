//! Answers the checks of a C program by this engine alone: `states FILE.c [none|states|patterns] [KIND,…]`.

use std::path::PathBuf;
use std::process::ExitCode;
use std::time::{Duration, Instant};

use maymust_engine::{Engine, Summaries, Task, Verdict};
use maymust_program::CheckId;

fn main() -> ExitCode {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let Some(file) = args.first() else {
        eprintln!("states FILE.c [none|states|patterns] [KIND,…]");
        return ExitCode::from(64);
    };
    let kinds: Option<Vec<&str>> = args.get(2).map(|k| k.split(',').collect());
    let (loaded, messages) =
        maymust_front::load(&maymust_front::Options::new(vec![PathBuf::from(file)]), false);
    let Ok(loaded) = loaded else {
        messages.iter().for_each(|m| eprintln!("{}", m.text));
        return ExitCode::from(65);
    };
    let program = &loaded.program;
    let asked = |c: &CheckId| {
        let kind = program.checks[c.index()].kind.name();
        kinds.as_ref().is_none_or(|k| k.contains(&kind))
    };
    let checks: Vec<CheckId> = (0..program.checks.len() as u32).map(CheckId).filter(asked).collect();
    let mut task = Task::new(program, checks, Duration::from_secs(60));
    task.options.summaries = match args.get(1).map(String::as_str) {
        Some("none") => Summaries::None,
        Some("states") => Summaries::States,
        _ => Summaries::Patterns,
    };
    let start = Instant::now();
    let outcome = maymust_references::References.answer(&task);
    let mut counts = [0; 3];
    for answer in &outcome.answers {
        let check = &program.checks[answer.check.index()];
        match &answer.verdict {
            Verdict::Proved => counts[0] += 1,
            Verdict::Fails(run) => {
                counts[1] += 1;
                println!("fails {} {}: {:?}", check.kind.name(), check.message, run.inputs.values);
            }
            Verdict::Unknown(why) => {
                counts[2] += 1;
                if counts[2] <= 3 {
                    println!("unknown {} {}: {why}", check.kind.name(), check.message);
                }
            }
        }
    }
    println!(
        "{} proved, {} fail, {} unknown, {:.3} s",
        counts[0],
        counts[1],
        counts[2],
        start.elapsed().as_secs_f64()
    );
    println!("{:?}", outcome.statistics);
    ExitCode::SUCCESS
}
