//! Builtins: gcc's, and the primitives that library models are written with.

use maymust_program::{CheckKind, Input, ObjectState, Op, ProcId};
use maymust_sema::TypeId;
use maymust_sema::hir::{BinaryOp, Builtin, Expr};
use maymust_term::{Rounding, TermId};

use crate::arbitrary::{Exact, Heaps};
use crate::check::Access;
use crate::effects::has_effects;
use crate::function::Function;
use crate::scalar::{Scalar, from_float, to_float};

impl Function<'_, '_> {
    /// A builtin call.
    pub fn builtin(&mut self, builtin: Builtin, e: &Expr, args: &[Expr]) -> TermId {
        if builtin == MayMustBlock {
            return self.block(e, args);
        }
        if matches!(builtin, MayMustCheck | MayMustUnsupported) {
            return self.library_check(builtin, e, args);
        }
        let values = self.values(args);
        self.span = e.span;
        use Builtin::*;
        match builtin {
            VaStart | VaEnd | VaCopy => self.va_builtin(builtin, &values),
            Alloca => self.alloca(values[0]),
            Unreachable => self.never(CheckKind::Unreachable, "`__builtin_unreachable` is reached"),
            Trap => self.never(CheckKind::Assertion, "`__builtin_trap` is reached"),
            ReachError => self.never(CheckKind::ErrorCall, "error location is reached"),
            VerifierAssert => {
                let condition = self.truth_of(args[0].ty, values[0]);
                self.check(CheckKind::Assertion, condition, "assertion");
                self.l.p.terms.tru()
            }
            ByteSwap | Clz | Ctz | Ffs | Popcount | Parity | Clrsb => self.bits(builtin, e.ty, values[0]),
            AddOverflow | SubOverflow | MulOverflow => self.overflow(builtin, args, &values),
            IsNan | IsInf | IsInfSign | IsFinite | IsNormal | SignBit | IsUnordered => {
                self.classify(builtin, args, &values)
            }
            Fabs | Copysign | Sqrt | Floor | Ceil | Trunc | Rint | Fma | Fmin | Fmax => {
                self.math(builtin, e.ty, &values)
            }
            AtomicFetch(_)
            | AtomicApply(_)
            | AtomicFetchNand
            | AtomicNandFetch
            | AtomicExchange
            | AtomicLoad
            | AtomicStore
            | SyncBoolCompareSwap
            | SyncValCompareSwap
            | AtomicCompareExchange => {
                let address = self.capture(values[0]);
                self.atomically(address, |f| f.atomic(builtin, args, &values))
            }
            MayMustSpawn | MayMustSelf | MayMustThreadBegin | MayMustThreadEnd | MayMustEndThread
            | MayMustAtomicBegin | MayMustAtomicEnd | MayMustAcquire | MayMustRelease => {
                self.thread_primitive(builtin, args, &values)
            }
            Fence => self.l.p.terms.tru(),
            Nondet => self.nondet(e.ty, &format!("nondet {}", self.type_word(e.ty))),
            _ => self.primitive(builtin, e, args, &values),
        }
    }

    fn values(&mut self, args: &[Expr]) -> Vec<TermId> {
        let mut values = Vec::with_capacity(args.len());
        for (i, arg) in args.iter().enumerate() {
            let mut value = self.expr(arg);
            if Scalar::of(self.l.types, arg.ty).is_some() && args[i + 1..].iter().any(has_effects) {
                value = self.capture(value);
            }
            values.push(value);
        }
        values
    }

    fn never(&mut self, kind: CheckKind, message: &str) -> TermId {
        let never = self.l.p.terms.fls();
        self.check(kind, never, message);
        never
    }

    fn type_word(&self, ty: TypeId) -> String {
        match self.scalar(ty) {
            Scalar::Bool => "bool".to_owned(),
            Scalar::Int { width, signed } => format!("{}{width}", if signed { "i" } else { "u" }),
            Scalar::Float(kind) => format!("f{}", crate::scalar::float_bits(kind)),
            Scalar::Pointer { .. } => "pointer".to_owned(),
        }
    }

