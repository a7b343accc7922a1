//! Calls: arguments, hidden parameters, variadic arguments.

use maymust_program::{CheckKind, ObjectState, Op, ProcId, VarId};
use maymust_sema::hir::{Expr, FunctionId};
use maymust_sema::{FunctionType, TypeId};
use maymust_source::Span;
use maymust_term::TermId;

use crate::check::Access;
use crate::effects::has_effects;
use crate::function::Function;
use crate::scalar::Scalar;

/// Argument terms and the objects to end after the call.
#[derive(Default)]
struct Arguments {
    terms: Vec<TermId>,
    /// Stack objects made for the call.
    objects: Vec<VarId>,
}

impl Function<'_, '_> {
    /// A direct call.
    pub fn call(&mut self, e: &Expr, callee: FunctionId, args: &[Expr]) -> TermId {
        let function = &self.l.hir.functions[callee.index()];
        if let Some(value) = self.assertion(&function.name, e, args) {
            return value;
        }
        let Some(mut ty) = self.l.types.function(function.ty).cloned() else {
            self.unsupported("a call of something that is no function");
            return self.arbitrary(e.ty);
        };
        if let Some(body) = &function.body {
            // What the definition takes decides, also for old-style functions.
            ty.params = body.params.iter().map(|p| body.locals[p.index()].ty).collect();
        }
        let (noreturn, has_body) = (function.noreturn, function.body.is_some());
        let (name, library) = (function.name.clone(), function.is_library);
        if args.len() < ty.params.len() {
            self.unsupported(format!("a call of `{name}` with too few arguments"));
            return self.arbitrary(e.ty);
        }
        let mut arguments = Arguments::default();
        let object = self.result_object(ty.result, &mut arguments);
        self.arguments(&ty, args, &mut arguments);
        self.span = e.span;
        let result = self.result_temp(ty.result);
        let proc: ProcId = self.l.procs[callee.index()];
        self.emit(Op::Call { proc, args: arguments.terms, result });
        if noreturn && !has_body {
            self.cut();
        }
        if !has_body && !library {
            let is_function =
                |a: &Expr| self.l.types.pointee(a.ty).is_some_and(|f| self.l.types.function(f).is_some());
            let is_handed_function = args.iter().any(is_function);
            self.l.note_external(callee, is_handed_function);
        }
        for object in arguments.objects {
            self.kill(object);
        }
        self.result_value(object, result, ty.result, e.ty)
    }

    /// A call through a pointer.
    pub fn call_pointer(&mut self, e: &Expr, callee: &Expr, args: &[Expr]) -> TermId {
        let pointee = self.l.types.pointee(callee.ty).unwrap_or(callee.ty);
        let Some(mut ty) = self.l.types.function(pointee).cloned() else {
            self.unsupported("a call through something that is no function pointer");
            return self.arbitrary(e.ty);
        };
        if !ty.prototype {
            ty.params = args.iter().map(|a| a.ty).collect();
        }
        let mut pointer = self.expr(callee);
        if args.iter().any(has_effects) {
            pointer = self.capture(pointer);
        }
        let mut arguments = Arguments::default();
        let object = self.result_object(ty.result, &mut arguments);
        self.arguments(&ty, args, &mut arguments);
        self.span = e.span;
        let null = self.word(0);
        let not_null = self.l.p.terms.ne(pointer, null);
        self.check(CheckKind::NullDereference, not_null, "call through a null pointer");
        let result = self.result_temp(ty.result);
        let check = self.named_check(CheckKind::InvalidCall, "call through a pointer to no such function");
        self.emit(Op::CallPointer { pointer, args: arguments.terms, result, check });
        for object in arguments.objects {
            self.kill(object);
        }
        self.result_value(object, result, ty.result, e.ty)
    }

    /// A record result needs an object: its address is the hidden first argument.
    fn result_object(&mut self, ty: TypeId, arguments: &mut Arguments) -> Option<TermId> {
        if self.l.types.is_void(ty) || Scalar::of(self.l.types, ty).is_some() {
            return None;
        }
        let object = self.temporary_object(ty);
        arguments.terms.push(object);
        Some(object)
    }

    fn result_temp(&mut self, ty: TypeId) -> Option<VarId> {
        let scalar = Scalar::of(self.l.types, ty)?;
        Some(self.new_temp(scalar.bits(), scalar.reading()))
    }

    fn result_value(
        &mut self,
        object: Option<TermId>,
        result: Option<VarId>,
        ty: TypeId,
        want: TypeId,
    ) -> TermId {
        match (object, result) {
            (Some(object), _) => object,
            (None, Some(var)) => {
                let value = self.var(var);
                if self.l.types.is_void(want) { value } else { self.convert(ty, want, value) }
            }
            (None, None) if self.l.types.is_void(want) => self.l.p.terms.tru(),
            (None, None) => self.arbitrary(want),
        }
    }

