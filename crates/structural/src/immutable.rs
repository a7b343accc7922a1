//! What is immutable: contents of constants, sizes and states of static objects.
//!
//! Every run that passes its checks leaves them as they are, so a read at a constant place is a constant whatever a closed
//! region might have done. Loops over the format of a `printf` unroll at once because of it.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use maymust_program::{ObjectState, Op, PointerLayout, Program, VarId};
use maymust_term::{BvValue, Op as TermOp, Sort, TermId, Terms};
use rustc_hash::FxHashMap;

use crate::region::Regions;

/// Reads that are constants in every state of a program.
#[derive(Clone, Debug, Default)]
pub struct Immutable {
    /// Contents of memory by address; a cell is as many bytes as it has, the lowest first.
    bytes: BTreeMap<u64, Arc<[u8]>>,
    /// Elements of all arrays of a sort, by index.
    elements: FxHashMap<(Sort, u64), TermId>,
    layout: PointerLayout,
}

impl Immutable {
    /// Of a prepared program.
    pub fn new(program: &Program, regions: &Regions, terms: &mut Terms) -> Immutable {
        let bytes = constant_bytes(program);
        let elements = if regions.are_objects_kept { statics(program, terms) } else { FxHashMap::default() };
        Immutable { bytes, elements, layout: program.layout }
    }

    /// The value of `op` (a read) of an array at an index, if it is immutable.
    pub fn read(&self, terms: &mut Terms, op: TermOp, array: TermId, index: TermId) -> Option<TermId> {
        let n = match op {
            TermOp::Select => 1,
            TermOp::Load { bytes } => bytes,
            _ => return None,
        };
        // Tables are no memories: their indices may count from anywhere.
        let index = terms.as_bv(index).filter(|_| !matches!(terms.op(array), TermOp::Table(_)))?;
        let (at, bits) = (index.to_u64()?, index.width());
        let sort = terms.sort(array);
        if let Some(element) = self.elements.get(&(sort, at)) {
            return Some(*element);
        }
        let width = match terms.array_parts(sort)?.1 {
            _ if bits != self.layout.bits() => return None,
            Sort::BitVec(width) if width % 8 == 0 => width / 8 * n,
            _ => return None,
        };
        let value = BvValue::from_le_bytes(self.bytes_at(at, width as usize)?);
        Some(terms.bv_value(value))
    }

    /// So many bytes at an address.
    fn bytes_at(&self, at: u64, n: usize) -> Option<&[u8]> {
        let (first, bytes) = self.bytes.range(..=at).next_back()?;
        let from = usize::try_from(at - first).ok()?;
        bytes.get(from..from.checked_add(n)?)
    }
}

/// Objects that are there from the start stay there, as long as they are: only lives on the heap and of local objects end, a
/// check in front of each `free` says so.
fn statics(program: &Program, terms: &mut Terms) -> FxHashMap<(Sort, u64), TermId> {
    let mut elements = FxHashMap::default();
    let (Some(size), Some(state)) = (program.memory.size, program.memory.state) else { return elements };
    let sorts = [size, state].map(|v| terms.symbol_sort(v));
    // No other arrays are meant.
    let mut others = (0..program.vars.len()).map(VarId::from_index).filter(|v| ![size, state].contains(v));
    if sorts[0] == sorts[1] || others.any(|v| sorts.contains(&terms.symbol_sort(v))) {
        return elements;
    }
    for (i, object) in program.statics.iter().enumerate() {
        let values = [terms.bv(32, u64::from(object.size)), object.state.term(terms)];
        elements.extend(sorts.into_iter().zip(values).map(|(sort, value)| ((sort, i as u64 + 1), value)));
    }
    elements
}

