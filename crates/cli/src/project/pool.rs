//! Processes that check one file or program each, several at the same time, within the time for all.

use std::ffi::OsString;
use std::process::{Command, Stdio};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc::channel;
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use super::Job;
use maymust_project::Unit;

/// The time there is.
#[derive(Clone, Copy)]
pub struct Budget {
    pub start: Instant,
    /// For all.
    pub time: Duration,
    /// For one job.
    pub unit_time: Duration,
}

/// Less time is not worth a process.
const LEAST: Duration = Duration::from_millis(500);

/// What came of a job.
pub enum Done {
    /// The findings as text, and all answers.
    Answered { text: String, answers: Value, time: Duration },
    /// It ended without answers: what it said last.
    Failed(String),
    /// There was no time to begin.
    NotBegun,
}

/// Works on all jobs; calls `done` in the order in which they end.
pub fn run(
    jobs: &[Job],
    common: &[OsString],
    budget: Budget,
    workers: usize,
    interrupted: &AtomicBool,
    mut done: impl FnMut(&Job, Done),
) {
    let next = AtomicUsize::new(0);
    let (sender, receiver) = channel();
    std::thread::scope(|scope| {
        for _ in 0..workers.min(jobs.len()) {
            let sender = sender.clone();
            let next = &next;
            scope.spawn(move || {
                loop {
                    let i = next.fetch_add(1, Ordering::SeqCst);
                    let Some(job) = jobs.get(i) else { return };
                    let left = budget.time.saturating_sub(budget.start.elapsed());
                    let waiting = jobs.len().saturating_sub(i).div_ceil(workers) as u32;
                    let share = (left / waiting.max(1)).min(budget.unit_time);
                    let done = match interrupted.load(Ordering::SeqCst) || left < LEAST {
                        true => Done::NotBegun,
                        false => process(job, common, share.max(LEAST)),
                    };
                    if sender.send((job, done)).is_err() {
                        return;
                    }
                }
            });
        }
        drop(sender);
        // Printing is done here alone.
        receiver.iter().for_each(|(job, result)| done(job, result));
    });
}

/// One process; an error is what it said.
fn process(job: &Job, common: &[OsString], time: Duration) -> Done {
    let start = Instant::now();
    match answers(job, common, time) {
        Ok((text, answers)) => Done::Answered { text, answers, time: start.elapsed() },
        Err(said) => Done::Failed(said),
    }
}

fn answers(job: &Job, common: &[OsString], time: Duration) -> Result<(String, Value), String> {
    let say = |e: std::io::Error| e.to_string();
    let folder = tempfile::tempdir().map_err(say)?;
    let (units, json) = (folder.path().join("units.json"), folder.path().join("answers.json"));
    std::fs::write(&units, database(&job.units)).map_err(say)?;
    let mut command = Command::new(std::env::current_exe().map_err(say)?);
    command.arg("check").args(common).arg("--units").arg(&units).arg("--also-json").arg(&json);
    command.arg("--findings-only").arg("-w").arg("--timeout").arg(format!("{}ms", time.as_millis()));
    if job.units.iter().any(|u| u.is_32_bit) {
        command.args(["--data-model", "ilp32"]);
    }
    match &job.functions {
        Some(functions) => command.arg(format!("--each-function={}", functions.join(","))),
        None => command.args(["--entry", "main"]),
    };
    let output = command.stdin(Stdio::null()).output().map_err(say)?;
    let answers = std::fs::read_to_string(&json).ok().and_then(|t| serde_json::from_str(&t).ok());
    match answers {
        Some(answers) => Ok((String::from_utf8_lossy(&output.stdout).into_owned(), answers)),
        None => {
            let said = String::from_utf8_lossy(&output.stderr);
            Err(said
                .lines()
                .find(|l| !l.trim().is_empty())
                .unwrap_or("the process ended without answers")
                .to_owned())
        }
    }
}

/// Files as a compilation database.
pub fn database(units: &[Unit]) -> String {
    let entry = |u: &Unit| {
        let compiler = u.compiler.as_deref().unwrap_or("cc");
        let words = std::iter::once(compiler).chain(u.flags.iter().map(String::as_str));
        let file = u.file.display().to_string();
        let words: Vec<&str> = words.chain(["-x", "c", file.as_str()]).collect();
        json!({ "directory": u.folder, "file": u.file, "arguments": words })
    };
    Value::Array(units.iter().map(entry).collect()).to_string()
}
