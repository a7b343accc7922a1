// Assigning a struct copies the structs and arrays inside.
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int condition);
extern void reach_error(void);
#define assert(c) do { if (!(c)) reach_error(); } while (0)

struct inner { int v[3]; };
struct outer { int tag; struct inner in; };
int main(void)
{
    struct outer a = { 1, { { 1, 2, 3 } } }, b;
    int i = __VERIFIER_nondet_int();
    __VERIFIER_assume(i >= 0 && i < 3);
    b = a;
    b.in.v[i] = 9;
    assert(a.in.v[i] == i + 1);
    assert(b.tag == 1);
    return 0;
}
