//! Points-to analysis: unification-based and field-sensitive, over the terms of the lowered program.
//!
//! Every 64-bit variable, every cell of memory and every 64-bit term has a value: a place in a node (see
//! [`crate::cells`]). Assignments, calls and block copies unify; `p + c` shifts; `p + i·c` gives the node the stride `c`, or a window
//! ([`crate::windows`]) if `i` is bounded.
//! Constants whose high half is the number of a static object are addresses of it; an allocation is one object per
//! edge. The analysis is flow- and context-insensitive, and runs in nearly linear time per round.
//!
//! **Numbers and addresses.** Most 64-bit terms are numbers. A value counts as an address only while its node
//! holds an object; sums are therefore constraints that are looked at again whenever something has changed: of
//! `a + b` the result points where the operands point that are addresses *so far*.
//!
//! **Pieces of addresses.** A value narrower than 64 bits has no place. Where an address is taken apart (an extract, a
//! narrow load from bytes that hold pointers, a shift, any other arithmetic) its node is marked *fragmented*; where
//! a 64-bit value is put together (a concatenation, a wide load from bytes, other arithmetic) the result
//! belongs to one global node of *made-up* values. As soon as memory is accessed through that node, all fragmented nodes are
//! merged into it and collapse to bytes. So bytewise copies of pointers and hidden pointers stay sound, and programs that
//! only hash addresses or put numbers together lose nothing.
//!
//! **What is assumed** (and what the checks before each access establish, or cut):
//! - arithmetic on a pointer does not leave the object's window of 2³¹ bytes to either side, and an index times a
//!   size does not wrap around;
//! - a value that was not computed from an address (an input, uninitialised memory, a number) is not used as one;
//!   comparing does not count as computing (`if (x == (long)&a) *(char *)x = 0`);
//! - pointers are put together from pieces by memory, concatenation, or shifts: pieces that straddle the middle of
//!   the 64 bits and are shifted by less than 32 do not count;
//! - the difference of two pointers is added to none but pointers into the same node.

use crate::calls::fits;
use crate::cells::{Cells, Extent, NodeId, Object, Uses, Value};
use crate::ranges::Ranges;
use crate::sums::{aligns, gcd, linear, multiple};
use crate::{ObjectState, Op, ProcId, Program, VarId};
use maymust_term::{Op as TermOp, Sort, TermId, Terms};
use rustc_hash::{FxHashMap, FxHashSet};

/// A sum with 64 bits: a constant and terms with factors.
struct Sum {
    result: Value,
    constant: i64,
    /// The constant read as an address, or minus it.
    base: Base,
    parts: Vec<Part>,
}

/// The constant of a sum read as an address.
#[derive(Clone, Copy)]
enum Base {
    /// It is a number.
    None,
    /// An address within a static object.
    Exact(Value),
    /// An address near a static object, which other parts may lead into.
    Near(Value),
    /// Its negative is an address: `p - a`.
    Minus(Value),
}

struct Part {
    factor: i64,
    value: Option<Value>,
    /// The term times the factor is a multiple of this.
    multiple: u64,
    /// Where the sum is computed, the term is below this.
    below: Option<u64>,
}

impl Part {
    /// Is this a piece that is lifted to where the number of an object stands?
    fn is_raised(&self) -> bool {
        self.value.is_none() && self.factor.trailing_zeros() >= 32
    }
}

/// What is looked at again while the analysis runs.
enum Constraint {
    Sum(Sum),
    /// The result points into the same objects, anywhere.
    Within {
        from: Value,
        result: Value,
    },
    /// The result is computed from these in some other way.
    Derived {
        from: Vec<Value>,
        result: Value,
    },
    Call {
        pointer: Value,
        proc: ProcId,
        edge: usize,
    },
    Data {
        to: Value,
        data: std::sync::Arc<[u8]>,
    },
}

/// The result of the analysis.
pub struct PointsTo {
    pub(crate) cells: Cells,
    pub(crate) values: FxHashMap<TermId, Option<Value>>,
    /// Addresses with bounded indices: the first place that they lead to.
    bounded: FxHashMap<TermId, Value>,
    vars: FxHashMap<VarId, Value>,
    statics: Vec<Value>,
    made_up: Value,
}

