// The conditions of the chain exclude each other.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

static void e(int x) { if (x == 40) reach_error(); }
static void d(int x) { if (x > 20) e(x); }
static void c(int x) { if (x & 4) d(x); }
static void b(int x) { if (x < 50) c(x); }
static void a(int x) { if (x & 1) b(x); }
int main(void)
{
    a(__VERIFIER_nondet_int());
    return 0;
}
