//! Evaluation of code: numbers fast, pointers with care, inputs as terms.
//!
//! A pointer to an object that the run allocated may be moved, compared for equality, subtracted from or compared by order
//! with another into the same object, and taken apart into number and offset. These give the same in every state that
//! differs only in how objects are numbered. Whatever else is done with it is noted in [`Eval::observed`]: the value is the machine's,
//! but states that differ in numbering are no longer the same.

use std::rc::Rc;

use maymust_term::{Op, Sort, TermId, Terms, apply};

use crate::code::{Code, Home, Node, NodeKind};
use crate::heap::Part;
use crate::state::State;
use crate::value::Val;

/// What a step of a run touches.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Access {
    /// A global variable.
    Global(u32),
    /// Bytes of an object: number, offset, length.
    Bytes(u32, u32, u32),
    /// An object's size and state.
    Meta(u32),
}

/// What is needed to evaluate, beside the state.
#[derive(Debug)]
pub struct Eval {
    /// Terms over inputs.
    pub terms: Terms,
    /// Values of the steps of the code at hand.
    values: Vec<Val>,
    /// Has a run looked at how objects are numbered?
    pub observed: bool,
    /// Why the last value is [`Val::Bad`].
    pub problem: &'static str,
    /// What was accessed (true: written), if anybody wants to know.
    pub log: Option<Vec<(Access, bool)>>,
    /// Undefined bytes that were looked at: object, offset, their term; see [`Eval::load`].
    pub looked: Vec<(u32, u32, u32, TermId)>,
    /// Gives every input a number of its own; otherwise numbers are used again.
    pub all_inputs_differ: bool,
    next_input: u32,
    /// Inputs that were not chosen at once.
    pub made_inputs: u64,
}

fn mask(width: u32) -> u64 {
    if width >= 64 { u64::MAX } else { (1 << width) - 1 }
}

fn signed(v: u64, width: u32) -> i64 {
    let shift = 64 - width;
    (v << shift) as i64 >> shift
}

impl Eval {
    /// Over the terms of a program.
    pub fn new(terms: Terms) -> Eval {
        Eval {
            terms,
            values: Vec::new(),
            observed: false,
            problem: "",
            log: None,
            looked: Vec::new(),
            all_inputs_differ: false,
            next_input: 0,
            made_inputs: 0,
        }
    }

    /// Notes an access.
    pub fn note(&mut self, access: Access, write: bool) {
        if let Some(log) = &mut self.log {
            log.push((access, write));
        }
    }

    /// Evaluates code; [`Eval::result`] gives what came out.
    pub fn run(&mut self, state: &mut State, code: &Code) {
        let mut values = std::mem::take(&mut self.values);
        values.clear();
        for node in &code.nodes {
            let value = self.node(state, node, &values, &code.nodes);
            values.push(value);
        }
        self.values = values;
    }

    /// The value of a root of the code that ran last.
    pub fn result(&self, code: &Code, root: usize) -> Val {
        self.values[code.roots[root] as usize].clone()
    }

    fn bad(&mut self, why: &'static str) -> Val {
        self.problem = why;
        Val::Bad
    }

    fn node(&mut self, state: &mut State, node: &Node, values: &[Val], nodes: &[Node]) -> Val {
        let arg = |i: usize| &values[node.args[i] as usize];
        match &node.kind {
            NodeKind::Const(value) => value.clone(),
            NodeKind::Read(home) => self.read(state, *home),
            NodeKind::Load(bytes) => match arg(0) {
                Val::Int(address) => self.load(state, *address, *bytes, false),
                Val::Ptr(address) => self.load(state, *address, *bytes, true),
                Val::Bad => Val::Bad,
                _ => self.bad("an address depends on an input"),
            },
            NodeKind::State => self.meta(state, arg(0), |s, n| s.heap.state(n) as u64),
            NodeKind::Size => self.meta(state, arg(0), |s, n| u64::from(s.heap.size(n))),
            NodeKind::Op(op) => match fast(*op, node, values, nodes) {
                Some(v) => Val::Int(v),
                None => self.slow(state, *op, node, values, nodes),
            },
        }
    }

