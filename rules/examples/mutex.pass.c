/* A mutex around a counter, destroyed at the end. */
typedef struct { int owner; } mutex_t;
static int pthread_mutex_init(mutex_t *m, void *attributes) { m->owner = 0; return attributes != 0; }
static int pthread_mutex_lock(mutex_t *m) { m->owner = 1; return 0; }
static int pthread_mutex_trylock(mutex_t *m) { if (m->owner) return 16; m->owner = 1; return 0; }
static int pthread_mutex_unlock(mutex_t *m) { m->owner = 0; return 0; }
static int pthread_mutex_destroy(mutex_t *m) { return m->owner; }

static mutex_t mutex;
static int counter;

int main(void)
{
    pthread_mutex_init(&mutex, 0);
    for (int i = 0; i < 3; i++) {
        pthread_mutex_lock(&mutex);
        counter++;
        if (pthread_mutex_trylock(&mutex) == 0)
            counter = 0;
        pthread_mutex_unlock(&mutex);
    }
    return pthread_mutex_destroy(&mutex);
}
