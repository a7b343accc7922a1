//! Writes at constant places, one upon the other.
//!
//! The objects and strings of a program are hundreds of them in one array. Which of them an index meets is looked up, and the reason is the
//! index alone: that it is in one piece, or in none. Constants among them are first guessed, as everywhere; after a few wrong guesses
//! they become a function of the index.

use super::{Access, Arrays, Round, Step, mask, word_of_value};
use crate::bitblast::Blaster;
use crate::bitblast::circuits::{self, Word};
use crate::gate::{Graph, Lit};
use maymust_term::{BvValue, Op, TermId, Terms};
use rustc_hash::FxHashSet;
use std::collections::BTreeMap;
use std::rc::Rc;

/// Fewer writes are met one by one.
const FEW: usize = 3;
/// The most pieces of a run, and of all runs: arrays in the middle of one have runs of their own.
const MOST: usize = 1 << 16;
const MOST_OF_ALL: usize = 1 << 20;
/// More wrong guesses than this at one index, and constants are taken together.
const GUESSES: u32 = 4;
/// So many of them at most.
const MOST_CELLS: usize = 1 << 13;

/// Neighbouring cells that one write of a run has written last.
#[derive(Clone, Copy, Debug)]
struct Piece {
    last: u128,
    write: TermId,
}

/// Writes at constant places.
#[derive(Debug)]
pub(super) struct Run {
    /// By their first cell.
    pieces: BTreeMap<u128, Piece>,
    /// The array below.
    below: TermId,
}

/// Neighbouring cells with the same constant in them.
#[derive(Clone, Debug)]
struct Known {
    first: u128,
    last: u128,
    value: Word,
}

/// Wrong guesses at an index in a run.
#[derive(Debug, Default)]
pub(super) struct Wrong {
    guesses: u32,
    /// The pieces of which a function of the index is known, or that have none.
    taken: FxHashSet<u128>,
}

/// Where a write writes, if that is constant: the first cell and the last.
fn place(terms: &Terms, blaster: &Blaster, write: TermId) -> Option<(u128, u128)> {
    let number = |i: usize| circuits::as_number(blaster.word(terms, terms.arg(write, i)));
    let length = match terms.op(write) {
        Op::Store => 1,
        Op::StoreWide { bytes } => u128::from(bytes),
        Op::Fill | Op::Copy => number(2)?,
        _ => return None,
    };
    let first = number(1)?;
    let last = first.checked_add(length.checked_sub(1)?)?;
    (last <= mask(blaster.word(terms, terms.arg(write, 1)).len())).then_some((first, last))
}

impl Run {
    fn new(terms: &Terms, blaster: &Blaster, top: TermId) -> Option<Run> {
        let (mut pieces, mut below, mut writes) = (BTreeMap::new(), top, 0);
        while pieces.len() < MOST
            && let Some((first, last)) = place(terms, blaster, below)
        {
            put_below(&mut pieces, first, last, below);
            below = terms.arg(below, 0);
            writes += 1;
        }
        (writes >= FEW).then_some(Run { pieces, below })
    }

    /// The piece that has a cell.
    fn piece(&self, at: u128) -> Option<(u128, Piece)> {
        self.pieces.range(..=at).next_back().map(|(first, p)| (*first, *p)).filter(|(_, p)| p.last >= at)
    }

    /// Has any of some neighbouring cells been written?
    fn meets(&self, first: u128, last: u128) -> bool {
        self.pieces.range(..=last).next_back().is_some_and(|(_, p)| p.last >= first)
    }

