//! What is answered: one data model of verdicts, findings, traces, assumptions and statistics.
//!
//! Every format is made from a [`Report`] and nothing else: [`text`] for people, [`json`] for machines, [`harness`] for C
//! compilers. Invariant: nothing is printed and nothing is written here; a format is a function from a report to a string.

mod contradiction;
pub mod harness;
pub mod json;
pub mod text;
mod trace;

use std::time::Duration;

use maymust_engine::{Answer, Role, Run, Verdict, Work, unasked_role};
use maymust_machine::Machine;
use maymust_program::{CheckId, CheckKind, ProcId, Program};
use maymust_source::{Place, SourceMap};
use maymust_spec::{Assumption, Spec};

pub use contradiction::contradiction;
pub use trace::{GivenInput, Step, Trace};

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
    /// The function that the check stands in.
    pub function: String,
    /// Where the check stands; for a failing run, the place that is to blame.
    pub place: Option<Place>,
    /// Does the check stand in a library model?
    pub in_library: bool,
    /// The answer.
    pub verdict: Verdict,
    /// The engine that gave it.
    pub engine: &'static str,
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
    /// How long all took.
    pub time: Duration,
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
    /// What the answers take for granted.
    pub assumptions: Vec<Assumption>,
    /// How long all took.
    pub time: Duration,
}

impl<'a> Report<'a> {
    /// Puts the answers together.
    pub fn new(about: About<'a>, sections: Vec<Section>) -> Report<'a> {
        let About { program, sources, spec, entries, assumptions, time } = about;
        let all_begun = sections.len() >= entries;
        let mut findings = Vec::new();
        let mut efforts = Vec::new();
        for Section { entry, start, answers, work } in sections {
            findings.extend(answers.into_iter().map(|a| finding(program, sources, &entry, start, a)));
            efforts.push(Effort { entry, work });
        }
        let worst = findings.iter().map(|f| Overall::from(&f.verdict)).max().unwrap_or(Overall::Proved);
        // Entries that were never begun are unknown as well.
        let verdict = if all_begun { worst } else { worst.max(Overall::Unknown) };
        let watched = |kind: &CheckKind| {
            spec.wants_kind(*kind) || kind.is_assertion() || unasked_role(*kind) == Role::Assumed
        };
        let checks = CheckKind::ALL.into_iter().filter(watched).collect();
        let machine = Machine::with_options(program, maymust_machine::Options { checks, record: false });
        Report { program, sources, machine, verdict, findings, efforts, assumptions, time }
    }
}

impl Report<'_> {
    /// An assumption with its place.
    pub fn assumption_text(&self, assumption: &Assumption) -> String {
        match assumption {
            Assumption::Note { span, text } => match self.sources.place(*span) {
                Some(place) => format!("{}: {text}", place_text(Some(&place))),
                None => text.clone(),
            },
            other => other.to_string(),
        }
    }
}

fn finding(program: &Program, sources: &SourceMap, entry: &str, start: ProcId, answer: Answer) -> Finding {
    let Answer { check, verdict, engine, time } = answer;
    let data = &program.checks[check.index()];
    let span = match &verdict {
        Verdict::Fails(run) => trace::blamed(program, run),
        Verdict::Proved | Verdict::Unknown(_) => data.span,
    };
    Finding {
        check,
        kind: data.kind,
        message: data.message.to_string(),
        entry: entry.to_owned(),
        start,
        function: program.shown_name(data.proc).to_owned(),
        place: sources.place(span),
        in_library: data.kind != CheckKind::Rule && program.proc(data.proc).is_library(),
        verdict,
        engine,
        time,
    }
}

/// `file:line:column`, or `?`.
pub fn place_text(place: Option<&Place>) -> String {
    place.map_or("?".to_owned(), |p| format!("{}:{}:{}", p.file, p.line, p.column))
}