    fn read(&mut self, state: &State, home: Home) -> Val {
        match home {
            Home::Local(slot) => match state.top() {
                Some(frame) => frame.vals[slot as usize].clone(),
                None => self.bad("no frame"),
            },
            Home::Global(index) => {
                self.note(Access::Global(index), false);
                state.globals[index as usize].clone()
            }
            Home::Own(index) => state.threads[state.running].own[index as usize].clone(),
            Home::Next => {
                self.observed = true;
                Val::Int(u64::from(state.heap.next()))
            }
            Home::Bytes | Home::Size | Home::State | Home::Unknown => self.bad("memory as a whole"),
        }
    }

    /// Size or state of an object.
    fn meta(&mut self, state: &State, number: &Val, get: fn(&State, u32) -> u64) -> Val {
        match number {
            Val::Num(n) => {
                self.note(Access::Meta(*n as u32), false);
                Val::Int(get(state, *n as u32))
            }
            Val::Int(n) => {
                if *n >= u64::from(state.heap.first_dynamic()) {
                    self.observed = true;
                }
                if *n != 0 {
                    self.note(Access::Meta(*n as u32), false);
                }
                Val::Int(get(state, *n as u32))
            }
            Val::Bad => Val::Bad,
            Val::Ptr(_) | Val::Sym(_) | Val::Big(_) => self.bad("a pointer depends on an input"),
        }
    }

    /// Bytes of memory.
    pub fn load(&mut self, state: &mut State, address: u64, bytes: u32, pointer: bool) -> Val {
        let Some((number, offset)) = state.heap.range(address, bytes) else {
            return self.bad("memory is read where no object is");
        };
        if !pointer && number >= state.heap.first_dynamic() {
            self.observed = true;
        }
        self.note(Access::Bytes(number, offset, bytes), false);
        let Some(body) = state.heap.get(number).and_then(|o| o.body.as_ref()) else { return Val::Bad };
        let (from, to) = (offset as usize, (offset + bytes) as usize);
        if body.is_plain(from, to) {
            return plain(&body.bytes[from..to]);
        }
        if let Some(value) = body.exact_cell(offset, bytes) {
            return value.clone();
        }
        self.load_parts(state, number, offset, bytes)
    }

    /// Undefined bytes become inputs, and what is mixed is put together.
    fn load_parts(&mut self, state: &mut State, number: u32, offset: u32, bytes: u32) -> Val {
        let Some(body) = state.heap.body_mut(number) else { return Val::Bad };
        let mut parts = body.parts(offset, offset + bytes);
        let mut at = offset;
        for part in &mut parts {
            if let Part::Undefined(length) = *part {
                let term = self.fresh(state, Sort::BitVec(8 * length));
                self.looked.push((number, at, length, term));
                let cell = Part::Cell { value: Val::Sym(term), whole: length, skip: 0, length };
                if let Some(body) = state.heap.body_mut(number) {
                    body.clear(at, at + length);
                    body.put(at, &cell);
                }
                *part = cell;
            }
            at += part.len();
        }
        self.join(&parts)
    }

    /// The value of adjacent parts.
    pub fn join(&mut self, parts: &[Part]) -> Val {
        if let [Part::Cell { value, whole, length, .. }] = parts
            && whole == length
        {
            return value.clone();
        }
        let mut whole: Option<TermId> = None;
        for part in parts {
            let Some(t) = self.part_term(part) else { return self.bad("parts of values") };
            whole = Some(match whole {
                None => t,
                Some(below) => self.terms.app(Op::Concat, &[t, below]),
            });
        }
        whole.map_or(Val::Int(0), |t| Val::from_term(&self.terms, t))
    }

