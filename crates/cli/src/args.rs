//! The command line.

use std::path::PathBuf;
use std::time::Duration;

use clap::builder::{PossibleValue, PossibleValuesParser};
use clap::{Args, CommandFactory, Parser, Subcommand, ValueEnum};
use maymust_engine::{Analysis, Approximation, Backend, Helper, Integers, Refine, Summaries};
use maymust_portfolio::ENGINES;
use maymust_report::text::Detail;
use maymust_sema::DataModel;

use crate::limits;

/// A verifier for C programs.
///
/// Give it C: for every assertion, API rule or memory access it answers proved, fails (with a run that shows it) or
/// unknown (with the reason). It also runs programs on a machine that notices everything C leaves undefined, and
/// shows the program model that verification works on.
#[derive(Parser, Debug)]
#[command(name = "maymust", version, max_term_width = 100, after_help = EXAMPLES)]
pub struct Cli {
    /// Colours in the output.
    #[arg(long, value_name = "WHEN", value_enum, default_value_t = ColorChoice::Auto, global = true)]
    pub color: ColorChoice,
    #[command(subcommand)]
    pub command: Command,
}

const EXAMPLES: &str = "\
Examples:
  maymust run examples/queens.c                 run a program; undefined behaviour is reported
  maymust run prog.c util.c -- one two          several files, with arguments for the program
  maymust check prog.c                          answer every check
  maymust check --entry probe driver.c          from another function, with arbitrary arguments
  maymust check --rule spin_lock driver.c
  maymust check -p build                        a project, by its compile_commands.json
  maymust cc -- make                            record the compiler calls of any build for that
  maymust show --cfa prog.c                     the program model as text
  maymust show --dot --function main prog.c     one procedure as a graph

Exit status: 0 fine, 1 a check fails, 2 unknown, 64 wrong usage, 65 bad input,
66 no such file, 70 a bug in maymust, 74 output that cannot be written. `run` exits as the program exits.";

#[derive(Subcommand, Debug)]
pub enum Command {
    /// Execute a program on the concrete machine: same output and exit status as the compiled program.
    ///
    /// Undefined behaviour stops the run with a report: what happened, where, and to which object. A failed
    /// assertion exits with 134 as abort does, other undefined behaviour with 1.
    Run(RunArgs),
    /// Answer every check of a program: proved, fails (with the run that shows it) or unknown (with the reason).
    ///
    /// The last line is `verdict: …`. Time and memory limits end in unknown, never in an answer that was not found.
    Check(Box<CheckArgs>),
    /// Print the program model that verification works on.
    Show(ShowArgs),
    /// Record the compiler calls of a build, for `maymust check -p`: `maymust cc -- make`.
    Cc(crate::project::CcArgs),
    /// Serve an editor: the language server protocol on standard input and output.
    ///
    /// Files are checked when they are opened and saved, every function as an entry. See contrib/vscode.
    Lsp,
    /// Run suites of tasks with known answers: tables, plots, comparisons with other tools.
    ///
    /// Every question goes to every configuration in a process of its own. Results are kept as they come: an
    /// interrupted run goes on where it stopped. Exits with 1 if an answer is wrong.
    Bench(crate::bench::BenchArgs),
    /// Decide the queries of an SMT-LIB script.
    Solve(crate::solve::SolveArgs),
    /// Print a completion script for a shell.
    Completions {
        /// The shell.
        shell: clap_complete::Shell,
    },
}

/// What all commands that read C have in common.
#[derive(Args, Clone, Debug)]
pub struct FrontArgs {
    /// C files: `.i` is read as it is, everything else is preprocessed first; `-` is standard input. Flags of C compilers among
    /// them (`-std=c99 -isystem DIR -O2 …`) are used or ignored.
    #[arg(value_name = "FILE")]
    pub files: Vec<PathBuf>,
    /// Flags of compilers that matter to the preprocessor: made from the flags among the files.
    #[arg(long, hide = true, value_name = "FLAG", allow_hyphen_values = true)]
    pub compiler_flag: Vec<String>,
    /// A compilation database whose files are one program.
    #[arg(long, hide = true, value_name = "FILE")]
    pub units: Option<PathBuf>,
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
    /// Of the 32 bits of a pointer, so many number objects and the others are offsets; without it this suits the
    /// program's largest object (ilp32 only).
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(4..=16))]
    pub object_bits: Option<u32>,
    /// The function that a run starts with; any other than `main` gets arbitrary arguments and globals.
    #[arg(long, value_name = "FUNCTION", default_value = "main")]
    pub entry: String,
    /// Do not print warnings.
    #[arg(short = 'w', long)]
    pub no_warnings: bool,
}

/// Data models on the command line.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
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

/// What the malloc family does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Malloc {
    /// It gives memory, however much is asked for
    NeverFails,
    /// It gives memory or a null pointer
    MayFail,
}

