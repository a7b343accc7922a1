//! Text forms, sort errors, hashes, import, and small queries.

use maymust_term::*;
use rustc_hash::FxHashMap;

fn arena() -> (Terms, TermId, TermId, TermId) {
    let mut terms = Terms::new();
    let x = terms.declare_var("x", Sort::BitVec(32));
    let y = terms.declare_var("y", Sort::BitVec(32));
    let p = terms.declare_var("p", Sort::Bool);
    (terms, x, y, p)
}

#[test]
fn c_like_form() {
    let (mut terms, x, y, p) = arena();
    let one = terms.bv(32, 1);
    let sum = terms.bv_add(x, one);
    let less = terms.slt(sum, y);
    assert_eq!(terms.pretty(less), "x + 1 < y");
    let le = terms.sle(x, y);
    assert_eq!(terms.pretty(le), "y >= x");
    let minus = terms.bv_i64(32, -5);
    let t = terms.bv_add(x, minus);
    assert_eq!(terms.pretty(t), "x - 5");
    let t = terms.slt(x, minus);
    assert_eq!(terms.pretty(t), "x < -5");
    let t = terms.sgt(x, one);
    assert_eq!(terms.pretty(t), "x >= 2");
    let c = terms.ult(x, y);
    let either = terms.or2(c, p);
    assert_eq!(terms.pretty(either), "x <u y || p");
    let both = terms.and2(either, less);
    assert_eq!(terms.pretty(both), "x + 1 < y && (x <u y || p)");
    let ne = terms.ne(x, y);
    assert_eq!(terms.pretty(ne), "x != y");
    let product = terms.bv_mul(sum, y);
    assert_eq!(terms.pretty(product), "y * (x + 1)");
    let t = terms.ite(p, x, y);
    let t = terms.bv_sub(t, x);
    assert_eq!(terms.pretty(t), "(p ? x : y) - x");
    let low = terms.extract(product, 7, 0);
    assert_eq!(terms.pretty(low), "(u8)(y * (x + 1))");
    let bytes = terms.array_sort(Sort::BitVec(32), Sort::BitVec(8));
    let m = terms.declare_var("m", bytes);
    let read = terms.load(m, x, 4);
    assert_eq!(terms.pretty(read), "load4(m, x)");
    let byte = terms.select(m, x);
    assert_eq!(terms.pretty(byte), "m[x]");
    let pi = terms.fp_f64(3.5);
    let d = terms.declare_var("d", Sort::Float(FloatFormat::F64));
    let t = terms.fp_add(Rounding::NearestEven, d, pi);
    assert_eq!(terms.pretty(t), "d + 3.5");
}

#[test]
fn names_round_trip() {
    let mut terms = Terms::new();
    for name in ["x", "main::x", "a b", "let", "?1", "??", "1x", "|", "a\\b", "RNE", "é", ""] {
        let s = terms.declare(name, Sort::BitVec(8));
        let v = terms.var(s);
        let double = terms.bv_mul(v, v);
        let quadruple = terms.bv_mul(double, double);
        let text = terms.print_term(quadruple);
        let back = terms.parse_term(&text, &mut |terms, n| {
            let s = terms.lookup(n)?;
            Some(terms.var(s))
        });
        assert_eq!(back, Ok(quadruple), "{text}");
    }
}

#[test]
fn bad_text_is_an_error() {
    let cases = [
        "",
        "(",
        ")",
        "(bvadd x",
        "(bvadd x p)",
        "(nonsense x)",
        "x y",
        "()",
        "(let x y)",
        "(let ((a)) a)",
        "unknown",
        "#xg",
        "#b",
        "(_ bv1 0)",
        "((_ extract 40 0) x)",
        "((_ extract 1) x)",
        "(ite p x)",
        "(_ NaN 1 1)",
        "((as const Bool) x)",
        "(table Bool #x0 #x0)",
        "(table (Array (_ BitVec 1) (_ BitVec 8)) #b0 #x00 #x01 #x02 #x03)",
        "(table (Array (_ BitVec 4) (_ BitVec 8)) #x0 x)",
        "((_ repeat 0) x)",
        "((_ repeat 4294967295) x)",
        "((_ zero_extend 4294967295) x)",
        "((_ load 4294967295) m x)",
        "|x",
        "(fp.add RNE x x)",
        "(fp #b0 x)",
        "(- )",
        "(not)",
        "((_ to_fp 90 4) RNE x)",
    ];
    let (mut terms, ..) = arena();
    for text in cases {
        let result = terms.parse_term(text, &mut |terms, n| {
            let s = terms.lookup(n)?;
            Some(terms.var(s))
        });
        assert!(result.is_err(), "{text:?} was read as {result:?}");
    }
    for text in ["", "(_ BitVec 0)", "(_ BitVec 65537)", "Foo", "(Array Bool)", "Bool Bool"] {
        assert!(terms.parse_sort(text).is_err(), "{text:?}");
    }
}

#[test]
fn sorts_round_trip() {
    let mut terms = Terms::new();
    for text in [
        "Bool",
        "Int",
        "(_ BitVec 32)",
        "(_ FloatingPoint 8 24)",
        "(Array (_ BitVec 64) (_ BitVec 8))",
        "(Array Int (Array Bool (_ BitVec 65536)))",
    ] {
        let sort = terms.parse_sort(text).unwrap();
        assert_eq!(terms.sort_text(sort), text);
    }
    assert_eq!(terms.parse_sort("Float64").unwrap(), Sort::Float(FloatFormat::F64));
}

