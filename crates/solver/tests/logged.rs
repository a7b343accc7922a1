//! Logged queries stand alone: asked again from their files, they have the same answers.

use maymust_solver::{Answer, Builtin, Limits, Logged, Solver, smtlib};
use maymust_term::{Sort, Terms};

#[test]
fn files_give_the_same_answers() {
    let directory = std::env::temp_dir().join(format!("maymust-logged-{}", std::process::id()));
    let mut answers = Vec::new();
    // Two solvers of one run share a directory.
    for round in 0..2 {
        let mut terms = Terms::new();
        let t = &mut terms;
        let mut solver = Logged::new(Builtin::new(), directory.clone()).expect("a directory");
        let memory = t.array_sort(Sort::BitVec(64), Sort::BitVec(8));
        let (m, p) = (t.declare_var("m", memory), t.declare_var("p|q", Sort::BitVec(64)));
        let n = t.declare_var("n", Sort::BitVec(64));
        let one = t.bv(8, 1);
        let filled = t.fill(m, p, n, one);
        let x = t.load(filled, p, 4);
        let c = t.bv(32, 0x0101_0100 + round);
        let (is, other) = (t.eq(x, c), t.ne(x, c));
        let four = t.bv(64, 4);
        let long = t.ult(four, n);
        solver.assert(t, long);
        answers.push(solver.check(t, &[is], &Limits::none()));
        solver.push();
        solver.assert(t, other);
        answers.push(solver.check(t, &[], &Limits::none()));
        solver.pop(1);
        answers.push(solver.check(t, &[is, other], &Limits::none()));
    }
    use Answer::{Sat, Unsat};
    assert_eq!(answers, [Unsat, Sat, Unsat, Sat, Unsat, Unsat]);
    for (i, answer) in answers.iter().enumerate() {
        let file = directory.join(format!("query-{:06}.smt2", i + 1));
        let text = std::fs::read_to_string(&file).expect("a logged query");
        assert!(text.contains(&format!(":status {answer}")), "{text}");
        let mut out = Vec::new();
        smtlib::run(&text, &mut Builtin::new(), &Limits::none(), &mut out).expect("a script");
        assert_eq!(String::from_utf8_lossy(&out).trim(), answer.to_string(), "{text}");
    }
    let _ = std::fs::remove_dir_all(&directory);
}
