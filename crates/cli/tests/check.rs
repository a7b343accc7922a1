//! `maymust check` as a user meets it: limits, properties, entry functions, assumptions, tests for the compiler.

mod common;

use std::path::PathBuf;
use std::process::Command;
use std::time::{Duration, Instant};

use common::{Outcome, compile, compiler, maymust, run, scratch};

fn file(name: &str, text: &str) -> PathBuf {
    let path = scratch("check").join(name);
    std::fs::write(&path, text).expect("a scratch file");
    path
}

/// Runs `maymust COMMAND … FILE`.
fn tool(args: &[&str], program: &str, text: &str) -> Outcome {
    let path = file(program, text);
    let mut command = maymust();
    command.args(args);
    if args[0] == "check" && !args.contains(&"--timeout") {
        // What is undecided after that stays so.
        command.args(["--timeout", "5s"]);
    }
    run(command.arg(path), &scratch("check").join(format!("{program}.log")))
}

fn verdict(out: &Outcome) -> (Option<i32>, Option<&str>) {
    (out.status, out.stdout.lines().last())
}

const ENDLESS: &str = "int main(void) { for (;;) ; }";

#[test]
fn time_ends_in_unknown() {
    let start = Instant::now();
    let text = format!("int x; void f(void) {{ x = x + 1; }} {}", ENDLESS.replace("for", "f(); for"));
    let args = ["check", "--engine", "concrete", "--check", "overflow", "--timeout", "300ms"];
    let out = tool(&args, "endless.i", &text);
    assert_eq!(verdict(&out), (Some(2), Some("verdict: unknown")), "{out:?}");
    assert!(start.elapsed() < Duration::from_secs(20), "{:?}", start.elapsed());
}

#[test]
fn memory_ends_in_unknown() {
    let text = "void *malloc(unsigned long); int x;\n\
        int main(void) { for (;;) { char *p = malloc(1 << 20); for (int i = 0; p && i < 1 << 20; i += 4096) p[i] = 1; x++; } }";
    let out =
        tool(&["check", "--check", "overflow", "--memory", "150M", "--timeout", "50s"], "greedy.i", text);
    assert_eq!(verdict(&out), (Some(2), Some("verdict: unknown")), "{out:?}");
    assert!(out.stdout.contains("memory limit reached"), "{out:?}");
}

#[test]
fn what_is_not_modelled_is_unknown() {
    let system = "# 1 \"/usr/include/system.h\" 1 3\n\
        double sin(double); int fill_in(int, void *); int level(const char *); char *name(void); int control(int, ...);\n\
        typedef void (*handler)(int); handler signal(int, handler); int raise(int);\n\
        int _setjmp(long *); void longjmp(long *, int); extern int open(const char *, int, ...);\n\
        long read(int, void *, unsigned long); long write(int, const void *, unsigned long); int close(int); int getpid(void);\n\
        # 1 \"user.c\" 2\n\
        int g; static void on(int n) { g = n; } long buf[25]; char text[8];\n";
    for (i, (body, status)) in [
        ("if (sin(1.0) > 2.0) __builtin_trap();", 2),
        ("fill_in(0, &g); if (g) __builtin_trap();", 2),
        ("control(0, &g); if (g) __builtin_trap();", 2),
        ("if (name()) __builtin_trap();", 2),
        ("level(text); if (g) __builtin_trap();", 0),
        ("signal(2, on); if (g) __builtin_trap();", 2),
        ("signal(2, on); raise(2); if (g == 2) __builtin_trap();", 1),
        ("signal(2, (handler)1); raise(2); if (g) __builtin_trap();", 0),
        ("raise(2); __builtin_trap();", 0),
        ("int x = 1; if (_setjmp(buf) == 0) { x = 2; longjmp(buf, 1); } else if (x == 2) __builtin_trap();", 2),
        ("int f = open(\"x\", 0); if (f >= 0 && f < 3) __builtin_trap();", 0),
        ("int a = open(\"x\", 0), b = open(\"y\", 0); if (a >= 0 && a == b) __builtin_trap();", 0),
        ("int a = open(\"x\", 0); close(a); if (a >= 0 && a == open(\"y\", 0)) __builtin_trap();", 1),
        ("if (write(-1, text, 8) >= 0 || getpid() != getpid()) __builtin_trap();", 0),
        ("if (write(1, text, 8) < 8) __builtin_trap();", 1),
        ("if (read(0, text, 8) > 1 && text[0] == '\\n') __builtin_trap();", 1),
        ("if (read(0, text, 8) == 1 && text[0] == 'x') __builtin_trap();", 1),
        ("if (read(open(\"x\", 0), text, 8) > 8) __builtin_trap();", 0),
        ("read(open(\"x\", 0), text, 8); if (text[7] == 5) __builtin_trap();", 1),
    ]
    .iter()
    .enumerate()
    {
        let text = format!("{system}int main(void) {{ {body} return 0; }}\n");
        let out = tool(&["check", "--check", "assert", "--timeout", "20s"], &format!("unmodelled{i}.i"), &text);
        assert_eq!(out.status, Some(*status), "{body}: {out:?}");
        if body.contains("jmp") {
            assert!(out.stdout.contains("not supported: `_setjmp` (user.c:2)"), "{out:?}");
        }
    }
}

