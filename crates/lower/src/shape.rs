//! What variables and objects look like in the source, noted for people.

use maymust_program::Reading;
use maymust_program::shape::{Field, Shape, ShapeId};
use maymust_sema::{IntRank, Record, Type, TypeId};

use maymust_syntax::Name;

use crate::Lower;
use crate::scalar::{Scalar, float_bits};

impl Lower<'_> {
    /// The shape of a type. Types that contain pointers to themselves are why the work is a list.
    pub(crate) fn shape(&mut self, ty: TypeId) -> ShapeId {
        let mut work = Vec::new();
        let id = self.shape_later(ty, &mut work);
        while let Some((ty, id)) = work.pop() {
            let shape = self.new_shape(ty, &mut work);
            self.shapes.set(id, shape);
        }
        id
    }

    fn shape_later(&mut self, ty: TypeId, work: &mut Vec<(TypeId, ShapeId)>) -> ShapeId {
        let ty = self.types.unqualified(ty);
        if let Some(&id) = self.shape_ids.get(&ty) {
            return id;
        }
        let id = self.shapes.add(Shape::Opaque { size: 0 });
        self.shape_ids.insert(ty, id);
        work.push((ty, id));
        id
    }

    fn new_shape(&mut self, ty: TypeId, work: &mut Vec<(TypeId, ShapeId)>) -> Shape {
        let types = self.types;
        match types.bare(ty) {
            Type::Pointer(to) => Shape::Pointer(self.shape_later(*to, work)),
            Type::Array(element, count) => {
                Shape::Array { element: self.shape_later(*element, work), count: *count }
            }
            Type::IncompleteArray(element) | Type::Vla(element, _) => {
                Shape::Array { element: self.shape_later(*element, work), count: 0 }
            }
            Type::Record(id) => self.record_shape(types.record(*id), work),
            _ => self.scalar_shape(ty),
        }
    }

    fn scalar_shape(&self, ty: TypeId) -> Shape {
        let bytes = self.types.size_of(ty).unwrap_or(0);
        let Some(scalar) = Scalar::of(self.types, ty) else { return Shape::Opaque { size: bytes } };
        let is_plain = matches!(self.types.bare(ty), Type::Int(int) if int.rank == IntRank::Char);
        let reading = match self.types.float_kind(ty) {
            // What has no number in the machine's words is shown by its bits.
            Some(kind) if float_bits(kind) > 64 => Reading::Unsigned,
            _ => scalar.reading(),
        };
        let is_bool = scalar == Scalar::Bool;
        Shape::Scalar { bytes: bytes as u32, reading, is_char: is_plain, is_bool }
    }

    /// The text of a name, if the names were kept.
    fn text(&self, name: Name) -> Option<&str> {
        let names = &self.hir.names;
        ((name.0 as usize) < names.len()).then(|| names.text(name))
    }

    fn record_shape(&mut self, record: &Record, work: &mut Vec<(TypeId, ShapeId)>) -> Shape {
        let Some(layout) = &record.layout else { return Shape::Opaque { size: 0 } };
        let word = if record.is_union { "union" } else { "struct" };
        let name = record.tag.and_then(|tag| self.text(tag)).map(|tag| format!("{word} {tag}").into());
        let fields = layout.fields.iter().map(|f| Field {
            name: f.name.and_then(|name| self.text(name)).map(Into::into),
            offset: f.offset,
            shape: self.shape_later(f.ty, work),
            bits: f.bits.map(|b| (b.shift, b.width, b.signed)),
        });
        let fields = fields.collect();
        Shape::Record { name, is_union: record.is_union, size: layout.size, fields }
    }
}
