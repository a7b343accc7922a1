//! The report for machines: one JSON object.

use maymust_engine::{Number, Run, Statistics, Verdict};
use maymust_program::Input;
use serde_json::{Map, Value, json};

use maymust_source::Place;

use crate::cause::Cause;
use crate::{Finding, Overall, Report, Trace, trace};

/// Grows when a field changes its meaning or goes away; new fields leave it as it is. See `docs/check.schema.json`.
pub const FORMAT_VERSION: u32 = 1;

/// Inputs of a run that are listed.
const INPUTS: usize = 10_000;

/// The report as text, with a line break at the end. `evidence` asks for invariants and summaries.
pub fn render(report: &Report<'_>, evidence: bool) -> String {
    let checks: Vec<Value> = report.findings.iter().map(finding).collect();
    let mut out = json!({
        "format_version": FORMAT_VERSION,
        "tool": { "name": "maymust", "version": env!("CARGO_PKG_VERSION") },
        "verdict": report.verdict.name(),
        "verdict_text": report.verdict_text(),
        "assuming": report.assuming(),
        "findings": findings(report),
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

/// What is printed in the place of a report if there is none.
pub fn render_error(status: i32, message: &str) -> String {
    let out = json!({
        "format_version": FORMAT_VERSION,
        "tool": { "name": "maymust", "version": env!("CARGO_PKG_VERSION") },
        "verdict": "error",
        "error": { "status": status, "message": message },
    });
    format!("{out:#}\n")
}

/// What fails, by cause, with traces.
fn findings(report: &Report<'_>) -> Vec<Value> {
    let causes = report.causes();
    let prints = report.fingerprints(&causes);
    let mut steps_left = trace::LENGTH;
    let place =
        |place: Option<&Place>| place.map(|p| json!({ "file": p.file, "line": p.line, "column": p.column }));
    let pairs = |list: &[(String, String)]| -> Vec<Value> {
        list.iter().map(|(n, v)| json!({ "name": n, "value": v })).collect()
    };
    let steps = |trace: &Trace| -> Vec<Value> {
        let step = |s: &crate::Step| {
            json!({
                "file": s.place.file,
                "line": s.place.line,
                "function": s.function,
                "depth": s.depth,
                "thread": s.thread,
                "text": s.text,
                "call": s.entered,
                "values": pairs(&s.values),
                "iterations_omitted": s.folded,
            })
        };
        trace.steps.iter().map(step).collect()
    };
    let one = |(i, (cause, print)): (usize, (&Cause<'_>, &String))| {
        let trace = report.trace_within(cause.finding, &mut steps_left);
        let notes = cause.notes.iter();
        let notes: Vec<Value> = notes
            .map(|(span, text)| json!({ "text": text, "place": place(report.sources.place(*span).as_ref()) }))
            .collect();
        let checks = std::iter::once(cause.finding).chain(cause.others.iter().copied());
        json!({
            "fingerprint": print,
            "confirmation": report.confirmations.get(i),
            "known": report.is_known(print),
            "code": cause.code,
            "kind": cause.finding.kind.name(),
            "title": cause.title,
            "entry": cause.finding.entry,
            "function": cause.function,
            "place": place(cause.place.as_ref()),
            "checks": checks.map(|f| f.check.0).collect::<Vec<_>>(),
            "notes": notes,
            "values": trace.as_ref().map(|t| pairs(&t.values)),
            "inputs": trace.as_ref().map(|t| pairs(&t.inputs)),
            "trace": trace.as_ref().map(steps),
            "steps_omitted": trace.as_ref().map(|t| t.omitted),
        })
    };
    causes.iter().zip(&prints).enumerate().map(one).collect()
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
