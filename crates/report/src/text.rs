//! The report for people.

use std::collections::HashMap;
use std::fmt::Write;

use maymust_engine::{Number, Reason, Verdict};
use maymust_source::{Span, excerpt, plain};

use crate::cause::Cause;
use crate::{Certainty, Finding, Overall, Report, Trace, advice, place_text, trace};

/// Places that are listed for one reason.
const PLACES: usize = 12;
/// Inputs that are listed.
const INPUTS: usize = 40;
/// Lines of a short trace.
const STEPS: usize = 30;
/// Functions that are listed.
const FUNCTIONS: usize = 30;
/// Calls of the stack that are listed.
const CALLS: usize = 12;
/// Lines of source longer than this are cut.
const WIDTH: usize = 72;

/// How much of a failing run to print.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Detail {
    /// Every line that was executed (of loops, the first iteration and the last).
    Full,
    /// The last lines.
    #[default]
    Short,
    /// Nothing but the place and the values there.
    None,
}

/// How the text looks.
#[derive(Clone, Copy, Debug, Default)]
pub struct Style {
    /// With colours of terminals?
    pub color: bool,
    /// With what engines did, and the evidence for proofs?
    pub statistics: bool,
    /// How much of failing runs.
    pub detail: Detail,
}

/// The report as text; the last line is the verdict.
pub fn render(report: &Report<'_>, style: Style) -> String {
    let mut text = Text { report, style, out: String::new(), steps_left: trace::LENGTH };
    text.failures();
    text.unknown();
    if let Some(reason) = &report.reason {
        text.line(format_args!("unknown: {reason}"));
    }
    text.counts();
    for assumption in &report.assumptions {
        text.line(format_args!("note: {}", report.assumption_text(assumption)));
    }
    if style.statistics {
        text.statistics();
    }
    let hue = match report.verdict {
        Overall::Proved => "\x1b[1;32m",
        Overall::Unknown => "\x1b[1;33m",
        Overall::Fails => "\x1b[1;31m",
    };
    let (hue, reset) = if style.color { (hue, "\x1b[0m") } else { ("", "") };
    text.out.push_str(&format!("verdict: {hue}{}{reset}\n", report.verdict_text()));
    text.out
}

/// What fails, as text.
pub fn findings(report: &Report<'_>, style: Style) -> String {
    let mut text = Text { report, style, out: String::new(), steps_left: trace::LENGTH };
    text.failures();
    text.out
}

struct Text<'r, 'a> {
    report: &'r Report<'a>,
    style: Style,
    out: String,
    /// What all traces together may take.
    steps_left: u64,
}

