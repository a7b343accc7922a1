// The redirection happens after the write.
// inputs: 5
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
#define assert(c) do { if (!(c)) reach_error(); } while (0)

int main(void)
{
    int a = 0, b = 0;
    int *p = &a;
    int **pp = &p;
    int v = __VERIFIER_nondet_int();
    **pp = v;
    if (v > 0)
        *pp = &b;
    assert(*p == v);
    return 0;
}
