//! Regions: the bodies of procedures and their loops, what each reads and writes, and which regions lie within.
//!
//! A loop is a region of its own, so a procedure with a loop has a *box* in place of it. Loops that are entered at
//! several locations keep a truth value per further entry that says where an iteration starts.

use maymust_program::calls::CallGraph;
use maymust_program::loops::{LoopId, LoopTree};
use maymust_program::modref::{ModRef, Supports, effect};
use maymust_program::{EdgeId, LocId, ObjectState, Op, Proc, ProcId, Program, VarId, VarKind};
use maymust_source::Span;
use maymust_term::{Sort, Symbol, TermId, Terms};
use rustc_hash::FxHashSet;

/// A region: an index of [`Regions::list`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct RegionId(pub u32);

impl RegionId {
    /// As an index.
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// What a region is made of.
#[derive(Clone, Debug)]
pub struct Region {
    /// The procedure.
    pub proc: ProcId,
    /// The loop, if it is one.
    pub of_loop: Option<LoopId>,
    /// Where it starts: the entry or the header, then further entries.
    pub entries: Vec<LocId>,
    /// Locations outside that follow (of a procedure: its exit).
    pub exits: Vec<LocId>,
    /// For each entry but the first: does an iteration start there?
    pub selectors: Vec<Symbol>,
    /// Variables whose values at the start may matter, sorted.
    pub inputs: Vec<VarId>,
    /// Variables that may change, sorted.
    pub modifies: Vec<VarId>,
    /// May it end the life of an object that was there when it started?
    pub ends_lives: bool,
    /// And one that is not on the heap?
    pub ends_firm_lives: bool,
    /// Regions of the boxes within, sorted.
    pub children: Vec<RegionId>,
    /// How many edges it has of its own.
    pub edges: usize,
    /// Where.
    pub span: Span,
}

impl Region {
    /// Is it a loop?
    pub fn is_loop(&self) -> bool {
        self.of_loop.is_some()
    }
}

/// All regions of a program.
#[derive(Clone, Debug, Default)]
pub struct Regions {
    /// The regions.
    pub list: Vec<Region>,
    /// Loop trees by procedure.
    pub trees: Vec<LoopTree>,
    /// By procedure: the region of its body.
    of_proc: Vec<RegionId>,
    /// By procedure and loop.
    of_loop: Vec<Vec<RegionId>>,
    /// By procedure: can it call itself?
    pub recursive: Vec<bool>,
    /// Do sizes and states of objects change by allocation and the end of lives alone?
    pub are_objects_kept: bool,
    /// In all summaries: a number that is not above those of objects that are made in the region.
    pub floor: Option<Symbol>,
    /// The same, and no object below it was on the heap when the region started.
    pub firm: Option<Symbol>,
}

impl Regions {
    /// Finds the regions of a prepared program. Selectors are declared in `terms`.
    pub fn new(program: &Program, terms: &mut Terms) -> Regions {
        let calls = CallGraph::new(program);
        let modref = ModRef::new(program, &calls);
        let mut all = Regions { recursive: calls.recursive.clone(), ..Regions::default() };
        for (p, proc) in program.procs.iter().enumerate() {
            let id = ProcId(p as u32);
            let tree = LoopTree::new(proc);
            all.of_proc.push(RegionId(all.list.len() as u32));
            let mut inputs = [&modref.reads[p][..], &modref.writes[p], &proc.params].concat();
            sort(&mut inputs);
            let modifies = modref.writes[p].clone();
            let (entries, exits) = (vec![proc.entry], vec![proc.exit]);
            all.list.push(region(id, None, entries, exits, inputs, modifies, proc.span));
            let mut loops = Vec::new();
            for l in 0..tree.loops.len() {
                loops.push(RegionId(all.list.len() as u32));
                all.list.push(loop_region(program, terms, &modref, id, &tree, LoopId(l as u32)));
            }
            all.of_loop.push(loops);
            all.trees.push(tree);
        }
        all.find_children(program);
        all.find_ends(program, terms);
        let memory = &program.memory;
        let is_object = |v: VarId| [memory.size, memory.state, memory.next].contains(&Some(v));
        let direct = |op: &Op| matches!(op, Op::Assign(v, _) | Op::Havoc(v, _) if is_object(*v));
        let mut number = |name: &str| memory.next.map(|next| terms.fresh(name, terms.symbol_sort(next)));
        (all.floor, all.firm) = (number("$floor"), number("$firm"));
        all.are_objects_kept = !program.procs.iter().flat_map(|p| &p.edges).any(|e| direct(&e.op));
        all
    }

