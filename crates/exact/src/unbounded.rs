//! Integers read as mathematical ones: the blocks of a program with `Int` in place of bit-vectors.
//!
//! Sums, differences, products and signed comparisons are those of numbers; no operation overflows. A bit-vector stands for its signed
//! number, and where an operator reads it as unsigned, negative ones are raised by two to the width. What has no meaning for numbers
//! without a width (bitwise operators, narrowing casts, bytes of memory, floats) is any value: proofs remain proofs,
//! and a failing path has to be a run of the machine, as always.
//!
//! All terms are made anew in an arena that declares the same symbols in the same order, so variables keep their numbers.

use std::sync::Arc;

use maymust_program::VarId;
use maymust_term::{BvValue, Op, Sort, Symbol, TermId, Terms};
use rustc_hash::FxHashMap;

use crate::abstraction::Start;
use crate::blocks::{Block, Edge, Graph, Kind, Label, Node, Read, Reads};

/// What a call with arguments that cannot be said ends in.
const ARGUMENT: &str = "an argument that is no operation on unbounded integers";

/// Rewrites blocks and the start; gives the new arena.
pub fn translate(terms: &Terms, graphs: &mut [Option<Graph>], start: &mut Start) -> Terms {
    let mut new = Terms::new();
    for i in 0..terms.symbol_count() {
        let symbol = Symbol::from_index(i);
        let sort = sort_of(&mut new, terms, terms.symbol_sort(symbol));
        new.declare(terms.symbol_name(symbol), sort);
    }
    for graph in graphs.iter_mut().flatten() {
        translate_graph(terms, &mut new, graph);
    }
    // At the start an unknown value is one value: it needs no new name later.
    let mut translator = Translator::new(terms, &mut new);
    let mut values: Vec<(Symbol, TermId)> = start.values.drain().collect();
    values.sort_unstable();
    start.values = values.into_iter().map(|(s, t)| (s, translator.term(t))).collect();
    start.facts = start.facts.iter().map(|t| translator.term(*t)).collect();
    new
}

fn sort_of(new: &mut Terms, old: &Terms, sort: Sort) -> Sort {
    match (sort, old.array_parts(sort)) {
        (Sort::BitVec(_), _) => Sort::Int,
        (_, Some((index, element))) => {
            let (index, element) = (sort_of(new, old, index), sort_of(new, old, element));
            new.array_sort(index, element)
        }
        _ => sort,
    }
}

fn translate_graph(terms: &Terms, new: &mut Terms, graph: &mut Graph) {
    let mut edges = std::mem::take(&mut graph.edges);
    for edge in &mut edges {
        match &mut edge.kind {
            Kind::Block(block) => translate_block(terms, new, block),
            Kind::Call(call) => {
                let mut translator = Translator::new(terms, new);
                call.args = call.args.iter().map(|t| translator.term(*t)).collect();
                if !translator.unknown.is_empty() {
                    graph.nodes.push(Node::Fail(Label::Unsupported(ARGUMENT.into())));
                    graph.out.push(Vec::new());
                    let (guard, updates, reads) = (Vec::new(), FxHashMap::default(), Arc::default());
                    let kind = Kind::Block(Block { guard, updates, reads });
                    *edge = Edge { from: edge.from, to: graph.nodes.len() - 1, kind };
                }
            }
        }
    }
    graph.edges = edges;
}

fn translate_block(terms: &Terms, new: &mut Terms, block: &mut Block) {
    let mut translator = Translator::new(terms, new);
    block.guard = block.guard.iter().map(|t| translator.term(*t)).collect();
    let mut updates: Vec<(VarId, TermId)> = block.updates.drain().collect();
    updates.sort_unstable();
    block.updates = updates.into_iter().map(|(v, t)| (v, translator.term(t))).collect();
    let mut inputs = block.reads.inputs.clone();
    for input in &mut inputs {
        input.condition = translator.term(input.condition);
    }
    // Contents of objects are bytes.
    let unknown = std::mem::take(&mut translator.unknown);
    let condition = new.tru();
    inputs.extend(unknown.into_iter().map(|symbol| Read { symbol, condition, source: None }));
    block.reads = Arc::new(Reads { inputs, contents: Vec::new() });
}

