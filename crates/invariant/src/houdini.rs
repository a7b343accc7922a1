//! Houdini (Flanagan and Leino): the largest part of a set of formulas that a step preserves.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

use maymust_solver::{Answer, Limits, Solver};
use maymust_term::{Symbol, TermId, Terms, Value};
use rustc_hash::FxHashMap;

use crate::relations::by_cases;

/// What a search for invariants may use.
#[derive(Clone, Debug)]
pub struct Effort {
    /// When it ends.
    pub deadline: Instant,
    /// Conflicts of one query.
    pub conflicts: u64,
    /// Flags that end it early.
    pub interrupts: Vec<Arc<AtomicBool>>,
}

impl Effort {
    /// Is the time used up, or an interrupt set?
    pub fn is_spent(&self) -> bool {
        Instant::now() >= self.deadline || self.interrupts.iter().any(|f| f.load(Ordering::Relaxed))
    }

    /// The limits of the next query.
    pub fn limits(&self) -> Limits {
        let left = self.deadline.saturating_duration_since(Instant::now());
        Limits { time: Some(left), conflicts: Some(self.conflicts), interrupts: self.interrupts.clone() }
    }
}

/// One step of a transition system.
#[derive(Clone, Debug, Default)]
pub struct Transition {
    /// What holds when the step is taken.
    pub step: Vec<TermId>,
    /// Variables after the step.
    pub now: FxHashMap<Symbol, TermId>,
    /// Variables before the step, where more is known of them than their names.
    pub frame: FxHashMap<Symbol, TermId>,
}

/// A formula, what it says on entry, and whether it is inductive by itself.
pub type Depending = (TermId, TermId, bool);

/// Keeps what is inductive over one transition.
pub struct Houdini<'h> {
    /// The arena of all terms.
    pub terms: &'h mut Terms,
    /// Answers the queries.
    pub solver: &'h mut dyn Solver,
    /// The step.
    pub transition: &'h Transition,
    /// What the search may use.
    pub effort: Effort,
}

impl Houdini<'_> {
    /// What holds whatever the entry (inductive together), and what depends on it.
    pub fn run(
        &mut self,
        list: &[TermId],
        olds: &FxHashMap<Symbol, TermId>,
    ) -> (Vec<TermId>, Vec<Depending>) {
        let (yes, no) = (self.terms.tru(), self.terms.fls());
        let (mut always, mut sometimes) = (Vec::new(), Vec::new());
        for &p in list {
            let on_entry = self.terms.substitute(p, olds);
            if on_entry == yes {
                always.push(p);
            } else if on_entry != no {
                sometimes.push((p, on_entry));
            }
        }
        let kept = self.together(always);
        let mut base = self.transition.step.clone();
        base.extend(self.terms.substitute_all(&kept, &self.transition.frame));
        let keeps = self.by_themselves(&base, &sometimes);
        let depending = sometimes.into_iter().zip(keeps).map(|((p, on_entry), keeps)| (p, on_entry, keeps));
        (kept, depending.collect())
    }

    /// What a formula says after the step.
    fn after(&mut self, p: TermId) -> TermId {
        let after = self.terms.substitute(p, &self.transition.now);
        by_cases(self.terms, after)
    }

    /// The step from a state in which these formulas hold.
    fn query(&mut self, list: &[(TermId, TermId)]) -> Vec<TermId> {
        let before: Vec<TermId> = list.iter().map(|(p, _)| *p).collect();
        let mut query = self.transition.step.clone();
        query.extend(self.terms.substitute_all(&before, &self.transition.frame));
        query
    }

    /// Does a formula hold in the last model?
    fn holds(&mut self, t: TermId) -> bool {
        self.solver.value(self.terms, t) == Some(Value::Bool(true))
    }

    /// The largest part of some formulas that is inductive.
    pub fn together(&mut self, list: Vec<TermId>) -> Vec<TermId> {
        let mut list: Vec<(TermId, TermId)> = list.into_iter().map(|p| (p, self.after(p))).collect();
        while !list.is_empty() {
            if self.effort.is_spent() {
                return Vec::new();
            }
            let after: Vec<TermId> = list.iter().map(|(_, after)| *after).collect();
            let all = self.terms.and(&after);
            let mut query = self.query(&list);
            query.push(self.terms.not(all));
            match self.solver.check(self.terms, &query, &self.effort.limits()) {
                Answer::Unsat => break,
                Answer::Sat => {
                    let before = list.len();
                    list.retain(|(_, after)| self.holds(*after));
                    if list.len() == before {
                        return Vec::new();
                    }
                }
                Answer::Unknown(_) => return self.singly(list),
            }
        }
        list.into_iter().map(|(p, _)| p).collect()
    }

    /// The same where one query for all of them is too hard: what cannot be shown by itself is dropped.
    fn singly(&mut self, mut list: Vec<(TermId, TermId)>) -> Vec<TermId> {
        let mut at = 0;
        // How many in a row were shown given all that is left.
        let mut shown = 0;
        while shown < list.len() {
            if self.effort.is_spent() {
                return Vec::new();
            }
            at %= list.len();
            let mut query = self.query(&list);
            query.push(self.terms.not(list[at].1));
            let limits = Limits { conflicts: Some(self.effort.conflicts / 10), ..self.effort.limits() };
            match self.solver.check(self.terms, &query, &limits) {
                Answer::Unsat => {
                    shown += 1;
                    at += 1;
                }
                answer => {
                    shown = 0;
                    list.remove(at);
                    if answer == Answer::Sat {
                        list.retain(|(_, after)| self.holds(*after));
                    }
                }
            }
        }
        list.into_iter().map(|(p, _)| p).collect()
    }

    /// Of each formula: is it inductive by itself? One model answers for all that it breaks.
    fn by_themselves(&mut self, base: &[TermId], list: &[(TermId, TermId)]) -> Vec<bool> {
        let mut broken: Vec<(usize, TermId)> = Vec::new();
        for (i, (p, _)) in list.iter().enumerate() {
            let before = self.terms.substitute(*p, &self.transition.frame);
            let after = self.after(*p);
            let not = self.terms.not(after);
            broken.push((i, self.terms.and(&[before, not])));
        }
        let mut keeps = vec![false; list.len()];
        while !self.effort.is_spent() {
            let all: Vec<TermId> = broken.iter().map(|b| b.1).collect();
            let mut query = base.to_vec();
            query.push(self.terms.or(&all));
            match self.solver.check(self.terms, &query, &self.effort.limits()) {
                Answer::Unsat => {
                    broken.iter().for_each(|(i, _)| keeps[*i] = true);
                    break;
                }
                Answer::Sat => {
                    let n = broken.len();
                    broken.retain(|(_, b)| !self.holds(*b));
                    if broken.len() == n {
                        break;
                    }
                }
                // The costly candidates come last.
                Answer::Unknown(_) => broken.truncate(broken.len() / 2),
            }
        }
        keeps
    }
}

