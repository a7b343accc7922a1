//! Boolean programs with their answers: the files of `tests/boolean`, generated families, wrong programs.

use std::path::Path;
use std::time::{Duration, Instant};

use maymust_boolean::{Built, Options, Question, Verdict, build, check, parse};
use maymust_exact::belnap::Sides;
use maymust_source::{Diagnostics, SourceMap};

const EXACT: Sides = Sides { may: true, must: true };

fn built(text: &str) -> Result<Built, String> {
    let mut sources = SourceMap::default();
    let file = sources.add("p.bp", text);
    let mut diagnostics = Diagnostics::default();
    let program = parse(&sources, file, &mut diagnostics);
    let built = match diagnostics.error_count() {
        0 => build(&program, "ERROR", 1 << 22, &mut diagnostics).expect("room"),
        _ => None,
    };
    built.ok_or_else(|| diagnostics.iter().map(|d| d.render(&sources, false)).collect())
}

fn word(verdict: &Verdict) -> &'static str {
    match verdict {
        Verdict::Proved => "proved",
        Verdict::Fails(_) => "fails",
        Verdict::Unknown(_) => "unknown",
    }
}

/// The answers as lines `what: verdict`, without repetition.
fn answers(text: &str, sides: Sides, termination: bool) -> Vec<String> {
    let mut built = built(text).unwrap_or_else(|e| panic!("{e}"));
    let mut questions: Vec<Question> = (0..built.checks.len()).map(Question::Check).collect();
    if termination {
        questions.push(Question::Termination);
    }
    let answers = check(&mut built, &questions, &Options { sides, stop: &|| false });
    let title = |q: &Question| match q {
        Question::Check(i) => built.checks[*i].what.clone(),
        Question::Termination => "termination".to_owned(),
    };
    let mut lines: Vec<String> =
        answers.iter().map(|a| format!("{}: {}", title(&a.question), word(&a.verdict))).collect();
    lines.dedup();
    lines
}

#[test]
fn files_have_the_answers_that_they_say() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/boolean");
    let mut n = 0;
    for entry in std::fs::read_dir(folder).expect("the folder") {
        let path = entry.expect("an entry").path();
        let text = std::fs::read_to_string(&path).expect("a text");
        let mut expected: Vec<&str> = text.lines().filter_map(|l| l.strip_prefix("//@ ")).collect();
        let mut got = answers(&text, EXACT, true);
        expected.sort_unstable();
        got.sort_unstable();
        got.dedup();
        assert_eq!(got, expected, "{}", path.display());
        n += 1;
    }
    assert!(n >= 4, "only {n} programs");
}

/// T1(n) and T2(n) over the predicates g < 0 and g > 0.
fn template(n: usize, is_recursive: bool) -> String {
    let swap = "neg, pos := pos, neg;";
    let mut text = "decl neg, pos;\nvoid main() begin\n assume(!(neg & pos));\n level_1();\n if (neg) then ERROR: skip; fi\nend\n".to_owned();
    for i in 1..=n {
        let last = if is_recursive { format!("level_{i}(); {swap} level_{i}();") } else { swap.to_owned() };
        let next = i + 1;
        let inner = if i < n { format!("level_{next}(); {swap} level_{next}();") } else { last };
        text.push_str(&format!(
            "void level_{i}() begin\n {swap}\n if (!pos) then skip; else {inner} fi\n {swap}\nend\n"
        ));
    }
    text
}

/// Runs T1(n) on the sign of g.
fn t1_fails(n: usize) -> bool {
    fn level(i: usize, n: usize, g: i32) -> i32 {
        let g = -g;
        let g = match (g <= 0, i < n) {
            (true, _) => g,
            (false, true) => level(i + 1, n, -level(i + 1, n, g)),
            (false, false) => -g,
        };
        -g
    }
    (-1..=1).any(|g| level(1, n, g) < 0)
}

#[test]
fn templates_are_right_for_every_size() {
    for n in 1..=9 {
        let expected = if t1_fails(n) { "fails" } else { "proved" };
        assert_eq!(
            answers(&template(n, false), EXACT, false),
            [format!("label `ERROR`: {expected}")],
            "T1({n})"
        );
        let recursive = answers(&template(n, true), EXACT, true);
        assert_eq!(recursive, ["label `ERROR`: proved", "termination: fails"], "T2({n})");
    }
}

