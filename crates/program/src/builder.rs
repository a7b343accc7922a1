//! Building a procedure edge by edge.
//!
//! [`ProcBuilder`] takes locations and edges in any order; [`ProcBuilder::finish`] makes them a [`Proc`] in normal
//! form, in time linear in the edges:
//!
//! - locations that cannot be reached from the entry are dropped. Nothing follows [`Op::Halt`], `Assume(false)`
//!   and `Check(_, false)`: what stands after them counts as unreachable, and their formal target becomes the exit;
//! - a location whose only edge is `Assume(true)` is contracted into its successor. A cycle of such edges (an
//!   empty endless loop) keeps one location with an edge to itself. The entry is contracted too, unless that would
//!   give it incoming edges: an entry that lowering gave no incoming edge has none afterwards;
//! - locations are numbered in reverse post order, first successors first, so that the numbers follow the text of
//!   the program; an exit that is not reached comes last;
//! - edges are sorted by source, those of one source in the order in which they were added.
//!
//! Passes that change a procedure take it apart with [`ProcBuilder::from_proc`] and finish it again.

use crate::{Edge, LocId, Op, Proc, ProcId, ProcOrigin, Program, VarId};
use maymust_source::Span;
use maymust_term::{TermId, Terms};

/// A procedure under construction.
#[derive(Clone, Debug)]
pub struct ProcBuilder {
    /// Its number.
    pub id: ProcId,
    /// Name.
    pub name: String,
    /// Where.
    pub span: Span,
    /// Parameters.
    pub params: Vec<VarId>,
    /// Result.
    pub result: Option<VarId>,
    /// Locals and temporaries, without parameters and result.
    pub locals: Vec<VarId>,
    /// Has it a body? Set by `new`.
    pub has_body: bool,
    /// See [`Proc::any_arguments`].
    pub any_arguments: bool,
    /// Where it comes from; a function of the program unless something else is set.
    pub origin: ProcOrigin,
    locs: u32,
    edges: Vec<Edge>,
}

impl ProcBuilder {
    /// A procedure without parameters, locations and edges.
    pub fn new(name: &str, id: ProcId, span: Span) -> Self {
        Self {
            id,
            name: name.to_owned(),
            span,
            params: Vec::new(),
            result: None,
            locals: Vec::new(),
            has_body: true,
            any_arguments: false,
            origin: ProcOrigin::User,
            locs: 0,
            edges: Vec::new(),
        }
    }

    /// Takes a procedure apart. Its locations keep their numbers until it is finished.
    pub fn from_proc(id: ProcId, proc: Proc) -> Self {
        Self {
            id,
            name: proc.name,
            span: proc.span,
            params: proc.params,
            result: proc.result,
            locals: proc.locals,
            has_body: proc.has_body,
            any_arguments: proc.any_arguments,
            origin: proc.origin,
            locs: proc.locs,
            edges: proc.edges,
        }
    }

    /// A new location.
    pub fn fresh_loc(&mut self) -> LocId {
        self.locs += 1;
        LocId(self.locs - 1)
    }

    /// Number of locations so far.
    pub fn locs(&self) -> u32 {
        self.locs
    }

    /// Adds an edge.
    pub fn edge(&mut self, from: LocId, to: LocId, op: Op, span: Span) {
        debug_assert!(from.0 < self.locs && to.0 < self.locs, "edge between locations that do not exist");
        self.edges.push(Edge { from, to, op, span });
    }

    /// Adds an edge to a new location, which it returns.
    pub fn step(&mut self, from: LocId, op: Op, span: Span) -> LocId {
        let to = self.fresh_loc();
        self.edge(from, to, op, span);
        to
    }

    /// Adds an edge that does nothing.
    pub fn skip(&mut self, terms: &Terms, from: LocId, to: LocId, span: Span) {
        self.edge(from, to, Op::Assume(terms.tru()), span);
    }

    /// Adds two edges that branch on a condition.
    pub fn branch(
        &mut self,
        terms: &mut Terms,
        from: LocId,
        condition: TermId,
        yes: LocId,
        no: LocId,
        span: Span,
    ) {
        let negated = terms.not(condition);
        self.edge(from, yes, Op::Assume(condition), span);
        self.edge(from, no, Op::Assume(negated), span);
    }

    /// The edges so far.
    pub fn edges(&self) -> &[Edge] {
        &self.edges
    }

    /// The edges so far, to be changed.
    pub fn edges_mut(&mut self) -> &mut Vec<Edge> {
        &mut self.edges
    }

    /// The procedure in normal form.
    pub fn finish(mut self, program: &Program, entry: LocId, exit: LocId) -> Proc {
        // Nothing leaves the exit, and what ends a run leads nowhere: all such edges lead to the exit, formally.
        self.edges.retain(|e| e.from != exit);
        for edge in &mut self.edges {
            if ends_run(program, &edge.op) {
                edge.to = exit;
            }
        }
        let graph = Graph::new(self.locs, &self.edges);
        let target = contract(&program.terms, &self.edges, &graph);
        let live = graph.reachable(&self.edges, entry);
        let mut start = target[entry.index()];
        if start != entry && is_joined(&self.edges, &target, &live, start) {
            start = entry;
        }
        let keeps = |l: LocId| l == start || target[l.index()] == l;
        self.edges.retain_mut(|e| {
            e.to = target[e.to.index()];
            keeps(e.from)
        });
        self.renumber(start, exit)
    }

