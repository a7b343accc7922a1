//! Benchmarks of the solver: generators of queries, and a runner that compares back ends.
//!
//! ```text
//! cargo run --release -p maymust-solver --example bench -- generate DIR
//! cargo run --release -p maymust-solver --example bench -- run DIR [--timeout S] [--only NAME] [--bitwuzla]
//! cargo run --release -p maymust-solver --example bench -- sequence     1,000 related queries
//! cargo run --release -p maymust-solver --example bench -- chain        growth with the number of nodes
//! cargo run --release -p maymust-solver --example bench -- tiny         SAT solvers on tiny queries
//! ```

mod families;
mod runner;
mod sequence;
mod tiny;

use std::path::Path;
use std::process::ExitCode;

fn main() -> ExitCode {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = args.iter().map(String::as_str).collect();
    match words[..] {
        ["generate", dir] => generate(Path::new(dir)),
        ["run", dir, ref options @ ..] => runner::run(Path::new(dir), options),
        ["solve", file] => runner::solve(Path::new(file)),
        ["sequence"] => sequence::related(None),
        ["sequence", only] => sequence::related(Some(only)),
        ["chain"] => sequence::chain(&[1_000, 3_000, 10_000, 30_000, 100_000, 300_000]),
        ["chain", n] => sequence::chain(&[n.parse().unwrap_or(1_000)]),
        ["tiny"] => tiny::compare(),
        _ => {
            eprintln!("usage: bench generate DIR | run DIR … | sequence | chain | tiny");
            return ExitCode::from(64);
        }
    }
    ExitCode::SUCCESS
}

fn generate(dir: &Path) {
    std::fs::create_dir_all(dir).expect("a directory");
    let mut count = 0;
    for (name, text) in families::all() {
        std::fs::write(dir.join(format!("{name}.smt2")), text).expect("a file");
        count += 1;
    }
    println!("{count} queries");
}
