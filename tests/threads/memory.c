// Memory errors that need a schedule.
//@ --check memory -DWHAT=0: fails
//@ --check memory -DWHAT=1: proved
//@ --check memory -DWHAT=2: fails
//@ --check memory -DWHAT=3: fails
//@ --check memory -DWHAT=4: proved
//@ --check leak -DWHAT=1: proved
//@ --check leak -DWHAT=5: fails
//@ --check memory -DWHAT=6: fails
#include <pthread.h>
#include <stdlib.h>
int *p;
int *volatile q;
pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *other(void *argument)
{
#if WHAT == 0
    *p = 2; // After main has freed it.
#elif WHAT == 1
    pthread_mutex_lock(&lock);
    if (p)
        *p = 2;
    pthread_mutex_unlock(&lock);
#elif WHAT == 2
    if (p)
        *p = 2; // Between the question and the use it may have become null.
#elif WHAT == 3
    free(p);
#elif WHAT == 4
    int *mine = malloc(sizeof *mine);
    *mine = 3;
    free(mine);
#elif WHAT == 5
    p = malloc(4);
#else
    *(int *)argument = 1; // The block of main that it lived in may be left.
#endif
    return 0;
}

int main(void)
{
    pthread_t t;
    p = malloc(sizeof *p);
#if WHAT == 6
    {
        int local = 0;
        pthread_create(&t, 0, other, &local);
    }
    pthread_join(t, 0);
    free(p);
    return 0;
#endif
    pthread_create(&t, 0, other, 0);
#if WHAT == 1
    pthread_mutex_lock(&lock);
    free(p);
    p = 0;
    pthread_mutex_unlock(&lock);
#elif WHAT == 2
    p = 0;
#elif WHAT != 5
    free(p);
#endif
    pthread_join(t, 0);
#if WHAT == 5
    free(p);
#endif
    return 0;
}
