// ask: --check leak
#include <stdlib.h>

struct node {
    int value;
    struct node *next;
};

static struct node *push(struct node *list, int value)
{
    struct node *n = malloc(sizeof *n);
    n->value = value;
    n->next = list;
    return n;
}

int main(void)
{
    struct node *list = 0;
    for (int i = 0; i < 5; i++)
        list = push(list, i);
    int last = list->value;
    list = 0;
    return last;
}
