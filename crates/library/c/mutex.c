/* Mutexes: the words are those of glibc (locked, count, owner, …, kind), the owner being a thread's number plus one. */

unsigned __maymust_self(void);
void __maymust_block(int condition, const char *what);
void __maymust_atomic_begin(void);
void __maymust_atomic_end(void);
void __maymust_acquire(void *address);
void __maymust_release(void *address);
_Bool __maymust_nondet_bool(void);

enum { LOCKED, COUNT, OWNER };
enum { RECURSIVE = 1, ERRORCHECK = 2 };

static int *kind_of(int *mutex)
{
    return mutex + (sizeof(long) == 8 ? 4 : 3);
}

int pthread_mutexattr_init(void *attributes)
{
    *(int *)attributes = 0;
    return 0;
}

int pthread_mutexattr_destroy(void *attributes)
{
    return 0;
}

int pthread_mutexattr_settype(void *attributes, int kind)
{
    *(int *)attributes = kind;
    return 0;
}

int pthread_mutexattr_gettype(const void *attributes, int *kind)
{
    *kind = *(const int *)attributes;
    return 0;
}

int pthread_mutexattr_setpshared(void *attributes, int shared)
{
    return 0;
}

int pthread_mutexattr_setprotocol(void *attributes, int protocol)
{
    return 0;
}

static void init(int *mutex, int kind)
{
    __maymust_atomic_begin();
    mutex[LOCKED] = 0;
    mutex[COUNT] = 0;
    mutex[OWNER] = 0;
    *kind_of(mutex) = kind;
    __maymust_atomic_end();
}

int pthread_mutex_init(void *mutex, const void *attributes)
{
    init(mutex, attributes == 0 ? 0 : *(const int *)attributes);
    return 0;
}

int pthread_mutex_destroy(void *mutex)
{
    int *words = mutex;
    __maymust_atomic_begin();
    int locked = words[LOCKED];
    __maymust_atomic_end();
    return locked != 0 ? 16 : 0;
}

static void take(int *mutex)
{
    mutex[LOCKED] = 1;
    mutex[COUNT] = 1;
    mutex[OWNER] = __maymust_self() + 1;
    __maymust_acquire(mutex);
}

/* A thread that has a recursive or checked mutex does not wait for it. */
int pthread_mutex_lock(void *mutex)
{
    int *words = mutex;
    int *kind = kind_of(words);
    int result = 0;
    __maymust_atomic_begin();
    __maymust_block((words[LOCKED] == 0)
                        | ((*kind == RECURSIVE) | (*kind == ERRORCHECK))
                              & (words[OWNER] == (int)__maymust_self() + 1),
                    "wait for a mutex");
    if (words[LOCKED] == 0)
        take(words);
    else if (*kind == RECURSIVE)
        words[COUNT]++;
    else
        result = 35;
    __maymust_atomic_end();
    return result;
}

int pthread_mutex_trylock(void *mutex)
{
    int *words = mutex;
    int result = 0;
    __maymust_atomic_begin();
    if (words[LOCKED] == 0)
        take(words);
    else if (*kind_of(words) == RECURSIVE && words[OWNER] == (int)__maymust_self() + 1)
        words[COUNT]++;
    else
        result = 16;
    __maymust_atomic_end();
    return result;
}

int pthread_mutex_timedlock(void *mutex, const void *time)
{
    if (__maymust_nondet_bool()) {
        int result = pthread_mutex_trylock(mutex);
        return result == 16 ? 110 : result;
    }
    return pthread_mutex_lock(mutex);
}

int pthread_mutex_unlock(void *mutex)
{
    int *words = mutex;
    int result = 0;
    __maymust_atomic_begin();
    int kind = *kind_of(words);
    int is_owner = (words[LOCKED] != 0) & (words[OWNER] == (int)__maymust_self() + 1);
    if ((kind == RECURSIVE) | (kind == ERRORCHECK) && !is_owner) {
        result = 1;
    } else if (kind == RECURSIVE && words[COUNT] > 1) {
        words[COUNT]--;
    } else {
        __maymust_release(words);
        words[COUNT] = 0;
        words[OWNER] = 0;
        words[LOCKED] = 0;
    }
    __maymust_atomic_end();
    return result;
}

int mtx_init(void *mutex, int type)
{
    init(mutex, type & 1 ? RECURSIVE : 0);
    return 0;
}

void mtx_destroy(void *mutex)
{
}

int mtx_lock(void *mutex)
{
    return pthread_mutex_lock(mutex) == 0 ? 0 : 2;
}

int mtx_trylock(void *mutex)
{
    return pthread_mutex_trylock(mutex) == 0 ? 0 : 1;
}

int mtx_timedlock(void *mutex, const void *time)
{
    return pthread_mutex_timedlock(mutex, time) == 0 ? 0 : 4;
}

int mtx_unlock(void *mutex)
{
    return pthread_mutex_unlock(mutex) == 0 ? 0 : 2;
}

/* Spin locks: one word. */
int pthread_spin_init(volatile int *lock, int shared)
{
    __maymust_atomic_begin();
    *lock = 0;
    __maymust_atomic_end();
    return 0;
}

int pthread_spin_destroy(volatile int *lock)
{
    return 0;
}

int pthread_spin_lock(volatile int *lock)
{
    __maymust_atomic_begin();
    __maymust_block(*lock == 0, "wait for a spin lock");
    *lock = 1;
    __maymust_acquire((void *)lock);
    __maymust_atomic_end();
    return 0;
}

int pthread_spin_trylock(volatile int *lock)
{
    __maymust_atomic_begin();
    int result = *lock != 0 ? 16 : 0;
    if (result == 0) {
        *lock = 1;
        __maymust_acquire((void *)lock);
    }
    __maymust_atomic_end();
    return result;
}

int pthread_spin_unlock(volatile int *lock)
{
    __maymust_atomic_begin();
    __maymust_release((void *)lock);
    *lock = 0;
    __maymust_atomic_end();
    return 0;
}
