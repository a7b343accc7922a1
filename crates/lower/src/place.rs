//! Places: from lvalues to variables and addresses; reading and writing them.

use maymust_program::{CheckKind, Op, VarId};
use maymust_sema::hir::{self, LocalInit, PlaceKind};
use maymust_sema::{BitField, Type, TypeId};
use maymust_term::{TermId, Terms};

use crate::GlobalHome;
use crate::check::Access;
use crate::effects::has_effects;
use crate::function::{Function, LocalHome};
use crate::scalar::Scalar;

/// A place ready to be read or written.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Spot {
    Var(VarId),
    Mem { address: TermId, bits: Option<BitField> },
}

/// A place and whether the access is safe by construction: the object is known to live and the offset to be in it.
type Raw = (Spot, bool);

impl Function<'_, '_> {
    /// The spot of a place, with the checks that the access needs.
    pub fn place(&mut self, place: &hir::Place, access: Access) -> Spot {
        let (spot, safe) = self.raw_place(place, access);
        if access != Access::Address && self.l.types.qualifiers(place.ty).is_segment {
            self.span = place.span;
            self.unsupported("an access to the address space of `__seg_fs` or `__seg_gs`");
        }
        if let Spot::Mem { address, bits } = spot
            && access != Access::Address
            && !safe
        {
            self.span = place.span;
            let bytes = match bits {
                Some(b) => u64::from((b.shift + b.width).div_ceil(8)),
                None => match Scalar::of(self.l.types, place.ty) {
                    Some(s) => u64::from(s.bytes()),
                    None => self.l.types.size_of(place.ty).unwrap_or(0),
                },
            };
            self.check_access(address, bytes as u32, access);
            if self.l.has_heaps && access == Access::Read && self.is_in_union(place) {
                self.look_at_union(address, place.ty);
            }
        }
        spot
    }

    fn is_in_union(&self, place: &hir::Place) -> bool {
        let is_union = |ty| self.l.types.record_of(ty).is_some_and(|r| self.l.types.record(r).is_union);
        match &place.kind {
            PlaceKind::Field { base, .. } | PlaceKind::Element(base, _) => {
                is_union(base.ty) || self.is_in_union(base)
            }
            _ => false,
        }
    }

    /// The address of a place.
    pub fn address_of(&mut self, place: &hir::Place) -> TermId {
        match self.place(place, Access::Address) {
            Spot::Mem { address, .. } => address,
            Spot::Var(_) => {
                self.unsupported("the address of a variable kept out of memory");
                self.word(0)
            }
        }
    }

    fn raw_place(&mut self, place: &hir::Place, access: Access) -> Raw {
        let mem = |address| Spot::Mem { address, bits: None };
        match &place.kind {
            PlaceKind::Local(id) => match self.locals[id.index()] {
                LocalHome::Var(v) => (Spot::Var(v), true),
                LocalHome::Object(v) => (mem(self.var(v)), true),
            },
            PlaceKind::Global(id) => match self.l.homes[id.index()] {
                GlobalHome::Var(v) => (Spot::Var(v), true),
                GlobalHome::Thread(v) => (mem(self.var(v)), true),
                GlobalHome::Object(n) => {
                    let object = &self.l.p.statics[n as usize - 1];
                    let known = object.state != maymust_program::ObjectState::External
                        && (access != Access::Write
                            || object.state != maymust_program::ObjectState::Constant);
                    (mem(self.l.address(n, 0)), known)
                }
            },
            PlaceKind::Function(id) => {
                let n = self.l.code.get(id).copied().unwrap_or(0);
                (mem(self.l.address(n, 0)), false)
            }
            PlaceKind::Deref(pointer) => (mem(self.expr(pointer)), false),
            PlaceKind::Element(base, index) => self.element(place, base, index, access),
            PlaceKind::Field { base, offset, bits, .. } => {
                let (spot, safe) = self.raw_place(base, access);
                let Spot::Mem { address, .. } = spot else { return (spot, safe) };
                let offset = self.word(*offset);
                let address = self.l.p.terms.bv_add(address, offset);
                (Spot::Mem { address, bits: *bits }, safe)
            }
            PlaceKind::CompoundLiteral(local, init) => (mem(self.compound_literal(*local, init)), true),
            PlaceKind::Temporary(value) => {
                let address = self.expr(value);
                if Scalar::of(self.l.types, value.ty).is_some() {
                    // A scalar that something wants to address: give it an object.
                    let object = self.temporary_object(value.ty);
                    self.store(object, value.ty, None, address);
                    return (mem(object), true);
                }
                (mem(address), true)
            }
        }
    }

