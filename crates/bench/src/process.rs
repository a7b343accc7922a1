//! Running a command under limits of time and memory, and measuring what it used.

use std::io::{Read, Seek};
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use rustix::process::{Pid, Signal, WaitId, WaitIdOptions, kill_process, waitid};

/// What a process may use.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Limits {
    /// Processor time.
    pub time: Duration,
    /// Wall-clock time: as much, or more where other work is done beside.
    pub wall: Duration,
    /// Bytes of resident memory, of the process and its children together.
    pub memory: u64,
}

/// How a process ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    /// With a status; none if a signal ended it.
    Exit(Option<i32>),
    /// It was stopped at the time limit.
    TimeOut,
    /// It was stopped at the memory limit.
    OutOfMemory,
    /// It could not be started.
    NotStarted,
}

/// What a process did.
#[derive(Clone, Debug)]
pub struct Ran {
    /// How it ended.
    pub end: End,
    /// Standard output.
    pub out: String,
    /// Standard error.
    pub err: String,
    /// Wall-clock time.
    pub wall: Duration,
    /// Processor time of the process and of the children it waited for.
    pub cpu: Duration,
    /// The most resident memory seen, in bytes.
    pub memory: u64,
}

/// Text of a process that is kept; the rest is dropped.
const MAX_OUTPUT: u64 = 256 << 20;

/// Runs a command to its end or its limits. All processes that it started end with it.
pub fn run(mut command: Command, limits: Limits) -> Ran {
    let start = Instant::now();
    let nothing = |err: String| Ran {
        end: End::NotStarted,
        out: String::new(),
        err,
        wall: Duration::ZERO,
        cpu: Duration::ZERO,
        memory: 0,
    };
    let files = tempfile::tempfile().and_then(|out| Ok((out.try_clone()?, out, tempfile::tempfile()?)));
    let (to_out, mut out, mut err) = match files {
        Ok(files) => files,
        Err(error) => return nothing(error.to_string()),
    };
    let to_err = match err.try_clone() {
        Ok(file) => file,
        Err(error) => return nothing(error.to_string()),
    };
    command.stdin(Stdio::null()).stdout(to_out).stderr(to_err);
    let mut child = match command.spawn() {
        Ok(child) => child,
        Err(error) => return nothing(error.to_string()),
    };
    let (end, seen) = watch(&mut child, start, limits);
    let wall = start.elapsed();
    Ran { end, out: text(&mut out), err: text(&mut err), wall, cpu: seen.cpu, memory: seen.memory }
}

/// Set when somebody interrupts the work from outside.
static INTERRUPTED: AtomicBool = AtomicBool::new(false);

/// Ends what runs at the moment, and everything that would be started after it.
pub fn interrupt() {
    INTERRUPTED.store(true, Ordering::SeqCst);
}

/// Has somebody interrupted the work?
pub fn is_interrupted() -> bool {
    INTERRUPTED.load(Ordering::SeqCst)
}

/// Ends every process below this one.
pub fn end_children() {
    for pid in tree(std::process::id()).into_iter().skip(1) {
        if let Some(pid) = i32::try_from(pid).ok().and_then(Pid::from_raw) {
            let _ = kill_process(pid, Signal::KILL);
        }
    }
}

/// Waits for the end of a child, or brings it about.
fn watch(child: &mut Child, start: Instant, limits: Limits) -> (End, Usage) {
    let mut seen = Usage::default();
    let mut pause = Duration::from_millis(1);
    loop {
        let ended = has_ended(child.id());
        // Of a process that has ended but was not waited for yet, its time and that of its children can still be read.
        let now = Usage::of_tree(child.id());
        seen.memory = seen.memory.max(now.memory);
        seen.cpu = seen.cpu.max(now.cpu);
        if ended {
            return match child.wait() {
                Ok(status) => (End::Exit(status.code()), seen),
                Err(_) => (End::NotStarted, seen),
            };
        }
        let over = if start.elapsed() >= limits.wall || seen.cpu >= limits.time || is_interrupted() {
            Some(End::TimeOut)
        } else if seen.memory > limits.memory {
            Some(End::OutOfMemory)
        } else {
            None
        };
        if let Some(end) = over {
            stop(child);
            return (end, seen);
        }
        std::thread::sleep(pause);
        // Short runs are measured closely, long ones disturbed rarely.
        pause = (pause * 2).min(Duration::from_millis(20)).min(limits.wall);
    }
}

/// Has a child ended? It is left to be waited for.
fn has_ended(child: u32) -> bool {
    let Some(pid) = i32::try_from(child).ok().and_then(Pid::from_raw) else { return true };
    let options = WaitIdOptions::EXITED | WaitIdOptions::NOHANG | WaitIdOptions::NOWAIT;
    !matches!(waitid(WaitId::Pid(pid), options), Ok(None))
}

/// Ends a child and everything below it. They stay in this process's group, so that an interrupt from the keyboard ends them too.
fn stop(child: &mut Child) {
    let below = tree(child.id());
    let _ = child.kill();
    for pid in below.into_iter().skip(1) {
        if let Some(pid) = i32::try_from(pid).ok().and_then(Pid::from_raw) {
            let _ = kill_process(pid, Signal::KILL);
        }
    }
    let _ = child.wait();
}

