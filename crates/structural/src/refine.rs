//! Refinement: from the closed form of a condition to an answer, opening regions as a [`Scheme`] says.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use maymust_engine::{self as engine, NotExpanded};
use maymust_solver::{Answer, Limits, Reason, Solver};
use maymust_term::{Symbol, TermId};
use rustc_hash::FxHashMap;

use crate::dontcare::relevant;
use crate::opening::Pick;
use crate::region::RegionId;
use crate::scheme::{Closed, Scheme, Step};
use crate::stats::Counts;
use crate::summary::Target;
use crate::unfold::{BoxId, InstanceId, Mode, Output, Unfolding, View};

/// So many regions around a target are opened without asking, …
const HOIST: usize = 4;
/// … and so many around what is not modelled: mostly in formats of printf, which mostly are constants.
const HOIST_UNSUPPORTED: usize = 64;
/// Conflicts of a search at the first look.
const CONFLICTS: u64 = 300;
/// So many rounds of one effect each come to a round with a correction set.
const NEAREST: u64 = 4;
/// From this look on invariants are looked for in all loops. They cost much, and a run that merely passes a loop does not need them.
pub const INFER: u32 = 2;
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

/// How the default scheme chooses what to open. Neither way is the better one: a small correction set leaves most regions closed but takes
/// many searches; one effect at a time takes one search, and regions that others would leave closed.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Choice {
    /// What has an effect in a minimal correction set.
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
    pub scheme: &'r dyn Scheme,
    /// When to stop.
    pub bounds: Bounds,
    /// Who else says when to stop.
    pub interrupts: Vec<Arc<AtomicBool>>,
    /// What is counted.
    pub counts: &'r mut Counts,
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

impl Refiner<'_, '_> {
    /// Decides whether a target can be reached.
    ///
    /// The view is where to begin, and afterwards how far it went.
    pub fn decide(&mut self, root: InstanceId, target: Target, view: &mut View) -> Finding {
        // The first look is at what costs next to nothing.
        if self.bounds.is_quick && !self.bounds.effort.opens && self.u.is_in_loops(target) {
            return Finding::NeedsLoop;
        }
        self.u.inference.is_on = self.bounds.effort.infers;
        let error = self.u.error(root, target);
        let mut is_first = view.boxes.is_empty();
        let last_round = self.counts.rounds.saturating_add(self.bounds.effort.rounds);
        self.patience = self.scheme.patience();
        loop {
            let Some(mut phi) = self.hoisted(error, view) else { return Finding::NeedsLoop };
            if std::mem::take(&mut is_first) {
                phi = self.scheme.begin(self, error, phi, view);
            }
            if phi == self.u.terms.fls() {
                return self.unreachable(view);
            }
            if self.is_late() || self.counts.rounds >= last_round {
                return self.out_of_time(phi);
            }
            self.counts.rounds += 1;
            let end = match self.round(phi, view) {
                Ok(Step::Unreachable) => Some(self.unreachable(view)),
                Ok(Step::Reached) => Some(Finding::Reached),
                Ok(Step::Open(picks)) => self.open_all(phi, picks, view),
                Err(reason) => self.give_up(reason, phi, view),
            };
            if let Some(end) = end {
                return end;
            }
        }
    }

    /// One round: a query, and if it has a model what the scheme makes of it.
    fn round(&mut self, phi: TermId, view: &View) -> Result<Step, Reason> {
        if !self.check(&[phi])? {
            return Ok(Step::Unreachable);
        }
        let scheme = self.scheme;
        if scheme.tries_models() && self.now_and_then(view) {
            return Ok(Step::Reached);
        }
        let closed = self.closed(phi);
        if closed.is_empty() {
            return Ok(Step::Reached);
        }
        if scheme.looks_before_opening() && !self.bounds.effort.opens {
            return Err(Reason::Conflicts);
        }
        scheme.choose(self, phi, &closed, view)
    }

    /// Opens what a scheme chose; an end if that is not possible.
    fn open_all(&mut self, phi: TermId, mut picks: Vec<Pick>, view: &mut View) -> Option<Finding> {
        let mut any = false;
        if self.bounds.is_quick {
            let loops = picks.extract_if(.., |p| self.box_of(p).is_some_and(|b| self.is_loop(b)));
            let loops: Vec<BoxId> = loops.filter_map(|p| self.box_of(&p)).collect();
            any = loops.into_iter().filter(|b| self.unroll_constant(*b, view)).count() > 0;
            if picks.is_empty() && !any {
                return Some(Finding::NeedsLoop);
            }
        }
        for pick in self.innermost(picks) {
            any |= self.open(pick, view);
        }
        let goes_on = any || (self.may_stop && self.stop(phi, view));
        (!goes_on).then(|| self.at_limit(self.still_open(phi)))
    }

