//! Views: which boxes are open, and how.

use std::collections::BTreeSet;

use maymust_term::Symbol;
use rustc_hash::{FxHashMap, FxHashSet};

use super::{BoxId, Unfolding};

/// How a box is seen.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Mode {
    /// Anything may come of it.
    Closed,
    /// A loop: its last iteration, by invariants.
    Abstract,
    /// As its summary says; of a loop one iteration, and a box for the others.
    Exact,
}

/// Which boxes, and which placeholders by themselves, are open.
#[derive(Clone, Debug, Default)]
pub struct View {
    /// Boxes as a whole.
    pub boxes: FxHashMap<BoxId, Mode>,
    /// Single placeholders.
    pub symbols: FxHashMap<Symbol, Mode>,
    /// Boxes of single placeholders.
    pub partly: FxHashSet<BoxId>,
    /// Boxes that are unrolled as often as they may be: runs through them are left out.
    pub stopped: BTreeSet<BoxId>,
}

impl Unfolding<'_> {
    /// How a view sees a placeholder.
    pub fn mode(&self, view: &View, symbol: Symbol, id: BoxId) -> Mode {
        let b = self.box_of(id);
        let default = if b.is_next { Mode::Abstract } else { Mode::Closed };
        let whole = view.boxes.get(&id).copied().unwrap_or(default);
        view.symbols.get(&symbol).copied().unwrap_or(default).max(whole)
    }

    /// Loops in whose abstract form a box lies.
    pub fn loops_around(&self, id: BoxId) -> Vec<BoxId> {
        let mut loops = Vec::new();
        let mut at = self.box_of(id).parent;
        loop {
            let instance = self.instance(at);
            let Some(owner) = instance.owner else { return loops };
            if instance.is_last {
                loops.push(owner);
            }
            at = self.box_of(owner).parent;
        }
    }

    /// Where a box stands: the boxes around it and itself by their numbers, which follow the order of execution.
    pub fn position(&self, id: BoxId) -> Vec<usize> {
        let mut path = vec![self.box_of(id).index];
        let mut at = self.box_of(id).parent;
        while let Some(owner) = self.instance(at).owner {
            path.push(self.box_of(owner).index);
            at = self.box_of(owner).parent;
        }
        path.reverse();
        path
    }

    /// Sees the abstract form of the loop `to` as that of `from` is seen. Gives the boxes that this opens.
    pub fn inherit(&mut self, view: &mut View, from: BoxId, to: BoxId) -> Vec<BoxId> {
        let mut opened = Vec::new();
        let Some(old) = self.box_of(from).last else { return opened };
        let new = self.last(to);
        let mut work = vec![(old.instance, new.instance)];
        while let Some((old, new)) = work.pop() {
            let mut boxes: Vec<(usize, BoxId)> =
                self.instance(old).boxes.iter().map(|(i, b)| (*i, *b)).collect();
            boxes.sort_unstable();
            for (index, b) in boxes {
                let mode = view.boxes.get(&b).copied();
                if (mode.is_none() && !view.partly.contains(&b)) || self.box_of(b).is_next {
                    continue;
                }
                let copy = self.box_at(new, index);
                if let Some(mode) = mode {
                    view.boxes.insert(copy, mode);
                }
                self.inherit_symbols(view, b, copy);
                let (inner_old, inner_new) = match mode {
                    Some(Mode::Abstract) => match self.box_of(b).last {
                        Some(l) => (l.instance, self.last(copy).instance),
                        None => continue,
                    },
                    _ => match self.box_of(b).exact {
                        Some(i) => (i, self.exact(copy)),
                        None => continue,
                    },
                };
                opened.push(copy);
                work.push((inner_old, inner_new));
            }
        }
        opened
    }

    fn inherit_symbols(&mut self, view: &mut View, from: BoxId, to: BoxId) {
        if !view.partly.contains(&from) {
            return;
        }
        view.partly.insert(to);
        #[allow(clippy::iter_over_hash_type)]
        let mut outputs: Vec<(Symbol, Mode)> = view.symbols.iter().map(|(s, m)| (*s, *m)).collect();
        outputs.retain(|(s, _)| self.outputs.get(s).is_some_and(|o| o.0 == from));
        outputs.sort_unstable();
        for (s, mode) in outputs {
            let Some((_, output)) = self.output(s) else { continue };
            let copy = self.symbol(to, output);
            if let Some(copy) = self.terms.as_var(copy) {
                view.symbols.insert(copy, mode);
            }
        }
    }
}
