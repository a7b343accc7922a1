//! Compiles the models with the C compiler of this machine and compares them with its C library.

use std::path::{Path, PathBuf};
use std::process::Command;

fn compiler() -> Option<String> {
    let name = std::env::var("CC").unwrap_or_else(|_| "cc".to_owned());
    let runs = Command::new(&name).arg("--version").output().is_ok_and(|out| out.status.success());
    if !runs {
        println!("skipped: no C compiler");
    }
    runs.then_some(name)
}

fn folder(name: &str) -> PathBuf {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    std::fs::create_dir_all(&path).expect("a temporary folder");
    path
}

fn run(command: &mut Command) -> String {
    let out = command.output().expect("the command starts");
    let text = String::from_utf8_lossy(&out.stdout).into_owned();
    assert!(out.status.success(), "{command:?}\n{text}{}", String::from_utf8_lossy(&out.stderr));
    text
}

fn model(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("c").join(name)
}

#[test]
fn models_agree_with_the_c_library() {
    let Some(cc) = compiler() else { return };
    let folder = folder("agree");
    let renames: Vec<String> = maymust_library::definitions()
        .filter(|(name, _)| !name.starts_with("__maymust_"))
        .map(|(name, _)| format!("-D{name}=mm_{name}"))
        .collect();
    let mut objects = Vec::new();
    for (name, _) in maymust_library::sources() {
        let object = folder.join(name).with_extension("o");
        let mut compile = Command::new(&cc);
        compile.args(["-std=gnu11", "-O1", "-w", "-fno-builtin", "-c", "-o"]).arg(&object);
        run(compile.args(&renames).arg(model(name)));
        objects.push(object);
    }
    let program = folder.join("compare");
    let driver = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/compare.c");
    let mut link = Command::new(&cc);
    link.args(["-std=gnu11", "-O1", "-w", "-fno-builtin", "-o"]).arg(&program);
    run(link.arg(driver).args(&objects).arg("-lm"));
    run(&mut Command::new(&program));
}

#[test]
fn the_index_names_what_the_compiler_defines() {
    let Some(cc) = compiler() else { return };
    let folder = folder("index");
    let nm_runs = Command::new("nm").arg("--version").output().is_ok_and(|out| out.status.success());
    if !nm_runs {
        println!("skipped: no nm");
        return;
    }
    for (name, _) in maymust_library::sources() {
        let object = folder.join(name).with_extension("o");
        let mut compile = Command::new(&cc);
        compile.args(["-std=gnu11", "-w", "-fno-builtin", "-c", "-o"]).arg(&object);
        run(compile.arg(model(name)));
        let listing = run(Command::new("nm").arg("-g").arg("--defined-only").arg(&object));
        let mut compiled: Vec<&str> = listing.lines().filter_map(|line| line.rsplit(' ').next()).collect();
        compiled.sort_unstable();
        let indexed: Vec<&str> = maymust_library::definitions()
            .filter(|(_, file)| file == name)
            .map(|(symbol, _)| symbol)
            .collect();
        assert_eq!(compiled, indexed, "{name}");
    }
}
