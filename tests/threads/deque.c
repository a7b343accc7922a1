// A work-stealing deque: the owner takes from one end, a thief from the other. If the owner does not look for the thief before it
// takes the last item, both get it.
//@ --check assert: proved
//@ --check assert -DCARELESS: fails
#include <pthread.h>
#include <stdatomic.h>
extern void reach_error(void);
enum { N = 2 };
atomic_int head, tail = N;
int items[N] = {10, 20};
atomic_int taken[N];

static int take(void)
{
    int t = tail - 1;
    tail = t;
    int h = head;
    if (h < t)
        return t;
    if (h > t) {
        tail = h;
        return -1;
    }
#ifdef CARELESS
    tail = t + 1;
    return t;
#else
    int expected = h;
    int mine = atomic_compare_exchange_strong(&head, &expected, h + 1);
    tail = h + 1;
    return mine ? t : -1;
#endif
}

static void *steal(void *unused)
{
    for (int i = 0; i < N; i++) {
        int h = head, t = tail;
        if (h < t && atomic_compare_exchange_strong(&head, &h, h + 1))
            if (atomic_fetch_add(&taken[h], 1) != 0)
                reach_error();
    }
    return 0;
}

int main(void)
{
    pthread_t thief;
    pthread_create(&thief, 0, steal, 0);
    for (int i = 0; i < N; i++) {
        int mine = take();
        if (mine >= 0 && atomic_fetch_add(&taken[mine], 1) != 0)
            reach_error();
    }
    pthread_join(thief, 0);
    return 0;
}
