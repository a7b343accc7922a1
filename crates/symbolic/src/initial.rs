//! The state in which a program starts.

use maymust_program::{Cell, Program, VarId, VarKind};
use maymust_term::{BvValue, Sort, Table, TermId, Terms, Value};

use crate::execute::Host;
use crate::range;
use crate::state::State;

/// The start of the program's entry: static objects and globals are zero, other memory is arbitrary.
pub fn initial(program: &Program, terms: &mut Terms, host: &mut dyn Host) -> State {
    let mut state = State::new();
    for i in 0..program.vars.len() {
        let var = VarId::from_index(i);
        if matches!(program.var(var).kind, VarKind::Global | VarKind::ThreadLocal)
            && let Some(zero) = zero(terms, terms.symbol_sort(var))
        {
            state.set(var, zero);
        }
    }
    objects(program, terms, &mut state);
    for region in &program.memory.regions {
        if let Cell::Scalar { bits, .. } = region.cell {
            state.set(region.var, terms.bv(bits, 0));
            continue;
        }
        let before = host.forget(terms, region.var);
        let bits = crate::execute::cell_bits(region);
        let (from, zero) = (program.layout.null(terms), terms.bv(bits, 0));
        let end = program.layout.join(program.statics.len() as u32 + 1, 0);
        let end = program.layout.constant(terms, end);
        let value = range::fill(terms, region, before, from, end, zero);
        state.set(region.var, value);
    }
    state
}

/// Sizes and states of the static objects, and the next number.
fn objects(program: &Program, terms: &mut Terms, state: &mut State) {
    let memory = &program.memory;
    let mut literal = |terms: &mut Terms, var: Option<VarId>, bits: u32, value: &dyn Fn(usize) -> u64| {
        let Some(var) = var else { return };
        let values: Vec<Value> = (0..program.statics.len()).map(|i| Value::bv(bits, value(i))).collect();
        let table = Table::new(BvValue::one(program.layout.object_bits), Value::bv(bits, 0), &values);
        let literal = terms.table(terms.symbol_sort(var), table);
        state.set(var, literal);
    };
    literal(terms, memory.size, 32, &|i| u64::from(program.statics[i].size));
    literal(terms, memory.state, 8, &|i| program.statics[i].state as u64);
    if let Some(next) = memory.next {
        state.set(next, program.layout.number(terms, program.statics.len() as u64 + 1));
    }
}

fn zero(terms: &mut Terms, sort: Sort) -> Option<TermId> {
    match sort {
        Sort::Bool => Some(terms.fls()),
        Sort::BitVec(width) => Some(terms.bv(width, 0)),
        _ => None,
    }
}