impl PointsTo {
    /// Analyses a program.
    pub fn new(program: &Program) -> PointsTo {
        let mut a = Analysis::new(program);
        a.generate();
        a.solve();
        a.points_to
    }

    /// The value of an address term, which may be within a window; none for terms that do not occur as data or addresses.
    pub(crate) fn value(&mut self, t: TermId) -> Option<Value> {
        let v = self.values.get(&t).copied().flatten()?;
        Some(self.cells.find(v))
    }

    /// Where an access through an address goes; of many places, the first.
    pub(crate) fn target(&mut self, t: TermId) -> Option<Value> {
        let v = self.bounded.get(&t).copied().or_else(|| self.values.get(&t).copied().flatten())?;
        Some(self.cells.locate(v))
    }

    /// The value of a 64-bit variable.
    pub(crate) fn var(&mut self, v: VarId) -> Option<Value> {
        let v = self.vars.get(&v).copied()?;
        Some(self.cells.find(v))
    }

    /// Variables with values, in the order of declaration.
    pub(crate) fn variables(&self) -> Vec<VarId> {
        #[allow(clippy::iter_over_hash_type, reason = "sorted below")]
        let mut vars: Vec<VarId> = self.vars.keys().copied().collect();
        vars.sort_unstable();
        vars
    }

    /// The procedures that a pointer may be the address of; none if nothing is known of it.
    pub fn callees(&mut self, program: &Program, pointer: TermId) -> Option<Vec<ProcId>> {
        let v = self.value(pointer)?;
        let made_up = self.cells.find(self.made_up).node;
        let procs = code_of(program, &self.cells, v.node);
        (v.node != made_up && !procs.is_empty()).then_some(procs)
    }
}

/// The procedures whose addresses lie in a node.
fn code_of(program: &Program, cells: &Cells, root: NodeId) -> Vec<ProcId> {
    let outer = cells.around(root).into_iter().map(|(outer, _)| outer);
    let objects = std::iter::once(root).chain(outer).flat_map(|n| &cells.node(n).objects);
    let statics = objects.filter_map(|(o, _)| match o {
        Object::Static(i) => program.statics[*i as usize].proc,
        Object::Site(..) => None,
    });
    statics.collect()
}

struct Analysis<'a> {
    program: &'a Program,
    points_to: PointsTo,
    ranges: Ranges,
    constraints: Vec<Constraint>,
    /// Pairs of pointers that are subtracted.
    differences: Vec<(Value, Value)>,
    /// Sums that no pointer is the base of, with the pointers that are subtracted or scaled in them.
    odd_sums: Vec<(Value, Vec<Value>)>,
    scanned: FxHashSet<TermId>,
}

impl<'a> Analysis<'a> {
    fn new(program: &'a Program) -> Self {
        let mut cells = Cells::default();
        let made_up = cells.fresh();
        let mut statics = Vec::with_capacity(program.statics.len());
        for i in 0..program.statics.len() {
            let v = cells.fresh();
            cells.add_object(v, Object::Static(i as u32));
            statics.push(v);
        }
        let (values, bounded, vars) = Default::default();
        let points_to = PointsTo { cells, values, bounded, vars, statics, made_up };
        Analysis {
            program,
            points_to,
            ranges: Ranges::new(program),
            constraints: Vec::new(),
            differences: Vec::new(),
            odd_sums: Vec::new(),
            scanned: FxHashSet::default(),
        }
    }

    fn cells(&mut self) -> &mut Cells {
        &mut self.points_to.cells
    }

