// What happens when main ends before the others: they may have done all, or nothing.
//@ --check assert -DWHAT=0: fails
//@ --check assert -DWHAT=1: fails
//@ --check assert -DWHAT=2: proved
//@ --check assert -DWHAT=3: fails
//@ --check assert -DWHAT=4: unknown
//@ --check assert -DWHAT=5: proved
#include <pthread.h>
#include <stdlib.h>
extern void reach_error(void);
int x;

static void *one(void *unused)
{
#if WHAT == 0
    reach_error();
#elif WHAT == 1
    x = 1;
    exit(0);
#elif WHAT == 3
    x = 1;
    for (;;) {
    }
#elif WHAT == 4
    int i = 0;
    x = 1;
    while (i == 0)
        i = i * 2;
#elif WHAT == 5
    exit(0);
    reach_error();
#endif
    return 0;
}

static void *two(void *unused)
{
    if (x == 1)
        reach_error();
    return 0;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, 0, one, 0);
    pthread_create(&b, 0, two, 0);
    return 0;
}
