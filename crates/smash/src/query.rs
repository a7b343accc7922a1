//! Queries: the search of DASH for a test or a proof, and the stack of queries that calls raise.

use std::rc::Rc;

use maymust_program::{ProcId, VarId};
use maymust_term::TermId;
use rustc_hash::FxHashMap;

use crate::core::Core;
use crate::explore::NOT_EXCLUDED;
use crate::graph::Kind;
use crate::path::{Concrete, Context, Values};
use crate::space::{Goal, Space};
use crate::summary::{End, MustSummary, NotMaySummary};
use crate::test::{Active, Frontier};

/// The answer to a query.
#[derive(Clone, Debug)]
pub enum Reply {
    /// No state of the context leads to the goal, nor any state of the summary's precondition.
    No(Rc<NotMaySummary>),
    /// One does.
    Yes(Rc<MustSummary>),
    /// No state of the summary's precondition does; of others in the context nothing is known, and why (analyses without tests).
    Partly(Rc<NotMaySummary>, String),
    /// Neither is known.
    Unknown(String),
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

/// Where a search goes on.
enum Next {
    Verified,
    Entry(u32),
    /// A frontier, and the regions and edges from it to the goal.
    Frontier(Frontier, Vec<(u32, u32, u32)>),
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

/// How often a procedure may be under way at a time.
const RECURSION: usize = 6;
/// As [`RECURSION`], if any path through the procedure will do.
const RECURSION_FOR_PATHS: usize = 60;
/// The reason of a query that may get on with more steps.
const LIMITED: &str = "too much work";
/// Steps of a sub-query at first; doubled when nothing else is left to try.
const EFFORT: u32 = 24;

impl Core {
    /// Answers a query; the last element is the query itself as it stood at the end.
    pub fn ask(&mut self, proc: ProcId, goal: &Goal, context: Context) -> (Reply, Active) {
        let mut effort = EFFORT;
        self.is_looping = false;
        let mut stack = vec![self.raise(proc, goal, context)];
        loop {
            if self.is_time_to_unroll(&stack[0])
                && let Progress::Done(reply) = self.unroll_start(&mut stack[0])
            {
                return (reply, stack.swap_remove(0));
            }
            let depth = stack.len();
            let Some(top) = stack.last_mut() else { unreachable!("the stack has the query") };
            let progress = if self.is_over() {
                Progress::Done(Reply::Unknown("the time budget is used up".to_owned()))
            } else if depth > 2 && top.steps > effort + 4 * self.n_edges(top) {
                Progress::Done(Reply::Unknown(LIMITED.to_owned()))
            } else if depth == 1 && !self.rules.must && !top.unentered.is_empty() {
                Progress::Done(Reply::Unknown(NOT_EXCLUDED.to_owned()))
            } else {
                self.step(top)
            };
            match progress {
                Progress::On => {}
                Progress::Ask(proc, goal, context) => {
                    let same = |a: &&Active| self.spaces[a.space as usize].proc == proc;
                    let most = match &goal {
                        Goal::Exit(goal) if goal.is_empty() => RECURSION_FOR_PATHS,
                        _ => RECURSION,
                    };
                    if stack.iter().filter(same).count() >= most {
                        self.deliver(&mut stack[depth - 1], Reply::Unknown("deep recursion".to_owned()));
                    } else {
                        let query = self.raise(proc, &goal, context);
                        stack.push(query);
                    }
                }
                Progress::Done(Reply::Unknown(reason))
                    if depth == 1 && top.unroll_after.is_some() && !self.is_over() && reason != LIMITED =>
                {
                    // Nothing else is left to do.
                    match self.unroll_start(top) {
                        Progress::Done(reply) => return (reply, stack.swap_remove(0)),
                        _ if stack[0].unroll_after.is_some() => {}
                        _ => return (Reply::Unknown(reason), stack.swap_remove(0)),
                    }
                }
                Progress::Done(reply) => {
                    let Some(query) = stack.pop() else { unreachable!("the stack has the query") };
                    match stack.last_mut() {
                        Some(caller) => {
                            self.forget_space(&query);
                            self.deliver(caller, reply);
                        }
                        None if self.retry(&reply, &mut effort) => {
                            let mut query = query;
                            query.stuck.clear();
                            query.limited = false;
                            stack.push(query);
                        }
                        None => return (reply.in_all(), query),
                    }
                }
            }
        }
    }

    fn n_edges(&self, query: &Active) -> u32 {
        self.spaces[query.space as usize].graph.edges.len() as u32
    }

    /// A space that no later query may use is dropped (the last one: queries end in the reverse order of their beginning).
    fn forget_space(&mut self, query: &Active) {
        if !self.rules.notmay_summaries && query.space as usize + 1 == self.spaces.len() {
            self.spaces.pop();
        }
    }

