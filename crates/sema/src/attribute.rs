//! What the attributes of a declaration ask for.

use maymust_source::Span;
use maymust_syntax::Name;
use maymust_syntax::ast::{Attribute, Expr, ExprKind, SizeofArg};

use crate::check::Checker;
use crate::contract::{self, Clause};
use crate::scope::Entity;
use crate::types::*;

/// Operators on vectors are taken apart: more would be a mistake or an attack.
const MOST_ELEMENTS: u64 = 1024;

/// The attributes that matter to types, layouts and linking.
#[derive(Clone, Debug, Default)]
pub struct Attributes {
    /// `packed`
    pub packed: bool,
    /// `aligned(n)`
    pub align: Option<u64>,
    /// `transparent_union`
    pub transparent: bool,
    /// `mode(…)`
    pub mode: Option<String>,
    /// `vector_size(n)`
    pub vector_size: Option<(u64, Span)>,
    /// `noreturn`
    pub noreturn: bool,
    /// `nonnull`: a bit for every parameter.
    pub nonnull: u64,
    /// `returns_nonnull`
    pub returns_nonnull: bool,
    /// Clauses of `maymust.h`.
    pub contracts: Vec<Clause>,
    /// `pure`, `const`
    pub pure: bool,
    /// `weak`
    pub weak: bool,
    /// `alias("…")`
    pub alias: Option<String>,
    /// The priority of `constructor`
    pub constructor: Option<u64>,
    /// The priority of `destructor`
    pub destructor: Option<u64>,
    /// The name `f` of `cleanup(f)`
    pub cleanup: Option<(Name, Span)>,
    /// `gnu_inline`
    pub gnu_inline: bool,
    /// `__seg_fs`, `__seg_gs`
    pub segment: bool,
}

