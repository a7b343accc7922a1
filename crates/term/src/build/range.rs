//! Rules for ranges of arrays: fills and copies, and reads from them.
//!
//! Normal form: a range of one element is a `store`; of a few bytes, a wide one.

use crate::arena::Terms;
use crate::known::low_mask;
use crate::op::{Op, TermId};
use crate::sort::Sort;

/// Ranges of at most so many bytes become wide stores.
const FEW_BYTES: u64 = 16;

/// So many writes to the source of a copy are looked through.
const MAX_STRIPPED: usize = 64;

/// How some cells lie to a range.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Within {
    /// All are in it.
    All,
    /// None is.
    None,
    /// Some are, or that depends.
    Unknown,
}

impl Terms {
    /// How the `n` cells from `at` on (one or more) lie to the `length` cells from `start` on.
    pub(super) fn within(&self, at: TermId, n: u64, start: TermId, length: TermId) -> Within {
        let w = self.width(at);
        let (last, length) = (low_mask(w), self.known_bits(length));
        let (least, most) = (length.min_unsigned(), length.max_unsigned(w));
        if most == 0 {
            return Within::None;
        }
        if let Some(d) = self.constant_distance(at, start).and_then(|d| d.to_u64()) {
            return match d.checked_add(n - 1).filter(|end| *end <= last) {
                Some(end) if end < least => Within::All,
                Some(_) if d >= most => Within::None,
                _ => Within::Unknown,
            };
        }
        let (x, y) = (self.known_bits(at), self.known_bits(start));
        let (x_max, y_max) = (x.max_unsigned(w), y.max_unsigned(w));
        let (x_min, y_min) = (x.min_unsigned(), y.min_unsigned());
        let end = |from: u64, n: u64| from.checked_add(n - 1).filter(|e| *e <= last);
        let Some(x_end) = end(x_max, n) else { return Within::Unknown };
        if least > 0 && y_max <= x_min && end(y_min, least).is_some_and(|e| x_end <= e) {
            return Within::All;
        }
        match end(y_max, most) {
            Some(y_end) if x_end < y_min || y_end < x_min => Within::None,
            _ => Within::Unknown,
        }
    }

    /// The array below a fill or copy none of whose cells is read.
    pub(super) fn below_range(&self, array: TermId, at: TermId, n: u64) -> Option<TermId> {
        if !matches!(self.op(array), Op::Fill | Op::Copy) {
            return None;
        }
        let &[inner, start, length, ..] = self.args(array) else { return None };
        (self.within(at, n, start, length) == Within::None).then_some(inner)
    }

    // --- reads -------------------------------------------------------------------------------

    pub(super) fn select_range(&mut self, array: TermId, index: TermId) -> Option<TermId> {
        let &[inner, start, length, ..] = self.args(array) else { return None };
        let sure = self.within(index, 1, start, length) == Within::All;
        if self.op(array) == Op::Fill {
            let element = self.arg(array, 3);
            // match: (select (array_fill a s n v) i), i in the range / result: v
            if sure {
                return Some(element);
            }
            // match: (select (array_fill a s n v) i)
            // / result: (ite (bvult (bvsub i s) n) v (select a i))
            return self.deeper(|s| {
                let offset = s.bv_sub(index, start);
                let inside = s.ult(offset, length);
                let other = s.select(inner, index);
                Some(s.ite(inside, element, other))
            });
        }
        // match: (select (array_copy a t n b f) i), i in the range
        // / result: (select b (bvadd f (bvsub i t)))
        if sure {
            return self.deeper(|s| Some(s.select_source(array, index)));
        }
        // match: (select (array_copy a t n b f) i)
        // / result: (ite (bvult (bvsub i t) n) (select b (bvadd f (bvsub i t))) (select a i))
        self.shallow(|s| {
            let offset = s.bv_sub(index, start);
            let inside = s.ult(offset, length);
            let (copied, other) = (s.select_source(array, index), s.select(inner, index));
            Some(s.ite(inside, copied, other))
        })
    }

    fn select_source(&mut self, copy: TermId, index: TermId) -> TermId {
        let (source, at) = self.source_of(copy, index);
        self.select(source, at)
    }

    /// Where the element at an index in the range of a copy comes from.
    fn source_of(&mut self, copy: TermId, index: TermId) -> (TermId, TermId) {
        let (to, source, from) = (self.arg(copy, 1), self.arg(copy, 3), self.arg(copy, 4));
        let offset = self.bv_sub(index, to);
        (source, self.bv_add(from, offset))
    }

    pub(super) fn load_range(&mut self, array: TermId, address: TermId, n: u32) -> Option<TermId> {
        let &[_, start, length, ..] = self.args(array) else { return None };
        match self.within(address, n as u64, start, length) {
            // match: (load n (array_fill a s m v) p), inside / result: n copies of v
            Within::All if self.op(array) == Op::Fill => {
                let byte = self.arg(array, 3);
                Some(self.repeat(byte, n))
            }
            // match: (load n (array_copy a t m b f) p), inside
            // / result: (load n b (bvadd f (bvsub p t)))
            Within::All => self.deeper(|s| {
                let (source, at) = s.source_of(array, address);
                Some(s.load(source, at, n))
            }),
            // match: (load n (array_fill a s c v) p), where every byte is surely in or out;
            // also of a copy / result: the bytes side by side
            _ => {
                self.constant_distance(address, start)?;
                self.as_u64(length)?;
                self.deeper(|s| {
                    let mut out = s.select(array, address);
                    for i in 1..n {
                        let i = s.bv(s.width(address), i as u64);
                        let at = s.bv_add(address, i);
                        let byte = s.select(array, at);
                        out = s.concat(byte, out);
                    }
                    Some(out)
                })
            }
        }
    }

