//! From our operators to those every SMT-LIB solver knows, with the same meaning.

use super::reads::Reads;
use crate::arena::Terms;
use crate::bv::BvValue;
use crate::float::FloatValue;
use crate::op::{Op, TermId};
use crate::sort::{FloatFormat, MAX_WIDTH, Rounding, Sort};
use rustc_hash::FxHashMap;

/// A translation of terms into standard SMT-LIB. Wide loads and stores become single ones, array
/// literals become stores, overflow predicates are computed, and partial or unspecified operators
/// get our meaning. The bits of a
/// float become a fresh symbol with a side condition. Reads from arrays with fills and copies are
/// computed; equalities of such arrays have no standard form and stay: see
/// [`Standard::is_standard`].
#[derive(Clone, Debug, Default)]
pub struct Standard {
    memo: FxHashMap<TermId, TermId>,
    conditions: Vec<TermId>,
    reads: Reads,
}

impl Standard {
    /// Nothing translated yet.
    pub fn new() -> Self {
        Self::default()
    }

    /// Translates a term of sort Bool or any other.
    pub fn translate(&mut self, terms: &mut Terms, root: TermId) -> TermId {
        let mut stack = vec![root];
        while let Some(&t) = stack.last() {
            if self.memo.contains_key(&t) {
                stack.pop();
                continue;
            }
            let before = stack.len();
            stack.extend(terms.args(t).iter().filter(|a| !self.memo.contains_key(*a)));
            if stack.len() == before {
                let args: Vec<TermId> = terms.args(t).iter().map(|a| self.memo[a]).collect();
                let new = self.node(terms, t, &args);
                self.memo.insert(t, new);
                stack.pop();
            }
        }
        self.memo[&root]
    }

    /// Takes the side conditions that were added since the last call; each must be asserted.
    pub fn take_conditions(&mut self) -> Vec<TermId> {
        std::mem::take(&mut self.conditions)
    }

    fn node(&mut self, terms: &mut Terms, t: TermId, args: &[TermId]) -> TermId {
        match terms.op(t) {
            Op::Select => self.reads.read(terms, args[0], args[1]),
            Op::Load { bytes } => self.load(terms, args[0], args[1], bytes),
            Op::StoreWide { bytes } => store(terms, args[0], args[1], args[2], bytes),
            Op::Table(_) => table(terms, t),
            Op::FpToBits => self.bits(terms, args[0]),
            Op::FpToSbv(w, r) => to_bv(terms, args[0], w, r, true),
            Op::FpToUbv(w, r) => to_bv(terms, args[0], w, r, false),
            Op::FpMin | Op::FpMax => min_max(terms, terms.op(t), args[0], args[1]),
            Op::UAddO | Op::SAddO | Op::SSubO | Op::UMulO | Op::SMulO => {
                overflow(terms, terms.op(t), args[0], args[1])
            }
            Op::IntDiv | Op::IntMod => divide(terms, terms.op(t), args[0], args[1]),
            _ if args == terms.args(t) => t,
            op => terms.app(op, args),
        }
    }

    fn load(&mut self, terms: &mut Terms, array: TermId, address: TermId, bytes: u32) -> TermId {
        let mut out = self.reads.read(terms, array, address);
        for i in 1..bytes {
            let at = offset(terms, address, i);
            let byte = self.reads.read(terms, array, at);
            out = terms.concat(byte, out);
        }
        out
    }

    /// Has a translated term no operators of ours?
    pub fn is_standard(terms: &Terms, t: TermId) -> bool {
        let ours = |t: &TermId| {
            matches!(
                terms.op(*t),
                Op::Load { .. } | Op::StoreWide { .. } | Op::Table(_) | Op::Fill | Op::Copy
            )
        };
        !terms.cone(t).iter().any(ours)
    }

    /// A fresh symbol whose float is the argument.
    fn bits(&mut self, terms: &mut Terms, x: TermId) -> TermId {
        let Sort::Float(f) = terms.sort(x) else { return x };
        let symbol = terms.fresh("bits", Sort::BitVec(f.width()));
        let bits = terms.var(symbol);
        let back = terms.fp_from_bits(f, bits);
        let same = terms.eq(back, x);
        let nan = terms.bv_value(FloatValue::nan(f).bits().clone());
        let (is_nan, default) = (terms.fp_is_nan(x), terms.eq(bits, nan));
        let canonical = terms.implies(is_nan, default);
        self.conditions.extend([same, canonical]);
        bits
    }
}

fn offset(terms: &mut Terms, address: TermId, by: u32) -> TermId {
    let by = terms.bv(terms.width(address), by as u64);
    terms.bv_add(address, by)
}

