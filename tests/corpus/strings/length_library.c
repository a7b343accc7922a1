// strlen of a truncated literal.
#include <string.h>
extern unsigned int __VERIFIER_nondet_uint(void);
extern void __VERIFIER_assume(int condition);
extern void reach_error(void);
#define assert(c) do { if (!(c)) reach_error(); } while (0)

int main(void)
{
    char s[] = "verifier";
    unsigned cut = __VERIFIER_nondet_uint();
    __VERIFIER_assume(cut < sizeof s);
    s[cut] = 0;
    assert(strlen(s) == cut);
    return 0;
}