    fn arguments(&mut self, ty: &FunctionType, args: &[Expr], out: &mut Arguments) {
        let first = out.terms.len();
        for (i, arg) in args.iter().enumerate() {
            let value = self.expr(arg);
            self.span = arg.span;
            let value = match Scalar::of(self.l.types, arg.ty) {
                Some(_) => match ty.params.get(i) {
                    Some(&param) if Scalar::of(self.l.types, param).is_some() => {
                        self.convert(arg.ty, param, value)
                    }
                    Some(&param) => self.record_from_scalar(param, arg.ty, value, out),
                    None => value,
                },
                None => self.record_copy(arg.ty, value, out),
            };
            let later = &args[i + 1..];
            let value = if later.iter().any(has_effects) { self.capture(value) } else { value };
            out.terms.push(value);
        }
        let extra = out.terms.split_off(first + ty.params.len());
        if ty.variadic {
            let area = self.variadic_area(&args[ty.params.len()..], &extra, out);
            out.terms.push(area);
        }
    }

    /// A stack object that lives until the call returns.
    fn call_object(&mut self, size: u64, out: &mut Arguments) -> TermId {
        let address = self.new_temp(self.l.pointer_bits(), false);
        self.allocate_stack(address, size);
        out.objects.push(address);
        self.var(address)
    }

    fn record_copy(&mut self, ty: TypeId, from: TermId, out: &mut Arguments) -> TermId {
        let size = self.l.types.size_of(ty).unwrap_or(0);
        let object = self.call_object(size, out);
        self.store(object, ty, None, from);
        object
    }

    /// A scalar given for a transparent union.
    fn record_from_scalar(
        &mut self,
        union: TypeId,
        ty: TypeId,
        value: TermId,
        out: &mut Arguments,
    ) -> TermId {
        let size = self.l.types.size_of(union).unwrap_or(0);
        let value = self.capture(value);
        let object = self.call_object(size, out);
        self.store(object, ty, None, value);
        object
    }

    /// One object with a slot per variadic argument. In ILP32 a slot has a place for a pointer besides the one for
    /// anything else, since what is memory of pointers is not memory of bytes; numbers fill both.
    fn variadic_area(&mut self, args: &[Expr], values: &[TermId], out: &mut Arguments) -> TermId {
        if args.is_empty() {
            return self.word(0);
        }
        let sizes: Vec<u64> = args.iter().map(|a| self.slot_size(a.ty)).collect();
        let object = self.call_object(sizes.iter().sum(), out);
        let mut offset = 0;
        for ((arg, &value), size) in args.iter().zip(values).zip(sizes) {
            let at = self.word(offset + self.place_in_slot(arg.ty));
            let to = self.l.p.terms.bv_add(object, at);
            self.store(to, arg.ty, None, value);
            if self.l.p.layout.bytes() == 4 && self.l.types.is_integer(arg.ty) {
                let void_ptr = self.l.types.void_ptr();
                let at = self.word(offset + self.place_in_slot(void_ptr));
                let to = self.l.p.terms.bv_add(object, at);
                let pointer = self.convert(arg.ty, void_ptr, value);
                self.store(to, void_ptr, None, pointer);
            }
            offset += size;
        }
        object
    }

    fn slot_size(&self, ty: TypeId) -> u64 {
        let unit = if self.l.p.layout.bytes() == 8 { 8 } else { 16 };
        self.l.types.size_of(ty).unwrap_or(unit).next_multiple_of(unit).max(unit)
    }

    /// Where in its slot an argument is.
    fn place_in_slot(&self, ty: TypeId) -> u64 {
        if self.l.p.layout.bytes() == 4 && self.l.types.is_pointer(ty) { 12 } else { 0 }
    }

    /// `va_arg(list, ty)`: reads the slot and moves on.
    pub fn va_arg(&mut self, ty: TypeId, list: &Expr) -> TermId {
        let list = self.expr(list);
        let list = self.capture(list);
        let at = self.va_pointer(list);
        self.check_access(at, self.l.p.layout.bytes(), Access::Write);
        let void_ptr = self.l.types.void_ptr();
        let slot = self.load(at, void_ptr, None);
        let slot = self.capture(slot);
        let step = self.word(self.slot_size(ty));
        let next = self.l.p.terms.bv_add(slot, step);
        let place = self.word(self.place_in_slot(ty));
        let slot = self.l.p.terms.bv_add(slot, place);
        let bytes = match Scalar::of(self.l.types, ty) {
            Some(s) => s.bytes(),
            None => self.l.types.size_of(ty).unwrap_or(0) as u32,
        };
        self.check_access(slot, bytes, Access::Read);
        self.store(at, void_ptr, None, next);
        if Scalar::of(self.l.types, ty).is_some() {
            let value = self.load(slot, ty, None);
            return self.capture(value);
        }
        slot
    }

