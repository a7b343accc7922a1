//! Failing answers are real: the inputs of every failing run, written as C and compiled with the program, fail it there too.

mod common;

use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::atomic::{AtomicUsize, Ordering};

use common::{all, compile, compiler, maymust, run, scratch};
use maymust_bench::task::{Subject, Task};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// Programs of the corpus that reach an error.
fn failing() -> Vec<Task> {
    let tasks = maymust_bench::suite::load(&[root().join("tests/corpus")], &std::env::temp_dir());
    let fails = |t: &Task| {
        let question = &t.questions[0];
        question.expected == Some(false) && matches!(question.subject, Subject::Unreachable)
    };
    tasks.expect("the corpus").into_iter().filter(fails).collect()
}

#[test]
fn what_fails_fails_compiled() {
    let Some(cc) = compiler() else { return };
    let (tasks, decided) = (failing(), AtomicUsize::new(0));
    let property = root().join("tests/corpus/properties/unreach-call.prp");
    all(&tasks, |task| {
        let log = scratch("replay").join(task.name.replace('/', "_"));
        let (test, binary) = (log.with_extension("test.c"), log.with_extension("exe"));
        let _ = std::fs::remove_file(&test);
        let mut check = maymust();
        check.args(["check", "-w", "--timeout", "10s", "--property"]).arg(&property);
        let out = run(check.arg("--test").arg(&test).args(&task.files), &log);
        match out.status {
            Some(1) => decided.fetch_add(1, Ordering::Relaxed),
            // No answer is no wrong answer.
            Some(2) => return Ok(()),
            _ => return Err(format!("{}: {out:?}", task.name)),
        };
        let files = [task.files.clone(), vec![test]].concat();
        compile(&cc, &[], &files, &binary).map_err(|e| format!("{}: {e}", task.name))?;
        let out = run(&mut Command::new(&binary), &log.with_extension("run"));
        if out.status == Some(134) { Ok(()) } else { Err(format!("{}: compiled: {out:?}", task.name)) }
    });
    let decided = decided.into_inner();
    assert!(decided * 10 >= tasks.len() * 8, "{decided} of {} decided", tasks.len());
}
