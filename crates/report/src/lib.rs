//! What is answered: one data model of verdicts, findings, traces, assumptions and statistics.
//!
//! Every format is made from a [`Report`] and nothing else: [`text`] for people, [`json`] for machines, [`sarif`], [`junit`] and
//! [`github`] for those who integrate, [`harness`] for C compilers. Invariant: nothing is printed and nothing is written here; a format is a function from a report to a string.

pub mod advice;
pub mod baseline;
pub mod cause;
mod contradiction;
mod fingerprint;
pub mod github;
pub mod harness;
pub mod html;
pub mod json;
pub mod junit;
pub mod sarif;
pub mod text;
mod trace;
pub mod witness;

use std::time::Duration;

use maymust_engine::{Answer, Assumed, Means, Reason, Role, Run, Verdict, Violation, Work, unasked_role};
use maymust_machine::Machine;
use maymust_program::{CheckId, CheckKind, ProcId, Program};
use maymust_source::{Place, SourceMap};
use maymust_spec::{Assumption, Spec};

pub use contradiction::contradiction;
pub use trace::{Argument, GivenInput, GivenObject, Step, Trace};

/// The verdict of a check, or of all of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Overall {
    /// No run fails a check.
    Proved,
    /// It is not known whether one does.
    Unknown,
    /// A run fails a check.
    Fails,
}

impl Overall {
    /// As it is printed.
    pub fn name(self) -> &'static str {
        match self {
            Overall::Proved => "proved",
            Overall::Unknown => "unknown",
            Overall::Fails => "fails",
        }
    }
}

impl From<&Verdict> for Overall {
    fn from(verdict: &Verdict) -> Overall {
        match verdict {
            Verdict::Proved => Overall::Proved,
            Verdict::Fails(_) => Overall::Fails,
            Verdict::Unknown(_) => Overall::Unknown,
        }
    }
}

/// The answers for one entry function.
#[derive(Debug)]
pub struct Section {
    /// The function.
    pub entry: String,
    /// Its start procedure.
    pub start: ProcId,
    /// The answers, in the order of the checks.
    pub answers: Vec<Answer>,
    /// What engines did.
    pub work: Vec<Work>,
    /// What is known of the checks that proofs rest on; none if nobody has looked.
    pub assumed: Option<Assumed>,
}

/// The answer to one check from one entry, with all that people and tools ask about it.
#[derive(Clone, Debug)]
pub struct Finding {
    /// The check.
    pub check: CheckId,
    /// Its kind.
    pub kind: CheckKind,
    /// What is checked, in words of the source.
    pub message: String,
    /// The entry function.
    pub entry: String,
    /// The procedure that runs from it start with.
    pub start: ProcId,
    /// The function that the check stands in; for a failing run, the function of the program that is to blame.
    pub function: String,
    /// Where the check stands; for a failing run, the place that is to blame.
    pub place: Option<Place>,
    /// Does the check stand in a library model?
    pub in_library: bool,
    /// The answer.
    pub verdict: Verdict,
    /// The engine that gave it.
    pub engine: &'static str,
    /// What in the engine gave it.
    pub by: Means,
    /// When, since the work on the entry began.
    pub time: Duration,
}

impl Finding {
    /// Its failing run, if it has one.
    pub fn run(&self) -> Option<&Run> {
        match &self.verdict {
            Verdict::Fails(run) => Some(run),
            Verdict::Proved | Verdict::Unknown(_) => None,
        }
    }
}

/// What engines did from one entry.
#[derive(Debug)]
pub struct Effort {
    /// The entry function.
    pub entry: String,
    /// The engines.
    pub work: Vec<Work>,
}

/// Everything there is to say about a program.
pub struct Report<'a> {
    /// The program, as lowered and with its rules.
    pub program: &'a Program,
    /// All texts.
    pub sources: &'a SourceMap,
    /// A machine that sees the failures again.
    pub machine: Machine<'a>,
    /// Fails if any check fails, else unknown if any is unknown, else proved.
    pub verdict: Overall,
    /// One per entry and check, in this order.
    pub findings: Vec<Finding>,
    /// By entry.
    pub efforts: Vec<Effort>,
    /// What the answers take for granted.
    pub assumptions: Vec<Assumption>,
    /// Why the whole is unknown, if that is no matter of a single check.
    pub reason: Option<Reason>,
    /// How long all took.
    pub time: Duration,
    /// What came of the tests of the causes, compiled and run, in their order; none if nobody tried.
    pub confirmations: Vec<String>,
    /// An earlier report, whose findings are known.
    baseline: Option<baseline::Baseline>,
    /// Causes that it has.
    known: usize,
    /// Causes that it does not have.
    new: usize,
}

/// What a report is made from, besides the answers.
#[derive(Debug)]
pub struct About<'a> {
    /// The program, as lowered and with its rules.
    pub program: &'a Program,
    /// All texts.
    pub sources: &'a SourceMap,
    /// What was asked.
    pub spec: &'a Spec,
    /// How many entries there are; those without a section were never begun.
    pub entries: usize,
    /// What the answers take for granted, undefined behaviour aside.
    pub assumptions: Vec<Assumption>,
    /// The kinds of checks that proofs rest on if nobody has looked.
    pub unasked: Vec<CheckKind>,
    /// Is a proof that rests on an assumption none?
    pub strict: bool,
    /// Does what was asked hold even if there is no check?
    pub holds_trivially: bool,
    /// How long all took.
    pub time: Duration,
}

