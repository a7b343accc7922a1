//! Literals.

use maymust_source::Span;
use maymust_syntax::ast::{Encoding, FloatSuffix, IntSuffix};

use crate::check::Checker;
use crate::expr::Operand;
use crate::float;
use crate::hir::*;
use crate::types::*;

impl Checker<'_> {
    pub(super) fn int_literal(&mut self, value: u128, suffix: IntSuffix, decimal: bool, span: Span) -> Expr {
        if suffix.imaginary {
            let real = self.int_literal(value, IntSuffix { imaginary: false, ..suffix }, decimal, span);
            return self.imaginary(real, span);
        }
        let ranks = match suffix.longs {
            0 => &[IntRank::Int, IntRank::Long, IntRank::LongLong, IntRank::Int128][..],
            1 => &[IntRank::Long, IntRank::LongLong, IntRank::Int128][..],
            _ => &[IntRank::LongLong, IntRank::Int128][..],
        };
        for &rank in ranks {
            let signed = IntType { rank, signed: true };
            let width = self.types().int_width(signed);
            if !suffix.unsigned && value >> (width - 1) == 0 {
                return self.int_expr(value as i128, self.types().int_id(signed), span);
            }
            if (suffix.unsigned || !decimal) && (width == 128 || value >> width == 0) {
                let unsigned = IntType { rank, signed: false };
                return self.int_expr(value as i128, self.types().int_id(unsigned), span);
            }
        }
        self.warning(span, "integer constant is too large for its type");
        self.int_expr(value as i128, self.types().ulonglong, span)
    }

    pub(super) fn float_literal(&mut self, text: &str, suffix: FloatSuffix, span: Span) -> Expr {
        let kind = match suffix {
            FloatSuffix::Double => FloatKind::Double,
            FloatSuffix::Float => FloatKind::Float,
            FloatSuffix::LongDouble => FloatKind::LongDouble,
            FloatSuffix::Quad => FloatKind::F128,
            #[allow(unreachable_patterns, reason = "half literals map to their own format")]
            _ => FloatKind::F16,
        };
        let ty = self.types_mut().intern(Type::Float(kind));
        match float::parse(kind, text) {
            Some(bits) => Expr { kind: ExprKind::Constant(Constant::Float(bits)), ty, span },
            None => {
                self.error(span, "invalid floating constant");
                self.error_expr(span)
            }
        }
    }

    pub(super) fn char_literal(&mut self, value: i64, encoding: Encoding, span: Span) -> Expr {
        let types = self.types();
        let ty = match encoding {
            Encoding::Plain => types.int,
            Encoding::Utf8 => types.uchar,
            Encoding::Wide => types.wchar,
            Encoding::Utf16 => types.ushort,
            Encoding::Utf32 => types.uint,
        };
        self.int_expr(i128::from(value), ty, span)
    }

    /// The element type of a string literal.
    pub(crate) fn string_element(&self, encoding: Encoding) -> TypeId {
        let types = self.types();
        match encoding {
            Encoding::Plain | Encoding::Utf8 => types.char_,
            Encoding::Wide => types.wchar,
            Encoding::Utf16 => types.ushort,
            Encoding::Utf32 => types.uint,
        }
    }

    pub(super) fn string(&mut self, units: &[u32], encoding: Encoding, span: Span) -> Operand {
        let element = self.string_element(encoding);
        let n = units.len() as u64 + 1;
        let ty = self.types_mut().intern(Type::Array(element, n));
        let size = self.types().size_of(element).unwrap_or(1);
        let id = self.string_object(ty, || string_bytes(units, size), span);
        Operand::Place(Place { kind: PlaceKind::Global(id), ty, span })
    }

    fn string_object(&mut self, ty: TypeId, bytes: impl FnOnce() -> Vec<u8>, span: Span) -> GlobalId {
        if self.unevaluated > 0 {
            return GlobalId(u32::MAX);
        }
        let global = Global {
            name: None,
            ty,
            address_taken: true,
            is_extern: false,
            is_static: true,
            is_const: true,
            thread_local: false,
            align: None,
            size: None,
            init: GlobalInit::Bytes(bytes()),
            span,
            is_library: self.is_library,
        };
        self.add_global(global)
    }

    /// `__func__`
    pub(super) fn function_name(&mut self, span: Span) -> Operand {
        let text = match &self.function {
            Some(function) => self.text(function.name),
            None => String::new(),
        };
        let ty = self.types().const_char;
        let ty = self.types_mut().intern(Type::Array(ty, text.len() as u64 + 1));
        let known = self.function.as_ref().and_then(|f| f.func_name);
        let id = match known {
            Some(id) => id,
            None => {
                let mut bytes = text.into_bytes();
                bytes.push(0);
                self.string_object(ty, || bytes, span)
            }
        };
        if let Some(function) = &mut self.function
            && id.0 != u32::MAX
        {
            function.func_name = Some(id);
        }
        Operand::Place(Place { kind: PlaceKind::Global(id), ty, span })
    }
}

/// The bytes of a string with its terminator.
pub(crate) fn string_bytes(units: &[u32], size: u64) -> Vec<u8> {
    let size = size as usize;
    let mut bytes = Vec::with_capacity((units.len() + 1) * size);
    for &unit in units {
        bytes.extend_from_slice(&unit.to_le_bytes()[..size.min(4)]);
    }
    bytes.resize((units.len() + 1) * size, 0);
    bytes
}
