//! Validation of violation witnesses: the machine runs the program with what the witness says, and must come to its target.
//!
//! Values that the witness leaves open are zero. So a witness may be right and not confirmed, but never wrong and confirmed: what counts is
//! the failing run.

use std::cell::RefCell;

use maymust_machine::{Env, Inputs, Limits, Machine, Observer, Request, Silent, State, Stop, zero};
use maymust_program::{CheckId, EdgeId, Input, Op, ProcId, ProcOrigin, Program};
use maymust_source::{SourceMap, Span};
use maymust_term::{BvValue, Sort, Terms, Value};

use super::read::{Waypoint, WaypointKind};

/// Edges that a run may take.
const LENGTH: u64 = 50_000_000;

/// What came of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Validity {
    /// The run fails the check at the target.
    Confirmed(CheckId),
    /// It does not, for this reason.
    Rejected(String),
}

/// Runs a program as the waypoints say. `checks` are those that the property asks about.
pub fn validate(
    program: &Program,
    sources: &SourceMap,
    machine: &Machine<'_>,
    start: ProcId,
    checks: &[CheckId],
    waypoints: &[Waypoint],
) -> Validity {
    let Some(mut state) = machine.start_at(start, &[]) else {
        return Validity::Rejected("the program has no entry".to_owned());
    };
    let guide = RefCell::new(Guide { waypoints, next: 0, span: Span::NONE, trouble: None });
    let mut inputs = Guided { guide: &guide, sources };
    let mut follower = Follower { guide: &guide, program, sources };
    let env = Env { inputs: &mut inputs, output: &mut Silent, observer: Some(&mut follower) };
    let stop = machine.run(&mut state, env, Limits { steps: LENGTH, ..Limits::default() });
    let guide = guide.into_inner();
    if let Some(trouble) = guide.trouble {
        return Validity::Rejected(trouble);
    }
    let Some((target, before)) = waypoints.split_last() else {
        return Validity::Rejected("no target".to_owned());
    };
    let failure = match stop {
        Stop::Failed(failure) => failure,
        Stop::Unsupported { reason, .. } => {
            return Validity::Rejected(format!("the run comes to something that is not modelled: {reason}"));
        }
        Stop::Blocked { .. } => {
            return Validity::Rejected("the run ends at an assumption of the program".to_owned());
        }
        Stop::StepLimit | Stop::Turn => return Validity::Rejected("the run is too long".to_owned()),
        _ => return Validity::Rejected("the run ends without a violation".to_owned()),
    };
    let Some(check) = failure.check.filter(|c| checks.contains(c)) else {
        return Validity::Rejected(format!("the run violates something else: {}", failure.message));
    };
    if guide.next < before.len() {
        let missed = &before[guide.next];
        return Validity::Rejected(format!(
            "waypoint {} ({}:{}) is not passed before the violation",
            guide.next + 1,
            missed.file,
            missed.line
        ));
    }
    let is_user = |p: ProcId| program.proc(p).origin == ProcOrigin::User;
    let spans = failure.stack.iter().filter(|(p, ..)| is_user(*p)).map(|(_, _, s)| *s).chain([failure.span]);
    let places: Vec<_> = spans.filter_map(|s| sources.place(s)).collect();
    // A call of an error function stands one call further out than what fails in it.
    if places.iter().take(2).any(|p| p.line == target.line && same_file(&p.file, &target.file)) {
        return Validity::Confirmed(check);
    }
    let found = places.first().map_or("elsewhere".to_owned(), |p| format!("at {}:{}", p.file, p.line));
    Validity::Rejected(format!(
        "the violation is {found}, not at the target ({}:{})",
        target.file, target.line
    ))
}

/// Witnesses name files as their tools were given them.
fn same_file(a: &str, b: &str) -> bool {
    let name = |path: &str| path.rsplit('/').next().unwrap_or(path).to_owned();
    name(a) == name(b)
}

/// How far the run has come.
struct Guide<'w> {
    waypoints: &'w [Waypoint],
    next: usize,
    /// The innermost place of the program.
    span: Span,
    trouble: Option<String>,
}

