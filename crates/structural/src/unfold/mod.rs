//! The unfolding of a program: instances of summaries, and what their placeholders stand for.
//!
//! An [`Instance`] is a summary with its inputs put in and its inner symbols renamed. The boxes of an instance lead to
//! instances in turn, made when they are asked for. A placeholder of an instance is *closed* (any value), or it is
//! replaced by what the instance behind its box says: [`Unfolding::resolve`] does so as a [`View`] asks. A loop has a form
//! in between, *abstract*: its last iteration from an arbitrary state that satisfies the loop's invariants.

mod abstract_loop;
mod resolve;
mod view;

use maymust_program::{ObjectState, ProcId, VarId};
use maymust_symbolic::object_facts;
use maymust_term::{Op, Sort, Symbol, TermId, Terms};
use rustc_hash::{FxHashMap, FxHashSet};
use std::rc::Rc;

use crate::immutable::Immutable;
use crate::invariant::{Inference, Passed};
use crate::region::{RegionId, Regions};
use crate::summary::{Context, Inner, Summary, Target, summarise};
pub use view::{Mode, View};

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

/// The program unfolded as far as was asked for.
pub struct Unfolding<'a> {
    /// What summaries are made from.
    pub cx: Context<'a>,
    /// The arena of everything.
    pub terms: Terms,
    /// The regions.
    pub regions: Regions,
    immutable: Immutable,
    summaries: Vec<Option<Rc<Summary>>>,
    instances: Vec<Instance>,
    boxes: Vec<BoxInstance>,
    /// Placeholders.
    pub(crate) outputs: FxHashMap<Symbol, (BoxId, Output)>,
    by_output: FxHashMap<(BoxId, Output), Symbol>,
    around: FxHashMap<Target, Rc<Vec<bool>>>,
    places: FxHashMap<Target, Vec<RegionId>>,
    /// The search for invariants.
    pub inference: Inference,
    /// Loops in their abstract form that say something of the cells they have passed.
    pub(crate) passed: FxHashMap<BoxId, Passed>,
    /// Regions that are put in at once: they belong to the start.
    always: FxHashSet<RegionId>,
    zeros: FxHashMap<Sort, TermId>,
    /// Summaries made.
    pub summarised: u64,
}

impl<'a> Unfolding<'a> {
    /// Of a prepared program.
    pub fn new(cx: Context<'a>, inference: Inference) -> Self {
        let mut terms = cx.program.terms.clone();
        let regions = Regions::new(cx.program, &mut terms);
        let immutable = Immutable::new(cx.program, &regions, &mut terms);
        let places = places(cx, &regions);
        Unfolding {
            cx,
            terms,
            immutable,
            summaries: vec![None; regions.list.len()],
            regions,
            instances: Vec::new(),
            boxes: Vec::new(),
            outputs: FxHashMap::default(),
            by_output: FxHashMap::default(),
            around: FxHashMap::default(),
            places,
            inference,
            passed: FxHashMap::default(),
            always: FxHashSet::default(),
            zeros: FxHashMap::default(),
            summarised: 0,
        }
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
        let number = self.cx.program.layout.number(&mut self.terms, number);
        let known = self.immutable.read(&mut self.terms, Op::Select, states, number);
        let life = known.unwrap_or_else(|| self.terms.select(states, number));
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
            if let Some(new) = self.rebuilt(t, &memo, &mut stack) {
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
                Op::Unsupported(_) | Op::CallPointer { .. } | Op::Spawn { .. } | Op::Block { .. } => {
                    Target::Unsupported(id, EdgeId(e as u32))
                }
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
