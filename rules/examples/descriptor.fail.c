/* expected: the descriptor is never closed
   When the second open fails, the first descriptor is forgotten. */
static int next = 3;
static int open(const char *name, int flags) { return name[0] != 'x' && flags >= 0 ? next++ : -1; }
static int close(int fd) { return fd < 0 ? -1 : 0; }

static int copy(const char *from, const char *to)
{
    int in = open(from, 0), out = -1;
    if (in < 0)
        return -1;
    out = open(to, 1);
    if (out < 0)
        return -1;
    close(out);
    close(in);
    return 0;
}

int main(void)
{
    copy("a", "b");
    return copy("c", "x") ? 1 : 0;
}
