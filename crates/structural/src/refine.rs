//! Refinement: from the closed form of a condition to an answer, opening regions as a scheme says.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use maymust_engine::Refine;
use maymust_engine::{self as engine, NotExpanded};
use maymust_solver::{Answer, Limits, Reason, Solver, mcs};
use maymust_term::{Symbol, TermId};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::dontcare::relevant;
use crate::stats::Counts;
use crate::summary::Target;
use crate::unfold::{BoxId, InstanceId, Mode, Output, Unfolding, View};

/// So many regions around a target are opened without asking, …
const HOIST: usize = 4;
/// … and so many around what is not modelled: mostly in formats of printf, which mostly are constants.
const HOIST_UNSUPPORTED: usize = 64;
/// At most so many iterations are unrolled at once.
const AT_ONCE: u32 = 64;
/// A loop whose bounds are constants is unrolled at once if it ends after so many iterations, …
const CONSTANT: usize = 1024;
/// … that come to so many terms.
const GROWTH: usize = 10_000;
/// So many iterations are unrolled one after the other.
const DEEP: u32 = 2;
/// Conflicts of a search at the first look.
const CONFLICTS: u64 = 300;
/// So many rounds of one effect each come to a round with a correcting set.
const NEAREST: u64 = 4;
/// From this look on invariants are looked for in all loops. They cost much, and a run that merely passes a loop does not need them.
pub const INFER: u32 = 2;
/// Conflicts after which procedures are opened in place of a longer search (default scheme).
const PATIENCE: u64 = 300;
/// So many of them at once.
const IMPATIENT: usize = 8;
/// So many models of a condition are all tried.
const PEEKS: u32 = 4;

/// What came of a condition.
pub enum Finding {
    /// Nothing reaches the target.
    Unreachable,
    /// The solver's model reaches it without any closed region.
    Reached,
    /// The time is used up; what was still open.
    Late(engine::Reason),
    /// A loop matters, and loops stay closed.
    NeedsLoop,
    /// Regions are unrolled as often as they may be; which.
    Limit(engine::Reason),
    /// Given up, and why.
    Unknown(engine::Reason),
}

/// How far one look at a condition goes.
#[derive(Clone, Copy, Debug)]
pub struct Bounds {
    /// When it ends at the latest.
    pub deadline: Instant,
    /// What it may take.
    pub effort: Effort,
    /// Do loops stay closed? Then invariants are not asked for, and what needs a loop is left for later.
    pub is_quick: bool,
}

impl Bounds {
    /// Are invariants looked for in all loops?
    pub fn infers(&self) -> bool {
        self.effort.infers && !self.is_quick
    }
}

/// What one look at a condition may take.
#[derive(Clone, Copy, Debug)]
pub struct Effort {
    /// Rounds of refinement.
    rounds: u64,
    /// Conflicts of one search.
    conflicts: u64,
    /// Is anything opened but what lies around the target? (Default scheme; else always.)
    opens: bool,
    /// Are invariants looked for also in loops that the target is not in?
    infers: bool,
    /// How regions are chosen (default scheme).
    pub choice: Choice,
}

/// How the default scheme chooses what to open. Neither way is the better one: a small correcting set leaves most regions closed but takes
/// many searches; one effect at a time takes one search, and regions that others would leave closed.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Choice {
    /// What has an effect in a minimal correcting set.
    Correction,
    /// The one effect next to the check.
    Nearest,
}

impl Effort {
    /// Whatever it takes.
    pub const ALL: Effort = Effort {
        rounds: u64::MAX,
        conflicts: u64::MAX,
        opens: true,
        infers: true,
        choice: Choice::Correction,
    };

    /// Of checks that are asked together: mostly they hold together, and if not, it is soon time for the halves.
    pub const TOGETHER: Effort =
        Effort { rounds: 16, conflicts: CONFLICTS << 6, opens: true, infers: true, choice: Choice::Nearest };