/// `maymust run`
#[derive(Args, Clone, Debug)]
pub struct RunArgs {
    #[command(flatten)]
    pub front: FrontArgs,
    /// Arguments for the program.
    #[arg(last = true, value_name = "ARGS")]
    pub args: Vec<String>,
    /// Values for `__VERIFIER_nondet_…` and functions without body, in order; zero after the last and for
    /// uninitialised variables.
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
    /// How threads take turns: pseudo-randomly from a seed, or as a file says (lines `THREAD TURNS`, the first thread
    /// being 0). Without it, and after the end of the file, they take turns one after the other.
    #[arg(long, value_name = "SEED|FILE")]
    pub schedule: Option<String>,
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
#[derive(Args, Clone, Debug)]
pub struct CheckArgs {
    #[command(flatten)]
    pub front: FrontArgs,
    /// Check a whole project: `compile_commands.json`, or the folder that has it. Every function of every file is an entry, and
    /// every program that the files make. Settings come from `maymust.toml`. (`maymust cc -- make` records any build.)
    #[arg(short = 'p', long, value_name = "BUILD", conflicts_with_all = ["files", "property", "within", "test"])]
    pub project: Option<PathBuf>,
    /// Settings of a project [default: `maymust.toml` here or beside the compilation database].
    #[arg(long, value_name = "FILE.toml", requires = "project")]
    pub config: Option<PathBuf>,
    /// Also write the answers as JSON.
    #[arg(long, hide = true, value_name = "FILE")]
    pub also_json: Option<PathBuf>,
    /// Print what fails and nothing else.
    #[arg(long, hide = true)]
    pub findings_only: bool,
    /// May functions of the malloc family fail?
    #[arg(long, value_enum, default_value_t = Malloc::NeverFails)]
    pub malloc: Malloc,
    /// The pointers that entry functions are given are not null.
    #[arg(long)]
    pub nonnull_args: bool,
    /// What to check: all, assert, memory, overflow, div0, shift, termination, or single kinds such as bounds or leak.
    ///
    /// By default assert, memory, div0, overflow, shift and unreachable; with --property or --rule only what they say.
    #[arg(long, value_name = "KIND,…", value_delimiter = ',', conflicts_with = "property")]
    pub check: Option<Vec<String>>,
    /// A property file of SV-COMP: unreach-call, no-overflow, valid-memsafety, valid-memcleanup, def-behavior, termination.
    #[arg(long, value_name = "FILE.prp")]
    pub property: Option<PathBuf>,
    /// A rule about the use of functions: a file, or the name of one that comes with maymust, such as spin_lock (see
    /// docs/rules.md); may be given several times.
    #[arg(long, value_name = "NAME|FILE.rule")]
    pub rule: Vec<PathBuf>,
    /// Start from every function of the files in turn, with arbitrary arguments and globals; or from these only.
    #[arg(long, value_name = "FUNCTION,…", num_args = 0.., require_equals = true, value_delimiter = ',', conflicts_with = "entry")]
    pub each_function: Option<Vec<String>>,
    /// Answer only for the checks in these functions, and in the library functions that they call.
    #[arg(long, value_name = "FUNCTION,…", value_delimiter = ',', conflicts_with = "each_function")]
    pub within: Vec<String>,
    /// Take no proof that rests on an assumption: it is unknown then, and says which.
    #[arg(long)]
    pub strict: bool,
    /// Stop at the first check that fails; what is open then stays unknown.
    #[arg(long)]
    pub first: bool,
    /// The engine; `auto` takes the first definite answer to each check.
    #[arg(long, value_name = "ENGINE", default_value = AUTO, value_parser = engine_names(), help_heading = "Engines")]
    pub engine: String,
    /// The analysis of the engine `smash`.
    #[arg(long, value_enum, help_heading = "Engines")]
    pub analysis: Option<AnalysisName>,
    /// The refinement of the engine `structural`.
    #[arg(long, value_enum, help_heading = "Engines")]
    pub refine: Option<RefineName>,
    /// What the engine `exact` computes: more runs than there are, fewer, or both at once.
    #[arg(long, value_enum, help_heading = "Engines")]
    pub approximation: Option<ApproximationName>,
    /// How integers are read: as the machine's, or (engine `exact`, with z3 or cvc5 installed) as mathematical ones.
    #[arg(long, value_enum, default_value_t = IntegersName::Machine, help_heading = "Engines")]
    pub integers: IntegersName,
    /// Boolean programs (`.bp`): reaching this label fails.
    #[arg(long, value_name = "LABEL", default_value = "ERROR", help_heading = "Engines")]
    pub error_label: String,
    /// What the engine `references` keeps of a procedure's calls.
    #[arg(long, value_enum, help_heading = "Engines")]
    pub summaries: Option<SummariesName>,
    /// Who decides formulas; all but `builtin` must be installed.
    #[arg(long, value_enum, default_value_t = SolverName::Builtin, help_heading = "Engines")]
    pub solver: SolverName,
    /// Threads to work with.
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=1024), help_heading = "Engines")]
    pub jobs: u16,
    /// Unroll loops and recursion at most so often (engine `structural`); what needs more is unknown.
    #[arg(long, value_name = "N", help_heading = "Engines")]
    pub unroll: Option<u32>,
    /// Switch off what engines have beyond the papers that they follow.
    #[arg(long, value_name = "HELPER,…", value_enum, value_delimiter = ',', help_heading = "Engines")]
    pub without: Vec<HelperName>,
    /// Re-check proofs by means outside of the engine; exit with 70 if that fails.
    #[arg(long, help_heading = "Engines")]
    pub audit: bool,
    /// Who decides formulas of the re-check; all but `builtin` must be installed.
    #[arg(long, value_enum, default_value_t = SolverName::Builtin, requires = "audit", help_heading = "Engines")]
    pub audit_solver: SolverName,
    /// Write every query to the solver into a file of this folder.
    #[arg(long, value_name = "DIR", help_heading = "Engines")]
    pub log_queries: Option<PathBuf>,
    /// Give up after this time: `500ms`, `60s`, `5m`, `1h`; a plain number is seconds.
    #[arg(long, value_name = "TIME", default_value = "60s", value_parser = limits::duration, help_heading = "Limits")]
    pub timeout: Duration,
    /// Give up after this much processor time, however long it takes on a busy machine.
    #[arg(long, value_name = "TIME", value_parser = limits::duration, help_heading = "Limits")]
    pub cpu_timeout: Option<Duration>,
    /// At most this processor time for one check.
    #[arg(long, value_name = "TIME", value_parser = limits::duration, help_heading = "Limits")]
    pub check_timeout: Option<Duration>,
    /// Give up when more memory is in use: `500M`, `4G`; a plain number is bytes.
    #[arg(long, value_name = "SIZE", value_parser = limits::bytes, help_heading = "Limits")]
    pub memory: Option<u64>,
    /// How to print the answers.
    #[arg(long, value_enum, default_value_t = Format::Text, help_heading = "Output")]
    pub format: Format,
    /// How much to tell of a failing run.
    #[arg(long, value_enum, default_value_t = TraceDetail::Short, help_heading = "Output")]
    pub trace: TraceDetail,
    /// Also print what was done, and the evidence for proofs.
    #[arg(long, help_heading = "Output")]
    pub stats: bool,
    /// Write a C file with the inputs of the first failing run: compiled with the program, it fails there too.
    #[arg(long, value_name = "OUT.c", help_heading = "Output")]
    pub test: Option<PathBuf>,
    /// Compile the tests of failing runs with the system's compiler and its sanitizers, run them, and say what came of it.
    #[arg(long, help_heading = "Output")]
    pub confirm: bool,
    /// Write a witness of the verdict in SV-COMP's YAML format 2.0.
    #[arg(long, value_name = "OUT.yml", help_heading = "Output")]
    pub witness: Option<PathBuf>,
    /// Do not look for answers: validate a violation witness by running the program as it says.
    #[arg(long, value_name = "W.yml", conflicts_with_all = ["test", "witness", "confirm", "report", "baseline"], help_heading = "Output")]
    pub validate: Option<PathBuf>,
    /// Write the report as a page for browsers, `DIR/index.html`.
    #[arg(long, value_name = "DIR", help_heading = "Output")]
    pub report: Option<PathBuf>,
    /// Findings of this earlier report (`--format json` or `sarif`) are known: only new ones make the command exit with 1.
    #[arg(long, value_name = "FILE", help_heading = "Output")]
    pub baseline: Option<PathBuf>,
}

