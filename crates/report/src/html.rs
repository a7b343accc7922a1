//! The report as one page for browsers: no other file, no network. What comes from the program is data that the page's script puts in as text.

use std::collections::BTreeSet;

use maymust_engine::{Number, Verdict};
use maymust_program::calls::CallGraph;
use maymust_program::{ProcId, ProcOrigin};
use maymust_source::Place;
use serde_json::{Value, json};

use crate::{Finding, Overall, Report, Trace, advice, cause, trace};

/// Lines of a file that are shown.
const LINES: u32 = 50_000;
/// Steps of a trace that are shown, the last ones.
const STEPS: usize = 2_000;

/// The page.
pub fn render(report: &Report<'_>) -> String {
    let data = data(report).to_string();
    // Inside of a script element only `<` could end it.
    let data = data.replace('<', "\\u003c").replace('\u{2028}', "\\u2028").replace('\u{2029}', "\\u2029");
    let mut page = String::new();
    let mut rest = include_str!("html/page.html");
    // Each mark is looked for in the template alone: what is put in may hold anything.
    for (mark, text) in [
        ("@STYLE@", include_str!("html/style.css")),
        ("@DATA@", &data),
        ("@SCRIPT@", include_str!("html/script.js")),
    ] {
        let (before, after) = rest.split_once(mark).unwrap_or((rest, ""));
        page.push_str(before);
        page.push_str(text);
        rest = after;
    }
    page.push_str(rest);
    page
}

fn data(report: &Report<'_>) -> Value {
    let mut files = BTreeSet::new();
    let findings = findings(report, &mut files);
    let count = |verdict: &str| findings.iter().filter(|f| f["verdict"] == *verdict).count();
    let counts = json!({ "proved": count("proved"), "fails": count("fails"), "unknown": count("unknown") });
    let functions = functions(report, &findings, &mut files);
    let text = |name: &String| -> Value {
        let line = |line| {
            report.sources.original_line(&Place { file: name.clone(), line, column: 1 }).map(str::to_owned)
        };
        let lines: Vec<String> = (1..=LINES).map_while(line).collect();
        json!({ "name": name, "lines": lines })
    };
    let files: Vec<Value> =
        files.iter().map(text).filter(|f| f["lines"].as_array().is_some_and(|l| !l.is_empty())).collect();
    let mut times = vec![json!(["all", format!("{:.3} s", report.time.as_secs_f64())])];
    let mut evidence = Vec::new();
    for work in report.efforts.iter().flat_map(|e| &e.work) {
        for (name, number) in work.statistics.numbers() {
            if let Number::Seconds(s) = number {
                times.push(json!([format!("{}: {name}", work.engine), format!("{s:.3} s")]));
            }
        }
        evidence.extend(
            work.statistics.evidence.iter().map(|(about, text)| json!({ "about": about, "text": text })),
        );
    }
    json!({
        "verdict": report.verdict.name(),
        "verdict_text": report.verdict_text(),
        "counts": counts,
        "findings": findings,
        "functions": functions,
        "files": files,
        "times": times,
        "evidence": evidence,
        "assumptions": report.assumptions.iter().map(|a| report.assumption_text(a)).collect::<Vec<_>>(),
    })
}

/// Causes of failures, then all other checks of the program.
fn findings(report: &Report<'_>, files: &mut BTreeSet<String>) -> Vec<Value> {
    let causes = report.causes();
    let prints = report.fingerprints(&causes);
    let mut steps_left = trace::LENGTH;
    let mut out = Vec::new();
    for (i, (cause, print)) in causes.iter().zip(&prints).enumerate() {
        let trace = report.trace_within(cause.finding, &mut steps_left);
        let notes: Vec<Value> =
            cause.notes.iter().map(|(span, text)| note(report, *span, text, files)).collect();
        let mut value = base(cause.place.as_ref(), &cause.function, cause.code, &cause.title, "fails", files);
        value["known"] = json!(report.is_known(print));
        value["confirmation"] = json!(report.confirmations.get(i));
        value["notes"] = json!(notes);
        if let Some(trace) = trace {
            value["values"] = json!(trace.values);
            value["inputs"] = json!(trace.inputs);
            value["steps"] = steps(&trace, files);
        }
        out.push(value);
    }
    for finding in report.findings.iter().filter(|f| !f.in_library && f.run().is_none()) {
        out.push(other(finding, files));
    }
    out
}

