//! Arbitrary values: parameters of an entry function, globals, `extern` objects, what functions without body give.
//!
//! Numbers are any. A pointer is null or points to an element of the environment's heap for its type, see
//! [`maymust_program::environment`]; a pointer to a function is null or a function of that type whose address the program
//! takes. Pointers in unions of the program's own objects are null. Where pointers are very many, the first
//! elements of arrays are arbitrary and the others zero: runs from there are found, but nothing is proved.

use maymust_program::environment::EnvironmentHeap;
use maymust_program::{
    Input, LocId, ObjectState, Op, PointerLayout, ProcBuilder, Reading, StaticObject, VarId, VarKind,
};
use maymust_sema::{FloatKind, Type, TypeId};
use maymust_source::Span;
use maymust_term::TermId;

use crate::Lower;
use crate::function::Function;
use crate::scalar::Scalar;

/// Of objects with more cells that need care, arrays are arbitrary in their first elements only, …
const MOST_CELLS: usize = 4096;
/// … so many of them.
const FIRST_ELEMENTS: u64 = 16;
/// Bytes of a heap.
const HEAP_SIZE: u64 = 1 << 20;
/// Bytes of a heap for large objects.
const LARGE_HEAP: u64 = 1 << 24;
/// An object of unknown type may have so many bytes at least, …
const UNKNOWN_SIZE: u64 = 1 << 16;
/// … one of a known type more than so many.
const LEAST_ROOM: u64 = 1 << 10;

/// Which heaps an address is asked about. While functions are lowered, nobody knows how many there will be.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Heaps {
    /// Any of them.
    All,
    /// Those whose objects hold pointers.
    WithPointers,
}

impl Heaps {
    /// Stands for the number of heaps until that is known.
    fn placeholder(self, layout: PointerLayout) -> u64 {
        match self {
            Heaps::All => layout.objects() - 1,
            Heaps::WithPointers => layout.objects() - 3,
        }
    }
}

/// The heaps of the environment are as many as its types of objects.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub(crate) enum HeapType {
    /// Integers of a width, whatever their sign.
    Integer(u32),
    /// Floats.
    Float(FloatKind),
    /// Any other type.
    Other(TypeId),
}

/// May a pointer from outside also point to an object of its own, which is as small as its type allows?
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Exact {
    /// Only to elements of heaps, which no access is too large for.
    No,
    /// Yes.
    Too,
}

/// A cell of an object that is not just any bits.
#[derive(Clone, Copy, Debug)]
struct CareCell {
    offset: u64,
    ty: TypeId,
    /// A pointer in a union.
    in_union: bool,
}

/// What of an object is not just any bits.
#[derive(Clone, Debug, Default)]
struct Care {
    cells: Vec<CareCell>,
    /// Where it is zero, and how many bytes.
    zeros: Vec<(u64, u64)>,
}