    /// Of the first look, the second, …
    pub fn of_look(look: u32, choice: Choice) -> Effort {
        let look = look.min(20);
        let rounds = if look == 0 { 1 } else { 2 << look };
        let searches = if choice == Choice::Nearest { NEAREST } else { 1 };
        Effort {
            rounds: rounds * searches,
            conflicts: CONFLICTS << (2 * look),
            opens: look > 0,
            infers: look >= INFER,
            choice,
        }
    }
}

/// How many regions around a target are opened without asking.
pub fn most_hoisted(target: Target) -> usize {
    if matches!(target, Target::Unsupported(..)) { HOIST_UNSUPPORTED } else { HOIST }
}

/// What a refinement works with.
pub struct Refiner<'r, 'a> {
    /// The program.
    pub u: &'r mut Unfolding<'a>,
    /// The solver.
    pub solver: &'r mut dyn Solver,
    /// The scheme.
    pub scheme: Refine,
    /// When to stop.
    pub bounds: Bounds,
    /// Who else says when to stop.
    pub interrupts: Vec<Arc<AtomicBool>>,
    /// What is counted.
    pub counts: &'r mut Counts,
    /// Has one been found?
    pub is_found: bool,
    /// Who tries models as they come: true if one is a run that fails.
    pub peek: &'r mut Peek<'r>,
    /// How many conflicts a search may take while there is something to open.
    pub patience: Option<u64>,
    /// How often a loop or a recursion is unrolled at most.
    pub unroll: u32,
    /// Is there a look for runs within that limit, if it is met?
    pub may_stop: bool,
    /// How many models of the condition there were (default scheme).
    pub models: &'r mut u32,
    /// How many regions around the target are opened without asking.
    pub hoist: usize,
}

/// Tries the inputs of the solver's last model; gives whether the target was reached.
pub type Peek<'p> = dyn FnMut(&mut Unfolding<'_>, &mut dyn Solver, &View) -> bool + 'p;

/// Something to be opened.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Pick {
    Box(BoxId),
    Symbol(Symbol),
}

impl Refiner<'_, '_> {
    /// Decides whether a target can be reached.
    ///
    /// The view is where to begin, and afterwards how far it went.
    pub fn decide(&mut self, root: InstanceId, target: Target, view: &mut View) -> Finding {
        // The first look is at what costs next to nothing.
        if self.bounds.is_quick && !self.bounds.effort.opens && self.u.is_in_loops(target) {
            return Finding::NeedsLoop;
        }
        self.u.infers = self.bounds.effort.infers;
        let error = self.u.error(root, target);
        let mut first = view.boxes.is_empty();
        let mut patience = PATIENCE;
        let rounds_end = self.counts.rounds.saturating_add(self.bounds.effort.rounds);
        loop {
            self.patience = (self.scheme == Refine::Default
                && self.bounds.effort.choice == Choice::Correction)
                .then_some(patience);
            let Some(mut phi) = self.hoisted(error, view) else { return Finding::NeedsLoop };
            if std::mem::take(&mut first) && self.scheme == Refine::Eager {
                phi = self.open_all(error, phi, view);
            }
            if phi == self.u.terms.fls() {
                return self.unreachable(view);
            }
            if self.is_late() || self.counts.rounds >= rounds_end {
                return self.out_of_time(phi);
            }
            self.counts.rounds += 1;
            match self.round(phi, view) {
                Ok(Some(_)) if std::mem::take(&mut self.is_found) => return Finding::Reached,
                Ok(None) => return self.unreachable(view),
                Ok(Some(picks)) if picks.is_empty() => return Finding::Reached,
                Ok(Some(mut picks)) => {
                    let mut any = false;
                    if self.bounds.is_quick {
                        let loops = picks.extract_if(.., |p| self.box_of(p).is_some_and(|b| self.is_loop(b)));
                        let loops: Vec<BoxId> = loops.filter_map(|p| self.box_of(&p)).collect();
                        let ends = loops.into_iter().filter(|b| self.unroll_constant(*b, view)).count();
                        if picks.is_empty() && ends == 0 {
                            return Finding::NeedsLoop;
                        }
                        any = ends > 0;
                    }
                    for pick in self.innermost(picks) {
                        any |= self.open(pick, view);
                    }
                    let goes_on = any || (self.may_stop && self.stop(phi, view));
                    if !goes_on {
                        return self.at_limit(self.still_open(phi));
                    }
                }
                Err(Reason::Conflicts) if self.patience.is_some_and(|p| p < self.bounds.effort.conflicts) => {
                    patience *= 2;
                    for pick in self.lightest(phi) {
                        self.open(pick, view);
                    }
                }
                Err(Reason::Conflicts | Reason::Time | Reason::Interrupted) => return self.out_of_time(phi),
                Err(reason) => return Finding::Unknown(engine::Reason::SolverGaveUp(reason.to_string())),
            }
        }
    }