fn other(finding: &Finding, files: &mut BTreeSet<String>) -> Value {
    let code = cause::code(finding.kind);
    let verdict = Overall::from(&finding.verdict).name();
    let mut value = base(finding.place.as_ref(), &finding.function, code, &finding.message, verdict, files);
    if let Verdict::Unknown(reason) = &finding.verdict {
        value["reason"] = json!(reason.to_string());
        value["help"] = json!(advice::advice(reason));
    }
    value
}

fn base(
    place: Option<&Place>,
    function: &str,
    code: &str,
    title: &str,
    verdict: &str,
    files: &mut BTreeSet<String>,
) -> Value {
    files.extend(place.map(|p| p.file.clone()));
    json!({
        "file": place.map(|p| &p.file),
        "line": place.map_or(0, |p| p.line),
        "column": place.map_or(0, |p| p.column),
        "function": function,
        "code": code,
        "title": title,
        "verdict": verdict,
    })
}

fn note(report: &Report<'_>, span: maymust_source::Span, text: &str, files: &mut BTreeSet<String>) -> Value {
    let place = report.sources.place(span);
    files.extend(place.as_ref().map(|p| p.file.clone()));
    json!({ "text": text, "file": place.as_ref().map(|p| &p.file), "line": place.as_ref().map_or(0, |p| p.line) })
}

fn steps(trace: &Trace, files: &mut BTreeSet<String>) -> Value {
    let first = trace.steps.len().saturating_sub(STEPS);
    let step = |s: &crate::Step| {
        files.insert(s.place.file.clone());
        json!({
            "file": s.place.file,
            "line": s.place.line,
            "function": s.function,
            "depth": s.depth,
            "call": s.entered,
            "text": s.text,
            "values": s.values,
            "folded": s.folded,
        })
    };
    trace.steps[first..].iter().map(step).collect()
}

/// The functions of the program: who calls whom, what is known of each.
fn functions(report: &Report<'_>, findings: &[Value], files: &mut BTreeSet<String>) -> Vec<Value> {
    let program = report.program;
    let calls = CallGraph::new(program);
    let is_user = |p: &ProcId| program.proc(*p).origin == ProcOrigin::User && program.proc(*p).has_body;
    let procs: Vec<ProcId> = (0..program.procs.len() as u32).map(ProcId).filter(is_user).collect();
    let names = |list: Vec<ProcId>| -> BTreeSet<String> {
        list.into_iter().filter(is_user).map(|p| program.shown_name(p).to_owned()).collect()
    };
    let evidence = || report.efforts.iter().flat_map(|e| &e.work).flat_map(|w| &w.statistics.evidence);
    let one = |&proc: &ProcId| {
        let name = program.shown_name(proc);
        let place = report.sources.place(program.proc(proc).span);
        files.extend(place.as_ref().map(|p| p.file.clone()));
        let count = |verdict: &str| {
            findings.iter().filter(|f| f["function"] == *name && f["verdict"] == *verdict).count()
        };
        let (proved, fails, unknown) = (count("proved"), count("fails"), count("unknown"));
        let verdict = match (fails, unknown, proved) {
            (1.., ..) => "fails",
            (0, 1.., _) => "unknown",
            (0, 0, 1..) => "proved",
            _ => "soft",
        };
        let callees = names(calls.callees[proc.index()].iter().copied().collect());
        let callers = procs.iter().copied().filter(|p| calls.callees[p.index()].contains(&proc)).collect();
        let is_about =
            |about: &str| about.split(|c: char| !c.is_alphanumeric() && c != '_').any(|w| w == name);
        let summaries: Vec<Value> = evidence()
            .filter(|(about, _)| is_about(about))
            .map(|(about, text)| json!({ "about": about, "text": text }))
            .collect();
        json!({
            "name": name,
            "file": place.as_ref().map(|p| &p.file),
            "line": place.as_ref().map_or(0, |p| p.line),
            "verdict": verdict,
            "proved": proved,
            "fails": fails,
            "unknown": unknown,
            "calls": callees,
            "callers": names(callers),
            "summaries": summaries,
        })
    };
    procs.iter().map(one).collect()
}