impl Lower<'_> {
    // --- heaps -------------------------------------------------------------------------------------

    /// Does anything come from outside that may hold pointers?
    fn has_environment(&self) -> bool {
        let options = self.options;
        if options.each_function || options.entry != "main" {
            return true;
        }
        let gives_pointers = |f: &maymust_sema::hir::Function| {
            let result = self.types.function(f.ty).map(|t| t.result);
            f.body.is_none() && !f.is_library && result.is_some_and(|r| self.needs_care(r))
        };
        let is_open = |g: &maymust_sema::hir::Global| g.is_extern && self.needs_care(g.ty);
        let is_unset =
            |l: &maymust_sema::hir::Local| !l.written && !l.address_taken && self.types.is_pointer(l.ty);
        let mut bodies = self.hir.functions.iter().filter(|f| !f.is_library).filter_map(|f| f.body.as_ref());
        if bodies.any(|b| b.locals.iter().any(is_unset)) {
            return true;
        }
        self.hir.functions.iter().any(gives_pointers) || self.hir.globals.iter().any(is_open)
    }

    /// What an array is made of: a pointer to an array of numbers may as well be one to the numbers.
    fn innermost(&self, ty: TypeId) -> TypeId {
        let mut element = ty;
        while let Type::Array(inner, _) | Type::IncompleteArray(inner) = self.types.bare(element) {
            element = *inner;
        }
        if Scalar::of(self.types, element).is_some() { element } else { ty }
    }

    fn heap_type(&self, ty: TypeId) -> HeapType {
        match Scalar::of(self.types, ty) {
            Some(Scalar::Int { width, .. }) => HeapType::Integer(width),
            Some(Scalar::Float(kind)) => HeapType::Float(kind),
            _ => HeapType::Other(self.types.unqualified(ty)),
        }
    }

    /// The heap for objects of a type, and the number of its object; none if an object would be too large.
    fn heap(&mut self, pointee: TypeId) -> Option<(EnvironmentHeap, u32)> {
        if !self.has_heaps {
            return None;
        }
        let pointee = self.innermost(pointee);
        let key = self.heap_type(pointee);
        if let Some(&index) = self.heaps.get(&key) {
            let environment = &self.p.memory.environment;
            return Some((environment.heaps[index], environment.number(index)));
        }
        let limit = self.p.layout.max_object() / 2;
        let (most, limit) = (HEAP_SIZE.min(limit), LARGE_HEAP.min(limit));
        let heap = match key {
            HeapType::Integer(_) | HeapType::Float(_) => numbers(self.types.size_of(pointee)?, most),
            HeapType::Other(ty) if Scalar::of(self.types, ty).is_some() => {
                numbers(self.types.size_of(ty)?, most)
            }
            HeapType::Other(ty) => {
                let size = self.types.size_of(ty).filter(|s| *s > 0 && !self.types.is_void(ty));
                objects(size.unwrap_or(UNKNOWN_SIZE.min(most / 8) / 4), most, limit)?
            }
        };
        let name = format!("environment's objects of type {}", self.heaps.len() + 1);
        for name in [name.clone(), format!("{name} at the start")] {
            self.p.statics.push(StaticObject {
                name,
                size: heap.size,
                state: ObjectState::External,
                proc: None,
                is_library: false,
                span: Span::NONE,
            });
        }
        let environment = &mut self.p.memory.environment;
        let index = environment.heaps.len();
        environment.heaps.push(heap);
        let number = environment.number(index);
        debug_assert_eq!(number as usize + 1, self.p.statics.len(), "heaps have consecutive numbers");
        self.heaps.insert(key, index);
        Some((heap, number))
    }

    /// Makes the heaps for the pointers in a type.
    pub fn prepare_heaps_for(&mut self, ty: TypeId) {
        let cells = self.care(ty).map(|c| c.cells).unwrap_or_default();
        for pointee in cells.iter().filter_map(|c| self.types.pointee(c.ty)).collect::<Vec<_>>() {
            if !self.types.is_function(pointee) {
                self.heap(pointee);
            }
        }
    }

    /// Says where heaps begin: behind all other static objects.
    pub fn begin_heaps(&mut self) {
        self.has_heaps = self.has_environment();
        if !self.has_heaps {
            return;
        }
        if self.p.statics.len().is_multiple_of(2) {
            let name = "$no_object".to_owned();
            let (state, proc, span) = (ObjectState::Code, None, Span::NONE);
            self.p.statics.push(StaticObject { name, size: 0, state, proc, is_library: true, span });
        }
        self.p.memory.environment.first = self.p.statics.len() as u32 + 1;
    }

    /// Now that all heaps are known: which addresses are in one.
    pub fn finish_heaps(&mut self) {
        let (environment, layout) = (self.p.memory.environment.clone(), self.p.layout);
        let count = environment.numbers();
        let mut known = rustc_hash::FxHashMap::default();
        let with_pointers: Vec<u32> = self.heaps_with_pointers();
        for (address, kind) in std::mem::take(&mut self.looks) {
            let t = &mut self.p.terms;
            let before = environment.inside(t, layout, address, kind.placeholder(layout));
            let after = match kind {
                Heaps::All => environment.inside(t, layout, address, count),
                Heaps::WithPointers => {
                    let number = layout.object(t, address);
                    let is = |n: &u32| {
                        let n = layout.number(t, u64::from(*n));
                        t.eq(number, n)
                    };
                    let cases: Vec<TermId> = with_pointers.iter().map(is).collect();
                    t.or(&cases)
                }
            };
            known.insert(before, after);
            let (before, after) = (t.not(before), t.not(after));
            known.insert(before, after);
        }
        for edge in self.p.procs.iter_mut().flat_map(|p| &mut p.edges) {
            if let Op::Assume(t) = &mut edge.op
                && let Some(after) = known.get(t)
            {
                *t = *after;
            }
        }
    }

    /// The numbers of the heaps whose objects hold pointers.
    fn heaps_with_pointers(&self) -> Vec<u32> {
        let holds = |ty: &HeapType| matches!(ty, HeapType::Other(ty) if self.needs_care(*ty));
        #[allow(clippy::iter_over_hash_type, reason = "sorted below")]
        let mut numbers: Vec<u32> = self
            .heaps
            .iter()
            .filter(|(ty, _)| holds(ty))
            .map(|(_, index)| self.p.memory.environment.number(*index))
            .collect();
        numbers.sort_unstable();
        numbers
    }

    /// Fills the heaps, at the start.
    pub fn fill_heaps(&mut self, b: &mut ProcBuilder, mut at: LocId) -> LocId {
        let (environment, layout) = (self.p.memory.environment.clone(), self.p.layout);
        for (i, heap) in environment.heaps.iter().enumerate() {
            let number = environment.number(i);
            let source = self.any_local(b, "heap", layout.bits());
            at = self.any_allocate(b, at, source, u64::from(heap.size));
            let from = self.p.terms.var(source);
            for object in [number + 1, number] {
                let to = self.address(object, 0);
                let bytes = self.p.terms.bv(32, u64::from(heap.size));
                at = b.step(at, Op::Copy { to, from, bytes }, Span::NONE);
            }
            at = b.step(at, Op::Free { pointer: from, state: ObjectState::Dead }, Span::NONE);
        }
        at
    }

    // --- pointers ----------------------------------------------------------------------------------

    /// `var :=` a pointer from outside.
    pub fn any_pointer(
        &mut self,
        b: &mut ProcBuilder,
        at: LocId,
        var: VarId,
        pointee: TypeId,
        (input, span): (Input, Span),
        exact: Exact,
    ) -> LocId {
        let layout = self.p.layout;
        let which = self.any_local(b, "$which", 32);
        let null = layout.null(&mut self.p.terms);
        if self.types.is_function(pointee) {
            let at = b.step(at, Op::Havoc(which, input), span);
            let mut value = null;
            for (i, address) in self.functions_of(pointee).into_iter().enumerate() {
                let t = &mut self.p.terms;
                let (which, number) = (t.var(which), t.bv(32, i as u64 + 1));
                let chosen = t.eq(which, number);
                value = t.ite(chosen, address, value);
            }
            return b.step(at, Op::Assign(var, value), span);
        }
        let Some((heap, number)) = self.heap(pointee) else {
            let at = b.step(at, Op::Unsupported("a pointer from outside to a huge object".into()), span);
            return b.step(at, Op::Assign(var, null), span);
        };
        let mut at = b.step(at, Op::Havoc(which, input), span);
        let t = &mut self.p.terms;
        // One bit decides, so that random runs go both ways.
        let which = t.var(which);
        let bit = t.extract(which, 0, 0);
        let is_null = t.bv_nonzero(bit);
        let index = t.extract(which, 31, 2);
        let index = t.resize_unsigned(index, 32);
        let mut object = heap.element(t, layout, number, index);
        if exact == Exact::Too {
            // The object is there even if nothing points to it: so its number does not depend on the choices before it.
            let fresh = self.any_local(b, "fresh", self.p.layout.bits());
            at = self.any_allocate(b, at, fresh, self.exact_size(pointee));
            let address = self.p.terms.var(fresh);
            at = self.care_for(b, at, address, pointee, "a field");
            let t = &mut self.p.terms;
            let bit = t.extract(which, 1, 1);
            let is_element = t.bv_nonzero(bit);
            object = t.ite(is_element, object, address);
        }
        let value = self.p.terms.ite(is_null, null, object);
        b.step(at, Op::Assign(var, value), span)
    }

    /// Bytes of an object that is no larger than it must be; what may be a buffer is no small one.
    fn exact_size(&self, pointee: TypeId) -> u64 {
        match self.types.size_of(pointee) {
            Some(size) if size > 1 && !self.types.is_void(pointee) => size,
            _ => UNKNOWN_SIZE,
        }
    }

    /// The addresses of the functions of a type whose addresses are taken.
    fn functions_of(&mut self, ty: TypeId) -> Vec<TermId> {
        let ty = self.types.unqualified(ty);
        let same = |f: &&maymust_sema::hir::FunctionId| {
            self.types.unqualified(self.hir.functions[f.index()].ty) == ty
        };
        let mut functions: Vec<_> = self.code.keys().filter(same).copied().collect();
        functions.sort_unstable();
        functions.iter().map(|f| self.address(self.code[f], 0)).collect()
    }

    /// Is a value one that the environment may hold as a scalar of this type? With a variable that such a value could be
    /// assigned to, and what it may be besides: for those who ask where pointers lead.
    fn is_from_outside(&mut self, ty: TypeId, value: TermId) -> (TermId, TermId) {
        let layout = self.p.layout;
        let Some(pointee) = self.types.pointee(ty) else {
            let t = &mut self.p.terms;
            let one = t.bv(8, 1);
            return (t.ule(value, one), value);
        };
        let null = layout.null(&mut self.p.terms);
        let is_null = self.p.terms.eq(value, null);
        if self.types.is_function(pointee) {
            let mut cases = vec![is_null];
            let mut leads = value;
            for (i, address) in self.functions_of(pointee).into_iter().enumerate() {
                let t = &mut self.p.terms;
                cases.push(t.eq(value, address));
                // Whatever the conditions are, they differ.
                let number = layout.constant(t, i as u64);
                let is_number = t.eq(value, number);
                leads = t.ite(is_number, address, leads);
            }
            return (self.p.terms.or(&cases), leads);
        }
        let Some((heap, number)) = self.heap(pointee) else { return (is_null, value) };
        let t = &mut self.p.terms;
        let is_element = heap.is_element(t, layout, number, value);
        let start = layout.constant(t, layout.join(number, heap.start));
        let leads = t.ite(is_null, start, value);
        (t.or2(is_null, is_element), leads)
    }

    pub fn any_local(&mut self, b: &mut ProcBuilder, name: &str, bits: u32) -> VarId {
        let name = format!("{}::{name}", b.name);
        let var = self.new_var(name, bits, VarKind::Local(b.id), false, Span::NONE);
        b.locals.push(var);
        var
    }

    /// `var :=` a fresh object with arbitrary contents.
    pub fn any_allocate(&mut self, b: &mut ProcBuilder, at: LocId, var: VarId, size: u64) -> LocId {
        let size = self.p.terms.bv(32, size.min(self.p.layout.max_object() - 1));
        let op = Op::Allocate { result: var, size, state: ObjectState::External, zeroed: false };
        b.step(at, op, Span::NONE)
    }

    /// `var :=` any value of a scalar type.
    pub fn any_scalar(
        &mut self,
        b: &mut ProcBuilder,
        at: LocId,
        var: VarId,
        ty: TypeId,
        name: &str,
        exact: Exact,
    ) -> LocId {
        let input = Input::Entry(name.into());
        if let Some(pointee) = self.types.pointee(ty) {
            return self.any_pointer(b, at, var, pointee, (input, Span::NONE), exact);
        }
        let at = b.step(at, Op::Havoc(var, input), Span::NONE);
        if Scalar::of(self.types, ty) != Some(Scalar::Bool) {
            return at;
        }
        let t = &mut self.p.terms;
        let (value, one) = (t.var(var), t.bv(8, 1));
        let low = t.bv_and(value, one);
        b.step(at, Op::Assign(var, low), Span::NONE)
    }

    /// Makes the contents of an existing object arbitrary.
    pub fn any_contents(
        &mut self,
        b: &mut ProcBuilder,
        at: LocId,
        address: TermId,
        ty: TypeId,
        size: u64,
        name: &str,
    ) -> LocId {
        if let Some(scalar) = Scalar::of(self.types, ty) {
            let var = self.any_local(b, name, scalar.bits());
            let at = self.any_scalar(b, at, var, ty, name, Exact::Too);
            return self.any_store(b, at, address, var);
        }
        if let Type::IncompleteArray(element) = self.types.bare(ty)
            && self.needs_care(*element)
        {
            let note = format!("`{name}` is declared without its size: its pointers are null");
            self.p.assumptions.push((Span::NONE, note));
            return at;
        }
        // What a fresh object holds is arbitrary: its bytes are copied.
        let fresh = self.any_local(b, "fresh", self.pointer_bits());
        let at = self.any_allocate(b, at, fresh, size);
        let t = &mut self.p.terms;
        let from = t.var(fresh);
        let bytes = t.bv(32, size);
        let at = b.step(at, Op::Copy { to: address, from, bytes }, Span::NONE);
        let at = b.step(at, Op::Free { pointer: from, state: ObjectState::Dead }, Span::NONE);
        self.care_for(b, at, address, ty, name)
    }

    /// Where a condition does not hold, there is more than is modelled: it is passed, but nothing is proved beyond.
    pub fn unsupported_unless(
        &mut self,
        b: &mut ProcBuilder,
        at: LocId,
        modelled: TermId,
        reason: &str,
        span: Span,
    ) -> LocId {
        let beyond = self.p.terms.not(modelled);
        let (here, there) = (b.fresh_loc(), b.fresh_loc());
        b.edge(at, here, Op::Assume(modelled), span);
        b.edge(at, there, Op::Assume(beyond), span);
        b.edge(there, here, Op::Unsupported(reason.into()), span);
        here
    }

    /// Gives the cells of an object with arbitrary contents their values where not any bits will do.
    pub fn care_for(
        &mut self,
        b: &mut ProcBuilder,
        mut at: LocId,
        address: TermId,
        ty: TypeId,
        name: &str,
    ) -> LocId {
        let Some(care) = self.care(ty) else {
            let what = format!("arbitrary contents of an object with more than {MOST_CELLS} pointers");
            return b.step(at, Op::Unsupported(what.into()), Span::NONE);
        };
        if !care.zeros.is_empty() {
            let beyond = self.any_local(b, "beyond", 8);
            at = b.step(at, Op::Havoc(beyond, Input::Entry("are elements beyond set".into())), Span::NONE);
            let t = &mut self.p.terms;
            let (beyond, zero) = (t.var(beyond), t.bv(8, 0));
            let modelled = t.eq(beyond, zero);
            let what = format!(
                "arrays of more than {FIRST_ELEMENTS} elements set in an object with more than {MOST_CELLS} pointers"
            );
            at = self.unsupported_unless(b, at, modelled, &what, Span::NONE);
        }
        for (offset, bytes) in care.zeros {
            let t = &mut self.p.terms;
            let offset = self.p.layout.constant(t, offset);
            let to = t.bv_add(address, offset);
            let (byte, bytes) = (t.bv(8, 0), t.bv(32, bytes));
            at = b.step(at, Op::Fill { to, byte, bytes }, Span::NONE);
        }
        for cell in care.cells {
            let Some(scalar) = Scalar::of(self.types, cell.ty) else { continue };
            let var = self.any_local(b, "cell", scalar.bits());
            at = if cell.in_union && self.types.is_pointer(cell.ty) {
                // Which member was meant is not known: null is one of many values.
                let which = self.any_local(b, "$which", 8);
                let at = b.step(at, Op::Havoc(which, Input::Entry(name.into())), Span::NONE);
                let t = &mut self.p.terms;
                let (null, zero, which) = (t.bv(scalar.bits(), 0), t.bv(8, 0), t.var(which));
                let is_null = t.eq(which, zero);
                let at = b.step(at, Op::Assign(var, null), Span::NONE);
                self.unsupported_unless(b, at, is_null, "a pointer in a union of the environment", Span::NONE)
            } else {
                self.any_scalar(b, at, var, cell.ty, name, Exact::No)
            };
            let t = &mut self.p.terms;
            let offset = self.p.layout.constant(t, cell.offset);
            let to = t.bv_add(address, offset);
            at = self.any_store(b, at, to, var);
        }
        at
    }

    fn any_store(&mut self, b: &mut ProcBuilder, at: LocId, to: TermId, var: VarId) -> LocId {
        let value = self.p.terms.var(var);
        let op = self.store_value(to, value);
        b.step(at, op, Span::NONE)
    }

    /// The pointers and booleans of a type, in order; none if they are too many.
    fn care(&self, ty: TypeId) -> Option<Care> {
        self.care_up_to(ty, u64::MAX).or_else(|| self.care_up_to(ty, FIRST_ELEMENTS))
    }

    /// The same, with so many elements of every array at most.
    fn care_up_to(&self, ty: TypeId, elements: u64) -> Option<Care> {
        let mut care = Care::default();
        let mut work = vec![(ty, 0u64, false)];
        while let Some((ty, offset, in_union)) = work.pop() {
            let cells = &mut care.cells;
            if cells.len() + work.len() > MOST_CELLS {
                return None;
            }
            match self.types.bare(ty) {
                Type::Pointer(_) => {
                    cells.push(CareCell { offset, ty, in_union });
                }
                Type::Int(int) if int.rank == maymust_sema::IntRank::Bool && !in_union => {
                    cells.push(CareCell { offset, ty, in_union });
                }
                Type::Array(element, n) => {
                    let (element, n) = (*element, *n);
                    if self.needs_care(element) {
                        let size = self.types.size_of(element).unwrap_or(0);
                        let first = n.min(elements);
                        if first > MOST_CELLS as u64 {
                            return None;
                        }
                        if first < n {
                            care.zeros.push((offset + first * size, (n - first) * size));
                        }
                        work.extend((0..first).rev().map(|i| (element, offset + i * size, in_union)));
                    }
                }
                Type::Record(id) => {
                    let record = self.types.record(*id);
                    let fields = record.layout.iter().flat_map(|l| &l.fields).filter(|f| f.bits.is_none());
                    let fields: Vec<_> =
                        fields.map(|f| (f.ty, offset + f.offset, in_union || record.is_union)).collect();
                    work.extend(fields.into_iter().rev());
                }
                _ => {}
            }
        }
        Some(care)
    }

    /// Is there a pointer or boolean in a type? Arrays of numbers are left alone, however long.
    fn needs_care(&self, ty: TypeId) -> bool {
        let mut work = vec![ty];
        while let Some(ty) = work.pop() {
            match self.types.bare(ty) {
                Type::Pointer(_) => return true,
                Type::Int(int) if int.rank == maymust_sema::IntRank::Bool => return true,
                Type::Array(element, _) => work.push(*element),
                Type::Record(id) => {
                    let layout = self.types.record(*id).layout.iter();
                    work.extend(layout.flat_map(|l| &l.fields).map(|f| f.ty));
                }
                _ => {}
            }
        }
        false
    }
}