    // --- ranges ------------------------------------------------------------------------------

    fn is_byte_array(&self, array: TermId) -> bool {
        matches!(self.array_parts(self.sort(array)), Some((_, Sort::BitVec(8))))
    }

    pub(super) fn fill_rules(
        &mut self,
        array: TermId,
        start: TermId,
        length: TermId,
        element: TermId,
    ) -> Option<TermId> {
        match self.as_u64(length) {
            // match: (array_fill a s 0 v) / result: a
            Some(0) => return Some(array),
            // match: (array_fill a s 1 v) / result: (store a s v)
            Some(1) => return Some(self.store(array, start, element)),
            // match: (array_fill a s c v), a few bytes / result: (store_wide a s v…v)
            Some(n) if n <= FEW_BYTES && self.is_byte_array(array) => {
                let all = self.repeat(element, n as u32);
                return Some(self.store_wide(array, start, all));
            }
            _ => {}
        }
        // match: (array_fill ((as const A) v) s n v) / result: ((as const A) v)
        if matches!(self.op(array), Op::ConstArray(_)) && self.arg(array, 0) == element {
            return Some(array);
        }
        // match: (array_fill w s n v), the write w covered / result: (array_fill a s n v)
        let inner = self.covered(array, start, length)?;
        self.deeper(|s| Some(s.fill(inner, start, length, element)))
    }

    pub(super) fn copy_rules(&mut self, args: &[TermId]) -> Option<TermId> {
        let &[array, to, length, source, from] = args else { return None };
        match self.as_u64(length) {
            // match: (array_copy a t 0 b f) / result: a
            Some(0) => return Some(array),
            // match: (array_copy a t 1 b f) / result: (store a t (select b f))
            Some(1) => {
                let element = self.select(source, from);
                return Some(self.store(array, to, element));
            }
            // match: (array_copy a t c b f), a few bytes / result: (store_wide a t (load b f))
            Some(n) if n <= FEW_BYTES && self.is_byte_array(array) => {
                let all = self.load(source, from, n as u32);
                return Some(self.store_wide(array, to, all));
            }
            _ => {}
        }
        // match: (array_copy a t n a t) / result: a
        if array == source && to == from {
            return Some(array);
        }
        // match: (array_copy a t n ((as const A) v) f) / result: (array_fill a t n v)
        if matches!(self.op(source), Op::ConstArray(_)) {
            let element = self.arg(source, 0);
            return Some(self.fill(array, to, length, element));
        }
        // match: (array_copy a t n (array_fill b s m v) f), the whole range filled
        // / result: (array_fill a t n v)
        if self.op(source) == Op::Fill
            && let &[_, start, filled, element] = self.args(source)
        {
            let most = self.known_bits(length).max_unsigned(self.width(length));
            if self.within(from, most, start, filled) == Within::All {
                return Some(self.fill(array, to, length, element));
            }
        }
        // match: (array_copy a t n w f), the write w beside the range / result: (… b f)
        let stripped = self.stripped(source, from, length);
        if stripped != source {
            return Some(self.copy(array, to, length, stripped, from));
        }
        // match: (array_copy w t n b f), the write w covered / result: (array_copy a t n b f)
        let inner = self.covered(array, to, length)?;
        self.deeper(|s| Some(s.copy(inner, to, length, source, from)))
    }

    /// First cell and (at most) how many cells of a write.
    fn written(&self, array: TermId) -> Option<(TermId, u64)> {
        let n = match self.op(array) {
            Op::Store => 1,
            Op::StoreWide { bytes } => bytes as u64,
            Op::Fill | Op::Copy => {
                let length = self.arg(array, 2);
                self.known_bits(length).max_unsigned(self.width(length)).max(1)
            }
            _ => return None,
        };
        Some((self.arg(array, 1), n))
    }

    /// What is below a write all of whose cells are in a range.
    fn covered(&self, array: TermId, start: TermId, length: TermId) -> Option<TermId> {
        let same = matches!(self.op(array), Op::Fill | Op::Copy) && self.args(array)[1..3] == [start, length];
        let (at, n) = self.written(array)?;
        // A longer store than there are indices comes round.
        let w = self.width(at);
        let fits = n <= low_mask(w);
        (same || (fits && self.within(at, n, start, length) == Within::All)).then(|| self.arg(array, 0))
    }

    /// An array without the last writes that have no cell in a range.
    fn stripped(&self, mut array: TermId, start: TermId, length: TermId) -> TermId {
        for _ in 0..MAX_STRIPPED {
            let Some((at, n)) = self.written(array) else { break };
            if n > low_mask(self.width(at)) || self.within(at, n, start, length) != Within::None {
                break;
            }
            array = self.arg(array, 0);
        }
        array
    }
}