    /// Any value of a scalar type.
    pub fn nondet(&mut self, ty: TypeId, name: &str) -> TermId {
        let Some(scalar) = Scalar::of(self.l.types, ty) else {
            self.unsupported("an arbitrary value of a type that is no scalar");
            return self.arbitrary(ty);
        };
        let input = Input::Nondet(name.into());
        let temp = self.new_temp(scalar.bits(), scalar.reading());
        match scalar {
            Scalar::Pointer { .. } => {
                let pointee = self.l.types.pointee(ty).unwrap_or(ty);
                let input = (input, self.span);
                self.cur = self.l.any_pointer(&mut self.b, self.cur, temp, pointee, input, Exact::Too);
                self.var(temp)
            }
            _ => {
                self.emit(Op::Havoc(temp, input));
                let value = self.var(temp);
                if scalar == Scalar::Bool {
                    let one = self.l.p.terms.bv(8, 1);
                    return self.l.p.terms.bv_and(value, one);
                }
                value
            }
        }
    }

    // --- variadic functions --------------------------------------------------------------------

    fn va_builtin(&mut self, builtin: Builtin, values: &[TermId]) -> TermId {
        let void_ptr = self.l.types.void_ptr();
        match builtin {
            Builtin::VaStart => {
                let area = match self.variadic {
                    Some(var) => self.var(var),
                    None => self.word(0),
                };
                let at = self.va_pointer(values[0]);
                self.check_access(at, self.l.p.layout.bytes(), Access::Write);
                self.store(at, void_ptr, None, area);
            }
            Builtin::VaCopy => {
                let (to, from) = (self.va_pointer(values[0]), self.va_pointer(values[1]));
                self.check_access(from, self.l.p.layout.bytes(), Access::Read);
                self.check_access(to, self.l.p.layout.bytes(), Access::Write);
                let value = self.load(from, void_ptr, None);
                self.store(to, void_ptr, None, value);
            }
            _ => {}
        }
        self.l.p.terms.tru()
    }

    // --- bit counting --------------------------------------------------------------------------

    fn bits(&mut self, builtin: Builtin, ty: TypeId, a: TermId) -> TermId {
        let width = self.l.p.terms.width(a);
        if matches!(builtin, Builtin::Clz | Builtin::Ctz) {
            let nonzero = self.l.p.terms.bv_nonzero(a);
            self.check(CheckKind::ShiftRange, nonzero, "bit count of zero is undefined");
        }
        let result_width = self.scalar(ty).bits();
        let t = &mut self.l.p.terms;
        let bit = |t: &mut maymust_term::Terms, i: u32| t.extract(a, i, i);
        match builtin {
            Builtin::ByteSwap => {
                let mut result = t.extract(a, 7, 0);
                for i in 1..width / 8 {
                    let byte = t.extract(a, i * 8 + 7, i * 8);
                    result = t.concat(result, byte);
                }
                result
            }
            Builtin::Popcount | Builtin::Parity => {
                let mut sum = t.bv(32, 0);
                for i in 0..width {
                    let b = bit(t, i);
                    let b = t.zero_extend(b, 31);
                    sum = if builtin == Builtin::Parity { t.bv_xor(sum, b) } else { t.bv_add(sum, b) };
                }
                t.resize_unsigned(sum, result_width)
            }
            Builtin::Ctz | Builtin::Ffs => {
                // The lowest set bit decides: built from the top down.
                let plus = u64::from(builtin == Builtin::Ffs);
                let none = if builtin == Builtin::Ffs { 0 } else { u64::from(width) };
                let mut result = t.bv(result_width, none);
                for i in (0..width).rev() {
                    let b = bit(t, i);
                    let set = t.bv_nonzero(b);
                    let index = t.bv(result_width, u64::from(i) + plus);
                    result = t.ite(set, index, result);
                }
                result
            }
            _ => {
                // Leading zeros; for clrsb of `a ^ (a >> 1 arithmetically)` without the top bit.
                let clrsb = builtin == Builtin::Clrsb;
                let value = if clrsb {
                    let one = t.bv(width, 1);
                    let shifted = t.bv_ashr(a, one);
                    t.bv_xor(a, shifted)
                } else {
                    a
                };
                let top = if clrsb { width - 1 } else { width };
                let mut result = t.bv(result_width, u64::from(top));
                for i in 0..top {
                    let b = t.extract(value, i, i);
                    let set = t.bv_nonzero(b);
                    let count = t.bv(result_width, u64::from(top - 1 - i));
                    result = t.ite(set, count, result);
                }
                result
            }
        }
    }