/// Numbers side by side, with room before and behind.
fn numbers(bytes: u64, most: u64) -> EnvironmentHeap {
    let index_bits = (most / 2 / bytes).ilog2();
    EnvironmentHeap { start: (most / 4) as u32, stride: bytes as u32, index_bits, size: most as u32 }
}

/// Objects far apart: before and behind each there is room for two more at least. None if they are too large.
fn objects(bytes: u64, most: u64, limit: u64) -> Option<EnvironmentHeap> {
    let mut stride = bytes.checked_mul(4)?;
    while stride < LEAST_ROOM && stride * 64 <= most {
        stride *= 2;
    }
    let most = if stride * 8 <= most { most } else { limit };
    let index_bits = (most / stride).checked_ilog2()?;
    let index_bits = if most == limit { index_bits.min(3) } else { index_bits };
    let size = stride << index_bits;
    (index_bits > 0).then_some(EnvironmentHeap {
        start: (stride / 2) as u32,
        stride: stride as u32,
        index_bits,
        size: size as u32,
    })
}

impl Function<'_, '_> {
    /// Before a scalar is loaded: if it may be one that the environment's heap held from the start, it is of its type.
    pub fn look(&mut self, address: TermId, ty: TypeId) {
        let is_plain = match Scalar::of(self.l.types, ty) {
            Some(Scalar::Pointer { .. } | Scalar::Bool) => false,
            Some(_) => true,
            None => !self.l.needs_care(ty),
        };
        if !self.l.has_heaps || is_plain || self.in_condition {
            return;
        }
        let Some(done) = self.branch_inside(address, Heaps::All) else { return };
        if Scalar::of(self.l.types, ty).is_some() {
            self.look_at(address, ty);
        } else {
            match self.l.care(ty).filter(|c| c.zeros.is_empty()) {
                Some(care) => {
                    for cell in care.cells.iter().filter(|c| !c.in_union) {
                        let offset = self.word(cell.offset);
                        let at = self.l.p.terms.bv_add(address, offset);
                        self.look_at(at, cell.ty);
                    }
                    if care.cells.iter().any(|c| c.in_union) {
                        self.unsupported("a copy of pointers in a union of the environment");
                    }
                }
                None => {
                    self.unsupported(format!("a copy of more than {MOST_CELLS} pointers of the environment"))
                }
            }
        }
        self.goto(done);
        self.start(done);
    }

