//! The unfolding of a program: instances of summaries, and what their placeholders stand for.
//!
//! An [`Instance`] is a summary with its inputs put in and its inner symbols renamed. The boxes of an instance lead to
//! instances in turn, made when they are asked for. A placeholder of an instance is *closed* (any value), or it is
//! replaced by what the instance behind its box says: [`Unfolding::resolve`] does so as a [`View`] asks. A loop has a form
//! in between, *abstract*: its last iteration from an arbitrary state that satisfies the loop's invariants.

use maymust_program::{ObjectState, ProcId, VarId};
use maymust_symbolic::object_facts;
use maymust_term::{Sort, Symbol, TermId, Terms};
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::BTreeSet;
use std::rc::Rc;
use std::time::{Duration, Instant};

use crate::invariant::{Invariants, Passed};
use crate::lasting;
use crate::region::{Region, RegionId, Regions};
use crate::summary::{Context, Inner, Summary, Target, kept, summarise};

/// With more regions below one, …
const MANY: usize = 1000;
/// … so many are summarised with it.
const NEAREST: usize = 300;

/// An instance of a summary.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct InstanceId(pub u32);

/// A box of an instance.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct BoxId(pub u32);

/// What a placeholder stands for.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Output {
    /// The box is passed and left at this exit.
    Pi(usize),
    /// What the box makes of a variable.
    Lambda(VarId),
    /// A target is reached within the box.
    Error(Target),
    /// The abstract form of the loop is used.
    Used,
    /// A variable at the start of the last iteration of the abstract form.
    Header,
}

impl Output {
    /// Does it say that the box is passed, or fails?
    pub fn is_passage(self) -> bool {
        matches!(self, Output::Pi(_) | Output::Error(_) | Output::Used)
    }
}

/// How a box is seen.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Mode {
    /// Anything may come of it.
    Closed,
    /// A loop: its last iteration, by invariants.
    Abstract,
    /// As its summary says; of a loop one iteration, and a box for the others.
    Exact,
}

/// A summary with its inputs put in.
#[derive(Debug)]
pub struct Instance {
    /// Of which region.
    pub region: RegionId,
    /// Its boxes, as they are asked for.
    boxes: FxHashMap<usize, BoxId>,
    map: FxHashMap<Symbol, TermId>,
    memo: FxHashMap<TermId, TermId>,
    errors: FxHashMap<Target, TermId>,
    /// The last iteration of a loop: there is no next one.
    is_last: bool,
    /// The box that it is behind.
    owner: Option<BoxId>,
    /// How many iterations of its loop, or activations of its procedure, are around it.
    pub depth: u32,
}

/// A box of an instance.
#[derive(Clone, Debug)]
pub struct BoxInstance {
    /// The instance it is in.
    pub parent: InstanceId,
    /// Which box of that.
    pub index: usize,
    /// What is behind.
    pub region: RegionId,
    /// The rest of a loop after an iteration?
    pub is_next: bool,
    /// How many iterations of its loop, or activations of its procedure, are around it.
    pub depth: u32,
    exact: Option<InstanceId>,
    last: Option<Last>,
    /// Are invariants of this loop looked for whatever the effort?
    wants_invariants: bool,
}

/// The abstract form of a loop.
#[derive(Clone, Copy, Debug)]
struct Last {
    instance: InstanceId,
    /// The loop is used, and the invariants hold.
    used: TermId,
    /// Have invariants been looked for?
    is_inferred: bool,
}

/// Which boxes, and which placeholders by themselves, are open.
#[derive(Clone, Debug, Default)]
pub struct View {
    /// Boxes as a whole.
    pub boxes: FxHashMap<BoxId, Mode>,
    /// Single placeholders.
    pub symbols: FxHashMap<Symbol, Mode>,
    /// Boxes of single placeholders.
    pub partly: FxHashSet<BoxId>,
    /// Boxes that are unrolled as often as they may be: runs through them are left out.
    pub stopped: BTreeSet<BoxId>,
}

