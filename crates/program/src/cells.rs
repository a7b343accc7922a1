//! Nodes and their cells: the union-find behind [`crate::points_to`].
//!
//! A *node* stands for a set of objects, taken as laid over each other; a [`Value`] is a place in it: node and byte
//! offset. Unifying two values merges their nodes so that the two places coincide (nodes may be shifted against each
//! other; [`Cells::find`] sums the shifts up). A node with a *stride* knows offsets only modulo the stride: arrays.
//!
//! A node has *segments*, disjoint ranges of offsets that are accessed alike: an array of cells of one width, or, where
//! accesses of different widths or phases meet, a range of bytes (width 0). Each has one content: the value that
//! pointers stored there have. A segment that does not fit the stride collapses the node: stride 1, one range of bytes.
//!
//! *Cuts* are places where a block operation may begin or end. A cell that is cut is read and written bytewise.
//!
//! An array inside of a record is a *window* of the record's node (see [`crate::windows`]): its elements have a node of their own.

use crate::sums::gcd;
use crate::windows::Window;
use std::collections::{BTreeMap, BTreeSet};

/// A node.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub(crate) struct NodeId(pub u32);

/// A place in a node.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Value {
    pub node: NodeId,
    pub offset: i64,
}

impl Value {
    pub fn shifted(self, by: i64) -> Value {
        Value { node: self.node, offset: self.offset.wrapping_add(by) }
    }
}

/// What an object of the program is to the analysis.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub(crate) enum Object {
    /// `statics[i]`.
    Static(u32),
    /// Allocated at an edge of a procedure.
    Site(u32, u32),
}

/// How a segment is accessed.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Uses {
    /// By loads of as many bytes as a pointer has, or more.
    pub wide_load: bool,
}

/// How far bounded indices lead from the first place of an access.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Extent {
    /// The distance of the last place.
    pub last: u64,
    /// All distances are multiples of this; 0 if there is one place only.
    pub step: u64,
}

impl Extent {
    /// Up to `most` times a factor further.
    pub fn add(&mut self, factor: u64, most: u64) {
        if most > 0 {
            self.last = self.last.saturating_add(factor.saturating_mul(most));
            self.step = gcd(self.step, factor);
        }
    }
}

/// A range of offsets that is accessed alike.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Segment {
    pub lo: i64,
    pub hi: i64,
    /// Bytes of a cell; 0: bytes, accessed in several ways.
    pub width: u32,
    pub content: Option<Value>,
    pub uses: Uses,
}

/// What is known of a node.
#[derive(Clone, Debug, Default)]
pub(crate) struct Node {
    /// Offsets count modulo this; 0: they are exact.
    pub stride: u64,
    pub segments: BTreeMap<i64, Segment>,
    /// Objects and the offset of their first byte.
    pub objects: BTreeSet<(Object, i64)>,
    /// Cuts: an offset, repeated with a period (0: once).
    pub cuts: BTreeSet<(i64, u64)>,
    pub collapsed: bool,
    /// Is memory accessed through values of this node?
    pub accessed: bool,
    /// Are its addresses *exposed*: are pieces of them, or numbers made of them, around?
    pub fragmented: bool,
    /// May its values be numbers that were put together, be it from exposed addresses?
    pub made_up: bool,
    /// Arrays in it whose elements have a node of their own.
    pub windows: Vec<Window>,
    /// Does it stand for the elements of a window?
    pub is_inner: bool,
    /// The first offset that is accessed and the one behind the last, not reduced by the stride.
    pub reach: Option<(i64, i64)>,
    /// Do pointers move on from one element to others? Then `reach` says nothing.
    pub walks: bool,
}

impl Node {
    /// Are there objects in it, as a whole or in part?
    pub fn is_pointed_to(&self) -> bool {
        !self.objects.is_empty() || self.is_inner
    }
}

