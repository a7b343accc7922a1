//! Suites: folders of task definitions, `.set` lists of them, single `.yml` files, and `.gen` lists of programs that are
//! generated when the suite is read.

use std::path::{Path, PathBuf};

use crate::generate;
use crate::task::{self, Task};

/// Reads suites, in the order given; tasks of a folder are in the order of their paths. What `.gen` files ask for is
/// written below `work`.
///
/// # Errors
/// What is wrong with a file.
pub fn load(suites: &[PathBuf], work: &Path) -> Result<Vec<Task>, String> {
    let mut tasks: Vec<Task> = Vec::new();
    for suite in suites {
        for file in definitions(suite, work)? {
            let name = name_of(&file, suite, work);
            let task = task::read(&file, &name)?;
            if let Some(missing) = task.files.iter().find(|f| !f.is_file()) {
                return Err(format!("{}: there is no file {}", file.display(), missing.display()));
            }
            tasks.push(task);
        }
    }
    number_doubles(&mut tasks);
    if tasks.is_empty() {
        return Err(
            "no tasks: a suite is a folder with .yml or .gen files, a .set list, or a .yml file".to_owned()
        );
    }
    Ok(tasks)
}

/// Two suites may hold tasks of the same name: results need a difference.
fn number_doubles(tasks: &mut [Task]) {
    let mut seen = std::collections::BTreeMap::new();
    for task in tasks {
        let n: &mut usize = seen.entry(task.name.clone()).or_default();
        *n += 1;
        if *n > 1 {
            task.name = format!("{}#{n}", task.name);
        }
    }
}

/// The path without extension, from the suite's folder on.
fn name_of(file: &Path, suite: &Path, work: &Path) -> String {
    let base = if suite.is_dir() { suite } else { suite.parent().unwrap_or(Path::new("")) };
    let plain = file.with_extension("");
    let short = plain.strip_prefix(base).or_else(|_| plain.strip_prefix(work)).unwrap_or(&plain);
    short.to_string_lossy().into_owned()
}

/// The task definitions of a suite.
fn definitions(suite: &Path, work: &Path) -> Result<Vec<PathBuf>, String> {
    if suite.is_dir() {
        let mut found = Vec::new();
        for file in files_below(suite)? {
            match extension(&file) {
                "yml" => found.push(file),
                "gen" => found.extend(generate::from_list(&file, work)?),
                _ => {}
            }
        }
        return Ok(found);
    }
    if !suite.exists() {
        return Err(format!("{}: there is no such file or folder", suite.display()));
    }
    match extension(suite) {
        "yml" => Ok(vec![suite.to_owned()]),
        "gen" => generate::from_list(suite, work),
        "set" => listed(suite, work),
        _ => Err(format!("{}: neither a folder nor a .set, .yml or .gen file", suite.display())),
    }
}

/// The lines of a `.set` file: patterns of paths from its folder, with `*` in file names; `#` begins a comment.
fn listed(set: &Path, work: &Path) -> Result<Vec<PathBuf>, String> {
    let text = std::fs::read_to_string(set).map_err(|e| format!("{}: {e}", set.display()))?;
    let base = set.parent().unwrap_or(Path::new(""));
    let mut found = Vec::new();
    for line in text.lines() {
        let line = line.split('#').next().unwrap_or("").trim();
        if line.is_empty() {
            continue;
        }
        let matching = matching(&base.join(line))?;
        if matching.is_empty() {
            return Err(format!("{}: nothing matches `{line}`", set.display()));
        }
        for path in matching {
            found.extend(definitions(&path, work)?);
        }
    }
    Ok(found)
}

/// Paths that match a pattern; only the last part may have stars.
fn matching(pattern: &Path) -> Result<Vec<PathBuf>, String> {
    let name = pattern.file_name().map(|n| n.to_string_lossy().into_owned()).unwrap_or_default();
    if !name.contains('*') {
        return Ok(if pattern.exists() { vec![pattern.to_owned()] } else { Vec::new() });
    }
    let folder = pattern.parent().unwrap_or(Path::new("."));
    Ok(entries(folder)?
        .into_iter()
        .filter(|p| p.file_name().is_some_and(|n| glob(&name, &n.to_string_lossy())))
        .collect())
}

/// Does a name match a pattern with stars?
fn glob(pattern: &str, name: &str) -> bool {
    let parts: Vec<&str> = pattern.split('*').collect();
    let Some((first, rest)) = parts.split_first() else { return false };
    let Some(mut left) = name.strip_prefix(first) else { return false };
    for (index, part) in rest.iter().enumerate() {
        if index + 1 == rest.len() {
            return left.ends_with(part);
        }
        match left.find(part) {
            Some(at) => left = &left[at + part.len()..],
            None => return false,
        }
    }
    left.is_empty()
}

fn extension(path: &Path) -> &str {
    path.extension().and_then(|e| e.to_str()).unwrap_or("")
}

fn entries(folder: &Path) -> Result<Vec<PathBuf>, String> {
    let read = std::fs::read_dir(folder).map_err(|e| format!("{}: {e}", folder.display()))?;
    let mut all: Vec<PathBuf> = read.filter_map(|e| e.ok().map(|e| e.path())).collect();
    all.sort();
    Ok(all)
}

/// All files below a folder, in order.
fn files_below(folder: &Path) -> Result<Vec<PathBuf>, String> {
    let mut files = Vec::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(next) = folders.pop() {
        for path in entries(&next)? {
            if path.is_dir() {
                folders.push(path);
            } else {
                files.push(path);
            }
        }
    }
    files.sort();
    Ok(files)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stars() {
        assert!(glob("*.yml", "a.yml") && glob("a*b*.yml", "aXbY.yml") && glob("a.yml", "a.yml"));
        assert!(!glob("*.yml", "a.c") && !glob("a*b", "ac") && !glob("a.yml", "a.yml2"));
    }

    #[test]
    fn folders_sets_and_names() {
        let dir = tempfile::tempdir().expect("a folder");
        let at = |p: &str| dir.path().join(p);
        std::fs::create_dir(at("x")).expect("made");
        std::fs::write(at("p.prp"), "CHECK( init(main()), LTL(G ! overflow) )").expect("written");
        for name in ["x/b", "x/a"] {
            let text = "format_version: '2.0'\ninput_files: a.c\nproperties:\n  - property_file: ../p.prp\n";
            std::fs::write(at(&format!("{name}.yml")), text).expect("written");
        }
        let missing = load(&[at("x")], dir.path()).unwrap_err();
        assert!(missing.contains("x/a.yml: there is no file"), "{missing}");
        assert!(load(&[at("nosuch")], dir.path()).unwrap_err().contains("no such file or folder"));
        std::fs::write(at("x/a.c"), "").expect("written");
        std::fs::write(at("s.set"), "# all\nx/*.yml\n").expect("written");
        let names = |suite: &str| -> Vec<String> {
            let tasks = load(&[at(suite)], dir.path()).expect("a suite");
            tasks.into_iter().map(|t| t.name).collect()
        };
        assert_eq!(names(""), ["x/a", "x/b"]);
        assert_eq!(names("s.set"), ["x/a", "x/b"]);
        assert_eq!(names("x/b.yml"), ["b"]);
        assert_eq!(load(&[at("x")], dir.path()).expect("tasks")[0].category, "x");
        std::fs::write(at("t.set"), "y/*.yml\n").expect("written");
        assert!(load(&[at("t.set")], dir.path()).is_err());
    }
}
