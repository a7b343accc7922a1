//! Rules for arrays: reads over writes by address arithmetic, wide accesses, literals.
//!
//! Normal form: an access of one byte is `select` or `store`, never a wide one.

use crate::arena::{Constant, Terms};
use crate::bv::BvValue;
use crate::op::{Op, TermId};
use crate::sort::Sort;
use crate::table::Table;

/// So many writes are looked through on the way to a read's own.
const MAX_WRITES: usize = 512;

/// How a read of some cells lies to a write.
enum Overlap {
    /// No cell is written.
    Disjoint,
    /// All cells are written; the first is this many above the write's first.
    Inside(u32),
    /// Some are: this many cells lie below the write, then so many in it from its given cell on.
    Partly { below: u32, from: u32, shared: u32 },
    /// That depends.
    Unknown,
}

impl Terms {
    /// An array literal of an array sort; panics if the table does not fit the sort.
    pub fn table(&mut self, sort: Sort, table: Table) -> TermId {
        let (index, element) = self.array_parts(sort).expect("a table has an array sort");
        assert_eq!(index, Sort::BitVec(table.base().width()), "index sort of a table");
        assert!(table.default_value().has_sort(element), "element sort of a table");
        self.constant(Constant::Table(sort, table))
    }

    pub(super) fn array_rules(&mut self, op: Op, args: &[TermId]) -> Option<TermId> {
        match op {
            Op::Select => self.select_rules(args[0], args[1]),
            Op::Store => self.store_rules(args[0], args[1], args[2]),
            // match: (load 1 a p) / result: (select a p)
            Op::Load { bytes: 1 } => Some(self.select(args[0], args[1])),
            Op::Load { bytes } => self.load_rules(args[0], args[1], bytes),
            // match: (store_wide 1 a p v) / result: (store a p v)
            Op::StoreWide { bytes: 1 } => Some(self.store(args[0], args[1], args[2])),
            Op::StoreWide { bytes } => self.store_wide_rules(args[0], args[1], args[2], bytes),
            _ => None,
        }
    }

    // --- distances ---------------------------------------------------------------------------

    /// `a - b`, if it is the same for all values of the symbols.
    pub fn constant_distance(&self, a: TermId, b: TermId) -> Option<BvValue> {
        if let (Some(x), Some(y)) = (self.as_bv(a), self.as_bv(b)) {
            return Some(x.sub(y));
        }
        let ((x, c), (y, d)) = (self.split_offset(a), self.split_offset(b));
        (x == y).then(|| c.sub(&d))
    }

    /// How `n` cells from `read` on lie to `m` cells from `write` on.
    fn overlap(&self, read: TermId, n: u32, write: TermId, m: u32) -> Overlap {
        let w = self.width(read);
        // Accesses that wrap around a tiny index sort are left alone.
        if w < 32 && (1u64 << w) < 2 * (n as u64 + m as u64) {
            let same = n == m && read == write && (n as u64) <= 1u64 << w;
            return if same { Overlap::Inside(0) } else { self.tiny_overlap(read, n, write, m) };
        }
        let Some(up) = self.constant_distance(read, write) else {
            return if self.apart(read, n, write, m) { Overlap::Disjoint } else { Overlap::Unknown };
        };
        let (down, up) = (up.neg().to_u64(), up.to_u64());
        if let Some(up) = up.filter(|u| *u < m as u64) {
            let (up, shared) = (up as u32, m - up as u32);
            return if n <= shared {
                Overlap::Inside(up)
            } else {
                Overlap::Partly { below: 0, from: up, shared }
            };
        }
        match down.filter(|d| *d < n as u64) {
            Some(d) => {
                let below = d as u32;
                Overlap::Partly { below, from: 0, shared: m.min(n - below) }
            }
            None => Overlap::Disjoint,
        }
    }

    /// Single cells are fine in an index sort of any size.
    fn tiny_overlap(&self, read: TermId, n: u32, write: TermId, m: u32) -> Overlap {
        if n != 1 || m != 1 {
            return Overlap::Unknown;
        }
        match self.constant_distance(read, write) {
            Some(d) if d.is_zero() => Overlap::Inside(0),
            Some(_) => Overlap::Disjoint,
            None if self.apart(read, 1, write, 1) => Overlap::Disjoint,
            None => Overlap::Unknown,
        }
    }

