#include <stdio.h>
static int f(int n, int where) {
    int i = 0, t = 0;
    if (where) goto middle;
    top: t += 1;
    i++;
    middle: t += 10;
    i++;
    if (i < n) goto top;
    return t;
}

static int g(int n) {
    int a = 0, c = 0;
    switch (n & 3) {
        for (; a < 20; a++) {
            case 0: c += 1;
            if (a > 10) break;
            case 1: c += 2;
            continue;
            case 2: c += 3;
        }
        default: c += 100;
    }
    return c;
}

static int state(const char *s) {
    int n = 0;
    A: switch (*s++) {
        case 'a': n++;
        goto B;
        case 0: return n;
        default: goto A;
    }
    B: switch (*s++) {
        case 'b': n += 10;
        goto A;
        case 0: return -n;
        case 'a': goto B;
        default: goto C;
    }
    C: n += 100;
    if (*s++) goto A;
    return n;
}

int main(void) {
    int i;
    for (i = 0; i < 6; i++) printf("%d %d %d | ", f(i, 0), f(i, 1), g(i));
    puts("");
    printf("%d %d %d\n", state("ababab"), state("aaxb"), state("xyza"));
    return 0;
}
