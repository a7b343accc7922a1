//! What names mean where: ordinary identifiers and tags, by block.

use maymust_source::Span;
use maymust_syntax::Name;

use crate::hir::LocalId;
use crate::types::TypeId;

/// What an ordinary identifier stands for.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Entity {
    /// A typedef name.
    Typedef(TypeId),
    /// An enumerator: value and type.
    Enumerator(i128, TypeId),
    /// A variable of automatic storage.
    Local(LocalId),
    /// An object of static storage: index into the unit's object declarations.
    Object(u32),
    /// A function: index into the unit's function declarations.
    Function(u32),
    /// Declared, but with an error.
    Error,
}

/// A name in a scope.
#[derive(Clone, Copy, Debug)]
pub struct Binding<E> {
    /// The name.
    pub name: Name,
    /// What it means.
    pub entity: E,
    /// Where it was declared.
    pub span: Span,
    /// Depth of the scope.
    pub depth: u32,
    /// The binding it hides, plus one.
    hidden: u32,
}

/// One name space: bindings in order, with a chain per name.
#[derive(Debug)]
pub struct Space<E> {
    bindings: Vec<Binding<E>>,
    heads: Vec<u32>,
    /// Starts of the open scopes.
    marks: Vec<u32>,
    /// File-scope bindings from here to `file_end` are not visible (they stand after the function being checked).
    hidden_from: u32,
    file_end: u32,
}

impl<E: Copy> Default for Space<E> {
    fn default() -> Self {
        Space {
            bindings: Vec::new(),
            heads: Vec::new(),
            marks: Vec::new(),
            hidden_from: u32::MAX,
            file_end: u32::MAX,
        }
    }
}

impl<E: Copy> Space<E> {
    /// Opens a scope.
    pub fn enter(&mut self) {
        self.marks.push(self.bindings.len() as u32);
    }

    /// Closes the innermost scope.
    pub fn leave(&mut self) {
        let mark = self.marks.pop().unwrap_or(0) as usize;
        while self.bindings.len() > mark {
            if let Some(binding) = self.bindings.pop() {
                self.heads[binding.name.0 as usize] = binding.hidden;
            }
        }
    }

    /// Depth of the innermost scope; 0 at file scope.
    pub fn depth(&self) -> u32 {
        self.marks.len() as u32
    }

    /// How many bindings there are: a point in time for [`Space::look_from`].
    pub fn now(&self) -> u32 {
        self.bindings.len() as u32
    }

    /// Names are looked up as they were at point `then` of the file scope, until [`Space::look_from_end`].
    pub fn look_from(&mut self, then: u32) {
        self.hidden_from = then;
        self.file_end = self.bindings.len() as u32;
    }

    /// Ends [`Space::look_from`].
    pub fn look_from_end(&mut self) {
        self.hidden_from = u32::MAX;
        self.file_end = u32::MAX;
    }

    fn index(&self, name: Name) -> Option<usize> {
        let mut head = self.heads.get(name.0 as usize).copied().unwrap_or(0);
        while let Some(i) = head.checked_sub(1) {
            if i < self.hidden_from || i >= self.file_end {
                return Some(i as usize);
            }
            head = self.bindings[i as usize].hidden;
        }
        None
    }

    /// The innermost binding of a name.
    pub fn find(&self, name: Name) -> Option<&Binding<E>> {
        self.index(name).map(|i| &self.bindings[i])
    }

    /// The binding of a name in the innermost scope.
    pub fn find_here(&self, name: Name) -> Option<&Binding<E>> {
        self.find(name).filter(|b| b.depth == self.depth())
    }

    /// Changes what the innermost binding of a name means.
    pub fn replace(&mut self, name: Name, entity: E) {
        if let Some(i) = self.index(name) {
            self.bindings[i].entity = entity;
        }
    }

    /// Binds a name in the innermost scope.
    pub fn bind(&mut self, name: Name, entity: E, span: Span) {
        let at = name.0 as usize;
        if self.heads.len() <= at {
            self.heads.resize(at + 1, 0);
        }
        let binding = Binding { name, entity, span, depth: self.depth(), hidden: self.heads[at] };
        self.bindings.push(binding);
        self.heads[at] = self.bindings.len() as u32;
    }
}
