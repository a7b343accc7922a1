//! Array values: a default and runs of exceptions.

use crate::bv::BvValue;
use crate::pmap::{PMap, Weight};
use crate::value::Value;
use std::cmp::Ordering;
use std::collections::BTreeMap;
use std::fmt;
use std::hash::{Hash, Hasher};
use std::sync::Arc;

/// An array value: a default and finitely many runs of indices with another element, kept
/// canonical so that equal arrays compare equal. Clones share, and a store costs the logarithm of
/// the number of runs; so does a fill of any length, but for the runs that it covers, and a copy to the same place of
/// an array with the same default.
///
/// Truth values and bit-vectors of at most 64 bits form runs; other indices stand alone.
#[derive(Clone)]
pub struct ArrayValue {
    default: Arc<Value>,
    /// By their first index. Runs of one element do not touch.
    runs: PMap<Value, Run>,
}

#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
struct Run {
    /// How many indices there are after the first.
    more: u64,
    value: Value,
}

impl Weight for Run {
    /// How many indices are in it.
    fn weight(&self) -> u128 {
        self.more as u128 + 1
    }
}

/// An index sort of at most 64 bits.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Narrow {
    Bool,
    Bits(u32),
}

impl Narrow {
    fn of(index: &Value) -> Option<(Self, u64)> {
        match index {
            Value::Bool(b) => Some((Narrow::Bool, *b as u64)),
            Value::Bv(v) if v.width() <= 64 => Some((Narrow::Bits(v.width()), v.to_u64()?)),
            _ => None,
        }
    }

    fn size(self) -> u128 {
        match self {
            Narrow::Bool => 2,
            Narrow::Bits(w) => 1 << w,
        }
    }

    fn last(self) -> u64 {
        (self.size() - 1) as u64
    }

    fn index(self, n: u64) -> Value {
        match self {
            Narrow::Bool => Value::Bool(n == 1),
            Narrow::Bits(w) => Value::bv(w, n),
        }
    }
}

impl PartialEq for ArrayValue {
    fn eq(&self, other: &Self) -> bool {
        self.runs.len() == other.runs.len()
            && self.default == other.default
            && (self.runs.same(&other.runs) || self.runs.iter().eq(other.runs.iter()))
    }
}

impl Eq for ArrayValue {}

impl PartialOrd for ArrayValue {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for ArrayValue {
    fn cmp(&self, other: &Self) -> Ordering {
        self.default.cmp(&other.default).then_with(|| self.runs.iter().cmp(other.runs.iter()))
    }
}

impl Hash for ArrayValue {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.default.hash(state);
        self.runs.len().hash(state);
        for run in self.runs.iter() {
            run.hash(state);
        }
    }
}

impl ArrayValue {
    /// The array that is `default` everywhere.
    pub fn constant(default: Value) -> Self {
        Self { default: Arc::new(default), runs: PMap::default() }
    }

    /// The element at an index.
    pub fn select(&self, index: &Value) -> Value {
        self.find(index).unwrap_or(&self.default).clone()
    }

    /// The element at an index that is in a run.
    fn find(&self, index: &Value) -> Option<&Value> {
        let (first, run) = self.runs.floor(index)?;
        let inside = match (Narrow::of(first), Narrow::of(index)) {
            (Some((_, first)), Some((_, i))) => i - first <= run.more,
            _ => first == index,
        };
        inside.then_some(&run.value)
    }

    /// Has the index another element than the default?
    pub fn is_exception(&self, index: &Value) -> bool {
        self.find(index).is_some()
    }

    /// The array with one element changed.
    pub fn store(mut self, index: Value, element: Value) -> Self {
        let Some((sort, i)) = Narrow::of(&index) else {
            if element == *self.default {
                self.runs.remove(&index);
            } else {
                self.runs.insert(index, Run { more: 0, value: element });
            }
            return self;
        };
        self.set(sort, i, i, element);
        self.settle(sort);
        self
    }

    /// The array with `element` at `start` and the `length - 1` indices after it, which wrap
    /// around. The indices are of at most 64 bits.
    pub fn fill(mut self, start: &BvValue, length: &BvValue, element: &Value) -> Self {
        let Some((sort, start)) = Narrow::of(&Value::Bv(start.clone())) else { return self };
        let length = length.to_u64().unwrap_or(0);
        for (at, n) in pieces(sort, start, length) {
            self.set(sort, at, at + (n - 1), element.clone());
        }
        self.settle(sort);
        self
    }

