//! Memory partition: one variable per region instead of one byte memory.
//!
//! After [`crate::points_to`], each segment of a node is a region: its cells may alias each other and nothing else.
//! - One cell at one constant address of a static object is a plain variable ([`Cell::Scalar`]).
//! - A segment whose cells all have one width, and that no block operation cuts through a cell of, is an array of such
//!   cells ([`Cell::Cells`]), read by `select` and written by `store` at the address of a cell's first byte.
//! - Anything else is an array of bytes ([`Cell::Bytes`]), accessed by wide loads and stores as before.
//!
//! Addresses do not change, so a machine that keeps memory by address runs the program before and after alike.
//! Block operations still speak of addresses. What they do to the regions they touch
//! ([`touched_regions`]), with `n` the number of bytes and `i` from 0 to `n - 1`, all at once:
//! - `Copy`: `r[to + i] := r[from + i]`; `Fill`: `r[to + i] :=` the byte, repeated over the cell;
//! - `Bytes`: `r[to + i] :=` as many bytes of the data from `i` on as a cell has, if there are so many;
//! - `Allocate`, zeroed: `r[result + i] := 0`; else the cells of the new object are arbitrary.
//!
//! This is right for cells wider than a byte because entries that are not the start of a cell are never read. Cells of the
//! same address in different regions do not exist, but entries do: they too are never read.
//!
//! An access through a made-up number that leads to no object, by the analysis, is preceded by [`Op::Unsupported`]: were it reached behind its checks, the
//! analysis would be wrong.

use crate::cells::{NodeId, Object, Segment, Value};
use crate::points_to::PointsTo;
use crate::verify::debug_verify;
use crate::{Cell, Edge, LocId, Op, ProcId, Program, Region, VarId, VarKind};
use maymust_source::Span;
use maymust_term::{Op as TermOp, Sort, TermId};
use rustc_hash::{FxHashMap, FxHashSet};
use std::fmt::Write;

/// Regions whose contents an operation reads or writes other than by the variables in its terms.
///
/// Before partition this is empty: such operations then touch the undivided memory.
pub fn touched_regions(program: &Program, op: &Op) -> Vec<u32> {
    let targets = |t: TermId| program.memory.targets.get(&t).cloned().unwrap_or_default();
    let mut regions = match op {
        Op::Copy { to, from, .. } => [targets(*to), targets(*from)].concat(),
        Op::Fill { to, .. } | Op::Bytes { to, .. } => targets(*to),
        Op::Allocate { result, .. } => program.memory.allocated.get(result).cloned().unwrap_or_default(),
        _ => Vec::new(),
    };
    regions.sort_unstable();
    regions.dedup();
    regions
}

/// Divides the memory of a program into regions. A program that has been divided stays as it is.
///
/// Gives the text of `show --memory`: regions, objects, who points where.
pub fn partition(program: &mut Program) -> String {
    if program.memory.bytes.is_none() {
        return String::new();
    }
    let mut p = Partition {
        points_to: PointsTo::new(program),
        names: site_names(program),
        regions: FxHashMap::default(),
        memo: FxHashMap::default(),
        lost: FxHashSet::default(),
    };
    p.find_lost(program);
    p.collect_targets(program);
    p.settle_looks(program);
    for i in 0..program.procs.len() {
        p.procedure(program, ProcId(i as u32));
    }
    p.checks(program);
    p.finish_targets(program);
    let text = p.show(program);
    program.memory.bytes = None;
    debug_verify(program, "partition");
    text
}

/// A region: root and start of the segment.
type Key = (NodeId, i64);

struct Partition {
    points_to: PointsTo,
    /// Names of what is allocated at edges.
    names: FxHashMap<(u32, u32), String>,
    /// Regions by key; an index of `memory.regions`.
    regions: FxHashMap<Key, u32>,
    /// Rewritten terms.
    memo: FxHashMap<TermId, TermId>,
    /// Accesses that lead to no object that is known.
    lost: FxHashSet<TermId>,
}

impl Partition {
    // --- regions -----------------------------------------------------------------------------------

