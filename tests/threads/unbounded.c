// Any number of threads: failures that need few of them.
//@ --check assert -DWHAT=0: fails
//@ --check assert -DWHAT=1: fails
//@ --check race -DWHAT=0: fails
#include <pthread.h>
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int x;
pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *work(void *unused)
{
#if WHAT == 0
    x = 1;
    if (x != 1)
        reach_error();
    x = 2;
#else
    pthread_mutex_lock(&lock);
    x++;
    if (x == 3)
        reach_error();
    pthread_mutex_unlock(&lock);
#endif
    return 0;
}

int main(void)
{
    pthread_t t;
    while (__VERIFIER_nondet_int())
        pthread_create(&t, 0, work, 0);
    return 0;
}