/// What the system may say: nothing that it cannot say, and all that it can.
#[test]
fn what_the_system_says_is_anything_that_it_can_say() {
    let headers = "#include <errno.h>\n#include <fcntl.h>\n#include <signal.h>\n#include <sys/stat.h>\n#include <sys/wait.h>\n\
        #include <time.h>\n#include <unistd.h>\nstatic int g; static void on(int n) { g = n; }\n";
    for (i, (body, status)) in [
        ("struct stat s; if (stat(\"x\", &s) == 0 && (s.st_size < 0 || s.st_blksize <= 0)) __builtin_trap();", 0),
        ("struct stat s; if (stat(\"x\", &s) == 0 && S_ISLNK(s.st_mode)) __builtin_trap();", 0),
        ("struct stat s; if (lstat(\"x\", &s) == 0 && S_ISLNK(s.st_mode)) __builtin_trap();", 1),
        ("struct stat s; if (stat(\"x\", &s) == 0 && S_ISDIR(s.st_mode) && s.st_mtime == 77) __builtin_trap();", 1),
        ("struct stat s; s.st_size = 5; if (fstat(-1, &s) == 0 || s.st_size != 5 || errno != EBADF) __builtin_trap();", 0),
        ("int s; if (wait(&s) > 0 && WIFEXITED(s) && WEXITSTATUS(s) == 3) __builtin_trap();", 1),
        ("int s; if (wait(&s) > 0 && (WIFSTOPPED(s) || WIFEXITED(s) == WIFSIGNALED(s))) __builtin_trap();", 0),
        ("if (waitpid(7, 0, 0) == 0) __builtin_trap();", 0),
        ("if (waitpid(7, 0, WNOHANG) == 0) __builtin_trap();", 1),
        ("int a = open(\"x\", 0), b = fcntl(a, F_DUPFD, 10); if (b >= 0 && (b < 10 || a == b)) __builtin_trap();", 0),
        ("if (fcntl(5, F_GETFL) > 0) __builtin_trap();", 1),
        ("struct flock l; if (fcntl(5, F_GETLK, &l) == 0) __builtin_trap();", 2),
        ("struct sigaction a = { .sa_handler = on }; sigaction(2, &a, 0); raise(2); if (g == 2) __builtin_trap();", 1),
        ("struct sigaction a = { .sa_handler = on }; sigaction(2, &a, 0); if (g) __builtin_trap();", 2),
        ("if (signal(1, SIG_DFL) == SIG_IGN) __builtin_trap();", 1),
        ("sigset_t s; sigprocmask(0, 0, &s); if (sigismember(&s, SIGINT)) __builtin_trap();", 1),
        ("sigset_t s; sigprocmask(0, 0, &s); if (sigismember(&s, SIGKILL)) __builtin_trap();", 0),
        ("sigset_t s; sigfillset(&s); sigprocmask(0, &s, 0); raise(1); __builtin_trap();", 2),
        ("struct timespec t = { 5, 7 }; if (nanosleep(&t, &t) != 0 && (t.tv_sec > 5 || errno != EINTR)) __builtin_trap();", 0),
    ]
    .iter()
    .enumerate()
    {
        let text = format!("{headers}int main(void) {{ {body} return 0; }}\n");
        let out = tool(&["check", "--check", "assert", "--timeout", "20s"], &format!("system{i}.c"), &text);
        assert_eq!(out.status, Some(*status), "{body}: {out:?}");
    }
}

