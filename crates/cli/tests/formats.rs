//! Reports for machines: JSON, SARIF, JUnit, GitHub, pages for browsers, baselines. Nothing in a program or its name gets out of its place.

mod common;

use std::path::PathBuf;

use common::{Outcome, compiler, maymust, run, scratch};
use serde_json::Value;

const LOOP: &str = "int a[10];\nint main(void)\n{\n    int s = 0;\n    for (int i = 0; i <= 10; i++)\n        s += a[i];\n    return s;\n}\n";

fn file(name: &str, text: &str) -> PathBuf {
    let path = scratch("formats").join(name);
    std::fs::write(&path, text).expect("a scratch file");
    path
}

fn check(name: &str, text: &str, args: &[&str]) -> Outcome {
    file(name, text);
    let mut command = maymust();
    command.current_dir(scratch("formats")).args(["check", "--timeout", "40s"]).args(args).arg(name);
    run(&mut command, &scratch("formats").join(format!("log{}", args.join("").replace(['/', '-'], "_"))))
}

fn json(out: &Outcome) -> Value {
    serde_json::from_str(&out.stdout).unwrap_or_else(|e| panic!("{e}: {out:?}"))
}

#[test]
fn json_has_a_version_and_traces() {
    let report = json(&check("json.i", LOOP, &["--format", "json"]));
    assert_eq!(report["format_version"], 1);
    assert_eq!(report["verdict"], "fails");
    let finding = &report["findings"][0];
    assert_eq!((&finding["code"], &finding["place"]["line"]), (&"bounds".into(), &6.into()));
    let steps = finding["trace"].as_array().expect("a trace");
    assert!(steps.iter().any(|s| s["iterations_omitted"].as_u64() > Some(5)), "{finding:#}");
    assert!(
        finding["values"]
            .as_array()
            .is_some_and(|v| v.iter().any(|v| v["name"] == "i" && v["value"] == "10"))
    );
    let out =
        run(maymust().args(["check", "--format", "json", "no-such.c"]), &scratch("formats").join("none"));
    let report = json(&out);
    assert_eq!((out.status, &report["error"]["status"]), (Some(66), &66.into()));
}

/// The schema says what fields there are; a report has no others.
#[test]
fn the_schema_knows_every_field() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/check.schema.json");
    let schema: Value =
        serde_json::from_str(&std::fs::read_to_string(path).expect("the schema")).expect("JSON");
    let report = json(&check("schema.i", LOOP, &["--format", "json"]));
    let object = |v: &Value| v.as_object().cloned().unwrap_or_default();
    let known = |value: &Value, schema: &Value, what: &str| {
        for key in object(value).keys() {
            assert!(!schema["properties"][key].is_null(), "{what}: `{key}` is not in the schema");
        }
        for key in schema["required"].as_array().into_iter().flatten().filter_map(Value::as_str) {
            assert!(value.get(key).is_some(), "{what}: `{key}` is missing");
        }
    };
    known(&report, &schema, "report");
    known(&report["findings"][0], &schema["$defs"]["finding"], "finding");
    known(&report["findings"][0]["trace"][0], &schema["$defs"]["step"], "step");
    report["checks"]
        .as_array()
        .expect("checks")
        .iter()
        .for_each(|c| known(c, &schema["$defs"]["check"], "check"));
}

#[test]
fn sarif_has_places_flows_and_fingerprints() {
    let report = json(&check("sarif.i", LOOP, &["--format", "sarif"]));
    assert_eq!(report["version"], "2.1.0");
    let result = &report["runs"][0]["results"][0];
    let place = &result["locations"][0]["physicalLocation"];
    assert_eq!(
        (&place["artifactLocation"]["uri"], &place["region"]["startLine"]),
        (&"sarif.i".into(), &6.into())
    );
    let index = result["ruleIndex"].as_u64().expect("a rule") as usize;
    assert_eq!(report["runs"][0]["tool"]["driver"]["rules"][index]["id"], result["ruleId"]);
    let flow = result["codeFlows"][0]["threadFlows"][0]["locations"].as_array().expect("a flow");
    assert!(!flow.is_empty() && flow.len() <= 1000, "{}", flow.len());
    // The fingerprint survives lines above.
    let print = |report: &Value| report["runs"][0]["results"][0]["partialFingerprints"].clone();
    let moved = json(&check("sarif.i", &format!("int unrelated;\n\n{LOOP}"), &["--format", "sarif"]));
    assert_eq!(print(&report), print(&moved));
    let other = json(&check("sarif.i", &LOOP.replace("s += a[i]", "s -= a[i]"), &["--format", "sarif"]));
    assert_ne!(print(&report), print(&other));
}

