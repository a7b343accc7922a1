//! The memory of a state: a table of objects with copy-on-write bytes.
//!
//! The program's layout says which object and offset a pointer stands for. The table is cut into chunks of
//! [`CHUNK`] objects. A chunk, a page or the bytes of a small object are *owned* while a run writes them and
//! *shared* (behind an `Arc`) after [`Memory::freeze`], which every run does when it stops. So cloning a memory
//! clones pointers to chunks and no memory cell; the first write after that takes its own copy of one chunk's
//! table and one page. Owned parts are written without touching a reference count.

use std::collections::VecDeque;
use std::sync::Arc;

use maymust_program::{ObjectState, PointerLayout};

use crate::body::{Body, PAGE};
use crate::lines::{Away, Lines};
use crate::unset::{Flag, Unset};

/// Objects per chunk of the table.
pub const CHUNK: u32 = 64;
/// Larger blocks are copied page by page.
const LARGE: u32 = 1 << 16;
/// How many chunks of ended objects are kept for reports before they shrink to nothing.
const GRAVEYARD: usize = 256;

/// An access was not possible: no live object is there, or it is outside of the object.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Fault;

/// Where an object was allocated: packed procedure and edge, or a static's index.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Site {
    /// Static object by index.
    Static(u32),
    /// By edge of a procedure.
    Edge(u32, u32),
}

/// An object of the table.
#[derive(Clone, Debug)]
pub(crate) struct Object {
    pub(crate) size: u32,
    pub(crate) state: ObjectState,
    pub(crate) body: Body,
    /// Bytes that were not written yet, if there are any and anybody wants to know.
    unset: Option<Unset>,
    site: Site,
    /// Where it was freed.
    end: Option<(u32, u32)>,
}

impl Object {
    fn none() -> Object {
        let site = Site::Static(u32::MAX);
        Object { size: 0, state: ObjectState::None, body: Body::None, unset: None, site, end: None }
    }

    fn is_over(&self) -> bool {
        self.state.is_over()
    }
}

#[derive(Clone, Debug)]
struct Chunk {
    objects: [Object; CHUNK as usize],
    /// How many of them are dead or freed.
    over: u32,
}

impl Chunk {
    fn new() -> Box<Chunk> {
        Box::new(Chunk { objects: std::array::from_fn(|_| Object::none()), over: 0 })
    }
}

// A box behind an `Arc` can become owned again without moving what is in it.
#[allow(clippy::redundant_allocation)]
#[derive(Clone, Debug)]
enum Slot {
    Owned(Box<Chunk>),
    Shared(Arc<Box<Chunk>>),
    /// All ended; a bit says freed (1) or dead (0).
    Gone(u64),
}

/// What is known of an object.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ObjectInfo {
    /// Bytes.
    pub size: u32,
    /// State.
    pub state: ObjectState,
    /// Where it was allocated, if still known.
    pub site: Option<Site>,
    /// The procedure and edge that ended its life.
    pub end: Option<(u32, u32)>,
}

/// The memory of a state.
#[derive(Clone, Debug)]
pub struct Memory {
    layout: PointerLayout,
    slots: Vec<Slot>,
    /// Chunks that may be owned, for `freeze`.
    owned: Vec<u32>,
    graveyard: VecDeque<u32>,
    next: u32,
    /// Live heap objects.
    heap: u32,
    /// Bytes of live objects.
    bytes: u64,
    /// Bytes copied because they were shared.
    copied: u64,
    /// Was a byte read that was not written?
    read_unset: Flag,
    lines: Lines,
}

impl Default for Memory {
    fn default() -> Self {
        Memory::new(PointerLayout::default())
    }
}

impl Memory {
    /// No objects but number 0, which never is one.
    pub fn new(layout: PointerLayout) -> Memory {
        let slots = vec![Slot::Owned(Chunk::new())];
        let (graveyard, lines) = (VecDeque::new(), Lines::new(layout));
        let (owned, read_unset) = (vec![0], Flag::default());
        Memory { layout, slots, owned, graveyard, next: 1, heap: 0, bytes: 0, copied: 0, read_unset, lines }
    }

    /// Object number and offset of an address.
    #[inline(always)]
    pub(crate) fn split(&self, address: u64) -> (u32, u32) {
        self.layout.split(address)
    }

    /// The address of a byte of an object.
    pub(crate) fn address(&self, number: u32, offset: u32) -> u64 {
        self.layout.join(number, offset)
    }

