//! Ranges of memory: filling and copying cells of a region.
//!
//! Entries of an array that are not the start of a cell are never read (see `maymust_program::partition`), so a range of
//! addresses can be treated entry by entry whatever the width of the cells.

use maymust_program::{Cell, Region};
use maymust_term::{TermId, Terms};

/// The region with `value` in every cell that starts in `[to, to + bytes)`.
pub fn fill(
    terms: &mut Terms,
    region: &Region,
    array: TermId,
    to: TermId,
    bytes: TermId,
    value: TermId,
) -> TermId {
    let bytes = terms.resize_unsigned(bytes, terms.width(to));
    if let Cell::Scalar { address, .. } = region.cell {
        let address = terms.bv(terms.width(to), address);
        let distance = terms.bv_sub(address, to);
        let hit = terms.ult(distance, bytes);
        return terms.ite(hit, value, array);
    }
    terms.fill(array, to, bytes, value)
}

/// The region with the cells of `[from, from + bytes)` of `source` at `[to, to + bytes)`; none if that cannot be said.
pub fn copy(
    terms: &mut Terms,
    region: &Region,
    array: TermId,
    to: TermId,
    bytes: TermId,
    source: TermId,
    from: TermId,
) -> Option<TermId> {
    if let Cell::Scalar { .. } = region.cell {
        // The only cell is its own source, or none of this region's.
        return (to == from).then_some(array);
    }
    let bytes = terms.resize_unsigned(bytes, terms.width(to));
    Some(terms.copy(array, to, bytes, source, from))
}