#[test]
fn known_findings_do_not_fail() {
    for format in ["json", "sarif"] {
        let first = check("known.i", LOOP, &["--format", format]);
        assert_eq!(first.status, Some(1));
        let name = format!("known.{format}");
        file(&name, &first.stdout);
        let again = check("known.i", &format!("\n{LOOP}"), &["--baseline", &name]);
        assert_eq!(again.status, Some(0), "{again:?}");
        assert!(again.stdout.ends_with("verdict: fails (0 new, 1 known)\n"), "{again:?}");
        let more = LOOP.replace("return s;", "return s / (s - s);").replace("i <= 10", "i < 10");
        let new = check("known.i", &more, &["--baseline", &name]);
        assert_eq!(new.status, Some(1), "{new:?}");
    }
    file("bad.json", "{}");
    assert_eq!(check("known.i", LOOP, &["--baseline", "bad.json"]).status, Some(65));
}

#[test]
fn annotations_and_test_cases() {
    let out = check("github.i", LOOP, &["--format", "github"]);
    assert!(out.stdout.starts_with("::error file=github.i,line=6,col="), "{out:?}");
    let out = check("junit.i", LOOP, &["--format", "junit"]);
    assert!(out.stdout.starts_with("<?xml") && out.stdout.contains("failures=\"1\""), "{out:?}");
}

/// A program whose name and text try to get out of their place in every format.
#[test]
fn hostile_names_and_sources_stay_text() {
    let name = "a'\"<img src=x onerror=pwned()>&%0A::error::x\u{1b}[31m.i";
    let text = "# 1 \"evil\\033[31m</script><script>pwned()</script>.h\"\n\
        int main(void) { int x = 0; /* </script><script>pwned()</script> ]]> \u{1b}[2J */ return 1 / x; }\n";
    for format in ["text", "json", "sarif", "junit", "github"] {
        let out = check(name, text, &["--format", format]);
        assert_eq!(out.status, Some(1), "{format}: {out:?}");
        assert!(!out.stdout.contains('\u{1b}'), "{format}: {out:?}");
        match format {
            "json" | "sarif" => drop(json(&out)),
            "junit" => assert!(!out.stdout.contains("<script") && !out.stdout.contains("<img"), "{out:?}"),
            "github" => assert_eq!(out.stdout.lines().filter(|l| l.starts_with("::")).count(), 1, "{out:?}"),
            _ => {}
        }
    }
    let folder = scratch("formats").join("hostile");
    let out = check(name, text, &["--report", folder.to_str().expect("a path")]);
    assert_eq!(out.status, Some(1), "{out:?}");
    let page = std::fs::read_to_string(folder.join("index.html")).expect("the page");
    // The page's own two script elements and no other.
    assert_eq!(page.matches("<script").count(), 2);
    assert_eq!(page.matches("</script>").count(), 2);
    assert!(!page.contains("http://") && !page.contains("https://"), "the page needs no network");
}

#[test]
fn a_test_calls_any_entry_and_is_confirmed() {
    if compiler().is_none() {
        return;
    }
    let text = "struct pair { int a; struct pair *next; double w; };\nint limit;\n\
        int f(unsigned char n, struct pair v)\n{\n\
        if (n == 200 && v.a == -5 && limit == 9 && v.w == 1.5)\n\
            return 5 / (v.a - v.a);\n    return 0;\n}\nint main(void) { return 0; }\n";
    let out = check(
        "confirm.c",
        text,
        &["--entry", "f", "--check", "div0", "--confirm", "--test", "confirm_test.c"],
    );
    assert_eq!(out.status, Some(1), "{out:?}");
    for told in ["v = {.a = -5", "limit = 9", "n = 200"] {
        assert!(out.stdout.contains(told), "{told}: {out:?}");
    }
    assert!(out.stdout.contains("\n  confirmed: "), "{out:?}");
}