    fn terms(&self) -> &'a Terms {
        &self.program.terms
    }

    // --- constraints of operations ---------------------------------------------------------------

    fn generate(&mut self) {
        let program = self.program;
        self.environment();
        for (p, proc) in program.procs.iter().enumerate() {
            for (e, edge) in proc.edges.iter().enumerate() {
                edge.op.for_each_term(|t| self.scan(t));
                self.operation(ProcId(p as u32), e, &edge.op);
            }
        }
        for check in &program.checks {
            if let Some((t, _)) = check.access {
                self.scan(t);
            }
        }
    }

    /// A heap and its image are alike, and their elements too.
    fn environment(&mut self) {
        let environment = &self.program.memory.environment;
        for (i, heap) in environment.heaps.iter().enumerate() {
            let number = environment.number(i) as usize;
            let (heap_at, image_at) = (self.points_to.statics[number - 1], self.points_to.statics[number]);
            self.cells().unify(heap_at, image_at);
            self.cells().add_stride(heap_at, u64::from(heap.stride));
        }
    }

    fn operation(&mut self, proc: ProcId, edge: usize, op: &Op) {
        match op {
            Op::Assign(v, t) if self.is_memory(*v) => self.stores(*t),
            Op::Assign(v, t) => self.assign(*v, *t),
            Op::Call { proc, args, result } => self.call(*proc, args, *result),
            Op::Spawn { proc, args, .. } => self.call(*proc, args, None),
            Op::Acquire(t) | Op::Release(t) => {
                self.address(*t);
            }
            Op::CallPointer { pointer, args, result, .. } => {
                let pointer = self.address(*pointer);
                self.cells().mark_accessed(pointer);
                for a in args {
                    self.eval(*a);
                }
                if let Some(r) = result {
                    self.var_value(*r);
                }
                self.constraints.push(Constraint::Call { pointer, proc, edge });
            }
            Op::Allocate { result, .. } => {
                let new = self.cells().fresh();
                self.cells().add_object(new, Object::Site(proc.0, edge as u32));
                if let Some(v) = self.var_value(*result) {
                    self.cells().unify(v, new);
                }
            }
            Op::Free { pointer, .. } => {
                self.address(*pointer);
            }
            Op::Copy { to, from, bytes } => {
                let (to, from) = (self.address(*to), self.address(*from));
                self.cells().unify(to, from);
                self.block(to, *bytes);
            }
            Op::Fill { to, bytes, .. } => {
                let to = self.address(*to);
                self.block(to, *bytes);
            }
            Op::Bytes { to, data } => {
                let to = self.address(*to);
                self.cells().access_block(to, Some(data.len() as u64));
                self.cells().add_cut(to, 0);
                self.cells().add_cut(to.shifted(data.len() as i64), 0);
                self.constraints.push(Constraint::Data { to, data: data.clone() });
            }
            Op::Assume(_)
            | Op::Check(..)
            | Op::Havoc(..)
            | Op::Output { .. }
            | Op::Halt(_)
            | Op::Block { .. }
            | Op::AtomicBegin
            | Op::AtomicEnd
            | Op::EndThread
            | Op::Unsupported(_) => {}
        }
    }

    /// A block of so many bytes is written: where it ends, cells may be cut.
    fn block(&mut self, to: Value, bytes: TermId) {
        let length = self.terms().as_u64(bytes);
        self.cells().access_block(to, length);
        if let Some(n) = length {
            self.cells().add_cut(to, 0);
            self.cells().add_cut(to.shifted(n as i64), 0);
        } else {
            let step = multiple(self.terms(), 1, bytes, &|t| self.ranges.is_near(t)).max(1);
            self.cells().add_cut(to, step);
        }
    }

    fn is_memory(&self, v: VarId) -> bool {
        let m = &self.program.memory;
        Some(v) == m.bytes || Some(v) == m.pointers
    }

    fn is_memory_term(&self, t: TermId) -> bool {
        self.terms().as_var(t).is_some_and(|v| self.is_memory(v))
    }

    fn assign(&mut self, v: VarId, t: TermId) {
        let value = self.eval(t);
        if let (Some(value), Some(var)) = (value, self.var_value(v)) {
            self.cells().unify(var, value);
        }
    }

    /// A chain of stores on a memory variable.
    fn stores(&mut self, mut t: TermId) {
        let terms = self.terms();
        loop {
            let (bytes, is_pointer) = match terms.op(t) {
                TermOp::StoreWide { bytes } => (bytes, false),
                TermOp::Store => (self.pointer_width(terms.arg(t, 0)), true),
                _ => return,
            };
            let is_pointer = is_pointer && bytes != 1;
            let (address, data) = (terms.arg(t, 1), terms.arg(t, 2));
            let (to, extent) = self.target(address);
            let uses = Uses { bytes: !is_pointer, pointers: is_pointer, wide_load: false };
            let value = self.eval(data);
            let wide = is_pointer || bytes >= 8;
            let content = self.cells().access(to, bytes, extent, uses, wide);
            if let Some(content) = content {
                match value {
                    Some(value) => self.cells().unify(content, value),
                    // Wider than a pointer: whatever the parts are.
                    None if bytes > 8 => self.make_up(content),
                    None => {}
                }
            }
            t = terms.arg(t, 0);
        }
    }

    /// Bytes that an element of the memory at the bottom of a chain stands for: 1, or those of a pointer.
    fn pointer_width(&self, mut memory: TermId) -> u32 {
        while let TermOp::Store | TermOp::StoreWide { .. } = self.terms().op(memory) {
            memory = self.terms().arg(memory, 0);
        }
        let var = self.terms().as_var(memory);
        if var.is_some() && var == self.program.memory.pointers { self.program.pointer_bytes } else { 1 }
    }

    fn call(&mut self, callee: ProcId, args: &[TermId], result: Option<VarId>) {
        let program = self.program;
        let proc = program.proc(callee);
        for (arg, param) in args.iter().zip(&proc.params) {
            self.assign(*param, *arg);
        }
        if let (Some(to), Some(from)) = (result, proc.result)
            && let (Some(to), Some(from)) = (self.var_value(to), self.var_value(from))
        {
            self.cells().unify(to, from);
        }
    }

    // --- values of terms -------------------------------------------------------------------------

    fn var_value(&mut self, v: VarId) -> Option<Value> {
        if self.terms().symbol_sort(v) != Sort::BitVec(64) {
            return None;
        }
        if let Some(value) = self.points_to.vars.get(&v) {
            return Some(*value);
        }
        let value = self.cells().fresh();
        self.points_to.vars.insert(v, value);
        Some(value)
    }

    /// The value of an address; one that points nowhere gets a node of its own.
    fn address(&mut self, t: TermId) -> Value {
        if let Some(v) = self.eval(t) {
            return v;
        }
        let v = self.cells().fresh();
        self.points_to.values.insert(t, Some(v));
        v
    }

    /// Where an access goes: the first place, and how far bounded indices lead from there.
    fn target(&mut self, t: TermId) -> (Value, Extent) {
        let bounded = self.ranges.of(t);
        if bounded.is_empty() {
            return (self.address(t), Extent::default());
        }
        let (constant, atoms) = linear(self.terms(), t);
        let mut extent = Extent::default();
        let mut rest = Vec::new();
        for (factor, atom) in atoms {
            match bounded.iter().find(|b| b.0 == atom) {
                Some((_, below)) => extent.add(factor.unsigned_abs(), below.saturating_sub(1)),
                None => rest.push((factor, atom)),
            }
        }
        if let Some(v) = self.points_to.bounded.get(&t) {
            return (*v, extent);
        }
        for (_, atom) in &rest {
            self.eval(*atom);
        }
        let first = self.sum_of(constant, rest, &[]);
        let first = first.unwrap_or_else(|| self.cells().fresh());
        self.points_to.bounded.insert(t, first);
        (first, extent)
    }

    /// The terms whose values an access through an address needs: the address, or its parts that are not bounded.
    fn address_args(&self, address: TermId) -> Vec<TermId> {
        let bounded = self.ranges.of(address);
        if bounded.is_empty() {
            return vec![address];
        }
        let atoms = linear(self.terms(), address).1.into_iter().map(|(_, atom)| atom);
        atoms.filter(|atom| bounded.iter().all(|b| b.0 != *atom)).collect()
    }

    /// Finds the loads in a term, wherever they stand.
    fn scan(&mut self, root: TermId) {
        let mut stack = vec![root];
        while let Some(t) = stack.pop() {
            if !self.scanned.insert(t) {
                continue;
            }
            if self.is_load(t) {
                self.eval(t);
            }
            stack.extend_from_slice(self.terms().args(t));
        }
    }

    fn is_load(&self, t: TermId) -> bool {
        let terms = self.terms();
        matches!(terms.op(t), TermOp::Load { .. } | TermOp::Select) && self.is_memory_term(terms.arg(t, 0))
    }

    /// The value of a term used as data; visits the terms it depends on first.
    fn eval(&mut self, root: TermId) -> Option<Value> {
        let mut stack = vec![root];
        while let Some(&t) = stack.last() {
            if self.points_to.values.contains_key(&t) {
                stack.pop();
                continue;
            }
            let before = stack.len();
            for a in self.data_args(t) {
                if !self.points_to.values.contains_key(&a) {
                    stack.push(a);
                }
            }
            if stack.len() == before {
                let value = self.value_of(t);
                self.points_to.values.insert(t, value);
                stack.pop();
            }
        }
        self.points_to.values[&root]
    }

    /// The value of a term whose operands have been visited.
    fn value_of(&mut self, t: TermId) -> Option<Value> {
        let terms = self.terms();
        if self.is_load(t) {
            return self.load(t);
        }
        let width = match terms.sort(t) {
            Sort::BitVec(w) => w,
            Sort::Float(_) | Sort::Int => 0,
            Sort::Bool | Sort::Array(_) => return None,
        };
        if width != 64 {
            self.take_apart(t);
            return None;
        }
        match terms.op(t) {
            TermOp::Var(v) => self.var_value(v),
            TermOp::BvConst(_) => near(self.program, &self.points_to.statics, terms.as_u64(t)?),
            TermOp::Ite => {
                let (a, b) =
                    (self.points_to.values[&terms.arg(t, 1)], self.points_to.values[&terms.arg(t, 2)]);
                if let (Some(a), Some(b)) = (a, b) {
                    self.cells().unify(a, b);
                }
                a.or(b)
            }
            TermOp::BvAdd | TermOp::BvSub | TermOp::BvNeg => self.sum(t),
            TermOp::BvMul if terms.args(t).iter().any(|a| terms.is_const(*a)) => self.sum(t),
            TermOp::BvShl if terms.is_const(terms.arg(t, 1)) => self.sum(t),
            // So small a number is no address: its object would be the null object.
            TermOp::ZeroExtend(n) | TermOp::SignExtend(n) if n >= 32 => None,
            TermOp::Concat | TermOp::BvAnd | TermOp::BvLShr if self.is_small(t) => {
                self.take_apart(t);
                None
            }
            TermOp::FpToSbv(..) | TermOp::FpToUbv(..) => None,
            TermOp::BvOr if self.is_image(t) => self.points_to.values[&terms.arg(t, 0)],
            TermOp::BvAnd if aligns(terms, t).is_some() => {
                let from = self.points_to.values[&aligns(terms, t)?]?;
                let result = self.cells().fresh();
                self.constraints.push(Constraint::Within { from, result });
                Some(result)
            }
            // Put together of pieces, which have no values of their own.
            TermOp::Concat
            | TermOp::BvShl
            | TermOp::ZeroExtend(_)
            | TermOp::SignExtend(_)
            | TermOp::Extract { .. }
            | TermOp::FpToBits
            | TermOp::IntToBv(_)
            | TermOp::Load { .. }
            | TermOp::Select => {
                self.take_apart(t);
                Some(self.points_to.made_up)
            }
            _ => self.derived(t),
        }
    }

    /// Other arithmetic on 64 bits.
    fn derived(&mut self, t: TermId) -> Option<Value> {
        let args = self.data_args(t);
        let from: Vec<Value> = args.iter().filter_map(|a| self.points_to.values[a]).collect();
        if from.is_empty() {
            return None;
        }
        let result = self.cells().fresh();
        self.constraints.push(Constraint::Derived { from, result });
        Some(result)
    }

    /// Is the term surely below 2³²?
    fn is_small(&self, t: TermId) -> bool {
        let terms = self.terms();
        match terms.op(t) {
            TermOp::BvLShr => terms.as_u64(terms.arg(t, 1)).is_some_and(|n| n >= 32),
            TermOp::Concat => {
                let high = terms.arg(t, 0);
                terms.as_u64(high) == Some(0) && terms.sort(high).width() >= Some(32)
            }
            _ => terms.known_bits(t).zeros >> 32 == u64::from(u32::MAX),
        }
    }

    /// Is the term the place that another has in the image of a heap?
    fn is_image(&self, t: TermId) -> bool {
        let has_heaps = !self.program.memory.environment.heaps.is_empty();
        has_heaps && self.program.layout.imaged(self.terms(), t).is_some()
    }

    /// The operands whose values flow into a term's value (not those that only choose, compare or address).
    fn data_args(&self, t: TermId) -> Vec<TermId> {
        let terms = self.terms();
        let is_data = |a: &TermId| !matches!(terms.sort(*a), Sort::Bool | Sort::Array(_));
        let operands = || terms.args(t).iter().copied().filter(is_data).collect();
        match terms.op(t) {
            TermOp::Select | TermOp::Load { .. } if self.is_load(t) => self.address_args(terms.arg(t, 1)),
            TermOp::Select | TermOp::Load { .. } => Vec::new(),
            TermOp::BvAdd | TermOp::BvSub | TermOp::BvNeg | TermOp::BvMul | TermOp::BvShl
                if terms.sort(t) == Sort::BitVec(64) =>
            {
                let atoms: Vec<TermId> = linear(terms, t).1.into_iter().map(|(_, a)| a).collect();
                if atoms.contains(&t) { operands() } else { atoms }
            }
            _ if terms.sort(t) == Sort::Bool => Vec::new(),
            _ => operands(),
        }
    }

    /// The operands of an operation that gives no address, or one made up.
    fn take_apart(&mut self, t: TermId) {
        for a in self.data_args(t) {
            if let Some(v) = self.points_to.values.get(&a).copied().flatten() {
                self.cells().mark_fragmented(v);
            }
        }
    }

    fn make_up(&mut self, v: Value) {
        let made_up = self.points_to.made_up;
        self.cells().unify(v, made_up);
    }

    fn load(&mut self, t: TermId) -> Option<Value> {
        let terms = self.terms();
        let (from, extent) = self.target(terms.arg(t, 1));
        let (bytes, is_pointer) = match terms.op(t) {
            TermOp::Load { bytes } => (bytes, false),
            _ => {
                let width = self.pointer_width(terms.arg(t, 0));
                (width, width != 1)
            }
        };
        let wide = is_pointer || bytes >= 8;
        let uses = Uses { bytes: !is_pointer, pointers: is_pointer, wide_load: wide };
        let content = self.cells().access(from, bytes, extent, uses, wide)?;
        if bytes > 8 {
            self.cells().mark_fragmented(content);
            return None;
        }
        Some(content)
    }

    // --- sums ------------------------------------------------------------------------------------

    fn sum(&mut self, t: TermId) -> Option<Value> {
        let (constant_part, atoms) = linear(self.terms(), t);
        let bounds = self.ranges.of_value(t).to_vec();
        self.sum_of(constant_part, atoms, &bounds)
    }

    fn sum_of(
        &mut self,
        constant_part: i64,
        atoms: Vec<(i64, TermId)>,
        bounds: &[(TermId, u64)],
    ) -> Option<Value> {
        let terms = self.terms();
        let mut parts = Vec::new();
        for (factor, atom) in atoms {
            let value = self.points_to.values.get(&atom).copied().flatten();
            let below = bounds.iter().find(|b| b.0 == atom).map(|b| b.1);
            let multiple = multiple(terms, factor, atom, &|t| self.ranges.is_near(t));
            parts.push(Part { factor, value, multiple, below });
        }
        let base = base_of(self.program, &self.points_to.statics, constant_part);
        if let Base::None = base {
            if let [Part { factor: 1, value: Some(v), .. }] = parts.as_slice() {
                return Some(v.shifted(constant_part));
            }
            if parts.iter().all(|p| p.value.is_none() && !p.is_raised()) {
                return None;
            }
        }
        let result = self.cells().fresh();
        if parts.iter().any(Part::is_raised) {
            self.make_up(result);
        }
        self.constraints.push(Constraint::Sum(Sum { result, constant: constant_part, base, parts }));
        Some(result)
    }

    // --- solving ---------------------------------------------------------------------------------

    fn solve(&mut self) {
        loop {
            let before = self.points_to.cells.version;
            self.round();
            if self.points_to.cells.version != before {
                continue;
            }
            // These come last: by now, most pointers that are subtracted from each other are in one node.
            for (result, pointers) in std::mem::take(&mut self.odd_sums) {
                for v in pointers {
                    self.cells().mark_fragmented(v);
                }
                self.make_up(result);
            }
            for (a, b) in std::mem::take(&mut self.differences) {
                let (a, b) = (self.cells().find(a), self.cells().find(b));
                if a.node != b.node && !self.cells().are_nested(a.node, b.node) {
                    self.cells().unify(a, b);
                    self.cells().collapse_value(a);
                }
            }
            if self.points_to.cells.version == before {
                return;
            }
        }
    }

    fn round(&mut self) {
        self.differences.clear();
        self.odd_sums.clear();
        let constraints = std::mem::take(&mut self.constraints);
        for c in &constraints {
            match c {
                Constraint::Sum(sum) => self.solve_sum(sum),
                Constraint::Within { from, result } => {
                    if self.cells().is_pointer(*from) {
                        self.cells().unify(*from, *result);
                        self.cells().add_stride(*from, 1);
                    }
                }
                Constraint::Derived { from, result } => self.solve_derived(from, *result),
                Constraint::Call { pointer, proc, edge } => self.solve_call(*pointer, *proc, *edge),
                Constraint::Data { to, data } => self.solve_data(*to, data),
            }
        }
        self.constraints = constraints;
        self.solve_bytes();
        self.solve_made_up();
        self.cells().settle_windows();
    }

    fn solve_sum(&mut self, sum: &Sum) {
        let (mut plus, mut minus, mut scaled) = (Vec::new(), Vec::new(), Vec::new());
        // Terms that are addresses, the greatest number that all others are multiples of, and how far these lead if they are bounded.
        let mut step = 0;
        let mut extent = Some(Extent::default());
        for part in &sum.parts {
            match part.value.filter(|v| self.points_to.cells.is_pointer(*v)) {
                Some(v) if part.factor == 1 => plus.push(v),
                Some(v) if part.factor == -1 => minus.push(v),
                Some(v) => scaled.push(v),
                None => {
                    step = gcd(step, part.multiple);
                    extent = extent.zip(part.below).filter(|_| part.factor > 0).map(|(mut extent, below)| {
                        extent.add(part.factor.unsigned_abs(), below.saturating_sub(1));
                        extent
                    });
                }
            }
        }
        let mut constant = sum.constant;
        match sum.base {
            Base::Exact(v) | Base::Near(v) if plus.is_empty() => {
                plus.push(v);
                constant = 0;
            }
            Base::Exact(v) => plus.push(v),
            Base::Minus(v) => minus.push(v),
            Base::None | Base::Near(_) => {}
        }
        if !scaled.is_empty() || (plus.is_empty() && !minus.is_empty()) {
            let all = plus.into_iter().chain(minus).chain(scaled);
            return self.odd_sums.push((sum.result, all.collect()));
        }
        match (plus.as_slice(), minus.as_slice()) {
            ([], _) => {}
            ([p], []) => match extent {
                Some(extent) => self.cells().add_window(p.shifted(constant), sum.result, extent),
                None => {
                    self.cells().unify(sum.result, p.shifted(constant));
                    if step != 0 {
                        self.cells().add_stride(sum.result, step);
                    }
                }
            },
            (plus, minus) if plus.len() == minus.len() => {
                self.differences.extend(plus.iter().copied().zip(minus.iter().copied()));
            }
            (plus, minus) => {
                for v in plus.iter().chain(minus) {
                    self.cells().unify(sum.result, *v);
                }
                self.cells().collapse_value(sum.result);
            }
        }
    }

    fn solve_derived(&mut self, from: &[Value], result: Value) {
        let made_up = self.points_to.made_up;
        for v in from {
            let (v, root) = (self.cells().find(*v), self.cells().find(made_up).node);
            if v.node == root || self.cells().is_pointer(v) {
                self.cells().mark_fragmented(v);
                self.make_up(result);
            }
        }
    }

    fn solve_call(&mut self, pointer: Value, proc: ProcId, edge: usize) {
        let program = self.program;
        let Op::CallPointer { args, result, .. } = &program.proc(proc).edges[edge].op else { return };
        let root = self.cells().find(pointer).node;
        for callee in code_of(program, &self.points_to.cells, root) {
            if fits(program, callee, args, *result) {
                self.call(callee, args, *result);
            }
        }
    }

    /// Constant bytes that are read as pointers may be addresses.
    fn solve_data(&mut self, to: Value, data: &[u8]) {
        if self.program.pointer_bytes != 8 || data.len() < 8 {
            return;
        }
        let to = self.cells().find(to);
        let node = self.cells().node(to.node);
        if node.windows.is_empty() && !node.segments.values().any(|s| s.uses.wide_load) {
            return;
        }
        for (i, window) in data.windows(8).enumerate() {
            let number = u64::from_le_bytes(window.try_into().unwrap_or([0; 8]));
            let Some(address) = near(self.program, &self.points_to.statics, number) else { continue };
            let at = self.cells().locate(to.shifted(i as i64));
            let Some(segment) = self.points_to.cells.segment_at(at).copied() else { continue };
            let aligned = segment.width == 0 || (at.offset - segment.lo) % i64::from(segment.width) == 0;
            if segment.uses.wide_load
                && aligned
                && let Some(content) = self.cells().content_of(at.node, segment.lo)
            {
                self.cells().unify(content, address);
            }
        }
    }

    /// Ranges of bytes: what they hold is taken apart, and what is loaded from them put together.
    fn solve_bytes(&mut self) {
        for n in 0..self.points_to.cells.len() as u32 {
            let node = NodeId(n);
            if !self.points_to.cells.is_root(node) {
                continue;
            }
            let bytes = self.points_to.cells.node(node).segments.values().filter(|s| s.width == 0);
            let found: Vec<_> = bytes.filter_map(|s| Some((s.content?, s.uses.wide_load))).collect();
            for (content, wide_load) in found {
                self.cells().mark_fragmented(content);
                if wide_load {
                    self.make_up(content);
                }
            }
        }
    }

    /// Memory is accessed through made-up values: they may be any address that was taken apart.
    fn solve_made_up(&mut self) {
        let made_up = self.points_to.made_up;
        let root = self.cells().find(made_up).node;
        if !self.points_to.cells.node(root).accessed {
            return;
        }
        for n in 0..self.points_to.cells.len() as u32 {
            let node = NodeId(n);
            if self.points_to.cells.is_root(node) {
                let data = self.points_to.cells.node(node);
                if data.fragmented && data.is_pointed_to() {
                    self.make_up(Value { node, offset: 0 });
                    self.cells().collapse_value(made_up);
                }
            }
        }
    }
}

/// Is a constant the address of a place within a static object or just behind it?
fn is_address(program: &Program, number: u64) -> bool {
    let (object, offset) = program.layout.split(number);
    let data = object.checked_sub(1).and_then(|i| program.statics.get(i as usize));
    data.is_some_and(|data| offset <= data.size || data.state == ObjectState::External)
}

/// Reads the constant part of a sum as an address: offsets may be negative or beyond the end.
fn base_of(program: &Program, statics: &[Value], number: i64) -> Base {
    match near(program, statics, number as u64) {
        Some(v) if is_address(program, number as u64) => Base::Exact(v),
        Some(v) => Base::Near(v),
        None => near(program, statics, number.wrapping_neg() as u64).map_or(Base::None, Base::Minus),
    }
}

/// The place that a constant is the address of, in the static object that it is nearest to: `a - 1` may be what an index is added to.
fn near(program: &Program, statics: &[Value], number: u64) -> Option<Value> {
    let (object, distance) = program.layout.nearest(number);
    let v = *statics.get(object.checked_sub(1)? as usize)?;
    Some(v.shifted(distance))
}
