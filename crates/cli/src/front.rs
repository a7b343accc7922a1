//! Loading the program that the command line names; what is wrong with it is printed.

use std::io::IsTerminal;
use std::sync::OnceLock;

use maymust_front::{Error, Options};
use maymust_source::{SourceMap, Span};

use crate::args::{ColorChoice, FrontArgs, Malloc};
use crate::exit::Exit;

pub use maymust_front::Loaded;

/// What the command line says about colours; `auto` if nothing.
static COLOR: OnceLock<ColorChoice> = OnceLock::new();

/// Sets what the command line says about colours.
pub fn choose_color(choice: ColorChoice) {
    // The first choice stays, and there is only one.
    let _ = COLOR.set(choice);
}

/// Should output to standard error be coloured?
pub fn color() -> bool {
    colored(std::io::stderr().is_terminal())
}

/// Should output to standard output be coloured?
pub fn color_of_stdout() -> bool {
    colored(std::io::stdout().is_terminal())
}

fn colored(is_terminal: bool) -> bool {
    match COLOR.get().unwrap_or(&ColorChoice::Auto) {
        ColorChoice::Always => true,
        ColorChoice::Never => false,
        ColorChoice::Auto => std::env::var_os("NO_COLOR").is_none_or(|v| v.is_empty()) && is_terminal,
    }
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

/// The program for a run. It is never dropped: the process ends with it, and taking millions of objects apart would
/// cost time.
pub fn load_program(args: &FrontArgs, program_args: Arguments<'_>) -> Result<&'static mut Loaded, Exit> {
    let loaded = load(args, program_args)?;
    need_entry(loaded, &args.entry)?;
    Ok(loaded)
}

fn need_entry(loaded: &Loaded, entry: &str) -> Result<(), Exit> {
    match loaded.program.entry {
        Some(_) => Ok(()),
        None => Err(Exit::input(format!("there is no function `{entry}` to start from (see --entry)"))),
    }
}

/// Loads a program; diagnostics are printed. Without entry function it is a program all the same.
pub fn load(args: &FrontArgs, program_args: Arguments<'_>) -> Result<&'static mut Loaded, Exit> {
    let loaded = load_with(args, |start| match program_args {
        Arguments::Given(list) => start.args.extend_from_slice(list),
        Arguments::Any => start.any_args = true,
    })?;
    Ok(Box::leak(Box::new(loaded)))
}

/// The program to be verified: any arguments, and one function to start from or each of them.
pub fn load_for_check(
    args: &FrontArgs,
    entry: &str,
    each_function: bool,
    malloc: Malloc,
) -> Result<Loaded, Exit> {
    let loaded = load_with(args, |start| {
        start.malloc_may_fail = malloc == Malloc::MayFail;
        start.entry = entry.to_owned();
        start.any_args = true;
        start.each_function = each_function;
    })?;
    match each_function {
        true if loaded.starts.is_empty() => return Err(Exit::input("the files define no function")),
        true => {}
        false => need_entry(&loaded, entry)?,
    }
    Ok(loaded)
}

fn load_with(args: &FrontArgs, start: impl FnOnce(&mut maymust_lower::Options)) -> Result<Loaded, Exit> {
    let mut options = Options::new(args.files.clone());
    options.preprocessor_args = preprocessor_args(args);
    options.cpp = args.cpp.clone();
    options.data_model = args.data_model.into();
    options.start.entry = args.entry.clone();
    options.start.object_bits = args.object_bits;
    start(&mut options.start);
    let (loaded, messages) = maymust_front::load(&options, color());
    for message in messages.iter().filter(|m| m.is_error || !args.no_warnings) {
        eprint!("{}", message.text);
    }
    count_errors(messages.iter().filter(|m| m.is_error).count());
    match loaded {
        Ok(loaded) => Ok(loaded),
        Err(Error::NoInput(message)) => Err(Exit::no_input(message)),
        Err(Error::Input(message)) => Err(Exit::input(message)),
        Err(Error::Usage(message)) => Err(Exit::usage(message)),
    }
}

/// Says how many errors there were, if any.
pub fn count_errors(errors: usize) {
    if errors > 0 {
        eprintln!("{errors} error{}", if errors == 1 { "" } else { "s" });
    }
}

/// The arguments for the preprocessor.
pub fn preprocessor_args(args: &FrontArgs) -> Vec<String> {
    let mut out: Vec<String> = args.include_dirs.iter().map(|d| format!("-I{d}")).collect();
    out.extend(args.defines.iter().map(|d| format!("-D{d}")));
    out.extend(args.undefines.iter().map(|u| format!("-U{u}")));
    for include in &args.includes {
        out.extend(["-include".to_owned(), include.clone()]);
    }
    out
}
