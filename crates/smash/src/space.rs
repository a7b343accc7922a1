//! The may side: partitions of states into regions, and the pairs of regions without a transition.
//!
//! A *space* belongs to a procedure and a goal. Its facts speak of all states, so they serve every query about that procedure
//! and goal, whatever its context. Regions form a tree of splits; the leaves at a node are its partition. A pair
//! in `notmay` has no transition over its edge; children inherit the pairs of their parents
//! (IMPL-LEFT, IMPL-RIGHT).

use std::sync::Arc;

use maymust_program::ProcId;
use maymust_program::index::IndexVec;
use maymust_term::{TermId, Terms};
use rustc_hash::FxHashMap;

use crate::graph::Graph;
use crate::ids::{EdgeId, NodeId, QuestionId, RegionId, SummaryId};

/// Where a query asks to end.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Goal {
    /// At the exit, in a state where all these hold.
    Exit(Vec<TermId>),
    /// In a failure that the question is about.
    Error(QuestionId),
}

impl Goal {
    /// Will any end at the exit do?
    pub fn is_plain(&self) -> bool {
        matches!(self, Goal::Exit(literals) if literals.is_empty())
    }
}

/// Why a pair has no transition.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Why {
    /// The edge's own condition excludes it.
    Edge,
    /// A not-may summary of the callee.
    Summary(SummaryId),
    /// The edge preserves an invariant.
    Invariant,
    /// The contracts of the callee.
    Contract,
    /// The only path that the callee takes, as a must summary.
    Path(SummaryId),
}

/// An edge from one leaf to another.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Crossing {
    /// The leaf before.
    pub from: RegionId,
    /// The edge.
    pub edge: EdgeId,
    /// The leaf after.
    pub to: RegionId,
}

/// The predicate that a region was split by, and its parts.
#[derive(Clone, Copy, Debug)]
pub struct Split {
    /// The predicate.
    pub by: TermId,
    /// Where it holds.
    pub yes: RegionId,
    /// Where it does not.
    pub no: RegionId,
}

/// A set of states at a node: where all literals hold.
#[derive(Clone, Debug)]
pub struct Region {
    /// The node.
    pub node: NodeId,
    /// Its literals.
    pub literals: Vec<TermId>,
    /// Their conjunction.
    pub predicate: TermId,
    /// How it was split; none for a leaf.
    pub split: Option<Split>,
    /// Are there no such states?
    pub is_empty: bool,
}

/// Two leaves.
type Pair = (RegionId, RegionId);

/// Partitions and excluded pairs.
#[derive(Clone, Debug)]
pub struct Space {
    /// The procedure.
    pub proc: ProcId,
    /// The goal.
    pub goal: Goal,
    /// Its graph.
    pub graph: Arc<Graph>,
    /// All regions.
    pub regions: IndexVec<RegionId, Region>,
    /// The partition of each node: leaves of its tree.
    pub leaves: IndexVec<NodeId, Vec<RegionId>>,
    /// By edge: pairs of leaves without a transition.
    pub notmay: IndexVec<EdgeId, FxHashMap<Pair, Why>>,
    /// The region that is the goal.
    pub goal_root: RegionId,
    /// How often each node was split since invariants were last looked for.
    pub splits: IndexVec<NodeId, i32>,
    /// How often invariants were looked for.
    pub generalised: u32,
    /// Grows when the partition is made anew.
    pub version: u32,
    /// Assumptions about queries in progress that excluded pairs rest on.
    pub rests_on: Vec<SummaryId>,
    /// Are queries about it put again while one is in progress, as assumptions did not settle?
    pub assumes_nothing: bool,
}

impl Space {
    /// INIT-PI-NE: the goal and its complement at the end, everything elsewhere.
    pub fn init_pi_ne(terms: &mut Terms, proc: ProcId, goal: Goal, graph: Arc<Graph>) -> Space {
        let n = graph.locs.len();
        let tru = terms.tru();
        let mut space = Space {
            proc,
            goal: goal.clone(),
            regions: IndexVec::new(),
            leaves: IndexVec::filled(Vec::new(), n),
            notmay: IndexVec::filled(FxHashMap::default(), graph.edges.len()),
            goal_root: RegionId(0),
            splits: IndexVec::filled(0, n),
            generalised: 0,
            version: 0,
            rests_on: Vec::new(),
            assumes_nothing: false,
            graph,
        };
        for node in space.graph.locs.ids() {
            let region = Region { node, literals: Vec::new(), predicate: tru, split: None, is_empty: false };
            let root = space.regions.push(region);
            space.leaves[node].push(root);
        }
        match goal {
            Goal::Error(_) => space.goal_root = Space::root(space.graph.error),
            Goal::Exit(literals) => {
                let goal = terms.and(&literals);
                let exit = Space::root(space.graph.exit);
                space.goal_root = exit;
                if goal != terms.tru() {
                    let (yes, _) = space.split(terms, exit, goal);
                    space.regions[yes].literals = literals;
                    space.goal_root = yes;
                }
            }
        }
        space.splits = IndexVec::filled(0, n);
        space
    }

