//! `maymust check`: asks engines about every check and prints their answers.

mod engines;
mod harness;
mod json;
mod kinds;
mod progress;
mod rules;
mod story;
mod text;

use std::collections::BTreeMap;
use std::sync::atomic::Ordering;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, RwLock};
use std::time::{Duration, Instant};

use maymust_engine::{Answer, Engine, Event, Options, Reason, Role, Task, Verdict, unasked_role};
use maymust_machine::Machine;
use maymust_program::calls::CallGraph;
use maymust_program::{CheckId, CheckKind, ProcId};

use crate::args::{CheckArgs, Format};
use crate::exit::{self, Exit};
use crate::front::{self, Loaded};
use crate::limits::{self, Limit, Watch};
use engines::{Answers, Work};
use kinds::Wanted;
use progress::Progress;

/// The answers for one entry function.
pub struct Section {
    /// The function.
    pub entry: String,
    /// Its start procedure.
    pub start: ProcId,
    /// The answers, in the order of the checks.
    pub answers: Vec<Answer>,
    /// What engines did.
    pub work: Vec<Work>,
}

/// Everything there is to print.
pub struct Report<'a> {
    /// Program and sources.
    pub loaded: &'a Loaded,
    /// By entry function.
    pub sections: &'a [Section],
    /// What was taken for granted.
    pub assumptions: Vec<String>,
    /// A machine that sees the failures again.
    pub machine: Machine<'a>,
    /// How long all took.
    pub time: Duration,
    /// Are statistics and evidence asked for?
    pub stats: bool,
}

impl<'a> Report<'a> {
    /// All answers with their sections.
    pub fn answers(&self) -> impl Iterator<Item = (&'a Section, &'a Answer)> + Clone {
        self.sections.iter().flat_map(|s| s.answers.iter().map(move |a| (s, a)))
    }

    /// Fails if any fails, else unknown if any is unknown, else proved.
    pub fn status(&self) -> i32 {
        let mut verdicts = self.answers().map(|(_, a)| &a.verdict);
        if verdicts.clone().any(|v| matches!(v, Verdict::Fails(_))) {
            1
        } else if self.sections.len() < self.loaded.starts.len()
            || verdicts.any(|v| matches!(v, Verdict::Unknown(_)))
        {
            // Entries that were never begun are unknown as well.
            2
        } else {
            0
        }
    }

