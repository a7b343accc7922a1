//! Arbitrary values at the start of a run: parameters of an entry function, globals, `extern` objects.
//!
//! Numbers are any. A pointer is null or points to a fresh object of its type whose contents are arbitrary again, down
//! to [`DEPTH`] objects in a row, then null; no two such pointers point to the same object. What may be a buffer
//! (`char *`, `void *`, pointers to incomplete types) points to [`EXTERNAL_SIZE`] bytes. A pointer to a function is
//! null or a function of that type whose address the program takes. Pointers in unions are null. Where pointers are very many, the first
//! elements of arrays are arbitrary and the others zero: runs from there are found, but nothing is proved.
//!
//! Pointers come from procedures `$any…`, one per type and depth, so that the start stays small.

use maymust_program::{Input, LocId, ObjectState, Op, ProcBuilder, ProcId, ProcOrigin, VarId, VarKind};
use maymust_sema::{Type, TypeId};
use maymust_source::Span;
use maymust_term::TermId;

use crate::Lower;
use crate::function::EXTERNAL_SIZE;
use crate::scalar::Scalar;

/// How many fresh objects hang on each other.
pub(crate) const DEPTH: u32 = 3;
/// So many pointers of an object are null or fresh; further ones are null.
const MOST_FRESH: usize = 64;
/// Of objects with more cells that need care, arrays are arbitrary in their first elements only, …
const MOST_CELLS: usize = 4096;
/// … so many of them.
const FIRST_ELEMENTS: u64 = 16;

/// A cell of an object that is not just any bits.
#[derive(Clone, Copy, Debug)]
struct CareCell {
    offset: u64,
    ty: TypeId,
    /// A pointer that must be null.
    null: bool,
}

/// What of an object is not just any bits.
#[derive(Clone, Debug, Default)]
struct Care {
    cells: Vec<CareCell>,
    /// Where it is zero, and how many bytes.
    zeros: Vec<(u64, u64)>,
}

