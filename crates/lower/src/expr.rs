//! Expressions: from typed trees to terms, with edges for everything that has an effect or may go wrong.

use maymust_program::{LocId, Op};
use maymust_sema::TypeId;
use maymust_sema::hir::{CompareOp, Constant, Expr, ExprKind, Place};
use maymust_term::{Sort, TermId};

use crate::check::Access;
use crate::effects::has_effects;
use crate::function::{Function, LocalHome};
use crate::place::Spot;
use crate::scalar::Scalar;

impl Function<'_, '_> {
    /// Evaluates an expression for its effects.
    pub fn effect(&mut self, e: &Expr) {
        match &e.kind {
            ExprKind::Assign(place, value) => {
                self.assign(e, place, value, false);
            }
            ExprKind::AssignOp { .. } | ExprKind::AssignPointerAdd { .. } | ExprKind::IncDec { .. } => {
                self.modify(e, false);
            }
            ExprKind::Comma(a, b) => {
                self.effect(a);
                self.effect(b);
            }
            ExprKind::Convert(a) if self.l.types.is_void(e.ty) => self.effect(a),
            ExprKind::Conditional(c, a, b) => self.conditional_effect(c, a, b),
            _ => {
                self.expr(e);
            }
        }
    }

    /// The value of an expression; of a record: the address of an object that holds it; of void: anything.
    pub fn expr(&mut self, e: &Expr) -> TermId {
        self.span = e.span;
        match &e.kind {
            ExprKind::Constant(c) => self.constant(c, e.ty),
            ExprKind::Load(place) => {
                let spot = self.place(place, Access::Read);
                self.span = e.span;
                self.on_place(spot, place.ty, |f| f.read(spot, place.ty))
            }
            ExprKind::AddrOf(place) => self.address_of(place),
            ExprKind::Convert(a) => self.conversion(e, a),
            ExprKind::Unary(op, a) => {
                let value = self.expr(a);
                self.span = e.span;
                self.unary(*op, e.ty, value)
            }
            ExprKind::Not(_) | ExprKind::Compare(..) | ExprKind::And(..) | ExprKind::Or(..) => {
                let condition = self.truth(e);
                self.int_of(condition)
            }
            ExprKind::Binary(op, a, b) => {
                let (x, y) = self.operands(a, b);
                self.span = e.span;
                self.binary(*op, e.ty, b.ty, x, y)
            }
            ExprKind::PointerAdd { pointer, index, subtract } => {
                let (p, i) = self.operands(pointer, index);
                self.span = e.span;
                self.pointer_add(pointer.ty, p, index.ty, i, *subtract)
            }
            ExprKind::PointerDiff(a, b) => {
                let (x, y) = self.operands(a, b);
                self.pointer_diff(a.ty, e.ty, x, y)
            }
            ExprKind::Conditional(c, a, b) => self.conditional(e.ty, c, a, b),
            ExprKind::ConditionalSelf(c, b) => self.conditional_self(e.ty, c, b),
            ExprKind::Comma(a, b) => {
                self.effect(a);
                self.expr(b)
            }
            ExprKind::Assign(place, value) => self.assign(e, place, value, true),
            ExprKind::AssignOp { .. } | ExprKind::AssignPointerAdd { .. } | ExprKind::IncDec { .. } => {
                self.modify(e, true)
            }
            ExprKind::Call(f, args) => self.call(e, *f, args),
            ExprKind::CallPointer(f, args) => self.call_pointer(e, f, args),
            ExprKind::Builtin(builtin, args) => self.builtin(*builtin, e, args),
            ExprKind::StmtExpr(stmts, value) => self.stmt_expr(e.ty, stmts, value.as_deref()),
            ExprKind::VaArg(list) => self.va_arg(e.ty, list),
            ExprKind::LabelAddr(label) => self.l.label_address(self.id, *label),
            ExprKind::VlaSizeof(ty) => {
                let size = self.element_size(*ty);
                let width = self.scalar(e.ty).bits();
                self.l.p.terms.resize_unsigned(size, width)
            }
            ExprKind::Parts(parts) => self.parts(e.ty, parts),
            ExprKind::Unsupported(reason) => {
                self.unsupported(reason.as_str());
                self.arbitrary(e.ty)
            }
        }
    }

