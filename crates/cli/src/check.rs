//! `maymust check`: asks engines about every check and prints their answers.

use std::time::{Duration, Instant};

use maymust_engine::{Answer, Concrete, Engine, Task, Verdict};
use maymust_program::{CheckId, CheckKind};
use serde_json::json;

use crate::args::{CheckArgs, Format};
use crate::exit::Exit;
use crate::front::{self, Loaded, color};

/// Answers the checks; gives the exit status of the whole.
pub fn check(args: &CheckArgs) -> Result<i32, Exit> {
    let start = Instant::now();
    let kinds = kinds(&args.check)?;
    let loaded: &Loaded = front::load_program(&args.front, &[])?;
    let reachable = reachable_procs(loaded);
    let checks: Vec<CheckId> = (0..loaded.program.checks.len() as u32)
        .map(CheckId)
        .filter(|c| {
            let check = &loaded.program.checks[c.index()];
            kinds.contains(&check.kind) && reachable[check.proc.index()]
        })
        .collect();
    let task = Task { program: &loaded.program, checks, budget: Duration::from_secs(args.timeout) };
    let answers = Concrete.answer(&task);
    let status = whole(&answers);
    match args.format {
        Format::Text => print_text(loaded, &answers),
        Format::Json => print_json(loaded, &answers, start.elapsed()),
    }
    if let Format::Text = args.format {
        println!("verdict: {}", WORDS[status as usize]);
    }
    Ok(status)
}

/// The words of the exit statuses.
const WORDS: [&str; 3] = ["proved", "fails", "unknown"];

/// Procedures that a run can call, however the pointers go.
fn reachable_procs(loaded: &Loaded) -> Vec<bool> {
    let calls = maymust_program::calls::CallGraph::new(&loaded.program);
    let mut reached = vec![false; loaded.program.procs.len()];
    let mut work: Vec<_> = loaded.program.entry.into_iter().collect();
    while let Some(proc) = work.pop() {
        if !std::mem::replace(&mut reached[proc.index()], true) {
            work.extend(calls.callees[proc.index()].iter().copied());
        }
    }
    reached
}

/// Fails if any fails, else unknown if any is unknown, else proved.
fn whole(answers: &[Answer]) -> i32 {
    if answers.iter().any(|a| matches!(a.verdict, Verdict::Fails(_))) {
        1
    } else if answers.iter().any(|a| matches!(a.verdict, Verdict::Unknown(_))) {
        2
    } else {
        0
    }
}

fn kinds(words: &[String]) -> Result<Vec<CheckKind>, Exit> {
    use CheckKind::*;
    let memory =
        [NullDereference, InvalidPointer, Bounds, UseAfterFree, DoubleFree, InvalidFree, InvalidCall];
    let mut kinds = Vec::new();
    for word in words {
        match word.as_str() {
            "all" => kinds.extend(CheckKind::ALL),
            "assert" => kinds.push(Assertion),
            "memory" => kinds.extend(memory),
            "null" => kinds.push(NullDereference),
            "overflow" => kinds.push(SignedOverflow),
            "div0" => kinds.push(DivisionByZero),
            "shift" => kinds.push(ShiftRange),
            name => match CheckKind::from_name(name) {
                Some(kind) => kinds.push(kind),
                None => {
                    let names: Vec<_> = CheckKind::ALL.iter().map(|k| k.name()).collect();
                    return Err(Exit::usage(format!(
                        "no check is called `{name}`; there are all, assert, memory, null, overflow, div0, shift, {}",
                        names.join(", ")
                    )));
                }
            },
        }
    }
    Ok(kinds)
}

fn print_text(loaded: &Loaded, answers: &[Answer]) {
    let mut counts = [0; 3];
    // Models have many checks of their own, which mostly share their reason: a count will do.
    let mut in_library = 0;
    for answer in answers {
        let check = &loaded.program.checks[answer.check.index()];
        let place = front::place_text(&loaded.sources, check.span);
        match &answer.verdict {
            Verdict::Proved => counts[0] += 1,
            Verdict::Fails(run) => {
                counts[1] += 1;
                println!("{place}: fails: {}: {}", check.kind.name(), check.message);
                let machine = maymust_machine::Machine::new(&loaded.program);
                print!("{}", maymust_machine::render(&machine, &run.failure, &loaded.sources, color()));
            }
            Verdict::Unknown(reason) => {
                counts[2] += 1;
                if loaded.program.proc(check.proc).is_library {
                    in_library += 1;
                    continue;
                }
                println!("{place}: unknown: {}: {} ({reason})", check.kind.name(), check.message);
            }
        }
    }
    if in_library > 0 {
        println!("library models: {in_library} unknown");
    }
    println!("{} proved, {} failing, {} unknown", counts[0], counts[1], counts[2]);
    for (span, note) in &loaded.program.assumptions {
        println!("note: {}: {note}", front::place_text(&loaded.sources, *span));
    }
}

fn print_json(loaded: &Loaded, answers: &[Answer], time: Duration) {
    let checks: Vec<_> = answers
        .iter()
        .map(|answer| {
            let check = &loaded.program.checks[answer.check.index()];
            let place = loaded.sources.place(check.span);
            let (verdict, reason) = match &answer.verdict {
                Verdict::Proved => (WORDS[0], None),
                Verdict::Fails(run) => (WORDS[1], Some(run.failure.message.clone())),
                Verdict::Unknown(reason) => (WORDS[2], Some(reason.clone())),
            };
            json!({
                "id": answer.check.0,
                "kind": check.kind.name(),
                "function": loaded.program.proc(check.proc).name,
                "file": place.as_ref().map(|p| p.file.clone()),
                "line": place.as_ref().map(|p| p.line),
                "column": place.as_ref().map(|p| p.column),
                "verdict": verdict,
                "reason": reason,
                "engine": answer.engine,
                "time_s": answer.time.as_secs_f64(),
            })
        })
        .collect();
    let notes: Vec<_> = loaded.program.assumptions.iter().map(|(_, note)| note).collect();
    let out = json!({
        "verdict": WORDS[whole(answers) as usize],
        "checks": checks,
        "assumptions": notes,
        "statistics": { "checks": answers.len(), "time_s": time.as_secs_f64() },
    });
    println!("{out:#}");
}
