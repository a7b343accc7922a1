//! Patterns: what the runs of a call have read of the state that it started in; matching and carrying over.

use std::collections::{BTreeMap, BTreeSet};

use rustc_hash::{FxHashMap, FxHashSet};

use crate::eval::Access;
use crate::heap::{Kind, Object, Part};
use crate::state::State;
use crate::value::Val;

/// What of the entry state was written: objects that are new do not count.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Writes {
    /// Global variables.
    pub globals: BTreeSet<u32>,
    /// Objects whose state changed.
    pub meta: BTreeSet<u32>,
    /// Bytes of objects: disjoint ranges by their starts, with their ends, no two of them adjacent.
    pub bytes: BTreeMap<(u32, u32), u32>,
}

impl Writes {
    /// Was all of this written?
    pub fn covers(&self, access: Access) -> bool {
        match access {
            Access::Global(index) => self.globals.contains(&index),
            Access::Meta(number) => self.meta.contains(&number),
            Access::Bytes(number, offset, length) => {
                let before = self.bytes.range(..=(number, offset)).next_back();
                before.is_some_and(|((n, _), end)| *n == number && offset + length <= *end)
            }
        }
    }

    /// Notes a write.
    pub fn add(&mut self, access: Access) {
        match access {
            Access::Global(index) => {
                self.globals.insert(index);
            }
            Access::Meta(number) => {
                self.meta.insert(number);
            }
            Access::Bytes(number, offset, length) => self.add_range(number, offset, offset + length),
        }
    }

    fn add_range(&mut self, number: u32, mut from: u32, mut to: u32) {
        let touching =
            |(&(n, start), &end): (&(u32, u32), &u32)| (n == number && end >= from).then_some((start, end));
        let near: Vec<(u32, u32)> =
            self.bytes.range((number, 0)..=(number, to)).filter_map(|r| touching((r.0, r.1))).collect();
        for (start, end) in near {
            self.bytes.remove(&(number, start));
            (from, to) = (from.min(start), to.max(end));
        }
        self.bytes.insert((number, from), to);
    }
}

/// What a call has read, with the values at its entry.
#[derive(Clone, Debug, Default)]
pub struct Pattern {
    reads: Vec<(Access, Value)>,
    known: FxHashSet<(u8, u32, u32, u32)>,
}

/// A value at the entry.
#[derive(Clone, Debug)]
enum Value {
    /// Of a global.
    Global(Val),
    /// State and size of an object.
    Meta(u8, u32),
    /// Bytes of an object.
    Bytes(Vec<Part>),
}

impl Pattern {
    /// How many reads it has.
    pub fn len(&self) -> usize {
        self.reads.len()
    }

    /// What was read.
    pub fn reads(&self) -> impl Iterator<Item = Access> + '_ {
        self.reads.iter().map(|r| r.0)
    }

    /// Adds a read of the entry state; false if it was there already.
    pub fn add(&mut self, entry: &State, access: Access) -> bool {
        let key = match access {
            Access::Global(index) => (0, index, 0, 0),
            Access::Meta(number) => (1, number, 0, 0),
            Access::Bytes(number, offset, length) => (2, number, offset, length),
        };
        if !self.known.insert(key) {
            return false;
        }
        if let Some(value) = value_of(entry, access) {
            self.reads.push((access, value));
        }
        true
    }

    /// The objects of a state that correspond to those of the pattern, if what was read is the same in it.
    pub fn matches(&self, state: &State, objects: Objects) -> Option<Objects> {
        let mut objects = objects;
        for (access, value) in &self.reads {
            let here = objects.access(*access)?;
            let now = value_of(state, here)?;
            if !objects.same(value, &now, state) {
                return None;
            }
        }
        Some(objects)
    }
}