#[test]
fn one_approximation_alone_is_inconclusive() {
    let over = Sides { may: true, must: false };
    let under = Sides { may: false, must: true };
    assert_eq!(answers(&template(4, false), over, false), ["label `ERROR`: unknown"]);
    assert_eq!(answers(&template(4, false), under, false), ["label `ERROR`: fails"]);
    assert_eq!(answers(&template(4, true), over, false), ["label `ERROR`: proved"]);
    assert_eq!(answers(&template(4, true), under, true), ["label `ERROR`: unknown", "termination: fails"]);
}

#[test]
fn the_effort_grows_with_the_size_alone() {
    let time = |n: usize| {
        let text = template(n, true);
        let run = || {
            let start = Instant::now();
            assert_eq!(answers(&text, EXACT, false), ["label `ERROR`: proved"]);
            start.elapsed()
        };
        (0..3).map(|_| run()).min().unwrap_or(Duration::ZERO)
    };
    let (small, large) = (time(500), time(4000));
    assert!(large < small * 24 + Duration::from_millis(200), "{small:?} for 500, {large:?} for 4000");
}

#[test]
fn too_few_nodes_are_no_answer() {
    // The values of x and y must be kept together, pair by pair; no order of the variables is good for all of it.
    let n = 14;
    let names = |c: char| (0..n).map(|i| format!("{c}{i}")).collect::<Vec<_>>();
    let reversed: Vec<String> = names('x').into_iter().rev().collect();
    let text = format!(
        "decl {}; decl {};\nvoid main() begin {} := {}; {} := {}; ERROR: assert({}); end",
        names('x').join(","),
        names('y').join(","),
        names('x').join(","),
        vec!["*"; n].join(","),
        names('y').join(","),
        reversed.join(","),
        (0..n).map(|i| format!("(x{i} = y{})", n - 1 - i)).collect::<Vec<_>>().join(" & "),
    );
    let mut sources = SourceMap::default();
    let file = sources.add("p.bp", text);
    let mut diagnostics = Diagnostics::default();
    let program = parse(&sources, file, &mut diagnostics);
    match build(&program, "NONE", 1 << 10, &mut diagnostics) {
        Err(reason) => assert_eq!(reason.to_string(), "space limit"),
        Ok(built) => {
            let options = Options { sides: EXACT, stop: &|| false };
            let answers = check(&mut built.expect("a program"), &[Question::Check(0)], &options);
            assert_eq!(word(&answers[0].verdict), "unknown");
        }
    }
}

fn errors(text: &str, expected: &str) {
    let said = built(text).err().unwrap_or_default();
    assert!(said.contains(expected), "{text}\nsays: {said}");
}

#[test]
fn errors_name_the_place_and_the_remedy() {
    let main = |body: &str| format!("decl g;\nvoid main() begin\n{body}\nend");
    errors(&main("h := 1;"), "p.bp:3:1: error: no variable `h` is declared here\n3 | h := 1;\n  | ^");
    errors(&main("goto L;"), "p.bp:3:6: error: `main` has no label `L`");
    errors(&main("L: skip; L: skip;"), "the label `L` stands here twice");
    errors(&main("f();"), "no procedure `f` is defined");
    errors(&main("main(g);"), "`main` takes 0 arguments, not 1");
    errors(&main("g := main();"), "`main` returns 0 values, not 1");
    errors(&main("g, g := 0, 1;"), "`g` gets two values at once");
    errors(&main("g := 0, 1;"), "1 variable and 2 values: an assignment needs as many values as variables");
    errors(&main("return g;"), "`main` returns 0 values, not 1");
    errors(&main("if (g) then skip; od"), "a statement is expected here, not `od`");
    errors(&main("g := ;"), "an expression is expected here, not `;`");
    errors(&main("g = 1;"), "`:=` is expected here, not `=`");
    errors(&main("while (g) do skip;"), "a statement is expected here, not `end`");
    errors("decl g; decl g; void main() begin end", "the variable `g` is declared twice");
    errors("void f() begin end", "there is no procedure `main` to start from");
    errors("void main() begin end void main() begin end", "the procedure `main` is defined twice");
    errors("void main() begin skip # end", "`#` has no meaning in a Boolean program");
    errors("void main() begin /* skip end", "this comment has no end");
    errors("", "there is no procedure `main`");
    let deep = format!("decl g; void main() begin g := {}g{}; end", "(".repeat(5000), ")".repeat(5000));
    errors(&deep, "expressions are nested too deep");
}

#[test]
fn several_errors_are_said_at_once() {
    let said = built("void f() begin x := end\nvoid main() begin y = 1; end").err().unwrap_or_default();
    assert_eq!(said.matches("error:").count(), 2, "{said}");
}
