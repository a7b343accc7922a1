//! Evaluation: the meaning of every operator, and of terms under an assignment.

use crate::arena::Terms;
use crate::array_value::ArrayValue;
use crate::bv::BvValue;
use crate::float::FloatValue;
use crate::op::{Op, Symbol, TermId};
use crate::value::Value;
use num_bigint::{BigInt, Sign};
use num_traits::Zero;
use rustc_hash::FxHashMap;

/// The value of a term; `model` gives the value of each symbol (of its sort). Shared subterms are
/// evaluated once, and only the chosen branch of an `ite` is.
pub fn eval<M: Fn(Symbol) -> Value + ?Sized>(terms: &Terms, t: TermId, model: &M) -> Value {
    let mut evaluator = Evaluator::new();
    evaluator.eval(terms, t, model)
}

/// An evaluation under one model that keeps the values of subterms between calls.
#[derive(Clone, Default)]
pub struct Evaluator {
    memo: FxHashMap<TermId, Value>,
    stack: Vec<TermId>,
}

impl Evaluator {
    /// No values yet.
    pub fn new() -> Self {
        Self::default()
    }

    /// Forgets all values, so that another model can be used.
    pub fn clear(&mut self) {
        self.memo.clear();
    }

    /// The value of a term.
    pub fn eval<M: Fn(Symbol) -> Value + ?Sized>(&mut self, terms: &Terms, t: TermId, model: &M) -> Value {
        let base = self.stack.len();
        self.stack.push(t);
        while self.stack.len() > base {
            let t = self.stack[self.stack.len() - 1];
            if self.memo.contains_key(&t) {
                self.stack.pop();
                continue;
            }
            if let Some(value) = self.step(terms, t, model) {
                self.memo.insert(t, value);
                self.stack.pop();
            }
        }
        self.memo[&t].clone()
    }

    /// The value of a term whose arguments are evaluated; else pushes what is missing.
    fn step<M: Fn(Symbol) -> Value + ?Sized>(
        &mut self,
        terms: &Terms,
        t: TermId,
        model: &M,
    ) -> Option<Value> {
        let (op, args) = (terms.op(t), terms.args(t));
        if let Op::Var(s) = op {
            return Some(model(s));
        }
        if let Some(v) = terms.constant_value(t) {
            return Some(v);
        }
        if op == Op::Ite {
            return self.step_ite(args);
        }
        let before = self.stack.len();
        let missing = args.iter().filter(|a| !self.memo.contains_key(*a));
        self.stack.extend(missing);
        if self.stack.len() > before {
            return None;
        }
        Some(self.apply_memo(op, args))
    }

    fn step_ite(&mut self, args: &[TermId]) -> Option<Value> {
        let Some(c) = self.memo.get(&args[0]) else {
            self.stack.push(args[0]);
            return None;
        };
        let branch = if c.as_bool() == Some(true) { args[1] } else { args[2] };
        let value = self.memo.get(&branch).cloned();
        if value.is_none() {
            self.stack.push(branch);
        }
        value
    }

    fn apply_memo(&self, op: Op, args: &[TermId]) -> Value {
        match *args {
            [a] => apply(op, &[&self.memo[&a]]),
            [a, b] => apply(op, &[&self.memo[&a], &self.memo[&b]]),
            _ => {
                let values: Vec<&Value> = args.iter().map(|a| &self.memo[a]).collect();
                apply(op, &values)
            }
        }
    }
}

impl Terms {
    /// The value of a constant term.
    pub fn constant_value(&self, t: TermId) -> Option<Value> {
        Some(match self.op(t) {
            Op::BoolConst(b) => Value::Bool(b),
            Op::BvConst(_) => Value::Bv(self.as_bv(t)?.clone()),
            Op::FloatConst(_) => Value::Float(self.as_float(t)?.clone()),
            Op::IntConst(_) => Value::Int(self.as_int(t)?.clone()),
            Op::Table(_) => Value::Array(self.as_table(t)?.to_array()),
            _ => return None,
        })
    }

    /// The value of a term; see [`eval`].
    pub fn eval<M: Fn(Symbol) -> Value + ?Sized>(&self, t: TermId, model: &M) -> Value {
        eval(self, t, model)
    }
}

fn bool_of(v: &Value) -> bool {
    match v {
        Value::Bool(b) => *b,
        _ => panic!("expected a truth value, got {v:?}"),
    }
}