impl<'w> Guide<'w> {
    /// The next waypoint, if it is of this kind and stands here.
    fn here(&self, sources: &SourceMap, kind: WaypointKind) -> Option<&'w Waypoint> {
        let waypoint = self.waypoints.get(self.next).filter(|w| w.kind == kind)?;
        let place = sources.place(self.span)?;
        let at_line = place.line == waypoint.line && same_file(&place.file, &waypoint.file);
        let is_here = match (kind, waypoint.column) {
            // A return is where the call ends, everything else where the statement begins.
            (WaypointKind::FunctionReturn, Some(column)) => {
                let last = Span::new(self.span.hi.saturating_sub(1).max(self.span.lo), self.span.hi);
                let end = sources.place(last)?;
                end.line == waypoint.line && end.column == column && same_file(&end.file, &waypoint.file)
            }
            _ => at_line,
        };
        is_here.then_some(waypoint)
    }
}

/// Gives the values that the witness says.
struct Guided<'g, 'w> {
    guide: &'g RefCell<Guide<'w>>,
    sources: &'g SourceMap,
}

impl Inputs for Guided<'_, '_> {
    fn value(&mut self, terms: &Terms, request: Request<'_>) -> Option<Value> {
        let mut guide = self.guide.borrow_mut();
        if let Input::Nondet(_) = request.input
            && let Some(waypoint) = guide.here(self.sources, WaypointKind::FunctionReturn)
        {
            let constraint = waypoint.constraint.as_deref().unwrap_or("");
            guide.next += 1;
            match result(constraint, request) {
                Some(value) => return Some(value),
                None => {
                    let text =
                        format!("the constraint `{constraint}` is not of the form `\\result == NUMBER`");
                    guide.trouble.get_or_insert(text);
                    return None;
                }
            }
        }
        Some(zero(terms, request.sort))
    }
}

/// The value that a constraint says, in the sort that is asked for.
fn result(constraint: &str, request: Request<'_>) -> Option<Value> {
    let number = constraint.trim().strip_prefix("\\result")?.trim_start().strip_prefix("==")?;
    let number: String = number.chars().filter(|c| !matches!(c, ' ' | '(' | ')')).collect();
    let number = number.trim_end_matches(['u', 'U', 'l', 'L']);
    let Sort::BitVec(width) = request.sort else { return None };
    if let Input::Nondet(word) = request.input
        && word.starts_with("nondet f")
    {
        let bits = match width {
            32 => u128::from(number.trim_end_matches(['f', 'F']).parse::<f32>().ok()?.to_bits()),
            64 => u128::from(number.parse::<f64>().ok()?.to_bits()),
            _ => return None,
        };
        return Some(Value::Bv(BvValue::new(width, bits)));
    }
    let (number, less) = match number.strip_suffix("-1") {
        Some(rest) if !rest.is_empty() => (rest, 1),
        _ => (number, 0),
    };
    let number = number.parse::<i128>().ok()? - less;
    let fits = number >= -(1 << (width.min(120) - 1)) && number < 1 << width.min(120);
    fits.then(|| Value::Bv(BvValue::new(width, number as u128)))
}

/// Notes which waypoints are passed.
struct Follower<'g, 'w> {
    guide: &'g RefCell<Guide<'w>>,
    program: &'g Program,
    sources: &'g SourceMap,
}

impl Observer for Follower<'_, '_> {
    fn before(&mut self, state: &State) {
        let Some(frame) = state.top() else { return };
        let proc = self.program.proc(frame.proc);
        if proc.origin != ProcOrigin::User {
            return;
        }
        let Some(edge) = proc.edges.get(frame.edge.index()) else { return };
        let mut guide = self.guide.borrow_mut();
        guide.span = edge.span;
        for kind in [WaypointKind::Assumption, WaypointKind::Branching] {
            if guide.here(self.sources, kind).is_some() {
                let what = "conditions of assumption and branching waypoints are not evaluated";
                guide.trouble.get_or_insert(what.to_owned());
                guide.next += 1;
            }
        }
        if matches!(edge.op, Op::Call { .. })
            && guide.here(self.sources, WaypointKind::FunctionEnter).is_some()
        {
            guide.next += 1;
        }
    }

    fn edge(&mut self, _proc: ProcId, _edge: EdgeId) {}
}