/// The formulas (by index) that cannot be shown to hold after a step, for a step of a larger graph whose source and target
/// have different sets of formulas: `before` holds at the source and `after` is what the target's formulas say there.
pub fn broken_by(
    terms: &mut Terms,
    solver: &mut dyn Solver,
    before: &[TermId],
    after: &[TermId],
    effort: &Effort,
) -> Vec<usize> {
    let yes = terms.tru();
    let mut open: Vec<usize> =
        (0..after.len()).filter(|i| after[*i] != yes && !before.contains(&after[*i])).collect();
    let mut broken = Vec::new();
    while !open.is_empty() {
        let not: Vec<TermId> = open.iter().map(|i| after[*i]).map(|t| terms.not(t)).collect();
        let mut query = before.to_vec();
        query.push(terms.or(&not));
        match solver.check(terms, &query, &effort.limits()) {
            Answer::Unsat => return broken,
            Answer::Sat => {
                let holds = |i: &usize| solver.value(terms, after[*i]) == Some(Value::Bool(true));
                let (kept, lost): (Vec<usize>, Vec<usize>) = open.iter().copied().partition(holds);
                if lost.is_empty() {
                    break;
                }
                broken.extend(lost);
                open = kept;
            }
            Answer::Unknown(_) => {
                open.retain(|i| {
                    let mut query = before.to_vec();
                    query.push(terms.not(after[*i]));
                    !solver.check(terms, &query, &effort.limits()).is_unsat()
                });
                break;
            }
        }
    }
    broken.extend(open);
    broken
}

#[cfg(test)]
mod tests {
    use super::*;
    use maymust_solver::Builtin;
    use maymust_term::Sort;
    use std::time::Duration;

    fn effort() -> Effort {
        let deadline = Instant::now() + Duration::from_secs(60);
        Effort { deadline, conflicts: 10_000, interrupts: Vec::new() }
    }

    /// `while (i < 10) i++`.
    fn counter(terms: &mut Terms) -> (Symbol, Transition) {
        let i = terms.declare("i", Sort::BitVec(32));
        let (now, ten, one) = (terms.var(i), terms.bv(32, 10), terms.bv(32, 1));
        let step = vec![terms.slt(now, ten)];
        let after = terms.bv_add(now, one);
        (i, Transition { step, now: [(i, after)].into_iter().collect(), frame: FxHashMap::default() })
    }

    #[test]
    fn keeps_what_a_step_preserves() {
        let terms = &mut Terms::new();
        let (i, transition) = counter(terms);
        let (now, ten, nine) = (terms.var(i), terms.bv(32, 10), terms.bv(32, 9));
        let (kept, broken) = (terms.sle(now, ten), terms.sle(now, nine));
        let mut solver = Builtin::new();
        let mut houdini = Houdini { terms, solver: &mut solver, transition: &transition, effort: effort() };
        assert_eq!(houdini.together(vec![broken, kept]), [kept]);
    }

    #[test]
    fn an_interrupted_search_keeps_nothing() {
        let terms = &mut Terms::new();
        let (i, transition) = counter(terms);
        let (now, ten) = (terms.var(i), terms.bv(32, 10));
        let kept = terms.sle(now, ten);
        let interrupts = vec![Arc::new(AtomicBool::new(true))];
        let mut solver = Builtin::new();
        let effort = Effort { interrupts, ..effort() };
        let mut houdini = Houdini { terms, solver: &mut solver, transition: &transition, effort };
        assert!(houdini.together(vec![kept]).is_empty());
    }

    #[test]
    fn formulas_that_an_edge_breaks() {
        let terms = &mut Terms::new();
        let (i, transition) = counter(terms);
        let (now, ten, zero) = (terms.var(i), terms.bv(32, 10), terms.bv(32, 0));
        let (below, positive) = (terms.sle(now, ten), terms.slt(zero, now));
        let after = terms.substitute_all(&[below, positive, below], &transition.now);
        let broken = broken_by(terms, &mut Builtin::new(), &transition.step, &after, &effort());
        assert_eq!(broken, [1]);
    }
}
