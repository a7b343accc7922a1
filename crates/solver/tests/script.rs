//! Scripts: what the commands print, and where errors are said to be.

use maymust_solver::smtlib;
use maymust_solver::{Builtin, Limits};

fn run(text: &str) -> String {
    let mut out = Vec::new();
    let mut solver = Builtin::new();
    smtlib::run(text, &mut solver, &Limits::none(), &mut out).expect("written to memory");
    String::from_utf8(out).expect("text")
}

#[test]
fn checks_and_values() {
    let text = "(set-logic QF_BV)
        (declare-const x (_ BitVec 8)) (declare-fun y () (_ BitVec 8))
        (assert (= (bvadd x #x01) y)) (assert (= y #b00001010))
        (check-sat) (get-value (x (bvmul x y)))
        (push 1) (assert (bvugt x y)) (check-sat) (pop 1) (check-sat) (get-model)";
    let want = "sat\n((x #x09)\n ((bvmul x y) #x5a))\nunsat\nsat\n(\n  \
        (define-fun x () (_ BitVec 8) #x09)\n  (define-fun y () (_ BitVec 8) #x0a)\n)\n";
    assert_eq!(run(text), want);
}

#[test]
fn cores_and_assumptions() {
    let text = "(set-option :produce-unsat-cores true)
        (declare-const a Bool) (declare-const b Bool) (declare-const c Bool)
        (assert (! (or a b) :named first)) (assert (! (not a) :named second))
        (assert (! (not b) :named third)) (assert (! c :named fourth))
        (check-sat) (get-unsat-core)
        (reset-assertions) (declare-const p Bool) (declare-const q Bool)
        (assert (=> p q)) (check-sat-assuming (p (not q))) (get-unsat-assumptions)
        (check-sat-assuming (p)) (get-value (q))";
    let want = "unsat\n(first second third)\nunsat\n(p (not q))\nsat\n((q true))\n";
    assert_eq!(run(text), want);
}

#[test]
fn definitions_functions_and_sorts() {
    let text = "(define-sort W () (_ BitVec 8))
        (define-fun twice ((x W)) W (bvadd x x))
        (declare-fun f (W W) W)
        (declare-const a W) (declare-const b W)
        (assert (= a b)) (assert (distinct (f a (twice a)) (f b (bvshl b #x01))))
        (check-sat)";
    assert_eq!(run(text), "unsat\n");
}

#[test]
fn arrays() {
    let text = "(declare-const m (Array (_ BitVec 32) (_ BitVec 8)))
        (declare-const i (_ BitVec 32))
        (assert (= (select (store m i #x07) #x00000005) #x07))
        (assert (not (= (select m #x00000005) #x07)))
        (check-sat) (get-value (i))
        (assert (= m ((as const (Array (_ BitVec 32) (_ BitVec 8))) #x07)))
        (check-sat)";
    assert_eq!(run(text), "sat\n((i #x00000005))\nunsat\n");
}

#[test]
fn errors_have_places() {
    let cases = [
        ("(assert", "line 1 column 1: a list that is not closed"),
        ("(assert x)", "line 1 column 9: unknown symbol 'x'"),
        ("\n  )", "line 2 column 3: unexpected ')'"),
        ("(declare-const x Real)", "line 1 column 18: unknown sort Real"),
        ("(assert #x00)", "line 1 column 9: a formula must be of sort Bool"),
        ("(frob)", "line 1 column 1: unknown command 'frob' or wrong number of arguments"),
        ("(get-model)", "line 1 column 1: there is a model only after sat"),
        ("(push 4000000000)", "line 1 column 1: more than 1048576 levels at once"),
        ("(pop 1)", "line 1 column 1: more levels to pop than there are"),
        ("(declare-const x Bool)\n(declare-const x Bool)", "line 2 column 16: 'x' is declared already"),
        ("(assert (forall ((x Bool)) x))", "line 1 column 9: unsupported: quantifiers and matching"),
        ("(declare-const i Int)(assert (= i 0 ))(assert (bvult i i))", "line 1 column 47: "),
    ];
    for (text, want) in cases {
        let got = run(text);
        assert!(got.starts_with(&format!("(error \"{want}")), "{text}: {got}");
    }
}

/// Errors do not end the script, and what was wrong is as if it had not been said.
#[test]
fn goes_on_after_errors() {
    let text =
        "(declare-const x Bool) (assert (foo x)) (assert x) (check-sat) (echo \"end\") (exit) (echo \"no\")";
    let got = run(text);
    assert_eq!(got.lines().skip(1).collect::<Vec<_>>(), vec!["sat", "\"end\""]);
}

#[test]
fn deep_nesting() {
    let n = 200_000;
    let mut text = String::from("(declare-const x (_ BitVec 4)) (declare-const b Bool) (assert ");
    text.push_str(&"(not ".repeat(n));
    text.push('b');
    text.push_str(&")".repeat(n));
    text.push_str(") (assert ");
    for i in 0..n {
        text.push_str(&format!(
            "(let ((v{i} (bvadd {} #x1))) ",
            if i == 0 { "x".into() } else { format!("v{}", i - 1) }
        ));
    }
    text.push_str(&format!("(= v{} x)", n - 1));
    text.push_str(&")".repeat(n));
    text.push_str(") (check-sat)");
    assert_eq!(run(&text), "sat\n");
}

/// Whatever the text, there is an answer and no panic.
#[test]
fn bad_input_is_no_crash() {
    let good = "(set-logic QF_ABV)(declare-const x (_ BitVec 8))(assert (= ((_ extract 3 0) x) #b0001))\
        (push 1)(check-sat-assuming ((bvult x #x10)))(get-value (x))(pop 1)(get-unsat-core)(reset)";
    let mut state = 12345u64;
    for _ in 0..3000 {
        state = state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        let mut bytes = good.as_bytes().to_vec();
        for k in 0..1 + state % 4 {
            let at = (state >> (8 + 9 * k)) as usize % bytes.len();
            match (state >> (3 * k)) % 3 {
                0 => bytes[at] = b"()_#|\"! 0x:"[(state >> 50) as usize % 11],
                1 => {
                    bytes.remove(at);
                }
                _ => bytes.insert(at, b"()_#|\"9"[(state >> 52) as usize % 7]),
            }
        }
        run(&String::from_utf8_lossy(&bytes));
    }
}
