//! LOCSUMMARIZE: a region as terms over its inputs, with placeholders for the regions within.
//!
//! Forward symbolic execution with merging at joins. A region met on the way (a call, an inner loop, the next iteration)
//! is a *box*: one truth value `pi` per exit, one placeholder `lambda` per variable that it may modify. Nothing is known of
//! them here; see [`crate::unfold`] for what they come to mean.

use indexmap::IndexMap;
use maymust_engine::Role;
use maymust_program::loops::LoopId;
use maymust_program::partition::touched_regions;
use maymust_program::{CheckId, CheckKind, EdgeId, Input, LocId, Op, ProcId, Program, VarId};
use maymust_source::Span;
use maymust_symbolic::{Host, State, Step, execute};
use maymust_term::{Sort, Symbol, TermId, Terms};
use rustc_hash::FxHashMap;

use crate::region::{Region, RegionId, Regions};

/// Something that must not be reached.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Target {
    /// The failure of a check (of the lowered program).
    Check(CheckId),
    /// The failure of some check from one to another.
    Checks(CheckId, CheckId),
    /// An operation that is not modelled.
    Unsupported(ProcId, EdgeId),
}

impl Target {
    /// Is reaching the other a way to reach this?
    pub fn covers(self, other: Target) -> bool {
        match (self, other) {
            (Target::Checks(first, last), Target::Check(c)) => first <= c && c <= last,
            _ => self == other,
        }
    }
}

/// What a symbol of a summary stands for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Inner {
    /// A box is passed and left at this exit.
    Pi(usize, usize),
    /// What a box makes of a variable.
    Lambda(usize, VarId),
    /// An input, or something forgotten: any value, another one each time.
    Any,
}

/// A region within a region.
#[derive(Clone, Debug)]
pub struct BoxData {
    /// What it is.
    pub region: RegionId,
    /// The condition of getting there.
    pub guard: TermId,
    /// The region's inputs, then its selectors.
    pub inputs: Vec<TermId>,
}

/// What happens in a region, in an order that every path keeps.
#[derive(Clone, Debug)]
pub enum Event {
    /// An arbitrary value is taken under a condition.
    Input {
        /// The value.
        symbol: Symbol,
        /// What it stands for.
        input: Input,
        /// The variable that gets it.
        var: VarId,
        /// When.
        guard: TermId,
    },
    /// An object with arbitrary contents is made.
    Contents {
        /// When.
        guard: TermId,
        /// Its number.
        number: TermId,
        /// Its size.
        size: TermId,
        /// Regions of memory that it lies in, with their values.
        cells: Vec<(u32, TermId)>,
    },
    /// A box.
    Box(usize),
    /// The run ends in a target if the condition holds.
    End(Target, TermId),
}

/// The summary of a region. Terms are over its inputs and inner symbols.
#[derive(Clone, Debug, Default)]
pub struct Summary {
    /// For each exit of the region, the condition of leaving there.
    pub exits: Vec<TermId>,
    /// Variables that change, with their values when it is left.
    pub values: FxHashMap<VarId, TermId>,
    /// Conditions of reaching targets in the region itself.
    pub errors: IndexMap<Target, TermId>,
    /// Regions within.
    pub boxes: Vec<BoxData>,
    /// The box of the next iteration.
    pub next: Option<usize>,
    /// What happens.
    pub events: Vec<Event>,
    /// What symbols stand for.
    pub inner: FxHashMap<Symbol, Inner>,
}

/// What summaries are made from.
#[derive(Clone, Copy)]
pub struct Context<'a> {
    /// The prepared program.
    pub program: &'a Program,
    /// What each check of the lowered program means.
    pub roles: &'a [Role],
    /// A place of the source in words.
    pub place: &'a (dyn Fn(Span) -> Option<String> + Sync),
}

