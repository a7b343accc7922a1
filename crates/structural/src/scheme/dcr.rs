//! DCR and DCR+: placeholders that don't-care reasoning says the model needs, one or all of them.

use maymust_solver::Reason;
use maymust_term::TermId;

use super::{Closed, Scheme, Step};
use crate::opening::Pick;
use crate::refine::Refiner;
use crate::unfold::View;

/// The scheme.
pub struct Dcr {
    /// How many placeholders are opened in a round.
    pub most: usize,
}

impl Scheme for Dcr {
    fn choose(
        &self,
        r: &mut Refiner<'_, '_>,
        phi: TermId,
        _closed: &Closed,
        _view: &View,
    ) -> Result<Step, Reason> {
        let found = r.relevant(phi, self.most);
        Ok(Step::of(found.into_iter().map(Pick::Symbol).collect()))
    }
}