#[test]
fn values_are_told_as_in_c() {
    let text = "double __VERIFIER_nondet_double(void);\n\
        int main(void) {\n  double x = __VERIFIER_nondet_double();\n  struct { int a, b; } r;\n  int *p = &r.b, *q = 0;\n\
        r.b = 7;\n  if (x > 1.5 && x < 1.75 && *p == 7) __builtin_trap();\n  return q != 0;\n}\n";
    let out = tool(&["check"], "told.i", text);
    assert_eq!(out.status, Some(1), "{out:?}");
    for told in ["x = 1.", "p = &r.b", "q = NULL", "r.b = 7"] {
        assert!(out.stdout.contains(told), "{told}: {out:?}");
    }
}

#[test]
fn output_that_cannot_be_written_is_74() {
    let Ok(full) = std::fs::File::options().write(true).open("/dev/full") else {
        eprintln!("skipped: no /dev/full");
        return;
    };
    let path = file("full.i", "int main(void) { return 0; }");
    let out = maymust().args(["show", "--cfa"]).arg(path).stdout(full).output().expect("it runs");
    let said = String::from_utf8_lossy(&out.stderr);
    assert!(out.status.code() == Some(74) && said.contains("cannot write the output"), "{out:?}");
}

#[test]
fn wrong_flags_are_64() {
    for args in [
        &["check", "--timeout", "5 parsecs"][..],
        &["check", "--memory", "lots"],
        &["check", "--jobs", "0"],
        &["check", "--engine", "perpetual"],
        &["check", "--engine", "concrete", "--analysis", "dash"],
        &["check", "--each-function", "--entry", "f"],
        &["check", "--check", "assert", "--property", "x.prp"],
    ] {
        let out = tool(args, "flags.i", "int main(void) { return 0; }");
        assert_eq!(out.status, Some(64), "{args:?}: {out:?}");
    }
}

#[test]
fn properties_say_what_is_checked() {
    let program = "void reach_error(void); void *calloc(unsigned long, unsigned long);\n\
        int zero, *kept;\n\
        int main(void) { kept = calloc(1, 4); if (zero) reach_error(); return 2147483647 + zero; }\n";
    let check = |name: &str, formula: &str| {
        let property = file(name, &format!("CHECK( init(main()), LTL({formula}) )\n"));
        let path = property.to_str().expect("a path").to_owned();
        tool(&["check", "--property", &path], &format!("{name}.i"), program)
    };
    let out = check("unreach.prp", "G ! call(reach_error())");
    assert_eq!(verdict(&out), (Some(0), Some("verdict: proved")), "{out:?}");
    assert!(out.stdout.contains("1 proved, 0 failing"), "{out:?}");
    assert!(out.stdout.contains("verify with --check memory") || !out.stdout.contains("note:"), "{out:?}");
    assert_eq!(check("overflow.prp", "G ! overflow").status, Some(0));
    assert_eq!(check("free.prp", "G valid-free").status, Some(0));
    assert_eq!(check("deref.prp", "G valid-deref").status, Some(0));
    // What is still pointed to is not lost, but it is not freed either.
    assert_eq!(check("track.prp", "G valid-memtrack").status, Some(0));
    let out = check("cleanup.prp", "G valid-memcleanup");
    assert!(out.status == Some(1) && out.stdout.contains("not freed when the program ends"), "{out:?}");
    for (name, formula) in [("odd.prp", "G something"), ("start.prp", "F start")] {
        let out = check(name, formula);
        assert!(out.status == Some(65) && out.stderr.contains(&format!("{name}:1:")), "{out:?}");
    }
    let out = tool(&["check", "--property", "missing.prp"], "missing.i", program);
    assert_eq!(out.status, Some(66));
}

#[test]
fn a_property_about_an_error_function_ignores_other_assertions() {
    let text = "void reach_error(void) { }\nvoid bad(void) { }\n\
        int main(void) { void (*f)(void) = bad; f(); __builtin_trap(); return 0; }\n";
    let property = |function: &str| {
        let name = format!("call_{function}.prp");
        let path = file(&name, &format!("CHECK( init(main()), LTL(G ! call({function}())) )"));
        let path = path.to_str().expect("a path").to_owned();
        tool(&["check", "--property", &path], &format!("call_{function}.i"), text)
    };
    let out = property("bad");
    assert!(out.status == Some(1) && out.stdout.contains("bad is called"), "{out:?}");
    let out = property("reach_error");
    assert_ne!(out.status, Some(1), "{out:?}");
}