    /// A local variable that nothing ever writes: if it is a pointer it may point to anything, also into the environment's heap.
    pub fn never_written(&mut self, var: VarId, ty: TypeId, name: &str) {
        let Some(pointee) = self.l.types.pointee(ty).filter(|_| self.l.has_heaps) else { return };
        let input = Input::Uninitialised(name.into());
        let (outside, choice) =
            (self.new_temp(self.l.p.layout.bits(), Reading::Pointer), self.new_temp(8, false));
        self.emit(Op::Havoc(choice, input.clone()));
        self.cur = self.l.any_pointer(&mut self.b, self.cur, outside, pointee, (input, self.span), Exact::No);
        let t = &mut self.l.p.terms;
        let (outside, any, choice) = (t.var(outside), t.var(var), t.var(choice));
        let bit = t.extract(choice, 0, 0);
        let is_any = t.bv_nonzero(bit);
        let value = t.ite(is_any, any, outside);
        self.emit(Op::Assign(var, value));
    }

    /// Goes on where an address is in a heap; gives the place to go to from there, and from elsewhere.
    fn branch_inside(&mut self, address: TermId, heaps: Heaps) -> Option<LocId> {
        let (environment, layout) = (&self.l.p.memory.environment, self.l.p.layout);
        let inside = environment.inside(&mut self.l.p.terms, layout, address, heaps.placeholder(layout));
        if !self.l.has_heaps || self.l.p.terms.as_bool(inside) == Some(false) {
            return None;
        }
        self.l.looks.push((address, heaps));
        let (yes, done) = (self.b.fresh_loc(), self.b.fresh_loc());
        self.branch(inside, yes, done);
        self.start(yes);
        Some(done)
    }