impl<'a> Report<'a> {
    /// Puts the answers together.
    pub fn new(about: About<'a>, sections: Vec<Section>) -> Report<'a> {
        let About { program, sources, spec, entries, unasked, strict, holds_trivially, time, .. } = about;
        let all_begun = sections.len() >= entries;
        let looked_at = sections.iter().map(|s| s.assumed.as_ref().map_or(&unasked[..], |a| &a.open));
        let mut assumptions =
            maymust_spec::assumptions(program, &looked_at.flatten().copied().collect::<Vec<_>>());
        assumptions.extend(about.assumptions);
        let rests_on = |a: &Assumption| assumption_text(sources, a);
        let all: Vec<String> = assumptions.iter().map(rests_on).collect();
        let mut findings = Vec::new();
        let mut efforts = Vec::new();
        for Section { entry, start, answers, work, assumed } in sections {
            let violation = assumed.and_then(|a| a.violation);
            let mut finding = |mut answer: Answer| {
                let is_proved = matches!(answer.verdict, Verdict::Proved);
                if let Some(violation) = violation.as_ref().filter(|_| is_proved) {
                    answer.verdict = Verdict::Unknown(violated(program, sources, violation));
                } else if is_proved && strict && !all.is_empty() {
                    answer.verdict = Verdict::Unknown(Reason::RestsOnAssumptions(all.clone()));
                }
                finding(program, sources, &entry, start, answer)
            };
            findings.extend(answers.into_iter().map(&mut finding));
            efforts.push(Effort { entry, work });
        }
        let worst = findings.iter().map(|f| Overall::from(&f.verdict)).max().unwrap_or(Overall::Proved);
        // Nothing checked is nothing proved.
        let is_nothing = all_begun && findings.is_empty() && !holds_trivially;
        let reason = is_nothing.then_some(Reason::NothingToCheck);
        // Entries that were never begun are unknown as well.
        let verdict = if all_begun && !is_nothing { worst } else { worst.max(Overall::Unknown) };
        let watched = |kind: &CheckKind| {
            spec.wants_kind(*kind) || kind.is_assertion() || unasked_role(*kind) == Role::Assumed
        };
        let checks = CheckKind::ALL.into_iter().filter(watched).collect();
        let machine = Machine::with_options(program, maymust_machine::Options { checks, record: false });
        Report {
            program,
            sources,
            machine,
            verdict,
            findings,
            efforts,
            assumptions,
            reason,
            time,
            confirmations: Vec::new(),
            baseline: None,
            known: 0,
            new: 0,
        }
    }
}

impl Report<'_> {
    /// An assumption with its place.
    pub fn assumption_text(&self, assumption: &Assumption) -> String {
        assumption_text(self.sources, assumption)
    }

    /// The undefined behaviour that a proof takes for granted not to happen, in a few words each.
    pub fn assuming(&self) -> Vec<&'static str> {
        self.assumptions.iter().filter_map(Assumption::brief).collect()
    }

    /// The verdict as it is printed: a proof says what it rests on.
    pub fn verdict_text(&self) -> String {
        let (name, assuming) = (self.verdict.name(), self.assuming());
        if self.verdict == Overall::Fails && self.known > 0 {
            return format!("{name} ({} new, {} known)", self.new, self.known);
        }
        if self.verdict == Overall::Proved && !assuming.is_empty() {
            return format!("{name} (assuming {})", assuming.join(", "));
        }
        name.to_owned()
    }
}

fn assumption_text(sources: &SourceMap, assumption: &Assumption) -> String {
    match assumption {
        Assumption::Note { span, text } => match sources.place(*span) {
            Some(place) => format!("{}: {text}", place_text(Some(&place))),
            None => text.clone(),
        },
        other => other.to_string(),
    }
}

/// Why a proof is none any more: a run does what it takes for granted not to happen.
fn violated(program: &Program, sources: &SourceMap, violation: &Violation) -> Reason {
    let Violation { check, run, in_every_run } = violation;
    let data = &program.checks[check.index()];
    let place = place_text(sources.place(trace::in_program(program, run)).as_ref());
    let (kind, message) = (data.kind.name(), &data.message);
    let dead =
        if *in_every_run { "; every run that comes there does, so what follows is dead code" } else { "" };
    Reason::AssumptionViolated(format!(
        "a run does what proofs take for granted not to happen: {place}: {kind}: {message}{dead}"
    ))
}

fn finding(program: &Program, sources: &SourceMap, entry: &str, start: ProcId, answer: Answer) -> Finding {
    let Answer { check, verdict, engine, by, time } = answer;
    let data = &program.checks[check.index()];
    let span = match &verdict {
        Verdict::Fails(run) => trace::blamed(program, run),
        Verdict::Proved | Verdict::Unknown(_) => data.span,
    };
    let in_library = data.kind != CheckKind::Rule && program.proc(data.proc).is_library();
    let blamed = match &verdict {
        Verdict::Fails(run) if in_library => trace::user_call(program, run).map(|(proc, ..)| proc),
        _ => None,
    };
    Finding {
        check,
        kind: data.kind,
        message: data.message.to_string(),
        entry: entry.to_owned(),
        start,
        function: program.shown_name(blamed.unwrap_or(data.proc)).to_owned(),
        place: sources.place(span),
        in_library,
        verdict,
        engine,
        by,
        time,
    }
}

/// `file:line:column`, or `?`.
pub fn place_text(place: Option<&Place>) -> String {
    place.map_or("?".to_owned(), |p| format!("{}:{}:{}", p.file, p.line, p.column))
}
