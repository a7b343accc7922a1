long write(int, const void *, unsigned long);
static void out(const char *s) {
    unsigned long n = 0;
    while (s[n]) n++;
    write(1, s, n);
}

static void num(long v) {
    char b[24], *p = b + sizeof b;
    unsigned long u = v < 0 ? -(unsigned long)v : (unsigned long)v;
    *--p = 0;
    *--p = '\n';
    do *--p = '0' + u % 10;
    while (u /= 10);
    if (v < 0) *--p = '-';
    out(p);
}

int main(void) {
    out("hello\n");
    num(0);
    num(-123456789012345L);
    num(9223372036854775807L);
    return 0;
}
