//! Path conditions: lists of conjuncts that share their beginnings, so that joins can leave out what is common.

use maymust_term::{TermId, Terms};
use std::sync::Arc;

/// A conjunction, newest conjunct last. Cloning is cheap.
#[derive(Clone, Debug, Default)]
pub struct Path(Option<Arc<Node>>);

#[derive(Debug)]
struct Node {
    before: Path,
    last: TermId,
    /// The whole conjunction.
    all: TermId,
    depth: u32,
}

impl Drop for Node {
    /// One by one: paths may be longer than the stack is deep.
    fn drop(&mut self) {
        let mut next = self.before.0.take();
        while let Some(node) = next {
            next = Arc::into_inner(node).and_then(|mut n| n.before.0.take());
        }
    }
}

impl Path {
    /// The whole condition.
    pub fn condition(&self, terms: &Terms) -> TermId {
        self.0.as_ref().map_or_else(|| terms.tru(), |n| n.all)
    }

    /// With one more conjunct.
    pub fn and(&self, terms: &mut Terms, condition: TermId) -> Path {
        if condition == terms.tru() {
            return self.clone();
        }
        let before = self.condition(terms);
        let all = terms.and(&[before, condition]);
        if all == before {
            return self.clone();
        }
        let node = Node { before: self.clone(), last: condition, all, depth: self.depth() + 1 };
        Path(Some(Arc::new(node)))
    }

    /// The conjuncts, oldest first.
    pub fn conjuncts(&self) -> Vec<TermId> {
        self.after(&Path::default())
    }

    fn depth(&self) -> u32 {
        self.0.as_ref().map_or(0, |n| n.depth)
    }

    fn parent(&self) -> Path {
        self.0.as_ref().map_or_else(Path::default, |n| n.before.clone())
    }

    fn same(&self, other: &Path) -> bool {
        match (&self.0, &other.0) {
            (Some(a), Some(b)) => Arc::ptr_eq(a, b),
            (None, None) => true,
            _ => false,
        }
    }

    /// The longest beginning that both have.
    pub fn common(&self, other: &Path) -> Path {
        let (mut a, mut b) = (self.clone(), other.clone());
        while !a.same(&b) {
            if a.depth() >= b.depth() {
                a = a.parent();
            } else {
                b = b.parent();
            }
        }
        a
    }

    /// The conjuncts that come after a beginning of this path, oldest first.
    pub fn after(&self, beginning: &Path) -> Vec<TermId> {
        let mut out = Vec::new();
        let mut at = self.clone();
        while at.depth() > beginning.depth() {
            out.extend(at.0.as_ref().map(|n| n.last));
            at = at.parent();
        }
        out.reverse();
        out
    }
}
