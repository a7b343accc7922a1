//! Canonical forms: states that differ only in garbage and in how objects are numbered have the same.
//!
//! A state is written down from its roots on: globals, threads, then objects in the order in which they are met. An object
//! that was there from the start keeps its number; others get the next one when they are first met. Variables that are dead are
//! left out. Two states with equal texts are one state. The store keeps 128 bits of two hashes of the text: for `n` states the probability
//! that two different ones are taken for one is below `n² / 2¹²⁸` (10⁷ states: 10⁻²⁴).

use std::rc::Rc;

use maymust_program::ObjectState;
use maymust_term::Symbol;
use rustc_hash::{FxHashMap, FxHashSet};

use crate::exec::Exec;
use crate::heap::{Body, Object};
use crate::state::State;
use crate::value::Val;

/// The canonical form of a state, and what was met on the way.
#[derive(Debug, Default)]
pub struct Text {
    /// The text.
    pub bytes: Vec<u8>,
    /// New numbers of objects.
    pub numbers: FxHashMap<u32, u32>,
    /// Objects in the order of their new numbers.
    pub order: Vec<u32>,
    /// Inputs in values.
    terms: Vec<maymust_term::TermId>,
    /// Objects below this number keep it.
    fixed: u32,
    layout: maymust_program::PointerLayout,
}

impl Text {
    /// Nothing yet; objects below `fixed` keep their numbers.
    pub fn new(layout: maymust_program::PointerLayout, fixed: u32) -> Text {
        Text { fixed, layout, ..Text::default() }
    }

    /// Writes a number.
    pub fn word(&mut self, v: u64) {
        // Small numbers are frequent.
        if v < 0xf0 {
            self.bytes.push(v as u8);
        } else {
            self.bytes.push(0xff);
            self.bytes.extend_from_slice(&v.to_le_bytes());
        }
    }

    /// The new number of an object.
    fn number(&mut self, number: u32) -> u32 {
        if number < self.fixed {
            return number;
        }
        let next = self.order.len() as u32;
        *self.numbers.entry(number).or_insert_with(|| {
            self.order.push(number);
            self.fixed + next
        })
    }

    /// Writes a value.
    pub fn val(&mut self, value: &Val) {
        match value {
            Val::Int(v) => {
                self.bytes.push(0);
                self.word(*v);
            }
            Val::Ptr(p) => {
                let (base, offset) = self.layout.nearest(*p);
                self.bytes.push(1);
                let number = self.number(base);
                self.word(u64::from(number));
                self.word(offset as u64);
            }
            Val::Num(n) => {
                self.bytes.push(2);
                let number = self.number(*n as u32);
                self.word(u64::from(number));
            }
            Val::Sym(t) => {
                self.bytes.push(3);
                self.word(t.index() as u64);
                self.terms.push(*t);
            }
            Val::Big(value) => {
                self.bytes.push(4);
                let text = value.to_string();
                self.word(text.len() as u64);
                self.bytes.extend_from_slice(text.as_bytes());
            }
            Val::Bad => self.bytes.push(5),
        }
    }

    /// Writes an object.
    pub fn object(&mut self, object: &Object) {
        self.bytes.push(object.state as u8);
        self.word(u64::from(object.size));
        if let Some(body) = &object.body {
            self.body(body);
        }
    }

    /// Writes where plain bytes of an object are not what they were.
    fn difference(&mut self, number: u32, bytes: &[u8], old: &[u8]) {
        let mut is_first = true;
        let ((new, new_rest), (old, old_rest)) = (bytes.as_chunks::<8>(), old.as_chunks::<8>());
        let mut differs = |text: &mut Text, i: usize, bytes: &[u8]| {
            if std::mem::replace(&mut is_first, false) {
                text.word(2 * u64::from(number) + 2);
            }
            text.word(i as u64 + 1);
            text.bytes.extend_from_slice(bytes);
        };
        for (i, (a, b)) in new.iter().zip(old).enumerate() {
            if u64::from_le_bytes(*a) != u64::from_le_bytes(*b) {
                differs(self, i, a);
            }
        }
        if new_rest != old_rest {
            differs(self, new.len(), new_rest);
        }
        if !is_first {
            self.word(0);
        }
    }

    fn body(&mut self, body: &Body) {
        self.bytes.extend_from_slice(&body.bytes);
        self.word(body.kinds.len() as u64);
        self.bytes.extend_from_slice(&body.kinds);
        for (at, length, value) in &body.cells {
            self.word(u64::from(*at));
            self.word(u64::from(*length));
            self.val(value);
        }
    }

    /// Writes all objects that were met, and those that they lead to.
    pub fn reached(&mut self, state: &State) {
        let mut at = 0;
        while at < self.order.len() {
            let number = self.order[at];
            if let Some(object) = state.heap.get(number) {
                self.object(object);
            }
            at += 1;
        }
    }

    /// The text's 128 bits.
    pub fn fingerprint(&self) -> u128 {
        let (mut low, mut high) = (self.bytes.len() as u64, 0x9e37_79b9_7f4a_7c15_u64);
        let (words, rest) = self.bytes.as_chunks::<8>();
        let mut last = [0; 8];
        last[..rest.len()].copy_from_slice(rest);
        for word in words.iter().chain(std::iter::once(&last)) {
            let word = u64::from_le_bytes(*word);
            low = fold(low ^ word, 0xa076_1d64_78bd_642f);
            high = fold(high.rotate_left(23) ^ word, 0xe703_7ed1_a0b4_28db) ^ word.rotate_left(32);
        }
        u128::from(fold(high, 0x8ebc_6af0_9c88_c6e3)) << 64 | u128::from(fold(low, 0x5899_65cc_7537_4cc3))
    }
}

