//! Compiled terms against the evaluator of the term crate, on random terms and values.

mod common;

use common::*;
use maymust_machine::{Inputs, Limits, Machine, Request, Seeded, Stop};
use maymust_program::{Input, Op as ProgramOp, Program, VarId};
use maymust_source::Span;
use maymust_term::{FloatFormat, Op, Rounding, Sort, TermId, Value};

const SORTS: [Sort; 18] = [
    Sort::Bool,
    Sort::BitVec(1),
    Sort::BitVec(7),
    Sort::BitVec(8),
    Sort::BitVec(16),
    Sort::BitVec(32),
    Sort::BitVec(33),
    Sort::BitVec(64),
    Sort::BitVec(65),
    Sort::BitVec(96),
    Sort::BitVec(128),
    Sort::BitVec(130),
    Sort::Float(FloatFormat::F32),
    Sort::Float(FloatFormat::F64),
    Sort::Float(FloatFormat::F16),
    Sort::Float(FloatFormat::X87),
    Sort::Float(FloatFormat { exp: 15, sig: 120 }),
    Sort::Int,
];

struct Random(Seeded);

impl Random {
    fn below(&mut self, n: usize) -> usize {
        (self.0.next_u64() % n as u64) as usize
    }

    fn width(&mut self) -> u32 {
        [1, 7, 8, 16, 24, 32, 33, 63, 64, 65, 96, 128, 130][self.below(13)]
    }

    fn rounding(&mut self) -> Rounding {
        // Mostly the one that the host does.
        if self.below(3) > 0 { Rounding::NearestEven } else { Rounding::ALL[self.below(5)] }
    }

    fn format(&mut self) -> FloatFormat {
        [FloatFormat::F32, FloatFormat::F64, FloatFormat::F16, FloatFormat::X87][self.below(4)]
    }

    fn op(&mut self) -> Op {
        let r = self.rounding();
        let f = self.format();
        let w = self.width();
        let n = self.below(90) as u32 + 1;
        let lo = self.below(70) as u32;
        let ops = [
            Op::Not,
            Op::And,
            Op::Or,
            Op::Eq,
            Op::Ite,
            Op::BvNeg,
            Op::BvNot,
            Op::BvAdd,
            Op::BvSub,
            Op::BvMul,
            Op::BvUDiv,
            Op::BvSDiv,
            Op::BvURem,
            Op::BvSRem,
            Op::BvSMod,
            Op::BvAnd,
            Op::BvOr,
            Op::BvXor,
            Op::BvShl,
            Op::BvLShr,
            Op::BvAShr,
            Op::Concat,
            Op::Extract { hi: lo + n - 1, lo },
            Op::Extract { hi: w - 1, lo: 0 },
            Op::ZeroExtend(n),
            Op::SignExtend(n),
            Op::Ult,
            Op::Ule,
            Op::Slt,
            Op::Sle,
            Op::UAddO,
            Op::SAddO,
            Op::SSubO,
            Op::UMulO,
            Op::SMulO,
            Op::FpAbs,
            Op::FpNeg,
            Op::FpAdd(r),
            Op::FpSub(r),
            Op::FpMul(r),
            Op::FpDiv(r),
            Op::FpFma(r),
            Op::FpSqrt(r),
            Op::FpRem,
            Op::FpRoundToIntegral(r),
            Op::FpMin,
            Op::FpMax,
            Op::FpLe,
            Op::FpLt,
            Op::FpEq,
            Op::FpIsNan,
            Op::FpIsInf,
            Op::FpIsZero,
            Op::FpIsNormal,
            Op::FpIsSubnormal,
            Op::FpIsNegative,
            Op::FpIsPositive,
            Op::FpFromBits(f),
            Op::FpToBits,
            Op::FpFromFp(f, r),
            Op::FpFromSbv(f, r),
            Op::FpFromUbv(f, r),
            Op::FpToSbv(w, r),
            Op::FpToUbv(w, r),
            Op::FpToSbv(w, Rounding::Zero),
            Op::FpToUbv(w, Rounding::Zero),
            Op::IntNeg,
            Op::IntAdd,
            Op::IntSub,
            Op::IntMul,
            Op::IntDiv,
            Op::IntMod,
            Op::IntLe,
            Op::IntLt,
            Op::BvToInt,
            Op::IntToBv(w),
        ];
        ops[self.below(ops.len())]
    }
}

/// How many arguments an operator is tried with.
fn arity(op: Op) -> usize {
    match op {
        Op::Ite | Op::FpFma(_) => 3,
        Op::Not
        | Op::BvNeg
        | Op::BvNot
        | Op::Extract { .. }
        | Op::ZeroExtend(_)
        | Op::SignExtend(_)
        | Op::FpAbs
        | Op::FpNeg
        | Op::FpSqrt(_)
        | Op::FpRoundToIntegral(_)
        | Op::FpIsNan
        | Op::FpIsInf
        | Op::FpIsZero
        | Op::FpIsNormal
        | Op::FpIsSubnormal
        | Op::FpIsNegative
        | Op::FpIsPositive
        | Op::FpFromBits(_)
        | Op::FpToBits
        | Op::FpFromFp(..)
        | Op::FpFromSbv(..)
        | Op::FpFromUbv(..)
        | Op::FpToSbv(..)
        | Op::FpToUbv(..)
        | Op::IntNeg
        | Op::BvToInt
        | Op::IntToBv(_) => 1,
        _ => 2,
    }
}

