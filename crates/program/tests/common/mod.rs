//! A plain interpreter of programs: every variable is a value, every region an array of its own. It is slow and means
//! exactly what the documentation of the model and of the partition says, so it can tell whether passes keep meanings.

use maymust_program::partition::touched_regions;
use maymust_program::{Cell, CheckId, LocId, ObjectState, Op, ProcId, Program, VarId, VarKind};
use maymust_term::{ArrayValue, BvValue, Op as TermOp, Sort, TermId, Value, eval};

/// How a run ended.
#[derive(Clone, PartialEq, Eq, Debug)]
#[allow(dead_code, reason = "not every test looks at every part")]
pub enum End {
    Exit,
    Halt(u64),
    Fail(CheckId),
    /// No edge could be taken.
    Cut,
    Limit,
    Unsupported(String),
}

struct Frame {
    proc: ProcId,
    loc: LocId,
    vars: Vec<(VarId, Value)>,
    result: Option<VarId>,
}

/// A run.
pub struct Run<'a> {
    program: &'a Program,
    shared: Vec<Option<Value>>,
    frames: Vec<Frame>,
    seed: u64,
    pub output: Vec<u8>,
    pub steps: usize,
}

fn zero(program: &Program, sort: Sort) -> Value {
    match sort {
        Sort::Bool => Value::Bool(false),
        Sort::BitVec(w) => Value::bv(w, 0),
        Sort::Array(_) => {
            let (_, element) = program.terms.array_parts(sort).expect("an array sort");
            Value::Array(ArrayValue::constant(zero(program, element)))
        }
        Sort::Float(f) => Value::float_bits(f, BvValue::zero(f.width())),
        Sort::Int => Value::Int(Default::default()),
    }
}

impl<'a> Run<'a> {
    /// The start of a run of a procedure without parameters.
    pub fn new(program: &'a Program, proc: ProcId, seed: u64) -> Self {
        let is_shared = |k: VarKind| matches!(k, VarKind::Global | VarKind::Memory);
        let vars = program.vars.iter().enumerate();
        let sort = |i| program.terms.symbol_sort(VarId::from_index(i));
        let shared = vars.map(|(i, v)| is_shared(v.kind).then(|| zero(program, sort(i)))).collect();
        let mut run = Run { program, shared, frames: Vec::new(), seed, output: Vec::new(), steps: 0 };
        let m = &program.memory;
        for (i, s) in program.statics.iter().enumerate() {
            run.set_object(m.size, i as u64 + 1, Value::bv(32, u64::from(s.size)));
            run.set_object(m.state, i as u64 + 1, Value::bv(8, s.state as u64));
        }
        if let Some(next) = m.next {
            run.shared[next.index()] = Some(Value::bv(32, program.statics.len() as u64 + 1));
        }
        run.enter(proc, Vec::new(), None);
        run
    }

    fn set_object(&mut self, var: Option<VarId>, object: u64, value: Value) {
        if let Some(var) = var {
            self.update(var, |a| a.store(Value::bv(32, object), value));
        }
    }

    /// Changes an array in place.
    fn update(&mut self, var: VarId, change: impl FnOnce(ArrayValue) -> ArrayValue) {
        if let Some(Value::Array(a)) = self.shared[var.index()].take() {
            self.shared[var.index()] = Some(Value::Array(change(a)));
        }
    }

    fn enter(&mut self, proc: ProcId, args: Vec<Value>, result: Option<VarId>) {
        let p = self.program.proc(proc);
        let own = p.locals.iter().chain(&p.result).chain(&p.params);
        let mut vars: Vec<(VarId, Value)> =
            own.map(|v| (*v, zero(self.program, self.program.terms.symbol_sort(*v)))).collect();
        for (param, arg) in p.params.iter().zip(args) {
            vars.push((*param, arg));
        }
        // Later entries win; the list is sorted for searching.
        vars.reverse();
        vars.sort_by_key(|v| v.0);
        vars.dedup_by_key(|v| v.0);
        self.frames.push(Frame { proc, loc: p.entry, vars, result });
    }

    pub fn value(&self, v: VarId) -> Value {
        if let Some(value) = &self.shared[v.index()] {
            return value.clone();
        }
        let vars = &self.frames.last().expect("a frame").vars;
        vars[vars.binary_search_by_key(&v, |x| x.0).expect("a variable of the procedure")].1.clone()
    }

