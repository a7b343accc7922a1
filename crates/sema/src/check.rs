//! The checker's state while it goes through a unit, and small helpers all parts use.

use maymust_source::{Diagnostic, Diagnostics, Severity, Span};
use maymust_syntax::{Name, Names, ast};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::Types;
use crate::constant;
use crate::hir::*;
use crate::link::Linker;
use crate::scope::{Entity, Space};
use crate::types::*;

/// What a tag stands for.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Tag {
    /// `struct` or `union`.
    Record(RecordId),
    /// `enum`
    Enum(EnumId),
}

/// A function as declared in this unit.
#[derive(Debug)]
pub struct FunctionDecl {
    /// Name.
    pub name: Name,
    /// The name it has for the linker.
    pub link: Name,
    /// Type so far (composite of the declarations).
    pub ty: TypeId,
    /// Internal linkage?
    pub is_static: bool,
    /// Declared `noreturn`?
    pub noreturn: bool,
    /// Attribute `nonnull`: a bit for every parameter.
    pub nonnull: u64,
    /// Attribute `returns_nonnull`
    pub returns_nonnull: bool,
    /// Clauses of `maymust.h`.
    pub contracts: Vec<crate::contract::Declared>,
    /// Declared `pure` or `const`?
    pub pure: bool,
    /// Declared weak?
    pub weak: bool,
    /// Where first declared.
    pub span: Span,
    /// Where defined in this unit.
    pub defined: Option<Span>,
    /// Declared by a call only?
    pub implicit: bool,
    /// Parameter types of a K&R definition.
    pub old_params: Option<Vec<TypeId>>,
    /// Its entry in the program once referenced or defined.
    pub id: Option<FunctionId>,
    /// Definition waiting for a first reference: index into `Checker::waiting`.
    pub waiting: Option<u32>,
    /// Defined, but only as an inline definition?
    pub inline_only: bool,
    /// Declared `gnu_inline` anywhere?
    pub gnu_inline: bool,
}

/// An object of static storage as declared in this unit.
#[derive(Debug)]
pub struct ObjectDecl {
    /// Name.
    pub name: Name,
    /// The name it has for the linker.
    pub link: Name,
    /// Type so far.
    pub ty: TypeId,
    /// Internal linkage?
    pub is_static: bool,
    /// Static local?
    pub is_local: bool,
    /// Where first declared.
    pub span: Span,
    /// `_Thread_local`?
    pub thread_local: bool,
    /// Alignment raised by attributes.
    pub align: Option<u64>,
    /// Its entry in the program once referenced or defined.
    pub id: Option<GlobalId>,
}

/// A function definition whose body waits for a first reference.
pub struct Waiting {
    pub(crate) def: Box<ast::FunctionDef>,
    pub(crate) decl: u32,
    pub(crate) param_types: Vec<TypeId>,
    pub(crate) inline_only: bool,
    pub(crate) names_then: u32,
    pub(crate) tags_then: u32,
}

/// One open `switch`.
#[derive(Debug)]
pub struct SwitchState {
    /// Type of the operand.
    pub ty: TypeId,
    /// Ranges with the places of their labels.
    pub cases: Vec<(i128, i128, Span)>,
    /// `default:`
    pub default: Option<Span>,
}

/// The function whose body is being checked.
#[derive(Debug)]
pub struct FunctionState {
    /// Its entry.
    pub id: FunctionId,
    /// Its name.
    pub name: Name,
    /// Its result type.
    pub result: TypeId,
    /// Declared noreturn?
    pub noreturn: bool,
    /// What is built.
    pub body: Body,
    /// Function-wide labels.
    pub labels: FxHashMap<Name, LabelId>,
    /// Labels of `__label__`, innermost last.
    pub local_labels: Vec<(Name, LabelId)>,
    /// Which labels have been placed.
    pub placed: Vec<bool>,
    /// Open switches.
    pub switches: Vec<SwitchState>,
    /// How many loops are open.
    pub loops: u32,
    /// How many loops and switches are open.
    pub breakable: u32,
    /// Names already reported as undeclared.
    pub undeclared: FxHashSet<Name>,
    /// The object of `__func__`.
    pub func_name: Option<GlobalId>,
    /// Types of the parameters are variadic?
    pub variadic: bool,
    /// Depth of the scope of its parameters: outside are, but for file scope, the variables of enclosing functions.
    pub depth: u32,
}

