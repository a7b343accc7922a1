//! The loop tree of a procedure: also of loops made by `goto`.
//!
//! A procedure's regions are its body and its loops. A loop is a strongly connected set of locations; its *header*
//! is where it is entered. Without the header (more exactly: without the edges into it) the rest falls into
//! smaller strongly connected sets, the inner loops. A loop entered at one location is *natural*: its header
//! dominates it. One that is entered at several is *irreducible*: it is marked, all entries are listed, and the one with
//! the least number (first in reverse post order) is taken for the header. Loops with a common header are one loop.
//!
//! Time: linear in the edges times the depth of nesting.

use crate::scc::Graph;
use crate::{EdgeId, LocId, Proc};
use std::fmt::Write;

/// A loop of a procedure: an index of [`LoopTree::loops`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct LoopId(pub u32);

impl LoopId {
    /// As an index.
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// A loop.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Loop {
    /// Where it is entered.
    pub header: LocId,
    /// All locations with an edge from outside, the header among them unless the procedure starts there.
    pub entries: Vec<LocId>,
    /// Is it entered at several locations?
    pub irreducible: bool,
    /// The loop around it.
    pub parent: Option<LoopId>,
    /// How many loops are around it.
    pub depth: u32,
    /// All locations, those of inner loops included, sorted.
    pub locs: Vec<LocId>,
    /// Edges from inside to the header.
    pub back_edges: Vec<EdgeId>,
    /// Edges from inside to outside.
    pub exits: Vec<EdgeId>,
}

/// The loops of a procedure.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct LoopTree {
    /// Outer loops before inner ones.
    pub loops: Vec<Loop>,
    /// By location: the innermost loop around it; none in the body alone.
    pub innermost: Vec<Option<LoopId>>,
}

/// A set of locations yet to be taken apart.
struct Task {
    locs: Vec<LocId>,
    parent: Option<LoopId>,
}

impl LoopTree {
    /// Finds the loops of a procedure.
    pub fn new(proc: &Proc) -> LoopTree {
        let n = proc.locs as usize;
        let mut tree = LoopTree { loops: Vec::new(), innermost: vec![None; n] };
        let mut tasks = vec![Task { locs: (0..proc.locs).map(LocId).collect(), parent: None }];
        // Position of a location in the task at hand.
        let mut position = vec![u32::MAX; n];
        let predecessors = proc.predecessors();
        while let Some(task) = tasks.pop() {
            for (i, l) in task.locs.iter().enumerate() {
                position[l.index()] = i as u32;
            }
            for locs in loops_among(proc, &task, &position) {
                tasks.push(tree.add(proc, &predecessors, locs, task.parent));
            }
            for l in &task.locs {
                position[l.index()] = u32::MAX;
            }
        }
        tree.find_exits(proc);
        tree
    }

    fn add(&mut self, proc: &Proc, preds: &[Vec<EdgeId>], locs: Vec<LocId>, parent: Option<LoopId>) -> Task {
        let id = LoopId(self.loops.len() as u32);
        for l in &locs {
            self.innermost[l.index()] = Some(id);
        }
        let inside = |l: LocId| locs.binary_search(&l).is_ok();
        let entered = |l: &&LocId| preds[l.index()].iter().any(|e| !inside(proc.edges[e.index()].from));
        let entries: Vec<LocId> = locs.iter().filter(entered).copied().collect();
        let starts = inside(proc.entry);
        // A loop that nothing enters is dead code or starts the procedure.
        let header = if starts { proc.entry } else { *entries.first().unwrap_or(&locs[0]) };
        let irreducible = entries.iter().any(|e| *e != header);
        let back_edges = preds[header.index()].iter().filter(|e| inside(proc.edges[e.index()].from));
        let back_edges = back_edges.copied().collect();
        let depth = parent.map_or(0, |p| self.loops[p.index()].depth + 1);
        let inner = locs.iter().filter(|l| **l != header).copied().collect();
        let exits = Vec::new();
        self.loops.push(Loop { header, entries, irreducible, parent, depth, locs, back_edges, exits });
        Task { locs: inner, parent: Some(id) }
    }

    fn find_exits(&mut self, proc: &Proc) {
        for (i, edge) in proc.edges.iter().enumerate() {
            let mut at = self.innermost[edge.from.index()];
            while let Some(l) = at.filter(|l| !self.contains(*l, edge.to)) {
                self.loops[l.index()].exits.push(EdgeId(i as u32));
                at = self.loops[l.index()].parent;
            }
        }
    }

