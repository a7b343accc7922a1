// Pairs of accesses that race, and some that do not.
//@ --check race -DWHAT=0: fails
//@ --check race -DWHAT=1: proved
//@ --check race -DWHAT=2: fails
//@ --check race -DWHAT=3: proved
//@ --check race -DWHAT=4: fails
//@ --check race -DWHAT=5: fails
//@ --check race -DWHAT=6: proved
//@ --check race -DWHAT=7: fails
//@ --check race -DWHAT=8: proved
//@ --check race -DWHAT=9: fails
//@ --check race -DWHAT=10: proved
//@ --check race -DWHAT=11: fails
//@ --check race -DWHAT=12: proved
//@ --check race -DWHAT=13: fails
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
int x, y, a[4];
struct { int f, g; } s;
struct { int low : 4, high : 4; } bits;
atomic_int flag;
_Thread_local int own;
pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
int *p;

static void *other(void *unused)
{
#if WHAT == 0
    y = x;
#elif WHAT == 1
    y = 1;
#elif WHAT == 2
    a[y + 1] = 1;
#elif WHAT == 3
    s.f = 1;
#elif WHAT == 4
    bits.low = 1;
#elif WHAT == 5
    memcpy(a, &s, sizeof s);
#elif WHAT == 6
    own++;
#elif WHAT == 7
    if (flag)
        x = 1;
    x = 2;
#elif WHAT == 8
    if (flag)
        x = 1;
#elif WHAT == 9
    free(p);
#elif WHAT == 10
    x = 1;
#elif WHAT == 11
    pthread_mutex_lock(&lock);
    x = 1;
    pthread_mutex_unlock(&lock);
#elif WHAT == 12
    x = 1;
    pthread_mutex_lock(&lock);
    y = 1;
    pthread_mutex_unlock(&lock);
#elif WHAT == 13
    __atomic_store_n(&x, 1, __ATOMIC_SEQ_CST);
#endif
    return 0;
}

int main(void)
{
    pthread_t t;
    p = malloc(4);
    x = 5;
    pthread_create(&t, 0, other, 0);
#if WHAT == 0
    x = 1;
#elif WHAT == 1
    x = 1;
#elif WHAT == 2
    a[1] = 2;
#elif WHAT == 3
    s.g = 1;
#elif WHAT == 4
    bits.high = 1;
#elif WHAT == 5
    s.g = 1;
#elif WHAT == 6
    own++;
#elif WHAT == 7 || WHAT == 8
    x = 3;
    flag = 1;
#elif WHAT == 9
    *p = 1;
#elif WHAT == 10
    pthread_join(t, 0);
    x = 2;
    return 0;
#elif WHAT == 11
    x = 2;
#elif WHAT == 12
    int seen = 0;
    pthread_mutex_lock(&lock);
    seen = y;
    pthread_mutex_unlock(&lock);
    if (seen)
        x = 2;
#elif WHAT == 13
    x = 2;
#endif
    return 0;
}
