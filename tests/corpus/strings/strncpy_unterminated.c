// strncpy does not terminate a string that just fits.
// inputs: 97,98,99
#include <string.h>
extern char __VERIFIER_nondet_char(void);
extern void reach_error(void);
#define assert(c) do { if (!(c)) reach_error(); } while (0)

int main(void)
{
    char from[5] = { 0, 0, 0, 'd', 0 };
    char to[4];
    from[0] = __VERIFIER_nondet_char();
    from[1] = __VERIFIER_nondet_char();
    from[2] = __VERIFIER_nondet_char();
    strncpy(to, from, sizeof to);
    assert(to[0] == 0 || to[1] == 0 || to[2] == 0 || to[3] == 0);
    return 0;
}
