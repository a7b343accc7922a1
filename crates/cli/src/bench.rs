//! `maymust bench`: runs suites of tasks with known answers.

use std::path::PathBuf;
use std::time::Duration;

use clap::builder::PossibleValuesParser;
use clap::{Args, ValueEnum};
use maymust_bench::{Limits, Options, configs};

use crate::args::{AnalysisName, RefineName, engine_names};
use crate::exit::{self, Exit};
use crate::limits;

/// `maymust bench`
#[derive(Args, Debug)]
pub struct BenchArgs {
    /// Suites: folders, `.set` lists, `.yml` task definitions, `.gen` lists of programs to generate.
    #[arg(required = true, value_name = "SUITE")]
    pub suites: Vec<PathBuf>,
    /// Engines to compare.
    #[arg(long, value_name = "NAME,…", value_delimiter = ',', value_parser = engine_names(), hide_possible_values = true, help_heading = "Contenders")]
    pub engine: Vec<String>,
    /// Analyses of the engine `smash` to compare.
    #[arg(long, value_name = "NAME,…", value_delimiter = ',', value_parser = names::<AnalysisName>(), hide_possible_values = true, help_heading = "Contenders")]
    pub analysis: Vec<String>,
    /// Refinements of the engine `structural` to compare.
    #[arg(long, value_name = "NAME,…", value_delimiter = ',', value_parser = names::<RefineName>(), hide_possible_values = true, help_heading = "Contenders")]
    pub refine: Vec<String>,
    /// Other tools on the same tasks, if they are installed: cbmc, klee.
    #[arg(long, value_name = "TOOL,…", value_delimiter = ',', help_heading = "Contenders")]
    pub against: Vec<String>,
    /// Contenders stop at the first check that fails: what it takes to find a bug.
    #[arg(long, help_heading = "Contenders")]
    pub first: bool,
    /// Processor time for one answer.
    #[arg(long, value_name = "TIME", default_value = "60s", value_parser = limits::duration, help_heading = "Limits")]
    pub timeout: Duration,
    /// Time on the wall for one answer, if it may be more than that of the processor (on a busy machine).
    #[arg(long, value_name = "TIME", value_parser = limits::duration, help_heading = "Limits")]
    pub wall: Option<Duration>,
    /// Memory for one answer.
    #[arg(long, value_name = "SIZE", default_value = "4G", value_parser = limits::bytes, help_heading = "Limits")]
    pub memory: u64,
    /// Only questions whose `task question` contains this.
    #[arg(long, value_name = "TEXT")]
    pub filter: Option<String>,
    /// Of these, only every N-th question, from the first on: a sample of a suite that takes too long.
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::builder::RangedU64ValueParser::<usize>::new().range(1..), hide_default_value = true)]
    pub sample: usize,
    /// Answers that are worked on at a time.
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::builder::RangedU64ValueParser::<usize>::new().range(1..=64))]
    pub jobs: usize,
    /// Where results, tables and plots go [default: `target/bench/SUITE`].
    #[arg(long, value_name = "DIR")]
    pub out: Option<PathBuf>,
    /// Where programs of `.gen` lists are written.
    #[arg(long, value_name = "DIR", default_value = "target/bench/programs")]
    pub work: PathBuf,
    /// Drop results that are there already instead of going on after them.
    #[arg(long)]
    pub fresh: bool,
    /// Do not run: only generate the programs of `.gen` lists, and list the tasks.
    #[arg(long)]
    pub list: bool,
    /// Do not print each answer.
    #[arg(short, long)]
    pub quiet: bool,
}

/// The names that `check` knows: a contender with another one would only give errors.
fn names<T: ValueEnum>() -> PossibleValuesParser {
    PossibleValuesParser::new(T::value_variants().iter().filter_map(ValueEnum::to_possible_value))
}

/// Runs suites; the status is 1 if an answer of maymust is wrong.
pub fn bench(args: &BenchArgs) -> Result<i32, Exit> {
    if args.list {
        return list(args);
    }
    let command =
        std::env::current_exe().map_err(|e| Exit::input(format!("cannot find this command: {e}")))?;
    exit::on_interrupt(maymust_bench::process::interrupt);
    let mut configs = configs(&args.engine, &args.analysis, &args.refine);
    if args.first {
        configs.iter_mut().for_each(|c| c.arguments.push("--first".to_owned()));
    }
    let options = Options {
        suites: args.suites.clone(),
        command,
        configs,
        peers: args.against.clone(),
        first: args.first,
        limits: Limits { time: args.timeout, wall: args.wall.unwrap_or(args.timeout), memory: args.memory },
        out: args.out.clone().unwrap_or_else(|| default_out(&args.suites)),
        work: args.work.clone(),
        fresh: args.fresh,
        filter: args.filter.clone(),
        sample: args.sample,
        jobs: args.jobs,
    };
    let mut tell = |line: &str| {
        if !args.quiet {
            eprintln!("{line}");
        }
    };
    let outcome = maymust_bench::run(&options, &mut tell).map_err(Exit::input)?;
    println!("{}", outcome.report.text());
    println!("results, tables and plots: {}", options.out.display());
    if outcome.skipped > 0 {
        println!("skipped: {} questions about properties that are not known here", outcome.skipped);
    }
    for wrong in &outcome.wrong_of_peers {
        println!("note: wrong: {wrong}");
    }
    for wrong in &outcome.wrong {
        println!("WRONG: {wrong}");
    }
    if maymust_bench::process::is_interrupted() {
        return Ok(exit::INTERRUPTED);
    }
    Ok(i32::from(!outcome.wrong.is_empty()))
}

fn list(args: &BenchArgs) -> Result<i32, Exit> {
    std::fs::create_dir_all(&args.work).map_err(|e| Exit::input(e.to_string()))?;
    let tasks = maymust_bench::suite::load(&args.suites, &args.work).map_err(Exit::input)?;
    let mut questions = 0;
    for task in &tasks {
        questions += task.questions.iter().map(|q| q.checks.len().max(1)).sum::<usize>();
        let files: Vec<_> = task.files.iter().map(|f| f.display().to_string()).collect();
        let names: Vec<&str> = task.questions.iter().map(|q| q.name.as_str()).collect();
        println!("{}: {} lines: {} ({})", task.name, task.lines, names.join(" "), files.join(" "));
    }
    println!("{} tasks, {questions} checks", tasks.len());
    Ok(0)
}

/// A folder named after the suites.
fn default_out(suites: &[PathBuf]) -> PathBuf {
    let names: Vec<String> =
        suites.iter().filter_map(|s| s.file_stem().map(|n| n.to_string_lossy().into_owned())).collect();
    PathBuf::from("target/bench").join(names.join("+"))
}
