//! Queries: the search of DASH for a test or a proof, and the stack of queries that calls raise.

use std::rc::Rc;

use maymust_program::ProcId;
use maymust_solver::Answer;

use crate::active::{Active, Frontier, Stuck, Waiting};
use crate::assume::Settled;
use crate::core::Core;
use crate::graph::Kind;
use crate::ids::RegionId;
use crate::path::{Context, ENTRY};
use crate::reason::Stall;
use crate::search::NextStep;
use crate::space::Goal;
use crate::summary::{MustSummary, NotMaySummary};

/// The answer to a query.
#[derive(Clone, Debug)]
pub enum Reply {
    /// No state of the context leads to the goal, nor any state of the summary's precondition.
    No(Rc<NotMaySummary>),
    /// One does.
    Yes(Rc<MustSummary>),
    /// No state of the summary's precondition does; of others in the context nothing is known, and why (analyses without tests).
    Partly(Rc<NotMaySummary>, Stall),
    /// Neither is known.
    Unknown(Stall),
}

impl Reply {
    /// What the reply says of all of the context.
    fn in_all(self) -> Reply {
        match self {
            Reply::Partly(_, reason) => Reply::Unknown(reason),
            other => other,
        }
    }
}

/// What a step of a query leads to.
pub enum Progress {
    /// More steps.
    On,
    /// A query about a callee.
    Ask(ProcId, Goal, Context),
    /// The answer.
    Done(Reply),
}

/// How often a procedure may be under way at a time.
const RECURSION: usize = 6;
/// As [`RECURSION`], if any path through the procedure will do.
const RECURSION_FOR_PATHS: usize = 60;
/// Steps of a sub-query at first; tripled when nothing else is left to try.
const EFFORT: u32 = 24;

/// The queries under way: the first is the one that was asked, each other one is about a callee of the one before it.
struct Stack {
    queries: Vec<Active>,
    effort: u32,
}

impl Stack {
    fn bottom(mut self) -> Active {
        self.queries.swap_remove(0)
    }
}

impl Core {
    /// Answers a query; the last element is the query itself as it stood at the end.
    pub fn ask(&mut self, proc: ProcId, goal: &Goal, context: Context) -> (Reply, Active) {
        self.is_looping = false;
        self.withdraw_all();
        let mut stack = Stack { queries: vec![self.raise(proc, goal, context)], effort: EFFORT };
        loop {
            if self.is_time_to_unroll(&stack.queries[0])
                && let Progress::Done(reply) = self.unroll_start(&mut stack.queries[0])
            {
                self.withdraw_all();
                return (reply, stack.bottom());
            }
            match self.step_on_top(&mut stack) {
                Progress::On => {}
                Progress::Ask(proc, goal, context) => self.ask_callee(&mut stack, proc, &goal, context),
                Progress::Done(reply) => {
                    if let Some(reply) = self.answered(&mut stack, reply) {
                        // Nothing is left in progress, so nothing may rest on what is.
                        self.withdraw_all();
                        return (reply, stack.bottom());
                    }
                }
            }
        }
    }

    /// A step of the query on top, unless it has to end.
    fn step_on_top(&mut self, stack: &mut Stack) -> Progress {
        let (depth, effort) = (stack.queries.len(), stack.effort);
        let top = &mut stack.queries[depth - 1];
        let stall = if self.is_over() {
            Stall::Time
        } else if depth > 2 && top.effort.steps > effort + 4 * self.n_edges(top) {
            Stall::Steps
        } else if depth == 1 && !self.facts.rules.must && !top.entries.unentered.is_empty() {
            Stall::NoTests
        } else {
            return self.step(top);
        };
        Progress::Done(Reply::Unknown(stall))
    }

    /// Raises a query about a callee, unless too many of its calls are under way.
    fn ask_callee(&mut self, stack: &mut Stack, proc: ProcId, goal: &Goal, context: Context) {
        if self.is_in_progress(stack, proc, goal) {
            let space = self.space(proc, goal);
            let answer = self.provisional(space, &context);
            let Some(top) = stack.queries.last_mut() else { return };
            if top.calls.waiting.is_none() {
                // Only summaries would come of it: the assumption is one.
                return;
            }
            if let Some(summary) = answer {
                self.deliver(top, Reply::No(summary));
                return;
            }
        }
        let same = |a: &&Active| self.known.spaces[a.space].proc == proc;
        let most = if goal.is_plain() { RECURSION_FOR_PATHS } else { RECURSION };
        if stack.queries.iter().filter(same).count() < most {
            let query = self.raise(proc, goal, context);
            stack.queries.push(query);
        } else if let Some(top) = stack.queries.last_mut() {
            self.deliver(top, Reply::Unknown(Stall::DeepRecursion));
        }
    }