    fn set(&mut self, v: VarId, value: Value) {
        if self.shared[v.index()].is_some() {
            self.shared[v.index()] = Some(value);
            return;
        }
        let vars = &mut self.frames.last_mut().expect("a frame").vars;
        let at = vars.binary_search_by_key(&v, |x| x.0).expect("a variable of the procedure");
        vars[at].1 = value;
    }

    pub fn eval(&self, t: TermId) -> Value {
        eval(&self.program.terms, t, &|s| self.value(s))
    }

    fn number(&self, t: TermId) -> u64 {
        self.eval(t).as_u64().expect("a number")
    }

    /// Runs to the end.
    pub fn run(&mut self, limit: usize) -> End {
        loop {
            let Some(frame) = self.frames.last() else { return End::Exit };
            let proc = self.program.proc(frame.proc);
            if frame.loc == proc.exit {
                self.leave();
                continue;
            }
            self.steps += 1;
            if self.steps > limit {
                return End::Limit;
            }
            let mut taken = None;
            for (_, edge) in proc.successors(frame.loc) {
                let open = match edge.op {
                    Op::Assume(t) => self.eval(t) == Value::Bool(true),
                    _ => true,
                };
                if open {
                    assert!(taken.is_none(), "two edges are open");
                    taken = Some(edge);
                }
            }
            let Some(edge) = taken else { return End::Cut };
            self.frames.last_mut().expect("a frame").loc = edge.to;
            if let Some(end) = self.operation(&edge.op) {
                return end;
            }
        }
    }

    fn leave(&mut self) {
        let frame = self.frames.pop().expect("a frame");
        let result = self.program.proc(frame.proc).result;
        if let (Some(to), Some(from), false) = (frame.result, result, self.frames.is_empty()) {
            let value = frame.vars.into_iter().find(|v| v.0 == from).expect("the result").1;
            self.set(to, value);
        }
    }

    fn operation(&mut self, op: &Op) -> Option<End> {
        match op {
            Op::Assume(_) => {}
            Op::Assign(v, t) => self.assign(*v, *t),
            Op::Havoc(v, _) => {
                let value = self.arbitrary(self.program.terms.symbol_sort(*v));
                self.set(*v, value);
            }
            Op::Check(c, t) => {
                if self.eval(*t) != Value::Bool(true) {
                    return Some(End::Fail(*c));
                }
            }
            Op::Call { proc, args, result } => self.call(*proc, args, *result),
            Op::CallPointer { pointer, args, result, check } => {
                let address = self.number(*pointer);
                let object = self.program.statics.get(((address >> 32) as usize).wrapping_sub(1));
                let callee = object.filter(|_| address as u32 == 0).and_then(|o| o.proc);
                let fits = |p: &ProcId| maymust_program::calls::fits(self.program, *p, args, *result);
                let Some(callee) = callee.filter(fits) else { return Some(End::Fail(*check)) };
                self.call(callee, args, *result);
            }
            Op::Allocate { result, size, state, zeroed } => {
                self.allocate(op, *result, *size, *state, *zeroed)
            }
            Op::Free { pointer, state } => {
                let object = self.number(*pointer) >> 32;
                self.set_object(self.program.memory.state, object, Value::bv(8, *state as u64));
            }
            Op::Copy { .. } | Op::Fill { .. } | Op::Bytes { .. } => self.block(op),
            Op::Output { byte, .. } => {
                let byte = self.number(*byte) as u8;
                self.output.push(byte);
            }
            Op::Halt(t) => return Some(End::Halt(self.number(*t))),
            Op::Unsupported(why) => return Some(End::Unsupported(why.to_string())),
            op if maymust_program::threads::is_about_threads(op) => {
                return Some(End::Unsupported("threads".to_owned()));
            }
            op => unreachable!("{op:?}"),
        }
        None
    }

    fn call(&mut self, proc: ProcId, args: &[TermId], result: Option<VarId>) {
        if !self.program.proc(proc).has_body {
            if let Some(r) = result {
                let value = self.arbitrary(self.program.terms.symbol_sort(r));
                self.set(r, value);
            }
            return;
        }
        let args = args.iter().map(|a| self.eval(*a)).collect();
        self.enter(proc, args, result);
    }

    fn arbitrary(&mut self, sort: Sort) -> Value {
        self.seed = self.seed.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        // Small numbers reach more of a program.
        let n = (self.seed >> 33) % 7;
        match sort {
            Sort::BitVec(w) => Value::bv(w, n),
            Sort::Bool => Value::Bool(n.is_multiple_of(2)),
            sort => zero(self.program, sort),
        }
    }

