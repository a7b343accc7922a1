//! Projects as a user meets them: recording a build, checking what it compiled, flags of compilers, settings, tasks.

mod common;

use std::path::{Path, PathBuf};

use common::{Outcome, compiler, maymust, run, scratch};

/// An empty folder with these files.
fn folder(name: &str, files: &[(&str, &str)]) -> PathBuf {
    let folder = scratch("project").join(name);
    let _ = std::fs::remove_dir_all(&folder);
    for (file, text) in files {
        let path = folder.join(file);
        std::fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
        std::fs::write(path, text).expect("a file");
    }
    folder
}

fn tool(folder: &Path, args: &[&str]) -> Outcome {
    let log = folder.with_extension(args[0]);
    run(maymust().args(args).current_dir(folder), &log)
}

const UTIL: &str = "#include \"util.h\"\n\
    int average(const int *a, int n) { int s = 0; for (int i = 0; i < n; i++) s += a[i] & 15; return s / n; }\n\
    int half(int x) { return x / WORD; }\n";
const MAIN: &str = "#include \"util.h\"\nint main(int argc, char **argv) {\n  int a[3] = {1, 2, 3};\n  (void)argv;\n  \
    return average(a, argc > 3 ? 0 : 3) * half(3);\n}\n";
const HEADER: &str =
    "#ifndef WORD\n#error WORD is missing\n#endif\nint average(const int *, int);\nint half(int);\n";
const MAKE: &str = "prog: util.o main.o\n\t$(CC) -o $@ $^\n%.o: src/%.c\n\tgcc -O2 -std=gnu99 -Iinc -DWORD=2 -Wall -MMD -c -o $@ $<\n";

#[test]
fn a_build_is_recorded_and_checked() {
    if compiler().is_none() || std::process::Command::new("make").arg("-v").output().is_err() {
        println!("skipped: there is no compiler or no make");
        return;
    }
    let files = [
        ("src/util.c", UTIL),
        ("src/main.c", MAIN),
        ("inc/util.h", HEADER),
        ("Makefile", MAKE),
        ("maymust.toml", "checks = ['div0', 'overflow']\nexclude = ['third_party']\n"),
    ];
    let folder = folder("recorded", &files);
    let out = tool(&folder, &["cc", "--", "make", "CC=gcc"]);
    assert_eq!(out.status, Some(0), "{out:?}");
    let out = tool(&folder, &["check", "-p", ".", "--timeout", "20s"]);
    assert_eq!(out.status, Some(1), "{out:?}");
    let lines: Vec<&str> = out.stdout.lines().collect();
    let has = |text: &str| lines.iter().any(|l| l.contains(text));
    let is_folded =
        |l: &&str| l.starts_with("src/util.c:2:98: ") && l.ends_with("(from `average`) (for some arguments)");
    assert!(lines.iter().any(is_folded), "{out:?}");
    // The program divides by zero as well: there the finding is certain, with its run.
    assert!(has("program src/main.c: ") && has("argc = "), "{out:?}");
    assert!(has("[2/2]") && lines.last() == Some(&"verdict: fails"), "{out:?}");
    let out =
        tool(&folder, &["check", "-p", "compile_commands.json", "--format", "json", "--timeout", "20s"]);
    let json: serde_json::Value = serde_json::from_str(&out.stdout).expect("JSON");
    assert_eq!(json["parts"].as_array().map(Vec::len), Some(2), "{json}");
    assert_eq!(json["statistics"]["definite"], 1, "{json}");
}

