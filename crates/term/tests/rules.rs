//! Every rule: where it applies, where it does not, and that both sides mean the same (by
//! evaluation, and by z3 if that is installed).
//!
//! A case is read twice: into an arena without rules, which keeps it as written and gives it its
//! meaning, and from there into one with rules. Sorts of symbols: `p q r` truth values, `x y z`
//! 4 bits, `w` 8 bits, `k` one bit, `a b` 16 bits, `d` 80 bits, `m n` memory from 16 bits to bytes,
//! `t` an array from truth values to 4 bits, `i j` integers, `f g` small floats, `h` a single.

use maymust_term::*;
use std::collections::BTreeMap;

fn sort_of(terms: &mut Terms, name: &str) -> Option<Sort> {
    Some(match name {
        "p" | "q" | "r" => Sort::Bool,
        "x" | "y" | "z" => Sort::BitVec(4),
        "w" => Sort::BitVec(8),
        "k" => Sort::BitVec(1),
        "a" | "b" => Sort::BitVec(16),
        "d" => Sort::BitVec(80),
        "m" | "n" => terms.array_sort(Sort::BitVec(16), Sort::BitVec(8)),
        "t" => terms.array_sort(Sort::Bool, Sort::BitVec(4)),
        "i" | "j" => Sort::Int,
        "f" | "g" => Sort::Float(FloatFormat { exp: 3, sig: 4 }),
        "h" => Sort::Float(FloatFormat::F32),
        _ => return None,
    })
}

fn read(terms: &mut Terms, text: &str) -> TermId {
    let lookup = &mut |terms: &mut Terms, name: &str| {
        let sort = sort_of(terms, name)?;
        Some(terms.declare_var(name, sort))
    };
    terms.parse_term(text, lookup).unwrap_or_else(|e| panic!("{e}: {text}"))
}

struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0.wrapping_mul(0x2545_f491_4f6c_dd1d) >> 8
    }
}

fn bits_of(sort: Sort) -> Option<u32> {
    match sort {
        Sort::Bool => Some(1),
        Sort::BitVec(w) => Some(w),
        Sort::Float(f) => Some(f.width()),
        _ => None,
    }
}

/// The value of a sort with these bits.
fn value_of(terms: &Terms, sort: Sort, bits: BvValue, random: &mut Random) -> Value {
    match sort {
        Sort::Bool => Value::Bool(bits.bit(0)),
        Sort::BitVec(_) => Value::Bv(bits),
        Sort::Float(f) => Value::float_bits(f, bits),
        Sort::Int => Value::Int(((random.next() % 21) as i64 - 10).into()),
        Sort::Array(_) => {
            let (index, element) = terms.array_parts(sort).unwrap();
            let mut any = |s: Sort| {
                let w = bits_of(s).unwrap();
                let v = BvValue::from_u64(w, random.next());
                value_of(terms, s, v, &mut Random(random.next() | 1))
            };
            let mut array = ArrayValue::constant(any(element));
            for _ in 0..6 {
                array = array.store(any(index), any(element));
            }
            Value::Array(array)
        }
    }
}

/// Both terms have the same value, for all values of the symbols if those are few.
fn equivalent(terms: &Terms, left: TermId, right: TermId, what: &str) {
    let symbols = terms.support_of(&[left, right]);
    let total: Option<u32> = symbols.iter().map(|s| bits_of(terms.symbol_sort(*s))).sum();
    let exhaustive = total.is_some_and(|n| n <= 14);
    let rounds = if exhaustive { 1u64 << total.unwrap() } else { 3000 };
    let mut random = Random(0x1234_5678_9abc_def1);
    for n in 0..rounds {
        let mut rest = n;
        let mut model = BTreeMap::new();
        for &s in &symbols {
            let sort = terms.symbol_sort(s);
            let width = bits_of(sort).unwrap_or(1);
            let bits = if exhaustive {
                let b = BvValue::from_u64(width, rest);
                rest >>= width;
                b
            } else {
                let any = BvValue::from_u64(width, random.next());
                if n % 3 == 0 { any.lshr_by(width / 2) } else { any }
            };
            model.insert(s, value_of(terms, sort, bits, &mut random));
        }
        let get = |s: Symbol| model[&s].clone();
        let (l, r) = (terms.eval(left, &get), terms.eval(right, &get));
        assert_eq!(l, r, "{what} under {model:?}");
    }
}

/// A script that asks whether two terms of an arena can differ.
fn question(terms: &mut Terms, left: TermId, right: TermId) -> String {
    let mut standard = Standard::new();
    let (l, r) = (standard.translate(terms, left), standard.translate(terms, right));
    let conditions = standard.take_conditions();
    let differ = terms.ne(l, r);
    let mut roots = conditions;
    roots.push(differ);
    let mut out = String::from("(push)\n");
    for s in terms.support_of(&roots) {
        let sort = terms.sort_text(terms.symbol_sort(s));
        out.push_str(&format!("(declare-const {} {sort})\n", terms.symbol_name(s)));
    }
    for root in roots {
        out.push_str(&format!("(assert {})\n", terms.print_term(root)));
    }
    out.push_str("(check-sat)\n(pop)\n");
    out
}

/// What our operators on ranges are, for the memory of the cases.
const RANGES: &str = "\
    (define-sort I () (_ BitVec 16))\n\
    (define-sort E () (_ BitVec 8))\n\
    (define-fun array_fill ((a (Array I E)) (s I) (n I) (e E)) (Array I E)\n\
      (lambda ((i I)) (ite (bvult (bvsub i s) n) e (select a i))))\n\
    (define-fun array_copy ((a (Array I E)) (t I) (n I) (b (Array I E)) (f I)) (Array I E)\n\
      (lambda ((i I)) (ite (bvult (bvsub i t) n) (select b (bvadd f (bvsub i t))) (select a i))))\n";

/// Runs a script on z3, if that is installed; each answer must be `unsat`.
fn all_unsat(script: &str, names: &[&str]) {
    use std::io::Write;
    use std::process::{Command, Stdio};
    let mut command = Command::new("z3");
    command.args(["-in", "-T:600"]).stdin(Stdio::piped()).stdout(Stdio::piped());
    let Ok(mut child) = command.spawn() else { return };
    let mut stdin = child.stdin.take().unwrap();
    let text = format!("{RANGES}{script}");
    let writer = std::thread::spawn(move || stdin.write_all(text.as_bytes()));
    let output = child.wait_with_output().unwrap();
    writer.join().unwrap().unwrap();
    let answers = String::from_utf8_lossy(&output.stdout).into_owned();
    let answers: Vec<&str> = answers.lines().collect();
    for (name, answer) in names.iter().zip(&answers) {
        assert_eq!(*answer, "unsat", "z3 on {name}");
    }
    assert_eq!(answers.len(), names.len(), "z3 stopped early: {answers:?}");
}

