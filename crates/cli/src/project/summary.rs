//! What is printed of a project: what fails as it comes, a line per file, the sum.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use maymust_report::Overall;
use serde_json::{Value, json};

use super::Job;
use super::pool::Done;
use crate::exit;

/// Answers by verdict.
#[derive(Clone, Copy, Default)]
struct Counts {
    proved: usize,
    definite: usize,
    conditional: usize,
    unknown: usize,
}

impl Counts {
    fn of(answers: &Value) -> Counts {
        let mut counts = Counts::default();
        for check in answers.get("checks").and_then(Value::as_array).into_iter().flatten() {
            match (check["verdict"].as_str(), check["certainty"].as_str()) {
                (Some("proved"), _) => counts.proved += 1,
                (Some("fails"), Some("conditional")) => counts.conditional += 1,
                (Some("fails"), _) => counts.definite += 1,
                _ => counts.unknown += 1,
            }
        }
        counts
    }

    fn add(&mut self, other: Counts) {
        self.proved += other.proved;
        self.definite += other.definite;
        self.conditional += other.conditional;
        self.unknown += other.unknown;
    }

    fn text(&self) -> String {
        let Counts { proved, definite, conditional, unknown } = self;
        let failing = definite + conditional;
        let some =
            if *conditional > 0 { format!(" ({conditional} for some arguments)") } else { String::new() };
        format!("{proved} proved, {failing} failing{some}, {unknown} unknown")
    }
}

/// The answers so far.
pub struct Summary {
    is_text: bool,
    jobs: usize,
    ended: usize,
    counts: Counts,
    verdict: Overall,
    not_begun: Vec<String>,
    skipped: Vec<(String, String)>,
    reports: Vec<Value>,
}

impl Summary {
    /// Of no answers.
    pub fn new(jobs: usize, skipped: Vec<(String, String)>, is_text: bool) -> Summary {
        let verdict = if skipped.is_empty() && jobs > 0 { Overall::Proved } else { Overall::Unknown };
        Summary {
            is_text,
            jobs,
            ended: 0,
            counts: Counts::default(),
            verdict,
            not_begun: Vec::new(),
            skipped,
            reports: Vec::new(),
        }
    }

    /// A job has ended.
    pub fn add(&mut self, job: &Job, done: Done) {
        self.ended += 1;
        match done {
            Done::Answered { text, answers, time } => {
                let counts = Counts::of(&answers);
                self.counts.add(counts);
                self.verdict = self.verdict.max(match answers["verdict"].as_str() {
                    Some("proved") => Overall::Proved,
                    Some("fails") => Overall::Fails,
                    _ => Overall::Unknown,
                });
                if self.is_text {
                    print!("{text}");
                    let (ended, jobs, seconds) = (self.ended, self.jobs, time.as_secs_f64());
                    println!("[{ended}/{jobs}] {}: {} ({seconds:.1} s)", job.name, counts.text());
                } else {
                    let files: Vec<_> = job.units.iter().map(|u| u.path()).collect();
                    self.reports.push(json!({ "name": job.name, "files": files, "report": answers }));
                }
            }
            Done::Failed(said) => {
                self.verdict = self.verdict.max(Overall::Unknown);
                self.skipped.push((job.name.clone(), said));
            }
            Done::NotBegun => {
                self.verdict = self.verdict.max(Overall::Unknown);
                self.not_begun.push(job.name.clone());
            }
        }
    }

    /// Prints the sum; gives the exit status.
    pub fn finish(self, time: Duration, interrupted: &AtomicBool) -> i32 {
        let verdict = self.verdict.name();
        let is_interrupted = interrupted.load(Ordering::SeqCst);
        if self.is_text {
            for (name, why) in &self.skipped {
                println!("skipped: {name}: {why}");
            }
            if let [first, ..] = &self.not_begun[..] {
                let n = self.not_begun.len();
                println!("not begun, for lack of time (--timeout): {n}, the first of them {first}");
            }
            if is_interrupted {
                println!("interrupted");
            }
            println!("{} in {:.1} s", self.counts.text(), time.as_secs_f64());
            println!("verdict: {verdict}");
        } else {
            let Counts { proved, definite, conditional, unknown } = self.counts;
            let skipped: Vec<Value> =
                self.skipped.iter().map(|(name, why)| json!({ "name": name, "reason": why })).collect();
            let all = json!({
                "verdict": verdict,
                "parts": self.reports,
                "skipped": skipped,
                "not_begun": self.not_begun,
                "interrupted": is_interrupted,
                "statistics": {
                    "proved": proved, "definite": definite, "conditional": conditional, "unknown": unknown,
                    "time_s": time.as_secs_f64(),
                },
            });
            println!("{all:#}");
        }
        if is_interrupted { exit::INTERRUPTED } else { exit::status(self.verdict) }
    }
}
