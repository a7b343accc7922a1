#include <stdio.h>
static unsigned char bits[1250];
int main(void) {
    int i, j, n = 0, last = 0;
    for (i = 2; i < 10000; i++) if (!(bits[i >> 3] >> (i & 7) & 1)) {
        n++;
        last = i;
        for (j = i * 2; j < 10000; j += i) bits[j >> 3] |= 1 << (j & 7);
    }
    printf("%d %d\n", n, last);
    return 0;
}
