// A stack without locks: with two threads that pop and one of them pushing back what it popped, a compare-and-swap can succeed
// although the stack has changed in between (ABA).
//@ --check assert: fails
//@ --check assert -DVERSIONS: proved
#include <pthread.h>
extern void reach_error(void);
extern void __VERIFIER_atomic_begin(void), __VERIFIER_atomic_end(void);
int next[4] = {0, 0, 1, 2}, top = 3, version, popped[4];

static int swap(int old_top, int old_version, int new_top)
{
    __VERIFIER_atomic_begin();
#ifdef VERSIONS
    int done = top == old_top && version == old_version;
#else
    int done = top == old_top;
#endif
    if (done) {
        top = new_top;
        version++;
    }
    __VERIFIER_atomic_end();
    return done;
}

static int pop(void)
{
    __VERIFIER_atomic_begin();
    int old = top, v = version;
    __VERIFIER_atomic_end();
    if (old == 0)
        return 0;
    int below = next[old];
    return swap(old, v, below) ? old : 0;
}

static void push(int node)
{
    __VERIFIER_atomic_begin();
    next[node] = top;
    top = node;
    version++;
    __VERIFIER_atomic_end();
}

static void *first(void *unused)
{
    int a = pop();
    if (a)
        popped[a]++;
    return 0;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, 0, first, 0);
    int a = pop(), b = pop();
    if (b)
        popped[b]++;
    if (a)
        push(a);
    pthread_join(t, 0);
    int c = pop(), d = pop();
    if (c)
        popped[c]++;
    if (d)
        popped[d]++;
    for (int i = 1; i < 4; i++)
        if (popped[i] > 1)
            reach_error();
    return 0;
}
