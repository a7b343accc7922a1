//! Constants written one upon the other, as one circuit.
//!
//! The strings of a program are hundreds of ranges in one array. A read at an index that could be in any of them is first a guess, as
//! everywhere; after a few wrong ones all that is written at constant places becomes a function of the index.

use super::{Access, Arrays, Round, Step, mask, word_of_value};
use crate::bitblast::Blaster;
use crate::bitblast::circuits::{self, Word};
use crate::gate::{Graph, Lit};
use maymust_term::{BvValue, Op, TermId, Terms};
use rustc_hash::FxHashMap;
use std::collections::BTreeMap;
use std::rc::Rc;

/// More wrong guesses than this at one index, and constants are taken together.
const GUESSES: u32 = 4;
/// The most cells of a bundle.
const MOST: usize = 1 << 13;

/// Cells that an array has from writes of constants at constant places.
pub(super) struct Bundle {
    cells: Rc<BTreeMap<u128, Word>>,
    /// The array below these writes.
    below: TermId,
}

/// A bundle at an index.
#[derive(Clone, Copy)]
pub(super) struct Bundled {
    /// The index is none of the cells'.
    outside: Lit,
    /// The read of the whole.
    read: usize,
}

impl Arrays {
    /// The constants on top of an array.
    fn bundle(&mut self, terms: &Terms, blaster: &Blaster, top: TermId) -> &Bundle {
        self.bundles.entry(top).or_insert_with(|| {
            let mut cells = BTreeMap::new();
            let mut below = top;
            while let Some(more) = constants(terms, blaster, below, MOST - cells.len()) {
                for (at, value) in more {
                    cells.entry(at).or_insert(value);
                }
                below = terms.arg(below, 0);
            }
            Bundle { cells: Rc::new(cells), below }
        })
    }
}

/// What a write of no more than some constants at a constant place writes; the last of equal places counts.
fn constants(terms: &Terms, blaster: &Blaster, write: TermId, most: usize) -> Option<FxHashMap<u128, Word>> {
    let word = |i: usize| blaster.word(terms, terms.arg(write, i));
    let number = |i: usize| circuits::as_number(word(i));
    let is_const = |w: &[Lit]| w.iter().all(|l| l.is_const());
    let (start, values): (u128, Vec<Word>) = match terms.op(write) {
        Op::Store | Op::StoreWide { .. } if is_const(word(2)) => {
            let cells = if let Op::StoreWide { bytes } = terms.op(write) { bytes as usize } else { 1 };
            let width = word(2).len() / cells;
            (number(1)?, word(2).chunks(width).map(<[Lit]>::to_vec).collect())
        }
        Op::Fill if is_const(word(3)) => {
            let length = usize::try_from(number(2)?).ok().filter(|n| *n <= most)?;
            (number(1)?, vec![word(3).to_vec(); length])
        }
        Op::Copy => {
            let length = number(2)?;
            let table = terms.as_table(terms.arg(write, 3)).filter(|_| length <= most as u128)?;
            let (from, width) = (number(4)?, word(4).len() as u32);
            let at = |k: u128| BvValue::new(width, from.wrapping_add(k) & mask(width as usize));
            let length = length.min(mask(width as usize).saturating_add(1));
            (number(1)?, (0..length).map(|k| word_of_value(&table.select(&at(k)))).collect())
        }
        _ => return None,
    };
    let mask = mask(word(1).len());
    let cells = values.into_iter().enumerate().map(|(k, v)| (start.wrapping_add(k as u128) & mask, v));
    (cells.len() <= most).then(|| cells.collect())
}

