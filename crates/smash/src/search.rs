//! The abstract search of a query: where to go on.

use maymust_program::VarId;
use maymust_term::TermId;
use rustc_hash::FxHashMap;

use crate::active::{Active, Frontier};
use crate::core::Core;
use crate::graph::Kind;
use crate::ids::{EdgeId, RegionId};
use crate::path::Concrete;
use crate::space::{Crossing, Space};

/// Where a search goes on.
pub enum NextStep {
    /// Nowhere: every abstract path to the goal is excluded.
    Verified,
    /// An entry region that may lead to the goal and that no test has reached.
    Entry(RegionId),
    /// A frontier, and the abstract path from it to the goal.
    Frontier(Frontier, Vec<Crossing>),
    /// Nowhere, though not every path is excluded.
    Stuck,
}

/// What it may take to cross a frontier.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Cost {
    /// A segment, or a call without loops.
    Low,
    /// Any path through a callee with loops will do.
    Middle,
    /// A callee with loops, and its outcome matters.
    High,
}

impl Core {
    /// The abstract search: backward from the goal until tests are met.
    pub fn next(&self, active: &Active) -> NextStep {
        let space = &self.known.spaces[active.space];
        let graph = &space.graph;
        let reached =
            |leaf: RegionId| active.reached.by_leaf.get(&leaf).and_then(|list| list.first()).copied();
        let mut stuck = false;
        let order = space.backward();
        let mut best: Option<(Cost, Frontier)> = None;
        'search: for &(to, _) in &order {
            if reached(to).is_some() {
                continue;
            }
            let node = space.regions[to].node;
            if node == graph.entry && !active.entries.disjoint.contains(&to) {
                if !active.entries.unentered.contains(&to) {
                    return NextStep::Entry(to);
                }
                stuck = true;
            }
            for &edge in &graph.into[node] {
                for &from in &space.leaves[graph.edges[edge].from] {
                    let Some(omega) = reached(from) else { continue };
                    if space.notmay[edge].contains_key(&(from, to)) {
                        continue;
                    }
                    let place = active.reached.states[omega].place;
                    if active.stuck.pairs.contains(&(Crossing { from, edge, to }, Some(place))) {
                        stuck = true;
                        continue;
                    }
                    let cost = self.cost(space, edge, to, &active.reached.states[omega].state);
                    if best.as_ref().is_none_or(|b| cost < b.0) {
                        best = Some((cost, Frontier { edge, from, to, omega }));
                    }
                    if cost == Cost::Low {
                        break 'search;
                    }
                }
            }
        }
        if let Some((_, frontier)) = best {
            let towards: FxHashMap<RegionId, (EdgeId, RegionId)> =
                order.iter().filter_map(|(leaf, next)| Some((*leaf, (*next)?))).collect();
            let mut beyond = Vec::new();
            let mut at = frontier.to;
            while let Some(&(edge, to)) = towards.get(&at) {
                beyond.push(Crossing { from: at, edge, to });
                at = to;
            }
            return NextStep::Frontier(frontier, beyond);
        }
        if stuck { NextStep::Stuck } else { NextStep::Verified }
    }

    /// What it may take to cross an edge from a state.
    fn cost(&self, space: &Space, edge: EdgeId, to: RegionId, state: &Concrete) -> Cost {
        let Kind::Call(call) = &space.graph.edges[edge].kind else { return Cost::Low };
        if !self.facts.is_hard[call.proc] {
            return Cost::Low;
        }
        let is_changed = |v: &VarId| self.facts.changes(call, *v);
        let literals = &space.regions[to].literals;
        let (changed, kept): (Vec<TermId>, Vec<TermId>) =
            literals.iter().partition(|l| self.terms.support(**l).iter().any(is_changed));
        if kept.iter().any(|l| !self.holds(*l, state)) {
            // What the call does not change may decide it.
            return Cost::Low;
        }
        if changed.is_empty() { Cost::Middle } else { Cost::High }
    }
}
