//! Witnesses: what is written is confirmed, what is corrupted is rejected with a reason.

mod common;

use common::{Outcome, maymust, run, scratch};

const PROGRAM: &str = "extern int __VERIFIER_nondet_int(void);\nextern void reach_error(void);\n\
    static int twice(int x) { return 2 * x; }\nint main(void)\n{\n    int a = __VERIFIER_nondet_int();\n    int b = __VERIFIER_nondet_int();\n\
    if (a > 10 && a < 30 && twice(a) == b)\n        reach_error();\n    return 0;\n}\n";
const PROPERTY: &str = "CHECK( init(main()), LTL(G ! call(reach_error())) )\n";

fn check(program: &str, args: &[&str]) -> Outcome {
    let folder = scratch("witness");
    let mut command = maymust();
    command
        .current_dir(&folder)
        .args(["check", "--timeout", "40s", "--property", "p.prp"])
        .args(args)
        .arg(program);
    run(&mut command, &folder.join(format!("log{}", args.join(""))))
}

#[test]
fn ours_are_confirmed_and_corrupted_ones_are_not() {
    let folder = scratch("witness");
    let write = |name: &str, text: &str| std::fs::write(folder.join(name), text).expect("written");
    write("w.i", PROGRAM);
    write("p.prp", PROPERTY);
    let out = check("w.i", &["--witness", "w.yml"]);
    assert_eq!(out.status, Some(1), "{out:?}");
    let out = check("w.i", &["--validate", "w.yml"]);
    assert!(out.status == Some(1) && out.stdout.contains("witness confirmed"), "{out:?}");
    let witness = std::fs::read_to_string(folder.join("w.yml")).expect("the witness");
    let value = |n: usize| {
        witness.match_indices("\\\\result == ").nth(n).map(|(at, text)| {
            let rest = &witness[at + text.len()..];
            rest[..rest.find('"').expect("its end")].to_owned()
        })
    };
    let (a, b) = (value(0).expect("a value"), value(1).expect("another"));
    let corrupted = [
        ("no YAML", witness.replace("  metadata:", "metadata")),
        ("another format", witness.replace("format_version: \"2.0\"", "format_version: \"7.0\"")),
        ("another entry", witness.replace("violation_sequence", "violation_graph")),
        ("another program", witness.replacen("\"w.i\": \"", "\"w.i\": \"0", 1)),
        ("another data model", witness.replace("LP64", "ILP32")),
        ("another property", witness.replace("reach_error()", "other()")),
        ("another value", witness.replace(&format!("== {b}\""), "== 7\"")),
        ("no value", witness.replace(&format!("== {a}\""), "> 5\"")),
        ("another target", witness.replace("line: 9", "line: 10")),
        ("no target", witness.replace("\"target\"", "\"assumption\"")),
        ("another place of a call", witness.replace("line: 6", "line: 5")),
        ("no action", witness.replace("action: \"follow\"", "action: \"avoid\"")),
        ("a line that is none", witness.replace("line: 7", "line: seven")),
    ];
    for (what, text) in corrupted {
        assert_ne!(text, witness, "{what}");
        write("bad.yml", &text);
        let out = check("w.i", &["--validate", "bad.yml"]);
        assert_eq!(out.status, Some(2), "{what}: {out:?}");
        assert!(out.stdout.contains("witness rejected: "), "{what}: {out:?}");
    }
}

#[test]
fn a_proof_has_a_witness_too() {
    let folder = scratch("witness");
    std::fs::write(folder.join("p.prp"), PROPERTY).expect("written");
    std::fs::write(folder.join("proved.i"), PROGRAM.replace("2 * x", "2 * x + 1").replace("== b", "== 4"))
        .expect("written");
    let out = check("proved.i", &["--witness", "proved.yml"]);
    assert_eq!(out.status, Some(0), "{out:?}");
    let text = std::fs::read_to_string(folder.join("proved.yml")).expect("the witness");
    assert!(text.contains("entry_type: \"invariant_set\""), "{text}");
}
