// Writing the wide member changes the narrow one.
// inputs: 513
extern unsigned int __VERIFIER_nondet_uint(void);
extern void reach_error(void);
#define assert(c) do { if (!(c)) reach_error(); } while (0)

union pair { unsigned wide; unsigned short narrow; };
int main(void)
{
    union pair p;
    p.wide = 0;
    p.narrow = 1;
    if (__VERIFIER_nondet_uint() == 513)
        p.wide = 513;
    assert(p.narrow == 1);
    return 0;
}
