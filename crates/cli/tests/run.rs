//! `maymust run` prints and exits as the compiled program does: the programs under `tests/run`.

mod common;

use std::path::Path;

use common::{all, compile, compiler, entries, files_of, maymust, programs, run, scratch, stem};

#[test]
fn programs_run_as_compiled() {
    let Some(cc) = compiler() else { return };
    let list = entries(&programs("run"));
    assert!(list.len() >= 150, "only {} programs", list.len());
    let folder = scratch("run");
    all(&list, |program| differs(&cc, program, &folder));
}

fn differs(cc: &str, program: &Path, folder: &Path) -> Result<(), String> {
    let name = stem(program);
    let files = files_of(program);
    let binary = folder.join(&name);
    compile(cc, &[], &files, &binary).map_err(|said| format!("{name}: does not compile: {said}"))?;
    let compiled = run(&mut std::process::Command::new(&binary), &folder.join(format!("{name}.cc")));
    let ours = run(maymust().arg("run").arg("-w").args(&files), &folder.join(format!("{name}.mm")));
    if compiled.stdout == ours.stdout && compiled.status == ours.status {
        return Ok(());
    }
    let line = compiled.stdout.lines().zip(ours.stdout.lines()).find(|(a, b)| a != b);
    let (status, expected) = (ours.status, compiled.status);
    let said = ours.stderr.lines().take(6).collect::<Vec<_>>().join("\n    ");
    Err(format!("{name}: status {status:?}, not {expected:?}; first difference {line:?}\n    {said}"))
}
