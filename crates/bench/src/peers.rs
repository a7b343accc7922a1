//! Other tools on the same tasks: how each is called, and how its verdict is read. Only tools that are installed take part.

use std::path::PathBuf;
use std::process::Command;
use std::time::{Duration, Instant};

use crate::answer::Answer;
use crate::contender::Reply;
use crate::process::{self, End, Limits, Ran};
use crate::task::{DataModel, Question, Subject, Task};

/// Tools that there are adapters for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tool {
    /// CBMC, with bounds that double until they suffice.
    Cbmc,
    /// KLEE on the bitcode of clang.
    Klee,
}

/// An installed tool.
#[derive(Clone, Debug)]
pub struct Peer {
    tool: Tool,
    /// What it says of its version.
    pub version: String,
    /// A file with definitions of the functions that tasks use.
    prelude: PathBuf,
    /// Does it stop at the first failure? Then it only looks for failures: it could stop at an unwinding assertion.
    first: bool,
}

impl Tool {
    /// By its name.
    pub fn from_name(name: &str) -> Option<Tool> {
        match name {
            "cbmc" => Some(Tool::Cbmc),
            "klee" => Some(Tool::Klee),
            _ => None,
        }
    }

    fn name(self) -> &'static str {
        match self {
            Tool::Cbmc => "cbmc",
            Tool::Klee => "klee",
        }
    }

    fn prelude(self) -> &'static str {
        match self {
            Tool::Cbmc => include_str!("../c/cbmc.c"),
            Tool::Klee => include_str!("../c/klee.c"),
        }
    }
}

impl Peer {
    /// The tool. Its helper file is written into a folder. With `first` it stops at the first failure.
    ///
    /// # Errors
    /// Why it cannot be used: most often it is not installed.
    pub fn find(tool: Tool, folder: &std::path::Path, first: bool) -> Result<Peer, String> {
        let time = Duration::from_secs(20);
        let limits = Limits { time, wall: time * 6, memory: 1 << 32 };
        let mut command = Command::new(tool.name());
        command.arg("--version");
        let ran = process::run(command, limits);
        if ran.end == End::NotStarted {
            return Err("it is not installed".to_owned());
        }
        if ran.end != End::Exit(Some(0)) {
            let why = ran.err.lines().next().unwrap_or("no reason given").trim();
            return Err(format!("it does not tell its version: {why}"));
        }
        let version = ran.out.lines().find(|l| !l.trim().is_empty()).unwrap_or("").trim().to_owned();
        let prelude = folder.join(format!("prelude-{}.c", tool.name()));
        std::fs::write(&prelude, tool.prelude()).map_err(|e| format!("{}: {e}", prelude.display()))?;
        Ok(Peer { tool, version, prelude, first })
    }

    /// Its name in tables.
    pub fn name(&self) -> &str {
        self.tool.name()
    }

    /// Asks it; its rounds share the time limit.
    pub fn ask(&self, task: &Task, question: &Question, limits: Limits) -> Reply {
        let start = Instant::now();
        let mut reply = Reply {
            answer: Answer::Unknown,
            reason: "the property has no counterpart in this tool".to_owned(),
            checks: Vec::new(),
            statistics: Vec::new(),
            wall: Duration::ZERO,
            cpu: Duration::ZERO,
            memory: 0,
        };
        if cbmc_checks(question).is_none() {
            return reply;
        }
        for round in 0..self.rounds() {
            let left = Limits {
                time: limits.time.saturating_sub(reply.cpu),
                wall: limits.wall.saturating_sub(start.elapsed()),
                ..limits
            };
            if left.time.is_zero() || left.wall.is_zero() {
                reply.answer = Answer::TimeOut;
                break;
            }
            let ran = process::run(self.command(task, question, round), left);
            reply.cpu += ran.cpu;
            reply.memory = reply.memory.max(ran.memory);
            (reply.answer, reply.reason) = match ran.end {
                End::TimeOut => (Answer::TimeOut, String::new()),
                End::OutOfMemory => (Answer::OutOfMemory, String::new()),
                End::NotStarted => (Answer::Error, ran.err.clone()),
                End::Exit(status) => match self.tool {
                    Tool::Cbmc if self.first => read_first(&ran, status),
                    Tool::Cbmc => read_cbmc(&ran, status),
                    Tool::Klee => read_klee(&ran, status),
                },
            };
            if reply.answer != Answer::Unknown {
                break;
            }
        }
        reply.wall = start.elapsed();
        reply
    }

