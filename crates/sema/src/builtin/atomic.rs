//! `__sync_*` and `__atomic_*`.

use maymust_source::Span;
use maymust_syntax::ast;

use crate::check::Checker;
use crate::hir::*;
use crate::types::*;

/// The operation of a fetch-and-op; none for nand.
fn operation(word: &str) -> Option<Option<BinaryOp>> {
    Some(Some(match word {
        "add" => BinaryOp::Add,
        "sub" => BinaryOp::Sub,
        "or" => BinaryOp::Or,
        "and" => BinaryOp::And,
        "xor" => BinaryOp::Xor,
        "nand" => return Some(None),
        _ => return None,
    }))
}

fn fetch_builtin(op: Option<BinaryOp>, old: bool) -> Builtin {
    match (op, old) {
        (Some(op), true) => Builtin::AtomicFetch(op),
        (Some(op), false) => Builtin::AtomicApply(op),
        (None, true) => Builtin::AtomicFetchNand,
        (None, false) => Builtin::AtomicNandFetch,
    }
}

impl Checker<'_> {
    pub(super) fn atomic(&mut self, name: &str, args: &[ast::Expr], span: Span) -> Option<Expr> {
        let types = self.types();
        let (void, bool_) = (types.void, types.bool_);
        match name {
            "__sync_synchronize" | "__atomic_thread_fence" | "__atomic_signal_fence" => {
                return Some(self.plain(Builtin::Fence, Vec::new(), void, span));
            }
            "__atomic_always_lock_free" | "__atomic_is_lock_free" => {
                return Some(self.int_expr(1, bool_, span));
            }
            _ => {}
        }
        let pointer = self.value(args.first()?);
        let Some(to) = self.types().pointee(pointer.ty) else {
            if !self.types().is_error(pointer.ty) {
                self.error(span, "first argument of an atomic builtin is not a pointer");
            }
            return Some(self.error_expr(span));
        };
        let ty = self.types().unqualified(to);
        if let Some(stem) = name.strip_prefix("__sync_") {
            return self.sync(stem, pointer, ty, args, span);
        }
        self.atomic_n(name.strip_prefix("__atomic_")?, pointer, ty, args, span)
    }

    fn sync(
        &mut self,
        name: &str,
        pointer: Expr,
        ty: TypeId,
        args: &[ast::Expr],
        span: Span,
    ) -> Option<Expr> {
        let (void, bool_) = (self.types().void, self.types().bool_);
        // `__sync_fetch_and_add_4` and the like are the same operations.
        let name = name.trim_end_matches(|c: char| c.is_ascii_digit()).trim_end_matches('_');
        let fetch = match name.strip_prefix("fetch_and_") {
            Some(word) => Some((operation(word)?, true)),
            None => name.strip_suffix("_and_fetch").and_then(|w| Some((operation(w)?, false))),
        };
        if let Some((op, old)) = fetch {
            let value = self.atomic_operand(args.get(1)?, ty);
            return Some(self.plain(fetch_builtin(op, old), vec![pointer, value], ty, span));
        }
        Some(match name {
            "bool_compare_and_swap" | "val_compare_and_swap" => {
                let (expected, desired) =
                    (self.atomic_operand(args.get(1)?, ty), self.atomic_operand(args.get(2)?, ty));
                let (builtin, ty) = match name {
                    "bool_compare_and_swap" => (Builtin::SyncBoolCompareSwap, bool_),
                    _ => (Builtin::SyncValCompareSwap, ty),
                };
                self.plain(builtin, vec![pointer, expected, desired], ty, span)
            }
            "lock_test_and_set" => {
                let value = self.atomic_operand(args.get(1)?, ty);
                self.plain(Builtin::AtomicExchange, vec![pointer, value], ty, span)
            }
            "lock_release" => {
                let zero = self.int_expr(0, self.types().int, span);
                let zero = self.convert(zero, ty);
                self.plain(Builtin::AtomicStore, vec![pointer, zero], void, span)
            }
            _ => return None,
        })
    }

    fn atomic_operand(&mut self, arg: &ast::Expr, ty: TypeId) -> Expr {
        let value = self.value(arg);
        self.convert(value, ty)
    }

    /// `*pointer` as a place.
    fn pointed(&mut self, arg: &ast::Expr, span: Span) -> Option<Place> {
        let pointer = self.value(arg);
        let to = self.types().pointee(pointer.ty)?;
        Some(self.deref_place(pointer, to, span))
    }

    fn load_pointed(&mut self, arg: &ast::Expr, ty: TypeId, span: Span) -> Option<Expr> {
        let place = self.pointed(arg, span)?;
        let value = self.decay(crate::expr::Operand::Place(place));
        Some(self.convert(value, ty))
    }

    fn store_pointed(&mut self, arg: &ast::Expr, value: Expr, span: Span) -> Option<Expr> {
        let place = self.pointed(arg, span)?;
        let ty = self.types().unqualified(place.ty);
        let value = self.convert(value, ty);
        let store = Expr { kind: ExprKind::Assign(Box::new(place), Box::new(value)), ty, span };
        let void = self.types().void;
        Some(self.convert(store, void))
    }

    fn atomic_n(
        &mut self,
        name: &str,
        pointer: Expr,
        ty: TypeId,
        args: &[ast::Expr],
        span: Span,
    ) -> Option<Expr> {
        let (void, bool_) = (self.types().void, self.types().bool_);
        let fetch = match name.strip_prefix("fetch_") {
            Some(word) => Some((operation(word)?, true)),
            None => name.strip_suffix("_fetch").and_then(|w| Some((operation(w)?, false))),
        };
        if let Some((op, old)) = fetch {
            let value = self.atomic_operand(args.get(1)?, ty);
            return Some(self.plain(fetch_builtin(op, old), vec![pointer, value], ty, span));
        }
        Some(match name {
            "load_n" => self.plain(Builtin::AtomicLoad, vec![pointer], ty, span),
            "load" => {
                let value = self.plain(Builtin::AtomicLoad, vec![pointer], ty, span);
                self.store_pointed(args.get(1)?, value, span)?
            }
            "store_n" => {
                let value = self.atomic_operand(args.get(1)?, ty);
                self.plain(Builtin::AtomicStore, vec![pointer, value], void, span)
            }
            "store" => {
                let value = self.load_pointed(args.get(1)?, ty, span)?;
                self.plain(Builtin::AtomicStore, vec![pointer, value], void, span)
            }
            "exchange_n" => {
                let value = self.atomic_operand(args.get(1)?, ty);
                self.plain(Builtin::AtomicExchange, vec![pointer, value], ty, span)
            }
            "exchange" => {
                let value = self.load_pointed(args.get(1)?, ty, span)?;
                let old = self.plain(Builtin::AtomicExchange, vec![pointer, value], ty, span);
                self.store_pointed(args.get(2)?, old, span)?
            }
            "compare_exchange_n" | "compare_exchange" => {
                let expected = self.value(args.get(1)?);
                let desired = match name {
                    "compare_exchange_n" => self.atomic_operand(args.get(2)?, ty),
                    _ => self.load_pointed(args.get(2)?, ty, span)?,
                };
                self.plain(Builtin::AtomicCompareExchange, vec![pointer, expected, desired], bool_, span)
            }
            "test_and_set" => {
                let uchar = self.types().uchar;
                let to = self.types_mut().pointer_to(uchar);
                let pointer = self.convert(pointer, to);
                let one = self.int_expr(1, uchar, span);
                let old = self.plain(Builtin::AtomicExchange, vec![pointer, one], uchar, span);
                self.convert(old, bool_)
            }
            "clear" => {
                let uchar = self.types().uchar;
                let to = self.types_mut().pointer_to(uchar);
                let pointer = self.convert(pointer, to);
                let zero = self.int_expr(0, uchar, span);
                self.plain(Builtin::AtomicStore, vec![pointer, zero], void, span)
            }
            _ => return None,
        })
    }
}
