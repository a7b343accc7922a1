//! A query under way: what its tests have reached, what it waits for, and what it has given up.

use std::rc::Rc;
use std::time::{Duration, Instant};

use maymust_program::index::IndexVec;
use rustc_hash::{FxHashMap, FxHashSet};

use crate::core::Core;
use crate::ids::{EdgeId, PlaceId, RegionId, SpaceId, StateId, SummaryId};
use crate::path::{Concrete, Context, ENTRY, Paths};
use crate::reason::Stall;
use crate::space::{Crossing, Space};
use crate::summary::MustSummary;

/// A concrete state that is reached.
#[derive(Clone, Debug)]
pub struct Omega {
    /// Where.
    pub place: PlaceId,
    /// The leaf it was in when last looked at.
    pub leaf: RegionId,
    /// The state.
    pub state: Rc<Concrete>,
}

/// An edge from a region that tests have reached to one that they have not.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Frontier {
    /// The edge.
    pub edge: EdgeId,
    /// Reached.
    pub from: RegionId,
    /// Not reached, and it may lead to the goal.
    pub to: RegionId,
    /// A reached state of `from`.
    pub omega: StateId,
}

impl Frontier {
    /// Its edge and regions.
    pub fn crossing(self) -> Crossing {
        Crossing { from: self.from, edge: self.edge, to: self.to }
    }
}

/// What a query about a callee is asked for.
#[derive(Clone, Copy, Debug)]
pub enum Waiting {
    /// To cross a frontier.
    Frontier(Frontier),
    /// To exclude a pair of regions, in an analysis without tests.
    Pair(Crossing),
    /// To go on from a place, in an analysis without partitions.
    Place(PlaceId, EdgeId),
}

/// The must side: states that tests have reached.
#[derive(Clone, Debug, Default)]
pub struct Reached {
    /// The states.
    pub states: IndexVec<StateId, Omega>,
    /// By leaf: states in it.
    pub by_leaf: FxHashMap<RegionId, Vec<StateId>>,
    /// A place in the goal.
    pub found: Option<PlaceId>,
    /// The state in which the test started that got there.
    pub found_from: Rc<Concrete>,
}

/// Entry regions that no test need start in.
#[derive(Clone, Debug, Default)]
pub struct Entries {
    /// No state of the context is in them.
    pub disjoint: FxHashSet<RegionId>,
    /// States of the context are in them, though no test got there (or, without tests, that stay).
    pub unentered: FxHashSet<RegionId>,
}

impl Entries {
    /// Forgets all: the partition is a new one.
    pub fn clear(&mut self) {
        self.disjoint.clear();
        self.unentered.clear();
    }
}

/// Where a query makes no progress.
#[derive(Clone, Debug, Default)]
pub struct Stuck {
    /// Crossings at which nothing could be done, by the place from which that was tried.
    pub pairs: FxHashSet<(Crossing, Option<PlaceId>)>,
    /// Why the first of them was stuck.
    pub reason: Option<Stall>,
    /// Was a sub-query given up for the number of its steps?
    pub limited: bool,
}

/// What a query has cost.
#[derive(Clone, Debug)]
pub struct Effort {
    /// Steps of the search.
    pub steps: u32,
    /// When it began, and how often the solver had been asked by then.
    pub began: (Instant, u64),
    /// After how long it is to be unrolled (again), if at all.
    pub unroll_after: Option<Duration>,
}

/// What an analysis without partitions has tried.
#[derive(Clone, Debug)]
pub struct Exploring {
    /// Places and edges, with the summary.
    pub tried: FxHashSet<(PlaceId, EdgeId, Option<SummaryId>)>,
    /// Places and calls about which there is nothing more to ask.
    pub exhausted: FxHashSet<(PlaceId, EdgeId)>,
    /// Paths of callees that only this query knows.
    pub transient: Vec<Rc<MustSummary>>,
    /// The place whose edges are being tried.
    pub cursor: PlaceId,
}

/// What a query asks about its callees.
#[derive(Clone, Debug, Default)]
pub struct Calls {
    /// What the present sub-query is for.
    pub waiting: Option<Waiting>,
    /// Calls that are taken path by path, as no query about the goal was answered.
    pub pathwise: FxHashSet<(PlaceId, EdgeId)>,
    /// How often calls beyond a frontier were asked about, by the region they lead to.
    pub anticipated: FxHashMap<(EdgeId, RegionId), u8>,
}

/// The abstract path behind the frontier.
#[derive(Clone, Debug, Default)]
pub struct Beyond {
    /// From the present frontier to the goal.
    pub path: Vec<Crossing>,
    /// Paths that were looked at as a whole, with the frontier's edge.
    pub walked: FxHashSet<(EdgeId, Vec<(RegionId, EdgeId)>)>,
}

/// A query under way.
#[derive(Clone, Debug)]
pub struct Active {
    /// Its space.
    pub space: SpaceId,
    /// The version of the space that the leaves are of.
    pub version: u32,
    /// Where it starts, and the paths taken.
    pub paths: Paths,
    pub reached: Reached,
    pub entries: Entries,
    pub stuck: Stuck,
    pub effort: Effort,
    pub exploring: Exploring,
    pub calls: Calls,
    pub beyond: Beyond,
}

impl Active {
    /// A query about a space from a context.
    pub fn new(core: &Core, space: SpaceId, context: Context) -> Active {
        let data = &core.known.spaces[space];
        let began = (Instant::now(), core.counts.solver_calls);
        Active {
            space,
            version: data.version,
            paths: Paths::init_omega(context, data.graph.entry),
            reached: Reached::default(),
            entries: Entries::default(),
            stuck: Stuck::default(),
            effort: Effort { steps: 0, began, unroll_after: Some(Duration::ZERO) },
            exploring: Exploring {
                tried: FxHashSet::default(),
                exhausted: FxHashSet::default(),
                transient: Vec::new(),
                cursor: ENTRY,
            },
            calls: Calls::default(),
            beyond: Beyond::default(),
        }
    }

    /// Moves states whose leaf has been split on to the parts.
    pub fn refresh(&mut self, core: &Core) {
        let space = &core.known.spaces[self.space];
        if space.version != self.version {
            self.version = space.version;
            self.start_anew(core, space);
        }
        let mut old: Vec<RegionId> = Vec::new();
        old.extend(self.reached.by_leaf.keys().filter(|l| space.regions[**l].split.is_some()));
        old.sort_unstable();
        for leaf in old {
            for o in self.reached.by_leaf.remove(&leaf).unwrap_or_default() {
                let leaf = descend(core, space, leaf, &self.reached.states[o].state);
                self.reached.states[o].leaf = leaf;
                self.reached.by_leaf.entry(leaf).or_default().push(o);
            }
        }
    }

    /// Finds the leaves of all states in a new partition.
    fn start_anew(&mut self, core: &Core, space: &Space) {
        self.entries.clear();
        self.stuck.pairs.clear();
        let Reached { states, by_leaf, .. } = &mut self.reached;
        by_leaf.clear();
        for id in states.ids() {
            let node = self.paths.places[states[id].place].node;
            let leaf = descend(core, space, Space::root(node), &states[id].state);
            states[id].leaf = leaf;
            by_leaf.entry(leaf).or_default().push(id);
        }
    }
}

/// The leaf below a region that a state is in.
pub fn descend(core: &Core, space: &Space, mut region: RegionId, state: &Concrete) -> RegionId {
    while let Some(split) = space.regions[region].split {
        region = if core.holds(split.by, state) { split.yes } else { split.no };
    }
    region
}
