// Dining philosophers: all take the left fork first; the fix is that one of them does not.
//@ --check deadlock -DN=2: fails
//@ --check deadlock -DN=3: fails
//@ --check deadlock -DN=2 -DFIXED: proved
//@ --check deadlock -DN=3 -DFIXED: proved
//@ --check assert -DN=2: proved
//@ --check race -DN=2 -DFIXED: proved
#include <pthread.h>
extern void reach_error(void);
pthread_mutex_t forks[N];
int uses[N];

static void *philosopher(void *argument)
{
    int me = (int)(long)argument, left = me, right = (me + 1) % N;
#ifdef FIXED
    if (me == N - 1) {
        left = 0;
        right = me;
    }
#endif
    pthread_mutex_lock(&forks[left]);
    pthread_mutex_lock(&forks[right]);
    uses[left]++;
    uses[right]++;
    if (uses[left] != 1 || uses[right] != 1)
        reach_error();
    uses[left]--;
    uses[right]--;
    pthread_mutex_unlock(&forks[right]);
    pthread_mutex_unlock(&forks[left]);
    return 0;
}

int main(void)
{
    pthread_t t[N];
    for (int i = 0; i < N; i++)
        pthread_mutex_init(&forks[i], 0);
    for (long i = 0; i < N; i++)
        pthread_create(&t[i], 0, philosopher, (void *)i);
    for (int i = 0; i < N; i++)
        pthread_join(t[i], 0);
    return 0;
}
