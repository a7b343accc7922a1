//! What answers rest on: undefined behaviour that nobody asked about, limits of the question, and notes of the front end.

use std::fmt;

use maymust_program::calls::CallGraph;
use maymust_program::{CheckData, CheckKind, ProcId, Program};
use maymust_source::Span;

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
    /// Integers are mathematical ones.
    UnboundedIntegers,
    /// Objects of the environment are apart from those of other types, and from the program's.
    OutsideIsApart,
    /// Objects that the environment's objects point to are as large as they are used.
    OutsideIsLarge,
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
            Assumption::UnboundedIntegers => {
                "assumes that no integer operation wraps around (verify with --integers machine)"
            }
            Assumption::OutsideIsApart => {
                "pointers from outside that have different types point to different objects, so do two pointers to \
                 records unless they are equal, and none points to an object of the program"
            }
            Assumption::OutsideIsLarge => {
                "objects that functions without body or other objects from outside point to are as large as they are used"
            }
            Assumption::Note { text, .. } => text,
        })
    }
}

impl Assumption {
    /// In a few words, for a verdict ("assuming …"), if it is one about undefined behaviour that nobody asked about.
    pub fn brief(&self) -> Option<&'static str> {
        match self {
            Assumption::ValidPointers => Some("no invalid pointer use"),
            Assumption::NoDivisionByZero => Some("no division by zero"),
            Assumption::UnreachableIsUnreachable => Some("`__builtin_unreachable` is never reached"),
            Assumption::UnboundedIntegers => Some("unbounded integers"),
            Assumption::OutsideIsApart => Some("pointers from outside are apart"),
            Assumption::OthersDoNotFail
            | Assumption::LibraryDoesNotFail
            | Assumption::OutsideIsLarge
            | Assumption::Note { .. } => None,
        }
    }
}

/// What the answers about a program rest on. `open` are kinds of checks that guard undefined behaviour, were not asked about and are not
/// proved.
pub fn assumptions(program: &Program, open: &[CheckKind]) -> Vec<Assumption> {
    let groups = [
        (&MEMORY[..], Assumption::ValidPointers),
        (&[CheckKind::DivisionByZero], Assumption::NoDivisionByZero),
        (&[CheckKind::Unreachable], Assumption::UnreachableIsUnreachable),
    ];
    let unasked = groups.into_iter().filter(|(kinds, _)| kinds.iter().any(|k| open.contains(k)));
    let notes = program.assumptions.iter();
    let notes = notes.map(|(span, text)| Assumption::Note { span: *span, text: text.clone() });
    let outside = [Assumption::OutsideIsApart, Assumption::OutsideIsLarge];
    let outside = outside.into_iter().filter(|_| !program.memory.environment.heaps.is_empty());
    unasked.map(|(_, assumption)| assumption).chain(notes).chain(outside).collect()
}

/// The kinds of all checks that guard undefined behaviour, can be reached and are not asked about.
pub fn unasked_kinds(program: &Program, starts: &[ProcId], spec: &Spec) -> Vec<CheckKind> {
    let reachable = CallGraph::new(program).reachable_from(starts.iter().copied());
    let is_assumed = |kind: &CheckKind| {
        let here = |c: &&CheckData| c.kind == *kind && reachable[c.proc.index()];
        kind.guards_undefined() && program.checks.iter().filter(here).any(|c| !spec.wants(c))
    };
    CheckKind::ALL.into_iter().filter(is_assumed).collect()
}
