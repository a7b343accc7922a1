#include <stdio.h>
#include <stdint.h>
#include <string.h>
struct base { int kind; };
struct d1 { struct base b; int x; };
struct d2 { struct base b; char t[8]; };
static void show(struct base *b) {
    switch (b->kind) {
        case 1: printf("%d\n", ((struct d1 *)b)->x);
        break;
        case 2: puts(((struct d2 *)b)->t);
    }
}

static void swap(void *a, void *b, size_t n) {
    unsigned char t[32];
    memcpy(t, a, n);
    memcpy(a, b, n);
    memcpy(b, t, n);
}

int main(void) {
    struct d1 a = { { 1 }, 42 };
    struct d2 b = { { 2 }, "text" };
    show(&a.b);
    show((struct base *)&b);
    int x = 1, y = 2;
    swap(&x, &y, sizeof x);
    double p = 1.5, q = 2.5;
    swap(&p, &q, sizeof p);
    printf("%d %d %g %g\n", x, y, p, q);
    uintptr_t u = (uintptr_t)&x;
    int *px = (int *)u;
    *px = 77;
    printf("%d %d\n", x, (int *)(u + 0) == &x);
    void *v = &y;
    *(int *)v += 5;
    printf("%d\n", y);
    unsigned arr[2] = { 0x11223344, 0x55667788 };
    unsigned char *cp = (unsigned char *)arr;
    printf("%x %x\n", cp[0], cp[5]);
    *(unsigned short *)(cp + 2) = 0xABCD;
    printf("%x\n", arr[0]);
    char buf[16];
    *(long *)buf = 0x4142434445464748L;
    buf[8] = 0;
    puts(buf);
    int **pp = (int *[]){ &x, &y };
    printf("%d\n", *pp[0] + *pp[1]);
    const void *cv = "bytes";
    printf("%c\n", ((const char *)cv)[2]);
    uintptr_t tag = (uintptr_t)&x | 1;
    printf("%d %d\n", (int)(tag & 1), *(int *)(tag & ~(uintptr_t)1));
    char *n = (char *)0;
    printf("%d\n", n == NULL);
    return 0;
}
