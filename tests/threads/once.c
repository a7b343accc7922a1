// Double-checked initialisation: right with an atomic flag that is set last, wrong if it is set first, a race if it is plain.
//@ --check assert -DHOW=0: proved
//@ --check race -DHOW=0: proved
//@ --check assert -DHOW=1: fails
//@ --check race -DHOW=2: fails
//@ --check assert -DHOW=2: proved
//@ --check assert -DHOW=3: proved
//@ --check race -DHOW=3: proved
#include <pthread.h>
#include <stdatomic.h>
extern void reach_error(void);
#if HOW == 2
int ready;
#else
atomic_int ready;
#endif
int value, times;
pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
pthread_once_t control = PTHREAD_ONCE_INIT;

static void make(void)
{
    times++;
    value = 42;
}

static void *use(void *unused)
{
#if HOW == 3
    pthread_once(&control, make);
#else
    if (!ready) {
        pthread_mutex_lock(&lock);
        if (!ready) {
#if HOW == 1
            ready = 1;
            make();
#else
            make();
            ready = 1;
#endif
        }
        pthread_mutex_unlock(&lock);
    }
#endif
    if (value != 42 || times != 1)
        reach_error();
    return 0;
}

int main(void)
{
    pthread_t a;
    pthread_create(&a, 0, use, 0);
    use(0);
    pthread_join(a, 0);
    return 0;
}
