//! Scopes: objects of a block are allocated when it is entered and die when it is left, however control moves.

use maymust_program::{LocId, VarId};
use maymust_sema::TypeId;
use maymust_sema::hir::{self, StmtKind};
use maymust_source::Span;

use crate::function::{Function, LocalHome};

/// Index of a scope of the function; 0 is the outermost.
pub(crate) type ScopeId = usize;

/// A block with objects.
#[derive(Default)]
pub(crate) struct Scope {
    pub parent: Option<ScopeId>,
    /// Address variables; those with a type are allocated on entry, the others (variable-length arrays, compound
    /// literals) when they are evaluated.
    pub objects: Vec<(VarId, Option<TypeId>)>,
    /// What is done first when the scope is left.
    pub cleanup: Option<hir::CleanupId>,
}

/// A `goto` waiting for its label.
pub(crate) struct Jump {
    pub from: LocId,
    pub scope: ScopeId,
    pub label: hir::LabelId,
    pub span: Span,
}

impl Function<'_, '_> {
    /// Adds an object that is allocated on entry of the current scope.
    pub fn add_object(&mut self, address: VarId, ty: TypeId) {
        self.scopes[self.scope].objects.push((address, Some(ty)));
    }

    /// Adds an object that is allocated later, if at all; its address is null until then.
    pub fn add_late_object(&mut self, address: VarId) {
        self.scopes[self.scope].objects.push((address, None));
        self.start_null.push(address);
    }

    /// Enters a scope with the objects that the statements declare directly. Gives the scope to return to.
    pub fn enter_scope(&mut self, stmts: &[hir::Stmt]) -> ScopeId {
        let outer = self.scope;
        self.scopes.push(Scope { parent: Some(outer), ..Scope::default() });
        self.scope = self.scopes.len() - 1;
        for stmt in stmts {
            let StmtKind::Declare(local, _) = &stmt.kind else { continue };
            let LocalHome::Object(address) = self.locals[local.index()] else { continue };
            let ty = self.body.locals[local.index()].ty;
            self.span = stmt.span;
            if self.l.types.contains_vla(ty) {
                self.add_late_object(address);
            } else {
                self.add_object(address, ty);
                self.allocate_local(address, ty);
            }
        }
        outer
    }

    /// The rest of the block is a scope of its own, which ends with a cleanup. Its objects are those of the block.
    pub fn start_cleanup(&mut self, id: hir::CleanupId) {
        self.scopes.push(Scope { parent: Some(self.scope), objects: Vec::new(), cleanup: Some(id) });
        self.scope = self.scopes.len() - 1;
    }

    /// Leaves the current scope at its end.
    pub fn exit_scope(&mut self, outer: ScopeId) {
        self.leave_scopes(self.scope, Some(outer));
        self.scope = outer;
    }

    /// Emits the cleanups and the deaths of all objects from scope `from` up to, but not including, `to` (`None`: all).
    pub fn leave_scopes(&mut self, from: ScopeId, to: Option<ScopeId>) {
        let mut scope = Some(from);
        while let Some(s) = scope.filter(|&s| Some(s) != to) {
            if let Some(id) = self.scopes[s].cleanup {
                let body = self.body;
                let mark = self.temporaries.len();
                self.effect(&body.cleanups[id.index()]);
                self.end_full_expression(mark);
            }
            for i in (0..self.scopes[s].objects.len()).rev() {
                let (address, ty) = self.scopes[s].objects[i];
                self.kill_object(address, ty.is_none());
            }
            scope = self.scopes[s].parent;
        }
    }

    fn kill_object(&mut self, address: VarId, late: bool) {
        if late {
            self.kill(address);
            return;
        }
        let pointer = self.var(address);
        self.emit(maymust_program::Op::Free { pointer, state: maymust_program::ObjectState::Dead });
    }

    /// Emits what a jump from one scope to another means for objects: deaths, then births.
    pub fn cross_scopes(&mut self, from: ScopeId, to: ScopeId) {
        let common = self.common_scope(from, to);
        self.leave_scopes(from, Some(common));
        let mut entered = Vec::new();
        let mut scope = to;
        while scope != common {
            entered.push(scope);
            scope = self.scopes[scope].parent.unwrap_or(common);
        }
        for s in entered.into_iter().rev() {
            for i in 0..self.scopes[s].objects.len() {
                if let (address, Some(ty)) = self.scopes[s].objects[i] {
                    self.allocate_local(address, ty);
                }
            }
        }
    }

    fn common_scope(&self, a: ScopeId, b: ScopeId) -> ScopeId {
        let mut ancestors = vec![a];
        let mut scope = a;
        while let Some(p) = self.scopes[scope].parent {
            ancestors.push(p);
            scope = p;
        }
        let mut scope = b;
        // Scope 0 is an ancestor of every scope.
        while !ancestors.contains(&scope) {
            scope = self.scopes[scope].parent.unwrap_or(0);
        }
        scope
    }

    /// Leads all `goto`s to their labels, now that every label's scope is known.
    pub fn resolve_jumps(&mut self) {
        for jump in std::mem::take(&mut self.jumps) {
            let Some((loc, scope)) = self.labels[jump.label.index()] else { continue };
            self.span = jump.span;
            self.start(jump.from);
            self.cross_scopes(jump.scope, scope);
            self.goto(loc);
        }
    }
}