/// The program unfolded as far as was asked for.
pub struct Unfolding<'a> {
    /// What summaries are made from.
    pub cx: Context<'a>,
    /// The arena of everything.
    pub terms: Terms,
    /// The regions.
    pub regions: Regions,
    summaries: Vec<Option<Rc<Summary>>>,
    instances: Vec<Instance>,
    boxes: Vec<BoxInstance>,
    /// Placeholders.
    pub(crate) outputs: FxHashMap<Symbol, (BoxId, Output)>,
    by_output: FxHashMap<(BoxId, Output), Symbol>,
    around: FxHashMap<Target, Rc<Vec<bool>>>,
    places: FxHashMap<Target, Vec<RegionId>>,
    /// By region: what is known of its loop.
    pub(crate) invariants: FxHashMap<RegionId, Rc<Invariants>>,
    /// By loop and by what holds where it is entered: what else it keeps.
    pub(crate) from_entry: FxHashMap<(RegionId, Vec<bool>), Rc<Vec<TermId>>>,
    /// Loops in their abstract form that say something of the cells they have passed.
    pub(crate) passed: FxHashMap<BoxId, Passed>,
    /// By procedure: the comparisons in it.
    pub(crate) atoms: FxHashMap<ProcId, Rc<Vec<TermId>>>,
    /// Regions that are put in at once: they belong to the start.
    always: FxHashSet<RegionId>,
    zeros: FxHashMap<Sort, TermId>,
    /// Summaries made.
    pub summarised: u64,
    /// Candidates for invariants so far.
    pub candidate_count: u64,
    /// Invariants so far.
    pub invariant_count: u64,
    /// Time they took.
    pub invariant_time: Duration,
    /// When the inner loops of one whose invariants are being looked for have had their time.
    pub(crate) inferring_until: Option<Instant>,
    /// The time for everything: invariants may use a part of it.
    pub budget: Duration,
    /// Are invariants looked for in all loops that are seen in their abstract form?
    pub infers: bool,
    /// The time for one condition.
    pub condition_time: Duration,
}

impl<'a> Unfolding<'a> {
    /// Of a prepared program.
    pub fn new(cx: Context<'a>) -> Self {
        let mut terms = cx.program.terms.clone();
        let regions = Regions::new(cx.program, &mut terms);
        lasting::tell(cx.program, &regions, &mut terms);
        let places = places(cx, &regions);
        Unfolding {
            cx,
            terms,
            summaries: vec![None; regions.list.len()],
            regions,
            instances: Vec::new(),
            boxes: Vec::new(),
            outputs: FxHashMap::default(),
            by_output: FxHashMap::default(),
            around: FxHashMap::default(),
            places,
            invariants: FxHashMap::default(),
            from_entry: FxHashMap::default(),
            passed: FxHashMap::default(),
            atoms: FxHashMap::default(),
            always: FxHashSet::default(),
            zeros: FxHashMap::default(),
            summarised: 0,
            candidate_count: 0,
            invariant_count: 0,
            invariant_time: Duration::ZERO,
            inferring_until: None,
            budget: Duration::from_secs(60),
            infers: true,
            condition_time: Duration::MAX,
        }
    }

    /// Everything that must not be reached, in the order of places.
    pub fn targets(&self) -> Vec<Target> {
        #[allow(clippy::iter_over_hash_type)]
        let mut targets: Vec<Target> = self.places.keys().copied().collect();
        targets.sort_unstable();
        targets
    }

    /// Summarises a region and those below it; if these are many, only the nearest: the others when they are opened.
    pub fn summarise(&mut self, root: RegionId) {
        let mut order = self.regions.bottom_up(&[root]);
        if order.len() > MANY {
            let near = self.regions.nearest(root, NEAREST);
            order.retain(|id| near.contains(id));
        }
        for id in order {
            if self.summaries[id.index()].is_none() {
                let summary = summarise(self.cx, &mut self.regions, &mut self.terms, id);
                self.summaries[id.index()] = Some(Rc::new(summary));
                self.summarised += 1;
            }
        }
    }

    /// The summary of a region.
    pub fn summary(&mut self, id: RegionId) -> Rc<Summary> {
        if let Some(s) = &self.summaries[id.index()] {
            return s.clone();
        }
        self.summarise(id);
        self.summaries[id.index()].clone().unwrap_or_default()
    }

