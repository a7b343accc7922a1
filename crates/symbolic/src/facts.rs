//! What holds of objects in every state of every run, as instances for the objects that a formula speaks of.

use maymust_program::VarId;
use maymust_term::{Op, TermId, Terms};
use rustc_hash::FxHashMap;

/// Facts about the objects whose state some terms read, where `state` and `next` are the symbols of the object states and of
/// the next number at one moment: there is no object 0, and none with a number that has not been dealt.
///
/// A formula that starts from an arbitrary state may assume them: they hold at the start of every program and every
/// operation keeps them.
pub fn object_facts(terms: &mut Terms, roots: &[TermId], state: VarId, next: VarId) -> Vec<TermId> {
    let mut indices: FxHashMap<TermId, ()> = FxHashMap::default();
    let mut order = Vec::new();
    for t in terms.cone_of(roots) {
        if terms.op(t) != Op::Select || terms.sort(terms.arg(t, 0)) != terms.symbol_sort(state) {
            continue;
        }
        let index = terms.arg(t, 1);
        if indices.insert(index, ()).is_none() {
            order.push(index);
        }
    }
    order.into_iter().map(|index| dealt(terms, state, next, index)).collect()
}

/// `state[index] = 0 or 0 < index < next`
fn dealt(terms: &mut Terms, state: VarId, next: VarId, index: TermId) -> TermId {
    let (states, next) = (terms.var(state), terms.var(next));
    let life = terms.select(states, index);
    let (no_life, zero) = (terms.bv(8, 0), terms.bv(terms.width(index), 0));
    let none = terms.eq(life, no_life);
    let below = terms.ult(index, next);
    let above = terms.ult(zero, index);
    let number = terms.and(&[above, below]);
    terms.or(&[none, number])
}