    /// `__builtin_*_overflow(a, b, p)`: computes exactly in a width where nothing can overflow.
    fn overflow(&mut self, builtin: Builtin, args: &[Expr], values: &[TermId]) -> TermId {
        let result_ty = self.l.types.pointee(args[2].ty).unwrap_or(args[2].ty);
        let result = self.scalar(result_ty);
        let widest =
            args[..2].iter().map(|a| self.scalar(a.ty).bits()).max().unwrap_or(64).max(result.bits());
        let width = widest * 2 + 2;
        let signed: Vec<bool> = args.iter().map(|a| self.l.types.is_signed(a.ty)).collect();
        let t = &mut self.l.p.terms;
        let mut wide = |i: usize| {
            if signed[i] { t.resize_signed(values[i], width) } else { t.resize_unsigned(values[i], width) }
        };
        let (a, b) = (wide(0), wide(1));
        let exact = match builtin {
            Builtin::AddOverflow => t.bv_add(a, b),
            Builtin::SubOverflow => t.bv_sub(a, b),
            _ => t.bv_mul(a, b),
        };
        let value = t.extract(exact, result.bits() - 1, 0);
        let back =
            if result.is_signed() { t.resize_signed(value, width) } else { t.resize_unsigned(value, width) };
        let overflow = t.ne(exact, back);
        let overflow = t.bool_to_bv(overflow, 8);
        let overflow = self.capture(overflow);
        let value = self.capture(value);
        self.check_access(values[2], result.bytes(), Access::Write);
        self.store(values[2], result_ty, None, value);
        overflow
    }

    // --- floats --------------------------------------------------------------------------------

    fn classify(&mut self, builtin: Builtin, args: &[Expr], values: &[TermId]) -> TermId {
        let Scalar::Float(kind) = self.scalar(args[0].ty) else {
            self.unsupported("a floating-point test of something else");
            return self.l.p.terms.bv(32, 0);
        };
        let t = &mut self.l.p.terms;
        let x = to_float(t, kind, values[0]);
        let result = match builtin {
            Builtin::IsNan => t.fp_is_nan(x),
            Builtin::IsInf => t.fp_is_inf(x),
            Builtin::IsNormal => t.fp_is_normal(x),
            Builtin::IsFinite => {
                let (nan, inf) = (t.fp_is_nan(x), t.fp_is_inf(x));
                let either = t.or2(nan, inf);
                t.not(either)
            }
            Builtin::IsUnordered => {
                let y = to_float(t, kind, values[1]);
                let (a, b) = (t.fp_is_nan(x), t.fp_is_nan(y));
                t.or2(a, b)
            }
            Builtin::SignBit => {
                let top = t.width(values[0]) - 1;
                let sign = t.extract(values[0], top, top);
                t.bv_nonzero(sign)
            }
            _ => {
                let inf = t.fp_is_inf(x);
                let negative = t.fp_is_negative(x);
                let (one, minus, zero) = (t.bv(32, 1), t.bv_i64(32, -1), t.bv(32, 0));
                let sign = t.ite(negative, minus, one);
                return t.ite(inf, sign, zero);
            }
        };
        self.int_of(result)
    }

    fn math(&mut self, builtin: Builtin, ty: TypeId, values: &[TermId]) -> TermId {
        let Scalar::Float(kind) = self.scalar(ty) else {
            self.unsupported("a floating-point operation on something else");
            return values[0];
        };
        let bits = crate::scalar::float_bits(kind);
        let t = &mut self.l.p.terms;
        let sign = t.bv_u128(bits, 1 << (bits - 1));
        let rest = t.bv_not(sign);
        match builtin {
            Builtin::Fabs => return t.bv_and(values[0], rest),
            Builtin::Copysign => {
                let (magnitude, sign) = (t.bv_and(values[0], rest), t.bv_and(values[1], sign));
                return t.bv_or(magnitude, sign);
            }
            _ => {}
        }
        let x: Vec<TermId> = values.iter().map(|&v| to_float(t, kind, v)).collect();
        let result = match builtin {
            Builtin::Sqrt => t.fp_sqrt(Rounding::NearestEven, x[0]),
            Builtin::Floor => t.fp_round_to_integral(Rounding::Down, x[0]),
            Builtin::Ceil => t.fp_round_to_integral(Rounding::Up, x[0]),
            Builtin::Trunc => t.fp_round_to_integral(Rounding::Zero, x[0]),
            Builtin::Rint => t.fp_round_to_integral(Rounding::NearestEven, x[0]),
            Builtin::Fma => t.fp_fma(Rounding::NearestEven, x[0], x[1], x[2]),
            Builtin::Fmin => t.fp_min(x[0], x[1]),
            _ => t.fp_max(x[0], x[1]),
        };
        from_float(t, kind, result)
    }

    // --- atomics -------------------------------------------------------------------------------

