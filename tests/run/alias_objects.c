// Two names of one object, and of one function.
#include <stdio.h>

int counter = 3;
extern int other_name __attribute__((alias("counter")));

static struct pair { int a, b; } pair = { 1, 2 };
extern struct pair view __attribute__((alias("pair")));

static int twice(int x)
{
    return 2 * x;
}
int doubled(int x) __attribute__((alias("twice")));

int main(void)
{
    int *p = &other_name;
    counter++;
    printf("%d\n", other_name);
    *p = 10;
    printf("%d %d\n", counter, p == &counter);
    pair.b = 7;
    printf("%d %d\n", view.a, view.b);
    printf("%d\n", doubled(21));
    return 0;
}
