// Constants that do not fit: undefined, and as gcc folds them.
#include <stdio.h>

static int stored;
static const int fixed = (int)1e20;

int main(void) {
    double d = 0;
    stored = 0x4.7F59ECp+73;
    printf("%d %d %d\n", stored, fixed, (int)-1e20);
    printf("%u %u %lu\n", (unsigned)-1.0, (unsigned)1e20, (unsigned long)1e30);
    printf("%d %d %d\n", (signed char)300.0, (short)-70000.0f, (unsigned char)300.5L);
    printf("%d %ld %d\n", (int)3.99, (long)-3.99, (int)(d + 2.5));
    return 0;
}