/// Left becomes right.
fn becomes(cases: &[(&str, &str)], rule: bool) {
    let mut script = String::new();
    for (left, right) in cases {
        let mut plain = Terms::without_rules();
        let (l, r) = (read(&mut plain, left), read(&mut plain, right));
        equivalent(&plain, l, r, &format!("{left} and {right}"));
        let mut terms = Terms::new();
        let (new_l, new_r) = (terms.import_by_name(&plain, l), terms.import_by_name(&plain, r));
        assert_eq!(
            new_l,
            new_r,
            "{left} became {}, not {}",
            terms.print_term(new_l),
            terms.print_term(new_r)
        );
        let changed = terms.print_term(new_l) != plain.print_term(l);
        assert!(changed || !rule, "no rule applied to {left}");
        script.push_str(&question(&mut plain, l, r));
    }
    let names: Vec<&str> = cases.iter().map(|c| c.0).collect();
    all_unsat(&script, &names);
}

fn applies(cases: &[(&str, &str)]) {
    becomes(cases, true);
}

/// An operator that is made of others.
fn abbreviates(cases: &[(&str, &str)]) {
    becomes(cases, false);
}

/// The term keeps its operator and size.
fn stays(cases: &[&str]) {
    for text in cases {
        let mut plain = Terms::without_rules();
        let t = read(&mut plain, text);
        let mut terms = Terms::new();
        let new = terms.import_by_name(&plain, t);
        let shape = |terms: &Terms, t| (terms.op(t), terms.size(t));
        assert_eq!(shape(&terms, new), shape(&plain, t), "{text} became {}", terms.print_term(new));
    }
}

#[test]
fn truth_values() {
    applies(&[
        ("(not (not p))", "p"),
        ("(not true)", "false"),
        ("(and p true)", "p"),
        ("(and p false)", "false"),
        ("(and p p)", "p"),
        ("(and p (not p))", "false"),
        ("(and q (and p r))", "(and p q r)"),
        ("(or p q)", "(not (and (not p) (not q)))"),
        ("(or p false)", "p"),
        ("(or p true)", "true"),
        ("(or p (not p))", "true"),
        ("(and p (or p q))", "p"),
        ("(and p (or (not p) q))", "(and p q)"),
        ("(or p (and p q))", "p"),
        ("(or p (and (not p) q))", "(or p q)"),
        ("(and (= x #x1) (= x #x2))", "false"),
        ("(= p true)", "p"),
        ("(= p false)", "(not p)"),
        ("(= p p)", "true"),
        ("(= p (not p))", "false"),
        ("(= (not p) (not q))", "(= p q)"),
        ("(= (not p) q)", "(not (= p q))"),
    ]);
    stays(&["(and p q)", "(not p)", "(= p q)", "(not (and p q))", "(and (= x #x1) (= y #x2))"]);
}

#[test]
fn bounds() {
    applies(&[
        ("(and (= x #x3) (bvult x #x5))", "(= x #x3)"),
        ("(and (= x #x6) (bvult x #x5))", "false"),
        ("(and (bvslt x #x0) (= x #x6))", "false"),
        ("(and (= x #x6) (not (= x #x5)))", "(= x #x6)"),
        ("(and (bvult x #x5) (not (= x #x7)))", "(bvult x #x5)"),
        ("(and (bvult x #x5) (bvult x #x7))", "(bvult x #x5)"),
        ("(and (not (bvslt x #x5)) (not (bvslt x #x2)))", "(not (bvslt x #x5))"),
        ("(and (not (bvult x #x5)) (bvult x #x4))", "false"),
        ("(and (not (bvslt x #xd)) (bvslt x #xe))", "(= x #xd)"),
        ("(or (bvult x #x5) (bvult x #x7))", "(bvult x #x7)"),
        ("(or (not (bvult x #x5)) (bvult x #x7))", "true"),
    ]);
    stays(&[
        "(and (bvult x #x5) (bvult y #x7))",
        "(and (bvult x #x5) (bvslt x #x3))",
        "(and (bvult x #x5) (not (= x #x3)))",
        "(and (not (bvult x #x5)) (bvult x #x7))",
        "(and (not (= x #x5)) (not (= x #x7)))",
    ]);
}

#[test]
fn choices() {
    applies(&[
        ("(ite true x y)", "x"),
        ("(ite false x y)", "y"),
        ("(ite p x x)", "x"),
        ("(ite (not p) x y)", "(ite p y x)"),
        ("(ite p (ite p x y) z)", "(ite p x z)"),
        ("(ite p x (ite p y z))", "(ite p x z)"),
        ("(ite p (ite q x y) y)", "(ite (and p q) x y)"),
        ("(ite p (ite q x y) x)", "(ite (and p (not q)) y x)"),
        ("(ite p x (ite q x y))", "(ite (or p q) x y)"),
        ("(ite p y (ite q x y))", "(ite (or p (not q)) y x)"),
        ("(ite (= x y) x y)", "y"),
        ("(ite (= x #x3) #x3 x)", "x"),
        ("(ite p ((_ zero_extend 4) x) ((_ zero_extend 4) y))", "((_ zero_extend 4) (ite p x y))"),
        ("(ite p ((_ sign_extend 4) x) ((_ sign_extend 4) y))", "((_ sign_extend 4) (ite p x y))"),
        ("(ite p true q)", "(or p q)"),
        ("(ite p q false)", "(and p q)"),
        ("(ite p false q)", "(and (not p) q)"),
        ("(ite p q true)", "(or (not p) q)"),
        ("(ite p p q)", "(or p q)"),
        ("(ite p q p)", "(and p q)"),
        ("(ite p (not p) q)", "(and (not p) q)"),
        ("(ite p q (not p))", "(or (not p) q)"),
        ("(ite p q (not q))", "(= p q)"),
    ]);
    stays(&["(ite p x y)", "(ite p #x1 #x0)", "(ite p (ite q x y) z)", "(ite p q r)"]);
}

