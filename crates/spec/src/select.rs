//! Which checks of a program are asked about.

use maymust_program::calls::CallGraph;
use maymust_program::{CheckId, CheckKind, ProcId, Program};

use crate::{Spec, is_error_function};

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
    let reachable = &calls.reachable;
    let is_mine = |p: ProcId| match scope {
        Scope::Everywhere => true,
        Scope::Within(own) => {
            let is_called = || own.iter().any(|own| calls.callees[own.index()].contains(&p));
            own.contains(&p) || program.proc(p).is_library() && is_called()
        }
    };
    let keep = |c: &CheckId| {
        let check = &program.checks[c.index()];
        // What the entry ensures is checked where the run starts.
        let is_ensured = check.kind == CheckKind::Contract && program.entry == Some(check.proc);
        let is_mine = check.kind == CheckKind::Rule || is_ensured || is_mine(check.proc);
        spec.wants(check) && reachable[check.proc.index()] && is_mine
    };
    (0..program.checks.len() as u32).map(CheckId).filter(keep).collect()
}

/// Is a property of the whole program such that no operation which a run can come to could break it? Then there is nothing to check, and it
/// holds all the same, unless a run can do what is not supported.
pub fn holds_trivially(program: &Program, starts: &[ProcId], spec: &Spec) -> bool {
    let has_error_calls = program.checks.iter().any(|c| c.kind == CheckKind::ErrorCall);
    let is_there = |f: &String| program.find_proc(f).is_some() || is_error_function(f) && has_error_calls;
    spec.entry.is_some()
        && spec.forbidden.iter().all(is_there)
        && starts.iter().all(|start| {
            // With constants in the place of parameters: most of what is not supported then is gone.
            let mut prepared = program.clone();
            prepared.entry = Some(*start);
            maymust_program::prepare(&mut prepared);
            !CallGraph::new(&prepared).reaches_unsupported([*start])
        })
}
