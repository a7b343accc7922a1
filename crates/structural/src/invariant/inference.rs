//! What a search for invariants may use, and what earlier searches found.

use std::rc::Rc;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use maymust_engine::{Helper, Options};
use maymust_invariant::Effort;
use maymust_program::ProcId;
use maymust_solver::Solver;
use maymust_term::TermId;
use rustc_hash::FxHashMap;

use super::Invariants;
use crate::region::RegionId;

/// How long the invariants of one loop may take, …
const TIME: Duration = Duration::from_secs(1);
/// … which is at most this part of the whole.
const PART: u32 = 10;
/// The invariants of all loops may take this part of it.
const ALL: u32 = 4;
/// Samples may take this part of one loop's time.
const SAMPLES: u32 = 10;
/// Conflicts of one query.
const CONFLICTS: u64 = 5000;

/// The search for invariants of one worker.
pub struct Inference {
    options: Options,
    /// The time for everything: invariants may use a part of it.
    budget: Duration,
    /// Are invariants looked for in all loops that are seen in their abstract form?
    pub is_on: bool,
    /// Flags that end a search.
    pub interrupts: Vec<Arc<AtomicBool>>,
    /// When the inner loops of one whose invariants are being looked for have had their time.
    until: Option<Instant>,
    /// By region: what is known of its loop.
    pub known: FxHashMap<RegionId, Rc<Invariants>>,
    /// By loop and by what holds where it is entered: what else it keeps.
    pub from_entry: FxHashMap<(RegionId, Vec<bool>), Rc<Vec<TermId>>>,
    /// By procedure: the comparisons in it.
    pub atoms: FxHashMap<ProcId, Rc<Vec<TermId>>>,
    /// Candidates so far.
    pub candidates: u64,
    /// Invariants so far.
    pub invariants: u64,
    /// Time they took.
    pub time: Duration,
}

/// What is put back when the search for one loop's invariants ends.
pub struct Outer {
    is_outermost: bool,
    was_on: bool,
    begin: Instant,
    /// The time of inner loops is counted with the outermost.
    time: Duration,
}

impl Inference {
    /// A search for invariants with a share of a budget.
    pub fn new(options: Options, budget: Duration) -> Inference {
        Inference {
            options,
            budget,
            is_on: true,
            interrupts: Vec::new(),
            until: None,
            known: FxHashMap::default(),
            from_entry: FxHashMap::default(),
            atoms: FxHashMap::default(),
            candidates: 0,
            invariants: 0,
            time: Duration::ZERO,
        }
    }

    /// May invariants be looked for at all?
    pub fn is_allowed(&self) -> bool {
        self.options.has(Helper::Invariants)
    }

    /// A solver of its own, if there is time left.
    pub fn new_solver(&self) -> Option<Box<dyn Solver>> {
        if self.left().is_zero() {
            return None;
        }
        self.options.new_solver().ok()
    }

    /// Starts with a loop. Inner loops share the time of the outermost; none if that is used up: what is left out then may
    /// still be asked for by itself.
    pub fn enter(&mut self) -> Option<Outer> {
        let is_outermost = self.until.is_none();
        let end = Instant::now() + self.share();
        let until = *self.until.get_or_insert(end);
        if Instant::now() >= until && !is_outermost {
            return None;
        }
        // Inner loops are seen by theirs.
        let was_on = std::mem::replace(&mut self.is_on, true);
        Some(Outer { is_outermost, was_on, begin: Instant::now(), time: self.time })
    }

    /// Ends with a loop that has so many invariants.
    pub fn leave(&mut self, outer: Outer, found: usize) {
        self.is_on = outer.was_on;
        if outer.is_outermost {
            self.until = None;
        }
        self.time = outer.time + outer.begin.elapsed();
        self.invariants += found as u64;
    }

    /// What the invariants of one loop may use from now on.
    pub fn effort(&self) -> Effort {
        self.effort_of(self.share())
    }

    /// What sampling iterations of one loop may use.
    pub fn effort_of_samples(&self) -> Effort {
        self.effort_of(self.share() / SAMPLES)
    }

    fn effort_of(&self, time: Duration) -> Effort {
        let interrupts = self.interrupts.clone();
        Effort { deadline: Instant::now() + time, conflicts: CONFLICTS, interrupts }
    }

    /// How long the invariants of one loop may take: no longer than one condition.
    fn share(&self) -> Duration {
        let condition = self.options.check_time.unwrap_or(Duration::MAX);
        TIME.min(self.budget / PART).min(condition).min(self.left())
    }

    fn left(&self) -> Duration {
        (self.budget / ALL).saturating_sub(self.time)
    }
}
