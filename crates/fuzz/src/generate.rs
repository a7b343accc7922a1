//! Random C programs: arithmetic of all widths, loops, calls, recursion, arrays, pointers, structs, unions, bit-fields, copies of
//! memory, strings, floats, lists on the heap, assertions.
//!
//! They always end, read inputs by `in()` only (0 to 3), and have undefined behaviour only where a check sees it.

use std::fmt::Write;

use crate::random::Random;

/// A program for a seed.
pub fn generate(seed: u64) -> String {
    let mut g = Generator {
        random: Random::new(seed),
        out: String::new(),
        indent: 0,
        locals: Vec::new(),
        functions: 0,
        loops: 0,
        counters: 0,
        budget: 0,
        inputs: 0,
    };
    g.program();
    g.out
}

struct Generator {
    random: Random,
    out: String,
    indent: usize,
    /// Names of integer variables in scope, with whether they may be assigned.
    locals: Vec<(String, bool)>,
    /// Functions that may be called.
    functions: usize,
    /// Depth of loops around.
    loops: usize,
    counters: usize,
    /// Statements left for the function.
    budget: usize,
    inputs: usize,
}

const TYPES: [&str; 8] =
    ["int", "unsigned", "char", "unsigned char", "short", "unsigned short", "long", "unsigned long"];

impl Generator {
    fn below(&mut self, n: usize) -> usize {
        self.random.below(n)
    }

    fn chance(&mut self, percent: usize) -> bool {
        self.random.chance(percent)
    }

