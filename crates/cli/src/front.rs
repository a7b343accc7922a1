//! From files to the program model: preprocess, parse, check, link library models, lower.

use std::path::Path;
use std::process::Command;

use maymust_lower::Options;
use maymust_program::Program;
use maymust_sema::{Linker, UnitInfo};
use maymust_source::{Diagnostics, Severity, SourceMap, Span};
use maymust_syntax::{Names, ast, text_of_bytes};

use crate::args::{FrontArgs, Model};
use crate::exit::Exit;

/// A program and where it came from.
pub struct Loaded {
    pub sources: SourceMap,
    pub program: Program,
}

/// Should output to standard error be coloured?
pub fn color() -> bool {
    use std::io::IsTerminal;
    std::env::var_os("NO_COLOR").is_none_or(|v| v.is_empty()) && std::io::stderr().is_terminal()
}

/// Like [`load`], but the program must have its entry function.
pub fn load_program(args: &FrontArgs, program_args: &[String]) -> Result<&'static mut Loaded, Exit> {
    let loaded = load(args, program_args)?;
    match loaded.program.entry {
        Some(_) => Ok(loaded),
        None => {
            Err(Exit::input(format!("there is no function `{}` to start from (see --entry)", args.entry)))
        }
    }
}

/// `file:line:column` of a span.
pub fn place_text(sources: &SourceMap, span: Span) -> String {
    sources.place(span).map_or("?".to_owned(), |p| format!("{}:{}:{}", p.file, p.line, p.column))
}

/// Loads, links and lowers the program; errors are printed. Without entry function it is a program all the same.
/// It is never dropped: the process ends with it, and taking millions of objects apart would cost time.
pub fn load(args: &FrontArgs, program_args: &[String]) -> Result<&'static mut Loaded, Exit> {
    let mut sources = SourceMap::default();
    let mut names = Names::default();
    let mut diagnostics = Diagnostics::default();
    let mut units = Vec::new();
    for file in &args.files {
        let text = read_source(file, args)?;
        if u32::try_from(text.len()).is_err() {
            return Err(Exit::input(format!("{}: larger than 4 GiB", file.display())));
        }
        let id = sources.add(file.display().to_string(), text);
        units.push(maymust_syntax::parse(id, &mut sources, &mut names, &mut diagnostics));
    }
    let mut linker = Linker::new(args.data_model.into());
    units.iter().for_each(|u| linker.announce(u));
    if diagnostics.error_count() == 0 {
        for unit in &units {
            linker.add(unit, UnitInfo { is_library: false }, &mut names, &mut diagnostics);
        }
    }
    if diagnostics.error_count() == 0 {
        link_library(&mut linker, &mut sources, &mut names, &mut diagnostics);
    }
    print_diagnostics(&diagnostics, &sources, args.no_warnings);
    if diagnostics.error_count() > 0 {
        return Err(Exit::told());
    }
    // Deep trees take long to drop and the process ends soon.
    std::mem::forget(units);
    let hir = linker.finish();
    let name = args.files[0].display().to_string();
    let options = Options {
        entry: args.entry.clone(),
        args: std::iter::once(name).chain(program_args.iter().cloned()).collect(),
    };
    let program = maymust_lower::lower(&hir, &options);
    std::mem::forget(hir);
    Ok(Box::leak(Box::new(Loaded { sources, program })))
}

fn read_source(file: &Path, args: &FrontArgs) -> Result<String, Exit> {
    let missing = |error| Exit::no_input(format!("{}: {error}", file.display()));
    if file.extension().is_some_and(|e| e == "i") {
        return std::fs::read(file).map(text_of_bytes).map_err(missing);
    }
    std::fs::metadata(file).map_err(missing)?;
    preprocess(file, args)
}

fn preprocess(file: &Path, args: &FrontArgs) -> Result<String, Exit> {
    let command = match &args.cpp {
        Some(cpp) => cpp.clone(),
        None => format!("{} -E", std::env::var("CC").unwrap_or_else(|_| "cc".to_owned())),
    };
    let mut words = command.split_whitespace();
    let Some(program) = words.next() else { return Err(Exit::usage("--cpp is empty")) };
    let mut cpp = Command::new(program);
    cpp.args(words);
    if let (Model::Ilp32, None) = (args.data_model, &args.cpp) {
        cpp.arg("-m32");
    }
    cpp.args(args.include_dirs.iter().map(|d| format!("-I{d}")));
    cpp.args(args.defines.iter().map(|d| format!("-D{d}")));
    cpp.args(args.undefines.iter().map(|u| format!("-U{u}")));
    for include in &args.includes {
        cpp.args(["-include", include]);
    }
    cpp.arg(file);
    let output = cpp
        .output()
        .map_err(|e| Exit::no_input(format!("cannot run the preprocessor `{command}`: {e} (see --cpp)")))?;
    if !output.status.success() {
        eprint!("{}", String::from_utf8_lossy(&output.stderr));
        return Err(Exit::input(format!("{}: the preprocessor `{command}` failed", file.display())));
    }
    Ok(text_of_bytes(output.stdout))
}

/// Adds the library models that the program needs, and those that these need.
fn link_library(
    linker: &mut Linker,
    sources: &mut SourceMap,
    names: &mut Names,
    diagnostics: &mut Diagnostics,
) {
    let mut linked: Vec<&str> = Vec::new();
    loop {
        let mut wanted = linker.undefined_functions();
        wanted.extend(linker.undefined_objects());
        let mut files: Vec<&'static str> =
            wanted.iter().filter_map(|name| maymust_library::providers(name)).collect();
        files.sort_unstable();
        files.dedup();
        files.retain(|f| !linked.contains(f));
        if files.is_empty() {
            return;
        }
        for file in files {
            linked.push(file);
            let text = maymust_library::source(file).unwrap_or_default();
            let id = sources.add(format!("<library>/{file}"), text);
            let unit: ast::Unit = maymust_syntax::parse(id, sources, names, diagnostics);
            linker.add(&unit, UnitInfo { is_library: true }, names, diagnostics);
        }
    }
}

fn print_diagnostics(diagnostics: &Diagnostics, sources: &SourceMap, no_warnings: bool) {
    let color = color();
    for diagnostic in diagnostics.iter() {
        if diagnostic.severity == Severity::Error || !no_warnings {
            eprint!("{}", diagnostic.render(sources, color));
        }
    }
    let errors = diagnostics.error_count();
    if errors > 0 {
        eprintln!("{errors} error{}", if errors == 1 { "" } else { "s" });
    }
}
