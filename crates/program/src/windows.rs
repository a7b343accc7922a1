//! Windows: arrays inside of records, whose elements have a node of their own.
//!
//! `&d->slots[i]` with `i` below 4 is one of four places in `d`. Were offsets in all of `d` counted modulo the size of a slot, its other
//! fields would be mixed up with those of slots. So the pointer gets a node of its own, the *inner* one: a place of it stands for
//! a place of the *outer* node and others behind it at a fixed distance.
//!
//! What holds when [`Cells::settle_windows`] has nothing more to do:
//! - offsets of an inner node count modulo the distance of elements;
//! - the *hull* of a window is every place of the outer node that an access through the inner node may lead to;
//! - no segment of the outer node meets a hull (they are moved into the inner node), and no two hulls meet;
//! - an inner node's pointers do not move from element to element, nor do blocks of unknown length begin there; else the window is
//!   *dissolved*: inner and outer node become one, with offsets modulo the distance. So it is if the outer node has a stride itself.

use crate::cells::{Cells, Extent, NodeId, Segment, Value};
use crate::sums::gcd;

/// An array in a node.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Window {
    /// Where the first element is.
    pub lo: i64,
    /// Where the others are from there.
    pub extent: Extent,
    /// The place that stands for all of these.
    pub inner: Value,
}

impl Window {
    pub fn shifted(self, by: i64) -> Window {
        Window { lo: self.lo.wrapping_add(by), ..self }
    }

    fn step(&self) -> i64 {
        self.extent.step as i64
    }

    fn last(&self) -> i64 {
        self.extent.last as i64
    }

    /// The distance of an offset of the outer node from the element that it belongs to.
    fn within(&self, offset: i64) -> i64 {
        let from_first = offset.wrapping_sub(self.lo);
        let element = from_first.div_euclid(self.step()).clamp(0, self.last() / self.step());
        from_first - element * self.step()
    }

    /// The place of the inner node that stands for an offset of the outer one.
    fn inward(&self, offset: i64) -> Value {
        self.inner.shifted(self.within(offset))
    }
}

impl Cells {
    /// The place that stands for all elements of an array that begins at a place of a root.
    pub(crate) fn element(&mut self, first: Value, extent: Extent) -> Value {
        let last = first.offset.saturating_add_unsigned(extent.last);
        let known = self.node(first.node).windows.iter().find(|w| {
            let inside = w.lo <= first.offset && last < w.lo + w.last() + w.step();
            w.extent.step == extent.step && inside
        });
        if let Some(w) = known {
            return w.inward(first.offset);
        }
        let inner = self.fresh();
        self.add_window(first, inner, extent);
        inner
    }

    /// A place stands for another one and for those behind it that an extent leads to.
    pub fn add_window(&mut self, outer: Value, inner: Value, extent: Extent) {
        if extent.step == 0 {
            return self.unify(outer, inner);
        }
        let (outer, inner) = (self.find_raw(outer), self.find_raw(inner));
        let window = Window { lo: outer.offset, extent, inner };
        if outer.node == inner.node || self.node(outer.node).stride != 0 {
            return self.dissolve(outer.node, &window);
        }
        if self.node(outer.node).windows.iter().any(|w| self.covers(w, &window)) {
            return;
        }
        self.version += 1;
        self.node_mut(outer.node).windows.push(window);
        self.node_mut(inner.node).is_inner = true;
        let mut pending = Vec::new();
        self.restride(inner.node, extent.step, &mut pending);
        self.settle(&mut pending);
    }

    /// Does a window say all that another one says?
    fn covers(&self, w: &Window, other: &Window) -> bool {
        let (a, b) = (self.root_of(w.inner), other.inner);
        let lo = other.lo.wrapping_sub(b.offset.wrapping_sub(a.offset));
        a.node == b.node
            && other.extent.step.is_multiple_of(w.extent.step)
            && lo >= w.lo
            && (lo - w.lo) % w.step() == 0
            && lo + other.last() <= w.lo + w.last()
    }

    fn dissolve(&mut self, outer: NodeId, w: &Window) {
        let place = Value { node: outer, offset: w.lo };
        self.unify(place, w.inner);
        self.add_stride(place, w.extent.step);
    }

    /// The offsets of the outer node that accesses through a window may lead to.
    fn hull(&self, w: &Window) -> (i64, i64) {
        let inner = self.root_of(w.inner);
        let (first, end) = self.node(inner.node).reach.unwrap_or((inner.offset, inner.offset));
        let before = first.saturating_sub(inner.offset).min(0);
        let after = end.saturating_sub(inner.offset).max(1);
        (w.lo.saturating_add(before), w.lo.saturating_add(w.last()).saturating_add(after))
    }

    /// The windows of a root whose hull meets a range of offsets.
    pub fn windows_at(&self, root: NodeId, lo: i64, hi: i64) -> impl Iterator<Item = &Window> {
        self.node(root).windows.iter().filter(move |w| {
            let (first, end) = self.hull(w);
            first < hi && lo < end
        })
    }

    /// The node and offset, reduced by the stride, that know of the cells at a place.
    pub fn locate(&self, v: Value) -> Value {
        let v = self.root_of(v);
        let window = self.windows_at(v.node, v.offset, v.offset.saturating_add(1)).next();
        let v = window.map_or(v, |w| self.root_of(w.inward(v.offset)));
        Value { node: v.node, offset: self.reduce(v.node, v.offset) }
    }

