//! Pages at hand: a small cache in front of the table of objects, which array accesses try first.
//!
//! A line holds the bytes themselves, taken out of the object's body while they are at hand, so there is nothing to
//! keep in step. Only owned bytes of live objects are taken; they go home before
//! anything else happens to them: another page needs the line, the object ends, memory is frozen.

use maymust_program::PointerLayout;

use crate::body::PAGE;

/// How many lines there are, once there are any.
const LINES: usize = 128;
const PAGE_BITS: u32 = PAGE.trailing_zeros();
/// No page has this key: there is no object 0.
const NONE: u64 = 0;

#[derive(Clone, Debug, Default)]
struct Line {
    /// Object and page.
    key: u64,
    /// The same if guarded stores may write, else `NONE`.
    write_key: u64,
    bytes: Box<[u8]>,
}

/// All lines. Empty until a page is taken, so that a frozen memory is cloned for nothing.
#[derive(Clone, Debug)]
pub(crate) struct Lines {
    lines: Vec<Line>,
    /// So many bits of a key say which page of its object it is.
    page_bits: u32,
}

/// Where the bytes of one object's absent pages are.
#[derive(Clone, Copy)]
pub(crate) struct Away<'a> {
    pub(crate) lines: &'a Lines,
    pub(crate) number: u32,
}

impl<'a> Away<'a> {
    pub(crate) fn page(self, page: usize) -> &'a [u8] {
        let key = self.lines.key(self.number, page as u32);
        self.lines.lines.get(self.lines.slot(key)).filter(|l| l.key == key).map_or(&[], |l| &l.bytes)
    }
}

impl Lines {
    pub(crate) fn new(layout: PointerLayout) -> Lines {
        Lines { lines: Vec::new(), page_bits: layout.offset_bits - PAGE_BITS }
    }

    fn key(&self, number: u32, page: u32) -> u64 {
        u64::from(number) << self.page_bits | u64::from(page)
    }

    #[inline(always)]
    fn slot(&self, key: u64) -> usize {
        (key ^ key >> self.page_bits) as usize % LINES
    }

    /// Object, page and bytes of a line that holds something.
    fn contents(&self, line: Line) -> Option<(u32, u32, Box<[u8]>)> {
        let (number, page) = (line.key >> self.page_bits, line.key % (1 << self.page_bits));
        (line.key != NONE).then_some((number as u32, page as u32, line.bytes))
    }

    /// Reads from a page at hand.
    #[inline(always)]
    pub(crate) fn read<const N: usize>(&self, address: u64) -> Option<[u8; N]> {
        let (key, at) = (address >> PAGE_BITS, address as usize % PAGE);
        let line = self.lines.get(self.slot(key)).filter(|l| l.key == key)?;
        line.bytes.get(at..at + N)?.try_into().ok()
    }

    /// Writes to a page at hand; false if it is not, or is read-only.
    #[inline(always)]
    pub(crate) fn write<const N: usize>(&mut self, address: u64, bytes: [u8; N]) -> bool {
        let (key, at) = (address >> PAGE_BITS, address as usize % PAGE);
        let slot = self.slot(key);
        let line = self.lines.get_mut(slot).filter(|l| l.write_key == key);
        match line.and_then(|l| l.bytes.get_mut(at..at + N)) {
            Some(place) => {
                place.copy_from_slice(&bytes);
                true
            }
            None => false,
        }
    }

    /// Puts a page at hand; gives back what was there before, as object, page and bytes.
    pub(crate) fn put(
        &mut self,
        (number, page): (u32, u32),
        bytes: Box<[u8]>,
        writable: bool,
    ) -> Option<(u32, u32, Box<[u8]>)> {
        if self.lines.is_empty() {
            self.lines.resize_with(LINES, Line::default);
        }
        let key = self.key(number, page);
        let write_key = if writable { key } else { NONE };
        let slot = self.slot(key);
        let line = self.lines.get_mut(slot)?;
        let before = std::mem::replace(line, Line { key, write_key, bytes });
        self.contents(before)
    }

    /// Takes a page from its line.
    pub(crate) fn take(&mut self, number: u32, page: u32) -> Option<Box<[u8]>> {
        let key = self.key(number, page);
        let slot = self.slot(key);
        let line = self.lines.get_mut(slot).filter(|l| l.key == key)?;
        Some(std::mem::take(line).bytes)
    }

    /// Takes all pages from their lines.
    pub(crate) fn take_all(&mut self) -> Vec<(u32, u32, Box<[u8]>)> {
        let lines = std::mem::take(&mut self.lines);
        lines.into_iter().filter_map(|line| self.contents(line)).collect()
    }
}

