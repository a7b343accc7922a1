//! `maymust solve`: SMT-LIB scripts on one of the back ends.

use clap::Args;
use maymust_solver::{Builtin, Limits, Logged, Process, Program, Solver, smtlib};
use std::io::{Read, Write};
use std::path::PathBuf;
use std::time::Duration;

/// Decide the queries of an SMT-LIB script.
#[derive(Args, Debug)]
pub struct SolveArgs {
    /// The script; `-` is standard input.
    file: PathBuf,
    /// The back end: builtin, z3, cvc5 or bitwuzla.
    #[arg(long, default_value = "builtin")]
    solver: String,
    /// Seconds for each check.
    #[arg(long, value_name = "SECONDS")]
    timeout: Option<f64>,
    /// Conflicts for each check (built-in back end).
    #[arg(long)]
    conflicts: Option<u64>,
    /// Write each query into a file of its own in this directory.
    #[arg(long, value_name = "DIR")]
    log_queries: Option<PathBuf>,
    /// Print statistics to standard error at the end.
    #[arg(long)]
    stats: bool,
}

const BAD_INPUT: i32 = 65;
const NO_FILE: i32 = 66;
const USAGE: i32 = 64;

/// Runs the command.
pub fn run(args: &SolveArgs) -> i32 {
    let text = match read(args) {
        Ok(text) => text,
        Err(e) => {
            eprintln!("maymust: {}: {e}", args.file.display());
            return NO_FILE;
        }
    };
    let solver: Box<dyn Solver> = match args.solver.as_str() {
        "builtin" => Box::new(Builtin::new()),
        name => match Program::from_name(name).map(Process::new) {
            Some(Some(process)) => Box::new(process),
            Some(None) => return usage(&format!("{name} is not installed")),
            None => return usage(&format!("no solver '{name}'")),
        },
    };
    match &args.log_queries {
        None => execute(args, &text, solver),
        Some(dir) => match Logged::new(solver, dir.clone()) {
            Ok(logged) => execute(args, &text, Box::new(logged)),
            Err(e) => usage(&format!("{}: {e}", dir.display())),
        },
    }
}

fn usage(message: &str) -> i32 {
    eprintln!("maymust: {message}");
    USAGE
}

fn read(args: &SolveArgs) -> std::io::Result<String> {
    let mut bytes = Vec::new();
    if args.file.as_os_str() == "-" {
        std::io::stdin().read_to_end(&mut bytes)?;
    } else {
        bytes = std::fs::read(&args.file)?;
    }
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}

fn execute(args: &SolveArgs, text: &str, mut solver: Box<dyn Solver>) -> i32 {
    let time = args.timeout.filter(|t| *t >= 0.0 && t.is_finite()).map(Duration::from_secs_f64);
    let limits = Limits { time, conflicts: args.conflicts, interrupts: Vec::new() };
    let mut out = std::io::stdout().lock();
    let result = smtlib::run(text, &mut *solver, &limits, &mut out);
    // Nobody listens any more: nothing left to say.
    let flushed = out.flush();
    if args.stats {
        eprintln!("{:#?}", solver.statistics());
    }
    match (result, flushed) {
        (Ok(0), _) => 0,
        (Ok(_), _) => BAD_INPUT,
        (Err(_), _) => USAGE,
    }
}
