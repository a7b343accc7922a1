#include <stdio.h>
int even(int), odd(int);
extern int calls;
int even(int n) {
    calls++;
    return n == 0 ? 1 : odd(n - 1);
}

int main(void) {
    printf("%d %d %d\n", even(10), odd(7), calls);
    const char *version(void);
    puts(version());
    return 0;
}
