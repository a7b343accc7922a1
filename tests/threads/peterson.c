// Peterson's algorithm. Written the wrong way round, or waiting for a plain variable, it does not exclude, or races.
//@ --check assert: proved
//@ --check assert -DLATE: fails
//@ --check race: fails
//@ --check race -DATOMIC: proved
//@ --check assert -DATOMIC: proved
#include <pthread.h>
extern void reach_error(void);
#ifdef ATOMIC
_Atomic int wants[2], turn;
#else
volatile int wants[2], turn;
#endif
int inside;

static void *enter(void *argument)
{
    int me = argument != 0;
#ifdef LATE
    turn = 1 - me;
    wants[me] = 1;
#else
    wants[me] = 1;
    turn = 1 - me;
#endif
    while (wants[1 - me] && turn == 1 - me) {
    }
    inside++;
    if (inside != 1)
        reach_error();
    inside--;
    wants[me] = 0;
    return 0;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, 0, enter, 0);
    pthread_create(&b, 0, enter, (void *)1);
    pthread_join(a, 0);
    pthread_join(b, 0);
    return 0;
}
