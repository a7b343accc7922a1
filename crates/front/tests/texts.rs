//! The text form of a program is read back to the same program: for the programs under `tests/run`, as they are lowered and
//! as engines get them.

use std::path::{Path, PathBuf};

use maymust_program::{Program, text, text_parse};

/// The programs of a folder of the repository: files, or folders of files.
fn programs(folder: &str) -> Vec<Vec<PathBuf>> {
    let list = |folder: &Path| {
        let entries = std::fs::read_dir(folder).expect("the folder is there");
        let mut paths: Vec<PathBuf> = entries.map(|e| e.expect("an entry").path()).collect();
        paths.sort();
        paths
    };
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests").join(folder);
    list(&root).into_iter().map(|path| if path.is_dir() { list(&path) } else { vec![path] }).collect()
}

/// The first line that differs, if one does.
fn difference(program: &Program) -> Option<String> {
    let printed = text::print(program);
    let again = match text_parse::parse(&printed) {
        Ok(again) => text::print(&again),
        Err(e) => return Some(e.to_string()),
    };
    let line = || printed.lines().zip(again.lines()).find(|(a, b)| a != b);
    (printed != again).then(|| format!("{:?}", line()))
}

#[test]
fn programs_are_read_back() {
    if std::process::Command::new("cc").arg("--version").output().is_err() {
        println!("skipped: there is no C compiler");
        return;
    }
    let mut wrong = Vec::new();
    for files in programs("run") {
        let name = files[0].display().to_string();
        let options = maymust_front::Options::new(files);
        let loaded = maymust_front::load(&options, false).0;
        let mut program = loaded.unwrap_or_else(|e| panic!("{name}: {e}")).program;
        wrong.extend(difference(&program).map(|d| format!("{name}: {d}")));
        maymust_program::prepare(&mut program);
        wrong.extend(difference(&program).map(|d| format!("{name}, prepared: {d}")));
    }
    assert!(wrong.is_empty(), "{} programs:\n{}", wrong.len(), wrong.join("\n"));
}
