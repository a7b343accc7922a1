//! Sequences of related queries, and growth with size.

use crate::runner::own_seconds;
use maymust_solver::{Builtin, Limits, Process, Program, Solver};
use maymust_term::{Op, Sort, TermId, Terms};
use std::time::Instant;

/// A thousand questions about one growing path: can this branch be taken?
fn ask(solver: &mut dyn Solver) -> (u32, u32) {
    let mut terms = Terms::new();
    let t = &mut terms;
    let int = Sort::BitVec(32);
    let inputs: Vec<TermId> = (0..10).map(|i| t.declare_var(&format!("in{i}"), int)).collect();
    let mut state = inputs[0];
    let mut path: Vec<TermId> = Vec::new();
    let (mut sat, mut unsat) = (0, 0);
    for k in 0..1000u64 {
        let input = inputs[(k % 10) as usize];
        if k % 25 == 0 {
            // Another procedure.
            path.clear();
            state = input;
        }
        let mixed = match k % 4 {
            0 => t.app(Op::BvAdd, &[state, input]),
            1 => t.app(Op::BvXor, &[state, input]),
            2 => {
                let c = t.bv(32, 5);
                t.app(Op::BvMul, &[state, c])
            }
            _ => t.app(Op::BvSub, &[state, input]),
        };
        state = mixed;
        let c = t.bv(32, (k * 2_654_435_761) & 0xffff_ffff);
        let branch = t.app(Op::Ult, &[state, c]);
        path.push(branch);
        if solver.check(t, &path, &Limits::none()).is_sat() {
            sat += 1;
        } else {
            unsat += 1;
            path.pop();
            let other = t.not(branch);
            path.push(other);
        }
    }
    (sat, unsat)
}

/// The sequence on all back ends.
pub fn related() {
    println!(
        "| back end | sat | unsat | seconds by the clock | seconds of our own processor time |\n|---|---|---|---|---|"
    );
    let mut solvers: Vec<Box<dyn Solver>> = vec![Box::new(Builtin::new())];
    for p in Program::ALL {
        if let Some(process) = Process::new(p) {
            solvers.push(Box::new(process));
        }
    }
    for mut solver in solvers {
        let (start, own) = (Instant::now(), own_seconds());
        let (sat, unsat) = ask(&mut *solver);
        let (wall, own) = (start.elapsed().as_secs_f64(), own_seconds() - own);
        println!("| {} | {sat} | {unsat} | {wall:.3} | {own:.3} |", solver.name());
        if solver.name() == "builtin" {
            eprintln!("{:?}", solver.statistics());
        }
    }
}

/// A conjunction of `n` nodes with shared subterms: built, then solved.
fn build(t: &mut Terms, n: usize) -> Vec<TermId> {
    let int = Sort::BitVec(16);
    let mut x = t.declare_var("x", int);
    let y = t.declare_var("y", int);
    let mut roots = Vec::new();
    let mut made = 0;
    let mut k = 0u64;
    while made < n {
        let fresh = t.declare_var(&format!("s{k}"), int);
        let c = t.bv(16, k % 97);
        let sum = t.app(Op::BvAdd, &[x, c]);
        let mixed = t.app(Op::BvXor, &[sum, y]);
        let less = t.app(Op::Ult, &[mixed, fresh]);
        let bound = t.app(Op::BvAnd, &[fresh, sum]);
        let ne = t.ne(bound, fresh);
        roots.push(t.or(&[less, ne]));
        x = if k.is_multiple_of(3) { mixed } else { sum };
        made += 7;
        k += 1;
    }
    roots
}

/// Time against nodes.
pub fn chain() {
    println!("| nodes | build ms | solve ms | microseconds per node |\n|---|---|---|---|");
    for n in [1_000, 3_000, 10_000, 30_000, 100_000, 300_000] {
        let mut terms = Terms::new();
        let start = own_seconds();
        let roots = build(&mut terms, n);
        let all = terms.and(&roots);
        let built = own_seconds() - start;
        let mut solver = Builtin::new();
        let start = own_seconds();
        solver.assert(&mut terms, all);
        let answer = solver.check(&mut terms, &[], &Limits::none());
        let solved = own_seconds() - start;
        let nodes = terms.len();
        println!(
            "| {nodes} | {:.1} | {:.1} ({answer}) | {:.2} |",
            built * 1e3,
            solved * 1e3,
            (built + solved) * 1e6 / nodes as f64
        );
    }
}
