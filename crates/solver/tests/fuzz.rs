//! Differential fuzzing of the built-in solver: sat answers evaluate to true, unsat answers and
//! cores withstand evaluation, incremental sequences included. `MAYMUST_FUZZ=n` multiplies the
//! number of formulas; `MAYMUST_SEED=s` starts elsewhere.

mod common;
mod peer;

use common::{Rng, Shape, any_value, pool, seed, times};
use maymust_solver::{Answer, Builtin, Limits, Reason, Solver};
use maymust_term::{Sort, Symbol, TermId, Terms, Value};
use std::collections::BTreeMap;

fn holds(terms: &Terms, t: TermId, model: &BTreeMap<Symbol, Value>) -> bool {
    terms.eval(t, &|s: Symbol| model[&s].clone()).as_bool() == Some(true)
}

/// Every value of a sort of few bits.
fn all_values(terms: &Terms, sort: Sort) -> Option<Vec<Value>> {
    match sort {
        Sort::Bool => Some(vec![Value::Bool(false), Value::Bool(true)]),
        Sort::BitVec(w) if w <= 4 => Some((0..1u64 << w).map(|v| Value::bv(w, v)).collect()),
        Sort::Array(_) => {
            let (Sort::BitVec(i), Sort::BitVec(e)) = terms.array_parts(sort)? else { return None };
            if i > 2 || e << i > 8 {
                return None;
            }
            let arrays = (0..1u64 << (e << i)).map(|bits| {
                let mut a = maymust_term::ArrayValue::constant(Value::bv(e, 0));
                for k in 0..1u64 << i {
                    a = a.store(Value::bv(i, k), Value::bv(e, bits >> (k * e as u64)));
                }
                Value::Array(a)
            });
            Some(arrays.collect())
        }
        _ => None,
    }
}

/// Looks for a model: all assignments if they are few, else some.
fn search(terms: &Terms, rng: &mut Rng, roots: &[TermId]) -> bool {
    let support = terms.support_of(roots);
    let domains: Option<Vec<Vec<Value>>> =
        support.iter().map(|s| all_values(terms, terms.symbol_sort(*s))).collect();
    let size: f64 = domains.iter().flatten().map(|d| d.len() as f64).product();
    if let Some(domains) = domains.filter(|_| size <= 4096.0) {
        let mut at = vec![0; domains.len()];
        loop {
            let values = domains.iter().zip(&at).map(|(d, i)| d[*i].clone());
            let model: BTreeMap<Symbol, Value> = support.iter().copied().zip(values).collect();
            if roots.iter().all(|t| holds(terms, *t, &model)) {
                return true;
            }
            let Some(i) = (0..at.len()).find(|i| at[*i] + 1 < domains[*i].len()) else {
                return false;
            };
            at[i] += 1;
            at[..i].fill(0);
        }
    }
    (0..200).any(|_| {
        let value = |s: &Symbol| any_value(&mut *rng, terms, terms.symbol_sort(*s));
        let values: Vec<Value> = support.iter().map(value).collect();
        let model: BTreeMap<Symbol, Value> = support.iter().copied().zip(values).collect();
        roots.iter().all(|t| holds(terms, *t, &model))
    })
}

struct Run {
    terms: Terms,
    rng: Rng,
    solver: Builtin,
    asserted: Vec<Vec<TermId>>,
    seed: u64,
}

impl Run {
    fn check(&mut self, assumptions: &[TermId]) -> Answer {
        let all: Vec<TermId> = self.asserted.iter().flatten().chain(assumptions).copied().collect();
        let limits = Limits { time: Some(std::time::Duration::from_secs(10)), ..Limits::conflicts(20_000) };
        let answer = self.solver.check(&mut self.terms, assumptions, &limits);
        let seed = self.seed;
        match &answer {
            Answer::Sat => {
                for t in all {
                    let v = self.solver.value(&mut self.terms, t);
                    assert_eq!(v, Some(Value::Bool(true)), "seed {seed}: {t} in a model");
                }
            }
            Answer::Unsat => {
                let found = search(&self.terms, &mut self.rng, &all);
                assert!(!found, "seed {seed}: unsat, but there is a model");
                self.check_core(assumptions);
            }
            Answer::Unknown(reason) => {
                let limit = matches!(reason, Reason::Conflicts | Reason::Time);
                assert!(limit, "seed {seed}: unknown: {reason}");
            }
        }
        answer
    }

