//! What can be done about what is not known.

use maymust_engine::{NotExpanded, Reason};

/// Advice on a reason, the most helpful first.
pub fn advice(reason: &Reason) -> Vec<String> {
    let mut out = Vec::new();
    collect(reason, &mut out);
    out.dedup();
    out
}

fn collect(reason: &Reason, out: &mut Vec<String>) {
    match reason {
        Reason::Several(all) => all.iter().for_each(|r| collect(r, out)),
        Reason::Time(open) => {
            not_expanded(open, out);
            out.push("a longer --timeout, or only some functions: --within FUNCTION".to_owned());
        }
        Reason::UnrollLimit { times, open } => {
            not_expanded(open, out);
            out.push(format!("more iterations: --unroll {}", times.saturating_mul(2).max(1)));
        }
        Reason::Memory => out.push("a larger --memory, or only some functions: --within FUNCTION".to_owned()),
        Reason::StepLimit | Reason::NoProgress => {
            out.push(
                "another engine (--engine), or an assertion that bounds what the loop computes".to_owned(),
            );
        }
        Reason::Unsupported { what, .. } => {
            if let Some(name) = what.split('`').nth(1).filter(|n| !n.contains(' ')) {
                out.push(format!("give `{name}` a model: define it in a C file and add that to the command"));
            }
        }
        Reason::DeepRecursion | Reason::StackOverflow => {
            out.push("bound the recursion by an assumption, or --unroll N".to_owned());
        }
        Reason::ReadsInputs => {
            out.push("--engine auto asks engines that treat all inputs at once".to_owned())
        }
        Reason::NoSolver(_) => out.push("--solver builtin needs nothing else".to_owned()),
        Reason::SolverGaveUp(_) => out.push("a longer --timeout, or another --solver".to_owned()),
        Reason::AnotherFails => out.push("leave --first away to answer the others too".to_owned()),
        Reason::NothingToCheck => {
            out.push("--check all asks about everything; is the function reached from the entry?".to_owned());
        }
        Reason::RestsOnAssumptions(_) => {
            out.push("without --strict it is proved under these assumptions".to_owned())
        }
        _ => {}
    }
}

/// Loops and calls that were left closed.
fn not_expanded(open: &NotExpanded, out: &mut Vec<String>) {
    let is_loop = |text: &&String| text.starts_with("loop");
    if let Some(text) = open.0.iter().find(is_loop) {
        out.push(format!(
            "{text}: no invariant found that suffices; try --unroll 4, or assert a bound there"
        ));
    }
}
