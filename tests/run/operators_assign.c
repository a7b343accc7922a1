#include <stdio.h>
#define ALL(T, F) do { T x = 30; x += 7; printf(F " ", x); x -= 3; printf(F " ", x); x *= 2; printf(F " ", x); x /= 3; printf(F " ", x); x %= 50; printf(F " ", x); x <<= 2; printf(F " ", x); x >>= 1; printf(F " ", x); x &= 0x5A; printf(F " ", x); x |= 0x21; printf(F " ", x); x ^= 0x7F; printf(F "\n", x); } while (0)
int main(void) {
    ALL(char, "%d");
    ALL(signed char, "%d");
    ALL(unsigned char, "%d");
    ALL(short, "%d");
    ALL(unsigned short, "%d");
    ALL(int, "%d");
    ALL(unsigned, "%u");
    ALL(long, "%ld");
    ALL(unsigned long, "%lu");
    ALL(long long, "%lld");
    return 0;
}
