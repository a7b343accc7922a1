/* expected: the semaphore is given back but was not taken
   The result of down_trylock is forgotten on the way out. */
struct semaphore { int count; };
static int down_trylock(struct semaphore *s) { if (s->count > 0) { s->count--; return 0; } return 1; }
static void up(struct semaphore *s) { s->count++; }

static struct semaphore units = { 2 };

static int work(int depth)
{
    int n = depth;
    if (depth > 3)
        return 0;
    if (down_trylock(&units) == 0)
        n++;
    n += work(depth + 1);
    up(&units);
    return n;
}

int main(void)
{
    return work(0);
}
