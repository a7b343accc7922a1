// A bounded buffer with condition variables: `if` in place of `while`, or a forgotten signal, breaks it.
//@ --check assert: proved
//@ --check race: proved
//@ --check deadlock: proved
//@ --check assert -DIF: fails
//@ --check deadlock -DSILENT: fails
//@ --check race -DPEEKS: fails
#include <pthread.h>
extern void reach_error(void);
enum { SIZE = 1, ITEMS = 2 };
int items[SIZE], count, sum;
pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t is_full = PTHREAD_COND_INITIALIZER, is_empty = PTHREAD_COND_INITIALIZER;
#ifdef IF
#define UNTIL if
#else
#define UNTIL while
#endif

static void *produce(void *unused)
{
    for (int i = 1; i <= ITEMS; i++) {
        pthread_mutex_lock(&lock);
        UNTIL (count == SIZE)
            pthread_cond_wait(&is_empty, &lock);
        if (count == SIZE)
            reach_error();
        items[count++] = i;
#ifndef SILENT
        pthread_cond_signal(&is_full);
#endif
        pthread_mutex_unlock(&lock);
    }
    return 0;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, 0, produce, 0);
    for (int i = 0; i < ITEMS; i++) {
#ifdef PEEKS
        if (count == 0)
            sum = 0;
#endif
        pthread_mutex_lock(&lock);
        UNTIL (count == 0)
            pthread_cond_wait(&is_full, &lock);
        if (count == 0)
            reach_error();
        sum += items[--count];
        pthread_cond_signal(&is_empty);
        pthread_mutex_unlock(&lock);
    }
    pthread_join(t, 0);
    if (sum != 3)
        reach_error();
    return 0;
}
