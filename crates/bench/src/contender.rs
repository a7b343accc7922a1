//! Who answers: configurations of maymust, and peers (other tools that happen to be installed).

use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use crate::answer::Answer;
use crate::peers::Peer;
use crate::process::{self, End, Limits, Ran};
use crate::read_check;
use crate::record::CheckResult;
use crate::task::{Question, Subject, Task};

/// A configuration of maymust.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Config {
    /// Its name in tables.
    pub name: String,
    /// Arguments for `maymust check`.
    pub arguments: Vec<String>,
}

/// Makes the configurations that lists of engines, analyses and refinements ask for: an analysis is one of `smash`, a refinement one
/// of `structural`, and an engine that neither list speaks of is taken as it is. With no list, `auto` alone.
pub fn configs(engines: &[String], analyses: &[String], refines: &[String]) -> Vec<Config> {
    let make = |name: &str, engine: &str, flag: Option<&str>| {
        let mut arguments = vec!["--engine".to_owned(), engine.to_owned()];
        arguments.extend(flag.into_iter().flat_map(|f| [f.to_owned(), name.to_owned()]));
        Config { name: name.to_owned(), arguments }
    };
    let mut all: Vec<Config> = Vec::new();
    all.extend(analyses.iter().map(|a| make(a, "smash", Some("--analysis"))));
    all.extend(refines.iter().map(|r| make(r, "structural", Some("--refine"))));
    for engine in engines {
        let spoken_for =
            (engine == "smash" && !analyses.is_empty()) || (engine == "structural" && !refines.is_empty());
        if !spoken_for {
            all.push(make(engine, engine, None));
        }
    }
    if all.is_empty() {
        all.push(make("auto", "auto", None));
    }
    all
}

/// Who answers.
#[derive(Clone, Debug)]
pub enum Contender {
    /// maymust in a configuration; the path is that of the command.
    Own(PathBuf, Config),
    /// Another tool.
    Peer(Peer),
}

/// The answer of a contender to a question, with what it took.
#[derive(Clone, Debug)]
pub struct Reply {
    /// The answer.
    pub answer: Answer,
    /// Why, if it is not definite.
    pub reason: String,
    /// Answers to single checks.
    pub checks: Vec<CheckResult>,
    /// Numbers that the tool gave.
    pub statistics: Vec<(String, f64)>,
    /// Wall-clock time.
    pub wall: Duration,
    /// Processor time.
    pub cpu: Duration,
    /// Memory, in bytes.
    pub memory: u64,
}

impl Contender {
    /// Its name in tables.
    pub fn name(&self) -> &str {
        match self {
            Contender::Own(_, config) => &config.name,
            Contender::Peer(peer) => peer.name(),
        }
    }

    /// Asks it.
    pub fn ask(&self, task: &Task, question: &Question, limits: Limits) -> Reply {
        match self {
            Contender::Own(command, config) => {
                let ran = process::run(own_command(command, config, task, question, limits), grace(limits));
                read_own(&ran, question, limits)
            }
            Contender::Peer(peer) => peer.ask(task, question, limits),
        }
    }
}

/// The tool keeps to the limits itself and says what it knows; only if it does not is it stopped from outside.
fn grace(limits: Limits) -> Limits {
    let more = Duration::from_secs(4);
    Limits { time: limits.time + more, wall: limits.wall + more, memory: limits.memory + limits.memory / 4 }
}

fn own_command(command: &Path, config: &Config, task: &Task, question: &Question, limits: Limits) -> Command {
    let mut it = Command::new(command);
    it.arg("check").args(&task.files).args(["--no-warnings", "--format", "json", "--trace", "none"]);
    it.args(["--data-model", task.model.word()]);
    it.arg("--timeout").arg(format!("{}ms", limits.wall.as_millis()));
    if limits.wall > limits.time {
        it.arg("--cpu-timeout").arg(format!("{}ms", limits.time.as_millis()));
    }
    it.arg("--memory").arg(limits.memory.to_string());
    it.args(&config.arguments);
    // Arguments of the question narrow down what its property asks.
    let narrowed = question.arguments.iter().any(|a| a == "--check");
    match &question.subject {
        Subject::Rule(rule) => it.arg("--rule").arg(rule),
        _ if narrowed => &mut it,
        _ => match &question.file {
            Some(file) => it.arg("--property").arg(file),
            None => &mut it,
        },
    };
    it.args(&question.arguments);
    if let Some(entry) = &task.entry {
        it.args(["--entry", entry]);
    }
    it.args(&task.cpp_flags);
    it.args(question.defines.iter().flat_map(|d| ["-D", d.as_str()]));
    it
}