#[test]
fn sort_errors_are_told() {
    let (mut terms, x, _, p) = arena();
    assert!(terms.try_app(Op::BvAdd, &[x, p]).is_err());
    assert!(terms.try_app(Op::BvAdd, &[x]).is_err());
    assert!(terms.try_app(Op::Not, &[x]).is_err());
    assert!(terms.try_app(Op::Ite, &[p, x, p]).is_err());
    assert!(terms.try_app(Op::Select, &[x, x]).is_err());
    assert!(terms.try_app(Op::Extract { hi: 32, lo: 0 }, &[x]).is_err());
    assert!(terms.try_app(Op::Extract { hi: 0, lo: 1 }, &[x]).is_err());
    let e = terms.try_app(Op::BvAdd, &[x, p]).unwrap_err();
    assert_eq!(e.to_string(), "BvAdd does not take ((_ BitVec 32), Bool)");
}

#[test]
fn hashes_depend_on_names_and_structure_alone() {
    let (mut one, x, y, _) = arena();
    let t = one.bv_mul(x, y);
    let mut two = Terms::new();
    let other = two.declare_var("other", Sort::Bool);
    let y2 = two.declare_var("y", Sort::BitVec(32));
    let x2 = two.declare_var("x", Sort::BitVec(32));
    let u = two.bv_mul(y2, x2);
    assert_eq!(one.stable_hash(t), two.stable_hash(u));
    assert_ne!(one.stable_hash(x), two.stable_hash(y2));
    assert_ne!(two.stable_hash(other), two.stable_hash(x2));
    let wide = two.declare_var("x64", Sort::BitVec(64));
    let narrow = two.declare_var("x32", Sort::BitVec(32));
    assert_ne!(two.stable_hash(wide), two.stable_hash(narrow));
    // A fixed point: the hash is kept on disk, so it must not change with the program's version.
    assert_eq!(format!("{:032x}", one.stable_hash(t)), GOLDEN);
}

const GOLDEN: &str = "2f7bf35a423ccc67d88012715fb7e3e2";

#[test]
fn array_values_are_canonical() {
    let bit = |b: u64| Value::bv(1, b);
    let zero = ArrayValue::constant(Value::bv(8, 0)).store(bit(0), Value::bv(8, 1));
    let one = ArrayValue::constant(Value::bv(8, 1)).store(bit(1), Value::bv(8, 0));
    assert_eq!(zero, one);
    let mut a = ArrayValue::constant(Value::bv(8, 7));
    let mut b = ArrayValue::constant(Value::bv(8, 9));
    for i in 0..16 {
        a = a.store(Value::bv(4, i), Value::bv(8, i % 3));
        b = b.store(Value::bv(4, 15 - i), Value::bv(8, (15 - i) % 3));
    }
    assert_eq!(a, b);
    assert_eq!(a.cmp(&b), std::cmp::Ordering::Equal);
    let undone = a.clone().store(Value::bv(4, 3), Value::bv(8, 200));
    assert_ne!(undone, a);
    assert_eq!(undone.store(Value::bv(4, 3), Value::bv(8, 0)), a);
}

#[test]
fn replacement_and_substitution() {
    let (mut terms, x, y, p) = arena();
    let sum = terms.bv_add(x, y);
    let product = terms.bv_mul(sum, sum);
    let map: FxHashMap<TermId, TermId> = [(sum, x)].into_iter().collect();
    let replaced = terms.replace(product, &map);
    let square = terms.bv_mul(x, x);
    assert_eq!(replaced, square);
    // All at once: x and y are swapped.
    let (sx, sy) = (terms.as_var(x).unwrap(), terms.as_var(y).unwrap());
    let map: FxHashMap<Symbol, TermId> = [(sx, y), (sy, x)].into_iter().collect();
    let difference = terms.bv_sub(x, y);
    let swapped = terms.substitute(difference, &map);
    let expected = terms.bv_sub(y, x);
    assert_eq!(swapped, expected);
    assert_eq!(terms.substitute(p, &map), p);
    assert_eq!(terms.size(product), 4);
    assert_eq!(terms.cone(sum), vec![x, y, sum]);
}

#[test]
fn names_with_two_sorts_are_kept_apart() {
    let mut terms = Terms::new();
    let a = terms.declare("a", Sort::Bool);
    let b = terms.declare("a", Sort::Int);
    assert_ne!(a, b);
    assert_eq!(terms.declare("a", Sort::Bool), a);
    assert_eq!(terms.declare("a", Sort::Int), b);
    assert_eq!(terms.symbol_name(b), "a!1");
    // The suffixed name is taken, but it is not what was declared: no two meanings in one symbol.
    let c = terms.declare("a!1", Sort::Int);
    assert_ne!(c, b);
    assert_eq!(terms.declare("a!1", Sort::Int), c);
    assert_eq!(terms.declare("a", Sort::Int), b);
    let f = terms.fresh("a", Sort::Bool);
    assert_ne!(f, a);
}

#[test]
fn x87_memory_form() {
    let mut terms = Terms::new();
    let d = terms.declare_var("d", Sort::Float(FloatFormat::X87));
    let bits = terms.fp_to_x87_bits(d);
    assert_eq!(terms.width(bits), 80);
    let back = terms.fp_from_x87_bits(bits);
    assert_eq!(back, d);
    let s = terms.as_var(d).unwrap();
    let one = FloatValue::from_f64(1.0).convert(FloatFormat::X87, Rounding::Zero);
    let value = terms.eval(bits, &|t: Symbol| {
        assert_eq!(t, s);
        Value::Float(one.clone())
    });
    assert_eq!(value, Value::Bv(BvValue::new(80, 0x3fff_8000_0000_0000_0000)));
}
