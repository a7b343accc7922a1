//! A back end that writes every query into a file of its own before it is asked.

use crate::limits::{Answer, Limits};
use crate::smtlib::query_text;
use crate::solver::{Solver, Statistics};
use maymust_term::{TermId, Terms, Value};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

/// Queries so far by directory: all solvers of a run that log to one share its numbers.
static COUNTS: Mutex<BTreeMap<PathBuf, Arc<AtomicU64>>> = Mutex::new(BTreeMap::new());

fn count_of(directory: &Path) -> Arc<AtomicU64> {
    let mut counts = COUNTS.lock().unwrap_or_else(PoisonError::into_inner);
    counts.entry(directory.to_path_buf()).or_default().clone()
}

/// Can files be made in a directory?
fn probe(directory: &Path) -> std::io::Result<()> {
    let file = directory.join("query-000000.smt2");
    std::fs::write(&file, "; queries are numbered from 1\n")?;
    std::fs::remove_file(file)
}

/// Another back end, with a log: `query-000001.smt2` and so on, each a script that stands alone.
/// Several of them may log into one directory.
pub struct Logged<S> {
    inner: S,
    directory: PathBuf,
    frames: Vec<Vec<TermId>>,
    count: Arc<AtomicU64>,
}

impl<S: Solver> Logged<S> {
    /// Logs into a directory, which is made if need be.
    ///
    /// # Errors
    /// If the directory cannot be made or written to.
    pub fn new(inner: S, directory: PathBuf) -> std::io::Result<Self> {
        std::fs::create_dir_all(&directory)?;
        let count = count_of(&directory);
        // Whether it can be written to is known now, not after an hour.
        probe(&directory)?;
        Ok(Logged { inner, directory, frames: vec![Vec::new()], count })
    }

    fn log(&mut self, terms: &mut Terms, number: u64, assumptions: &[TermId], answer: &Answer) {
        let roots: Vec<TermId> = self.frames.iter().flatten().chain(assumptions).copied().collect();
        let text = format!("(set-info :status {answer})\n{}", query_text(terms, &roots));
        let file = self.directory.join(format!("query-{number:06}.smt2"));
        // A log that cannot be written any more must not change the answer; what is missing shows in the numbers.
        let _ = std::fs::write(&file, text);
    }
}

impl<S: Solver> Solver for Logged<S> {
    fn name(&self) -> &str {
        self.inner.name()
    }

    fn assert(&mut self, terms: &mut Terms, t: TermId) {
        if let Some(frame) = self.frames.last_mut() {
            frame.push(t);
        }
        self.inner.assert(terms, t);
    }

    fn push(&mut self) {
        self.frames.push(Vec::new());
        self.inner.push();
    }

    fn pop(&mut self, n: usize) {
        let keep = self.frames.len().saturating_sub(n).max(1);
        self.frames.truncate(keep);
        self.inner.pop(n);
    }

    fn check(&mut self, terms: &mut Terms, assumptions: &[TermId], limits: &Limits) -> Answer {
        let number = self.count.fetch_add(1, Ordering::Relaxed) + 1;
        // Before the answer, in case there is none to come; after it, with the answer.
        let unknown = Answer::Unknown(crate::limits::Reason::Interrupted);
        self.log(terms, number, assumptions, &unknown);
        let answer = self.inner.check(terms, assumptions, limits);
        if answer.is_sat() || answer.is_unsat() {
            self.log(terms, number, assumptions, &answer);
        }
        answer
    }

    fn value(&mut self, terms: &mut Terms, t: TermId) -> Option<Value> {
        self.inner.value(terms, t)
    }

    fn core(&mut self, terms: &mut Terms) -> Vec<TermId> {
        self.inner.core(terms)
    }

    fn statistics(&self) -> Statistics {
        self.inner.statistics()
    }

    fn reset(&mut self) {
        self.frames = vec![Vec::new()];
        self.inner.reset();
    }
}