    fn check_core(&mut self, assumptions: &[TermId]) {
        let core = self.solver.core(&mut self.terms);
        assert!(core.iter().all(|t| assumptions.contains(t)), "seed {}: a strange core", self.seed);
        let mut fresh = Builtin::new();
        for t in self.asserted.iter().flatten() {
            fresh.assert(&mut self.terms, *t);
        }
        let again = fresh.check(&mut self.terms, &core, &Limits::conflicts(50_000));
        assert!(!again.is_sat(), "seed {}: a core that can hold", self.seed);
        let roots: Vec<TermId> = self.asserted.iter().flatten().chain(&core).copied().collect();
        assert!(!search(&self.terms, &mut self.rng, &roots), "seed {}: core", self.seed);
    }
}

/// A sequence of assertions, frames and checks; gives the counts of sat and unsat answers.
fn sequence(seed: u64, shape: &Shape) -> (u32, u32) {
    let mut terms = Terms::new();
    let rng = Rng::new(seed);
    let mut p = pool(&mut terms, shape);
    let solver = Builtin::new();
    let mut run = Run { terms, rng, solver, asserted: vec![Vec::new()], seed };
    let (mut sat, mut unsat) = (0, 0);
    for _ in 0..1 + run.rng.below(6) {
        match run.rng.below(5) {
            0 => {
                run.solver.push();
                run.asserted.push(Vec::new());
            }
            1 if run.asserted.len() > 1 => {
                run.solver.pop(1);
                run.asserted.pop();
            }
            _ => {
                let t = p.formula(&mut run.rng, &mut run.terms, shape);
                run.solver.assert(&mut run.terms, t);
                run.asserted.last_mut().expect("a frame").push(t);
            }
        }
        let n = run.rng.below(4);
        let mut assumptions = Vec::new();
        for _ in 0..n {
            assumptions.push(p.formula(&mut run.rng, &mut run.terms, shape));
        }
        match run.check(&assumptions) {
            Answer::Sat => sat += 1,
            Answer::Unsat => unsat += 1,
            Answer::Unknown(_) => {}
        }
    }
    (sat, unsat)
}

fn fuzz(name: &str, n: u64, shape: &Shape) {
    let (mut sat, mut unsat) = (0, 0);
    for i in 0..n * times() {
        let at = seed().wrapping_mul(1_000_003) + i;
        let start = std::time::Instant::now();
        let (s, u) = sequence(at, shape);
        if start.elapsed().as_secs() >= 2 {
            println!("{name}: seed {at} took {:?}", start.elapsed());
        }
        sat += s;
        unsat += u;
    }
    println!("{name}: {} formulas answered, {sat} sat, {unsat} unsat", sat + unsat);
    assert!(sat > 0 && unsat > 0, "{name}: one-sided");
}

#[test]
fn bits_of_few_values() {
    let shape = Shape { widths: &[1, 2, 3, 4], arrays: &[], floats: &[], vars: 1, steps: 6 };
    fuzz("few bits", 600, &shape);
}

#[test]
fn bits_of_mixed_widths() {
    let shape = Shape { widths: &[1, 7, 8, 16, 33], arrays: &[], floats: &[], vars: 2, steps: 5 };
    fuzz("mixed widths", 150, &shape);
}

#[test]
fn arrays_of_few_values() {
    let shape = Shape { widths: &[1, 2], arrays: &[(1, 2), (2, 1)], floats: &[], vars: 2, steps: 8 };
    fuzz("small arrays", 600, &shape);
}

#[test]
fn arrays_of_bytes() {
    let shape = Shape { widths: &[4, 8], arrays: &[(4, 8), (8, 8)], floats: &[], vars: 2, steps: 8 };
    fuzz("byte arrays", 200, &shape);
}

#[test]
fn arrays_narrower_than_accesses() {
    let shape = Shape { widths: &[1, 8], arrays: &[(1, 8)], floats: &[], vars: 2, steps: 8 };
    fuzz("narrow arrays", 200, &shape);
}

#[test]
fn floats_of_few_bits() {
    const TINY: maymust_term::FloatFormat = maymust_term::FloatFormat { exp: 3, sig: 4 };
    const SMALL: maymust_term::FloatFormat = maymust_term::FloatFormat { exp: 4, sig: 5 };
    let shape = Shape { widths: &[4, 7, 9], arrays: &[], floats: &[TINY, SMALL], vars: 2, steps: 5 };
    fuzz("small floats", 60, &shape);
}

#[test]
fn everything_together() {
    const TINY: maymust_term::FloatFormat = maymust_term::FloatFormat { exp: 3, sig: 4 };
    let shape =
        Shape { widths: &[1, 3, 7, 8], arrays: &[(3, 8), (7, 3)], floats: &[TINY], vars: 2, steps: 7 };
    fuzz("bits, arrays and floats", 60, &shape);
}