#[test]
fn unchecked_undefined_behaviour_is_named() {
    let text = "int f(int *p, int x) { *p = 1; if (x / *p != x) __builtin_trap(); return 7 / x; }";
    let out = tool(&["check", "--check", "assert", "--entry", "f"], "assumed.i", text);
    let assuming = "verdict: proved (assuming no invalid pointer use, no division by zero, pointers from outside are apart)";
    assert_eq!(verdict(&out), (Some(0), Some(assuming)), "{out:?}");
    assert!(
        out.stdout.contains("note: assumes no invalid pointer use (verify with --check memory)"),
        "{out:?}"
    );
    assert!(out.stdout.contains("note: assumes no division by zero (verify with --check div0)"), "{out:?}");
    // What is proved beside the question is not named.
    let text = "int x, *p = &x; int main(void) { *p = 1; if (x / *p != 1) __builtin_trap(); return 0; }";
    for args in [&["check", "--check", "assert"][..], &["check"]] {
        let out = tool(args, "assumed_not.i", text);
        assert_eq!(verdict(&out), (Some(0), Some("verdict: proved")), "{out:?}");
        assert!(!out.stdout.contains("note:"), "{out:?}");
    }
}

/// What holds and what may happen at an entry other than `main`.
const ENTRY: &str = "struct node { int value; struct node *next; _Bool ok; int (*op)(int); };\n\
    struct node *list; int limit = 7; static const int table[2] = { 1, 2 }; int counts[5] = { 1, 2, 3, 4, 5 };\n\
    static int twice(int x) { return 2 * x; }\n\
    int (*used)(int) = twice;\n\
    int push(struct node *n, int by, char *s, struct node v)\n\
    {\n\
        struct node mine = { 3 };\n\
        if (n && (n->ok > 1 || n == &mine || n->next == &mine)) __builtin_trap();\n\
        if (v.next) v.next->value = 4;\n\
        if (mine.value != 3) __builtin_trap();\n\
        if (table[1] != 2) __builtin_trap();\n\
        if (n && n->op && n->op != twice) __builtin_trap();\n\
        if (s) s[0] = s[40000];\n\
        REACH\n\
        return by & 15;\n\
    }\n\
    int main(void) { return 0; }\n";

#[test]
fn other_entries_get_arbitrary_arguments_and_globals() {
    let runs = |name: &str, reach: &str| {
        let path = file(&format!("{name}.i"), &ENTRY.replace("REACH", reach));
        let statuses = (0..60).map(|seed| {
            let args = ["run", "-w", "--entry", "push", "--seed", &seed.to_string()];
            let log = scratch("check").join(format!("{name}.{seed}"));
            let out = run(maymust().args(args).arg(&path), &log);
            assert!(!out.stderr.contains("invalid-pointer") && !out.stderr.contains("internal"), "{out:?}");
            out.status
        });
        statuses.filter(|s| *s == Some(134)).count()
    };
    assert_eq!(runs("entry_holds", ""), 0);
    for (name, condition) in [
        ("entry_null", "!n"),
        ("entry_list", "n && n->next"),
        ("entry_global", "limit != 7 && counts[3] != 4"),
        ("entry_value", "by < 0"),
        ("entry_list_global", "list && list->next"),
    ] {
        let hits = runs(name, &format!("if ({condition}) __builtin_trap();"));
        assert!(hits > 0, "{name}: {hits}");
    }
}

#[test]
fn the_entry_model_is_named() {
    let out =
        tool(&["check", "--entry", "push", "--check", "assert"], "entry_note.i", &ENTRY.replace("REACH", ""));
    assert!(out.stdout.contains("entry `push`: parameters and globals are arbitrary"), "{out:?}");
    assert_ne!(out.status, Some(1), "{out:?}");
    let out = tool(&["check", "--entry", "nothing"], "entry_none.i", ENTRY);
    assert_eq!(out.status, Some(65));
}

