//! Clause solvers on many tiny queries.

use crate::runner::own_seconds;
use maymust_solver::sat::{Cadical, SatLimits, SatSolver};

/// The light solver, as far as the comparison needs it.
#[derive(Default)]
struct Batsat(batsat::BasicSolver);

fn batsat_lit(solver: &mut batsat::BasicSolver, lit: i32) -> batsat::Lit {
    use batsat::SolverInterface;
    let var = batsat::Var::unsafe_from_idx(lit.unsigned_abs());
    solver.var_of_int(lit.unsigned_abs());
    batsat::Lit::new(var, lit > 0)
}

impl SatSolver for Batsat {
    fn reserve(&mut self, _last: i32) {}

    fn add_clause(&mut self, clause: &[i32]) {
        use batsat::SolverInterface;
        let mut lits: Vec<batsat::Lit> = clause.iter().map(|l| batsat_lit(&mut self.0, *l)).collect();
        self.0.add_clause_reuse(&mut lits);
    }

    fn solve(&mut self, assumptions: &[i32], _: &SatLimits) -> Result<bool, maymust_solver::Reason> {
        use batsat::SolverInterface;
        let lits: Vec<batsat::Lit> = assumptions.iter().map(|l| batsat_lit(&mut self.0, *l)).collect();
        Ok(self.0.solve_limited(&lits) == batsat::lbool::TRUE)
    }

    fn value(&self, _: i32) -> bool {
        false
    }

    fn failed(&self, _: i32) -> bool {
        false
    }
}

type Make = fn() -> Box<dyn SatSolver>;

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
    (0..vars * 3).map(|_| [literal(random), literal(random), literal(random)]).collect()
}

/// A fresh instance per query.
fn fresh(make: fn() -> Box<dyn SatSolver>, vars: u64, n: usize) -> f64 {
    let mut random = Random(1);
    let limits = SatLimits::default();
    let start = own_seconds();
    for _ in 0..n {
        let mut solver = make();
        for c in clauses(&mut random, vars) {
            solver.add_clause(&c);
        }
        let _ = solver.solve(&[], &limits);
    }
    (own_seconds() - start) * 1e6 / n as f64
}

/// One instance for all queries, each over variables of its own.
fn shared(make: fn() -> Box<dyn SatSolver>, vars: u64, n: usize) -> f64 {
    let mut random = Random(1);
    let limits = SatLimits::default();
    let mut solver = make();
    let start = own_seconds();
    for k in 0..n {
        let base = (k as i32) * (vars as i32 + 1);
        let guard = base + vars as i32 + 1;
        for c in clauses(&mut random, vars) {
            let [x, y, z] = c.map(|l| if l > 0 { l + base } else { l - base });
            solver.add_clause(&[-guard, x, y, z]);
        }
        let _ = solver.solve(&[guard], &limits);
    }
    (own_seconds() - start) * 1e6 / n as f64
}

/// Microseconds per query.
pub fn compare() {
    let makers: [(&str, Make); 2] =
        [("CaDiCaL", || Box::new(Cadical::new())), ("batsat", || Box::new(Batsat::default()))];
    println!("| solver | variables | fresh instance, µs | one growing instance, µs |\n|---|---|---|---|");
    for (name, make) in makers {
        for (vars, n) in [(10, 1000), (50, 500), (200, 200), (1000, 50)] {
            let (a, b) = (fresh(make, vars, n), shared(make, vars, n));
            println!("| {name} | {vars} | {a:.0} | {b:.0} |");
        }
    }
}
