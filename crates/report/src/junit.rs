//! The report as JUnit's XML: a suite per function, a case per check.

use std::fmt::Write as _;

use maymust_engine::Verdict;

use crate::{Finding, Report, cause, place_text};

/// The report as text, with a line break at the end.
pub fn render(report: &Report<'_>) -> String {
    let mut suites: indexmap::IndexMap<&str, Vec<&Finding>> = indexmap::IndexMap::new();
    for finding in report.findings.iter().filter(|f| !f.in_library || f.run().is_some()) {
        suites.entry(&finding.function).or_default().push(finding);
    }
    let all = || suites.values().flatten();
    let failing = all().filter(|f| f.run().is_some()).count();
    let mut out = String::from("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n");
    let _ = writeln!(
        out,
        "<testsuites name=\"maymust\" tests=\"{}\" failures=\"{failing}\" time=\"{:.3}\">",
        all().count(),
        report.time.as_secs_f64()
    );
    for (function, findings) in &suites {
        let failing = findings.iter().filter(|f| f.run().is_some()).count();
        let open = findings.iter().filter(|f| matches!(f.verdict, Verdict::Unknown(_))).count();
        let _ = writeln!(
            out,
            "  <testsuite name=\"{}\" tests=\"{}\" failures=\"{failing}\" errors=\"0\" skipped=\"{open}\">",
            escape(function),
            findings.len()
        );
        findings.iter().for_each(|f| case(report, f, &mut out));
        out.push_str("  </testsuite>\n");
    }
    out.push_str("</testsuites>\n");
    out
}

fn case(report: &Report<'_>, finding: &Finding, out: &mut String) {
    let place = place_text(finding.place.as_ref());
    let from = if report.efforts.len() > 1 { format!(" from {}", finding.entry) } else { String::new() };
    let name = format!("{} {place}: {}{from}", cause::code(finding.kind), finding.message);
    let _ =
        write!(out, "    <testcase classname=\"{}\" name=\"{}\"", escape(&finding.function), escape(&name));
    let (tag, message) = match &finding.verdict {
        Verdict::Proved => {
            out.push_str("/>\n");
            return;
        }
        Verdict::Fails(run) => {
            let access = run.failure.access.as_deref().unwrap_or("");
            ("failure", format!("{}: {} {access}", finding.kind.name(), run.failure.message))
        }
        Verdict::Unknown(reason) => ("skipped", format!("unknown: {reason}")),
    };
    let _ = writeln!(out, "><{tag} message=\"{}\"/></testcase>", escape(message.trim_end()));
}

/// Text inside an attribute; what XML cannot hold becomes a question mark in a box.
pub(crate) fn escape(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\'' => out.push_str("&#39;"),
            c if c.is_control() || matches!(c, '\u{FFFE}' | '\u{FFFF}') => out.push('\u{FFFD}'),
            c => out.push(c),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::escape;

    #[test]
    fn nothing_ends_an_attribute() {
        assert_eq!(escape("a<b>\"'&\u{1b}[0m\n"), "a&lt;b&gt;&quot;&#39;&amp;\u{FFFD}[0m\u{FFFD}");
    }
}
