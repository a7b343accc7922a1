//! From C files to the program model: preprocess, parse, check, link library models, lower.
//!
//! Invariant: nothing is printed here; what is wrong with the input comes back as diagnostics or an [`Error`].

mod preprocess;

use std::path::{Path, PathBuf};

use maymust_lower::Starts;
use maymust_program::Program;
use maymust_sema::{DataModel, Linker, UnitInfo};
use maymust_source::{Diagnostic, Diagnostics, SourceMap};
use maymust_syntax::{Names, ast, text_of_bytes};

/// What to load and how.
#[derive(Clone, Debug)]
pub struct Options {
    /// C files: `.i` is read as it is, everything else is preprocessed first.
    pub files: Vec<PathBuf>,
    /// Arguments of the preprocessor: `-I…`, `-D…`, `-include`, ….
    pub preprocessor_args: Vec<String>,
    /// The preprocessor command; by default `$CC -E`, or `cc -E`.
    pub cpp: Option<String>,
    /// Sizes of C's types.
    pub data_model: DataModel,
    /// How the program starts.
    pub start: maymust_lower::Options,
}

impl Options {
    /// The usual for some files: LP64, from `main`, which gets the first file's name as its only argument.
    pub fn new(files: Vec<PathBuf>) -> Options {
        let name = files.first().map(|f| f.display().to_string()).unwrap_or_default();
        let start = maymust_lower::Options { args: vec![name], ..Default::default() };
        Options { files, preprocessor_args: Vec::new(), cpp: None, data_model: DataModel::Lp64, start }
    }
}

/// A program and where it came from.
#[derive(Debug)]
pub struct Loaded {
    /// All texts.
    pub sources: SourceMap,
    /// The program, as lowered.
    pub program: Program,
    /// The procedures that runs may start with.
    pub starts: Starts,
}

/// Why there is no program.
#[derive(Clone, Debug)]
pub enum Error {
    /// A file cannot be read, or the preprocessor cannot be run.
    NoInput(String),
    /// The input is not what it should be. Empty if the diagnostics say everything.
    Input(String),
    /// Wrong options.
    Usage(String),
}

impl std::fmt::Display for Error {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let (Error::NoInput(text) | Error::Input(text) | Error::Usage(text)) = self;
        f.write_str(text)
    }
}

/// Loads, links and lowers a program. Without its entry function it is a program all the same, with no entry. The
/// second part of the result is all diagnostics, rendered, with whether each is an error; it is there in any case.
pub fn load(options: &Options, color: bool) -> (Result<Loaded, Error>, Vec<Message>) {
    let mut sources = SourceMap::default();
    let mut diagnostics = Diagnostics::default();
    let program = program(options, &mut sources, &mut diagnostics);
    let mut all: Vec<&Diagnostic> = diagnostics.iter().collect();
    all.sort_by_key(|d| d.span.lo);
    let messages = all
        .into_iter()
        .map(|d| Message {
            is_error: d.severity == maymust_source::Severity::Error,
            text: d.render(&sources, color),
        })
        .collect();
    (program.map(|(program, starts)| Loaded { sources, program, starts }), messages)
}

/// A rendered diagnostic.
#[derive(Clone, Debug)]
pub struct Message {
    /// Error or warning?
    pub is_error: bool,
    /// With its excerpt.
    pub text: String,
}

fn program(
    options: &Options,
    sources: &mut SourceMap,
    diagnostics: &mut Diagnostics,
) -> Result<(Program, Starts), Error> {
    let mut names = Names::default();
    let mut units = Vec::new();
    for file in &options.files {
        let text = read_source(file, options)?;
        if u32::try_from(text.len()).is_err() {
            return Err(Error::Input(format!("{}: larger than 4 GiB", file.display())));
        }
        let id = sources.add(file.display().to_string(), text);
        // Macros are gone from the text; what is shown to people is what they wrote.
        if let Ok(original) = std::fs::read(file) {
            sources.add_original(file.display().to_string(), text_of_bytes(original));
        }
        units.push(maymust_syntax::parse(id, sources, &mut names, diagnostics));
    }
    let mut linker = Linker::new(options.data_model);
    units.iter().for_each(|u| linker.announce(u));
    // What could be read is checked even if not all could: all errors of a file are told at once.
    for unit in units {
        linker.add(unit, UnitInfo { is_library: false }, &mut names, diagnostics);
    }
    if diagnostics.error_count() == 0 {
        link_library(&mut linker, sources, &mut names, diagnostics);
    }
    if diagnostics.error_count() > 0 {
        return Err(Error::Input(String::new()));
    }
    let mut hir = linker.finish();
    hir.names = names;
    for function in &mut hir.functions {
        function.is_system = sources.is_system(function.span);
    }
    Ok(maymust_lower::lower_starts(hir, &options.start))
}

fn read_source(file: &Path, options: &Options) -> Result<String, Error> {
    let missing = |error| Error::NoInput(format!("{}: {error}", file.display()));
    if file.extension().is_some_and(|e| e == "i") {
        return std::fs::read(file).map(text_of_bytes).map_err(missing);
    }
    if std::fs::metadata(file).map_err(missing)?.is_dir() {
        return Err(Error::NoInput(format!("{}: is a directory", file.display())));
    }
    preprocess::preprocess(file, options)
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
        let mut wanted = linker.undefined_functions(names);
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
            linker.add(unit, UnitInfo { is_library: true }, names, diagnostics);
        }
    }
}