    /// Where an access of some cells meets it, as ranges of indices in order.
    fn ranges(&self, cells: u32, mask: u128) -> Vec<(u128, u128)> {
        let before = u128::from(cells) - 1;
        let mut ranges: Vec<(u128, u128)> = Vec::new();
        let mut add = |first: u128, last: u128| match ranges.last_mut() {
            Some(r) if first <= r.1.saturating_add(1) => r.1 = r.1.max(last),
            _ => ranges.push((first, last)),
        };
        // An access may go around the end.
        let around = self.pieces.first_key_value().map(|(first, _)| before.saturating_sub(*first));
        for (first, p) in &self.pieces {
            add(first.saturating_sub(before), p.last);
        }
        if let Some(around) = around.filter(|n| *n > 0) {
            add(mask - (around - 1), mask);
        }
        ranges
    }
}

/// Adds what is not written yet of a range.
fn put_below(pieces: &mut BTreeMap<u128, Piece>, first: u128, last: u128, write: TermId) {
    let inside = pieces.range(..=last).rev().take_while(|(_, p)| p.last >= first);
    let mut covered: Vec<(u128, u128)> = inside.map(|(at, p)| (*at, p.last)).collect();
    covered.reverse();
    let mut at = first;
    for (from, to) in covered {
        if at < from {
            pieces.insert(at, Piece { last: from - 1, write });
        }
        if to >= last {
            return;
        }
        at = to + 1;
    }
    pieces.insert(at, Piece { last, write });
}

/// What a write at a constant place has written in a cell, if that is constant.
fn constant(terms: &Terms, blaster: &Blaster, write: TermId, start: u128, at: u128) -> Option<Word> {
    let word = |i: usize| blaster.word(terms, terms.arg(write, i));
    let all = |w: &[Lit]| w.iter().all(|l| l.is_const()).then(|| w.to_vec());
    match terms.op(write) {
        Op::Store => all(word(2)),
        Op::StoreWide { bytes } => {
            let width = word(2).len() / bytes as usize;
            word(2).chunks(width).nth((at - start) as usize).and_then(all)
        }
        Op::Fill => all(word(3)),
        Op::Copy => {
            let table = terms.as_table(terms.arg(write, 3))?;
            let (from, width) = (circuits::as_number(word(4))?, word(4).len());
            let at = from.wrapping_add(at - start) & mask(width);
            Some(word_of_value(&table.select(&BvValue::new(width as u32, at))))
        }
        _ => None,
    }
}

impl Arrays {
    fn run(&mut self, terms: &Terms, blaster: &Blaster, top: TermId) -> Option<Rc<Run>> {
        if let Some(known) = self.runs.get(&top) {
            return known.clone();
        }
        let run = if self.n_pieces < MOST_OF_ALL { Run::new(terms, blaster, top).map(Rc::new) } else { None };
        self.n_pieces += run.as_ref().map_or(0, |r| r.pieces.len());
        self.runs.insert(top, run.clone());
        run
    }
}

