//! `maymust check`: asks about every check and prints the report.

mod confirm;
mod progress;
mod witness;

use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, RwLock};
use std::time::{Duration, Instant};

use maymust_engine::{Assumed, Event, Options, Reason, Task, Verdict, Work};
use maymust_portfolio::{Board, Budget, Limit, Member, Watch, ask};
use maymust_program::{CheckId, ProcId};
use maymust_report::baseline::Baseline;
use maymust_report::harness::{self, NoTest};
use maymust_report::{
    About, Overall, Report, Section, contradiction, github, html, json, junit, sarif, text,
};
use maymust_source::{Diagnostic, Diagnostics, Severity};
use maymust_spec::{Assumption, Names, Scope, Spec, functions_named, holds_trivially, select, unasked_kinds};

use crate::args::{AUTO, CheckArgs, Format, IntegersName};
use crate::exit::{self, Exit};
use crate::front::{self, Loaded, color, count_errors};
use progress::Progress;

/// How long work may go on after an interrupt.
const PATIENCE: Duration = Duration::from_millis(300);

/// What the engines and the watch over the limits share.
struct Shared {
    /// Written only between two entries.
    loaded: RwLock<Loaded>,
    spec: Spec,
    has_rules: bool,
    /// Is every function an entry? Then each answers for its own checks, and for those of library models.
    each_function: bool,
    /// If not empty: the functions that are asked about.
    within: Vec<String>,
    /// Is a proof that rests on an assumption none?
    strict: bool,
    unbounded: bool,
    /// Is one failing check enough?
    first: bool,
    /// Entries that are done.
    done: Mutex<Vec<Section>>,
    /// The entry at work.
    current: Mutex<Option<Current>>,
    start: Instant,
    /// Has somebody interrupted the run?
    interrupted: AtomicBool,
    /// Is the report printed, or about to be?
    is_printed: AtomicBool,
    baseline: Option<Baseline>,
    format: Format,
    stats: bool,
    detail: text::Detail,
}

