#include <stdio.h>
static int calls;
static int once(int v) {
    calls++;
    return v;
}

int main(void) {
    int x = 0;
    const char *s = 0;
    printf("%d", once(5) ?: 7);
    printf(" %d", once(0) ?: 8);
    printf(" %d\n", calls);
    puts(s ?: "null");
    s = "text";
    puts(s ?: "null");
    printf("%d\n", x++ ?: x);
    printf("%d\n", x++ ?: 100);
    printf("%g\n", 0.0 ?: 1.5);
    printf("%d\n", 0 ?: 0 ?: 3);
    unsigned char c = 255;
    printf("%d\n", c ?: -1);
    long l = (int)-1 ?: 5L;
    printf("%ld\n", l);
    return 0;
}