    /// Is there a query about a procedure and a goal under way, to be answered by a proof?
    fn is_in_progress(&self, stack: &Stack, proc: ProcId, goal: &Goal) -> bool {
        let rules = self.facts.rules;
        let is_of = |a: &Active| {
            let space = &self.known.spaces[a.space];
            space.proc == proc && space.goal == *goal && !space.graph.unrolled
        };
        rules.may
            && rules.must
            && rules.notmay_summaries
            && !goal.is_plain()
            && stack.queries.iter().any(is_of)
    }

    /// The query on top is answered: its caller goes on. The reply if there is none.
    fn answered(&mut self, stack: &mut Stack, reply: Reply) -> Option<Reply> {
        let depth = stack.queries.len();
        let space = stack.queries[depth - 1].space;
        let is_outermost = !stack.queries[..depth - 1].iter().any(|q| q.space == space);
        let reply = if is_outermost {
            match self.settle(space, reply) {
                Settled::Answer(reply) => reply,
                Settled::Again => {
                    stack.queries[depth - 1].stuck = Stuck::default();
                    return None;
                }
            }
        } else {
            reply
        };
        if depth > 1 {
            let query = stack.queries.pop()?;
            self.forget_space(&query);
            self.deliver(&mut stack.queries[depth - 2], reply);
            return None;
        }
        if let Reply::No(summary) = &reply
            && !summary.rests_on.is_empty()
        {
            // A proof rests on nothing that is assumed.
            return Some(Reply::Unknown(Stall::Failed("what was assumed of an inner call is not confirmed")));
        }
        let query = &mut stack.queries[0];
        if let Reply::Unknown(stall) = &reply
            && query.effort.unroll_after.is_some()
            && !self.is_over()
            && *stall != Stall::Steps
        {
            // Nothing else is left to do.
            return match self.unroll_start(query) {
                Progress::Done(reply) => Some(reply),
                _ if query.effort.unroll_after.is_some() => None,
                _ => Some(reply),
            };
        }
        if self.is_worth_more(&reply, &mut stack.effort) {
            query.stuck.pairs.clear();
            query.stuck.limited = false;
            return None;
        }
        Some(reply.in_all())
    }

    fn n_edges(&self, query: &Active) -> u32 {
        self.known.spaces[query.space].graph.edges.len() as u32
    }

    /// A space that no later query may use is dropped (the last one: queries end in the reverse order of their beginning).
    fn forget_space(&mut self, query: &Active) {
        if !self.facts.rules.notmay_summaries && self.known.spaces.last_id() == Some(query.space) {
            self.known.spaces.pop();
        }
    }

    /// When everything is stuck for lack of effort, more of it may help.
    fn is_worth_more(&self, reply: &Reply, effort: &mut u32) -> bool {
        let more = matches!(reply, Reply::Unknown(Stall::Steps)) && !self.is_over();
        *effort = effort.saturating_mul(3);
        more && *effort < 1 << 20
    }

    /// MAY-CALL, MUST-CALL, MAYMUST-CALL: a query is raised.
    fn raise(&mut self, proc: ProcId, goal: &Goal, context: Context) -> Active {
        self.counts.queries += 1;
        self.counts.queries_by_proc[proc] += 1;
        let space = self.space(proc, goal);
        Active::new(self, space, context)
    }

    /// One step of a query.
    pub fn step(&mut self, active: &mut Active) -> Progress {
        active.effort.steps += 1;
        if let Some(place) = active.reached.found {
            return Progress::Done(self.bug_found(active, place));
        }
        if !self.facts.rules.may {
            return self.explore(active);
        }
        if !self.facts.rules.must {
            return self.refine_path(active);
        }
        if active.reached.states.is_empty() {
            return self.first_test(active);
        }
        let proc = self.known.spaces[active.space].proc;
        if !self.known.spaces[active.space].graph.unrolled {
            self.contract(proc, Some(active));
        }
        active.refresh(self);
        match self.next(active) {
            NextStep::Verified => Progress::Done(self.verified(active)),
            NextStep::Entry(leaf) => self.enter(active, leaf),
            NextStep::Frontier(frontier, beyond) => {
                let closed = self.generalise_if_due(active)
                    || self.carry_back(active, &beyond)
                    || self.exclude_beyond(active, frontier, &beyond);
                if closed {
                    return Progress::On;
                }
                active.beyond.path = beyond;
                self.advance(active, frontier)
            }
            NextStep::Stuck => {
                // More effort for a callee is cheaper than invariants of all of this one.
                if !active.stuck.limited && self.generalise(active) {
                    active.stuck.pairs.clear();
                    return Progress::On;
                }
                let stall = active.stuck.reason.clone().unwrap_or(Stall::NoProgress);
                Progress::Done(Reply::Unknown(if active.stuck.limited { Stall::Steps } else { stall }))
            }
        }
    }

