// The tag is changed, the content is not.
// inputs: 7,1
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
#define assert(c) do { if (!(c)) reach_error(); } while (0)

struct value { int tag; union { int number; unsigned char text[4]; } u; };
int main(void)
{
    struct value v;
    v.tag = 0;
    v.u.number = __VERIFIER_nondet_int();
    if (__VERIFIER_nondet_int())
        v.tag = 1;
    assert(v.tag != 1 || v.u.text[0] == 0);
    return 0;
}