    fn print(&self, format: Format) {
        match format {
            Format::Text => text::print(self),
            Format::Json => json::print(self),
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

/// What the engines and the watch over the limits share.
struct Shared {
    /// Written only between two entries.
    loaded: RwLock<Loaded>,
    wanted: Wanted,
    /// Is every function an entry? Then each answers for its own checks, and for those of library models.
    each_function: bool,
    /// If not empty: the functions that are asked about.
    within: Vec<String>,
    /// Is one failing check enough?
    first: bool,
    /// Entries that are done.
    done: Mutex<Vec<Section>>,
    /// The entry at work: its checks, and the answers told so far.
    current: Mutex<Current>,
    start: Instant,
    format: Format,
    stats: bool,
}

#[derive(Default)]
struct Current {
    entry: Option<(String, ProcId)>,
    checks: Vec<CheckId>,
    told: Vec<Answer>,
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Answers the checks; gives the exit status of the whole.
pub fn check(args: &CheckArgs) -> Result<i32, Exit> {
    let start = Instant::now();
    let wanted = wanted(args)?;
    engines::chosen(args)?;
    let options = options(args)?;
    let entry = wanted.entry.clone().unwrap_or_else(|| args.front.entry.clone());
    let mut loaded = front::load_for_check(&args.front, &entry, args.each_function.as_deref())?;
    if let Some(unknown) = args.within.iter().find(|n| procs_of(&loaded, n).next().is_none()) {
        return Err(Exit::input(format!("the files define no function `{unknown}`")));
    }
    rules::weave(&mut loaded, &args.rule, &wanted)?;
    let starts = loaded.starts.clone();
    let shared = Arc::new(Shared {
        loaded: RwLock::new(loaded),
        wanted,
        each_function: args.each_function.is_some(),
        within: args.within.clone(),
        first: args.first,
        done: Mutex::default(),
        current: Mutex::default(),
        start,
        format: args.format,
        stats: args.stats,
    });
    let for_watch = shared.clone();
    let mut watch = Watch::start(start + args.timeout, args.cpu_timeout, args.memory, move |limit| {
        for_watch.give_up(limit)
    });
    let progress = Progress::new();
    for (i, entry) in starts.iter().enumerate() {
        let left = share(args, start, starts.len() - i);
        let broken = shared.run(entry, engines::chosen(args)?, &options, left, &watch, &progress);
        if !broken.is_empty() {
            progress.finish();
            broken.iter().for_each(|b| eprintln!("maymust: {b}"));
            eprintln!("This is a bug in maymust, not in your program. No answer was given.");
            return Ok(exit::BUG);
        }
    }
    watch.stop();
    progress.finish();
    let status = shared.print(args)?;
    // Taking millions of objects apart would cost time, and the process ends.
    std::mem::forget(shared);
    Ok(status)
}

/// What the next of `n` entries may use of the time that is left, by the clock. Processor time is shared too; on a busy machine
/// it takes longer.
fn share(args: &CheckArgs, start: Instant, n: usize) -> Duration {
    let elapsed = start.elapsed();
    let left = args.timeout.saturating_sub(elapsed);
    let n_left = n.max(1) as u32;
    let Some((limit, used)) = args.cpu_timeout.zip(limits::processor_time()) else { return left / n_left };
    let busy = elapsed.as_secs_f64() / used.as_secs_f64().max(0.01);
    let processor = limit.saturating_sub(used).mul_f64(busy.clamp(1.0, 16.0));
    // The last one is stopped when the time is really used up; this is only what it can plan with.
    let margin = if n_left > 1 { 1 } else { 2 };
    left.min(processor * margin) / n_left
}

fn wanted(args: &CheckArgs) -> Result<Wanted, Exit> {
    let mut wanted = match (&args.check, &args.property) {
        (Some(words), _) => kinds::of_words(words)?,
        (None, Some(file)) => kinds::of_property(file)?,
        (None, None) if !args.rule.is_empty() => Wanted::default(),
        (None, None) => kinds::default(),
    };
    wanted.kinds.push(CheckKind::Rule);
    Ok(wanted)
}

fn options(args: &CheckArgs) -> Result<Options, Exit> {
    let options = Options {
        analysis: args.analysis.map(Into::into).unwrap_or_default(),
        refine: args.refine.map(Into::into).unwrap_or_default(),
        approximation: args.approximation.map(Into::into).unwrap_or_default(),
        summaries: args.summaries.map(Into::into).unwrap_or_default(),
        solver: args.solver.into(),
        jobs: usize::from(args.jobs),
        audit: args.audit,
        evidence: args.stats,
        check_time: args.check_timeout,
        unroll: args.unroll,
        log_queries: args.log_queries.clone(),
    };
    if let Err(error) = options.new_solver() {
        return Err(Exit::usage(error.to_string()));
    }
    Ok(options)
}

impl Shared {
    /// Asks the engines about one entry; gives what audits found broken and where engines contradict each other.
    fn run(
        &self,
        (name, start): &(String, ProcId),
        engines: Vec<Box<dyn Engine + Send>>,
        options: &Options,
        budget: Duration,
        watch: &Watch,
        progress: &Progress,
    ) -> Vec<String> {
        self.loaded.write().unwrap_or_else(PoisonError::into_inner).program.entry = Some(*start);
        let loaded = self.loaded.read().unwrap_or_else(PoisonError::into_inner);
        let own: Vec<ProcId> = match self.each_function {
            true => loaded.program.find_proc(name).into_iter().collect(),
            false => self.within.iter().flat_map(|name| procs_of(&loaded, name)).collect(),
        };
        let checks = asked(&loaded, &self.wanted, &own);
        *lock(&self.current) =
            Current { entry: Some((name.clone(), *start)), checks: checks.clone(), told: Vec::new() };
        progress.start(name, checks.len());
        let listener = |event: Event<'_>| {
            if let Event::Answered(answer) = event {
                lock(&self.current).told.push(answer.clone());
                if self.first && matches!(answer.verdict, Verdict::Fails(_)) {
                    watch.cancel.store(true, Ordering::SeqCst);
                }
            }
            progress.event(event);
        };
        let task = Task {
            program: &loaded.program,
            checks,
            budget,
            options: options.clone(),
            cancel: watch.cancel.clone(),
            memory_low: watch.memory_low.clone(),
            listener: &listener,
            decided: &|_| false,
            place: &|span| loaded.sources.place(span).map(|p| format!("{}:{}", p.file, p.line)),
        };
        let Answers { mut answers, work, broken, contradictions } = match task.is_cancelled() {
            true => Answers { answers: stopped(&task.checks), ..Answers::default() },
            false => engines::ask(engines, &task),
        };
        let reason = match watch.met() {
            None if self.first => Reason::AnotherFails,
            limit => limit.unwrap_or(Limit::Time).reason(),
        };
        name_reason(&mut answers, &reason);
        lock(&self.done).push(Section { entry: name.clone(), start: *start, answers, work });
        *lock(&self.current) = Current::default();
        let broken = broken.into_iter().map(|b| format!("audit: {b}"));
        broken.chain(contradictions.iter().map(|c| contradiction(&loaded, c))).collect()
    }

    /// Prints everything; gives the exit status.
    fn print(&self, args: &CheckArgs) -> Result<i32, Exit> {
        let loaded = self.loaded.read().unwrap_or_else(PoisonError::into_inner);
        let sections = lock(&self.done);
        let report = self.report(&loaded, &sections);
        report.print(self.format);
        if let Some(file) = &args.test {
            harness::write(&report, file)?;
        }
        Ok(report.status())
    }

    fn report<'a>(&self, loaded: &'a Loaded, sections: &'a [Section]) -> Report<'a> {
        let asked = CheckKind::ALL.into_iter().filter(|k| self.wanted.kinds.contains(k) || k.is_assertion());
        let assumed = CheckKind::ALL.into_iter().filter(|k| unasked_role(*k) == Role::Assumed);
        let machine = maymust_machine::Options { checks: asked.chain(assumed).collect(), record: false };
        let mut assumptions = unchecked(loaded, &self.wanted);
        if !self.within.is_empty() {
            assumptions.push("if nothing goes wrong in other functions: check without --within".to_owned());
        }
        if self.each_function || !self.within.is_empty() {
            let text = "library functions are checked as far as a function calls them itself: for more check with --entry";
            assumptions.push(text.to_owned());
        }
        for (span, note) in &loaded.program.assumptions {
            let text = match loaded.sources.place(*span) {
                Some(place) => format!("{}:{}:{}: {note}", place.file, place.line, place.column),
                None => note.clone(),
            };
            assumptions.push(text);
        }
        Report {
            loaded,
            sections,
            assumptions,
            machine: Machine::with_options(&loaded.program, machine),
            time: self.start.elapsed(),
            stats: self.stats,
        }
    }

    /// An engine does not stop when told: what it has told so far is printed and the process ends.
    fn give_up(&self, limit: Limit) {
        let loaded = self.loaded.read().unwrap_or_else(PoisonError::into_inner);
        let mut sections = lock(&self.done);
        let current = std::mem::take(&mut *lock(&self.current));
        if let Some((entry, start)) = current.entry {
            let mut answers = stopped(&current.checks);
            let decided = current.told.iter().rev().filter(|a| !matches!(a.verdict, Verdict::Unknown(_)));
            let decided: BTreeMap<CheckId, &Answer> = decided.map(|a| (a.check, a)).collect();
            for answer in &mut answers {
                if let Some(told) = decided.get(&answer.check) {
                    *answer = (*told).clone();
                }
            }
            name_reason(&mut answers, &limit.reason());
            sections.push(Section { entry, start, answers, work: Vec::new() });
        }
        let report = self.report(&loaded, &sections);
        report.print(self.format);
        std::process::exit(report.status());
    }
}

/// Two engines that contradict each other: one of them is wrong. Both evidences are shown.
fn contradiction(loaded: &Loaded, (one, other): &(Answer, Answer)) -> String {
    let check = &loaded.program.checks[one.check.index()];
    let place = front::place_text(&loaded.sources, check.span);
    let mut out = format!("{place}: {}: {}: engines contradict each other", check.kind.name(), check.message);
    for answer in [one, other] {
        out.push_str(&format!("\n  {} says: {}", answer.engine, verdict_word(&answer.verdict)));
        if let Verdict::Fails(run) = &answer.verdict {
            let machine = Machine::new(&loaded.program);
            let text = maymust_machine::render(&machine, &run.failure, &loaded.sources, front::color());
            out.push_str(&format!("\n{}", text.trim_end()));
        }
    }
    out
}

/// The functions of a name; those of several files may share one.
fn procs_of(loaded: &Loaded, name: &str) -> impl Iterator<Item = ProcId> {
    let procs = loaded.program.procs.iter().enumerate();
    procs.filter(move |(_, p)| p.name == *name && !p.is_library()).map(|(i, _)| ProcId(i as u32))
}

/// The checks that are wanted and that a run can reach, however the pointers go. If functions are given, only their own, those of library
/// functions that they call themselves, and those of rules.
fn asked(loaded: &Loaded, wanted: &Wanted, own: &[ProcId]) -> Vec<CheckId> {
    let program = &loaded.program;
    let calls = CallGraph::new(program);
    let reachable = reachable_procs(&calls, program.entry);
    let is_called = |p: ProcId| own.iter().any(|own| calls.callees[own.index()].contains(&p));
    let is_mine = |p: ProcId| own.contains(&p) || program.proc(p).is_library() && is_called(p);
    let keep = |c: &CheckId| {
        let check = &program.checks[c.index()];
        let is_mine = own.is_empty() || check.kind == CheckKind::Rule || is_mine(check.proc);
        wanted.wants(check) && reachable[check.proc.index()] && is_mine
    };
    (0..program.checks.len() as u32).map(CheckId).filter(keep).collect()
}

/// By procedure: can it be called from these?
fn reachable_procs(calls: &CallGraph, starts: impl IntoIterator<Item = ProcId>) -> Vec<bool> {
    let mut reached = vec![false; calls.callees.len()];
    let mut work: Vec<_> = starts.into_iter().collect();
    while let Some(proc) = work.pop() {
        if !std::mem::replace(&mut reached[proc.index()], true) {
            work.extend(&calls.callees[proc.index()]);
        }
    }
    reached
}

/// The undefined behaviour that cuts paths because nobody asked about it, in words.
fn unchecked(loaded: &Loaded, wanted: &Wanted) -> Vec<String> {
    let calls = CallGraph::new(&loaded.program);
    let reachable = reachable_procs(&calls, loaded.starts.iter().map(|s| s.1));
    let is_assumed = |kind: CheckKind| {
        let here = |c: &&maymust_program::CheckData| c.kind == kind && reachable[c.proc.index()];
        unasked_role(kind) == Role::Assumed
            && loaded.program.checks.iter().filter(here).any(|c| !wanted.wants(c))
    };
    let words = [
        (&kinds::MEMORY[..], "if no invalid pointer is used: check with --check memory"),
        (&[CheckKind::DivisionByZero], "if nothing is divided by zero: check with --check div0"),
        (
            &[CheckKind::Unreachable],
            "if nothing that is declared unreachable is reached: check with --check unreachable",
        ),
    ];
    let notes = words.into_iter().filter(|(kinds, _)| kinds.iter().any(|k| is_assumed(*k)));
    notes.map(|(_, text)| text.to_owned()).collect()
}

/// Unknown, because there was no time.
fn stopped(checks: &[CheckId]) -> Vec<Answer> {
    let verdict = Verdict::Unknown(Reason::Cancelled);
    let answer = |&check| Answer { check, verdict: verdict.clone(), engine: "none", time: Duration::ZERO };
    checks.iter().map(answer).collect()
}

/// Says which limit stopped an engine.
fn name_reason(answers: &mut [Answer], why: &Reason) {
    for answer in answers {
        if let Verdict::Unknown(reason @ Reason::Cancelled) = &mut answer.verdict {
            *reason = why.clone();
        }
    }
}
