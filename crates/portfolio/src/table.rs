//! The table of engines.

use maymust_engine::{Concrete, Engine};
use maymust_exact::Exact;
use maymust_references::References;
use maymust_smash::Smash;
use maymust_structural::Structural;

use crate::Features;

/// When an engine works if nobody asks for it by name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Turn {
    /// Alone, before the others, with a small part of the time.
    First,
    /// Side by side with others.
    Together,
    /// Side by side with these too, but only once they have had some time for themselves, and for a part of the time.
    Later,
    /// Not at all.
    OnlyByName,
}

/// An engine and when it works.
pub struct Member {
    /// Its name in output and on the command line.
    pub name: &'static str,
    /// What it is good for, for `--help`.
    pub about: &'static str,
    /// Makes it.
    pub make: fn() -> Box<dyn Engine + Send>,
    /// When it works on a program with these features.
    pub turn: fn(&Features) -> Turn,
}

/// Every engine. A new engine is one entry here.
pub const ENGINES: &[Member] = &[
    Member {
        name: "concrete",
        about: "one run, for programs that read no input",
        make: || Box::new(Concrete),
        turn: |_| Turn::First,
    },
    Member {
        name: "smash",
        about: "alternating may and must summaries",
        make: || Box::<Smash>::default(),
        turn: |_| Turn::Together,
    },
    Member {
        name: "structural",
        about: "structural abstraction",
        make: || Box::new(Structural),
        turn: |_| Turn::Together,
    },
    Member {
        name: "exact",
        about: "exact predicate abstraction: may and must at once",
        make: || Box::new(Exact),
        turn: |features| match features {
            Features { termination: true, .. } => Turn::Together,
            Features { threads: true, .. } => Turn::OnlyByName,
            _ => Turn::Later,
        },
    },
    Member {
        name: "references",
        about: "explicit states with canonical heaps, summaries as patterns and effects, all schedules",
        make: || Box::new(References),
        turn: |features| match features {
            Features { threads: true, .. } => Turn::Together,
            Features { termination: true, .. } => Turn::OnlyByName,
            _ => Turn::Later,
        },
    },
];

/// The engine of a name.
pub fn member(name: &str) -> Option<&'static Member> {
    ENGINES.iter().find(|m| m.name == name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn engines_are_called_what_the_table_says() {
        for member in ENGINES {
            assert_eq!((member.make)().name(), member.name);
        }
    }
}
