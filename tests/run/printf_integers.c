#include <stdio.h>
int main(void) {
    int v[] = { 0, 1, -1, 42, -12345, 2147483647, -2147483647 - 1 };
    unsigned i;
    for (i = 0; i < 7; i++) {
        int x = v[i];
        printf("[%d] [%5d] [%-5d] [%05d] [%+d] [% d] [%.3d] [%8.3d] [%-8.3d] [%+.0d]\n", x, x, x, x, x, x, x, x, x,
            x);
        printf("[%u] [%o] [%x] [%X] [%#o] [%#x] [%#X] [%08x] [%#010x] [%-#10x] [%.5x]\n", x, x, x, x, x, x, x, x, x,
            x, x);
        printf("[%hhd] [%hd] [%hhu] [%hx] [%ld] [%lld] [%lu] [%llx] [%jd] [%zu] [%td]\n", x, x, x, x, (long)x,
            (long long)x, (unsigned long)x, (unsigned long long)x, (long)x, (unsigned long)x, (long)x);
        printf("[%*d] [%-*d] [%.*d] [%*.*d]\n", 7, x, 7, x, 4, x, 9, 3, x);
    }
    printf("%c%c%5c%-5c|%%|%s|%10s|%-10s|%.2s|%10.2s|%.*s\n", 'a', 66, 'c', 'd', "str", "right", "left", "trunc",
        "both", 3, "dynamic");
    printf("%s %p %d\n", (char *)0, (void *)0, 1);
    printf("%i %+i %5%|\n", 3, 4);
    return 0;
}
