//! Objects and their bytes. Cloning a heap clones pointers to chunks of objects; a write copies one chunk's table and the
//! object's bytes.

use std::rc::Rc;

use maymust_program::{ObjectState, PointerLayout};
use maymust_term::TermId;

use crate::value::Val;

/// Objects in a chunk.
const CHUNK: usize = 16;

/// What a byte of an object is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u8)]
pub enum Kind {
    /// A number.
    Plain = 0,
    /// Anything: nobody has written it, nobody has looked.
    Undefined = 1,
    /// Part of a cell.
    Cell = 2,
}

/// The bytes of an object.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Body {
    /// Numbers; zero where there is none.
    pub bytes: Vec<u8>,
    /// What each byte is; empty if all are plain.
    pub kinds: Vec<u8>,
    /// Values that are no plain bytes, by offset: length and value.
    pub cells: Vec<(u32, u32, Val)>,
}

/// An object.
#[derive(Clone, Debug)]
pub struct Object {
    /// Bytes.
    pub size: u32,
    /// State.
    pub state: ObjectState,
    /// May more than one thread reach it?
    pub shared: bool,
    /// Its bytes, while it lives.
    pub body: Option<Rc<Body>>,
}

/// A part of a range of bytes.
#[derive(Clone, Debug)]
pub enum Part {
    /// Plain bytes.
    Bytes(Vec<u8>),
    /// So many undefined bytes.
    Undefined(u32),
    /// A cell, or the bytes of one from `skip` on.
    Cell {
        /// The whole cell's value.
        value: Val,
        /// The whole cell's length.
        whole: u32,
        /// The first byte that is meant.
        skip: u32,
        /// How many bytes are meant.
        length: u32,
    },
}

impl Part {
    /// How many bytes.
    pub fn len(&self) -> u32 {
        match self {
            Part::Bytes(b) => b.len() as u32,
            Part::Undefined(n) => *n,
            Part::Cell { length, .. } => *length,
        }
    }

    /// Is it a cell of which something is missing?
    pub fn is_broken(&self) -> bool {
        matches!(self, Part::Cell { whole, length, .. } if whole != length)
    }
}

impl Body {
    /// Zeros, or undefined bytes.
    pub fn new(size: u32, undefined: bool) -> Body {
        let kinds = if undefined { vec![Kind::Undefined as u8; size as usize] } else { Vec::new() };
        Body { bytes: vec![0; size as usize], kinds, cells: Vec::new() }
    }

    fn kind(&self, at: usize) -> u8 {
        self.kinds.get(at).copied().unwrap_or(Kind::Plain as u8)
    }

    /// Are these bytes all plain?
    pub fn is_plain(&self, from: usize, to: usize) -> bool {
        self.kinds.is_empty() || self.kinds[from..to].iter().all(|k| *k == Kind::Plain as u8)
    }

    /// The cell that a byte is part of.
    fn cell_at(&self, at: u32) -> Option<&(u32, u32, Val)> {
        let i = self.cells.partition_point(|c| c.0 <= at);
        self.cells[..i].last().filter(|c| at < c.0 + c.1)
    }

    /// A cell of exactly these bytes.
    pub fn exact_cell(&self, from: u32, length: u32) -> Option<&Val> {
        let i = self.cells.binary_search_by_key(&from, |c| c.0).ok()?;
        Some(&self.cells[i].2).filter(|_| self.cells[i].1 == length)
    }

    /// A range as parts.
    pub fn parts(&self, from: u32, to: u32) -> Vec<Part> {
        let mut parts = Vec::new();
        let mut at = from;
        while at < to {
            let kind = self.kind(at as usize);
            let run = (at..to).take_while(|i| self.kind(*i as usize) == kind).count() as u32;
            let part = if kind == Kind::Plain as u8 {
                Part::Bytes(self.bytes[at as usize..(at + run) as usize].to_vec())
            } else if let Some((start, whole, value)) = self.cell_at(at) {
                let length = (start + whole).min(to) - at;
                Part::Cell { value: value.clone(), whole: *whole, skip: at - start, length }
            } else {
                Part::Undefined(run)
            };
            at += part.len();
            parts.push(part);
        }
        parts
    }

    /// Makes a range plain zeros; the parts of cells that it cut in two, with their offsets.
    pub fn clear(&mut self, from: u32, to: u32) -> Vec<(u32, Part)> {
        let mut cut = Vec::new();
        if self.kinds.is_empty() {
            return cut;
        }
        for (start, whole, value) in &self.cells {
            let (start, whole, end) = (*start, *whole, start + whole);
            let part = |skip, length| Part::Cell { value: value.clone(), whole, skip, length };
            if start < from && from < end {
                cut.push((start, part(0, from - start)));
            }
            if start < to && to < end {
                cut.push((to, part(to - start, end - to)));
            }
        }
        for (at, part) in &cut {
            self.kinds[*at as usize..(at + part.len()) as usize].fill(Kind::Plain as u8);
        }
        self.cells.retain(|c| c.0 + c.1 <= from || to <= c.0);
        self.kinds[from as usize..to as usize].fill(Kind::Plain as u8);
        cut
    }

