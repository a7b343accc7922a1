//! What is asked of a program: kinds of checks, properties, rules, and which checks of the program these select.
//!
//! Invariant: everything here follows from the program and the words of the user; no engine and no answer is known.

mod assumption;
mod names;
mod property;
mod select;
mod weave;

use maymust_program::{CheckData, CheckKind};

pub use assumption::{Assumption, assumptions, unasked_kinds};
pub use names::Names;
pub use select::{Scope, functions_named, holds_trivially, select};
pub use weave::weave;

/// What is asked about.
#[derive(Clone, Debug, Default)]
pub struct Spec {
    /// Kinds of checks.
    pub kinds: Vec<CheckKind>,
    /// Functions that must not be called.
    pub forbidden: Vec<String>,
    /// Must every heap object be freed at the end?
    pub cleanup: bool,
    /// The entry that a property file names.
    pub entry: Option<String>,
}

/// The kinds that `assert` stands for.
pub const ASSERT: [CheckKind; 2] = [CheckKind::Assertion, CheckKind::ErrorCall];

/// The kinds that `memory` stands for.
pub const MEMORY: [CheckKind; 7] = [
    CheckKind::NullDereference,
    CheckKind::InvalidPointer,
    CheckKind::Bounds,
    CheckKind::UseAfterFree,
    CheckKind::DoubleFree,
    CheckKind::InvalidFree,
    CheckKind::InvalidCall,
];

const ARITHMETIC: [CheckKind; 4] =
    [CheckKind::DivisionByZero, CheckKind::SignedOverflow, CheckKind::ShiftRange, CheckKind::Unreachable];

/// Is this a function whose calls are checks in every program?
pub(crate) fn is_error_function(name: &str) -> bool {
    matches!(name, "reach_error" | "__VERIFIER_error")
}

impl Spec {
    /// Are checks of this kind asked about? What rules check always is.
    pub fn wants_kind(&self, kind: CheckKind) -> bool {
        kind == CheckKind::Rule || self.kinds.contains(&kind)
    }

    /// Is this check asked about?
    pub fn wants(&self, check: &CheckData) -> bool {
        self.wants_kind(check.kind)
    }

    /// What is checked unless something else is said: everything but leaks.
    pub fn usual() -> Spec {
        Spec { kinds: [&ASSERT[..], &ARITHMETIC, &MEMORY].concat(), ..Spec::default() }
    }

    /// The kinds of a list of words.
    ///
    /// # Errors
    /// A word that names no check.
    pub fn of_words(words: &[String]) -> Result<Spec, String> {
        let mut kinds = Vec::new();
        for word in words {
            match word.as_str() {
                // That all runs end is no question of what may not happen.
                "all" => {
                    kinds.extend(CheckKind::ALL.into_iter().filter(|k| *k != CheckKind::Termination));
                }
                "assert" => kinds.extend(ASSERT),
                "memory" => kinds.extend(MEMORY),
                "race" => kinds.push(CheckKind::DataRace),
                "null" => kinds.push(CheckKind::NullDereference),
                "overflow" => kinds.push(CheckKind::SignedOverflow),
                "div0" => kinds.push(CheckKind::DivisionByZero),
                "shift" => kinds.push(CheckKind::ShiftRange),
                name => kinds.push(CheckKind::from_name(name).ok_or_else(|| unknown(name))?),
            }
        }
        Ok(Spec { kinds, ..Spec::default() })
    }

    /// The properties of an SV-COMP file; `name` is the file's, for messages.
    ///
    /// # Errors
    /// A line that is no property, or one that is not supported.
    pub fn of_property(name: &str, text: &str) -> Result<Spec, String> {
        let mut spec = Spec::default();
        let lines = text.lines().enumerate().map(|(i, line)| (i + 1, line.trim()));
        for (number, line) in lines.filter(|(_, line)| !line.is_empty()) {
            property::add(&mut spec, line).map_err(|why| format!("{name}:{number}: {why}: `{line}`"))?;
        }
        if spec.kinds.is_empty() && spec.forbidden.is_empty() && !spec.cleanup {
            return Err(format!("{name}: the file contains no property"));
        }
        Ok(spec)
    }
}

fn unknown(name: &str) -> String {
    let names: Vec<_> = CheckKind::ALL.iter().map(|k| k.name()).collect();
    format!(
        "unknown check `{name}` (expected all, assert, memory, race, null, overflow, div0, shift, {})",
        names.join(", ")
    )
}
