//! Checks preprocessed files: prints diagnostics, times and sizes. For measuring and for looking at corpora.

use maymust_sema::{DataModel, Linker, UnitInfo};
use maymust_source::{Diagnostics, SourceMap};
use maymust_syntax::Names;
use std::time::Instant;

fn main() {
    let thread = std::thread::Builder::new().stack_size(1 << 30).spawn(run);
    let failed = thread.map(|t| t.join());
    let status = match failed {
        Ok(Ok(errors)) => i32::from(errors > 0),
        _ => 70,
    };
    std::process::exit(status);
}

fn run() -> usize {
    let mut sources = SourceMap::default();
    let mut names = Names::default();
    let mut diagnostics = Diagnostics::default();
    let args: Vec<String> = std::env::args().skip(1).collect();
    let model = if args.iter().any(|a| a == "-m32") { DataModel::Ilp32 } else { DataModel::Lp64 };
    let quiet = args.iter().any(|a| a == "-w");
    let mut linker = Linker::new(model);
    for path in args.iter().filter(|a| !a.starts_with('-')) {
        let bytes = std::fs::read(path).unwrap_or_default();
        let file = sources.add(path.as_str(), maymust_syntax::text_of_bytes(bytes));
        let start = Instant::now();
        let unit = maymust_syntax::parse(file, &mut sources, &mut names, &mut diagnostics);
        let parsed = start.elapsed();
        let start = Instant::now();
        linker.add(unit, UnitInfo::default(), &mut names, &mut diagnostics);
        if args.iter().any(|a| a == "-t") {
            println!("{path}: parse {parsed:?}, check {:?}", start.elapsed());
        }
    }
    let program = linker.finish();
    for diagnostic in diagnostics.iter() {
        if !quiet || diagnostic.severity == maymust_source::Severity::Error {
            print!("{}", diagnostic.render(&sources, false));
        }
    }
    if args.iter().any(|a| a == "-s") {
        println!("{} functions, {} globals", program.functions.len(), program.globals.len());
    }
    if args.iter().any(|a| a == "-d") {
        print!("{}", maymust_sema::dump::program(&program, &names));
    }
    diagnostics.error_count()
}