    fn pick<'a>(&mut self, from: &[&'a str]) -> &'a str {
        self.random.pick(from)
    }

    fn line(&mut self, text: &str) {
        let _ = writeln!(self.out, "{}{text}", "  ".repeat(self.indent));
    }

    fn program(&mut self) {
        self.line("#include <assert.h>");
        self.line("#include <stdlib.h>");
        self.line("#include <string.h>");
        self.line("int __VERIFIER_nondet_int(void);");
        self.line("void __VERIFIER_assume(int);");
        self.line("static int in(void) { int x = __VERIFIER_nondet_int(); __VERIFIER_assume(x >= 0 && x <= 3); return x; }");
        self.line("struct S { int a; short b; unsigned char c; struct S *next; };");
        self.line("static int g0 = 1, g1; static unsigned gu = 3; static int arr[4] = {1, 2}; static unsigned char bytes[4];");
        self.line("static struct S s0, s1 = {2, 1, 0, 0}; static int *gp = &g0; static struct S *sp = &s1;");
        self.line("static union { int i; short h[2]; unsigned char c[4]; } u0; static struct { int x : 3; unsigned y : 5; } bf;");
        self.line("static int add(int a, int b) { return a + b; }");
        self.line("static int take(int a, int b) { static int calls; calls++; return a - b + calls; }");
        self.line("static int (*fp)(int, int) = add;");
        self.line("static void bump(int *p, int by) { *p = (*p & 255) + by; }");
        self.line("static void swap(int *p, int *q) { int old = *p; *p = *q; *q = old; }");
        let functions = self.below(4);
        for i in 0..functions {
            self.function(i);
        }
        self.main();
    }

    fn globals() -> Vec<(String, bool)> {
        let names = ["g0", "g1", "gu", "s0.a", "s0.b", "s1.c", "u0.i", "u0.h[1]", "bf.x", "bf.y"];
        names.iter().map(|n| ((*n).to_owned(), true)).collect()
    }

    fn function(&mut self, i: usize) {
        self.locals = Self::globals();
        self.locals.extend([("a".to_owned(), true), ("b".to_owned(), true)]);
        self.budget = 6;
        self.functions = i;
        let kind = self.pick(&TYPES);
        let name = format!("static {kind} f{i}(int a, {kind} b) {{");
        self.line(&name);
        self.indent += 1;
        if self.chance(30) {
            let step = self.expression(1);
            let line = format!("if (a > 0 && a < 5) return f{i}(a - 1, {step});");
            self.line(&line);
        }
        self.block(2);
        let value = self.expression(2);
        self.line(&format!("return {value};"));
        self.indent -= 1;
        self.line("}");
        self.functions = i + 1;
    }

    fn main(&mut self) {
        self.line("int main(void) {");
        self.indent += 1;
        self.locals = Self::globals();
        for i in 0..1 + self.below(3) {
            let kind = self.pick(&TYPES);
            let value = self.input();
            self.line(&format!("{kind} v{i} = {value};"));
            self.locals.push((format!("v{i}"), true));
        }
        self.budget = 14;
        for _ in 0..3 + self.below(4) {
            self.statement(3);
        }
        self.assertion();
        self.line("return 0;");
        self.indent -= 1;
        self.line("}");
    }

    fn input(&mut self) -> String {
        if self.inputs >= 5 {
            return self.below(4).to_string();
        }
        self.inputs += 1;
        "in()".to_owned()
    }

    fn block(&mut self, depth: usize) {
        let scope = self.locals.len();
        for _ in 0..1 + self.below(3) {
            self.statement(depth);
        }
        self.locals.truncate(scope);
    }

    fn statement(&mut self, depth: usize) {
        if self.budget == 0 {
            return;
        }
        self.budget -= 1;
        match self.below(if depth == 0 { 12 } else { 19 }) {
            0..=2 => self.assign(),
            3 => {
                let kind = self.pick(&TYPES);
                let value = self.expression(2);
                self.counters += 1;
                let name = format!("t{}", self.counters);
                self.line(&format!("{kind} {name} = {value};"));
                self.locals.push((name, true));
            }
            4 => self.array_write(),
            5 => self.pointer(),
            6 | 7 => self.assertion(),
            8 => self.heap(),
            9 => self.memory(),
            10 => self.indirect(),
            11 => self.float(),
            12 | 13 => self.branch(depth),
            14 | 15 if self.loops < 2 => self.counting_loop(depth),
            16 if self.loops < 2 => self.while_loop(depth),
            17 => self.switch(depth),
            18 if self.loops < 2 => self.goto_loop(depth),
            _ => self.assign(),
        }
    }

    fn target(&mut self) -> String {
        let open: Vec<String> = self.locals.iter().filter(|l| l.1).map(|l| l.0.clone()).collect();
        open[self.below(open.len())].clone()
    }

    fn assign(&mut self) {
        let target = self.target();
        let op = self.pick(&["=", "=", "+=", "-=", "^=", "|=", "*="]);
        let value = self.expression(2);
        self.line(&format!("{target} {op} {value};"));
    }

    fn array_write(&mut self) {
        let array = self.pick(&["arr", "bytes"]);
        let (index, value) = (self.index(), self.expression(2));
        self.line(&format!("{array}[{index}] = {value};"));
    }

    /// Mostly within bounds.
    fn index(&mut self) -> String {
        let e = self.expression(1);
        match self.below(8) {
            0 => format!("({e}) % 4"),
            1 => self.below(5).to_string(),
            _ => format!("({e}) & 3"),
        }
    }

    fn pointer(&mut self) {
        let text = match self.below(7) {
            0 => format!("gp = &arr[{}];", self.index()),
            1 => "gp = &g1;".to_owned(),
            2 => format!("if ({}) gp = 0;", self.condition()),
            3 => format!("if (gp) *gp = {};", self.expression(1)),
            4 => format!("*gp = {};", self.expression(1)),
            5 => format!("sp = {} ? &s0 : &s1;", self.condition()),
            _ => format!("sp->{} = {};", self.pick(&["a", "b", "c"]).to_owned(), self.expression(1)),
        };
        self.line(&text);
    }

    /// Copies, fills, strings.
    fn memory(&mut self) {
        let e = self.expression(1);
        self.counters += 1;
        let t = format!("t{}", self.counters);
        let text = match self.below(9) {
            0 => "memcpy(&s0, &s1, sizeof s0);".to_owned(),
            1 => "s1 = *sp;".to_owned(),
            2 => format!("memset(bytes, {e}, {});", 1 + self.below(5)),
            3 => format!("memset(arr, 0, (({e}) & 3) * sizeof(int));"),
            4 => "memmove(arr + 1, arr, 2 * sizeof(int));".to_owned(),
            5 => format!("memcpy(&arr[{}], bytes, 4);", self.index()),
            6 => format!("u0.c[{}] = {e};", self.index()),
            7 => format!("char {t}[4] = \"ab\"; {t}[({e}) & 3] = 'x'; g1 = {t}[3] ? 5 : (int)strlen({t});"),
            _ => format!("int {t}[3] = {{{e}}}; {t}[g0 & 1] += 2; g1 = {t}[0] + {t}[2];"),
        };
        self.line(&text);
    }

    /// Calls through pointers, and callees that write the caller's objects.
    fn indirect(&mut self) {
        let (a, b) = (self.expression(1), self.expression(1));
        let object = |g: &mut Self| match g.below(5) {
            0 => format!("&arr[{}]", g.index()),
            n => ["&g0", "&g1", "&sp->a", "&s0.a"][n - 1].to_owned(),
        };
        let text = match self.below(5) {
            0 => format!("fp = {} ? add : take;", self.condition()),
            1 => format!("g1 = fp(({a}) & 63, {b});"),
            2 => format!("bump({}, ({a}) & 15);", object(self)),
            3 => format!("swap({}, {});", object(self), object(self)),
            _ => {
                self.counters += 1;
                let t = format!("t{}", self.counters);
                format!("int {t} = {a}; bump(&{t}, 1); swap(&{t}, gp ? gp : &g0); g1 ^= {t};")
            }
        };
        self.line(&text);
    }

    /// Small numbers, which floats hold exactly, and some that they do not.
    fn float(&mut self) {
        self.counters += 1;
        let (t, e) = (format!("t{}", self.counters), self.expression(1));
        let (kind, by) = (self.pick(&["float", "double"]), self.pick(&["4", "3", "0.1", "-1.5"]));
        self.line(&format!("{kind} {t} = ({e}) & 31; {t} = {t} * {by} + 1;"));
        let then = match self.below(3) {
            0 => format!("g1 = (int){t};"),
            1 => format!("assert({t} != {});", self.below(30)),
            _ => format!("if ({t} > 7.25) g0 = ({t} == (int){t});"),
        };
        self.line(&then);
    }

    /// A list that is built, walked and freed.
    fn list(&mut self) {
        self.counters += 1;
        let n = self.counters;
        let (length, value) = (self.target(), self.expression(1));
        self.line(&format!("struct S *l{n} = 0; int n{n} = ({length}) & 3;"));
        self.line(&format!("while (n{n}-- > 0) {{ struct S *m = malloc(sizeof *m); if (!m) break; m->a = {value}; m->b = n{n}; m->next = l{n}; l{n} = m; }}"));
        let check = match self.below(3) {
            0 => format!("assert(d->b != {});", self.below(4)),
            1 => "if (d->next) assert(d->b < d->next->b);".to_owned(),
            _ => String::new(),
        };
        self.line(&format!(
            "while (l{n}) {{ struct S *d = l{n}; {check} g1 += d->b; l{n} = d->next; free(d); }}"
        ));
    }

    fn heap(&mut self) {
        if self.chance(30) {
            return self.list();
        }
        self.counters += 1;
        let (p, value) = (format!("p{}", self.counters), self.expression(1));
        self.line(&format!("struct S *{p} = malloc(sizeof(struct S));"));
        self.line(&format!("if ({p}) {{ {p}->a = {value}; {p}->next = sp; g1 = {p}->a; }}"));
        match self.below(4) {
            0 => self
                .line(&format!("if ({p}) {{ sp->next = {p}; g0 = sp->next->a; sp->next = 0; free({p}); }}")),
            1 => {
                let c = self.condition();
                self.line(&format!("free({p}); if ({c} && {p}) g0 = {p}->a;"));
            }
            _ => self.line(&format!("free({p});")),
        }
    }

    fn assertion(&mut self) {
        let c = self.condition();
        match self.below(4) {
            0 => self.line(&format!("assert({c});")),
            1 => {
                let d = self.condition();
                self.line(&format!("if ({c}) assert({d});"));
            }
            2 => {
                let (v, k) = (self.target(), self.below(40));
                self.line(&format!("assert({v} != {k} || {c});"));
            }
            _ => {
                let v = self.target();
                self.line(&format!("assert((({v}) & 7) * 2 <= 14);"));
            }
        }
    }

    fn branch(&mut self, depth: usize) {
        let c = self.condition();
        self.line(&format!("if ({c}) {{"));
        self.indent += 1;
        self.block(depth - 1);
        self.indent -= 1;
        if self.chance(50) {
            self.line("} else {");
            self.indent += 1;
            self.block(depth - 1);
            self.indent -= 1;
        }
        self.line("}");
    }

    fn counting_loop(&mut self, depth: usize) {
        self.counters += 1;
        let i = format!("i{}", self.counters);
        let bound = match self.below(3) {
            0 => format!("({} & 7)", self.target()),
            _ => (1 + self.below(6)).to_string(),
        };
        self.line(&format!("for (int {i} = 0, n{i} = {bound}; {i} < n{i}; {i}++) {{"));
        self.locals.push((i, false));
        self.body(depth);
        self.locals.pop();
    }

    fn while_loop(&mut self, depth: usize) {
        self.counters += 1;
        let k = format!("k{}", self.counters);
        let (value, c) = (self.target(), self.condition());
        self.line(&format!("unsigned {k} = ({value}) & 7;"));
        self.line(&format!("while ({k} > 0) {{"));
        self.line(&format!("  {k}--; if ({c}) break;"));
        self.locals.push((k, false));
        self.body(depth);
        self.locals.pop();
    }

    fn goto_loop(&mut self, depth: usize) {
        self.counters += 1;
        let n = self.counters;
        let (value, c) = (self.target(), self.condition());
        self.line(&format!("{{ unsigned k{n} = ({value}) & 3; if ({c}) goto in{n};"));
        self.line(&format!("again{n}: if (k{n}-- == 0) goto out{n};"));
        self.line(&format!("in{n}: {{"));
        self.body(depth);
        self.line(&format!("if (k{n} < 4) goto again{n};"));
        self.line(&format!("out{n}: ; }}"));
    }

    fn body(&mut self, depth: usize) {
        self.loops += 1;
        self.indent += 1;
        // Reading inputs again and again would be more than can be tried.
        let inputs = std::mem::replace(&mut self.inputs, 5);
        self.block(depth - 1);
        self.inputs = inputs;
        self.indent -= 1;
        self.loops -= 1;
        self.line("}");
    }

    fn switch(&mut self, depth: usize) {
        let e = self.expression(1);
        self.line(&format!("switch (({e}) & 3) {{"));
        for i in 0..2 + self.below(2) {
            self.line(&format!("case {i}: {{"));
            self.indent += 1;
            self.block(depth - 1);
            self.indent -= 1;
            let end = if self.chance(75) { "} break;" } else { "}" };
            self.line(end);
        }
        self.line("default: ;");
        self.line("}");
    }

    fn condition(&mut self) -> String {
        let (a, b) = (self.expression(1), self.expression(1));
        match self.below(6) {
            0 => format!("({a}) && ({b})"),
            1 => format!("!({a})"),
            _ => format!("({a}) {} ({b})", self.pick(&["<", "<=", ">", ">=", "==", "!="])),
        }
    }

    fn expression(&mut self, depth: usize) -> String {
        if depth == 0 || self.chance(20) {
            return self.leaf();
        }
        let (a, b) = (self.expression(depth - 1), self.expression(depth - 1));
        match self.below(16) {
            0..=3 => format!("({a} {} {b})", self.pick(&["+", "-"])),
            4 => format!("({a} * {b})"),
            5 => format!("({a} / {b})"),
            6 => format!("({a} % (({b}) | 1))"),
            7 | 8 => format!("({a} {} {b})", self.pick(&["&", "|", "^"])),
            9 => format!("({a} >> ({b} & 3))"),
            10 => format!("((unsigned)({a}) << ({b} & 7))"),
            11 => format!("({a} < {b})"),
            12 => format!("({a} ? {b} : {})", self.leaf()),
            13 => format!("({})({a})", self.pick(&TYPES)),
            14 if self.functions > 0 => format!("f{}({a}, {b})", self.below(self.functions)),
            _ => format!("(~{a})"),
        }
    }

    fn leaf(&mut self) -> String {
        match self.below(10) {
            0..=3 => {
                let i = self.below(self.locals.len());
                self.locals[i].0.clone()
            }
            4 | 5 => self.below(5).to_string(),
            6 => self.pick(&["127", "255", "256", "-1", "2147483647", "65535", "7u", "100L"]).to_owned(),
            7 => format!("arr[{}]", self.below(4)),
            8 => self
                .pick(&["sp->a", "sp->c", "bytes[1]", "(gp ? *gp : 9)", "u0.c[2]", "bf.x", "fp(2, 1)"])
                .to_owned(),
            _ => self.input(),
        }
    }
}
