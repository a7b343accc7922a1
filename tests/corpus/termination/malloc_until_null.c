// Memory that never runs out.
// inputs: 
#include <stdlib.h>

struct node {
    struct node *next;
};

int main(void)
{
    char *p;
    do {
        p = malloc(1);
        free(p);
    } while (p);
    return 0;
}
