// A counter that threads increment: with a lock, an atomic operation, a section, or with nothing.
//@ --check assert -DHOW=0: fails
//@ --check race -DHOW=0: fails
//@ --check assert -DHOW=1: proved
//@ --check race -DHOW=1: proved
//@ --check assert -DHOW=2: proved
//@ --check race -DHOW=2: proved
//@ --check assert -DHOW=3: proved
//@ --check race -DHOW=3: proved
//@ --check assert -DHOW=4: proved
//@ --check race -DHOW=4: proved
//@ --check assert -DHOW=5: fails
//@ --check race -DHOW=5: proved
//@ --check assert -DHOW=6: proved
//@ --check race -DHOW=6: proved
//@ --check assert -DHOW=7: fails
//@ --check race -DHOW=7: fails
//@ --check assert -DHOW=8: proved
#include <pthread.h>
#include <stdatomic.h>
extern void reach_error(void);
extern void __VERIFIER_atomic_begin(void), __VERIFIER_atomic_end(void);
pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER, another = PTHREAD_MUTEX_INITIALIZER;
pthread_spinlock_t spin;
#if HOW == 4 || HOW == 5
atomic_int n;
#else
int n;
#endif

static void *work(void *argument)
{
#if HOW == 0
    n++;
#elif HOW == 1
    pthread_mutex_lock(&lock);
    n++;
    pthread_mutex_unlock(&lock);
#elif HOW == 2
    __atomic_fetch_add(&n, 1, __ATOMIC_SEQ_CST);
#elif HOW == 3
    __VERIFIER_atomic_begin();
    n++;
    __VERIFIER_atomic_end();
#elif HOW == 4
    n++;
#elif HOW == 5
    int old = n;
    n = old + 1;
#elif HOW == 6
    pthread_spin_lock(&spin);
    n = n + 1;
    pthread_spin_unlock(&spin);
#elif HOW == 7
    pthread_mutex_t *mine = argument ? &lock : &another;
    pthread_mutex_lock(mine);
    n++;
    pthread_mutex_unlock(mine);
#else
    int old;
    do
        old = __atomic_load_n(&n, __ATOMIC_SEQ_CST);
    while (!__sync_bool_compare_and_swap(&n, old, old + 1));
#endif
    return 0;
}

int main(void)
{
    pthread_t a, b;
    pthread_spin_init(&spin, 0);
    pthread_create(&a, 0, work, 0);
    pthread_create(&b, 0, work, &a);
    pthread_join(a, 0);
    pthread_join(b, 0);
    if (n != 2)
        reach_error();
    return 0;
}
