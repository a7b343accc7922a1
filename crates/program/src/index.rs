//! Ids and what is kept by them: one place where an id becomes an index.

use std::fmt;
use std::marker::PhantomData;
use std::ops::{Index, IndexMut};

/// The number of a thing of one kind.
pub trait Id: Copy {
    /// The id of the thing at an index.
    fn new(index: usize) -> Self;
    /// Its index.
    fn index(self) -> usize;
}

/// Declares a newtype for ids, with its text form.
#[macro_export]
macro_rules! id {
    ($(#[$doc:meta])* $name:ident, $text:literal) => {
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
        pub struct $name(pub u32);
        impl $name {
            /// As an index.
            pub fn index(self) -> usize {
                self.0 as usize
            }
        }
        impl $crate::index::Id for $name {
            fn new(index: usize) -> Self {
                $name(index as u32)
            }
            fn index(self) -> usize {
                self.0 as usize
            }
        }
        impl std::fmt::Display for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                write!(f, concat!($text, "{}"), self.0)
            }
        }
    };
}

/// A vector whose indices are ids of one kind.
#[derive(Clone, PartialEq, Eq)]
pub struct IndexVec<I, T> {
    items: Vec<T>,
    ids: PhantomData<fn(I) -> I>,
}

impl<I: Id, T> IndexVec<I, T> {
    /// An empty one.
    pub fn new() -> Self {
        IndexVec { items: Vec::new(), ids: PhantomData }
    }

    /// The same item for each of the first ids.
    pub fn filled(item: T, len: usize) -> Self
    where
        T: Clone,
    {
        vec![item; len].into()
    }

    /// Adds an item; its id.
    pub fn push(&mut self, item: T) -> I {
        self.items.push(item);
        I::new(self.items.len() - 1)
    }

    /// Takes the last item away.
    pub fn pop(&mut self) -> Option<T> {
        self.items.pop()
    }

    /// How many items there are.
    pub fn len(&self) -> usize {
        self.items.len()
    }

    /// Is there none?
    pub fn is_empty(&self) -> bool {
        self.items.is_empty()
    }

    /// The id that the next item will get.
    pub fn next_id(&self) -> I {
        I::new(self.items.len())
    }

    /// The id of the last item.
    pub fn last_id(&self) -> Option<I> {
        self.items.len().checked_sub(1).map(I::new)
    }

    /// The item of an id, if there is one.
    pub fn get(&self, id: I) -> Option<&T> {
        self.items.get(id.index())
    }

    /// All ids.
    pub fn ids(&self) -> impl DoubleEndedIterator<Item = I> + use<I, T> {
        (0..self.items.len()).map(I::new)
    }

    /// Items in the order of their ids.
    pub fn iter(&self) -> std::slice::Iter<'_, T> {
        self.items.iter()
    }

    /// Items in the order of their ids.
    pub fn iter_mut(&mut self) -> std::slice::IterMut<'_, T> {
        self.items.iter_mut()
    }

    /// Ids and items.
    pub fn entries(&self) -> impl DoubleEndedIterator<Item = (I, &T)> {
        self.items.iter().enumerate().map(|(i, item)| (I::new(i), item))
    }
}

impl<I: Id, T> Default for IndexVec<I, T> {
    fn default() -> Self {
        IndexVec::new()
    }
}

impl<I: Id, T> From<Vec<T>> for IndexVec<I, T> {
    fn from(items: Vec<T>) -> Self {
        IndexVec { items, ids: PhantomData }
    }
}

impl<I: Id, T> FromIterator<T> for IndexVec<I, T> {
    fn from_iter<It: IntoIterator<Item = T>>(items: It) -> Self {
        items.into_iter().collect::<Vec<T>>().into()
    }
}

impl<'a, I: Id, T> IntoIterator for &'a IndexVec<I, T> {
    type Item = &'a T;
    type IntoIter = std::slice::Iter<'a, T>;

    fn into_iter(self) -> Self::IntoIter {
        self.items.iter()
    }
}

impl<'a, I: Id, T> IntoIterator for &'a mut IndexVec<I, T> {
    type Item = &'a mut T;
    type IntoIter = std::slice::IterMut<'a, T>;

    fn into_iter(self) -> Self::IntoIter {
        self.items.iter_mut()
    }
}

impl<I: Id, T> Index<I> for IndexVec<I, T> {
    type Output = T;

    fn index(&self, id: I) -> &T {
        &self.items[id.index()]
    }
}

impl<I: Id, T> IndexMut<I> for IndexVec<I, T> {
    fn index_mut(&mut self, id: I) -> &mut T {
        &mut self.items[id.index()]
    }
}

impl<I, T: fmt::Debug> fmt::Debug for IndexVec<I, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.items.fmt(f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    id!(
        /// A thing.
        ThingId, "thing"
    );

    #[test]
    fn ids_are_dealt_in_order() {
        let mut things: IndexVec<ThingId, &str> = IndexVec::new();
        let (a, b) = (things.push("a"), things.push("b"));
        assert_eq!((things[a], things[b]), ("a", "b"));
        assert_eq!(things.ids().map(|t| t.to_string()).collect::<Vec<_>>(), ["thing0", "thing1"]);
        assert_eq!((things.next_id(), a.index()), (ThingId(2), 0));
        assert_eq!(things.get(ThingId(2)), None);
    }
}