/// Single queries, the same on other solvers.
fn against(program: maymust_solver::Program, n: u64, shape: &Shape) {
    let Some(mut other) = peer::peer(program) else {
        println!("skipped: no {}", program.name());
        return;
    };
    let (mut compared, mut unknown) = (0, 0);
    for i in 0..n * times() {
        let seed = seed().wrapping_mul(7_000_003) + i;
        let mut terms = Terms::new();
        let mut rng = Rng::new(seed);
        let mut p = pool(&mut terms, shape);
        let roots: Vec<TermId> =
            (0..1 + rng.below(4)).map(|_| p.formula(&mut rng, &mut terms, shape)).collect();
        let mut ours = Builtin::new();
        for t in &roots {
            ours.assert(&mut terms, *t);
        }
        let mine = ours.check(&mut terms, &[], &Limits::conflicts(20_000));
        // Each seed has an arena of its own.
        other.reset();
        for t in &roots {
            other.assert(&mut terms, *t);
        }
        // Bitwuzla may have to start by way of Python.
        let seconds = if program == maymust_solver::Program::Bitwuzla { 5 } else { 1 };
        let limits = Limits::time(std::time::Duration::from_secs(seconds));
        let theirs = other.check(&mut terms, &[], &limits);
        match (&mine, &theirs) {
            (Answer::Unknown(_), _) | (_, Answer::Unknown(_)) => unknown += 1,
            _ => {
                compared += 1;
                assert_eq!(mine, theirs, "seed {seed} against {}", program.name());
            }
        }
    }
    println!("{}: {compared} agree, {unknown} not compared", program.name());
    assert!(compared > 0, "{}: nothing compared", program.name());
}

const MIXED: Shape =
    Shape { widths: &[1, 4, 8, 13], arrays: &[(4, 8), (8, 4)], floats: &[], vars: 2, steps: 7 };

const ALL: Shape = Shape {
    widths: &[1, 4, 8],
    arrays: &[(4, 8)],
    floats: &[maymust_term::FloatFormat { exp: 3, sig: 5 }],
    vars: 2,
    steps: 6,
};

const FLOATS: Shape = Shape {
    widths: &[4, 8],
    arrays: &[],
    floats: &[maymust_term::FloatFormat { exp: 3, sig: 5 }],
    vars: 2,
    steps: 4,
};

#[test]
fn agrees_with_z3() {
    against(maymust_solver::Program::Z3, 25, &MIXED);
}

#[test]
fn floats_agree_with_z3() {
    against(maymust_solver::Program::Z3, 10, &FLOATS);
    against(maymust_solver::Program::Z3, 10, &ALL);
}

#[test]
fn agrees_with_cvc5() {
    against(maymust_solver::Program::Cvc5, 25, &MIXED);
}

#[test]
fn floats_agree_with_cvc5() {
    against(maymust_solver::Program::Cvc5, 10, &FLOATS);
    against(maymust_solver::Program::Cvc5, 10, &ALL);
}

#[test]
fn agrees_with_bitwuzla() {
    against(maymust_solver::Program::Bitwuzla, 25, &MIXED);
}

#[test]
fn floats_agree_with_bitwuzla() {
    against(maymust_solver::Program::Bitwuzla, 10, &FLOATS);
    against(maymust_solver::Program::Bitwuzla, 10, &ALL);
}

/// Found by fuzzing: in this format 15.5 is the greatest number, but rounds to 16, which fits.
#[test]
fn rounding_out_of_a_small_format() {
    let format = maymust_term::FloatFormat { exp: 3, sig: 5 };
    for program in [None, Some(maymust_solver::Program::Z3), Some(maymust_solver::Program::Cvc5)] {
        let mut solver: Box<dyn Solver> = match program.map(maymust_solver::Process::new) {
            None => Box::new(Builtin::new()),
            Some(Some(process)) => Box::new(process),
            Some(None) => continue,
        };
        let terms = &mut Terms::new();
        let x = terms.declare_var("x", Sort::Float(format));
        let n = terms.fp_to_ubv(maymust_term::Rounding::NearestAway, 8, x);
        let (c, all) = (terms.bv(8, 16), terms.bv(8, 255));
        let (is, out) = (terms.eq(n, c), terms.eq(n, all));
        let infinite = terms.fp_is_inf(x);
        let finite = terms.not(infinite);
        let positive = terms.fp_is_positive(x);
        for (assumed, expected) in [(&[is][..], Answer::Sat), (&[out, finite, positive], Answer::Unsat)] {
            let answer = solver.check(terms, assumed, &Limits::none());
            let excused = program.is_some() && matches!(answer, Answer::Unknown(_));
            assert!(excused || answer == expected, "{}: {answer:?}", solver.name());
        }
    }
}
