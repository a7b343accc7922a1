//! Struct, union and enum definitions, and looking up members.

use maymust_source::Span;
use maymust_syntax::Name;
use maymust_syntax::ast::{self, Member, RecordKind};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::attribute::Attributes;
use crate::check::{Checker, Tag};
use crate::layout::{self, LayoutMember, LayoutRules};
use crate::scope::Entity;
use crate::types::*;

/// A member found, perhaps through anonymous members.
#[derive(Clone, Debug)]
pub struct FoundMember {
    /// Its type as declared.
    pub ty: TypeId,
    /// Byte offset from the outer record.
    pub offset: u64,
    /// Bit-field placement.
    pub bits: Option<BitField>,
}

impl Checker<'_> {
    /// The type of `struct`/`union` specifiers. `alone`: `struct s;` declares a new tag in the innermost scope.
    pub(crate) fn record_spec(&mut self, spec: &ast::RecordSpec, alone: bool) -> TypeId {
        let is_union = spec.kind == RecordKind::Union;
        let id = self.record_tag(spec, is_union, alone);
        let ty = self.types_mut().intern(Type::Record(id));
        let Some(members) = &spec.members else { return ty };
        let nested = if self.open_records.contains(&id) { "nested " } else { "" };
        if self.types().record(id).layout.is_some() || !nested.is_empty() {
            let tag = spec.tag.map(|t| self.text(t)).unwrap_or_default();
            let kind = if is_union { "union" } else { "struct" };
            self.error(spec.span, format!("{nested}redefinition of '{kind} {tag}'"));
            return ty;
        }
        let mut attributes = Attributes::default();
        self.attributes(&spec.attrs, &mut attributes);
        self.open_records.push(id);
        let members = self.members(members, attributes.packed, id);
        self.open_records.pop();
        let rules = LayoutRules {
            is_union,
            align: attributes.align,
            pack: spec.pack.map(u64::from).filter(|&p| p != 0),
        };
        let layout = layout::place(self.types(), &members, rules).unwrap_or_else(|| {
            self.error(spec.span, "size of the record is too large");
            RecordLayout { fields: Vec::new(), size: 0, align: 1, flexible: false }
        });
        if layout.fields.len() > 12 {
            self.index_members(id, &layout);
        }
        let record = self.types_mut().record_mut(id);
        record.layout = Some(layout);
        record.transparent = attributes.transparent;
        record.packed = attributes.packed;
        record.aligned = attributes.align;
        ty
    }

    fn index_members(&mut self, id: RecordId, layout: &RecordLayout) {
        let mut index = FxHashMap::default();
        for (i, field) in layout.fields.iter().enumerate() {
            if let Some(name) = field.name {
                index.insert(name, i as u32);
            }
        }
        self.member_index.insert(id, index);
    }

    /// The record a tag means, declared if need be.
    fn record_tag(&mut self, spec: &ast::RecordSpec, is_union: bool, alone: bool) -> RecordId {
        let fresh = Record {
            is_union,
            tag: spec.tag,
            layout: None,
            transparent: false,
            packed: false,
            aligned: None,
        };
        let Some(tag) = spec.tag else { return self.types_mut().add_record(fresh) };
        let defines = spec.members.is_some() || alone;
        let found = if defines { self.tags.find_here(tag) } else { self.tags.find(tag) }.copied();
        if let Some(found) = found {
            match found.entity {
                Tag::Record(id) if self.types().record(id).is_union == is_union => return id,
                _ => {
                    let message = format!("'{}' defined as wrong kind of tag", self.text(tag));
                    self.error_with_note(spec.span, message, (found.span, "previously declared here"));
                }
            }
        }
        let id = self.types_mut().add_record(fresh);
        self.tags.bind(tag, Tag::Record(id), spec.span);
        id
    }

    fn members(&mut self, list: &[Member], packed: bool, record: RecordId) -> Vec<LayoutMember> {
        let mut members = Vec::with_capacity(list.len());
        let mut seen = FxHashSet::default();
        for (i, member) in list.iter().enumerate() {
            match member {
                Member::StaticAssert(assert) => self.static_assert(assert),
                Member::Field { specs, declarators, span } => {
                    let last = i + 1 == list.len();
                    self.fields(specs, declarators, *span, packed, last, record, &mut members, &mut seen);
                }
            }
        }
        members
    }

    #[allow(clippy::too_many_arguments, reason = "one call; a struct for it would only move the list")]
    fn fields(
        &mut self,
        specs: &ast::DeclSpecs,
        declarators: &[ast::FieldDeclarator],
        span: Span,
        packed: bool,
        last: bool,
        record: RecordId,
        members: &mut Vec<LayoutMember>,
        seen: &mut FxHashSet<Name>,
    ) {
        let base = self.specs(specs, false);
        if declarators.is_empty() {
            if self.types().is_record(base.ty)
                && !matches!(&specs.ty, ast::TypeSpec::Record(r) if r.tag.is_some() && r.members.is_none())
            {
                if !self.types().is_complete(base.ty) {
                    self.error(span, "anonymous member has incomplete type");
                    return;
                }
                self.note_anonymous(base.ty, span, seen);
                let packed = packed || base.attributes.packed;
                members.push(LayoutMember {
                    name: None,
                    ty: base.ty,
                    width: None,
                    packed,
                    align: base.align(),
                });
            } else {
                self.warning(span, "declaration does not declare anything");
            }
            return;
        }
        for field in declarators {
            let mut attributes = base.attributes.clone();
            self.attributes(&field.declarator.attrs, &mut attributes);
            let ty = self.apply_type_attributes(base.ty, &attributes);
            let ty = self.declarator_type(ty, &field.declarator);
            let align = attributes.align.max(base.alignas);
            let packed = packed || attributes.packed;
            self.vla_sizes.clear();
            let (ty, width) = match &field.width {
                Some(width) => self.bit_width(ty, width, field),
                None => (self.field_type(ty, field, last, record), None),
            };
            if let Some(name) = field.declarator.name
                && !seen.insert(name)
            {
                let message = format!("duplicate member '{}'", self.text(name));
                self.error(field.declarator.span, message);
                continue;
            }
            members.push(LayoutMember { name: field.declarator.name, ty, width, packed, align });
        }
    }

    /// Names of an anonymous record's members count as members of the outer record.
    fn note_anonymous(&mut self, ty: TypeId, span: Span, seen: &mut FxHashSet<Name>) {
        let Some(id) = self.types().record_of(ty) else { return };
        let fields: Vec<(Option<Name>, TypeId)> = match &self.types().record(id).layout {
            Some(layout) => layout.fields.iter().map(|f| (f.name, f.ty)).collect(),
            None => return,
        };
        for (name, ty) in fields {
            match name {
                Some(name) if !seen.insert(name) => {
                    let message = format!("duplicate member '{}'", self.text(name));
                    self.error(span, message);
                }
                None => self.note_anonymous(ty, span, seen),
                _ => {}
            }
        }
    }

    fn field_type(
        &mut self,
        ty: TypeId,
        field: &ast::FieldDeclarator,
        last: bool,
        record: RecordId,
    ) -> TypeId {
        let types = self.types();
        let name = field.declarator.name.map(|n| self.text(n)).unwrap_or_default();
        if types.is_function(ty) {
            self.error(field.declarator.span, format!("field '{name}' declared as a function"));
            return self.types().error;
        }
        if types.contains_vla(ty) {
            self.error(field.declarator.span, "members of variable size are not supported");
            return self.types().error;
        }
        let flexible = matches!(types.bare(ty), Type::IncompleteArray(_));
        if flexible {
            if !last && !types.record(record).is_union {
                self.error(field.declarator.span, "flexible array member not at end of struct");
                return self.types().error;
            }
            return ty;
        }
        if !types.is_complete(ty) && !types.is_error(ty) {
            self.error(field.declarator.span, format!("field '{name}' has incomplete type"));
            return self.types().error;
        }
        ty
    }

    fn bit_width(
        &mut self,
        ty: TypeId,
        width: &ast::Expr,
        field: &ast::FieldDeclarator,
    ) -> (TypeId, Option<u32>) {
        let name = field.declarator.name.map(|n| self.text(n)).unwrap_or_else(|| "<anonymous>".to_owned());
        let Some((value, _)) = self.constant_int(width, &format!("bit-field '{name}' width")) else {
            return (ty, Some(1));
        };
        let Some(int) = self.types().int_type(ty) else {
            if !self.types().is_error(ty) {
                self.error(field.declarator.span, format!("bit-field '{name}' has invalid type"));
            }
            return (self.types().int, Some(1));
        };
        let most = if int.rank == IntRank::Bool { 1 } else { self.types().int_width(int) };
        if value < 0 {
            self.error(width.span, format!("negative width in bit-field '{name}'"));
        } else if value > i128::from(most) {
            self.error(width.span, format!("width of '{name}' exceeds its type"));
        } else if value == 0 && field.declarator.name.is_some() {
            self.error(width.span, format!("zero width for bit-field '{name}'"));
        } else {
            return (ty, Some(value as u32));
        }
        (ty, Some(1))
    }

    /// Finds a member by name, through anonymous members.
    pub(crate) fn find_member(&self, record: RecordId, name: Name) -> Option<FoundMember> {
        let layout = self.types().record(record).layout.as_ref()?;
        if let Some(&i) = self.member_index.get(&record).and_then(|index| index.get(&name)) {
            let f = &layout.fields[i as usize];
            return Some(FoundMember { ty: f.ty, offset: f.offset, bits: f.bits });
        }
        for field in &layout.fields {
            match field.name {
                Some(n) if n == name => {
                    return Some(FoundMember { ty: field.ty, offset: field.offset, bits: field.bits });
                }
                Some(_) => {}
                None => {
                    let inner = self.types().record_of(field.ty)?;
                    if let Some(found) = self.find_member(inner, name) {
                        return Some(FoundMember { offset: field.offset + found.offset, ..found });
                    }
                }
            }
        }
        None
    }

    /// The type of `enum` specifiers.
    pub(crate) fn enum_spec(&mut self, spec: &ast::EnumSpec) -> TypeId {
        let id = self.enum_tag(spec);
        let ty = self.types_mut().intern(Type::Enum(id));
        let Some(enumerators) = &spec.enumerators else { return ty };
        if self.types().enum_(id).compatible.is_some() {
            let tag = spec.tag.map(|t| self.text(t)).unwrap_or_default();
            self.error(spec.span, format!("redefinition of 'enum {tag}'"));
            return ty;
        }
        let mut attributes = Attributes::default();
        self.attributes(&spec.attrs, &mut attributes);
        let (mut next, mut low, mut high) = (0i128, 0i128, 0i128);
        let mut values = Vec::with_capacity(enumerators.len());
        for e in enumerators {
            if let Some(expr) = &e.value {
                let what = "enumerator value";
                next = self.constant_int(expr, what).map_or(next, |(v, _)| v);
            }
            low = low.min(next);
            high = high.max(next);
            let value_type = self.enumerator_type(next);
            self.bind_enumerator(e, next, value_type);
            values.push((e.name, next));
            next = next.wrapping_add(1);
        }
        let compatible = self.enum_type(low, high, attributes.packed);
        self.types_mut().enum_mut(id).compatible = Some(compatible);
        for (name, value) in values {
            // Values that do not fit an int get the enum's own type once it is known.
            if i32::try_from(value).is_err() {
                self.ordinary.replace(name, Entity::Enumerator(value, ty));
            }
        }
        ty
    }

    fn bind_enumerator(&mut self, e: &ast::Enumerator, value: i128, ty: TypeId) {
        if let Some(previous) = self.ordinary.find_here(e.name).copied() {
            let message = match previous.entity {
                Entity::Enumerator(..) => format!("redeclaration of enumerator '{}'", self.text(e.name)),
                _ => format!("'{}' redeclared as different kind of symbol", self.text(e.name)),
            };
            self.error_with_note(e.span, message, (previous.span, "previous declaration is here"));
            return;
        }
        self.ordinary.bind(e.name, Entity::Enumerator(value, ty), e.span);
    }

    fn enum_tag(&mut self, spec: &ast::EnumSpec) -> EnumId {
        let fresh = Enum { tag: spec.tag, compatible: None };
        let Some(tag) = spec.tag else { return self.types_mut().add_enum(fresh) };
        let found =
            if spec.enumerators.is_some() { self.tags.find_here(tag) } else { self.tags.find(tag) }.copied();
        if let Some(found) = found {
            match found.entity {
                Tag::Enum(id) => return id,
                Tag::Record(_) => {
                    let message = format!("'{}' defined as wrong kind of tag", self.text(tag));
                    self.error_with_note(spec.span, message, (found.span, "previously declared here"));
                }
            }
        }
        let id = self.types_mut().add_enum(fresh);
        self.tags.bind(tag, Tag::Enum(id), spec.span);
        id
    }

    /// The type of an enumerator inside its enum's braces.
    fn enumerator_type(&self, value: i128) -> TypeId {
        let types = self.types();
        if i32::try_from(value).is_ok() {
            types.int
        } else if u32::try_from(value).is_ok() {
            types.uint
        } else {
            types.int_id(wide_type(types, value < 0))
        }
    }

    fn enum_type(&self, low: i128, high: i128, packed: bool) -> IntType {
        let types = self.types();
        let signed = low < 0;
        let ranks: &[IntRank] = if packed {
            &[IntRank::SChar, IntRank::Short, IntRank::Int, IntRank::Long, IntRank::LongLong]
        } else {
            &[IntRank::Int, IntRank::Long, IntRank::LongLong]
        };
        for &rank in ranks {
            let int = IntType { rank, signed };
            let width = types.int_width(int);
            let (min, max) = if signed {
                (-(1i128 << (width - 1)), (1i128 << (width - 1)) - 1)
            } else {
                (0, (1 << width) - 1)
            };
            if low >= min && high <= max {
                return int;
            }
        }
        IntType { rank: IntRank::LongLong, signed }
    }
}

fn wide_type(types: &crate::Types, signed: bool) -> IntType {
    let rank = if types.data_model() == DataModel::Lp64 { IntRank::Long } else { IntRank::LongLong };
    IntType { rank, signed }
}
