//! Loop invariants: candidates guessed from the loop, kept only if they are inductive.
//!
//! A candidate is a formula over the variables now and (`old`) when the loop was entered. Those that hold on entry whatever the
//! state are kept as far as they are inductive together. Of the others each is kept if it is inductive by itself, given the
//! first, as *if it holds on entry, it holds*. So one set of invariants serves every place where the loop is met. What
//! is left is tried together for each set of formulas that evidently hold where a loop is entered.

mod inference;
mod passed;

use std::rc::Rc;
use std::time::Instant;

use maymust_invariant::{
    Candidates, Depending, Houdini, Item, Iteration, Shape, Transition, comparisons, relations,
};
use maymust_program::VarId;
use maymust_term::{Op, Symbol, TermId, Terms};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::region::{Region, RegionId};
use crate::unfold::{Mode, Unfolding, View};
pub use inference::Inference;
pub use passed::Passed;

/// Procedures up to this many edges are opened within the body.
const SMALL: usize = 80;
/// So many of them.
const OPENED: usize = 20;

/// What is known at the start of every iteration of a loop.
#[derive(Clone, Debug, Default)]
pub struct Invariants {
    /// Formulas over variables now and at the start of the loop.
    pub formulas: Vec<TermId>,
    /// The symbols that stand for variables at the start of the loop.
    pub old: Vec<(VarId, Symbol)>,
    /// Formulas that hold for every index, …
    cells: Vec<TermId>,
    /// … which is one of these symbols.
    indices: Vec<Symbol>,
    /// Formulas that depend on the entry, with what they say there, and whether they are inductive by themselves.
    depending: Vec<Depending>,
    /// One iteration that goes on to the next, from a state in which the formulas hold.
    iteration: Transition,
}

impl Invariants {
    /// Does it say anything of all cells that were passed?
    pub fn has_cells(&self) -> bool {
        !self.cells.is_empty()
    }

    /// The conjunction of formulas, for a loop that starts in one state and has come to another.
    pub fn instance(
        &self,
        terms: &mut Terms,
        start: &FxHashMap<Symbol, TermId>,
        now: &FxHashMap<Symbol, TermId>,
        formulas: &[TermId],
    ) -> TermId {
        let mut map = now.clone();
        for (v, old) in &self.old {
            if let Some(t) = start.get(v) {
                map.insert(*old, *t);
            }
        }
        let formulas = terms.substitute_all(formulas, &map);
        terms.and(&formulas)
    }
}

