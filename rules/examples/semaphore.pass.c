/* Up to two units of a resource, with a fallback when there is none. */
struct semaphore { int count; };
static void down(struct semaphore *s) { s->count--; }
static int down_trylock(struct semaphore *s) { if (s->count > 0) { s->count--; return 0; } return 1; }
static void up(struct semaphore *s) { s->count++; }

static struct semaphore units = { 2 };

static int work(int depth)
{
    int n = 0;
    if (depth > 3)
        return 0;
    if (down_trylock(&units) == 0) {
        n = 1 + work(depth + 1);
        up(&units);
    } else {
        n = work(depth + 1);
    }
    return n;
}

int main(void)
{
    down(&units);
    up(&units);
    return work(0) == 2 ? 0 : 1;
}
