#include <stdio.h>
_Thread_local int a = 5;
static __thread long b;
extern _Thread_local int c;
_Thread_local int c = 7;
struct s { int v[3]; };
static _Thread_local struct s s = { { 1, 2, 3 } };
static int next(void) {
    static _Thread_local int n = 100;
    return n++;
}

int main(void) {
    a++;
    b += 3;
    printf("%d %ld %d %d\n", a, b, c, s.v[2]);
    next();
    printf("%d\n", next());
    int *p = &a;
    *p = 9;
    printf("%d\n", a);
    return 0;
}
