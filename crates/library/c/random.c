/* Models of the random number functions, with glibc's sequences. */

enum { __maymust_random_degree = 31, __maymust_random_separation = 3 };

static unsigned __maymust_random_state[__maymust_random_degree];
static int __maymust_random_front = __maymust_random_separation;
static int __maymust_random_rear;
static int __maymust_random_seeded;

static long __maymust_random_next(void)
{
    unsigned sum = __maymust_random_state[__maymust_random_front] + __maymust_random_state[__maymust_random_rear];
    __maymust_random_state[__maymust_random_front] = sum;
    __maymust_random_front = (__maymust_random_front + 1) % __maymust_random_degree;
    __maymust_random_rear = (__maymust_random_rear + 1) % __maymust_random_degree;
    return sum >> 1;
}

void srandom(unsigned seed)
{
    int word;
    int i;
    if (seed == 0)
        seed = 1;
    __maymust_random_seeded = 1;
    __maymust_random_front = __maymust_random_separation;
    __maymust_random_rear = 0;
    word = (int)seed;
    __maymust_random_state[0] = word;
    for (i = 1; i < __maymust_random_degree; i++) {
        long long product = (16807LL * word) % 2147483647;
        word = (int)(product < 0 ? product + 2147483647 : product);
        __maymust_random_state[i] = word;
    }
    for (i = 0; i < 10 * __maymust_random_degree; i++)
        __maymust_random_next();
}

long random(void)
{
    if (!__maymust_random_seeded)
        srandom(1);
    return __maymust_random_next();
}

void srand(unsigned seed)
{
    srandom(seed);
}

int rand(void)
{
    return (int)random();
}

int rand_r(unsigned *seed)
{
    unsigned next = *seed;
    int result;
    next = next * 1103515245u + 12345u;
    result = (next / 65536u) % 2048u;
    next = next * 1103515245u + 12345u;
    result = (result << 10) ^ (int)((next / 65536u) % 1024u);
    next = next * 1103515245u + 12345u;
    result = (result << 10) ^ (int)((next / 65536u) % 1024u);
    *seed = next;
    return result;
}

static unsigned long long __maymust_rand48_state;

static unsigned long long __maymust_rand48_next(void)
{
    __maymust_rand48_state = (__maymust_rand48_state * 0x5DEECE66DULL + 0xB) & 0xFFFFFFFFFFFFULL;
    return __maymust_rand48_state;
}

void srand48(long seed)
{
    __maymust_rand48_state = ((unsigned long long)(seed & 0xFFFFFFFFL) << 16) | 0x330E;
}

long lrand48(void)
{
    return (long)(__maymust_rand48_next() >> 17);
}

long mrand48(void)
{
    return (int)(unsigned)(__maymust_rand48_next() >> 16);
}

double drand48(void)
{
    return (double)__maymust_rand48_next() / 281474976710656.0;
}