    /// An object with the parts of a complex number or vector.
    fn parts(&mut self, ty: TypeId, parts: &[Expr]) -> TermId {
        let object = self.temporary_object(ty);
        let mut offset = 0;
        for part in parts {
            let value = self.expr(part);
            let by = self.word(offset);
            let to = self.l.p.terms.bv_add(object, by);
            self.store(to, part.ty, None, value);
            offset += self.l.types.size_of(part.ty).unwrap_or(0);
        }
        object
    }

    /// Some value of a type, after something unsupported.
    pub fn arbitrary(&mut self, ty: TypeId) -> TermId {
        match Scalar::of(self.l.types, ty) {
            Some(_) => self.nondet(ty, "what is not modelled"),
            None if self.l.types.is_void(ty) => self.l.p.terms.tru(),
            None => self.temporary_object(ty),
        }
    }

    /// A constant of a type.
    pub fn constant(&mut self, c: &Constant, ty: TypeId) -> TermId {
        let bits = self.scalar(ty).bits();
        self.l.constant(c, bits)
    }

    /// Two operands, left to right: the left one is captured if the right one changes the state.
    pub fn operands(&mut self, a: &Expr, b: &Expr) -> (TermId, TermId) {
        let mut x = self.expr(a);
        if has_effects(b) {
            x = self.capture(x);
        }
        let y = self.expr(b);
        (x, y)
    }

    fn conversion(&mut self, e: &Expr, a: &Expr) -> TermId {
        if self.l.types.is_void(e.ty) {
            self.effect(a);
            return self.l.p.terms.tru();
        }
        if Scalar::of(self.l.types, e.ty).is_none() {
            // Casts between equal records, and to a union that has such a member.
            let value = self.expr(a);
            if Scalar::of(self.l.types, a.ty).is_none() {
                return value;
            }
            let object = self.temporary_object(e.ty);
            self.store(object, a.ty, None, value);
            return object;
        }
        if Scalar::of(self.l.types, e.ty) == Some(Scalar::Bool) {
            let condition = self.truth(a);
            return self.l.p.terms.bool_to_bv(condition, 8);
        }
        let value = self.expr(a);
        self.span = e.span;
        self.convert(a.ty, e.ty, value)
    }

    // --- conditions ----------------------------------------------------------------------------

    /// Whether an address is above a number in the middle of all addresses depends on where objects lie, which nobody knows. What is
    /// next to null, or among the last addresses of all (where some programs keep error codes), is clear.
    fn mind_addresses(&mut self, (address, value): (&Expr, TermId), (number, bound): (&Expr, TermId)) {
        const NEAR_NULL: u64 = 4096;
        const LAST: u64 = 1 << 16;
        let bits = self.l.p.layout.bits();
        let terms = &mut self.l.p.terms;
        let Some(bound) = terms.as_u64(bound).filter(|_| terms.sort(value) == Sort::BitVec(bits)) else {
            return;
        };
        let last = (u64::MAX >> (64 - bits)) - LAST;
        let is_clear = bound <= NEAR_NULL || bound > last || terms.as_u64(value).is_some();
        if is_clear || self.l.types.is_pointer(number.ty) || !self.is_of_address(address) {
            return;
        }
        let near = self.l.p.terms.bv(bits, NEAR_NULL);
        let is_small = self.l.p.terms.ult(value, near);
        self.unsupported_unless(is_small, "an address compared with a number");
    }

    /// Is a number computed from a pointer, in this expression?
    fn is_of_address(&self, e: &Expr) -> bool {
        match &e.kind {
            ExprKind::Convert(a) => self.l.types.is_pointer(a.ty) || self.is_of_address(a),
            ExprKind::Binary(_, a, b) => self.is_of_address(a) || self.is_of_address(b),
            _ => false,
        }
    }

