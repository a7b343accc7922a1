// Objects are made, so many.
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);

struct node {
    struct node *next;
};

int main(void)
{
    int n = __VERIFIER_nondet_int();
    if (n > 100)
        return 1;
    while (n > 0) {
        free(malloc(8));
        n--;
    }
    return 0;
}