#[test]
fn sums() {
    applies(&[
        ("(bvadd x #x0)", "x"),
        ("(bvadd #x3 #xe)", "#x1"),
        ("(bvadd (bvadd x #x3) #x4)", "(bvadd x #x7)"),
        ("(bvadd (bvadd x #x3) y)", "(bvadd (bvadd x y) #x3)"),
        ("(bvadd (bvsub #x3 x) #x4)", "(bvsub #x7 x)"),
        ("(bvadd (bvsub #x3 x) y)", "(bvadd (bvsub y x) #x3)"),
        ("(bvadd (bvnot x) #x4)", "(bvsub #x3 x)"),
        ("(bvadd (bvnot x) #x1)", "(bvneg x)"),
        ("(bvadd (bvneg x) #x4)", "(bvsub #x4 x)"),
        ("(bvadd (bvneg x) y)", "(bvsub y x)"),
        ("(bvadd (bvsub x y) y)", "x"),
        ("(bvadd (bvsub x y) (bvsub y z))", "(bvsub x z)"),
        ("(bvadd (bvnot x) x)", "#xf"),
        ("(bvadd x x)", "(bvshl x #x1)"),
        ("(bvadd (ite p #x1 #x2) #x5)", "(ite p #x6 #x7)"),
        ("(bvsub x x)", "#x0"),
        ("(bvsub x #x3)", "(bvadd x #xd)"),
        ("(bvsub #x0 x)", "(bvneg x)"),
        ("(bvsub #xf x)", "(bvnot x)"),
        ("(bvsub #x5 (bvadd x #x2))", "(bvsub #x3 x)"),
        ("(bvsub #x5 (bvsub #x2 x))", "(bvadd x #x3)"),
        ("(bvsub #x5 (bvneg x))", "(bvadd x #x5)"),
        ("(bvsub #x5 (bvnot x))", "(bvadd x #x6)"),
        ("(bvsub (bvadd x #x3) y)", "(bvadd (bvsub x y) #x3)"),
        ("(bvsub x (bvadd y #x3))", "(bvadd (bvsub x y) #xd)"),
        ("(bvsub (bvsub #x3 x) y)", "(bvsub #x3 (bvadd x y))"),
        ("(bvsub x (bvsub #x3 y))", "(bvadd (bvadd x y) #xd)"),
        ("(bvsub (bvadd x y) y)", "x"),
        ("(bvsub x (bvadd x y))", "(bvneg y)"),
        ("(bvsub (bvadd x z) (bvadd y z))", "(bvsub x y)"),
        ("(bvsub x (bvneg y))", "(bvadd x y)"),
        ("(bvsub x (bvsub x y))", "y"),
        ("(bvsub (bvsub x y) x)", "(bvneg y)"),
        ("(bvneg (bvneg x))", "x"),
        ("(bvneg (bvsub x y))", "(bvsub y x)"),
        ("(bvneg (bvnot x))", "(bvadd x #x1)"),
        ("(bvneg (bvadd x #x3))", "(bvsub #xd x)"),
        ("(bvneg (ite p #x1 #x2))", "(ite p #xf #xe)"),
    ]);
    stays(&[
        "(bvadd x y)",
        "(bvadd x #x3)",
        "(bvsub x y)",
        "(bvsub #x3 x)",
        "(bvneg x)",
        "(bvadd (bvadd x y) #x3)",
    ]);
}

#[test]
fn products_and_quotients() {
    applies(&[
        ("(bvmul x #x0)", "#x0"),
        ("(bvmul x #x1)", "x"),
        ("(bvmul x #xf)", "(bvneg x)"),
        ("(bvmul x #x4)", "(bvshl x #x2)"),
        ("(bvmul (bvmul x #x3) #x5)", "(bvneg x)"),
        ("(bvmul (bvneg x) #x3)", "(bvmul x #xd)"),
        ("(bvmul (bvadd x #x2) #x3)", "(bvadd (bvmul x #x3) #x6)"),
        ("(bvmul (bvshl x #x1) #x3)", "(bvmul x #x6)"),
        ("(bvmul (bvneg x) y)", "(bvneg (bvmul x y))"),
        ("(bvudiv x #x1)", "x"),
        ("(bvudiv x #x0)", "#xf"),
        ("(bvudiv x #x4)", "((_ zero_extend 2) ((_ extract 3 2) x))"),
        ("(bvudiv (bvor x #x1) (bvor x #x1))", "#x1"),
        ("(bvudiv #x0 (bvor x #x1))", "#x0"),
        ("(bvudiv (bvand x #x5) #x6)", "#x0"),
        ("(bvadd (bvurem x y) (bvmul (bvudiv x y) y))", "x"),
        ("(bvadd (bvmul #x3 (bvudiv x #x3)) (bvurem x #x3))", "x"),
        ("(bvadd (bvsrem x y) (bvmul y (bvsdiv x y)))", "x"),
        ("(bvsub x (bvmul (bvudiv x y) y))", "(bvurem x y)"),
        ("(bvsub x (bvmul #x3 (bvsdiv x #x3)))", "(bvsrem x #x3)"),
        ("(bvurem x x)", "#x0"),
        ("(bvurem #x0 x)", "#x0"),
        ("(bvurem x #x0)", "x"),
        ("(bvurem x #x1)", "#x0"),
        ("(bvurem x #x4)", "((_ zero_extend 2) ((_ extract 1 0) x))"),
        ("(bvurem (bvand x #x5) #x6)", "(bvand x #x5)"),
        ("(bvsdiv x #x1)", "x"),
        ("(bvsdiv x #xf)", "(bvneg x)"),
        ("(bvsdiv (bvand x #x6) #x3)", "(bvudiv (bvand x #x6) #x3)"),
        ("(bvsrem x x)", "#x0"),
        ("(bvsrem x #x0)", "x"),
        ("(bvsrem x #x1)", "#x0"),
        ("(bvsrem x #xf)", "#x0"),
        ("(bvsrem (bvand x #x6) #x3)", "(bvurem (bvand x #x6) #x3)"),
        ("(bvsmod x x)", "#x0"),
        ("(bvsmod (bvand x #x6) #x3)", "(bvurem (bvand x #x6) #x3)"),
    ]);
    stays(&[
        "(bvmul x y)",
        "(bvmul x #x3)",
        "(bvudiv x y)",
        "(bvadd (bvurem x y) (bvmul (bvudiv x z) y))",
        "(bvadd (bvsrem x y) (bvmul (bvudiv x y) y))",
        "(bvsub x (bvmul (bvudiv y x) x))",
        "(bvudiv x #x3)",
        "(bvudiv x x)",
        "(bvurem x y)",
        "(bvsdiv x #x0)",
        "(bvsrem x #x3)",
        "(bvsmod x #x3)",
    ]);
}

