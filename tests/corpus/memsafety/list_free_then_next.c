// The next pointer is read from the freed node.
// inputs: 1,0
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);

struct node { struct node *next; };
int main(void)
{
    struct node *head = 0;
    int n = 0;
    while (n < 3 && __VERIFIER_nondet_int()) {
        struct node *p = malloc(sizeof *p);
        if (!p)
            break;
        p->next = head;
        head = p;
        n++;
    }
    while (head) {
        free(head);
        head = head->next;
    }
    return 0;
}
