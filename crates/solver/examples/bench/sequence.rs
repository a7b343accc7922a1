//! Sequences of related queries, and growth with size.

use crate::runner::{children_seconds, own_seconds};
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

/// A thousand questions about twenty procedures in turn, with frames: a state is changed by
/// transitions that the procedure always has (asserted), branches are assumed, memory is read.
fn ask_in_turn(solver: &mut dyn Solver) -> (u32, u32) {
    let mut terms = Terms::new();
    let t = &mut terms;
    let (int, address) = (Sort::BitVec(32), Sort::BitVec(64));
    let sort = t.array_sort(address, Sort::BitVec(8));
    let (mut sat, mut unsat) = (0, 0);
    for round in 0..10u64 {
        for p in 0..20u64 {
            let [a, b, c] = ["a", "b", "c"].map(|v| t.declare_var(&format!("{v}{p}"), int));
            let memory = t.declare_var(&format!("m{p}"), sort);
            let base = t.declare_var(&format!("p{p}"), address);
            solver.push();
            let limit = t.bv(32, 1000 + 10 * p);
            for x in [a, b] {
                let bound = t.app(Op::Ult, &[x, limit]);
                solver.assert(t, bound);
            }
            let (mut state, mut heap) = (a, memory);
            for k in 0..round + 3 {
                let step = t.bv(32, 4 * k + p);
                let sum = t.app(Op::BvAdd, &[state, step]);
                let smaller = t.app(Op::Slt, &[sum, b]);
                let product = t.app(Op::BvMul, &[b, c]);
                state = t.ite(smaller, sum, product);
                let offset = t.zero_extend(state, 32);
                let at = t.app(Op::BvAdd, &[base, offset]);
                heap = t.store_wide(heap, at, c);
            }
            let read = t.load(heap, base, 4);
            for q in 0..5u64 {
                let c0 = t.bv(32, 37 * q + round);
                let branch = match q {
                    0 => t.eq(state, c0),
                    1 => t.app(Op::Slt, &[state, a]),
                    2 => t.ne(read, c),
                    3 => t.app(Op::Ult, &[state, c0]),
                    _ => {
                        let (low, high) = (t.app(Op::Ult, &[a, c0]), t.app(Op::Ult, &[c0, a]));
                        t.and(&[low, high])
                    }
                };
                match solver.check(t, &[branch], &Limits::none()).is_sat() {
                    true => sat += 1,
                    false => unsat += 1,
                }
            }
            solver.pop(1);
        }
    }
    (sat, unsat)
}

type Ask = fn(&mut dyn Solver) -> (u32, u32);
type Maker = fn() -> Option<Box<dyn Solver>>;

/// The sequences on all back ends.
pub fn related(only: Option<&str>) {
    println!(
        "| sequence | back end | sat | unsat | seconds by the clock | seconds of processor time |\n|---|---|---|---|---|---|"
    );
    let mut makers: Vec<(&str, Maker)> = vec![("builtin", || Some(Box::new(Builtin::new())))];
    makers.push(("z3", || Some(Box::new(Process::new(Program::Z3)?))));
    makers.push(("cvc5", || Some(Box::new(Process::new(Program::Cvc5)?))));
    makers.push(("bitwuzla", || Some(Box::new(Process::new(Program::Bitwuzla)?))));
    for (back_end, make) in makers {
        if only.is_some_and(|o| o != back_end) {
            continue;
        }
        for (name, sequence) in [("paths", ask as Ask), ("in turn", ask_in_turn as Ask)] {
            let Some(mut solver) = make() else { continue };
            let (start, before) = (Instant::now(), own_seconds() + children_seconds());
            let (sat, unsat) = sequence(&mut *solver);
            let wall = start.elapsed().as_secs_f64();
            eprintln!("{:?}", solver.statistics());
            drop(solver);
            let processor = own_seconds() + children_seconds() - before;
            println!("| {name} | {back_end} | {sat} | {unsat} | {wall:.3} | {processor:.3} |");
        }
    }
}

/// A conjunction of `n` nodes with shared subterms. If it is `odd`, no simple guess satisfies it.
fn build(t: &mut Terms, n: usize, odd: bool) -> Vec<TermId> {
    let int = Sort::BitVec(16);
    let mut x = t.declare_var("x", int);
    let y = t.declare_var("y", int);
    let mut roots = Vec::new();
    if odd {
        let (product, c) = (t.app(Op::BvMul, &[x, y]), t.bv(16, 12_345));
        roots.push(t.eq(product, c));
    }
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
        if odd {
            let (low, c) = (t.extract(fresh, 2, 0), t.bv(3, k % 7));
            roots.push(t.eq(low, c));
        }
        x = if k.is_multiple_of(3) { mixed } else { sum };
        made += 7;
        k += 1;
    }
    roots
}

/// Time against nodes.
pub fn chain(sizes: &[usize]) {
    println!("| nodes | kind | build ms | solve ms | microseconds per node |\n|---|---|---|---|---|");
    for (n, odd) in sizes.iter().flat_map(|n| [(*n, false), (*n, true)]) {
        let mut terms = Terms::new();
        let start = own_seconds();
        let roots = build(&mut terms, n, odd);
        let all = terms.and(&roots);
        let built = own_seconds() - start;
        let nodes = terms.len();
        let mut solver = Builtin::new();
        let start = own_seconds();
        solver.assert(&mut terms, all);
        let answer = solver.check(&mut terms, &[], &Limits::none());
        let solved = own_seconds() - start;
        println!(
            "| {nodes} | {} | {:.1} | {:.1} ({answer}) | {:.2} |",
            if odd { "search" } else { "guess" },
            built * 1e3,
            solved * 1e3,
            (built + solved) * 1e6 / nodes as f64
        );
    }
}
