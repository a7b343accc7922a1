//! The truth about a program by the C compiler: the compiled program is run on all its inputs. It cannot be argued with, since it shares
//! nothing with the machine that engines replay their failures on.
//!
//! A run with undefined behaviour ends where gcc's sanitizers see it; signed overflow and shifts have the values that the machine gives them.

use std::collections::BTreeSet;
use std::path::Path;
use std::process::Command;

use maymust_sema::DataModel;

/// What the compiled program does on its inputs.
#[derive(Clone, Debug, Default)]
pub struct Native {
    /// Lines of assertions that some run fails.
    pub fails: BTreeSet<u32>,
    /// How many runs there are.
    pub runs: u32,
    /// How many of them ended by undefined behaviour.
    pub undefined: u32,
}

/// Runs a forked child for every list of inputs from 0 to 3, as far as the program asks for them, and reports what became of it.
const HARNESS: &str = r#"
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>
enum { INPUTS = 4, RUNS = 5000, LENGTH = 64 };
struct record { int count, at, line, done; int list[LENGTH]; };
static struct record *shared;
int program_main(void);
static void end(int line) { shared->line = line; shared->done = 1; _exit(0); }
int __VERIFIER_nondet_int(void) {
    if (shared->at == LENGTH) _exit(9);
    if (shared->at == shared->count) shared->list[shared->count++] = 0;
    return shared->list[shared->at++];
}
void __VERIFIER_assume(int holds) { if (!holds) end(0); }
void native_fail(int line) { end(line); }
void __assert_fail(const char *e, const char *f, unsigned line, const char *g) { end(line); }
int main(void) {
    shared = mmap(0, sizeof *shared, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    for (int run = 0; run < RUNS; run++) {
        shared->at = shared->line = shared->done = 0;
        pid_t child = fork();
        if (child == 0) { alarm(2); fclose(stderr); program_main(); end(0); }
        int status = 0;
        waitpid(child, &status, 0);
        if (WIFSIGNALED(status) && WTERMSIG(status) == 14 || WIFEXITED(status) && WEXITSTATUS(status) == 9) return 1;
        printf("%d\n", shared->done ? shared->line : -1);
        shared->count = shared->at;
        while (shared->count && shared->list[shared->count - 1] == INPUTS - 1) shared->count--;
        if (!shared->count) return 0;
        shared->list[shared->count - 1]++;
    }
    return 1;
}
"#;

/// The truth about a program that reads its inputs by `in()`; none if there is no compiler, it has too many runs, or one does not end.
pub fn native(text: &str, model: DataModel) -> Option<Native> {
    let folder = tempfile::tempdir().ok()?;
    let path = |name: &str| folder.path().join(name);
    let main = text.replace("int main(void)", "int program_main(void)");
    let main = format!("void native_fail(int); {}", main.replace("reach_error();", "native_fail(__LINE__);"));
    std::fs::write(path("program.c"), main).ok()?;
    std::fs::write(path("harness.c"), HARNESS).ok()?;
    let sanitizers = ["-fsanitize=address,undefined", "-fno-sanitize=signed-integer-overflow,shift"];
    compile(
        &path("program.o"),
        &path("program.c"),
        model,
        &[&["-c", "-fno-sanitize-recover=all"], &sanitizers[..]].concat(),
    )?;
    compile(&path("harness.o"), &path("harness.c"), model, &["-c"])?;
    let out = path("program");
    let mut link = Command::new("gcc");
    link.args(sanitizers).args(width(model)).arg("-o").arg(&out).args([path("program.o"), path("harness.o")]);
    link.output().ok().filter(|o| o.status.success())?;
    let output = Command::new(&out).env("ASAN_OPTIONS", "detect_leaks=0").output().ok()?;
    output.status.success().then_some(())?;
    let mut native = Native::default();
    for line in String::from_utf8_lossy(&output.stdout).lines() {
        native.runs += 1;
        match line.parse::<i64>().ok()? {
            -1 => native.undefined += 1,
            0 => {}
            line => {
                native.fails.insert(u32::try_from(line).ok()?);
            }
        }
    }
    Some(native)
}

fn width(model: DataModel) -> &'static [&'static str] {
    match model {
        DataModel::Lp64 => &[],
        DataModel::Ilp32 => &["-m32"],
    }
}

fn compile(to: &Path, from: &Path, model: DataModel, options: &[&str]) -> Option<()> {
    let mut command = Command::new("gcc");
    command
        .args(["-O0", "-w", "-std=gnu11", "-fwrapv", "-fno-strict-aliasing"])
        .args(width(model))
        .args(options);
    command.arg("-o").arg(to).arg(from).output().ok().filter(|o| o.status.success()).map(|_| ())
}