    /// When everything is stuck for lack of effort, more of it may help.
    fn retry(&self, reply: &Reply, effort: &mut u32) -> bool {
        let more = matches!(reply, Reply::Unknown(r) if r == LIMITED) && !self.is_over();
        *effort = effort.saturating_mul(3);
        more && *effort < 1 << 20
    }

    /// MAY-CALL, MUST-CALL, MAYMUST-CALL: a query is raised.
    fn raise(&mut self, proc: ProcId, goal: &Goal, context: Context) -> Active {
        self.counts.queries += 1;
        self.counts.queries_by_proc[proc.index()] += 1;
        let space = self.space(proc, goal);
        Active::new(self, space, context)
    }

    /// One step of a query.
    pub fn step(&mut self, active: &mut Active) -> Progress {
        active.steps += 1;
        if let Some(place) = active.found {
            return Progress::Done(self.bug_found(active, place));
        }
        if !self.rules.may {
            return self.explore(active);
        }
        if !self.rules.must {
            return self.refine_path(active);
        }
        if active.omega.is_empty() {
            return self.first_test(active);
        }
        self.contract_if_recursive(active);
        active.refresh(self);
        match self.next(active) {
            Next::Verified => Progress::Done(self.verified(active)),
            Next::Entry(leaf) => self.enter(active, leaf),
            Next::Frontier(frontier, beyond) => {
                let closed = self.generalise_if_due(active)
                    || self.carry_back(active, &beyond)
                    || self.exclude_beyond(active, frontier, &beyond);
                if closed {
                    return Progress::On;
                }
                active.beyond = beyond;
                self.advance(active, frontier)
            }
            Next::Stuck => {
                // More effort for a callee is cheaper than invariants of all of this one.
                if !active.limited && self.generalise(active) {
                    active.stuck.clear();
                    return Progress::On;
                }
                let reason = active.reason.clone().unwrap_or_else(|| "no way to go on".to_owned());
                let reason = if active.limited { LIMITED.to_owned() } else { reason };
                Progress::Done(Reply::Unknown(reason))
            }
        }
    }

    fn first_test(&mut self, active: &mut Active) -> Progress {
        let conditions = active.paths.context.conditions.clone();
        match self.check(&conditions) {
            maymust_solver::Answer::Sat => {
                self.run_test(active, 0);
                Progress::On
            }
            maymust_solver::Answer::Unsat => Progress::Done(self.verified_pre(active, self.terms.fls())),
            maymust_solver::Answer::Unknown(r) => Progress::Done(Reply::Unknown(format!("solver: {r}"))),
        }
    }

    /// Is there a state of the context in an entry region that tests have not reached?
    fn enter(&mut self, active: &mut Active, leaf: u32) -> Progress {
        let mut conditions = active.paths.context.conditions.clone();
        let literals = self.spaces[active.space as usize].regions[leaf as usize].literals.clone();
        let values = active.paths.context.values.clone();
        conditions.extend(self.terms.substitute_all(&literals, &values));
        match self.check(&conditions) {
            maymust_solver::Answer::Sat => {
                self.run_test(active, 0);
                active.refresh(self);
                if !active.by_leaf.contains_key(&leaf) && active.found.is_none() {
                    active.unentered.insert(leaf);
                    active.reason.get_or_insert_with(|| "a state of the context cannot be run".to_owned());
                }
            }
            maymust_solver::Answer::Unsat => {
                active.disjoint.insert(leaf);
            }
            maymust_solver::Answer::Unknown(r) => {
                return Progress::Done(Reply::Unknown(format!("solver: {r}")));
            }
        }
        Progress::On
    }

