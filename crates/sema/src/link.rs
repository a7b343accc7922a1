//! Linking: all units become one program.

use maymust_source::{Diagnostics, Severity, Span};
use maymust_syntax::{Name, Names, ast};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::Types;
use crate::check::Checker;
use crate::hir::*;
use crate::scope::Space;
use crate::types::*;

/// What the linker has to know about a unit.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct UnitInfo {
    /// A library model: its definitions yield to the user's.
    pub is_library: bool,
}

/// How strongly a symbol is defined; the strongest definition wins, two strong ones are an error.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default)]
pub enum Strength {
    /// Not at all.
    #[default]
    Undefined,
    /// An inline definition without external one.
    Inline,
    /// By a library model.
    Library,
    /// `__attribute__((weak))`
    Weak,
    /// `int x;` at file scope.
    Tentative,
    /// A definition.
    Strong,
}

/// What is known of a symbol's definition.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Symbol {
    pub(crate) strength: Strength,
    pub(crate) span: Span,
}

/// Collects units into a program. Units are checked as they are added; library models can be added on demand.
#[derive(Debug)]
pub struct Linker {
    pub(crate) program: Program,
    pub(crate) functions: FxHashMap<Name, FunctionId>,
    pub(crate) objects: FxHashMap<Name, GlobalId>,
    /// Parallel to `program.functions`.
    pub(crate) function_symbols: Vec<Symbol>,
    /// Parallel to `program.globals`.
    pub(crate) object_symbols: Vec<Symbol>,
    /// Names of functions that the user's units define.
    pub(crate) user_defined: FxHashSet<Name>,
    /// With their priorities.
    pub(crate) constructors: Vec<(u64, FunctionId)>,
    /// With their priorities.
    pub(crate) destructors: Vec<(u64, FunctionId)>,
    /// Function aliases to be resolved: alias, target, place.
    pub(crate) aliases: Vec<(FunctionId, FunctionId, Span)>,
}

impl Linker {
    /// A linker for an empty program.
    pub fn new(data_model: DataModel) -> Linker {
        Linker {
            program: Program { types: Types::new(data_model), ..Program::default() },
            functions: FxHashMap::default(),
            objects: FxHashMap::default(),
            function_symbols: Vec::new(),
            object_symbols: Vec::new(),
            user_defined: FxHashSet::default(),
            constructors: Vec::new(),
            destructors: Vec::new(),
            aliases: Vec::new(),
        }
    }

    /// Tells which functions a user's unit defines; to be called for all units of the user before the first is added,
    /// so that calls of them are not taken for builtins.
    pub fn announce(&mut self, unit: &ast::Unit) {
        for item in &unit.items {
            if let ast::Item::Function(def) = item
                && let Some(name) = def.declarator.name
            {
                self.user_defined.insert(name);
            }
        }
    }

    /// Checks a unit and links it.
    pub fn add(&mut self, unit: ast::Unit, info: UnitInfo, names: &mut Names, diagnostics: &mut Diagnostics) {
        if !info.is_library {
            self.announce(&unit);
        }
        let mut checker = Checker {
            linker: self,
            names,
            diagnostics,
            is_library: info.is_library,
            ordinary: Space::default(),
            tags: Space::default(),
            functions: Vec::new(),
            objects: Vec::new(),
            extern_functions: FxHashMap::default(),
            extern_objects: FxHashMap::default(),
            function: None,
            unevaluated: 0,
            in_prototype: 0,
            quiet: 0,
            vla_sizes: Vec::new(),
            param_types: Vec::new(),
            waiting: Vec::new(),
            ready: Vec::new(),
            member_index: FxHashMap::default(),
            open_records: Vec::new(),
            invariants: Vec::new(),
            narrow_results: FxHashMap::default(),
            static_context: false,
        };
        checker.unit(unit);
    }

    /// Functions that are referenced and have no body so far, by the names that they are linked by, in order.
    pub fn undefined_functions(&self, names: &Names) -> Vec<String> {
        let missing = |id: FunctionId| self.program.functions[id.index()].body.is_none();
        let linked = self.functions.iter().filter(|(_, id)| missing(**id));
        let mut found: Vec<String> = linked.map(|(name, _)| names.text(*name).to_owned()).collect();
        found.sort_unstable();
        found
    }

    /// Objects that are referenced and not defined so far, by name.
    pub fn undefined_objects(&self) -> Vec<String> {
        let globals = self.program.globals.iter();
        globals.filter(|g| g.is_extern).filter_map(|g| g.name.clone()).collect()
    }

    /// The program so far.
    pub fn program(&self) -> &Program {
        &self.program
    }

