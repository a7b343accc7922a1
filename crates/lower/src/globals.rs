//! Static storage: which globals are variables, which are objects, and how they start.

use maymust_program::{Input, LocId, ObjectState, Op, ProcBuilder, ProcId, StaticObject, VarKind};
use maymust_sema::hir::{self, Constant, Expr, ExprKind, GlobalInit, PlaceKind};
use maymust_source::Span;
use maymust_term::TermId;

use crate::scalar::Scalar;
use crate::{GlobalHome, Lower};

impl Lower<'_> {
    /// The unique name of a function's procedure: static functions of different files may share a name.
    pub fn proc_name(&mut self, id: hir::FunctionId) -> String {
        let function = &self.hir.functions[id.index()];
        if self.proc_names.insert(function.name.clone()) || !function.is_static {
            return function.name.clone();
        }
        format!("{}#{}", function.name, id.0)
    }

    /// Gives every global its home and every address-taken function and label its number.
    pub fn place_globals(&mut self) {
        for global in &self.hir.globals {
            let home = match Scalar::of(self.types, global.ty) {
                _ if self.threads && global.thread_local && !global.is_extern => self.thread_home(global),
                Some(s) if !global.address_taken => {
                    let name = global.name.clone().unwrap_or_else(|| "$literal".to_owned());
                    GlobalHome::Var(self.new_var(name, s.bits(), VarKind::Global, s.reading(), global.span))
                }
                _ => GlobalHome::Object(self.new_object(global)),
            };
            if !global.is_library {
                let shape = self.shape(global.ty);
                match home {
                    GlobalHome::Var(var) => self.shapes.note_var(var, shape),
                    GlobalHome::Object(number) => self.shapes.note_static(number, shape),
                    GlobalHome::Thread(var) => self.shapes.note_object(var, shape),
                }
            }
            self.homes.push(home);
        }
        for (i, function) in self.hir.functions.iter().enumerate() {
            let id = hir::FunctionId(i as u32);
            if function.address_taken {
                let n = self.new_code(function.name.clone(), Some(ProcId(id.0)), function.span);
                self.code.insert(id, n);
                if function.weak && function.body.is_none() {
                    let name = format!("&{}", function.name);
                    let var = self.new_var(name, self.pointer_bits(), VarKind::Global, false, function.span);
                    self.weak.insert(id, var);
                }
            }
            let taken = function.body.iter().flat_map(|b| &b.labels).find(|l| l.address_taken);
            if let Some(label) = taken {
                let n = self.new_code(format!("{}::$labels", function.name), None, label.span);
                self.labels.insert(id, n);
            }
        }
    }

    fn new_object(&mut self, global: &hir::Global) -> u32 {
        let size = global.size.or_else(|| self.types.size_of(global.ty)).unwrap_or(0);
        let literal = global.name.is_none() && matches!(global.init, GlobalInit::Bytes(_));
        let state = match (global.is_extern, literal || global.is_const) {
            (true, _) => ObjectState::External,
            (false, true) => ObjectState::Constant,
            (false, false) => ObjectState::Static,
        };
        // What is declared without its size may be as large as anything of unknown origin.
        let most = self.p.layout.max_object() - 1;
        let size = if global.is_extern && size == 0 { most.min(1 << 16) } else { size };
        if size > most {
            self.too_large.push((global.span, size));
        }
        self.p.statics.push(StaticObject {
            name: global.name.clone().unwrap_or_else(|| "string literal".to_owned()),
            size: size.min(most) as u32,
            state,
            proc: None,
            is_library: global.is_library,
            span: global.span,
        });
        self.p.statics.len() as u32
    }

    fn new_code(&mut self, name: String, proc: Option<ProcId>, span: Span) -> u32 {
        let state = ObjectState::Code;
        self.p.statics.push(StaticObject { name, size: 0, state, proc, is_library: false, span });
        self.p.statics.len() as u32
    }

    /// Notes once that a function has no body, unless it counts as not supported; and that it is handed a function pointer.
    pub fn note_external(&mut self, id: hir::FunctionId, is_handed_function: bool) {
        let function = &self.hir.functions[id.index()];
        if crate::function::does_more(self.types, function) {
            return;
        }
        let (name, span) = (&function.name, function.span);
        let any = format!("function `{name}` has no body: it returns any value and changes nothing");
        let calls =
            format!("function `{name}` is assumed not to call the function whose address it is given");
        self.note(span, any);
        if is_handed_function {
            self.note(span, calls);
        }
    }

    /// Notes an assumption once.
    pub fn note(&mut self, span: Span, note: String) {
        if !self.p.assumptions.iter().any(|(_, n)| *n == note) {
            self.p.assumptions.push((span, note));
        }
    }

    /// A constant as a term of the given width.
    pub fn constant(&mut self, c: &Constant, bits: u32) -> TermId {
        match c {
            Constant::Int(v) | Constant::Float(v) => {
                let mask = if bits >= 128 { u128::MAX } else { (1 << bits) - 1 };
                self.p.terms.bv_u128(bits, v & mask)
            }
            Constant::Global(id, offset) => match self.homes[id.index()] {
                GlobalHome::Object(n) => self.address(n, *offset),
                GlobalHome::Thread(var) => {
                    let (start, by) =
                        (self.p.terms.var(var), self.p.layout.constant(&mut self.p.terms, *offset as u64));
                    self.p.terms.bv_add(start, by)
                }
                GlobalHome::Var(_) => self.p.layout.null(&mut self.p.terms),
            },
            Constant::Function(id) if self.weak.contains_key(id) => self.p.terms.var(self.weak[id]),
            Constant::Function(id) => {
                let n = self.code.get(id).copied().unwrap_or(0);
                self.address(n, 0)
            }
            Constant::Label(function, label) => self.label_address(*function, *label),
        }
    }

    /// Where a label is, in the object of its function's labels.
    pub fn label_address(&mut self, function: hir::FunctionId, label: hir::LabelId) -> TermId {
        let n = self.labels.get(&function).copied().unwrap_or(0);
        self.address(n, label.offset())
    }

    /// The text of a string literal argument.
    pub fn string_literal(&self, e: &Expr) -> Option<String> {
        let id = match &e.kind {
            ExprKind::Convert(inner) => return self.string_literal(inner),
            ExprKind::Constant(Constant::Global(id, 0)) => *id,
            ExprKind::AddrOf(place) => match place.kind {
                PlaceKind::Global(id) => id,
                _ => return None,
            },
            _ => return None,
        };
        let GlobalInit::Bytes(bytes) = &self.hir.globals[id.index()].init else { return None };
        let end = bytes.iter().position(|&b| b == 0).unwrap_or(bytes.len());
        Some(String::from_utf8_lossy(&bytes[..end]).into_owned())
    }

    /// Emits the initialisation of all globals from a location; gives where it ends.
    pub fn initialise_globals(&mut self, b: &mut ProcBuilder, mut at: LocId) -> LocId {
        let none = self.p.terms.bv(32, 0);
        at = b.step(at, Op::Assign(self.heap, none), Span::NONE);
        for (span, size) in self.too_large.clone() {
            at = b.step(at, Op::Unsupported(format!("an object of {size} bytes").into()), span);
        }
        if self.p.statics.len() as u64 >= self.p.layout.objects() {
            let most = self.p.layout.objects() - 1;
            at = b.step(at, Op::Unsupported(format!("more than {most} objects").into()), Span::NONE);
        }
        at = self.initialise_weak(b, at);
        if self.threads {
            at = self.initialise_thread(b, at);
        }
        for (i, global) in self.hir.globals.iter().enumerate() {
            if self.threads && global.thread_local && !global.is_extern {
                continue;
            }
            if global.is_extern {
                at = self.any_global(b, at, i);
                continue;
            }
            let ops = match self.homes[i] {
                GlobalHome::Var(var) => {
                    let bits = Scalar::of(self.types, global.ty).map_or(self.pointer_bits(), Scalar::bits);
                    vec![Op::Assign(var, self.first_scalar(&global.init, bits))]
                }
                GlobalHome::Object(n) => {
                    let address = self.address(n, 0);
                    self.object_contents(address, &global.init)
                }
                GlobalHome::Thread(_) => Vec::new(),
            };
            for op in ops {
                at = b.step(at, op, global.span);
            }
        }
        at
    }

    /// A weak function without body may be there or not: then its address is null.
    fn initialise_weak(&mut self, b: &mut ProcBuilder, mut at: LocId) -> LocId {
        let mut weak: Vec<_> = self.weak.iter().map(|(f, var)| (*f, *var)).collect();
        weak.sort_unstable();
        for (id, var) in weak {
            let function = &self.hir.functions[id.index()];
            let input = Input::Entry(format!("is the weak function `{}` there", function.name).into());
            let choice = self.start_local(b, &format!("$init::has_{}", function.name), 8);
            at = b.step(at, Op::Havoc(choice, input), function.span);
            let address = self.address(self.code[&id], 0);
            let t = &mut self.p.terms;
            let choice = t.var(choice);
            let bit = t.extract(choice, 0, 0);
            let (there, null) = (t.bv_nonzero(bit), self.p.layout.null(t));
            let value = t.ite(there, address, null);
            at = b.step(at, Op::Assign(var, value), function.span);
        }
        at
    }

    pub(crate) fn first_scalar(&mut self, init: &GlobalInit, bits: u32) -> TermId {
        match init {
            GlobalInit::Zero => self.p.terms.bv(bits, 0),
            GlobalInit::Bytes(bytes) => {
                let mut value = [0; 16];
                for (to, from) in value.iter_mut().zip(bytes) {
                    *to = *from;
                }
                self.constant(&Constant::Int(u128::from_le_bytes(value)), bits)
            }
            GlobalInit::Cells(cells) => match cells.last() {
                Some(cell) => self.constant(&cell.value, bits),
                None => self.p.terms.bv(bits, 0),
            },
        }
    }

    /// Numbers go into one block of bytes; addresses are stored one by one, so that analyses see them.
    pub(crate) fn object_contents(&mut self, object: TermId, init: &GlobalInit) -> Vec<Op> {
        match init {
            GlobalInit::Zero => Vec::new(),
            GlobalInit::Bytes(data) => {
                vec![Op::Bytes { to: object, data: data.as_slice().into() }]
            }
            GlobalInit::Cells(cells) => {
                let mut image = Vec::new();
                let mut stores = Vec::new();
                for cell in cells {
                    match &cell.value {
                        Constant::Int(v) | Constant::Float(v) => self.put(&mut image, cell, *v),
                        address => {
                            let by = self.p.layout.constant(&mut self.p.terms, cell.offset);
                            let to = self.p.terms.bv_add(object, by);
                            let bits =
                                Scalar::of(self.types, cell.ty).map_or(self.pointer_bits(), Scalar::bits);
                            let value = self.constant(address, bits);
                            stores.push(self.store_address(to, bits, value));
                        }
                    }
                }
                let mut ops = Vec::new();
                while image.last() == Some(&0) {
                    image.pop();
                }
                if !image.is_empty() {
                    ops.push(Op::Bytes { to: object, data: image.into() });
                }
                ops.extend(stores);
                ops
            }
        }
    }

    fn put(&self, image: &mut Vec<u8>, cell: &hir::InitCell, value: u128) {
        let bytes = match cell.bits {
            Some(b) => (b.shift + b.width).div_ceil(8) as usize,
            None => Scalar::of(self.types, cell.ty).map_or(8, Scalar::bytes) as usize,
        };
        let start = cell.offset as usize;
        if image.len() < start + bytes {
            image.resize(start + bytes, 0);
        }
        let Some(b) = cell.bits else {
            let all = value.to_le_bytes();
            image[start..start + bytes].copy_from_slice(&all[..bytes]);
            return;
        };
        for i in 0..b.width {
            let (byte, bit) = (start + ((b.shift + i) / 8) as usize, (b.shift + i) % 8);
            image[byte] &= !(1 << bit);
            image[byte] |= ((value >> i & 1) as u8) << bit;
        }
    }

    fn store_address(&mut self, to: TermId, bits: u32, value: TermId) -> Op {
        let mem = self.mem;
        let t = &mut self.p.terms;
        let memory = t.var(mem);
        let value = t.resize_unsigned(value, bits);
        let stored = t.store_wide(memory, to, value);
        Op::Assign(mem, stored)
    }
}
