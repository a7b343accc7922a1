/* Models of clocks: arbitrary values. */

long __maymust_nondet_long(void);
void __maymust_assume(int condition);
int *__errno_location(void);

struct timeval { long tv_sec; long tv_usec; };
struct timespec { long tv_sec; long tv_nsec; };

static long __maymust_moment(void)
{
    long moment = __maymust_nondet_long();
    __maymust_assume(moment >= 0);
    return moment;
}

static long __maymust_part(long limit)
{
    long part = __maymust_nondet_long();
    __maymust_assume(part >= 0 && part < limit);
    return part;
}

long time(long *result)
{
    long now = __maymust_moment();
    if (result != 0)
        *result = now;
    return now;
}

long clock(void)
{
    return __maymust_moment();
}

int gettimeofday(struct timeval *now, void *zone)
{
    now->tv_sec = __maymust_moment();
    now->tv_usec = __maymust_part(1000000);
    return 0;
}

int clock_gettime(int clock_id, struct timespec *now)
{
    now->tv_sec = __maymust_moment();
    now->tv_nsec = __maymust_part(1000000000);
    return 0;
}

double difftime(long later, long earlier)
{
    return (double)later - (double)earlier;
}

unsigned sleep(unsigned seconds)
{
    return 0;
}

int usleep(unsigned microseconds)
{
    return 0;
}

int nanosleep(const struct timespec *time, struct timespec *left)
{
    if (time->tv_nsec < 0 || time->tv_nsec > 999999999 || time->tv_sec < 0) {
        *__errno_location() = 22;
        return -1;
    }
    if (__maymust_nondet_long() == 0)
        return 0;
    if (left != 0) {
        long seconds = __maymust_nondet_long();
        __maymust_assume(seconds >= 0 && seconds <= time->tv_sec);
        left->tv_nsec = __maymust_part(1000000000);
        left->tv_sec = seconds;
    }
    *__errno_location() = 4;
    return -1;
}
