//! What the end-to-end tests share: the compiler, running commands with a time limit, folders of programs.

#![allow(dead_code, reason = "each test program uses its own part")]

use std::fs::File;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

/// How long one program may run.
const LIMIT: Duration = Duration::from_secs(60);

/// What a command printed, and its exit status: 128 + n for signal n, none if it took too long.
#[derive(Debug, PartialEq, Eq)]
pub struct Outcome {
    /// Standard output.
    pub stdout: String,
    /// Standard error.
    pub stderr: String,
    /// Exit status.
    pub status: Option<i32>,
}

/// The C compiler, or none with a message.
pub fn compiler() -> Option<String> {
    let name = std::env::var("CC").unwrap_or_else(|_| "cc".to_owned());
    let runs = Command::new(&name).arg("--version").output().is_ok_and(|out| out.status.success());
    if !runs {
        println!("skipped: there is no C compiler");
    }
    runs.then_some(name)
}

/// A command that starts the verifier.
pub fn maymust() -> Command {
    Command::new(env!("CARGO_BIN_EXE_maymust"))
}

/// A folder of programs in the repository.
pub fn programs(folder: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests").join(folder)
}

/// A folder to write to.
pub fn scratch(name: &str) -> PathBuf {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    std::fs::create_dir_all(&path).expect("a scratch folder");
    path
}

/// What is in a folder, in order.
pub fn entries(folder: &Path) -> Vec<PathBuf> {
    let list = std::fs::read_dir(folder).expect("the folder is there");
    let mut paths: Vec<PathBuf> = list.map(|entry| entry.expect("an entry").path()).collect();
    paths.sort();
    paths
}

/// The `.c` files of a program, which is a file or a folder of files.
pub fn files_of(program: &Path) -> Vec<PathBuf> {
    let is_c = |path: &PathBuf| path.extension().is_some_and(|e| e == "c");
    if program.is_dir() {
        entries(program).into_iter().filter(is_c).collect()
    } else {
        vec![program.to_owned()]
    }
}

/// The last part of a path without its ending.
pub fn stem(path: &Path) -> String {
    path.file_stem().unwrap_or_default().to_string_lossy().into_owned()
}

/// Runs a command with empty input. Its output goes through files named after `log`.
pub fn run(command: &mut Command, log: &Path) -> Outcome {
    let (out, err) = (log.with_extension("out"), log.with_extension("err"));
    command.stdin(Stdio::null());
    command.stdout(File::create(&out).expect("a log file")).stderr(File::create(&err).expect("a log file"));
    let mut child = command.spawn().expect("the command starts");
    let start = Instant::now();
    let status = loop {
        match child.try_wait().expect("the command can be waited for") {
            Some(status) => break Some(status),
            None if start.elapsed() > LIMIT => {
                child.kill().expect("the command can be stopped");
                child.wait().expect("the command ends");
                break None;
            }
            None => std::thread::sleep(Duration::from_millis(2)),
        }
    };
    let text = |path| String::from_utf8_lossy(&std::fs::read(path).expect("the log file")).into_owned();
    Outcome { stdout: text(out), stderr: text(err), status: status.and_then(exit_status) }
}

#[cfg(unix)]
fn exit_status(status: std::process::ExitStatus) -> Option<i32> {
    use std::os::unix::process::ExitStatusExt;
    status.code().or_else(|| status.signal().map(|signal| 128 + signal))
}

#[cfg(not(unix))]
fn exit_status(status: std::process::ExitStatus) -> Option<i32> {
    status.code()
}

/// Compiles without optimisation; gives what the compiler said if it failed.
pub fn compile(cc: &str, options: &[&str], files: &[PathBuf], program: &Path) -> Result<(), String> {
    let mut command = Command::new(cc);
    command.args(["-O0", "-w", "-std=gnu11"]).args(options).arg("-o").arg(program).args(files).arg("-lm");
    let out = command.output().expect("the compiler starts");
    if out.status.success() { Ok(()) } else { Err(String::from_utf8_lossy(&out.stderr).into_owned()) }
}

/// Applies a test to every item, on all cores, and reports all complaints at once.
pub fn all<T: Sync>(items: &[T], test: impl Fn(&T) -> Result<(), String> + Sync) {
    let next = AtomicUsize::new(0);
    let complaints = Mutex::new(Vec::new());
    let workers = std::thread::available_parallelism().map_or(1, usize::from);
    std::thread::scope(|scope| {
        for _ in 0..workers {
            scope.spawn(|| {
                while let Some(item) = items.get(next.fetch_add(1, Ordering::Relaxed)) {
                    if let Err(complaint) = test(item) {
                        complaints.lock().expect("no panics").push(complaint);
                    }
                }
            });
        }
    });
    let mut complaints = complaints.into_inner().expect("no panics");
    complaints.sort();
    let (bad, total) = (complaints.len(), items.len());
    assert!(complaints.is_empty(), "{bad} of {total} differ:\n{}", complaints.join("\n"));
}
