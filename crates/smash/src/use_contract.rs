//! NOTMAY-PRE-USESUMMARY with contracts: a call as a segment whose outputs may be all that the callee's contracts allow.
//!
//! A contract relates outputs to inputs, so the states from which the call may end in a region are `exists outputs. contracts and
//! region`. Where a contract says what an output is, it is put in its place; else facts about the test's state are weakened until
//! they hold of as much as they can.

use std::sync::Arc;

use maymust_program::VarId;
use maymust_term::{Op, TermId};
use rustc_hash::FxHashSet;

use crate::active::{Active, Frontier};
use crate::core::Core;
use crate::graph::{Call, Graph};
use crate::path::Values;
use crate::space::{Goal, Why};

impl Core {
    /// Excludes a pair of regions at a call by the contracts of the callee, if they do.
    pub fn try_contracts(
        &mut self,
        active: &mut Active,
        graph: &Arc<Graph>,
        f: Frontier,
        call: &Call,
    ) -> bool {
        if !self.known.notmay[call.proc]
            .iter()
            .any(|s| !s.ghosts.is_empty() && matches!(s.post, Goal::Exit(_)))
        {
            return false;
        }
        let mut pre = Vec::new();
        let after = self.known_outcome(call.proc, call, &mut pre);
        let n_known = pre.len();
        let literals = self.known.spaces[active.space].regions[f.to].literals.clone();
        pre.extend(self.terms.substitute_all(&literals, &after));
        let mut local = self.known.spaces[active.space].regions[f.from].literals.clone();
        local.extend(&pre);
        if self.check(&local).is_unsat() {
            self.counts.excluded += 1;
            self.counts.notmay_used += 1;
            self.known.spaces[active.space].exclude(f.edge, f.from, f.to, Why::Contract);
            return true;
        }
        let place = active.reached.states[f.omega].place;
        let mut query = active.paths.conditions(self, graph, place);
        let n_path = query.len();
        let symbolic = active.paths.symbolic(self, graph, place);
        query.extend(self.terms.substitute_all(&pre, &symbolic.values));
        if !self.check(&query).is_unsat() {
            return false;
        }
        let needed = self.needed_part(&query[..n_path], &query[n_path..]);
        let chosen: Vec<TermId> = needed.iter().map(|i| pre[*i]).collect();
        let facts: Vec<TermId> = needed.iter().filter(|i| **i < n_known).map(|i| pre[*i]).collect();
        let wanted: Vec<TermId> = needed.iter().filter(|i| **i >= n_known).map(|i| pre[*i]).collect();
        let mut fresh: FxHashSet<VarId> = FxHashSet::default();
        #[allow(clippy::iter_over_hash_type)]
        for t in after.values() {
            fresh.extend(
                self.terms.support(*t).into_iter().filter(|v| v.index() >= self.facts.program.vars.len()),
            );
        }
        let speaks = |core: &Core, t: TermId| core.terms.support(t).iter().any(|s| fresh.contains(s));
        let state = active.reached.states[f.omega].state.clone();
        let by = if chosen.iter().any(|t| speaks(self, *t)) {
            match self.resolved(&chosen, &facts, &wanted, &fresh, &state) {
                Some(by) => Some(by),
                None => self.cube(&state, &chosen, &fresh, std::time::Duration::from_secs(1)),
            }
        } else {
            Some(self.terms.and(&chosen))
        };
        let Some(by) = by.filter(|by| !self.holds(*by, &state)) else { return false };
        let before = self.counts.excluded;
        self.split_by(active, f, by, Why::Contract);
        let is_used = self.counts.excluded > before;
        self.counts.notmay_used += u64::from(is_used);
        is_used
    }

    /// What is wanted after the call, said of the state before it: an output is replaced by what a fact compares it with.
    fn resolved(
        &mut self,
        chosen: &[TermId],
        facts: &[TermId],
        wanted: &[TermId],
        fresh: &FxHashSet<VarId>,
        state: &crate::path::Concrete,
    ) -> Option<TermId> {
        let mut candidates = Vec::new();
        for &fact in facts {
            // Under conditions on the state before the call; they are kept.
            let cases = self.disjuncts(fact);
            let speaks = |core: &Core, t: TermId| core.terms.support(t).iter().any(|s| fresh.contains(s));
            let (about, conditions): (Vec<TermId>, Vec<TermId>) =
                cases.into_iter().partition(|t| speaks(self, *t));
            let &[about] = &about[..] else { continue };
            for (output, value) in self.compared(about, fresh) {
                let map: Values = [(output, value)].into_iter().collect();
                let there = self.terms.substitute_all(wanted, &map);
                if there.iter().any(|t| speaks(self, *t)) {
                    continue;
                }
                let there = self.terms.and(&there);
                let all: Vec<TermId> = conditions.iter().copied().chain([there]).collect();
                candidates.push(self.terms.or(&all));
            }
        }
        candidates.sort_by_key(|t| self.terms.size(*t));
        candidates.dedup();
        for by in candidates {
            if self.holds(by, state) {
                continue;
            }
            let mut query = chosen.to_vec();
            query.push(self.terms.not(by));
            if self.check(&query).is_unsat() {
                return Some(by);
            }
        }
        None
    }

    /// The disjuncts of a term.
    pub fn disjuncts(&mut self, t: TermId) -> Vec<TermId> {
        if self.terms.op(t) != Op::Not || self.terms.op(self.terms.arg(t, 0)) != Op::And {
            return vec![t];
        }
        let inner = self.terms.args(self.terms.arg(t, 0)).to_vec();
        inner.into_iter().map(|c| self.terms.not(c)).collect()
    }

    /// Outputs with terms that a fact compares them with.
    fn compared(&mut self, fact: TermId, fresh: &FxHashSet<VarId>) -> Vec<(VarId, TermId)> {
        let mut fact = fact;
        if self.terms.op(fact) == Op::Not {
            fact = self.terms.arg(fact, 0);
        }
        let mut out = Vec::new();
        if let Some(v) = self.terms.as_var(fact) {
            // A Boolean: what it is.
            out.push((v, self.terms.tru()));
            out.push((v, self.terms.fls()));
            return out;
        }
        if !matches!(self.terms.op(fact), Op::Eq | Op::Ult | Op::Slt) {
            return out;
        }
        let (a, b) = (self.terms.arg(fact, 0), self.terms.arg(fact, 1));
        for (x, y) in [(a, b), (b, a)] {
            let is_free = !self.terms.support(y).iter().any(|s| fresh.contains(s));
            if let Some(v) = self.terms.as_var(x).filter(|v| fresh.contains(v) && is_free) {
                out.push((v, y));
            }
        }
        out
    }
}
