//! Points-to analysis: unification-based and field-sensitive, over the terms of the lowered program.
//!
//! Every variable, every cell of memory and every term that is as wide as a pointer has a value: a place in a node (see
//! [`crate::cells`]). Assignments, calls and block copies unify; `p + c` shifts; `p + i·c` gives the node the stride `c`, or a window
//! ([`crate::windows`]) if `i` is bounded.
//! Constants whose high half is the number of a static object are addresses of it; an allocation is one object per
//! edge. The analysis is flow- and context-insensitive, and runs in nearly linear time per round.
//!
//! **Numbers and addresses.** Most of these terms are numbers. A value counts as an address only while its node
//! holds an object; sums are therefore constraints that are looked at again whenever something has changed: of
//! `a + b` the result points where the operands point that are addresses *so far*.
//!
//! **Pieces of addresses.** A value of another width has no place. Where an address is taken apart (an extract, a
//! narrow load from bytes that hold pointers, a shift, any other arithmetic), or compared with a number, its node is *exposed*. Where
//! a value as wide as a pointer is put together (a concatenation, a wide load from bytes, a sum that leads further than an object
//! can reach, other arithmetic on such values), or comes from an input that is no pointer, its node is *made up*. As soon as memory
//! is accessed through a node that is made up, it and all exposed nodes are merged and collapse to bytes. So an integer that depends on an
//! address in any way may be turned into a pointer to whatever was exposed, and programs that only hash addresses or put
//! numbers together lose nothing.
//!
//! An access through a node that is made up and holds no object contradicts all this, unless its checks fail: partition puts an
//! [`Op::Unsupported`] in front of it.
//!
//! **What is assumed** (and what the checks before each access establish, or cut):
//! - arithmetic on a pointer that is checked for it does not leave the object's window, and an
//!   index times a size does not wrap around;
//! - a number that is neither an input nor computed from an address (uninitialised memory, a counter) is not used as the address of an
//!   object that others are used for as well;
//! - the difference of two pointers is added to none but pointers into the same node.

use crate::calls::fits;
use crate::cells::{Cells, Extent, NodeId, Object, Uses, Value};
use crate::ranges::Ranges;
use crate::sums::{aligns, gcd, linear, multiple, significant_bits};
use crate::{Input, ObjectState, Op, ProcId, Program, Reading, VarId};
use maymust_term::{Op as TermOp, Sort, TermId, Terms};
use rustc_hash::{FxHashMap, FxHashSet};

/// A sum as wide as a pointer: a constant and terms with factors.
struct Sum {
    result: Value,
    constant: i64,
    /// Do its numbers alone come to less than an object's window?
    small: bool,
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
    /// Does it change the sum by less than an object's window, whatever it is computed from?
    near: bool,
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
    /// A sum of these, with their factors, is compared with 0.
    Compared(Vec<(i64, Value)>),
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

    /// The value of a variable as wide as a pointer.
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
        let procs = code_of(program, &self.cells, v.node);
        (!procs.is_empty()).then_some(procs)
    }

    /// Does an access go through a number that was put together, and that no object is known for? Then an address that passes its checks
    /// contradicts this analysis.
    pub(crate) fn is_lost(&mut self, address: TermId) -> bool {
        let Some(v) = self.target(address) else { return false };
        let node = self.cells.node(v.node);
        node.made_up && !node.is_pointed_to()
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
    /// Conditions that have been looked at.
    compared: FxHashSet<TermId>,
}

impl<'a> Analysis<'a> {
    fn new(program: &'a Program) -> Self {
        let mut cells = Cells::default();
        let mut statics = Vec::with_capacity(program.statics.len());
        for i in 0..program.statics.len() {
            let v = cells.fresh();
            cells.add_object(v, Object::Static(i as u32));
            statics.push(v);
        }
        let (values, bounded, vars) = Default::default();
        let points_to = PointsTo { cells, values, bounded, vars, statics };
        Analysis {
            program,
            points_to,
            ranges: Ranges::new(program),
            constraints: Vec::new(),
            differences: Vec::new(),
            odd_sums: Vec::new(),
            scanned: FxHashSet::default(),
            compared: FxHashSet::default(),
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
                if let Op::Assume(t) | Op::Check(_, t) = edge.op {
                    self.conditions(t);
                }
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
            Op::Havoc(v, input) => {
                let is_number = self.program.var(*v).reading != Reading::Pointer;
                if is_number
                    && !matches!(input, Input::Uninitialised(_))
                    && let Some(value) = self.var_value(*v)
                {
                    self.cells().mark_made_up(value);
                }
            }
            Op::Assume(_)
            | Op::Check(..)
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
            let step =
                multiple(self.terms(), self.program.layout, 1, bytes, &|t| self.ranges.is_near(t)).max(1);
            self.cells().add_cut(to, step);
        }
    }