    /// The truth of a scalar expression.
    pub fn truth(&mut self, e: &Expr) -> TermId {
        match &e.kind {
            ExprKind::Not(a) => {
                let condition = self.truth(a);
                self.l.p.terms.not(condition)
            }
            ExprKind::Compare(op, a, b) => {
                let (x, y) = self.operands(a, b);
                if !matches!(op, CompareOp::Eq | CompareOp::Ne) {
                    self.mind_addresses((a, x), (b, y));
                    self.mind_addresses((b, y), (a, x));
                }
                self.compare(*op, a.ty, x, y)
            }
            ExprKind::And(a, b) | ExprKind::Or(a, b) => {
                if self.is_simple(b) {
                    let (x, y) = (self.truth(a), self.truth(b));
                    let t = &mut self.l.p.terms;
                    return if matches!(e.kind, ExprKind::And(..)) { t.and2(x, y) } else { t.or2(x, y) };
                }
                self.branching_truth(e)
            }
            _ => {
                let value = self.expr(e);
                self.truth_of(e.ty, value)
            }
        }
    }

    fn branching_truth(&mut self, e: &Expr) -> TermId {
        let temp = self.new_temp(8, false);
        let (yes, no, join) = (self.b.fresh_loc(), self.b.fresh_loc(), self.b.fresh_loc());
        self.condition(e, yes, no);
        for (at, value) in [(yes, 1), (no, 0)] {
            self.start(at);
            let value = self.l.p.terms.bv(8, value);
            self.emit(Op::Assign(temp, value));
            self.goto(join);
        }
        self.start(join);
        let temp = self.var(temp);
        self.l.p.terms.bv_nonzero(temp)
    }

    /// Branches on an expression, short-circuiting.
    pub fn condition(&mut self, e: &Expr, yes: LocId, no: LocId) {
        match &e.kind {
            ExprKind::Not(a) => self.condition(a, no, yes),
            ExprKind::And(a, b) => {
                let middle = self.b.fresh_loc();
                self.condition(a, middle, no);
                self.start(middle);
                self.condition(b, yes, no);
            }
            ExprKind::Or(a, b) => {
                let middle = self.b.fresh_loc();
                self.condition(a, yes, middle);
                self.start(middle);
                self.condition(b, yes, no);
            }
            _ => {
                let condition = self.truth(e);
                self.span = e.span;
                self.branch(condition, yes, no);
            }
        }
    }

    fn conditional_effect(&mut self, c: &Expr, a: &Expr, b: &Expr) {
        let (yes, no, join) = (self.b.fresh_loc(), self.b.fresh_loc(), self.b.fresh_loc());
        self.condition(c, yes, no);
        for (at, e) in [(yes, a), (no, b)] {
            self.start(at);
            self.effect(e);
            self.goto(join);
        }
        self.start(join);
    }

    fn conditional(&mut self, ty: TypeId, c: &Expr, a: &Expr, b: &Expr) -> TermId {
        if self.l.types.is_void(ty) {
            self.conditional_effect(c, a, b);
            return self.l.p.terms.tru();
        }
        if self.is_simple(a) && self.is_simple(b) {
            let mut condition = self.truth(c);
            if has_effects(c) {
                condition = self.capture_bool(condition);
            }
            let (x, y) = (self.expr(a), self.expr(b));
            return self.l.p.terms.ite(condition, x, y);
        }
        let bits = Scalar::of(self.l.types, ty).map_or(self.l.pointer_bits(), Scalar::bits);
        let temp = self.new_temp(bits, false);
        let (yes, no, join) = (self.b.fresh_loc(), self.b.fresh_loc(), self.b.fresh_loc());
        self.condition(c, yes, no);
        for (at, e) in [(yes, a), (no, b)] {
            self.start(at);
            let value = self.expr(e);
            self.emit(Op::Assign(temp, value));
            self.goto(join);
        }
        self.start(join);
        self.var(temp)
    }

    fn capture_bool(&mut self, condition: TermId) -> TermId {
        let byte = self.l.p.terms.bool_to_bv(condition, 8);
        let byte = self.capture(byte);
        self.l.p.terms.bv_nonzero(byte)
    }

