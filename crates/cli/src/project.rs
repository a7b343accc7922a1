//! `maymust check -p`: every file and every program of a project, and `maymust cc`, which records a build.
//!
//! Every file or program is checked by a process of its own, so that one that needs too much does not take the others with
//! it. What fails is printed as soon as its process ends.

mod index;
mod pool;
mod summary;

pub use pool::database;

use std::ffi::OsString;
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Duration, Instant};

use clap::Args;
use maymust_project::record::Recording;
use maymust_project::settings::{self, Settings};
use maymust_project::{Unit, database, paths};

use crate::args::{CheckArgs, Format};
use crate::exit::Exit;
use crate::limits;
use summary::Summary;

/// `maymust cc`
#[derive(Args, Debug)]
pub struct CcArgs {
    /// Where the compilation database is written.
    #[arg(short, long, value_name = "FILE", default_value = database::NAME)]
    pub output: PathBuf,
    /// The build: any command.
    #[arg(required = true, last = true, value_name = "COMMAND")]
    pub command: Vec<OsString>,
}

/// Runs a build and writes down what it compiled; exits as the build does.
pub fn record(args: &CcArgs) -> Result<i32, Exit> {
    let failed = |what: &str, e: std::io::Error| Exit::output(format!("{what}: {e}"));
    let folder = tempfile::tempdir().map_err(|e| failed("a folder for the recording", e))?;
    let program = std::env::current_exe().map_err(|e| failed("maymust", e))?;
    let recording = Recording::start(folder.path(), &program).map_err(|e| failed("the recording", e))?;
    let (name, rest) = args.command.split_first().ok_or_else(|| Exit::usage("no command"))?;
    let status = Command::new(name).args(rest).envs(recording.environment()).status();
    let status = status.map_err(|e| Exit::no_input(format!("{}: {e}", name.display())))?;
    let (text, entries) = recording.finish();
    let output = &args.output;
    if entries == 0 {
        eprintln!(
            "maymust: the build compiled no C (was everything up to date?); {} is not written",
            output.display()
        );
    } else {
        std::fs::write(output, text).map_err(|e| failed(&output.display().to_string(), e))?;
        eprintln!("maymust: {} with {entries} C files; now: maymust check -p {0}", output.display());
    }
    Ok(status.code().unwrap_or(1))
}

/// Becomes the compiler that a build called.
pub fn become_compiler(compiler: &Path, arguments: &[OsString]) -> ! {
    let error = Command::new(compiler).args(arguments).exec();
    eprintln!("maymust: {}: {error}", compiler.display());
    std::process::exit(127)
}

/// What is checked in one process.
struct Job {
    /// As it is shown.
    name: String,
    units: Vec<Unit>,
    /// The functions to start from; none for a program.
    functions: Option<Vec<String>>,
}

/// Checks a project; gives the exit status of the whole.
pub fn check(args: &CheckArgs) -> Result<i32, Exit> {
    let start = Instant::now();
    let settings = settings(args)?;
    let units = units(args, &settings)?;
    let workers = match (args.jobs, settings.jobs) {
        (1, Some(jobs)) => jobs,
        (jobs, _) => jobs,
    };
    let limit = |text: &Option<String>| text.as_deref().map(limits::duration).transpose();
    let time = limit(&settings.timeout).map_err(Exit::input)?.unwrap_or(args.timeout);
    let unit_time = limit(&settings.unit_timeout).map_err(Exit::input)?.unwrap_or(Duration::MAX);
    let interrupted = crate::check::interrupted();
    let index = index::index(&units, usize::from(workers), &interrupted);
    let jobs = jobs(&index, &settings);
    let common = arguments(args, &settings);
    let text = matches!(args.format, Format::Text);
    let mut summary = Summary::new(jobs.len(), index.skipped, text);
    let budget = pool::Budget { start, time, unit_time };
    pool::run(&jobs, &common, budget, usize::from(workers), &interrupted, |job, done| summary.add(job, done));
    Ok(summary.finish(start.elapsed(), &interrupted))
}

/// The settings that are named, or those beside the project.
fn settings(args: &CheckArgs) -> Result<Settings, Exit> {
    let beside = args.project.as_deref().map(|p| if p.is_dir() { p } else { p.parent().unwrap_or(p) });
    let file = match &args.config {
        Some(file) => Some(file.clone()),
        None => {
            let folders = [Some(Path::new("")), beside];
            folders.into_iter().flatten().map(|f| f.join(settings::NAME)).find(|f| f.is_file())
        }
    };
    file.map_or(Ok(Settings::default()), |f| Settings::read(&f).map_err(Exit::input))
}

