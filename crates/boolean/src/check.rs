//! Questions to the model checker, and its answers in words of the program.

use maymust_exact::belnap::{Sides, Truth};
use maymust_exact::model::{Links, Place};
use maymust_exact::nonterm;
use maymust_exact::reach::Reach;
use maymust_exact::trace::{Event, Trace};
use maymust_solver::Reason;
use maymust_source::Span;

use crate::build::Built;

/// How to ask.
pub struct Options<'a> {
    /// What is computed.
    pub sides: Sides,
    /// Must the work come to an end?
    pub stop: &'a dyn Fn() -> bool,
}

/// What is asked.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Question {
    /// Can the check of this index fail?
    Check(usize),
    /// Do all runs end?
    Termination,
}

/// What comes of it.
#[derive(Clone, Debug)]
pub enum Verdict {
    /// No run fails.
    Proved,
    /// A run fails: its lines (none for a run that never ends).
    Fails(Vec<Line>),
    /// Why nothing is known.
    Unknown(String),
}

/// A step of a failing run.
#[derive(Clone, Debug)]
pub struct Line {
    /// The procedure.
    pub proc: String,
    /// The statement.
    pub span: Span,
    /// The variables before it.
    pub values: Vec<(String, bool)>,
}

/// A question with its verdict.
#[derive(Clone, Debug)]
pub struct Answer {
    /// The question.
    pub question: Question,
    /// The verdict.
    pub verdict: Verdict,
}

/// Answers questions.
pub fn check(built: &mut Built, questions: &[Question], options: &Options<'_>) -> Vec<Answer> {
    let targets = |questions: &[Question]| -> Vec<Place> {
        let place = |q: &Question| match q {
            Question::Check(i) => Some(built.checks[*i].place),
            Question::Termination => None,
        };
        questions.iter().filter_map(place).collect()
    };
    let all = targets(questions);
    let single: Vec<Vec<Place>> = questions.iter().map(|q| targets(&[*q])).collect();
    // Mostly all hold: one fixpoint says so.
    let together = if all.len() > 1 { Some(reachable(built, &all, options)) } else { None };
    let mut answers = Vec::new();
    for (question, targets) in questions.iter().zip(single) {
        let verdict = match (question, &together) {
            (Question::Termination, _) => termination(built, options),
            (_, Some(Verdict::Proved)) => Verdict::Proved,
            _ => reachable(built, &targets, options),
        };
        answers.push(Answer { question: *question, verdict });
    }
    answers
}

fn reachable(built: &mut Built, targets: &[Place], options: &Options<'_>) -> Verdict {
    let links = Links::new(&built.model);
    let mut reach = Reach::new(&mut built.space, &built.model, &links, options.sides, options.stop);
    let run = |reach: &mut Reach<'_>| -> Result<(Truth, Option<Trace>), Reason> {
        targets.iter().for_each(|t| reach.add_target(*t));
        reach.run()?;
        let truth = reach.at_start()?.truth();
        let trace = if truth == Truth::True && options.sides.may { reach.trace()? } else { None };
        Ok((truth, trace))
    };
    match run(&mut reach) {
        Err(reason) => Verdict::Unknown(why(&reason)),
        Ok((Truth::False, _)) => Verdict::Proved,
        // What must happen is told by the lesser approximation alone, too; its way is not kept.
        Ok((Truth::True, trace)) if options.sides.must => {
            Verdict::Fails(trace.map(|t| lines(built, &t)).unwrap_or_default())
        }
        Ok(_) => Verdict::Unknown(inconclusive(options.sides).to_owned()),
    }
}

fn termination(built: &mut Built, options: &Options<'_>) -> Verdict {
    match nonterm::endless(&mut built.space, &built.model, options.sides, options.stop) {
        Err(reason) => Verdict::Unknown(why(&reason)),
        Ok((_, start)) => match start.truth() {
            Truth::False => Verdict::Proved,
            Truth::True => Verdict::Fails(Vec::new()),
            Truth::Unknown | Truth::Both => Verdict::Unknown(inconclusive(options.sides).to_owned()),
        },
    }
}

fn inconclusive(sides: Sides) -> &'static str {
    match sides.may {
        true => {
            "the over-approximation has such a run; whether the program has it, only `--approximation exact` or `under` tells"
        }
        false => {
            "the under-approximation has no such run; that none exists, only `--approximation exact` or `over` tells"
        }
    }
}

fn why(reason: &Reason) -> String {
    match reason {
        Reason::Space => "the decision diagrams outgrow their limit of nodes".to_owned(),
        Reason::Interrupted => "time limit reached".to_owned(),
        other => other.to_string(),
    }
}

fn lines(built: &Built, trace: &Trace) -> Vec<Line> {
    let mut lines: Vec<Line> = Vec::new();
    for (place, state, event) in &trace.steps {
        let (Event::Edge(edge) | Event::Enter(edge)) = event else { continue };
        let names = &built.procs[place.proc];
        let values = names.bits.iter().cloned().zip(state.iter().copied()).collect();
        let line = Line { proc: names.name.clone(), span: names.spans[*edge], values };
        if lines.last().is_none_or(|l| l.span != line.span || matches!(event, Event::Enter(_))) {
            lines.push(line);
        }
    }
    lines
}