#[test]
fn bits() {
    applies(&[
        ("(bvnot (bvnot x))", "x"),
        ("(bvnot (bvneg x))", "(bvadd x #xf)"),
        ("(bvnot (bvadd x #x3))", "(bvsub #xc x)"),
        ("(bvnot (bvsub #x3 x))", "(bvadd x #xc)"),
        ("(bvnot (bvxor x #x3))", "(bvxor x #xc)"),
        ("(bvnot (ite p #x1 #x2))", "(ite p #xe #xd)"),
        ("(bvand x x)", "x"),
        ("(bvand x #x0)", "#x0"),
        ("(bvand x #xf)", "x"),
        ("(bvand x (bvnot x))", "#x0"),
        ("(bvand x (bvor x y))", "x"),
        ("(bvand (bvand x #x6) #x3)", "(bvand x #x2)"),
        ("(bvand (bvand x #x6) y)", "(bvand (bvand x y) #x6)"),
        ("(bvand x #x3)", "((_ zero_extend 2) ((_ extract 1 0) x))"),
        ("(bvand (bvand x #x6) #xe)", "(bvand x #x6)"),
        ("(bvand (ite p #x1 #x0) (ite q #x1 #x0))", "(ite (and p q) #x1 #x0)"),
        ("(bvand (ite p #x1 #x0) (ite q #x0 #x1))", "(ite (and p (not q)) #x1 #x0)"),
        ("(bvor x x)", "x"),
        ("(bvor x #x0)", "x"),
        ("(bvor x #xf)", "#xf"),
        ("(bvor x (bvnot x))", "#xf"),
        ("(bvor x (bvand x y))", "x"),
        ("(bvor (bvor x #x6) #x3)", "(bvor x #x7)"),
        ("(bvor (bvor x #x6) #x2)", "(bvor x #x6)"),
        ("(bvor (ite p #x1 #x0) (ite q #x1 #x0))", "(ite (or p q) #x1 #x0)"),
        ("(bvor (bvshl x #x2) (bvand y #x3))", "(concat ((_ extract 1 0) x) ((_ extract 1 0) y))"),
        ("(bvxor x x)", "#x0"),
        ("(bvxor x #x0)", "x"),
        ("(bvxor x #xf)", "(bvnot x)"),
        ("(bvxor x (bvnot x))", "#xf"),
        ("(bvxor (bvnot x) y)", "(bvnot (bvxor x y))"),
        ("(bvxor x (bvxor x y))", "y"),
        ("(bvxor (bvxor x #x6) #x3)", "(bvxor x #x5)"),
        ("(bvxor (ite p #x1 #x0) (ite q #x1 #x0))", "(ite (xor p q) #x1 #x0)"),
        ("(bvand ((_ zero_extend 4) x) ((_ zero_extend 4) y))", "((_ zero_extend 4) (bvand x y))"),
        ("(bvand ((_ zero_extend 4) x) #xf6)", "((_ zero_extend 4) (bvand x #x6))"),
        ("(bvor ((_ zero_extend 4) x) #x06)", "((_ zero_extend 4) (bvor x #x6))"),
        ("(bvxor ((_ sign_extend 4) x) #xfa)", "((_ sign_extend 4) (bvxor x #xa))"),
    ]);
    stays(&[
        "(bvnot x)",
        "(bvand x y)",
        "(bvand x #x6)",
        "(bvor x #x6)",
        "(bvxor x #x6)",
        "(bvor ((_ zero_extend 4) x) #x16)",
        "(bvxor ((_ sign_extend 4) x) #x36)",
        "(bvor x y)",
    ]);
}

#[test]
fn shifts() {
    applies(&[
        ("(bvshl x #x0)", "x"),
        ("(bvshl #x0 x)", "#x0"),
        ("(bvshl x #x4)", "#x0"),
        ("(bvshl (bvshl x #x1) #x2)", "(bvshl x #x3)"),
        ("(bvshl (bvshl x #x3) #x2)", "#x0"),
        ("(bvshl (bvadd x #x3) #x1)", "(bvadd (bvshl x #x1) #x6)"),
        ("(bvshl (bvmul x #x3) #x1)", "(bvmul x #x6)"),
        ("(bvshl (bvneg x) #x1)", "(bvneg (bvshl x #x1))"),
        ("(bvshl (ite p #x1 #x2) #x1)", "(ite p #x2 #x4)"),
        ("(bvlshr x #x0)", "x"),
        ("(bvlshr #x0 x)", "#x0"),
        ("(bvlshr x #x4)", "#x0"),
        ("(bvlshr x #x1)", "((_ zero_extend 1) ((_ extract 3 1) x))"),
        ("(bvlshr (bvshl x #x1) #x1)", "((_ zero_extend 1) ((_ extract 2 0) x))"),
        ("(bvashr x #x0)", "x"),
        ("(bvashr #xf x)", "#xf"),
        ("(bvashr x #x1)", "((_ sign_extend 1) ((_ extract 3 1) x))"),
        ("(bvashr x #x9)", "((_ sign_extend 3) ((_ extract 3 3) x))"),
        ("(bvashr (bvand x #x6) y)", "(bvlshr (bvand x #x6) y)"),
    ]);
    stays(&["(bvshl x #x1)", "(bvshl x y)", "(bvlshr x y)", "(bvashr x y)", "(bvshl #x1 x)"]);
}

