/* What tasks use, in the words of KLEE. */

void klee_make_symbolic(void *at, unsigned long size, const char *name);
void klee_assume(unsigned long condition);
void __assert_fail(const char *assertion, const char *file, unsigned line, const char *function);

void reach_error(void)
{
    __assert_fail("reach_error is reached", __FILE__, __LINE__, "reach_error");
}

void __VERIFIER_assume(int condition)
{
    klee_assume(condition != 0);
}

#define NONDET(type, name)                        \
    type __VERIFIER_nondet_##name(void)           \
    {                                             \
        type value;                               \
        klee_make_symbolic(&value, sizeof value, #name); \
        return value;                             \
    }

NONDET(int, int)
NONDET(unsigned, uint)
NONDET(char, char)
NONDET(signed char, schar)
NONDET(unsigned char, uchar)
NONDET(short, short)
NONDET(unsigned short, ushort)
NONDET(long, long)
NONDET(unsigned long, ulong)
NONDET(long long, longlong)
NONDET(unsigned long long, ulonglong)
NONDET(float, float)
NONDET(double, double)

_Bool __VERIFIER_nondet_bool(void)
{
    return __VERIFIER_nondet_uchar() & 1;
}
