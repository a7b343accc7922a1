//! The way of an access through arrays, and why it goes there.
//!
//! A lemma that names every step of a long way forbids that way alone, and behind conditional stores there are as many ways as there
//! are runs. So a long way is cut into pieces: where ways meet, a read of the array in between carries the value on, and each piece is a
//! lemma of its own that all ways through it share.

use super::{Access, Arrays, Round, Step};
use crate::bitblast::bits_of;
use crate::bitblast::circuits::Word;
use crate::gate::Lit;
use maymust_term::{Sort, TermId};

/// A way of no more conditions is one piece.
const SHORT: usize = 6;
/// A piece has no more conditions than this.
const LONGEST: usize = 16;

/// What a lemma says of the end of a way.
pub(super) struct Carried {
    /// The negations of the conditions of the last piece.
    pub reasons: Vec<Lit>,
    /// The value at its start.
    pub value: Word,
    /// The access that has it.
    pub access: usize,
}

impl Arrays {
    /// Do several arrays rest on this one?
    fn is_shared(&self, array: TermId) -> bool {
        self.parents.get(&array).is_some_and(|p| p.len() > 1)
    }
}

impl Round<'_> {
    /// The read of an array at the index of an access: one that is there, or a new one that stands for itself only.
    pub(super) fn read_between(&mut self, array: TermId, access: usize) -> usize {
        let Access { index, cells, value, .. } = self.arrays.accesses[access].clone();
        let key = (array, index, cells);
        if let Some(&known) = self.arrays.known.get(&key) {
            return known;
        }
        let element = self.terms.array_parts(self.terms.sort(array)).map_or(Sort::Bool, |p| p.1);
        let value = match bits_of(element) {
            Some(width) if cells == 1 => self.blaster.free(element, width),
            _ => self.blaster.graph.input_word(value.len() as u32),
        };
        self.instance.encode(&self.blaster.graph, &value);
        self.arrays.accesses.push(Access { array: None, index: key.1.clone(), value, cells });
        self.arrays.known.insert(key, self.arrays.accesses.len() - 1);
        self.arrays.accesses.len() - 1
    }

    /// The visits from the start of an access to here.
    fn way(&self, v: usize) -> Vec<usize> {
        let mut way = vec![v];
        let mut at = v;
        while let Some(parent) = self.visits[at].parent {
            way.push(parent);
            at = parent;
        }
        way.reverse();
        way
    }

    /// The negation of the condition of a step; none if it always holds.
    fn reason(&mut self, v: usize) -> Option<Lit> {
        let access = self.visits[v].access;
        let lit = match self.visits[v].step {
            Step::Same | Step::Part(_) => return None,
            Step::Holds(lit) => lit,
            Step::Misses(store) => self.misses(access, store),
        };
        (lit != Lit::TRUE).then_some(!lit)
    }

    /// What a lemma says of a visit; the pieces of a long way before it become lemmas.
    pub(super) fn carried(&mut self, v: usize) -> Carried {
        let way = self.way(v);
        let reasons: Vec<Option<Lit>> = way.iter().map(|v| self.reason(*v)).collect();
        let mut all: Vec<Lit> = reasons.iter().copied().flatten().collect();
        all.sort();
        all.dedup();
        let access = self.visits[v].access;
        if all.len() <= SHORT {
            return Carried { reasons: all, value: self.arrays.accesses[access].value.clone(), access };
        }
        let mut piece: Vec<Lit> = Vec::new();
        let mut value = self.arrays.accesses[self.visits[way[0]].access].value.clone();
        let mut carrier = self.visits[way[0]].access;
        for (&at, reason) in way.iter().zip(reasons) {
            piece.extend(reason);
            let (access, array) = (self.visits[at].access, self.visits[at].array);
            if let Step::Part(cell) = self.visits[at].step {
                let width = self.arrays.accesses[access].value.len();
                value = value[cell as usize * width..(cell as usize + 1) * width].to_vec();
                carrier = access;
            }
            let ends = at == v || piece.len() >= LONGEST || self.arrays.is_shared(array);
            if piece.is_empty() || !ends {
                continue;
            }
            carrier = self.read_between(array, access);
            let next = self.arrays.accesses[carrier].value.clone();
            let mut lemma = std::mem::take(&mut piece);
            lemma.sort();
            lemma.dedup();
            lemma.push(self.blaster.graph.eq_word(&value, &next));
            if self.arrays.pieces.insert(lemma.clone()) {
                self.lemmas.push(lemma);
            }
            value = next;
        }
        Carried { reasons: piece, value, access: carrier }
    }
}