/// Exit status of bad input, and of a bug.
const USAGE: i32 = 64;

fn read_own(ran: &Ran, question: &Question, limits: Limits) -> Reply {
    let mut reply = Reply {
        answer: Answer::Error,
        reason: String::new(),
        checks: Vec::new(),
        statistics: Vec::new(),
        wall: ran.wall,
        cpu: ran.cpu,
        memory: ran.memory,
    };
    match ran.end {
        End::TimeOut => reply.answer = Answer::TimeOut,
        End::OutOfMemory => reply.answer = Answer::OutOfMemory,
        End::NotStarted => reply.reason = ran.err.clone(),
        End::Exit(status) => match read_check::read(&ran.out, question) {
            Some(read) => {
                reply.answer = read.answer;
                reply.reason = read.reason;
                reply.checks = read.checks;
                reply.statistics = read.statistics;
                if !agrees(status, read.whole) {
                    reply.answer = Answer::Error;
                    reply.reason = format!("exit status {status:?} does not fit the verdict");
                }
            }
            None => reply.reason = first_line(&ran.err, status),
        },
    }
    if reply.answer == Answer::Unknown && ran.wall >= limits.wall {
        reply.answer = Answer::TimeOut;
    }
    reply
}

/// Does the exit status say what the verdict says?
fn agrees(status: Option<i32>, whole: Answer) -> bool {
    match status {
        Some(0) => whole == Answer::Proved,
        Some(1) => whole == Answer::Fails,
        Some(2) => whole == Answer::Unknown,
        _ => false,
    }
}

fn first_line(err: &str, status: Option<i32>) -> String {
    let line = err.lines().find(|l| !l.trim().is_empty()).unwrap_or("no output");
    match status {
        Some(USAGE) => format!("wrong usage: {line}"),
        Some(status) => format!("exit status {status}: {line}"),
        None => format!("ended by a signal: {line}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(engines: &[&str], analyses: &[&str], refines: &[&str]) -> Vec<String> {
        let own = |list: &[&str]| list.iter().map(|s| (*s).to_owned()).collect::<Vec<_>>();
        configs(&own(engines), &own(analyses), &own(refines)).into_iter().map(|c| c.name).collect()
    }

    #[test]
    fn lists_make_configurations() {
        assert_eq!(names(&[], &[], &[]), ["auto"]);
        assert_eq!(names(&[], &["dash", "smash"], &[]), ["dash", "smash"]);
        assert_eq!(names(&["smash", "structural"], &["dash"], &[]), ["dash", "structural"]);
        assert_eq!(names(&["structural"], &[], &["eager", "calysto"]), ["eager", "calysto"]);
        let config = &configs(&[], &["dash".to_owned()], &[])[0];
        assert_eq!(config.arguments, ["--engine", "smash", "--analysis", "dash"]);
    }

    fn ran(end: End, out: &str, err: &str) -> Ran {
        let wall = Duration::from_millis(10);
        Ran { end, out: out.to_owned(), err: err.to_owned(), wall, cpu: wall, memory: 5 }
    }

    fn question() -> Question {
        Question {
            name: "q".to_owned(),
            subject: Subject::Unreachable,
            file: None,
            expected: Some(true),
            defines: Vec::new(),
            arguments: Vec::new(),
            checks: Vec::new(),
        }
    }

    #[test]
    fn a_verdict_counts_only_with_its_exit_status() {
        let time = Duration::from_secs(1);
        let limits = Limits { time, wall: time, memory: 1 << 30 };
        let answer = |end, out: &str| read_own(&ran(end, out, "e: broken\n"), &question(), limits).answer;
        let proved = r#"{"verdict": "proved", "checks": [], "statistics": {}}"#;
        assert_eq!(answer(End::Exit(Some(0)), proved), Answer::Proved);
        assert_eq!(answer(End::Exit(Some(70)), proved), Answer::Error);
        assert_eq!(answer(End::Exit(None), proved), Answer::Error);
        assert_eq!(answer(End::Exit(Some(65)), ""), Answer::Error);
        assert_eq!(answer(End::TimeOut, proved), Answer::TimeOut);
        let late = r#"{"verdict": "unknown", "checks": [{"verdict": "unknown", "reason_code": "time"}]}"#;
        assert_eq!(answer(End::Exit(Some(2)), late), Answer::TimeOut);
        let reason = read_own(&ran(End::Exit(Some(65)), "", "e: broken\n"), &question(), limits).reason;
        assert_eq!(reason, "exit status 65: e: broken");
    }
}
