//! Which bytes of an object were not written yet.

use std::sync::atomic::{AtomicBool, Ordering};

/// A set of bytes of an object.
#[derive(Clone, Debug)]
pub(crate) struct Unset {
    bits: Vec<u64>,
    /// How many there are.
    count: u32,
}

impl Unset {
    /// All bytes of an object.
    pub(crate) fn new(size: u32) -> Unset {
        let mut all = Unset::none(size);
        all.bits.fill(u64::MAX);
        if !size.is_multiple_of(64)
            && let Some(last) = all.bits.last_mut()
        {
            *last = (1 << (size % 64)) - 1;
        }
        all.count = size;
        all
    }

    /// No byte of an object.
    pub(crate) fn none(size: u32) -> Unset {
        Unset { bits: vec![0; size.div_ceil(64) as usize], count: 0 }
    }

    /// The words that a range touches, each with the bits of the range.
    fn masks(offset: u32, length: u32) -> impl Iterator<Item = (usize, u64)> {
        let end = u64::from(offset) + u64::from(length);
        let words = if length == 0 { 0..0 } else { u64::from(offset) / 64..end.div_ceil(64) };
        words.map(move |word| {
            let low = u64::from(offset).saturating_sub(word * 64);
            let high = (end - word * 64).min(64);
            (word as usize, (u64::MAX >> (64 - high)) & (u64::MAX << low))
        })
    }

    /// Is there one in this range?
    pub(crate) fn any(&self, offset: u32, length: u32) -> bool {
        Unset::masks(offset, length).any(|(word, mask)| self.bits.get(word).is_some_and(|b| b & mask != 0))
    }

    /// Those in this range, counted from its start.
    pub(crate) fn within(&self, offset: u32, length: u32) -> Vec<u32> {
        (0..length).filter(|i| self.any(offset + i, 1)).collect()
    }

    /// Adds a byte.
    pub(crate) fn set(&mut self, at: u32) {
        if let Some(word) = self.bits.get_mut(at as usize / 64) {
            let bit = 1 << (at % 64);
            self.count += u32::from(*word & bit == 0);
            *word |= bit;
        }
    }

    /// Removes what is written now; a set that is empty then is dropped.
    #[inline(always)]
    pub(crate) fn clear(of: &mut Option<Unset>, offset: u32, length: u32) {
        if of.is_some() {
            Unset::clear_some(of, offset, length);
        }
    }

    #[cold]
    fn clear_some(of: &mut Option<Unset>, offset: u32, length: u32) {
        let Some(unset) = of else { return };
        for (word, mask) in Unset::masks(offset, length) {
            if let Some(bits) = unset.bits.get_mut(word) {
                unset.count -= (*bits & mask).count_ones();
                *bits &= !mask;
            }
        }
        if unset.count == 0 {
            *of = None;
        }
    }
}

/// Something that happened or did not; reading memory may note it.
#[derive(Debug, Default)]
pub(crate) struct Flag(AtomicBool);

impl Flag {
    pub(crate) fn get(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }

    pub(crate) fn set(&self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

impl Clone for Flag {
    fn clone(&self) -> Flag {
        Flag(AtomicBool::new(self.get()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_are_removed_as_they_are_written() {
        for size in [1, 63, 64, 65, 200] {
            let mut unset = Some(Unset::new(size));
            for at in 0..size {
                assert!(
                    unset.as_ref().is_some_and(|u| u.any(at, 1) && u.any(at, size - at) && u.any(0, size))
                );
                assert_eq!(unset.as_ref().map(|u| u.within(0, size).len()), Some((size - at) as usize));
                Unset::clear(&mut unset, at, 1);
            }
            assert!(unset.is_none());
        }
        let mut unset = Some(Unset::new(300));
        Unset::clear(&mut unset, 10, 200);
        let unset = unset.expect("some are left");
        assert!(unset.any(9, 1) && !unset.any(10, 200) && unset.any(209, 2));
        assert_eq!(unset.within(5, 10), [0, 1, 2, 3, 4]);
        let mut none = Unset::none(70);
        none.set(69);
        none.set(69);
        assert!(none.count == 1 && none.any(64, 6) && !none.any(0, 64));
    }
}
