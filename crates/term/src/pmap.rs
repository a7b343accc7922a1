//! A persistent ordered map: clones share, a change copies one path of a balanced (AVL) tree. So do taking a map apart at a key and
//! putting two maps one after the other.

use std::cmp::Ordering;
use std::sync::Arc;

/// What a map counts of its values.
pub(crate) trait Weight {
    fn weight(&self) -> u128;
}

type Link<K, V> = Option<Arc<Node<K, V>>>;

#[derive(Clone)]
struct Node<K, V> {
    key: K,
    value: V,
    left: Link<K, V>,
    right: Link<K, V>,
    height: u32,
    /// How many entries the tree has.
    len: usize,
    /// The weight of all of them.
    weight: u128,
}

/// The map.
#[derive(Clone)]
pub(crate) struct PMap<K, V> {
    root: Link<K, V>,
}

impl<K, V> Default for PMap<K, V> {
    fn default() -> Self {
        Self { root: None }
    }
}

fn height<K, V>(link: &Link<K, V>) -> u32 {
    link.as_ref().map_or(0, |n| n.height)
}

fn len<K, V>(link: &Link<K, V>) -> usize {
    link.as_ref().map_or(0, |n| n.len)
}

fn weight<K, V>(link: &Link<K, V>) -> u128 {
    link.as_ref().map_or(0, |n| n.weight)
}

fn node<K, V: Weight>(key: K, value: V, left: Link<K, V>, right: Link<K, V>) -> Arc<Node<K, V>> {
    let height = 1 + height(&left).max(height(&right));
    let len = 1 + len(&left) + len(&right);
    let weight = value.weight() + weight(&left) + weight(&right);
    Arc::new(Node { key, value, left, right, height, len, weight })
}

/// Joins two trees whose heights differ by at most two.
fn balanced<K: Clone, V: Clone + Weight>(
    key: K,
    value: V,
    left: Link<K, V>,
    right: Link<K, V>,
) -> Arc<Node<K, V>> {
    let (hl, hr) = (height(&left), height(&right));
    if let Some(l) = left.as_ref().filter(|_| hl > hr + 1) {
        if height(&l.left) >= height(&l.right) {
            let low = node(key, value, l.right.clone(), right);
            return node(l.key.clone(), l.value.clone(), l.left.clone(), Some(low));
        }
        if let Some(m) = &l.right {
            let a = node(l.key.clone(), l.value.clone(), l.left.clone(), m.left.clone());
            let b = node(key, value, m.right.clone(), right);
            return node(m.key.clone(), m.value.clone(), Some(a), Some(b));
        }
    }
    if let Some(r) = right.as_ref().filter(|_| hr > hl + 1) {
        if height(&r.right) >= height(&r.left) {
            let low = node(key, value, left, r.left.clone());
            return node(r.key.clone(), r.value.clone(), Some(low), r.right.clone());
        }
        if let Some(m) = &r.left {
            let a = node(key, value, left, m.left.clone());
            let b = node(r.key.clone(), r.value.clone(), m.right.clone(), r.right.clone());
            return node(m.key.clone(), m.value.clone(), Some(a), Some(b));
        }
    }
    node(key, value, left, right)
}

fn insert<K: Ord + Clone, V: Clone + Weight>(link: &Link<K, V>, key: K, value: V) -> Arc<Node<K, V>> {
    let Some(n) = link else { return node(key, value, None, None) };
    let (k, v) = (n.key.clone(), n.value.clone());
    match key.cmp(&n.key) {
        Ordering::Equal => node(key, value, n.left.clone(), n.right.clone()),
        Ordering::Less => balanced(k, v, Some(insert(&n.left, key, value)), n.right.clone()),
        Ordering::Greater => balanced(k, v, n.left.clone(), Some(insert(&n.right, key, value))),
    }
}

