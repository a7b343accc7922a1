// strcpy of a text that may be too long.
// inputs: 9
#include <string.h>
extern unsigned int __VERIFIER_nondet_uint(void);
extern void __VERIFIER_assume(int condition);

int main(void)
{
    char small[8], big[12];
    unsigned n = __VERIFIER_nondet_uint(), i;
    __VERIFIER_assume(n < 12);
    for (i = 0; i < n; i++)
        big[i] = 'a';
    big[n] = 0;
    strcpy(small, big);
    return 0;
}
