//! Loop invariants: candidates guessed from the loop, kept only if they are inductive.
//!
//! A candidate is a formula over the variables now and (`old`) when the loop was entered. Those that hold on entry whatever the
//! state are kept as far as they are inductive together. Of the others each is kept if it is inductive by itself, given the
//! first, as *if it holds on entry, it holds*. So one set of invariants serves every place where the loop is met. What
//! is left is tried together for each set of formulas that evidently hold where a loop is entered.

mod candidates;
mod cells;
mod relations;

use std::rc::Rc;
use std::time::{Duration, Instant};

use maymust_program::VarId;
use maymust_solver::{Answer, Builtin, Limits, Solver};
use maymust_term::{Op, Symbol, TermId, Terms, Value};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::region::{Region, RegionId};
use crate::unfold::{Mode, Unfolding, View};
use candidates::Candidates;
pub use cells::Passed;
use relations::{Item, Iteration, by_cases, relations};

/// How long the invariants of one loop may take, …
const TIME: Duration = Duration::from_secs(1);
/// … which is at most this part of the whole.
const PART: u32 = 10;
/// The invariants of all loops may take this part of it.
const ALL: u32 = 4;
/// Conflicts of one check.
const CONFLICTS: u64 = 5000;
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
    /// What holds when an iteration goes on to the next.
    step: Vec<TermId>,
    /// Variables after an iteration.
    now: FxHashMap<Symbol, TermId>,
    /// Variables at its start, as far as more is known of them.
    frame: FxHashMap<Symbol, TermId>,
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
        if let Some(known) = self.invariants.get(&region) {
            return known.clone();
        }
        // Inner loops share the time of the outermost; what is left out then may still be asked for by itself.
        let is_outermost = self.inferring_until.is_none();
        let end = self.invariants_end();
        let until = *self.inferring_until.get_or_insert(end);
        if Instant::now() >= until && !is_outermost {
            return Rc::default();
        }
        // An inner loop must not ask for this one again.
        self.invariants.insert(region, Rc::default());
        let (start, before) = (Instant::now(), self.invariant_time);
        // Inner loops are seen by theirs.
        let infers = std::mem::replace(&mut self.infers, true);
        let found = Rc::new(self.infer(region));
        self.infers = infers;
        self.inferring_until = self.inferring_until.filter(|_| !is_outermost);
        // The time of inner loops is in it.
        self.invariant_time = before + start.elapsed();
        self.invariant_count += found.formulas.len() as u64;
        self.invariants.insert(region, found.clone());
        found
    }

    fn invariants_end(&self) -> Instant {
        Instant::now() + self.invariants_time()
    }

    /// How long the invariants of one loop may take: no longer than one condition.
    fn invariants_time(&self) -> Duration {
        TIME.min(self.budget / PART).min(self.condition_time).min(self.invariants_left())
    }

    fn invariants_left(&self) -> Duration {
        (self.budget / ALL).saturating_sub(self.invariant_time)
    }

    fn infer(&mut self, region: RegionId) -> Invariants {
        let summary = self.summary(region);
        let Some(next) = summary.next.filter(|_| !self.invariants_left().is_zero()) else {
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
        let mut old = Vec::new();
        for v in &data.modifies {
            let sort = self.terms.symbol_sort(*v);
            old.push((*v, self.terms.fresh("$old", sort)));
        }
        let olds: FxHashMap<Symbol, TermId> = old.iter().map(|(v, o)| (*v, self.terms.var(*o))).collect();
        let mut frame = data.modifies.iter().map(|v| (*v, self.terms.var(*v))).collect();
        let kept = self.keep_objects(&data, &olds, &mut frame);
        let roots = self.terms.substitute_all(&roots, &frame);
        let (guard, after) = (roots[0], &roots[1..=data.inputs.len()]);
        let now: FxHashMap<Symbol, TermId> = data.inputs.iter().copied().zip(after.iter().copied()).collect();
        let facts = self.facts(&roots);
        let mut step = vec![guard, kept];
        step.extend(self.terms.substitute_all(&facts, &frame));
        let mut solver = Builtin::new();
        let (moving, steady) = self.items(&data, &roots, &now, &olds);
        let end = Instant::now() + self.invariants_time() / 10;
        let iteration = Iteration { step: &step, moving: &moving, steady: &steady, end };
        let related = relations(&mut self.terms, &mut solver, &iteration);
        let atoms = self.atoms_around(&data);
        let mut list = Candidates::new(self, &data, &old, &now);
        list.gather(&roots, &related, &atoms);
        let (cells, indices) = list.cells_passed(roots[0], &atoms);
        let mut list = list.finish();
        list.extend(cells);
        self.candidate_count += list.len() as u64;
        let end = self.invariants_end();
        let mut houdini = Houdini { terms: &mut self.terms, solver, step, now, frame, end };
        let (mut formulas, depending) = houdini.run(&list, &olds);
        let mut step = houdini.step.clone();
        step.extend(houdini.terms.substitute_all(&formulas, &houdini.frame));
        let (now, frame) = (houdini.now, houdini.frame);
        let is_cell = |t: &TermId| self.terms.support(*t).iter().any(|s| indices.contains(s));
        let cells: Vec<TermId> = formulas.extract_if(.., |t| is_cell(t)).collect();
        for (p, on_entry, _) in depending.iter().filter(|d| d.2) {
            formulas.push(self.terms.implies(*on_entry, *p));
        }
        // Facts are also about what the template stands for inside, which says nothing elsewhere.
        let own: FxHashSet<Symbol> = data.inputs.iter().copied().chain(old.iter().map(|(_, o)| *o)).collect();
        formulas.extend(facts.into_iter().filter(|t| self.terms.support(*t).iter().all(|s| own.contains(s))));
        Invariants { formulas, old, cells, indices, depending, step, now, frame }
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
        if let Some(known) = self.from_entry.get(&key) {
            return known.clone();
        }
        if self.invariants_left().is_zero() {
            return Rc::default();
        }
        let begin = Instant::now();
        let evident = || invariants.depending.iter().zip(&holds).filter(|(_, h)| **h).map(|(d, _)| d);
        let mut step = invariants.step.clone();
        let single: Vec<TermId> = evident().filter(|d| d.2).map(|d| d.0).collect();
        step.extend(self.terms.substitute_all(&single, &invariants.frame));
        let open: Vec<TermId> = evident().filter(|d| !d.2).map(|d| d.0).collect();
        let end = self.invariants_end();
        let mut houdini = Houdini {
            terms: &mut self.terms,
            solver: Builtin::new(),
            step,
            now: invariants.now.clone(),
            frame: invariants.frame.clone(),
            end,
        };
        let found = Rc::new(houdini.together(open));
        self.invariant_time += begin.elapsed();
        self.invariant_count += found.len() as u64;
        self.from_entry.insert(key, found.clone());
        found
    }

    /// Comparisons in the procedure of a loop and in those that it calls, as they stand in the program.
    fn atoms_around(&mut self, region: &Region) -> Vec<TermId> {
        let mut procs = vec![region.proc];
        procs.extend(region.children.iter().map(|c| self.regions.get(*c).proc));
        procs.dedup();
        let mut atoms = Vec::new();
        for proc in procs {
            if !self.atoms.contains_key(&proc) {
                let found = candidates::atoms(&self.terms, self.cx.program.proc(proc));
                self.atoms.insert(proc, Rc::new(found));
            }
            atoms.extend(self.atoms[&proc].iter());
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

/// A formula, what it says on entry, and whether it is inductive by itself.
type Depending = (TermId, TermId, bool);

/// Keeps what is inductive.
struct Houdini<'t> {
    terms: &'t mut Terms,
    solver: Builtin,
    /// What holds when an iteration goes on to the next.
    step: Vec<TermId>,
    /// Variables after the iteration.
    now: FxHashMap<Symbol, TermId>,
    /// Variables before it, as far as more is known of them.
    frame: FxHashMap<Symbol, TermId>,
    end: Instant,
}

impl Houdini<'_> {
    /// What always holds, and what depends on the entry.
    fn run(&mut self, list: &[TermId], olds: &FxHashMap<Symbol, TermId>) -> (Vec<TermId>, Vec<Depending>) {
        let (yes, no) = (self.terms.tru(), self.terms.fls());
        let (mut always, mut sometimes) = (Vec::new(), Vec::new());
        for &p in list {
            let on_entry = self.terms.substitute(p, olds);
            if on_entry == yes {
                always.push(p);
            } else if on_entry != no {
                sometimes.push((p, on_entry));
            }
        }
        let kept = self.together(always);
        let mut base = self.step.clone();
        base.extend(self.terms.substitute_all(&kept, &self.frame));
        let keeps = self.by_themselves(&base, &sometimes);
        let depending = sometimes.into_iter().zip(keeps).map(|((p, on_entry), keeps)| (p, on_entry, keeps));
        (kept, depending.collect())
    }

    fn limits(&self) -> Limits {
        let left = self.end.saturating_duration_since(Instant::now());
        Limits { time: Some(left), conflicts: Some(CONFLICTS), interrupts: Vec::new() }
    }

    fn late(&self) -> bool {
        Instant::now() >= self.end
    }

    /// What a formula says after the iteration.
    fn after(&mut self, p: TermId) -> TermId {
        let after = self.terms.substitute(p, &self.now);
        by_cases(self.terms, after)
    }

    /// The largest part of some formulas that is inductive.
    fn together(&mut self, list: Vec<TermId>) -> Vec<TermId> {
        let mut list: Vec<(TermId, TermId)> = list.into_iter().map(|p| (p, self.after(p))).collect();
        while !list.is_empty() {
            if self.late() {
                return Vec::new();
            }
            let after: Vec<TermId> = list.iter().map(|(_, after)| *after).collect();
            let all = self.terms.and(&after);
            let mut query = self.step.clone();
            let before: Vec<TermId> = list.iter().map(|(p, _)| *p).collect();
            query.extend(self.terms.substitute_all(&before, &self.frame));
            query.push(self.terms.not(all));
            match self.solver.check(self.terms, &query, &self.limits()) {
                Answer::Unsat => break,
                Answer::Sat => {
                    let before = list.len();
                    let (terms, solver) = (&mut *self.terms, &mut self.solver);
                    list.retain(|(_, after)| solver.value(terms, *after) == Some(Value::Bool(true)));
                    if list.len() == before {
                        return Vec::new();
                    }
                }
                Answer::Unknown(_) => return self.singly(list),
            }
        }
        list.into_iter().map(|(p, _)| p).collect()
    }

    /// The same where one question for all of them is too hard: what cannot be shown by itself is dropped.
    fn singly(&mut self, mut list: Vec<(TermId, TermId)>) -> Vec<TermId> {
        let mut at = 0;
        // How many in a row were shown given all that is left.
        let mut shown = 0;
        while shown < list.len() {
            if self.late() {
                return Vec::new();
            }
            at %= list.len();
            let mut query = self.step.clone();
            let before: Vec<TermId> = list.iter().map(|(p, _)| *p).collect();
            query.extend(self.terms.substitute_all(&before, &self.frame));
            query.push(self.terms.not(list[at].1));
            let limits = Limits { conflicts: Some(CONFLICTS / 10), ..self.limits() };
            match self.solver.check(self.terms, &query, &limits) {
                Answer::Unsat => {
                    shown += 1;
                    at += 1;
                }
                answer => {
                    shown = 0;
                    list.remove(at);
                    if answer == Answer::Sat {
                        let (terms, solver) = (&mut *self.terms, &mut self.solver);
                        list.retain(|(_, after)| solver.value(terms, *after) == Some(Value::Bool(true)));
                    }
                }
            }
        }
        list.into_iter().map(|(p, _)| p).collect()
    }

    /// Of each formula: is it inductive by itself? One model answers for all that it breaks.
    fn by_themselves(&mut self, base: &[TermId], list: &[(TermId, TermId)]) -> Vec<bool> {
        let mut broken: Vec<(usize, TermId)> = Vec::new();
        for (i, (p, _)) in list.iter().enumerate() {
            let before = self.terms.substitute(*p, &self.frame);
            let after = self.after(*p);
            let not = self.terms.not(after);
            broken.push((i, self.terms.and(&[before, not])));
        }
        let mut keeps = vec![false; list.len()];
        while !self.late() {
            let all: Vec<TermId> = broken.iter().map(|b| b.1).collect();
            let mut query = base.to_vec();
            query.push(self.terms.or(&all));
            match self.solver.check(self.terms, &query, &self.limits()) {
                Answer::Unsat => {
                    broken.iter().for_each(|(i, _)| keeps[*i] = true);
                    break;
                }
                Answer::Sat => {
                    let (n, terms, solver) = (broken.len(), &mut *self.terms, &mut self.solver);
                    broken.retain(|(_, b)| solver.value(terms, *b) != Some(Value::Bool(true)));
                    if broken.len() == n {
                        break;
                    }
                }
                // What is dear comes last.
                Answer::Unknown(_) => broken.truncate(broken.len() / 2),
            }
        }
        keeps
    }
}