    /// Writes a part that is whole; what was there is cleared before.
    pub fn put(&mut self, at: u32, part: &Part) {
        let (from, to) = (at as usize, (at + part.len()) as usize);
        match part {
            Part::Bytes(bytes) => self.bytes[from..to].copy_from_slice(bytes),
            Part::Undefined(_) => {
                self.need_kinds();
                self.bytes[from..to].fill(0);
                self.kinds[from..to].fill(Kind::Undefined as u8);
            }
            Part::Cell { value, whole, .. } => {
                self.need_kinds();
                self.bytes[from..to].fill(0);
                self.kinds[from..to].fill(Kind::Cell as u8);
                let i = self.cells.partition_point(|c| c.0 < at);
                self.cells.insert(i, (at, *whole, value.clone()));
            }
        }
        if self.cells.is_empty() && self.kinds.iter().all(|k| *k == Kind::Plain as u8) {
            self.kinds = Vec::new();
        }
    }

    fn need_kinds(&mut self) {
        if self.kinds.is_empty() {
            self.kinds = vec![Kind::Plain as u8; self.bytes.len()];
        }
    }

    /// The terms in it.
    pub fn terms(&self) -> impl Iterator<Item = TermId> + '_ {
        self.cells.iter().filter_map(|c| if let Val::Sym(t) = c.2 { Some(t) } else { None })
    }
}

/// All objects of a state, by number.
#[derive(Clone, Debug)]
pub struct Heap {
    layout: PointerLayout,
    chunks: Vec<Rc<Vec<Object>>>,
    next: u32,
    /// Objects below this number are there from the start and keep their numbers.
    first_dynamic: u32,
}

impl Heap {
    /// No objects but number 0, which never is one.
    pub fn new(layout: PointerLayout) -> Heap {
        let mut heap = Heap { layout, chunks: Vec::new(), next: 0, first_dynamic: 0 };
        heap.push(Object { size: 0, state: ObjectState::None, shared: true, body: None });
        heap
    }

    /// From here on objects are allocated by the run.
    pub fn start_run(&mut self) {
        self.first_dynamic = self.next;
    }

    /// The first number of the objects that the run allocates.
    pub fn first_dynamic(&self) -> u32 {
        self.first_dynamic
    }

    /// The number of the next object.
    pub fn next(&self) -> u32 {
        self.next
    }

    /// How pointers are divided.
    pub fn layout(&self) -> PointerLayout {
        self.layout
    }

    /// Adds an object; none if the numbers are used up.
    pub fn push(&mut self, object: Object) -> Option<u32> {
        let number = self.next;
        if u64::from(number) >= 1 << self.layout.object_bits.min(31) {
            return None;
        }
        self.next += 1;
        match self.chunks.last_mut().filter(|c| c.len() < CHUNK) {
            Some(chunk) => Rc::make_mut(chunk).push(object),
            None => {
                let mut chunk = Vec::with_capacity(CHUNK);
                chunk.push(object);
                self.chunks.push(Rc::new(chunk));
            }
        }
        Some(number)
    }

    /// An object.
    pub fn get(&self, number: u32) -> Option<&Object> {
        self.chunks.get(number as usize / CHUNK)?.get(number as usize % CHUNK)
    }

    /// An object, to be changed.
    pub fn get_mut(&mut self, number: u32) -> Option<&mut Object> {
        let chunk = self.chunks.get_mut(number as usize / CHUNK)?;
        Rc::make_mut(chunk).get_mut(number as usize % CHUNK)
    }

    /// The bytes of an object, to be changed.
    pub fn body_mut(&mut self, number: u32) -> Option<&mut Body> {
        self.get_mut(number)?.body.as_mut().map(Rc::make_mut)
    }

    /// The state of an object.
    pub fn state(&self, number: u32) -> ObjectState {
        self.get(number).map_or(ObjectState::None, |o| o.state)
    }

    /// The size of an object.
    pub fn size(&self, number: u32) -> u32 {
        self.get(number).map_or(0, |o| o.size)
    }

    /// The chunks, to find out which of them two heaps share.
    pub fn chunks(&self) -> impl Iterator<Item = (u32, &Rc<Vec<Object>>)> {
        self.chunks.iter().enumerate().map(|(i, c)| ((i * CHUNK) as u32, c))
    }

    /// A range of a live object: its number and offset.
    pub fn range(&self, address: u64, length: u32) -> Option<(u32, u32)> {
        let (number, offset) = self.layout.split(address);
        let object = self.get(number).filter(|o| o.body.is_some())?;
        let end = u64::from(offset) + u64::from(length);
        (end <= u64::from(object.size)).then_some((number, offset))
    }
}

/// Changes the values of all cells; those that become numbers become plain bytes.
pub fn value_cells(body: &mut Body, change: &mut dyn FnMut(&mut Val)) {
    let mut plain = Vec::new();
    for (at, length, value) in &mut body.cells {
        change(value);
        if matches!(value, Val::Int(_) | Val::Big(_)) {
            plain.push((*at, *length, value.clone()));
        }
    }
    for (at, length, value) in plain {
        body.clear(at, at + length);
        body.put(at, &crate::eval::value_part(value, length));
    }
}
