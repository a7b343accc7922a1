//! Baselines: findings that are known already do not fail.

use std::collections::BTreeSet;

use serde_json::Value;

use crate::{Overall, Report};

/// The fingerprints of an earlier report.
#[derive(Clone, Debug, Default)]
pub struct Baseline(BTreeSet<String>);

impl Baseline {
    /// Reads an earlier report, in JSON or SARIF.
    ///
    /// # Errors
    /// Why the text is none.
    pub fn parse(text: &str) -> Result<Baseline, String> {
        let value: Value = serde_json::from_str(text).map_err(|e| format!("no JSON: {e}"))?;
        let list = |v: &Value| v.as_array().cloned();
        if let Some(findings) = value.get("findings").and_then(list) {
            let print = |f: &Value| f.get("fingerprint")?.as_str().map(str::to_owned);
            return Ok(Baseline(findings.iter().filter_map(print).collect()));
        }
        if let Some(runs) = value.get("runs").and_then(list) {
            let results = runs.iter().filter_map(|r| r.get("results").and_then(list)).flatten();
            let print =
                |r: Value| r.get("partialFingerprints")?.get("maymust/v1")?.as_str().map(str::to_owned);
            return Ok(Baseline(results.filter_map(print).collect()));
        }
        Err("no report of `maymust check --format json` or `--format sarif`".to_owned())
    }
}

impl Report<'_> {
    /// Takes an earlier report into account: what it has is known.
    pub fn set_baseline(&mut self, baseline: Baseline) {
        self.baseline = Some(baseline);
        let causes = self.causes();
        let prints = self.fingerprints(&causes);
        let new = prints.iter().filter(|p| !self.is_known(p)).count();
        let known = prints.len() - new;
        self.known = known;
        self.new = new;
    }

    /// Is there an earlier report to compare with?
    pub fn has_baseline(&self) -> bool {
        self.baseline.is_some()
    }

    /// Does the earlier report have a finding of this fingerprint?
    pub fn is_known(&self, print: &str) -> bool {
        self.baseline.as_ref().is_some_and(|b| b.0.contains(print))
    }

    /// What decides how the command ends: the verdict, but for what was known before.
    pub fn outcome(&self) -> Overall {
        if self.verdict != Overall::Fails || self.baseline.is_none() || self.new > 0 {
            return self.verdict;
        }
        let open = self.findings.iter().any(|f| Overall::from(&f.verdict) == Overall::Unknown);
        if open { Overall::Unknown } else { Overall::Proved }
    }
}

#[cfg(test)]
mod tests {
    use super::Baseline;

    #[test]
    fn both_formats_are_read() {
        let json = r#"{"findings": [{"fingerprint": "1a"}, {"fingerprint": "2b"}]}"#;
        let sarif = r#"{"runs": [{"results": [{"partialFingerprints": {"maymust/v1": "1a"}}, {}]}]}"#;
        assert_eq!(Baseline::parse(json).map(|b| b.0.len()), Ok(2));
        assert_eq!(Baseline::parse(sarif).map(|b| b.0.contains("1a")), Ok(true));
        assert!(Baseline::parse("{}").is_err() && Baseline::parse("[1").is_err());
    }
}
