/* Threads: starting and joining them, what they are and how they end. A thread's identity is its number plus one. */

unsigned __maymust_spawn(void (*body)(void *, void *), void *first, void *second);
unsigned __maymust_self(void);
void __maymust_thread_begin(void);
void __maymust_thread_end(void);
void __maymust_end_thread(void);
void __maymust_block(int condition, const char *what);
void __maymust_atomic_begin(void);
void __maymust_atomic_end(void);
void __maymust_acquire(void *address);
void __maymust_release(void *address);
int __maymust_unsupported(const char *reason);
extern void (*__maymust_at_thread_end)(void);

enum { THREADS = 64 };

struct thread {
    int ended;
    int detached;
    int joined;
    void *result;
};

static struct thread threads[THREADS];
static unsigned started;

/* The running thread has this result; who waits for its end may go on. */
static void finish(void *result)
{
    unsigned self = __maymust_self();
    __maymust_atomic_begin();
    if (__maymust_at_thread_end != 0) {
        __maymust_atomic_end();
        __maymust_at_thread_end();
        __maymust_atomic_begin();
    }
    __maymust_thread_end();
    threads[self].result = result;
    threads[self].ended = 1;
    __maymust_release(&threads[self]);
    __maymust_atomic_end();
}

static void run(void *start, void *argument)
{
    __maymust_thread_begin();
    finish(((void *(*)(void *))start)(argument));
}

static void run_c11(void *start, void *argument)
{
    __maymust_thread_begin();
    finish((void *)(long)((int (*)(void *))start)(argument));
}

/* The identity is written before the thread can read it. */
static void count_start(unsigned long *thread, int detached)
{
    started++;
    if (started >= THREADS)
        __maymust_unsupported("more than 63 threads");
    threads[started].detached = detached;
    *thread = started + 1UL;
}

int pthread_create(unsigned long *thread, const void *attributes, void *(*start)(void *), void *argument)
{
    __maymust_atomic_begin();
    count_start(thread, attributes != 0 && *(const int *)attributes == 1);
    if (__maymust_spawn(run, (void *)start, argument) != started)
        __maymust_unsupported("threads that are started otherwise");
    __maymust_atomic_end();
    return 0;
}

int thrd_create(unsigned long *thread, int (*start)(void *), void *argument)
{
    __maymust_atomic_begin();
    count_start(thread, 0);
    if (__maymust_spawn(run_c11, (void *)start, argument) != started)
        __maymust_unsupported("threads that are started otherwise");
    __maymust_atomic_end();
    return 0;
}

/* Waits for the end of a thread; what joining it gives. That it is seen that there is nothing to wait for, or that the thread has
   ended, is one step. */
static int join(unsigned long thread, void **result)
{
    int error = 0;
    unsigned long number = thread - 1 < THREADS ? thread - 1 : 0;
    __maymust_atomic_begin();
    __maymust_block((thread - 1 > started) | (thread - 1 == __maymust_self()) | (threads[number].detached != 0)
                        | (threads[number].joined != 0) | (threads[number].ended != 0),
                    "wait for the end of a thread");
    if (thread == 0 || thread - 1 > started) {
        error = 3;
    } else if (thread - 1 == __maymust_self()) {
        error = 35;
    } else if ((threads[thread - 1].detached | threads[thread - 1].joined) != 0) {
        error = 22;
    } else {
        threads[thread - 1].joined = 1;
        __maymust_acquire(&threads[thread - 1]);
        *result = threads[thread - 1].result;
    }
    __maymust_atomic_end();
    return error;
}

int pthread_join(unsigned long thread, void **result)
{
    void *value = 0;
    int error = join(thread, &value);
    if (error == 0 && result != 0)
        *result = value;
    return error;
}

int thrd_join(unsigned long thread, int *result)
{
    void *value = 0;
    if (join(thread, &value) != 0)
        return 2;
    if (result != 0)
        *result = (int)(long)value;
    return 0;
}

int pthread_tryjoin_np(unsigned long thread, void **result)
{
    if (thread == 0 || thread - 1 > started)
        return 3;
    __maymust_atomic_begin();
    int busy = threads[thread - 1].ended == 0;
    __maymust_atomic_end();
    return busy ? 16 : pthread_join(thread, result);
}

static int detach(unsigned long thread)
{
    int error = 0;
    __maymust_atomic_begin();
    if (thread == 0 || thread - 1 > started)
        error = 3;
    else if ((threads[thread - 1].detached | threads[thread - 1].joined) != 0)
        error = 22;
    else
        threads[thread - 1].detached = 1;
    __maymust_atomic_end();
    return error;
}

int pthread_detach(unsigned long thread)
{
    return detach(thread);
}

int thrd_detach(unsigned long thread)
{
    return detach(thread) == 0 ? 0 : 2;
}

void pthread_exit(void *result)
{
    finish(result);
    __maymust_end_thread();
}

void thrd_exit(int result)
{
    finish((void *)(long)result);
    __maymust_end_thread();
}

int pthread_cancel(unsigned long thread)
{
    return __maymust_unsupported("pthread_cancel");
}

int fork(void)
{
    return __maymust_unsupported("fork");
}

int vfork(void)
{
    return __maymust_unsupported("vfork");
}