/// The contents of constants that are written at the start as a whole, by their addresses. Nothing else writes them: a check in
/// front of every write through a pointer says so, and no run goes on behind its failure. So closed regions leave them as they are.
fn constant_bytes(program: &Program) -> BTreeMap<u64, Arc<[u8]>> {
    let layout = program.layout;
    let begin = |address: u64| layout.join(layout.split(address).0, 0);
    let constant = |to: TermId| {
        let at = program.terms.as_u64(to)?;
        let object = program.statics.get(layout.split(at).0.checked_sub(1)? as usize)?;
        (object.state == ObjectState::Constant).then_some((at, object.size))
    };
    let mut found: BTreeMap<u64, Arc<[u8]>> = BTreeMap::new();
    let mut others: BTreeSet<u64> = BTreeSet::new();
    for edge in program.procs.iter().flat_map(|p| &p.edges) {
        let (Op::Bytes { to, .. } | Op::Fill { to, .. } | Op::Copy { to, .. }) = &edge.op else { continue };
        let Some((at, size)) = constant(*to) else { continue };
        let is_only = match &edge.op {
            Op::Bytes { data, .. } if at == begin(at) && data.len() == size as usize => {
                found.insert(at, data.clone()).is_none()
            }
            _ => false,
        };
        others.extend((!is_only).then_some(begin(at)));
    }
    // Single cells that are written.
    for t in (0..program.terms.len()).map(TermId::from_index) {
        if matches!(program.terms.op(t), TermOp::Store | TermOp::StoreWide { .. }) {
            others.extend(constant(program.terms.arg(t, 1)).map(|(at, _)| begin(at)));
        }
    }
    found.retain(|at, _| !others.contains(at));
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use maymust_term::{Table, Value};

    const AT: u64 = 7 << 32;

    fn hello() -> Immutable {
        let bytes = [(AT, b"hello".as_slice().into())].into_iter().collect();
        Immutable { bytes, ..Immutable::default() }
    }

    fn read(known: &Immutable, t: &mut Terms, op: TermOp, array: TermId, index: TermId) -> Option<u64> {
        let value = known.read(t, op, array, index)?;
        t.as_u64(value)
    }

    #[test]
    fn bytes_are_read_inside_the_constant_only() {
        let mut t = Terms::new();
        let sort = t.array_sort(Sort::BitVec(64), Sort::BitVec(8));
        let memory = t.declare_var("m", sort);
        for (i, expected) in [(0, Some(b'h')), (4, Some(b'o')), (5, None), (u64::MAX, None)] {
            let index = t.bv(64, AT.wrapping_add(i));
            let found = read(&hello(), &mut t, TermOp::Select, memory, index);
            assert_eq!(found, expected.map(u64::from));
        }
    }

    #[test]
    fn a_cell_has_its_lowest_byte_first() {
        let mut t = Terms::new();
        let bytes = t.array_sort(Sort::BitVec(64), Sort::BitVec(8));
        let words = t.array_sort(Sort::BitVec(64), Sort::BitVec(32));
        let (m, w) = (t.declare_var("m", bytes), t.declare_var("w", words));
        for (i, expected) in [(0, Some(*b"hell")), (1, Some(*b"ello")), (2, None)] {
            let index = t.bv(64, AT + i);
            let expected = expected.map(|b| u64::from(u32::from_le_bytes(b)));
            assert_eq!(read(&hello(), &mut t, TermOp::Select, w, index), expected);
            assert_eq!(read(&hello(), &mut t, TermOp::Load { bytes: 4 }, m, index), expected);
        }
    }

    #[test]
    fn elements_are_those_of_one_sort_and_not_of_tables() {
        let mut t = Terms::new();
        let states = t.array_sort(Sort::BitVec(32), Sort::BitVec(8));
        let others = t.array_sort(Sort::BitVec(32), Sort::BitVec(16));
        let (s, o, live) = (t.declare_var("s", states), t.declare_var("o", others), t.bv(8, 3));
        let elements = [((states, 7), live)].into_iter().collect();
        let known = Immutable { elements, ..Immutable::default() };
        let (seven, six) = (t.bv(32, 7), t.bv(32, 6));
        assert_eq!(read(&known, &mut t, TermOp::Select, s, seven), Some(3));
        assert_eq!(read(&known, &mut t, TermOp::Select, s, six), None);
        assert_eq!(read(&known, &mut t, TermOp::Select, o, seven), None);
        let table = Table::new(BvValue::zero(32), Value::bv(8, 0), &vec![Value::bv(8, 1); 9]);
        let table = t.table(states, table);
        assert_eq!(read(&known, &mut t, TermOp::Select, table, seven), None);
    }
}
