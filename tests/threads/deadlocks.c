// Ways of not getting on.
//@ --check deadlock -DWHAT=0: fails
//@ --check deadlock -DWHAT=1: proved
//@ --check deadlock -DWHAT=2: fails
//@ --check deadlock -DWHAT=3: proved
//@ --check deadlock -DWHAT=4: fails
//@ --check deadlock -DWHAT=5: proved
//@ --check deadlock -DWHAT=6: fails
//@ --check deadlock -DWHAT=7: proved
//@ --check deadlock -DWHAT=8: fails
#include <pthread.h>
#include <semaphore.h>
pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER, b = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t c = PTHREAD_COND_INITIALIZER;
pthread_barrier_t wall;
sem_t s;
int done;

static void both(pthread_mutex_t *first, pthread_mutex_t *second)
{
    pthread_mutex_lock(first);
    pthread_mutex_lock(second);
    pthread_mutex_unlock(second);
    pthread_mutex_unlock(first);
}

static void *other(void *unused)
{
#if WHAT == 0
    both(&b, &a);
#elif WHAT == 1
    both(&a, &b);
#elif WHAT == 3
    sem_post(&s);
#elif WHAT == 4 || WHAT == 5
    pthread_mutex_lock(&a);
    done = 1;
    pthread_cond_signal(&c);
    pthread_mutex_unlock(&a);
#elif WHAT == 7
    pthread_barrier_wait(&wall);
#elif WHAT == 8
    pthread_mutex_lock(&a);
    return 0; // Never unlocked.
#endif
    return 0;
}

int main(void)
{
    pthread_t t;
    sem_init(&s, 0, 0);
    pthread_barrier_init(&wall, 0, 2);
    pthread_create(&t, 0, other, 0);
#if WHAT < 2
    both(&a, &b);
#elif WHAT == 2
    pthread_mutex_lock(&a);
    pthread_mutex_lock(&a); // Nobody else unlocks it.
#elif WHAT == 3
    sem_wait(&s);
#elif WHAT == 4
    pthread_mutex_lock(&a);
    pthread_cond_wait(&c, &a); // The signal may be over already.
    pthread_mutex_unlock(&a);
#elif WHAT == 5
    pthread_mutex_lock(&a);
    while (!done)
        pthread_cond_wait(&c, &a);
    pthread_mutex_unlock(&a);
#elif WHAT == 6
    sem_wait(&s);
#elif WHAT == 7
    pthread_barrier_wait(&wall);
#elif WHAT == 8
    pthread_mutex_lock(&a);
#endif
    pthread_join(t, 0);
    return 0;
}