impl Text<'_, '_> {
    /// What fails whatever callers do comes first. What needs an argument that nobody may ever give is one line each where many
    /// functions are entries.
    fn failures(&mut self) {
        let report = self.report;
        let causes = report.causes();
        let prints = report.fingerprints(&causes);
        let is_folded = |cause: &Cause<'_>| {
            report.efforts.len() > 1 && cause.finding.certainty() == Some(Certainty::Conditional)
        };
        let all = || causes.iter().zip(&prints).enumerate().filter(|(_, (_, print))| !report.is_known(print));
        for (i, (cause, _)) in all().filter(|(_, (cause, _))| !is_folded(cause)) {
            self.failure(cause);
            if let Some(confirmation) = report.confirmations.get(i) {
                self.line(format_args!("  {confirmation}"));
            }
        }
        for (_, (cause, _)) in all().filter(|(_, (cause, _))| is_folded(cause)) {
            let (from, place) = (self.from(cause.finding), report.sources.place(cause.span));
            let (place, title, code) = (place_text(place.as_ref()), &cause.title, cause.code);
            self.line(format_args!("{place}: error: {title} [{code}]{from} (for some arguments)"));
        }
        let known = prints.iter().filter(|print| report.is_known(print)).count();
        if known > 0 {
            self.line(format_args!(
                "{known} known finding{} left out (--baseline)",
                if known == 1 { "" } else { "s" }
            ));
        }
    }

    fn line(&mut self, line: std::fmt::Arguments<'_>) {
        // Writing to a string does not fail.
        let _ = writeln!(self.out, "{}", plain(&line.to_string()));
    }

    /// The entry, where there are several.
    fn from(&self, finding: &Finding) -> String {
        match self.report.efforts.len() {
            0 | 1 => String::new(),
            _ => format!(" (from `{}`)", finding.entry),
        }
    }

    fn excerpt(&mut self, span: Span, word: &str, message: &str) {
        let text = excerpt(self.report.sources, span, word, message, self.style.color);
        self.out.push_str(&text);
    }

    fn failure(&mut self, cause: &Cause<'_>) {
        let from = self.from(cause.finding);
        self.excerpt(cause.span, "error", &format!("{}{from} [{}]", cause.title, cause.code));
        let trace = match self.style.detail {
            Detail::None => None,
            _ => self.report.trace_within(cause.finding, &mut self.steps_left),
        };
        match &trace {
            Some(trace) => self.values(trace),
            None => {
                let is_told = |(n, v): &&(String, String)| {
                    trace::source_name(n).is_some() && !v.contains("object ") && !cause.finding.in_library
                };
                let shown = cause.run.failure.values.iter().filter(is_told);
                let list: Vec<String> =
                    shown.map(|(n, v)| format!("{} = {v}", trace::source_name(n).unwrap_or(n))).collect();
                if !list.is_empty() {
                    self.line(format_args!("  where {}", list.join(", ")));
                }
            }
        }
        for (span, note) in &cause.notes {
            self.excerpt(*span, "note", note);
        }
        let mut kinds: Vec<&str> = cause.others.iter().map(|f| f.message.as_str()).collect();
        kinds.retain(|m| *m != cause.finding.message);
        kinds.sort_unstable();
        kinds.dedup();
        if !kinds.is_empty() {
            self.line(format_args!("  also here: {}", kinds.join(", ")));
        }
        match &trace {
            Some(trace) => self.trace(cause, trace),
            None if self.style.detail == Detail::None => {}
            None if self.steps_left == 0 => {
                self.line(format_args!("  trace omitted: see --format json for the inputs"));
            }
            None => {
                self.line(format_args!("  trace omitted: the run is too long"));
                self.stack(cause);
            }
        }
    }

    fn values(&mut self, trace: &Trace) {
        let values: Vec<String> = trace.values.iter().map(|(n, v)| format!("{n} = {v}")).collect();
        if !values.is_empty() {
            self.line(format_args!("  where {}", values.join(", ")));
        }
    }

    /// The calls under way.
    fn stack(&mut self, cause: &Cause<'_>) {
        let program = self.report.program;
        let is_user = |p: &maymust_program::ProcId| !program.proc(*p).is_library();
        let calls = cause.run.failure.stack.iter().filter(|(p, ..)| is_user(p));
        for (proc, _, span) in calls.take(CALLS) {
            let place = place_text(self.report.sources.place(*span).as_ref());
            self.line(format_args!("  in {} at {place}", program.shown_name(*proc)));
        }
    }

    fn trace(&mut self, cause: &Cause<'_>, trace: &Trace) {
        if !trace.inputs.is_empty() {
            self.line(format_args!("  inputs:"));
        }
        for (name, value) in trace.inputs.iter().take(INPUTS) {
            self.line(format_args!("    {name} = {value}"));
        }
        if trace.inputs.len() > INPUTS {
            self.line(format_args!("    … and {} more", trace.inputs.len() - INPUTS));
        }
        let steps: Vec<_> = trace.steps.iter().filter(|s| !s.resumed || !s.values.is_empty()).collect();
        let first = match self.style.detail {
            Detail::Full => 0,
            _ => steps.len().saturating_sub(STEPS),
        };
        if steps.len() - first > 0 {
            self.line(format_args!("  trace:"));
        }
        let omitted = first as u64 + trace.omitted;
        if omitted > 0 {
            let how = if first > 0 { " (see --trace full)" } else { "" };
            self.line(format_args!("    … {omitted} lines before{how}"));
        }
        let file = cause.place.as_ref().map(|p| p.file.as_str());
        for step in &steps[first..] {
            let indent = " ".repeat(2 + 2 * step.depth.clamp(1, 20));
            if step.folded > 0 {
                let plural = if step.folded == 1 { "" } else { "s" };
                self.line(format_args!("{indent}… {} more iteration{plural}", step.folded));
            }
            if let Some(call) = &step.entered {
                let thread = step.thread.map_or(String::new(), |t| format!("thread {t}: "));
                let outer = &indent[..indent.len() - 2];
                self.line(format_args!("{outer}  {thread}{}", cut(call)));
            }
            let place = match (Some(step.place.file.as_str()) == file, step.thread) {
                (true, None) => step.place.line.to_string(),
                (true, Some(t)) => format!("[{t}] {}", step.place.line),
                _ => format!("{}:{}", step.place.file, step.place.line),
            };
            let mut values: Vec<String> = step.values.iter().map(|(n, v)| format!("{n} = {v}")).collect();
            if step.values_omitted {
                values.insert(0, "…".to_owned());
            }
            let text = if step.resumed { "…".to_owned() } else { cut(&step.text) };
            match values.is_empty() {
                true => self.line(format_args!("{indent}  {place}: {text}")),
                false => self.line(format_args!("{indent}  {place}: {text}    // {}", values.join(", "))),
            }
        }
    }

    /// What is not known, by reason, with what can be done. Models have many checks of their own, which mostly share their reason: a
    /// count will do.
    fn unknown(&mut self) {
        let mut reasons: Vec<(&Reason, Vec<&Finding>)> = Vec::new();
        let mut places: HashMap<&Reason, usize> = HashMap::new();
        for finding in &self.report.findings {
            let Verdict::Unknown(reason) = &finding.verdict else { continue };
            let place = *places.entry(reason).or_insert(reasons.len());
            if place == reasons.len() {
                reasons.push((reason, Vec::new()));
            }
            reasons[place].1.push(finding);
        }
        for (reason, list) in reasons {
            let (library, own): (Vec<_>, Vec<_>) = list.into_iter().partition(|f| f.in_library);
            let checks = match (own.len(), library.len()) {
                (0, n) => format!("{n} check{} in library models", if n == 1 { "" } else { "s" }),
                (1, _) => "1 check".to_owned(),
                (n, _) => format!("{n} checks"),
            };
            self.line(format_args!("unknown: {checks}: {reason}"));
            for advice in advice::advice(reason) {
                self.line(format_args!("  help: {advice}"));
            }
            // Checks of one access stand in a row.
            let mut shown: Vec<(String, Vec<&str>)> = Vec::new();
            for finding in &own {
                let place = format!(
                    "{}: in {}{}",
                    place_text(finding.place.as_ref()),
                    finding.function,
                    self.from(finding)
                );
                let code = crate::cause::code(finding.kind);
                match shown.last_mut() {
                    Some((p, codes)) if *p == place => {
                        if !codes.contains(&code) {
                            codes.push(code);
                        }
                    }
                    _ => shown.push((place, vec![code])),
                }
            }
            for (place, codes) in shown.iter().take(PLACES) {
                self.line(format_args!("  {place}: {}", codes.join(", ")));
            }
            if shown.len() > PLACES {
                self.line(format_args!("  … and {} more places (see --format json)", shown.len() - PLACES));
            }
            if !library.is_empty() && !own.is_empty() {
                self.line(format_args!("  and {} in library models", library.len()));
            }
        }
    }

    /// What is known of each function, and of all.
    fn counts(&mut self) {
        let findings = || self.report.findings.iter();
        let mut functions: indexmap::IndexMap<&str, Vec<&Finding>> = indexmap::IndexMap::new();
        for finding in findings().filter(|f| is_own(f)) {
            functions.entry(&finding.function).or_default().push(finding);
        }
        if functions.len() > 1 {
            for (name, list) in functions.iter().take(FUNCTIONS) {
                self.line(format_args!("{name}: {}", count_text(count(list.iter().copied()))));
            }
            if functions.len() > FUNCTIONS {
                self.line(format_args!("… and {} more functions", functions.len() - FUNCTIONS));
            }
        }
        let library = count(findings().filter(|f| !is_own(f)));
        self.line(format_args!("{}", count_text(count(findings().filter(|f| is_own(f))))));
        if library != [0; 3] {
            self.line(format_args!("library models: {}", count_text(library)));
        }
    }

    fn statistics(&mut self) {
        for effort in &self.report.efforts {
            for work in &effort.work {
                let name = match self.report.efforts.len() {
                    1 => work.engine.to_owned(),
                    _ => format!("{}: {}", effort.entry, work.engine),
                };
                for (what, text) in &work.statistics.evidence {
                    self.line(format_args!("{name}: {what}:"));
                    text.lines().for_each(|line| self.line(format_args!("  {line}")));
                }
                for (what, number) in work.statistics.numbers() {
                    match number {
                        Number::Count(n) => self.line(format_args!("{name}: {what} = {n}")),
                        Number::Seconds(s) => self.line(format_args!("{name}: {what} = {s:.3}")),
                    }
                }
            }
        }
        self.line(format_args!("time_s = {:.3}", self.report.time.as_secs_f64()));
    }
}

/// Does a finding count as one of the program's? What fails in a library model does: the program is to blame.
fn is_own(finding: &Finding) -> bool {
    !finding.in_library || finding.run().is_some()
}

/// A line of source that is too long is cut.
fn cut(text: &str) -> String {
    match text.char_indices().nth(WIDTH) {
        Some((at, _)) => format!("{}…", &text[..at]),
        None => text.to_owned(),
    }
}

fn count<'f>(findings: impl Iterator<Item = &'f Finding>) -> [usize; 3] {
    let mut counts = [0; 3];
    for finding in findings {
        let index = match Overall::from(&finding.verdict) {
            Overall::Proved => 0,
            Overall::Fails => 1,
            Overall::Unknown => 2,
        };
        counts[index] += 1;
    }
    counts
}

fn count_text(counts: [usize; 3]) -> String {
    format!("{} proved, {} failing, {} unknown", counts[0], counts[1], counts[2])
}
