//! Pointers and objects: how a pointer is encoded, and the states that an object goes through.
//!
//! A pointer is an object number in its high bits and a byte offset in its low bits. How many bits each part has is the
//! program's [`PointerLayout`]. An object number that has been split off has as many bits as in the pointer; offsets and sizes
//! always have [`SIZE_BITS`]. Nothing else in the workspace knows where one part ends and the other begins.

use maymust_term::{Op, Sort, TermId, Terms};

/// Width of an offset or a size that stands alone.
pub const SIZE_BITS: u32 = 32;

/// How a pointer is divided.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub struct PointerLayout {
    /// High bits: the object number.
    pub object_bits: u32,
    /// Low bits: the byte offset.
    pub offset_bits: u32,
}

impl Default for PointerLayout {
    fn default() -> Self {
        PointerLayout::LP64
    }
}

/// The layout and its values.
impl PointerLayout {
    /// The layout of 64-bit pointers.
    pub const LP64: PointerLayout = PointerLayout { object_bits: 32, offset_bits: 32 };

    /// 32-bit pointers whose objects may have `largest` bytes; the rest of the bits, but at least `object_bits`, counts objects.
    pub fn ilp32(largest: u64, object_bits: u32) -> PointerLayout {
        const FEWEST: u32 = 16;
        let needed = (u64::BITS - largest.leading_zeros()) + 2;
        let offset_bits = needed.max(FEWEST).min(32 - object_bits.clamp(4, 32 - FEWEST));
        PointerLayout { object_bits: 32 - offset_bits, offset_bits }
    }

    /// Has a pointer 32 or 64 bits, and both parts enough of them?
    pub fn is_possible(self) -> bool {
        let PointerLayout { object_bits, offset_bits } = self;
        (4..=32).contains(&object_bits) && (16..=32).contains(&offset_bits) && matches!(self.bits(), 32 | 64)
    }

    /// Bits of a pointer.
    pub fn bits(self) -> u32 {
        self.object_bits + self.offset_bits
    }

    /// The sort of a pointer.
    pub fn sort(self) -> Sort {
        Sort::BitVec(self.bits())
    }

    /// Objects are smaller than this, and pointer arithmetic strays at most this far from its object. So a stray
    /// pointer never looks like a valid one to a neighbour.
    pub fn max_object(self) -> u64 {
        1 << (self.offset_bits - 2)
    }

    /// Bytes of a pointer.
    pub fn bytes(self) -> u32 {
        self.bits() / 8
    }

    /// Object numbers are below this.
    pub fn objects(self) -> u64 {
        1 << self.object_bits
    }

    /// A constant of as many bits as a pointer, read as a signed number.
    pub fn signed(self, number: u64) -> i64 {
        let shift = 64 - self.bits();
        (number << shift) as i64 >> shift
    }

    /// A number cut to as many bits as a pointer has.
    #[inline(always)]
    fn cut(self, number: u64) -> u64 {
        number & (u64::MAX >> (64 - self.bits()))
    }

    /// Object number and offset of a pointer.
    #[inline(always)]
    pub fn split(self, pointer: u64) -> (u32, u32) {
        let offset = pointer & (u64::MAX >> (64 - self.offset_bits));
        ((pointer >> self.offset_bits) as u32, offset as u32)
    }

    /// The pointer to a byte of an object.
    #[inline(always)]
    pub fn join(self, number: u32, offset: u32) -> u64 {
        u64::from(number) << self.offset_bits | u64::from(offset)
    }

    /// A pointer moved by so many bytes.
    pub fn moved(self, pointer: u64, by: i64) -> u64 {
        self.cut(pointer.wrapping_add_signed(by))
    }

    /// The object that a pointer was made from by arithmetic that did not stray, and the distance from its start.
    pub fn nearest(self, pointer: u64) -> (u32, i64) {
        let (number, _) = self.split(self.cut(pointer.wrapping_add(1 << (self.offset_bits - 1))));
        (number, self.signed(pointer.wrapping_sub(self.join(number, 0))))
    }
}

