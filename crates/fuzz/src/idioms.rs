//! Random programs made of what real ones are made of: loops over arrays with bounds that are read, counters of all widths, nested loops,
//! state machines, recursion with state, records in arrays, pointers into the middle of objects, views of bytes, callbacks.
//!
//! Instead of assertions they have probes, `PROBE(k, e);`: see [`crate::learn`].

use std::fmt::Write;

use crate::random::Random;

const PRELUDE: &str = "void *memmove(void *, const void *, unsigned long); void *memset(void *, int, unsigned long);
int __VERIFIER_nondet_int(void); void __VERIFIER_assume(int);
static int in(void) { int x = __VERIFIER_nondet_int(); __VERIFIER_assume(x >= 0 && x <= 3); return x; }
struct P { int x; unsigned char k; short h; unsigned char c[4]; };
union U { int i; short h[2]; unsigned char c[4]; };
static int st, p; static unsigned cnt, q; static int depth, deepest; static int arr[16]; static unsigned char ub[8];
static struct P ps[3]; static union U u; static int *pi = &p, **pp = &pi; static struct P *sp = ps;
static int clamp(int x, int lo, int hi) { if (x < lo) return lo; if (x > hi) return hi; return x; }
static void bump(int *a, unsigned *b, int d) { *a += d; if (*a > 9) { *a = 0; (*b)++; } }
static void add(int *a, int x) { *a += x; } static void set(int *a, int x) { *a = x; }
static void each(int *a, int n, void (*f)(int *, int), int x) { for (int i = 0; i < n; i++) f(&a[i], x); }
static struct P made(int x) { struct P s = {x, x, x + 1, {1, 2}}; return s; }
static int by_value(struct P s, int x) { s.x += x; return s.x + s.c[1]; }
static unsigned sum(unsigned n, unsigned a) { if (n == 0) return a; cnt++; return sum(n - 1, a + (n & 1)); }
static void down(int n) { depth++; if (depth > deepest) deepest = depth; if (n > 0) { down(n - 1); if (n == 3) down(1); } depth--; }
static int machine(int e) {
  switch (st) { case 0: st = e > 1; break; case 1: st = e & 1 ? 2 : 0; break; case 2: st = e == 0 ? 3 : 1; break; default: st = 0; }
  return st; }
";

const TYPES: [&str; 7] =
    ["int", "unsigned", "unsigned char", "unsigned short", "short", "long", "signed char"];

/// A program for a seed, with probes.
pub fn idioms(seed: u64) -> String {
    let names = ["p", "q", "cnt", "st", "sp->x", "*pi", "ps[1].k", "u.h[1]"].map(str::to_owned).to_vec();
    let mut g = Idioms { random: Random::new(seed), out: PRELUDE.to_owned(), names, probes: 0, fresh: 0 };
    g.main();
    g.out
}

struct Idioms {
    random: Random,
    out: String,
    /// Numbers that may be read.
    names: Vec<String>,
    probes: usize,
    fresh: usize,
}

impl Idioms {
    fn line(&mut self, text: &str) {
        let _ = writeln!(self.out, "  {text}");
    }

    fn main(&mut self) {
        self.out.push_str("int main(void) {\n");
        for i in 0..1 + self.random.below(3) {
            let (kind, by) = (self.random.pick(&TYPES), self.random.pick(&["1", "1", "3", "7", "20", "60"]));
            let plus = self.random.pick(&["0", "1", "5"]);
            self.line(&format!("{kind} x{i} = in() * {by} + {plus};"));
            self.names.push(format!("x{i}"));
        }
        for i in 0..2 + self.random.below(3) {
            let (kind, value) = (self.random.pick(&TYPES), self.value());
            self.line(&format!("{kind} a{i} = {value};"));
            self.names.push(format!("a{i}"));
        }
        for _ in 0..1 + self.random.below(3) {
            self.counting(0);
            self.probe();
            match self.random.below(5) {
                0 => self.line("a0 = sum(x0 % 40u, 1);"),
                1 => self.line("down(x0 & 7);"),
                _ => self.statement("a1", 2, false),
            }
        }
        for _ in 0..2 + self.random.below(3) {
            self.probe();
        }
        self.out.push_str("  return 0;\n}\n");
    }

    fn name(&mut self) -> String {
        let i = self.random.below(self.names.len());
        self.names[i].clone()
    }

    fn constant(&mut self) -> String {
        self.random
            .pick(&["0", "1", "2", "3", "5", "7", "10", "16", "31", "100", "127", "128", "255", "256"])
            .to_owned()
    }

    fn value(&mut self) -> String {
        let (a, b) = (self.name(), self.constant());
        match self.random.below(10) {
            0 | 1 => a,
            2 => b,
            3 => format!("{a} + {b}"),
            4 => format!("{a} - {}", self.name()),
            5 => format!("2 * {a}"),
            6 => format!("{a} % {}", self.random.pick(&["2", "3", "7", "10"])),
            7 => format!("arr[(unsigned){a} % 16]"),
            8 => format!("ub[(unsigned){a} % 8]"),
            _ => format!("({a} > {b})"),
        }
    }