    /// The region of an access.
    fn region(&mut self, program: &mut Program, address: TermId) -> Option<u32> {
        let at = self.points_to.target(address)?;
        let segment = *self.points_to.cells.segment_at(at)?;
        Some(self.region_of(program, at.node, segment))
    }

    fn region_of(&mut self, program: &mut Program, root: NodeId, s: Segment) -> u32 {
        if let Some(r) = self.regions.get(&(root, s.lo)) {
            return *r;
        }
        let cell = self.cell(program, root, &s);
        let sort = match cell {
            Cell::Scalar { bits, .. } => Sort::BitVec(bits),
            Cell::Bytes => program.terms.array_sort(program.layout.sort(), Sort::BitVec(8)),
            Cell::Cells { bits } => program.terms.array_sort(program.layout.sort(), Sort::BitVec(bits)),
        };
        let description = self.description(program, root, &s);
        let index = program.memory.regions.len() as u32;
        let name = match description.split(", ").next() {
            Some(first) if !first.is_empty() => format!("mem:{first}"),
            _ => "mem".to_owned(),
        };
        let var = program.fresh_var(&name, sort, VarKind::Memory, false, Span::NONE);
        program.memory.regions.push(Region { var, cell, description });
        self.regions.insert((root, s.lo), index);
        index
    }

    fn cell(&self, program: &Program, root: NodeId, s: &Segment) -> Cell {
        let cells = &self.points_to.cells;
        let bits = s.width * 8;
        if s.width == 0 || cells.is_cut(root, s) {
            return Cell::Bytes;
        }
        let node = cells.node(root);
        let mut objects = node.objects.iter();
        if let (Some((Object::Static(i), start)), None, 0) = (objects.next(), objects.next(), node.stride)
            && s.hi - s.lo == i64::from(s.width)
        {
            let (offset, size) = (s.lo - start, i64::from(program.statics[*i as usize].size));
            if offset >= 0 && offset + i64::from(s.width) <= size {
                let address = program.layout.join(*i + 1, 0) + offset as u64;
                return Cell::Scalar { bits, address };
            }
        }
        Cell::Cells { bits }
    }

    /// The objects and fields of a segment, for people.
    fn description(&self, program: &Program, root: NodeId, s: &Segment) -> String {
        let cells = &self.points_to.cells;
        let node = cells.node(root);
        let plus = |offset: i64| if offset == 0 { String::new() } else { format!("+{offset}") };
        let field = |from: i64| {
            let offset = s.lo.wrapping_sub(from);
            let offset = if node.stride > 0 { offset.rem_euclid(node.stride as i64) } else { offset };
            let index = if node.stride > 0 { "[]" } else { "" };
            format!("{index}{}", plus(offset))
        };
        let own = node
            .objects
            .iter()
            .map(|(o, start)| format!("{}{}", self.object_name(program, *o), field(*start)));
        let mut names: Vec<String> = own.take(SHOWN + 1).collect();
        for (outer, w) in cells.around(root) {
            let elements = field(cells.root_of(w.inner).offset);
            let objects = cells.node(outer).objects.iter().take(SHOWN);
            names.extend(objects.map(|(o, start)| {
                format!("{}{}{elements}", self.object_name(program, *o), plus(w.lo.wrapping_sub(*start)))
            }));
        }
        summary(names.len().max(node.objects.len()), names.into_iter())
    }

    fn object_name(&self, program: &Program, object: Object) -> String {
        match object {
            Object::Static(i) => program.statics[i as usize].name.clone(),
            Object::Site(p, e) => self.names.get(&(p, e)).cloned().unwrap_or_default(),
        }
    }

    // --- terms -------------------------------------------------------------------------------------

    fn is_memory(&self, program: &Program, t: TermId) -> bool {
        let var = program.terms.as_var(t);
        var.is_some() && var == program.memory.bytes
    }