/// An entry at work: its checks, and the answers so far.
#[derive(Clone)]
struct Current {
    entry: String,
    start: ProcId,
    checks: Vec<CheckId>,
    board: Arc<Board>,
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Answers the checks; gives the exit status of the whole.
pub fn check(args: &CheckArgs) -> Result<i32, Exit> {
    let start = Instant::now();
    if crate::boolean::is_asked(args) {
        return crate::boolean::check(args);
    }
    let spec = spec(args)?;
    let only = only(args)?;
    let options = options(args)?;
    let entry = spec.entry.clone().unwrap_or_else(|| args.front.entry.clone());
    let mut loaded = front::load_for_check(&args.front, &entry, args.each_function.is_some(), args.malloc)?;
    let mut diagnostics = Diagnostics::default();
    look_up_names(args, &mut loaded, &mut diagnostics);
    weave(&mut loaded, args, &spec, diagnostics)?;
    let starts = loaded.starts.clone();
    let baseline = match &args.baseline {
        Some(file) => {
            let parsed = Baseline::parse(&read(file)?);
            Some(parsed.map_err(|why| Exit::input(format!("{}: {why}", file.display())))?)
        }
        None => None,
    };
    let shared = Arc::new(Shared {
        loaded: RwLock::new(loaded),
        spec,
        has_rules: !args.rule.is_empty(),
        each_function: args.each_function.is_some(),
        within: args.within.clone(),
        strict: args.strict,
        unbounded: args.integers == IntegersName::Unbounded,
        first: args.first,
        done: Mutex::default(),
        current: Mutex::default(),
        start,
        interrupted: AtomicBool::new(false),
        is_printed: AtomicBool::new(false),
        baseline,
        format: args.format,
        stats: args.stats,
        detail: args.trace.into(),
    });
    if let Some(file) = &args.validate {
        let loaded = shared.loaded.read().unwrap_or_else(PoisonError::into_inner);
        let checks = select(&loaded.program, &shared.spec, &Scope::Everywhere);
        let is_confirmed = witness::check(args, &loaded, &shared.spec, &checks, file)?;
        return Ok(exit::status(if is_confirmed { Overall::Fails } else { Overall::Unknown }));
    }
    let budget = Budget { time: args.timeout, processor: args.cpu_timeout, memory: args.memory };
    let for_watch = shared.clone();
    let mut watch = Watch::start(start, budget, move |limit| for_watch.give_up(&limit.reason()));
    let (for_interrupt, cancel) = (shared.clone(), watch.cancel.clone());
    exit::on_interrupt(move || {
        for_interrupt.interrupted.store(true, Ordering::SeqCst);
        cancel.store(true, Ordering::SeqCst);
        let shared = for_interrupt.clone();
        // Whoever does not stop is left behind.
        std::thread::spawn(move || {
            std::thread::sleep(PATIENCE);
            shared.give_up(&Reason::Interrupted);
        });
    });
    let progress = Progress::new();
    for (i, entry) in starts.iter().enumerate() {
        if shared.is_interrupted() {
            break;
        }
        let left = budget.share(start, starts.len() - i);
        let broken = shared.run(entry, only, &options, left, &watch, &progress);
        if !broken.is_empty() {
            progress.finish();
            broken.iter().for_each(|b| eprintln!("maymust: {b}"));
            eprintln!("This is a bug in maymust, not in your program. No answer was given.");
            return Ok(exit::BUG);
        }
    }
    watch.stop();
    progress.finish();
    let status = shared.finish(args)?;
    // Taking millions of objects apart would cost time, and the process ends.
    std::mem::forget(shared);
    Ok(status)
}

fn spec(args: &CheckArgs) -> Result<Spec, Exit> {
    match (&args.check, &args.property) {
        (Some(words), _) => Spec::of_words(words).map_err(Exit::usage),
        (None, Some(file)) => {
            Spec::of_property(&file.display().to_string(), &read(file)?).map_err(Exit::input)
        }
        (None, None) if !args.rule.is_empty() => Ok(Spec::default()),
        (None, None) => Ok(Spec::usual()),
    }
}

fn read(file: &Path) -> Result<String, Exit> {
    std::fs::read_to_string(file).map_err(|e| Exit::no_input(format!("{}: {e}", file.display())))
}

/// The engine that the command line names. `--analysis` and such name the engine that they belong to.
fn only(args: &CheckArgs) -> Result<Option<&'static Member>, Exit> {
    let mut name = args.engine.as_str();
    for (given, flag, owner) in [
        (args.analysis.is_some(), "--analysis", "smash"),
        (args.refine.is_some(), "--refine", "structural"),
        (args.approximation.is_some(), "--approximation", "exact"),
        (args.integers == IntegersName::Unbounded, "--integers unbounded", "exact"),
        (args.summaries.is_some(), "--summaries", "references"),
    ] {
        if given && name != AUTO && name != owner {
            return Err(Exit::usage(format!("{flag} is for the engine `{owner}`")));
        }
        if given {
            name = owner;
        }
    }
    match maymust_portfolio::member(name) {
        None if name != AUTO => Err(Exit::usage(format!("engine `{name}` is not available in this build"))),
        member => Ok(member),
    }
}

/// Leaves only the functions to start from that are named, if any are; names that match nothing are warnings.
fn look_up_names(args: &CheckArgs, loaded: &mut Loaded, diagnostics: &mut Diagnostics) {
    let names = Names::new(&loaded.program);
    let wanted = args.each_function.as_deref().unwrap_or_default();
    wanted.iter().for_each(|name| names.look_up("--each-function", name, diagnostics));
    args.within.iter().for_each(|name| names.look_up("--within", name, diagnostics));
    loaded.starts.retain(|s| wanted.is_empty() || wanted.contains(&s.0));
}

/// Reads the rule files and weaves them in, with what the property needs; prints what there is to say about names and rules.
fn weave(
    loaded: &mut Loaded,
    args: &CheckArgs,
    spec: &Spec,
    mut diagnostics: Diagnostics,
) -> Result<(), Exit> {
    let mut texts = Vec::new();
    for file in &args.rule {
        texts.push((file.display().to_string(), read(file)?));
    }
    let starts: Vec<ProcId> = loaded.starts.iter().map(|(_, start)| *start).collect();
    maymust_spec::weave(&mut loaded.program, &mut loaded.sources, &starts, texts, spec, &mut diagnostics);
    let is_told = |d: &&Diagnostic| d.severity == Severity::Error || !args.front.no_warnings;
    for diagnostic in diagnostics.iter().filter(is_told) {
        eprint!("{}", diagnostic.render(&loaded.sources, color()));
    }
    let errors = diagnostics.error_count();
    count_errors(errors);
    if errors > 0 { Err(Exit::input(String::new())) } else { Ok(()) }
}

