#include <stdio.h>
int a;
int a;
extern int a;
int b[];
static int c;
static int c = 4;
extern int d;
int d = 5;
struct s;
extern struct s es;
struct s { int v; };
struct s es = { 6 };
int b[3] = { 1 };
extern int b[];
const char *msg;
static const int *pc = &c;
int (*arr[2])(void);
int x = 1, *px = &x, **ppx = &px;
int get(void);
int unsized[] = { 1, 2, 3, };
int get(void) {
    extern int d;
    return d;
}

int main(void) {
    printf("%d %d %d %d %d %zu\n", a, b[0] + b[2], c, d, es.v, sizeof b);
    printf("%d %d %d %d %d %zu\n", msg == 0, *pc, arr[1] == 0, **ppx, get(), sizeof unsized / sizeof *unsized);
    **ppx = 9;
    a += x;
    printf("%d\n", a);
    return 0;
}