#[test]
fn slices() {
    applies(&[
        ("((_ extract 3 0) x)", "x"),
        ("((_ extract 1 0) ((_ extract 3 1) x))", "((_ extract 2 1) x)"),
        ("((_ extract 3 0) (concat x y))", "y"),
        ("((_ extract 7 4) (concat x y))", "x"),
        ("((_ extract 5 2) (concat x y))", "(concat ((_ extract 1 0) x) ((_ extract 3 2) y))"),
        ("((_ extract 2 1) ((_ zero_extend 4) x))", "((_ extract 2 1) x)"),
        ("((_ extract 7 5) ((_ zero_extend 4) x))", "#b000"),
        ("((_ extract 5 2) ((_ zero_extend 4) x))", "((_ zero_extend 2) ((_ extract 3 2) x))"),
        ("((_ extract 2 1) ((_ sign_extend 4) x))", "((_ extract 2 1) x)"),
        ("((_ extract 7 5) ((_ sign_extend 4) x))", "((_ sign_extend 2) ((_ extract 3 3) x))"),
        ("((_ extract 5 2) ((_ sign_extend 4) x))", "((_ sign_extend 2) ((_ extract 3 2) x))"),
        ("((_ extract 3 2) (bvshl x #x2))", "((_ extract 1 0) x)"),
        ("((_ extract 1 0) (bvshl x #x2))", "#b00"),
        ("((_ extract 2 0) (bvshl x #x2))", "(bvshl ((_ extract 2 0) x) #b010)"),
        ("((_ extract 2 1) (bvshl x #x2))", "(concat ((_ extract 0 0) x) #b0)"),
        ("((_ extract 2 1) (bvnot x))", "(bvnot ((_ extract 2 1) x))"),
        ("((_ extract 3 1) (bvand x #x6))", "(bvand ((_ extract 3 1) x) #b011)"),
        ("((_ extract 2 0) (bvadd x #xb))", "(bvadd ((_ extract 2 0) x) #b011)"),
        ("((_ extract 3 0) (bvadd ((_ zero_extend 4) x) w))", "(bvadd x ((_ extract 3 0) w))"),
        ("((_ extract 3 0) (bvmul ((_ sign_extend 4) x) ((_ zero_extend 4) y)))", "(bvmul x y)"),
        ("((_ extract 3 0) (bvneg ((_ zero_extend 4) x)))", "(bvneg x)"),
        ("((_ extract 3 0) (ite p #x12 w))", "(ite p #x2 ((_ extract 3 0) w))"),
        ("((_ extract 15 8) ((_ load 4) (store m b w) a))", "(select (store m b w) (bvadd a #x0001))"),
        ("((_ extract 31 16) ((_ load 4) (store m b w) a))", "((_ load 2) (store m b w) (bvadd a #x0002))"),
        ("(concat ((_ extract 3 2) x) ((_ extract 1 0) x))", "x"),
        ("(concat ((_ extract 2 2) x) ((_ extract 1 1) x))", "((_ extract 2 1) x)"),
        ("(concat #x0 x)", "((_ zero_extend 4) x)"),
        ("(concat ((_ zero_extend 2) k) x)", "((_ zero_extend 2) (concat k x))"),
        ("(concat #x1 (concat #x2 x))", "(concat #x12 x)"),
        ("(concat (concat x #x1) #x2)", "(concat x #x12)"),
        ("(concat ((_ extract 3 3) x) x)", "((_ sign_extend 1) x)"),
        ("((_ zero_extend 0) x)", "x"),
        ("((_ sign_extend 0) x)", "x"),
        ("((_ zero_extend 2) ((_ zero_extend 2) x))", "((_ zero_extend 4) x)"),
        ("((_ sign_extend 2) ((_ sign_extend 2) x))", "((_ sign_extend 4) x)"),
        ("((_ sign_extend 2) ((_ zero_extend 2) x))", "((_ zero_extend 4) x)"),
        ("((_ sign_extend 4) (bvand x #x6))", "((_ zero_extend 4) (bvand x #x6))"),
        ("((_ zero_extend 4) (ite p #x1 #xf))", "(ite p #x01 #x0f)"),
        ("((_ sign_extend 4) (ite p #x1 #xf))", "(ite p #x01 #xff)"),
    ]);
    stays(&[
        "((_ extract 2 1) x)",
        "(concat x y)",
        "((_ zero_extend 4) x)",
        "((_ sign_extend 4) x)",
        "((_ extract 2 1) (bvadd x y))",
        "((_ extract 2 0) (bvadd x y))",
        "((_ extract 3 0) (bvudiv w #x03))",
        "(concat ((_ extract 1 0) x) ((_ extract 3 2) x))",
        "((_ extract 12 5) ((_ load 4) m a))",
        "((_ extract 15 8) ((_ load 4) m a))",
        "((_ extract 31 16) ((_ load 4) m a))",
    ]);
}

#[test]
fn comparisons() {
    applies(&[
        ("(bvult x x)", "false"),
        ("(bvule x x)", "true"),
        ("(bvslt x x)", "false"),
        ("(bvule x y)", "(not (bvult y x))"),
        ("(bvsle x y)", "(not (bvslt y x))"),
        ("(bvsge x y)", "(not (bvslt x y))"),
        ("(bvult x #x0)", "false"),
        ("(bvult x #x1)", "(= x #x0)"),
        ("(bvult x #xf)", "(not (= x #xf))"),
        ("(bvult #xf x)", "false"),
        ("(bvult #x3 x)", "(not (bvult x #x4))"),
        ("(bvult #x0 x)", "(not (= x #x0))"),
        ("(bvslt x #x8)", "false"),
        ("(bvslt x #x9)", "(= x #x8)"),
        ("(bvslt x #x7)", "(not (= x #x7))"),
        ("(bvslt #x7 x)", "false"),
        ("(bvslt #x3 x)", "(not (bvslt x #x4))"),
        ("(bvult (bvand x #x6) #x7)", "true"),
        ("(bvult (bvor x #x6) #x5)", "false"),
        ("(bvslt (bvor x #x8) #x0)", "true"),
        ("(bvslt (bvand x #x6) (bvor y #x8))", "false"),
        ("(bvslt (bvand x #x6) #x5)", "(bvult (bvand x #x6) #x5)"),
        ("(bvult ((_ zero_extend 4) x) ((_ zero_extend 4) y))", "(bvult x y)"),
        ("(bvslt ((_ zero_extend 4) x) ((_ zero_extend 4) y))", "(bvult x y)"),
        ("(bvult ((_ zero_extend 4) x) #x09)", "(bvult x #x9)"),
        ("(bvult ((_ zero_extend 4) x) #x19)", "true"),
        ("(bvslt ((_ sign_extend 4) x) ((_ sign_extend 4) y))", "(bvslt x y)"),
        ("(bvult ((_ sign_extend 4) x) ((_ sign_extend 4) y))", "(bvult x y)"),
        ("(bvslt ((_ sign_extend 4) x) #xfa)", "(bvslt x #xa)"),
        ("(bvslt ((_ sign_extend 4) x) #x1a)", "true"),
        ("(bvslt ((_ sign_extend 4) x) #xa1)", "false"),
        ("(bvult ((_ sign_extend 4) x) #x80)", "(not (bvslt x #x0))"),
        ("(bvult (ite p #x1 #x5) #x3)", "p"),
        ("(bvslt (ite p #x1 #x5) #x3)", "p"),
        ("(bvult #x3 (ite p #x1 #x5))", "(not p)"),
        ("(bvult ((_ zero_extend 76) x) ((_ zero_extend 76) y))", "(bvult x y)"),
        ("(bvslt ((_ zero_extend 76) x) ((_ zero_extend 76) y))", "(bvult x y)"),
    ]);
    stays(&[
        "(bvult x y)",
        "(bvslt x y)",
        "(bvult x #x5)",
        "(bvslt x #x5)",
        "(bvult (bvand x #x6) #x5)",
        "(bvslt ((_ zero_extend 4) x) ((_ sign_extend 4) y))",
    ]);
}

