#include <stdio.h>
int main(void)
{
    unsigned x = 12345, sum = 0;
    for (int i = 0; i < 5000000; i++) {
        x = x * 1103515245u + 12345u;
        sum += (x >> 16) & 255;
        if (x & 1)
            sum ^= i;
    }
    printf("%u\n", sum);
    return 0;
}
