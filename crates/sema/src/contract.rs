//! Contracts of functions, as `maymust.h` writes them: `requires(…)`, `ensures(…)`, `invariant(…)`.
//!
//! A clause becomes a static function of its own that gives its truth: of the parameters before the call, for `ensures` also of the
//! `result` and of what `old(…)` was. Whoever calls the function asks these (`lower/src/contract.rs`). In a clause `valid(p, n)`
//! says that p points to n elements that may be read.

use maymust_source::Span;
use maymust_syntax::Name;
use maymust_syntax::ast::{self, DeclPart, ExprKind as Ast, Storage, TypeSpec};

use crate::check::Checker;
use crate::hir::{Contract, ContractKind, FunctionId};
use crate::types::*;

/// How the names of clauses' functions begin; no name of a source does.
pub(crate) const PREFIX: &str = "$clause";

/// A clause as it is written.
#[derive(Clone, Debug)]
pub struct Clause {
    /// Which.
    pub kind: ClauseKind,
    /// Its text.
    pub text: String,
    /// Its condition.
    pub condition: ast::Expr,
}

/// The kinds of clauses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ClauseKind {
    /// Of the callers.
    Requires,
    /// Of the function.
    Ensures,
    /// Of every object of a type, between calls.
    Invariant,
    /// The function makes invariants hold, and finds none.
    Establishes,
}

/// A clause that has become functions: declarations of this unit.
#[derive(Clone, Debug)]
pub(crate) struct Declared {
    kind: ContractKind,
    text: String,
    condition: u32,
    olds: Vec<u32>,
    span: Span,
}

/// The invariant of a type.
#[derive(Clone, Debug)]
pub(crate) struct Invariant {
    record: RecordId,
    function: Name,
    text: String,
}

/// The clause that an attribute is, if it is one: `maymust_requires("text", condition)`.
pub(crate) fn clause(name: &str, attribute: &ast::Attribute) -> Option<Clause> {
    let kind = match name {
        "maymust_requires" => ClauseKind::Requires,
        "maymust_ensures" => ClauseKind::Ensures,
        "maymust_invariant" => ClauseKind::Invariant,
        "maymust_establishes" => ClauseKind::Establishes,
        _ => return None,
    };
    let [text, condition] = &attribute.args[..] else { return None };
    let Ast::Str(units, _) = &text.kind else { return None };
    let text = units.iter().filter_map(|&u| char::from_u32(u)).collect();
    Some(Clause { kind, text, condition: condition.clone() })
}

