//! A failure as text, like a sanitizer's report: kind, place, object, values, calls.

use maymust_program::{ProcId, ProcOrigin};
use maymust_source::{SourceMap, excerpt};

use crate::failure::Failure;
use crate::machine::Machine;

/// How many calls of the stack are shown.
const MAX_CALLS: usize = 12;

/// Renders a failure with source excerpts.
pub fn render(machine: &Machine<'_>, failure: &Failure, sources: &SourceMap, color: bool) -> String {
    let mut headline = format!("{}: {}", failure.kind.name(), failure.message);
    match &failure.access {
        // What was accessed says what the check is about, and more.
        Some(access) if access.starts_with(&failure.message) => {
            headline = format!("{}: {access}", failure.kind.name());
        }
        Some(access) => headline.push_str(&format!(": {access}")),
        None => {}
    }
    let mut out = excerpt(sources, failure.span, "error", &headline, color);
    for (name, value) in &failure.values {
        out.push_str(&format!("  {name} = {value}\n"));
    }
    for (span, note) in &failure.notes {
        out.push_str(&excerpt(sources, *span, "note", note, color));
    }
    // The start of the run is no call of the program.
    let is_call = |proc: ProcId| machine.program().proc(proc).origin != ProcOrigin::Start;
    let calls = failure.stack.iter().filter(|(proc, ..)| is_call(*proc));
    for (i, (proc, _, span)) in calls.take(MAX_CALLS).enumerate() {
        let name = machine.program().shown_name(*proc);
        let place =
            sources.place(*span).map_or(String::new(), |p| format!(" {}:{}:{}", p.file, p.line, p.column));
        out.push_str(&format!("  #{i} {name}{place}\n"));
    }
    if failure.stack.len() > MAX_CALLS {
        out.push_str(&format!("  … {} more calls\n", failure.stack.len() - MAX_CALLS));
    }
    out
}
