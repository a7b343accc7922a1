//! The value of a term in a state, reading memory cell by cell (never as a whole).

use maymust_term::{Op, TermId, Value, apply};
use rustc_hash::FxHashMap;

use crate::layout::Home;
use crate::machine::{Machine, from_bytes};
use crate::state::State;

/// The value of a term in the innermost frame; none if it depends on something without a value.
pub(crate) fn read_term(machine: &Machine<'_>, state: &State, root: TermId) -> Option<Value> {
    let terms = &machine.program.terms;
    let mut values: FxHashMap<TermId, Value> = FxHashMap::default();
    let mut stack = vec![root];
    while let Some(&t) = stack.last() {
        if values.contains_key(&t) {
            stack.pop();
            continue;
        }
        let args: Vec<TermId> =
            terms.args(t).iter().copied().filter(|a| !terms.sort(*a).is_array()).collect();
        let missing: Vec<TermId> = args.into_iter().filter(|a| !values.contains_key(a)).collect();
        if !missing.is_empty() {
            stack.extend(missing);
            continue;
        }
        let value = match terms.op(t) {
            Op::Var(var) => machine.value(state, var)?,
            Op::Select | Op::Load { .. } => read_cell(machine, state, t, values.get(&terms.arg(t, 1))?)?,
            _ => match terms.constant_value(t) {
                Some(value) => value,
                None => {
                    let args: Option<Vec<&Value>> = terms.args(t).iter().map(|a| values.get(a)).collect();
                    apply(terms.op(t), &args?)
                }
            },
        };
        values.insert(t, value);
        stack.pop();
    }
    values.remove(&root)
}

fn read_cell(machine: &Machine<'_>, state: &State, t: TermId, index: &Value) -> Option<Value> {
    let terms = &machine.program.terms;
    let array = terms.arg(t, 0);
    if let Some(table) = terms.as_table(array) {
        return Some(table.select(index.as_bv()?));
    }
    let at = index.as_u64()?;
    let memory = &state.memory;
    let read = |bytes: u32| memory.read(at, bytes as usize).ok().map(|b| from_bytes(terms.sort(t), &b));
    match (machine.homes.of(terms.as_var(array)?), terms.op(t)) {
        (Home::Size, _) => Some(Value::bv(32, u64::from(memory.size(at as u32)))),
        (Home::State, _) => Some(Value::bv(8, memory.state(at as u32) as u64)),
        (Home::Bytes, Op::Load { bytes }) => read(bytes),
        (Home::Bytes, _) => read(1),
        (Home::Cells(bits), _) => read(bits.div_ceil(8)),
        (Home::Frame(..) | Home::Global(_), Op::Select) => {
            let array = machine.value(state, terms.as_var(array)?)?;
            Some(array.as_array()?.select(index))
        }
        _ => None,
    }
}
