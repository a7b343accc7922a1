//! Inputs that are not chosen yet, within states: finding and replacing them.

use std::rc::Rc;

use maymust_term::{Symbol, TermId, Terms};
use rustc_hash::FxHashMap;

use crate::heap::value_cells;
use crate::state::State;
use crate::value::Val;

/// Replaces an input by a value wherever it occurs but in the path's conditions.
pub fn replace(terms: &mut Terms, state: &mut State, input: Symbol, value: TermId) {
    let map: FxHashMap<Symbol, TermId> = [(input, value)].into_iter().collect();
    let mut change = |val: &mut Val| {
        if let Val::Sym(t) = val {
            let new = terms.substitute(*t, &map);
            *val = Val::from_term(terms, new);
        }
    };
    state.globals.iter_mut().for_each(&mut change);
    for thread in &mut state.threads {
        thread.own.iter_mut().for_each(&mut change);
        thread.frames.iter_mut().flat_map(|f| &mut f.vals).for_each(&mut change);
    }
    let symbolic: Vec<u32> = objects_with_terms(state);
    for number in symbolic {
        if let Some(body) = state.heap.body_mut(number) {
            value_cells(body, &mut change);
        }
    }
}

/// Objects in which terms lie.
fn objects_with_terms(state: &State) -> Vec<u32> {
    let has = |body: &Rc<crate::heap::Body>| body.terms().next().is_some();
    let mut found = Vec::new();
    for (first, chunk) in state.heap.chunks() {
        let with = chunk.iter().enumerate().filter(|(_, o)| o.body.as_ref().is_some_and(has));
        found.extend(with.map(|(i, _)| first + i as u32));
    }
    found
}