fn text(file: &mut std::fs::File) -> String {
    let mut bytes = Vec::new();
    let _ = file.rewind();
    let _ = file.take(MAX_OUTPUT).read_to_end(&mut bytes);
    String::from_utf8_lossy(&bytes).into_owned()
}

/// Processor time and memory, as `/proc` tells them.
#[derive(Clone, Copy, Debug, Default)]
struct Usage {
    cpu: Duration,
    memory: u64,
}

/// Linux counts processor time in hundredths of a second here, whatever the hardware.
const TICK: Duration = Duration::from_millis(10);

impl Usage {
    /// A process and those below it.
    fn of_tree(root: u32) -> Usage {
        let mut all = Usage::default();
        for pid in tree(root) {
            if let Ok(stat) = std::fs::read_to_string(format!("/proc/{pid}/stat")) {
                let ticks: u32 = [13, 14, 15, 16].iter().filter_map(|f| stat_field(&stat, *f)).sum();
                all.cpu += TICK * ticks;
            }
            all.memory += resident(pid).unwrap_or(0);
        }
        all
    }
}

/// A process and those below it, parents first. Any of its threads may have started them.
fn tree(root: u32) -> Vec<u32> {
    let mut all = vec![root];
    let mut next = 0;
    while let Some(pid) = all.get(next) {
        let threads = std::fs::read_dir(format!("/proc/{pid}/task")).into_iter().flatten().flatten();
        for thread in threads.collect::<Vec<_>>() {
            let children = std::fs::read_to_string(thread.path().join("children")).unwrap_or_default();
            all.extend(children.split_whitespace().filter_map(|c| c.parse::<u32>().ok()));
        }
        next += 1;
    }
    all
}

/// A numeric field of `/proc/…/stat`, counted from zero. The name may hold anything, so fields are found after its `)`.
fn stat_field(stat: &str, field: usize) -> Option<u32> {
    let after = &stat[stat.rfind(')')? + 1..];
    after.split_whitespace().nth(field.checked_sub(2)?)?.parse().ok()
}

/// The most memory that a process has had, in bytes.
fn resident(pid: u32) -> Option<u64> {
    let status = std::fs::read_to_string(format!("/proc/{pid}/status")).ok()?;
    let line = status.lines().find(|l| l.starts_with("VmHWM:"))?;
    line.split_whitespace().nth(1)?.parse::<u64>().ok().map(|kb| kb * 1024)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shell(script: &str, millis: u64, memory: u64) -> Ran {
        let mut command = Command::new("sh");
        command.args(["-c", script]);
        let time = Duration::from_millis(millis);
        run(command, Limits { time, wall: time, memory })
    }

    #[test]
    fn output_and_status() {
        let ran = shell("echo out; echo err >&2; exit 3", 20_000, 1 << 30);
        assert_eq!((ran.end, ran.out.as_str(), ran.err.as_str()), (End::Exit(Some(3)), "out\n", "err\n"));
    }

    #[test]
    fn the_time_of_a_process_is_its_own() {
        let busy = "i=0; while [ $i -lt 200000 ]; do i=$((i+1)); done";
        let other = std::thread::spawn(move || shell(busy, 60_000, 1 << 30));
        let idle = shell("sleep 0.1", 60_000, 1 << 30);
        let busy = other.join().expect("no panic");
        assert!(busy.cpu >= Duration::from_millis(20), "{:?}", busy.cpu);
        assert!(idle.cpu < busy.cpu, "{:?} {:?}", idle.cpu, busy.cpu);
    }

    #[test]
    fn time_limit_ends_all_that_was_started() {
        let ran = shell("sleep 77 & echo $!; sleep 77; echo late", 300, 1 << 30);
        assert_eq!(ran.end, End::TimeOut);
        let pid = ran.out.trim();
        assert!(pid.parse::<u32>().is_ok(), "{}", ran.out);
        // Gone, or dead and not yet waited for by whoever inherited it; on a busy machine that takes a moment.
        let is_gone = || {
            let status = std::fs::read_to_string(format!("/proc/{pid}/stat")).unwrap_or_default();
            status.is_empty() || status.contains(") Z ")
        };
        let start = Instant::now();
        while !is_gone() && start.elapsed() < Duration::from_secs(30) {
            std::thread::sleep(Duration::from_millis(10));
        }
        assert!(is_gone());
        assert!(ran.wall < Duration::from_secs(20));
    }

    #[test]
    fn memory_limit() {
        let ran =
            shell("x=$(head -c 60000000 /dev/zero | tr '\\0' x); sleep 5; echo $x | wc -c", 20_000, 20 << 20);
        assert_eq!(ran.end, End::OutOfMemory);
        assert!(ran.memory > 20 << 20);
    }

    #[test]
    fn what_does_not_exist_is_not_started() {
        let time = Duration::from_secs(1);
        let limits = Limits { time, wall: time, memory: 1 << 30 };
        assert_eq!(run(Command::new("/no/such/program"), limits).end, End::NotStarted);
    }

    #[test]
    fn fields_after_a_strange_name() {
        let stat = "12 (a) b (c)) S 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15";
        assert_eq!(stat_field(stat, 3), Some(1));
        assert_eq!(stat_field(stat, 13), Some(11));
    }
}
