//! Compilation databases: `compile_commands.json` as CMake, Meson, Bear and [`crate::record`] write it.

use std::path::{Path, PathBuf};

use serde_json::Value;

use crate::flags::{CompilerCall, is_c_file, split_words};
use crate::{Unit, paths};

/// The name of such a file.
pub const NAME: &str = "compile_commands.json";

/// The database that a path names: a file, or the folder that has one.
pub fn find(path: &Path) -> PathBuf {
    if path.is_dir() { path.join(NAME) } else { path.to_owned() }
}

/// Reads a database. Files that are no C are left out; a file that is compiled several times counts once, as it is
/// compiled first.
///
/// # Errors
/// What is wrong, with the file's name.
pub fn read(path: &Path) -> Result<Vec<Unit>, String> {
    let file = find(path);
    let shown = file.display();
    let text = std::fs::read_to_string(&file).map_err(|e| {
        format!("{shown}: {e} (CMake writes it with -DCMAKE_EXPORT_COMPILE_COMMANDS=ON; `maymust cc -- make` for any build)")
    })?;
    let folder = file.parent().filter(|p| !p.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let folder = std::path::absolute(folder).map_err(|e| format!("{shown}: {e}"))?;
    of_text(&text, &folder).map_err(|e| format!("{shown}: {e}"))
}

fn of_text(text: &str, folder: &Path) -> Result<Vec<Unit>, String> {
    let doc: Value = serde_json::from_str(text).map_err(|e| e.to_string())?;
    let Value::Array(entries) = doc else { return Err("not a list of compiler calls".to_owned()) };
    let mut units: Vec<Unit> = Vec::new();
    let mut seen = std::collections::HashSet::new();
    for (i, entry) in entries.iter().enumerate() {
        let unit = unit(entry, folder).map_err(|e| format!("entry {}: {e}", i + 1))?;
        if let Some(unit) = unit.filter(|u| seen.insert(u.path())) {
            units.push(unit);
        }
    }
    Ok(units)
}

/// The unit of an entry; none if it is no C.
fn unit(entry: &Value, base: &Path) -> Result<Option<Unit>, String> {
    let text = |key: &str| entry.get(key).and_then(Value::as_str);
    let folder = text("directory").map_or_else(|| base.to_owned(), |d| paths::normal(&base.join(d)));
    let file = PathBuf::from(text("file").ok_or("it has no `file`")?);
    let words = match (entry.get("arguments").and_then(Value::as_array), text("command")) {
        (Some(list), _) => list.iter().filter_map(Value::as_str).map(str::to_owned).collect(),
        (None, Some(command)) => split_words(command),
        (None, None) => return Err("it has neither `arguments` nor `command`".to_owned()),
    };
    let (compiler, words) = split_compiler(&words);
    let call = CompilerCall::parse(words, &folder);
    let is_source = |s: &PathBuf| paths::normal(&folder.join(s)) == paths::normal(&folder.join(&file));
    if !is_c_file(&file) || !call.sources.iter().any(is_source) {
        return Ok(None);
    }
    let compiler = compiler.map(str::to_owned);
    Ok(Some(Unit { file, folder, flags: call.flags, is_32_bit: call.is_32_bit, compiler }))
}

/// Takes the compiler off the front of a command; `ccache` and such before it do not count.
pub fn split_compiler(words: &[String]) -> (Option<&str>, &[String]) {
    const LAUNCHERS: [&str; 5] = ["ccache", "distcc", "sccache", "icecc", "libtool"];
    let base = |w: &String| Path::new(w).file_name().map(|n| n.to_string_lossy().into_owned());
    let is_launcher = |w: &&String| base(w).is_some_and(|n| LAUNCHERS.contains(&n.as_str()));
    let skipped = words.iter().take_while(is_launcher).count();
    match words[skipped..].split_first() {
        Some((compiler, rest)) => (Some(compiler), rest),
        None => (None, &[]),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_forms_are_read() {
        let text = r#"[
            {"directory": "/b", "command": "/usr/bin/cc -DX=\\\"1\\\" -O2 -o a.o -c ../s/a.c", "file": "../s/a.c"},
            {"directory": "sub", "arguments": ["ccache", "gcc", "-m32", "-c", "b.c"], "file": "b.c", "output": "b.o"},
            {"directory": "/b", "arguments": ["cc", "-DPIC", "-c", "/s/a.c"], "file": "/s/a.c"},
            {"directory": "/b", "arguments": ["c++", "-c", "x.cpp"], "file": "x.cpp"}]"#;
        let units = of_text(text, Path::new("/top")).expect("a database");
        assert_eq!(units.len(), 2);
        assert_eq!(units[0].path(), Path::new("/s/a.c"));
        assert_eq!(units[0].flags, ["-DX=\"1\""]);
        assert_eq!(units[1].path(), Path::new("/top/sub/b.c"));
        assert!(units[1].is_32_bit);
        assert_eq!(units[1].compiler.as_deref(), Some("gcc"));
    }

    #[test]
    fn what_is_wrong_is_said() {
        let wrong = |text: &str| of_text(text, Path::new("/")).unwrap_err();
        assert!(wrong("{}").contains("list"));
        assert!(wrong(r#"[{"file": "a.c"}]"#).contains("entry 1"));
        assert!(wrong("[").contains("EOF"));
    }
}
