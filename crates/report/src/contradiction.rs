//! Two engines that contradict each other.

use std::fmt::Write as _;

use maymust_engine::{Answer, Verdict};
use maymust_machine::{Machine, render};
use maymust_program::Program;
use maymust_source::SourceMap;

use crate::{Overall, place_text};

/// Two engines contradict each other, so one of them is wrong: the evidence of both.
pub fn contradiction(
    program: &Program,
    sources: &SourceMap,
    (one, other): &(Answer, Answer),
    color: bool,
) -> String {
    let check = &program.checks[one.check.index()];
    let place = place_text(sources.place(check.span).as_ref());
    let mut out = format!("{place}: {}: {}: engines contradict each other", check.kind.name(), check.message);
    for answer in [one, other] {
        let _ = write!(out, "\n  {} says: {}", answer.engine, Overall::from(&answer.verdict).name());
        if let Verdict::Fails(run) = &answer.verdict {
            let text = render(&Machine::new(program), &run.failure, sources, color);
            let _ = write!(out, "\n{}", text.trim_end());
        }
    }
    out
}
