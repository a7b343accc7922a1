//! Queries in progress: recursion without a bound on its depth.
//!
//! A query about a procedure and a goal that are under way already is not put again. It is answered provisionally: from a
//! set P of inputs no run ends in the goal, as far as the must summaries known so far say. What is concluded from such an
//! *assumption* rests on it, and says so: summaries and spaces carry the assumptions that they rest on. When the query in progress
//! is answered by a not-may summary whose precondition contains P, then the assumption holds by induction on the depth of
//! calls: it was used for inner calls only. If the precondition is smaller, P shrinks to it, what rested on the larger one is
//! forgotten, and the query goes on: until nothing changes. Any other answer ends the assumption and all that rests on it.
//! An assumption that rests on others, of queries further out, hands over what rests on it to them.

use std::rc::Rc;

use maymust_term::TermId;

use crate::core::Core;
use crate::ids::{SpaceId, SummaryId};
use crate::path::Context;
use crate::query::Reply;
use crate::space::{Goal, Why};
use crate::summary::{End, NotMaySummary};

/// How often an assumption is replaced by a smaller one.
const ROUNDS: u32 = 12;

/// A not-may summary that is assumed while the query about it is in progress.
#[derive(Clone, Debug)]
pub struct Assumption {
    /// The summary's id: what rests on it names it.
    pub id: SummaryId,
    /// The procedure and goal.
    pub space: SpaceId,
    /// The inputs from which the goal is assumed not to be reached.
    pre: TermId,
    /// How many larger ones came before it.
    round: u32,
}

/// What becomes of an answer when assumptions about its query were made.
pub enum Settled {
    /// It stands.
    Answer(Reply),
    /// The query goes on, with a smaller assumption or without one.
    Again,
}

impl Core {
    /// Answers an inner query by an assumption, if its context is part of that.
    pub fn provisional(&mut self, space: SpaceId, context: &Context) -> Option<Rc<NotMaySummary>> {
        if self.known.spaces[space].assumes_nothing {
            return None;
        }
        if !self.known.assumptions.iter().any(|a| a.space == space) {
            let pre = self.outside_known_paths(space);
            self.assume(space, pre, 0);
        }
        let assumption = self.known.assumptions.iter().find(|a| a.space == space)?.clone();
        let inside = self.terms.substitute(assumption.pre, &context.values);
        let mut query = context.conditions.clone();
        query.push(self.terms.not(inside));
        if !self.check(&query).is_unsat() {
            return None;
        }
        let proc = self.known.spaces[space].proc;
        self.known.notmay[proc].iter().find(|s| s.id == assumption.id).cloned()
    }

    /// The inputs from which no known path leads to a goal.
    fn outside_known_paths(&mut self, space: SpaceId) -> TermId {
        const MOST: usize = 8;
        let (proc, goal) = (self.known.spaces[space].proc, self.known.spaces[space].goal.clone());
        let mut inputs = self.facts.shared(proc);
        inputs.extend(&self.facts.program.proc(proc).params);
        let mut outside = Vec::new();
        for path in self.known.must[proc].clone() {
            let mut conditions = path.conditions.clone();
            match (&path.end, &goal) {
                (End::Exit, Goal::Exit(literals)) => {
                    let outputs = path.outputs.iter().copied().collect();
                    conditions.extend(self.terms.substitute_all(literals, &outputs));
                }
                (End::Failure(label), Goal::Error(q)) if self.known.questions[*q].wants(label) => {}
                _ => continue,
            }
            let is_of_inputs = self.terms.support_of(&conditions).iter().all(|s| inputs.contains(s));
            if is_of_inputs && outside.len() < MOST && self.check(&conditions).is_sat() {
                let taken = self.terms.and(&conditions);
                outside.push(self.terms.not(taken));
            }
        }
        self.terms.and(&outside)
    }