    /// Where an address is in a heap, there is more than is modelled.
    pub fn unsupported_inside(&mut self, address: TermId, heaps: Heaps, reason: &str) {
        if let Some(done) = self.branch_inside(address, heaps) {
            self.unsupported(reason);
            self.goto(done);
            self.start(done);
        }
    }

    /// Before a pointer in a union is loaded: other members may have been meant.
    pub fn look_at_union(&mut self, address: TermId, ty: TypeId) {
        let Some(scalar @ Scalar::Pointer { .. }) = Scalar::of(self.l.types, ty) else { return };
        if self.in_condition {
            return;
        }
        let Some(done) = self.branch_inside(address, Heaps::All) else { return };
        let image = self.l.p.layout.image(&mut self.l.p.terms, address);
        let value = self.load_scalar(scalar, image, None);
        let (is_fine, _) = self.l.is_from_outside(ty, value);
        self.unsupported_unless(is_fine, "a pointer in a union of the environment");
        self.goto(done);
        self.start(done);
    }

    fn look_at(&mut self, address: TermId, ty: TypeId) {
        let Some(scalar) = Scalar::of(self.l.types, ty) else { return };
        let layout = self.l.p.layout;
        let image = layout.image(&mut self.l.p.terms, address);
        let value = self.load_scalar(scalar, image, None);
        let (is_fine, leads) = self.l.is_from_outside(ty, value);
        self.emit(Op::Assume(is_fine));
        if leads != value {
            let temp = self.new_temp(scalar.bits(), scalar.reading());
            self.emit(Op::Assign(temp, leads));
        }
    }
}
