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
    /// The whole program is unrolled if nothing else helps ([`crate::unroll`]).
    pub unroll: bool,
    /// Inductive facts are looked for ([`crate::invariant`]).
    pub invariants: bool,
    /// The goal is carried back beyond the frontier ([`crate::carry`]).
    pub carry: bool,
    /// Calls beyond the frontier are asked about first.
    pub anticipate: bool,
}

use maymust_engine::{Analysis, Helper, Options};

impl Rules {
    /// The rules of an analysis, with the helpers that are on.
    pub fn of(options: &Options) -> Rules {
        let (may, must, notmay_summaries, must_summaries) = match options.analysis {
            Analysis::Slam => (true, false, false, false),
            Analysis::Dart => (false, true, false, false),
            Analysis::Dash => (true, true, false, false),
            Analysis::May => (true, true, true, false),
            Analysis::Smart => (false, true, false, true),
            Analysis::Must => (true, true, false, true),
            Analysis::Smash => (true, true, true, true),
        };
        Rules {
            may,
            must,
            notmay_summaries,
            must_summaries,
            // One segment stands for summaries of both kinds of all that is in it.
            unroll: may && notmay_summaries && must_summaries && options.has(Helper::Unroll),
            invariants: options.has(Helper::Invariants),
            carry: options.has(Helper::Carry),
            anticipate: notmay_summaries && options.has(Helper::Anticipate),
        }
    }
}