impl Checker<'_> {
    /// Declares the functions of a declaration's clauses.
    pub(crate) fn contract(
        &mut self,
        decl: u32,
        specs: &ast::DeclSpecs,
        declarator: &ast::Declarator,
        clauses: &[Clause],
    ) {
        let Some(DeclPart::Function(part)) = declarator.parts.first() else { return };
        if self.function.is_some() || !part.prototype {
            return;
        }
        for clause in clauses {
            let declared = match clause.kind {
                ClauseKind::Requires => self.requires(part, clause.condition.clone(), &clause.text),
                ClauseKind::Ensures => self.ensures(specs, declarator, part, clause),
                ClauseKind::Invariant | ClauseKind::Establishes => continue,
            };
            self.add_contract(decl, declared);
        }
        if !self.functions[decl as usize].is_static {
            let establishes = clauses.iter().any(|c| c.kind == ClauseKind::Establishes);
            self.invariants_of_parameters(decl, part, establishes);
        }
    }

    /// A type's invariant: a function of a pointer `self`.
    pub(crate) fn invariant(&mut self, declarator: &ast::Declarator, clause: &Clause) {
        let Some(DeclPart::Function(part)) = declarator.parts.first() else { return };
        let record = part.params.first().and_then(|param| {
            let (_, ty) = self.param_type(&param.specs, &param.declarator);
            self.types().pointee(ty).and_then(|to| self.types().record_of(to))
        });
        let Some(record) = record else {
            self.error(declarator.span, "`invariant` is of a structure or union");
            return;
        };
        let decl = self.clause_function(part, Vec::new(), TypeSpec::Int, clause.condition.clone());
        let function = self.functions[decl as usize].name;
        self.invariants.push(Invariant { record, function, text: clause.text.clone() });
    }

    fn requires(&mut self, part: &ast::FunctionPart, condition: ast::Expr, text: &str) -> Declared {
        let span = condition.span;
        let condition = self.clause_function(part, Vec::new(), TypeSpec::Int, condition);
        Declared { kind: ContractKind::Requires, text: text.to_owned(), condition, olds: Vec::new(), span }
    }

    fn ensures(
        &mut self,
        specs: &ast::DeclSpecs,
        declarator: &ast::Declarator,
        part: &ast::FunctionPart,
        clause: &Clause,
    ) -> Declared {
        let mut condition = clause.condition.clone();
        let span = condition.span;
        let mut olds = Vec::new();
        self.take_olds(&mut condition, &mut olds);
        let mut more = Vec::new();
        let returns_nothing = declarator.parts.len() == 1 && matches!(specs.ty, TypeSpec::Void);
        if !returns_nothing {
            let name = self.names.intern("result");
            let specs = ast::DeclSpecs { storage: Storage::None, attrs: Vec::new(), ..specs.clone() };
            let parts = declarator.parts[1..].to_vec();
            more.push(parameter(name, specs, parts, span));
        }
        let mut functions = Vec::new();
        for (name, old) in olds {
            functions.push(self.clause_function(part, Vec::new(), TypeSpec::ULongLong, old));
            more.push(parameter(name, of_type(TypeSpec::ULongLong, span), Vec::new(), span));
        }
        let condition = self.clause_function(part, more, TypeSpec::Int, condition);
        Declared { kind: ContractKind::Ensures, text: clause.text.clone(), condition, olds: functions, span }
    }

    /// Public functions find the invariants of what their parameters point to, and leave them so.
    fn invariants_of_parameters(&mut self, decl: u32, part: &ast::FunctionPart, establishes: bool) {
        if self.invariants.is_empty() {
            return;
        }
        for param in &part.params {
            let Some(name) = param.declarator.name else { continue };
            let (_, ty) = self.param_type(&param.specs, &param.declarator);
            let Some(record) = self.types().pointee(ty).and_then(|to| self.types().record_of(to)) else {
                continue;
            };
            let of_record = self.invariants.iter().filter(|i| i.record == record);
            for invariant in of_record.cloned().collect::<Vec<_>>() {
                let span = param.declarator.span;
                let expr = |kind| ast::Expr { kind, span };
                let pointer = || expr(Ast::Ident(name));
                // Also of an object that is constant here.
                let any = ast::TypeName {
                    specs: of_type(TypeSpec::Void, span),
                    declarator: abstract_declarator(
                        vec![DeclPart::Pointer(ast::Quals::default(), Vec::new())],
                        span,
                    ),
                    span,
                };
                let argument = expr(Ast::Cast(Box::new(any), Box::new(pointer())));
                let holds = Ast::Call(Box::new(expr(Ast::Ident(invariant.function))), vec![argument]);
                let is_null = Ast::Unary(ast::UnaryOp::Not, Box::new(pointer()));
                let condition = expr(Ast::LogicalOr(Box::new(expr(is_null)), Box::new(expr(holds))));
                let text = of_object(&invariant.text, &self.text(name));
                if !establishes {
                    let declared = self.requires(part, condition.clone(), &text);
                    self.add_contract(decl, Declared { kind: ContractKind::InvariantBefore, ..declared });
                }
                // A function may end the object's life.
                let valid = expr(Ast::Ident(self.names.intern("valid")));
                let one = expr(Ast::Int { value: 1, suffix: ast::IntSuffix::default(), decimal: true });
                let is_there = expr(Ast::Call(Box::new(valid), vec![pointer(), one]));
                let after = expr(Ast::LogicalOr(Box::new(not(is_there)), Box::new(condition)));
                let declared = self.requires(part, after, &text);
                self.add_contract(decl, Declared { kind: ContractKind::InvariantAfter, ..declared });
            }
        }
    }

    fn add_contract(&mut self, decl: u32, declared: Declared) {
        let contracts = &mut self.functions[decl as usize].contracts;
        if !contracts.iter().any(|c| c.kind == declared.kind && c.text == declared.text) {
            contracts.push(declared);
            // It may have been referenced before it was given a contract.
            if let Some(id) = self.functions[decl as usize].id {
                self.link_contracts(decl, id);
            }
        }
    }

    /// Gives a function of the program the contracts of its declaration in this unit.
    pub(crate) fn link_contracts(&mut self, decl: u32, id: FunctionId) {
        for declared in self.functions[decl as usize].contracts.clone() {
            let known = &self.linker.program.functions[id.index()].contracts;
            if known.iter().any(|c| c.kind == declared.kind && c.text == declared.text) {
                continue;
            }
            let condition = self.function_id(declared.condition);
            let olds = declared.olds.iter().map(|d| self.function_id(*d)).collect();
            let contract =
                Contract { kind: declared.kind, text: declared.text, condition, olds, span: declared.span };
            self.linker.program.functions[id.index()].contracts.push(contract);
        }
    }

    /// A static function of the parameters that returns an expression; its body waits until it is referenced.
    fn clause_function(
        &mut self,
        part: &ast::FunctionPart,
        more: Vec<ast::Param>,
        result: TypeSpec,
        mut value: ast::Expr,
    ) -> u32 {
        let span = value.span;
        self.expand_valid(&mut value);
        let mut part = part.clone();
        part.variadic = false;
        part.params.extend(more);
        let name = self.names.intern(&format!("{PREFIX}{}", self.functions.len()));
        let result = ast::DeclSpecs { storage: Storage::Static, inline: true, ..of_type(result, span) };
        let value = match result.ty {
            TypeSpec::Int => not(not(value)),
            // What was: as a number that is wide enough.
            _ => {
                let ty = ast::TypeName {
                    specs: of_type(TypeSpec::ULongLong, span),
                    declarator: abstract_declarator(Vec::new(), span),
                    span,
                };
                ast::Expr { kind: Ast::Cast(Box::new(ty), Box::new(value)), span }
            }
        };
        let body = ast::Stmt { kind: ast::StmtKind::Return(Some(value)), span };
        let parts = vec![DeclPart::Function(Box::new(part))];
        let def = ast::FunctionDef {
            specs: result,
            declarator: ast::Declarator { name: Some(name), span, parts, attrs: Vec::new(), asm_label: None },
            old_style: Vec::new(),
            body: ast::Block { stmts: vec![body], span },
            span,
        };
        self.function_definition(Box::new(def));
        self.extern_or_static(name)
    }

    fn extern_or_static(&self, name: Name) -> u32 {
        match self.ordinary.find(name).map(|b| b.entity) {
            Some(crate::scope::Entity::Function(decl)) => decl,
            // The definition above was bound, or was refused with an error.
            _ => 0,
        }
    }

    /// Takes every `old(e)` out of an expression and puts a name in its place.
    fn take_olds(&mut self, expr: &mut ast::Expr, olds: &mut Vec<(Name, ast::Expr)>) {
        if let Ast::Call(callee, args) = &mut expr.kind
            && let (Ast::Ident(name), [_]) = (&callee.kind, &args[..])
            && self.names.text(*name) == "old"
        {
            let Some(old) = args.pop() else { return };
            let name = self.names.intern(&format!("$old{}", olds.len()));
            olds.push((name, old));
            let span = expr.span;
            let (old, fresh) = (olds[olds.len() - 1].1.clone(), ast::Expr { kind: Ast::Ident(name), span });
            // It has the type of what it was: `(typeof(e)) $old`.
            let ty = ast::TypeName {
                specs: of_type(TypeSpec::TypeofExpr(Box::new(old)), span),
                declarator: abstract_declarator(Vec::new(), span),
                span,
            };
            expr.kind = Ast::Cast(Box::new(ty), Box::new(fresh));
            return;
        }
        for part in parts_mut(expr) {
            self.take_olds(part, olds);
        }
    }

    /// `valid(p, n)` becomes `__maymust_valid(p, (n) * sizeof(*(p)))`.
    fn expand_valid(&mut self, expr: &mut ast::Expr) {
        for part in parts_mut(expr) {
            self.expand_valid(part);
        }
        let span = expr.span;
        let Ast::Call(callee, args) = &mut expr.kind else { return };
        let Ast::Ident(name) = callee.kind else { return };
        if self.names.text(name) != "valid" || args.len() != 2 {
            return;
        }
        callee.kind = Ast::Ident(self.names.intern("__maymust_valid"));
        let wrap = |kind| ast::Expr { kind, span };
        let target = wrap(Ast::Unary(ast::UnaryOp::Deref, Box::new(args[0].clone())));
        let size = wrap(Ast::Sizeof(Box::new(ast::SizeofArg::Expr(target))));
        if let Some(n) = args.pop() {
            args.push(wrap(Ast::Binary(ast::BinaryOp::Mul, Box::new(n), Box::new(size))));
        }
    }
}

