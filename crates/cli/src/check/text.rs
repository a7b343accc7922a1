//! The answers for people.

use maymust_engine::{Answer, Number, Reason, Run, Verdict};
use maymust_machine::render;
use maymust_program::{CheckKind, Input};

use super::story::{self, Story};
use super::{Report, Section, word};
use crate::front::{self, Loaded, color};

/// Places that are listed for one reason.
const PLACES: usize = 12;
/// Inputs that are listed.
const INPUTS: usize = 40;

/// Prints the answers; the last line is the verdict.
pub fn print(report: &Report<'_>) {
    for (section, answer) in report.answers() {
        if let Verdict::Fails(run) = &answer.verdict {
            print_failure(report, section, answer, run);
        }
    }
    print_unknown(report);
    if report.has_nothing_to_check() {
        println!("unknown: {}", Reason::NothingToCheck);
    }
    print_counts(report);
    for note in &report.assumptions {
        println!("note: {note}");
    }
    if report.stats {
        print_statistics(report);
    }
    println!("verdict: {}", word(report.status()));
}

/// The entry, where there are several.
fn from(report: &Report<'_>, section: &Section) -> String {
    match report.sections.len() {
        0 | 1 => String::new(),
        _ => format!(" (from `{}`)", section.entry),
    }
}

fn print_failure(report: &Report<'_>, section: &Section, answer: &Answer, run: &Run) {
    let loaded = report.loaded;
    let check = &loaded.program.checks[answer.check.index()];
    let place = front::place_text(&loaded.sources, story::blamed(loaded, run));
    println!("{place}: fails: {}: {}{}", check.kind.name(), check.message, from(report, section));
    match story::tell(report, section, run) {
        Some(story) => {
            print_inputs(report, run, &story);
            print_lines(loaded, &story);
            let values: Vec<String> = story.values.iter().map(|(n, v)| format!("{n} = {v}")).collect();
            if !values.is_empty() {
                println!("  there: {}", values.join(", "));
            }
        }
        None => println!("  (trace omitted: the run is too long)"),
    }
    print!("{}", render(&report.machine, &run.failure, &loaded.sources, color()));
}

/// Inputs in a row that read the same are one line.
fn print_inputs(report: &Report<'_>, run: &Run, story: &Story) {
    let loaded = report.loaded;
    let mut asked = story.inputs.iter().filter(|g| matches!(g.input, Input::Nondet(_)));
    let mut lines: Vec<(usize, usize, String)> = Vec::new();
    for (i, (input, value)) in run.inputs.values.iter().enumerate() {
        let given = if matches!(input, Input::Nondet(_)) { asked.next() } else { None };
        let what = given.map_or_else(|| story::input_text(input), |g| story::asked_by(loaded, g));
        let value = story::value_text(loaded, &report.machine, input, given, value);
        let text = format!("{what} = {value}");
        match lines.last_mut() {
            Some((_, last, same)) if *same == text => *last = i + 1,
            _ => lines.push((i + 1, i + 1, text)),
        }
    }
    for (first, last, text) in lines.iter().take(INPUTS) {
        match last - first {
            0 => println!("  input {first}: {text}"),
            1 => println!("  inputs {first} and {last}: {text}"),
            _ => println!("  inputs {first} to {last}: {text}"),
        }
    }
    if let Some((first, ..)) = lines.get(INPUTS) {
        println!("  … and {} more inputs", run.inputs.values.len() - (first - 1));
    }
    for (object, bytes) in run.inputs.contents.iter().take(4) {
        let shown: String = bytes.iter().take(32).map(|b| format!(" {b:02x}")).collect();
        println!(
            "  object {object} starts with the bytes{shown}{}",
            if bytes.len() > 32 { " …" } else { "" }
        );
    }
}

