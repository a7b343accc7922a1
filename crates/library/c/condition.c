/* Condition variables: one bit per thread says who waits, another who was woken. A thread may also wake up by itself. */

unsigned __maymust_self(void);
void __maymust_block(int condition, const char *what);
void __maymust_atomic_begin(void);
void __maymust_atomic_end(void);
void __maymust_acquire(void *address);
void __maymust_release(void *address);
_Bool __maymust_nondet_bool(void);
int pthread_mutex_lock(void *mutex);
int pthread_mutex_unlock(void *mutex);

enum { WAITING, WOKEN };

int pthread_cond_init(void *condition, const void *attributes)
{
    unsigned long long *bits = condition;
    __maymust_atomic_begin();
    bits[WAITING] = 0;
    bits[WOKEN] = 0;
    __maymust_atomic_end();
    return 0;
}

int pthread_cond_destroy(void *condition)
{
    return 0;
}

int pthread_condattr_init(void *attributes)
{
    return 0;
}

int pthread_condattr_destroy(void *attributes)
{
    return 0;
}

int pthread_condattr_setclock(void *attributes, int clock)
{
    return 0;
}

int pthread_cond_wait(void *condition, void *mutex)
{
    unsigned long long *bits = condition;
    unsigned self = __maymust_self();
    unsigned long long mine = 1ULL << self;
    _Bool by_itself = __maymust_nondet_bool();
    __maymust_atomic_begin();
    int error = pthread_mutex_unlock(mutex);
    if (error == 0) {
        if (!by_itself) {
            bits[WAITING] |= mine;
            __maymust_block((bits[WOKEN] >> self & 1) != 0, "wait for a condition variable");
            bits[WOKEN] &= ~mine;
            __maymust_acquire(bits);
        }
    }
    __maymust_atomic_end();
    return error != 0 ? error : pthread_mutex_lock(mutex);
}

int pthread_cond_timedwait(void *condition, void *mutex, const void *time)
{
    if (__maymust_nondet_bool()) {
        int error = pthread_mutex_unlock(mutex);
        if (error != 0)
            return error;
        error = pthread_mutex_lock(mutex);
        return error != 0 ? error : 110;
    }
    return pthread_cond_wait(condition, mutex);
}

/* Wakes one of those that wait, any of them. */
int pthread_cond_signal(void *condition)
{
    unsigned long long *bits = condition;
    __maymust_atomic_begin();
    __maymust_release(bits);
    unsigned long long rest = bits[WAITING];
    while ((rest & (rest - 1)) != 0 && __maymust_nondet_bool())
        rest &= rest - 1;
    unsigned long long one = rest & (0 - rest);
    bits[WAITING] &= ~one;
    bits[WOKEN] |= one;
    __maymust_atomic_end();
    return 0;
}

int pthread_cond_broadcast(void *condition)
{
    unsigned long long *bits = condition;
    __maymust_atomic_begin();
    __maymust_release(bits);
    bits[WOKEN] |= bits[WAITING];
    bits[WAITING] = 0;
    __maymust_atomic_end();
    return 0;
}

int cnd_init(void *condition)
{
    return pthread_cond_init(condition, 0);
}

void cnd_destroy(void *condition)
{
}

int cnd_wait(void *condition, void *mutex)
{
    return pthread_cond_wait(condition, mutex) == 0 ? 0 : 2;
}

int cnd_timedwait(void *condition, void *mutex, const void *time)
{
    int error = pthread_cond_timedwait(condition, mutex, time);
    return error == 0 ? 0 : error == 110 ? 4 : 2;
}

int cnd_signal(void *condition)
{
    return pthread_cond_signal(condition);
}

int cnd_broadcast(void *condition)
{
    return pthread_cond_broadcast(condition);
}
