//! The answers for machines.

use maymust_engine::{Answer, Number, Reason, Run, Statistics, Verdict};
use maymust_program::Input;
use serde_json::{Map, Value, json};

use super::{Report, Section, story, verdict_word, word};

/// Prints one JSON object.
pub fn print(report: &Report<'_>) {
    let checks: Vec<Value> = report.answers().map(|(s, a)| answer(report, s, a)).collect();
    let mut out = json!({
        "verdict": word(report.status()),
        "checks": checks,
        "assumptions": report.assumptions,
        "statistics": statistics(report),
    });
    if report.has_nothing_to_check() {
        out["reason"] = json!(Reason::NothingToCheck.to_string());
        out["reason_code"] = json!(Reason::NothingToCheck.code());
    }
    println!("{out:#}");
}

fn answer(report: &Report<'_>, section: &Section, answer: &Answer) -> Value {
    let loaded = report.loaded;
    let check = &loaded.program.checks[answer.check.index()];
    let (span, reason) = match &answer.verdict {
        Verdict::Proved => (check.span, None),
        Verdict::Fails(run) => (story::blamed(loaded, run), Some(run.failure.message.clone())),
        Verdict::Unknown(reason) => (check.span, Some(reason.to_string())),
    };
    let place = loaded.sources.place(span);
    let mut out = json!({
        "id": answer.check.0,
        "kind": check.kind.name(),
        "message": &*check.message,
        "entry": section.entry,
        "function": loaded.program.shown_name(check.proc),
        "file": place.as_ref().map(|p| p.file.clone()),
        "line": place.as_ref().map(|p| p.line),
        "column": place.as_ref().map(|p| p.column),
        "verdict": verdict_word(&answer.verdict),
        "reason": reason,
        "engine": answer.engine,
        "time_s": answer.time.as_secs_f64(),
    });
    if let Verdict::Fails(run) = &answer.verdict {
        out["inputs"] = inputs(run);
    }
    if let Verdict::Unknown(reason) = &answer.verdict {
        out["reason_code"] = json!(reason.code());
    }
    out
}

/// The inputs of a failing run in order: what each is, and its bits as an unsigned number.
fn inputs(run: &Run) -> Value {
    let value = |(input, value): &(Input, maymust_term::Value)| {
        let shown = match value.as_u64() {
            Some(n) => json!(n),
            None => json!(value.to_string()),
        };
        json!({ "input": story::input_text(input), "value": shown })
    };
    run.inputs.values.iter().map(value).collect()
}

/// The numbers of all engines under their names. Engines that count the same thing are added up.
fn statistics(report: &Report<'_>) -> Value {
    let mut all = Statistics::default();
    let work = || report.sections.iter().flat_map(|s| &s.work);
    work().for_each(|w| all.merge(&w.statistics));
    let mut map = Map::new();
    map.insert("checks".to_owned(), json!(report.answers().count()));
    map.insert("time_s".to_owned(), json!(report.time.as_secs_f64()));
    let mut engines: Vec<_> = work().map(|w| w.engine).collect();
    engines.dedup();
    map.insert("engines".to_owned(), json!(engines));
    for (name, number) in all.numbers() {
        let value = match number {
            Number::Count(n) => json!(n),
            Number::Seconds(s) => json!(s),
        };
        map.insert(name.to_owned(), value);
    }
    if report.stats {
        let evidence: Vec<_> =
            all.evidence.iter().map(|(what, text)| json!({ "about": what, "text": text })).collect();
        map.insert("evidence".to_owned(), json!(evidence));
    }
    Value::Object(map)
}
