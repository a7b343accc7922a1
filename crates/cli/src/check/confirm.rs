//! `--confirm`: the tests of failing runs are compiled with the system's compiler and its sanitizers, and run.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use maymust_bench::Limits;
use maymust_bench::process::{self, End};
use maymust_program::CheckKind;
use maymust_report::Report;
use maymust_report::cause::Cause;
use maymust_report::harness::{self, Test};

use crate::args::CheckArgs;
use crate::exit::Exit;

/// Findings that are tried.
const MOST: usize = 20;
/// What one compilation or run may use. Sanitizers reserve address space, which is not counted.
const LIMITS: Limits =
    Limits { time: Duration::from_secs(10), wall: Duration::from_secs(20), memory: 4 << 30 };

/// What came of each cause, in words.
pub fn confirm(args: &CheckArgs, report: &Report<'_>) -> Result<Vec<String>, Exit> {
    let folder = tempfile::tempdir().map_err(|e| Exit::output(format!("no folder for tests: {e}")))?;
    let causes = report.causes();
    let one = |(i, cause): (usize, &Cause<'_>)| match i {
        i if i >= MOST => "not tried: there are many".to_owned(),
        _ => match harness::of(report, cause.finding) {
            Ok(test) => attempt(args, cause, &test, folder.path()),
            Err(why) => format!("not confirmed: no test was written: {}", why.text()),
        },
    };
    Ok(causes.iter().enumerate().map(one).collect())
}

fn attempt(args: &CheckArgs, cause: &Cause<'_>, test: &Test, folder: &Path) -> String {
    let (source, binary) = (folder.join("test.c"), folder.join("test"));
    if let Err(error) = std::fs::write(&source, &test.text) {
        return format!("not confirmed: {error}");
    }
    if let Err(why) = compile(args, test, &source, &binary) {
        return format!("not confirmed: {why}");
    }
    let mut command = Command::new(&binary);
    let leaks = u8::from(cause.finding.kind == CheckKind::Leak);
    command.env(
        "ASAN_OPTIONS",
        format!("detect_leaks={leaks}:abort_on_error=0:detect_stack_use_after_return=1"),
    );
    command.env("UBSAN_OPTIONS", "print_stacktrace=1:halt_on_error=1");
    let ran = process::run(command, LIMITS);
    judge(cause, &ran.end, &ran.err)
}

/// The compiler with sanitizers, or without where it has none.
fn compile(args: &CheckArgs, test: &Test, source: &Path, binary: &Path) -> Result<(), String> {
    let cc = std::env::var("CC").unwrap_or_else(|_| "cc".to_owned());
    let included = test.includes.as_ref().and_then(|f| Path::new(f).canonicalize().ok());
    let is_other = |f: &&PathBuf| included.is_none() || f.canonicalize().ok() != included;
    let mut first = String::new();
    for sanitizers in
        [&["-fsanitize=address,undefined,float-cast-overflow", "-fno-sanitize-recover=all"][..], &[]]
    {
        let mut command = Command::new(&cc);
        command.args(["-g", "-O0", "-w", "-std=gnu11", "-fno-omit-frame-pointer"]).args(sanitizers);
        if args.front.data_model == crate::args::Model::Ilp32 {
            command.arg("-m32");
        }
        command.args(crate::front::preprocessor_args(&args.front));
        // The test itself has a `main` of its own.
        let objects = folder_objects(&cc, args, test, sanitizers, binary, is_other)?;
        command.arg("-o").arg(binary).arg(source).args(objects).arg("-lm").arg("-lpthread");
        let ran = process::run(command, LIMITS);
        if ran.end == End::Exit(Some(0)) {
            return Ok(());
        }
        if first.is_empty() {
            first = ran.err.lines().find(|l| l.contains("error")).unwrap_or("the compiler fails").to_owned();
        }
    }
    Err(format!("the test does not compile: {first}"))
}

/// The program's files as objects, with `main` renamed where the test has one.
fn folder_objects(
    cc: &str,
    args: &CheckArgs,
    test: &Test,
    sanitizers: &[&str],
    binary: &Path,
    is_other: impl Fn(&&PathBuf) -> bool,
) -> Result<Vec<PathBuf>, String> {
    let mut objects = Vec::new();
    for (i, file) in args.front.files.iter().filter(is_other).enumerate() {
        let object = binary.with_extension(format!("{i}.o"));
        let mut command = Command::new(cc);
        command.args(["-g", "-O0", "-w", "-std=gnu11", "-fno-omit-frame-pointer", "-c"]).args(sanitizers);
        if args.front.data_model == crate::args::Model::Ilp32 {
            command.arg("-m32");
        }
        if test.renames_main {
            command.arg("-Dmain=program_main");
        }
        command.args(crate::front::preprocessor_args(&args.front));
        command.arg("-o").arg(&object).arg(file);
        let ran = process::run(command, LIMITS);
        if ran.end != End::Exit(Some(0)) {
            let why = ran.err.lines().find(|l| l.contains("error")).unwrap_or("the compiler fails");
            return Err(format!("the program does not compile: {why}"));
        }
        objects.push(object);
    }
    Ok(objects)
}

/// Did the compiled program fail as it was told to?
fn judge(cause: &Cause<'_>, end: &End, err: &str) -> String {
    let said = err.lines().find(|l| l.contains("runtime error:") || l.contains("ERROR: "));
    let said = said.map(|l| l.trim_start_matches(|c: char| c == '=' || c.is_ascii_digit())).map(str::trim);
    let at_place = cause.place.as_ref().is_some_and(|p| {
        let name = p.file.rsplit('/').next().unwrap_or(&p.file);
        err.contains(&format!("{name}:{}:", p.line)) || err.contains(&format!("{name}:{}\n", p.line))
    });
    // Sanitizers report a leak at its allocation.
    let is_leak = cause.finding.kind == CheckKind::Leak;
    let is_assertion = cause.finding.kind.is_assertion() || cause.finding.kind == CheckKind::Rule;
    match (end, said) {
        (End::TimeOut | End::OutOfMemory, _) => "not confirmed: the compiled program does not end".to_owned(),
        (End::NotStarted, _) => "not confirmed: the compiled program does not start".to_owned(),
        (_, Some(said)) if at_place || is_leak && said.contains("LeakSanitizer") => {
            format!("confirmed: {said}")
        }
        (End::Exit(None | Some(134)), None) if is_assertion => {
            "confirmed: the compiled program aborts".to_owned()
        }
        (End::Exit(None | Some(134..=159)), None) => "confirmed: the compiled program crashes".to_owned(),
        (_, Some(said)) => format!("not confirmed: the compiled program fails elsewhere: {said}"),
        (End::Exit(status), None) => {
            format!("not confirmed: the compiled program ends with status {}", status.unwrap_or(-1))
        }
    }
}