/// All nodes.
#[derive(Clone, Debug, Default)]
pub(crate) struct Cells {
    /// Parent and offset in the parent; a root is its own parent.
    parents: Vec<(NodeId, i64)>,
    nodes: Vec<Node>,
    /// Counts changes: a fixed point is reached when it stands still.
    pub version: u64,
}

impl Cells {
    /// A new node.
    pub fn fresh(&mut self) -> Value {
        let node = NodeId(self.nodes.len() as u32);
        self.parents.push((node, 0));
        self.nodes.push(Node::default());
        Value { node, offset: 0 }
    }

    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// The same place in the root of its node, with the offset reduced by the stride.
    pub fn find(&mut self, v: Value) -> Value {
        let v = self.find_raw(v);
        Value { node: v.node, offset: self.reduce(v.node, v.offset) }
    }

    /// The same place in the root of its node, at the offset that the shifts come to.
    pub fn find_raw(&mut self, v: Value) -> Value {
        let (mut node, mut offset) = (v.node, v.offset);
        let mut path = Vec::new();
        while self.parents[node.0 as usize].0 != node {
            let (parent, delta) = self.parents[node.0 as usize];
            path.push((node, offset));
            offset = offset.wrapping_add(delta);
            node = parent;
        }
        for (n, o) in path {
            self.parents[n.0 as usize] = (node, offset.wrapping_sub(o));
        }
        Value { node, offset }
    }

    /// As [`Cells::find_raw`], without shortening the way for the next time.
    pub fn root_of(&self, v: Value) -> Value {
        let mut v = v;
        while self.parents[v.node.0 as usize].0 != v.node {
            let (parent, delta) = self.parents[v.node.0 as usize];
            v = Value { node: parent, offset: v.offset.wrapping_add(delta) };
        }
        v
    }

    pub(crate) fn reduce(&self, root: NodeId, offset: i64) -> i64 {
        match self.nodes[root.0 as usize].stride {
            0 => offset,
            s => offset.rem_euclid(s as i64),
        }
    }

    /// Is the node a root?
    pub fn is_root(&self, node: NodeId) -> bool {
        self.parents[node.0 as usize].0 == node
    }

    /// The data of a root.
    pub fn node(&self, root: NodeId) -> &Node {
        &self.nodes[root.0 as usize]
    }

    pub(crate) fn node_mut(&mut self, root: NodeId) -> &mut Node {
        &mut self.nodes[root.0 as usize]
    }

    /// Can the value be the address of an object?
    pub fn is_pointer(&mut self, v: Value) -> bool {
        let root = self.find(v).node;
        self.node(root).is_pointed_to()
    }

    /// Lays an object into a node, its first byte at the value's place.
    pub fn add_object(&mut self, v: Value, object: Object) {
        let v = self.find(v);
        if self.node_mut(v.node).objects.insert((object, v.offset)) {
            self.version += 1;
        }
    }

    pub fn mark_accessed(&mut self, v: Value) {
        let root = self.find(v).node;
        if !std::mem::replace(&mut self.node_mut(root).accessed, true) {
            self.version += 1;
        }
    }

    pub fn mark_fragmented(&mut self, v: Value) {
        let root = self.find(v).node;
        if !std::mem::replace(&mut self.node_mut(root).fragmented, true) {
            self.version += 1;
        }
    }

    pub fn mark_made_up(&mut self, v: Value) {
        let root = self.find(v).node;
        if !std::mem::replace(&mut self.node_mut(root).made_up, true) {
            self.version += 1;
        }
    }

    /// May the value be a number that was put together?
    pub fn is_made_up(&mut self, v: Value) -> bool {
        let root = self.find(v).node;
        self.node(root).made_up
    }

    pub fn add_cut(&mut self, v: Value, period: u64) {
        let v = self.find(v);
        if self.node_mut(v.node).cuts.insert((v.offset, period)) {
            self.version += 1;
        }
    }

