//! Interned identifiers. Keywords come first, so that a keyword is known by its number.

use crate::token::KEYWORDS;

/// An interned identifier; equal names are equal numbers within one [`Names`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Name(pub u32);

/// The interner. One for all files of a run.
#[derive(Clone, Debug)]
pub struct Names {
    /// All texts, one after the other.
    arena: String,
    /// Where each text ends; it starts where the one before ends.
    ends: Vec<u32>,
    /// Open addressing; a power of two, at most half full.
    slots: Vec<Slot>,
}

#[derive(Clone, Copy, Debug)]
struct Slot {
    hash: u32,
    /// [`EMPTY`] or a name.
    id: u32,
}

const EMPTY: u32 = u32::MAX;
const INITIAL_SLOTS: usize = 1 << 13;

impl Default for Names {
    fn default() -> Names {
        let slots = vec![Slot { hash: 0, id: EMPTY }; INITIAL_SLOTS];
        let mut names =
            Names { arena: String::with_capacity(1 << 15), ends: Vec::with_capacity(1 << 11), slots };
        for (i, (text, _)) in KEYWORDS.iter().enumerate() {
            let name = names.intern(text);
            debug_assert_eq!(name.0 as usize, i, "keyword {text} is listed twice");
        }
        names
    }
}

impl Names {
    /// The name of a text.
    pub fn intern(&mut self, text: &str) -> Name {
        let hash = hash(text.as_bytes());
        let slot = match self.find(text, hash) {
            Ok(name) => return name,
            Err(slot) => slot,
        };
        let id = self.ends.len() as u32;
        self.arena.push_str(text);
        self.ends.push(self.arena.len() as u32);
        self.slots[slot] = Slot { hash, id };
        if self.ends.len() * 2 > self.slots.len() {
            self.grow();
        }
        Name(id)
    }

    /// The text of a name.
    pub fn text(&self, name: Name) -> &str {
        let i = name.0 as usize;
        let start = if i == 0 { 0 } else { self.ends[i - 1] };
        &self.arena[start as usize..self.ends[i] as usize]
    }

    /// The name of a text if it was ever interned.
    pub fn get(&self, text: &str) -> Option<Name> {
        self.find(text, hash(text.as_bytes())).ok()
    }

    /// How many names there are; they are numbered from 0.
    pub fn len(&self) -> usize {
        self.ends.len()
    }

    /// Is there no name? Never so: keywords are always there.
    pub fn is_empty(&self) -> bool {
        self.ends.is_empty()
    }

    /// The name, or the empty slot where it belongs.
    fn find(&self, text: &str, hash: u32) -> Result<Name, usize> {
        let mask = self.slots.len() - 1;
        let mut i = hash as usize & mask;
        loop {
            let slot = self.slots[i];
            if slot.id == EMPTY {
                return Err(i);
            }
            if slot.hash == hash && self.text(Name(slot.id)) == text {
                return Ok(Name(slot.id));
            }
            i = (i + 1) & mask;
        }
    }

    fn grow(&mut self) {
        let size = self.slots.len() * 2;
        let old = std::mem::replace(&mut self.slots, vec![Slot { hash: 0, id: EMPTY }; size]);
        for slot in old.into_iter().filter(|s| s.id != EMPTY) {
            let mut i = slot.hash as usize & (size - 1);
            while self.slots[i].id != EMPTY {
                i = (i + 1) & (size - 1);
            }
            self.slots[i] = slot;
        }
    }
}

/// Multiplies in eight bytes at a time; identifiers are short, so this is a step or two.
fn hash(bytes: &[u8]) -> u32 {
    const K: u64 = 0x9E37_79B9_7F4A_7C15;
    let mut h = (bytes.len() as u64).wrapping_mul(K);
    let mut rest = bytes;
    while let Some((chunk, tail)) = rest.split_first_chunk::<8>() {
        h = (h.rotate_left(23) ^ u64::from_le_bytes(*chunk)).wrapping_mul(K);
        rest = tail;
    }
    let mut last = 0u64;
    if let (Some(a), Some(b)) = (rest.first_chunk::<4>(), rest.last_chunk::<4>()) {
        last = u64::from(u32::from_le_bytes(*a)) << 32 | u64::from(u32::from_le_bytes(*b));
    } else {
        for &b in rest {
            last = last << 8 | u64::from(b);
        }
    }
    h = (h.rotate_left(23) ^ last).wrapping_mul(K);
    (h >> 32) as u32 ^ (h >> 13) as u32
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn same_text_same_name() {
        let mut names = Names::default();
        let a = names.intern("alpha");
        assert_eq!(names.intern("alpha"), a);
        assert_ne!(names.intern("alphabet"), a);
        assert_eq!(names.text(a), "alpha");
        assert_eq!(names.get("alpha"), Some(a));
        assert_eq!(names.get("beta"), None);
    }

    #[test]
    fn survives_growth() {
        let mut names = Names::default();
        let ids: Vec<Name> = (0..50_000).map(|i| names.intern(&format!("v{i}"))).collect();
        for (i, &id) in ids.iter().enumerate() {
            assert_eq!(names.text(id), format!("v{i}"));
            assert_eq!(names.get(&format!("v{i}")), Some(id));
        }
        assert_eq!(names.len(), ids.len() + KEYWORDS.len());
    }

    #[test]
    fn all_lengths_differ() {
        let mut names = Names::default();
        let text = "x".repeat(40);
        let ids: Vec<Name> = (1..=40).map(|n| names.intern(&text[..n])).collect();
        for (i, &id) in ids.iter().enumerate() {
            assert_eq!(names.text(id).len(), i + 1);
        }
    }
}
