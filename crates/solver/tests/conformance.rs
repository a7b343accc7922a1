//! One suite for every back end: what the trait promises must hold for each. Back ends that are not
//! installed are skipped, and say so. The suite also runs with terms that come from another arena.

mod moved;
mod peer;

use maymust_solver::{Answer, Builtin, Limits, Process, Program, Reason, Solver};
use maymust_term::{Op, Sort, TermId, Terms, Value};
use moved::{Moved, Way};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// The same tests for a back end that `make` gives, if it is there.
macro_rules! suite {
    ($name:ident, $make:expr) => {
        mod $name {
            use super::*;

            fn with(test: fn(&mut dyn Solver, &mut Terms)) {
                let Some(mut solver) = $make else {
                    println!("skipped: no {}", stringify!($name));
                    return;
                };
                test(&mut solver, &mut Terms::new());
            }

            suite!(@tests empty, constants, bits, arithmetic, frames, assumptions, minimal_core,
                model_of_inner_terms, arrays, extensionality, ranges, equal_ranges, wide_accesses, overflow, reset,
                time_limit, interruption, odd_names, integers, nested_arrays);
        }
    };
    (@tests $($test:ident),*) => {
        $(#[test] fn $test() { with(super::$test); })*
    };
}

suite!(builtin, Some(Builtin::new()));
suite!(builtin_imported, Some(Moved::new(Builtin::new(), Way::Import)));
suite!(builtin_read, Some(Moved::new(Builtin::new(), Way::Text)));
suite!(z3, Process::new(Program::Z3));
suite!(z3_imported, Process::new(Program::Z3).map(|p| Moved::new(p, Way::Import)));
suite!(cvc5_read, Process::new(Program::Cvc5).map(|p| Moved::new(p, Way::Text)));
suite!(cvc5, Process::new(Program::Cvc5));
suite!(bitwuzla, peer::peer(Program::Bitwuzla));

fn check(s: &mut dyn Solver, terms: &mut Terms, assumptions: &[TermId]) -> Answer {
    s.check(terms, assumptions, &Limits::none())
}

/// Memory of 64-bit addresses.
fn memory(terms: &mut Terms, name: &str) -> TermId {
    let sort = terms.array_sort(Sort::BitVec(64), Sort::BitVec(8));
    terms.declare_var(name, sort)
}

/// Other back ends may need long for ranges.
fn check_some_time(s: &mut dyn Solver, terms: &mut Terms, assumptions: &[TermId]) -> Answer {
    let five = Limits::time(std::time::Duration::from_secs(5));
    let limits = if s.name() == "builtin" { Limits::none() } else { five };
    s.check(terms, assumptions, &limits)
}

fn expect(s: &mut dyn Solver, terms: &mut Terms, assumptions: &[TermId], expected: Answer) {
    let answer = check_some_time(s, terms, assumptions);
    let excused = s.name() != "builtin" && matches!(answer, Answer::Unknown(_));
    assert!(excused || answer == expected, "{answer:?} instead of {expected:?}");
}

fn ranges(s: &mut dyn Solver, terms: &mut Terms) {
    let (a, b) = (memory(terms, "a"), memory(terms, "b"));
    let [p, q, n, i] = ["p", "q", "n", "i"].map(|x| terms.declare_var(x, Sort::BitVec(64)));
    let v = terms.declare_var("v", Sort::BitVec(8));
    let filled = terms.fill(a, p, n, v);
    let copied = terms.copy(b, q, n, filled, p);
    let k = terms.bv_sub(i, q);
    let inside = terms.ult(k, n);
    // A copy of the whole filled range has the element everywhere.
    let x = terms.select(copied, i);
    let other = terms.ne(x, v);
    expect(s, terms, &[inside, other], Answer::Unsat);
    // Elsewhere it has its own.
    let outside = terms.not(inside);
    let own = terms.select(b, i);
    let changed = terms.ne(x, own);
    expect(s, terms, &[outside, changed], Answer::Unsat);
    expect(s, terms, &[outside, other], Answer::Sat);
    // Wide loads, all of whose bytes are inside.
    let seven = terms.bv(64, 7);
    let last = terms.bv_add(k, seven);
    let (fits, wraps) = (terms.ult(last, n), terms.ult(last, k));
    let no_wrap = terms.not(wraps);
    let wide = terms.load(copied, i, 8);
    let pattern = terms.repeat(v, 8);
    let odd = terms.ne(wide, pattern);
    expect(s, terms, &[fits, no_wrap, odd], Answer::Unsat);
    let long = terms.bv(64, 1 << 40);
    let is_long = terms.ult(long, n);
    expect(s, terms, &[is_long, fits, odd], Answer::Sat);
}

fn equal_ranges(s: &mut dyn Solver, terms: &mut Terms) {
    let (a, b) = (memory(terms, "a"), memory(terms, "b"));
    let [p, n, i] = ["p", "n", "i"].map(|x| terms.declare_var(x, Sort::BitVec(64)));
    let v = terms.declare_var("v", Sort::BitVec(8));
    let filled = terms.fill(a, p, n, v);
    let same = terms.eq(b, filled);
    let x = terms.select(b, i);
    let k = terms.bv_sub(i, p);
    let inside = terms.ult(k, n);
    let other = terms.ne(x, v);
    s.push();
    s.assert(terms, same);
    let answer = check_some_time(s, terms, &[inside, other]);
    if s.name() != "builtin" && matches!(answer, Answer::Unknown(_)) {
        return;
    }
    assert_eq!(answer, Answer::Unsat);
    let long = terms.bv(64, 1 << 40);
    let is_long = terms.ult(long, n);
    expect(s, terms, &[is_long, inside], Answer::Sat);
    if s.name() == "builtin" {
        assert_eq!(s.value(terms, same), Some(Value::Bool(true)));
        let length = s.value(terms, n).and_then(|v| v.as_u64());
        assert!(length.is_some_and(|n| n > 1 << 40));
    }
    s.pop(1);
    // Two fills with one element commute.
    let q = terms.declare_var("q", Sort::BitVec(64));
    let again = terms.fill(filled, q, n, v);
    let first = terms.fill(a, q, n, v);
    let crossed = terms.fill(first, p, n, v);
    let differ = terms.ne(again, crossed);
    let answer = check_some_time(s, terms, &[differ]);
    assert!(answer == Answer::Unsat || s.name() != "builtin", "{answer:?}");
    assert_ne!(answer, Answer::Sat);
}

/// The built-in solver has no unbounded integers, and says so; the others do.
fn integers(s: &mut dyn Solver, terms: &mut Terms) {
    let [x, y] = ["x", "y"].map(|n| terms.declare_var(n, Sort::Int));
    let (two, seven) = (terms.int(2), terms.int(7));
    let double = terms.app(Op::IntMul, &[two, x]);
    let odd = terms.eq(double, seven);
    let sum = terms.app(Op::IntAdd, &[x, y]);
    let (is_seven, less) = (terms.eq(sum, seven), terms.app(Op::IntLt, &[y, x]));
    // Our division by zero is total.
    let zero = terms.int(0);
    let quotient = terms.app(Op::IntDiv, &[x, y]);
    let (by_zero, not_zero) = (terms.eq(y, zero), terms.ne(quotient, zero));
    if ["builtin", "bitwuzla"].contains(&s.name()) {
        for t in [is_seven, odd, by_zero] {
            let answer = check(s, terms, &[t]);
            let told = matches!(&answer, Answer::Unknown(r) if r.to_string().contains("integers"));
            assert!(told || answer == Answer::Unsat, "{answer:?}");
        }
        return;
    }
    assert_eq!(check(s, terms, &[odd]), Answer::Unsat);
    assert_eq!(check(s, terms, &[by_zero, not_zero]), Answer::Unsat);
    assert_eq!(check(s, terms, &[is_seven, less]), Answer::Sat);
    for t in [is_seven, less] {
        assert_eq!(s.value(terms, t), Some(Value::Bool(true)));
    }
    let v = s.value(terms, sum);
    assert_eq!(v.and_then(|v| v.as_int().cloned()), Some(7.into()));
}

/// Arrays of arrays: an answer that is right, or a reason why there is none.
fn nested_arrays(s: &mut dyn Solver, terms: &mut Terms) {
    let row = terms.array_sort(Sort::BitVec(8), Sort::BitVec(8));
    let sort = terms.array_sort(Sort::BitVec(8), row);
    let a = terms.declare_var("a", sort);
    let [i, j] = ["i", "j"].map(|n| terms.declare_var(n, Sort::BitVec(8)));
    let (x, y) = (terms.app(Op::Select, &[a, i]), terms.app(Op::Select, &[a, j]));
    let (x, y) = (terms.app(Op::Select, &[x, i]), terms.app(Op::Select, &[y, i]));
    let (same, differ) = (terms.eq(i, j), terms.ne(x, y));
    match check(s, terms, &[same, differ]) {
        Answer::Unsat => {}
        Answer::Unknown(reason) => {
            let told = reason.to_string().contains("arrays of arrays");
            assert!(told || s.name() != "builtin", "{reason}");
        }
        Answer::Sat => panic!("equal indices with different elements"),
    }
    // What comes after is not touched by it.
    let less = terms.app(Op::Ult, &[i, j]);
    assert_eq!(check(s, terms, &[less]), Answer::Sat);
}

fn empty(s: &mut dyn Solver, terms: &mut Terms) {
    assert_eq!(check(s, terms, &[]), Answer::Sat);
    assert_eq!(s.statistics().checks, 1);
}

fn constants(s: &mut dyn Solver, terms: &mut Terms) {
    let (t, f) = (terms.tru(), terms.fls());
    assert_eq!(check(s, terms, &[t]), Answer::Sat);
    assert_eq!(check(s, terms, &[t, f]), Answer::Unsat);
    assert_eq!(s.core(terms), vec![f]);
    s.push();
    s.assert(terms, f);
    assert_eq!(check(s, terms, &[t]), Answer::Unsat);
    s.pop(1);
    assert_eq!(check(s, terms, &[]), Answer::Sat);
}

fn bits(s: &mut dyn Solver, terms: &mut Terms) {
    let x = terms.declare_var("x", Sort::BitVec(8));
    let y = terms.declare_var("y", Sort::BitVec(8));
    let sum = terms.app(Op::BvAdd, &[x, y]);
    let want = terms.bv(8, 200);
    let eq = terms.eq(sum, want);
    s.assert(terms, eq);
    let less = terms.app(Op::Ult, &[x, y]);
    s.assert(terms, less);
    assert_eq!(check(s, terms, &[]), Answer::Sat);
    let (vx, vy) = (s.value(terms, x), s.value(terms, y));
    let number = |v: &Option<Value>| v.as_ref().and_then(Value::as_u64).expect("a value");
    assert_eq!((number(&vx) + number(&vy)) % 256, 200);
    assert!(number(&vx) < number(&vy));
    assert_eq!(s.value(terms, sum), Some(Value::bv(8, 200)));
}

fn arithmetic(s: &mut dyn Solver, terms: &mut Terms) {
    let x = terms.declare_var("x", Sort::BitVec(12));
    let d = terms.bv(12, 7);
    let q = terms.app(Op::BvUDiv, &[x, d]);
    let r = terms.app(Op::BvURem, &[x, d]);
    let back = terms.app(Op::BvMul, &[q, d]);
    let back = terms.app(Op::BvAdd, &[back, r]);
    let differ = terms.ne(back, x);
    assert_eq!(check(s, terms, &[differ]), Answer::Unsat);
    assert_eq!(s.core(terms), vec![differ]);
}

fn frames(s: &mut dyn Solver, terms: &mut Terms) {
    let x = terms.declare_var("x", Sort::BitVec(4));
    let (three, five) = (terms.bv(4, 3), terms.bv(4, 5));
    let (low, high) = (terms.app(Op::Ult, &[x, three]), terms.app(Op::Ult, &[five, x]));
    s.push();
    s.assert(terms, low);
    assert_eq!(check(s, terms, &[]), Answer::Sat);
    s.push();
    s.assert(terms, high);
    assert_eq!(check(s, terms, &[]), Answer::Unsat);
    s.pop(1);
    assert_eq!(check(s, terms, &[]), Answer::Sat);
    assert_eq!(s.value(terms, low), Some(Value::Bool(true)));
    s.pop(1);
    s.assert(terms, high);
    assert_eq!(check(s, terms, &[]), Answer::Sat);
    assert_eq!(s.value(terms, high), Some(Value::Bool(true)));
    s.push();
    s.push();
    s.assert(terms, low);
    assert_eq!(check(s, terms, &[]), Answer::Unsat);
    s.pop(2);
    assert_eq!(check(s, terms, &[]), Answer::Sat);
}

fn assumptions(s: &mut dyn Solver, terms: &mut Terms) {
    let names = ["a", "b", "c", "d"];
    let [a, b, c, d] = names.map(|n| terms.declare_var(n, Sort::Bool));
    let (ab, nd) = (terms.implies(a, b), terms.not(d));
    let clash = terms.implies(b, nd);
    s.assert(terms, ab);
    s.assert(terms, clash);
    assert_eq!(check(s, terms, &[a, c, d]), Answer::Unsat);
    let core = s.core(terms);
    assert!(core.contains(&a) && core.contains(&d), "{core:?}");
    assert_eq!(check(s, terms, &core), Answer::Unsat);
    assert_eq!(check(s, terms, &[a, c]), Answer::Sat);
    assert_eq!(s.value(terms, b), Some(Value::Bool(true)));
}

fn minimal_core(s: &mut dyn Solver, terms: &mut Terms) {
    let x = terms.declare_var("x", Sort::BitVec(16));
    let bounds: Vec<TermId> = (1..20)
        .map(|i| {
            let c = terms.bv(16, 1000 - 10 * i);
            terms.app(Op::Ult, &[x, c])
        })
        .collect();
    let c = terms.bv(16, 805);
    let at_least = terms.app(Op::Ule, &[c, x]);
    let mut all = bounds.clone();
    all.insert(7, at_least);
    assert_eq!(check(s, terms, &all), Answer::Sat);
    let c = terms.bv(16, 500);
    let low = terms.app(Op::Ult, &[x, c]);
    all.insert(3, low);
    assert_eq!(check(s, terms, &all), Answer::Unsat);
    let core = s.minimal_core(terms, &Limits::none());
    assert_eq!(core, vec![low, at_least]);
}

fn model_of_inner_terms(s: &mut dyn Solver, terms: &mut Terms) {
    let x = terms.declare_var("x", Sort::BitVec(32));
    let y = terms.declare_var("y", Sort::BitVec(32));
    let product = terms.app(Op::BvMul, &[x, y]);
    let c = terms.bv(32, 143);
    let eq = terms.eq(product, c);
    let ten = terms.bv(32, 10);
    let (gx, gy) = (terms.app(Op::Ult, &[ten, x]), terms.app(Op::Ult, &[ten, y]));
    let big = terms.bv(32, 100);
    let (lx, ly) = (terms.app(Op::Ult, &[x, big]), terms.app(Op::Ult, &[y, big]));
    let two = terms.bv(32, 2);
    let twice = terms.app(Op::BvMul, &[product, two]);
    assert_eq!(check(s, terms, &[eq, gx, gy, lx, ly]), Answer::Sat);
    assert_eq!(s.value(terms, twice), Some(Value::bv(32, 286)));
    let unseen = terms.declare_var("unseen", Sort::BitVec(5));
    assert!(s.value(terms, unseen).is_some());
}

fn arrays(s: &mut dyn Solver, terms: &mut Terms) {
    let sort = terms.array_sort(Sort::BitVec(8), Sort::BitVec(8));
    let a = terms.declare_var("a", sort);
    let [i, j] = ["i", "j"].map(|n| terms.declare_var(n, Sort::BitVec(8)));
    let v = terms.declare_var("v", Sort::BitVec(8));
    let stored = terms.app(Op::Store, &[a, i, v]);
    let read = terms.app(Op::Select, &[stored, j]);
    let old = terms.app(Op::Select, &[a, j]);
    let (changed, elsewhere) = (terms.ne(read, old), terms.ne(i, j));
    assert_eq!(check(s, terms, &[changed, elsewhere]), Answer::Unsat);
    assert_eq!(check(s, terms, &[changed]), Answer::Sat);
    assert_eq!(s.value(terms, i), s.value(terms, j));
    assert_eq!(s.value(terms, read), s.value(terms, v));
}

fn extensionality(s: &mut dyn Solver, terms: &mut Terms) {
    let sort = terms.array_sort(Sort::BitVec(8), Sort::BitVec(8));
    let [a, b] = ["a", "b"].map(|n| terms.declare_var(n, sort));
    let [i, j] = ["i", "j"].map(|n| terms.declare_var(n, Sort::BitVec(8)));
    let read = terms.app(Op::Select, &[a, i]);
    let same = terms.app(Op::Store, &[a, i, read]);
    let differ = terms.ne(same, a);
    assert_eq!(check(s, terms, &[differ]), Answer::Unsat);
    let equal = terms.eq(a, b);
    let (ai, bj) = (terms.app(Op::Select, &[a, i]), terms.app(Op::Select, &[b, j]));
    let (values, indices) = (terms.ne(ai, bj), terms.eq(i, j));
    assert_eq!(check(s, terms, &[equal, values, indices]), Answer::Unsat);
    assert_eq!(check(s, terms, &[equal, values]), Answer::Sat);
    assert_eq!(s.value(terms, a), s.value(terms, b));
    let not_equal = terms.not(equal);
    assert_eq!(check(s, terms, &[not_equal]), Answer::Sat);
    assert_ne!(s.value(terms, a), s.value(terms, b));
}

fn wide_accesses(s: &mut dyn Solver, terms: &mut Terms) {
    let sort = terms.array_sort(Sort::BitVec(16), Sort::BitVec(8));
    let m = terms.declare_var("m", sort);
    let [p, q] = ["p", "q"].map(|n| terms.declare_var(n, Sort::BitVec(16)));
    let v = terms.declare_var("v", Sort::BitVec(32));
    let after = terms.store_wide(m, p, v);
    let read = terms.load(after, q, 4);
    let (same, other) = (terms.eq(p, q), terms.ne(read, v));
    assert_eq!(check(s, terms, &[same, other]), Answer::Unsat);
    let two = terms.bv(16, 2);
    let shifted = terms.app(Op::BvAdd, &[p, two]);
    let overlap = terms.eq(q, shifted);
    let low = terms.extract(read, 15, 0);
    let high = terms.extract(v, 31, 16);
    let wrong = terms.ne(low, high);
    assert_eq!(check(s, terms, &[overlap, wrong]), Answer::Unsat);
    assert_eq!(check(s, terms, &[overlap, other]), Answer::Sat);
}

fn overflow(s: &mut dyn Solver, terms: &mut Terms) {
    let [x, y] = ["x", "y"].map(|n| terms.declare_var(n, Sort::BitVec(6)));
    for op in [Op::UAddO, Op::SAddO, Op::SSubO, Op::UMulO, Op::SMulO] {
        let t = terms.app(op, &[x, y]);
        assert_eq!(check(s, terms, &[t]), Answer::Sat, "{op:?}");
        assert_eq!(s.value(terms, t), Some(Value::Bool(true)), "{op:?}");
        let limit = terms.bv(6, 5);
        let (a, b) = (terms.app(Op::Ult, &[x, limit]), terms.app(Op::Ult, &[y, limit]));
        assert_eq!(check(s, terms, &[t, a, b]), Answer::Unsat, "{op:?}");
    }
}

fn reset(s: &mut dyn Solver, terms: &mut Terms) {
    let f = terms.fls();
    s.assert(terms, f);
    s.push();
    assert_eq!(check(s, terms, &[]), Answer::Unsat);
    s.reset();
    assert_eq!(check(s, terms, &[]), Answer::Sat);
    s.pop(5);
    assert_eq!(check(s, terms, &[]), Answer::Sat);
}

/// Prime factors of 64 bits: not found in a moment on any machine.
fn factors(terms: &mut Terms) -> [TermId; 3] {
    let x = terms.declare_var("x", Sort::BitVec(128));
    let y = terms.declare_var("y", Sort::BitVec(128));
    let product = terms.app(Op::BvMul, &[x, y]);
    let n = terms.bv_u128(128, 11_400_714_785_074_694_791 * 14_029_467_366_897_019_727);
    let eq = terms.eq(product, n);
    let limit = terms.bv_u128(128, 1 << 64);
    let one = terms.bv(128, 1);
    let [a, b] = [x, y].map(|t| {
        let (low, high) = (terms.app(Op::Ult, &[one, t]), terms.app(Op::Ult, &[t, limit]));
        terms.and(&[low, high])
    });
    [a, b, eq]
}

/// The solver goes on after a time-out.
fn time_limit(s: &mut dyn Solver, terms: &mut Terms) {
    let hard = factors(terms);
    let limits = Limits::time(std::time::Duration::from_millis(200));
    let answer = s.check(terms, &hard, &limits);
    assert_eq!(answer, Answer::Unknown(Reason::Time));
    assert_eq!(s.value(terms, hard[0]), None);
    assert_eq!(check(s, terms, &hard[..1]), Answer::Sat);
}

/// Another thread ends a check; the solver goes on afterwards.
fn interruption(s: &mut dyn Solver, terms: &mut Terms) {
    let hard = factors(terms);
    let flag = Arc::new(AtomicBool::new(false));
    let limits = Limits { interrupts: vec![Arc::default(), flag.clone()], ..Limits::none() };
    let other = std::thread::spawn(move || {
        std::thread::sleep(std::time::Duration::from_millis(100));
        flag.store(true, Ordering::Relaxed);
    });
    assert_eq!(s.check(terms, &hard, &limits), Answer::Unknown(Reason::Interrupted));
    other.join().expect("the other thread");
    assert_eq!(check(s, terms, &hard[..1]), Answer::Sat);
}

#[test]
fn conflict_limit() {
    let (s, terms) = (&mut Builtin::new(), &mut Terms::new());
    let hard = factors(terms);
    assert_eq!(s.check(terms, &hard, &Limits::conflicts(50)), Answer::Unknown(Reason::Conflicts));
    assert_eq!(check(s, terms, &hard[..1]), Answer::Sat);
}

/// A product of 2^32 bits is not tried, and what comes after is not touched by it.
#[test]
fn space_limit() {
    let (s, terms) = (&mut Builtin::new(), &mut Terms::new());
    let [x, y] = ["x", "y"].map(|n| terms.declare_var(n, Sort::BitVec(1 << 16)));
    let product = terms.app(Op::BvMul, &[x, y]);
    let (is, less) = (terms.eq(product, x), terms.app(Op::Ult, &[x, y]));
    s.push();
    s.assert(terms, is);
    assert_eq!(check(s, terms, &[less]), Answer::Unknown(Reason::Space));
    s.pop(1);
    assert_eq!(check(s, terms, &[less]), Answer::Sat);
}

/// A process that dies gives no answer, and is started again for the next check.
#[test]
fn a_process_that_dies() {
    let terms = &mut Terms::new();
    let p = terms.declare_var("p", Sort::Bool);
    for path in ["/bin/false", "/bin/cat", "/no/such/program"] {
        let mut s = Process::at(Program::Z3, path.into());
        for _ in 0..2 {
            let limits = Limits::time(std::time::Duration::from_secs(5));
            let answer = s.check(terms, &[p], &limits);
            assert!(matches!(answer, Answer::Unknown(Reason::Failed(_))), "{path}: {answer:?}");
        }
    }
}

/// A term a million deep is asserted, solved, valued and written.
#[test]
fn a_million_deep() {
    let (s, terms) = (&mut Builtin::new(), &mut Terms::new());
    let vars: Vec<TermId> = (0..7).map(|i| terms.declare_var(&format!("b{i}"), Sort::Bool)).collect();
    let mut t = vars[0];
    for i in 0..500_000 {
        let both = terms.and(&[t, vars[i % 7]]);
        t = terms.xor(both, vars[(i + i / 7 + 1) % 7]);
    }
    assert!(terms.size(t) > 500_000);
    // Neither all zeros nor all ones: this takes a search.
    let (zero, one) = (terms.not(vars[5]), vars[6]);
    s.assert(terms, t);
    assert_eq!(check(s, terms, &[zero, one]), Answer::Sat);
    assert_eq!(s.value(terms, t), Some(Value::Bool(true)));
    let text = maymust_solver::smtlib::query_text(terms, &[t, zero, one]);
    let text = text.replace("(check-sat)", "(echo \"read\")");
    let mut out = Vec::new();
    maymust_solver::smtlib::run(&text, &mut Builtin::new(), &Limits::none(), &mut out).expect("memory");
    assert_eq!(String::from_utf8_lossy(&out), "\"read\"\n");
}

fn odd_names(s: &mut dyn Solver, terms: &mut Terms) {
    for name in ["two words", "x.y", "let", "1st", "a:b"] {
        // Bitwuzla takes a quoted reserved word for the word itself.
        if s.name() == "bitwuzla" && name == "let" {
            continue;
        }
        let x = terms.declare_var(name, Sort::BitVec(3));
        let c = terms.bv(3, 5);
        let eq = terms.eq(x, c);
        assert_eq!(check(s, terms, &[eq]), Answer::Sat, "{name}");
        assert_eq!(s.value(terms, x), Some(Value::bv(3, 5)), "{name}");
    }
}
