// Swapping by exclusive or destroys the value when both pointers are the same.
// inputs: 1,1
extern unsigned int __VERIFIER_nondet_uint(void);
extern void __VERIFIER_assume(int condition);
extern void reach_error(void);
#define assert(c) do { if (!(c)) reach_error(); } while (0)

static void swap(unsigned *a, unsigned *b)
{
    *a ^= *b;
    *b ^= *a;
    *a ^= *b;
}

int main(void)
{
    unsigned cell[2] = { 17, 42 };
    unsigned i = __VERIFIER_nondet_uint(), j = __VERIFIER_nondet_uint();
    unsigned was;
    __VERIFIER_assume(i < 2 && j < 2);
    was = cell[i];
    swap(&cell[i], &cell[j]);
    assert(cell[j] == was);
    return 0;
}
