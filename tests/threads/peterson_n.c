// Peterson's filter lock for three threads with atomic levels.
//@ --check assert: proved
//@ --check assert -DSKIPS: fails
#include <pthread.h>
#include <stdatomic.h>
extern void reach_error(void);
enum { N = 3 };
atomic_int level[N], last[N];
int inside;

static int others_at(int me, int l)
{
    for (int k = 0; k < N; k++)
        if (k != me && level[k] >= l)
            return 1;
    return 0;
}

static void *enter(void *argument)
{
    int me = (int)(long)argument;
#ifdef SKIPS
    int first = 2;
#else
    int first = 1;
#endif
    for (int l = first; l < N; l++) {
        level[me] = l;
        last[l] = me;
        if (last[l] == me && others_at(me, l)) {
            level[me] = 0;
            return 0;
        }
    }
    inside++;
    if (inside != 1)
        reach_error();
    inside--;
    level[me] = 0;
    return 0;
}

int main(void)
{
    pthread_t t[N];
    for (long i = 1; i < N; i++)
        pthread_create(&t[i], 0, enter, (void *)i);
    enter(0);
    for (int i = 1; i < N; i++)
        pthread_join(t[i], 0);
    return 0;
}
