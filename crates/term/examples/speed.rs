//! Prints how long building, looking up, evaluating and substituting terms takes, per term.

use maymust_term::{Sort, Symbol, Terms, Value};
use rustc_hash::FxHashMap;

const N: u64 = 1_000_000;

/// Nanoseconds on a processor so far, which other processes do not disturb much.
fn now() -> u64 {
    let text = std::fs::read_to_string("/proc/self/schedstat").unwrap_or_default();
    text.split(' ').next().and_then(|n| n.parse().ok()).unwrap_or(0)
}

fn report(what: &str, n: u64, start: u64) {
    println!("{what:32} {:8.1} ns", (now() - start) as f64 / n as f64);
}

fn main() {
    let mut terms = Terms::new();
    let x = terms.declare_var("x", Sort::BitVec(32));
    let y = terms.declare_var("y", Sort::BitVec(32));

    let start = now();
    let mut t = x;
    for _ in 0..N {
        t = terms.bv_mul(t, y);
    }
    report("new binary term", N, start);

    let start = now();
    let mut u = x;
    for _ in 0..N {
        u = terms.bv_mul(u, y);
    }
    assert_eq!(t, u);
    report("the same term again", N, start);

    let start = now();
    for i in 0..N {
        terms.bv(32, i);
    }
    report("new constant", N, start);

    let start = now();
    for i in 0..N {
        let k = terms.bv(32, i);
        let s = terms.bv_add(x, k);
        terms.slt(s, y);
    }
    report("x + k < y", N, start);

    let start = now();
    let mut s = x;
    for i in 0..N {
        let k = terms.bv(32, i & 1023);
        s = terms.bv_add(s, k);
    }
    report("constant added to a sum", N, start);

    let start = now();
    let mut pc = terms.tru();
    for i in 0..N / 10 {
        let k = terms.bv(32, i);
        let c = terms.slt(x, k);
        pc = terms.and2(pc, c);
    }
    report("conjunct", N / 10, start);

    let model = |_: Symbol| Value::bv(32, 3);
    let start = now();
    terms.eval(t, &model);
    report("evaluation", N, start);

    let sy = terms.as_var(y).expect("a variable");
    let map: FxHashMap<Symbol, _> = [(sy, x)].into_iter().collect();
    let start = now();
    terms.substitute(t, &map);
    report("substitution", N, start);

    let start = now();
    let mut other = Terms::new();
    other.import_by_name(&terms, t);
    report("import", N, start);
}
