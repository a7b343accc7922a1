// Functions of the library: what they return and what they do.
//@ --check assert: proved
//@ --check race: proved
#include <pthread.h>
#include <threads.h>
#include <errno.h>
extern void reach_error(void);
#define CHECK(c) do { if (!(c)) reach_error(); } while (0)
pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
pthread_key_t key;
int destroyed;

static void destroy(void *value) { destroyed += *(int *)value; }

static void *run(void *argument)
{
    static int seven = 7;
    CHECK(pthread_getspecific(key) == 0);
    pthread_setspecific(key, &seven);
    CHECK(pthread_mutex_trylock(&lock) == EBUSY);
    pthread_exit((void *)((long)argument + 1));
    return 0;
}

static int other(void *argument) { return *(int *)argument; }

int main(void)
{
    pthread_t t;
    thrd_t u;
    void *result;
    int number = 5, given;
    pthread_mutexattr_t kind;
    pthread_mutex_t again;
    CHECK(pthread_key_create(&key, destroy) == 0);
    pthread_mutex_lock(&lock);
    CHECK(pthread_create(&t, 0, run, (void *)41) == 0);
    CHECK(!pthread_equal(t, pthread_self()));
    CHECK(pthread_join(t, &result) == 0 && (long)result == 42);
    CHECK(destroyed == 7);
    pthread_mutex_unlock(&lock);
    CHECK(thrd_create(&u, other, &number) == thrd_success);
    CHECK(thrd_join(u, &given) == thrd_success && given == 5);
    pthread_mutexattr_init(&kind);
    pthread_mutexattr_settype(&kind, PTHREAD_MUTEX_RECURSIVE);
    pthread_mutex_init(&again, &kind);
    CHECK(pthread_mutex_lock(&again) == 0 && pthread_mutex_lock(&again) == 0);
    CHECK(pthread_mutex_unlock(&again) == 0 && pthread_mutex_unlock(&again) == 0);
    CHECK(pthread_mutex_unlock(&again) == EPERM);
    CHECK(pthread_join(pthread_self(), 0) == EDEADLK);
    return 0;
}
