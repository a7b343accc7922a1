//! From a satisfying assignment to the inputs that it stands for.
//!
//! The walk goes through the open instances in the order of execution and notes, under conditions that hold in the
//! assignment, what each input and each object's contents are.

use std::collections::VecDeque;

use maymust_engine::replay::{LARGEST_OBJECT, object_bytes};
use maymust_machine::{Inputs, Request, zero};
use maymust_program::{Input, VarId};
use maymust_solver::Solver;
use maymust_term::{TermId, Terms, Value};
use rustc_hash::FxHashMap;

use crate::summary::{Event, Target};
use crate::unfold::{InstanceId, Mode, Unfolding, View};

/// Events looked at in one walk.
const EVENTS: usize = 1_000_000;

/// The inputs of a run, by the variables that get them.
#[derive(Clone, Debug, Default)]
pub struct Guess {
    values: FxHashMap<VarId, VecDeque<Value>>,
    stdin: VecDeque<Option<u8>>,
    contents: FxHashMap<u32, Vec<u8>>,
}

/// Reads the inputs off the solver's last model.
pub fn guess(
    u: &mut Unfolding<'_>,
    solver: &mut dyn Solver,
    root: InstanceId,
    view: &View,
    target: Target,
) -> Guess {
    let mut walk = Walk { u, solver, view, memo: FxHashMap::default(), out: Guess::default() };
    let mut stack = vec![(root, 0usize)];
    for _ in 0..EVENTS {
        let Some((id, at)) = stack.last_mut() else { break };
        let (id, index) = (*id, *at);
        *at += 1;
        let region = walk.u.instance(id).region;
        let summary = walk.u.summary(region);
        match summary.events.get(index) {
            None => {
                stack.pop();
            }
            Some(Event::Box(i)) => {
                if walk.holds(id, summary.boxes[*i].guard)
                    && let Some(inner) = walk.inside(id, *i)
                {
                    stack.push((inner, 0));
                }
            }
            Some(Event::End(t, condition)) => {
                if target.covers(*t) && walk.holds(id, *condition) {
                    break;
                }
            }
            Some(event) => walk.event(id, event),
        }
    }
    walk.out
}

struct Walk<'w, 'a> {
    u: &'w mut Unfolding<'a>,
    solver: &'w mut dyn Solver,
    view: &'w View,
    memo: FxHashMap<TermId, TermId>,
    out: Guess,
}

impl Walk<'_, '_> {
    fn value(&mut self, id: InstanceId, t: TermId) -> Option<Value> {
        let t = self.u.put_in(id, t);
        let t = self.u.resolve(t, self.view, &mut self.memo);
        self.solver.value(&mut self.u.terms, t)
    }

    fn holds(&mut self, id: InstanceId, t: TermId) -> bool {
        self.value(id, t).and_then(|v| v.as_bool()) == Some(true)
    }

    /// The instance behind a box that is open in some way.
    fn inside(&mut self, id: InstanceId, index: usize) -> Option<InstanceId> {
        let b = self.u.box_at(id, index);
        let open = self.view.boxes.get(&b) == Some(&Mode::Exact)
            || self.view.partly.contains(&b)
            || self.u.is_always(b);
        open.then(|| self.u.exact(b))
    }

    fn event(&mut self, id: InstanceId, event: &Event) {
        match event {
            Event::Input { symbol, input, var, guard } => {
                if !self.holds(id, *guard) {
                    return;
                }
                let t = self.u.terms.var(*symbol);
                let Some(value) = self.value(id, t) else { return };
                match input {
                    Input::Stdin => {
                        let byte = value.as_u64().filter(|b| *b < 256).map(|b| b as u8);
                        self.out.stdin.push_back(byte);
                    }
                    _ => self.out.values.entry(*var).or_default().push_back(value),
                }
            }
            Event::Contents { guard, number, size, cells } => {
                if self.holds(id, *guard) {
                    self.contents(id, *number, *size, cells);
                }
            }
            Event::Box(_) | Event::End(..) => {}
        }
    }

    fn contents(&mut self, id: InstanceId, number: TermId, size: TermId, cells: &[(u32, TermId)]) {
        let number = self.value(id, number).and_then(|v| v.as_u64());
        let size = self.value(id, size).and_then(|v| v.as_u64()).filter(|s| *s <= LARGEST_OBJECT);
        let (Some(number), Some(size)) = (number.filter(|n| *n <= u64::from(u32::MAX)), size) else { return };
        let base = self.u.cx.program.layout.join(number as u32, 0);
        let mut regions = Vec::new();
        for (region, array) in cells {
            let cell = self.u.cx.program.memory.regions[*region as usize].cell;
            if let Some(Value::Array(array)) = self.value(id, *array) {
                regions.push((cell, array));
            }
        }
        let bytes = object_bytes(&regions, base, size);
        if bytes.iter().any(|b| *b != 0) {
            self.out.contents.insert(number as u32, bytes);
        }
    }
}

impl Inputs for Guess {
    fn value(&mut self, terms: &Terms, request: Request<'_>) -> Option<Value> {
        let listed = request.var.and_then(|v| self.values.get_mut(&v)).and_then(VecDeque::pop_front);
        let fits = listed.filter(|v| v.has_sort(request.sort));
        Some(fits.unwrap_or_else(|| zero(terms, request.sort)))
    }

    fn contents(&mut self, object: u32, _size: u32) -> Option<Vec<u8>> {
        self.contents.remove(&object)
    }

    fn stdin(&mut self) -> Option<u8> {
        self.stdin.pop_front().flatten()
    }
}
