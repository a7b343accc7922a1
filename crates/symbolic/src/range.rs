//! Ranges of memory: filling and copying cells of a region.
//!
//! Entries of an array that are not the start of a cell are never read (see `maymust_program::partition`), so a range of
//! addresses can be treated entry by entry whatever the width of the cells.

use maymust_program::{Cell, Region};
use maymust_term::{TermId, Terms};

/// Up to this many entries are written one by one.
const FEW: u64 = 64;

/// The region with `value` in every cell that starts in `[to, to + bytes)`; none if that cannot be said.
pub fn fill(
    terms: &mut Terms,
    region: &Region,
    array: TermId,
    to: TermId,
    bytes: TermId,
    value: TermId,
) -> Option<TermId> {
    if let Cell::Scalar { address, .. } = region.cell {
        let hit = scalar_hit(terms, address, to, bytes);
        return Some(terms.ite(hit, value, array));
    }
    let n = few(terms, bytes)?;
    let mut out = array;
    for i in 0..n {
        let at = offset(terms, to, i);
        out = terms.store(out, at, value);
    }
    Some(out)
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
    let n = few(terms, bytes)?;
    let mut cells = Vec::with_capacity(n as usize);
    for i in 0..n {
        let at = offset(terms, from, i);
        cells.push(terms.select(source, at));
    }
    let mut out = array;
    for (i, cell) in cells.into_iter().enumerate() {
        let at = offset(terms, to, i as u64);
        out = terms.store(out, at, cell);
    }
    Some(out)
}

/// Is a constant address in `[to, to + bytes)`?
pub fn scalar_hit(terms: &mut Terms, address: u64, to: TermId, bytes: TermId) -> TermId {
    let address = terms.bv(64, address);
    let distance = terms.bv_sub(address, to);
    let bytes = terms.resize_unsigned(bytes, 64);
    terms.ult(distance, bytes)
}

/// An address and some bytes.
pub fn offset(terms: &mut Terms, address: TermId, bytes: u64) -> TermId {
    let bytes = terms.bv(64, bytes);
    terms.bv_add(address, bytes)
}

fn few(terms: &Terms, bytes: TermId) -> Option<u64> {
    terms.as_u64(bytes).filter(|n| *n <= FEW)
}