/// Random terms over the pool; the pool grows with them.
fn grow(p: &mut Program, random: &mut Random, pool: &mut Vec<TermId>, count: usize) {
    let mut made = 0;
    for _ in 0..40 * count {
        if made == count {
            return;
        }
        let op = random.op();
        let mut args: Vec<TermId> = (0..arity(op)).map(|_| pool[random.below(pool.len())]).collect();
        // Operands of one sort are what most operators want.
        let wanted = p.terms.sort(args[args.len() - 1]);
        let same: Vec<TermId> = pool.iter().copied().filter(|t| p.terms.sort(*t) == wanted).collect();
        let first = if op == Op::Ite { 1 } else { 0 };
        for arg in &mut args[first..] {
            if op != Op::Concat {
                *arg = same[random.below(same.len())];
            }
        }
        if op == Op::Ite {
            let bools: Vec<TermId> =
                pool.iter().copied().filter(|t| p.terms.sort(*t) == Sort::Bool).collect();
            args[0] = bools[random.below(bools.len())];
        }
        if matches!(op, Op::And | Op::Or) {
            args.push(args[0]);
        }
        if let Ok(t) = p.terms.try_app(op, &args)
            && p.terms.size(t) < 200
            && p.terms.sort(t).width().is_none_or(|w| w < 400)
        {
            pool.push(t);
            made += 1;
        }
    }
}

fn value_of(random: &mut Random, p: &Program, sort: Sort) -> Value {
    let input = Input::Assembly;
    random.0.value(&p.terms, Request { input: &input, sort, var: None }).unwrap()
}

fn round(seed: u64) {
    let mut random = Random(Seeded::new(seed));
    let mut p = program();
    let mut b = Builder::new(&p, "f");
    let mut pool = Vec::new();
    let mut params = Vec::new();
    for sort in SORTS.iter().chain(&SORTS) {
        let (var, t) = b.param(&mut p, *sort);
        params.push(var);
        pool.push(t);
    }
    for sort in SORTS {
        let value = value_of(&mut random, &p, sort);
        let constant = p.terms.value(&value).unwrap();
        pool.push(constant);
    }
    let given = pool.len();
    grow(&mut p, &mut random, &mut pool, 60);
    let mut results: Vec<(VarId, TermId, bool)> = Vec::new();
    for t in pool[given..].iter().copied() {
        let sort = p.terms.sort(t);
        if sort == Sort::Bool && random.below(2) == 0 {
            // As a branch.
            let (var, _) = b.local(&mut p, Sort::Bool);
            let (yes, no, join) = (b.proc.fresh_loc(), b.proc.fresh_loc(), b.proc.fresh_loc());
            let (tru, fls) = (p.terms.tru(), p.terms.fls());
            b.proc.branch(&mut p.terms, b.at, t, yes, no, Span::NONE);
            b.proc.edge(yes, join, ProgramOp::Assign(var, tru), Span::NONE);
            b.proc.edge(no, join, ProgramOp::Assign(var, fls), Span::NONE);
            b.at = join;
            results.push((var, t, true));
        } else {
            let (var, _) = b.local(&mut p, sort);
            b.assign(var, t);
            results.push((var, t, false));
        }
    }
    // Stop before the exit, where the variables can still be read.
    b.op(ProgramOp::Unsupported("end".into()));
    let id = b.finish(&mut p);
    let machine = Machine::new(&p);
    for _ in 0..8 {
        let args: Vec<Value> =
            params.iter().map(|v| value_of(&mut random, &p, p.terms.symbol_sort(*v))).collect();
        let model = |var: VarId| args[params.iter().position(|v| *v == var).unwrap()].clone();
        for stepped in [false, true] {
            let mut state = machine.start_at(id, &args).unwrap();
            let limits = Limits { stepped, ..Limits::default() };
            let stop = run_with(&machine, &mut state, &mut maymust_machine::Zeros, limits);
            assert!(matches!(stop, Stop::Unsupported { .. }), "{stop:?}");
            for (var, t, branch) in &results {
                let expected = maymust_term::eval(&p.terms, *t, &model);
                let found = machine.value(&state, *var).unwrap();
                let text = p.terms.op(*t);
                assert_eq!(
                    found,
                    expected,
                    "seed {seed}, {text:?} of sort {:?}, branch {branch}",
                    p.terms.sort(*t)
                );
            }
        }
    }
}

#[test]
fn compiled_terms_mean_what_the_evaluator_says() {
    let rounds = std::env::var("MAYMUST_FUZZ_ROUNDS").ok().and_then(|n| n.parse().ok()).unwrap_or(150);
    for seed in 0..rounds {
        round(seed);
    }
}