    /// The region of all states at a node: the first ones are made in the order of nodes.
    pub fn root(node: NodeId) -> RegionId {
        RegionId(node.0)
    }

    /// Splits a leaf by a predicate: the parts where it holds and where not. Pairs of the leaf are kept for both.
    pub fn split(&mut self, terms: &mut Terms, leaf: RegionId, by: TermId) -> (RegionId, RegionId) {
        let node = self.regions[leaf].node;
        let not = terms.not(by);
        let yes = self.part(terms, leaf, by);
        let no = self.part(terms, leaf, not);
        self.regions[leaf].split = Some(Split { by, yes, no });
        let leaves = &mut self.leaves[node];
        leaves.retain(|l| *l != leaf);
        leaves.extend([yes, no]);
        self.splits[node] += 1;
        let graph = self.graph.clone();
        for &e in &graph.out[node] {
            self.inherit(e, |(a, b)| if a == leaf { vec![(yes, b), (no, b)] } else { vec![(a, b)] });
        }
        for &e in &graph.into[node] {
            self.inherit(e, |(a, b)| if b == leaf { vec![(a, yes), (a, no)] } else { vec![(a, b)] });
        }
        (yes, no)
    }

    /// As [`Space::split`], of a region that no test has reached: no sign of a loop that is being unrolled.
    pub fn split_in_advance(
        &mut self,
        terms: &mut Terms,
        leaf: RegionId,
        by: TermId,
    ) -> (RegionId, RegionId) {
        self.splits[self.regions[leaf].node] -= 1;
        self.split(terms, leaf, by)
    }

    fn inherit(&mut self, edge: EdgeId, children: impl Fn(Pair) -> Vec<Pair>) {
        let old = std::mem::take(&mut self.notmay[edge]);
        let new = old.into_iter().flat_map(|(pair, why)| children(pair).into_iter().map(move |p| (p, why)));
        self.notmay[edge] = new.collect();
    }

    fn part(&mut self, terms: &mut Terms, parent: RegionId, by: TermId) -> RegionId {
        let region = &self.regions[parent];
        let mut literals = region.literals.clone();
        for c in terms.conjuncts(by) {
            if !literals.contains(&c) {
                literals.push(c);
            }
        }
        let predicate = terms.and(&[region.predicate, by]);
        let is_empty = predicate == terms.fls();
        let node = region.node;
        self.regions.push(Region { node, literals, predicate, split: None, is_empty })
    }

    /// Notes that a pair of leaves has no transition over an edge.
    pub fn exclude(&mut self, edge: EdgeId, from: RegionId, to: RegionId, why: Why) {
        self.notmay[edge].insert((from, to), why);
    }

    /// Notes what a summary that a pair is excluded by rests on.
    pub fn rest_on(&mut self, assumptions: &[SummaryId]) {
        self.rests_on.extend(assumptions);
        self.rests_on.sort_unstable();
        self.rests_on.dedup();
    }

    /// The leaves that may lead to the goal, in the order in which a backward search finds them, with the edge and the leaf they
    /// lead to (none for the goal itself).
    pub fn backward(&self) -> Vec<(RegionId, Option<(EdgeId, RegionId)>)> {
        let mut seen: IndexVec<RegionId, bool> = IndexVec::filled(false, self.regions.len());
        let mut order = Vec::new();
        for leaf in self.leaves_under(self.goal_root) {
            if !self.regions[leaf].is_empty {
                seen[leaf] = true;
                order.push((leaf, None));
            }
        }
        let mut at = 0;
        while at < order.len() {
            let to = order[at].0;
            at += 1;
            let node = self.regions[to].node;
            for &e in &self.graph.into[node] {
                let source = self.graph.edges[e].from;
                for &from in &self.leaves[source] {
                    let open = !seen[from]
                        && !self.regions[from].is_empty
                        && !self.notmay[e].contains_key(&(from, to));
                    if open {
                        seen[from] = true;
                        order.push((from, Some((e, to))));
                    }
                }
            }
        }
        order
    }

    /// The leaves below a region.
    pub fn leaves_under(&self, root: RegionId) -> Vec<RegionId> {
        let mut out = Vec::new();
        let mut stack = vec![root];
        while let Some(r) = stack.pop() {
            match self.regions[r].split {
                Some(Split { yes, no, .. }) => stack.extend([no, yes]),
                None => out.push(r),
            }
        }
        out
    }

    /// Is a leaf part of the goal?
    pub fn is_goal(&self, leaf: RegionId) -> bool {
        self.leaves_under(self.goal_root).contains(&leaf)
    }
}
