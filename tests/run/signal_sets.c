// Sets of signals, handlers by sigaction, and what is done once.
#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>

static int seen, count;

static void note(int number)
{
    seen = seen * 100 + number;
}

static void start(void)
{
    count++;
}

int main(void)
{
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    struct sigaction action, old;
    sigset_t set;
    sigemptyset(&set);
    printf("%d\n", sigismember(&set, SIGINT));
    printf("%d\n", sigaddset(&set, SIGINT));
    printf("%d %d\n", sigismember(&set, SIGINT), sigismember(&set, SIGTERM));
    printf("%d\n", sigaddset(&set, 64));
    printf("%d\n", sigismember(&set, 64));
    printf("%d\n", sigdelset(&set, SIGINT));
    printf("%d\n", sigismember(&set, SIGINT));
    errno = 0;
    printf("%d\n", sigaddset(&set, 100));
    printf("%d\n", errno == EINVAL);
    sigfillset(&set);
    printf("%d %d\n", sigismember(&set, SIGUSR1), sigismember(&set, 64));
    memset(&action, 0, sizeof action);
    action.sa_handler = note;
    sigemptyset(&action.sa_mask);
    sigaddset(&action.sa_mask, SIGUSR2);
    printf("%d\n", sigaction(SIGUSR1, &action, 0));
    action.sa_flags = SA_RESTART;
    printf("%d\n", sigaction(SIGUSR2, &action, 0));
    raise(SIGUSR1);
    raise(SIGUSR2);
    printf("%d\n", seen);
    printf("%d\n", sigaction(SIGUSR1, 0, &old));
    printf("%d %d\n", old.sa_handler == note, sigismember(&old.sa_mask, SIGUSR2));
    errno = 0;
    printf("%d\n", sigaction(SIGKILL, &action, 0));
    printf("%d\n", errno == EINVAL);
    printf("%d\n", signal(SIGUSR1, SIG_IGN) == note);
    raise(SIGUSR1);
    printf("%d\n", seen);
    sigemptyset(&set);
    sigaddset(&set, SIGTERM);
    sigaddset(&set, SIGKILL);
    sigprocmask(SIG_SETMASK, &set, 0);
    sigemptyset(&set);
    sigprocmask(SIG_BLOCK, &set, &set);
    printf("%d %d %d\n", sigismember(&set, SIGTERM), sigismember(&set, SIGKILL), sigismember(&set, SIGINT));
    printf("%d\n", sigprocmask(7, &set, 0));
    pthread_once(&once, start);
    pthread_once(&once, start);
    printf("%d\n", count);
    return 0;
}