#[test]
fn files_that_do_not_parse_are_listed() {
    let entry = |file: &str| format!(r#"{{"directory": ".", "command": "cc -c {file}", "file": "{file}"}}"#);
    let database = format!("[{}, {}, {}]", entry("a.c"), entry("b.c"), entry("gone.c"));
    let files = [
        ("a.c", "int f(int x) { return x & 1; }\n"),
        ("b.c", "int g( {\n"),
        ("compile_commands.json", database.as_str()),
    ];
    let folder = folder("broken", &files);
    let out = tool(&folder, &["check", "-p", ".", "--check", "div0,overflow", "--timeout", "10s"]);
    assert_eq!(out.status, Some(2), "{out:?}");
    assert!(out.stdout.contains("skipped: b.c: b.c:1:"), "{out:?}");
    assert!(out.stdout.contains("skipped: gone.c: "), "{out:?}");
    let out = tool(&folder, &["check", "-p", "nowhere"]);
    assert_eq!(out.status, Some(66), "{out:?}");
    std::fs::write(folder.join("maymust.toml"), "exlude = ['b.c']").expect("a file");
    let out = tool(&folder, &["check", "-p", "."]);
    assert!(out.status == Some(65) && out.stderr.contains("no such setting"), "{out:?}");
    std::fs::write(folder.join("maymust.toml"), "exclude = ['*.c']").expect("a file");
    let out = tool(&folder, &["check", "-p", "."]);
    assert!(out.status == Some(65) && out.stderr.contains("no C file"), "{out:?}");
}

#[test]
fn flags_of_compilers_are_understood() {
    let text = "#include <only.h>\n#if !defined A || __STDC_VERSION__ != 199901L\n#error flags\n#endif\nint main(void) { int x = ONE; return 7 / x - 7; }\n";
    let folder = folder("flags", &[("a.c", text), ("inc/only.h", "#define ONE 1\n")]);
    let flags = [
        "-std=c99",
        "-O2",
        "-Wall",
        "-Wno-unused",
        "-isystem",
        "inc",
        "-include",
        "inc/only.h",
        "-DA",
        "-g3",
        "-fPIC",
    ];
    let out = tool(&folder, &[&["check"][..], &flags, &["a.c", "--check", "div0"]].concat());
    assert_eq!(out.stdout.lines().last(), Some("verdict: proved"), "{out:?}");
    let out = tool(&folder, &[&["run"][..], &flags, &["-o", "a.out", "a.c"]].concat());
    assert_eq!(out.status, Some(0), "{out:?}");
}

#[test]
fn tasks_and_shipped_rules() {
    let task = |properties: &str| {
        format!(
            "format_version: '2.0'\ninput_files: 'a.i'\nproperties:\n{properties}options:\n  language: C\n  data_model: LP64\n"
        )
    };
    let property = "  - property_file: p/unreach-call.prp\n    expected_verdict: true\n";
    let one = task(property);
    let two = task(&format!("{property}  - property_file: p/termination.prp\n"));
    let files = [
        (
            "a.i",
            "void reach_error(void) {}\nint main(void) { if (sizeof(long) != 8) reach_error(); return 0; }\n",
        ),
        ("p/unreach-call.prp", "CHECK( init(main()), LTL(G ! call(reach_error())) )"),
        ("one.yml", one.as_str()),
        ("two.yml", two.as_str()),
        (
            "lock.c",
            "void spin_lock(int *);\nint l;\nint main(void) { spin_lock(&l); spin_lock(&l); return 0; }\n",
        ),
    ];
    let folder = folder("tasks", &files);
    let out = tool(&folder, &["check", "one.yml"]);
    assert_eq!(out.stdout.lines().last(), Some("verdict: proved"), "{out:?}");
    let out = tool(&folder, &["check", "two.yml"]);
    assert!(out.status == Some(64) && out.stderr.contains("--property p/termination.prp"), "{out:?}");
    let out = tool(&folder, &["check", "two.yml", "--property", "p/unreach-call.prp"]);
    assert_eq!(out.status, Some(0), "{out:?}");
    let out = tool(&folder, &["check", "lock.c", "--rule", "spin_lock"]);
    assert_eq!(out.status, Some(1), "{out:?}");
    let out = tool(&folder, &["check", "lock.c", "--rule", "spin_lok"]);
    assert!(out.status == Some(66) && out.stderr.contains("spin_lock, timer"), "{out:?}");
}

#[test]
fn standard_input_is_a_file() {
    use std::io::Write;
    use std::process::Stdio;
    let mut command = maymust();
    command.args(["check", "-", "--check", "div0"]).stdin(Stdio::piped()).stdout(Stdio::piped());
    let mut child = command.spawn().expect("it starts");
    child
        .stdin
        .take()
        .expect("a pipe")
        .write_all(b"int main(int c, char **v) { return 1 / (c - 1); }")
        .expect("written");
    let out = child.wait_with_output().expect("it ends");
    assert_eq!(out.status.code(), Some(1));
    assert!(String::from_utf8_lossy(&out.stdout).contains("<stdin>:1:"), "{out:?}");
}

#[test]
fn an_interrupt_prints_what_is_known() {
    use std::process::{Command, Stdio};
    let text = "int ok(int x) { return 1 / (x | 1); }\nint main(int c, char **v) {\n  int s = ok(c);\n\
        for (unsigned i = 0; i != 77; i += 2) s ^= i * c;\n  return 1 / (s | 1);\n}\n";
    let folder = folder("interrupt", &[("a.c", text)]);
    for pause in [30, 300, 1500] {
        let mut command = maymust();
        command.args(["check", "a.c", "--check", "all", "--timeout", "60s"]).current_dir(&folder);
        let child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("it starts");
        std::thread::sleep(std::time::Duration::from_millis(pause));
        let killed = Command::new("kill").args(["-INT", &child.id().to_string()]).status();
        let start = std::time::Instant::now();
        let out = child.wait_with_output().expect("it ends");
        assert!(killed.is_ok() && start.elapsed().as_secs() < 20, "{:?}", start.elapsed());
        // Before the handler is there the signal itself ends the process; afterwards the answer may be there already.
        let text = String::from_utf8_lossy(&out.stdout);
        assert!(out.status.code().is_none() || text.contains("verdict: "), "{out:?}");
    }
}