impl Checker<'_> {
    /// Reads attribute lists.
    pub(crate) fn attributes(&mut self, list: &[Attribute], into: &mut Attributes) {
        for attribute in list {
            self.attribute(attribute, into);
        }
    }

    fn attribute(&mut self, attribute: &Attribute, into: &mut Attributes) {
        match self.names.text(attribute.name) {
            "packed" => into.packed = true,
            "aligned" => {
                let align = match attribute.args.first() {
                    None => Some(16),
                    Some(arg) => self.alignment(arg),
                };
                into.align = align.max(into.align);
            }
            "transparent_union" => into.transparent = true,
            "mode" => into.mode = self.attribute_word(attribute),
            "vector_size" => {
                into.vector_size =
                    attribute.args.first().and_then(|a| Some((self.constant_size(a)?, a.span)));
            }
            "noreturn" => into.noreturn = true,
            "pure" | "const" => into.pure = true,
            "nonnull" => into.nonnull |= self.positions(attribute),
            "returns_nonnull" => into.returns_nonnull = true,
            "weak" => into.weak = true,
            "alias" => into.alias = self.attribute_word(attribute),
            "constructor" => into.constructor = self.priority(attribute),
            "destructor" => into.destructor = self.priority(attribute),
            "cleanup" => into.cleanup = attribute.args.first().and_then(name_of),
            "gnu_inline" => into.gnu_inline = true,
            "__seg_gs" | "__seg_fs" | "seg_gs" | "seg_fs" => into.segment = true,
            // Taken for ordinary memory it would give wrong answers.
            "scalar_storage_order" => {
                let message = "`scalar_storage_order` is not supported";
                self.diagnostics.error(attribute.span, message);
            }
            name if name.starts_with("maymust_") => into.contracts.extend(contract::clause(name, attribute)),
            _ => {}
        }
    }

    /// The parameters that `nonnull(1, 3)` names, from one; without any, all.
    fn positions(&mut self, attribute: &Attribute) -> u64 {
        if attribute.args.is_empty() {
            return u64::MAX;
        }
        let positions = attribute.args.iter().filter_map(|a| self.constant_size(a));
        positions.filter(|n| (1..=64).contains(n)).fold(0, |all, n| all | 1 << (n - 1))
    }

    /// `__builtin_has_attribute`, for the attributes that are kept.
    pub(crate) fn has_attribute(
        &mut self,
        of: &SizeofArg,
        attribute: &Attribute,
        span: Span,
    ) -> crate::hir::Expr {
        let mut wanted = Attributes::default();
        self.attribute(attribute, &mut wanted);
        let found = match of {
            SizeofArg::Type(name) => {
                let ty = self.type_name(name);
                self.type_attributes(ty)
            }
            SizeofArg::Expr(expr) => self.declared_attributes(expr),
        };
        let has = match (self.names.text(attribute.name), found) {
            ("packed", Some(found)) => found.packed,
            ("aligned", Some(found)) if attribute.args.is_empty() => found.align.is_some(),
            ("aligned", Some(found)) => found.align == wanted.align,
            ("noreturn", Some(found)) => found.noreturn,
            ("weak", Some(found)) => found.weak,
            ("transparent_union", Some(found)) => found.transparent,
            (name, _) => {
                let message = format!("'__builtin_has_attribute' is not supported here for '{name}'");
                self.error(span, message);
                false
            }
        };
        let int = self.types().int;
        self.int_expr(i128::from(has), int, span)
    }

    fn type_attributes(&self, ty: TypeId) -> Option<Attributes> {
        let own = self.types().qualifiers(ty).align();
        let record = self.types().record_of(ty).map(|r| self.types().record(r));
        Some(Attributes {
            packed: record.is_some_and(|r| r.packed),
            align: own.or(record.and_then(|r| r.aligned)),
            transparent: record.is_some_and(|r| r.transparent),
            ..Attributes::default()
        })
    }

    /// The attributes of what an expression names; of any other expression, those of its type.
    fn declared_attributes(&mut self, expr: &Expr) -> Option<Attributes> {
        let Some((name, _)) = name_of(expr) else {
            if matches!(expr.kind, ExprKind::Member(..) | ExprKind::Arrow(..)) {
                return None;
            }
            self.unevaluated += 1;
            let ty = self.operand(expr).ty();
            self.unevaluated -= 1;
            return self.type_attributes(ty);
        };
        let align = match self.ordinary.find(name)?.entity {
            Entity::Function(decl) => {
                let d = &self.functions[decl as usize];
                return Some(Attributes { noreturn: d.noreturn, weak: d.weak, ..Attributes::default() });
            }
            Entity::Object(decl) => self.objects[decl as usize].align,
            Entity::Local(local) => self.local(local)?.align,
            _ => return None,
        };
        Some(Attributes { align, ..Attributes::default() })
    }

    /// The identifier or string an attribute is given.
    fn attribute_word(&self, attribute: &Attribute) -> Option<String> {
        match &attribute.args.first()?.kind {
            ExprKind::Ident(name) => Some(self.names.text(*name).to_owned()),
            ExprKind::Str(units, _) => Some(units.iter().filter_map(|&u| char::from_u32(u)).collect()),
            _ => None,
        }
    }

    /// Constructors of a lower priority come first; without one they come last.
    fn priority(&mut self, attribute: &Attribute) -> Option<u64> {
        const LAST: u64 = 65535;
        Some(attribute.args.first().and_then(|a| self.constant_size(a)).unwrap_or(LAST))
    }

    /// A power of two from an `aligned` argument.
    fn alignment(&mut self, arg: &Expr) -> Option<u64> {
        let n = self.constant_size(arg)?;
        if n != 0 && !n.is_power_of_two() {
            self.error(arg.span, "requested alignment is not a positive power of 2");
            return None;
        }
        (n != 0).then_some(n)
    }

    /// The type changed by `mode` and `vector_size`.
    pub(crate) fn apply_type_attributes(&mut self, ty: TypeId, attributes: &Attributes) -> TypeId {
        let mut ty = ty;
        if let Some(mode) = &attributes.mode {
            ty = self.with_mode(ty, mode);
        }
        if let Some((bytes, span)) = attributes.vector_size {
            ty = self.with_vector_size(ty, bytes, span);
        }
        ty
    }

    fn with_vector_size(&mut self, ty: TypeId, bytes: u64, span: Span) -> TypeId {
        let types = self.types();
        let quals = types.qualifiers(ty);
        let element = types.unqualified(ty);
        match types.size_of(element) {
            Some(size) if size > 0 && types.is_arithmetic(element) && !types.is_complex(element) => {
                let n = bytes / size;
                if !bytes.is_multiple_of(size) || !n.is_power_of_two() {
                    self.error(span, format!("number of vector components {n} not a power of two"));
                    return self.types().error;
                }
                if n > MOST_ELEMENTS {
                    self.error(
                        span,
                        format!("vectors of more than {MOST_ELEMENTS} elements are not supported"),
                    );
                    return self.types().error;
                }
                let vector = self.types_mut().intern(Type::Vector(element, n));
                self.types_mut().qualified(quals, vector)
            }
            _ => {
                self.error(span, "invalid vector type for attribute 'vector_size'");
                self.types().error
            }
        }
    }

    fn with_mode(&mut self, ty: TypeId, mode: &str) -> TypeId {
        let complex = match mode.trim_matches('_') {
            "SC" => Some(FloatKind::Float),
            "DC" => Some(FloatKind::Double),
            "XC" => Some(FloatKind::LongDouble),
            "TC" => Some(FloatKind::F128),
            _ => None,
        };
        if let Some(kind) = complex {
            let part = self.types_mut().intern(Type::Float(kind));
            return self.types_mut().intern(Type::Complex(part));
        }
        let types = self.types();
        let signed = types.is_signed(ty);
        let wide = types.data_model() == DataModel::Lp64;
        let pick = |s, u| Some(if signed { s } else { u });
        let new = match mode.trim_matches('_') {
            "QI" | "byte" => pick(types.schar, types.uchar),
            "HI" => pick(types.short, types.ushort),
            "SI" => pick(types.int, types.uint),
            "DI" if wide => pick(types.long, types.ulong),
            "DI" => pick(types.longlong, types.ulonglong),
            "TI" => pick(types.int128, types.uint128),
            "word" | "pointer" | "unwind_word" | "libgcc_cmp_return" | "libgcc_shift_count" if wide => {
                pick(types.long, types.ulong)
            }
            "word" | "pointer" | "unwind_word" | "libgcc_cmp_return" | "libgcc_shift_count" => {
                pick(types.int, types.uint)
            }
            "HF" => Some(types.float16),
            "SF" => Some(types.float),
            "DF" => Some(types.double),
            "XF" => Some(types.longdouble),
            "TF" => Some(types.float128),
            _ => None,
        };
        let quals = types.qualifiers(ty);
        match new {
            Some(new) if types.is_arithmetic(ty) => self.types_mut().qualified(quals, new),
            _ => ty,
        }
    }
}

fn name_of(e: &Expr) -> Option<(Name, Span)> {
    match &e.kind {
        ExprKind::Ident(name) => Some((*name, e.span)),
        ExprKind::Paren(inner) => name_of(inner),
        _ => None,
    }
}
