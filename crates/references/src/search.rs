//! The search without summaries: all states and all schedules, depth first, each canonical form once.
//!
//! Programs with threads are searched with few preemptions first: failures mostly need few. Only a search in which none was left out
//! proves anything.

use std::time::Instant;

use maymust_engine::{Event, Reason, Role};
use maymust_program::CheckId;
use rustc_hash::FxHashMap;

use crate::canon::{Base, text};
use crate::exec::{Exec, Point};
use crate::state::State;
use crate::threads::{Footprint, conflict};

/// How a state was reached: the choice and the one before.
#[derive(Clone, Copy, Debug)]
struct Choice {
    before: u32,
    choice: u64,
}

/// The start of all runs.
const START: u32 = u32::MAX;

/// The choices that lead to states, as a tree.
#[derive(Debug, Default)]
struct Choices(Vec<Choice>);

impl Choices {
    /// One more choice after those of a node.
    fn push(&mut self, before: u32, choice: u64) -> u32 {
        self.0.push(Choice { before, choice });
        self.0.len() as u32 - 1
    }

    /// The choices up to a node, first first.
    fn up_to(&self, mut node: u32) -> Vec<u64> {
        let mut choices = Vec::new();
        while node != START {
            let Choice { before, choice } = self.0[node as usize];
            choices.push(choice);
            node = before;
        }
        choices.reverse();
        choices
    }
}

/// What a search has found out.
#[derive(Debug, Default)]
pub struct Found {
    /// Checks that fail, with the choices of a run that fails them.
    pub failures: Vec<(CheckId, Vec<u64>)>,
    /// Why not all runs were seen.
    pub cut: Vec<Reason>,
    /// States remembered.
    pub states: u64,
    /// Summaries made, and their effects.
    pub summaries: (u64, u64),
}

impl Found {
    /// Notes a failure of a check that did not fail before.
    pub fn fail(&mut self, check: CheckId, choices: impl FnOnce() -> Vec<u64>) {
        if !self.failures.iter().any(|f| f.0 == check) {
            self.failures.push((check, choices()));
        }
    }

    /// Notes why not all was seen.
    pub fn cut(&mut self, why: Reason) {
        if !self.cut.contains(&why) {
            self.cut.push(why);
        }
    }

    /// Must the search end?
    fn is_over(&self) -> bool {
        self.cut.iter().any(|why| !matches!(why, Reason::Unsupported { .. }))
    }
}

/// A state to go on from.
struct Open {
    state: State,
    node: u32,
    /// Preemptions so far.
    preempted: u32,
    /// What the other threads were about to access, outside of atomic sections, when this one got the turn.
    pending: Vec<(usize, Footprint)>,
    /// Fingerprints of the heads of loops that the turn has come through.
    heads: Vec<u128>,
    /// The node at which the turn was given.
    given: u32,
}

struct Search<'e, 't> {
    exec: &'e mut Exec<'t>,
    base: Base,
    found: Found,
    choices: Choices,
    /// Fewest preemptions with which a state was reached.
    seen: FxHashMap<u128, u32>,
    stack: Vec<Open>,
    bounds: Bounds,
    bounded: bool,
    races: Option<CheckId>,
}

/// How far a search goes: not beyond so many preemptions, and so many threads.
#[derive(Clone, Copy, Debug)]
struct Bounds {
    preemptions: u32,
    threads: usize,
}

impl Bounds {
    const NONE: Bounds = Bounds { preemptions: u32::MAX, threads: usize::MAX };

    /// Those of the searches before the one without bounds. Failures mostly need few switches, and few threads.
    const FIRST: [Bounds; 3] = [
        Bounds { preemptions: 1, threads: 5 },
        Bounds { preemptions: 2, threads: 6 },
        Bounds { preemptions: 4, threads: 8 },
    ];
}

/// Searches all states from one on.
pub fn search(exec: &mut Exec<'_>, start: State) -> Found {
    if exec.visible.is_none() {
        return search_within(exec, start, Bounds::NONE).0;
    }
    let mut failures: Vec<(CheckId, Vec<u64>)> = Vec::new();
    for bounds in Bounds::FIRST {
        // Each of them gets a part of the time that is left.
        let deadline = exec.deadline;
        exec.deadline = Instant::now() + deadline.saturating_duration_since(Instant::now()) / 4;
        let (mut found, bounded) = search_within(exec, start.clone(), bounds);
        let is_late = std::mem::replace(&mut exec.deadline, deadline) <= Instant::now();
        for failure in std::mem::take(&mut found.failures) {
            if !failures.iter().any(|f| f.0 == failure.0) {
                failures.push(failure);
            }
        }
        let all_fail = failures.len() == exec.task.checks.len();
        let is_over = found.is_over() && !(is_late && Instant::now() < deadline);
        if all_fail || is_over || !bounded && !is_late {
            return Found { failures, ..found };
        }
        exec.forget();
    }
    let (mut found, _) = search_within(exec, start, Bounds::NONE);
    for (check, choices) in failures {
        found.failures.retain(|f| f.0 != check);
        found.fail(check, || choices);
    }
    found
}

/// Within bounds; was any run left out for that?
fn search_within(exec: &mut Exec<'_>, start: State, bounds: Bounds) -> (Found, bool) {
    let base = Base::of(&start);
    let races = exec.race_check();
    let (found, choices, seen, bounded) = Default::default();
    let stack = vec![Open {
        state: start,
        node: START,
        preempted: 0,
        pending: Vec::new(),
        heads: Vec::new(),
        given: START,
    }];
    exec.max_threads = bounds.threads;
    exec.too_many_threads = false;
    let mut search = Search { exec, base, found, choices, seen, stack, bounds, bounded, races };
    while let Some(open) = search.stack.pop() {
        search.follow(open);
        if search.found.is_over() {
            break;
        }
    }
    search.found.states = search.seen.len() as u64;
    let bounded = search.bounded || search.exec.too_many_threads;
    search.exec.max_threads = usize::MAX;
    (search.found, bounded)
}

