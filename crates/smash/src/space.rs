//! The may side: partitions of states into regions, and the pairs of regions without a transition.
//!
//! A *space* belongs to a procedure and a goal. Its facts speak of all states, so they serve every query about that procedure
//! and goal, whatever its context. Regions form a tree of splits; the leaves at a node are its partition. A pair
//! in `notmay` has no transition over its edge; children inherit the pairs of their parents
//! (IMPL-LEFT, IMPL-RIGHT).

use std::sync::Arc;

use maymust_program::ProcId;
use maymust_term::{TermId, Terms};
use rustc_hash::FxHashMap;

use crate::graph::Graph;

/// Where a query asks to end.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Goal {
    /// At the exit, in a state where all these hold.
    Exit(Vec<TermId>),
    /// In a failure of the question with this number.
    Error(u32),
}

/// Why a pair has no transition.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Why {
    /// The edge's own condition excludes it.
    Edge,
    /// A not-may summary of the callee, by its number.
    Summary(u32),
    /// The edge preserves an invariant.
    Invariant,
    /// The only path that the callee takes, by the number of its must summary.
    Path(u32),
}

/// A set of states at a node: where all literals hold.
#[derive(Clone, Debug)]
pub struct Region {
    /// The node.
    pub node: u32,
    /// Its literals.
    pub literals: Vec<TermId>,
    /// Their conjunction.
    pub predicate: TermId,
    /// The predicate it was split by, and the parts where it holds and where not.
    pub split: Option<(TermId, u32, u32)>,
    /// Are there no such states?
    pub is_empty: bool,
}

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
    pub regions: Vec<Region>,
    /// The partition of each node: leaves of its tree.
    pub leaves: Vec<Vec<u32>>,
    /// By edge: pairs of leaves without a transition.
    pub notmay: Vec<FxHashMap<(u32, u32), Why>>,
    /// Regions that were the goal when the space was made.
    pub goal_root: u32,
    /// How often each node was split since invariants were last looked for.
    pub splits: Vec<i32>,
    /// How often invariants were looked for.
    pub generalised: u32,
    /// Grows when the partition is made anew.
    pub version: u32,
}

impl Space {
    /// INIT-PI-NE: the goal and its complement at the end, everything elsewhere.
    pub fn init_pi_ne(terms: &mut Terms, proc: ProcId, goal: Goal, graph: Arc<Graph>) -> Space {
        let n = graph.locs.len();
        let tru = terms.tru();
        let mut space = Space {
            proc,
            goal: goal.clone(),
            regions: Vec::new(),
            leaves: vec![Vec::new(); n],
            notmay: vec![FxHashMap::default(); graph.edges.len()],
            goal_root: 0,
            splits: vec![0; n],
            generalised: 0,
            version: 0,
            graph,
        };
        for node in 0..n as u32 {
            space.leaves[node as usize].push(node);
            let region = Region { node, literals: Vec::new(), predicate: tru, split: None, is_empty: false };
            space.regions.push(region);
        }
        match goal {
            Goal::Error(_) => space.goal_root = space.graph.error,
            Goal::Exit(literals) => {
                let goal = terms.and(&literals);
                let exit = space.graph.exit;
                space.goal_root = exit;
                if goal != terms.tru() {
                    let (yes, _) = space.split(terms, exit, goal);
                    space.regions[yes as usize].literals = literals;
                    space.goal_root = yes;
                }
            }
        }
        space.splits = vec![0; n];
        space
    }

    /// Splits a leaf by a predicate: the parts where it holds and where not. Pairs of the leaf are kept for both.
    pub fn split(&mut self, terms: &mut Terms, leaf: u32, by: TermId) -> (u32, u32) {
        let node = self.regions[leaf as usize].node;
        let not = terms.not(by);
        let yes = self.part(terms, leaf, by);
        let no = self.part(terms, leaf, not);
        self.regions[leaf as usize].split = Some((by, yes, no));
        let leaves = &mut self.leaves[node as usize];
        leaves.retain(|l| *l != leaf);
        leaves.extend([yes, no]);
        self.splits[node as usize] += 1;
        let graph = self.graph.clone();
        for &e in &graph.out[node as usize] {
            self.inherit(e, |(a, b)| if a == leaf { vec![(yes, b), (no, b)] } else { vec![(a, b)] });
        }
        for &e in &graph.into[node as usize] {
            self.inherit(e, |(a, b)| if b == leaf { vec![(a, yes), (a, no)] } else { vec![(a, b)] });
        }
        (yes, no)
    }

    /// As [`Space::split`], of a region that no test has reached: no sign of a loop that is being unrolled.
    pub fn split_in_advance(&mut self, terms: &mut Terms, leaf: u32, by: TermId) -> (u32, u32) {
        self.splits[self.regions[leaf as usize].node as usize] -= 1;
        self.split(terms, leaf, by)
    }

    fn inherit(&mut self, edge: u32, children: impl Fn((u32, u32)) -> Vec<(u32, u32)>) {
        let old = std::mem::take(&mut self.notmay[edge as usize]);
        let new = old.into_iter().flat_map(|(pair, why)| children(pair).into_iter().map(move |p| (p, why)));
        self.notmay[edge as usize] = new.collect();
    }

    fn part(&mut self, terms: &mut Terms, parent: u32, by: TermId) -> u32 {
        let region = &self.regions[parent as usize];
        let mut literals = region.literals.clone();
        for c in terms.conjuncts(by) {
            if !literals.contains(&c) {
                literals.push(c);
            }
        }
        let predicate = terms.and(&[region.predicate, by]);
        let is_empty = predicate == terms.fls();
        self.regions.push(Region { node: region.node, literals, predicate, split: None, is_empty });
        self.regions.len() as u32 - 1
    }

    /// Notes that a pair of leaves has no transition over an edge.
    pub fn exclude(&mut self, edge: u32, from: u32, to: u32, why: Why) {
        self.notmay[edge as usize].insert((from, to), why);
    }

    /// The leaves that may lead to the goal, in the order in which a backward search finds them, with the edge and the leaf they
    /// lead to (none for the goal itself).
    pub fn backward(&self) -> Vec<(u32, Option<(u32, u32)>)> {
        let mut seen = vec![false; self.regions.len()];
        let mut order: Vec<(u32, Option<(u32, u32)>)> = Vec::new();
        for leaf in self.leaves_under(self.goal_root) {
            if !self.regions[leaf as usize].is_empty {
                seen[leaf as usize] = true;
                order.push((leaf, None));
            }
        }
        let mut at = 0;
        while at < order.len() {
            let to = order[at].0;
            at += 1;
            let node = self.regions[to as usize].node;
            for &e in &self.graph.into[node as usize] {
                let source = self.graph.edges[e as usize].from;
                for &from in &self.leaves[source as usize] {
                    let open = !seen[from as usize]
                        && !self.regions[from as usize].is_empty
                        && !self.notmay[e as usize].contains_key(&(from, to));
                    if open {
                        seen[from as usize] = true;
                        order.push((from, Some((e, to))));
                    }
                }
            }
        }
        order
    }

    /// The leaves below a region.
    pub fn leaves_under(&self, root: u32) -> Vec<u32> {
        let mut out = Vec::new();
        let mut stack = vec![root];
        while let Some(r) = stack.pop() {
            match self.regions[r as usize].split {
                Some((_, yes, no)) => stack.extend([no, yes]),
                None => out.push(r),
            }
        }
        out
    }

    /// Is a leaf part of the goal?
    pub fn is_goal(&self, leaf: u32) -> bool {
        self.leaves_under(self.goal_root).contains(&leaf)
    }
}