    fn part_term(&mut self, part: &Part) -> Option<TermId> {
        match part {
            Part::Bytes(bytes) => {
                let value = maymust_term::BvValue::from_le_bytes(bytes);
                Some(self.terms.bv_value(value))
            }
            Part::Undefined(_) => None,
            Part::Cell { value, whole, skip, length } => {
                if matches!(value, Val::Ptr(_) | Val::Num(_)) {
                    self.observed = true;
                }
                let t = value.to_term(&mut self.terms, Sort::BitVec(8 * whole))?;
                Some(self.terms.app(Op::Extract { hi: 8 * (skip + length) - 1, lo: 8 * skip }, &[t]))
            }
        }
    }

    /// A part of a cell as a part of its own.
    pub fn whole_part(&mut self, part: Part) -> Part {
        if !part.is_broken() {
            return part;
        }
        let length = part.len();
        match self.join(std::slice::from_ref(&part)) {
            Val::Bad => Part::Undefined(length),
            value => value_part(value, length),
        }
    }

    /// A new input.
    pub fn fresh(&mut self, state: &mut State, sort: Sort) -> TermId {
        self.made_inputs += 1;
        let number = if self.all_inputs_differ {
            self.next_input += 1;
            self.next_input
        } else {
            (0..).find(|n| state.inputs.binary_search(n).is_err()).unwrap_or(0)
        };
        let inputs = Rc::make_mut(&mut state.inputs);
        if let Err(at) = inputs.binary_search(&number) {
            inputs.insert(at, number);
        }
        let width = match sort {
            Sort::BitVec(w) => format!("{w}"),
            other => format!("{other:?}"),
        };
        let name = format!("$in{number}:{width}");
        match self.terms.lookup(&name) {
            Some(symbol) => self.terms.var(symbol),
            None => self.terms.declare_var(&name, sort),
        }
    }

    fn slow(&mut self, state: &State, op: Op, node: &Node, values: &[Val], nodes: &[Node]) -> Val {
        let args: smallvec::SmallVec<[&Val; 3]> = node.args.iter().map(|a| &values[*a as usize]).collect();
        if op == Op::Ite
            && let Val::Int(c) = args[0]
        {
            return if *c != 0 { args[1].clone() } else { args[2].clone() };
        }
        if args.iter().any(|a| **a == Val::Bad) {
            return Val::Bad;
        }
        if args.iter().any(|a| matches!(a, Val::Ptr(_) | Val::Num(_))) {
            return self.pointers(state, op, node, &args, nodes);
        }
        self.general(op, node, &args, nodes)
    }

    /// By the meaning of the operator, or as a term.
    fn general(&mut self, op: Op, node: &Node, args: &[&Val], nodes: &[Node]) -> Val {
        let sort = |i: usize| nodes[node.args[i] as usize].sort;
        if args.iter().any(|a| matches!(a, Val::Sym(_))) {
            let mut ids = smallvec::SmallVec::<[TermId; 4]>::new();
            for (i, a) in args.iter().enumerate() {
                match a.to_term(&mut self.terms, sort(i)) {
                    Some(t) => ids.push(t),
                    None => return self.bad("a table depends on an input"),
                }
            }
            let t = self.terms.app(op, &ids);
            return Val::from_term(&self.terms, t);
        }
        let owned: Option<Vec<maymust_term::Value>> =
            args.iter().enumerate().map(|(i, a)| a.to_value(sort(i))).collect();
        match owned {
            Some(owned) => Val::from_value(apply(op, &owned.iter().collect::<Vec<_>>())),
            None => self.bad("a value of an unusual sort"),
        }
    }