    /// The number of the next object.
    pub fn next(&self) -> u32 {
        self.next
    }

    /// Live heap objects.
    pub fn live_heap(&self) -> u32 {
        self.heap
    }

    /// Bytes of live objects.
    pub fn live_bytes(&self) -> u64 {
        self.bytes
    }

    /// How many bytes of objects were copied because a snapshot shared them.
    pub fn copied_bytes(&self) -> u64 {
        self.copied
    }

    /// How many places for objects the table keeps; those of chunks long ended are gone.
    pub fn kept_objects(&self) -> u32 {
        self.slots.iter().filter(|s| !matches!(s, Slot::Gone(_))).count() as u32 * CHUNK
    }

    /// A new object; none if the numbers are used up. Its contents are zero.
    #[inline(never)]
    pub fn allocate(&mut self, size: u32, state: ObjectState, site: Site) -> Option<u32> {
        let number = self.next;
        if u64::from(number) >= self.layout.objects() {
            return None;
        }
        self.next = number.checked_add(1)?;
        if (number / CHUNK) as usize >= self.slots.len() {
            self.owned.push(number / CHUNK);
            self.slots.push(Slot::Owned(Chunk::new()));
        }
        let object = self.object_mut(number)?;
        object.size = size;
        object.state = state;
        object.site = site;
        if state.is_live() {
            object.body = Body::zeroed(size);
            self.bytes += u64::from(size);
        }
        self.heap += u32::from(state == ObjectState::Heap);
        Some(number)
    }

    /// Has anything been read that was not written? Known of the objects that [`Memory::watch`] was called for.
    pub fn has_read_unset(&self) -> bool {
        self.read_unset.get()
    }

    /// From now on keeps account of which bytes of a new object are written.
    pub(crate) fn watch(&mut self, number: u32) {
        const LARGEST: u32 = 1 << 26;
        match self.object_mut(number).filter(|o| o.size > 0) {
            Some(object) if object.size <= LARGEST => object.unset = Some(Unset::new(object.size)),
            Some(_) => self.read_unset.set(),
            None => {}
        }
    }

    /// Notes that bytes are read.
    fn note_read(&self, object: &Object, offset: u32, length: u32) {
        if object.unset.as_ref().is_some_and(|u| u.any(offset, length)) {
            self.read_unset.set();
        }
    }

    /// Ends an object's life.
    #[inline(never)]
    pub fn free(&mut self, number: u32, state: ObjectState, place: (u32, u32)) {
        self.bring_home(number, 0, u32::MAX);
        let Some(object) = self.object_mut(number) else { return };
        let (before, was_over, size) = (object.state, object.is_over(), object.size);
        object.state = state;
        object.body = Body::None;
        object.unset = None;
        object.end = Some(place);
        let is_over = object.is_over();
        self.heap -= u32::from(before == ObjectState::Heap);
        if before.is_live() && !state.is_live() {
            self.bytes -= u64::from(size);
        }
        if is_over && !was_over {
            self.bury(number / CHUNK);
        }
    }

    /// Counts an ended object of a chunk; a full chunk waits in the graveyard and later shrinks.
    fn bury(&mut self, index: u32) {
        let Some(Slot::Owned(chunk)) = self.slots.get_mut(index as usize) else { return };
        chunk.over += 1;
        if chunk.over < CHUNK {
            return;
        }
        self.graveyard.push_back(index);
        if self.graveyard.len() > GRAVEYARD
            && let Some(old) = self.graveyard.pop_front()
        {
            let freed = self.freed_mask(old);
            self.slots[old as usize] = Slot::Gone(freed);
        }
    }

    fn freed_mask(&self, index: u32) -> u64 {
        let bit = |i: u32| u64::from(self.state(index * CHUNK + i) == ObjectState::Freed) << i;
        (0..CHUNK).map(bit).sum()
    }

    #[inline(always)]
    fn object(&self, number: u32) -> Option<&Object> {
        let chunk: &Chunk = match self.slots.get((number / CHUNK) as usize)? {
            Slot::Owned(chunk) => chunk,
            Slot::Shared(chunk) => chunk,
            Slot::Gone(_) => return None,
        };
        Some(&chunk.objects[(number % CHUNK) as usize])
    }