    /// The condition, with what surely lies around the target open; none if that takes a loop, and loops stay closed.
    fn hoisted(&mut self, error: TermId, view: &mut View) -> Option<TermId> {
        let mut raw = self.unfolded(error, view);
        loop {
            while let Some(inside) = self.only_inside(raw).filter(|_| !self.is_late()) {
                if !self.hoist(inside, view) {
                    return None;
                }
                raw = self.unfolded(error, view);
            }
            let phi = self.resolved(error, view);
            // What is simpler may show more.
            match self.only_inside(phi).filter(|_| !self.is_late()) {
                None => return Some(phi),
                Some(_) => raw = phi,
            }
        }
    }

    fn is_late(&self) -> bool {
        let is_set = |flag: &Arc<AtomicBool>| flag.load(Ordering::Relaxed);
        Instant::now() >= self.bounds.deadline || self.interrupts.iter().any(is_set)
    }

    fn out_of_time(&mut self, phi: TermId) -> Finding {
        self.counts.timeouts += 1;
        Finding::Late(engine::Reason::Time(self.still_open(phi)))
    }

    /// Nothing reaches the target; if runs were left out, nothing within the limit does.
    fn unreachable(&self, view: &View) -> Finding {
        match view.stopped.is_empty() {
            true => Finding::Unreachable,
            false => self.at_limit(self.names(view.stopped.iter().copied())),
        }
    }

    fn at_limit(&self, open: NotExpanded) -> Finding {
        Finding::Limit(engine::Reason::UnrollLimit { times: self.unroll, open })
    }

    /// Leaves out runs that unroll further what is unrolled as often as it may be. False if there is no such region.
    fn stop(&mut self, phi: TermId, view: &mut View) -> bool {
        let before = view.stopped.len();
        for (b, _) in self.closed(phi) {
            let depth = self.u.box_of(b).depth;
            let is_open = self.u.box_of(b).is_next || view.boxes.contains_key(&b) || view.partly.contains(&b);
            let is_at_limit = match self.is_loop(b) {
                true => is_open && depth >= self.unroll,
                false => depth > self.unroll,
            };
            if is_at_limit {
                view.stopped.insert(b);
            }
        }
        view.stopped.len() > before
    }

    /// A condition without the runs that are left out.
    fn without_stopped(&mut self, phi: TermId, view: &View) -> TermId {
        if view.stopped.is_empty() {
            return phi;
        }
        let no = self.u.terms.fls();
        let closed = self.closed(phi).into_iter().filter(|(b, _)| view.stopped.contains(b));
        let symbols = closed.flat_map(|(_, symbols)| symbols);
        let shut = symbols.filter(|s| self.u.output(*s).is_some_and(|(_, o)| o.is_passage()));
        let shut = shut.map(|s| (s, no)).collect();
        self.u.terms.substitute(phi, &shut)
    }

    /// Some of the closed regions.
    fn still_open(&self, phi: TermId) -> NotExpanded {
        self.names(self.closed(phi).into_iter().map(|(b, _)| b))
    }