fn print_lines(loaded: &Loaded, story: &Story) {
    if story.left_out > 0 {
        println!("  … {} lines before", story.left_out);
    }
    for line in &story.lines {
        let place =
            loaded.sources.place(line.span).map_or(String::new(), |p| format!("{}:{}", p.file, p.line));
        let function = loaded.program.shown_name(line.proc);
        println!("  {place}: {function}: {}", story::line_text(&loaded.sources, line.span));
        let mut notes: Vec<String> =
            line.values.iter().map(|(name, value)| format!("{name} = {value}")).collect();
        notes.extend(line.calls.map(|c| format!("calls {}", loaded.program.shown_name(c))));
        if !notes.is_empty() {
            println!("      {}", notes.join(", "));
        }
    }
}

/// What is not known, by reason. Models have many checks of their own, which mostly share their reason: a count will do.
fn print_unknown(report: &Report<'_>) {
    let mut reasons: Vec<(&Reason, Vec<(&Section, &Answer)>)> = Vec::new();
    for (section, answer) in report.answers() {
        let Verdict::Unknown(reason) = &answer.verdict else { continue };
        match reasons.iter_mut().find(|(r, _)| *r == reason) {
            Some((_, list)) => list.push((section, answer)),
            None => reasons.push((reason, vec![(section, answer)])),
        }
    }
    for (reason, list) in reasons {
        let checks = if list.len() == 1 { "1 check".to_owned() } else { format!("{} checks", list.len()) };
        println!("unknown: {checks}: {reason}");
        let (library, own): (Vec<_>, Vec<_>) =
            list.into_iter().partition(|(_, a)| in_library(report.loaded, a));
        for (section, answer) in own.iter().take(PLACES) {
            let check = &report.loaded.program.checks[answer.check.index()];
            let place = front::place_text(&report.loaded.sources, check.span);
            println!("  {place}: {}: {}{}", check.kind.name(), check.message, from(report, section));
        }
        if own.len() > PLACES {
            println!("  … and {} more (see --format json)", own.len() - PLACES);
        }
        if !library.is_empty() {
            println!("  {} in library models", library.len());
        }
    }
}

fn in_library(loaded: &Loaded, answer: &Answer) -> bool {
    let check = &loaded.program.checks[answer.check.index()];
    check.kind != CheckKind::Rule && loaded.program.proc(check.proc).is_library()
}

fn print_counts(report: &Report<'_>) {
    for kind in CheckKind::ALL {
        let mut counts = [0usize; 3];
        for (_, answer) in report.answers() {
            if report.loaded.program.checks[answer.check.index()].kind == kind {
                counts[index(&answer.verdict)] += 1;
            }
        }
        if counts != [0; 3] {
            println!("{}: {}", kind.name(), count_text(counts));
        }
    }
    let mut all = [0usize; 3];
    report.answers().for_each(|(_, a)| all[index(&a.verdict)] += 1);
    println!("{}", count_text(all));
}

fn index(verdict: &Verdict) -> usize {
    match verdict {
        Verdict::Proved => 0,
        Verdict::Fails(_) => 1,
        Verdict::Unknown(_) => 2,
    }
}

fn count_text(counts: [usize; 3]) -> String {
    format!("{} proved, {} failing, {} unknown", counts[0], counts[1], counts[2])
}

fn print_statistics(report: &Report<'_>) {
    for section in report.sections {
        for work in &section.work {
            let name = match report.sections.len() {
                1 => work.engine.to_owned(),
                _ => format!("{}: {}", section.entry, work.engine),
            };
            for (what, text) in &work.statistics.evidence {
                println!("{name}: {what}:");
                text.lines().for_each(|line| println!("  {line}"));
            }
            for (what, number) in work.statistics.numbers() {
                match number {
                    Number::Count(n) => println!("{name}: {what} = {n}"),
                    Number::Seconds(s) => println!("{name}: {what} = {s:.3}"),
                }
            }
        }
    }
    println!("time_s = {:.3}", report.time.as_secs_f64());
}
