//! The tables by which nodes are found again.
//!
//! A node stands near the place that belongs to its newest argument: terms are made in bursts, each from the ones before, so
//! what is looked up next is mostly in the cache, and nothing moves when the table gets longer. Nodes without arguments, and
//! those whose neighbourhood is full, stand in a table by hash.

use crate::hash::StableHash;
use crate::op::TermId;

/// Slots are `(hash, id + 1)`; zero is free. Nothing is ever removed.
#[derive(Clone, Default)]
pub(crate) struct Index {
    /// [`PER_TERM`] slots for every term, and some.
    near: Vec<u64>,
    /// Open addressing, at most half full.
    far: Vec<u64>,
    /// How many there are in `far`.
    used: usize,
}

/// What a node is looked up by.
#[derive(Clone, Copy)]
pub(crate) struct Key {
    hash: u32,
    newest: Option<TermId>,
}

/// A free slot.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Slot {
    Near(usize),
    Far(usize),
}

/// So many slots of `near` belong to a term.
const PER_TERM: usize = 2;

/// Over so many slots the nodes with the same newest argument are spread.
const SPREAD: usize = 64;

/// So many slots are tried there.
const TRIES: usize = 16;

/// By so many slots `near` grows: what is not needed yet is not touched.
const STEP: usize = 4096;

impl Key {
    /// The key of a symbol or constant.
    pub fn of_leaf(hash: StableHash) -> Key {
        Key { hash: hash.key(), newest: None }
    }

    /// The key of an operator, by its tag, on at least one argument.
    pub fn of_application(tag: u64, args: &[TermId]) -> Key {
        const K: u64 = 0x9e37_79b9_7f4a_7c15;
        let mix = |h: u64, a: &TermId| (h.rotate_left(29) ^ u64::from(a.0)).wrapping_mul(K);
        let hash = args.iter().fold(tag.wrapping_mul(K), mix);
        Key { hash: (hash >> 32) as u32, newest: args.iter().copied().max() }
    }

    fn slot(self, t: TermId) -> u64 {
        u64::from(self.hash) << 32 | (u64::from(t.0) + 1)
    }
}

/// Where the search in `far` starts.
fn home(hash: u32, mask: usize) -> usize {
    (u64::from(hash).wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 20) as usize & mask
}

/// Is it the slot of a term with this hash?
fn candidate(slot: u64, hash: u32) -> Option<TermId> {
    ((slot >> 32) as u32 == hash).then(|| TermId((slot as u32).wrapping_sub(1)))
}

impl Index {
    /// The term with this key that `same` accepts, or the slot for a new one.
    #[inline]
    pub fn find(&self, key: Key, same: impl Fn(TermId) -> bool) -> Result<TermId, Slot> {
        if let Some(newest) = key.newest {
            let at = newest.index() * PER_TERM + key.hash as usize % SPREAD;
            for (i, &slot) in self.near[at..at + TRIES].iter().enumerate() {
                if slot == 0 {
                    return Err(Slot::Near(at + i));
                }
                if let Some(t) = candidate(slot, key.hash).filter(|t| same(*t)) {
                    return Ok(t);
                }
            }
        }
        self.find_far(key.hash, same)
    }

    fn find_far(&self, hash: u32, same: impl Fn(TermId) -> bool) -> Result<TermId, Slot> {
        let Some(mask) = self.far.len().checked_sub(1) else { return Err(Slot::Far(0)) };
        let mut at = home(hash, mask);
        while self.far[at] != 0 {
            if let Some(t) = candidate(self.far[at], hash).filter(|t| same(*t)) {
                return Ok(t);
            }
            at = (at + 1) & mask;
        }
        Err(Slot::Far(at))
    }

    /// Enters the term that is made next, in the slot that was found for it.
    pub fn insert(&mut self, slot: Slot, key: Key, t: TermId) {
        match slot {
            Slot::Near(at) => self.near[at] = key.slot(t),
            Slot::Far(at) if (self.used + 1) * 2 <= self.far.len() => {
                self.used += 1;
                self.far[at] = key.slot(t);
            }
            Slot::Far(_) => {
                self.grow();
                if let Err(Slot::Far(at)) = self.find_far(key.hash, |_| false) {
                    self.used += 1;
                    self.far[at] = key.slot(t);
                }
            }
        }
        while self.near.len() < (t.index() + 1) * PER_TERM + SPREAD + TRIES {
            self.near.resize(self.near.len() + STEP, 0);
        }
    }

    /// Makes room for so many more terms.
    pub fn reserve(&mut self, terms: usize) {
        self.near.reserve(terms * PER_TERM + STEP);
    }

    fn grow(&mut self) {
        let size = (self.far.len() * 2).max(1 << 10);
        for slot in std::mem::replace(&mut self.far, vec![0; size]).into_iter().filter(|s| *s != 0) {
            if let Err(Slot::Far(at)) = self.find_far((slot >> 32) as u32, |_| false) {
                self.far[at] = slot;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Many nodes with one newest argument, or with one hash, are still found, and fast.
    #[test]
    fn crowds() {
        let mut index = Index::default();
        let key = |i: u32| match i % 3 {
            _ if i < 10 => Key { hash: i, newest: None },
            0 => Key::of_application(u64::from(i), &[TermId(7)]),
            1 => Key::of_application(8, &[TermId(i - 1)]),
            _ => Key { hash: i / 300, newest: Some(TermId(i - 1)) },
        };
        const N: u32 = 30_000;
        for i in 0..N {
            match index.find(key(i), |t| t.0 == i) {
                Err(slot) => index.insert(slot, key(i), TermId(i)),
                Ok(_) => panic!("{i} is there already"),
            }
        }
        for i in 0..N {
            assert_eq!(index.find(key(i), |t| t.0 == i), Ok(TermId(i)));
        }
        assert!(index.find(key(N), |t| t.0 == N).is_err());
        assert!(index.used < N as usize / 2, "most stand near");
    }
}
