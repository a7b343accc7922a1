// The Bluetooth driver of the paper: an operation on the device may run while the device is being stopped. The first try
// counts itself too late; the second one gives up its claim twice.
//@ --check assert -DTRY=1: fails
//@ --check assert -DTRY=2: fails
//@ --check assert -DTRY=3: proved
#include <pthread.h>
extern void reach_error(void);
extern void __VERIFIER_atomic_begin(void), __VERIFIER_atomic_end(void);

int pending_io = 1, stopping_flag, stopping_event, stopped;

static int take(void)
{
    int status = 0;
#if TRY == 1
    if (stopping_flag)
        return -1;
    __VERIFIER_atomic_begin();
    pending_io++;
    __VERIFIER_atomic_end();
#else
    __VERIFIER_atomic_begin();
    pending_io++;
    __VERIFIER_atomic_end();
    if (stopping_flag)
        status = -1;
#endif
    return status;
}

static void give(void)
{
    __VERIFIER_atomic_begin();
    int left = --pending_io;
    __VERIFIER_atomic_end();
    if (left == 0)
        stopping_event = 1;
}

static void *stop(void *unused)
{
    stopping_flag = 1;
    give();
    if (!stopping_event)
        return 0;
    stopped = 1;
    return 0;
}

int main(void)
{
    pthread_t stopper;
    pthread_create(&stopper, 0, stop, 0);
    int status = take();
    if (status == 0 && stopped)
        reach_error();
#if TRY == 2
    if (status != 0)
        give();
    else
        give();
    give();
    if (take() == 0 && stopped)
        reach_error();
#endif
    give();
    return 0;
}