#[test]
fn overflow() {
    applies(&[
        ("(bvuaddo x #x0)", "false"),
        ("(bvuaddo x #x3)", "(bvult #xc x)"),
        ("(bvsaddo x #x3)", "(bvslt #x4 x)"),
        ("(bvsaddo x #xd)", "(bvslt x #xb)"),
        ("(bvssubo x #x3)", "(bvslt x #xb)"),
        ("(bvssubo x #xd)", "(bvslt #x4 x)"),
        ("(bvssubo x #x8)", "(not (bvslt x #x0))"),
        ("(bvumulo x #x3)", "(bvult #x5 x)"),
        ("(bvsmulo x #x1)", "false"),
        ("(bvsmulo x #xf)", "(= x #x8)"),
        ("(bvsmulo x #x3)", "(or (bvslt x #xe) (bvslt #x2 x))"),
        ("(bvsmulo x #xd)", "(or (bvslt x #xe) (bvslt #x2 x))"),
        ("(bvuaddo (bvand x #x3) (bvand y #x4))", "false"),
        ("(bvumulo ((_ zero_extend 4) x) ((_ zero_extend 4) y))", "false"),
        ("(bvsaddo ((_ sign_extend 4) x) ((_ sign_extend 4) y))", "false"),
        ("(bvssubo ((_ sign_extend 1) x) ((_ sign_extend 1) y))", "false"),
        ("(bvsmulo ((_ sign_extend 4) x) ((_ sign_extend 4) y))", "false"),
    ]);
    stays(&[
        "(bvuaddo x y)",
        "(bvsaddo x y)",
        "(bvssubo x y)",
        "(bvumulo x y)",
        "(bvsmulo x y)",
        "(bvsmulo ((_ sign_extend 3) x) ((_ sign_extend 3) y))",
        "(bvssubo #x3 x)",
    ]);
}

#[test]
fn equations() {
    applies(&[
        ("(= x x)", "true"),
        ("(= #x1 #x2)", "false"),
        ("(= (bvand x #x6) #x1)", "false"),
        ("(= (bvnot x) #x3)", "(= x #xc)"),
        ("(= (bvneg x) #x3)", "(= x #xd)"),
        ("(= (bvadd x #x3) #x5)", "(= x #x2)"),
        ("(= (bvsub #x3 x) #x5)", "(= x #xe)"),
        ("(= (bvsub x y) #x0)", "(= x y)"),
        ("(= (bvxor x #x3) #x5)", "(= x #x6)"),
        ("(= (bvxor x y) #x0)", "(= x y)"),
        ("(= (bvmul x #x3) #x6)", "(= x #x2)"),
        ("(= (bvshl x #x2) #x3)", "false"),
        ("(= (bvshl x #x2) #xc)", "(= ((_ extract 1 0) x) #b11)"),
        ("(= (bvor x y) #x0)", "(and (= x #x0) (= y #x0))"),
        ("(= (concat x y) #x35)", "(and (= x #x3) (= y #x5))"),
        ("(= ((_ zero_extend 4) x) #x05)", "(= x #x5)"),
        ("(= ((_ zero_extend 4) x) #x15)", "false"),
        ("(= ((_ sign_extend 4) x) #xfa)", "(= x #xa)"),
        ("(= ((_ sign_extend 4) x) #x0a)", "false"),
        ("(= (ite p #x1 #x0) #x0)", "(not p)"),
        ("(= (ite p #x1 #x0) #x1)", "p"),
        ("(= (ite p #x1 #x0) #x2)", "false"),
        ("(= ((_ zero_extend 4) (ite p #x1 #x0)) #x00)", "(not p)"),
        ("(= ((_ sign_extend 4) (ite p #x1 #x0)) #x01)", "p"),
        ("(not (= (ite (bvslt x y) #x1 #x0) #x0))", "(bvslt x y)"),
        ("(= (ite p #x1 #x0) (ite q #x1 #x0))", "(= p q)"),
        ("(= (ite p x y) x)", "(or p (= x y))"),
        ("(= (ite p #x3 y) #x3)", "(or p (= y #x3))"),
        ("(= (ite p #x2 y) #x3)", "(and (not p) (= y #x3))"),
        ("(= k #b0)", "(not (= k #b1))"),
        ("(= (bvadd x #x3) x)", "false"),
        ("(= (bvadd x #x3) (bvadd x #x4))", "false"),
        ("(= (bvadd x #x3) (bvadd y #x3))", "(= x y)"),
        ("(= (bvneg x) (bvneg y))", "(= x y)"),
        ("(= (bvnot x) (bvnot y))", "(= x y)"),
        ("(= (bvadd x y) x)", "(= y #x0)"),
        ("(= (bvadd x y) (bvadd x z))", "(= y z)"),
        ("(= (bvxor x y) (bvxor x z))", "(= y z)"),
        ("(= (concat x y) (concat z x))", "(and (= x z) (= y x))"),
        ("(= ((_ zero_extend 4) x) ((_ zero_extend 4) y))", "(= x y)"),
        ("(= ((_ zero_extend 7) k) ((_ zero_extend 4) y))", "(= ((_ zero_extend 3) k) y)"),
        ("(= ((_ sign_extend 4) x) ((_ sign_extend 4) y))", "(= x y)"),
    ]);
    stays(&[
        "(= x y)",
        "(= x #x3)",
        "(= (bvmul x #x6) #x6)",
        "(= (bvadd x #x3) (bvadd y #x4))",
        "(= (concat x y) w)",
        "(= (ite p x y) z)",
        "(= k #b1)",
        "(= m n)",
    ]);
}

#[test]
fn ranges() {
    applies(&[
        ("(array_fill m a #x0000 w)", "m"),
        ("(array_fill m a #x0001 w)", "(store m a w)"),
        ("(array_fill m a #x0002 #x12)", "((_ store_wide 2) m a #x1212)"),
        ("(array_copy m a #x0000 n b)", "m"),
        ("(array_copy m a #x0001 n b)", "(store m a (select n b))"),
        ("(array_copy m a #x0002 n b)", "((_ store_wide 2) m a ((_ load 2) n b))"),
        ("(array_copy m a b m a)", "m"),
        (
            "(array_copy m a b ((as const (Array (_ BitVec 16) (_ BitVec 8))) w) #x0007)",
            "(array_fill m a b w)",
        ),
        ("(array_fill (array_fill m a b #x01) a b w)", "(array_fill m a b w)"),
        ("(array_fill (store m (bvadd a #x0003) #x01) a #x0020 w)", "(array_fill m a #x0020 w)"),
        ("(array_copy (store m (bvadd a #x0003) #x01) a #x0020 n b)", "(array_copy m a #x0020 n b)"),
        ("(array_copy m a #x0020 (store n (bvadd b #x0020) w) b)", "(array_copy m a #x0020 n b)"),
        ("(array_copy m a #x0020 (array_fill n b #x0040 w) (bvadd b #x0008))", "(array_fill m a #x0020 w)"),
        ("(select (array_fill m a #x0020 w) (bvadd a #x001f))", "w"),
        ("(select (array_fill m a #x0020 w) (bvadd a #x0020))", "(select m (bvadd a #x0020))"),
        ("(select (array_fill m a b w) #x0005)", "(ite (bvult (bvsub #x0005 a) b) w (select m #x0005))"),
        ("(select (array_copy m a #x0020 n #x0100) (bvadd a #x0003))", "(select n #x0103)"),
        ("(select (array_copy m a #x0020 n b) (bvadd a #xffff))", "(select m (bvadd a #xffff))"),
        ("((_ load 2) (array_fill m a #x0020 #x12) (bvadd a #x0003))", "#x1212"),
        ("((_ load 2) (array_fill m a #x0020 w) (bvadd a #x001f))", "(concat (select m (bvadd a #x0020)) w)"),
        ("((_ load 2) (array_fill m a #x0020 w) (bvadd a #xffff))", "(concat w (select m (bvadd a #xffff)))"),
        ("((_ load 2) (array_copy m a #x0020 n #x0100) (bvadd a #x0003))", "((_ load 2) n #x0103)"),
        ("((_ load 2) (array_fill m #x0000 ((_ zero_extend 8) w) w) #x0100)", "((_ load 2) m #x0100)"),
    ]);
    stays(&[
        "(array_fill m a b w)",
        "(array_fill m a #x0011 w)",
        "(array_fill (store m b #x01) a #x0020 w)",
        "(array_copy m a b n a)",
        "(array_copy m a b m #x0000)",
        "((_ load 2) (array_fill m a b w) a)",
        "((_ load 2) (array_copy m a #x0020 n a) b)",
    ]);
}