/// Both halves of a product of 128 bits.
fn fold(a: u64, b: u64) -> u64 {
    let product = u128::from(a | 1) * u128::from(b);
    (product >> 64) as u64 ^ product as u64 ^ a
}

/// The objects that are there from the start, as they were when the search began.
#[derive(Debug, Default)]
pub struct Base {
    chunks: Vec<Rc<Vec<Object>>>,
}

impl Base {
    /// Of a state.
    pub fn of(state: &State) -> Base {
        Base { chunks: state.heap.chunks().map(|(_, c)| c.clone()).collect() }
    }

    /// Writes the objects below `end` that are not as they were.
    pub fn changed(&self, state: &State, end: u32, text: &mut Text) {
        for ((first, chunk), base) in state.heap.chunks().zip(&self.chunks) {
            if Rc::ptr_eq(chunk, base) {
                continue;
            }
            for (i, (object, old)) in chunk.iter().zip(base.iter()).enumerate() {
                let number = first + i as u32;
                if number >= end {
                    return text.word(0);
                }
                let bodies = match (&object.body, &old.body) {
                    (Some(a), Some(b)) if Rc::ptr_eq(a, b) => None,
                    (Some(a), Some(b)) => Some((a, b)),
                    (None, None) => None,
                    _ => {
                        text.word(2 * u64::from(number) + 1);
                        text.object(object);
                        continue;
                    }
                };
                match bodies {
                    Some((a, b)) if a.kinds.is_empty() && b.kinds.is_empty() && object.state == old.state => {
                        text.difference(number, &a.bytes, &b.bytes);
                    }
                    Some((a, b)) if a == b && object.state == old.state => {}
                    None if object.state == old.state => {}
                    _ => {
                        text.word(2 * u64::from(number) + 1);
                        text.object(object);
                    }
                }
            }
        }
        text.word(0);
    }
}

/// Writes a state down; forgets the conditions on inputs that nothing depends on any more, and notes lost heap objects.
///
/// Where a thread has to be chosen it does not matter which one ran (`running` is false).
pub fn text(exec: &mut Exec<'_>, state: &mut State, base: &Base, running: bool) -> Text {
    let mut text = Text::new(state.heap.layout(), state.heap.first_dynamic());
    let lost = exec.leaks_matter && loses_objects(state);
    text.word(u64::from(lost));
    for value in &state.globals {
        text.val(value);
    }
    threads(exec, state, running, &mut text);
    base.changed(state, state.heap.first_dynamic(), &mut text);
    text.reached(state);
    inputs(exec, state, &mut text);
    text
}

/// Writes the threads.
pub fn threads(exec: &mut Exec<'_>, state: &State, running: bool, text: &mut Text) {
    text.word(if running { state.running as u64 } else { u64::MAX });
    text.word(state.threads.len() as u64);
    for thread in &state.threads {
        text.word(u64::from(thread.atomic) << 1 | u64::from(thread.stuck));
        thread.own.iter().for_each(|v| text.val(v));
        text.word(thread.frames.len() as u64);
        for (depth, frame) in thread.frames.iter().enumerate() {
            let code = exec.proc(frame.proc);
            text.word(u64::from(frame.proc));
            text.word(u64::from(frame.loc));
            if depth + 1 < thread.frames.len() {
                text.word(u64::from(frame.edge));
            }
            for slot in &code.live[frame.loc as usize] {
                text.val(&frame.vals[*slot as usize]);
            }
        }
    }
}

/// Keeps the conditions that speak of inputs which the state depends on, and writes them down.
fn inputs(exec: &mut Exec<'_>, state: &mut State, text: &mut Text) {
    if state.path.is_empty() && state.inputs.is_empty() {
        return;
    }
    let mut used: Vec<Symbol> = Vec::new();
    for t in std::mem::take(&mut text.terms) {
        used.extend(exec.paths.symbols_of(&exec.eval.terms, t));
    }
    let path = exec.paths.about(&exec.eval.terms, &state.path, &used);
    for t in &path {
        text.word(t.index() as u64);
        used.extend(exec.paths.symbols_of(&exec.eval.terms, *t));
    }
    if exec.eval.all_inputs_differ {
        return;
    }
    let number = |s: &Symbol| {
        let name = exec.eval.terms.symbol_name(*s);
        name.strip_prefix("$in").and_then(|n| n.split(':').next()).and_then(|n| n.parse().ok())
    };
    let mut inputs: Vec<u32> = used.iter().filter_map(number).collect();
    inputs.sort_unstable();
    inputs.dedup();
    (state.path, state.inputs) = (Rc::new(path), Rc::new(inputs));
}

/// Is there a live heap object that nothing leads to?
pub fn loses_objects(state: &State) -> bool {
    let heap_objects = state.heap.chunks().flat_map(|(first, chunk)| {
        let live = chunk.iter().enumerate().filter(|(_, o)| o.state == ObjectState::Heap);
        live.map(move |(i, _)| first + i as u32)
    });
    let all: Vec<u32> = heap_objects.collect();
    if all.is_empty() {
        return false;
    }
    let mut text = Text::new(state.heap.layout(), state.heap.first_dynamic());
    let threads = state.threads.iter();
    let locals = threads.flat_map(|t| t.own.iter().chain(t.frames.iter().flat_map(|f| &f.vals)));
    state.globals.iter().chain(locals).for_each(|v| text.val(v));
    (0..state.heap.first_dynamic()).filter_map(|n| state.heap.get(n)).for_each(|o| text.object(o));
    text.reached(state);
    let met: FxHashSet<u32> = text.order.into_iter().collect();
    all.iter().any(|n| !met.contains(n))
}
