// A tagged union is read by its tag alone.
extern int __VERIFIER_nondet_int(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
extern void reach_error(void);
#define assert(c) do { if (!(c)) reach_error(); } while (0)

struct value { int tag; union { int number; unsigned char text[4]; } u; };
static int size(const struct value *v)
{
    return v->tag == 0 ? v->u.number : v->u.text[0];
}

int main(void)
{
    struct value v;
    if (__VERIFIER_nondet_int()) {
        v.tag = 0;
        v.u.number = 300;
    } else {
        v.tag = 1;
        v.u.text[0] = __VERIFIER_nondet_uchar();
    }
    assert(v.tag == 0 ? size(&v) == 300 : size(&v) < 256);
    return 0;
}