    fn find_ends(&mut self, program: &Program, terms: &mut Terms) {
        let (mut work, mut firm): (Vec<RegionId>, Vec<RegionId>) = Default::default();
        for (p, proc) in program.procs.iter().enumerate() {
            let id = ProcId(p as u32);
            let mut regions: Vec<RegionId> = self.of_loop[p].clone();
            regions.push(self.body(id));
            let predecessors = proc.predecessors();
            for edge in &proc.edges {
                let Op::Free { pointer, .. } = &edge.op else { continue };
                let is_heap = frees_heap(program, terms, proc, edge.from, *pointer);
                for &r in &regions {
                    let of_loop = self.get(r).of_loop;
                    let tree = &self.trees[p];
                    let inside = |l: LocId| of_loop.is_none_or(|id| tree.contains(id, l));
                    let starts = of_loop.map(|_| &self.get(r).entries[..]);
                    let before = Before { proc, predecessors: &predecessors, inside: &inside };
                    if inside(edge.from) && !ends_its_own(program, &before, *pointer, edge.from, starts) {
                        work.push(r);
                        firm.extend((!is_heap).then_some(r));
                    }
                }
            }
        }
        let around = self.around(&work).into_iter().zip(self.around(&firm));
        for (region, ends) in self.list.iter_mut().zip(around) {
            (region.ends_lives, region.ends_firm_lives) = ends;
        }
    }

    /// Below which number the sizes or (`is_state`) states of objects stay what they are all through a region.
    pub fn kept_below(&self, region: &Region, is_state: bool) -> Option<Symbol> {
        match is_state {
            false => self.floor,
            true if !region.ends_lives => self.floor,
            true if !region.ends_firm_lives => self.firm,
            true => None,
        }
    }

    /// A region.
    pub fn get(&self, id: RegionId) -> &Region {
        &self.list[id.index()]
    }

    /// The region of a procedure's body.
    pub fn body(&self, proc: ProcId) -> RegionId {
        self.of_proc[proc.index()]
    }

    /// The region of a loop.
    pub fn of_loop(&self, proc: ProcId, id: LoopId) -> RegionId {
        self.of_loop[proc.index()][id.index()]
    }

    /// The region that a location belongs to: of its innermost loop, or the body.
    pub fn of_loc(&self, proc: ProcId, loc: LocId) -> RegionId {
        match self.trees[proc.index()].innermost[loc.index()] {
            Some(l) => self.of_loop(proc, l),
            None => self.body(proc),
        }
    }

    fn find_children(&mut self, program: &Program) {
        let mut children = vec![Vec::new(); self.list.len()];
        for (p, proc) in program.procs.iter().enumerate() {
            let id = ProcId(p as u32);
            for edge in &proc.edges {
                let at = self.of_loc(id, edge.from);
                self.list[at.index()].edges += 1;
                if let Op::Call { proc, .. } = edge.op {
                    children[at.index()].push(self.body(proc));
                }
            }
            for (l, data) in self.trees[p].loops.iter().enumerate() {
                let parent = data.parent.map_or(self.body(id), |outer| self.of_loop(id, outer));
                children[parent.index()].push(self.of_loop(id, LoopId(l as u32)));
            }
        }
        for (region, mut list) in self.list.iter_mut().zip(children) {
            list.sort_unstable();
            list.dedup();
            region.children = list;
        }
    }

    /// All regions below some, these included, inner ones first (recursion aside).
    pub fn bottom_up(&self, roots: &[RegionId]) -> Vec<RegionId> {
        let mut seen = vec![false; self.list.len()];
        let mut order = Vec::new();
        let mut stack: Vec<(RegionId, usize)> = Vec::new();
        for &root in roots {
            if !std::mem::replace(&mut seen[root.index()], true) {
                stack.push((root, 0));
            }
            while let Some((r, i)) = stack.last_mut() {
                match self.list[r.index()].children.get(*i) {
                    Some(&c) => {
                        *i += 1;
                        if !std::mem::replace(&mut seen[c.index()], true) {
                            stack.push((c, 0));
                        }
                    }
                    None => {
                        order.push(*r);
                        stack.pop();
                    }
                }
            }
        }
        order
    }

    /// About so many regions below one, itself included: those with the fewest regions around them first.
    pub fn nearest(&self, root: RegionId, most: usize) -> FxHashSet<RegionId> {
        let mut found = FxHashSet::from_iter([root]);
        let mut level = vec![root];
        while !level.is_empty() && found.len() < most {
            let below = level.iter().flat_map(|r| &self.list[r.index()].children).copied();
            level = below.filter(|c| found.insert(*c)).collect();
        }
        found
    }

    /// By region: does it lie around one of these, or is it one of them?
    pub fn around(&self, inner: &[RegionId]) -> Vec<bool> {
        let mut parents = vec![Vec::new(); self.list.len()];
        for (r, region) in self.list.iter().enumerate() {
            for c in &region.children {
                parents[c.index()].push(RegionId(r as u32));
            }
        }
        let mut found = vec![false; self.list.len()];
        let mut work = inner.to_vec();
        while let Some(r) = work.pop() {
            if !std::mem::replace(&mut found[r.index()], true) {
                work.extend(&parents[r.index()]);
            }
        }
        found
    }