    /// Makes two places one.
    pub fn unify(&mut self, a: Value, b: Value) {
        let mut pending = vec![(a, b)];
        self.settle(&mut pending);
    }

    /// Works off unifications, which may give rise to others.
    pub(crate) fn settle(&mut self, pending: &mut Vec<(Value, Value)>) {
        while let Some((a, b)) = pending.pop() {
            let (a, b) = (self.find_raw(a), self.find_raw(b));
            if a.node == b.node {
                let distance = a.offset.abs_diff(b.offset);
                if distance != 0 {
                    self.walk(a.node);
                    self.restride(a.node, distance, pending);
                }
            } else {
                self.merge(a, b, pending);
            }
        }
    }

    fn weight(&self, root: NodeId) -> usize {
        let n = self.node(root);
        n.segments.len() + n.objects.len() + n.cuts.len() + n.windows.len()
    }

    fn merge(&mut self, a: Value, b: Value, pending: &mut Vec<(Value, Value)>) {
        self.version += 1;
        let (big, small) = if self.weight(a.node) >= self.weight(b.node) { (a, b) } else { (b, a) };
        let shift = big.offset.wrapping_sub(small.offset);
        self.parents[small.node.0 as usize] = (big.node, shift);
        let old = std::mem::take(self.node_mut(small.node));
        let root = big.node;
        let node = self.node_mut(root);
        node.accessed |= old.accessed;
        node.fragmented |= old.fragmented;
        node.made_up |= old.made_up;
        node.is_inner |= old.is_inner;
        node.walks |= old.walks;
        node.windows.extend(old.windows.iter().map(|w| w.shifted(shift)));
        if let Some((lo, hi)) = old.reach {
            self.extend(root, lo.wrapping_add(shift), hi.wrapping_add(shift));
        }
        let node = self.node_mut(root);
        node.objects.extend(old.objects.iter().map(|(o, at)| (*o, at.wrapping_add(shift))));
        node.cuts.extend(old.cuts.iter().map(|(at, period)| (at.wrapping_add(shift), *period)));
        if old.stride != 0 {
            self.restride(root, old.stride, pending);
        }
        if old.collapsed {
            self.collapse(root, pending);
        }
        for mut s in old.segments.into_values() {
            s.lo = s.lo.wrapping_add(shift);
            s.hi = s.hi.wrapping_add(shift);
            self.insert(root, s, pending);
        }
    }

    /// Offsets of the value's node count modulo `stride` from now on.
    pub fn add_stride(&mut self, v: Value, stride: u64) {
        let root = self.find(v).node;
        let mut pending = Vec::new();
        self.walk(root);
        self.restride(root, stride, &mut pending);
        self.settle(&mut pending);
    }

    /// Pointers into a root move from element to element.
    pub(crate) fn walk(&mut self, root: NodeId) {
        if !std::mem::replace(&mut self.node_mut(root).walks, true) {
            self.version += 1;
        }
    }

    /// Offsets of a root that are accessed.
    pub(crate) fn extend(&mut self, root: NodeId, lo: i64, hi: i64) {
        let old = self.node(root).reach;
        let (first, last) = old.unwrap_or((lo, hi));
        let new = Some((first.min(lo), last.max(hi)));
        if new != old {
            self.version += 1;
            self.node_mut(root).reach = new;
        }
    }

    /// A block of bytes at a place is accessed; none: nobody knows how many.
    pub fn access_block(&mut self, v: Value, bytes: Option<u64>) {
        self.mark_accessed(v);
        let v = self.find_raw(v);
        match bytes {
            Some(n) => self.extend(v.node, v.offset, v.offset.saturating_add_unsigned(n)),
            None => self.walk(v.node),
        }
    }

