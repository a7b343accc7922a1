//! Checks that nobody asked about but proofs rest on: they guard undefined behaviour.

use maymust_machine::CheckSet;
use maymust_program::calls::CallGraph;
use maymust_program::{CheckId, CheckKind, Input, Op, Program};

use crate::{Role, Run, Task};

/// What is known of the checks that proofs rest on.
#[derive(Clone, Debug, Default)]
pub struct Assumed {
    /// The kinds of those that are not proved.
    pub open: Vec<CheckKind>,
    /// A run that fails one.
    pub violation: Option<Violation>,
}

/// A run that fails an assumed check: what follows it means nothing.
#[derive(Clone, Debug)]
pub struct Violation {
    /// The check.
    pub check: CheckId,
    /// The run.
    pub run: Run,
    /// Does every run that reaches the check fail it? Then nothing behind it is ever executed.
    pub in_every_run: bool,
}

impl Task<'_> {
    /// The assumed checks that a run can reach, of kinds that were not asked about. Where a kind is asked about in some functions
    /// only, the question itself is what takes the others to hold.
    pub fn assumed(&self) -> Vec<CheckId> {
        let reachable = CallGraph::new(self.program).reachable;
        let asked = self.checks.iter().map(|c| self.program.checks[c.index()].kind);
        let asked = asked.fold(CheckSet::NONE, CheckSet::with);
        let is_assumed = |(i, role): (usize, Role)| {
            let check = &self.program.checks[i];
            let is = role == Role::Assumed
                && check.kind.guards_undefined()
                && !asked.contains(check.kind)
                && reachable[check.proc.index()];
            is.then_some(CheckId(i as u32))
        };
        self.roles().into_iter().enumerate().filter_map(is_assumed).collect()
    }
}

/// May a run be in breach of an assumption by itself? What callers and functions without body give is up to them: the assumption speaks of
/// that as well.
pub fn is_own_doing(run: &Run) -> bool {
    let is_own = |input: &Input| match input {
        Input::Nondet(_) | Input::Stdin | Input::Uninitialised(_) => true,
        Input::External(_) | Input::Entry(_) | Input::Assembly => false,
    };
    run.inputs.values.iter().all(|(input, _)| is_own(input))
}

/// Do runs take values from a caller?
pub fn has_caller(program: &Program) -> bool {
    let reachable = CallGraph::new(program).reachable;
    let procs = program.procs.iter().zip(reachable).filter(|(_, is)| *is).map(|(p, _)| p);
    procs.flat_map(|p| &p.edges).any(|e| matches!(e.op, Op::Havoc(_, Input::Entry(_))))
}

/// The program with the condition of a check negated: that it holds then means that it fails in every run that reaches it.
pub fn negated(program: &Program, check: CheckId) -> Program {
    let mut negated = program.clone();
    let Program { terms, procs, .. } = &mut negated;
    for edge in procs.iter_mut().flat_map(|p| &mut p.edges) {
        if let Op::Check(c, condition) = &mut edge.op
            && *c == check
        {
            *condition = terms.not(*condition);
        }
    }
    negated
}
