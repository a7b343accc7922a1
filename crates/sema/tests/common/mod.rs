//! Checks source texts and gives what tests compare.

#![allow(dead_code, reason = "each test file uses a part")]

use maymust_sema::{DataModel, Linker, UnitInfo, dump};
use maymust_source::{Diagnostics, Severity, SourceMap};
use maymust_syntax::Names;

/// What checking gave.
pub struct Checked {
    /// The typed tree as text.
    pub text: String,
    /// `line: error|warning: message`.
    pub messages: Vec<String>,
    /// The program.
    pub program: maymust_sema::hir::Program,
    /// The names in it.
    pub names: Names,
}

impl Checked {
    /// The errors alone.
    pub fn errors(&self) -> Vec<&str> {
        self.messages.iter().filter(|m| m.contains("error: ")).map(String::as_str).collect()
    }
}

/// Checks several files as one program.
pub fn check_files(files: &[&str], model: DataModel) -> Checked {
    let units: Vec<(&str, bool)> = files.iter().map(|f| (*f, false)).collect();
    check_units(&units, model)
}

/// Checks files, some of them library models.
pub fn check_units(files: &[(&str, bool)], model: DataModel) -> Checked {
    std::thread::scope(|scope| {
        let builder = std::thread::Builder::new().stack_size(1 << 29);
        let handle = builder.spawn_scoped(scope, || run(files, model)).expect("a thread");
        handle.join().expect("the checker does not panic")
    })
}

fn run(files: &[(&str, bool)], model: DataModel) -> Checked {
    let mut sources = SourceMap::default();
    let mut names = Names::default();
    let mut diagnostics = Diagnostics::default();
    let mut linker = Linker::new(model);
    let mut units = Vec::new();
    for (i, (text, is_library)) in files.iter().enumerate() {
        let file = sources.add(format!("{i}.c"), *text);
        let unit = maymust_syntax::parse(file, &mut sources, &mut names, &mut diagnostics);
        units.push((unit, UnitInfo { is_library: *is_library }));
    }
    for (unit, _) in units.iter().filter(|(_, info)| !info.is_library) {
        linker.announce(unit);
    }
    for (unit, info) in units {
        linker.add(unit, info, &mut names, &mut diagnostics);
    }
    let program = linker.finish();
    let text = dump::program(&program, &names);
    let messages = diagnostics.iter().map(|d| {
        let word = if d.severity == Severity::Error { "error" } else { "warning" };
        let line = sources.place(d.span).map_or(0, |p| p.line);
        format!("{line}: {word}: {}", d.message)
    });
    Checked { text, messages: messages.collect(), program, names }
}

/// Checks one file in LP64.
pub fn check(source: &str) -> Checked {
    check_files(&[source], DataModel::Lp64)
}

/// Asserts that the typed tree of a file without errors contains these lines, in order.
#[track_caller]
pub fn expect(source: &str, lines: &[&str]) {
    expect_in(source, lines, DataModel::Lp64);
}

/// As [`expect`], in a data model.
#[track_caller]
pub fn expect_in(source: &str, lines: &[&str], model: DataModel) {
    let checked = check_files(&[source], model);
    assert!(checked.errors().is_empty(), "{:?}", checked.messages);
    let mut rest = checked.text.as_str();
    for line in lines {
        let found = rest.lines().position(|l| l.trim() == *line);
        let Some(at) = found else { panic!("no line `{line}` (in order) in:\n{}", checked.text) };
        rest = rest.splitn(at + 2, '\n').last().unwrap_or("");
    }
}

/// Asserts the errors of a file.
#[track_caller]
pub fn errors(source: &str, expected: &[&str]) {
    let checked = check(source);
    let found: Vec<String> = checked.errors().iter().map(|e| e.replace("error: ", "")).collect();
    assert_eq!(found, expected, "messages: {:#?}", checked.messages);
}
