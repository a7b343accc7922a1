//! Answers that are to be trusted: each program of `tests/trust` says what is asked and what must be answered.

mod common;

use std::path::{Path, PathBuf};

use common::{all, entries, maymust, programs, run, scratch, stem};

/// One question about a program, and what must come of it.
#[derive(Default)]
struct Question {
    flags: String,
    answer: String,
    says: Vec<String>,
    warns: Vec<String>,
}

/// `// ask: FLAGS`, then `// answer: VERDICT` (or several, with `or` between them), and lines `// says: TEXT` (in the output), `// warns: TEXT` (among warnings).
fn questions(program: &Path) -> Vec<Question> {
    let text = std::fs::read_to_string(program).expect("the program can be read");
    let mut list: Vec<Question> = Vec::new();
    for line in text.lines().map_while(|line| line.strip_prefix("// ")) {
        let Some((word, rest)) = line.split_once(": ") else { continue };
        match (word, list.last_mut()) {
            ("ask", _) => list.push(Question { flags: rest.to_owned(), ..Question::default() }),
            ("answer", Some(question)) => question.answer = rest.to_owned(),
            ("says", Some(question)) => question.says.push(rest.to_owned()),
            ("warns", Some(question)) => question.warns.push(rest.to_owned()),
            _ => {}
        }
    }
    let name = program.display();
    assert!(!list.is_empty() && list.iter().all(|q| !q.answer.is_empty()), "{name}: no question");
    list
}

/// The flags as arguments: `RULE` is the rule file beside the program, and `--property` is followed by a formula to the end.
fn arguments(program: &Path, flags: &str, log: &Path) -> Vec<String> {
    let (flags, formula) = flags.split_once("--property ").map_or((flags, None), |(f, p)| (f, Some(p)));
    let rule = program.with_extension("rule").display().to_string();
    let word = |w: &str| if w == "RULE" { rule.clone() } else { w.to_owned() };
    let mut list: Vec<String> = flags.split_whitespace().map(word).collect();
    if let Some(formula) = formula {
        let file = log.with_extension("prp");
        std::fs::write(&file, format!("CHECK( init(main()), LTL({formula}) )\n")).expect("a property file");
        list.extend(["--property".to_owned(), file.display().to_string()]);
    }
    list
}

fn answered(program: &Path, folder: &Path) -> Result<(), String> {
    for (i, question) in questions(program).iter().enumerate() {
        let log = folder.join(format!("{}.{i}", stem(program)));
        let flags = arguments(program, &question.flags, &log);
        let out = run(maymust().args(["check", "--timeout", "30s"]).args(flags).arg(program), &log);
        let verdict = out.stdout.lines().last().unwrap_or_default();
        let has = |text: &str, wanted: &[String]| wanted.iter().all(|w| text.contains(w.as_str()));
        let mut answers = question.answer.split(" or ");
        let is_right = answers.any(|answer| verdict == format!("verdict: {answer}"))
            && has(&out.stdout, &question.says)
            && has(&out.stderr, &question.warns);
        if !is_right {
            let (name, flags, answer) = (stem(program), &question.flags, &question.answer);
            return Err(format!("{name}: {flags}: not {answer}: {}\n{}", out.stdout, out.stderr));
        }
    }
    Ok(())
}

#[test]
fn answers_hold() {
    let list: Vec<PathBuf> =
        entries(&programs("trust")).into_iter().filter(|p| p.extension().is_some_and(|e| e == "c")).collect();
    assert!(list.len() >= 10, "only {} programs", list.len());
    let folder = scratch("trust");
    all(&list, |program| answered(program, &folder));
}
