//! Runs the same files on every back end and tabulates times.

use maymust_solver::{Builtin, Limits, Program, Solver, smtlib};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

/// An answer and the seconds it took.
type Outcome = (String, f64);

/// Seconds that another process has run, from the kernel's accounts: on a busy machine wall-clock
/// times say little.
fn cpu_seconds(path: &str) -> Option<f64> {
    let text = std::fs::read_to_string(path).ok()?;
    Some(text.split_whitespace().next()?.parse::<f64>().ok()? * 1e-9)
}

/// Seconds that this thread has run.
pub fn own_seconds() -> f64 {
    let time = rustix::time::clock_gettime(rustix::time::ClockId::ThreadCPUTime);
    time.tv_sec as f64 + time.tv_nsec as f64 * 1e-9
}

/// Seconds that ended child processes have run.
pub fn children_seconds() -> f64 {
    let Ok(stat) = std::fs::read_to_string("/proc/self/stat") else { return 0.0 };
    let after = stat.rsplit_once(") ").map_or("", |s| s.1);
    let ticks: f64 = after.split(' ').skip(13).take(2).filter_map(|n| n.parse::<f64>().ok()).sum();
    ticks / 100.0
}

/// Solves one file in this process, and prints answer and seconds.
pub fn solve(file: &Path) {
    let text = std::fs::read_to_string(file).expect("a file");
    let start = own_seconds();
    let mut out = Vec::new();
    let mut solver = Builtin::new();
    smtlib::run(&text, &mut solver, &Limits::none(), &mut out).expect("memory");
    let answer = String::from_utf8_lossy(&out).trim().replace('\n', " ");
    let seconds = own_seconds() - start;
    println!("{answer} {} gates {seconds:.6}", solver.statistics().gates);
}

/// Runs a command with a limit; gives its output and the processor time it took.
fn timed(command: &mut Command, limit: Duration) -> Option<(String, f64)> {
    let mut child = command.stdout(Stdio::piped()).stderr(Stdio::null()).spawn().ok()?;
    let (stat, sched) = (format!("/proc/{}/stat", child.id()), format!("/proc/{}/schedstat", child.id()));
    let start = Instant::now();
    loop {
        let ended = std::fs::read_to_string(&stat).is_ok_and(|s| s.contains(") Z "));
        let seconds = cpu_seconds(&sched).unwrap_or(0.0);
        if ended {
            let output = child.wait_with_output().ok()?;
            return Some((String::from_utf8_lossy(&output.stdout).trim().to_string(), seconds));
        }
        if seconds > limit.as_secs_f64() || start.elapsed() > limit * 20 {
            let _ = child.kill();
            let _ = child.wait();
            return None;
        }
        let nap = if start.elapsed() < Duration::from_millis(50) { 500 } else { 5000 };
        std::thread::sleep(Duration::from_micros(nap));
    }
}

fn ours(file: &Path, limit: Duration) -> Outcome {
    let me = std::env::current_exe().expect("this program");
    match timed(Command::new(me).arg("solve").arg(file), limit) {
        Some((text, seconds)) => {
            let mut words = text.split_whitespace();
            let answer = words.next().unwrap_or("none").to_string();
            let inner = words.last().and_then(|w| w.parse().ok()).unwrap_or(seconds);
            (answer, inner)
        }
        None => ("timeout".into(), limit.as_secs_f64()),
    }
}

fn process(path: &Path, args: &[&str], start_up: f64, file: &Path, limit: Duration) -> Outcome {
    match timed(Command::new(path).args(args).arg(file), limit) {
        Some((text, seconds)) => {
            let answer = text.lines().next().unwrap_or("none").to_string();
            (answer, (seconds - start_up).max(1e-5))
        }
        None => ("timeout".into(), limit.as_secs_f64()),
    }
}

/// What a process needs to start and to read nothing.
fn start_up(path: &Path, args: &[&str], empty: &Path) -> f64 {
    let mut times: Vec<f64> = (0..9)
        .filter_map(|_| timed(Command::new(path).args(args).arg(empty), Duration::from_secs(5)))
        .map(|t| t.1)
        .collect();
    times.sort_by(f64::total_cmp);
    times.get(times.len() / 2).copied().unwrap_or(0.0)
}

/// The Python module of bitwuzla, which solves all files in one process and times each.
const BITWUZLA: &str = r#"
import sys, time, resource, multiprocessing
import bitwuzla
def solve(path, queue, limit):
    resource.setrlimit(resource.RLIMIT_CPU, (int(limit) + 1, int(limit) + 1))
    start = time.process_time()
    parser = bitwuzla.Parser(bitwuzla.TermManager(), bitwuzla.Options())
    parser.parse(path, True, True)
    answer = str(parser.bitwuzla().check_sat())
    queue.put((answer.split(".")[-1].lower(), time.process_time() - start))
limit = float(sys.argv[1])
for path in sys.argv[2:]:
    queue = multiprocessing.SimpleQueue()
    child = multiprocessing.Process(target=solve, args=(path, queue, limit))
    child.start()
    child.join()
    answer, seconds = ("none", "timeout") if queue.empty() else queue.get()
    print(answer, flush=True)
    print("=", path, seconds, flush=True)
"#;