    /// An instance of a procedure whose inputs are given.
    pub fn root(&mut self, proc: ProcId, map: FxHashMap<Symbol, TermId>) -> InstanceId {
        let region = self.regions.body(proc);
        let map = self.with_floor(None, map);
        self.new_instance(region, map, 0, false)
    }

    /// An instance of a loop's last iteration whose inputs are themselves.
    pub(crate) fn template(&mut self, region: RegionId) -> InstanceId {
        let data = self.regions.get(region);
        let vars: Vec<Symbol> = data.inputs.iter().chain(&data.selectors).copied().collect();
        let map = vars.into_iter().map(|v| (v, self.terms.var(v))).collect();
        self.new_instance(region, map, 0, false)
    }

    /// A state with the numbers below which objects are kept. A constant where the number of the next object is one; it stays true in all
    /// that follows.
    fn with_floor(
        &mut self,
        parent: Option<InstanceId>,
        mut start: FxHashMap<Symbol, TermId>,
    ) -> FxHashMap<Symbol, TermId> {
        let (Some(floor), Some(firm)) = (self.regions.floor, self.regions.firm) else { return start };
        let memory = &self.cx.program.memory;
        let of_parent = |s: Symbol| parent.and_then(|p| self.instance(p).map.get(&s)).copied();
        let next = memory.next.and_then(|n| start.get(&n)).copied();
        let next = next.filter(|t| self.terms.is_const(*t)).or_else(|| of_parent(floor));
        let Some(next) = next else { return start };
        let end = self.terms.as_u64(next).unwrap_or(0);
        let mut at = of_parent(firm).and_then(|t| self.terms.as_u64(t)).unwrap_or(0);
        if let Some(&states) = memory.state.and_then(|v| start.get(&v)) {
            while at < end && self.is_off_heap(states, at) {
                at += 1;
            }
        }
        start.insert(floor, next);
        let at = self.terms.bv(self.terms.width(next), at);
        start.insert(firm, at);
        start
    }

    fn is_off_heap(&mut self, states: TermId, number: u64) -> bool {
        let number = self.terms.bv(32, number);
        let life = self.terms.select(states, number);
        self.terms.as_u64(life).is_some_and(|l| l != ObjectState::Heap as u64)
    }

    fn new_instance(
        &mut self,
        region: RegionId,
        map: FxHashMap<Symbol, TermId>,
        depth: u32,
        is_last: bool,
    ) -> InstanceId {
        self.instances.push(Instance {
            region,
            boxes: FxHashMap::default(),
            map,
            memo: FxHashMap::default(),
            errors: FxHashMap::default(),
            is_last,
            owner: None,
            depth,
        });
        InstanceId(self.instances.len() as u32 - 1)
    }

    /// An instance.
    pub fn instance(&self, id: InstanceId) -> &Instance {
        &self.instances[id.0 as usize]
    }

    /// A box.
    pub fn box_of(&self, id: BoxId) -> &BoxInstance {
        &self.boxes[id.0 as usize]
    }

    /// How many instances there are.
    pub fn instance_count(&self) -> usize {
        self.instances.len()
    }

    /// What a symbol is a placeholder of.
    pub fn output(&self, symbol: Symbol) -> Option<(BoxId, Output)> {
        self.outputs.get(&symbol).copied()
    }

    /// A term of a region's summary in an instance.
    pub fn put_in(&mut self, id: InstanceId, root: TermId) -> TermId {
        let mut memo = std::mem::take(&mut self.instances[id.0 as usize].memo);
        let mut stack = vec![root];
        while let Some(&t) = stack.last() {
            if memo.contains_key(&t) {
                stack.pop();
                continue;
            }
            if let Some(s) = self.terms.as_var(t) {
                let new = self.leaf(id, s);
                memo.insert(t, new);
                stack.pop();
                continue;
            }
            if let Some(new) = self.terms.rebuilt(t, &memo, &mut stack) {
                memo.insert(t, new);
                stack.pop();
            }
        }
        let new = memo[&root];
        self.instances[id.0 as usize].memo = memo;
        new
    }