impl Lower<'_> {
    /// Makes the procedures that [`Self::any_scalar`] and [`Self::any_contents`] of a type call. To be done before
    /// a procedure that calls them is begun, since procedures are numbered in the order of their ends.
    pub fn prepare_any(&mut self, ty: TypeId, depth: u32) {
        if let Some(pointee) = self.types.pointee(ty) {
            self.any_pointer(pointee, depth);
            return;
        }
        for cell in self.care(ty).map(|c| c.cells).unwrap_or_default() {
            if let Some(pointee) = self.types.pointee(cell.ty).filter(|_| !cell.null) {
                self.any_pointer(pointee, depth);
            }
        }
    }

    /// The procedure that gives a pointer to this type; none if it is always null.
    fn any_pointer(&mut self, pointee: TypeId, depth: u32) -> Option<ProcId> {
        let key = self.any_key(pointee, depth);
        let (pointee, depth) = key;
        if depth == 0 {
            return None;
        }
        if let Some(&known) = self.any.get(&key) {
            return known;
        }
        if self.types.is_function(pointee) {
            let proc = self.any_function(pointee);
            self.any.insert(key, proc);
            return proc;
        }
        self.prepare_any(pointee, depth - 1);
        let id = ProcId(self.p.procs.len() as u32);
        let mut b = ProcBuilder::new(&format!("$any{}", id.0), id, Span::NONE);
        b.origin = ProcOrigin::Start;
        let name = b.name.clone();
        let result = self.new_var(
            format!("{name}::$result"),
            self.pointer_bits(),
            VarKind::Result(id),
            false,
            Span::NONE,
        );
        b.result = Some(result);
        let choice = self.any_local(&mut b, "is_null", 8);
        let fresh = self.any_local(&mut b, "fresh", self.pointer_bits());
        let from = b.fresh_loc();
        let at = b.step(from, Op::Havoc(choice, Input::Entry("is a pointer null".into())), Span::NONE);
        // The object is there even if nothing points to it: so its number does not depend on the choices before it.
        let size = self.any_size(pointee);
        let at = self.any_allocate(&mut b, at, fresh, size);
        let address = self.p.terms.var(fresh);
        let at = self.care_for(&mut b, at, address, pointee, depth - 1);
        let t = &mut self.p.terms;
        // One bit decides, so that random runs go both ways.
        let (choice, null) = (t.var(choice), self.p.layout.null(t));
        let bit = t.extract(choice, 0, 0);
        let is_null = t.bv_nonzero(bit);
        let value = t.ite(is_null, null, address);
        let exit = b.fresh_loc();
        b.edge(at, exit, Op::Assign(result, value), Span::NONE);
        let proc = b.finish(&self.p, from, exit);
        self.p.procs.push(proc);
        self.any.insert(key, Some(id));
        Some(id)
    }

    /// Functions are the same at every depth.
    fn any_key(&self, pointee: TypeId, depth: u32) -> (TypeId, u32) {
        let pointee = self.types.unqualified(pointee);
        (pointee, if self.types.is_function(pointee) { 1 } else { depth })
    }

    /// Null or a function of this type whose address is taken.
    fn any_function(&mut self, ty: TypeId) -> Option<ProcId> {
        let same = |f: &&maymust_sema::hir::FunctionId| {
            self.types.unqualified(self.hir.functions[f.index()].ty) == ty
        };
        let mut functions: Vec<_> = self.code.keys().filter(same).copied().collect();
        functions.sort_unstable();
        if functions.is_empty() {
            return None;
        }
        let id = ProcId(self.p.procs.len() as u32);
        let mut b = ProcBuilder::new(&format!("$any{}", id.0), id, Span::NONE);
        b.origin = ProcOrigin::Start;
        let name = b.name.clone();
        let result = self.new_var(
            format!("{name}::$result"),
            self.pointer_bits(),
            VarKind::Result(id),
            false,
            Span::NONE,
        );
        b.result = Some(result);
        let choice = self.any_local(&mut b, "which", 32);
        let from = b.fresh_loc();
        let input = Input::Entry("which function the pointer points to".into());
        let at = b.step(from, Op::Havoc(choice, input), Span::NONE);
        let mut value = self.p.layout.null(&mut self.p.terms);
        for (i, f) in functions.iter().enumerate() {
            let address = self.address(self.code[f], 0);
            let t = &mut self.p.terms;
            let (choice, number) = (t.var(choice), t.bv(32, i as u64 + 1));
            let chosen = t.eq(choice, number);
            value = t.ite(chosen, address, value);
        }
        let exit = b.fresh_loc();
        b.edge(at, exit, Op::Assign(result, value), Span::NONE);
        let proc = b.finish(&self.p, from, exit);
        self.p.procs.push(proc);
        Some(id)
    }

    fn any_local(&mut self, b: &mut ProcBuilder, name: &str, bits: u32) -> VarId {
        let name = format!("{}::{name}", b.name);
        let var = self.new_var(name, bits, VarKind::Local(b.id), false, Span::NONE);
        b.locals.push(var);
        var
    }

    /// Bytes of a fresh object for a pointer to this type.
    fn any_size(&self, pointee: TypeId) -> u64 {
        match self.types.size_of(pointee) {
            Some(size) if size > 1 && !self.types.is_void(pointee) => size,
            _ => EXTERNAL_SIZE,
        }
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
        depth: u32,
        name: &str,
    ) -> LocId {
        if let Some(pointee) = self.types.pointee(ty) {
            let key = self.any_key(pointee, depth);
            let op = match self.any.get(&key).copied().flatten() {
                Some(proc) => Op::Call { proc, args: Vec::new(), result: Some(var) },
                None => Op::Assign(var, self.p.layout.null(&mut self.p.terms)),
            };
            return b.step(at, op, Span::NONE);
        }
        let at = b.step(at, Op::Havoc(var, Input::Entry(name.into())), Span::NONE);
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
            let at = self.any_scalar(b, at, var, ty, DEPTH, name);
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
        self.care_for(b, at, address, ty, DEPTH)
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
        depth: u32,
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
            let depth = if cell.null { 0 } else { depth };
            at = self.any_scalar(b, at, var, cell.ty, depth, "a field");
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
        while let Some((ty, offset, null)) = work.pop() {
            let cells = &mut care.cells;
            if cells.len() + work.len() > MOST_CELLS {
                return None;
            }
            match self.types.bare(ty) {
                Type::Pointer(_) => {
                    let null = null || cells.len() >= MOST_FRESH;
                    cells.push(CareCell { offset, ty, null });
                }
                Type::Int(int) if int.rank == maymust_sema::IntRank::Bool && !null => {
                    cells.push(CareCell { offset, ty, null: false });
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
                        work.extend((0..first).rev().map(|i| (element, offset + i * size, null)));
                    }
                }
                Type::Record(id) => {
                    let record = self.types.record(*id);
                    let fields = record.layout.iter().flat_map(|l| &l.fields).filter(|f| f.bits.is_none());
                    let fields: Vec<_> =
                        fields.map(|f| (f.ty, offset + f.offset, null || record.is_union)).collect();
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