    /// The term with its loads from the memory replaced by loads from regions.
    fn term(&mut self, program: &mut Program, root: TermId) -> TermId {
        let mut stack = vec![root];
        let mut args = Vec::new();
        while let Some(&t) = stack.last() {
            if self.memo.contains_key(&t) {
                stack.pop();
                continue;
            }
            let before = stack.len();
            stack.extend(program.terms.args(t).iter().filter(|a| !self.memo.contains_key(*a)));
            if stack.len() > before {
                continue;
            }
            args.clear();
            args.extend(program.terms.args(t).iter().map(|a| self.memo[a]));
            let new = match self.load(program, t, &args) {
                Some(new) => new,
                None if args == program.terms.args(t) => t,
                None => program.terms.app(program.terms.op(t), &args),
            };
            self.memo.insert(t, new);
            stack.pop();
        }
        self.memo[&root]
    }

    fn load(&mut self, program: &mut Program, t: TermId, args: &[TermId]) -> Option<TermId> {
        let bytes = match program.terms.op(t) {
            TermOp::Load { bytes } => bytes,
            TermOp::Select => 0,
            _ => return None,
        };
        let (memory, address) = (program.terms.arg(t, 0), program.terms.arg(t, 1));
        if !self.is_memory(program, memory) {
            return None;
        }
        let region = self.region(program, address)? as usize;
        let Region { var, cell, .. } = program.memory.regions[region];
        let array = program.terms.var(var);
        Some(match cell {
            Cell::Scalar { .. } => array,
            Cell::Cells { .. } => program.terms.select(array, args[1]),
            Cell::Bytes if bytes == 0 => program.terms.select(array, args[1]),
            Cell::Bytes => program.terms.load(array, args[1], bytes),
        })
    }

    // --- operations --------------------------------------------------------------------------------

    fn procedure(&mut self, program: &mut Program, id: ProcId) {
        let edges = std::mem::take(&mut program.procs[id.index()].edges);
        let mut new: Vec<Edge> = Vec::with_capacity(edges.len());
        let mut blocked: Vec<Blocked> = Vec::new();
        let mut extra = program.procs[id.index()].locs;
        for edge in edges {
            if blocked.last().is_none_or(|b| b.at != edge.from)
                && let Some(when) = self.when_lost(program, &edge.op)
            {
                let when = self.term(program, when);
                blocked.push(Blocked { at: edge.from, when, span: edge.span });
            }
            let Edge { mut from, to, op, span } = edge;
            let ops = self.operation(program, op);
            let last = ops.len().saturating_sub(1);
            for (i, op) in ops.into_iter().enumerate() {
                let next = if i == last { to } else { LocId(extra) };
                new.push(Edge { from, to: next, op, span });
                if i != last {
                    from = next;
                    extra += 1;
                }
            }
        }
        block(program, id, new, &blocked, extra);
    }

    /// The operations that an operation becomes: one, or one per region for a chain of stores.
    fn operation(&mut self, program: &mut Program, mut op: Op) -> Vec<Op> {
        if let Op::Assign(v, t) = op
            && program.memory.bytes == Some(v)
        {
            return self.stores(program, t);
        }
        // Terms are rewritten one after the other: the memo is shared.
        let mut new = op.terms();
        for t in &mut new {
            *t = self.term(program, *t);
        }
        let mut terms = new.into_iter();
        op.map_terms(|old| terms.next().unwrap_or(old));
        vec![op]
    }

    /// A chain of stores, the innermost first; stores into one region stay together.
    fn stores(&mut self, program: &mut Program, chain: TermId) -> Vec<Op> {
        let mut stores = Vec::new();
        let mut t = chain;
        while let TermOp::Store | TermOp::StoreWide { .. } = program.terms.op(t) {
            stores.push(t);
            t = program.terms.arg(t, 0);
        }
        let mut assigned: Vec<(u32, TermId)> = Vec::new();
        for t in stores.into_iter().rev() {
            let (address, data) = (program.terms.arg(t, 1), program.terms.arg(t, 2));
            let Some(region) = self.region(program, address) else { continue };
            let (to, data) = (self.term(program, address), self.term(program, data));
            let Region { var, cell, .. } = program.memory.regions[region as usize];
            let known = assigned.iter().position(|(r, _)| *r == region);
            let before = match known {
                Some(i) => assigned[i].1,
                None => program.terms.var(var),
            };
            let terms = &mut program.terms;
            let after = match cell {
                Cell::Scalar { .. } => data,
                Cell::Cells { .. } => terms.store(before, to, data),
                Cell::Bytes => terms.store_wide(before, to, data),
            };
            match known {
                Some(i) => assigned[i].1 = after,
                None => assigned.push((region, after)),
            }
        }
        self.sequence(program, assigned)
    }