fn store(terms: &mut Terms, array: TermId, address: TermId, value: TermId, bytes: u32) -> TermId {
    let mut out = array;
    for i in 0..bytes {
        let at = offset(terms, address, i);
        let byte = terms.extract(value, 8 * i + 7, 8 * i);
        out = terms.store(out, at, byte);
    }
    out
}

fn table(terms: &mut Terms, t: TermId) -> TermId {
    let sort = terms.sort(t);
    let Some(table) = terms.as_table(t).cloned() else { return t };
    let Some(default) = terms.value(table.default_value()) else { return t };
    let mut out = terms.const_array(sort, default);
    for (i, v) in table.values().enumerate() {
        let at = table.base().add(&BvValue::from_u64(table.base().width(), i as u64));
        let at = terms.bv_value(at);
        if let Some(v) = terms.value(&v) {
            out = terms.store(out, at, v);
        }
    }
    out
}

/// In range iff the rounded value lies between the bounds; those are exact in a format with
/// enough exponent, and saturate to infinity otherwise, which compares as it should.
fn to_bv(terms: &mut Terms, x: TermId, width: u32, r: Rounding, signed: bool) -> TermId {
    let Sort::Float(f) = terms.sort(x) else { return x };
    // Where the greatest number is no integer, the nearest integer may be out of the format.
    let max_exp = |exp: u32| (1u64 << (exp - 1).min(32)) - 1;
    if max_exp(f.exp) < f.sig as u64 {
        let exp = (f.exp..).find(|e| max_exp(*e) >= f.sig as u64).unwrap_or(f.exp);
        let wide = terms.fp_from_fp(Rounding::NearestEven, FloatFormat { exp, sig: f.sig }, x);
        return to_bv(terms, wide, width, r, signed);
    }
    let one = num_bigint::BigInt::from(1);
    let (low, high) = if signed {
        (-(&one << (width - 1)), &one << (width - 1))
    } else {
        (num_bigint::BigInt::from(0), one << width)
    };
    let rounded = terms.fp_round_to_integral(r, x);
    // Powers of two are exact or overflow: then no finite value reaches them.
    let low = terms.fp_value(FloatValue::from_int(f, &low, Rounding::Down));
    let high = terms.fp_value(FloatValue::from_int(f, &high, Rounding::Up));
    let (above, below) = (terms.fp_le(low, rounded), terms.fp_lt(rounded, high));
    let infinite = terms.fp_is_inf(x);
    let finite = terms.not(infinite);
    let fits = terms.and(&[above, below, finite]);
    let (op, other) = if signed {
        (Op::FpToSbv(width, r), BvValue::min_signed(width))
    } else {
        (Op::FpToUbv(width, r), BvValue::ones(width))
    };
    let (value, other) = (terms.app(op, &[x]), terms.bv_value(other));
    terms.ite(fits, value, other)
}

/// Older solvers do not know the overflow predicates: compute with one bit more, or twice as
/// many for products.
fn overflow(terms: &mut Terms, op: Op, a: TermId, b: TermId) -> TermId {
    let w = terms.width(a);
    let signed = !matches!(op, Op::UAddO | Op::UMulO);
    let (operation, more) = match op {
        Op::UAddO | Op::SAddO => (Op::BvAdd, 1),
        Op::SSubO => (Op::BvSub, 1),
        _ => (Op::BvMul, w),
    };
    if w + more > MAX_WIDTH {
        return terms.app(op, &[a, b]);
    }
    let extension = if signed { Op::SignExtend(more) } else { Op::ZeroExtend(more) };
    let (x, y) = (terms.app(extension, &[a]), terms.app(extension, &[b]));
    let exact = terms.app(operation, &[x, y]);
    let low = terms.extract(exact, w - 1, 0);
    let fits = terms.app(extension, &[low]);
    terms.ne(exact, fits)
}

fn min_max(terms: &mut Terms, op: Op, a: TermId, b: TermId) -> TermId {
    let Sort::Float(f) = terms.sort(a) else { return a };
    let (za, zb) = (terms.fp_is_zero(a), terms.fp_is_zero(b));
    let (zeros, differ) = (terms.and2(za, zb), terms.ne(a, b));
    let both = terms.and2(zeros, differ);
    let zero = terms.fp_value(FloatValue::zero(f, op == Op::FpMin));
    let value = terms.app(op, &[a, b]);
    terms.ite(both, zero, value)
}

fn divide(terms: &mut Terms, op: Op, a: TermId, b: TermId) -> TermId {
    let zero = terms.int(0);
    let by_zero = terms.eq(b, zero);
    let value = terms.app(op, &[a, b]);
    let other = if op == Op::IntDiv { zero } else { a };
    terms.ite(by_zero, other, value)
}
