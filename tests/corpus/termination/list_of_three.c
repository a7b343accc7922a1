// A list of three is walked.
#include <stdlib.h>

struct node {
    struct node *next;
};

int main(void)
{
    struct node c = { 0 }, b = { &c }, a = { &b };
    for (struct node *p = &a; p; p = p->next)
        ;
    return 0;
}
