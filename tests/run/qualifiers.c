#include <stdio.h>
volatile int vg = 3;
const int cg = 4;
static void copy(int n, int *restrict a, const int *restrict b) {
    while (n--) *a++ = *b++;
}

const char *const names[] = { "x", "y" };
typedef const volatile int cvi;
cvi z = 9;
struct s { const int a; volatile int b; };
static int f(int a[const 3], int b[static 2], const int *const p) {
    return a[0] + b[1] + *p;
}

static inline __attribute__((always_inline)) int inl(int x) {
    return x * 2;
}

extern inline __attribute__((gnu_inline)) int gi(int x) {
    return x + 1;
}

int gi(int x) {
    return x + 1;
}

_Noreturn static void die(int n);
static void die(int n) {
    printf("bye\n");
    __builtin_exit(n);
}

void exit(int);
int main(void) {
    int a[3] = { 1, 2, 3 }, b[3];
    volatile int *vp = &vg;
    *vp += 2;
    copy(3, b, a);
    const int *p = a;
    int *const q = a;
    p++;
    *q = 10;
    printf("%d %d %d %d %d %s\n", vg, cg, b[2], *p, *q, names[1]);
    struct s s = { 5, 6 };
    s.b++;
    printf("%d %d %d\n", s.a, s.b, z);
    printf("%d %d %d\n", f(a, b, &cg), inl(4), gi(5));
    register int r = 3;
    volatile char c = 'a';
    c++;
    printf("%d %c\n", r, c);
    const volatile long *cvl = (long[]){ 7 };
    printf("%ld\n", *cvl);
    exit(3);
}