const EACH: &str = "static int half(void) { int s = 4; return s / 2; }\n\
    void good(void) { if (half() != 2) __builtin_trap(); }\n\
    void bad(void) { if (half() == 2) __builtin_trap(); }\n\
    int main(void) { good(); return 0; }\n";

#[test]
fn every_function_is_a_start() {
    let out = tool(&["check", "--check", "assert"], "each_main.i", EACH);
    assert_eq!(out.status, Some(0), "{out:?}");
    let out = tool(&["check", "--check", "assert", "--each-function"], "each.i", EACH);
    assert_eq!(verdict(&out), (Some(1), Some("verdict: fails")), "{out:?}");
    assert!(out.stdout.contains("(from `bad`)"), "{out:?}");
    for (functions, status) in [("good,main", Some(0)), ("good,bad", Some(1)), ("nothing", Some(2))] {
        let each = format!("--each-function={functions}");
        let out = tool(&["check", "--check", "assert", &each], "each_of_some.i", EACH);
        assert_eq!(out.status, status, "{out:?}");
    }
    // Rules are about all functions, whoever is the entry; functions of one name do not hide each other.
    let text = "void hit(void); static void part(void) { hit(); hit(); }\nvoid whole(void) { part(); }\n";
    let other = "static int part(int x) { if (x == 5) __builtin_trap(); return x; }\nint use(int x) { return part(x); }\n";
    let other = file("each_other.i", other);
    let rule = file("once.rule", "state int n; entry hit { n++; if (n > 1) abort \"hit twice\"; }\n");
    let (rule, other) = (rule.to_str().expect("a path"), other.to_str().expect("a path"));
    let out = tool(&["check", "--each-function", "--rule", rule, other], "each_rule.i", text);
    assert!(out.status == Some(1) && out.stdout.contains("hit twice (from `part"), "{out:?}");
    let out = tool(&["check", "--each-function", "--check", "assert", other], "each_part.i", text);
    assert!(out.status == Some(1) && out.stdout.contains("each_other.i:1:"), "{out:?}");
    let args = ["check", "--check", "assert", "--each-function", "--format", "json"];
    let out = tool(&args, "each_json.i", EACH);
    assert!(
        out.stdout.contains("\"entry\": \"good\"") && out.stdout.contains("\"entry\": \"bad\""),
        "{out:?}"
    );
}

/// Globals with thousands of pointers do not keep failures from being found; nothing is proved of what is not modelled of them.
#[test]
fn large_tables_of_pointers_fail_in_their_first_elements() {
    let text = "struct row { int used; char *name; }; static struct row table[5000]; int a[9];\n\
        int bad(int i) { return i >= 0 && i < 5000 && table[i].used ? table[i].name[0] : 0; }\n\
        int late(void) { return a[table[20].used]; }\n";
    for (function, status) in [("bad", Some(1)), ("late", Some(2))] {
        let each = format!("--each-function={function}");
        let args = ["check", "--engine", "structural", "--check", "null,bounds", &each];
        let out = tool(&args, "table.i", text);
        assert_eq!(out.status, status, "{out:?}");
        assert!(status == Some(1) || out.stdout.contains("more than 4096 pointers"), "{out:?}");
    }
}

#[test]
fn only_some_functions_are_asked_about() {
    let text = "int __VERIFIER_nondet_int(void);\n\
        static int a(int x) { return 8 / x; }\n\
        static int b(int x) { return 8 / (x - 3); }\n\
        int main(void) { int x = __VERIFIER_nondet_int(); if (x != 3) b(x); return a(x); }\n";
    for (functions, status, line) in
        [("b", Some(0), ""), ("a", Some(1), "within.i:2:"), ("b,a", Some(1), "within.i:2:")]
    {
        let out = tool(&["check", "--check", "div0", "--within", functions], "within.i", text);
        assert!(out.status == status && out.stdout.contains(line), "{functions}: {out:?}");
        assert!(out.stdout.contains("verify without --within"), "{functions}: {out:?}");
    }
    let out = tool(&["check", "--within", "nothing"], "within.i", text);
    assert!(out.status == Some(2) && out.stderr.contains("no function `nothing`"), "{out:?}");
}