    fn names(&self, boxes: impl Iterator<Item = BoxId>) -> NotExpanded {
        let mut names: Vec<String> = Vec::new();
        for b in boxes {
            let region = self.u.box_of(b).region;
            let name = self.u.regions.name(self.u.cx.program, region);
            if !names.contains(&name) {
                names.push(name);
            }
        }
        names.truncate(5);
        NotExpanded(names)
    }

    fn limits(&self) -> Limits {
        let left = self.bounds.deadline.saturating_duration_since(Instant::now());
        Limits {
            time: Some(left.max(Duration::from_millis(1))),
            conflicts: Some(self.patience.unwrap_or(u64::MAX).min(self.bounds.effort.conflicts)),
            interrupts: self.interrupts.clone(),
        }
    }

    /// The condition as the view asks.
    fn unfolded(&mut self, error: TermId, view: &View) -> TermId {
        let start = Instant::now();
        let raw = self.u.resolve(error, view, &mut FxHashMap::default());
        self.counts.unfold_time += start.elapsed();
        raw
    }

    /// The same, with what is known of cells, and simplified.
    fn resolved(&mut self, error: TermId, view: &View) -> TermId {
        let start = Instant::now();
        let mut memo = FxHashMap::default();
        let phi = self.u.resolve(error, view, &mut memo);
        let phi = self.u.with_cells(phi, view, &mut memo);
        let phi = self.without_stopped(phi, view);
        let phi = self.u.terms.simplify_conjunction(phi);
        self.counts.unfold_time += start.elapsed();
        phi
    }

    fn check(&mut self, assumptions: &[TermId]) -> Result<bool, Reason> {
        let start = Instant::now();
        let limits = self.limits();
        self.counts.solver_calls += 1;
        let answer = self.solver.check(&mut self.u.terms, assumptions, &limits);
        self.counts.solver_time += start.elapsed();
        match answer {
            Answer::Sat => Ok(true),
            Answer::Unsat => Ok(false),
            Answer::Unknown(reason) => Err(reason),
        }
    }

    /// Boxes with placeholders in a term, with these, in the order of boxes.
    fn closed(&self, phi: TermId) -> Vec<(BoxId, Vec<Symbol>)> {
        let mut boxes: FxHashMap<BoxId, Vec<Symbol>> = FxHashMap::default();
        for s in self.u.terms.support(phi) {
            if let Some((b, _)) = self.u.output(s) {
                boxes.entry(b).or_default().push(s);
            }
        }
        #[allow(clippy::iter_over_hash_type)]
        let mut list: Vec<_> = boxes.into_iter().collect();
        list.sort_unstable_by_key(|(b, _)| *b);
        list
    }

    fn is_loop(&self, b: BoxId) -> bool {
        self.u.regions.get(self.u.box_of(b).region).is_loop()
    }

    fn box_of(&self, pick: &Pick) -> Option<BoxId> {
        match pick {
            Pick::Box(b) => Some(*b),
            Pick::Symbol(s) => self.u.output(*s).map(|o| o.0),
        }
    }

    /// A few closed boxes, if the target can only be reached within them. In a recursion this could go on and on: so deep it is not followed.
    fn only_inside(&mut self, phi: TermId) -> Option<Vec<(Symbol, BoxId)>> {
        let support = self.u.terms.support(phi);
        let mut inside: Vec<(Symbol, BoxId)> = Vec::new();
        for s in support {
            if let Some((b, Output::Error(_))) = self.u.output(s) {
                inside.push((s, b));
            }
        }
        let most = self.bounds.effort.rounds.min(u64::from(self.unroll));
        let most = if inside.len() > HOIST { 0 } else { most };
        let is_deep = |b: BoxId| u64::from(self.u.box_of(b).depth) > most;
        if inside.is_empty() || inside.len() > self.hoist || inside.iter().any(|(_, b)| is_deep(*b)) {
            return None;
        }
        let no = self.u.terms.fls();
        let without = inside.iter().map(|(s, _)| (*s, no)).collect();
        (self.u.terms.substitute(phi, &without) == no).then_some(inside)
    }