/// Checks one unit.
pub struct Checker<'a> {
    pub(crate) linker: &'a mut Linker,
    pub(crate) names: &'a mut Names,
    pub(crate) diagnostics: &'a mut Diagnostics,
    pub(crate) is_library: bool,
    pub(crate) ordinary: Space<Entity>,
    pub(crate) tags: Space<Tag>,
    pub(crate) functions: Vec<FunctionDecl>,
    pub(crate) objects: Vec<ObjectDecl>,
    /// Functions of external linkage by name, whatever the scope of their declarations.
    pub(crate) extern_functions: FxHashMap<Name, u32>,
    /// Objects of external linkage by name.
    pub(crate) extern_objects: FxHashMap<Name, u32>,
    pub(crate) function: Option<Box<FunctionState>>,
    /// > 0 inside `sizeof`, `typeof` and the like.
    pub(crate) unevaluated: u32,
    /// > 0 inside a parameter list.
    pub(crate) in_prototype: u32,
    /// > 0 while errors are not reported.
    pub(crate) quiet: u32,
    /// Length computations of the VLA types met, to be placed before their use.
    pub(crate) vla_sizes: Vec<Stmt>,
    /// Qualified parameter types of the last function declarator.
    pub(crate) param_types: Vec<TypeId>,
    /// Bodies waiting for a first reference; taken out when they get it.
    pub(crate) waiting: Vec<Option<Waiting>>,
    /// Indices of `waiting` that have been referenced.
    pub(crate) ready: Vec<u32>,
    /// Member lookup tables of large records.
    pub(crate) member_index: FxHashMap<RecordId, FxHashMap<Name, u32>>,
    /// The invariants of types so far.
    pub(crate) invariants: Vec<crate::contract::Invariant>,
    /// Records whose members are being read.
    pub(crate) open_records: Vec<RecordId>,
    /// Places of values that have a type narrower than written, see `narrow_type`.
    pub(crate) narrow_results: FxHashMap<Span, (u32, bool)>,
    /// Set when the initialiser of an object of static storage is being checked.
    pub(crate) static_context: bool,
}

impl Checker<'_> {
    pub(crate) fn types(&self) -> &Types {
        &self.linker.program.types
    }

    pub(crate) fn types_mut(&mut self) -> &mut Types {
        &mut self.linker.program.types
    }

    pub(crate) fn error(&mut self, span: Span, message: impl Into<String>) {
        if self.quiet == 0 {
            self.diagnostics.error(span, message);
        }
    }

    pub(crate) fn warning(&mut self, span: Span, message: impl Into<String>) {
        if self.quiet == 0 && !self.is_library {
            self.diagnostics.warning(span, message);
        }
    }

    pub(crate) fn error_with_note(&mut self, span: Span, message: String, note: (Span, &str)) {
        self.report(Severity::Error, span, message, note);
    }

    pub(crate) fn report(&mut self, severity: Severity, span: Span, message: String, note: (Span, &str)) {
        if self.quiet == 0 {
            let notes = vec![(note.0, note.1.to_owned())];
            self.diagnostics.push(Diagnostic { severity, message, span, notes });
        }
    }

    /// The text of a name.
    pub(crate) fn text(&self, name: Name) -> String {
        self.names.text(name).to_owned()
    }

    /// A type in C notation.
    pub(crate) fn show(&self, ty: TypeId) -> String {
        self.types().display(ty, self.names)
    }

    /// A value that stands for an error.
    pub(crate) fn error_expr(&self, span: Span) -> Expr {
        Expr { kind: ExprKind::Unsupported("erroneous expression".to_owned()), ty: self.types().error, span }
    }

    /// An integer constant; the value is truncated to the type.
    pub(crate) fn int_expr(&self, value: i128, ty: TypeId, span: Span) -> Expr {
        let width = self.types().width_of(ty).unwrap_or(self.types().pointer_size() as u32 * 8);
        let value = constant::truncate(value as u128, width);
        Expr { kind: ExprKind::Constant(Constant::Int(value)), ty, span }
    }

    /// The value of a tree where C requires a constant.
    pub(crate) fn evaluate(&self, expr: &Expr) -> Option<Constant> {
        if self.types().is_error(expr.ty) {
            return None;
        }
        constant::evaluate(self.types(), expr, self.function.as_ref().map(|f| f.id))
    }

    /// The integer value of a tree, sign-extended by its type.
    pub(crate) fn evaluate_int(&self, expr: &Expr) -> Option<i128> {
        if !self.types().is_integer(expr.ty) {
            return None;
        }
        match self.evaluate(expr)? {
            Constant::Int(v) => Some(constant::int_value(self.types(), expr.ty, v)),
            _ => None,
        }
    }

    /// An integer constant expression.
    pub(crate) fn constant_int(&mut self, expr: &ast::Expr, what: &str) -> Option<(i128, TypeId)> {
        self.unevaluated += 1;
        let value = self.value(expr);
        self.unevaluated -= 1;
        if self.types().is_error(value.ty) {
            return None;
        }
        let result = self.evaluate_int(&value);
        if result.is_none() {
            let message = if self.types().is_integer(value.ty) {
                format!("{what} is not an integer constant")
            } else {
                format!("{what} does not have an integer type")
            };
            self.error(expr.span, message);
        }
        result.map(|v| (v, value.ty))
    }

    /// A non-negative integer constant.
    pub(crate) fn constant_size(&mut self, expr: &ast::Expr) -> Option<u64> {
        let (value, _) = self.constant_int(expr, "argument")?;
        u64::try_from(value).ok()
    }

    /// Runs with errors and warnings silenced.
    pub(crate) fn quietly<R>(&mut self, run: impl FnOnce(&mut Self) -> R) -> R {
        self.quiet += 1;
        let result = run(self);
        self.quiet -= 1;
        result
    }

    /// A new local of the current function.
    pub(crate) fn add_local(&mut self, name: String, ty: TypeId, align: Option<u64>, span: Span) -> LocalId {
        let types = self.types();
        let address_taken = types.is_array(ty) || types.is_record(ty);
        let Some(function) = &mut self.function else { return LocalId(0) };
        function.body.locals.push(Local { name, ty, address_taken, written: true, align, span });
        LocalId(function.body.locals.len() as u32 - 1)
    }

    pub(crate) fn local(&self, id: LocalId) -> Option<&Local> {
        self.function.as_ref()?.body.locals.get(id.index())
    }
}