    #[inline(always)]
    fn object_mut(&mut self, number: u32) -> Option<&mut Object> {
        let index = (number / CHUNK) as usize;
        if !matches!(self.slots.get(index), Some(Slot::Owned(_))) {
            self.own_chunk(index)?;
        }
        match self.slots.get_mut(index) {
            Some(Slot::Owned(chunk)) => Some(&mut chunk.objects[(number % CHUNK) as usize]),
            _ => None,
        }
    }

    #[cold]
    fn own_chunk(&mut self, index: usize) -> Option<()> {
        let slot = self.slots.get_mut(index)?;
        let Slot::Shared(_) = slot else { return None };
        let Slot::Shared(shared) = std::mem::replace(slot, Slot::Gone(0)) else { return None };
        *slot = Slot::Owned(Arc::try_unwrap(shared).unwrap_or_else(|shared| Box::clone(&shared)));
        self.owned.push(index as u32);
        Some(())
    }

    /// Makes all owned parts shared, so that a clone copies no memory cell.
    pub fn freeze(&mut self) {
        for (number, page, bytes) in self.lines.take_all() {
            self.put_home(number, page, bytes);
        }
        for index in std::mem::take(&mut self.owned) {
            let slot = &mut self.slots[index as usize];
            if !matches!(slot, Slot::Owned(_)) {
                continue;
            }
            let Slot::Owned(mut chunk) = std::mem::replace(slot, Slot::Gone(0)) else { continue };
            for object in &mut chunk.objects {
                object.body.freeze();
            }
            *slot = Slot::Shared(Arc::new(chunk));
        }
    }

    /// The state of an object; `None` beyond the table.
    #[inline(always)]
    pub fn state(&self, number: u32) -> ObjectState {
        match self.object(number) {
            Some(object) => object.state,
            None => self.gone_state(number),
        }
    }

    #[cold]
    fn gone_state(&self, number: u32) -> ObjectState {
        match self.slots.get((number / CHUNK) as usize) {
            Some(Slot::Gone(freed)) if freed >> (number % CHUNK) & 1 == 1 => ObjectState::Freed,
            Some(Slot::Gone(_)) => ObjectState::Dead,
            _ => ObjectState::None,
        }
    }

    /// The size of an object; 0 beyond the table. For objects long ended it is not known any more and huge, so that
    /// an access is one to an ended object and not one out of bounds.
    #[inline(always)]
    pub fn size(&self, number: u32) -> u32 {
        self.object(number).map_or_else(|| self.gone_size(number), |o| o.size)
    }

    #[cold]
    fn gone_size(&self, number: u32) -> u32 {
        if self.gone_state(number) == ObjectState::None { 0 } else { u32::MAX }
    }

    /// State and size in one look.
    #[inline(always)]
    pub(crate) fn state_and_size(&self, number: u32) -> (ObjectState, u32) {
        match self.object(number) {
            Some(object) => (object.state, object.size),
            None => (self.gone_state(number), self.gone_size(number)),
        }
    }

    /// What is known of an object.
    pub fn info(&self, number: u32) -> ObjectInfo {
        let (state, size) = self.state_and_size(number);
        let object = self.object(number).filter(|_| state != ObjectState::None);
        ObjectInfo { size, state, site: object.map(|o| o.site), end: object.and_then(|o| o.end) }
    }

    /// Puts the bytes of a line back into their object.
    fn put_home(&mut self, number: u32, page: u32, bytes: Box<[u8]>) {
        if let Some(object) = self.object_mut(number) {
            object.body.put_page(page, bytes);
        }
    }

    /// Takes the pages of a range of an object back from their lines.
    fn bring_home(&mut self, number: u32, offset: u32, length: u32) {
        let Some(size) = self.object(number).map(|o| o.size).filter(|s| *s > 0) else { return };
        let last = offset.saturating_add(length.saturating_sub(1)).min(size - 1);
        for page in offset / PAGE as u32..=last / PAGE as u32 {
            if self.object(number).is_some_and(|o| o.body.is_away(page))
                && let Some(bytes) = self.lines.take(number, page)
            {
                self.put_home(number, page, bytes);
            }
        }
    }

