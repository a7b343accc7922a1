// ask: --check assert
// answer: fails
// The only check sits in a function that nothing but the thread library calls.
#include <assert.h>
#include <pthread.h>

static int ready;

static void *worker(void *unused)
{
    assert(ready);
    return unused;
}

int main(void)
{
    pthread_t thread;
    return pthread_create(&thread, 0, worker, 0);
}
