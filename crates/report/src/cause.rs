//! Causes: checks that fail for one reason are one finding.
//!
//! An access has up to four checks, and a call of a library function many: all that fails at one place of the program, in the same
//! way, is one cause.

use maymust_engine::Run;
use maymust_machine::Machine;
use maymust_program::{CheckKind, EdgeId, ProcId};
use maymust_source::{Place, Span};

use crate::{Finding, Report, trace};

/// Checks that fail for one reason.
#[derive(Debug)]
pub struct Cause<'r> {
    /// The check in the headline.
    pub finding: &'r Finding,
    /// Its run.
    pub run: &'r Run,
    /// Where the program is to blame.
    pub span: Span,
    /// The same as a place.
    pub place: Option<Place>,
    /// The function of the program that is to blame.
    pub function: String,
    /// What happens, in a line.
    pub title: String,
    /// The word by which such checks are asked for.
    pub code: &'static str,
    /// Others that fail here too.
    pub others: Vec<&'r Finding>,
    /// Further places: where an object comes from, which line of a library model fails.
    pub notes: Vec<(Span, String)>,
}

/// How failures are told apart: the entry, the place of the program, what kind of failure.
type Key<'r> = (&'r str, Option<(ProcId, EdgeId)>, Span, CheckKind);

impl Report<'_> {
    /// What fails, by cause, in the order of the checks.
    pub fn causes(&self) -> Vec<Cause<'_>> {
        let mut keys: Vec<Key<'_>> = Vec::new();
        let mut causes: Vec<Cause<'_>> = Vec::new();
        for finding in &self.findings {
            let Some(run) = finding.run() else { continue };
            let key = self.key(finding, run);
            match keys.iter().position(|k| *k == key) {
                Some(at) => causes[at].others.push(finding),
                None => {
                    keys.push(key);
                    causes.push(self.cause(finding, run));
                }
            }
        }
        causes
    }

    fn key<'r>(&self, finding: &'r Finding, run: &Run) -> Key<'r> {
        let span = trace::blamed(self.program, run);
        let call = trace::user_call(self.program, run).filter(|_| finding.in_library).map(|(p, e, _)| (p, e));
        let kind = match finding.kind {
            // The checks of one access; a call of a library function has several accesses.
            kind if finding.in_library => kind,
            CheckKind::InvalidPointer | CheckKind::Bounds | CheckKind::UseAfterFree => {
                CheckKind::NullDereference
            }
            kind => kind,
        };
        (&finding.entry, call, span, kind)
    }

    fn cause<'r>(&'r self, finding: &'r Finding, run: &'r Run) -> Cause<'r> {
        let failure = &run.failure;
        let mut span = trace::blamed(self.program, run);
        let user = trace::user_call(self.program, run);
        let mut notes = Vec::new();
        let in_model = failure.stack.first().filter(|(p, ..)| self.program.proc(*p).is_library());
        if let Some((proc, _, at)) = in_model.filter(|_| finding.kind != CheckKind::Leak) {
            let name = self.program.shown_name(self.outermost_model(run).unwrap_or(*proc));
            notes.push((*at, format!("the model of `{name}` requires it here")));
        }
        if finding.kind == CheckKind::Rule {
            notes.push((failure.span, "the rule says so here".to_owned()));
        }
        notes.extend(failure.notes.iter().filter(|(at, _)| *at != span && *at != Span::NONE).cloned());
        if span == Span::NONE || user.is_none() {
            // Nothing of the program is at work any more: it has returned.
            span = self.end_of(finding).unwrap_or(span);
        }
        let proc = user.map_or(self.program.checks[finding.check.index()].proc, |(p, ..)| p);
        Cause {
            finding,
            run,
            span,
            place: self.sources.place(span),
            function: self.program.shown_name(proc).to_owned(),
            title: title(&self.machine, finding, run),
            code: code(finding.kind),
            others: Vec::new(),
            notes,
        }
    }

    /// The library model that the program called.
    fn outermost_model(&self, run: &Run) -> Option<ProcId> {
        let is_user = |p: ProcId| !self.program.proc(p).is_library();
        let at = run.failure.stack.iter().position(|(p, ..)| is_user(*p))?;
        run.failure.stack.get(at.checked_sub(1)?).map(|(p, ..)| *p)
    }

    /// Where a run ended that is over.
    fn end_of(&self, finding: &Finding) -> Option<Span> {
        self.trace(finding)?.last
    }
}

/// What happens, in a line.
fn title(machine: &Machine<'_>, finding: &Finding, run: &Run) -> String {
    let failure = &run.failure;
    let message = &failure.message;
    let detail = failure.access.as_ref().unwrap_or(message);
    match finding.kind {
        CheckKind::Assertion | CheckKind::ErrorCall => {
            let condition = message.strip_prefix("assertion ").unwrap_or("");
            match condition.is_empty() {
                true if finding.kind == CheckKind::Assertion && message == "assertion" => {
                    "assertion fails".to_owned()
                }
                true => message.clone(),
                false => format!("assertion {condition} fails"),
            }
        }
        CheckKind::NullDereference => format!("null pointer dereferenced: {message}"),
        CheckKind::InvalidPointer => format!("invalid pointer: {detail}"),
        CheckKind::Bounds => match &failure.access {
            // An access says what it is; an index or a size comes with its limit.
            Some(access) if self_contained(access) => format!("out of bounds: {access}"),
            Some(access) => format!("out of bounds: {message} {access}"),
            None => format!("out of bounds: {message}"),
        },
        CheckKind::UseAfterFree => format!("use of an object that is gone: {detail}"),
        CheckKind::DoubleFree => format!("double free: {detail}"),
        CheckKind::InvalidFree => format!("invalid free: {detail}"),
        CheckKind::Leak => format!("memory leak: {detail}"),
        CheckKind::SignedOverflow => format!("signed overflow: {message}"),
        CheckKind::ShiftRange => match shown_values(machine, run) {
            Some(values) => format!("{message} out of range ({values})"),
            None => format!("{message} out of range"),
        },
        CheckKind::Deadlock => format!("deadlock: {detail}"),
        CheckKind::DataRace => format!("data race: {detail}"),
        _ => message.clone(),
    }
}

/// Does it begin with words, not with a number?
fn self_contained(access: &str) -> bool {
    access.starts_with(|c: char| c.is_alphabetic())
}

fn shown_values(_machine: &Machine<'_>, run: &Run) -> Option<String> {
    let is_named = |(name, _): &&(String, String)| !name.contains('$');
    let values: Vec<String> = run.failure.values.iter().filter(is_named).map(|(_, v)| v.clone()).collect();
    (values.len() == 1).then(|| values[0].clone())
}

/// The word by which checks of a kind are asked for.
pub fn code(kind: CheckKind) -> &'static str {
    match kind {
        CheckKind::Assertion => "assert",
        CheckKind::NullDereference => "null",
        CheckKind::DivisionByZero => "div0",
        CheckKind::SignedOverflow => "overflow",
        CheckKind::ShiftRange => "shift",
        kind => kind.name(),
    }
}