#[test]
fn memory() {
    applies(&[
        ("(select (store m a w) a)", "w"),
        ("(select (store m a w) (bvadd a #x0001))", "(select m (bvadd a #x0001))"),
        ("(select (store m #x0003 w) #x0004)", "(select m #x0004)"),
        ("(select ((as const (Array (_ BitVec 16) (_ BitVec 8))) w) a)", "w"),
        ("(select (store (store m b #x01) a w) a)", "w"),
        ("(select (store m (bvor a #x0001) w) (bvshl b #x0001))", "(select m (bvshl b #x0001))"),
        ("(select (ite p (store m a w) m) (bvadd a #x0002))", "(select m (bvadd a #x0002))"),
        ("(select (ite p (store m a w) m) a)", "(ite p w (select m a))"),
        ("(select (ite p (store m a #x01) (store n a #x02)) a)", "(ite p #x01 #x02)"),
        ("(store (store m a w) a #x05)", "(store m a #x05)"),
        ("(store m a (select m a))", "m"),
        (
            "(store ((as const (Array (_ BitVec 16) (_ BitVec 8))) w) a w)",
            "((as const (Array (_ BitVec 16) (_ BitVec 8))) w)",
        ),
        ("((_ load 1) m a)", "(select m a)"),
        ("((_ store_wide 1) m a w)", "(store m a w)"),
        ("((_ load 2) ((_ store_wide 2) m a b) a)", "b"),
        ("((_ load 2) ((_ store_wide 2) m a b) (bvadd a #x0002))", "((_ load 2) m (bvadd a #x0002))"),
        ("((_ load 2) ((_ store_wide 2) m a b) (bvadd a #xfffe))", "((_ load 2) m (bvadd a #xfffe))"),
        (
            "((_ load 2) ((_ store_wide 2) m a b) (bvadd a #x0001))",
            "(concat (select m (bvadd a #x0002)) ((_ extract 15 8) b))",
        ),
        (
            "((_ load 2) ((_ store_wide 2) m a b) (bvadd a #xffff))",
            "(concat ((_ extract 7 0) b) (select m (bvadd a #xffff)))",
        ),
        (
            "((_ load 4) ((_ store_wide 2) m (bvadd a #x0001) b) a)",
            "(concat (select m (bvadd a #x0003)) (concat b (select m a)))",
        ),
        (
            "((_ load 2) ((_ store_wide 4) m a (concat a b)) (bvadd a #x0001))",
            "(concat ((_ extract 7 0) a) ((_ extract 15 8) b))",
        ),
        ("(select ((_ store_wide 2) m a b) (bvadd a #x0001))", "((_ extract 15 8) b)"),
        ("((_ load 2) (store m (bvadd a #x0001) w) a)", "(concat w (select m a))"),
        ("((_ load 2) (store m (bvadd a #x0002) w) a)", "((_ load 2) m a)"),
        ("((_ load 2) ((as const (Array (_ BitVec 16) (_ BitVec 8))) #x12) a)", "#x1212"),
        ("((_ store_wide 2) m a ((_ load 2) m a))", "m"),
        ("((_ store_wide 2) ((_ store_wide 2) m a b) a #x1234)", "((_ store_wide 2) m a #x1234)"),
        ("((_ store_wide 2) (store m (bvadd a #x0001) w) a b)", "((_ store_wide 2) m a b)"),
        ("(select (table (Array (_ BitVec 16) (_ BitVec 8)) #x0003 #x00 #x11 #x22) #x0004)", "#x22"),
        ("(select (table (Array (_ BitVec 16) (_ BitVec 8)) #x0003 #x07 #x11 #x22) #x0005)", "#x07"),
        ("((_ load 2) (table (Array (_ BitVec 16) (_ BitVec 8)) #x0003 #x07 #x11 #x22) #x0003)", "#x2211"),
        ("((_ load 2) (table (Array (_ BitVec 16) (_ BitVec 8)) #x0003 #x07 #x11 #x22) #x0004)", "#x0722"),
        ("(select (store t true x) false)", "(select t false)"),
        ("(select (store t p x) p)", "x"),
    ]);
    stays(&[
        "(select m a)",
        "(select (store m a w) b)",
        "(select (store m (bvand a #x0002) w) (bvand b #x0002))",
        "(store (store m a w) b w)",
        "((_ load 2) m a)",
        "((_ load 2) ((_ store_wide 2) m a b) b)",
        "((_ store_wide 2) ((_ store_wide 2) m a b) (bvadd a #x0001) b)",
        "(select (table (Array (_ BitVec 16) (_ BitVec 8)) #x0003 #x00 #x11 #x22) a)",
        "(select (ite p m n) a)",
        "(select (store t p x) q)",
    ]);
}

