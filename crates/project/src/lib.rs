//! What a build says about a project: which files are compiled and how, and what a project's settings ask for.
//!
//! A project is a list of [`Unit`]s: from a compilation database ([`database`]), which other tools write or
//! [`record`] makes from any build. [`settings`] reads `maymust.toml`. Invariant: knows no C.

pub mod database;
pub mod flags;
pub mod paths;
pub mod record;
pub mod settings;

use std::path::PathBuf;

/// A file as a build compiles it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unit {
    /// The file, as the build names it: absolute or relative to the folder.
    pub file: PathBuf,
    /// Where the compiler runs.
    pub folder: PathBuf,
    /// Flags for the preprocessor.
    pub flags: Vec<String>,
    /// Is the target a machine of 32 bits?
    pub is_32_bit: bool,
    /// The compiler, if the build says which.
    pub compiler: Option<String>,
}

impl Unit {
    /// The file's path from anywhere, without `.` and `..`.
    pub fn path(&self) -> PathBuf {
        paths::normal(&self.folder.join(&self.file))
    }
}