/// The same on terms.
impl PointerLayout {
    /// The object number of a pointer.
    pub fn object(self, terms: &mut Terms, pointer: TermId) -> TermId {
        terms.extract(pointer, self.bits() - 1, self.offset_bits)
    }

    /// The byte offset of a pointer.
    pub fn offset(self, terms: &mut Terms, pointer: TermId) -> TermId {
        let offset = terms.extract(pointer, self.offset_bits - 1, 0);
        terms.resize_unsigned(offset, SIZE_BITS)
    }

    /// The sort of an object number.
    pub fn number_sort(self) -> Sort {
        Sort::BitVec(self.object_bits)
    }

    /// An object number as a term.
    pub fn number(self, terms: &mut Terms, number: u64) -> TermId {
        terms.bv(self.object_bits, number)
    }

    /// The pointer to the start of an object.
    pub fn start(self, terms: &mut Terms, number: TermId) -> TermId {
        let zero = terms.bv(self.offset_bits, 0);
        terms.concat(number, zero)
    }

    /// A pointer with a known value.
    pub fn constant(self, terms: &mut Terms, pointer: u64) -> TermId {
        terms.bv(self.bits(), pointer)
    }

    /// The same byte of the object with the next number, of an object with an even number.
    pub fn image(self, terms: &mut Terms, pointer: TermId) -> TermId {
        let bit = self.constant(terms, 1 << self.offset_bits);
        terms.bv_or(pointer, bit)
    }

    /// The pointer that this is the [`Self::image`] of.
    pub fn imaged(self, terms: &Terms, pointer: TermId) -> Option<TermId> {
        let is_image = terms.op(pointer) == Op::BvOr
            && terms.as_u64(terms.arg(pointer, 1)) == Some(1 << self.offset_bits)
            && terms.width(pointer) == self.bits();
        is_image.then(|| terms.arg(pointer, 0))
    }

    /// The pointer to nothing.
    pub fn null(self, terms: &mut Terms) -> TermId {
        terms.bv(self.bits(), 0)
    }

    /// Did arithmetic leave a pointer within reach of its object?
    pub fn is_near(self, terms: &mut Terms, pointer: TermId) -> TermId {
        let offset = terms.extract(pointer, self.offset_bits - 1, 0);
        let reach = terms.bv(self.offset_bits, self.max_object());
        let shifted = terms.bv_add(offset, reach);
        let range = terms.bv(self.offset_bits, self.max_object() * 2);
        terms.ult(shifted, range)
    }
}

/// The state of an object, as stored in the array `state`.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash, PartialOrd, Ord)]
#[repr(u8)]
pub enum ObjectState {
    /// No such object.
    None = 0,
    /// Static storage.
    Static = 1,
    /// A live local.
    Stack = 2,
    /// A live heap object.
    Heap = 3,
    /// Unknown origin: arbitrary contents.
    External = 4,
    /// Read-only static storage (string literals, const objects).
    Constant = 5,
    /// Freed heap object.
    Freed = 6,
    /// Local whose lifetime has ended.
    Dead = 7,
    /// A function or label: has an address, no bytes.
    Code = 8,
}

impl ObjectState {
    /// Width of a state as a term.
    pub const BITS: u32 = 8;

    /// All states, in the order of their numbers.
    pub const ALL: [ObjectState; 9] = [
        ObjectState::None,
        ObjectState::Static,
        ObjectState::Stack,
        ObjectState::Heap,
        ObjectState::External,
        ObjectState::Constant,
        ObjectState::Freed,
        ObjectState::Dead,
        ObjectState::Code,
    ];

    /// Does an object in this state have bytes that may be read?
    pub fn is_live(self) -> bool {
        ObjectState::Static <= self && self < ObjectState::Freed
    }

    /// Has its life ended?
    pub fn is_over(self) -> bool {
        matches!(self, ObjectState::Freed | ObjectState::Dead)
    }