    /// Opens what lies around the target; false if that takes a loop, and loops stay closed.
    fn hoist(&mut self, inside: Vec<(Symbol, BoxId)>, view: &mut View) -> bool {
        for (s, b) in inside {
            if !self.is_loop(b) {
                self.counts.hoisted += 1;
                self.set(view, Pick::Symbol(s), Mode::Exact);
                continue;
            }
            if self.unroll_constant(b, view) {
                continue;
            }
            if self.bounds.is_quick {
                return false;
            }
            // Most checks in loops hold; the default first looks for one that does not.
            if self.scheme != Refine::Default {
                self.u.want_invariants(b);
            }
            self.counts.loops += 1;
            self.set(view, Pick::Symbol(s), Mode::Abstract);
        }
        true
    }

    /// One look at the condition: none if it cannot hold, else what to open; nothing, if the model is a run.
    fn round(&mut self, phi: TermId, view: &View) -> Result<Option<Vec<Pick>>, Reason> {
        if !self.check(&[phi])? {
            return Ok(None);
        }
        if self.scheme == Refine::Default && self.now_and_then(view) {
            return Ok(Some(Vec::new()));
        }
        let closed = self.closed(phi);
        if closed.is_empty() {
            return Ok(Some(Vec::new()));
        }
        if self.scheme == Refine::Default && !self.bounds.effort.opens {
            return Err(Reason::Conflicts);
        }
        let picks = match self.scheme {
            Refine::Eager | Refine::Naive => {
                let none = self.relevant(phi, 1).is_empty();
                if none { Vec::new() } else { closed.iter().map(|(b, _)| Pick::Box(*b)).collect() }
            }
            Refine::Default if self.bounds.effort.choice == Choice::Correction => {
                return self.effects_first(phi, &closed, view);
            }
            Refine::Calysto | Refine::Default => {
                let picks = self.one_effect(phi);
                // No effect matters: in CALYSTO's terms that is a failing run, as calls come back there.
                let is_pi = |p: &Pick| matches!(p, Pick::Symbol(s) if matches!(self.u.output(*s), Some((_, Output::Pi(_)))));
                if picks.iter().all(is_pi) && self.try_model(view) {
                    return Ok(Some(Vec::new()));
                }
                // Models like many iterations: before there are more, is there a run with fewer?
                let is_deep = |b: BoxId| self.is_loop(b) && self.u.box_of(b).depth >= DEEP;
                let unrolls = picks.iter().filter_map(|p| self.box_of(p)).any(is_deep);
                if unrolls && self.scheme == Refine::Default && self.holds_without_closed(phi, &closed)? {
                    return Ok(Some(Vec::new()));
                }
                picks
            }
            Refine::Dcr => self.relevant(phi, 1).into_iter().map(Pick::Symbol).collect(),
            Refine::DcrPlus => self.relevant(phi, usize::MAX).into_iter().map(Pick::Symbol).collect(),
            Refine::Inertial => return self.inertial(phi, &closed),
        };
        Ok(Some(picks))
    }

    /// Tries the first models of a condition, then ever fewer: what did not do at first seldom does later.
    fn now_and_then(&mut self, view: &View) -> bool {
        *self.models += 1;
        (*self.models <= PEEKS || self.models.is_power_of_two()) && self.try_model(view)
    }

    /// Is there a run that passes no closed region?
    fn holds_without_closed(&mut self, phi: TermId, closed: &[(BoxId, Vec<Symbol>)]) -> Result<bool, Reason> {
        let mut all = vec![phi];
        all.extend(closed.iter().map(|(_, symbols)| self.shut(symbols)));
        self.check(&all)
    }

    /// A model that needs closed regions may be a failing run all the same: a run costs less than an opening.
    fn try_model(&mut self, view: &View) -> bool {
        let start = Instant::now();
        self.is_found = (self.peek)(self.u, self.solver, view);
        self.counts.replays += 1;
        self.counts.replay_time += start.elapsed();
        self.is_found
    }

