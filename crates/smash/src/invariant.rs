//! Invariants.

use crate::core::Core;
use crate::test::Active;

impl Core {
    /// Looks for invariants if splitting one predicate at a time does not get on.
    pub fn generalise_if_due(&mut self, _active: &mut Active) -> bool {
        false
    }

    /// Looks for invariants.
    pub fn generalise(&mut self, _active: &mut Active) -> bool {
        false
    }
}