    pub(crate) fn restride(&mut self, root: NodeId, stride: u64, pending: &mut Vec<(Value, Value)>) {
        let old = self.node(root).stride;
        let new = gcd(old, stride);
        if new == old {
            return;
        }
        self.version += 1;
        let node = self.node_mut(root);
        node.stride = new;
        let segments = std::mem::take(&mut node.segments);
        let modulo = |o: i64| o.rem_euclid(new as i64);
        node.objects = node.objects.iter().map(|(o, at)| (*o, modulo(*at))).collect();
        node.cuts = node.cuts.iter().map(|(at, period)| (modulo(*at), *period)).collect();
        for s in segments.into_values() {
            self.insert(root, s, pending);
        }
    }

    /// Offsets of the value's node say nothing any more.
    pub fn collapse_value(&mut self, v: Value) {
        let root = self.find(v).node;
        let mut pending = Vec::new();
        self.collapse(root, &mut pending);
        self.settle(&mut pending);
    }

    fn collapse(&mut self, root: NodeId, pending: &mut Vec<(Value, Value)>) {
        if self.node(root).collapsed {
            return;
        }
        self.version += 1;
        let node = self.node_mut(root);
        node.collapsed = true;
        node.walks = true;
        node.stride = 1;
        let objects = std::mem::take(&mut node.objects);
        node.objects = objects.into_iter().map(|(o, _)| (o, 0)).collect();
        node.cuts.clear();
        for s in std::mem::take(&mut node.segments).into_values() {
            self.insert(root, s, pending);
        }
    }

    /// Records an access to cells of `width` bytes from a place on; gives the content of the cells if asked for.
    pub fn access(
        &mut self,
        v: Value,
        width: u32,
        extent: Extent,
        uses: Uses,
        wants_content: bool,
    ) -> Option<Value> {
        self.mark_accessed(v);
        let raw = self.find_raw(v);
        if extent.step > u64::from(width) && self.node(raw.node).stride == 0 {
            let element = self.element(raw, extent);
            return self.access(element, width, Extent::default(), uses, wants_content);
        }
        self.extend(
            raw.node,
            raw.offset,
            raw.offset.saturating_add(i64::from(width)).saturating_add_unsigned(extent.last),
        );
        let v = self.find(v);
        let content = wants_content.then(|| self.content_at(v)).flatten();
        let content = content.or_else(|| wants_content.then(|| self.fresh()));
        let hi = v.offset.wrapping_add(i64::from(width)).saturating_add_unsigned(extent.last);
        // Cells that do not lie a multiple of their width apart may overlap.
        let width = if extent.step.is_multiple_of(u64::from(width.max(1))) { width } else { 0 };
        let mut pending = Vec::new();
        self.insert(v.node, Segment { lo: v.offset, hi, width, content, uses }, &mut pending);
        self.settle(&mut pending);
        content
    }

    /// The content of the segment at a place of a root.
    fn content_at(&self, v: Value) -> Option<Value> {
        self.segment_at(v).and_then(|s| s.content)
    }

    /// The segment that covers a place of a root.
    pub fn segment_at(&self, v: Value) -> Option<&Segment> {
        let node = self.node(v.node);
        let stride = node.stride as i64;
        // A segment may wrap around the end of the stride.
        let found = [0, stride].into_iter().find_map(|shift| {
            let at = v.offset.wrapping_add(shift);
            let (lo, s) = node.segments.range(..=at).next_back()?;
            (s.hi > at).then_some(*lo)
        })?;
        node.segments.get(&found)
    }

    /// Adds a segment to a root and merges it with those that it meets.
    pub(crate) fn insert(&mut self, root: NodeId, segment: Segment, pending: &mut Vec<(Value, Value)>) {
        let mut s = segment;
        loop {
            let Some(fitted) = self.fit(root, s) else {
                // It does not fit: everything becomes one range of bytes.
                self.collapse(root, pending);
                s = Segment { lo: 0, hi: 1, width: 0, ..s };
                continue;
            };
            s = fitted;
            let Some(other) = self.overlapping(root, &s) else { break };
            if other == s {
                return;
            }
            self.node_mut(root).segments.remove(&other.lo);
            s = self.join(root, s, other, pending);
        }
        self.version += 1;
        self.node_mut(root).segments.insert(s.lo, s);
    }