    fn is_memory(&self, v: VarId) -> bool {
        Some(v) == self.program.memory.bytes
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
            let bytes = match terms.op(t) {
                TermOp::StoreWide { bytes } => bytes,
                TermOp::Store => 1,
                _ => return,
            };
            let (address, data) = (terms.arg(t, 1), terms.arg(t, 2));
            let (to, extent) = self.target(address);
            let value = self.eval(data);
            let pointer = self.program.layout.bytes();
            let uses = Uses { wide_load: false };
            let content = self.cells().access(to, bytes, extent, uses, bytes >= pointer);
            if let Some(content) = content {
                match value {
                    Some(value) => self.cells().unify(content, value),
                    // Wider than a pointer: whatever the parts are.
                    None if bytes > pointer => self.cells().mark_made_up(content),
                    None => {}
                }
            }
            t = terms.arg(t, 0);
        }
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
        if self.terms().symbol_sort(v) != self.program.layout.sort() {
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
        let near = self.ranges.near_parts(t).to_vec();
        let first = self.sum_of(constant, rest, &[], &near);
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
        let layout = self.program.layout;
        if width != layout.bits() {
            self.take_apart(t);
            return None;
        }
        match terms.op(t) {
            TermOp::Var(v) => self.var_value(v),
            TermOp::BvConst(_) => {
                let number = terms.as_u64(t)?;
                let address = near(self.program, &self.points_to.statics, number);
                let is_small = layout.signed(number).unsigned_abs() >> layout.offset_bits == 0;
                address.or_else(|| (!is_small).then(|| self.made_up()))
            }
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
            TermOp::ZeroExtend(n) | TermOp::SignExtend(n) if n >= layout.object_bits => None,
            TermOp::Concat | TermOp::BvAnd | TermOp::BvLShr | TermOp::BvURem if self.is_small(t) => {
                self.take_apart(t);
                None
            }
            TermOp::BvOr if self.is_image(t) => self.points_to.values[&terms.arg(t, 0)],
            TermOp::BvAnd if aligns(terms, layout, t).is_some() => {
                let from = self.points_to.values[&aligns(terms, layout, t)?]?;
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
            | TermOp::FpToSbv(..)
            | TermOp::FpToUbv(..)
            | TermOp::IntToBv(_)
            | TermOp::Load { .. }
            | TermOp::Select => {
                self.take_apart(t);
                Some(self.made_up())
            }
            _ => self.derived(t),
        }
    }

    /// Other arithmetic.
    fn derived(&mut self, t: TermId) -> Option<Value> {
        let args = self.data_args(t);
        let from: Vec<Value> = args.iter().filter_map(|a| self.points_to.values[a]).collect();
        if from.is_empty() {
            // Small numbers give small ones, but for products.
            let is_product = self.terms().op(t) == TermOp::BvMul && !self.is_small(t);
            return is_product.then(|| self.made_up());
        }
        let result = self.cells().fresh();
        self.constraints.push(Constraint::Derived { from, result });
        Some(result)
    }

    /// Is the term surely below an object's window?
    fn is_small(&self, t: TermId) -> bool {
        let (terms, layout) = (self.terms(), self.program.layout);
        match terms.op(t) {
            TermOp::BvLShr => {
                terms.as_u64(terms.arg(t, 1)).is_some_and(|n| n >= u64::from(layout.object_bits))
            }
            TermOp::BvURem => {
                terms.as_u64(terms.arg(t, 1)).is_some_and(|n| (1..1 << layout.offset_bits).contains(&n))
            }
            TermOp::Concat => {
                let high = terms.arg(t, 0);
                terms.as_u64(high) == Some(0) && terms.sort(high).width() >= Some(layout.object_bits)
            }
            _ => significant_bits(terms, t) <= layout.offset_bits,
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
                if terms.sort(t) == self.program.layout.sort() =>
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

    /// A number that was put together.
    fn made_up(&mut self) -> Value {
        let v = self.cells().fresh();
        self.cells().mark_made_up(v);
        v
    }

    // --- conditions ------------------------------------------------------------------------------

    /// Comparing an address with a number tells what it is, and so does looking at a part of it.
    fn conditions(&mut self, root: TermId) {
        let (terms, pointer) = (self.terms(), self.program.layout.sort());
        let mut stack = vec![root];
        while let Some(t) = stack.pop() {
            if terms.sort(t) != Sort::Bool || !self.compared.insert(t) {
                if terms.op(t) == TermOp::Ite {
                    stack.extend_from_slice(terms.args(t));
                }
                continue;
            }
            let args = terms.args(t);
            let sort = args.first().map(|a| terms.sort(*a));
            match (terms.op(t), sort) {
                (_, Some(Sort::Bool)) => stack.extend_from_slice(args),
                (TermOp::Eq | TermOp::Ult | TermOp::Ule | TermOp::Slt | TermOp::Sle, Some(s))
                    if s == pointer =>
                {
                    self.compare(args[0], args[1]);
                }
                (_, Some(Sort::BitVec(_) | Sort::Float(_) | Sort::Int)) => {
                    for a in args {
                        self.eval(*a);
                    }
                }
                _ => {}
            }
        }
    }

    fn compare(&mut self, a: TermId, b: TermId) {
        let terms = self.terms();
        let (left, right) = (linear(terms, a), linear(terms, b));
        let minus = right.1.into_iter().map(|(factor, atom)| (factor.wrapping_neg(), atom));
        let atoms: Vec<(i64, TermId)> = left.1.into_iter().chain(minus).collect();
        let mut values = Vec::new();
        for (factor, atom) in atoms {
            let value = self.eval(atom);
            // Something small is compared with as well.
            let value = value.unwrap_or_else(|| self.cells().fresh());
            values.push((factor, value));
        }
        let constant = left.0.wrapping_sub(right.0);
        let parts = [left.0, right.0].map(|c| near(self.program, &self.points_to.statics, c as u64));
        values.extend(parts.into_iter().zip([1, -1]).filter_map(|(v, factor)| Some((factor, v?))));
        if parts == [None, None] && constant.unsigned_abs() >> self.program.layout.offset_bits != 0 {
            values.push((1, self.made_up()));
        }
        if values.len() > 1 {
            self.constraints.push(Constraint::Compared(values));
        }
    }

    fn load(&mut self, t: TermId) -> Option<Value> {
        let terms = self.terms();
        let (from, extent) = self.target(terms.arg(t, 1));
        let bytes = match terms.op(t) {
            TermOp::Load { bytes } => bytes,
            _ => 1,
        };
        let pointer = self.program.layout.bytes();
        let wide = bytes >= pointer;
        let uses = Uses { wide_load: wide };
        let content = self.cells().access(from, bytes, extent, uses, wide)?;
        if bytes > pointer {
            self.cells().mark_fragmented(content);
            return None;
        }
        Some(content)
    }

    // --- sums ------------------------------------------------------------------------------------

    fn sum(&mut self, t: TermId) -> Option<Value> {
        let (constant_part, atoms) = linear(self.terms(), t);
        let bounds = self.ranges.of_value(t).to_vec();
        let near = self.ranges.near_parts(t).to_vec();
        self.sum_of(constant_part, atoms, &bounds, &near)
    }

    fn sum_of(
        &mut self,
        constant_part: i64,
        atoms: Vec<(i64, TermId)>,
        bounds: &[(TermId, u64)],
        near_parts: &[TermId],
    ) -> Option<Value> {
        let (terms, layout) = (self.terms(), self.program.layout);
        let window = 1u128 << layout.offset_bits;
        let mut parts = Vec::new();
        let mut most = 0u128;
        for (factor, atom) in atoms {
            let value = self.points_to.values.get(&atom).copied().flatten();
            let below = bounds.iter().find(|b| b.0 == atom).map(|b| b.1);
            let multiple = multiple(terms, layout, factor, atom, &|t| self.ranges.is_near(t));
            let reach = u128::from(factor.unsigned_abs()) * most_of(terms, atom);
            most += reach;
            let near = below.is_some() || near_parts.contains(&atom) || (value.is_none() && reach < window);
            parts.push(Part { factor, value, multiple, below, near });
        }
        let base = base_of(self.program, &self.points_to.statics, constant_part);
        let mut small = true;
        if let Base::None = base {
            let is_near = u128::from(constant_part.unsigned_abs()) < window;
            if let [Part { factor: 1, value: Some(v), .. }] = parts.as_slice()
                && is_near
            {
                return Some(v.shifted(constant_part));
            }
            most += u128::from(constant_part.unsigned_abs());
            small = is_near && (most < window || parts.iter().any(|p| p.value.is_some()));
            if small && parts.iter().all(|p| p.value.is_none()) {
                return None;
            }
        }
        let result = self.cells().fresh();
        self.constraints.push(Constraint::Sum(Sum { result, constant: constant_part, small, base, parts }));
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
                self.cells().mark_made_up(result);
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
                    } else if self.cells().is_made_up(*from) {
                        self.cells().mark_made_up(*result);
                    }
                }
                Constraint::Derived { from, result } => self.solve_derived(from, *result),
                Constraint::Compared(values) => self.solve_compared(values),
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
        // Does something lead away from every object that there may be?
        let mut is_far = !sum.small;
        let numbers = sum.parts.len();
        // Terms that are addresses, the greatest number that all others are multiples of, and how far these lead if they are bounded.
        let mut step = 0;
        let mut extent = Some(Extent::default());
        for part in &sum.parts {
            match part.value.filter(|v| self.points_to.cells.is_pointer(*v)) {
                Some(v) if part.factor == 1 => plus.push(v),
                Some(v) if part.factor == -1 => minus.push(v),
                Some(v) => scaled.push(v),
                None => {
                    let grows = part.factor != 1 || numbers > 1;
                    let made_up = part.value.is_some_and(|v| self.cells().is_made_up(v));
                    is_far |= !part.near && (made_up || part.value.is_none() || grows);
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
        if is_far {
            self.cells().mark_made_up(sum.result);
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
                self.cells().mark_made_up(sum.result);
                self.differences.extend(plus.iter().copied().zip(minus.iter().copied()));
            }
            (plus, minus) => {
                for v in plus.iter().chain(minus) {
                    self.cells().unify(sum.result, *v);
                }
                self.cells().mark_fragmented(sum.result);
                self.cells().mark_made_up(sum.result);
                self.cells().collapse_value(sum.result);
            }
        }
    }

    fn solve_derived(&mut self, from: &[Value], result: Value) {
        for v in from {
            if self.cells().is_made_up(*v) || self.cells().is_pointer(*v) {
                self.cells().mark_fragmented(*v);
                self.cells().mark_made_up(result);
            }
        }
    }

    /// Addresses are exposed by a comparison with a number; not by one with other addresses, nor are distances.
    fn solve_compared(&mut self, values: &[(i64, Value)]) {
        let (mut count, mut numbers) = (0i64, false);
        for (factor, v) in values {
            match self.cells().is_pointer(*v) && !self.cells().is_made_up(*v) {
                true => count = count.wrapping_add(*factor),
                false => numbers = true,
            }
        }
        if count == 0 || !numbers {
            return;
        }
        for (_, v) in values {
            if self.cells().is_pointer(*v) {
                self.cells().mark_fragmented(*v);
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
        let pointer = self.program.layout.bytes() as usize;
        let to = self.cells().find(to);
        let node = self.cells().node(to.node);
        if node.windows.is_empty() && !node.segments.values().any(|s| s.uses.wide_load) {
            return;
        }
        for (i, window) in data.windows(pointer).enumerate() {
            let number = window.iter().rev().fold(0, |n, byte| n << 8 | u64::from(*byte));
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
                    self.cells().mark_made_up(content);
                }
            }
        }
    }

    /// Memory is accessed through made-up values: they may be any address that is exposed.
    fn solve_made_up(&mut self) {
        let cells = &self.points_to.cells;
        let roots = || (0..cells.len() as u32).map(NodeId).filter(|n| cells.is_root(*n));
        let is_exposed = |n: &NodeId| cells.node(*n).fragmented && cells.node(*n).is_pointed_to();
        let is_used = |n: &NodeId| cells.node(*n).made_up && cells.node(*n).accessed;
        let exposed: Vec<NodeId> = roots().filter(is_exposed).collect();
        let used: Vec<NodeId> = roots().filter(is_used).collect();
        let Some(first) = exposed.first().filter(|_| !used.is_empty()) else { return };
        let first = Value { node: *first, offset: 0 };
        for node in exposed.iter().chain(&used) {
            self.cells().unify(first, Value { node: *node, offset: 0 });
        }
        self.cells().collapse_value(first);
    }
}

/// The greatest magnitude of a term that has no value of its own.
fn most_of(terms: &Terms, t: TermId) -> u128 {
    let width = terms.sort(t).width().unwrap_or(64);
    let bits = match terms.op(t) {
        TermOp::ZeroExtend(_) => terms.sort(terms.arg(t, 0)).width().unwrap_or(width),
        TermOp::SignExtend(_) => terms.sort(terms.arg(t, 0)).width().map_or(width, |w| w - 1),
        _ => significant_bits(terms, t),
    };
    1 << bits.min(64)
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
