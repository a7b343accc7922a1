//! What an engine did: counts by name, and evidence as text.

use std::time::Duration;

use indexmap::IndexMap;

/// A count or a time.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Number {
    /// So many.
    Count(u64),
    /// Seconds.
    Seconds(f64),
}

/// Counts in the order in which they were first named, and evidence.
///
/// Names are words joined by `_`; times end in `_s`.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Statistics {
    numbers: IndexMap<String, Number>,
    /// Invariants and summaries: what each is about, and its text. Only if the options ask for evidence.
    pub evidence: Vec<(String, String)>,
}

impl Statistics {
    /// Adds to a count (from zero).
    pub fn count(&mut self, name: &str, more: u64) {
        let old = match self.numbers.get(name) {
            Some(Number::Count(n)) => *n,
            _ => 0,
        };
        self.numbers.insert(name.to_owned(), Number::Count(old + more));
    }

    /// Adds to a time (from zero).
    pub fn time(&mut self, name: &str, more: Duration) {
        let old = match self.numbers.get(name) {
            Some(Number::Seconds(s)) => *s,
            _ => 0.0,
        };
        self.numbers.insert(name.to_owned(), Number::Seconds(old + more.as_secs_f64()));
    }

    /// A number by its name.
    pub fn get(&self, name: &str) -> Option<Number> {
        self.numbers.get(name).copied()
    }

    /// All numbers in order.
    pub fn numbers(&self) -> impl Iterator<Item = (&str, Number)> {
        self.numbers.iter().map(|(name, number)| (name.as_str(), *number))
    }

    /// Adds the numbers of another run of the same engine, and its evidence.
    pub fn merge(&mut self, other: &Statistics) {
        for (name, number) in other.numbers() {
            match number {
                Number::Count(n) => self.count(name, n),
                Number::Seconds(s) => self.time(name, Duration::from_secs_f64(s.max(0.0))),
            }
        }
        self.evidence.extend(other.evidence.iter().cloned());
    }
}
