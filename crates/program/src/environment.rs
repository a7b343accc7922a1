//! The environment's heap: what was there before the program started, and what functions without body point to.
//!
//! For each type that a pointer from outside may point to there is one *heap*: a static object whose elements are the
//! environment's objects of that type. Records lie far apart, so that each may be followed and preceded by more of its
//! object; numbers lie side by side, as in one array. A pointer from outside is null or points to any element: two may be
//! equal, lists may be cyclic and of any length. All of this is said by ordinary operations.
//!
//! What a heap holds at the start is arbitrary, but for its pointers, which are null or point to elements of heaps. Nothing
//! is assumed of all elements at once: a second object, the heap's *image*, keeps what the heap held at the start, and is
//! never written. Before a pointer is loaded from a heap, the image of its place is assumed to be such a pointer. That is
//! right whatever was written to the heap since.

use crate::PointerLayout;
use maymust_term::{Op, Sort, TermId, Terms};

/// The heaps. Their objects have consecutive numbers, each followed by its image; images have odd numbers.
#[derive(Clone, Debug, Default)]
pub struct Environment {
    /// The number of the first heap.
    pub first: u32,
    /// One per type.
    pub heaps: Vec<EnvironmentHeap>,
}

/// A heap.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct EnvironmentHeap {
    /// Where the first element is.
    pub start: u32,
    /// The distance between elements.
    pub stride: u32,
    /// There are 2 to this many elements.
    pub index_bits: u32,
    /// Bytes of all.
    pub size: u32,
}

impl Environment {
    /// The number of the object of a heap.
    pub fn number(&self, index: usize) -> u32 {
        self.first + 2 * index as u32
    }

    /// The heap that an object is; its image counts as the heap.
    pub fn heap_of(&self, number: u32) -> Option<usize> {
        let index = (number.checked_sub(self.first)? / 2) as usize;
        (index < self.heaps.len()).then_some(index)
    }

    /// How many numbers the heaps and their images have.
    pub fn numbers(&self) -> u64 {
        2 * self.heaps.len() as u64
    }

    /// Is the number of an address one of so many from that of the first heap on?
    pub fn inside(&self, terms: &mut Terms, layout: PointerLayout, address: TermId, numbers: u64) -> TermId {
        let number = layout.object(terms, address);
        let first = layout.number(terms, u64::from(self.first));
        let distance = terms.bv_sub(number, first);
        let count = layout.number(terms, numbers);
        terms.ult(distance, count)
    }

    /// The places whose images a term loads from.
    pub fn looks(&self, terms: &Terms, layout: PointerLayout, t: TermId) -> Vec<TermId> {
        if self.heaps.is_empty() || terms.sort(t) != Sort::Bool {
            return Vec::new();
        }
        let loads = terms.cone_of(&[t]).into_iter().filter(|t| {
            let is_load = matches!(terms.op(*t), Op::Load { .. } | Op::Select);
            is_load && terms.as_var(terms.arg(*t, 0)).is_some()
        });
        loads.filter_map(|t| layout.imaged(terms, terms.arg(t, 1))).collect()
    }
}

impl EnvironmentHeap {
    /// The address of an element, by its index (BV32).
    pub fn element(&self, terms: &mut Terms, layout: PointerLayout, number: u32, index: TermId) -> TermId {
        let base = layout.constant(terms, layout.join(number, self.start));
        let low = terms.extract(index, self.index_bits - 1, 0);
        let index = terms.resize_unsigned(low, layout.bits());
        let stride = layout.constant(terms, u64::from(self.stride));
        let distance = terms.bv_mul(index, stride);
        terms.bv_add(base, distance)
    }

    /// Is a pointer the address of an element?
    pub fn is_element(
        &self,
        terms: &mut Terms,
        layout: PointerLayout,
        number: u32,
        pointer: TermId,
    ) -> TermId {
        let (object, offset) = (layout.object(terms, pointer), layout.offset(terms, pointer));
        let (number, start) = (layout.number(terms, u64::from(number)), terms.bv(32, u64::from(self.start)));
        let here = terms.eq(object, number);
        let distance = terms.bv_sub(offset, start);
        let last = ((1u64 << self.index_bits) - 1) * u64::from(self.stride);
        let last = terms.bv(32, last);
        let inside = terms.ule(distance, last);
        let whole = is_multiple(terms, distance, self.stride);
        terms.and(&[here, inside, whole])
    }
}

/// Is a number of 32 bits a multiple? For an odd factor, exactly the multiples stay small when they are multiplied by its inverse.
fn is_multiple(terms: &mut Terms, t: TermId, factor: u32) -> TermId {
    let zeros = factor.trailing_zeros();
    let odd = factor >> zeros;
    let aligned = match zeros {
        0 => terms.tru(),
        _ => {
            let (low, zero) = (terms.extract(t, zeros - 1, 0), terms.bv(zeros, 0));
            terms.eq(low, zero)
        }
    };
    if odd == 1 {
        return aligned;
    }
    // Newton's iteration doubles the bits that are right; an odd number is its own inverse in three bits.
    let inverse = (0..4).fold(odd, |x, _| x.wrapping_mul(2u32.wrapping_sub(odd.wrapping_mul(x))));
    let factor = terms.bv(32, u64::from(inverse));
    let quotient = terms.bv_mul(t, factor);
    let most = terms.bv(32, u64::from(u32::MAX / odd));
    let whole = terms.ule(quotient, most);
    terms.and2(aligned, whole)
}

#[cfg(test)]
mod tests {
    use super::*;
    use maymust_term::eval;

    #[test]
    fn multiples_are_told_from_other_numbers() {
        let mut terms = Terms::new();
        for factor in [1, 3, 4, 24, 40, 1000, 65536, 1 << 20] {
            for n in (0..3000).chain([u32::MAX / factor * factor, u32::MAX / factor * factor - 1]) {
                let t = terms.bv(32, u64::from(n));
                let whole = is_multiple(&mut terms, t, factor);
                let value = eval(&terms, whole, &|_| unreachable!("no variable"));
                assert_eq!(value.as_bool(), Some(n % factor == 0), "{n} by {factor}");
            }
        }
    }

    #[test]
    fn elements_are_elements() {
        let (mut terms, layout) = (Terms::new(), PointerLayout::LP64);
        let heap = EnvironmentHeap { start: 1536, stride: 1536, index_bits: 9, size: 1 << 20 };
        for (index, off) in [(0, 0), (511, 0), (17, 1), (17, 512)] {
            let index = terms.bv(32, index);
            let element = heap.element(&mut terms, layout, 8, index);
            let off = terms.bv(64, off);
            let pointer = terms.bv_add(element, off);
            let is = heap.is_element(&mut terms, layout, 8, pointer);
            assert_eq!(terms.as_bool(is), Some(terms.as_u64(off) == Some(0)));
        }
    }
}