impl Search<'_, '_> {
    /// Follows a state until it ends, forks or is known.
    fn follow(&mut self, mut open: Open) {
        // Steps so far when the state was last found to be new: it is no old one where it forks at once.
        let mut new_at = None;
        loop {
            if !open.pending.is_empty() {
                self.exec.eval.log = Some(Vec::new());
            }
            let point = self.exec.run(&mut open.state);
            let is_new = new_at.is_some_and(|at| self.exec.steps == at + 1);
            self.exec.eval.looked.clear();
            for check in std::mem::take(&mut self.exec.failed) {
                self.found.fail(check, || self.choices.up_to(open.node));
            }
            self.look_for_races(&open, matches!(point, Point::End));
            match point {
                Point::Cut(why) => return self.found.cut(why),
                Point::End | Point::Returned(_) | Point::Hit | Point::Call => return,
                Point::Head => match self.known(&mut open, true) {
                    (fingerprint, true) => {
                        // A thread that never comes out of a loop does not keep the others from going on.
                        let running = open.state.running;
                        if open.state.threads.len() > 1 && open.heads.contains(&fingerprint) {
                            open.state.threads[running].stuck = true;
                            self.schedule(open);
                        }
                        return;
                    }
                    (fingerprint, false) => {
                        open.heads.push(fingerprint);
                        new_at = Some(self.exec.steps);
                    }
                },
                Point::Schedule => match self.exec.ready(&mut open.state) {
                    Ok(ready) if ready.len() == 1 => {
                        // No choice: nothing to remember, for every loop has a head.
                        let thread = ready[0];
                        self.exec.give_turn(&mut open.state, thread);
                        open.node = self.choices.push(open.node, thread as u64);
                        (open.pending, open.heads) = Default::default();
                    }
                    _ => {
                        if !self.known(&mut open, false).1 {
                            self.schedule(open);
                        }
                        return;
                    }
                },
                Point::Fork(ways) => {
                    if !is_new && self.known(&mut open, true).1 {
                        return;
                    }
                    for (choice, state) in ways.into_iter().rev() {
                        let node = self.choices.push(open.node, choice);
                        let (pending, heads) = (open.pending.clone(), open.heads.clone());
                        let (preempted, given) = (open.preempted, open.given);
                        self.stack.push(Open { state, node, preempted, pending, heads, given });
                    }
                    return;
                }
            }
        }
    }

    /// Was the state reached before, with as few preemptions?
    fn known(&mut self, open: &mut Open, running: bool) -> (u128, bool) {
        let fingerprint = text(self.exec, &mut open.state, &self.base, running).fingerprint();
        let before = self.seen.insert(fingerprint, open.preempted);
        if self.seen.len().is_multiple_of(1024) {
            (self.exec.task.listener)(Event::Counted("states", self.seen.len() as u64));
        }
        match before {
            Some(before) if before <= open.preempted => {
                self.seen.insert(fingerprint, before);
                (fingerprint, true)
            }
            _ => (fingerprint, false),
        }
    }

    /// All threads that can go on do, each in a copy of the state.
    fn schedule(&mut self, mut open: Open) {
        let ready = match self.exec.ready(&mut open.state) {
            Ok(ready) => ready,
            Err(why) => return self.found.cut(why),
        };
        if ready.is_empty() {
            if !open.state.threads.iter().any(|t| t.stuck)
                && let Some((check, Role::Asked)) = self.exec.deadlock(&open.state)
            {
                self.found.fail(check, || self.choices.up_to(open.node));
            }
            return;
        }
        let mut pending: Vec<(usize, Footprint)> = Vec::new();
        if self.races.is_some() && ready.len() > 1 {
            for thread in 0..open.state.threads.len() {
                match self.exec.pending(&open.state, thread) {
                    Ok(next) => pending.extend(next.map(|footprint| (thread, footprint))),
                    Err(why) => self.found.cut(why),
                }
            }
        }
        let goes_on = ready.contains(&open.state.running);
        // What is pushed last is followed first: the running thread.
        let mut order = ready;
        order.sort_by_key(|t| (*t == open.state.running, std::cmp::Reverse(*t)));
        for thread in order {
            let preempted = open.preempted + u32::from(goes_on && thread != open.state.running);
            if preempted > self.bounds.preemptions {
                self.bounded = true;
                continue;
            }
            let mut state = open.state.clone();
            self.exec.give_turn(&mut state, thread);
            let node = self.choices.push(open.node, thread as u64);
            let pending = pending.iter().filter(|p| p.0 != thread).cloned().collect();
            let given = open.node;
            self.stack.push(Open { state, node, preempted, pending, heads: Vec::new(), given });
        }
    }

    /// Compares what a thread has just accessed with what others stand before.
    fn look_for_races(&mut self, open: &Open, ends: bool) {
        let Some(log) = self.exec.eval.log.take() else { return };
        let Some(check) = self.races else { return };
        let hit = open
            .pending
            .iter()
            .find(|(_, footprint)| footprint.iter().any(|a| log.iter().any(|b| conflict(a, b))));
        if let Some((thread, _)) = hit {
            let mut choices = self.choices.up_to(open.node);
            match ends {
                // Nothing comes after this turn: so the other thread has its turn first.
                true => choices.insert(self.choices.up_to(open.given).len(), *thread as u64),
                false => choices.push(*thread as u64),
            }
            self.found.fail(check, || choices);
        }
    }
}
