//! Accesses that meet a fill or a copy.
//!
//! Outside of the range they go on below; inside, they must agree with the element filled in, or
//! go on in the source of the copy, at the index that it has there.

use super::{Access, Round, Step, Visit, mask};
use crate::bitblast::circuits::{self, Word};
use crate::gate::Lit;
use maymust_term::{Op, TermId};

/// So many accesses may be moved by copies in one instance. Arrays that must equal copies of
/// themselves would need as many as they have elements.
const MOST_MOVED: usize = 20_000;

impl Round<'_> {
    /// Start and length of a range.
    fn range_parts(&self, range: TermId) -> (Word, Word) {
        let word = |i| self.blaster.word(self.terms, self.terms.arg(range, i)).to_vec();
        (word(1), word(2))
    }

    pub(super) fn meet_range(&mut self, v: usize) {
        let (a, array) = (self.visits[v].access, self.visits[v].array);
        let access = self.arrays.accesses[a].clone();
        let (start, length) = self.range_parts(array);
        self.need(self.terms.arg(array, 1));
        self.need(self.terms.arg(array, 2));
        let (i, s, l) = (self.index_of(&access), self.number(&start), self.number(&length));
        let (mask, n) = (mask(start.len()), access.cells as u128);
        let (after, before) = (i.wrapping_sub(s) & mask, s.wrapping_sub(i) & mask);
        if after >= l && (n == 1 || before >= n) {
            self.go(v, self.terms.arg(array, 0), Step::Misses(array));
        } else if after < l && n <= l - after {
            let inside = self.inside(&access, &start, &length);
            if self.terms.op(array) == Op::Fill {
                self.need(self.terms.arg(array, 3));
                self.meet_element(v, &access, array, inside);
            } else {
                self.need(self.terms.arg(array, 4));
                self.move_to_source(v, a, array, inside);
            }
        } else {
            self.split(a, array, Some(v));
        }
    }

    /// The literal of: no cell of an access is in the range. For wide accesses it may also be
    /// false if the range is empty.
    pub(super) fn misses_range(&mut self, access: &Access, range: TermId) -> Lit {
        let (start, length) = self.range_parts(range);
        let graph = &mut self.blaster.graph;
        let after = graph.sub(&access.index, &start);
        let inside = graph.ult(&after, &length);
        if access.cells == 1 {
            return !inside;
        }
        let before = graph.sub(&start, &access.index);
        let n = circuits::number(start.len() as u32, access.cells as u128);
        let around = graph.ult(&before, &n);
        !graph.or(inside, around)
    }

    /// The literal of: all cells of an access, which are no more than there are indices, are in
    /// the range.
    fn inside(&mut self, access: &Access, start: &[Lit], length: &[Lit]) -> Lit {
        let graph = &mut self.blaster.graph;
        let after = graph.sub(&access.index, start);
        if access.cells == 1 {
            return graph.ult(&after, length);
        }
        let more = circuits::number(start.len() as u32, access.cells as u128 - 1);
        let end = graph.add(&after, &more);
        let (fits, wraps) = (graph.ult(&end, length), graph.ult(&end, &after));
        graph.and(fits, !wraps)
    }

    pub(super) fn meet_element(&mut self, v: usize, access: &Access, fill: TermId, inside: Lit) {
        let element = self.blaster.word(self.terms, self.terms.arg(fill, 3)).to_vec();
        let all: Word = (0..access.cells).flat_map(|_| element.iter().copied()).collect();
        if !self.agree(&access.value, &all) {
            let from = self.carried(v);
            let mut lemma = from.reasons;
            lemma.extend([!inside, self.blaster.graph.eq_word(&from.value, &all)]);
            self.lemmas.push(lemma);
        }
    }

    pub(super) fn move_to_source(&mut self, v: usize, access: usize, copy: TermId, inside: Lit) {
        let Some(moved) = self.moved(access, copy) else { return };
        let (array, step) = (self.terms.arg(copy, 3), Step::Holds(inside));
        self.visits.push(Visit { access: moved, array, parent: Some(v), step });
    }

    /// The access at the index in the source of a copy.
    fn moved(&mut self, access: usize, copy: TermId) -> Option<usize> {
        if let Some(&m) = self.arrays.moved.get(&(access, copy)) {
            return Some(m);
        }
        if self.arrays.moved.len() >= MOST_MOVED {
            self.gave_up = true;
            return None;
        }
        let Access { index, value, cells, .. } = self.arrays.accesses[access].clone();
        let (to, _) = self.range_parts(copy);
        let from = self.blaster.word(self.terms, self.terms.arg(copy, 4)).to_vec();
        let graph = &mut self.blaster.graph;
        let offset = graph.sub(&index, &to);
        let index = graph.add(&from, &offset);
        self.instance.encode(&self.blaster.graph, &index);
        self.arrays.accesses.push(Access { array: None, index, value, cells });
        let moved = self.arrays.accesses.len() - 1;
        self.arrays.moved.insert((access, copy), moved);
        Some(moved)
    }

    /// With equalities: a cell beside the range of a fill or copy of this array is in that, too.
    pub(super) fn go_past_range(&mut self, v: usize, range: TermId) {
        let access = self.arrays.accesses[self.visits[v].access].clone();
        let (start, length) = self.range_parts(range);
        let after = self.index_of(&access).wrapping_sub(self.number(&start)) & mask(start.len());
        if after >= self.number(&length) {
            self.go(v, range, Step::Misses(range));
        }
    }
}