impl Round<'_> {
    /// Sends an access through a run of writes, if the array is the top of one.
    pub(super) fn pass_run(&mut self, v: usize) -> bool {
        let (a, top) = (self.visits[v].access, self.visits[v].array);
        if self.extensional {
            return false;
        }
        let Some(run) = self.arrays.run(self.terms, self.blaster, top) else { return false };
        let access = self.arrays.accesses[a].clone();
        let first = self.index_of(&access);
        let (mask, more) = (mask(access.index.len()), u128::from(access.cells) - 1);
        let last = first.wrapping_add(more) & mask;
        if more > mask || first > last {
            // It goes around the end of the array.
            self.split(a, top, Some(v));
        } else if !run.meets(first, last) {
            let outside = self.outside(top, &run, &access);
            self.go(v, run.below, Step::Holds(outside));
        } else {
            match run.piece(first) {
                Some((from, piece)) if piece.last >= last => self.meet_piece(v, &access, from, piece, first),
                _ => self.split(a, top, Some(v)),
            }
        }
        true
    }

    /// The literal of: an access meets none of the writes.
    fn outside(&mut self, top: TermId, run: &Run, access: &Access) -> Lit {
        let key = (top, access.index.clone(), access.cells);
        if let Some(&lit) = self.arrays.outside.get(&key) {
            return lit;
        }
        let ranges = run.ranges(access.cells, mask(access.index.len()));
        let lit = !is_in(&mut self.blaster.graph, &access.index, &ranges, access.index.len());
        self.arrays.outside.insert(key, lit);
        lit
    }

    /// All cells of an access are in one piece, from `at` on.
    fn meet_piece(&mut self, v: usize, access: &Access, from: u128, piece: Piece, at: u128) {
        let (a, write) = (self.visits[v].access, piece.write);
        let Some((start, end)) = place(self.terms, self.blaster, write) else { return };
        let width = access.index.len() as u32;
        let more = u128::from(access.cells) - 1;
        if access.cells == 1
            && let Some(value) = constant(self.terms, self.blaster, write, start, at)
        {
            return self.meet_known(v, access, &value, from, at);
        }
        match self.terms.op(write) {
            Op::Store | Op::StoreWide { .. } => {
                self.need(self.terms.arg(write, 2));
                let stored = self.blaster.word(self.terms, self.terms.arg(write, 2)).to_vec();
                let cells = (end - start + 1) as usize;
                let cell = stored.len() / cells;
                let offset = (at - start) as usize;
                let stored = stored[offset * cell..(offset + access.cells as usize) * cell].to_vec();
                if !self.agree(&access.value, &stored) {
                    let here = circuits::number(width, at);
                    let from = self.carried(v);
                    self.equal_if(from.reasons, &access.index, &here, &from.value, &stored);
                }
            }
            op => {
                let range = [(from, piece.last - more)];
                let inside = is_in(&mut self.blaster.graph, &access.index, &range, width as usize);
                if op == Op::Fill {
                    self.need(self.terms.arg(write, 3));
                    self.meet_element(v, access, write, inside);
                } else {
                    self.need(self.terms.arg(write, 4));
                    self.move_to_source(v, a, write, inside);
                }
            }
        }
    }

    /// A cell with a constant in it, of the piece that begins at `from`.
    fn meet_known(&mut self, v: usize, access: &Access, value: &[Lit], from: u128, at: u128) {
        if self.agree(&access.value, value) {
            return;
        }
        let top = self.visits[v].array;
        let wrong = self.arrays.wrong.entry((top, access.index.clone())).or_default();
        wrong.guesses += 1;
        let (is_often, is_taken) = (wrong.guesses > GUESSES, wrong.taken.contains(&from));
        let from_here = self.carried(v);
        let here = circuits::number(access.index.len() as u32, at);
        self.equal_if(from_here.reasons.clone(), &access.index, &here, &from_here.value, value);
        if !is_often {
            return;
        }
        let read = self.read_between(top, self.visits[v].access);
        if !is_taken {
            self.take_together(top, read, from);
        }
        let read = self.arrays.accesses[read].value.clone();
        let mut lemma = from_here.reasons;
        lemma.push(self.blaster.graph.eq_word(&from_here.value, &read));
        self.lemmas.push(lemma);
    }

    /// From now on constants of a run are a function of the index of a read: as many as there is room for, from one piece on.
    fn take_together(&mut self, top: TermId, read: usize, from: u128) {
        let Some(run) = self.arrays.run(self.terms, self.blaster, top) else { return };
        let Access { index, value, .. } = self.arrays.accesses[read].clone();
        let mut cells: Vec<Known> = Vec::new();
        let wrong = self.arrays.wrong.entry((top, index.clone())).or_default();
        for (&first, piece) in run.pieces.range(from..).chain(run.pieces.range(..from)) {
            if wrong.taken.contains(&first) {
                continue;
            }
            let more = known_cells(self.terms, self.blaster, first, piece);
            if cells.len() + more.len() > MOST_CELLS {
                break;
            }
            wrong.taken.insert(first);
            cells.extend(more);
        }
        cells.sort_by_key(|c| c.first);
        let mut ranges: Vec<(u128, u128)> = Vec::new();
        for c in &cells {
            match ranges.last_mut() {
                Some(r) if r.1 + 1 == c.first => r.1 = c.last,
                _ => ranges.push((c.first, c.last)),
            }
        }
        let graph = &mut self.blaster.graph;
        let inside = is_in(graph, &index, &ranges, index.len());
        let one = one_of(graph, &index, &cells, index.len(), 0);
        self.lemmas.push(vec![!inside, graph.eq_word(&value, &one)]);
    }
}