    /// Operators on pointers to allocated objects and their numbers.
    fn pointers(&mut self, state: &State, op: Op, node: &Node, args: &[&Val], nodes: &[Node]) -> Val {
        let layout = state.heap.layout();
        let first = state.heap.first_dynamic();
        let base = |p: u64| layout.nearest(p).0;
        let near = |p: u64, q: u64| base(p) == base(q);
        if args.iter().any(|a| matches!(a, Val::Sym(_))) {
            return self.bad("a pointer depends on an input");
        }
        let is_static = |v: u64| base(v) < first && layout.split(v).0 < first;
        match (op, args) {
            (Op::BvAdd, [Val::Ptr(p), Val::Int(n)] | [Val::Int(n), Val::Ptr(p)]) => {
                let q = p.wrapping_add(*n) & mask(layout.bits());
                if near(*p, q) {
                    return Val::Ptr(q);
                }
            }
            (Op::BvSub, [Val::Ptr(p), Val::Int(n)]) => {
                let q = p.wrapping_sub(*n) & mask(layout.bits());
                if near(*p, q) {
                    return Val::Ptr(q);
                }
            }
            (Op::BvSub, [Val::Ptr(p), Val::Ptr(q)]) if near(*p, *q) => {
                return Val::Int(p.wrapping_sub(*q) & mask(layout.bits()));
            }
            (Op::Eq, [Val::Ptr(p), Val::Ptr(q)] | [Val::Num(p), Val::Num(q)]) => {
                return Val::Int(u64::from(p == q));
            }
            (Op::Eq, [Val::Ptr(_), Val::Int(n)] | [Val::Int(n), Val::Ptr(_)]) if is_static(*n) => {
                return Val::Int(0);
            }
            (Op::Eq, [Val::Num(_), Val::Int(n)] | [Val::Int(n), Val::Num(_)]) if *n < u64::from(first) => {
                return Val::Int(0);
            }
            (Op::Ult | Op::Ule | Op::Slt | Op::Sle, [Val::Ptr(p), Val::Ptr(q)]) if near(*p, *q) => {
                return Val::Int(u64::from(if matches!(op, Op::Ult | Op::Slt) { p < q } else { p <= q }));
            }
            (Op::Ult | Op::Ule, [Val::Ptr(_), Val::Int(n)]) if is_static(*n) => return Val::Int(0),
            (Op::Ult | Op::Ule, [Val::Int(n), Val::Ptr(_)]) if is_static(*n) => return Val::Int(1),
            (Op::Ult | Op::Ule, [Val::Num(_), Val::Int(n)]) if *n < u64::from(first) => return Val::Int(0),
            (Op::Ult | Op::Ule, [Val::Int(n), Val::Num(_)]) if *n < u64::from(first) => return Val::Int(1),
            (Op::Extract { hi, lo }, [Val::Ptr(p)]) => {
                if hi < layout.offset_bits {
                    return Val::Int(p >> lo & mask(hi - lo + 1));
                }
                if lo == layout.offset_bits && hi + 1 == layout.bits() && base(*p) == layout.split(*p).0 {
                    return Val::Num(p >> lo);
                }
            }
            (Op::ZeroExtend(_), [Val::Num(n)]) => return Val::Num(*n),
            (Op::Extract { hi, lo: 0 }, [Val::Num(n)]) if hi + 1 >= layout.object_bits => {
                return Val::Num(*n);
            }
            (Op::Concat, [Val::Num(n), Val::Int(low)])
                if nodes[node.args[1] as usize].sort == Sort::BitVec(layout.offset_bits) =>
            {
                return Val::Ptr(n << layout.offset_bits | low);
            }
            (Op::BvAnd, [Val::Ptr(p), Val::Int(m)] | [Val::Int(m), Val::Ptr(p)]) => {
                let high = m >> layout.offset_bits;
                let straight = base(*p) == layout.split(*p).0;
                if straight && high == 0 {
                    return Val::Int(p & m);
                }
                if straight && high == mask(layout.object_bits) {
                    return Val::Ptr(p & m);
                }
            }
            _ => {}
        }
        self.observed = true;
        let plain: Vec<Val> = args.iter().map(|a| a.word().map_or_else(|| (*a).clone(), Val::Int)).collect();
        let plain: Vec<&Val> = plain.iter().collect();
        match self.general(op, node, &plain, nodes) {
            Val::Int(v) if self.looks_like_pointer(state, node.sort, v) => Val::Ptr(v),
            value => value,
        }
    }