    /// Is the location in the loop (or a loop within)?
    pub fn contains(&self, id: LoopId, loc: LocId) -> bool {
        let mut at = self.innermost[loc.index()];
        while let Some(l) = at.filter(|l| *l != id) {
            at = self.loops[l.index()].parent;
        }
        at.is_some()
    }

    /// The loop with this header.
    pub fn at_header(&self, loc: LocId) -> Option<LoopId> {
        self.innermost[loc.index()].filter(|l| self.loops[l.index()].header == loc)
    }

    /// Does an edge lead back to the header of a loop that it is in?
    pub fn is_back_edge(&self, proc: &Proc, edge: EdgeId) -> bool {
        let e = &proc.edges[edge.index()];
        self.at_header(e.to).is_some_and(|l| self.contains(l, e.from))
    }

    /// The loops directly within a loop, or within the body.
    pub fn children(&self, parent: Option<LoopId>) -> impl Iterator<Item = LoopId> {
        let all = self.loops.iter().enumerate().filter(move |(_, l)| l.parent == parent);
        all.map(|(i, _)| LoopId(i as u32))
    }

    /// A rank for each location. It grows along every edge but those back to a header, and all of a loop comes before what
    /// follows the loop: who takes the least location first goes round a loop until nothing is left there.
    pub fn order(&self, proc: &Proc) -> Vec<u32> {
        let mut rank = vec![0; proc.locs as usize];
        let mut position = vec![u32::MAX; proc.locs as usize];
        let mut next = 0;
        // The body, then strongly connected sets within: those to come next at the end.
        let mut sets: Vec<(Vec<LocId>, bool)> = vec![((0..proc.locs).map(LocId).collect(), true)];
        while let Some((mut locs, is_body)) = sets.pop() {
            if !is_body {
                let is_header =
                    |l: &LocId| self.at_header(*l).is_some_and(|id| self.loops[id.index()].locs == locs);
                let first = locs.iter().copied().find(is_header).unwrap_or(locs[0]);
                rank[first.index()] = next;
                next += 1;
                locs.retain(|l| *l != first);
            }
            for (i, l) in locs.iter().enumerate() {
                position[l.index()] = i as u32;
            }
            let parts = components_among(proc, &locs, &position).1;
            for l in &locs {
                position[l.index()] = u32::MAX;
            }
            sets.extend(parts.into_iter().map(|p| (p, false)));
        }
        rank
    }

    /// The tree for people, one loop per line.
    pub fn show(&self) -> String {
        let mut out = String::new();
        let mut stack: Vec<LoopId> = self.children(None).collect();
        stack.reverse();
        while let Some(id) = stack.pop() {
            let l = &self.loops[id.index()];
            let indent = "  ".repeat(l.depth as usize);
            let mark = if l.irreducible { " irreducible" } else { "" };
            let _ = writeln!(out, "{indent}loop at {}{mark}: {} locations", l.header, l.locs.len());
            let mut inner: Vec<LoopId> = self.children(Some(id)).collect();
            inner.reverse();
            stack.extend(inner);
        }
        out
    }
}

/// The loops among some locations, in the order of their least locations.
fn loops_among(proc: &Proc, task: &Task, position: &[u32]) -> Vec<Vec<LocId>> {
    let (graph, components) = components_among(proc, &task.locs, position);
    let is_loop = |c: &[LocId]| {
        let at = position[c[0].index()];
        c.len() > 1 || graph.out(at).contains(&at)
    };
    let mut loops: Vec<Vec<LocId>> = components.into_iter().filter(|c| is_loop(c)).collect();
    loops.sort();
    loops
}

