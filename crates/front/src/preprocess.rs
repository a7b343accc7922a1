//! C text through the system's preprocessor.

use std::path::Path;
use std::process::{Command, Output};

use maymust_sema::DataModel;
use maymust_syntax::text_of_bytes;

use crate::{Error, Options};

/// The text of a file after preprocessing.
pub fn preprocess(file: &Path, options: &Options) -> Result<String, Error> {
    let command = match &options.cpp {
        Some(cpp) => cpp.clone(),
        None => format!("{} -E", std::env::var("CC").unwrap_or_else(|_| "cc".to_owned())),
    };
    let is_own_choice = options.cpp.is_none();
    let mut words: Vec<&str> = command.split_whitespace().collect();
    if words.is_empty() {
        return Err(Error::Usage("--cpp is empty".to_owned()));
    }
    let program = words.remove(0);
    if options.data_model == DataModel::Ilp32 && is_own_choice {
        words.push("-m32");
    }
    if is_own_choice {
        // C whatever the name: compilers take files with unknown endings for the linker's.
        words.extend(["-x", "c"]);
    }
    words.extend(options.preprocessor_args.iter().map(String::as_str));
    let not_run = |e| Error::NoInput(format!("cannot run the preprocessor `{command}`: {e} (see --cpp)"));
    let mut output = Command::new(program).args(&words).arg(file).output().map_err(not_run)?;
    if !output.status.success()
        && options.data_model == DataModel::Ilp32
        && is_own_choice
        && let Some(other) = with_headers_of_64_bits(program, &words, file)
    {
        output = other;
    }
    if output.status.success() {
        return Ok(text_of_bytes(output.stdout));
    }
    let said = String::from_utf8_lossy(&output.stderr);
    let file = file.display();
    Err(Error::Input(format!("{file}: the preprocessor `{command}` failed\n{}", said.trim_end())))
}

/// Many systems with 64 bits lack the headers for 32: then those for 64, which adapt to the compiler's predefined macros, serve
/// as well. All that they include for 32 bits alone is a list of functions that are only stubs. None if that fails too.
fn with_headers_of_64_bits(program: &str, words: &[&str], file: &Path) -> Option<Output> {
    let multiarch = Command::new(program).arg("-print-multiarch").output().ok()?;
    let multiarch = String::from_utf8(multiarch.stdout).ok()?;
    let stubs = tempfile::tempdir().ok()?;
    std::fs::create_dir(stubs.path().join("gnu")).ok()?;
    std::fs::write(stubs.path().join("gnu/stubs-32.h"), "").ok()?;
    let mut cpp = Command::new(program);
    cpp.args(words).arg("-idirafter").arg(Path::new("/usr/include").join(multiarch.trim()));
    let output = cpp.arg("-idirafter").arg(stubs.path()).arg(file).output().ok()?;
    output.status.success().then_some(output)
}
