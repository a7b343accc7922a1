//! `maymust check prog.bp`: Boolean programs go straight to the model checker of the engine `exact`.

use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Instant;

use maymust_boolean::{Answer, Built, Options, Question, Verdict};
use maymust_engine::Approximation;
use maymust_report::Overall;
use maymust_source::{Diagnostics, SourceMap};
use serde_json::{Value, json};

use crate::args::{AUTO, CheckArgs, Format};
use crate::exit::{self, Exit};
use crate::front::{self, color};
use maymust_portfolio::{Budget, Watch};

/// Decision diagrams may have so many nodes: about a gigabyte.
const MOST_NODES: usize = 1 << 25;
/// Bytes of a node with its share of the caches.
const NODE: u64 = 48;
/// Lines of a failing run that are shown at most.
const LINES: usize = 60;

/// Is a Boolean program among the files?
pub fn is_asked(args: &CheckArgs) -> bool {
    args.front.files.iter().any(|f| f.extension().is_some_and(|e| e == "bp"))
}

/// Answers the checks of a Boolean program; gives the exit status.
pub fn check(args: &CheckArgs) -> Result<i32, Exit> {
    let [file] = &args.front.files[..] else {
        return Err(Exit::usage("a Boolean program (`.bp`) is one file, given alone"));
    };
    if args.engine != AUTO && args.engine != "exact" {
        return Err(Exit::usage("Boolean programs (`.bp`) are for the engine `exact`"));
    }
    let kinds: &[String] = args.check.as_deref().unwrap_or_default();
    let known = |k: &String| matches!(k.as_str(), "termination" | "assert" | "assertion" | "all");
    if let Some(other) = kinds.iter().find(|k| !known(k)) {
        let text = format!("`{other}` says nothing of a Boolean program: `assert` and `termination` do");
        return Err(Exit::usage(text));
    }
    let name = file.display().to_string();
    let text = std::fs::read_to_string(file).map_err(|e| Exit::no_input(format!("{name}: {e}")))?;
    let mut sources = SourceMap::default();
    let id = sources.add(name, text);
    let start = Instant::now();
    let budget = Budget { time: args.timeout, processor: args.cpu_timeout, memory: args.memory };
    let watch = Watch::start(start, budget, |limit| {
        println!("unknown: {}", limit.reason());
        println!("verdict: unknown");
        std::process::exit(2);
    });
    let mut diagnostics = Diagnostics::default();
    let program = maymust_boolean::parse(&sources, id, &mut diagnostics);
    let built = match diagnostics.error_count() {
        0 => maymust_boolean::build(&program, &args.error_label, most_nodes(args), &mut diagnostics),
        _ => Ok(None),
    };
    let built = built.map_err(|reason| Exit::input(format!("the program is too large: {reason}")))?;
    diagnostics.iter().for_each(|d| eprint!("{}", d.render(&sources, color())));
    let Some(mut built) = built else {
        front::count_errors(diagnostics.error_count());
        return Err(Exit::input(""));
    };
    let mut questions = Vec::new();
    if kinds.is_empty() || kinds.iter().any(|k| k != "termination") {
        questions.extend((0..built.checks.len()).map(Question::Check));
    }
    if kinds.iter().any(|k| k == "termination") {
        questions.push(Question::Termination);
    }
    let approximation: Approximation = args.approximation.map(Into::into).unwrap_or_default();
    let cancel: Arc<_> = watch.cancel.clone();
    let stop = || cancel.load(Ordering::Relaxed);
    let options = Options { sides: approximation.into(), stop: &stop };
    let answers = maymust_boolean::check(&mut built, &questions, &options);
    let status = exit::status(overall(&answers));
    match args.format {
        Format::Text => print(&built, &sources, &answers),
        Format::Sarif | Format::Junit | Format::Github => {
            return Err(Exit::usage("Boolean programs (`.bp`) are reported as text or json"));
        }
        Format::Json => print_json(&built, &sources, &answers, start),
    }
    Ok(status)
}

/// Within the memory that may be used.
fn most_nodes(args: &CheckArgs) -> usize {
    let allowed = args.memory.map_or(MOST_NODES as u64, |m| m / 2 / NODE);
    usize::try_from(allowed).unwrap_or(MOST_NODES).clamp(1 << 12, MOST_NODES)
}

fn overall(answers: &[Answer]) -> Overall {
    if answers.iter().any(|a| matches!(a.verdict, Verdict::Fails(_))) {
        Overall::Fails
    } else if answers.iter().any(|a| matches!(a.verdict, Verdict::Unknown(_))) {
        Overall::Unknown
    } else {
        Overall::Proved
    }
}

/// `file:line:column: ` and what is asked.
fn title(built: &Built, sources: &SourceMap, question: Question) -> (String, String) {
    match question {
        Question::Check(i) => {
            let check = &built.checks[i];
            (front::place_text(sources, check.span), check.what.clone())
        }
        Question::Termination => {
            (sources.name(maymust_source::FileId(0)).to_owned(), "termination".to_owned())
        }
    }
}

fn print(built: &Built, sources: &SourceMap, answers: &[Answer]) {
    for answer in answers {
        let (place, what) = title(built, sources, answer.question);
        match &answer.verdict {
            Verdict::Proved => println!("{place}: proved: {what}"),
            Verdict::Unknown(reason) => println!("{place}: unknown: {what}: {reason}"),
            Verdict::Fails(lines) => {
                println!("{place}: fails: {what}");
                if answer.question == Question::Termination {
                    println!("  a run of the program never ends");
                }
                for line in lines.iter().take(LINES) {
                    let values: Vec<String> =
                        line.values.iter().map(|(n, v)| format!("{n}={}", u8::from(*v))).collect();
                    let at = front::place_text(sources, line.span);
                    let text = sources.line_text(line.span).unwrap_or_default().trim();
                    println!("  {at}: {}: {text}", line.proc);
                    if !values.is_empty() {
                        println!("      {}", values.join(" "));
                    }
                }
                if lines.len() > LINES {
                    println!("  … and {} more steps", lines.len() - LINES);
                }
            }
        }
    }
    println!("verdict: {}", overall(answers).name());
}

fn print_json(built: &Built, sources: &SourceMap, answers: &[Answer], start: Instant) {
    let one = |a: &Answer| -> Value {
        let (place, what) = title(built, sources, a.question);
        let (verdict, reason, steps) = match &a.verdict {
            Verdict::Proved => ("proved", None, 0),
            Verdict::Fails(lines) => ("fails", None, lines.len()),
            Verdict::Unknown(reason) => ("unknown", Some(reason.clone()), 0),
        };
        json!({ "place": place, "check": what, "verdict": verdict, "reason": reason, "steps": steps })
    };
    let out = json!({
        "verdict": overall(answers).name(),
        "checks": answers.iter().map(one).collect::<Vec<_>>(),
        "statistics": { "nodes": built.space.n_nodes(), "time_s": start.elapsed().as_secs_f64() },
    });
    println!("{out:#}");
}
