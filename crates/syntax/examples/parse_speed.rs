//! Parses preprocessed files, prints their errors and how fast it went.
//!
//! `cargo run --release -p maymust-syntax --example parse_speed -- [-n ROUNDS] [--against gcc] FILE.i…`
//!
//! With `--against`, that compiler's `-fsyntax-only` is timed on the same files, as often.

use std::process::{Command, ExitCode};
use std::time::{Duration, Instant};

use maymust_source::{Diagnostics, SourceMap};
use maymust_syntax::{Names, parse, text_of_bytes};

fn main() -> ExitCode {
    let thread = std::thread::Builder::new().stack_size(1 << 30).spawn(run);
    match thread.map(|t| t.join()) {
        Ok(Ok(0)) => ExitCode::SUCCESS,
        Ok(Ok(_)) => ExitCode::from(65),
        _ => ExitCode::from(70),
    }
}

/// Parses all files; gives the number of files with errors.
fn run() -> usize {
    let mut args: Vec<String> = std::env::args().skip(1).collect();
    let rounds = option(&mut args, "-n").and_then(|n| n.parse().ok()).unwrap_or(1);
    let against = option(&mut args, "--against");
    let (mut bytes, mut lines, mut best, mut bad) = (0, 0, Duration::ZERO, 0);
    for path in &args {
        let Ok(content) = std::fs::read(path) else {
            eprintln!("{path}: cannot read");
            bad += 1;
            continue;
        };
        let text = text_of_bytes(content);
        bytes += text.len();
        lines += text.bytes().filter(|&b| b == b'\n').count();
        let times = (0..rounds.max(1)).map(|round| {
            let (time, errors) = once(path, &text, round == 0);
            bad += usize::from(round == 0 && errors > 0);
            time
        });
        best += times.min().unwrap_or_default();
    }
    let seconds = best.as_secs_f64().max(1e-9);
    println!(
        "{} files, {bad} with errors; {lines} lines, {:.2} MB in {:.1} ms: {:.1} MB/s, {:.0} lines/s",
        args.len(),
        bytes as f64 / 1e6,
        seconds * 1e3,
        bytes as f64 / 1e6 / seconds,
        lines as f64 / seconds,
    );
    if let Some(cc) = against {
        let total: Duration = args.iter().map(|path| best_of(rounds, || compile(&cc, path))).sum();
        let times = total.as_secs_f64() / seconds;
        println!("{cc} -fsyntax-only: {:.1} ms, {times:.1} times as long", total.as_secs_f64() * 1e3);
    }
    bad
}

/// Takes `name value` from the front of the arguments.
fn option(args: &mut Vec<String>, name: &str) -> Option<String> {
    let found = args.len() > 1 && args[0] == name;
    found.then(|| args.drain(..2).nth(1)).flatten()
}

fn best_of(rounds: usize, work: impl Fn() -> Duration) -> Duration {
    (0..rounds.max(1)).map(|_| work()).min().unwrap_or_default()
}

/// How long the compiler takes to check a file.
fn compile(cc: &str, path: &str) -> Duration {
    let start = Instant::now();
    let status = Command::new(cc).args(["-w", "-fsyntax-only", path]).status();
    if !status.is_ok_and(|s| s.success()) {
        eprintln!("{path}: {cc} fails");
    }
    start.elapsed()
}

fn once(path: &str, text: &str, show: bool) -> (Duration, usize) {
    let mut sources = SourceMap::default();
    let mut names = Names::default();
    let mut diagnostics = Diagnostics::default();
    let file = sources.add(path, text);
    let start = Instant::now();
    let unit = parse(file, &mut sources, &mut names, &mut diagnostics);
    let time = start.elapsed();
    drop(unit);
    if show {
        for d in diagnostics.iter() {
            eprint!("{}", d.render(&sources, false));
        }
    }
    (time, diagnostics.error_count())
}
