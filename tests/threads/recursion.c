// Recursion inside threads, with results passed through memory.
//@ --check assert: proved
//@ --check assert -DWRONG: fails
//@ --check race: proved
#include <pthread.h>
extern void reach_error(void);
struct job { int n, result; };

static int sum(int n) { return n == 0 ? 0 : n + sum(n - 1); }

static void *run(void *argument)
{
    struct job *job = argument;
    job->result = sum(job->n);
    return 0;
}

int main(void)
{
    pthread_t a, b;
    struct job first = {3, 0}, second = {4, 0};
    pthread_create(&a, 0, run, &first);
    pthread_create(&b, 0, run, &second);
    pthread_join(a, 0);
#ifndef WRONG
    pthread_join(b, 0);
#endif
    if (first.result + second.result != 16)
        reach_error();
    return 0;
}
