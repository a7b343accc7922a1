/* Read-write locks, barriers, semaphores, doing something once, and the verifier's atomic sections. */

unsigned __maymust_self(void);
void __maymust_block(int condition, const char *what);
void __maymust_atomic_begin(void);
void __maymust_atomic_end(void);
void __maymust_acquire(void *address);
void __maymust_release(void *address);
_Bool __maymust_nondet_bool(void);
int *__errno_location(void);

/* A read-write lock: how many read, and who writes (a thread's number plus one). */
enum { READERS, WRITER };

int pthread_rwlockattr_init(void *attributes)
{
    return 0;
}

int pthread_rwlockattr_destroy(void *attributes)
{
    return 0;
}

int pthread_rwlock_init(void *lock, const void *attributes)
{
    int *words = lock;
    __maymust_atomic_begin();
    words[READERS] = 0;
    words[WRITER] = 0;
    __maymust_atomic_end();
    return 0;
}

int pthread_rwlock_destroy(void *lock)
{
    return 0;
}

int pthread_rwlock_rdlock(void *lock)
{
    int *words = lock;
    int error = 0;
    __maymust_atomic_begin();
    __maymust_block((words[WRITER] == 0) | (words[WRITER] == (int)__maymust_self() + 1),
                    "wait for a read-write lock");
    if (words[WRITER] != 0) {
        error = 35;
    } else {
        words[READERS]++;
        __maymust_acquire(words);
    }
    __maymust_atomic_end();
    return error;
}

int pthread_rwlock_tryrdlock(void *lock)
{
    int *words = lock;
    __maymust_atomic_begin();
    int busy = words[WRITER] != 0;
    if (!busy) {
        words[READERS]++;
        __maymust_acquire(words);
    }
    __maymust_atomic_end();
    return busy ? 16 : 0;
}

int pthread_rwlock_wrlock(void *lock)
{
    int *words = lock;
    int error = 0;
    __maymust_atomic_begin();
    __maymust_block(((words[WRITER] | words[READERS]) == 0) | (words[WRITER] == (int)__maymust_self() + 1),
                    "wait for a read-write lock");
    if (words[WRITER] != 0) {
        error = 35;
    } else {
        words[WRITER] = __maymust_self() + 1;
        __maymust_acquire(words);
        __maymust_acquire(words + 1);
    }
    __maymust_atomic_end();
    return error;
}

int pthread_rwlock_trywrlock(void *lock)
{
    int *words = lock;
    __maymust_atomic_begin();
    int busy = (words[WRITER] | words[READERS]) != 0;
    if (!busy) {
        words[WRITER] = __maymust_self() + 1;
        __maymust_acquire(words);
        __maymust_acquire(words + 1);
    }
    __maymust_atomic_end();
    return busy ? 16 : 0;
}

/* What readers did is ordered before writers only: they release another address. */
int pthread_rwlock_unlock(void *lock)
{
    int *words = lock;
    __maymust_atomic_begin();
    if (words[WRITER] == (int)__maymust_self() + 1) {
        words[WRITER] = 0;
        __maymust_release(words);
    } else if (words[READERS] > 0) {
        words[READERS]--;
        __maymust_release(words + 1);
    }
    __maymust_atomic_end();
    return 0;
}

/* A barrier: for how many it is, how many wait, and how often it has opened. */
enum { NEEDED, PRESENT, ROUND };

int pthread_barrier_init(void *barrier, const void *attributes, unsigned count)
{
    unsigned *words = barrier;
    if (count == 0)
        return 22;
    __maymust_atomic_begin();
    words[NEEDED] = count;
    words[PRESENT] = 0;
    words[ROUND] = 0;
    __maymust_atomic_end();
    return 0;
}

int pthread_barrier_destroy(void *barrier)
{
    return 0;
}

int pthread_barrier_wait(void *barrier)
{
    unsigned *words = barrier;
    int result = 0;
    __maymust_atomic_begin();
    unsigned round = words[ROUND];
    __maymust_release(words);
    words[PRESENT]++;
    if (words[PRESENT] >= words[NEEDED]) {
        words[PRESENT] = 0;
        words[ROUND]++;
        result = -1;
    } else {
        __maymust_block(words[ROUND] != round, "wait at a barrier");
    }
    __maymust_acquire(words);
    __maymust_atomic_end();
    return result;
}

/* A semaphore is its value. */
int sem_init(void *semaphore, int shared, unsigned value)
{
    __maymust_atomic_begin();
    *(unsigned *)semaphore = value;
    __maymust_atomic_end();
    return 0;
}

int sem_destroy(void *semaphore)
{
    return 0;
}

int sem_wait(void *semaphore)
{
    unsigned *value = semaphore;
    __maymust_atomic_begin();
    __maymust_block(*value != 0, "wait for a semaphore");
    *value = *value - 1;
    __maymust_acquire(value);
    __maymust_atomic_end();
    return 0;
}

static int try_wait(unsigned *value, int error)
{
    __maymust_atomic_begin();
    int taken = *value != 0;
    if (taken) {
        *value = *value - 1;
        __maymust_acquire(value);
    }
    __maymust_atomic_end();
    if (taken)
        return 0;
    *__errno_location() = error;
    return -1;
}

int sem_trywait(void *semaphore)
{
    return try_wait(semaphore, 11);
}

int sem_timedwait(void *semaphore, const void *time)
{
    return __maymust_nondet_bool() ? try_wait(semaphore, 110) : sem_wait(semaphore);
}

int sem_post(void *semaphore)
{
    unsigned *value = semaphore;
    __maymust_atomic_begin();
    __maymust_release(value);
    *value = *value + 1;
    __maymust_atomic_end();
    return 0;
}

int sem_getvalue(void *semaphore, int *result)
{
    __maymust_atomic_begin();
    int value = *(int *)semaphore;
    __maymust_atomic_end();
    *result = value;
    return 0;
}

/* 0: to be done, 1: under way, 2: done. */
int pthread_once(int *once, void (*start)(void))
{
    int first = 0;
    __maymust_atomic_begin();
    __maymust_block(*once != 1, "wait for what is done once");
    __maymust_acquire(once);
    if (*once == 0) {
        *once = 1;
        first = 1;
    }
    __maymust_atomic_end();
    if (first) {
        start();
        __maymust_atomic_begin();
        __maymust_release(once);
        *once = 2;
        __maymust_atomic_end();
    }
    return 0;
}

void call_once(int *once, void (*start)(void))
{
    pthread_once(once, start);
}

/* All these sections are ordered with each other. */
void __VERIFIER_atomic_begin(void)
{
    __maymust_atomic_begin();
    __maymust_acquire(0);
}

void __VERIFIER_atomic_end(void)
{
    __maymust_release(0);
    __maymust_atomic_end();
}
