//! Reads what `maymust check --format json` printed.

use serde_json::Value;

use crate::answer::Answer;
use crate::record::CheckResult;
use crate::task::Question;

/// What was printed.
#[derive(Clone, Debug)]
pub struct Read {
    /// The verdict of the whole, as printed.
    pub whole: Answer,
    /// The answer to the question: the whole's, or the limit that it met.
    pub answer: Answer,
    /// Why it is unknown.
    pub reason: String,
    /// Single checks.
    pub checks: Vec<CheckResult>,
    /// All numbers of the statistics.
    pub statistics: Vec<(String, f64)>,
}

/// Reads the output; none if it is not what `check` prints.
pub fn read(out: &str, question: &Question) -> Option<Read> {
    let json: Value = serde_json::from_str(out).ok()?;
    let whole = verdict(json.get("verdict")?)?;
    let empty = Vec::new();
    let printed = json.get("checks").and_then(Value::as_array).unwrap_or(&empty);
    let mut statistics = numbers(json.get("statistics"));
    statistics.extend(counts(printed));
    let unknown = if whole == Answer::Unknown { main_unknown(printed) } else { None };
    Some(Read {
        whole,
        answer: unknown.map_or(whole, check_answer),
        reason: unknown.map(|check| word(check, "reason").to_owned()).unwrap_or_default(),
        checks: expected_checks(printed, question),
        statistics,
    })
}

fn verdict(value: &Value) -> Option<Answer> {
    Answer::from_word(value.as_str()?).filter(|a| a.is_definite() || *a == Answer::Unknown)
}

fn word<'a>(value: &'a Value, key: &str) -> &'a str {
    value.get(key).and_then(Value::as_str).unwrap_or("")
}

/// The unknown check that speaks for all: one that met a limit, else one with the commonest reason.
fn main_unknown(checks: &[Value]) -> Option<&Value> {
    let mut counts: Vec<(&Value, usize)> = Vec::new();
    for check in checks.iter().filter(|c| word(c, "verdict") == "unknown") {
        match counts.iter_mut().find(|(c, _)| word(c, "reason") == word(check, "reason")) {
            Some((_, n)) => *n += 1,
            None => counts.push((check, 1)),
        }
    }
    counts.sort_by_key(|(check, n)| std::cmp::Reverse((check_answer(check) != Answer::Unknown, *n)));
    counts.first().map(|(check, _)| *check)
}

fn numbers(statistics: Option<&Value>) -> Vec<(String, f64)> {
    let map = statistics.and_then(Value::as_object);
    map.into_iter().flatten().filter_map(|(k, v)| Some((k.clone(), v.as_f64()?))).collect()
}

/// How many checks got which answer; those that met a limit of time or memory apart.
fn counts(checks: &[Value]) -> Vec<(String, f64)> {
    let count = |f: &dyn Fn(&Value) -> bool| checks.iter().filter(|c| f(c)).count() as f64;
    vec![
        ("checks_proved".to_owned(), count(&|c| word(c, "verdict") == "proved")),
        ("checks_failing".to_owned(), count(&|c| word(c, "verdict") == "fails")),
        ("checks_unknown".to_owned(), count(&|c| word(c, "verdict") == "unknown")),
        (
            "checks_timed_out".to_owned(),
            count(&|c| matches!(check_answer(c), Answer::TimeOut | Answer::OutOfMemory)),
        ),
    ]
}

/// The answers to the checks whose answers are known. A check that is not there cannot be reached, so it holds (if the whole did
/// get that far: the tool lists every check that some run could reach).
fn expected_checks(printed: &[Value], question: &Question) -> Vec<CheckResult> {
    let place = |c: &Value| {
        let line = c.get("line").and_then(Value::as_u64).unwrap_or(0);
        (word(c, "file").to_owned(), line, word(c, "kind").to_owned())
    };
    let mut results = Vec::new();
    for expectation in &question.checks {
        let mut answer = Answer::Proved;
        let mut time = 0.0;
        for check in printed {
            let (file, line, kind) = place(check);
            if expectation.is_about(&file, line, &kind) {
                answer = worse(answer, check_answer(check));
                time += check.get("time_s").and_then(Value::as_f64).unwrap_or(0.0);
            }
        }
        results.push(CheckResult { key: expectation.key(), expected: expectation.holds, answer, time });
    }
    results
}

fn check_answer(check: &Value) -> Answer {
    match check.get("verdict").and_then(verdict).unwrap_or(Answer::Unknown) {
        Answer::Unknown if word(check, "reason_code") == "time" => Answer::TimeOut,
        Answer::Unknown if word(check, "reason_code") == "memory" => Answer::OutOfMemory,
        answer => answer,
    }
}

/// Several checks may share a place: fails if one fails, else unknown if one is unknown.
fn worse(a: Answer, b: Answer) -> Answer {
    match (a, b) {
        (Answer::Fails, _) | (_, Answer::Fails) => Answer::Fails,
        (Answer::Proved, b) => b,
        (a, _) => a,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::checks::Expectation;
    use crate::task::Subject;

    fn question(checks: Vec<Expectation>) -> Question {
        Question {
            name: "q".to_owned(),
            subject: Subject::Unreachable,
            file: None,
            expected: None,
            defines: Vec::new(),
            arguments: Vec::new(),
            checks,
        }
    }

    #[test]
    fn checks_are_matched_by_place_and_kind() {
        let out = r#"{"verdict": "fails", "statistics": {"queries": 3, "engines": ["smash"]}, "checks": [
            {"file": "a.c", "line": 3, "kind": "assertion", "verdict": "proved", "time_s": 0.5},
            {"file": "a.c", "line": 3, "kind": "assertion", "verdict": "fails", "time_s": 0.25},
            {"file": "a.c", "line": 4, "kind": "bounds", "verdict": "unknown", "reason": "no invariant"},
            {"file": "a.c", "line": 5, "kind": "bounds", "verdict": "unknown", "reason_code": "time"}]}"#;
        let expect =
            |line, kind: &str, holds| Expectation { file: String::new(), line, kind: kind.to_owned(), holds };
        let q = question(vec![
            expect(3, "assertion", false),
            expect(4, "bounds", true),
            expect(5, "bounds", true),
            expect(9, "bounds", true),
        ]);
        let read = read(out, &q).expect("readable");
        assert_eq!(read.answer, Answer::Fails);
        let answers: Vec<_> = read.checks.iter().map(|c| c.answer).collect();
        assert_eq!(answers, [Answer::Fails, Answer::Unknown, Answer::TimeOut, Answer::Proved]);
        assert_eq!(read.checks[0].time, 0.75);
        assert!(read.statistics.contains(&("queries".to_owned(), 3.0)));
        assert!(read.statistics.contains(&("checks_unknown".to_owned(), 2.0)));
    }

    #[test]
    fn what_is_not_a_report_is_refused() {
        let q = question(Vec::new());
        assert!(read("", &q).is_none());
        assert!(read("{}", &q).is_none());
        assert!(read(r#"{"verdict": "timeout"}"#, &q).is_none());
        let limit = r#"{"verdict": "unknown", "checks": [{"verdict": "unknown", "reason_code": "memory"}]}"#;
        assert_eq!(read(limit, &q).map(|r| r.answer), Some(Answer::OutOfMemory));
        let unknown = r#"{"verdict": "unknown", "checks": [{"verdict": "unknown", "reason": "a"},
            {"verdict": "unknown", "reason": "b"}, {"verdict": "unknown", "reason": "b"}]}"#;
        assert_eq!(read(unknown, &q).map(|r| r.reason), Some("b".to_owned()));
    }
}
