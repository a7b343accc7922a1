// A struct passed by value is a copy.
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int condition);
extern void reach_error(void);
#define assert(c) do { if (!(c)) reach_error(); } while (0)

struct point { int x, y; };
static struct point move(struct point p, int dx)
{
    p.x += dx;
    return p;
}

int main(void)
{
    struct point a, b;
    a.x = __VERIFIER_nondet_int();
    a.y = __VERIFIER_nondet_int();
    __VERIFIER_assume(a.x > -1000 && a.x < 1000);
    b = move(a, 5);
    assert(b.x == a.x + 5 && b.y == a.y);
    return 0;
}
