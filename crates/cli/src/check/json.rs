//! The answers for machines.

use maymust_engine::{Answer, Number, Verdict};
use serde_json::{Map, Value, json};

use super::{Report, verdict_word, word};
use crate::front::Loaded;

/// Prints one JSON object.
pub fn print(loaded: &Loaded, report: &Report) {
    let checks: Vec<Value> = report.answers.iter().map(|a| answer(loaded, a)).collect();
    let notes: Vec<_> = loaded.program.assumptions.iter().map(|(_, note)| note).collect();
    let out = json!({
        "verdict": word(report.status()),
        "checks": checks,
        "assumptions": notes,
        "statistics": statistics(report),
    });
    println!("{out:#}");
}

fn answer(loaded: &Loaded, answer: &Answer) -> Value {
    let check = &loaded.program.checks[answer.check.index()];
    let place = loaded.sources.place(check.span);
    let reason = match &answer.verdict {
        Verdict::Proved => None,
        Verdict::Fails(run) => Some(run.failure.message.clone()),
        Verdict::Unknown(reason) => Some(reason.clone()),
    };
    json!({
        "id": answer.check.0,
        "kind": check.kind.name(),
        "function": loaded.program.proc(check.proc).name,
        "file": place.as_ref().map(|p| p.file.clone()),
        "line": place.as_ref().map(|p| p.line),
        "column": place.as_ref().map(|p| p.column),
        "verdict": verdict_word(&answer.verdict),
        "reason": reason,
        "engine": answer.engine,
        "time_s": answer.time.as_secs_f64(),
    })
}

/// The numbers of all engines under their names. Engines that count the same thing are added up.
fn statistics(report: &Report) -> Value {
    let mut all = maymust_engine::Statistics::default();
    report.work.iter().for_each(|w| all.merge(&w.statistics));
    let mut map = Map::new();
    map.insert("checks".to_owned(), json!(report.answers.len()));
    map.insert("time_s".to_owned(), json!(report.time.as_secs_f64()));
    let engines: Vec<_> = report.work.iter().map(|w| w.engine).collect();
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
