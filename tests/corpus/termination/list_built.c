// A list is built and walked.
#include <stdlib.h>

struct node {
    struct node *next;
};

int main(void)
{
    struct node *head = 0;
    for (int i = 0; i < 5; i++) {
        struct node *n = malloc(sizeof *n);
        n->next = head;
        head = n;
    }
    while (head) {
        struct node *n = head->next;
        free(head);
        head = n;
    }
    return 0;
}
