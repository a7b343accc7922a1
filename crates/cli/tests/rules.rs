//! The rules that come with maymust: every rule has a passing and a failing example, and both are answered right.

mod common;

use std::path::{Path, PathBuf};

use common::{all, compiler, entries, maymust, run, scratch, stem};

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../rules")
}

fn rules() -> Vec<PathBuf> {
    let list = entries(&folder()).into_iter();
    list.filter(|p| p.extension().is_some_and(|e| e == "rule")).collect()
}

/// Checks an example; gives exit status and output.
fn check(rule: &Path, program: &Path, log: &str) -> (Option<i32>, String) {
    let out = run(
        maymust().args(["check", "-w", "--timeout", "5s", "--rule"]).arg(rule).arg(program),
        &scratch("rules").join(log),
    );
    (out.status, format!("{}{}", out.stdout, out.stderr))
}

#[test]
fn every_rule_passes_and_fails_where_it_should() {
    if compiler().is_none() {
        return;
    }
    let rules = rules();
    assert!(rules.len() >= 12, "{} rules", rules.len());
    all(&rules, |rule| {
        let name = stem(rule);
        let text = std::fs::read_to_string(rule).map_err(|e| e.to_string())?;
        if !text.starts_with("// ") {
            return Err(format!("{name}: no documentation"));
        }
        let example = |which: &str| folder().join(format!("examples/{name}.{which}.c"));
        let (status, said) = check(rule, &example("pass"), &format!("{name}.pass"));
        if status != Some(0) || !said.ends_with("verdict: proved\n") || said.contains("none of its functions")
        {
            return Err(format!("{name}.pass.c: {status:?}\n{said}"));
        }
        let bad = std::fs::read_to_string(example("fail")).map_err(|e| format!("{name}.fail.c: {e}"))?;
        let expected = bad.lines().next().and_then(|l| l.strip_prefix("/* expected: ")).unwrap_or("?");
        let (status, said) = check(rule, &example("fail"), &format!("{name}.fail"));
        let complaint = format!("error: {name}: {expected}");
        let at_call = said.lines().any(|l| l.contains(&complaint) && l.contains(".fail.c:"));
        let at_end =
            expected.ends_with("at the end") || expected.contains("never") || expected.contains("not ");
        if status != Some(1) || !said.contains(&complaint) || !(at_call || at_end) {
            return Err(format!("{name}.fail.c: {status:?}, expected `{expected}`\n{said}"));
        }
        Ok(())
    });
}

fn file(name: &str, text: &str) -> PathBuf {
    let path = scratch("rules").join(name);
    std::fs::write(&path, text).expect("a scratch file");
    path
}

const CALLS: &str = "void f(int a, long *b); int g(void);\n\
    static long x; static void (*pointer)(int, long *) = f;\n\
    int main(void) { f(1, &x); pointer(2, &x); return 0; }\n";

#[test]
fn errors_in_rules_are_shown_with_their_line() {
    let program = file("calls.i", CALLS);
    let cases = [
        ("entry f { x = 1; }", "there is no state `x`"),
        ("per handle state int s; entry f { s = 1; }", "belongs to a handle"),
        ("state int s; entry f { s = $3; }", "`f` has no argument $3"),
        ("state int s; exit f { s = $return; }", "`f` has no result"),
        ("state int s; entry f { s = $return; }", "only `exit` blocks know the result"),
        ("state int s; end { s = $1; }", "no arguments at the end"),
        ("state float s; end { }", "no type is called `float`"),
        ("state int s; state int s; end { }", "a state `s` already"),
        ("entry f { abort }", "expected a message"),
        ("entry f { abort \"never closed; }", "no closing quote"),
        ("entry f { if (1 abort \"x\"; }", "expected `)`"),
        ("state int s;", "says nothing"),
        ("entry f { /* ", "never ends"),
        ("entry f { @ }", "`@` has no meaning"),
        ("", "says nothing"),
    ];
    for (i, (text, complaint)) in cases.into_iter().enumerate() {
        let rule = file(&format!("error{i}.rule"), &format!("\n{text}\n"));
        let (status, said) = check(&rule, &program, &format!("error{i}"));
        assert_eq!(status, Some(65), "{text}: {said}");
        assert!(said.contains(complaint), "{text}: {said}");
        assert!(said.contains(&format!("error{i}.rule:")), "{text}: {said}");
    }
    let deep = format!("state int s; entry f {{ s = {}1{}; }}", "(".repeat(5000), ")".repeat(5000));
    let (status, said) = check(&file("deep.rule", &deep), &program, "deep");
    assert!(status == Some(65) && said.contains("too deeply"), "{said}");
    let long = format!("state int s; entry f {{ s = 1{}; }}", " + 1".repeat(5000));
    let (status, said) = check(&file("long.rule", &long), &program, "long");
    assert!(status == Some(65) && said.contains("too deeply"), "{said}");
    let (status, said) = check(Path::new("no-such.rule"), &program, "missing");
    assert!(status == Some(66) && said.contains("no-such.rule"), "{said}");
}

#[test]
fn calls_through_pointers_and_arguments_are_seen() {
    let program = file("calls.i", CALLS);
    let twice = file("twice.rule", "state int n; entry f { n++; if (n == 2) abort \"second call\"; }\n");
    let (status, said) = check(&twice, &program, "twice");
    assert!(status == Some(1) && said.contains("error: twice: second call [rule]"), "{said}");
    let sum = file("sum.rule", "state int n; entry f { n += $1; } end { if (n != 3) abort \"sum\"; }\n");
    assert_eq!(check(&sum, &program, "sum").0, Some(0));
    let same = file(
        "same.rule",
        "per handle state int n; entry f for $2 { n++; } end per handle { if (n == 2) abort \"both\"; }\n",
    );
    let (status, said) = check(&same, &program, "same");
    assert!(status == Some(1) && said.contains("handle of rule same"), "{said}");
    let other = file("other.rule", "entry h { abort \"h\"; }\n");
    let (status, said) = check(&other, &program, "other");
    assert!(status == Some(2) && said.contains("none of its functions is in the program"), "{said}");
}
