//! Abstractions of C programs, written as Boolean programs and read back.

use std::path::Path;
use std::time::Duration;

use maymust_boolean::{Options, Question, Verdict, build, check, parse, write};
use maymust_engine::Task;
use maymust_exact::belnap::Sides;
use maymust_exact::describe::abstracted;
use maymust_program::CheckId;
use maymust_source::{Diagnostics, SourceMap};

/// The abstraction of a C file as text.
fn written(file: &Path) -> String {
    let (loaded, _) = maymust_front::load(&maymust_front::Options::new(vec![file.to_owned()]), false);
    let loaded = loaded.expect("a program");
    let is_assertion = |c: &CheckId| loaded.program.checks[c.index()].kind.is_assertion();
    let checks = (0..loaded.program.checks.len() as u32).map(CheckId).filter(is_assertion).collect();
    let task = Task::new(&loaded.program, checks, Duration::from_secs(20));
    write(&abstracted(&task).expect("an abstraction")).expect("a text")
}

/// May an assertion of a Boolean program fail?
fn may_fail(text: &str) -> bool {
    let mut sources = SourceMap::default();
    let file = sources.add("p.bp", text);
    let mut diagnostics = Diagnostics::default();
    let program = parse(&sources, file, &mut diagnostics);
    let built = build(&program, "ERROR", 1 << 22, &mut diagnostics).expect("room");
    let errors: String = diagnostics.iter().map(|d| d.render(&sources, false)).collect();
    let mut built = built.unwrap_or_else(|| panic!("{errors}\n{text}"));
    let questions: Vec<Question> = (0..built.checks.len()).map(Question::Check).collect();
    assert!(!questions.is_empty(), "nothing is asserted:\n{text}");
    let options = Options { sides: Sides { may: true, must: true }, stop: &|| false };
    check(&mut built, &questions, &options).iter().any(|a| match a.verdict {
        Verdict::Fails(_) => true,
        Verdict::Proved => false,
        Verdict::Unknown(_) => panic!("a Boolean program is decided"),
    })
}

#[test]
fn what_is_written_has_the_same_answers() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../exact/tests/programs");
    for (name, expected) in
        [("ex0.c", true), ("ex0_capped.c", false), ("ex1.c", false), ("t1_2.c", true), ("t2_3.c", false)]
    {
        let text = written(&folder.join(name));
        assert_eq!(may_fail(&text), expected, "{name}:\n{text}");
    }
}

#[test]
fn predicates_are_names() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../exact/tests/programs");
    let text = written(&folder.join("t2_3.c"));
    assert!(text.starts_with("decl {"), "{text}");
    assert!(text.contains("assert(F)"), "{text}");
}