    /// Placeholders that matter to the model. How many objects a region makes nearly always does, as numbers follow each other, and
    /// nearly never says anything: that comes only if nothing else matters.
    fn relevant(&mut self, phi: TermId, most: usize) -> Vec<Symbol> {
        let next = self.u.cx.program.memory.next.map(Output::Lambda);
        let Unfolding { terms, outputs, .. } = &mut *self.u;
        let is_number = |s: Symbol| outputs.get(&s).map(|o| o.1) == next;
        let is_wanted = |s: Symbol| outputs.contains_key(&s) && !is_number(s);
        let found = relevant(self.solver, terms, phi, &is_wanted, most);
        match found.is_empty() {
            true => relevant(self.solver, terms, phi, &|s| outputs.contains_key(&s), most),
            false => found,
        }
    }

    /// One effect that matters, the one next to the check; that a region is left at all only if nothing else matters.
    fn one_effect(&mut self, phi: TermId) -> Vec<Pick> {
        let found = self.relevant(phi, usize::MAX);
        let key = |s: &Symbol| {
            let (b, output) = self.u.output(*s)?;
            Some((!matches!(output, Output::Pi(_)), self.u.position(b)))
        };
        let best = found.into_iter().max_by_key(key);
        // A loop has no effects of its own in the paper: it is opened as a whole.
        let of_loop = best.and_then(|s| self.u.output(s)).map(|(b, _)| b).filter(|b| self.is_loop(*b));
        of_loop.map(Pick::Box).or(best.map(Pick::Symbol)).into_iter().collect()
    }

    /// The default: of a minimal correcting set what matters to the model, and of that first the regions that have an
    /// effect, not those that are merely passed.
    fn effects_first(
        &mut self,
        phi: TermId,
        closed: &[(BoxId, Vec<Symbol>)],
        view: &View,
    ) -> Result<Option<Vec<Pick>>, Reason> {
        let picks = match self.inertial(phi, closed)? {
            Some(picks) if picks.len() > 1 => picks,
            other => return Ok(other),
        };
        // The solver's last model need not be one of the correction.
        let kept: Vec<TermId> = closed
            .iter()
            .filter(|(b, _)| !picks.contains(&Pick::Box(*b)))
            .map(|(_, symbols)| self.shut(symbols))
            .collect();
        let mut all = vec![phi];
        all.extend(kept);
        if !self.check(&all)? {
            return Ok(Some(picks));
        }
        if self.now_and_then(view) {
            return Ok(Some(Vec::new()));
        }
        let found = self.relevant(phi, usize::MAX);
        let mut effects: Vec<BoxId> = Vec::new();
        for s in found {
            if let Some((b, output)) = self.u.output(s)
                && !matches!(output, Output::Pi(_))
                && picks.contains(&Pick::Box(b))
                && !effects.contains(&b)
            {
                effects.push(b);
            }
        }
        // A recursion could have effects for ever; what is merely passed may be what ends it.
        if effects.is_empty() || effects.iter().any(|b| self.u.box_of(*b).depth > 0) {
            return Ok(Some(picks));
        }
        Ok(Some(effects.into_iter().map(Pick::Box).collect()))
    }

    /// A box is neither passed nor fails.
    fn shut(&mut self, symbols: &[Symbol]) -> TermId {
        let mut shut = Vec::new();
        for s in symbols {
            if self.u.output(*s).is_some_and(|(_, o)| o.is_passage()) {
                let var = self.u.terms.var(*s);
                shut.push(self.u.terms.not(var));
            }
        }
        self.u.terms.and(&shut)
    }

