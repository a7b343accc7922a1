// A signal that nobody handles ends the program; exit handlers do not run.
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>

static void handler(int number) { printf("signal %d\n", number); }
static void at_exit(void) { puts("never"); }

int main(void) {
    atexit(at_exit);
    signal(SIGUSR1, handler);
    raise(SIGUSR1);
    signal(SIGINT, SIG_IGN);
    raise(SIGINT);
    fflush(stdout);
    raise(SIGTERM);
    return 0;
}
