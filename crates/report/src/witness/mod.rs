//! Witnesses in the YAML format of SV-COMP, version 2.0: [`render`] writes them, [`read`] reads those of all tools.
//!
//! A violation witness is a sequence of waypoints: what calls for arbitrary values returned, and where the property is violated.
//! A correctness witness is a set of invariants; engines give none that are C yet, so the set is empty.

pub mod read;
mod replay;
mod sha256;

use std::fmt::Write as _;

use maymust_program::Input;
use maymust_source::{Place, Span};
use maymust_yaml::quoted;

use crate::{Overall, Report};

pub use replay::{Validity, validate};
pub use sha256::sha256;

/// What a witness says of the task that it is about.
#[derive(Clone, Debug)]
pub struct TaskInfo {
    /// The program's files with their hashes.
    pub files: Vec<(String, String)>,
    /// The property, as a property file writes it.
    pub specification: String,
    /// `ILP32` or `LP64`.
    pub data_model: &'static str,
    /// When it is written, as ISO 8601 says it.
    pub time: String,
}

/// The format that is written.
pub const FORMAT: &str = "2.0";

/// The witness of a verdict; none if that is unknown, or the failing run is too long.
pub fn render(report: &Report<'_>, task: &TaskInfo) -> Option<String> {
    let entry = match report.verdict {
        Overall::Proved => "invariant_set",
        Overall::Fails => "violation_sequence",
        Overall::Unknown => return None,
    };
    let mut out = format!("- entry_type: {}\n", quoted(entry));
    metadata(&mut out, task, entry);
    match report.verdict {
        Overall::Proved => out.push_str("  content: []\n"),
        _ => violation(report, &mut out)?,
    }
    Some(out)
}

fn metadata(out: &mut String, task: &TaskInfo, entry: &str) {
    let hash = sha256(format!("{task:?}{entry}").as_bytes());
    // A name-based UUID: version and variant stand where they must.
    let uuid =
        format!("{}-{}-5{}-a{}-{}", &hash[..8], &hash[8..12], &hash[13..16], &hash[17..20], &hash[20..32]);
    let _ = write!(
        out,
        "  metadata:\n    format_version: {}\n    uuid: {}\n    creation_time: {}\n    producer:\n      name: \"maymust\"\n      \
         version: {}\n    task:\n      input_files:\n",
        quoted(FORMAT),
        quoted(&uuid),
        quoted(&task.time),
        quoted(env!("CARGO_PKG_VERSION")),
    );
    for (file, _) in &task.files {
        let _ = writeln!(out, "        - {}", quoted(file));
    }
    out.push_str("      input_file_hashes:\n");
    for (file, hash) in &task.files {
        let _ = writeln!(out, "        {}: {}", quoted(file), quoted(hash));
    }
    let _ = write!(
        out,
        "      specification: {}\n      data_model: {}\n      language: \"C\"\n",
        quoted(&task.specification),
        quoted(task.data_model)
    );
}

fn violation(report: &Report<'_>, out: &mut String) -> Option<()> {
    let cause = report.causes().into_iter().next()?;
    let trace = report.trace(cause.finding)?;
    let target = cause.place.clone()?;
    out.push_str("  content:\n");
    for given in trace.asked.iter().filter(|g| matches!(g.input, Input::Nondet(_))) {
        let Some(place) = last_character(report, given.span) else { continue };
        let constraint = format!("\\result == {}", c_number(&given.text));
        if given.text.contains("NaN") || given.text.contains("inf") {
            continue;
        }
        out.push_str("    - segment:\n        - waypoint:\n            type: \"function_return\"\n            action: \"follow\"\n");
        let _ = write!(
            out,
            "            constraint:\n              value: {}\n              format: \"c_expression\"\n",
            quoted(&constraint)
        );
        location(out, &place);
    }
    out.push_str(
        "    - segment:\n        - waypoint:\n            type: \"target\"\n            action: \"follow\"\n",
    );
    location(out, &target);
    Some(())
}

fn location(out: &mut String, place: &Place) {
    let _ = write!(
        out,
        "            location:\n              file_name: {}\n              line: {}\n              column: {}\n",
        quoted(&place.file),
        place.line,
        place.column
    );
}

/// Where a call ends: at its closing parenthesis.
fn last_character(report: &Report<'_>, span: Span) -> Option<Place> {
    report.sources.place(Span::new(span.hi.saturating_sub(1).max(span.lo), span.hi))
}

/// A number as a C expression: the smallest one of a type is no literal.
fn c_number(text: &str) -> String {
    match text {
        "-2147483648" => "(-2147483647 - 1)".to_owned(),
        "-9223372036854775808" => "(-9223372036854775807 - 1)".to_owned(),
        text => text.to_owned(),
    }
}
