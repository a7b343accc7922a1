// expect: ok
#include <stdlib.h>
struct node { struct node *next; };
int main(void)
{
    struct node *list = 0, *n, *next;
    int i;
    for (i = 0; i < 3; i++) {
        n = malloc(sizeof *n);
        n->next = list;
        list = n;
    }
    for (n = list; n; n = next) {
        next = n->next;
        free(n);
    }
    return 0;
}