fn options(args: &CheckArgs) -> Result<Options, Exit> {
    let options = Options {
        analysis: args.analysis.map(Into::into).unwrap_or_default(),
        refine: args.refine.map(Into::into).unwrap_or_default(),
        approximation: args.approximation.map(Into::into).unwrap_or_default(),
        integers: args.integers.into(),
        summaries: args.summaries.map(Into::into).unwrap_or_default(),
        solver: args.solver.into(),
        jobs: usize::from(args.jobs),
        audit: args.audit,
        audit_solver: args.audit_solver.into(),
        evidence: args.stats || args.report.is_some(),
        check_time: args.check_timeout,
        unroll: args.unroll,
        without: args.without.iter().map(|h| (*h).into()).collect(),
        log_queries: args.log_queries.clone(),
    };
    match options.new_solver().and(options.new_audit_solver()) {
        Ok(_) => Ok(options),
        Err(error) => Err(Exit::usage(error.to_string())),
    }
}

impl Shared {
    /// Asks about one entry; gives what audits found broken and where engines contradict each other.
    fn run(
        &self,
        (name, start): &(String, ProcId),
        only: Option<&'static Member>,
        options: &Options,
        budget: Duration,
        watch: &Watch,
        progress: &Progress,
    ) -> Vec<String> {
        self.loaded.write().unwrap_or_else(PoisonError::into_inner).program.entry = Some(*start);
        let loaded = self.loaded.read().unwrap_or_else(PoisonError::into_inner);
        let checks = select(&loaded.program, &self.spec, &self.scope(&loaded, name));
        let board = Arc::new(Board::default());
        let current = Current { entry: name.clone(), start: *start, checks: checks.clone(), board };
        *lock(&self.current) = Some(current.clone());
        progress.start(name, checks.len());
        let listener = |event: Event<'_>| {
            if let Event::Answered(answer) = event
                && self.first
                && matches!(answer.verdict, Verdict::Fails(_))
            {
                watch.cancel.store(true, Ordering::SeqCst);
            }
            progress.event(event);
        };
        let task = Task {
            options: options.clone(),
            cancel: watch.cancel.clone(),
            memory_low: watch.memory_low.clone(),
            listener: &listener,
            place: &|span| loaded.sources.place(span).map(|p| format!("{}:{}", p.file, p.line)),
            ..Task::new(&loaded.program, checks, budget)
        };
        let done = ask(only, &task, &current.board);
        let stopped = match watch.met() {
            _ if self.is_interrupted() => Reason::Interrupted,
            None if self.first => Reason::AnotherFails,
            limit => limit.unwrap_or(Limit::Time).reason(),
        };
        let board = current.board.clone();
        {
            // In this order, as in `give_up`: the entry is at work or done, not both and not neither.
            let mut sections = lock(&self.done);
            *lock(&self.current) = None;
            sections.push(current.section(&stopped, done.work, Some(done.assumed)));
        }
        let broken = done.broken.into_iter().map(|b| format!("audit: {b}"));
        let contradictions = board.contradictions();
        let contradictions =
            contradictions.iter().map(|c| contradiction(&loaded.program, &loaded.sources, c, color()));
        broken.chain(contradictions).collect()
    }

    /// Where the checks stand that an entry answers for.
    fn scope(&self, loaded: &Loaded, entry: &str) -> Scope {
        let functions = |name: &String| functions_named(&loaded.program, name).collect::<Vec<_>>();
        match (self.each_function, &self.within[..]) {
            (true, _) => Scope::Within(loaded.program.find_proc(entry).into_iter().collect()),
            (false, []) => Scope::Everywhere,
            (false, within) => Scope::Within(within.iter().flat_map(functions).collect()),
        }
    }

    /// Prints everything and writes the test, if one is asked for; gives the exit status.
    fn finish(&self, args: &CheckArgs) -> Result<i32, Exit> {
        if self.is_printed.swap(true, Ordering::SeqCst) {
            // Somebody else prints, and ends the process.
            loop {
                std::thread::park();
            }
        }
        let loaded = self.loaded.read().unwrap_or_else(PoisonError::into_inner);
        let mut report = self.report(&loaded, std::mem::take(&mut lock(&self.done)));
        if args.confirm {
            report.confirmations = confirm::confirm(args, &report)?;
        }
        self.print(&report);
        if let Some(file) = &args.test {
            write_test(&report, file)?;
        }
        if let Some(file) = &args.witness {
            witness::write(args, &report, file)?;
        }
        if let Some(folder) = &args.report {
            let page = folder.join("index.html");
            let written =
                std::fs::create_dir_all(folder).and_then(|()| std::fs::write(&page, html::render(&report)));
            written.map_err(|e| Exit::output(format!("{}: {e}", page.display())))?;
        }
        Ok(self.status(&report))
    }

    fn is_interrupted(&self) -> bool {
        self.interrupted.load(Ordering::SeqCst)
    }

    /// The exit status.
    fn status(&self, report: &Report<'_>) -> i32 {
        if self.is_interrupted() { exit::INTERRUPTED } else { exit::status(report.outcome()) }
    }

    fn report<'a>(&'a self, loaded: &'a Loaded, sections: Vec<Section>) -> Report<'a> {
        let starts: Vec<ProcId> = loaded.starts.iter().map(|s| s.1).collect();
        let mut assumptions = Vec::new();
        let is_empty = !self.has_rules && sections.iter().all(|s| s.answers.is_empty());
        if !self.within.is_empty() {
            assumptions.push(Assumption::OthersDoNotFail);
        }
        if self.unbounded {
            assumptions.push(Assumption::UnboundedIntegers);
        }
        if self.each_function || !self.within.is_empty() {
            assumptions.push(Assumption::LibraryDoesNotFail);
        }
        let about = About {
            program: &loaded.program,
            sources: &loaded.sources,
            spec: &self.spec,
            entries: starts.len(),
            assumptions,
            unasked: unasked_kinds(&loaded.program, &starts, &self.spec),
            strict: self.strict,
            holds_trivially: is_empty && holds_trivially(&loaded.program, &starts, &self.spec),
            time: self.start.elapsed(),
        };
        let mut report = Report::new(about, sections);
        if let Some(baseline) = &self.baseline {
            report.set_baseline(baseline.clone());
        }
        report
    }

    fn print(&self, report: &Report<'_>) {
        let text = match self.format {
            Format::Text => text::render(
                report,
                text::Style { color: front::color_of_stdout(), statistics: self.stats, detail: self.detail },
            ),
            Format::Json => json::render(report, self.stats),
            Format::Sarif => sarif::render(report),
            Format::Junit => junit::render(report),
            Format::Github => github::render(report),
        };
        print!("{text}");
    }

    /// An engine does not stop when told: what is known so far is printed and the process ends.
    fn give_up(&self, reason: &Reason) {
        // Only one prints.
        if self.is_printed.swap(true, Ordering::SeqCst) {
            return;
        }
        let loaded = self.loaded.read().unwrap_or_else(PoisonError::into_inner);
        let mut sections = lock(&self.done);
        let current = lock(&self.current).take();
        let mut sections = std::mem::take(&mut *sections);
        sections.extend(current.map(|c| c.section(reason, Vec::new(), None)));
        let report = self.report(&loaded, sections);
        self.print(&report);
        maymust_bench::process::end_children();
        std::process::exit(self.status(&report));
    }
}

impl Current {
    fn section(self, stopped: &Reason, work: Vec<Work>, assumed: Option<Assumed>) -> Section {
        let answers = self.board.answers(&self.checks, stopped);
        Section { entry: self.entry, start: self.start, answers, work, assumed }
    }
}

/// Writes the test of the first failing check; without one, nothing.
fn write_test(report: &Report<'_>, file: &Path) -> Result<(), Exit> {
    match harness::render(report) {
        Ok(test) => {
            std::fs::write(file, test.text).map_err(|e| Exit::output(format!("{}: {e}", file.display())))
        }
        Err(NoTest::NothingFails) => Ok(()),
        Err(why) => {
            eprintln!("maymust: {}: no test was written: {}", file.display(), why.text());
            Ok(())
        }
    }
}