    /// A symbol of a region's summary in an instance.
    fn leaf(&mut self, id: InstanceId, symbol: Symbol) -> TermId {
        let instance = &self.instances[id.0 as usize];
        if let Some(t) = instance.map.get(&symbol) {
            return *t;
        }
        let (region, is_last) = (instance.region, instance.is_last);
        let summary = self.summary(region);
        let new = match summary.inner.get(&symbol) {
            Some(Inner::Pi(at, _)) if is_last && summary.next == Some(*at) => self.terms.fls(),
            Some(Inner::Pi(at, exit)) => self.of_box(id, &summary, *at, Output::Pi(*exit)),
            // Nothing comes after the last iteration.
            Some(Inner::Lambda(at, var)) if is_last && summary.next == Some(*at) => {
                self.zero(self.terms.symbol_sort(*var))
            }
            Some(Inner::Lambda(at, var)) => self.of_box(id, &summary, *at, Output::Lambda(*var)),
            Some(Inner::Any) => {
                let sort = self.terms.symbol_sort(symbol);
                let fresh = self.terms.fresh("$any", sort);
                self.terms.var(fresh)
            }
            // A local that was never written is zero.
            None => self.zero(self.terms.symbol_sort(symbol)),
        };
        self.instances[id.0 as usize].map.insert(symbol, new);
        new
    }

    fn zero(&mut self, sort: Sort) -> TermId {
        if let Some(t) = self.zeros.get(&sort) {
            return *t;
        }
        let value = maymust_machine::zero(&self.terms, sort);
        let zero = match self.terms.value_of_sort(&value, sort) {
            Some(t) => t,
            None => {
                let fresh = self.terms.fresh("$any", sort);
                self.terms.var(fresh)
            }
        };
        self.zeros.insert(sort, zero);
        zero
    }

    /// What a box gives: a placeholder, or of a region of the start what it says.
    fn of_box(&mut self, id: InstanceId, summary: &Summary, at: usize, output: Output) -> TermId {
        if !self.always.contains(&summary.boxes[at].region) {
            return self.placeholder(id, at, output);
        }
        let b = self.box_at(id, at);
        let inner = self.exact(b);
        self.says(inner, output)
    }

    /// Is a box of a region that is put in at once?
    pub fn is_always(&self, id: BoxId) -> bool {
        self.always.contains(&self.box_of(id).region)
    }

    /// From now on this region, where it is met, is no region of its own.
    pub fn put_in_always(&mut self, region: RegionId) {
        self.always.insert(region);
    }

    fn placeholder(&mut self, id: InstanceId, at: usize, output: Output) -> TermId {
        let id = self.box_at(id, at);
        self.symbol(id, output)
    }

    /// The placeholder of a box's output.
    pub fn symbol(&mut self, id: BoxId, output: Output) -> TermId {
        if let Some(&s) = self.by_output.get(&(id, output)) {
            return self.terms.var(s);
        }
        let sort = match output {
            Output::Lambda(v) => self.terms.symbol_sort(v),
            _ => Sort::Bool,
        };
        let symbol = self.new_symbol(id, output, sort);
        self.by_output.insert((id, output), symbol);
        self.terms.var(symbol)
    }

    fn new_symbol(&mut self, id: BoxId, output: Output, sort: Sort) -> Symbol {
        let hint = match output {
            Output::Pi(_) => "$pi",
            Output::Lambda(_) => "$lambda",
            Output::Error(_) => "$error",
            Output::Used => "$used",
            Output::Header => "$header",
        };
        let symbol = self.terms.fresh(hint, sort);
        self.outputs.insert(symbol, (id, output));
        symbol
    }

