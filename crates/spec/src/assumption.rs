//! What answers rest on: undefined behaviour that nobody asked about, limits of the question, and notes of the front end.

use std::fmt;

use maymust_engine::{Role, unasked_role};
use maymust_program::calls::CallGraph;
use maymust_program::{CheckData, CheckKind, ProcId, Program};
use maymust_source::Span;

use crate::select::reachable_procs;
use crate::{MEMORY, Spec};

/// Something that the answers take for granted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Assumption {
    /// Checks about pointers that were not asked about hold.
    ValidPointers,
    /// Nothing is divided by zero.
    NoDivisionByZero,
    /// `__builtin_unreachable` is never reached.
    UnreachableIsUnreachable,
    /// Functions outside of the scope do not fail.
    OthersDoNotFail,
    /// Library functions that library functions call do not fail.
    LibraryDoesNotFail,
    /// What the front end assumed or did not model.
    Note {
        /// Where.
        span: Span,
        /// What.
        text: String,
    },
}

impl fmt::Display for Assumption {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Assumption::ValidPointers => "assumes no invalid pointer use (verify with --check memory)",
            Assumption::NoDivisionByZero => "assumes no division by zero (verify with --check div0)",
            Assumption::UnreachableIsUnreachable => {
                "assumes `__builtin_unreachable` is never reached (verify with --check unreachable)"
            }
            Assumption::OthersDoNotFail => {
                "assumes that no other function fails first (verify without --within)"
            }
            Assumption::LibraryDoesNotFail => {
                "only library functions called directly are checked (use --entry for the rest)"
            }
            Assumption::Note { text, .. } => text,
        })
    }
}

/// What the answers about a program rest on.
pub fn assumptions(program: &Program, starts: &[ProcId], spec: &Spec) -> Vec<Assumption> {
    let calls = CallGraph::new(program);
    let reachable = reachable_procs(&calls, starts.iter().copied());
    let is_assumed = |kind: CheckKind| {
        let here = |c: &&CheckData| c.kind == kind && reachable[c.proc.index()];
        unasked_role(kind) == Role::Assumed && program.checks.iter().filter(here).any(|c| !spec.wants(c))
    };
    let groups = [
        (&MEMORY[..], Assumption::ValidPointers),
        (&[CheckKind::DivisionByZero], Assumption::NoDivisionByZero),
        (&[CheckKind::Unreachable], Assumption::UnreachableIsUnreachable),
    ];
    let unasked = groups.into_iter().filter(|(kinds, _)| kinds.iter().any(|k| is_assumed(*k)));
    let notes = program.assumptions.iter();
    let notes = notes.map(|(span, text)| Assumption::Note { span: *span, text: text.clone() });
    unasked.map(|(_, assumption)| assumption).chain(notes).collect()
}
