// Objects are made and freed for ever.
// inputs: 
#include <stdlib.h>

struct node {
    struct node *next;
};

int main(void)
{
    for (;;)
        free(malloc(8));
    return 0;
}
