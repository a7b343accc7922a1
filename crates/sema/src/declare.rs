//! Declarations and definitions: typedefs, objects, functions.

use maymust_source::{Severity, Span};
use maymust_syntax::Name;
use maymust_syntax::ast::{self, DeclPart, Declaration, InitDeclarator, Item, Storage, TypeSpec};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::attribute::Attributes;
use crate::check::{Checker, FunctionDecl, FunctionState, ObjectDecl, Waiting};
use crate::contract::ClauseKind;
use crate::hir::*;
use crate::link::Strength;
use crate::scope::Entity;
use crate::specs::Specs;
use crate::types::*;

/// What is being declared.
#[derive(Clone)]
pub(crate) struct Declared {
    pub(crate) name: Name,
    pub(crate) link: Name,
    pub(crate) ty: TypeId,
    pub(crate) span: Span,
    pub(crate) storage: Storage,
    pub(crate) thread_local: bool,
    pub(crate) attributes: Attributes,
    pub(crate) align: Option<u64>,
}

impl Checker<'_> {
    /// Checks a whole unit. What is checked is dropped at once: its memory serves what comes next.
    pub(crate) fn unit(&mut self, unit: ast::Unit) {
        for item in unit.items {
            match item {
                Item::Declaration(declaration) => self.declaration(&declaration, &mut Vec::new()),
                Item::Function(def) => self.function_definition(def),
                Item::StaticAssert(assert) => self.static_assert(&assert),
                Item::Asm(_) => {}
            }
        }
        let mut next = 0;
        while next < self.ready.len() {
            let waiting = self.ready[next] as usize;
            next += 1;
            self.waiting_body(waiting);
        }
        self.check_complete();
    }

    /// What is defined here needs a size by the end of the unit.
    fn check_complete(&mut self) {
        for i in 0..self.objects.len() {
            let d = &self.objects[i];
            let (ty, span, name) = (d.ty, d.span, d.name);
            let Some(global) = d.id.and_then(|id| self.linker.program.globals.get(id.index())) else {
                continue;
            };
            let types = self.types();
            if !global.is_extern && !types.is_complete(ty) && !types.is_array(ty) && !types.is_error(ty) {
                let message = format!("storage size of '{}' isn't known", self.text(name));
                self.error(span, message);
            }
        }
    }

    fn waiting_body(&mut self, index: usize) {
        let Some(waiting) = self.waiting[index].take() else { return };
        let Waiting { def, decl, param_types, inline_only, names_then, tags_then } = waiting;
        self.ordinary.look_from(names_then);
        self.tags.look_from(tags_then);
        self.function_body(&def, decl, param_types, inline_only);
        self.ordinary.look_from_end();
        self.tags.look_from_end();
    }

    /// Can the body wait until the function is referenced?
    fn may_wait(&self, def: &ast::FunctionDef, decl: u32) -> bool {
        let d = &self.functions[decl as usize];
        let yields = d.is_static || d.inline_only;
        yields && d.id.is_none() && (def.specs.inline || self.is_library)
    }

    pub(crate) fn function_definition(&mut self, def: Box<ast::FunctionDef>) {
        let Some((declared, params)) = self.definition_head(&def) else { return };
        let decl = self.declare_function(&declared);
        if !self.names.text(declared.name).starts_with(crate::contract::PREFIX) {
            self.contract(decl, &def.specs, &def.declarator, &declared.attributes.contracts);
        }
        let (name, prototype) = (declared.name, is_prototype(&def));
        let d = &mut self.functions[decl as usize];
        // The definition's own parameters count, whatever was declared before.
        if !prototype {
            d.old_params = Some(params.clone());
        }
        let previous = d.defined.replace(def.declarator.span);
        let inline_only = (def.specs.inline && def.specs.storage != Storage::Static)
            && (def.specs.storage != Storage::Extern || d.gnu_inline);
        if let Some(previous) = previous
            && !inline_only
            && !d.inline_only
        {
            let message = format!("redefinition of '{}'", self.text(name));
            self.error_with_note(def.declarator.span, message, (previous, "previous definition is here"));
            return;
        }
        let d = &mut self.functions[decl as usize];
        d.inline_only = inline_only;
        // A definition proper replaces an inline one.
        d.waiting = None;
        self.note_hooks(decl, &declared.attributes);
        if self.may_wait(&def, decl) {
            let (names_then, tags_then) = (self.ordinary.now(), self.tags.now());
            let waiting = Waiting { def, decl, param_types: params, inline_only, names_then, tags_then };
            self.waiting.push(Some(waiting));
            self.functions[decl as usize].waiting = Some(self.waiting.len() as u32 - 1);
            return;
        }
        self.function_body(&def, decl, params, inline_only);
    }

    /// A function inside another one (GNU): a static function whose name has the block's scope.
    pub(crate) fn nested_function(&mut self, def: &ast::FunctionDef) {
        let Some((declared, params)) = self.definition_head(def) else { return };
        let declared = Declared { storage: Storage::Static, ..declared };
        // `auto int f(int);` may have declared it.
        let known = match self.ordinary.find_here(declared.name).map(|b| b.entity) {
            Some(Entity::Function(decl)) if self.functions[decl as usize].is_static => Some(decl),
            _ => None,
        };
        let decl = known.unwrap_or_else(|| self.declare_nested(&declared));
        let d = &mut self.functions[decl as usize];
        if !is_prototype(def) {
            d.old_params = Some(params.clone());
        }
        if let Some(previous) = d.defined.replace(def.declarator.span) {
            let message = format!("redefinition of '{}'", self.text(declared.name));
            self.error_with_note(def.declarator.span, message, (previous, "previous definition is here"));
            return;
        }
        self.function_body(def, decl, params, false);
    }

    pub(crate) fn declare_nested(&mut self, declared: &Declared) -> u32 {
        let decl = self.new_function(declared, false);
        self.ordinary.bind(declared.name, Entity::Function(decl), declared.span);
        decl
    }

    /// What the head of a function definition declares, and the types of its parameters.
    fn definition_head(&mut self, def: &ast::FunctionDef) -> Option<(Declared, Vec<TypeId>)> {
        let specs = self.specs(&def.specs, false);
        let mut attributes = specs.attributes.clone();
        self.attributes(&def.declarator.attrs, &mut attributes);
        let base = self.apply_type_attributes(specs.ty, &attributes);
        let mut ty = self.declarator_type(base, &def.declarator);
        let mut params = std::mem::take(&mut self.param_types);
        let (Some(name), Some(DeclPart::Function(part))) =
            (def.declarator.name, def.declarator.parts.first())
        else {
            self.error(def.span, "a function definition needs a function declarator");
            return None;
        };
        if !self.types().is_function(ty) {
            return None;
        }
        let old_style = !part.prototype && !part.names.is_empty();
        if old_style {
            params = self.old_style_params(part, &def.old_style);
            ty = self.with_params(ty, &params);
        }
        let link = self.link_name(name, &def.declarator);
        let declared = Declared {
            name,
            link,
            ty,
            span: def.declarator.span,
            storage: def.specs.storage,
            thread_local: false,
            attributes,
            align: None,
        };
        Some((declared, params))
    }

    /// `constructor` and `destructor`.
    fn note_hooks(&mut self, decl: u32, attributes: &Attributes) {
        if let Some(priority) = attributes.constructor {
            let id = self.function_id(decl);
            self.linker.constructors.push((priority, id));
        }
        if let Some(priority) = attributes.destructor {
            let id = self.function_id(decl);
            self.linker.destructors.push((priority, id));
        }
    }

    /// The parameter types of a K&R definition.
    fn old_style_params(&mut self, part: &ast::FunctionPart, declarations: &[Declaration]) -> Vec<TypeId> {
        let mut found = FxHashMap::default();
        self.in_prototype += 1;
        for declaration in declarations {
            let specs = self.specs(&declaration.specs, declaration.declarators.is_empty());
            for init in &declaration.declarators {
                let ty = self.declarator_type(specs.ty, &init.declarator);
                let ty = self.adjust_param(ty);
                let Some(name) = init.declarator.name else { continue };
                if !part.names.iter().any(|(n, _)| *n == name) {
                    let message =
                        format!("declaration for parameter '{}' but no such parameter", self.text(name));
                    self.error(init.declarator.span, message);
                }
                found.insert(name, ty);
            }
        }
        self.in_prototype -= 1;
        let int = self.types().int;
        part.names.iter().map(|(name, _)| found.get(name).copied().unwrap_or(int)).collect()
    }

    fn with_params(&mut self, ty: TypeId, params: &[TypeId]) -> TypeId {
        let Type::Function(function) = self.types().get(ty) else { return ty };
        let params = params.iter().map(|&p| self.types().unqualified(p)).collect();
        let function = FunctionType { params, ..function.clone() };
        self.types_mut().intern(Type::Function(function))
    }

    /// Checks the body of a function and puts it into the program.
    fn function_body(&mut self, def: &ast::FunctionDef, decl: u32, params: Vec<TypeId>, inline_only: bool) {
        let id = self.function_id(decl);
        let d = &self.functions[decl as usize];
        let (name, noreturn) = (d.name, d.noreturn);
        let strength = if self.is_library && !d.is_static {
            Strength::Library
        } else if inline_only {
            Strength::Inline
        } else if d.weak {
            Strength::Weak
        } else {
            Strength::Strong
        };
        if !self.claim_function(id, strength, def.declarator.span, name) {
            return;
        }
        let ty = self.definition_type(decl, def);
        let Some(function) = self.types().function(ty) else { return };
        let (result, variadic) = (function.result, function.variadic);
        if !self.types().is_complete(result) && !self.types().is_void(result) {
            self.error(def.declarator.span, "return type is an incomplete type");
        }
        let body = Body {
            params: Vec::new(),
            locals: Vec::new(),
            labels: Vec::new(),
            vlas: Vec::new(),
            cleanups: Vec::new(),
            block: Vec::new(),
            end: Span::new(def.span.hi.saturating_sub(1), def.span.hi),
        };
        let state = FunctionState {
            id,
            name,
            result,
            noreturn,
            body,
            labels: FxHashMap::default(),
            local_labels: Vec::new(),
            placed: Vec::new(),
            switches: Vec::new(),
            loops: 0,
            breakable: 0,
            undeclared: FxHashSet::default(),
            func_name: None,
            variadic,
            depth: self.ordinary.depth() + 1,
        };
        let outer = self.function.replace(Box::new(state));
        self.ordinary.enter();
        self.tags.enter();
        let mut block = Vec::new();
        self.bind_params(def, &params, &mut block);
        for stmt in &def.body.stmts {
            self.stmt(stmt, &mut block);
        }
        self.check_labels();
        self.tags.leave();
        self.ordinary.leave();
        let state = std::mem::replace(&mut self.function, outer);
        if let Some(state) = state {
            self.finish_body(def, *state, ty, block);
        }
    }

    /// The type the definition itself gives: a K&R definition has no prototype even if one was declared.
    fn definition_type(&mut self, decl: u32, def: &ast::FunctionDef) -> TypeId {
        let d = &self.functions[decl as usize];
        match (&d.old_params, def.declarator.parts.first()) {
            (Some(params), Some(DeclPart::Function(part))) if !part.prototype => {
                let (ty, params) = (d.ty, params.clone());
                self.with_params(ty, &params)
            }
            _ => d.ty,
        }
    }

    fn finish_body(
        &mut self,
        def: &ast::FunctionDef,
        state: FunctionState,
        ty: TypeId,
        mut block: Vec<Stmt>,
    ) {
        let end = Span::new(def.body.span.hi.saturating_sub(1), def.body.span.hi);
        if self.names.text(state.name) == "main" && self.types().is_integer(state.result) {
            let zero = self.int_expr(0, state.result, end);
            block.push(Stmt { kind: StmtKind::Return(Some(zero)), span: end });
        }
        let is_library = self.is_library;
        let entry = &mut self.linker.program.functions[state.id.index()];
        entry.body = Some(Body { block, end, ..state.body });
        entry.ty = ty;
        entry.noreturn |= state.noreturn;
        entry.span = def.declarator.span;
        entry.is_library = is_library || entry.is_clause;
        entry.implicit = false;
    }

    fn bind_params(&mut self, def: &ast::FunctionDef, types: &[TypeId], block: &mut Vec<Stmt>) {
        let Some(DeclPart::Function(part)) = def.declarator.parts.first() else { return };
        for (i, &ty) in types.iter().enumerate() {
            let (name, span) = match part.params.get(i) {
                Some(param) => (param.declarator.name, param.declarator.span),
                None => part.names.get(i).map_or((None, def.declarator.span), |(n, s)| (Some(*n), *s)),
            };
            let mut ty = ty;
            if self.types().is_variably_modified(ty)
                && let Some(param) = part.params.get(i)
            {
                // Now the earlier parameters can be named in lengths.
                ty = self.param_type(&param.specs, &param.declarator).1;
                block.append(&mut self.vla_sizes);
            } else if let Some(param) = part.params.get(i)
                && let Some(DeclPart::Array { size: ast::ArraySize::Expr(size), .. }) =
                    param.declarator.parts.first()
            {
                // A length that the pointer forgets is evaluated all the same.
                let size = self.value(size);
                if !matches!(size.kind, ExprKind::Constant(_) | ExprKind::Load(_)) {
                    block.push(Stmt { span: size.span, kind: StmtKind::Expr(size) });
                }
            }
            if !self.types().is_complete(ty) && !self.types().is_error(ty) {
                self.error(span, "parameter has incomplete type");
            }
            let text = name.map(|n| self.text(n)).unwrap_or_default();
            let local = self.add_local(text, ty, None, span);
            if let Some(function) = &mut self.function {
                function.body.params.push(local);
            }
            let Some(name) = name else { continue };
            if let Some(previous) = self.ordinary.find_here(name).copied() {
                let message = format!("redefinition of parameter '{}'", self.text(name));
                self.error_with_note(span, message, (previous.span, "previous definition is here"));
            }
            self.ordinary.bind(name, Entity::Local(local), span);
        }
    }

    pub(crate) fn static_assert(&mut self, assert: &ast::StaticAssert) {
        let Some((value, _)) = self.constant_int(&assert.condition, "expression in static assertion") else {
            return;
        };
        if value == 0 {
            let message = match &assert.message {
                Some(text) => format!("static assertion failed: \"{text}\""),
                None => "static assertion failed".to_owned(),
            };
            self.error(assert.span, message);
        }
    }
}

