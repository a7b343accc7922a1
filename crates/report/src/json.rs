//! The report for machines: one JSON object.

use maymust_engine::{Number, Run, Statistics, Verdict};
use maymust_program::Input;
use serde_json::{Map, Value, json};

use crate::{Certainty, Finding, Overall, Report, trace};

/// Inputs of a run that are listed.
const INPUTS: usize = 10_000;

/// The report as text, with a line break at the end. `evidence` asks for invariants and summaries.
pub fn render(report: &Report<'_>, evidence: bool) -> String {
    let checks: Vec<Value> = report.findings.iter().map(finding).collect();
    let mut out = json!({
        "verdict": report.verdict.name(),
        "verdict_text": report.verdict_text(),
        "assuming": report.assuming(),
        "checks": checks,
        "assumptions": report.assumptions.iter().map(|a| report.assumption_text(a)).collect::<Vec<_>>(),
        "statistics": statistics(report, evidence),
    });
    if let Some(reason) = &report.reason {
        out["reason"] = json!(reason.to_string());
        out["reason_code"] = json!(reason.code());
    }
    format!("{out:#}\n")
}

fn finding(finding: &Finding) -> Value {
    let place = finding.place.as_ref();
    let mut out = json!({
        "id": finding.check.0,
        "kind": finding.kind.name(),
        "message": finding.message,
        "entry": finding.entry,
        "function": finding.function,
        "file": place.map(|p| p.file.clone()),
        "line": place.map(|p| p.line),
        "column": place.map(|p| p.column),
        "verdict": Overall::from(&finding.verdict).name(),
        "reason": null,
        "engine": finding.engine,
        "answered_by": finding.by.name(),
        "time_s": finding.time.as_secs_f64(),
    });
    match &finding.verdict {
        Verdict::Proved => {}
        Verdict::Fails(run) => {
            out["reason"] = json!(run.failure.message);
            out["certainty"] = json!(finding.certainty().map(Certainty::name));
            out["inputs"] = inputs(run);
            if let Some(omitted) = run.inputs.values.len().checked_sub(INPUTS).filter(|n| *n > 0) {
                out["inputs_omitted"] = json!(omitted);
            }
        }
        Verdict::Unknown(reason) => {
            out["reason"] = json!(reason.to_string());
            out["reason_code"] = json!(reason.code());
        }
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
        json!({ "input": trace::input_text(input), "value": shown })
    };
    run.inputs.values.iter().take(INPUTS).map(value).collect()
}

/// The numbers of all engines under their names. Engines that count the same thing are added up.
fn statistics(report: &Report<'_>, evidence: bool) -> Value {
    let mut all = Statistics::default();
    let work = || report.efforts.iter().flat_map(|s| &s.work);
    work().for_each(|w| all.merge(&w.statistics));
    let mut map = Map::new();
    map.insert("checks".to_owned(), json!(report.findings.len()));
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
    if evidence {
        let evidence: Vec<_> =
            all.evidence.iter().map(|(what, text)| json!({ "about": what, "text": text })).collect();
        map.insert("evidence".to_owned(), json!(evidence));
    }
    Value::Object(map)
}