    /// Where a `va_list` keeps its pointer: `overflow_arg_area` of the LP64 structure, the list itself in ILP32.
    pub fn va_pointer(&mut self, list: TermId) -> TermId {
        let offset = if self.l.p.layout.bytes() == 8 { 8 } else { 0 };
        let offset = self.word(offset);
        self.l.p.terms.bv_add(list, offset)
    }

    /// Failed assertions by the names that libraries give them.
    fn assertion(&mut self, name: &str, e: &Expr, args: &[Expr]) -> Option<TermId> {
        let text = match name {
            "__assert_fail" | "__assert" | "__assert_perror_fail" => args.first(),
            "__assert_rtn" => args.get(3),
            _ => return None,
        };
        let text = text.and_then(|a| self.l.string_literal(a)).unwrap_or_default();
        self.fail_assertion(&format!("assertion `{text}`"));
        Some(self.arbitrary(e.ty))
    }

    /// A check that fails whenever it is reached; nothing follows.
    pub fn fail_assertion(&mut self, message: &str) {
        let never = self.l.p.terms.fls();
        self.check(CheckKind::Assertion, never, message);
    }

    // --- alloca --------------------------------------------------------------------------------

    /// `alloca(size)`: the object joins a list that the epilogue ends.
    pub fn alloca(&mut self, size: TermId) -> TermId {
        let list = match self.alloca {
            Some(list) => list,
            None => {
                let list = self.new_local("$alloca", self.l.pointer_bits(), false);
                self.start_null.push(list);
                self.alloca = Some(list);
                list
            }
        };
        let size = self.stack_object_size(size);
        let (object, node) =
            (self.new_temp(self.l.pointer_bits(), false), self.new_temp(self.l.pointer_bits(), false));
        self.emit(Op::Allocate { result: object, size, state: ObjectState::Stack, zeroed: false });
        self.allocate_stack(node, 16);
        let (object, node_term, old) = (self.var(object), self.var(node), self.var(list));
        let void_ptr = self.l.types.void_ptr();
        self.store(node_term, void_ptr, None, old);
        let eight = self.word(8);
        let second = self.l.p.terms.bv_add(node_term, eight);
        self.store(second, void_ptr, None, object);
        self.emit(Op::Assign(list, node_term));
        object
    }

    /// Ends every object of the `alloca` list.
    pub fn free_alloca_list(&mut self, list: VarId) {
        let (head, body, done) = (self.b.fresh_loc(), self.b.fresh_loc(), self.b.fresh_loc());
        let void_ptr = self.l.types.void_ptr();
        self.goto(head);
        self.start(head);
        let node = self.var(list);
        let more = self.l.p.terms.bv_nonzero(node);
        self.branch(more, body, done);
        self.start(body);
        let eight = self.word(8);
        let second = self.l.p.terms.bv_add(node, eight);
        let object = self.load(second, void_ptr, None);
        self.emit(Op::Free { pointer: object, state: ObjectState::Dead });
        let next = self.load(node, void_ptr, None);
        let next = self.capture(next);
        self.emit(Op::Free { pointer: node, state: ObjectState::Dead });
        self.emit(Op::Assign(list, next));
        self.goto(head);
        self.start(done);
    }

    /// A size in bytes (64 bits or fewer) as an allocation takes it. Larger objects than pointers can reach into are not modelled.
    pub fn object_size(&mut self, size: TermId) -> TermId {
        let most = self.l.p.layout.max_object();
        let (size, possible) = self.size_below(size, most);
        self.unsupported_unless(possible, format!("an object of {most} bytes or more"));
        self.l.p.terms.extract(size, 31, 0)
    }

    /// The same for an object on the stack: no stack holds a larger one.
    pub fn stack_object_size(&mut self, size: TermId) -> TermId {
        let (size, possible) = self.size_below(size, self.l.p.layout.max_object());
        self.assume_small_stack(possible);
        self.l.p.terms.extract(size, 31, 0)
    }

    /// Assumes that an object on the stack is no larger than the model can hold.
    pub fn assume_small_stack(&mut self, is_small: TermId) {
        if self.l.p.terms.as_bool(is_small) != Some(true) {
            let most = self.l.p.layout.max_object();
            let note = format!("no array of variable length and no `alloca` has {most} bytes or more");
            self.l.note(Span::NONE, note);
            self.emit(Op::Assume(is_small));
        }
    }

    /// The size of a block inside of objects, checked to be possible.
    pub fn block_size(&mut self, size: TermId) -> TermId {
        let (size, possible) = self.size_below(size, self.l.p.layout.max_object());
        self.check(CheckKind::Bounds, possible, "size of a block of memory");
        self.l.p.terms.extract(size, 31, 0)
    }

    /// A size in 64 bits, and whether it is below a limit.
    fn size_below(&mut self, size: TermId, limit: u64) -> (TermId, TermId) {
        let t = &mut self.l.p.terms;
        let size = t.resize_unsigned(size, 64);
        let limit = t.bv(64, limit);
        (size, t.ult(size, limit))
    }
}
