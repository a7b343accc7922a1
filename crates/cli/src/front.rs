//! Loading the program that the command line names; what is wrong with it is printed.

use maymust_front::{Error, Options};
use maymust_source::{SourceMap, Span};

use crate::args::FrontArgs;
use crate::exit::Exit;

pub use maymust_front::Loaded;

/// Should output to standard error be coloured?
pub fn color() -> bool {
    use std::io::IsTerminal;
    std::env::var_os("NO_COLOR").is_none_or(|v| v.is_empty()) && std::io::stderr().is_terminal()
}

/// `file:line:column` of a span.
pub fn place_text(sources: &SourceMap, span: Span) -> String {
    sources.place(span).map_or("?".to_owned(), |p| format!("{}:{}:{}", p.file, p.line, p.column))
}

/// The command-line arguments of the program.
#[derive(Clone, Copy, Debug)]
pub enum Arguments<'a> {
    /// These, after the program's name.
    Given(&'a [String]),
    /// Whatever there can be.
    Any,
}

/// Like [`load`], but the program must have its entry function.
pub fn load_program(args: &FrontArgs, program_args: Arguments<'_>) -> Result<&'static mut Loaded, Exit> {
    let loaded = load(args, program_args)?;
    match loaded.program.entry {
        Some(_) => Ok(loaded),
        None => {
            Err(Exit::input(format!("there is no function `{}` to start from (see --entry)", args.entry)))
        }
    }
}

/// Loads a program; diagnostics are printed. Without entry function it is a program all the same.
/// It is never dropped: the process ends with it, and taking millions of objects apart would cost time.
pub fn load(args: &FrontArgs, program_args: Arguments<'_>) -> Result<&'static mut Loaded, Exit> {
    let mut options = Options::new(args.files.clone());
    options.preprocessor_args = preprocessor_args(args);
    options.cpp = args.cpp.clone();
    options.data_model = args.data_model.into();
    options.start.entry = args.entry.clone();
    match program_args {
        Arguments::Given(list) => options.start.args.extend_from_slice(list),
        Arguments::Any => options.start.any_args = true,
    }
    let (loaded, messages) = maymust_front::load(&options, color());
    for message in messages.iter().filter(|m| m.is_error || !args.no_warnings) {
        eprint!("{}", message.text);
    }
    let errors = messages.iter().filter(|m| m.is_error).count();
    if errors > 0 {
        eprintln!("{errors} error{}", if errors == 1 { "" } else { "s" });
    }
    match loaded {
        Ok(loaded) => Ok(Box::leak(Box::new(loaded))),
        Err(Error::NoInput(message)) => Err(Exit::no_input(message)),
        Err(Error::Input(message)) => Err(Exit::input(message)),
        Err(Error::Usage(message)) => Err(Exit::usage(message)),
    }
}

fn preprocessor_args(args: &FrontArgs) -> Vec<String> {
    let mut out: Vec<String> = args.include_dirs.iter().map(|d| format!("-I{d}")).collect();
    out.extend(args.defines.iter().map(|d| format!("-D{d}")));
    out.extend(args.undefines.iter().map(|u| format!("-U{u}")));
    for include in &args.includes {
        out.extend(["-include".to_owned(), include.clone()]);
    }
    out
}
