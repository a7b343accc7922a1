#include <stdio.h>
#define C(a, b) printf("%d%d%d%d%d%d ", (a) < (b), (a) <= (b), (a) > (b), (a) >= (b), (a) == (b), (a) != (b))
int main(void) {
    C(1, 2);
    C(2, 2);
    C(-1, 1u);
    C(-1L, 1u);
    C((char)-1, 255);
    C((unsigned char)-1, 255);
    C(1.0, 1);
    C(0.1f, 0.1);
    C(-1, -1ULL);
    C((short)-1, (unsigned short)65535);
    C('a', 97L);
    puts("");
    int a[3];
    C(&a[0], &a[1]);
    C(a + 3, &a[3]);
    C((void *)a, (void *)&a[0]);
    puts("");
    C(0x7FFFFFFFFFFFFFFFLL, 0x8000000000000000ULL);
    C(-2147483647 - 1, 2147483648u);
    C((_Bool)2, 1);
    puts("");
    printf("%d %d\n", 1 < 2 < 3, 3 > 2 > 1);
    printf("%d\n", !(1 == 2) == (1 != 2));
    return 0;
}