/// The text of an invariant of `*name`.
fn of_object(text: &str, name: &str) -> String {
    let is_word = |c: char| c.is_ascii_alphanumeric() || c == '_';
    let mut out = String::new();
    let mut rest = text;
    while !rest.is_empty() {
        let end = rest.find(|c| !is_word(c)).unwrap_or(rest.len());
        let (word, other) = rest.split_at(end);
        out.push_str(if word == "self" { name } else { word });
        let next = other.find(is_word).unwrap_or(other.len());
        out.push_str(&other[..next]);
        rest = &other[next..];
    }
    out
}

fn abstract_declarator(parts: Vec<DeclPart>, span: Span) -> ast::Declarator {
    ast::Declarator { name: None, span, parts, attrs: Vec::new(), asm_label: None }
}

fn not(e: ast::Expr) -> ast::Expr {
    let span = e.span;
    ast::Expr { kind: Ast::Unary(ast::UnaryOp::Not, Box::new(e)), span }
}

fn of_type(ty: TypeSpec, span: Span) -> ast::DeclSpecs {
    ast::DeclSpecs {
        storage: Storage::None,
        thread_local: false,
        inline: false,
        noreturn: false,
        quals: ast::Quals::default(),
        ty,
        attrs: Vec::new(),
        alignas: Vec::new(),
        span,
    }
}

