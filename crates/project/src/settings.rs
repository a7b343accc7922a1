//! `maymust.toml`: what a project asks for, so that nobody has to type it.

use std::path::{Path, PathBuf};

use toml::{Table, Value};

/// The name of such a file.
pub const NAME: &str = "maymust.toml";

/// The settings of a project. What is not set is as on the command line.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Settings {
    /// Where the file is; its paths are relative to it.
    pub folder: PathBuf,
    /// The compilation database, or its folder.
    pub build: Option<PathBuf>,
    /// What to check: words of `--check`.
    pub checks: Option<Vec<String>>,
    /// Rules: names of shipped ones, or files.
    pub rules: Vec<String>,
    /// The functions to start from; every function and every `main` if empty.
    pub entries: Vec<String>,
    /// Files that are left out: patterns.
    pub exclude: Vec<String>,
    /// C files that are linked with every unit: models of what is not there.
    pub models: Vec<PathBuf>,
    /// Further flags for the preprocessor.
    pub flags: Vec<String>,
    /// The time for all, as `--timeout` takes it.
    pub timeout: Option<String>,
    /// The time for one file or program.
    pub unit_timeout: Option<String>,
    /// The memory of one process, as `--memory` takes it.
    pub memory: Option<String>,
    /// Files to work on at the same time.
    pub jobs: Option<u16>,
    /// `never-fails` or `may-fail`.
    pub malloc: Option<String>,
    /// Are the arguments of entries never null?
    pub nonnull_args: bool,
}

impl Settings {
    /// Reads a file.
    ///
    /// # Errors
    /// What is wrong, with the file's name and the key.
    pub fn read(file: &Path) -> Result<Settings, String> {
        let text = std::fs::read_to_string(file).map_err(|e| format!("{}: {e}", file.display()))?;
        let folder = file.parent().map(Path::to_owned).unwrap_or_default();
        Settings::of_text(&text, folder).map_err(|e| format!("{}: {e}", file.display()))
    }

    fn of_text(text: &str, folder: PathBuf) -> Result<Settings, String> {
        let table: Table = text.parse().map_err(|e: toml::de::Error| e.to_string().trim_end().to_owned())?;
        let mut out = Settings { folder, ..Settings::default() };
        for (key, value) in &table {
            out.set(key, value).map_err(|wanted| format!("`{key}`: {wanted}"))?;
        }
        Ok(out)
    }

    fn set(&mut self, key: &str, value: &Value) -> Result<(), String> {
        let file = |name: String| self.folder.join(name);
        match key {
            "build" => self.build = Some(file(text(value)?)),
            "checks" => self.checks = Some(texts(value)?),
            "rules" => {
                // A name with a folder or an ending is a file; others are shipped.
                let is_file = |r: &String| r.contains('/') || r.ends_with(".rule");
                let rules = texts(value)?.into_iter();
                self.rules =
                    rules.map(|r| if is_file(&r) { file(r).display().to_string() } else { r }).collect();
            }
            "entries" => self.entries = texts(value)?,
            "exclude" => self.exclude = texts(value)?,
            "models" => self.models = texts(value)?.into_iter().map(file).collect(),
            "flags" => self.flags = texts(value)?,
            "timeout" => self.timeout = Some(text(value)?),
            "unit-timeout" => self.unit_timeout = Some(text(value)?),
            "memory" => self.memory = Some(text(value)?),
            "malloc" => self.malloc = Some(text(value)?),
            "jobs" => {
                let jobs = value.as_integer().and_then(|n| u16::try_from(n).ok()).filter(|n| *n > 0);
                self.jobs = Some(jobs.ok_or("expected a number from 1")?);
            }
            "nonnull-args" => self.nonnull_args = value.as_bool().ok_or("expected true or false")?,
            _ => return Err(format!("no such setting (there are {})", KEYS.join(", "))),
        }
        Ok(())
    }
}

const KEYS: [&str; 13] = [
    "build",
    "checks",
    "rules",
    "entries",
    "exclude",
    "models",
    "flags",
    "timeout",
    "unit-timeout",
    "memory",
    "malloc",
    "jobs",
    "nonnull-args",
];

fn text(value: &Value) -> Result<String, String> {
    value.as_str().map(str::to_owned).ok_or_else(|| "expected a text in quotes".to_owned())
}

fn texts(value: &Value) -> Result<Vec<String>, String> {
    let wanted = || "expected a list of texts, as in [\"a\", \"b\"]".to_owned();
    match value {
        Value::Array(items) => items.iter().map(|v| text(v).map_err(|_| wanted())).collect(),
        Value::String(one) => Ok(vec![one.clone()]),
        _ => Err(wanted()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(text: &str) -> Result<Settings, String> {
        Settings::of_text(text, PathBuf::from("/p"))
    }

    #[test]
    fn settings_are_read() {
        let settings = parse(
            "build = 'out'\nchecks = ['memory', \"div0\"]\nrules = ['mutex', 'r/x.rule']\nexclude = 'tests'\nmodels = ['m.c']\n\
             jobs = 4\ntimeout = '2m'\nnonnull-args = true\n",
        )
        .expect("settings");
        assert_eq!(settings.build, Some(PathBuf::from("/p/out")));
        assert_eq!(settings.checks, Some(vec!["memory".to_owned(), "div0".to_owned()]));
        assert_eq!(settings.rules, ["mutex", "/p/r/x.rule"]);
        assert_eq!(settings.exclude, ["tests"]);
        assert_eq!(settings.models, [PathBuf::from("/p/m.c")]);
        assert_eq!((settings.jobs, settings.nonnull_args), (Some(4), true));
    }

    #[test]
    fn what_is_wrong_is_said() {
        assert!(parse("check = 1").unwrap_err().contains("checks"));
        assert!(parse("jobs = 0").unwrap_err().contains("jobs"));
        assert!(parse("rules = 1").unwrap_err().contains("list"));
        assert!(parse("rules = [").unwrap_err().contains("line 1"));
    }
}