    fn assume(&mut self, space: SpaceId, pre: TermId, round: u32) {
        let id = self.known.summary_id();
        let (proc, post) = (self.known.spaces[space].proc, self.known.spaces[space].goal.clone());
        let post_term = self.goal_term(&post);
        let summary = NotMaySummary {
            id,
            proc,
            pre,
            post,
            post_term,
            space: None,
            ghosts: Vec::new(),
            rests_on: vec![id],
        };
        self.known.notmay[proc].push(Rc::new(summary));
        self.known.assumptions.push(Assumption { id, space, pre, round });
        self.counts.assumed += 1;
    }

    /// A goal as one term.
    pub fn goal_term(&mut self, goal: &Goal) -> TermId {
        match goal {
            Goal::Exit(literals) => self.terms.and(literals),
            Goal::Error(_) => self.terms.tru(),
        }
    }

    /// The outermost query about a space has an answer: does it confirm what was assumed?
    pub fn settle(&mut self, space: SpaceId, reply: Reply) -> Settled {
        let Some(assumption) = self.known.assumptions.iter().find(|a| a.space == space).cloned() else {
            return Settled::Answer(reply);
        };
        let Reply::No(summary) = &reply else {
            self.withdraw(assumption.id);
            return Settled::Answer(reply);
        };
        let outside = self.terms.not(summary.pre);
        if self.check(&[assumption.pre, outside]).is_unsat() {
            let summary = self.confirm(&assumption, summary);
            return Settled::Answer(Reply::No(summary));
        }
        let pre = self.terms.and(&[assumption.pre, summary.pre]);
        self.withdraw(assumption.id);
        if assumption.round < ROUNDS && !self.is_over() {
            self.assume(space, pre, assumption.round + 1);
        } else {
            self.known.spaces[space].assumes_nothing = true;
        }
        Settled::Again
    }

    /// An assumption holds if those do that its proof rests on besides itself: these take its place.
    fn confirm(&mut self, assumption: &Assumption, proof: &NotMaySummary) -> Rc<NotMaySummary> {
        let id = assumption.id;
        let mut others = proof.rests_on.clone();
        others.retain(|o| *o != id);
        let replace = |list: &mut Vec<SummaryId>| {
            if list.contains(&id) {
                list.retain(|o| *o != id);
                list.extend(&others);
                list.sort_unstable();
                list.dedup();
            }
        };
        for summary in self.known.notmay.iter_mut().flatten() {
            if summary.rests_on.contains(&id) {
                replace(&mut Rc::make_mut(summary).rests_on);
            }
        }
        self.known.spaces.iter_mut().for_each(|s| replace(&mut s.rests_on));
        self.known.assumptions.retain(|a| a.id != id);
        Rc::new(NotMaySummary { rests_on: others, ..proof.clone() })
    }

    /// Forgets an assumption and all that rests on it.
    pub fn withdraw(&mut self, id: SummaryId) {
        let mut gone = Vec::new();
        for list in self.known.notmay.iter_mut() {
            gone.extend(list.iter().filter(|s| s.rests_on.contains(&id)).map(|s| s.id));
            list.retain(|s| !s.rests_on.contains(&id));
        }
        for space in self.known.spaces.iter_mut().filter(|s| s.rests_on.contains(&id)) {
            for pairs in space.notmay.iter_mut() {
                pairs.retain(|_, why| !matches!(why, Why::Summary(s) if gone.contains(s)));
            }
            space.rests_on.retain(|o| *o != id);
        }
        self.known.assumptions.retain(|a| a.id != id);
        self.counts.withdrawn += 1;
    }

    /// No query is in progress any more: what still rests on an assumption, of a query that was given up too, is forgotten.
    pub fn withdraw_all(&mut self) {
        let known = &self.known;
        let summaries = known.notmay.iter().flatten().flat_map(|s| &s.rests_on);
        let spaces = known.spaces.iter().flat_map(|s| &s.rests_on);
        let mut ids: Vec<SummaryId> = known.assumptions.iter().map(|a| a.id).collect();
        ids.extend(summaries.chain(spaces));
        ids.sort_unstable();
        ids.dedup();
        ids.into_iter().for_each(|id| self.withdraw(id));
    }
}