fn parameter(name: Name, specs: ast::DeclSpecs, parts: Vec<DeclPart>, span: Span) -> ast::Param {
    let declarator = ast::Declarator { name: Some(name), span, parts, attrs: Vec::new(), asm_label: None };
    ast::Param { specs, declarator, span }
}

/// The operands of an expression.
fn parts_mut(expr: &mut ast::Expr) -> Vec<&mut ast::Expr> {
    match &mut expr.kind {
        Ast::Paren(a)
        | Ast::Unary(_, a)
        | Ast::Postfix(_, a)
        | Ast::Member(a, _)
        | Ast::Arrow(a, _)
        | Ast::Cast(_, a) => vec![a],
        Ast::Index(a, b)
        | Ast::Binary(_, a, b)
        | Ast::LogicalAnd(a, b)
        | Ast::LogicalOr(a, b)
        | Ast::Comma(a, b)
        | Ast::Assign(_, a, b) => vec![a, b],
        Ast::Conditional(a, b, c) => {
            let middle = b.iter_mut().map(|b| &mut **b);
            std::iter::once(&mut **a).chain(middle).chain(std::iter::once(&mut **c)).collect()
        }
        Ast::Call(callee, args) => std::iter::once(&mut **callee).chain(args).collect(),
        _ => Vec::new(),
    }
}