    fn renumber(mut self, entry: LocId, exit: LocId) -> Proc {
        let graph = Graph::new(self.locs, &self.edges);
        let mut order = graph.post_order(&self.edges, entry);
        order.reverse();
        if !order.contains(&exit) {
            order.push(exit);
        }
        let mut number = vec![u32::MAX; self.locs as usize];
        for (i, l) in order.iter().enumerate() {
            number[l.index()] = i as u32;
        }
        let mut edges = Vec::with_capacity(self.edges.len());
        for mut edge in std::mem::take(&mut self.edges) {
            if number[edge.from.index()] != u32::MAX {
                edge.from = LocId(number[edge.from.index()]);
                edge.to = LocId(number[edge.to.index()]);
                edges.push(edge);
            }
        }
        let mut proc = Proc {
            name: self.name,
            params: self.params,
            result: self.result,
            locals: self.locals,
            locs: order.len() as u32,
            entry: LocId(number[entry.index()]),
            exit: LocId(number[exit.index()]),
            edges,
            out: Vec::new(),
            has_body: self.has_body,
            any_arguments: self.any_arguments,
            origin: self.origin,
            span: self.span,
        };
        proc.index_edges();
        proc
    }
}

/// The procedure in normal form again, after its edges were changed.
pub fn normalise(program: &Program, id: ProcId, proc: Proc) -> Proc {
    let (entry, exit) = (proc.entry, proc.exit);
    ProcBuilder::from_proc(id, proc).finish(program, entry, exit)
}

/// Does nothing follow this operation, whatever its edge's target?
pub fn ends_run(program: &Program, op: &Op) -> bool {
    let never = program.terms.fls();
    match op {
        Op::Halt(_) | Op::EndThread => true,
        Op::Assume(c) => *c == never,
        Op::Check(check, c) => *c == never && !program.checks[check.index()].kind.may_be_passed(),
        _ => false,
    }
}

/// Is this the operation that does nothing?
pub fn is_skip(terms: &Terms, op: &Op) -> bool {
    matches!(op, Op::Assume(c) if *c == terms.tru())
}

/// Positions of edges by source.
struct Graph {
    first: Vec<u32>,
    edges: Vec<u32>,
}

impl Graph {
    fn new(locs: u32, edges: &[Edge]) -> Self {
        let mut first = vec![0u32; locs as usize + 1];
        for e in edges {
            first[e.from.index() + 1] += 1;
        }
        for l in 0..locs as usize {
            first[l + 1] += first[l];
        }
        let mut next = first.clone();
        let mut sorted = vec![0; edges.len()];
        for (i, e) in edges.iter().enumerate() {
            sorted[next[e.from.index()] as usize] = i as u32;
            next[e.from.index()] += 1;
        }
        Self { first, edges: sorted }
    }

    fn out(&self, loc: LocId) -> &[u32] {
        &self.edges[self.first[loc.index()] as usize..self.first[loc.index() + 1] as usize]
    }

    fn reachable(&self, edges: &[Edge], entry: LocId) -> Vec<bool> {
        let mut seen = vec![false; self.first.len() - 1];
        seen[entry.index()] = true;
        let mut stack = vec![entry];
        while let Some(l) = stack.pop() {
            for &e in self.out(l) {
                let to = edges[e as usize].to;
                if !std::mem::replace(&mut seen[to.index()], true) {
                    stack.push(to);
                }
            }
        }
        seen
    }

    /// Post order of the locations reached from `entry`; the last successors are visited first.
    fn post_order(&self, edges: &[Edge], entry: LocId) -> Vec<LocId> {
        let mut order = Vec::new();
        let mut seen = vec![false; self.first.len() - 1];
        seen[entry.index()] = true;
        let mut stack = vec![(entry, self.out(entry).len())];
        while let Some((l, left)) = stack.last_mut() {
            if *left == 0 {
                order.push(*l);
                stack.pop();
                continue;
            }
            *left -= 1;
            let to = edges[self.out(*l)[*left] as usize].to;
            if !std::mem::replace(&mut seen[to.index()], true) {
                stack.push((to, self.out(to).len()));
            }
        }
        order
    }
}

/// Where each location ends up: follows single `Assume(true)` edges. A cycle of them ends at one of its locations.
fn contract(terms: &Terms, edges: &[Edge], graph: &Graph) -> Vec<LocId> {
    let next = |l: LocId| match graph.out(l) {
        [e] if is_skip(terms, &edges[*e as usize].op) => Some(edges[*e as usize].to),
        _ => None,
    };
    let n = graph.first.len() - 1;
    let mut target: Vec<Option<LocId>> = vec![None; n];
    let mut on_path = vec![false; n];
    for l in 0..n as u32 {
        let mut path = Vec::new();
        let mut at = LocId(l);
        let end = loop {
            if let Some(t) = target[at.index()] {
                break t;
            }
            let Some(to) = next(at).filter(|_| !on_path[at.index()]) else { break at };
            on_path[at.index()] = true;
            path.push(at);
            at = to;
        };
        for p in path {
            target[p.index()] = Some(end);
            on_path[p.index()] = false;
        }
        target[LocId(l).index()].get_or_insert(end);
    }
    target.into_iter().enumerate().map(|(l, t)| t.unwrap_or(LocId(l as u32))).collect()
}

/// Does an edge that stays lead to where the entry's chain of skips ends?
fn is_joined(edges: &[Edge], target: &[LocId], live: &[bool], end: LocId) -> bool {
    let stays = |l: LocId| live[l.index()] && target[l.index()] == l;
    edges.iter().any(|e| stays(e.from) && target[e.to.index()] == end)
}
