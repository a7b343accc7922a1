//! Random programs in which pointers go through integers, bytes and unions and come back; a write through what comes back must be seen.

use std::fmt::Write;

use crate::random::Random;

const PRELUDE: &str = "int __VERIFIER_nondet_int(void); void __VERIFIER_assume(int); void reach_error(void);
void *memcpy(void *, const void *, unsigned long);
static int in(void) { int x = __VERIFIER_nondet_int(); __VERIFIER_assume(x >= 0 && x <= 3); return x; }
typedef unsigned long word;
struct node { int value; struct node *next; };
static int a[4] __attribute__((aligned(16))) = {1, 2, 3, 4}, b[4] __attribute__((aligned(16)));
static struct node n0, n1; static word kept; static word key = 0x5a5a5a5aUL;
static word same(word x) { return x; }
";

/// Ways of a pointer `p` through a number and back into `q`.
const WAYS: [&str; 16] = [
    "q = (int *)(word)p;",
    "q = (int *)(((word)p >> 4 << 4) + ((word)p & 15));",
    "q = (int *)(~(word)~(word)p);",
    "q = (int *)(((word)p ^ key) ^ key);",
    "kept = (word)p; q = (int *)kept;",
    "{ word w = 0; memcpy(&w, &p, sizeof p); memcpy(&q, &w, sizeof q); }",
    "{ int *c; for (unsigned i = 0; i < sizeof p; i++) ((unsigned char *)&c)[i] = ((unsigned char *)&p)[i]; q = c; }",
    "{ union { int *p; unsigned h[sizeof(int *) / 4]; } u, v; u.p = p; for (unsigned i = 0; i < sizeof p / 4; i++) v.h[i] = u.h[i]; q = v.p; }",
    "q = (int *)-(-(long)p);",
    "{ word s = (word)p + (word)b; q = (int *)(s - (word)b); }",
    "q = (int *)same((word)p);",
    "q = (int *)((char *)a + ((word)p - (word)a));",
    "{ word t = (word)p | 1; q = (int *)(t & ~(word)3); }",
    "q = (int *)(((word)p * 2) / 2);",
    "{ word hi = (word)p >> 16, lo = (word)p & 0xffff; q = (int *)(hi << 16 | lo); }",
    "{ word x = 0; for (int i = 0; i < (int)(8 * sizeof p); i++) x |= (word)p & (1UL << i); q = (int *)x; }",
];

/// A program for a seed, with assertions as probes.
pub fn pointers(seed: u64) -> String {
    let mut random = Random::new(seed ^ 0x7079);
    let mut out = PRELUDE.to_owned();
    let mut probes = 0;
    out.push_str("int main(void) {\n  int x = in(), y = in(), *p = &a[x], *q = b;\n");
    for _ in 0..1 + random.below(3) {
        let target = random.pick(&[
            "&a[x]",
            "&a[y]",
            "&b[x]",
            "&n0.value",
            "y ? &n1.value : &a[1]",
            "y > 1 ? &b[2] : &a[x]",
        ]);
        let _ = writeln!(out, "  p = {target};");
        for _ in 0..1 + random.below(2) {
            let _ = writeln!(out, "  {}", random.pick(&WAYS));
            out.push_str("  p = q;\n");
        }
        let _ = writeln!(out, "  *q {} x + {};", random.pick(&["=", "+="]), random.below(9));
        for _ in 0..1 + random.below(2) {
            let what = random.pick(&[
                "a[0]",
                "a[1]",
                "a[3]",
                "b[2]",
                "b[0] + a[2]",
                "n0.value",
                "n1.value",
                "*p - a[x]",
            ]);
            let _ = writeln!(out, "  PROBE({probes}, {what});");
            probes += 1;
        }
    }
    out.push_str("  return 0;\n}\n");
    out
}
