/* Data of threads under keys. */

void __maymust_atomic_begin(void);
void __maymust_atomic_end(void);
int __maymust_unsupported(const char *reason);
extern void (*__maymust_at_thread_end)(void);

enum { KEYS = 32, ROUNDS = 4 };

struct key {
    int used;
    void (*destructor)(void *);
};

static struct key keys[KEYS];
static _Thread_local void *values[KEYS];

/* Calls the destructors of a thread's values, again if they set further ones. */
static void destroy_values(void)
{
    int again = 1;
    for (int round = 0; again && round < ROUNDS; round++) {
        again = 0;
        for (int i = 0; i < KEYS; i++) {
            void *value = values[i];
            if (value == 0)
                continue;
            __maymust_atomic_begin();
            void (*destructor)(void *) = keys[i].used ? keys[i].destructor : 0;
            __maymust_atomic_end();
            values[i] = 0;
            if (destructor != 0) {
                destructor(value);
                again = 1;
            }
        }
    }
}

int pthread_key_create(unsigned *key, void (*destructor)(void *))
{
    unsigned i = 0;
    __maymust_atomic_begin();
    while (i < KEYS && keys[i].used)
        i++;
    if (i == KEYS) {
        __maymust_unsupported("more than 32 keys of thread-specific data");
    } else {
        keys[i].used = 1;
        keys[i].destructor = destructor;
        __maymust_at_thread_end = destroy_values;
    }
    __maymust_atomic_end();
    *key = i;
    return 0;
}

int pthread_key_delete(unsigned key)
{
    if (key >= KEYS)
        return 22;
    __maymust_atomic_begin();
    keys[key].used = 0;
    __maymust_atomic_end();
    return 0;
}

int pthread_setspecific(unsigned key, const void *value)
{
    if (key >= KEYS)
        return 22;
    values[key] = (void *)value;
    return 0;
}

void *pthread_getspecific(unsigned key)
{
    return key < KEYS ? values[key] : 0;
}

int tss_create(unsigned *key, void (*destructor)(void *))
{
    return pthread_key_create(key, destructor);
}

void tss_delete(unsigned key)
{
    pthread_key_delete(key);
}

int tss_set(unsigned key, void *value)
{
    return pthread_setspecific(key, value) == 0 ? 0 : 2;
}

void *tss_get(unsigned key)
{
    return pthread_getspecific(key);
}
