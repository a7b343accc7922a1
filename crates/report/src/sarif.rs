//! The report in SARIF 2.1.0, for code scanning.

use maymust_engine::Verdict;
use maymust_program::CheckKind;
use maymust_source::Place;
use serde_json::{Value, json};

use crate::cause::{Cause, code};
use crate::{Overall, Report, Step, Trace, trace};

/// GitHub takes no more results.
const RESULTS: usize = 25_000;
/// GitHub takes no more steps of a thread flow.
const STEPS: usize = 1_000;
/// Of these, so many are the first ones.
const FIRST_STEPS: usize = 100;
/// Reasons of unknown answers that are told.
const REASONS: usize = 100;

/// The report as text, with a line break at the end.
pub fn render(report: &Report<'_>) -> String {
    let causes = report.causes();
    let prints = report.fingerprints(&causes);
    let mut steps_left = trace::LENGTH;
    let shown = causes.iter().zip(&prints).take(RESULTS);
    let results: Vec<Value> = shown.map(|(c, print)| result(report, c, print, &mut steps_left)).collect();
    let mut notes = notifications(report);
    if causes.len() > RESULTS {
        notes.push(json!({
            "level": "warning",
            "message": { "text": format!("{} findings are left out", causes.len() - RESULTS) },
        }));
    }
    let rule = |kind: CheckKind| {
        json!({
            "id": code(kind),
            "name": kind.name(),
            "shortDescription": { "text": description(kind) },
            "defaultConfiguration": { "level": "error" },
        })
    };
    let out = json!({
        "$schema": "https://json.schemastore.org/sarif-2.1.0.json",
        "version": "2.1.0",
        "runs": [{
            "tool": { "driver": {
                "name": "maymust",
                "semanticVersion": env!("CARGO_PKG_VERSION"),
                "informationUri": env!("CARGO_PKG_REPOSITORY"),
                "rules": CheckKind::ALL.into_iter().map(rule).collect::<Vec<_>>(),
            } },
            "invocations": [{
                "executionSuccessful": true,
                "toolExecutionNotifications": notes,
            }],
            "properties": { "verdict": report.verdict_text() },
            "results": results,
        }],
    });
    format!("{out:#}\n")
}

fn result(report: &Report<'_>, cause: &Cause<'_>, print: &str, steps_left: &mut u64) -> Value {
    let rule = CheckKind::ALL.iter().position(|k| *k == cause.finding.kind);
    let trace = report.trace_within(cause.finding, steps_left);
    let mut text = format!("{}, in `{}`", cause.title, cause.function);
    let values = trace.iter().flat_map(|t| &t.values).map(|(n, v)| format!("{n} = {v}"));
    let values: Vec<String> = values.collect();
    if !values.is_empty() {
        text.push_str(&format!("; {}", values.join(", ")));
    }
    let mut out = json!({
        "ruleId": cause.code,
        "ruleIndex": rule,
        "level": "error",
        "message": { "text": text },
        "locations": location(cause.place.as_ref(), &cause.function).into_iter().collect::<Vec<_>>(),
        "partialFingerprints": { "maymust/v1": print },
    });
    let related = cause.notes.iter().filter_map(|(span, note)| {
        let place = report.sources.place(*span).filter(is_file)?;
        Some(json!({ "physicalLocation": physical(&place), "message": { "text": note } }))
    });
    let related: Vec<Value> = related.collect();
    if !related.is_empty() {
        out["relatedLocations"] = json!(related);
    }
    if let Some(trace) = trace.filter(|t| !t.steps.is_empty()) {
        out["codeFlows"] = json!([{ "threadFlows": [{ "locations": flow(&trace) }] }]);
    }
    if report.is_known(print) {
        out["baselineState"] = json!("unchanged");
    } else if report.has_baseline() {
        out["baselineState"] = json!("new");
    }
    out
}

/// The steps of a trace; of many, the first and the last.
fn flow(trace: &Trace) -> Vec<Value> {
    let count = trace.steps.len();
    let keep = |i: &usize| count <= STEPS || *i < FIRST_STEPS || *i >= count - (STEPS - FIRST_STEPS);
    let kept = trace.steps.iter().enumerate().filter(|(i, s)| keep(i) && is_file(&s.place));
    kept.map(|(i, step)| {
        json!({
            "location": {
                "physicalLocation": physical(&step.place),
                "logicalLocations": [{ "name": step.function, "kind": "function" }],
                "message": { "text": step_text(step) },
            },
            "nestingLevel": step.depth,
            "executionOrder": i + 1,
        })
    })
    .collect()
}