    /// The linked program.
    pub fn finish(mut self) -> Program {
        for (alias, target, span) in std::mem::take(&mut self.aliases) {
            self.forward(alias, target, span);
        }
        // Destructors go the other way, also those of one priority.
        self.constructors.sort_by_key(|c| c.0);
        self.destructors.sort_by_key(|d| d.0);
        let program = &mut self.program;
        program.constructors = self.constructors.iter().map(|c| c.1).collect();
        program.destructors = self.destructors.iter().rev().map(|d| d.1).collect();
        for global in &mut program.globals {
            // `int a[];` without a size anywhere has one element.
            if let Type::IncompleteArray(element) = *program.types.bare(global.ty)
                && !global.is_extern
            {
                global.ty = program.types.intern(Type::Array(element, 1));
            }
        }
        self.program
    }

    /// Gives an alias a body that calls its target.
    fn forward(&mut self, alias: FunctionId, target: FunctionId, span: Span) {
        let types = &self.program.types;
        if self.program.functions[alias.index()].body.is_some() {
            return;
        }
        let ty = self.program.functions[target.index()].ty;
        let Some(function) = types.function(ty).cloned() else { return };
        let locals: Vec<Local> = function
            .params
            .iter()
            .map(|&ty| Local {
                name: String::new(),
                ty,
                address_taken: types.is_record(ty),
                written: true,
                align: None,
                span,
            })
            .collect();
        let params: Vec<LocalId> = (0..locals.len() as u32).map(LocalId).collect();
        let args = params.iter().map(|&p| {
            let ty = locals[p.index()].ty;
            let place = Place { kind: PlaceKind::Local(p), ty, span };
            Expr { kind: ExprKind::Load(Box::new(place)), ty: types.unqualified(ty), span }
        });
        let call = Expr { kind: ExprKind::Call(target, args.collect()), ty: function.result, span };
        let kind = if function.variadic {
            StmtKind::Expr(Expr {
                kind: ExprKind::Unsupported("alias of a variadic function".to_owned()),
                ty: types.void,
                span,
            })
        } else if types.is_void(function.result) {
            StmtKind::Expr(call)
        } else {
            StmtKind::Return(Some(call))
        };
        let block = vec![Stmt { kind, span }];
        let (labels, vlas, cleanups) = Default::default();
        let body = Body { params, locals, labels, vlas, cleanups, block, end: span };
        let entry = &mut self.program.functions[alias.index()];
        entry.body = Some(body);
        entry.ty = ty;
    }
}

/// Checks units and links them into a program.
pub fn check(
    units: Vec<(ast::Unit, UnitInfo)>,
    names: &mut Names,
    data_model: DataModel,
    diagnostics: &mut Diagnostics,
) -> Program {
    let mut linker = Linker::new(data_model);
    for (unit, _) in units.iter().filter(|(_, info)| !info.is_library) {
        linker.announce(unit);
    }
    for (unit, info) in units {
        linker.add(unit, info, names, diagnostics);
    }
    linker.finish()
}