fn units(args: &CheckArgs, settings: &Settings) -> Result<Vec<Unit>, Exit> {
    let given = args.project.clone().unwrap_or_default();
    let build = settings.build.clone().filter(|_| !database::find(&given).is_file()).unwrap_or(given);
    let mut units = database::read(&build).map_err(Exit::no_input)?;
    units.retain(|u| !settings.exclude.iter().any(|pattern| paths::matches(pattern, &u.path())));
    if units.is_empty() {
        return Err(Exit::input(format!("{}: no C file is left to check", database::find(&build).display())));
    }
    let mut flags: Vec<String> = args.front.include_dirs.iter().map(|d| format!("-I{d}")).collect();
    flags.extend(args.front.defines.iter().map(|d| format!("-D{d}")));
    flags.extend(args.front.undefines.iter().map(|d| format!("-U{d}")));
    flags.extend(args.front.compiler_flag.iter().chain(&settings.flags).cloned());
    units.iter_mut().for_each(|u| u.flags.extend(flags.iter().cloned()));
    Ok(units)
}

/// Programs first: what fails there happens.
fn jobs(index: &index::Index, settings: &Settings) -> Vec<Job> {
    let model = |file: &PathBuf| Unit {
        file: std::path::absolute(file).unwrap_or_else(|_| file.clone()),
        folder: std::env::current_dir().unwrap_or_default(),
        flags: settings.flags.clone(),
        is_32_bit: false,
        compiler: None,
    };
    let models: Vec<Unit> = settings.models.iter().map(model).collect();
    let is_entry = |name: &str| settings.entries.is_empty() || settings.entries.iter().any(|e| e == name);
    let with_models = |units: Vec<Unit>| units.into_iter().chain(models.iter().cloned()).collect();
    let program = |p: &index::LinkedProgram| Job {
        name: format!("program {}", p.name),
        units: with_models(p.files.iter().map(|i| index.files[*i].unit.clone()).collect()),
        functions: None,
    };
    let programs = index.programs.iter().filter(|_| is_entry("main")).map(program);
    let file = |f: &index::File| {
        let functions: Vec<String> = f.entries.iter().filter(|n| is_entry(n)).cloned().collect();
        let units = with_models(vec![f.unit.clone()]);
        (!functions.is_empty()).then_some(Job { name: f.name.clone(), units, functions: Some(functions) })
    };
    programs.chain(index.files.iter().filter_map(file)).collect()
}

/// The arguments of every process: those of this one that are not about the project, and the settings.
fn arguments(args: &CheckArgs, settings: &Settings) -> Vec<OsString> {
    const WITH_VALUE: [&str; 16] = [
        "-p",
        "--project",
        "--config",
        "--jobs",
        "--timeout",
        "--format",
        "-I",
        "-D",
        "-U",
        "--compiler-flag",
        "--data-model",
        "--entry",
        "--also-json",
        "--each-function",
        "--include",
        "--cpp",
    ];
    let mut out: Vec<OsString> = Vec::new();
    let mut given = crate::flags::understood(std::env::args_os().collect()).into_iter().skip(2);
    while let Some(argument) = given.next() {
        let word = argument.to_string_lossy().into_owned();
        if WITH_VALUE.contains(&word.as_str()) && word != "--each-function" {
            given.next();
        } else if !WITH_VALUE.iter().any(|f| is_form_of(&word, f)) {
            out.push(argument);
        }
    }
    let mut settings_as_flags: Vec<OsString> = Vec::new();
    let mut set = |flag: &str, value: String| settings_as_flags.extend([flag.into(), value.into()]);
    if let Some(checks) = settings.checks.as_ref().filter(|_| args.check.is_none()) {
        set("--check", checks.join(","));
    }
    settings.rules.iter().for_each(|rule| set("--rule", rule.clone()));
    if let Some(memory) = settings.memory.as_ref().filter(|_| args.memory.is_none()) {
        set("--memory", memory.clone());
    }
    if settings.nonnull_args && !args.nonnull_args {
        out.push("--nonnull-args".into());
    }
    if let Some(malloc) = &settings.malloc {
        set("--malloc", malloc.clone());
    }
    out.extend(settings_as_flags);
    out
}

/// Is a word a flag with its value in it?
fn is_form_of(word: &str, flag: &str) -> bool {
    let Some(value) = word.strip_prefix(flag) else { return false };
    if flag.starts_with("--") { value.is_empty() || value.starts_with('=') } else { !word.starts_with("--") }
}
