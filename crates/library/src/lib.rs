//! Models of the C library, written in C: the files under `c/`, and which of them defines a name.
//!
//! Every file is a translation unit of its own, without preprocessor lines, that means the same in
//! both data models. A definition starts in the first column and its head ends on the line that
//! names it; the index of names is read off the text by that rule, so the two cannot disagree.

use std::collections::BTreeMap;
use std::sync::OnceLock;

macro_rules! model_files {
    ($($name:literal),* $(,)?) => {
        &[$(($name, include_str!(concat!("../c/", $name)))),*]
    };
}

const SOURCES: &[(&str, &str)] = model_files![
    "allocation.c",
    "assert.c",
    "complex.c",
    "condition.c",
    "ctype.c",
    "errno.c",
    "fenv.c",
    "format.c",
    "locale.c",
    "math.c",
    "math_float.c",
    "math_long.c",
    "memory.c",
    "mutex.c",
    "posix.c",
    "printf.c",
    "process.c",
    "random.c",
    "scanf.c",
    "signal.c",
    "stat.c",
    "stdio.c",
    "stdlib.c",
    "strerror.c",
    "string.c",
    "strtod.c",
    "synchronise.c",
    "thread.c",
    "thread_end.c",
    "thread_key.c",
    "thread_self.c",
    "time.c",
    "verifier.c",
    "verifier_wide.c",
    "wide.c",
];

/// All model files, as pairs of file name and text.
pub fn sources() -> &'static [(&'static str, &'static str)] {
    SOURCES
}

/// The text of the model file of that name.
pub fn source(file_name: &str) -> Option<&'static str> {
    let place = SOURCES.binary_search_by(|(name, _)| (*name).cmp(file_name)).ok()?;
    Some(SOURCES[place].1)
}

/// The name of the model file that defines a library function or object, if one does.
pub fn providers(name: &str) -> Option<&'static str> {
    index().get(name).copied()
}

/// All names that the models define, in order, each with its file.
pub fn definitions() -> impl Iterator<Item = (&'static str, &'static str)> {
    index().iter().map(|(name, file)| (*name, *file))
}

fn index() -> &'static BTreeMap<&'static str, &'static str> {
    static INDEX: OnceLock<BTreeMap<&str, &str>> = OnceLock::new();
    INDEX.get_or_init(|| {
        let mut names = BTreeMap::new();
        for (file, text) in SOURCES {
            for name in text.lines().filter_map(defined_name) {
                names.insert(name, *file);
            }
        }
        names
    })
}

/// The external function or object that a line defines.
fn defined_name(line: &'static str) -> Option<&'static str> {
    const OTHERS: [&str; 7] = ["static ", "typedef ", "extern ", "enum ", "union ", "/*", "}"];
    if !line.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_')
        || OTHERS.iter().any(|start| line.starts_with(start))
    {
        return None;
    }
    let head = match line.find('(') {
        Some(_) if line.ends_with(';') => return None,
        Some(paren) => &line[..paren],
        None => line.strip_suffix(';')?,
    };
    let head = head.split('=').next()?.trim_end();
    let start = head.rfind(|c: char| !c.is_ascii_alphanumeric() && c != '_')?;
    let name = &head[start + 1..];
    let is_object = !line.contains('(');
    let is_tag = is_object && head.starts_with("struct ") && !head.contains('*');
    (!name.is_empty() && !is_tag).then_some(name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_found_in_their_files() {
        for (name, file) in [
            ("strlen", "string.c"),
            ("stdout", "stdio.c"),
            ("printf", "printf.c"),
            ("__maymust_format", "format.c"),
            ("realloc", "allocation.c"),
            ("__ctype_b_loc", "ctype.c"),
            ("bsearch", "stdlib.c"),
            ("memmem", "memory.c"),
            ("signal", "signal.c"),
            ("read", "posix.c"),
            ("div", "stdlib.c"),
            ("localeconv", "locale.c"),
            ("__maymust_at_thread_end", "thread_end.c"),
        ] {
            assert_eq!(providers(name), Some(file), "{name}");
        }
        assert_eq!(providers("__maymust_emit"), None);
        assert_eq!(providers("__maymust_copy"), None);
        assert_eq!(providers("sin"), None);
    }

    #[test]
    fn files_are_in_order_and_have_no_preprocessor_lines() {
        assert!(SOURCES.is_sorted());
        for (name, text) in SOURCES {
            assert!(!text.lines().any(|line| line.trim_start().starts_with('#')), "{name}");
            assert_eq!(source(name), Some(*text));
        }
    }
}