impl Round<'_> {
    /// The first visit of the constants that a way ends in, if it is a guess at these that was wrong once too often.
    pub(super) fn to_bundle(&mut self, v: usize) -> Option<usize> {
        if self.extensional {
            return None;
        }
        let is_constant =
            |this: &Self, v: usize| constants(this.terms, this.blaster, this.visits[v].array, MOST).is_some();
        let mut top = match self.visits[v].parent {
            Some(parent) if self.terms.as_table(self.visits[v].array).is_some() => parent,
            _ => v,
        };
        let access = self.visits[top].access;
        if self.arrays.accesses[access].cells != 1 || !is_constant(self, top) {
            return None;
        }
        let guesses = self.arrays.wrong.entry(access).or_default();
        *guesses += 1;
        if *guesses <= GUESSES {
            return None;
        }
        while let (Some(parent), Step::Misses(_)) = (self.visits[top].parent, self.visits[top].step)
            && self.visits[parent].access == access
            && is_constant(self, parent)
        {
            top = parent;
        }
        Some(top)
    }

    /// From now on the constants that a visit is at are a function of the index.
    pub(super) fn take_together(&mut self, top: usize) {
        let (access, array) = (self.visits[top].access, self.visits[top].array);
        let index = self.arrays.accesses[access].index.clone();
        if self.arrays.bundled.contains_key(&(array, index.clone())) {
            return;
        }
        let Bundle { cells, below } = self.arrays.bundle(self.terms, self.blaster, array);
        let (cells, below) = (cells.clone(), *below);
        let read = self.read_between(array, access);
        let rest = self.read_between(below, access);
        let [read_value, rest] = [read, rest].map(|a| self.arrays.accesses[a].value.clone());
        let list: Vec<(u128, &Word)> = cells.iter().map(|(k, w)| (*k, w)).collect();
        let graph = &mut self.blaster.graph;
        let inside = is_one_of(graph, &index, &list, index.len());
        let one = one_of(graph, &index, &list, index.len());
        let value = graph.ite_word(inside, &one, &rest);
        self.lemmas.push(vec![graph.eq_word(&read_value, &value)]);
        self.arrays.bundled.insert((array, index), Bundled { outside: !inside, read });
    }

    /// Passes constants that are taken together, if those of this array are.
    pub(super) fn pass_bundle(&mut self, v: usize) -> bool {
        let (access, array) = (self.visits[v].access, self.visits[v].array);
        let Access { index, value, cells, .. } = self.arrays.accesses[access].clone();
        if cells != 1 || self.arrays.bundled.is_empty() {
            return false;
        }
        let Some(&Bundled { outside, read }) = self.arrays.bundled.get(&(array, index)) else { return false };
        let at = self.index_of(&self.arrays.accesses[access]);
        let Bundle { cells, below } = self.arrays.bundle(self.terms, self.blaster, array);
        let (is_inside, below) = (cells.contains_key(&at), *below);
        if !is_inside {
            self.go(v, below, Step::Holds(outside));
            return true;
        }
        let whole = self.arrays.accesses[read].value.clone();
        let is_known = whole.iter().all(|l| self.instance.value(*l).is_some());
        if !is_known || !self.agree(&value, &whole) {
            let from = self.carried(v);
            let mut lemma = from.reasons;
            lemma.push(self.blaster.graph.eq_word(&from.value, &whole));
            self.lemmas.push(lemma);
        }
        true
    }
}

/// Is the number of the lower bits of an index one of some, which agree in the bits above?
fn is_one_of(graph: &mut Graph, index: &[Lit], cells: &[(u128, &Word)], bits: usize) -> Lit {
    if cells.is_empty() {
        return Lit::FALSE;
    }
    if bits < 64 && cells.len() as u64 == 1 << bits {
        return Lit::TRUE;
    }
    // Bits in which all agree are one condition, and the same one for many.
    let mut same: Vec<Lit> = Vec::new();
    let mut bits = bits;
    while bits > 0 {
        let bit = |k: u128| k >> (bits - 1) & 1 == 1;
        let (first, last) = (bit(cells[0].0), bit(cells[cells.len() - 1].0));
        if first != last {
            break;
        }
        bits -= 1;
        same.push(index[bits].negate_if(!first));
    }
    let same = graph.and_all(&same);
    if bits == 0 {
        return same;
    }
    let at = cells.partition_point(|c| c.0 >> (bits - 1) & 1 == 0);
    let zeros = is_one_of(graph, index, &cells[..at], bits - 1);
    let ones = is_one_of(graph, index, &cells[at..], bits - 1);
    let rest = graph.ite(index[bits - 1], ones, zeros);
    graph.and(same, rest)
}

/// The value at an index that is one of some.
fn one_of(graph: &mut Graph, index: &[Lit], cells: &[(u128, &Word)], bits: usize) -> Word {
    match cells {
        [] => Word::new(),
        [(_, value)] => value.to_vec(),
        _ if bits == 0 => cells[0].1.clone(),
        _ => {
            let at = cells.partition_point(|c| c.0 >> (bits - 1) & 1 == 0);
            let zeros = one_of(graph, index, &cells[..at], bits - 1);
            let ones = one_of(graph, index, &cells[at..], bits - 1);
            match (zeros.is_empty(), ones.is_empty()) {
                (true, _) => ones,
                (_, true) => zeros,
                _ => graph.ite_word(index[bits - 1], &ones, &zeros),
            }
        }
    }
}