    /// The array with the `length` elements of `source` from `from` on, at `to` and after it.
    /// All indices wrap around; they are of at most 64 bits.
    pub fn copy(mut self, to: &BvValue, length: &BvValue, source: &ArrayValue, from: &BvValue) -> Self {
        let Some((sort, to)) = Narrow::of(&Value::Bv(to.clone())) else { return self };
        let (from, length) = (from.to_u64().unwrap_or(0), length.to_u64().unwrap_or(0));
        let mask = sort.last();
        for (at, n) in pieces(sort, to, length) {
            let read = from.wrapping_add(at.wrapping_sub(to)) & mask;
            for (s, m) in pieces(sort, read, n) {
                let d = at + (s.wrapping_sub(read) & mask);
                self.copy_piece(sort, d, source, s, m);
            }
        }
        self.settle(sort);
        self
    }

    /// Copies a range that wraps around nowhere.
    fn copy_piece(&mut self, sort: Narrow, to: u64, source: &ArrayValue, from: u64, n: u64) {
        if to == from && self.default == source.default {
            return self.splice(sort, source, from, from + (n - 1));
        }
        self.set(sort, to, to + (n - 1), (*source.default).clone());
        let last = from + (n - 1);
        for (first, end, value) in source.runs_in(sort, from, last) {
            let (a, b) = (first.max(from), end.min(last));
            self.set(sort, to + (a - from), to + (b - from), value);
        }
    }

    /// Puts a range of an array with the same default in the place of its own.
    fn splice(&mut self, sort: Narrow, source: &ArrayValue, low: u64, high: u64) {
        if self.runs.same(&source.runs) {
            return;
        }
        let end = high.checked_add(1).filter(|end| *end <= sort.last());
        let borders = || [Some(low), end].into_iter().flatten();
        let mut source = source.clone();
        for at in borders() {
            self.cut(sort, at);
            source.cut(sort, at);
        }
        let from = |runs: PMap<Value, Run>| match end {
            Some(end) => runs.split(&sort.index(end)),
            None => (runs, PMap::default()),
        };
        let (before, rest) = self.runs.split(&sort.index(low));
        let (range, _) = from(source.runs.split(&sort.index(low)).1);
        self.runs = before.followed_by(&range).followed_by(&from(rest).1);
        borders().for_each(|at| self.mend(sort, at));
    }

    /// Takes a run apart, so that one begins at an index.
    fn cut(&mut self, sort: Narrow, at: u64) {
        let Some((first, last, value)) = self.run_around(sort, at).filter(|r| r.0 < at) else { return };
        self.insert_run(sort, first, at - 1, value.clone());
        self.insert_run(sort, at, last, value);
    }

    /// Puts together what was taken apart there, or could be one.
    fn mend(&mut self, sort: Narrow, at: u64) {
        let Some(before) = at.checked_sub(1) else { return };
        let (Some(a), Some(b)) = (self.run_around(sort, before), self.run_around(sort, at)) else { return };
        if a.0 != b.0 && a.2 == b.2 {
            self.remove_run(sort, b.0);
            self.insert_run(sort, a.0, b.1, a.2);
        }
    }

    /// The run that an index is in: first index, last index, element.
    fn run_around(&self, sort: Narrow, at: u64) -> Option<(u64, u64, Value)> {
        let (first, run) = self.runs.floor(&sort.index(at))?;
        let (_, first) = Narrow::of(first)?;
        let last = first + run.more;
        (at <= last).then(|| (first, last, run.value.clone()))
    }

    /// The runs that have an index in a range: first index, last index, element.
    fn runs_in(&self, sort: Narrow, low: u64, high: u64) -> Vec<(u64, u64, Value)> {
        let start = self.runs.floor(&sort.index(low)).map_or(sort.index(low), |r| r.0.clone());
        let mut out = Vec::new();
        for (first, run) in self.runs.iter_from(&start) {
            let Some((_, first)) = Narrow::of(first).filter(|f| f.1 <= high) else { break };
            let last = first + run.more;
            if last >= low {
                out.push((first, last, run.value.clone()));
            }
        }
        out
    }

    fn remove_run(&mut self, sort: Narrow, first: u64) {
        self.runs.remove(&sort.index(first));
    }

    fn insert_run(&mut self, sort: Narrow, first: u64, last: u64, value: Value) {
        self.runs.insert(sort.index(first), Run { more: last - first, value });
    }