    /// Takes the page of an address into its line if it is owned.
    #[inline(never)]
    fn take_away(&mut self, address: u64) {
        let (number, offset) = self.split(address);
        let page = offset / PAGE as u32;
        let Some(Slot::Owned(chunk)) = self.slots.get_mut((number / CHUNK) as usize) else { return };
        let object = &mut chunk.objects[(number % CHUNK) as usize];
        if object.unset.is_some() {
            return;
        }
        let writable = object.state != ObjectState::Constant;
        let Some(bytes) = object.body.take_page(page) else { return };
        if let Some((number, page, bytes)) = self.lines.put((number, page), bytes, writable) {
            self.put_home(number, page, bytes);
        }
    }

    /// Loads `N` bytes, little-endian.
    #[inline(always)]
    pub(crate) fn load<const N: usize>(&self, address: u64) -> Result<[u8; N], Fault> {
        match self.lines.read(address) {
            Some(bytes) => Ok(bytes),
            None => self.load_far(address),
        }
    }

    /// Loads an element of an array: its page will be at hand for the next ones.
    #[inline(always)]
    pub(crate) fn load_element<const N: usize>(&mut self, address: u64) -> Result<[u8; N], Fault> {
        match self.lines.read(address) {
            Some(bytes) => Ok(bytes),
            None => {
                self.take_away(address);
                self.load_far(address)
            }
        }
    }

    #[inline(never)]
    fn load_far<const N: usize>(&self, address: u64) -> Result<[u8; N], Fault> {
        let (number, offset) = self.split(address);
        let object = self.object(number).ok_or(Fault)?;
        self.note_read(object, offset, N as u32);
        object.body.read::<N>(offset, self.away(number)).ok_or(Fault)
    }