    /// Assignments that happen at once, one after the other; that is only right if none reads what another wrote.
    fn sequence(&self, program: &Program, assigned: Vec<(u32, TermId)>) -> Vec<Op> {
        let var = |r: u32| program.memory.regions[r as usize].var;
        for (i, (region, _)) in assigned.iter().enumerate() {
            let later = assigned[i + 1..].iter().map(|(_, t)| *t).collect::<Vec<_>>();
            if program.terms.support_of(&later).contains(&var(*region)) {
                return vec![Op::Unsupported("several stores at once that depend on each other".into())];
            }
        }
        if assigned.is_empty() {
            return vec![Op::Assume(program.terms.tru())];
        }
        assigned.into_iter().map(|(r, t)| Op::Assign(var(r), t)).collect()
    }

    /// Loads, stores and addresses of blocks that lead to no object.
    fn find_lost(&mut self, program: &Program) {
        let mut stack = Vec::new();
        for edge in program.procs.iter().flat_map(|p| &p.edges) {
            edge.op.for_each_term(|t| stack.push(t));
        }
        let mut seen = FxHashSet::default();
        while let Some(t) = stack.pop() {
            if !seen.insert(t) {
                continue;
            }
            let is_access = match program.terms.op(t) {
                TermOp::Load { .. } | TermOp::Select => self.is_memory(program, program.terms.arg(t, 0)),
                TermOp::StoreWide { .. } | TermOp::Store => self.is_memory(program, bottom(program, t)),
                _ => false,
            };
            if is_access && self.points_to.is_lost(program.terms.arg(t, 1)) {
                self.lost.insert(t);
            }
            stack.extend_from_slice(program.terms.args(t));
        }
    }

    /// When does the operation access memory where no object is known? None if never.
    fn when_lost(&mut self, program: &mut Program, op: &Op) -> Option<TermId> {
        let (addresses, bytes) = match op {
            Op::Copy { to, from, bytes } => (vec![*to, *from], Some(*bytes)),
            Op::Fill { to, bytes, .. } => (vec![*to], Some(*bytes)),
            Op::Bytes { to, .. } => (vec![*to], None),
            _ => (Vec::new(), None),
        };
        let always = program.terms.tru();
        let has_lost = |t: &TermId| self.lost.contains(t);
        if !self.lost.is_empty() && program.terms.cone_of(&op.terms()).iter().any(has_lost) {
            return Some(always);
        }
        let is_lost = addresses.iter().any(|a| self.points_to.is_lost(*a));
        is_lost.then(|| bytes.map_or(always, |n| program.terms.bv_nonzero(n)))
    }

    fn checks(&mut self, program: &mut Program) {
        for i in 0..program.checks.len() {
            if let Some((t, n)) = program.checks[i].access {
                program.checks[i].access = Some((self.term(program, t), n));
            }
        }
    }

    // --- targets -----------------------------------------------------------------------------------

    /// Notes the regions of block operations, by their terms before they are rewritten.
    fn collect_targets(&mut self, program: &mut Program) {
        for p in 0..program.procs.len() {
            for e in 0..program.procs[p].edges.len() {
                let (list, bytes) = match &program.procs[p].edges[e].op {
                    Op::Copy { to, from, bytes } => (vec![*to, *from], program.terms.as_u64(*bytes)),
                    Op::Fill { to, bytes, .. } => (vec![*to], program.terms.as_u64(*bytes)),
                    Op::Bytes { to, data } => (vec![*to], Some(data.len() as u64)),
                    Op::Allocate { result, .. } => {
                        let var = *result;
                        if let Some(v) = self.points_to.var(var) {
                            let regions = self.regions_from(program, v, None);
                            add(program.memory.allocated.entry(var).or_default(), regions);
                        }
                        continue;
                    }
                    _ => continue,
                };
                for t in list {
                    let value = self.points_to.value(t);
                    let regions = value.map_or(Vec::new(), |v| self.regions_from(program, v, bytes));
                    add(program.memory.targets.entry(t).or_default(), regions);
                }
            }
        }
    }

