//! Which checks of a program are asked about.

use maymust_program::calls::CallGraph;
use maymust_program::{CheckId, CheckKind, ProcId, Program};

use crate::Spec;

/// Where the checks may stand that are asked about.
#[derive(Clone, Debug, Default)]
pub enum Scope {
    /// Anywhere.
    #[default]
    Everywhere,
    /// In these functions, in library functions that they call themselves, and in rules.
    Within(Vec<ProcId>),
}

/// The functions of a name; those of several files may share one.
pub fn functions_named<'a>(program: &'a Program, name: &'a str) -> impl Iterator<Item = ProcId> + 'a {
    let procs = program.procs.iter().enumerate();
    procs.filter(move |(_, p)| p.name == name && !p.is_library()).map(|(i, _)| ProcId(i as u32))
}

/// The checks that are wanted and that a run from the program's entry can reach, however the pointers go.
pub fn select(program: &Program, spec: &Spec, scope: &Scope) -> Vec<CheckId> {
    let calls = CallGraph::new(program);
    let reachable = reachable_procs(&calls, program.entry);
    let is_mine = |p: ProcId| match scope {
        Scope::Everywhere => true,
        Scope::Within(own) => {
            let is_called = || own.iter().any(|own| calls.callees[own.index()].contains(&p));
            own.contains(&p) || program.proc(p).is_library() && is_called()
        }
    };
    let keep = |c: &CheckId| {
        let check = &program.checks[c.index()];
        let is_mine = check.kind == CheckKind::Rule || is_mine(check.proc);
        spec.wants(check) && reachable[check.proc.index()] && is_mine
    };
    (0..program.checks.len() as u32).map(CheckId).filter(keep).collect()
}

/// By procedure: can it be called from these?
pub(crate) fn reachable_procs(calls: &CallGraph, starts: impl IntoIterator<Item = ProcId>) -> Vec<bool> {
    let mut reached = vec![false; calls.callees.len()];
    let mut work: Vec<_> = starts.into_iter().collect();
    while let Some(proc) = work.pop() {
        if !std::mem::replace(&mut reached[proc.index()], true) {
            work.extend(&calls.callees[proc.index()]);
        }
    }
    reached
}