    fn atomic(&mut self, builtin: Builtin, args: &[Expr], values: &[TermId]) -> TermId {
        let ty = self.l.types.pointee(args[0].ty).unwrap_or(args[0].ty);
        let address = self.capture(values[0]);
        let access = if builtin == Builtin::AtomicLoad { Access::Read } else { Access::Write };
        let bytes = Scalar::of(self.l.types, ty).map(Scalar::bytes);
        let Some(bytes) = bytes else {
            self.unsupported("an atomic operation on something that is no scalar");
            return self.l.p.terms.bv(8, 0);
        };
        self.check_access(address, bytes, access);
        let old = self.load(address, ty, None);
        let old = self.capture(old);
        let operand = values.get(1).copied().unwrap_or(old);
        let apply = |f: &mut Self, op: BinaryOp| {
            let t = &mut f.l.p.terms;
            match op {
                BinaryOp::Sub => t.bv_sub(old, operand),
                BinaryOp::And => t.bv_and(old, operand),
                BinaryOp::Or => t.bv_or(old, operand),
                BinaryOp::Xor => t.bv_xor(old, operand),
                _ => t.bv_add(old, operand),
            }
        };
        let (new, result) = match builtin {
            Builtin::AtomicLoad => return old,
            Builtin::AtomicFetch(op) => (apply(self, op), old),
            Builtin::AtomicApply(op) => {
                let new = apply(self, op);
                let new = self.capture(new);
                (new, new)
            }
            Builtin::AtomicFetchNand | Builtin::AtomicNandFetch => {
                let new = self.l.p.terms.bv_nand(old, operand);
                let new = self.capture(new);
                (new, if builtin == Builtin::AtomicFetchNand { old } else { new })
            }
            Builtin::AtomicExchange => (operand, old),
            Builtin::AtomicStore => (operand, operand),
            _ => return self.compare_swap(builtin, ty, (address, bytes, old), values),
        };
        self.store(address, ty, None, new);
        result
    }

    fn compare_swap(
        &mut self,
        builtin: Builtin,
        ty: TypeId,
        (address, bytes, old): (TermId, u32, TermId),
        values: &[TermId],
    ) -> TermId {
        let by_pointer = builtin == Builtin::AtomicCompareExchange;
        let expected = if by_pointer {
            self.check_access(values[1], bytes, Access::Write);
            let expected = self.load(values[1], ty, None);
            self.capture(expected)
        } else {
            values[1]
        };
        let t = &mut self.l.p.terms;
        let same = t.eq(old, expected);
        let flag = t.bool_to_bv(same, 8);
        let flag = self.capture(flag);
        let t = &mut self.l.p.terms;
        let same = t.bv_nonzero(flag);
        let new = t.ite(same, values[2], old);
        self.store(address, ty, None, new);
        if by_pointer {
            let seen = self.l.p.terms.ite(same, expected, old);
            self.store(values[1], ty, None, seen);
        }
        if builtin == Builtin::SyncValCompareSwap { old } else { flag }
    }

    // --- primitives of the library models ------------------------------------------------------

