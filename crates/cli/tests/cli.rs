//! The command line as a user meets it: exit statuses, messages, hostile input. And: dividing memory into regions
//! does not change what a program does.

mod common;

use std::path::PathBuf;

use common::{all, compiler, entries, files_of, maymust, programs, run, scratch, stem};

/// Exit status and standard error of a command.
fn outcome(args: &[&str], name: &str) -> (Option<i32>, String, String) {
    let out = run(maymust().args(args), &scratch("cli").join(name));
    (out.status, out.stdout, out.stderr)
}

fn file(name: &str, text: &[u8]) -> PathBuf {
    let path = scratch("cli").join(name);
    std::fs::write(&path, text).expect("a scratch file");
    path
}

#[test]
fn wrong_usage_is_64() {
    let (status, _, said) = outcome(&["run", "--no-such-flag", "x.c"], "usage");
    assert_eq!(status, Some(64));
    assert!(said.contains("--no-such-flag"), "{said}");
    assert_eq!(outcome(&["check", "--check", "nonsense", "x.i"], "kind").0, Some(64));
}

#[test]
fn a_missing_file_is_66_and_named() {
    let (status, _, said) = outcome(&["run", "no-such-file.c"], "missing");
    assert_eq!(status, Some(66));
    assert!(said.contains("no-such-file.c"), "{said}");
}

#[test]
fn a_directory_is_66_and_a_file_is_c_whatever_its_name() {
    let (status, _, said) = outcome(&["run", env!("CARGO_MANIFEST_DIR")], "directory");
    assert_eq!(status, Some(66));
    assert!(said.contains("is a directory"), "{said}");
    if compiler().is_some() {
        let path = file("program.txt", b"int main(void) { return 3; }\n");
        assert_eq!(outcome(&["run", path.to_str().expect("a path")], "ending").0, Some(3));
    }
}

#[test]
fn all_errors_of_a_file_are_told() {
    let path =
        file("errors.i", b"int f(void) { return x; }\nint g(void) { return 1 +; }\nint h(void) { y(; }\n");
    let (status, _, said) = outcome(&["run", path.to_str().expect("a path")], "errors");
    assert_eq!(status, Some(65));
    let places: Vec<usize> =
        ["1:", "2:", "3:"].iter().filter_map(|l| said.find(&format!("errors.i:{l}"))).collect();
    assert!(places.len() == 3 && places.is_sorted(), "{said}");
    let path = file("meaning.i", b"int f(void) { return x; }\nint g(void) { return y; }\n");
    let (status, _, said) = outcome(&["run", path.to_str().expect("a path")], "meaning");
    assert_eq!(status, Some(65));
    assert!(
        said.contains("`x`") && said.contains("`y`") || said.contains("'x'") && said.contains("'y'"),
        "{said}"
    );
}

#[test]
fn hostile_input_gets_an_error_and_no_panic() {
    let mut garbage = vec![0u8; 20_000];
    let mut x = 12345u32;
    for byte in &mut garbage {
        x = x.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        *byte = (x >> 24) as u8;
    }
    let parentheses =
        [b"int x = ".as_slice(), &b"(".repeat(100_000), b"1", &b")".repeat(100_000), b";"].concat();
    let braces = [b"void f(void) ".as_slice(), &b"{".repeat(100_000)].concat();
    let line = [b"int x = 1".as_slice(), &b" + 1".repeat(2_500_000), b";"].concat();
    let whole = std::fs::read(programs("errors").join("syntax.c")).expect("a test program");
    let truncated = &whole[..whole.len() / 2];
    let cases: [(&str, &[u8]); 5] = [
        ("garbage.i", &garbage),
        ("parentheses.i", &parentheses),
        ("braces.i", &braces),
        ("line.i", &line),
        ("truncated.i", truncated),
    ];
    for (name, text) in cases {
        let path = file(name, text);
        let (status, _, said) = outcome(&["run", "--no-run", path.to_str().expect("a path")], name);
        assert!(status == Some(65) || (name == "line.i" && status == Some(0)), "{name}: {status:?}");
        assert!(!said.contains("internal error"), "{name}: {said}");
    }
}