#[cfg(test)]
mod tests {
    use crate::memory::{Fault, Memory, Site};
    use maymust_program::{ObjectState, PointerLayout};

    struct Random(u64);

    impl Random {
        fn below(&mut self, limit: u64) -> u64 {
            self.0 ^= self.0 << 13;
            self.0 ^= self.0 >> 7;
            self.0 ^= self.0 << 17;
            self.0 % limit
        }
    }

    const LAYOUTS: [PointerLayout; 2] =
        [PointerLayout::LP64, PointerLayout { object_bits: 14, offset_bits: 18 }];

    /// Every object as plain bytes; none once it is freed.
    type Plain = Vec<Option<(ObjectState, Vec<u8>)>>;

    fn agree(memory: &Memory, plain: &Plain) {
        for (i, object) in plain.iter().enumerate() {
            let address = memory.address(i as u32 + 1, 0);
            match object {
                Some((_, bytes)) => assert_eq!(memory.read(address, bytes.len()).as_ref(), Ok(bytes)),
                None => assert_eq!(memory.read(address, 1), Err(Fault)),
            }
        }
    }

    fn access(random: &mut Random, memory: &mut Memory, plain: &mut Plain, number: usize, offset: usize) {
        let address = memory.address(number as u32 + 1, offset as u32);
        let value = random.below(u64::MAX).to_le_bytes();
        let wanted = plain[number].as_mut().filter(|(_, b)| offset + 8 <= b.len());
        let constant = wanted.as_ref().is_some_and(|(s, _)| *s == ObjectState::Constant);
        let (write, way, guarded) = (random.below(3) == 0, random.below(3), random.below(4) > 0);
        let done = match (way, write) {
            (0, true) => memory.store::<8>(address, value, guarded),
            (1, true) => memory.store_element::<8>(address, value, guarded),
            (_, true) => memory.write(address, &value),
            (way, false) => {
                let read = match way {
                    0 => memory.load::<8>(address),
                    1 => memory.load_element::<8>(address),
                    _ => memory.read(address, 8).map(|b| b.try_into().unwrap_or_default()),
                };
                let expected = wanted.map(|(_, b)| b[offset..offset + 8].try_into().unwrap_or_default());
                assert_eq!(read, expected.ok_or(Fault));
                return;
            }
        };
        match wanted.filter(|_| !(constant && guarded && way < 2)) {
            None => assert_eq!(done, Err(Fault)),
            Some((_, bytes)) => {
                assert_eq!(done, Ok(()));
                bytes[offset..offset + 8].copy_from_slice(&value);
            }
        }
    }

    /// Accesses of all kinds, snapshots and frees, against plain bytes.
    #[test]
    fn pages_at_hand_are_the_objects_bytes() {
        LAYOUTS.into_iter().for_each(pages_are_bytes);
    }

    fn pages_are_bytes(layout: PointerLayout) {
        let mut random = Random(7);
        let (mut memory, mut plain) = (Memory::new(layout), Plain::new());
        let mut kept: Vec<(Memory, Plain)> = Vec::new();
        for step in 0..60_000 {
            if plain.len() < 40 || random.below(500) == 0 {
                let size = [8, 24, 100, 4096, 4097, 9000, 40_000][random.below(7) as usize];
                let state = [ObjectState::Heap, ObjectState::Stack, ObjectState::Constant][step % 3];
                assert!(memory.allocate(size, state, Site::Static(0)).is_some());
                plain.push(Some((state, vec![0; size as usize])));
            }
            let number = random.below(plain.len() as u64) as usize;
            let size = plain[number].as_ref().map_or(8, |(_, b)| b.len() as u64);
            let offset = random.below(size + 4) as usize;
            for next in 0..random.below(6) as usize {
                access(&mut random, &mut memory, &mut plain, number, offset + 8 * next);
            }
            match random.below(3000) {
                0..20 => {
                    memory.free(number as u32 + 1, ObjectState::Freed, (0, 0));
                    plain[number] = None;
                }
                20 => {
                    memory.freeze();
                    kept.push((memory.clone(), plain.clone()));
                }
                21 => kept.push((memory.clone(), plain.clone())),
                22..25 if !kept.is_empty() => {
                    let at = random.below(kept.len() as u64) as usize;
                    (memory, plain) = kept.swap_remove(at);
                }
                _ => {}
            }
        }
        agree(&memory, &plain);
        for (memory, plain) in &kept {
            agree(memory, plain);
        }
    }
}