    /// Are the ranges surely disjoint, by what is known of the bits of the addresses?
    fn apart(&self, a: TermId, n: u32, b: TermId, m: u32) -> bool {
        let w = self.width(a);
        if w > 64 {
            return false;
        }
        let (x, y) = (self.known_bits(a), self.known_bits(b));
        if n == 1 && m == 1 {
            return x.conflicts(y);
        }
        let before =
            |low: u64, len: u32, high: u64| low.checked_add(len as u64 - 1).is_some_and(|end| end < high);
        // Neither may run over the end of the index sort and so come round.
        let last = crate::known::low_mask(w);
        let whole = |max: u64, len: u32| max.checked_add(len as u64 - 1).is_some_and(|e| e <= last);
        let (x_max, y_max) = (x.max_unsigned(w), y.max_unsigned(w));
        (before(x_max, n, y.min_unsigned()) && whole(y_max, m))
            || (before(y_max, m, x.min_unsigned()) && whole(x_max, n))
    }

    /// Address, value and number of cells of a write.
    fn write_parts(&self, array: TermId) -> Option<(TermId, TermId, TermId, u32)> {
        let cells = match self.op(array) {
            Op::Store => 1,
            Op::StoreWide { bytes } => bytes,
            _ => return None,
        };
        let &[inner, at, value] = self.args(array) else { return None };
        Some((inner, at, value, cells))
    }

    /// Goes down through writes that a read does not see, and through an `ite` of arrays whose
    /// branches differ by such writes only.
    /// match: (select (store a j v) i), i and j apart / result: (select a i)
    fn unseen(&self, mut array: TermId, at: TermId, n: u32, depth: u32) -> TermId {
        for _ in 0..MAX_WRITES {
            if self.op(array) == Op::Ite && depth < 3 {
                let (x, y) = (self.arg(array, 1), self.arg(array, 2));
                let (x, y) = (self.unseen(x, at, n, depth + 1), self.unseen(y, at, n, depth + 1));
                if x != y {
                    return array;
                }
                array = x;
                continue;
            }
            if let Some(inner) = self.below_range(array, at, n as u64) {
                array = inner;
                continue;
            }
            let Some((inner, j, _, m)) = self.write_parts(array) else { return array };
            if !self.single_index(array) || !matches!(self.overlap(at, n, j, m), Overlap::Disjoint) {
                return array;
            }
            array = inner;
        }
        array
    }

    /// Is the array indexed by bit-vectors, so that distances make sense?
    fn single_index(&self, array: TermId) -> bool {
        matches!(self.array_parts(self.sort(array)), Some((Sort::BitVec(_), _)))
    }

    // --- reads -------------------------------------------------------------------------------

    fn select_rules(&mut self, array: TermId, index: TermId) -> Option<TermId> {
        let bits = self.single_index(array);
        let source = if bits { self.unseen(array, index, 1, 0) } else { array };
        if source != array {
            return Some(self.select(source, index));
        }
        match self.op(array) {
            // match: (select ((as const A) v) i) / result: v
            Op::ConstArray(_) => Some(self.arg(array, 0)),
            // match: (select (store a i v) i) / result: v
            Op::Store if self.arg(array, 1) == index => Some(self.arg(array, 2)),
            // match: (select (store a i v) j), different constants / result: (select a j)
            Op::Store
                if self.is_const(index)
                    && self.is_const(self.arg(array, 1))
                    && !self.sort(index).is_array() =>
            {
                let inner = self.arg(array, 0);
                self.deeper(|s| Some(s.select(inner, index)))
            }
            // match: (select (store_wide n a p v) i), i inside / result: that byte of v
            Op::StoreWide { .. } => self.byte_of_write(array, index),
            // match: (select table c) / result: the element
            Op::Table(_) => self.table_element(array, index),
            Op::Fill | Op::Copy => self.select_range(array, index),
            Op::Ite => self.read_ite(array, |s, a| s.select(a, index)),
            _ => None,
        }
    }

    fn byte_of_write(&mut self, array: TermId, index: TermId) -> Option<TermId> {
        let (_, j, value, m) = self.write_parts(array)?;
        match self.overlap(index, 1, j, m) {
            Overlap::Inside(k) => Some(self.extract(value, 8 * k + 7, 8 * k)),
            _ => None,
        }
    }

    /// The element at a constant index, or the default outside of the known range.
    fn table_element(&mut self, array: TermId, index: TermId) -> Option<TermId> {
        let v = match self.as_bv(index) {
            Some(i) => self.as_table(array)?.select(i),
            None => {
                let table = self.as_table(array)?;
                // match: (select table i), all elements equal / result: that element
                if table.len() > 64 || table.values().any(|v| v != *table.default_value()) {
                    return None;
                }
                table.default_value().clone()
            }
        };
        self.value(&v)
    }