    /// A box of an instance.
    pub fn box_at(&mut self, parent: InstanceId, index: usize) -> BoxId {
        if let Some(b) = self.instances[parent.0 as usize].boxes.get(&index) {
            return *b;
        }
        let around = self.instances[parent.0 as usize].region;
        let summary = self.summary(around);
        let region = summary.boxes[index].region;
        let is_next = summary.next == Some(index);
        let depth = match is_next {
            true => self.instance(parent).depth + 1,
            false => self.depth_of(parent, region),
        };
        let owner = self.instance(parent).owner.filter(|_| is_next);
        let wants_invariants = owner.is_some_and(|b| self.box_of(b).wants_invariants);
        let (exact, last) = (None, None);
        self.boxes.push(BoxInstance { parent, index, region, is_next, depth, exact, last, wants_invariants });
        let id = BoxId(self.boxes.len() as u32 - 1);
        self.instances[parent.0 as usize].boxes.insert(index, id);
        id
    }

    /// How many activations of a procedure are around an instance, if one is near.
    fn depth_of(&self, parent: InstanceId, region: RegionId) -> u32 {
        const NEAR: usize = 64;
        let mut at = parent;
        for _ in 0..NEAR {
            let instance = self.instance(at);
            if instance.region == region {
                return instance.depth + 1;
            }
            let Some(owner) = instance.owner else { break };
            at = self.box_of(owner).parent;
        }
        0
    }

    /// The box's inputs.
    fn inputs(&mut self, id: BoxId) -> Vec<(Symbol, TermId)> {
        let b = self.box_of(id).clone();
        let around = self.instances[b.parent.0 as usize].region;
        let summary = self.summary(around);
        let region = self.regions.get(b.region);
        let vars: Vec<Symbol> = region.inputs.iter().chain(&region.selectors).copied().collect();
        let terms = &summary.boxes[b.index].inputs;
        vars.into_iter().zip(terms).map(|(v, t)| (v, self.put_in(b.parent, *t))).collect()
    }

    /// The instance behind a box.
    pub fn exact(&mut self, id: BoxId) -> InstanceId {
        if let Some(i) = self.box_of(id).exact {
            return i;
        }
        let map = self.inputs(id).into_iter().collect();
        let b = self.box_of(id);
        let (region, depth, parent) = (b.region, b.depth, b.parent);
        let map = self.with_floor(Some(parent), map);
        let instance = self.new_instance(region, map, depth, false);
        self.instances[instance.0 as usize].owner = Some(id);
        self.boxes[id.0 as usize].exact = Some(instance);
        instance
    }

    /// From now on invariants of a loop are looked for whatever the effort.
    pub fn want_invariants(&mut self, id: BoxId) {
        self.boxes[id.0 as usize].wants_invariants = true;
    }

    /// The abstract form of a loop: with invariants, if they are wanted by now.
    fn last(&mut self, id: BoxId) -> Last {
        let wants = self.infers || self.box_of(id).wants_invariants;
        let last = match self.box_of(id).last {
            Some(l) if l.is_inferred || !wants => return l,
            Some(l) => l,
            None => self.new_last(id),
        };
        if !wants {
            return last;
        }
        let known = self.known_in(id, last.instance);
        let used = self.terms.and(&[last.used, known]);
        let last = Last { used, is_inferred: true, ..last };
        self.boxes[id.0 as usize].last = Some(last);
        last
    }

    /// The abstract form without invariants.
    fn new_last(&mut self, id: BoxId) -> Last {
        let start = self.start_of(id);
        let b = self.box_of(id);
        let (region, depth) = (b.region, b.depth);
        let data = self.regions.get(region).clone();
        let mut map = start.clone();
        for v in data.modifies.iter().chain(&data.selectors) {
            let sort = self.terms.symbol_sort(*v);
            let header = self.new_symbol(id, Output::Header, sort);
            map.insert(*v, self.terms.var(header));
        }
        let used = self.symbol(id, Output::Used);
        let more = self.keep_objects(&data, &start, &mut map);
        let used = self.terms.and(&[used, more]);
        let instance = self.new_instance(region, map, depth, true);
        self.instances[instance.0 as usize].owner = Some(id);
        let last = Last { instance, used, is_inferred: false };
        self.boxes[id.0 as usize].last = Some(last);
        last
    }

    /// The state in which a loop is entered.
    fn start_of(&mut self, id: BoxId) -> FxHashMap<Symbol, TermId> {
        let start = self.inputs(id).into_iter().collect();
        let parent = self.box_of(id).parent;
        self.with_floor(Some(parent), start)
    }