    /// Changes a range; the default may no longer be the right one.
    fn set(&mut self, sort: Narrow, low: u64, high: u64, element: Value) {
        // With the neighbours, which may join.
        let around = self.runs_in(sort, low.saturating_sub(1), high.saturating_add(1).min(sort.last()));
        let (mut first, mut last) = (low, high);
        for (a, b, value) in around {
            let (joins, beside) = (value == element, b < low || a > high);
            if joins && a <= low && high <= b {
                return;
            }
            if beside && !joins {
                continue;
            }
            self.remove_run(sort, a);
            if joins {
                (first, last) = (first.min(a), last.max(b));
                continue;
            }
            if a < low {
                self.insert_run(sort, a, b.min(low - 1), value.clone());
            }
            if b > high {
                self.insert_run(sort, a.max(high + 1), b, value);
            }
        }
        if element != *self.default {
            self.insert_run(sort, first, last, element);
        }
    }

    /// Half of the indices are exceptions: takes the most frequent element (the least of them) as
    /// the default, so that equal arrays stay equal.
    fn settle(&mut self, sort: Narrow) {
        let covered = self.runs.weight();
        if 2 * covered < sort.size() {
            return;
        }
        let mut counts: BTreeMap<&Value, u128> = BTreeMap::new();
        counts.insert(&self.default, sort.size() - covered);
        for (_, run) in self.runs.iter() {
            *counts.entry(&run.value).or_default() += run.more as u128 + 1;
        }
        let most = counts.values().max().copied().unwrap_or(0);
        let best = counts.iter().find(|(_, n)| **n == most).map(|(v, _)| (*v).clone());
        if let Some(best) = best.filter(|b| *b != *self.default) {
            self.change_default(sort, best);
        }
    }

    fn change_default(&mut self, sort: Narrow, default: Value) {
        let mut new = Self::constant(default);
        let mut next = Some(0);
        for (first, last, value) in self.runs_in(sort, 0, sort.last()) {
            if let Some(gap) = next.filter(|n| *n < first) {
                new.insert_run(sort, gap, first - 1, (*self.default).clone());
            }
            if value != *new.default {
                new.insert_run(sort, first, last, value);
            }
            next = last.checked_add(1).filter(|n| *n <= sort.last());
        }
        if let Some(gap) = next {
            new.insert_run(sort, gap, sort.last(), (*self.default).clone());
        }
        *self = new;
    }

    /// The element at every index that is not in a run.
    pub fn default_value(&self) -> &Value {
        &self.default
    }

    /// The runs in the order of their indices: the first index, how many follow it, the element.
    pub fn runs(&self) -> impl Iterator<Item = (&Value, u64, &Value)> {
        self.runs.iter().map(|(first, run)| (first, run.more, &run.value))
    }

    /// The exceptions one by one, in the order of their indices. There may be very many: see
    /// [`ArrayValue::runs`].
    pub fn entries(&self) -> impl Iterator<Item = (Value, &Value)> {
        self.runs().flat_map(|(first, more, value)| {
            (0..=more).map(move |i| match Narrow::of(first) {
                Some((sort, n)) => (sort.index(n + i), value),
                None => (first.clone(), value),
            })
        })
    }

    /// The exceptions from one index to another, as numbers, in their order.
    pub fn entries_in(&self, low: u64, high: u64) -> impl Iterator<Item = (u64, Value)> {
        let sort = self.runs.iter().next().and_then(|(first, _)| Narrow::of(first));
        let runs = sort.map(|(sort, _)| self.runs_in(sort, low, high)).unwrap_or_default();
        runs.into_iter().flat_map(move |(first, last, value)| {
            (first.max(low)..=last.min(high)).map(move |i| (i, value.clone()))
        })
    }

    /// How many runs of exceptions there are.
    pub fn len(&self) -> usize {
        self.runs.len()
    }

    /// Are there no exceptions?
    pub fn is_empty(&self) -> bool {
        self.runs.len() == 0
    }

    /// The little-endian wide load of `bytes` bytes; the array is from bit-vectors to bytes.
    pub fn load(&self, address: &BvValue, bytes: u32) -> BvValue {
        let mut out = Vec::with_capacity(bytes as usize);
        for i in 0..bytes {
            let at = address.add(&BvValue::from_u64(address.width(), i as u64));
            out.push(self.select(&Value::Bv(at)).as_u64().unwrap_or(0) as u8);
        }
        BvValue::from_le_bytes(&out)
    }

