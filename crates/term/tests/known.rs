//! What is known of all memories: reads at constant places among it are constants, and no others.

use maymust_term::*;

#[test]
fn known_bytes_and_elements_are_read() {
    let mut t = Terms::new();
    let bytes = t.array_sort(Sort::BitVec(64), Sort::BitVec(8));
    let words = t.array_sort(Sort::BitVec(64), Sort::BitVec(32));
    let states = t.array_sort(Sort::BitVec(32), Sort::BitVec(8));
    let (m, w, s) = (t.declare_var("m", bytes), t.declare_var("w", words), t.declare_var("s", states));
    const AT: u64 = 7 << 32;
    t.know_bytes(AT, b"hello".as_slice().into());
    let live = t.bv(8, 3);
    t.know_element(states, 7, live);
    let at = |t: &mut Terms, i: u64| t.bv(64, AT.wrapping_add(i));
    let read = |t: &mut Terms, array: TermId, index: TermId| {
        let value = t.select(array, index);
        t.as_u64(value)
    };
    for (i, byte) in b"hello".iter().enumerate() {
        let index = at(&mut t, i as u64);
        assert_eq!(read(&mut t, m, index), Some(u64::from(*byte)));
    }
    for outside in [u64::MAX, 5] {
        let index = at(&mut t, outside);
        assert_eq!(read(&mut t, m, index), None);
    }
    // An element has as many bytes as it has, the lowest first.
    let word = |i: usize| u64::from(u32::from_le_bytes(*b"hello"[i..].first_chunk().unwrap_or(&[0; 4])));
    for (i, expected) in [(0, Some(word(0))), (1, Some(word(1))), (2, None)] {
        let index = at(&mut t, i);
        assert_eq!(read(&mut t, w, index), expected);
        let wide = t.load(m, index, 4);
        assert_eq!(t.as_u64(wide), expected);
    }
    let (known, other) = (t.bv(32, 7), t.bv(32, 6));
    assert_eq!((read(&mut t, s, known), read(&mut t, s, other)), (Some(3), None));
    // A table counts from anywhere: it is no memory.
    let table = Table::new(BvValue::zero(32), Value::bv(8, 0), &vec![Value::bv(8, 1); 9]);
    let table = t.table(states, table);
    assert_eq!(read(&mut t, table, known), Some(1));
}