#[test]
fn undefined_objects_are_arbitrary() {
    let text = "extern int a[4]; extern struct { int x; struct { int y; } *p; } s; extern int n;\n\
        int main(void) { if (CONDITION) __builtin_trap(); return 0; }\n";
    for (name, condition) in [
        ("extern_array", "a[2] == 0"),
        ("extern_array_not", "a[2] != 0"),
        ("extern_field", "s.x != 0"),
        ("extern_pointer", "s.p && s.p->y != 3"),
        ("extern_number", "n != 0"),
    ] {
        let out = tool(
            &["check", "--check", "assert"],
            &format!("{name}.i"),
            &text.replace("CONDITION", condition),
        );
        assert_ne!(out.status, Some(0), "{name}: {out:?}");
    }
}

/// Checks a program that fails, compiles it with the test that is written, and lets it fail.
fn fails_compiled_too(name: &str, text: &str, options: &[&str], shown: &[&str]) {
    let Some(cc) = compiler() else { return };
    let folder = scratch("check");
    let program = file(&format!("{name}.c"), text);
    let (test, binary) = (folder.join(format!("{name}.test.c")), folder.join(format!("{name}.exe")));
    let _ = std::fs::remove_file(&test);
    let args = ["check", "--timeout", "40s", "--check", "assert", "--test"];
    let out = run(maymust().args(args).arg(&test).arg(&program), &folder.join(format!("{name}.log")));
    assert_eq!(out.status, Some(1), "{out:?}");
    for text in shown {
        assert!(out.stdout.contains(text), "no `{text}` in {out:?}");
    }
    let object = folder.join(format!("{name}.o"));
    compile(&cc, &[&["-c"], options].concat(), &[program], &object).expect("the program compiles");
    compile(&cc, &[], &[object, test], &binary).expect("the test compiles");
    let out = run(&mut Command::new(&binary), &folder.join(format!("{name}.run")));
    assert_eq!(out.status, Some(134), "{out:?}");
}

#[test]
fn a_test_fails_the_compiled_program_too() {
    let text = "extern int __VERIFIER_nondet_int(void); extern unsigned char __VERIFIER_nondet_uchar(void);\n\
        extern long __VERIFIER_nondet_long(void); extern float __VERIFIER_nondet_float(void);\n\
        extern _Bool __VERIFIER_nondet_bool(void); extern void __VERIFIER_assume(int); extern void reach_error(void);\n\
        static int pick(int i) { return i + __VERIFIER_nondet_int(); }\n\
        int main(void)\n{\n\
            int x = __VERIFIER_nondet_int(), s = 0;\n\
            __VERIFIER_assume(x > 1000 && x < 2000);\n\
            for (int i = 0; i < 3; i++)\n\
                s += pick(i);\n\
            unsigned char c = __VERIFIER_nondet_uchar();\n\
            long l = (__VERIFIER_nondet_long());\n\
            float f = __VERIFIER_nondet_float();\n\
            if (s == 77 && c == 200 && l == -5000000000L && f == 1.5f && x % 7 == 3 && __VERIFIER_nondet_bool())\n\
                reach_error();\n\
            return 0;\n}\n";
    let shown = [
        "__VERIFIER_nondet_uchar() = 200",
        "__VERIFIER_nondet_long() = -5000000000",
        "__VERIFIER_nondet_float() = 1.5",
        "c = 200",
        "pick(i = 0)",
        "s += pick(i);",
    ];
    fails_compiled_too("tested", text, &[], &shown);
}

#[test]
fn a_test_has_the_arguments() {
    let text = "extern void reach_error(void);\n\
        int main(int argc, char **argv) { if (argc == 3 && argv[1][0] == '-' && argv[2][1] == 'x' && argv[2][0] != 'x')\n\
        reach_error(); return 0; }\n";
    fails_compiled_too("arguments", text, &["-Dmain=program_main"], &["argc = 3"]);
    let text = "extern void reach_error(void); int main(int argc, char **argv) { if (argc == 70000) reach_error(); }\n";
    fails_compiled_too("many_arguments", text, &["-Dmain=program_main"], &["argc = 70000"]);
}