    fn conditional_self(&mut self, ty: TypeId, c: &Expr, b: &Expr) -> TermId {
        let value = self.expr(c);
        let value = self.capture(value);
        let bits = Scalar::of(self.l.types, ty).map_or(self.l.pointer_bits(), Scalar::bits);
        let temp = self.new_temp(bits, false);
        let (yes, no, join) = (self.b.fresh_loc(), self.b.fresh_loc(), self.b.fresh_loc());
        let condition = self.truth_of(c.ty, value);
        self.branch(condition, yes, no);
        self.start(yes);
        if !self.l.types.is_void(ty) {
            let converted = self.convert(c.ty, ty, value);
            self.emit(Op::Assign(temp, converted));
        }
        self.goto(join);
        self.start(no);
        let other = self.expr(b);
        if !self.l.types.is_void(ty) {
            self.emit(Op::Assign(temp, other));
        }
        self.goto(join);
        self.start(join);
        self.var(temp)
    }

    // --- assignments ---------------------------------------------------------------------------

    fn assign(&mut self, e: &Expr, place: &Place, value: &Expr, wanted: bool) -> TermId {
        // The right side first, when it has effects: then the place is evaluated and used in one go.
        let mut v = self.expr(value);
        let record = Scalar::of(self.l.types, place.ty).is_none();
        if crate::effects::place_has_effects(place) && !record {
            v = self.capture(v);
        }
        let spot = self.place(place, Access::Write);
        self.span = e.span;
        if !wanted || record {
            self.on_place(spot, place.ty, |f| f.write(spot, place.ty, v));
            return match spot {
                Spot::Mem { address, .. } if record => address,
                _ => v,
            };
        }
        if let Spot::Var(var) = spot
            && !self.is_shared(var)
        {
            self.emit(Op::Assign(var, v));
            return self.var(var);
        }
        let v = self.capture(v);
        self.on_place(spot, place.ty, |f| f.write(spot, place.ty, v));
        self.stored_value(spot, place.ty, v)
    }

    /// `op=`, `++` and `--`: the place is evaluated once.
    fn modify(&mut self, e: &Expr, wanted: bool) -> TermId {
        let (place, operand) = match &e.kind {
            ExprKind::AssignOp { place, value, .. } => (place, Some(value)),
            ExprKind::AssignPointerAdd { place, index, .. } => (place, Some(index)),
            ExprKind::IncDec { place, .. } => (place, None),
            _ => return self.expr(e),
        };
        let operand = operand.map(|v| {
            let value = self.expr(v);
            if crate::effects::place_has_effects(place) { self.capture(value) } else { value }
        });
        let spot = self.place(place, Access::Write);
        self.span = e.span;
        self.on_place(spot, place.ty, |f| f.modify_at(e, spot, place, operand, wanted))
    }

    fn modify_at(
        &mut self,
        e: &Expr,
        spot: Spot,
        place: &Place,
        operand: Option<TermId>,
        wanted: bool,
    ) -> TermId {
        let old = self.read(spot, place.ty);
        let postfix = matches!(e.kind, ExprKind::IncDec { postfix: true, .. });
        if postfix && wanted {
            let old = self.capture(old);
            let new = self.modified(e, place.ty, old, operand);
            self.write(spot, place.ty, new);
            return old;
        }
        let new = self.modified(e, place.ty, old, operand);
        if !wanted {
            self.write(spot, place.ty, new);
            return new;
        }
        let new = self.capture(new);
        self.write(spot, place.ty, new);
        self.stored_value(spot, place.ty, new)
    }

    fn modified(&mut self, e: &Expr, ty: TypeId, old: TermId, operand: Option<TermId>) -> TermId {
        match (&e.kind, operand) {
            (ExprKind::AssignOp { op, value, compute, .. }, Some(operand)) => {
                let old = self.convert(ty, *compute, old);
                let result = self.binary(*op, *compute, value.ty, old, operand);
                self.convert(*compute, ty, result)
            }
            (ExprKind::AssignPointerAdd { index, subtract, .. }, Some(operand)) => {
                self.pointer_add(ty, old, index.ty, operand, *subtract)
            }
            (ExprKind::IncDec { decrement, .. }, _) => self.stepped(ty, old, *decrement),
            _ => old,
        }
    }

