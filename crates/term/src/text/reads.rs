//! Reads from arrays with fills and copies, in operators that every SMT-LIB solver knows.

use crate::arena::Terms;
use crate::op::{Op, TermId};
use rustc_hash::FxHashMap;

/// So many reads are computed; copies of copies of copies could need more than anyone has.
const MOST_READS: usize = 200_000;

/// Computed reads.
#[derive(Clone, Debug, Default)]
pub(super) struct Reads {
    /// By array and index.
    memo: FxHashMap<(TermId, TermId), TermId>,
    /// Is there a fill or copy in the array?
    ranged: FxHashMap<TermId, bool>,
}

impl Reads {
    /// The element of an array at an index, without fills and copies unless that takes too much.
    pub fn read(&mut self, terms: &mut Terms, array: TermId, index: TermId) -> TermId {
        let mut stack = vec![(array, index)];
        while let Some(&(a, i)) = stack.last() {
            if self.memo.contains_key(&(a, i)) {
                stack.pop();
                continue;
            }
            let before = stack.len();
            let result = self.step(terms, a, i, &mut stack);
            if let Some(t) = result {
                self.memo.insert((a, i), t);
                stack.truncate(before - 1);
            }
        }
        self.memo[&(array, index)]
    }

    /// The read, if the reads that it needs are there; else these are pushed.
    fn step(
        &mut self,
        terms: &mut Terms,
        array: TermId,
        index: TermId,
        stack: &mut Vec<(TermId, TermId)>,
    ) -> Option<TermId> {
        if !self.is_ranged(terms, array) || self.memo.len() > MOST_READS {
            return Some(terms.select(array, index));
        }
        let args = terms.args(array).to_vec();
        let mut need = |a: TermId, i: TermId| {
            let found = self.memo.get(&(a, i)).copied();
            if found.is_none() {
                stack.push((a, i));
            }
            found
        };
        match (terms.op(array), &args[..]) {
            (Op::Store, &[inner, at, value]) => {
                let other = need(inner, index)?;
                let here = terms.eq(index, at);
                Some(terms.ite(here, value, other))
            }
            (Op::Ite, &[c, a, b]) => {
                let (x, y) = (need(a, index), need(b, index));
                Some(terms.ite(c, x?, y?))
            }
            (Op::Fill, &[inner, start, length, value]) => {
                let other = need(inner, index)?;
                let offset = terms.bv_sub(index, start);
                let inside = terms.ult(offset, length);
                Some(terms.ite(inside, value, other))
            }
            (Op::Copy, &[inner, to, length, source, from]) => {
                let offset = terms.bv_sub(index, to);
                let at = terms.bv_add(from, offset);
                let (copied, other) = (need(source, at), need(inner, index));
                let inside = terms.ult(offset, length);
                Some(terms.ite(inside, copied?, other?))
            }
            _ => Some(terms.select(array, index)),
        }
    }

    fn is_ranged(&mut self, terms: &Terms, root: TermId) -> bool {
        let mut stack = vec![root];
        while let Some(&t) = stack.last() {
            if self.ranged.contains_key(&t) {
                stack.pop();
                continue;
            }
            let arrays = || terms.args(t).iter().filter(|a| terms.sort(**a).is_array());
            let missing: Vec<TermId> = arrays().filter(|a| !self.ranged.contains_key(*a)).copied().collect();
            if missing.is_empty() {
                let ranged = matches!(terms.op(t), Op::Fill | Op::Copy) || arrays().any(|a| self.ranged[a]);
                self.ranged.insert(t, ranged);
                stack.pop();
            }
            stack.extend(missing);
        }
        self.ranged[&root]
    }
}