    /// Is this the address of an allocated object? Asked only after numbers were looked at.
    fn looks_like_pointer(&self, state: &State, sort: Sort, v: u64) -> bool {
        let layout = state.heap.layout();
        let number = layout.nearest(v).0;
        sort == layout.sort() && number >= state.heap.first_dynamic() && number < state.heap.next()
    }
}

/// A value as a part of an object.
pub fn value_part(value: Val, length: u32) -> Part {
    match value {
        Val::Int(v) if length <= 8 => Part::Bytes(v.to_le_bytes()[..length as usize].to_vec()),
        Val::Big(ref big) => match big.as_bv() {
            Some(bits) => {
                let mut bytes = bits.to_le_bytes();
                bytes.resize(length as usize, 0);
                Part::Bytes(bytes)
            }
            None => Part::Undefined(length),
        },
        value => Part::Cell { value, whole: length, skip: 0, length },
    }
}

fn plain(bytes: &[u8]) -> Val {
    if bytes.len() > 8 {
        let value = maymust_term::BvValue::from_le_bytes(bytes);
        return Val::Big(Rc::new(maymust_term::Value::Bv(value)));
    }
    let mut word = [0; 8];
    word[..bytes.len()].copy_from_slice(bytes);
    Val::Int(u64::from_le_bytes(word))
}

/// Usual operators on numbers of at most 64 bits.
fn fast(op: Op, node: &Node, values: &[Val], nodes: &[Node]) -> Option<u64> {
    let number = |i: usize| match &values[*node.args.get(i)? as usize] {
        Val::Int(v) => Some(*v),
        _ => None,
    };
    let width = |i: usize| match nodes[node.args[i] as usize].sort {
        Sort::BitVec(w) if w <= 64 => Some(w),
        Sort::Bool => Some(1),
        _ => None,
    };
    let out = |v: u64| match node.sort {
        Sort::BitVec(w) if w <= 64 => Some(v & mask(w)),
        _ => None,
    };
    let bit = |b: bool| Some(u64::from(b));
    match op {
        Op::Not => bit(number(0)? == 0),
        Op::And | Op::Or => {
            let mut all = node.args.iter().map(|a| match &values[*a as usize] {
                Val::Int(v) => Some(*v != 0),
                _ => None,
            });
            // One that decides is enough, whatever the others are.
            if all.clone().any(|v| v == Some(op == Op::Or)) {
                return bit(op == Op::Or);
            }
            if all.all(|v| v.is_some()) { bit(op == Op::And) } else { None }
        }
        Op::Eq => bit(number(0)? == number(1)?),
        Op::BvNeg => out(number(0)?.wrapping_neg()),
        Op::BvNot => out(!number(0)?),
        Op::BvAdd => out(number(0)?.wrapping_add(number(1)?)),
        Op::BvSub => out(number(0)?.wrapping_sub(number(1)?)),
        Op::BvMul => out(number(0)?.wrapping_mul(number(1)?)),
        Op::BvAnd => out(number(0)? & number(1)?),
        Op::BvOr => out(number(0)? | number(1)?),
        Op::BvXor => out(number(0)? ^ number(1)?),
        Op::Extract { hi, lo } if width(0).is_some() => Some(number(0)? >> lo & mask(hi - lo + 1)),
        Op::ZeroExtend(_) => out(number(0)?),
        Op::SignExtend(_) => out(signed(number(0)?, width(0)?) as u64),
        Op::Concat => {
            let low = width(1)?;
            out(number(0)?.checked_shl(low).unwrap_or(0) | number(1)?)
        }
        Op::Ult => bit(number(0)? < number(1)?),
        Op::Ule => bit(number(0)? <= number(1)?),
        Op::Slt => bit(signed(number(0)?, width(0)?) < signed(number(1)?, width(1)?)),
        Op::Sle => bit(signed(number(0)?, width(0)?) <= signed(number(1)?, width(1)?)),
        _ => None,
    }
}