/// Summarises a region; inner regions should have been summarised before, so that what they do not change is known.
pub fn summarise(cx: Context<'_>, regions: &mut Regions, terms: &mut Terms, id: RegionId) -> Summary {
    let region = regions.get(id);
    let mut s = Summariser {
        cx,
        regions,
        terms,
        id,
        proc: region.proc,
        of_loop: region.of_loop,
        out: Summary::default(),
        incoming: FxHashMap::default(),
        back: Vec::new(),
        left: FxHashMap::default(),
    };
    s.start();
    for at in s.order() {
        s.node(at);
    }
    let (out, modifies) = s.finish();
    regions.list[id.index()].modifies = modifies;
    out
}

struct Summariser<'a> {
    cx: Context<'a>,
    regions: &'a Regions,
    terms: &'a mut Terms,
    id: RegionId,
    proc: ProcId,
    of_loop: Option<LoopId>,
    out: Summary,
    /// States that come to a location, not merged yet.
    incoming: FxHashMap<LocId, Vec<State>>,
    /// States that come back to the header.
    back: Vec<State>,
    /// States that leave, by exit.
    left: FxHashMap<LocId, Vec<State>>,
}

impl Summariser<'_> {
    fn start(&mut self) {
        let region = self.regions.get(self.id);
        let selectors: Vec<TermId> = region.selectors.iter().map(|s| self.terms.var(*s)).collect();
        let mut first = State::new();
        for &s in &selectors {
            let not = self.terms.not(s);
            first.assume(self.terms, not);
        }
        self.incoming.insert(region.entries[0], vec![first]);
        let mut before: Vec<TermId> = Vec::new();
        for (&entry, &s) in region.entries[1..].iter().zip(&selectors) {
            let mut state = State::new();
            for b in &before {
                let not = self.terms.not(*b);
                state.assume(self.terms, not);
            }
            state.assume(self.terms, s);
            before.push(s);
            self.incoming.entry(entry).or_default().push(state);
        }
    }

    /// The loop directly within this region that a location is in.
    fn child(&self, loc: LocId) -> Option<LoopId> {
        let tree = &self.regions.trees[self.proc.index()];
        let mut at = tree.innermost[loc.index()];
        while let Some(l) = at.filter(|l| Some(*l) != self.of_loop) {
            let parent = tree.loops[l.index()].parent;
            if parent == self.of_loop {
                return Some(l);
            }
            at = parent;
        }
        None
    }

    /// The node of a location: itself, or the header of the inner loop around it.
    fn node_of(&self, loc: LocId) -> LocId {
        self.child(loc).map_or(loc, |l| self.regions.trees[self.proc.index()].loops[l.index()].header)
    }

    fn is_inside(&self, loc: LocId) -> bool {
        self.of_loop.is_none_or(|l| self.regions.trees[self.proc.index()].contains(l, loc))
    }

    /// Where control goes from a node, within the region.
    fn successors(&self, node: LocId) -> Vec<LocId> {
        let proc = self.cx.program.proc(self.proc);
        let targets: Vec<LocId> = match self.child(node) {
            Some(l) => self.regions.get(self.regions.of_loop(self.proc, l)).exits.clone(),
            None => proc.successors(node).map(|(_, e)| e.to).collect(),
        };
        let header = self.regions.get(self.id).entries[0];
        let goes_on = |to: &LocId| self.is_inside(*to) && !(self.of_loop.is_some() && *to == header);
        targets.into_iter().filter(goes_on).map(|to| self.node_of(to)).collect()
    }

    /// The nodes in reverse post order from the entries.
    fn order(&self) -> Vec<LocId> {
        let mut seen = rustc_hash::FxHashSet::default();
        let mut order = Vec::new();
        let mut stack: Vec<(LocId, Vec<LocId>, usize)> = Vec::new();
        for &entry in self.regions.get(self.id).entries.iter().rev() {
            let node = self.node_of(entry);
            if seen.insert(node) {
                stack.push((node, self.successors(node), 0));
            }
            while let Some((node, next, i)) = stack.last_mut() {
                match next.get(*i) {
                    Some(&s) => {
                        *i += 1;
                        if seen.insert(s) {
                            stack.push((s, self.successors(s), 0));
                        }
                    }
                    None => {
                        order.push(*node);
                        stack.pop();
                    }
                }
            }
        }
        order.reverse();
        order
    }

    fn node(&mut self, at: LocId) {
        if let Some(l) = self.child(at) {
            return self.inner_loop(self.regions.of_loop(self.proc, l));
        }
        let Some(state) = self.merged(at) else { return };
        let proc = self.cx.program.proc(self.proc);
        if self.of_loop.is_none() && at == proc.exit {
            self.left.entry(at).or_default().push(state);
            return;
        }
        let n = proc.successors(at).count();
        let mut state = Some(state);
        for (i, (id, edge)) in proc.successors(at).enumerate() {
            let mine = if i + 1 == n { state.take() } else { state.clone() };
            let Some(mut mine) = mine else { continue };
            if self.edge(&mut mine, id, &edge.op) {
                self.flow(mine, edge.to);
            }
        }
    }

    fn merged(&mut self, at: LocId) -> Option<State> {
        let states = self.incoming.remove(&at)?;
        State::merge(self.terms, states)
    }

    fn flow(&mut self, state: State, to: LocId) {
        if state.is_dead(self.terms) {
            return;
        }
        if !self.is_inside(to) {
            self.left.entry(to).or_default().push(state);
        } else if self.of_loop.is_some() && to == self.regions.get(self.id).entries[0] {
            self.back.push(state);
        } else {
            self.incoming.entry(to).or_default().push(state);
        }
    }

    /// Carries a state over an edge; false if nothing follows.
    fn edge(&mut self, state: &mut State, id: EdgeId, op: &Op) -> bool {
        let mut recorder = Recorder { program: self.cx.program, op, out: &mut self.out };
        match execute(self.cx.program, self.terms, state, op, &mut recorder) {
            Step::Next => true,
            Step::Check(check, condition) => self.check(state, check, condition),
            Step::Call { proc, args, result } => {
                self.call(state, proc, args, result);
                true
            }
            Step::Halt(_) => false,
            Step::Unsupported(_) => {
                let guard = state.condition(self.terms);
                self.end(Target::Unsupported(self.proc, id), guard);
                false
            }
        }
    }

    fn end(&mut self, target: Target, condition: TermId) {
        if condition == self.terms.fls() {
            return;
        }
        let old = self.out.errors.get(&target).copied().unwrap_or_else(|| self.terms.fls());
        let new = self.terms.or(&[old, condition]);
        self.out.errors.insert(target, new);
        self.out.events.push(Event::End(target, condition));
    }

    fn check(&mut self, state: &mut State, check: CheckId, condition: TermId) -> bool {
        let original = self.cx.program.original_check(check);
        if self.cx.roles.get(original.index()).is_none_or(|r| *r == Role::Asked) {
            let not = self.terms.not(condition);
            let path = state.condition(self.terms);
            let fails = self.terms.and(&[path, not]);
            self.end(Target::Check(original), fails);
        }
        // The condition of a leak check is not all there is to it.
        if self.cx.program.checks[check.index()].kind != CheckKind::Leak {
            state.assume(self.terms, condition);
        }
        !state.is_dead(self.terms)
    }

    fn call(&mut self, state: &mut State, callee: ProcId, args: Vec<TermId>, result: Option<VarId>) {
        let data = self.cx.program.proc(callee);
        if !data.has_body {
            let input = Input::External(data.name.as_str().into());
            if let Some(var) = result {
                let havoc = Op::Havoc(var, input);
                let mut recorder = Recorder { program: self.cx.program, op: &havoc, out: &mut self.out };
                execute(self.cx.program, self.terms, state, &havoc, &mut recorder);
            }
            return;
        }
        let region = self.regions.body(callee);
        let params: FxHashMap<VarId, TermId> = data.params.iter().copied().zip(args).collect();
        let region_data = self.regions.get(region);
        let value = |v: &VarId| match params.get(v) {
            Some(t) => *t,
            None => state.value(self.terms, *v),
        };
        let values = region_data.inputs.iter().map(value).collect();
        let at = self.new_box(region, state, values);
        self.change(state, at, &region_data.modifies);
        let pi = self.pi(at, 0);
        state.assume(self.terms, pi);
        if let Some(to) = result {
            let lambda = self.lambda(at, data.result.unwrap_or(to));
            state.set(to, lambda);
        }
    }

    fn new_box(&mut self, region: RegionId, state: &State, inputs: Vec<TermId>) -> usize {
        let guard = state.condition(self.terms);
        self.out.boxes.push(BoxData { region, guard, inputs });
        let at = self.out.boxes.len() - 1;
        self.out.events.push(Event::Box(at));
        at
    }

    /// What a box changes is any value; but objects keep their sizes, and their states unless the region ends lives.
    fn change(&mut self, state: &mut State, at: usize, modifies: &[VarId]) {
        let before = state.clone();
        for v in modifies {
            let lambda = self.lambda(at, *v);
            state.set(*v, lambda);
        }
        let ends_lives = self.regions.get(self.out.boxes[at].region).ends_lives;
        let memory = &self.cx.program.memory;
        let is_kept = self.regions.are_objects_kept;
        if let Some(v) = memory.state.filter(|v| is_kept && ends_lives && modifies.contains(v)) {
            let now = state.value(self.terms, v);
            state.set(v, self.kept_since_start(v, now));
        }
        let Some(next) = memory.next.filter(|n| is_kept && modifies.contains(n)) else { return };
        let old = before.value(self.terms, next);
        for v in [memory.size, memory.state.filter(|_| !ends_lives)].into_iter().flatten() {
            if modifies.contains(&v) {
                let (now, then) = (state.value(self.terms, v), before.value(self.terms, v));
                let kept = kept(self.terms, now, then, old);
                state.set(v, self.kept_since_start(v, kept));
            }
        }
        let now = state.value(self.terms, next);
        let more = self.terms.ule(old, now);
        state.assume(self.terms, more);
        // A solver need not follow the chain of numbers to see this.
        if let Some(floor) = self.regions.floor {
            let floor = self.terms.var(floor);
            let above = self.terms.ule(floor, now);
            state.assume(self.terms, above);
        }
    }

    /// Objects below the floor are as they were when the region started, unless their lives may end; if those of objects on the heap may,
    /// the others are. Where the floor is known, as it mostly is, this says so without a chain of comparisons.
    fn kept_since_start(&mut self, v: VarId, now: TermId) -> TermId {
        match self.regions.kept_below(self.regions.get(self.id), self.cx.program.memory.state == Some(v)) {
            Some(floor) => {
                let (then, floor) = (self.terms.var(v), self.terms.var(floor));
                kept(self.terms, now, then, floor)
            }
            None => now,
        }
    }

    fn pi(&mut self, at: usize, exit: usize) -> TermId {
        let pi = self.terms.fresh("$pi", Sort::Bool);
        self.out.inner.insert(pi, Inner::Pi(at, exit));
        self.terms.var(pi)
    }

    fn lambda(&mut self, at: usize, var: VarId) -> TermId {
        let sort = self.terms.symbol_sort(var);
        let symbol = self.terms.fresh("$lambda", sort);
        self.out.inner.insert(symbol, Inner::Lambda(at, var));
        self.terms.var(symbol)
    }

    fn inner_loop(&mut self, id: RegionId) {
        let region = self.regions.get(id).clone();
        let mut states = Vec::new();
        for (i, entry) in region.entries.iter().enumerate() {
            let Some(mut state) = self.merged(*entry) else { continue };
            for (k, s) in region.selectors.iter().enumerate() {
                state.set(*s, self.terms.bool(k + 1 == i));
            }
            states.push(state);
        }
        let Some(mut state) = State::merge(self.terms, states) else { return };
        let vars = region.inputs.iter().chain(&region.selectors);
        let inputs = vars.map(|v| state.value(self.terms, *v)).collect();
        region.selectors.iter().for_each(|s| state.unset(*s));
        let at = self.new_box(id, &state, inputs);
        self.change(&mut state, at, &region.modifies);
        for (i, exit) in region.exits.iter().enumerate() {
            let mut mine = state.clone();
            let pi = self.pi(at, i);
            mine.assume(self.terms, pi);
            self.flow(mine, *exit);
        }
    }

    fn finish(mut self) -> (Summary, Vec<VarId>) {
        let region = self.regions.get(self.id).clone();
        let result = match self.of_loop {
            None => self.cx.program.proc(self.proc).result,
            Some(_) => None,
        };
        // What neither comes back nor leaves changed is not modified.
        let back = State::merge(self.terms, std::mem::take(&mut self.back));
        let mut modifies = region.modifies.clone();
        let recursive = self.of_loop.is_none() && self.regions.recursive[self.proc.index()];
        if !recursive {
            let states = || self.left.values().flatten().chain(&back);
            let changed: rustc_hash::FxHashSet<VarId> =
                states().flat_map(|s| s.changed()).map(|(v, _)| v).collect();
            let terms = &mut *self.terms;
            modifies.retain(|v| {
                changed.contains(v) && {
                    let own = terms.var(*v);
                    states().any(|s| s.value(terms, *v) != own)
                }
            });
        }
        if let Some(state) = back {
            self.next_iteration(state, &region, &modifies);
        }
        self.leave(&region.exits, &modifies, result);
        (self.out, modifies)
    }

    fn next_iteration(&mut self, mut state: State, region: &Region, modifies: &[VarId]) {
        let vars = region.inputs.iter().map(|v| state.value(self.terms, *v));
        let mut inputs: Vec<TermId> = vars.collect();
        inputs.extend(region.selectors.iter().map(|_| self.terms.fls()));
        let at = self.new_box(self.id, &state, inputs);
        self.out.next = Some(at);
        self.change(&mut state, at, modifies);
        for (i, exit) in region.exits.iter().enumerate() {
            let mut mine = state.clone();
            let pi = self.pi(at, i);
            mine.assume(self.terms, pi);
            self.left.entry(*exit).or_default().push(mine);
        }
    }

    /// Conditions of the exits, and values over all of them.
    fn leave(&mut self, exits: &[LocId], modifies: &[VarId], result: Option<VarId>) {
        let mut states: Vec<State> = Vec::new();
        for exit in exits {
            let merged = self.left.remove(exit).and_then(|s| State::merge(self.terms, s));
            let guard = merged.as_ref().map_or(self.terms.fls(), |s| s.condition(self.terms));
            self.out.exits.push(guard);
            states.extend(merged);
        }
        let Some(merged) = State::merge(self.terms, states) else { return };
        for v in modifies.iter().chain(&result) {
            let value = merged.value(self.terms, *v);
            self.out.values.insert(*v, value);
        }
    }
}

