//! The report as annotations of GitHub's workflows: a line per finding, and the verdict.

use maymust_engine::Verdict;

use crate::{Report, advice};

/// The report as text; the last line is the verdict.
pub fn render(report: &Report<'_>) -> String {
    let causes = report.causes();
    let prints = report.fingerprints(&causes);
    let mut out = String::new();
    for (cause, print) in causes.iter().zip(&prints) {
        let level = if report.is_known(print) { "notice" } else { "error" };
        let title = format!("maymust: {}", cause.code);
        let place = cause.place.as_ref().filter(|p| !p.file.starts_with('<')).map_or(String::new(), |p| {
            format!("file={},line={},col={},", property(&p.file), p.line, p.column)
        });
        let text = format!("{} in `{}`", cause.title, cause.function);
        out.push_str(&format!("::{level} {place}title={}::{}\n", property(&title), message(&text)));
    }
    let mut reasons: indexmap::IndexMap<String, (usize, Vec<String>)> = indexmap::IndexMap::new();
    for finding in report.findings.iter().filter(|f| !f.in_library) {
        if let Verdict::Unknown(reason) = &finding.verdict {
            reasons.entry(reason.to_string()).or_insert_with(|| (0, advice::advice(reason))).0 += 1;
        }
    }
    for (reason, (count, advice)) in reasons {
        let help = advice.first().map_or(String::new(), |a| format!(" (help: {a})"));
        let text = format!("{count} checks are unknown: {reason}{help}");
        out.push_str(&format!("::warning title=maymust::{}\n", message(&text)));
    }
    out.push_str(&format!("verdict: {}\n", report.verdict_text()));
    out
}

/// The text of a command: one line.
fn message(text: &str) -> String {
    text.replace('%', "%25").replace('\r', "%0D").replace('\n', "%0A")
}

/// A property of a command.
fn property(text: &str) -> String {
    message(text).replace(':', "%3A").replace(',', "%2C")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_begins_another_command() {
        assert_eq!(property("a:b,c\n::error::d"), "a%3Ab%2Cc%0A%3A%3Aerror%3A%3Ad");
        assert_eq!(message("1\n2%"), "1%0A2%25");
    }
}