    /// The regions of a node and of its windows, or those within so many bytes of a place.
    fn regions_from(&mut self, program: &mut Program, v: Value, bytes: Option<u64>) -> Vec<u32> {
        let cells = &self.points_to.cells;
        let node = cells.node(v.node);
        let (lo, hi) = match bytes {
            Some(n) if node.stride == 0 => (v.offset, v.offset.saturating_add_unsigned(n)),
            _ => (i64::MIN, i64::MAX),
        };
        let own = node.segments.values().filter(|s| s.lo < hi && lo < s.hi).map(|s| (v.node, *s));
        let mut segments: Vec<(NodeId, Segment)> = own.collect();
        for w in cells.windows_at(v.node, lo, hi) {
            let inner = cells.root_of(w.inner).node;
            segments.extend(cells.node(inner).segments.values().map(|s| (inner, *s)));
        }
        segments.into_iter().map(|(root, s)| self.region_of(program, root, s)).collect()
    }

    fn finish_targets(&mut self, program: &mut Program) {
        for (t, regions) in std::mem::take(&mut program.memory.targets) {
            let t = self.term(program, t);
            add(program.memory.targets.entry(t).or_default(), regions);
        }
    }

    // --- the environment's heap --------------------------------------------------------------------

    /// Decides of each place that is looked at in the image of a heap whether it may be in a heap, or in nothing else.
    fn settle_looks(&mut self, program: &mut Program) {
        let numbers = program.memory.environment.numbers();
        if numbers == 0 {
            return;
        }
        let (environment, layout) = (program.memory.environment.clone(), program.layout);
        let assumes = program.procs.iter().flat_map(|p| &p.edges).filter_map(|e| match &e.op {
            Op::Assume(t) => Some(*t),
            _ => None,
        });
        let looks = assumes.flat_map(|t| environment.looks(&program.terms, layout, t));
        let addresses: indexmap::IndexSet<TermId> = looks.collect();
        for address in addresses {
            let inside = environment.inside(&mut program.terms, layout, address, numbers);
            let Some(value) = self.points_to.value(address) else { continue };
            let cells = &self.points_to.cells;
            let outer = cells.around(value.node).into_iter().map(|(outer, _)| outer);
            let nodes = std::iter::once(value.node).chain(outer);
            let is_heap = |o: &Object| match o {
                Object::Static(i) => environment.heap_of(i + 1).is_some(),
                Object::Site(..) => false,
            };
            if !nodes.flat_map(|n| &cells.node(n).objects).any(|(o, _)| is_heap(o)) {
                let never = program.terms.fls();
                self.memo.insert(inside, never);
            }
        }
    }

    // --- for people --------------------------------------------------------------------------------

    fn show(&mut self, program: &Program) -> String {
        let mut out = String::new();
        for (i, region) in program.memory.regions.iter().enumerate() {
            let cell = match region.cell {
                Cell::Bytes => "bytes".to_owned(),
                Cell::Cells { bits } => format!("cells of {bits} bits"),
                Cell::Scalar { bits, address } => format!("one cell of {bits} bits at {address:#x}"),
            };
            let name = &program.var(region.var).name;
            let _ = writeln!(out, "region{i} {name}: {cell}: {}", region.description);
        }
        for v in self.points_to.variables() {
            let kind = program.var(v).kind;
            let (VarKind::Local(p) | VarKind::Param(p) | VarKind::Result(p)) = kind else { continue };
            if !program.proc(p).is_library() {
                self.show_var(program, v, &mut out);
            }
        }
        for v in self.points_to.variables() {
            if program.var(v).kind == VarKind::Global {
                self.show_var(program, v, &mut out);
            }
        }
        out
    }

