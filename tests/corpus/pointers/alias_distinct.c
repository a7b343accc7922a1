// With different indices the cells are distinct.
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int condition);
extern void reach_error(void);
#define assert(c) do { if (!(c)) reach_error(); } while (0)

int main(void)
{
    int cells[4] = { 0, 0, 0, 0 };
    int i = __VERIFIER_nondet_int(), j = __VERIFIER_nondet_int();
    int *p, *q;
    __VERIFIER_assume(i >= 0 && i < 4 && j >= 0 && j < 4 && i != j);
    p = &cells[i];
    q = &cells[j];
    *p = 1;
    *q = 2;
    assert(*p == 1 && *q == 2);
    return 0;
}
