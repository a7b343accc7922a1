//! `maymust check`: asks engines about every check and prints their answers.

mod engines;
mod json;
mod kinds;
mod text;

use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use maymust_engine::{Answer, CANCELLED, Event, Options, Task, Verdict};
use maymust_program::{CheckId, CheckKind};

use crate::args::{CheckArgs, Format};
use crate::exit::{self, Exit};
use crate::front::{self, Arguments, Loaded};
use crate::limits::{Limit, Watch};
use engines::Work;

/// Everything there is to print.
pub struct Report {
    /// The answers, in the order of the checks.
    pub answers: Vec<Answer>,
    /// What engines did.
    pub work: Vec<Work>,
    /// How long all took.
    pub time: Duration,
    /// Are statistics and evidence asked for?
    pub stats: bool,
}

impl Report {
    /// Fails if any fails, else unknown if any is unknown, else proved.
    pub fn status(&self) -> i32 {
        let mut verdicts = self.answers.iter().map(|a| &a.verdict);
        if verdicts.clone().any(|v| matches!(v, Verdict::Fails(_))) {
            1
        } else if verdicts.any(|v| matches!(v, Verdict::Unknown(_))) {
            2
        } else {
            0
        }
    }

    fn print(&self, loaded: &Loaded, format: Format) {
        match format {
            Format::Text => text::print(loaded, self),
            Format::Json => json::print(loaded, self),
        }
    }
}

/// The words of the exit statuses.
pub fn word(status: i32) -> &'static str {
    match status {
        0 => "proved",
        1 => "fails",
        _ => "unknown",
    }
}

/// The word of a verdict.
pub fn verdict_word(verdict: &Verdict) -> &'static str {
    match verdict {
        Verdict::Proved => word(0),
        Verdict::Fails(_) => word(1),
        Verdict::Unknown(_) => word(2),
    }
}

/// Answers the checks; gives the exit status of the whole.
pub fn check(args: &CheckArgs) -> Result<i32, Exit> {
    let start = Instant::now();
    let kinds = kinds::of_words(&args.check)?;
    let engines = engines::chosen(args)?;
    let options = options(args)?;
    let loaded: &'static Loaded = front::load_program(&args.front, Arguments::Any)?;
    let checks = asked(loaded, &kinds);
    let told: Arc<Mutex<Vec<Answer>>> = Arc::default();
    let mut watch = watch(args, loaded, &checks, start, told.clone());
    let listener = |event: Event<'_>| {
        if let Event::Answered(answer) = event {
            told.lock().unwrap_or_else(PoisonError::into_inner).push(answer.clone());
        }
    };
    let task = Task {
        program: &loaded.program,
        checks,
        budget: args.timeout.saturating_sub(start.elapsed()),
        options,
        cancel: watch.cancel.clone(),
        listener: &listener,
        decided: &|_| false,
    };
    let mut all = engines::ask(engines, &task);
    watch.stop();
    name_limit(&mut all.answers, watch.met().unwrap_or(Limit::Time));
    if !all.broken.is_empty() {
        all.broken.iter().for_each(|b| eprintln!("maymust: audit: {b}"));
        eprintln!("This is a bug in maymust, not in your program. No answer was given.");
        return Ok(exit::BUG);
    }
    if !all.contradictions.is_empty() {
        print_contradictions(loaded, &all.contradictions);
        return Ok(exit::BUG);
    }
    let report = Report { answers: all.answers, work: all.work, time: start.elapsed(), stats: args.stats };
    report.print(loaded, args.format);
    Ok(report.status())
}

/// Two engines that contradict each other: one of them is wrong. Both evidences are shown.
fn print_contradictions(loaded: &Loaded, contradictions: &[(Answer, Answer)]) {
    for (one, other) in contradictions {
        let check = &loaded.program.checks[one.check.index()];
        let place = front::place_text(&loaded.sources, check.span);
        eprintln!(
            "maymust: {place}: {}: {}: engines contradict each other",
            check.kind.name(),
            check.message
        );
        for answer in [one, other] {
            eprintln!("  {} says: {}", answer.engine, verdict_word(&answer.verdict));
            if let Verdict::Fails(run) = &answer.verdict {
                let machine = maymust_machine::Machine::new(&loaded.program);
                let text = maymust_machine::render(&machine, &run.failure, &loaded.sources, front::color());
                eprint!("{text}");
            }
        }
    }
    eprintln!("This is a bug in maymust, not in your program. No answer was given.");
}

fn options(args: &CheckArgs) -> Result<Options, Exit> {
    let options = Options {
        analysis: args.analysis.map(Into::into).unwrap_or_default(),
        refine: args.refine.map(Into::into).unwrap_or_default(),
        solver: args.solver.into(),
        jobs: usize::from(args.jobs),
        audit: args.audit,
        evidence: args.stats,
        check_time: args.check_timeout,
        log_queries: args.log_queries.clone(),
    };
    if let Err(error) = options.new_solver() {
        return Err(Exit::usage(error.to_string()));
    }
    Ok(options)
}

/// The checks of these kinds that a run can reach, however the pointers go.
fn asked(loaded: &Loaded, kinds: &[CheckKind]) -> Vec<CheckId> {
    let reachable = reachable_procs(loaded);
    let keep = |c: &CheckId| {
        let check = &loaded.program.checks[c.index()];
        kinds.contains(&check.kind) && reachable[check.proc.index()]
    };
    (0..loaded.program.checks.len() as u32).map(CheckId).filter(keep).collect()
}

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

/// Watches over the limits. If an engine does not stop when told, what it has told so far is printed and the process ends.
fn watch(
    args: &CheckArgs,
    loaded: &'static Loaded,
    checks: &[CheckId],
    start: Instant,
    told: Arc<Mutex<Vec<Answer>>>,
) -> Watch {
    let (checks, format) = (checks.to_vec(), args.format);
    let stats = args.stats;
    Watch::start(start + args.timeout, args.memory, move |limit| {
        let told = told.lock().unwrap_or_else(PoisonError::into_inner);
        let answer = |check: CheckId| {
            let decided = |a: &&Answer| a.check == check && !matches!(a.verdict, Verdict::Unknown(_));
            told.iter().find(decided).cloned().unwrap_or(Answer {
                check,
                verdict: Verdict::Unknown(limit.reason().to_owned()),
                engine: "none",
                time: start.elapsed(),
            })
        };
        let answers = checks.iter().map(|&c| answer(c)).collect();
        let report = Report { answers, work: Vec::new(), time: start.elapsed(), stats };
        report.print(loaded, format);
        std::process::exit(report.status());
    })
}

/// Says which limit stopped an engine.
fn name_limit(answers: &mut [Answer], limit: Limit) {
    for answer in answers {
        if let Verdict::Unknown(reason) = &mut answer.verdict
            && reason == CANCELLED
        {
            *reason = limit.reason().to_owned();
        }
    }
}
