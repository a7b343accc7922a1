int printf(const char *, ...);
int puts(const char *);
static unsigned fold(const unsigned char *p, unsigned long n) {
    unsigned h = 5381;
    while (n--) h = h * 33 ^ *p++;
    return h;
}

int main(void) {
    static const unsigned char data[] = { 1, 2, 3, [10] = 9, 'x' };
    printf("%u %lu\n", fold(data, sizeof data), (unsigned long)sizeof data);
    puts("done");
    return fold(data, 3) & 127;
}
