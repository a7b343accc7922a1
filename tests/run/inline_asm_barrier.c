#include <stdio.h>
static int g;
static inline void barrier(void) {
    __asm__ __volatile__("" ::: "memory");
}

int main(void) {
    g = 1;
    barrier();
    g++;
    asm volatile("" : : : "memory", "cc");
    int i;
    for (i = 0; i < 3; i++) {
        g += i;
        __asm("" : : : "memory");
    }
    printf("%d\n", g);
    register int r asm("ebx") = 0;
    int named asm("renamed_symbol");
    extern int other(void) asm("other_real");
    printf("%d\n", other());
    return g;
}

int other_real(void) {
    return 42;
}
