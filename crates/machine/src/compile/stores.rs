//! Assignments to memory: chains of stores.

use maymust_program::VarId;
use maymust_term::{Op, Sort, TermId};

use super::{Compiler, Known};
use crate::code::AnyAccess;
use crate::inst::{Guarded, Inst, Reg};
use crate::layout::Home;
use crate::layout::{Place, Rep, rep_of};

impl Compiler<'_> {
    /// A chain of stores on the variable itself; anything else goes through the evaluator.
    pub(super) fn assign_memory(&mut self, var: VarId, term: TermId) {
        let Some(stores) = self.store_chain(var, term) else {
            let index = self.code.array_assigns.len() as u32;
            self.code.array_assigns.push((var, term));
            self.emit(Inst::AssignArray(index));
            self.assigned(var);
            return;
        };
        if let [(address, value, bytes)] = stores[..]
            && self.store_indexed(var, address, value, bytes)
        {
            return;
        }
        let single = (stores.len() == 1).then(|| stores[0]);
        let mut ready = Vec::new();
        for (address, value, bytes) in stores {
            let (a, off) = self.address(address);
            ready.push((a, off, self.value(value), self.program.terms.sort(value), bytes));
        }
        for (a, off, value, sort, bytes) in ready {
            self.store(a, off, value, sort, bytes);
        }
        let stored = single.and_then(|s| self.known(s.1, false));
        self.assigned(var);
        if let (Some((address, value, bytes)), Home::Bytes) = (single, self.homes.of(var)) {
            self.remember_store(address, value, bytes, stored);
        }
    }

    /// The stores of `var := store(…store(var, …)…)`, first to last: address, value, bytes.
    pub(super) fn store_chain(&self, var: VarId, term: TermId) -> Option<Vec<(TermId, TermId, u32)>> {
        let terms = &self.program.terms;
        let mut stores = Vec::new();
        let mut t = term;
        loop {
            let bytes = match (terms.op(t), self.homes.of(var)) {
                (Op::Var(v), _) if v == var => break,
                (Op::StoreWide { bytes }, Home::Bytes) => bytes,
                (Op::Store, Home::Bytes) => 1,
                (Op::Store, Home::Cells(bits)) => bits.div_ceil(8),
                _ => return None,
            };
            let args = terms.args(t);
            stores.push((args[1], args[2], bytes));
            t = args[0];
        }
        stores.reverse();
        Some(stores)
    }

    pub(super) fn store(&mut self, a: Reg, off: i32, value: Place, sort: Sort, bytes: u32) {
        let v = value.index;
        let simple = value.rep == Rep::One;
        let guarded = self.use_guard(None);
        match bytes {
            1 if simple => self.emit(Inst::Store1 { guarded, a, off, v }),
            2 if simple => self.emit(Inst::Store2 { guarded, a, off, v }),
            4 if simple => self.emit(Inst::Store4 { guarded, a, off, v }),
            8 if simple => self.emit(Inst::Store8 { guarded, a, off, v }),
            _ => {
                let address = if off == 0 { a } else { self.offset(a, off) };
                let index = self.code.accesses.len() as u32;
                self.code.accesses.push(AnyAccess { address, value, sort, bytes, quiet: false });
                self.emit(Inst::StoreAny(index));
            }
        }
        self.note_store(a, off, bytes);
    }

    /// A store to `base + (index << shift)` in one instruction.
    fn store_indexed(&mut self, var: VarId, address: TermId, value: TermId, bytes: u32) -> bool {
        let simple = rep_of(self.program.terms.sort(value)) == Rep::One && self.homes.of(var) == Home::Bytes;
        let Some(index) =
            self.indexed_access(address).filter(|_| simple && !self.stepped && matches!(bytes, 1 | 4 | 8))
        else {
            return false;
        };
        let (a, b, v) = (self.base(index.base), self.register(index.index), self.register(value));
        let factor = index.factor;
        let from = Guarded::new(index.from, self.use_guard(None));
        self.emit(match bytes {
            1 => Inst::StoreIndex1 { from, factor, a, b, v },
            4 => Inst::StoreIndex4 { from, factor, a, b, v },
            _ => Inst::StoreIndex8 { from, factor, a, b, v },
        });
        let stored = self.known(value, false);
        self.assigned(var);
        self.remember_store(address, value, bytes, stored);
        true
    }

    /// After a store, a load from the same address gives the value that was stored; `stored` is where that is.
    fn remember_store(&mut self, address: TermId, value: TermId, bytes: u32, stored: Option<Known>) {
        let whole = self.program.terms.sort(value) == Sort::BitVec(8 * bytes);
        let Some(&load) = self.loads.get(&(address, bytes)).filter(|_| whole && !self.stepped) else {
            return;
        };
        if let Some(known) = stored {
            let depends = known.depends | self.depends_of(load);
            self.available.values.insert(load, Known { place: known.place, depends, quiet: false });
        }
    }

    pub(super) fn note_store(&mut self, a: Reg, off: i32, bytes: u32) {
        if self.stepped {
            self.emit(Inst::NoteStore { a, off, bytes });
        }
    }
}
