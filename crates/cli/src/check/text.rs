//! The answers for people.

use maymust_engine::{Answer, Number, Verdict};
use maymust_machine::{Machine, render};

use super::{Report, word};
use crate::front::{self, Loaded, color};

/// Prints the answers; the last line is the verdict.
pub fn print(loaded: &Loaded, report: &Report) {
    let answers = &report.answers;
    for answer in answers {
        if let Verdict::Fails(run) = &answer.verdict {
            let check = &loaded.program.checks[answer.check.index()];
            let place = front::place_text(&loaded.sources, check.span);
            println!("{place}: fails: {}: {}", check.kind.name(), check.message);
            let machine = Machine::new(&loaded.program);
            print!("{}", render(&machine, &run.failure, &loaded.sources, color()));
        }
    }
    print_unknown(loaded, answers);
    let count = |keep: fn(&Verdict) -> bool| answers.iter().filter(|a| keep(&a.verdict)).count();
    println!(
        "{} proved, {} failing, {} unknown",
        count(|v| matches!(v, Verdict::Proved)),
        count(|v| matches!(v, Verdict::Fails(_))),
        count(|v| matches!(v, Verdict::Unknown(_)))
    );
    for (span, note) in &loaded.program.assumptions {
        println!("note: {}: {note}", front::place_text(&loaded.sources, *span));
    }
    if report.stats {
        print_statistics(report);
    }
    println!("verdict: {}", word(report.status()));
}

fn print_unknown(loaded: &Loaded, answers: &[Answer]) {
    // Models have many checks of their own, which mostly share their reason: a count will do.
    let mut in_library = 0;
    for answer in answers {
        let Verdict::Unknown(reason) = &answer.verdict else { continue };
        let check = &loaded.program.checks[answer.check.index()];
        if loaded.program.proc(check.proc).is_library {
            in_library += 1;
            continue;
        }
        let place = front::place_text(&loaded.sources, check.span);
        println!("{place}: unknown: {}: {} ({reason})", check.kind.name(), check.message);
    }
    if in_library > 0 {
        println!("library models: {in_library} unknown");
    }
}

fn print_statistics(report: &Report) {
    for work in &report.work {
        for (what, text) in &work.statistics.evidence {
            println!("{}: {what}:", work.engine);
            text.lines().for_each(|line| println!("  {line}"));
        }
        for (name, number) in work.statistics.numbers() {
            match number {
                Number::Count(n) => println!("{}: {name} = {n}", work.engine),
                Number::Seconds(s) => println!("{}: {name} = {s:.3}", work.engine),
            }
        }
    }
    println!("time_s = {:.3}", report.time.as_secs_f64());
}