fn bv_of(v: &Value) -> &BvValue {
    match v {
        Value::Bv(b) => b,
        _ => panic!("expected a bit-vector, got {v:?}"),
    }
}

fn fp_of(v: &Value) -> &FloatValue {
    match v {
        Value::Float(f) => f,
        _ => panic!("expected a float, got {v:?}"),
    }
}

fn int_of(v: &Value) -> &BigInt {
    match v {
        Value::Int(i) => i,
        _ => panic!("expected an integer, got {v:?}"),
    }
}

fn array_of(v: &Value) -> &ArrayValue {
    match v {
        Value::Array(a) => a,
        _ => panic!("expected an array, got {v:?}"),
    }
}

/// Quotient and remainder with a remainder that is never negative.
fn euclid(a: &BigInt, b: &BigInt) -> (BigInt, BigInt) {
    let (mut q, mut r) = (a / b, a % b);
    if r.sign() == Sign::Minus {
        if b.sign() == Sign::Minus {
            q += 1;
            r -= b;
        } else {
            q -= 1;
            r += b;
        }
    }
    (q, r)
}

/// The value of an operator on values of the right sorts. Variables and constants other than
/// truth values are not operators in this sense.
pub fn apply(op: Op, args: &[&Value]) -> Value {
    let bv1 = |f: fn(&BvValue) -> BvValue| Value::Bv(f(bv_of(args[0])));
    let bv2 = |f: fn(&BvValue, &BvValue) -> BvValue| Value::Bv(f(bv_of(args[0]), bv_of(args[1])));
    let bvp = |f: fn(&BvValue, &BvValue) -> bool| Value::Bool(f(bv_of(args[0]), bv_of(args[1])));
    match op {
        Op::Var(_) | Op::BvConst(_) | Op::FloatConst(_) | Op::IntConst(_) | Op::Table(_) => {
            panic!("{op:?} has no value of its own")
        }
        Op::BoolConst(b) => Value::Bool(b),
        Op::Not => Value::Bool(!bool_of(args[0])),
        Op::And => Value::Bool(args.iter().all(|a| bool_of(a))),
        Op::Or => Value::Bool(args.iter().any(|a| bool_of(a))),
        Op::Eq => Value::Bool(args[0] == args[1]),
        Op::Ite => (if bool_of(args[0]) { args[1] } else { args[2] }).clone(),
        Op::BvNeg => bv1(BvValue::neg),
        Op::BvNot => bv1(BvValue::not),
        Op::BvAdd => bv2(BvValue::add),
        Op::BvSub => bv2(BvValue::sub),
        Op::BvMul => bv2(BvValue::mul),
        Op::BvUDiv => bv2(BvValue::udiv),
        Op::BvSDiv => bv2(BvValue::sdiv),
        Op::BvURem => bv2(BvValue::urem),
        Op::BvSRem => bv2(BvValue::srem),
        Op::BvSMod => bv2(BvValue::smod),
        Op::BvAnd => bv2(BvValue::and),
        Op::BvOr => bv2(BvValue::or),
        Op::BvXor => bv2(BvValue::xor),
        Op::BvShl => bv2(BvValue::shl),
        Op::BvLShr => bv2(BvValue::lshr),
        Op::BvAShr => bv2(BvValue::ashr),
        Op::Concat => bv2(BvValue::concat),
        Op::Extract { hi, lo } => Value::Bv(bv_of(args[0]).extract(hi, lo)),
        Op::ZeroExtend(n) => Value::Bv(bv_of(args[0]).zero_extend(n)),
        Op::SignExtend(n) => Value::Bv(bv_of(args[0]).sign_extend(n)),
        Op::Ult => bvp(BvValue::ult),
        Op::Ule => bvp(BvValue::ule),
        Op::Slt => bvp(BvValue::slt),
        Op::Sle => bvp(BvValue::sle),
        Op::UAddO => bvp(BvValue::uaddo),
        Op::SAddO => bvp(BvValue::saddo),
        Op::SSubO => bvp(BvValue::ssubo),
        Op::UMulO => bvp(BvValue::umulo),
        Op::SMulO => bvp(BvValue::smulo),
        Op::Select => array_of(args[0]).select(args[1]),
        Op::Store => Value::Array(array_of(args[0]).clone().store(args[1].clone(), args[2].clone())),
        Op::ConstArray(_) => Value::Array(ArrayValue::constant(args[0].clone())),
        Op::Load { bytes } => Value::Bv(array_of(args[0]).load(bv_of(args[1]), bytes)),
        Op::StoreWide { .. } => {
            Value::Array(array_of(args[0]).clone().store_wide(bv_of(args[1]), bv_of(args[2])))
        }
        Op::Fill => {
            let array = array_of(args[0]).clone();
            Value::Array(array.fill(bv_of(args[1]), bv_of(args[2]), args[3]))
        }
        Op::Copy => {
            let (array, source) = (array_of(args[0]).clone(), array_of(args[3]));
            Value::Array(array.copy(bv_of(args[1]), bv_of(args[2]), source, bv_of(args[4])))
        }
        Op::BvToInt => Value::Int(BigInt::from(bv_of(args[0]).to_biguint())),
        Op::IntToBv(w) => Value::Bv(BvValue::from_bigint(w, int_of(args[0]))),
        Op::IntNeg
        | Op::IntAdd
        | Op::IntSub
        | Op::IntMul
        | Op::IntDiv
        | Op::IntMod
        | Op::IntLe
        | Op::IntLt => apply_int(op, args),
        _ => apply_float(op, args),
    }
}

