//! Paths: without detours, and as people write them from where they are.

use std::path::{Component, Path, PathBuf};

/// Without `.`, and without `..` where that is plain from the names alone.
pub fn normal(path: &Path) -> PathBuf {
    let mut out = PathBuf::new();
    for part in path.components() {
        match part {
            Component::CurDir => {}
            Component::ParentDir => match out.components().next_back() {
                Some(Component::Normal(_)) => {
                    out.pop();
                }
                Some(Component::RootDir) => {}
                _ => out.push(".."),
            },
            part => out.push(part),
        }
    }
    out
}

/// Seen from a folder: relative if it is inside, else as it is.
pub fn seen_from(path: &Path, folder: &Path) -> PathBuf {
    match path.strip_prefix(folder) {
        Ok(inside) if !inside.as_os_str().is_empty() => inside.to_owned(),
        _ => path.to_owned(),
    }
}

/// Can a program be started by this name?
pub fn is_program(name: &str) -> bool {
    let folders = std::env::var_os("PATH").unwrap_or_default();
    match name.contains('/') {
        true => Path::new(name).is_file(),
        false => std::env::split_paths(&folders).any(|f| f.join(name).is_file()),
    }
}

/// Does a path match a pattern? `*` is any part of a name, `**` any number of folders, `?` one character; a pattern also matches
/// everything in the folder that it names, and stands for itself anywhere in the path unless it begins with `/`.
pub fn matches(pattern: &str, path: &Path) -> bool {
    let (anchored, pattern) = match pattern.strip_prefix('/') {
        Some(rest) => (true, rest),
        None => (false, pattern.trim_start_matches("./")),
    };
    let wanted: Vec<&str> = pattern.split('/').filter(|p| !p.is_empty()).collect();
    let names: Vec<String> = path
        .components()
        .filter_map(|c| match c {
            Component::Normal(name) => Some(name.to_string_lossy().into_owned()),
            _ => None,
        })
        .collect();
    let starts = if anchored { 0..1 } else { 0..names.len().max(1) };
    !wanted.is_empty() && starts.into_iter().any(|i| names_match(&wanted, &names[i.min(names.len())..]))
}

fn names_match(wanted: &[&str], names: &[String]) -> bool {
    match (wanted.split_first(), names.split_first()) {
        // What is inside of a folder that matches does too.
        (None, _) => true,
        (Some((&"**", rest)), _) => {
            names_match(rest, names) || names.split_first().is_some_and(|(_, n)| names_match(wanted, n))
        }
        (Some((first, rest)), Some((name, names))) => {
            name_matches(first.as_bytes(), name.as_bytes()) && names_match(rest, names)
        }
        (Some(_), None) => false,
    }
}

/// One name against one pattern: after a mismatch the last `*` takes one byte more.
fn name_matches(pattern: &[u8], name: &[u8]) -> bool {
    let (mut p, mut n) = (0, 0);
    let mut star = None;
    while n < name.len() {
        if p < pattern.len() && pattern[p] == b'*' {
            star = Some((p, n));
            p += 1;
        } else if p < pattern.len() && (pattern[p] == b'?' || pattern[p] == name[n]) {
            (p, n) = (p + 1, n + 1);
        } else if let Some((at, taken)) = star {
            star = Some((at, taken + 1));
            (p, n) = (at + 1, taken + 1);
        } else {
            return false;
        }
    }
    pattern[p..].iter().all(|c| *c == b'*')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn detours_go() {
        let normal = |p: &str| normal(Path::new(p)).display().to_string();
        assert_eq!(normal("/a/./b/../c"), "/a/c");
        assert_eq!(normal("/../a"), "/a");
        assert_eq!(normal("../a/.."), "..");
        assert_eq!(seen_from(Path::new("/a/b/c"), Path::new("/a")), Path::new("b/c"));
        assert_eq!(seen_from(Path::new("/x"), Path::new("/a")), Path::new("/x"));
    }

    #[test]
    fn patterns() {
        let m = |p: &str, f: &str| matches(p, Path::new(f));
        assert!(m("third_party", "/x/third_party/zlib/a.c") && m("src/*.c", "/x/src/a.c"));
        assert!(m("test_*.c", "/x/y/test_a.c") && !m("test_*.c", "/x/y/a_test.c"));
        assert!(m("/x/**/b.c", "/x/1/2/b.c") && !m("/y", "/x/y/b.c"));
        assert!(m("*a*b*", "/xxaxxbxx") && !m("*a*b", "/xxaxxbxx") && !m("", "/a"));
    }
}