/// The graph of some locations, and its strongly connected components, successors first.
fn components_among(proc: &Proc, locs: &[LocId], position: &[u32]) -> (Graph, Vec<Vec<LocId>>) {
    let mut edges = Vec::new();
    for (i, l) in locs.iter().enumerate() {
        for (_, e) in proc.successors(*l) {
            let to = position[e.to.index()];
            if to != u32::MAX {
                edges.push((i as u32, to));
            }
        }
    }
    let graph = Graph::new(locs.len(), &edges);
    let components = graph.components().into_iter();
    let components = components.map(|c| c.into_iter().map(|i| locs[i as usize]).collect()).collect();
    (graph, components)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Op, ProcBuilder, ProcId};
    use maymust_source::Span;

    /// A procedure with these edges in the given order, none contracted.
    fn graph(n: u32, edges: &[(u32, u32)]) -> Proc {
        let mut program = crate::Program::default();
        let c = program.terms.declare_var("c", maymust_term::Sort::Bool);
        let mut b = ProcBuilder::new("f", ProcId(0), Span::NONE);
        for _ in 0..n {
            b.fresh_loc();
        }
        for (from, to) in edges {
            b.edge(LocId(*from), LocId(*to), Op::Assume(c), Span::NONE);
        }
        b.finish(&program, LocId(0), LocId(n - 1))
    }

    #[test]
    fn nested_natural_loops() {
        let p = graph(6, &[(0, 1), (1, 2), (2, 3), (3, 2), (3, 4), (4, 1), (4, 5)]);
        let tree = LoopTree::new(&p);
        assert_eq!(tree.show(), "loop at loc1: 4 locations\n  loop at loc2: 2 locations\n");
        let outer = &tree.loops[0];
        assert_eq!((outer.back_edges.len(), outer.exits.len(), outer.irreducible), (1, 1, false));
        assert_eq!(tree.innermost[3], Some(LoopId(1)));
        assert!(tree.contains(LoopId(0), LocId(3)) && !tree.contains(LoopId(1), LocId(4)));
        let back: Vec<bool> = (0..p.edges.len()).map(|e| tree.is_back_edge(&p, EdgeId(e as u32))).collect();
        assert_eq!(back.iter().filter(|b| **b).count(), 2);
    }

    #[test]
    fn two_back_edges_to_one_header_are_one_loop() {
        let p = graph(5, &[(0, 1), (1, 2), (2, 1), (2, 3), (3, 1), (3, 4)]);
        let tree = LoopTree::new(&p);
        assert_eq!(tree.loops.len(), 1);
        assert_eq!(tree.loops[0].back_edges.len(), 2);
    }

    #[test]
    fn a_jump_into_a_loop_makes_it_irreducible() {
        let p = graph(4, &[(0, 1), (0, 2), (1, 2), (2, 1), (2, 3)]);
        let tree = LoopTree::new(&p);
        assert_eq!(tree.show(), "loop at loc1 irreducible: 2 locations\n");
        assert_eq!(tree.loops[0].entries, [LocId(1), LocId(2)]);
    }

    #[test]
    fn a_loop_on_itself_and_one_at_the_entry() {
        let p = graph(3, &[(0, 0), (0, 1), (1, 1), (1, 2)]);
        let tree = LoopTree::new(&p);
        assert_eq!(tree.show(), "loop at loc0: 1 locations\nloop at loc1: 1 locations\n");
        assert!(!tree.loops[0].irreducible);
    }

    #[test]
    fn deep_nesting_is_handled() {
        let depth = 300;
        let mut edges: Vec<(u32, u32)> = (0..depth).map(|i| (i, i + 1)).collect();
        edges.extend((1..depth).map(|i| (depth, i)));
        edges.push((depth, depth + 1));
        let tree = LoopTree::new(&graph(depth + 2, &edges));
        assert_eq!(tree.loops.len(), depth as usize - 1);
    }

    #[test]
    fn what_follows_a_loop_comes_after_it() {
        // A loop with an inner one; both are left on one of two ways.
        let edges = [(0, 1), (1, 2), (2, 5), (1, 3), (3, 4), (4, 1), (2, 4), (3, 6), (6, 3), (5, 7), (6, 7)];
        let p = graph(8, &edges);
        let tree = LoopTree::new(&p);
        let rank = tree.order(&p);
        assert_eq!(tree.loops.len(), 2);
        for (i, e) in p.edges.iter().enumerate() {
            let grows = rank[e.from.index()] < rank[e.to.index()];
            assert_ne!(grows, tree.is_back_edge(&p, EdgeId(i as u32)), "{} to {}: {rank:?}", e.from, e.to);
        }
        for l in &tree.loops {
            let last = l.locs.iter().map(|l| rank[l.index()]).max();
            assert!(l.exits.iter().all(|e| Some(rank[p.edges[e.index()].to.index()]) > last), "{rank:?}");
        }
    }
}