#[test]
fn floats() {
    let one = "((_ to_fp 3 4) RNE #x1)";
    let cases = [
        ("(fp.neg (fp.neg f))".to_string(), "f".to_string()),
        ("(fp.abs (fp.abs f))".into(), "(fp.abs f)".into()),
        ("(fp.abs (fp.neg f))".into(), "(fp.abs f)".into()),
        (format!("(fp.mul RTP f {one})"), "f".into()),
        (format!("(fp.mul RTP f (fp.neg {one}))"), "(fp.neg f)".into()),
        (format!("(fp.div RNA f {one})"), "f".into()),
        ("(fp.add RNE f (_ -zero 3 4))".into(), "f".into()),
        ("(fp.sub RTZ f (_ +zero 3 4))".into(), "f".into()),
        ("(fp.min f f)".into(), "f".into()),
        ("(fp.max f f)".into(), "f".into()),
        ("(fp.lt f f)".into(), "false".into()),
        ("(fp.eq f f)".into(), "(not (fp.isNaN f))".into()),
        ("(fp.leq f f)".into(), "(not (fp.isNaN f))".into()),
        ("(fp.leq f (_ NaN 3 4))".into(), "false".into()),
        ("((_ to_fp 3 4) RNE f)".into(), "f".into()),
        ("((_ to_fp 3 4) RNE ((_ to_fp 8 24) RNE f))".into(), "f".into()),
        ("((_ to_fp 11 53) RNE ((_ to_fp 8 24) RNE f))".into(), "((_ to_fp 11 53) RNE f)".into()),
        ("((_ to_fp 3 4) (fp.to_ieee_bv f))".into(), "f".into()),
        ("(fp.lt ((_ to_fp 8 24) RNE f) ((_ to_fp 8 24) RNE g))".into(), "(fp.lt f g)".into()),
        ("(fp.lt ((_ to_fp 8 24) RNE f) ((_ to_fp 8 24) RNE #x1))".into(), format!("(fp.lt f {one})")),
        ("((_ fp.to_sbv 8) RTZ ((_ to_fp 8 24) RNE x))".into(), "((_ sign_extend 4) x)".into()),
        ("(fp.isNaN ((_ to_fp 8 24) RNE x))".into(), "false".into()),
        ("(fp.isSubnormal ((_ to_fp 3 4) RNE x))".into(), "false".into()),
        ("(fp.isNaN (fp.neg f))".into(), "(fp.isNaN f)".into()),
        ("(fp.isNaN (fp.abs f))".into(), "(fp.isNaN f)".into()),
        ("(fp.isNegative (fp.neg f))".into(), "(fp.isPositive f)".into()),
        ("(fp.isNegative (fp.abs f))".into(), "false".into()),
        ("(fp.isNaN ((_ to_fp 2 3) RNE f))".into(), "(fp.isNaN f)".into()),
        ("(fp.isZero (ite p (_ +zero 3 4) (_ NaN 3 4)))".into(), "p".into()),
    ];
    let cases: Vec<(&str, &str)> = cases.iter().map(|(l, r)| (l.as_str(), r.as_str())).collect();
    applies(&cases);
    stays(&[
        "(fp.add RTN f (_ -zero 3 4))",
        "(fp.add RNE f (_ +zero 3 4))",
        "(fp.sub RNE f f)",
        "(fp.lt f g)",
        "(fp.isPositive (fp.abs f))",
        "(fp.to_ieee_bv ((_ to_fp 8 24) (concat a b)))",
        "((_ to_fp 8 24) RNE ((_ to_fp 3 4) RNE h))",
        "((_ fp.to_sbv 4) RTZ ((_ to_fp 8 24) RNE w))",
    ]);
}

#[test]
fn integers() {
    applies(&[
        ("(- (- i))", "i"),
        ("(- (- i j))", "(- j i)"),
        ("(+ i 0)", "i"),
        ("(+ (+ i 2) 3)", "(+ i 5)"),
        ("(+ (+ i 2) j)", "(+ (+ i j) 2)"),
        ("(+ (- i) j)", "(- j i)"),
        ("(+ (- i j) j)", "i"),
        ("(- i i)", "0"),
        ("(- i 3)", "(+ i (- 3))"),
        ("(- 0 i)", "(- i)"),
        ("(- (+ i 2) j)", "(+ (- i j) 2)"),
        ("(- i (+ j 2))", "(+ (- i j) (- 2))"),
        ("(- i (- j))", "(+ i j)"),
        ("(- (+ i j) j)", "i"),
        ("(* i 0)", "0"),
        ("(* i 1)", "i"),
        ("(* i (- 1))", "(- i)"),
        ("(* (+ i 2) 3)", "(+ (* i 3) 6)"),
        ("(* (* i 2) 3)", "(* i 6)"),
        ("(div i 0)", "0"),
        ("(mod i 0)", "i"),
        ("(div i 1)", "i"),
        ("(mod i 1)", "0"),
        ("(<= i j)", "(not (< j i))"),
        ("(< i i)", "false"),
        ("(< (+ i 2) 5)", "(< i 3)"),
        ("(< 5 (+ i 2))", "(not (< i 4))"),
        ("(< 5 i)", "(not (< i 6))"),
        ("(< (bv2nat x) (bv2nat y))", "(bvult x y)"),
        ("((_ int2bv 4) (bv2nat x))", "x"),
        ("((_ int2bv 8) (bv2nat x))", "((_ zero_extend 4) x)"),
        ("(= (+ i 2) 5)", "(= i 3)"),
        ("(= (- i) 5)", "(= i (- 5))"),
        ("(= (- i j) 0)", "(= i j)"),
        ("(= (bv2nat x) 5)", "(= x #x5)"),
        ("(= (bv2nat x) 50)", "false"),
    ]);
    stays(&["(+ i j)", "(- i j)", "(* i j)", "(* i 3)", "(div i 2)", "(mod i 2)", "(< i j)", "(= i j)"]);
}

#[test]
fn abbreviations() {
    abbreviates(&[
        ("(=> p q)", "(or (not p) q)"),
        ("(xor p q)", "(not (= p q))"),
        ("(bvugt x y)", "(bvult y x)"),
        ("(bvusubo x y)", "(bvult x y)"),
        ("(bvsdivo x y)", "(and (= x #x8) (= y #xf))"),
        ("(bvnego x)", "(= x #x8)"),
        ("((_ rotate_left 1) x)", "(concat ((_ extract 2 0) x) ((_ extract 3 3) x))"),
        ("((_ rotate_right 4) x)", "x"),
        ("((_ repeat 2) x)", "(concat x x)"),
        ("(bvcomp x y)", "(ite (= x y) #b1 #b0)"),
        ("(fp.gt f g)", "(fp.lt g f)"),
        ("(bvsgt x y)", "(bvslt y x)"),
        ("(bvuge x y)", "(not (bvult x y))"),
        ("(bvnand x y)", "(bvnot (bvand x y))"),
        ("(bvnor x y)", "(bvnot (bvor x y))"),
        ("(bvxnor x y)", "(bvnot (bvxor x y))"),
        ("(distinct x y)", "(not (= x y))"),
        ("(= x y z)", "(and (= x y) (= y z))"),
        ("(bvadd x y z)", "(bvadd (bvadd x y) z)"),
        ("(abs i)", "(ite (< i 0) (- i) i)"),
        ("(> i j)", "(< j i)"),
        ("((_ rotate_right 1) x)", "(concat ((_ extract 0 0) x) ((_ extract 3 1) x))"),
    ]);
}
