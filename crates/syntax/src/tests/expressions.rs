//! Expressions: precedence, association, every operator and builtin form.

use super::{check_expr, check_stmt};

#[test]
fn precedence() {
    check_expr("a + b * c - d", "(- (+ a (* b c)) d)");
    check_expr("a << 1 + b", "(<< a (+ 1 b))");
    check_expr("a < b == c > d", "(== (< a b) (> c d))");
    check_expr("a & b ^ c | d && e || f", "(|| (&& (| (^ (& a b) c) d) e) f)");
    check_expr("a = b += c ? d : e", "(= a (+= b (? c d e)))");
    check_expr("a, b, c", "(, (, a b) c)");
    check_expr("a - b - c", "(- (- a b) c)");
    check_expr("a ? b, c : d", "(? a (, b c) d)");
    check_expr("a * -b", "(* a (- b))");
    check_expr("!a == b", "(== (! a) b)");
    check_expr(
        "a ^= b |= c &= d <<= e >>= f %= g /= h *= i -= j",
        "(^= a (|= b (&= c (<<= d (>>= e (%= f (/= g (*= h (-= i j)))))))))",
    );
}

#[test]
fn unary() {
    check_expr("- -a", "(- (- a))");
    check_expr("-~!+*&a", "(- (~ (! (+ (* (& a))))))");
    check_expr("++a", "(++ a)");
    check_expr("--*a++", "(-- (* (post++ a)))");
    check_expr("a--", "(post-- a)");
    check_expr("&a[1]", "(& (index a 1))");
    check_expr("*a.b->c[2]++", "(* (post++ (index (-> (. a b) c) 2)))");
    check_expr("a.b(c, d)(e)", "(call (call (. a b) c d) e)");
}

#[test]
fn conditionals() {
    check_expr("a ?: b", "(?: a b)");
    check_expr("a ? b : c ? d : e", "(? a b (? c d e))");
    check_expr("a ? b ? c : d : e", "(? a (? b c d) e)");
    check_expr("(a ? b : c) = d", "(= (paren (? a b c)) d)");
}

#[test]
fn parentheses() {
    check_expr("(a)", "(paren a)");
    check_expr("(a, b)", "(paren (, a b))");
    check_expr("((a))", "(paren (paren a))");
    check_expr(r#"("s")"#, r#"(paren "s")"#);
}

#[test]
fn calls() {
    check_expr("f()", "(call f)");
    check_expr("f(a)", "(call f a)");
    check_expr("f(a, (b, c), d = e)", "(call f a (paren (, b c)) (= d e))");
}

#[test]
fn casts() {
    check_stmt("(T)a;", "(cast (type `T) a)");
    check_stmt("(T)(a);", "(cast (type `T) (paren a))");
    check_stmt("(T)-a;", "(cast (type `T) (- a))");
    check_stmt("(a)-(T)b;", "(- (paren a) (cast (type `T) b))");
    check_stmt("(T *)a;", "(cast (type `T *) a)");
    check_stmt("(int (*)(T))a;", "(cast (type int * fn((`T))) a)");
    check_stmt("(const char *const *)a;", "(cast (type const char * * const) a)");
    check_stmt("(unsigned)a * b;", "(* (cast (type uint) a) b)");
    check_stmt("(T)a->b;", "(cast (type `T) (-> a b))");
    check_stmt("(void)(T)a;", "(cast (type void) (cast (type `T) a))");
    check_stmt("(__extension__ T)a;", "(cast (type `T) a)");
    check_stmt("(int __attribute__((mode(DI))))a;", "(cast (type @mode(DI) int) a)");
}

#[test]
fn compound_literals() {
    check_stmt("(T){1};", "(literal (type `T) {1})");
    check_stmt("(T){1}.x;", "(. (literal (type `T) {1}) x)");
    check_stmt(
        "(struct s){.a = 1, 2}.a[0]++;",
        "(post++ (index (. (literal (type (struct s)) {.a = 1 2}) a) 0))",
    );
    check_stmt("&(T[]){1, 2, 3}[1];", "(& (index (literal (type `T []) {1 2 3}) 1))");
    check_stmt("sizeof (T){1};", "(sizeof (literal (type `T) {1}))");
    check_stmt("sizeof (T){1}.x;", "(sizeof (. (literal (type `T) {1}) x))");
    check_stmt("(T){};", "(literal (type `T) {})");
}

#[test]
fn sizeof_and_alignof() {
    check_stmt("sizeof(T);", "(sizeof (type `T))");
    check_stmt("sizeof a;", "(sizeof a)");
    check_stmt("sizeof(a);", "(sizeof (paren a))");
    check_stmt("sizeof(T) * a;", "(* (sizeof (type `T)) a)");
    check_stmt("sizeof(a)[1];", "(sizeof (index (paren a) 1))");
    check_stmt("sizeof (T)-1;", "(- (sizeof (type `T)) 1)");
    check_stmt("sizeof -a;", "(sizeof (- a))");
    check_stmt("sizeof sizeof a;", "(sizeof (sizeof a))");
    check_stmt("_Alignof(T);", "(alignof (type `T))");
    check_stmt("__alignof__(a);", "(alignof (paren a))");
    check_stmt("__alignof a.b;", "(alignof (. a b))");
    check_stmt("sizeof(T *[2]);", "(sizeof (type `T [2] *))");
    check_stmt("sizeof(int (*)(void));", "(sizeof (type int * fn()))");
}

#[test]
fn statement_expressions() {
    check_expr("({ a; })", "(stmt-expr {a})");
    check_expr("({ int a = 1; a; }) + 1", "(+ (stmt-expr {(decl int (a = 1)) a}) 1)");
    check_expr("__extension__ ({ ; })", "(stmt-expr {;})");
    check_expr("({})", "(stmt-expr {})");
}

#[test]
fn labels_as_values() {
    check_expr("&&l", "(&&label l)");
    check_expr("a = &&l", "(= a (&&label l))");
    check_expr("a && b && &&l", "(&& (&& a b) (&&label l))");
}

#[test]
fn generic() {
    check_stmt("_Generic(a, T: 1, T *: 2, default: 3);", "(generic a (type `T) 1 (type `T *) 2 default 3)");
    check_stmt(
        "_Generic((a, b), int (*)(T): f)(a);",
        "(call (generic (paren (, a b)) (type int * fn((`T))) f) a)",
    );
}

#[test]
fn builtins() {
    check_stmt("__builtin_va_arg(ap, T *);", "(va_arg ap (type `T *))");
    check_stmt("__builtin_offsetof(struct s, a);", "(offsetof (type (struct s)) .a)");
    check_stmt("__builtin_offsetof(T, a.b[3].c);", "(offsetof (type `T) .a .b [3] .c)");
    check_stmt("__builtin_offsetof(T, a->b);", "(offsetof (type `T) .a [0] .b)");
    check_stmt("__builtin_types_compatible_p(T, int *);", "(compatible (type `T) (type int *))");
    check_stmt("__builtin_choose_expr(1, a, b);", "(choose 1 a b)");
    check_stmt("__builtin_expect(a, 0);", "(call __builtin_expect a 0)");
}

#[test]
fn gnu_words() {
    check_expr("__real__ a", "(real a)");
    check_expr("__imag a", "(imag a)");
    check_expr("__extension__ a + b", "(+ a b)");
    check_expr("__func__", "__func__");
    check_expr("__FUNCTION__[0]", "(index __func__ 0)");
    check_expr("__PRETTY_FUNCTION__", "__func__");
}