fn apply_int(op: Op, args: &[&Value]) -> Value {
    let (a, b) = (int_of(args[0]), int_of(args[args.len() - 1]));
    Value::Int(match op {
        Op::IntNeg => -a,
        Op::IntAdd => a + b,
        Op::IntSub => a - b,
        Op::IntMul => a * b,
        Op::IntDiv if b.is_zero() => BigInt::zero(),
        Op::IntDiv => euclid(a, b).0,
        Op::IntMod if b.is_zero() => a.clone(),
        Op::IntMod => euclid(a, b).1,
        Op::IntLe => return Value::Bool(a <= b),
        Op::IntLt => return Value::Bool(a < b),
        _ => unreachable!("not an integer operator: {op:?}"),
    })
}

fn apply_float(op: Op, args: &[&Value]) -> Value {
    let x = || fp_of(args[0]);
    let y = || fp_of(args[1]);
    let is = |f: fn(&FloatValue) -> bool| Value::Bool(f(x()));
    let float = match op {
        Op::FpAbs => x().abs(),
        Op::FpNeg => x().neg(),
        Op::FpAdd(r) => x().add(y(), r),
        Op::FpSub(r) => x().sub(y(), r),
        Op::FpMul(r) => x().mul(y(), r),
        Op::FpDiv(r) => x().div(y(), r),
        Op::FpFma(r) => x().fma(y(), fp_of(args[2]), r),
        Op::FpSqrt(r) => x().sqrt(r),
        Op::FpRem => x().rem(y()),
        Op::FpRoundToIntegral(r) => x().round_to_integral(r),
        Op::FpMin => x().ieee_min(y()),
        Op::FpMax => x().ieee_max(y()),
        Op::FpFromBits(f) => FloatValue::from_bits(f, bv_of(args[0]).clone()),
        Op::FpFromFp(f, r) => x().convert(f, r),
        Op::FpFromSbv(f, r) => FloatValue::from_int(f, &bv_of(args[0]).to_bigint_signed(), r),
        Op::FpFromUbv(f, r) => FloatValue::from_int(f, &BigInt::from(bv_of(args[0]).to_biguint()), r),
        Op::FpLe => return Value::Bool(x().ieee_le(y())),
        Op::FpLt => return Value::Bool(x().ieee_lt(y())),
        Op::FpEq => return Value::Bool(x().ieee_eq(y())),
        Op::FpIsNan => return is(FloatValue::is_nan),
        Op::FpIsInf => return is(FloatValue::is_infinite),
        Op::FpIsZero => return is(FloatValue::is_zero),
        Op::FpIsNormal => return is(FloatValue::is_normal),
        Op::FpIsSubnormal => return is(FloatValue::is_subnormal),
        Op::FpIsNegative => return is(FloatValue::is_negative),
        Op::FpIsPositive => return is(FloatValue::is_positive),
        Op::FpToBits => return Value::Bv(x().bits().clone()),
        Op::FpToSbv(w, r) => return Value::Bv(x().to_sbv(w, r)),
        Op::FpToUbv(w, r) => return Value::Bv(x().to_ubv(w, r)),
        _ => unreachable!("not a float operator: {op:?}"),
    };
    Value::Float(float)
}
