// strcmp is antisymmetric on short strings.
#include <string.h>
extern char __VERIFIER_nondet_char(void);
extern void reach_error(void);
#define assert(c) do { if (!(c)) reach_error(); } while (0)

int main(void)
{
    char a[3], b[3];
    a[0] = __VERIFIER_nondet_char();
    a[1] = __VERIFIER_nondet_char();
    b[0] = __VERIFIER_nondet_char();
    b[1] = __VERIFIER_nondet_char();
    a[2] = b[2] = 0;
    assert((strcmp(a, b) < 0) == (strcmp(b, a) > 0));
    return 0;
}
