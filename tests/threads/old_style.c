// Functions without prototypes as the bodies of threads.
//@ --check assert: fails
//@ --check race: fails
//@ --check memory: proved
#include <pthread.h>
extern void reach_error(void);
int x;
void *work() { x++; return 0; }

int main()
{
    pthread_t a, b;
    pthread_create(&a, 0, work, 0);
    pthread_create(&b, 0, work, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    if (x != 2)
        reach_error();
    return 0;
}
