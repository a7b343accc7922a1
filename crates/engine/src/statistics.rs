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
    /// Times of single things, of which the median is told.
    samples: IndexMap<String, Vec<Duration>>,
    /// Invariants and summaries: what each is about, and its text. Only if the options ask for evidence.
    pub evidence: Vec<(String, String)>,
}

/// What one engine did.
#[derive(Clone, Debug)]
pub struct Work {
    /// Its name.
    pub engine: &'static str,
    /// Its statistics.
    pub statistics: Statistics,
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

    /// Adds times of single things under the name of their median.
    pub fn sample(&mut self, name: &str, times: &[Duration]) {
        self.samples.entry(name.to_owned()).or_default().extend(times);
    }

    /// A number by its name.
    pub fn get(&self, name: &str) -> Option<Number> {
        self.numbers.get(name).copied().or_else(|| self.samples.get(name).map(|times| median(times)))
    }

    /// All numbers in order, medians last.
    pub fn numbers(&self) -> impl Iterator<Item = (&str, Number)> {
        let numbers = self.numbers.iter().map(|(name, number)| (name.as_str(), *number));
        numbers.chain(self.samples.iter().map(|(name, times)| (name.as_str(), median(times))))
    }

    /// Adds the numbers of another run of the same engine, and its evidence.
    pub fn merge(&mut self, other: &Statistics) {
        for (name, number) in &other.numbers {
            match number {
                Number::Count(n) => self.count(name, *n),
                Number::Seconds(s) => self.time(name, Duration::from_secs_f64(s.max(0.0))),
            }
        }
        other.samples.iter().for_each(|(name, times)| self.sample(name, times));
        self.evidence.extend(other.evidence.iter().cloned());
    }
}

/// The time that half of them take at most.
fn median(times: &[Duration]) -> Number {
    let mut times = times.to_vec();
    times.sort_unstable();
    let middle = times.get(times.len().saturating_sub(1) / 2).copied().unwrap_or_default();
    Number::Seconds(middle.as_secs_f64())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sums_are_added_and_medians_are_not() {
        let of = |count, millis: &[u64]| {
            let mut one = Statistics::default();
            one.count("n", count);
            one.sample("median_s", &millis.iter().map(|m| Duration::from_millis(*m)).collect::<Vec<_>>());
            one
        };
        let mut all = of(1, &[9, 1]);
        all.merge(&of(2, &[3, 4, 5]));
        assert_eq!(all.get("n"), Some(Number::Count(3)));
        assert_eq!(all.get("median_s"), Some(Number::Seconds(0.004)));
        assert_eq!(all.numbers().map(|(name, _)| name).collect::<Vec<_>>(), ["n", "median_s"]);
        assert_eq!(of(0, &[]).get("median_s"), Some(Number::Seconds(0.0)));
    }
}
