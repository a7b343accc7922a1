//! Summaries of what a query found: CREATE-MUSTSUMMARY, CREATE-NOTMAYSUMMARY and MERGE-MAYSUMMARY.

use std::rc::Rc;

use maymust_program::ProcId;
use maymust_term::TermId;
use rustc_hash::FxHashSet;

use crate::active::Active;
use crate::core::Core;
use crate::graph::Graph;
use crate::ids::{PlaceId, RegionId};
use crate::path::{Concrete, Paths, Values};
use crate::query::Reply;
use crate::summary::{End, MustSummary, NotMaySummary};

impl Core {
    /// BUGFOUND and CREATE-MUSTSUMMARY.
    pub fn bug_found(&mut self, active: &mut Active, place: PlaceId) -> Reply {
        let summary = Rc::new(self.create_mustsummary(active, place));
        self.counts.must_made += 1;
        if self.facts.rules.must_summaries {
            self.known.must[summary.proc].push(summary.clone());
        }
        Reply::Yes(summary)
    }

    fn create_mustsummary(&mut self, active: &Active, place: PlaceId) -> MustSummary {
        let space = &self.known.spaces[active.space];
        let (proc, graph) = (space.proc, space.graph.clone());
        let start = (active.reached.found == Some(place)).then(|| active.reached.found_from.clone());
        self.mustsummary_of(proc, &graph, &active.paths, place, start.as_deref())
    }

    /// CREATE-MUSTSUMMARY of a path, which a test took from a state.
    pub fn mustsummary_of(
        &mut self,
        proc: ProcId,
        graph: &Graph,
        paths: &Paths,
        place: PlaceId,
        start: Option<&Concrete>,
    ) -> MustSummary {
        let locals = self.rename(&graph.locals);
        let mut bound: Vec<_> = Vec::new();
        let mut initial = Values::default();
        for l in &graph.locals {
            initial.insert(*l, locals[l]);
            bound.extend(self.terms.as_var(locals[l]));
        }
        let mut path = paths.unroll(self, graph, place, initial);
        for at in paths.line(place) {
            if let Some((_, way)) = &paths.places[at].from {
                let mut renamed: Vec<TermId> = way.renamed.values().copied().collect();
                renamed.sort_unstable();
                bound.extend(renamed.into_iter().filter_map(|t| self.terms.as_var(t)));
            }
        }
        let end = match &paths.places[place].from {
            Some((_, way)) if paths.places[place].node == graph.error => {
                let inner = way.summary.as_ref().map(|s| s.end.clone());
                inner.unwrap_or_else(|| way.label.clone().map_or(End::Exit, End::Failure))
            }
            _ => End::Exit,
        };
        let mut outputs = Vec::new();
        for &v in &self.facts.modref.writes[proc.index()] {
            if let Some(t) = path.values.get(&v) {
                outputs.push((v, *t));
            }
        }
        if let Some(r) = self.facts.program.proc(proc).result {
            let t = path.values.get(&r).copied();
            outputs.push((r, t.unwrap_or_else(|| self.terms.var(r))));
        }
        let exact = paths.places[place].exact;
        let terms: Vec<TermId> = outputs.iter().map(|o| o.1).collect();
        self.fix_unconnected(&mut path, &terms, &mut bound);
        if let Some(start) = start {
            self.pin_inputs(&mut path, &mut outputs, start);
        }
        // Inner calls say the same again and again.
        let mut seen = FxHashSet::default();
        path.conditions.retain(|t| seen.insert(*t));
        let id = self.known.summary_id();
        let (conditions, reads, contents) = (path.conditions, path.reads, path.contents);
        MustSummary { id, proc, conditions, outputs, reads, contents, bound, end, exact }
    }

    /// VERIFIED and CREATE-NOTMAYSUMMARY.
    pub fn verified(&mut self, active: &Active) -> Reply {
        let space = &self.known.spaces[active.space];
        let graph = space.graph.clone();
        let bad: Vec<RegionId> = space.backward().into_iter().map(|b| b.0).collect();
        let bad: Vec<Vec<TermId>> = bad
            .into_iter()
            .filter(|r| space.regions[*r].node == graph.entry)
            .map(|r| space.regions[r].literals.clone())
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
        let locals = |core: &Core, t: TermId| {
            core.terms.support(t).iter().filter(|s| !core.facts.is_shared(**s)).count()
        };
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

    pub fn verified_pre(&mut self, active: &Active, pre: TermId) -> Reply {
        let space = &self.known.spaces[active.space];
        let (proc, post) = (space.proc, space.goal.clone());
        let rests_on = space.rests_on.clone();
        let post_term = self.goal_term(&post);
        let id = self.known.summary_id();
        let summary = NotMaySummary {
            id,
            proc,
            pre,
            post,
            post_term,
            space: Some(active.space),
            ghosts: Vec::new(),
            rests_on,
        };
        let summary = Rc::new(summary);
        self.counts.notmay_made += 1;
        if self.facts.rules.notmay_summaries {
            self.merge_maysummary(&summary);
        }
        Reply::No(summary)
    }

    /// MERGE-MAYSUMMARY: a later summary of a space has all of an earlier one's precondition.
    fn merge_maysummary(&mut self, summary: &Rc<NotMaySummary>) {
        let list = &mut self.known.notmay[summary.proc];
        match list.iter_mut().find(|s| s.space == summary.space && s.rests_on == summary.rests_on) {
            Some(old) => {
                let pre = self.terms.or(&[old.pre, summary.pre]);
                *old = Rc::new(NotMaySummary { pre, ..(**summary).clone() });
            }
            None => list.push(summary.clone()),
        }
    }
}