    fn first_test(&mut self, active: &mut Active) -> Progress {
        let conditions = active.paths.context.conditions.clone();
        match self.check(&conditions) {
            Answer::Sat => {
                self.run_test(active, ENTRY);
                Progress::On
            }
            Answer::Unsat => Progress::Done(self.verified_pre(active, self.terms.fls())),
            answer => Progress::Done(Reply::Unknown(Stall::solver(&answer))),
        }
    }

    /// Is there a state of the context in an entry region that tests have not reached?
    fn enter(&mut self, active: &mut Active, leaf: RegionId) -> Progress {
        let mut conditions = active.paths.context.conditions.clone();
        let literals = self.known.spaces[active.space].regions[leaf].literals.clone();
        let values = active.paths.context.values.clone();
        conditions.extend(self.terms.substitute_all(&literals, &values));
        match self.check(&conditions) {
            Answer::Sat => {
                self.run_test(active, ENTRY);
                active.refresh(self);
                if !active.reached.by_leaf.contains_key(&leaf) && active.reached.found.is_none() {
                    active.entries.unentered.insert(leaf);
                    let stall = Stall::Failed("a state of the context cannot be run");
                    active.stuck.reason.get_or_insert(stall);
                }
            }
            Answer::Unsat => {
                active.entries.disjoint.insert(leaf);
            }
            answer => return Progress::Done(Reply::Unknown(Stall::solver(&answer))),
        }
        Progress::On
    }

    /// At a frontier: a test across it, or a pair that is excluded.
    fn advance(&mut self, active: &mut Active, frontier: Frontier) -> Progress {
        let graph = self.known.spaces[active.space].graph.clone();
        match &graph.edges[frontier.edge].kind {
            Kind::Block { .. } | Kind::Fail { .. } => self.block_frontier(active, &graph, frontier),
            Kind::Call(call) => self.call_frontier(active, &graph, frontier, call, false),
            Kind::CallFail(call) => self.call_frontier(active, &graph, frontier, call, true),
        }
    }

    /// Nothing can be done at a frontier.
    pub fn stick(&mut self, active: &mut Active, f: Frontier, stall: Stall) {
        let place = active.reached.states[f.omega].place;
        active.stuck.pairs.insert((f.crossing(), Some(place)));
        active.stuck.reason.get_or_insert(stall);
    }

    /// A query about a callee is answered.
    fn deliver(&mut self, caller: &mut Active, reply: Reply) {
        match caller.calls.waiting.take() {
            None => {}
            Some(Waiting::Place(place, edge)) => self.deliver_path(caller, place, edge, reply),
            Some(Waiting::Pair(crossing)) => self.deliver_may(caller, crossing, reply),
            Some(Waiting::Frontier(f)) => {
                let place = caller.reached.states[f.omega].place;
                if caller.calls.pathwise.contains(&(place, f.edge)) {
                    self.deliver_pathwise(caller, f, reply);
                } else {
                    self.deliver_summary(caller, f, reply);
                }
            }
        }
    }

    fn deliver_summary(&mut self, caller: &mut Active, f: Frontier, reply: Reply) {
        match reply {
            Reply::Yes(summary) => {
                if self.must_post_usesummary(caller, f, &summary) {
                    self.counts.must_used += u64::from(self.facts.rules.must_summaries);
                } else {
                    self.stick(caller, f, Stall::Failed("a must summary does not fit"));
                }
            }
            Reply::No(summary) => {
                if self.notmay_pre_usesummary(caller, f, &summary) {
                    self.counts.notmay_used += u64::from(self.facts.rules.notmay_summaries);
                } else {
                    self.stick(caller, f, Stall::Failed("a not-may summary does not fit"));
                }
            }
            Reply::Partly(_, stall) | Reply::Unknown(stall) => {
                let place = caller.reached.states[f.omega].place;
                caller.stuck.limited |= stall == Stall::Steps;
                if stall == Stall::Steps || !caller.calls.pathwise.insert((place, f.edge)) {
                    self.stick(caller, f, stall);
                }
            }
        }
    }
}
