//! Tests of the parser, by what they look at. `check` compares the dump of the tree.

mod declarations;
mod errors;
mod expressions;
mod literals;
mod statements;
mod stress;

use maymust_source::{Diagnostics, SourceMap};

use crate::ast::Unit;
use crate::{Names, dump::dump, parse};

/// A parsed text with everything that belongs to it.
pub(super) struct Outcome {
    pub unit: Unit,
    pub sources: SourceMap,
    pub names: Names,
    pub diagnostics: Diagnostics,
}

pub(super) fn parse_text(text: &str) -> Outcome {
    let (mut sources, mut names, mut diagnostics) = Default::default();
    let file = SourceMap::add(&mut sources, "t.c", text);
    let unit = parse(file, &mut sources, &mut names, &mut diagnostics);
    Outcome { unit, sources, names, diagnostics }
}

/// `line:column: message` of every error.
pub(super) fn error_list(outcome: &Outcome) -> Vec<String> {
    let show = |d: &maymust_source::Diagnostic| match outcome.sources.place(d.span) {
        Some(p) => format!("{}:{}: {}", p.line, p.column, d.message),
        None => d.message.clone(),
    };
    outcome.diagnostics.iter().map(show).collect()
}

/// The text parses without error, to this tree.
#[track_caller]
pub(super) fn check(text: &str, expected: &str) {
    let outcome = parse_text(text);
    assert_eq!(error_list(&outcome), Vec::<String>::new(), "in: {text}");
    assert_eq!(dump(&outcome.unit, &outcome.names).trim_end(), expected, "in: {text}");
}

/// An expression statement parses to this tree.
#[track_caller]
pub(super) fn check_expr(text: &str, expected: &str) {
    check(&format!("void f(void) {{ {text}; }}"), &format!("(fn void f fn() {{{expected}}})"));
}

/// Statements of a function's body parse to this tree.
#[track_caller]
pub(super) fn check_stmt(text: &str, expected: &str) {
    check(
        &format!("typedef int T; void f(void) {{ {text} }}"),
        &format!("(decl typedef int (T))\n(fn void f fn() {{{expected}}})"),
    );
}

/// The text has exactly these errors.
#[track_caller]
pub(super) fn check_errors(text: &str, expected: &[&str]) {
    assert_eq!(error_list(&parse_text(text)), expected, "in: {text}");
}

/// Runs on a stack that deep trees need.
pub(super) fn on_large_stack(work: impl FnOnce() + Send + 'static) {
    let thread = std::thread::Builder::new().stack_size(1 << 30).spawn(work).expect("a thread");
    if let Err(panic) = thread.join() {
        std::panic::resume_unwind(panic);
    }
}
