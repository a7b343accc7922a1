// Two names of one object, and of one function.
#include <stdio.h>

int counter = 3;
extern int other_name __attribute__((alias("counter")));

static struct pair { int a, b; } pair = { 1, 2 };
extern struct pair view __attribute__((alias("pair")));

struct id { int vendor, device; };
static struct id ids[2] = { { 1, 2 }, { 3, 4 } };
extern const struct id device_table __attribute__((alias("ids")));

extern int early[3] __attribute__((alias("later")));
int later[3] = { 5, 6, 7 };
int tentative[2];
extern int of_tentative[2] __attribute__((alias("tentative")));

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
    printf("%d %d\n", device_table.vendor, device_table.device);
    early[1]++;
    of_tentative[1] = 4;
    printf("%d %d\n", later[1], tentative[1]);
    printf("%d\n", doubled(21));
    return 0;
}
