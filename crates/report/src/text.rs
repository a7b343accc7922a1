//! The report for people.

use std::collections::HashMap;
use std::fmt::Write;

use maymust_engine::{Number, Reason, Run, Verdict};
use maymust_machine::render as render_failure;
use maymust_program::{CheckKind, Input};

use crate::{Certainty, Finding, Overall, Report, Trace, place_text, trace};

/// Places that are listed for one reason.
const PLACES: usize = 12;
/// Inputs that are listed.
const INPUTS: usize = 40;

/// How the text looks.
#[derive(Clone, Copy, Debug, Default)]
pub struct Style {
    /// With colours of terminals?
    pub color: bool,
    /// With what engines did, and the evidence for proofs?
    pub statistics: bool,
}

/// The report as text; the last line is the verdict.
pub fn render(report: &Report<'_>, style: Style) -> String {
    let mut text = Text::new(report, style);
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
    text.line(format_args!("verdict: {}", report.verdict_text()));
    text.out
}

/// What fails, as text.
pub fn findings(report: &Report<'_>, style: Style) -> String {
    let mut text = Text::new(report, style);
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

impl<'r, 'a> Text<'r, 'a> {
    fn new(report: &'r Report<'a>, style: Style) -> Text<'r, 'a> {
        Text { report, style, out: String::new(), steps_left: trace::LENGTH }
    }
}

impl Text<'_, '_> {
    /// What fails whatever callers do comes first. What needs an argument that nobody may ever give is one line each where many
    /// functions are entries.
    fn failures(&mut self) {
        let report = self.report;
        let failing = || report.findings.iter().filter_map(|f| Some((f, f.run()?)));
        let (definite, conditional): (Vec<_>, Vec<_>) =
            failing().partition(|(f, _)| f.certainty() != Some(Certainty::Conditional));
        definite.into_iter().for_each(|(finding, run)| self.failure(finding, run));
        let folded = report.efforts.len() > 1;
        for (finding, run) in conditional {
            if folded {
                self.headline(finding, " (for some arguments)");
            } else {
                self.failure(finding, run);
            }
        }
    }

    fn line(&mut self, line: std::fmt::Arguments<'_>) {
        // Writing to a string does not fail.
        let _ = writeln!(self.out, "{line}");
    }

    /// The entry, where there are several.
    fn from(&self, finding: &Finding) -> String {
        match self.report.efforts.len() {
            0 | 1 => String::new(),
            _ => format!(" (from `{}`)", finding.entry),
        }
    }

    fn headline(&mut self, finding: &Finding, more: &str) {
        let (place, from) = (place_text(finding.place.as_ref()), self.from(finding));
        self.line(format_args!("{place}: fails: {}: {}{from}{more}", finding.kind.name(), finding.message));
    }

    fn failure(&mut self, finding: &Finding, run: &Run) {
        self.headline(finding, "");
        match self.report.trace_within(finding, &mut self.steps_left) {
            Some(trace) => self.trace(run, &trace),
            None if self.steps_left == 0 => {
                self.line(format_args!("  (trace omitted: see --format json for the inputs)"))
            }
            None => self.line(format_args!("  (trace omitted: the run is too long)")),
        }
        let report = self.report;
        self.out.push_str(&render_failure(&report.machine, &run.failure, report.sources, self.style.color));
    }

    fn trace(&mut self, run: &Run, trace: &Trace) {
        self.inputs(run, trace);
        self.steps(trace);
        let values: Vec<String> = trace.values.iter().map(|(n, v)| format!("{n} = {v}")).collect();
        if !values.is_empty() {
            self.line(format_args!("  there: {}", values.join(", ")));
        }
    }

    /// Inputs in a row that read the same are one line.
    fn inputs(&mut self, run: &Run, trace: &Trace) {
        let mut asked = trace.inputs.iter().filter(|g| matches!(g.input, Input::Nondet(_)));
        let mut lines: Vec<(usize, usize, String)> = Vec::new();
        for (i, (input, value)) in run.inputs.values.iter().enumerate() {
            let given = if matches!(input, Input::Nondet(_)) { asked.next() } else { None };
            let what = given.map_or_else(|| trace::input_text(input), |g| g.asked_by.clone());
            let value = self.report.value_text(input, given, value);
            let text = format!("{what} = {value}");
            match lines.last_mut() {
                Some((_, last, same)) if *same == text => *last = i + 1,
                _ => lines.push((i + 1, i + 1, text)),
            }
        }
        for (first, last, text) in lines.iter().take(INPUTS) {
            match last - first {
                0 => self.line(format_args!("  input {first}: {text}")),
                1 => self.line(format_args!("  inputs {first} and {last}: {text}")),
                _ => self.line(format_args!("  inputs {first} to {last}: {text}")),
            }
        }
        if let Some((first, ..)) = lines.get(INPUTS) {
            self.line(format_args!("  … and {} more inputs", run.inputs.values.len() - (first - 1)));
        }
        for (object, bytes) in run.inputs.contents.iter().take(4) {
            let shown: String = bytes.iter().take(32).map(|b| format!(" {b:02x}")).collect();
            let more = if bytes.len() > 32 { " …" } else { "" };
            self.line(format_args!("  object {object} starts with the bytes{shown}{more}"));
        }
    }

    fn steps(&mut self, trace: &Trace) {
        if trace.omitted > 0 {
            self.line(format_args!("  … {} lines before", trace.omitted));
        }
        for step in &trace.steps {
            let (file, line) = (&step.place.file, step.place.line);
            self.line(format_args!("  {file}:{line}: {}: {}", step.function, step.text));
            let more = step.values_omitted.then(|| "…".to_owned());
            let values = step.values.iter().map(|(name, value)| format!("{name} = {value}"));
            let values = more.into_iter().chain(values);
            let notes: Vec<String> =
                values.chain(step.calls.iter().map(|callee| format!("calls {callee}"))).collect();
            if !notes.is_empty() {
                self.line(format_args!("      {}", notes.join(", ")));
            }
        }
    }

    /// What is not known, by reason. Models have many checks of their own, which mostly share their reason: a count will do.
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
            let checks =
                if list.len() == 1 { "1 check".to_owned() } else { format!("{} checks", list.len()) };
            self.line(format_args!("unknown: {checks}: {reason}"));
            let (library, own): (Vec<_>, Vec<_>) = list.into_iter().partition(|f| f.in_library);
            for finding in own.iter().take(PLACES) {
                let (place, from) = (place_text(finding.place.as_ref()), self.from(finding));
                self.line(format_args!("  {place}: {}: {}{from}", finding.kind.name(), finding.message));
            }
            if own.len() > PLACES {
                self.line(format_args!("  … and {} more (see --format json)", own.len() - PLACES));
            }
            if !library.is_empty() {
                self.line(format_args!("  {} in library models", library.len()));
            }
        }
    }

    fn counts(&mut self) {
        for kind in CheckKind::ALL {
            let counts = count(self.report.findings.iter().filter(|f| f.kind == kind));
            if counts != [0; 3] {
                self.line(format_args!("{}: {}", kind.name(), count_text(counts)));
            }
        }
        self.line(format_args!("{}", count_text(count(self.report.findings.iter()))));
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