    fn assign(&mut self, v: VarId, t: TermId) {
        let terms = &self.program.terms;
        let mut stores = Vec::new();
        let mut at = t;
        while let TermOp::Store | TermOp::StoreWide { .. } = terms.op(at) {
            stores.push((terms.op(at), self.eval(terms.arg(at, 1)), self.eval(terms.arg(at, 2))));
            at = terms.arg(at, 0);
        }
        if stores.is_empty() {
            let value = self.eval(t);
            return self.set(v, value);
        }
        for (op, address, data) in stores.into_iter().rev() {
            self.update(v, |a| match (op, &address, &data) {
                (TermOp::StoreWide { .. }, Value::Bv(address), Value::Bv(data)) => {
                    a.store_wide(address, data)
                }
                _ => a.store(address, data),
            });
        }
    }

    fn allocate(&mut self, op: &Op, result: VarId, size: TermId, state: ObjectState, zeroed: bool) {
        let m = &self.program.memory;
        let size = self.number(size);
        let next = m.next.expect("objects are counted");
        let object = self.value(next).as_u64().expect("a number");
        self.set(next, Value::bv(32, object + 1));
        self.set_object(m.size, object, Value::bv(32, size));
        self.set_object(m.state, object, Value::bv(8, state as u64));
        self.set(result, Value::bv(64, object << 32));
        if zeroed {
            self.write(op, object << 32, size, |_, bits| Some(BvValue::zero(bits)));
        }
    }

    /// The arrays and plain variables that a block operation touches: variable and kind of cells.
    fn touched(&self, op: &Op) -> Vec<(VarId, Cell)> {
        let m = &self.program.memory;
        let regions = touched_regions(self.program, op);
        let regions = regions.iter().map(|r| (m.regions[*r as usize].var, m.regions[*r as usize].cell));
        let whole = m.bytes.map(|b| (b, Cell::Bytes)).into_iter();
        whole.chain(regions).collect()
    }

    /// Writes `size` entries from an address on; `entry` gives the value at a distance for a width.
    fn write(&mut self, op: &Op, to: u64, size: u64, entry: impl Fn(u64, u32) -> Option<BvValue>) {
        for (var, cell) in self.touched(op) {
            if let Cell::Scalar { bits, address } = cell {
                let distance = address.wrapping_sub(to);
                if distance < size
                    && let Some(value) = entry(distance, bits)
                {
                    self.set(var, Value::Bv(value));
                }
                continue;
            }
            let bits = if let Cell::Cells { bits } = cell { bits } else { 8 };
            self.update(var, |mut a| {
                for i in 0..size {
                    if let Some(value) = entry(i, bits) {
                        a = a.store(Value::bv(64, to.wrapping_add(i)), Value::Bv(value));
                    }
                }
                a
            });
        }
    }

    fn block(&mut self, op: &Op) {
        match op {
            Op::Fill { to, byte, bytes } => {
                let (to, byte, size) = (self.number(*to), self.number(*byte) as u8, self.number(*bytes));
                let repeated = |bits: u32| BvValue::from_le_bytes(&vec![byte; bits as usize / 8]);
                self.write(op, to, size, |_, bits| Some(repeated(bits)));
            }
            Op::Bytes { to, data } => {
                let to = self.number(*to);
                self.write(op, to, data.len() as u64, |i, bits| {
                    let (i, n) = (i as usize, bits as usize / 8);
                    data.get(i..i + n).map(BvValue::from_le_bytes)
                });
            }
            Op::Copy { to, from, bytes } => {
                let (to, from, size) = (self.number(*to), self.number(*from), self.number(*bytes));
                self.copy(op, to, from, size);
            }
            _ => {}
        }
    }

    fn copy(&mut self, op: &Op, to: u64, from: u64, size: u64) {
        for (var, cell) in self.touched(op) {
            // A plain variable is one cell at one address: it can only be copied onto itself.
            if let Cell::Scalar { .. } = cell {
                continue;
            }
            self.update(var, |mut a| {
                let read = |i: u64| a.select(&Value::bv(64, from.wrapping_add(i)));
                let values: Vec<Value> = (0..size).map(read).collect();
                for (i, value) in values.into_iter().enumerate() {
                    a = a.store(Value::bv(64, to.wrapping_add(i as u64)), value);
                }
                a
            });
        }
    }
}

/// Runs the entry of a program.
pub fn run(program: &Program, seed: u64, limit: usize) -> (End, Vec<u8>) {
    let Some(entry) = program.entry else { return (End::Exit, Vec::new()) };
    let mut run = Run::new(program, entry, seed);
    let end = run.run(limit);
    (end, run.output)
}