impl Checker<'_> {
    /// A declaration at file scope or in a block; statements it needs go to `out`.
    pub(crate) fn declaration(&mut self, declaration: &Declaration, out: &mut Vec<Stmt>) {
        let specs = self.specs(&declaration.specs, declaration.declarators.is_empty());
        out.append(&mut self.vla_sizes);
        for init in &declaration.declarators {
            self.init_declarator(&declaration.specs, &specs, init, out);
        }
    }

    fn init_declarator(
        &mut self,
        ast: &ast::DeclSpecs,
        specs: &Specs,
        init: &InitDeclarator,
        out: &mut Vec<Stmt>,
    ) {
        let declarator = &init.declarator;
        let Some(name) = declarator.name else { return };
        let mut attributes = specs.attributes.clone();
        self.attributes(&declarator.attrs, &mut attributes);
        let mut base = self.apply_type_attributes(specs.ty, &attributes);
        if matches!(ast.ty, TypeSpec::AutoType) {
            base = self.auto_type(init.init.as_ref(), declarator.span);
        }
        let ty = self.declarator_type(base, declarator);
        out.append(&mut self.vla_sizes);
        let align = attributes.align.max(specs.alignas);
        let link = self.link_name(name, declarator);
        let declared = Declared {
            name,
            link,
            ty,
            span: declarator.span,
            storage: ast.storage,
            thread_local: ast.thread_local,
            attributes,
            align,
        };
        if ast.storage == Storage::Typedef {
            self.declare_typedef(&declared);
        } else if self.types().is_function(ty) {
            if init.init.is_some() {
                self.error(declarator.span, "function is initialized like a variable");
            }
            if ast.storage == Storage::Auto && self.function.is_some() {
                let nested = Declared { storage: Storage::Static, ..declared };
                self.declare_nested(&nested);
                return;
            }
            if let Some(clause) =
                declared.attributes.contracts.iter().find(|c| c.kind == ClauseKind::Invariant)
            {
                self.invariant(declarator, clause);
                return;
            }
            let decl = self.declare_function(&declared);
            self.note_alias(decl, &declared);
            self.contract(decl, ast, declarator, &declared.attributes.contracts);
        } else if self.function.is_none() || matches!(ast.storage, Storage::Extern | Storage::Static) {
            self.declare_object(&declared, init.init.as_ref());
        } else {
            self.declare_local(&declared, init.init.as_ref(), out);
        }
    }

    /// The name for the linker: an asm label, unless it only names the C library's own variant of the function.
    fn link_name(&mut self, name: Name, declarator: &ast::Declarator) -> Name {
        match &declarator.asm_label {
            Some(label) if !label.starts_with("__") && !label.ends_with("64") => self.names.intern(label),
            _ => self.plain_name(name),
        }
    }

    /// glibc's names of functions as some standard has them, seen in preprocessed and generated files, mean the
    /// functions.
    fn plain_name(&mut self, name: Name) -> Name {
        let text = self.names.text(name);
        let plain = text.strip_prefix("__isoc99_").or_else(|| text.strip_prefix("__isoc23_"));
        match plain.map(str::to_owned) {
            Some(plain) => self.names.intern(&plain),
            None => name,
        }
    }

    fn auto_type(&mut self, init: Option<&ast::Initializer>, span: Span) -> TypeId {
        let Some(ast::Initializer::Expr(expr)) = init else {
            self.error(span, "'__auto_type' requires an initialized data declaration");
            return self.types().error;
        };
        self.unevaluated += 1;
        let value = self.value(expr);
        self.unevaluated -= 1;
        value.ty
    }

    fn declare_typedef(&mut self, declared: &Declared) {
        let ty = self.with_align(declared.ty, declared.align);
        if declared.attributes.transparent
            && let Some(record) = self.types().record_of(ty)
        {
            self.types_mut().record_mut(record).transparent = true;
        }
        if let Some(previous) = self.ordinary.find_here(declared.name).copied() {
            let same = matches!(previous.entity, Entity::Typedef(old) if self.types().compatible(old, ty));
            if !same {
                let message = match previous.entity {
                    Entity::Typedef(_) => format!("conflicting types for '{}'", self.text(declared.name)),
                    _ => format!("'{}' redeclared as different kind of symbol", self.text(declared.name)),
                };
                self.error_with_note(declared.span, message, (previous.span, "previous declaration is here"));
            }
            return;
        }
        self.ordinary.bind(declared.name, Entity::Typedef(ty), declared.span);
    }

    /// Reports a clash with another kind of symbol in the same scope.
    fn clashes(&mut self, declared: &Declared, fits: fn(Entity) -> bool) -> bool {
        let Some(previous) = self.ordinary.find_here(declared.name).copied() else { return false };
        if fits(previous.entity) || previous.entity == Entity::Error {
            return false;
        }
        let message = format!("'{}' redeclared as different kind of symbol", self.text(declared.name));
        self.error_with_note(declared.span, message, (previous.span, "previous declaration is here"));
        true
    }

    /// Declares a function; gives its number in the unit.
    pub(crate) fn declare_function(&mut self, declared: &Declared) -> u32 {
        let clash = self.clashes(declared, |e| matches!(e, Entity::Function(_)));
        let visible = match self.ordinary.find(declared.name).map(|b| b.entity) {
            Some(Entity::Function(decl)) if !clash => Some(decl),
            _ => None,
        };
        let known = visible.or_else(|| self.extern_functions.get(&declared.name).copied());
        let decl = match known {
            Some(decl) => {
                self.redeclare_function(decl, declared);
                decl
            }
            None => self.new_function(declared, false),
        };
        let here = self.ordinary.find_here(declared.name).is_some();
        if !here {
            self.ordinary.bind(declared.name, Entity::Function(decl), declared.span);
        }
        decl
    }

    /// A function this unit has not met.
    pub(crate) fn new_function(&mut self, declared: &Declared, implicit: bool) -> u32 {
        let decl = self.functions.len() as u32;
        let is_static = declared.storage == Storage::Static;
        self.functions.push(FunctionDecl {
            name: declared.name,
            link: declared.link,
            ty: declared.ty,
            is_static,
            noreturn: declared.attributes.noreturn,
            nonnull: declared.attributes.nonnull,
            returns_nonnull: declared.attributes.returns_nonnull,
            contracts: Vec::new(),
            pure: declared.attributes.pure,
            weak: declared.attributes.weak,
            span: declared.span,
            defined: None,
            implicit,
            old_params: None,
            id: None,
            waiting: None,
            inline_only: false,
            gnu_inline: declared.attributes.gnu_inline,
        });
        if !is_static {
            self.extern_functions.insert(declared.name, decl);
        }
        decl
    }

    fn redeclare_function(&mut self, decl: u32, declared: &Declared) {
        let d = &self.functions[decl as usize];
        let (old, old_span, implicit) = (d.ty, d.span, d.implicit);
        if declared.storage == Storage::Static && !d.is_static {
            let message = format!(
                "static declaration of '{}' follows non-static declaration",
                self.text(declared.name)
            );
            self.conflict(declared, implicit, message, old_span);
        }
        let mut ty = declared.ty;
        if self.types().compatible(old, declared.ty) {
            ty = self.types_mut().composite(old, declared.ty);
        } else if !self.promotes_to(old, declared.ty) {
            let message = format!("conflicting types for '{}'", self.text(declared.name));
            self.conflict(declared, implicit, message, old_span);
        }
        let d = &mut self.functions[decl as usize];
        d.ty = ty;
        d.noreturn |= declared.attributes.noreturn;
        d.nonnull |= declared.attributes.nonnull;
        d.returns_nonnull |= declared.attributes.returns_nonnull;
        d.pure |= declared.attributes.pure;
        d.weak |= declared.attributes.weak;
        d.gnu_inline |= declared.attributes.gnu_inline;
        d.implicit = false;
        if let Some(id) = d.id {
            let (noreturn, pure, weak) = (d.noreturn, d.pure, d.weak);
            let (nonnull, returns_nonnull) = (d.nonnull, d.returns_nonnull);
            let entry = &mut self.linker.program.functions[id.index()];
            entry.noreturn |= noreturn;
            entry.nonnull |= nonnull;
            entry.returns_nonnull |= returns_nonnull;
            entry.pure |= pure;
            entry.weak |= weak;
            if entry.body.is_none() {
                entry.ty = ty;
                entry.implicit = false;
            }
        }
    }

    /// A clash with what was only declared by a call is a warning.
    fn conflict(&mut self, declared: &Declared, implicit: bool, message: String, previous: Span) {
        let severity = if implicit { Severity::Warning } else { Severity::Error };
        self.report(severity, declared.span, message, (previous, "previous declaration is here"));
    }

    /// A K&R definition and a prototype agree if the prototype's types are the promoted or the declared ones.
    fn promotes_to(&self, a: TypeId, b: TypeId) -> bool {
        let types = self.types();
        let (Some(f), Some(g)) = (types.function(a), types.function(b)) else { return false };
        !(f.prototype && g.prototype) && types.compatible(f.result, g.result)
    }

    /// `alias("target")`
    fn note_alias(&mut self, decl: u32, declared: &Declared) {
        let Some(target) = &declared.attributes.alias else { return };
        let target = self.names.intern(target);
        let target = match self.ordinary.find(target).map(|b| b.entity) {
            Some(Entity::Function(target)) => target,
            _ => match self.extern_functions.get(&target) {
                Some(&target) => target,
                None => {
                    self.warning(declared.span, "alias of a function that is not declared: left undefined");
                    return;
                }
            },
        };
        let (alias, target) = (self.function_id(decl), self.function_id(target));
        self.linker.function_symbols[alias.index()].strength = Strength::Weak;
        self.linker.aliases.push((alias, target, declared.span));
    }

    fn find_object(&mut self, declared: &Declared) -> Option<u32> {
        if self.function.is_some() && declared.storage == Storage::Static {
            return None;
        }
        match self.ordinary.find(declared.name).map(|b| b.entity) {
            Some(Entity::Object(decl)) if !self.objects[decl as usize].is_local => Some(decl),
            _ => self.extern_objects.get(&declared.name).copied(),
        }
    }

    /// Declares an object of static storage, at file scope or in a block.
    fn declare_object(&mut self, declared: &Declared, init: Option<&ast::Initializer>) {
        if self.clashes(declared, |e| matches!(e, Entity::Object(_))) {
            return;
        }
        let local = self.function.is_some() && declared.storage == Storage::Static;
        if local && let Some(previous) = self.ordinary.find_here(declared.name).copied() {
            let message = format!("redeclaration of '{}' with no linkage", self.text(declared.name));
            self.error_with_note(declared.span, message, (previous.span, "previous declaration is here"));
        }
        let decl = match self.find_object(declared) {
            Some(decl) => {
                self.redeclare_object(decl, declared);
                decl
            }
            None => self.new_object(declared, local),
        };
        if local || self.ordinary.find_here(declared.name).is_none() {
            self.ordinary.bind(declared.name, Entity::Object(decl), declared.span);
        }
        if let Some(target) = &declared.attributes.alias {
            return self.alias_object(decl, declared, target);
        }
        let defines = init.is_some() || declared.storage != Storage::Extern;
        if defines {
            self.define_object(decl, declared, init);
        }
    }

    /// `alias("target")` of an object: another name of it, maybe with another type.
    fn alias_object(&mut self, decl: u32, declared: &Declared, target: &str) {
        let target = self.names.intern(target);
        let known = match self.ordinary.find(target).map(|b| b.entity) {
            Some(Entity::Object(target)) if !self.objects[target as usize].is_local => Some(target),
            Some(_) => None,
            // It follows: a declaration of it as an object of the alias's type stands in until then.
            None => Some(self.extern_objects.get(&target).copied().unwrap_or_else(|| {
                let stand_in = Declared { name: target, link: target, ..declared.clone() };
                self.new_object(&Declared { storage: Storage::Extern, ..stand_in }, false)
            })),
        };
        let alias = &self.objects[decl as usize];
        let (link, is_static) = (alias.link, alias.is_static);
        let is_used = alias.id.is_some() || (!is_static && self.linker.objects.contains_key(&link));
        let types = self.types();
        // A scalar may become a variable of the program model, which has one type; other objects lie in memory.
        let is_possible = |t: &u32| {
            let (of_alias, of_target) =
                (types.unqualified(alias.ty), types.unqualified(self.objects[*t as usize].ty));
            types.compatible(of_alias, of_target) || !types.is_scalar(of_target)
        };
        let Some(target) = known.filter(|t| !is_used && is_possible(t)) else {
            let why = if is_used {
                "an object that was used before cannot become an alias"
            } else {
                "an alias of a scalar needs its type"
            };
            self.error(declared.span, why);
            return;
        };
        let id = self.object_id(target);
        self.objects[decl as usize].id = Some(id);
        if !is_static {
            self.linker.objects.insert(link, id);
        }
    }

    fn new_object(&mut self, declared: &Declared, is_local: bool) -> u32 {
        let decl = self.objects.len() as u32;
        let is_static = declared.storage == Storage::Static;
        self.objects.push(ObjectDecl {
            name: declared.name,
            link: declared.link,
            ty: declared.ty,
            is_static,
            is_local,
            span: declared.span,
            thread_local: declared.thread_local,
            align: declared.align,
            id: None,
        });
        if !is_static {
            self.extern_objects.insert(declared.name, decl);
        }
        decl
    }

    fn redeclare_object(&mut self, decl: u32, declared: &Declared) {
        let d = &self.objects[decl as usize];
        let (old, old_span) = (d.ty, d.span);
        if !self.types().compatible(old, declared.ty) {
            let message = format!("conflicting types for '{}'", self.text(declared.name));
            self.error_with_note(declared.span, message, (old_span, "previous declaration is here"));
            return;
        }
        if declared.storage == Storage::Static && !self.objects[decl as usize].is_static {
            let message = format!(
                "static declaration of '{}' follows non-static declaration",
                self.text(declared.name)
            );
            self.error_with_note(declared.span, message, (old_span, "previous declaration is here"));
        }
        let ty = self.types_mut().composite(old, declared.ty);
        let d = &mut self.objects[decl as usize];
        d.ty = ty;
        d.align = d.align.max(declared.align);
        if let Some(id) = d.id {
            let align = d.align;
            let global = &mut self.linker.program.globals[id.index()];
            global.ty = ty;
            global.align = align;
        }
    }

    fn define_object(&mut self, decl: u32, declared: &Declared, init: Option<&ast::Initializer>) {
        let ty = self.objects[decl as usize].ty;
        if self.types().is_void(ty) || self.types().contains_vla(ty) {
            let what = if self.types().is_void(ty) { "declared void" } else { "has variable size" };
            let message = format!("storage of '{}' {what}", self.text(declared.name));
            self.error(declared.span, message);
            return;
        }
        let local = self.objects[decl as usize].is_local;
        if local && init.is_none() && !self.types().is_complete(ty) {
            let message = format!("storage size of '{}' isn't known", self.text(declared.name));
            self.error(declared.span, message);
            return;
        }
        let id = self.object_id(decl);
        let strength = if self.is_library && !self.objects[decl as usize].is_static {
            Strength::Library
        } else if declared.attributes.weak {
            Strength::Weak
        } else if init.is_some() {
            Strength::Strong
        } else {
            Strength::Tentative
        };
        let claimed = id.0 != u32::MAX && self.claim_object(id, strength, declared.span, declared.name);
        let Some(init) = init else { return };
        let (ty, init, size) = self.static_initializer(ty, init, declared.span);
        self.objects[decl as usize].ty = ty;
        if claimed {
            let global = &mut self.linker.program.globals[id.index()];
            global.ty = ty;
            global.init = init;
            global.size = size;
        }
    }

    fn declare_local(&mut self, declared: &Declared, init: Option<&ast::Initializer>, out: &mut Vec<Stmt>) {
        if let Some(previous) = self.ordinary.find_here(declared.name).copied() {
            let message = format!("redeclaration of '{}' with no linkage", self.text(declared.name));
            self.error_with_note(declared.span, message, (previous.span, "previous declaration is here"));
        }
        let name = self.text(declared.name);
        let local = self.add_local(name, declared.ty, declared.align, declared.span);
        if let Some(function) = &mut self.function {
            function.body.locals[local.index()].written = false;
        }
        self.ordinary.bind(declared.name, Entity::Local(local), declared.span);
        let (ty, init) = match init {
            Some(init) => {
                let (ty, init) = self.local_initializer(declared.ty, init, declared.span);
                (ty, Some(init))
            }
            None => (declared.ty, None),
        };
        if !self.types().is_complete(ty) && !self.types().is_error(ty) {
            let what = if self.types().is_void(ty) { "declared void" } else { "has incomplete type" };
            let message = format!("variable '{}' {what}", self.text(declared.name));
            self.error(declared.span, message);
            self.ordinary.replace(declared.name, Entity::Error);
        }
        if let Some(function) = &mut self.function {
            let data = &mut function.body.locals[local.index()];
            data.ty = ty;
            // Its own initialiser may have assigned to it.
            data.written |= init.is_some();
        }
        out.push(Stmt { kind: StmtKind::Declare(local, init), span: declared.span });
        if let Some(function) = declared.attributes.cleanup {
            self.declare_cleanup(declared, function, out);
        }
    }

    /// `f(&x)` will be called when the block of `x` is left.
    fn declare_cleanup(&mut self, declared: &Declared, (function, span): (Name, Span), out: &mut Vec<Stmt>) {
        let variable = ast::Expr { kind: ast::ExprKind::Ident(declared.name), span };
        let address = ast::ExprKind::Unary(ast::UnaryOp::AddrOf, Box::new(variable));
        let args = vec![ast::Expr { kind: address, span }];
        let call =
            ast::ExprKind::Call(Box::new(ast::Expr { kind: ast::ExprKind::Ident(function), span }), args);
        let call = self.value(&ast::Expr { kind: call, span });
        if let Some(function) = &mut self.function {
            let id = CleanupId(function.body.cleanups.len() as u32);
            function.body.cleanups.push(call);
            out.push(Stmt { kind: StmtKind::Cleanup(id), span: declared.span });
        }
    }
}

/// Does the definition have a prototype (and not a list of names)?
fn is_prototype(def: &ast::FunctionDef) -> bool {
    matches!(def.declarator.parts.first(), Some(DeclPart::Function(part)) if part.prototype)
}