    fn rounds(&self) -> u32 {
        match self.tool {
            Tool::Cbmc => 12,
            Tool::Klee => 1,
        }
    }

    fn command(&self, task: &Task, question: &Question, round: u32) -> Command {
        match self.tool {
            Tool::Cbmc => self.cbmc(task, question, round),
            Tool::Klee => self.klee(task, question),
        }
    }

    fn cbmc(&self, task: &Task, question: &Question, round: u32) -> Command {
        let mut it = Command::new("cbmc");
        it.args(&task.files).arg(&self.prelude);
        // From 6 on it checks nearly everything unless told otherwise, that bounds of loops suffice included, and lets malloc fail.
        if major(&self.version) >= 6 {
            it.arg("--no-standard-checks");
        }
        it.arg(if self.first { "--stop-on-fail" } else { "--unwinding-assertions" });
        it.args(["--unwind", &(2u64 << round).to_string()]);
        // The default of 256 objects is too few for programs of some size; slicing only helps it.
        it.args(["--object-bits", "16", "--slice-formula"]);
        it.arg(if task.model == DataModel::Lp64 { "--64" } else { "--32" });
        it.args(cbmc_checks(question).unwrap_or_default());
        if let Some(entry) = &task.entry {
            it.args(["--function", entry]);
        }
        it.args(&task.cpp_flags);
        it.args(question.defines.iter().flat_map(|d| ["-D", d.as_str()]));
        it
    }

    /// Compiles and runs in one shell, so that both count.
    fn klee(&self, task: &Task, question: &Question) -> Command {
        let mut it = Command::new("sh");
        let script = "dir=$(mktemp -d) && trap 'rm -rf \"$dir\"' EXIT && prelude=$1 && shift && \
            clang -w -g -O0 -Xclang -disable-O0-optnone -emit-llvm -c -o \"$dir/p.bc\" \"$prelude\" && n=0 && all=\"$dir/p.bc\" && \
            for f in \"$@\"; do case $f in *.c|*.i) n=$((n+1)); clang -w -g -O0 -Xclang -disable-O0-optnone -emit-llvm -c $FLAGS -o \"$dir/$n.bc\" \"$f\" || exit 9; \
            all=\"$all $dir/$n.bc\";; esac; done && llvm-link -o \"$dir/all.bc\" $all && \
            klee --output-dir=\"$dir/out\" --exit-on-error \"$dir/all.bc\" 2>&1";
        it.args(["-c", script, "klee"]).arg(&self.prelude).args(&task.files);
        let defines: Vec<String> = question.defines.iter().map(|d| format!("-D{d}")).collect();
        it.env("FLAGS", [defines.join(" "), task.cpp_flags.join(" ")].join(" "));
        it
    }
}

/// The first number of a version, `6` of `6.6.0 (cbmc-6.6.0)`.
fn major(version: &str) -> u32 {
    let digits = version.split(|c: char| !c.is_ascii_digit()).find(|d| !d.is_empty());
    digits.and_then(|d| d.parse().ok()).unwrap_or(0)
}

/// What CBMC has to check for a question; none if it cannot.
fn cbmc_checks(question: &Question) -> Option<Vec<&'static str>> {
    let mut flags = match question.subject {
        Subject::Unreachable => Vec::new(),
        Subject::NoOverflow => vec!["--no-assertions", "--signed-overflow-check"],
        Subject::MemorySafety => {
            vec!["--no-assertions", "--pointer-check", "--bounds-check", "--memory-leak-check"]
        }
        Subject::Arguments => vec!["--no-assertions"],
        Subject::MemoryCleanup | Subject::Termination | Subject::Rule(_) => return None,
    };
    if question.arguments.iter().any(|a| a == "--within") {
        return None;
    }
    if question.subject == Subject::Arguments {
        let at = question.arguments.iter().position(|a| a == "--check")?;
        for kind in question.arguments.get(at + 1)?.split(',') {
            flags.push(match kind {
                "bounds" => "--bounds-check",
                "null" => "--pointer-check",
                "div0" => "--div-by-zero-check",
                "overflow" => "--signed-overflow-check",
                _ => return None,
            });
        }
    }
    Some(flags)
}

