//! The command line.

use std::path::PathBuf;

use clap::{Args, CommandFactory, Parser, Subcommand, ValueEnum};
use maymust_sema::DataModel;

/// A verifier for C programs.
///
/// Give it C; it runs the program on a machine that notices everything C leaves undefined, and shows the
/// program model that verification works on.
#[derive(Parser, Debug)]
#[command(name = "maymust", version, max_term_width = 100, after_help = EXAMPLES)]
pub struct Cli {
    #[command(subcommand)]
    pub command: Command,
}

const EXAMPLES: &str = "\
Examples:
  maymust run examples/queens.c                 run a program; undefined behaviour is reported
  maymust run prog.c util.c -- one two          several files, with arguments for the program
  maymust check prog.c                          answer every check
  maymust show --cfa prog.c                     the program model as text
  maymust show --dot --function main prog.c     one procedure as a graph

Exit status: 0 fine, 1 a check fails, 2 unknown, 64 wrong usage, 65 bad input,
66 no such file, 70 a bug in maymust. `run` exits as the program exits.";

#[derive(Subcommand, Debug)]
pub enum Command {
    /// Execute a program on the concrete machine: same output and exit status as the compiled program.
    ///
    /// Undefined behaviour stops the run with a report: what happened, where, and to which object. A failed
    /// assertion exits with 134 as abort does, other undefined behaviour with 1.
    Run(RunArgs),
    /// Answer every check of a program: proved, fails (with the run that shows it) or unknown (with the reason).
    ///
    /// The last line is `verdict: …`. So far one engine is plugged in: it decides programs that read no input.
    Check(CheckArgs),
    /// Print the program model that verification works on.
    Show(ShowArgs),
    /// Decide the queries of an SMT-LIB script.
    Solve(crate::solve::SolveArgs),
    /// Print a completion script for a shell.
    Completions {
        /// The shell.
        shell: clap_complete::Shell,
    },
}

/// What all commands that read C have in common.
#[derive(Args, Debug)]
pub struct FrontArgs {
    /// C files: `.i` is read as it is, everything else is preprocessed first.
    #[arg(required = true, value_name = "FILE")]
    pub files: Vec<PathBuf>,
    /// Add a directory to the preprocessor's search path.
    #[arg(short = 'I', value_name = "DIR", help_heading = "Preprocessing")]
    pub include_dirs: Vec<String>,
    /// Define a macro.
    #[arg(short = 'D', value_name = "NAME[=VALUE]", help_heading = "Preprocessing")]
    pub defines: Vec<String>,
    /// Undefine a macro.
    #[arg(short = 'U', value_name = "NAME", help_heading = "Preprocessing")]
    pub undefines: Vec<String>,
    /// Include a file before each source file.
    #[arg(long = "include", value_name = "FILE", help_heading = "Preprocessing")]
    pub includes: Vec<String>,
    /// The preprocessor command [default: `$CC -E`, or `cc -E`].
    #[arg(long, value_name = "COMMAND", help_heading = "Preprocessing")]
    pub cpp: Option<String>,
    /// Sizes of C's types.
    #[arg(long, value_name = "MODEL", value_enum, default_value_t = Model::Lp64)]
    pub data_model: Model,
    /// The function that a run starts with.
    #[arg(long, value_name = "FUNCTION", default_value = "main")]
    pub entry: String,
    /// Do not print warnings.
    #[arg(short = 'w', long)]
    pub no_warnings: bool,
}

/// Data models on the command line.
#[derive(Clone, Copy, Debug, ValueEnum)]
pub enum Model {
    /// 64-bit long and pointers (x86-64)
    Lp64,
    /// 32-bit int, long and pointers (i386)
    Ilp32,
}

impl From<Model> for DataModel {
    fn from(model: Model) -> DataModel {
        match model {
            Model::Lp64 => DataModel::Lp64,
            Model::Ilp32 => DataModel::Ilp32,
        }
    }
}

/// `maymust run`
#[derive(Args, Debug)]
pub struct RunArgs {
    #[command(flatten)]
    pub front: FrontArgs,
    /// Arguments for the program.
    #[arg(last = true, value_name = "ARGS")]
    pub args: Vec<String>,
    /// Values for `__VERIFIER_nondet_…` and other inputs, in order; zero after the last.
    #[arg(
        long,
        value_name = "N,N,…",
        value_delimiter = ',',
        allow_hyphen_values = true,
        conflicts_with = "seed"
    )]
    pub inputs: Vec<i128>,
    /// Pseudo-random inputs from a seed.
    #[arg(long, value_name = "N")]
    pub seed: Option<u64>,
    /// Stop after so many steps.
    #[arg(long, value_name = "N")]
    pub steps: Option<u64>,
    /// Also report heap objects that are lost when the program ends.
    #[arg(long)]
    pub leaks: bool,
    /// Print every step to standard error.
    #[arg(long)]
    pub trace: bool,
    /// Do not run: only load the program, and fail if that fails.
    #[arg(long)]
    pub no_run: bool,
    /// Divide memory into regions by points-to analysis before the run, as verification does.
    #[arg(long)]
    pub partition: bool,
}

/// `maymust check`
#[derive(Args, Debug)]
pub struct CheckArgs {
    #[command(flatten)]
    pub front: FrontArgs,
    /// What to check: all, assert, memory, overflow, div0, shift, or single kinds such as bounds or leak.
    #[arg(
        long,
        value_name = "KIND,…",
        value_delimiter = ',',
        default_value = "assert,memory,div0,overflow,shift,unreachable"
    )]
    pub check: Vec<String>,
    /// Give up after so many seconds.
    #[arg(long, value_name = "SECONDS", default_value_t = 60)]
    pub timeout: u64,
    /// How to print the answers.
    #[arg(long, value_enum, default_value_t = Format::Text)]
    pub format: Format,
}

/// Output formats.
#[derive(Clone, Copy, Debug, ValueEnum)]
pub enum Format {
    /// for people
    Text,
    /// for machines
    Json,
}

/// `maymust show`
#[derive(Args, Debug)]
pub struct ShowArgs {
    #[command(flatten)]
    pub front: FrontArgs,
    #[command(flatten)]
    pub what: ShowWhat,
    /// Only this procedure.
    #[arg(long, value_name = "NAME")]
    pub function: Option<String>,
    /// Also what comes from library models.
    #[arg(long)]
    pub library: bool,
}

/// What `show` prints; exactly one.
#[derive(Args, Debug)]
#[group(required = true, multiple = false)]
pub struct ShowWhat {
    /// Control-flow automata, for reading.
    #[arg(long)]
    pub cfa: bool,
    /// The lossless text form, which can be parsed back.
    #[arg(long)]
    pub text: bool,
    /// Control-flow automata as graphs for Graphviz.
    #[arg(long)]
    pub dot: bool,
    /// Memory regions: cells, objects, who points where.
    #[arg(long)]
    pub memory: bool,
    /// Who calls whom.
    #[arg(long)]
    pub calls: bool,
    /// All checks with their places.
    #[arg(long)]
    pub checks: bool,
    /// The loop tree of every procedure.
    #[arg(long)]
    pub loops: bool,
    /// The code that the concrete machine makes of every procedure.
    #[arg(long)]
    pub code: bool,
}

/// Prints a completion script.
pub fn print_completions(shell: clap_complete::Shell) {
    clap_complete::generate(shell, &mut Cli::command(), "maymust", &mut std::io::stdout());
}
