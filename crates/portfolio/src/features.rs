//! What a program is like, as far as it matters to the choice of engines.

use maymust_engine::Task;
use maymust_program::calls::CallGraph;
use maymust_program::loops::LoopTree;
use maymust_program::{CheckId, CheckKind, Op, threads};

/// Features of what a run from the entry can reach, library models aside.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Features {
    /// Edges of the functions.
    pub edges: usize,
    /// Loops in the functions.
    pub loops: usize,
    /// Functions that can call themselves.
    pub recursive: usize,
    /// Places that read inputs.
    pub inputs: usize,
    /// Does the program start threads?
    pub threads: bool,
    /// Is it asked whether every run ends?
    pub termination: bool,
    /// Checks that are asked about.
    pub checks: usize,
}

impl Features {
    /// Looks at a task.
    pub fn of(task: &Task<'_>) -> Features {
        let calls = CallGraph::new(task.program);
        let threads = threads::starts_threads(task.program);
        let kind = |c: &CheckId| task.program.checks[c.index()].kind;
        let termination = task.checks.iter().any(|c| kind(c) == CheckKind::Termination);
        let checks = task.checks.len();
        let mut features = Features { threads, termination, checks, ..Features::default() };
        for (i, proc) in task.program.procs.iter().enumerate() {
            if !calls.reachable[i] || proc.is_library() {
                continue;
            }
            features.edges += proc.edges.len();
            features.loops += LoopTree::new(proc).loops.len();
            features.recursive += usize::from(calls.recursive[i]);
            features.inputs += proc.edges.iter().filter(|e| matches!(e.op, Op::Havoc(..))).count();
        }
        features
    }
}
