// A loop without a test ends at `exit`.
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int x = __VERIFIER_nondet_int();
    for (;;) {
        if (x <= 0)
            exit(0);
        x--;
    }
    return 0;
}
