//! Record layout as gcc does it for x86-64 and i386 System V.

use maymust_syntax::Name;

use crate::Types;
use crate::types::*;

/// A member to be placed.
#[derive(Clone, Debug)]
pub struct LayoutMember {
    /// Name; none for anonymous records and unnamed bit-fields.
    pub name: Option<Name>,
    /// Declared type.
    pub ty: TypeId,
    /// Bit-field width.
    pub width: Option<u32>,
    /// `packed` on the member or its record.
    pub packed: bool,
    /// `aligned` on the member.
    pub align: Option<u64>,
}

/// What holds for the record as a whole.
#[derive(Clone, Copy, Debug, Default)]
pub struct LayoutRules {
    /// Union?
    pub is_union: bool,
    /// `aligned` on the record.
    pub align: Option<u64>,
    /// `#pragma pack(n)`, in bytes.
    pub pack: Option<u64>,
}

/// Places the members. None if the record is too large.
pub fn place(types: &Types, members: &[LayoutMember], rules: LayoutRules) -> Option<RecordLayout> {
    let mut layout =
        Placement { types, rules, bit: 0, end: 0, align: 1, fields: Vec::with_capacity(members.len()) };
    let mut flexible = false;
    for member in members {
        match member.width {
            Some(width) => layout.bit_field(member, width)?,
            None => layout.field(member)?,
        }
        flexible = matches!(types.bare(member.ty), Type::IncompleteArray(_));
    }
    let align = layout.align.max(rules.align.unwrap_or(1));
    let bytes = layout.end.div_ceil(8);
    let size = bytes.checked_next_multiple_of(align)?;
    (size < 1 << 60).then_some(RecordLayout { fields: layout.fields, size, align, flexible })
}

struct Placement<'a> {
    types: &'a Types,
    rules: LayoutRules,
    /// Next free bit.
    bit: u64,
    /// One past the last used bit.
    end: u64,
    /// Alignment of the record so far, in bytes.
    align: u64,
    fields: Vec<Field>,
}

impl Placement<'_> {
    fn field(&mut self, member: &LayoutMember) -> Option<()> {
        let mut align = if member.packed { 1 } else { self.types.field_align(member.ty) };
        align = align.max(member.align.unwrap_or(1));
        if let Some(pack) = self.rules.pack {
            align = align.min(pack);
        }
        self.align = self.align.max(align);
        let at = if self.rules.is_union { 0 } else { self.bit.checked_next_multiple_of(align * 8)? };
        let size = match self.types.bare(member.ty) {
            Type::IncompleteArray(_) => 0,
            _ => self.types.size_of(member.ty).unwrap_or(0),
        };
        if size >= 1 << 60 {
            return None;
        }
        self.fields.push(Field { name: member.name, ty: member.ty, offset: at / 8, bits: None });
        self.advance(at.checked_add(size * 8)?);
        Some(())
    }

    fn advance(&mut self, bit: u64) {
        self.bit = bit;
        self.end = self.end.max(bit);
    }

    fn bit_field(&mut self, member: &LayoutMember, width: u32) -> Option<()> {
        let type_align = self.types.field_align(member.ty);
        if width == 0 {
            // Unnamed: aligns what follows, not the record.
            let align = type_align.max(member.align.unwrap_or(1));
            let at = if self.rules.is_union { 0 } else { self.bit.checked_next_multiple_of(align * 8)? };
            self.advance(at);
            return Some(());
        }
        let mut at = if self.rules.is_union { 0 } else { self.bit };
        let own = member.align.map(|a| a.min(self.rules.pack.unwrap_or(u64::MAX)));
        if let Some(align) = own {
            at = at.checked_next_multiple_of(align * 8)?;
        }
        if member.name.is_some() {
            let implied = match self.rules.pack {
                Some(pack) => type_align.min(pack),
                None if member.packed => 1,
                None => type_align,
            };
            self.align = self.align.max(implied).max(own.unwrap_or(1));
        }
        if !member.packed && self.rules.pack.is_none() {
            let unit = type_align * 8;
            let size = self.types.size_of(member.ty).unwrap_or(4) * 8;
            let units = (at % unit + u64::from(width)).div_ceil(unit);
            if units > size / unit {
                at = at.checked_next_multiple_of(unit)?;
            }
        }
        if let Some(name) = member.name {
            let signed = self.types.is_signed(member.ty);
            let bits = BitField { shift: (at % 8) as u32, width, signed };
            self.fields.push(Field { name: Some(name), ty: member.ty, offset: at / 8, bits: Some(bits) });
        }
        self.advance(at.checked_add(u64::from(width))?);
        Some(())
    }
}