    fn element(&mut self, place: &hir::Place, base: &hir::Place, index: &hir::Expr, access: Access) -> Raw {
        // The base is accessed only if an element is: `&a[n][0]` needs `a[n]` to exist.
        let (spot, safe) = self.raw_place(base, access);
        let Spot::Mem { mut address, .. } = spot else { return (spot, safe) };
        if has_effects(index) {
            address = self.capture(address);
        }
        let index_value = self.expr(index);
        let index_word = self.index_word(index.ty, index_value);
        self.span = place.span;
        let length = match self.l.types.bare(base.ty) {
            Type::Array(_, n) if !self.is_open_ended(base, *n) => Some(self.word(*n)),
            Type::Vla(_, id) => {
                let var = self.vlas[id.index()];
                Some(self.var(var))
            }
            _ => None,
        };
        let size = self.element_size(place.ty);
        let t = &mut self.l.p.terms;
        let offset = t.bv_mul(index_word, size);
        let result = t.bv_add(address, offset);
        match length {
            Some(n) => {
                let inside = match access {
                    Access::Address => t.ule(index_word, n),
                    _ => t.ult(index_word, n),
                };
                self.check(CheckKind::Bounds, inside, "array index");
                (Spot::Mem { address: result, bits: None }, safe)
            }
            None => {
                let known = self.l.p.terms.as_u64(size).unwrap_or(1);
                self.check_stray(index_word, known, result);
                (Spot::Mem { address: result, bits: None }, false)
            }
        }
    }

    /// A trailing array of a record that is reached through a pointer may stand for a longer one, as old code
    /// has it: only the object's own size bounds it then.
    fn is_open_ended(&self, array: &hir::Place, length: u64) -> bool {
        let PlaceKind::Field { base, offset, .. } = &array.kind else { return false };
        if !through_pointer(base) {
            return length == 0;
        }
        let Some(record) = self.l.types.record_of(base.ty) else { return length == 0 };
        let Some(layout) = &self.l.types.record(record).layout else { return true };
        layout.fields.iter().all(|f| f.offset <= *offset)
    }

    /// An index with as many bits as a pointer; one that needs more is outside of every object.
    pub fn index_word(&mut self, ty: TypeId, value: TermId) -> TermId {
        let (signed, bits) = (self.l.types.is_signed(ty), self.l.pointer_bits());
        let t = &mut self.l.p.terms;
        let resize = |t: &mut Terms, value, bits| match signed {
            true => t.resize_signed(value, bits),
            false => t.resize_unsigned(value, bits),
        };
        let (word, width) = (resize(t, value, bits), t.width(value));
        if width > bits {
            let again = resize(t, word, width);
            let fits = t.eq(again, value);
            self.check(CheckKind::Bounds, fits, "index that no array has");
        }
        word
    }

    /// Bytes of a type as a term, variable-length arrays included; 1 for void and functions.
    pub fn element_size(&mut self, ty: TypeId) -> TermId {
        match self.l.types.bare(ty).clone() {
            Type::Vla(element, id) => {
                let element = self.element_size(element);
                let var = self.vlas[id.index()];
                let length = self.var(var);
                self.l.p.terms.bv_mul(length, element)
            }
            Type::Array(element, n) if self.l.types.contains_vla(element) => {
                let element = self.element_size(element);
                let n = self.word(n);
                self.l.p.terms.bv_mul(n, element)
            }
            _ => {
                let size = self.l.types.element_size(ty).unwrap_or(1);
                self.word(size)
            }
        }
    }

    fn compound_literal(&mut self, local: hir::LocalId, init: &LocalInit) -> TermId {
        let LocalHome::Object(address) = self.locals[local.index()] else {
            // A scalar literal whose address is not needed still gets an object, to be a place.
            let ty = self.body.locals[local.index()].ty;
            let object = self.temporary_object(ty);
            self.initialise(object, ty, init);
            return object;
        };
        let ty = self.body.locals[local.index()].ty;
        self.stable.remove(&address);
        if !self.scopes.iter().any(|s| s.objects.iter().any(|o| o.0 == address)) {
            self.add_late_object(address);
        }
        // Evaluated again within its scope it is the same object.
        let (fresh, done) = (self.b.fresh_loc(), self.b.fresh_loc());
        let pointer = self.var(address);
        let null = self.word(0);
        let is_null = self.l.p.terms.eq(pointer, null);
        self.branch(is_null, fresh, done);
        self.start(fresh);
        self.allocate_local(address, ty);
        self.goto(done);
        self.start(done);
        self.initialise(pointer, ty, init);
        pointer
    }

