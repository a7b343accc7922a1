//! Recording the compiler calls of a build, whatever it is made with.
//!
//! A folder of links, one for every C compiler that the build could call, goes in front of `PATH`; each leads back to this
//! program, which notes the call ([`note`]) and then becomes the real compiler. Afterwards the notes are a
//! compilation database ([`Recording::finish`]).

use std::ffi::OsString;
use std::io::Write;
use std::path::{Path, PathBuf};

use serde_json::{Value, json};

use crate::flags::{CompilerCall, Makes};
use crate::{database, paths};

/// The file that calls are noted in: an environment variable of the build.
const LOG: &str = "MAYMUST_RECORD_LOG";
/// The folder of links, to be passed over when the real compiler is looked for.
const LINKS: &str = "MAYMUST_RECORD_LINKS";

/// A build that is watched.
#[derive(Debug)]
pub struct Recording {
    folder: PathBuf,
    log: PathBuf,
}

impl Recording {
    /// Makes the links, in an empty folder, to the program that calls [`note`].
    ///
    /// # Errors
    /// If the folder cannot be written to.
    pub fn start(folder: &Path, program: &Path) -> std::io::Result<Recording> {
        let links = folder.join("bin");
        std::fs::create_dir(&links)?;
        for name in compilers() {
            std::os::unix::fs::symlink(program, links.join(name))?;
        }
        Ok(Recording { folder: links, log: folder.join("log") })
    }

    /// The environment that a build is to have.
    pub fn environment(&self) -> Vec<(&'static str, OsString)> {
        let old = std::env::var_os("PATH").unwrap_or_default();
        let path = std::iter::once(self.folder.clone()).chain(std::env::split_paths(&old));
        let path = std::env::join_paths(path).unwrap_or(old);
        vec![("PATH", path), (LOG, self.log.clone().into()), (LINKS, self.folder.clone().into())]
    }

    /// What was noted, as the text of a compilation database, and the number of its entries. Files that are gone (those of a
    /// `configure` script) are left out.
    pub fn finish(self) -> (String, usize) {
        let log = std::fs::read_to_string(&self.log).unwrap_or_default();
        let calls = log.lines().filter_map(|line| serde_json::from_str::<Value>(line).ok());
        let entries: Vec<Value> = calls.flat_map(|call| entries(&call)).collect();
        (format!("{:#}\n", Value::Array(entries.clone())), entries.len())
    }
}

/// One entry per C file of a call.
fn entries(call: &Value) -> Vec<Value> {
    let words = |key: &str| -> Vec<String> {
        let list = call.get(key).and_then(Value::as_array);
        list.into_iter().flatten().filter_map(Value::as_str).map(str::to_owned).collect()
    };
    let (arguments, folder) =
        (words("arguments"), call.get("directory").and_then(Value::as_str).unwrap_or(""));
    let (_, rest) = database::split_compiler(&arguments);
    let parsed = CompilerCall::parse(rest, Path::new(folder));
    if parsed.makes == Makes::Text {
        return Vec::new();
    }
    let is_there = |s: &&PathBuf| Path::new(folder).join(s).is_file();
    let entry = |source: &PathBuf| {
        let mut entry = json!({ "directory": folder, "file": source, "arguments": arguments });
        if let Some(output) = &parsed.output {
            entry["output"] = json!(output);
        }
        entry
    };
    parsed.sources.iter().filter(is_there).map(entry).collect()
}

/// The names of C compilers on `PATH`, and the usual ones in any case.
fn compilers() -> Vec<String> {
    let mut names: Vec<String> = ["cc", "gcc", "clang", "c99", "c89"].map(str::to_owned).to_vec();
    for folder in std::env::split_paths(&std::env::var_os("PATH").unwrap_or_default()) {
        let files = std::fs::read_dir(folder).into_iter().flatten().flatten();
        names.extend(files.filter_map(|f| f.file_name().into_string().ok()).filter(|n| is_compiler(n)));
    }
    names.sort_unstable();
    names.dedup();
    names
}

/// `gcc`, `x86_64-linux-gnu-gcc-12`, `clang-16`, ….
fn is_compiler(name: &str) -> bool {
    let version = name.rsplit_once('-').filter(|(_, v)| v.chars().all(|c| c.is_ascii_digit() || c == '.'));
    let name = version.map_or(name, |(name, _)| name);
    let last = name.rsplit('-').next().unwrap_or(name);
    ["cc", "gcc", "clang", "c99", "c89", "tcc"].contains(&last)
}

/// Was this program called through a link of a recording? Then notes the call and gives the real compiler, which the
/// process is to become with the same arguments.
pub fn note(arguments: &[OsString]) -> Option<PathBuf> {
    let (log, links) = (std::env::var_os(LOG)?, PathBuf::from(std::env::var_os(LINKS)?));
    let name = Path::new(arguments.first()?).file_name()?.to_owned();
    if !links.join(&name).exists() || !name.to_str().is_some_and(is_compiler) {
        return None;
    }
    let folders = std::env::var_os("PATH").unwrap_or_default();
    let is_real = |f: &PathBuf| paths::normal(f) != paths::normal(&links);
    let real = std::env::split_paths(&folders).filter(is_real).map(|f| f.join(&name)).find(|f| f.is_file());
    let real = real.unwrap_or_else(|| PathBuf::from("/usr/bin").join(&name));
    let words = arguments.iter().skip(1).map(|a| a.to_string_lossy().into_owned());
    let words: Vec<String> = std::iter::once(real.display().to_string()).chain(words).collect();
    let folder = std::env::current_dir().unwrap_or_default();
    let line = format!("{}\n", json!({ "directory": folder, "arguments": words }));
    // A build must not fail because it is watched; one write of a line is never mixed with another.
    if let Ok(mut log) = std::fs::OpenOptions::new().create(true).append(true).open(log) {
        let _ = log.write_all(line.as_bytes());
    }
    Some(real)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn compilers_by_name() {
        for name in ["cc", "gcc-12", "x86_64-linux-gnu-gcc", "arm-none-eabi-gcc-10.3", "clang-16"] {
            assert!(is_compiler(name), "{name}");
        }
        for name in ["ccache", "gcc-ar", "gcc-nm-12", "g++", "clang++", "clang-format"] {
            assert!(!is_compiler(name), "{name}");
        }
    }

    #[test]
    fn notes_become_entries() {
        let folder = tempfile::tempdir().expect("a folder");
        std::fs::write(folder.path().join("a.c"), "").expect("a file");
        let call = |words: &[&str]| entries(&json!({ "directory": folder.path(), "arguments": words })).len();
        assert_eq!(call(&["gcc", "-c", "a.c", "-o", "a.o"]), 1);
        assert_eq!(call(&["gcc", "-E", "a.c"]), 0);
        assert_eq!(call(&["gcc", "-c", "conftest.c"]), 0);
        assert_eq!(call(&["gcc", "a.o", "-o", "a"]), 0);
    }
}