    fn condition(&mut self) -> String {
        let (a, b) = (self.name(), if self.random.chance(60) { self.constant() } else { self.name() });
        match self.random.below(4) {
            0 => format!("{a} % 3 == 0"),
            1 => format!("({a} & 2)"),
            _ => format!("{a} {} {b}", self.random.pick(&["<", ">", "<=", ">=", "==", "!="])),
        }
    }

    /// Something that may be assigned.
    fn target(&mut self) -> String {
        let n = self.names.iter().filter(|n| n.starts_with('a')).count();
        match self.random.below(4) {
            0 => self.random.pick(&["p", "q", "cnt", "sp->x", "*pi", "u.i", "ps[0].x"]).to_owned(),
            _ if n > 0 => format!("a{}", self.random.below(n)),
            _ => "p".to_owned(),
        }
    }

    fn probe(&mut self) {
        let (a, b) = (self.name(), self.name());
        let text = match self.random.below(9) {
            0..=2 => a,
            3 => format!("(long){a} - (long){b}"),
            4 => format!("(long){a} - {} * (long){b}", self.random.pick(&["2", "3", "7"])),
            5 => format!("(long){a} + (long){b}"),
            6 => format!("arr[{}] + (long){a}", self.random.below(16)),
            7 => self.random.pick(&["deepest", "ps[2].h", "ub[3]", "by_value(*sp, 1)", "u.c[1]"]).to_owned(),
            _ => format!("(long){a} % 4"),
        };
        self.line(&format!("PROBE({}, {text});", self.probes));
        self.probes += 1;
    }

    /// A loop that counts up, down, or until it wraps around.
    fn counting(&mut self, nesting: usize) {
        self.fresh += 1;
        let i = format!("i{}", self.fresh);
        let mut kind = self.random.pick(&TYPES);
        let bound = if nesting > 0 {
            self.random.pick(&["3", "4", "7"]).to_owned()
        } else {
            let number = self.random.pick(&["5", "10", "16", "17", "50", "100", "120", "200", "300"]);
            if number.len() == 3 {
                kind = self.random.pick(&["int", "unsigned", "long", "short"]);
            }
            if self.random.chance(40) { "x0".to_owned() } else { number.to_owned() }
        };
        let shape = self.random.below(if nesting > 0 { 3 } else { 5 });
        match shape {
            0 => {
                let step = self.random.pick(&["++", "++", " += 2", " += 3"]);
                self.line(&format!("for (int {i} = 0; {i} < {bound}; {i}{step}) {{"));
            }
            1 => self.line(&format!("{{ {kind} {i} = {bound}; while ({i} > 0) {{ {i}--;")),
            2 => self.line(&format!("{{ int {i} = 0; do {{ {i}++;")),
            3 => self.line(&format!("{{ unsigned char {i} = 0; do {{ {i} += 5;")),
            _ => self.line(&format!("{{ int {i} = 0; long w = 1; while ({i} < {bound}) {{ {i}++; w += {i};")),
        }
        self.names.push(i.clone());
        for _ in 0..1 + self.random.below(3) {
            self.statement(&i, nesting, true);
        }
        self.names.pop();
        match shape {
            0 => self.line("}"),
            1 => self.line("} }"),
            2 => self.line(&format!("}} while ({i} < {bound}); }}")),
            3 => self.line(&format!("}} while ({i} != 0); }}")),
            _ => {
                self.line("}");
                self.names.push("w".to_owned());
                self.probe();
                self.names.pop();
                self.line("}");
            }
        }
    }

    fn statement(&mut self, i: &str, nesting: usize, in_loop: bool) {
        let (t, e, c) = (self.target(), self.value(), self.condition());
        let text = match self.random.below(22) {
            0..=2 => format!("{t} {} {e};", self.random.pick(&["+=", "-=", "=", "^="])),
            3 => format!("if ({c}) {t}++; else cnt++;"),
            4 => format!("arr[(unsigned){i} % 16] = {e};"),
            5 => format!("ub[(unsigned){i} % 8] += {e};"),
            6 => format!("bump(&p, &q, {});", self.random.pick(&["1", "2"])),
            7 => format!("machine({e});"),
            8 => format!("{{ struct P *s = &ps[(unsigned){i} % 3]; s->x += {e}; s->k++; s->h = s->k * 2; }}"),
            9 if in_loop => format!("if ({c}) break;"),
            10 => format!("{t} = clamp({e}, 0, 100);"),
            11 if nesting < 1 => return self.counting(nesting + 1),
            12 => return self.probe(),
            13 => format!("{{ static unsigned char s; s += 3; if (s > 250) cnt += {i} != 0; }}"),
            14 => format!("*({c} ? &p : &arr[3]) += {e};"),
            15 => format!("pi = {c} ? &arr[(unsigned){i} % 16] : &sp->x;"),
            16 => format!("*pp = &p; **pp = {e};"),
            17 => format!("sp = &ps[(unsigned)({e}) % 3]; *sp = made({i});"),
            18 => format!("((unsigned char *)sp)[(unsigned)({e}) % sizeof *sp] = {i};"),
            19 => format!("u.c[(unsigned){i} % 4] = {e};"),
            20 => "memmove(arr + 2, arr, 5 * sizeof *arr);".to_owned(),
            _ => format!("each(arr, {}, {c} ? add : set, {e});", self.random.pick(&["2", "5"])),
        };
        self.line(&text);
    }
}
