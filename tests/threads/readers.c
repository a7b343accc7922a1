// Readers and writers, with the library's lock and with one made by hand.
//@ --check assert -DHOW=0: proved
//@ --check race -DHOW=0: proved
//@ --check assert -DHOW=1: fails
//@ --check race -DHOW=1: fails
//@ --check assert -DHOW=2: proved
//@ --check assert -DHOW=3: fails
#include <pthread.h>
extern void reach_error(void);
extern void __VERIFIER_assume(int);
int x, y, readers, writing;
pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;

void __VERIFIER_atomic_begin_write(void)
{
#if HOW == 2
    __VERIFIER_assume(readers == 0 && !writing);
#else
    __VERIFIER_assume(!writing);
#endif
    writing = 1;
}
void __VERIFIER_atomic_begin_read(void) { __VERIFIER_assume(!writing); readers++; }
void __VERIFIER_atomic_end_write(void) { writing = 0; }
void __VERIFIER_atomic_end_read(void) { readers--; }

static void *reader(void *unused)
{
#if HOW < 2
    pthread_rwlock_rdlock(&lock);
#else
    __VERIFIER_atomic_begin_read();
#endif
    if (x != y)
        reach_error();
#if HOW < 2
    pthread_rwlock_unlock(&lock);
#else
    __VERIFIER_atomic_end_read();
#endif
    return 0;
}

static void write_both(void)
{
#if HOW == 0
    pthread_rwlock_wrlock(&lock);
#elif HOW == 1
    pthread_rwlock_rdlock(&lock);
#else
    __VERIFIER_atomic_begin_write();
#endif
    x++;
    y++;
#if HOW < 2
    pthread_rwlock_unlock(&lock);
#else
    __VERIFIER_atomic_end_write();
#endif
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, 0, reader, 0);
    pthread_create(&b, 0, reader, 0);
    write_both();
    pthread_join(a, 0);
    pthread_join(b, 0);
    return 0;
}