/// The tree without its least node, and that node.
fn pop_least<K: Clone, V: Clone + Weight>(n: &Arc<Node<K, V>>) -> (Link<K, V>, Arc<Node<K, V>>) {
    match &n.left {
        None => (n.right.clone(), n.clone()),
        Some(l) => {
            let (rest, least) = pop_least(l);
            (Some(balanced(n.key.clone(), n.value.clone(), rest, n.right.clone())), least)
        }
    }
}

fn remove<K: Ord + Clone, V: Clone + Weight>(link: &Link<K, V>, key: &K) -> Link<K, V> {
    let n = link.as_ref()?;
    let (k, v) = (n.key.clone(), n.value.clone());
    match key.cmp(&n.key) {
        Ordering::Less => Some(balanced(k, v, remove(&n.left, key), n.right.clone())),
        Ordering::Greater => Some(balanced(k, v, n.left.clone(), remove(&n.right, key))),
        Ordering::Equal => match &n.right {
            None => n.left.clone(),
            Some(r) => {
                let (rest, least) = pop_least(r);
                let (k, v) = (least.key.clone(), least.value.clone());
                Some(balanced(k, v, n.left.clone(), rest))
            }
        },
    }
}

/// Joins two trees of any heights around an entry.
fn join<K: Clone, V: Clone + Weight>(
    key: K,
    value: V,
    left: Link<K, V>,
    right: Link<K, V>,
) -> Arc<Node<K, V>> {
    let (hl, hr) = (height(&left), height(&right));
    match (&left, &right) {
        (Some(l), _) if hl > hr + 1 => {
            let low = join(key, value, l.right.clone(), right);
            balanced(l.key.clone(), l.value.clone(), l.left.clone(), Some(low))
        }
        (_, Some(r)) if hr > hl + 1 => {
            let low = join(key, value, left, r.left.clone());
            balanced(r.key.clone(), r.value.clone(), Some(low), r.right.clone())
        }
        _ => node(key, value, left, right),
    }
}

/// The entries below a key, and the others.
fn split<K: Ord + Clone, V: Clone + Weight>(link: &Link<K, V>, key: &K) -> (Link<K, V>, Link<K, V>) {
    let Some(n) = link else { return (None, None) };
    let (k, v) = (n.key.clone(), n.value.clone());
    if n.key < *key {
        let (below, others) = split(&n.right, key);
        (Some(join(k, v, n.left.clone(), below)), others)
    } else {
        let (below, others) = split(&n.left, key);
        (below, Some(join(k, v, others, n.right.clone())))
    }
}

impl<K: Ord + Clone, V: Clone + Weight> PMap<K, V> {
    pub fn len(&self) -> usize {
        len(&self.root)
    }

    /// The weight of all values.
    pub fn weight(&self) -> u128 {
        weight(&self.root)
    }

    /// The entries below a key, and the others.
    pub fn split(&self, key: &K) -> (Self, Self) {
        let (below, others) = split(&self.root, key);
        (Self { root: below }, Self { root: others })
    }

    /// The entries of both; all keys of the second are above those of the first.
    pub fn followed_by(self, others: &Self) -> Self {
        let Some(n) = &others.root else { return self };
        let (rest, least) = pop_least(n);
        Self { root: Some(join(least.key.clone(), least.value.clone(), self.root, rest)) }
    }

    pub fn get(&self, key: &K) -> Option<&V> {
        let mut link = &self.root;
        while let Some(n) = link {
            link = match key.cmp(&n.key) {
                Ordering::Equal => return Some(&n.value),
                Ordering::Less => &n.left,
                Ordering::Greater => &n.right,
            };
        }
        None
    }

    /// The entry with the greatest key that is not above this one.
    pub fn floor(&self, key: &K) -> Option<(&K, &V)> {
        let (mut link, mut best) = (&self.root, None);
        while let Some(n) = link {
            if n.key <= *key {
                best = Some((&n.key, &n.value));
                link = &n.right;
            } else {
                link = &n.left;
            }
        }
        best
    }