struct Translator<'a> {
    old: &'a Terms,
    new: &'a mut Terms,
    memo: FxHashMap<TermId, TermId>,
    /// Symbols for what cannot be said.
    unknown: Vec<Symbol>,
}

impl<'a> Translator<'a> {
    fn new(old: &'a Terms, new: &'a mut Terms) -> Self {
        Translator { old, new, memo: FxHashMap::default(), unknown: Vec::new() }
    }

    fn term(&mut self, t: TermId) -> TermId {
        // From the root down to what is not known yet: below an operator that cannot be said nothing is looked at.
        let mut stack = vec![t];
        while let Some(&at) = stack.last() {
            if self.memo.contains_key(&at) {
                stack.pop();
                continue;
            }
            let args = if self.is_said(at) { self.old.args(at).to_vec() } else { Vec::new() };
            let before = stack.len();
            stack.extend(args.iter().filter(|a| !self.memo.contains_key(*a)));
            if stack.len() > before {
                continue;
            }
            let args: Vec<TermId> = args.iter().map(|a| self.memo[a]).collect();
            let value = self.operator(at, &args).unwrap_or_else(|| self.any(at));
            self.memo.insert(at, value);
            stack.pop();
        }
        self.memo[&t]
    }

    fn any(&mut self, t: TermId) -> TermId {
        let sort = sort_of(self.new, self.old, self.old.sort(t));
        let symbol = self.new.fresh("unsaid", sort);
        self.unknown.push(symbol);
        self.new.var(symbol)
    }

    fn is_said(&self, t: TermId) -> bool {
        use Op::{
            And, BoolConst, BvAdd, BvConst, BvLShr, BvMul, BvNeg, BvNot, BvSDiv, BvSRem, BvShl, BvSub,
            BvUDiv, BvURem, ConstArray, Eq, Extract, Ite, Not, Or, SAddO, SMulO, SSubO, Select, SignExtend,
            Sle, Slt, Store, UAddO, UMulO, Ule, Ult, Var, ZeroExtend,
        };
        match self.old.op(t) {
            Var(_) | BoolConst(_) | BvConst(_) | Not | And | Or | Eq | Ite | BvNeg | BvNot | BvAdd
            | BvSub | BvMul | BvUDiv | BvSDiv | BvURem | BvSRem | ZeroExtend(_) | SignExtend(_) | Ult
            | Ule | Slt | Sle | UAddO | SAddO | SSubO | UMulO | SMulO | Select | Store | ConstArray(_) => {
                true
            }
            BvShl | BvLShr => self.old.is_const(self.old.arg(t, 1)),
            // The low half of a number that was widened is the number.
            Extract { lo: 0, hi } => {
                let inner = self.old.arg(t, 0);
                matches!(self.old.op(inner), SignExtend(_) | ZeroExtend(_))
                    && self.old.width(self.old.arg(inner, 0)) == hi + 1
            }
            _ => false,
        }
    }

    /// The unsigned reading of a number of a width.
    fn unsigned(&mut self, t: TermId, width: u32) -> TermId {
        let zero = self.new.int(0);
        let modulus = self.power(width);
        let raised = self.new.int_add(t, modulus);
        let is_negative = self.new.int_lt(t, zero);
        self.new.ite(is_negative, raised, t)
    }

    fn power(&mut self, width: u32) -> TermId {
        self.new.int(BvValue::one(width + 1).shl_by(width).to_biguint())
    }

    /// Both arguments of an operator in their unsigned reading.
    fn both(&mut self, t: TermId, args: &[TermId]) -> [TermId; 2] {
        let width = self.old.width(self.old.arg(t, 0));
        [self.unsigned(args[0], width), self.unsigned(args[1], width)]
    }

