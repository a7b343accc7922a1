/* Models of clocks: arbitrary values. */

long __maymust_nondet_long(void);
void __maymust_assume(int condition);

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
