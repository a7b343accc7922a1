//! Shapes: how people name what lies in memory.
//!
//! Operations of a program know addresses and bytes. For those who read about a run, the front end leaves notes of what an
//! object looks like in the source: records with named fields, arrays, numbers, pointers. No engine needs them, passes need not
//! keep them, and nothing that a program does depends on them.

use std::sync::Arc;

use crate::{Reading, VarId, id};

id!(
    /// A shape.
    ShapeId, "shape"
);

/// What a piece of memory, or the value of a variable, looks like.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Shape {
    /// A number.
    Scalar {
        /// How many bytes.
        bytes: u32,
        /// How they are read.
        reading: Reading,
        /// Is it a character?
        is_char: bool,
        /// True or false?
        is_bool: bool,
    },
    /// A pointer to something of a shape.
    Pointer(ShapeId),
    /// A struct or union.
    Record {
        /// As it is written in the source; none without tag.
        name: Option<Arc<str>>,
        /// Do all fields lie at the start?
        is_union: bool,
        /// How many bytes.
        size: u64,
        /// In order.
        fields: Vec<Field>,
    },
    /// An array.
    Array {
        /// Of what.
        element: ShapeId,
        /// How many.
        count: u64,
    },
    /// Anything else, as a function or what is incomplete.
    Opaque {
        /// How many bytes.
        size: u64,
    },
}

/// A field of a record.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Field {
    /// None for a record inside whose fields count as this one's.
    pub name: Option<Arc<str>>,
    /// Where it starts.
    pub offset: u64,
    /// What it looks like.
    pub shape: ShapeId,
    /// Of a bit-field: its first bit from `offset` on, how many, and whether the last is a sign.
    pub bits: Option<(u32, u32, bool)>,
}

/// The shapes of variables and of objects.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Shapes {
    list: Vec<Shape>,
    vars: indexmap::IndexMap<VarId, ShapeId>,
    objects: indexmap::IndexMap<VarId, ShapeId>,
    statics: indexmap::IndexMap<u32, ShapeId>,
}

impl Shapes {
    /// Adds a shape, to be filled in later if it is about itself.
    pub fn add(&mut self, shape: Shape) -> ShapeId {
        self.list.push(shape);
        ShapeId(self.list.len() as u32 - 1)
    }

    /// Fills in a shape.
    pub fn set(&mut self, id: ShapeId, shape: Shape) {
        self.list[id.index()] = shape;
    }

    /// The shape of a number.
    pub fn get(&self, id: ShapeId) -> &Shape {
        &self.list[id.index()]
    }

    /// How many bytes something of a shape takes, where a pointer takes so many.
    pub fn size(&self, id: ShapeId, pointer_bytes: u32) -> u64 {
        let (mut id, mut times) = (id, 1u64);
        loop {
            match self.get(id) {
                Shape::Array { element, count } => (id, times) = (*element, times.saturating_mul(*count)),
                Shape::Scalar { bytes, .. } => return times.saturating_mul(u64::from(*bytes)),
                Shape::Pointer(_) => return times.saturating_mul(u64::from(pointer_bytes)),
                Shape::Record { size, .. } | Shape::Opaque { size } => return times.saturating_mul(*size),
            }
        }
    }

    /// Notes the shape of a variable's values.
    pub fn note_var(&mut self, var: VarId, shape: ShapeId) {
        self.vars.insert(var, shape);
    }

    /// Notes the shape of the object whose address a variable holds.
    pub fn note_object(&mut self, var: VarId, shape: ShapeId) {
        self.objects.insert(var, shape);
    }

    /// Notes the shape of a static object, by its number.
    pub fn note_static(&mut self, object: u32, shape: ShapeId) {
        self.statics.insert(object, shape);
    }

    /// The shape of a variable's values.
    pub fn of_var(&self, var: VarId) -> Option<ShapeId> {
        self.vars.get(&var).copied()
    }

    /// The shape of the object whose address a variable holds.
    pub fn of_object(&self, var: VarId) -> Option<ShapeId> {
        self.objects.get(&var).copied()
    }

    /// The shape of a static object.
    pub fn of_static(&self, object: u32) -> Option<ShapeId> {
        self.statics.get(&object).copied()
    }
}