fn value_of(state: &State, access: Access) -> Option<Value> {
    match access {
        Access::Global(index) => Some(Value::Global(state.globals[index as usize].clone())),
        Access::Meta(number) => {
            let object = state.heap.get(number)?;
            Some(Value::Meta(object.state as u8, object.size))
        }
        Access::Bytes(number, offset, length) => {
            let body = state.heap.get(number)?.body.as_ref()?;
            ((offset + length) as usize <= body.bytes.len())
                .then(|| Value::Bytes(body.parts(offset, offset + length)))
        }
    }
}

/// Which objects of one state correspond to which of another.
#[derive(Clone, Debug, Default)]
pub struct Objects {
    /// Objects below this number correspond to themselves.
    pub fixed: u32,
    to: FxHashMap<u32, u32>,
    from: FxHashMap<u32, u32>,
}

impl Objects {
    /// Static objects alone.
    pub fn new(fixed: u32) -> Objects {
        Objects { fixed, ..Objects::default() }
    }

    /// The object that one corresponds to.
    pub fn get(&self, number: u32) -> Option<u32> {
        if number < self.fixed { Some(number) } else { self.to.get(&number).copied() }
    }

    /// Lets two objects correspond; false if one of them has another partner.
    pub fn bind(&mut self, a: u32, b: u32) -> bool {
        if a < self.fixed || b < self.fixed {
            return a == b;
        }
        *self.to.entry(a).or_insert(b) == b && *self.from.entry(b).or_insert(a) == a
    }

    /// An access carried over.
    pub fn access(&self, access: Access) -> Option<Access> {
        Some(match access {
            Access::Global(_) => access,
            Access::Meta(number) => Access::Meta(self.get(number)?),
            Access::Bytes(number, offset, length) => Access::Bytes(self.get(number)?, offset, length),
        })
    }

    /// Are two values the same but for the numbers of objects?
    pub fn same_val(&mut self, a: &Val, b: &Val, state: &State) -> bool {
        let layout = state.heap.layout();
        match (a, b) {
            (Val::Ptr(p), Val::Ptr(q)) => {
                let ((p, i), (q, j)) = (layout.nearest(*p), layout.nearest(*q));
                i == j && self.bind(p, q)
            }
            (Val::Num(n), Val::Num(m)) => self.bind(*n as u32, *m as u32),
            (Val::Int(_) | Val::Big(_), _) => a == b,
            _ => false,
        }
    }

    fn same(&mut self, a: &Value, b: &Value, state: &State) -> bool {
        match (a, b) {
            (Value::Global(a), Value::Global(b)) => self.same_val(a, b, state),
            (Value::Meta(a, m), Value::Meta(b, n)) => a == b && m == n,
            (Value::Bytes(a), Value::Bytes(b)) => {
                a.len() == b.len() && a.iter().zip(b).all(|(a, b)| self.same_part(a, b, state))
            }
            _ => false,
        }
    }

    fn same_part(&mut self, a: &Part, b: &Part, state: &State) -> bool {
        match (a, b) {
            (Part::Bytes(a), Part::Bytes(b)) => a == b,
            (Part::Undefined(a), Part::Undefined(b)) => a == b,
            (
                Part::Cell { value: a, whole, skip, length },
                Part::Cell { value: b, whole: w, skip: s, length: l },
            ) => (whole, skip, length) == (w, s, l) && self.same_val(a, b, state),
            _ => false,
        }
    }
}

/// Carries what an effect wrote over into another state.
pub struct Carry<'a> {
    /// Where the effect ended.
    pub from: &'a State,
    /// Objects from this number on are new in it.
    pub first_new: u32,
    /// Which objects correspond.
    pub objects: Objects,
    /// The state that is changed.
    pub to: &'a mut State,
    /// New objects whose bytes are still to be carried over.
    pending: Vec<u32>,
}

