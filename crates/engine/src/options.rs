//! How engines are to work: the analysis, the refinement, the solver, and what a run may use.

use std::path::PathBuf;
use std::time::Duration;

use maymust_solver::{Builtin, Logged, Process, Program, Solver};

/// What the user chose; engines read what concerns them.
#[derive(Clone, Debug)]
pub struct Options {
    /// Which rules of the `smash` engine are on.
    pub analysis: Analysis,
    /// How the `structural` engine refines.
    pub refine: Refine,
    /// What the `exact` engine computes.
    pub approximation: Approximation,
    /// What integers are to the `exact` engine.
    pub integers: Integers,
    /// What the `references` engine keeps of calls.
    pub summaries: Summaries,
    /// The solver.
    pub solver: Backend,
    /// Threads to work with, at least one.
    pub jobs: usize,
    /// Re-check the final state by means outside of the engine?
    pub audit: bool,
    /// Who decides formulas of the re-check.
    pub audit_solver: Backend,
    /// Keep evidence (invariants, summaries) as text for [`Statistics::evidence`](crate::Statistics)?
    pub evidence: bool,
    /// How long one check may take, within the budget of all, as processor time where the system tells.
    pub check_time: Option<Duration>,
    /// How often the `structural` engine unrolls a loop or a recursion at most.
    pub unroll: Option<u32>,
    /// What engines do without, of what their papers do not have.
    pub without: Vec<Helper>,
    /// Where every query is written.
    pub log_queries: Option<PathBuf>,
}

impl Default for Options {
    fn default() -> Self {
        Options {
            analysis: Analysis::Smash,
            refine: Refine::Default,
            approximation: Approximation::Exact,
            integers: Integers::Machine,
            summaries: Summaries::Patterns,
            solver: Backend::Builtin,
            jobs: 1,
            audit: false,
            audit_solver: Backend::Builtin,
            evidence: false,
            check_time: None,
            unroll: None,
            without: Vec::new(),
            log_queries: None,
        }
    }
}

impl Options {
    /// Is a helper on?
    pub fn has(&self, helper: Helper) -> bool {
        !self.without.contains(&helper)
    }

    /// A new solver for the re-check.
    ///
    /// # Errors
    /// If the solver is not installed.
    pub fn new_audit_solver(&self) -> std::io::Result<Box<dyn Solver>> {
        self.audit_solver.start()
    }

    /// A new solver as the options ask for it.
    ///
    /// # Errors
    /// If the solver is not installed, or the folder for queries cannot be made.
    pub fn new_solver(&self) -> std::io::Result<Box<dyn Solver>> {
        let solver = self.solver.start()?;
        Ok(match &self.log_queries {
            Some(folder) => Box::new(Logged::new(solver, folder.clone())?),
            None => solver,
        })
    }
}

/// Members of the family of may and must analyses.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub enum Analysis {
    /// May analysis alone, without summaries.
    Slam,
    /// Must analysis alone, without summaries.
    Dart,
    /// May and must within procedures, no summaries.
    Dash,
    /// Not-may summaries.
    May,
    /// Must summaries, must analysis alone.
    Smart,
    /// Must summaries.
    Must,
    /// Both kinds of summaries.
    #[default]
    Smash,
}

/// What engines have beyond the papers that they follow. Each can be switched off, to compare what is left.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Helper {
    /// `smash`: the whole program as one segment, when the search with summaries does not get on.
    Unroll,
    /// Candidates that are checked to be inductive: of loops (`smash`, `structural`) and of recursion (`smash`).
    Invariants,
    /// `smash`: the goal is carried back beyond the frontier.
    Carry,
    /// `smash`: calls beyond the frontier are asked about first.
    Anticipate,
}

/// Which calls of a structural abstraction are made exact, and when.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub enum Refine {
    /// All calls from the start.
    Eager,
    /// One call after the other, by the counterexample.
    Calysto,
    /// All that the counterexample needs.
    Naive,
    /// Don't-care reasoning.
    Dcr,
    /// Don't-care reasoning over whole expressions.
    DcrPlus,
    /// By minimal correction sets, inertially.
    Inertial,
    /// What the engine takes for best.
    #[default]
    Default,
}

/// How an abstraction relates to the runs of a program.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub enum Approximation {
    /// It has all runs and more: proofs.
    Over,
    /// It has no run that the program lacks: failures, runs that never end.
    Under,
    /// Both at once.
    #[default]
    Exact,
}

/// How the integers of a program are read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub enum Integers {
    /// As machines have them: sums wrap around.
    #[default]
    Machine,
    /// As mathematical ones.
    Unbounded,
}

/// What is kept of a procedure's calls, to be used for others.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub enum Summaries {
    /// Nothing: the stack is part of a state.
    None,
    /// What a call does in a visible state.
    States,
    /// What a call does wherever the part of the visible state that it reads is the same.
    #[default]
    Patterns,
}

/// Solvers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub enum Backend {
    /// The built-in one.
    #[default]
    Builtin,
    /// Z3, if installed.
    Z3,
    /// cvc5, if installed.
    Cvc5,
    /// Bitwuzla, if installed.
    Bitwuzla,
}

impl Backend {
    fn start(self) -> std::io::Result<Box<dyn Solver>> {
        Ok(match self.process() {
            None => Box::new(Builtin::new()),
            Some(program) => match Process::new(program) {
                Some(process) => Box::new(process),
                None => return Err(std::io::Error::other(format!("{} is not installed", program.name()))),
            },
        })
    }

    /// The program to run, if it is one.
    pub fn process(self) -> Option<Program> {
        match self {
            Backend::Builtin => None,
            Backend::Z3 => Some(Program::Z3),
            Backend::Cvc5 => Some(Program::Cvc5),
            Backend::Bitwuzla => Some(Program::Bitwuzla),
        }
    }
}
