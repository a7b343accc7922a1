#include <stdio.h>
int even(int), odd(int);
extern int calls;
int even(int n) {
    calls++;
    return n == 0 ? 1 : odd(n - 1);
}

int main(void) {
    printf("%d", even(10));
    printf(" %d", odd(7));
    printf(" %d\n", calls);
    const char *version(void);
    puts(version());
    return 0;
}
