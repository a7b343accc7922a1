//! What the engine counts.

use std::time::Duration;

use maymust_engine::Statistics;

/// Counts of one run.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Counts {
    /// Conditions decided or given up.
    pub conditions: u64,
    /// Regions summarised.
    pub summarised: u64,
    /// Procedures opened because the target lies in them.
    pub hoisted: u64,
    /// Procedures opened because they matter.
    pub functions: u64,
    /// Loops seen by their invariants.
    pub loops: u64,
    /// Iterations unrolled.
    pub unrollings: u64,
    /// Most iterations of one loop around a place.
    pub deepest: u64,
    /// Names of opened procedures with how often, in the order of opening.
    pub opened: indexmap::IndexMap<String, u64>,
    /// Rounds of refinement.
    pub rounds: u64,
    /// Checks of the solver.
    pub solver_calls: u64,
    /// Searches of the SAT solver: one for each time that arrays had something to say.
    pub searches: u64,
    /// Runs of the machine.
    pub replays: u64,
    /// Conditions given up for lack of time.
    pub timeouts: u64,
    /// Candidates for invariants.
    pub candidates: u64,
    /// Invariants.
    pub invariants: u64,
    /// Time of summaries.
    pub summarise_time: Duration,
    /// Time of invariants.
    pub invariant_time: Duration,
    /// Time of putting summaries in.
    pub unfold_time: Duration,
    /// Time of the solver.
    pub solver_time: Duration,
    /// Time of replays.
    pub replay_time: Duration,
    /// Time of each condition.
    pub condition_times: Vec<Duration>,
}

impl Counts {
    /// All of it by name.
    pub fn statistics(&self) -> Statistics {
        let mut s = Statistics::default();
        s.count("conditions", self.conditions);
        s.count("regions_summarised", self.summarised);
        s.count("regions_opened", self.functions + self.unrollings);
        s.count("functions_opened", self.functions);
        s.count("functions_hoisted", self.hoisted);
        s.count("loops_abstracted", self.loops);
        s.count("unrollings", self.unrollings);
        s.count("deepest_unrolling", self.deepest);
        s.count("rounds", self.rounds);
        s.count("solver_calls", self.solver_calls);
        s.count("searches", self.searches);
        s.count("replays", self.replays);
        s.count("timeouts", self.timeouts);
        s.count("invariant_candidates", self.candidates);
        s.count("invariants", self.invariants);
        for (name, n) in &self.opened {
            s.count(&format!("opened_{name}"), *n);
        }
        s.time("summarise_s", self.summarise_time);
        s.time("invariants_s", self.invariant_time);
        s.time("unfold_s", self.unfold_time);
        s.time("solver_s", self.solver_time);
        s.time("replay_s", self.replay_time);
        s.sample("condition_median_s", &self.condition_times);
        s
    }

    /// With the counts of another worker.
    pub fn add(&mut self, other: &Counts) {
        self.conditions += other.conditions;
        self.summarised = self.summarised.max(other.summarised);
        self.hoisted += other.hoisted;
        self.functions += other.functions;
        self.loops += other.loops;
        self.unrollings += other.unrollings;
        self.deepest = self.deepest.max(other.deepest);
        for (name, n) in &other.opened {
            *self.opened.entry(name.clone()).or_default() += n;
        }
        self.rounds += other.rounds;
        self.solver_calls += other.solver_calls;
        self.searches += other.searches;
        self.replays += other.replays;
        self.timeouts += other.timeouts;
        self.candidates += other.candidates;
        self.invariants += other.invariants;
        self.summarise_time += other.summarise_time;
        self.invariant_time += other.invariant_time;
        self.unfold_time += other.unfold_time;
        self.solver_time += other.solver_time;
        self.replay_time += other.replay_time;
        self.condition_times.extend(&other.condition_times);
    }
}
