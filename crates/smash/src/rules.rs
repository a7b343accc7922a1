//! The family of analyses: which rules are on.

/// Which rules of the paper's figures are on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Rules {
    /// Partitions, NOTMAY-PRE and VERIFIED (figure 5).
    pub may: bool,
    /// Tests, MUST-POST and BUGFOUND (figure 6). With `may`, both only act at a frontier (figure 7).
    pub must: bool,
    /// Not-may summaries are kept and used (figure 8).
    pub notmay_summaries: bool,
    /// Must summaries are kept and used (figure 9).
    pub must_summaries: bool,
}

use maymust_engine::Analysis;

impl Rules {
    /// The rules of an analysis.
    pub fn of(analysis: Analysis) -> Rules {
        let (may, must, notmay_summaries, must_summaries) = match analysis {
            Analysis::Slam => (true, false, false, false),
            Analysis::Dart => (false, true, false, false),
            Analysis::Dash => (true, true, false, false),
            Analysis::May => (true, true, true, false),
            Analysis::Smart => (false, true, false, true),
            Analysis::Must => (true, true, false, true),
            Analysis::Smash => (true, true, true, true),
        };
        Rules { may, must, notmay_summaries, must_summaries }
    }
}
