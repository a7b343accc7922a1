/* Copies one descriptor to another; every path closes what it opened. */
static int next = 3, left = 5;
static int open(const char *name, int flags) { return name && flags >= 0 ? next++ : -1; }
static int close(int fd) { return fd < 0 ? -1 : 0; }
static long read(int fd, void *to, unsigned long n) { return fd >= 0 && to && n && left > 0 ? left-- : 0; }
static long write(int fd, const void *from, unsigned long n) { return fd >= 0 && from ? (long)n : -1; }

static char buffer[16];

static int copy(const char *from, const char *to)
{
    int in = open(from, 0), out = -1;
    if (in < 0)
        return -1;
    out = open(to, 1);
    if (out < 0) {
        close(in);
        return -1;
    }
    for (long n = 0; (n = read(in, buffer, sizeof buffer)) > 0;)
        write(out, buffer, (unsigned long)n);
    close(out);
    close(in);
    return 0;
}

int main(void)
{
    return copy("a", "b") | copy("c", "d");
}