impl Checker<'_> {
    /// The entry of a declared function in the program; a body that waits for it gets ready.
    pub(crate) fn function_id(&mut self, decl: u32) -> FunctionId {
        if self.unevaluated > 0 {
            return FunctionId(u32::MAX);
        }
        let d = &mut self.functions[decl as usize];
        if let Some(waiting) = d.waiting.take() {
            self.ready.push(waiting);
        }
        if let Some(id) = d.id {
            return id;
        }
        let known = if d.is_static { None } else { self.linker.functions.get(&d.link).copied() };
        let id = match known {
            Some(id) => {
                self.same_function(id, decl);
                id
            }
            None => self.add_function(decl),
        };
        self.functions[decl as usize].id = Some(id);
        if !self.functions[decl as usize].contracts.is_empty() {
            self.link_contracts(decl, id);
        }
        id
    }

    fn add_function(&mut self, decl: u32) -> FunctionId {
        let d = &self.functions[decl as usize];
        let id = FunctionId(self.linker.program.functions.len() as u32);
        self.linker.program.functions.push(Function {
            name: self.names.text(d.name).to_owned(),
            ty: d.ty,
            body: None,
            noreturn: d.noreturn,
            pure: d.pure,
            weak: d.weak,
            is_static: d.is_static,
            address_taken: false,
            span: d.span,
            implicit: d.implicit,
            is_library: false,
            is_system: false,
            is_clause: self.names.text(d.name).starts_with(crate::contract::PREFIX),
            contracts: Vec::new(),
            nonnull: d.nonnull,
            returns_nonnull: d.returns_nonnull,
        });
        self.linker.function_symbols.push(Symbol::default());
        if !d.is_static {
            self.linker.functions.insert(d.link, id);
        }
        id
    }

    /// A function declared here is one that another unit knows.
    fn same_function(&mut self, id: FunctionId, decl: u32) {
        let d = &self.functions[decl as usize];
        let entry = &self.linker.program.functions[id.index()];
        let (ours, theirs, span, there) = (d.ty, entry.ty, d.span, entry.span);
        if !d.implicit && !entry.implicit && !self.types().same_shape(ours, theirs) && !self.is_library {
            let message =
                format!("type of '{}' does not match its declaration in another file", self.text(d.name));
            self.report(Severity::Warning, span, message, (there, "declared differently here"));
        }
        let noreturn = self.functions[decl as usize].noreturn;
        let implicit = self.functions[decl as usize].implicit;
        let entry = &mut self.linker.program.functions[id.index()];
        entry.noreturn |= noreturn;
        if entry.implicit && !implicit && entry.body.is_none() {
            entry.ty = ours;
            entry.implicit = false;
        }
    }

    /// Takes the definition of a function; false if another one stays in force.
    pub(crate) fn claim_function(
        &mut self,
        id: FunctionId,
        strength: Strength,
        span: Span,
        name: Name,
    ) -> bool {
        let symbol = self.linker.function_symbols[id.index()];
        if strength == Strength::Strong && symbol.strength == Strength::Strong {
            let message = format!("redefinition of '{}'", self.text(name));
            self.error_with_note(span, message, (symbol.span, "previous definition is here"));
            return false;
        }
        if strength <= symbol.strength {
            return false;
        }
        self.linker.function_symbols[id.index()] = Symbol { strength, span };
        true
    }

    /// The entry of a declared object in the program.
    pub(crate) fn object_id(&mut self, decl: u32) -> GlobalId {
        let d = &self.objects[decl as usize];
        if let Some(id) = d.id {
            return id;
        }
        if self.unevaluated > 0 {
            return GlobalId(u32::MAX);
        }
        let known = if d.is_static { None } else { self.linker.objects.get(&d.link).copied() };
        let id = match known {
            Some(id) => {
                self.same_object(id, decl);
                id
            }
            None => self.add_object(decl),
        };
        self.objects[decl as usize].id = Some(id);
        id
    }

    fn add_object(&mut self, decl: u32) -> GlobalId {
        let d = &self.objects[decl as usize];
        let types = self.types();
        let global = Global {
            name: Some(self.names.text(d.name).to_owned()),
            ty: d.ty,
            address_taken: types.is_array(d.ty) || types.is_record(d.ty),
            is_extern: !d.is_static,
            is_static: d.is_static,
            is_const: types.qualifiers(d.ty).is_const,
            thread_local: d.thread_local,
            align: d.align,
            size: None,
            init: GlobalInit::Zero,
            span: d.span,
            is_library: self.is_library,
        };
        let (name, external) = (d.link, !d.is_static);
        let id = self.add_global(global);
        if external {
            self.linker.objects.insert(name, id);
        }
        id
    }

    /// A new object of static storage.
    pub(crate) fn add_global(&mut self, global: Global) -> GlobalId {
        self.linker.program.globals.push(global);
        self.linker.object_symbols.push(Symbol::default());
        GlobalId(self.linker.program.globals.len() as u32 - 1)
    }

    fn same_object(&mut self, id: GlobalId, decl: u32) {
        let d = &self.objects[decl as usize];
        let entry = &self.linker.program.globals[id.index()];
        let (ours, theirs, span, there, name) = (d.ty, entry.ty, d.span, entry.span, d.name);
        if !self.types().same_shape(ours, theirs) {
            let message =
                format!("type of '{}' does not match its declaration in another file", self.text(name));
            self.report(Severity::Warning, span, message, (there, "declared differently here"));
        }
        if !self.types().is_complete(theirs) && self.types().is_complete(ours) {
            self.linker.program.globals[id.index()].ty = ours;
        }
    }

    /// Takes the definition of an object; false if another one stays in force.
    pub(crate) fn claim_object(&mut self, id: GlobalId, strength: Strength, span: Span, name: Name) -> bool {
        let symbol = self.linker.object_symbols[id.index()];
        if strength == Strength::Strong && symbol.strength == Strength::Strong {
            let message = format!("redefinition of '{}'", self.text(name));
            self.error_with_note(span, message, (symbol.span, "previous definition is here"));
            return false;
        }
        if strength <= symbol.strength {
            return false;
        }
        self.linker.object_symbols[id.index()] = Symbol { strength, span };
        let is_library = self.is_library;
        let global = &mut self.linker.program.globals[id.index()];
        global.is_extern = false;
        global.span = span;
        global.is_library = is_library;
        true
    }
}