    fn away(&self, number: u32) -> Away<'_> {
        Away { lines: &self.lines, number }
    }

    /// Stores `N` bytes; a guarded store stands for the checks of a write, which read-only objects fail.
    #[inline(always)]
    pub(crate) fn store<const N: usize>(
        &mut self,
        address: u64,
        bytes: [u8; N],
        guarded: bool,
    ) -> Result<(), Fault> {
        if self.lines.write(address, bytes) { Ok(()) } else { self.store_far(address, bytes, guarded) }
    }

    /// Stores an element of an array: its page will be at hand for the next ones.
    #[inline(always)]
    pub(crate) fn store_element<const N: usize>(
        &mut self,
        address: u64,
        bytes: [u8; N],
        guarded: bool,
    ) -> Result<(), Fault> {
        if self.lines.write(address, bytes) {
            return Ok(());
        }
        self.store_far(address, bytes, guarded)?;
        self.take_away(address);
        Ok(())
    }

    #[inline(never)]
    fn store_far<const N: usize>(
        &mut self,
        address: u64,
        bytes: [u8; N],
        guarded: bool,
    ) -> Result<(), Fault> {
        let (number, offset) = self.split(address);
        let index = (number / CHUNK) as usize;
        if !matches!(self.slots.get(index), Some(Slot::Owned(_))) {
            self.own_chunk(index).ok_or(Fault)?;
        }
        let Some(Slot::Owned(chunk)) = self.slots.get_mut(index) else { return Err(Fault) };
        let object = &mut chunk.objects[(number % CHUNK) as usize];
        if guarded && object.state == ObjectState::Constant {
            return Err(Fault);
        }
        Unset::clear(&mut object.unset, offset, N as u32);
        if object.body.write::<N>(offset, bytes, &mut self.copied).is_some() {
            return Ok(());
        }
        // Outside, or two pages of which one is away.
        self.write(address, &bytes)
    }

    /// Reads bytes.
    #[inline(never)]
    pub fn read(&self, address: u64, length: usize) -> Result<Vec<u8>, Fault> {
        let (number, offset) = self.split(address);
        if length == 0 {
            return Ok(Vec::new());
        }
        let object = self.object(number).ok_or(Fault)?;
        let mut out = vec![0; length];
        self.note_read(object, offset, length as u32);
        object.body.read_slice(offset, &mut out, self.away(number)).ok_or(Fault)?;
        Ok(out)
    }

    /// Writes bytes.
    #[inline(never)]
    pub fn write(&mut self, address: u64, bytes: &[u8]) -> Result<(), Fault> {
        let (number, offset) = self.split(address);
        if bytes.is_empty() {
            return Ok(());
        }
        let mut copied = 0;
        self.bring_home(number, offset, bytes.len() as u32);
        let object = self.object_mut(number).ok_or(Fault)?;
        Unset::clear(&mut object.unset, offset, bytes.len() as u32);
        let done = object.body.write_slice(offset, bytes, &mut copied);
        self.copied += copied;
        done.ok_or(Fault)
    }

    /// Sets bytes.
    #[inline(never)]
    pub fn fill(&mut self, address: u64, byte: u8, length: u32) -> Result<(), Fault> {
        let (number, offset) = self.split(address);
        if length == 0 {
            return Ok(());
        }
        let size = self.size(number);
        if u64::from(offset) + u64::from(length) > u64::from(size) {
            return Err(Fault);
        }
        self.write(address, &vec![byte; length as usize])
    }

    /// Copies bytes, as memmove. To copy what was not written is not to read it.
    #[inline(never)]
    pub fn copy(&mut self, to: u64, from: u64, length: u32) -> Result<(), Fault> {
        if length == 0 {
            return Ok(());
        }
        if length > LARGE && self.split(to).0 != self.split(from).0 {
            return self.copy_pages(to, from, length);
        }
        let (number, offset) = self.split(from);
        let object = self.object(number).ok_or(Fault)?;
        if u64::from(offset) + u64::from(length) > u64::from(object.size) {
            return Err(Fault);
        }
        let mut bytes = vec![0; length as usize];
        object.body.read_slice(offset, &mut bytes, self.away(number)).ok_or(Fault)?;
        let unset = object.unset.as_ref().map_or(Vec::new(), |u| u.within(offset, length));
        self.write(to, &bytes)?;
        if !unset.is_empty() {
            let (number, offset) = self.split(to);
            self.bring_home(number, 0, u32::MAX);
            let object = self.object_mut(number).ok_or(Fault)?;
            let target = object.unset.get_or_insert_with(|| Unset::none(object.size));
            unset.iter().for_each(|at| target.set(offset + at));
        }
        Ok(())
    }

    /// Copies between different objects page by page, and leaves out what is zero in both and was never written.
    fn copy_pages(&mut self, to: u64, from: u64, length: u32) -> Result<(), Fault> {
        let ((source, first), (target, start)) = (self.split(from), self.split(to));
        let end = |number, offset: u32| u64::from(offset) + u64::from(length) <= u64::from(self.size(number));
        if !end(source, first) || !end(target, start) {
            return Err(Fault);
        }
        let is_zero = |m: &Memory, number, page| m.object(number).is_some_and(|o| o.body.is_zero(page));
        let mut done = 0;
        while done < length {
            let (page, within) = ((first + done) / PAGE as u32, (first + done) % PAGE as u32);
            let count = (PAGE as u32 - within).min(length - done);
            let aligned = (start + done) % PAGE as u32 == within;
            let other = (start + done) / PAGE as u32;
            if !aligned || !is_zero(self, source, page) || !is_zero(self, target, other) {
                self.copy(to + u64::from(done), from + u64::from(done), count)?;
            }
            done += count;
        }
        Ok(())
    }

    /// Calls `visit` with every nonzero stretch of an object's bytes.
    pub(crate) fn scan(&self, number: u32, visit: &mut dyn FnMut(u32, &[u8])) {
        let Some(object) = self.object(number) else { return };
        object.body.scan(self.away(number), visit);
    }

    /// Does it hold the same objects with the same contents as another?
    pub(crate) fn same(&self, other: &Memory) -> bool {
        let same = |number: u32| {
            let is = self.state_and_size(number);
            if is != other.state_and_size(number) || !is.0.is_live() {
                return is == other.state_and_size(number);
            }
            let address = self.address(number, 0);
            let bytes = |memory: &Memory| memory.body_bytes(number, is.1);
            address == other.address(number, 0) && bytes(self) == bytes(other)
        };
        self.next == other.next && (1..self.next).all(same)
    }

    fn body_bytes(&self, number: u32, size: u32) -> Option<Vec<u8>> {
        let mut bytes = vec![0; size as usize];
        self.object(number)?.body.read_slice(0, &mut bytes, self.away(number))?;
        Some(bytes)
    }

    /// Numbers of the objects in a state.
    pub fn objects_in(&self, state: ObjectState) -> Vec<u32> {
        let live = |slot: &usize| !matches!(self.slots[*slot], Slot::Gone(_));
        let numbers = (0..self.slots.len()).filter(live).flat_map(|s| {
            let first = s as u32 * CHUNK;
            first..first + CHUNK
        });
        numbers.filter(|n| *n < self.next && self.state(*n) == state).collect()
    }
}