    /// The solver has no answer: small procedures are opened if the scheme lost patience, else that is the end.
    fn give_up(&mut self, reason: Reason, phi: TermId, view: &mut View) -> Option<Finding> {
        let impatient = self.patience.filter(|p| *p < self.bounds.effort.conflicts);
        match (reason, impatient) {
            (Reason::Conflicts, Some(patience)) => {
                self.patience = Some(2 * patience);
                for pick in self.lightest(phi) {
                    self.open(pick, view);
                }
                None
            }
            (Reason::Conflicts | Reason::Time | Reason::Interrupted, _) => Some(self.out_of_time(phi)),
            (reason, _) => Some(Finding::Unknown(engine::Reason::SolverGaveUp(reason.to_string()))),
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

    pub fn is_late(&self) -> bool {
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
            let name = self.described(self.u.box_of(b).region);
            if !names.contains(&name) {
                names.push(name);
            }
        }
        names.truncate(5);
        NotExpanded(names)
    }

    /// A region in a reason: a call by the name of the procedure, a loop by its place.
    fn described(&self, region: RegionId) -> String {
        let (cx, data) = (self.u.cx, self.u.regions.get(region));
        match (cx.place)(data.span).filter(|_| data.is_loop()) {
            Some(place) => format!("loop at {place}"),
            None => self.u.regions.name(cx.program, region),
        }
    }

    pub fn limits(&self) -> Limits {
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
    pub fn resolved(&mut self, error: TermId, view: &View) -> TermId {
        let start = Instant::now();
        let mut memo = FxHashMap::default();
        let phi = self.u.resolve(error, view, &mut memo);
        let phi = self.u.with_cells(phi, view, &mut memo);
        let phi = self.without_stopped(phi, view);
        let phi = self.u.terms.simplify_conjunction(phi);
        self.counts.unfold_time += start.elapsed();
        phi
    }

    pub fn check(&mut self, assumptions: &[TermId]) -> Result<bool, Reason> {
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
    pub fn closed(&self, phi: TermId) -> Vec<(BoxId, Vec<Symbol>)> {
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

    pub fn is_loop(&self, b: BoxId) -> bool {
        self.u.regions.get(self.u.box_of(b).region).is_loop()
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
            if self.scheme.infers_around_target() {
                self.u.want_invariants(b);
            }
            self.counts.loops += 1;
            self.set(view, Pick::Symbol(s), Mode::Abstract);
        }
        true
    }

    /// Tries the first models of a condition, then ever fewer: what did not do at first seldom does later.
    pub fn now_and_then(&mut self, view: &View) -> bool {
        *self.models += 1;
        (*self.models <= PEEKS || self.models.is_power_of_two()) && self.try_model(view)
    }

    /// Is there a run that passes no closed region?
    pub fn holds_without_closed(&mut self, phi: TermId, closed: &Closed) -> Result<bool, Reason> {
        let mut all = vec![phi];
        all.extend(closed.iter().map(|(_, symbols)| self.shut(symbols)));
        self.check(&all)
    }

    /// A model that needs closed regions may be a failing run all the same: a run costs less than an opening.
    pub fn try_model(&mut self, view: &View) -> bool {
        let start = Instant::now();
        let is_found = (self.peek)(self.u, self.solver, view);
        self.counts.replays += 1;
        self.counts.replay_time += start.elapsed();
        is_found
    }

    /// Placeholders that matter to the model. How many objects a region makes nearly always does, as numbers follow each other, and
    /// nearly never says anything: that comes only if nothing else matters.
    pub fn relevant(&mut self, phi: TermId, most: usize) -> Vec<Symbol> {
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

    /// A box is neither passed nor fails.
    pub fn shut(&mut self, symbols: &[Symbol]) -> TermId {
        let mut shut = Vec::new();
        for s in symbols {
            if self.u.output(*s).is_some_and(|(_, o)| o.is_passage()) {
                let var = self.u.terms.var(*s);
                shut.push(self.u.terms.not(var));
            }
        }
        self.u.terms.and(&shut)
    }

    /// The smallest closed procedures: what they do is often easier to search than anything that might be.
    fn lightest(&self, phi: TermId) -> Vec<Pick> {
        let mut boxes: Vec<BoxId> = self.closed(phi).into_iter().map(|(b, _)| b).collect();
        boxes.retain(|b| !self.is_loop(*b) && self.u.box_of(*b).depth == 0);
        boxes.sort_by_key(|b| self.weight(*b));
        boxes.truncate(IMPATIENT);
        boxes.into_iter().map(Pick::Box).collect()
    }

    pub fn weight(&self, b: BoxId) -> usize {
        let b = self.u.box_of(b);
        self.u.regions.get(b.region).edges
    }
}