    /// The segment with its start reduced by the stride; none if it is longer than that and no array.
    fn fit(&self, root: NodeId, mut s: Segment) -> Option<Segment> {
        let node = self.node(root);
        if node.collapsed {
            return Some(Segment { lo: 0, hi: 1, width: 0, ..s });
        }
        if node.stride == 0 {
            return Some(s);
        }
        let stride = node.stride as i64;
        let mut length = s.hi.wrapping_sub(s.lo);
        if length > stride {
            let fits = s.width > 0 && stride % i64::from(s.width) == 0;
            if !fits {
                return None;
            }
            length = stride;
        }
        s.lo = s.lo.rem_euclid(stride);
        s.hi = s.lo + length;
        Some(s)
    }

    /// A segment of the root that meets this one, modulo the stride.
    fn overlapping(&self, root: NodeId, s: &Segment) -> Option<Segment> {
        let node = self.node(root);
        let stride = node.stride as i64;
        let shifts: &[i64] = if stride == 0 { &[0] } else { &[0, -1, 1] };
        shifts.iter().find_map(|k| {
            let (lo, hi) = (s.lo + k * stride, s.hi + k * stride);
            let (_, other) = node.segments.range(..hi).next_back()?;
            (other.hi > lo).then_some(*other)
        })
    }

    /// One segment for two that meet.
    fn join(&mut self, root: NodeId, a: Segment, b: Segment, pending: &mut Vec<(Value, Value)>) -> Segment {
        let stride = self.node(root).stride as i64;
        // Brings `b` next to `a` where they meet across the end of the stride.
        let shift =
            [0, stride, -stride].into_iter().find(|k| b.lo + k < a.hi && a.lo < b.hi + k).unwrap_or(0);
        let (blo, bhi) = (b.lo + shift, b.hi + shift);
        let alike = a.width == b.width && a.width > 0 && (a.lo - blo) % i64::from(a.width) == 0;
        let width = if alike { a.width } else { 0 };
        let content = match (a.content, b.content) {
            (Some(x), Some(y)) => {
                pending.push((x, y));
                Some(x)
            }
            (x, y) => x.or(y),
        };
        let uses = Uses { wide_load: a.uses.wide_load || b.uses.wide_load };
        let (lo, mut hi) = (a.lo.min(blo), a.hi.max(bhi));
        // Bytes that go all the way round are the whole node.
        if stride > 0 && width == 0 && hi - lo > stride {
            hi = lo + stride;
        }
        Segment { lo, hi, width, content, uses }
    }

    /// Does a cut fall inside a cell of the segment?
    pub fn is_cut(&self, root: NodeId, s: &Segment) -> bool {
        let node = self.node(root);
        let width = u64::from(s.width);
        if width <= 1 {
            return false;
        }
        node.cuts.iter().any(|&(at, period)| {
            let period = gcd(period, node.stride);
            if period == 0 {
                // A single cut of a node with exact offsets.
                let distance = at.wrapping_sub(s.lo);
                return distance > 0 && at < s.hi && distance.unsigned_abs() % width != 0;
            }
            // Cells start at `lo + k·width`, cuts at `at + k·period`.
            let step = if s.hi - s.lo > i64::from(s.width) { gcd(width, period) } else { period };
            let distance = at.wrapping_sub(s.lo).rem_euclid(step as i64) as u64;
            if distance == 0 { step < width } else { distance < width }
        })
    }

    /// The content of a segment, made if there is none.
    pub fn content_of(&mut self, root: NodeId, lo: i64) -> Option<Value> {
        let segment = self.node(root).segments.get(&lo)?;
        if let Some(c) = segment.content {
            return Some(c);
        }
        let content = self.fresh();
        self.node_mut(root).segments.get_mut(&lo)?.content = Some(content);
        Some(content)
    }
}
