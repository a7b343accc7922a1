//! Terms a million deep or wide: nothing recurses on the call stack, nothing is quadratic.

use maymust_term::*;
use rustc_hash::FxHashMap;

const DEPTH: u64 = 1_000_000;

/// A chain that no rule shortens: t = ite(t < i, x, t ^ y) …
fn deep(terms: &mut Terms) -> (TermId, Symbol, Symbol) {
    let (sx, sy) = (terms.declare("x", Sort::BitVec(32)), terms.declare("y", Sort::BitVec(32)));
    let (x, y) = (terms.var(sx), terms.var(sy));
    let mut t = x;
    for i in 0..DEPTH / 2 {
        let k = terms.bv(32, i * 2654435761 % 1000003 + 7);
        let product = terms.bv_mul(t, y);
        let sum = terms.bv_add(product, k);
        t = terms.bv_xor(sum, x);
    }
    (t, sx, sy)
}

#[test]
fn a_million_deep() {
    let mut terms = Terms::new();
    let (t, sx, sy) = deep(&mut terms);
    assert!(terms.size(t) > DEPTH as usize);
    assert_eq!(terms.support(t), vec![sx, sy]);

    let model = |s: Symbol| Value::bv(32, if s == sx { 17 } else { 5 });
    let value = terms.eval(t, &model);

    let mut expected = 17u32;
    for i in 0..DEPTH / 2 {
        let k = (i * 2654435761 % 1000003 + 7) as u32;
        expected = expected.wrapping_mul(5).wrapping_add(k) ^ 17;
    }
    assert_eq!(value.as_u64(), Some(expected as u64));

    let five = terms.bv(32, 5);
    let map: FxHashMap<Symbol, TermId> = [(sy, five)].into_iter().collect();
    let half = terms.substitute(t, &map);
    assert_eq!(terms.support(half), vec![sx]);
    assert_eq!(terms.eval(half, &model), value);

    let seventeen = terms.bv(32, 17);
    let map: FxHashMap<Symbol, TermId> = [(sx, seventeen)].into_iter().collect();
    let folded = terms.substitute(half, &map);
    assert_eq!(terms.as_u64(folded), Some(expected as u64));

    let mut other = Terms::new();
    let copy = other.import_by_name(&terms, t);
    assert_eq!(other.stable_hash(copy), terms.stable_hash(t));

    let text = terms.print_term(t);
    let back = terms
        .parse_term(&text, &mut |terms, name| {
            let s = terms.lookup(name)?;
            Some(terms.var(s))
        })
        .unwrap();
    assert_eq!(back, t);
    assert!(terms.pretty(t).ends_with('…') || terms.pretty(t).contains('…'));
}

#[test]
fn deep_through_rules_that_push_inwards() {
    let mut terms = Terms::new();
    let x = terms.declare_var("x", Sort::BitVec(32));
    let c = terms.declare_var("c", Sort::Bool);
    let mut t = x;
    for i in 0..200_000u64 {
        let k = terms.bv(32, i);
        t = match i % 4 {
            0 => terms.bv_add(t, x),
            1 => terms.ite(c, k, t),
            2 => terms.bv_not(t),
            _ => terms.bv_and(t, x),
        };
        let low = terms.extract(t, 7, 0);
        let zero = terms.bv(8, 0);
        terms.eq(low, zero);
    }
    let low = terms.extract(t, 15, 8);
    assert_eq!(terms.width(low), 8);
}

/// Two long sums that differ at the very bottom cancel level by level, but not on the stack.
#[test]
fn deep_cancellation() {
    let mut terms = Terms::new();
    let (mut s, mut t) = (terms.declare_var("u", Sort::BitVec(32)), terms.declare_var("v", Sort::BitVec(32)));
    for i in 0..100_000 {
        let x = terms.declare_var(&format!("x{}", i % 50), Sort::BitVec(32));
        let x = if i % 2 == 0 { x } else { terms.bv_mul(x, s) };
        s = terms.bv_add(x, s);
        t = terms.bv_add(x, t);
    }
    let equal = terms.eq(s, t);
    assert!(terms.as_bool(equal).is_none());
    terms.bv_sub(s, t);
    let mut f = terms.declare_var("f", Sort::Float(FloatFormat::F64));
    for _ in 0..100_000 {
        let narrow = terms.fp_from_fp(Rounding::NearestEven, FloatFormat::F32, f);
        f = terms.fp_from_fp(Rounding::NearestEven, FloatFormat::F64, narrow);
        f = terms.fp_add(Rounding::NearestEven, f, f);
    }
    let nan = terms.fp_is_nan(f);
    assert_eq!(terms.sort(nan), Sort::Bool);
}

#[test]
fn a_conjunction_grown_one_by_one() {
    let mut terms = Terms::new();
    let mut all = terms.tru();
    let mut conjuncts = Vec::new();
    for i in 0..100_000 {
        let a = terms.declare_var(&format!("a{i}"), Sort::Bool);
        conjuncts.push(a);
        all = terms.and2(all, a);
    }
    // Nodes stay linear: a group of up to sixteen arguments per few steps.
    assert!(terms.len() < 400_000);
    assert_eq!(terms.support(all).len(), 100_000);
    let at_once = terms.and(&conjuncts);
    assert_eq!(terms.args(at_once).len(), 100_000);
    let truth = |_: Symbol| Value::Bool(true);
    assert_eq!(terms.eval(all, &truth), Value::Bool(true));
    assert_eq!(terms.eval(at_once, &truth), Value::Bool(true));
}

#[test]
fn a_long_chain_of_writes() {
    let mut terms = Terms::new();
    let sort = terms.array_sort(Sort::BitVec(64), Sort::BitVec(8));
    let m = terms.declare_var("m", sort);
    let p = terms.declare_var("p", Sort::BitVec(64));
    let mut memory = m;
    for i in 0..100_000u64 {
        let k = terms.bv(64, 4 * i);
        let at = terms.bv_add(p, k);
        let v = terms.bv(32, i);
        memory = terms.store_wide(memory, at, v);
    }
    let k = terms.bv(64, 4 * 99_990);
    let at = terms.bv_add(p, k);
    let read = terms.load(memory, at, 4);
    assert_eq!(terms.as_u64(read), Some(99_990));
}

#[test]
fn shared_terms_print_in_linear_size() {
    let mut terms = Terms::new();
    let mut t = terms.declare_var("x", Sort::BitVec(32));
    for _ in 0..1000 {
        t = terms.bv_mul(t, t);
    }
    assert!(terms.print_term(t).len() < 100_000);
    assert!(terms.pretty(t).len() < 100_000);
}

#[test]
fn deep_nesting_in_text_is_read() {
    let mut terms = Terms::new();
    let n = 300_000;
    let mut text = String::new();
    for _ in 0..n {
        text.push_str("(bvmul y ");
    }
    text.push('x');
    text.extend(std::iter::repeat_n(')', n));
    let t =
        terms.parse_term(&text, &mut |terms, name| Some(terms.declare_var(name, Sort::BitVec(16)))).unwrap();
    assert!(terms.size(t) > n);
    let unclosed: String = std::iter::repeat_n('(', n).collect();
    assert!(terms.parse_term(&unclosed, &mut |_, _| None).is_err());
}