    /// The name of a region for people.
    pub fn name(&self, program: &Program, id: RegionId) -> String {
        let region = self.get(id);
        let name = &program.proc(region.proc).name;
        match region.of_loop {
            None => name.clone(),
            Some(_) => format!("{name}, loop at {}", region.entries[0]),
        }
    }
}

fn region(
    proc: ProcId,
    of_loop: Option<LoopId>,
    entries: Vec<LocId>,
    exits: Vec<LocId>,
    inputs: Vec<VarId>,
    modifies: Vec<VarId>,
    span: Span,
) -> Region {
    let (selectors, children) = (Vec::new(), Vec::new());
    Region {
        proc,
        of_loop,
        entries,
        exits,
        selectors,
        inputs,
        modifies,
        ends_lives: false,
        ends_firm_lives: false,
        children,
        edges: 0,
        span,
    }
}

fn loop_region(
    program: &Program,
    terms: &mut Terms,
    modref: &ModRef,
    id: ProcId,
    tree: &LoopTree,
    loop_id: LoopId,
) -> Region {
    let (proc, data) = (program.proc(id), &tree.loops[loop_id.index()]);
    let mut supports = Supports::default();
    let (mut inputs, mut modifies) = (Vec::new(), Vec::new());
    let mut span = Span::NONE;
    for (_, edge) in data.locs.iter().flat_map(|l| proc.successors(*l)) {
        if edge.from == data.header {
            span = edge.span;
        }
        let e = effect(program, &edge.op, &mut supports);
        inputs.extend(e.reads);
        modifies.extend(e.writes);
        if let Op::Call { proc: callee, .. } = edge.op {
            inputs.extend(&modref.reads[callee.index()]);
            modifies.extend(&modref.writes[callee.index()]);
        }
    }
    sort(&mut modifies);
    inputs.extend(&modifies);
    sort(&mut inputs);
    let mut exits: Vec<LocId> = data.exits.iter().map(|e| proc.edges[e.index()].to).collect();
    exits.sort_unstable();
    exits.dedup();
    let mut entries = vec![data.header];
    entries.extend(data.entries.iter().filter(|e| **e != data.header));
    let mut region = region(id, Some(loop_id), entries, exits, inputs, modifies, span);
    for _ in 1..region.entries.len() {
        region.selectors.push(terms.fresh("$enter", Sort::Bool));
    }
    region
}

/// Is it checked just before `at` that the pointer is to an object on the heap?
fn frees_heap(program: &Program, terms: &mut Terms, proc: &Proc, at: LocId, pointer: TermId) -> bool {
    let Some(state) = program.memory.state.filter(|_| at != proc.entry) else { return false };
    let (states, number) = (terms.var(state), program.layout.object(terms, pointer));
    let life = terms.select(states, number);
    let is_heap = ObjectState::Heap.is(terms, life);
    let mut before = proc.edges.iter().filter(|e| e.to == at).peekable();
    let checks = |op: &Op| matches!(op, Op::Check(_, c) if terms.conjuncts(*c).contains(&is_heap));
    before.peek().is_some() && before.all(|e| checks(&e.op))
}

/// What comes before a location, within a region.
struct Before<'a> {
    proc: &'a Proc,
    /// By location: edges to it.
    predecessors: &'a [Vec<EdgeId>],
    inside: &'a dyn Fn(LocId) -> bool,
}

/// Does the operation at `at` end only what was allocated since the region started? It does if the pointer is a variable
/// that nothing but allocations write, and, in a loop, that has been written since its round started at one of `starts`. An object
/// mostly ends close to where it begins: so the way there is looked for backwards.
fn ends_its_own(
    program: &Program,
    before: &Before<'_>,
    pointer: TermId,
    at: LocId,
    starts: Option<&[LocId]>,
) -> bool {
    let Some(var) = program.terms.as_var(pointer) else { return false };
    if !matches!(program.vars.get(var.index()).map(|v| v.kind), Some(VarKind::Local(_))) {
        return false;
    }
    let allocates = |op: &Op| matches!(op, Op::Allocate { result, .. } if *result == var);
    if before.proc.edges.iter().any(|e| e.op.target() == Some(var) && !allocates(&e.op)) {
        return false;
    }
    // Before its first allocation in this activation it is null.
    let Some(starts) = starts else { return true };
    let mut work = vec![at];
    let mut seen: FxHashSet<LocId> = work.iter().copied().collect();
    while let Some(l) = work.pop() {
        if starts.contains(&l) {
            return false;
        }
        for e in &before.predecessors[l.index()] {
            let e = &before.proc.edges[e.index()];
            if (before.inside)(e.from) && !allocates(&e.op) && seen.insert(e.from) {
                work.push(e.from);
            }
        }
    }
    true
}

fn sort(vars: &mut Vec<VarId>) {
    vars.sort_unstable();
    vars.dedup();
}