/// The name for those engines that suit the program.
pub const AUTO: &str = "auto";

/// The names of engines, from the portfolio's table.
pub fn engine_names() -> PossibleValuesParser {
    let auto = PossibleValue::new(AUTO)
        .help("the engines that suit the program: one run first, then others side by side");
    let engines = ENGINES.iter().map(|m| PossibleValue::new(m.name).help(m.about));
    PossibleValuesParser::new(std::iter::once(auto).chain(engines))
}

/// Analyses on the command line.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum AnalysisName {
    Slam,
    Dart,
    Dash,
    May,
    Smart,
    Must,
    Smash,
}

impl From<AnalysisName> for Analysis {
    fn from(name: AnalysisName) -> Analysis {
        match name {
            AnalysisName::Slam => Analysis::Slam,
            AnalysisName::Dart => Analysis::Dart,
            AnalysisName::Dash => Analysis::Dash,
            AnalysisName::May => Analysis::May,
            AnalysisName::Smart => Analysis::Smart,
            AnalysisName::Must => Analysis::Must,
            AnalysisName::Smash => Analysis::Smash,
        }
    }
}

/// Refinements on the command line.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum RefineName {
    Eager,
    Calysto,
    Naive,
    Dcr,
    #[value(name = "dcr+")]
    DcrPlus,
    Inertial,
    Default,
}