/// The constants of a piece; none if one of them is not constant, or if they are too many.
fn known_cells(terms: &Terms, blaster: &Blaster, first: u128, piece: &Piece) -> Vec<Known> {
    let Some((start, _)) = place(terms, blaster, piece.write) else { return Vec::new() };
    let known = |at: u128| constant(terms, blaster, piece.write, start, at);
    if terms.op(piece.write) == Op::Fill {
        return known(first).map(|value| Known { first, last: piece.last, value }).into_iter().collect();
    }
    if piece.last - first >= MOST_CELLS as u128 {
        return Vec::new();
    }
    let cells = (first..=piece.last).map(|at| known(at).map(|value| Known { first: at, last: at, value }));
    cells.collect::<Option<Vec<Known>>>().unwrap_or_default()
}

/// Is the number of the lower bits of an index in one of some ranges? These are in order, and agree in the bits above.
fn is_in(graph: &mut Graph, index: &[Lit], ranges: &[(u128, u128)], bits: usize) -> Lit {
    let (Some(first), Some(last)) = (ranges.first(), ranges.last()) else { return Lit::FALSE };
    let all = mask(bits);
    if ranges.len() == 1 && first.0 & all == 0 && last.1 & all == all {
        return Lit::TRUE;
    }
    // Bits in which all agree are one condition, and the same one for many.
    let mut same: Vec<Lit> = Vec::new();
    let mut bits = bits;
    while bits > 0 {
        let bit = bit_of(first.0, bits - 1);
        if bit != bit_of(last.1, bits - 1) {
            break;
        }
        bits -= 1;
        same.push(index[bits].negate_if(!bit));
    }
    let same = graph.and_all(&same);
    if bits == 0 {
        return same;
    }
    let above = first.0 & !mask(bits);
    let middle = above | 1 << (bits - 1);
    let zeros: Vec<(u128, u128)> =
        ranges.iter().take_while(|r| r.0 < middle).map(|r| (r.0, r.1.min(middle - 1))).collect();
    let skipped = ranges.partition_point(|r| r.1 < middle);
    let ones: Vec<(u128, u128)> = ranges[skipped..].iter().map(|r| (r.0.max(middle), r.1)).collect();
    let zeros = is_in(graph, index, &zeros, bits - 1);
    let ones = is_in(graph, index, &ones, bits - 1);
    let rest = graph.ite(index[bits - 1], ones, zeros);
    graph.and(same, rest)
}

fn bit_of(k: u128, bit: usize) -> bool {
    k >> bit & 1 == 1
}

/// The value at an index that is one of some, which begins with the bits of `base` above.
fn one_of(graph: &mut Graph, index: &[Lit], cells: &[Known], bits: usize, base: u128) -> Word {
    match cells {
        [] => Word::new(),
        [one] => one.value.clone(),
        [one, ..] if bits == 0 => one.value.clone(),
        _ => {
            // A range across the middle is in both halves.
            let middle = base | 1 << (bits - 1);
            let zeros = &cells[..cells.partition_point(|c| c.first < middle)];
            let ones = &cells[cells.partition_point(|c| c.last < middle)..];
            let zeros = one_of(graph, index, zeros, bits - 1, base);
            let ones = one_of(graph, index, ones, bits - 1, middle);
            match (zeros.is_empty(), ones.is_empty()) {
                (true, _) => ones,
                (_, true) => zeros,
                _ => graph.ite_word(index[bits - 1], &ones, &zeros),
            }
        }
    }
}
