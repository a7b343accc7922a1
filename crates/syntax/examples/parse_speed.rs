//! Parses preprocessed files, prints their errors and how fast it went.
//!
//! `cargo run --release -p maymust-syntax --example parse_speed -- [-n ROUNDS] FILE.i…`

use std::process::ExitCode;
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
    let mut rounds = 1;
    if args.first().is_some_and(|a| a == "-n") && args.len() > 1 {
        rounds = args[1].parse().unwrap_or(1);
        args.drain(..2);
    }
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
    bad
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
