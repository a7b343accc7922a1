#include <stdio.h>
#include <stddef.h>
struct n { struct n *next; int v; int *p; };
extern struct n b;
int arr[5] = { 1, 2, 3, 4, 5 };
struct n a = { &b, 1, &arr[3] }, b = { &a, 2, arr + 1 };
int *ptr = &arr[4] - 2;
char *str = "string" + 2;
const char *const tab[] = { "a", "b" + 0, 0 };
static int f(int x) {
    return x + 1;
}

int (*fp)(int) = f, (*fps[])(int) = { f, &f, 0 };
double d = 1 / 2 + 3.0 / 4;
unsigned char uc = 300 & 255;
long off = (long)offsetof(struct n, v);
int cond = sizeof(int) == 4 ? 10 : 20;
int tent;
int tent;
int tent = 6;
static int st;
enum { K = 3 << 2, L = K | 1, M = -K };
int sized[K + L];
struct n *mid = &(struct n){ 0, 42, 0 };
char c3 = 'a' + 1;
float flt = 1e-3;
_Bool bb = 5;
long lneg = -5;
unsigned long ul = -1;
int *null = 0;
int neg = !0 - ~3 + -(2);
int main(void) {
    static int count = 10;
    static char buf[3] = "xy";
    static const struct n sn = { &a, 7 };
    printf("%d %d %d %d\n", a.next->v, b.next->v, *a.p, *b.p);
    printf("%d %s %s %d\n", *ptr, str, tab[1], tab[2] == 0);
    printf("%d %d %d\n", fp(1), fps[1](5), fps[2] == 0);
    printf("%g %d %ld %d %d %d\n", d, uc, off, cond, tent, st);
    printf("%d %d %d %zu\n", K, L, M, sizeof sized);
    printf("%d %c %g %d %ld %lu %d %d\n", mid->v, c3, flt, bb, lneg, ul, null == 0, neg);
    printf("%d %s %d %d\n", ++count, buf, sn.v, sn.p == 0);
    return 0;
}