/// With engines that find inputs: what is arbitrary at an entry decides, and nothing else.
#[test]
fn entries_are_decided() {
    let out = tool(
        &["check", "--entry", "push", "--check", "assert", "--timeout", "50s"],
        "entry_proved.i",
        &ENTRY.replace("REACH", ""),
    );
    let assuming = "verdict: proved (assuming no invalid pointer use, pointers from outside are apart)";
    assert_eq!(verdict(&out), (Some(0), Some(assuming)), "{out:?}");
    let reach = "if (limit == 3 && n && n->next && n->next->value == 17 && counts[3] == 9 && v.ok && by == 5) __builtin_trap();";
    let out = tool(
        &["check", "--entry", "push", "--check", "assert", "--timeout", "50s"],
        "entry_fails.i",
        &ENTRY.replace("REACH", reach),
    );
    assert_eq!(verdict(&out), (Some(1), Some("verdict: fails")), "{out:?}");
    assert!(out.stdout.contains("limit = 3") && out.stdout.contains("by = 5"), "{out:?}");
}

#[test]
fn overflow_of_constants_wraps_if_nobody_asks() {
    for (condition, status) in [("g != 1", 0), ("r >= 0", 0), ("r < 0", 1)] {
        let text = format!(
            "void reach_error(void); int g;\n\
             static int f(int *p) {{ int x = 2147483647 + 1; *p = 1; return x; }}\n\
             int main(void) {{ int r = f(&g); if ({condition}) reach_error(); return 0; }}"
        );
        for engine in ["concrete", "smash", "structural"] {
            let args = ["check", "-w", "--check", "assert", "--engine", engine];
            let out = tool(&args, "constant_overflow.i", &text);
            assert_eq!(out.status, Some(status), "{engine}, {condition}: {out:?}");
        }
    }
}

#[test]
fn files_may_fail_to_read_and_write() {
    let cases = [
        ("fputc('a', f) != 'a'", 1),
        ("fputs(\"a\", f) < 0", 1),
        ("fprintf(f, \"ab\") != 2", 1),
        ("fwrite(\"abc\", 1, 3, f) == 2", 1),
        ("fflush(f) != 0", 1),
        ("fclose(f) != 0", 1),
        ("fgetc(f) < 0 && ferror(f)", 1),
        ("ferror(f)", 0),
        ("fgetc(f) < 0 && !ferror(f) && !feof(f)", 0),
        ("fwrite(\"abc\", 1, 3, f) > 3", 0),
    ];
    for (condition, status) in cases {
        let text = format!(
            "typedef struct _IO_FILE FILE; FILE *fopen(const char *, const char *); int fclose(FILE *), fflush(FILE *);\n\
             int fputc(int, FILE *), fputs(const char *, FILE *), fprintf(FILE *, const char *, ...);\n\
             unsigned long fwrite(const void *, unsigned long, unsigned long, FILE *);\n\
             int fgetc(FILE *), feof(FILE *), ferror(FILE *); void reach_error(void);\n\
             int main(void) {{ FILE *f = fopen(\"x\", \"r+\"); if (f && {condition}) reach_error(); return 0; }}"
        );
        let args = ["check", "-w", "--check", "assert", "--engine", "structural"];
        let out = tool(&args, "files_may_fail.i", &text);
        assert_eq!(out.status, Some(status), "{condition}: {out:?}");
    }
}

#[test]
fn boolean_programs_go_to_the_model_checker() {
    let text = "decl g;\nvoid f() begin g := !g; end\nvoid main() begin g := F; f(); if (g) then WRONG: skip; fi assert(g); end";
    let out = tool(&["check"], "one.bp", text);
    assert_eq!(verdict(&out), (Some(0), Some("verdict: proved")), "{out:?}");
    let out = tool(&["check", "--error-label", "WRONG"], "two.bp", text);
    assert_eq!(verdict(&out), (Some(1), Some("verdict: fails")), "{out:?}");
    assert!(
        out.stdout.contains("fails: label `WRONG`") && out.stdout.contains("f: void f() begin"),
        "{out:?}"
    );
    let out = tool(&["check", "--check", "termination", "--format", "json"], "three.bp", text);
    assert!(out.status == Some(0) && out.stdout.contains("\"verdict\": \"proved\""), "{out:?}");
    let out = tool(&["check"], "four.bp", "void main() begin x := T; end");
    assert!(out.status == Some(65) && out.stderr.contains("no variable `x` is declared here"), "{out:?}");
    let out = tool(&["check", "--engine", "smash"], "five.bp", text);
    assert!(out.status == Some(64) && out.stderr.contains("for the engine `exact`"), "{out:?}");
}