    /// The little-endian wide store of a value of whole bytes.
    pub fn store_wide(self, address: &BvValue, value: &BvValue) -> Self {
        let mut array = self;
        for (i, byte) in value.to_le_bytes().into_iter().enumerate() {
            let at = address.add(&BvValue::from_u64(address.width(), i as u64));
            array = array.store(Value::Bv(at), Value::bv(8, byte as u64));
        }
        array
    }
}

/// A range of indices that may wrap around, as ranges that do not: first index and length.
fn pieces(sort: Narrow, start: u64, length: u64) -> impl Iterator<Item = (u64, u64)> {
    let room = sort.size() - start as u128;
    let head = (length as u128).min(room) as u64;
    [(start, head), (0, length - head)].into_iter().filter(|p| p.1 > 0)
}

impl fmt::Display for ArrayValue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{{")?;
        for (first, more, v) in self.runs() {
            match Narrow::of(first) {
                Some((sort, n)) if more > 0 => write!(f, "{first}..={}: {v}, ", sort.index(n + more))?,
                _ => write!(f, "{first}: {v}, ")?,
            }
        }
        write!(f, "else {}}}", self.default)
    }
}

impl fmt::Debug for ArrayValue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Arrays with few indices against vectors of all their elements.
    #[test]
    fn agrees_with_vectors() {
        let mut seed = 99u64;
        let mut next = |n: u64| {
            seed ^= seed << 13;
            seed ^= seed >> 7;
            seed ^= seed << 17;
            (seed >> 20) % n
        };
        for round in 0..400 {
            let w = 1 + round % 5;
            let size = 1u64 << w;
            let mut all: Vec<(ArrayValue, Vec<u64>)> = (0..3)
                .map(|i| (ArrayValue::constant(Value::bv(8, i % 2)), vec![i % 2; size as usize]))
                .collect();
            for _ in 0..30 {
                let (i, j) = (next(3) as usize, next(3) as usize);
                let (a, b, n, v) = (next(size), next(size), next(size), next(3));
                let bits = |n| BvValue::from_u64(w, n);
                let (mut array, mut cells) = all[i].clone();
                match next(3) {
                    0 => {
                        array = array.store(Value::Bv(bits(a)), Value::bv(8, v));
                        cells[a as usize] = v;
                    }
                    1 => {
                        array = array.fill(&bits(a), &bits(n), &Value::bv(8, v));
                        (0..n).for_each(|k| cells[((a + k) % size) as usize] = v);
                    }
                    _ => {
                        array = array.copy(&bits(a), &bits(n), &all[j].0, &bits(b));
                        for k in 0..n {
                            cells[((a + k) % size) as usize] = all[j].1[((b + k) % size) as usize];
                        }
                    }
                }
                for (k, v) in cells.iter().enumerate() {
                    assert_eq!(array.select(&Value::bv(w, k as u64)), Value::bv(8, *v), "{array} {cells:?}");
                }
                let exceptions = array.entries().count() as u128;
                assert_eq!(exceptions, array.runs.weight(), "{array}");
                let number = |v: &Value| v.as_u64().unwrap_or(0);
                let (low, high) = (a.min(b), a.max(b));
                let within = array.entries().map(|(i, v)| (number(&i), v.clone()));
                let within: Vec<_> = within.filter(|(i, _)| (low..=high).contains(i)).collect();
                assert_eq!(array.entries_in(low, high).collect::<Vec<_>>(), within, "{array}");
                for (other, others) in &all {
                    assert_eq!(*other == array, *others == cells, "{array} and {other}");
                }
                all[i] = (array, cells);
            }
        }
    }

    #[test]
    fn fills_of_any_length() {
        let bits = |n| BvValue::from_u64(64, n);
        let zero = ArrayValue::constant(Value::bv(8, 0));
        let one = Value::bv(8, 1);
        // All but one index: the default changes.
        let most = zero.clone().fill(&bits(1), &bits(u64::MAX), &one);
        assert_eq!(most, ArrayValue::constant(one.clone()).store(Value::bv(64, 0), Value::bv(8, 0)));
        let wrapped = zero.clone().fill(&bits(u64::MAX - 1), &bits(4), &one);
        assert_eq!(wrapped.len(), 2);
        assert_eq!(wrapped.entries().count(), 4);
        let moved = zero.clone().copy(&bits(10), &bits(4), &wrapped, &bits(u64::MAX - 1));
        assert_eq!(moved, zero.fill(&bits(10), &bits(4), &one));
        assert_eq!(moved.to_string(), "{10..=13: 1, else 0}");
    }
}
