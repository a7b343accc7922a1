//! Types from declaration specifiers and declarators.

use maymust_source::Span;
use maymust_syntax::Name;
use maymust_syntax::ast::{self, ArraySize, DeclPart, Declarator, Quals, TypeSpec};

use crate::STAR;
use crate::attribute::Attributes;
use crate::check::Checker;
use crate::hir::*;
use crate::scope::Entity;
use crate::types::*;

/// Declaration specifiers, read.
#[derive(Clone, Debug)]
pub struct Specs {
    /// The type with its qualifiers.
    pub ty: TypeId,
    /// Attributes among the specifiers.
    pub attributes: Attributes,
    /// `_Alignas`
    pub alignas: Option<u64>,
}

impl Specs {
    /// The alignment asked for.
    pub fn align(&self) -> Option<u64> {
        self.attributes.align.max(self.alignas)
    }
}

/// The qualifiers that types keep.
pub(crate) fn qualifiers(quals: Quals) -> Qualifiers {
    Qualifiers {
        is_const: quals.is_const,
        is_volatile: quals.is_volatile,
        is_atomic: quals.is_atomic,
        is_segment: false,
        align_log2: 0,
    }
}

impl Checker<'_> {
    /// Reads specifiers. `alone`: no declarators follow.
    pub(crate) fn specs(&mut self, specs: &ast::DeclSpecs, alone: bool) -> Specs {
        let mut attributes = Attributes { noreturn: specs.noreturn, ..Attributes::default() };
        self.attributes(&specs.attrs, &mut attributes);
        let ty = self.type_spec(&specs.ty, alone, specs.span);
        let quals = Qualifiers { is_segment: attributes.segment, ..qualifiers(specs.quals) };
        let ty = self.types_mut().qualified(quals, ty);
        let mut alignas = None;
        for arg in &specs.alignas {
            alignas = alignas.max(self.alignas(arg));
        }
        Specs { ty, attributes, alignas }
    }

    fn alignas(&mut self, arg: &ast::SizeofArg) -> Option<u64> {
        match arg {
            ast::SizeofArg::Type(name) => {
                let ty = self.type_name(name);
                Some(self.types().field_align(ty))
            }
            ast::SizeofArg::Expr(expr) => {
                let n = self.constant_size(expr)?;
                if n != 0 && !n.is_power_of_two() {
                    self.error(expr.span, "requested alignment is not a positive power of 2");
                    return None;
                }
                (n != 0).then_some(n)
            }
        }
    }

    fn type_spec(&mut self, spec: &TypeSpec, alone: bool, span: Span) -> TypeId {
        let types = self.types();
        match spec {
            TypeSpec::Missing => {
                if !alone {
                    self.warning(span, "type defaults to 'int'");
                }
                self.types().int
            }
            TypeSpec::Void => types.void,
            TypeSpec::Bool => types.bool_,
            TypeSpec::Char => types.char_,
            TypeSpec::SChar => types.schar,
            TypeSpec::UChar => types.uchar,
            TypeSpec::Short => types.short,
            TypeSpec::UShort => types.ushort,
            TypeSpec::Int => types.int,
            TypeSpec::UInt => types.uint,
            TypeSpec::Long => types.long,
            TypeSpec::ULong => types.ulong,
            TypeSpec::LongLong => types.longlong,
            TypeSpec::ULongLong => types.ulonglong,
            TypeSpec::Int128 => types.int128,
            TypeSpec::UInt128 => types.uint128,
            TypeSpec::Float16 => types.float16,
            TypeSpec::Float => types.float,
            TypeSpec::Double => types.double,
            TypeSpec::LongDouble => types.longdouble,
            TypeSpec::Float128 => types.float128,
            TypeSpec::VaList => types.va_list(),
            TypeSpec::Complex(real) => {
                let real = self.type_spec(real, alone, span);
                self.types_mut().intern(Type::Complex(real))
            }
            TypeSpec::AutoType => types.error,
            TypeSpec::Typedef(name) => match self.ordinary.find(*name).map(|b| (b.entity, b.depth)) {
                Some((Entity::Typedef(ty), depth)) if self.is_enclosing(depth) && types.contains_vla(ty) => {
                    self.error(
                        span,
                        "nested functions that use variable types of their function are not supported",
                    );
                    self.types().error
                }
                Some((Entity::Typedef(ty), _)) => ty,
                _ => {
                    let message = format!("unknown type name '{}'", self.text(*name));
                    self.error(span, message);
                    self.types().error
                }
            },
            TypeSpec::Record(spec) => self.record_spec(spec, alone),
            TypeSpec::Enum(spec) => self.enum_spec(spec),
            TypeSpec::TypeofExpr(expr) => self.typeof_expr(expr),
            TypeSpec::TypeofType(name) => self.type_name(name),
            TypeSpec::Atomic(name) => {
                let ty = self.type_name(name);
                let quals = Qualifiers { is_atomic: true, ..Qualifiers::default() };
                self.types_mut().qualified(quals, ty)
            }
        }
    }

    fn typeof_expr(&mut self, expr: &ast::Expr) -> TypeId {
        self.unevaluated += 1;
        let operand = self.operand(expr);
        self.unevaluated -= 1;
        operand.ty()
    }

    /// The type of a type name. Lengths of VLAs in it are left in `vla_sizes`.
    pub(crate) fn type_name(&mut self, name: &ast::TypeName) -> TypeId {
        let specs = self.specs(&name.specs, false);
        let mut attributes = specs.attributes;
        self.attributes(&name.declarator.attrs, &mut attributes);
        let ty = self.apply_type_attributes(specs.ty, &attributes);
        let ty = self.declarator_type(ty, &name.declarator);
        self.with_align(ty, attributes.align)
    }

    /// The type with an alignment of its own.
    pub(crate) fn with_align(&mut self, ty: TypeId, align: Option<u64>) -> TypeId {
        match align {
            Some(align) if align.is_power_of_two() => {
                let quals =
                    Qualifiers { align_log2: align.trailing_zeros() as u8 + 1, ..Qualifiers::default() };
                self.types_mut().qualified(quals, ty)
            }
            _ => ty,
        }
    }

    /// Applies a declarator's derivations to a base type. The parameter types of a function declarator next to the
    /// name are left in `param_types`.
    pub(crate) fn declarator_type(&mut self, base: TypeId, declarator: &Declarator) -> TypeId {
        let mut ty = base;
        for (i, part) in declarator.parts.iter().enumerate().rev() {
            ty = match part {
                DeclPart::Pointer(quals, attrs) => {
                    let pointer = self.types_mut().pointer_to(ty);
                    let mut attributes = Attributes::default();
                    self.attributes(attrs, &mut attributes);
                    let quals = Qualifiers { is_segment: attributes.segment, ..qualifiers(*quals) };
                    self.types_mut().qualified(quals, pointer)
                }
                DeclPart::Array { size, .. } => self.array_of(ty, size, declarator.span),
                DeclPart::Function(part) => {
                    let function = self.function_of(ty, part, declarator.span);
                    if i != 0 {
                        self.param_types.clear();
                    }
                    function
                }
            };
        }
        ty
    }

    fn array_of(&mut self, element: TypeId, size: &ArraySize, span: Span) -> TypeId {
        let types = self.types();
        if types.is_error(element) {
            return element;
        }
        if types.is_function(element) {
            self.error(span, "declaration of an array of functions");
            return self.types().error;
        }
        if !types.is_complete(element) {
            self.error(span, "array type has incomplete element type");
            return self.types().error;
        }
        match size {
            ArraySize::None => self.types_mut().intern(Type::IncompleteArray(element)),
            ArraySize::Star => self.types_mut().intern(Type::Vla(element, STAR)),
            ArraySize::Expr(expr) => self.sized_array(element, expr),
        }
    }

    fn sized_array(&mut self, element: TypeId, expr: &ast::Expr) -> TypeId {
        if let ast::ExprKind::Int { value, .. } = expr.kind
            && let Ok(n) = u64::try_from(value)
        {
            return self.constant_array(element, n, expr.span);
        }
        // Outside of functions (prototypes too) only constants can be evaluated.
        let outside = self.function.is_none() || self.in_prototype > 0;
        let before = self.diagnostics.error_count();
        self.quiet += u32::from(outside);
        let value = self.value(expr);
        self.quiet -= u32::from(outside);
        if !self.types().is_integer(value.ty) {
            if !self.types().is_error(value.ty) {
                self.error(expr.span, "size of array has non-integer type");
            } else if outside && self.in_prototype == 0 && before == self.diagnostics.error_count() {
                self.error(expr.span, "size of array is not a constant");
            } else if outside {
                return self.types_mut().intern(Type::Vla(element, STAR));
            }
            return self.types().error;
        }
        match self.evaluate_int(&value) {
            Some(n) if n < 0 => {
                self.error(expr.span, "size of array is negative");
                self.types().error
            }
            Some(n) => self.constant_array(element, u64::try_from(n).unwrap_or(u64::MAX), expr.span),
            None if outside && self.in_prototype == 0 => {
                self.error(expr.span, "variably modified type at file scope");
                self.types().error
            }
            None if outside => self.types_mut().intern(Type::Vla(element, STAR)),
            None => self.vla(element, value, expr.span),
        }
    }

    fn constant_array(&mut self, element: TypeId, n: u64, span: Span) -> TypeId {
        let limit =
            if self.types().data_model() == DataModel::Lp64 { i64::MAX as u64 } else { i32::MAX as u64 };
        let bytes = match self.types().size_of(element) {
            Some(size) => size.checked_mul(n),
            None => Some(n),
        };
        if bytes.is_none_or(|b| b > limit) {
            self.error(span, "size of array is too large");
            return self.types().error;
        }
        self.types_mut().intern(Type::Array(element, n))
    }

    fn vla(&mut self, element: TypeId, length: Expr, span: Span) -> TypeId {
        let size_t = self.types().size_t;
        let length = self.convert(length, size_t);
        let Some(function) = &mut self.function else { return self.types().error };
        let id = VlaId(function.body.vlas.len() as u32);
        function.body.vlas.push(Vla { span });
        self.vla_sizes.push(Stmt { kind: StmtKind::VlaSize(id, length), span });
        self.types_mut().intern(Type::Vla(element, id))
    }

    fn function_of(&mut self, result: TypeId, part: &ast::FunctionPart, span: Span) -> TypeId {
        let types = self.types();
        if types.is_function(result) || types.is_array(result) {
            let what = if types.is_array(result) { "an array" } else { "a function" };
            self.error(span, format!("declared as function returning {what}"));
            return self.types().error;
        }
        let result = types.unqualified(result);
        self.ordinary.enter();
        self.tags.enter();
        self.in_prototype += 1;
        let mut params = Vec::with_capacity(part.params.len());
        let mut qualified = Vec::with_capacity(part.params.len());
        for param in &part.params {
            let (_, ty) = self.param_type(&param.specs, &param.declarator);
            params.push(self.types().unqualified(ty));
            qualified.push(ty);
            if let Some(name) = param.declarator.name {
                self.bind_prototype_param(name, param.span);
            }
        }
        self.in_prototype -= 1;
        self.tags.leave();
        self.ordinary.leave();
        self.param_types = qualified;
        let function = FunctionType { result, params, variadic: part.variadic, prototype: part.prototype };
        self.types_mut().intern(Type::Function(function))
    }

    fn bind_prototype_param(&mut self, name: Name, span: Span) {
        // Hides an outer meaning; lengths that use it are not constant.
        if self.ordinary.find(name).is_some() {
            self.ordinary.bind(name, Entity::Error, span);
        }
    }

    /// The type of a parameter, before and after arrays and functions become pointers.
    pub(crate) fn param_type(&mut self, specs: &ast::DeclSpecs, declarator: &Declarator) -> (TypeId, TypeId) {
        let base = self.specs(specs, false);
        let mut attributes = base.attributes;
        self.attributes(&declarator.attrs, &mut attributes);
        let ty = self.apply_type_attributes(base.ty, &attributes);
        let declared = self.declarator_type(ty, declarator);
        let mut adjusted = self.adjust_param(declared);
        if let Some(DeclPart::Array { quals, .. }) = declarator.parts.first() {
            adjusted = self.types_mut().qualified(qualifiers(*quals), adjusted);
        }
        (declared, adjusted)
    }

    /// Arrays and functions as parameters are pointers.
    pub(crate) fn adjust_param(&mut self, ty: TypeId) -> TypeId {
        if let Some(element) = self.types().element(ty) {
            return self.types_mut().pointer_to(element);
        }
        if self.types().is_function(ty) {
            return self.types_mut().pointer_to(ty);
        }
        ty
    }

    /// The number of elements an array type has, if constant.
    pub(crate) fn array_length(&self, ty: TypeId) -> Option<u64> {
        match self.types().bare(ty) {
            Type::Array(_, n) => Some(*n),
            _ => None,
        }
    }
}