#[test]
fn a_closed_program_is_decided() {
    let text = b"int main(void) { int s = 0; for (int i = 0; i < 9; i++) s += i; if (s != 36) __builtin_trap(); return 0; }";
    let good = file("closed.i", text);
    let (status, out, _) = outcome(&["check", good.to_str().expect("a path")], "closed");
    assert_eq!((status, out.lines().last()), (Some(0), Some("verdict: proved")), "{out}");
    let text = b"int a[3]; int main(void) { for (int i = 0; i <= 3; i++) a[i] = i; return 0; }";
    let bad = file("closed_bad.i", text);
    let (status, out, _) =
        outcome(&["check", "--format", "json", bad.to_str().expect("a path")], "closed_bad");
    assert_eq!(status, Some(1), "{out}");
    assert!(out.contains("\"verdict\": \"fails\"") && out.contains("\"kind\": \"bounds\""), "{out}");
}

#[test]
fn an_open_program_is_not_proved_by_one_run() {
    let text = b"int __VERIFIER_nondet_int(void); int main(void) { if (__VERIFIER_nondet_int() == 7) __builtin_trap(); }";
    let path = file("open.i", text);
    let one_run = |path: &PathBuf, name| {
        outcome(&["check", "--engine", "concrete", path.to_str().expect("a path")], name)
    };
    let (status, out, _) = one_run(&path, "open");
    assert_eq!((status, out.lines().last()), (Some(2), Some("verdict: unknown")), "{out}");
    let text = b"int main(int argc, char **argv) { if (argc == 3) __builtin_trap(); return 0; }";
    let arguments = file("arguments.i", text);
    let (status, out, _) = one_run(&arguments, "arguments");
    assert_eq!((status, out.lines().last()), (Some(2), Some("verdict: unknown")), "{out}");
    let (status, _, _) = outcome(&["run", "--inputs", "7", path.to_str().expect("a path")], "open_run");
    assert_eq!(status, Some(134));
}

#[test]
fn pointer_tables_keep_their_cells_in_32_bits() {
    let text = b"int f(int x) { return x + 1; } int g(int x) { return x + 2; }\n\
        int main(void) { int (*t[3])(int) = { g, f, 0 }; int i = 1;\n\
        return t[0](1) * 100 + t[i](1) * 10 + (t[2] == 0); }\n";
    let path = file("pointers32.i", text);
    let (status, _, said) =
        outcome(&["run", "--data-model", "ilp32", path.to_str().expect("a path")], "pointers32");
    assert_eq!(status, Some(321 & 255), "{said}");
}

#[test]
fn a_weak_function_may_be_there_or_not() {
    for (name, condition) in [("weak_missing", "!f"), ("weak_there", "f"), ("weak_table", "!t[1]")] {
        let text = format!(
            "extern void f(void) __attribute__((weak)); void (*t[2])(void) = {{ 0, f }};\n\
            int main(void) {{ if ({condition}) __builtin_trap(); return 0; }}"
        );
        let path = file(&format!("{name}.i"), text.as_bytes());
        let (status, out, _) = outcome(&["check", path.to_str().expect("a path")], name);
        assert_eq!((status, out.lines().last()), (Some(1), Some("verdict: fails")), "{name}: {out}");
    }
}

#[test]
fn regions_do_not_change_what_programs_do() {
    if compiler().is_none() {
        return;
    }
    let folder = scratch("partition");
    all(&entries(&programs("run")), |program| {
        let (name, files) = (stem(program), files_of(program));
        let plain = run(maymust().args(["run", "-w"]).args(&files), &folder.join(format!("{name}.a")));
        let divided =
            run(maymust().args(["run", "-w", "--partition"]).args(&files), &folder.join(format!("{name}.b")));
        if plain == divided {
            Ok(())
        } else {
            Err(format!("{name}: {plain:?}\n    with regions: {divided:?}"))
        }
    });
}