    /// What is known at the start of the last iteration of a loop.
    fn known_in(&mut self, id: BoxId, last: InstanceId) -> TermId {
        let region = self.box_of(id).region;
        let start = self.start_of(id);
        let data = self.regions.get(region);
        let vars = data.inputs.iter().chain(&data.selectors).copied();
        let own = &self.instance(last).map;
        let map: FxHashMap<Symbol, TermId> = vars.filter_map(|v| own.get(&v).map(|t| (v, *t))).collect();
        let invariants = self.invariants_of(region);
        let mut known = invariants.instance(&mut self.terms, &start, &map, &invariants.formulas);
        let more = self.holds_from(region, &invariants, &start);
        if !more.is_empty() {
            let more = invariants.instance(&mut self.terms, &start, &map, &more);
            known = self.terms.and(&[known, more]);
        }
        if invariants.has_cells() {
            self.passed.insert(id, Passed { start, now: map, invariants });
        }
        known
    }

    /// In a state of a loop: objects that were there keep their sizes, and their states unless the loop ends lives. What is to
    /// be assumed for it.
    pub(crate) fn keep_objects(
        &mut self,
        data: &Region,
        start: &FxHashMap<Symbol, TermId>,
        map: &mut FxHashMap<Symbol, TermId>,
    ) -> TermId {
        if !self.regions.are_objects_kept {
            return self.terms.tru();
        }
        let memory = &self.cx.program.memory;
        let next = memory.next.filter(|n| data.modifies.contains(n));
        let below = next.and_then(|n| start.get(&n)).copied();
        for v in [memory.size, memory.state].into_iter().flatten() {
            let (Some(&now), Some(&then)) = (map.get(&v), start.get(&v)) else { continue };
            if !data.modifies.contains(&v) {
                continue;
            }
            let is_state = memory.state == Some(v);
            let mut new = now;
            if let Some(below) = below.filter(|_| !(is_state && data.ends_lives)) {
                new = kept(&mut self.terms, new, then, below);
            }
            if let Some(&below) = self.regions.kept_below(data, is_state).and_then(|f| start.get(&f)) {
                new = kept(&mut self.terms, new, then, below);
            }
            map.insert(v, new);
        }
        let (Some(below), Some(&now)) = (below, next.and_then(|n| map.get(&n))) else {
            return self.terms.tru();
        };
        let floor = self.regions.floor.and_then(|f| start.get(&f));
        let above = [Some(&below), floor].into_iter().flatten().map(|b| self.terms.ule(*b, now));
        let above: Vec<TermId> = above.collect();
        self.terms.and(&above)
    }

    /// What a placeholder is replaced by.
    fn definition(&mut self, id: BoxId, output: Output, mode: Mode) -> TermId {
        if mode == Mode::Exact {
            let instance = self.exact(id);
            return self.says(instance, output);
        }
        let last = self.last(id);
        let says = self.says(last.instance, output);
        match output {
            Output::Lambda(_) => says,
            _ => self.terms.and(&[last.used, says]),
        }
    }

    /// What an instance says of an output of its box.
    fn says(&mut self, id: InstanceId, output: Output) -> TermId {
        let summary = self.summary(self.instances[id.0 as usize].region);
        match output {
            Output::Pi(exit) => {
                let guard = summary.exits.get(exit).copied().unwrap_or_else(|| self.terms.fls());
                self.put_in(id, guard)
            }
            Output::Lambda(var) => match summary.values.get(&var) {
                Some(t) => self.put_in(id, *t),
                None => match self.instances[id.0 as usize].map.get(&var) {
                    Some(t) => *t,
                    None => self.zero(self.terms.symbol_sort(var)),
                },
            },
            Output::Error(target) => self.error(id, target),
            Output::Used | Output::Header => self.terms.tru(),
        }
    }