/// An array over object numbers that is as it was below a number.
pub fn kept(terms: &mut Terms, now: TermId, then: TermId, below: TermId) -> TermId {
    let zero = terms.bv(terms.width(below), 0);
    terms.copy(now, zero, below, then, zero)
}

/// Makes the symbols of a summary.
struct Recorder<'a> {
    program: &'a Program,
    op: &'a Op,
    out: &'a mut Summary,
}

impl Host for Recorder<'_> {
    fn input(&mut self, terms: &mut Terms, state: &State, var: VarId, input: &Input) -> TermId {
        let symbol = terms.fresh("$in", terms.symbol_sort(var));
        self.out.inner.insert(symbol, Inner::Any);
        let guard = state.condition(terms);
        self.out.events.push(Event::Input { symbol, input: input.clone(), var, guard });
        terms.var(symbol)
    }

    fn contents(&mut self, terms: &mut Terms, state: &State, number: TermId, size: TermId) {
        let guard = state.condition(terms);
        let touched = touched_regions(self.program, self.op);
        let mut value = |r: &u32| (*r, state.value(terms, self.program.memory.regions[*r as usize].var));
        let cells = touched.iter().map(&mut value).collect();
        self.out.events.push(Event::Contents { guard, number, size, cells });
    }

    fn forget(&mut self, terms: &mut Terms, var: VarId) -> TermId {
        let symbol = terms.fresh("$any", terms.symbol_sort(var));
        self.out.inner.insert(symbol, Inner::Any);
        terms.var(symbol)
    }
}
