//! The map is true: the table of crate edges in ARCHITECTURE.md is what the manifests say, and what must be absent is.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

type Edges = BTreeMap<String, BTreeSet<String>>;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn read(path: &Path) -> String {
    fs::read_to_string(path).unwrap_or_else(|e| panic!("{}: {e}", path.display()))
}

/// The lines `crate: crate crate` of the block ```` ```edges ```` in ARCHITECTURE.md.
fn edges_of_the_map() -> Edges {
    let text = read(&root().join("ARCHITECTURE.md"));
    let (_, block) = text.split_once("```edges\n").expect("a block of edges");
    let (block, _) = block.split_once("```").expect("its end");
    let line = |line: &str| {
        let (name, others) = line.split_once(':').unwrap_or_else(|| panic!("no colon: {line}"));
        (name.to_owned(), others.split_whitespace().map(str::to_owned).collect())
    };
    block.lines().map(line).collect()
}

/// What the manifests say, tests and examples aside.
fn edges_of_the_manifests() -> Edges {
    let folders = fs::read_dir(root().join("crates")).expect("the crates");
    let one = |entry: Result<fs::DirEntry, _>| {
        let path = entry.expect("an entry").path().join("Cargo.toml");
        let text = read(&path);
        let (_, rest) = text.split_once("\n[dependencies]").unwrap_or_default();
        let section = rest.split("\n[").next().unwrap_or_default();
        let name = |l: &str| l.strip_prefix("maymust-")?.split(['.', ' ', '=']).next().map(str::to_owned);
        let folder = path.parent().and_then(Path::file_name).expect("a name");
        (folder.to_string_lossy().into_owned(), section.lines().filter_map(name).collect())
    };
    folders.map(one).collect()
}

#[test]
fn crates_know_whom_the_map_says() {
    let (map, manifests) = (edges_of_the_map(), edges_of_the_manifests());
    let text = |edges: &Edges| -> Vec<String> {
        let line = |(name, others): (&String, &BTreeSet<String>)| {
            format!("{name}: {}", others.iter().cloned().collect::<Vec<_>>().join(" ")).trim_end().to_owned()
        };
        edges.iter().map(line).collect()
    };
    assert_eq!(
        text(&map),
        text(&manifests),
        "the block of edges in ARCHITECTURE.md and crates/*/Cargo.toml differ"
    );
}

/// Every crate that the map has edges for is a row of its table, and the other way round.
#[test]
fn every_crate_has_a_row() {
    let text = read(&root().join("ARCHITECTURE.md"));
    for name in edges_of_the_manifests().keys() {
        assert!(text.contains(&format!("\n| `{name}` |")), "no row for crate `{name}` in ARCHITECTURE.md");
    }
}

fn sources(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            sources(&path, found);
        } else if path.extension().is_some_and(|e| e == "rs") {
            found.push(path);
        }
    }
}

/// Only the command line prints or ends the process.
#[test]
fn only_the_command_line_prints() {
    for name in edges_of_the_manifests().keys().filter(|n| *n != "cli") {
        let mut files = Vec::new();
        sources(&root().join("crates").join(name).join("src"), &mut files);
        for file in files {
            let text = read(&file);
            // Tests at the end of a file say what they skip.
            let code = text.split("\n#[cfg(test)]").next().unwrap_or_default();
            for word in ["println!(", "print!(", "process::exit("] {
                assert!(!code.contains(word), "{}: {word}", file.display());
            }
        }
    }
}