    /// The entries from a key on, in order.
    pub fn iter_from(&self, key: &K) -> Iter<'_, K, V> {
        let mut iter = Iter { stack: Vec::new() };
        let mut link = &self.root;
        while let Some(n) = link {
            if n.key >= *key {
                iter.stack.push(n);
                link = &n.left;
            } else {
                link = &n.right;
            }
        }
        iter
    }

    pub fn insert(&mut self, key: K, value: V) {
        self.root = Some(insert(&self.root, key, value));
    }

    pub fn remove(&mut self, key: &K) {
        if self.get(key).is_some() {
            self.root = remove(&self.root, key);
        }
    }

    /// The entries in the order of their keys.
    pub fn iter(&self) -> Iter<'_, K, V> {
        let mut iter = Iter { stack: Vec::new() };
        iter.descend(&self.root);
        iter
    }

    /// Is it the same tree, so that nothing needs to be compared?
    pub fn same(&self, other: &Self) -> bool {
        match (&self.root, &other.root) {
            (Some(a), Some(b)) => Arc::ptr_eq(a, b),
            (None, None) => true,
            _ => false,
        }
    }
}

/// An iterator over the entries.
pub(crate) struct Iter<'a, K, V> {
    stack: Vec<&'a Node<K, V>>,
}

impl<'a, K, V> Iter<'a, K, V> {
    fn descend(&mut self, mut link: &'a Link<K, V>) {
        while let Some(n) = link {
            self.stack.push(n);
            link = &n.left;
        }
    }
}

impl<'a, K, V> Iterator for Iter<'a, K, V> {
    type Item = (&'a K, &'a V);

    fn next(&mut self) -> Option<Self::Item> {
        let n = self.stack.pop()?;
        self.descend(&n.right);
        Some((&n.key, &n.value))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeMap;

    impl Weight for u64 {
        fn weight(&self) -> u128 {
            *self as u128
        }
    }

    fn check<K, V: Weight>(link: &Link<K, V>) -> u32 {
        let Some(n) = link else { return 0 };
        let (l, r) = (check(&n.left), check(&n.right));
        assert!(l.abs_diff(r) <= 1, "unbalanced");
        assert_eq!(n.height, 1 + l.max(r));
        assert_eq!(n.len, 1 + len(&n.left) + len(&n.right));
        assert_eq!(n.weight, n.value.weight() + weight(&n.left) + weight(&n.right));
        n.height
    }

    #[test]
    fn agrees_with_a_tree_map() {
        let mut seed = 12345u64;
        let mut map = PMap::default();
        let mut reference = BTreeMap::new();
        let mut old = Vec::new();
        for i in 0..4000u64 {
            seed ^= seed << 13;
            seed ^= seed >> 7;
            seed ^= seed << 17;
            let key = seed % 300;
            if seed >> 40 & 3 == 0 {
                map.remove(&key);
                reference.remove(&key);
            } else {
                map.insert(key, i);
                reference.insert(key, i);
            }
            check(&map.root);
            assert_eq!(map.len(), reference.len());
            assert_eq!(map.get(&key), reference.get(&key));
            let near = seed >> 20 & 511;
            assert_eq!(map.floor(&near), reference.range(..=near).next_back());
            assert!(map.iter_from(&near).take(3).eq(reference.range(near..).take(3)));
            let (below, others) = map.split(&near);
            check(&below.root);
            check(&others.root);
            assert!(below.iter().eq(reference.range(..near)) && others.iter().eq(reference.range(near..)));
            assert_eq!(map.weight(), reference.values().map(|v| *v as u128).sum());
            map = below.followed_by(&others);
            check(&map.root);
            if i % 500 == 0 {
                old.push((map.clone(), reference.clone()));
            }
        }
        old.push((map, reference));
        for (map, reference) in old {
            assert!(map.iter().eq(reference.iter()));
        }
    }
}