impl From<RefineName> for Refine {
    fn from(name: RefineName) -> Refine {
        match name {
            RefineName::Eager => Refine::Eager,
            RefineName::Calysto => Refine::Calysto,
            RefineName::Naive => Refine::Naive,
            RefineName::Dcr => Refine::Dcr,
            RefineName::DcrPlus => Refine::DcrPlus,
            RefineName::Inertial => Refine::Inertial,
            RefineName::Default => Refine::Default,
        }
    }
}

/// Readings of integers on the command line.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum IntegersName {
    /// Sums wrap around
    Machine,
    /// No sum overflows
    Unbounded,
}

impl From<IntegersName> for Integers {
    fn from(name: IntegersName) -> Integers {
        match name {
            IntegersName::Machine => Integers::Machine,
            IntegersName::Unbounded => Integers::Unbounded,
        }
    }
}

/// Approximations on the command line.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum ApproximationName {
    Over,
    Under,
    Exact,
}

impl From<ApproximationName> for Approximation {
    fn from(name: ApproximationName) -> Approximation {
        match name {
            ApproximationName::Over => Approximation::Over,
            ApproximationName::Under => Approximation::Under,
            ApproximationName::Exact => Approximation::Exact,
        }
    }
}

/// Kinds of summaries on the command line.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum SummariesName {
    None,
    States,
    Patterns,
}

impl From<SummariesName> for Summaries {
    fn from(name: SummariesName) -> Summaries {
        match name {
            SummariesName::None => Summaries::None,
            SummariesName::States => Summaries::States,
            SummariesName::Patterns => Summaries::Patterns,
        }
    }
}

/// Helpers on the command line.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum HelperName {
    /// `smash`: the whole program as one segment
    Unroll,
    /// `smash`, `structural`: inductive facts about loops and recursion
    Invariants,
    /// `smash`: carrying the goal back beyond the frontier
    Carry,
    /// `smash`: asking about calls beyond the frontier first
    Anticipate,
}

impl From<HelperName> for Helper {
    fn from(name: HelperName) -> Helper {
        match name {
            HelperName::Unroll => Helper::Unroll,
            HelperName::Invariants => Helper::Invariants,
            HelperName::Carry => Helper::Carry,
            HelperName::Anticipate => Helper::Anticipate,
        }
    }
}

/// Solvers on the command line.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum SolverName {
    Builtin,
    Z3,
    Cvc5,
    Bitwuzla,
}

impl From<SolverName> for Backend {
    fn from(name: SolverName) -> Backend {
        match name {
            SolverName::Builtin => Backend::Builtin,
            SolverName::Z3 => Backend::Z3,
            SolverName::Cvc5 => Backend::Cvc5,
            SolverName::Bitwuzla => Backend::Bitwuzla,
        }
    }
}

/// How much of a failing run to print.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum TraceDetail {
    /// Every line, of loops the first and the last iteration
    Full,
    /// The last lines
    Short,
    /// The place alone, with the values there
    None,
}

impl From<TraceDetail> for Detail {
    fn from(detail: TraceDetail) -> Detail {
        match detail {
            TraceDetail::Full => Detail::Full,
            TraceDetail::Short => Detail::Short,
            TraceDetail::None => Detail::None,
        }
    }
}

/// When output has colours.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum ColorChoice {
    /// On a terminal, unless `NO_COLOR` is set
    Auto,
    Always,
    Never,
}

/// Output formats.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Format {
    /// for people
    Text,
    /// for machines (schema: docs/check.schema.json)
    Json,
    /// SARIF 2.1.0, for code scanning
    Sarif,
    /// JUnit's XML, for dashboards of tests
    Junit,
    /// annotations of GitHub's workflows
    Github,
}

/// `maymust show`
#[derive(Args, Clone, Debug)]
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
#[derive(Args, Clone, Debug)]
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
    /// Summaries and invariants that the engine `smash` finds for the assertions, within 20 seconds.
    #[arg(long)]
    pub summaries: bool,
    /// The abstraction that the engine `exact` finds for the assertions within 20 seconds, as a Boolean program: `check`
    /// reads such files back.
    #[arg(long)]
    pub boolean: bool,
}

/// Prints a completion script.
pub fn print_completions(shell: clap_complete::Shell) {
    clap_complete::generate(shell, &mut Cli::command(), "maymust", &mut std::io::stdout());
}