    /// The state as a term.
    pub fn term(self, terms: &mut Terms) -> TermId {
        terms.bv(Self::BITS, self as u64)
    }

    /// Is this the state of an object that has, or once had, bytes?
    pub fn has_bytes(terms: &mut Terms, state: TermId) -> TermId {
        let first = ObjectState::Static.term(terms);
        let below = terms.bv_sub(state, first);
        let count = terms.bv(Self::BITS, ObjectState::Code as u64 - ObjectState::Static as u64);
        terms.ult(below, count)
    }

    /// Is a state before the end of life? Said of states that [`Self::has_bytes`] holds for.
    pub fn is_before_end(terms: &mut Terms, state: TermId) -> TermId {
        let freed = ObjectState::Freed.term(terms);
        terms.ult(state, freed)
    }

    /// Is a state this one?
    pub fn is(self, terms: &mut Terms, state: TermId) -> TermId {
        let this = self.term(terms);
        terms.eq(state, this)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use maymust_term::eval;

    const NARROW: PointerLayout = PointerLayout { object_bits: 14, offset_bits: 18 };

    #[test]
    fn splitting_undoes_joining_on_values_and_terms() {
        for layout in [PointerLayout::LP64, NARROW] {
            for (number, offset) in [(0, 0), (1, 0), (77, 13), ((1 << 14) - 1, (1 << 18) - 1)] {
                let pointer = layout.join(number, offset);
                assert_eq!(layout.split(pointer), (number, offset));
                let mut terms = Terms::new();
                let t = layout.constant(&mut terms, pointer);
                let (object, at) = (layout.object(&mut terms, t), layout.offset(&mut terms, t));
                assert_eq!(terms.as_u64(object), Some(u64::from(number)));
                assert_eq!(terms.as_u64(at), Some(u64::from(offset)));
                let start = layout.start(&mut terms, object);
                assert_eq!(terms.as_u64(start), Some(layout.join(number, 0)));
            }
        }
    }

    #[test]
    fn offsets_of_32_bit_pointers_reach_through_the_largest_object() {
        for (largest, objects, offset_bits) in
            [(0, 8, 16), (16_383, 8, 16), (16_384, 8, 17), (1 << 30, 8, 24)]
        {
            let layout = PointerLayout::ilp32(largest, objects);
            assert!(layout.is_possible() && layout.bits() == 32);
            assert_eq!(layout.offset_bits, offset_bits);
            assert!(layout.object_bits >= objects && (largest < layout.max_object() || offset_bits == 24));
        }
    }

    #[test]
    fn a_pointer_before_its_object_is_still_its_own() {
        for layout in [PointerLayout::LP64, NARROW] {
            let start = layout.join(5, 0);
            assert_eq!(layout.nearest(start.wrapping_sub(4)), (5, -4));
            assert_eq!(layout.nearest(start + 12), (5, 12));
        }
    }

    #[test]
    fn what_is_near_is_within_reach_of_the_object() {
        let mut terms = Terms::new();
        let reach = NARROW.max_object();
        let start = NARROW.join(5, 0);
        let cases = [(0, true), (reach - 1, true), (reach, false), (reach * 3 - 1, false), (reach * 3, true)];
        for (distance, expected) in cases {
            let t = NARROW.constant(&mut terms, start + distance);
            let near = NARROW.is_near(&mut terms, t);
            assert_eq!(terms.as_bool(near), Some(expected), "{distance}");
        }
    }

    #[test]
    fn conditions_on_states_say_what_the_enum_says() {
        let mut terms = Terms::new();
        for state in ObjectState::ALL {
            let t = state.term(&mut terms);
            let (bytes, before) =
                (ObjectState::has_bytes(&mut terms, t), ObjectState::is_before_end(&mut terms, t));
            let both = terms.and2(bytes, before);
            let value = eval(&terms, both, &|_| unreachable!("no variable"));
            assert_eq!(value.as_bool(), Some(state.is_live()), "{state:?}");
        }
    }
}