impl Unfolding<'_> {
    /// The invariants of a loop.
    pub fn invariants_of(&mut self, region: RegionId) -> Rc<Invariants> {
        if let Some(known) = self.inference.known.get(&region) {
            return known.clone();
        }
        let Some(outer) = self.inference.enter() else { return Rc::default() };
        // An inner loop must not ask for this one again.
        self.inference.known.insert(region, Rc::default());
        let found = Rc::new(self.infer(region));
        self.inference.leave(outer, found.formulas.len());
        self.inference.known.insert(region, found.clone());
        found
    }

    fn infer(&mut self, region: RegionId) -> Invariants {
        let summary = self.summary(region);
        let (Some(next), Some(mut solver)) = (summary.next, self.inference.new_solver()) else {
            return Invariants::default();
        };
        let template = self.template(region);
        let data = self.regions.get(region).clone();
        let mut roots = vec![summary.boxes[next].guard];
        roots.extend(&summary.boxes[next].inputs[..data.inputs.len()]);
        roots.extend(summary.errors.values());
        roots.extend(&summary.exits);
        let roots: Vec<TermId> = roots.into_iter().map(|t| self.put_in(template, t)).collect();
        let roots = self.opened(&roots);
        let old = self.old_symbols(&data);
        let olds: FxHashMap<Symbol, TermId> = old.iter().map(|(v, o)| (*v, self.terms.var(*o))).collect();
        let mut frame = data.modifies.iter().map(|v| (*v, self.terms.var(*v))).collect();
        let kept = self.keep_objects(&data, &olds, &mut frame);
        let roots = self.terms.substitute_all(&roots, &frame);
        let (guard, after) = (roots[0], &roots[1..=data.inputs.len()]);
        let now: FxHashMap<Symbol, TermId> = data.inputs.iter().copied().zip(after.iter().copied()).collect();
        let facts = self.facts(&roots);
        let mut step = vec![guard, kept];
        step.extend(self.terms.substitute_all(&facts, &frame));
        let mut iteration = Transition { step, now, frame };
        let (moving, steady) = self.items(&data, &roots, &iteration.now, &olds);
        let sampled = Iteration {
            step: &iteration.step,
            moving: &moving,
            steady: &steady,
            effort: self.inference.effort_of_samples(),
        };
        let related = relations(&mut self.terms, &mut *solver, &sampled);
        let (list, indices) = self.candidates(&data, &old, &iteration.now, &roots, &related);
        self.inference.candidates += list.len() as u64;
        let effort = self.inference.effort();
        let mut houdini =
            Houdini { terms: &mut self.terms, solver: &mut *solver, transition: &iteration, effort };
        let (mut formulas, depending) = houdini.run(&list, &olds);
        iteration.step.extend(self.terms.substitute_all(&formulas, &iteration.frame));
        let is_cell = |t: &TermId| self.terms.support(*t).iter().any(|s| indices.contains(s));
        let cells: Vec<TermId> = formulas.extract_if(.., |t| is_cell(t)).collect();
        for (p, on_entry, _) in depending.iter().filter(|d| d.2) {
            formulas.push(self.terms.implies(*on_entry, *p));
        }
        // Facts are also about what the template stands for inside, which says nothing elsewhere.
        let own: FxHashSet<Symbol> = data.inputs.iter().copied().chain(old.iter().map(|(_, o)| *o)).collect();
        formulas.extend(facts.into_iter().filter(|t| self.terms.support(*t).iter().all(|s| own.contains(s))));
        Invariants { formulas, old, cells, indices, depending, iteration }
    }

    /// Symbols for the values of a loop's variables where it is entered.
    fn old_symbols(&mut self, data: &Region) -> Vec<(VarId, Symbol)> {
        let fresh = |v: &VarId| (*v, self.terms.fresh("$old", self.terms.symbol_sort(*v)));
        data.modifies.iter().map(fresh).collect()
    }

    /// Candidates, and the symbols in them that stand for any index.
    fn candidates(
        &mut self,
        data: &Region,
        old: &[(VarId, Symbol)],
        now: &FxHashMap<Symbol, TermId>,
        roots: &[TermId],
        related: &[TermId],
    ) -> (Vec<TermId>, Vec<Symbol>) {
        let atoms = self.atoms_around(data);
        let inputs: Vec<Symbol> = data.inputs.iter().chain(&data.selectors).copied().collect();
        let memory = &self.cx.program.memory;
        let objects = [memory.state, memory.size, memory.next];
        let layout = self.cx.program.layout;
        let shape = Shape { inputs: &inputs, modifies: &data.modifies, old, now, objects, layout };
        let mut list = Candidates::new(&mut self.terms, shape);
        list.gather(roots, related, &atoms);
        let (cells, indices) = list.cells_passed(roots[0], &atoms);
        let mut list = list.finish();
        list.extend(cells);
        (list, indices)
    }

    /// What holds of a loop that is entered in a certain state besides its invariants: formulas over its variables and
    /// their old values.
    pub(crate) fn holds_from(
        &mut self,
        region: RegionId,
        invariants: &Invariants,
        start: &FxHashMap<Symbol, TermId>,
    ) -> Rc<Vec<TermId>> {
        if invariants.depending.iter().all(|d| d.2) {
            return Rc::default();
        }
        let mut olds: FxHashMap<Symbol, TermId> = start.clone();
        olds.extend(invariants.old.iter().filter_map(|(v, o)| start.get(v).map(|t| (*o, *t))));
        let entries: Vec<TermId> = invariants.depending.iter().map(|d| d.1).collect();
        let entries = self.terms.substitute_all(&entries, &olds);
        let holds: Vec<bool> = entries.iter().map(|t| *t == self.terms.tru()).collect();
        let key = (region, holds.clone());
        if let Some(known) = self.inference.from_entry.get(&key) {
            return known.clone();
        }
        let Some(mut solver) = self.inference.new_solver() else { return Rc::default() };
        let begin = Instant::now();
        let evident = || invariants.depending.iter().zip(&holds).filter(|(_, h)| **h).map(|(d, _)| d);
        let mut iteration = invariants.iteration.clone();
        let single: Vec<TermId> = evident().filter(|d| d.2).map(|d| d.0).collect();
        iteration.step.extend(self.terms.substitute_all(&single, &iteration.frame));
        let open: Vec<TermId> = evident().filter(|d| !d.2).map(|d| d.0).collect();
        let effort = self.inference.effort();
        let mut houdini =
            Houdini { terms: &mut self.terms, solver: &mut *solver, transition: &iteration, effort };
        let found = Rc::new(houdini.together(open));
        self.inference.time += begin.elapsed();
        self.inference.invariants += found.len() as u64;
        self.inference.from_entry.insert(key, found.clone());
        found
    }

    /// Comparisons in the procedure of a loop and in those that it calls, as they stand in the program.
    fn atoms_around(&mut self, region: &Region) -> Vec<TermId> {
        let mut procs = vec![region.proc];
        procs.extend(region.children.iter().map(|c| self.regions.get(*c).proc));
        procs.dedup();
        let mut atoms = Vec::new();
        for proc in procs {
            if !self.inference.atoms.contains_key(&proc) {
                let mut roots = Vec::new();
                let edges = &self.cx.program.proc(proc).edges;
                edges.iter().for_each(|e| e.op.for_each_term(|t| roots.push(t)));
                let found = comparisons(&self.terms, &roots);
                self.inference.atoms.insert(proc, Rc::new(found));
            }
            atoms.extend(self.inference.atoms[&proc].iter());
        }
        atoms
    }

    /// The numbers that a loop changes and those that it reads only: variables, and cells at places that do not move.
    fn items(
        &mut self,
        data: &Region,
        roots: &[TermId],
        now: &FxHashMap<Symbol, TermId>,
        olds: &FxHashMap<Symbol, TermId>,
    ) -> (Vec<Item>, Vec<Item>) {
        let memory = &self.cx.program.memory;
        let objects = [memory.state, memory.size, memory.next];
        let is_steady = |v: &Symbol| data.inputs.contains(v) && !data.modifies.contains(v);
        let mut places: Vec<TermId> = Vec::new();
        for v in data.inputs.iter().filter(|v| !objects.contains(&Some(**v))) {
            places.push(self.terms.var(*v));
        }
        for t in self.terms.cone_of(roots) {
            let is_cell = matches!(self.terms.op(t), Op::Select | Op::Load { .. });
            let array = if is_cell { self.terms.as_var(self.terms.arg(t, 0)) } else { None };
            let is_data = array.is_some_and(|a| data.inputs.contains(&a) && !objects.contains(&Some(a)));
            if is_data && self.terms.support(self.terms.arg(t, 1)).iter().all(is_steady) {
                places.push(t);
            }
        }
        let (mut moving, mut steady) = (Vec::new(), Vec::new());
        for place in places {
            let after = self.terms.substitute(place, now);
            let old = self.terms.substitute(place, olds);
            let item = Item { now: place, after, old };
            if after == place { steady.push(item) } else { moving.push(item) }
        }
        (moving, steady)
    }

    /// Terms of a template with inner loops by their invariants and small procedures as they are.
    fn opened(&mut self, roots: &[TermId]) -> Vec<TermId> {
        let mut view = View::default();
        for _ in 0..8 {
            let mut memo = FxHashMap::default();
            let new: Vec<TermId> = roots.iter().map(|t| self.resolve(*t, &view, &mut memo)).collect();
            let mut any = false;
            for s in self.terms.support_of(&new) {
                let Some((b, _)) = self.output(s) else { continue };
                if view.boxes.contains_key(&b) {
                    continue;
                }
                let data = self.box_of(b);
                let region = self.regions.get(data.region);
                let recursive = self.regions.recursive[region.proc.index()];
                if data.is_next {
                    continue;
                }
                if region.is_loop() {
                    view.boxes.insert(b, Mode::Abstract);
                    any = true;
                } else if !recursive && region.edges <= SMALL && view.boxes.len() < OPENED {
                    view.boxes.insert(b, Mode::Exact);
                    any = true;
                }
            }
            if !any {
                return new;
            }
        }
        let mut memo = FxHashMap::default();
        roots.iter().map(|t| self.resolve(*t, &view, &mut memo)).collect()
    }
}
