// Lamport's bakery for two threads, each once: without the choice of a number being announced, both get in.
//@ --check assert: proved
//@ --check assert -DFORGETS: fails
#include <pthread.h>
extern void reach_error(void);
int choosing[2], number[2], inside;

static void *customer(void *argument)
{
    int me = argument != 0, other = 1 - me;
#ifndef FORGETS
    choosing[me] = 1;
#endif
    int most = number[other];
    number[me] = most + 1;
    choosing[me] = 0;
    if (choosing[other])
        return 0;
    int theirs = number[other];
    if (theirs != 0 && (theirs < number[me] || (theirs == number[me] && other < me)))
        return 0;
    inside++;
    if (inside != 1)
        reach_error();
    inside--;
    number[me] = 0;
    return 0;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, 0, customer, 0);
    pthread_create(&b, 0, customer, (void *)1);
    pthread_join(a, 0);
    pthread_join(b, 0);
    return 0;
}