    /// The condition of reaching a target in an instance or in a box of it.
    pub fn error(&mut self, id: InstanceId, target: Target) -> TermId {
        if let Some(t) = self.instances[id.0 as usize].errors.get(&target) {
            return *t;
        }
        let Instance { region, is_last, .. } = self.instances[id.0 as usize];
        let summary = self.summary(region);
        let mut ways: Vec<TermId> = Vec::new();
        match target {
            Target::Checks(..) => {
                for (_, t) in summary.errors.iter().filter(|(t, _)| target.covers(**t)) {
                    ways.push(self.put_in(id, *t));
                }
            }
            _ => ways.extend(summary.errors.get(&target).map(|t| self.put_in(id, *t))),
        }
        let around = self.around(target);
        for (i, b) in summary.boxes.iter().enumerate() {
            let is_next = summary.next == Some(i);
            if around[b.region.index()] && !(is_last && is_next) {
                let guard = self.put_in(id, b.guard);
                let inside = self.placeholder(id, i, Output::Error(target));
                ways.push(self.terms.and(&[guard, inside]));
            }
        }
        let error = self.terms.or(&ways);
        self.instances[id.0 as usize].errors.insert(target, error);
        error
    }

    /// By region: does it lie around a target?
    pub fn around(&mut self, target: Target) -> Rc<Vec<bool>> {
        if let Some(a) = self.around.get(&target) {
            return a.clone();
        }
        let mut places: Vec<RegionId> = match target {
            #[allow(clippy::iter_over_hash_type)]
            Target::Checks(..) => {
                self.places.iter().filter(|(t, _)| target.covers(**t)).flat_map(|(_, p)| p).copied().collect()
            }
            _ => self.places.get(&target).cloned().unwrap_or_default(),
        };
        places.sort_unstable();
        places.dedup();
        let around = Rc::new(self.regions.around(&places));
        self.around.insert(target, around.clone());
        around
    }

    /// Do all places of a target lie in loops?
    pub fn is_in_loops(&self, target: Target) -> bool {
        let in_loops = |places: &Vec<RegionId>| places.iter().all(|r| self.regions.get(*r).is_loop());
        self.places.get(&target).is_some_and(in_loops)
    }

    /// How a view sees a placeholder.
    pub fn mode(&self, view: &View, symbol: Symbol, id: BoxId) -> Mode {
        let b = self.box_of(id);
        let default = if b.is_next { Mode::Abstract } else { Mode::Closed };
        let whole = view.boxes.get(&id).copied().unwrap_or(default);
        view.symbols.get(&symbol).copied().unwrap_or(default).max(whole)
    }

    /// Loops in whose abstract form a box lies.
    pub fn loops_around(&self, id: BoxId) -> Vec<BoxId> {
        let mut loops = Vec::new();
        let mut at = self.box_of(id).parent;
        loop {
            let instance = self.instance(at);
            let Some(owner) = instance.owner else { return loops };
            if instance.is_last {
                loops.push(owner);
            }
            at = self.box_of(owner).parent;
        }
    }

    /// Where a box stands: the boxes around it and itself by their numbers, which follow the order of execution.
    pub fn position(&self, id: BoxId) -> Vec<usize> {
        let mut path = vec![self.box_of(id).index];
        let mut at = self.box_of(id).parent;
        while let Some(owner) = self.instance(at).owner {
            path.push(self.box_of(owner).index);
            at = self.box_of(owner).parent;
        }
        path.reverse();
        path
    }

    /// Sees the abstract form of the loop `to` as that of `from` is seen. Gives the boxes that this opens.
    pub fn inherit(&mut self, view: &mut View, from: BoxId, to: BoxId) -> Vec<BoxId> {
        let mut opened = Vec::new();
        let Some(old) = self.box_of(from).last else { return opened };
        let new = self.last(to);
        let mut work = vec![(old.instance, new.instance)];
        while let Some((old, new)) = work.pop() {
            let mut boxes: Vec<(usize, BoxId)> =
                self.instance(old).boxes.iter().map(|(i, b)| (*i, *b)).collect();
            boxes.sort_unstable();
            for (index, b) in boxes {
                let mode = view.boxes.get(&b).copied();
                if (mode.is_none() && !view.partly.contains(&b)) || self.box_of(b).is_next {
                    continue;
                }
                let copy = self.box_at(new, index);
                if let Some(mode) = mode {
                    view.boxes.insert(copy, mode);
                }
                self.inherit_symbols(view, b, copy);
                let (inner_old, inner_new) = match mode {
                    Some(Mode::Abstract) => match self.box_of(b).last {
                        Some(l) => (l.instance, self.last(copy).instance),
                        None => continue,
                    },
                    _ => match self.box_of(b).exact {
                        Some(i) => (i, self.exact(copy)),
                        None => continue,
                    },
                };
                opened.push(copy);
                work.push((inner_old, inner_new));
            }
        }
        opened
    }

