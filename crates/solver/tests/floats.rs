//! Float circuits against evaluation: every operation, format and rounding mode, on operands with
//! many special and near-special ones. `MAYMUST_FUZZ=n` multiplies the number of operands.

mod common;

use common::{Rng, value};
use maymust_solver::bitblast::Blaster;
use maymust_solver::sat::SatLimits;
use maymust_term::{FloatFormat, Op, Rounding, Sort, Symbol, TermId, Terms, Value};

const TINY: FloatFormat = FloatFormat { exp: 3, sig: 4 };
const SMALL: FloatFormat = FloatFormat { exp: 4, sig: 6 };

fn operations(terms: &mut Terms, f: FloatFormat) -> Vec<(String, TermId)> {
    let [x, y, z] = ["x", "y", "z"].map(|n| terms.declare_var(n, Sort::Float(f)));
    let w = terms.declare_var("w", Sort::BitVec(9));
    let mut out = Vec::new();
    let mut ops: Vec<(Op, Vec<TermId>)> = vec![
        (Op::FpAbs, vec![x]),
        (Op::FpNeg, vec![x]),
        (Op::FpMin, vec![x, y]),
        (Op::FpMax, vec![x, y]),
        (Op::FpLe, vec![x, y]),
        (Op::FpLt, vec![x, y]),
        (Op::FpEq, vec![x, y]),
        (Op::FpToBits, vec![x]),
        (Op::Eq, vec![x, y]),
    ];
    for op in [
        Op::FpIsNan,
        Op::FpIsInf,
        Op::FpIsZero,
        Op::FpIsNormal,
        Op::FpIsSubnormal,
        Op::FpIsNegative,
        Op::FpIsPositive,
    ] {
        ops.push((op, vec![x]));
    }
    if f.exp <= 8 {
        ops.push((Op::FpRem, vec![x, y]));
    }
    for r in Rounding::ALL {
        ops.extend([
            (Op::FpAdd(r), vec![x, y]),
            (Op::FpSub(r), vec![x, y]),
            (Op::FpMul(r), vec![x, y]),
            (Op::FpDiv(r), vec![x, y]),
            (Op::FpFma(r), vec![x, y, z]),
            (Op::FpSqrt(r), vec![x]),
            (Op::FpRoundToIntegral(r), vec![x]),
            (Op::FpFromFp(SMALL, r), vec![x]),
            (Op::FpFromFp(FloatFormat::F32, r), vec![x]),
            (Op::FpFromSbv(f, r), vec![w]),
            (Op::FpFromUbv(f, r), vec![w]),
            (Op::FpToSbv(5, r), vec![x]),
            (Op::FpToUbv(5, r), vec![x]),
            (Op::FpToSbv(32, r), vec![x]),
            (Op::FpToUbv(1, r), vec![x]),
        ]);
    }
    for (op, args) in ops {
        let t = terms.app(op, &args);
        out.push((format!("{op:?} of {f}"), t));
    }
    out
}

/// Operands that meet often: neighbours, powers of two, ends of the ranges.
fn operand(rng: &mut Rng, f: FloatFormat, other: Option<&Value>) -> Value {
    if let (Some(Value::Float(v)), true) = (other, rng.one_in(3)) {
        let bits = v.bits().to_u64().unwrap_or(0) ^ (rng.next() & 3) ^ ((rng.next() & 1) << (f.width() - 1));
        let bits = bits ^ ((rng.next() & 1) << (f.sig - 1));
        return Value::float_bits(f, maymust_term::BvValue::from_u64(f.width(), bits));
    }
    value(rng, Sort::Float(f))
}

fn agree(f: FloatFormat, n: u64) {
    let times: u64 = std::env::var("MAYMUST_FUZZ").ok().and_then(|n| n.parse().ok()).unwrap_or(1);
    let mut terms = Terms::new();
    let operations = operations(&mut terms, f);
    let mut blaster = Blaster::new();
    for (name, t) in &operations {
        blaster.blast(&terms, *t, &SatLimits::default()).unwrap_or_else(|e| panic!("{name}: {e}"));
    }
    let symbols: Vec<Symbol> = (0..4).map(Symbol::from_index).collect();
    let mut rng = Rng::new(n);
    for _ in 0..n * times {
        let x = operand(&mut rng, f, None);
        let y = operand(&mut rng, f, Some(&x));
        let z = operand(&mut rng, f, Some(&y));
        let values = [x, y, z, value(&mut rng, Sort::BitVec(9))];
        compare(&terms, &blaster, &operations, &symbols, &values);
    }
}

fn compare(
    terms: &Terms,
    blaster: &Blaster,
    operations: &[(String, TermId)],
    symbols: &[Symbol],
    values: &[Value],
) {
    let bit = |v: &Value, i: u32| match v {
        Value::Float(v) => v.bits().bit(i),
        Value::Bv(v) => v.bit(i),
        _ => false,
    };
    let gates = blaster.graph.evaluate(|node| match blaster.owner(terms, node) {
        Some((var, first)) => {
            let at = terms.as_var(var).map_or(0, Symbol::index);
            bit(&values[at], node - first)
        }
        None => false,
    });
    let model = |s: Symbol| values[symbols.iter().position(|t| *t == s).expect("known")].clone();
    for (name, t) in operations {
        let want = terms.eval(*t, &model);
        let word = blaster.word(terms, *t);
        let bits: Vec<bool> = word.iter().map(|l| gates[l.node() as usize] != l.is_negated()).collect();
        let got = maymust_solver::bitblast::value_of_bits(terms.sort(*t), &bits);
        assert_eq!(got.as_ref(), Some(&want), "{name} on {values:?}");
    }
}

#[test]
fn tiny() {
    agree(TINY, 20_000);
}

#[test]
fn small() {
    agree(SMALL, 10_000);
}

#[test]
fn half() {
    agree(FloatFormat::F16, 1000);
}

#[test]
fn single() {
    agree(FloatFormat::F32, 100);
}

#[test]
fn double() {
    agree(FloatFormat::F64, 60);
}