    /// match: (select (ite c a b) i), where a or b gives its value / result: (ite c … …)
    fn read_ite(&mut self, array: TermId, read: impl Fn(&mut Self, TermId) -> TermId) -> Option<TermId> {
        self.shallow(|s| {
            let &[c, a, b] = s.args(array) else { return None };
            if !s.is_write(a) && !s.is_write(b) {
                return None;
            }
            let (x, y) = (read(s, a), read(s, b));
            let settled = |s: &Self, t: TermId| !matches!(s.op(t), Op::Select | Op::Load { .. });
            (x == y || settled(s, x) || settled(s, y)).then(|| s.ite(c, x, y))
        })
    }

    fn is_write(&self, array: TermId) -> bool {
        matches!(
            self.op(array),
            Op::Store | Op::StoreWide { .. } | Op::ConstArray(_) | Op::Table(_) | Op::Fill | Op::Copy
        )
    }

    fn load_rules(&mut self, array: TermId, address: TermId, n: u32) -> Option<TermId> {
        let source = self.unseen(array, address, n, 0);
        if source != array {
            return Some(self.load(source, address, n));
        }
        match self.op(array) {
            // match: (load n ((as const A) c) p), a constant byte / result: n copies of it
            Op::ConstArray(_) => {
                let byte = self.arg(array, 0);
                let v = self.as_bv(byte)?.to_u64()? as u8;
                Some(self.bv_value(BvValue::from_le_bytes(&vec![v; n as usize])))
            }
            Op::Store | Op::StoreWide { .. } => self.load_over_write(array, address, n),
            // match: (load n table c) / result: the bytes there
            Op::Table(_) => self.table_bytes(array, address, n),
            Op::Fill | Op::Copy => self.load_range(array, address, n),
            Op::Ite => self.read_ite(array, |s, a| s.load(a, address, n)),
            _ => None,
        }
    }

    fn table_bytes(&mut self, array: TermId, address: TermId, n: u32) -> Option<TermId> {
        let at = self.as_bv(address)?;
        let table = self.as_table(array)?;
        let byte = |i: u32| {
            let i = BvValue::from_u64(at.width(), i as u64);
            table.select(&at.add(&i)).as_u64().map(|b| b as u8)
        };
        let bytes: Option<Vec<u8>> = (0..n).map(byte).collect();
        Some(self.bv_value(BvValue::from_le_bytes(&bytes?)))
    }

    fn load_over_write(&mut self, array: TermId, address: TermId, n: u32) -> Option<TermId> {
        let (inner, j, value, m) = self.write_parts(array)?;
        match self.overlap(address, n, j, m) {
            // match: (load n (store_wide m a p v) q), inside / result: those bytes of v
            Overlap::Inside(k) => Some(self.extract(value, 8 * (k + n) - 1, 8 * k)),
            // match: (load n (store_wide m a p v) q), partly inside / result: the bytes below
            // from a, those of v, and the bytes above from a, side by side
            Overlap::Partly { below, from, shared } => self.deeper(|s| {
                let mut out = s.extract(value, 8 * (from + shared) - 1, 8 * from);
                if below > 0 {
                    let low = s.load(inner, address, below);
                    out = s.concat(out, low);
                }
                let above = n - below - shared;
                if above > 0 {
                    let skip = s.bv(s.width(address), (below + shared) as u64);
                    let at = s.bv_add(address, skip);
                    let high = s.load(inner, at, above);
                    out = s.concat(high, out);
                }
                Some(out)
            }),
            _ => None,
        }
    }

    // --- writes ------------------------------------------------------------------------------

    fn store_rules(&mut self, array: TermId, index: TermId, value: TermId) -> Option<TermId> {
        // match: (store a i (select a i)) / result: a
        if self.op(value) == Op::Select && self.args(value) == [array, index] {
            return Some(array);
        }
        match self.op(array) {
            // match: (store (store a i v) i w) / result: (store a i w)
            Op::Store if self.arg(array, 1) == index => {
                let inner = self.arg(array, 0);
                Some(self.store(inner, index, value))
            }
            // match: (store ((as const A) v) i v) / result: ((as const A) v)
            Op::ConstArray(_) if self.arg(array, 0) == value => Some(array),
            _ => None,
        }
    }

    fn store_wide_rules(&mut self, array: TermId, address: TermId, value: TermId, n: u32) -> Option<TermId> {
        let wraps = self.width(address) < 32 && (1u64 << self.width(address)) < n as u64;
        if wraps {
            return None;
        }
        // match: (store_wide n a p (load n a p)) / result: a
        if self.op(value) == (Op::Load { bytes: n }) && self.args(value) == [array, address] {
            return Some(array);
        }
        let (inner, j, _, m) = self.write_parts(array)?;
        // match: (store_wide n (store_wide m a q v) p w), the first covered by the second
        // / result: (store_wide n a p w)
        match self.overlap(j, m, address, n) {
            Overlap::Inside(_) => Some(self.store_wide(inner, address, value)),
            _ => None,
        }
    }
}
