#include <stdio.h>
#define SHOW(T, v) printf(#T " %lld\n", (long long)(T)(v))
int main(void) {
    long long values[] = { 0, 1, -1, 127, 128, 255, 256, 32767, 32768, 65535, 65536, 2147483647, 2147483648LL,
        4294967295LL, 4294967296LL, -2147483648LL, -2147483649LL, 0x7FFFFFFFFFFFFFFFLL };
    unsigned i;
    for (i = 0; i < sizeof values / sizeof *values; i++) {
        long long v = values[i];
        SHOW(signed char, v);
        SHOW(unsigned char, v);
        SHOW(short, v);
        SHOW(unsigned short, v);
        SHOW(int, v);
        SHOW(unsigned, v);
        SHOW(long, v);
        SHOW(unsigned long, v);
        SHOW(_Bool, v);
    }
    return 0;
}