    /// The abstract search: backward from the goal until tests are met.
    fn next(&mut self, active: &Active) -> Next {
        let space = &self.spaces[active.space as usize];
        let graph = &space.graph;
        let reached = |leaf: u32| active.by_leaf.get(&leaf).and_then(|list| list.first()).copied();
        let mut stuck = false;
        let order = space.backward();
        let mut best: Option<(Cost, Frontier)> = None;
        'search: for &(to, _) in &order {
            if reached(to).is_some() {
                continue;
            }
            let node = space.regions[to as usize].node;
            if node == graph.entry && !active.disjoint.contains(&to) {
                if !active.unentered.contains(&to) {
                    return Next::Entry(to);
                }
                stuck = true;
            }
            for &edge in &graph.into[node as usize] {
                for &from in &space.leaves[graph.edges[edge as usize].from as usize] {
                    let Some(omega) = reached(from) else { continue };
                    if space.notmay[edge as usize].contains_key(&(from, to)) {
                        continue;
                    }
                    let place = active.omega[omega as usize].place;
                    if active.stuck.contains(&(edge, from, to, place)) {
                        stuck = true;
                        continue;
                    }
                    let cost = self.cost(space, edge, to, &active.omega[omega as usize].state);
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
            let towards: FxHashMap<u32, (u32, u32)> =
                order.iter().filter_map(|(leaf, next)| Some((*leaf, (*next)?))).collect();
            let mut beyond = Vec::new();
            let mut at = frontier.to;
            while let Some(&(edge, to)) = towards.get(&at) {
                beyond.push((at, edge, to));
                at = to;
            }
            return Next::Frontier(frontier, beyond);
        }
        if stuck { Next::Stuck } else { Next::Verified }
    }

    /// What it may take to cross an edge from a state.
    fn cost(&self, space: &Space, edge: u32, to: u32, state: &Concrete) -> Cost {
        let Kind::Call(call) = &space.graph.edges[edge as usize].kind else { return Cost::Low };
        if !self.is_hard[call.proc.index()] {
            return Cost::Low;
        }
        let is_changed = |v: &VarId| Some(*v) == call.result || self.modref.may_write(call.proc, *v);
        let literals = &space.regions[to as usize].literals;
        let (changed, kept): (Vec<TermId>, Vec<TermId>) =
            literals.iter().partition(|l| self.terms.support(**l).iter().any(is_changed));
        if kept.iter().any(|l| !self.holds(*l, state)) {
            // What the call does not change may decide it.
            return Cost::Low;
        }
        if changed.is_empty() { Cost::Middle } else { Cost::High }
    }

    /// At a frontier: a test across it, or a pair that is excluded.
    fn advance(&mut self, active: &mut Active, frontier: Frontier) -> Progress {
        let graph = self.spaces[active.space as usize].graph.clone();
        match &graph.edges[frontier.edge as usize].kind {
            Kind::Block { .. } | Kind::Fail { .. } => self.block_frontier(active, &graph, frontier),
            Kind::Call(call) => self.call_frontier(active, &graph, frontier, call, false),
            Kind::CallFail(call) => self.call_frontier(active, &graph, frontier, call, true),
        }
    }

    /// Nothing can be done at a frontier.
    pub fn stick(&mut self, active: &mut Active, f: Frontier, reason: String) {
        let place = active.omega[f.omega as usize].place;
        active.stuck.insert((f.edge, f.from, f.to, place));
        active.reason.get_or_insert(reason);
    }

    fn deliver(&mut self, caller: &mut Active, reply: Reply) {
        let Some(frontier) = caller.waiting.take() else { return };
        if !self.rules.may {
            return self.deliver_path(caller, frontier, reply);
        }
        if !self.rules.must {
            return self.deliver_may(caller, frontier, reply);
        }
        if caller.pathwise.contains(&(caller.omega[frontier.omega as usize].place, frontier.edge)) {
            return self.deliver_pathwise(caller, frontier, reply);
        }
        match reply {
            Reply::Yes(summary) => {
                if self.must_post_usesummary(caller, frontier, &summary) {
                    self.counts.must_used += u64::from(self.rules.must_summaries);
                } else {
                    self.stick(caller, frontier, "a must summary does not fit".to_owned());
                }
            }
            Reply::No(summary) => {
                if self.notmay_pre_usesummary(caller, frontier, &summary) {
                    self.counts.notmay_used += u64::from(self.rules.notmay_summaries);
                } else {
                    self.stick(caller, frontier, "a not-may summary does not fit".to_owned());
                }
            }
            Reply::Partly(_, reason) | Reply::Unknown(reason) => {
                let place = caller.omega[frontier.omega as usize].place;
                caller.limited |= reason == LIMITED;
                if reason == LIMITED || !caller.pathwise.insert((place, frontier.edge)) {
                    self.stick(caller, frontier, reason);
                }
            }
        }
    }

    /// BUGFOUND and CREATE-MUSTSUMMARY.
    pub fn bug_found(&mut self, active: &mut Active, place: u32) -> Reply {
        let summary = Rc::new(self.create_mustsummary(active, place));
        self.counts.must_made += 1;
        if self.rules.must_summaries {
            self.must[summary.proc.index()].push(summary.clone());
        }
        Reply::Yes(summary)
    }

    fn create_mustsummary(&mut self, active: &Active, place: u32) -> MustSummary {
        let space = &self.spaces[active.space as usize];
        let (proc, graph) = (space.proc, space.graph.clone());
        let locals = self.rename(&graph.locals);
        let mut bound: Vec<_> = Vec::new();
        let mut start = Values::default();
        for l in &graph.locals {
            start.insert(*l, locals[l]);
            bound.extend(self.terms.as_var(locals[l]));
        }
        let mut path = active.paths.unroll(self, &graph, place, start);
        for at in active.paths.line(place) {
            if let Some((_, way)) = &active.paths.places[at as usize].from {
                let mut renamed: Vec<TermId> = way.renamed.values().copied().collect();
                renamed.sort_unstable();
                bound.extend(renamed.into_iter().filter_map(|t| self.terms.as_var(t)));
            }
        }
        let end = match &active.paths.places[place as usize].from {
            Some((_, way)) if active.paths.places[place as usize].node == graph.error => {
                let inner = way.summary.as_ref().map(|s| s.end.clone());
                inner.unwrap_or_else(|| way.label.clone().map_or(End::Exit, End::Failure))
            }
            _ => End::Exit,
        };
        let mut outputs = Vec::new();
        for &v in &self.modref.writes[proc.index()] {
            if let Some(t) = path.values.get(&v) {
                outputs.push((v, *t));
            }
        }
        if let Some(r) = self.program.proc(proc).result {
            let t = path.values.get(&r).copied();
            outputs.push((r, t.unwrap_or_else(|| self.terms.var(r))));
        }
        let exact = active.paths.places[place as usize].exact;
        let terms: Vec<TermId> = outputs.iter().map(|o| o.1).collect();
        self.fix_unconnected(&mut path, &terms, &mut bound);
        if active.found == Some(place) {
            self.pin_inputs(&mut path, &mut outputs, &active.found_from);
        }
        let id = self.summary_id();
        let (conditions, reads, contents) = (path.conditions, path.reads, path.contents);
        MustSummary { id, proc, conditions, outputs, reads, contents, bound, end, exact }
    }

    /// VERIFIED and CREATE-NOTMAYSUMMARY.
    pub fn verified(&mut self, active: &Active) -> Reply {
        let space = &self.spaces[active.space as usize];
        let graph = space.graph.clone();
        let bad: Vec<u32> = space.backward().into_iter().map(|b| b.0).collect();
        let bad: Vec<Vec<TermId>> = bad
            .into_iter()
            .filter(|r| space.regions[*r as usize].node == graph.entry)
            .map(|r| space.regions[r as usize].literals.clone())
            .collect();
        let mut excluded = Vec::new();
        for mut literals in bad {
            // ∃ locals: what speaks of them is dropped, which makes the bad states more.
            literals.retain(|l| !self.terms.support(*l).iter().any(|s| graph.locals.contains(s)));
            let literals = self.kept_apart(active, literals);
            let bad = self.terms.and(&literals);
            excluded.push(self.terms.not(bad));
        }
        let pre = self.terms.and(&excluded);
        self.verified_pre(active, pre)
    }

    /// The literals of a bad entry region that keep it apart from the context. Without the others the bad states are more,
    /// and the precondition is simpler: it serves more callers than the exact one, which speaks of every branch.
    fn kept_apart(&mut self, active: &Active, mut literals: Vec<TermId>) -> Vec<TermId> {
        // What speaks of globals alone is kept if there is a choice.
        let locals =
            |core: &Core, t: TermId| core.terms.support(t).iter().filter(|s| !core.is_shared(**s)).count();
        literals.sort_by_key(|l| std::cmp::Reverse(locals(self, *l)));
        let fixed = active.paths.context.conditions.clone();
        let here = self.terms.substitute_all(&literals, &active.paths.context.values);
        let mut query = fixed.clone();
        query.extend(&here);
        if !self.check(&query).is_unsat() {
            return literals;
        }
        let fls = self.terms.fls();
        if let Some(i) = here.iter().rposition(|t| *t == fls) {
            return vec![literals[i]];
        }
        self.needed_part(&fixed, &here).into_iter().map(|i| literals[i]).collect()
    }

    fn verified_pre(&mut self, active: &Active, pre: TermId) -> Reply {
        let space = &self.spaces[active.space as usize];
        let (proc, post) = (space.proc, space.goal.clone());
        let post_term = match &post {
            Goal::Exit(literals) => self.terms.and(&literals.clone()),
            Goal::Error(_) => self.terms.tru(),
        };
        let id = self.summary_id();
        let summary = NotMaySummary { id, proc, pre, post, post_term, space: active.space };
        let summary = Rc::new(summary);
        self.counts.notmay_made += 1;
        if self.rules.notmay_summaries {
            self.merge_maysummary(&summary);
        }
        Reply::No(summary)
    }

    /// MERGE-MAYSUMMARY: a later summary of a space has all of an earlier one's precondition.
    fn merge_maysummary(&mut self, summary: &Rc<NotMaySummary>) {
        let list = &mut self.notmay[summary.proc.index()];
        match list.iter_mut().find(|s| s.space == summary.space) {
            Some(old) => {
                let pre = self.terms.or(&[old.pre, summary.pre]);
                *old = Rc::new(NotMaySummary { pre, ..(**summary).clone() });
            }
            None => list.push(summary.clone()),
        }
    }
}