/// What a step does, in a line.
pub(crate) fn step_text(step: &Step) -> String {
    let mut parts = Vec::new();
    if step.folded > 0 {
        parts.push(format!("after {} more iterations", step.folded));
    }
    parts.extend(step.entered.iter().map(|call| format!("call {call}")));
    if !step.text.is_empty() {
        parts.push(step.text.clone());
    }
    parts.extend(step.values.iter().map(|(n, v)| format!("{n} = {v}")));
    parts.join("; ")
}

fn location(place: Option<&Place>, function: &str) -> Option<Value> {
    let place = place.filter(|p| is_file(p))?;
    Some(json!({
        "physicalLocation": physical(place),
        "logicalLocations": [{ "name": function, "kind": "function" }],
    }))
}

/// Is it a file that readers have? Library models are not.
fn is_file(place: &Place) -> bool {
    !place.file.starts_with('<')
}

fn physical(place: &Place) -> Value {
    json!({
        "artifactLocation": { "uri": uri(&place.file) },
        "region": { "startLine": place.line.max(1), "startColumn": place.column.max(1) },
    })
}

/// A path as a URI: relative ones stay so.
pub(crate) fn uri(path: &str) -> String {
    let mut out = if path.starts_with('/') { "file://".to_owned() } else { String::new() };
    for byte in path.strip_prefix("./").unwrap_or(path).bytes() {
        match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'-' | b'.' | b'_' | b'~' | b'/' | b'+' => {
                out.push(byte as char);
            }
            _ => out.push_str(&format!("%{byte:02X}")),
        }
    }
    out
}

/// What is not known, by reason.
fn notifications(report: &Report<'_>) -> Vec<Value> {
    let mut reasons: indexmap::IndexMap<String, usize> = indexmap::IndexMap::new();
    for finding in report.findings.iter() {
        if let Verdict::Unknown(reason) = &finding.verdict {
            *reasons.entry(reason.to_string()).or_default() += 1;
        }
    }
    let note = |(reason, count): (&String, &usize)| json!({ "level": "note", "message": { "text": format!("{count} checks are unknown: {reason}") } });
    let mut out: Vec<Value> = reasons.iter().take(REASONS).map(note).collect();
    if report.verdict == Overall::Proved {
        let assumptions = report.assumptions.iter().map(|a| report.assumption_text(a));
        out.extend(assumptions.map(|text| json!({ "level": "note", "message": { "text": text } })));
    }
    out
}

/// What a check is about, in a sentence.
pub(crate) fn description(kind: CheckKind) -> &'static str {
    match kind {
        CheckKind::Assertion => "An assertion does not hold.",
        CheckKind::ErrorCall => "A function is called that must not be.",
        CheckKind::NullDereference => "A null pointer is dereferenced.",
        CheckKind::InvalidPointer => "A pointer leads to no object, to code, or to memory that is read-only.",
        CheckKind::Bounds => "An access or a pointer leaves its object.",
        CheckKind::UseAfterFree => "An object is used that is freed or out of scope.",
        CheckKind::DoubleFree => "An object is freed twice.",
        CheckKind::InvalidFree => "What is freed is not the start of a heap object.",
        CheckKind::Leak => "A heap object is never freed and nothing points to it any more.",
        CheckKind::DivisionByZero => "A number is divided by zero.",
        CheckKind::SignedOverflow => "The result of signed arithmetic does not fit its type.",
        CheckKind::ShiftRange => "A shift amount is negative or too large.",
        CheckKind::Unreachable => "What is declared never to be reached is reached.",
        CheckKind::InvalidCall => "A call goes through a pointer to no such function.",
        CheckKind::Rule => "A rule about the use of functions is broken.",
        CheckKind::DataRace => "Two threads access the same memory without order, and one writes.",
        _ => "Runs do not come to their end.",
    }
}

#[cfg(test)]
mod tests {
    use super::uri;

    #[test]
    fn paths_are_escaped() {
        assert_eq!(uri("a b/ü.c"), "a%20b/%C3%BC.c");
        assert_eq!(uri("./x.c"), "x.c");
        assert_eq!(uri("/x:\"<.c"), "file:///x%3A%22%3C.c");
    }
}