/// A failed property that is no unwinding assertion is a violation; if only unwinding assertions fail, the bound is too small.
fn read_cbmc(ran: &Ran, status: Option<i32>) -> (Answer, String) {
    if ran.out.contains("VERIFICATION SUCCESSFUL") && status == Some(0) {
        return (Answer::Proved, String::new());
    }
    if ran.out.contains("VERIFICATION FAILED") && status == Some(10) {
        let failed = ran.out.lines().any(|l| l.ends_with(": FAILURE") && !l.contains("unwinding assertion"));
        return if failed {
            (Answer::Fails, String::new())
        } else {
            (Answer::Unknown, "the bound of loops is too small".to_owned())
        };
    }
    (Answer::Error, last_line(ran))
}

/// The same if it stops at the first failure: what does not fail may do so within a larger bound.
fn read_first(ran: &Ran, status: Option<i32>) -> (Answer, String) {
    match status {
        Some(10) if ran.out.contains("VERIFICATION FAILED") => (Answer::Fails, String::new()),
        Some(0) if ran.out.contains("VERIFICATION SUCCESSFUL") => {
            (Answer::Unknown, "nothing fails within the bound of loops".to_owned())
        }
        _ => (Answer::Error, last_line(ran)),
    }
}

fn read_klee(ran: &Ran, status: Option<i32>) -> (Answer, String) {
    if ran.out.contains("ASSERTION FAIL") {
        (Answer::Fails, String::new())
    } else if status != Some(0) || !ran.out.contains("KLEE: done") {
        (Answer::Error, last_line(ran))
    } else if ran.out.contains("KLEE: ERROR")
        || ran.out.contains("HaltTimer")
        || ran.out.contains("concretiz")
    {
        (Answer::Unknown, last_line(ran))
    } else {
        (Answer::Proved, String::new())
    }
}

fn last_line(ran: &Ran) -> String {
    let text = if ran.err.trim().is_empty() { &ran.out } else { &ran.err };
    text.lines().rev().find(|l| !l.trim().is_empty()).unwrap_or("no output").to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_first_failure_is_no_proof_elsewhere() {
        let fails = ran("Violated property:\nVERIFICATION FAILED\n");
        assert_eq!(read_first(&fails, Some(10)).0, Answer::Fails);
        assert_eq!(read_first(&ran("VERIFICATION SUCCESSFUL\n"), Some(0)).0, Answer::Unknown);
        assert_eq!(read_first(&ran(""), Some(6)).0, Answer::Error);
    }

    fn ran(out: &str) -> Ran {
        Ran {
            end: End::Exit(Some(0)),
            out: out.to_owned(),
            err: String::new(),
            wall: Duration::ZERO,
            cpu: Duration::ZERO,
            memory: 0,
        }
    }

    #[test]
    fn versions() {
        assert_eq!(major("6.6.0 (cbmc-6.6.0)"), 6);
        assert_eq!(major("5.12 (cbmc-5.12)"), 5);
        assert_eq!(major("KLEE 12.1"), 12);
        assert_eq!(major(""), 0);
    }

    #[test]
    fn verdicts_of_cbmc() {
        let failed = "[main.unwind.0] line 3 unwinding assertion loop 0: FAILURE\nVERIFICATION FAILED\n";
        assert_eq!(read_cbmc(&ran(failed), Some(10)).0, Answer::Unknown);
        let failed = format!("[reach_error.assertion.1] line 1 reached: FAILURE\n{failed}");
        assert_eq!(read_cbmc(&ran(&failed), Some(10)).0, Answer::Fails);
        assert_eq!(read_cbmc(&ran("VERIFICATION SUCCESSFUL\n"), Some(0)).0, Answer::Proved);
        assert_eq!(read_cbmc(&ran("VERIFICATION SUCCESSFUL\n"), Some(6)).0, Answer::Error);
        assert_eq!(
            read_cbmc(&ran("file a.c: syntax error\n"), Some(6)),
            (Answer::Error, "file a.c: syntax error".to_owned())
        );
    }

    #[test]
    fn verdicts_of_klee() {
        assert_eq!(read_klee(&ran("KLEE: ERROR: a.c:3: ASSERTION FAIL: 0\n"), Some(1)).0, Answer::Fails);
        assert_eq!(read_klee(&ran("KLEE: done: completed paths = 3\n"), Some(0)).0, Answer::Proved);
        assert_eq!(read_klee(&ran("KLEE: HaltTimer invoked\nKLEE: done: x\n"), Some(0)).0, Answer::Unknown);
        assert_eq!(read_klee(&ran("clang: error\n"), Some(9)).0, Answer::Error);
    }
}