    /// Runs an initialiser on the object at an address.
    pub fn initialise(&mut self, address: TermId, ty: TypeId, init: &LocalInit) {
        match init {
            LocalInit::Expr(e) => {
                let value = self.expr(e);
                self.store(address, ty, None, value);
            }
            LocalInit::Bytes(data) => {
                let mut data = data.clone();
                data.resize(self.l.types.size_of(ty).unwrap_or(data.len() as u64) as usize, 0);
                self.emit(Op::Bytes { to: address, data: data.into() });
            }
            LocalInit::Parts { zero, parts } => {
                if *zero {
                    let size = self.l.types.size_of(ty).unwrap_or(0);
                    self.fill_zero(address, size);
                }
                for part in parts {
                    let offset = self.word(part.offset);
                    match &part.value {
                        hir::InitValue::Expr(e) => {
                            let value = self.expr(e);
                            self.span = e.span;
                            let to = self.l.p.terms.bv_add(address, offset);
                            self.store(to, e.ty, part.bits, value);
                        }
                        hir::InitValue::Bytes(data) => {
                            let to = self.l.p.terms.bv_add(address, offset);
                            self.emit(Op::Bytes { to, data: data.as_slice().into() });
                        }
                    }
                }
            }
        }
    }

    fn fill_zero(&mut self, address: TermId, size: u64) {
        let byte = self.l.p.terms.bv(8, 0);
        let bytes = self.l.p.terms.bv(32, size);
        self.emit(Op::Fill { to: address, byte, bytes });
    }

    // --- reading and writing -------------------------------------------------------------------

    /// Reads a spot; of a record: its address.
    pub fn read(&mut self, spot: Spot, ty: TypeId) -> TermId {
        match spot {
            Spot::Var(v) if self.is_shared(v) => {
                let value = self.var(v);
                self.loaded(value)
            }
            Spot::Var(v) => self.var(v),
            Spot::Mem { address, bits } => self.load(address, ty, bits),
        }
    }

    /// Writes a spot; of a record: copies from the address.
    pub fn write(&mut self, spot: Spot, ty: TypeId, value: TermId) {
        match spot {
            Spot::Var(v) => self.emit(Op::Assign(v, value)),
            Spot::Mem { address, bits } => self.store(address, ty, bits, value),
        }
    }

    /// Loads a scalar; gives the address itself for anything else.
    pub fn load(&mut self, address: TermId, ty: TypeId, bits: Option<BitField>) -> TermId {
        let Some(scalar) = Scalar::of(self.l.types, ty) else { return address };
        if bits.is_none() {
            self.look(address, ty);
        }
        let value = self.load_scalar(scalar, address, bits);
        self.loaded(value)
    }

    pub fn load_scalar(&mut self, scalar: Scalar, address: TermId, bits: Option<BitField>) -> TermId {
        let mem = self.l.mem;
        let t = &mut self.l.p.terms;
        let memory = t.var(mem);
        let Some(b) = bits else { return t.load(memory, address, scalar.bytes()) };
        let container = t.load(memory, address, (b.shift + b.width).div_ceil(8));
        let field = t.extract(container, b.shift + b.width - 1, b.shift);
        if b.signed { t.resize_signed(field, scalar.bits()) } else { t.resize_unsigned(field, scalar.bits()) }
    }

    /// Stores a scalar, or copies a record from the address `value`.
    pub fn store(&mut self, address: TermId, ty: TypeId, bits: Option<BitField>, value: TermId) {
        if Scalar::of(self.l.types, ty).is_none() {
            let size = self.l.types.size_of(ty).unwrap_or(0);
            if size > 0 {
                self.look(value, ty);
                let bytes = self.l.p.terms.bv(32, size);
                self.emit(Op::Copy { to: address, from: value, bytes });
            }
            return;
        }
        let mem = self.l.mem;
        let t = &mut self.l.p.terms;
        let memory = t.var(mem);
        let value = match bits {
            None => value,
            Some(b) => {
                let size = (b.shift + b.width).div_ceil(8) * 8;
                let old = self.l.p.terms.load(memory, address, size / 8);
                let old = self.loaded(old);
                let t = &mut self.l.p.terms;
                let mut new = t.extract(value, b.width - 1, 0);
                if b.shift > 0 {
                    let low = t.extract(old, b.shift - 1, 0);
                    new = t.concat(new, low);
                }
                if b.shift + b.width < size {
                    let high = t.extract(old, size - 1, b.shift + b.width);
                    new = t.concat(high, new);
                }
                new
            }
        };
        let stored = self.l.p.terms.store_wide(memory, address, value);
        self.emit(Op::Assign(mem, stored));
    }

    /// The value that reading the place gives after `value` was written to it.
    pub fn stored_value(&mut self, spot: Spot, ty: TypeId, value: TermId) -> TermId {
        let Spot::Mem { bits: Some(b), .. } = spot else { return value };
        let width = Scalar::of(self.l.types, ty).map_or(32, Scalar::bits);
        let t = &mut self.l.p.terms;
        let field = t.extract(value, b.width - 1, 0);
        if b.signed { t.resize_signed(field, width) } else { t.resize_unsigned(field, width) }
    }
}

fn through_pointer(place: &hir::Place) -> bool {
    match &place.kind {
        PlaceKind::Deref(_) => true,
        PlaceKind::Field { base, .. } | PlaceKind::Element(base, _) => through_pointer(base),
        _ => false,
    }
}
