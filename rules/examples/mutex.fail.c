/* expected: the mutex is destroyed while it is held
   The error path cleans up in the wrong order. */
typedef struct { int owner; } mutex_t;
static int pthread_mutex_lock(mutex_t *m) { m->owner = 1; return 0; }
static int pthread_mutex_unlock(mutex_t *m) { m->owner = 0; return 0; }
static int pthread_mutex_destroy(mutex_t *m) { return m->owner; }

static mutex_t mutex;

static int work(int n)
{
    pthread_mutex_lock(&mutex);
    if (n > 2)
        goto fail;
    pthread_mutex_unlock(&mutex);
    return 0;
fail:
    pthread_mutex_destroy(&mutex);
    return -1;
}

int main(void)
{
    for (int i = 0; i < 5; i++)
        if (work(i))
            return 1;
    return 0;
}
