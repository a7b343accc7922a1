//! C text through the system's preprocessor.

use std::path::Path;
use std::process::{Command, Output, Stdio};

use maymust_project::paths;
use maymust_sema::DataModel;
use maymust_syntax::text_of_bytes;

use crate::{Error, Input, Options};

/// `maymust.h`, for those who have no copy of it.
const HEADER: &str = include_str!("../../../include/maymust.h");

/// The text of a file after preprocessing.
pub fn preprocess(input: &Input, options: &Options) -> Result<String, Error> {
    let command = match (&options.cpp, &input.compiler) {
        (Some(cpp), _) => cpp.clone(),
        (None, Some(compiler)) => format!("{compiler} -E"),
        (None, None) => format!("{} -E", std::env::var("CC").unwrap_or_else(|_| "cc".to_owned())),
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
    words.extend(input.flags.iter().map(String::as_str));
    let not_run = |e| Error::NoInput(format!("cannot run the preprocessor `{command}`: {e} (see --cpp)"));
    let call = Call { program, words: &words, input };
    let mut output = call.run(&[]).map_err(not_run)?;
    if !output.status.success()
        && options.data_model == DataModel::Ilp32
        && is_own_choice
        && let Some(other) = with_headers_of_64_bits(&call)
    {
        output = other;
    }
    if output.status.success() {
        let text = text_of_bytes(output.stdout);
        return Ok(match &input.folder {
            Some(folder) => names_from_here(&text, folder),
            None => text,
        });
    }
    let said = String::from_utf8_lossy(&output.stderr);
    let file = input.path.display();
    Err(Error::Input(format!("{file}: the preprocessor `{command}` failed\n{}", said.trim_end())))
}

/// A call of a preprocessor.
struct Call<'a> {
    program: &'a str,
    words: &'a [&'a str],
    input: &'a Input,
}

impl Call<'_> {
    fn run(&self, more: &[&Path]) -> std::io::Result<Output> {
        let mut command = Command::new(self.program);
        command.args(self.words).stdin(Stdio::inherit());
        // Contracts are for this reader alone; the header that hides them from others is ours.
        let header = tempfile::tempdir()?;
        if self.words.contains(&"-E") {
            std::fs::write(header.path().join("maymust.h"), HEADER)?;
            command.arg("-D__MAYMUST__=1").arg("-idirafter").arg(header.path());
        }
        more.iter().for_each(|folder| {
            command.arg("-idirafter").arg(folder);
        });
        match &self.input.folder {
            // The file is named from here, the flags are for there.
            Some(folder) => command.arg(std::path::absolute(&self.input.path)?).current_dir(folder),
            None => command.arg(&self.input.path),
        };
        command.output()
    }
}

/// Many systems with 64 bits lack the headers for 32: then those for 64, which adapt to the compiler's predefined macros, serve
/// as well. All that they include for 32 bits alone is a list of functions that are only stubs. None if that fails too.
fn with_headers_of_64_bits(call: &Call<'_>) -> Option<Output> {
    let multiarch = Command::new(call.program).arg("-print-multiarch").output().ok()?;
    let multiarch = String::from_utf8(multiarch.stdout).ok()?;
    let stubs = tempfile::tempdir().ok()?;
    std::fs::create_dir(stubs.path().join("gnu")).ok()?;
    std::fs::write(stubs.path().join("gnu/stubs-32.h"), "").ok()?;
    let headers = Path::new("/usr/include").join(multiarch.trim());
    let output = call.run(&[&headers, stubs.path()]).ok()?;
    output.status.success().then_some(output)
}

/// Line markers name files as the preprocessor in that folder sees them: here, they are named as people see them from here.
fn names_from_here(text: &str, folder: &Path) -> String {
    let here = std::env::current_dir().unwrap_or_default();
    let mut out = String::with_capacity(text.len());
    for line in text.split_inclusive('\n') {
        let name = line.strip_prefix("# ").and_then(|rest| rest.split_once('"')?.1.rsplit_once('"'));
        match name {
            // `<built-in>` is no file, and what has a backslash is quoted.
            Some((name, flags)) if !name.starts_with('<') && !name.contains('\\') => {
                let seen = paths::seen_from(&paths::normal(&folder.join(name)), &here);
                let number = line.split('"').next().unwrap_or("# 1 ");
                out.push_str(&format!("{number}\"{}\"{flags}", seen.display()));
            }
            _ => out.push_str(line),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_seen_from_here() {
        let here = std::env::current_dir().expect("a folder");
        let text =
            "# 1 \"../a.c\"\nint x;\n# 1 \"/usr/include/x.h\" 1 3 4\n# 0 \"<built-in>\"\n#pragma p \"q\"\n";
        let expected =
            "# 1 \"a.c\"\nint x;\n# 1 \"/usr/include/x.h\" 1 3 4\n# 0 \"<built-in>\"\n#pragma p \"q\"\n";
        assert_eq!(names_from_here(text, &here.join("build")), expected);
    }
}