fn bitwuzla(files: &[PathBuf], limit: Duration) -> BTreeMap<PathBuf, Outcome> {
    let mut out = BTreeMap::new();
    let mut command = Command::new("python3");
    command.arg("-c").arg(BITWUZLA).arg(limit.as_secs_f64().to_string()).args(files);
    let Ok(output) = command.output() else { return out };
    let mut answer = String::from("none");
    for line in String::from_utf8_lossy(&output.stdout).lines() {
        let words: Vec<&str> = line.split_whitespace().collect();
        match words[..] {
            ["=", path, seconds] => {
                let outcome = match seconds.parse() {
                    Ok(s) => (answer.clone(), s),
                    Err(_) => ("timeout".into(), limit.as_secs_f64()),
                };
                out.insert(PathBuf::from(path), outcome);
                answer = "none".into();
            }
            _ => answer = line.trim().into(),
        }
    }
    out
}

fn option<'a>(options: &[&'a str], name: &str) -> Option<&'a str> {
    let at = options.iter().position(|o| *o == name)?;
    options.get(at + 1).copied()
}

/// Runs all files of a directory on all back ends that are there.
pub fn run(dir: &Path, options: &[&str]) {
    let limit = option(options, "--timeout").and_then(|s| s.parse().ok()).unwrap_or(20.0);
    let limit = Duration::from_secs_f64(limit);
    let only = option(options, "--only").unwrap_or("");
    let mut files: Vec<PathBuf> = std::fs::read_dir(dir)
        .expect("a directory")
        .filter_map(|e| e.ok().map(|e| e.path()))
        .filter(|p| p.extension().is_some_and(|e| e == "smt2"))
        .filter(|p| p.file_name().is_some_and(|n| n.to_string_lossy().starts_with(only)))
        .collect();
    files.sort();
    let empty = std::env::temp_dir().join("maymust-bench-empty.smt2");
    std::fs::write(&empty, "(set-logic QF_BV)\n(check-sat)\n").expect("a file");
    let mut results: Vec<(String, BTreeMap<PathBuf, Outcome>)> = Vec::new();
    let mine = files.iter().map(|f| (f.clone(), ours(f, limit))).collect();
    results.push(("builtin".into(), mine));
    if !options.contains(&"--alone") {
        for program in [Program::Z3, Program::Cvc5, Program::Bitwuzla] {
            let Some(path) = program.find() else { continue };
            let args: &[&str] = if program == Program::Cvc5 { &["--fp-exp"] } else { &[] };
            let start = start_up(&path, args, &empty);
            println!("{}: {:.1} ms to start, not counted", program.name(), start * 1e3);
            let all = files.iter().map(|f| (f.clone(), process(&path, args, start, f, limit)));
            results.push((program.name().into(), all.collect()));
        }
        if Program::Bitwuzla.find().is_none() {
            let all = bitwuzla(&files, limit);
            if !all.is_empty() {
                results.push(("bitwuzla (module)".into(), all));
            }
        }
    }
    report(&files, &results, limit, options.contains(&"--each"));
}

fn family(file: &Path) -> String {
    let name = file.file_stem().map(|s| s.to_string_lossy().to_string()).unwrap_or_default();
    name.split('-').next().unwrap_or("").to_string()
}

/// Below this, times are noise.
const FLOOR: f64 = 1e-4;

fn report(files: &[PathBuf], results: &[(String, BTreeMap<PathBuf, Outcome>)], limit: Duration, each: bool) {
    let mut disagreements = 0;
    for f in files {
        let known: Vec<(&str, &str)> = results
            .iter()
            .filter_map(|(n, r)| Some((n.as_str(), r.get(f)?.0.as_str())))
            .filter(|(_, a)| *a == "sat" || *a == "unsat")
            .collect();
        if known.iter().any(|k| k.1 != known[0].1) {
            disagreements += 1;
            println!("DISAGREE {}: {known:?}", f.display());
        }
        if each {
            let row: Vec<String> = results
                .iter()
                .map(|(_, r)| r.get(f).map_or("-".into(), |o| format!("{} {:.4}", o.0, o.1)))
                .collect();
            println!("{}\t{}", f.file_stem().unwrap_or_default().to_string_lossy(), row.join("\t"));
        }
    }
    let mut names: Vec<String> = files.iter().map(|f| family(f)).collect();
    names.dedup();
    names.push("all".into());
    println!(
        "\n| family | queries | {} |",
        results.iter().map(|r| r.0.as_str()).collect::<Vec<_>>().join(" | ")
    );
    println!("|---|---|{}", "---|".repeat(results.len()));
    for name in names {
        let chosen: Vec<&PathBuf> = files.iter().filter(|f| name == "all" || family(f) == name).collect();
        let cells: Vec<String> = results.iter().map(|(_, r)| cell(&chosen, r)).collect();
        println!("| {name} | {} | {} |", chosen.len(), cells.join(" | "));
    }
    println!("\nGeometric mean of milliseconds (in brackets: unsolved in {} s).", limit.as_secs());
    println!("{disagreements} disagreements.");
}

fn cell(files: &[&PathBuf], results: &BTreeMap<PathBuf, Outcome>) -> String {
    let mut sum = 0.0;
    let mut unsolved = 0;
    for f in files {
        let Some((answer, seconds)) = results.get(*f) else {
            unsolved += 1;
            continue;
        };
        if answer != "sat" && answer != "unsat" {
            unsolved += 1;
        }
        sum += seconds.max(FLOOR).ln();
    }
    let mean = (sum / files.len().max(1) as f64).exp() * 1e3;
    if unsolved > 0 { format!("{mean:.2} ({unsolved})") } else { format!("{mean:.2}") }
}
