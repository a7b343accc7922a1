//! Opening regions: a view sees more of a box, of one placeholder, or of a loop's iterations.

use maymust_term::Symbol;

use crate::refine::Refiner;
use crate::unfold::{BoxId, Mode, Output, View};

/// A loop whose bounds are constants is unrolled at once if it ends after so many iterations, …
const CONSTANT: usize = 1024;
/// … that come to so many terms.
const GROWTH: usize = 10_000;

/// Something to be opened.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Pick {
    /// A box as a whole.
    Box(BoxId),
    /// One placeholder.
    Symbol(Symbol),
}

impl Refiner<'_, '_> {
    /// Opens a box or a placeholder: a loop is first seen by its invariants, then an iteration at a time. False if it has been
    /// unrolled as often as it may be.
    pub fn open(&mut self, pick: Pick, view: &mut View) -> bool {
        let (b, pick, mode) = match pick {
            Pick::Box(b) => (b, pick, self.mode_of(b, view)),
            Pick::Symbol(s) => match self.u.output(s) {
                Some((b, Output::Used | Output::Header)) => (b, Pick::Box(b), Mode::Abstract),
                Some((b, _)) => (b, pick, self.u.mode(view, s, b)),
                None => return false,
            },
        };
        if !self.is_loop(b) {
            return self.open_procedure(b, pick, view);
        }
        if mode == Mode::Closed && self.unroll_constant(b, view) {
            return true;
        }
        if mode == Mode::Closed {
            self.counts.loops += 1;
            self.set(view, pick, Mode::Abstract);
            return true;
        }
        let depth = self.u.box_of(b).depth;
        let times = self.scheme.iterations(depth).min(self.unroll.saturating_sub(depth));
        self.unroll(b, times, view);
        times > 0
    }

    /// How a box is seen as a whole.
    fn mode_of(&self, b: BoxId, view: &View) -> Mode {
        let is_hoisted = view.partly.contains(&b) || self.u.box_of(b).is_next;
        let least = if is_hoisted { Mode::Abstract } else { Mode::Closed };
        view.boxes.get(&b).copied().unwrap_or(least)
    }

    fn open_procedure(&mut self, b: BoxId, pick: Pick, view: &mut View) -> bool {
        if self.u.box_of(b).depth > self.unroll {
            return false;
        }
        if view.boxes.get(&b) != Some(&Mode::Exact) && !view.partly.contains(&b) {
            self.count(view, b);
        }
        self.set(view, pick, Mode::Exact);
        true
    }

    pub fn box_of(&self, pick: &Pick) -> Option<BoxId> {
        match pick {
            Pick::Box(b) => Some(*b),
            Pick::Symbol(s) => self.u.output(*s).map(|o| o.0),
        }
    }

    /// Leaves out loops in whose abstract form something else is to be opened: that comes first.
    pub fn innermost(&self, picks: Vec<Pick>) -> Vec<Pick> {
        let boxes = picks.iter().filter_map(|p| self.box_of(p));
        let around: Vec<BoxId> = boxes.flat_map(|b| self.u.loops_around(b)).collect();
        picks.into_iter().filter(|p| self.box_of(p).is_none_or(|b| !around.contains(&b))).collect()
    }

    /// Unrolls a loop that goes on for a constant number of iterations: no search and no invariant says more.
    pub fn unroll_constant(&mut self, b: BoxId, view: &mut View) -> bool {
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

    pub fn set(&mut self, view: &mut View, pick: Pick, mode: Mode) {
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

    pub fn count(&mut self, view: &View, b: BoxId) {
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
