// Inputs and schedules together.
//@ --check assert -DWHAT=0: fails
//@ --check assert -DWHAT=1: proved
//@ --check assert -DWHAT=2: fails
//@ --check assert -DWHAT=3: proved
//@ --check assert -DWHAT=4: fails
//@ --check assert -DWHAT=5: proved
//@ --check race -DWHAT=6: fails
//@ --check race -DWHAT=7: proved
#include <pthread.h>
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);
int x, y, a[8];
pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *other(void *unused)
{
    int n = __VERIFIER_nondet_int();
#if WHAT == 0
    x = n;
#elif WHAT == 1
    __VERIFIER_assume(n > 10);
    x = n;
#elif WHAT == 2
    if (n == 123456)
        x = 1;
#elif WHAT == 3
    y = n;
#elif WHAT == 4
    pthread_mutex_lock(&lock);
    x = n;
    pthread_mutex_unlock(&lock);
    pthread_mutex_lock(&lock);
    y = n;
    pthread_mutex_unlock(&lock);
#elif WHAT == 5
    pthread_mutex_lock(&lock);
    x = n;
    y = n;
    pthread_mutex_unlock(&lock);
#elif WHAT == 6
    if (n == 77)
        a[3] = 1;
#elif WHAT == 7
    if (n >= 4 && n < 8)
        y = n;
#endif
    return 0;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, 0, other, 0);
#if WHAT == 0
    if (x == 99)
        reach_error();
#elif WHAT == 1
    int seen = x;
    if (seen != 0 && seen <= 10)
        reach_error();
#elif WHAT == 2
    if (x)
        reach_error();
#elif WHAT == 3
    if (x)
        reach_error();
#elif WHAT == 4 || WHAT == 5
    pthread_mutex_lock(&lock);
    if (x != y)
        reach_error();
    pthread_mutex_unlock(&lock);
#elif WHAT == 6
    a[3] = 2;
#elif WHAT == 7
    x = 1;
#endif
    return 0;
}
