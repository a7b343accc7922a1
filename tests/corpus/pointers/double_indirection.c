// A pointer to a pointer redirects an assignment.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
#define assert(c) do { if (!(c)) reach_error(); } while (0)

int main(void)
{
    int a = 0, b = 0;
    int *p = &a;
    int **pp = &p;
    int v = __VERIFIER_nondet_int();
    if (v > 0)
        *pp = &b;
    **pp = v;
    assert(v > 0 ? b == v && a == 0 : a == v && b == 0);
    return 0;
}
