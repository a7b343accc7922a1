//! Clause solvers on many tiny queries.

use maymust_solver::sat::{Cadical, SatLimits, SatSolver};
use std::time::Instant;

struct Random(u64);

impl Random {
    fn below(&mut self, n: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (self.0 >> 33) % n
    }
}

/// A random formula of so many variables near the edge of satisfiability.
fn clauses(random: &mut Random, vars: u64) -> Vec<[i32; 3]> {
    let literal = |random: &mut Random| {
        let v = random.below(vars) as i32 + 1;
        if random.below(2) == 0 { v } else { -v }
    };
    (0..vars * 4).map(|_| [literal(random), literal(random), literal(random)]).collect()
}

/// A fresh instance per query.
fn fresh(make: fn() -> Box<dyn SatSolver>, vars: u64, n: usize) -> f64 {
    let mut random = Random(1);
    let limits = SatLimits::default();
    let start = Instant::now();
    for _ in 0..n {
        let mut solver = make();
        for c in clauses(&mut random, vars) {
            solver.add_clause(&c);
        }
        let _ = solver.solve(&[], &limits);
    }
    start.elapsed().as_secs_f64() * 1e6 / n as f64
}

/// One instance for all queries, each over variables of its own.
fn shared(make: fn() -> Box<dyn SatSolver>, vars: u64, n: usize) -> f64 {
    let mut random = Random(1);
    let limits = SatLimits::default();
    let mut solver = make();
    let start = Instant::now();
    for k in 0..n {
        let base = (k as i32) * (vars as i32 + 1);
        let guard = base + vars as i32 + 1;
        for c in clauses(&mut random, vars) {
            let [x, y, z] = c.map(|l| if l > 0 { l + base } else { l - base });
            solver.add_clause(&[-guard, x, y, z]);
        }
        let _ = solver.solve(&[guard], &limits);
    }
    start.elapsed().as_secs_f64() * 1e6 / n as f64
}

/// Microseconds per query.
pub fn compare() {
    let makers: [(&str, fn() -> Box<dyn SatSolver>); 1] =
        [("CaDiCaL", || Box::new(Cadical::new()))];
    println!("| solver | variables | fresh instance, µs | one growing instance, µs |\n|---|---|---|---|");
    for (name, make) in makers {
        for (vars, n) in [(20, 2000), (100, 2000), (500, 500)] {
            let (a, b) = (fresh(make, vars, n), shared(make, vars, n));
            println!("| {name} | {vars} | {a:.0} | {b:.0} |");
        }
    }
}