    /// `old ± 1` in the place's own type; narrow integers compute in `int` and wrap on the way back.
    fn stepped(&mut self, ty: TypeId, old: TermId, decrement: bool) -> TermId {
        use maymust_sema::hir::BinaryOp;
        let op = if decrement { BinaryOp::Sub } else { BinaryOp::Add };
        let int = self.l.types.int();
        match self.scalar(ty) {
            Scalar::Pointer { .. } => {
                let one = self.word(1);
                self.pointer_add(ty, old, self.l.types.long(), one, decrement)
            }
            Scalar::Float(kind) => {
                let one = {
                    let t = &mut self.l.p.terms;
                    let one = t.bv(32, 1);
                    crate::scalar::convert(
                        t,
                        Scalar::Int { width: 32, signed: true },
                        Scalar::Float(kind),
                        one,
                    )
                };
                self.binary(op, ty, ty, old, one)
            }
            // `++` makes it true, `--` flips it.
            Scalar::Bool => {
                let one = self.l.p.terms.bv(8, 1);
                if decrement { self.l.p.terms.bv_xor(old, one) } else { one }
            }
            Scalar::Int { width, .. } if width < 32 => {
                let wide = self.convert(ty, int, old);
                let one = self.l.p.terms.bv(32, 1);
                let result = self.binary(op, int, int, wide, one);
                self.convert(int, ty, result)
            }
            Scalar::Int { width, .. } => {
                let one = self.l.p.terms.bv(width, 1);
                self.binary(op, ty, ty, old, one)
            }
        }
    }

    // --- statement expressions -----------------------------------------------------------------

    fn stmt_expr(&mut self, ty: TypeId, stmts: &[maymust_sema::hir::Stmt], value: Option<&Expr>) -> TermId {
        let outer = self.enter_scope(stmts);
        for stmt in stmts {
            self.stmt(stmt);
        }
        let result = match value {
            None => self.l.p.terms.tru(),
            Some(e) if self.l.types.is_void(ty) => {
                self.effect(e);
                self.l.p.terms.tru()
            }
            Some(e) => {
                let value = self.expr(e);
                if Scalar::of(self.l.types, ty).is_some() {
                    self.capture(value)
                } else {
                    let object = self.temporary_object(ty);
                    self.store(object, ty, None, value);
                    object
                }
            }
        };
        self.exit_scope(outer);
        result
    }
}

impl Function<'_, '_> {
    /// As [`is_simple`]; with threads, loads of what is shared have edges.
    fn is_simple(&self, e: &Expr) -> bool {
        is_simple(e) && (!self.l.threads || !reads_memory(e, &self.locals))
    }
}

/// Does a simple expression read anything but variables of the function?
fn reads_memory(e: &Expr, locals: &[LocalHome]) -> bool {
    match &e.kind {
        ExprKind::Load(p) => match p.kind {
            maymust_sema::hir::PlaceKind::Local(id) => !matches!(locals[id.index()], LocalHome::Var(_)),
            _ => true,
        },
        ExprKind::Not(a) => reads_memory(a, locals),
        ExprKind::Compare(_, a, b) | ExprKind::And(a, b) | ExprKind::Or(a, b) | ExprKind::Binary(_, a, b) => {
            reads_memory(a, locals) || reads_memory(b, locals)
        }
        _ => false,
    }
}

/// Can the expression be a term without edges: no effect, no check, no branch?
fn is_simple(e: &Expr) -> bool {
    use maymust_sema::hir::{BinaryOp, PlaceKind};
    match &e.kind {
        ExprKind::Constant(_) => true,
        ExprKind::Load(p) => matches!(p.kind, PlaceKind::Local(_) | PlaceKind::Global(_)),
        ExprKind::Not(a) => is_simple(a),
        ExprKind::Compare(_, a, b) | ExprKind::And(a, b) | ExprKind::Or(a, b) => is_simple(a) && is_simple(b),
        ExprKind::Binary(BinaryOp::And | BinaryOp::Or | BinaryOp::Xor, a, b) => is_simple(a) && is_simple(b),
        _ => false,
    }
}
