// A list is built and freed completely.
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
        struct node *next = head->next;
        free(head);
        head = next;
    }
    return 0;
}