    fn show_var(&mut self, program: &Program, v: VarId, out: &mut String) {
        let Some(at) = self.points_to.var(v) else { return };
        let cells = &self.points_to.cells;
        let outer = cells.around(at.node).into_iter().map(|(outer, _)| outer);
        let nodes: Vec<_> = std::iter::once(at.node).chain(outer).map(|n| cells.node(n)).collect();
        let count = nodes.iter().map(|n| n.objects.len()).sum();
        if count > 0 {
            let all = nodes.iter().flat_map(|n| &n.objects);
            let objects = summary(count, all.map(|(o, _)| self.object_name(program, *o)));
            let _ = writeln!(out, "{} -> {objects}", program.var(v).name);
        }
    }
}

/// A location where an operation accesses memory for which no object is known, if a condition holds.
struct Blocked {
    at: LocId,
    when: TermId,
    span: Span,
}

/// Puts an `Unsupported` before each blocked location.
fn block(program: &mut Program, id: ProcId, mut edges: Vec<Edge>, blocked: &[Blocked], mut locs: u32) {
    let mut moved: FxHashMap<LocId, LocId> = FxHashMap::default();
    let mut fronts = Vec::new();
    let mut fresh = || {
        locs += 1;
        LocId(locs - 1)
    };
    for Blocked { at, when, span } in blocked {
        let (at, span) = (*at, *span);
        let behind = fresh();
        moved.insert(at, behind);
        let why = "an access through a number that is not known to be made from an address";
        let stop = Op::Unsupported(why.into());
        let else_when = program.terms.not(*when);
        if program.terms.as_bool(*when) == Some(true) {
            fronts.push(Edge { from: at, to: behind, op: stop, span });
            continue;
        }
        let there = fresh();
        fronts.push(Edge { from: at, to: there, op: Op::Assume(*when), span });
        fronts.push(Edge { from: at, to: behind, op: Op::Assume(else_when), span });
        fronts.push(Edge { from: there, to: behind, op: stop, span });
    }
    for edge in &mut edges {
        if let Some(behind) = moved.get(&edge.from) {
            edge.from = *behind;
        }
    }
    edges.extend(fronts);
    let proc = &mut program.procs[id.index()];
    proc.edges = edges;
    proc.locs = locs;
    proc.index_edges();
}

/// The array at the bottom of a chain of stores.
fn bottom(program: &Program, mut t: TermId) -> TermId {
    while let TermOp::Store | TermOp::StoreWide { .. } = program.terms.op(t) {
        t = program.terms.arg(t, 0);
    }
    t
}

/// So many names are shown.
const SHOWN: usize = 8;

/// The first few of many names, each once. No more are looked at: nodes may have thousands of objects.
fn summary(count: usize, names: impl Iterator<Item = String>) -> String {
    let unique: indexmap::IndexSet<String> = names.take(SHOWN).collect();
    if unique.is_empty() {
        return "nothing".to_owned();
    }
    let mut text = unique.into_iter().collect::<Vec<_>>().join(", ");
    if count > SHOWN {
        let _ = write!(text, ", {} more", count - SHOWN);
    }
    text
}

/// Names for what is allocated at edges: the state and the variable that gets the pointer.
fn site_names(program: &Program) -> FxHashMap<(u32, u32), String> {
    let mut names = FxHashMap::default();
    for (p, proc) in program.procs.iter().enumerate() {
        for (e, edge) in proc.edges.iter().enumerate() {
            if let Op::Allocate { result, state, .. } = &edge.op {
                let name = format!("{}:{}", crate::text::state_name(*state), program.var(*result).name);
                names.insert((p as u32, e as u32), name);
            }
        }
    }
    names
}

/// Adds to a sorted list without repetitions.
fn add(list: &mut Vec<u32>, mut more: Vec<u32>) {
    list.append(&mut more);
    list.sort_unstable();
    list.dedup();
}
