#include <stdio.h>
struct s { int a, b; };
static void v1(void) {
    puts("v1");
}

static void v2(void) {
    puts("v2");
}

int main(void) {
    int n;
    for (n = 0; n < 2; n++) {
        struct s x = { 1, 2 }, y = { 3, 4 };
        printf("%d\n", (n ? x : y).b);
        n ? v1() : v2();
        printf("%d\n", n ? -1 : 1u);
        printf("%g\n", n ? 1 : 2.5);
        int *p = n ? &x.a : 0;
        printf("%d\n", p ? *p : -1);
        const char *s = n ? "yes" : "no";
        puts(s);
        (n ? &x : &y)->a = 50;
        printf("%d %d\n", x.a, y.a);
        printf("%d\n", n ? n ? 1 : 2 : n ? 3 : 4);
        void *q = n ? (void *)&x : &y.a;
        printf("%d\n", *(int *)q);
        long l = n ? (char)-1 : 2L;
        printf("%ld\n", l);
        (n ? v1 : v2)();
        int arr1[2] = { 1, 2 }, arr2[2] = { 3, 4 };
        printf("%d\n", (n ? arr1 : arr2)[1]);
    }
    return 0;
}