    fn operator(&mut self, t: TermId, args: &[TermId]) -> Option<TermId> {
        let op = self.old.op(t);
        if !self.is_said(t) {
            return None;
        }
        Some(match op {
            Op::Var(s) => self.new.var(s),
            Op::BoolConst(b) => self.new.bool(b),
            Op::BvConst(_) => {
                let value = self.old.as_bv(t)?;
                let number =
                    if value.width() == 1 { value.to_biguint().into() } else { value.to_bigint_signed() };
                self.new.int(number)
            }
            Op::Not => self.new.not(args[0]),
            Op::And => self.new.and(args),
            Op::Or => self.new.or(args),
            Op::Ite => self.new.ite(args[0], args[1], args[2]),
            Op::Eq => self.equal(t, args),
            Op::BvNeg => self.new.int_neg(args[0]),
            Op::BvNot => {
                let one = self.new.int(1);
                let negated = self.new.int_neg(args[0]);
                self.new.int_sub(negated, one)
            }
            Op::BvAdd => self.new.int_add(args[0], args[1]),
            Op::BvSub => self.new.int_sub(args[0], args[1]),
            Op::BvMul => self.new.int_mul(args[0], args[1]),
            Op::BvUDiv => {
                let [a, b] = self.both(t, args);
                self.new.int_div(a, b)
            }
            Op::BvURem => {
                let [a, b] = self.both(t, args);
                self.new.int_mod(a, b)
            }
            Op::BvSDiv => self.quotient(args[0], args[1]),
            Op::BvSRem => {
                let quotient = self.quotient(args[0], args[1]);
                let product = self.new.int_mul(quotient, args[1]);
                self.new.int_sub(args[0], product)
            }
            Op::BvShl | Op::BvLShr => {
                let width = self.old.width(t);
                let by = self.old.as_u64(self.old.arg(t, 1)).filter(|n| *n < u64::from(width))?;
                let power = self.power(by as u32);
                if op == Op::BvShl {
                    self.new.int_mul(args[0], power)
                } else {
                    let a = self.unsigned(args[0], width);
                    self.new.int_div(a, power)
                }
            }
            Op::ZeroExtend(_) => self.unsigned(args[0], self.old.width(self.old.arg(t, 0))),
            Op::SignExtend(_) => args[0],
            Op::Extract { .. } => {
                // Widened without a sign and cut off again: what it was.
                let inner = self.old.arg(t, 0);
                *self.memo.get(&self.old.arg(inner, 0))?
            }
            Op::Ult | Op::Ule => {
                let [a, b] = self.both(t, args);
                if op == Op::Ult { self.new.int_lt(a, b) } else { self.new.int_le(a, b) }
            }
            Op::Slt => self.new.int_lt(args[0], args[1]),
            Op::Sle => self.new.int_le(args[0], args[1]),
            Op::UAddO | Op::SAddO | Op::SSubO | Op::UMulO | Op::SMulO => self.new.fls(),
            Op::Select => self.new.select(args[0], args[1]),
            Op::Store => self.new.store(args[0], args[1], args[2]),
            Op::ConstArray(_) => {
                let sort = sort_of(self.new, self.old, self.old.sort(t));
                self.new.const_array(sort, args[0])
            }
            _ => return None,
        })
    }

    /// A constant above the greatest signed number may stand for an unsigned one.
    fn equal(&mut self, t: TermId, args: &[TermId]) -> TermId {
        let mut ways = vec![self.new.eq(args[0], args[1])];
        for (i, &arg) in args.iter().enumerate() {
            let old = self.old.arg(t, i);
            if let Some(value) = self.old.as_bv(old)
                && value.width() > 1
                && value.sign_bit()
            {
                let raised = self.new.int(value.to_biguint());
                debug_assert!(self.new.is_const(arg));
                ways.push(self.new.eq(args[1 - i], raised));
            }
        }
        self.new.or(&ways)
    }

    /// The quotient rounded towards zero.
    fn quotient(&mut self, a: TermId, b: TermId) -> TermId {
        let zero = self.new.int(0);
        let (size_a, size_b) = (self.new.int_abs(a), self.new.int_abs(b));
        let quotient = self.new.int_div(size_a, size_b);
        let negated = self.new.int_neg(quotient);
        let (a, b) = (self.new.int_lt(a, zero), self.new.int_lt(b, zero));
        let same = self.new.eq(a, b);
        self.new.ite(same, quotient, negated)
    }
}