impl<'a> Carry<'a> {
    /// Ready to carry over.
    pub fn new(from: &'a State, first_new: u32, objects: Objects, to: &'a mut State) -> Carry<'a> {
        Carry { from, first_new, objects, to, pending: Vec::new() }
    }

    /// A value of the one state in the other. None if it leads to an object without partner.
    pub fn val(&mut self, value: &Val) -> Option<Val> {
        let layout = self.from.heap.layout();
        Some(match value {
            Val::Ptr(p) => {
                let (base, offset) = layout.nearest(*p);
                let base = self.object(base)?;
                Val::Ptr(layout.moved(layout.join(base, 0), offset))
            }
            Val::Num(n) => Val::Num(u64::from(self.object(*n as u32)?)),
            Val::Int(_) | Val::Big(_) | Val::Bad => value.clone(),
            Val::Sym(_) => return None,
        })
    }

    fn object(&mut self, number: u32) -> Option<u32> {
        if let Some(partner) = self.objects.get(number) {
            return Some(partner);
        }
        if number < self.first_new {
            return None;
        }
        let object = self.from.heap.get(number)?;
        let empty = Object { body: None, ..object.clone() };
        let partner = self.to.heap.push(empty)?;
        self.objects.bind(number, partner);
        self.pending.push(number);
        Some(partner)
    }

    /// All that was written, and all new objects that it leads to.
    pub fn all(&mut self, writes: &Writes) -> Option<()> {
        for &index in &writes.globals {
            let value = self.val(&self.from.globals[index as usize])?;
            self.to.globals[index as usize] = value;
        }
        for (&(number, from), &to) in &writes.bytes {
            if let Some(body) = self.from.heap.get(number)?.body.clone() {
                let parts = body.parts(from, to);
                let partner = self.objects.get(number)?;
                self.put(partner, from, parts)?;
            }
        }
        for &number in &writes.meta {
            let state = self.from.heap.get(number)?.state;
            let partner = self.objects.get(number)?;
            let object = self.to.heap.get_mut(partner)?;
            object.state = state;
            if !state.is_live() {
                object.body = None;
            }
        }
        self.fill_new()
    }

    /// The bytes of new objects.
    pub fn fill_new(&mut self) -> Option<()> {
        while let Some(number) = self.pending.pop() {
            let Some(body) = self.from.heap.get(number)?.body.clone() else { continue };
            let partner = self.objects.get(number)?;
            let mut copy = (*body).clone();
            for (_, _, value) in &mut copy.cells {
                *value = self.val(value)?;
            }
            self.to.heap.get_mut(partner)?.body = Some(copy.into());
        }
        Some(())
    }

    fn put(&mut self, number: u32, from: u32, parts: Vec<Part>) -> Option<()> {
        let mut at = from;
        for part in parts {
            let part = match part {
                Part::Cell { value, whole, skip, length } => {
                    if whole != length {
                        return None;
                    }
                    Part::Cell { value: self.val(&value)?, whole, skip, length }
                }
                part => part,
            };
            let body = self.to.heap.body_mut(number)?;
            if at + part.len() > body.bytes.len() as u32 {
                return None;
            }
            let cut = body.clear(at, at + part.len());
            if !cut.is_empty() {
                return None;
            }
            body.put(at, &part);
            debug_assert!(body.kinds.is_empty() || body.kinds.iter().all(|k| *k <= Kind::Cell as u8));
            at += part.len();
        }
        Some(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranges_that_touch_become_one() {
        let mut writes = Writes::default();
        writes.add(Access::Bytes(7, 0, 4));
        writes.add(Access::Bytes(7, 8, 4));
        assert!(!writes.covers(Access::Bytes(7, 0, 12)));
        writes.add(Access::Bytes(7, 4, 4));
        assert!(writes.covers(Access::Bytes(7, 0, 12)));
        assert!(!writes.covers(Access::Bytes(7, 0, 13)) && !writes.covers(Access::Bytes(8, 0, 1)));
        assert_eq!(writes.bytes.len(), 1);
    }

    #[test]
    fn an_object_has_one_partner() {
        let mut objects = Objects::new(5);
        assert!(objects.bind(9, 12) && objects.bind(9, 12));
        assert!(!objects.bind(9, 13) && !objects.bind(10, 12));
        assert!(objects.bind(3, 3) && !objects.bind(3, 4) && !objects.bind(9, 4));
    }
}