    /// Roots that have a window with this inner root, and where the first element is.
    pub fn around(&self, inner: NodeId) -> Vec<(NodeId, Window)> {
        if !self.node(inner).is_inner {
            return Vec::new();
        }
        let roots = (0..self.len() as u32).map(NodeId).filter(|n| self.is_root(*n));
        let windows = roots.flat_map(|n| self.node(n).windows.iter().map(move |w| (n, *w)));
        windows.filter(|(_, w)| self.root_of(w.inner).node == inner).collect()
    }

    /// Does one of the two roots have a window whose elements the other one stands for?
    pub fn are_nested(&self, a: NodeId, b: NodeId) -> bool {
        let has = |outer: NodeId, inner: NodeId| {
            self.node(outer).windows.iter().any(|w| self.root_of(w.inner).node == inner)
        };
        has(a, b) || has(b, a)
    }

    /// Makes what is said of windows at the top of this file hold.
    pub fn settle_windows(&mut self) {
        let mut is_settled = false;
        while !is_settled {
            is_settled = true;
            for n in 0..self.len() as u32 {
                let root = NodeId(n);
                while self.is_root(root) && !self.node(root).windows.is_empty() && self.settle_one(root) {
                    is_settled = false;
                }
            }
        }
    }

    /// One step towards that in one node; false if there is nothing to do.
    fn settle_one(&mut self, root: NodeId) -> bool {
        if let Some(w) = self.broken(root) {
            self.version += 1;
            self.dissolve(root, &w);
            return true;
        }
        if let Some((a, b)) = self.meeting(root) {
            self.version += 1;
            self.join_windows(root, a, b);
            return true;
        }
        self.absorb(root)
    }

    /// Takes out a window that must be dissolved.
    fn broken(&mut self, root: NodeId) -> Option<Window> {
        let has_stride = self.node(root).stride != 0;
        let is_broken = |w: &Window| {
            let inner = self.root_of(w.inner).node;
            has_stride || inner == root || self.node(inner).walks
        };
        let at = self.node(root).windows.iter().position(is_broken)?;
        Some(self.node_mut(root).windows.swap_remove(at))
    }

    /// Takes out two windows whose hulls meet.
    fn meeting(&mut self, root: NodeId) -> Option<(Window, Window)> {
        let node = self.node(root);
        let mut hulls: Vec<((i64, i64), usize)> =
            node.windows.iter().enumerate().map(|(i, w)| (self.hull(w), i)).collect();
        hulls.sort_unstable();
        let pair = hulls.windows(2).find(|pair| pair[1].0.0 < pair[0].0.1)?;
        let (mut i, mut j) = (pair[0].1, pair[1].1);
        if i > j {
            (i, j) = (j, i);
        }
        let windows = &mut self.node_mut(root).windows;
        let second = windows.swap_remove(j);
        let first = windows.swap_remove(i);
        Some(if first.lo <= second.lo { (first, second) } else { (second, first) })
    }

    /// One window for two whose hulls meet.
    fn join_windows(&mut self, root: NodeId, a: Window, b: Window) {
        let place = self.find_raw(b.inner);
        if self.find_raw(a.inner).node != place.node {
            self.unify(a.inward(b.lo), b.inner);
        }
        let (inner, place) = (self.find_raw(a.inner), self.find_raw(b.inner));
        let root = self.find_raw(Value { node: root, offset: 0 });
        // Where `a.inner` is by what `b` says.
        let lo = b.lo.wrapping_sub(place.offset.wrapping_sub(inner.offset));
        let first = a.lo.min(lo);
        let last = (a.lo + a.last()).max(lo + b.last()) - first;
        let step = gcd(gcd(a.extent.step, b.extent.step), a.lo.abs_diff(lo));
        let window = Window { lo: first, extent: Extent { last: last as u64, step }, inner };
        let mut pending = Vec::new();
        self.restride(inner.node, step, &mut pending);
        self.settle(&mut pending);
        let outer = self.find_raw(root);
        self.node_mut(outer.node).windows.push(window.shifted(outer.offset));
    }

    /// Moves segments of a root into a window that they meet, with all cuts; false if there are none.
    fn absorb(&mut self, root: NodeId) -> bool {
        let windows = self.node(root).windows.clone();
        for w in windows {
            let (lo, hi) = self.hull(&w);
            self.absorb_cuts(root, &w, (lo, hi));
            let segments = &mut self.node_mut(root).segments;
            let meeting: Vec<Segment> =
                segments.extract_if(.., |_, s| s.lo < hi && lo < s.hi).map(|(_, s)| s).collect();
            if !meeting.is_empty() {
                self.version += 1;
                meeting.into_iter().for_each(|s| self.absorb_segment(&w, s));
                return true;
            }
        }
        false
    }

    /// The cells of a segment become cells of elements; the hull grows as far as the segment does.
    fn absorb_segment(&mut self, w: &Window, s: Segment) {
        let inner = self.find_raw(w.inner);
        let (before, after) = ((s.lo - w.lo).min(0), (s.hi - w.lo - w.last()).max(1));
        self.extend(inner.node, inner.offset + before, inner.offset + after);
        let lo = inner.offset + (s.lo - w.lo).rem_euclid(w.step());
        let mut pending = Vec::new();
        self.insert(inner.node, Segment { lo, hi: lo + (s.hi - s.lo), ..s }, &mut pending);
        self.settle(&mut pending);
    }

    fn absorb_cuts(&mut self, root: NodeId, w: &Window, (lo, hi): (i64, i64)) {
        let cuts = self.node(root).cuts.iter().copied();
        let cuts: Vec<_> = cuts.filter(|(at, period)| *period != 0 || (lo..=hi).contains(at)).collect();
        for (at, period) in cuts {
            let at = w.inner.shifted(at.wrapping_sub(w.lo));
            self.add_cut(at, period);
        }
    }
}