    fn primitive(&mut self, builtin: Builtin, e: &Expr, args: &[Expr], values: &[TermId]) -> TermId {
        use Builtin::*;
        match builtin {
            MayMustAlloc => {
                let size = self.object_size(values[0]);
                let zeroed = self.l.p.terms.as_u64(values[1]) == Some(1);
                let temp = self.new_temp(self.l.pointer_bits(), false);
                self.emit(Op::Allocate { result: temp, size, state: ObjectState::Heap, zeroed });
                self.count_heap(1);
                self.var(temp)
            }
            MayMustMallocMayFail => {
                let may_fail = self.l.options.malloc_may_fail;
                self.l.p.terms.bv(32, u64::from(may_fail))
            }
            MayMustFree => {
                self.unsupported_inside(values[0], Heaps::All, "a free of an object of the environment");
                self.check_free(values[0]);
                self.emit(Op::Free { pointer: values[0], state: ObjectState::Freed });
                self.count_heap(-1);
                self.l.p.terms.tru()
            }
            MayMustObjectSize => {
                let width = self.scalar(e.ty).bits();
                let (size, layout) = (self.l.size, self.l.p.layout);
                let t = &mut self.l.p.terms;
                let object = layout.object(t, values[0]);
                let sizes = t.var(size);
                let size = t.select(sizes, object);
                t.resize_unsigned(size, width)
            }
            MayMustValid => {
                let width = self.scalar(e.ty).bits();
                let (fits, bytes) = self.fitting_size(values[1]);
                let conditions = self.access_conditions(values[0], bytes, false);
                let t = &mut self.l.p.terms;
                let zero = t.bv(32, 0);
                let nothing = t.eq(bytes, zero);
                let all = conditions.into_iter().reduce(|a, b| t.and2(a, b)).unwrap_or(fits);
                let either = t.or2(nothing, all);
                let holds = t.and2(fits, either);
                let (yes, no) = (t.bv(width, 1), t.bv(width, 0));
                t.ite(holds, yes, no)
            }
            MayMustCopy => {
                let bytes = self.block_size(values[2]);
                self.check_block(values[1], bytes, Access::Read, "source of a copy");
                self.check_block(values[0], bytes, Access::Write, "target of a copy");
                let reason = "pointers of the environment copied as bytes";
                self.unsupported_inside(values[1], Heaps::WithPointers, reason);
                self.emit(Op::Copy { to: values[0], from: values[1], bytes });
                self.l.p.terms.tru()
            }
            MayMustFill => {
                let bytes = self.block_size(values[2]);
                self.check_block(values[0], bytes, Access::Write, "target of a fill");
                let byte = self.l.p.terms.extract(values[1], 7, 0);
                self.emit(Op::Fill { to: values[0], byte, bytes });
                self.l.p.terms.tru()
            }
            MayMustOutput => {
                let byte = self.l.p.terms.extract(values[1], 7, 0);
                self.emit(Op::Output { stream: values[0], byte });
                self.l.p.terms.tru()
            }
            MayMustInput => {
                let temp = self.new_temp(32, true);
                self.emit(Op::Havoc(temp, Input::Stdin));
                self.var(temp)
            }
            MayMustDestructors => {
                for &f in &self.l.hir.destructors {
                    self.emit(Op::Call { proc: ProcId(f.0), args: Vec::new(), result: None });
                }
                self.l.p.terms.tru()
            }
            MayMustExit => {
                let status = self.l.p.terms.resize_unsigned(values[0], 32);
                let (check, none) = self.l.leak_check(self.b.id, self.span);
                self.emit(Op::Check(check, none));
                self.emit(Op::Halt(status));
                self.l.p.terms.tru()
            }
            MayMustAbort => {
                let status = self.l.p.terms.bv(32, 134);
                self.emit(Op::Halt(status));
                self.l.p.terms.tru()
            }
            MayMustAssume => {
                let condition = self.truth_of(args[0].ty, values[0]);
                self.emit(Op::Assume(condition));
                self.l.p.terms.tru()
            }
            _ => {
                self.unsupported("a builtin that is not modelled");
                self.arbitrary(e.ty)
            }
        }
    }

    fn count_heap(&mut self, by: i64) {
        let heap = self.l.heap;
        let t = &mut self.l.p.terms;
        let (old, by) = (t.var(heap), t.bv_i64(32, by));
        let new = t.bv_add(old, by);
        self.emit(Op::Assign(heap, new));
    }

    fn check_free(&mut self, pointer: TermId) {
        let (state, layout) = (self.l.state, self.l.p.layout);
        let t = &mut self.l.p.terms;
        let object = layout.object(t, pointer);
        let offset = layout.offset(t, pointer);
        let states = t.var(state);
        let state = t.select(states, object);
        let freed = ObjectState::Freed.term(t);
        let once = t.ne(state, freed);
        let zero = t.bv(32, 0);
        let is_heap = ObjectState::Heap.is(t, state);
        let at_start = t.eq(offset, zero);
        let fine = t.and2(is_heap, at_start);
        self.check(CheckKind::DoubleFree, once, "object is freed twice");
        self.check(CheckKind::InvalidFree, fine, "freed pointer is not the start of a heap object");
    }

    /// `__maymust_check(condition, "kind: message")`, `__maymust_unsupported("reason")`.
    fn library_check(&mut self, builtin: Builtin, e: &Expr, args: &[Expr]) -> TermId {
        let text = args.last().and_then(|a| self.l.string_literal(a)).unwrap_or_default();
        if builtin == Builtin::MayMustUnsupported {
            self.unsupported(text);
            return self.arbitrary(e.ty);
        }
        let condition = self.truth(&args[0]);
        self.span = e.span;
        let (kind, message) = text.split_once(": ").unwrap_or(("assertion", &text));
        let kind = CheckKind::from_name(kind).unwrap_or(CheckKind::Assertion);
        self.check(kind, condition, message);
        self.l.p.terms.tru()
    }
}