    /// Blocks, and a minimal correcting set of them.
    fn inertial(
        &mut self,
        phi: TermId,
        closed: &[(BoxId, Vec<Symbol>)],
    ) -> Result<Option<Vec<Pick>>, Reason> {
        let mut blocks: Vec<(BoxId, TermId)> = Vec::new();
        for (b, symbols) in closed {
            let shut = self.shut(symbols);
            if shut != self.u.terms.tru() {
                blocks.push((*b, shut));
            }
        }
        if self.scheme == Refine::Default {
            // What is dear is kept closed first.
            blocks.sort_by_key(|(b, _)| std::cmp::Reverse(self.weight(*b)));
        }
        // What the condition says outright needs no search.
        let no = self.u.terms.fls();
        let said: FxHashSet<TermId> = self.u.terms.conjuncts(phi).into_iter().collect();
        let is_forced = |u: &mut Unfolding<'_>, shut: TermId| {
            let parts = u.terms.conjuncts(shut);
            parts.into_iter().any(|p| said.contains(&u.terms.not(p)))
        };
        let (forced, blocks): (Vec<_>, Vec<_>) =
            blocks.into_iter().partition(|(_, shut)| *shut == no || is_forced(self.u, *shut));
        let soft: Vec<TermId> = blocks.iter().map(|(_, t)| *t).collect();
        let limits = self.limits();
        let start = Instant::now();
        let before = self.solver.statistics().checks;
        let correction = mcs::correct(self.solver, &mut self.u.terms, &[phi], &soft, &limits);
        self.counts.solver_calls += self.solver.statistics().checks - before;
        self.counts.solver_time += start.elapsed();
        let Some(correction) = correction? else { return Ok(None) };
        let chosen = |t: &TermId| correction.dropped.contains(t);
        let dropped = blocks.iter().filter(|(_, t)| chosen(t));
        Ok(Some(forced.iter().chain(dropped).map(|(b, _)| Pick::Box(*b)).collect()))
    }

    /// The smallest closed procedures: what they do is often easier to search than anything that might be.
    fn lightest(&self, phi: TermId) -> Vec<Pick> {
        let mut boxes: Vec<BoxId> = self.closed(phi).into_iter().map(|(b, _)| b).collect();
        boxes.retain(|b| !self.is_loop(*b) && self.u.box_of(*b).depth == 0);
        boxes.sort_by_key(|b| self.weight(*b));
        boxes.truncate(IMPATIENT);
        boxes.into_iter().map(Pick::Box).collect()
    }

    fn weight(&self, b: BoxId) -> usize {
        let b = self.u.box_of(b);
        self.u.regions.get(b.region).edges
    }

    /// The eager scheme: everything but the rest of loops and deeper recursion is opened first.
    fn open_all(&mut self, error: TermId, phi: TermId, view: &mut View) -> TermId {
        let mut phi = phi;
        while !self.is_late() {
            let picks: Vec<BoxId> = self.closed(phi).into_iter().map(|(b, _)| b).collect();
            let mut any = false;
            for b in picks {
                let depth = self.u.box_of(b).depth;
                if depth == 0 && view.boxes.get(&b) != Some(&Mode::Exact) {
                    self.set(view, Pick::Box(b), Mode::Exact);
                    self.count(view, b);
                    any = true;
                }
            }
            if !any {
                break;
            }
            phi = self.resolved(error, view);
        }
        phi
    }

    /// Leaves out loops in whose abstract form something else is to be opened: that comes first.
    fn innermost(&self, picks: Vec<Pick>) -> Vec<Pick> {
        let boxes = picks.iter().filter_map(|p| self.box_of(p));
        let around: Vec<BoxId> = boxes.flat_map(|b| self.u.loops_around(b)).collect();
        picks.into_iter().filter(|p| self.box_of(p).is_none_or(|b| !around.contains(&b))).collect()
    }

    /// Opens a box or a placeholder: a loop is first seen by its invariants, then an iteration at a time. False if it has been
    /// unrolled as often as it may be.
    fn open(&mut self, pick: Pick, view: &mut View) -> bool {
        let (b, pick, mode) = match pick {
            Pick::Box(b) => {
                let hoisted = view.partly.contains(&b) || self.u.box_of(b).is_next;
                let least = if hoisted { Mode::Abstract } else { Mode::Closed };
                (b, pick, view.boxes.get(&b).copied().unwrap_or(least))
            }
            Pick::Symbol(s) => match self.u.output(s) {
                Some((b, Output::Used | Output::Header)) => (b, Pick::Box(b), Mode::Abstract),
                Some((b, _)) => (b, pick, self.u.mode(view, s, b)),
                None => return false,
            },
        };
        let depth = self.u.box_of(b).depth;
        if !self.is_loop(b) {
            if depth > self.unroll {
                return false;
            }
            if view.boxes.get(&b) != Some(&Mode::Exact) && !view.partly.contains(&b) {
                self.count(view, b);
            }
            self.set(view, pick, Mode::Exact);
            return true;
        }
        if mode == Mode::Closed && self.unroll_constant(b, view) {
            return true;
        }
        if mode == Mode::Closed {
            self.counts.loops += 1;
            self.set(view, pick, Mode::Abstract);
            return true;
        }
        let times = match self.scheme {
            Refine::Default => depth.clamp(1, AT_ONCE),
            _ => 1,
        };
        let times = times.min(self.unroll.saturating_sub(depth));
        self.unroll(b, times, view);
        times > 0
    }

    /// Unrolls a loop that goes on for a constant number of iterations: no search and no invariant says more.
    fn unroll_constant(&mut self, b: BoxId, view: &mut View) -> bool {
        let mut unrolled = vec![b];
        let most = self.u.terms.len() + GROWTH;
        while unrolled.len() <= CONSTANT && self.u.terms.len() <= most && !self.is_late() {
            let Some(&last) = unrolled.last() else { return false };
            let inner = self.u.exact(last);
            let region = self.u.instance(inner).region;
            let summary = self.u.summary(region);
            let Some(next) = summary.next else { return false };
            let goes_on = self.u.put_in(inner, summary.boxes[next].guard);
            if goes_on == self.u.terms.tru() {
                unrolled.push(self.u.box_at(inner, next));
            } else if goes_on == self.u.terms.fls() {
                for b in unrolled {
                    self.set(view, Pick::Box(b), Mode::Exact);
                    self.count(view, b);
                }
                return true;
            } else {
                return false;
            }
        }
        false
    }

    fn unroll(&mut self, b: BoxId, times: u32, view: &mut View) {
        let mut b = b;
        for _ in 0..times {
            if view.boxes.get(&b) != Some(&Mode::Exact) {
                self.set(view, Pick::Box(b), Mode::Exact);
                self.count(view, b);
            }
            let inner = self.u.exact(b);
            let region = self.u.instance(inner).region;
            let Some(next) = self.u.summary(region).next else { return };
            let next = self.u.box_at(inner, next);
            for opened in self.u.inherit(view, b, next) {
                self.count(view, opened);
            }
            b = next;
        }
    }

    fn set(&mut self, view: &mut View, pick: Pick, mode: Mode) {
        match pick {
            Pick::Box(b) => {
                view.boxes.insert(b, mode);
            }
            Pick::Symbol(s) => {
                view.symbols.insert(s, mode);
                if let Some((b, _)) = self.u.output(s) {
                    view.partly.insert(b);
                }
            }
        }
    }

    fn count(&mut self, view: &View, b: BoxId) {
        let data = self.u.box_of(b);
        let (region, depth) = (data.region, data.depth);
        if self.u.regions.get(region).is_loop() {
            if view.boxes.get(&b) != Some(&Mode::Exact) {
                self.counts.loops += 1;
                return;
            }
            self.counts.unrollings += 1;
            self.counts.deepest = self.counts.deepest.max(u64::from(depth) + 1);
        } else {
            self.counts.functions += 1;
            let name = self.u.regions.name(self.u.cx.program, region);
            *self.counts.opened.entry(name).or_default() += 1;
        }
    }
}