    fn inherit_symbols(&mut self, view: &mut View, from: BoxId, to: BoxId) {
        if !view.partly.contains(&from) {
            return;
        }
        view.partly.insert(to);
        #[allow(clippy::iter_over_hash_type)]
        let mut outputs: Vec<(Symbol, Mode)> = view.symbols.iter().map(|(s, m)| (*s, *m)).collect();
        outputs.retain(|(s, _)| self.outputs.get(s).is_some_and(|o| o.0 == from));
        outputs.sort_unstable();
        for (s, mode) in outputs {
            let Some((_, output)) = self.output(s) else { continue };
            let copy = self.symbol(to, output);
            if let Some(copy) = self.terms.as_var(copy) {
                view.symbols.insert(copy, mode);
            }
        }
    }

    /// A term with every placeholder replaced as the view asks.
    pub fn resolve(&mut self, root: TermId, view: &View, memo: &mut FxHashMap<TermId, TermId>) -> TermId {
        let mut stack = vec![root];
        while let Some(&t) = stack.last() {
            if memo.contains_key(&t) {
                stack.pop();
                continue;
            }
            if let Some(s) = self.terms.as_var(t) {
                let new = match self.replacement(s, view) {
                    None => t,
                    Some(d) => match memo.get(&d) {
                        Some(new) => *new,
                        None => {
                            stack.push(d);
                            continue;
                        }
                    },
                };
                memo.insert(t, new);
                stack.pop();
                continue;
            }
            if let Some(new) = self.terms.rebuilt(t, memo, &mut stack) {
                memo.insert(t, new);
                stack.pop();
            }
        }
        memo[&root]
    }

    fn replacement(&mut self, symbol: Symbol, view: &View) -> Option<TermId> {
        let (id, output) = self.output(symbol)?;
        if matches!(output, Output::Used | Output::Header) {
            return None;
        }
        match self.mode(view, symbol, id) {
            Mode::Closed => None,
            mode => Some(self.definition(id, output, mode)),
        }
    }

    /// Facts about objects that hold in every state, for states that are symbols of `state` and `next`.
    pub fn facts(&mut self, roots: &[TermId]) -> Vec<TermId> {
        let memory = &self.cx.program.memory;
        match (memory.state, memory.next) {
            (Some(state), Some(next)) => object_facts(&mut self.terms, roots, state, next),
            _ => Vec::new(),
        }
    }
}

/// Where targets stand, by region.
fn places(cx: Context<'_>, regions: &Regions) -> FxHashMap<Target, Vec<RegionId>> {
    use maymust_engine::Role;
    use maymust_program::{EdgeId, Op};
    let mut places: FxHashMap<Target, Vec<RegionId>> = FxHashMap::default();
    for (p, proc) in cx.program.procs.iter().enumerate() {
        let id = ProcId(p as u32);
        for (e, edge) in proc.edges.iter().enumerate() {
            let target = match &edge.op {
                Op::Check(check, _) => {
                    let check = cx.program.original_check(*check);
                    if cx.roles.get(check.index()) != Some(&Role::Asked) {
                        continue;
                    }
                    Target::Check(check)
                }
                Op::Unsupported(_) | Op::CallPointer { .. } => Target::Unsupported(id, EdgeId(e as u32)),
                _ => continue,
            };
            let list = places.entry(target).or_default();
            let region = regions.of_loc(id, edge.from);
            if !list.contains(&region) {
                list.push(region);
            }
        }
    }
    places
}
